// SPDX-License-Identifier: BSD-3-Clause
// Walls whose distance has a closed form: a plane, a cylinder, a sphere. All in which these forms differ is in one row per form; the rest of the
// engine calls the row. Walls of triangles have no row (scree_wall.mesh). The kinds are listed in SCREE_WALL_FORMS (case/case_walls.h); the row of
// each is in geometry/wall_NAME.c. Positions are in the wall's own frame where they are called `own`.
#pragma once

#include "convex/depth.h"
#include "mesh/mesh_mass.h"
#include "state/world.h"
#include "text/report.h"

typedef struct scree_wall_form {
    const char *name; // as in the input file and in messages

    // ---- contacts ----------------------------------------------------------------------------------------------------

    // The surface is flat: only motion along its normal brings particles nearer, and a sphere touches it in one point.
    bool flat;
    // A turn about the point of the definition has no effect on where the surface is.
    bool round;
    // Distance of a position from the surface, m, and the unit vector from the nearest point of the surface. It is positive on the particles'
    // side, or on both sides if the wall has ends.
    double (*distance)(const scree_wall *wall, scree_vec3 own, scree_vec3 *normal);
    // How deep a convex body whose centre is at a position is in the wall; its frame is given in the wall's own. NULL: it cannot be told.
    scree_convex_depth (*deepest)(const scree_wall *wall, const scree_convex *body, scree_vec3 own);
    // Is a position on the side on which no particles are to be, although the distance may be positive there? NULL: never.
    bool (*is_behind)(const scree_wall *wall, scree_vec3 own);
    // Is the edge of the surface nearest? Then `along` (may be NULL) is the direction of the surface from there, and `tangent` that of the
    // edge. NULL: it has no edges.
    bool (*at_rim)(const scree_wall *wall, scree_vec3 own, scree_vec3 *along, scree_vec3 *tangent);
    // Has a centre gone through the surface in this step? It was at x - step when the wall was at its pose before, and is at x now. NULL: no
    // centre counts as gone, as everything behind the wall overlaps it.
    bool (*is_crossed)(const scree_wall *wall, scree_vec3 x, scree_vec3 step);

    // ---- motion ------------------------------------------------------------------------------------------------------

    // Points whose motion is the largest of the surface's; returns their number, 1 or 2.
    int (*marks)(const scree_wall_def *d, scree_vec3 own[2]);
    // Largest distance of a point of the wall from an axis, m. Infinite walls are cut to the box low .. high, which may be infinite too.
    double (*farthest)(const scree_wall_def *d, scree_vec3 point, scree_vec3 axis, scree_vec3 low,
                       scree_vec3 high);

    // ---- periodic cells ----------------------------------------------------------------------------------------------

    // Sets wraps, middle and ends. NULL: the wall has no images, as it is the same everywhere along the periodic axes.
    void (*set_wraps)(scree_wall *wall, const scree_cell *cell);
    // Why the wall does not fit into a cell that is periodic along the axis, and what is accepted. NULL: it fits.
    const char *(*why_not_periodic)(const scree_wall *wall, const scree_cell *cell, int axis);
    // Does it still act in all images if it turns about this unit axis? NULL: it does. `turn_problem` is the message otherwise.
    bool (*may_turn)(const scree_wall_def *d, const scree_cell *cell, scree_vec3 about);
    const char *turn_problem;
    // Free way between the wall and its image along an axis, m, INFINITY if no particle is there; and what is accepted where it is too narrow.
    double (*gap)(const scree_wall *wall, const scree_cell *cell, int axis, const char **accepted);

    // ---- area and mass, messages, pictures ---------------------------------------------------------------------------

    // Area, m2, for fluxes of heat; and as seen along a unit axis, for stresses. NULL: the wall is infinite or open, and has none.
    double (*area)(const scree_wall_def *d);
    double (*area_along)(const scree_wall_def *d, scree_vec3 axis);
    // Volume, centre and inertia of a free wall. NULL, or false: unknown.
    bool (*find_mass)(const scree_wall_def *d, scree_mesh_mass *body);
    // Reports what is wrong if particles are as large as this diameter, m. NULL: nothing ever is.
    void (*check_size)(const scree_wall *wall, double largest, const char *path, scree_report *r);
    // The wall in the laboratory as polygons of four corners, cut to the box low .. high: fills 4 corners for each of `quads`.
    size_t quads;
    void (*draw)(const scree_wall *wall, scree_vec3 low, scree_vec3 high, scree_vec3 *corner);
} scree_wall_form;

#define SCREE_DECLARE_FORM(KIND, row) extern const scree_wall_form row;
SCREE_WALL_FORMS(SCREE_DECLARE_FORM)
#undef SCREE_DECLARE_FORM

extern const scree_wall_form *const scree_wall_forms[SCREE_WALL_MESH]; // by kind

// The row of a wall; NULL if it is made of triangles.
static inline const scree_wall_form *scree_wall_form_of(const scree_wall_def *d) {
    return d->kind < SCREE_WALL_MESH ? scree_wall_forms[d->kind] : NULL;
}

// Has the wall an area: of its triangles, or in closed form?
static inline bool scree_wall_has_area(const scree_wall_def *d) {
    const scree_wall_form *form = scree_wall_form_of(d);
    return !form || form->area;
}

// Distance of x from an axis, m.
static inline double scree_from_axis(scree_vec3 point, scree_vec3 axis, scree_vec3 x) {
    return vec_norm(vec_cross(axis, vec_sub(x, point)));
}

// One of the eight corners of a box.
static inline scree_vec3 scree_corner_of_box(scree_vec3 low, scree_vec3 high, int c) {
    return vec3(c & 1 ? high.x : low.x, c & 2 ? high.y : low.y, c & 4 ? high.z : low.z);
}

// Range of the corners of a box along a unit vector, from a point, m.
static inline void scree_reach_of_box(scree_vec3 low, scree_vec3 high, scree_vec3 point, scree_vec3 along,
                                      double *from, double *to) {
    *from = INFINITY;
    *to = -INFINITY;
    for (int k = 0; k < 8; k++) {
        const double s = vec_dot(vec_sub(scree_corner_of_box(low, high, k), point), along);
        *from = s < *from ? s : *from;
        *to = s > *to ? s : *to;
    }
}
