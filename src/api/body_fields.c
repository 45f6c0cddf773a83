// SPDX-License-Identifier: BSD-3-Clause
#include "api/body_fields.h"
#include "access/convex_body.h"
#include "clumps/body.h"
#include <string.h>

static const scree_body_field ORIENTATION =
                                  {"orientation", "",
                                   "Unit quaternion w, x, y, z of the rotation from the frame in which the "
                                   "shape was given to the laboratory; of a clump in every "
                                   "member; 1, 0, 0, 0 of a sphere alone.",
                                   4, true},
                              HALF_AXES = {"half_axes", "m",
                                           "Half of the length of a convex body along x, y, z of that frame, "
                                           "of a polyhedron along its principal axes; 0 of "
                                           "a clump; the radius of a sphere alone.",
                                           3, false};
static const scree_body_field *const FIELDS[] = {&ORIENTATION, &HALF_AXES};
enum { FIELD_COUNT = sizeof FIELDS / sizeof *FIELDS };

const scree_body_field *scree_body_field_of(const scree_world *w, int k) {
    return scree_has_bodies(w) && k >= 0 && k < FIELD_COUNT ? FIELDS[k] : NULL;
}

const scree_body_field *scree_body_field_named(const char *name) {
    for (int k = 0; k < FIELD_COUNT; k++) {
        if (strcmp(FIELDS[k]->name, name) == 0) {
            return FIELDS[k];
        }
    }
    return NULL;
}

// The row of the first member: those of a body lie side by side, in the order of their ids.
static size_t first_of(const scree_particles *p, size_t i) {
    return scree_is_member(p, i) ? i - (size_t)(p->id[i] - p->body[i]) : i;
}

static void orientation_of(const scree_world *w, size_t i, double *to) {
    scree_quaternion q = {1.0, 0.0, 0.0, 0.0};
    if (scree_is_member(&w->p, i)) {
        const size_t first = first_of(&w->p, i);
        q = scree_quaternion_product(scree_body_attitude_of(&w->p, first),
                                     scree_quaternion_conjugate(scree_body_shape(w, first)->axes));
    }
    to[0] = q.w, to[1] = q.x, to[2] = q.y, to[3] = q.z;
}

static void half_axes_of(const scree_world *w, size_t i, double *to) {
    const double r = scree_is_member(&w->p, i) ? 0.0 : w->p.x[i].r;
    scree_vec3 half = vec3(r, r, r);
    if (scree_is_convex(&w->p, i)) {
        const scree_form *f = &w->p.form[i];
        half = vec3(f->a, f->b, f->c);
    }
    vec_to_array(half, to);
}

double *scree_body_field_table(const scree_world *w, const scree_body_field *f) {
    const size_t n = w->p.n, row = (size_t)f->components, size = n * row;
    double *table = scree_realloc(NULL, 0, (2 * size + 1) * sizeof *table);
    for (size_t i = 0; i < n; i++) {
        (f == &ORIENTATION ? orientation_of : half_axes_of)(w, i, table + row * i);
    }
    memcpy(table + size, table, size * sizeof *table);
    return table;
}

// The length of a quaternion in this span has a square, and an inverse, that are usual numbers.
static const double SHORTEST = 1e-100, LONGEST = 1e100;

static bool is_usable_quaternion(const double *q) {
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    return length >= SHORTEST && length <= LONGEST;
}

bool scree_body_field_check(const scree_body_field *f, size_t n, const double *value, scree_report *r) {
    if (!f->writable) {
        return scree_report_error(r, "the field '%s' cannot be written; accepted: a view that is read only",
                                  f->name);
    }
    for (size_t k = 0; k + 4 <= n; k += 4) {
        if (!is_usable_quaternion(value + k)) {
            return scree_report_error(
                r, "an orientation of (%g, %g, %g, %g); accepted: quaternions of a length from %g to %g",
                value[k], value[k + 1], value[k + 2], value[k + 3], SHORTEST, LONGEST);
        }
    }
    return true;
}

static bool differ(const double *a, const double *b) {
    return memcmp(a, b, 4 * sizeof *a) != 0;
}

// Can the body of row i have the orientation q, of which `before` is what it had? `first` are those of its first member.
static bool may_turn(const scree_world *w, size_t i, const double *q, const double *before,
                     const double *first, scree_report *r) {
    const unsigned long long id = w->p.id[i];
    if (!differ(q, before) || (scree_is_member(&w->p, i) && !scree_is_first(&w->p, i) && !differ(q, first))) {
        return true;
    }
    if (!scree_is_member(&w->p, i)) {
        return scree_report_error(
            r,
            "particle %llu was given an orientation, but it is a sphere, which has none; accepted: "
            "orientations of clumps and convex bodies",
            id);
    }
    if (!scree_is_first(&w->p, i)) {
        return scree_report_error(
            r,
            "particle %llu was given another orientation than the first member of its clump; "
            "accepted: one for the clump, in the row of its first member, whose id is %llu",
            id, (unsigned long long)w->p.body[i]);
    }
    if (!is_usable_quaternion(q)) {
        return scree_report_error(r,
                                  "particle %llu was given the orientation (%g, %g, %g, %g); accepted: a "
                                  "quaternion of a length from "
                                  "%g to %g",
                                  id, q[0], q[1], q[2], q[3], SHORTEST, LONGEST);
    }
    return true;
}

scree_status scree_body_field_apply(scree_world *w, const scree_body_field *f, const double *table,
                                    scree_report *r) {
    const double *before = table + w->p.n * (size_t)f->components;
    for (size_t i = 0; i < w->p.n; i++) {
        if (!may_turn(w, i, table + 4 * i, before + 4 * i, table + 4 * first_of(&w->p, i), r)) {
            return SCREE_USER_ERROR;
        }
    }
    for (size_t i = 0; i < w->p.n; i++) {
        const double *q = table + 4 * i;
        if (scree_is_member(&w->p, i) && scree_is_first(&w->p, i) && differ(q, before + 4 * i)) {
            const scree_quaternion turn = scree_quaternion_unit((scree_quaternion){q[0], q[1], q[2], q[3]}),
                                   attitude = scree_body_attitude(w, (int)w->p.shape[i], turn);
            w->p.turn_w[i] = attitude.w;
            w->p.turn[i] = vec3(attitude.x, attitude.y, attitude.z);
            scree_body_settle(w, i);
        }
    }
    return SCREE_OK;
}

bool scree_body_turns_usable(const scree_world *w, scree_report *r) {
    static const double least = 1e-100; // of the square of its length
    for (size_t i = 0; i < w->p.n; i++) {
        const bool is_clump = scree_is_member(&w->p, i) && scree_is_first(&w->p, i);
        if (is_clump && !(vec_norm2(w->p.turn[i]) + w->p.turn_w[i] * w->p.turn_w[i] >= least)) {
            return scree_report_error(r,
                                      "clump %llu was given a turn and a turn_w of length zero; accepted: a "
                                      "quaternion, whose length is made 1",
                                      (unsigned long long)w->p.id[i]);
        }
    }
    return true;
}
