// SPDX-License-Identifier: BSD-3-Clause
#include "state/depth.h"

bool scree_depth_is_before(const scree_depth *x, const scree_depth *y) {
    if (x->ratio != y->ratio) {
        return x->ratio > y->ratio;
    }
    if (x->step != y->step) {
        return x->step < y->step;
    }
    if (x->a != y->a) {
        return x->a < y->a;
    }
    return x->wall != y->wall ? x->wall < y->wall : x->b < y->b;
}

scree_depth scree_depth_of_all(const scree_comm *comm, const scree_depth *own) {
    size_t size;
    scree_depth *all = scree_comm_share(comm, own, sizeof *own, &size), deepest = *own;
    for (int k = 0; k < scree_comm_size(comm); k++) {
        deepest = scree_depth_is_before(&all[k], &deepest) ? all[k] : deepest;
    }
    scree_free(all);
    return deepest;
}
