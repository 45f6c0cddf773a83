// SPDX-License-Identifier: BSD-3-Clause
// Lists that all ranks have.
#pragma once

#include "parallel/comm.h"

static inline void scree_comm_share_list_(const scree_comm *c, void **data, size_t *n, size_t *capacity,
                                          size_t item) {
    size_t size;
    void *all = scree_comm_share(c, *data, *n * item, &size);
    scree_free(*data);
    *data = all;
    *n = *capacity = size / item;
}

// A SCREE_ARRAY of this rank becomes that of all ranks, sorted. The size of an item is a multiple of 8.
#define scree_comm_share_sorted(c, list, compare)                                                            \
    (scree_comm_share_list_((c), (void **)&(list)->data, &(list)->n, &(list)->capacity,                      \
                            sizeof *(list)->data),                                                           \
     scree_array_sort((list), (compare)))
