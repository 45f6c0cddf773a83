# SPDX-License-Identifier: BSD-3-Clause
"""One time of a run: particles, contacts, bonds, clumps and walls, from ParaView or CSV files."""
from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence

import numpy as np

from ._columns import Named, read_only
from ._files import DamagedFile, NotWritten, choices, listed
from ._table import columns, header
from ._vtp import Vtp, pieces

if TYPE_CHECKING:
    from ._measure import Measurement

_TEXTS = {"particles": ("material",), "contacts": ("wall",), "bodies": ("shape",)}
_INTEGERS = {
    "particles": ("id", "source", "groups", "body", "shape", "agglomerate", "fragment"),
    "contacts": ("id1", "id2"),
    "bodies": ("id",),
}


class Files:
    """The files of one time, by what is in them: "particles", "contacts", "bodies", "bonds", "wall_NAME"."""

    def __init__(self, folder: str, kind: str) -> None:
        self.folder, self.kind = folder, kind
        self.paths: dict[str, list[str]] = {}
        self.absent: dict[str, list[str]] = {}

    def add(self, what: str, path: str, there: bool = True) -> None:
        """A file that is listed; whether it is there."""
        (self.paths if there else self.absent).setdefault(what, []).append(path)

    def any(self) -> bool:
        """Whether one of them is there."""
        return bool(self.paths)

    def of(self, what: str, time: float) -> list[str]:
        """Paths of what was written at this time; NotWritten if there are none or not all of them."""
        if what in self.absent:
            raise NotWritten(
                f"{self.absent[what][0]} is not there (yet), though the run has it on its list run.files"
            )
        if what not in self.paths:
            raise NotWritten(
                f"{self.folder}: no {what} at t = {time:.9g} s among the {self.kind.upper()} files; "
                f"`output.{self.kind}.{what if what in ('contacts', 'bonds') else 'particles'}` in the case writes them"
                + {"bodies": ", where it has `shapes`", "bonds": ", where it has a bond law"}.get(what, "")
            )
        return self.paths[what]


class _Vtps:
    """Fields in the pieces of a .vtp or .pvtp file."""

    def __init__(self, path: str, time: float, section: str, place: str) -> None:
        self.files = [Vtp(p) for p in pieces(path)]
        first = self.files[0]
        self.texts = first.texts
        self.where = {n: (s, n) for s, n in first.arrays if s == section}
        if place:
            self.where = {place: ("Points", "Points"), **self.where}
        kinds = {
            k: (first.arrays[k].dtype, first.arrays[k].components)
            for k in self.where.values()
            if k in first.arrays
        }
        for f in self.files:
            if f.time != time:
                raise DamagedFile(f.path, f"is of t = {f.time!r} s; {time!r} s is expected")
            if any(
                k not in f.arrays or (f.arrays[k].dtype, f.arrays[k].components) != kinds.get(k)
                for k in self.where.values()
            ):
                raise DamagedFile(f.path, f"has other arrays than {first.path}")
        per = {"position": "m", "ends": "m"}
        self.units = {n: first.arrays[k].unit or per.get(n, "1") for n, k in self.where.items()}
        self.count = sum(f._tuples(section, "") or 0 for f in self.files)

    def read(self, name: str) -> np.ndarray:
        parts = [f.read(*self.where[name]) for f in self.files]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)


class _Tables:
    """Fields in the CSV files of all ranks; x, y and z of a vector are one field."""

    def __init__(self, paths: Sequence[str], what: str) -> None:
        self.paths, self.what, self.texts = sorted(paths), what, dict[str, tuple[str, ...]]()
        heads = [header(p) for p in self.paths]
        self.head = heads[0] or []
        for path, head in zip(self.paths, heads):
            if not head or head != self.head:
                raise DamagedFile(
                    path,
                    f"its first line is not that of {self.paths[0]}" if head else "ends within its first line",
                )
        names = [n for n, _ in self.head]
        if len(set(names)) < len(names):
            raise DamagedFile(self.paths[0], "has two columns of one name")
        self.parts: dict[str, list[int]] = {}
        for name in names:
            self._join(name, names)
        self.units = {n: self.head[k[0]][1] for n, k in self.parts.items()}
        self.table: list[np.ndarray] = []

    def _join(self, name: str, names: list[str]) -> None:
        stem, _, axis = name.rpartition("_")
        four = f"{stem}_w" in names
        ends = ("w", "x", "y", "z") if four else ("x", "y", "z")
        if stem and axis in ends and all(f"{stem}_{e}" in names for e in ends):
            self.parts[stem] = [names.index(f"{stem}_{e}") for e in ends]
        else:
            self.parts[name] = [names.index(name)]

    def rows(self) -> list[np.ndarray]:
        if not self.table:
            read = [columns(p, _TEXTS[self.what], _INTEGERS[self.what]) for p in self.paths]
            self.table = read[0] if len(read) == 1 else [np.concatenate(c) for c in zip(*read)]
        return self.table

    @property
    def count(self) -> int:
        return len(self.rows()[0])

    def read(self, name: str) -> np.ndarray:
        table = self.rows()
        parts = [table[k] for k in self.parts[name]]
        return parts[0] if len(parts) == 1 else np.stack(parts, axis=1)


def _open(files: Files, time: float, what: str, section: str, place: str) -> _Vtps | _Tables:
    """What was written at this time.

    No method: a frame that refers to itself would keep its arrays until the next garbage collection.
    """
    paths = files.of(what, time)
    with listed():
        return _Tables(paths, what) if files.kind == "csv" else _Vtps(paths[0], time, section, place)


class Fields(Named):
    """Arrays of one time, with a row for each particle, contact or clump; what has been read is kept with it."""

    def __init__(
        self, what: str, time: float, make: Callable[[], Any], order: np.ndarray | None = None
    ) -> None:
        self._title, self.time, self._make, self._order = what, time, make, order
        self._held: dict[str, np.ndarray] = {}

    @property
    def _source(self) -> Any:
        if "_opened" not in self.__dict__:
            self._opened = self._make()
        return self._opened

    @property
    def _units(self) -> Mapping[str, str]:  # type: ignore[override]
        return self._source.units

    def _missing(self, name: object) -> NotWritten:
        return NotWritten(
            f"{self._title} at t = {self.time:.9g} s have no field {name!r}{choices(name, self)}; "
            "see `output.csv.fields` and `output.vtk` of the case"
        )

    def _read(self, name: str) -> np.ndarray:
        if name not in self._held:
            with listed():
                values = self._source.read(name)
            self._held[name] = read_only(values if self._order is None else values[self._order])
        return self._held[name]

    @property
    def count(self) -> int:
        """Number of rows."""
        with listed():
            return int(self._source.count)

    def _named(self, numbers: str, names: Sequence[str], none: str | None = None) -> np.ndarray:
        """Texts that the numbers of a field stand for; -1 is `none`, where that is given."""
        values = self[numbers]
        if values.dtype.kind == "U":
            return values
        low = 0 if none is None else -1
        if len(values) and (values.min() < low or values.max() >= len(names)):
            raise DamagedFile(self._title, f"{numbers} has a number that is none of {len(names)} names")
        return np.array([*names, none or ""])[values]

    def __repr__(self) -> str:
        return f"<{self._title} at t = {self.time:.6g} s: {self.count} with {', '.join(self.fields)}>"


class Contacts(Fields):
    """Contacts of one time: `id1`, `id2`, `overlap`, `normal_force`, `force` (on the first), `wall`, and in a case with
    heat `heat`, W into the first.

    `wall` is a number in ParaView files (-1: none) and a name in CSV files. ParaView files have `ends` (n, 2, 3),
    the centres of both, CSV files `point` and `normal`.
    """

    def __init__(
        self, what: str, time: float, make: Callable[[], Any], walls: Callable[[], Sequence[str]]
    ) -> None:
        super().__init__(what, time, make)
        self._walls = walls

    def _read(self, name: str) -> np.ndarray:
        if name == "ends" and name not in self._held:
            with listed():
                values = self._source.read(name)
            if len(values) != 2 * self.count:
                raise DamagedFile(self._title, f"{self.count} {self._title} have {len(values)} ends")
            self._held[name] = read_only(values.reshape(-1, 2, 3))
        return super()._read(name)

    @property
    def wall_name(self) -> np.ndarray:
        """Name of the wall of each contact; "" where both are particles."""
        names = self._walls() if self["wall"].dtype.kind != "U" else ()
        return self._named("wall", names, none="")


class Bonds(Contacts):
    """Bonds of one time: `id1`, `id2` (0: a wall), `utilisation`, `normal_force` (> 0 repels), `shear_force`,
    `bending_moment`, `twisting_moment`, `force` and `moment` (on the first), `stretch`, `energy`, `age`,
    `strength_factor`, `wall`, and `ends` (n, 2, 3).
    """


class Bodies(Fields):
    """Clumps of one time: `id`, `shape`, `size`, `mass`, `position`, `orientation` (w, x, y, z), `velocity` ..."""

    @property
    def shape_name(self) -> np.ndarray:
        """Name of the shape of each clump."""
        return self._named("shape", self._source.texts.get("shapes", ()))


class Wall(Named):
    """A wall at one time: `points`, `cells`, `triangles`, loads, and arrays with a value for each cell.

    They are `force`, `stress`, `pressure` and `velocity` of a mesh, `wall_force` and `velocity` of other walls.
    """

    def __init__(self, name: str, time: float, path: str) -> None:
        self.name, self.time = name, time
        with listed():
            source = _Vtps(path, time, "CellData", "")
        if len(source.files) != 1 or ("Points", "Points") not in source.files[0].arrays:
            raise DamagedFile(path, "has no points, or several pieces")
        self._file, self._units = source.files[0], source.units
        self._held: dict[str, np.ndarray] = {}

    def _keep(self, name: str, make: Callable[[], np.ndarray]) -> np.ndarray:
        if name not in self._held:
            with listed():
                self._held[name] = read_only(make())
        return self._held[name]

    def _read(self, name: str) -> np.ndarray:
        return self._keep(name, lambda: self._file.read("CellData", name))

    @property
    def points(self) -> np.ndarray:
        """Vertices (n, 3) [m]; infinite planes and cylinders are cut off at the domain."""
        return self._keep("/points", lambda: self._file.read("Points", "Points"))

    @property
    def cells(self) -> np.ndarray:
        """Indices of the points of each cell: (n, 3) of a mesh, (n, 4) of a plane, a cylinder or a sphere."""
        return self._keep("/cells", lambda: self._file.cells("Polys"))

    @property
    def triangles(self) -> np.ndarray:
        """Indices of the points of triangles (n, 3); a cell of four points is two of them, one after the other."""
        c = self.cells
        return c if c.shape[1] == 3 else read_only(c[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3))

    def _fact(self, name: str) -> np.ndarray:
        values = self._file.numbers.get(name)
        if values is None or values.shape != (3,):
            raise DamagedFile(self._file.path, f"has no {name} of three numbers")
        return values.copy()

    @property
    def total_force(self) -> np.ndarray:
        """Force of the particles on the wall (3) [N]."""
        return self._fact("total_force")

    @property
    def total_torque(self) -> np.ndarray:
        """Their torque about the point `reference` (3) [N m]."""
        return self._fact("total_torque")

    @property
    def reference(self) -> np.ndarray:
        """The point about which the torque is (3) [m]."""
        return self._fact("reference")

    def __repr__(self) -> str:
        return f"<wall {self.name!r} at t = {self.time:.6g} s: {len(self.cells)} cells>"


class Frame(Fields):
    """One time of a run. The fields of the particles are its own: `frame.position` (n, 3) [m], `frame["velocity"]`.

    A run on one process has them in the order of the ids, `frame.sorted()` always.
    """

    def __init__(
        self,
        time: float,
        step: int,
        files: Files,
        walls: Callable[[], Sequence[str]],
        order: np.ndarray | None = None,
        case: Callable[[], Mapping[str, Any]] = dict,
    ) -> None:
        super().__init__(
            "particles", time, partial(_open, files, time, "particles", "PointData", "position"), order
        )
        self.step, self._files = step, files
        self._walls, self._case = walls, case

    def sorted(self) -> "Frame":
        """The same frame with the particles in the order of their ids."""
        return Frame(
            self.time,
            self.step,
            self._files,
            self._walls,
            np.argsort(self["id"], kind="stable") if self._order is None else self._order,
            self._case,
        )

    def measure(self, kind: str, *, region: Any = None, **keys: Any) -> "Measurement":
        """A measure of this frame, as `World.measure`, by the code of the engine. NotWritten, or InputError where the files lack what it needs."""
        from ._measure import measure_of_frame

        return measure_of_frame(self, kind, region, keys, self._case())

    @property
    def material_name(self) -> np.ndarray:
        """Name of the material of each particle."""
        return self._named("material", self._source.texts.get("materials", ()))

    @property
    def materials(self) -> tuple[str, ...]:
        """Names that the numbers in `material` stand for, in ParaView files."""
        return self._source.texts.get("materials", ())

    @property
    def sources(self) -> tuple[str, ...]:
        """Names that the numbers in `source` stand for, in ParaView files."""
        return self._source.texts.get("sources", ())

    @property
    def group_names(self) -> tuple[str, ...]:
        """Names of the bits of `groups`, in ParaView files."""
        return self._source.texts.get("group_names", ())

    @property
    def contacts(self) -> Contacts:
        """The contacts at this time."""
        return Contacts(
            "contacts",
            self.time,
            partial(_open, self._files, self.time, "contacts", "CellData", "ends"),
            self._walls,
        )

    @property
    def bonds(self) -> Bonds:
        """The bonds at this time, from the ParaView file."""
        return Bonds(
            "bonds",
            self.time,
            partial(_open, self._files, self.time, "bonds", "CellData", "ends"),
            self._walls,
        )

    @property
    def bodies(self) -> Bodies:
        """The clumps at this time."""
        return Bodies(
            "clumps", self.time, partial(_open, self._files, self.time, "bodies", "PointData", "position")
        )

    @property
    def walls(self) -> tuple[str, ...]:
        """Names of the walls that were written at this time."""
        return tuple(sorted(w[len("wall_") :] for w in self._files.paths if w.startswith("wall_")))

    def wall(self, name: str) -> Wall:
        """A wall at this time, from its ParaView file; NotWritten where it does not exist yet or is not written."""
        path = self._files.paths.get(f"wall_{name}")
        if not path:
            raise NotWritten(
                f"{self._files.folder}: no wall {name!r} at t = {self.time:.9g} s{choices(name, self.walls)}; "
                "`output.vtk.meshes` in the case writes the walls that exist at the time"
            )
        return Wall(name, self.time, path[0])

    def __repr__(self) -> str:
        what = ", ".join(sorted(self._files.paths, key=lambda w: (w.startswith("wall_"), w != "particles", w)))
        folder = os.path.basename(self._files.folder)
        return f"<frame at t = {self.time:.6g} s, step {self.step}: {what} in {folder}>"
