# SPDX-License-Identifier: BSD-3-Clause
"""What readers of fixes share: their words one after the other, and things of the deck by name."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from .deck import Fix, Region
from .errors import ScriptError
from .lines import Number, Word, is_number, number, whole

if TYPE_CHECKING:
    from .script import Script

Words = Sequence[Word]


class Options:
    """Takes words one after the other; says what is missing."""

    def __init__(self, fix: Fix, words: Words):
        self.fix, self.words, self.at = fix, list(words), 0

    def more(self) -> bool:
        return self.at < len(self.words)

    def word(self) -> Word:
        if not self.more():
            raise ScriptError(f"fix {self.fix.id} {self.fix.style}: a word is missing after '{self.words[-1] if self.words else self.fix.style}'")
        self.at += 1
        return self.words[self.at - 1]

    def value(self) -> Number:
        word = self.word()
        if not is_number(word):
            if word.startswith("v_"):
                raise ScriptError(f"fix {self.fix.id} {self.fix.style}: {word} changes with time, which has no translation here")
            if number(word) == 0 and not word[:1].isdigit():
                raise ScriptError(f"fix {self.fix.id} {self.fix.style}: '{word}' is no number")
        return number(word)

    def count(self) -> int:
        return whole(self.word())

    def vector(self) -> list[Number]:
        return [self.value() for _ in range(3)]


def made_by(script: "Script", name: str, kind: type, what: str) -> Any:
    found = script.deck.fixes.get(name)
    if found is None or not isinstance(found.data, kind):
        raise ScriptError(f"there is no {what} '{name}'")
    return found.data


def region_of(script: "Script", name: str) -> Region:
    if name not in script.deck.regions:
        raise ScriptError(f"there is no region '{name}'")
    return script.deck.regions[name]
