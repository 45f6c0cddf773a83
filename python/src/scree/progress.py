# SPDX-License-Identifier: BSD-3-Clause
"""How far a run is, for displays."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional, Union

from .errors import InputError

__all__ = ["Progress", "Display", "display_of"]


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    time: float  # simulated, s
    end: float  # of the run, s
    step: int  # done, counted from the start of the case
    last_step: int
    particles: int
    wall_seconds: float  # since the run began, s
    particle_steps: float  # number of particles summed over the steps of this run
    finished: bool
    work: Optional[str] = None  # what is done between two steps where it takes long, such as a dense fill; None: steps


Display = Union[None, bool, Callable[[Progress], Any]]


class _Bar:
    """A bar of tqdm over the simulated time."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise InputError("progress=True needs tqdm; Debian package: python3-tqdm; accepted also: a function of a scree.Progress") from error
        self._new = tqdm
        self._bar: Any = None
        self._start = 0.0

    def __call__(self, progress: Progress) -> None:
        if self._bar is None:
            self._start = progress.time
            self._bar = self._new(total=progress.end - progress.time, unit="s", bar_format="{l_bar}{bar}| {n:.4g}/{total:.4g} s [{elapsed}<{remaining}]")
        self._bar.set_description_str(progress.work or "", refresh=False)
        self._bar.n = progress.time - self._start
        self._bar.refresh()
        if progress.finished:
            self.close()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def display_of(progress: Display) -> Optional[Callable[[Progress], Any]]:
    """The function that shows the progress: None, a bar, or the user's own."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return _Bar()
    if not callable(progress):
        raise InputError(f"progress={progress!r}; accepted: True, False, or a function of a scree.Progress")
    return progress
