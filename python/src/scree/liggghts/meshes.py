# SPDX-License-Identifier: BSD-3-Clause
"""Corners of meshes of a script, to find their bounds, and their transformation in the words of scree."""
from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any, Optional

import numpy as np

from .units import Units

LARGEST = 512 * 1024 * 1024


def corners(path: Path) -> Optional[np.ndarray]:
    """Corners of the triangles of an STL file, three after each other, or of the points of a VTK file as text; None if it is neither."""
    try:
        if path.stat().st_size > LARGEST:
            return None
        data = path.read_bytes()
    except OSError:
        return None
    if len(data) >= 84 and len(data) == 84 + 50 * int.from_bytes(data[80:84], "little"):
        record = np.dtype([("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("extra", "<u2")])
        found = np.frombuffer(data, record, offset=84)["corner"].astype(float).reshape(-1, 3)
    else:
        text = data.decode("utf-8", errors="replace")
        if "vertex" in text:
            rows = re.findall(r"vertex\s+(\S+)\s+(\S+)\s+(\S+)", text)
        elif "POINTS" in text:
            rows = _vtk_points(text)
        else:
            return None
        try:
            found = np.array(rows, dtype=float).reshape(-1, 3)
        except ValueError:
            return None
    return found if len(found) and np.isfinite(found).all() else None


def _vtk_points(text: str) -> list[list[str]]:
    head = re.search(r"POINTS\s+(\d+)\s+\w+", text)
    if not head:
        return []
    words = text[head.end():].split()[:3 * min(int(head[1]), 10_000_000)]
    return [words[k:k + 3] for k in range(0, len(words) - 2, 3)]


def rotation(axis: list[float], angle: float) -> np.ndarray:
    """The matrix of a turn about an axis through the origin, degrees."""
    u = np.array(axis, dtype=float)
    u /= np.linalg.norm(u) or 1.0
    a = math.radians(angle)
    cross = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    return np.eye(3) * math.cos(a) + math.sin(a) * cross + (1 - math.cos(a)) * np.outer(u, u)


def axis_and_angle(matrix: np.ndarray) -> tuple[list[float], float]:
    """The axis and the angle (degrees) of a rotation."""
    angle = math.acos(min(1.0, max(-1.0, (np.trace(matrix) - 1) / 2)))
    if angle > math.pi - 1e-6:
        values, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
        axis = vectors[:, int(np.argmax(values))]
    else:
        axis = np.array([matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1]])
        axis = axis / (np.linalg.norm(axis) or 1.0)
    return [float(x) for x in axis], math.degrees(angle)


def near(value: float) -> float:
    """The number with 12 digits if that is the same but for rounding."""
    short = float(f"{value:.12g}")
    return short if abs(short - value) <= 1e-12 * abs(value) else value


class Placement:
    """scale, move and rotate in the order written: p -> R (s p) + t, in units of the script."""

    def __init__(self, steps: list[tuple[str, list[float]]]):
        self.matrix, self.scale, self.shift = np.eye(3), 1.0, np.zeros(3)
        self.turns: list[list[float]] = []
        for kind, values in steps:
            if kind == "scale":
                self.scale *= values[0]
                self.shift = self.shift * values[0]
            elif kind == "move":
                self.shift = self.shift + np.array(values, dtype=float)
            else:
                turn = rotation(list(values[:3]), values[3])
                self.matrix, self.shift = turn @ self.matrix, turn @ self.shift
                self.turns.append(list(values))

    def apply(self, points: np.ndarray) -> np.ndarray:
        return (self.scale * points) @ self.matrix.T + self.shift

    def keys(self, units: Units) -> tuple[dict[str, Any], Optional[dict[str, Any]]]:
        """`scale` and `offset` of walls.mesh, and `rotate` of the wall. scree adds the offset before it rotates."""
        mesh: dict[str, Any] = {}
        scale = units.si(self.scale, "length")
        if scale != 1:
            mesh["scale"] = scale
        offset = self.matrix.T @ self.shift if self.turns else self.shift
        offset = np.where(np.abs(offset) < 1e-15 * max(1e-30, float(np.abs(self.shift).max(initial=0))), 0.0, offset)
        if np.any(offset != 0):
            mesh["offset"] = units.vector([float(x) for x in offset], "length")
        if not self.turns:
            return mesh, None
        axis, angle = (self.turns[0][:3], self.turns[0][3]) if len(self.turns) == 1 else axis_and_angle(self.matrix)
        from .emit import Expression, plain
        return mesh, {"axis": [float(x) for x in axis], "angle": Expression(f"{plain(near(float(angle)))} deg")}
