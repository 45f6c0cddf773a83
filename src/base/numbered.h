// SPDX-License-Identifier: BSD-3-Clause
// Indices under numbers of up to 64 bits, such as the ids of particles.
#ifndef SCREE_BASE_NUMBERED_H
#define SCREE_BASE_NUMBERED_H

#include <stddef.h>
#include <stdint.h>

typedef struct scree_numbered {
    uint64_t id;
    uint32_t index;
} scree_numbered;

// Ascending by id, stable.
void scree_numbered_sort(scree_numbered *item, size_t n);
// How many of a sorted list have an id below this one.
size_t scree_numbered_below(const scree_numbered *item, size_t n, uint64_t id);

#endif
