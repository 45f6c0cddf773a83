// SPDX-License-Identifier: BSD-3-Clause
// How deep convex bodies are in others, for the alarms. The laws, and so the kernels, take the radius of the sphere of the same volume; a body is pressed through
// another one when the overlap comes near its smallest half axis, which is what alarms measure against.
#pragma once

#include "batch/pair_job.h"

// By what job->known_depth of the kernels is multiplied, so that they find every contact that may be as deep as that over the smallest half axes: the smallest
// half axis of any shape over its radius; 1: no body is thinner than a sphere.
double scree_convex_thinnest(const scree_world *w);
// Counts the contacts of pairs first to last again, with depths over the smallest half axes of convex bodies. known: depths below it need not be found.
void scree_convex_overlaps(const scree_world *w, const scree_pair_block *block, size_t first, size_t last,
                           double known, scree_chunk_sums *s);
