// SPDX-License-Identifier: BSD-3-Clause
// Histogram along the curve: number and weight of particles by cell, or by cube of cells.
#pragma once

#include "parallel/comm.h"
#include "partition/curve.h"

// Number and weight of the particles in the cube of cells that starts at this key.
typedef struct scree_key_count {
    uint64_t key, weight, n;
} scree_key_count;

// Sorted by key; x is freed. Free the result with scree_free, as for all functions here.
scree_key_count *scree_key_counts_sorted(scree_key_count *x, size_t n);
// Merges sorted counts to cubes whose edge is 2^-level of that of the curve; *total: their number.
scree_key_count *scree_key_counts_merged(const scree_key_count *x, size_t n, int level, size_t *total);
// Index of the first sorted count whose key is not below `key`.
size_t scree_key_counts_find(const scree_key_count *x, size_t n, uint64_t key);
// Sends the sorted counts of all ranks to the ranks that own their keys. Returns those for this rank, sorted; *total: their
// number; x is freed. Collective.
scree_key_count *scree_key_counts_route(scree_comm *c, const scree_borders *to, scree_key_count *x, size_t n,
                                        size_t *total);
