// SPDX-License-Identifier: BSD-3-Clause
// The processes (ranks) of a run and what they say to each other. A NULL scree_comm is one process alone: then sums
// and maxima are its own, and nothing is sent. All calls but those of rank, size and name are collective: every rank
// makes them in the same order. It is implemented by comm_mpi.c where MPI was found, by comm_alone.c elsewhere; no other file
// knows MPI, but the partition over p4est.
//
// Reductions return the same bits on every rank; sums in twice the precision (base/double_double.h) round to the same bits for
// any number of ranks.
#ifndef SCREE_BASE_COMM_H
#define SCREE_BASE_COMM_H

#include "base/array.h"
#include "base/double_double.h"
#include "base/report.h"
#include "base/vec.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct scree_comm scree_comm;

// Bytes for one rank or from it. Sizes are multiples of 8 and at most 16 GiB.
typedef struct scree_message {
    int rank;
    void *data;
    size_t size;
} scree_message;
typedef SCREE_ARRAY(scree_message) scree_messages;

// What is sent to a rank and received from it in one go, of known sizes.
typedef struct scree_link {
    int rank;
    const void *send;
    void *receive;
    size_t send_size, receive_size; // B, multiples of 8; 0: nothing
} scree_link;

// Whether this program can be one rank of several, and with which MPI: "Open MPI 4.1.4" or NULL.
const char *scree_comm_library(void);
// All processes that were started together with this one; NULL, with *ok, if it was started alone. Not *ok (and
// reported): several were started, but by an MPI that this program was not built with, so that they would not know of
// each other. Called again, it returns the same. Ends with the process.
scree_comm *scree_comm_world(scree_report *r, bool *ok);

int scree_comm_rank(const scree_comm *c);
int scree_comm_size(const scree_comm *c);
// "rank 2 of 4 on host x", for messages; "this process" when alone.
const char *scree_comm_name(const scree_comm *c);

// Over all ranks, element by element, in place.
void scree_comm_max(const scree_comm *c, double *x, size_t n);
void scree_comm_min(const scree_comm *c, double *x, size_t n);
void scree_comm_add(const scree_comm *c, uint64_t *x, size_t n);
void scree_comm_add_double_double(const scree_comm *c, scree_double_double *x, size_t n);
uint64_t scree_comm_most(const scree_comm *c, uint64_t x); // the largest
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

// data of rank `root` to all others, of the same size everywhere.
void scree_comm_broadcast(const scree_comm *c, int root, void *data, size_t size);
// The data of all ranks, one after the other in the order of the ranks, free with scree_free; *total bytes of it. gather:
// on rank 0, elsewhere NULL; share: on every rank. Sizes are multiples of 8.
void *scree_comm_gather(const scree_comm *c, const void *mine, size_t size, size_t *total);
void *scree_comm_share(const scree_comm *c, const void *mine, size_t size, size_t *total);

// Sends the messages and receives those for this rank, sorted by sender; the senders need not be known. A rank sends no
// message to itself, and at most one to each other rank. Clear `in` with scree_messages_clear.
void scree_comm_exchange(scree_comm *c, const scree_messages *out, scree_messages *in);
static inline void scree_messages_clear(scree_messages *messages) {
    for (size_t k = 0; k < messages->n; k++) {
        scree_free(messages->data[k].data);
    }
    scree_array_free(messages);
}

// Starts what the links say; it is there when scree_comm_finish returns. Not collective, one set at a time.
void scree_comm_start(scree_comm *c, const scree_link *link, size_t n);
void scree_comm_finish(scree_comm *c);

// Processor time, s, that this rank has spent in the calls of a step (max, add_wide, start, finish) and in exchange. Who waits
// there asks all the time.
double scree_comm_waited(const scree_comm *c);

// The worst status of all ranks. Where some of them failed, rank 0's report gets the messages of the first that did,
// after its name; where that is rank 0 itself, a note with it.
scree_status scree_comm_agree(const scree_comm *c, scree_status status, scree_report *r);
// Ends all ranks at once, after a message.
void scree_comm_abort(const scree_comm *c, int exit_code);

#endif
