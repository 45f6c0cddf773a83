// SPDX-License-Identifier: BSD-3-Clause
// CSV files of particles and contacts: every digit, the chosen columns, the region, names that need quotes.
#include "output/csv.h"

#include "output_world.h"
#include "text/file.h"
#include "world_of_text.h"
#include <stdlib.h>

static const char path[] = "rows.csv";

static char *contents(bool (*write)(const scree_world *w, const char *to, scree_report *r),
                      const scree_world *w) {
    size_t size;
    assert_true(write(w, path, NULL));
    char *text = scree_file_read(path, &size, NULL);
    assert_non_null(text);
    return text;
}

static size_t count(const char *text, char c) {
    size_t n = 0;
    for (; *text; text++) {
        n += *text == c;
    }
    return n;
}

static void test_particles(void **state) {
    (void)state;
    scree_world *w = output_world(3);
    char *text = contents(scree_csv_particles, w);
    static const char head[] = "id,material,radius [m],mass [kg],position_x [m],position_y [m],position_z "
                               "[m],velocity_x [m/s],velocity_y [m/s],"
                               "velocity_z [m/s],omega_x [rad/s],omega_y [rad/s],omega_z [rad/s],force_x "
                               "[N],force_y [N],force_z [N],torque_x [N m],"
                               "torque_y [N m],torque_z [N m]";
    assert_memory_equal(text, head, strlen(head));
    assert_int_equal(count(text, '\n'), 4);
    const char *row = strchr(text, '\n') + 1; // id 1 is the last in the storage: i = 2
    const char *material = w->case_->material.data[w->p.motion[2].w.material].name;
    char *wanted =
        scree_format("1,%s,2.01,2.5,2.1,0.6666666666666666,-2,3,4,5,6,7,8,9,10,11,12,13,14", material);
    assert_memory_equal(row, wanted, strlen(wanted));
    scree_free(wanted);
    scree_free(text);
    output_world_destroy(w);
}

static void test_choice(void **state) {
    (void)state;
    scree_world *w = output_world(3);
    scree_output_def *o = &w->case_->output;
    o->csv_fields[0] = o->csv_fields[4] = true;
    o->csv_has_region = true;
    o->csv_region = (scree_region){.kind = SCREE_REGION_SPHERE, .point = {1.1, 1.0 / 3, -1}, .radius = 0.5};
    char *text = contents(scree_csv_particles, w);
    assert_string_equal(text,
                        "id,position_x [m],position_y [m],position_z [m]\n2,1.1,0.3333333333333333,-1\n");
    scree_free(text);
    output_world_destroy(w);
}

static void test_contacts(void **state) {
    (void)state;
    const scree_particle q[2] = {ball(1, 2e-3, vec3(0, 0, 1.9e-3), vec3(0, 0, 0), vec3(0, 0, 0)),
                                 ball(2, 3e-3, vec3(1e-3, 0, 6.7e-3), vec3(0, 0, 0), vec3(0, 0, 0))};
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1 s, dt: 5 us}\n"
            "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.5}}\n"
            "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"),
        q, 2);
    size_t n = 0;
    scree_contact_row *rows = scree_contact_rows(w, &n);
    assert_int_equal(n, 2);
    char *text = contents(scree_csv_contacts, w);
    assert_int_equal(count(text, '\n'), 1 + n);
    const char *row = strchr(text, '\n') + 1;
    bool wall = false;
    for (size_t k = 0; k < n; k++, row = strchr(row, '\n') + 1) {
        char *end;
        assert_int_equal(strtoull(row, &end, 10), rows[k].a);
        assert_int_equal(strtoull(end + 1, &end, 10), rows[k].b);
        wall |= rows[k].wall >= 0;
        const char *name = rows[k].wall >= 0 ? w->case_->wall.data[rows[k].wall].name : "";
        assert_memory_equal(end + 1, name, strlen(name));
        end += 1 + strlen(name);
        const double number[] = {rows[k].point.x,  rows[k].point.y,  rows[k].point.z, rows[k].normal.x,
                                 rows[k].normal.y, rows[k].normal.z, rows[k].overlap, rows[k].normal_force,
                                 rows[k].force.x,  rows[k].force.y,  rows[k].force.z};
        for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
            assert_int_equal(*end, ',');
            assert_true(strtod(end + 1, &end) == number[i]);
        }
    }
    assert_true(wall);
    scree_free(rows);
    scree_free(text);
    scree_world_destroy(w);
}

static void test_quotes(void **state) {
    (void)state;
    scree_world *w = output_world(1);
    scree_free(w->case_->material.data[0].name);
    w->case_->material.data[0].name = scree_strdup("glass, \"wet\"");
    w->case_->output.csv_fields[1] = true;
    char *text = contents(scree_csv_particles, w);
    assert_string_equal(text, "material\n\"glass, \"\"wet\"\"\"\n");
    scree_free(text);
    output_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_particles),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_contacts),
        cmocka_unit_test(test_quotes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
