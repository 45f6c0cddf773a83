// SPDX-License-Identifier: BSD-3-Clause
// Runs the laws for corrections (wall_contacts/corrections.h), after the contacts that they correct. Included only by kernels.c,
// once per instruction set.
#ifndef SCREE_KERNELS_WALL_CORRECTIONS_H
#define SCREE_KERNELS_WALL_CORRECTIONS_H

#include "batch/batch.h"
#include "kernels/heat_lanes.h"
#include "kernels/late_power.h"
#include "kernels/ledger_sums.h"
#include "kernels/wear_lanes.h"
#include "wall_contacts/corrections.h"

static void gather_correction(const scree_pair_job *job, batch_workspace *q, int k,
                              const scree_correction *from) {
    const scree_particles *p = &job->world->p;
    const uint32_t i = from->particle;
    scree_batch *b = &q->b;
    scree_contact c;
    set_wall_contact(&from->touch, job->world->wall.data[job->block->wall].now.spin, p->x[i].r,
                     &p->motion[i].v, &p->motion[i].w, &c);
    set_wall_mass(job, &job->world->wall.data[job->block->wall], i, &from->touch, &c);
    put_wall_contact(q, k, &from->touch, &c);
    put_wall_temperature(job, q, k, i, job->world->pairs.pair[from->pair[0]].b);
    if (q->options.follows) {
        put_wall_step(job, q, k, i, &from->touch);
    }
    if (scree_is_convex(p, i)) {
        see_convex_wall_pair(job, q, k, i, &from->touch);
        if (q->options.follows) {
            set_convex_wall_step(job, q, k, i, &from->touch);
        }
    }
    b->vn[k] *= from->slope;
    b->fresh[k] = from->fresh;
    for (int j = 0; j < job->block->n_history; j++) {
        b->h[j][k] = from->h[j];
    }
    if (q->options.bond >= 0) { // the bond itself needs no correction
        b->contact[k] = from->h[q->options.bond] > 0.0 && q->options.bond_replaces_contact ? 0.0 : 1.0;
        b->overlap[k] = b->contact[k] > 0.0 ? b->overlap[k] : 0.0;
        for (int j = q->options.bond; j < job->block->n_history; j++) {
            b->h[j][k] = 0.0;
        }
    }
}

// Multiplies the results of the laws in lane k by the count. The laws have seen how fast the overlap changes. The force along the normal is
// the slope times theirs: it has the same power.
static void count_lane(scree_batch *b, int k, const scree_correction *c) {
#define SCREE_TIMES(f) b->f[k] *= c->count;
    SCREE_CONTACT_RESULTS(SCREE_TIMES)
#undef SCREE_TIMES
    b->fn[k] *= c->slope;
    b->vn[k] /= c->slope;
}

// Adds a correction to the contacts that it corrects. Their lever arms are used for it.
static void add_correction(const scree_pair_job *job, const batch_workspace *q, int k,
                           const scree_correction *c) {
    const scree_pairs *pairs = &job->world->pairs;
    const double r = job->world->p.x[c->particle].r;
    for (uint32_t j = 0; j < c->parents; j++) {
        if (!pairs->touching[c->pair[j]]) {
            continue; // its law has just ended the contact
        }
        scree_pair_force *f = pairs->force + c->pair[j];
        const double share = c->share[j], arm = share * ((r - q->force[HALF][k]) / scree_pair_arm(f, r));
        f->fx += share * q->force[FX][k];
        f->fy += share * q->force[FY][k];
        f->fz += share * q->force[FZ][k];
        f->cx += arm * q->force[CX][k];
        f->cy += arm * q->force[CY][k];
        f->cz += arm * q->force[CZ][k];
        f->heat += share * q->force[HEAT][k];
        if (pairs->moment) {
            scree_pair_moment *m = pairs->moment + c->pair[j];
            m->x += share * q->moment[0][k];
            m->y += share * q->moment[1][k];
            m->z += share * q->moment[2][k];
        }
#define SCREE_ADD_CHANNEL(F, name, unit, sentence)                                                           \
    if (pairs->channel[SCREE_CHANNEL_##name]) {                                                              \
        pairs->channel[SCREE_CHANNEL_##name][c->pair[j]] += share * q->b.name[k];                            \
    }
        SCREE_CHANNELS(SCREE_ADD_CHANNEL, )
#undef SCREE_ADD_CHANNEL
        if (pairs->wear) {
            add_wear_correction(pairs, q, k, c->pair[j], share, c->count);
        }
        if (q->options.loss_column >= 0) {
            add_loss_correction(job, q, k, c->pair[j], share);
        }
    }
}

// A correction has the springs of the contacts that it corrects, whose stiffness and limits are others. The work of its own springs begins with
// what these held before the step: the laws evaluated at rest limit them. Returns the batch whose rows spring_t, _r and _w are right.
static scree_batch springs_of_corrections(const scree_pair_job *job, const batch_workspace *q) {
    scree_batch b = q->b;
    const size_t size = (size_t)((b.n + 7) & ~7) * sizeof(double);
#define SCREE_REST(f) memset(b.f, 0, size);
#define SCREE_MOVE(f) memcpy(b.f, q->b.f, size);
    b.dt = 0.0;
    SCREE_CONTACT_STEP(SCREE_REST)
    run_laws(job->laws, &b);
    b.dt = q->b.dt;
    SCREE_CONTACT_STEP(SCREE_MOVE)
#undef SCREE_REST
#undef SCREE_MOVE
    for (int i = 0; i < job->block->n_history; i++) {
        for (int k = 0; k < b.n; k++) { // a new contact has held nothing
            b.h[i][k] = b.fresh[k] > 0.5 ? q->b.h[i][k] : b.h[i][k];
        }
    }
    run_laws(job->laws, &b);
    return b;
}

// Runs the laws of a gathered batch of corrections and empties it.
static void finish_corrections(const scree_pair_job *job, batch_workspace *q,
                               const scree_correction *const *of, scree_chunk_sums *sums) {
    if (q->b.n == 0) {
        return;
    }
    pad(q, job->block->n_history);
    if (q->options.bond >= 0) {
        clear_unused_rows(job->laws, &q->b, (q->b.n + 7) & ~7);
    }
    if (q->options.springs) {
        const scree_batch springs = springs_of_corrections(job, q);
        run_laws(job->laws, &q->b);
        memcpy(q->b.spring_t, springs.spring_t, sizeof springs.spring_t);
        memcpy(q->b.spring_r, springs.spring_r, sizeof springs.spring_r);
        memcpy(q->b.spring_w, springs.spring_w, sizeof springs.spring_w);
    } else {
        run_laws(job->laws, &q->b);
    }
    for (int k = 0; k < ((q->b.n + 7) & ~7); k++) {
        q->in_contact[k] = k < q->b.n;
    }
    for (int k = 0; k < q->b.n; k++) {
        count_lane(&q->b, k, of[k]);
    }
    finish_rows(job, q);
    for (int k = 0; job->convex && k < q->b.n; k++) {
        if (scree_is_convex(&job->world->p, of[k]->particle)) {
            put_convex_wall_torque(job, q, k, of[k]->particle);
        }
    }
    put_heat(q);
    for (int k = 0; k < q->b.n; k++) {
        if (q->in_contact[k]) {
            add_correction(job, q, k, of[k]);
        }
    }
    add_terms(q);
    for (int k = 0; job->velocity_lag > 0.0 && k < q->b.n; k++) {
        const late_force f = late_force_of(q, NULL, k);
        add_late_body(job, q, &f, k, of[k]->particle, 1.0, sums);
    }
    add_wall_power(job, q, sums);
    q->b.n = 0;
}

// Runs the laws of the corrections of pairs first .. last-1 that touch (touching = 1), or are within the field of a law (2).
static void run_corrections(const scree_pair_job *job, batch_workspace *q, size_t first, size_t last,
                            uint8_t touching, scree_chunk_sums *sums) {
    const scree_pairs *pairs = &job->world->pairs;
    const scree_correction *of[SCREE_BATCH];
    q->b.n = 0;
    for (size_t g = scree_mesh_group_at(pairs, first - pairs->first_wall_pair);
         g < pairs->group.n && pairs->first_wall_pair + pairs->group.data[g].first < last; g++) {
        const scree_mesh_group *group = &pairs->group.data[g];
        const scree_correction *c =
            group->corrections ? job->world->corrections[group->thread].list.data + group->first_correction
                               : NULL;
        for (uint32_t k = 0; k < group->corrections; k++) {
            if (c[k].touching != touching) {
                continue;
            }
            of[q->b.n] = &c[k];
            gather_correction(job, q, q->b.n++, &c[k]);
            if (q->b.n == SCREE_BATCH) {
                finish_corrections(job, q, of, sums);
            }
        }
    }
    finish_corrections(job, q, of, sums);
}

#endif
