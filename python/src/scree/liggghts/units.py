# SPDX-License-Identifier: BSD-3-Clause
"""Systems of units of LIGGGHTS as powers of ten of SI."""
from __future__ import annotations

import math

from .errors import ScriptError
from .lines import Number

# powers of ten of length, mass and time
SYSTEMS = {"si": (0, 0, 0), "cgs": (-2, -3, 0), "micro": (-6, -15, -6), "lj": (0, 0, 0)}
DEFAULT_STEP = {"si": 1e-8, "cgs": 1e-8, "micro": 1e-2, "lj": 0.005}

# powers of length, mass and time of what the keys of scree take
DIMENSIONS = {
    "length": (1, 0, 0), "volume": (3, 0, 0), "area": (2, 0, 0), "mass": (0, 1, 0), "time": (0, 0, 1), "velocity": (1, 0, -1),
    "acceleration": (1, 0, -2), "force": (1, 1, -2), "torque": (2, 1, -2), "pressure": (-1, 1, -2), "density": (-3, 1, 0), "stiffness": (0, 1, -2),
    "rate": (0, 0, -1), "mass_rate": (0, 1, -1), "damping": (0, 1, -1), "rate_per_length": (-1, 0, -1), "inertia": (2, 1, 0),
    "power": (2, 1, -3), "conductivity": (1, 1, -3), "capacity": (2, 0, -2), "surface_energy": (0, 1, -2), "stiffness_per_area": (-2, 1, -2), "none": (0, 0, 0),
}


class Quantity(float):
    """A number in SI with its kind; `expression` is what the case says instead, such as the name of a variable."""
    kind: str = "none"
    expression: str | None = None


class Units:
    """Numbers of the script to SI."""

    def __init__(self, system: str = "si"):
        self.system = system

    def si(self, value: float, kind: str, factor: float = 1) -> Quantity:
        """`factor` times the value."""
        power = sum(a * b for a, b in zip(SYSTEMS[self.system], DIMENSIONS[kind]))
        if not math.isfinite(value):
            raise ScriptError("a number is not finite")
        scaled = value * 10.0 ** power if power >= 0 else value / 10.0 ** -power
        quantity = Quantity(scaled * factor)
        quantity.kind = kind
        variable = value.variable if isinstance(value, Number) else None
        if variable and power == 0:
            quantity.expression = variable if factor == 1 else f"{factor:g} * {variable}"
        return quantity

    def vector(self, values: list[float], kind: str) -> list[Quantity]:
        return [self.si(value, kind) for value in values]


def quantity(value: float, kind: str) -> Quantity:
    """A number that is in SI already."""
    found = Quantity(value)
    found.kind = kind
    return found
