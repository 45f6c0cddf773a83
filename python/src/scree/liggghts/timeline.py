# SPDX-License-Identifier: BSD-3-Clause
"""The runs of a script as phases: when each fix acts, and at which runs something physical changes."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Optional

from . import fixes
from .deck import Deck, Fix, Run
from .errors import ScriptError

PHYSICAL = (fixes.Wall, fixes.Move, fixes.Insertion, fixes.Gravity, fixes.Hold, fixes.MassFlow, fixes.Heat, fixes.Deform, fixes.BondCreate, float)
SAME = (fixes.Gravity, fixes.Hold, fixes.Heat, fixes.Deform, fixes.BondCreate, float, str)  # made again with the same words, such a fix goes on


@dataclass
class Phase:
    """Runs that differ in nothing physical."""
    first: int
    last: int
    name: str = ""
    until: Optional[tuple[str, str, float]] = None


class Timeline:
    """Runs with steps, the intervals of fixes in them, and phases."""

    def __init__(self, deck: Deck):
        self.runs = _runs(deck)
        if not self.runs:
            raise ScriptError("there is no run with steps: a part of a script, or one whose length another program decides; --time T says how long it is")
        self.dt = min(float(run.dt) for run in self.runs)
        self.end = sum(run.steps * float(run.dt) for run in self.runs)
        self.acts: dict[Fix, list[int]] = {}
        before: list[Fix] = []
        for k, run in enumerate(self.runs):
            now = [_same(fix, before) for fix in run.fixes]
            for fix in now:
                self.acts.setdefault(fix, []).append(k)
            run.fixes = now
            before = now
        self.phases = self._phases()

    def _phases(self) -> list[Phase]:
        starts = {0}
        for fix, at in self.acts.items():
            if isinstance(fix.data, PHYSICAL):
                starts.add(at[0])
                if at[-1] + 1 < len(self.runs) and not (isinstance(fix.data, fixes.Insertion) and fix.data.every == 0):
                    starts.add(at[-1] + 1)
        for k in range(1, len(self.runs)):
            a, b = self.runs[k - 1], self.runs[k]
            if _values(a) != _values(b) or b.deletions or b.heating or a.until != b.until or a.stopped != b.stopped:
                starts.add(k)
        marks = sorted(starts) + [len(self.runs)]
        phases = [Phase(a, b - 1, until=self.runs[a].until) for a, b in zip(marks, marks[1:])]
        _name(phases, self)
        return phases

    def duration(self, phase: Phase) -> float:
        return sum(run.steps * float(run.dt) for run in self.runs[phase.first:phase.last + 1])

    def begins(self, phase: Phase) -> float:
        return sum(run.steps * float(run.dt) for run in self.runs[:phase.first])

    def phase_of(self, run: int) -> int:
        """Number of the phase in which a run is."""
        return next(k for k, phase in enumerate(self.phases) if phase.first <= run <= phase.last)

    def of(self, kind: Any) -> Iterable[Fix]:
        """Fixes of a kind in the order in which they begin to act."""
        return [fix for fix in self.acts if isinstance(fix.data, kind)]

    def interval(self, fix: Fix) -> tuple[int, int]:
        """The first and the last phase in which a fix acts."""
        return self.phase_of(self.acts[fix][0]), self.phase_of(self.acts[fix][-1])


def _runs(deck: Deck) -> list[Run]:
    """Runs with steps; what is deleted before an empty one is deleted before the next."""
    runs: list[Run] = []
    waiting: list[Any] = []
    heating: list[Any] = []
    for run in deck.runs:
        run.deletions, run.heating = waiting + run.deletions, heating + run.heating
        waiting, heating = [], []
        if run.steps > 0:
            runs.append(run)
        else:
            waiting, heating = run.deletions, run.heating
    return runs


def _same(fix: Fix, before: list[Fix]) -> Fix:
    for old in before:
        if old is fix:
            return fix
        if old.id == fix.id and old.style == fix.style and old.text == fix.text and (isinstance(fix.data, SAME) or _same_wall(old, fix)):
            return old
    return fix


def _same_wall(old: Fix, new: Fix) -> bool:
    return isinstance(old.data, fixes.Wall) and isinstance(new.data, fixes.Wall) and old.data.model.key() == new.data.model.key() and old.data.meshes == new.data.meshes


def _values(run: Run) -> tuple:
    properties = tuple(sorted((name, tuple(p.values)) for name, p in run.properties.items()))
    numbers = tuple(sorted((pair, model.key()) for pair, model in run.pair_numbers.items()))
    return properties, run.pair.key() if run.pair else None, numbers


def _name(phases: list[Phase], timeline: Timeline) -> None:
    """Names that say what happens."""
    taken: set[str] = set()
    for phase in phases:
        begun = [fix for fix, at in timeline.acts.items() if at[0] == phase.first]
        ended = [fix for fix, at in timeline.acts.items() if at[-1] + 1 == phase.first]
        if any(isinstance(fix.data, fixes.Insertion) for fix in begun):
            name = "fill"
        elif any(isinstance(fix.data, fixes.Move) for fix in begun):
            name = "move"
        elif any(isinstance(fix.data, fixes.Wall) for fix in ended):
            name = "open"
        elif phase.first == 0:
            name = "start"
        elif any(isinstance(fix.data, fixes.Move) for fix in ended):
            name = "stop"
        else:
            name = "run"
        number = 2
        while (unique := name if name not in taken and not (name == "run") else f"{name}_{number}") in taken:
            number += 1
        taken.add(unique)
        phase.name = unique
