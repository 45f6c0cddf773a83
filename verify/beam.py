# SPDX-License-Identifier: BSD-3-Clause
"""The shape of an elastic line that is clamped horizontally and hangs by its own weight: large angles, no extension."""
import math


def elastica(length, stiffness, weight, tip, parts=2000):
    """Points (x, z). stiffness: E I; weight: N/m; tip: N, a weight at its end. stiffness theta'' = -cos theta (weight (length - s) + tip)."""
    h = length / parts

    def slope(s, theta, bend):
        return (bend, -math.cos(theta) * (weight * (length - s) + tip) / stiffness, math.cos(theta), -math.sin(theta))

    def line(bend):
        """Curvature at the end and the points, for this curvature at the clamp: Runge and Kutta, order 4."""
        now, points = (0.0, bend, 0.0, 0.0), [(0.0, 0.0)]
        for k in range(parts):
            a = slope(k * h, *now[:2])
            b = slope((k + 0.5) * h, now[0] + h / 2 * a[0], now[1] + h / 2 * a[1])
            c = slope((k + 0.5) * h, now[0] + h / 2 * b[0], now[1] + h / 2 * b[1])
            d = slope((k + 1) * h, now[0] + h * c[0], now[1] + h * c[1])
            now = tuple(v + h / 6 * (p + 2 * q + 2 * r + u) for v, p, q, r, u in zip(now, a, b, c, d))
            points.append(now[2:])
        return now[1], points

    low, high = 0.0, (weight * length / 2 + tip) * length / stiffness
    for _ in range(48):
        middle = (low + high) / 2
        low, high = (middle, high) if line(middle)[0] < 0 else (low, middle)
    return line((low + high) / 2)[1]
