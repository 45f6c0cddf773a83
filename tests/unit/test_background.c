// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Files written in the background have the content of their time, byte for byte; failures are reported with the file's name and
// an error status.
#include "checkpoint/checkpoint.h"
#include "parallel/background.h"
#include "paraview/vtp.h"
#include "run/snapshot.h"
#include "text/file.h"
#include "world_of_text.h"
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { EVERY = 10, STEPS = 60 };

// 8000 particles, more than is written at once, that fall on a mesh; some contacts begin and end meanwhile.
static const char scene[] =
    "time: {end: 2.4 ms, dt: 40 us, velocity_scale: 2}\n"
    "gravity: [0, 0, -9.81]\n"
    "domain: {min: [0,0,-0.1], max: [0.08,0.08,0.2], periodic: [x, y]}\n"
    "materials: {m: {density: 2500, young: 1e6, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"
    "walls:\n"
    "  floor: {mesh: {file: background.stl}, material: m}\n"
    "  lid: {plane: {point: [0,0,0.09], normal: [0,0,-1]}, material: m, motion: {translate: {velocity: "
    "[0,0,-5]}}}\n"
    "insertion: [{material: m, fill: {method: lattice, spacing: 1}, count: 8000, diameter: {uniform: [3.6 "
    "mm, "
    "4 mm]},\n"
    "  velocity: [0,0,-1], velocity_spread: [1,1,1], region: {box: {min: [0,0,0], max: "
    "[0.08,0.08,0.085]}}}]\n"
    "outlets: {low: {region: {half_space: {point: [0,0,0.0015], normal: [0,0,-1]}}}}\n"
    "output: {plot: false, series: {every: 0.4 ms}, vtk: {every: 0.4 ms, contacts: true},\n"
    "  checkpoint: {every: 0.8 ms, keep: 0}}\n";

static int write_scene(void **state) {
    (void)state;
    static const scree_vec3 corner[6] = {{0, 0, 0}, {0.05, 0, 0},    {0.05, 0.08, 0},
                                         {0, 0, 0}, {0.05, 0.08, 0}, {0, 0.08, 0}};
    write_mesh("background.stl", corner, 2);
    FILE *f = fopen("background.yaml", "w");
    return f && fputs(scene, f) >= 0 && fclose(f) == 0 ? 0 : -1;
}

static void clear_folder(const char *path) {
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        char *file = scree_format("%s/%s", path, e->d_name);
        if (unlink(file) != 0) {
            rmdir(file);
        }
        scree_free(file);
    }
    if (folder) {
        closedir(folder);
    }
    rmdir(path);
}

static int remove_scene(void **state) {
    (void)state;
    clear_folder("background.out");
    unlink("background.stl");
    return unlink("background.yaml");
}

static scree_world *open_scene(void) {
    scree_world *w = world_of_case(case_of_text(scene), NULL, 0, 2, NULL);
    begin(w);
    return w;
}

static void expect_same_file(const char *a, const char *b) {
    size_t na, nb;
    char *x = scree_file_read(a, &na, NULL), *y = scree_file_read(b, &nb, NULL);
    if (!x || !y || na != nb || memcmp(x, y, na) != 0) {
        fail_msg("%s and %s differ", a, b);
    }
    scree_free(x);
    scree_free(y);
}

// The files of a run at this step, written without background.
static void write_now(const scree_world *w, const char *name, uint64_t case_hash) {
    char path[4][64];
    static const char *const kind[4] = {"particles", "contacts", "floor", "checkpoint"};
    for (int k = 0; k < 4; k++) {
        snprintf(path[k], sizeof path[k], "%s_%s", name, kind[k]);
    }
    assert_true(scree_vtp_particles(w, path[0], NULL) && scree_vtp_contacts(w, path[1], NULL) &&
                scree_vtp_mesh(w, 0, path[2], NULL) && scree_checkpoint_write(w, case_hash, path[3], NULL));
}

static void expect_same_files(const char *name, const char *const other[4]) {
    static const char *const kind[4] = {"particles", "contacts", "floor", "checkpoint"};
    for (int k = 0; k < 4; k++) {
        char path[64];
        snprintf(path, sizeof path, "%s_%s", name, kind[k]);
        if (other[k]) {
            expect_same_file(path, other[k]);
        }
        unlink(path);
    }
}

// The world continues and builds a new list, and the snapshot does not change; its memory is reused.
static void a_snapshot_stays(void **state) {
    (void)state;
    const int all = SCREE_SNAPSHOT_CONTACTS | SCREE_SNAPSHOT_FORCES | SCREE_SNAPSHOT_HISTORY;
    scree_world *w = open_scene();
    scree_snapshot s = {.block = NULL};
    for (int frame = 0; frame < 4; frame++) {
        advance(w, 25);
        assert_true(w->contacts > 1000);
        write_now(w, "now", 5);
        assert_true(scree_snapshot_take(&s, w, all));
        assert_int_equal(s.used, scree_snapshot_size(w, all));
        advance(w, 7);
        w->list_valid = false;
        advance(w, 1);
        write_now(&s.world, "later", 5);
        expect_same_files("now", (const char *const[4]){"later_particles", "later_contacts", "later_floor",
                                                        "later_checkpoint"});
        expect_same_files("later", (const char *const[4]){NULL});
    }
    scree_snapshot_clear(&s);
    scree_world_destroy(w);
}

static scree_status run_scene(scree_report *r) {
    scree_run_options o = scree_run_options_default();
    o.out = "background.out";
    o.overwrite = 1;
    o.threads = 2;
    return scree_run("background.yaml", &o, r, NULL);
}

static void frames_are_of_their_moment(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_status status = run_scene(r);
    expect_no_errors(r);
    assert_int_equal(status, SCREE_OK);
    scree_world *w = open_scene();
    uint64_t case_hash = scree_case_hash(w);
    for (int step = 0; step <= STEPS; step += EVERY) {
        char path[4][64];
        static const char *const form[4] = {
            "background.out/particles_%012d.vtp", "background.out/contacts_%012d.vtp",
            "background.out/wall_floor_%012d.vtp", "background.out/checkpoint_%012d.scree"};
        const char *paths[4];
        for (int k = 0; k < 4; k++) {
            snprintf(path[k], sizeof path[k], form[k], step);
            paths[k] = path[k];
        }
        bool checkpoint = step > 0 && step % 20 == 0;
        assert_true((access(paths[3], F_OK) == 0) == checkpoint);
        paths[3] = checkpoint ? paths[3] : NULL;
        write_now(w, "now", case_hash);
        expect_same_files("now", paths);
        if (step < STEPS) {
            advance(w, EVERY);
        }
    }
    assert_true(w->p.n > 7000 && w->outlet.data[0].count > 0);
    scree_world_destroy(w);
    clear_folder("background.out");
    scree_report_destroy(r);
}

// Writing fails for a frame in the middle, the last frame, a checkpoint in the middle, and the last one.
static void what_fails_is_said(void **state) {
    (void)state;
    static const char *const way[] = {"particles_000000000020.vtp", "particles_000000000060.vtp",
                                      "checkpoint_000000000040.scree", "checkpoint_000000000060.scree"};
    for (size_t k = 0; k < sizeof way / sizeof *way; k++) {
        char folder[64], wanted[160];
        snprintf(folder, sizeof folder, "background.out/%s.part", way[k]); // where it is written first
        snprintf(wanted, sizeof wanted,
                 "error: %s: this is no regular file, so the run does not write there; remove it", folder);
        clear_folder("background.out");
        assert_true(mkdir("background.out", 0777) == 0 && mkdir(folder, 0777) == 0);
        FILE *list =
            fopen("background.out/run.files", "w"); // otherwise the run would be refused at the start
        fprintf(list, "%s\n", way[k]);
        fclose(list);
        scree_report *r = scree_report_create();
        assert_int_equal(run_scene(r), SCREE_USER_ERROR);
        assert_int_equal(scree_report_count(r, SCREE_SEVERITY_ERROR), 1);
        bool said = false;
        for (size_t i = 0; i < scree_report_size(r); i++) {
            said |= strcmp(scree_report_text(r, i), wanted) == 0;
        }
        assert_true(said);
        assert_int_equal(access("background.out/run.json", F_OK), 0);
        scree_report_destroy(r);
        clear_folder("background.out");
    }
}

// Disk full: no incomplete file is left under a final name.
static void a_full_disk_leaves_no_halves(void **state) {
    (void)state;
    struct rlimit before, little;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    little = before;
    little.rlim_cur = 300000; // the checkpoint is larger
    char *text = scree_format("%s", scene), *vtk = strstr(text, "vtk:");
    memset(vtk, ' ', strlen("vtk: {every: 0.4 ms, contacts: true},"));
    FILE *f = fopen("background.yaml", "w");
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    scree_free(text);
    setrlimit(RLIMIT_FSIZE, &little);
    scree_report *r = scree_report_create();
    scree_status status = run_scene(r);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, SCREE_USER_ERROR);
    bool said = false;
    for (size_t i = 0; i < scree_report_size(r); i++) {
        said |= strcmp(scree_report_text(r, i),
                       "background.out/checkpoint_000000000020.scree: error: File too large") == 0;
    }
    assert_true(said);
    assert_int_not_equal(access("background.out/checkpoint_000000000020.scree", F_OK), 0);
    assert_int_not_equal(access("background.out/checkpoint_000000000020.scree.part", F_OK), 0);
    assert_null(scree_checkpoint_latest("background.out"));
    scree_report_destroy(r);
    clear_folder("background.out");
}

// ------------------------------------------------------------------------------------------------- only the thread

static bool sleep_and_fail(void *context, scree_report *r) {
    const struct timespec a_while = {0, 20000000};
    nanosleep(&a_while, NULL);
    (*(int *)context)++;
    scree_report_warning(r, "slept");
    scree_report_error(r, "and failed");
    return false;
}

static void one_piece_of_work(void **state) {
    (void)state;
    scree_background b = {.work = NULL};
    scree_report *r = scree_report_create();
    int done = 0;
    assert_true(scree_background_wait(&b, r) && !scree_background_is_over(&b));
    scree_report_note(r, "first");
    scree_background_start(&b, sleep_and_fail, &done);
    while (!scree_background_is_over(&b)) {
    }
    assert_int_equal(scree_report_size(r), 1);
    assert_false(scree_background_wait(&b, r));
    assert_true(scree_background_wait(&b, r) && done == 1);
    assert_int_equal(scree_report_size(r), 3);
    assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING), 2);
    assert_string_equal(scree_report_text(r, 2), "error: and failed");
    scree_background_start(&b, sleep_and_fail, &done);
    assert_false(scree_background_wait(&b, NULL));
    assert_int_equal(done, 2);
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_piece_of_work),
        cmocka_unit_test(a_snapshot_stays),
        cmocka_unit_test(frames_are_of_their_moment),
        cmocka_unit_test(what_fails_is_said),
        cmocka_unit_test(a_full_disk_leaves_no_halves),
    };
    return cmocka_run_group_tests(tests, write_scene, remove_scene);
}
