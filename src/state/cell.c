// SPDX-License-Identifier: BSD-3-Clause
#include "state/cell.h"

scree_cell scree_cell_create(scree_vec3 low, scree_vec3 high, const bool periodic[3]) {
    scree_cell c = {.low = low, .high = high};
    for (int axis = 0; axis < 3; axis++) {
        const double length = vec_get(high, axis) - vec_get(low, axis);
        c.periodic[axis] = periodic[axis];
        c.period.length[axis] = periodic[axis] ? length : 0.0;
        c.period.half[axis] = periodic[axis] ? 0.5 * length : INFINITY;
    }
    c.rest_low = low;
    c.rest_length = vec_sub(high, low);
    c.since_list = upper_identity();
    c.room = scree_cell_room(&c);
    return c;
}

scree_cell scree_cell_of(const scree_case *c) {
    const scree_vec3 far = vec3(INFINITY, INFINITY, INFINITY);
    if (!c->has_domain) {
        return scree_cell_create(vec_scale(-1.0, far), far, (const bool[3]){false});
    }
    scree_cell cell = scree_cell_create(c->domain_min, c->domain_max, c->periodic);
    for (int k = 0; k < 3 && c->has_deformation; k++) {
        cell.period.lean[k] = vec_get(c->deformation.lean, k);
        cell.period.leans |= cell.period.lean[k] != 0.0;
    }
    cell.room = scree_cell_room(&cell);
    return cell;
}

// ---- positions -----------------------------------------------------------------------------------------------------------

scree_vec3 scree_cell_wrap(const scree_cell *c, scree_vec3 x) {
    static const int lean_of[3][3] = {
        {-1, 0, 1}, {-1, -1, 2}, {-1, -1, -1}}; // of an axis, by that of the period
    double *at = &x.x;
    for (int axis = 2; axis >= 0; axis--) {
        const double low = vec_get(c->low, axis), high = vec_get(c->high, axis),
                     length = c->period.length[axis];
        if (c->periodic[axis] && !(at[axis] >= low && at[axis] < high)) {
            const double periods = floor((at[axis] - low) / length), wrapped = at[axis] - periods * length;
            at[axis] = wrapped >= low && wrapped < high ? wrapped : low; // rounding may give the border
            for (int other = 0; other < axis && c->period.leans; other++) {
                at[other] -= periods * c->period.lean[lean_of[other][axis]];
            }
        }
    }
    return x;
}

bool scree_cell_holds(const scree_cell *c, scree_vec3 x) {
    bool inside = true;
    for (int axis = 0; axis < 3; axis++) {
        const double at = vec_get(x, axis);
        inside &= c->periodic[axis] || (at >= vec_get(c->low, axis) && at <= vec_get(c->high, axis));
    }
    return inside;
}

// ---- images -----------------------------------------------------------------------------------------------------------

scree_image scree_images_at(const scree_images *of, size_t k) {
    const size_t nx = (size_t)(of->to[0] - of->from[0] + 1), ny = (size_t)(of->to[1] - of->from[1] + 1);
    return (scree_image){{(int8_t)(of->from[0] + (int)(k % nx)), (int8_t)(of->from[1] + (int)(k / nx % ny)),
                          (int8_t)(of->from[2] + (int)(k / nx / ny))}};
}

scree_images scree_cell_neighbours(const scree_cell *c) {
    scree_images of;
    for (int axis = 0; axis < 3; axis++) {
        of.from[axis] = -c->periodic[axis];
        of.to[axis] = c->periodic[axis];
    }
    return of;
}

scree_images scree_cell_images(const scree_cell *c, scree_vec3 x, double reach, scree_vec3 low,
                               scree_vec3 high) {
    const double most = 100.0; // images are stored in bytes
    scree_images of;
    for (int axis = 0; axis < 3; axis++) {
        const double at = vec_get(x, axis), from = vec_get(low, axis), to = vec_get(high, axis);
        if (c->periodic[axis]) {
            const double length = c->period.length[axis];
            const double first = ceil((from - reach - at) / length), last = floor((to + reach - at) / length);
            of.from[axis] = first > -most ? (int)(first < most ? first : most) : (int)-most;
            of.to[axis] = last < most ? (int)(last > -most ? last : -most) : (int)most;
        } else {
            of.from[axis] = 0;
            of.to[axis] = at + reach < from || at - reach > to ? -1 : 0;
        }
    }
    return of;
}

scree_vec3 scree_cell_image(const scree_cell *c, scree_vec3 x, scree_image image) {
    double *at = &x.x;
    if (c->period.leans) {
        return vec_add(x, scree_cell_shift(c, image));
    }
    for (int axis = 0; axis < 3; axis++) {
        at[axis] = image.n[axis] ? at[axis] + image.n[axis] * c->period.length[axis] : at[axis];
    }
    return x;
}

// ---- sizes ------------------------------------------------------------------------------------------------------------

double scree_cell_room(const scree_cell *c) {
    const double *half = c->period.half;
    const scree_vec3 slant = scree_cell_slant(c);
    return fmin(half[0] / slant.x, fmin(half[1] / slant.y, half[2] / slant.z));
}

scree_upper scree_cell_vectors(const scree_cell *c) {
    const double *length = c->period.length, *lean = c->period.lean;
    return (scree_upper){c->periodic[0] ? length[0] : 1.0,
                         c->periodic[1] ? length[1] : 1.0,
                         c->periodic[2] ? length[2] : 1.0,
                         lean[0],
                         lean[1],
                         lean[2]};
}

scree_vec3 scree_cell_slant(const scree_cell *c) {
    if (!c->period.leans) {
        return vec3(1.0, 1.0, 1.0);
    }
    const scree_upper h = scree_cell_vectors(c), i = upper_inverse(&h);
    return vec3(h.xx * vec_norm(vec3(i.xx, i.xy, i.xz)), h.yy * vec_norm(vec3(0.0, i.yy, i.yz)), 1.0);
}

// ---- deformation ----------------------------------------------------------------------------------------------------

scree_vec3 scree_cell_upright(const scree_cell *c, scree_vec3 x) {
    if (!c->period.leans) {
        return x;
    }
    const scree_upper h = scree_cell_vectors(c), i = upper_inverse(&h);
    const scree_vec3 d = vec_sub(x, c->low), part = upper_mul_vec(&i, d);
    double *at = &x.x;
    for (int axis = 0; axis < 3; axis++) {
        if (c->periodic[axis]) {
            const double s = vec_get(part, axis), inside = s - floor(s);
            at[axis] = vec_get(c->low, axis) + (inside < 1.0 ? inside : 0.0) * c->period.length[axis];
        }
    }
    return x;
}

scree_vec3 scree_cell_rest(const scree_cell *c, scree_vec3 x) {
    if (!c->deforms) {
        return x;
    }
    x = scree_cell_upright(c, x);
    double *at = &x.x;
    for (int axis = 0; axis < 3; axis++) {
        const double low = vec_get(c->rest_low, axis), length = vec_get(c->rest_length, axis);
        if (c->periodic[axis]) {
            const double there = low + (at[axis] - vec_get(c->low, axis)) / c->period.length[axis] * length;
            at[axis] = there >= low && there < low + length ? there : low;
        }
    }
    return x;
}

scree_vec3 scree_cell_rest_slant(const scree_cell *c) {
    scree_vec3 slant = scree_cell_slant(c);
    double *factor = &slant.x;
    for (int axis = 0; axis < 3 && c->deforms; axis++) {
        factor[axis] *= c->periodic[axis] ? vec_get(c->rest_length, axis) / c->period.length[axis] : 1.0;
    }
    return slant;
}

double scree_cell_volume(const scree_cell *c) {
    const scree_vec3 d = vec_sub(c->high, c->low);
    return d.x * d.y * d.z;
}

void scree_cell_cover(const scree_cell *c, scree_vec3 *low, scree_vec3 *high) {
    double *from = &low->x, *to = &high->x;
    for (int axis = 0; axis < 3; axis++) {
        from[axis] = c->periodic[axis] ? vec_get(c->low, axis) : from[axis];
        to[axis] = c->periodic[axis] ? vec_get(c->high, axis) : to[axis];
    }
}
