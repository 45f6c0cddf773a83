#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/bonds.svg: examples/fibre.yaml beside the elastic line, force, cracks and fragments of examples/brazilian.yaml and
examples/bonds_cube.yaml, which it runs into build/bonds first. Prints the figures of docs/validation/bonds.md. Needs matplotlib."""
import csv
import math
import os
import subprocess
import sys

import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(root, "verify"))
from beam import elastica

scree = os.environ.get("SCREE", os.path.join(root, "build/release/scree"))
work = os.path.join(root, "build", "bonds")
os.makedirs(work, exist_ok=True)


def run(name):
    """The folder of a run of an example; one that is there already is taken as it is."""
    out = os.path.join(work, name)
    if not os.path.exists(os.path.join(out, "run.json")):
        subprocess.run([scree, "run", os.path.join(root, "examples", name + ".yaml"), "--out", out, "--quiet"], check=True)
    return out


def table(folder, name):
    with open(os.path.join(folder, name), newline="") as f:
        rows = [row for row in csv.reader(f) if row and not row[0].startswith("#")]
    return {head.split(" [")[0]: [row[k] for row in rows[1:]] for k, head in enumerate(rows[0])}


def numbers(folder, name, column):
    return [float(x) for x in table(folder, name)[column]]


pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "scree", "axes.grid": True, "grid.color": "#dddddd", "font.size": 9})
figure, axes = pyplot.subplots(2, 2, figsize=(9.4, 7.2), layout="constrained")

# the fibre
folder = run("fibre")
last = sorted(f for f in os.listdir(folder) if f.startswith("particles_") and f.endswith(".csv"))[-1]
rows = table(folder, last)
balls = sorted((int(i), float(x), float(z)) for i, x, z in zip(rows["id"], rows["position_x"], rows["position_z"]))
r, density, young, n = 0.5e-3, 1150, 0.8e6, 40
mass = density * 4 / 3 * math.pi * r**3
line = elastica(n * 2 * r, young * math.pi * r**4 / 4, mass * 9.81 / (2 * r), mass * 9.81 / 2)
a = axes[0][0]
a.plot([1e3 * x for x, _ in line], [1e3 * z for _, z in line], color="#d55e00", label="elastic line")
a.plot([1e3 * x for _, x, _ in balls], [1e3 * z for _, _, z in balls], "o", markersize=4, fillstyle="none", color="#0072b2", label="40 bonds")
a.set(xlabel="x [mm]", ylabel="z [mm]", aspect="equal")
a.set_title("Fibre over an edge", loc="left", weight="bold")
a.legend()
print(f"fibre: tip {1e3 * balls[-1][1]:.4f}, {1e3 * balls[-1][2]:.4f} mm; elastic line {1e3 * line[-1][0]:.4f}, {1e3 * line[-1][1]:.4f} mm")

# the Brazilian test
folder = run("brazilian")
time = numbers(folder, "series.csv", "time")
top, bottom = numbers(folder, "series.csv", "top fz"), numbers(folder, "series.csv", "bottom fz")
force = [(t - b) / 2 for t, b in zip(top, bottom)]
closed = [2 * 0.1 * t * 1e3 for t in time]
modes = ["tension", "shear", "bending", "torsion"]
broken = [sum(n) for n in zip(*(numbers(folder, "series.csv", f"bonds_broken_{m}") for m in modes))]
peak = max(range(len(force)), key=lambda k: force[k])
a = axes[0][1]
a.plot(closed, force, color="#0072b2", label="force")
a.set(xlabel="approach of the plates [mm]", ylabel="force [N]", ylim=(0, None))
b = a.twinx()
b.plot(closed, broken, color="#d55e00", label="broken bonds")
b.set(ylabel="broken bonds", ylim=(0, None))
b.grid(False)
a.set_title("Brazilian test", loc="left", weight="bold")
a.legend(handles=[a.lines[0], b.lines[0]], loc="upper left")
print(f"disc: peak {force[peak]:.1f} N at {closed[peak]:.4f} mm with {broken[peak]:.0f} broken bonds of {numbers(folder, 'series.csv', 'bonds')[0]:.0f}, "
      f"2 P / pi D t = {2 * force[peak] / (math.pi * 0.04 * 0.008) / 1e6:.3f} MPa; in the end {broken[-1]:.0f} broken")
k = 0
while time[k] < 1.0e-3:
    k += 1
print(f"disc: slope up to 1 ms {(force[k]) / closed[k]:.1f} N/mm")

a = axes[1][0]
crack = table(folder, "bonds_broken.csv")
x, z = [1e3 * float(v) for v in crack["position_x"]], [1e3 * float(v) for v in crack["position_z"]]
when = [1e3 * float(v) for v in crack["time"]]
a.add_patch(pyplot.Circle((0, 0), 20, fill=False, color="#888888"))
dots = a.scatter(x, z, c=when, s=7, cmap="viridis", rasterized=True)
figure.colorbar(dots, ax=a, label="time [ms]")
a.set(xlabel="x [mm]", ylabel="z [mm]", aspect="equal", xlim=(-21, 21), ylim=(-21, 21))
a.set_title("Cracks of the disc", loc="left", weight="bold")
inside = sum(abs(v) < 5 for v in x)
print(f"disc: {inside} of {len(x)} cracks within 5 mm of the loaded diameter; by mode "
      + ", ".join(f"{m} {crack['mode'].count(m)}" for m in modes))

# the cube
folder = run("bonds_cube")
parts = table(folder, "fragments.csv")
end = parts["time"][-1]
sizes = sorted((float(m) for t, m in zip(parts["time"], parts["mass"]) if t == end), reverse=True)
total = sum(sizes)
a = axes[1][1]
share, so_far = [], 0.0
for m in reversed(sizes):
    so_far += m
    share.append(so_far / total)
a.step([m / total for m in reversed(sizes)], share, where="post", color="#0072b2")
a.set(xlabel="mass of a fragment over that of the cube", ylabel="share of the mass in smaller ones", xscale="log", ylim=(0, 1.02))
a.set_title("Fragments of the cube", loc="left", weight="bold")
print(f"cube: {len(sizes)} fragments, the largest {100 * sizes[0] / total:.1f} % of the mass, "
      f"{sum(numbers(folder, 'series.csv', f'bonds_broken_{m}')[-1] for m in modes):.0f} broken bonds")
figure.get_layout_engine().set(w_pad=0.12)
figure.savefig(os.path.join(root, "docs", "pictures", "bonds.svg"), metadata={"Date": None}, dpi=150)
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=110)
