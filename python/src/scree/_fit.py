# SPDX-License-Identifier: BSD-3-Clause
"""Least squares for calibrations: a fit, what the data decide, and profiles of the parameters.

Parameters are scaled so that 0 and 1 are their bounds (in the logarithm, if asked for): u. Residuals are over sigma. All
derivatives are differences over wide steps, because a run of grains is not a smooth function of its parameters; the points
of one Jacobian are evaluated together, so they can be done in parallel.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Callable, Optional, Sequence

import numpy as np

from ._files import MissingPackage
from .errors import Error

# Residuals over sigma of many points u, None for a point that could not be evaluated.
Evaluate = Callable[[Sequence[np.ndarray]], Sequence[Optional[np.ndarray]]]

SURE = 3.84  # of chi2(1), 95 %
BAD = 0.001  # probability of chi2 below which the model is said not to describe the data
NORMAL = 1.959964  # of the standard normal distribution, 95 %


def scipy(module: str) -> Any:
    """A module of SciPy, which is loaded when it is needed: it takes longer than the rest of the package."""
    try:
        return import_module(f"scipy.{module}")
    except ImportError:
        raise MissingPackage("calibration needs SciPy, which is not there; Debian: apt install python3-scipy") from None


@dataclass
class Fit:
    """Where the cost is least, and what is known there. u, errors: shape (n,); residuals (m,); jacobian (m, n)."""

    u: np.ndarray
    residuals: np.ndarray
    jacobian: np.ndarray
    converged: bool
    message: str
    singular: np.ndarray = field(default_factory=lambda: np.empty(0))
    directions: np.ndarray = field(default_factory=lambda: np.empty((0, 0)))  # rows: of `singular`
    errors: np.ndarray = field(default_factory=lambda: np.empty(0))
    correlation: np.ndarray = field(default_factory=lambda: np.empty((0, 0)))
    intervals: list[tuple[float, float]] = field(default_factory=list)  # of u, 95 %, from the Jacobian
    profiles: list[dict[str, Any]] = field(default_factory=list)

    @property
    def chi2(self) -> float:
        """Sum of the squared residuals."""
        return float(self.residuals @ self.residuals)

    @property
    def freedom(self) -> int:
        """Values less parameters that the data decide."""
        return max(0, len(self.residuals) - int(np.sum(self.singular > 2 * NORMAL)))

    @property
    def probability(self) -> float:
        """That chance alone makes chi2 at least as large; nan without degrees of freedom."""
        return float(scipy("stats").chi2.sf(self.chi2, self.freedom)) if self.freedom else float("nan")

    @property
    def scale(self) -> float:
        """Factor of all sigmas in intervals: if the model does not describe the data, the factor makes chi2 equal to the degrees of freedom; otherwise
        it is 1."""
        return float(np.sqrt(self.chi2 / self.freedom)) if self.freedom and self.probability < BAD else 1.0


class _Problem:
    """The residuals with what has been evaluated, and a large constant where an evaluation fails."""

    def __init__(self, evaluate: Evaluate, steps: np.ndarray) -> None:
        self.evaluate, self.steps = evaluate, steps
        self.known: dict[bytes, np.ndarray | None] = {}

    def many(self, points: Sequence[np.ndarray]) -> list[np.ndarray | None]:
        missing = {p.tobytes(): p for p in points if p.tobytes() not in self.known}
        if missing:
            self.known.update(zip(missing, self.evaluate(list(missing.values()))))
        return [self.known[p.tobytes()] for p in points]

    def one(self, u: np.ndarray) -> np.ndarray | None:
        return self.many([np.ascontiguousarray(u)])[0]

    def end(self, u: np.ndarray) -> np.ndarray:
        """The residuals where a fit has ended. Error if they could not be evaluated."""
        found = self.one(u)
        if found is None:
            raise Error("the fit ended where the case could not be evaluated; see the messages above")
        return found

    def jacobian(self, u: np.ndarray, free: Sequence[int]) -> np.ndarray:
        """Central differences, one-sided where a bound or a failed evaluation is in the way."""
        centre = self.one(u)
        points = []
        for j in free:
            for sign in (1, -1):
                point = u.copy()
                point[j] = min(1.0, max(0.0, u[j] + sign * self.steps[j]))
                points.append(point)
        values = self.many(points)
        columns = []
        for k, j in enumerate(free):
            sides = [(points[2 * k + i][j], values[2 * k + i]) for i in range(2)]
            ends = [(x, v) for x, v in sides if v is not None and x != u[j]]
            if len(ends) == 1 and centre is not None:
                ends.append((u[j], centre))
            if len(ends) < 2:
                raise Error("the case could not be evaluated beside a point that could; see the messages above")
            columns.append((ends[0][1] - ends[1][1]) / (ends[0][0] - ends[1][0]))
        return np.stack(columns, axis=1)


EXACT = 1e-8  # chi2 below which nothing is left to gain; relative tolerances alone would go on


class _Reached(Exception):
    """The cost is as good as zero at this point."""


def _minimise(problem: _Problem, start: np.ndarray, free: Sequence[int], tolerance: float, limit: int) -> tuple[np.ndarray, bool, str]:
    """The point of least cost where the parameters that are not free stay as they are."""
    free = list(free)
    first = problem.one(start)
    if first is None:
        raise Error("the start could not be evaluated; see the messages above, or give other values of 'start'")
    failed = np.full(len(first), 10.0 * (1.0 + np.abs(first).max()))

    def whole(x: np.ndarray) -> np.ndarray:
        u = start.copy()
        u[free] = x - 1.0
        return u

    def residuals(x: np.ndarray) -> np.ndarray:
        found = problem.one(whole(x))
        if found is not None and found @ found < EXACT:
            raise _Reached(whole(x))
        return failed if found is None else found

    # SciPy wants the start within the bounds, and takes its first steps as long as x: hence 1 to 2, not 0 to 1.
    inside = 1.0 + np.clip(start[free], 1e-6, 1 - 1e-6)
    try:
        found = scipy("optimize").least_squares(residuals, inside, lambda x: problem.jacobian(whole(x), free), bounds=(1.0, 2.0),
                                       ftol=tolerance, xtol=tolerance, gtol=1e-12, max_nfev=limit)
    except _Reached as reached:
        return reached.args[0], True, "the values are met exactly"
    return whole(found.x), found.status > 0, found.message


def _analyse(fit: Fit) -> None:
    """Singular values of the Jacobian: the combination of row k of `directions` is known to 1 / singular[k]."""
    _, fit.singular, fit.directions = np.linalg.svd(fit.jacobian, full_matrices=False)
    if len(fit.singular) < len(fit.u):  # fewer values than parameters
        fit.singular, fit.directions = np.linalg.svd(np.vstack([fit.jacobian, np.zeros((len(fit.u),) * 2)]))[1:]
    scale = 1.0 / np.maximum(fit.singular, 1e-12)
    covariance = (fit.directions.T * scale**2) @ fit.directions
    fit.errors = np.sqrt(np.diag(covariance))
    fit.correlation = covariance / np.outer(fit.errors, fit.errors)
    wide = NORMAL * fit.scale
    fit.intervals = [(u - wide * e, u + wide * e) for u, e in zip(fit.u, fit.errors)]


def _refit(problem: _Problem, fit: Fit, point: np.ndarray, free: list[int], rough: bool, tolerance: float) -> tuple[np.ndarray, float]:
    """The least chi2 near a point with only `free` to vary. Rough: with the Jacobian of the fit, which needs few evaluations."""
    if free and not rough:
        point, _, _ = _minimise(problem, point, free, max(tolerance, 1e-5), 20)
    best = problem.one(point)
    if best is None:
        return point, np.inf
    for _ in range(3 if free and rough else 0):
        trial = point.copy()
        trial[free] = np.clip(point[free] - np.linalg.lstsq(fit.jacobian[:, free], best, rcond=None)[0], 0, 1)
        found = problem.one(trial)
        if found is None or found @ found > best @ best - 0.05:
            break
        point, best = trial, found
    return point, float(best @ best)


def _profile_side(problem: _Problem, fit: Fit, j: int, sign: int, rough: bool, tolerance: float) -> tuple[float | None, list]:
    """Where 2 * (cost - least cost), with all others refitted, exceeds 3.84 (with larger sigmas: in units of theirs): None if nowhere within the bounds."""
    sure = SURE * fit.scale**2
    free = [k for k in range(len(fit.u)) if k != j]
    room = 1.0 - fit.u[j] if sign > 0 else fit.u[j]
    follow = fit.correlation[:, j] * fit.errors / fit.errors[j]  # how the others move with this one
    points: list[tuple[float, float]] = []
    near, far, start = (0.0, 0.0), None, fit.u
    distance = min(NORMAL * fit.scale * fit.errors[j], room)
    for _ in range(8):
        if distance <= 0:
            return None, points
        guess = fit.u + sign * distance * follow if near[0] == 0.0 else start.copy()
        guess[j] = fit.u[j] + sign * distance
        start, chi2 = _refit(problem, fit, np.clip(guess, 0.0, 1.0), free, rough, tolerance)
        rise = max(chi2 - fit.chi2, 0.0)
        points.append((float(fit.u[j] + sign * distance), rise))
        if rise < sure:
            near = (distance, rise)
            if distance >= room:
                return None, points
        else:
            far = (distance, rise)
        if abs(rise - sure) < 0.1 * sure:
            break
        if far is None:
            distance = min(2.0 * distance, room)
        else:  # the root of the rise is nearly linear, not far from the fit
            if far[0] - near[0] < 0.02:
                break
            low, high = np.sqrt(near[1]), np.sqrt(far[1])
            share = 0.5 if far[1] > 25 * sure else (np.sqrt(sure) - low) / (high - low)
            distance = near[0] + (far[0] - near[0]) * min(max(share, 0.2), 0.8)
    return float(fit.u[j] + sign * distance), points


def fit(evaluate: Evaluate, starts: Sequence[np.ndarray], steps: np.ndarray, *, noisy: bool, profile: bool,
        limit: int = 60) -> Fit:
    """The best of the fits from each start (shape (n,), between 0 and 1), with its analysis.

    evaluate: residuals over sigma of points. steps: of the differences, in u. noisy: the residuals are those of runs with
    random arrangements, so convergence is judged coarsely and profiles use the Jacobian of the fit. Error if nothing can be
    evaluated."""
    problem = _Problem(evaluate, np.asarray(steps, float))
    tolerance = 1e-3 if noisy else 1e-8
    free = range(len(steps))
    ends = [_minimise(problem, np.clip(np.asarray(s, float), 0.0, 1.0), free, tolerance, limit) for s in starts]
    costs = [float(r @ r) for r in (problem.end(u) for u, _, _ in ends)]
    u, converged, message = ends[int(np.argmin(costs))]
    best = Fit(u, problem.end(u), problem.jacobian(u, free), converged, message)
    _analyse(best)
    for j in free if profile else ():
        low, left = _profile_side(problem, best, j, -1, noisy, tolerance)
        high, right = _profile_side(problem, best, j, 1, noisy, tolerance)
        best.profiles.append({"low": low, "high": high, "points": sorted([*left, (float(u[j]), 0.0), *right])})
    return best


def spread_points(count: int, size: int, seed: int = 1) -> list[np.ndarray]:
    """A Latin hypercube of `count` points with `size` coordinates between 0 and 1."""
    return list(scipy("stats.qmc").LatinHypercube(size, seed=seed).random(count))
