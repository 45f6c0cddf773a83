// SPDX-License-Identifier: BSD-3-Clause
#include "access/particle.h"
#include "access/temperature_class.h"
#include "maths/math.h"
#include "memory/chunks.h"

size_t scree_particles_bytes(const scree_particles *p) {
    size_t sum = 0;
#define SCREE_ADD_SIZE(name, ...) sum += scree_particles_have(p, SCREE_ARRAY_##name) ? sizeof *p->name : 0;
    SCREE_ARRAYS(SCREE_ADD_SIZE)
#undef SCREE_ADD_SIZE
    return sum;
}

uint64_t scree_particles_absent(const scree_case *c) {
    uint64_t absent = 0;
    (void)c;
#define SCREE_ADD_BIT(name, type, when, ...) absent |= (when) ? 0 : (uint64_t)1 << SCREE_ARRAY_##name;
    SCREE_ARRAYS(SCREE_ADD_BIT)
#undef SCREE_ADD_BIT
    return absent;
}

// Copies n items of an array to *at and reserves capacity items there, of which `need` will be used.
static void *move_to(char **at, const void *from, size_t n, size_t need, size_t capacity, size_t item,
                     int threads) {
    void *to = *at;
    scree_touch_first(to, need * item, threads);
    scree_copy(to, from, n * item);
    *at += capacity * item;
    return to;
}

// All arrays are in one allocation, so that huge pages can be used: pairs access all of them.
void scree_particles_reserve(scree_particles *p, size_t need) {
    if (need <= p->capacity) {
        return;
    }
    size_t grown = p->capacity + p->capacity / 2, capacity = (need > grown ? need : grown) + 64, n = p->n;
    void *const old = p->x;
    capacity = (capacity + 63) / 64 * 64; // every array starts at a cache line
    char *at = scree_realloc(NULL, 0, capacity * scree_particles_bytes(p));
#define SCREE_MOVE(name, ...)                                                                                \
    if (scree_particles_have(p, SCREE_ARRAY_##name)) {                                                       \
        p->name = move_to(&at, p->name, n, need, capacity, sizeof *p->name, p->threads);                     \
    }
    SCREE_ARRAYS(SCREE_MOVE)
#undef SCREE_MOVE
    scree_free(old);
    p->capacity = capacity;
}

void scree_particles_blank(const scree_particles *p, size_t i) {
#define SCREE_BLANK(name, type, ...)                                                                         \
    if (scree_particles_have(p, SCREE_ARRAY_##name)) {                                                       \
        p->name[i] = (type){0};                                                                              \
    }
    SCREE_ARRAYS(SCREE_BLANK)
#undef SCREE_BLANK
}

void scree_particles_widen(scree_particles *p, uint64_t absent) {
    const size_t all = p->n + p->ghosts;
    scree_particles wide = {.threads = p->threads, .absent = absent};
    scree_particles_reserve(&wide, all);
    for (size_t i = 0; i < all; i++) {
        scree_particles_blank(&wide, i);
        scree_particles_copy(&wide, i, p, i);
    }
    wide.n = p->n;
    wide.ghosts = p->ghosts;
    scree_free(p->x);
    *p = wide;
}

void scree_particles_copy(const scree_particles *to, size_t i, const scree_particles *from, size_t k) {
#define SCREE_COPY(name, ...)                                                                                \
    if (scree_particles_have(to, SCREE_ARRAY_##name) && scree_particles_have(from, SCREE_ARRAY_##name)) {    \
        to->name[i] = from->name[k];                                                                         \
    }
    SCREE_ARRAYS(SCREE_COPY)
#undef SCREE_COPY
}

void scree_particles_box(const scree_particles *p, scree_vec3 *low, scree_vec3 *high) {
    *low = vec3(INFINITY, INFINITY, INFINITY);
    *high = vec_scale(-1.0, *low);
    for (size_t i = 0; i < p->n; i++) {
        const scree_vec3 x = vec3(p->x[i].x, p->x[i].y, p->x[i].z);
        *low = p->dead[i] ? *low : vec_min(*low, x);
        *high = p->dead[i] ? *high : vec_max(*high, x);
    }
}

double scree_particle_mass(double radius, double density) {
    return scree_sphere_volume(radius) * density;
}

double scree_new_film(const scree_case *c, uint64_t source, double mass) {
    const double own = source < c->source.n ? c->source.data[source].moisture : -1.0,
                 moisture = own < 0.0 ? c->liquid.moisture : own;
    return moisture * mass / c->liquid.density;
}

void scree_particle_add(scree_world *w, const scree_particle *q) {
    scree_particles *p = &w->p;
    scree_particles_reserve(p, p->n + 1);
    size_t i = p->n++;
    double r = q->radius, m = scree_particle_mass(r, q->density);
    scree_vec3 g = w->gravity, x = scree_cell_wrap(&w->cell, q->x);
    p->x[i] = (scree_pos){x.x, x.y, x.z, r};
    p->motion[i].v = (scree_vel){q->v.x, q->v.y, q->v.z, m};
    p->motion[i].w = (scree_spin){q->w.x, q->w.y, q->w.z, q->material, 0};
    p->f[i] = (scree_wrench){m * g.x, m * g.y, m * g.z, 0.0, 0.0, 0.0};
    p->list_x[i] = x;
    p->dead[i] = 0;
    p->id[i] = q->id;
#define SCREE_SET(name, ...)                                                                                 \
    if (scree_particles_have(p, SCREE_ARRAY_##name)) {                                                       \
        p->name[i] = q->name;                                                                                \
    }
    SCREE_OWN_FIELDS(SCREE_SET)
#undef SCREE_SET
    if (p->liquid) {
        p->liquid[i] = scree_new_film(w->case_, q->source, scree_particle_mass(q->radius, q->density));
    }
    if (p->temperature && q->temperature == 0.0) {
        p->temperature[i] = w->case_->heat.temperature;
    }
    if (p->charge && q->charge == 0.0) {
        p->charge[i] = scree_charge_of_new(&w->case_->force_fields.electric, q->material, m);
    }
    if (p->born) {
        p->born[i] = w->dt > 0.0 && w->step > 0 ? scree_world_time(w) : w->began;
    }
    if (p->temperature_class && w->case_->copies > 0) {
        p->temperature_class[i] =
            scree_temperature_class_nearest(&w->case_->material.data[q->material], p->temperature[i]);
    }
    if (q->id >= w->next_id) {
        w->next_id = q->id + 1;
    }
    w->list_valid = false;
    if (q->fixed) {
        scree_particle_fix(w, i);
    }
}

void scree_particle_fix(scree_world *w, size_t i) {
    w->p.motion[i].v.m = SCREE_FIXED_MASS;
    w->p.f[i] = (scree_wrench){0};
    w->has_fixed = true;
}

double scree_particle_rotational_at(const scree_world *w, size_t i, scree_vec3 spin) {
    const double r = w->p.x[i].r;
    return scree_is_member(&w->p, i) ? 0.5 * vec_dot(spin, scree_rigid_spin(scree_body_attitude_of(&w->p, i),
                                                                            scree_body_moments(w, i), spin))
                                     : 0.2 * w->p.motion[i].v.m * (r * r) * vec_norm2(spin);
}

double scree_particle_rotational(const scree_world *w, size_t i) {
    const scree_spin *s = &w->p.motion[i].w;
    return scree_particle_rotational_at(
        w, i, scree_is_member(&w->p, i) ? w->p.momentum[i] : vec3(s->x, s->y, s->z));
}

double scree_particle_energy_at(const scree_world *w, size_t i, scree_vec3 v, double rotational) {
    const double m = w->p.motion[i].v.m;
    return m == SCREE_FIXED_MASS || !scree_is_first(&w->p, i)
               ? 0.0
               : 0.5 * m * vec_norm2(v) + rotational - m * vec_dot(w->gravity, scree_particle_path(w, i));
}

double scree_particle_energy(const scree_world *w, size_t i) {
    return scree_is_first(&w->p, i) ? scree_particle_energy_at(w, i, scree_particle_velocity(&w->p, i),
                                                               scree_particle_rotational(w, i))
                                    : 0.0;
}

static scree_id_index *by_id(const scree_particles *p, size_t ghosts, size_t *n) {
    scree_id_index *list = scree_realloc(NULL, 0, (p->n + ghosts + 1) * sizeof *list);
    *n = 0;
    for (size_t i = 0; i < p->n + ghosts; i++) {
        if (i >= p->n || !p->dead[i]) {
            list[(*n)++] = (scree_id_index){p->id[i], (uint32_t)i};
        }
    }
    scree_id_index_sort(list, *n);
    return list;
}

scree_id_index *scree_particles_by_id(const scree_particles *p, size_t *n) {
    return by_id(p, 0, n);
}

scree_id_index *scree_particles_and_ghosts_by_id(const scree_particles *p, size_t *n) {
    return by_id(p, p->ghosts, n);
}

uint32_t scree_particle_find(const scree_id_index *list, size_t n, uint64_t id) {
    const size_t k = scree_id_index_below(list, n, id);
    return k < n && list[k].id == id ? list[k].index : UINT32_MAX;
}

void scree_particles_clear(scree_particles *p) {
    scree_free(p->x); // the allocation of all arrays
    *p = (scree_particles){0};
}
