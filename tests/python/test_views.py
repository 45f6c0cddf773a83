# SPDX-License-Identifier: BSD-3-Clause
"""Views of particles: the memory itself, as long as the block lasts, and counted."""
import gc
import threading

import numpy as np
import pytest
import scree
from bed import BED


@pytest.fixture
def world():
    with scree.World("bed.yaml", text=BED, threads=1) as world:
        world.advance(300)
        yield world


def address(array):
    return array.__array_interface__["data"][0]


def test_views_are_the_memory_of_the_world(world):
    with world.particles as p:
        first = address(p.position)
        assert p.position is p.position and p["position"] is p.position
        assert address(p.radius) == first + 24  # they share a record
        assert p.position.shape == (100, 3) and p.radius.shape == (100,) and p.id.dtype == np.uint64
        assert not p.position.flags.owndata
        order = np.argsort(p.id)
        np.testing.assert_array_equal(p.position[order], world.position)
        assert set(p) == set(world.fields) and "velocity" in dir(p) and len(p) == 100
    with world.particles as p, world.particles as q:
        assert address(p.position) == address(q.position) == first


def test_what_is_written_is_in_the_world(world):
    with world.particles.write("velocity", "radius") as p:
        p.velocity[p.rows([3, 1])] = [[1, 2, 3], [4, 5, 6]]
        p.velocity *= 2
        p.radius[p.rows(9)] = 1.25e-3
    np.testing.assert_array_equal(world.get("velocity", [1, 3]), [[8, 10, 12], [2, 4, 6]])
    assert world.radius[8] == 1.25e-3
    world.velocity = 0.0
    assert not world.velocity.any()


def test_reading_is_all_that_is_allowed_without_write(world):
    digest = world.digest
    with world.particles as p:
        with pytest.raises(ValueError):
            p.velocity[0] = 1
        with pytest.raises(ValueError):
            p.velocity.flags.writeable = True
        with pytest.raises(ValueError):
            p.velocity[:1].base.flags.writeable = True
        with pytest.raises(scree.Error, match=r"write\('velocity'\)"):
            p.velocity = 0.0
    with pytest.raises(scree.InputError, match="cannot be written"):
        with world.particles.write("force"):
            pass
    with pytest.raises(scree.InputError, match="accepted: position, radius"):
        with world.particles as p:
            p.speed
    assert world.digest == digest
    with pytest.raises(ValueError):
        world.position[0] = 1
    assert not hasattr(world.particles, "__len_hint__")


def test_while_a_view_lives_the_world_refuses(world):
    saved = world.save()
    with world.particles as p:
        p.position
        for what in (lambda: world.advance(1), lambda: world.remove([1]), lambda: world.add([0.01, 0.01, 0.03], material="m", diameter=1e-3),
                     lambda: world.restore(saved), world.save, world.close, lambda: world.write("x.chk")):
            with pytest.raises(scree.Error, match="view"):
                what()
    world.advance(1)


@pytest.mark.parametrize("derive", [lambda a: a, lambda a: a[:2], lambda a: a.T, lambda a: a.reshape(3, -1) if False else a[..., 0],
                                    lambda a: memoryview(a), lambda a: a.view(), lambda a: iter(a), lambda a: np.asarray(a), lambda a: a[::-1]])
def test_arrays_that_outlive_their_block_stop_the_world_and_stay_valid(world, derive):
    wanted = world.position.sum()
    with pytest.raises(scree.StaleView, match="position"):
        with world.particles as p:
            kept = derive(p.position)
    with pytest.raises(scree.Error, match="del"):
        world.advance(1)
    np.asarray(kept).sum() if not hasattr(kept, "__next__") else next(kept)
    del kept
    world.advance(1)
    assert world.position.sum() != wanted


def test_a_view_after_its_block_is_an_error(world):
    with world.particles as p:
        p.position
    for use in (lambda: p.position, lambda: p.rows([1]), lambda: len(p), lambda: p["velocity"], p.__enter__):
        with pytest.raises(scree.StaleView):
            use()
    with pytest.raises(scree.StaleView, match="is not open"):
        world.particles.position
    world.advance(1)


def test_a_failed_block_says_what_failed_and_the_world_goes_on(world):
    def fails():
        with world.particles as p:
            kept = p.position  # noqa: F841 - the traceback holds it
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        fails()
    gc.collect()
    world.advance(1)
    with pytest.raises(scree.InputError, match="no usable number"):
        with world.particles.write("velocity") as p:
            p.velocity[0] = np.inf
    world.velocity = 0.0
    world.advance(1)
    before = world.radius.copy(), world.mass.copy()
    for field, value in (("radius", 1e-308), ("mass", 1e200)):
        with pytest.raises(scree.InputError, match="no usable number; accepted: 1e-"):
            setattr(world, field, value)
    assert (world.radius == before[0]).all() and (world.mass == before[1]).all()
    world.advance(1)


def test_memory_outlives_a_world_that_an_exception_ends():
    kept = []
    with pytest.raises(KeyError):
        with scree.World("bed.yaml", text=BED) as world:
            with world.particles as p:
                kept.append(p.position)
                total = p.position.sum()
                raise KeyError
    assert world.closed
    others = [scree.World("bed.yaml", text=BED) for _ in range(3)]  # would take the memory if it were free
    assert kept[0].sum() == total
    del others


def test_leases_may_end_in_any_thread(world):
    for _ in range(50):
        with pytest.raises(scree.StaleView):
            with world.particles as p:
                held = [p.position, p.velocity, p.force]
        threads = [threading.Thread(target=held.pop) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        del p
        world.advance(1)
    assert world.step == 350


def test_a_world_without_particles_has_empty_views():
    with scree.World("bed.yaml", text=BED.split("insertion")[0]) as world:
        with world.particles.write("velocity") as p:
            assert p.position.shape == (0, 3) and p.id.shape == (0,)
            p.velocity[...] = 1
        world.external_force = [1, 2, 3]
        world.advance(3)
        assert world.position.shape == (0, 3) and len(world.contacts()) == 0


def test_rows_change_with_the_generation(world):
    generation, order = world.generation, None
    for _ in range(20):
        with world.particles as p:
            if world.generation == generation and order is not None:
                np.testing.assert_array_equal(p.id, order)
            generation, order = world.generation, p.id.copy()
        world.advance(100)
    assert world.rebuilds > 1
