#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs two cases of examples/peers/liggghts in scree and in Debian's LIGGGHTS, from the same particles, and compares them.

  new_models        kinetic energy and height over time, three seeds
  hydrogel_default  force on the piston over time, three packings

    scripts/compare_liggghts.py SCREE       writes docs/validation/liggghts_tutorials.csv and the picture beside it

Needs liggghts and python3-matplotlib. About ten minutes on one core."""
import csv
import os
import subprocess
import sys
import tempfile

root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
cases = os.path.join(root, "examples", "peers", "liggghts")
scree = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(root, "build", "release", "scree")

COMMON = """units si
atom_style granular
atom_modify map array
{first}
boundary f f f
newton off
communicate single vel yes
read_data data
neighbor {skin} bin
neigh_modify delay 0
fix m1 all property/global youngsModulus peratomtype {young}
fix m2 all property/global poissonsRatio peratomtype {poisson}
fix m3 all property/global coefficientRestitution peratomtypepair {types} {restitution}
fix m4 all property/global coefficientFriction peratomtypepair {types} {friction}
pair_style gran model hertz tangential history
pair_coeff * *
timestep 1e-5
fix g all gravity 9.81 vector 0 0 -1
"""
CUP = """fix w1 all wall/gran model hertz tangential history primitive type 1 zplane 0
fix w2 all wall/gran model hertz tangential history primitive type 1 zplane 0.15
fix w3 all wall/gran model hertz tangential history primitive type 1 zcylinder 0.05 0 0
fix i all nve/sphere
compute ke all ke
compute rot all erotate/sphere
compute height all reduce ave z
variable t equal step*1e-5
variable k equal c_ke
variable r equal c_rot
variable h equal c_height
fix out all print 500 "$t $k $r $h" file out.txt screen no
thermo 100000
run 50000
"""
PRESS = """fix w1 all wall/gran model hertz tangential history primitive type 2 zplane 0
fix w2 all wall/gran model hertz tangential history primitive type 2 xplane 0
fix w3 all wall/gran model hertz tangential history primitive type 2 xplane 0.165190844
fix w4 all wall/gran model hertz tangential history primitive type 2 yplane 0
fix w5 all wall/gran model hertz tangential history primitive type 2 yplane 0.165833589
fix p all mesh/surface/stress file piston.stl type 2
fix w6 all wall/gran model hertz tangential history mesh n_meshes 1 meshes p
fix i all nve/sphere
variable t equal step*1e-5
variable f equal f_p[3]
fix out all print 100 "$t $f" file out.txt screen no
thermo 100000
""" + "".join(f"fix move all move/mesh mesh p linear 0 0 {v}\nrun 30000\nunfix move\n"
              for v in (-0.1004215, 0.1004215, -0.1004215, 0.1004215))


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def first_particles(folder):
    with open(os.path.join(folder, "out", "particles_000000000000.csv"), newline="", encoding="utf8") as f:
        rows = list(csv.reader(f))
    at = {name.split(" ")[0]: k for k, name in enumerate(rows[0])}
    names = {"id": "id", "radius": "radius"}
    for axis in "xyz":
        names[axis] = "position_" + axis
        names["v" + axis] = "velocity_" + axis
    return [{short: float(row[at[name]]) for short, name in names.items()} for row in rows[1:]]


def write_data(folder, particles, density, types):
    with open(os.path.join(folder, "data"), "w", encoding="utf8") as f:
        f.write(f"particles\n\n{len(particles)} atoms\n{types} atom types\n-0.2 0.3 xlo xhi\n-0.2 0.3 ylo yhi\n"
                "-0.1 0.5 zlo zhi\n\nAtoms\n\n")
        for p in particles:
            f.write(f"{p['id']:.0f} 1 {2 * p['radius']:.17g} {density} {p['x']:.17g} {p['y']:.17g} {p['z']:.17g}\n")
        f.write("\nVelocities\n\n")
        for p in particles:
            f.write(f"{p['id']:.0f} {p['vx']:.17g} {p['vy']:.17g} {p['vz']:.17g} 0 0 0\n")


def series(folder, names):
    with open(os.path.join(folder, "out", "series.csv"), newline="", encoding="utf8") as f:
        rows = list(csv.DictReader(f))
    return [[float(row[n]) for n in ("time [s]", *names)] for row in rows]


def table(folder):
    with open(os.path.join(folder, "out.txt"), encoding="utf8") as f:
        return [[float(x) for x in line.split()] for line in f if not line.startswith("#")]


def ours(folder, case, seed):
    command = [scree, "run", os.path.join(cases, case + ".yaml"), "--threads", "1", "--quiet", "--out", "out"]
    changes = {"insertion.0.seed": seed, "output.csv": "{every: 10 s}", "output.plot": "false"}
    run(command + [word for k, v in changes.items() for word in ("--set", f"{k}={v}")], folder)


def theirs(folder, words, commands, density, types):
    write_data(folder, first_particles(folder), density, types)
    with open(os.path.join(folder, "in"), "w", encoding="utf8") as f:
        f.write(COMMON.format(**words) + commands)
    run(["liggghts", "-in", "in"], folder)


def settling(folder, seed):
    ours(folder, "new_models", seed)
    theirs(folder, {"first": "", "skin": 0.002, "young": "5e6", "poisson": 0.45, "types": 1, "restitution": 0.95, "friction": 0.05},
           CUP, 2500, 1)
    a = [[t, k + r, -u] for t, k, r, u in series(folder, ("kinetic [J]", "rotational [J]", "potential [J]"))]
    mass = series(folder, ("mass [kg]",))[0][1]
    a = [[t, k, -u / (mass * 9.81)] for t, k, u in a]
    return a, [[t, k + r, h] for t, k, r, h in table(folder)]


def pressing(folder, seed):
    ours(folder, "hydrogel_default", seed)
    z = 0.167643012
    corner = [(-0.01, -0.01, z), (0.17, -0.01, z), (0.17, 0.17, z), (-0.01, 0.17, z)]
    with open(os.path.join(folder, "piston.stl"), "w", encoding="utf8") as f:
        f.write("solid p\n")
        for a, b, c in ((0, 1, 2), (0, 2, 3)):
            f.write("facet normal 0 0 1\nouter loop\n" + "".join("vertex %g %g %.9g\n" % corner[k] for k in (a, b, c)) +
                    "endloop\nendfacet\n")
        f.write("endsolid p\n")
    theirs(folder, {"first": "soft_particles yes", "skin": 0.004, "young": "23.3e3 5e7", "poisson": "0.499 0.499", "types": 2,
                    "restitution": "0.95 0.95 0.95 0.95", "friction": "0.03 0.03 0.03 0.03"}, PRESS, 11.5, 2)
    return series(folder, ("piston fz [N]",)), table(folder)


def at(rows, t, column):
    return min(rows, key=lambda row: abs(row[0] - t))[column]


def main():
    result = {"settling": [], "pressing": []}
    for name, compare in (("settling", settling), ("pressing", pressing)):
        for seed in (1, 2, 3):
            with tempfile.TemporaryDirectory() as folder:
                result[name].append(compare(folder, seed))
            print(name, seed, flush=True)
    with open(os.path.join(root, "docs", "validation", "liggghts_tutorials.csv"), "w", newline="", encoding="utf8") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(["case", "seed", "time [s]", "quantity", "scree", "liggghts"])
        for seed, (a, b) in enumerate(result["settling"], 1):
            for t in (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5):
                out.writerow(["new_models", seed, t, "kinetic and rotational [J]", f"{at(a, t, 1):.6g}", f"{at(b, t, 1):.6g}"])
                out.writerow(["new_models", seed, t, "mean height [m]", f"{at(a, t, 2):.6g}", f"{at(b, t, 2):.6g}"])
        for seed, (a, b) in enumerate(result["pressing"], 1):
            for t in (0.1, 0.2, 0.25, 0.299, 0.35, 0.45, 0.7, 0.8, 0.85, 0.899):
                out.writerow(["hydrogel_default", seed, t, "force on the piston [N]", f"{at(a, t, 1):.6g}", f"{at(b, t, 1):.6g}"])
    draw(result)


def draw(result):
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot
    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "scree", "axes.grid": True, "grid.color": "#dddddd"})
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
    for k, (a, b) in enumerate(result["settling"]):
        left.plot([r[0] for r in a], [1e3 * r[1] for r in a], color="#0072b2", label=None if k else "scree")
        left.plot([r[0] for r in b], [1e3 * r[1] for r in b], color="#d55e00", linestyle="--", label=None if k else "LIGGGHTS")
    for k, (a, b) in enumerate(result["pressing"]):
        right.plot([r[0] for r in a], [r[1] for r in a], color="#0072b2", label=None if k else "scree")
        right.plot([r[0] for r in b], [r[1] for r in b], color="#d55e00", linestyle="--", label=None if k else "LIGGGHTS")
    left.set(xlabel="time [s]", ylabel="kinetic and rotational energy [mJ]", xlim=(0, 0.5), ylim=(0, None))
    left.set_title("new_models, three seeds", loc="left", weight="bold")
    right.set(xlabel="time [s]", ylabel="force on the piston [N]", xlim=(0, 1.2))
    right.set_title("hydrogel_default, three packings", loc="left", weight="bold")
    left.legend()
    right.legend()
    figure.savefig(os.path.join(root, "docs", "pictures", "liggghts_tutorials.svg"), metadata={"Date": None})


main()
