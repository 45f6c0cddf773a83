# SPDX-License-Identifier: BSD-3-Clause
"""States of worlds in memory, and as bytes."""
from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING, Any

from ._library import ffi, lib

if TYPE_CHECKING:
    from .case import Case
    from .world import World

__all__ = ["Saved", "state_bytes", "world_of_state"]


class Saved:
    """The state of a world in memory."""

    def __init__(self, c: Any, name: str, step: int) -> None:
        self._c = ffi.gc(c, lib.scree_saved_destroy)
        self._name = name
        self.step = step

    def __repr__(self) -> str:
        return f"<scree.Saved of {self._name} at step {self.step}>"


def world_of_state(case: Case, options: dict[str, Any], state: bytes) -> World:
    """A world of this case with a state that was written."""
    from .world import World

    world = World(case, **options)
    with tempfile.TemporaryDirectory(prefix="scree") as folder:
        path = os.path.join(folder, "state.chk")
        with open(path, "wb") as file:
            file.write(state)
        world.read(path)
    return world


def state_bytes(world: World) -> bytes:
    """The bytes of a checkpoint file of the world."""
    with tempfile.TemporaryDirectory(prefix="scree") as folder:
        path = os.path.join(folder, "state.chk")
        world.write(path)
        with open(path, "rb") as file:
            return file.read()
