// SPDX-License-Identifier: BSD-3-Clause
// scree bench: how fast a case steps on this machine, by stage. It reports; it judges nothing.
#include "commands.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Steps the world and prints one CSV row per repetition; stages in ns per particle-step.
static scree_status measure(scree_world *w, uint64_t steps, long repetitions, scree_report *report) {
    enum { MOST = 16 };
    int stages = scree_world_stages();
    printf("repetition,particles,contacts,steps,ns_per_particle_step,ns_per_contact");
    for (int k = 0; k < stages; k++) {
        printf(",%s", scree_world_stage_name(k));
    }
    printf("\n");
    for (long n = 1; n <= repetitions; n++) {
        double before[MOST] = {0}, start = now();
        for (int k = 0; k < stages && k < MOST; k++) {
            before[k] = scree_world_stage_seconds(w, k);
        }
        scree_status status = scree_world_advance(w, steps, report);
        if (status != SCREE_OK) {
            return status;
        }
        double ns = 1e9 * (now() - start) / (double)steps;
        double particles = (double)scree_world_count(w), contacts = (double)scree_world_contacts(w);
        printf("%ld,%.0f,%.0f,%llu,%.2f,%.2f", n, particles, contacts, (unsigned long long)steps,
               ns / particles, ns / (contacts > 0.0 ? contacts : 1.0));
        for (int k = 0; k < stages && k < MOST; k++) {
            printf(",%.2f", 1e9 * (scree_world_stage_seconds(w, k) - before[k]) / (double)steps / particles);
        }
        printf("\n");
        fflush(stdout);
    }
    return SCREE_OK;
}

static int usage(const char *given) {
    fprintf(stderr,
            "error: %s%s%s; usage: scree bench CASE.yaml [--steps N] [--repetitions N] [--threads N], N from "
            "1 to 1e9\n",
            given ? "'" : "a case is needed, such as bench/bed.yaml", given ? given : "",
            given ? "' is not understood" : "");
    return SCREE_USER_ERROR;
}

int scree_command_bench(int argc, char **argv) {
    const char *path = NULL;
    long steps = 200, repetitions = 3, threads = 0;
    for (int k = 2; k < argc; k++) {
        const char *word = argv[k];
        long *value = strcmp(word, "--steps") == 0         ? &steps
                      : strcmp(word, "--repetitions") == 0 ? &repetitions
                      : strcmp(word, "--threads") == 0     ? &threads
                                                           : NULL;
        if (value) {
            char *end = NULL;
            *value = k + 1 < argc ? strtol(argv[++k], &end, 10) : 0;
            if (!end || *end || *value < 1 || *value > 1000000000) {
                return usage(argv[k]);
            }
        } else if (path || word[0] == '-') {
            return usage(word);
        } else {
            path = word;
        }
    }
    if (!path) {
        return usage(NULL);
    }
    scree_report *report = scree_report_create();
    scree_world *w = scree_world_open(path, (int)threads, report);
    scree_status status = w ? scree_world_advance(w, (uint64_t)steps, report) : SCREE_USER_ERROR; // warm
    if (status == SCREE_OK) {
        status = measure(w, (uint64_t)steps, repetitions, report);
    }
    for (size_t k = 0; k < scree_report_size(report); k++) {
        if (scree_report_severity(report, k) != SCREE_SEVERITY_NOTE) {
            fprintf(stderr, "%s\n", scree_report_text(report, k));
        }
    }
    scree_world_close(w);
    scree_report_destroy(report);
    return (int)status;
}
