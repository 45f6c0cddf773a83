# SPDX-License-Identifier: BSD-3-Clause
"""The ParaView files of a run: .vtp, .pvtp and .pvd, as src/paraview/vtp_file.c and pvd.c write them.

A .vtp file is an XML header with the offset of each array, then for each array its size in bytes (64 bits) and its
values, little endian. The arrays have to fill the file without gaps: so a file that is cut off, or whose header is
changed, is recognised before an array is read. Changed values are not, as the format has no checksums.
"""
from __future__ import annotations

import io
import math
import os
import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element

import numpy as np

from ._files import DamagedFile, natural, open_file, parse_xml, plain_name, read_file

HEADER_LIMIT = 1 << 24  # bytes; the names of materials, sources and groups are the only parts that grow
LIST_LIMIT = 1 << 28  # bytes of a .pvd or .pvtp file: 100 bytes for each of its entries
TAIL = b"\n  </AppendedData>\n</VTKFile>\n"

_TYPES = {"Float64": "<f8", "Float32": "<f4", "Int64": "<i8", "Int32": "<i4"}
_CELLS = ("Verts", "Lines", "Polys")


@dataclass(frozen=True)
class Array:
    """Where an array is in its file, and what it is."""

    dtype: np.dtype
    components: int
    count: int  # tuples
    at: int  # of its first value, in bytes from the start of the file
    unit: str


def _sign(file: io.FileIO) -> tuple[int, ...]:
    s = os.fstat(file.fileno())
    return s.st_dev, s.st_ino, s.st_size, s.st_mtime_ns


class Vtp:
    """The header of a .vtp file, and its arrays by section and name; reads an array when it is asked for."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.time = math.nan
        self.texts: dict[str, tuple[str, ...]] = {}
        self.numbers: dict[str, np.ndarray] = {}
        self.counts: dict[str, int] = {}
        self.arrays: dict[tuple[str, str], Array] = {}
        with open_file(path) as file:
            self._sign = _sign(file)
            size = os.fstat(file.fileno()).st_size
            header = self._header(file.fileno())
            mark = header.rfind(b"<AppendedData")
            root = parse_xml(path, header[:mark] + b"</VTKFile>")
            data = root.find("PolyData")
            piece = data.find("Piece") if data is not None else None
            if root.tag != "VTKFile" or data is None or piece is None:
                raise DamagedFile(path, "has no VTKFile with PolyData and a Piece")
            for key, value in {"byte_order": "LittleEndian", "header_type": "UInt64"}.items():
                if root.get(key) != value:
                    raise DamagedFile(path, f"{key} is {root.get(key)!r}; {value} is expected")
            self._facts(data.find("FieldData"))
            self._layout(piece, file.fileno(), len(header), size)

    def _header(self, handle: int) -> bytes:
        """The bytes up to the "_" before the appended values."""
        text = b""
        while not (found := re.search(rb'<AppendedData encoding="raw">\s*_', text)):
            part = os.pread(handle, max(1 << 14, len(text)), len(text))
            if not part or len(text) > HEADER_LIMIT:
                raise DamagedFile(
                    self.path, "ends before its values" if not part else "has no end of its header"
                )
            text += part
        return text[: found.end()]

    def _facts(self, field_data: Element | None) -> None:
        for e in [] if field_data is None else list(field_data):
            name, words = e.get("Name", ""), (e.text or "").split()
            what = f"the field data {name!r}"
            values: list[float] = []
            text = b""
            try:
                if e.get("type") == "String":
                    text = bytes([int(w) for w in words])
                else:
                    values = [float(w) for w in words]
            except ValueError:
                raise DamagedFile(self.path, f"{what} are no numbers") from None
            tuples = natural(self.path, f"NumberOfTuples of {what}", e.get("NumberOfTuples"))
            if e.get("type") == "String":
                names = text.decode("utf-8", "replace").split("\0")
                if names.pop() != "" or len(names) != tuples:
                    raise DamagedFile(self.path, f"{what} has {len(names)} texts; {tuples} are expected")
                self.texts[name] = tuple(names)
            else:
                width = natural(self.path, f"NumberOfComponents of {what}", e.get("NumberOfComponents", "1"))
                if len(values) != tuples * width:
                    raise DamagedFile(
                        self.path, f"{what} has {len(values)} numbers; {tuples * width} are expected"
                    )
                self.numbers[name] = np.array(values)
        if self.numbers.get("TimeValue", np.empty(0)).shape != (1,):
            raise DamagedFile(self.path, "has no TimeValue")
        self.time = float(self.numbers["TimeValue"][0])

    def _tuples(self, section: str, name: str) -> int | None:
        """How many tuples the counts of the piece give an array; None: its size in the file says it."""
        if section in ("Points", "PointData"):
            return self.counts["Points"]
        if section == "CellData":
            return sum(self.counts[c] for c in _CELLS)
        return self.counts[section] if name == "offsets" else None

    def _layout(self, piece: Element, handle: int, start: int, end: int) -> None:
        for name in ("Points", *_CELLS):
            self.counts[name] = natural(self.path, f"NumberOf{name}", piece.get(f"NumberOf{name}"))
        entries = [(s.tag, e) for s in piece for e in s]
        offset = [natural(self.path, f"the offset of {e.get('Name')!r}", e.get("offset")) for _, e in entries]
        at = start
        for k in sorted(range(len(entries)), key=offset.__getitem__):
            section, e = entries[k]
            name, kind = e.get("Name") or "", e.get("type") or ""
            what = f"the array {name!r} in {section}"
            if kind not in _TYPES or e.get("format") != "appended" or (section, name) in self.arrays:
                raise DamagedFile(self.path, f"{what} is there twice, is not appended or has the type {kind!r}")
            if offset[k] != at - start:
                raise DamagedFile(self.path, f"{what} is at {offset[k]}; {at - start} is expected")
            word = os.pread(handle, 8, at)
            room, dtype = end - at - 8, np.dtype(_TYPES[kind])
            width = natural(self.path, f"NumberOfComponents of {what}", e.get("NumberOfComponents"))
            n = int.from_bytes(word, "little")
            tuples = self._tuples(section, name)
            whole = 0 < width <= 64 and n % (width * dtype.itemsize) == 0
            if len(word) < 8 or n > room or not whole or tuples not in (None, n // (width * dtype.itemsize)):
                raise DamagedFile(
                    self.path,
                    f"{what} has {n} bytes, where {max(room, 0)} bytes are left in the file and "
                    f"{'values' if tuples is None else tuples} of {width} x {kind} are expected",
                )
            label = e.find("InformationKey")
            unit = (label.text or "") if label is not None else ""
            self.arrays[section, name] = Array(dtype, width, n // (width * dtype.itemsize), at + 8, unit)
            at += 8 + n
        if os.pread(handle, len(TAIL) + 1, at) != TAIL:
            raise DamagedFile(self.path, f"ends after {end} bytes; {at + len(TAIL)} are expected")

    def read(self, section: str, name: str) -> np.ndarray:
        """The values of an array: (n,), or (n, components)."""
        a = self.arrays[section, name]
        values = np.empty(a.count * a.components, a.dtype)
        with open_file(self.path) as file:
            if _sign(file) != self._sign:
                raise DamagedFile(
                    self.path, "was written anew since its header was read: ask for the frame again"
                )
            file.seek(a.at)
            room = memoryview(values.view(np.uint8))  # type: ignore[arg-type]
            while len(room) and (n := file.readinto(room)):
                room = room[n:]
            if len(room):
                raise DamagedFile(self.path, f"ends within the array {name!r}: it was whole when it was opened")
        return values if a.components == 1 else values.reshape(a.count, a.components)

    def cells(self, section: str) -> np.ndarray:
        """Indices of the points of each cell, (n, points of a cell); all cells have equally many."""
        for name in ("connectivity", "offsets"):
            if (section, name) not in self.arrays:
                raise DamagedFile(self.path, f"has no array {name!r} in {section}")
        points, ends = self.read(section, "connectivity"), self.read(section, "offsets")
        n = len(ends)
        width = len(points) // n if n else 3
        if len(points) != n * width or not np.array_equal(ends, width * np.arange(1, n + 1)):
            raise DamagedFile(self.path, f"the cells in {section} do not have the same number of points")
        if n and (points.min() < 0 or points.max() >= self.counts["Points"]):
            raise DamagedFile(self.path, f"the cells in {section} have points that are not there")
        return points.reshape(n, width)


def pieces(path: str) -> list[str]:
    """Paths of the .vtp files of a picture: those that a .pvtp file lists, or the file itself."""
    if not path.endswith(".pvtp"):
        return [path]
    root = parse_xml(path, read_file(path, LIST_LIMIT))
    listed = [plain_name(path, e.get("Source")) for e in root.iter("Piece")]
    if root.tag != "VTKFile" or not listed or len(set(listed)) < len(listed):
        raise DamagedFile(path, "lists no pieces, or the same one twice")
    return [os.path.join(os.path.dirname(path), name) for name in listed]


def collection(path: str) -> list[tuple[float, str]]:
    """Times [s] and files of a .pvd file, by time."""
    root = parse_xml(path, read_file(path, LIST_LIMIT))
    entries: list[tuple[float, str]] = []
    for e in root.iter("DataSet"):
        try:
            time = float(e.get("timestep", ""))
        except ValueError:
            time = math.nan
        if not math.isfinite(time) or (entries and time <= entries[-1][0]):
            raise DamagedFile(path, f"has the time {e.get('timestep')!r}; times that increase are expected")
        entries.append((time, plain_name(path, e.get("file"))))
    if root.tag != "VTKFile":
        raise DamagedFile(path, f"begins with {root.tag!r}; VTKFile is expected")
    return entries
