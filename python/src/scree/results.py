# SPDX-License-Identifier: BSD-3-Clause
"""Results of a run as NumPy arrays: `results.open("drum.out")`.

Nothing is read before it is asked for, and what has been read is a snapshot: ask the Results again for `series` or
`frames` while the run goes on. Needs NumPy only, not the engine.
"""
from __future__ import annotations

import bisect
import fcntl
import json
import os
import re
import struct
import time as clock
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    Sequence,
    TypeVar,
    overload,
)

import numpy as np

from ._columns import Columns, Named, owners, read_only
from ._files import DamagedFile, MissingPackage, NotWritten, choices, open_file, read_file
from ._frames import Bodies, Bonds, Contacts, Files, Frame, Wall
from ._table import columns, header
from ._vtp import collection
from .errors import InputError

__all__ = [
    "open",
    "Results",
    "Frames",
    "Frame",
    "Wall",
    "Contacts",
    "Bodies",
    "Bonds",
    "Columns",
    "Named",
    "Message",
    "Checkpoint",
    "NotWritten",
    "DamagedFile",
    "MissingPackage",
]

if TYPE_CHECKING:
    T = TypeVar("T")

_RECORD_LIMIT = 1 << 28  # bytes of run.json and of run.files
_PICTURE = re.compile(r"(particles|contacts|bodies|bonds|wall_.+)_(\d{12,})\.p?vtp")
_TABLE = re.compile(r"(particles|contacts|bodies)_(\d{12,})(?:_(\d{4,}))?\.csv")
_CHECKPOINT = re.compile(r"(checkpoint|failed)_(\d{12,})\.scree")
# Values of these keys are names even where they look like numbers.
_NAMES = re.compile(r"(^|\.)(title|name|material|file|law)$")


class Message(NamedTuple):
    """A message of a run: its severity, "note", "warning" or "error", and its text."""

    severity: str
    text: str


class Checkpoint(NamedTuple):
    """A saved state: its file, step, time [s] (nan without run.json); failed: at an alarm."""

    path: str
    step: int
    time: float
    failed: bool


class Frames(Sequence[Frame]):
    """The times of a run at which files were written, in order: `frames[-1]`, `frames[2:5]`, `frames.at(0.5)`."""

    def __init__(self, run: "Results", entries: Sequence[tuple[float, int, Files]]) -> None:
        self._run, self._entries = run, entries
        self._times = read_only(np.array([e[0] for e in entries], dtype=float))

    @property
    def times(self) -> np.ndarray:
        """Times of all frames [s]."""
        return self._times

    @property
    def steps(self) -> np.ndarray:
        """Numbers of their time steps."""
        return np.array([e[1] for e in self._entries], dtype=np.int64)

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, k: int) -> Frame:
        ...

    @overload
    def __getitem__(self, k: slice) -> "Frames":
        ...

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return Frames(self._run, self._entries[k])
        try:
            time, step, files = self._entries[k]
        except IndexError:
            raise IndexError(
                f"{self._run.folder}: frame {k} of {len(self)}; accepted: {-len(self)} to {len(self) - 1}"
            ) from None
        return Frame(time, step, files, self._run._names_of_walls, case=self._run._case_or_none)

    def at(self, time: float, tolerance: float | None = None) -> Frame:
        """The frame nearest to a time [s].

        NotWritten if it is further away than the tolerance [s], by default the longest time between two frames.
        """
        if not len(self):
            raise NotWritten(
                f"{self._run.folder}: there are no frames here, so there is none at t = {time:.9g} s"
            )
        k = int(np.argmin(np.abs(self._times - time)))
        gaps = np.abs(np.diff(self._times))
        limit = tolerance if tolerance is not None else float(gaps.max()) if len(gaps) else 0.0
        if not abs(self._times[k] - time) <= limit:
            raise NotWritten(
                f"{self._run.folder}: no frame at t = {time:.9g} s; there are {len(self)} from "
                f"{self._times.min():.9g} s to {self._times.max():.9g} s{self._run._so_far()}"
            )
        return self[k]

    def __repr__(self) -> str:
        if not len(self):
            return f"<no frames of {self._run.folder}>"
        return (
            f"<{len(self)} frames of {self._run.folder}, t = {self._times[0]:.6g} s to {self._times[-1]:.6g} s>"
        )


class Results:
    """What a run has written into a folder. Nothing is read before it is asked for."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = os.fspath(folder)
        self._kept: dict[str, tuple[object, Any]] = {}
        self._check_folder()

    def __repr__(self) -> str:
        return f"<results in {self.folder}: {self.state}>"

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def _check_folder(self) -> None:
        if not os.path.isdir(self.folder):
            where = os.path.dirname(self.folder) or "."
            there = (
                sorted(n for n in os.listdir(where) if os.path.exists(os.path.join(where, n, "run.files")))
                if os.path.isdir(where)
                else []
            )
            what = "is a file" if os.path.exists(self.folder) else "is not there"
            raise InputError(
                f"{self.folder}: {what}; the folder of a run is expected"
                f"{choices(os.path.basename(self.folder), there)}"
            )
        if not any(
            os.path.exists(self._path(n)) for n in ("run.json", "run.files", "series.csv", "particles.pvd")
        ):
            raise InputError(
                f"{self.folder}: no run has written into this folder: it has no run.json, run.files, series.csv or "
                "particles.pvd"
            )

    def _keep(self, what: str, path: str, make: Callable[[], "T"]) -> "T":
        """What was made of a file or folder before, if that has not changed since."""
        s = os.stat(path)
        sign = (s.st_ino, s.st_size, s.st_mtime_ns)
        if what in self._kept and self._kept[what][0] == sign:
            return self._kept[what][1]
        made = make()
        # A file that has just changed may change again at the same time of its clock.
        self._kept[what] = (sign if clock.time() - s.st_mtime > 0.1 else None, made)
        return made

    # ---- the record of the run ----------------------------------------------------------------------------------

    @property
    def run(self) -> dict[str, Any]:
        """run.json: program, machine, run, performance, messages and parameters. NotWritten, or DamagedFile."""
        path = self._path("run.json")

        def make() -> dict[str, Any]:
            try:
                record = json.loads(read_file(path, _RECORD_LIMIT))
            except (ValueError, RecursionError) as e:
                raise e if isinstance(e, DamagedFile) else DamagedFile(path, f"is no JSON: {e}") from None
            parts = {"run": dict, "parameters": dict, "messages": list}
            if not isinstance(record, dict) or any(type(record.get(k)) is not t for k, t in parts.items()):
                raise DamagedFile(path, "has no run, parameters and messages")
            return record

        try:
            return self._keep("run", path, make)
        except FileNotFoundError:
            raise NotWritten(f"{path} is not there; each run writes it when it begins") from None

    @property
    def digest(self) -> str | None:
        """Digest of the state at the end: the same for the same results. None before the run's end."""
        return self.run["run"].get("digest")

    @property
    def case(self) -> dict[str, Any]:
        """All values of the case that were used, by path: numbers (SI), bool, lists or text; `case["time.end"]`."""
        return _Values(
            self.folder, ((path, _value(path, text)) for path, text in self.run["parameters"].items())
        )

    @property
    def messages(self) -> list[Message]:
        """Notes, warnings and errors of the run, up to the time when run.json was written: its begin, its last checkpoint or its end."""
        try:
            return [Message(str(m["severity"]), str(m["text"])) for m in self.run["messages"]]
        except (TypeError, KeyError):
            raise DamagedFile(self._path("run.json"), "has messages without severity and text") from None

    @property
    def state(self) -> str:
        """One of "running", "done", "interrupted" (by a signal: it can be resumed), "failed" and "killed".

        Killed: no end was recorded, and no process holds the folder; "running or killed" where the file system has
        no locks. "unknown": there is no run.json, or it is damaged.
        """
        lock = self._is_locked()
        try:
            run = self.run["run"]
        except (NotWritten, DamagedFile):
            return "running" if lock else "unknown"
        if lock:
            return "running"
        if run.get("ended") is None:
            return "killed" if lock is False else "running or killed"
        return {0: "done", 130: "interrupted"}.get(run.get("status"), "failed")

    def _is_locked(self) -> bool | None:
        """Whether a process holds the lock of run.files that a run has until its end; None: cannot be known."""
        try:
            with open_file(self._path("run.files")) as file:
                ask = struct.pack("hhqqi0q", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
                return struct.unpack_from("h", fcntl.fcntl(file, fcntl.F_OFD_GETLK, ask))[0] != fcntl.F_UNLCK
        except (OSError, AttributeError, DamagedFile):
            return None

    def _so_far(self) -> str:
        state = self.state
        return "" if state == "done" else f" (the run: {state})"

    @property
    def dt(self) -> float:
        """Time step [s]; with `dt: auto` that after the last step."""
        dt = self.run["run"].get("dt_s")
        if not isinstance(dt, (int, float)) or not dt > 0:
            raise DamagedFile(self._path("run.json"), f"has the time step {dt!r}")
        return float(dt)

    def _time_of(self, step: int) -> float:
        """The time of a step: of the steps since the time step last changed before it."""
        dt, begin, since = self.dt, 0, 0.0
        changes = self.run["run"].get("dt_changes", [])
        try:
            for change in changes:
                if step <= change["step"]:
                    dt = float(change["dt_before_s"])
                    break
                begin, since = change["step"], float(change["time_s"])
        except (TypeError, KeyError, ValueError) as error:
            raise DamagedFile(self._path("run.json"), "has changes of the time step that are none") from error
        return since + (step - begin) * dt

    # ---- the time series ----------------------------------------------------------------------------------------

    def _head(self) -> list[tuple[str, str]]:
        path = self._path("series.csv")
        try:
            head = self._keep("head", path, lambda: header(path))
        except FileNotFoundError:
            head = None
        if not head:
            raise NotWritten(f"{path} is not there or empty; each run writes it{self._so_far()}")
        if head[0][0] != "time":
            raise DamagedFile(path, f"its first column is {head[0][0]!r}; time is expected")
        if len({name for name, _ in head}) < len(head):
            raise DamagedFile(path, "has two columns of one name")
        return head

    def _columns(self, title: str, index: Mapping[str, int]) -> Columns:
        path, head = self._path("series.csv"), self._head()

        def make() -> list[np.ndarray]:
            table = columns(path, growing=True) or [np.empty(0) for _ in head]
            if len(table) != len(head):
                raise DamagedFile(path, "its header has changed while it was read")
            late = np.flatnonzero(~(np.diff(table[0]) > 0))
            if len(late) or not np.all(np.isfinite(table[0])):
                line = int(late[0]) + 3 if len(late) else 2
                raise DamagedFile(path, f"the time in line {line} is not after the one before")
            return [read_only(c) for c in table]

        held: list[list[np.ndarray]] = []  # so that the columns of one series stay of one length

        def table() -> list[np.ndarray]:
            if not held:
                held.append(self._keep("series", path, make))
            return held[0]

        return Columns(title, index, {n: head[k][1] for n, k in index.items()}, table)

    @property
    def series(self) -> Columns:
        """All columns of series.csv: `series["kinetic"]`, `series.unit("kinetic")`, `series.time`."""
        return self._columns(self._path("series.csv"), {name: k for k, (name, _) in enumerate(self._head())})

    def _owned(self, kind: str) -> dict[str, Columns]:
        found = owners([name for name, _ in self._head()])[kind]
        return {
            name: self._columns(f"{kind} {name!r} in {self._path('series.csv')}", index)
            for name, index in found.items()
        }

    def _case_or_none(self) -> Mapping[str, Any]:
        try:
            return self.case
        except (NotWritten, DamagedFile):
            return {}

    def _names_of_walls(self) -> list[str]:
        return list(owners([name for name, _ in self._head()])["walls"])

    @property
    def walls(self) -> "Owned":
        """By name, the columns of each wall: `.force` (rows, 3) [N], `.torque`, `["power"]` if it moves."""
        return Owned(self, "walls", self._owned("walls"))

    @property
    def probes(self) -> "Owned":
        """By name, the columns of each probe: `["mass"]`, `.velocity` (rows, 3), `.stress` (rows, 3, 3)."""
        return Owned(self, "probes", self._owned("probes"))

    def probe(self, name: str) -> Columns:
        """The columns of a probe, the same as probes[name]."""
        return self.probes[name]

    @property
    def outlets(self) -> "Owned":
        """By name, the columns of each outlet: `count`, `mass`, `rate`, `mass_rate`."""
        return Owned(self, "outlets", self._owned("outlets"))

    @property
    def sources(self) -> "Owned":
        """By name, the column `inserted` of each entry of particles and insertion."""
        return Owned(self, "sources", self._owned("sources"))

    @property
    def groups(self) -> "Owned":
        """By name, the column `members` of each group."""
        return Owned(self, "groups", self._owned("groups"))

    @property
    def tracks(self) -> "Owned":
        """By name, the columns of each track: `.position`, `.velocity`, `.spin`, `.force`, each (rows, 3)."""
        return Owned(self, "tracks", self._owned("tracks"))

    # ---- tables -------------------------------------------------------------------------------------------------

    def _rows(self, name: str, why: str, texts: Sequence[str], integers: Sequence[str]) -> Columns:
        path = self._path(name)
        try:
            head = header(path)
        except FileNotFoundError:
            head = None
        if not head:
            raise NotWritten(f"{path} is not there or empty; {why}{self._so_far()}")
        if len({n for n, _ in head}) < len(head):
            raise DamagedFile(path, "has two columns of one name")

        def make() -> list[np.ndarray]:
            return [read_only(c) for c in columns(path, texts, integers, growing=True)]

        held: list[list[np.ndarray]] = []

        def table() -> list[np.ndarray]:
            if not held:
                held.append(self._keep(name, path, make))
            return held[0]

        return Columns(path, {n: k for k, (n, _) in enumerate(head)}, dict(head), table)

    @property
    def broken(self) -> Columns:
        """Bonds that broke, a row each: `time`, `id1`, `id2`, `wall`, `mode`, `position_x` ..., `energy`, `age`.

        `mode` is "tension", "shear", "bending" or "torsion"; `wall` is its name, then `id2` is 0, or "".
        """
        return self._rows(
            "bonds_broken.csv", "runs with a bond law write it", ("wall", "mode"), ("id1", "id2")
        )

    @property
    def fragments(self) -> Columns:
        """Fragments at the times of the series: `time`, `fragment` (its smallest id), `particles`, `mass` ..."""
        return self._rows(
            "fragments.csv",
            "`output.fragments: true` in a case with a bond law writes it",
            (),
            ("fragment", "particles"),
        )

    # ---- frames -------------------------------------------------------------------------------------------------

    @property
    def frames(self) -> Frames:
        """The times at which particles, contacts or walls were written: ParaView files, or else CSV files."""
        for kind in ("vtk", "csv"):
            if entries := self._entries(kind):
                return Frames(self, entries)
        raise NotWritten(
            f"{self.folder}: there are no files of particles, contacts or walls; "
            "`output.vtk.every` or `output.csv.every` "
            f"in the case writes them{self._so_far()}"
        )

    @property
    def vtk_frames(self) -> Frames:
        """The frames of the ParaView files: with walls; velocities, spins and forces as float32."""
        return self._frames_of("vtk")

    @property
    def csv_frames(self) -> Frames:
        """The frames of the CSV files: with all digits; without walls."""
        return self._frames_of("csv")

    def _frames_of(self, kind: str) -> Frames:
        entries = self._entries(kind)
        if not entries:
            name = {"vtk": "ParaView", "csv": "CSV"}[kind]
            raise NotWritten(
                f"{self.folder}: there are no {name} files; "
                f"`output.{kind}.every` in the case writes them{self._so_far()}"
            )
        return Frames(self, entries)

    def _entries(self, kind: str) -> list[tuple[float, int, Files]]:
        return self._keep(kind, self.folder, self._vtk_entries if kind == "vtk" else self._csv_entries)

    def _vtk_entries(self) -> list[tuple[float, int, Files]]:
        found: dict[int, Files] = {}
        times: dict[int, float] = {}
        here = os.listdir(self.folder)
        lists = [n[:-4] for n in here if re.fullmatch(r"(particles|contacts|bodies|bonds|wall_.+)\.pvd", n)]
        orphans = sorted({m[1] for m in map(_PICTURE.fullmatch, here) if m} - set(lists))
        for name in lists:
            path = self._path(name + ".pvd")
            for time, file in collection(path):
                m = _PICTURE.fullmatch(file)
                if not m or m[1] != name or times.setdefault(int(m[2]), time) != time:
                    raise DamagedFile(
                        path,
                        f"has the file {file!r} at t = {time:.9g} s; one of its own name and time is expected",
                    )
                found.setdefault(int(m[2]), Files(self.folder, "vtk")).add(name, self._path(file))
        if orphans and not lists:
            raise NotWritten(
                f"{self._path(orphans[0])}.pvd is not there, "
                f"which says at what times the files {orphans[0]}_*.vtp were written"
            )
        return [(times[s], s, found[s]) for s in sorted(found)]

    def _csv_entries(self) -> list[tuple[float, int, Files]]:
        here = set(os.listdir(self.folder))
        try:  # the files of all ranks are on this list before any of them is there
            listed = read_file(self._path("run.files"), _RECORD_LIMIT).decode("utf-8", "replace").split("\n")
        except (OSError, DamagedFile):
            listed = []
        found: dict[int, Files] = {}
        for m in map(_TABLE.fullmatch, sorted(here | set(listed))):
            if m:
                files = found.setdefault(int(m[2]), Files(self.folder, "csv"))
                files.add(m[1], self._path(m[0]), there=m[0] in here)
        found = {s: f for s, f in found.items() if f.any()}
        if not found:
            return []
        return [(self._time_of(s), s, found[s]) for s in sorted(found)]

    @property
    def checkpoints(self) -> list[Checkpoint]:
        """The saved states in the folder, by step."""

        def time_of(step: int) -> float:
            try:
                return self._time_of(step)
            except (NotWritten, DamagedFile):
                return float("nan")

        found = [m for m in map(_CHECKPOINT.fullmatch, os.listdir(self.folder)) if m]
        return sorted(
            (Checkpoint(self._path(m[0]), int(m[2]), time_of(int(m[2])), m[1] == "failed") for m in found),
            key=lambda c: (c.step, c.failed),
        )


class _Values(dict[str, Any]):
    """Values of a case by their paths."""

    def __init__(self, folder: str, items: Iterable[tuple[str, Any]]) -> None:
        super().__init__(items)
        self._folder = folder

    def __missing__(self, path: str) -> Any:
        raise NotWritten(f"{self._folder}: the case has no value {path!r}{choices(path, self)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._folder, list(self.items()))


class Owned(Mapping[str, Columns]):
    """The walls, probes, outlets, sources, groups or tracks of a run, by name."""

    def __init__(self, run: Results, kind: str, columns_: Mapping[str, Columns]) -> None:
        self._run, self._kind, self._columns = run, kind, columns_

    def __getitem__(self, name: str) -> Columns:
        if name not in self._columns:
            keys = {"sources": "`particles` or `insertion`"}.get(self._kind, f"`{self._kind}`")
            raise NotWritten(
                f"{self._run.folder}: the series has no columns of {name!r} in {self._kind}{choices(name, self)}; "
                f"they are named in {keys} of the case"
            )
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return f"<{self._kind} of {self._run.folder}: {', '.join(self)}>"


def _value(path: str, text: object) -> Any:
    """A value of the case from its text in run.json."""
    if not isinstance(text, str) or _NAMES.search(path):
        return text
    try:
        value = json.loads(text)
        if value is None or isinstance(value, (str, dict)):
            return text
        return value
    except (ValueError, RecursionError):
        pass
    if text.startswith("[") and text.endswith("]") and "[" not in text[1:]:
        return [_value(path, t.strip()) for t in text[1:-1].split(",")]
    return text


def open(folder: str | os.PathLike[str]) -> Results:
    """The results in the folder of a run, CASE.out unless the run had another one; InputError if it is none."""
    return Results(folder)
