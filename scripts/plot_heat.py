#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/heat_validation.svg (a chain between two walls, a bed beside LIGGGHTS, a sheared bed that warms) and
docs/pictures/heat_drum.svg (examples/heat_drum.yaml: a slice of the drum, temperatures over time).

    scripts/plot_heat.py SCREE [DRUM]       DRUM: the folder of a run of examples/heat_drum.yaml; run anew if not given

Needs python3-matplotlib; LIGGGHTS is run where it is installed, else its three recorded values are shown. About two minutes."""
import csv
import glob
import math
import os
import subprocess
import sys
import tempfile

root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(root, "verify"), os.path.join(root, "verify", "cases")]
import heat
import heat_liggghts
from case import Case
from outputs import read_csv, read_vtp
from scene import Scene

import matplotlib
matplotlib.use("svg")
from matplotlib import collections, patches, pyplot

scree = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(root, "build", "release", "scree")
pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "scree", "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd"})
BLUE, RED, GREEN, ORANGE = "#0072b2", "#d55e00", "#009e73", "#e69f00"


def series_of(folder):
    with open(os.path.join(folder, "series.csv"), encoding="utf8") as f:
        return read_csv(f.read())


def draw_chain(axes, s):
    s.balls("balls.txt", heat.chain(), heat.WARM)
    run = s.run(heat.still(heat.FILE, 3000.0, 0.5, walls=heat.CHAIN_WALLS, every=10.0), name="chain")
    names = sorted(glob.glob(os.path.join(run.folder, "particles_*.csv")))
    for time, colour in ((20, BLUE), (100, GREEN), (300, ORANGE), (3000, RED)):
        t = heat.temperatures(run, [int(n[-16:-4]) for n in names].index(round(time / 0.5)))
        line = [heat.in_chain(j / 10, lambda rate: math.exp(-rate * time)) for j in range(111)]
        axes.plot([j / 10 for j in range(111)][5:106], line[5:106], color=colour, linewidth=1)
        axes.plot(range(1, 11), [t[j] for j in range(1, 11)], "o", color=colour, markersize=4, label=f"{time} s")
    axes.set(xlabel="ball", ylabel="temperature [K]")
    axes.set_title("Chain between 400 K and 300 K, and its series", loc="left", fontsize=10)
    axes.legend()


def draw_bed(axes, s):
    path = os.path.join(root, "examples", "peers", "liggghts", "heat_transfer_1.yaml")
    with open(path, encoding="utf8") as f:
        run = s.run(f.read(), name="bed", options=("--set", "output.vtk.every=10", "--set", "output.plot=false", "--set",
                                                   "output.csv={every: 10 s, fields: [id, position]}"))
    with open(os.path.join(run.folder, "particles_000000000000.csv"), encoding="utf8") as f:
        balls = {int(r["id [1]" if "id [1]" in r else "id"]): tuple(float(r[f"position_{a} [m]"]) for a in "xyz") for r in csv.DictReader(f)}
    other = heat_liggghts.bed_of_liggghts(s, balls) if heat_liggghts.has_liggghts() else heat_liggghts.BED_GIVEN
    axes.plot(run.series["time"], run.series["temperature_deviation"], color=BLUE, label="scree")
    axes.plot(list(other), [v[1] for v in other.values()], "o", color=RED, markersize=4, fillstyle="none", label="LIGGGHTS")
    axes.set(xlabel="time [s]", ylabel="standard deviation [K]", xlim=(0.4, 1.3), ylim=(0, None))
    axes.set_title("Half of a bed becomes 800 K hot", loc="left", fontsize=10)
    axes.legend()


def draw_sheared(axes, s):
    case = heat.case.__globals__["cases"]["heat_of_friction"]
    case.function(s)
    run = series_of(os.path.join(s.folder, "dt1e-05"))
    mechanical = [sum(v) for v in zip(*(run[name] for name in heat.STORED if name != "thermal"))]
    for name, values, colour in (("work of the floor", run["wall_work"], RED), ("thermal", run["thermal"], BLUE),
                                 ("kinetic, potential, stored", [v - mechanical[0] for v in mechanical], GREEN)):
        axes.plot(run["time"], [1e3 * v for v in values], color=colour, label=name)
    total = [t + m - mechanical[0] - w for t, m, w in zip(run["thermal"], mechanical, run["wall_work"])]
    axes.plot(run["time"], [1e3 * v for v in total], color="black", linestyle="--", label="sum less work")
    axes.set(xlabel="time [s]", ylabel="change of energy [mJ]", xlim=(0, 0.4))
    axes.set_title("A bed sheared by its floor, insulated", loc="left", fontsize=10)
    axes.legend()


def draw_drum(folder):
    run = series_of(folder)
    names = sorted(glob.glob(os.path.join(folder, "particles_*.vtp")))
    last = read_vtp(names[-1])
    figure, (slice_, curve) = pyplot.subplots(1, 2, figsize=(10, 4.4), layout="constrained")
    shown = sorted((p[1], p[0], p[2], r, t) for p, r, t in zip(last["Points"], last["radius"], last["temperature"]) if p[1] > 0.048)
    bodies = collections.PatchCollection([patches.Circle((1e3 * x, 1e3 * z), 1e3 * r) for _, x, z, r, _ in shown[::-1]], cmap="inferno", linewidth=0.3, edgecolor="white")
    bodies.set_array([t for *_, t in shown[::-1]])
    bodies.set_clim(300, 350)
    slice_.add_collection(bodies)
    slice_.add_patch(patches.Circle((0, 0), 80, fill=False, linewidth=2, edgecolor=RED))
    slice_.set(xlim=(-85, 85), ylim=(-85, 85), aspect="equal", xlabel="x [mm]", ylabel="z [mm]")
    slice_.set_title(f"Beads at the front end after {run['time'][-1]:.1f} s", loc="left", fontsize=10)
    figure.colorbar(bodies, ax=slice_, label="temperature [K]")
    t, mean, spread = run["time"], run["temperature"], run["temperature_deviation"]
    curve.fill_between(t, [m - d for m, d in zip(mean, spread)], [m + d for m, d in zip(mean, spread)], color=BLUE, alpha=0.2, linewidth=0, label="one standard deviation")
    curve.plot(t, mean, color=BLUE, label="mean")
    curve.plot(t, run["max_temperature"], color=RED, linewidth=1, label="hottest")
    curve.plot(t, run["min_temperature"], color=GREEN, linewidth=1, label="coldest")
    curve.set(xlabel="time [s]", ylabel="temperature [K]", xlim=(0, t[-1]), ylim=(298, 355))
    curve.set_title("Temperatures of the beads", loc="left", fontsize=10)
    curve.legend(loc="upper left", bbox_to_anchor=(0.3, 0.62))
    figure.savefig(os.path.join(root, "docs", "pictures", "heat_drum.svg"), metadata={"Date": None})


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Scene(Case("figures", "", None, "quick", ("", "")), os.path.join(folder, "figures"), scree, 1)
        figure, axes = pyplot.subplots(1, 3, figsize=(13, 4), layout="constrained")
        draw_chain(axes[0], s)
        draw_bed(axes[1], s)
        draw_sheared(axes[2], s)
        figure.savefig(os.path.join(root, "docs", "pictures", "heat_validation.svg"), metadata={"Date": None})
        drum = sys.argv[2] if len(sys.argv) > 2 else os.path.join(folder, "drum")
        if len(sys.argv) <= 2:
            subprocess.run([scree, "run", os.path.join(root, "examples", "heat_drum.yaml"), "--out", drum, "--quiet"], check=True)
        draw_drum(drum)


main()
