// SPDX-License-Identifier: BSD-3-Clause
// What tests of host programs share: small worlds from text, and calls of scree/scree.h that fail the test where they fail.
#pragma once

#include "memory/array.h"
#include <math.h>
#include <scree/scree.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

#define HEAD                                                                                                 \
    "time: {end: 10, dt: 1e-5, velocity_scale: 1}\n"                                                         \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"         \
    "contacts: [{between: any, normal: hertz, tangential: mindlin}]\n"
#define DIMER                                                                                                \
    "shapes: {d: {members: [{at: [-1 mm, 0, 0], radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 mm}]}}\n"
#define BED                                                                                                  \
    HEAD "gravity: [0, 0, -9.81]\n"                                                                          \
         "domain: {min: [0, 0, -1 cm], max: [2 cm, 2 cm, 5 cm], periodic: [x, y]}\n"                         \
         "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"                     \
         "insertion: [{material: m, name: i, fill: random, count: 150, diameter: {uniform: [2 mm, 3 mm]}, "  \
         "region: {box: {min: [0, 0, 0], max: [2 cm, 2 cm, 2 cm]}}}]\n"

static inline void near(double got, double wanted, double within, const char *what) {
    if (!(fabs(got - wanted) <= within)) {
        fail_msg("%s: %.17g, wanted %.17g, off by %.3g, allowed %.3g", what, got, wanted, got - wanted,
                 within);
    }
}

static inline scree_world *world_of(const char *text, int threads) {
    scree_report *r = scree_report_create();
    scree_world *w = scree_world_open_text("host.yaml", text, NULL, threads, r);
    if (!w) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
    return w;
}

static inline void advance(scree_world *w, uint64_t steps) {
    scree_report *r = scree_report_create();
    const scree_status status = scree_world_advance(w, steps, r);
    if (status != SCREE_OK) {
        fail_msg("%s", scree_report_size(r) > 0 ? scree_report_text(r, 0) : "no text");
    }
    scree_report_destroy(r);
}

static inline scree_view view_of(scree_world *w, const char *field, int write) {
    scree_view v;
    scree_report *r = scree_report_create();
    if (scree_view_open(w, field, write, &v, r) != SCREE_OK) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
    return v;
}

static inline void close_view(scree_world *w, const scree_view *v) {
    scree_report *r = scree_report_create();
    if (scree_view_close(w, v, r) != SCREE_OK) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
}

static inline double *row(const scree_view *v, size_t k) {
    return (double *)(void *)((char *)v->data + k * v->stride);
}

static inline size_t row_of(const scree_world *w, uint64_t id) {
    size_t k;
    scree_world_rows(w, 1, &id, &k);
    return k;
}

static inline void set(scree_world *w, const char *field, uint64_t id, double x, double y, double z) {
    const scree_view v = view_of(w, field, 1);
    double *to = row(&v, row_of(w, id));
    const double from[3] = {x, y, z};
    memcpy(to, from, (size_t)v.components * sizeof *to);
    close_view(w, &v);
}

static inline double get(scree_world *w, const char *field, uint64_t id, int component) {
    const scree_view v = view_of(w, field, 0);
    const double x = row(&v, row_of(w, id))[component];
    close_view(w, &v);
    return x;
}

static inline double value(scree_world *w, const char *column) {
    scree_report *r = scree_report_create();
    const double x = scree_world_value(w, column, r);
    if (scree_report_size(r) > 0) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
    return x;
}

static inline uint64_t add(scree_world *w, const scree_new_particle *q) {
    uint64_t id;
    scree_report *r = scree_report_create();
    if (scree_world_add(w, 1, q, &id, r) != SCREE_OK) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
    return id;
}

// The call has failed with this text.
static inline void refused(scree_status status, const scree_report *r, const char *text) {
    bool said = false;
    for (size_t k = 0; k < scree_report_size(r); k++) {
        said |= strstr(scree_report_text(r, k), text) != NULL;
    }
    if (status == SCREE_OK || !said) {
        fail_msg("not said: %s; %s", text,
                 scree_report_size(r) > 0 ? scree_report_text(r, scree_report_size(r) - 1) : "nothing");
    }
}
