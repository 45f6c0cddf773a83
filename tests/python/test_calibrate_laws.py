# SPDX-License-Identifier: BSD-3-Clause
# long: several hundred fits in the contact lab, some minutes
# ctest: TIMEOUT 3000
"""Calibrations recover known parameters of three laws from noisy values, with honest intervals, and tell a wrong law."""
import copy

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("yaml")

from scree import calibrate  # noqa: E402
from scree._jobs import Job, find_program, run_jobs  # noqa: E402
from scree._targets import _lab_column  # noqa: E402

DRAWS = 10
INSIDE = 8  # of 10 intervals of 95 %: fewer happen by chance once in 90 times; the draws are seeded


def ramp(corners, count):
    """Path through overlaps, `count` rows each, as text; the time between rows is so long that dashpots do nothing."""
    rows, t = [(0.0, corners[0])], 0.0
    for a, b in zip(corners, corners[1:]):
        for k in range(1, count + 1):
            t += 1.0
            rows.append((t, a + (b - a) * k / count))
    return ["t,overlap"] + [f"{t:g},{d:.9g}" for t, d in rows]


# name: case, parameters, path of a loop or None, collisions (of, at, x, unit), relative noise
HOOKE = """
materials:
  glass: {density: 2500, young: 5 MPa, poisson: 0.25}
contacts:
  - between: any
    normal: {law: hooke, stiffness: 20000, restitution: 0.72}
    tangential: {law: linear_spring, friction: 0.31}
lab: {a: {material: glass, radius: 2 mm}, wall: glass, speed: 1 m/s, steps_per_contact: 100}
"""
LUDING = """
materials:
  powder: {density: 2000, young: 5 MPa, poisson: 0.25}
contacts:
  - {between: any, tangential: none, normal: {law: luding, stiffness: 20000, loading_ratio: 0.25, adhesion_ratio: 0.2, plasticity_depth: 0.05}}
lab: {a: {material: powder, radius: 5 mm}, b: {material: powder, radius: 5 mm}}
"""
JKR = """
materials:
  soft: {density: 1500, young: 10 MPa, poisson: 0.3, surface_energy: 0.05}
contacts:
  - {between: any, tangential: none, normal: {law: jkr, restitution: 0.9}}
lab: {a: {material: soft, radius: 50 um}, b: {material: soft, radius: 50 um}}
"""
NORMAL = "contacts[0].normal"
LAWS = {
    "linear_spring": (HOOKE, {
        f"{NORMAL}.restitution": (0.72, {"min": 0.3, "max": 0.95}),
        f"{NORMAL}.stiffness": (20000.0, {"min": 2e3, "max": 2e5, "scale": "log", "start": 5e3}),
        "contacts[0].tangential.friction": (0.31, {"min": 0.05, "max": 0.9})}, None,
        [("e_n", "speed", [0.3, 0.6, 1.2], "", 0.005), ("contact_time", "speed", [0.3, 0.6, 1.2], "s", 0.005),
         ("e_t", "angle", [0.9, 1.05, 1.2], "", 0.005)]),
    "luding": (LUDING, {
        f"{NORMAL}.stiffness": (20000.0, {"min": 5e3, "max": 1e5, "scale": "log"}),
        f"{NORMAL}.loading_ratio": (0.25, {"min": 0.1, "max": 0.9}),
        f"{NORMAL}.adhesion_ratio": (0.2, {"min": 0.02, "max": 1.0, "scale": "log"})},
        ramp([0, 2e-4, 0.5e-4, 4e-4, 1e-5], 25), []),
    "jkr": (JKR, {
        "materials.soft.young": (10e6, {"min": 1e6, "max": 1e8, "scale": "log", "start": 5e6}),
        "materials.soft.surface_energy": (0.05, {"min": 0.01, "max": 0.5, "scale": "log", "start": 0.1})},
        ramp([0, 2e-6, -1e-7], 40), []),
}


def lab_values(case, kind, words, column):
    """Values of a column of the contact lab, without noise."""
    out, log = case.with_suffix(".csv"), case.with_suffix(".log")
    out.unlink(missing_ok=True)
    codes = []
    run_jobs([Job([find_program(), "law", kind, str(case), "--out", str(out), *words], log)], 1, lambda k: None,
             lambda k, code, s: codes.append(code))
    assert codes == [0], log.read_text()
    return np.array(_lab_column(out, column))


def true_values(case, path, collisions):
    """Values of each target, and their sigma."""
    if path:
        (case.parent / "path.csv").write_text("\n".join(path) + "\n")
        force = lab_values(case, "drive", ["--path", str(case.parent / "path.csv")], "fn")
        return {"loop": (force, np.full(len(force), 0.005 * np.abs(force).max()))}
    found = {}
    for of, at, xs, _, noise in collisions:
        values = np.array([lab_values(case, "collide", ["--set", f"lab.{at}={x}"], of)[0] for x in xs])
        found[of] = (values, noise * np.abs(values))
    return found


def make_targets(folder, parameters, path, collisions, truth, draw):
    """Targets with noise drawn by `draw`."""
    targets = {}
    for name, (values, sigma) in truth.items():
        noisy = values + sigma * draw.standard_normal(len(values))
        if path:
            rows = [f"{row},{v!r},{s!r},N" for row, v, s in zip(path[1:], noisy.tolist(), sigma.tolist())]
            (folder / "loop.csv").write_text("\n".join(["t,overlap,value,sigma,unit", *rows]) + "\n")
            targets[name] = {"loop": {}, "data": str(folder / "loop.csv")}
        else:
            of, at, xs, unit, _ = next(c for c in collisions if c[0] == name)
            targets[name] = {"collision": {"of": of, "at": at},
                             "data": {"x": xs, "value": noisy.tolist(), "sigma": sigma.tolist(), "unit": unit}}
    return {"parameters": {p: dict(spec) for p, (_, spec) in parameters.items()}, "targets": targets}


def prepare(tmp_path, law):
    text, parameters, path, collisions = LAWS[law]
    case = tmp_path / f"{law}.yaml"
    case.write_text(text)
    return case, parameters, path, collisions, true_values(case, path, collisions)


@pytest.mark.parametrize("law", LAWS)
def test_known_parameters_are_recovered(tmp_path, law):
    case, parameters, path, collisions, truth = prepare(tmp_path, law)
    inside = dict.fromkeys(parameters, 0)
    chi2, freedom, deviations = [], [], []
    for number in range(DRAWS):
        targets = make_targets(tmp_path, parameters, path, collisions, truth, np.random.default_rng(1000 + number))
        found = calibrate(case, targets, out=tmp_path / "out")
        for name, (value, _) in parameters.items():
            low, high = found.intervals[name]
            inside[name] += low <= value <= high
            deviations.append(found.values[name] / value - 1)
        chi2.append(found.chi2)
        freedom.append(found.freedom)
        assert not any("do not decide" in s for s in found.findings)
    print(law, inside, f"largest deviation {max(map(abs, deviations)):.4f}", f"chi2 {sum(chi2):.1f} of {sum(freedom)}")
    assert max(map(abs, deviations)) < 0.02
    assert min(inside.values()) >= INSIDE
    assert sum(chi2) == pytest.approx(sum(freedom), abs=4 * np.sqrt(2 * sum(freedom)))  # sigma is what it says


def test_a_wrong_law_gives_a_bad_chi2(tmp_path):
    _, _, path, _, truth = prepare(tmp_path, "luding")
    targets = make_targets(tmp_path, {}, path, [], truth, np.random.default_rng(1))
    case = tmp_path / "hooke.yaml"
    case.write_text(LUDING.replace("law: luding, stiffness: 20000, loading_ratio: 0.25, adhesion_ratio: 0.2, plasticity_depth: 0.05",
                                   "law: hooke, stiffness: 20000, restitution: 0.8"))
    targets["parameters"] = {f"{NORMAL}.stiffness": {"min": 1e3, "max": 1e5, "scale": "log"}}
    found = calibrate(case, targets, out=tmp_path / "wrong")
    assert found.probability < 1e-6 and found.findings[0].startswith("The model does not describe the data")


def test_jkr_and_dmt_are_told_apart_by_the_pull(tmp_path):
    """A model that is wrong in a part only: without the pull-off branch the elastic part of jkr looks like hertz that is softer."""
    case, parameters, path, _, truth = prepare(tmp_path, "jkr")
    targets = make_targets(tmp_path, parameters, path, [], truth, np.random.default_rng(2))
    hertz = tmp_path / "hertz.yaml"
    hertz.write_text(JKR.replace("law: jkr, restitution: 0.9", "law: hertz, restitution: 0.9"))
    young = copy.deepcopy(targets)
    del young["parameters"]["materials.soft.surface_energy"]
    assert calibrate(hertz, young, out=tmp_path / "hertz").probability < 1e-6
    assert calibrate(case, targets, out=tmp_path / "jkr").probability > 0.001


def test_two_parameters_of_a_law_that_cannot_be_told_apart(tmp_path):
    """In a single loading without unloading luding is a spring of k1 = stiffness * loading_ratio: only the product is known."""
    case, parameters, _, _, _ = prepare(tmp_path, "luding")
    path = ramp([0, 1e-4], 30)
    truth = true_values(case, path, [])
    both = {p: parameters[p] for p in (f"{NORMAL}.stiffness", f"{NORMAL}.loading_ratio")}
    targets = make_targets(tmp_path, both, path, [], truth, np.random.default_rng(3))
    found = calibrate(case, targets, out=tmp_path / "out")
    said = [s for s in found.findings if s.startswith("The data do not decide between")]
    assert len(said) == 1 and all(p in said[0] for p in both)
    product = found.values[f"{NORMAL}.stiffness"] * found.values[f"{NORMAL}.loading_ratio"]
    assert product == pytest.approx(5000, rel=0.02)
