// SPDX-License-Identifier: BSD-3-Clause
#include "output/out_folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static bool is_there(const char *path) {
    return access(path, F_OK) == 0;
}

static const char *reported(scree_report *r) {
    const size_t n = scree_report_size(r);
    return n > 0 ? scree_report_text(r, n - 1) : "";
}

static void fill(const char *const *name, size_t n) {
    char path[256];
    for (size_t k = 0; k < n; k++) {
        snprintf(path, sizeof path, "used/%s", name[k]);
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fclose(f);
    }
}

static void new_folders(void **state) {
    (void)state;
    scree_out_folder f;
    scree_report *r = scree_report_create();
    assert_true(scree_out_folder_open(&f, "one/two//three", SCREE_OUT_NEW, r));
    assert_true(is_there("one/two/three/run.files"));
    scree_out_folder_undo(&f);
    assert_false(is_there("one"));
    mkdir("one", 0777);
    assert_true(scree_out_folder_open(&f, "one/two", SCREE_OUT_NEW, r));
    scree_out_folder_undo(&f);
    assert_true(is_there("one") && !is_there("one/two"));
    assert_true(scree_out_folder_open(&f, "one", SCREE_OUT_NEW, r));
    scree_out_folder_undo(&f);
    assert_true(is_there("one") && !is_there("one/run.files"));
    rmdir("one");
    assert_false(scree_out_folder_open(&f, "", SCREE_OUT_NEW, r));
    assert_false(scree_out_folder_open(&f, "/dev/null", SCREE_OUT_NEW, r));
    assert_non_null(strstr(reported(r), "/dev/null: is not a folder"));
    assert_false(scree_out_folder_open(&f, "/dev/null/below", SCREE_OUT_NEW, r));
    assert_non_null(strstr(reported(r), "/dev/null/below: the folder for the output cannot be made"));
    assert_false(scree_out_folder_open(&f, "not_there", SCREE_OUT_RESUME, r));
    assert_non_null(strstr(reported(r), "there is no such folder to resume from"));
    assert_false(is_there("not_there"));
    scree_report_destroy(r);
}

static const char *const theirs[] = {"notes.txt", "particles.csv", "my_particles_000000000900.vtp"};
static const char *const early[] = {"particles_000000000700.vtp",
                                    "particles_000000000500.pvtp",
                                    "particles_000000000500_0000.vtp",
                                    "particles_000000000500_12345.vtp",
                                    "wall_000000009999_b_000000000700.vtp",
                                    "wall_x.pvd",
                                    "checkpoint_000000000900.scree",
                                    "failed_000000000900.scree",
                                    "particles_000000000700.csv"};
static const char *const late[] = {"particles_000000000701.vtp",         "contacts_000000000900.pvtp",
                                   "contacts_000000000900_0003.vtp",     "wall_a_b_1234567890123.vtp",
                                   "wall_000000000001_000000000800.vtp", "contacts_000000000900_0003.csv"};

#define COUNT(a) (sizeof(a) / sizeof *(a))

static void expect(const char *const *name, size_t n, bool there) {
    char path[256];
    for (size_t k = 0; k < n; k++) {
        snprintf(path, sizeof path, "used/%s", name[k]);
        if (is_there(path) != there) {
            fail_msg("%s should %sbe there", path, there ? "" : "not ");
        }
    }
}

static void add(scree_out_folder *f, const char *const *name, size_t n) {
    for (size_t k = 0; k < n; k++) {
        assert_true(scree_out_folder_add(f, name[k], NULL));
        assert_true(scree_out_folder_lists(f, name[k]));
    }
}

static void only_listed_files_go(void **state) {
    (void)state;
    scree_out_folder f;
    scree_report *r = scree_report_create();
    assert_true(scree_out_folder_open(&f, "used", SCREE_OUT_NEW, r));
    add(&f, early, COUNT(early));
    add(&f, late, COUNT(late));
    scree_out_folder_close(&f);
    fill(theirs, COUNT(theirs));
    fill(early, COUNT(early));
    fill(late, COUNT(late));
    assert_false(scree_out_folder_open(&f, "used", SCREE_OUT_NEW, r));
    assert_non_null(strstr(
        reported(r), "used: this folder holds a run; accepted: --resume to go on with it, --overwrite"));
    assert_true(scree_out_folder_open(&f, "used", SCREE_OUT_RESUME, r));
    scree_out_folder_clear_after(&f, 700);
    expect(theirs, COUNT(theirs), true);
    expect(early, COUNT(early), true);
    expect(late, COUNT(late), false);
    scree_out_folder_close(&f);
    fill(late, 1); // the list in the file still has it
    assert_true(scree_out_folder_open(&f, "used", SCREE_OUT_OVERWRITE, r));
    assert_true(scree_out_folder_clear(&f, r));
    expect(theirs, COUNT(theirs), true);
    expect(early, COUNT(early), false);
    expect(late, COUNT(late), false);
    scree_out_folder_close(&f);
    fill(early, 1); // a file of the user's of that name
    assert_false(scree_out_folder_open(&f, "used", SCREE_OUT_NEW, r));
    assert_non_null(
        strstr(reported(r), "used/particles_000000000700.vtp: a file of this name is there that is not on"));
    assert_false(scree_out_folder_open(&f, "used", SCREE_OUT_OVERWRITE, r));
    expect(early, 1, true);
    unlink("used/particles_000000000700.vtp");
    scree_report_destroy(r);
}

// Names that no run gives are not taken from a list that somebody has changed.
static void changed_lists(void **state) {
    (void)state;
    scree_out_folder f;
    mkdir("changed", 0777);
    FILE *list = fopen("changed/run.files", "w");
    fputs("../used/notes.txt\nnotes.txt\nparticles_../../x.vtp\nseries.csv\n", list);
    fclose(list);
    assert_true(scree_out_folder_open(&f, "changed", SCREE_OUT_OVERWRITE, NULL));
    assert_int_equal(f.name.n, 1);
    assert_true(scree_out_folder_lists(&f, "series.csv"));
    scree_out_folder_undo(&f);
    unlink("changed/run.files");
}

static void one_at_a_time(void **state) {
    (void)state;
    scree_out_folder f, g;
    scree_report *r = scree_report_create();
    assert_true(scree_out_folder_open(&f, "busy", SCREE_OUT_NEW, r));
    for (int use = SCREE_OUT_NEW; use <= SCREE_OUT_RESUME; use++) {
        assert_false(scree_out_folder_open(&g, "busy", (scree_out_use)use, r));
        assert_non_null(strstr(reported(r), "busy: another run is writing into this folder (process "));
    }
    assert_true(is_there("busy/run.files"));
    scree_out_folder_close(&f);
    assert_true(scree_out_folder_open(&g, "busy", SCREE_OUT_RESUME, r));
    scree_out_folder_close(&g);
    unlink("busy/run.files");
    rmdir("busy");
    scree_report_destroy(r);
}

static void links_are_not_followed(void **state) {
    (void)state;
    scree_out_folder f;
    scree_report *r = scree_report_create();
    mkdir("linked", 0777);
    assert_int_equal(symlink("../used/notes.txt", "linked/run.files"), 0);
    assert_false(scree_out_folder_open(&f, "linked", SCREE_OUT_NEW, r));
    assert_non_null(strstr(reported(r), "linked/run.files: this is a link; remove it"));
    unlink("linked/run.files");
    assert_true(scree_out_folder_open(&f, "linked", SCREE_OUT_NEW, r));
    assert_int_equal(symlink("../used/notes.txt", "linked/series.csv"), 0);
    assert_false(scree_out_folder_add(&f, "series.csv", r));
    assert_non_null(strstr(reported(r), "linked/series.csv: this is a link"));
    scree_out_folder_close(&f);
    unlink("linked/series.csv");
    unlink("linked/run.files");
    rmdir("linked");
    scree_report_destroy(r);
}

static void expect_refused(scree_out_folder *f, const char *folder, scree_out_use use, const char *words) {
    scree_report *r = scree_report_create();
    assert_false(scree_out_folder_open(f, folder, use, r));
    assert_non_null(strstr(reported(r), words));
    scree_report_destroy(r);
}

// A file is written under its name with .part first.
static void half_written_files(void **state) {
    (void)state;
    scree_out_folder f;
    scree_report *r = scree_report_create();
    mkdir("half", 0777);
    assert_int_equal(symlink("../used/notes.txt", "half/series.csv.part"), 0);
    expect_refused(&f, "half", SCREE_OUT_NEW, "half/series.csv.part: a file of this name is there");
    expect_refused(&f, "half", SCREE_OUT_OVERWRITE, "half/series.csv.part: a file of this name is there");
    assert_true(scree_out_folder_open(&f, "half", SCREE_OUT_RESUME, r));
    assert_false(scree_out_folder_add(&f, "series.csv", r));
    assert_non_null(strstr(reported(r), "half/series.csv.part: this is a link"));
    unlink("half/series.csv.part");
    assert_true(scree_out_folder_add(&f, "series.csv", r));
    scree_out_folder_close(&f);
    // of a run that was killed: known by the list
    assert_int_equal(symlink("../used/notes.txt", "half/series.csv.part"), 0);
    assert_true(scree_out_folder_open(&f, "half", SCREE_OUT_OVERWRITE, r));
    assert_true(scree_out_folder_clear(&f, r));
    assert_false(is_there("half/series.csv.part"));
    scree_out_folder_close(&f);
    unlink("half/run.files");
    rmdir("half");
    scree_report_destroy(r);
}

static void what_cannot_go_is_seen_before(void **state) {
    (void)state;
    scree_out_folder f;
    scree_report *r = scree_report_create();
    assert_true(scree_out_folder_open(&f, "mixed", SCREE_OUT_NEW, r));
    assert_true(scree_out_folder_add(&f, "run.json", r) && scree_out_folder_add(&f, "plot.svg", r));
    mkdir("mixed/plot.svg", 0777);
    fclose(fopen("mixed/run.json", "w"));
    assert_false(scree_out_folder_clear(&f, r));
    assert_non_null(strstr(reported(r), "mixed/plot.svg: this is a folder"));
    assert_true(is_there("mixed/run.json"));
    scree_out_folder_close(&f);
    assert_true(scree_out_folder_open(&f, "mixed", SCREE_OUT_RESUME, r));
    assert_true(scree_out_folder_lists(&f, "run.json"));
    scree_out_folder_close(&f);
    rmdir("mixed/plot.svg");
    unlink("mixed/run.json");
    unlink("mixed/run.files");
    if (geteuid() != 0) { // nothing stops root
        chmod("mixed", 0555);
        expect_refused(&f, "mixed", SCREE_OUT_NEW, "mixed: no file can be made in this folder");
        chmod("mixed", 0777);
    }
    assert_int_equal(mkfifo("mixed/run.files", 0666), 0);
    expect_refused(&f, "mixed", SCREE_OUT_NEW, "mixed/run.files: this is no regular file");
    unlink("mixed/run.files");
    rmdir("mixed");
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_folders),
        cmocka_unit_test(only_listed_files_go),
        cmocka_unit_test(changed_lists),
        cmocka_unit_test(one_at_a_time),
        cmocka_unit_test(links_are_not_followed),
        cmocka_unit_test(half_written_files),
        cmocka_unit_test(what_cannot_go_is_seen_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
