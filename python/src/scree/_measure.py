# SPDX-License-Identifier: BSD-3-Clause
"""Measures, such as an angle of repose, of a world and of a written frame: the same code of the engine for both."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Sequence

import numpy as np

from ._columns import read_only
from ._files import NotWritten, choices
from ._library import Report, bytes_of, ffi, lib, yaml_value
from .errors import InputError

if TYPE_CHECKING:
    from ._frames import Frame

__all__ = ["Measurement", "measure_of_frame", "measure_of_rows", "measure_of_world"]


class Measurement(Mapping[str, float]):
    """The numbers of a measure by name, in the units of `unit`; nan where they do not exist. As a number it is the first of them. `table`: its
    columns by name, arrays; empty if it has none. `lacks`: why there are no numbers, None where there are."""

    def __init__(self, kind: str, c: Any) -> None:
        names = [ffi.string(c.name[k]).decode() for k in range(c.values + c.columns)]
        units = [ffi.string(c.unit[k]).decode() for k in range(c.values + c.columns)]
        self.kind = kind
        self.lacks: str | None = None if c.lacks == ffi.NULL else ffi.string(c.lacks).decode()
        self._values = {name: float(c.value[k]) for k, name in enumerate(names[: c.values])}
        self.units: dict[str, str] = {n: "" if u == "1" else u for n, u in zip(names, units)}
        cells = np.array([c.table[k] for k in range(c.rows * c.columns)]).reshape(c.rows, c.columns)
        self.table: dict[str, np.ndarray] = {n: read_only(cells[:, k].copy()) for k, n in enumerate(names[c.values :])}

    def unit(self, name: str) -> str:
        """Unit of a number or column; "" if it has none."""
        return self.units[name]

    def __getitem__(self, name: str) -> float:
        if name not in self._values:
            raise NotWritten(f"{self.kind} has no number {name!r}{choices(name, self)}")
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __float__(self) -> float:
        return next(iter(self._values.values()))

    def __repr__(self) -> str:
        return f"<{self.kind}: {', '.join(f'{n} = {v:.6g} {self.units[n]}'.rstrip() for n, v in self._values.items())}>"


def _text(kind: str, region: Any, keys: Mapping[str, Any]) -> bytes:
    """A measure as it stands in a case."""
    whole: dict[str, Any] = {kind: keys}
    if region is not None:
        whole["region"] = region
    return bytes_of(yaml_value(whole))


def _measured(kind: str, call: Callable[[Any], Any]) -> Measurement:
    with Report() as report:
        c = call(report.c)
        if c == ffi.NULL:
            report.status = lib.SCREE_USER_ERROR
            found = None
        else:
            try:
                found = Measurement(kind, c)
            finally:
                lib.scree_measurement_free(c)
    assert found is not None  # otherwise the report has raised
    return found


def measure_of_world(c: Any, kind: str, region: Any, keys: Mapping[str, Any]) -> Measurement:
    """A measure of a C world whose lock is held."""
    text = _text(kind, region, keys)
    return _measured(kind, lambda report: lib.scree_world_measure(c, text, report))


def measure_of_rows(
    kind: str,
    region: Any,
    keys: Mapping[str, Any],
    position: Any,
    radius: Any,
    *,
    force: Any = None,
    mass: Any = None,
    velocity: Any = None,
    material: Any = None,
    materials: Sequence[str] = ("",),
    fixed: Any = None,
    contacts: tuple[Any, Any, Any, Any] | None = None,
    arms: tuple[Any, Any] | None = None,
    gravity: Any = (0, 0, 0),
    periodic: Any = (False, False, False),
    low: Any = (0, 0, 0),
    high: Any = (0, 0, 0),
) -> Measurement:
    """A measure of arrays: contacts are (a, b, normal, force), with the rows of the particles; b 2**32 - 1: a wall; arms from the
    centres of a and b to the contact points."""
    kept: list[Any] = []  # what C points to

    def pointer(values: Any, dtype: str, ctype: str, shape: tuple[int, ...]) -> Any:
        if values is None:
            return ffi.NULL
        array = np.ascontiguousarray(values, dtype)
        if array.shape != shape:
            raise InputError(f"measure: an array of shape {array.shape}; accepted: {shape}")
        kept.append(array)
        return ffi.from_buffer(ctype, array)

    n = len(radius)
    a, b, normal, contact_force = contacts if contacts is not None else ((), (), np.empty((0, 3)), np.empty((0, 3)))
    names = [ffi.new("char[]", bytes_of(name)) for name in materials]
    name_array = ffi.new("char *[]", names)
    rows = ffi.new(
        "scree_measured_rows *",
        {
            "particles": n,
            "contacts": len(a),
            "materials": len(names),
            "position": pointer(position, "f8", "double[]", (n, 3)),
            "radius": pointer(radius, "f8", "double[]", (n,)),
            "force": pointer(force, "f8", "double[]", (n, 3)),
            "material": pointer(material, "u4", "uint32_t[]", (n,)),
            "fixed": pointer(fixed, "i4", "int[]", (n,)),
            "material_name": name_array,
            "a": pointer(a, "u4", "uint32_t[]", (len(a),)),
            "b": pointer(b, "u4", "uint32_t[]", (len(a),)),
            "normal": pointer(normal, "f8", "double[]", (len(a), 3)),
            "contact_force": pointer(contact_force, "f8", "double[]", (len(a), 3)),
            "has_contacts": contacts is not None,
            "mass": pointer(mass, "f8", "double[]", (n,)),
            "velocity": pointer(velocity, "f8", "double[]", (n, 3)),
            "arm_a": pointer(arms and arms[0], "f8", "double[]", (len(a), 3)),
            "arm_b": pointer(arms and arms[1], "f8", "double[]", (len(a), 3)),
            "gravity": [float(x) for x in gravity],
            "periodic": [int(bool(x)) for x in periodic],
            "low": [float(x) for x in low],
            "high": [float(x) for x in high],
        },
    )
    text = _text(kind, region, keys)
    return _measured(kind, lambda report: lib.scree_rows_measure(rows, text, report))


def _contacts_of(frame: "Frame", ids: np.ndarray, period: np.ndarray) -> tuple[Any, Any, Any, Any]:
    """Rows of the particles of the contacts of a frame, normals and forces."""
    contacts = frame.contacts
    order = np.argsort(ids, kind="stable")
    wall = np.uint32(2**32 - 1)

    def rows_of(some: np.ndarray) -> np.ndarray:
        at = np.minimum(np.searchsorted(ids, some, sorter=order), max(len(ids) - 1, 0))
        row = order[at]
        if not np.array_equal(ids[row], some):
            raise InputError("measure: contacts of particles that are not in the frame; accepted: a frame of all particles")
        return row.astype(np.uint32)

    of_wall = contacts["id2"] == 0
    a = rows_of(contacts["id1"])
    b = np.full(len(a), wall, np.uint32)
    b[~of_wall] = rows_of(contacts["id2"][~of_wall])
    if "normal" in contacts:
        normal = contacts["normal"]
    else:
        ends = contacts["ends"]
        away = ends[:, 1] - ends[:, 0]
        length = np.linalg.norm(away, axis=1)
        normal = away / np.where(length > 0, length, 1.0)[:, None]
    return a, b, normal, contacts["force"]


def _arms_of(frame: "Frame", contacts: tuple[Any, Any, Any, Any]) -> tuple[Any, Any]:
    """From the centres of both particles of contacts to the middle of the overlap; zero of walls."""
    a, b, normal, _ = contacts
    half = 0.5 * frame.contacts["overlap"]
    of_wall = b == np.uint32(2**32 - 1)
    radius_b = np.where(of_wall, half, frame["radius"][np.where(of_wall, 0, b)])
    return normal * (frame["radius"][a] - half)[:, None], -normal * (radius_b - half)[:, None]


def measure_of_frame(frame: "Frame", kind: str, region: Any, keys: Mapping[str, Any], case: Mapping[str, Any]) -> Measurement:
    """A measure of a written frame; case: values of the case by their paths."""
    if "body" in frame and np.any(frame["body"] > 0):
        raise InputError(f"{kind} of a written frame with clumps; accepted: a frame of spheres, or `measures` in the case")
    material: Any = frame["material"] if "material" in frame else None
    names: Sequence[str] = ("",)
    if material is not None and material.dtype.kind == "U":
        names, material = np.unique(material, return_inverse=True)
        names = [str(n) for n in names]
    elif material is not None:
        names = frame.materials
    fixed = frame["fixed"] != 0 if "fixed" in frame else frame["mass"] == 0 if "mass" in frame else None
    low, high = (np.array(case.get(f"domain.{end}", (0.0, 0.0, 0.0)), float) for end in ("min", "max"))
    axes = case.get("domain.periodic") or []
    periodic = [axis in axes for axis in "xyz"]
    contacts: tuple[Any, Any, Any, Any] | None = None
    arms: tuple[Any, Any] | None = None
    try:
        contacts = _contacts_of(frame, frame["id"], high - low)
        arms = _arms_of(frame, contacts)
    except NotWritten:
        pass
    return measure_of_rows(
        kind,
        region,
        keys,
        frame["position"],
        frame["radius"],
        force=frame["force"] if "force" in frame else None,
        material=material,
        materials=names,
        fixed=fixed,
        contacts=contacts,
        arms=arms,
        mass=frame["mass"] if "mass" in frame else None,
        velocity=frame["velocity"] if "velocity" in frame else None,
        gravity=case.get("gravity", (0.0, 0.0, 0.0)),
        periodic=periodic,
        low=low,
        high=high,
    )
