// SPDX-License-Identifier: BSD-3-Clause
#include "forces/contacts.h"
#include "bonds/bonds.h"
#include "capabilities/list.h"
#include "deformation/deformation.h"
#include "domain/halo.h"
#include "forces/channels.h"
#include "kernels/block_job.h"
#include "kernels/kernels.h"
#include "liquid/liquid.h"
#include "parallel/shares.h"
#include "wall_contacts/corrections.h"
#include "wall_contacts/wall_crossing.h"
#include "wall_contacts/wall_loads.h"
#include "wall_motion/wall_drive.h"
#include "wall_motion/wall_motion.h"
#include <omp.h>
#include <string.h>

// Pairs per task: 4096 are 1 % faster than 1024, but leave sixteen threads unevenly loaded. A pair of convex bodies takes as long as ten or more of spheres.
enum { LEAST_CHUNK = 1024, LARGEST_CHUNK = 2048, CHUNKS = 128, CONVEX_CHUNK = 256 };

// A pair that touches takes about so many times as long as one that does not, more with a wall. Costs are found anew after WEIGHED_EVERY steps.
enum { COST_OF_CONTACT = 8, COST_OF_WALL_CONTACT = 32, WEIGHED_EVERY = 64 };

struct scree_contact_scratch {
    SCREE_ARRAY(scree_chunk_sums) sums;     // of each chunk, block after block
    SCREE_ARRAY(uint64_t) cost;             // of each chunk: the time of so many pairs that do not touch
    uint64_t weighed_list;                  // the list for which these costs were found
    uint64_t weighed_until;                 // the step from which on they are too old
    SCREE_ARRAY(scree_double_double) ranks; // message with those of all ranks
};

void scree_contacts_create(scree_world *w) {
    w->contact_scratch = scree_zeros(sizeof *w->contact_scratch);
    w->contact_scratch->weighed_list = UINT64_MAX;
    size_t n = w->case_->material.n;
    w->laws = scree_realloc(NULL, 0, (n * n + 1) * sizeof *w->laws);
    w->wall_laws = scree_realloc(NULL, 0, (n * n + 1) * sizeof *w->wall_laws);
    for (size_t k = 0; k < n * n; k++) {
        w->wall_laws[k] = scree_law_set_of(w->case_, k / n, k % n);
        w->laws[k] = scree_law_set_without_wear(&w->wall_laws[k]);
        w->keeps_constants |= !scree_case_has_clumps(w->case_) && w->kernels->caches(&w->laws[k]);
        for (int s = 0; s < w->laws[k].n; s++) {
            const scree_slot_desc *slot = &scree_slots[w->laws[k].step[s].slot];
            w->has_moments |= (slot->modes & (1 << SCREE_MODE_ROLLING | 1 << SCREE_MODE_TWISTING)) != 0;
            w->channels |= slot->channels;
        }
        w->conducts |= w->laws[k].heat >= 0;
        w->has_bonds |= w->laws[k].bond >= 0;
        if (w->laws[k].wet && !w->wet_pairs) {
            w->wet_pairs = scree_zeros((size_t)w->threads * sizeof *w->wet_pairs);
            w->wet_pairs_list = UINT64_MAX;
        }
    }
    w->has_moments |= scree_case_has_convex(w->case_); // contact points beside the line between the centres
    if (w->has_bonds) {
        w->breaks = scree_zeros((size_t)w->threads * sizeof *w->breaks);
        w->parted = scree_zeros((size_t)w->threads * sizeof *w->parted);
    }
}

void scree_contacts_free(scree_world *w) {
    scree_array_free(&w->contact_scratch->sums);
    scree_array_free(&w->contact_scratch->ranks);
    scree_array_free(&w->contact_scratch->cost);
    scree_free(w->contact_scratch);
    scree_free(w->laws);
    scree_free(w->wall_laws);
}

// Adds the current powers, times dt, to the running sums; see scree_ledger.
static void ledger_add(scree_world *w, double dt) {
    for (int k = 0; k < SCREE_MODES; k++) {
        w->ledger.work[k] += dt * w->ledger.now.work[k];
        w->ledger.viscous[k] += dt * w->ledger.now.viscous[k];
    }
    w->ledger.wall_work += dt * w->ledger.wall_power;
    for (size_t k = 0; k < w->wall.n; k++) {
        w->wall.data[k].now.work += dt * w->wall.data[k].now.power;
    }
}

static void add(scree_chunk_sums *total, const scree_chunk_sums *s) {
    for (int k = 0; k < 3 * SCREE_MODES; k++) {
        const scree_double_double *of_mode = &s->modes[k / SCREE_MODES][k % SCREE_MODES];
        if (of_mode->high != 0.0 ||
            of_mode->low != 0.0) { // skip modes without a law: the other threads wait here
            scree_double_double_join(&total->modes[k / SCREE_MODES][k % SCREE_MODES], of_mode);
        }
    }
    for (int k = 0; k < SCREE_MODES; k++) {
        scree_double_double_join(&total->springs[k], &s->springs[k]);
        scree_double_double_join(&total->known[k], &s->known[k]);
    }
    scree_double_double_join(&total->known_power, &s->known_power);
    scree_double_double_join(&total->wall_power, &s->wall_power);
    total->deep += s->deep;
    total->large += s->large;
    total->contacts += s->contacts;
    total->unfinished += s->unfinished;
    total->bonds += s->bonds;
    total->bridges += s->bridges;
    total->ruptures += s->ruptures;
    scree_double_double_join(&total->ruptured, &s->ruptured);
    scree_double_double_join(&total->capillary, &s->capillary);
    for (int k = 0; k < SCREE_MODES; k++) {
        total->breaks[k] += s->breaks[k];
        scree_double_double_join(&total->broken[k], &s->broken[k]);
        scree_double_double_join(&total->bonded[k], &s->bonded[k]);
    }
    for (int k = 0; k < SCREE_STRESSES; k++) {
        total->virial[k] += s->virial[k];
    }
    total->virial_cut |= s->virial_cut;
}

// With verlet_half_step: adds the late power (late_power.h), of all zones, as each rank counts its own bodies.
static void add_late(scree_chunk_sums *total, const scree_chunk_sums *s) {
    for (int k = 0; k < 2 * SCREE_MODES; k++) {
        scree_double_double_join(&total->modes[k / SCREE_MODES][k % SCREE_MODES],
                                 &s->late[k / SCREE_MODES][k % SCREE_MODES]);
    }
    scree_double_double_join(&total->known_power, &s->late_known);
}

// Adds the power put in by particles with prescribed motion, W.
static void add_driven(const scree_world *w, scree_double_double *power) {
    const scree_pairs *pairs = &w->pairs;
    for (size_t k = 0; k < w->driven.n; k++) {
        uint32_t i = w->driven.data[k];
        scree_vec3 force = vec3(0.0, 0.0, 0.0), torque = force;
        for (uint32_t e = pairs->start[i]; e < pairs->start[i + 1]; e++) {
            uint32_t pair = pairs->incident[e] >> 1, side = pairs->incident[e] & 1;
            const scree_pair_force *f = pairs->force + pair;
            double sign = side ? -1.0 : 1.0;
            force = vec_add_scaled(force, sign, vec3(f->fx, f->fy, f->fz));
            torque = vec_add_scaled(torque, scree_pair_arm(f, w->p.x[i].r), vec3(f->cx, f->cy, f->cz));
            if (pairs->moment) {
                const scree_pair_moment *m = pairs->moment + pair;
                torque = vec_add_scaled(torque, sign, vec3(m->x, m->y, m->z));
            }
        }
        const scree_vel *v = &w->p.motion[i].v;
        const scree_spin *s = &w->p.motion[i].w;
        scree_double_double_add(
            power, -(vec_dot(force, vec3(v->x, v->y, v->z)) + vec_dot(torque, vec3(s->x, s->y, s->z))));
    }
}

// Pairs per chunk: a multiple of the batch, and independent of the number of threads, so that sums are too.
static size_t chunk_of(const scree_world *w, const scree_pair_block *block) {
    if (w->p.form && block->wall < 0) {
        return CONVEX_CHUNK;
    }
    const size_t wanted = (block->n / CHUNKS / SCREE_BATCH + 1) * SCREE_BATCH;
    return wanted < LEAST_CHUNK ? LEAST_CHUNK : wanted > LARGEST_CHUNK ? LARGEST_CHUNK : wanted;
}

static size_t chunks_of(const scree_world *w, const scree_pair_block *block) {
    const size_t of = chunk_of(w, block);
    return (block->n + of - 1) / of;
}

// First pair of chunk k, or the end of the block. All pairs of a particle with a mesh are in one chunk, because corrections
// change several of them.
static size_t chunk_begin(const scree_world *w, const scree_pair_block *block, size_t k) {
    const scree_pairs *pairs = &w->pairs;
    const size_t end = block->first + block->n;
    size_t first = k < chunks_of(w, block) ? block->first + k * chunk_of(w, block) : end;
    while (block->wall >= 0 && k > 0 && first < end && pairs->pair[first].a == pairs->pair[first - 1].a) {
        first++;
    }
    return first;
}

// Makes room for the sums of all chunks, and clears them.
static void begin_sums(scree_world *w) {
    size_t chunks = 0;
    for (size_t c = 0; c < w->pairs.block.n; c++) {
        chunks += chunks_of(w, &w->pairs.block.data[c]);
    }
    scree_array_zeros(&w->contact_scratch->sums, chunks);
    scree_wall_loads_begin(w);
}

// Finds the cost of each chunk, so that threads get equal shares of all blocks together; no result depends on which thread runs a chunk.
static void weigh_chunks(scree_world *w, bool elapsed) {
    struct scree_contact_scratch *s = w->contact_scratch;
    if (s->weighed_list == w->rebuilds && w->step < s->weighed_until && s->cost.n == s->sums.n) {
        return;
    }
    scree_array_resize(&s->cost, s->sums.n);
    uint64_t *cost = s->cost.data;
    for (size_t c = 0; c < w->pairs.block.n; c++) {
        const scree_pair_block *block = &w->pairs.block.data[c];
        const size_t n = chunks_of(w, block);
        const uint64_t contact = block->wall >= 0 ? COST_OF_WALL_CONTACT : COST_OF_CONTACT;
        for (size_t k = 0; k < n; k++) {
            const size_t first = chunk_begin(w, block, k), last = chunk_begin(w, block, k + 1);
            size_t touching = 0;
            for (size_t pair = first; pair < last; pair++) {
                touching += w->pairs.touching[pair] != 0;
            }
            *cost++ = 1 + last - first + touching * contact;
        }
    }
    s->weighed_list = w->rebuilds;
    // Before the first evaluation it is not known which pairs touch.
    s->weighed_until = w->step + (elapsed ? WEIGHED_EVERY : 1);
}

// It is summed over the blocks as they are now: with a sum that is too small, some chunks would be in the share of no thread.
static uint64_t cost_of_zone(const scree_world *w, scree_zone zone) {
    const uint64_t *cost = w->contact_scratch->cost.data;
    uint64_t sum = 0;
    for (size_t c = 0; c < w->pairs.block.n; c++) {
        const scree_pair_block *block = &w->pairs.block.data[c];
        for (size_t k = chunks_of(w, block); k > 0; k--, cost++) {
            sum += block->zone == zone ? *cost : 0;
        }
    }
    return sum;
}

// Runs the laws of chunk k of a block. Where the list is new, the constants that its pairs keep are found before.
static void run_chunk(scree_world *w, const scree_pair_block *block, const scree_pair_job *job, size_t k,
                      bool elapsed, scree_chunk_sums *sums) {
    const size_t first = chunk_begin(w, block, k), last = chunk_begin(w, block, k + 1);
    const int thread = omp_get_thread_num();
    if (block->wall < 0 && w->pairs.constant && !w->pairs.constants_known) {
        w->kernels->fill_constants(job, first, last);
    }
    w->kernels->run_chunk(job, first, last, sums);
    if (block->wall >= 0) {
        w->kernels->add_wall_loads(job, first, last, scree_wall_loads_of(w, thread));
    }
    if (block->wall >= 0 && w->wear && elapsed) {
        w->kernels->add_wear(job, first, last, thread);
    }
}

// Runs the laws of all pairs, first of those that need no ghosts. elapsed: in a step; else nothing has moved since the last time, and
// springs stay as they are.
static void run_pairs(scree_world *w, bool elapsed, bool stored) {
    const scree_zone last_zone = w->domain ? SCREE_ZONE_REMOTE : SCREE_ZONE_LOCAL;
    begin_sums(w);
    weigh_chunks(w, elapsed);
    for (int t = 0; w->wet_pairs && t < w->threads; t++) {
        w->wet_pairs[t].n = 0;
    }
    for (scree_zone zone = SCREE_ZONE_LOCAL; zone <= last_zone; zone++) {
        if (zone == SCREE_ZONE_HALO) {
            scree_halo_finish(w);
        }
        const uint64_t all = cost_of_zone(w, zone);
#pragma omp parallel num_threads(scree_world_team(w, w->pairs.n))
        {
            scree_chunk_sums *sums = w->contact_scratch->sums.data; // of the block
            const uint64_t *cost = w->contact_scratch->cost.data;
            // Shares change little from step to step, so threads find their data in their caches.
            scree_share share = {.all = all,
                                 .thread = (uint64_t)omp_get_thread_num(),
                                 .threads = (uint64_t)omp_get_num_threads()};
            for (size_t c = 0; c < w->pairs.block.n; c++) {
                const scree_pair_block *block = &w->pairs.block.data[c];
                const size_t n = chunks_of(w, block);
                if (block->zone == zone) {
                    const scree_pair_job job = scree_block_job(w, block, elapsed, stored);
                    for (size_t k = 0; k < n; k++) {
                        if (scree_share_takes(&share, cost[k])) {
                            run_chunk(w, block, &job, k, elapsed, &sums[k]);
                        }
                    }
                }
                sums += n;
                cost += n;
            }
        }
    }
    w->pairs.constants_known = true;
}

// Records the deepest contact of a chunk if none before was deeper.
static void note_deepest(scree_world *w, const scree_pair_block *block, const scree_chunk_sums *s) {
    if (!(s->depth > 0.0)) {
        return;
    }
    const scree_pair pair = w->pairs.pair[s->deepest];
    const bool wall = block->wall >= 0;
    const scree_depth this = {s->depth, w->step, w->p.id[pair.a], wall ? pair.b : w->p.id[pair.b],
                              block->wall};
    w->deepest = scree_depth_is_before(&this, &w->deepest) ? this : w->deepest;
}

enum { BOND_SUMS = 3 * SCREE_MODES + 6, VIRIAL_SUMS = SCREE_STRESSES + 1 };

// Whole numbers as two parts each, whose sums are exact.
static void put_virial(const scree_chunk_sums *s, scree_double_double *to) {
    for (int k = 0; k < SCREE_STRESSES; k++) {
        const int64_t high = s->virial[k] / ((int64_t)1 << 32), low = s->virial[k] % ((int64_t)1 << 32);
        to[k] = (scree_double_double){(double)high * 0x1p32, (double)low};
    }
    to[SCREE_STRESSES] = (scree_double_double){s->virial_cut ? 1.0 : 0.0, 0.0};
}

static void take_virial(scree_chunk_sums *s, const scree_double_double *from) {
    for (int k = 0; k < SCREE_STRESSES; k++) {
        s->virial[k] = (int64_t)from[k].high + (int64_t)from[k].low;
    }
    s->virial_cut = from[SCREE_STRESSES].high > 0.0;
}

static void put_bonds(const scree_chunk_sums *s, scree_double_double *to) {
    memcpy(to, s->broken, sizeof s->broken);
    for (int k = 0; k < SCREE_MODES; k++) {
        to[SCREE_MODES + k] = (scree_double_double){(double)s->breaks[k], 0.0};
    }
    memcpy(to + 2 * SCREE_MODES, s->bonded, sizeof s->bonded);
    scree_double_double *last = to + 3 * SCREE_MODES;
    last[0] = (scree_double_double){(double)s->bonds, 0.0};
    last[1] = (scree_double_double){(double)s->bridges, 0.0};
    last[2] = (scree_double_double){(double)s->ruptures, 0.0};
    last[3] = s->ruptured;
    last[4] = s->capillary;
    last[5] = (scree_double_double){(double)s->formed, 0.0};
}

static void take_bonds(scree_chunk_sums *s, const scree_double_double *from) {
    memcpy(s->broken, from, sizeof s->broken);
    for (int k = 0; k < SCREE_MODES; k++) {
        s->breaks[k] = (uint64_t)from[SCREE_MODES + k].high;
    }
    memcpy(s->bonded, from + 2 * SCREE_MODES, sizeof s->bonded);
    const scree_double_double *last = from + 3 * SCREE_MODES;
    s->bonds = (uint64_t)last[0].high;
    s->bridges = (uint64_t)last[1].high;
    s->ruptures = (uint64_t)last[2].high;
    s->ruptured = last[3];
    s->capillary = last[4];
    s->formed = (uint64_t)last[5].high;
}

// Adds up over all ranks, in one message with the loads of walls; without the number of contacts.
static void add_ranks(scree_world *w, scree_chunk_sums *s) {
    enum {
        SPRINGS = 3 * SCREE_MODES,
        KNOWN = SPRINGS + SCREE_MODES,
        MODE_SUMS = KNOWN + SCREE_MODES,
        SUMS = MODE_SUMS + 5
    };
    const size_t walls = scree_wall_loads_words(w), virial = SUMS + walls + (w->has_bonds ? BOND_SUMS : 0),
                 n = virial + (w->cell.deforms ? VIRIAL_SUMS : 0);
    scree_array_resize(&w->contact_scratch->ranks, n);
    scree_double_double *all = w->contact_scratch->ranks.data;
    memcpy(all, s->modes, sizeof s->modes);
    memcpy(all + SPRINGS, s->springs, sizeof s->springs);
    memcpy(all + KNOWN, s->known, sizeof s->known);
    all[MODE_SUMS] = s->wall_power;
    all[MODE_SUMS + 1] = (scree_double_double){(double)s->deep, 0.0};
    all[MODE_SUMS + 2] = (scree_double_double){(double)s->large, 0.0};
    all[MODE_SUMS + 3] = s->known_power;
    all[MODE_SUMS + 4] = (scree_double_double){(double)s->unfinished, 0.0};
    scree_wall_loads_put(w, all + SUMS);
    if (w->has_bonds) {
        put_bonds(s, all + SUMS + walls);
    }
    if (w->cell.deforms) {
        put_virial(s, all + virial);
    }
    scree_comm_add_double_double(w->comm, all, n);
    scree_wall_loads_take(w, all + SUMS);
    if (w->has_bonds) {
        take_bonds(s, all + SUMS + walls);
    }
    if (w->cell.deforms) {
        take_virial(s, all + virial);
    }
    memcpy(s->modes, all, sizeof s->modes);
    memcpy(s->springs, all + SPRINGS, sizeof s->springs);
    memcpy(s->known, all + KNOWN, sizeof s->known);
    s->wall_power = all[MODE_SUMS];
    s->deep = (uint64_t)all[MODE_SUMS + 1].high;
    s->large = (uint64_t)all[MODE_SUMS + 2].high;
    s->known_power = all[MODE_SUMS + 3];
    s->unfinished = (uint64_t)all[MODE_SUMS + 4].high;
}

// Adds up what run_pairs has left in the sums of the chunks, and ends the loads of walls.
static scree_chunk_sums add_chunks(scree_world *w, bool elapsed) {
    scree_chunk_sums total = {0};
    const scree_chunk_sums *sums = w->contact_scratch->sums.data;
    const bool late = w->case_->integrator == SCREE_VERLET_HALF_STEP;
    for (size_t c = 0; c < w->pairs.block.n; c++) {
        const scree_pair_block *block = &w->pairs.block.data[c];
        for (size_t k = 0; k < chunks_of(w, block); k++, sums++) {
            total.bond_gap = fmax(total.bond_gap, sums->bond_gap);
            if (block->zone != SCREE_ZONE_REMOTE) { // the owner of a counts it
                add(&total, sums);
                note_deepest(w, block, sums);
            }
            if (late) {
                add_late(&total, sums);
            }
        }
    }
    add_driven(w, &total.wall_power);
    scree_capabilities_at(w, SCREE_AFTER_CONTACTS, NULL);
    scree_channels_sum(w);
    w->contacts = total.contacts;
    total.formed = w->bridges_formed;
    total.deep += w->crossing->n;
    for (int k = 0; w->corrections && k < w->threads; k++) {
        total.unfinished += w->corrections[k].unfinished;
    }
    scree_wall_loads_join(w);
    if (w->comm) {
        add_ranks(w, &total);
    }
    scree_wall_loads_end(w);
    scree_wall_drives_load(w, elapsed);
    for (int k = 0; k < SCREE_MODES; k++) {
        w->ledger.now.work[k] = scree_double_double_value(&total.modes[0][k]);
        w->ledger.now.viscous[k] = scree_double_double_value(&total.modes[1][k]);
        w->ledger.now.elastic[k] = scree_double_double_value(&total.modes[2][k]);
        w->ledger.springs[k] += scree_double_double_value(&total.springs[k]);
        w->ledger.now.known[k] = scree_double_double_value(&total.known[k]);
    }
    w->ledger.now.known_power = scree_double_double_value(&total.known_power);
    w->ledger.wall_power = scree_double_double_value(&total.wall_power);
    if (w->has_bonds) {
        scree_bonds_count(w, &total);
        scree_liquid_count(w, &total);
        scree_bonds_end_parted(w);
    }
    if (w->cell.deforms) {
        scree_deformation_take_virial(w, total.virial, total.virial_cut);
    }
    return total;
}

// Nothing moves in an evaluation between steps, whatever velocity it has.
static void forget_moves(scree_world *w) {
    if (w->p.moved) {
        memset(w->p.moved, 0, (w->p.n + w->p.ghosts) * sizeof *w->p.moved);
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        w->wall.data[k].before = w->wall.data[k].now.pose;
        w->wall.data[k].step = (scree_wall_step){.motion = scree_pose_none()};
    }
}

// When bodies come, go, grow or are held, or walls appear or end, contacts begin or end with the energy that they store: all of the change of
// the known energies in this step that is not their power. The powers of a step give half of it to what begins, and half of the one
// before to what ends, as its forces do to the bodies. lost: J, by normal laws in this step.
static void add_disturbance(scree_world *w, const scree_ledger_modes *before, double lost) {
    const scree_ledger_modes *now = &w->ledger.now;
    double gain = lost - 0.5 * w->dt * (before->known_power + now->known_power);
    for (int k = 0; k < SCREE_MODES; k++) {
        gain += now->known[k] - before->known[k];
    }
    if (w->disturbance == SCREE_GROWTH) {
        w->ledger.changed += gain;
    } else {
        w->ledger.removed -= gain;
    }
}

scree_chunk_sums scree_contact_forces(scree_world *w, bool stored) {
    const scree_ledger_modes before = w->ledger.now;
    const bool disturbed = w->disturbance != SCREE_UNDISTURBED;
    scree_walls_follow(w);
    run_pairs(w, true, stored || disturbed);
    scree_chunk_sums sums = add_chunks(w, true);
    ledger_add(w, w->dt);
    if (!stored && !disturbed && w->host.leaves_energy) {
        scree_ledger_leave_stored(&w->ledger);
    }
    if (disturbed) {
        add_disturbance(w, &before, scree_double_double_value(&sums.springs[SCREE_MODE_NORMAL]));
        w->disturbance = SCREE_UNDISTURBED;
    }
    return sums;
}

void scree_contact_forces_first(scree_world *w) {
    forget_moves(w);
    run_pairs(w, false, true);
    add_chunks(w, false);
    ledger_add(w, 0.5 * w->dt);
    for (int k = 0; k < SCREE_MODES; k++) {
        w->ledger.work[k] +=
            w->ledger.now.elastic[k] - w->ledger.now.bonded[k] -
            w->ledger.now.known[k]; // energy stored in overlaps at the start counts as work done before
    }
}
