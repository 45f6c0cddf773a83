# SPDX-License-Identifier: BSD-3-Clause
"""Many processes of the program side by side, the lock of a folder, and files of JSON lines.

One thread starts the processes and waits for them, so a stop cannot fall between starting a process and knowing of it.
Needs nothing outside the standard library.
"""
from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
import warnings
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Callable, Iterator, Mapping, Sequence

from .errors import Error, InputError, ScreeWarning


LATE = 1000  # code of a job that was ended because of its limit; exit codes are below 256
_NOTHING = object()  # of no type that a member may have
GRACE = 60.0  # s, in which a run writes its checkpoint


def find_program(program: str | os.PathLike | None = None) -> str:
    """Path of the program scree: the one given, that of the environment variable SCREE, the one this package was built or
    installed with, or the first on PATH. InputError if there is none."""
    if program is None:
        program = os.environ.get("SCREE")
    if program is not None:
        found = shutil.which(os.fspath(program))
        if not found:
            raise InputError(f"program '{program}': not found, or may not be executed; accepted: the path of scree")
        return os.path.abspath(found)
    here = Path(__file__).resolve().parent
    for folder in (here.parents[1], *(p / "bin" for p in here.parents[2:5])):  # build/release, PREFIX/bin
        if os.access(folder / "scree", os.X_OK) and (folder / "scree").is_file():
            return str(folder / "scree")
    found = shutil.which("scree")
    if not found:
        raise InputError("the program scree was not found; accepted: its path in the environment variable SCREE, or its folder "
                         "on PATH")
    return found


def program_version(program: str) -> str:
    """What `scree --version` prints. Error if it cannot be run."""
    try:
        shown = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError) as problem:
        raise Error(f"{program} --version: {problem}") from None
    return shown.stdout.strip()


def cores() -> int:
    """Number of cores this process may use."""
    return len(os.sched_getaffinity(0))


def signal_text(number: int) -> str:
    """Name of a signal that ended a process, with the usual reason."""
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    return f"ended by {name}" + (", perhaps because memory ran out" if number == signal.SIGKILL else "")


class Stop:
    """Within the block SIGINT, SIGTERM and SIGHUP are only counted, if this is the main thread; `signal` is the last one."""

    def __init__(self) -> None:
        self.count = 0
        self.signal: int | None = None
        self._former: dict[int, Callable[[int, FrameType | None], Any] | int | signal.Handlers | None] = {}

    def _note(self, number: int, _frame: object) -> None:
        self.count += 1
        self.signal = number

    def __enter__(self) -> "Stop":
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                if signal.getsignal(number) not in (signal.SIG_IGN, None):  # nohup stays what it is
                    self._former[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *_problem: object) -> None:
        for number, former in self._former.items():
            signal.signal(number, former)


@dataclass
class Job:
    """A process to be run: the words of its command, and the files that its two outputs are added to."""

    command: Sequence[str]
    errors: Path
    output: Path | None = None


def _start(job: Job, keep_open: Sequence[int]) -> subprocess.Popen:
    # Where the parent is killed, its children get SIGTERM and write a checkpoint. Where it was killed before this took
    # effect, they do not begin.
    setpriv = shutil.which("setpriv")
    words = list(job.command)
    if setpriv:
        words = [setpriv, "--pdeathsig", "TERM", "--", "/bin/sh", "-c", '[ "$PPID" = "$0" ] && exec "$@"', str(os.getpid()), *words]
    with open(job.errors, "ab") as errors, open(job.output or os.devnull, "ab") as output:
        # A session of its own: Ctrl-C in a terminal reaches the parent only, which then ends the children once.
        return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, pass_fds=tuple(keep_open),
                                start_new_session=True)


def run_jobs(jobs: Sequence[Job], workers: int, started: Callable[[int], None], ended: Callable[[int, int, float], None],
             keep_open: Sequence[int] = (), limit: float | None = None) -> None:
    """Runs the jobs, `workers` at a time. `started(k)` is called before job k, `ended(k, code, seconds)` after it; a negative
    code is a signal. A job that takes more than `limit` seconds is ended by SIGTERM, and by SIGKILL if that does not end it
    within GRACE: its code is LATE. A stop, or an exception of a callback, ends all children by SIGTERM, a second signal by
    SIGKILL; all have ended and been reported when this returns or raises. KeyboardInterrupt after a stop."""
    waiting = deque(range(len(jobs)))
    running: dict[int, tuple[subprocess.Popen, float]] = {}
    late: set[int] = set()

    def collect() -> bool:
        over = [k for k, (child, _) in running.items() if child.poll() is not None]
        for k in over:
            child, since = running.pop(k)
            ours = stop.count > 1 and child.returncode == -signal.SIGKILL  # of end_all
            ended(k, LATE if k in late else -signal.SIGTERM if ours else child.returncode, time.monotonic() - since)
        return bool(over)

    def end_late(limit: float) -> None:
        for k, (child, since) in running.items():
            taken = time.monotonic() - since
            if k not in late and taken > limit:
                late.add(k)
                child.terminate()
            elif k in late and taken > limit + GRACE:
                child.kill()

    def end_all(stop: Stop) -> None:
        for child, _ in running.values():
            child.terminate()
        asked = stop.count
        while running:
            if stop.count > asked:
                for child, _ in running.values():
                    child.kill()
            if not collect():
                time.sleep(0.01)

    with Stop() as stop:
        pause = 0.001
        try:
            while (waiting or running) and not stop.count:
                while waiting and len(running) < workers and not stop.count:
                    k = waiting.popleft()
                    started(k)
                    try:
                        running[k] = (_start(jobs[k], keep_open), time.monotonic())
                    except OSError as problem:
                        raise Error(f"{jobs[k].command[0]}: could not be started: {problem}") from None
                if limit is not None:
                    end_late(limit)
                if collect():
                    pause = 0.001
                else:
                    time.sleep(pause)
                    pause = min(1.5 * pause, 0.05)
            if stop.count:
                end_all(stop)
        except BaseException:
            for child, _ in running.values():
                child.terminate()
            for child, _ in running.values():
                try:
                    child.wait(GRACE)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()
            raise
    if stop.count:
        raise KeyboardInterrupt(stop.signal)


class FolderLock:
    """Exclusive use of a folder. Children that keep `fd` open hold the lock too, as long as they run."""

    def __init__(self, folder: Path, name: str = "lock") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.fd = os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self.fd, 200, 0).decode(errors="replace").strip()
            os.close(self.fd)
            raise InputError(f"{folder}: another sweep or calibration works in this folder ({holder or 'unknown process'}), or "
                             "runs that it started have not ended yet; accepted: another folder, or wait") from None
        os.ftruncate(self.fd, 0)
        os.pwrite(self.fd, f"process {os.getpid()} on {socket.gethostname()}\n".encode(), 0)

    def __enter__(self) -> "FolderLock":
        return self

    def __exit__(self, *_problem: object) -> None:
        os.close(self.fd)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors of writing, other than those of opening, do not name their file: this adds it."""
    try:
        yield
    except OSError as problem:
        if problem.filename is None:
            problem.filename = str(path)
        raise


class LineStore:
    """A file of JSON objects, one in each line, to which lines are only added. `members` are those that each object has, `key` among them, with their
    types. Other lines are left out: incomplete lines after a kill, and, with a warning, lines of other programs."""

    def __init__(self, path: Path, members: Mapping[str, Any]) -> None:
        self.path = path
        self.records: list[dict] = []
        self._latest: dict[str, dict] = {}
        foreign = 0
        for line in path.read_bytes().split(b"\n") if path.exists() else ():
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(record, dict) and all(isinstance(record.get(name, _NOTHING), kind) for name, kind in members.items()):
                self._note(record)
            else:
                foreign += 1
        if foreign:
            warnings.warn(f"{path}: {foreign} line{'s are no records' if foreign > 1 else ' is no record'} of runs and left out; accepted: lines with "
                          f"{', '.join(members)}", ScreeWarning, stacklevel=5)

    def _note(self, record: dict) -> None:
        self.records.append(record)
        self._latest[str(record.get("key"))] = record

    def add(self, record: dict) -> None:
        """Adds a line and waits until the disk has it. OSError if it cannot."""
        line = json.dumps(record).encode() + b"\n"
        with _named(self.path), open(self.path, "ab") as file:
            if file.tell() and not self._ends_line():
                line = b"\n" + line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        self._note(record)

    def _ends_line(self) -> bool:
        with open(self.path, "rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"

    def latest(self, key: str) -> dict | None:
        """The last record with this `key`, or None."""
        return self._latest.get(key)


def write_whole(path: Path, text: str) -> None:
    """Writes a file so that it is the old or the new one at any time, whatever happens meanwhile."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with _named(path), open(temporary, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
