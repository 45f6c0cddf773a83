// SPDX-License-Identifier: BSD-3-Clause
// scree plan: estimates memory and time of a case on a cluster.
#include "tools/plan/plan.h"
#include "commands.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char scree_usage_plan[] =
    "usage: scree plan CASE.yaml --ranks N [options]\n"
    "  --ranks N         processes, 1 to 1e6\n"
    "  --threads T       of each process, 1 to 4096; 1 if not given\n"
    "  --particles M     number of particles, instead of the case's own, 1 to 1e15\n"
    "  --latency US      of a message, 0 to 1e6 microseconds; 2 if not given\n"
    "  --bandwidth GB/s  of one rank, 1e-6 to 1e6; 1 if not given\n"
    "  --disk GB/s       of the file system, for all ranks together, 1e-6 to 1e6; 10 if not given\n"
    "  --per-node N      ranks on one node, 1 to 1e6; 64 if not given\n"
    "  --speed NS        nanoseconds per particle-step of one thread, 1e-3 to 1e9, as "
    "`scree bench --threads 1` prints; if not given, "
    "a small\n"
    "                    bed of the case's laws is timed here\n" SCREE_USAGE_CHANGES
    "  --allow-libraries  load the shared libraries under 'laws', which run their own "
    "code\n";

// The values on the command line, in its units.
typedef struct numbers {
    double ranks, threads, particles, latency, bandwidth, speed, disk, per_node;
} numbers;

static int read_words(int argc, char **argv, numbers *x, const char **path) {
    const struct {
        const char *name;
        double *value, least, most;
        int whole;
    } option[] = {{"--ranks", &x->ranks, 1, 1e6, 1},
                  {"--threads", &x->threads, 1, 4096, 1},
                  {"--particles", &x->particles, 1, 1e15, 1},
                  {"--latency", &x->latency, 0, 1e6, 0},
                  {"--bandwidth", &x->bandwidth, 1e-6, 1e6, 0},
                  {"--disk", &x->disk, 1e-6, 1e6, 0},
                  {"--per-node", &x->per_node, 1, 1e6, 1},
                  {"--speed", &x->speed, 1e-3, 1e9, 0}};
    const size_t n = sizeof option / sizeof *option;
    for (int k = 2; k < argc; k++) {
        size_t i = 0;
        while (i < n && strcmp(option[i].name, argv[k]) != 0) {
            i++;
        }
        if (i < n) {
            char *end = NULL;
            const double value = k + 1 < argc ? strtod(argv[k + 1], &end) : NAN;
            if (!end || end == argv[k + 1] || *end ||
                !(value >= option[i].least && value <= option[i].most) ||
                (option[i].whole && value != floor(value))) {
                char *what = scree_text_escaped(k + 1 < argc ? argv[k + 1] : "");
                fprintf(stderr, "error: %s%s%s is not valid; accepted: a%s number, %g to %g\n%s",
                        option[i].name, *what ? " " : "", what, option[i].whole ? " whole" : "",
                        option[i].least, option[i].most, scree_usage_plan);
                scree_text_free(what);
                return SCREE_USER_ERROR;
            }
            *option[i].value = value;
            k++;
        } else if (scree_take_word(argc, argv, &k, scree_usage_plan, "one case at a time; unexpected",
                                   path) != SCREE_OK) {
            return SCREE_USER_ERROR;
        }
    }
    return SCREE_OK;
}

int scree_command_plan(int argc, char **argv) {
    const char *path = NULL;
    scree_plan_options o = scree_plan_options_default();
    scree_plan_machine on = scree_plan_machine_default();
    numbers x = {.threads = o.threads,
                 .latency = 1e6 * o.latency,
                 .bandwidth = 1e-9 * o.bandwidth,
                 .disk = 1e-9 * on.disk,
                 .per_node = on.per_node};
    if (read_words(argc, argv, &x, &path) != SCREE_OK) {
        return SCREE_USER_ERROR;
    }
    if (!path || x.ranks == 0.0) {
        return scree_refuse(path ? "--ranks is needed" : "a case is needed", NULL, scree_usage_plan);
    }
    o.ranks = (int)x.ranks;
    o.threads = (int)x.threads;
    o.particles = x.particles;
    o.latency = 1e-6 * x.latency;
    o.bandwidth = 1e9 * x.bandwidth;
    o.speed = 1e-9 * x.speed;
    on.disk = 1e9 * x.disk;
    on.per_node = (int)x.per_node;
    scree_report *report = scree_report_create();
    char *text = scree_plan_on(path, scree_taken_changes(), &o, &on, report);
    return scree_print_text(text, report);
}
