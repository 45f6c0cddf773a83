# SPDX-License-Identifier: BSD-3-Clause
"""The law `liggghts_conduction` beside fix heat/gran/conduction of Debian's LIGGGHTS 3.8: the same balls at rest. Where the program
is installed it runs; elsewhere the temperatures stand that it gave."""
import math
import os
import random
import subprocess

from case import CODE, FULL, case
from heat import CHAIN_WALLS, FILE, N, OVERLAP, R, SPACING, still, temperatures
from outputs import read_rows

# Temperatures after 100 steps of the first, the fifth and the last ball, K.
GIVEN = {
    "chain": (381.7668955172, 324.6704648876, 302.9205178953),
    "overlap": (421.5059693370, 392.3948979655, 385.6397430235),
    "constant": (409.9979487736, 356.2778958941, 377.2172397942),
    "projection": (404.0137302730, 400.2699394248, 391.7110505713),
    "corrected": (406.8976928929, 347.9108525448, 376.5794361506),
}
INPUT = """units si
atom_style granular
atom_modify map array
boundary f f f
newton off
communicate single vel yes
read_data data
neighbor 0.002 bin
neigh_modify delay 0
fix m1 all property/global youngsModulus peratomtype 5e6 5e6
fix m2 all property/global poissonsRatio peratomtype 0.3 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 2 0.5 0.5 0.5 0.5
fix m4 all property/global coefficientFriction peratomtypepair 2 0.4 0.4 0.4 0.4
fix k1 all property/global thermalConductivity peratomtype 100. 50.
fix k2 all property/global thermalCapacity peratomtype 500. 400.
{more}pair_style gran model hertz tangential history
pair_coeff * *
timestep {dt}
fix h all heat/gran/conduction initial_temperature 300. {words}
{walls}run 0
{set}dump d all custom 100 out.txt id f_Temp[0]
dump_modify d sort id format "%d %.16g"
run 100
"""


def has_liggghts():
    return any(os.access(os.path.join(folder, "liggghts"), os.X_OK) for folder in os.environ.get("PATH", "").split(os.pathsep))


def theirs(s, name, balls, words, walls="", more="", dt=0.01):
    """balls: (x, y, z, radius, temperature, type, density). None where LIGGGHTS is not installed."""
    if not has_liggghts():
        return None
    folder = os.path.join(s.folder, "liggghts_" + name)
    os.makedirs(folder, exist_ok=True)
    lines = [f"{i} {b[5]} {2 * b[3]!r} {b[6]!r} {b[0]!r} {b[1]!r} {b[2]!r}" for i, b in enumerate(balls, 1)]
    with open(os.path.join(folder, "data"), "w") as f:
        f.write(f"balls\n\n{len(balls)} atoms\n2 atom types\n-0.1 0.2 xlo xhi\n-0.1 0.2 ylo yhi\n-0.1 0.2 zlo zhi\n\nAtoms\n\n" + "\n".join(lines) + "\n")
    sets = "".join(f"set atom {i} property/atom Temp {b[4]!r}\n" for i, b in enumerate(balls, 1))
    with open(os.path.join(folder, "in.heat"), "w") as f:
        f.write(INPUT.format(words=words, walls=walls, more=more, set=sets, dt=dt))
    done = subprocess.run(["liggghts", "-in", "in.heat"], cwd=folder, text=True, capture_output=True)
    if done.returncode != 0:
        raise ValueError("liggghts: " + (done.stdout + done.stderr)[-300:])
    with open(os.path.join(folder, "out.txt")) as f:
        rows = [line.split() for line in f.read().split("ITEM: ATOMS")[-1].splitlines()[1:]]
    return {int(row[0]): float(row[1]) for row in rows}


def compare(s, name, ours, other, within):
    ids = (1, 5, len(ours))
    if other is None:
        for i, t in zip(ids, GIVEN[name]):
            s.near(f"{name}: ball {i} after 100 steps [K]", ours[i], t, within=within, source="LIGGGHTS 3.8.0, recorded", reason="the same steps; rounding", kind=CODE)
        return
    worst = max(abs(ours[i] - other[i]) for i in ours)
    s.near(f"{name}: largest difference of {len(ours)} balls after 100 steps [K]", worst, 0.0, within=within, source="LIGGGHTS 3.8.0, run here",
           reason="the same steps; rounding", kind=CODE)
    for i, t in zip(ids, GIVEN[name]):
        s.near(f"{name}: LIGGGHTS' ball {i} as recorded [K]", other[i], t, within=within, source="LIGGGHTS 3.8.0, recorded", reason="rounding", kind=CODE)


def cluster():
    lot = random.Random(11)
    return [(0.0098 * i + 1e-4 * lot.random(), 0.0098 * j + 1e-4 * lot.random(), 0.0098 * k + 1e-4 * lot.random(), 0.0049 + 2e-4 * lot.random(),
             300 + 200 * lot.random(), 1 + (i + j + k) % 2, 2500.0) for i in range(5) for j in range(5) for k in range(5)]


MODES = {"overlap": ("contact_area overlap", "", "", ""),
         "constant": ("contact_area constant 1e-7", ", area: constant, contact_area: 1e-7", "", ""),
         "projection": ("contact_area projection", ", area: projection", "", ""),
         "corrected": ("contact_area overlap area_correction yes", "", "fix m5 all property/global youngsModulusOriginal peratomtype 5e9 5e9\n", ", real_young: 5 GPa")}


@case("heat_liggghts", "fix heat/gran/conduction of LIGGGHTS: a chain with a wall, and 125 balls of two materials, each kind of area",
      wrong=("conductivity: 50}", "conductivity: 50.001}"))
def heat_liggghts(s):
    chain = [(R - OVERLAP / 2 + j * SPACING, 0.0, 0.0, R, 450.0 if j == 0 else 300.0, 1, 2500.0) for j in range(N)]
    s.balls("balls.txt", [b[:5] for b in chain], "x y z radius temperature")
    wall = CHAIN_WALLS.split(", cold:")[0]
    ours = temperatures(s.run(still(FILE, 100.0, 1.0, walls=wall, laws="heat: liggghts_conduction"), name="chain"))
    compare(s, "chain", ours, theirs(s, "chain", chain, "contact_area overlap",
                                     walls="fix w all wall/gran model hertz tangential history primitive type 1 xplane 0.0 temperature 400.\n", dt=1.0), 1e-8)
    flux = [s.run(still(FILE, 1.0, 1.0, walls=wall, laws="heat: " + law), name=law).series["hot heat"][0] for law in ("liggghts_conduction", "conduction")]
    s.near("heat from the wall, over that through the area of Hertz between half-spaces", flux[0] / flux[1], math.sqrt(2 * math.pi * (1 - OVERLAP / 4 / R)),
           rel=1e-9, source="sqrt(2 pi) = 2.507 for small overlaps", reason="rounding of the overlap")
    balls = cluster()
    s.balls("balls.txt", [(*b[:5], "ab"[b[5] - 1]) for b in balls], "x y z radius temperature material")
    for name, (words, keys, more, real) in MODES.items():
        # Times and heat capacities 1e-10 of those of LIGGGHTS, whose least modulus is 5 MPa: so the balls do not move.
        text = f"""
            time: {{end: 1e-10, dt: 1e-12}}
            materials:
              a: {{density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, heat_capacity: 500e-10, conductivity: 100}}
              b: {{density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, heat_capacity: 400e-10, conductivity: 50}}
            contacts: [{{between: any, normal: hertz, tangential: none, heat: {{law: liggghts_conduction{keys}{real}}}}}]
            heat: {{temperature: 300 K}}
            particles: [{{file: balls.txt}}]
            output: {{plot: false, series: {{every: 1e-10}}, csv: {{every: 1e-10, fields: [id, temperature]}}}}
            """
        ours = temperatures(s.run(text, name=name))
        compare(s, name, ours, theirs(s, name, balls, words, more=more), 1e-8)


TUTORIAL = """units si
atom_style granular
atom_modify map array
boundary m m m
newton off
communicate single vel yes
read_data data
neighbor 0.002 bin
neigh_modify delay 0
fix m1 all property/global youngsModulus peratomtype 5e6
fix m2 all property/global poissonsRatio peratomtype 0.45
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.7
fix m4 all property/global coefficientFriction peratomtypepair 1 0.05
fix k1 all property/global thermalConductivity peratomtype 100.
fix k2 all property/global thermalCapacity peratomtype 10.
pair_style gran model hertz tangential history
pair_coeff * *
timestep 2.5e-5
fix g all gravity 9.81 vector 0 0 -1
fix w1 all wall/gran model hertz tangential history primitive type 1 zplane 0
fix w2 all wall/gran model hertz tangential history primitive type 1 zplane 0.15
fix w3 all wall/gran model hertz tangential history primitive type 1 zcylinder 0.05 0 0
fix h all heat/gran/conduction initial_temperature 300.
fix i all nve/sphere
dump d all custom 5000 out.txt f_Temp[0]
dump_modify d format "%.16g"
thermo 10000
run 20000
region hot block 0 INF INF INF INF INF units box
set region hot property/atom Temp 800.
run 30000
"""
# Mean and standard deviation that it gave, by time.
BED_GIVEN = {0.75: (547.613365, 194.99396), 1: (547.613365, 168.72442), 1.25: (547.613365, 147.63744)}


def bed_of_liggghts(s, balls):
    """Mean and standard deviation of the temperatures by time."""
    folder = os.path.join(s.folder, "liggghts")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "data"), "w") as f:
        f.write(f"balls\n\n{len(balls)} atoms\n1 atom types\n-0.06 0.06 xlo xhi\n-0.06 0.06 ylo yhi\n-0.01 0.16 zlo zhi\n\nAtoms\n\n")
        f.writelines(f"{k} 1 0.008 8000 {x!r} {y!r} {z!r}\n" for k, (x, y, z) in balls.items())
        f.write("\nVelocities\n\n")
        f.writelines(f"{k} 0 0 -0.3 0 0 0\n" for k in balls)
    with open(os.path.join(folder, "in.heat"), "w") as f:
        f.write(TUTORIAL)
    done = subprocess.run(["liggghts", "-in", "in.heat"], cwd=folder, text=True, capture_output=True)
    if done.returncode != 0:
        raise ValueError("liggghts: " + (done.stdout + done.stderr)[-300:])
    rows = {}
    with open(os.path.join(folder, "out.txt")) as f:
        for frame in f.read().split("ITEM: TIMESTEP")[1:]:
            lines = frame.splitlines()
            values = [float(v) for v in lines[lines.index(next(a for a in lines if a.startswith("ITEM: ATOMS"))) + 1:]]
            mean = sum(values) / len(values)
            rows[int(lines[1]) * 2.5e-5] = (mean, math.sqrt(sum((v - mean) ** 2 for v in values) / len(values)))
    return rows


@case("heat_liggghts_bed", "The tutorial heatTransfer_1 of LIGGGHTS, from the same grains: half of a settled bed becomes 800 K hot", tier=FULL,
      wrong=("conductivity: 100 W/(m K)", "conductivity: 80 W/(m K)"))
def heat_liggghts_bed(s):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/peers/liggghts/heat_transfer_1.yaml")
    with open(path) as f:
        text = f.read()
    run = s.run(text, options=("--set", "output.vtk.every=10", "--set", "output.csv={every: 0.25 s, fields: [id, position, temperature]}", "--set",
                               "output.plot=false"))
    with open(os.path.join(run.folder, "particles_000000000000.csv")) as f:
        balls = {int(r["id"]): (r["position_x"], r["position_y"], r["position_z"]) for r in read_rows(f.read())}
    capacity = len(balls) * 4 / 3 * math.pi * 0.004 ** 3 * 8000 * 10
    energy = [capacity * 300 + t for t in run.series["thermal"]]
    s.near("thermal energy at the start [J]", energy[0], 5391.6767, rel=1e-8, source="log of LIGGGHTS 2.3.5, 838 grains", reason="digits given", kind=CODE)
    hot = round((energy[-1] - energy[0]) / (capacity / len(balls) * 500))
    s.near("and after the half is hot [J]", energy[-1], capacity * 300 + hot * capacity / len(balls) * 500, rel=1e-12,
           source=f"{hot} grains (there 424: 9938.3572 J)", reason="rounding")
    after = [e for t, e in zip(run.series["time"], energy) if t > 0.5001]
    s.near("its change from then on over it", (max(after) - min(after)) / energy[-1], 0.0, within=1e-14, source="heat is kept", reason="rounding")
    other = bed_of_liggghts(s, balls) if has_liggghts() else BED_GIVEN
    for time in (0.75, 1.0, 1.25):
        k = min(range(len(run.series["time"])), key=lambda n: abs(run.series["time"][n] - time))
        mean, spread = next(v for at, v in other.items() if abs(at - time) < 1e-9)
        s.near(f"mean temperature at {time:g} s [K]", run.series["temperature"][k], mean, rel=0.01, source="LIGGGHTS 3.8.0",
               reason="a settling bed is chaotic: other grains are at x > 0, some ten of 838", kind=CODE)
        s.near(f"standard deviation at {time:g} s over the 250 K at first", run.series["temperature_deviation"][k] / 250, spread / 250, rel=0.05,
               source="LIGGGHTS 3.8.0", reason="another packing by chance", kind=CODE)
