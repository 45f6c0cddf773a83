# SPDX-License-Identifier: BSD-3-Clause
"""What the commands of a script have made so far: box, regions, groups, properties, fixes, particles, runs."""
from __future__ import annotations

import copy
import math
from dataclasses import dataclass, field
from typing import Any, Optional

from .errors import ScriptError
from .lines import Number, Place, Word
from .report import Report
from .units import DEFAULT_STEP, Units

Vector = tuple[float, float, float]


@dataclass(eq=False)
class Region:
    """A region in the units of the script; `of` are the regions of a union or an intersection."""
    style: str
    values: list[float]
    place: Place
    axis: str = ""
    inside: bool = True
    of: list["Region"] = field(default_factory=list)
    file: str = ""

    def bounds(self) -> tuple[Vector, Vector]:
        """Two corners of a box around it."""
        v = self.values
        if self.style == "block":
            return (v[0], v[2], v[4]), (v[1], v[3], v[5])
        if self.style == "sphere":
            return tuple(x - v[3] for x in v[:3]), tuple(x + v[3] for x in v[:3])  # type: ignore[return-value]
        if self.style in ("cylinder", "cone"):
            along = "xyz".index(self.axis)
            radius = v[2] if self.style == "cylinder" else max(v[2], v[3])
            across = iter(v[:2])
            low, high = [0.0] * 3, [0.0] * 3
            for k in range(3):
                centre = 0.0 if k == along else next(across)
                low[k], high[k] = (v[-2], v[-1]) if k == along else (centre - radius, centre + radius)
            return (low[0], low[1], low[2]), (high[0], high[1], high[2])
        parts = [region.bounds() for region in self.of]
        if not parts:
            raise ScriptError(f"a region of the style {self.style} has no translation")
        outer, inner = (min, max) if self.style == "union" else (max, min)
        return (tuple(outer(p[0][k] for p in parts) for k in range(3)),  # type: ignore[return-value]
                tuple(inner(p[1][k] for p in parts) for k in range(3)))

    def contains(self, x: Vector) -> bool:
        v = self.values
        if self.style == "block":
            found = all(v[2 * k] <= x[k] <= v[2 * k + 1] for k in range(3))
        elif self.style == "sphere":
            found = math.dist(x, v[:3]) <= v[3]
        elif self.style == "cylinder":
            along = "xyz".index(self.axis)
            across = [x[k] for k in range(3) if k != along]
            found = math.dist(across, v[:2]) <= v[2] and v[3] <= x[along] <= v[4]
        elif self.style == "union":
            found = any(region.contains(x) for region in self.of)
        elif self.style == "intersect":
            found = all(region.contains(x) for region in self.of)
        else:
            raise ScriptError(f"particles are chosen by a region of the style {self.style}; accepted: block, sphere, cylinder, union, intersect")
        return found == self.inside


@dataclass(eq=False)
class Particle:
    """A particle that the script places itself."""
    id: int
    x: Vector
    type: int
    diameter: float = 1.0
    density: float = 1.0
    velocity: Vector = (0.0, 0.0, 0.0)
    spin: Vector = (0.0, 0.0, 0.0)
    groups: set[str] = field(default_factory=set)
    temperature: Optional[float] = None

    def mass(self) -> float:
        return self.density * math.pi / 6 * self.diameter ** 3


@dataclass(eq=False)
class Group:
    """How a group was made: by a region, by types, by ids, or from other groups."""
    name: str
    place: Place
    how: str
    words: list[str] = field(default_factory=list)


@dataclass(eq=False)
class Fix:
    """A fix from its command to unfix."""
    id: str
    group: str
    style: str
    words: list[Word]
    place: Place
    text: str
    step: int  # at which it was made
    data: Any = None  # what its reader found

    def command(self) -> str:
        return self.text


@dataclass(eq=False)
class Model:
    """The words of a contact model."""
    place: Place
    text: str
    normal: str = "off"
    tangential: str = ""
    cohesion: str = "off"
    rolling: str = "off"
    twisting: str = "off"
    surface: str = "default"
    switches: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, float] = field(default_factory=dict)  # of LAMMPS, which has them in the model
    lammps: bool = False

    def key(self) -> tuple:
        return (self.normal, self.tangential, self.cohesion, self.rolling, self.twisting, self.surface, tuple(sorted(self.switches.items())),
                tuple(sorted(self.numbers.items())), self.lammps)


@dataclass(eq=False)
class Property:
    """A value of property/global: one, one for each type, or one for each pair of types."""
    name: str
    kind: str
    values: list[Number]
    place: Place

    def of(self, a: int, b: int, types: int) -> Number:
        """Of a pair of types, which count from 1."""
        if self.kind == "scalar":
            return self.values[0]
        at = a - 1 if self.kind == "peratomtype" else (a - 1) * types + b - 1
        if not 0 <= at < len(self.values):
            raise ScriptError(f"{self.place.file}:{self.place.line}: {self.name} has {len(self.values)} values, and none for type {a}"
                              + ("" if self.kind == "peratomtype" else f" with {b}"))
        return self.values[at]


@dataclass(eq=False)
class Run:
    """One run with what acts in it."""
    place: Place
    steps: int
    dt: Number
    start: int  # step
    time: float
    fixes: list[Fix]
    properties: dict[str, Property]
    pair: Optional[Model]
    pair_numbers: dict[tuple[int, int], Model]
    output: dict[str, int]  # steps between outputs: vtk, csv, series, checkpoint
    deletions: list[tuple[Place, str, Region]]
    stopped: frozenset[str] = frozenset()
    heating: list[tuple[Place, str, str, str, str, float]] = field(default_factory=list)
    until: Optional[tuple[str, str, float]] = None  # value of the series, below or above, limit


class Deck:
    """The state of a script while its commands are carried out."""

    def __init__(self, report: Report, dialect: str):
        self.report, self.dialect = report, dialect
        self.units = Units()
        self.boundary = ["p", "p", "p"]
        self.boundary_given = False
        self.box: Optional[Region] = None
        self.lean = [0.0, 0.0, 0.0]  # xy, xz, yz
        self.types = 0
        self.two_dimensional: Optional[Place] = None
        self.step = 0
        self.time = 0.0
        self.dt = Number(DEFAULT_STEP["si"])
        self.lost = "error" if dialect == "lammps" else "ignore"  # LIGGGHTS deletes them, unless thermo_modify says so
        self.lattice: Optional[tuple[str, float]] = None
        self.coarse = 1.0
        self.regions: dict[str, Region] = {}
        self.groups: dict[str, Group] = {}
        self.properties: dict[str, Property] = {}
        self.fixes: dict[str, Fix] = {}
        self.made: list[Fix] = []  # all fixes so far
        self.computes: dict[str, str] = {}
        self.bonds: dict[int, Any] = {}  # coefficients of each type of bond
        self.pair: Optional[Model] = None
        self.pair_numbers: dict[tuple[int, int], Model] = {}
        self.particles: list[Particle] = []
        self.read_restart: Optional[tuple[Place, str]] = None
        self.output: dict[str, int] = {}
        self.stopped: set[str] = set()  # ids of servo walls that fix_modify has stopped
        self.dumps: dict[str, tuple[str, int]] = {}
        self.deletions: list[tuple[Place, str, Region]] = []
        self.heating: list[tuple[Place, str, str, str, str, float]] = []  # since the last run: line, text, choice, value, property, number
        self.restarts: dict[str, int] = {}  # files that are written, and the number of runs before
        self.runs: list[Run] = []

    def moved(self) -> bool:
        """Whether a run has let particles move."""
        return any(run.steps > 0 for run in self.runs)

    def word(self, name: str) -> float:
        """Values that formulas name: dt, step, bounds of the box."""
        from .errors import Unknown
        if self.box is None and name in ("dt", "step", "time", "atoms", "elapsed"):
            raise ScriptError(f"a formula asks for '{name}' before create_box")
        known = {"dt": float(self.dt), "step": float(self.step), "time": self.time}
        if name in known:
            return known[name]
        if name == "atoms" and not self.moved() and not any(fix.style.startswith("insert/") for fix in self.fixes.values()):
            return float(len(self.particles))
        if self.box is not None and name in ("xlo", "ylo", "zlo", "xhi", "yhi", "zhi", "lx", "ly", "lz", "vol"):
            low, high = self.box.bounds()
            if name == "vol":
                return math.prod(high[k] - low[k] for k in range(3))
            k = "xyz".index(name[1] if name[0] == "l" else name[0])
            return high[k] - low[k] if name[0] == "l" else high[k] if name.endswith("hi") else low[k]
        raise Unknown(name)

    def group_value(self, function: str, words: list[str]) -> float:
        """count(), mass() and bound() of particles that the script has placed, before the first run."""
        from .errors import Unknown
        if self.moved() or any(fix.style.startswith(("insert/", "pour")) for fix in self.fixes.values()) or not words:
            raise Unknown(f"{function}()")
        chosen = [p for p in self.particles if words[0] == "all" or self.has(p, words[0])]
        if function == "count":
            return float(len(chosen))
        if function == "mass":
            return sum(p.mass() for p in chosen)
        if function == "bound" and len(words) == 2 and chosen and words[1][:1] in "xyz":
            k = "xyz".index(words[1][0])
            return (max if words[1].endswith("max") else min)(p.x[k] for p in chosen)
        raise Unknown(f"{function}()")

    def group(self, name: str) -> Group:
        if name not in self.groups:
            raise ScriptError(f"there is no group '{name}'")
        return self.groups[name]

    def has(self, particle: Particle, name: str) -> bool:
        """Whether a placed particle belongs to a group."""
        return name == "all" or name in particle.groups

    def is_all(self, name: str) -> bool:
        """Whether a group means all particles: all, those in a region that holds all of them, or what every insertion gives."""
        if name == "all":
            return True
        group = self.group(name)
        if any(not self.has(p, name) for p in self.particles):
            return False
        if group.how == "union" and any(self.is_all(part) for part in group.words):
            return True
        inserted = [fix for fix in self.fixes.values() if fix.style.startswith(("insert/", "pour"))]
        inserted += [fix for run in self.runs for fix in run.fixes if fix.style.startswith(("insert/", "pour"))]
        if group.how == "type" and self.types and set(group.words) >= {str(t) for t in range(1, self.types + 1)}:
            return True
        if not inserted:
            return bool(self.particles) or group.how == "region"
        return all(name in (fix.group, getattr(getattr(fix.data, "distribution", None), "group", "")) for fix in inserted)

    def join_runs(self) -> None:
        """Makes one of the last two runs if the same acts in both."""
        if len(self.runs) > 1:
            a, b = self.runs[-2:]
            if (a.place, a.dt, a.fixes, a.output, a.stopped, a.until) == (b.place, b.dt, b.fixes, b.output, b.stopped, None) and not b.deletions and not b.heating and a.properties == b.properties:
                a.steps += b.steps
                self.runs.pop()

    def add_run(self, place: Place, steps: int) -> None:
        """Notes what acts in a run and lets its time pass."""
        self.runs.append(Run(place, steps, self.dt, self.step, self.time, list(self.fixes.values()), dict(self.properties), copy.copy(self.pair),
                             dict(self.pair_numbers), dict(self.output), self.deletions, frozenset(self.stopped), self.heating))
        self.deletions, self.heating = [], []
        self.step += steps
        self.time += steps * float(self.dt)
