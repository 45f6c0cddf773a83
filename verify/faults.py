# SPDX-License-Identifier: BSD-3-Clause
"""Faults of scree that rows of the table show today, by the name that such a row gives as its known_fault. Who mends one takes
its line away: the rows then count like all others. A row that passes while its fault stands here is a failure, so that no
line outlives its fault."""

FAULTS = {
    "concave corners": "Concave corners of a mesh make energy.",
    "seams": "Walls that continue each other kick what rolls over the seam.",
    "fast through mesh": "Fast particles pass through meshes in silence.",
    "endless cylinder": "An endless cylinder ends at its point.",
    "epsd dashpot": "epsd adds its dashpot beyond the limit that its page and `law show` state.",
    "half step ledger": "The ledger of verlet_half_step takes a velocity of another time.",
}
