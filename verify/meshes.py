# SPDX-License-Identifier: BSD-3-Clause
"""Meshes of the cases. A mesh is a list of triangles, a triangle three points, lengths in metres."""
import math
import random
import struct


def write_stl(path, triangles):
    """Binary STL. Its numbers have 24 bits: cases choose coordinates that these hold, or take what comes of it."""
    with open(path, "wb") as f:
        f.write(b"scree verify".ljust(80, b"\0") + struct.pack("<I", len(triangles)))
        for a, b, c in triangles:
            f.write(struct.pack("<12fH", 0, 0, 0, *a, *b, *c, 0))


def quad(a, b, c, d):
    return [(a, b, c), (a, c, d)]


def sheet(x0, x1, y0, y1, z=0.0):
    """A rectangle of two triangles that faces up."""
    return quad((x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z))


def faces_up(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) > (c[0] - a[0]) * (b[1] - a[1])


def irregular_sheet(x0, x1, y0, y1, nx, ny, seed):
    """The same rectangle as 2 nx ny triangles whose inner corners are shifted and whose diagonals are drawn by lot; where a cell is not convex, the
    one that lies in it."""
    lot = random.Random(seed)

    def corner(i, j):
        inner = 0 < i < nx and 0 < j < ny
        shift = [0.6 * (lot.random() - 0.5) if inner else 0.0 for _ in range(2)]
        return (x0 + (x1 - x0) * (i + shift[0]) / nx, y0 + (y1 - y0) * (j + shift[1]) / ny, 0.0)

    p = [[corner(i, j) for j in range(ny + 1)] for i in range(nx + 1)]
    out = []
    for i in range(nx):
        for j in range(ny):
            a, b, c, d = p[i][j], p[i + 1][j], p[i + 1][j + 1], p[i][j + 1]
            first, other = (quad(a, b, c, d), quad(b, c, d, a))[::1 if lot.random() < 0.5 else -1]
            out += first if all(faces_up(*t) for t in first) else other
    return out


def tube(radius, segments, y0, y1):
    """The inside of a cylinder about the y axis: corners on the circle, so that facets lie inside of it."""
    ring = [(radius * math.cos(2 * math.pi * k / segments), radius * math.sin(2 * math.pi * k / segments))
            for k in range(segments)]
    out = []
    for k in range(segments):
        (xa, za), (xb, zb) = ring[k], ring[(k + 1) % segments]
        out += quad((xa, y0, za), (xb, y0, zb), (xb, y1, zb), (xa, y1, za))
    return out


def cone(radius, height, segments):
    """A cone about the z axis with its tip at the origin, open at its upper end."""
    ring = [(radius * math.cos(2 * math.pi * k / segments), radius * math.sin(2 * math.pi * k / segments), height)
            for k in range(segments)]
    return [((0.0, 0.0, 0.0), ring[k], ring[(k + 1) % segments]) for k in range(segments)]


def box(x, y, z):
    """A closed box with one corner at the origin and the opposite one at (x, y, z), normals outward."""
    p = {(i, j, k): (i * x, j * y, k * z) for i in (0, 1) for j in (0, 1) for k in (0, 1)}
    sides = [((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0)), ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)),
             ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)), ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)),
             ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)), ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1))]
    return [t for side in sides for t in quad(*(p[c] for c in side))]
