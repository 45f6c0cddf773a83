#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/convex_validation.svg from the cases convex_* and ellipsoid_of_spheres of verify/cases/convex.py, which it runs first.

    scripts/plot_convex.py [SCREE]       Needs python3-matplotlib; some five minutes."""
import math
import os
import sys

root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(root, "verify"), os.path.join(root, "verify", "cases")]
import convex
from case import cases
from scene import Scene

import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot

scree = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(root, "build", "release", "scree")
pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "scree", "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd",
                        "font.size": 9})
BLUE, RED, GREEN = "#0072b2", "#d55e00", "#009e73"


def scene(name):
    return Scene(cases[name], os.path.join(root, "build", "verify", name), scree, 1)


figure, ((a, b), (c, d)) = pyplot.subplots(2, 2, figsize=(9.4, 7.2), layout="constrained")

place = scene("convex_impact")
for e, mark in ((1.0, "o"), (0.5, "s")):
    off = [convex.impact(place, k, e, f"e{e}_{k:g}") for k in convex.STIFFNESSES]
    a.loglog(convex.STIFFNESSES, [v for v, _ in off], mark, color=BLUE, label=f"velocities, e = {e:g}")
    a.loglog(convex.STIFFNESSES, [w for _, w in off], mark, color=RED, label=f"spins, e = {e:g}")
a.loglog(convex.STIFFNESSES, [1e-3 * math.sqrt(convex.STIFFNESSES[0] / k) for k in convex.STIFFNESSES], color="#888888", label="first order in the overlap")
a.set(xlabel="stiffness [N/m]", ylabel="error over the speed")
a.set_title("Two ellipsoids hit: rigid bodies", loc="left", weight="bold")
a.legend()

impacts, times, energy, rotational = convex.gas(scene("convex_gas"))
b.plot(times[::40], [1e6 * (e / energy[0] - 1) for e in energy[::40]], color=BLUE, linewidth=0.6, label="energy less that at the start, 1e-6 of it")
b.set(xlabel="time [s]")
b.set_title(f"{impacts:.0f} elastic impacts", loc="left", weight="bold")
b.legend()

place = scene("ellipsoid_of_spheres")
whole = convex.fall(place, "{ellipsoid: [0.02, 0.01, 0.01]}", 1.0, "whole")[1]
off = [abs(convex.fall(place, convex.ellipsoid_of_spheres(n), 1.0, f"spheres{n}")[1] - whole) for n in convex.ON_AXIS]
c.loglog(convex.ON_AXIS, off, "o", color=BLUE)
c.set(xlabel="spheres of the clump", ylabel="spin less that of the convex body, of v/a")
c.set_title("An ellipsoid made of spheres hits a plane", loc="left", weight="bold")

place = scene("convex_packing")
for (name, half, expected, _), colour in zip(convex.PACKINGS, (BLUE, RED)):
    points = convex.packing(place, half, name.replace(" ", "").replace(":", "_"))
    d.plot([p for p, *_ in points], [phi for _, phi, *_ in points], "o-", color=colour, label=f"{name}, {expected} published")
    d.plot([0], [expected], "x", color=colour)
d.set(xlabel="p d/k", ylabel="solid fraction")
d.set_title("Random packings", loc="left", weight="bold")
d.legend()

figure.savefig(os.path.join(root, "docs", "pictures", "convex_validation.svg"), metadata={"Date": None})
