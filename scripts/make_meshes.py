#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the meshes of the examples: binary STL, lengths in metres, the same bytes on every machine.

    scripts/make_meshes.py [folder]          the folder is examples/mesh unless given

A mesh is a list of triangles, a triangle three points. Corners that should meet are made from the same numbers, so that
they agree to the last bit and the program sees one surface: angles are never added up and a ring closes on its start.
"""
import math
import struct
import sys
from pathlib import Path


def circle(segments):
    """Corners of a regular polygon in the unit circle, the first on the x axis."""
    return [(math.cos(2 * math.pi * i / segments), math.sin(2 * math.pi * i / segments)) for i in range(segments)]


def strip(low, high):
    """The surface between two closed rings of as many points; facing out if the rings turn left seen from above."""
    triangles = []
    for i in range(len(low)):
        j = (i + 1) % len(low)
        triangles.append((low[i], low[j], high[j]))
        triangles.append((low[i], high[j], high[i]))
    return triangles


def revolved(profile, segments):
    """Surface of revolution about z of the points (radius, z) of profile; a radius of 0 closes it with a cap."""
    unit = circle(segments)
    rings = [[(r * x, r * y, z) for x, y in unit] for r, z in profile]
    triangles = []
    for (r0, z0), (r1, z1), low, high in zip(profile, profile[1:], rings, rings[1:]):
        if r0 == 0:
            triangles += [((0.0, 0.0, z0), high[(i + 1) % segments], high[i]) for i in range(segments)]
        elif r1 == 0:
            triangles += [(low[i], low[(i + 1) % segments], (0.0, 0.0, z1)) for i in range(segments)]
        else:
            triangles += strip(low, high)
    return triangles


def spaced(a, b, parts):
    """The pairs a, b and what is evenly between them: parts + 1 in all."""
    return [tuple(u + (v - u) * k / parts for u, v in zip(a, b)) for k in range(parts)] + [tuple(b)]


def cylinder(radius, z0, z1, segments, rings):
    return revolved(spaced((radius, z0), (radius, z1), rings), segments)


def frustum(radius0, z0, radius1, z1, segments, rings):
    return revolved(spaced((radius0, z0), (radius1, z1), rings), segments)


def closed_cylinder(radius, z0, z1, segments, rings, cap_rings):
    """A drum: shell and two ends, whose rings keep the triangles from becoming slivers."""
    return revolved(spaced((0.0, z0), (radius, z0), cap_rings) + spaced((radius, z0), (radius, z1), rings)[1:]
                    + spaced((radius, z1), (0.0, z1), cap_rings)[1:], segments)


def plate(corner, u, v, nu, nv):
    """A parallelogram in nu times nv fields; faces along u x v."""
    def at(i, j):
        return tuple(c + a * i / nu + b * j / nv for c, a, b in zip(corner, u, v))
    triangles = []
    for i in range(nu):
        for j in range(nv):
            a, b, c, d = at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)
            triangles += [(a, b, c), (a, c, d)]
    return triangles


def box(low, high, open_top=False):
    """A box along the axes, two triangles a side, facing out."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    dx, dy, dz = (x1 - x0, 0.0, 0.0), (0.0, y1 - y0, 0.0), (0.0, 0.0, z1 - z0)
    triangles = plate((x0, y0, z0), dy, dx, 1, 1)
    triangles += plate((x0, y0, z0), dx, dz, 1, 1) + plate((x0, y1, z0), dz, dx, 1, 1)
    triangles += plate((x0, y0, z0), dz, dy, 1, 1) + plate((x1, y0, z0), dy, dz, 1, 1)
    return triangles if open_top else triangles + plate((x0, y0, z1), dx, dy, 1, 1)


def trough(start, along, half_width, height, floor):
    """Two upright sides, and a floor between them, from a middle line that runs in the x-z plane."""
    x, y, z = start
    up = (0.0, 0.0, height)
    triangles = plate((x, -half_width, z), along, up, 4, 1) + plate((x, half_width, z), up, along, 1, 4)
    return triangles + plate((x, -half_width, z), along, (0.0, 2 * half_width, 0.0), 4, 2) if floor else triangles


def turned(triangles, angle):
    """About z, by an angle in quarter turns, exactly."""
    for _ in range(angle):
        triangles = [tuple((-y, x, z) for x, y, z in t) for t in triangles]
    return triangles


def paddle(shaft, z0, z1, blades, inner, outer, thickness, bottom, top, lean):
    """A shaft on z with blades from the radius inner to outer; the top of a blade trails its bottom by lean."""
    assert blades in (1, 2, 4)
    def blade():
        half = thickness / 2
        def corner(x, y, z):
            return (x, y + lean * (z - bottom) / (top - bottom), z)
        b = [corner(x, y, z) for z in (bottom, top) for y in (-half, half) for x in (inner, outer)]
        sides = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
        return [t for i, j, k, l in sides for t in ((b[i], b[j], b[k]), (b[i], b[k], b[l]))]
    triangles = closed_cylinder(shaft, z0, z1, 24, 6, 1)
    for k in range(blades):
        triangles += turned(blade(), k * (4 // blades))
    return triangles


def silo(orifice, z):
    """A bin of radius 0.1 m up to z = 0.5 m on a cone of 45 degrees down to the orifice at z."""
    top = z + 0.1 - orifice
    return revolved(spaced((orifice, z), (0.1, top), 3) + spaced((0.1, top), (0.1, 0.5), 7)[1:], 96)


def stone(a, b, c):
    """An ellipsoid with the half axes a, b, c and smooth dents and bumps."""
    def bumpy(p):
        x, y, z = p
        r = 1 + 0.18 * x * y - 0.15 * x * z + 0.2 * z * z * y - 0.12 * x * x * x + 0.1 * y * y
        return (a * r * x, b * r * y, c * r * z)
    half = [(math.sin(math.pi * k / 18), -math.cos(math.pi * k / 18)) for k in range(1, 18)]
    return [tuple(bumpy(p) for p in t) for t in revolved([(0.0, -1.0)] + half + [(0.0, 1.0)], 24)]


def bent_chute(half_width, parts, across):
    """The floor of a chute that is 55 degrees steep for 12 cm, bends for 10 cm, and goes on for 10 cm at 20 degrees."""
    def slope(s):
        return math.radians(55 - 35 * min(max((s - 0.12) / 0.1, 0.0), 1.0))
    length, at, line = 0.32 / parts, (0.0, 0.0), [(0.0, 0.0)]
    for k in range(parts):
        a = slope((k + 0.5) * length)
        at = (at[0] + length * math.cos(a), at[1] - length * math.sin(a))
        line.append(at)
    rows = [spaced((x, -half_width, z), (x, half_width, z), across) for x, z in line]
    return [t for low, high in zip(rows, rows[1:]) for j in range(across)
            for t in ((low[j], high[j], high[j + 1]), (low[j], high[j + 1], low[j + 1]))]


def write(path, triangles):
    """Points are rounded to single precision, as the format has them, before normals are taken."""
    data = bytearray(b"binary STL, metres".ljust(80)) + struct.pack("<I", len(triangles))
    for t in triangles:
        p = [struct.unpack("<3f", struct.pack("<3f", *(c + 0.0 for c in q))) for q in t]  # + 0.0: no minus zero
        u, v = ([b - a for a, b in zip(p[0], q)] for q in p[1:])
        n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        size = math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
        assert size > 0, f"{path}: a triangle without area"
        data += struct.pack("<12fH", *(c / size + 0.0 for c in n), *p[0], *p[1], *p[2], 0)
    path.write_bytes(data)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "examples" / "mesh"
    folder.mkdir(parents=True, exist_ok=True)
    meshes = {
        "silo_large": silo(0.03, -0.0554222),
        "silo_small": silo(0.02, -0.0593008),
        "drum": closed_cylinder(0.1, 0.0, 0.06, 72, 3, 4),
        "tray": box((-0.04, -0.03, 0.0), (0.04, 0.03, 0.12), open_top=True),
        "lift_cylinder": cylinder(0.03, 0.0, 0.12, 64, 6),
        "conveyor_belt": plate((0.0, -0.05, 0.0), (0.5, 0.0, 0.0), (0.0, 0.1, 0.0), 10, 2),
        "conveyor_skirts": trough((0.0, 0.0, 0.0), (0.5, 0.0, 0.0), 0.05, 0.05, floor=False)
                           + plate((0.0, 0.05, 0.0), (0.0, -0.1, 0.0), (0.0, 0.0, 0.05), 2, 1),
        "chute": trough((0.51, 0.0, -0.08), (0.25, 0.0, -0.25), 0.05, 0.1, floor=True)
                 + plate((0.62, -0.05, -0.05), (0.0, 0.1, 0.0), (0.0, 0.0, 0.13), 2, 2),
        "wear_chute": bent_chute(0.04, 48, 16),
        "vessel": revolved(spaced((0.0, 0.0), (0.06, 0.0), 3) + spaced((0.06, 0.0), (0.06, 0.14), 6)[1:], 64),
        "stone": stone(0.0255, 0.01, 0.0195),
        "paddle": paddle(0.008, 0.002, 0.12, 4, 0.006, 0.05, 0.003, 0.002, 0.035, -0.018),
    }
    for name, triangles in meshes.items():
        assert len(triangles) < 2000, f"{name}: {len(triangles)} triangles, too many for the repository"
        write(folder / f"{name}.stl", triangles)


if __name__ == "__main__":
    main()
