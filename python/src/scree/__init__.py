# SPDX-License-Identifier: BSD-3-Clause
"""scree, a discrete element method engine: worlds of particles that are stepped, read and changed as NumPy arrays, and their results."""
from ._library import ffi as _ffi, lib as _lib
from .case import Case, Run, check, help, run
from .errors import BadNumbers, Error, InputError, Interrupted, ScreeWarning, StaleView
from .particles import Field, Particles
from .progress import Progress
from .saved import Saved
from .walls import Wall, Walls, WallState
from .world import World

__version__ = _ffi.string(_lib.scree_version()).decode()
__all__ = [
    "BadNumbers", "Case", "Error", "Field", "InputError", "Interrupted", "Particles", "Progress", "Run", "Saved", "ScreeWarning",
    "StaleView", "Wall", "WallState", "Walls", "World", "check", "help", "run",
]
