# SPDX-License-Identifier: BSD-3-Clause
"""Functions of the user's that a world calls while it advances."""
from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._library import ffi, lib

if TYPE_CHECKING:
    from .world import World

__all__ = ["Callback", "take_error"]

_lost = threading.local()  # an exception that came between the lines below, such as KeyboardInterrupt


class Callback:
    """A function that the library calls in each step; an exception in it stops the world after the step."""

    def __init__(self, world: World, moment: int, function: Callable[[World], Any]) -> None:
        self._world = weakref.ref(world)
        self.function = function
        self.handle = ffi.new_handle(self)  # the library has only this pointer: it has to live as long as the hook
        self.error: BaseException | None = None
        self.number = lib.scree_world_hook(world._handle.c, moment, lib.scree_python_hook, self.handle)

    def call(self) -> int:
        """Calls the function; -1 if it raised."""
        try:
            world = self._world()
            assert world is not None  # it is advancing
            self.function(world)
            world._handle.settle()
        except BaseException as error:  # raised again when the C code has returned
            self.error = error
            return -1
        return 0


def take_error(callbacks: list[Callback]) -> BaseException | None:
    """The exception that stopped the world; None if it was not one of a callback."""
    found = getattr(_lost, "error", None)
    _lost.error = None
    for callback in callbacks:
        found, callback.error = found or callback.error, None
    return found


def _keep(kind: Any, error: Any, traceback: Any) -> None:
    _lost.error = error


@ffi.def_extern(error=-1, onerror=_keep)
def scree_python_hook(_world: Any, user: Any) -> int:
    return ffi.from_handle(user).call()
