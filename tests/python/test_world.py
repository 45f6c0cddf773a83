# SPDX-License-Identifier: BSD-3-Clause
"""Worlds from Python: the same bits as the program, states that are kept and copied, keys that change, and what is refused."""
import copy
import os
import pickle
import re
import subprocess
import warnings

import numpy as np
import pytest
import scree
from bed import BED


@pytest.fixture
def world():
    with scree.World("bed.yaml", text=BED, threads=1) as world:
        yield world


def test_digest_is_that_of_the_program(tmp_path):
    case = tmp_path / "bed.yaml"
    case.write_text(BED)
    out = tmp_path / "out"
    subprocess.run([os.environ["SCREE"], "run", case, "--steps", "300", "--threads", "2", "--out", out], capture_output=True, check=True)
    wanted = re.search(r'"digest": "([0-9a-f]{32})"', (out / "run.json").read_text())[1]
    with scree.World(case, threads=1) as world:
        first = world.position
        world.advance(steps=300)
        assert world.digest == wanted
        assert world.count == len(world) == 100 and world.ids.tolist() == list(range(1, 101))
        assert world.position[:, 2].mean() < first[:, 2].mean()
        assert world.step == 300 and world.time == pytest.approx(300 * world.dt)
    assert scree.run(case, out=tmp_path / "again", steps=300).digest == wanted


def test_steps_are_the_same_in_any_portions(world):
    with scree.World("bed.yaml", text=BED) as other:
        other.advance(until=250 * other.dt)
        for steps in (1, 7, 0, 242):
            world.advance(steps)
        assert other.step == world.step == 250 and other.digest == world.digest


PRESSED = """
time: {end: 20 ms}
domain: {min: [0, 0, -1 cm], max: [1 cm, 1 cm, 2 cm], periodic: [x, y]}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25}}
contacts: [{between: any, restitution: 0.3, friction: 0.3}]
damping: {local: 0.5}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}
  lid: {plane: {point: [0, 0, 7 mm], normal: [0, 0, -1]}, material: m, servo: {slide: {along: [0, 0, -1], stress: 16 kPa, area: 1 cm2, speed: 0.1}}}
insertion: [{material: m, fill: dense, diameter: 2 mm, fraction: 0.5, region: {box: {min: [0, 0, 0], max: [1 cm, 1 cm, 7 mm]}}}]
output: {plot: false, series: {every: 2 ms}, csv: {every: 2 ms}, vtk: {every: 2 ms}, checkpoint: {every: 4 ms, keep: 0}}
"""


def test_a_time_is_reached_also_where_the_time_step_follows_the_contacts(tmp_path):
    with scree.World("pressed.yaml", text=PRESSED, threads=1) as world, scree.World("pressed.yaml", text=PRESSED, threads=2) as other:
        first = world.dt
        for until in (1e-3, 7e-3, 7.0004e-3, 20e-3):
            world.advance(until=until)
            assert until - 1e-11 <= world.time < until + first
        assert world.dt < first and world.time < world.step * first
        other.advance(world.step)
        digest = other.digest
        assert other.time == world.time and other.dt == world.dt and other.digest == world.digest
    case = tmp_path / "pressed.yaml"
    case.write_text(PRESSED)
    run = scree.run(case, out=tmp_path / "out", threads=1)
    found = run.results()
    assert run.digest == digest and found.run["run"]["dt_changes"]
    assert found.checkpoints[-1].time == pytest.approx(found.series.time[-1], rel=1e-14)
    # times of tables are computed, those of pictures are in the files
    assert found.csv_frames.times.tolist() == pytest.approx(found.vtk_frames.times.tolist(), rel=1e-14) and len(found.csv_frames) == 11


def test_steps_without_the_energy_of_contacts_have_the_same_bits(world, tmp_path):
    with scree.World("bed.yaml", text=BED, threads=2) as other:
        world.advance(1500)
        other.advance(1500, energy=False)
        assert world.digest == other.digest and world.value("elastic_normal") > 0
        assert world.value("kinetic") == other.value("kinetic")
        with pytest.raises(scree.InputError, match="energy_balance needs the energy that contacts store.*energy=True"):
            other.value("energy_balance")
        values, less = world.values(), other.values()
        lacking = {name for name in values if np.isnan(less[name]) and not np.isnan(values[name])}
        assert {"elastic_normal", "plastic_normal", "friction_tangential", "energy_balance"} <= lacking and len(lacking) == 9
        assert all(values[name] == less[name] for name in set(values) - lacking if not np.isnan(values[name]))
        digest = other.digest
        for change in (lambda: other.set("velocity", [0, 0, 0], 1), lambda: other.add([0.01] * 3, material="m", diameter=1e-3), lambda: other.remove(1),
                       lambda: other.__setitem__("gravity", [0, 0, 0])):
            with pytest.raises(scree.InputError, match="was not summed in the last step"):
                change()
        assert other.digest == digest and other.to_yaml() == world.to_yaml()
        other.write(tmp_path / "state.chk")
        twins = [other.copy(), scree.World("bed.yaml", text=BED)]
        twins[1].read(tmp_path / "state.chk")
        known = []
        other.after_step(lambda w: known.append(not np.isnan(w.values()["elastic_normal"])))
        for _ in range(20):
            other.advance(1, energy=False)
        other.advance(1)
        world.advance(21)
        assert known == [False] * 20 + [True]
        for twin in (other, *twins):
            twin.advance(world.step - twin.step, energy=True)
            assert twin.digest == world.digest
            np.testing.assert_equal(twin.values(), world.values())
        for twin in twins:
            twin.close()


def test_a_saved_state_is_gone_back_to_bit_for_bit(world):
    world.advance(400)
    saved = world.save()
    assert saved.step == 400
    digests = []
    for _ in range(3):
        world.advance(100)
        world.add([0.01, 0.01, 0.04], material="m", diameter=2e-3)
        world.remove(world.ids[:3])
        world.advance(100)
        digests.append(world.digest)
        world.restore(saved)
        assert world.step == 400 and world.count == 100
    assert len(set(digests)) == 1
    with pytest.raises(scree.InputError, match="no saved state"):
        world.restore("saved")


def test_copies_and_pickles_go_on_with_the_same_bits(world, tmp_path):
    world.set_drag(1e-5, [0, 0, 0.1])
    world.advance(300)
    twins = [world.copy(), copy.copy(world), pickle.loads(pickle.dumps(world))]
    world.write(tmp_path / "state.chk")
    twins.append(scree.World("bed.yaml", text=BED))
    twins[-1].read(tmp_path / "state.chk")
    world.advance(200)
    for twin in twins:
        assert twin.step == 300
        twin.advance(200)
        assert twin.digest == world.digest
        twin.close()


def test_keys_change_while_it_is_open(world):
    world.advance(100)
    world["gravity"] = [0, 0, 0]
    world.advance(1)  # which ends with the first forces without it
    before = world.get("velocity", 5)
    world.advance(1)
    assert world["gravity"].split() == ["-", "0", "-", "0", "-", "0"] and "9.81" not in world.to_yaml()
    assert world.get("velocity", 5) == pytest.approx(before)
    assert world.copy().digest == world.digest
    with pytest.raises(scree.InputError, match="cannot change"):
        world["time.dt"] = 2e-5
    assert world["time.dt"] == 1e-5
    with pytest.raises(scree.InputError, match="did you mean 'friction'"):
        world["materials.m.fricton"] = 0.5


def test_values_are_those_of_the_series(world):
    world.advance(500)
    kinetic = 0.5 * np.sum(world.mass[:, None] * world.velocity**2)
    assert world.value("kinetic") == pytest.approx(kinetic, rel=1e-12)
    values = world.values()
    assert list(values) == list(world.columns) and world.columns["kinetic"] == "J" and world.columns["floor fz"] == "N"
    assert all(values[name] == world.value(name) or np.isnan(values[name]) for name in values)
    assert values["particles"] == 100 and values["kinetic"] == world.value("kinetic")
    low, high = world.box
    np.testing.assert_array_equal([low, high], [world.position.min(axis=0), world.position.max(axis=0)])
    with pytest.raises(scree.InputError, match="no value 'kinetc'"):
        world.value("kinetc")


def test_contacts_carry_the_weight(world):
    world.advance(3000)
    with world.particles.write("velocity", "omega") as p:
        p.velocity = 0.0
        p.omega[...] = 0.0
    world.advance(1)
    contacts = world.contacts()
    assert len(contacts) == world.contact_count > 0
    wall = contacts["wall"] == 0
    assert np.all(contacts["b"][wall] == 0) and np.all(contacts["b"][~wall] > 0)
    np.testing.assert_allclose(np.linalg.norm(contacts["normal"], axis=1), 1, rtol=1e-12)
    more = world.contacts(history=True)
    spring = np.stack([more[f"tangential_spring_{axis}"] for axis in "xyz"], axis=1)
    assert np.abs(spring).max() > 0 and np.abs(np.sum(spring * more["normal"], axis=1)).max() < 1e-3 * np.abs(spring).max()
    np.testing.assert_array_equal(more["force"], contacts["force"])
    arm = np.where(wall[:, None], contacts["point"] - world.get("position", contacts["a"]), 0)
    np.testing.assert_allclose(contacts["torque"][wall], np.cross(arm, contacts["force"])[wall] + contacts["moment"][wall], atol=1e-15)
    total = np.zeros((world.count + 1, 3))
    np.add.at(total, contacts["a"].astype(int), contacts["force"])
    np.add.at(total, contacts["b"][~wall].astype(int), -contacts["force"][~wall])
    weight = world.mass[:, None] * [0, 0, -9.81]
    np.testing.assert_allclose(total[world.ids.astype(int)] + weight, world.force, atol=1e-12)


def test_particles_come_and_go(world):
    ids = world.add([[0.005, 0.005, 0.04], [0.015, 0.015, 0.04]], material="m", diameter=[2e-3, 3e-3], velocity=[0, 0, -1], spin=(1, 2, 3))
    assert ids.tolist() == [101, 102] and world.count == 102
    np.testing.assert_array_equal(world.get("radius", ids), [1e-3, 1.5e-3])
    np.testing.assert_array_equal(world.get("omega", 102), [1, 2, 3])
    world.remove(101)
    world.remove([1, 2])
    assert world.ids.tolist() == [*range(3, 101), 102]
    fixed = world.add([0.01, 0.01, 0.045], material="m", diameter=2e-3, fixed=True)
    world.advance(10)
    np.testing.assert_array_equal(world.get("position", fixed), [[0.01, 0.01, 0.045]])
    for wrong in (dict(diameter=-1e-3), dict(material="glass"), dict(material=["m", "m", "m"]), dict(velocity=[1, 2]), dict(diameter=np.nan), dict(shape="dimer")):
        with pytest.raises(scree.InputError):
            world.add([[0.01, 0.01, 0.03]], **{"material": "m", "diameter": 2e-3, **wrong})
    with pytest.raises(scree.InputError, match="no particle 1000"):
        world.remove([3, 1000])
    assert world.count == 100


def test_forces_from_outside_act_until_they_are_set_anew(world):
    world["gravity"] = [0, 0, 0]
    world.remove(world.ids[1:])
    mass = world.mass[0]
    world.velocity = 0.0
    world.external_force = [0, 0, 2 * mass]
    world.advance(100)
    assert world.velocity[0] == pytest.approx([0, 0, 2 * 100 * world.dt], abs=1e-12)
    world.set("external_force", 0.0, world.ids)
    world.advance(1)
    begin = world.velocity[0]
    world.set_drag(mass / 1e-3, [1, 0, 0])  # relaxes in 1 ms
    world.advance(1000)
    velocity = world.velocity[0]
    assert velocity == pytest.approx([1, 0, 2e-3 * np.exp(-10)], rel=1e-4, abs=1e-4)
    impulse = world.take_drag_impulse()[0]
    # The sum counts the last force for a whole step, of which half acts in the next one: exp(-10) dt / (2 * 1 ms) of all.
    assert impulse == pytest.approx(mass * (velocity - begin), rel=3e-7, abs=1e-14)
    assert not world.get("drag_impulse").any()


def test_what_is_refused_changes_nothing(world):
    digest = world.digest
    for field, value in (("velocity", np.nan), ("velocity", [1, 2]), ("radius", -1.0), ("mass", 0.0), ("force", 1.0), ("speed", 1.0), ("velocity", "fast")):
        with pytest.raises(scree.InputError):
            world.set(field, value)
    with pytest.raises(scree.InputError, match="no particle 101"):
        world.get("position", [1, 101])
    with pytest.raises(scree.InputError):
        world.get("position", [-1])
    for steps in (-1, 1.5, "1", None, 2**64):
        with pytest.raises(scree.InputError):
            world.advance(steps)
    with pytest.raises(scree.InputError):
        world.advance(until=float("nan"))
    world.advance(0)
    assert world.digest == digest and world.step == 0


def test_what_is_refused_changes_no_bit_of_what_follows(world):
    with scree.World("bed.yaml", text=BED, threads=1) as untouched:
        world.advance(2000)
        untouched.advance(2000)
        for field, value in (("velocity", np.nan), ("velocity", [1, 2]), ("radius", -1.0), ("mass", 0.0), ("drag_coefficient", -1.0), ("external_force", [1, 2])):
            with pytest.raises(scree.InputError):
                world.set(field, value)
        with pytest.raises(KeyError), world.particles.write("velocity"):
            raise KeyError("nothing was written")
        world.velocity = world.velocity
        assert "drag_coefficient" not in world.fields and world.digest == untouched.digest
        twin = world.copy()
        for one in (world, untouched, twin):
            one.advance(100)
        assert world.digest == untouched.digest == twin.digest
        twin.close()


DIMERS = BED + "shapes: {d: {members: [{at: [-1 mm, 0, 0], radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 mm}]}}\n"


def test_members_of_clumps_are_not_moved_in_silence():
    with scree.World("dimers.yaml", text=DIMERS, threads=1) as world, scree.World("dimers.yaml", text=DIMERS, threads=1) as untouched:
        for one in (world, untouched):
            clump = one.add([0.01, 0.01, 0.04], material="m", shape="d", velocity=[0.1, 0, 0], spin=[0, 0, 5])[0].item()
            one.advance(100)
        for field, instead in (("velocity", "body_velocity"), ("omega", "momentum"), ("position", "centre, turn and turn_w")):
            with pytest.raises(scree.InputError, match=f"a member of clump {clump} was given a {field}, which follows from its clump; accepted: .*{instead}"):
                setattr(world, field, 0.0)
            with pytest.raises(scree.InputError, match="follows from its clump"), world.particles.write(field) as p:
                p[field][p.rows([clump + 1])] *= 2.0
        for one in (world, untouched):
            one.advance(100)
        assert world.digest == untouched.digest
        spheres = world.ids[world.get("body") == 0]
        world.set("velocity", 0.0, spheres)
        world.set("body_velocity", 0.0)
        world.set("momentum", 0.0)
        assert not world.velocity.any() and not world.omega[world.get("body") > 0].any()
        with world.particles.write("velocity", "body_velocity") as p:  # in one block, in any order
            p.velocity[p.body == 0] = 1.0
            p.body_velocity[...] = 1.0
        np.testing.assert_array_equal(world.velocity, 1.0)


RICE = BED + "shapes: {d: {members: [{at: [-1 mm, 0, 0], radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 mm}]}, rice: {ellipsoid: [3 mm, 2 mm, 1 mm]}}\n"


def test_orientation_and_half_axes():
    with scree.World("rice.yaml", text=RICE, threads=1) as world:
        assert world.shapes == ["d", "rice"]
        grain = world.add([0.01, 0.01, 0.04], material="m", shape="rice", orientation=[0.8, 0, 0.6, 0])
        clump = world.add([0.01, 0.01, 0.03], material="m", shape="d").item()
        assert world.orientation.shape == (103, 4) and world.half_axes.shape == (103, 3)
        np.testing.assert_allclose(world.get("orientation", grain), [[0.8, 0, 0.6, 0]], atol=1e-15)
        np.testing.assert_allclose(world.get("half_axes", grain), [[3e-3, 2e-3, 1e-3]], rtol=1e-15)
        np.testing.assert_array_equal(world.orientation[0], [1, 0, 0, 0])
        assert world.shapes[int(world.get("shape", grain)[0])] == "rice"
        with world.particles.write("orientation") as p:  # a quarter about z
            p.orientation[p.rows([clump])] = [2, 0, 0, 2]
        apart = world.get("position", clump + 1) - world.get("position", clump)
        np.testing.assert_allclose(apart, [0, 2e-3, 0], atol=1e-15)
        np.testing.assert_allclose(world.get("orientation", clump + 1), np.array([1, 0, 0, 1]) * 0.5**0.5, atol=1e-15)
        world.set("orientation", [0, 1, 0, 0], grain)
        np.testing.assert_allclose(world.get("orientation", grain), [[0, 1, 0, 0]], atol=1e-15)
        same = world.digest
        world.orientation = world.orientation
        assert world.digest == same
        for values, ids, text in (([0, 0, 0, 0], grain, "accepted: quaternions of a length"), ([1, 0, 0, np.nan], grain, "accepted"),
                                  ([0, 1, 0, 0], [1], "it is a sphere, which has none"), ([0, 1, 0, 0], [clump + 1], "the row of its first member")):
            with pytest.raises(scree.InputError, match=text):
                world.set("orientation", values, ids)
        with pytest.raises(scree.InputError, match="'half_axes' cannot be written"):
            world.half_axes = 1e-3
        assert world.digest == same
        world.advance(10)
    with scree.World("bed.yaml", text=BED, threads=1) as world, pytest.raises(AttributeError, match="have no field 'orientation'"):
        world.orientation


def test_none_is_null():
    lid = "{rectangle: {corner: [0, 0, 4 cm], first: [2 cm, 0, 0], second: [0, 2 cm, 0]}, material: m, servo: {slide: {along: [0, 0, 1], force: -1 N, speed: 1 m/s}}}"
    texts = []
    for nothing in (None, "null"):
        with scree.World("bed.yaml", text=BED, set={"walls.lid": lid}, threads=1) as world:
            world.advance(10)
            world["walls.lid.servo"] = nothing
            world.advance(10)
            assert world.walls["lid"].velocity[2] == 0.0
            texts.append((world.digest, world.to_yaml()))
    assert texts[0] == texts[1]
    with pytest.raises(scree.InputError, match="fit into a double"):
        scree.Case("bed.yaml", text=BED)["seed"] = 10**400


def test_mistakes_are_exceptions_with_the_text_of_the_report():
    with pytest.raises(scree.InputError, match=r"^bed\.yaml:3:\d+: error: materials\.m: unknown key 'fricton'; did you mean 'friction'\?") as caught:
        scree.World("bed.yaml", text=BED.replace("friction", "fricton"))
    assert isinstance(caught.value, ValueError) and caught.value.status == 1 and caught.value.messages == (str(caught.value),)
    assert pickle.loads(pickle.dumps(caught.value)).messages == caught.value.messages
    with pytest.raises(scree.InputError, match="No such file"):
        scree.World("nowhere.yaml")
    with pytest.raises(scree.InputError, match="mpi4py"):
        scree.World("bed.yaml", text=BED, comm=3)


def test_bad_numbers_name_the_particle(world):
    world.set("position", world.get("position", 8) + [0, 0, 1e-5], 7)
    with pytest.warns(scree.ScreeWarning, match="overlap"), pytest.raises(scree.BadNumbers, match=r"\b7\b.*\b8\b") as caught:
        world.advance(10)
    assert caught.value.status == 2


def test_warnings_are_warnings_at_the_line_of_the_caller(world):
    world.advance(10)
    with pytest.warns(scree.ScreeWarning, match="before the time of the world") as caught:
        world.advance(until=0.0)
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        world.advance(until=world.time)
    assert world.step == 10


def test_a_closed_world_says_so():
    world = scree.World("bed.yaml", text=BED)
    world.close()
    world.close()
    assert world.closed and repr(world) == "<scree.World bed.yaml, closed>"
    for use in (lambda: world.advance(1), lambda: world.time, lambda: world.position, lambda: world.particles, world.contacts, world.__enter__, world.save):
        with pytest.raises(scree.Error, match="closed"):
            use()


def test_texts_of_fields_are_those_of_the_library():
    assert "Angular velocity. Unit: rad/s." in scree.World.omega.__doc__
    assert "Kept" not in (scree.World.add.__doc__ or "") and "Overlaps are the caller's" in scree.World.add.__doc__
    with scree.World("bed.yaml", text=BED) as world:
        assert world.fields["position"] == ("position", "m", 3, np.dtype("f8"), "Centre.")


def test_a_motion_that_was_set_while_it_was_open_is_in_copies(world, tmp_path):
    lid = "{plane: {point: [0, 0, 3 cm], normal: [0, 0, -1]}, material: m, motion: {translate: {velocity: [0, 0, 0]}}}"
    with scree.World("bed.yaml", text=BED, set={"walls.lid": lid}, threads=1) as world:
        world.advance(100)
        world["walls.lid.motion"] = {"translate": {"velocity": [0, 0, -1]}}
        world["contacts[0].friction"] = 0.1
        world.advance(900)
        saved = world.save()
        twins = [world.copy(), pickle.loads(pickle.dumps(world)), scree.World(world.case, threads=1), scree.World(text=world.to_yaml(), threads=1)]
        for twin in twins[2:]:
            twin.restore(saved)
        world.advance(200)
        assert world.walls["lid"].shift[2] == pytest.approx(-1100 * world.dt)
        for twin in twins:
            twin.advance(200)
            assert twin.digest == world.digest
            twin.close()


def test_values_by_name(world):
    world.advance(500)
    values, columns = world.values(), world.columns
    assert list(values) == list(columns) and columns["kinetic"] == "J" and columns["floor fz"] == "N"
    for name in ("kinetic", "floor fz", "energy_balance", "contacts"):
        assert values[name] == world.value(name), name
    world.advance(1)
    assert world.values()["kinetic"] != values["kinetic"]


def test_contacts_have_what_their_laws_remember(world):
    assert world.history == ("tangential_spring_x", "tangential_spring_y", "tangential_spring_z", "tangential_stiffness")
    world.advance(3000)
    plain, contacts = world.contacts(), world.contacts(history=True)
    assert contacts.dtype.names == plain.dtype.names + world.history
    for name in plain.dtype.names:
        np.testing.assert_array_equal(contacts[name], plain[name])
    spring = np.stack([contacts[name] for name in world.history[:3]], axis=1)
    slid = np.linalg.norm(spring, axis=1)
    assert len(spring) > 5 and np.count_nonzero(slid) > 5
    assert np.abs(np.einsum("ij,ij->i", spring, contacts["normal"])).max() < 1e-3 * slid.max()  # they are in the plane of contact
    np.testing.assert_array_equal(contacts["tangential_stiffness"] > 0, np.ones(len(contacts), bool))
    with scree.World("bed.yaml", text=BED, set={"contacts[0].tangential": "none"}, threads=1) as other:
        other.advance(100)
        assert other.history == () and other.contacts(history=True).dtype == plain.dtype


def test_box_and_sums_over_processes(world):
    np.testing.assert_array_equal(world.box, [world.position.min(axis=0), world.position.max(axis=0)])
    np.testing.assert_array_equal(world.sum_ranks([[1, 2], [3, 4]]), [[1, 2], [3, 4]])
    assert world.max_ranks(7) == 7 and world.sum_ranks(np.float32(2)).shape == ()
    with pytest.raises(scree.InputError, match="finite"):
        world.sum_ranks([np.nan])


def test_cell_of_a_world_that_deforms(world):
    with pytest.raises(ValueError, match="no cell that deforms"):
        world.cell
    text = """
time: {end: 1 s, dt: 1e-4}
domain: {min: [0, 0, 0], max: [0.1, 0.2, 0.3], periodic: [x, y, z]}
materials: {m: {density: 2500, young: 1e6, poisson: 0.3}}
contacts: [{between: any, restitution: 0.5, friction: 0.1}]
particles: [{positions: [[0.05, 0.05, 0.05]], diameter: 1 cm, material: m}]
cell: {components: {zz: 1 1/s, xy: 2 1/s}, lean: [1 cm, 0, 0]}
"""
    with scree.World("cell.yaml", text=text) as sheared:
        assert sheared.cell.tolist() == [[0.1, 0, 0], [0.01, 0.2, 0], [0, 0, 0.3]]
        sheared.advance(100)
        vectors = [[0.1, 0, 0], [0.01 + 2 * 0.01 * 0.2, 0.2, 0], [0, 0, 0.3 * np.exp(-0.01)]]
        assert sheared.cell == pytest.approx(np.array(vectors), abs=1e-9)
