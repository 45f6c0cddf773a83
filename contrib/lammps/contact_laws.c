// SPDX-License-Identifier: BSD-3-Clause
#include "contact_laws.h"
#include "batch/batch.h"
#include "batch/contact_moves.h"
#include "forces/contacts.h"
#include "input/config.h"
#include "kernels/kernels.h"
#include "pairs/wall_pairs.h"
#include "step/events.h"
#include "step/setup.h"
#include "text/report.h"
#include "wall_contacts/wall_touch.h"
#include "wall_motion/wall_motion.h"
#include <string.h>

// Contacts of one law set on their way through the laws.
typedef struct lot {
    scree_law_set set;
    batch_workspace q;
    contact_place place[SCREE_BATCH];
    int far, wall; // 1: bodies within a field that do not touch; 1: against walls
} lot;

struct contact_laws {
    scree_world *world; // without particles
    int materials, columns;
    lot **lot;            // by the materials of a and b, then far or not; made when first used
    double step, elapsed; // s
    int trial;
    contact_sink *sink;
    void *user;
};

contact_laws *contact_laws_open(const char *case_path, scree_report *report) {
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    memset(c, 0, sizeof *c);
    if (!scree_case_read(case_path, NULL, c, report)) {
        scree_case_clear(c);
        scree_free(c);
        return NULL;
    }
    contact_laws *laws = scree_realloc(NULL, 0, sizeof *laws);
    memset(laws, 0, sizeof *laws);
    laws->world = scree_world_create(c, 1, NULL, report);
    laws->materials = (int)c->material.n;
    const size_t lots = 2 * c->material.n * c->material.n;
    laws->lot = scree_realloc(NULL, 0, lots * sizeof *laws->lot);
    memset(laws->lot, 0, lots * sizeof *laws->lot);
    for (size_t k = 0; k < c->material.n * c->material.n; k++) {
        const int columns = laws->world->laws[k].n_history;
        laws->columns = columns > laws->columns ? columns : laws->columns;
    }
    return laws;
}

void contact_laws_close(contact_laws *laws) {
    if (laws) {
        for (int k = 0; k < 2 * laws->materials * laws->materials; k++) {
            scree_free(laws->lot[k]);
        }
        scree_free(laws->lot);
        scree_world_destroy(laws->world);
        scree_free(laws);
    }
}

int contact_laws_columns(const contact_laws *laws) {
    return laws->columns;
}

const char *contact_laws_material(const contact_laws *laws, int k) {
    return k < laws->materials ? laws->world->case_->material.data[k].name : NULL;
}

const char *contact_laws_wall(const contact_laws *laws, int k) {
    return (size_t)k < laws->world->wall.n ? laws->world->wall.data[k].def->name : NULL;
}

int contact_laws_wall_is_simple(const contact_laws *laws, int k) {
    return !scree_wall_has_triangles(laws->world->wall.data[k].def);
}

double contact_laws_fixed_mass(void) {
    return SCREE_FIXED_MASS;
}

contact_range contact_laws_range(const contact_laws *laws, int a, int b, double r_eff) {
    const scree_law_set *set = &laws->world->laws[a * laws->materials + b];
    contact_range range = {0.0, 0.0};
    if (set->traits & (SCREE_TRAIT_NECK | SCREE_TRAIT_FIELD)) {
        const double reach = scree_law_set_reach(set, r_eff);
        range.neck = set->traits & SCREE_TRAIT_NECK ? reach : 0.0;
        range.field = set->traits & SCREE_TRAIT_FIELD ? reach : 0.0;
    }
    return range;
}

void contact_laws_begin(contact_laws *laws, double step, double elapsed, int trial, contact_sink *sink,
                        void *user) {
    laws->step = step;
    laws->elapsed = elapsed;
    laws->trial = trial;
    laws->sink = sink;
    laws->user = user;
}

void contact_laws_forget(const contact_laws *laws, contact_place place) {
    *place.touching = 0;
    memset(place.memory, 0, (size_t)laws->columns * sizeof *place.memory);
}

// The new memory of the contact in lane k.
static void store_memory(const contact_laws *laws, const lot *l, int k) {
    const contact_place place = l->place[k];
    if (laws->trial && *place.touching) {
        return;
    }
    if (l->far || l->q.b.apart[k] != 0.0) {
        contact_laws_forget(laws, place);
        return;
    }
    *place.touching = 1;
    for (int i = 0; i < l->set.n_history; i++) {
        place.memory[i] = l->q.b.h[i][k];
    }
}

static contact_load load_of(const lot *l, int k) {
    const scree_batch *b = &l->q.b;
    const double(*f)[SCREE_BATCH] = l->q.force, half = f[HALF][k], mw = b->mw[k];
    const double la = b->ra[k] - half, lb = b->rb[k] - half; // of a wall lb has no meaning
    const double moment[3] = {b->mrx[k] + mw * b->nx[k], b->mry[k] + mw * b->ny[k],
                              b->mrz[k] + mw * b->nz[k]};
    contact_load load;
    for (int i = 0; i < 3; i++) {
        load.force[i] = f[FX + i][k];
        load.torque_a[i] = la * f[CX + i][k] + moment[i];
        load.torque_b[i] = lb * f[CX + i][k] - moment[i];
    }
    return load;
}

// Geometry and motion of all pairs of bodies. Velocities are those of mid-step, so what a body has moved since the evaluation before is its
// velocity times that time, as in the engine.
static void derive_bodies(const contact_laws *laws, lot *l) {
    const scree_period none = {.half = {INFINITY, INFINITY, INFINITY}}; // images are bodies here
    batch_workspace *q = &l->q;
    body_rows_of_batch *bodies = &q->bodies;
    scree_batch *b = &q->b;
    for (int k = 0; k < b->n; k++) {
        scree_contact c;
        derive(bodies, k, &none, INFINITY, &c, &q->force[HALF][k]);
#define PUT(f) b->f[k] = c.f;
        SCREE_CONTACT_PLACE(PUT)
        SCREE_CONTACT_SPIN(PUT)
        for (int i = 0; i < 3; i++) {
            q->shift[i][k] = laws->elapsed * bodies->v[i][k];
            q->turn_a[i][k] = laws->elapsed * bodies->wa[i][k];
            q->turn_b[i][k] = laws->elapsed * bodies->wb[i][k];
        }
        set_step(q, k, &c);
        SCREE_CONTACT_STEP(PUT)
#undef PUT
    }
}

static void evaluate_lot(const contact_laws *laws, lot *l) {
    batch_workspace *q = &l->q;
    scree_batch *b = &q->b;
    if (b->n == 0) {
        return;
    }
    b->dt = l->far ? 0.0 : laws->elapsed;
    b->step = laws->step;
    b->begins = 1.0; // with velocities of mid-step
    if (!l->wall) {
        derive_bodies(laws, l);
    }
    for (int k = 0; k < b->n; k++) {
        const contact_place place = l->place[k];
        b->fresh[k] = *place.touching ? 0.0 : 1.0;
        for (int i = 0; i < l->set.n_history; i++) {
            b->h[i][k] = *place.touching && !l->far ? place.memory[i] : 0.0;
        }
    }
    pad(q, l->set.n_history);
    laws->world->kernels->laws(&l->set, b);
    for (int k = 0; k < b->n; k++) {
        put_force(q->force, k, b->nx[k], b->ny[k], b->nz[k], b->fn[k], b->ftx[k], b->fty[k], b->ftz[k]);
    }
    for (int k = 0; k < b->n; k++) {
        const contact_load load = load_of(l, k);
        store_memory(laws, l, k);
        laws->sink(laws->user, l->place[k].i, l->place[k].j, &load);
    }
    b->n = 0;
}

void contact_laws_end(contact_laws *laws) {
    for (int k = 0; k < 2 * laws->materials * laws->materials; k++) {
        if (laws->lot[k]) {
            evaluate_lot(laws, laws->lot[k]);
        }
    }
}

static lot *make_lot(const contact_laws *laws, int pair, int far) {
    lot *l = scree_realloc(NULL, 0, sizeof *l);
    memset(l, 0, sizeof *l);
    const scree_law_set *set = &laws->world->laws[pair];
    l->set = far ? scree_law_set_in_field(set) : *set;
    l->far = far;
    return l;
}

static inline lot *lot_of(const contact_laws *laws, int a, int b, int far, int wall) {
    const int pair = a * laws->materials + b;
    lot **l = &laws->lot[2 * pair + far];
    if (!*l) {
        *l = make_lot(laws, pair, far);
    }
    (*l)->wall = wall;
    return *l;
}

// The batch goes on its way once it is full.
static void added(const contact_laws *laws, lot *l, contact_place place) {
    l->place[l->q.b.n++] = place;
    if (l->q.b.n == SCREE_BATCH) {
        evaluate_lot(laws, l);
    }
}

void contact_laws_add(contact_laws *laws, const contact_body *a, const contact_body *b, int far,
                      contact_place place) {
    lot *l = lot_of(laws, a->material, b->material, far, 0);
    body_rows_of_batch *bodies = &l->q.bodies;
    const int k = l->q.b.n;
    for (int i = 0; i < 3; i++) {
        bodies->x[i][k] = b->x[i] - a->x[i];
        bodies->v[i][k] = a->v[i] - b->v[i];
        bodies->wa[i][k] = a->w[i];
        bodies->wb[i][k] = b->w[i];
    }
    bodies->x[3][k] = a->r;
    bodies->v[3][k] = a->m;
    bodies->wa[3][k] = b->r;
    bodies->wb[3][k] = b->m;
    added(laws, l, place);
}

void contact_laws_add_wall(contact_laws *laws, const contact_body *a, int k, contact_place place) {
    const scree_wall *wall = &laws->world->wall.data[k];
    const scree_vec3 x = vec3(a->x[0], a->x[1], a->x[2]);
    const contact_range range = contact_laws_range(laws, a->material, wall->def->material, a->r);
    scree_vec3 n;
    const double overlap = a->r - scree_wall_distance(wall, x, &n);
    const int touches = overlap > 0.0 || (*place.touching && overlap > -range.neck);
    if (!wall->active || (!touches && !(overlap > -range.field))) {
        contact_laws_forget(laws, place);
        return;
    }
    lot *l = lot_of(laws, a->material, wall->def->material, !touches, 1);
    scree_batch *b = &l->q.b;
    const scree_vel v = {a->v[0], a->v[1], a->v[2], a->m};
    const scree_spin w = {.x = a->w[0], .y = a->w[1], .z = a->w[2]};
    scree_wall_touch touch = {0};
    n = vec_scale(-1.0, n);
    scree_wall_touch_set(&touch, wall, vec_add_scaled(x, a->r - 0.5 * overlap, n), overlap, n);
    scree_contact c;
    set_wall_contact(&touch, wall->now.spin, a->r, &v, &w, &c);
    const double t = laws->elapsed;
    const scree_moved moved = {
        .x = t * v.x, .y = t * v.y, .z = t * v.z, .turn_x = t * w.x, .turn_y = t * w.y, .turn_z = t * w.z};
    set_wall_step(wall, &moved, x, a->r, overlap, t, &c);
#define PUT(f) b->f[b->n] = c.f;
    SCREE_CONTACT_GEOMETRY(PUT)
    SCREE_CONTACT_STEP(PUT)
#undef PUT
    l->q.force[HALF][b->n] = 0.5 * overlap;
    added(laws, l, place);
}

void contact_laws_move_walls(contact_laws *laws, uint64_t step, double dt, double elapsed) {
    scree_world *w = laws->world;
    w->step = step;
    w->dt = dt;
    scree_update_active_walls(w);
    scree_move_walls(w);
    for (size_t k = 0; k < w->wall.n && elapsed == 0.0; k++) {
        w->wall.data[k].before = w->wall.data[k].now.pose;
    }
    scree_walls_follow(w);
}
