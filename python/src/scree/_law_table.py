# SPDX-License-Identifier: BSD-3-Clause
"""Tables of the contact lab with units, and their figures in the look of scree's documentation."""
from __future__ import annotations

import html
import math
import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import Error, InputError

if TYPE_CHECKING:
    import matplotlib.axes
    import pandas

# The colours of the documentation: distinguishable with colour blindness, dark enough on white.
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#c98a00", "#3a9bd9", "#555555")
# What is plotted if nothing is said: the first motion along a driven path that varies, and the force against it.
_MOTIONS = (("overlap", "fn"), ("slid_x", "ft_x"), ("slid_y", "ft_y"), ("rolled_x", "mr_x"), ("rolled_y", "mr_y"), ("twisted", "mw"))


class Table(Mapping):
    """Columns of numbers with units: `table["fn"]` is an array (rows,) of float64, `table.unit("fn")` is "N".

    As a mapping it has the names of the columns in their order, and its length is their number; `rows` is that of the rows. Arrays
    are read-only and share the memory of `array`, a structured array (rows,) with a field for each column. `title` names the
    laws; `shape` is that of a sweep's grid, else (rows,).
    """

    __slots__ = ("array", "units", "title", "shape")
    __eq__, __hash__ = object.__eq__, object.__hash__  # that of mappings would ask arrays for one truth value

    def __init__(self, array: np.ndarray, units: Mapping[str, str], title: str = "", shape: tuple[int, ...] | None = None) -> None:
        array.flags.writeable = False
        self.array, self.units, self.title = array, dict(units), title
        self.shape = (len(array),) if shape is None else tuple(shape)

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.array)

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self.units:
            raise KeyError(self._missing(name))
        return self.array[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.units)

    def __len__(self) -> int:
        return len(self.units)

    def __repr__(self) -> str:
        return f"<Table of {self.rows} rows: {', '.join(f'{n} [{u}]' if u else n for n, u in self.units.items())}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(f'{n} [{u}]' if u else n)}</th>" for n, u in self.units.items())
        shown = range(self.rows) if self.rows <= 10 else [*range(5), None, *range(self.rows - 5, self.rows)]
        body = "".join(f"<tr>{''.join(f'<td>{v:.6g}</td>' for v in self.array[k].item())}</tr>" if k is not None
                       else f"<tr>{'<td>...</td>' * len(self)}</tr>" for k in shown)
        return f"<p>{html.escape(self.title)}: {self.rows} rows</p><table><tr>{head}</tr>{body}</table>"

    def _missing(self, name: object) -> str:
        return f"the table has no column {name!r}; accepted: {', '.join(self.units)}"

    def unit(self, name: str) -> str:
        """Unit of a column, "" if it is dimensionless. KeyError if there is no such column."""
        if name not in self.units:
            raise KeyError(self._missing(name))
        return self.units[name]

    def row(self, k: int) -> dict[str, float]:
        """Row k, from 0, or from the end if negative, by the names of the columns. IndexError if there is no such row."""
        return dict(zip(self.units, self.array[operator.index(k)].tolist()))

    def grid(self, name: str) -> np.ndarray:
        """A column of a sweep with an axis for each swept value: shape `shape`."""
        return self[name].reshape(self.shape)

    def select(self, rows: Any) -> Table:
        """The table of some rows, a copy: of a slice, an array of numbers, or a mask (`table.select(table["friction"] == 0.3)`)."""
        return type(self)(np.atleast_1d(self.array[rows]).copy(), self.units, self.title)

    def stack(self, *names: str) -> np.ndarray:
        """Several columns as one array (rows, columns): `table.stack("fxa", "fya", "fza")`; a copy."""
        return np.stack([self[name] for name in names], axis=-1)

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas data frame of the columns; `frame.attrs["units"]` has the units. Error if pandas is not installed."""
        try:
            import pandas
        except ImportError:
            raise Error("to_pandas needs pandas, which is not installed; Debian package: python3-pandas") from None
        frame = pandas.DataFrame({name: self[name].copy() for name in self})
        frame.attrs["units"] = dict(self.units)
        return frame

    def __reduce__(self):
        return type(self), (np.array(self.array), self.units, self.title, self.shape)


def _varies(values: np.ndarray) -> bool:
    return len(values) > 1 and bool(np.any(values != values[0]))


def _axes_of(table: Table) -> tuple[str, str]:
    """The columns of a plot for which nothing was said."""
    names = list(table)
    if "e_n" in table:
        conditions = names[:names.index("separated")]
        return next((n for n in conditions if _varies(table[n])), conditions[0] if conditions else "max_overlap"), "e_n"
    motions = [pair for pair in _MOTIONS if pair[0] in table]
    if not motions:
        raise InputError(f"plot: this table needs x and y; accepted: {', '.join(names)}")
    return next((pair for pair in motions if _varies(table[pair[0]])), motions[0])


def _exponent(low: float, high: float) -> int:
    """Tick labels are in units of 10 to this power, a multiple of 3, for numbers that are very large or small."""
    largest = max(abs(low), abs(high))
    power = math.floor(math.log10(largest)) if largest > 0 and math.isfinite(largest) else 0
    return 3 * math.floor(power / 3) if power >= 5 or power <= -3 else 0


def _label(name: str, unit: str, exponent: int) -> str:
    factor = rf"$\mathregular{{10^{{{exponent}}}}}$" if exponent else ""
    inside = " ".join(part for part in (factor, unit) if part)
    return f"{name} [{inside}]" if inside else name


def _finish_axis(axis: Any, limits: tuple[float, float], name: str, unit: str) -> None:
    exponent = 0
    if axis.get_scale() == "linear":
        exponent = _exponent(*limits)
        axis.set_major_formatter(lambda value, _, scale=10.0 ** exponent: f"{value / scale:.6g}")
    axis.set_label_text(_label(name, unit, exponent), fontweight="bold", color="#222222")


def _new_axes() -> matplotlib.axes.Axes:
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=(7.6, 4.8), layout="constrained")[1]


def plot(table: Table, x: str | None = None, y: str | Sequence[str] | None = None, *, ax: matplotlib.axes.Axes | None = None,
         label: str | None = None, title: str | None = None, **line: Any) -> matplotlib.axes.Axes:
    """Draws column(s) y of a table over column x with matplotlib, as the figures of the documentation, and returns the axes.

    x and y None: the motion that a path has and the force against it; of collisions the first condition that varies and e_n. `ax`: axes to draw
    into, new ones if None. `label`: of the line in the legend; title None: the laws. Other arguments (`color`, `marker`, ...) are those of
    `Axes.plot`. KeyError for a column that is not there; Error if matplotlib is not installed.
    """
    try:
        import matplotlib.pyplot  # noqa: F401
    except ImportError:
        raise Error("plot needs matplotlib, which is not installed; Debian package: python3-matplotlib") from None
    if x is None and y is None:
        x, y = _axes_of(table)
    elif x is None or y is None:
        raise InputError(f"plot: x is {x!r} and y is {y!r}; accepted: both, or none of them")
    names = [y] if isinstance(y, str) else list(y)
    if not names:
        raise InputError("plot: y is empty; accepted: a column or several")
    curves = [(name, table[name]) for name in names]
    across = table[x]
    ax = _new_axes() if ax is None else ax
    for name, values in curves:
        ax.plot(across, values, **{"color": PALETTE[len(ax.lines) % len(PALETTE)], "linewidth": 1.8, "solid_joinstyle": "round",
                                   "label": label if len(curves) == 1 else f"{label} {name}" if label else name, **line})
    for side in ("left", "right", "top"):
        ax.spines[side].set_visible(False)
    ax.spines["bottom"].set_color("#777777")
    ax.grid(True, color="#e7e7e7", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(colors="#444444", left=False)
    units = {table.unit(name) for name in names}
    _finish_axis(ax.xaxis, ax.get_xlim(), x, table.unit(x))
    _finish_axis(ax.yaxis, ax.get_ylim(), ", ".join(names), units.pop() if len(units) == 1 else "")
    ax.yaxis.label.set(rotation=0, horizontalalignment="left", verticalalignment="bottom")
    ax.yaxis.set_label_coords(-0.08, 1.02)
    ax.set_title(table.title if title is None else title, loc="left", pad=24, fontweight="bold", color="#111111")
    if label is not None or len(curves) > 1:
        ax.legend(frameon=False)
    return ax
