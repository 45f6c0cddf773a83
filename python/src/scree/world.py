# SPDX-License-Identifier: BSD-3-Clause
"""A world of particles that is stepped by hand."""
from __future__ import annotations

import math
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from ._library import Changes, Report, ffi, lib, path_of
from .errors import Error, InputError

__all__ = ["World"]


class World:
    """The world of a case at t = 0, with its first insertions and forces; `with World(...) as world:` closes it at the end.

    `case` is the path of a case file; with `text` it only stands for its path in messages and as the folder of relative files.
    `set` changes keys by path ({"contacts[0].friction": 0.4}), `define` variables. `threads` 0: as many as help.
    """

    def __init__(self, case: str | os.PathLike = "case.yaml", *, text: str | None = None, set: Mapping[str, Any] | None = None,
                 define: Mapping[str, Any] | None = None, threads: int = 0) -> None:
        self._c = ffi.NULL
        self._name = os.fspath(case)
        changes = Changes(set, define)
        with Report() as report:
            if text is None:
                c = lib.scree_world_open(path_of(case), changes.c, threads, report.c)
            else:
                c = lib.scree_world_open_text(path_of(case), text.encode(), changes.c, threads, report.c)
        if c == ffi.NULL:
            raise Error(f"{self._name}: the world was not opened")
        self._c = ffi.gc(c, lib.scree_world_close)
        self._report = Report()

    def _open(self) -> Any:
        """The C world; raises if it is closed."""
        if self._c == ffi.NULL:
            raise Error(f"the world of {self._name} is closed; accepted: a world that is open")
        return self._c

    def close(self) -> None:
        """Frees the world; a second call does nothing."""
        c, self._c = self._c, ffi.NULL
        if c != ffi.NULL:
            ffi.release(c)

    def __enter__(self) -> World:
        self._open()
        return self

    def __exit__(self, *error) -> None:
        self.close()

    @property
    def time(self) -> float:
        """Simulated time, s."""
        return lib.scree_world_now(self._open())

    @property
    def dt(self) -> float:
        """Time step, s."""
        return lib.scree_world_dt(self._open())

    @property
    def count(self) -> int:
        """Number of particles of this process."""
        return lib.scree_world_count(self._open())

    @property
    def digest(self) -> str:
        """Digest of the state, 32 hexadecimal digits: equal for equal bits, whatever the number of threads and processes."""
        text = ffi.new("char[33]")
        lib.scree_world_state(self._open(), text)
        return ffi.string(text).decode()

    def advance(self, steps: int | None = None, *, until: float | None = None) -> None:
        """Advances by `steps` time steps, or to the first step that ends at `until`, s, or later."""
        c = self._open()
        if (steps is None) == (until is None):
            raise InputError("advance needs either steps or until")
        if until is not None:
            steps = max(0, math.ceil((until - self.time) / self.dt - 1e-6))
        with self._report as report:
            report.status = lib.scree_world_advance(c, steps, report.c)

    @property
    def ids(self) -> np.ndarray:
        """Ids of the particles, ascending: shape (count,), uint64."""
        id = np.empty(self.count, np.uint64)
        lib.scree_world_ids(self._open(), ffi.from_buffer("uint64_t[]", id, require_writable=True))
        return id

    @property
    def position(self) -> np.ndarray:
        """Centres in the order of ids, m: a copy of shape (count, 3)."""
        xyz = np.empty((self.count, 3))
        lib.scree_world_positions(self._open(), ffi.from_buffer("double[]", xyz, require_writable=True))
        xyz.flags.writeable = False
        return xyz
