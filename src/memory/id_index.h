// SPDX-License-Identifier: BSD-3-Clause
// Lists of indices sorted by 64-bit numbers, such as the ids of particles.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct scree_id_index {
    uint64_t id;
    uint32_t index;
} scree_id_index;

// Ascending by id, stable.
void scree_id_index_sort(scree_id_index *item, size_t n);
// Number of elements of a sorted list with an id below this one.
size_t scree_id_index_below(const scree_id_index *item, size_t n, uint64_t id);
