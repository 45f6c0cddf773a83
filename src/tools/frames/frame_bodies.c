// SPDX-License-Identifier: BSD-3-Clause
#include "tools/frames/frame_bodies.h"

#include "convex_bodies/surface.h"
#include <math.h>

static bool read_surfaces(const scree_frame_set *set, scree_frame_bodies *b, scree_report *r) {
    const scree_vtp_header *h = &set->file.data[0].header;
    for (size_t k = 0; k < h->surface.n; k++) {
        const scree_vtp_surface *s = &h->surface.data[k];
        const size_t divisions = s->n_points > 2 ? (size_t)(0.5 * sqrt((double)(s->n_points - 2)) + 0.5) : 0;
        if (divisions == 0 || scree_octahedron_points(divisions) != s->n_points) {
            return scree_report_error(r, "%s: surface_%zu has %zu points; 4 n^2 + 2 are expected", h->path,
                                      s->shape, s->n_points);
        }
        scree_array_push(&b->surface,
                         (scree_frame_surface){s->shape, s->piece, divisions, s->n_points, s->point});
    }
    return true;
}

typedef struct known {
    uint64_t id;
    uint32_t row;
} known;

static int by_id(const void *a, const void *b) {
    const uint64_t x = ((const known *)a)->id, y = ((const known *)b)->id;
    return (x > y) - (x < y);
}

static uint32_t surface_of_shape(const scree_frame_bodies *b, double shape, uint64_t piece) {
    for (size_t k = 0; k < b->surface.n; k++) {
        if ((double)b->surface.data[k].shape == shape && b->surface.data[k].piece == piece) {
            return (uint32_t)k;
        }
    }
    return SCREE_FRAME_NO_BODY;
}

// A convex body has one member, with its id; the pieces of a body have the ids from its own on.
static void match(const scree_frame_set *particles, const scree_frame_set *bodies, const double *shape,
                  const double *members, scree_frame_bodies *b) {
    known *list = scree_realloc(NULL, 0, (bodies->n + 1) * sizeof *list);
    size_t n = 0;
    for (size_t k = 0; k < bodies->n; k++) {
        const double *q = b->orientation + 4 * k;
        const bool usable = isfinite(q[0] + q[1] + q[2] + q[3] + b->size[k]) && b->size[k] > 0.0;
        if (usable) {
            list[n++] = (known){bodies->id[k], (uint32_t)k};
        }
    }
    scree_sort(list, n, sizeof *list, by_id);
    b->surface_of = scree_realloc(NULL, 0, (particles->n + 1) * sizeof *b->surface_of);
    b->row = scree_realloc(NULL, 0, (particles->n + 1) * sizeof *b->row);
    for (size_t k = 0; k < particles->n; k++) {
        size_t after; // the first body whose id is larger
        scree_bisect(after, n, list[after].id <= particles->id[k]);
        b->row[k] = b->surface_of[k] = SCREE_FRAME_NO_BODY;
        if (after > 0) {
            const known *body = &list[after - 1];
            const uint64_t piece = particles->id[k] - body->id;
            b->row[k] = body->row;
            b->surface_of[k] = piece < (uint64_t)members[body->row]
                                   ? surface_of_shape(b, shape[body->row], piece)
                                   : SCREE_FRAME_NO_BODY;
        }
    }
    scree_free(list);
}

static bool has(const scree_frame_set *s, const char *name, int components) {
    const int k = scree_frame_field_number(s, name);
    return k >= 0 && s->field.data[k].components == components;
}

bool scree_frame_bodies_of(const scree_frame *f, scree_frame_bodies *b, scree_report *r) {
    *b = (scree_frame_bodies){0};
    const scree_frame_set *bodies = scree_frame_find(f, SCREE_FRAME_BODIES, NULL),
                          *particles = scree_frame_find(f, SCREE_FRAME_PARTICLES, NULL);
    if (!bodies || !particles || bodies->file.data[0].header.surface.n == 0 ||
        !has(bodies, "orientation", 4) || !has(bodies, "size", 1) || !has(bodies, "shape", 1) ||
        !has(bodies, "members", 1)) {
        return true;
    }
    int components;
    bool ok = read_surfaces(bodies, b, r);
    b->orientation = ok ? scree_frame_values(f, bodies, "orientation", &components, r) : NULL;
    b->size = b->orientation ? scree_frame_values(f, bodies, "size", &components, r) : NULL;
    double *shape = b->size ? scree_frame_values(f, bodies, "shape", &components, r) : NULL;
    double *members = shape ? scree_frame_values(f, bodies, "members", &components, r) : NULL;
    ok = members != NULL;
    if (ok) {
        match(particles, bodies, shape, members, b);
    } else {
        scree_frame_bodies_clear(b);
    }
    scree_free(members);
    scree_free(shape);
    return ok;
}

void scree_frame_bodies_clear(scree_frame_bodies *b) {
    scree_array_free(&b->surface);
    scree_free(b->surface_of);
    scree_free(b->row);
    scree_free(b->orientation);
    scree_free(b->size);
    *b = (scree_frame_bodies){0};
}
