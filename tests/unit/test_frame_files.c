// SPDX-License-Identifier: BSD-3-Clause
// Reading the ParaView files of a run again: what was written is found, and what is damaged, foreign or leads out of the folder is named.
#include "tools/frames/frame_files.h"

#include "output_world.h"
#include "paraview/vtp.h"
#include "text/file.h"
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { ALL = ~0u };

static void run_in(const char *folder) {
    char *command = scree_format("rm -rf %s && mkdir %s", folder, folder);
    assert_int_equal(system(command), 0);
    scree_free(command);
}

// Writes files of the world at a step of 0.1 ms into the folder "run", and enters them in the lists.
static void write_time(scree_world *w, unsigned long long step) {
    w->step = step;
    w->dt = 1e-4; // s
    const double t = scree_world_time(w);
    char *file = scree_format("particles_%012llu.vtp", step), *path = scree_format("run/%s", file);
    assert_true(scree_vtp_particles(w, path, NULL) && scree_pvd_append("run", "particles", t, file, NULL));
    scree_free(file);
    scree_free(path);
    file = scree_format("wall_chute_%012llu.vtp", step), path = scree_format("run/%s", file);
    const scree_vec3 force[2] = {{3, 0, -4}, {0, 0, 8}};
    assert_true(scree_vtp_mesh_forces(w, 0, force, path, NULL) &&
                scree_pvd_append("run", "wall_chute", t, file, NULL));
    scree_free(file);
    scree_free(path);
}

// Opens the folder "run", which has to fail with a message in which all of the words are.
static void fails_to_open(const char *a, const char *b) {
    scree_report *r = scree_report_create();
    scree_frame_files f;
    assert_false(scree_frame_files_open(&f, "run", r));
    assert_int_equal(scree_report_size(r), 1);
    if (!strstr(scree_report_text(r, 0), a) || !strstr(scree_report_text(r, 0), b)) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
}

// Opens the folder "run" and reads its first frame, which has to fail in the same way.
static void fails_to_load(const char *a, const char *b) {
    scree_report *r = scree_report_create();
    scree_frame_files f;
    scree_frame frame;
    assert_true(scree_frame_files_open(&f, "run", r));
    assert_false(scree_frame_files_load(&f, 0, ALL, &frame, r));
    assert_int_equal(scree_report_size(r), 1);
    if (!strstr(scree_report_text(r, 0), a) || !strstr(scree_report_text(r, 0), b)) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_frame_files_close(&f);
    scree_report_destroy(r);
}

static void write_text(const char *path, const char *text, size_t size) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

static char *find(char *text, size_t size, const char *what) {
    for (char *at = text; at + strlen(what) <= text + size; at++) {
        if (memcmp(at, what, strlen(what)) == 0) {
            return at;
        }
    }
    return NULL;
}

// Replaces the first `from` in a file by `to`, which may have another length.
static void edit(const char *path, const char *from, const char *to) {
    size_t size;
    char *text = scree_file_read(path, &size, NULL), *at = find(text, size, from);
    assert_non_null(at);
    const size_t before = (size_t)(at - text), behind = size - before - strlen(from);
    char *edited = scree_realloc(NULL, 0, before + strlen(to) + behind);
    memcpy(edited, text, before);
    memcpy(edited + before, to, strlen(to));
    memcpy(edited + before + strlen(to), at + strlen(from), behind);
    write_text(path, edited, before + strlen(to) + behind);
    scree_free(edited);
    scree_free(text);
}

static void test_what_was_written(void **state) {
    (void)state;
    run_in("run");
    scree_world *w = output_world(700);
    write_time(w, 5000);
    write_time(w, 7500);
    scree_frame_files f;
    assert_true(scree_frame_files_open(&f, "run/", NULL));
    assert_int_equal(f.frame.n, 2);
    assert_true(f.frame.data[1].time == scree_world_time(w) && f.frame.data[1].step == 7500);
    assert_int_equal(scree_frame_files_at(&f, 0.6), 0);
    assert_int_equal(scree_frame_files_at(&f, 9.0), 1);
    scree_frame frame;
    assert_true(scree_frame_files_load(&f, 1, ALL, &frame, NULL));
    const scree_frame_set *p = scree_frame_find(&frame, SCREE_FRAME_PARTICLES, NULL);
    assert_int_equal(p->n, 700);
    int components;
    double *v = scree_frame_values(&frame, p, "velocity", &components, NULL);
    assert_int_equal(components, 3);
    assert_string_equal(p->field.data[scree_frame_field_number(p, "velocity")].unit, "m/s");
    for (size_t k = 0; k < 700; k += 233) {
        const size_t i = 699 - k; // by id
        assert_int_equal(p->id[k], k + 1);
        assert_true(p->place[3 * k] == w->p.x[i].x && p->place[3 * k + 2] == w->p.x[i].z &&
                    p->radius[k] == w->p.x[i].r);
        assert_true(v[3 * k + 1] == (float)w->p.motion[i].v.y);
    }
    scree_free(v);
    double *material = scree_frame_values(&frame, p, "material", &components, NULL);
    assert_true(components == 1 && material[0] == 1.0 && material[1] == 0.0);
    scree_free(material);
    const scree_vtp_names *names = scree_frame_names(p, "materials");
    assert_string_equal(names->text.data[0], w->case_->material.data[0].name);
    assert_null(scree_frame_names(p, "shapes"));
    const scree_frame_set *wall = scree_frame_find(&frame, SCREE_FRAME_WALL, "chute");
    assert_int_equal(wall->n, 2);
    assert_true(wall->place[3] == 10 && wall->place[4] == 1 && wall->place[9 + 3] == 9 &&
                wall->place[9 + 4] == 1); // (1, 0), then (1, 1) of the second
    double *stress = scree_frame_values(&frame, wall, "stress", &components, NULL);
    assert_true(stress[0] == 10 && stress[1] == 16);
    scree_free(stress);
    assert_null(scree_frame_find(&frame, SCREE_FRAME_CONTACTS, NULL));
    scree_report *r = scree_report_create();
    assert_null(scree_frame_values(&frame, p, "speed", &components, r));
    assert_non_null(strstr(scree_report_text(r, 0), "no field 'speed'; accepted: id, material, radius"));
    scree_report_destroy(r);
    scree_frame_clear(&frame);
    assert_true(scree_frame_files_load(&f, 0, 1u << SCREE_FRAME_WALL, &frame, NULL));
    assert_int_equal(frame.set.n, 1);
    scree_frame_clear(&frame);
    scree_frame_files_close(&f);
    output_world_destroy(w);
}

// A form has cells of four corners: two triangles each.
static void test_walls_of_quads_and_lines(void **state) {
    (void)state;
    run_in("run");
    scree_world *w = output_world(2);
    scree_frame frame;
    assert_true(scree_vtp_mesh(w, 2, "run/drum.vtp", NULL));
    const scree_contact_row row[2] = {
        {.a = 5, .b = 9, .wall = -1, .centre_a = {1, 2, 3}, .centre_b = {4, 5, 6}, .normal_force = 2},
        {.a = 7, .wall = 2, .centre_a = {7, 8, 9}, .centre_b = {1, 1, 1}, .normal_force = 8.5}};
    assert_true(scree_vtp_contact_rows(row, 2, false, scree_world_time(w), "run/contacts.vtp", NULL));
    scree_frame_begin(&frame, scree_world_time(w), 3, "run", -1);
    frame.descriptor = open("run", O_RDONLY | O_DIRECTORY);
    assert_true(scree_frame_add(&frame, SCREE_FRAME_WALL, "drum", "drum.vtp", -1, NULL));
    assert_true(scree_frame_add(&frame, SCREE_FRAME_CONTACTS, "contacts", "contacts.vtp", -1, NULL));
    const scree_frame_set *wall = &frame.set.data[0], *contacts = &frame.set.data[1];
    assert_true(wall->n == 128 && wall->n_cells == 64);
    double area = 0.0;
    for (size_t k = 0; k < wall->n; k++) {
        const double *c = wall->place + 9 * k;
        area += 0.5 * vec_norm(vec_cross(vec3(c[3] - c[0], c[4] - c[1], c[5] - c[2]),
                                         vec3(c[6] - c[0], c[7] - c[1], c[8] - c[2])));
    }
    const double length = (1.0 / 3 + 2.02) - (1.0 / 3 - 2.02),
                 side = 2 * 2 * sin(M_PI / 64); // 64 sides of a circle of radius 2
    assert_true(fabs(area - 64 * side * length) < 1e-9);
    assert_true(contacts->n == 2 && contacts->place[6] == 7 && contacts->place[5] == 6 &&
                contacts->place[11] == 1);
    int components;
    double *force = scree_frame_values(&frame, contacts, "normal_force", &components, NULL);
    assert_true(components == 1 && force[1] == 8.5);
    scree_free(force);
    scree_frame_clear(&frame);
    output_world_destroy(w);
}

static void test_growing_run(void **state) {
    (void)state;
    run_in("run");
    scree_world *w = output_world(5);
    scree_frame_files f;
    bool changed;
    assert_true(scree_frame_files_watch(&f, "run", NULL));
    assert_int_equal(f.frame.n, 0);
    write_time(w, 5000);
    assert_true(scree_frame_files_refresh(&f, &changed, NULL) && changed);
    assert_int_equal(f.frame.n, 1);
    assert_true(scree_frame_files_refresh(&f, &changed, NULL) && !changed);
    write_time(w, 7500);
    assert_true(scree_frame_files_refresh(&f, &changed, NULL) && changed);
    assert_int_equal(f.frame.n, 2);
    // The particles of the next time are there, its wall is not yet: the time is held back, but not for ever, as the wall may be gone.
    assert_true(scree_pvd_append("run", "particles", 1.0, "particles_000000007500.vtp", NULL));
    assert_true(scree_frame_files_refresh(&f, &changed, NULL) && changed);
    assert_int_equal(f.frame.n, 2);
    const struct timespec old[2] = {{time(NULL) - 10, 0}, {time(NULL) - 10, 0}};
    assert_int_equal(utimensat(AT_FDCWD, "run/particles.pvd", old, 0) +
                         utimensat(AT_FDCWD, "run/wall_chute.pvd", old, 0),
                     0);
    assert_true(scree_frame_files_refresh(&f, &changed, NULL));
    assert_int_equal(f.frame.n, 3);
    // Damage is reported and changes nothing.
    write_text("run/particles.pvd", "<?xml version=\"1.0\"?>\n<VTKFile>", 31);
    scree_report *r = scree_report_create();
    assert_false(scree_frame_files_refresh(&f, &changed, r));
    assert_non_null(strstr(scree_report_text(r, 0), "run/particles.pvd: it is cut off"));
    assert_int_equal(f.frame.n, 3);
    scree_report_destroy(r);
    // Another run in a new folder of the same name.
    run_in("run");
    write_time(w, 2500);
    assert_true(scree_frame_files_refresh(&f, &changed, NULL) && changed);
    assert_int_equal(f.frame.n, 1);
    scree_frame_files_close(&f);
    output_world_destroy(w);
}

static void test_folders_and_lists(void **state) {
    (void)state;
    run_in("run");
    assert_int_equal(rmdir("run"), 0);
    fails_to_open("run: ", "there is no such folder");
    run_in("run");
    fails_to_open("run: there are no frames here", "this is not the folder of a run");
    write_text("run/run.json", "{}", 2);
    fails_to_open("run: there are no frames here", "output.vtk.every");
    static const char *const bad[] = {"../x.vtp", "/etc/passwd", "..", "a/b.vtp", ""};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char *list = scree_format(
            "<VTKFile><Collection><DataSet timestep=\"0\" file=\"%s\"/></Collection></VTKFile>", bad[k]);
        write_text("run/particles.pvd", list, strlen(list));
        scree_free(list);
        fails_to_open("run/particles.pvd: names the file", "a name in the same folder is expected");
    }
    static const char twice[] =
        "<VTKFile><DataSet timestep=\"1\" file=\"a\"/><DataSet timestep=\"1\" file=\"b\"/></VTKFile>";
    write_text("run/particles.pvd", twice, strlen(twice));
    fails_to_open("run/particles.pvd", "times that increase are expected");
    write_text("run/particles.pvd", "a text", 6);
    fails_to_open("run/particles.pvd", "no list of ParaView files");
    write_text("run/particles.pvd", "<!DOCTYPE x>", 12);
    fails_to_open("run/particles.pvd", "document type");
    unlink("run/particles.pvd");
    assert_int_equal(mkfifo("run/particles.pvd", 0600), 0);
    fails_to_open("run/particles.pvd", "no plain file");
}

static void test_files(void **state) {
    (void)state;
    scree_world *w = output_world(5);
    static const char path[] = "run/particles_000000005000.vtp";
    size_t size;
    run_in("run");
    write_time(w, 5000);
    char *whole = scree_file_read(path, &size, NULL);
    for (size_t cut = 0; cut < size;
         cut += cut < 3000 ? 97 : 1) { // anywhere in the header, and each byte of the values
        write_text(path, whole, cut);
        fails_to_load(path, "");
    }
    write_text(path, whole, size - 1);
    fails_to_load(path, "cut off");
    scree_free(whole);
    unlink(path);
    fails_to_load(path, "No such file");
    assert_int_equal(symlink("../secret.vtp", path), 0);
    fails_to_load(path, "this is a link");
    unlink(path);
    static const struct {
        const char *from, *to, *why;
    } change[] = {
        {"UInt64", "UInt32", "no file of a scree run"},
        {"encoding=\"raw\"", "encoding=\"base64\"", "base64"},
        {"header_type", "compressor=\"vtkZLibDataCompressor\" header_type", "compressed"},
        {"Name=\"radius\"", "Name=\"radios\"", "has no 'radius'"},
        {"\"Float64\" Name=\"radius\"", "\"Float32\" Name=\"radius\"", "'radius'"},
        {"\"Float64\" Name=\"radius\"", "\"UInt8\" Name=\"radius\"", "UInt8"},
        {"Name=\"TimeValue\"", "Name=\"Time\"", "no TimeValue"},
        {"NumberOfPoints=\"5\"", "NumberOfPoints=\"6\"", "expected"},
        {"NumberOfPoints=\"5\"", "NumberOfPoints=\"-5\"", "the numbers of its points"},
        {"NumberOfComponents=\"3\"", "NumberOfComponents=\"0\"", "of a kind that no run of scree writes"},
        {"offset=\"0\"", "offset=\"8\"", "no array begins"},
        {"PolyData\"", "UnstructuredGrid\"", "no file of a scree run"},
    };
    for (size_t k = 0; k < sizeof change / sizeof *change; k++) {
        run_in("run");
        write_time(w, 5000);
        edit(path, change[k].from, change[k].to);
        fails_to_load(path, change[k].why);
    }
    run_in("run");
    write_time(w, 5000);
    edit("run/particles.pvd", "0.5", "0.6");
    fails_to_load(path, "0.6 s is expected");
    w->p.x[3].r = NAN; // of id 2
    run_in("run");
    write_time(w, 5000);
    fails_to_load(path, "particle 2 has the radius nan");
    w->p.x[3].r = 1;
    w->p.x[3].y = INFINITY;
    run_in("run");
    write_time(w, 5000);
    fails_to_load(path, "point 1 is not at a finite place");
    output_world_destroy(w);
}

// A file that is replaced between its header and a field.
static void test_replaced_file(void **state) {
    (void)state;
    scree_world *w = output_world(5);
    run_in("run");
    write_time(w, 5000);
    scree_frame_files f;
    scree_frame frame;
    assert_true(scree_frame_files_open(&f, "run", NULL));
    assert_true(scree_frame_files_load(&f, 0, ALL, &frame, NULL));
    scree_frame_files_close(&f); // the frame stays
    write_time(w, 5000);
    scree_report *r = scree_report_create();
    int components;
    assert_null(scree_frame_values(&frame, &frame.set.data[0], "mass", &components, r));
    assert_non_null(strstr(scree_report_text(r, 0), "run/particles_000000005000.vtp: was written anew"));
    scree_report_destroy(r);
    scree_frame_clear(&frame);
    output_world_destroy(w);
}

// What several ranks write: pieces, and a list of them.
static void test_pieces(void **state) {
    (void)state;
    scree_world *w = output_world(5);
    run_in("run");
    write_time(w, 5000);
    assert_int_equal(rename("run/particles_000000005000.vtp", "run/p_0000.vtp"), 0);
    assert_int_equal(system("cp run/p_0000.vtp run/p_0001.vtp"), 0);
    static const char list[] =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PPolyData\"><PPolyData><Piece Source=\"p_0000.vtp\"/>"
        "<Piece Source=\"p_0001.vtp\"/></PPolyData></VTKFile>\n";
    write_text("run/p.pvtp", list, strlen(list));
    edit("run/particles.pvd", "particles_000000005000.vtp", "p.pvtp");
    scree_frame_files f;
    scree_frame frame;
    assert_true(scree_frame_files_open(&f, "run", NULL));
    assert_true(scree_frame_files_load(&f, 0, 1u << SCREE_FRAME_PARTICLES, &frame, NULL));
    const scree_frame_set *s = &frame.set.data[0];
    assert_int_equal(s->n, 10);
    int components;
    double *mass = scree_frame_values(&frame, s, "mass", &components, NULL);
    assert_true(s->id[7] == 3 && s->place[3 * 7] == s->place[3 * 2] && mass[7] == mass[2] &&
                mass[7] != mass[6]);
    scree_free(mass);
    scree_frame_clear(&frame);
    scree_frame_files_close(&f);
    edit("run/p.pvtp", "p_0001.vtp", "../p_0.vtp");
    fails_to_load("run/p.pvtp: names the file '../p_0.vtp'", "in the same folder");
    output_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_written),
        cmocka_unit_test(test_walls_of_quads_and_lines),
        cmocka_unit_test(test_growing_run),
        cmocka_unit_test(test_folders_and_lists),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_replaced_file),
        cmocka_unit_test(test_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
