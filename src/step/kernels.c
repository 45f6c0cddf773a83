// SPDX-License-Identifier: BSD-3-Clause
// The hot loops, compiled once per instruction set (SCREE_ISA). No contraction, and of libm only sqrt and fabs: the same bits
// for every vector width. Forces are stored per pair and summed per particle in the order of the neighbours' ids, so threads
// never write to the same place and the order of the list has no effect.
#include "step/kernels.h"
#include "laws/all.h"
#include "laws/law_stage.inc"
#include "step/batch.h"
#include "step/fused.h"
#include "step/late_power.h"
#include "step/law_set.h"
#include "step/ledger_sums.h"
#include "step/particle_loops.h"
#include "step/touching.h"
#include "step/wall_load_sums.h"
#include <string.h>

#define SCREE_GLUE_(a, b) a##b
#define SCREE_GLUE(a, b) SCREE_GLUE_(a, b)
#define SCREE_TEXT_(a) #a
#define SCREE_TEXT(a) SCREE_TEXT_(a)

SCREE_LAWS_BY(SCREE_STAGE, SCREE_STAGE_VARIANTS)

#define SCREE_STAGE_ENTRY(law, slot) stage_##law,
static scree_stage *const stages[] = {SCREE_LAWS(SCREE_STAGE_ENTRY)};

// Sets rows that no law of the set writes to zero, once per batch.
static void clear_unused_rows(const scree_law_set *set, scree_batch *b, int lanes) {
    int written = 1 << SCREE_COHESION; // its rows are those of the normal law
    for (int s = 0; s < set->n; s++) {
        written |= 1 << set->step[s].slot;
    }
#define SCREE_CLEAR(f) memset(b->f, 0, (size_t)lanes * sizeof *b->f);
#define SCREE_CLEAR_SLOT(NAME, name, modes, channels, law, sentence)                                         \
    if (!(written & 1 << SCREE_##NAME)) {                                                                    \
        SCREE_CONTACT_##NAME(SCREE_CLEAR)                                                                    \
    }
    SCREE_SLOTS(SCREE_CLEAR_SLOT)
#undef SCREE_CLEAR_SLOT
#undef SCREE_CLEAR
}

static void run_laws(const scree_law_set *set, scree_batch *b) {
    for (int s = 0; s < set->n; s++) {
        const scree_law_step *step = &set->step[s];
        (step->user ? step->user : stages[step->law])(step->derived, b, step->h0);
    }
}

// Clears results and history of contacts that a law has ended beyond touch.
static void clear_apart(scree_batch *b, int n_history) {
    for (int k = 0; k < b->n; k++) {
        if (b->apart[k] != 0.0) {
#define SCREE_CLEAR_LANE(f) b->f[k] = 0.0;
            SCREE_CONTACT_RESULTS(SCREE_CLEAR_LANE)
#undef SCREE_CLEAR_LANE
            for (int i = 0; i < n_history; i++) {
                b->h[i][k] = 0.0;
            }
            b->apart[k] = 1.0;
        }
    }
}

// Adds a batch evaluated stage by stage to the ledger. Not inlined, so that its loops are vectorised in every use.
static __attribute__((noinline)) void finish_terms(const scree_pair_job *job, work *q) {
    put_terms(q);
    add_terms(job, q);
}

#include "step/wall_corrections.h" // needs the laws

static void load_fresh(const scree_pair_job *job, work *q) {
    const uint8_t *touching = job->world->pairs.touching;
    for (int k = 0; k < q->b.n; k++) {
        q->b.fresh[k] = touching[q->pair[k]] == 1 ? 0.0 : 1.0;
    }
}

// Gathers and evaluates n contacts of a law set with a fused loop.
SCREE_LAW void evaluate_fused(const scree_pair_job *job, work *q, fused_loop *loop, const uint32_t *pick,
                              size_t first, int n, scree_chunk_sums *sums) {
    gather_particle_pairs(job, q, pick, first, n);
    load_history(job, q, pick, first, n);
    for (int k = n; k < ((n + 7) & ~7); k++) { // spheres of radius zero never touch
        q->of.x[3][k] = q->of.wa[3][k] = 0.0;
    }
    if (job->world->pairs.constant) {
        load_constants(job->world->pairs.constant, q, pick, first, n);
    }
    fused_sums s = loop(job, q);
    store_forces(job, q, pick, first, n);
    store_history(job, q, pick, first, n);
    uint8_t *touching = job->world->pairs.touching;
    for (int k = 0; k < n; k++) {
        touching[pair_of(pick, first, k, 0, n)] = (uint8_t)q->touching[k];
    }
    add_terms(job, q);
    if (s.deep > 0) {
        add_deep_fused(job, q, pick, first, n, sums);
    }
    if (job->lag > 0.0) {
        derive_particle_pairs(job, q);
        add_late_power(job, q, pick, first, n, sums);
    }
    sums->contacts += (uint64_t)s.contacts;
}

// For full batches the number of contacts is a constant, so the compiler removes all tests for the last lanes.
SCREE_LAW void finish_fused(const scree_pair_job *job, work *q, fused_loop *loop, const uint32_t *pick,
                            size_t first, scree_chunk_sums *sums) {
    if (q->b.n == SCREE_BATCH) {
        evaluate_fused(job, q, loop, pick, first, SCREE_BATCH, sums);
    } else {
        evaluate_fused(job, q, loop, pick, first, q->b.n, sums);
    }
}

// Evaluates any batch stage by stage and empties it. Wall pairs are already gathered.
static void finish_staged(const scree_pair_job *job, work *q, scree_chunk_sums *sums) {
    if (q->b.n == 0) {
        return;
    }
    const int wall = job->block->wall >= 0, reaching = job->neck + job->field > 0.0;
    if (!wall) {
        gather_particle_pairs(job, q, q->pair, 0, q->b.n);
        derive_particle_pairs(job, q);
    }
    load_fresh(job, q);
    load_history(job, q, q->pair, 0, q->b.n);
    pad(q, job->block->n_history);
    run_laws(job->laws, &q->b);
    if (reaching) {
        clear_apart(&q->b, job->block->n_history);
    }
    store_batch(job, q);
    finish_terms(job, q);
    if (job->lag > 0.0) {
        add_late_power(job, q, q->pair, 0, q->b.n, sums);
    }
    add_deep(job, q, sums);
    if (wall) {
        add_wall_power(job, q, sums);
    }
    for (int k = 0; k < q->b.n; k++) {
        sums->contacts += q->touches && q->b.apart[k] == 0.0;
    }
    q->b.n = 0;
}

static void begin(work *q, const scree_law_set *set) {
    q->b.n = 0;
    q->modes = modes_of(set);
    memset(q->sum, 0, sizeof q->sum);
    clear_unused_rows(set, &q->b, SCREE_BATCH);
}

static void end(const work *q, scree_chunk_sums *sums) {
    for (int k = 0; k < 3 * SCREE_MODES; k++) {
        if (q->modes & 1 << k % SCREE_MODES) {
            lanes_join(&q->sum[k / SCREE_MODES][k % SCREE_MODES],
                       &sums->modes[k / SCREE_MODES][k % SCREE_MODES]);
        }
    }
}

// Prefetches data of the following pairs: hides most of the latency if the data are not in the inner caches. Pairs are in the
// order of their first body, so the hardware prefetches its records. Data read after the last pair are not used.
SCREE_LAW void prefetch(const scree_pair_job *job, size_t first, int n) {
    const char *places = (const char *)job->world->p.x, *motions = (const char *)job->world->p.motion;
    const scree_pair *pair = job->world->pairs.pair + first + SCREE_PAIR_SPARE, *end = pair + n / 2 * 2;
    const double *history = history_of(job, first + SCREE_PAIR_SPARE);
    for (; pair < end; pair += 2, history += 2 * job->block->n_history) {
        const size_t b = place_of(pair[0].b), c = place_of(pair[1].b);
        __builtin_prefetch(places + b);
        __builtin_prefetch(motions + 2 * b);
        __builtin_prefetch(places + c);
        __builtin_prefetch(motions + 2 * c);
        __builtin_prefetch(history); // the hardware prefetches these too, but only within a page
    }
}

// Evaluates pairs within a field that do not touch: only the normal and cohesion laws, without history.
static void evaluate_far(const scree_pair_job *job, const found *f, scree_chunk_sums *sums) {
    work q;
    scree_law_set set = scree_law_set_far(job->laws);
    const int all_columns = job->laws->n_history;
    scree_pair_job alone = *job;
    alone.laws = &set;
    begin(&q, &set);
    q.touches = 0;
    q.b.dt_pre = q.b.dt_post = 0.0;
    for (int k = 0; k < f->far;) {
        for (q.b.n = 0; q.b.n < SCREE_BATCH && k < f->far; k++) {
            q.pair[q.b.n] = f->far_pair[k];
            if (job->block->wall >= 0) {
                gather_wall_pair(job, &q, q.b.n, f->far_pair[k]);
            }
            q.b.n++;
        }
        const int n = q.b.n;
        finish_staged(&alone, &q, sums);
        for (int j = 0; j < n; j++) {
            memset(history_of(job, q.pair[j]), 0, (size_t)all_columns * sizeof(double));
        }
    }
    end(&q, sums);
}

// Evaluates pairs of which nearly all touch, without selecting those that do.
static void evaluate_dense(const scree_pair_job *job, work *q, fused_loop *loop, size_t first, size_t last,
                           scree_chunk_sums *sums) {
    for (size_t k = first; k < last; k += SCREE_BATCH) {
        q->b.n = last - k < SCREE_BATCH ? (int)(last - k) : SCREE_BATCH;
        if (job->ahead) {
            prefetch(job, k, q->b.n);
        }
        finish_fused(job, q, loop, NULL, k, sums);
    }
}

// Selects the pairs that touch and evaluates them in full batches.
static void evaluate_picked(const scree_pair_job *job, work *q, fused_loop *loop, size_t first, size_t last,
                            scree_chunk_sums *sums) {
    waiting f;
    f.n = 0;
    for (size_t k = first; k < last; k += BLOCK) {
        const int n = last - k < BLOCK ? (int)(last - k) : BLOCK;
        int done = 0;
        if (job->ahead) {
            prefetch(job, k, n);
        }
        find_candidates(job, k, n, &f);
        for (q->b.n = SCREE_BATCH; done + SCREE_BATCH <= f.n; done += SCREE_BATCH) {
            finish_fused(job, q, loop, f.pair + done, 0, sums);
        }
        f.n -= done;
        memmove(f.pair, f.pair + done, SCREE_BATCH * sizeof *f.pair);
    }
    if (f.n > 0) {
        q->b.n = f.n;
        finish_fused(job, q, loop, f.pair, 0, sums);
    }
}

// The same for any law set.
static void evaluate_staged(const scree_pair_job *job, work *q, size_t first, size_t last,
                            scree_chunk_sums *sums) {
    const int reaching = job->neck + job->field > 0.0;
    q->b.n = 0;
    for (size_t k = first; k < last; k += BLOCK) {
        found f;
        int n = last - k < BLOCK ? (int)(last - k) : BLOCK;
        if (job->ahead) {
            prefetch(job, k, n);
        }
        if (reaching) {
            find_touching(job, k, n, 1, &f);
        } else {
            find_touching(job, k, n, 0, &f);
        }
        for (int j = 0; j < f.touching; j++) {
            q->pair[q->b.n++] = f.touching_pair[j];
            if (q->b.n == SCREE_BATCH) {
                finish_staged(job, q, sums);
            }
        }
        if (f.far > 0) {
            evaluate_far(job, &f, sums);
        }
    }
    finish_staged(job, q, sums);
}

static void evaluate_far_corrections(const scree_pair_job *job, size_t first, size_t last,
                                     scree_chunk_sums *sums) {
    work q;
    scree_law_set set = scree_law_set_far(job->laws);
    scree_pair_job alone = *job;
    alone.laws = &set;
    begin(&q, &set);
    q.touches = 0;
    q.b.dt_pre = q.b.dt_post = 0.0;
    evaluate_corrections(&alone, &q, first, last, 2, sums);
    end(&q, sums);
}

static void evaluate_wall(const scree_pair_job *job, work *q, size_t first, size_t last,
                          scree_chunk_sums *sums) {
    q->b.n = 0;
    for (size_t k = first; k < last; k += BLOCK) {
        found f;
        find_touching_wall(job, k, last - k < BLOCK ? (int)(last - k) : BLOCK, &f);
        for (int j = 0; j < f.touching; j++) {
            int lane = q->b.n++;
            q->pair[lane] = f.touching_pair[j];
            gather_wall_pair(job, q, lane, f.touching_pair[j]);
            if (q->b.n == SCREE_BATCH) {
                finish_staged(job, q, sums);
            }
        }
        if (f.far > 0) {
            evaluate_far(job, &f, sums);
        }
    }
    finish_staged(job, q, sums);
    evaluate_corrections(job, q, first, last, 1, sums);
    if (job->field > 0.0) {
        evaluate_far_corrections(job, first, last, sums);
    }
}

// Did most of the pairs touch in the last step? Then evaluating all of them is faster than selecting those that touch.
SCREE_LAW int is_dense(const scree_pair_job *job, size_t first, size_t last) {
    const uint8_t *touching = job->world->pairs.touching;
    size_t count = 0;
    for (size_t k = first; k < last; k++) {
        count += touching[k];
    }
    return 20 * count > 17 * (last - first);
}

static void evaluate_fused_set(const scree_pair_job *job, work *q, fused_loop *loop, size_t first,
                               size_t last, scree_chunk_sums *sums) {
    enum { RUN = 512 };
    for (size_t k = first, end_of_run; k < last; k = end_of_run) {
        end_of_run = last - k < RUN + RUN / 2 ? last : k + RUN; // avoid a last run of only a few batches
        if (is_dense(job, k, end_of_run)) {
            evaluate_dense(job, q, loop, k, end_of_run, sums);
        } else {
            evaluate_picked(job, q, loop, k, end_of_run, sums);
        }
    }
}

static void evaluate(const scree_pair_job *job, size_t first, size_t last, scree_chunk_sums *sums) {
    work q;
    begin(&q, job->laws);
    q.touches = 1;
    q.b.dt_pre = job->dt_pre;
    q.b.dt_post = job->dt_post;
    fused_loop *loop = job->neck + job->field > 0.0 ? NULL : fused_set_of(job->laws).loop;
    if (job->block->wall >= 0) {
        evaluate_wall(job, &q, first, last, sums);
    } else if (loop) {
        evaluate_fused_set(job, &q, loop, first, last, sums);
    } else {
        evaluate_staged(job, &q, first, last, sums);
    }
    end(&q, sums);
    stream_end();
}

static int keeps(const scree_law_set *set) {
    return fused_set_of(set).fill != NULL;
}

static void fill_constants(const scree_pair_job *job, size_t first, size_t last) {
    const fused_set set = fused_set_of(job->laws);
    if (set.fill) {
        set.fill(job, first, last);
    }
}

static void laws(const scree_law_set *set, scree_batch *b) {
    clear_unused_rows(set, b, (b->n + 7) & ~7);
    run_laws(set, b);
    if (set->traits & (SCREE_TRAIT_NECK | SCREE_TRAIT_FIELD)) {
        clear_apart(b, set->n_history);
    }
}

static void stage(int law, const void *derived, scree_batch *b, int h0) {
    stages[law](derived, b, h0);
}

extern const scree_kernels SCREE_GLUE(scree_kernels_, SCREE_ISA);
const scree_kernels SCREE_GLUE(scree_kernels_, SCREE_ISA) = {
    .name = SCREE_TEXT(SCREE_ISA),
    .evaluate = evaluate,
    .add_wall_loads = add_wall_loads,
    .integrate_first = integrate_first,
    .sum_and_integrate = sum_and_integrate,
    .sum = sum,
    .integrate_second = integrate_second,
    .sum_and_go_on = sum_and_go_on,
    .keeps = keeps,
    .fill_constants = fill_constants,
    .laws = laws,
    .stage = stage,
};
