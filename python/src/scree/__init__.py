# SPDX-License-Identifier: BSD-3-Clause
"""scree, a discrete element method engine: worlds of particles that are stepped, read and changed as NumPy arrays, and their results."""
from ._library import ffi as _ffi, lib as _lib
from . import law
from .errors import BadNumbers, Error, InputError, Interrupted, ScreeWarning, StaleView
from .world import World

__version__ = _ffi.string(_lib.scree_version()).decode()
__all__ = ["BadNumbers", "Error", "InputError", "Interrupted", "ScreeWarning", "StaleView", "World", "law"]
