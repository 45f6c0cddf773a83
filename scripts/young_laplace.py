#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes src/laws/liquid/young_laplace_table.h: pendular bridges between equal spheres by the equation of Young and Laplace.

Lengths are in units of the radius R, forces in gamma R. The surface of a bridge has a constant mean curvature p / 2. With y(s) the distance
from the axis and phi the inclination along the meridian, y cos(phi) - p y^2 / 2 = C is constant and the pull is F = 2 pi C. From this
y^2 = y0^2 + (2 (1 - p C) - p^2 y0^2) (1 - cos(p s)) / p^2 in closed form, so gap and volume are smooth integrals over the arc length s.
A bridge of a given volume is followed from touch on with falling C until its gap is largest, where it ruptures.

Its potential is fitted for each volume and angle, with the weight 1 / F, by
  U(S) = a1 (S + e - q) + e (a2 z + ... + a7 z^6) + S_r (a8 (1 - y^3) + a9 (1 - y^4) + a10 (1 - y^5) + a11 (1 - y^7)),
e^2 = 3.92 V / pi, q = sqrt(S^2 + e^2), z = S / q, y = sqrt(1 - S / S_r); the pull is its derivative, which has the square root with which it ends.

  young_laplace.py          writes the table
  young_laplace.py --show   prints pull and work of some bridges, and the largest error of the fit
"""
import math
import os
import sys

TERMS, ROOTS, WIDTH = 6, (3, 4, 5, 7), 1.4
VOLUMES = [1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 2.5e-2, 5e-2]
ANGLES = [0, 10, 20, 30, 40, 50, 60]
TARGET = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src/laws/liquid/young_laplace_table.h")


def gauss(n):
    """Points and weights of Gauss and Legendre on 0 .. 1."""
    points = []
    for i in range(n):
        x = math.cos(math.pi * (i + 0.75) / (n + 0.5))
        for _ in range(50):
            before, value = 1.0, x
            for k in range(2, n + 1):
                before, value = value, ((2 * k - 1) * x * value - (k - 1) * before) / k
            slope = n * (x * value - before) / (x * x - 1)
            x -= value / slope
        points.append((0.5 * (x + 1), 1 / ((1 - x * x) * slope * slope)))
    return points


POINTS = gauss(24)


def shape(angle, filling, c):
    """(gap, volume) of the bridge with this contact angle, filling angle and constant C; None: there is none."""
    phi, y = math.pi / 2 - angle - filling, math.sin(filling)
    p = 2 * (y * math.cos(phi) - c) / (y * y)
    root = 1 - 2 * p * c
    if root <= 0 or (phi < 0 and p <= 0):
        return None
    y0 = 2 * c / (1 + math.sqrt(root)) if phi >= 0 else (1 + math.sqrt(root)) / p
    k = 2 * (1 - p * c) - p * p * y0 * y0
    q = (y * y - y0 * y0) / k if k else -1
    half = p * p * q / 2
    if q < 0 or half > 1:
        return None
    half = math.sqrt(half)
    length = math.sqrt(2 * q) * (math.asin(half) / half if half > 1e-6 else 1)
    x = v = 0.0
    for point, weight in POINTS:
        s = length * point
        turn = 0.5 * p * s
        sine = s * (math.sin(turn) / turn if abs(turn) > 1e-6 else 1)
        square = y0 * y0 + 0.5 * k * sine * sine
        cosine = (c + 0.5 * p * square) / math.sqrt(square)
        x += length * weight * cosine
        v += length * weight * math.pi * square * cosine
    cap = 1 - math.cos(filling)
    return 2 * (x - cap), 2 * (v - math.pi * cap * cap * (3 - cap) / 3)


def bisect(f, low, high):
    """A place where f changes its sign; it is positive at low."""
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return 0.5 * (low + high)


def at_touch(angle, volume):
    """(filling angle, C) of the bridge of this volume between spheres that touch."""
    def constant(filling):
        wide = None
        for i in range(400):
            c = 1e-4 * 5e5 ** (i / 399)
            found = shape(angle, filling, c)
            if found and found[0] > 0:
                wide = c
            elif found and wide:
                return bisect(lambda c: (shape(angle, filling, c) or (-1,))[0], wide, c)
        raise ValueError(f"no bridge at {angle}, {volume}")

    def lack(filling):
        return volume - shape(angle, filling, constant(filling))[1]
    low = 0.5 * volume ** 0.25
    while lack(low) < 0:
        low *= 0.8
    high = low
    while lack(high) > 0:
        high *= 1.1
    filling = bisect(lack, low, high)
    return filling, constant(filling)


def secant(lack, at):
    """A zero of `lack` near `at`; None: not found."""
    other, was = at * 1.00001, lack(at)
    for _ in range(60):
        now = lack(other)
        if was is None or now is None:
            return None
        if now == was or abs(now) < 1e-14:
            break
        step = other - now * (other - at) / (now - was)
        at, was, other = other, now, min(max(step, 0.9 * other), 1.1 * other)
    return other


def excess(angle, volume, filling, c):
    """By how much of it the volume is too large; None: there is no bridge."""
    found = shape(angle, filling, c)
    return found and found[1] / volume - 1


def branch(angle, volume):
    """Points (gap, pull) from touch to rupture."""
    filling, c = at_touch(angle, volume)
    points, ratio = [(0.0, 2 * math.pi * c)], 0.97
    while True:  # large bridges with large angles first pull more
        before, filling, c = (filling, c), 0.99 * filling, secant(lambda c: excess(angle, volume, 0.99 * filling, c), c)
        if c < before[1]:
            filling, c = before
            break
        points.append((shape(angle, filling, c)[0], 2 * math.pi * c))
    while 1 - ratio > 1e-6:
        tried = secant(lambda filling: excess(angle, volume, filling, c * ratio), filling)
        found = tried and shape(angle, tried, c * ratio)
        if not found or abs(found[1] / volume - 1) > 1e-9 or abs(tried / filling - 1) > 0.2 or found[0] < points[-1][0]:
            ratio = 1 - (1 - ratio) / 2
            continue
        c, filling = c * ratio, tried
        points.append((found[0], 2 * math.pi * c))
    at = len(points) - 1  # near its largest value the gap is a parabola of the pull
    while points[-1][0] - points[at][0] < 1e-4 * points[-1][0]:
        at -= 1
    (s0, f0), (s1, f1), (s2, f2) = points[at - 1], points[at], points[-1]
    slope = (s1 - s0) / (f1 - f0)
    bend = ((s2 - s1) / (f2 - f1) - slope) / (f2 - f0)
    least = 0.5 * (f0 + f1) - slope / (2 * bend)
    rupture = s0 + slope * (least - f0) + bend * (least - f0) * (least - f1)
    return [point for point in points if point[1] > 1.002 * least and point[0] < rupture] + [(rupture, least)]


def terms(gap, rupture, volume):
    """(derivatives, values) of the terms of the potential."""
    e = WIDTH * math.sqrt(2 * volume / math.pi)
    q = math.sqrt(gap * gap + e * e)
    z, y = gap / q, math.sqrt(max(0.0, 1 - gap / rupture))
    fall = (1 - z * z) ** 1.5
    slopes, values = [1 - z], [gap + e - q]
    for k in range(1, TERMS + 1):
        slopes.append(k * z ** (k - 1) * fall)
        values.append(e * z ** k)
    for m in ROOTS:
        slopes.append(0.5 * m * y ** (m - 2))
        values.append(rupture * (1 - y ** m))
    return slopes, values


def least_squares(rows, right):
    """By the orthogonalisation of Gram and Schmidt."""
    n = len(rows[0])
    columns = [[row[j] for row in rows] for j in range(n)] + [list(right)]
    r = [[0.0] * (n + 1) for _ in range(n)]
    for j in range(n):
        r[j][j] = math.sqrt(sum(x * x for x in columns[j]))
        unit = [x / r[j][j] for x in columns[j]]
        for k in range(j + 1, n + 1):
            r[j][k] = sum(map(lambda a, b: a * b, unit, columns[k]))
            columns[k] = [a - r[j][k] * b for a, b in zip(columns[k], unit)]
    x = [0.0] * n
    for j in reversed(range(n)):
        x[j] = (r[j][n] - sum(r[j][k] * x[k] for k in range(j + 1, n))) / r[j][j]
    return x


def fit(points, volume):
    """Coefficients, and the largest relative error of the pull up to 0.99 of the gap at rupture."""
    rupture = points[-1][0]
    rows = [[slope / pull for slope in terms(gap, rupture, volume)[0]] for gap, pull in points]
    a = least_squares(rows, [1.0] * len(rows))
    error = max(abs(sum(x * y for x, y in zip(row, a)) - 1) for row, point in zip(rows, points) if point[0] <= 0.99 * rupture)
    return a, error


def pull_at(points, gap):
    """The pull at a gap, by a cubic through four points."""
    k = max(1, min(len(points) - 3, next(i for i, p in enumerate(points) if p[0] >= gap) - 1))
    near, total = points[k - 1:k + 3], 0.0
    for i, (si, fi) in enumerate(near):
        weight = fi
        for j, (sj, _) in enumerate(near):
            weight *= (gap - sj) / (si - sj) if j != i else 1
        total += weight
    return total


def show():
    for volume, degrees in ((1e-4, 30), (1e-3, 30), (1e-2, 30), (5e-2, 30), (1e-4, 60), (1e-3, 60), (1e-2, 60)):
        angle = math.radians(degrees)
        points = branch(angle, volume)
        a, error = fit(points, volume)
        lian = (1 + angle / 2) * volume ** (1 / 3)
        work = sum(x * y for x, y in zip(a, terms(points[-1][0], points[-1][0], volume)[1]))
        print(f"{volume:g} {degrees} touch {points[0][1]:.5g}", *(f"{f}: {pull_at(points, f * lian):.5g}" for f in (1e-4, 0.1, 0.5, 0.9)),
              f"rupture {points[-1][0]:.5f} work {work:.5f} error {error:.1e}")


def main():
    if "--show" in sys.argv:
        show()
        return
    rows = []
    worst = 0.0
    for degrees in ANGLES:
        for volume in VOLUMES:
            points = branch(math.radians(degrees), volume)
            a, error = fit(points, volume)
            worst = max(worst, error)
            numbers = [points[-1][0] / volume ** (1 / 3)] + a
            rows.append("    {" + ", ".join(f"{x:.8g}" for x in numbers) + f"}}, // {degrees} deg, {volume:g}")
    with open(TARGET, "w") as f:
        f.write("// SPDX-License-Identifier: BSD-3-Clause\n"
                "// Written by scripts/young_laplace.py, which says what the columns are: gap at rupture over V^(1/3), then a1 .. a11. One row per contact\n"
                f"// angle and volume. The pull of a row is within {worst:.1e} of the solution up to 0.99 of the gap at rupture.\n"
                "#pragma once\n\n// clang-format off\n"
                f"enum {{ SCREE_YOUNG_LAPLACE_ANGLES = {len(ANGLES)}, SCREE_YOUNG_LAPLACE_VOLUMES = {len(VOLUMES)}, SCREE_YOUNG_LAPLACE_COLUMNS = {2 + TERMS + len(ROOTS)} }};\n"
                f"static const double scree_young_laplace_angle = {ANGLES[1]}.0; // deg, between two rows\n"
                "static const double scree_young_laplace_volume[] = {" + ", ".join(f"{v:g}" for v in VOLUMES) + "};\n"
                "static const double scree_young_laplace_rows[][SCREE_YOUNG_LAPLACE_COLUMNS] = {\n" + "\n".join(rows) + "\n};\n// clang-format on\n")
    print(f"largest error of a row {worst:.1e}")


if __name__ == "__main__":
    main()
