#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/wet_column.svg: what is left of columns of wet beads, and how far they run out, as `./dev verify liquid_column` leaves them in
build/verify (or another folder, the argument). Needs python3-matplotlib."""
import os
import sys

root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(root, "verify"), os.path.join(root, "verify", "cases")]
from liquid import BY_MOISTURE, BY_TENSION, COLUMN, collapse_name, front
from outputs import Run

import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot

folder = os.path.join(sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, "build", "verify"), "liquid_column")
pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "scree", "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd"})
figure, axes = pyplot.subplots(1, 3, figsize=(12, 3.6), width_ratios=(2, 1, 1))
BIN = 0.003  # m


def frame_of(name, k=-1):
    return Run(os.path.join(folder, name), "", "").frame(k)


def outline(frame):
    top = {}
    for at, r in zip(frame["Points"], frame["radius"]):
        k = int(at[0] / BIN)
        top[k] = max(top.get(k, 0.0), at[2] + r)
    return [1e3 * BIN * (k + 0.5) for k in sorted(top)], [1e3 * top[k] for k in sorted(top)]


def runout(tension, moisture):
    return (front(frame_of(collapse_name(tension, moisture))) - COLUMN) / COLUMN


axes[0].plot(*outline(frame_of("column")), "--", color="#555555", label="before")
for (tension, moisture), colour in zip(BY_MOISTURE, ("#e69f00", "#d55e00", "#0072b2", "#000000")):
    axes[0].plot(*outline(frame_of(collapse_name(tension, moisture))), color=colour, label=f"{100 * moisture:g} % of water" if moisture else "dry")
axes[0].set(xlabel="distance from the wall [mm]", ylabel="height [mm]", xlim=(0, 150), ylim=(0, None))
axes[0].legend()
axes[1].plot([100 * m for _, m in BY_MOISTURE], [runout(*p) for p in BY_MOISTURE], "o-", color="#0072b2")
axes[1].set(xlabel="moisture [%], 0.073 N/m", ylabel="run-out over length of the column", ylim=(0, 2.6))
axes[2].plot([1e3 * t if m else 0.0 for t, m in BY_TENSION], [runout(*p) for p in BY_TENSION], "o-", color="#d55e00")
axes[2].set(xlabel="surface tension [mN/m], 1 % (0: dry)", ylim=(0, 2.6))
figure.tight_layout()
figure.savefig(os.path.join(root, "docs", "pictures", "wet_column.svg"), metadata={"Date": None})
