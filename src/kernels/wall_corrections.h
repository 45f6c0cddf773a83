// SPDX-License-Identifier: BSD-3-Clause
// Runs the normal laws of corrections (wall_contacts/corrections.h), before those of the contacts from which they are taken off
// (particle_loops/corrected_lanes.h). Included only by kernels.c, once per instruction set.
#ifndef SCREE_KERNELS_WALL_CORRECTIONS_H
#define SCREE_KERNELS_WALL_CORRECTIONS_H

#include "batch/batch.h"
#include "kernels/heat_lanes.h"
#include "particle_loops/corrected_lanes.h"
#include "wall_contacts/corrections.h"

static void gather_correction(const scree_pair_job *job, batch_workspace *q, int k,
                              const scree_correction *from) {
    const scree_particles *p = &job->world->p;
    const uint32_t i = from->particle;
    scree_batch *b = &q->b;
    scree_contact c;
    set_wall_contact(&from->touch, job->world->wall.data[job->block->wall].now.spin, p->x[i].r,
                     &p->motion[i].v, &p->motion[i].w, &c);
    set_wall_body(job, &job->world->wall.data[job->block->wall], i, &from->touch, &c);
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
        see_bond(from->h[q->options.bond], q->options.bond_replaces_contact, 1, &c); // as the contacts do
        b->contact[k] = c.contact;
        b->overlap[k] = c.overlap;
        for (int j = q->options.bond; j < job->block->n_history; j++) {
            b->h[j][k] = 0.0;
        }
    }
}

// Keeps what the laws in lane k have found. They have seen how fast the overlap changes.
static void keep_correction_force(const scree_pair_job *job, const batch_workspace *q, int k,
                                  scree_correction *c) {
    const scree_batch *b = &q->b;
    const scree_velocities *m = &job->world->p.motion[c->particle];
    const scree_vec3 v = vec_sub(vec3(m->v.x, m->v.y, m->v.z),
                                 wall_at_centre(job, c->particle, c->touch.image)),
                     w = vec_sub(vec3(m->w.x, m->w.y, m->w.z),
                                 job->world->wall.data[job->block->wall].now.spin);
    scree_correction_force *f = &c->force;
    *f = (scree_correction_force){.at_rest = vec_dot(c->rest, v) + vec_dot(c->turn, w)};
    if (b->apart[k] != 0.0) {
        return; // its law has just ended it
    }
    f->heat = b->heat[k];
    f->impact = b->wear_impact[k];
#define SCREE_KEEP_CHANNEL(F, name, unit, sentence) f->channel[SCREE_CHANNEL_##name] = b->name[k];
    SCREE_CHANNELS(SCREE_KEEP_CHANNEL, )
#undef SCREE_KEEP_CHANNEL
    if (q->options.bond >= 0 && !(b->contact[k] > 0.0)) {
        return; // contact laws do not act
    }
    f->acts = true;
    f->fn = b->fn[k];
    f->fn_elastic = b->fn_elastic[k];
    f->critical = b->critical[k];
    f->kn = b->kn[k];
    f->kt = b->kt[k];
    f->cn = b->cn[k];
    f->energy = b->energy_n[k];
    f->viscous = b->viscous_n[k];
    f->dashpot = b->vn[k] != 0.0 ? b->viscous_n[k] / b->vn[k] : 0.0;
}

static void finish_corrections(const scree_pair_job *job, const scree_law_set *laws, batch_workspace *q,
                               scree_correction *const *of) {
    if (q->b.n > 0) {
        pad(q, job->block->n_history);
        clear_unused_rows(laws, &q->b, (q->b.n + 7) & ~7);
        run_slots(laws, &q->b, 0, SCREE_SLOT_COUNT);
    }
    for (int k = 0; k < q->b.n; k++) {
        keep_correction_force(job, q, k, of[k]);
    }
    q->b.n = 0;
}

// The laws of a set that act along the normal, and those that no other part of the force enters.
static scree_law_set laws_of_corrections(const scree_law_set *set) {
    scree_law_set laws = *set;
    laws.n = 0;
    for (int s = 0; s < set->n; s++) {
        const scree_slot slot = set->step[s].slot;
        if (slot <= SCREE_COHESION || slot > SCREE_LIQUID) {
            laws.step[laws.n++] = set->step[s];
        }
    }
    return laws;
}

// Runs the laws of the corrections of pairs first .. last-1 that touch (touching = 1), or are within the field of a law (2).
static void run_corrections(const scree_pair_job *job, batch_workspace *q, size_t first, size_t last,
                            uint8_t touching) {
    const scree_pairs *pairs = &job->world->pairs;
    const scree_law_set laws = laws_of_corrections(job->laws);
    scree_correction *of[SCREE_BATCH];
    q->b.n = 0;
    for (size_t g = scree_mesh_group_at(pairs, first - pairs->first_wall_pair);
         g < pairs->group.n && pairs->first_wall_pair + pairs->group.data[g].first < last; g++) {
        const scree_mesh_group *group = &pairs->group.data[g];
        scree_correction *c = group->corrections
                                  ? job->world->corrections[group->thread].list.data + group->first_correction
                                  : NULL;
        for (uint32_t k = 0; k < group->corrections; k++) {
            if (c[k].touching != touching || c[k].parents == 0) {
                continue;
            }
            of[q->b.n] = &c[k];
            gather_correction(job, q, q->b.n++, &c[k]);
            if (q->b.n == SCREE_BATCH) {
                finish_corrections(job, &laws, q, of);
            }
        }
    }
    finish_corrections(job, &laws, q, of);
}

#endif
