// SPDX-License-Identifier: BSD-3-Clause
#include "state/particle.h"
#include "base/math.h"
#include "base/parts.h"
#include <string.h>

// The arrays lie one behind the other in one block, so that huge pages hold them: pairs go to and fro among them.
#define SCREE_PARTICLE_ARRAYS(DO) DO(x) DO(motion) DO(f) DO(built) DO(id) DO(dead)

static size_t bytes_per_particle(void) {
    const scree_particles *p = NULL;
    size_t sum = 0;
#define SCREE_ADD_SIZE(f) sum += sizeof *p->f;
    SCREE_PARTICLE_ARRAYS(SCREE_ADD_SIZE)
#undef SCREE_ADD_SIZE
    return sum;
}

// Moves n of an array's items to *at and leaves room there for as many as its capacity; `need` of them will be used.
static void *move_to(char **at, const void *from, size_t n, size_t need, size_t capacity, size_t item,
                     int threads) {
    void *to = *at;
    scree_touch_first(to, need * item, threads);
    if (n > 0) {
        memcpy(to, from, n * item);
    }
    *at += capacity * item;
    return to;
}

void scree_particles_reserve(scree_particles *p, size_t need) {
    if (need <= p->capacity) {
        return;
    }
    size_t grown = p->capacity + p->capacity / 2, capacity = (need > grown ? need : grown) + 64, n = p->n;
    void *const old = p->x;
    capacity = (capacity + 63) / 64 * 64; // every array begins on a cache line
    char *at = scree_realloc(NULL, 0, capacity * bytes_per_particle());
#define SCREE_MOVE(f) p->f = move_to(&at, p->f, n, need, capacity, sizeof *p->f, p->threads);
    SCREE_PARTICLE_ARRAYS(SCREE_MOVE)
#undef SCREE_MOVE
    scree_free(old);
    p->capacity = capacity;
}

scree_vec3 scree_wrap_into_box(const scree_case *c, scree_vec3 x) {
    double *at = &x.x;
    for (int axis = 0; axis < 3; axis++) {
        double low = vec_get(c->domain_min, axis), high = vec_get(c->domain_max, axis),
               length = scree_box_length(c, axis);
        if (c->periodic[axis] && !(at[axis] >= low && at[axis] < high)) {
            double wrapped = at[axis] - floor((at[axis] - low) / length) * length;
            at[axis] = wrapped >= low && wrapped < high ? wrapped : low; // rounding may end on the border
        }
    }
    return x;
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

void scree_particle_add(scree_world *w, const scree_particle *q) {
    scree_particles *p = &w->p;
    scree_particles_reserve(p, p->n + 1);
    size_t i = p->n++;
    double r = q->radius, m = scree_particle_mass(r, q->density);
    scree_vec3 g = w->case_->gravity, x = scree_wrap_into_box(w->case_, q->x);
    p->x[i] = (scree_pos){x.x, x.y, x.z, r};
    p->motion[i].v = (scree_vel){q->v.x, q->v.y, q->v.z, m};
    p->motion[i].w = (scree_spin){q->w.x, q->w.y, q->w.z, q->material, 0};
    p->f[i] = (scree_wrench){m * g.x, m * g.y, m * g.z, 0.0, 0.0, 0.0};
    p->built[i] = x;
    p->dead[i] = 0;
    p->id[i] = q->id;
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

static scree_numbered *by_id(const scree_particles *p, size_t ghosts, size_t *n) {
    scree_numbered *list = scree_realloc(NULL, 0, (p->n + ghosts + 1) * sizeof *list);
    *n = 0;
    for (size_t i = 0; i < p->n + ghosts; i++) {
        if (i >= p->n || !p->dead[i]) {
            list[(*n)++] = (scree_numbered){p->id[i], (uint32_t)i};
        }
    }
    scree_numbered_sort(list, *n);
    return list;
}

scree_numbered *scree_particles_by_id(const scree_particles *p, size_t *n) {
    return by_id(p, 0, n);
}

scree_numbered *scree_particles_and_ghosts_by_id(const scree_particles *p, size_t *n) {
    return by_id(p, p->ghosts, n);
}

uint32_t scree_particle_find(const scree_numbered *list, size_t n, uint64_t id) {
    const size_t k = scree_numbered_below(list, n, id);
    return k < n && list[k].id == id ? list[k].index : UINT32_MAX;
}

void scree_particles_clear(scree_particles *p) {
    scree_free(p->x); // the block of all arrays
    memset(p, 0, sizeof *p);
}
