# SPDX-License-Identifier: BSD-3-Clause
# ctest: RUN_SERIAL TRUE TIMEOUT 300
"""What Python costs: a step and a view of it, beside a step of 20 000 particles in contact."""
import time
import timeit

import scree
from bed import BED
from scree._library import lib

LARGE = {"insertion[0].count": 20_000, "domain.max": ["7 cm", "7 cm", "15 cm"], "insertion[0].region.box.max": ["7 cm", "7 cm", "12 cm"]}


def microseconds(call, number):
    """Processor time, the least of some repetitions, as others use the machine as well."""
    return min(timeit.repeat(call, number=number, repeat=9, timer=time.process_time)) / number * 1e6


def c_step(world):
    """A step without Python."""
    handle = world._handle
    return lambda: lib.scree_world_advance(handle.c, 1, handle.report.c)


def test_a_step_and_a_view_cost_less_than_three_percent_of_a_large_step():
    with scree.World(text=BED, set={"insertion[0].count": 1}, threads=1) as small, scree.World(text=BED, set=LARGE, threads=1) as large:
        large.velocity = [0, 0, -1]
        large.advance(2000)  # the lower ones are on the floor
        assert large.count == 20_000 and large.contact_count > 500

        def step_and_view():
            small.advance(1)
            with small.particles as p:
                p.velocity

        overhead = microseconds(step_and_view, 500) - microseconds(c_step(small), 500)
        step = microseconds(c_step(large), 20)
    assert overhead < 0.03 * step, (overhead, step)


def test_a_copy_costs_as_much_as_its_memory():
    with scree.World(text=BED, set=LARGE, threads=1) as world:
        world.position  # finds the order
        assert microseconds(lambda: world.position, 20) < 0.5 * microseconds(c_step(world), 20)
