# SPDX-License-Identifier: BSD-3-Clause
"""Carries a script out as LIGGGHTS would, without running it: control flow, variables, files. All other commands are in the table of commands.py.

No shell command and no Python code of a script is executed, no file is written, and no file outside of the folder is opened."""
from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Optional, Sequence

from .commands import COMMANDS
from .deck import Deck
from .errors import ScriptError, Unknown
from .lines import Line, Place, Word, logical_lines, mark_variables, split_words, strip_comment, substitute
from .report import LEFT_OUT, NEEDS, Report
from .variables import Variables

MOST_COMMANDS = 300_000
MOST_RUNS = 5_000
MOST_FILES = 20  # include in include
LARGEST = 64 * 1024 * 1024  # bytes of a file


class Files:
    """Finds and reads files of a script below one folder."""

    def __init__(self, script: Path, folder: Optional[Path]):
        self.script_folder = script.resolve().parent
        self.root = (folder or self.script_folder).resolve()
        self.missing: list[str] = []

    def places(self, name: str) -> list[Path]:
        """Where a file may be: from the folder of the script, and from the folder given by the user."""
        return [Path(os.path.normpath(start / name)) for start in dict.fromkeys((self.script_folder, self.root))]

    def find(self, name: str) -> Optional[Path]:
        """A file that is there and below the folder; ScriptError if it is outside."""
        if "\0" in name:
            raise ScriptError("the name of a file has a byte 0")
        inside = [path for path in self.places(name) if path.resolve().is_relative_to(self.root)]
        if not inside:
            raise ScriptError(f"the file '{name}' is outside of the folder {self.root}; --folder DIR names one that contains it")
        for path in inside:
            try:
                if path.is_file():
                    return path
            except OSError as problem:
                raise ScriptError(f"the file '{name[:60]}': {problem.strerror}") from None
        return None

    def text(self, name: str) -> str:
        path = self.find(name)
        if path is None:
            raise ScriptError(f"the file '{name}' is missing; looked in " + ", ".join(str(p.parent) for p in self.places(name)))
        return read_text(path)


def read_text(path: Path) -> str:
    """A file of text. ScriptError if it is binary or too large."""
    try:
        if path.stat().st_size > LARGEST:
            raise ScriptError(f"{path}: larger than {LARGEST // 2**20} MiB")
        data = path.read_bytes()
    except OSError as problem:
        raise ScriptError(f"{path}: {problem.strerror}") from None
    if b"\0" in data[:65536]:
        raise ScriptError(f"{path}: a binary file, no script")
    return data.decode("utf-8", errors="replace")


@dataclass
class Open:
    """A file that is being read, and the next of its lines."""
    name: str
    lines: list[Line]
    at: int = 0


class Script:
    """One script while it is carried out."""

    def __init__(self, path: Path, given: dict[str, list[str]], dialect: str, folder: Optional[Path] = None):
        self.path = path
        self.report = Report(path.name)
        self.deck = Deck(self.report, dialect)
        self.files = Files(path, folder)
        self.variables = Variables(given)
        self.variables.word_value = self.deck.word
        self.variables.group = self.deck.group_value
        self.stack: list[Open] = []
        self.place = Place(path.name, 0)
        self.jump_is_off = False
        self.commands = 0
        self.labels: dict[int, tuple[list[Line], dict[str, int]]] = {}  # of the files by the identity of their lines
        self.stopped = False
        self.chained = 0
        self.control: dict[str, Callable[[list[Word]], None]] = {
            "variable": self.variable, "next": self.next, "jump": self.jump, "label": lambda words: None, "include": self.include,
            "if": self.branch, "print": self.print, "shell": self.shell, "quit": self.quit, "clear": self.clear, "python": self.python}

    # ---- files and lines

    def execute(self) -> None:
        """Carries out the whole script; errors name file and line."""
        try:
            self.stack = [Open(self.path.name, logical_lines(read_text(self.path)))]
            while self.stack and not self.stopped:
                top = self.stack[-1]
                if top.at >= len(top.lines):
                    self.stack.pop()
                    continue
                line = top.lines[top.at]
                top.at += 1
                self.place = Place(top.name, line.number)
                self.one(line.text)
        except (ScriptError, Unknown) as problem:
            why = str(problem) if isinstance(problem, ScriptError) else f"only a run knows the value of {problem}"
            raise ScriptError(f"{self.place.file}:{self.place.line}: {why}") from None
        except IndexError:
            raise ScriptError(f"{self.place.file}:{self.place.line}: words are missing at the end of the command") from None
        except (ValueError, OverflowError, ZeroDivisionError) as problem:
            raise ScriptError(f"{self.place.file}:{self.place.line}: a word or a number of the command makes no sense: {problem}") from None
        except RecursionError:
            raise ScriptError(f"{self.place.file}:{self.place.line}: too many levels in one line") from None

    def one(self, text: str) -> None:
        """Carries out one line."""
        bare = strip_comment(text)
        if not bare.strip():
            return
        self.commands += 1
        if self.commands > MOST_COMMANDS:
            raise ScriptError(f"more than {MOST_COMMANDS} commands have been carried out: an endless loop, or one with very many passes")
        replaced = substitute(bare, self.variables.text, self.immediate) if "$" in bare else bare
        words = split_words(replaced)
        if not words:
            return
        if replaced is not bare:
            mark_variables(bare, words)
        name, rest = str(words[0]), words[1:]
        if name in self.control:
            self.control[name](rest)
            return
        row = COMMANDS.get(name)
        if row is None:
            raise ScriptError(f"'{name}' is no command that the import knows")
        row.carry_out(self, rest, " ".join(replaced.split()))
        if len(self.deck.runs) > MOST_RUNS:
            raise ScriptError(f"more than {MOST_RUNS} runs: an endless loop, or one with very many passes")

    def immediate(self, formula: str) -> str:
        text, _, layout = formula.partition(":%")
        value = self.variables.immediate(text)
        try:
            return ("%" + layout if layout else "%.20g") % value
        except (ValueError, TypeError):
            raise ScriptError(f"'%{layout}' is no format of a number") from None

    def chain(self, path: Path, restart: str) -> None:
        """Carries out the script that writes a restart file, and goes on with its box and its runs; its fixes end, as they do there."""
        if self.chained > MOST_FILES:
            raise ScriptError("restart files of scripts that wait for each other")
        first = Script(path, {name: list(v.values) for name, v in self.variables.all.items() if name in self.variables.given}, self.deck.dialect, self.files.root)
        first.chained = self.chained + 1
        first.execute()
        if restart not in first.deck.restarts:
            raise ScriptError(f"{path.name} does not write {restart} with these values of its variables")
        deck = first.deck
        deck.report = self.report
        deck.runs = deck.runs[:deck.restarts[restart]]
        deck.step = deck.runs[-1].start + deck.runs[-1].steps if deck.runs else 0
        deck.time = deck.runs[-1].time + deck.runs[-1].steps * float(deck.runs[-1].dt) if deck.runs else 0.0
        deck.fixes, deck.computes, deck.dumps, deck.output = {}, {}, {}, {}
        deck.dialect = self.deck.dialect
        for entry in first.report.entries:
            where = path.name if entry.place.file == first.report.script else entry.place.file
            self.report.add(entry.kind, Place(where, entry.place.line), entry.command, entry.why)
        self.report.facts.append(f"{path.name} writes {restart}, so its runs come first")
        self.deck = deck
        self.variables.word_value, self.variables.group = deck.word, deck.group_value

    # ---- control flow

    def variable(self, words: list[Word]) -> None:
        if len(words) < 2:
            raise ScriptError("variable: a name and a style are missing")
        name, style = words[0], words[1]
        if not name.replace("_", "a").isalnum():
            raise ScriptError(f"'{name}' is no name of a variable; accepted: letters, digits and _")
        if style == "delete":
            self.variables.delete(name)
            return
        if len(words) < 3:
            raise ScriptError(f"variable {name} {style}: its value is missing")
        if any("{{" in word for word in words[2:]):
            raise ScriptError(f"variable {name}: the value {' '.join(words[2:])} is filled in by another program; it can be given by -var {name} VALUE, with the style index in the script")
        self.variables.define(str(name), str(style), words[2:], lambda file: self.files.text(file).splitlines())

    def next(self, words: list[Word]) -> None:
        if not words:
            raise ScriptError("next: names of variables are missing")
        self.jump_is_off = self.variables.advance(words)

    def jump(self, words: list[Word]) -> None:
        if not words:
            raise ScriptError("jump: a file is missing")
        if self.jump_is_off:
            self.jump_is_off = False
            return
        name = str(words[0])
        label = str(words[1]) if len(words) > 1 else None
        current = self.stack[-1]
        if name == "SELF":
            target = Open(current.name, current.lines)
        else:
            target = self._other_file(name, label, current)
        if label is not None:
            target.at = self._find_label(target, label)
        self.stack[-1] = target

    def _other_file(self, name: str, label: Optional[str], current: Open) -> Open:
        try:
            found = self.files.find(name)
        except ScriptError:
            found = None
        if found is not None:
            return Open(name, logical_lines(read_text(found)))
        if label is not None and any(line.text.split()[:2] == ["label", label] for line in current.lines):
            self.report.add(NEEDS, self.place, f"jump {name} {label}", f"there is no file {name}; the label is in this file, and the script goes on there")
            return Open(current.name, current.lines)
        raise ScriptError(f"jump to the file '{name}', which is missing")

    def _find_label(self, target: Open, label: str) -> int:
        known = self.labels.setdefault(id(target.lines), (target.lines, {}))[1]
        if not known:
            for k, line in enumerate(target.lines):
                words = strip_comment(line.text).split() if "label" in line.text else []
                if words[:1] == ["label"] and len(words) > 1:
                    known.setdefault(words[1], k + 1)
        if label not in known:
            raise ScriptError(f"there is no label '{label}' in {target.name}")
        return known[label]

    def include(self, words: list[Word]) -> None:
        if len(words) != 1:
            raise ScriptError("include: one file is expected")
        if len(self.stack) > MOST_FILES:
            raise ScriptError(f"files include each other more than {MOST_FILES} deep")
        self.stack.append(Open(str(words[0]), logical_lines(self.files.text(str(words[0])))))

    def clear(self, words: list[Word]) -> None:
        if self.deck.moved():
            lists = [name for name, v in self.variables.all.items() if v.style in ("index", "loop") and len(v.values) > 1]
            self.report.add(NEEDS, self.place, "clear", "another simulation begins here; the case is the first one"
                            + (", and -var gives the others the values of " + ", ".join(lists) if lists else ""))
            self.stopped = True
            return
        self.deck.__init__(self.report, self.deck.dialect)  # type: ignore[misc]
        self.variables.word_value, self.variables.group = self.deck.word, self.deck.group_value

    def quit(self, words: list[Word]) -> None:
        self.stopped = True

    def branch(self, words: list[Word]) -> None:
        """if "condition" then "commands" elif "condition" "commands" else "commands"."""
        if len(words) < 3 or words[1] != "then":
            raise ScriptError("if: accepted: if CONDITION then COMMAND ... elif CONDITION COMMAND ... else COMMAND ...")
        parts: list[tuple[Optional[str], list[Word]]] = [(words[0], [])]
        k = 2
        while k < len(words):
            if words[k] == "elif" and k + 1 < len(words):
                parts.append((words[k + 1], []))
                k += 1
            elif words[k] == "else":
                parts.append((None, []))
            else:
                parts[-1][1].append(words[k])
            k += 1
        for condition, commands in parts:
            if condition is None or self.holds(condition, commands):
                for command in commands:
                    self.one(command)
                return

    def holds(self, condition: str, commands: Sequence[str]) -> bool:
        """Whether a condition holds; one that only a run decides does not."""
        try:
            replaced = substitute(condition, self.variables.text, self.immediate, everywhere=True)
            return _condition(replaced, self.variables)
        except Unknown as unknown:
            self.report.add(NEEDS, self.place, f'if "{condition}"',
                            f"only a run knows the value of {unknown}; here the condition is taken as false, so its commands are not carried out: " + "; ".join(commands))
            self.unknown_condition(condition, commands)
            return False

    def unknown_condition(self, condition: str, commands: Sequence[str]) -> None:
        """A loop that ends in a state: its runs are one phase that waits for the state."""
        from .states import state_of_series
        if self.deck.runs and any(command.split()[:1] in (["jump"], ["quit"]) for command in commands):
            self.deck.runs[-1].until = state_of_series(condition, self)

    # ---- commands without physics

    def print(self, words: list[Word]) -> None:
        self.report.add(LEFT_OUT, self.place, "print", "output: texts of the script are not printed")

    def shell(self, words: list[Word]) -> None:
        self.report.add(LEFT_OUT, self.place, "shell " + " ".join(words), "commands of the shell are never executed")

    def python(self, words: list[Word]) -> None:
        raise ScriptError("python: code of the script is never executed; values that it makes can be given by -var")


def _condition(text: str, scope: Variables) -> bool:
    """A condition of if: a comparison of numbers or of texts, or a formula."""
    words = split_words(text)
    if len(words) == 3 and words[1] in ("==", "!="):
        try:
            sides = [scope.immediate(word) for word in (words[0], words[2])]
        except ScriptError:
            return (words[0] == words[2]) == (words[1] == "==")
        except Unknown as unknown:
            if str(unknown) in (words[0], words[2]):  # words that are no value are texts
                if not any(str(unknown).startswith(start) for start in ("c_", "f_", "v_")):
                    return (words[0] == words[2]) == (words[1] == "==")
            raise
        return (sides[0] == sides[1]) == (words[1] == "==")
    return scope.immediate(text) != 0

