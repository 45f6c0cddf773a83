# SPDX-License-Identifier: BSD-3-Clause
"""What goes wrong while a script is read."""
from __future__ import annotations

from ..errors import Error


class ScriptError(Error):
    """The script cannot be imported; the text says why, the reader adds file and line."""


class Unknown(Exception):
    """A value that only a run of the script would know; the text names it."""
