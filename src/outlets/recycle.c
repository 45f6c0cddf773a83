// SPDX-License-Identifier: BSD-3-Clause
// An outlet with `recycle` takes spheres out at its region and puts them back into another one, with all that they have but their contacts.
// Each gets a random place where it touches nothing; which place is a function of the seed, its id and the step, and smaller ids choose
// first, so the result does not depend on threads, ranks and restarts. A sphere without a place goes on, and is looked at again.
#include "access/particle.h"
#include "domain/domain.h"
#include "insertion/spots.h"
#include "maths/random.h"
#include "outlets/outlet.h"
#include "parallel/shared_list.h"
#include "regions/region.h"

enum { TRIES = 400, STREAM = 7 };

// A sphere that is to be put back.
typedef struct traveller {
    uint64_t id;
    double r;     // m
    scree_vec3 x; // its new place, m
    uint64_t has_place;
} traveller;
typedef SCREE_ARRAY(traveller) travellers;

static int by_id(const void *x, const void *y) {
    const traveller *a = x, *b = y;
    return (a->id > b->id) - (a->id < b->id);
}

static void find_place(const scree_world *w, size_t k, scree_spots *s, traveller *t) {
    const scree_region *region = &w->case_->outlet.data[k].inlet;
    scree_random random = {w->case_->seed + 0x9e3779b97f4a7c15u * w->step,
                           16 * (uint64_t)(w->case_->source.n + k) + STREAM, t->id, 0};
    scree_vec3 low, high;
    scree_region_bounds(w, region, &low, &high);
    const scree_vec3 size = vec_sub(vec_sub(high, low), vec3(2.0 * t->r, 2.0 * t->r, 2.0 * t->r));
    for (int n = 0; n < TRIES && !t->has_place; n++) {
        const double x = scree_random_uniform(&random), y = scree_random_uniform(&random),
                     z = scree_random_uniform(&random);
        t->x = vec3(low.x + t->r + x * size.x, low.y + t->r + y * size.y, low.z + t->r + z * size.z);
        t->has_place = scree_region_holds(w, region, t->x, t->r) && scree_spots_take(s, t->x, t->r);
    }
}

// Moves row i there; it arrives as a new particle does.
static void put(scree_world *w, size_t k, size_t i, scree_vec3 to) {
    const scree_outlet_def *def = &w->case_->outlet.data[k];
    scree_particles *p = &w->p;
    scree_velocities *m = &p->motion[i];
    const scree_vec3 x = scree_cell_wrap(&w->cell, to), weight = vec_scale(m->v.m, w->gravity);
    p->x[i] = (scree_pos){x.x, x.y, x.z, p->x[i].r};
    p->f[i] = (scree_wrench){weight.x, weight.y, weight.z, 0.0, 0.0, 0.0};
    p->list_x[i] = x;
    m->w.outlet_mask = 0;
    if (def->sets_velocity) {
        m->v.x = def->velocity.x, m->v.y = def->velocity.y, m->v.z = def->velocity.z;
        m->w.x = m->w.y = m->w.z = 0.0;
    }
    if (p->crossed) {
        p->crossed[i] = vec3(0.0, 0.0, 0.0);
    }
    if (p->born) {
        p->born[i] = scree_world_time(w);
    }
}

static travellers find(const scree_world *w, const scree_outlet_takes *takes, size_t k) {
    travellers mine = {0};
    for (size_t i = 0; i < w->p.n; i++) {
        if (takes->is_taken(w, k, i, takes->how)) {
            scree_array_push(&mine, ((traveller){.id = w->p.id[i], .r = w->p.x[i].r}));
        }
    }
    scree_comm_share_sorted(w->comm, &mine, by_id);
    return mine;
}

static void warn(scree_world *w, size_t k, size_t waiting, scree_report *r) {
    const scree_outlet_def *def = &w->case_->outlet.data[k];
    if (waiting > 0 && !w->recycle_warned) {
        w->recycle_warned = true;
        scree_report_warning(
            r,
            "t = %.6g s, outlet '%s': %zu particles find no room in the region of 'recycle' and go "
            "on; they are looked at again at the next check; enlarge the region, or let particles "
            "leave it faster; this is said once",
            scree_world_time(w), def->name, waiting);
    }
}

void scree_outlet_recycle(scree_world *w, size_t k, const scree_outlet_takes *takes, scree_outlet_left *left,
                          scree_report *r) {
    travellers all = find(w, takes, k);
    double largest = 0.0;
    size_t waiting = 0, n;
    for (size_t j = 0; j < all.n; j++) {
        largest = fmax(largest, all.data[j].r);
    }
    scree_spots s =
        all.n > 0 ? scree_spots_create(w, &w->case_->outlet.data[k].inlet, largest) : (scree_spots){0};
    scree_id_index *known = scree_particles_by_id(&w->p, &n);
    for (size_t j = 0; j < all.n; j++) {
        traveller *t = &all.data[j];
        find_place(w, k, &s, t);
        waiting += !t->has_place;
        const uint32_t i = t->has_place ? scree_particle_find(known, n, t->id) : UINT32_MAX;
        if (i != UINT32_MAX) {
            takes->leave(w, i, left);
            put(w, k, i, t->x);
            scree_double_double_add(&left->inserted, scree_particle_energy(w, i));
        }
        w->list_valid &= !t->has_place; // on all ranks
    }
    scree_free(known);
    if (all.n > 0) {
        scree_spots_clear(&s);
    }
    scree_array_free(&all);
    warn(w, k, waiting, r);
}
