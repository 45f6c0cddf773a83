# SPDX-License-Identifier: BSD-3-Clause
"""The C world with its lock and its leases: arrays on its memory, which the library counts.

An array of a view keeps its lease, and the lease keeps the C world. When the last such array is gone its lease is put on a list, from
whatever thread that happens in; the next call that needs it closes the view. So neither memory nor the count of views can be wrong."""
from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from ._library import Report, bytes_of, ffi, lib
from .errors import Error

__all__ = ["Handle", "Locked", "dtype_of"]

_NUMBERS = {lib.SCREE_DOUBLE: np.dtype("f8"), lib.SCREE_UINT64: np.dtype("u8"), lib.SCREE_UINT32: np.dtype("u4")}
_C_NUMBERS = {"double": "f8", "float": "f4", "int": "i4", "uint32_t": "u4", "int64_t": "i8", "uint64_t": "u8", "size_t": "u8"}


def dtype_of(struct: str) -> np.dtype:
    """The structured dtype with the members of a C struct where they are; pointers are numbers."""
    names, formats, offsets = [], [], []
    for name, member in ffi.typeof(struct).fields:
        kind = member.type
        shape: tuple[int, ...] = ()
        while kind.kind == "array":
            kind, shape = kind.item, shape + (kind.length,)
        names.append(name)
        formats.append((np.uintp if kind.kind == "pointer" else _C_NUMBERS[kind.cname], shape))
        offsets.append(member.offset)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": ffi.sizeof(struct)})


class Handle:
    """Owns a C world, `c`. All calls are made with `lock` held, as the interpreter's own lock is released in them."""

    def __init__(self, c: Any, name: str) -> None:
        self.c = c
        self.name = name
        self.lock = threading.RLock()
        self.report = Report()
        self._released: deque = deque()
        self._dtypes: dict[tuple, np.dtype] = {}
        self._destroy = (lib.scree_view_close, lib.scree_world_close)  # at exit the module may be gone before the last world

    def __del__(self) -> None:
        close_view, close_world = self._destroy
        while self._released:
            close_view(self.c, self._released.popleft(), self.report.c)
        close_world(self.c)

    def settle(self) -> None:
        """Closes the views whose arrays are gone; raises what the library says of the values in them."""
        if self._released:
            report = self.report
            while self._released:
                if lib.scree_view_close(self.c, self._released.popleft(), report.c):
                    report.status = lib.SCREE_USER_ERROR
            if report.status or lib.scree_report_size(report.c):
                report.settle()

    def views(self) -> int:
        """Number of views with arrays that are alive."""
        self.settle()
        return lib.scree_world_views(self.c)

    def refuse_views(self, what: str) -> None:
        """Raises if arrays of views are alive."""
        n = self.views()
        if n:
            raise Error(f"{n} array{'s' if n > 1 else ''} of views of {self.name} still exist{'' if n > 1 else 's'}, so the world cannot {what}; "
                        "accepted: after the end of their `with` block, and after `del` of variables that hold them (copies may be kept)")

    def open_view(self, field: str, write: bool, released: Callable[[], Any]) -> np.ndarray:
        """An array on the memory of a field, in the order of storage; `released` is called when the last array on it is gone."""
        view = ffi.new("scree_view *")
        if self._released:
            self.settle()
        status = lib.scree_view_open(self.c, bytes_of(field), write, view, self.report.c)
        if status or lib.scree_report_size(self.report.c):
            self.report.status = status
            self.report.settle()
        key = (view.type, view.components, view.stride)
        dtype = self._dtypes.get(key)
        if dtype is None:
            item = _NUMBERS[view.type]
            shape = (view.components,) if view.components > 1 else ()
            dtype = np.dtype({"names": ["x"], "formats": [(item, shape)], "offsets": [0], "itemsize": view.stride})
            self._dtypes[key] = dtype
        if view.rows == 0:
            self._released.append(view)
            released()
            empty = np.empty(0, dtype)["x"]
            empty.flags.writeable = write
            return empty

        def release(_data, handle=self) -> None:  # as the default value of an argument it lives as long as the arrays
            handle._released.append(view)
            released()

        lease = ffi.gc(ffi.cast("char *", view.data), release)
        memory = memoryview(ffi.buffer(lease, view.rows * view.stride))
        return np.frombuffer(memory if write else memory.toreadonly(), dtype)["x"]


class Locked:
    """Holds the lock of a handle in a block."""

    __slots__ = ("_handle",)

    def __init__(self, handle: Handle) -> None:
        self._handle = handle

    def __enter__(self) -> Handle:
        self._handle.lock.acquire()
        return self._handle

    def __exit__(self, *error: Any) -> None:
        self._handle.lock.release()
