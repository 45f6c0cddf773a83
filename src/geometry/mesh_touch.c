// SPDX-License-Identifier: BSD-3-Clause
// Triangles within reach of the sphere are hits: each has its nearest point inside its face, on an edge or at a vertex. Local
// minima of the distance are contacts: first faces, then edges and vertices of which all triangles have their nearest point there.
// mesh_merges.c finds where the regions of these contacts meet.
//
// Within a shell this is exact. Shells, images and open borders that meet without common vertices would be counted twice; there
// the geometry decides. A local minimum is then not a contact, but belongs to the region of another hit, if
// - a triangle that contains the point is nearer elsewhere;
// - it is in the plane of a face contact, or is a vertex on the line of an edge contact: gaps between triangles;
// - it is the point of another contact.
// The deepest touching triangle always becomes a contact or is merged into an equal one, so the sphere always has a contact.
#include "geometry/mesh_hits.h"

#include <string.h>

#define NONE SCREE_MESH_NONE

static const double CRACK = 1e-3; // of r: width of a gap into which a sphere sinks by 1e-7 of r
static const double PARALLEL =
    5e-7; // 1 - cosine of 1e-3 rad: of two such parallel faces, one behind the other, one counts
static const double TIE =
    1e-12; // of r: rounding of a distance; of parallel faces at equal distance the first by number counts
static const double ROUNDING = 1e-12; // of the reach, far above rounding of a distance

typedef scree_mesh_hit hit;
typedef scree_mesh_hits hits;

void scree_mesh_work_clear(scree_mesh_work *work) {
    if (work->hits) {
        scree_array_free(&work->hits->at);
        scree_array_free(&work->hits->accepted);
        scree_array_free(&work->hits->minimum);
        scree_array_free(&work->hits->meeting);
        scree_array_free(&work->hits->table);
        scree_array_free(&work->hits->slice);
        scree_array_free(&work->hits->along);
        scree_array_free(&work->hits->region);
        scree_array_free(&work->hits->counted);
        scree_array_free(&work->hits->contact);
        scree_array_free(&work->hits->next);
        scree_array_free(&work->hits->node);
        scree_array_free(&work->hits->corner);
        scree_array_free(&work->hits->side);
        scree_array_free(&work->hits->deep);
        scree_free(work->hits);
    }
    scree_array_free(&work->correction);
    *work = (scree_mesh_work){0};
}

static hits *prepare(scree_mesh_work *work, const scree_convex *body) {
    if (!work->hits) {
        work->hits = scree_zeros(sizeof *work->hits);
    }
    hits *h = work->hits;
    h->body = body;
    h->unfinished = 0;
    h->deep.n = 0;
    h->at.n = h->accepted.n = h->minimum.n = h->n_faces = h->n_edges = 0;
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
    return d > mesh_centre * r ? vec_scale(1 / d, near->q) : vec_scale(-1, n);
}

static bool is_flat(const scree_mesh *mesh, uint32_t feature) {
    const uint32_t number = feature & ~SCREE_FEATURE_KIND, kind = feature & SCREE_FEATURE_KIND;
    return (kind == SCREE_FEATURE_EDGE && mesh->edge.data[number].kind == SCREE_CELL_FLAT) ||
           (kind == SCREE_FEATURE_VERTEX && mesh->corner.data[number].kind == SCREE_CELL_FLAT);
}

// If the centre is above an edge or vertex inside a patch, rounding may find it above none of the triangles: it is put above
// this one.
static void keep_above_patch(const scree_mesh *mesh, const scree_triangle *t, scree_vec3 normal,
                             double height, double r, scree_near *near) {
    if (near->feature != SCREE_NEAR_FACE && is_flat(mesh, scree_near_feature(near, t)) &&
        near->d2 - height * height <= mesh_point * r * (mesh_point * r)) {
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

// The candidates from i on that are in the same image.
static void set_near(hits *h, const scree_vec3 *image, const uint32_t *candidate, size_t i, size_t n) {
    size_t end = image ? i + 1 : n;
    while (end < n && memcmp(&image[end], &image[i], sizeof *image) == 0) {
        end++;
    }
    h->near = candidate + i;
    h->n_near = end - i;
}

static void gather(hits *h, const scree_mesh *mesh, scree_vec3 at, const scree_vec3 *image, double r,
                   double far, const uint32_t *candidate, size_t n) {
    uint32_t number = 0; // of the image
    for (size_t i = 0; i < n; i++) {
        const scree_triangle *t = &mesh->triangle.data[candidate[i]];
        const scree_vec3 centre = image ? vec_add(at, image[i]) : at;
        const bool next = i == 0 || (image && memcmp(&image[i], &image[i - 1], sizeof *image) != 0);
        number += i > 0 && next;
        if (next) {
            set_near(h, image, candidate, i, n);
        }
        scree_near near;
        double d;
        if (h->body) {
            hit x = {.centre = centre,
                     .slot = (uint32_t)i,
                     .triangle = candidate[i],
                     .image = number,
                     .at = NONE,
                     .on = NONE};
            if (scree_mesh_convex_hit(h, mesh, candidate[i], centre, r, far, &x)) {
                scree_array_push(&h->at, x);
            }
        } else if (reach(mesh, candidate[i], centre, r, far, &near, &d)) {
            const scree_vec3 normal = direction(&near, d, mesh->normal.data[candidate[i]], r);
            const uint32_t face = near.feature == SCREE_NEAR_FACE ? SCREE_FEATURE_FACE | t->patch : NONE;
            scree_array_push(&h->at, (hit){near.q, normal, d, centre, (uint32_t)i, candidate[i],
                                           scree_near_feature(&near, t), face, number, NONE, NONE, false});
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
    *contact =
        (scree_mesh_contact){r - d, direction(&near, d, mesh->normal.data[k], r), vec_add(centre, near.q),
                             scree_near_feature(&near, &mesh->triangle.data[k])};
    return 1;
}

static bool same_point(const hit *a, const hit *b, double tolerance) {
    return vec_norm2(vec_sub(a->q, b->q)) <= tolerance * tolerance;
}

static bool same_shell(const scree_mesh *mesh, const hit *x, const hit *y) {
    return x->image == y->image && scree_hit_triangle(mesh, x)->shell == scree_hit_triangle(mesh, y)->shell;
}

// ---- faces ------------------------------------------------------------------------------------------------

// Is the centre on the front side of the face's shell?
static bool from_front(const scree_mesh *mesh, const hit *x) {
    return (vec_dot(mesh->normal.data[x->triangle], x->normal) < 0) !=
           (scree_hit_triangle(mesh, x)->flipped != 0);
}

// Is one of two face contacts behind the other? That is, faces of one plane seen from both sides (centre in the plane), or
// parallel faces on one side of the centre; but not neighbours in a slightly curved surface.
static bool one_behind(const hits *h, const scree_mesh *mesh, const hit *a, const hit *b, double tolerance) {
    const double cosine = vec_dot(a->normal, b->normal);
    if (cosine > 1 - PARALLEL) {
        return !same_shell(mesh, a, b) || from_front(mesh, a) != from_front(mesh, b);
    }
    return cosine < PARALLEL - 1 &&
           (h->body ? fabs(vec_dot(a->normal, vec_sub(a->q, b->q))) : a->d + b->d) <= tolerance;
}

// If the centre is above several triangles of a patch, one of them is the contact. The others count with their nearest point on
// their edges, or are duplicates that lie on the first.
static void choose_one_of_patch(const hits *h, const scree_mesh *mesh, hit *x, double tolerance) {
    const scree_triangle *t = scree_hit_triangle(mesh, x);
    const scree_vec3 from = h->body ? vec_add(x->centre, x->q) : x->centre;
    scree_near best = {.d2 = HUGE_VAL};
    for (int k = 0; k < 3; k++) {
        const scree_near s = scree_sphere_segment(vec_sub(mesh->vertex.data[t->v[k]], from),
                                                  vec_sub(mesh->vertex.data[t->v[(k + 1) % 3]], from), k);
        best = s.d2 < best.d2 ? s : best;
    }
    if (best.d2 - (h->body ? 0.0 : x->d * x->d) <= tolerance * tolerance) {
        x->feature = scree_near_feature(&best, t);
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
            if ((y->feature == x->feature && y->image == x->image) ||
                one_behind(h, mesh, x, y, mesh_point * r)) {
                break;
            }
        }
        if (j == h->accepted.n) {
            scree_array_push(&h->accepted, i);
            continue;
        }
        const bool nearer = x->d < y->d - TIE * r;
        hit *left = nearer ? y : x;
        left->on = nearer ? i : h->accepted.data[j];
        if (y->face == x->face && y->image == x->image) {
            choose_one_of_patch(h, mesh, left, mesh_point * r);
        }
        if (nearer) {
            h->accepted.data[j] = i;
        }
    }
    h->n_faces = h->accepted.n;
}

// Is the face of one patch the only contact? It is if the sphere is above this patch, and the distance to every other triangle within reach is
// least where that triangle meets a nearer one.
static bool is_one_patch(const hits *h, const scree_mesh *mesh) {
    const hit *first = &h->at.data[0];
    for (size_t i = 0; i < h->at.n; i++) {
        const hit *x = &h->at.data[i];
        if (x->image != first->image ||
            scree_hit_triangle(mesh, x)->patch != scree_hit_triangle(mesh, first)->patch ||
            ((x->feature & SCREE_FEATURE_KIND) != SCREE_FEATURE_FACE && !is_flat(mesh, x->feature))) {
            return false;
        }
    }
    return h->n_faces > 0;
}

// ---- edges and vertices -----------------------------------------------------------------------------------

// Near the end of an edge, rounding may assign the point to the edge for one triangle and to the vertex for another: it is at the
// vertex for all.
static void set_place(const scree_mesh *mesh, hit *x, double tolerance) {
    const scree_triangle *t = scree_hit_triangle(mesh, x);
    x->at = x->feature;
    for (int k = 0; k < 3 && (x->feature & SCREE_FEATURE_KIND) == SCREE_FEATURE_EDGE; k++) {
        for (int end = k; t->e[k] == (x->feature & ~SCREE_FEATURE_KIND) && end < k + 2; end++) {
            const uint32_t v = t->v[end % 3];
            if (vec_norm2(vec_sub(vec_sub(mesh->vertex.data[v], x->centre), x->q)) <= tolerance * tolerance) {
                x->at = SCREE_FEATURE_VERTEX | v;
            }
        }
    }
}

// Chooses, of two hits at one place, the one with the nearest point. A point on an edge is preferred to the end of the edge, because rounding
// may not distinguish them.
static bool is_before(const hit *x, const hit *y) {
    const uint32_t kind = x->feature & SCREE_FEATURE_KIND, other = y->feature & SCREE_FEATURE_KIND;
    return kind < other || (kind == other && x->d < y->d);
}

static void find_minima(hits *h, const scree_mesh *mesh, double r) {
    scree_mesh_clear_table(h, 7 * h->at.n); // the places of the hits, and all their edges and vertices
    for (uint32_t i = 0; i < h->at.n; i++) {
        hit *x = &h->at.data[i];
        set_place(mesh, x, mesh_point * r);
        if ((x->at & SCREE_FEATURE_KIND) == SCREE_FEATURE_FACE) {
            continue;
        }
        uint32_t *number = scree_mesh_value(h, x->at, x->image);
        if (*number == NONE) {
            *number = (uint32_t)h->minimum.n;
            scree_array_push(&h->minimum, (scree_mesh_minimum){x->at, x->image, i, 0, 0});
        }
        scree_mesh_minimum *m = &h->minimum.data[*number];
        m->nearest = is_before(x, &h->at.data[m->nearest]) ? i : m->nearest;
        m->clamped++;
    }
    for (size_t i = 0; i < h->at.n && h->minimum.n > 0; i++) {
        const hit *x = &h->at.data[i];
        const scree_triangle *t = scree_hit_triangle(mesh, x);
        for (int k = 0; k < 6; k++) {
            const uint32_t feature =
                               k < 3 ? SCREE_FEATURE_EDGE | t->e[k] : SCREE_FEATURE_VERTEX | t->v[k - 3],
                           number = scree_mesh_find(h, feature, x->image);
            if (number != NONE) {
                h->minimum.data[number].touched++;
            }
        }
    }
}

// ---- what meets without sharing vertices ------------------------------------------------------------------

// Does the triangle of y contain the point q (from the centre)?
static bool contains(const scree_mesh *mesh, const hit *y, scree_vec3 q, double tolerance) {
    const scree_triangle *t = scree_hit_triangle(mesh, y);
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

// ---- hits near a point ------------------------------------------------------------------------------------

static size_t slice_of(const hits *h, double coordinate) {
    const double k = (coordinate - h->from) * h->scale;
    return k > 0.0 ? k < (double)h->at.n ? (size_t)k : h->at.n - 1 : 0;
}

// Sorts the hits into as many slices as there are hits, so that a search around a point looks at few of them.
static void make_slices(hits *h) {
    const size_t n = h->at.n;
    scree_vec3 low = h->at.data[0].q, high = low;
    for (size_t i = 1; i < n; i++) {
        const scree_vec3 q = h->at.data[i].q;
        low = vec3(fmin(low.x, q.x), fmin(low.y, q.y), fmin(low.z, q.z));
        high = vec3(fmax(high.x, q.x), fmax(high.y, q.y), fmax(high.z, q.z));
    }
    const scree_vec3 size = vec_sub(high, low);
    h->axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    h->from = vec_get(low, h->axis);
    h->scale = vec_get(size, h->axis) > 0.0 ? (double)n / vec_get(size, h->axis) : 0.0;
    scree_array_resize(&h->along, n);
    scree_array_zeros(&h->slice, n + 1);
    for (size_t i = 0; i < n; i++) {
        h->slice.data[slice_of(h, vec_get(h->at.data[i].q, h->axis))]++;
    }
    for (size_t k = 1; k <= n; k++) {
        h->slice.data[k] += h->slice.data[k - 1];
    }
    for (size_t i = n; i-- > 0;) { // each slice is filled from its end
        h->along.data[--h->slice.data[slice_of(h, vec_get(h->at.data[i].q, h->axis))]] = (uint32_t)i;
    }
}

// The hits whose points may be within `far` of q: those at places *first to *end - 1 of h->along.
static void near_hits(const hits *h, scree_vec3 q, double far, size_t *first, size_t *end) {
    const double at = vec_get(q, h->axis);
    *first = h->slice.data[slice_of(h, at - far)];
    *end = h->slice.data[slice_of(h, at + far) + 1];
}

// The first triangle that contains the point of x, but not its edge or vertex, and is nearer somewhere else; NONE if there is none.
static uint32_t nearer_elsewhere(const hits *h, const scree_mesh *mesh, const hit *x, double least,
                                 double r) {
    const bool open = is_open(mesh, x->feature);
    // A triangle is convex: its points at the distance `far` are within a sphere around its nearest point, which is at `least` or more.
    const double crack = CRACK * r, far = x->d + crack, rest = 2.0 * crack * far + crack * crack;
    size_t k, end;
    uint32_t first = NONE;
    const bool all = h->body != NULL; // what is said of the distances is not known of convex bodies
    near_hits(h, x->q, all ? INFINITY : sqrt(far * far - least * least + rest), &k, &end);
    for (; k < end; k++) {
        const uint32_t j = h->along.data[k];
        const hit *y = &h->at.data[j];
        if (j < first && y->d < x->d &&
            (all || vec_norm2(vec_sub(x->q, y->q)) <= far * far - y->d * y->d + rest) &&
            (open || !same_shell(mesh, x, y)) &&
            !(y->image == x->image && scree_triangle_has(scree_hit_triangle(mesh, y), x->feature)) &&
            !same_point(x, y, mesh_point * r) && contains(mesh, y, x->q, crack)) {
            first = j;
        }
    }
    return first;
}

// The face contact in whose plane x is, or NONE.
static uint32_t in_face_plane(const hits *h, const scree_mesh *mesh, const hit *x, double tolerance) {
    for (size_t j = 0; j < h->n_faces; j++) {
        const hit *face = &h->at.data[h->accepted.data[j]];
        const double height = h->body ? vec_dot(face->normal, face->q) : face->d;
        if (!same_shell(mesh, x, face) && fabs(vec_dot(face->normal, x->q) - height) <= tolerance) {
            return h->accepted.data[j];
        }
    }
    return NONE;
}

// Is q on the line of the edge of hit y?
static bool on_line(const scree_mesh *mesh, const hit *y, scree_vec3 q, double tolerance) {
    const scree_triangle *t = scree_hit_triangle(mesh, y);
    const uint32_t number = y->feature & ~SCREE_FEATURE_KIND;
    const int k = t->e[0] == number ? 0 : t->e[1] == number ? 1 : 2;
    const scree_vec3 along = vec_sub(mesh->vertex.data[t->v[(k + 1) % 3]], mesh->vertex.data[t->v[k]]);
    const scree_vec3 off = vec_cross(vec_sub(q, y->q), along);
    return vec_norm2(off) <= tolerance * tolerance * vec_norm2(along);
}

static uint32_t on_edge_line(const hits *h, const scree_mesh *mesh, const hit *x, double tolerance) {
    for (size_t j = h->n_faces; j < h->n_edges; j++) {
        const hit *edge = &h->at.data[h->accepted.data[j]];
        if (!same_shell(mesh, x, edge) && on_line(mesh, edge, x->q, tolerance)) {
            return h->accepted.data[j];
        }
    }
    return NONE;
}

static uint32_t at_contact(const hits *h, const hit *x, double tolerance) {
    size_t k, end;
    near_hits(h, x->q, tolerance, &k, &end);
    for (; k < end; k++) {
        const hit *y = &h->at.data[h->along.data[k]];
        if (y->accepted && same_point(x, y, tolerance)) {
            return h->along.data[k];
        }
    }
    return NONE;
}

// ---- contacts ---------------------------------------------------------------------------------------------

static void accept(hits *h, uint32_t i) {
    h->at.data[i].accepted = true;
    scree_array_push(&h->accepted, i);
}

static void accept_edges_or_vertices(hits *h, const scree_mesh *mesh, uint32_t kind, double least, double r) {
    for (size_t i = 0; i < h->minimum.n; i++) {
        const scree_mesh_minimum *m = &h->minimum.data[i];
        if (m->clamped < m->touched || (m->feature & SCREE_FEATURE_KIND) != kind) {
            continue;
        }
        hit *x = &h->at.data[m->nearest];
        uint32_t on = in_face_plane(h, mesh, x, mesh_point * r);
        on = on == NONE ? at_contact(h, x, mesh_point * r) : on;
        on = on == NONE ? nearer_elsewhere(h, mesh, x, least, r) : on;
        on = on == NONE && kind == SCREE_FEATURE_VERTEX ? on_edge_line(h, mesh, x, mesh_point * r) : on;
        x->on = on;
        if (on == NONE) {
            accept(h, m->nearest);
        }
    }
}

// Edges and vertices, and where the regions of contact meet.
static void accept_others(hits *h, const scree_mesh *mesh, double r, double far, scree_mesh_work *work) {
    find_minima(h, mesh, r);
    uint32_t nearest = 0;
    for (uint32_t i = 0; i < h->at.n; i++) {
        nearest = h->at.data[i].d < h->at.data[nearest].d ? i : nearest;
    }
    const double least = h->at.data[nearest].d;
    make_slices(h);
    for (size_t j = 0; j < h->n_faces; j++) {
        h->at.data[h->accepted.data[j]].accepted = true;
    }
    accept_edges_or_vertices(h, mesh, SCREE_FEATURE_EDGE, least, r);
    h->n_edges = h->accepted.n;
    accept_edges_or_vertices(h, mesh, SCREE_FEATURE_VERTEX, least, r);
    if (h->accepted.n == 0) { // by rounding
        accept(h, nearest);
    }
    if (h->accepted.n > 1) {
        scree_mesh_merge(h, mesh, r, far, work);
    }
}

size_t scree_mesh_touch(const scree_mesh *mesh, scree_vec3 centre, const scree_vec3 *image, double r,
                        double beyond, const scree_convex *body, const uint32_t *candidate, size_t n,
                        scree_mesh_work *work, scree_mesh_contact *contact) {
    work->unfinished = 0;
    if (n == 1 && !body) {
        work->correction.n = 0;
        return touch_one(mesh, candidate[0], image ? vec_add(centre, image[0]) : centre, r, r + beyond,
                         contact);
    }
    hits *h = prepare(work, body);
    gather(h, mesh, centre, image, r, r + beyond, candidate, n);
    scree_mesh_convex_gathered(h, mesh, r);
    if (h->at.n == 1) {
        scree_array_push(&h->accepted, 0);
    } else if (h->at.n > 1) {
        accept_faces(h, mesh, r);
        if (!is_one_patch(h, mesh)) {
            accept_others(h, mesh, r, r + beyond, work);
        }
    }
    scree_clear(contact, n * sizeof *contact);
    for (size_t j = 0; j < h->accepted.n; j++) {
        const hit *x = &h->at.data[h->accepted.data[j]];
        contact[x->slot] = (scree_mesh_contact){r - x->d, x->normal, vec_add(x->centre, x->q), x->feature};
    }
    work->unfinished = h->unfinished;
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
