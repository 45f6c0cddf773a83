# SPDX-License-Identifier: BSD-3-Clause
"""Contact laws one contact at a time: driven along paths, in collisions, and evaluated, on NumPy arrays.

    import scree.law
    case = {"materials": {"glass": {"density": 2500, "young": 1e7, "poisson": 0.3}},
            "contacts": {"between": "any", "restitution": 0.8, "friction": 0.3},
            "lab": {"a": {"material": "glass", "radius": "5 mm"}, "wall": "glass"}}
    bounce = scree.law.collide(case, angle=[0, 30, 60])
    bounce["e_n"], bounce["e_s"], bounce.units

A case is a dict, the path of a file, a text (it has several lines), a scree.Case, or a Lab that has read it already. All numbers are in
SI units, angles of collisions in degrees. docs/laws/lab.md describes the frame and the columns.
"""
from __future__ import annotations

import builtins
import os
import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ._law_table import PALETTE, Table, plot
from ._library import Changes, Report, ffi, lib, path_of, text_of, yaml_value
from .errors import Error, InputError

__all__ = ["PALETTE", "Lab", "Law", "Memory", "Parameter", "Table", "collide", "drive", "evaluate", "find", "list", "plot", "ramps", "series",
           "show", "sweep"]

_COLLISIONS = 4  # of one call of the library, between which Ctrl-C is noticed: 0.4 s with 20 000 steps each
_STATES = 100_000
_ROW = re.compile(r"\brow (\d+),(?= counted from 0)")
_VECTORS = {f"{what}_{body}": tuple(f"{letter}{axis}{body}" for axis in "xyz")
            for what, letter in (("position", ""), ("velocity", "v"), ("spin", "w")) for body in "ab"}


# ---- the tables of the laws ---------------------------------------------------------------------------------------------------

class Parameter(NamedTuple):
    """A parameter of a law."""

    name: str
    unit: str  #: "" if dimensionless
    default: float | str | None  #: None: it has none
    required: bool
    least: float
    largest: float
    choices: tuple[str, ...]  #: the words that it takes; () if it takes a number
    mix: str  #: what a pair takes of the values of its two materials; "none": a pair needs its own
    alias: str  #: its name in the program that the law comes from, "" if there is none
    sentence: str


class Memory(NamedTuple):
    """A value that a contact keeps from step to step for a law."""

    name: str
    unit: str
    sentence: str


class Law(NamedTuple):
    """A contact law as its table has it."""

    name: str
    slot: str  #: "normal", "tangential", ...
    title: str
    formula: str
    source: str
    validity: str
    builtin: bool  #: False: of a library of the user's
    parameters: dict[str, Parameter]
    history: dict[str, Memory]


def _text(chars: Any) -> str:
    return ffi.string(chars).decode()


def _parameters(law: int) -> dict[str, Parameter]:
    p = ffi.new("scree_law_parameter *")
    found: dict[str, Parameter] = {}
    while lib.scree_law_parameter_of(law, len(found), p):
        words = tuple(_text(p.choices).split("|")) if p.choices[0] != b"\0" else ()
        default = None if p.fallback != p.fallback else words[int(p.fallback)] if words else p.fallback
        found[_text(p.name)] = Parameter(_text(p.name), _text(p.unit), default, bool(p.required), p.least, p.largest, words,
                                         _text(p.mix), _text(p.alias), _text(p.sentence))
    return found


def _history(law: int) -> dict[str, Memory]:
    m = ffi.new("scree_law_memory *")
    found: dict[str, Memory] = {}
    while lib.scree_law_memory_of(law, len(found), m):
        found[_text(m.name)] = Memory(_text(m.name), _text(m.unit), _text(m.sentence))
    return found


def _laws() -> builtins.list[Law]:
    facts = ffi.new("scree_law_facts *")
    found: builtins.list[Law] = []
    while lib.scree_law_facts_of(len(found), facts):
        f, k = facts, len(found)
        found.append(Law(_text(f.name), _text(f.slot), _text(f.title), _text(f.formula), _text(f.source), _text(f.validity),
                         bool(f.builtin), _parameters(k), _history(k)))
    return found


def find(name: str, slot: str | None = None) -> Law:
    """The law of this name, whose slot is needed where laws of several slots have the name ("luding"). InputError if there is none."""
    named = [law for law in _laws() if law.name == name]
    if not named:
        show(name)  # raises, with the nearest name
    fitting = [law for law in named if slot in (None, law.slot)]
    if len(fitting) != 1:
        given = f"in the slot {slot!r}" if slot else "without a slot"
        raise InputError(f"law {name!r} {given}; accepted: slot={' or '.join(repr(law.slot) for law in named)}")
    return fitting[0]


def show(name: str) -> str:
    """The description of the laws of this name as a text: formula, source, range of validity, parameters, history, errata. InputError, with
    the nearest name, if there is none."""
    with Report() as report:
        return text_of(lib.scree_law_show(name.encode(), report.c)) or ""


# ---- tables ---------------------------------------------------------------------------------------------------------------------

def _numbers(what: str, name: str, value: Any) -> np.ndarray:
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{what}: {name} is {value!r}; accepted: numbers in SI units, angles in degrees") from None


def _columns(what: str, given: Mapping[str, Any]) -> tuple[builtins.list[str], np.ndarray]:
    """Names, and an array (rows, columns) of float64 in C order, of columns that are scalars or have the same length."""
    arrays: dict[str, np.ndarray] = {}
    for name, value in given.items():
        array = _numbers(what, name, value)
        if array.ndim > 1:
            raise InputError(f"{what}: {name} has the shape {array.shape}; accepted: a number or an array of one dimension")
        arrays[name] = array
    if not arrays:
        raise InputError(f"{what}: no columns were given; accepted: names with numbers or arrays")
    lengths = {name: len(a) for name, a in arrays.items() if a.ndim}
    if len(set(lengths.values())) > 1:
        raise InputError(f"{what}: the lengths differ ({', '.join(f'{n}: {k}' for n, k in lengths.items())}); "
                         "accepted: numbers, and arrays of one length")
    rows = next(iter(lengths.values()), 1)
    values = np.empty((rows, len(arrays)))
    for k, array in enumerate(arrays.values()):
        values[:, k] = array
    return builtins.list(arrays), values


def _with_vectors(given: Mapping[str, Any]) -> dict[str, Any]:
    """States whose vectors, such as position_a (rows, 3), are split into their columns."""
    columns: dict[str, Any] = {}
    for name, value in given.items():
        parts: Iterable[tuple[str, Any]] = [(name, value)]
        if name in _VECTORS:
            vector = _numbers("states", name, value)
            if vector.ndim not in (1, 2) or vector.shape[-1] != 3:
                raise InputError(f"states: {name} has the shape {vector.shape}; accepted: (3,) or (rows, 3)")
            parts = zip(_VECTORS[name], np.moveaxis(vector, -1, 0))
        for column, values in parts:
            if column in columns:
                raise InputError(f"states: {column} is given twice, also by {name}")
            columns[column] = values
    return columns


def _merged(what: str, mapping: Any, columns: Mapping[str, Any]) -> dict[str, Any]:
    """Columns from a mapping, Table, structured array or data frame, and from keywords, which win."""
    if mapping is None:
        return dict(columns)
    if isinstance(mapping, np.ndarray) and mapping.dtype.names:
        return {name: mapping[name] for name in mapping.dtype.names} | dict(columns)
    if hasattr(mapping, "keys"):
        return {str(name): mapping[name] for name in mapping.keys()} | dict(columns)
    raise InputError(f"{what} is a {type(mapping).__name__}; accepted: a mapping of names to arrays, a Table, a structured array, a data frame")


def _table_in(name: str, names: Sequence[str], values: np.ndarray, report: Report) -> Any:
    """A scree_table of rows; the errors are in the report."""
    texts = [ffi.new("char[]", column.encode()) for column in names]
    data = ffi.from_buffer("double[]", np.ascontiguousarray(values))
    with report:
        c = lib.scree_table_create(name.encode(), len(texts), texts, len(values), data, report.c)
    return ffi.gc(c, lib.scree_table_destroy)


def _table_out(c: Any, title: str) -> Table:
    """A Table of a scree_table, which is destroyed."""
    try:
        rows, columns = lib.scree_table_rows(c), lib.scree_table_columns(c)
        units = {_text(lib.scree_table_name(c, k)): _text(lib.scree_table_unit(c, k)) for k in range(columns)}
        values = np.empty(rows, dtype=[(name, np.float64) for name in units])
        if rows:
            ffi.memmove(ffi.from_buffer(values, require_writable=True), lib.scree_table_values(c), values.nbytes)
        return Table(values, units, title)
    finally:
        lib.scree_table_destroy(c)


def _joined(parts: Sequence[Table], shape: tuple[int, ...] | None = None) -> Table:
    array = parts[0].array if len(parts) == 1 else np.concatenate([part.array for part in parts])
    return Table(array, parts[0].units, parts[0].title, shape)


# ---- the lab ----------------------------------------------------------------------------------------------------------------

class Lab:
    """The single contact of a case with a `lab`: two spheres, or a sphere and a flat wall, with the laws of the case.

    `case` is a dict, the path of a file, a text or a scree.Case; relative files of a dict and a text are looked for in the working folder. `set` changes keys by path ({"contacts.friction": 0.4}), `define` variables. InputError if the case is refused. A call does
    not depend on those before it, and threads may share a Lab: their calls are done one after the other.
    """

    def __init__(self, case: str | os.PathLike | Mapping[str, Any] | Any, *, set: Mapping[str, Any] | None = None,
                 define: Mapping[str, Any] | None = None) -> None:
        self._c = ffi.NULL
        self._lock = threading.RLock()
        self._name, text = _case_text(case)
        if text is not None and "\0" in text:
            raise InputError(f"the text of the case contains a zero byte, as character {text.index(chr(0))}; accepted: a text without")
        changes = Changes(set, define)
        with Report() as report:
            if text is None:
                c = lib.scree_lab_open(path_of(self._name), changes.c, report.c)
            else:
                c = lib.scree_lab_open_text(self._name.encode(), text.encode(), changes.c, report.c)
        self._c = ffi.gc(c, lib.scree_lab_close)
        self.title: str = text_of(lib.scree_lab_title(self._c)) or ""  #: the laws, "normal hertz, tangential mindlin"
        self.history: tuple[str, ...] = tuple(_text(lib.scree_lab_history_name(self._c, k))
                                              for k in range(lib.scree_lab_history_size(self._c)))  #: names of its history

    def __repr__(self) -> str:
        return f"<Lab of {self._name}: {self.title if self._c != ffi.NULL else 'closed'}>"

    def _open(self) -> Any:
        if self._c == ffi.NULL:
            raise Error(f"the lab of {self._name} is closed; accepted: a lab that is open")
        return self._c

    def close(self) -> None:
        """Frees the lab; a second call does nothing."""
        with self._lock:
            c, self._c = self._c, ffi.NULL
            if c != ffi.NULL:
                ffi.release(c)

    def __enter__(self) -> Lab:
        self._open()
        return self

    def __exit__(self, *error) -> None:
        self.close()

    def _call(self, function: Any, *arguments: Any) -> Table:
        with self._lock, Report() as report:
            c = function(self._open(), *arguments, report.c)
        if c == ffi.NULL:
            raise Error(f"{self._name}: the lab gave no table")
        return _table_out(c, self.title)

    def _in_chunks(self, function: Any, what: str, names: Sequence[str], values: np.ndarray, size: int) -> builtins.list[Table]:
        """The tables of rows that do not depend on each other; a message about a row of a chunk names its number in the whole."""
        parts = []
        for start in range(0, max(len(values), 1), size):
            try:
                parts.append(self._call(function, _table_in(what, names, values[start:start + size], Report())))
            except InputError as error:
                moved = [_ROW.sub(lambda found: f"row {int(found[1]) + start},", text) for text in (error.args[0], *error.messages)]
                raise InputError(moved[0], moved[1:]) from None
        return parts

    def drive(self, path: Any = None, **columns: Any) -> Table:
        """Pushes a fresh contact along a path: a row of forces on a, history and energies by mode for each row of it.

        Columns: `t` [s] and `overlap` [m], and any of `overlap_rate`, `slip_x`, `slip_y` [m/s], `roll_x`, `roll_y`, `twist` [rad/s], which apply
        to the time since the row before; `dt` [s] instead of that time; `touching` and the names in `history`, to set the history before a row, where nan
        changes nothing. Each is a number or an array (rows,), in the mapping `path`, such as one of `ramps`, or a keyword. InputError names the row that is
        refused.
        """
        names, values = _columns("path", _merged("path", path, columns))
        return self._call(lib.scree_lab_drive, _table_in("path", names, values, Report()))

    def collide(self, conditions: Any = None, **columns: Any) -> Table:
        """Simulates a collision for each row of conditions in the engine: restitution e_n, e_t, e_s, velocities and spins after it, contact time, energies.

        Conditions: any of `speed` [m/s], `angle` [degrees from the normal], `radius_a`, `radius_b`, `gap` [m], `dt` [s], `steps_per_contact`,
        `spin_a_x` ... `spin_b_z` [rad/s], or parameters of laws of the contact (`friction`, `restitution`, ...), numbers or arrays (rows,); the
        rest is that of the case. None: one collision. They are the first columns of the table. InputError names the row that is refused.
        """
        given = _merged("conditions", conditions, columns)
        if not given:
            return self._call(lib.scree_lab_collide, ffi.NULL, ffi.NULL)
        names, values = _columns("conditions", given)
        return _joined(self._in_chunks(_collide, "conditions", names, values, _COLLISIONS))

    def series(self, **conditions: Any) -> Table:
        """The steps of one collision: time, overlap, forces on a, velocities, spins, energies, history; conditions as in `collide`, numbers only."""
        table = ffi.NULL
        if conditions:
            names, values = _columns("conditions", conditions)
            table = _table_in("conditions", names, values, Report())
        steps = ffi.new("scree_table **")
        with self._lock, Report() as report:
            lib.scree_table_destroy(lib.scree_lab_collide(self._open(), table, steps, report.c))
        return _table_out(steps[0], self.title)

    def sweep(self, **conditions: Any) -> Table:
        """Collisions at all combinations of conditions, the last one varying fastest; conditions as in `collide`.

        `table.grid("e_n")` has an axis for each condition, in the order given."""
        axes = {}
        for name, value in conditions.items():
            names, values = _columns("conditions", {name: value})
            axes[name] = values[:, 0]
        if not axes:
            raise InputError("sweep: no conditions were given; accepted: names with arrays, such as angle=range(0, 90, 5)")
        grid = np.meshgrid(*axes.values(), indexing="ij")
        values = np.stack([g.ravel() for g in grid], axis=-1)
        parts = self._in_chunks(_collide, "conditions", builtins.list(axes), values, _COLLISIONS)
        return _joined(parts, grid[0].shape)

    def evaluate(self, states: Any = None, **columns: Any) -> Table:
        """Forces and torques on both bodies, new history and stored energies of full states, each independent of the others.

        Columns: `xa ya za vxa vya vza wxa wya wza` and the same with b [m, m/s, rad/s], or vectors (rows, 3) `position_a`, `velocity_a`, `spin_a`,
        `position_b`, ...; `dt` [s] since the history was computed, `touching` and the names in `history`. What is left out is 0. A wall is the plane
        through b that faces -z. InputError names the row that is refused.
        """
        names, values = _columns("states", _with_vectors(_merged("states", states, columns)))
        return _joined(self._in_chunks(lib.scree_lab_evaluate_rows, "states", names, values, _STATES))


def _collide(lab: Any, conditions: Any, report: Any) -> Any:
    return lib.scree_lab_collide(lab, conditions, ffi.NULL, report)


def _case_text(case: Any) -> tuple[str, str | None]:
    """Name of a case, and its text; None: the name is the path of a file. What has `to_yaml` is a Case, or is like one."""
    if isinstance(case, Mapping):
        return "case", "".join(f"{name}: {yaml_value(value)}\n" for name, value in case.items())
    if hasattr(case, "to_yaml"):
        return os.fspath(getattr(case, "name", "case")), case.to_yaml()
    if isinstance(case, str) and "\n" in case:
        return "case", case
    if isinstance(case, (str, os.PathLike)):
        return os.fspath(case), None
    raise InputError(f"the case is a {type(case).__name__}; accepted: a dict, the path of a file, a text with several lines, a scree.Case")


def _lab(case: Any) -> Lab:
    return case if isinstance(case, Lab) else Lab(case)


def drive(case: Any, path: Any = None, **columns: Any) -> Table:
    """`Lab.drive` of a case."""
    return _lab(case).drive(path, **columns)


def collide(case: Any, conditions: Any = None, **columns: Any) -> Table:
    """`Lab.collide` of a case."""
    return _lab(case).collide(conditions, **columns)


def series(case: Any, **conditions: Any) -> Table:
    """`Lab.series` of a case."""
    return _lab(case).series(**conditions)


def sweep(case: Any, **conditions: Any) -> Table:
    """`Lab.sweep` of a case."""
    return _lab(case).sweep(**conditions)


def evaluate(case: Any, states: Any = None, **columns: Any) -> Table:
    """`Lab.evaluate` of a case."""
    return _lab(case).evaluate(states, **columns)


for _function in (drive, collide, series, sweep, evaluate):
    _function.__doc__ = f"{getattr(Lab, _function.__name__).__doc__}\n    `case`: a dict, the path of a file, a text, a scree.Case or a Lab."


def ramps(corners: Sequence[float], along: str = "overlap", *, overlap: float | None = None, steps: int = 200, dt: float = 1e-4) -> dict[str, np.ndarray]:
    """A path for `drive` on straight ramps through corner values: arrays (rows,) of `t`, `overlap` and rates.

    `along` "overlap": corners are overlaps [m]. `along` a rate such as "slip_x": corners are its integral, a distance [m] or angle [rad], at a constant
    `overlap` [m]. Each ramp has `steps` rows, `dt` [s] apart; with long `dt` dashpots do nothing.
    """
    at = np.asarray(corners, dtype=np.float64)
    if at.ndim != 1 or len(at) < 1:
        raise InputError(f"ramps: corners have the shape {at.shape}; accepted: one or more numbers")
    if int(steps) != steps or steps < 1 or not dt > 0.0:
        raise InputError(f"ramps: steps is {steps!r}, dt is {dt!r}; accepted: a whole number from 1 on, a time above 0 s")
    if (along == "overlap") != (overlap is None):
        raise InputError(f"ramps along {along!r} with overlap={overlap!r}; accepted: an overlap where the ramps are along another coordinate")
    steps = int(steps)
    part = np.arange(1, steps + 1) / steps
    way = np.concatenate([at[:1], (at[:-1, None] + np.diff(at)[:, None] * part).ravel()])
    rate = np.concatenate([[0.0], np.repeat(np.diff(at) / (steps * dt), steps)])
    t = dt * np.arange(len(way))
    if overlap is None:  # along the overlap
        return {"t": t, "overlap": way, "overlap_rate": rate}
    return {"t": t, "overlap": np.full(len(way), float(overlap)), along: rate}


def list(slot: str | None = None) -> builtins.list[Law]:
    """All laws, by slot, or those of one slot ("normal", "cohesion", "tangential", "rolling", "twisting"). InputError for another one."""
    laws = _laws()
    slots = builtins.list(dict.fromkeys(law.slot for law in laws))
    if slot is not None and slot not in slots:
        raise InputError(f"slot {slot!r}; accepted: {', '.join(slots)}")
    return sorted((law for law in laws if slot in (None, law.slot)), key=lambda law: slots.index(law.slot))
