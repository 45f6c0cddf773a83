// SPDX-License-Identifier: BSD-3-Clause
// Shared by the tests of mistakes in an input file: the messages that are expected.
#pragma once

#include "config_folder.h"
#include "input/config.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

// Expected messages, without the folder; one that ends in ... is a prefix. NULL ends the list.
typedef struct mistake {
    const char *text, *message[4];
} mistake;

// Removes the folder from a message.
static inline void strip_folder(const char *message, char *out, size_t size) {
    size_t used = 0, length = strlen(folder);
    while (*message && used + 1 < size) {
        if (strncmp(message, folder, length) == 0 && message[length] == '/') {
            message += length + 1;
        } else {
            out[used++] = *message++;
        }
    }
    out[used] = '\0';
}

static inline void check_mistake(const char *text, const char *const *expected, size_t n) {
    scree_report *r = scree_report_create();
    scree_case c;
    assert_false(scree_case_read_text(name, text, &c, r));
    for (size_t i = 0; i < scree_report_size(r) || i < n; i++) {
        const char *wanted = i < n ? expected[i] : "(no message)";
        char got[2000];
        strip_folder(i < scree_report_size(r) ? scree_report_text(r, i) : "(no message)", got, sizeof got);
        size_t length = strlen(wanted);
        bool open = length > 3 && strcmp(wanted + length - 3, "...") == 0;
        if (open ? strncmp(got, wanted, length - 3) != 0 : strcmp(got, wanted) != 0) {
            fail_msg("input:\n%s\nmessage %zu is\n  %s\ninstead of\n  %s", text, i, got, wanted);
        }
    }
    scree_case_clear(&c);
    scree_report_destroy(r);
}

static inline void check_mistakes(const mistake *m, size_t n) {
    for (size_t i = 0; i < n; i++) {
        size_t count = 0;
        while (count < 4 && m[i].message[count]) {
            count++;
        }
        check_mistake(m[i].text, m[i].message, count);
    }
}
#define CHECK(table) check_mistakes(table, sizeof(table) / sizeof(table)[0])
