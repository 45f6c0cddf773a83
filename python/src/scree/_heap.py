# SPDX-License-Identifier: BSD-3-Clause
"""The slope of a free surface from the particles of a run.

The surface over a point is the top of the highest particle there. Cone: around the vertical axis through the centre of
mass the ground is divided into rings one mean diameter wide, and each ring into pieces two diameters long; the height of a
ring is the median of the highest tops of its pieces, so a missing flank or a single grain does not matter; a straight line
is fitted to the rings outside the highest one, from 85 % to 15 % of its height, which leaves out the rounded top and the
scattered foot. Plane, as in a drum: columns two diameters wide, a plane fitted to the highest top of each, those at the
border left out.
"""
from __future__ import annotations

from pathlib import Path

import numpy as np

from ._files import DamagedFile
from ._table import columns, header
from .errors import InputError


def last_particles(folder: Path, pattern: str | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Positions, shape (n, 3), and radii, shape (n,), of the last particles_STEP.csv of a run. InputError if there are none."""
    files = sorted(folder.glob(pattern or "particles_*.csv"))
    if not files:
        raise InputError(f"{folder}: no particles_STEP.csv, from which the surface is found; add to the case "
                         "'output: {csv: {every: T, fields: [id, radius, position]}}' with T such that the end of the run is a multiple")
    wanted = ["position_x", "position_y", "position_z", "radius"]
    try:
        names = [name for name, _ in header(str(files[-1])) or []]
        table = columns(str(files[-1]), texts=[n for n in names if n not in wanted])
    except DamagedFile as problem:
        raise InputError(str(problem)) from None
    if not set(wanted) <= set(names):
        raise InputError(f"{files[-1]}: no columns {', '.join(n for n in wanted if n not in names)}; add them to output.csv.fields")
    *position, radius = (table[names.index(n)] for n in wanted)
    return np.stack(position, axis=1), radius


def _cone(ground: np.ndarray, top: np.ndarray, weight: np.ndarray, width: float) -> float:
    ground = ground - np.average(ground, axis=0, weights=weight)
    ring = (np.hypot(*ground.T) / width).astype(int)
    turn = np.arctan2(ground[:, 1], ground[:, 0]) / (2 * np.pi) + 0.5
    floor = top.min()
    height = np.full(ring.max() + 1, floor)
    for k in range(len(height)):
        pieces = max(4, round(np.pi * (k + 0.5)))
        highest = np.full(pieces, floor)  # where there is no particle, the ground
        here = ring == k
        np.maximum.at(highest, np.minimum((turn[here] * pieces).astype(int), pieces - 1), top[here])
        height[k] = np.median(highest)
    first = int(np.argmax(height))
    share = (height - floor) / max(height[first] - floor, 1e-300)
    foot = first + int(np.argmax(np.append(share[first:], 0.0) < 0.15))
    flank = np.array([k for k in range(first + 1, foot) if share[k] < 0.85], int)
    if len(flank) < 4:
        raise InputError(f"the flank of the heap is {len(flank)} diameters wide; accepted: at least 4, a larger heap")
    return float(-np.polyfit((flank + 0.5) * width, height[flank], 1)[0])


def _plane(ground: np.ndarray, top: np.ndarray, width: float) -> float:
    cell = np.floor((ground - ground.min(axis=0)) / width).astype(int)
    size = cell.max(axis=0) + 1
    highest = np.full(size, -np.inf)
    np.maximum.at(highest, tuple(cell.T), top)
    margin = [1 if n > 4 else 0 for n in size]
    inner = np.zeros(size, bool)
    inner[margin[0]:size[0] - margin[0], margin[1]:size[1] - margin[1]] = True
    places = np.argwhere(inner & np.isfinite(highest))
    if len(places) < 6 or max(size) < 5:
        raise InputError(f"the surface has {len(places)} columns of two diameters; accepted: at least 6, and 5 in one direction")
    along = [k for k in (0, 1) if size[k] >= 3]  # a narrow box tells nothing about the slope across
    matrix = np.column_stack([places[:, along] * width, np.ones(len(places))])
    slope = np.linalg.lstsq(matrix, highest[tuple(places.T)], rcond=None)[0]
    return float(np.hypot.reduce(slope[:-1]))


def angle_of_repose(folder: Path, up: str = "z", surface: str = "cone", particles: str | None = None) -> float:
    """Angle of the free surface to the horizontal [deg], from the last particles of a run. up: the axis x, y or z that points
    against gravity. surface: cone or plane. InputError if the heap is too small."""
    if up not in ("x", "y", "z") or surface not in ("cone", "plane"):
        raise InputError(f"angle_of_repose: up {up}, surface {surface}; accepted: up x, y or z, surface cone or plane")
    position, radius = last_particles(folder, particles)
    if len(radius) < 50:
        raise InputError(f"{folder}: {len(radius)} particles; accepted: a heap of at least 50")
    vertical = "xyz".index(up)
    ground = np.delete(position, vertical, axis=1)
    top = position[:, vertical] + radius
    width = 2 * float(radius.mean())
    slope = _cone(ground, top, radius**3, width) if surface == "cone" else _plane(ground, top, 2 * width)
    return float(np.degrees(np.arctan(slope)))
