# SPDX-License-Identifier: BSD-3-Clause
"""A world of particles that is stepped by hand."""
from __future__ import annotations

import math
import operator
import os
import threading
import time as clock
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from . import particles as _particles
from ._handle import Handle, dtype_of
from ._library import Changes, Report, ffi, lib, outside, path_of, sentence
from .callbacks import Callback, take_error
from .errors import Error, InputError, Interrupted, ScreeWarning
from .particles import Field, Particles
from .progress import Display, Progress, display_of

__all__ = ["World"]

Function = TypeVar("Function", bound=Callable[..., Any])

# Wall time after which Python looks for signals and shows progress, s: short for a user, long beside a step.
_PATIENCE = 0.05
_CONTACT = dtype_of("scree_contact_now")
_NEW_PARTICLE = dtype_of("scree_new_particle")


class _Copy:
    """A property of World: a field as a copy in the order of ids. Its text is made when it is asked for, by the library's table."""

    def __init__(self, name: str, fast: str = "") -> None:
        self.name = name
        self.fast = getattr(lib, fast) if fast else None  # a function that copies it without opening a view
        self.components = 1 if name == "radius" else 3

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        field = _particles.all_fields().get(self.name)
        if field is None:
            return ""
        shape = f"(count, {field.components})" if field.components > 1 else "(count,)"
        unit = f" Unit: {field.unit}." if field.unit else ""
        return f"{field.sentence}{unit} A copy of shape {shape} in the order of ids, read-only; assigning changes the particles if it can be written."

    def __get__(self, world: World | None, kind: type) -> Any:
        if world is None:
            return self
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


class World:
    """The world of a case at t = 0, with its first insertions and forces; `with World(...) as world:` closes it at the end.

    `case` is the path of a case file or a scree.Case; with `text` the path only stands for the case in messages and gives the folder of
    relative files. `set` changes keys by path ({"contacts[0].friction": 0.4}), `define` variables of the case. `threads` 0: as many as help.
    Worlds are independent of each other; calls of one world from several threads wait for each other.
    """

    def __init__(self, case: Any = "case.yaml", *, text: str | None = None, set: Mapping[str, Any] | None = None,
                 define: Mapping[str, Any] | None = None, threads: int = 0) -> None:
        self._closed: Handle | None = None
        self._callbacks: list[Callback] = []
        self._periodic: list[tuple[int, Callable[[World], Any]]] = []
        self._advancing = False
        self._chunk = 1
        self._report = Report()  # of steps: callbacks use that of the handle meanwhile
        source = case._source(text, set, define) if hasattr(case, "_source") else (os.fspath(case), text, Changes(set, define))
        self._name, text, changes = source
        threads = whole(threads, "threads")
        with self._report as report:
            if text is None:
                c = lib.scree_world_open(path_of(self._name), changes.c, threads, report.c)
            else:
                c = lib.scree_world_open_text(path_of(self._name), text.encode(), changes.c, threads, report.c)
            if c == ffi.NULL:
                report.status = lib.SCREE_USER_ERROR
            else:
                self._handle = Handle(c, self._name)
        self._main = threading.main_thread().ident
        self._ranks = self._share().ranks

    # ---- life -----------------------------------------------------------------------------------------------

    def _locked(self) -> _Locked:
        """The handle, locked, in a block; raises if the world is closed."""
        try:
            return _Locked(self._handle)
        except AttributeError:
            raise Error(f"the world of {self._name} is closed; accepted: a world that is open") from None

    def close(self) -> None:
        """Frees the world; a second call does nothing. Refused in callbacks, and while arrays of views are alive."""
        handle = self.__dict__.get("_handle")
        if handle is None:
            return
        with handle.lock:
            if self._advancing:
                raise Error("a callback cannot close its world; accepted: after advance")
            handle.refuse_views("be closed")
            self._drop()

    def _drop(self) -> None:
        self.__dict__.pop("_handle", None)  # frees the C world, unless arrays still use its memory
        self._callbacks.clear()
        self._periodic.clear()

    @property
    def closed(self) -> bool:
        """Whether close was called."""
        return "_handle" not in self.__dict__

    def __enter__(self) -> World:
        with self._locked():
            return self

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if kind is None:
            self.close()
        else:  # the traceback may hold arrays: the memory is freed with the last of them
            self._drop()

    def __repr__(self) -> str:
        if self.closed:
            return f"<scree.World {self._name}, closed>"
        return f"<scree.World {self._name}: {self.count} particles, t = {self.time:.6g} s, step {self.step}>"

    # ---- steps ----------------------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """Simulated time, s."""
        with self._locked() as handle:
            return lib.scree_world_now(handle.c)

    @property
    def dt(self) -> float:
        """Time step, s."""
        with self._locked() as handle:
            return lib.scree_world_dt(handle.c)

    @property
    def step(self) -> int:
        """Number of steps from t = 0."""
        with self._locked() as handle:
            return round(lib.scree_world_now(handle.c) / lib.scree_world_dt(handle.c))  # the time is their product

    def advance(self, steps: int | None = None, *, until: float | None = None, progress: Display = None) -> None:
        """Advances by `steps` time steps, or to the first one that ends at `until`, s, or later. `progress` True shows a bar (tqdm), a
        function gets a scree.Progress some twenty times a second. Ctrl-C raises KeyboardInterrupt after a whole step. Refused in callbacks and
        while arrays of views are alive. BadNumbers: the state became invalid; the text names the particle. With several processes all of
        them call it alike."""
        with self._locked() as handle:
            if self._advancing:
                raise Error("a callback cannot advance its world; accepted: between calls of advance")
            if handle._released:
                handle.settle()
            if steps is None or until is not None:
                steps = self._steps_until(steps, until)
            elif type(steps) is not int or not 0 <= steps < 2**63:
                steps = whole(steps, "steps")
            self._advancing = True
            try:
                if steps == 1 and not self._periodic and progress is None:
                    self._go(handle, 1)
                else:
                    self._go_on(handle, steps, display_of(progress))
            finally:
                self._advancing = False

    def _steps_until(self, steps: int | None, until: float | None) -> int:
        if steps is not None or until is None:
            raise InputError("advance needs either a number of steps or until=, a time in s")
        left = (number(until, "until") - self.time) / self.dt
        if left < -1e-6:
            warnings.warn(f"until={until:g} s is before the time of the world, {self.time:g} s; nothing was done", ScreeWarning, stacklevel=outside())
        if left > 2**62:
            raise InputError(f"until={until:g} s is more than 2^62 steps of {self.dt:g} s away")
        return max(0, math.ceil(left - 1e-6))  # a time that was computed from steps is meant to be theirs

    def _go(self, handle: Handle, steps: int) -> None:
        status = lib.scree_world_advance(handle.c, steps, self._report.c)
        if status or lib.scree_report_size(self._report.c):
            self._report.status = status
            if status == lib.SCREE_INTERRUPTED:
                error = take_error(self._callbacks)
                if error is not None:
                    lib.scree_report_clear(self._report.c)
                    raise error
                raise Interrupted(f"{self._name}: a callback stopped the world at step {self.step}")
            self._report.settle()

    def _go_on(self, handle: Handle, steps: int, display: Callable[[Progress], Any] | None) -> None:
        """In chunks that end where a periodic function is due, and after some time, for signals and the display."""
        first, end, begun = self.step, self.time + steps * self.dt, clock.monotonic()
        # Only the main thread gets signals; several processes must do the same chunks.
        patient = self._ranks > 1 or (display is None and threading.get_ident() != self._main)
        done = particle_steps = 0
        while done < steps:
            chunk = steps - done if patient else min(steps - done, self._chunk)
            for every, _ in self._periodic:
                chunk = min(chunk, every - (first + done) % every)
            start = clock.monotonic()
            self._go(handle, chunk)
            done += chunk
            if chunk >= min(self._chunk, steps - done + chunk):
                took = max(clock.monotonic() - start, 1e-6)
                self._chunk = max(1, min(int(chunk * _PATIENCE / took), 4 * self._chunk, 1 << 30))
            for every, function in list(self._periodic):
                if (first + done) % every == 0:
                    function(self)
                    handle.settle()
            if display is not None:
                count = self.count
                particle_steps += chunk * count
                display(Progress(self.time, end, first + done, first + steps, count, clock.monotonic() - begun, particle_steps, done == steps))

    # ---- callbacks ------------------------------------------------------------------------------------------

    def every(self, steps: int) -> Callable[[Function], Function]:
        """Decorator: the function is called with the world after each step whose number is a multiple of `steps`. Between steps: it may open
        views for writing, add and remove particles; it may not advance or close the world. Costs nothing in other steps."""
        steps = whole(steps, "steps", least=1)

        def register(function: Function) -> Function:
            with self._locked():
                self._periodic.append((steps, callable_of(function)))
            return function

        return register

    def before_forces(self, function: Function) -> Function:
        """Decorator: the function is called with the world in every step before the forces are computed; positions and walls are those of
        the end of the step. It may read views and set loads."""
        return self._hook(lib.SCREE_MOMENT_BEFORE_FORCES, function)

    def after_forces(self, function: Function) -> Function:
        """Decorator: the function is called with the world in every step when forces are known. Loads that it sets act from the next step on."""
        return self._hook(lib.SCREE_MOMENT_AFTER_FORCES, function)

    def after_step(self, function: Function) -> Function:
        """Decorator: the function is called with the world at the end of every step."""
        return self._hook(lib.SCREE_MOMENT_AFTER_STEP, function)

    def _hook(self, moment: int, function: Function) -> Function:
        with self._locked():
            if self._advancing:
                raise Error("a callback cannot add another one; accepted: before advance")
            self._callbacks.append(Callback(self, moment, callable_of(function)))
        return function

    def remove_callback(self, function: Callable[..., Any]) -> None:
        """Removes a function that one of the decorators added."""
        with self._locked() as handle:
            if self._advancing:
                raise Error("a callback cannot be removed within advance; accepted: before or after")
            found = [c for c in self._callbacks if c.function is function]
            kept = [p for p in self._periodic if p[1] is not function]
            if not found and len(kept) == len(self._periodic):
                raise InputError(f"{function!r} is no callback of this world; accepted: a function that was added by every, before_forces, ...")
            for callback in found:
                lib.scree_world_unhook(handle.c, callback.number)
                self._callbacks.remove(callback)
            self._periodic = kept

    # ---- particles ------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """Number of particles of this process."""
        with self._locked() as handle:
            return lib.scree_world_count(handle.c)

    def __len__(self) -> int:
        return self.count

    @property
    def ids(self) -> np.ndarray:
        """Ids of the particles, ascending: shape (count,), uint64, read-only."""
        with self._locked() as handle:
            return self._ids(handle)

    def _ids(self, handle: Handle) -> np.ndarray:
        id = np.empty(lib.scree_world_count(handle.c), np.uint64)
        lib.scree_world_ids(handle.c, ffi.from_buffer("uint64_t[]", id, require_writable=True))
        id.flags.writeable = False
        return id

    position = _Copy("position", "scree_world_positions")
    velocity = _Copy("velocity", "scree_world_velocities")
    omega = _Copy("omega", "scree_world_spins")
    force = _Copy("force", "scree_world_forces")
    torque = _Copy("torque")
    radius = _Copy("radius", "scree_world_radii")
    mass = _Copy("mass")
    material = _Copy("material")
    external_force = _Copy("external_force")
    external_torque = _Copy("external_torque")

    @property
    def particles(self) -> Particles:
        """Arrays on the memory of the particles, within a block: `with world.particles as p: p.position`, or
        `with world.particles.write("velocity") as p: p.velocity[...] = 0`."""
        with self._locked() as handle:
            return Particles(handle)

    @property
    def fields(self) -> dict[str, Field]:
        """The fields of the particles: name, unit, number of components, dtype and what they are."""
        with self._locked() as handle:
            return _particles.describe(handle)

    @property
    def generation(self) -> int:
        """Changes whenever particles change their rows in views."""
        with self._locked() as handle:
            return lib.scree_world_generation(handle.c)

    def get(self, field: str, ids: Any = None) -> np.ndarray:
        """A field of the particles with these ids, in their order, as a copy; None: of all, in the order of ids."""
        with self._locked() as handle:
            rows = _particles.rows_of(handle, self._ids(handle) if ids is None else ids)
            with Particles(handle) as p:
                copy = p[field][rows]
        copy.flags.writeable = ids is not None
        return copy

    def set(self, field: str, values: Any, ids: Any = None) -> None:
        """Changes a field of the particles with these ids; None: of all, in the order of ids. `values` is one for all or one for each. If a
        value is refused nothing is changed."""
        with self._locked() as handle:
            rows = _particles.rows_of(handle, self._ids(handle) if ids is None else ids).reshape(-1)
            values = np.asarray(values, float) if not isinstance(values, np.ndarray) else values
            with Particles(handle).write(field) as p:
                old = p[field][rows]
                try:
                    wanted = np.broadcast_to(values, old.shape)
                except ValueError:
                    raise InputError(f"values of shape {values.shape} for the field '{field}' of {len(rows)} particles; accepted: "
                                     f"{old.shape} or {old.shape[1:] or 'one number'}") from None
                if not np.all(np.isfinite(wanted)):
                    at = np.argwhere(~np.isfinite(wanted.reshape(len(rows), -1)))[0][0]
                    raise InputError(f"the value for the field '{field}' of row {at} is no finite number; accepted: finite numbers")
                p[field][rows] = wanted
            try:
                handle.settle()
            except Error:
                with Particles(handle).write(field) as p:
                    p[field][rows] = old
                raise

    def set_drag(self, coefficient: Any, velocity: Any, ids: Any = None) -> None:
        """Drag of a fluid: `coefficient`, kg/s, times (fluid `velocity`, m/s, minus that of the particle), semi-implicit, until it is set anew."""
        with self._locked():
            self.set("fluid_velocity", velocity, ids)
            self.set("drag_coefficient", coefficient, ids)

    def take_drag_impulse(self) -> np.ndarray:
        """Impulse of the drag on each particle since the last call, N s: shape (count, 3), in the order of ids. The fluid gets its opposite."""
        with self._locked() as handle:
            with Particles(handle).write("drag_impulse") as p:
                impulse = p.drag_impulse[_particles.rows_of(handle, self._ids(handle))]
                p.drag_impulse[...] = 0.0
            return impulse

    def add(self, position: Any, *, material: str | Sequence[str], diameter: Any = 0.0, velocity: Any = (0, 0, 0), spin: Any = (0, 0, 0),
            shape: str | Sequence[str] | None = None, orientation: Any = (0, 0, 0, 0), fixed: Any = False) -> np.ndarray:
        """Adds spheres, or clumps of a `shape` of the case; returns their ids (of clumps those of the first members). `position`, m, of shape (n, 3) or
        (3,); all others one for all or one for each: diameter, m (of clumps that of a sphere of their volume, 0: as the shape was
        given), velocity, m/s, spin, rad/s, orientation as a quaternion w x y z. Overlaps are the caller's. Every process passes all of them."""
        at = floats(position, "position").reshape(-1, 3) if np.ndim(position) == 1 else floats(position, "position")
        if at.ndim != 2 or at.shape[1:] != (3,):
            raise InputError(f"a position of shape {np.shape(position)}; accepted: (n, 3) or (3,)")
        n = len(at)
        new = np.zeros(n, _NEW_PARTICLE)
        new["position"] = at
        for name, value in (("diameter", diameter), ("velocity", velocity), ("spin", spin), ("orientation", orientation)):
            fill(new, name, floats(value, name))
        fill(new, "fixed", np.asarray(fixed, bool))
        texts: dict[str, Any] = {}  # kept until the call is done
        for name, value in (("material", material), ("shape", shape)):
            values = [value] * n if value is None or isinstance(value, str) else list(value)
            if len(values) != n or not all(v is None and name == "shape" or isinstance(v, str) for v in values):
                raise InputError(f"{name}={value!r} for {n} particles; accepted: a name, or {n} names")
            for text in values:
                if text is not None and text not in texts:
                    texts[text] = ffi.new("char[]", text.encode())
            new[name] = [int(ffi.cast("uintptr_t", texts[v])) if v is not None else 0 for v in values]
        ids = np.empty(n, np.uint64)
        with self._changing("add particles") as handle, handle.report as report:
            report.status = lib.scree_world_add(handle.c, n, ffi.cast("scree_new_particle *", ffi.from_buffer(new)),
                                                ffi.from_buffer("uint64_t[]", ids, require_writable=True), report.c)
        return ids

    def remove(self, ids: Any) -> None:
        """Removes particles by their ids, clumps by that of any member. Every process passes all of them."""
        ids = np.atleast_1d(_particles.ids_of(ids)).reshape(-1)
        with self._changing("remove particles") as handle, handle.report as report:
            report.status = lib.scree_world_remove(handle.c, len(ids), ffi.from_buffer("uint64_t[]", ids), report.c)

    def _changing(self, what: str) -> _Locked:
        locked = self._locked()
        with locked as handle:
            handle.refuse_views(what)
        return locked

    # ---- results --------------------------------------------------------------------------------------------

    def contacts(self) -> np.ndarray:
        """The touching contacts of this process at the last force evaluation, by ids, walls and triangles: a structured array with the
        fields of scree_contact_now: a and b (ids; b 0: a wall), wall (its number; -1: none), triangle, point (m), normal (from a
        to b), overlap (m), force (N, on a), ..."""
        with self._locked() as handle:
            room = lib.scree_world_contacts(handle.c) + 16
            while True:
                found = np.zeros(room, _CONTACT)
                n = lib.scree_world_contact_list(handle.c, room, ffi.cast("scree_contact_now *", ffi.from_buffer(found, require_writable=True)))
                if n <= room:
                    return found[:n]
                room = n

    def value(self, column: str) -> float:
        """What a column of series.csv ("kinetic", "lid fz", "bed coordination") would say now, in its unit. Every process calls it."""
        if not isinstance(column, str):
            raise InputError(f"the column {column!r} is no text; accepted: the name of a column of series.csv, such as 'kinetic'")
        with self._locked() as handle, handle.report as report:
            value = lib.scree_world_value(handle.c, column.encode(), report.c)
        return value

    @property
    def digest(self) -> str:
        """Digest of the state, 32 hexadecimal digits: equal for equal bits, whatever the number of threads and processes."""
        text = ffi.new("char[33]")
        with self._locked() as handle:
            lib.scree_world_state(handle.c, text)
        return ffi.string(text).decode()

    @property
    def contact_count(self) -> int:
        """Number of touching contacts at the last force evaluation."""
        with self._locked() as handle:
            return lib.scree_world_contacts(handle.c)

    @property
    def rebuilds(self) -> int:
        """Number of neighbour lists built since the world was opened."""
        with self._locked() as handle:
            return lib.scree_world_rebuilds(handle.c)

    @property
    def threads(self) -> int:
        """Threads that a step may use."""
        with self._locked() as handle:
            return lib.scree_world_threads(handle.c)

    @property
    def stages(self) -> dict[str, float]:
        """Wall time spent in each stage of the steps so far, s."""
        with self._locked() as handle:
            return {ffi.string(lib.scree_world_stage_name(k)).decode(): lib.scree_world_stage_seconds(handle.c, k)
                    for k in range(lib.scree_world_stages())}

    def _share(self) -> Any:
        share = ffi.new("scree_world_share *")
        with self._locked() as handle:
            lib.scree_world_share_of(handle.c, share)
        return share

    @property
    def rank(self) -> int:
        """Number of this process among those that have the world together, from 0."""
        return self._share().rank

    @property
    def ranks(self) -> int:
        """Number of processes that have the world together."""
        return self._ranks

    @property
    def ghosts(self) -> int:
        """Number of copies of particles of other processes."""
        return self._share().ghosts


class _Locked:
    """Holds the lock of a handle in a block."""

    __slots__ = ("_handle",)

    def __init__(self, handle: Handle) -> None:
        self._handle = handle

    def __enter__(self) -> Handle:
        self._handle.lock.acquire()
        return self._handle

    def __exit__(self, *error: Any) -> None:
        self._handle.lock.release()


for _name, _function in (("contacts", "contact_list"), ("value", "value"), ("add", "add"), ("remove", "remove")):
    getattr(World, _name).__doc__ += f"\n\nThe C library says of it: {sentence('scree_world_' + _function)}"


def whole(value: Any, what: str, least: int = 0) -> int:
    """A whole number; raises if it is not one, or is below `least` or too large."""
    try:
        found = operator.index(value)
    except TypeError:
        raise InputError(f"{what}={value!r}; accepted: a whole number from {least}") from None
    if not least <= found < (2**31 if what == "threads" else 2**63):
        raise InputError(f"{what}={found}; accepted: a whole number from {least}")
    return found


def number(value: Any, what: str) -> float:
    """A finite number."""
    try:
        found = float(value)
    except (TypeError, ValueError):
        found = math.nan
    if not math.isfinite(found):
        raise InputError(f"{what}={value!r}; accepted: a finite number")
    return found


def floats(value: Any, what: str) -> np.ndarray:
    """An array of finite numbers."""
    try:
        array = np.asarray(value, float)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: {error}; accepted: numbers") from None
    if not np.all(np.isfinite(array)):
        raise InputError(f"{what} has values that are no finite numbers; accepted: finite numbers")
    return array


def fill(new: np.ndarray, name: str, values: np.ndarray) -> None:
    """Sets a member of all new particles; raises if the shapes do not fit."""
    try:
        new[name] = values
    except ValueError:
        raise InputError(f"{name} of shape {values.shape} for {len(new)} particles; accepted: {new[name].shape} or {new[name].shape[1:] or 'one number'}") from None


def callable_of(function: Any) -> Any:
    """The function; raises if it is none."""
    if not callable(function):
        raise InputError(f"{function!r} is no function; accepted: a function of the world")
    return function
