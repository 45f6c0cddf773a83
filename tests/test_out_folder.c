// SPDX-License-Identifier: BSD-3-Clause
#include "io/out_folder.h"

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

static void fill(const char *const *name, size_t n) {
    char path[256];
    for (size_t k = 0; k < n; k++) {
        snprintf(path, sizeof path, "used/%s", name[k]);
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fclose(f);
    }
}

static void make_and_unmake(void **state) {
    (void)state;
    size_t made;
    rmdir("one/two//three");
    rmdir("one/two");
    mkdir("one", 0777);
    assert_true(scree_out_folder_make("one/two//three", &made, NULL));
    assert_int_equal(made, strlen("one/two"));
    assert_true(is_there("one/two/three"));
    scree_out_folder_unmake("one/two//three", made);
    assert_true(is_there("one") && !is_there("one/two"));
    assert_true(scree_out_folder_make("one", &made, NULL));
    assert_int_equal(made, 0);
    scree_out_folder_unmake("one", made);
    assert_true(is_there("one"));
    scree_report *r = scree_report_create();
    scree_report_error(r, "an error of before is none of the folder's");
    assert_true(scree_out_folder_make("one", &made, r));
    assert_false(scree_out_folder_make("", &made, r));
    assert_false(scree_out_folder_make("/dev/null", &made, r));
    assert_non_null(strstr(scree_report_text(r, 2), "/dev/null: is not a folder"));
    assert_false(scree_out_folder_make("/dev/null/below", &made, r));
    assert_non_null(
        strstr(scree_report_text(r, 3), "/dev/null/below: the folder for the output cannot be made"));
    scree_report_destroy(r);
    rmdir("one");
}

static const char *const theirs[] = {"notes.txt", "particles.csv", "my_particles_000000000900.vtp",
                                     "series.csv"};
static const char *const early[] = {
    "particles_000000000700.vtp",           "particles_000000000500.pvtp",
    "particles_000000000500_0000.vtp",      "particles_000000000500_12345.vtp",
    "wall_000000009999_b_000000000700.vtp", "wall_x.pvd",
    "checkpoint_000000000900.scree",        "failed_000000000900.scree"};
static const char *const late[] = {"particles_000000000701.vtp", "contacts_000000000900.pvtp",
                                   "contacts_000000000900_0003.vtp", "wall_a_b_1234567890123.vtp",
                                   "wall_000000000001_000000000800.vtp"};

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

static void clear(void **state) {
    (void)state;
    size_t made;
    assert_true(scree_out_folder_make("used", &made, NULL));
    fill(theirs, COUNT(theirs));
    fill(early, COUNT(early));
    fill(late, COUNT(late));
    scree_out_folder_clear_after("used", 700);
    expect(theirs, COUNT(theirs), true);
    expect(early, COUNT(early), true);
    expect(late, COUNT(late), false);
    scree_out_folder_clear("used");
    expect(theirs, COUNT(theirs), true);
    expect(early, COUNT(early), false);
    scree_out_folder_clear("not_there");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(make_and_unmake), cmocka_unit_test(clear)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
