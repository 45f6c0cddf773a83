#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/silo_published.svg: particles left over time, scree beside the published series.

Reads docs/validation/dosta_case1.csv (published) and docs/validation/silo_*.csv (ours, by scripts/validate_silo.sh)."""
import csv
import os

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
docs = os.path.join(root, "docs", "validation")
W, H, LEFT, TOP, RIGHT, BOTTOM = 760, 470, 80, 84, 24, 56
T_MAX, N_MAX = 5.0, 100000.0


def rows(name):
    with open(os.path.join(docs, name), newline="") as f:
        return list(csv.reader(f))[1:]


def x(t):
    return LEFT + (W - LEFT - RIGHT) * t / T_MAX


def y(n):
    return H - BOTTOM - (H - TOP - BOTTOM) * n / N_MAX


def line(points, colour, extra=""):
    path = " ".join(f"{x(t):.1f},{y(n):.1f}" for t, n in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" {extra}/>'


def dots(points, colour):
    return "".join(f'<circle cx="{x(t):.1f}" cy="{y(n):.1f}" r="3.5" fill="none" stroke="{colour}" stroke-width="1.5"/>'
                   for t, n in points)


def text(px, py, words, anchor="start", size=13, extra=""):
    return f'<text x="{px:.1f}" y="{py:.1f}" text-anchor="{anchor}" font-size="{size}" {extra}>{words}</text>'


published = [[float(c) for c in r] for r in rows("dosta_case1.csv")]
out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {W} {H}" font-family="sans-serif" fill="#333">',
       f'<rect width="{W}" height="{H}" fill="white"/>',
       text(20, 28, "Silo discharge, particles left", size=17, extra='font-weight="bold"')]
legend = [("LIGGGHTS, published", "#d55e00", "dots"), ("MUSEN, published", "#009e73", "dots"), ("scree", "#0072b2", "line")]
px = 20
for name, colour, kind in legend:
    mark = f'<circle cx="{px + 8}" cy="50" r="3.5" fill="none" stroke="{colour}" stroke-width="1.5"/>' if kind == "dots" else \
        f'<path d="M{px} 50h18" stroke="{colour}" stroke-width="2"/>'
    out += [mark, text(px + 24, 54, name)]
    px += 44 + 8 * len(name)
for k in range(6):
    out.append(f'<path d="M{x(k):.1f} {TOP}V{H - BOTTOM}" stroke="#ddd"/>' + text(x(k), H - BOTTOM + 20, k, "middle"))
for k in range(0, 100001, 20000):
    out.append(f'<path d="M{LEFT} {y(k):.1f}H{W - RIGHT}" stroke="#ddd"/>' + text(LEFT - 8, y(k) + 4, k, "end"))
out += [text((LEFT + W - RIGHT) / 2, H - 12, "time since the gate opened [s]", "middle"),
        dots([(r[0], r[1]) for r in published], "#d55e00"), dots([(r[0], r[2]) for r in published], "#009e73"),
        dots([(r[0], r[3]) for r in published], "#009e73")]
for name in ("silo_large.csv", "silo_small_orifice.csv"):
    if os.path.exists(os.path.join(docs, name)):
        ours = [[float(c) for c in r] for r in rows(name)]
        filled = ours[0][1]  # fewer particles start lower: shown as N_MAX minus those that left
        out.append(line([(t, N_MAX - (filled - n)) for t, n in ours], "#0072b2"))
out += [text(x(1.0), y(40000), "orifice 60 mm", size=12), text(x(3.1), y(80000), "orifice 40 mm", size=12), "</svg>"]
with open(os.path.join(root, "docs", "pictures", "silo_published.svg"), "w") as f:
    f.write("\n".join(out) + "\n")
