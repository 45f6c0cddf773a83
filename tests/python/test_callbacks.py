# SPDX-License-Identifier: BSD-3-Clause
"""Functions that a world calls in its steps, and what happens to exceptions in them."""
import gc
import weakref

import numpy as np
import pytest
import scree
from bed import BED


@pytest.fixture
def world():
    with scree.World("bed.yaml", text=BED, threads=2) as world:
        yield world


def test_they_are_called_in_order_and_change_no_bits(world):
    with scree.World("bed.yaml", text=BED) as other:
        other.advance(105)
        wanted = other.digest
    log = []

    @world.before_forces
    def first(w):
        with w.particles as p:
            log.append(("before", w.step, p.position[:, 2].mean()))

    @world.after_forces
    def second(w):
        log.append(("after", w.step, w.contact_count))

    @world.after_step
    def third(w):
        log.append(("step", w.step, w.time))

    @world.every(20)
    def rarely(w):
        log.append(("every", w.step, len(w.contacts())))

    world.advance(5)
    world.advance(until=105 * world.dt)
    assert world.digest == wanted
    assert [entry[:2] for entry in log[:4]] == [("before", 1), ("after", 1), ("step", 1), ("before", 2)]
    assert [entry[1] for entry in log if entry[0] == "every"] == [20, 40, 60, 80, 100]
    assert len(log) == 3 * 105 + 5
    for function in (first, second, third, rarely):
        world.remove_callback(function)
    world.advance(20)
    assert len(log) == 3 * 105 + 5
    with pytest.raises(scree.InputError, match="no callback"):
        world.remove_callback(first)


@pytest.mark.parametrize("moment", ["before_forces", "after_forces", "after_step"])
def test_an_exception_stops_after_the_step_and_comes_out(world, moment):
    class Mine(Exception):
        pass

    @getattr(world, moment)
    def fails(w):
        if w.step == 30:
            raise Mine("at 30")

    with pytest.raises(Mine, match="at 30") as caught:
        world.advance(100)
    assert caught.traceback[-1].name == "fails"
    assert world.step == 30
    with scree.World("bed.yaml", text=BED) as other:
        other.advance(30)
        assert other.digest == world.digest
    world.remove_callback(fails)
    world.advance(1)
    assert world.step == 31


def test_a_periodic_function_may_add_and_remove(world):
    @world.every(50)
    def feed(w):
        w.remove(w.ids[:2])
        w.add([w.step * 9e-5, 0.01, 0.045], material="m", diameter=2e-3)
        if w.step == 200:
            raise KeyError("enough")

    with pytest.raises(KeyError):
        world.advance(1000)
    assert world.step == 200 and world.count == 100 - 4


def test_loads_may_be_set_in_a_step(world):
    world["gravity"] = [0, 0, 0]
    world.remove(world.ids[1:])
    world.velocity = 0.0
    world.external_force = 0.0
    mass = world.mass[0]

    @world.after_forces
    def spring(w):
        with w.particles.write("external_force") as p:
            p.external_force[:, 0] = -mass * 1e4 * (p.position[:, 0] - 0.01)

    world.set("position", [0.011, 0.01, 0.03])
    world.advance(round(2 * np.pi / 1e2 / 2 / world.dt))  # half a period
    assert world.position[0, 0] == pytest.approx(0.009, abs=1e-5)


def test_loads_need_room_before_a_step(world):
    def pushes(w):
        with w.particles.write("external_force"):
            pass

    world.after_step(pushes)
    with pytest.raises(scree.InputError, match=r"world\.set\('external_force', 0\.0\) before"):
        world.advance(1)
    world.external_force = 0.0
    world.advance(1)
    assert world.step == 2


@pytest.mark.parametrize("what", [lambda w: w.advance(1), lambda w: w.close(), lambda w: w.add([0.01] * 3, material="m", diameter=1e-3),
                                  lambda w: w.remove([1]), lambda w: w.save(), lambda w: w.after_step(print), lambda w: w.set("velocity", 0.0),
                                  lambda w: w.__setitem__("gravity", [0, 0, 0]), lambda w: w.copy()])
def test_what_a_callback_may_not_do_is_refused(world, what):
    world.after_step(what)
    with pytest.raises(scree.Error, match="callback|hook"):
        world.advance(3)
    assert world.step == 1 and world.count == 100
    world.remove_callback(what)
    world.advance(1)


def test_a_view_that_outlives_a_callback_is_an_error(world):
    kept = []

    @world.after_step
    def keeps(w):
        with w.particles as p:
            kept.append(p.position)

    with pytest.raises(scree.StaleView):
        world.advance(3)
    assert world.step == 1
    kept.clear()
    world.remove_callback(keeps)
    world.advance(1)


def test_progress_is_shown_and_its_errors_come_out(world):
    seen = []
    world.advance(300, progress=seen.append)
    assert seen[-1].step == 300 and seen[-1].finished and not any(p.finished for p in seen[:-1])
    assert seen[-1].end == pytest.approx(seen[-1].time) and seen[-1].particle_steps == 300 * 100
    with pytest.raises(ZeroDivisionError):
        world.advance(300, progress=lambda p: 1 / 0)
    with pytest.raises(scree.InputError, match="progress=7"):
        world.advance(300, progress=7)


def test_a_bar_of_tqdm(world, capsys):
    pytest.importorskip("tqdm")
    world.advance(300, progress=True)
    assert "100%" in capsys.readouterr().err


def test_callbacks_do_not_keep_a_world(world):
    other = scree.World("bed.yaml", text=BED)
    other.after_step(lambda w: None)
    gone = weakref.ref(other)
    del other
    gc.collect()
    assert gone() is None
