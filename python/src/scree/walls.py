# SPDX-License-Identifier: BSD-3-Clause
"""The walls of a world: where they are, what acts on them, and motions that a program gives them."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._handle import Handle
from ._library import bytes_of, ffi, floats, lib, texts_until_null
from .errors import InputError

if TYPE_CHECKING:
    from .world import World

__all__ = ["Wall", "WallState", "Walls"]


class WallState(NamedTuple):
    """A wall at one time. A point X of the wall as it is in the case is at rotation @ X + shift."""

    rotation: np.ndarray  # (3, 3)
    shift: np.ndarray  # m
    position: np.ndarray  # m, of its `reference` in the case
    velocity: np.ndarray  # m/s, of that point
    spin: np.ndarray  # rad/s
    force: np.ndarray  # N, by particles on the wall at the last force evaluation
    torque: np.ndarray  # N m, about that point
    power: float  # W, of the wall on particles
    work: float  # J, of the wall on particles since the start
    active: bool  # it exists now
    movable: bool  # a program may move it


class Moved:
    """A property of Wall that is read as an array, and takes whatever is three numbers."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.__doc__ = text

    def __get__(self, wall: Wall | None, kind: type) -> np.ndarray:
        if wall is None:
            return self  # type: ignore[return-value]
        return getattr(wall.read(), self.name)

    def __set__(self, wall: Wall, value: Any) -> None:
        wall.move(**{self.name: value})


class Wall:
    """A wall of a world: `world.walls["lid"]`. Its attributes are what they are when they are read; `read` reads all of them at once."""

    __slots__ = ("_world", "name")

    def __init__(self, world: World, name: str) -> None:
        self._world = world
        self.name = name

    def read(self) -> WallState:
        """The wall now. With several processes the force is that of all of them."""
        now = ffi.new("scree_wall_now *")
        with self._world._locked() as handle, handle.report as report:
            report.status = lib.scree_wall_read(handle.c, bytes_of(self.name), now, report.c)
        three = {name: np.array(list(getattr(now, name))) for name in ("shift", "position", "velocity", "spin", "force", "torque")}
        return WallState(rotation=np.array(list(now.rotation)).reshape(3, 3), power=now.power, work=now.work, active=bool(now.active),
                         movable=bool(now.movable), **three)

    @property
    def position(self) -> np.ndarray:
        """Where its `reference` is, m."""
        return self.read().position

    @property
    def rotation(self) -> np.ndarray:
        """Matrix (3, 3) of its rotation since the start."""
        return self.read().rotation

    @property
    def shift(self) -> np.ndarray:
        """A point X of the wall as it is in the case is at rotation @ X + shift, m."""
        return self.read().shift

    velocity = Moved("velocity", "Velocity of its `reference`, m/s. Assigning moves a wall with `movable: true`; its spin stays.")
    spin = Moved("spin", "Angular velocity, rad/s. Assigning turns a wall with `movable: true` about its `reference`, whose velocity stays.")

    @property
    def force(self) -> np.ndarray:
        """Force of the particles on the wall at the last force evaluation, N."""
        return self.read().force

    @property
    def torque(self) -> np.ndarray:
        """Torque of the particles on the wall about its `reference`, N m."""
        return self.read().torque

    @property
    def power(self) -> float:
        """Power of the wall on the particles, W."""
        return self.read().power

    @property
    def work(self) -> float:
        """Work of the wall on the particles since the start, J."""
        return self.read().work

    @property
    def active(self) -> bool:
        """Whether it exists now: `start` and `stop` in the case."""
        return self.read().active

    @property
    def movable(self) -> bool:
        """Whether a program may move it: `movable: true` in the case."""
        return self.read().movable

    def move(self, velocity: Any = None, spin: Any = None, about: Any = None) -> None:
        """Gives the wall a velocity, m/s, of its point `about` (m, where it is now; None: its reference) and a spin, rad/s, which last until
        they are set anew; None: as it is (with `about`: 0). The wall needs `movable: true` in the case. Also in callbacks; every process does it."""
        now = self.read() if about is None and (velocity is None or spin is None) else None
        v, w = (vector(value, name, getattr(now, name, (0, 0, 0))) for value, name in ((velocity, "velocity"), (spin, "spin")))
        point = ffi.NULL if about is None else vector(about, "about", None)
        with self._world._locked() as handle, handle.report as report:
            report.status = lib.scree_wall_move(handle.c, bytes_of(self.name), v, w, point, report.c)

    def place(self, rotation: Any = None, shift: Any = None) -> None:
        """Puts the wall where its points X are at rotation @ X + shift, without a motion in between; None: as it is. The velocity stays, and the forces
        change with it. The wall needs `movable: true` in the case. Every process does it."""
        now = self.read()
        matrix = floats(now.rotation if rotation is None else rotation, "rotation")
        if matrix.shape != (3, 3):
            raise InputError(f"a rotation of shape {matrix.shape}; accepted: a matrix of (3, 3)")
        to = vector(shift, "shift", now.shift)
        with self._world._changing("be changed") as handle, handle.report as report:
            report.status = lib.scree_wall_place(handle.c, bytes_of(self.name), ffi.new("double[9]", matrix.ravel().tolist()), to, report.c)

    @property
    def triangles(self) -> np.ndarray:
        """The corners of its triangles where they are now, m: shape (n, 3, 3), a copy; n = 0 for planes, cylinders and spheres."""
        with self._world._locked() as handle, handle.report as report:
            n = lib.scree_wall_triangles(handle.c, bytes_of(self.name), 0, ffi.NULL, report.c)
            corners = np.empty((n, 3, 3))
            lib.scree_wall_triangles(handle.c, bytes_of(self.name), n, ffi.from_buffer("double[]", corners, require_writable=True), report.c)
        return corners

    def __repr__(self) -> str:
        return f"<scree.Wall {self.name} of {self._world._name}>"


class Walls(Mapping):
    """The walls of a world by name, in the order of the case: contacts name them by their places in it."""

    def __init__(self, world: World) -> None:
        self._world = world
        with world._locked() as handle:
            self._names = names_of(handle)

    def __getitem__(self, name: str) -> Wall:
        if name not in self._names:
            raise NoWall(f"{self._world._name} has no wall {name!r}; accepted: {', '.join(self._names) or 'nothing, it has no walls'}")
        return Wall(self._world, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<scree.Walls of {self._world._name}: {', '.join(self._names)}>"


class NoWall(InputError, KeyError):
    """A name that no wall has."""

    __str__ = InputError.__str__  # that of KeyError shows the text in quotes


def names_of(handle: Handle) -> list[str]:
    """The names of the walls."""
    return texts_until_null(lambda k: lib.scree_world_wall(handle.c, k))


def vector(value: Any, what: str, default: Any) -> Any:
    """Three doubles for the library."""
    array = floats(default if value is None else value, what)
    if array.shape != (3,):
        raise InputError(f"{what} of shape {array.shape}; accepted: three numbers")
    return ffi.new("double[3]", array.tolist())
