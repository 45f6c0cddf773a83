# SPDX-License-Identifier: BSD-3-Clause
"""Reads scripts of LIGGGHTS and granular LAMMPS, and writes cases (docs/import.md)."""
from .command import command, import_script
from .errors import ScriptError

__all__ = ["ScriptError", "command", "import_script"]
