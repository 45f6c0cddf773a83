# SPDX-License-Identifier: BSD-3-Clause
"""A world of particles that is stepped by hand."""
from __future__ import annotations

import math
import os
import threading
import time as clock
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from . import particles as _particles
from ._handle import Handle, Locked
from ._library import Report, bytes_of, ffi, floats, lib, number, outside, path_of, sentence, whole, yaml_value
from ._measured import Measured
from .callbacks import Callback, take_error
from .case import Case
from .errors import Error, InputError, Interrupted, ScreeWarning
from .particles import Field, FieldCopy, Particles, new_particles
from .progress import Display, Progress, display_of
from .saved import Saved, state_bytes, world_of_state
from .walls import Walls

__all__ = ["World"]

Function = TypeVar("Function", bound=Callable[..., Any])

# Wall time after which Python looks for signals and shows progress, s: short for a user, long beside a step.
_PATIENCE = 0.05


class World(Measured):
    """The world of a case at t = 0, with its first insertions and forces; `with World(...) as world:` closes it at the end.

    `case` is the path of a case file, a scree.Case, or a dict with its sections; with `text`, the case as YAML, the path only stands for it in
    messages and gives the folder of relative files. `set` changes keys by path ({"contacts[0].friction": 0.4}), `define` variables of the
    case. `threads` 0: as many as help. `isa`: "v2", "v3", "v4"; None: the best. `comm`: the processes that have the world together, a communicator
    of mpi4py; None: all that mpirun has started. Worlds are independent of each other; calls of one world from several threads wait
    for each other. `world["contacts[0].friction"] = 0.5` changes a key while the world is open, where a phase may change it, too.
    """

    def __init__(self, case: Any = None, *, text: str | None = None, set: Mapping[str, Any] | None = None, define: Mapping[str, Any] | None = None,
                 threads: int = 0, isa: str | None = None, comm: Any = None) -> None:
        self._callbacks: list[Callback] = []
        self._periodic: list[tuple[int, Callable[[World], Any]]] = []
        self._advancing = False
        self._rows: tuple[Any, np.ndarray] | None = None
        self._chunk = 1
        self._energy = True
        self._report = Report()  # of steps: callbacks use that of the handle meanwhile
        self._case = Case(case, text=text, set=set, define=define)
        self._name = self._case.name
        self._options = {"threads": whole(threads, "threads"), "isa": isa}
        options = ffi.new("scree_open_options *", lib.scree_open_options_default())
        options.threads = self._options["threads"]
        keep = ffi.new("char[]", bytes_of(isa)) if isa is not None else ffi.NULL
        options.isa = keep
        if comm is not None:
            options.has_comm, options.comm = 1, fortran_handle(comm)
        with self._report as report:
            c = lib.scree_world_open_draft(self._case._draft, options, report.c)
            if c == ffi.NULL:
                report.status = lib.SCREE_USER_ERROR
            else:
                self._handle = Handle(c, self._name)
        self._main = threading.main_thread().ident
        self._ranks = self._share().ranks

    # ---- life -----------------------------------------------------------------------------------------------

    def _locked(self) -> Locked:
        """The handle, locked, in a block; raises if the world is closed."""
        try:
            return Locked(self._handle)
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
        """Time step of the next step, s. With `dt: auto` it may change from step to step, as the contacts need it."""
        with self._locked() as handle:
            return lib.scree_world_dt(handle.c)

    @property
    def step(self) -> int:
        """Number of steps from t = 0."""
        with self._locked() as handle:
            return lib.scree_world_steps(handle.c)

    def advance(self, steps: int | None = None, *, until: float | None = None, progress: Display = None, energy: bool = True) -> None:
        """Advances by `steps` time steps, or to the first one that ends at `until`, s, or later. `progress` True shows a bar (tqdm), a
        function gets a scree.Progress some twenty times a second. `energy` False: the energy that contacts store is not needed after the
        steps, nor in callbacks, which is faster where calls have few steps and where callbacks come in each; all other numbers keep their bits.
        Values that need it are then refused, or NaN in `values`, and so is what changes it, until after steps with it: setting fields of the state,
        adding and removing, placing walls, changing keys. Loads, moving walls, save and write are not. Ctrl-C raises KeyboardInterrupt after a whole step. Refused in callbacks and
        while arrays of views are alive. BadNumbers: the state became invalid; the text names the particle. With several processes all of
        them call it alike."""
        with self._locked() as handle:
            if self._advancing:
                raise Error("a callback cannot advance its world; accepted: between calls of advance")
            if handle._released:
                handle.settle()
            if steps is None or until is not None:
                steps = self._steps_until(handle, steps, until)
            elif type(steps) is not int or not 0 <= steps < 2**63:
                steps = whole(steps, "steps")
            if energy is not self._energy:
                self._energy = bool(energy)
                lib.scree_world_want_energy(handle.c, self._energy)
            self._advancing = True
            end = math.inf if until is None else float(until)
            try:
                if steps == 1 and not self._periodic and progress is None:
                    self._go(handle, 1, end)
                    steps = 0
                while steps > 0:  # steps may have become shorter
                    self._go_on(handle, steps, end, display_of(progress))
                    steps = 0 if until is None else lib.scree_world_steps_until(handle.c, end)
            finally:
                self._advancing = False

    def _steps_until(self, handle: Handle, steps: int | None, until: float | None) -> int:
        if steps is not None or until is None:
            raise InputError("advance needs either a number of steps or until=, a time in s")
        left = (number(until, "until") - self.time) / self.dt
        if left < -1e-6:
            warnings.warn(f"until={until:g} s is before the time of the world, {self.time:g} s; nothing was done", ScreeWarning, stacklevel=outside())
        if left > 2**62:
            raise InputError(f"until={until:g} s is more than 2^62 steps of {self.dt:g} s away")
        return lib.scree_world_steps_until(handle.c, until)

    def _go(self, handle: Handle, steps: int, until: float) -> None:
        status = lib.scree_world_advance_until(handle.c, until, steps, self._report.c)
        if status or lib.scree_report_size(self._report.c):
            self._report.status = status
            if status == lib.SCREE_INTERRUPTED:
                error = take_error(self._callbacks)
                lib.scree_report_clear(self._report.c)
                self._report.status = lib.SCREE_OK
                if error is not None:
                    raise error
                raise Interrupted(f"{self._name}: a callback stopped the world at step {self.step}")
            if status == lib.SCREE_USER_ERROR and handle.views():
                self._report.status = lib.SCREE_OK
                lib.scree_report_clear(self._report.c)
                handle.refuse_views("advance")
            self._report.settle()

    def _go_on(self, handle: Handle, steps: int, until: float, display: Callable[[Progress], Any] | None) -> None:
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
            self._go(handle, chunk, until)
            did = lib.scree_world_steps(handle.c) - first - done
            done += did
            if did == 0:  # steps have become longer, and the time has come
                break
            if chunk >= min(self._chunk, steps - done + chunk):
                took = max(clock.monotonic() - start, 1e-6)
                self._chunk = max(1, min(int(chunk * _PATIENCE / took), 4 * self._chunk, 1 << 30))
            for every, function in list(self._periodic):
                if (first + done) % every == 0:
                    function(self)
                    handle.settle()
            if display is not None:
                count = self.count
                particle_steps += did * count
                display(Progress(self.time, end, first + done, first + steps, count, clock.monotonic() - begun, particle_steps, done == steps or did < chunk))
            if did < chunk:  # steps have become longer
                break

    # ---- callbacks ------------------------------------------------------------------------------------------

    def every(self, steps: int) -> Callable[[Function], Function]:
        """Decorator: the function is called with the world after each step whose number is a multiple of `steps`. Between steps: it may open
        views for writing, add and remove particles; it may not advance or close the world. Costs nothing in other steps."""
        with self._locked():
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

    def _all_rows(self, handle: Handle) -> np.ndarray:
        """The rows of all particles in the order of ids; found anew only after particles have changed their rows."""
        key = (lib.scree_world_generation(handle.c), lib.scree_world_count(handle.c))
        if self._rows is None or self._rows[0] != key:
            self._rows = key, _particles.rows_of(handle, self._ids(handle))
        return self._rows[1]

    position = FieldCopy("position", "scree_world_positions")
    velocity = FieldCopy("velocity", "scree_world_velocities")
    omega = FieldCopy("omega", "scree_world_spins")
    force = FieldCopy("force", "scree_world_forces")
    torque = FieldCopy("torque")
    radius = FieldCopy("radius", "scree_world_radii")
    mass = FieldCopy("mass")
    material = FieldCopy("material")
    external_force = FieldCopy("external_force")
    external_torque = FieldCopy("external_torque")
    orientation = FieldCopy("orientation")
    half_axes = FieldCopy("half_axes")

    @property
    def shapes(self) -> list[str]:
        """The names of the shapes, in the order of the case, to which the field `shape` refers."""
        with self._locked() as handle:
            return _particles.shapes_of(handle)

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
            rows = self._all_rows(handle) if ids is None else _particles.rows_of(handle, ids)
            with Particles(handle) as p:
                copy = p[field].take(rows, axis=0)  # an index without dimension would be a view
        if ids is None:
            copy.flags.writeable = False
        return copy

    def set(self, field: str, values: Any, ids: Any = None) -> None:
        """Changes a field of the particles with these ids; None: of all, in the order of ids. `values` is one for all or one for each. If a
        value is refused nothing is changed."""
        with self._locked() as handle:
            rows = self._all_rows(handle) if ids is None else _particles.rows_of(handle, ids).reshape(-1)
            wanted = _particles.values_for(handle, field, floats(values, f"the field '{field}'"), len(rows))
            old = None
            try:
                with Particles(handle).write(field) as p:
                    old = p[field].take(rows, axis=0)
                    p[field][rows] = wanted
            except Error:  # members of clumps were given what follows from their clump
                if old is not None:
                    with Particles(handle).write(field) as p:
                        p[field][rows] = old
                raise

    def set_drag(self, coefficient: Any, velocity: Any, ids: Any = None) -> None:
        """Drag of a fluid: `coefficient`, kg/s, times (fluid `velocity`, m/s, minus that of the particle), semi-implicit, until it is set anew. If
        a value is refused nothing is changed."""
        with self._locked() as handle:
            count = self._all_rows(handle).size if ids is None else _particles.rows_of(handle, ids).size
            _particles.values_for(handle, "drag_coefficient", floats(coefficient, "the drag coefficient"), count)
            self.set("fluid_velocity", velocity, ids)
            self.set("drag_coefficient", coefficient, ids)

    def take_drag_impulse(self) -> np.ndarray:
        """Impulse of the drag on each particle since the last call, N s: shape (count, 3), in the order of ids. The fluid gets its opposite."""
        with self._locked() as handle:
            with Particles(handle).write("drag_impulse") as p:
                impulse = p.drag_impulse[self._all_rows(handle)]
                p.drag_impulse[...] = 0.0
            return impulse

    def add(self, position: Any, *, material: str | Sequence[str], diameter: Any = 0.0, velocity: Any = (0, 0, 0), spin: Any = (0, 0, 0),
            shape: str | Sequence[str] | None = None, orientation: Any = (0, 0, 0, 0), fixed: Any = False) -> np.ndarray:
        """Adds spheres, or clumps of a `shape` of the case; returns their ids (of clumps those of the first members). `position`, m, of shape (n, 3) or
        (3,); all others one for all or one for each: diameter, m (of clumps that of a sphere of their volume, 0: as the shape was
        given), velocity, m/s, spin, rad/s, orientation as a quaternion w x y z. Overlaps are the caller's. Every process passes all of them."""
        new, _texts = new_particles(position, material, shape, fixed, diameter=diameter, velocity=velocity, spin=spin, orientation=orientation)
        n = len(new)
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

    def _changing(self, what: str) -> Locked:
        locked = self._locked()
        with locked as handle:
            if self._ranks == 1:  # several processes refuse together, in the library
                handle.refuse_views(what)
        return locked

    # ---- the case, and the state as a whole -------------------------------------------------------------------

    @property
    def case(self) -> Case:
        """The case as it is now, a copy."""
        return self._case.copy()

    def to_yaml(self, path: str | os.PathLike | None = None) -> str:
        """The case as it is now as YAML; also written into the file `path` if it is given. The particles are not in it: see write."""
        return self._case.to_yaml(path)

    def __getitem__(self, path: str) -> Any:
        """What is in the case at a path, as Case has it."""
        return self._case[path]

    def __setitem__(self, path: str, value: Any) -> None:
        """Sets a key of the case by its path while the world is open: those that a phase may change, such as gravity, laws, materials,
        insertion and motions of walls, which begin now. Every process does it."""
        value = yaml_value(value)
        after = self._case.copy()
        after._change(f"later {self.time!r}", path, value)
        with self._changing("change its case") as handle, handle.report as report:
            report.status = lib.scree_world_set(handle.c, bytes_of(path), bytes_of(value), report.c)
        self._case = after

    def save(self) -> Saved:
        """The whole state in memory, of the particles of this process: restore goes back to it, with the same bits in all that follows. Every
        process calls it."""
        with self._changing("be saved") as handle, handle.report as report:
            c = lib.scree_world_save(handle.c, report.c)
            if c == ffi.NULL:
                report.status = lib.SCREE_USER_ERROR
        return Saved(c, self._name, self.step)

    def restore(self, saved: Saved) -> None:
        """Goes back to a state of this world, or of another one of the same case and number of processes; as often as it is wanted. Callbacks
        stay. Refused after keys of the case were set. Every process calls it."""
        if not isinstance(saved, Saved):
            raise InputError(f"{saved!r} is no saved state; accepted: what world.save() returned")
        with self._changing("be restored") as handle, handle.report as report:
            report.status = lib.scree_world_restore(handle.c, saved._c, report.c)

    def write(self, path: str | os.PathLike) -> None:
        """Writes the state into a checkpoint file. Every process calls it."""
        with self._changing("be written") as handle, handle.report as report:
            report.status = lib.scree_world_write(handle.c, path_of(path), report.c)

    def read(self, path: str | os.PathLike) -> None:
        """Goes to the state in a checkpoint file of the same case, from any number of processes. Every process calls it."""
        with self._changing("read a checkpoint") as handle, handle.report as report:
            report.status = lib.scree_world_read(handle.c, path_of(path), report.c)

    def copy(self) -> World:
        """Another world in the same state, without the callbacks."""
        if self._ranks > 1:
            raise Error("a world of several processes cannot be copied; accepted: write and read a checkpoint")
        return world_of_state(*self.__reduce__()[1])

    __copy__ = copy

    def __deepcopy__(self, _memo: Any) -> World:
        return self.copy()

    def __reduce__(self) -> Any:
        """A world is pickled as its case and a checkpoint, without its callbacks."""
        if self._ranks > 1:
            raise Error("a world of several processes cannot be pickled; accepted: write and read a checkpoint")
        return world_of_state, (self._case, self._options, state_bytes(self))

    # ---- walls ----------------------------------------------------------------------------------------------

    @property
    def walls(self) -> Walls:
        """The walls by name: `world.walls["lid"].force`."""
        return Walls(self)


def fortran_handle(comm: Any) -> int:
    """The Fortran handle of a communicator of mpi4py."""
    try:
        return comm.py2f()
    except AttributeError:
        raise InputError(f"comm={comm!r}; accepted: a communicator of mpi4py, such as MPI.COMM_WORLD") from None


for _name, _function in (("contacts", "contact_list"), ("value", "value"), ("add", "add"), ("remove", "remove")):
    getattr(World, _name).__doc__ += f"\n\nThe C library says of it: {sentence('scree_world_' + _function)}"


def callable_of(function: Any) -> Any:
    """The function; raises if it is none."""
    if not callable(function):
        raise InputError(f"{function!r} is no function; accepted: a function of the world")
    return function
