# SPDX-License-Identifier: BSD-3-Clause
"""Bonds in Python: of an open world, and in the files of a run."""
import os
import subprocess

import numpy as np
import pytest
import scree
from scree import results

CASE = """
time: {end: 2 ms, dt: 2 us}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}
contacts: [{between: any, bond: {law: parallel, bond_young: 10 MPa, bond_tension: 20 kPa}}]
walls: {floor: {plane: {point: [0, 0, 9 mm], normal: [0, 0, 1]}, material: m}}
particles:
  - {positions: [[0, 0, 1 cm], [2 mm, 0, 1 cm]], diameter: 2 mm, material: m}
  - {positions: [[4 mm, 0, 1 cm]], diameter: 2 mm, material: m, velocity: [5, 0, 0]}
bonds: [{}, {walls: [floor], ids: [1]}]
output: {series: {every: 0.1 ms}, vtk: {every: 1 ms}, fragments: true, plot: false}
"""


def test_world():
    with scree.World("bonds.yaml", text=CASE, threads=1) as world:
        bonds = world.bonds()
        np.testing.assert_array_equal(bonds[["a", "b", "wall"]].tolist(), [(1, 2, -1), (1, 0, 0), (2, 3, -1)])
        np.testing.assert_allclose(bonds["length"], [2e-3, 1e-3, 2e-3], rtol=1e-12)
        assert not bonds["utilisation"].any() and len(world.take_broken()) == 0
        world.advance(100)
        broken = world.take_broken()
        assert broken[["a", "b", "wall", "mode"]].tolist() == [(2, 3, -1, 0)]
        # the force acted first after the step in which the bond was made, which is when it broke: no work went into it
        assert broken["energy"].sum() == world.value("broken_energy")
        assert abs(world.value("broken_energy")) < 1e-9 * world.value("kinetic")
        assert len(world.take_broken()) == 0 and len(world.bonds()) == world.value("bonds") == 2


def test_results(tmp_path):
    path = tmp_path / "bonds.yaml"
    path.write_text(CASE)
    subprocess.run([os.environ["SCREE"], "run", str(path), "--quiet", "--threads", "1", "--out", str(path.with_suffix(".out"))], check=True)
    run = results.open(tmp_path / "bonds.out")
    broken, last = run.broken, run.frames[-1]
    assert broken["mode"].tolist() == ["tension"] and broken.id2.tolist() == [3] and broken.wall.tolist() == [""]
    assert broken.unit("energy") == "J" and broken.energy[0] == run.series["broken_energy"][-1]
    now = run.fragments.time == run.series.time[-1]
    np.testing.assert_array_equal(run.fragments.fragment[now], [1, 3])
    np.testing.assert_array_equal(run.fragments.particles[now], [2, 1])
    np.testing.assert_array_equal(last.sorted().fragment, [1, 1, 3])
    bonds = last.bonds
    assert bonds.count == run.series.bonds[-1] == 2 and bonds.wall_name.tolist() == ["", "floor"]
    assert bonds.ends.shape == (2, 2, 3) and bonds.ends[1, 1, 2] == pytest.approx(9e-3)
    assert bonds.energy.sum() == pytest.approx(run.series["bonds_elastic"][-1], rel=1e-12)


def test_what_is_not_there(tmp_path):
    path = tmp_path / "plain.yaml"
    path.write_text(CASE.replace(", bond: {law: parallel, bond_young: 10 MPa, bond_tension: 20 kPa}", "").replace("bonds: [", "# ["))
    subprocess.run([os.environ["SCREE"], "run", str(path), "--quiet", "--threads", "1", "--out", str(path.with_suffix(".out"))], check=True)
    run = results.open(tmp_path / "plain.out")
    with pytest.raises(results.NotWritten, match="bonds_broken.csv is not there.*runs with a bond law write it"):
        run.broken
    with pytest.raises(results.NotWritten, match="`output.fragments: true`"):
        run.fragments
    with pytest.raises(results.NotWritten, match="`output.vtk.bonds` in the case writes them, where it has a bond law"):
        run.frames[-1].bonds.count
