// SPDX-License-Identifier: BSD-3-Clause
// A tree written as YAML is read as the same tree: of all example cases, and of texts that need quotes.
#include "input/config.h"
#include "memory/array.h"
#include "text/escape.h"
#include "text/text_buffer.h"
#include "yaml/yaml.h"
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static bool same(const scree_yaml *a, const scree_yaml *b) {
    bool equal = a->kind == b->kind && a->item.n == b->item.n;
    if (equal && a->kind == SCREE_YAML_TEXT) {
        return (scree_yaml_is_null(a) && scree_yaml_is_null(b)) || strcmp(a->text, b->text) == 0;
    }
    for (size_t k = 0; k < a->item.n && equal; k++) {
        equal = (a->kind != SCREE_YAML_MAP || strcmp(a->key.data[k]->text, b->key.data[k]->text) == 0) &&
                same(a->item.data[k], b->item.data[k]);
    }
    return equal;
}

static void check(const char *name, const char *text) {
    scree_report *r = scree_report_create();
    scree_yaml_file file, again;
    if (!scree_yaml_parse(name, text, strlen(text), &file, r)) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    char *written = scree_yaml_text(file.root);
    for (const char *c = written; *c; c++) { // a terminal may show it
        assert_true(*c == '\n' || scree_control_code(c) == 0);
    }
    if (!scree_yaml_parse(name, written, strlen(written), &again, r)) {
        fail_msg("%s in\n%s", scree_report_text(r, 0), written);
    }
    if (!same(file.root, again.root)) {
        fail_msg("%s became\n%s", text, written);
    }
    scree_free(written);
    scree_yaml_clear(&file);
    scree_yaml_clear(&again);
    scree_report_destroy(r);
}

static void odd_texts(void **state) {
    (void)state;
    check("a", "a: 'x: y'\nb: \"tab\\there\"\nc: \"line\\nline\"\nd: \"- 5\"\n");
    check("b", "a: [-5, '- 5', ~, '', null, \"null\", 'a, b', '[1]', a#b, 'a #b', '#c', '*x', -x, '{', "
               "\"\\x01\\x7f\"]\n");
    check("c", "a: max(a, b)\nb: 2 * x\nc: |\n  a text\n  of lines\nd: {}\ne: []\nf: {g: {}, h: [[1, 2], [3, "
               "4]]}\n");
    check("d", "? 'key: odd'\n: 1\n'#k': 2\n'': 3\n'- x': 4\n");
    check("e", "a: &x {b: [1, 2], c: {d: e}}\nf: *x\ng: [*x, *x]\n");
    check("f", "- 1\n- [2, {a: b}]\n-\n  - c: d\n    e:\n      - f\n      - g: h\n");
    check("g", "a: 'Ü ° µ'\nb: 'it''s'\nc: it's \"it\"\nd: 'true '\ne: ' x'\n");
    check("h", "just a text\n");
    check("i", "null: 1\n'~': 2\n'<<': 3\na: \"b\\rc\"\nd: \"\\u0085\\u2028\\ufeff\"\n");
    check("j", "a: \"\\x9b2J \\u202e\\u2069 \\e[31m\"\n\"k\\x9b\": [\"\\a\", \"Ü\\x85\"]\n");
}

// Keys and values that a program sets, which never stood in a file.
static void set_texts(void **state) {
    (void)state;
    static const char *const key[] = {
        "null", "~",         "--- a",        "<<",    "a\rb", "\t", "\x7f", "\n- b", "a: b", "#",  "? a",
        " a",   "\xc2\x85x", "\xef\xbb\xbf", "---\n", "'",    "\"", "a #b", "{}",    "*x",   "a,", ":"};
    for (size_t k = 0; k < sizeof key / sizeof *key; k++) {
        scree_report *r = scree_report_create();
        scree_draft *one = scree_draft_create("one.yaml", "a: 1\n");
        char *path = scree_format("deep.in.%s", key[k]);
        assert_int_equal(scree_draft_set(one, key[k], "[2 mm, \"\\u2029\"]", r), SCREE_OK);
        assert_int_equal(scree_draft_set(one, path, "x", r), SCREE_OK);
        char *text = scree_draft_text(one, r);
        scree_draft *two = scree_draft_create("two.yaml", text);
        for (int n = 0; n < 2; n++) {
            char *before = scree_draft_value(one, n ? path : key[k], r),
                 *after = scree_draft_value(two, n ? path : key[k], r);
            if (!after) {
                fail_msg("%s in\n%s", scree_report_text(r, 0), text);
            }
            assert_string_equal(before, after);
            scree_text_free(before);
            scree_text_free(after);
        }
        scree_text_free(text);
        scree_free(path);
        scree_draft_destroy(one);
        scree_draft_destroy(two);
        scree_report_destroy(r);
    }
}

static void emit(void *context, const char *path, const char *text) {
    scree_text_add(context, "%s = %s\n", path, text);
}

static char *values_of(const char *path, const char *text) {
    scree_text_buffer t = {0};
    scree_case c;
    scree_report *r = scree_report_create();
    if (!(text ? scree_case_read_text(path, text, &c, r) : scree_case_read(path, NULL, &c, r))) {
        fail_msg("%s in\n%s", scree_report_text(r, 0), text ? text : "the file");
    }
    scree_case_each_value(&c, emit, &t);
    scree_case_clear(&c);
    scree_report_destroy(r);
    return t.data;
}

static int check_folder(const char *folder) {
    DIR *d = opendir(folder);
    int n = 0;
    assert_non_null(d);
    for (struct dirent *entry; (entry = readdir(d)) != NULL;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".yaml") != 0) {
            continue;
        }
        char *path = scree_format("%s/%s", folder, entry->d_name);
        scree_report *r = scree_report_create();
        scree_draft *draft = scree_draft_open(path, r);
        assert_non_null(draft);
        char *text = scree_draft_text(draft, r), *one = values_of(path, NULL), *two = values_of(path, text);
        assert_string_equal(one, two);
        scree_text_free(text);
        scree_draft_destroy(draft);
        scree_report_destroy(r);
        scree_free(one);
        scree_free(two);
        scree_free(path);
        n++;
    }
    closedir(d);
    return n;
}

static void examples(void **state) {
    (void)state;
    char *peers = scree_format("%s/examples/peers/liggghts", getenv("SCREE_SOURCE")),
         *own = scree_format("%s/examples", getenv("SCREE_SOURCE"));
    assert_true(check_folder(own) > 8 && check_folder(peers) > 8);
    scree_free(peers);
    scree_free(own);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(odd_texts), cmocka_unit_test(set_texts),
                                       cmocka_unit_test(examples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
