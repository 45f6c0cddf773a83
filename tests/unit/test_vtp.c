// SPDX-License-Identifier: BSD-3-Clause
#include "paraview/vtp.h"

#include "output_world.h"
#include "text/file.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "vtp_reader.h"

static char *contents(const char *path) {
    size_t size;
    char *text = scree_file_read(path, &size, NULL);
    assert_non_null(text);
    const char end[] = "\n  </AppendedData>\n</VTKFile>\n";
    assert_memory_equal(text + size - strlen(end), end, strlen(end));
    assert_int_not_equal(access("x.vtp.part", F_OK), 0);
    return text;
}

static void test_particles(void **state) {
    (void)state;
    scree_world *w = output_world(700); // several chunks
    assert_true(scree_vtp_particles(w, "x.vtp", NULL));
    char *t = contents("x.vtp");
    assert_non_null(strstr(t, "NumberOfPoints=\"700\" NumberOfVerts=\"700\""));
    assert_non_null(strstr(t, "Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">0.04115<"));
    assert_non_null(strstr(
        t,
        "Name=\"materials\" NumberOfComponents=\"1\" NumberOfTuples=\"")); // texts as the numbers of their bytes
    char *first = scree_format("format=\"ascii\">%d ", (int)w->case_->material.data[0].name[0]);
    assert_non_null(strstr(strstr(t, "Name=\"materials\""), first));
    scree_free(first);
    const char *velocity = strstr(t, "Name=\"velocity\"");
    assert_true(strncmp(strchr(velocity, '>'),
                        "><InformationKey name=\"UNITS_LABEL\" "
                        "location=\"vtkDataArray\">m/s</InformationKey></DataArray>",
                        90) == 0);
    assert_true(strncmp(strchr(strstr(t, "Name=\"id\""), '>') - 1, "/>", 2) == 0);
    for (size_t k = 0; k < 700; k += 233) {
        size_t i = 699 - k; // sorted by id, not in storage order
        assert_true(f64(t, "Points", 3 * k + 1) == w->p.x[i].y && f64(t, "Points", 3 * k + 2) == w->p.x[i].z);
        assert_true(f64(t, "radius", k) == w->p.x[i].r && f64(t, "mass", k) == w->p.motion[i].v.m);
        assert_true(f32(t, "velocity", 3 * k + 2) == (float)w->p.motion[i].v.z &&
                    f32(t, "omega", 3 * k) == (float)w->p.motion[i].w.x);
        assert_true(f32(t, "force", 3 * k + 1) == (float)w->p.f[i].fy &&
                    f32(t, "torque", 3 * k + 2) == (float)w->p.f[i].tz);
        assert_true(i64(t, "id", k) == (int64_t)k + 1 && i32(t, "material", k) == (int32_t)(i % 2));
        assert_true(i64(t, "connectivity", k) == (int64_t)k && i64(t, "offsets", k) == (int64_t)k + 1);
    }
    scree_free(t);
    w->p.dead[0] = w->p.dead[2] = w->p.dead[699] = 1;
    assert_true(scree_vtp_particles(w, "x.vtp", NULL));
    t = contents("x.vtp");
    assert_non_null(strstr(t, "NumberOfPoints=\"697\" NumberOfVerts=\"697\""));
    assert_true(i64(t, "id", 0) == 2 && i64(t, "id", 696) == 699 && f64(t, "radius", 0) == w->p.x[698].r);
    assert_null(strstr(t, "\"fixed\""));
    scree_free(t);
    w->p.motion[698].v.m = SCREE_FIXED_MASS;
    w->has_fixed = true;
    assert_true(scree_vtp_particles(w, "x.vtp", NULL));
    t = contents("x.vtp");
    assert_true(i32(t, "fixed", 0) == 1 && i32(t, "fixed", 1) == 0);
    assert_true(f64(t, "mass", 0) == 0.0 && f64(t, "mass", 1) == w->p.motion[697].v.m);
    scree_free(t);
    output_world_destroy(w);
}

static void test_no_particles_no_contacts(void **state) {
    (void)state;
    scree_world *w = output_world(0);
    assert_true(scree_vtp_particles(w, "x.vtp", NULL));
    char *t = contents("x.vtp");
    assert_non_null(strstr(t, "NumberOfPoints=\"0\""));
    scree_free(t);
    assert_true(scree_vtp_contact_rows(NULL, 0, false, 1, "x.vtp", NULL));
    scree_free(contents("x.vtp"));
    output_world_destroy(w);
}

static void test_contacts(void **state) {
    (void)state;
    scree_contact_row row[2] = {
        {.a = 5, .b = 9, .wall = -1, .centre_a = {1, 2, 3}, .centre_b = {4, 5, 6}},
        {.a = 7, .wall = 2, .overlap = 1e-6, .force = {0, 0, 8}, .normal_force = 8.5, .heat = -0.25}};
    assert_true(scree_vtp_contact_rows(row, 2, false, 0.5, "x.vtp", NULL));
    char *t = contents("x.vtp");
    assert_null(strstr(t, "heat"));
    scree_free(t);
    assert_true(scree_vtp_contact_rows(row, 2, true, 0.5, "x.vtp", NULL));
    t = contents("x.vtp");
    assert_true(f64(t, "heat", 0) == 0 && f64(t, "heat", 1) == -0.25);
    assert_non_null(strstr(t, "NumberOfPoints=\"4\" NumberOfVerts=\"0\" NumberOfLines=\"2\""));
    assert_true(f64(t, "Points", 2) == 3 && f64(t, "Points", 3) == 4);
    assert_true(i64(t, "connectivity", 3) == 3 && i64(t, "offsets", 1) == 4);
    assert_true(i64(t, "id1", 1) == 7 && i64(t, "id2", 0) == 9 && i64(t, "id2", 1) == 0);
    assert_true(i32(t, "wall", 0) == -1 && i32(t, "wall", 1) == 2);
    assert_true(f64(t, "overlap", 1) == 1e-6 && f64(t, "normal_force", 1) == 8.5 && f64(t, "force", 5) == 8);
    scree_free(t);
}

// Quarter turn about z and shifted; both triangles have area 1/2.
static void test_mesh(void **state) {
    (void)state;
    scree_world *w = output_world(1);
    const scree_vec3 force[2] = {{3, 0, -4}, {0, 0, 0}};
    assert_true(scree_vtp_mesh_forces(w, 0, force, "x.vtp", NULL));
    char *t = contents("x.vtp");
    assert_non_null(strstr(t, "NumberOfPolys=\"2\""));
    assert_true(f64(t, "Points", 3) == 10 && f64(t, "Points", 4) == 1); // (1, 0, 0)
    assert_true(i32(t, "connectivity", 4) == 2 && i32(t, "connectivity", 5) == 3 &&
                i64(t, "offsets", 1) == 6);
    assert_true(f64(t, "force", 2) == -4 && f64(t, "stress", 0) == 10 && f64(t, "pressure", 0) == 8);
    assert_true(f64(t, "stress", 1) == 0 && f64(t, "pressure", 1) == 0);
    // Middle of the first triangle, (2/3, 1/3, 0), is at (10 - 1/3, 2/3, 0): v = (0, 0, 3) + 2 z x r.
    assert_true(fabs(f32(t, "velocity", 0) + 2 * 2.0 / 3) < 1e-6);
    assert_true(fabs(f32(t, "velocity", 1) - 2 * (10 - 1.0 / 3)) < 4e-6); // 19.3 in single precision: 1e-6
    assert_true(f32(t, "velocity", 2) == 3);
    scree_free(t);
    output_world_destroy(w);
}

static void test_plane_and_cylinder(void **state) {
    (void)state;
    scree_world *w = output_world(2);
    assert_true(scree_vtp_mesh(w, 1, "x.vtp", NULL));
    char *t = contents("x.vtp");
    for (size_t i = 0; i < 4; i++) {
        assert_true(f64(t, "Points", 3 * i + 2) == 0); // in the plane
    }
    assert_true(f64(t, "wall_force", 0) == 2);
    assert_non_null(
        strstr(t, "Name=\"total_force\" NumberOfComponents=\"3\" NumberOfTuples=\"1\" format=\"ascii\">2 "));
    scree_free(t);
    assert_true(scree_vtp_mesh(w, 2, "x.vtp", NULL)); // axis turned to y, through x = 10
    t = contents("x.vtp");
    assert_non_null(strstr(t, "NumberOfPolys=\"64\""));
    double low = INFINITY,
           high = -INFINITY; // of an infinite plane: the particles plus a diameter, on both sides
    for (size_t i = 0; i < 256; i++) {
        double x = f64(t, "Points", 3 * i) - 10, y = f64(t, "Points", 3 * i + 1),
               z = f64(t, "Points", 3 * i + 2);
        assert_true(fabs(x * x + z * z - 4) < 1e-12);
        low = fmin(low, y);
        high = fmax(high, y);
    }
    assert_true(fabs(low - (1.0 / 3 - 2.02)) < 1e-12 && fabs(high - (1.0 / 3 + 2.02)) < 1e-12);
    scree_free(t);
    output_world_destroy(w);
}

static void test_collection(void **state) {
    (void)state;
    assert_true(scree_pvd_cut(".", "run", -INFINITY, NULL));
    assert_true(scree_pvd_append(".", "run", 0.1, "a.vtp", NULL));
    assert_true(scree_pvd_append(".", "run", 0.2, "b&c.vtp", NULL));
    assert_true(scree_pvd_append(".", "run", 1e-7 + 0.3, "d.vtp", NULL));
    size_t size;
    char *t = scree_file_read("run.pvd", &size, NULL);
    assert_non_null(strstr(t, "<DataSet timestep=\"0.2\" group=\"\" part=\"0\" file=\"b&amp;c.vtp\"/>"));
    assert_non_null(strstr(t, "<DataSet timestep=\"0.3000001\""));
    scree_free(t);
    assert_true(scree_pvd_append(".", "run", 0.2, "again.vtp", NULL));
    t = scree_file_read("run.pvd", &size, NULL);
    assert_non_null(strstr(t, "a.vtp"));
    assert_null(strstr(t, "b&amp;c"));
    assert_null(strstr(t, "d.vtp"));
    scree_free(t);
    assert_true(scree_pvd_cut(".", "run", 0.1, NULL));
    t = scree_file_read("run.pvd", &size, NULL);
    assert_non_null(strstr(t, "a.vtp"));
    assert_null(strstr(t, "again"));
    assert_non_null(strstr(t, "</Collection>\n</VTKFile>\n"));
    scree_free(t);
}

static void test_disk_full(void **state) {
    (void)state;
    scree_world *w = output_world(50);
    scree_report *r = scree_report_create();
    if (access("/dev/full", W_OK) == 0) {
        assert_false(scree_vtp_particles(w, "/dev/full", r));
        assert_string_equal(scree_report_text(r, 0), "/dev/full: error: No space left on device");
        scree_report_clear(r);
    }
    assert_false(scree_vtp_particles(w, "no/such/x.vtp", r));
    assert_string_equal(scree_report_text(r, 0), "no/such/x.vtp: error: No such file or directory");
    // A limit on the size of files acts like a full disk: the old file stays, nothing new is left.
    output_world_destroy(w);
    w = output_world(3000);
    assert_true(scree_vtp_contact_rows(NULL, 0, false, 1, "x.vtp", NULL));
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit old, limit;
    getrlimit(RLIMIT_FSIZE, &old);
    limit = old;
    limit.rlim_cur = 100000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool ok = scree_vtp_particles(w, "x.vtp", r);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_false(ok);
    assert_string_equal(scree_report_text(r, 1), "x.vtp: error: File too large");
    char *t = contents("x.vtp");
    assert_non_null(strstr(t, "NumberOfPoints=\"0\""));
    scree_free(t);
    scree_report_destroy(r);
    output_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_particles),          cmocka_unit_test(test_no_particles_no_contacts),
        cmocka_unit_test(test_contacts),           cmocka_unit_test(test_mesh),
        cmocka_unit_test(test_plane_and_cylinder), cmocka_unit_test(test_collection),
        cmocka_unit_test(test_disk_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
