# SPDX-License-Identifier: BSD-3-Clause
"""`scree sweep` and scree.sweep: many runs of a case, side by side, that can be stopped and gone on with.

Every run is a process of the program in a folder of its own, named after its values and a hash of everything that decides
its result. So a run that is done is found again, whatever else a later sweep in the same folder asks for, and a changed
case or another version never meets the results of an earlier one. runs.jsonl is the record of what ended how; the tables
are made from it and from the series of each run, so results may be asked for after the runs.
"""
from __future__ import annotations

import argparse
import json
import logging
import os
import signal
import sys
import time
import warnings
from pathlib import Path
from typing import Any, Mapping, NoReturn, Sequence

from ._jobs import LATE, FolderLock, Job, LineStore, cores, find_program, program_version, run_jobs, signal_text
from ._plan import (Change, Run, case_print, make_runs, name_runs, parse_seeds, parse_values, read_table, split_list,
                    split_option, value_text)
from ._series import Series
from ._run_table import Table, check_columns
from ._sweep_figure import draw_sweep
from ._terminal import log as _log, say
from ._workers import sweep_function
from .errors import InputError, ScreeWarning


# Members of a line of runs.jsonl, and their types.
_RECORD = {"key": str, "folder": str, "status": str, "code": int, "message": str, "digest": str, "seconds": (int, float)}

INVALID = 2  # exit code: the state became invalid, which the same run would do again


class Folder:
    """The folder of a sweep: its runs, and which of them are done. `lock` has to be held."""

    def __init__(self, path: Path, program: str, version: str, options: Sequence[str], threads: int, lock: FolderLock,
                 limit: float | None = None) -> None:
        self.path, self.program, self.version, self.options, self.threads = path, program, version, list(options), threads
        self.lock, self.limit = lock, limit
        self.store = LineStore(path / "runs.jsonl", _RECORD)

    def is_done(self, run: Run) -> bool:
        """Whether the record says that this run is done, and its folder agrees."""
        record = self.store.latest(run.key)
        if not record or record["status"] != "done":
            return False
        return written_run(self.path / run.name).get("digest") == record["digest"]

    def command(self, case: Path, run: Run) -> list[str]:
        """The command of a run, which goes on from a checkpoint if there is one."""
        folder = self.path / run.name
        begun = (folder / "run.files").exists() or (folder / "run.json").exists()
        how = ["--resume"] if any(folder.glob("checkpoint_*.scree")) else ["--overwrite"] if begun else []
        return [self.program, "run", str(case), "--out", str(folder), "--threads", str(self.threads), "--quiet", *run.words,
                *self.options, *how]

    def execute(self, case: Path, runs: Sequence[Run], jobs: int, retry: bool = False) -> int:
        """Does the runs that are not done; returns how many were. A failure is recorded and stops nothing.
        KeyboardInterrupt after a stop, with checkpoints written."""
        unique = {run.key: run for run in runs}
        todo = [run for run in unique.values() if not self.is_done(run) and (retry or not self._is_hopeless(run))]
        kept = len(unique) - len(todo)
        if kept:
            _log.info("%d of %d runs are there already", kept, len(unique))
        strangers = [run for run in todo if self._is_strange(run)]
        for run in strangers:
            self.store.add(self._entry(run, "failed", 1, "its folder has another run, which was made by hand; accepted: move it away, "
                                       "or delete it"))
            _log.info("%s: failed: %s", run.name, self.store.records[-1]["message"])
        todo = [run for run in todo if run not in strangers]
        kept += len(strangers)
        for run in todo:
            (self.path / run.name).mkdir(exist_ok=True)
        logs = [self.path / run.name / "sweep.log" for run in todo]
        begins = [0] * len(todo)
        count = kept

        def started(k: int) -> None:
            begins[k] = logs[k].stat().st_size if logs[k].exists() else 0

        def ended(k: int, code: int, seconds: float) -> None:
            nonlocal count
            record = self._record(todo[k], code, seconds, logs[k], begins[k])
            self.store.add(record)
            count += 1
            _log.info("%d of %d %s: %s, %.1f s%s", count, len(unique), todo[k].name, record["status"], seconds,
                      f": {record['message']}" if record["message"] else "")

        run_jobs([Job(self.command(case, run), log) for run, log in zip(todo, logs)], jobs, started, ended, [self.lock.fd], self.limit)
        return len(todo)

    def _is_strange(self, run: Run) -> bool:
        """Whether a folder has what no sweep has put there: a run with other changes, or one that went on after it was done."""
        written = written_run(self.path / run.name)
        record = self.store.latest(run.key)
        done = record and record["status"] == "done" and written.get("digest", "") not in ("", record["digest"])
        return bool(done) or written.get("changes", run.options) != run.options

    def _is_hopeless(self, run: Run) -> bool:
        record = self.store.latest(run.key)
        return bool(record and record["status"] == "failed" and record["code"] == INVALID)

    def _record(self, run: Run, code: int, seconds: float, log: Path, begin: int) -> dict:
        written = written_run(self.path / run.name)
        stopped = code in (130, -signal.SIGTERM, -signal.SIGINT)  # negative: before the program waits for signals
        status = "done" if code == 0 else "interrupted" if stopped else "failed"
        message = ""
        if code == LATE:
            message = f"was ended because it took longer than the limit of {self.limit:g} s; the same command goes on with it"
        elif status == "failed":
            message = error_text(log, begin) or (signal_text(-code) if code < 0 else f"exit code {code}, and no message in {log}")
        return self._entry(run, status, code, message, written.get("digest", "") if code == 0 else "", round(seconds, 3))

    def _entry(self, run: Run, status: str, code: int, message: str, digest: str = "", seconds: float = 0.0) -> dict:
        return {"key": run.key, "folder": run.name, "changes": run.words, "seed": run.seed, "status": status, "code": code,
                "message": message, "digest": digest, "version": self.version, "seconds": seconds,
                "ended": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}

    def table(self, runs: Sequence[Run], results: Sequence[tuple[str, str]], seed: str | None) -> Table:
        """A row for each run, with results (name, expression) of those that are done. Warns of results that are not there."""
        parameters = list(dict.fromkeys(c.path for run in runs for c in run.changes))
        units: dict[str, str] = {}
        problems: dict[str, list[str]] = {}  # expression -> messages, one for each run
        rows = []
        for run in runs:
            record = self.store.latest(run.key) or {"status": "waiting", "message": "", "digest": "", "seconds": None}
            values = {c.path: c.value for c in run.changes}
            row: dict[str, Any] = {p: _plain(values.get(p)) for p in parameters}
            row.update(dict.fromkeys((name for name, _ in results)), status=record["status"])
            if record["status"] == "done" and results:
                self._evaluate(run, results, row, units, problems)
            row.update(message=record["message"], digest=record["digest"], seconds=record["seconds"], folder=run.name)
            rows.append(row)
        for expression, messages in problems.items():
            more = f" (and in {len(messages) - 1} more runs)" if len(messages) > 1 else ""
            warnings.warn(f"result {expression}: {messages[0]}{more}", ScreeWarning, stacklevel=4)
        return Table(rows, parameters, {name: units.get(name, "") for name, _ in results}, seed)

    def _evaluate(self, run: Run, results: Sequence[tuple[str, str]], row: dict, units: dict[str, str],
                  problems: dict[str, list[str]]) -> None:
        try:
            series = Series(self.path / run.name / "series.csv")
        except InputError as problem:
            problems.setdefault("", []).append(str(problem))
            return
        for name, expression in results:
            try:
                row[name], units[name] = series.evaluate(expression)
            except InputError as problem:
                problems.setdefault(expression, []).append(str(problem))


def written_run(folder: Path) -> dict:
    """The section `run` of the record of a run, or {} where there is none that can be read."""
    try:
        written = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    found = written.get("run") if isinstance(written, dict) else None
    return found if isinstance(found, dict) else {}


def error_text(log: Path, begin: int) -> str:
    """The first error in what the program wrote to a log since position `begin`, or its last line."""
    with open(log, "rb") as file:
        file.seek(begin)
        lines = [line.strip() for line in file.read().decode(errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if "error: " in line]
    others = [line for line in lines if not line.startswith(("warning:", "note:"))]
    return errors[0] if errors else others[-1] if others else ""


def _plain(text: str | None) -> Any:
    """A value of the command line as a number where it is one."""
    if text is None:
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def parse_result(text: str) -> tuple[str, str]:
    """Name and expression of `NAME=EXPRESSION` or `EXPRESSION`."""
    name, sign, expression = text.partition("=")
    name, expression = (name.strip(), expression.strip()) if sign else (text.strip(), text.strip())
    if not name or not expression:
        raise InputError(f"--result {text}: accepted: EXPRESSION or NAME=EXPRESSION, such as flow=slope(below mass, 0.5, 1)")
    return name, expression


def case_path(case: Any) -> Path:
    """The path of a case. InputError for a case that is no file."""
    if isinstance(case, (str, os.PathLike)):
        return Path(case)
    raise InputError(f"a case of type {type(case).__name__}; accepted: the path of a file, because runs are processes of the program; "
                     "case.to_yaml(path) writes one")


def _values(value: Any) -> list[str]:
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple, range)):
        if not value:
            raise InputError("an empty list of values; accepted: at least one")
        return [value_text(v) for v in value]
    return [value_text(value)]


def sweep_case(case: str | os.PathLike, set: Mapping[str, Any] | None = None, define: Mapping[str, Any] | None = None, *,
               table: str | os.PathLike | Sequence[Mapping[str, Any]] | None = None, seeds: Sequence[int] | None = None,
               seed_path: str = "seed", out: str | os.PathLike | None = None, jobs: int | None = None, threads: int = 1,
               results: Sequence[str] | Mapping[str, str] = (), until: float | None = None, steps: int | None = None,
               limit: float | None = None, options: Sequence[str] = (), retry: bool = False, program: str | os.PathLike | None = None) -> Table:
    """All runs of a case with all combinations of values, as `scree sweep` does them.

    set, define: path or name -> a value, or a list of values (a list as one value stands in a list of its own).
    table: a CSV file, or a list of dicts of paths and values, a run each. seeds: values of `seed_path`.
    out: folder of the sweep, CASE.sweep if not given. jobs: runs at a time, as many as there are cores for `threads` each.
    results: expressions of columns of the series, or name -> expression. until [s], steps: end of each run.
    limit: seconds of the clock after which a run is ended, with a checkpoint, and counts as failed; the same call goes on with it.
    options: further words for `scree run`. retry: also runs again whose state became invalid before.

    Returns the table, which is in `out`/summary.csv too, with means over seeds in `out`/means.csv; `out`/summary.svg draws the results. InputError for what is
    wrong before a run; runs that fail are rows. KeyboardInterrupt after a stop; the same call goes on.
    """
    choices = [(p, _values(v), False) for p, v in (set or {}).items()] + [(p, _values(v), True) for p, v in (define or {}).items()]
    if table is None or isinstance(table, (str, os.PathLike)):
        rows = None if table is None else read_table(table)
    else:
        rows = [[Change(p, value_text(v)) for p, v in row.items() if v is not None] for row in table]
    named = list(results.items()) if isinstance(results, Mapping) else [parse_result(r) for r in results]
    runs = make_runs(choices, rows, None if seeds is None else [int(s) for s in seeds], seed_path)
    return _sweep_runs(case_path(case), runs, named, seed_path if seeds is not None else None, out, jobs, threads, until, steps, limit,
                       options, retry, program)


def check_limit(limit: float | None) -> None:
    """InputError for a limit of the time of a run that is none."""
    if limit is not None and not limit > 0:
        raise InputError(f"limit {limit:g}: accepted: seconds, above 0")


def _sweep_runs(case: Path, runs: list[Run], results: Sequence[tuple[str, str]], seed: str | None,
                out: str | os.PathLike | None, jobs: int | None, threads: int, until: float | None, steps: int | None,
                limit: float | None, options: Sequence[str], retry: bool, program: str | os.PathLike | None) -> Table:
    if not runs:
        raise InputError("a sweep without runs")
    if threads < 1 or (jobs is not None and jobs < 1):
        raise InputError(f"jobs {jobs}, threads {threads}: accepted: at least 1")
    check_limit(limit)
    if until is not None and steps is not None:
        raise InputError("until and steps exclude each other")
    check_columns(list(dict.fromkeys(c.path for run in runs for c in run.changes)), [name for name, _ in results])
    program = find_program(program)
    version = program_version(program)
    words = [*options]
    words += ["--until", repr(float(until))] if until is not None else ["--steps", str(steps)] if steps is not None else []
    name_runs(runs, case_print(case), version, words)
    folder = Path(out) if out is not None else Path(case.name).with_suffix(".sweep")
    with FolderLock(folder) as lock:
        work = Folder(folder, program, version, words, threads, lock, limit)
        try:
            work.execute(case, runs, jobs or max(1, cores() // threads), retry)
        finally:
            table = work.table(runs, results, seed)
            table.to_csv(folder / "summary.csv")
            if seed is not None:
                table.means().to_csv(folder / "means.csv")
            draw_sweep(table, folder / "summary.svg")
    _warn_of_seeds(table, seed)
    return table


def _warn_of_seeds(table: Table, seed: str | None) -> None:
    """Says so where seeds change nothing: means over them would look certain and mean nothing."""
    if seed is None:
        return
    others = [p for p in table.parameters if p != seed]
    seen: dict[tuple, str] = {}
    for row in table:
        if row["status"] != "done":
            continue
        group = (*(repr(row.get(p)) for p in others), row["digest"])
        if group in seen:
            warnings.warn(f"seeds {seen[group]} and {row[seed]} gave the same state: the case has nothing random, or sets "
                          "'insertion.seed' itself", ScreeWarning, stacklevel=4)
            return
        seen[group] = str(row[seed])


def sweep(function: Any, case: Any = None, parameters: Mapping[str, Any] | None = None, **options: Any) -> Table:
    """Many runs from Python. Two forms:

    sweep(function, case, {path: values}, seeds=range(8), workers=2, store="drum.jsonl") calls function(case, seed) in worker
    processes, see `sweep_function`; sweep("drum.yaml", {path: values}, seeds=range(8), out="drum.sweep") runs the program,
    see `sweep_case`."""
    if callable(function):
        return sweep_function(function, case, parameters, **options)
    if parameters is not None or not isinstance(case, (Mapping, type(None))):
        raise InputError("sweep: accepted: sweep(function, case, {path: values}, ...) or sweep(case, {path: values}, ...)")
    return sweep_case(function, **(options if case is None else {"set": case, **options}))


# ---- the command ------------------------------------------------------------------------------------------------

class Parser(argparse.ArgumentParser):
    """Mistakes on the command line end with exit code 1, as in the program."""

    def error(self, message: str) -> NoReturn:
        say(f"error: {message}; 'scree {self.prog.split()[-1]} --help' lists what is accepted", error=True)
        self.exit(1)


def show_progress(quiet: bool) -> None:
    """Notes and warnings of the package go to standard error, as those of the program."""
    logging.basicConfig(stream=sys.stderr, format="%(message)s", level=logging.WARNING if quiet else logging.INFO)
    warnings.simplefilter("always")
    warnings.showwarning = lambda message, *_rest, **_more: say(f"warning: {message}", error=True)


def _parser() -> Parser:
    parser = Parser(prog="scree sweep", allow_abbrev=False)
    parser.add_argument("case")

    class Collect(argparse.Action):  # keeps the order of --set and --define
        def __call__(self, _parser: Any, space: Any, text: Any, option: str | None = None) -> None:
            space.changes = [*(space.changes or []), (option, text)]

    for name in ("--set", "--define"):
        parser.add_argument(name, action=Collect, dest="changes", metavar="PATH=VALUES")
    parser.add_argument("--table")
    parser.add_argument("--seeds")
    parser.add_argument("--result", action="append", default=[])
    parser.add_argument("--out")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=float)
    parser.add_argument("--until", type=float)
    parser.add_argument("--steps", type=int)
    for flag in ("--retry", "--list", "--strict", "--allow-libraries", "--quiet"):
        parser.add_argument(flag, action="store_true")
    return parser


def command(words: Sequence[str]) -> int:
    """`scree sweep WORDS`: the exit code. 0: all runs are done; 1: a mistake, or a run failed; 130: stopped."""
    asked = _parser().parse_args(words)
    show_progress(asked.quiet)
    options = [(p, parse_values(f"{option} {p}", v), option == "--define")
               for option, (p, v) in ((option, split_option(option, text)) for option, text in asked.changes or [])]
    runs = make_runs(options, read_table(asked.table) if asked.table else None, parse_seeds(asked.seeds) if asked.seeds else None)
    if asked.list:
        say("\n".join(" ".join(run.words) for run in runs))
        return 0
    results = [parse_result(part) for text in asked.result for part in split_list(text)]
    more = [flag for flag in ("--strict", "--allow-libraries") if getattr(asked, flag[2:].replace("-", "_"))]
    table = _sweep_runs(Path(asked.case), runs, results, "seed" if asked.seeds else None, asked.out, asked.jobs, asked.threads,
                        asked.until, asked.steps, asked.limit, more, asked.retry, None)
    folder = asked.out or str(Path(Path(asked.case).name).with_suffix(".sweep"))
    failed = table.failed
    for row in failed[:10]:
        _log.error("failed: %s: %s", row["folder"], row["message"])
    if len(failed) > 10:
        _log.error("... and %d more, in %s/summary.csv", len(failed) - 10, folder)
    _log.info("%d of %d runs done, table in %s/summary.csv%s", len(table) - len(failed), len(table), folder,
              ", means over seeds in means.csv" if asked.seeds else "")
    missing = any(row["status"] == "done" and row[name] is None for row in table for name in table.results)
    return 1 if failed or missing else 0
