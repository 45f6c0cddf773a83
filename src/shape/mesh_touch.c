// SPDX-License-Identifier: BSD-3-Clause
// Triangles within reach of the sphere are hits: each has its nearest point inside its face, on an edge or at a vertex. First,
// faces become contacts. Then the counts of edges and vertices are summed: 1 for each triangle whose nearest point is on them,
// plus their own count (scree_mesh_cell) at their nearest point. If the sum is 0, they have cancelled; if it is 1 and they are
// a local minimum of the distance, they are a contact; otherwise they are a correction.
//
// Within a shell this is exact. Shells, images and open borders that meet without common vertices would be counted twice; there
// the geometry decides. An edge or vertex is then not a contact if
// - a triangle that contains the point is nearer elsewhere;
// - it is in the plane of a face contact, or is a vertex on the line of an edge contact: gaps between triangles;
// - it is the point of another contact.
// The deepest touching triangle always becomes a contact or is merged into an equal one, so the sphere always has a contact.
#include "shape/mesh_touch.h"
#include "shape/sphere_triangle.h"

#include <string.h>

#define NONE UINT32_MAX

static const double POINT = 1e-7; // of r: nearer points are equal; far above rounding, far below overlaps
static const double CRACK = 1e-3; // of r: width of a gap into which a sphere sinks by 1e-7 of r
static const double PARALLEL =
    5e-7; // 1 - cosine of 1e-3 rad: of two such parallel faces, one behind the other, one counts
static const double TIE =
    1e-12; // of r: rounding of a distance; of parallel faces at equal distance the first by number counts
static const double CENTRE =
    1e-12; // of r: at smaller distances the direction to an edge or vertex is only rounding error

static const double ROUNDING = 1e-12; // of the reach, far above rounding of a distance

typedef struct hit {
    scree_vec3 q;      // nearest point from the centre
    scree_vec3 normal; // unit
    double d;          // |q|; for a face the distance to its plane
    scree_vec3 centre; // of the sphere's image for this triangle
    uint32_t slot, triangle, feature;
    uint32_t face;    // feature of the face if the centre is above it; else NONE
    uint32_t image;   // number of its image among the candidates'
    uint32_t contact; // hit that is the contact of its feature, or NONE
    bool
        behind; // ignored: behind another face, as the far side of a thin plate, or a continuation of another one
} hit;

// An edge or vertex within reach.
typedef struct cell {
    uint32_t feature, image;
    int32_t count;
    uint32_t clamped; // first hit whose nearest point is on it, or NONE
    uint32_t witness; // a hit whose triangle contains it
    scree_vec3 q;     // nearest point from the centre
    double d;
} cell;

typedef struct scree_mesh_hits {
    SCREE_ARRAY(hit) at;
    SCREE_ARRAY(uint32_t) accepted; // hits that are contacts: faces, then edges, vertices
    size_t n_faces, n_edges;        // the faces; faces and edges
    SCREE_ARRAY(cell) cell;
    SCREE_ARRAY(uint32_t) table; // numbers of cells by hash of the feature, NONE where free
} hits;

void scree_mesh_work_clear(scree_mesh_work *work) {
    if (work->hits) {
        scree_array_free(&work->hits->at);
        scree_array_free(&work->hits->accepted);
        scree_array_free(&work->hits->cell);
        scree_array_free(&work->hits->table);
        scree_free(work->hits);
    }
    scree_array_free(&work->correction);
    *work = (scree_mesh_work){0};
}

static hits *prepare(scree_mesh_work *work) {
    if (!work->hits) {
        work->hits = scree_realloc(NULL, 0, sizeof *work->hits);
        memset(work->hits, 0, sizeof *work->hits);
    }
    hits *h = work->hits;
    h->at.n = h->accepted.n = h->cell.n = h->table.n = h->n_faces = h->n_edges = 0;
    work->correction.n = 0;
    return h;
}

// ---- hits -------------------------------------------------------------------------------------------------

// Unit vector from the centre into the wall. A centre exactly in the plane, on an edge or on a vertex is treated as on the side
// of the triangle's normal: an arbitrary choice that avoids NaN.
static scree_vec3 direction(const scree_near *near, double d, scree_vec3 n, double r) {
    if (near->feature == SCREE_NEAR_FACE) {
        return vec_dot(n, near->q) > 0 ? n : vec_scale(-1, n);
    }
    return d > CENTRE * r ? vec_scale(1 / d, near->q) : vec_scale(-1, n);
}

static bool is_flat(const scree_mesh *mesh, uint32_t feature) {
    const uint32_t number = feature & ~SCREE_FEATURE_KIND, kind = feature & SCREE_FEATURE_KIND;
    return (kind == SCREE_FEATURE_EDGE && mesh->edge.data[number].kind == SCREE_CELL_FLAT) ||
           (kind == SCREE_FEATURE_VERTEX && mesh->corner.data[number].kind == SCREE_CELL_FLAT);
}

static uint32_t feature_of(const scree_near *near, const scree_triangle *t) {
    return near->feature == SCREE_NEAR_FACE   ? SCREE_FEATURE_FACE | t->patch
           : near->feature == SCREE_NEAR_EDGE ? SCREE_FEATURE_EDGE | t->e[near->k]
                                              : SCREE_FEATURE_VERTEX | t->v[near->k];
}

// If the centre is above an edge or vertex inside a patch, rounding may find it above none of the triangles: it is put above
// this one.
static void keep_above_patch(const scree_mesh *mesh, const scree_triangle *t, scree_vec3 normal,
                             double height, double r, scree_near *near) {
    if (near->feature != SCREE_NEAR_FACE && is_flat(mesh, feature_of(near, t)) &&
        near->d2 - height * height <= POINT * r * (POINT * r)) {
        *near = (scree_near){vec_scale(height, normal), height * height, SCREE_NEAR_FACE, 0};
    }
}

// The point of triangle k nearest to the centre. False if it is beyond `far`; then it is not set.
static bool reach(const scree_mesh *mesh, uint32_t k, scree_vec3 centre, double r, double far,
                  scree_near *near, double *d) {
    const scree_triangle *t = &mesh->triangle.data[k];
    const scree_vec3 normal = mesh->normal.data[k], *vertex = mesh->vertex.data;
    scree_vec3 v[3] = {vec_sub(vertex[t->v[0]], centre)};
    const double height = vec_dot(normal, v[0]);
    if (fabs(height) >= far) {
        return false;
    }
    v[1] = vec_sub(vertex[t->v[1]], centre);
    v[2] = vec_sub(vertex[t->v[2]], centre);
    *near = scree_sphere_triangle(v, normal);
    keep_above_patch(mesh, t, normal, height, r, near);
    *d = sqrt(near->d2);
    return *d < far;
}

static void gather(hits *h, const scree_mesh *mesh, scree_vec3 at, const scree_vec3 *image, double r,
                   double far, const uint32_t *candidate, size_t n) {
    uint32_t number = 0; // of the image
    for (size_t i = 0; i < n; i++) {
        const scree_triangle *t = &mesh->triangle.data[candidate[i]];
        const scree_vec3 centre = image ? vec_add(at, image[i]) : at;
        number += image && i > 0 && memcmp(&image[i], &image[i - 1], sizeof *image) != 0;
        scree_near near;
        double d;
        if (reach(mesh, candidate[i], centre, r, far, &near, &d)) {
            const scree_vec3 normal = direction(&near, d, mesh->normal.data[candidate[i]], r);
            const uint32_t face = near.feature == SCREE_NEAR_FACE ? SCREE_FEATURE_FACE | t->patch : NONE;
            scree_array_push(&h->at, (hit){near.q, normal, d, centre, (uint32_t)i, candidate[i],
                                           feature_of(&near, t), face, number, NONE, false});
        }
    }
}

// A single candidate, as most spheres at a mesh have; the same numbers.
static size_t touch_one(const scree_mesh *mesh, uint32_t k, scree_vec3 centre, double r, double far,
                        scree_mesh_contact *contact) {
    scree_near near;
    double d;
    if (!reach(mesh, k, centre, r, far, &near, &d)) {
        *contact = (scree_mesh_contact){.feature = SCREE_FEATURE_NONE};
        return 0;
    }
    *contact = (scree_mesh_contact){r - d, direction(&near, d, mesh->normal.data[k], r),
                                    vec_add(centre, near.q), feature_of(&near, &mesh->triangle.data[k])};
    return 1;
}

static bool same_point(const hit *a, const hit *b, double tolerance) {
    return vec_norm2(vec_sub(a->q, b->q)) <= tolerance * tolerance;
}

static const scree_triangle *triangle_of(const scree_mesh *mesh, const hit *x) {
    return &mesh->triangle.data[x->triangle];
}

static bool same_shell(const scree_mesh *mesh, const hit *x, const hit *y) {
    return x->image == y->image && triangle_of(mesh, x)->shell == triangle_of(mesh, y)->shell;
}

// ---- faces ------------------------------------------------------------------------------------------------

// Is the centre on the front side of the face's shell?
static bool from_front(const scree_mesh *mesh, const hit *x) {
    return (vec_dot(mesh->normal.data[x->triangle], x->normal) < 0) != (triangle_of(mesh, x)->flipped != 0);
}

// Is one of two face contacts behind the other? That is, faces of one plane seen from both sides (centre in the plane), or
// parallel faces on one side of the centre; but not neighbours in a slightly curved surface.
static bool one_behind(const scree_mesh *mesh, const hit *a, const hit *b, double tolerance) {
    const double cosine = vec_dot(a->normal, b->normal);
    if (cosine > 1 - PARALLEL) {
        return !same_shell(mesh, a, b) || from_front(mesh, a) != from_front(mesh, b);
    }
    return cosine < PARALLEL - 1 && a->d + b->d <= tolerance;
}

// If the centre is above several triangles of a patch, one of them is the contact. The others count with their nearest point on
// their edges, or are duplicates that lie on the first.
static void choose_one_of_patch(const scree_mesh *mesh, hit *x, double tolerance) {
    const scree_triangle *t = triangle_of(mesh, x);
    scree_near best = {.d2 = HUGE_VAL};
    for (int k = 0; k < 3; k++) {
        const scree_near s =
            scree_sphere_segment(vec_sub(mesh->vertex.data[t->v[k]], x->centre),
                                 vec_sub(mesh->vertex.data[t->v[(k + 1) % 3]], x->centre), k);
        best = s.d2 < best.d2 ? s : best;
    }
    if (best.d2 - x->d * x->d <= tolerance * tolerance) {
        x->feature = feature_of(&best, t);
    } else {
        x->behind = true;
    }
}

static void accept_faces(hits *h, const scree_mesh *mesh, double r) {
    for (uint32_t i = 0; i < h->at.n; i++) {
        hit *x = &h->at.data[i], *y = NULL;
        if ((x->feature & SCREE_FEATURE_KIND) != SCREE_FEATURE_FACE) {
            continue;
        }
        size_t j = 0;
        for (; j < h->accepted.n; j++) {
            y = &h->at.data[h->accepted.data[j]];
            if ((y->feature == x->feature && y->image == x->image) || one_behind(mesh, x, y, POINT * r)) {
                break;
            }
        }
        if (j == h->accepted.n) {
            scree_array_push(&h->accepted, i);
            continue;
        }
        const bool nearer = x->d < y->d - TIE * r;
        hit *left = nearer ? y : x;
        if (y->face == x->face && y->image == x->image) {
            choose_one_of_patch(mesh, left, POINT * r);
        } else {
            left->behind = true;
        }
        if (nearer) {
            h->accepted.data[j] = i;
        }
    }
    h->n_faces = h->accepted.n;
}

// Is the sphere above one patch and within reach of nothing else? Then no edges and vertices need to be counted.
static bool is_one_patch(const hits *h, const scree_mesh *mesh) {
    const hit *first = &h->at.data[0];
    for (size_t i = 1; i < h->at.n; i++) {
        const hit *x = &h->at.data[i];
        if (x->image != first->image || triangle_of(mesh, x)->patch != triangle_of(mesh, first)->patch) {
            return false;
        }
    }
    return h->n_faces > 0;
}

// ---- edges and vertices -----------------------------------------------------------------------------------

static void clear_table(hits *h) {
    size_t size = 16;
    while (size < 14 * h->at.n) { // at most seven cells of a hit
        size *= 2;
    }
    scree_array_reserve(&h->cell, 7 * h->at.n);
    scree_array_resize(&h->table, size);
    memset(h->table.data, 0xff, size * sizeof *h->table.data);
}

static cell *cell_of(hits *h, uint32_t feature, uint32_t i, scree_vec3 q, double d2) {
    const uint32_t image = h->at.data[i].image, mask = (uint32_t)h->table.n - 1;
    uint32_t k = (feature * 0x9e3779b1u ^ image * 0x85ebca6bu) >> 7 & mask;
    for (; h->table.data[k] != NONE; k = (k + 1) & mask) {
        cell *c = &h->cell.data[h->table.data[k]];
        if (c->feature == feature && c->image == image) {
            return c;
        }
    }
    h->table.data[k] = (uint32_t)h->cell.n;
    scree_array_push(&h->cell, (cell){feature, image, 0, NONE, i, q, sqrt(d2)});
    return &h->cell.data[h->cell.n - 1];
}

// Counts the nearest point of hit i, on an edge or vertex. Loops over edges skip those inside a patch, as they contribute
// nothing to their ends; such an edge is counted here if it has the nearest point of a triangle.
static void count_hit(hits *h, const scree_mesh *mesh, uint32_t i) {
    const hit *x = &h->at.data[i];
    const bool flat = is_flat(mesh, x->feature);
    if (flat && (x->feature & SCREE_FEATURE_KIND) == SCREE_FEATURE_VERTEX) {
        return;
    }
    cell *c = cell_of(h, x->feature, i, x->q, x->d * x->d);
    if (flat && c->clamped == NONE) {
        c->count = mesh->edge.data[x->feature & ~SCREE_FEATURE_KIND].count;
    }
    c->clamped = c->clamped == NONE ? i : c->clamped;
    c->count++;
}

// The nearest point of edge k of a triangle counts for the edge, or for the vertex at its end.
static void count_edge(hits *h, const scree_mesh *mesh, uint32_t i, int k, double far) {
    const scree_triangle *t = triangle_of(mesh, &h->at.data[i]);
    const scree_vec3 centre = h->at.data[i].centre;
    const scree_near near = scree_sphere_segment(vec_sub(mesh->vertex.data[t->v[k]], centre),
                                                 vec_sub(mesh->vertex.data[t->v[(k + 1) % 3]], centre), k);
    const uint32_t feature = feature_of(&near, t);
    if (near.d2 < far * far && !is_flat(mesh, feature)) {
        cell_of(h, feature, i, near.q, near.d2)->count += mesh->edge.data[t->e[k]].count;
    }
}

static void count_vertex(hits *h, const scree_mesh *mesh, uint32_t i, int k, double far) {
    const uint32_t v = triangle_of(mesh, &h->at.data[i])->v[k];
    const scree_vec3 q = vec_sub(mesh->vertex.data[v], h->at.data[i].centre);
    const double d2 = vec_norm2(q);
    if (d2 < far * far) {
        cell_of(h, SCREE_FEATURE_VERTEX | v, i, q, d2)->count += mesh->corner.data[v].count;
    }
}

static void count_cells(hits *h, const scree_mesh *mesh, double far) {
    clear_table(h);
    for (uint32_t i = 0; i < h->at.n; i++) {
        const hit *x = &h->at.data[i];
        const uint32_t first = triangle_of(mesh, x)->first;
        if ((x->feature & SCREE_FEATURE_KIND) != SCREE_FEATURE_FACE) {
            count_hit(h, mesh, i);
        }
        for (int k = 0; first && k < 3; k++) {
            if (first & 1 << k) {
                count_edge(h, mesh, i, k, far);
            }
            if (first & 8 << k) {
                count_vertex(h, mesh, i, k, far);
            }
        }
    }
}

// Near the end of an edge, rounding may assign the point to the edge for one triangle and to the vertex for another: they are
// joined.
static void join_equal_cells(hits *h, const scree_mesh *mesh, double tolerance) {
    for (size_t i = 0; i < h->cell.n; i++) {
        cell *a = &h->cell.data[i];
        for (size_t j = i + 1; a->count != 0 && j < h->cell.n; j++) {
            cell *b = &h->cell.data[j];
            if (b->count != 0 && same_shell(mesh, &h->at.data[a->witness], &h->at.data[b->witness]) &&
                vec_norm2(vec_sub(a->q, b->q)) <= tolerance * tolerance) {
                a->count += b->count;
                a->clamped = a->clamped == NONE ? b->clamped : a->clamped;
                b->count = 0;
            }
        }
    }
}

// ---- what meets without sharing vertices ------------------------------------------------------------------

// Does the triangle of y contain the point q (from the centre)?
static bool contains(const scree_mesh *mesh, const hit *y, scree_vec3 q, double tolerance) {
    const scree_triangle *t = triangle_of(mesh, y);
    const scree_vec3 normal = mesh->normal.data[y->triangle], p = vec_add(y->centre, q);
    scree_vec3 v[3] = {vec_sub(mesh->vertex.data[t->v[0]], p)};
    if (fabs(vec_dot(normal, v[0])) > tolerance) {
        return false;
    }
    v[1] = vec_sub(mesh->vertex.data[t->v[1]], p);
    v[2] = vec_sub(mesh->vertex.data[t->v[2]], p);
    return scree_sphere_triangle(v, normal).d2 <= tolerance * tolerance;
}

static bool is_open(const scree_mesh *mesh, uint32_t feature) {
    const uint32_t number = feature & ~SCREE_FEATURE_KIND;
    return ((feature & SCREE_FEATURE_KIND) == SCREE_FEATURE_EDGE
                ? mesh->edge.data[number].kind
                : mesh->corner.data[number].kind) == SCREE_CELL_OPEN;
}

// Is a triangle that contains the point of x, but not its edge or vertex, nearer somewhere else?
static bool comes_nearer_elsewhere(const hits *h, const scree_mesh *mesh, const hit *x, bool open, double r) {
    for (size_t j = 0; j < h->at.n; j++) {
        const hit *y = &h->at.data[j];
        if (y->d < x->d && (open || !same_shell(mesh, x, y)) &&
            !(y->image == x->image && scree_triangle_has(triangle_of(mesh, y), x->feature)) &&
            !same_point(x, y, POINT * r) && contains(mesh, y, x->q, CRACK * r)) {
            return true;
        }
    }
    return false;
}

static bool in_face_plane(const hits *h, const scree_mesh *mesh, const hit *x, double tolerance) {
    for (size_t j = 0; j < h->n_faces; j++) {
        const hit *face = &h->at.data[h->accepted.data[j]];
        if (!same_shell(mesh, x, face) && fabs(vec_dot(face->normal, x->q) - face->d) <= tolerance) {
            return true;
        }
    }
    return false;
}

// Is q on the line of edge `feature` of hit y?
static bool on_line(const scree_mesh *mesh, const hit *y, uint32_t feature, scree_vec3 q, scree_vec3 on_edge,
                    double tolerance) {
    const scree_triangle *t = triangle_of(mesh, y);
    const uint32_t number = feature & ~SCREE_FEATURE_KIND;
    const int k = t->e[0] == number ? 0 : t->e[1] == number ? 1 : 2;
    const scree_vec3 along = vec_sub(mesh->vertex.data[t->v[(k + 1) % 3]], mesh->vertex.data[t->v[k]]);
    const scree_vec3 off = vec_cross(vec_sub(q, on_edge), along);
    return vec_norm2(off) <= tolerance * tolerance * vec_norm2(along);
}

static bool on_edge_line(const hits *h, const scree_mesh *mesh, const hit *x, double tolerance) {
    for (size_t j = h->n_faces; j < h->n_edges; j++) {
        const hit *edge = &h->at.data[h->accepted.data[j]];
        if (!same_shell(mesh, x, edge) && on_line(mesh, edge, edge->feature, x->q, edge->q, tolerance)) {
            return true;
        }
    }
    return false;
}

static bool is_there(const hits *h, const hit *x, double tolerance) {
    for (size_t j = 0; j < h->accepted.n; j++) {
        if (same_point(x, &h->at.data[h->accepted.data[j]], tolerance)) {
            return true;
        }
    }
    return false;
}

// ---- contacts and corrections -----------------------------------------------------------------------------

// Ignores a cell that belongs to another contact, and also the corrections around it.
static void leave_out(hits *h, const cell *c) {
    for (size_t i = 0; i < h->at.n; i++) {
        if (h->at.data[i].feature == c->feature && h->at.data[i].image == c->image) {
            h->at.data[i].behind = true;
        }
    }
}

static void accept_edges_or_vertices(hits *h, const scree_mesh *mesh, uint32_t kind, double r) {
    for (size_t i = 0; i < h->cell.n; i++) {
        cell *c = &h->cell.data[i];
        if (c->count < 1 || c->clamped == NONE || (c->feature & SCREE_FEATURE_KIND) != kind) {
            continue;
        }
        const hit *x = &h->at.data[c->clamped];
        c->count = 0;
        if (!in_face_plane(h, mesh, x, POINT * r) && !is_there(h, x, POINT * r) &&
            !comes_nearer_elsewhere(h, mesh, x, is_open(mesh, x->feature), r) &&
            !(kind == SCREE_FEATURE_VERTEX && on_edge_line(h, mesh, x, POINT * r))) {
            scree_array_push(&h->accepted, c->clamped);
        } else {
            leave_out(h, c);
        }
    }
}

// Sets for every hit the contact of its feature.
static void set_contact_of_hits(hits *h) {
    for (size_t i = 0; i < h->at.n; i++) {
        for (size_t j = 0; j < h->accepted.n && h->at.data[i].contact == NONE; j++) {
            const hit *x = &h->at.data[h->accepted.data[j]];
            if ((x->feature == h->at.data[i].feature || x->feature == h->at.data[i].face) &&
                x->image == h->at.data[i].image) {
                h->at.data[i].contact = h->accepted.data[j];
            }
        }
    }
}

// The contacts nearest to the point of a cell, four at most, in ascending distance.
typedef struct parents {
    uint32_t n, hit[SCREE_CORRECTION_PARENTS];
    double apart[SCREE_CORRECTION_PARENTS]; // m2, squared distances
} parents;

static void add_parent(parents *p, const hits *h, uint32_t contact, scree_vec3 q) {
    for (uint32_t j = 0; j < p->n; j++) {
        if (p->hit[j] == contact) {
            return;
        }
    }
    const double d2 = vec_norm2(vec_sub(h->at.data[contact].q, q));
    uint32_t at = p->n < SCREE_CORRECTION_PARENTS ? p->n++ : SCREE_CORRECTION_PARENTS;
    for (; at > 0 && p->apart[at - 1] > d2; at--) {
        if (at < SCREE_CORRECTION_PARENTS) {
            p->apart[at] = p->apart[at - 1], p->hit[at] = p->hit[at - 1];
        }
    }
    if (at < SCREE_CORRECTION_PARENTS) {
        p->apart[at] = d2, p->hit[at] = contact;
    }
}

// The contacts around the cell, or any if there are none. No parents next to a face that is behind another, because everything
// there is ignored, and on an open border that continues another.
static parents find_parents(const hits *h, const scree_mesh *mesh, const cell *c) {
    parents p = {0};
    for (size_t i = 0; i < h->at.n; i++) {
        const hit *x = &h->at.data[i];
        if (x->image != c->image || !scree_triangle_has(triangle_of(mesh, x), c->feature)) {
            continue;
        }
        if (x->behind) {
            return (parents){0};
        }
        if (x->contact != NONE) {
            add_parent(&p, h, x->contact, c->q);
        }
    }
    if (p.n == 0 && !is_open(mesh, c->feature)) {
        for (size_t j = 0; j < h->accepted.n; j++) {
            add_parent(&p, h, h->accepted.data[j], c->q);
        }
    }
    return p;
}

// Shares by inverse squared distance, without division: a parent at the point of the correction gets everything.
static void set_shares(scree_mesh_correction *to, const double *apart, double r) {
    double sum = 0.0;
    for (uint32_t i = 0; i < to->parents; i++) {
        to->share[i] = 1.0;
        for (uint32_t j = 0; j < to->parents; j++) {
            to->share[i] *= j == i ? 1.0 : apart[j] / (r * r);
        }
        sum += to->share[i];
    }
    for (uint32_t i = 0; i < to->parents; i++) {
        to->share[i] = sum > 0.0 ? to->share[i] / sum : 1.0 / to->parents;
    }
}

// Is the cell a vertex on the line of an edge that is already a correction, where a mesh continues in its next image?
static bool continues_correction(const hits *h, const scree_mesh *mesh, const cell *c, double tolerance) {
    for (size_t i = 0; i < h->cell.n; i++) {
        const cell *edge = &h->cell.data[i];
        if (edge->count == c->count && (edge->feature & SCREE_FEATURE_KIND) == SCREE_FEATURE_EDGE &&
            !same_shell(mesh, &h->at.data[edge->witness], &h->at.data[c->witness]) &&
            on_line(mesh, &h->at.data[edge->witness], edge->feature, c->q, edge->q, tolerance)) {
            return true;
        }
    }
    return false;
}

static void correct(hits *h, const scree_mesh *mesh, double r, scree_mesh_work *work) {
    bool named = false;
    for (size_t i = 0; i < h->cell.n; i++) {
        const cell *c = &h->cell.data[i];
        if (c->count == 0 || !(c->d > CENTRE * r)) {
            continue;
        }
        if (!named) {
            set_contact_of_hits(h);
        }
        named = true;
        const parents p = find_parents(h, mesh, c);
        if (p.n == 0 || ((c->feature & SCREE_FEATURE_KIND) == SCREE_FEATURE_VERTEX &&
                         continues_correction(h, mesh, c, POINT * r))) {
            continue;
        }
        scree_mesh_correction one = {.overlap = r - c->d,
                                     .normal = vec_scale(1 / c->d, c->q),
                                     .count = c->count,
                                     .slot = h->at.data[c->witness].slot,
                                     .parents = p.n};
        set_shares(&one, p.apart, r);
        for (uint32_t j = 0; j < p.n; j++) {
            one.parent[j] = h->at.data[p.hit[j]].slot;
        }
        scree_array_push(&work->correction, one);
    }
}

size_t scree_mesh_touch(const scree_mesh *mesh, scree_vec3 centre, const scree_vec3 *image, double r,
                        double beyond, const uint32_t *candidate, size_t n, scree_mesh_work *work,
                        scree_mesh_contact *contact) {
    if (n == 1) {
        work->correction.n = 0;
        return touch_one(mesh, candidate[0], image ? vec_add(centre, image[0]) : centre, r, r + beyond,
                         contact);
    }
    hits *h = prepare(work);
    gather(h, mesh, centre, image, r, r + beyond, candidate, n);
    if (h->at.n == 1) {
        scree_array_push(&h->accepted, 0);
    } else if (h->at.n > 1) {
        accept_faces(h, mesh, r);
        if (!is_one_patch(h, mesh)) {
            count_cells(h, mesh, r + beyond);
            join_equal_cells(h, mesh, POINT * r);
            accept_edges_or_vertices(h, mesh, SCREE_FEATURE_EDGE, r);
            h->n_edges = h->accepted.n;
            accept_edges_or_vertices(h, mesh, SCREE_FEATURE_VERTEX, r);
            correct(h, mesh, r, work);
        }
    }
    if (n > 0) {
        memset(contact, 0, n * sizeof *contact);
    }
    for (size_t j = 0; j < h->accepted.n; j++) {
        const hit *x = &h->at.data[h->accepted.data[j]];
        contact[x->slot] = (scree_mesh_contact){r - x->d, x->normal, vec_add(x->centre, x->q), x->feature};
    }
    return h->accepted.n;
}

double scree_mesh_possible(const scree_mesh *mesh, scree_vec3 centre, double far, double margin,
                           const uint32_t *candidate, size_t n, uint32_t *possible, uint32_t *n_possible) {
    const scree_vec3 *vertex = mesh->vertex.data;
    double nearest = INFINITY; // of the others
    uint32_t found = 0;
    for (uint32_t i = 0; i < n; i++) {
        const scree_triangle *t = &mesh->triangle.data[candidate[i]];
        const scree_vec3 normal = mesh->normal.data[candidate[i]];
        scree_vec3 v[3] = {vec_sub(vertex[t->v[0]], centre)};
        double d = fabs(vec_dot(normal, v[0])); // a lower bound
        if (d < far + margin) {
            v[1] = vec_sub(vertex[t->v[1]], centre);
            v[2] = vec_sub(vertex[t->v[2]], centre);
            d = sqrt(scree_sphere_triangle(v, normal).d2);
        }
        if (d < far + margin) {
            possible[found++] = i;
        } else {
            nearest = fmin(nearest, d);
        }
    }
    *n_possible = found;
    return fmax(0.999 * (nearest - far) - ROUNDING * far, 0.0);
}
