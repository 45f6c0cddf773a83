#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/force_fields_validation.svg: settling speeds by law, two charges that fly apart, forces of two magnetic moments.

    scripts/plot_force_fields.py [SCREE]

Needs python3-matplotlib. Half a minute."""
import math
import os
import sys
import tempfile

root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(root, "verify"), os.path.join(root, "verify", "cases")]
import force_fields as fields
from case import Case
from scene import Scene

import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot

scree = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(root, "build", "release", "scree")
pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "scree", "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd"})
COLOURS = {"stokes": "#0072b2", "schiller_naumann": "#d55e00", "dallavalle": "#009e73", "di_felice": "#e69f00"}


def draw_settling(axes, s):
    sizes = [10**(k / 20) * 1e-5 for k in range(0, 60)]
    for law, colour in COLOURS.items():
        porosity = 0.6 if law == "di_felice" else 1.0
        axes.loglog([d * 1e3 for d in sizes], [fields.terminal(law, d, porosity) for d in sizes], color=colour, linewidth=1)
        got = []
        for d in (2e-5, 1e-4, 5e-4, 2e-3, 8e-3):
            end = 30 * min(fields.RHO_S * d**2 / (18 * fields.MU), 0.2 * d**0.5 + 1e-3)
            text = fields.grains("[[0, 0, 0]]", d, f"fluid: {{density: {fields.RHO}, viscosity: {fields.MU}, drag: {law}, porosity: {porosity}}}", end=end,
                                 dt=end / 20000, gravity=f"[0, 0, {-fields.G}]")
            got.append((d * 1e3, -s.run(text, name=f"{law}{d * 1e6:.0f}").column("a vz")[-1]))
        axes.plot(*zip(*(g for g in got if law != "stokes" or g[0] < 1)), "o", color=colour, markersize=4, label=law + (", porosity 0.6" if porosity < 1 else ""))
    axes.set(xlabel="diameter [mm]", ylabel="speed [m/s]", ylim=(1e-4, 3))
    axes.set_title("Settling in water, and the balance of forces", loc="left", fontsize=10)
    axes.legend(fontsize=8)


def draw_charges(axes, s):
    q, r0, far, d, k = 1e-10, 4e-3, 30e-3, 1e-3, 1 / (4 * math.pi * fields.EPS0)
    m = fields.RHO_S * math.pi / 6 * d**3
    energy = lambda r: k * q * q * (1 / r - 1 / far + (r - far) / far**2) if r < far else 0.0
    text = fields.grains(f"[[0, 0, 0], [{r0!r}, 0, 0]]", d, f"electric: {{range: {far!r}, charges: [{{material: m, charge: {q!r} C}}]}}", end=0.15, dt=1e-4,
                         every=0.005, tracks=", b: {id: 2}")
    run = s.run(text, name="charges")
    r = [b - a for a, b in zip(run.column("a x"), run.column("b x"))]
    v = [(b - a) / 2 for a, b in zip(run.column("a vx"), run.column("b vx"))]
    line = [r0 + (r[-1] - r0) * n / 200 for n in range(201)]
    axes.plot([x * 1e3 for x in line], [math.sqrt(max(0.0, energy(r0) - energy(x)) / m) for x in line], color="#0072b2", linewidth=1, label="energy")
    axes.plot([x * 1e3 for x in r], v, "o", color="#0072b2", markersize=3, label="scree")
    axes.axvline(far * 1e3, color="#888888", linewidth=0.8, linestyle="--")
    axes.text(far * 1e3, 0.02, " range", fontsize=8)
    axes.set(xlabel="distance [mm]", ylabel="speed of each [m/s]")
    axes.set_title("Two charges of 0.1 nC that fly apart", loc="left", fontsize=10)
    axes.legend(fontsize=8, loc="lower center")


def draw_moments(axes, s):
    chi, h, d, far = 4.0, 2e5, 1e-3, 6e-3
    moment = math.pi / 6 * d**3 * 3 * chi / (3 + chi) * h
    slope = lambda r: -3 / r**4 + 3 / far**4
    for angle, colour in ((0, "#0072b2"), (54.7356103172, "#009e73"), (90, "#d55e00")):
        g = 1 - 3 * math.cos(math.radians(angle))**2
        line = [1e-3 + 6e-3 * n / 200 for n in range(201)]
        axes.plot([r * 1e3 for r in line], [-fields.MU0 / (4 * math.pi) * moment**2 * g * (slope(r) if r < far else 0) * 1e3 for r in line], color=colour, linewidth=1)
        got = []
        for n in range(1, 13):
            r = 1e-3 + 0.5e-3 * n
            c, e = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            text = fields.grains(f"[[0, 0, 0], [{r!r}, 0, 0]]", d, f"magnetic: {{field: [{h * c!r}, {h * e!r}, 0], range: {far!r}, materials: [{{material: m, susceptibility: {chi!r}}}]}}",
                                 end=1e-6, dt=1e-6)
            got.append((r * 1e3, -s.run(text, name=f"m{angle:.0f}_{n}").column("a fx")[0] * 1e3))
        axes.plot(*zip(*got), "o", color=colour, markersize=4, label=f"field at {angle:.0f} deg")
    axes.set(xlabel="distance [mm]", ylabel="force apart [mN]")
    axes.set_title("Two magnetised spheres of 1 mm, range 6 mm", loc="left", fontsize=10)
    axes.legend(fontsize=8)


with tempfile.TemporaryDirectory() as folder:
    figure, axes = pyplot.subplots(1, 3, figsize=(13, 4))
    for draw, part in zip((draw_settling, draw_charges, draw_moments), axes):
        draw(part, Scene(Case("figure", "", None, "quick", ("", "")), os.path.join(folder, draw.__name__), scree, 1))
    figure.tight_layout()
    figure.savefig(os.path.join(root, "docs", "pictures", "force_fields_validation.svg"), metadata={"Date": None})
