#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/coarse_graining.svg: the flow out of a hopper, and a drum, over the factor of coarse-graining, as `./dev verify coarse_hopper
coarse_drum` leaves them in build/verify (or another folder, the argument). Needs python3-matplotlib."""
import os
import sys

root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(root, "verify"), os.path.join(root, "verify", "cases")]
from coarse import FACTORS, beverloo, mean
from outputs import Run

import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot

folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, "build", "verify")
pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "scree", "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd"})
figure, axes = pyplot.subplots(1, 3, figsize=(11, 3.8))
colours = ("#0072b2", "#d55e00", "#009e73")
flow = {}
for k, colour in zip(FACTORS, colours):
    run = Run(os.path.join(folder, "coarse_hopper", f"hopper{k}"), "", "")
    time, out = run.column("time"), run.column("out mass")
    axes[0].plot(time, [1e3 * m for m in out], color=colour, label=f"k = {k}")
    first, last = (min(range(len(time)), key=lambda i: abs(time[i] - t)) for t in (0.2, 0.3))
    flow[k] = (out[last] - out[first]) / (time[last] - time[first])
axes[0].set(xlabel="time [s]", ylabel="mass out of the hopper [g]", xlim=(0.12, 0.35))
axes[0].legend()
line = [1 + 0.05 * i for i in range(41)]
axes[1].plot(line, [beverloo(k) for k in line], "--", color="#555555", label="Beverloo, (D - 1.4 k d)^2.5")
axes[1].plot(FACTORS, [flow[k] / flow[1] for k in FACTORS], "o", color="#0072b2", label="hopper")
axes[1].set(xlabel="factor k", ylabel="flow over that of the grains", ylim=(0, 1.1))
axes[1].legend()
for k, colour in zip(FACTORS, colours):
    run = Run(os.path.join(folder, "coarse_drum", f"drum{k}"), "", "")
    axes[2].plot(run.column("time"), [1e3 * t for t in run.column("mill drum_torque")], color=colour, linewidth=0.8,
                 label=f"k = {k}, mean {1e3 * mean(run.column('mill drum_torque', 0.6)):.2f}")
axes[2].set(xlabel="time [s]", ylabel="torque of the drum [mN m]")
axes[2].legend()
figure.tight_layout()
figure.savefig(os.path.join(root, "docs", "pictures", "coarse_graining.svg"), metadata={"Date": None})
