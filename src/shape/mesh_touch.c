// SPDX-License-Identifier: BSD-3-Clause
// Faces first, then edges, then vertices; within a kind in ascending triangle number. A nearest point on an
// edge or at a vertex is no contact when
// - a triangle that contains the point comes nearer elsewhere: no local minimum;
// - it lies in the plane of a face contact, or a vertex on the line of an edge contact: a tessellation with
//   cracks wider than the tolerance, where the first rule sees no neighbour;
// - it is the point of a contact that is already there.
// The deepest touching triangle always survives, in its own slot or merged into an equal: a sphere is never
// lost.
#include "shape/mesh_touch.h"
#include "shape/sphere_triangle.h"

#include <string.h>

static const double POINT =
    1e-7; // of r: points nearer than this are one; far above rounding, far below overlaps
static const double PARALLEL =
    5e-7; // 1 - cosine of 1e-3 rad: faces this parallel on one side of the centre are one
static const double TIE = 1e-12;    // of r: rounding of a distance; equally near parallel faces go by number
static const double CENTRE = 1e-12; // of r: nearer than this the direction to an edge or vertex is rounding

typedef struct hit {
    scree_vec3 q;      // nearest point from the centre
    scree_vec3 normal; // unit
    double d;          // |q|; for a face the distance to its plane
    scree_vec3 centre; // as this triangle sees it
    uint32_t slot, triangle, feature;
} hit;

typedef struct hits {
    hit at[SCREE_MESH_TOUCH_MOST];
    int n;
    int accepted[SCREE_MESH_TOUCH_MOST]; // faces, then edges, then vertices
    int n_accepted, n_faces, n_edges;
} hits;

// Makes room by leaving out the shallowest (of equals the last). Deeper neighbours stay, so what is dropped
// as no local minimum is the same. False when the new one is no deeper.
static bool leave_out_shallowest(hits *h, double d) {
    int worst = 0;
    for (int i = 1; i < h->n; i++)
        if (h->at[i].d >= h->at[worst].d)
            worst = i;
    if (d >= h->at[worst].d)
        return false;
    memmove(&h->at[worst], &h->at[worst + 1], (size_t)(h->n - worst - 1) * sizeof *h->at);
    h->n--;
    return true;
}

// Unit vector from the centre into the wall. A centre exactly in the plane counts as on the side of the
// normal, one exactly on an edge or vertex as on that side of this triangle: any answer is arbitrary there,
// this one is no NaN.
static scree_vec3 direction(const scree_near *near, double d, scree_vec3 n, double r) {
    if (near->feature == SCREE_NEAR_FACE)
        return vec_dot(n, near->q) > 0 ? n : vec_scale(-1, n);
    return d > CENTRE * r ? vec_scale(1 / d, near->q) : vec_scale(-1, n);
}

static void gather(hits *h, const scree_mesh *mesh, scree_vec3 at, const scree_vec3 *image, double r,
                   double beyond, const uint32_t *candidate, size_t n) {
    const double far = r + beyond;
    const scree_vec3 *vertex = mesh->vertex.data;
    h->n = 0;
    for (size_t i = 0; i < n; i++) {
        const scree_triangle *t = &mesh->triangle.data[candidate[i]];
        const scree_vec3 normal = mesh->normal.data[candidate[i]],
                         centre = image ? vec_add(at, image[i]) : at;
        scree_vec3 v[3] = {vec_sub(vertex[t->v[0]], centre)};
        if (fabs(vec_dot(normal, v[0])) >= far)
            continue;
        v[1] = vec_sub(vertex[t->v[1]], centre);
        v[2] = vec_sub(vertex[t->v[2]], centre);
        const scree_near near = scree_sphere_triangle(v, normal);
        const double d = sqrt(near.d2);
        if (!(d < far) || (h->n == SCREE_MESH_TOUCH_MOST && !leave_out_shallowest(h, d)))
            continue;
        const uint32_t feature = near.feature == SCREE_NEAR_FACE   ? SCREE_FEATURE_FACE | t->patch
                                 : near.feature == SCREE_NEAR_EDGE ? SCREE_FEATURE_EDGE | t->e[near.k]
                                                                   : SCREE_FEATURE_VERTEX | t->v[near.k];
        h->at[h->n++] =
            (hit){near.q, direction(&near, d, normal, r), d, centre, (uint32_t)i, candidate[i], feature};
    }
}

static bool same_point(const hit *a, const hit *b, double tolerance) {
    return vec_norm2(vec_sub(a->q, b->q)) <= tolerance * tolerance;
}

// Are two face contacts one? Those of one patch, those of one plane seen from its two sides (a centre in the
// plane), and parallel ones on one side of the centre: there the farther face lies behind the nearer.
static bool same_face(const scree_mesh *mesh, const hit *a, const hit *b, double tolerance) {
    if (mesh->triangle.data[a->triangle].patch == mesh->triangle.data[b->triangle].patch)
        return true;
    const double cosine = vec_dot(a->normal, b->normal);
    return cosine > 1 - PARALLEL || (cosine < PARALLEL - 1 && a->d + b->d <= tolerance);
}

static void accept_faces(hits *h, const scree_mesh *mesh, double r) {
    for (int i = 0; i < h->n; i++) {
        const hit *x = &h->at[i];
        if ((x->feature & SCREE_FEATURE_KIND) != SCREE_FEATURE_FACE)
            continue;
        int j = 0;
        while (j < h->n_accepted && !same_face(mesh, x, &h->at[h->accepted[j]], POINT * r))
            j++;
        if (j == h->n_accepted)
            h->accepted[h->n_accepted++] = i;
        else if (x->d < h->at[h->accepted[j]].d - TIE * r)
            h->accepted[j] = i;
    }
    h->n_faces = h->n_accepted;
}

static bool has_edge_or_vertex(const scree_triangle *t, uint32_t feature) {
    const uint32_t number = feature & ~SCREE_FEATURE_KIND, kind = feature & SCREE_FEATURE_KIND;
    if (kind == SCREE_FEATURE_FACE)
        return false;
    const uint32_t *list = kind == SCREE_FEATURE_EDGE ? t->e : t->v;
    return list[0] == number || list[1] == number || list[2] == number;
}

// Does the triangle of y contain the point q (from the centre)?
static bool contains(const scree_mesh *mesh, const hit *y, scree_vec3 q, double tolerance) {
    const scree_triangle *t = &mesh->triangle.data[y->triangle];
    const scree_vec3 normal = mesh->normal.data[y->triangle], p = vec_add(y->centre, q);
    scree_vec3 v[3] = {vec_sub(mesh->vertex.data[t->v[0]], p)};
    if (fabs(vec_dot(normal, v[0])) > tolerance)
        return false;
    v[1] = vec_sub(mesh->vertex.data[t->v[1]], p);
    v[2] = vec_sub(mesh->vertex.data[t->v[2]], p);
    return scree_sphere_triangle(v, normal).d2 <= tolerance * tolerance;
}

// Does no triangle that contains the point of x come nearer somewhere else? All that contain it are among the
// hits. Those around the edge or vertex are known; where triangles meet without sharing it the geometry says.
static bool is_local_minimum(const hits *h, const scree_mesh *mesh, const hit *x, double tolerance) {
    for (int j = 0; j < h->n; j++) {
        const hit *y = &h->at[j];
        if (y->feature != x->feature && !same_point(x, y, tolerance) &&
            (has_edge_or_vertex(&mesh->triangle.data[y->triangle], x->feature) ||
             (y->d < x->d && contains(mesh, y, x->q, tolerance))))
            return false;
    }
    return true;
}

static bool in_face_plane(const hits *h, const hit *x, double tolerance) {
    for (int j = 0; j < h->n_faces; j++) {
        const hit *face = &h->at[h->accepted[j]];
        if (fabs(vec_dot(face->normal, x->q) - face->d) <= tolerance)
            return true;
    }
    return false;
}

static bool on_edge_line(const hits *h, const scree_mesh *mesh, const hit *x, double tolerance) {
    for (int j = h->n_faces; j < h->n_edges; j++) {
        const hit *edge = &h->at[h->accepted[j]];
        const scree_triangle *t = &mesh->triangle.data[edge->triangle];
        const uint32_t number = edge->feature & ~SCREE_FEATURE_KIND;
        const int k = t->e[0] == number ? 0 : t->e[1] == number ? 1 : 2;
        const scree_vec3 along = vec_sub(mesh->vertex.data[t->v[(k + 1) % 3]], mesh->vertex.data[t->v[k]]);
        const scree_vec3 off = vec_cross(vec_sub(x->q, edge->q), along);
        if (vec_norm2(off) <= tolerance * tolerance * vec_norm2(along))
            return true;
    }
    return false;
}

static bool is_there(const hits *h, const hit *x, double tolerance) {
    for (int j = 0; j < h->n_accepted; j++) {
        const hit *y = &h->at[h->accepted[j]];
        if (y->feature == x->feature || same_point(x, y, tolerance))
            return true;
    }
    return false;
}

static void accept_edges_or_vertices(hits *h, const scree_mesh *mesh, uint32_t kind, double tolerance) {
    for (int i = 0; i < h->n; i++) {
        const hit *x = &h->at[i];
        if ((x->feature & SCREE_FEATURE_KIND) == kind && !in_face_plane(h, x, tolerance) &&
            !is_there(h, x, tolerance) && is_local_minimum(h, mesh, x, tolerance) &&
            !(kind == SCREE_FEATURE_VERTEX && on_edge_line(h, mesh, x, tolerance)))
            h->accepted[h->n_accepted++] = i;
    }
}

size_t scree_mesh_touch(const scree_mesh *mesh, scree_vec3 centre, const scree_vec3 *image, double r,
                        double beyond, const uint32_t *candidate, size_t n, scree_mesh_contact *contact) {
    hits h; // about 6 kB
    gather(&h, mesh, centre, image, r, beyond, candidate, n);
    h.n_accepted = 0;
    if (h.n == 1) {
        h.accepted[h.n_accepted++] = 0;
    } else if (h.n > 1) {
        accept_faces(&h, mesh, r);
        accept_edges_or_vertices(&h, mesh, SCREE_FEATURE_EDGE, POINT * r);
        h.n_edges = h.n_accepted;
        accept_edges_or_vertices(&h, mesh, SCREE_FEATURE_VERTEX, POINT * r);
    }
    if (n > 0)
        memset(contact, 0, n * sizeof *contact);
    for (int j = 0; j < h.n_accepted; j++) {
        const hit *x = &h.at[h.accepted[j]];
        contact[x->slot] = (scree_mesh_contact){r - x->d, x->normal, vec_add(x->centre, x->q), x->feature};
    }
    return (size_t)h.n_accepted;
}

// ---- history ----------------------------------------------------------------------------------------------

// Do two triangles meet: a common vertex, a common patch, or one plane (tessellations that do not share
// vertices)?
static bool is_neighbour(const scree_mesh *mesh, uint32_t s, uint32_t t) {
    const scree_triangle *a = &mesh->triangle.data[s], *b = &mesh->triangle.data[t];
    if (s == t || a->patch == b->patch)
        return true;
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            if (a->v[k] == b->v[l])
                return true;
    const scree_vec3 n = mesh->normal.data[s], m = mesh->normal.data[t];
    const scree_vec3 apart = vec_sub(mesh->vertex.data[b->v[0]], mesh->vertex.data[a->v[0]]);
    const double off = vec_dot(n, apart), angle2 = 1e-12; // (1e-6 rad)^2, as for patches
    return vec_norm2(vec_cross(n, m)) <= angle2 && off * off <= angle2 * vec_norm2(apart);
}

// Do slots i and j meet, with features f and g in them? Around an edge or vertex every triangle counts, not
// only the one whose slot it is in; all of them touch, so they are candidates. Of a patch only the slot's own
// triangle counts: which others are candidates depends on how far the search looked.
static bool is_next_to(const scree_mesh *mesh, const uint32_t *candidate, size_t n, size_t i, uint32_t f,
                       size_t j, uint32_t g) {
    for (size_t s = 0; s < n; s++) {
        if (s != i && !has_edge_or_vertex(&mesh->triangle.data[candidate[s]], f))
            continue;
        for (size_t t = 0; t < n; t++)
            if ((t == j || has_edge_or_vertex(&mesh->triangle.data[candidate[t]], g)) &&
                is_neighbour(mesh, candidate[s], candidate[t]))
                return true;
    }
    return false;
}

static bool is_taken(const int32_t *from, size_t n, size_t slot) {
    for (size_t i = 0; i < n; i++)
        if (from[i] == (int32_t)slot)
            return true;
    return false;
}

void scree_mesh_hand_over(const scree_mesh *mesh, const uint32_t *candidate, size_t n, const uint32_t *before,
                          const uint32_t *now, int32_t *from) {
    bool fresh = false;
    for (size_t i = 0; i < n; i++) {
        from[i] = -1;
        if (now[i] == SCREE_FEATURE_NONE)
            continue;
        size_t j = before[i] == now[i] ? i : 0; // mostly it stays where it was
        while (j < n && before[j] != now[i])
            j++;
        if (j < n)
            from[i] = (int32_t)j;
        else
            fresh = true;
    }
    // A feature is in one slot only, so contacts that went on are all taken by now: what is left has ended.
    for (size_t i = 0; fresh && i < n; i++)
        if (now[i] != SCREE_FEATURE_NONE && from[i] < 0)
            for (size_t j = 0; j < n && from[i] < 0; j++)
                if (before[j] != SCREE_FEATURE_NONE && !is_taken(from, n, j) &&
                    is_next_to(mesh, candidate, n, i, now[i], j, before[j]))
                    from[i] = (int32_t)j;
}
