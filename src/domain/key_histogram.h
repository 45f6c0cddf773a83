// SPDX-License-Identifier: BSD-3-Clause
// How much there is where along the curve: particles counted and weighed by cell, or by cube of cells.
#ifndef SCREE_DOMAIN_KEY_HISTOGRAM_H
#define SCREE_DOMAIN_KEY_HISTOGRAM_H

#include "base/comm.h"
#include "domain/curve.h"

// What is in the cube of cells that begins at this key.
typedef struct scree_key_count {
    uint64_t key, weight, n;
} scree_key_count;

// By key; x is freed. Free with scree_free, as are all that are returned here.
scree_key_count *scree_key_counts_sorted(scree_key_count *x, size_t n);
// The sorted ones put together by cubes whose edge is a 2^-level of the curve's; *total of them.
scree_key_count *scree_key_counts_merged(const scree_key_count *x, size_t n, int level, size_t *total);
// First of the sorted ones whose key is not below.
size_t scree_key_counts_find(const scree_key_count *x, size_t n, uint64_t key);
// The sorted ones of all ranks to those who own them. Returns what this rank gets, sorted, *total of them; x is freed.
// Collective.
scree_key_count *scree_key_counts_route(scree_comm *c, const scree_borders *to, scree_key_count *x, size_t n,
                                        size_t *total);

#endif
