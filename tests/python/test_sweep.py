# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
"""Sweeps: values and seeds to runs, what is kept and gone on with, failures, stops, locks; functions in workers."""
import csv
import importlib.util
import json
import math
import os
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

from effort import long_test
from scree import sweep, sweep_case
from scree._jobs import LineStore, find_program
from scree._plan import case_print, make_runs, name_runs, parse_seeds, parse_values, read_table, value_text
from scree._run_table import Table, mean_and_interval, student_quantile
from scree._series import Series
from scree.errors import InputError

CASE = """
variables:
  top: 1 cm
time: {{end: {end}}}
gravity: [0, 0, -9.81]
materials:
  glass: {{density: 2500, young: 5 MPa, poisson: 0.25}}
contacts:
  - {{between: any, restitution: 0.6, friction: 0.5}}
walls:
  cell: {{box: {{min: [0, 0, 0], max: [1 cm, 1 cm, 6 cm], open: [z+]}}, material: glass}}
insertion:
  - material: glass
    fill: random
    region: {{box: {{min: [0, 0, 0], max: [1 cm, 1 cm, top]}}}}
    diameter: 4 mm
    fraction: 0.2
output:
  series: {{every: 1 ms}}
  plot: false
"""
FRICTION = "contacts[0].friction"


@pytest.fixture
def case(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "drop.yaml"
    path.write_text(CASE.format(end="50 ms"))
    return path


@pytest.fixture
def long_case(tmp_path, monkeypatch):
    """Runs that take minutes, unless they are stopped."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "long.yaml"
    path.write_text(CASE.format(end="1000 s").replace("every: 1 ms", "every: 1 s"))
    return path


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def command(*words, **options):
    return subprocess.run([find_program(), "sweep", *map(str, words)], capture_output=True, text=True, **options)


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def children_of(folder):
    """Processes whose command names this folder."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and f"{Path(folder).resolve()}/".encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            pass
    return found


# ---- values -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("text, values", [
    ("1,2, 3", ["1", "2", "3"]),
    ("0.1:0.5:5", ["0.1", "0.2", "0.3", "0.4", "0.5"]),
    ("1:100:3:log", ["1", "10", "100"]),
    ("1 mm:3 mm:3", ["1 mm", "2 mm", "3 mm"]),
    ("1:3 mm:2", ["1 mm", "3 mm"]),
    ("5, 1:2:2, 7", ["5", "1", "2", "7"]),
    ("[0, 0, -9.81],[0, 0, -1.62]", ["[0, 0, -9.81]", "[0, 0, -1.62]"]),
    ("{plane: {point: [0, 0, 1]}}", ["{plane: {point: [0, 0, 1]}}"]),
    ("hertz,hooke", ["hertz", "hooke"]),
])
def test_values_of_options(text, values):
    assert parse_values("--set x", text) == values


@pytest.mark.parametrize("text", ["1:2:0.1", "1:2:1", "1 mm:2 cm:3", "-1:1:3:log", "1,,2", "1:2:3:cube", "1:2:99999999"])
def test_wrong_values_are_refused(text):
    with pytest.raises(InputError, match="--set x"):
        parse_values("--set x", text)


def test_seeds():
    assert parse_seeds("1..3,7") == [1, 2, 3, 7]
    for text in ("3..1", "a", "1,1", "-1"):
        with pytest.raises(InputError):
            parse_seeds(text)


def test_values_from_python():
    numpy = pytest.importorskip("numpy")
    assert value_text(0.1) == "0.1" and value_text(True) == "true" and value_text([1, "2 mm"]) == "[1, 2 mm]"
    assert value_text(numpy.float64(2.5)) == "2.5" and value_text({"law": "epsd"}) == "{law: epsd}"
    with pytest.raises(InputError):
        value_text(object())


def test_names_depend_on_the_run_alone():
    one, two = make_runs([("a.b", ["1"], False)], None, None), make_runs([("a.b", ["2", "1"], False)], None, None)
    name_runs(one, "case")
    name_runs(two, "case")
    assert one[0].name == two[1].name and one[0].key == two[1].key
    name_runs(two, "another case")
    assert one[0].key != two[1].key
    assert len({r.name for r in two}) == 2


def test_files_that_a_case_names_belong_to_it(tmp_path):
    case, mesh = tmp_path / "case.yaml", tmp_path / "drum.stl"
    case.write_text("walls: {drum: {mesh: {file: drum.stl}}}\n")
    mesh.write_text("one")
    first = case_print(case)
    mesh.write_text("two")
    assert case_print(case) != first
    mesh.write_text("one")
    assert case_print(case) == first


def test_a_path_given_twice_is_refused(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="'a' is given twice"):
        make_runs([("a", ["1"], False)], read_table(table), None)


def test_table_with_units_and_empty_cells(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("a [mm],\"b, c\"\n1,2\n\n,3\n")
    assert [[(c.path, c.value) for c in row] for row in read_table(table)] == [[("a", "1 mm"), ("b, c", "2")], [("b, c", "3")]]
    table.write_text("a,b\n1\n")
    with pytest.raises(InputError, match=r"t\.csv:2: 1 cells"):
        read_table(table)


# ---- statistics and results -------------------------------------------------------------------------------------

def test_student_quantiles():
    # Values of tables; also those of SciPy where it is there.
    for freedom, t in ((1, 12.7062), (2, 4.30265), (5, 2.57058), (30, 2.04227), (1000, 1.96234)):
        assert student_quantile(freedom) == pytest.approx(t, rel=2e-6)
    stats = pytest.importorskip("scipy.stats")
    for freedom in (3, 8, 61, 300):
        assert student_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-9)


def test_means_over_seeds():
    rows = [{"a": a, "seed": s, "x": a + s, "status": "done"} for a in (10, 20) for s in (1, 2, 3)]
    rows[0]["status"] = "failed"
    means = Table(rows, ["a", "seed"], {"x": "N"}, "seed").means()
    assert [m["runs"] for m in means] == [2, 3] and [m["status"] for m in means] == ["incomplete", "done"]
    assert means["x"] == [12.5, 22.0]
    assert means[1]["x ci95"] == pytest.approx(4.30265 / math.sqrt(3), rel=1e-5)
    assert math.isnan(mean_and_interval([1.0])[2])


@pytest.fixture
def series(tmp_path):
    path = tmp_path / "series.csv"
    path.write_text("time [s],lid fz [N],out mass [kg]\n" + "".join(f"{t / 10},{t * t},{3 * t / 10}\n" for t in range(11)) + "1.1,5")
    return Series(path)


@pytest.mark.parametrize("text, value, unit", [
    ("lid fz", 100, "N"), ("lid fz [N]", 100, "N"), ("max(lid fz)", 100, "N"), ("first(out mass)", 0, "kg"),
    ("mean(lid fz, 0.2, 0.4)", 29 / 3, "N"), ("mean(lid fz, 200 ms, 0.4 s)", 29 / 3, "N"), ("mean(lid fz, -0.1)", 90.5, "N"),
    ("slope(out mass, 0.5)", 3, "kg/s"), ("change(out mass)", 3, "kg"),
    ("max(lid fz) / 4 - min(lid fz, 0.1) ** 2", 24, ""), ("lid fz / 2", 50, ""), ("lid fz [N] - 1e1 * out mass", 70, ""),
    ("(max(lid fz) + lid fz) / time", 200, ""),
])
def test_results(series, text, value, unit):
    found = series.evaluate(text)
    assert found[0] == pytest.approx(value) and found[1] == unit


@pytest.mark.parametrize("text, message", [
    ("lid gz", "similar: lid fz"), ("mean(lid fz, 2, 3)", "ends at 1 s"), ("max(lid fz", "no column"), ("max(lid fz) +", "accepted"),
    ("mean(lid fz, 1, 2, 3)", "accepted"), ("mean(lid fz, soon)", "a time such as"), ("__import__('os').remove('x')", "no column"),
    ("lid fz / (out masse)", "no column 'out masse'; similar: out mass.*accepted: columns"),
    ("median(lid fz)", "no column 'median'.*mean"), ("lid fz out mass", "no column 'lid fz out mass'"), ("10**400", "accepted"),
    ("lid fz * 10**400", "accepted"),
])
def test_wrong_results_are_refused(series, text, message):
    with pytest.raises(InputError, match=message):
        series.evaluate(text)


def test_curves_of_formulas(series):
    assert series.curve("(lid fz - 1) / 2", 0.2, 0.3) == [1.5, 4.0]
    with pytest.raises(InputError, match="no column 'lid gz'; similar: lid fz"):
        series.curve("(lid gz - 1) / 2", 0.2, 0.3)
    with pytest.raises(InputError, match="'1 / 2' has no column"):
        series.curve("1 / 2", 0.2, 0.3)


# ---- runs -------------------------------------------------------------------------------------------------------

def test_runs_are_those_of_the_program_and_are_kept(case):
    done = command(case, "--set", f"{FRICTION}=0.1,0.4", "--seeds", "1..2", "--result", "top=max(kinetic)", "--out", "out")
    assert done.returncode == 0, done.stderr
    rows = rows_of("out/summary.csv")
    assert [(r[FRICTION], r["seed"], r["status"]) for r in rows] == [(f, s, "done") for f in ("0.1", "0.4") for s in "12"]
    assert len({r["digest"] for r in rows}) == 4
    alone = subprocess.run([find_program(), "run", str(case), "--set", f"{FRICTION}=0.4", "--set", "seed=2", "--quiet", "--out", "alone"],
                           capture_output=True, text=True)
    assert alone.stdout.split()[-1] == rows[3]["digest"]
    assert float(rows[3]["top [J]"]) == max(Series(Path("alone/series.csv")).columns["kinetic"])
    assert [m["runs"] for m in rows_of("out/means.csv")] == ["2", "2"]
    if importlib.util.find_spec("matplotlib"):
        assert FRICTION in Path("out/summary.svg").read_text()

    stamp = {p: p.stat().st_mtime_ns for p in Path("out").glob("*/run.json")}
    more = command(case, "--set", f"{FRICTION}=0.1,0.4,0.7", "--seeds", "1..2", "--out", "out", "--result", "coordination")
    assert "4 of 6 runs are there already" in more.stderr
    assert all(p.stat().st_mtime_ns == t for p, t in stamp.items())
    assert [r["digest"] for r in rows_of("out/summary.csv")][:4] == [r["digest"] for r in rows]

    case.write_text(case.read_text().replace("0.6", "0.5"))  # another case: nothing of the old one is taken or lost
    command(case, "--set", f"{FRICTION}=0.1", "--seeds", "1", "--out", "out")
    assert rows_of("out/summary.csv")[0]["digest"] not in {r["digest"] for r in rows}
    assert all(p.stat().st_mtime_ns == t for p, t in stamp.items())


def test_a_run_whose_folder_was_deleted_is_done_again(case):
    first = sweep_case(case, {FRICTION: [0.1]}, out="out")
    for path in Path("out", first[0]["folder"]).iterdir():
        path.unlink()
    assert sweep_case(case, {FRICTION: [0.1]}, out="out")["digest"] == first["digest"]
    assert Path("out", first[0]["folder"], "series.csv").exists()


def test_a_run_that_was_changed_by_hand_is_neither_lost_nor_taken(case):
    [row] = sweep_case(case, {FRICTION: 0.3})
    folder = Path("drop.sweep", row["folder"])
    change = ["--set", f"{FRICTION}=0.3", "--set", "time.end=60 ms"]
    subprocess.run([find_program(), "run", str(case), "--out", str(folder), "--resume", "--quiet", *change], check=True)
    series = (folder / "series.csv").read_bytes()
    for _ in range(2):
        [again] = sweep_case(case, {FRICTION: 0.3})
        assert again["status"] == "failed" and "move it away" in again["message"]
        assert (folder / "series.csv").read_bytes() == series
    folder.rename("longer")
    [again] = sweep_case(case, {FRICTION: 0.3})
    assert again["status"] == "done" and again["digest"] == row["digest"]


@pytest.mark.parametrize("title", ["../../x", "a b$(touch x)", "\u00e4\u4e2d", "'\"", "x" * 300, "-1", "--set", "{a}", "a\nb"])
def test_odd_values_are_values(case, title):
    for _ in range(2):  # the second call finds the run of the first one
        table = sweep_case(case, {"title": json.dumps(title)})
        assert [r["status"] for r in table] == ["done"], table[0]["message"]
    assert len(list(Path("drop.sweep").glob("title*"))) == 1 and len(LineStore(Path("drop.sweep/runs.jsonl"), {"key": str}).records) == 1
    assert json.loads(Path("drop.sweep", table[0]["folder"], "run.json").read_text())["run"]["title"] == title


def test_a_run_that_takes_too_long_is_ended(long_case):
    for _ in range(2):
        table = sweep_case(long_case, seeds=[1], limit=0.5)
        assert "longer than the limit of 0.5 s" in table[0]["message"]
    [run] = [json.loads(p.read_text())["run"] for p in Path("long.sweep").glob("*/run.json")]
    assert run["first_step"] > 0  # the second call went on
    with pytest.raises(InputError, match="accepted: seconds"):
        sweep_case(long_case, limit=0.0)


def test_a_failed_run_is_named_and_stops_nothing(case):
    done = command(case, "--set", "materials.glass.young=-1 MPa,5 MPa", "--out", "out")
    assert done.returncode == 1
    rows = rows_of("out/summary.csv")
    assert [r["status"] for r in rows] == ["failed", "done"]
    assert "out of range" in rows[0]["message"] and "failed: young=-1_MPa" in done.stderr


def test_a_state_that_became_invalid_is_not_tried_again(case):
    arguments = [case, "--set", "alarms.overlap_limit=1e-6,1", "--set", "time.end=50 ms", "--out", "out"]
    command(*arguments)
    rows = rows_of("out/summary.csv")
    assert [r["status"] for r in rows] == ["failed", "done"] and "overlap" in rows[0]["message"]
    assert "2 of 2 runs are there" in command(*arguments).stderr
    assert "1 of 2 runs are there" in command(*arguments, "--retry").stderr


def test_python_and_table(case, tmp_path):
    (tmp_path / "t.csv").write_text(f"{FRICTION},variables.top [mm]\n0.2,10\n,20\n")
    by_file = sweep_case(case, table="t.csv", results={"e": "kinetic"}, out="out")
    by_rows = sweep_case(case, table=[{FRICTION: 0.2, "variables.top": "10 mm"}, {"variables.top": "20 mm"}], out="out")
    assert by_file["digest"] == by_rows["digest"] and len(set(by_file["digest"])) == 2
    assert by_file["e"][0] == Series(Path("out", by_file[0]["folder"], "series.csv")).columns["kinetic"][-1]
    assert sweep(case, set={FRICTION: 0.2}, define={"top": "10 mm"}, out="out")[0]["status"] == "done"


def test_seeds_without_effect_are_a_warning(case):
    with pytest.warns(UserWarning, match="gave the same state"):
        sweep_case(case, {"insertion[0].seed": [5]}, seeds=[1, 2], out="out")


def test_wrong_result_loses_no_run(case):
    done = command(case, "--set", f"{FRICTION}=0.1,0.2", "--result", "kinetik", "--out", "out")
    assert done.returncode == 1 and "kinetic" in done.stderr and done.stderr.count("no column") == 1
    assert [r["status"] for r in rows_of("out/summary.csv")] == ["done", "done"]


@pytest.mark.parametrize("results, message", [
    ({"seconds": "kinetic"}, "a result called 'seconds': the table has a column of that name, the time that it took"), ({"digest": "kinetic"}, "digest"),
    ({"status": "kinetic"}, "status"), ({"runs": "kinetic"}, "runs"), ({FRICTION: "kinetic"}, "as a parameter is"), ({"seed": "kinetic"}, "as a parameter is"),
    ({"a": "kinetic", "a std": "time"}, "the means have a column of that name"),
])
def test_names_that_the_table_has_are_refused(case, results, message):
    with pytest.raises(InputError, match=message):
        sweep_case(case, {FRICTION: [0.1]}, seeds=[1], results=results, out="out")
    assert not Path("out").exists()


def test_parameters_and_outputs_with_names_of_the_table_are_refused(case):
    with pytest.raises(InputError, match="a parameter called 'seconds'"):
        sweep_case(case, define={"seconds": [1]}, out="out")
    with pytest.raises(InputError, match="a parameter called 'folder'"):
        sweep(counted, None, {"folder": [1]}, workers=0)
    for name in ("seconds", "a", "status"):
        table = sweep(lambda values: {name: 2.5}, None, {"a": [1]}, workers=0)
        assert table["status"] == ["failed"] and f"a result called '{name}'" in table[0]["message"] and table["a"] == [1]


@pytest.mark.parametrize("words, message", [
    (["missing.yaml"], "missing.yaml"), (["drop.yaml", "--set", "a"], "PATH=VALUES"), (["drop.yaml", "--jobs", "0"], "at least 1"),
    (["drop.yaml", "--wrong"], "unrecognized"), (["drop.yaml", "--until", "1", "--steps", "2"], "exclude"),
    (["drop.yaml", "--table", "no.csv"], "no.csv"), (["drop.yaml", "--seeds", "x"], "1..8"),
])
def test_mistakes_of_the_command_line(case, words, message):
    done = command(*words)
    assert done.returncode == 1 and message in done.stderr and "Traceback" not in done.stderr
    assert not list(Path().glob("*.sweep/*/run.json"))


def test_a_missing_python_or_package_is_named(case, tmp_path):
    done = command(case, env={**os.environ, "SCREE_PYTHON": "no_such_python"})
    assert done.returncode == 1 and "no_such_python" in done.stderr and "python3-scipy" in done.stderr
    empty = tmp_path / "bin"
    empty.mkdir()
    (empty / "scree").write_bytes(Path(find_program()).read_bytes())
    (empty / "scree").chmod(0o755)
    # -S leaves out the places of installed packages, so that a package that is installed here is not found either.
    (empty / "python").write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    (empty / "python").chmod(0o755)
    done = subprocess.run([empty / "scree", "sweep", str(case)], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": "", "SCREE_PYTHON": str(empty / "python")})
    assert done.returncode == 1 and "No module named" in done.stderr
    assert "python3-numpy" in done.stderr and "PYTHONPATH" in done.stderr and "SCREE_PYTHON" in done.stderr


def test_a_python_without_numpy_gives_way_to_that_of_the_system(case, tmp_path):
    if subprocess.run(["/usr/bin/python3", "-c", "import numpy"], capture_output=True).returncode:
        pytest.skip("/usr/bin/python3 has no NumPy")
    first = tmp_path / "bin"
    first.mkdir()
    (first / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    (first / "python3").chmod(0o755)
    path = {"PATH": f"{first}:{os.environ['PATH']}", "PYTHONPATH": str(Path(find_program()).parent / "python")}
    done = command(case, "--list", "--set", f"{FRICTION}=0.1,0.2", env={**os.environ, **path})
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 2


def test_help_is_that_of_the_program():
    done = command("--help")
    assert done.returncode == 0 and "--seeds" in done.stdout and "--result" in done.stdout


# ---- stops ------------------------------------------------------------------------------------------------------

@pytest.fixture(autouse=True)
def none_is_left():
    """Sweeps of a test that failed would go on for minutes."""
    yield
    while BEGUN:
        process = BEGUN.pop()
        process.kill()
        process.wait()


BEGUN = []


def begin(case, *words):
    """A sweep in the background, with both of its runs under way."""
    process = subprocess.Popen([find_program(), "sweep", str(case), "--seeds", "1..3", "--jobs", "2",
                                "--out", str(Path("out").resolve()), *words],
                               stderr=subprocess.PIPE, text=True, start_new_session=True)
    BEGUN.append(process)
    wait_for(lambda: len(list(Path("out").glob("*/series.csv"))) >= 2 and len(children_of("out")) == 2)
    time.sleep(0.3)  # those that go on from a checkpoint have a series from the start
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_writes_checkpoints_and_the_next_call_goes_on(long_case, number):
    process = begin(long_case)
    os.killpg(process.pid, number)  # to all of the terminal's processes, as Ctrl-C does: the runs must not get it twice
    assert process.wait(20) == 130
    assert not children_of("out")
    rows = rows_of("out/summary.csv")
    assert [r["status"] for r in rows] == ["interrupted", "interrupted", "waiting"]
    stopped = [json.loads(Path("out", r["folder"], "run.json").read_text())["run"] for r in rows[:2]]
    assert all(s["status"] == 130 and s["steps"] > 0 for s in stopped)

    process = begin(long_case)
    process.terminate()
    process.wait(20)
    again = [json.loads(Path("out", r["folder"], "run.json").read_text())["run"] for r in rows[:2]]
    assert [a["first_step"] for a in again] == [s["first_step"] + s["steps"] for s in stopped]


def test_a_killed_run_is_named_and_the_others_go_on(long_case):
    process = begin(long_case)
    victims = [p for p in children_of("out") if b"seed=1" in Path(f"/proc/{p}/cmdline").read_bytes()]
    assert victims
    os.kill(victims[0], signal.SIGKILL)
    wait_for(lambda: len(list(Path("out").glob("*/series.csv"))) == 3)  # the third one has started
    process.terminate()
    process.wait(20)
    rows = rows_of("out/summary.csv")
    assert [r["status"] for r in rows] == ["failed", "interrupted", "interrupted"] and "SIGKILL" in rows[0]["message"]


@long_test
def test_two_sweeps_in_one_folder_and_a_killed_sweep(long_case):
    process = begin(long_case)
    second = command(long_case, "--seeds", "9", "--out", "out")
    assert second.returncode == 1 and f"process {process.pid}" in second.stderr
    process.kill()
    process.wait()
    wait_for(lambda: not children_of("out"))  # they stop with a checkpoint when their parent is gone
    assert len(list(Path("out").glob("*/checkpoint_*.scree"))) == 2
    process = begin(long_case)  # and the lock is free
    process.terminate()
    assert process.wait(20) == 130


@long_test
def test_a_record_that_cannot_be_written_ends_the_sweep(case):
    # A limit on the size of files stands for a full disk: writing fails in the same place.
    script = ("import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
              "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100));"
              "from scree.__main__ import main; sys.exit(main(sys.argv[1:]))")
    done = subprocess.run([sys.executable, "-c", script, "sweep", str(case), "--set", f"{FRICTION}=0.1,0.2", "--out", "out"],
                          capture_output=True, text=True)
    assert done.returncode == 1 and "File too large" in done.stderr and "Traceback" not in done.stderr
    healed = command(case, "--set", f"{FRICTION}=0.1,0.2", "--out", "out")
    assert healed.returncode == 0, healed.stderr


def test_a_torn_line_of_the_record_is_ignored(tmp_path):
    store = LineStore(tmp_path / "runs.jsonl", {"key": str})
    store.add({"key": "a", "x": 1})
    with open(store.path, "ab") as file:
        file.write(b'{"key": "b", "x"')
    store = LineStore(store.path, {"key": str})
    store.add({"key": "c"})
    assert [r["key"] for r in LineStore(store.path, {"key": str}).records] == ["a", "c"]


FOREIGN = ['{"key": KEY}', '{"key": KEY, "status": 5, "digest": null}', '{"status": "done"}', "[1]", "5", "[" * 100000, '{"key": {}}', "\xff"]


@long_test
def test_lines_and_records_of_others_are_left_out(case):
    done = command(case, "--set", f"{FRICTION}=0.1", "--out", "out")
    assert done.returncode == 0, done.stderr
    record = json.loads(Path("out/runs.jsonl").read_text())
    for line in FOREIGN:
        with open("out/runs.jsonl", "a") as file:
            file.write(line.replace("KEY", json.dumps(record["key"])) + "\n")
    again = command(case, "--set", f"{FRICTION}=0.1", "--out", "out")
    assert again.returncode == 0 and "1 of 1 runs are there already" in again.stderr and "Traceback" not in again.stderr, again.stderr
    assert "6 lines are no records of runs" in again.stderr
    for text in ("[1]", '{"run": 5}', '{"run": {"digest": 5}}'):
        Path("out", record["folder"], "run.json").write_text(text)
        assert "Traceback" not in command(case, "--set", f"{FRICTION}=0.1", "--out", "out").stderr


# ---- functions --------------------------------------------------------------------------------------------------

def quadratic(values, seed):
    if values["a"] == 3:
        raise ValueError("three is too much")
    if values["a"] == 4:
        os.kill(os.getpid(), signal.SIGSEGV)
    return {"y": values["a"] ** 2 + seed, "list": [1, 2], "digest": f"d{seed}"}


def counted(values):
    with open(values["file"], "a") as file:
        file.write("x")
    return values["a"]


def test_functions_in_workers(tmp_path):
    store = tmp_path / "calls.jsonl"
    table = sweep(quadratic, None, {"a": [1, 2, 3, 4, 5]}, seeds=[10, 20], workers=2, store=store)
    assert [r["status"] for r in table] == ["done"] * 4 + ["failed"] * 4 + ["done"] * 2
    assert [r.get("y") for r in table] == [11, 21, 14, 24, None, None, None, None, 35, 45]
    assert "three is too much" in table[4]["message"] and "SIGSEGV" in table[6]["message"]
    assert table[0]["digest"] == "d10" and len(store.read_text().splitlines()) == 10
    assert table.means()["y"][:2] == [16, 19]
    again = sweep(quadratic, None, {"a": [1, 2]}, seeds=[10, 20], workers=0, store=store)
    assert [r["y"] for r in again] == [11, 21, 14, 24] and len(store.read_text().splitlines()) == 10


def test_foreign_lines_among_calls_are_left_out(tmp_path):
    store = tmp_path / "calls.jsonl"
    sweep(quadratic, None, {"a": [1]}, seeds=[10], workers=0, store=store)
    key = json.loads(store.read_text())["key"]
    with open(store, "a") as file:
        file.write("".join(line.replace("KEY", json.dumps(key)) + "\n" for line in FOREIGN))
    with pytest.warns(UserWarning, match="6 lines are no records"):
        assert sweep(quadratic, None, {"a": [1]}, seeds=[10], workers=0, store=store)["y"] == [11]


def test_calls_that_are_recorded_are_not_done_again(tmp_path):
    log = tmp_path / "log"
    for _ in range(2):
        table = sweep(counted, None, {"file": str(log), "a": [1, 2]}, workers=0, store=tmp_path / "s.jsonl")
        assert table["value"] == [1, 2]
    assert log.read_text() == "xx"


def test_an_unguarded_script_is_told_what_to_do(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("from scree import sweep\ndef f(v):\n    return 1\nsweep(f, None, {'a': [1]}, workers=1)\n")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and "__main__" in done.stderr.splitlines()[-1]


def test_outputs_that_cannot_be_kept_are_a_failure():
    table = sweep(lambda v: {"x": object()}, None, {"a": [1]}, workers=0)
    assert "output 'outputs.x' is a object" in table[0]["message"]
    table = sweep(lambda v: {"x": 10**400, "y": [10**5000]}, None, {"a": [1]}, workers=0)
    assert "output 'outputs.x' is a whole number beyond 1.798e+308" in table[0]["message"]
    with pytest.raises(InputError, match="accepted"):
        value_text(10**5000)
    for mistake in (lambda: sweep(quadratic, None, {"a": []}), lambda: sweep({"time": {}}), lambda: sweep("a.yaml", {"a": 1}, {"b": 2})):
        with pytest.raises(InputError, match="accepted"):
            mistake()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert sweep(lambda v: 2.5, None, {"a": 1}, workers=0)["value"] == [2.5]
