# SPDX-License-Identifier: BSD-3-Clause
"""The variables of a script: lists that `next` goes through, texts, and formulas."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Optional, Sequence

from . import formulas
from .errors import ScriptError, Unknown
from .lines import whole

LISTS = ("index", "loop", "world", "universe", "uloop", "file")  # ignored if the name exists
REDEFINED = ("equal", "atom", "vector", "string", "getenv", "internal")


@dataclass
class Variable:
    """One variable; a list has its values and the place in it."""
    style: str
    values: list[str] = field(default_factory=list)
    at: int = 0
    formula: Optional[formulas.Tree] = None


class Variables:
    """All variables of a script, and the values that formulas ask for."""

    def __init__(self, given: dict[str, list[str]]):
        self.all: dict[str, Variable] = {name: Variable("index", list(values)) for name, values in given.items()}
        self.given = set(given)
        self.random = False
        self.changing: set[str] = set()  # names that had more than one value
        self.word_value: Callable[[str], float] = lambda name: self._no_word(name)
        self.group: Callable[[str, list[str]], float] = self._no_group
        self._open: list[str] = []  # being evaluated

    @staticmethod
    def _no_word(name: str) -> float:
        raise Unknown(name)

    @staticmethod
    def _no_group(function: str, words: list[str]) -> float:
        raise Unknown(f"{function}()")

    def word(self, name: str) -> float:
        return self.word_value(name)

    def group_value(self, function: str, words: list[str]) -> float:
        return self.group(function, words)

    def note_random(self) -> None:
        self.random = True

    def _find(self, name: str) -> Variable:
        found = self.all.get(name)
        if found is None:
            raise ScriptError(f"the variable '{name}' is not defined; it can be given by -var {name} VALUE")
        return found

    def text(self, name: str) -> str:
        """What ${name} is replaced by."""
        variable = self._find(name)
        if variable.style in ("equal", "internal"):
            return "%.15g" % self.variable(name)
        if variable.style in ("atom", "vector"):
            raise ScriptError(f"the variable '{name}' has a value for each atom, and is used as a text")
        return variable.values[variable.at]

    def variable(self, name: str) -> float:
        """The value of v_name."""
        variable = self._find(name)
        if variable.style in ("atom", "vector"):
            raise Unknown(f"v_{name}")
        if variable.style not in ("equal", "internal"):
            return self.immediate(variable.values[variable.at])
        if name in self._open or len(self._open) > formulas.DEEPEST:
            raise ScriptError(f"the variable '{name}' refers to itself")
        self._open.append(name)
        try:
            assert variable.formula is not None
            return formulas.evaluate(variable.formula, self)
        finally:
            self._open.pop()

    def formula(self, name: str) -> formulas.Tree:
        """The formula of a variable; a text is the number that it says."""
        variable = self._find(name)
        if variable.style in ("atom", "vector"):
            return formulas.Tree("reference", f"v_{name}", ())
        return variable.formula if variable.formula is not None else formulas.parse(variable.values[variable.at])

    def immediate(self, text: str) -> float:
        return formulas.evaluate(formulas.parse(text), self)

    def depends_on_time(self, name: str) -> bool:
        return formulas.depends_on_time(self.formula(name), self)

    def define(self, name: str, style: str, words: Sequence[str], read: Callable[[str], list[str]]) -> None:
        """The command variable; `read` gives the lines of a file."""
        existing = self.all.get(name)
        if style in LISTS:
            if existing is not None:
                return
            values = self._list(style, words, read)
            if not values:
                raise ScriptError(f"variable {name} {style} has no values")
            self.all[name] = Variable(style, values)
        elif style in REDEFINED:
            if existing is not None and existing.style != style:
                raise ScriptError(f"the variable '{name}' has the style {existing.style} already"
                                  + (" (by -var)" if name in self.given else "") + f", and LIGGGHTS refuses to make it {style}")
            self._redefine(name, style, words)
        else:
            raise ScriptError(f"a variable of the style '{style}' is not read; it can be given by -var {name} VALUE")

    def _list(self, style: str, words: Sequence[str], read: Callable[[str], list[str]]) -> list[str]:
        if style == "file":
            lines = [line.split("#")[0].strip() for line in read(words[0])]
            return [line for line in lines if line]
        if style not in ("loop", "uloop"):
            return list(words)
        bounds = [whole(word) for word in words if word != "pad"]
        first, last = (1, bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
        if not 0 <= last - first < 10_000_000:
            raise ScriptError(f"a loop from {first} to {last}")
        width = len(str(last)) if words[-1] == "pad" else 0
        return _Counted(first, last, width)  # type: ignore[return-value]

    def _redefine(self, name: str, style: str, words: Sequence[str]) -> None:
        if style == "getenv":
            raise ScriptError(f"the variable '{name}' is read from the environment; it can be given by -var {name} VALUE")
        if len(words) != 1:
            raise ScriptError(f"variable {name} {style} has {len(words)} words; a formula with blanks needs quotes")
        if style == "string":
            new = Variable(style, [words[0]])
        else:
            text = words[0]
            new = Variable(style, [text], formula=formulas.Tree("reference", text, ()) if style in ("atom", "vector") else formulas.parse(text))
        old = self.all.get(name)
        if old is not None and (old.values != new.values):
            self.changing.add(name)
        self.all[name] = new

    def delete(self, name: str) -> None:
        self.all.pop(name, None)
        self.changing.add(name)

    def advance(self, names: Sequence[str]) -> bool:
        """The command next: True if the variables are exhausted, and then they are deleted."""
        exhausted = False
        for name in names:
            variable = self._find(name)
            if variable.style not in LISTS:
                raise ScriptError(f"next goes to the next value of '{name}', which is no list")
            variable.at += 1
            self.changing.add(name)
            exhausted |= variable.at >= len(variable.values)
        if exhausted:
            for name in names:
                self.delete(name)
        return exhausted

    def constant_value(self, name: str) -> Optional[float]:
        """The number of a variable that had one value only."""
        variable = self.all.get(name)
        if variable is None or name in self.changing or variable.style not in ("equal", "index", "string"):
            return None
        try:
            if len(variable.values) > 1 or variable.formula is not None and formulas.depends_on_time(variable.formula, self):
                return None
            return self.variable(name)
        except (ScriptError, Unknown):
            return None


class _Counted:
    """The numbers of a loop as texts, without a list of them."""

    def __init__(self, first: int, last: int, width: int):
        self.first, self.last, self.width = first, last, width

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __getitem__(self, at: int) -> str:
        return str(self.first + at).zfill(self.width)
