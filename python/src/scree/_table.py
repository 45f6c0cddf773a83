# SPDX-License-Identifier: BSD-3-Clause
"""CSV files of a run: series.csv, and particles, contacts and bodies of single times."""
from __future__ import annotations

import csv
import io
import re
import warnings
from typing import Collection, Iterator

import numpy as np

from ._files import DamagedFile, open_file

HEADER_LIMIT = 1 << 24  # bytes
_UNIT = re.compile(r"(.*) \[([^\[\]]*)\]", re.DOTALL)


def split_unit(cell: str) -> tuple[str, str]:
    """Name and unit of a header cell: "mass [kg]" is "mass" and "kg"; without a unit it is "1"."""
    found = _UNIT.fullmatch(cell)
    return (found[1], found[2]) if found else (cell, "1")


def _header(path: str, file: io.BufferedReader) -> list[tuple[str, str]] | None:
    line = file.readline(HEADER_LIMIT)
    if len(line) == HEADER_LIMIT:
        raise DamagedFile(path, "has no end of its first line")
    if not line.endswith(b"\n"):
        return None
    try:
        cells: list[str] = next(csv.reader([line.decode("utf-8")[:-1]], strict=True), [])
    except (csv.Error, UnicodeDecodeError) as e:
        raise DamagedFile(path, f"its first line is no header: {e}") from None
    return [split_unit(c) for c in cells]


def header(path: str) -> list[tuple[str, str]] | None:
    """Names and units of the columns; None while the first line is not whole."""
    with io.BufferedReader(open_file(path)) as file:
        return _header(path, file)


def _lines(path: str, file: io.BufferedReader, growing: bool) -> Iterator[str]:
    """Lines; of a file that grows, the last one only when it is whole."""
    for line in file:
        if not line.endswith(b"\n"):
            if growing:
                return
            raise DamagedFile(path, "ends within a line")
        yield line.decode("utf-8")


def _where(message: str, names: list[str]) -> str:
    """A message of numpy with a line (after the header) and a column's name instead of numbers."""
    found = re.search(r" at row (\d+), column (\d+)\.?", message)
    if not found or not 0 < int(found[2]) <= len(names):
        return message.split(";")[0]
    return f"{message[:found.start()]} in line {int(found[1]) + 2}, column {names[int(found[2]) - 1]!r}"


def columns(
    path: str, texts: Collection[str] = (), integers: Collection[str] = (), growing: bool = False
) -> list[np.ndarray]:
    """The columns of a file: float64, or str and int64 for those named. A file that grows may end within a line.

    Raises DamagedFile where a row has another number of columns than the header, or a value is no number.
    """
    with io.BufferedReader(open_file(path), 1 << 18) as file:
        head = _header(path, file)
        if head is None:
            if growing:
                return []
            raise DamagedFile(path, "ends within its first line")
        names = [name for name, _ in head]
        dtype = np.dtype(
            [
                (f"f{k}", object if n in texts else "<i8" if n in integers else "<f8")
                for k, n in enumerate(names)
            ]
        )
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", DeprecationWarning)  # 1.5 where an integer is expected
                warnings.filterwarnings("ignore", "loadtxt: input contained no data")
                rows = np.loadtxt(
                    _lines(path, file, growing), dtype, delimiter=",", quotechar='"', comments=None, ndmin=1
                )
        except DamagedFile:
            raise
        except (ValueError, OverflowError, TypeError, DeprecationWarning) as e:
            raise DamagedFile(path, _where(str(e), names)) from None
    return [
        np.array(rows[f].tolist(), dtype=str) if rows[f].dtype == object else np.ascontiguousarray(rows[f])
        for f in rows.dtype.names or ()
    ]
