// SPDX-License-Identifier: BSD-3-Clause
// Frames of cases and checkpoints have what a run would write, and say what is missing.
#include "tools/frames/frame_world.h"

#include "checkpoint/checkpoint.h"
#include "compare/case_hash.h"
#include "load/load_start.h"
#include "load/load_world.h"
#include "step/setup.h"
#include "step/step.h"
#include "text/file.h"
#include "tools/frames/frame_bodies.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define HEAD                                                                                                 \
    "title: Two balls\ntime: {end: 1 s, dt: 10 us}\ngravity: [0, -9.81, 0]\n"                                \
    "materials: {glass: {density: 2500, young: 10 MPa, poisson: 0.2}}\n"                                     \
    "contacts: [{between: [glass, glass], normal: hertz, tangential: none, restitution: 0.5}]\n"             \
    "walls:\n  floor: {plane: {point: [0, 0, 0], normal: [0, 1, 0]}, material: glass}\n"
#define BALLS "particles:\n  - {material: glass, file: balls.txt}\n"

static void write_text(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static bool says(const scree_report *r, const char *text) {
    for (size_t k = 0; k < scree_report_size(r); k++) {
        if (strstr(scree_report_text(r, k), text)) {
            return true;
        }
    }
    return false;
}

static void write_case(void) {
    write_text("two.yaml", HEAD BALLS);
    write_text("balls.txt", "# x y z radius\n0 0.0099 0 0.01\n0.05 0.02 0 0.01\n");
}

static void test_case(void **state) {
    (void)state;
    write_case();
    scree_frame f;
    scree_frame_origin o;
    scree_report *r = scree_report_create();
    assert_true(scree_frame_of_case("two.yaml", NULL, ~0u, &f, &o, r));
    assert_string_equal(o.title, "Two balls");
    assert_true(o.whole && o.gravity.y == -9.81 && f.time == 0.0 && f.step == 0);
    const scree_frame_set *p = scree_frame_find(&f, SCREE_FRAME_PARTICLES, NULL),
                          *floor = scree_frame_find(&f, SCREE_FRAME_WALL, "floor"),
                          *contacts = scree_frame_find(&f, SCREE_FRAME_CONTACTS, NULL);
    assert_true(p->n == 2 && p->place[3] == 0.05 && p->radius[1] == 0.01 && p->id[1] == 2);
    assert_string_equal(scree_frame_names(p, "materials")->text.data[0], "glass");
    assert_true(floor->n == 2 && floor->place[1] == 0.0);
    assert_int_equal(contacts->n, 1);
    int components;
    double *overlap = scree_frame_values(&f, contacts, "overlap", &components, r);
    assert_true(fabs(overlap[0] - 1e-4) < 1e-12);
    scree_free(overlap);
    scree_frame_clear(&f);
    scree_frame_origin_clear(&o);
    scree_report_destroy(r);
}

// A convex body is the particle of its id, and its surface is that of its shape: an ellipsoid that is turned, beside a sphere and a dimer.
static void test_bodies(void **state) {
    (void)state;
    write_text(
        "bodies.yaml",
        HEAD "shapes:\n  pair: {members: [{at: [0, 0, 0], radius: 5 mm}, {at: [0, 0, 8 mm], radius: 5 mm}]}\n"
             "  rice: {ellipsoid: [4 mm, 1 mm, 2 mm]}\n"
             "particles:\n  - {material: glass, file: balls.txt}\n  - {material: glass, shape: pair, file: "
             "pair.txt}\n"
             "  - {material: glass, shape: rice, file: rice.txt}\n");
    write_text("balls.txt", "# x y z radius\n0 0.02 0 0.01\n");
    write_text("pair.txt", "# x y z diameter\n0.1 0.05 0 0.02\n");
    write_text("rice.txt",
               "# x y z diameter qw qx qy qz\n-0.1 0.05 0 0.008 0 0 0 1\n-0.1 0.1 0 0.004 1 0 0 1\n");
    scree_frame f;
    scree_frame_origin o;
    scree_frame_bodies b;
    scree_report *r = scree_report_create();
    assert_true(scree_frame_of_case("bodies.yaml", NULL, ~0u, &f, &o, r));
    assert_true(scree_frame_bodies_of(&f, &b, r));
    const scree_frame_set *p = scree_frame_find(&f, SCREE_FRAME_PARTICLES, NULL);
    assert_int_equal(p->n, 5);
    assert_int_equal(b.surface.n, 1);
    assert_int_equal(b.surface.data[0].shape, 1);
    int bodies = 0;
    for (size_t k = 0; k < p->n; k++) {
        const bool is_rice = p->place[3 * k] == -0.1;
        assert_int_equal(b.surface_of[k], is_rice ? 0 : SCREE_FRAME_NO_BODY);
        if (is_rice) {
            const double *q = b.orientation + 4 * b.row[k],
                         size = p->place[3 * k + 1] == 0.05 ? 0.008 : 0.004;
            assert_true(fabs(b.size[b.row[k]] - size) < 1e-15);
            assert_true(fabs(fabs(q[3]) - (size == 0.008 ? 1.0 : sqrt(0.5))) < 1e-12);
            bodies++;
        }
    }
    assert_int_equal(bodies, 2);
    double most[3] = {0, 0, 0};
    for (size_t k = 0; k < 3 * b.surface.data[0].n_points; k++) {
        most[k % 3] = fmax(most[k % 3], b.surface.data[0].point[k]);
    }
    for (int k = 0; k < 3; k++) { // 4 mm, 1 mm and 2 mm over the diameter of the sphere of that volume, 4 mm
        assert_true(fabs(most[k] - (k == 0 ? 1.0 : 0.25 * k)) < 1e-6);
    }
    scree_frame_bodies_clear(&b);
    scree_frame_clear(&f);
    scree_frame_origin_clear(&o);
    // without the set of bodies all are spheres
    assert_true(scree_frame_of_case("bodies.yaml", NULL, 1u << SCREE_FRAME_PARTICLES, &f, &o, r));
    assert_true(scree_frame_bodies_of(&f, &b, r));
    assert_null(b.surface_of);
    scree_frame_bodies_clear(&b);
    scree_frame_clear(&f);
    scree_frame_origin_clear(&o);
    scree_report_destroy(r);
}

// Ids that are there twice stop a run before its first step, and the frame shows the particles; without materials nothing can be built.
static void test_case_with_mistakes(void **state) {
    (void)state;
    scree_frame f;
    scree_frame_origin o;
    scree_report *r = scree_report_create();
    write_text("balls.txt", "# id x y z radius\n7 0 0.02 0 0.01\n");
    write_text("two.yaml", HEAD BALLS "  - {material: glass, file: balls.txt}\n");
    assert_true(scree_frame_of_case("two.yaml", NULL, ~0u, &f, &o, r));
    assert_true(!o.whole && scree_report_count(r, SCREE_SEVERITY_ERROR) > 0);
    assert_non_null(scree_frame_find(&f, SCREE_FRAME_WALL, "floor"));
    assert_int_equal(scree_frame_find(&f, SCREE_FRAME_PARTICLES, NULL)->n, 2);
    scree_frame_clear(&f);
    scree_frame_origin_clear(&o);
    write_text("two.yaml", "materials: 3\n");
    assert_false(scree_frame_of_case("two.yaml", NULL, ~0u, &f, &o, r));
    assert_null(f.set.data);
    scree_report_destroy(r);
}

static void test_checkpoint(void **state) {
    (void)state;
    write_case();
    scree_report *r = scree_report_create();
    scree_world *w = scree_load_case("two.yaml", NULL, 1, NULL, r);
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    for (int k = 0; k < 7; k++) {
        assert_int_equal(scree_world_step(w, r), SCREE_OK);
    }
    assert_int_equal(system("rm -rf out && mkdir out"), 0);
    assert_true(scree_checkpoint_write(w, scree_case_hash(w), "out/x.scree", r));
    scree_frame own, f;
    scree_frame_origin o;
    assert_true(scree_frame_of_world(w, ~0u, &own, r));
    scree_world_destroy(w);
    // With its case: all that the world had.
    assert_true(scree_frame_of_checkpoint("out/x.scree", "two.yaml", NULL, ~0u, &f, &o, r));
    assert_true(o.whole && f.step == 7 && f.time == own.time && f.set.n == own.set.n && o.gravity.y == -9.81);
    for (size_t k = 0; k < f.set.n; k++) {
        const scree_frame_set *a = &f.set.data[k], *b = &own.set.data[k];
        assert_true(a->n == b->n && strcmp(a->name, b->name) == 0);
        assert_memory_equal(a->place, b->place,
                            b->n * sizeof(double) * (b->kind == SCREE_FRAME_WALL ? 9 : 3));
    }
    scree_frame_clear(&f);
    scree_frame_origin_clear(&o);
    // By itself: the particles.
    assert_int_equal(scree_report_count(r, SCREE_SEVERITY_ERROR), 0);
    assert_true(scree_frame_of_checkpoint("out/x.scree", NULL, NULL, ~0u, &f, &o, r));
    assert_true(!o.whole && f.set.n == 1 && f.step == 7 && f.time == own.time &&
                says(r, "out/x.scree: only its particles are shown"));
    assert_memory_equal(f.set.data[0].place, own.set.data[0].place, 6 * sizeof(double));
    assert_string_equal(scree_frame_names(&f.set.data[0], "materials")->text.data[0], "glass");
    int components;
    double *v = scree_frame_values(&f, &f.set.data[0], "velocity", &components, r),
           *v_own = scree_frame_values(&own, &own.set.data[0], "velocity", &components, r);
    assert_memory_equal(v, v_own, 6 * sizeof *v);
    scree_free(v);
    scree_free(v_own);
    scree_frame_clear(&f);
    scree_frame_origin_clear(&o);
    // With the record of its run, which names the case.
    write_text(
        "out/run.json",
        "{\"run\": {\"case\": \"two.yaml\", \"changes\": []}, \"parameters\": {\"gravity\": \"[1, 2, 3]\"}}");
    assert_true(scree_frame_of_checkpoint("out/x.scree", NULL, NULL, ~0u, &f, &o, r));
    assert_true(o.whole && f.set.n == own.set.n && o.gravity.y == -9.81);
    scree_frame_clear(&f);
    scree_frame_origin_clear(&o);
    write_text("out/run.json", "{\"run\": {\"case\": \"gone.yaml\", \"changes\": []}, \"parameters\": "
                               "{\"gravity\": \"[1, 2, 3]\"}}");
    assert_true(scree_frame_of_checkpoint("out/x.scree", NULL, NULL, ~0u, &f, &o, r));
    assert_true(!o.whole && f.set.n == 1 && o.gravity.z == 3.0 && says(r, "its case gone.yaml is not there"));
    scree_frame_clear(&f);
    scree_frame_origin_clear(&o);
    assert_int_equal(scree_report_count(r, SCREE_SEVERITY_ERROR), 0);
    // With another case, and without a file.
    write_text("two.yaml",
               HEAD "  lid: {plane: {point: [0, 1, 0], normal: [0, -1, 0]}, material: glass}\n" BALLS);
    assert_false(scree_frame_of_checkpoint("out/x.scree", "two.yaml", NULL, ~0u, &f, &o, r));
    assert_false(scree_frame_of_checkpoint("out/y.scree", NULL, NULL, ~0u, &f, &o, r));
    assert_true(says(r, "out/y.scree"));
    scree_frame_clear(&own);
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_case),
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_case_with_mistakes),
        cmocka_unit_test(test_checkpoint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
