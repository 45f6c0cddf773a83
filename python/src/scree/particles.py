# SPDX-License-Identifier: BSD-3-Clause
"""Arrays on the memory of a world's particles."""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._handle import Handle, dtype_of
from ._library import bytes_of, ffi, floats, lib, texts_until_null
from .errors import Error, InputError, StaleView

if TYPE_CHECKING:
    from .world import World

__all__ = ["Field", "FieldCopy", "Particles", "LOADS"]

_NEW_PARTICLE = dtype_of("scree_new_particle")

# Fields that a world has from the first time on that they are written.
LOADS = ("external_force", "external_torque", "drag_coefficient", "fluid_velocity", "drag_impulse")


class Field(NamedTuple):
    """What a field of the particles is."""

    name: str
    unit: str  # "" if dimensionless
    components: int  # numbers per particle
    dtype: np.dtype
    sentence: str


class NoField(InputError, AttributeError):
    """A name that no field of the particles has."""


def names_of(handle: Handle) -> list[str]:
    """The names of the fields that the world has now."""
    return texts_until_null(lambda k: lib.scree_world_field(handle.c, k))


def shapes_of(handle: Handle) -> list[str]:
    """The names of the shapes of its case."""
    return texts_until_null(lambda k: lib.scree_world_shape(handle.c, k))


def describe(handle: Handle) -> dict[str, Field]:
    """The fields that the world has now."""
    fields = {}
    view = ffi.new("scree_view *")
    for name in names_of(handle):
        with handle.report as report:
            report.status = lib.scree_view_open(handle.c, name.encode(), 0, view, report.c)
        dtype = {lib.SCREE_DOUBLE: "f8", lib.SCREE_UINT64: "u8", lib.SCREE_UINT32: "u4"}[view.type]
        fields[name] = Field(name, ffi.string(view.unit).decode(), view.components, np.dtype(dtype), ffi.string(view.sentence).decode())
        with handle.report as report:
            report.status = lib.scree_view_close(handle.c, view, report.c)
    return fields


@lru_cache(maxsize=None)
def all_fields() -> dict[str, Field]:
    """The fields that worlds can have: of a world with clumps, groups and loads, for help texts."""
    text = (
        "time: {end: 1, dt: 1e-5, velocity_scale: 1}\n"
        "materials: {m: {density: 1000, young: 1 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"
        "contacts: [{between: any, normal: hertz}]\n"
        "domain: {min: [0, 0, 0], max: [1, 1, 1]}\n"
        "shapes: {s: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 mm}]}}\n"
    )
    from .world import World

    with World("fields.yaml", text=text, threads=1) as world:
        with world.particles.write(*LOADS):
            pass
        return world.fields


def no_field(handle: Handle, name: str) -> NoField:
    """The error for a name that no field has; names the ones that there are."""
    hint = " (it exists from the first time on that it is written)" if name in LOADS else ""
    return NoField(f"the particles of {handle.name} have no field '{name}'{hint}; accepted: {', '.join(names_of(handle))}")


class Particles:
    """Arrays on the memory of the particles of this process, in the order of storage, which changes from step to step:

        with world.particles as p:                       # arrays that can be read
            fast = p.id[np.linalg.norm(p.velocity, axis=1) > 1.0]
        with world.particles.write("velocity") as p:     # this field can be changed
            p.velocity[:, 2] = 0.0

    Within the block the world refuses to advance, to add, to remove and to close. After it the attributes raise StaleView, and arrays
    that are still alive make the end of the block raise it: keep copies (p.velocity.copy(), p.velocity[mask]) instead. `world.fields`
    lists the fields. What was written counts from the end of the block; values that are no usable numbers are refused there. Of clumps and
    convex bodies `orientation` (unit quaternions w, x, y, z, from the frame of the shape to the laboratory) and `half_axes` are computed when
    they are first used in the block; an orientation that is written turns the body about its centre.
    """

    if TYPE_CHECKING:
        _handle: Handle
        _write: tuple[str, ...]
        _alive: dict[object, str]
        _arrays: dict[str, np.ndarray]
        _state: str
        position: np.ndarray
        radius: np.ndarray
        velocity: np.ndarray
        mass: np.ndarray
        omega: np.ndarray
        material: np.ndarray
        force: np.ndarray
        torque: np.ndarray
        id: np.ndarray
        groups: np.ndarray
        body: np.ndarray
        shape: np.ndarray
        centre: np.ndarray
        body_velocity: np.ndarray
        orientation: np.ndarray
        half_axes: np.ndarray
        external_force: np.ndarray
        external_torque: np.ndarray
        drag_coefficient: np.ndarray
        fluid_velocity: np.ndarray
        drag_impulse: np.ndarray

    def __init__(self, handle: Handle, write: tuple[str, ...] = ()) -> None:
        # _alive: the leases of this block, and their fields. Written in this way as __setattr__ is for fields.
        self.__dict__.update(_handle=handle, _write=write, _alive={}, _arrays={}, _state="new")

    def write(self, *fields: str) -> Particles:
        """The same with fields that can be changed. Not in callbacks of a step, except external_force and other loads."""
        if not fields or not all(isinstance(field, str) for field in fields):
            raise InputError(f"write{fields!r}; accepted: the names of the fields that are going to be changed, such as write('velocity')")
        return Particles(self._handle, fields)

    def __enter__(self) -> Particles:
        if self._state != "new":
            raise StaleView("this view was used before; accepted: a new one, `with world.particles as p:`")
        self.__dict__["_state"] = "open"
        if self._write:
            try:
                # New fields need new memory, which is refused when views are open: loads come first.
                for name in sorted(self._write, key=lambda name: name not in LOADS):
                    self[name]
            except BaseException:
                self._finish()
                raise
        return self

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        self._finish()
        if kind is not None:  # whose traceback may hold arrays
            return
        if self._handle._released:
            with self._handle.lock:
                self._handle.settle()
        if self._alive:
            names = ", ".join(sorted(set(self._alive.values())))
            raise StaleView(f"arrays of the view of {names} are still alive at the end of its block, and the world cannot go on; "
                            "accepted: `del` of the variables that hold them, or copies (p.velocity.copy())")

    def _finish(self) -> None:
        self.__dict__["_state"] = "closed"
        self._arrays.clear()

    def _check(self, name: str) -> None:
        if self._state == "new":
            raise StaleView(f"the view of {name} is not open; accepted: within `with world.particles as p:`, p.{name}; "
                            f"a copy in the order of ids is world.{name}")
        if self._state == "closed":
            raise StaleView(f"the view of {name} was used after its block; accepted: copies that were made within it")

    def __getitem__(self, name: str) -> np.ndarray:
        if not isinstance(name, str):
            raise InputError(f"the field {name!r} is no text; accepted: the name of a field, such as 'velocity'")
        array = self._arrays.get(name)
        if array is not None:
            return array
        if self._state != "open":
            self._check(name)
        handle, alive, key = self._handle, self._alive, object()
        write = name in self._write
        with handle.lock:
            alive[key] = name
            try:
                array = handle.open_view(name, write, lambda: alive.pop(key, None))
            except BaseException as error:
                alive.pop(key, None)
                if isinstance(error, InputError) and name not in names_of(handle):
                    if write and name in LOADS:
                        raise InputError(f"the field '{name}' does not exist yet, and cannot be made in a callback of a step or while there are views; "
                                         f"accepted: world.set('{name}', 0.0) before") from None
                    raise no_field(handle, name) from None
                raise
        self._arrays[name] = array
        return array

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
            return
        array = self[name]
        if value is array:  # p.velocity *= 2 assigns what it has changed
            return
        if name not in self._write:
            raise Error(f"the field '{name}' is open for reading; accepted: with world.particles.write('{name}') as p")
        array[...] = value

    def __len__(self) -> int:
        return len(self["id"])

    def __iter__(self) -> Iterator[str]:
        with self._handle.lock:
            return iter(names_of(self._handle))

    def __dir__(self) -> list[str]:
        with self._handle.lock:
            return [*super().__dir__(), *names_of(self._handle)]

    def rows(self, ids: Any) -> np.ndarray:
        """The rows of the particles with these ids: of the shape of `ids`, intp. Raises if one of them is not there."""
        self._check("rows")
        with self._handle.lock:
            return rows_of(self._handle, ids)

    def __repr__(self) -> str:
        return f"<scree.Particles of {self._handle.name}, {self._state}>"


def ids_of(ids: Any) -> np.ndarray:
    """Ids as the library takes them."""
    try:
        array = np.asarray(ids)
    except ValueError as error:
        raise InputError(f"ids: {error}; accepted: whole numbers from 1, such as world.ids") from None
    if array.size and (array.dtype.kind not in "iu" or array.min() < 1):
        raise InputError(f"ids of type {array.dtype}, the first is {array.flat[0]!r}; accepted: whole numbers from 1, such as world.ids")
    return np.asarray(array, np.uint64, order="C")


def rows_of(handle: Handle, ids: Any) -> np.ndarray:
    """The rows of these particles; raises if one of them is not there. The lock is held."""
    ids = ids_of(ids)
    rows = np.empty(ids.shape, np.uintp)
    lib.scree_world_rows(handle.c, ids.size, ffi.from_buffer("uint64_t[]", ids), ffi.from_buffer("size_t[]", rows, require_writable=True))
    missing = rows == np.iinfo(np.uintp).max
    if missing.any():
        raise InputError(f"there is no particle {ids[missing].flat[0]} in {handle.name}; accepted: ids of particles that are there, world.ids")
    return rows.astype(np.intp)


def values_for(handle: Handle, name: str, values: np.ndarray, count: int) -> np.ndarray:
    """Values of a field for so many particles; raises, before anything is written, if it cannot have them. The lock is held."""
    if name in names_of(handle):
        with Particles(handle) as p:
            shape = (count, *p[name].shape[1:])
    elif name in LOADS:
        components = all_fields()[name].components
        shape = (count, components) if components > 1 else (count,)
    else:
        raise no_field(handle, name)
    flat = np.ascontiguousarray(values).reshape(-1)
    with handle.report as report:
        report.status = lib.scree_field_check(bytes_of(name), flat.size, ffi.from_buffer("double[]", flat), report.c)
    try:
        return np.broadcast_to(values, shape)
    except ValueError:
        raise InputError(f"values of shape {values.shape} for the field '{name}' of {count} particles; accepted: "
                         f"{shape} or {shape[1:] or 'one number'}") from None


def new_particles(position: Any, material: Any, shape: Any, fixed: Any, **numbers: Any) -> tuple[np.ndarray, Any]:
    """An array of scree_new_particle, and the texts that it points to; raises if something does not fit."""
    at = floats(position, "position").reshape(-1, 3) if np.ndim(position) == 1 else floats(position, "position")
    if at.ndim != 2 or at.shape[1:] != (3,):
        raise InputError(f"a position of shape {np.shape(position)}; accepted: (n, 3) or (3,)")
    n = len(at)
    new = np.zeros(n, _NEW_PARTICLE)
    new["position"] = at
    for name, value in numbers.items():
        fill(new, name, floats(value, name))
    fill(new, "fixed", np.asarray(fixed, bool))
    texts: dict[str, Any] = {}  # kept until the call is done
    for name, value in (("material", material), ("shape", shape)):
        values = list(value) if isinstance(value, (list, tuple, np.ndarray)) else [value] * n
        if len(values) != n or not all(v is None and name == "shape" or isinstance(v, str) for v in values):
            raise InputError(f"{name}={value!r} for {n} particles; accepted: a name, or {n} names")
        for text in values:
            if text is not None and text not in texts:
                texts[text] = ffi.new("char[]", bytes_of(text))
        new[name] = [int(ffi.cast("uintptr_t", texts[v])) if v is not None else 0 for v in values]
    return new, texts


def fill(new: np.ndarray, name: str, values: np.ndarray) -> None:
    """Sets a member of all new particles; raises if the shapes do not fit."""
    try:
        new[name] = values
    except ValueError:
        raise InputError(f"{name} of shape {values.shape} for {len(new)} particles; accepted: {new[name].shape} or {new[name].shape[1:] or 'one number'}") from None


class FieldCopy:
    """A property of World: a field as a copy in the order of ids. Its text is made when it is asked for, by the library's table."""

    def __init__(self, name: str, fast: str = "") -> None:
        self.name = name
        self.fast = getattr(lib, fast) if fast else None  # a function that copies it without opening a view
        self.components = 1 if name == "radius" else 3

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        field = all_fields().get(self.name)
        if field is None:
            return ""
        shape = f"(count, {field.components})" if field.components > 1 else "(count,)"
        unit = f" Unit: {field.unit}." if field.unit else ""
        return f"{field.sentence}{unit} A copy of shape {shape} in the order of ids, read-only; assigning changes the particles if it can be written."

    def __get__(self, world: World | None, kind: type) -> np.ndarray:
        if world is None:
            return self  # type: ignore[return-value]
        if self.fast is None:
            return world.get(self.name)
        with world._locked() as handle:
            n = lib.scree_world_count(handle.c)
            out = np.empty((n, self.components) if self.components > 1 else n)
            self.fast(handle.c, ffi.from_buffer("double[]", out, require_writable=True))
        out.flags.writeable = False
        return out

    def __set__(self, world: World, values: Any) -> None:
        world.set(self.name, values)
