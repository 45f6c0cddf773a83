// SPDX-License-Identifier: BSD-3-Clause
#include "output/run_record.h"

#include "text/escape.h"
#include "text/file.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// Checks JSON syntax: returns the end of the value at p, or NULL if it is not valid.
static const char *value(const char *p);

static const char *blanks(const char *p) {
    return p + strspn(p, " \n");
}

static const char *json_string(const char *p) {
    if (*p++ != '"') {
        return NULL;
    }
    while (*p != '"') {
        if ((unsigned char)*p < 32 || scree_utf8_length(p) == 0) {
            return NULL;
        }
        if (*p == '\\') {
            p++;
            if (*p == 'u' && strspn(p + 1, "0123456789abcdef") < 4) {
                return NULL;
            }
            if (!strchr("\"\\/bfnrtu", *p)) {
                return NULL;
            }
            p++;
        } else {
            p += scree_utf8_length(p);
        }
    }
    return p + 1;
}

static const char *json_group(const char *p, char close, bool names) {
    p = blanks(p + 1);
    if (*p == close) {
        return p + 1;
    }
    for (;;) {
        if (names) {
            p = json_string(blanks(p));
            if (!p || *blanks(p) != ':') {
                return NULL;
            }
            p = blanks(p) + 1;
        }
        p = value(p);
        if (!p) {
            return NULL;
        }
        p = blanks(p);
        if (*p == close) {
            return p + 1;
        }
        if (*p++ != ',') {
            return NULL;
        }
    }
}

static const char *value(const char *p) {
    p = blanks(p);
    if (*p == '{' || *p == '[') {
        return json_group(p, *p == '{' ? '}' : ']', *p == '{');
    }
    if (*p == '"') {
        return json_string(p);
    }
    if (strncmp(p, "null", 4) == 0) {
        return p + 4;
    }
    size_t n = strspn(p, "+-0123456789.e");
    return n > 0 && strspn(p, "-0123456789") > 0 ? p + n : NULL;
}

static char *written(const scree_run_record *record) {
    assert_true(scree_run_record_write(record, "run.json", NULL));
    size_t size;
    char *text = scree_file_read("run.json", &size, NULL);
    assert_non_null(text);
    const char *end = value(text);
    assert_non_null(end);
    assert_string_equal(end, "\n");
    return text;
}

static void test_full_record(void **state) {
    (void)state;
    const char *const argv[] = {"scree", "run", "a \"b\"\\c\n\x01\xff \xc3\xa9.yaml"};
    const char *const stage[] = {"search", "forces"};
    const double seconds[] = {0.25, 1.5};
    scree_report *messages = scree_report_create();
    scree_report_warning(messages, "time step is %d %% of the limit", 40);
    scree_run_record record = {.argc = 3, .argv = argv, .isa = "v4", .threads = 8, .started = 1700000000.7};
    record.ended = 1700000100;
    record.status = 130;
    record.dt = 1e-6;
    record.skin = 0.1 + 0.2;
    record.steps = 1000000007;
    record.particle_steps = 2e9;
    record.wall_seconds = 4;
    record.n_stages = 2;
    record.stage_name = stage;
    record.stage_seconds = seconds;
    record.messages = messages;
    record.digest = "00ff";
    char *t = written(&record);
    assert_non_null(strstr(t, "\"a \\\"b\\\"\\\\c\\n\\u0001\\ufffd \xc3\xa9.yaml\""));
    assert_non_null(strstr(t, "\"started\": \"2023-11-14T22:13:20Z\""));
    assert_non_null(strstr(t, "\"ended\": \"2023-11-14T22:15:00Z\""));
    assert_non_null(strstr(t, "\"status\": 130,"));
    assert_non_null(strstr(t, "\"skin_m\": 0.30000000000000004,"));
    assert_non_null(strstr(t, "\"steps\": 1000000007,"));
    assert_non_null(strstr(t, "\"ns_per_particle_step\": 2,"));
    assert_non_null(strstr(t, "\"forces\": 1.5\n"));
    assert_non_null(strstr(t, "\"severity\": \"warning\""));
    assert_non_null(strstr(t, "time step is 40 % of the limit"));
    assert_non_null(strstr(t, "\"peak_memory_bytes\": "));
    scree_free(t);
    scree_report_destroy(messages);
}

static void test_empty_record(void **state) {
    (void)state;
    scree_run_record record = {.ended = NAN};
    char *t = written(&record);
    assert_non_null(strstr(t, "\"ended\": null"));
    assert_non_null(strstr(t, "\"ns_per_particle_step\": null"));
    assert_non_null(strstr(t, "\"parameters\": {}"));
    assert_non_null(strstr(t, "\"command\": []"));
    scree_free(t);
}

// Two ranks of 3 + 1 and 1 + 1 particles and contacts: the busiest has 4, the mean is 3.
static void test_ranks(void **state) {
    (void)state;
    const char *const stage[] = {"search", "forces"};
    const double seconds[] = {0.25, 1.5};
    const scree_rank_record rank[2] = {
        {.particles = 3, .contacts = 1, .ghosts = 7, .stage_seconds = {0.5, 2.5}, .host = "node1"},
        {.particles = 1, .contacts = 1, .peak_memory = 4096, .stage_seconds = {0.75}, .host = "node2"}};
    scree_run_record record = {.ended = NAN, .n_stages = 2, .stage_name = stage, .stage_seconds = seconds};
    char *t = written(&record);
    assert_null(strstr(t, "ranks"));
    scree_free(t);
    record.n_ranks = 2;
    record.rank = rank;
    record.mpi = "Some MPI 1.2";
    record.mean_imbalance = 1.25;
    record.worst_imbalance = 1.5;
    record.balances = 12;
    t = written(&record);
    const char *ranks = strstr(t, "\"ranks\": {"), *first = strstr(t, "\"host\": \"node1\""),
               *second = strstr(t, "\"host\": \"node2\"");
    assert_true(ranks && first && second && ranks < first && first < second);
    assert_non_null(strstr(ranks, "\"mpi\": \"Some MPI 1.2\","));
    assert_non_null(strstr(ranks, "\"number\": 2,"));
    assert_non_null(strstr(ranks, "\"imbalance\": 1.3333333333333333,"));
    assert_non_null(strstr(ranks, "\"mean_imbalance\": 1.25,"));
    assert_non_null(strstr(ranks, "\"worst_imbalance\": 1.5,"));
    assert_non_null(strstr(ranks, "\"balances\": 12,"));
    assert_non_null(strstr(first, "\"ghosts\": 7,"));
    assert_non_null(strstr(first, "\"forces\": 2.5"));
    assert_non_null(strstr(second, "\"contacts\": 1,"));
    assert_non_null(strstr(second, "\"peak_memory_bytes\": 4096,"));
    assert_non_null(strstr(second, "\"search\": 0.75,"));
    scree_free(t);
}

static void test_parameters(void **state) {
    (void)state;
    scree_case c;
    scree_case_init(&c);
    c.path = scree_strdup("silo.yaml");
    c.title = scree_strdup("a silo");
    scree_run_record record = {.case_ = &c};
    char *t = written(&record);
    assert_non_null(strstr(t, "\"case\": \"silo.yaml\""));
    assert_non_null(strstr(t, "\"title\": \"a silo\""));
    assert_null(strstr(t, "\"parameters\": {}"));
    scree_free(t);
    scree_case_clear(&c);
}

static void test_disk_full(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_run_record record = {.ended = NAN};
    if (access("/dev/full", W_OK) == 0) {
        assert_false(scree_run_record_write(&record, "/dev/full", r));
        assert_string_equal(scree_report_text(r, 0), "/dev/full: error: No space left on device");
    }
    scree_report_clear(r);
    assert_false(scree_run_record_write(&record, "no/such/run.json", r));
    assert_string_equal(scree_report_text(r, 0), "no/such/run.json: error: No such file or directory");
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full_record), cmocka_unit_test(test_empty_record), cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_parameters),  cmocka_unit_test(test_disk_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
