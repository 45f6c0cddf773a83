// SPDX-License-Identifier: BSD-3-Clause
// Shapes of clumps: spheres, or convex bodies, that move together as one rigid body. A shape is kept for a body of unit size, in the frame of its
// principal axes with its centre at the origin; the size of a body is the diameter of the sphere of its volume.
#pragma once

#include "convex_bodies/form.h"
#include "memory/array.h"
#include <stdbool.h>

typedef struct scree_member {
    scree_vec3 at; // m, centre
    double radius; // m
} scree_member;

typedef SCREE_ARRAY(scree_member) scree_member_list;

// Volume, centre and moments of inertia of spheres that may overlap.
typedef struct scree_solid {
    double volume;     // m3
    scree_vec3 centre; // m
    double inertia[6]; // m5, per unit of density, about the centre: xx yy zz xy xz yz
} scree_solid;

// Sums over parts of a body: volume, volume times position, volume times position times position.
typedef struct scree_integrals {
    double volume, first[3], second[6];
} scree_integrals;
typedef struct scree_interval {
    double low, high;
} scree_interval;
// Adds the union of n intervals along z in a column at (x, y) of this area. Sorts them.
void scree_integrals_add_column(scree_integrals *s, scree_interval *in, size_t n, double x, double y,
                                double area);
// origin: where the positions are counted from.
scree_solid scree_solid_of_integrals(const scree_integrals *s, scree_vec3 origin);

// Each sphere counts in full, also where it overlaps with others. The result is exact.
scree_solid scree_solid_of_sum(const scree_member *member, size_t n);
// Each place in the union of the spheres counts once: exact if nothing overlaps, else to about 1e-5, from exact lengths along a square grid of columns.
scree_solid scree_solid_of_union(const scree_member *member, size_t n);

// A convex body of a shape: the record of one of a body of size 1, without attitude and inertia, and the corners of a polyhedron of size 1.
typedef struct scree_piece {
    scree_form form;
    scree_hull hull;
    scree_quaternion
        turn; // from its axes to the principal axes of the body; of a body of one piece these are the same
    double least; // of a body of size 1: the smallest value of its support function
    double area;  // of a body of size 1: of its surface
} scree_piece;

typedef struct scree_shape {
    scree_member_list member; // of a body of size 1
    scree_vec3 moments;       // principal moments of inertia over mass, of a body of size 1: > 0
    double size;              // m, of the shape as it was given
    double reach;             // of a body of size 1: from the centre to the farthest centre of a member
    scree_quaternion axes;    // from the principal axes to the frame in which it was given
    scree_vec3 centre;        // m, in that frame
    // Convex bodies instead of spheres: member k is the sphere that holds piece k. Of spheres there are none.
    SCREE_ARRAY(scree_piece) piece;
    double least; // of a body of pieces of size 1: the smallest value of the support function of their union
    // Radius, of a body of size 1, of the sphere of the same density that is as quick in a contact as the quickest member in any direction: the smaller of a member's radius and of that of a sphere of the mass that moves, 1/m = 1/M + (r x n).I^-1 (r x n).
    double quickest;
} scree_shape;

// False if no body has these moments: one is not above 0, or larger than the sum of the others.
bool scree_shape_of_members(scree_shape *shape, const scree_member *member, size_t n,
                            const scree_solid *solid);
// Makes it a convex body: a record with lengths in m, without attitude and inertia, and the corners of a polyhedron, m. The record needs no half lengths where it is of a polyhedron.
void scree_shape_of_form(scree_shape *shape, const scree_form *form, const scree_vec3 *corner, size_t n);
scree_hull scree_hull_copy(const scree_hull *hull);
typedef SCREE_ARRAY(scree_shape) scree_shape_list;

// A convex body with its place and attitude in the frame in which a shape is given.
typedef struct scree_placed_piece {
    const scree_shape *shape; // of one piece
    scree_vec3 at;            // m, where the origin of its own frame is
    scree_quaternion turn;    // from its own frame
} scree_placed_piece;
// Where its centre is, and the turn from its axes.
scree_vec3 scree_placed_centre(const scree_placed_piece *part);
scree_quaternion scree_placed_axes(const scree_placed_piece *part);
// Makes it a body of at least two pieces, whose corners are copied. False as from scree_shape_of_members.
bool scree_shape_of_pieces(scree_shape *shape, const scree_placed_piece *part, size_t n,
                           const scree_solid *solid);
// Each piece counts in full, also where it overlaps with others.
scree_integrals scree_integrals_of_pieces(const scree_placed_piece *part, size_t n, scree_vec3 origin);
void scree_shape_clear(scree_shape *shape);
// Is it one of convex bodies?
static inline bool scree_shape_has_pieces(const scree_shape *shape) {
    return shape->piece.n > 0;
}
// Is it one convex body?
static inline bool scree_shape_is_convex(const scree_shape *shape) {
    return shape->piece.n == 1;
}
// The radius `quickest` of a shape of spheres, from its members and moments.
double scree_shape_quickest_member(const scree_shape *shape);
// Diameter of the sphere about the centre that holds all members, of a body of size 1.
double scree_shape_across(const scree_shape *shape);
// Diameter of its largest member, of pieces twice the smallest value of the support function, of a body of size 1: it is nowhere thinner.
double scree_shape_thickness(const scree_shape *shape);
// That of its smallest piece.
double scree_shape_thinnest_piece(const scree_shape *shape);
