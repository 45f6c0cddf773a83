# SPDX-License-Identifier: BSD-3-Clause
"""Walls that a program reads, moves and places."""
import numpy as np
import pytest
import scree
from bed import BED

LID = """
  lid: {rectangle: {corner: [-1 cm, -1 cm, 2.4 cm], first: [4 cm, 0, 0], second: [0, 4 cm, 0]}, material: m, movable: true}
  arm: {rectangle: {corner: [0.5 cm, 0.9 cm, 4 cm], first: [1 cm, 0, 0], second: [0, 0.2 cm, 0]}, material: m, movable: true, reference: [1 cm, 1 cm, 4 cm]}
"""


@pytest.fixture
def world():
    text = BED.replace("walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}",
                       "walls:\n  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}" + LID)
    text = text.replace("periodic: [x, y]}", "periodic: [x, y]}")
    with scree.World("bed.yaml", text=text, threads=1) as world:
        yield world


def test_they_are_a_mapping_in_the_order_of_the_case(world):
    assert list(world.walls) == ["floor", "lid", "arm"] and len(world.walls) == 3 and "lid" in world.walls
    assert not world.walls["floor"].movable and world.walls["lid"].movable and world.walls["lid"].active
    with pytest.raises(scree.InputError, match="has no wall 'lit'; accepted: floor, lid, arm"):
        world.walls["lit"]
    with pytest.raises(KeyError):
        world.walls["lit"]


def test_a_moved_wall_goes_where_it_was_told_and_presses(world):
    lid = world.walls["lid"]
    lid.velocity = [0, 0, -0.5]
    begin = lid.position
    world.advance(2000)
    np.testing.assert_allclose(lid.position - begin, [0, 0, -0.5 * 2000 * world.dt], rtol=1e-9, atol=1e-15)
    np.testing.assert_array_equal(lid.velocity, [0, 0, -0.5])
    contacts = world.contacts()
    number = list(world.walls).index("lid")
    on_lid = contacts[contacts["wall"] == number]
    assert len(on_lid) > 0
    np.testing.assert_allclose(lid.force, -on_lid["force"].sum(axis=0), rtol=1e-9, atol=1e-12)
    assert lid.force[2] > 0 and lid.power == pytest.approx(0.5 * lid.force[2]) and lid.work > 0
    assert world.value("lid fz") == pytest.approx(lid.force[2])
    lid.velocity = 0 * begin
    digest = world.digest
    saved = world.save()
    world.advance(10)
    np.testing.assert_array_equal(lid.velocity, [0, 0, 0])
    world.restore(saved)
    assert world.digest == digest


def test_spin_turns_about_the_reference_or_a_point(world):
    arm = world.walls["arm"]
    corners = arm.triangles
    assert corners.shape == (2, 3, 3) and world.walls["floor"].triangles.shape == (0, 3, 3)
    arm.spin = [0, 0, np.pi]
    world.advance(until=0.05)
    angle = np.pi * world.time
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    np.testing.assert_allclose(arm.rotation, turn, atol=1e-12)
    np.testing.assert_allclose(arm.position, [0.01, 0.01, 0.04], atol=1e-15)
    state = arm.read()
    np.testing.assert_allclose(arm.triangles, corners @ state.rotation.T + state.shift, atol=1e-15)
    arm.move(spin=[0, 0, 1.0], about=[0, 0, 0])
    np.testing.assert_allclose(arm.velocity, [-0.01, 0.01, 0], atol=1e-15)


def test_a_placed_wall_is_there_at_once(world):
    arm = world.walls["arm"]
    arm.place(shift=[0, 0, -0.005])
    np.testing.assert_allclose(arm.position, [0.01, 0.01, 0.035], atol=1e-15)
    quarter = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    arm.place(rotation=quarter)
    np.testing.assert_allclose(arm.rotation, quarter)
    world.advance(3)


def test_what_is_refused(world):
    lid = world.walls["lid"]
    for wrong in (lambda: world.walls["floor"].move(velocity=[0, 0, 1]), lambda: lid.move(velocity=[0, 0, np.nan]), lambda: lid.move(spin=[1, 2]),
                  lambda: lid.place(rotation=2 * np.eye(3)), lambda: lid.place(rotation=[1, 2, 3]), lambda: lid.place(shift="up")):
        with pytest.raises(scree.InputError):
            wrong()
    with world.particles as p:
        p.position
        with pytest.raises(scree.Error, match="view"):
            lid.place(shift=[0, 0, 1e-3])
    world.close()
    with pytest.raises(scree.Error, match="closed"):
        lid.force
