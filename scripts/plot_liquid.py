#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/liquid_bridges.svg: the pull of each law of liquid bridges over the gap, beside the solution of the equation of Young and Laplace
(scripts/young_laplace.py)."""
import csv
import math
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCREE = os.environ.get("SCREE", os.path.join(ROOT, "build/release/scree"))
LAWS = {"young_laplace": "#000000", "willett": "#0072b2", "rabinovich": "#d55e00", "lambert": "#e69f00", "mikami": "#009e73"}
WIDTH, HEIGHT, LEFT, BOTTOM = 420, 300, 52, 40
CASES = ((1e-3, 30), (1e-2, 30), (1e-3, 60))
R = 1e-3

sys.path.insert(0, os.path.join(ROOT, "scripts"))
from young_laplace import branch  # noqa: E402


def curve(law, v, angle, gaps):
    with tempfile.TemporaryDirectory() as folder:
        case, path = os.path.join(folder, "case.yaml"), os.path.join(folder, "path.csv")
        with open(case, "w") as f:
            f.write("materials: {m: {density: 2500, young: 10 MPa, poisson: 0.3}}\n"
                    f"contacts: {{between: any, restitution: 1, tangential: none, liquid: {{law: {law}, surface_tension: 1, contact_angle: {angle} deg}}}}\n"
                    f"lab: {{a: {{material: m, radius: 1 mm}}, b: {{material: m, radius: 1 mm}}, bonded: 0 mm, volume: {v * R**3!r}}}\n")
        with open(path, "w") as f:
            f.write("t,overlap\n" + "".join(f"{k},{-gap * R!r}\n" for k, gap in enumerate(gaps)))
        text = subprocess.run([SCREE, "law", "drive", case, "--path", path], check=True, capture_output=True, text=True).stdout
    rows = [row for row in csv.reader(text.splitlines()) if row and not row[0].startswith("#")]
    at = next(k for k, head in enumerate(rows[0]) if head.split(" [")[0] == "fn")
    return [-float(row[at]) / R for row in rows[1:]]


def panel(x0, v, angle):
    points = branch(math.radians(angle), v)
    end = 1.25 * points[-1][0]

    def place(gap, pull):
        return f"{x0 + LEFT + (WIDTH - LEFT - 15) * gap / end:.1f},{HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 30) * pull / 6.5:.1f}"
    out = [f'<text x="{x0 + LEFT}" y="18" font-weight="bold">V = {v:g} R³, {angle}°</text>',
           f'<polyline points="{place(0, 6.5)} {place(0, 0)} {place(end, 0)}" fill="none" stroke="#444"/>']
    for k in range(1, 7):
        x, y = place(0, k).split(",")
        out.append(f'<line x1="{x}" y1="{y}" x2="{float(x) - 4}" y2="{y}" stroke="#444"/><text x="{float(x) - 7}" y="{float(y) + 4}" text-anchor="end">{k}</text>')
    step = 0.05 if end > 0.12 else 0.02
    for k in range(1, int(end / step) + 1):
        x, y = place(k * step, 0).split(",")
        out.append(f'<line x1="{x}" y1="{y}" x2="{x}" y2="{float(y) + 4}" stroke="#444"/><text x="{x}" y="{float(y) + 16}" text-anchor="middle">{k * step:.2f}</text>')
    out.append(f'<text x="{x0 + WIDTH / 2 + 20}" y="{HEIGHT - 6}" text-anchor="middle">gap [R]</text>')
    out.append(f'<text x="{x0 + 14}" y="{HEIGHT / 2}" transform="rotate(-90 {x0 + 14} {HEIGHT / 2})" text-anchor="middle">pull [γR]</text>')
    gaps = [end * k / 300 for k in range(301)]
    for law, colour in LAWS.items():
        pulls = curve(law, v, angle, gaps)
        out.append(f'<polyline points="{" ".join(place(g, f) for g, f in zip(gaps, pulls))}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    for gap, pull in points[::6] + points[-1:]:
        x, y = place(gap, pull).split(",")
        out.append(f'<circle cx="{x}" cy="{y}" r="3" fill="none" stroke="#000"/>')
    return out


def main():
    width = WIDTH * len(CASES)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT + 26}" viewBox="0 0 {width} {HEIGHT + 26}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{HEIGHT + 26}" fill="#fff"/>']
    for k, (v, angle) in enumerate(CASES):
        out += panel(k * WIDTH, v, angle)
    for k, (law, colour) in enumerate(LAWS.items()):
        x = LEFT + 170 * k
        out.append(f'<line x1="{x}" y1="{HEIGHT + 12}" x2="{x + 24}" y2="{HEIGHT + 12}" stroke="{colour}" stroke-width="2"/><text x="{x + 30}" y="{HEIGHT + 16}">{law}</text>')
    x = LEFT + 170 * len(LAWS)
    out.append(f'<circle cx="{x + 12}" cy="{HEIGHT + 12}" r="3" fill="none" stroke="#000"/><text x="{x + 30}" y="{HEIGHT + 16}">Young-Laplace equation</text></svg>')
    with open(os.path.join(ROOT, "docs/pictures/liquid_bridges.svg"), "w") as f:
        f.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
