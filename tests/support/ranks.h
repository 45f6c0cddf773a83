// SPDX-License-Identifier: BSD-3-Clause
// Start and end of main() in a test on several ranks.
#pragma once

#include "parallel/comm.h"
#include <stdlib.h>

static inline scree_comm *join_ranks(void) {
    bool ok;
    scree_comm *comm = scree_comm_world(NULL, &ok);
    if (!ok || !comm) {
        exit(1);
    }
    return comm;
}

// A rank that fails ends all ranks, because the others may wait for it.
static inline void leave_ranks(scree_comm *comm, int failed) {
    if (failed != 0) {
        scree_comm_abort(comm, 1);
    }
}
