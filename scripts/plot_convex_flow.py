#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/convex_flow.svg from the case ellipsoid_silo of verify/cases/convex_flow.py, which it runs first.

    scripts/plot_convex_flow.py [SCREE]       Needs python3-matplotlib; two minutes."""
import os
import sys

root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(root, "verify"), os.path.join(root, "verify", "cases")]
import convex_flow
from case import cases
from scene import Scene

import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot

pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "scree", "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd",
                        "font.size": 9})
BLUE, RED = "#0072b2", "#d55e00"


def scene(name):
    scree = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(root, "build", "release", "scree")
    return Scene(cases[name], os.path.join(root, "build", "verify", name), scree, 1)


def draw(rates):
    """rates: aspect -> (bodies per second, solid fraction)."""
    figure, axes = pyplot.subplots(figsize=(4.8, 3.4), layout="constrained")
    aspects = sorted(rates)
    axes.semilogx(aspects, [rates[q][0] / rates[1.0][0] for q in aspects], "o-", color=BLUE, label="scree")
    axes.semilogx([0.6], [1.15], "x", color=RED, label="published: about 15 % more at 0.6")
    axes.set(xlabel="length along the axis of symmetry over that across it", ylabel="flow over that of spheres", xticks=aspects,
             xticklabels=[f"{q:g}" for q in aspects])
    axes.minorticks_off()
    axes.set_title("Out of a silo with a flat bottom", loc="left", weight="bold")
    axes.legend()
    figure.savefig(os.path.join(root, "docs", "pictures", "convex_flow.svg"), metadata={"Date": None})
    return figure


if __name__ == "__main__":
    silo = scene("ellipsoid_silo")
    draw({q: convex_flow.silo(silo, convex_flow.ellipsoid(q), f"aspect{q}") for q in convex_flow.ASPECTS})
