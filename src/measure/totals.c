// SPDX-License-Identifier: BSD-3-Clause
// Sums over the world in double-double precision (Knuth's two-sum), so that the rounded result depends neither on the storage
// order nor on the ranks.
#include "measure/totals.h"
#include "access/contact_iterator.h"
#include "access/particle.h"
#include "force_fields/force_fields.h"
#include "maths/double_double.h"
#include "pairs/contact_rows.h"
#include "pairs/surface.h"
#include "wall_motion/wall_drive.h"
#include <string.h>

// Counts, sums and maxima, each in the order in which they are combined over the ranks.
enum {
    PARTICLES,
    FIXED,
    CONTACTS,
    WALL_CONTACTS,
    ENDS,
    COUNTS
}; // ENDS: number of free bodies in contacts between particles, each contact of two free ones counting twice
enum { MASS, KINETIC, SPIN, POTENTIAL, MOMENTUM, SUMS = MOMENTUM + 3 };
enum { SPEED_SQUARED, OVERLAP, LARGEST };

typedef struct sums {
    uint64_t count[COUNTS];
    scree_double_double sum[SUMS];
    double largest[LARGEST];
} sums;

static void add_contacts(const scree_world *w, sums *s) {
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_TOUCHING | SCREE_COUNTED);
    while (scree_contacts_next(&c)) {
        const scree_contact_row row = scree_contact_row_of(w, c.block, c.k);
        s->count[row.wall >= 0 ? WALL_CONTACTS : CONTACTS]++;
        s->count[ENDS] += row.wall < 0 ? 2 - (uint64_t)row.fixed : 0;
        s->largest[OVERLAP] =
            row.relative_overlap > s->largest[OVERLAP] ? row.relative_overlap : s->largest[OVERLAP];
    }
}

static void add_particles(const scree_world *w, sums *all) {
    const scree_particles *p = &w->p;
    for (size_t i = 0; i < p->n; i++) {
        const double m = p->motion[i].v.m;
        if (p->dead[i]) {
            continue;
        }
        const bool whole = scree_is_first(p, i);
        all->count[PARTICLES] += whole;
        if (m == SCREE_FIXED_MASS) {
            all->count[FIXED] += whole;
            continue;
        }
        const scree_vel *u = &p->motion[i].v;
        const double u2 = u->x * u->x + u->y * u->y + u->z * u->z;
        all->largest[SPEED_SQUARED] = u2 > all->largest[SPEED_SQUARED] ? u2 : all->largest[SPEED_SQUARED];
        if (!whole) {
            continue;
        }
        const scree_vec3 x = scree_particle_path(w, i), v = scree_particle_velocity(p, i), g = w->gravity;
        scree_double_double_add(&all->sum[MASS], m);
        scree_double_double_add(&all->sum[KINETIC], 0.5 * m * (v.x * v.x + v.y * v.y + v.z * v.z));
        scree_double_double_add(&all->sum[SPIN], scree_particle_rotational(w, i));
        scree_double_double_add(&all->sum[POTENTIAL], -m * (g.x * x.x + g.y * x.y + g.z * x.z));
        scree_double_double_add(&all->sum[MOMENTUM], m * v.x);
        scree_double_double_add(&all->sum[MOMENTUM + 1], m * v.y);
        scree_double_double_add(&all->sum[MOMENTUM + 2], m * v.z);
    }
}

// Divides the work done on the contacts: stored, dissipated by dashpots, lost otherwise.
static void add_ledger(const scree_world *w, scree_totals *t) {
    const scree_ledger *l = &w->ledger;
    double half = 0.5 * w->dt, sum = t->kinetic + t->rotational + t->potential;
    for (int k = 0; k < SCREE_MODES; k++) {
        double work = l->work[k] + l->springs[k] - half * l->now.work[k];
        t->elastic[k] = l->now.elastic[k];
        t->viscous[k] = l->viscous[k] - half * l->now.viscous[k];
        t->broken[k] = l->broken[k];
        const double taken = l->now.bonded[k] + l->now.known[k]; // as it is: not in the work
        t->plastic[k] = work - (t->elastic[k] - taken) - t->viscous[k];
        sum += work + taken + t->broken[k];
    }
    t->wall_work = l->wall_work - half * l->wall_power;
    t->damped = l->damped;
    t->changed = l->changed;
    t->loaded = l->loaded;
    t->walls_energy = scree_wall_drives_energy(w);
    t->walls_gained = l->walls_gained;
    t->walls_lost = l->walls_lost;
    // Free walls have the energy that they were given, less what they gave to particles and what they lost.
    sum += scree_wall_drives_account(w) + t->walls_lost - t->walls_gained;
    t->balance = sum + t->damped - t->wall_work - t->loaded - l->inserted + l->removed - l->changed -
                 scree_force_fields_account(w);
}

scree_totals scree_world_totals(const scree_world *w) {
    sums s;
    memset(&s, 0, sizeof s);
    add_particles(w, &s);
    add_contacts(w, &s);
    scree_comm_add(w->comm, s.count, COUNTS);
    scree_comm_add_double_double(w->comm, s.sum, SUMS);
    scree_comm_max(w->comm, s.largest, LARGEST);
    const uint64_t free = s.count[PARTICLES] - s.count[FIXED];
    scree_totals t = {
        .time = scree_world_time(w),
        .particles = s.count[PARTICLES],
        .fixed = s.count[FIXED],
        .contacts = s.count[CONTACTS],
        .wall_contacts = s.count[WALL_CONTACTS],
        .mass = scree_double_double_value(&s.sum[MASS]),
        .kinetic = scree_double_double_value(&s.sum[KINETIC]),
        .rotational = scree_double_double_value(&s.sum[SPIN]),
        .potential = scree_double_double_value(&s.sum[POTENTIAL]),
        .max_overlap = s.largest[OVERLAP],
        .deepest = scree_depth_of_all(w->comm, &w->deepest),
        .max_velocity = sqrt(s.largest[SPEED_SQUARED]),
        .coordination = free > 0 ? (double)s.count[ENDS] / (double)free : 0.0,
        .momentum =
            vec3(scree_double_double_value(&s.sum[MOMENTUM]), scree_double_double_value(&s.sum[MOMENTUM + 1]),
                 scree_double_double_value(&s.sum[MOMENTUM + 2])),
    };
    add_ledger(w, &t);
    return t;
}

void scree_wall_triangle_forces(const scree_world *w, int wall, scree_vec3 *force) {
    const scree_pairs *pairs = &w->pairs;
    size_t triangles = w->wall.data[wall].mesh ? w->wall.data[wall].mesh->triangle.n : 1;
    scree_double_double(*sum)[3] = scree_zeros(triangles * sizeof *sum);
    scree_contacts c = scree_contacts_of(pairs, SCREE_ACTING | SCREE_OF_WALLS);
    while (scree_contacts_next(&c)) {
        const scree_pair_force *f = pairs->force + c.k; // on the particle
        const scree_wall_part part = scree_surface_part(w, c.block->wall, pairs->pair[c.k].b);
        if (part.wall == (uint32_t)wall) {
            scree_double_double *to = sum[part.element];
            scree_double_double_add(&to[0], -f->fx);
            scree_double_double_add(&to[1], -f->fy);
            scree_double_double_add(&to[2], -f->fz);
        }
    }
    scree_comm_add_double_double(w->comm, sum[0], 3 * triangles);
    for (size_t k = 0; k < triangles; k++) {
        force[k] = vec3(scree_double_double_value(&sum[k][0]), scree_double_double_value(&sum[k][1]),
                        scree_double_double_value(&sum[k][2]));
    }
    scree_free(sum);
}
