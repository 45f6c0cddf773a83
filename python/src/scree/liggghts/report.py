# SPDX-License-Identifier: BSD-3-Clause
"""What became of each line of a script."""
from __future__ import annotations

from typing import NamedTuple

from .._terminal import escape, escape_lines
from .lines import Place

EXACT, APPROXIMATE, LEFT_OUT, NEEDS = "translated exactly", "approximated", "left out", "needs you"
KINDS = (EXACT, APPROXIMATE, LEFT_OUT, NEEDS)


class Entry(NamedTuple):
    """What became of a line, and why."""
    kind: str
    place: Place
    command: str
    why: str


class Report:
    """The entries in the order in which the script says them, each once."""

    def __init__(self, script: str):
        self.script = script
        self.entries: dict[Entry, None] = {}
        self.facts: list[str] = []

    def add(self, kind: str, place: Place, command: str, why: str = "") -> None:
        self.entries[Entry(kind, place, command, why)] = None

    def of(self, kind: str) -> list[Entry]:
        """Entries of a kind by line; a line that is in another list too is not among the exact ones."""
        found = [entry for entry in self.entries if entry.kind == kind]
        if kind == EXACT:
            others = {entry.place for entry in self.entries if entry.kind in (APPROXIMATE, LEFT_OUT)}
            found = [entry for entry in found if entry.place not in others]
        return sorted(found, key=lambda entry: (entry.place.file != self.script, entry.place))

    def _line(self, entry: Entry) -> str:
        where = f"line {entry.place.line}" if entry.place.file == self.script else f"{entry.place.file}:{entry.place.line}"
        command = entry.command if len(entry.command) <= 90 else entry.command[:87] + "..."
        return f"  {escape(where)}: {escape(command)}" + (f"\n      {escape(entry.why)}" if entry.why else "")

    def summary(self) -> str:
        counts = ", ".join(f"{kind} {len(self.of(kind))}" for kind in KINDS)
        return f"lines {counts}"

    def text(self, with_exact: bool = True) -> str:
        """The lists with their lines."""
        parts = []
        for kind in KINDS:
            entries = self.of(kind)
            if entries and (with_exact or kind != EXACT):
                parts.append(f"{kind} ({len(entries)}):\n" + "\n".join(self._line(entry) for entry in entries))
        if self.facts:
            parts.append("facts:\n" + "\n".join(f"  {escape_lines(fact)}" for fact in self.facts))
        return "\n\n".join(parts) + "\n"
