#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/wear_validation.svg (single hits over the angle beside Finnie and Oka) and docs/pictures/wear_chute.png (the floor of
examples/wear_chute.yaml, unrolled, and its profile).

    scripts/plot_wear.py SCREE [CHUTE]       CHUTE: the folder of a run of examples/wear_chute.yaml; run anew if not given

Needs python3-matplotlib."""
import glob
import math
import os
import subprocess
import sys
import tempfile

root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(root, "verify"), os.path.join(root, "verify", "cases")]
import wear
from case import Case
from outputs import read_vtp
from scene import Scene

import matplotlib
matplotlib.use("agg")
from matplotlib import collections, pyplot

scree = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(root, "build", "release", "scree")
pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "scree", "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd"})
BLUE, RED, GREEN, ORANGE = "#0072b2", "#d55e00", "#009e73", "#e69f00"


def draw_blast(axes, s, law, speed, formula, title):
    got = wear.blast(s, law, speed)
    line = [k / 4 for k in range(1, 361)]
    axes.plot(line, [1e18 * formula(a, speed) for a in line], color=BLUE, linewidth=1, label="closed form")
    axes.plot(list(got), [1e18 * v for v, _ in got.values()], "o", color=RED, markersize=4, fillstyle="none", label="scree")
    axes.set(xlabel="angle to the surface [degrees]", ylabel="volume of one hit [um3]", xlim=(0, 90), ylim=(0, None))
    axes.set_title(title, loc="left", fontsize=10)
    axes.legend()


def triangles(folder):
    """Of the floor: its triangles by the way along the floor and across it, m, and all arrays."""
    data = read_vtp(sorted(glob.glob(os.path.join(folder, "wall_chute_*.vtp")))[-1])
    x, corner = data["Points"], data["connectivity"]
    places = sorted({(round(p[0], 7), round(p[2], 7)) for p in x})
    way, along = {places[0]: 0.0}, 0.0
    for a, b in zip(places, places[1:]):
        along += math.dist(a, b)
        way[b] = along
    flat = [(way[round(p[0], 7), round(p[2], 7)], p[1]) for p in x]
    return data, [[flat[k] for k in corner[i:i + 3]] for i in range(0, len(corner), 3)]


def draw_chute(folder):
    data, shape = triangles(folder)
    figure, (floor, profile) = pyplot.subplots(2, 1, figsize=(9, 6), layout="constrained", height_ratios=(1, 1.3), sharex=True)
    cells = collections.PolyCollection([[(1e3 * s, 1e3 * y) for s, y in t] for t in shape], cmap="inferno", edgecolor="face", linewidth=0.3)
    cells.set_array([1e9 * d for d in data["wear_depth"]])
    floor.add_collection(cells)
    floor.grid(False)
    floor.set(xlim=(0, 320), ylim=(-40, 40), ylabel="across [mm]")
    floor.set_title(f"Wear depth of the floor after {data['TimeValue']:.1f} s", loc="left", fontsize=10)
    figure.colorbar(cells, ax=floor, label="wear depth [nm]")
    rows = {}
    for k, t in enumerate(shape):
        at = round(sum({s for s, _ in t}) / 2, 5)
        area = 0.5 * abs((t[1][0] - t[0][0]) * (t[2][1] - t[0][1]) - (t[2][0] - t[0][0]) * (t[1][1] - t[0][1]))
        sums = rows.setdefault(at, [0.0] * 3)
        for i, v in enumerate((area, data["sliding_work"][k], data["normal_work"][k])):
            sums[i] += v
    way = sorted(rows)
    for name, i, colour in (("work of sliding", 1, BLUE), ("normal work", 2, GREEN)):
        profile.plot([1e3 * s for s in way], [rows[s][i] / rows[s][0] for s in way], color=colour, label=name)
    profile.axvspan(120, 220, color="#eeeeee", zorder=0)
    profile.set(xlabel="way along the floor [mm]; grey: the bend from 55 to 20 degrees", ylabel="work per area [J/m2]", ylim=(0, None))
    profile.legend()
    figure.savefig(os.path.join(root, "docs", "pictures", "wear_chute.png"), dpi=90)


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Scene(Case("figures", "", None, "quick", ("", "")), os.path.join(folder, "figures"), scree, 1)
        figure, axes = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
        draw_blast(axes[0], s, "{law: finnie, flow_stress: 1e9}", 50.0, wear.finnie, "Finnie, 50 m/s, flow stress 1 GPa")
        draw_blast(axes[1], s, "{law: oka, hardness: 1.8e9}", 80.0, wear.oka, "Oka, 80 m/s, hardness 1.8 GPa")
        figure.savefig(os.path.join(root, "docs", "pictures", "wear_validation.svg"), metadata={"Date": None})
        chute = sys.argv[2] if len(sys.argv) > 2 else os.path.join(folder, "chute")
        if len(sys.argv) <= 2:
            subprocess.run([scree, "run", os.path.join(root, "examples", "wear_chute.yaml"), "--out", chute, "--quiet"], check=True)
        draw_chute(chute)


main()
