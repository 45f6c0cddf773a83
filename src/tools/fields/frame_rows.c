// SPDX-License-Identifier: BSD-3-Clause
#include "tools/fields/frame_rows.h"
#include "memory/id_index.h"

static scree_vec3 three(const double *x) {
    return vec3(x[0], x[1], x[2]);
}

// A field with so many numbers each; NULL: reported, or it is not there and need not be.
static double *values(const scree_frame *f, const scree_frame_set *s, const char *name, int width,
                      bool needed, scree_report *r) {
    int components = 0;
    if (!needed && scree_frame_field_number(s, name) < 0) {
        return NULL;
    }
    double *value = scree_frame_values(f, s, name, &components, r);
    if (value && components != width) {
        scree_report_error(r, "%s: the field '%s' has %d numbers each; %d are expected", f->folder, name,
                           components, width);
        scree_free(value);
        value = NULL;
    }
    return value;
}

static bool add_particles(const scree_frame *f, const scree_frame_set *s, scree_arrangement *a,
                          scree_report *r) {
    double *m = values(f, s, "mass", 1, true, r), *v = m ? values(f, s, "velocity", 3, true, r) : NULL,
           *fixed = values(f, s, "fixed", 1, false, r),
           *temperature = values(f, s, "temperature", 1, false, r);
    const bool ok = m && v;
    for (size_t i = 0; ok && i < s->n; i++) {
        const scree_vec3 x = three(s->place + 3 * i);
        const scree_arranged row = {.x = x,
                                    .whole = x,
                                    .r = s->radius[i],
                                    .v = three(v + 3 * i),
                                    .m = m[i],
                                    .temperature = temperature ? temperature[i] : NAN,
                                    .diameter = 2.0 * s->radius[i],
                                    .share = 1.0,
                                    .first = (uint32_t)i,
                                    .counts = true,
                                    .fixed = fixed && fixed[i] != 0.0};
        scree_array_push(&a->particle, row);
    }
    scree_free(m);
    scree_free(v);
    scree_free(fixed);
    scree_free(temperature);
    return ok;
}

// The row of an id among `n`; n: there is none.
static size_t row_of(const scree_id_index *list, size_t n, double id) {
    const size_t k = scree_id_index_below(list, n, (uint64_t)id);
    return k < n && list[k].id == (uint64_t)id ? list[k].index : n;
}

static bool add_contacts(const scree_frame *f, const scree_frame_set *s, const scree_frame_set *particles,
                         scree_arrangement *a, scree_report *r) {
    double *id1 = values(f, s, "id1", 1, true, r), *id2 = id1 ? values(f, s, "id2", 1, true, r) : NULL,
           *overlap = id2 ? values(f, s, "overlap", 1, true, r) : NULL,
           *force = overlap ? values(f, s, "force", 3, true, r) : NULL;
    const size_t n = particles->n;
    scree_id_index *list = scree_realloc(NULL, 0, (n + 1) * sizeof *list);
    for (size_t i = 0; i < n; i++) {
        list[i] = (scree_id_index){particles->id[i], (uint32_t)i};
    }
    scree_id_index_sort(list, n);
    bool ok = force != NULL;
    for (size_t k = 0; ok && k < s->n; k++) {
        const bool wall = id2[k] == 0.0;
        const size_t first = row_of(list, n, id1[k]),
                     second = wall ? SCREE_ARRANGED_WALL : row_of(list, n, id2[k]);
        ok = first < n && second != n;
        if (ok) {
            const scree_vec3 d = vec_sub(three(s->place + 6 * k + 3), three(s->place + 6 * k));
            const double length = vec_norm(d);
            const scree_vec3 normal = vec_scale(length > 0.0 ? 1.0 / length : 0.0, d),
                             arm = vec_scale(particles->radius[first] - 0.5 * overlap[k], normal);
            const scree_arranged_contact c = {.a = (uint32_t)first,
                                              .b = (uint32_t)second,
                                              .counts = true,
                                              .normal = normal,
                                              .force = three(force + 3 * k),
                                              .arm = {arm, wall ? vec3(0.0, 0.0, 0.0) : vec_sub(arm, d)}};
            scree_array_push(&a->contact, c);
        } else {
            scree_report_error(r, "%s: at t = %.9g s contact %zu is one of particles that are not there",
                               f->folder, f->time, k);
        }
    }
    scree_free(list);
    scree_free(id1);
    scree_free(id2);
    scree_free(overlap);
    scree_free(force);
    return ok;
}

bool scree_frame_rows(const scree_frame *f, scree_cell cell, scree_arrangement *a, bool *contacts,
                      scree_report *r) {
    const scree_frame_set *particles = scree_frame_find(f, SCREE_FRAME_PARTICLES, NULL),
                          *between = scree_frame_find(f, SCREE_FRAME_CONTACTS, NULL),
                          *bodies = scree_frame_find(f, SCREE_FRAME_BODIES, NULL);
    *a = (scree_arrangement){.cell = cell};
    *contacts = between != NULL;
    bool ok = true;
    if (!particles || (bodies && bodies->n > 0)) {
        ok = scree_report_error(
            r,
            "%s: at t = %.9g s there are %s; accepted: frames with particles and without clumps, "
            "or output.fields of a run",
            f->folder, f->time, particles ? "clumps" : "no particles");
    }
    ok = ok && add_particles(f, particles, a, r) && (!between || add_contacts(f, between, particles, a, r));
    if (!ok) {
        scree_arrangement_clear(a);
    }
    return ok;
}
