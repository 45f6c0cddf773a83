# SPDX-License-Identifier: BSD-3-Clause
"""Reads what scree writes: series.csv, .vtp files, the tables of `scree law`."""
import os
import re
import struct


def number(word):
    return float(word) if word else float("nan")


def read_csv(text):
    """Columns by name, without the unit in brackets; lines that begin with # are comments."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    names = [name.split(" [")[0] for name in lines[0].split(",")]
    columns = list(zip(*([number(word) for word in line.split(",")] for line in lines[1:])))
    return dict(zip(names, columns or [()] * len(names)))


def read_rows(text):
    columns = read_csv(text)
    return [dict(zip(columns, values)) for values in zip(*columns.values())]


FORMATS = {"Float64": "d", "Float32": "f", "Int64": "q", "Int32": "i"}


def split_head(data):
    begin = data.index(b"<AppendedData")
    start = data.index(b"_", begin) + 1
    return data[:begin].decode(), data[start:]


def read_vtp(path):
    """The appended raw arrays of a .vtp file by name: numbers, or tuples where there are three components. TimeValue too."""
    with open(path, "rb") as f:
        head, body = split_head(f.read())
    arrays = {"TimeValue": float(re.search(r'Name="TimeValue"[^>]*>([^<]*)<', head).group(1))}
    for kind, name, parts, offset in re.findall(
            r'<DataArray type="(\w+)" Name="([^"]*)" NumberOfComponents="(\d)" format="appended" offset="(\d+)"', head):
        at, parts = int(offset), int(parts)
        size = struct.unpack_from("<Q", body, at)[0]
        letter = FORMATS[kind]
        values = struct.unpack_from(f"<{size // struct.calcsize(letter)}{letter}", body, at + 8)
        arrays[name] = values if parts == 1 else list(zip(*[iter(values)] * parts))
    return arrays


class Run:
    """A finished `scree run`: its series, its frames in order of time, its digest and what it said."""

    def __init__(self, folder, digest, said):
        self.folder, self.digest, self.said = folder, digest, said
        self.series = {}
        path = os.path.join(folder, "series.csv")
        if os.path.exists(path):
            with open(path) as f:
                self.series = read_csv(f.read())

    def files(self, what):
        return sorted(f for f in os.listdir(self.folder) if f.startswith(what + "_") and f.endswith(".vtp"))

    def frames(self, what="particles"):
        return [read_vtp(os.path.join(self.folder, f)) for f in self.files(what)]

    def frame(self, k, what="particles"):
        return read_vtp(os.path.join(self.folder, self.files(what)[k]))

    def column(self, name, after=-1.0):
        """The values of a column of the series later than `after` seconds."""
        return [v for t, v in zip(self.series["time"], self.series[name]) if t > after]

    def series_of_particles(self):
        """The series without the columns of walls, which begin with the names of the walls."""
        return {name: values for name, values in self.series.items() if " " not in name.split(" [")[0]}
