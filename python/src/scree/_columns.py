# SPDX-License-Identifier: BSD-3-Clause
"""Named arrays with units: the time series of a run, and the fields of its particles and contacts."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Sequence

import numpy as np

from ._files import MissingPackage, NotWritten, choices
from .errors import Error

if TYPE_CHECKING:
    import pandas

_AXES = ("x", "y", "z")
# Vectors of a wall, probe or track, by the names of their columns in series.csv.
VECTORS: dict[str, tuple[str, ...]] = {
    "force": ("fx", "fy", "fz"),
    "torque": ("tx", "ty", "tz"),
    "position": _AXES,
    "velocity": ("vx", "vy", "vz"),
    "spin": ("wx", "wy", "wz"),
    "stress": tuple(f"stress_{ij}" for ij in ("xx", "xy", "xz", "xy", "yy", "yz", "xz", "yz", "zz")),
}


def read_only(values: np.ndarray) -> np.ndarray:
    """The array, protected from being written to: it is kept and handed out again."""
    values.flags.writeable = False
    return values


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise MissingPackage(
            "to_pandas() needs pandas, which is not there; Debian: apt install python3-pandas"
        ) from None
    return pandas


class Named(Mapping[str, np.ndarray]):
    """A mapping from names to read-only arrays; `unit(name)` is the unit of one. Names are attributes too."""

    _units: Mapping[str, str]
    _what = "field"

    def _read(self, name: str) -> np.ndarray:
        raise NotImplementedError

    def _missing(self, name: object) -> NotWritten:
        return NotWritten(f"no {self._what} {name!r}{choices(name, self)}")

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._units:
            raise self._missing(name)
        return self._read(name)

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._units:
            return self._read(name)
        raise AttributeError(str(self._missing(name)))

    def __dir__(self) -> list[str]:
        try:
            return [*super().__dir__(), *self._units]
        except Error:  # not written: what is left are the methods
            return [*super().__dir__()]

    def __contains__(self, name: object) -> bool:
        return name in self._units  # without reading it

    def __iter__(self) -> Iterator[str]:
        return iter(self._units)

    def __len__(self) -> int:
        return len(self._units)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names, in the order of the file."""
        return tuple(self._units)

    def unit(self, name: str) -> str:
        """Unit of an array as a text, "1" where it has none. KeyError (NotWritten) for a name that is not there."""
        if name not in self._units:
            raise self._missing(name)
        return self._units[name]

    def to_pandas(self) -> "pandas.DataFrame":
        """A data frame with a column for each number, of vectors `name_x`, `name_y`, `name_z`.

        Units are in its `.attrs["units"]`.
        """
        pd, table, units = _pandas(), {}, {}
        for name in self:
            values = self[name]
            flat = values.reshape(len(values), int(np.prod(values.shape[1:], dtype=int)))
            ends = (
                _AXES if flat.shape[1] == 3 else ("w", *_AXES) if flat.shape[1] == 4 else range(flat.shape[1])
            )
            for k, end in enumerate(ends if values.ndim > 1 else [""]):
                column = f"{name}_{end}" if values.ndim > 1 else name
                table[column], units[column] = flat[:, k].copy(), self.unit(name)
        frame = pd.DataFrame(table)
        frame.attrs["units"] = units
        return frame


class Columns(Named):
    """Columns of the time series: of the whole run, or of one wall, probe, outlet or track.

    Where its columns are there, `force` [N], `torque` [N m], `position` [m], `velocity` [m/s] and `spin` [rad/s]
    are arrays (rows, 3), and `stress` [Pa] of a probe, compression positive, is (rows, 3, 3).
    """

    _what = "column"

    def __init__(
        self,
        title: str,
        index: Mapping[str, int],
        units: Mapping[str, str],
        table: Callable[[], Sequence[np.ndarray]],
    ) -> None:
        self._title, self._index, self._units, self._table = title, dict(index), dict(units), table

    def _read(self, name: str) -> np.ndarray:
        return self._table()[self._index[name]]

    def _missing(self, name: object) -> NotWritten:
        return NotWritten(f"{self._title} has no column {name!r}{choices(name, self)}")

    def __getattr__(self, name: str) -> np.ndarray:
        parts = VECTORS.get(name, ())
        if parts and name not in self._units and all(p in self._units for p in parts):
            values = np.stack([self._read(p) for p in parts], axis=-1)
            return read_only(values.reshape(-1, 3, 3) if len(parts) == 9 else values)
        return super().__getattr__(name)

    def __dir__(self) -> list[str]:
        return [
            *super().__dir__(),
            *(v for v, parts in VECTORS.items() if all(p in self._units for p in parts)),
        ]

    @property
    def time(self) -> np.ndarray:
        """Times of the rows [s]."""
        return self._table()[0]

    def __repr__(self) -> str:
        return f"<{self._title}: {len(self)} columns, {len(self.time)} rows>"

    def to_pandas(self) -> "pandas.DataFrame":
        """A data frame indexed by the time [s], with a column for each of these; units are in `.attrs["units"]`."""
        pd = _pandas()
        names = [n for n in self if n != "time"]
        frame = pd.DataFrame({n: self[n].copy() for n in names}, index=pd.Index(self.time.copy(), name="time"))
        frame.attrs["units"] = {n: self.unit(n) for n in names}
        return frame

    def plot(self, *names: str, ax: Any = None) -> Any:
        """Draws columns over the time with matplotlib, into `ax` or new axes, and returns the axes."""
        try:
            import matplotlib.pyplot as plt
        except ImportError:
            raise MissingPackage(
                "plot() needs matplotlib, which is not there; Debian: apt install python3-matplotlib"
            ) from None
        if not names:
            raise self._missing("")
        curves = [(n, self[n]) for n in names]  # before there are axes
        ax = plt.subplots()[1] if ax is None else ax
        for name, values in curves:
            ax.plot(self.time, values, label=f"{name} [{self.unit(name)}]")
        ax.set_xlabel("time [s]")
        if len(names) == 1:
            ax.set_ylabel(f"{names[0]} [{self.unit(names[0])}]")
        else:
            ax.legend()
        return ax


_TRACK = ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz", "fx", "fy", "fz")
# The first column of what belongs to one owner in series.csv, and what that is.
_FIRST = {
    ("count", "mass", "rate"): "outlets",
    ("inserted",): "sources",
    ("members",): "groups",
    ("fx", "fy", "fz", "tx"): "walls",
    ("count", "mass", "solid_fraction"): "probes",
    _TRACK: "tracks",
}


def owners(names: Sequence[str]) -> dict[str, dict[str, dict[str, int]]]:
    """The columns that belong to something: {"walls": {"lid": {"fx": 40, ...}}}.

    A wall, an outlet and a group may have the same name, so what a column belongs to follows from the ones
    before it.
    """
    found: dict[str, dict[str, dict[str, int]]] = {kind: {} for kind in _FIRST.values()}
    split = [tuple(n.rsplit(" ", 1)) if " " in n else ("", n) for n in names]
    block: dict[str, int] = {}
    current = ""
    for k, (owner, name) in enumerate(split):
        if not owner:
            continue
        for first, kind in _FIRST.items():
            if split[k : k + len(first)] == [(owner, f) for f in first]:
                block, current = found[kind].setdefault(owner, {}), owner
        if current == owner:
            block.setdefault(name, k)
    return found
