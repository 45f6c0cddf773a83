// SPDX-License-Identifier: BSD-3-Clause
// Makes the arguments of the kernels for a block of pairs.
#ifndef SCREE_KERNELS_BLOCK_JOB_H
#define SCREE_KERNELS_BLOCK_JOB_H

#include "batch/pair_job.h"

// Computed once for a world, as a step has many blocks of pairs.
scree_shape_facts scree_shape_facts_of(const scree_case *c);
// The data that kernels need for the contacts of a block. elapsed: a time step has passed since the last evaluation, so springs follow the motion.
// stored: the energy stored in contacts is summed.
scree_pair_job scree_block_job(const scree_world *w, const scree_pair_block *block, bool elapsed,
                               bool stored);

#endif
