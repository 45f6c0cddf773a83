# SPDX-License-Identifier: BSD-3-Clause
"""Which runs a sweep consists of: values of options, tables and seeds; names and keys of runs."""
from __future__ import annotations

import csv
import hashlib
import io
import itertools
import json
import math
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterable, Mapping, Sequence

from .errors import InputError

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_RANGE = re.compile(rf"\s*({_NUMBER})([^:]*):\s*({_NUMBER})([^:]*):([^:]*)(?::([^:]*))?")
_SPEC = "accepted: values such as 1,2,3, or FROM:TO:COUNT such as 0.1:0.5:5, or FROM:TO:COUNT:log"


def number_text(value: float) -> str:
    """The shortest text of a number with 15 digits: 0.3 for 0.1 + 0.2."""
    return f"{value:.15g}"


def value_text(value: Any) -> str:
    """A value as --set takes it: numbers, texts with units, and lists and mappings in YAML's flow style."""
    if hasattr(value, "tolist"):  # NumPy
        value = value.tolist()
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        if abs(value) > sys.float_info.max:
            raise InputError(f"a whole number beyond {sys.float_info.max:.4g}; accepted: numbers that fit into a double")
        return str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {value_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(value_text(v) for v in value) + "]"
    raise InputError(f"{value!r}: accepted: a number, a text, a list or a mapping")


def split_list(text: str) -> list[str]:
    """Parts of a text between its commas, but not those within brackets, braces, parentheses and quotes."""
    parts, depth, quote, begin = [], 0, "", 0
    for k, c in enumerate(text):
        if quote:
            quote = "" if c == quote else quote
        elif c in "\"'":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[begin:k])
            begin = k + 1
    return [p.strip() for p in [*parts, text[begin:]]]


def spread(start: float, stop: float, count: int, log: bool) -> list[float]:
    """`count` values from start to stop, both included, evenly or with a constant ratio."""
    if log:
        return [start * (stop / start) ** (k / (count - 1)) for k in range(count - 1)] + [stop]
    return [start + (stop - start) * k / (count - 1) for k in range(count - 1)] + [stop]


def _range_values(option: str, text: str) -> list[str] | None:
    """Values of FROM:TO:COUNT; None where the text does not begin like one."""
    match = _RANGE.fullmatch(text)
    if not match:
        return None
    start, unit, stop, other, count, spacing = (part.strip() if part else "" for part in match.groups())
    if unit and other and unit != other:
        raise InputError(f"{option}: '{text}': the units '{unit}' and '{other}' differ; accepted: the same unit")
    if not re.fullmatch(r"\d+", count) or int(count) < 2 or spacing not in ("", "log", "lin"):
        raise InputError(f"{option}: '{text}': {_SPEC}; COUNT is the number of values, at least 2")
    if int(count) > 1_000_000:
        raise InputError(f"{option}: '{text}': accepted: at most 1000000 values")
    if spacing == "log" and not float(start) * float(stop) > 0:
        raise InputError(f"{option}: '{text}': a constant ratio needs ends of the same sign that are not 0")
    unit = unit or other
    return [number_text(v) + (f" {unit}" if unit else "") for v in spread(float(start), float(stop), int(count), spacing == "log")]


def parse_values(option: str, text: str) -> list[str]:
    """Values of `1,2,3`, `0.1:0.5:5`, `1 MPa:1 GPa:4:log`, or a mix. InputError names the option."""
    values: list[str] = []
    for part in split_list(text):
        if not part:
            raise InputError(f"{option}: '{text}': a value is missing; {_SPEC}")
        expanded = None if part[0] in "[{\"'" else _range_values(option, part)
        values += expanded if expanded is not None else [part]
    return values


def parse_seeds(text: str) -> list[int]:
    """Seeds of `1..8` or `1,2,5` or a mix."""
    seeds: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d+)\s*(?:\.\.\s*(\d+)\s*)?", part)
        if not match or (match[2] and int(match[2]) < int(match[1])):
            raise InputError(f"--seeds {text}: accepted: whole numbers such as 1..8 or 1,2,5")
        seeds += range(int(match[1]), int(match[2] or match[1]) + 1)
    if len(set(seeds)) < len(seeds):
        raise InputError(f"--seeds {text}: a seed is there twice")
    return seeds


@dataclass(frozen=True)
class Change:
    """A change of the case: `--set path=value`, or `--define path=value` where `define` is true."""

    path: str
    value: str
    define: bool = False

    @property
    def words(self) -> list[str]:
        """The two words of the command line."""
        return ["--define" if self.define else "--set", f"{self.path}={self.value}"]


@dataclass
class Run:
    """A run of a sweep: its changes in order, the one of the seed last."""

    changes: list[Change]
    seed: int | None = None
    key: str = ""
    name: str = ""
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def words(self) -> list[str]:
        """All words of the command line."""
        return [word for change in self.changes for word in change.words]

    @property
    def options(self) -> list[str]:
        """The changes as run.json lists them."""
        return [" ".join(change.words) for change in self.changes]


def split_option(option: str, text: str) -> tuple[str, str]:
    """PATH and value of PATH=value."""
    path, sign, value = text.partition("=")
    if not sign or not path.strip() or not value.strip():
        raise InputError(f"{option} {text}: accepted: PATH=VALUES, such as contacts[0].friction=0.1,0.3")
    return path.strip(), value.strip()


def read_table(path: str | os.PathLike) -> list[list[Change]]:
    """Changes of each row of a CSV file whose first line has paths, with a unit as in `walls.lid.z [mm]` or without. An empty
    cell leaves the case as it is. InputError names file, line and column."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise InputError(f"{path}: {problem}") from None
    reader = csv.reader(io.StringIO(text), skipinitialspace=True)
    lines = [(reader.line_num, row) for row in reader if any(c.strip() for c in row) and not row[0].startswith("#")]
    if len(lines) < 2:
        raise InputError(f"{path}: accepted: a line with paths such as contacts[0].friction, then a line for each run")
    titles = []
    for title in lines[0][1]:
        match = re.fullmatch(r"(.*\S)\s+\[([^]]*)\]", title.strip())
        titles.append((match[1], match[2]) if match else (title.strip(), ""))
    paths = [p for p, _ in titles]
    if "" in paths or len(set(paths)) < len(paths):
        raise InputError(f"{path}:{lines[0][0]}: a column has no path, or two have the same")
    table = []
    for number, row in lines[1:]:
        if len(row) != len(titles):
            raise InputError(f"{path}:{number}: {len(row)} cells, but the first line has {len(titles)}")
        table.append([Change(p, cell.strip() + (f" {unit}" if unit else ""))
                      for (p, unit), cell in zip(titles, row) if cell.strip()])
    return table


def make_runs(options: Sequence[tuple[str, Sequence[str], bool]], table: Sequence[Sequence[Change]] | None,
              seeds: Sequence[int] | None, seed_path: str = "seed") -> list[Run]:
    """All combinations of the values of options (path, values, define), rows of a table and seeds; seeds vary fastest."""
    paths = [path for path, _, _ in options] + sorted({c.path for row in table or [] for c in row})
    if seeds is not None:
        paths.append(seed_path)
    for path in paths:
        if paths.count(path) > 1:
            raise InputError(f"'{path}' is given twice; accepted: all its values in one place")
    count = math.prod([len(v) for _, v, _ in options] + [len(table) if table else 1, len(seeds) if seeds else 1])
    if count > 1_000_000:
        raise InputError(f"{count} runs; accepted: at most 1000000")
    runs = []
    choices = [[Change(path, value, define) for value in values] for path, values, define in options]
    rows: Sequence[Sequence[Change]] = [[]] if table is None else table
    draws: Sequence[int | None] = [None] if seeds is None else seeds
    for combination in itertools.product(*choices):
        for row in rows:
            for seed in draws:
                last = [] if seed is None else [Change(seed_path, str(seed))]
                runs.append(Run([*combination, *row, *last], seed))
    return runs


def case_print(case: Path) -> str:
    """Hash of a case file and of the files beside it that it names."""
    try:
        text = case.read_bytes()
    except OSError as problem:
        raise InputError(f"{case}: {problem.strerror}") from None
    total = hashlib.sha256(text)
    for word in sorted(set(re.findall(r"[^\s,:{}\[\]\"'#]+", text.decode(errors="replace")))):
        path = case.parent / word
        if "." in word and len(word) < 256 and path.is_file():
            total.update(word.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def name_runs(runs: Iterable[Run], *parts: Any) -> None:
    """Gives each run its key, a hash of `parts` (case, version, ...) and its changes, and a name for its folder that has the
    values and the beginning of the key. Equal runs have equal names, whatever else a sweep has."""
    for run in runs:
        changes = [[c.define, c.path, c.value] for c in run.changes]
        run.key = hashlib.sha256(json.dumps([*parts, changes]).encode()).hexdigest()[:32]
        label = "_".join(re.split(r"[.\]]", c.path.rstrip("]"))[-1] + "=" + c.value for c in run.changes)
        label = re.sub(r"_*[^A-Za-z0-9.=+_-]+_*", "_", label).strip("_.")[:60]
        run.name = (label + "_" if label else "run_") + run.key[:10]
