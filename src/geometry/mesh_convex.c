// SPDX-License-Identifier: BSD-3-Clause
// Triangles, edges and vertices as convex bodies touch them. For a sphere of radius r a point q of the mesh has the depth r - |q|; for a convex body this
// is its distance from the surface of the body, the least h(n) - n.q over unit vectors n (convex/point_depth.h). It is a concave function of q, so each triangle
// has one deepest point, and all that mesh_touch.c and mesh_merges.c say of a sphere holds with the depth in place of r - |q|: contacts are the local maxima of
// the depth over the mesh, two regions of contact become one where an edge between them is deepest, and the energy, the sum over contacts less that over meetings, is a
// continuous function of where the body is and how it is turned. What those files call a distance is d = r - depth, with the radius r of the sphere around the body.
//
// The deepest point of a plane is where the body reaches farthest behind it: its depth is that of scree_convex_on_plane, so that a plane cut into triangles
// is a plane. The deepest point of a line has a normal across the line, and that of a convex edge lies between the normals of its two faces, or one of the faces has it.
// - All this is exact as long as the depth is not above the smallest radius of curvature R of the body. Then the body is a smaller convex one that is widened by R, and the depth
//   is R less the distance of that one from the triangle. Beyond R, and where a body has sharp corners, the depth of a triangle, an edge or a vertex is how far the body
//   has to move to leave it: the least one over unit vectors n of the largest h(n) - n.q over the corners q. The two are equal where the depth is R.
// - The second depth changes by no more than the body moves, and that of a part is not above that of the whole. So the energy is continuous, but the direction of least depth,
//   along which the force is, may be another one at once.
// - Coplanar triangles are one face there too, if they make up a convex polygon as far as the body reaches, or if the border of the face is so far that leaving through the plane is
//   the shortest way. Near the border of a face that is not convex, triangles are on their own: where the border comes into reach, the energy may jump.
// - A sphere has its own code, in which sides of a curve meet earlier (mesh/mesh_bends.h). Convex bodies meet them at their edges alone: a body that fills a hole whose
//   wall has many sides touches all of them, with the stiffness of as many contacts, but also with a continuous energy.
#include "convex/least.h"
#include "convex/point_depth.h"
#include "geometry/mesh_hits.h"

// A point of the mesh that is deepest in the body.
typedef struct place {
    double depth;
    scree_vec3 q, n;
    uint32_t feature;
} place;

static bool vertex_place(scree_mesh_hits *h, scree_vec3 a, uint32_t v, double least, place *p) {
    const scree_convex_spot s = scree_convex_spot_of(h->body, a, NULL, least);
    h->unfinished += s.unfinished;
    if (!(s.depth > least)) {
        return false;
    }
    *p = (place){s.depth, a, s.n, SCREE_FEATURE_VERTEX | v};
    return true;
}

// The depth of one end of an edge shows one of three things: that all of it is apart from the body, that the edge is deepest at this end, or nothing.
typedef enum shown { IS_APART, IS_AT_END, IS_UNKNOWN } shown;

static shown see_end(const scree_mesh_hits *h, scree_vec3 end, scree_vec3 other, double least,
                     scree_convex_spot *s) {
    const scree_vec3 corner[2] = {end, other};
    const scree_convex_sum sum = {.a = h->body, .corner = corner, .corners = 2};
    *s = scree_convex_spot_of(h->body, end, NULL, least);
    if (!(s->depth > least)) {
        return scree_convex_look(&sum, s->n).value <= least ? IS_APART : IS_UNKNOWN;
    }
    return s->depth <= scree_convex_sure(h->body) && vec_dot(s->n, vec_sub(other, end)) >= 0.0 ? IS_AT_END
                                                                                               : IS_UNKNOWN;
}

// The place of an edge whose line is deeper than the body is round.
static bool deep_edge_place(scree_mesh_hits *h, const scree_triangle *t, scree_vec3 a, scree_vec3 b, int k,
                            double least, place *p) {
    const bool turned = scree_is_before(b, a);
    scree_convex_spot s;
    for (int second = 0; second < 2; second++) {
        const bool last = (second != 0) != turned; // the end b
        const shown seen = see_end(h, last ? b : a, last ? a : b, least, &s);
        if (seen == IS_APART) {
            return false;
        }
        if (seen == IS_AT_END) {
            *p = (place){s.depth, last ? b : a, s.n, SCREE_FEATURE_VERTEX | t->v[last ? (k + 1) % 3 : k]};
            return true;
        }
    }
    const scree_vec3 end[2] = {turned ? b : a, turned ? a : b}, e = vec_sub(end[1], end[0]);
    s = scree_convex_spot_of_corners(h->body, end, 2, s.n, least);
    h->unfinished += s.unfinished;
    if (!(s.depth > least)) {
        return false;
    }
    const double share = vec_dot(e, vec_sub(s.point, end[0])) / vec_norm2(e),
                 along = share > 0.0 ? share < 1.0 ? share : 1.0 : 0.0;
    *p = (place){s.depth, vec_add_scaled(end[0], along, e), s.n, SCREE_FEATURE_EDGE | t->e[k]};
    return true;
}

// Bits, and whether it is an end, are the same for both directions of the edge, so that all triangles of an edge agree.
static bool edge_place(scree_mesh_hits *h, const scree_triangle *t, scree_vec3 a, scree_vec3 b, int k,
                       double least, place *p) {
    const bool turned = scree_is_before(b, a);
    const scree_vec3 from = turned ? b : a, to = turned ? a : b, e = vec_sub(to, from);
    const double length = vec_norm(e);
    const scree_vec3 line = vec_scale(1.0 / length, e);
    const scree_convex_spot s = scree_convex_spot_of(h->body, from, &line, least);
    if (!(s.depth > least)) {
        h->apart = s.n;
        return false;
    }
    if (s.unfinished || s.depth > scree_convex_sure(h->body)) {
        return deep_edge_place(h, t, a, b, k, least, p);
    }
    const double along = vec_dot(line, vec_sub(s.point, from));
    if (along > 0.0 && along < length) {
        *p = (place){s.depth, vec_add_scaled(from, along, line), s.n, SCREE_FEATURE_EDGE | t->e[k]};
        return true;
    }
    const bool first = (along > 0.0) == turned; // the end a
    return vertex_place(h, first ? a : b, t->v[first ? k : (k + 1) % 3], least, p);
}

static bool set_meeting(const place *p, double r, double far, scree_mesh_meeting *m) {
    const double d = r - p->depth;
    m->q = p->q;
    m->d2 = d * d;
    m->feature = p->feature;
    m->normal = p->n;
    return d < far;
}

bool scree_mesh_convex_edge(scree_mesh_hits *h, const scree_triangle *t, scree_vec3 a, scree_vec3 b, int k,
                            double r, double far, scree_mesh_meeting *m) {
    place p;
    return edge_place(h, t, a, b, k, r - far, &p) && set_meeting(&p, r, far, m);
}

bool scree_mesh_convex_vertex(scree_mesh_hits *h, scree_vec3 a, uint32_t v, double r, double far,
                              scree_mesh_meeting *m) {
    place p;
    return vertex_place(h, a, v, r - far, &p) && set_meeting(&p, r, far, m);
}

// The side of the plane from which the body is less deep; seen from its centre the plane is at `height` along the normal.
static scree_vec3 side_of(const scree_convex *body, scree_vec3 normal, double height, double *depth) {
    const scree_vec3 back = vec_scale(-1.0, normal);
    const bool front = height > 0.0;
    *depth = scree_support_of(body, front ? normal : back, 0).h - fabs(height);
    if (!(*depth > fabs(height))) { // from the other side it is |height| or more
        return front ? normal : back;
    }
    const double other = scree_support_of(body, front ? back : normal, 0).h + fabs(height);
    const bool behind = other < *depth;
    *depth = behind ? other : *depth;
    return front != behind ? normal : back;
}

static bool is_flat_edge(const scree_mesh *mesh, uint32_t feature) {
    const uint32_t number = feature & ~SCREE_FEATURE_KIND, kind = feature & SCREE_FEATURE_KIND;
    return (kind == SCREE_FEATURE_EDGE ? mesh->edge.data[number].kind : mesh->corner.data[number].kind) ==
           SCREE_CELL_FLAT;
}

// ---- deep in a body, or at its sharp corners -----------------------------------------------------------------------------

// A triangle's corners, seen from the centre.
static void corners_of(const scree_mesh *mesh, uint32_t k, scree_vec3 centre, scree_vec3 v[3]) {
    for (int i = 0; i < 3; i++) {
        v[i] = vec_sub(mesh->vertex.data[mesh->triangle.data[k].v[i]], centre);
    }
}

// How far q, in the plane of a triangle, is inside of its side i, m.
static double inside_of(const scree_vec3 v[3], scree_vec3 normal, int i, scree_vec3 q) {
    const scree_vec3 side = vec_sub(v[(i + 1) % 3], v[i]);
    return vec_dot(vec_cross(normal, side), vec_sub(q, v[i])) / vec_norm(side);
}

// Collects the corners of a triangle of a patch, and its sides on the border. Returns whether q, in the plane, is in the triangle.
static bool collect_triangle(scree_mesh_hits *h, const scree_mesh *mesh, const scree_triangle *t,
                             const scree_vec3 v[3], scree_vec3 normal, scree_vec3 q) {
    const double turn =
        inside_of(v, normal, 0, v[2]) < 0.0 ? -1.0 : 1.0; // patches have triangles of both turns
    bool inside = true;
    for (int e = 0; e < 3; e++) {
        inside = inside && turn * inside_of(v, normal, e, q) >= 0.0;
        scree_array_push(&h->corner, v[e]);
        if (mesh->edge.data[t->e[e]].kind != SCREE_CELL_FLAT) {
            const scree_vec3 to = v[(e + 1) % 3];
            const scree_mesh_border b = {turn > 0.0 ? v[e] : to, turn > 0.0 ? to : v[e]};
            scree_array_push(&h->side, b);
        }
    }
    return inside;
}

// Do all corners lie inside of all sides, so that the triangles make up a convex polygon?
static bool is_convex(const scree_mesh_hits *h, scree_vec3 normal, double slack) {
    for (size_t i = 0; i < h->side.n; i++) {
        const scree_vec3 v[3] = {h->side.data[i].from, h->side.data[i].to};
        for (size_t j = 0; j < h->corner.n; j++) {
            if (!(inside_of(v, normal, 0, h->corner.data[j]) > -slack)) {
                return false;
            }
        }
    }
    return true;
}

// Collects the triangles of the patch of triangle k that are within reach. Returns how far q, in its plane, is from the border; 0 if it is outside.
static double collect_patch(scree_mesh_hits *h, const scree_mesh *mesh, uint32_t k, scree_vec3 centre,
                            double far, scree_vec3 q) {
    const scree_vec3 normal = mesh->normal.data[k];
    bool inside = false;
    double border = INFINITY; // m2
    h->corner.n = h->side.n = 0;
    for (size_t i = 0; i < h->n_near; i++) {
        const uint32_t other = h->near[i];
        const scree_triangle *t = &mesh->triangle.data[other];
        scree_vec3 v[3];
        corners_of(mesh, other, centre, v);
        if (t->patch == mesh->triangle.data[k].patch &&
            scree_sphere_triangle(v, mesh->normal.data[other]).d2 < far * far) {
            inside |= collect_triangle(h, mesh, t, v, normal, q);
        }
    }
    for (size_t i = 0; inside && i < h->side.n; i++) {
        const scree_mesh_border *b = &h->side.data[i];
        border = fmin(border, scree_sphere_segment(vec_sub(b->from, q), vec_sub(b->to, q), 0).d2);
    }
    return inside ? sqrt(border) : 0.0;
}

// Is the depth along the normal the least of all? The foot of the body is in the face, and so is all that is nearer to it than `border`. Along a direction at the angle t from the
// normal the depth is at least depth cos t + border sin t, as the farthest point along the normal shows. Beyond 90 degrees it is at least
// depth |cos t| + (border - |back - foot|) sin t: the farthest point on the other side shows it, which is not less deep and has its foot at `back`.
static bool plane_is_least(double depth, double border, scree_vec3 foot, scree_vec3 back) {
    return border - vec_norm(vec_sub(back, foot)) >= depth;
}

static scree_mesh_deep find_deep(scree_mesh_hits *h, const scree_mesh *mesh, uint32_t k, scree_vec3 centre,
                                 double far, double least, scree_vec3 n, double depth, double height) {
    const scree_vec3 normal = mesh->normal.data[k], point = scree_support_of(h->body, n, 0).point,
                     foot = vec_add_scaled(point, -depth, n), middle = vec_scale(height, normal),
                     back = scree_support_of(h->body, vec_scale(-1.0, n), 0).point,
                     under = vec_add_scaled(back, -vec_dot(vec_sub(back, foot), n), n);
    scree_mesh_deep deep = {.patch = mesh->triangle.data[k].patch,
                            .alone = SCREE_MESH_NONE,
                            .found = true,
                            .n = n,
                            .q = foot,
                            .depth = depth};
    const double border = collect_patch(h, mesh, k, centre, far, foot),
                 known = sqrt(far * far - height * height) - vec_norm(vec_sub(foot, middle));
    if (plane_is_least(depth, fmin(border, known), foot, under)) {
        return deep;
    }
    if (!is_convex(h, normal, mesh_point * far)) {
        deep.alone = k;
        scree_array_resize(&h->corner, 3);
        corners_of(mesh, k, centre, h->corner.data);
    }
    const scree_convex_spot s =
        scree_convex_spot_of_corners(h->body, h->corner.data, (int)h->corner.n, n, least);
    h->unfinished += s.unfinished;
    deep.found = s.depth > least;
    deep.n = s.n;
    deep.depth = s.depth;
    deep.q = vec_add_scaled(s.point, -s.depth, s.n);
    return deep;
}

// The depth of the patch of a triangle, found once for all of its triangles, or of the triangle on its own.
static scree_mesh_deep deep_of(scree_mesh_hits *h, const scree_mesh *mesh, uint32_t k, scree_vec3 centre,
                               uint32_t image, double far, double least, scree_vec3 n, double depth,
                               double height) {
    const uint32_t patch = mesh->triangle.data[k].patch;
    for (size_t i = 0; i < h->deep.n; i++) {
        const scree_mesh_deep *d = &h->deep.data[i];
        if (d->patch == patch && d->image == image && d->alone == SCREE_MESH_NONE) {
            return *d;
        }
    }
    scree_mesh_deep deep = find_deep(h, mesh, k, centre, far, least, n, depth, height);
    deep.image = image;
    scree_array_push(&h->deep, deep);
    return deep;
}

static bool deep_hit(scree_mesh_hits *h, const scree_mesh *mesh, uint32_t k, scree_vec3 n, double depth,
                     double height, double r, double far, scree_mesh_hit *x) {
    const scree_mesh_deep deep = deep_of(h, mesh, k, x->centre, x->image, far, r - far, n, depth, height);
    x->q = deep.q;
    x->normal = deep.n;
    x->d = r - deep.depth;
    x->feature = SCREE_FEATURE_NONE; // scree_mesh_convex_gathered sets it
    x->face = SCREE_MESH_NONE;
    return deep.found && x->d < far;
}

// Is a part of a patch as deep as all of it? Then the patch is deepest there.
static bool is_as_deep(scree_mesh_hits *h, const scree_mesh_deep *deep, const scree_vec3 *corner, int n,
                       double near) {
    const double least = deep->depth - near;
    const scree_convex_spot s = scree_convex_spot_of_corners(h->body, corner, n, deep->n, least);
    h->unfinished += s.unfinished;
    return s.depth > least;
}

// The edge or vertex of a triangle at which its patch is deepest; else its face. Places nearer than `near` are one.
static uint32_t feature_at(scree_mesh_hits *h, const scree_mesh *mesh, const scree_mesh_hit *x,
                           const scree_mesh_deep *deep, double near) {
    const scree_triangle *t = scree_hit_triangle(mesh, x);
    const scree_vec3 normal = mesh->normal.data[x->triangle];
    uint32_t feature = SCREE_FEATURE_FACE | t->patch;
    scree_vec3 v[3];
    corners_of(mesh, x->triangle, x->centre, v);
    if (vec_norm2(vec_cross(deep->n, normal)) <
        mesh_point * mesh_point) { // the body leaves through the plane
        return feature;
    }
    for (int k = 0; k < 3; k++) {
        const scree_vec3 end[2] = {v[k], v[(k + 1) % 3]};
        const bool on = fabs(inside_of(v, normal, k, deep->q)) < near;
        feature = on && is_as_deep(h, deep, end, 2, near) ? SCREE_FEATURE_EDGE | t->e[k] : feature;
    }
    for (int k = 0; k < 3; k++) {
        const bool on = vec_norm2(vec_sub(v[k], deep->q)) < near * near;
        feature = on && is_as_deep(h, deep, &v[k], 1, near) ? SCREE_FEATURE_VERTEX | t->v[k] : feature;
    }
    return feature;
}

// How far a place is from the triangle of a hit, m2.
static double aside(const scree_mesh *mesh, const scree_mesh_hit *x, scree_vec3 q) {
    scree_vec3 v[3];
    corners_of(mesh, x->triangle, vec_add(x->centre, q), v);
    return scree_sphere_triangle(v, mesh->normal.data[x->triangle]).d2;
}

// The triangle that holds the place of a patch has to be the nearest one in mesh_touch.c, so the others are put farther by this share of r. The share is
// above TIE there, within which distances are equal, and far below any overlap.
static const double ASIDE = 4e-12;

// Gives the place of a patch to the triangle that holds it, and to those that share the edge or vertex on which it is. The others belong to its region.
static void join_patch(scree_mesh_hits *h, const scree_mesh *mesh, const scree_mesh_deep *deep,
                       uint32_t holder, double r) {
    const uint32_t feature = feature_at(h, mesh, &h->at.data[holder], deep, mesh_point * r);
    const bool face = (feature & SCREE_FEATURE_KIND) == SCREE_FEATURE_FACE;
    for (uint32_t k = 0; k < h->at.n; k++) {
        scree_mesh_hit *x = &h->at.data[k];
        const scree_triangle *t = scree_hit_triangle(mesh, x);
        if (x->image != deep->image || t->patch != deep->patch ||
            (deep->alone != SCREE_MESH_NONE && k != holder)) {
            continue;
        }
        x->q = deep->q;
        x->normal = deep->n;
        x->d = r - deep->depth + (k == holder ? 0.0 : ASIDE * r);
        x->feature = k == holder || (!face && scree_triangle_has(t, feature)) ? feature : SCREE_FEATURE_NONE;
        x->face = k == holder && face ? feature : SCREE_MESH_NONE;
        x->on = k == holder ? SCREE_MESH_NONE : holder;
    }
}

void scree_mesh_convex_gathered(scree_mesh_hits *h, const scree_mesh *mesh, double r) {
    for (size_t i = 0; i < h->deep.n; i++) {
        const scree_mesh_deep *deep = &h->deep.data[i];
        uint32_t holder = SCREE_MESH_NONE;
        double least = INFINITY;
        for (uint32_t k = 0; k < h->at.n && deep->found; k++) {
            const scree_mesh_hit *x = &h->at.data[k];
            const bool of = x->image == deep->image && scree_hit_triangle(mesh, x)->patch == deep->patch &&
                            (deep->alone == SCREE_MESH_NONE || deep->alone == x->triangle);
            const double off = of ? aside(mesh, x, deep->q) : INFINITY;
            holder = off < least ? k : holder;
            least = off < least ? off : least;
        }
        if (holder != SCREE_MESH_NONE) {
            join_patch(h, mesh, deep, holder, r);
        }
    }
}

// Is the body apart from a triangle along the direction in which it is apart from one of its edges?
static bool is_apart(const scree_mesh_hits *h, const scree_vec3 v[3], double least) {
    const scree_convex_sum sum = {.a = h->body, .corner = v, .corners = 3};
    return vec_norm2(h->apart) > 0.0 && scree_convex_look(&sum, h->apart).value <= least;
}

// Is the triangle deepest at a place on an edge? So it is where the body is round there, and the rest of the triangle is as far along the normal, or farther.
static bool is_of_triangle(const scree_mesh_hits *h, const scree_vec3 v[3], const place *p, double r) {
    const double slack = 1e-9 * r; // above rounding; the depth is wrong by no more than this
    bool is = p->depth <= scree_convex_sure(h->body);
    for (int k = 0; k < 3; k++) {
        is = is && vec_dot(p->n, vec_sub(v[k], p->q)) > -slack;
    }
    return is;
}

bool scree_mesh_convex_hit(scree_mesh_hits *h, const scree_mesh *mesh, uint32_t k, scree_vec3 centre,
                           double r, double far, scree_mesh_hit *x) {
    const scree_triangle *t = &mesh->triangle.data[k];
    const scree_vec3 normal = mesh->normal.data[k], *vertex = mesh->vertex.data;
    scree_vec3 v[3] = {vec_sub(vertex[t->v[0]], centre)};
    double depth;
    const double height = vec_dot(normal, v[0]), least = r - far;
    if (fabs(height) >= far) {
        return false;
    }
    const scree_vec3 n = side_of(h->body, normal, height, &depth);
    if (!(depth > least)) {
        return false;
    }
    v[1] = vec_sub(vertex[t->v[1]], centre);
    v[2] = vec_sub(vertex[t->v[2]], centre);
    const bool deep = depth > scree_convex_sure(h->body);
    if (deep && scree_sphere_triangle(v, normal).d2 >= far * far) {
        return false;
    }
    const scree_vec3 foot = vec_add_scaled(scree_support_of(h->body, n, 0).point, -depth, n);
    place best = {.depth = least};
    bool outside = false, found = false;
    h->apart = vec3(0.0, 0.0, 0.0);
    for (int e = 0; e < 3; e++) {
        const scree_vec3 a = v[e], b = v[(e + 1) % 3];
        if (vec_dot(normal, vec_cross(vec_sub(a, foot), vec_sub(b, a))) < 0.0) {
            outside = true;
            found |= edge_place(h, t, a, b, e, best.depth, &best);
        }
    }
    if (deep && !found && is_apart(h, v, least)) {
        return false;
    }
    if (deep && !(found && is_of_triangle(h, v, &best, r))) {
        return deep_hit(h, mesh, k, n, depth, height, r, far, x);
    }
    // Beside an edge or vertex inside a patch, rounding may find the foot in none of the triangles: it is put into this one.
    const double near = mesh_point * r;
    const bool face = !outside || (found && !deep && is_flat_edge(mesh, best.feature) &&
                                   vec_norm2(vec_sub(best.q, foot)) <= near * near);
    x->q = face ? foot : best.q;
    x->normal = face ? n : best.n;
    x->d = r - (face ? depth : best.depth);
    x->feature = face ? SCREE_FEATURE_FACE | t->patch : best.feature;
    x->face = face ? x->feature : SCREE_MESH_NONE;
    return face || found;
}
