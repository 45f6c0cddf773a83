// SPDX-License-Identifier: BSD-3-Clause
#include "measure/probe.h"
#include "access/contact_iterator.h"
#include "access/particle.h"
#include "maths/double_double.h"
#include "maths/math.h"
#include "pairs/contact_rows.h"
#include "regions/region.h"
#include <string.h>

// Sums in the order in which they are combined over the ranks. M: mass times velocity, MM: times its products xx yy zz xy xz yz.
// FORCE: force times lever arm, in the same order.
enum { MASS, VOLUME, M, MM = M + 3, FORCE = MM + 6, SUMS = FORCE + 6 };
enum { PARTICLES, CONTACTS, COUNTS };

typedef struct sums {
    scree_double_double sum[SUMS];
    uint64_t count[COUNTS];
} sums;

// Six products of two vectors, the symmetric part.
static void add_products(scree_double_double *to, double factor, scree_vec3 a, scree_vec3 b) {
    const double product[6] = {a.x * b.x,
                               a.y * b.y,
                               a.z * b.z,
                               0.5 * (a.x * b.y + a.y * b.x),
                               0.5 * (a.x * b.z + a.z * b.x),
                               0.5 * (a.y * b.z + a.z * b.y)};
    for (int k = 0; k < 6; k++) {
        scree_double_double_add(&to[k], factor * product[k]);
    }
}

// In which of the probes `first` to first + n - 1 each particle is, as bits; ghosts have numbers too, fixed particles are in none.
// Free with scree_free.
static uint64_t *memberships(const scree_world *w, size_t first, size_t n) {
    const size_t all = scree_particles_all(&w->p);
    uint64_t *in = scree_realloc(NULL, 0, (all + 1) * sizeof *in);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, all))
    for (size_t i = 0; i < all; i++) {
        const scree_vec3 x = scree_whole_centre(&w->p, i), at_start = scree_cell_rest(&w->cell, x);
        const bool free = w->p.motion[i].v.m != SCREE_FIXED_MASS;
        in[i] = 0;
        for (size_t k = 0; k < n && free; k++) {
            const scree_probe_def *probe = &w->case_->probe.data[first + k];
            in[i] |= (uint64_t)scree_region_contains(w, &probe->region, probe->with_cell ? at_start : x) << k;
        }
    }
    return in;
}

// Number of the lowest bit, which is removed.
static size_t take_bit(uint64_t *bits) {
    const size_t k = (size_t)__builtin_ctzll(*bits);
    *bits &= *bits - 1;
    return k;
}

static void add_particles(const scree_world *w, const uint64_t *in, sums *of) {
    for (size_t i = 0; i < w->p.n; i++) {
        const bool counts = !w->p.dead[i] && scree_is_first(&w->p, i);
        for (uint64_t bits = counts ? in[i] : 0; bits;) {
            sums *s = &of[take_bit(&bits)];
            const double m = w->p.motion[i].v.m,
                         r = scree_is_member(&w->p, i) ? 0.5 * w->p.size[i] : w->p.x[i].r;
            const scree_vec3 v = scree_particle_velocity(&w->p, i);
            s->count[PARTICLES]++;
            scree_double_double_add(&s->sum[MASS], m);
            scree_double_double_add(&s->sum[VOLUME], scree_sphere_volume(r));
            scree_double_double_add(&s->sum[M], m * v.x);
            scree_double_double_add(&s->sum[M + 1], m * v.y);
            scree_double_double_add(&s->sum[M + 2], m * v.z);
            add_products(&s->sum[MM], m, v, v);
        }
    }
}

// Each contact force acts on each of its particles in the region with the arm from the centre, of clumps that of the whole, to the
// contact point.
static void add_contacts(const scree_world *w, const uint64_t *in, sums *of) {
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_ACTING | SCREE_COUNTED);
    while (scree_contacts_next(&c)) {
        const scree_pair pair = w->pairs.pair[c.k];
        const bool of_wall = c.block->wall >= 0;
        const uint64_t a = in[pair.a], b = of_wall ? 0 : in[pair.b];
        if (!(a | b)) {
            continue;
        }
        const scree_contact_row row = scree_contact_row_of(w, c.block, c.k);
        const bool touches = !of_wall && row.overlap > 0.0;
        for (uint64_t bits = a; bits;) {
            sums *s = &of[take_bit(&bits)];
            s->count[CONTACTS] += touches;
            add_products(&s->sum[FORCE], -1.0, row.force,
                         vec_add(vec_sub(row.point, row.centre_a), scree_particle_arm(w, pair.a)));
        }
        for (uint64_t bits = b; bits;) {
            sums *s = &of[take_bit(&bits)];
            s->count[CONTACTS] += touches;
            add_products(&s->sum[FORCE], 1.0, row.force,
                         vec_add(vec_sub(row.point, row.centre_b), scree_particle_arm(w, pair.b)));
        }
    }
}

static double volume_of(const scree_world *w, const scree_probe_def *probe) {
    double volume = scree_region_volume(w, &probe->region);
    for (int axis = 0; axis < 3; axis++) {
        if (probe->with_cell && w->cell.deforms && w->cell.periodic[axis]) {
            volume *= w->cell.period.length[axis] / vec_get(w->cell.rest_length, axis);
        }
    }
    return volume;
}

static void evaluate(const sums *s, double volume, scree_probe *to) {
    double x[SUMS];
    for (int k = 0; k < SUMS; k++) {
        x[k] = scree_double_double_value(&s->sum[k]);
    }
    const double m = x[MASS], n = (double)s->count[PARTICLES];
    memset(to, 0, sizeof *to);
    to->count = s->count[PARTICLES];
    to->mass = m;
    to->fraction = x[VOLUME] / volume;
    if (to->count == 0) {
        return;
    }
    const scree_vec3 v = to->velocity = vec3(x[M] / m, x[M + 1] / m, x[M + 2] / m);
    to->coordination = (double)s->count[CONTACTS] / n;
    const double mean[6] = {v.x * v.x, v.y * v.y, v.z * v.z, v.x * v.y, v.x * v.z, v.y * v.z};
    double fluctuation[6]; // m (v - mean)(v - mean)
    for (int k = 0; k < 6; k++) {
        scree_double_double exact = s->sum[MM + k];
        scree_double_double_add(&exact, -m * mean[k]);
        fluctuation[k] = scree_double_double_value(&exact);
        to->stress[k] = (x[FORCE + k] + fluctuation[k]) / volume;
    }
    to->temperature = fmax(0.0, (fluctuation[0] + fluctuation[1] + fluctuation[2]) / (3.0 * m));
}

// Each track's values are on the rank that owns the particle, 0 on the others, so that their sum is exact.
static void follow(scree_world *w) {
    enum { VALUES = 12 };
    const size_t n = w->track.n;
    scree_double_double *sum = scree_zeros((n * VALUES + 1) * sizeof *sum);
    uint64_t *there = scree_zeros((n + 1) * sizeof *there);
    for (size_t i = 0; i < w->p.n && n > 0; i++) {
        for (size_t k = 0; k < n; k++) {
            if (w->p.id[i] != w->case_->track.data[k].id || w->p.dead[i]) {
                continue;
            }
            const scree_pos *x = &w->p.x[i];
            const scree_velocities *m = &w->p.motion[i];
            const scree_wrench *f = &w->p.f[i];
            const double value[VALUES] = {x->x,   x->y,   x->z,   m->v.x, m->v.y, m->v.z,
                                          m->w.x, m->w.y, m->w.z, f->fx,  f->fy,  f->fz};
            there[k] = 1;
            for (int j = 0; j < VALUES; j++) {
                sum[k * VALUES + (size_t)j] = (scree_double_double){value[j], 0.0};
            }
        }
    }
    scree_comm_add(w->comm, there, n);
    scree_comm_add_double_double(w->comm, sum, n * VALUES);
    for (size_t k = 0; k < n; k++) {
        double value[VALUES];
        for (int j = 0; j < VALUES; j++) {
            value[j] = there[k] ? scree_double_double_value(&sum[k * VALUES + (size_t)j]) : NAN;
        }
        w->track.data[k] =
            (scree_track){vec3(value[0], value[1], value[2]), vec3(value[3], value[4], value[5]),
                          vec3(value[6], value[7], value[8]), vec3(value[9], value[10], value[11])};
    }
    scree_free(there);
    scree_free(sum);
}

void scree_probes_measure(scree_world *w) {
    if (w->track.n > 0) {
        follow(w);
    }
    enum { AT_ONCE = 64 };
    for (size_t first = 0; first < w->probe.n; first += AT_ONCE) {
        const size_t left = w->probe.n - first, n = left < AT_ONCE ? left : AT_ONCE;
        sums *s = scree_zeros(n * sizeof *s);
        uint64_t *in = memberships(w, first, n);
        add_particles(w, in, s);
        add_contacts(w, in, s);
        for (size_t k = 0; k < n; k++) {
            scree_comm_add(w->comm, s[k].count, COUNTS);
            scree_comm_add_double_double(w->comm, s[k].sum, SUMS);
            evaluate(&s[k], volume_of(w, &w->case_->probe.data[first + k]), &w->probe.data[first + k]);
        }
        scree_free(in);
        scree_free(s);
    }
}
