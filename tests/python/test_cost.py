# SPDX-License-Identifier: BSD-3-Clause
"""What Python costs: a step and a view of it, beside a step of 20 000 particles, which takes a millisecond or more."""
import timeit

import scree
from bed import BED
from scree._library import lib


def microseconds(call, number):
    """The least of some repetitions: others use the machine as well."""
    return min(timeit.repeat(call, number=number, repeat=9)) / number * 1e6


def test_a_step_and_a_view_cost_less_than_three_percent_of_a_large_step():
    with scree.World(text=BED, threads=1) as world:
        handle = world._handle

        def step_and_view():
            world.advance(1)
            with world.particles as p:
                p.velocity

        c = microseconds(lambda: lib.scree_world_advance(handle.c, 1, handle.report.c), 500)
        both = microseconds(step_and_view, 500)
    # 3 % of 1 ms; some 9 us on the machine of docs/python.md.
    assert both - c < 30, (both, c)


def test_a_copy_costs_as_much_as_its_memory():
    with scree.World(text=BED, set={"insertion[0].count": 300}, threads=1) as world:
        assert microseconds(lambda: world.position, 200) < 200
