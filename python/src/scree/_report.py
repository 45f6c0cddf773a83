# SPDX-License-Identifier: BSD-3-Clause
"""The report of a calibration: in words, as JSON, as YAML for --set, and as a figure."""
from __future__ import annotations

import json
import math
import shlex
from pathlib import Path
from typing import Any, Sequence

import numpy as np

from ._figure import new_figure, save_figure
from ._fit import BAD, NORMAL, SURE, Fit
from ._targets import UNITS, Parameter, Target, Targets
from ._terminal import escape_lines

EDGE = 0.005  # of the range: so near, a fit is at its bound
JUMPS = 4.0  # times the rise of chi2 that an end of an interval stands for: beyond it, chi2 is no smooth function
PART = 0.25  # of a direction: parameters with a smaller part in it are not named


def interval_of(fit: Fit, j: int, parameter: Parameter) -> tuple[float | None, float | None]:
    """The 95 % interval of a parameter, from its profile if there is one; None for an end that lies outside the range."""
    if fit.profiles:
        low, high = fit.profiles[j]["low"], fit.profiles[j]["high"]
    else:
        low, high = (u if 0.0 < u < 1.0 else None for u in fit.intervals[j])
    return (None if low is None else parameter.value(low)), (None if high is None else parameter.value(high))


def undecided(fit: Fit, parameters: Sequence[Parameter]) -> list[dict[str, Any]]:
    """Directions whose 95 % interval is wider than the range: names of the parameters, their parts, and the width over the
    range."""
    found = []
    for s, direction in zip(fit.singular, fit.directions):
        width = 2 * NORMAL * fit.scale / max(s, 1e-12)
        if width > 1.0:
            parts = [j for j in range(len(parameters)) if abs(direction[j]) > PART]
            found.append({"parameters": [parameters[j].path for j in parts], "parts": [float(direction[j]) for j in parts],
                          "width": float(width)})
    return found


def findings(fit: Fit, targets: Targets) -> list[str]:
    """What the user has to know, a sentence or two each."""
    names = targets.parameters
    said = []
    if fit.freedom and fit.probability < BAD:
        worst = int(np.argmax(np.abs(fit.residuals)))
        said.append(f"The model does not describe the data: chi2 = {fit.chi2:.4g} with {fit.freedom} degrees of freedom, which chance makes "
                    f"with a probability of {fit.probability:.1g}. Another law, another parameter, or larger sigmas are needed. The "
                    f"intervals below are those of sigmas {fit.scale:.3g} times as large, which would make such deviations; they hold only as far as the "
                    f"deviations are random. The largest deviation is {fit.residuals[worst]:+.1f} sigma, in target "
                    f"{_owner(targets.targets, worst)}.")
    if not fit.freedom:
        said.append("There are not more values than parameters, so the fit says nothing about whether the model is right.")
    if targets.noisy and len(targets.seeds) == 1:
        said.append("There is one seed, so the scatter of runs with other arrangements of the particles is not in sigma: chi2 and the intervals "
                    "are those of this arrangement only. Accepted as an estimate with that scatter: 'seeds' with four or more.")
    for j, parameter in enumerate(names):
        rises = _rises_at_ends(fit, j)
        if rises and max(rises) > JUMPS * SURE * fit.scale**2:
            said.append(f"At an end of the interval of {parameter.path} chi2 rises by {max(rises):.3g}, where a smooth model would give "
                        f"{SURE * fit.scale**2:.3g}: the values change more with the arrangement of the particles than with the parameter. More seeds, or a "
                        "larger 'step', are needed.")
    open_ended = []
    for j, parameter in enumerate(names):
        low, high = interval_of(fit, j, parameter)
        if low is None and high is None:
            open_ended.append(parameter.path)
    weak = undecided(fit, names)
    for direction in weak:
        if len(direction["parameters"]) == 1:
            said.append(f"The data do not decide {direction['parameters'][0]}: its 95 % interval is wider than the range that was given.")
        else:
            signs = {math.copysign(1.0, p) for p in direction["parts"]}
            how = "raised or lowered together" if len(signs) == 1 else "raised and lowered against each other"
            said.append(f"The data do not decide between {' and '.join(direction['parameters'])}: {how} they give the same values. Fix one "
                        "of them, or add a target that depends on them in another way.")
    named = {path for direction in weak for path in direction["parameters"]}
    said += [f"The data do not decide {path}: no value in the range can be excluded when the others are fitted again."
             for path in open_ended if path not in named]
    for j, parameter in enumerate(names):
        if min(fit.u[j], 1 - fit.u[j]) < EDGE:
            bound = "min" if fit.u[j] < 0.5 else "max"
            said.append(f"{parameter.path} ends at its {bound}: the best value may lie outside the range.")
    for j in range(len(names)):
        for k in range(j):
            r = fit.correlation[j, k]
            if abs(r) > 0.95 and not {names[j].path, names[k].path} & named:
                said.append(f"{names[k].path} and {names[j].path} are strongly correlated ({r:+.3f}): their separate intervals are much "
                            "wider than that of a combination of them.")
    if not fit.converged:
        said.append(f"The fit did not converge: {fit.message}")
    return said


def _rises_at_ends(fit: Fit, j: int) -> list[float]:
    """By how much chi2 is larger at the ends of the interval of a parameter, where a profile has found them."""
    if not fit.profiles:
        return []
    known = dict(fit.profiles[j]["points"])
    return [known[end] for end in (fit.profiles[j]["low"], fit.profiles[j]["high"]) if end in known]


def _owner(targets: Sequence[Target], index: int) -> str:
    for target in targets:
        if index < len(target.value):
            return target.name
        index -= len(target.value)
    raise IndexError(index)


def as_json(fit: Fit, targets: Targets, model: np.ndarray, sigma: np.ndarray, more: dict[str, Any]) -> dict[str, Any]:
    """All of the result as numbers."""
    parameters = []
    for j, p in enumerate(targets.parameters):
        low, high = interval_of(fit, j, p)
        parameters.append({"path": p.path, "value": p.value(fit.u[j]), "unit": p.unit, "low": low, "high": high, "min": p.low, "max": p.high,
                           "scale": "log" if p.log else "linear", "sensitivity": float(np.linalg.norm(fit.jacobian[:, j])),
                           "profile": [[p.value(u), rise] for u, rise in fit.profiles[j]["points"]] if fit.profiles else None})
    values, begin = [], 0
    for t in targets.targets:
        part = slice(begin, begin + len(t.value))
        values.append({"name": t.name, "kind": t.kind, "si_unit": UNITS[t.unit][0], "x_name": t.x_name,
                       "y_name": t.y_name, "source": t.source, "x": t.x.tolist(), "measured": t.value.tolist(),
                       "sigma": sigma[part].tolist(), "model": model[part].tolist(),
                       "chi2": float(fit.residuals[part] @ fit.residuals[part])})
        begin = part.stop
    return {"parameters": parameters, "targets": values, "chi2": fit.chi2, "degrees_of_freedom": fit.freedom,
            "probability": fit.probability, "sigma_scale": fit.scale, "converged": fit.converged, "singular_values": fit.singular.tolist(),
            "directions": fit.directions.tolist(), "correlation": fit.correlation.tolist(),
            "undecided": undecided(fit, targets.parameters), "findings": findings(fit, targets), **more}


def _bound(value: float | None, open_text: str) -> str:
    return open_text if value is None else f"{value:.5g}"


def as_text(result: dict[str, Any]) -> str:
    """The report in words."""
    lines = [f"Calibration of {result['case']} with {result['version']}, {result['evaluations']} evaluations", ""]
    lines += [f"- {sentence}" for sentence in result["findings"]] or ["- Every parameter is decided by the data, and the model describes them."]
    how = "profile likelihood" if result["parameters"][0]["profile"] else "Jacobian"
    if result["sigma_scale"] > 1.0:
        how += f" with sigmas {result['sigma_scale']:.3g} times as large"
    width = max(len(p["path"]) for p in result["parameters"]) + 2
    lines += ["", f"Parameters; 95 % intervals from the {how}. An end that the data do not set is in brackets, with the bound.", "",
              f"{'parameter':{width}}{'value':>12}{'from':>14}{'to':>14}  unit   sensitivity"]
    for p in result["parameters"]:
        low, high = _bound(p["low"], f"[{p['min']:.5g}]"), _bound(p["high"], f"[{p['max']:.5g}]")
        lines.append(f"{p['path']:{width}}{p['value']:12.5g}{low:>14}{high:>14}  {p['unit'] or '-':6} {p['sensitivity']:.3g}")
    lines += ["", "Sensitivity: by how many sigmas all values together change over the range, extrapolated from the fit.", "",
              f"chi2 = {result['chi2']:.5g} with {result['degrees_of_freedom']} degrees of freedom, probability {result['probability']:.3g}", ""]
    for t in result["targets"]:
        lines.append(f"{t['name']} ({t['kind']}, {t['si_unit'] or '1'}), chi2 {t['chi2']:.4g} of {len(t['measured'])} values; source: {t['source'] or 'not given'}")
        for x, m, s, v in list(zip(t["x"], t["measured"], t["sigma"], t["model"]))[:12]:
            lines.append(f"    {f'x {x:<12.6g} ' if t['x_name'] else ''}measured {m:<12.6g} sigma {s:<10.3g} fit {v:<12.6g} {(v - m) / s:+.2f} sigma")
        if len(t["x"]) > 12:
            lines.append(f"    ... {len(t['x']) - 12} more in report.json")
    lines += ["", "Options for these values, of run, check, law and sweep:", "",
              "    " + " ".join("--set " + shlex.quote(f"{path}={value}") for path, value in result["set"].items()), ""]
    return escape_lines("\n".join(lines))


def as_yaml(result: dict[str, Any]) -> str:
    """Paths and values, a line each, for --set."""
    return "".join(f"{json.dumps(path)}: {value}\n" for path, value in result["set"].items())


def draw(result: dict[str, Any], path: Path) -> bool:
    """A figure with a panel for each target and each profile; False, with a note, where matplotlib is missing."""
    curves = [t for t in result["targets"] if len(t["x"]) > 1]
    single = [t for t in result["targets"] if len(t["x"]) == 1]
    profiles = [p for p in result["parameters"] if p["profile"]]
    count = len(curves) + bool(single) + len(profiles)
    made = new_figure(count)
    if made is None:
        return False
    figure, axes = made
    for t in curves:
        _draw_target(next(axes), t)
    if single:
        _draw_single(next(axes), single)
    for p in profiles:
        _draw_profile(next(axes), p, SURE * result["sigma_scale"] ** 2)
    save_figure(figure, axes, path)
    return True


def _draw_target(axis: Any, t: dict[str, Any]) -> None:
    axis.errorbar(t["x"], t["measured"], t["sigma"], fmt=".", color="0.4", ms=4, lw=0.8, label="measured")
    axis.plot(t["x"], t["model"], "-", color="C0", lw=1.4, label="fit")
    axis.set_title(t["name"], fontsize=10)
    axis.set_xlabel("overlap [m]" if t["kind"] == "loop" else t["x_name"])
    axis.set_ylabel(f"{t['y_name']} [{t['si_unit'] or '1'}]")
    axis.legend(frameon=False, fontsize=8)


def _draw_single(axis: Any, targets: Sequence[dict[str, Any]]) -> None:
    places = range(len(targets))
    axis.errorbar([(t["model"][0] - t["measured"][0]) / t["sigma"][0] for t in targets], places, xerr=1.0, fmt="o", color="C0", ms=4)
    axis.axvline(0, color="0.6", lw=0.8)
    axis.set_yticks(list(places), [t["name"] for t in targets])
    axis.set_xlabel("(fit - measured) / sigma")
    axis.set_title("single values", fontsize=10)


def _draw_profile(axis: Any, p: dict[str, Any], sure: float) -> None:
    x, rise = np.array(p["profile"]).T
    log = p["scale"] == "log"
    along = np.log(x) if log else x
    root = np.sqrt(rise) * np.sign(along - along[int(np.argmin(rise))])  # nearly a straight line
    fine = np.linspace(along[0], along[-1], 200)
    axis.plot(np.exp(fine) if log else fine, np.interp(fine, along, root) ** 2, color="C0", lw=1.2)
    axis.plot(x, rise, ".", color="C0", ms=5)
    axis.axhline(sure, color="0.6", lw=0.8, ls="--")
    axis.set_ylim(0, 10 * sure / SURE)
    if log and x[-1] > 8 * x[0]:
        axis.set_xscale("log")
    else:
        axis.locator_params(axis="x", nbins=5)
    axis.set_title(p["path"], fontsize=10)
    axis.set_xlabel(f"value [{p['unit']}]" if p["unit"] else "value")
    axis.set_ylabel("rise of chi2")
