// SPDX-License-Identifier: BSD-3-Clause
#include "text/escape.h"
#include "text/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void escapes(void **state) {
    (void)state;
    static const struct {
        const char *text, *escaped;
        bool control;
    } pair[] = {
        {"floor", "floor", false},
        {"", "", false},
        {"M\xc3\xbchle \xe7\xa0\x82 \xf0\x9f\xaa\xa8", "M\xc3\xbchle \xe7\xa0\x82 \xf0\x9f\xaa\xa8", false},
        {"\x1b[31mred", "\\x1b[31mred", true},
        {"a\nb\tc\rd\x7f", "a\\nb\\tc\\rd\\x7f", true},
        {"\xc2\x9b"
         "31m",
         "\\x9b31m", true}, // the one-character form of ESC [
        {"\x9b"
         "31m",
         "\\x9b31m", false}, // no UTF-8
        {"a\xe2\x80\xae"
         "b",
         "a\\u202eb", true}, // right to left from here
        {"\xc3", "\\xc3", false}};
    for (size_t k = 0; k < sizeof pair / sizeof *pair; k++) {
        char out[64];
        assert_int_equal(scree_escape(pair[k].text, out, sizeof out), strlen(pair[k].escaped));
        assert_string_equal(out, pair[k].escaped);
        assert_int_equal(scree_has_control(pair[k].text), pair[k].control);
    }
}

// A text that does not fit is cut between characters, and its length is still told.
static void cuts(void **state) {
    (void)state;
    char out[6];
    assert_int_equal(scree_escape("abc\x1b"
                                  "d",
                                  out, sizeof out),
                     8);
    assert_string_equal(out, "abc");
    assert_int_equal(scree_escape("abcd\xc3\xbc", out, sizeof out), 6);
    assert_string_equal(out, "abcd");
    assert_int_equal(scree_escape("\x1b", NULL, 0), 4);
}

static void reports(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_report_at(r, SCREE_SEVERITY_ERROR, "a\x1b.yaml", 3, 4, "unknown key '%s'", "\x1b]0;title\a");
    assert_string_equal(scree_report_text(r, 0), "a\\x1b.yaml:3:4: error: unknown key '\\x1b]0;title\\x07'");
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(escapes), cmocka_unit_test(cuts),
                                       cmocka_unit_test(reports)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
