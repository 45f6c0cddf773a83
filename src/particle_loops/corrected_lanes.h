// SPDX-License-Identifier: BSD-3-Clause
// Contacts with meshes that have corrections (wall_contacts/corrections.h). After the normal laws of such a contact, parts of its normal force, stiffness
// and energy are taken off. So the laws of friction, the ledger, wear, heat and the loads of walls see one contact with the force that is left. Included
// only by kernels.c, once per instruction set.
#ifndef SCREE_PARTICLE_LOOPS_CORRECTED_LANES_H
#define SCREE_PARTICLE_LOOPS_CORRECTED_LANES_H

#include "batch/batch.h"
#include "batch/convex_pairs.h"
#include "wall_contacts/corrections.h"

// Velocity of the wall's body, without belts, at the centre of a particle that touches it.
static scree_vec3 wall_at_centre(const scree_pair_job *job, uint32_t particle, uint32_t image) {
    const scree_wall *wall = &job->world->wall.data[job->block->wall];
    return vec_add(wall->now.velocity,
                   vec_cross(wall->now.spin, scree_wall_sees(job->world, wall, particle, image)));
}

// Corrections leave this to do after the laws, by lane. `mass` and `inertia`, kg and kg m2, and the normal force are put back, as the laws of friction see less
// mass, and no force that pulls only because of corrections. The remainders of the directions are a force through the centre and a torque about it, with their
// power, W, of which `of_wall` comes from the wall. Heat is in W, impact in m3.
typedef struct lane_rest {
    double mass, inertia, fn, power, viscous, of_wall, heat, impact;
    scree_vec3 force, torque;
    double channel[SCREE_CHANNEL_ROOM];
} lane_rest;

typedef struct lane_rests {
    int n, lane[SCREE_BATCH];   // lanes with corrections
    uint32_t pair[SCREE_BATCH]; // of these
    lane_rest of[SCREE_BATCH];
} lane_rests;

// Takes what is of parent j off lane k.
static void take_correction(scree_batch *b, int k, const scree_correction *c, uint32_t j, lane_rest *rest) {
    const scree_correction_force *f = &c->force;
    const double part = c->count * c->part[j], share = c->count * c->share[j];
    const double depth = b->overlap[k] > 0.0 ? c->touch.overlap / b->overlap[k] : 0.0;
    b->fn[k] += part * f->fn;
    b->fn_elastic[k] += part * f->fn_elastic;
    b->critical[k] += part * f->critical;
    b->kn[k] += part * (depth * f->kn); // secants
    b->kt[k] += part * f->kt;
    b->cn[k] += part * f->cn;
    b->viscous_n[k] += part * (f->dashpot * b->vn[k]);
    b->energy_n[k] += share * f->energy;
    rest->power += share * (f->fn * f->at_rest);
    rest->viscous += share * (f->dashpot * f->at_rest);
    rest->force = vec_add_scaled(rest->force, -(share * f->fn), c->rest);
    rest->torque = vec_add_scaled(rest->torque, -(share * f->fn), c->turn);
    rest->heat += share * f->heat;
    rest->impact += share * f->impact;
    for (int i = 0; i < SCREE_CHANNEL_COUNT; i++) {
        rest->channel[i] += share * f->channel[i];
    }
}

// The group with the corrections of a pair: those of all images are in the first one of its particle.
static const scree_mesh_group *group_of(const scree_pair_job *job, size_t pair) {
    const scree_pairs *pairs = &job->world->pairs;
    const scree_mesh_group *group = pairs->group.data;
    const size_t begin = scree_mesh_group_at(pairs, job->block->first - pairs->first_wall_pair);
    size_t g = scree_mesh_group_at(pairs, pair - pairs->first_wall_pair);
    g -= g == pairs->group.n || pairs->first_wall_pair + group[g].first > pair;
    while (g > begin && group[g - 1].particle == group[g].particle) {
        g--;
    }
    return &group[g];
}

SCREE_LAW double not_below_zero(double x) {
    return x > 0.0 ? x : 0.0;
}

// Takes the corrections off the contacts whose normal laws have run. The masses go down with the stiffness: a dashpot, with the root of their product, then has
// the same part left as its spring. A stiffness or dashpot that a law of friction has in numbers loses the parts themselves.
// So those of a sphere in a ring are together as strong for any number of sides.
static void correct_lanes(const scree_pair_job *job, batch_workspace *q, lane_rests *rests) {
    scree_batch *b = &q->b;
    for (int i = 0; i < rests->n; i++) {
        const int k = rests->lane[i];
        const double fn = b->fn[k], kn = b->kn[k], kt = b->kt[k];
        double part = 1.0;
        const scree_mesh_group *g = group_of(job, rests->pair[i]);
        const scree_correction *c = job->world->corrections[g->thread].list.data + g->first_correction;
        rests->of[i] = (lane_rest){0};
        for (uint32_t n = 0; n < g->corrections; n++) {
            for (uint32_t j = 0; j < c[n].parents; j++) {
                if (c[n].pair[j] == rests->pair[i]) {
                    take_correction(b, k, &c[n], j, &rests->of[i]);
                    part += c[n].touching == 1 && c[n].force.acts ? c[n].count * c[n].part[j] : 0.0;
                }
            }
        }
        b->critical[k] = not_below_zero(b->critical[k]);
        b->kn[k] = not_below_zero(b->kn[k]);
        b->kt[k] = not_below_zero(b->kt[k]);
        b->cn[k] = not_below_zero(b->cn[k]);
        const double left = kt > 0.0 ? b->kt[k] / kt : kn > 0.0 ? b->kn[k] / kn : 1.0;
        rests->of[i].mass = b->m_eff[k];
        rests->of[i].inertia = b->inertia_eff[k];
        b->taken[k] = part < 1.0 ? 1.0 - not_below_zero(part) : 0.0;
        b->m_eff[k] *= left;
        b->inertia_eff[k] *= left;
        rests->of[i].fn = b->fn[k];
        b->fn[k] = fn > 0.0 ? not_below_zero(b->fn[k]) : b->fn[k];
    }
}

// To be called once the laws of friction have run.
static void restore_lanes(batch_workspace *q, const lane_rests *rests) {
    for (int i = 0; i < rests->n; i++) {
        const int k = rests->lane[i];
        q->b.fn[k] = rests->of[i].fn;
        q->b.taken[k] = 0.0;
        q->b.m_eff[k] = rests->of[i].mass;
        q->b.inertia_eff[k] = rests->of[i].inertia;
    }
}

// Adds the rest to the finished rows.
static void add_rests(const scree_pair_job *job, batch_workspace *q, lane_rests *rests) {
    for (int i = 0; i < rests->n; i++) {
        const int k = rests->lane[i];
        lane_rest *r = &rests->of[i];
        if (!q->in_contact[k]) {
            *r = (lane_rest){0};
            continue;
        }
        const uint32_t particle = job->world->pairs.pair[rests->pair[i]].a;
        const scree_wall_touch *t =
            job->world->pairs.touch + (rests->pair[i] - job->world->pairs.first_wall_pair);
        q->term.work[SCREE_MODE_NORMAL][k] += r->power;
        q->term.viscous[SCREE_MODE_NORMAL][k] += r->viscous;
        r->of_wall = vec_dot(r->force, wall_at_centre(job, particle, t->image)) +
                     vec_dot(r->torque, job->world->wall.data[job->block->wall].now.spin);
        q->force[FX][k] += r->force.x;
        q->force[FY][k] += r->force.y;
        q->force[FZ][k] += r->force.z;
        if (scree_is_convex(
                &job->world->p,
                particle)) { // put_convex_wall_torque takes its torque for that of a force at the contact
            const scree_vec3 m = vec_sub(r->torque, vec_cross(row_vector(q->arm_a, k), r->force));
            put_vector(q->moment, k, vec_add(row_vector(q->moment, k), m));
        }
        q->b.heat[k] += r->heat;
        q->b.wear_impact[k] += r->impact;
#define SCREE_ADD_CHANNEL(F, name, unit, sentence) q->b.name[k] += r->channel[SCREE_CHANNEL_##name];
        SCREE_CHANNELS(SCREE_ADD_CHANNEL, )
#undef SCREE_ADD_CHANNEL
    }
}

// The power of the wall on the particles of a batch, which the ledger and the column of the wall have.
static void add_wall_power(const scree_pair_job *job, const batch_workspace *q, const uint32_t *pick,
                           const lane_rests *rests, scree_chunk_sums *s) {
    const scree_batch *b = &q->b;
    const scree_pairs *pairs = &job->world->pairs;
    const scree_vec3 spin = job->world->wall.data[job->block->wall].now.spin;
    for (int k = 0, i = 0; k < b->n; k++) {
        const lane_rest empty = {0}, *r = i < rests->n && rests->lane[i] == k ? &rests->of[i++] : &empty;
        if (!q->in_contact[k]) {
            continue;
        }
        const double along = spin.x * b->nx[k] + spin.y * b->ny[k] + spin.z * b->nz[k];
        const double power =
            (q->force[FX][k] - r->force.x) * q->wall_v[0][k] +
            (q->force[FY][k] - r->force.y) * q->wall_v[1][k] +
            (q->force[FZ][k] - r->force.z) * q->wall_v[2][k] +
            ((b->mrx[k] * spin.x + b->mry[k] * spin.y + b->mrz[k] * spin.z) + b->mw[k] * along) + r->of_wall;
        pairs->wall_power[pick[k] - pairs->first_wall_pair] = power;
        scree_double_double_add(&s->wall_power, power);
    }
}

#endif
