// SPDX-License-Identifier: BSD-3-Clause
#include "measures/arrangement.h"
#include "access/contact_iterator.h"
#include "access/own_size.h"
#include "clumps/body.h"
#include "maths/math.h"
#include "pairs/contact_rows.h"

// Sum of the volumes of the members of a whole over the volume that it has.
static double share_of(const scree_world *w, size_t i) {
    double sum = 0.0;
    for (size_t k = 0; k < scree_whole_rows(w, i); k++) {
        sum += scree_own_volume(&w->p, i + k);
    }
    return scree_sphere_volume(0.5 * w->p.size[i]) / sum;
}

static void add_particles(const scree_world *w, scree_arrangement *a) {
    const scree_particles *p = &w->p;
    const size_t all = scree_particles_all(p);
    const bool heat = scree_particles_have(p, SCREE_ARRAY_temperature);
    size_t first = 0;
    double share = 1.0;
    scree_array_resize(&a->particle, all);
    for (size_t i = 0; i < all; i++) {
        const scree_pos *x = &p->x[i];
        const bool member = scree_is_member(p, i), own = i < p->n;
        const scree_wrench *f = &p->f[i];
        scree_arranged q = {.x = vec3(x->x, x->y, x->z),
                            .r = scree_law_radius(p, i),
                            .whole = scree_whole_centre(p, i),
                            .diameter = member ? p->size[i] : 2.0 * x->r,
                            .share = 1.0,
                            .material = (uint32_t)scree_case_base(w->case_, p->motion[i].w.material),
                            .v = scree_particle_velocity(p, i),
                            .temperature = heat ? p->temperature[i] : NAN,
                            .counts = own && !p->dead[i],
                            .fixed = p->motion[i].v.m == SCREE_FIXED_MASS};
        q.m = q.fixed ? 0.0 : p->motion[i].v.m;
        if (own && scree_is_first(p, i)) {
            first = i;
            share = member ? share_of(w, i) : 1.0;
            q.force = member ? scree_body_load_of(w, i).force : vec3(f->fx, f->fy, f->fz);
        }
        q.first = (uint32_t)first;
        q.share = share;
        a->particle.data[i] = q;
    }
}

static void add_contacts(const scree_world *w, scree_arrangement *a) {
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_ACTING);
    while (scree_contacts_next(&c)) {
        const scree_pair pair = w->pairs.pair[c.k];
        const scree_contact_row row = scree_contact_row_of(w, c.block, c.k);
        const bool wall = c.block->wall >= 0;
        const scree_arranged_contact q = {
            .a = pair.a,
            .b = wall ? SCREE_ARRANGED_WALL : pair.b,
            .counts = scree_contacts_has_block(SCREE_TOUCHING | SCREE_COUNTED, c.block),
            .normal = row.normal,
            .force = row.force,
            .arm = {vec_add(vec_sub(row.point, row.centre_a), scree_particle_arm(w, pair.a)),
                    wall ? vec3(0.0, 0.0, 0.0)
                         : vec_add(vec_sub(row.point, row.centre_b), scree_particle_arm(w, pair.b))}};
        scree_arranged_contacts *to = w->pairs.touching[c.k] == 1 ? &a->contact : &a->distant;
        scree_array_push(to, q);
    }
}

void scree_arrangement_of(const scree_world *w, bool contacts, scree_arrangement *a) {
    *a = (scree_arrangement){
        .w = w, .comm = w->comm, .gravity = w->gravity, .cell = w->cell, .names = w->case_};
    add_particles(w, a);
    if (contacts) {
        add_contacts(w, a);
    }
}

scree_arranged_top scree_arranged_top_of(const scree_arrangement *a, size_t i, scree_vec3 up) {
    const scree_arranged *q = &a->particle.data[i];
    if (a->w && scree_is_convex(&a->w->p, i)) {
        const scree_vec3 at = vec_add(q->x, scree_own_extent(a->w, i, up));
        return (scree_arranged_top){at, vec_dot(at, up)};
    }
    return (scree_arranged_top){q->x, vec_dot(q->x, up) + q->r};
}

void scree_arrangement_clear(scree_arrangement *a) {
    scree_array_free(&a->particle);
    scree_array_free(&a->contact);
    scree_array_free(&a->distant);
}
