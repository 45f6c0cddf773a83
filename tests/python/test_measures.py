# SPDX-License-Identifier: BSD-3-Clause
"""Measures in Python: of a world, of the frames that it wrote, and in its series, they are the same numbers."""
import math

import numpy as np
import pytest

import scree

CASE = """
time: {end: 0.15 s}
gravity: [0, 0, -9.81]
materials: {red: {density: 2500, young: 5 MPa, poisson: 0.3}, blue: {density: 2500, young: 5 MPa, poisson: 0.3}}
contacts: [{between: any, restitution: 0.3, friction: 0.5}]
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: red}
  cup: {box: {min: [-12 mm, -12 mm, -1 mm], max: [12 mm, 12 mm, 60 mm], open: [z+, z-]}, material: red}
insertion:
  - {name: left, material: red, fill: random, region: {box: {min: [-12 mm, -12 mm, 0], max: [0, 12 mm, 30 mm]}}, diameter: 3 mm, count: 90}
  - {name: right, material: blue, fill: random, region: {box: {min: [0, -12 mm, 0], max: [12 mm, 12 mm, 30 mm]}}, diameter: {uniform: [2 mm, 3 mm]}, count: 90}
measures:
  rest: {unbalanced_force: {}}
  net: {coordination: {}}
  mix: {mixing: {cell: 6 mm, of: [red]}}
  core: {packing: {}, region: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 8 mm, length: 8 mm}}}
  slope: {angle_of_repose: {surface: plane}}
  load: {stress: {}, region: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 8 mm, length: 8 mm}}}
output: {series: {every: 50 ms}, vtk: {every: 50 ms, contacts: true}, csv: {every: 50 ms, contacts: true}, plot: false}
"""
CORE = {"cylinder": {"point": [0, 0, 0], "axis": [0, 0, 1], "radius": 0.008, "length": "8 mm"}}
KINDS = {"rest": ("unbalanced_force", {}), "net": ("coordination", {}), "mix": ("mixing", {"cell": "6 mm", "of": ["red"]}),
         "core": ("packing", {"region": CORE}), "slope": ("angle_of_repose", {"surface": "plane"}),
         "load": ("stress", {"region": CORE})}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    path = tmp_path_factory.mktemp("measures")
    (path / "case.yaml").write_text(CASE)
    with pytest.warns(scree.ScreeWarning, match="'rest' has no number at t = 0 s, nan in the series: no contact bears a force"):
        scree.run(str(path / "case.yaml"), out=str(path / "out"))
    return scree.results.open(path / "out")


@pytest.mark.parametrize("name", KINDS)
def test_world_frames_and_series_agree(run, name):
    kind, keys = KINDS[name]
    frame = run.frames[-1]
    found = frame.measure(kind, **keys)
    assert run.series.time[-1] == frame.time
    for number in found:
        # ParaView files have resulting forces and velocities in single precision.
        near = pytest.approx(found[number], rel={"rest": 1e-6, "load": 1e-7}.get(name, 0), abs=1e-7 * abs(float(found)) if name == "load" else 0)
        assert run.series[f"{name} {number}"][-1] == near, number
        assert found.unit(number) in (run.series.unit(f"{name} {number}"), "")
    with scree.World(run.folder.replace("out", "case.yaml")) as world:
        world.advance(steps=frame.step)
        for number, value in world.measure(kind, **keys).items():
            assert value == run.series[f"{name} {number}"][-1] == world.value(f"{name} {number}"), number


def test_tables(run):
    table = run.frames[-1].measure("coordination").table
    assert table["share"].sum() == pytest.approx(1) and np.array_equal(table["contacts"], np.arange(33))
    assert (table["share"] * table["contacts"]).sum() == pytest.approx(run.frames[-1].measure("coordination")["coordination"])
    assert run.frames[-1].measure("height").table == {}


def test_mistakes_and_what_does_not_exist(run):
    frame = run.frames[0]
    with pytest.warns(scree.ScreeWarning, match="unbalanced_force has no number: no contact bears a force"):
        found = frame.measure("unbalanced_force")
    assert math.isnan(float(found)) and found.lacks == "no contact bears a force"
    for kind, keys, says in (("lacey", {}, "unknown key 'lacey'"), ("mixing", {}, "missing key 'cell'"), ("packing", {}, "missing key 'region'"),
                             ("mixing", {"cell": 1, "of": ["gold"]}, "there is no material 'gold'"), ("height", {"upwards": 1}, "unknown key 'upwards'"),
                             ("unbalanced_force", {"upwards": 1}, "accepted: no key"), ("packing", {"region": {"mesh": "cup"}}, "there is no wall called")):
        with pytest.raises(scree.InputError, match=says):
            frame.measure(kind, **keys)
    with pytest.raises(scree.results.NotWritten, match="no number 'lacy'.*lacey"):
        run.frames[-1].measure("mixing", cell=0.006, of=["red"])["lacy"]
