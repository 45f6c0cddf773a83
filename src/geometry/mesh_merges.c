// SPDX-License-Identifier: BSD-3-Clause
// Finds where the regions of a mesh within a distance of the sphere's centre meet as this distance grows. At first each triangle is a region
// of its own; the edges unite regions in the order of their distance (J. B. Kruskal, Proc. Am. Math. Soc. 7 (1956) 48). An edge that unites
// two regions with a contact each is a correction; an edge that closes a loop, within one region, is not. Sides of a curve (mesh/mesh_bends.h)
// meet before the edge between them is reached.
#include "geometry/mesh_hits.h"

#include <string.h>

#define NONE SCREE_MESH_NONE

// Of a bend, so that a ring of any number of sides carries as much as 1 + 2.5 * 2 pi * 0.25 = 4.9 contacts of Hertz's law at most. With less, the
// force of a sphere that moves from side to side in the ring would turn within a shorter way, which is as stiff.
static const double SOFTNESS = 0.25;

void scree_mesh_clear_table(scree_mesh_hits *h, size_t entries) {
    size_t size = 16;
    while (size < 2 * entries) {
        size *= 2;
    }
    scree_array_resize(&h->table, size);
    memset(h->table.data, 0xff, size * sizeof *h->table.data);
}

static scree_mesh_place *place_of(const scree_mesh_hits *h, uint32_t feature, uint32_t image) {
    const uint32_t mask = (uint32_t)h->table.n - 1;
    uint32_t k = (feature * 0x9e3779b1u ^ image * 0x85ebca6bu) >> 7 & mask;
    while (h->table.data[k].feature != NONE &&
           (h->table.data[k].feature != feature || h->table.data[k].image != image)) {
        k = (k + 1) & mask;
    }
    return &h->table.data[k];
}

uint32_t scree_mesh_find(const scree_mesh_hits *h, uint32_t feature, uint32_t image) {
    return place_of(h, feature, image)->value;
}

uint32_t *scree_mesh_value(scree_mesh_hits *h, uint32_t feature, uint32_t image) {
    scree_mesh_place *place = place_of(h, feature, image);
    place->feature = feature;
    place->image = image;
    return &place->value;
}

// ---- meetings ---------------------------------------------------------------------------------------------

static void add_meeting(scree_mesh_hits *h, const scree_mesh_meeting *m, double far) {
    if (m->d2 < far * far) {
        scree_array_push(&h->meeting, *m);
        h->meeting.data[h->meeting.n - 1].order = (uint32_t)h->meeting.n - 1;
    }
}

// Where the surface or its border bends as a curve does, at the nearest point a of the bend, two regions meet at nearly the smaller one of
// their overlaps, if that is sooner. With overlaps x and y this is (x + y)/2 - sqrt((x - y)^2/4 + eta^2 x y), which is smooth.
static void meet_in_curve(scree_mesh_hits *h, const scree_mesh_cell *cell, scree_vec3 a, uint32_t first,
                          uint32_t second, double r, double far) {
    const scree_mesh_hit *i = &h->at.data[first], *j = &h->at.data[second];
    const double x = r - i->d, y = r - j->d, eta = SOFTNESS * (double)cell->bend,
                 product = x > 0.0 && y > 0.0 ? eta * eta * (x * y) : 0.0, half = 0.5 * (x - y),
                 root = sqrt(half * half + product), d = r - (0.5 * (x + y) - root);
    if (!(r > (double)cell->fits) || !(d * d < vec_norm2(a))) {
        return;
    }
    const double slope = root > 0.0 ? 0.5 / root : 0.0;
    scree_mesh_meeting m = {.d2 = d * d,
                            .feature = SCREE_FEATURE_EDGE,
                            .hit = {first, second},
                            .part = {0.5 - slope * (half + (product > 0.0 ? product / x : 0.0)),
                                     0.5 + slope * (half - (product > 0.0 ? product / y : 0.0))}};
    m.q = vec_scale(1.0 / (m.part[0] + m.part[1]),
                    vec_add(vec_scale(m.part[0], i->q), vec_scale(m.part[1], j->q)));
    add_meeting(h, &m, far);
}

// Edge or vertex k of hit i, which joins triangles: meets the first hit that has it.
static void meet(scree_mesh_hits *h, const scree_mesh *mesh, uint32_t i, int k, bool edge, double r,
                 double far) {
    const scree_mesh_hit *x = &h->at.data[i];
    const scree_triangle *t = scree_hit_triangle(mesh, x);
    uint32_t *first =
        scree_mesh_value(h, edge ? SCREE_FEATURE_EDGE | t->e[k] : SCREE_FEATURE_VERTEX | t->v[k], x->image);
    if (*first == NONE) {
        *first = i;
        return;
    }
    const scree_vec3 a = vec_sub(mesh->vertex.data[t->v[k]], x->centre),
                     b = vec_sub(mesh->vertex.data[t->v[(k + 1) % 3]], x->centre);
    scree_mesh_meeting m = {
        .q = a, .d2 = vec_norm2(a), .feature = SCREE_FEATURE_VERTEX | t->v[k], .hit = {*first, i}};
    if (h->body) {
        if (!(edge ? scree_mesh_convex_edge(h, t, a, b, k, r, far, &m)
                   : scree_mesh_convex_vertex(h, a, t->v[k], r, far, &m))) {
            return;
        }
    } else if (edge) {
        const scree_near near = scree_sphere_segment(a, b, k);
        m.q = near.q;
        m.d2 = near.d2;
        m.feature = scree_near_feature(&near, t);
    }
    add_meeting(h, &m, far);
}

// The first of two hits at a bend, or NONE if i is the first. Numbers of edges and of vertices are each in a table of their own.
static uint32_t other_at(scree_mesh_hits *h, uint32_t number, uint32_t i) {
    uint32_t *first = scree_mesh_value(h, SCREE_FEATURE_NONE | number, h->at.data[i].image);
    const uint32_t other = *first;
    *first = other == NONE ? i : other;
    return other == i ? NONE : other;
}

// The patches that a sphere of this radius may touch as a curve.
static void meet_across_bends(scree_mesh_hits *h, const scree_mesh *mesh, double r, double far) {
    scree_mesh_clear_table(h, h->bends);
    for (uint32_t i = 0; i < h->at.n; i++) {
        const uint32_t patch = scree_hit_triangle(mesh, &h->at.data[i])->patch;
        for (uint32_t k = mesh->first_bend.data[patch];
             k < mesh->first_bend.data[patch + 1] && h->node.data[i] == i; k++) {
            const scree_mesh_side *side = &mesh->bend.data[k];
            const uint32_t other = other_at(h, side->edge, i);
            if (other != NONE) {
                const scree_vec3 centre = h->at.data[i].centre, *at = mesh->vertex.data;
                const scree_near near =
                    scree_sphere_segment(vec_sub(at[side->v[0]], centre), vec_sub(at[side->v[1]], centre), 0);
                meet_in_curve(h, &mesh->edge.data[side->edge], near.q, other, i, r, far);
            }
        }
    }
}

// Triangles whose open edges follow each other along the border.
static void meet_along_border(scree_mesh_hits *h, const scree_mesh *mesh, double r, double far) {
    scree_mesh_clear_table(h, 6 * h->at.n);
    for (uint32_t i = 0; i < h->at.n; i++) {
        const scree_triangle *t = scree_hit_triangle(mesh, &h->at.data[i]);
        for (int k = 0; k < 6; k++) {
            const uint32_t v = t->v[(k / 2 + k % 2) % 3],
                           other = mesh->edge.data[t->e[k / 2]].kind == SCREE_CELL_OPEN ? other_at(h, v, i)
                                                                                        : NONE;
            if (other != NONE) {
                meet_in_curve(h, &mesh->corner.data[v], vec_sub(mesh->vertex.data[v], h->at.data[i].centre),
                              other, i, r, far);
            }
        }
    }
}

// The hits of a patch with bends, which is convex, are one region.
static void find_nodes(scree_mesh_hits *h, const scree_mesh *mesh) {
    const size_t n = h->at.n;
    const uint32_t *bends = mesh->first_bend.data;
    scree_array_resize(&h->node, n);
    scree_mesh_clear_table(h, n);
    for (int pass = 0; pass < 2; pass++) { // the second one with the nearest of all
        for (uint32_t i = 0; i < n; i++) {
            const scree_mesh_hit *x = &h->at.data[i];
            const uint32_t patch = scree_hit_triangle(mesh, x)->patch, own = bends[patch + 1] - bends[patch];
            h->node.data[i] = i;
            if (own > 0) {
                uint32_t *nearest = scree_mesh_value(h, SCREE_FEATURE_FACE | patch, x->image);
                h->bends += *nearest == NONE ? own : 0;
                *nearest = *nearest == NONE || x->d < h->at.data[*nearest].d ? i : *nearest;
                h->node.data[i] = *nearest;
            }
        }
    }
}

static void find_meetings(scree_mesh_hits *h, const scree_mesh *mesh, double r, double far) {
    scree_mesh_clear_table(h, 6 * h->at.n);
    h->meeting.n = 0;
    for (uint32_t i = 0; i < h->at.n; i++) {
        const scree_triangle *t = scree_hit_triangle(mesh, &h->at.data[i]);
        for (int k = 0; k < 3; k++) {
            if (mesh->edge.data[t->e[k]].joins) {
                meet(h, mesh, i, k, true, r, far);
            }
            if (mesh->corner.data[t->v[k]].joins) {
                meet(h, mesh, i, k, false, r, far);
            }
        }
    }
    if (h->bends > 0) {
        meet_across_bends(h, mesh, r, far);
    }
    if (mesh->open_edges > 0 && r > (double)mesh->least_fits && !h->body) {
        meet_along_border(h, mesh, r, far);
    }
}

// By distance, then by the order in which they were found, which does not depend on candidates that are out of reach.
static bool is_sooner(const scree_mesh_meeting *a, const scree_mesh_meeting *b) {
    return a->d2 < b->d2 || (a->d2 == b->d2 && a->order < b->order);
}

static void sink(scree_mesh_meeting *a, size_t k, size_t n) {
    const scree_mesh_meeting x = a[k];
    for (size_t child; (child = 2 * k + 1) < n; k = child) {
        child += child + 1 < n && is_sooner(&a[child + 1], &a[child]);
        if (!is_sooner(&a[child], &x)) {
            break;
        }
        a[k] = a[child];
    }
    a[k] = x;
}

// Makes a heap of them: the first is the nearest.
static void order_meetings(scree_mesh_hits *h) {
    for (size_t k = h->meeting.n / 2; k-- > 0;) {
        sink(h->meeting.data, k, h->meeting.n);
    }
}

static scree_mesh_meeting take_nearest(scree_mesh_hits *h) {
    const scree_mesh_meeting nearest = h->meeting.data[0];
    h->meeting.data[0] = h->meeting.data[--h->meeting.n];
    if (h->meeting.n > 1) {
        sink(h->meeting.data, 0, h->meeting.n);
    }
    return nearest;
}

// ---- corrections ------------------------------------------------------------------------------------------

// The contacts nearest to the point of a meeting, four at most, in ascending distance.
typedef struct parents {
    uint32_t n, hit[SCREE_CORRECTION_PARENTS];
    double apart[SCREE_CORRECTION_PARENTS]; // m2, squared distances
} parents;

static void add_parent(parents *p, const scree_mesh_hits *h, uint32_t contact, scree_vec3 q) {
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

// Sets for every hit the contact of its feature, and connects the hits at each vertex, in ascending order.
static void connect_hits(scree_mesh_hits *h, const scree_mesh *mesh) {
    const size_t n = h->at.n;
    scree_array_resize(&h->contact, n);
    scree_array_resize(&h->next, 3 * n);
    scree_mesh_clear_table(h, h->accepted.n);
    for (size_t j = 0; j < h->accepted.n; j++) {
        const scree_mesh_hit *x = &h->at.data[h->accepted.data[j]];
        *scree_mesh_value(h, x->at, x->image) = h->accepted.data[j];
    }
    for (size_t i = 0; i < n; i++) {
        const scree_mesh_hit *x = &h->at.data[i];
        h->contact.data[i] = x->face != NONE ? scree_mesh_find(h, x->face, x->image) : NONE;
        if (h->contact.data[i] == NONE) {
            h->contact.data[i] = scree_mesh_find(h, x->at, x->image);
        }
    }
    scree_mesh_clear_table(h, 3 * n);
    for (uint32_t corner = (uint32_t)(3 * n); corner-- > 0;) {
        const scree_mesh_hit *x = &h->at.data[corner / 3];
        uint32_t *first =
            scree_mesh_value(h, SCREE_FEATURE_VERTEX | scree_hit_triangle(mesh, x)->v[corner % 3], x->image);
        h->next.data[corner] = *first;
        *first = corner;
    }
}

// The contacts around the meeting, or any if there are none.
static parents find_parents(scree_mesh_hits *h, const scree_mesh_meeting *m) {
    parents p = {0};
    if ((m->feature & SCREE_FEATURE_KIND) == SCREE_FEATURE_VERTEX) {
        for (uint32_t corner = scree_mesh_find(h, m->feature, h->at.data[m->hit[0]].image); corner != NONE;
             corner = h->next.data[corner]) {
            if (h->contact.data[corner / 3] != NONE) {
                add_parent(&p, h, h->contact.data[corner / 3], m->q);
            }
        }
    } else {
        for (int k = 0; k < 2; k++) {
            if (h->contact.data[m->hit[k]] != NONE) {
                add_parent(&p, h, h->contact.data[m->hit[k]], m->q);
            }
        }
    }
    for (size_t j = 0; p.n == 0 && j < h->accepted.n; j++) {
        add_parent(&p, h, h->accepted.data[j], m->q);
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

static void correct(scree_mesh_hits *h, const scree_mesh *mesh, const scree_mesh_meeting *m, double r,
                    scree_mesh_work *work) {
    const double d = sqrt(m->d2);
    if (!(d > mesh_centre * r)) {
        return;
    }
    if (work->correction.n == 0) {
        connect_hits(h, mesh);
    }
    const parents p = find_parents(h, m);
    scree_mesh_correction one = {.overlap = r - d,
                                 .normal = h->body ? m->normal : vec_scale(1 / d, m->q),
                                 .slope = 1.0,
                                 .count = -1.0,
                                 .slot = h->at.data[m->hit[0]].slot,
                                 .parents = p.n};
    if (m->part[0] + m->part[1] > 0.0) { // at a bend
        const scree_vec3 change = vec_add(vec_scale(m->part[0], h->at.data[m->hit[0]].normal),
                                          vec_scale(m->part[1], h->at.data[m->hit[1]].normal));
        one.slope = vec_norm(change);
        one.normal = vec_scale(1.0 / one.slope, change);
    }
    set_shares(&one, p.apart, r);
    for (uint32_t j = 0; j < p.n; j++) {
        one.parent[j] = h->at.data[p.hit[j]].slot;
    }
    scree_array_push(&work->correction, one);
}

// ---- regions ----------------------------------------------------------------------------------------------

static uint32_t region_of(scree_mesh_hits *h, uint32_t i) {
    uint32_t *of = h->region.data;
    while (of[i] != i) {
        of[i] = of[of[i]];
        i = of[i];
    }
    return i;
}

// Returns whether both regions had a contact.
static bool unite(scree_mesh_hits *h, uint32_t i, uint32_t j) {
    const uint32_t a = region_of(h, i), b = region_of(h, j);
    if (a == b) {
        return false;
    }
    const bool both = h->counted.data[a] && h->counted.data[b];
    h->region.data[b] = a;
    h->counted.data[a] |= h->counted.data[b];
    return both;
}

void scree_mesh_merge(scree_mesh_hits *h, const scree_mesh *mesh, double r, double far,
                      scree_mesh_work *work) {
    const size_t n = h->at.n;
    size_t regions = h->accepted.n; // with a contact
    scree_array_resize(&h->region, n);
    scree_array_resize(&h->counted, n);
    for (uint32_t i = 0; i < n; i++) {
        h->region.data[i] = i;
        h->counted.data[i] = 0;
    }
    for (size_t j = 0; j < h->accepted.n; j++) {
        h->counted.data[h->accepted.data[j]] = 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (h->at.data[i].on != NONE) {
            unite(h, i, h->at.data[i].on);
        }
    }
    h->bends = 0;
    if (mesh->bend.n > 0 && r > (double)mesh->least_fits && !h->body) {
        find_nodes(h, mesh);
        for (uint32_t i = 0; i < n; i++) {
            regions -= unite(h, i, h->node.data[i]);
        }
    }
    find_meetings(h, mesh, r, far);
    order_meetings(h);
    while (h->meeting.n > 0 && regions > 1) {
        const scree_mesh_meeting m = take_nearest(h);
        if (unite(h, m.hit[0], m.hit[1])) {
            correct(h, mesh, &m, r, work);
            regions--;
        }
    }
}
