// SPDX-License-Identifier: BSD-3-Clause
// The motion of the cell.
#include "deformation/deformation.h"
#include <math.h>

// Moves the end of a vector of the cell back by whole vectors, so that it leans by at most half of the lengths to its left. Images stay where they are.
static void straighten(scree_upper *h) {
    const double z = fabs(h->yz) > 0.5 * h->yy ? (h->yz > 0.0 ? -1.0 : 1.0) : 0.0;
    h->yz += z * h->yy;
    h->xz += z * h->xy;
    h->xy += fabs(h->xy) > 0.5 * h->xx ? (h->xy > 0.0 ? -h->xx : h->xx) : 0.0;
    for (int k = 0; k < 2; k++) {
        h->xz += fabs(h->xz) > 0.5 * h->xx ? (h->xz > 0.0 ? -h->xx : h->xx) : 0.0;
    }
}

static void set_shape(scree_cell *c, const scree_upper *h) {
    const double length[3] = {h->xx, h->yy, h->zz};
    double *low = &c->low.x, *high = &c->high.x;
    for (int axis = 0; axis < 3; axis++) {
        if (c->periodic[axis]) {
            const double half = 0.5 * length[axis], middle = vec_get(c->centre, axis);
            low[axis] = middle - half;
            high[axis] = middle + half;
            c->period.length[axis] = length[axis];
            c->period.half[axis] = half;
        }
    }
    c->period.lean[0] = h->xy, c->period.lean[1] = h->xz, c->period.lean[2] = h->yz;
    c->period.leans = h->xy != 0.0 || h->xz != 0.0 || h->yz != 0.0;
}

int scree_deformation_axis_of_plane(const scree_wall *wall) {
    const scree_vec3 n = wall->def->axis;
    return fabs(n.x) > fabs(n.y) && fabs(n.x) > fabs(n.z) ? 0 : fabs(n.y) > fabs(n.z) ? 1 : 2;
}

double scree_deformation_volume(const scree_world *w) {
    double volume = 1.0;
    for (int axis = 0; axis < 3; axis++) {
        double low = vec_get(w->cell.low, axis), high = vec_get(w->cell.high, axis);
        const double whole = high - low;
        for (size_t k = 0; k < w->wall.n; k++) {
            const scree_wall *wall = &w->wall.data[k];
            const double at = vec_get(scree_wall_to_lab(wall, wall->def->point), axis);
            const bool bounds = wall->active && scree_deformation_axis_of_plane(wall) == axis,
                       below = vec_get(wall->def->axis, axis) > 0.0;
            low = bounds && below && at > low ? at : low;
            high = bounds && !below && at < high ? at : high;
        }
        volume *= high > low ? high - low : whole;
    }
    return volume;
}

scree_cell scree_deformation_of_step(const scree_world *w) {
    scree_cell c = w->cell;
    const scree_upper e = upper_cayley(&c.rate, w->dt), before = scree_cell_vectors(&c);
    scree_upper h = upper_mul(&e, &before);
    straighten(&h);
    set_shape(&c, &h);
    c.since_list = upper_mul(&e, &c.since_list);
    return c;
}

static void keep_shape(scree_deformation *d, const scree_cell *c) {
    const scree_upper h = scree_cell_vectors(c);
    const double length[3] = {h.xx, h.yy, h.zz};
    for (int k = 0; k < 3; k++) {
        d->length[k] = c->periodic[k] ? length[k] : vec_get(c->rest_length, k);
        d->lean[k] = c->period.lean[k];
    }
}

void scree_deformation_take_step(scree_world *w, const scree_cell *cell) {
    scree_deformation *d = &w->deformation;
    const double *rate = &cell->rate.xx;
    w->cell = *cell;
    keep_shape(d, cell);
    for (int k = 0; k < SCREE_STRESSES; k++) {
        d->strain[k] += (k < 3 ? -w->dt : w->dt) * rate[k];
    }
}

void scree_deformation_begin(scree_world *w, scree_report *r) {
    (void)r;
    scree_deformation *d = &w->deformation;
    scree_cell *c = &w->cell;
    if (!w->case_->has_deformation) {
        return;
    }
    c->deforms = true;
    for (int axis = 0; axis < 3; axis++) {
        double *middle = &c->centre.x;
        middle[axis] =
            c->periodic[axis] ? vec_get(c->rest_low, axis) + 0.5 * vec_get(c->rest_length, axis) : 0.0;
    }
    if (d->unit == 0.0) {
        d->unit = 0x1p-100; // the first forces are measured as they are stored
        keep_shape(d, c);
    }
    const scree_upper h = {d->length[0], d->length[1], d->length[2], d->lean[0], d->lean[1], d->lean[2]};
    set_shape(c, &h);
    c->rate = d->rate;
    c->since_list = upper_identity();
}
