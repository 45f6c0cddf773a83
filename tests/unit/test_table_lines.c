// SPDX-License-Identifier: BSD-3-Clause
// Lines of tables in text files: where words begin and end in each layout, comments, numbers and ids.
#include "text/table_lines.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// All lines as "number:at[word]at[word]; ", those of comments with a # before the number.
static void expect_lines(scree_table_layout layout, const char *text, const char *lines) {
    scree_table_lines t;
    char all[400] = "";
    scree_table_lines_open_text(&t, text, layout);
    while (scree_table_lines_next(&t)) {
        size_t n = strlen(all);
        n += (size_t)snprintf(all + n, sizeof all - n, "%s%d:", t.is_comment ? "#" : "", t.number);
        for (size_t k = 0; k < t.word.n; k++) {
            const scree_table_word w = t.word.data[k];
            n += (size_t)snprintf(all + n, sizeof all - n, "%d[%.*s]", w.at, w.length, w.text);
        }
        snprintf(all + n, sizeof all - n, "; ");
    }
    assert_string_equal(all, lines);
    scree_table_lines_close(&t);
}

static void test_layouts(void **state) {
    (void)state;
    expect_lines(SCREE_TABLE_WORDS, "# a b\n\n 1,,2;\t3 # last\r\n,\n4",
                 "#1:3[a]5[b]; 3:2[1]5[2]8[3]; 5:1[4]; ");
    expect_lines(SCREE_TABLE_COLUMNS, "#x y\n1 , ,2\n3;\r\n#\n4#5\n",
                 "#1:2[x]4[y]; 2:1[1]5[]6[2]; 3:1[3]4[]; 5:1[4]; ");
    expect_lines(SCREE_TABLE_CELLS, "# a\nt [s], \" of a \" ,#b\r\n,1 2,\"\"\n  \n\"\n",
                 "2:1[t [s]]10[of a]18[#b]; 3:1[]2[1 2]7[]; 5:1[\"]; ");
    expect_lines(SCREE_TABLE_WORDS, "", "");
}

static scree_table_word word_of(const char *text) {
    return (scree_table_word){.text = text, .length = (int)strcspn(text, " "), .at = 1};
}

static void test_values(void **state) {
    (void)state;
    double x;
    uint64_t id;
    assert_true(scree_table_word_number(word_of("-1.5e3 7"), &x) && x == -1500.0);
    assert_false(scree_table_word_number(word_of("1mm"), &x));
    assert_false(scree_table_word_number(word_of(""), &x));
    assert_true(scree_table_word_id(word_of("4611686018427387903"), &id) && id == SCREE_MOST_ID);
    const char *const no_id[] = {"4611686018427387904", "0", "-1", "1.0", "", "99999999999999999999999"};
    for (size_t k = 0; k < sizeof no_id / sizeof *no_id; k++) {
        assert_false(scree_table_word_id(word_of(no_id[k]), &id));
    }
    assert_true(scree_table_word_is(word_of("radius 1"), "radius"));
    assert_false(scree_table_word_is(word_of("radius"), "radi"));
    assert_false(scree_table_word_is(word_of("r"), "radius"));
}

static void test_files(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_table_lines t;
    FILE *f = fopen("table_lines.txt", "w");
    assert_int_equal(fwrite("1 2\n3 \0 4\n", 1, 10, f), 10);
    assert_int_equal(fclose(f), 0);
    assert_true(scree_table_lines_open(&t, "table_lines.txt", SCREE_TABLE_WORDS, r));
    assert_int_equal(t.zero_line, 2);
    scree_table_lines_close(&t);
    assert_false(scree_table_lines_open(&t, "no_such_table.txt", SCREE_TABLE_WORDS, r));
    assert_int_equal(scree_report_size(r), 1);
    assert_false(scree_table_lines_next(&t));
    scree_table_lines_close(&t);
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_layouts), cmocka_unit_test(test_values),
                                       cmocka_unit_test(test_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
