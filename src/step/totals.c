// SPDX-License-Identifier: BSD-3-Clause
// Sums over the world in twice the working precision (Knuth's two-sum), so that the rounded result does not show the
// storage order.
#include "base/wide.h"
#include "search/wall_pairs.h"
#include "step/rows.h"
#include <string.h>

static void add_contacts(const scree_world *w, scree_totals *t) {
    int64_t ends = 0; // of contacts between particles, on those that are free
    for (size_t c = 0; c < w->pairs.class.n; c++) {
        const scree_pair_class *class = &w->pairs.class.data[c];
        for (size_t k = class->first; k < class->first + class->n; k++) {
            if (w->pairs.touching[k] == 1) {
                const scree_contact_row row = scree_contact_row_of(w, class, k);
                t->wall_contacts += class->wall >= 0;
                t->contacts += class->wall < 0;
                ends += class->wall < 0 ? 2 - row.fixed : 0;
                t->max_overlap =
                    row.relative_overlap > t->max_overlap ? row.relative_overlap : t->max_overlap;
            }
        }
    }
    t->coordination = t->particles > t->fixed ? (double)ends / (double)(t->particles - t->fixed) : 0.0;
}

// Where the motion's work on the contacts has gone: stored, taken by dashpots, or lost.
static void add_ledger(const scree_world *w, scree_totals *t) {
    const scree_ledger *l = &w->ledger;
    double half = 0.5 * w->dt, sum = t->kinetic + t->rotational + t->potential;
    for (int k = 0; k < SCREE_SENSES; k++) {
        double work = l->work[k] - half * l->now.work[k];
        t->elastic[k] = l->now.elastic[k];
        t->viscous[k] = l->viscous[k] - half * l->now.viscous[k];
        t->plastic[k] = work - t->elastic[k] - t->viscous[k];
        sum += work;
    }
    t->wall_work = l->wall_work - half * l->wall_power;
    t->balance = sum - t->wall_work - l->inserted + l->removed;
}

scree_totals scree_world_totals(const scree_world *w) {
    scree_totals t = {.time = scree_world_time(w)};
    scree_wide mass = {0}, kinetic = {0}, spin = {0}, potential = {0}, momentum[3];
    memset(momentum, 0, sizeof momentum);
    scree_vec3 g = w->case_->gravity;
    double fastest = 0.0;
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_pos *x = w->p.x + i;
        const scree_vel *v = w->p.v + i;
        const scree_spin *s = w->p.w + i;
        if (w->p.dead[i]) {
            continue;
        }
        t.particles++;
        if (v->m == SCREE_FIXED_MASS) {
            t.fixed++;
            continue;
        }
        double v2 = v->x * v->x + v->y * v->y + v->z * v->z;
        fastest = v2 > fastest ? v2 : fastest;
        scree_wide_add(&mass, v->m);
        scree_wide_add(&kinetic, 0.5 * v->m * v2);
        scree_wide_add(&spin, 0.2 * v->m * (x->r * x->r) * (s->x * s->x + s->y * s->y + s->z * s->z));
        scree_wide_add(&potential, -v->m * (g.x * x->x + g.y * x->y + g.z * x->z));
        scree_wide_add(&momentum[0], v->m * v->x);
        scree_wide_add(&momentum[1], v->m * v->y);
        scree_wide_add(&momentum[2], v->m * v->z);
    }
    add_contacts(w, &t);
    t.mass = scree_wide_value(&mass);
    t.kinetic = scree_wide_value(&kinetic);
    t.rotational = scree_wide_value(&spin);
    t.potential = scree_wide_value(&potential);
    add_ledger(w, &t);
    t.momentum =
        vec3(scree_wide_value(&momentum[0]), scree_wide_value(&momentum[1]), scree_wide_value(&momentum[2]));
    t.max_velocity = sqrt(fastest);
    return t;
}

// Force on the wall and its moment about the laboratory origin, from the particle's image that touches at x.
static void add_wall_contact(const scree_pairs *pairs, size_t k, scree_vec3 x, scree_wide *sum) {
    const scree_pair_force *f = pairs->force + k; // on the particle
    scree_vec3 force = vec3(f->fx, f->fy, f->fz);
    scree_vec3 moment = vec_add_scaled(vec_cross(x, force), f->la, vec3(f->cx, f->cy, f->cz));
    if (pairs->moment) {
        moment = vec_add(moment, vec3(pairs->moment[k].x, pairs->moment[k].y, pairs->moment[k].z));
    }
    for (int i = 0; i < 3; i++) {
        scree_wide_add(&sum[i], -vec_get(force, i));
        scree_wide_add(&sum[3 + i], -vec_get(moment, i));
    }
}

void scree_wall_forces(scree_world *w) {
    const scree_pairs *pairs = &w->pairs;
    for (size_t wall = 0; wall < w->wall.n; wall++) {
        scree_wide sum[6]; // force, torque
        memset(sum, 0, sizeof sum);
        size_t g = 0; // wall pairs and the groups of meshes ascend together
        for (size_t c = 0; c < pairs->class.n; c++) {
            const scree_pair_class *class = &pairs->class.data[c];
            for (size_t k = class->first; class->wall == (int)wall && k < class->first + class->n; k++) {
                if (!pairs->touching[k]) {
                    continue;
                }
                uint32_t i = pairs->pair[k].a;
                scree_vec3 x = vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z);
                if (w->wall.data[wall].mesh) {
                    const scree_mesh_group *group = pairs->group.data;
                    while (k - pairs->first_wall_pair >= group[g].first + group[g].n) {
                        g++;
                    }
                    x = vec_add(x, scree_image_shift(w, i, group[g].image));
                }
                add_wall_contact(pairs, k, x, sum);
            }
        }
        w->wall.data[wall].force =
            vec3(scree_wide_value(&sum[0]), scree_wide_value(&sum[1]), scree_wide_value(&sum[2]));
        w->wall.data[wall].torque =
            vec3(scree_wide_value(&sum[3]), scree_wide_value(&sum[4]), scree_wide_value(&sum[5]));
    }
}

void scree_wall_triangle_forces(const scree_world *w, int wall, scree_vec3 *force) {
    const scree_pairs *pairs = &w->pairs;
    size_t triangles = w->wall.data[wall].mesh ? w->wall.data[wall].mesh->triangle.n : 1;
    scree_wide(*sum)[3] = scree_realloc(NULL, 0, triangles * sizeof *sum);
    memset(sum, 0, triangles * sizeof *sum);
    for (size_t c = 0; c < pairs->class.n; c++) {
        const scree_pair_class *class = &pairs->class.data[c];
        for (size_t k = class->first; class->wall == wall && k < class->first + class->n; k++) {
            const scree_pair_force *f = pairs->force + k; // on the particle
            scree_wide *to = sum[pairs->pair[k].b];
            scree_wide_add(&to[0], -f->fx);
            scree_wide_add(&to[1], -f->fy);
            scree_wide_add(&to[2], -f->fz);
        }
    }
    for (size_t k = 0; k < triangles; k++) {
        force[k] =
            vec3(scree_wide_value(&sum[k][0]), scree_wide_value(&sum[k][1]), scree_wide_value(&sum[k][2]));
    }
    scree_free(sum);
}
