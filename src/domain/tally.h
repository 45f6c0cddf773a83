// SPDX-License-Identifier: BSD-3-Clause
// How much there is where along the curve: particles counted and weighed by cell, or by cube of cells.
#ifndef SCREE_DOMAIN_TALLY_H
#define SCREE_DOMAIN_TALLY_H

#include "base/comm.h"
#include "domain/curve.h"

// What is in the cube of cells that begins at this key.
typedef struct scree_tally {
    uint64_t key, weight, n;
} scree_tally;

// By key; x is freed. Free with scree_free, as are all that are returned here.
scree_tally *scree_tally_sorted(scree_tally *x, size_t n);
// The sorted ones put together by cubes whose edge is a 2^-level of the curve's; *total of them.
scree_tally *scree_tally_merged(const scree_tally *x, size_t n, int level, size_t *total);
// First of the sorted ones whose key is not below.
size_t scree_tally_find(const scree_tally *x, size_t n, uint64_t key);
// The sorted ones of all ranks to those who own them. Returns what this rank gets, sorted, *total of them; x is freed.
// Collective.
scree_tally *scree_tally_route(scree_comm *c, const scree_borders *to, scree_tally *x, size_t n,
                               size_t *total);

#endif
