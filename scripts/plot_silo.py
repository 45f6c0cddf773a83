#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/silo_published.svg: particles left over time, scree beside the published series.

Reads docs/validation/dosta_case1.csv (published) and docs/validation/silo_*.csv (ours, by scripts/validate_silo.sh). Needs
matplotlib."""
import csv
import os

import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
docs = os.path.join(root, "docs", "validation")


def columns(name):
    with open(os.path.join(docs, name), newline="") as f:
        return list(zip(*([float(c) for c in row] for row in list(csv.reader(f))[1:])))


# Texts stay texts, and the same figures give the same file.
pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "scree", "axes.grid": True, "grid.color": "#dddddd"})
figure, axes = pyplot.subplots(figsize=(7.6, 4.7), layout="constrained")
t, liggghts, musen, musen_small = columns("dosta_case1.csv")
circle = {"linestyle": "none", "marker": "o", "markersize": 5, "fillstyle": "none"}
axes.plot(t, liggghts, color="#d55e00", label="LIGGGHTS, published", **circle)
axes.plot(t, musen, color="#009e73", label="MUSEN, published", **circle)
axes.plot(t, musen_small, color="#009e73", **circle)
for name, label in (("silo_large.csv", "scree"), ("silo_small_orifice.csv", None)):
    if os.path.exists(os.path.join(docs, name)):
        t, n = columns(name)
        # Fewer particles start lower: shown as the published number minus those that left.
        axes.plot(t, [liggghts[0] - (n[0] - left) for left in n], color="#0072b2", linewidth=2, label=label)
axes.text(1.0, 40000, "orifice 60 mm")
axes.text(3.1, 80000, "orifice 40 mm")
axes.set(xlabel="time since the gate opened [s]", ylabel="particles left", xlim=(0, 5), ylim=(0, None))
axes.set_title("Silo discharge, particles left", loc="left", weight="bold")
axes.legend()
figure.savefig(os.path.join(root, "docs", "pictures", "silo_published.svg"), metadata={"Date": None})
