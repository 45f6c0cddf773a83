# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
"""Calibrations: files of targets, fits that are kept, parameters that the data do not decide, wrong models, failures."""
import copy
import json
import signal
import subprocess
import time
from pathlib import Path
from xml.dom import minidom

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")
yaml = pytest.importorskip("yaml")

from effort import long_test  # noqa: E402
from scree import _fit, _report, calibrate, sweep_case  # noqa: E402
from scree._heap import angle_of_repose  # noqa: E402
from scree._jobs import find_program  # noqa: E402
from scree._targets import Parameter, make_targets, read_targets, unit_factor  # noqa: E402
from scree.errors import Error, InputError  # noqa: E402

LAB = """
materials:
  glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25}
contacts:
  - {between: any, normal: {law: hooke, stiffness: 1e4, restitution: 0.8}, tangential: none}
lab: {a: {material: glass, radius: 2 mm}, wall: glass, speed: 1 m/s, steps_per_contact: 100}
"""
RESTITUTION, STIFFNESS = "contacts[0].normal.restitution", "contacts[0].normal.stiffness"
TARGETS = {
    "parameters": {RESTITUTION: {"min": 0.3, "max": 0.95}, STIFFNESS: {"min": 1e3, "max": 1e5, "scale": "log", "start": 3e3}},
    "targets": {"rebound": {"collision": {}, "data": {"x": [0.5, 1, 2], "value": [0.81, 0.79, 0.8], "sigma": 0.01}},
                "duration": {"collision": {"of": "contact_time"}, "data": {"x": 1, "value": 280, "sigma": 3, "unit": "us"}}},
}


@pytest.fixture
def lab(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "lab.yaml"
    path.write_text(LAB)
    return path


def changed(path, value):
    """TARGETS with one value replaced; path: keys."""
    targets = copy.deepcopy(TARGETS)
    place = targets
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return targets


# ---- the file of targets ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("path, value, message", [
    (("targets", "rebound", "data", "sigma"), None, "'sigma' is missing"),
    (("targets", "rebound", "data", "sigma"), 0, "above 0"),
    (("targets", "rebound", "data", "value"), [0.8, 0.7], "different lengths"),
    (("targets", "rebound", "data", "value"), ["high", 1, 1], "'high'; accepted: a number"),
    (("targets", "rebound", "data", "unit"), "N", "unit 'N'"),
    (("targets", "duration", "data", "unit"), "kg", "accepted: s, "),
    (("targets", "duration", "data", "unit"), "", "'unit' is missing"),
    (("targets", "rebound", "data"), "none.csv", "none.csv"),
    (("targets", "rebound", "collisoin"), {}, "unknown key 'collisoin'"),
    (("targets", "rebound", "value"), "kinetic", "one of"),
    (("targets", "rebound", "collision"), {"off": 1}, "unknown key 'off'"),
    (("targets",), {}, "not empty"),
    (("parameters", RESTITUTION), {"min": 1}, "'max' is missing"),
    (("parameters", RESTITUTION), {"min": 1, "max": 0.5}, "min < max"),
    (("parameters", RESTITUTION), {"min": 0, "max": 1, "scale": "log"}, "above 0"),
    (("parameters", RESTITUTION), {"min": 0, "max": 1, "start": 2}, "a start from min to max"),
    (("parameters", RESTITUTION), {"min": "0 m", "max": 1}, "its unit in the key 'unit'"),
    (("seeds",), [1, 1], "different whole numbers"),
    (("seed",), 1, "unknown key 'seed'"),
])
def test_mistakes_in_targets(path, value, message):
    with pytest.raises(InputError, match=message):
        make_targets(changed(path, value), Path("case.yaml"), Path("."))


def test_csv_with_quantities_and_relative_sigma(tmp_path):
    (tmp_path / "m.csv").write_text("quantity,x,value,sigma,unit,source\nother,9,9,9,1,\nrebound,1,80,5 %,%,Lab 2\nrebound,2,60,1,%,Lab 2\n")
    (tmp_path / "t.yaml").write_text(yaml.safe_dump(changed(("targets", "rebound", "data"), "m.csv"), sort_keys=False))
    target = read_targets(tmp_path / "t.yaml", Path("case.yaml")).targets[0]
    assert target.x.tolist() == [1, 2] and target.source == "Lab 2"
    assert target.value == pytest.approx([0.8, 0.6]) and target.sigma == pytest.approx([0.04, 0.01])
    assert [w.changes[-1].value for w in target.work([])] == ["1.0", "2.0"]


def test_messages_name_the_columns(tmp_path):
    (tmp_path / "m.csv").write_text("speed,e\n1,0.8\n")
    for data in ("m.csv", {"file": "m.csv", "sigma": 1}):
        with pytest.raises(InputError, match="m.csv has no column x, value, but speed, e; accepted: a first line with x, value, sigma, unit"):
            make_targets(changed(("targets", "rebound", "data"), data), Path("case.yaml"), tmp_path)


def test_messages_name_the_file(tmp_path):
    (tmp_path / "t.yaml").write_text("parameters: [")
    with pytest.raises(InputError, match="t.yaml"):
        read_targets(tmp_path / "t.yaml", Path("case.yaml"))
    (tmp_path / "t.yaml").write_text("parameters: {}\n")
    with pytest.raises(InputError, match="t.yaml: .*'targets' is missing"):
        read_targets(tmp_path / "t.yaml", Path("case.yaml"))


def test_units_and_scales():
    assert unit_factor("x", "g/s") == 1e-3 and unit_factor("x", "kPa") == 1e3 and unit_factor("x", "mN m") == 1e-3
    assert unit_factor("x", "rad", "deg") == pytest.approx(57.29578)
    p = Parameter("a", 1e3, 1e5, log=True, unit="Pa")
    assert p.value(0.5) == pytest.approx(1e4) and p.scaled(1e4) == pytest.approx(0.5) and p.change(2e3).value == "2000.0 Pa"


# ---- the fit ----------------------------------------------------------------------------------------------------

X = np.linspace(0, 1, 12)


def decay(us, noise=0.0, sigma=0.01):
    measured = 2 * np.exp(-3 * X) + noise
    return [(4 * u[0] * np.exp(-10 * u[1] * X) - measured) / sigma for u in us]


def test_profiles_agree_with_the_jacobian_where_the_model_is_nearly_linear():
    found = _fit.fit(decay, [np.array([0.2, 0.6])], np.array([0.003, 0.003]), noisy=False, profile=True)
    assert found.u == pytest.approx([0.5, 0.3], abs=1e-5) and found.chi2 < 1e-6 and found.freedom == 10
    for (low, high), profile in zip(found.intervals, found.profiles):
        assert profile["low"] == pytest.approx(low, abs=0.0005) and profile["high"] == pytest.approx(high, abs=0.0005)


def test_intervals_of_a_model_that_does_not_fit_are_those_of_larger_sigmas():
    bent = 0.1 * np.cos(4 * np.pi * X)  # of ten sigmas
    found = _fit.fit(lambda us: decay(us, bent), [np.array([0.2, 0.6])], np.array([0.003, 0.003]), noisy=False, profile=True)
    assert found.chi2 > 20 * found.freedom and found.scale == pytest.approx(np.sqrt(found.chi2 / found.freedom))
    larger = _fit.fit(lambda us: decay(us, bent, 0.01 * found.scale), [np.array([0.2, 0.6])], np.array([0.003, 0.003]), noisy=False, profile=True)
    assert larger.scale == 1.0 and larger.chi2 == pytest.approx(found.freedom)
    for one, other in zip([*found.intervals, *found.profiles], [*larger.intervals, *larger.profiles]):
        ends = [(p["low"], p["high"]) if isinstance(p, dict) else p for p in (one, other)]
        assert ends[0] == pytest.approx(ends[1], abs=1e-3) and ends[0][1] - ends[0][0] > 0.02


def test_a_direction_without_effect_is_found():
    product = lambda us: [(4 * u[0] * u[1] * np.exp(-3 * X) - np.exp(-3 * X)) / 0.01 for u in us]  # noqa: E731
    found = _fit.fit(product, [np.array([0.6, 0.6])], np.array([0.003, 0.003]), noisy=False, profile=True)
    assert found.singular[1] < 1e-3 * found.singular[0] and found.freedom == 11
    assert abs(found.directions[1] @ [1, 1]) < 1e-3  # one up, the other down
    assert found.profiles[0]["high"] is None and found.profiles[1]["high"] is None


def test_fewer_values_than_parameters():
    single = lambda us: [np.array([(u[0] + u[1] - 1) / 0.01]) for u in us]  # noqa: E731
    found = _fit.fit(single, [np.array([0.6, 0.6])], np.array([0.003, 0.003]), noisy=False, profile=False)
    assert found.singular[1] < 1e-9 and found.freedom == 0 and found.chi2 < 1e-6
    assert abs(found.directions[1] @ [1, 1]) < 1e-6 and found.intervals[0][0] < 0 and found.intervals[0][1] > 1


def test_rough_residuals_need_wide_steps():
    # As in a run of grains: a slope, and jumps from point to point that are larger than what a small step changes.
    def rough(us):
        return [np.array([20 * (u[0] - 0.7) + 0.3 * np.sin(1e7 * u[0] + k) for k in range(4)]) for u in us]
    found = _fit.fit(rough, [np.array([0.2])], np.array([0.1]), noisy=True, profile=True)
    assert found.u[0] == pytest.approx(0.7, abs=0.05)
    assert 0.6 < found.profiles[0]["low"] < 0.7 < found.profiles[0]["high"] < 0.8


def test_latin_hypercube_points_are_spread():
    points = np.array(_fit.spread_points(8, 2))
    assert all(sorted((points[:, k] * 8).astype(int)) == list(range(8)) for k in range(2))


# ---- calibrations in the contact lab ----------------------------------------------------------------------------

def test_a_calibration_and_what_it_keeps(lab):
    found = calibrate(lab, TARGETS, out="out")
    assert found.values[RESTITUTION] == pytest.approx(0.8, abs=0.001)
    # t = pi / sqrt(k / m - eta^2) = 280 us, e = exp(-eta t)
    m, eta = 2500 * 4 / 3 * np.pi * 0.002**3, -np.log(0.8) / 280e-6
    assert found.values[STIFFNESS] == pytest.approx(m * ((np.pi / 280e-6) ** 2 + eta**2), rel=0.005)
    low, high = found.intervals[RESTITUTION]
    assert high - low == pytest.approx(2 * 1.96 * 0.01 / np.sqrt(3), rel=0.1)
    assert found.chi2 == pytest.approx(2.0, abs=0.01) and found.freedom == 2 and found.findings == []
    files = {p: p.stat().st_mtime_ns for p in Path("out/lab").iterdir()}
    assert len(files) > 20 and not list(Path("out").glob("lab.*"))
    again = calibrate(lab, TARGETS, out="out")
    assert again.values == found.values and {p: p.stat().st_mtime_ns for p in Path("out/lab").iterdir()} == files


def test_command_and_files(lab):
    Path("t.yaml").write_text(yaml.safe_dump(TARGETS, sort_keys=False))
    done = subprocess.run([find_program(), "calibrate", "lab.yaml", "t.yaml", "--out", "out", "--no-profile", "--set", "lab.a.radius=2.5 mm"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    report = json.loads(Path("out/report.json").read_text())
    assert done.stdout.strip() == Path("out/report.txt").read_text().strip() and "Jacobian" in done.stdout
    values = yaml.safe_load(Path("out/fit.yaml").read_text())
    assert values["lab.a.radius"] == "2.5 mm" and float(values[STIFFNESS]) == report["parameters"][1]["value"]
    words = [word for path, value in values.items() for word in ("--set", f"{path}={value}")]
    row = subprocess.run([find_program(), "law", "collide", "lab.yaml", *words], capture_output=True, text=True).stdout.splitlines()
    assert float(row[-1].split(",")[1]) == pytest.approx(report["targets"][0]["model"][1], rel=1e-12)
    if Path("out/report.svg").exists():
        minidom.parse("out/report.svg")


@long_test
def test_two_parameters_that_cannot_be_told_apart(lab):
    targets = copy.deepcopy(TARGETS)
    del targets["parameters"][RESTITUTION]
    targets["parameters"]["materials.glass.density"] = {"min": 500, "max": 10000, "scale": "log"}  # t goes with sqrt(m / k)
    found = calibrate(lab, targets, out="out")
    said = [s for s in found.findings if s.startswith("The data do not decide between")]
    assert len(said) == 1 and STIFFNESS in said[0] and "materials.glass.density" in said[0] and "together" in said[0]
    assert found.intervals["materials.glass.density"] == (None, None)
    assert found.numbers["undecided"][0]["width"] > 1
    assert not any(s.startswith("The data do not decide") for s in calibrate(lab, TARGETS, out="out").findings)


@long_test
def test_a_parameter_without_effect(lab):
    targets = changed(("parameters", "materials.glass.young"), {"min": 1e6, "max": 1e8, "scale": "log"})
    found = calibrate(lab, targets, out="out", profile=False)
    assert any(s.startswith("The data do not decide materials.glass.young:") for s in found.findings)
    assert found.values[RESTITUTION] == pytest.approx(0.8, abs=0.001)


def test_a_model_that_does_not_describe_the_data(lab):
    targets = changed(("targets", "rebound", "data", "value"), [0.95, 0.8, 0.6])  # falls with the speed; hooke has none of it
    found = calibrate(lab, targets, out="out", profile=False)
    assert found.probability < 1e-6 and found.findings[0].startswith("The model does not describe the data")
    assert "target rebound" in found.findings[0]


def test_a_fit_at_a_bound(lab):
    found = calibrate(lab, changed(("parameters", RESTITUTION, "max"), 0.7), out="out", profile=False)
    assert any(f"{RESTITUTION} ends at its max" in s for s in found.findings)


def test_points_that_fail_are_left_and_a_start_that_fails_is_an_error(lab):
    wide = changed(("parameters", RESTITUTION), {"min": 0.5, "max": 1.6, "start": 0.95})  # above 1 the program refuses
    assert calibrate(lab, wide, out="out", profile=False).values[RESTITUTION] == pytest.approx(0.8, abs=0.001)
    with pytest.raises(Error, match="start"):
        calibrate(lab, changed(("parameters", RESTITUTION), {"min": 0.5, "max": 1.6, "start": 1.5}), out="out", profile=False)
    assert calibrate(lab, changed(("parameters", RESTITUTION), {"min": 0.5, "max": 1.6, "start": 1.5}), out="out", profile=False,
                     start_points=6).values[RESTITUTION] == pytest.approx(0.8, abs=0.001)


def test_a_loop_with_units_in_a_file(lab):
    Path("loop.csv").write_text("t,overlap,value,sigma,unit,source\n0,0,,,,\n1,1e-5,100,2,mN,press\n2,2e-5,200,2,mN,press\n3,1e-5,100,2,mN,press\n")
    targets = {"parameters": {STIFFNESS: TARGETS["parameters"][STIFFNESS]}, "targets": {"loop": {"loop": {}, "data": "loop.csv"}}}
    with pytest.raises(InputError, match="one unit"):
        Path("mixed.csv").write_text(Path("loop.csv").read_text().replace("3,1e-5,100,2,mN", "3,1e-5,100,2,N"))
        calibrate(lab, {**targets, "targets": {"loop": {"loop": {}, "data": "mixed.csv"}}}, out="out")
    found = calibrate(lab, targets, out="out")
    assert found.values[STIFFNESS] == pytest.approx(1e4, rel=1e-3)


@pytest.mark.parametrize("arguments, message", [
    ({"set": {RESTITUTION: 0.5}}, "is a parameter"), ({"jobs": 0}, "at least 1"), ({"program": "no_such_program"}, "no_such_program"),
])
def test_mistakes_of_calls(lab, arguments, message):
    with pytest.raises(InputError, match=message):
        calibrate(lab, TARGETS, out="out", **arguments)


EXAMPLES = Path(__file__).resolve().parents[2] / "examples/calibrate"


def test_the_example_of_a_powder(tmp_path):
    found = calibrate(EXAMPLES / "powder.yaml", EXAMPLES / "powder_targets.yaml", out=tmp_path / "out")
    # The made-up values come from these parameters, with noise of 3 mN.
    for path, value in ((STIFFNESS, 18000), ("contacts[0].normal.loading_ratio", 0.3), ("contacts[0].normal.adhesion_ratio", 0.25)):
        assert found.intervals[path][0] < value < found.intervals[path][1]
    assert found.findings == [] and found.probability > 0.05


def test_the_targets_of_the_heap_are_read():
    heap = read_targets(EXAMPLES / "heap_targets.yaml", EXAMPLES / "heap.yaml")
    assert heap.noisy and heap.targets[0].unit == "deg" and [w.kind for w in heap.targets[0].work([])] == ["run"]


# ---- calibrations with runs -------------------------------------------------------------------------------------

BED = """
time: {end: 60 ms, velocity_scale: 0.5 m/s}
gravity: [0, 0, -9.81]
materials:
  glass: {density: 2500, young: 1 MPa, poisson: 0.25}
contacts:
  - {between: any, restitution: 0.6, friction: 0.3}
walls:
  cell: {box: {min: [0, 0, 0], max: [1 cm, 1 cm, 6 cm], open: [z+]}, material: glass}
insertion:
  - material: glass
    fill: random
    region: {box: {min: [0, 0, 0], max: [1 cm, 1 cm, 1 cm]}}
    diameter: 4 mm
    fraction: 0.2
output: {series: {every: 1 ms}, plot: false}
"""
FALL = {"parameters": {"contacts[0].restitution": {"min": 0.2, "max": 0.9}}, "seeds": [1, 2, 3],
        "targets": {"loss": {"value": "viscous_normal", "data": {"value": 100, "sigma": 0.2, "unit": "uJ"}}}}


@long_test
def test_scatter_of_seeds_widens_the_sigma(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    case = tmp_path / "bed.yaml"
    case.write_text(BED)
    losses = sweep_case(case, {"contacts[0].restitution": 0.55}, seeds=[1, 2, 3], out="probe", results={"loss": "viscous_normal"})["loss"]
    at_start = sum(losses) / 3
    targets = copy.deepcopy(FALL)
    targets["targets"]["loss"]["data"]["value"] = 1e6 * at_start
    found = calibrate(case, targets, out="out")
    target = found.numbers["targets"][0]
    runs = [json.loads(line) for line in Path("out/runs/runs.jsonl").read_text().splitlines()]
    # The fit is at the start, where the scatter of the three runs is known; it is added as the variance of their mean.
    assert target["sigma"][0] == pytest.approx(np.sqrt(2e-7**2 + np.var(losses, ddof=1) / 3), rel=0.3)
    assert target["sigma"][0] > 3e-7 and abs(target["model"][0] - target["measured"][0]) < target["sigma"][0]
    assert {r["seed"] for r in runs} == {1, 2, 3} and all(r["status"] == "done" for r in runs)
    assert not any("one seed" in sentence for sentence in found.findings)
    calibrate(case, targets, out="out")
    assert len(Path("out/runs/runs.jsonl").read_text().splitlines()) == len(runs)
    alone = calibrate(case, {**targets, "seeds": [1]}, out="out", profile=False)
    assert any(sentence.startswith("There is one seed, so the scatter") for sentence in alone.findings)


def test_a_chi2_that_jumps_is_said(tmp_path):
    case = tmp_path / "c.yaml"
    targets = make_targets({**FALL, "targets": {"loss": {"value": "viscous_normal", "data": {"value": 1, "sigma": 0.1, "unit": "J"}}}}, case, tmp_path)

    def rough(us):
        return [np.array([20 * (u[0] - 0.7) + (0.0 if u[0] == 0.7 else 30.0)]) for u in us]

    jumps = _fit.fit(rough, [np.array([0.7])], np.array([0.1]), noisy=True, profile=True)
    smooth = _fit.fit(lambda us: [np.array([20 * (u[0] - 0.7)]) for u in us], [np.array([0.5])], np.array([0.1]), noisy=True, profile=True)
    said = [[s for s in _report.findings(found, targets) if s.startswith("At an end of the interval")] for found in (jumps, smooth)]
    assert len(said[0]) == 1 and "where a smooth model would give 3.84" in said[0][0] and said[1] == []


PRESS = """
time: {end: 0.1 s, velocity_scale: 0.1 m/s}
gravity: [0, 0, 0]
materials:
  glass: {density: 2500, young: 1 MPa, poisson: 0.25}
contacts:
  - {between: any, restitution: 0.5, friction: 0.3}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}
  lid:
    rectangle: {corner: [-1 cm, -1 cm, 4 mm], first: [2 cm, 0, 0], second: [0, 2 cm, 0]}
    material: glass
    reference: [0, 0, 4 mm]
    motion: {translate: {velocity: [0, 0, -1 mm/s]}}
particles:
  - {material: glass, diameter: 4 mm, positions: [[0, 0, 2 mm]]}
damping: {local: 0.3}
output: {series: {every: 2 ms}, plot: false}
"""


def test_a_force_displacement_curve_of_a_press(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    case = tmp_path / "press.yaml"
    case.write_text(PRESS)
    # Two Hertz contacts in series: each takes half of the approach d; F = 4/3 E* sqrt(R) (d/2)^1.5, flat and sphere alike.
    x = np.array([2e-5, 4e-5, 6e-5, 8e-5])
    e_star = 3e6 / (2 * (1 - 0.25**2))
    force = 4 / 3 * e_star * np.sqrt(0.002) * (x / 2) ** 1.5
    targets = {"parameters": {"materials.glass.young": {"min": 0.5, "max": 20, "scale": "log", "unit": "MPa", "start": 1}}, "seeds": [1],
               "targets": {"press": {"curve": {"x": "0.004 - lid z", "y": "lid fz", "from": "1 ms"},
                                     "data": {"x": (1e6 * x).tolist(), "x_unit": "um", "value": (1e3 * force).tolist(), "sigma": "3 %",
                                              "unit": "mN", "source": "closed form"}}}}
    found = calibrate(case, targets, out="out", profile=False)
    assert found.values["materials.glass.young"] == pytest.approx(3.0, rel=0.02)
    targets["targets"]["press"]["data"]["x"][0] = 200
    with pytest.raises(Error, match="measured x"):
        calibrate(case, targets, out="out", profile=False)


def test_a_stopped_calibration_goes_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bed.yaml").write_text(BED.replace("end: 60 ms", "end: 500 s").replace("every: 1 ms", "every: 1 s"))
    (tmp_path / "t.yaml").write_text(yaml.safe_dump(FALL))
    process = subprocess.Popen([find_program(), "calibrate", "bed.yaml", "t.yaml", "--out", "out", "--jobs", "2"])
    end = time.monotonic() + 20
    while len(list(Path("out").glob("runs/*/series.csv"))) < 2:
        assert time.monotonic() < end
        time.sleep(0.02)
    time.sleep(0.2)
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 130
    assert len(list(Path("out").glob("runs/*/checkpoint_*.scree"))) == 2


# ---- heaps ------------------------------------------------------------------------------------------------------

def write_particles(folder, points, radius):
    rows = "".join(f"{k + 1},{radius},{x},{y},{z}\n" for k, (x, y, z) in enumerate(points))
    (folder / "particles_000000001000.csv").write_text("id,radius [m],position_x [m],position_y [m],position_z [m]\n" + rows)


@pytest.mark.parametrize("angle", [18, 27, 38])
def test_the_angle_of_a_cone_with_a_missing_flank_and_scattered_grains(tmp_path, angle):
    draw = np.random.default_rng(angle)
    points = draw.uniform([-0.1, -0.1, 0], [0.1, 0.1, 0.08], (400_000, 3)) / 1.0
    slope, base = np.tan(np.radians(angle)), 0.08
    inside = points[:, 2] < slope * (base - np.hypot(points[:, 0], points[:, 1]))
    inside &= np.abs(np.degrees(np.arctan2(points[:, 1], points[:, 0])) - 90) > 20
    far = np.column_stack([draw.uniform(-0.1, 0.1, (60, 2)), np.zeros(60)])
    high = np.column_stack([np.linspace(0.05, 0.07, 8), np.zeros(8), np.full(8, 0.06)])  # on top of others
    write_particles(tmp_path, np.vstack([points[inside], far, high]) + [0.3, -0.2, 0.05], 0.002)
    assert angle_of_repose(tmp_path) == pytest.approx(angle, abs=1.0)


@pytest.mark.parametrize("up", ["z", "y"])
def test_the_angle_of_a_plane(tmp_path, up):
    draw = np.random.default_rng(5)
    points = draw.uniform([0, 0, 0], [0.1, 0.03, 0.1], (200_000, 3))
    points = points[points[:, 2] < 0.09 - np.tan(np.radians(31)) * points[:, 0]]
    write_particles(tmp_path, points if up == "z" else points[:, [0, 2, 1]], 0.0015)
    assert angle_of_repose(tmp_path, up=up, surface="plane") == pytest.approx(31, abs=1.0)


def test_heaps_that_tell_nothing(tmp_path):
    with pytest.raises(InputError, match="output: {csv"):
        angle_of_repose(tmp_path)
    write_particles(tmp_path, np.zeros((20, 3)), 0.002)
    with pytest.raises(InputError, match="20 particles"):
        angle_of_repose(tmp_path)
    write_particles(tmp_path, np.random.default_rng(1).uniform(0, 0.01, (80, 3)), 0.002)
    with pytest.raises(InputError, match="larger heap"):
        angle_of_repose(tmp_path)
