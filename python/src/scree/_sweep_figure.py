# SPDX-License-Identifier: BSD-3-Clause
"""The figure of a sweep: each result over the parameter that was varied most, with bars for the confidence of means."""
from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any, Sequence

from ._figure import new_figure, save_figure
from ._run_table import Table

MOST_CURVES = 8  # more in one panel cannot be told apart
_QUANTITY = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([^\d\s.].*)?$")


def _quantities(values: Sequence[Any]) -> tuple[list[float], str] | None:
    """The values as numbers of one unit; None if they are not that."""
    numbers, units = [], set()
    for v in values:
        found = _QUANTITY.match(str(v))
        if not found:
            return None
        numbers.append(float(found[1]))
        units.add((found[2] or "").strip())
    return (numbers, units.pop()) if len(units) == 1 else None


def _ways(table: Table) -> dict[str, list[Any]]:
    """The parameters that were varied, and their values in order."""
    found: dict[str, list[Any]] = {}
    for name in table.parameters:
        values = list(dict.fromkeys(v for v in table[name] if v is not None))
        if name != table.seed and len(values) > 1:
            found[name] = values
    return found


def draw_sweep(table: Table, path: Path) -> bool:
    """Draws the results of the runs that are done; False where there is nothing to draw, or no matplotlib."""
    done = Table([row for row in table if row["status"] == "done"], table.parameters, table.results, table.seed)
    results = [name for name in table.results if any(_is_number(row.get(name)) for row in done)]
    ways = _ways(done) if len(done) else {}
    if not results or not ways:
        return False
    made = new_figure(len(results))
    if made is None:
        return False
    figure, axes = made
    across = max(ways, key=lambda name: (_quantities(ways[name]) is not None, len(ways[name])))
    others = [name for name in ways if name != across]
    rows = done.means() if table.seed is not None else done
    for name in results:
        _draw_result(next(axes), rows, name, across, others, ways)
    save_figure(figure, axes, path)
    return True


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)


def _draw_result(axis: Any, rows: Table, name: str, across: str, others: Sequence[str], ways: dict[str, list[Any]]) -> None:
    quantities = _quantities(ways[across])
    numbers, unit = quantities if quantities else (list(range(len(ways[across]))), "")
    place = dict(zip(map(repr, ways[across]), numbers))
    curves: dict[tuple, list[dict]] = {}
    for row in rows:
        if _is_number(row.get(name)) and row.get(across) is not None:
            curves.setdefault(tuple(row.get(other) for other in others), []).append(row)
    for key, members in list(curves.items())[:MOST_CURVES]:
        members.sort(key=lambda row: place[repr(row[across])])
        x = [place[repr(row[across])] for row in members]
        bars = [row.get(f"{name} ci95") for row in members]
        bars = [b if _is_number(b) else 0.0 for b in bars]
        axis.errorbar(x, [row[name] for row in members], bars if any(bars) else None, fmt="o-" if quantities else "o", ms=4, lw=1.2,
                      capsize=3, label=_plain(", ".join(f"{_short(o)} {v}" for o, v in zip(others, key))))
    if not quantities:
        axis.set_xticks(numbers, [_plain(str(v)) for v in ways[across]])
    elif min(numbers) > 0 and max(numbers) > 50 * min(numbers):
        axis.set_xscale("log")
    axis.set_xlabel(_plain(f"{across} [{unit}]" if unit else across))
    axis.set_ylabel(_plain(f"{name} [{rows.results[name]}]" if rows.results.get(name) not in ("", "1", None) else name))
    if others:
        more = len(curves) - MOST_CURVES
        axis.legend(frameon=False, fontsize=7, title=f"{more} more are not drawn" if more > 0 else None, title_fontsize=7)


def _plain(text: str) -> str:
    """The text as it is: matplotlib takes what stands between two dollars for mathematics."""
    return text.replace("$", r"\$")


def _short(path: str) -> str:
    """The last name of a path: a legend has little room."""
    return path.rsplit(".", 1)[-1]
