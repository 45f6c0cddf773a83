// SPDX-License-Identifier: BSD-3-Clause
#include "parallel/comm_mpi.h"
#include "parallel/launch.h"
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAG_MESSAGES = 1, TAG_LINKS = 3 }; // messages use 1 and 2 alternately

struct scree_comm {
    MPI_Comm mpi;
    int rank, size, round; // round of messages
    char name[64 + MPI_MAX_PROCESSOR_NAME];
    MPI_Op add_wide; // on pairs of doubles
    MPI_Datatype wide;
    double *waited;                   // see scree_comm_waited
    bool own;                         // of one world of a host program
    SCREE_ARRAY(MPI_Request) request; // of the links in progress
};

static scree_comm world;
static bool started, finalize;

static double processor_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double scree_comm_waited(const scree_comm *c) {
    return c ? *c->waited : 0.0;
}

const char *scree_comm_library(void) {
    static char name[MPI_MAX_LIBRARY_VERSION_STRING + 1];
    int length;
    MPI_Get_library_version(name, &length); // allowed before MPI_Init
    name[strcspn(name, ",\n")] = 0;
    return name;
}

static void add_wide(void *in, void *to, int *n, MPI_Datatype *type) {
    (void)type;
    const scree_double_double *a = in;
    scree_double_double *b = to;
    for (int k = 0; k < *n; k++) {
        scree_double_double sum = a[k]; // lower ranks first, so that all ranks get the same bits
        scree_double_double_join(&sum, &b[k]);
        b[k] = sum;
    }
}

static void out_of_memory(size_t size) {
    fprintf(stderr, "scree: %s: out of memory: %zu bytes could not be had\n", world.name, size);
    MPI_Abort(world.mpi, 1);
    abort();
}

static void end(void) {
    if (finalize) {
        MPI_Finalize();
    }
}

static void init_comm(scree_comm *c, MPI_Comm mpi) {
    c->waited = scree_realloc(NULL, 0, sizeof *c->waited);
    *c->waited = 0.0;
    MPI_Comm_dup(mpi, &c->mpi);
    MPI_Comm_rank(c->mpi, &c->rank);
    MPI_Comm_size(c->mpi, &c->size);
    MPI_Op_create(add_wide, 0, &c->add_wide);
    MPI_Type_contiguous(2, MPI_DOUBLE, &c->wide);
    MPI_Type_commit(&c->wide);
    char host[MPI_MAX_PROCESSOR_NAME];
    int length;
    MPI_Get_processor_name(host, &length);
    snprintf(c->name, sizeof c->name, "rank %d of %d on %.*s", c->rank, c->size, length, host);
}

static void begin(void) {
    int before = 0, given;
    MPI_Initialized(&before);
    if (!before) {
        MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given);
        finalize = true;
        atexit(end);
    }
    init_comm(&world, MPI_COMM_WORLD);
    scree_out_of_memory = out_of_memory;
}

scree_comm *scree_comm_world(scree_report *r, bool *ok) {
    int wanted = scree_launch_size();
    *ok = true;
    if (wanted == 0) {
        return NULL;
    }
    if (!started) {
        begin();
        started = true;
    }
    if (world.size < wanted) {
        *ok = false;
        scree_report_error(r,
                           "started as %d processes by %s, but scree's MPI (%s) knows of %d: every one of "
                           "them would run the whole case; start them with the mpirun of that MPI (Debian: "
                           "mpirun.openmpi), or with srun --mpi=pmix",
                           wanted, scree_launch_name(), scree_comm_library(), world.size);
        return NULL;
    }
    return &world;
}

// Number of processes; 0: that is no communicator, for which MPI would end the program.
static int size_of(MPI_Comm mpi) {
    MPI_Errhandler usual;
    int size = 0;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &usual);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const bool known = mpi != MPI_COMM_NULL && MPI_Comm_size(mpi, &size) == MPI_SUCCESS;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, usual);
    MPI_Errhandler_free(&usual);
    return known ? size : 0;
}

scree_comm *scree_comm_of(int handle, scree_report *r, bool *ok) {
    int begun = 0, ended = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    const MPI_Comm mpi = begun && !ended ? MPI_Comm_f2c((MPI_Fint)handle) : MPI_COMM_NULL;
    const int size = begun && !ended ? size_of(mpi) : 0;
    *ok = size > 0;
    if (!*ok) {
        scree_report_error(r,
                           "the communicator %d cannot be used: %s; accepted: one of %s, between MPI_Init "
                           "and MPI_Finalize, as its Fortran handle (MPI_Comm_c2f)",
                           handle, begun && !ended ? "there is none of that number" : "MPI is not there",
                           scree_comm_library());
        return NULL;
    }
    if (size == 1) {
        return NULL;
    }
    scree_comm *c = scree_zeros(sizeof *c);
    c->own = true;
    init_comm(c, mpi);
    return c;
}

void scree_comm_give_back(scree_comm *c) {
    int ended = 0;
    if (!c || !c->own) {
        return;
    }
    MPI_Finalized(&ended);
    if (!ended) {
        MPI_Op_free(&c->add_wide);
        MPI_Type_free(&c->wide);
        MPI_Comm_free(&c->mpi);
    }
    scree_array_free(&c->request);
    scree_free(c->waited);
    scree_free(c);
}

int scree_comm_rank(const scree_comm *c) {
    return c ? c->rank : 0;
}

int scree_comm_size(const scree_comm *c) {
    return c ? c->size : 1;
}

MPI_Comm scree_comm_mpi(const scree_comm *c) {
    return c->mpi;
}

void scree_comm_max(const scree_comm *c, double *x, size_t n) {
    if (c) {
        *c->waited -= processor_time();
        MPI_Allreduce(MPI_IN_PLACE, x, (int)n, MPI_DOUBLE, MPI_MAX, c->mpi);
        *c->waited += processor_time();
    }
}

void scree_comm_min(const scree_comm *c, double *x, size_t n) {
    if (c) {
        MPI_Allreduce(MPI_IN_PLACE, x, (int)n, MPI_DOUBLE, MPI_MIN, c->mpi);
    }
}

void scree_comm_add(const scree_comm *c, uint64_t *x, size_t n) {
    if (c) {
        MPI_Allreduce(MPI_IN_PLACE, x, (int)n, MPI_UINT64_T, MPI_SUM, c->mpi);
    }
}

void scree_comm_add_double_double(const scree_comm *c, scree_double_double *x, size_t n) {
    if (c) {
        *c->waited -= processor_time();
        MPI_Allreduce(MPI_IN_PLACE, x, (int)n, c->wide, c->add_wide, c->mpi);
        *c->waited += processor_time();
    }
}

uint64_t scree_comm_most(const scree_comm *c, uint64_t x) {
    if (c) {
        MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_UINT64_T, MPI_MAX, c->mpi);
    }
    return x;
}

bool scree_comm_any(const scree_comm *c, bool x) {
    double any = x ? 1.0 : 0.0;
    scree_comm_max(c, &any, 1);
    return any > 0.0;
}

uint64_t scree_comm_add_before(const scree_comm *c, uint64_t x) {
    uint64_t sum = 0; // MPI leaves it undefined on rank 0
    if (c) {
        MPI_Exscan(&x, &sum, 1, MPI_UINT64_T, MPI_SUM, c->mpi);
    }
    return c && c->rank > 0 ? sum : 0;
}

enum { MOST = 1 << 30 }; // bytes of one broadcast

void scree_comm_broadcast(const scree_comm *c, int root, void *data, size_t size) {
    for (size_t at = 0; c && at < size; at += MOST) {
        size_t part = size - at < MOST ? size - at : MOST;
        MPI_Bcast((char *)data + at, (int)part, MPI_BYTE, root, c->mpi);
    }
}

// Sizes of all ranks in words, and their offsets; free with scree_free. Ends the run if there are too many words for MPI's
// counts.
static int *layout(const scree_comm *c, size_t size, size_t *total) {
    int *words = scree_realloc(NULL, 0, 2 * (size_t)c->size * sizeof *words), *first = words + c->size;
    const int mine = size / 8 < INT32_MAX ? (int)(size / 8) : INT32_MAX;
    MPI_Allgather(&mine, 1, MPI_INT, words, 1, MPI_INT, c->mpi);
    size_t sum = 0;
    for (int k = 0; k < c->size; k++) {
        first[k] = (int)sum;
        sum += (size_t)words[k];
    }
    if (sum >= INT32_MAX) {
        fprintf(stderr, "scree: %s: more than 16 GiB are to be gathered in one place\n", c->name);
        MPI_Abort(c->mpi, 1);
    }
    *total = 8 * sum;
    return words;
}

void *scree_comm_gather(const scree_comm *c, const void *mine, size_t size, size_t *total) {
    if (!c) {
        return scree_comm_share(c, mine, size, total);
    }
    int *words = layout(c, size, total);
    void *all = c->rank == 0 ? scree_realloc(NULL, 0, *total) : NULL;
    MPI_Gatherv(mine, (int)(size / 8), MPI_UINT64_T, all, words, words + c->size, MPI_UINT64_T, 0, c->mpi);
    scree_free(words);
    return all;
}

void *scree_comm_share(const scree_comm *c, const void *mine, size_t size, size_t *total) {
    if (!c) {
        void *copy = scree_realloc(NULL, 0, size);
        scree_copy(copy, mine, size);
        *total = size;
        return copy;
    }
    int *words = layout(c, size, total);
    void *all = scree_realloc(NULL, 0, *total);
    MPI_Allgatherv(mine, (int)(size / 8), MPI_UINT64_T, all, words, words + c->size, MPI_UINT64_T, c->mpi);
    scree_free(words);
    return all;
}

static int by_rank(const void *a, const void *b) {
    return ((const scree_message *)a)->rank - ((const scree_message *)b)->rank;
}

// Receives a waiting message, if there is one.
static bool receive_message(scree_comm *c, int tag, scree_messages *in) {
    int there = 0, words;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, tag, c->mpi, &there, &status);
    if (there) {
        MPI_Get_count(&status, MPI_UINT64_T, &words);
        scree_message message = {status.MPI_SOURCE, NULL, 8 * (size_t)words};
        message.data = scree_realloc(NULL, 0, message.size);
        MPI_Recv(message.data, words, MPI_UINT64_T, message.rank, tag, c->mpi, MPI_STATUS_IGNORE);
        scree_array_push(in, message);
    }
    return there;
}

// The number of messages to receive is unknown: a rank enters a barrier when its own messages have been received, and when all
// have entered, no message is left (Hoefler, Siebert, Lumsdaine, PPoPP 2010: NBX). Consecutive rounds have different tags, so
// that the next message of a fast rank is not taken for one of this round.
void scree_comm_exchange(scree_comm *c, const scree_messages *out, scree_messages *in) {
    in->n = 0;
    if (!c || c->size == 1) {
        return;
    }
    *c->waited -= processor_time();
    const int tag = TAG_MESSAGES + (c->round++ & 1);
    MPI_Request *request = scree_realloc(NULL, 0, (out->n + 1) * sizeof *request), barrier = MPI_REQUEST_NULL;
    for (size_t k = 0; k < out->n; k++) {
        const scree_message *l = &out->data[k];
        MPI_Issend(l->data, (int)(l->size / 8), MPI_UINT64_T, l->rank, tag, c->mpi, &request[k]);
    }
    for (bool sent = false, done = false; !done;) {
        int yes = 0;
        const bool taken = receive_message(c, tag, in);
        if (sent) {
            MPI_Test(&barrier, &yes, MPI_STATUS_IGNORE);
            done = yes;
        } else {
            MPI_Testall((int)out->n, request, &yes, MPI_STATUSES_IGNORE);
            sent = yes;
            if (sent) {
                MPI_Ibarrier(c->mpi, &barrier);
            }
        }
        if (!taken && !done) {
            sched_yield(); // the other rank may need this core
        }
    }
    *c->waited += processor_time();
    scree_free(request);
    scree_array_sort(in, by_rank);
}

void scree_comm_start(scree_comm *c, const scree_link *link, size_t n) {
    if (!c) {
        return;
    }
    *c->waited -= processor_time();
    scree_array_resize(&c->request, 2 * n);
    size_t at = 0;
    for (size_t k = 0; k < n; k++) {
        if (link[k].receive_size > 0) {
            MPI_Irecv(link[k].receive, (int)(link[k].receive_size / 8), MPI_UINT64_T, link[k].rank, TAG_LINKS,
                      c->mpi, &c->request.data[at++]);
        }
    }
    for (size_t k = 0; k < n; k++) {
        if (link[k].send_size > 0) {
            MPI_Isend(link[k].send, (int)(link[k].send_size / 8), MPI_UINT64_T, link[k].rank, TAG_LINKS,
                      c->mpi, &c->request.data[at++]);
        }
    }
    c->request.n = at;
    *c->waited += processor_time();
}

void scree_comm_finish(scree_comm *c) {
    if (c) {
        *c->waited -= processor_time();
        MPI_Waitall((int)c->request.n, c->request.data, MPI_STATUSES_IGNORE);
        *c->waited += processor_time();
        c->request.n = 0;
    }
}

// The errors of this rank, one per line, after its name.
static char *errors_of(const scree_comm *c, const scree_report *r) {
    char *all = scree_format("%s", c->name);
    for (size_t k = 0; k < scree_report_size(r); k++) {
        if (scree_report_severity(r, k) == SCREE_SEVERITY_ERROR) {
            const char *text = scree_report_text(r, k), *word = "error: ";
            char *longer =
                scree_format("%s: %s", all, strncmp(text, word, strlen(word)) ? text : text + strlen(word));
            scree_free(all);
            all = longer;
        }
    }
    return all;
}

scree_status scree_comm_agree(const scree_comm *c, scree_status status, scree_report *r) {
    if (!c) {
        return status;
    }
    double most[2] = {(double)status, status == SCREE_OK}, first = most[1] > 0.0 ? c->size : c->rank;
    scree_comm_max(c, most, 2);
    scree_comm_min(c, &first, 1);
    const bool told = most[0] != (double)SCREE_INTERRUPTED, alone = most[1] > 0.0;
    const int who = (int)first;
    if (who > 0 && who < c->size) {
        uint64_t size = 0;
        char *text = c->rank == who ? errors_of(c, r) : NULL;
        size = text ? strlen(text) + 1 : 0;
        scree_comm_broadcast(c, who, &size, sizeof size);
        text = text ? text : scree_realloc(NULL, 0, size);
        scree_comm_broadcast(c, who, text, size);
        if (c->rank == 0 && told) {
            scree_report_error(r, "%s", text);
        }
        scree_free(text);
    } else if (who == 0 && c->rank == 0 && told && alone) {
        scree_report_note(r, "this happened on %s", c->name);
    }
    return (scree_status)most[0];
}

void scree_comm_abort(const scree_comm *c, int exit_code) {
    if (c) {
        MPI_Abort(c->mpi, exit_code);
    }
    exit(exit_code);
}
