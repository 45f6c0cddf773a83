# SPDX-License-Identifier: BSD-3-Clause
"""The file of targets of a calibration: parameters with their ranges, and measured values with what scree has to do for
them. Each kind of target knows the files that it needs and how its values follow from them."""
from __future__ import annotations

import csv
import io
import math
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping, Sequence

import numpy as np

from ._files import MissingPackage
from ._heap import angle_of_repose
from ._plan import Change, value_text
from ._series import Series, parse_time
from .errors import InputError

# unit: (SI unit, factor); degrees stay degrees, because angles of repose are given in them
UNITS: dict[str, tuple[str, float]] = {"": ("", 1.0), "1": ("", 1.0), "%": ("", 0.01), "deg": ("deg", 1.0),
                                       "rad": ("deg", 180.0 / math.pi)}
for _base, _prefixes in {"N": "umkM", "Pa": "kMG", "m": "num", "s": "num", "m/s": "um", "J": "num", "W": "umk", "N m": "umk",
                         "N/m": "kM"}.items():
    UNITS[_base] = (_base, 1.0)
    for _p in _prefixes:
        UNITS[_p + _base] = (_base, {"n": 1e-9, "u": 1e-6, "m": 1e-3, "k": 1e3, "M": 1e6, "G": 1e9}[_p])
UNITS.update({"cm": ("m", 0.01), "cm/s": ("m/s", 0.01), "min": ("s", 60.0), "kg": ("kg", 1.0), "g": ("kg", 1e-3), "mg": ("kg", 1e-6),
              "kg/s": ("kg/s", 1.0), "g/s": ("kg/s", 1e-3), "kg/h": ("kg/s", 1 / 3600.0), "t/h": ("kg/s", 1 / 3.6), "1/s": ("1/s", 1.0),
              "kg/m3": ("kg/m3", 1.0), "rad/s": ("rad/s", 1.0), "rpm": ("rad/s", math.pi / 30)})


def unit_factor(where: str, unit: str, accepted: str | None = None) -> float:
    """Factor from a unit to that of scree. InputError if it is unknown, or not of the SI unit `accepted`."""
    base, factor = UNITS.get(unit, (None, 0.0))
    if base is None or (accepted is not None and base != accepted):
        names = [u for u, (b, _) in UNITS.items() if accepted is None or b == accepted]
        raise InputError(f"{where}: unit '{unit}'; accepted: {', '.join(n or '1' for n in names if n or accepted != '')}")
    return factor


@dataclass
class Parameter:
    """A parameter that is fitted: its path and its range, in the unit of the file."""

    path: str
    low: float
    high: float
    log: bool = False
    start: float | None = None
    step: float | None = None  # of differences: of the logarithm, or a share of the range
    unit: str = ""

    def value(self, u: float) -> float:
        """The value at u between 0 and 1, with 10 digits, so that points that differ by rounding are one evaluation."""
        if self.log:
            return float(f"{self.low * (self.high / self.low) ** float(u):.10g}")
        return float(f"{self.low + (self.high - self.low) * float(u):.10g}")

    def scaled(self, value: float) -> float:
        """u of a value."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def difference(self, noisy: bool) -> float:
        """Step of differences in u; as the notes in docs/sweeps.md explain, runs of grains need wide ones."""
        if self.log:
            return min(0.25, (self.step or (0.2 if noisy else 0.01)) / math.log(self.high / self.low))
        return min(0.25, self.step or (0.1 if noisy else 0.003))

    def change(self, value: float) -> Change:
        """--set of a value."""
        return Change(self.path, repr(float(value)) + (f" {self.unit}" if self.unit else ""))


@dataclass(frozen=True)
class Work:
    """Something the program does: `law collide`, `law drive` with a file, or `run` of a case, with changes."""

    kind: str  # collide, drive, run
    case: Path
    changes: tuple[Change, ...]
    path: str = ""  # text of the path for drive


@dataclass
class Target:
    """Measured values of one kind. x, value, sigma: shape (n,), in the units of scree."""

    name: str
    kind: str
    case: Path
    changes: tuple[Change, ...]
    spec: dict[str, Any]
    x: np.ndarray
    value: np.ndarray
    sigma: np.ndarray
    unit: str
    source: str
    x_texts: list[str] = field(default_factory=list)
    path: str = ""
    rows: list[int] = field(default_factory=list)  # of the path, with a measured value

    @property
    def x_name(self) -> str:
        """What x is, for people; empty for single values."""
        return {"collision": self.spec.get("at", ""), "loop": "overlap", "curve": self.spec.get("x", "")}.get(self.kind, "")

    @property
    def y_name(self) -> str:
        """What the values are, for people."""
        return self.spec.get("of") or self.spec.get("column") or self.spec.get("y") or self.name

    def work(self, changes: Sequence[Change]) -> list[Work]:
        """What has to be done for one set of parameters."""
        changes = (*self.changes, *changes)
        if self.kind == "collision":
            return [Work("collide", self.case, (*changes, Change(self.spec["at"], text))) for text in self.x_texts]
        if self.kind == "loop":
            return [Work("drive", self.case, changes, self.path)]
        return [Work("run", self.case, changes)]

    def predict(self, files: Sequence[Path]) -> np.ndarray:
        """The values of the model, shape (n,), from the files (CSV of the contact lab, folder of the run)."""
        if self.kind == "collision":
            return np.array([_lab_column(file, self.spec["of"])[0] for file in files])
        if self.kind == "loop":
            return np.array(_lab_column(files[0], self.spec["column"]))[self.rows]
        if self.kind == "angle_of_repose":
            return np.array([angle_of_repose(files[0], **self.spec)])
        series = Series(files[0] / "series.csv")
        if self.kind == "curve":
            return _on_curve(series, self.spec, self.x, self.name)
        expression = self.spec["expression"]
        found, unit = series.evaluate(expression)
        if unit and UNITS.get(unit, (unit,))[0] != UNITS[self.unit][0]:
            raise InputError(f"target {self.name}: '{expression}' is in {unit}, the measured value in {self.unit or '1'}")
        return np.array([found])


def _lab_column(file: Path, name: str) -> list[float]:
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    rows = list(csv.reader(lines))
    if name not in rows[0]:
        raise InputError(f"no column '{name}' in the contact lab; accepted: {', '.join(rows[0])}")
    k = rows[0].index(name)
    return [float(row[k]) for row in rows[1:]]


def _on_curve(series: Series, spec: Mapping[str, Any], at: np.ndarray, name: str) -> np.ndarray:
    """y of the model at measured x, linear between rows; x must not turn back within the window."""
    x, y = (np.array(series.curve(spec[k], spec["from"], spec["to"])) for k in "xy")
    steps = np.diff(x)
    if (steps < 0).all() or (steps <= 0).all():
        x, y, steps = x[::-1], y[::-1], -steps[::-1]
    if not (steps >= 0).all():
        raise InputError(f"target {name}: x = '{spec['x']}' turns back within the window; accepted: 'from' and 'to' that take one way "
                         "of it")
    if at.min() < x[0] or at.max() > x[-1]:
        raise InputError(f"target {name}: measured x from {at.min():g} to {at.max():g}, in the run from {x[0]:g} to {x[-1]:g}")
    return np.interp(at, x, y)


# ---- reading ----------------------------------------------------------------------------------------------------

_KINDS: dict[str, dict[str, Any]] = {  # keys of each kind, with what they are if not given
    "collision": {"of": "e_n", "at": "speed"},
    "loop": {"column": "fn"},
    "angle_of_repose": {"up": "z", "surface": "cone", "particles": None},
    "mass_flow": {"outlet": None, "from": None, "to": None},
    "curve": {"x": None, "y": None, "from": None, "to": None},
    "value": {"expression": None},
}
_SPEED = {"speed": "lab.speed", "angle": "lab.angle"}


@dataclass
class Targets:
    """All of a file of targets."""

    parameters: list[Parameter]
    targets: list[Target]
    seeds: list[int]
    seed_path: str = "seed"

    @property
    def noisy(self) -> bool:
        """Whether runs are among the work, and not only the contact lab."""
        return any(t.kind not in ("collision", "loop") for t in self.targets)


def _check_keys(where: str, given: Any, accepted: Sequence[str], required: Sequence[str] = ()) -> dict:
    if not isinstance(given, Mapping):
        raise InputError(f"{where}: accepted: a mapping with {', '.join(accepted)}")
    for key in given:
        if key not in accepted:
            raise InputError(f"{where}: unknown key '{key}'; accepted: {', '.join(accepted)}")
    for key in required:
        if key not in given:
            raise InputError(f"{where}: '{key}' is missing")
    return dict(given)


def _number(where: str, value: Any) -> float:
    try:  # YAML takes 1e6 for a text
        number = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{where}: '{value}'; accepted: a number, its unit in the key 'unit'") from None
    if not math.isfinite(number) or isinstance(value, bool):
        raise InputError(f"{where}: '{value}'; accepted: a finite number")
    return number


def _read_parameter(path: str, given: Any) -> Parameter:
    where = f"parameters: {path}"
    keys = _check_keys(where, given, ["min", "max", "scale", "start", "step", "unit"], ["min", "max"])
    low, high = _number(f"{where}: min", keys["min"]), _number(f"{where}: max", keys["max"])
    log = keys.get("scale", "linear") == "log"
    if keys.get("scale", "linear") not in ("log", "linear"):
        raise InputError(f"{where}: scale '{keys['scale']}'; accepted: log, linear")
    if not low < high or (log and low <= 0):
        raise InputError(f"{where}: min {low:g}, max {high:g}; accepted: min < max{', above 0 with scale: log' if log else ''}")
    start = None if keys.get("start") is None else _number(f"{where}: start", keys["start"])
    step = None if keys.get("step") is None else _number(f"{where}: step", keys["step"])
    if (start is not None and not low <= start <= high) or (step is not None and step <= 0):
        raise InputError(f"{where}: start {start}, step {step}; accepted: a start from min to max, a step above 0")
    return Parameter(path, low, high, log, start, step, str(keys.get("unit", "")))


def _read_rows(where: str, name: str, data: Any, folder: Path) -> tuple[list[dict[str, str]], dict[str, str]]:
    """Rows with texts, and what is the same for all of them."""
    if isinstance(data, str):
        try:
            text = (folder / data).read_text(encoding="utf-8-sig")
        except OSError as problem:
            raise InputError(f"{where}: data: {folder / data}: {problem.strerror}") from None
        reader = csv.DictReader(io.StringIO(text), skipinitialspace=True)
        rows = [{k.strip(): (v or "").strip() for k, v in row.items() if k} for row in reader]
        if rows and "quantity" in rows[0]:
            rows = [row for row in rows if row["quantity"] == name]
        if not rows:
            raise InputError(f"{where}: data: {folder / data} has no rows{f' with the quantity {name}' if reader.line_num > 1 else ''}")
        return rows, {}
    keys = _check_keys(f"{where}: data", data, ["x", "value", "sigma", "unit", "x_unit", "source", "file"])
    if "file" in keys:
        rows, _ = _read_rows(where, name, str(keys.pop("file")), folder)
        return rows, {k: str(v) for k, v in keys.items()}
    lists = {k: v if isinstance(v, list) else [v] for k, v in keys.items() if k in ("x", "value", "sigma")}
    count = max(map(len, lists.values()), default=0)
    rows = [{k: str(v[i] if len(v) > 1 else v[0]) for k, v in lists.items() if len(v) in (1, count)} for i in range(count)]
    if any(len(v) not in (1, count) for v in lists.values()) or len(lists.get("value", [])) != count:
        raise InputError(f"{where}: data: x, value and sigma have different lengths")
    return rows, {k: str(v) for k, v in keys.items() if k not in lists}


def _sigma(where: str, text: str, value: float) -> float:
    text = text.strip()
    if not text or text == "None":
        raise InputError(f"{where}: 'sigma' is missing: the standard deviation of each measured value, such as 0.02 or 5 %; the weight "
                         "of a value and all intervals follow from it")
    sigma = 0.01 * _number(where, text[:-1]) * abs(value) if text.endswith("%") else _number(where, text)
    if not sigma > 0:
        raise InputError(f"{where}: sigma {text}; accepted: a number above 0")
    return sigma


_ACCEPTED = {"collision": None, "loop": None, "angle_of_repose": "deg", "mass_flow": "kg/s", "curve": None, "value": None}
# SI units of columns of the contact lab
_LAB = {"e_n": "", "e_t": "", "e_s": "", "contact_time": "s", "peak_force": "N", "max_overlap": "m", "kinetic_after": "J", "fn": "N",
        "ft_x": "N", "ft_y": "N", "mr_x": "N m", "mr_y": "N m", "mw": "N m"}
_COLUMNS = ("quantity", "x", "value", "sigma", "unit", "x_unit", "source")


def _read_data(target: Target, where: str, data: Any, folder: Path) -> None:
    rows, common = _read_rows(where, target.name, data, folder)
    every = [{**common, **row} for row in rows]
    if target.kind == "loop":
        names = [n for n in rows[0] if n not in _COLUMNS]
        if not {"t", "overlap"} <= set(names):
            raise InputError(f"{where}: data: accepted: a file with the columns t and overlap of a path (and others of it), value, sigma, unit")
        target.path = "\n".join([",".join(names), *(",".join(row[n] for n in names) for row in rows)]) + "\n"
        target.rows = [k for k, row in enumerate(every) if row.get("value")]
        every = [every[k] for k in target.rows]
    if isinstance(data, str) or (isinstance(data, Mapping) and "file" in data):
        wanted = [*{"collision": ["x"], "curve": ["x"], "loop": ["t", "overlap"]}.get(target.kind, []), "value", "sigma", "unit"]
        lacks = [n for n in wanted if n not in ("sigma", "unit") and not any(n in row for row in every)]  # of these two more is said below
        if lacks:
            raise InputError(f"{where}: data: {folder / (data if isinstance(data, str) else str(data['file']))} has no column {', '.join(lacks)}, but "
                             f"{', '.join(rows[0])}; accepted: a first line with {', '.join(wanted)} (and x_unit, source, quantity)")
    units = {row.get("unit", "") for row in every}
    if len(units) != 1:
        raise InputError(f"{where}: data: accepted: values with one unit")
    target.unit = units.pop()
    accepted = _LAB.get(target.spec.get("of", target.spec.get("column", "")), _ACCEPTED[target.kind])
    if not target.unit and accepted != "":
        raise InputError(f"{where}: data: 'unit' is missing; accepted: {accepted or 'a unit, or 1'}")
    factor = unit_factor(f"{where}: data", target.unit, accepted)
    values = [_number(f"{where}: data: value", row.get("value")) for row in every]
    sigmas = [_sigma(f"{where}: data: sigma", row.get("sigma", ""), v) for row, v in zip(every, values)]
    target.value, target.sigma = factor * np.array(values), factor * np.array(sigmas)
    target.source = every[0].get("source", "")
    x_unit = every[0].get("x_unit", "")
    if target.kind in ("collision", "curve"):
        numbers = [_number(f"{where}: data: x", row.get("x")) for row in every]
        target.x_texts = [f"{n!r} {x_unit}".strip() for n in numbers]
        target.x = np.array(numbers) * (unit_factor(f"{where}: data: x_unit", x_unit) if target.kind == "curve" else 1.0)
    elif target.kind == "loop":
        target.x = np.array([_number(f"{where}: data: overlap", row["overlap"]) for row in every])
    else:
        target.x = np.zeros(len(values))
        if len(values) != 1:
            raise InputError(f"{where}: data: {len(values)} values; a target of this kind has one")


def _read_target(name: str, given: Any, case: Path, folder: Path) -> Target:
    where = f"targets: {name}"
    keys = _check_keys(where, given, [*_KINDS, "case", "set", "define", "data"], ["data"])
    kinds = [k for k in keys if k in _KINDS]
    if len(kinds) != 1:
        raise InputError(f"{where}: accepted: one of {', '.join(_KINDS)}")
    kind = kinds[0]
    if kind == "value":
        spec: dict[str, Any] = {"expression": str(keys[kind])}
    else:
        spec = {**_KINDS[kind], **_check_keys(f"{where}: {kind}", keys[kind] or {}, list(_KINDS[kind]))}
    if kind == "collision":
        spec["at"] = _SPEED.get(spec["at"], spec["at"])
    elif kind == "mass_flow":
        if spec["outlet"] is None:
            raise InputError(f"{where}: mass_flow: 'outlet' is missing: the name of an outlet of the case")
        window = "".join(f", {spec[k]}" for k in ("from", "to") if spec[k] is not None)
        if spec["to"] is not None and spec["from"] is None:
            window = f", 0, {spec['to']}"
        spec = {"expression": f"slope({spec['outlet']} mass{window})"}
    elif kind == "curve":
        if spec["x"] is None or spec["y"] is None:
            raise InputError(f"{where}: curve: 'x' and 'y' are needed: formulas of columns of series.csv")
        spec.update({k: str(spec[k]) for k in "xy"})
        spec.update({k: None if spec[k] is None else parse_time(str(spec[k])) for k in ("from", "to")})
    changes = [Change(str(p), value_text(v), define) for section, define in (("set", False), ("define", True))
               for p, v in _check_keys(f"{where}: {section}", keys.get(section, {}), list(keys.get(section, {}))).items()]
    target = Target(name, kind, folder / keys["case"] if "case" in keys else case, tuple(changes), spec, np.empty(0), np.empty(0),
                    np.empty(0), "", "")
    _read_data(target, where, keys["data"], folder)
    return target


def read_targets(path: str | os.PathLike, case: Path) -> Targets:
    """Reads a file of targets. InputError names the file, the key, what was given and what would be accepted."""
    try:
        import yaml  # type: ignore[import]
    except ImportError:
        raise MissingPackage("files of targets need PyYAML, which is not there; Debian: apt install python3-yaml") from None
    path = Path(path)
    try:
        given = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise InputError(f"{path}: {problem.strerror}") from None
    except yaml.MarkedYAMLError as problem:
        place = f":{problem.problem_mark.line + 1}" if problem.problem_mark else ""
        raise InputError(f"{path}{place}: {problem.problem or problem.context}; accepted: YAML") from None
    except (yaml.YAMLError, UnicodeDecodeError) as problem:
        raise InputError(f"{path}: {problem}") from None
    try:
        return make_targets(given, case, path.parent)
    except InputError as problem:
        raise InputError(f"{path}: {problem}") from None


def make_targets(given: Any, case: Path, folder: Path) -> Targets:
    """Targets of a mapping as in the file; files are found from `folder`."""
    keys = _check_keys("targets file", given, ["parameters", "targets", "seeds", "seed_path"], ["parameters", "targets"])
    if not isinstance(keys["parameters"], Mapping) or not isinstance(keys["targets"], Mapping) or not keys["parameters"] or not keys["targets"]:
        raise InputError("accepted: 'parameters' and 'targets', each a mapping that is not empty")
    seeds = keys.get("seeds", [1, 2, 3, 4])
    if not isinstance(seeds, list) or not seeds or not all(isinstance(s, int) and s >= 0 for s in seeds) or len(set(seeds)) < len(seeds):
        raise InputError(f"seeds: '{seeds}'; accepted: a list of different whole numbers, such as [1, 2, 3, 4]")
    return Targets([_read_parameter(str(p), g) for p, g in keys["parameters"].items()],
                   [_read_target(str(n), g, case, folder) for n, g in keys["targets"].items()], seeds,
                   str(keys.get("seed_path", "seed")))
