# SPDX-License-Identifier: BSD-3-Clause
"""Results of runs: the same bits in ParaView and CSV files, on one and two processes, in one run and in parts."""
from __future__ import annotations

import csv
import os
import pickle
import signal
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest
from results_runs import MIX, SCREE, has_ranks, same, scree, write_case

from scree import results


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    return write_case(tmp_path_factory.mktemp("results"))


@pytest.fixture(scope="module")
def run(case):
    return results.open(scree(case, case.with_suffix(".out")))


def column(run, name):
    """A column of the series by the csv module."""
    with open(os.path.join(run.folder, "series.csv"), newline="") as file:
        return np.array([float(row[name]) for row in csv.DictReader(file)])


def test_series(run):
    s = run.series
    assert (
        len(s.time) == 61 and s.fields[0] == "time" and s.unit("kinetic") == "J" and s.unit("particles") == "1"
    )
    np.testing.assert_array_equal(s["kinetic"], column(run, "kinetic [J]"))
    np.testing.assert_array_equal(s.energy_balance, column(run, "energy_balance [J]"))
    np.testing.assert_array_equal(s["late & lid fz"], column(run, "late & lid fz [N]"))
    assert "kinetic" in s and "kinetik" not in s and s.get("kinetik") is None
    with pytest.raises(results.NotWritten, match="'kinetik'; similar: kinetic"):
        s["kinetik"]
    with pytest.raises(AttributeError, match="kinetik"):
        s.kinetik
    with pytest.raises(ValueError, match="read-only"):
        s["kinetic"][0] = 1
    past = time.time() - 10  # a file that has just been written may change again without a sign
    os.utime(os.path.join(run.folder, "series.csv"), (past, past))
    assert run.series["kinetic"] is run.series["kinetic"]  # read once


def test_columns_of_one_name(run):
    """A wall, an outlet and a group are called `one`: each has its own columns."""
    with open(os.path.join(run.folder, "series.csv"), newline="") as file:
        rows = list(csv.reader(file))
    at = [k for k, n in enumerate(rows[0]) if n.startswith("one ")]
    sizes = {"outlets": 4, "groups": 1, "walls": 6}
    assert sum(sizes.values()) == len(at)
    for kind, n in sizes.items():
        mine = getattr(run, kind)["one"]
        assert len(mine) == n, kind
        for k, name in zip(at[:n], mine):
            assert rows[0][k].split(" [")[0] == f"one {name}"
            np.testing.assert_array_equal(mine[name], [float(r[k]) for r in rows[1:]])
        at = at[n:]
    assert list(run.walls) == ["floor", "drum", "late & lid", "one"] and list(run.tracks) == ["ball"]
    assert list(run.sources) == ["upper", "rods"] and run.sources["rods"].inserted[-1] == 20
    with pytest.raises(results.NotWritten, match="'bd' in probes; similar: bed; .*`probes`"):
        run.probe("bd")


def test_vectors(run):
    drum, probe, track = run.walls["drum"], run.probe("bed"), run.tracks["ball"]
    np.testing.assert_array_equal(drum.torque[:, 2], column(run, "drum tz [N m]"))
    np.testing.assert_array_equal(drum.position[:, 1], column(run, "drum y [m]"))
    np.testing.assert_array_equal(probe.stress[:, 2, 0], probe["stress_xz"])
    np.testing.assert_array_equal(probe.stress, probe.stress.transpose(0, 2, 1))
    np.testing.assert_array_equal(track.spin[:, 1], track["wy"])
    assert not hasattr(run.walls["floor"], "position") and not hasattr(drum, "stress")


def test_frames_have_the_bits_of_csv(run):
    vtk, table = run.vtk_frames, run.csv_frames
    assert len(vtk) == len(table) == 7
    np.testing.assert_array_equal(vtk.times, table.times)
    np.testing.assert_array_equal(vtk.steps, table.steps)
    assert set(vtk[-1].wall("floor").total_force) != {0.0}
    for a, b in zip(vtk, table):
        assert a.count == b.count > 60 and a.time in run.series.time
        assert set(a) >= {
            "id",
            "position",
            "radius",
            "mass",
            "velocity",
            "omega",
            "force",
            "torque",
            "source",
            "groups",
            "body",
        }
        assert set(a) == set(b)
        for name in a:
            values = a.material_name if name == "material" else a[name]
            np.testing.assert_array_equal(values, b[name].astype(values.dtype), err_msg=name)
            assert a.unit(name) == b.unit(name) and len(a[name]) == a.count
        assert a.position.shape == (a.count, 3) and a.position.dtype == float
        for name in ("id1", "id2", "overlap", "normal_force", "force"):
            np.testing.assert_array_equal(a.contacts[name], b.contacts[name])
        np.testing.assert_array_equal(a.contacts.wall_name, b.contacts.wall_name)
        np.testing.assert_array_equal(a.bodies.shape_name, b.bodies.shape_name)
        for name in ("id", "size", "mass", "position", "orientation", "angular_momentum"):
            np.testing.assert_array_equal(a.bodies[name], b.bodies[name])
    last = vtk[-1]
    assert set(last.contacts.wall_name) >= {"", "floor"} and last.bodies.count == 20
    assert last.materials == ("glass", 'steel, grade "2"') and last.sources == ("upper", "rods")


def test_contacts_lie_between_their_ends(run):
    frame = run.frames[-1]
    place = dict(zip(frame["id"].tolist(), frame.position))
    c = frame.contacts
    pairs = c.wall_name == ""
    assert pairs.sum() > 10
    for a, b, ends in zip(c.id1[pairs], c.id2[pairs], c.ends[pairs]):
        np.testing.assert_allclose(
            ends, [place[a], place[b]], rtol=1e-15, atol=1e-17
        )  # the second is the first and a difference


def test_walls(run):
    assert run.frames[0].walls == ("drum", "floor", "one")
    with pytest.raises(
        results.NotWritten, match="no wall 'late & lid' at t = 0 s; there are: drum, floor, one"
    ):
        run.frames[0].wall("late & lid")
    frame = run.frames[-1]
    row = int(np.flatnonzero(run.series.time == frame.time)[0])
    for name in frame.walls:
        wall = frame.wall(name)
        np.testing.assert_array_equal(wall.total_force, run.walls[name].force[row])
        np.testing.assert_array_equal(wall.total_torque, run.walls[name].torque[row])
    step = frame.wall("one")
    np.testing.assert_array_equal(step.points[step.triangles[0]][0], [-0.01, -0.01, 0.001])
    np.testing.assert_array_equal(step["force"].sum(axis=0), step.total_force)
    lid = frame.wall("late & lid")
    a, b, c = (lid.points[lid.triangles[:, k]] for k in range(3))
    area = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()
    assert area == pytest.approx(np.pi * 0.017**2, rel=1e-3) and len(lid["stress"]) == len(lid.cells)
    tube = frame.wall("drum")
    assert tube.cells.shape == (64, 4) and tube.triangles.shape == (128, 3) and len(tube["velocity"]) == 64
    middle = tube.points[tube.triangles].mean(axis=1).reshape(-1, 2, 3).mean(axis=1)
    np.testing.assert_allclose(middle, tube.points[tube.cells].mean(axis=1), atol=1e-12)  # both halves of a cell
    np.testing.assert_allclose(
        np.linalg.norm(tube["velocity"], axis=1), 300 * 2 * np.pi / 60 * 0.018, rtol=2e-3
    )


def test_sequence_of_frames(run):
    f = run.frames
    assert f[-1].time == f.times[-1] and f[2:4].times.tolist() == f.times[2:4].tolist() and len(f[::2]) == 4
    assert f.at(0.0299).step == f[3].step and f[:1].at(0).step == 0
    with pytest.raises(results.NotWritten, match="no frame at t = 0.2 s; there are 7 from 0 s to 0.06"):
        f.at(0.2)
    with pytest.raises(results.NotWritten):
        f.at(0.0299, tolerance=1e-6)
    with pytest.raises(results.NotWritten):
        f.at(float("nan"))
    with pytest.raises(IndexError, match="accepted: -7 to 6"):
        f[7]
    assert len(list(f)) == 7 and f[1:1].times.size == 0


def test_record(run):
    assert run.state == "done" and len(run.digest) == 32 and run.run["run"]["digest"] == run.digest
    assert run.case["time.end"] == 0.06 and run.case["walls.floor.plane.normal"] == [0, 0, 1]
    assert run.case["title"] == "Spheres and clumps of two kinds" and run.case["output.vtk.contacts"] is True
    assert run.case["walls.floor.material"] == "glass" and pickle.loads(pickle.dumps(run.case)) == run.case
    with pytest.raises(results.NotWritten, match="no value 'time.ende'; similar: time.end"):
        run.case["time.ende"]
    assert any(m.severity == "note" and "time step" in m.text for m in run.messages)
    saved = run.checkpoints
    assert [c.step for c in saved] == run.frames.steps[[2, 4, 6]].tolist()
    assert [c.time for c in saved] == run.frames.times[[2, 4, 6]].tolist() and os.path.exists(saved[0].path)
    assert pickle.loads(pickle.dumps(results.DamagedFile("a", "b"))).path == "a"


@pytest.mark.skipif(not has_ranks(), reason="scree was built for one process, or there is no mpirun.openmpi")
def test_two_ranks(case, run):
    both = results.open(scree(case, case.parent / "two.out", ranks=2))
    assert both.digest == run.digest and len(both.run["ranks"]["rank"]) == 2
    same(both.series, run.series)
    for ours, theirs in ((both.vtk_frames, run.vtk_frames), (both.csv_frames, run.csv_frames)):
        assert len(ours) == len(theirs) == 7
        for a, b in zip(ours, theirs):
            same(a.sorted(), b)
            order = np.lexsort([a.contacts.id2, a.contacts.wall_name, a.contacts.id1])
            other = np.lexsort([b.contacts.id2, b.contacts.wall_name, b.contacts.id1])
            np.testing.assert_array_equal(a.contacts.force[order], b.contacts.force[other])
    assert (both.frames[-1].id != run.frames[-1].id).any()  # there was something to sort
    os.unlink(os.path.join(both.folder, f"particles_{run.frames.steps[3]:012d}_0001.csv"))
    with pytest.raises(results.NotWritten, match="_0001.csv is not there"):
        both.csv_frames[3].position
    os.unlink(os.path.join(both.folder, f"particles_{run.frames.steps[3]:012d}_0001.vtp"))
    with pytest.raises(results.NotWritten, match="_0001.vtp is not there"):
        both.frames[3].position


def test_stopped_and_resumed(case, run):
    out = scree(case, case.parent / "parts.out", "--until", "0.033")
    part = results.open(out)
    assert len(part.frames) == 4 and part.frames[-1].time < 0.033
    before = part.series
    rows = len(before.time)
    scree(case, out, "--resume")
    assert (
        len(before.time) == rows < len(part.series.time)
    )  # what was read stays, what is asked for anew is new
    assert part.digest == run.digest
    same(part.series, run.series)
    assert part.frames.times.tolist() == run.frames.times.tolist()
    for a, b in zip(part.frames, run.frames):
        same(a, b)
        same(a.contacts, b.contacts)


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.01)


@pytest.mark.parametrize("number, state", [(signal.SIGKILL, "killed"), (signal.SIGINT, "interrupted")])
def test_while_it_runs(case, number, state):
    """Frames and series of a run that is being written, and of one that was stopped."""
    out = case.parent / f"{state}.out"
    command = [
        SCREE,
        "run",
        str(case),
        "--out",
        str(out),
        "--quiet",
        "--threads",
        "1",
        "--set",
        "time.end=60 s",
        "--set",
        "output.series.every=0.1 ms",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(lambda: (out / "particles.pvd").exists())
            r = results.open(out)
            assert r.state == "running" and r.digest is None
            seen = set()
            wait_for(lambda: seen.add(len(r.series.time)) or (len(seen) > 3 and len(r.frames) > 2))
            for frame in r.frames[:-1]:
                assert frame.position.shape == (frame.count, 3) and frame.contacts.count >= 0
            os.kill(process.pid, number)
        finally:
            if process.wait(20) is None:
                process.kill()
    assert r.state == state
    assert (np.diff(r.series.time) > 0).all()
    assert (r.digest is None) == (state == "killed")
    assert r.frames[-1].position.shape == (r.frames[-1].count, 3)
    with pytest.raises(results.NotWritten, match=f"the run: {state}"):
        r.frames.at(50)


def test_what_was_not_written(case, run):
    text = MIX[: MIX.index("output:")] + "output: {series: {every: 10 ms}, plot: false}\n"
    bare = case.parent / "bare.yaml"
    bare.write_text(text)
    r = results.open(scree(bare, case.parent / "bare.out", "--steps", "10"))
    with pytest.raises(results.NotWritten, match=r"`output.vtk.every` or `output.csv.every`"):
        r.frames
    with pytest.raises(KeyError, match=r"`output.vtk.every`"):
        r.vtk_frames
    scree(
        bare,
        case.parent / "bare.out",
        "--steps",
        "10",
        "--overwrite",
        "--set",
        "output.csv={every: 1 ms, particles: true, fields: [id, position]}",
        "--set",
        "output.vtk={every: 1 ms, particles: false}",
    )
    frame = r.csv_frames[0]
    assert frame.fields == ("id", "position")
    with pytest.raises(results.NotWritten, match="no field 'velocity'.*`output.csv.fields`"):
        frame["velocity"]
    with pytest.raises(results.NotWritten, match="no contacts at t = 0 s.*`output.csv.contacts`"):
        frame.contacts.force
    with pytest.raises(results.NotWritten, match="no particles at t = 0 s.*`output.vtk.particles`"):
        r.frames[0].position
    with pytest.raises(results.NotWritten, match="no wall 'floor'.*`output.vtk.meshes`"):
        frame.wall("floor")
    assert r.frames[0].wall("floor").points.shape == (4, 3)
    with pytest.raises(results.InputError, match="mix: is not there; .*similar: mix.out") as e:
        results.open(case.parent / "mix")
    assert isinstance(e.value, ValueError)
    with pytest.raises(results.InputError, match="mix.yaml: is a file"):
        results.open(case)
    (case.parent / "empty").mkdir()
    with pytest.raises(results.InputError, match="no run has written into this folder"):
        results.open(case.parent / "empty")


def test_pandas(run, monkeypatch):
    pd = pytest.importorskip("pandas")
    series, frame = run.series.to_pandas(), run.frames[-1].to_pandas()
    assert (
        isinstance(series, pd.DataFrame)
        and series.index.name == "time"
        and series.attrs["units"]["kinetic"] == "J"
    )
    np.testing.assert_array_equal(series["kinetic"], run.series["kinetic"])
    np.testing.assert_array_equal(frame["velocity_y"], run.frames[-1].velocity[:, 1])
    assert list(run.frames[-1].bodies.to_pandas().filter(like="orientation")) == [
        f"orientation_{c}" for c in "wxyz"
    ]
    assert len(run.frames[-1].contacts.to_pandas()) == run.frames[-1].contacts.count
    assert run.walls["drum"].to_pandas()["tz"].iloc[-1] == run.walls["drum"].torque[-1, 2]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(results.MissingPackage, match="apt install python3-pandas") as e:
        run.series.to_pandas()
    assert isinstance(e.value, ImportError)


def test_plot(run, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    ax = run.series.plot("kinetic", "rotational")
    assert [line.get_label() for line in ax.lines] == [
        "kinetic [J]",
        "rotational [J]",
    ] and ax.get_xlabel() == "time [s]"
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), run.series["kinetic"])
    assert run.walls["drum"].plot("tz", ax=ax) is ax
    with pytest.raises(results.NotWritten):
        run.series.plot("kinetik")
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(results.MissingPackage, match="python3-matplotlib"):
        run.series.plot("kinetic")


def test_needs_numpy_only():
    """Importing it loads neither pandas nor matplotlib nor SciPy."""
    check = (
        "import sys, scree.results; print([m for m in ('pandas', 'matplotlib', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_memory(case, tmp_path):
    """A loop over frames needs the memory of one, and one field that of the field."""
    text = MIX.replace("diameter: {uniform: [2.5 mm, 3.5 mm]}", "diameter: 0.3 mm").replace(
        "contacts: true", "contacts: false"
    )
    big = write_case(tmp_path, text)
    out = scree(
        big,
        tmp_path / "big.out",
        "--steps",
        "50",
        "--set",
        "output.vtk.every=1e-5 s",
        "--set",
        "output.csv.every=1 s",
    )
    r = results.open(out)
    field = 24 * r.frames[0].count
    assert len(r.frames) >= 5 and field > 1e6
    tracemalloc.start()
    try:
        for frame in r.frames:
            assert frame.count and frame.fields
        heads = tracemalloc.get_traced_memory()[1]
        tracemalloc.reset_peak()
        for frame in r.frames:
            assert frame.position.shape[1] == 3
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert heads < 0.3 * field  # only headers are read
    assert peak < 2.3 * field  # the array, and that of the frame before
