// SPDX-License-Identifier: BSD-3-Clause
// scree bench: the speed of a case on this machine, by stage, and its memory. There is no pass or fail.
#include "commands.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_STAGES = 16 };

typedef struct bench_options {
    const char *path;
    long steps, repetitions, threads;
    long warm;       // steps before the first repetition; -1: as many as a repetition has
    long list_every; // steps after which the neighbour list is rebuilt although it is still valid; 0: never
} bench_options;

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Largest resident memory so far, bytes; 0 if the system does not report it. Not by getrusage, which includes the memory
// of the program that started this one.
static double peak_memory(void) {
    FILE *f = fopen("/proc/self/status", "r");
    char line[256];
    double kilobytes = 0.0;
    while (f && fgets(line, sizeof line, f)) {
        if (strncmp(line, "VmHWM:", 6) == 0) {
            kilobytes = strtod(line + 6, NULL);
        }
    }
    if (f) {
        fclose(f);
    }
    return 1024.0 * kilobytes;
}

// From here on peak_memory() is that of the steps, without reading the case.
static void reset_peak_memory(void) {
    FILE *f = fopen("/proc/self/clear_refs", "w");
    if (f) {
        fputs("5\n", f);
        fclose(f);
    }
}

static scree_status advance(scree_world *w, const bench_options *o, scree_report *report) {
    long every = o->list_every > 0 ? o->list_every : o->steps;
    scree_status status = SCREE_OK;
    for (long done = 0; done < o->steps && status == SCREE_OK; done += every) {
        if (o->list_every > 0) {
            scree_world_forget_pairs(w);
        }
        long left = o->steps - done;
        status = scree_world_advance(w, (uint64_t)(left < every ? left : every), report);
    }
    return status;
}

static void print_head(void) {
    printf("repetition,threads,particles,contacts,particle_contacts,pairs,rebuilds,steps,wall_seconds,cpu_"
           "seconds,"
           "peak_bytes,stepping_bytes,ns_per_particle_step,ns_per_contact");
    for (int k = 0; k < scree_world_stages(); k++) {
        printf(",ns_%s", scree_world_stage_name(k));
    }
    printf(",ranks,ghosts,messages,halo_bytes,waited_seconds,busiest_seconds,most_bytes,imbalance\n");
}

// Figures of this rank, then of all ranks: sums, and the largest.
enum {
    PARTICLES,
    CONTACTS,
    PARTICLE_CONTACTS,
    PAIRS,
    CPU,
    PEAK,
    STEPPING,
    GHOSTS,
    MESSAGES,
    HALO_BYTES,
    WAITED,
    SUMS,
    WALL = SUMS,
    BUSY,
    MOST_BYTES,
    STAGES,
    FIGURES = STAGES + MOST_STAGES
};

static void read_clocks(const scree_world *w, double *x) {
    scree_world_share share;
    scree_world_share_of(w, &share);
    x[WALL] = seconds_of(CLOCK_MONOTONIC);
    x[CPU] = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    x[WAITED] = share.waited;
    for (int k = 0; k < scree_world_stages() && k < MOST_STAGES; k++) {
        x[STAGES + k] = scree_world_stage_seconds(w, k);
    }
}

// Figures of the steps since `before`; peak: memory while opening the case, bytes.
static void collect(const scree_world *w, const double *before, double peak, double *x) {
    scree_world_share share;
    scree_world_share_of(w, &share);
    read_clocks(w, x);
    const double stepping = peak_memory();
    for (int k = 0; k < FIGURES; k++) {
        x[k] -= before[k];
    }
    x[PARTICLES] = (double)scree_world_count(w);
    x[CONTACTS] = (double)scree_world_contacts(w);
    x[PARTICLE_CONTACTS] = (double)scree_world_particle_contacts(w);
    x[PAIRS] = (double)scree_world_pairs(w);
    x[PEAK] = peak > stepping ? peak : stepping;
    x[STEPPING] = stepping;
    x[GHOSTS] = (double)share.ghosts;
    x[MESSAGES] = (double)share.messages;
    x[HALO_BYTES] = (double)share.bytes;
    x[BUSY] = x[CPU] - x[WAITED];
    x[MOST_BYTES] = x[PEAK];
    scree_world_add_ranks(w, x, SUMS);
    scree_world_most_of_ranks(w, x + SUMS, FIGURES - SUMS);
}

// Advances the world and prints a row; stages in ns of wall time per particle-step.
static scree_status measure(scree_world *w, const bench_options *o, long repetition, double peak,
                            scree_report *report) {
    double x[FIGURES] = {0}, before[FIGURES] = {0};
    uint64_t lists = scree_world_rebuilds(w);
    read_clocks(w, before);
    scree_status status = advance(w, o, report);
    if (status != SCREE_OK) {
        return status;
    }
    collect(w, before, peak, x);
    scree_world_share share;
    scree_world_share_of(w, &share);
    if (share.rank > 0) {
        return SCREE_OK;
    }
    const double ns = 1e9 * x[WALL] / (double)o->steps, particles = x[PARTICLES], contacts = x[CONTACTS];
    printf("%ld,%d,%.0f,%.0f,%.0f,%.0f,%llu,%ld,%.6f,%.6f,%.0f,%.0f,%.2f,%.2f", repetition,
           scree_world_threads(w), particles, contacts, x[PARTICLE_CONTACTS], x[PAIRS],
           (unsigned long long)(scree_world_rebuilds(w) - lists), o->steps, x[WALL], x[CPU], x[PEAK],
           x[STEPPING], ns / (particles > 0.0 ? particles : 1.0), ns / (contacts > 0.0 ? contacts : 1.0));
    for (int k = 0; k < scree_world_stages() && k < MOST_STAGES; k++) {
        printf(",%.2f", 1e9 * x[STAGES + k] / (double)o->steps / (particles > 0.0 ? particles : 1.0));
    }
    printf(",%d,%.0f,%.0f,%.0f,%.6f,%.6f,%.0f,%.4f\n", share.ranks, x[GHOSTS], x[MESSAGES], x[HALO_BYTES],
           x[WAITED], x[BUSY], x[MOST_BYTES], share.imbalance);
    fflush(stdout);
    return SCREE_OK;
}

static scree_status bench(const bench_options *o, scree_report *report) {
    scree_world *w = scree_world_open(o->path, scree_taken_changes(), (int)o->threads, report);
    double peak = peak_memory();
    reset_peak_memory();
    uint64_t warm = (uint64_t)(o->warm < 0 ? o->steps : o->warm);
    scree_status status = w ? scree_world_advance(w, warm, report) : SCREE_USER_ERROR;
    if (status == SCREE_OK && scree_rank() == 0) {
        print_head();
    }
    for (long n = 1; n <= o->repetitions && status == SCREE_OK; n++) {
        status = measure(w, o, n, peak, report);
    }
    scree_world_close(w);
    return status;
}

const char scree_usage_bench[] =
    "usage: scree bench CASE.yaml [options], each N from 1 to 1e9\n"
    "  --steps N          of a repetition; 200 if not given\n"
    "  --repetitions N    3 if not given\n"
    "  --threads N        OMP_NUM_THREADS or all cores if not given\n"
    "  --warm N           steps before timing, from 0; as many as --steps if not given\n"
    "  --list-every N     steps between forced rebuilds of the neighbour list; 0: none\n" SCREE_USAGE_CHANGES
    "  --allow-libraries  load the shared libraries under 'laws', which run their own code\n";

static int refuse_on_rank_0(const char *what, const char *given) {
    return scree_rank() > 0 ? SCREE_USER_ERROR : scree_refuse(what, given, scree_usage_bench);
}

int scree_command_bench(int argc, char **argv) {
    bench_options o = {.steps = 200, .repetitions = 3, .warm = -1};
    for (int k = 2; k < argc; k++) {
        const char *word = argv[k];
        const int change = scree_take_change(argc, argv, &k);
        if (change != 0) {
            if (change < 0) {
                return SCREE_USER_ERROR;
            }
            continue;
        }
        long *value = strcmp(word, "--steps") == 0         ? &o.steps
                      : strcmp(word, "--repetitions") == 0 ? &o.repetitions
                      : strcmp(word, "--threads") == 0     ? &o.threads
                      : strcmp(word, "--warm") == 0        ? &o.warm
                      : strcmp(word, "--list-every") == 0  ? &o.list_every
                                                           : NULL;
        if (value) {
            char *end = NULL;
            *value = k + 1 < argc ? strtol(argv[++k], &end, 10) : -1;
            if (!end || *end || *value < (value != &o.warm && value != &o.list_every) ||
                *value > 1000000000) {
                return refuse_on_rank_0("invalid option or value", argv[k < argc ? k : argc - 1]);
            }
        } else if (strcmp(word, "--allow-libraries") == 0) {
            scree_allow_libraries(1);
        } else if (o.path || word[0] == '-') {
            return refuse_on_rank_0("invalid option or value", word);
        } else {
            o.path = word;
        }
    }
    if (!o.path) {
        return refuse_on_rank_0("a case is needed, such as bench/bed.yaml", NULL);
    }
    scree_report *report = scree_report_create();
    scree_status status = bench(&o, report);
    for (size_t k = 0; scree_rank() == 0 && k < scree_report_size(report); k++) {
        if (scree_report_severity(report, k) != SCREE_SEVERITY_NOTE) {
            fprintf(stderr, "%s\n", scree_report_text(report, k));
        }
    }
    scree_report_destroy(report);
    return (int)status;
}
