# SPDX-License-Identifier: BSD-3-Clause
"""Faults of scree that rows of the table show today, by the name that such a row gives as its known_fault. Who mends one takes
its line away: the rows then count like all others. A row that passes while its fault stands here is a failure, so that no
line outlives its fault."""

FAULTS = {}
