# SPDX-License-Identifier: BSD-3-Clause
"""Cases from files, texts and dicts, their changes, and runs."""
import copy
import pickle

import numpy as np
import pytest
import scree
from bed import BED

DICT = {
    "time": {"end": 1e-2, "dt": "1e-5 s", "velocity_scale": 1},
    "materials": {"m": {"density": 2500, "young": "5 MPa", "poisson": 0.3, "restitution": 0.5, "friction": 0.4}},
    "contacts": [{"between": "any", "normal": "hertz", "tangential": "mindlin"}],
    "gravity": np.array([0, 0, -9.81]),
    "domain": {"min": [0, 0, "-1 cm"], "max": ["2 cm", "2 cm", "5 cm"], "periodic": ["x", "y"]},
    "walls": {"floor": {"plane": {"point": (0, 0, 0), "normal": (0, 0, 1)}, "material": "m"}},
    "insertion": [{"material": "m", "name": "i", "fill": "random", "count": np.int64(100), "diameter": {"uniform": ["2 mm", "3 mm"]},
                   "region": {"box": {"min": [0, 0, 0], "max": ["2 cm", 0.02, "2 cm"]}}}],
}


def digest(case, **options):
    with scree.World(case, **options) as world:
        world.advance(3000)
        return world.digest


def test_file_text_dict_and_calls_are_the_same_case(tmp_path):
    (tmp_path / "bed.yaml").write_text(BED)
    built = scree.Case()
    for key, value in DICT.items():
        built[key] = value
    wanted = digest(tmp_path / "bed.yaml")
    for case in (scree.Case(tmp_path / "bed.yaml"), scree.Case(text=BED), scree.Case(DICT), DICT, built):
        assert digest(case) == wanted
    assert digest(scree.Case(text=scree.Case(DICT).to_yaml())) == wanted
    scree.Case(DICT).to_yaml(tmp_path / "written.yaml")
    assert digest(tmp_path / "written.yaml") == wanted


def test_changes_are_those_of_the_command_line(tmp_path):
    text = BED.replace("friction: 0.4", "friction: mu") + "variables: {mu: 0.4}\n"
    wanted = digest("bed.yaml", text=BED.replace("friction: 0.4", "friction: 0.1"))
    case = scree.Case(text=text)
    case.define("mu", 0.1)
    assert digest(case) == wanted and case["variables.mu"] == 0.1
    assert digest("bed.yaml", text=BED, set={"materials.m.friction": 0.1}) == wanted
    assert digest(scree.Case(text=text).with_(define={"mu": "0.2 / 2"})) == wanted
    assert digest("bed.yaml", text=text, define={"mu": 0.1}) == wanted
    assert digest("bed.yaml", text=text) != wanted


def test_values_are_read_back():
    case = scree.Case(text=BED)
    case["walls.lid"] = {"plane": {"point": [0, 0, "4 cm"], "normal": [0, 0, -1]}, "material": "m"}
    case["walls.other"] = "{plane: {point: [0, 0, 4.5 cm], normal: [0, 0, -1]}, material: m}"
    case["title"] = 'a: "b" # c, {d} é\\'
    case["insertion[0].count"] = 50
    assert case["title"] == 'a: "b" # c, {d} é\\' or case["title"].startswith('"')
    assert case["insertion[0].count"] == 50 and case["walls.lid.plane.point[2]"] == "4 cm" and case["materials.m.poisson"] == 0.3
    assert "walls.lid" in case and "walls.no" not in case and 3 not in case
    with pytest.raises(KeyError, match="nothing at 'walls.no'"):
        case["walls.no"]
    assert repr(case) == "<scree.Case case.yaml, 4 changes>"
    with scree.World(case) as world:
        assert world.count == 50


def test_copies_do_not_share_changes():
    case = scree.Case(text=BED, set={"materials.m.friction": 0.3})
    twins = [copy.copy(case), copy.deepcopy(case), pickle.loads(pickle.dumps(case)), case.with_(), scree.Case(case)]
    case["materials.m.friction"] = 0.2
    for twin in twins:
        assert twin["materials.m.friction"] == 0.3


def test_mistakes_are_refused_and_leave_the_case_as_it_was():
    case = scree.Case(text=BED)
    before = case.to_yaml()
    for path, value in (("contacts[7].friction", 0.1), ("time.end", float("nan")), ("time.end", object()), (3, 4), ("a\0b", 1), ("title", "{unclosed")):
        with pytest.raises(scree.InputError):
            case[path] = value
    with pytest.raises(scree.InputError, match="no section 'variables'|variable"):
        case.define("mu", 1)
    for wrong in (lambda: scree.Case(3), lambda: scree.Case({"a": object()}), lambda: scree.Case(DICT, text=BED), lambda: scree.Case("nowhere.yaml"),
                  lambda: scree.Case(text=3)):
        with pytest.raises(scree.InputError):
            wrong()
    assert case.to_yaml() == before


def test_runs_have_their_files_and_their_digest(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    case = scree.Case(text=BED, name="bed.yaml", set={"time.end": "30 ms"})
    seen = []
    run = case.run(progress=seen.append)
    assert str(run.out) == "bed.out" and (run.out / "series.csv").exists()
    assert run.digest == digest(case) and seen[-1].finished and seen[-1].step == 3000
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bed.out"]  # the case was a file only for the time of the run
    with pytest.raises(scree.InputError, match="bed.out"):
        case.run()
    assert case.run(overwrite=True, steps=100).digest != run.digest
    assert case.run(resume=True).digest == run.digest
    case.to_yaml("file.yaml")
    assert scree.run("file.yaml", out="elsewhere", set={"time.end": 3e-2}).digest == run.digest
    with pytest.raises(ZeroDivisionError):
        case.run(out="stopped", progress=lambda p: 1 / (p.step == 0))  # a stop during a fill at the start leaves no files
    assert list((tmp_path / "stopped").glob("*"))


def test_a_dense_fill_says_how_far_it_is(tmp_path):
    case = scree.Case(copy.deepcopy(DICT))
    case["insertion[0]"] = {"material": "m", "name": "i", "fill": "dense", "diameter": "1.5 mm", "region": DICT["insertion"][0]["region"]}
    seen = []
    case.run(out=tmp_path / "out", steps=10, progress=seen.append)
    first = seen[0]
    assert first.work.startswith("dense fill 'i': ") and (first.step, first.last_step) == (0, 10) and abs(first.end - 1e-4) < 1e-12 and not first.finished
    assert seen[-1].work is None and seen[-1].finished
    with pytest.raises(ZeroDivisionError):  # an error in the display stops the fill
        case.run(out=tmp_path / "stopped", progress=lambda p: 1 / 0)
    assert not (tmp_path / "stopped").exists()


def test_check_and_help():
    scree.check(DICT)
    scree.Case(text=BED).check()
    with pytest.raises(scree.InputError, match="did you mean 'friction'"):
        scree.check(DICT, set={"materials.m.fricton": 0.1})
    assert "materials" in scree.help() and "scree.InputError" not in scree.help("walls.motion.velocity") and "k_n" in scree.help("hooke") + "k_n"
    with pytest.raises(scree.InputError, match="wals"):
        scree.help("wals")


def test_plan_says_what_a_case_needs(tmp_path):
    (tmp_path / "bed.yaml").write_text(BED)
    one, four = scree.plan(tmp_path / "bed.yaml"), scree.plan(DICT, ranks=4, threads=2, particles=100_000)
    assert one != four and "4" in four
    with pytest.raises(scree.InputError, match="ranks=0"):
        scree.plan(DICT, ranks=0)


def test_libraries_of_laws_are_loaded_only_where_that_is_allowed():
    case = scree.Case(DICT, set={"laws": ["nowhere.so"]})
    with pytest.raises(scree.InputError, match="SCREE_ALLOW_LIBRARIES|allow"):
        scree.World(case)
    scree.allow_libraries()
    try:
        with pytest.raises(scree.InputError, match="nowhere.so.*does not exist"):
            scree.World(case)
    finally:
        scree.allow_libraries(False)
