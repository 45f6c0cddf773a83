# SPDX-License-Identifier: BSD-3-Clause
"""Worlds from Python: the same bits as the program, and what is refused."""
import os
import re
import subprocess

import numpy as np
import pytest
import scree

BED = """
time: {end: 1e-2, dt: 1e-5, velocity_scale: 1}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}
contacts: [{between: any, normal: hertz, tangential: mindlin}]
gravity: [0, 0, -9.81]
domain: {min: [0, 0, -1 cm], max: [2 cm, 2 cm, 5 cm], periodic: [x, y]}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}
insertion:
- {material: m, name: i, fill: random, count: 100, diameter: {uniform: [2 mm, 3 mm]}, region: {box: {min: [0, 0, 0], max: [2 cm, 2 cm, 2 cm]}}}
"""


def test_digest_is_that_of_the_program(tmp_path):
    case = tmp_path / "bed.yaml"
    case.write_text(BED)
    said = subprocess.run([os.environ["SCREE"], "run", case, "--steps", "300", "--threads", "2", "--out", tmp_path / "out"],
                          capture_output=True, text=True, check=True)
    wanted = re.search(r"\b[0-9a-f]{32}\b", (tmp_path / "out" / "run.json").read_text() + said.stdout)[0]
    with scree.World(case, threads=1) as world:
        first = world.position
        world.advance(300)
        assert world.digest == wanted
        assert world.count == 100 and world.ids.tolist() == list(range(1, 101))
        assert np.all(world.position[:, 2].mean() < first[:, 2].mean())
        assert world.time == pytest.approx(300 * world.dt)


def test_mistakes_are_exceptions_with_the_text_of_the_report(tmp_path):
    with pytest.raises(scree.InputError, match=r"bed\.yaml.*fricton.*friction"):
        scree.World("bed.yaml", text=BED.replace("friction", "fricton"))
    world = scree.World("bed.yaml", text=BED)
    world.close()
    world.close()
    with pytest.raises(scree.Error, match="closed"):
        world.advance(1)
