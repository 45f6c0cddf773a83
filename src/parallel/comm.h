// SPDX-License-Identifier: BSD-3-Clause
// The processes (ranks) of a run and their communication. A NULL scree_comm is a single process: then sums and maxima are its
// own, and nothing is sent. All calls except rank, size and name are collective: every rank must make them in the same
// order. Implemented by comm_mpi.c if MPI was found, else by comm_serial.c; no other file uses MPI except the partition with
// p4est.
//
// Reductions return the same bits on every rank; sums in twice the precision (maths/double_double.h) round to the same bits for
// any number of ranks.
#pragma once

#include "maths/double_double.h"
#include "maths/vec.h"
#include "memory/array.h"
#include "text/report.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct scree_comm scree_comm;

// Bytes for or from one rank. Sizes are multiples of 8 and at most 16 GiB.
typedef struct scree_message {
    int rank;
    void *data;
    size_t size;
} scree_message;
typedef SCREE_ARRAY(scree_message) scree_messages;

// Data of known sizes that are sent to a rank and received from it.
typedef struct scree_link {
    int rank;
    const void *send;
    void *receive;
    size_t send_size, receive_size; // B, multiples of 8; 0: nothing
} scree_link;

// The MPI that this program was built with, such as "Open MPI 4.1.4"; NULL: none, so it cannot be one of several ranks.
const char *scree_comm_library(void);
// All processes that were started together with this one; NULL with *ok true if it was started alone. *ok is false, with a
// report, if several were started by an MPI that this program was not built with, so that they cannot communicate. Further
// calls return the same. Valid until the process ends.
scree_comm *scree_comm_world(scree_report *r, bool *ok);

// The processes of an MPI communicator of a host program, given by its Fortran handle; NULL with *ok true if it is this process alone.
// *ok is false, with a report, where there is no MPI, or it has not begun. Collective. To be given back.
scree_comm *scree_comm_of(int handle, scree_report *r, bool *ok);
// Gives such a communicator back; does nothing to others. Collective.
void scree_comm_give_back(scree_comm *c);

int scree_comm_rank(const scree_comm *c);
int scree_comm_size(const scree_comm *c);

// Reductions over all ranks, element by element, in place.
void scree_comm_max(const scree_comm *c, double *x, size_t n);
void scree_comm_min(const scree_comm *c, double *x, size_t n);
void scree_comm_add(const scree_comm *c, uint64_t *x, size_t n);
void scree_comm_add_double_double(const scree_comm *c, scree_double_double *x, size_t n);
uint64_t scree_comm_most(const scree_comm *c, uint64_t x); // maximum
bool scree_comm_any(const scree_comm *c, bool x);
// The box around the boxes of all ranks; empty ones have low = infinity, high = -infinity.
static inline void scree_comm_box(const scree_comm *c, scree_vec3 *low, scree_vec3 *high) {
    double from[3] = {low->x, low->y, low->z}, to[3] = {high->x, high->y, high->z};
    scree_comm_min(c, from, 3);
    scree_comm_max(c, to, 3);
    *low = vec3(from[0], from[1], from[2]);
    *high = vec3(to[0], to[1], to[2]);
}
// Sum over the ranks before this one.
uint64_t scree_comm_add_before(const scree_comm *c, uint64_t x);

// Copies data of rank `root` to all others; the size is the same on all ranks.
void scree_comm_broadcast(const scree_comm *c, int root, void *data, size_t size);
// The data of all ranks, in the order of the ranks; *total: size in bytes; free with scree_free. gather: only on rank 0, NULL
// on others; share: on every rank. Sizes are multiples of 8.
void *scree_comm_gather(const scree_comm *c, const void *mine, size_t size, size_t *total);
void *scree_comm_share(const scree_comm *c, const void *mine, size_t size, size_t *total);

// Sends the messages and receives those for this rank, sorted by sender; this rank need not know who sends to it. A rank sends
// no message to itself, and at most one to each other rank. Clear `in` with scree_messages_clear.
void scree_comm_exchange(scree_comm *c, const scree_messages *out, scree_messages *in);
static inline void scree_messages_clear(scree_messages *messages) {
    for (size_t k = 0; k < messages->n; k++) {
        scree_free(messages->data[k].data);
    }
    scree_array_free(messages);
}

// Starts to send and receive the data of the links; complete when scree_comm_finish returns. Not collective; one set of links
// at a time.
void scree_comm_start(scree_comm *c, const scree_link *link, size_t n);
void scree_comm_finish(scree_comm *c);

// Processor time, s, that this rank has spent in the calls of a step (max, add_wide, start, finish) and in exchange. Waiting
// counts too, because it is done by polling.
double scree_comm_waited(const scree_comm *c);

// The worst status of all ranks. If some failed, the report of rank 0 gets the messages of the first of them, after its name;
// if that is rank 0 itself, a note with its name.
scree_status scree_comm_agree(const scree_comm *c, scree_status status, scree_report *r);
// Ends all ranks at once, after a message.
void scree_comm_abort(const scree_comm *c, int exit_code);
