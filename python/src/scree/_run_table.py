# SPDX-License-Identifier: BSD-3-Clause
"""Tables of runs: a row each, with parameters, results and status; means over seeds with confidence intervals."""
from __future__ import annotations

import csv
import io
import math
import os
from pathlib import Path
from typing import Any, Iterator, Sequence

from ._files import MissingPackage
from ._jobs import write_whole
from .errors import InputError


# Columns of every table of runs; `runs` in means.
OWN_COLUMNS = {"status": "how the run ended", "message": "its message", "digest": "that of its state", "seconds": "the time that it took", "folder":
               "where it is", "runs": "their number, in means"}


def check_columns(parameters: Sequence[str], results: Sequence[str]) -> None:
    """Raises InputError if two columns of a table would have the same name."""
    for kind, names in (("parameter", parameters), ("result", results)):
        for name in names:
            if name in OWN_COLUMNS:
                raise InputError(f"a {kind} called '{name}': the table has a column of that name, {OWN_COLUMNS[name]}; accepted: any name but "
                                 f"{', '.join(OWN_COLUMNS)}")
    for name in results:
        if list(results).count(name) > 1:
            raise InputError(f"two results have the same name, '{name}'; accepted: NAME=EXPRESSION with different names")
        if name in parameters:
            raise InputError(f"a result called '{name}', as a parameter is; accepted: NAME=EXPRESSION with another name")
        for end in (" std", " ci95"):
            if name.endswith(end) and name[: -len(end)] in (*results, *parameters):
                raise InputError(f"a result called '{name}': the means have a column of that name for the result '{name[: -len(end)]}'; accepted: another name")


def student_quantile(freedom: int) -> float:
    """t with P(|T| < t) = 0.95 for a whole number of degrees of freedom, from the finite sums of Abramowitz and Stegun,
    26.7.3 and 26.7.4, by bisection. (SciPy takes a second to load; this is all that a sweep needs of it.)"""
    if freedom < 1:
        raise InputError(f"{freedom} degrees of freedom; accepted: at least 1")

    def probability(t: float) -> float:
        theta = math.atan(t / math.sqrt(freedom))
        c2, term = math.cos(theta) ** 2, 1.0
        total = 0.0
        if freedom % 2:
            term = math.cos(theta)
            for k in range(1, (freedom + 1) // 2):
                total += term
                term *= c2 * 2 * k / (2 * k + 1)
            return 2 / math.pi * (theta + math.sin(theta) * total)
        for k in range(1, freedom // 2 + 1):
            total += term
            term *= c2 * (2 * k - 1) / (2 * k)
        return math.sin(theta) * total

    low, high = 1.0, 13.0
    while high - low > 1e-12 * high:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if probability(middle) < 0.95 else (low, middle)
    return 0.5 * (low + high)


def mean_and_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean, standard deviation and half width of the 95 % confidence interval of the mean (Student's t); nan where there are
    too few values."""
    n = len(values)
    if n == 0:
        return math.nan, math.nan, math.nan
    mean = math.fsum(values) / n
    if n == 1:
        return mean, math.nan, math.nan
    std = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n - 1))
    return mean, std, student_quantile(n - 1) * std / math.sqrt(n)


class Table(Sequence):
    """Rows of a sweep. `table[3]` is a row as a dict, `table["path"]` a column as a list (None where a row has none).

    parameters: names of the columns that are parameters; results: name -> unit of those that are results.
    """

    def __init__(self, rows: list[dict[str, Any]], parameters: Sequence[str], results: dict[str, str],
                 seed: str | None = None) -> None:
        self.rows, self.parameters, self.results, self.seed = rows, list(parameters), dict(results), seed

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, item: Any) -> Any:
        if not isinstance(item, str):
            return self.rows[item]
        if not any(item in row for row in self.rows):
            raise KeyError(f"no column '{item}'; accepted: {', '.join(self.columns)}")
        return [row.get(item) for row in self.rows]

    def __repr__(self) -> str:
        return f"<scree Table: {len(self)} runs, {len(self.failed)} failed, columns {', '.join(self.columns)}>"

    @property
    def columns(self) -> list[str]:
        """Names of all columns, in order."""
        names: dict[str, None] = {}
        for row in self.rows:
            names.update(dict.fromkeys(row))
        return list(names)

    @property
    def failed(self) -> list[dict[str, Any]]:
        """The rows whose run is not done."""
        return [row for row in self.rows if row["status"] != "done"]

    def means(self) -> "Table":
        """A row for each combination of parameters without the seed: `runs` that are done, and for each result its mean,
        standard deviation (`NAME std`) and half width of the 95 % confidence interval (`NAME ci95`)."""
        names = [p for p in self.parameters if p != self.seed]
        groups: dict[tuple, list[dict]] = {}
        for row in self.rows:
            groups.setdefault(tuple(repr(row.get(p)) for p in names), []).append(row)
        rows, units = [], {}
        for group in groups.values():
            row = {p: group[0].get(p) for p in names}
            row["runs"] = sum(r["status"] == "done" for r in group)
            row["status"] = "done" if row["runs"] == len(group) else "incomplete"
            for name, unit in self.results.items():
                values = [r[name] for r in group
                          if r["status"] == "done" and isinstance(r.get(name), (int, float)) and math.isfinite(r[name])]
                row[name], row[f"{name} std"], row[f"{name} ci95"] = mean_and_interval(values)
                units.update({name: unit, f"{name} std": unit, f"{name} ci95": unit})
            rows.append(row)
        return Table(rows, names, units)

    def to_csv(self, path: str | os.PathLike) -> None:
        """Writes the table; results have their units in the header, numbers read back as the same bits."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        names = self.columns
        writer.writerow([f"{n} [{self.results[n]}]" if self.results.get(n) else n for n in names])
        for row in self.rows:
            writer.writerow(["" if row.get(n) is None else row[n] for n in names])
        write_whole(Path(path), out.getvalue())

    def to_pandas(self) -> Any:
        """The table as a pandas.DataFrame."""
        try:
            import pandas
        except ImportError:
            raise MissingPackage("to_pandas() needs pandas, which is not there; Debian: apt install python3-pandas") from None
        return pandas.DataFrame(self.rows, columns=self.columns)
