# SPDX-License-Identifier: BSD-3-Clause
"""The contact lab from Python: the numbers of the program bit for bit, closed forms, and what is refused."""
import copy
import doctest
import os
import pickle
import random
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest
import scree
from scree import law
from scree._library import ffi, lib

CASE = """
materials:
  glass: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.8, friction: 0.3}
contacts: {between: any, rolling: epsd, rolling_friction: 0.1}
lab: {a: {material: glass, radius: 5 mm}, b: {material: glass, radius: 4 mm}, angle: 20 deg, steps_per_contact: 100}
"""
SPRING = {
    "materials": {"glass": {"density": 2500, "young": 1e7, "poisson": 0.3}},
    "contacts": {"between": "any", "normal": {"law": "hooke", "stiffness": 1e4}, "restitution": 0.7,
                 "tangential": {"law": "linear_spring", "friction": 0.3}},
    "lab": {"a": {"material": "glass", "radius": "5 mm"}, "wall": "glass", "steps_per_contact": 1000},
}


@pytest.fixture
def program(tmp_path):
    """Runs `scree law` on CASE and returns its CSV as a structured array."""
    (tmp_path / "case.yaml").write_text(CASE)

    def run(command, out="out.csv", **files):
        for name, text in files.items():
            (tmp_path / f"{name}.csv").write_text(text)
        subprocess.run([os.environ["SCREE"], "law", *command, "--out", "out.csv"], cwd=tmp_path, check=True)
        return np.genfromtxt(tmp_path / out, delimiter=",", names=True, skip_header=1, ndmin=1)
    return run


def same_bits(table, csv):
    for name in csv.dtype.names:
        assert np.array_equal(table[name], csv[name], equal_nan=True), name


def csv_of(columns):
    return ",".join(columns) + "\n" + "".join(",".join(repr(float(v)) for v in row) + "\n" for row in zip(*columns.values()))


@pytest.mark.parametrize("path", [law.ramps([0, 1e-4, -1e-5, 5e-5], steps=20),
                                  law.ramps([0, 2e-5, -2e-5], "slip_x", overlap=1e-4, steps=20),
                                  law.ramps([0, 0.2, -0.1], "roll_y", overlap=1e-4, steps=20)])
def test_drive_is_that_of_the_program(program, path):
    csv = program(["drive", "case.yaml", "--path", "path.csv"], path=csv_of(path))
    table = law.drive(CASE, path)
    assert table.rows == len(path["t"]) and list(table)[:5] == ["t", "overlap", "fn", "ft_x", "ft_y"]
    same_bits(table, csv)
    assert set(csv.dtype.names) == set(table)
    assert np.ptp(table["ft_x" if "slip_x" in path else "mr_y" if "roll_y" in path else "fn"]) > 0
    assert (table.unit("fn"), table.unit("mr_x"), table.unit("slid_x"), table.units["touching"]) == ("N", "N m", "m", "")


def test_ramps_have_the_rates_of_their_ways():
    path = law.ramps([0, 1e-4, -1e-5], steps=10, dt=1e-3)
    assert len(path["t"]) == 21 and path["overlap"][[0, 10, 20]] == pytest.approx([0, 1e-4, -1e-5])
    assert path["overlap_rate"][1:] == pytest.approx(np.diff(path["overlap"]) / np.diff(path["t"]))
    slip = law.ramps([0, 3, 1], "slip_y", overlap=1e-5, steps=10, dt=1e-3)
    assert np.sum(slip["slip_y"][1:] * np.diff(slip["t"])) == pytest.approx(1) and np.all(slip["overlap"] == 1e-5)


def test_collide_and_series_are_those_of_the_program(program):
    table = law.collide(CASE, angle=np.arange(0, 81, 20.0))
    same_bits(table, program(["collide", "case.yaml", "--sweep", "angle=0:80:20"]))
    assert table.unit("angle") == "deg" and table.rows == 5
    same_bits(law.collide(CASE), program(["collide", "case.yaml", "--series", "series.csv"]))
    steps = law.series(CASE)
    same_bits(steps, program(["collide", "case.yaml", "--series", "series.csv"], out="series.csv"))
    assert steps["fn"].max() == law.collide(CASE)["peak_force"][0]
    assert law.series(CASE, angle=60)["vxa"][0] > 2 * steps["vxa"][0]


@pytest.mark.parametrize("other", [{"wall": "glass"}, {"b": {"material": "glass", "radius": 3e-3}}])
def test_linear_spring_has_the_restitution_asked_for(other):
    case = copy.deepcopy(SPRING)
    case["lab"] = {"a": case["lab"]["a"], "steps_per_contact": 1000} | other
    asked = np.array([0.3, 0.5, 0.9, 1.0])
    # of first order in the step, since the force of the dashpot jumps where the contact ends
    assert law.collide(case, restitution=asked)["e_n"] == pytest.approx(asked, abs=3e-4)
    assert law.collide(case, restitution=asked, steps_per_contact=10000)["e_n"] == pytest.approx(asked, abs=5e-5)
    assert law.collide(case)["e_n"] == pytest.approx([0.7], abs=3e-4)
    assert law.Lab(case, set={"contacts.restitution": 0.6}).collide()["e_n"] == pytest.approx([0.6], abs=3e-4)


def test_linear_loop_is_elastic():
    case = copy.deepcopy(SPRING)
    case["contacts"]["restitution"] = 1
    table = law.drive(case, law.ramps([0, 1e-4, 0], steps=50))
    assert table["fn"] == pytest.approx(1e4 * table["overlap"], rel=1e-12)
    assert table["dissipated_normal"] == pytest.approx(0, abs=1e-12 * 0.5 * 1e4 * 1e-8)


def test_friction_of_the_collision_is_that_of_chung_and_ooi():
    case = copy.deepcopy(SPRING)
    case["contacts"] |= {"restitution": 1, "tangential": {"law": "linear_spring", "friction": 0.1}}
    angle = np.array([70.0, 80.0])
    table = law.collide(case, angle=angle, speed=1e-3)  # small overlap: the lever arm is the radius
    assert table["e_t"] == pytest.approx(1 - 0.2 / np.tan(np.radians(angle)), abs=1e-4)


def test_evaluate_is_scree_lab_evaluate():
    rng = np.random.default_rng(7)
    n = 40
    with law.Lab(CASE) as lab:
        x = rng.normal(size=(n, 3))
        x *= (rng.uniform(8.5e-3, 9.1e-3, n) / np.linalg.norm(x, axis=1))[:, None]
        states = {"position_b": x, "velocity_a": rng.normal(size=(n, 3)), "spin_a": 50 * rng.normal(size=(n, 3)),
                  "velocity_b": rng.normal(size=(n, 3)), "spin_b": 50 * rng.normal(size=(n, 3)), "dt": 1e-6}
        table = lab.evaluate(states)
        report = lib.scree_report_create()
        c = lib.scree_lab_open_text(b"case", CASE.encode(), ffi.NULL, report)
        lib.scree_report_destroy(report)
        state, loads, energy = ffi.new("double[18]"), ffi.new("double[12]"), ffi.new("double[4]")
        touched = 0
        for k in range(n):
            flat = [np.zeros(3), states["velocity_a"][k], states["spin_a"][k], x[k], states["velocity_b"][k], states["spin_b"][k]]
            state[0:18] = list(np.concatenate(flat))
            history = ffi.new("double[]", len(lab.history))
            touching = lib.scree_lab_evaluate(c, state, 1e-6, 0, history, loads, history, energy)
            row = table.row(k)
            assert [row[f"{w}{axis}{body}"] for body in "ab" for w in "ft" for axis in "xyz"] == list(loads)
            assert [row[name] for name in lab.history] == list(history)
            assert [row["elastic_" + mode] for mode in ("normal", "tangential", "rolling", "twisting")] == list(energy)
            assert row["touching"] == touching
            touched += touching
        lib.scree_lab_close(c)
    assert 0 < touched < n
    assert np.array_equal(table.stack("fxa", "fya", "fza"), -table.stack("fxb", "fyb", "fzb"))


def test_evaluate_goes_on_from_a_history():
    """Two steps whose second one gets the history of the first are those of a driven path."""
    path = {"t": [0, 1e-6, 2e-6], "overlap": [1e-5, 1e-5, 1.1e-5], "slip_x": [0, 0.2, 0.2]}
    with law.Lab(CASE) as lab:
        driven = lab.drive(path)
        before = {name: driven[name][1] for name in lab.history}
        after = lab.drive(t=2e-6, overlap=1.1e-5, slip_x=0.2, dt=path["t"][2] - path["t"][1], touching=1, **before)
        assert after["ft_x"][0] == driven["ft_x"][2] != 0
        state = lab.evaluate(zb=9e-3 - 1.1e-5, vxa=0.2, dt=path["t"][2] - path["t"][1], touching=1, **before)
        assert state["fxa"][0] == pytest.approx(driven["ft_x"][2], rel=1e-9)  # the overlap is a difference of lengths


def test_sweep_is_a_grid_of_collisions():
    table = law.sweep(CASE, angle=[0, 30, 60], friction=[0.1, 0.5])
    assert table.shape == (3, 2) and table.rows == 6
    assert np.array_equal(table.grid("angle"), [[0, 0], [30, 30], [60, 60]])
    one = law.collide(CASE, angle=60, friction=0.1)
    assert table.grid("e_s")[2, 0] == one["e_s"][0] != table.grid("e_s")[2, 1]
    part = table.select(table["friction"] == 0.5)
    assert part["angle"].tolist() == [0, 30, 60] and part.units == table.units and table.select(-1)["angle"].tolist() == [60]
    frame = pytest.importorskip("pandas") and table.to_pandas()
    assert frame.attrs["units"]["peak_force"] == "N" and frame["e_n"].tolist() == table["e_n"].tolist()


def test_a_lab_stays_as_its_case_and_takes_calls_of_several_threads():
    lab = law.Lab(CASE)
    first, wanted = lab.collide(), {k: law.collide(CASE, friction=0.1 * k) for k in range(4)}
    found = {}
    threads = [threading.Thread(target=lambda k=k: found.update({k: lab.collide(friction=0.1 * k)})) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[k].array.tobytes() == wanted[k].array.tobytes() for k in range(4))
    assert lab.collide().array.tobytes() == first.array.tobytes()
    assert wanted[0]["e_s"] != wanted[1]["e_s"]


def test_a_case_of_any_kind(tmp_path):
    (tmp_path / "case.yaml").write_text(CASE)
    case = scree.Case(tmp_path / "case.yaml")
    case["contacts.friction"] = 0.05
    wanted = law.collide(CASE, friction=0.05)
    for kind in (case, case.to_yaml(), scree.Case(text=CASE, set={"contacts.friction": 0.05})):
        assert law.collide(kind)["e_s"][0] == wanted["e_s"][0]
    assert law.collide(tmp_path / "case.yaml")["e_s"][0] == law.collide(CASE)["e_s"][0] != wanted["e_s"][0]


def test_tables_are_mappings_that_cannot_be_changed():
    table = law.drive(CASE, t=[0, 1e-6], overlap=1e-5)
    assert len(table) == len(list(table)) and table["t"].tolist() == [0, 1e-6]
    assert np.shares_memory(table["fn"], table.array)
    with pytest.raises(ValueError):
        table["fn"][0] = 1
    with pytest.raises(KeyError, match="no column 'force'.*fn"):
        table["force"]
    assert table == table and table != law.drive(CASE, t=0, overlap=1e-5) and len({table}) == 1
    assert table.row(-1)["t"] == 1e-6 and table._repr_html_().count("<tr>") == 3
    long = law.evaluate(CASE, zb=np.full(50, 8.9e-3))
    assert long._repr_html_().count("<tr>") == 12 and "fxa [N]" in long._repr_html_()
    with pytest.raises(TypeError):
        table.row(slice(2))
    again = pickle.loads(pickle.dumps(table))
    assert np.array_equal(again.array, table.array) and again.units == table.units and again.title == table.title
    assert table.title == "normal hertz, tangential mindlin, rolling epsd"
    assert law.drive(CASE, table.array[["t", "overlap"]])["fn"].tolist() == table["fn"].tolist()
    assert law.drive(CASE, t=[], overlap=[]).rows == 0


@pytest.mark.parametrize("call, message", [
    (lambda: law.drive(CASE, t=[0, 1], overlop=1), "unknown column 'overlop'; did you mean 'overlap'"),
    (lambda: law.drive(CASE, t=[1, 0], overlap=1e-6), "row 1, counted from 0: time goes back"),
    (lambda: law.drive(CASE, t=[0, 1], overlap=[1e-6, np.nan]), "row 1, counted from 0: column 'overlap' is empty or not finite"),
    (lambda: law.drive(CASE, t=[0, 1], overlap=[1, 2, 3]), "the lengths differ .t: 2, overlap: 3."),
    (lambda: law.drive(CASE, t=[[0, 1]], overlap=1), r"t has the shape \(1, 2\)"),
    (lambda: law.drive(CASE, t="2 s", overlap=1), "t is '2 s'; accepted: numbers in SI units"),
    (lambda: law.drive(CASE), "no columns were given"),
    (lambda: law.drive(CASE, 3), "path is a int"),
    (lambda: law.collide(CASE, angle=[0, 95]), "row 1, counted from 0: angle: 95 is out of range"),
    (lambda: law.collide(CASE, angle=np.r_[np.zeros(70), 95]), "row 70, counted from 0: angle: 95"),
    (lambda: law.collide(SPRING, speed=np.r_[np.ones(5), 100]), r"(?s)overlaps.*row 5, counted from 0: the collision of this row was not computed"),
    (lambda: law.collide(CASE, fricton=0.1), "fricton: no law of this lab has such a parameter"),
    (lambda: law.collide(CASE, angle=np.nan), "angle: nan is out of range"),
    (lambda: law.series(CASE, angle=[0, 10]), "2 rows, but a series is that of one collision"),
    (lambda: law.collide(SPRING, radius_b=1e-3), "radius_b: a meets a wall"),
    (lambda: law.sweep(CASE), "no conditions were given"),
    (lambda: law.evaluate(CASE, zb=9e-3, dt=-1), "column 'dt' is negative"),
    (lambda: law.evaluate(CASE, position_b=[1, 2]), r"position_b has the shape \(2,\)"),
    (lambda: law.evaluate(CASE, position_b=[1, 2, 3], zb=3), "zb is given twice"),
    (lambda: law.Lab(CASE.replace("lab", "lub")), "case:5:1: error.*lub"),
    (lambda: law.Lab(CASE + "\0x"), "contains a zero byte"),
    (lambda: law.Lab("none.yaml"), "none.yaml: error: No such file"),
    (lambda: law.Lab(CASE, set={"contacts.fricton": 0.1}), "fricton"),
    (lambda: law.Lab(3), "the case is a int"),
    (lambda: law.show("hurtz"), "did you mean 'hertz'"),
    (lambda: law.find("luding"), "law 'luding' without a slot; accepted: slot='normal' or"),
    (lambda: law.find("hertz", "rolling"), "in the slot 'rolling'; accepted: slot='normal'"),
    (lambda: law.list("normals"), "slot 'normals'; accepted: normal, cohesion"),
    (lambda: law.ramps([0, 1], "slip_x"), "overlap=None; accepted: an overlap"),
    (lambda: law.ramps([0, 1], steps=0), "steps is 0"),
])
def test_mistakes(call, message):
    with pytest.raises(scree.InputError, match=message):
        call()


def test_wrong_arguments_of_all_kinds_are_exceptions_of_scree():
    rng = random.Random(5)
    names = ["t", "overlap", "slip_x", "twist", "dt", "touching", "tangential_spring_x", "angle", "speed", "friction", "radius_a", "zb",
             "vza", "nonsense", "position_b", "spin_a"]
    values = [0, 1, -1, 1e-5, 1e300, np.nan, np.inf, "x", None, [], [1, 2], [1, 2, 3], np.zeros((2, 3)), True, 1e-320, b"x", {}, object()]
    results = {"worked": 0, "refused": 0}
    with law.Lab(CASE.replace("steps_per_contact: 100", "steps_per_contact: 20, longest: 1e-3")) as lab, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(1500):
            given = {name: rng.choice(values) for name in rng.sample(names, rng.randint(1, 4))}
            if rng.random() < 0.3:
                given |= {"t": [0, 1e-6], "overlap": 1e-5}
            call = rng.choice([lab.drive, lab.evaluate] if "dt" in given else [lab.drive, lab.evaluate, lab.collide, lab.sweep, lab.series])
            try:
                call(**given)
                results["worked"] += 1
            except scree.InputError:
                results["refused"] += 1
    assert results["worked"] > 20 and results["refused"] > 500


def test_a_miss_is_a_warning_and_a_closed_lab_an_error():
    with pytest.warns(scree.ScreeWarning, match="the bodies never touched"):
        assert np.isnan(law.collide(CASE, angle=89.9999)["e_n"][0])
    lab = law.Lab(CASE)
    lab.close()
    lab.close()
    with pytest.raises(scree.Error, match="closed"):
        lab.collide()
    assert "closed" in repr(lab)


def test_laws_are_those_of_the_program():
    said = subprocess.run([os.environ["SCREE"], "law", "list"], capture_output=True, text=True, check=True).stdout
    laws = law.list()
    assert [entry.name for entry in laws] == [line.split()[0] for line in said.splitlines() if line.startswith("  ")]
    assert law.show("hertz") == subprocess.run([os.environ["SCREE"], "law", "show", "hertz"], capture_output=True, text=True).stdout
    friction = law.find("mindlin").parameters["friction"]
    assert friction.least == 0 and friction.largest >= 1 and friction.unit == "" and friction.sentence
    damping = law.find("mindlin").parameters["tangential_damping"]
    assert damping.default == "on" and damping.choices == ("off", "on") and not damping.required
    assert law.find("luding", "normal").slot == "normal" and law.find("hertz").builtin
    words = [p for entry in laws for p in entry.parameters.values() if p.choices]
    assert words and all(p.default is None or p.default in p.choices for p in words)
    assert all(p.required == (p.name in required) for entry in laws for p in entry.parameters.values()
               for required in [{q.name for q in entry.parameters.values() if q.required}])
    assert law.find("mindlin").history["spring_x"].unit == "m"
    # every default is accepted within its own range
    assert all(p.least <= p.default <= p.largest for entry in laws for p in entry.parameters.values()
               if isinstance(p.default, float) and not p.choices)


def test_plot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    path = law.ramps([0, 2e-5, -2e-5], "slip_x", overlap=1e-4, steps=20)
    loop = law.drive(CASE, path)
    ax = law.plot(loop)
    assert ax.get_xlabel().startswith("slid_x [") and ax.get_xlabel().endswith("m]") and ax.get_ylabel() == "ft_x [N]"
    assert np.array_equal(ax.lines[0].get_ydata(), loop["ft_x"]) and ax.get_title("left") == loop.title
    law.plot(loop, "slid_x", "fn", ax=ax, label="other")
    assert len(ax.lines) == 2 and ax.lines[0].get_color() != ax.lines[1].get_color() and ax.get_legend()
    swept = law.plot(law.collide(CASE, angle=[0, 30]))
    assert (swept.get_xlabel(), swept.get_ylabel()) == ("angle [deg]", "e_n")
    assert law.plot(law.collide(CASE)).get_xlabel().startswith("max_overlap")
    with pytest.raises(KeyError, match="no column 'none'"):
        law.plot(loop, "t", "none")
    with pytest.raises(scree.InputError, match="both, or none"):
        law.plot(loop, "t")
    ax.figure.canvas.draw()
    plt.close("all")


def test_nothing_is_printed(capfd):
    law.collide(CASE, angle=10)
    with warnings.catch_warnings(record=True), pytest.raises(scree.InputError):
        law.collide(CASE, angle=99)
    said = capfd.readouterr()
    assert said.out == said.err == ""


def test_examples_of_the_page(tmp_path, monkeypatch):
    """What docs/laws/lab.md shows is what comes out."""
    pytest.importorskip("matplotlib").use("agg")
    monkeypatch.chdir(tmp_path)
    page = os.path.join(os.environ["SCREE_SOURCE"], "docs", "laws", "lab.md")
    failed, tried = doctest.testfile(page, module_relative=False)
    assert failed == 0 and tried > 10
    assert (tmp_path / "loop.svg").exists()


def test_example(tmp_path):
    """The example script runs from any folder and makes its figure."""
    pytest.importorskip("matplotlib")
    script = os.path.join(os.environ["SCREE_SOURCE"], "examples", "python", "law_bench.py")
    done = subprocess.run([sys.executable, script], cwd=tmp_path, check=True, capture_output=True,
                          text=True, env=os.environ | {"MPLBACKEND": "agg"})
    assert "friction: 0 to 10, required" in done.stdout and (tmp_path / "law_bench.png").stat().st_size > 10_000
