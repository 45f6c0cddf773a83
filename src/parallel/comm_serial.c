// SPDX-License-Identifier: BSD-3-Clause
// For builds without MPI: always one process.
#include "parallel/comm.h"
#include "parallel/launch.h"
#include <stdlib.h>

const char *scree_comm_library(void) {
    return NULL;
}

scree_comm *scree_comm_world(scree_report *r, bool *ok) {
    int started = scree_launch_size();
    *ok = started <= 1;
    if (!*ok) {
        scree_report_error(r,
                           "started as %d processes by %s, but this scree was built without MPI: every one "
                           "of them would run the whole case; build it where libopenmpi-dev and libp4est-dev "
                           "are installed, or start it alone with --threads %d",
                           started, scree_launch_name(), started);
    }
    return NULL;
}

scree_comm *scree_comm_of(int handle, scree_report *r, bool *ok) {
    *ok = false;
    scree_report_error(r,
                       "the communicator %d cannot be used: this scree was built without MPI; accepted: "
                       "none, or a scree built where libopenmpi-dev and libp4est-dev are installed",
                       handle);
    return NULL;
}

void scree_comm_give_back(scree_comm *c) {
    (void)c;
}

int scree_comm_rank(const scree_comm *c) {
    (void)c;
    return 0;
}

int scree_comm_size(const scree_comm *c) {
    (void)c;
    return 1;
}

void scree_comm_max(const scree_comm *c, double *x, size_t n) {
    (void)c, (void)x, (void)n;
}

void scree_comm_min(const scree_comm *c, double *x, size_t n) {
    (void)c, (void)x, (void)n;
}

void scree_comm_add(const scree_comm *c, uint64_t *x, size_t n) {
    (void)c, (void)x, (void)n;
}

void scree_comm_add_double_double(const scree_comm *c, scree_double_double *x, size_t n) {
    (void)c, (void)x, (void)n;
}

uint64_t scree_comm_most(const scree_comm *c, uint64_t x) {
    (void)c;
    return x;
}

bool scree_comm_any(const scree_comm *c, bool x) {
    (void)c;
    return x;
}

uint64_t scree_comm_add_before(const scree_comm *c, uint64_t x) {
    (void)c, (void)x;
    return 0;
}

void scree_comm_broadcast(const scree_comm *c, int root, void *data, size_t size) {
    (void)c, (void)root, (void)data, (void)size;
}

void *scree_comm_gather(const scree_comm *c, const void *mine, size_t size, size_t *total) {
    return scree_comm_share(c, mine, size, total);
}

void *scree_comm_share(const scree_comm *c, const void *mine, size_t size, size_t *total) {
    (void)c;
    void *copy = scree_realloc(NULL, 0, size);
    scree_copy(copy, mine, size);
    *total = size;
    return copy;
}

void scree_comm_exchange(scree_comm *c, const scree_messages *out, scree_messages *in) {
    (void)c, (void)out;
    in->n = 0;
}

void scree_comm_start(scree_comm *c, const scree_link *link, size_t n) {
    (void)c, (void)link, (void)n;
}

void scree_comm_finish(scree_comm *c) {
    (void)c;
}

scree_status scree_comm_agree(const scree_comm *c, scree_status status, scree_report *r) {
    (void)c, (void)r;
    return status;
}

double scree_comm_waited(const scree_comm *c) {
    (void)c;
    return 0.0;
}

void scree_comm_abort(const scree_comm *c, int exit_code) {
    (void)c;
    exit(exit_code);
}
