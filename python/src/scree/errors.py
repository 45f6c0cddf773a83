# SPDX-License-Identifier: BSD-3-Clause
"""The exceptions and warnings of scree."""
from __future__ import annotations

from collections.abc import Sequence

from ._terminal import escape_lines

__all__ = ["Error", "InputError", "BadNumbers", "Interrupted", "StaleView", "ScreeWarning"]


class Error(RuntimeError):
    """Something that scree refused or could not do. `messages` has all texts of the library's report, warnings and notes too, each
    "where: what, given, accepted"; `status` is the exit code that the command line gives it. The text is safe for a terminal."""

    status = 1

    def __init__(self, text: str, messages: Sequence[str] = ()):
        super().__init__(escape_lines(text))
        self.messages = tuple(map(escape_lines, messages)) or (self.args[0],)

    def __reduce__(self):  # errors of worker processes are sent to the one that waits for them
        return type(self), (self.args[0], self.messages)


class InputError(Error, ValueError):
    """The case, an argument, a file or the machine's resources; the text says which, and what would be accepted."""


class BadNumbers(Error):
    """The state became invalid (not a number, an overlap beyond a radius, ...); the text names the particle."""

    status = 2


class Interrupted(Error):
    """Stopped before its end by a signal, by `stop`, or by a callback."""

    status = 130


class StaleView(Error):
    """A view that was used after its `with` block, or that outlives it."""


class ScreeWarning(UserWarning):
    """A case, an argument or a state that is suspicious, and probably a mistake."""

    def __init__(self, text: str):
        super().__init__(escape_lines(text))
