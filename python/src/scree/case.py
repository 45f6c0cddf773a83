# SPDX-License-Identifier: BSD-3-Clause
"""Cases: from a file, from text or built in Python; runs with all their files, checks, help."""
from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from ._library import Changes, Report, bytes_of, ffi, lib, number, path_of, text_of, whole, yaml_value
from .errors import InputError
from .progress import Display, Progress, display_of

__all__ = ["Case", "Run", "allow_libraries", "check", "help", "plan", "run"]


class Case:
    """A case before it is opened or run.

        case = scree.Case("drum.yaml")
        case["contacts[0].friction"] = 0.4
        case["walls.lid"] = {"plane": {"point": [0, 0, "10 cm"], "normal": [0, 0, -1]}, "material": "glass"}

    `source`: the path of a file, another Case, which is copied, or a dict with the sections of a case; None: an empty one. With `text` it is the
    case as YAML. `name` stands for the path of a case that is no file, in messages, and relative files are looked for in its folder.
    Values are numbers in SI, texts such as "2 mm" or "2 * radius", lists and dicts; a text that begins with { or [ is YAML.
    `set` and `define` are changes as on the command line.
    """

    def __init__(self, source: Union[None, str, os.PathLike, Case, Mapping[str, Any]] = None, *, text: str | None = None,
                 name: str | os.PathLike | None = None, set: Mapping[str, Any] | None = None, define: Mapping[str, Any] | None = None) -> None:
        changes: list[tuple[str, str, str]] = []
        self._name: str
        self._text: str | None
        if text is not None:
            if source is not None and not isinstance(source, (str, os.PathLike)):
                raise InputError("a case has either a source or a text; accepted with a text: its name")
            self._name, self._text = os.fspath(name or source or "case.yaml"), text
        elif isinstance(source, Case):
            self._name, self._text, changes = source._name, source._text, source._changes
        elif isinstance(source, Mapping):
            self._name = os.fspath(name or "case.yaml")
            self._text = "".join(f"{yaml_value(str(key))}: {yaml_value(value)}\n" for key, value in source.items())
        elif source is None:
            self._name, self._text = os.fspath(name or "case.yaml"), ""
        elif isinstance(source, (str, os.PathLike)):
            self._name, self._text = os.fspath(source), None
        else:
            raise InputError(f"a case of type {type(source).__name__}; accepted: the path of a file, a dict, a Case, or text=")
        self._changes: list[tuple[str, str, str]] = []
        self._open_draft()
        for kind, path, value in changes:
            self._change(kind, path, value)
        for key, value in (define or {}).items():
            self.define(key, value)
        for key, value in (set or {}).items():
            self[key] = value

    def _open_draft(self) -> None:
        with Report() as report:
            if self._text is None:
                draft = lib.scree_draft_open(path_of(self._name), report.c)
            else:
                draft = lib.scree_draft_create(path_of(self._name), bytes_of(self._text))
            if draft == ffi.NULL:
                report.status = lib.SCREE_USER_ERROR
                return
        self._draft = ffi.gc(draft, lib.scree_draft_destroy)

    @property
    def name(self) -> str:
        """The path of the file, or the name that stands for it."""
        return self._name

    # ---- changes --------------------------------------------------------------------------------------------

    def _change(self, kind: str, path: str, value: str) -> None:
        if not isinstance(path, str):
            raise InputError(f"the path {path!r} is no text; accepted: a path such as 'contacts[0].friction'")
        kind_, _, time = kind.partition(" ")
        call = {"set": lib.scree_draft_set, "define": lib.scree_draft_define, "later": lib.scree_draft_set_later}[kind_]
        with Report() as report:
            report.status = call(self._draft, *map(float, time.split()), bytes_of(path), bytes_of(value), report.c)
        self._changes.append((kind, path, value))

    def __setitem__(self, path: str, value: Any) -> None:
        self._change("set", path, yaml_value(value))

    def define(self, name: str, value: Any) -> None:
        """Gives a variable that the case lists under `variables` a value."""
        self._change("define", name, yaml_value(value))

    def __getitem__(self, path: str) -> Any:
        """What is at a path: a number or a text; of lists and mappings their YAML. KeyError if there is nothing."""
        if not isinstance(path, str):
            raise KeyError(path)
        report = Report()
        text = text_of(lib.scree_draft_value(self._draft, bytes_of(path), report.c))
        if text is None:
            raise KeyError(f"{self._name} has nothing at {path!r}")
        return scalar(text)

    def __contains__(self, path: object) -> bool:
        try:
            self[path]  # type: ignore[index]
        except (KeyError, InputError):
            return False
        return True

    def with_(self, set: Mapping[str, Any] | None = None, define: Mapping[str, Any] | None = None) -> Case:
        """A copy with these changes."""
        return Case(self, set=set, define=define)

    def copy(self) -> Case:
        """A copy, whose changes do not concern this one."""
        return Case(self)

    __copy__ = copy

    def __deepcopy__(self, _memo: Any) -> Case:
        return Case(self)

    def __reduce__(self) -> Any:
        return _restore, (self._name, self._text, self._changes)

    def to_yaml(self, path: str | os.PathLike | None = None) -> str:
        """The case as YAML with all changes in it, without comments; also written into the file `path` if it is given."""
        with Report() as report:
            text = text_of(lib.scree_draft_text(self._draft, report.c))
            if text is None:
                report.status = lib.SCREE_USER_ERROR
        assert text is not None  # else it was raised
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text

    def __repr__(self) -> str:
        n = len(self._changes)
        return f"<scree.Case {self._name}{f', {n} changes' if n > 1 else ', 1 change' if n else ''}>"

    # ---- files ----------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _as_file(self) -> Iterator[tuple[bytes, Any]]:
        """The path of a file and the scree_changes of it. A case that is no file becomes one beside where it would be, so that relative paths hold."""
        if self._text is None:
            changes = Changes(words=[f"--{kind} {path}={value}" for kind, path, value in self._changes])
            yield path_of(self._name), changes.c
            return
        folder, name = os.path.split(self._name)
        stem, ending = os.path.splitext(name)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=folder or ".", prefix=stem + ".", suffix=ending or ".yaml") as file:
            file.write(self.to_yaml())
            file.flush()
            yield path_of(file.name), ffi.NULL

    def run(self, **options: Any) -> Run:
        """Runs the case with all its files; see scree.run."""
        return run(self, **options)

    def check(self) -> None:
        """Reads and validates the case and the files that it uses, sets it up and does the first step; every mistake is in the exception,
        and what is suspicious a warning."""
        with self._as_file() as (path, changes), Report() as report:
            report.status = lib.scree_check(path, changes, report.c)


def _restore(name: str, text: str | None, changes: list[tuple[str, str, str]]) -> Case:
    case = Case(name) if text is None else Case(text=text, name=name)
    for change in changes:
        case._change(*change)
    return case


def scalar(text: str) -> Any:
    """A number or truth value if the text is one."""
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


@dataclass(frozen=True)
class Run:
    """A run that came to its end: its folder, and the digest of its last state."""

    out: Path
    digest: str

    def results(self) -> Any:
        """Its series, frames and records, as scree.open(run.out)."""
        from . import open as open_results  # type: ignore[attr-defined]

        return open_results(self.out)


def run(case: Union[str, os.PathLike, Case, Mapping[str, Any]], *, out: str | os.PathLike | None = None, threads: int = 0, isa: str | None = None,
        steps: int | None = None, until: float | None = None, resume: bool = False, overwrite: bool = False, strict: bool = False,
        set: Mapping[str, Any] | None = None, define: Mapping[str, Any] | None = None, progress: Display = None) -> Run:
    """Runs a case with all its files, as `scree run`, into the folder `out` (None: NAME.out in the working folder).

    A folder with a run is refused without `resume` (go on from its latest checkpoint) or `overwrite`. `steps` and `until`, s, stop it there.
    `strict`: warnings are errors, and nothing is run. `isa`: "v2", "v3", "v4"; None: the best. `progress`: True shows a bar, a function gets a
    scree.Progress a few times a second. Ctrl-C writes a checkpoint and raises KeyboardInterrupt.
    """
    case = case if isinstance(case, Case) and not set and not define else Case(case, set=set, define=define)
    folder = Path(os.fsdecode(path_of(out))) if out is not None else Path(Path(case.name).stem + ".out")
    watch = _Watch(display_of(progress))
    keep = [ffi.new("char[]", path_of(folder))]
    options = ffi.new("scree_run_options *", lib.scree_run_options_default())
    options.out = keep[0]
    options.threads = whole(threads, "threads")
    if isa is not None:
        keep.append(ffi.new("char[]", bytes_of(isa)))
        options.isa = keep[1]
    if steps is not None:
        options.steps = whole(steps, "steps")
    if until is not None:
        options.until = number(until, "until")
    options.resume, options.overwrite, options.strict = bool(resume), bool(overwrite), bool(strict)
    options.stop = watch.stop
    if watch.display is not None:
        options.progress, options.user = lib.scree_python_progress, watch.handle
    digest = ffi.new("char[33]")
    with case._as_file() as (path, changes), Report() as report:
        options.changes = changes
        report.status = watch.call(lambda: lib.scree_run(path, options, report.c, digest))
    return Run(folder, ffi.string(digest).decode())


class _Watch:
    """A long call of the library that Ctrl-C stops, and its display."""

    def __init__(self, display: Any) -> None:
        self.stop = ffi.new("int *")
        self.display = display
        self.handle = ffi.new_handle(self)
        self.error: BaseException | None = None

    def show(self, now: Any) -> None:
        """Calls the display; an error in it stops the run, and is raised at its end."""
        if self.error is None:
            try:
                self.display(Progress(now.time, now.end, now.step, now.last_step, now.particles, now.wall_seconds, now.particle_steps, bool(now.finished),
                                      None if now.work == ffi.NULL else ffi.string(now.work).decode()))
            except BaseException as error:
                self.error = error
                self.stop[0] = 1

    def call(self, function: Any) -> int:
        """What the function returns. Signals come to the main thread only between Python's own steps: the function runs in another one."""
        if threading.current_thread() is not threading.main_thread():
            status = function()
        else:
            status = self._call_beside(function)
        if self.error is not None:
            raise self.error
        return status

    def _call_beside(self, function: Any) -> int:
        done = threading.Event()
        result: list[Any] = []

        def work() -> None:
            try:
                result.append(function())
            except BaseException as error:
                self.error = error
            finally:
                done.set()

        interrupt = None
        thread = threading.Thread(target=work, name="scree.run")
        thread.start()
        while not done.is_set():  # not Thread.join: once interrupted it would take the thread for dead
            try:
                done.wait(0.05)
            except BaseException as error:  # KeyboardInterrupt, or what a handler of the user's raised
                self.stop[0] = 1
                interrupt = interrupt or error
        thread.join()
        if interrupt is not None:
            raise interrupt
        return result[0] if result else lib.SCREE_USER_ERROR


@ffi.def_extern()
def scree_python_progress(user: Any, progress: Any) -> None:
    ffi.from_handle(user).show(progress)


def check(case: Union[str, os.PathLike, Case, Mapping[str, Any]], *, set: Mapping[str, Any] | None = None,
          define: Mapping[str, Any] | None = None) -> None:
    """Reads and validates a case and the files that it uses, sets it up and does the first step; every mistake is in the exception, and
    what is suspicious a warning."""
    Case(case, set=set, define=define).check()


def help(key: str | None = None) -> str:  # noqa: A001 - the name of the command
    """The help text of a section ("walls"), a key ("walls.motion.velocity"), or a law ("hertz"); None: the list of sections."""
    with Report() as report:
        text = text_of(lib.scree_help(ffi.NULL if key is None else bytes_of(key), report.c))
        if text is None:
            report.status = lib.SCREE_USER_ERROR
    assert text is not None  # else it was raised
    return text


def plan(case: Union[str, os.PathLike, Case, Mapping[str, Any]], *, ranks: int = 1, threads: int = 1, particles: float = 0,
         set: Mapping[str, Any] | None = None, define: Mapping[str, Any] | None = None) -> str:
    """What a case would need on so many processes with so many threads each, as text: memory, ghosts, messages, time per step; only a small
    bed with its laws is run. `particles`: their number; 0: that of the case."""
    options = ffi.new("scree_plan_options *", lib.scree_plan_options_default())
    options.ranks, options.threads = whole(ranks, "ranks", least=1), whole(threads, "threads", least=1)
    options.particles = number(particles, "particles")
    with Case(case, set=set, define=define)._as_file() as (path, changes), Report() as report:
        text = text_of(lib.scree_plan(path, changes, options, report.c))
        if text is None:
            report.status = lib.SCREE_USER_ERROR
    assert text is not None  # else it was raised
    return text


def allow_libraries(yes: bool = True) -> None:
    """Whether cases may load the shared libraries under `laws`, whose code then runs in this process; for all cases that follow. At the start they
    may not, unless SCREE_ALLOW_LIBRARIES=1 is in the environment."""
    lib.scree_allow_libraries(bool(yes))
