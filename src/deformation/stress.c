// SPDX-License-Identifier: BSD-3-Clause
// The sums over contacts and bodies for the stress of a cell. They decide on its rate, so they must not depend on the order of the terms: each term
// is rounded to a whole number of units, of which there are some 2^44 in the sum.
#include "access/contact_iterator.h"
#include "access/particle.h"
#include "clumps/body.h"
#include "deformation/deformation.h"
#include "kernels/block_job.h"
#include "maths/exact_sum.h"
#include "maths/math.h"
#include "pairs/contact_rows.h"
#include "stability/hardness.h"
#include <math.h>
#include <omp.h>
#include <string.h>

static const int along[SCREE_STRESSES] = {0, 1, 2, 0, 0, 1}, across[SCREE_STRESSES] = {0, 1, 2, 1, 2, 2};
static const int units_in_sum = 44; // binary digits
static const double most_units = 0x1p50;
static const double rigid = 4.0; // contacts of a particle of a packing with friction that is just rigid

typedef struct sums {
    int64_t of[SCREE_STRESSES];
} sums;

// The product of two vectors, rounded; what is too large is cut.
static void add_product(sums *s, double unit, double factor, scree_vec3 a, scree_vec3 b) {
    const double scale = factor / unit;
    for (int k = 0; k < SCREE_STRESSES; k++) {
        const double term = vec_get(a, along[k]) * vec_get(b, across[k]) * scale,
                     cut = term > most_units    ? most_units
                           : term < -most_units ? -most_units
                                                : term;
        s->of[k] += (int64_t)floor((cut == cut ? cut : 0.0) + 0.5);
    }
}

static void over_ranks(const scree_world *w, sums *s) {
    uint64_t word[SCREE_STRESSES]; // two's complement
    memcpy(word, s->of, sizeof word);
    scree_comm_add(w->comm, word, SCREE_STRESSES);
    memcpy(s->of, word, sizeof word);
}

static void values_of(const sums *s, double unit, double *to) {
    for (int k = 0; k < SCREE_STRESSES; k++) {
        to[k] = (double)s->of[k] * unit;
    }
}

// 2 to the power of the exponent of x.
static double power_of_two(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= (uint64_t)2047 << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double size_of(const double *a) {
    return fabs(a[0]) + fabs(a[1]) + fabs(a[2]);
}

// For sums of this size, or of what the first contacts may bring: the motion of neighbours at the rate of the cell, or a small part of the pressure that is
// imposed. A force that was cut counts 64 times the sum, so units follow in a few steps.
static void choose_unit(scree_world *w, double size) {
    scree_deformation *d = &w->deformation;
    const scree_upper *l = &d->rate;
    const double rate = fabs(l->xx) + fabs(l->yy) + fabs(l->zz) + fabs(l->xy) + fabs(l->xz) + fabs(l->yz),
                 first = d->mass * (rate * rate) * (d->d * d->d) +
                         0x1p-10 * (scree_deformation_imposed(&w->case_->deformation) *
                                    scree_deformation_volume(w)),
                 all = size > first ? size : first;
    if (all > 0.0) {
        const double unit = power_of_two(all) * (1.0 / (double)((uint64_t)1 << units_in_sum));
        d->unit = unit > 0x1p-900 ? unit : 0x1p-900;
    }
}

// ---- bodies ---------------------------------------------------------------------------------------------------------

// The velocity of a whole as forces see it.
static scree_vec3 velocity_of(const scree_world *w, size_t i) {
    const scree_velocities *m = &w->p.motion[i];
    const scree_vec3 v = vec3(m->v.x, m->v.y, m->v.z);
    if (!scree_is_member(&w->p, i)) {
        return v;
    }
    const scree_vec3 arm = scree_particle_arm(w, i), turn = vec_cross(vec3(m->w.x, m->w.y, m->w.z), arm);
    return vec_add(vec_sub(v, turn), scree_cell_velocity(&w->cell, arm));
}

static void add_rows(const scree_world *w, double unit, size_t first, size_t last, sums *to) {
    if (!scree_case_has_clumps(w->case_)) {
        w->kernels->sum_motion(&w->p, first, last, 1.0 / unit, to->of);
        return;
    }
    for (size_t i = first; i < last; i++) {
        const double m = w->p.motion[i].v.m;
        if (!w->p.dead[i] && m < SCREE_FIXED_MASS && scree_is_first(&w->p, i)) {
            const scree_vec3 v = velocity_of(w, i);
            add_product(to, unit, m, v, v);
        }
    }
}

static sums sum_bodies(const scree_world *w, double unit) {
    sums all = {{0}};
#pragma omp parallel num_threads(scree_world_team(w, w->p.n))
    {
        const size_t t = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
        sums own = {{0}};
        add_rows(w, unit, w->p.n * t / threads, w->p.n * (t + 1) / threads, &own);
#pragma omp critical
        for (int k = 0; k < SCREE_STRESSES; k++) {
            all.of[k] += own.of[k];
        }
    }
    over_ranks(w, &all);
    return all;
}

// ---- contacts -------------------------------------------------------------------------------------------------------

// The displacement of a contact is that from body to body, so that of spheres is corrected for the members of clumps: the sum of their forces times their
// arms.
static void add_arms(const scree_world *w, double unit, sums *all) {
    for (size_t i = 0; w->p.body && i < w->p.n; i++) {
        if (w->p.dead[i] || !scree_is_member(&w->p, i)) {
            continue;
        }
        const scree_vec3 arm = scree_particle_arm(w, i);
        for (uint32_t e = w->pairs.start[i]; e < w->pairs.start[i + 1]; e++) {
            const uint32_t pair = w->pairs.incident[e] >> 1;
            const scree_pair_force *f = &w->pairs.force[pair];
            if (pair < w->pairs.first_wall_pair) {
                add_product(all, unit, w->pairs.incident[e] & 1 ? -1.0 : 1.0, vec3(f->fx, f->fy, f->fz), arm);
            }
        }
    }
}

// From the whole to a plane, which is the end of the volume, so that forces at rest give force over area. Along the plane it is the arm of a member alone: where
// a convex body touches beside its centre, the laws do not see the motion of the cell from there to the contact either, and the work of the cell closes the balance.
static scree_vec3 way_to_plane(const scree_world *w, const scree_pair_block *block, size_t pair) {
    const uint32_t a = w->pairs.pair[pair].a;
    const scree_wall *wall = &w->wall.data[block->wall];
    const int axis = scree_deformation_axis_of_plane(wall);
    scree_vec3 way = scree_particle_arm(w, a);
    double *of = &way.x;
    of[axis] += vec_get(scree_wall_to_lab(wall, wall->def->point), axis) - (&w->p.x[a].x)[axis];
    return way;
}

static scree_vec3 displacement_of(const scree_world *w, const scree_pair_block *block, size_t pair) {
    if (block->wall >= 0) {
        return way_to_plane(w, block, pair);
    }
    const scree_pos *a = &w->p.x[w->pairs.pair[pair].a], *b = &w->p.x[w->pairs.pair[pair].b];
    return scree_nearest_image(&w->cell.period, b->x - a->x, b->y - a->y, b->z - a->z);
}

static void add_contacts(const scree_world *w, double unit, int which, sums *all) {
    for (scree_contacts c = scree_contacts_of(&w->pairs, SCREE_ACTING | SCREE_COUNTED | which);
         scree_contacts_next(&c);) {
        const scree_pair_force *f = &w->pairs.force[c.k];
        add_product(all, unit, 1.0, vec3(f->fx, f->fy, f->fz), displacement_of(w, c.block, c.k));
    }
}

// What the loops over pairs of particles leave out.
static void add_walls_and_arms(scree_world *w) {
    if (!scree_has_bodies(w) && w->wall.n == 0) {
        return;
    }
    scree_deformation *d = &w->deformation;
    double rest[SCREE_STRESSES];
    sums all = {{0}};
    if (scree_has_bodies(w)) {
        add_arms(w, d->unit, &all);
    }
    add_contacts(w, d->unit, SCREE_OF_WALLS, &all);
    over_ranks(w, &all);
    values_of(&all, d->unit, rest);
    for (int k = 0; k < SCREE_STRESSES; k++) {
        d->contacts[k] += rest[k];
    }
}

void scree_deformation_measure_stress(scree_world *w) {
    scree_deformation *d = &w->deformation;
    double most = 0.0;
    for (scree_contacts c = scree_contacts_of(&w->pairs, SCREE_ACTING | SCREE_COUNTED);
         scree_contacts_next(&c);) {
        const scree_pair_force *f = &w->pairs.force[c.k];
        most = fmax(most, vec_norm(vec3(f->fx, f->fy, f->fz)) * vec_norm(displacement_of(w, c.block, c.k)));
    }
    for (size_t i = 0; i < w->p.n; i++) {
        const double m = w->p.motion[i].v.m;
        most = w->p.dead[i] || m == SCREE_FIXED_MASS ? most : fmax(most, m * vec_norm2(velocity_of(w, i)));
    }
    scree_comm_max(w->comm, &most, 1);
    choose_unit(w, most);
    sums all = {{0}};
    add_contacts(w, d->unit, SCREE_OF_PARTICLES, &all);
    over_ranks(w, &all);
    values_of(&all, d->unit, d->contacts);
    add_walls_and_arms(w);
    all = sum_bodies(w, d->unit);
    values_of(&all, d->unit, d->motion);
    choose_unit(w, size_of(d->contacts) + size_of(d->motion));
}

void scree_deformation_take_virial(scree_world *w, const int64_t sum[SCREE_STRESSES], bool cut) {
    scree_deformation *d = &w->deformation;
    sums all;
    memcpy(all.of, sum, sizeof all.of);
    values_of(&all, d->unit, d->contacts);
    add_walls_and_arms(w);
    d->cuts += cut;
}

void scree_deformation_follow_stress(scree_world *w) {
    scree_deformation *d = &w->deformation;
    const sums all = sum_bodies(w, d->unit);
    values_of(&all, d->unit, d->motion);
    choose_unit(w, size_of(d->contacts) + size_of(d->motion));
}

// ---- the packing ----------------------------------------------------------------------------------------------------

// Adds the stiffness of some contacts of a block times the square of their displacements.
static void add_stiffness(const scree_pair_job *job, const uint32_t *pick, int n, scree_exact_sum *sum) {
    scree_batch b;
    scree_hardness found[SCREE_BATCH] = {{{0}, {0}}};
    if (n == 0) {
        return;
    }
    job->world->kernels->gather_contacts(job, pick, n, &b);
    scree_hardness_measure(job->laws, job->world->kernels, &b, job->world->dt, found);
    for (int k = 0; k < n; k++) {
        scree_exact_sum_add(
            sum, (scree_vec4d){found[k].stiffness[SCREE_MODE_NORMAL] * (b.distance[k] * b.distance[k]), 1.0});
    }
}

static void over_ranks_exactly(const scree_world *w, scree_exact_sum *sum, int lanes) {
    scree_double_double word[4 * SCREE_EXACT_DIGITS];
    scree_exact_sum_carry(sum);
    for (int lane = 0; lane < lanes; lane++) {
        scree_exact_sum_put(sum, lane, word + lane * SCREE_EXACT_DIGITS);
    }
    scree_comm_add_double_double(w->comm, word, (size_t)lanes * SCREE_EXACT_DIGITS);
    for (int lane = 0; lane < lanes; lane++) {
        scree_exact_sum_take(sum, lane, word + lane * SCREE_EXACT_DIGITS);
    }
    scree_exact_sum_carry(sum);
}

void scree_deformation_measure_packing(scree_world *w) {
    scree_deformation *d = &w->deformation;
    scree_exact_sum bodies = {0}, stiffness = {0};
    for (size_t i = 0; i < w->p.n; i++) {
        const double m = w->p.motion[i].v.m;
        if (!w->p.dead[i] && m < SCREE_FIXED_MASS && scree_is_first(&w->p, i)) {
            const double diameter = scree_is_member(&w->p, i) ? w->p.size[i] : 2.0 * w->p.x[i].r;
            scree_exact_sum_add(&bodies,
                                (scree_vec4d){m, scree_sphere_volume(0.5 * diameter), diameter, 1.0});
        }
    }
    over_ranks_exactly(w, &bodies, 4);
    const double n = scree_exact_sum_value(&bodies, 3);
    d->mass = scree_exact_sum_value(&bodies, 0);
    d->solid = scree_exact_sum_value(&bodies, 1);
    d->d = n > 0.0 ? scree_exact_sum_value(&bodies, 2) / n : 0.0;
    for (size_t c = 0; c < w->pairs.block.n; c++) {
        const scree_pair_block *block = &w->pairs.block.data[c];
        if (block->wall >= 0 || block->zone == SCREE_ZONE_REMOTE) {
            continue;
        }
        const scree_pair_job job = scree_block_job(w, block, false, false);
        uint32_t pick[SCREE_BATCH];
        int n_picked = 0;
        for (size_t k = block->first; k < block->first + block->n; k++) {
            if (w->pairs.touching[k] == 1) {
                pick[n_picked++] = (uint32_t)k;
            }
            if (n_picked == SCREE_BATCH) {
                add_stiffness(&job, pick, n_picked, &stiffness);
                n_picked = 0;
            }
        }
        add_stiffness(&job, pick, n_picked, &stiffness);
    }
    over_ranks_exactly(w, &stiffness, 2);
    // A wave needs a network of contacts: where there are few, as in a fast flow, they come and go and bear little of what the cell does.
    const double z = n > 0.0 ? 2.0 * scree_exact_sum_value(&stiffness, 1) / n : 0.0,
                 share = z * z / (rigid * rigid);
    d->stiffness = (share < 1.0 ? share : 1.0) * scree_exact_sum_value(&stiffness, 0);
}
