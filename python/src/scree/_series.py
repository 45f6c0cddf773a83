# SPDX-License-Identifier: BSD-3-Clause
"""Results of a run from its series.csv, asked for in words: `mean(lid fz, 0.5, 1) / 0.0009`."""
from __future__ import annotations

import ast
import math
import operator
import re
from pathlib import Path
from typing import Any, Callable, Sequence

from ._files import DamagedFile, choices
from ._table import columns, header
from .errors import InputError

_TIME_UNITS = {"": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "min": 60.0, "h": 3600.0}
_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow,
    ast.USub: operator.neg, ast.UAdd: operator.pos}


def _slope(times: Sequence[float], values: Sequence[float]) -> float:
    t, v = math.fsum(times) / len(times), math.fsum(values) / len(values)
    spread = math.fsum((x - t) ** 2 for x in times)
    return math.fsum((x - t) * (y - v) for x, y in zip(times, values)) / spread if spread > 0 else math.nan


def _std(_times: Sequence[float], values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1)) if len(values) > 1 else math.nan


# name: function of times and values of the rows in the window
FUNCTIONS = {
    "last": lambda t, v: v[-1],
    "first": lambda t, v: v[0],
    "change": lambda t, v: v[-1] - v[0],
    "mean": lambda t, v: math.fsum(v) / len(v),
    "std": _std,
    "min": lambda t, v: min(v),
    "max": lambda t, v: max(v),
    "slope": _slope,  # by least squares, per second
}
_CALL = re.compile(r"\b(" + "|".join(FUNCTIONS) + r")\(([^()]*)\)")
RESULTS_ACCEPTED = ("accepted: columns of series.csv (their last values), " + ", ".join(f"{f}(COLUMN)" for f in FUNCTIONS) +
                    ", with a window of time as in mean(COLUMN, 0.5, 1), numbers, and + - * / ** of them")


def parse_time(text: str) -> float:
    """Seconds of `0.5`, `0.5 s` or `20 ms`. InputError otherwise."""
    match = re.fullmatch(r"\s*([-+]?[0-9.]+(?:[eE][-+]?\d+)?)\s*(\w*)\s*", text)
    try:
        if match is None:
            raise ValueError(text)
        return float(match[1]) * _TIME_UNITS[match[2]]
    except (KeyError, ValueError):
        raise InputError(f"'{text}': accepted: a time such as 0.5, 0.5 s or 20 ms") from None


class Series:
    """Columns of a series.csv by name, as lists of numbers; `units` has their units."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            head = header(str(path))
            table = [values.tolist() for values in columns(str(path), growing=True)]  # a last row may be cut off
        except OSError as problem:
            raise InputError(f"{path}: {problem.strerror}") from None
        except DamagedFile as problem:
            raise InputError(str(problem)) from None
        if not head:
            raise InputError(f"{path}: is empty")
        self.columns: dict[str, list[float]] = {name: values for (name, _), values in zip(head, table)}
        self.units: dict[str, str] = {name: "" if unit == "1" else unit for name, unit in head}

    def column(self, name: str) -> list[float]:
        """The values of a column, which may be named with its unit. InputError that lists what is near."""
        name = re.sub(r" \[[^]]*\]$", "", name.strip())
        if name not in self.columns:
            raise InputError(f"{self.path}: no column '{name}'{choices(name, self.columns)}")
        return self.columns[name]

    def rows(self, start: float | None = None, stop: float | None = None) -> range:
        """The rows with times from start to stop [s], both included; negative times count back from the last row.
        InputError if there are none."""
        times = self.columns["time"]
        end = times[-1] if times else math.nan
        start, stop = (t + end if t is not None and t < 0 else t for t in (start, stop))
        slack = 1e-9 * abs(end)  # a row at the border belongs to the window
        inside = [k for k, t in enumerate(times)
                  if (start is None or t >= start - slack) and (stop is None or t <= stop + slack)]
        if not inside:
            raise InputError(f"{self.path}: no rows from {start} s to {stop} s; the series ends at {end:g} s")
        return range(inside[0], inside[-1] + 1)

    def _call(self, function: str, words: str) -> tuple[float, str]:
        name, *times = words.split(",")
        if len(times) > 2:
            raise InputError(f"'{function}({words})': accepted: {function}(COLUMN, FROM, TO)")
        values = self.column(name)
        rows = self.rows(*(parse_time(t) for t in times))
        unit = self.units[re.sub(r" \[[^]]*\]$", "", name.strip())]
        value = FUNCTIONS[function]([self.columns["time"][k] for k in rows], [values[k] for k in rows])
        return value, (unit + "/s").replace("1/s/s", "1/s2") if function == "slope" else unit

    def evaluate(self, expression: str) -> tuple[float, str]:
        """Value and unit (empty for a formula) of an expression such as `kinetic`, `kinetic / 2`, `mean(lid fz, 0.5, 1)`,
        `slope(below mass, -0.2) / 2`. InputError if it is none, or names a column that is not there."""
        text = expression.strip()
        if re.sub(r" \[[^]]*\]$", "", text) in self.columns:
            return self._call("last", text)
        if _CALL.fullmatch(text):
            return self._call(*_CALL.fullmatch(text).groups())  # type: ignore[union-attr]
        values: dict[str, float] = {}

        def called(match: re.Match) -> str:
            values[f"_call{len(values)}"] = self._call(*match.groups())[0]
            return f" _call{len(values) - 1} "

        formula, names = self._with_names(_CALL.sub(called, text), expression)
        values.update((k, self._call("last", name)[0]) for k, name in names.items())
        return compute(formula, values, expression), ""

    def _with_names(self, formula: str, expression: str) -> tuple[str, dict[str, str]]:
        """The formula with a word for each column in it, and what the words stand for. InputError for a name that no column has."""
        names: dict[str, str] = {}
        for name in sorted(self.columns, key=len, reverse=True):
            pattern = r"(?<![\w.])" + re.escape(name) + r"(?![\w.])(?: \[" + re.escape(self.units[name] or "1") + r"\])?"
            if re.search(pattern, formula):
                names[f"_column{len(names)}"] = name
                formula = re.sub(pattern, f"_column{len(names) - 1}", formula)
        for match in re.finditer(r"(?<![\w.])[^\W\d]\w*(?:[ .]+[^\W\d]\w*)*", formula):
            if not re.fullmatch(r"_(?:call|column)\d+", match[0]):
                wrong = re.sub(r"_column(\d+)", lambda m: names[m[0]], match[0])
                raise InputError(f"{self.path}: no column '{wrong}'{choices(wrong, self.columns)}; {RESULTS_ACCEPTED}" if wrong != expression.strip() else
                                 f"{self.path}: no column '{wrong}'{choices(wrong, self.columns)}")
        return formula, names

    def curve(self, expression: str, start: float | None, stop: float | None) -> list[float]:
        """Values of a formula of columns in the rows of a window, such as `(0.03 - lid z) / 0.03`."""
        formula, names = self._with_names(expression, expression)
        if not names:
            raise InputError(f"{self.path}: '{expression}' has no column; accepted: a formula of columns such as 'time'")
        return [compute(formula, {k: self.columns[n][row] for k, n in names.items()}, expression)
                for row in self.rows(start, stop)]


def compute(formula: str, names: dict[str, float], shown: str) -> float:
    """Value of arithmetic with + - * / ** and the names given. InputError if it has anything else."""

    def value(node: ast.AST) -> float:
        if isinstance(node, ast.Expression):
            return value(node.body)
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return float(node.value)
        if isinstance(node, ast.Name) and node.id in names:
            return names[node.id]
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](value(node.left), value(node.right))
        if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](value(node.operand))
        raise SyntaxError

    try:
        result = value(ast.parse(formula.strip(), mode="eval"))
    except ZeroDivisionError:
        return math.nan
    except (SyntaxError, ValueError, OverflowError):
        raise InputError(f"result '{shown}': {RESULTS_ACCEPTED}") from None
    return result if isinstance(result, float) else math.nan  # a root of a negative number is complex
