# SPDX-License-Identifier: BSD-3-Clause
"""scree, a discrete element method engine: worlds of particles that are stepped, read and changed as NumPy arrays, and their results."""
from . import results
from ._calibrate import Calibration, calibrate
from ._sweep import sweep, sweep_case
from .errors import BadNumbers, Error, InputError, Interrupted, ScreeWarning, StaleView
from .results import open

__all__ = [
    "BadNumbers", "Calibration", "Case", "Error", "Field", "InputError", "Interrupted", "Particles", "Picture", "Progress", "Run", "Saved", "ScreeWarning",
    "StaleView", "Wall", "WallState", "Walls", "World", "allow_libraries", "calibrate", "check", "help", "law", "open", "plan", "render", "results",
    "run", "sweep", "sweep_case",
]

try:
    from ._library import ffi as _ffi, lib as _lib
except ModuleNotFoundError as _missing:
    # Reading results and sweeping need no engine in this process.
    _why = _missing

    def __getattr__(name: str):
        if name in __all__ or name == "__version__":
            raise ImportError(f"scree.{name} needs the compiled module of scree, which is missing: {_why}; accepted: the "
                              "package as ./dev python builds it or cmake --install installs it")
        raise AttributeError(f"module 'scree' has no attribute '{name}'")
else:
    from . import law
    from ._render import Picture, render
    from .case import Case, Run, allow_libraries, check, help, plan, run
    from .particles import Field, Particles
    from .progress import Progress
    from .saved import Saved
    from .walls import Wall, Walls, WallState
    from .world import World

    __version__ = _ffi.string(_lib.scree_version()).decode()
