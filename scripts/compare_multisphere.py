#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Clumps of three spheres in scree and in Debian's LIGGGHTS (fix multisphere).

  impact  an oblique impact on a rough plane, from the same positions and with LIGGGHTS' own mass and inertia (a Monte Carlo
          integration): velocity and spin after it, at smaller and smaller time steps
  bed     a settled bed, stepped by both in turns: time per clump and step on one core

    scripts/compare_multisphere.py [SCREE]      prints both; needs liggghts; about five minutes

The tables of docs/validation/clumps.md are its output."""
import math
import os
import re
import csv
import subprocess
import sys
import tempfile
import time

root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
scree = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(root, "build", "release", "scree")
MEMBERS = [(0, 0, 0), (0.002, 0, 0), (0.001, 0.0017, 0)]  # centres, m
RADIUS = 0.002
MATERIAL = "{density: 2500, young: 5e6, poisson: 0.25, restitution: 0.5, friction: 0.4}"

COMMON = """units si
atom_style granular
atom_modify map array
boundary {boundary}
newton off
communicate single vel yes
region reg block {box} units box
create_box 1 reg
neighbor 0.001 bin
neigh_modify delay 0
fix m1 all property/global youngsModulus peratomtype 5.e6
fix m2 all property/global poissonsRatio peratomtype 0.25
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix m4 all property/global coefficientFriction peratomtypepair 1 0.4
pair_style gran model hertz tangential history
pair_coeff * *
timestep {dt}
fix gravi all gravity {gravity} vector 0.0 0.0 -1.0
fix zwall all wall/gran model hertz tangential history primitive type 1 zplane 0.0
fix pts1 all particletemplate/multisphere 15485863 atom_type 1 density constant 2500 nspheres 3 ntry {tries} spheres file clump.txt scale 1.0 type 1
fix pdd1 all particledistribution/discrete 15485867 1 pts1 1.0
"""


def sub(a, b):
    return [p - q for p, q in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def norm(a):
    return math.sqrt(sum(p * p for p in a))


def unit(a):
    return [p / norm(a) for p in a]


def liggghts(text):
    with open("in.lig", "w") as f:
        f.write(text)
    with open("clump.txt", "w") as f:
        f.writelines(f"{x} {y} {z} {RADIUS}\n" for x, y, z in MEMBERS)
    subprocess.run(["liggghts", "-in", "in.lig", "-log", "log.lig"], check=True, stdout=subprocess.DEVNULL)
    return open("log.lig").read()


def dumped(path):
    """{step: rows sorted by id}, of columns id x y z vx vy vz wx wy wz"""
    frames = {}
    for block in open(path).read().split("ITEM: TIMESTEP\n")[1:]:
        lines = block.split("\n")
        rows = [list(map(float, line.split())) for line in lines if len(line.split()) == 10]
        frames[int(lines[0])] = sorted(rows)
    return frames


def centre_of_union():
    """In the frame of MEMBERS: exact along each column of a grid."""
    n, volume, first = 800, 0.0, [0.0, 0.0]
    low, size = (-0.002, -0.002), (0.006, 0.0057)
    for i in range(n):
        x = low[0] + (i + 0.5) * size[0] / n
        for j in range(n):
            y = low[1] + (j + 0.5) * size[1] / n
            h2 = max(RADIUS**2 - (x - a) ** 2 - (y - b) ** 2 for a, b, _ in MEMBERS)
            if h2 > 0:
                h = math.sqrt(h2)
                volume, first = volume + h, [first[0] + h * x, first[1] + h * y]
    return [first[0] / volume, first[1] / volume, 0.0]


def impact():
    print("| time step, us | LIGGGHTS: velocity, m/s | spin, rad/s | scree: velocity, m/s | spin, rad/s | apart: velocity | spin |")
    print("|---|---|---|---|---|---|---|")
    centre = centre_of_union()
    for parts in (1, 2, 4, 8, 16):
        dt, end = 1e-5 / parts, 1000 * parts
        log = liggghts(COMMON.format(boundary="f f f", box="-0.05 0.05 -0.05 0.05 -0.01 0.1", dt=dt, gravity=0.0, tries=20000000)
                       + f"""region ins block -0.005 0.005 -0.005 0.005 0.005 0.015 units box
fix ins all insert/pack seed 32452843 distributiontemplate pdd1 insert_every once overlapcheck yes orientation random vel constant 0.3 0.1 -0.5 particles_in_region 1 region ins
fix integr all multisphere
run 1
dump d all custom {end} dump.lig id x y z vx vy vz omegax omegay omegaz
dump_modify d first yes format "%d %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g"
run {end}
""")
        frames = dumped("dump.lig")
        first, last = min(frames), max(frames)
        x, v = [row[1:4] for row in frames[first]], frames[first][0][4:7]
        mass = float(re.search(r"mass = ([0-9.e+-]+),", log).group(1))
        own = [list(map(float, m.split(","))) for m in re.findall(r"Inertia tensor: (.*)", log)]
        e1 = unit(sub(x[1], x[0]))
        e3 = unit(cross(e1, sub(x[2], x[0])))
        e2 = cross(e3, e1)
        r = [[e1[i], e2[i], e3[i]] for i in range(3)]
        g = [[sum(r[i][a] * own[a][b] * r[j][b] for a in range(3) for b in range(3)) / mass for j in range(3)] for i in range(3)]
        c = [x[0][i] + sum(r[i][k] * centre[k] for k in range(3)) for i in range(3)]
        members = ", ".join(f"{{at: [{p[0]!r}, {p[1]!r}, {p[2]!r}], radius: {RADIUS}}}" for p in x)
        with open("case.yaml", "w") as f:
            f.write(f"""time: {{end: {(last - first) * dt!r}, dt: {dt!r}}}
materials: {{m: {MATERIAL}}}
contacts: [{{between: any, normal: hertz, tangential: {{law: mindlin, preset: liggghts}}}}]
contact_mass: body
shapes: {{t: {{members: [{members}], volume: {mass / 2500!r}, centre: {c!r}, gyration: {[g[0][0], g[1][1], g[2][2], g[0][1], g[0][2], g[1][2]]!r}}}}}
walls: {{w: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m}}}}
particles: [{{positions: [{c!r}], shape: t, material: m, velocity: {v!r}}}]
output: {{csv: {{every: {(last - first) * dt!r}}}, series: {{every: 0}}, plot: false}}
""")
        subprocess.run([scree, "run", "case.yaml", "--overwrite", "--quiet", "--out", "out"], check=True, stdout=subprocess.DEVNULL)
        rows = list(csv.DictReader(open(f"out/particles_{last - first:012}.csv")))
        ours = next(row for row in rows if row["id"] == "1")
        u = [float(ours[f"velocity_{k} [m/s]"]) for k in "xyz"]
        w = [float(ours[f"omega_{k} [rad/s]"]) for k in "xyz"]
        theirs = frames[last][0]
        text = lambda a, d: ", ".join(f"{q:.{d}f}" for q in a)
        print(f"| {dt * 1e6:g} | {text(theirs[4:7], 5)} | {text(theirs[7:10], 3)} | {text(u, 5)} | {text(w, 3)} | "
              f"{norm(sub(u, theirs[4:7])) / norm(u):.1e} | {norm(sub(w, theirs[7:10])) / norm(w):.1e} |", flush=True)


def bed(count=4000, steps=2000, rounds=3):
    box = "0 0.08 0 0.08 -0.01 0.3"
    log = COMMON.format(boundary="p p f", box=box, dt=1e-5, gravity=9.81, tries=1000000)
    settle = 35000
    liggghts(log + f"""region ins block 0 0.08 0 0.08 0.0 0.28 units box
fix ins all insert/pack seed 32452843 distributiontemplate pdd1 insert_every once overlapcheck yes orientation random vel constant 0 0 0 particles_in_region {count} region ins
fix integr all multisphere
thermo 10000
run {settle}
write_restart bed.restart
dump d all custom 1 bed.dump id x y z vx vy vz omegax omegay omegaz
run 0
""")
    clumps = len(dumped("bed.dump")[settle]) // 3
    members = ", ".join(f"{{at: {list(m)}, radius: {RADIUS}}}" for m in MEMBERS)
    with open("bed.yaml", "w") as f:
        f.write(f"""time: {{end: {settle * 1e-5}, dt: 1e-5}}
gravity: [0, 0, -9.81]
materials: {{m: {MATERIAL}}}
contacts: [{{between: any, normal: hertz, tangential: mindlin}}]
domain: {{min: [0, 0, -1 cm], max: [8 cm, 8 cm, 30 cm], periodic: [x, y]}}
shapes: {{t: {{members: [{members}]}}}}
walls: {{w: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m}}}}
insertion: [{{name: i, shape: t, material: m, fill: random, count: {clumps}, region: {{box: {{min: [0, 0, 0], max: [8 cm, 8 cm, 28 cm]}}}}}}]
output: {{series: {{every: 0}}, plot: false}}
""")
    subprocess.run([scree, "run", "bed.yaml", "--overwrite", "--quiet", "--out", "bed.out", "--threads", "1"], check=True, stdout=subprocess.DEVNULL)
    text = open("bed.yaml").read()
    with open("go.yaml", "w") as f:
        f.write(re.sub(r"insertion: .*", f"particles: [{{checkpoint: bed.out/checkpoint_{settle:012}.scree}}]", text))
    print(f"{clumps} clumps, {steps} steps, ns per clump and step, in turns:")
    best = {"LIGGGHTS": math.inf, "scree": math.inf}
    for _ in range(rounds):
        with open("in.lig", "w") as f:
            head = log.split("region reg")[0] + "read_restart bed.restart\n" + log.split("create_box 1 reg\n")[1]
            f.write(head + f"fix integr all multisphere\nthermo 10000\nrun 200\nrun {steps}\n")
        out = subprocess.run(["liggghts", "-in", "in.lig", "-log", "log.lig"], capture_output=True, text=True)
        loops = re.findall(r"Loop time of ([0-9.e+-]+)", open("log.lig").read())
        if out.returncode != 0 or len(loops) < 2:
            sys.exit("LIGGGHTS: " + out.stdout[-500:])
        theirs = float(loops[-1]) / steps / clumps * 1e9
        out = subprocess.run([scree, "bench", "go.yaml", "--threads", "1", "--steps", str(steps), "--repetitions", "1", "--warm", "200"],
                             capture_output=True, text=True, check=True).stdout.strip().split("\n")
        row = dict(zip(out[-2].split(","), out[-1].split(",")))
        ours = float(row["wall_seconds"]) / steps / clumps * 1e9
        print(f"  LIGGGHTS {theirs:.0f}, scree {ours:.0f}, ratio {theirs / ours:.2f}", flush=True)
        best = {"LIGGGHTS": min(best["LIGGGHTS"], theirs), "scree": min(best["scree"], ours)}
    print(f"best: LIGGGHTS {best['LIGGGHTS']:.0f}, scree {best['scree']:.0f}, ratio {best['LIGGGHTS'] / best['scree']:.2f}")


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    start = time.time()
    impact()
    bed()
    print(f"{time.time() - start:.0f} s")
