// SPDX-License-Identifier: BSD-3-Clause
// The cell: the box of the simulation, periodic along some axes. Everything that depends on its shape is here: the displacement
// from one position to another (by the nearest image), wrapping of positions into the cell, images and their number, the room
// for the skin. The hot loops use a copy of scree_period.
//
//      image (-1, 0, 0)      the cell         image (1, 0, 0)
//     +----------------+----------------+----------------+
//     |              b |   a          b |   a            |     the nearest image of b, seen from a, is to the left of a
//     +----------------+----------------+----------------+
//                     low              high
//
// An image is given by its distance from the cell along each axis, in whole cells.
//
// A cell that deforms (deformation/deformation.h) may lean: its vectors are the columns of an upper triangular matrix, so that along x, y, z they have
// the components
//     a = (length x, 0, 0), b = (lean xy, length y, 0), c = (lean xz, lean yz, length z).
// Positions are in the upright box low .. high all the same, which is as good a cell of the same lattice: a position that leaves it along z comes back
// displaced by c, then along y by b, then along x by a. Each lean is at most half of the length to its left, so that the images nearest to a
// position are those of its neighbours in the upright box.
#pragma once

#include "case/case.h"
#include "maths/upper.h"
#include <stdint.h>

// Data for the nearest image: period and half of it, m; 0 and infinity along axes that are not periodic.
typedef struct scree_period {
    double length[3], half[3];
    bool leans;
    double lean[3]; // m: xy, xz, yz
} scree_period;

typedef struct scree_cell {
    scree_vec3 low, high; // corners, m; infinite if the case has no domain
    bool periodic[3];
    scree_period period;
    scree_vec3 rest_low, rest_length; // m, of the cell of the case
    bool deforms;                     // velocities are relative to the motion of the cell: see rate
    scree_vec3 centre;                // m, the place that does not move while the cell deforms
    scree_upper rate;       // 1/s, velocity gradient: what is at x moves with the cell at rate (x - centre)
    scree_upper since_list; // deformation gradient since the neighbour list was built
    double room;            // m, scree_cell_room then
} scree_cell;

// Distance of an image from the cell along each axis, in whole cells.
typedef struct scree_image {
    int8_t n[3];
} scree_image;

// The images from[] .. to[]; none if to < from along any axis.
typedef struct scree_images {
    int from[3], to[3];
} scree_images;

scree_cell scree_cell_create(scree_vec3 low, scree_vec3 high, const bool periodic[3]);
// The cell of a case: its domain, or infinite.
scree_cell scree_cell_of(const scree_case *c);

// ---- positions -----------------------------------------------------------------------------------------------------------

// The displacement (dx, dy, dz), or that to the nearest image, of a cell that does not lean.
static inline scree_vec3 scree_nearest_upright(const scree_period *p, double dx, double dy, double dz) {
    const double *half = p->half, *length = p->length;
    const double x = dx > half[0] ? -length[0] : 0.0, y = dy > half[1] ? -length[1] : 0.0,
                 z = dz > half[2] ? -length[2] : 0.0;
    return vec3(dx + (dx < -half[0] ? length[0] : x), dy + (dy < -half[1] ? length[1] : y),
                dz + (dz < -half[2] ? length[2] : z));
}

// The number of periods by which a displacement d is moved to its nearest image along an axis: -1, 0 or 1.
static inline double scree_nearest_turn(const scree_period *p, int axis, double d) {
    return (d < -p->half[axis] ? 1.0 : 0.0) - (d > p->half[axis] ? 1.0 : 0.0);
}

// The displacement (dx, dy, dz) to the nearest image in a cell that leans, for positions in the upright box: along z, then y, then twice along x, as
// the leans may add up to a period.
static inline scree_vec3 scree_nearest_leaning(const scree_period *p, double dx, double dy, double dz) {
    const double z = scree_nearest_turn(p, 2, dz);
    dx += z * p->lean[1];
    dy += z * p->lean[2];
    dz += z * p->length[2];
    const double y = scree_nearest_turn(p, 1, dy);
    dx += y * p->lean[0];
    dy += y * p->length[1];
    dx += scree_nearest_turn(p, 0, dx) * p->length[0];
    dx += scree_nearest_turn(p, 0, dx) * p->length[0];
    return vec3(dx, dy, dz);
}

// The displacement (dx, dy, dz), or that to the nearest image.
static inline scree_vec3 scree_nearest_image(const scree_period *p, double dx, double dy, double dz) {
    return p->leans ? scree_nearest_leaning(p, dx, dy, dz) : scree_nearest_upright(p, dx, dy, dz);
}

// Position x wrapped into the cell; if it is inside, unchanged bit for bit.
scree_vec3 scree_cell_wrap(const scree_cell *c, scree_vec3 x);

// Distance d from the low corner along an axis; along periodic axes wrapped to 0 .. period.
static inline double scree_cell_fold(const scree_cell *c, int axis, double d) {
    const double length = c->period.length[axis];
    return c->periodic[axis] && !(d >= 0.0 && d < length) ? d - length * floor(d / length) : d;
}

// Is x inside, including borders, along the axes that are not periodic?
bool scree_cell_holds(const scree_cell *c, scree_vec3 x);

// Distance along an axis, m, from x to the interval low .. high or its nearest image; 0 inside.
static inline double scree_cell_gap(const scree_cell *c, int axis, double x, double low, double high) {
    const double length = c->period.length[axis], middle = 0.5 * (low + high), half = 0.5 * (high - low);
    double d = fabs(x - middle);
    d = length > 0.0 ? fmin(d, fabs(length - d)) : d;
    return fmax(d - half, 0.0);
}

// ---- images -----------------------------------------------------------------------------------------------------------

static inline size_t scree_images_count(const scree_images *of) {
    size_t n = 1;
    for (int axis = 0; axis < 3; axis++) {
        n *= of->to[axis] < of->from[axis] ? 0 : (size_t)(of->to[axis] - of->from[axis] + 1);
    }
    return n;
}

// Image number k, counted along x first.
scree_image scree_images_at(const scree_images *of, size_t k);

// The cell itself and the images adjacent to it.
scree_images scree_cell_neighbours(const scree_cell *c);

// The images of x that are within reach of the box low .. high.
scree_images scree_cell_images(const scree_cell *c, scree_vec3 x, double reach, scree_vec3 low,
                               scree_vec3 high);

// The given image of position x.
scree_vec3 scree_cell_image(const scree_cell *c, scree_vec3 x, scree_image image);

// A position was in image `then`, has moved by less than half the cell, and was wrapped: d is its new minus its old position.
// Returns the image in which it is now.
static inline scree_image scree_cell_turn(const scree_cell *c, scree_image then, scree_vec3 d) {
    scree_image now = then;
    for (int axis = 0; axis < 3; axis++) {
        const double moved = vec_get(d, axis), half = c->period.half[axis];
        now.n[axis] = (int8_t)(then.n[axis] + (moved < -half) - (moved > half));
    }
    return now;
}

// Shift from a position to its image, m.
static inline scree_vec3 scree_cell_shift(const scree_cell *c, scree_image image) {
    const double *length = c->period.length, *lean = c->period.lean, x = image.n[0], y = image.n[1],
                 z = image.n[2];
    return c->period.leans
               ? vec3(x * length[0] + y * lean[0] + z * lean[1], y * length[1] + z * lean[2], z * length[2])
               : vec3(x * length[0], y * length[1], z * length[2]);
}

// An image as a number of 24 bits. 0: the cell itself.
static inline uint32_t scree_image_code(scree_image image) {
    return (uint32_t)(uint8_t)image.n[0] | (uint32_t)(uint8_t)image.n[1] << 8 |
           (uint32_t)(uint8_t)image.n[2] << 16;
}
static inline scree_image scree_image_of_code(uint32_t code) {
    return (scree_image){
        {(int8_t)(uint8_t)code, (int8_t)(uint8_t)(code >> 8), (int8_t)(uint8_t)(code >> 16)}};
}

// ---- sizes ------------------------------------------------------------------------------------------------------------

// Vectors of the cell as columns; a length that is not periodic counts as 1 m.
scree_upper scree_cell_vectors(const scree_cell *c);
// The factors by which the axes are longer than the cell is wide across them: a ball reaches as far along an axis of a position that was put
// upright (below) as one that is so many times larger does along an axis of space.
scree_vec3 scree_cell_slant(const scree_cell *c);

// ---- deformation ----------------------------------------------------------------------------------------------------

// The place of x in a box of the same lengths that does not lean, so that neighbours across any border are as near as inside; x, if the cell does not lean.
scree_vec3 scree_cell_upright(const scree_cell *c, scree_vec3 x);
// The same in the cell of the case, for what is divided once and for all.
scree_vec3 scree_cell_rest(const scree_cell *c, scree_vec3 x);
// The factors by which a length along an axis is longer there, at most.
scree_vec3 scree_cell_rest_slant(const scree_cell *c);
// Where x has been carried by the cell since the list was built.
static inline scree_vec3 scree_cell_carried(const scree_cell *c, scree_vec3 x) {
    return vec_add(c->centre, upper_mul_vec(&c->since_list, vec_sub(x, c->centre)));
}
// The velocity of the cell at a distance d from a place that moves with it, m/s.
static inline scree_vec3 scree_cell_velocity(const scree_cell *c, scree_vec3 d) {
    return upper_mul_vec(&c->rate, d);
}

// Number of periodic axes.
static inline int scree_cell_periodic_axes(const scree_cell *c) {
    return c->periodic[0] + c->periodic[1] + c->periodic[2];
}

// Half the shortest period, m: at most one image of a position is nearer than this.
double scree_cell_room(const scree_cell *c);

// Volume, m3.
double scree_cell_volume(const scree_cell *c);

// Extends a box to the whole cell along the periodic axes.
void scree_cell_cover(const scree_cell *c, scree_vec3 *low, scree_vec3 *high);
