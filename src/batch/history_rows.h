// SPDX-License-Identifier: BSD-3-Clause
// The histories of a batch as rows. Included only by batch.h, once per instruction set.
#ifndef SCREE_BATCH_HISTORY_ROWS_H
#define SCREE_BATCH_HISTORY_ROWS_H

// Histories of at most so many columns, a cache line, are prefetched with the positions (prefetch in kernels.c), longer ones where they are loaded.
enum { SHORT_HISTORY = 8 };

// Base address of the history of the job's block: that of pair `index` is at + nh * index.
SCREE_LAW double *history_from(const scree_pair_job *job) {
    return job->world->pairs.history +
           (ptrdiff_t)(job->block->history - job->block->first * (size_t)job->block->n_history);
}

SCREE_LAW double *history_of(const scree_pair_job *job, size_t index) {
    return history_from(job) + index * (size_t)job->block->n_history;
}

// Columns are moved four at a time. If their number nh is not a multiple of four, the last group overlaps the one before. ahead: long
// histories of later pairs are prefetched.
SCREE_LAW void load_columns(double *from, batch_workspace *q, const uint32_t *pick, size_t first, int n,
                            int nh, int ahead) {
    for (int k = 0; k < ((n + 7) & ~7); k += 4) {
        const double *h[4];
        for (int j = 0; j < 4; j++) {
            h[j] = from + pair_of(pick, first, k, j, n) * (size_t)nh;
            for (int i = 0; nh > SHORT_HISTORY && ahead && i < nh; i += 8) {
                __builtin_prefetch(h[j] + GATHERED_AHEAD * nh + i);
            }
        }
        for (int i = 0; i < nh; i += 4) {
            int at = i + 4 <= nh ? i : nh - 4;
            load_rows((const void *const[4]){h[0] + at, h[1] + at, h[2] + at, h[3] + at}, q->b.h + at, k);
        }
    }
}

SCREE_LAW void load_constants(const double *from, batch_workspace *q, const uint32_t *pick, size_t first,
                              int n) {
    for (int k = 0; k < ((n + 7) & ~7); k++) {
        q->constant[k] = from[pair_of(pick, first, k, 0, n)];
    }
}

// The first `columns` of nh.
SCREE_LAW void store_columns(double *from, batch_workspace *q, const uint32_t *pick, size_t first, int n,
                             int nh, int columns) {
    for (int k = 0; k < n; k += 4) {
        double *h[4];
        for (int j = 0; j < 4; j++) {
            h[j] = from + pair_of(pick, first, k, j, n) * (size_t)nh;
        }
        for (int i = 0; i < columns; i += 4) {
            int at = i + 4 <= columns ? i : columns - 4;
            store_rows(q->b.h + at, k, (void *const[4]){h[0] + at, h[1] + at, h[2] + at, h[3] + at}, n - k);
        }
    }
}

// These numbers of columns have loops of their own, which the compiler unrolls. Sets have them with springs, alone or with what contacts make (access/loss_heat.h), with a spring
// of convex bodies, with springs of sliding and rolling, with luding in four senses, with bonds, alone or beside a spring, and with a spring and the bridge of young_laplace.
#define SCREE_HISTORY_WIDTHS(DO) DO(4) DO(5) DO(6) DO(7) DO(8) DO(11) DO(12) DO(15) DO(20)

SCREE_LAW void load_history(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick, size_t first,
                            int n) {
    const int nh = job->block->n_history;
    double *from = history_from(job);
#define SCREE_LOAD_WIDTH(width)                                                                              \
    if (nh == width) {                                                                                       \
        load_columns(from, q, pick, first, n, width, job->streams);                                          \
        return;                                                                                              \
    }
    SCREE_HISTORY_WIDTHS(SCREE_LOAD_WIDTH)
#undef SCREE_LOAD_WIDTH
    if (nh > 4) {
        load_columns(from, q, pick, first, n, nh, job->streams);
    }
    for (int k = 0; nh < 4 && k < ((n + 7) & ~7); k++) {
        const double *h = from + pair_of(pick, first, k, 0, n) * (size_t)nh;
        for (int i = 0; i < nh; i++) {
            q->b.h[i][k] = h[i];
        }
    }
}

// Has a bridge of this batch ruptured here, or a contact ended, of which no history is left? Nothing else in the loops over contacts changes the columns of
// bridges, and those of pairs that did not touch before are zero.
SCREE_LAW int bridges_change(const scree_pair_job *job, const batch_workspace *q, const uint32_t *pick,
                             size_t first, int n) {
    const uint8_t *touching = job->world->pairs.touching;
    double ruptures = 0.0;
    int ends = 0;
    for (int k = 0; k < n; k++) {
        ruptures += q->b.break_mode[k];
    }
    for (int k = 0; k < n; k++) {
        ends |= touching[pair_of(pick, first, k, 0, n)] & !q->in_contact[k];
    }
    return ends | (ruptures > 0.0);
}

// To be called while the flags of touching pairs are those of the step before.
SCREE_LAW void store_history(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick,
                             size_t first, int n) {
    const int nh = job->block->n_history, kept = q->options.kept;
    double *from = history_from(job);
    if (kept > 0 && !bridges_change(job, q, pick, first, n)) {
        if (kept == 4) {
            store_columns(from, q, pick, first, n, nh, 4);
        } else {
            store_columns(from, q, pick, first, n, nh, kept);
        }
        return;
    }
#define SCREE_STORE_WIDTH(width)                                                                             \
    if (nh == width) {                                                                                       \
        store_columns(from, q, pick, first, n, width, width);                                                \
        return;                                                                                              \
    }
    SCREE_HISTORY_WIDTHS(SCREE_STORE_WIDTH)
#undef SCREE_STORE_WIDTH
    if (nh > 4) {
        store_columns(from, q, pick, first, n, nh, nh);
    }
    for (int k = 0; nh < 4 && k < n; k++) {
        double *h = from + pair_of(pick, first, k, 0, n) * (size_t)nh;
        for (int i = 0; i < nh; i++) {
            h[i] = q->b.h[i][k];
        }
    }
}

#endif
