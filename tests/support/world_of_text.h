// SPDX-License-Identifier: BSD-3-Clause
// Worlds for the tests of the engine: the text of an input file and a list of particles make a world at t = 0.
// Meshes are written as text STL with 17 digits beside the test, so their vertices are exact.
#pragma once

#include "access/particle.h"
#include "checks/alarm.h"
#include "compare/case_hash.h"
#include "effort.h"
#include "files/stl.h"
#include "input/config.h"
#include "load/load_start.h"
#include "load/load_state.h"
#include "load/load_walls.h"
#include "load/load_world.h"
#include "measure/digest.h"
#include "measure/totals.h"
#include "pairs/contact_rows.h"
#include "step/pack.h"
#include "step/setup.h"
#include "step/step.h"
#include "wall_motion/wall_drive.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

// For a test whose long run takes the most time of its file: what sanitizers find in it they find in the shorter ones.
static inline void skip_with_sanitizers(void) {
    if (effort(1, 1, 0) == 0) {
        skip();
    }
}

static inline void expect_no_errors(const scree_report *r) {
    for (size_t k = 0; k < scree_report_size(r); k++) {
        if (scree_report_severity(r, k) == SCREE_SEVERITY_ERROR) {
            fail_msg("%s", scree_report_text(r, k));
        }
    }
}

// Checks that the text of an input file is refused with this message.
static inline void expect_case_refused(const char *text, const char *says) {
    scree_report *r = scree_report_create();
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    const bool accepted = scree_case_read_text("test.yaml", text, c, r);
    bool said = false;
    for (size_t k = 0; k < scree_report_size(r); k++) {
        said |= strstr(scree_report_text(r, k), says) != NULL;
    }
    if (accepted || !said) {
        fail_msg("no message says '%s': %s", says,
                 scree_report_size(r) ? scree_report_text(r, 0) : "accepted");
    }
    scree_case_clear(c);
    scree_free(c);
    scree_report_destroy(r);
}

static inline scree_case *case_of_text(const char *text) {
    scree_report *r = scree_report_create();
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    bool ok = scree_case_read_text("test.yaml", text, c, r);
    expect_no_errors(r);
    assert_true(ok);
    scree_report_destroy(r);
    return c;
}

// The world of a case (which it then owns) with these particles, before scree_world_begin.
static inline scree_world *world_of_case(scree_case *c, const scree_particle *q, size_t n, int threads,
                                         const char *isa) {
    scree_report *r = scree_report_create();
    scree_world *w = scree_world_create(c, threads, isa, r);
    expect_no_errors(r);
    w->pack = scree_pack;
    for (size_t k = 0; k < c->wall.n; k++) {
        assert_true(!scree_wall_has_triangles(&c->wall.data[k]) || scree_walls_make(w, k, r));
    }
    assert_true(scree_wall_drives_make(w, r));
    for (size_t k = 0; k < n; k++) {
        scree_particle_add(w, &q[k]);
    }
    scree_report_destroy(r);
    return w;
}

static inline void begin(scree_world *w) {
    scree_report *r = scree_report_create();
    scree_status status = scree_load_start(w, r);
    expect_no_errors(r);
    assert_int_equal(status, SCREE_OK);
    scree_report_destroy(r);
}

// text: from scree_format; freed here.
static inline scree_world *world_of_text(char *text, const scree_particle *q, size_t n) {
    scree_world *w = world_of_case(case_of_text(text), q, n, 1, NULL);
    scree_free(text);
    begin(w);
    return w;
}

// Decreasing losses are an error in every test, whatever alarms.action is.
static inline void expect_no_energy_made(scree_world *w) {
    scree_report *r = scree_report_create();
    const scree_totals t = scree_world_totals(w);
    const bool stop = w->case_->alarms.stop;
    w->case_->alarms.stop = true;
    scree_status status = scree_alarm_losses(w, &t, r);
    w->case_->alarms.stop = stop;
    expect_no_errors(r);
    assert_int_equal(status, SCREE_OK);
    scree_report_destroy(r);
}

static inline void advance(scree_world *w, uint64_t steps) {
    enum { LOOK = 64 };
    scree_report *r = scree_report_create();
    for (uint64_t k = 0; k < steps; k++) {
        scree_status status = scree_world_step(w, r);
        expect_no_errors(r);
        assert_int_equal(status, SCREE_OK);
        if (w->step % LOOK == 0 || k + 1 == steps) {
            expect_no_energy_made(w);
        }
    }
    scree_report_destroy(r);
}

static inline size_t index_of_id(const scree_world *w, uint64_t id) {
    for (size_t i = 0; i < w->p.n; i++) {
        if (w->p.id[i] == id && !w->p.dead[i]) {
            return i;
        }
    }
    fail_msg("there is no particle %llu", (unsigned long long)id);
    return SIZE_MAX;
}

static inline scree_vec3 place_of(const scree_world *w, uint64_t id) {
    const scree_pos *x = &w->p.x[index_of_id(w, id)];
    return vec3(x->x, x->y, x->z);
}
static inline scree_vec3 velocity_of(const scree_world *w, uint64_t id) {
    const scree_vel *v = &w->p.motion[index_of_id(w, id)].v;
    return vec3(v->x, v->y, v->z);
}
static inline scree_vec3 spin_of(const scree_world *w, uint64_t id) {
    const scree_spin *s = &w->p.motion[index_of_id(w, id)].w;
    return vec3(s->x, s->y, s->z);
}

static inline scree_particle ball(uint64_t id, double r, scree_vec3 x, scree_vec3 v, scree_vec3 w) {
    return (scree_particle){.id = id, .radius = r, .density = 2500.0, .x = x, .v = v, .w = w};
}

// Kinetic, rotational, potential and stored energy.
static inline double energy_of_world(const scree_world *w) {
    scree_totals t = scree_world_totals(w);
    double sum = t.kinetic + t.rotational + t.potential;
    for (int k = 0; k < SCREE_MODES; k++) {
        sum += t.elastic[k];
    }
    return sum;
}

static inline double dissipated(const scree_world *w) {
    scree_totals t = scree_world_totals(w);
    double sum = 0.0;
    for (int k = 0; k < SCREE_MODES; k++) {
        sum += t.viscous[k] + t.plastic[k];
    }
    return sum;
}

static inline void expect_near(double x, double wanted, double tolerance, const char *what) {
    if (!(fabs(x - wanted) <= tolerance)) {
        fail_msg("%s: %.17g, wanted %.17g, off by %.3g, allowed %.3g", what, x, wanted, x - wanted,
                 tolerance);
    }
}

static inline void expect_vec_near(scree_vec3 x, scree_vec3 wanted, double tolerance, const char *what) {
    double off = vec_norm(vec_sub(x, wanted));
    if (!(off <= tolerance)) {
        fail_msg("%s: (%.17g, %.17g, %.17g), wanted (%.17g, %.17g, %.17g), off by %.3g, allowed %.3g", what,
                 x.x, x.y, x.z, wanted.x, wanted.y, wanted.z, off, tolerance);
    }
}

static inline void write_mesh(const char *path, const scree_vec3 *corner, size_t triangles) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "solid s\n");
    for (size_t k = 0; k < triangles; k++) {
        fprintf(f, "facet normal 0 0 0\nouter loop\n");
        for (int j = 0; j < 3; j++) {
            scree_vec3 x = corner[3 * k + (size_t)j];
            fprintf(f, "vertex %.17g %.17g %.17g\n", x.x, x.y, x.z);
        }
        fprintf(f, "endloop\nendfacet\n");
    }
    fprintf(f, "endsolid s\n");
    assert_int_equal(fclose(f), 0);
}

static inline double sum_of_modes(const double by_mode[SCREE_MODES]) {
    double sum = 0.0;
    for (int k = 0; k < SCREE_MODES; k++) {
        sum += by_mode[k];
    }
    return sum;
}
