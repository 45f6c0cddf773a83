# SPDX-License-Identifier: BSD-3-Clause
"""The slope of a free surface from the particles of a run: the measure `angle_of_repose` of what it wrote last."""
from __future__ import annotations

import math
import warnings
from pathlib import Path

import numpy as np

from ._files import DamagedFile
from ._measure import measure_of_rows
from ._table import columns, header
from .errors import InputError, ScreeWarning


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


def angle_of_repose(folder: Path, up: str = "z", surface: str = "cone", particles: str | None = None) -> float:
    """Angle of the free surface to the horizontal [deg], from the last particles of a run. up: the axis x, y or z that points
    against gravity. surface: cone or plane. InputError if the heap is too small."""
    if up not in ("x", "y", "z") or surface not in ("cone", "plane"):
        raise InputError(f"angle_of_repose: up {up}, surface {surface}; accepted: up x, y or z, surface cone or plane")
    position, radius = last_particles(folder, particles)
    if len(radius) < 50:
        raise InputError(f"{folder}: {len(radius)} particles; accepted: a heap of at least 50")
    keys = {"up": [float(axis == up) for axis in "xyz"], "surface": surface}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ScreeWarning)  # what it says is the error below
        found = measure_of_rows("angle_of_repose", None, keys, position, radius)
    if found.lacks:
        raise InputError(f"{folder}: {found.lacks}; accepted: a larger heap")
    return math.degrees(found["angle_of_repose"])
