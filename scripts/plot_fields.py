#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/fields_silo.svg: stresses over the height of a silo whose floor sinks, as `./dev verify fields_silo` leaves them, and Janssen's curve;
and docs/pictures/fields_slice.png: speed and velocity in a slice of the silo of examples/silo_small.yaml, as this command leaves them:

    scree fields silo_small.out --cells 72,1,120 --radius 8mm --box '-6cm,-1mm,-6cm:6cm,1mm,14cm' --from 0.6 --to 1.2 --out silo_slice.vti

    scripts/plot_fields.py [FOLDER [SLICE]]       FOLDER: of that case, build/verify/fields_silo if not given; SLICE: the file of the command

Needs python3-matplotlib."""
import array
import os
import re
import sys

root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(root, "verify"), os.path.join(root, "verify", "cases")]
from fields import G, janssen_profile, mean, over
from outputs import read_csv

import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot

folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, "build", "verify", "fields_silo")
with open(os.path.join(folder, "silo.csv"), encoding="utf8") as f:
    field = read_csv(f.read())
z, density, stress, wall = field["z"], field["density"], field["stress_zz"], field["wall_force_z"]
step = z[1] - z[0]
above = [(sum(density[k + 1:]) + 0.5 * density[k]) * step * G for k in range(len(z))]
borne = [p + (sum(wall[k + 1:]) + 0.5 * wall[k]) * step for k, p in enumerate(stress)]
sides = [0.5 * (a + b) for a, b in zip(field["stress_xx"], field["stress_yy"])]
top = max(h for h, p in zip(z, density) if p > 0.5 * max(density))
low, high = 0.02, top - 0.03
length = mean(over(z, stress, low, high)) / mean(over(z, wall, low, high))
line = mean(over(z, density, low, high)) * G

pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "scree", "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd"})
figure, axes = pyplot.subplots(1, 2, figsize=(9, 4.2), sharey=True)
height = [1e3 * h for h in z]
axes[0].plot(stress, height, color="#0072b2", label="stress zz, along the tube")
axes[0].plot(sides, height, color="#009e73", label="mean of xx and yy, across it")
axes[0].plot([janssen_profile(max(top - h, 0.0), line, length) for h in z], height, "--", color="#d55e00", label=f"Janssen, length {1e3 * length:.0f} mm")
axes[0].set(xlabel="stress [Pa]", ylabel="height [mm]")
axes[0].set_title("Mean of 11 frames", loc="left", fontsize=10)
axes[1].plot(above, height, color="#555555", label="weight above / area")
axes[1].plot(borne, height, "--", color="#d55e00", label="stress zz + friction of the tube above / area")
axes[1].plot(stress, height, color="#0072b2", label="stress zz")
axes[1].set(xlabel="stress [Pa]")
axes[1].set_title("Balance of forces", loc="left", fontsize=10)
for one in axes:
    one.legend(fontsize=8, loc="upper right")
figure.tight_layout()
figure.savefig(os.path.join(root, "docs", "pictures", "fields_silo.svg"), metadata={"Date": None})


def values(data, name):
    """A field of a .vti file: a list of numbers for each cell."""
    head, body = data.split(b'<AppendedData encoding="raw">\n_', 1)
    parts, offset = re.search(rb'Name="%s" NumberOfComponents="(\d+)" format="appended" offset="(\d+)"' % name.encode(), head).groups()
    size = int.from_bytes(body[int(offset):int(offset) + 8], "little")
    flat = array.array("d", body[int(offset) + 8:int(offset) + 8 + size])
    return [flat[k:k + int(parts)] for k in range(0, len(flat), int(parts))]


if len(sys.argv) > 2:
    with open(sys.argv[2], "rb") as f:
        data = f.read()
    nx, nz, x0, z0, edge = 72, 120, -60, -60, 5 / 3  # mm, as in the command above
    there = [v[0] > 0.02 for v in values(data, "solid_fraction")]
    velocity = [v if t else [float("nan")] * 3 for v, t in zip(values(data, "velocity"), there)]
    figure, one = pyplot.subplots(figsize=(6, 4.4))
    speed = [[sum(c * c for c in velocity[k * nx + i]) ** 0.5 for i in range(nx)] for k in range(nz)]
    picture = one.imshow(speed, origin="lower", extent=(x0, x0 + nx * edge, z0, z0 + nz * edge), cmap="viridis", vmin=0, vmax=0.4)
    some = [(i, k) for i in range(1, nx, 3) for k in range(1, nz, 3) if there[k * nx + i]]
    one.quiver([x0 + (i + 0.5) * edge for i, k in some], [z0 + (k + 0.5) * edge for i, k in some], [velocity[k * nx + i][0] for i, k in some],
               [velocity[k * nx + i][2] for i, k in some], color="white", scale=6, width=0.003)
    one.set(xlabel="x [mm]", ylabel="z [mm]", ylim=(-50, 40))
    one.grid(False)
    figure.colorbar(picture, label="speed [m/s]", shrink=0.7)
    figure.tight_layout()
    figure.savefig(os.path.join(root, "docs", "pictures", "fields_slice.png"), dpi=110)
