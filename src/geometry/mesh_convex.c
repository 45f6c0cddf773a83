// SPDX-License-Identifier: BSD-3-Clause
// Triangles, edges and vertices as convex bodies touch them. For a sphere of radius r a point q of the mesh has the depth r - |q|; for a convex body this
// is its distance from the surface of the body, the least h(n) - n.q over unit vectors n (convex/point_depth.h). It is a concave function of q, so each triangle
// has one deepest point, and all that mesh_touch.c and mesh_merges.c say of a sphere holds with the depth in place of r - |q|: contacts are the local maxima of
// the depth over the mesh, two regions of contact become one where an edge between them is deepest, and the energy, the sum over contacts less that over meetings, is a
// continuous function of where the body is and how it is turned. What those files call a distance is d = r - depth, with the radius r of the sphere around the body.
//
// The deepest point of a plane is where the body reaches farthest behind it: its depth is that of scree_convex_on_plane, so that a plane cut into triangles
// is a plane. The deepest point of a line has a normal across the line, and that of a convex edge lies between the normals of its two faces, or one of the faces has it.
// - This is exact as long as the depth is less than the radius of curvature of the body where it touches. Beyond it, the depth of a face is still that of its
//   plane, but may be more than that of its edge, so that the energy jumps where the contact goes from one to the other.
// - A sphere has its own code, in which sides of a curve meet earlier (mesh/mesh_bends.h). Convex bodies meet them at their edges alone: a body that fills a hole whose
//   wall has many sides touches all of them, with the stiffness of as many contacts, but also with a continuous energy.
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
    if (!(s.depth > least)) {
        return false;
    }
    h->unfinished += s.unfinished;
    *p = (place){s.depth, a, s.n, SCREE_FEATURE_VERTEX | v};
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
        return false;
    }
    const double along = vec_dot(line, vec_sub(s.point, from));
    if (along > 0.0 && along < length) {
        h->unfinished += s.unfinished;
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
    const scree_vec3 foot = vec_add_scaled(scree_support_of(h->body, n, 0).point, -depth, n);
    v[1] = vec_sub(vertex[t->v[1]], centre);
    v[2] = vec_sub(vertex[t->v[2]], centre);
    place best = {.depth = least};
    bool outside = false, found = false;
    for (int e = 0; e < 3; e++) {
        const scree_vec3 a = v[e], b = v[(e + 1) % 3];
        if (vec_dot(normal, vec_cross(vec_sub(a, foot), vec_sub(b, a))) < 0.0) {
            outside = true;
            found |= edge_place(h, t, a, b, e, best.depth, &best);
        }
    }
    // Beside an edge or vertex inside a patch, rounding may find the foot in none of the triangles: it is put into this one.
    const double near = mesh_point * r;
    const bool face = !outside || (found && is_flat_edge(mesh, best.feature) &&
                                   vec_norm2(vec_sub(best.q, foot)) <= near * near);
    x->q = face ? foot : best.q;
    x->normal = face ? n : best.n;
    x->d = r - (face ? depth : best.depth);
    x->feature = face ? SCREE_FEATURE_FACE | t->patch : best.feature;
    x->face = face ? x->feature : SCREE_MESH_NONE;
    return face || found;
}
