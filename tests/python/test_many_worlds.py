# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300
"""Many worlds in one process: no memory is lost, and threads do not disturb each other's bits."""
import gc
import resource
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import scree
from bed import BED


def resident():
    """Memory of the process now, B."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def use(seed):
    with scree.World(text=BED, set={"seed": seed + 1, "insertion[0].count": 20 + seed % 7}, threads=1) as world:
        world.after_step(lambda w: None)
        world.advance(5)
        saved = world.save()
        with world.particles.write("velocity", "external_force") as p:
            p.velocity *= 0.5
        world.remove(world.ids[:2])
        world.add([0.01, 0.01, 0.04], material="m", diameter=2e-3)
        world.contacts()
        world.advance(5)
        world.restore(saved)
        return world.digest


def test_a_thousand_worlds_leak_nothing():
    for seed in range(100):
        use(seed)
    gc.collect()
    before = resident()
    for seed in range(1000):
        use(seed)
    gc.collect()
    # A world of 20 spheres has some 40 KiB; what an allocator keeps differs by less than 4 MiB from run to run.
    assert resident() - before < 4 << 20


def test_views_and_reports_leak_nothing():
    with scree.World(text=BED, threads=1) as world:
        for round in range(2):
            before = resident()
            for _ in range(20_000):
                with world.particles as p:
                    p.position, p.velocity
                world.value("kinetic")
            for _ in range(500):
                try:
                    world.remove([10**6])
                except scree.InputError:
                    pass
                world.position
    assert resident() - before < 1 << 20


def test_a_hundred_worlds_in_four_threads_have_the_serial_digests():
    wanted = [run(seed) for seed in range(100)]
    assert len(set(wanted)) == 100
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(run, range(100))) == wanted


def run(seed):
    with scree.World(text=BED, set={"seed": seed + 1}, threads=1 + seed % 2) as world:
        for _ in range(10):
            world.advance(20)
            with world.particles as p:
                assert np.isfinite(p.position).all()
        return world.digest
