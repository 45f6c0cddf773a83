#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/cells_validation.svg from the cases cell_* of verify/cases/cells.py, which it runs first: jamming, mu(I), triaxial tests.

    scripts/plot_cell_cases.py [SCREE]       Needs python3-matplotlib; some three minutes."""
import math
import os
import sys

root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(root, "verify"), os.path.join(root, "verify", "cases")]
import cells
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

points = cells.jamming(scene("cell_jamming"))
critical = cells.critical_fraction(points)
excess = [phi - critical for _, phi, *_ in points]
line = [1e-4 * 10 ** (k / 20) for k in range(55)]
a.loglog(excess, [z - 6 for *_, z, _, _ in points], "o", color=BLUE, label="scree, Z - 6 without rattlers")
a.loglog(line, [8 * (x / critical) ** 0.58 for x in line], color=BLUE, label="8 (phi/phi_J - 1)^0.58")
a.loglog(excess, [p for p, *_ in points], "s", color=RED, label="scree, p d/k")
a.loglog(excess, [cells.pressure_law(phi, n, critical) for _, phi, n, *_ in points], color=RED, label="Göncü et al. 2010, with our contacts")
a.set(xlabel=f"phi - phi_J, phi_J = {critical:.4f}")
a.set_title("Frictionless spheres unloaded", loc="left", weight="bold")
a.legend()

points = cells.rheology(scene("cell_rheology"))
numbers = [1e-3 * 10 ** (k / 20) for k in range(64)]
b.semilogx([i for i, *_ in points], [mu for _, mu, *_ in points], "o", color=BLUE, label="scree, shear stress over pressure")
b.semilogx(numbers, [cells.chialvo(i) for i in numbers], color=BLUE, label="Chialvo et al. 2012")
b.semilogx([i for i, *_ in points], [phi for _, _, phi, _ in points], "s", color=RED, label="scree, solid fraction")
slow = [i for i in numbers if i < 0.4]
b.semilogx(slow, [0.587 - 0.2 * i for i in slow], color=RED, label="0.587 - 0.2 I")
b.set(xlabel="I", ylim=(0.25, 0.85))
b.set_title("Simple shear, friction 0.5", loc="left", weight="bold")
b.legend()

theirs, ours, q_theirs, q_ours = cells.triaxial_series(scene("cell_triaxial"))
percent = [100 * e for e in ours["cell_strain_zz"]], [100 * e for e in theirs["strain_z"]]
c.plot(percent[1], q_theirs, color=RED, label="YADE, q/p0")
c.plot(percent[0], q_ours, color=BLUE, linewidth=1, label="scree, q/p0")
c.plot(percent[1], [-20 * v for v in theirs["strain_volume"]], "--", color=RED, label="YADE, 20 x dilation")
c.plot(percent[0], [-20 * v for v in ours["cell_strain_volume"]], "--", color=BLUE, linewidth=1, label="scree, 20 x dilation")
c.set(xlabel="axial strain [%]")
c.set_title("Triaxial test from one packing", loc="left", weight="bold")
c.legend()

undrained, constant = cells.undrained_and_constant(scene("cell_undrained"))
for run, name, colour in ((undrained, "constant volume", BLUE), (constant, "constant mean stress", RED)):
    d.plot([p / 1e3 for p in run.column("cell_pressure", 0.0595)], [q / 1e3 for q in run.column("cell_deviator", 0.0595)], color=colour, linewidth=0.8, label=name)
d.set(xlabel="p [kPa]", ylabel="q [kPa]", xlim=(0, None), ylim=(0, None))
d.set_title("A loose packing", loc="left", weight="bold")
d.legend()

figure.savefig(os.path.join(root, "docs", "pictures", "cells_validation.svg"), metadata={"Date": None})
