# SPDX-License-Identifier: BSD-3-Clause
"""Evaluations of a calibration: what the program has to do for sets of parameters, done in parallel and kept in a folder."""
from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

import numpy as np

from ._jobs import LATE, FolderLock, Job, run_jobs, signal_text, write_whole
from ._plan import Change, Run, case_print, name_runs
from ._targets import Target, Targets, Work
from ._terminal import log as _log
from .errors import InputError
from ._sweep import Folder, error_text



@dataclass
class Outcome:
    """Values of the model for one set of parameters: mean over seeds and variance of that mean, shape (m,); or why there are
    none."""

    mean: np.ndarray | None
    variance: np.ndarray | None
    message: str = ""


class Evaluator:
    """Evaluates sets of parameters. What is done is found again in `folder`, also by a later calibration there."""

    def __init__(self, folder: Path, lock: FolderLock, program: str, version: str, targets: Targets, changes: Sequence[Change],
                 options: Sequence[str], jobs: int, threads: int, limit: float | None = None) -> None:
        self.folder, self.lock, self.program, self.version, self.targets = folder, lock, program, version, targets
        self.changes, self.options, self.jobs, self.limit = list(changes), list(options), jobs, limit
        self.prints: dict[Path, str] = {}
        self.failures: dict[str, str] = {}  # key of lab work -> message
        (folder / "lab").mkdir(exist_ok=True)
        (folder / "runs").mkdir(exist_ok=True)
        self.runs = Folder(folder / "runs", program, version, self.options, threads, lock, limit)
        self.count = 0

    def many(self, values: Sequence[Sequence[float]]) -> list[Outcome]:
        """An outcome for each set of values, in the order of the parameters."""
        plans = []
        for point in values:
            changes = [p.change(v) for p, v in zip(self.targets.parameters, point)]
            plans.append([self._plan(work) for target in self.targets.targets for work in target.work(changes)])
        everything = [item for plan in plans for items in plan for item in items]
        self._do_lab([item for item in everything if isinstance(item, tuple)])
        self._do_runs([item for item in everything if isinstance(item, Run)])
        self.count += len(values)
        return [self._outcome([p.change(v) for p, v in zip(self.targets.parameters, point)]) for point in values]

    def _print(self, case: Path) -> str:
        if case not in self.prints:
            self.prints[case] = case_print(case)
        return self.prints[case]

    def _plan(self, work: Work) -> Sequence[Run | tuple[str, Work]]:
        """Runs, one for each seed, or lab work as (key, work)."""
        changes = [*self.changes, *work.changes]
        if work.kind != "run":
            parts = [work.kind, self._print(work.case), self.version, self.options, work.path, [c.words for c in changes]]
            return [(hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32], work)]
        runs = [Run([*changes, Change(self.targets.seed_path, str(s))], s, extra={"case": work.case}) for s in self.targets.seeds]
        name_runs(runs, self._print(work.case), self.version, self.options)
        return runs

    def _result(self, key: str) -> Path:
        return self.folder / "lab" / f"{key}.csv"

    def _do_lab(self, items: Sequence[tuple[str, Work]]) -> None:
        todo = {key: work for key, work in items if key not in self.failures and not self._result(key).exists()}
        keys = list(todo)
        if not keys:
            return
        with tempfile.TemporaryDirectory(dir=self.folder, prefix="lab.") as name:
            scratch = Path(name)
            jobs = []
            for key in keys:
                words = [word for change in [*self.changes, *todo[key].changes] for word in change.words]
                if todo[key].kind == "drive":
                    write_whole(scratch / f"{key}.path", todo[key].path)
                    words += ["--path", str(scratch / f"{key}.path")]
                jobs.append(Job([self.program, "law", todo[key].kind, str(todo[key].case), "--out", str(scratch / f"{key}.csv"), *words,
                                 *self.options], scratch / f"{key}.log"))

            def ended(k: int, code: int, _seconds: float) -> None:
                if code == 0:
                    os.replace(scratch / f"{keys[k]}.csv", self._result(keys[k]))
                else:
                    text = error_text(scratch / f"{keys[k]}.log", 0) or \
                        ("took longer than the limit" if code == LATE else signal_text(-code) if code < 0 else f"exit code {code}")
                    self.failures[keys[k]] = text

            run_jobs(jobs, self.jobs, lambda _k: None, ended, [self.lock.fd], self.limit)

    def _do_runs(self, runs: Sequence[Run]) -> None:
        cases: dict[Path, list[Run]] = {}
        for run in runs:
            cases.setdefault(run.extra["case"], []).append(run)
        for case, some in cases.items():
            if any(not self.runs.is_done(run) for run in some):
                self.runs.execute(case, some, self.jobs)

    def _outcome(self, changes: Sequence[Change]) -> Outcome:
        means, variances = [], []
        for target in self.targets.targets:
            try:
                values = self._values(target, changes)
            except InputError as problem:
                message = f"target {target.name}: {problem}"
                _log.warning("%s, with %s", message, ", ".join(f"{c.path}={c.value}" for c in changes))
                return Outcome(None, None, message)
            if not np.isfinite(values).all():
                return Outcome(None, None, f"target {target.name}: the model gives no finite value")
            means.append(values.mean(axis=0))
            several = len(values) > 1
            variances.append(values.var(axis=0, ddof=1) / len(values) if several else np.zeros(values.shape[1]))
        return Outcome(np.concatenate(means), np.concatenate(variances))

    def _values(self, target: Target, changes: Sequence[Change]) -> np.ndarray:
        """Values of a target, shape (seeds, n) for runs, (1, n) for the contact lab. InputError where something failed."""
        plan = [item for work in target.work(changes) for item in self._plan(work)]
        keys = [item[0] for item in plan if isinstance(item, tuple)]
        if keys:  # a target has either lab work or runs
            for key in keys:
                if key in self.failures:
                    raise InputError(self.failures[key])
            return target.predict([self._result(key) for key in keys])[None, :]
        rows = []
        for run in (item for item in plan if isinstance(item, Run)):
            record = self.runs.store.latest(run.key)
            if not record or record["status"] != "done":
                raise InputError(f"{run.name}: {record['message'] if record else 'not done'}")
            rows.append(target.predict([self.runs.path / run.name]))
        return np.array(rows)
