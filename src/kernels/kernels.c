// SPDX-License-Identifier: BSD-3-Clause
// The hot loops, compiled once per instruction set (SCREE_ISA). No contraction, and of libm only sqrt and fabs: the same bits
// for every vector width. Forces are stored per pair and summed per particle in the order of the neighbours' ids, so threads
// never write to the same place and the order of the list has no effect.
#include "kernels/kernels.h"
#include "batch/batch.h"
#include "batch/convex_pairs.h"
#include "batch/touching.h"
#include "kernels/bond_lanes.h"
#include "kernels/cell_lanes.h"
#include "kernels/heat_lanes.h"
#include "kernels/late_power.h"
#include "kernels/ledger_sums.h"
#include "kernels/wear_lanes.h"
#include "laws/law_stage.inc"
#include "laws/list/all.h"
#include "particle_loops/body_loops.h"
#include "particle_loops/particle_loops.h"
#include "particle_loops/wall_load_sums.h"
#include <string.h>

#define SCREE_GLUE_(a, b) a##b
#define SCREE_GLUE(a, b) SCREE_GLUE_(a, b)
#define SCREE_TEXT_(a) #a
#define SCREE_TEXT(a) SCREE_TEXT_(a)

SCREE_LAWS_BY(SCREE_STAGE, SCREE_STAGE_VARIANTS)

#define SCREE_STAGE_ENTRY(law, slot) stage_##law,
static scree_stage *const stages[] = {SCREE_LAWS(SCREE_STAGE_ENTRY)};

// Numbers of the laws, as in scree_law_in_set.
#define SCREE_NUMBER(law, slot) law_##law,
enum { law_none = -1, SCREE_LAWS(SCREE_NUMBER) };
#undef SCREE_NUMBER

// The law of a slot in a set, or one that says that there is none.
static const scree_law_in_set *step_of(const scree_law_set *set, scree_slot slot) {
    static const scree_law_in_set no_law = {.law = law_none};
    for (int s = 0; s < set->n; s++) {
        if (set->step[s].slot == slot) {
            return &set->step[s];
        }
    }
    return &no_law;
}

#include "batch/cached_constants.h"
#include "kernels/fused.h" // needs the laws and their numbers

// Sets rows that no law of the set writes to zero, once per batch.
static void clear_unused_rows(const scree_law_set *set, scree_batch *b, int lanes) {
    int written =
        1 << SCREE_COHESION | 1 << SCREE_BOND | 1 << SCREE_LIQUID; // their rows are those of other laws, ...
    bool bond = false;
    for (int s = 0; s < set->n; s++) {
        written |= 1 << set->step[s].slot;
        bond |= set->step[s].slot == SCREE_BOND || set->step[s].slot == SCREE_LIQUID;
    }
#define SCREE_CLEAR(f) memset(b->f, 0, (size_t)lanes * sizeof *b->f);
#define SCREE_CLEAR_SLOT(NAME, name, modes, channels, law, sentence)                                         \
    if (!(written & 1 << SCREE_##NAME)) {                                                                    \
        SCREE_CONTACT_##NAME(SCREE_CLEAR)                                                                    \
    }
    SCREE_SLOTS(SCREE_CLEAR_SLOT)
    if (!bond) { // ... and these
        SCREE_CONTACT_BREAK(SCREE_CLEAR)
    }
#undef SCREE_CLEAR_SLOT
#undef SCREE_CLEAR
}

// The laws of slots first .. end - 1.
static void run_slots(const scree_law_set *set, scree_batch *b, scree_slot first, scree_slot end) {
    for (int s = 0; s < set->n; s++) {
        const scree_law_in_set *step = &set->step[s];
        if (step->slot >= first && step->slot < end) {
            (step->user ? step->user : stages[step->law])(step->derived, b, step->h0);
        }
    }
}

static void run_laws(const scree_law_set *set, scree_batch *b) {
    run_slots(set, b, 0, SCREE_SLOT_COUNT);
}

#include "kernels/wall_corrections.h" // needs the laws

SCREE_LAW void load_fresh(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick, size_t first,
                          int n) {
    const uint8_t *touching = job->world->pairs.touching;
    for (int k = 0; k < ((n + 7) & ~7); k++) {
        q->b.fresh[k] = touching[pair_of(pick, first, k, 0, n)] == 1 ? 0.0 : 1.0;
    }
}

// Runs the laws stage by stage on contacts whose geometry is known. rests: of their corrections, or NULL.
static batch_counts run_stages(const scree_pair_job *job, batch_workspace *q, lane_rests *rests) {
    if (q->options.bond >= 0) {
        clear_unused_rows(job->laws, &q->b, (q->b.n + 7) & ~7); // the bond law adds to them
        begin_bonds(q);
    }
    run_slots(job->laws, &q->b, 0, SCREE_TANGENTIAL);
    if (rests) {
        correct_lanes(job, q, rests);
    }
    run_slots(job->laws, &q->b, SCREE_TANGENTIAL, SCREE_BOND);
    if (rests) {
        restore_lanes(q, rests);
    }
    run_slots(job->laws, &q->b, SCREE_BOND, SCREE_SLOT_COUNT);
    for (int k = q->b.n; k < ((q->b.n + 7) & ~7); k++) {
        q->in_contact[k] = 0;
    }
    const batch_counts counts = finish_rows(job, q);
    if (rests) {
        add_rests(job, q, rests);
    }
    put_heat(q);
    if (q->options.bond >= 0) {
        leave_out_bonds(q);
    }
    if (q->options.loss_column >= 0) {
        make_heat(job, q);
    }
    if (counts.contacts < q->b.n) {
        clear_history(q, job->block->n_history);
    }
    if (q->options.bond >= 0) {
        end_bonds(q);
    }
    return counts;
}

// Stores the results of a batch and adds it to the sums.
SCREE_LAW void end_batch(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick, size_t first,
                         int n, batch_counts counts, scree_chunk_sums *sums) {
    store_batch(job, q, pick, first, n);
    if (q->options.loss_column >= 0) {
        store_loss_heat(job, q, pick, first, n);
    }
    add_terms(q);
    if (job->cell && job->block->wall < 0) {
        add_virial(job, q, sums);
    }
    if (counts.deep > 0) {
        add_deep(job, q, pick, first, n, sums);
    }
    if (job->velocity_lag > 0.0) {
        add_late_power(job, q, pick, first, n, sums);
    }
    if (q->options.bond >= 0) {
        add_bonds(job, q, pick, first, n, counts.contacts, sums);
    }
    sums->contacts += (uint64_t)counts.contacts;
}

// Sets the radii in the rows of a batch, which fused loops take from the bodies.
static void put_radii(batch_workspace *restrict q) {
    scree_batch *b = &q->b;
    const int lanes = (b->n + 7) & ~7;
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        b->ra[k] = q->bodies.x[3][k];
        b->rb[k] = q->bodies.wa[3][k];
        b->r_eff[k] = effective(b->ra[k], b->rb[k]);
    }
}

// The geometry of a batch that a fused loop has run, for add_deep.
static __attribute__((noinline)) void see_depths(const scree_pair_job *job, batch_workspace *q) {
    if (q->options.bond < 0) {
        int32_t acts[SCREE_BATCH]; // the geometry does not know which necks have torn in this step
        memcpy(acts, q->in_contact, sizeof acts);
        derive_particle_pairs(job, q);
        memcpy(q->in_contact, acts, sizeof acts);
    } else { // the loop has stored the overlaps, and which lanes act: bonds act on bodies that are apart too
        put_radii(q);
    }
}

// Runs the heat law of a batch after a loop that serves all of them.
static __attribute__((noinline)) void run_heat_law(const scree_law_set *set, batch_workspace *q) {
    const scree_law_in_set *step = &set->step[q->options.heat];
    put_radii(q);
    stages[step->law](step->derived, &q->b, step->h0);
    put_heat(q);
}

// Is there a loop for batches of bonded bodies alone, and is this one?
static int all_are_bonded(const batch_workspace *q) {
    double bonds = 0.0;
    for (int k = 0; q->options.bonded && k < q->b.n; k++) {
        bonds += q->b.h[q->options.bond][k] > 0.0 ? 1.0 : 0.0;
    }
    return q->options.bonded && bonds == (double)q->b.n;
}

SCREE_LAW void run_particles(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick,
                             size_t first, int n, scree_chunk_sums *sums) {
    if (q->options.follows && q->options.heat < 0) { // the usual sets
        gather_particle_pairs(job, q, pick, first, n, 1, 0);
    } else {
        gather_particle_pairs(job, q, pick, first, n, q->options.follows, q->options.heat >= 0);
    }
    if (job->masses && !job->central) {
        set_contact_masses(job, q, pick, first, n);
    }
    load_history(job, q, pick, first, n);
    batch_counts counts;
    if (q->options.fused) {
        for (int k = n; k < ((n + 7) & ~7); k++) { // spheres of radius zero never touch
            q->bodies.x[3][k] = q->bodies.wa[3][k] = 0.0;
        }
        for (int k = n; q->options.bond >= 0 && k < ((n + 7) & ~7); k++) {
            q->b.h[q->options.bond][k] = 0.0;
        }
        if (q->options.constants && job->world->pairs.constant) {
            load_constants(job->world->pairs.constant, q, pick, first, n);
        } else if (q->options.constants) {
            find_constants(job, q);
        }
        if (q->options.sees_new) {
            load_fresh(job, q, pick, first, n);
            for (int k = n; k < ((n + 7) & ~7); k++) { // and no neck holds them, as they are new
                q->b.fresh[k] = 1.0;
            }
        }
        const int bonded = all_are_bonded(q);
        counts = (bonded ? q->options.bonded : q->options.fused)(job, q);
        if (bonded) { // the contact laws keep no history of what does not act
            memset(q->b.h, 0, (size_t)q->options.bond * sizeof *q->b.h);
        }
        if (q->options.heat_follows) {
            run_heat_law(job->laws, q);
        }
        if (q->options.loss_column >= 0) {
            make_heat(job, q);
        }
        if (counts.deep > 0) {
            see_depths(job, q);
        }
    } else {
        load_fresh(job, q, pick, first, n);
        if (job->convex) {
            derive_convex_pairs(job, q, pick, first, n);
        } else {
            derive_particle_pairs(job, q);
            if (q->options.follows) {
                set_steps(q);
            }
        }
        counts = run_stages(job, q, NULL);
        if (job->convex) {
            put_convex_torques(q);
        }
    }
    end_batch(job, q, pick, first, n, counts, sums);
}

// Pairs of particles, from a list or consecutive. For full batches their number is a constant, so the compiler removes all
// tests for the last lanes.
static void run_particle_batch(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick,
                               size_t first, int n, scree_chunk_sums *sums) {
    q->b.n = n;
    if (n == SCREE_BATCH) {
        run_particles(job, q, pick, first, SCREE_BATCH, sums);
    } else if (n > 0) {
        run_particles(job, q, pick, first, n, sums);
    }
}

// Keeps the stiffness of driven walls' contacts, which follows from the laws.
static void keep_hardness(const scree_pair_job *job, const batch_workspace *q, const uint32_t *pick, int n) {
    const scree_pairs *pairs = &job->world->pairs;
    for (int k = 0; pairs->hardness && k < n; k++) {
        const double stiffness = q->in_contact[k] && !q->options.in_field ? q->b.kn[k] : 0.0,
                     dashpot = q->in_contact[k] && !q->options.in_field ? q->b.cn[k] : 0.0;
        pairs->hardness[pick[k] - pairs->first_wall_pair] =
            (scree_pair_hardness){stiffness > 0.0 ? stiffness : 0.0, dashpot > 0.0 ? dashpot : 0.0};
    }
}

// Pairs of particles with a wall, from a list.
static void run_wall_batch(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick, int n,
                           scree_chunk_sums *sums) {
    lane_rests rests;
    q->b.n = n;
    rests.n = 0;
    if (n == 0) {
        return;
    }
    for (int k = 0; k < n; k++) {
        const scree_pairs *pairs = &job->world->pairs;
        const uint32_t i = pairs->pair[pick[k]].a;
        const scree_wall_touch *t = pairs->touch + (pick[k] - pairs->first_wall_pair);
        gather_wall_pair(job, q, k, pick[k]);
        put_wall_temperature(job, q, k, i, pairs->pair[pick[k]].b);
        if (q->options.follows) {
            put_wall_step(job, q, k, i, t);
        }
        if (scree_is_convex(&job->world->p, i)) {
            see_convex_wall_pair(job, q, k, i, t);
            if (q->options.follows) {
                set_convex_wall_step(job, q, k, i, t);
            }
        }
        q->in_contact[k] = q->options.bond >= 0 && t->only_bond ? ONLY_BOND : 1;
        if (t->corrected) {
            rests.lane[rests.n] = k;
            rests.pair[rests.n++] = pick[k];
        }
    }
    load_fresh(job, q, pick, 0, n);
    load_history(job, q, pick, 0, n);
    pad(q, job->block->n_history);
    if (job->convex && !q->options.spins) { // laws leave the moments as they are, and corrections add to them
        memset(q->moment, 0, sizeof q->moment);
    }
    const batch_counts counts = run_stages(job, q, rests.n > 0 ? &rests : NULL);
    if (job->convex) {
        put_convex_wall_torques(job, q, pick);
    }
    end_batch(job, q, pick, 0, n, counts, sums);
    keep_hardness(job, q, pick, n);
    keep_wear(job, q, pick, n);
    add_wall_power(job, q, pick, &rests, sums);
}

static void run_batch(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick, int n,
                      scree_chunk_sums *sums) {
    if (job->block->wall >= 0) {
        run_wall_batch(job, q, pick, n, sums);
    } else {
        run_particle_batch(job, q, pick, 0, n, sums);
    }
}

// Does some law read how the bodies spin against each other? Those of a user may.
static int reads_spins(const scree_law_set *set) {
    int reads = 0;
    for (int s = 0; s < set->n; s++) {
        const scree_slot slot = set->step[s].slot;
        reads |= set->step[s].user || slot == SCREE_LIQUID || slot == SCREE_HEAT ||
                 (scree_slots[slot].modes & (1 << SCREE_MODE_ROLLING | 1 << SCREE_MODE_TWISTING)) != 0;
    }
    return reads;
}

// The modes in which more acts than bonds without dashpots, whose springs give back what they take (leave_out_bonds): of their
// power the ledger would get rounding errors only.
static int lossy_modes_of(const scree_law_set *set) {
    int modes = 0, n;
    const scree_law *const *all = scree_laws(&n);
    for (int s = 0; s < set->n; s++) {
        const scree_law_in_set *step = &set->step[s];
        const scree_law *law = step->user ? NULL : all[step->law];
        modes |= law && law->lossless && law->lossless(step->derived) ? 0 : scree_slots[step->slot].modes;
    }
    return modes;
}

// Returns how many of the first columns of the history, a multiple of four, include all that change while no bridge ruptures; 0: perhaps all of them do.
// Built-in laws of bridges write their columns only at a rupture.
static int kept_columns(const scree_law_set *set) {
    const int last = set->bond + set->bond_columns == set->n_history;
    return set->wet && last && !step_of(set, SCREE_LIQUID)->user ? (set->bond + 3) & ~3 : 0;
}

static int is_fused(const scree_law_set *set, int stored) {
    return find_fused(set, stored) != NULL;
}

static void begin(batch_workspace *q, const scree_pair_job *job, const scree_law_set *set, int in_field) {
    const scree_pairs *pairs = &job->world->pairs;
    const int wall = job->block->wall >= 0;
    const int fusible = !wall && !in_field && !job->staged && job->velocity_lag == 0.0;
    const fused_set *fused = fusible ? find_fused(set, job->stored) : NULL;
    q->b.n = 0;
    memset(q->b.taken, 0, sizeof q->b.taken);
    q->unfinished = 0;
    q->b.dt = in_field ? 0.0 : job->dt;
    q->b.step = job->step;
    q->b.begins = job->begins;
    q->options = (batch_options){
        .modes = modes_of(set),
        .lossy = wall ? modes_of(set) : lossy_modes_of(set),
        .in_field = in_field,
        .reaches = job->neck + job->field > 0.0,
        .spins = reads_spins(set) || job->velocity_lag > 0.0,
        .bond = in_field ? -1 : set->bond,
        .wet = set->wet,
        .springs = in_field ? 0 : set->springs,
        .known = scree_block_knows(job->world, job->block),
        .loses = !in_field && job->dt > 0.0 && (scree_block_knows(job->world, job->block) & set->loses),
        .summed = job->summed,
        .follows = set->follows,
        .bond_replaces_contact = set->bond_replaces_contact,
        .kept = in_field ? 0 : kept_columns(set),
        .heat = job->world->p.temperature ? set->heat : -1,
        .loss_column = in_field || !pairs->loss_heat ? -1 : set->loss_column,
    };
    if (fused) {
        q->options.fused = fused->loop;
        q->options.bonded = q->options.bond >= 0 ? loop_of_bonded(set) : NULL;
        q->options.constants = caches(set);
        q->options.sees_new = sees_new(fused);
        q->options.heat_follows = q->options.heat >= 0 && serves_heat(fused);
        for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
            q->options.derived[slot] = step_of(set, slot_at(set, slot))->derived;
        }
        if (set->wet) { // loops with bridges do not write these rows
            memset(q->b.bond_energy_t, 0, sizeof q->b.bond_energy_t);
            memset(q->b.bond_energy_r, 0, sizeof q->b.bond_energy_r);
            memset(q->b.bond_energy_w, 0, sizeof q->b.bond_energy_w);
        }
    }
    memset(q->moment, 0, sizeof q->moment);
    memset(q->force[HEAT], 0, sizeof q->force[HEAT]);
    memset(q->sum, 0, sizeof q->sum);
    memset(&q->lost, 0, sizeof q->lost);
    memset(q->bonded, 0, sizeof q->bonded);
    clear_unused_rows(set, &q->b, SCREE_BATCH);
}

static void end(const batch_workspace *q, scree_chunk_sums *sums) {
    add_modes(q, sums);
    sums->unfinished += q->unfinished;
    for (int k = 0; q->options.bond >= 0 && k < SCREE_MODES; k++) {
        lanes_join(&q->bonded[k],
                   q->options.wet && k == SCREE_MODE_NORMAL ? &sums->capillary : &sums->bonded[k]);
    }
}

#include "kernels/gather_lanes.h" // needs begin

// Prefetches data of the following pairs: hides most of the latency if the data are not in the inner caches. Pairs are in the
// order of their first body, so the hardware prefetches its records. Data read after the last pair are not used. The motion of the
// second bodies and long histories are prefetched where they are gathered: the inner cache does not hold them for so many pairs.
SCREE_LAW void prefetch(const scree_pair_job *job, size_t first, int n) {
    const scree_pos *x = job->world->p.x;
    const scree_pair *pair = job->world->pairs.pair + first + SCREE_PAIR_SPARE, *end = pair + n / 2 * 2;
    const double *history = history_of(job, first + SCREE_PAIR_SPARE);
    for (; pair < end; pair += 2, history += 2 * job->block->n_history) {
        __builtin_prefetch(&x[pair[0].b]);
        __builtin_prefetch(&x[pair[1].b]);
        if (job->block->n_history <= SHORT_HISTORY) {
            __builtin_prefetch(history); // the hardware prefetches these too, but only within a page
        }
    }
    const double *t = job->world->p.temperature;
    for (int i = 0; t && job->laws->heat >= 0 && i < n; i++) {
        __builtin_prefetch(t + pair[i - n / 2 * 2].b);
    }
}

// Pairs within a field that do not touch: only the normal and cohesion laws, without history.
static void run_field(const scree_pair_job *job, const found *f, scree_chunk_sums *sums) {
    batch_workspace q;
    scree_law_set set = scree_law_set_in_field(job->laws);
    const int all_columns = job->laws->n_history;
    scree_pair_job field_job = *job;
    field_job.laws = &set;
    const uint64_t contacts = sums->contacts; // these are none
    begin(&q, job, &set, 1);
    for (int k = 0; k < f->in_field; k += SCREE_BATCH) {
        const int n = f->in_field - k < SCREE_BATCH ? f->in_field - k : SCREE_BATCH;
        run_batch(&field_job, &q, f->in_field_pair + k, n, sums);
        for (int j = 0; j < n; j++) {
            memset(history_of(job, f->in_field_pair[k + j]), 0, (size_t)all_columns * sizeof(double));
            job->world->pairs.touching[f->in_field_pair[k + j]] = 2;
        }
    }
    sums->contacts = contacts;
    end(&q, sums);
}

// Returns how many of the pairs from `first` to `last` are taken together, `most` at most, and prefetches data of those that follow.
SCREE_LAW int next_pairs(const scree_pair_job *job, size_t first, size_t last, int most) {
    const int n = last - first < (size_t)most ? (int)(last - first) : most;
    if (job->streams) {
        prefetch(job, first, n);
    }
    return n;
}

// Runs pairs of which nearly all touch without a filter: a fused loop, or the geometry, leaves out those that do not.
static void filter_dense(const scree_pair_job *job, batch_workspace *q, size_t first, size_t last,
                         scree_chunk_sums *sums) {
    for (size_t k = first; k < last; k += SCREE_BATCH) {
        run_particle_batch(job, q, NULL, k, next_pairs(job, k, last, SCREE_BATCH), sums);
    }
}

// Runs the pairs that touch, in full batches.
static void filter_sparse(const scree_pair_job *job, batch_workspace *q, size_t first, size_t last,
                          scree_chunk_sums *sums) {
    waiting f;
    f.n = 0;
    for (size_t k = first; k < last; k += BLOCK) {
        int done = 0;
        find_candidates(job, k, next_pairs(job, k, last, BLOCK), &f);
        for (; done + SCREE_BATCH <= f.n; done += SCREE_BATCH) {
            run_particle_batch(job, q, f.pair + done, 0, SCREE_BATCH, sums);
        }
        f.n -= done;
        memmove(f.pair, f.pair + done, SCREE_BATCH * sizeof *f.pair);
    }
    run_particle_batch(job, q, f.pair, 0, f.n, sums);
}

// Runs the pairs of convex bodies that may touch, sorted so that lanes wait little for each other.
static void filter_convex(const scree_pair_job *job, batch_workspace *q, size_t first, size_t last,
                          scree_chunk_sums *sums) {
    waiting f;
    f.n = 0;
    for (size_t k = first; k < last; k += BLOCK) {
        const int n = next_pairs(job, k, last, BLOCK), waited = f.n,
                  known = waited + find_candidates(job, k, n, &f);
        f.n = known + leave_out_apart(job, f.pair + known, f.n - known);
    }
    sort_by_steps(&job->world->pairs, f.pair, f.n);
    for (int k = 0; k < f.n; k += SCREE_BATCH) {
        run_particle_batch(job, q, f.pair + k, 0, f.n - k < SCREE_BATCH ? f.n - k : SCREE_BATCH, sums);
    }
}

// Runs the pairs that touch, or are within a field, found with exact distances: for laws with a field, and for walls.
static void filter_exact(const scree_pair_job *job, batch_workspace *q, size_t first, size_t last,
                         scree_chunk_sums *sums) {
    uint32_t pair[SCREE_BATCH];
    int waits = 0;
    for (size_t k = first; k < last; k += BLOCK) {
        found f;
        const int n = last - k < BLOCK ? (int)(last - k) : BLOCK;
        if (job->streams) {
            prefetch(job, k, n);
        }
        if (job->block->wall >= 0) {
            find_touching_wall(job, k, n, &f);
        } else {
            find_touching(job, k, n, &f);
        }
        sums->unfinished += (uint64_t)f.unfinished;
        for (int j = 0; j < f.touching; j++) {
            pair[waits++] = f.touching_pair[j];
            if (waits == SCREE_BATCH) {
                run_batch(job, q, pair, waits, sums);
                waits = 0;
            }
        }
        if (f.in_field > 0) {
            run_field(job, &f, sums);
        }
    }
    run_batch(job, q, pair, waits, sums);
}

// Runs the normal laws of the corrections of a chunk, which its contacts read.
static void run_all_corrections(const scree_pair_job *job, batch_workspace *q, size_t first, size_t last) {
    run_corrections(job, q, first, last, 1);
    if (job->field > 0.0) {
        batch_workspace far;
        const scree_law_set set = scree_law_set_in_field(job->laws);
        scree_pair_job field_job = *job;
        field_job.laws = &set;
        begin(&far, job, &set, 1);
        run_corrections(&field_job, &far, first, last, 2);
    }
}

// Did most of the pairs touch in the last step? Then running all of them is faster than a filter.
SCREE_LAW int is_dense(const scree_pair_job *job, size_t first, size_t last) {
    const uint8_t *touching = job->world->pairs.touching;
    size_t count = 0;
    for (size_t k = first; k < last; k++) {
        count += touching[k];
    }
    return 20 * count > 17 * (last - first);
}

// See scree_kernels.
static void run_chunk(const scree_pair_job *job, size_t first, size_t last, scree_chunk_sums *sums) {
    enum { RUN = 512 };
    _Static_assert(RUN + RUN / 2 + BLOCK + 4 <= MOST_WAITING, "all pairs of a run may wait");
    batch_workspace q;
    begin(&q, job, job->laws, 0);
    if (job->block->wall >= 0) {
        run_all_corrections(job, &q, first, last);
    }
    if (job->block->wall >= 0 || job->field != 0.0) {
        filter_exact(job, &q, first, last, sums);
    } else {
        for (size_t k = first, end_of_run; k < last; k = end_of_run) {
            end_of_run = last - k < RUN + RUN / 2 ? last : k + RUN; // avoid a last run of only a few batches
            if (job->convex) {
                filter_convex(job, &q, k, end_of_run, sums);
            } else if (is_dense(job, k, end_of_run)) {
                filter_dense(job, &q, k, end_of_run, sums);
            } else {
                filter_sparse(job, &q, k, end_of_run, sums);
            }
        }
    }
    end(&q, sums);
    stream_end();
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
    .run_chunk = run_chunk,
    .add_wall_loads = add_wall_loads,
    .add_wear = add_wear,
    .integrate_first = integrate_first,
    .sum_and_integrate = sum_and_integrate,
    .sum = sum,
    .integrate_second = integrate_second,
    .sum_kick_drift = sum_kick_drift,
    .step_bodies = step_bodies,
    .sum_motion = sum_motion,
    .is_fused = is_fused,
    .caches = caches,
    .fill_constants = fill_constants,
    .gather_contacts = gather_contacts,
    .gather_corrections = gather_corrections,
    .laws = laws,
    .stage = stage,
};
