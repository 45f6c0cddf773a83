# SPDX-License-Identifier: BSD-3-Clause
"""`scree calibrate` and scree.calibrate: parameters of a case from measured values.

The model is the program itself, called with --set; its evaluations are kept in the folder of the calibration, so a stopped
one goes on, and another fit of the same case is cheap. The scatter between seeds is added to the sigma of each value: it is
taken at the start, held while the optimiser works, and taken again at its result.
"""
from __future__ import annotations

import argparse
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping, Sequence

import numpy as np

from ._evaluate import Evaluator, Outcome
from ._fit import fit, spread_points
from ._jobs import FolderLock, cores, find_program, program_version, write_whole
from ._plan import Change, split_option, value_text
from ._report import as_json, as_text, as_yaml, draw
from ._targets import Targets, make_targets, read_targets
from ._terminal import log as _log, say
from .errors import Error, InputError
from ._sweep import Parser, case_path, check_limit, show_progress



@dataclass
class Calibration:
    """Result of a calibration. values: path -> fitted value; intervals: path -> (low, high), None for an end that the data do
    not set; chi2, freedom, probability: of the fit; findings: sentences; report: all of it in words; numbers: the same as in
    report.json; folder: where the files are."""

    values: dict[str, float]
    intervals: dict[str, tuple[float | None, float | None]]
    chi2: float
    freedom: int
    probability: float
    findings: list[str]
    report: str
    numbers: dict[str, Any]
    folder: Path

    def __repr__(self) -> str:
        shown = ", ".join(f"{p}={v:.4g}" for p, v in self.values.items())
        return f"<scree Calibration: {shown}, chi2 {self.chi2:.4g} with {self.freedom} degrees of freedom>"


def calibrate(case: str | os.PathLike, targets: str | os.PathLike | Mapping[str, Any], *, set: Mapping[str, Any] | None = None,
              define: Mapping[str, Any] | None = None, out: str | os.PathLike | None = None, jobs: int | None = None, threads: int = 1,
              limit: float | None = None, start_points: int = 0, profile: bool = True, options: Sequence[str] = (),
              program: str | os.PathLike | None = None) -> Calibration:
    """Fits the parameters of `targets`, a YAML file or a mapping of the same form (docs/sweeps.md), to its measured values.

    set, define: changes of the case in all evaluations. out: folder of evaluations and report, CASE.calibration if not
    given. jobs: processes at a time, as many as there are cores for `threads` each. limit: seconds of
    the clock after which a run is ended and counts as failed. start_points: evaluates so many points
    over the whole range first, and starts from the three best. profile: the profile of each parameter. options: further
    words for the program.

    InputError for what is wrong in the targets; Error where the case cannot be evaluated. KeyboardInterrupt after a stop; the
    same call goes on."""
    changes = [Change(p, value_text(v)) for p, v in (set or {}).items()] + [Change(p, value_text(v), True) for p, v in (define or {}).items()]
    case = case_path(case)
    if isinstance(targets, Mapping):
        wanted = make_targets(targets, case, Path("."))
    else:
        wanted = read_targets(targets, case)
    for path in {p.path for p in wanted.parameters} & {c.path for c in changes}:
        raise InputError(f"'{path}' is a parameter of the calibration, and is set; accepted: one of both")
    if threads < 1 or (jobs is not None and jobs < 1) or start_points < 0:
        raise InputError(f"jobs {jobs}, threads {threads}, points at the start {start_points}: accepted: at least 1, 1 and 0")
    check_limit(limit)
    program = find_program(program)
    version = program_version(program)
    folder = Path(out) if out is not None else Path(case.name).with_suffix(".calibration")
    with FolderLock(folder) as lock:
        work = Evaluator(folder, lock, program, version, wanted, changes, options, jobs or max(1, cores() // threads), threads, limit)
        return _calibrate(case, wanted, work, changes, start_points, profile)


class _Residuals:
    """Residuals over sigma of points u, with the variance of seeds held as it was taken last."""

    def __init__(self, work: Evaluator) -> None:
        self.work, self.targets = work, work.targets
        self.value = np.concatenate([t.value for t in self.targets.targets])
        self.measured = np.concatenate([t.sigma for t in self.targets.targets])
        self.sigma = self.measured
        self.outcomes: dict[bytes, Outcome] = {}

    def outcome(self, points: Sequence[np.ndarray]) -> list[Outcome]:
        points = [np.ascontiguousarray(u) for u in points]
        missing = {u.tobytes(): u for u in points if u.tobytes() not in self.outcomes}
        values = [[p.value(x) for p, x in zip(self.targets.parameters, u)] for u in missing.values()]
        self.outcomes.update(zip(missing, self.work.many(values) if values else []))
        for point, key in zip(values, missing):
            found = self.outcomes[key]
            shown = ", ".join(f"{p.path}={v:.6g}" for p, v in zip(self.targets.parameters, point))
            _log.info("%s: %s", shown, found.message if found.mean is None else f"chi2 {self.chi2(found):.5g}")
        return [self.outcomes[u.tobytes()] for u in points]

    def chi2(self, found: Outcome) -> float:
        return float(np.sum(((found.mean - self.value) / self.sigma) ** 2))

    def __call__(self, points: Sequence[np.ndarray]) -> list[np.ndarray | None]:
        return [None if o.mean is None else (o.mean - self.value) / self.sigma for o in self.outcome(points)]

    def take_scatter(self, u: np.ndarray) -> None:
        """Adds the variance of the mean over seeds at u to that of the measurement."""
        found = self.outcome([u])[0]
        if found.mean is None:
            raise Error(f"the case could not be evaluated at the start: {found.message}")
        self.sigma = np.sqrt(self.measured**2 + found.variance)


def _starts(residuals: _Residuals, wanted: Targets, start_points: int) -> list[np.ndarray]:
    first = np.array([0.5 if p.start is None else p.scaled(p.start) for p in wanted.parameters])
    if start_points == 0:
        return [first]
    points = [first, *spread_points(start_points, len(first))]
    costs = [np.inf if o.mean is None else residuals.chi2(o) for o in residuals.outcome(points)]
    if not np.isfinite(costs).any():
        raise Error("none of the start points could be evaluated; see the messages above")
    return [points[k] for k in np.argsort(costs)[:3] if np.isfinite(costs[k])]


def _calibrate(case: Path, wanted: Targets, work: Evaluator, changes: Sequence[Change], start_points: int, profile: bool) -> Calibration:
    residuals = _Residuals(work)
    steps = np.array([p.difference(wanted.noisy) for p in wanted.parameters])
    starts = _starts(residuals, wanted, start_points)
    if wanted.noisy:
        residuals.take_scatter(starts[0])
        starts = [fit(residuals, starts, steps, noisy=True, profile=False).u]
        residuals.take_scatter(starts[0])
    found = fit(residuals, starts, steps, noisy=wanted.noisy, profile=profile)
    model = residuals.outcome([found.u])[0].mean
    assert model is not None  # the fit has residuals there
    fitted = {p.path: p.change(p.value(u)).value for p, u in zip(wanted.parameters, found.u)}
    fixed = {c.path: c.value for c in changes if not c.define}
    numbers = as_json(found, wanted, model, residuals.sigma, {
        "case": str(case), "version": work.version, "evaluations": work.count, "set": {**fixed, **fitted}})
    text = as_text(numbers)
    write_whole(work.folder / "report.json", json.dumps(numbers, indent=2) + "\n")
    write_whole(work.folder / "fit.yaml", as_yaml(numbers))
    draw(numbers, work.folder / "report.svg")
    write_whole(work.folder / "report.txt", text)
    return Calibration({p["path"]: p["value"] for p in numbers["parameters"]},
                       {p["path"]: (p["low"], p["high"]) for p in numbers["parameters"]}, found.chi2, found.freedom, found.probability,
                       numbers["findings"], text, numbers, work.folder)


def command(words: Sequence[str]) -> int:
    """`scree calibrate WORDS`: the exit code. 0: a fit was made (also where the report says that it is bad); 1: a mistake, or
    the case could not be evaluated; 130: stopped."""
    parser = Parser(prog="scree calibrate", allow_abbrev=False)
    parser.add_argument("case")
    parser.add_argument("targets")
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--define", action="append", default=[])
    parser.add_argument("--out")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=float)
    parser.add_argument("--global", type=int, default=0, dest="start_points")
    parser.add_argument("--no-profile", action="store_true")
    parser.add_argument("--allow-libraries", action="store_true")
    parser.add_argument("--quiet", action="store_true")
    asked = parser.parse_args(words)
    show_progress(asked.quiet)
    found = calibrate(asked.case, asked.targets, set=dict(split_option("--set", w) for w in asked.set),
                      define=dict(split_option("--define", w) for w in asked.define), out=asked.out, jobs=asked.jobs,
                      threads=asked.threads, limit=asked.limit, start_points=asked.start_points, profile=not asked.no_profile,
                      options=["--allow-libraries"] if asked.allow_libraries else [])
    say(found.report)
    _log.info("in %s: report.txt, report.json, report.svg, fit.yaml", found.folder)
    return 0
