// SPDX-License-Identifier: BSD-3-Clause
#include "output/run_record.h"

#include "text/file.h"
#include "text/text_buffer.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#if __has_include("scree_version.h")
#include "scree_version.h"
#else
#define SCREE_VERSION "unknown"
#define SCREE_GIT ""
#define SCREE_COMPILER __VERSION__
#define SCREE_FLAGS ""
#endif

#include "input/config.h"

// Writes JSON with commas and indentation.
typedef struct json {
    scree_file file;
    int depth;
    bool first; // the next member is the first one of the open object or list
} json;

static void put_string(json *j, const char *text) {
    scree_text_buffer quoted = {0};
    scree_text_add_json(&quoted, text);
    scree_file_write(&j->file, quoted.data, quoted.n);
    scree_free(quoted.data);
}

// Starts a member of an object, or an item of a list (name NULL).
static void item(json *j, const char *name) {
    scree_file_print(&j->file, "%s\n%*s", j->first ? "" : ",", 2 * j->depth, "");
    j->first = false;
    if (!name) {
        return;
    }
    put_string(j, name);
    scree_file_print(&j->file, ": ");
}

static void open_(json *j, const char *name, char bracket) {
    item(j, name);
    scree_file_print(&j->file, "%c", bracket);
    j->depth++;
    j->first = true;
}

static void close_(json *j, char bracket) {
    j->depth--;
    if (!j->first) {
        scree_file_print(&j->file, "\n%*s", 2 * j->depth, "");
    }
    scree_file_print(&j->file, "%c", bracket);
    j->first = false;
}

static void string(json *j, const char *name, const char *value) {
    item(j, name);
    if (value) {
        put_string(j, value);
    } else {
        scree_file_print(&j->file, "null");
    }
}

static void number(json *j, const char *name, double value) {
    item(j, name);
    if (isfinite(value)) {
        scree_file_number(&j->file, value);
    } else {
        scree_file_print(&j->file, "null"); // JSON has neither nan nor inf
    }
}

static void integer(json *j, const char *name, uint64_t value) {
    item(j, name);
    scree_file_print(&j->file, "%" PRIu64, value);
}

static void date(json *j, const char *name, double seconds) {
    char text[40] = "";
    time_t t = isfinite(seconds) ? (time_t)seconds : 0;
    struct tm utc;
    if (isfinite(seconds) && gmtime_r(&t, &utc)) {
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc); // digits only, so independent of the locale
    }
    string(j, name, text[0] ? text : NULL);
}

// "model name : ..." of the first processor; does not exist on all architectures.
static void cpu_name(char *name, size_t size) {
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[256];
    name[0] = '\0';
    while (f && !name[0] && fgets(line, sizeof line, f)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) {
            continue;
        }
        colon += 1 + strspn(colon + 1, " \t");
        colon[strcspn(colon, "\n")] = '\0';
        snprintf(name, size, "%s", colon);
    }
    if (f) {
        fclose(f);
    }
}

static void put_program(json *j) {
    open_(j, "program", '{');
    string(j, "name", "scree");
    string(j, "version", SCREE_VERSION);
    string(j, "git", SCREE_GIT);
    string(j, "compiler", SCREE_COMPILER);
    string(j, "flags", SCREE_FLAGS);
    close_(j, '}');
}

static void put_machine(json *j, const scree_run_record *record) {
    char cpu[256];
    struct utsname host;
    cpu_name(cpu, sizeof cpu);
    bool known = uname(&host) == 0;
    open_(j, "machine", '{');
    string(j, "host", known ? host.nodename : NULL);
    string(j, "system", known ? host.sysname : NULL);
    string(j, "kernel", known ? host.release : NULL);
    string(j, "architecture", known ? host.machine : NULL);
    string(j, "cpu", cpu[0] ? cpu : NULL);
    integer(j, "cpus", (uint64_t)sysconf(_SC_NPROCESSORS_ONLN));
    string(j, "isa", record->isa);
    integer(j, "threads", (uint64_t)record->threads);
    number(j, "threads_used", record->threads_used);
    close_(j, '}');
}

// Without changes the time step is one.
static void put_clock(json *j, const scree_clock *clock) {
    double shortest, longest;
    scree_clock_range(clock, &shortest, &longest);
    open_(j, "dt_range_s", '[');
    number(j, NULL, shortest);
    number(j, NULL, longest);
    close_(j, ']');
    open_(j, "dt_changes", '[');
    for (size_t k = 0; k < clock->n; k++) {
        open_(j, NULL, '{');
        integer(j, "step", clock->change[k].step);
        number(j, "time_s", clock->change[k].time);
        number(j, "dt_before_s", clock->change[k].dt);
        close_(j, '}');
    }
    close_(j, ']');
}

static void put_run(json *j, const scree_run_record *record) {
    open_(j, "run", '{');
    open_(j, "command", '[');
    for (int i = 0; i < record->argc; i++) {
        string(j, NULL, record->argv[i]);
    }
    close_(j, ']');
    open_(j, "changes", '[');
    for (size_t i = 0; record->case_ && i < record->case_->change.n; i++) {
        string(j, NULL, record->case_->change.data[i]);
    }
    close_(j, ']');
    string(j, "case", record->case_ ? record->case_->path : NULL);
    string(j, "title", record->case_ ? record->case_->title : NULL);
    date(j, "started", record->started);
    date(j, "ended", record->ended);
    item(j, "status");
    scree_file_print(&j->file, "%d", record->status);
    number(j, "time_s", record->time);
    number(j, "dt_s", record->dt);
    put_clock(j, &record->clock);
    number(j, "skin_m", record->skin);
    integer(j, "first_step", record->first_step);
    integer(j, "steps", record->steps);
    integer(j, "particles", record->particles);
    string(j, "digest", record->digest);
    close_(j, '}');
}

static void put_stages(json *j, const scree_run_record *record, const double *seconds) {
    open_(j, "stages_s", '{');
    for (int i = 0; i < record->n_stages; i++) {
        number(j, record->stage_name[i], seconds[i]);
    }
    close_(j, '}');
}

static void put_performance(json *j, const scree_run_record *record) {
    struct rusage usage;
    bool known = getrusage(RUSAGE_SELF, &usage) == 0;
    double n = record->particle_steps;
    open_(j, "performance", '{');
    number(j, "wall_s", record->wall_seconds);
    number(j, "particle_steps", n);
    number(j, "ns_per_particle_step", n > 0 ? record->wall_seconds / n * 1e9 : NAN);
    integer(j, "pair_list_rebuilds", record->rebuilds);
    number(j, "peak_memory_bytes", known ? (double)usage.ru_maxrss * 1024 : NAN); // in KiB on Linux
    put_stages(j, record, record->stage_seconds);
    close_(j, '}');
}

// Largest work of a rank / mean work, at the end of the run.
static double imbalance(const scree_run_record *record) {
    double most = 0.0, sum = 0.0;
    for (int k = 0; k < record->n_ranks; k++) {
        double work = (double)(record->rank[k].particles + record->rank[k].contacts);
        most = work > most ? work : most;
        sum += work;
    }
    return sum > 0.0 ? most * record->n_ranks / sum : NAN;
}

static void put_ranks(json *j, const scree_run_record *record) {
    open_(j, "ranks", '{');
    string(j, "mpi", record->mpi);
    integer(j, "number", (uint64_t)record->n_ranks);
    number(j, "imbalance", imbalance(record));
    number(j, "mean_imbalance", record->mean_imbalance);
    number(j, "worst_imbalance", record->worst_imbalance);
    integer(j, "balances", record->balances);
    open_(j, "rank", '[');
    for (int k = 0; k < record->n_ranks; k++) {
        const scree_rank_record *rank = &record->rank[k];
        open_(j, NULL, '{');
        string(j, "host", rank->host);
        integer(j, "particles", rank->particles);
        integer(j, "ghosts", rank->ghosts);
        integer(j, "contacts", rank->contacts);
        number(j, "peak_memory_bytes", rank->peak_memory);
        put_stages(j, record, rank->stage_seconds);
        close_(j, '}');
    }
    close_(j, ']');
    close_(j, '}');
}

static void put_tables(json *j, const scree_run_record *record) {
    open_(j, "tables", '[');
    for (int k = 0; k < record->n_tables; k++) {
        const scree_table_record *table = &record->table[k];
        char sum[17];
        snprintf(sum, sizeof sum, "%016" PRIx64, table->sum);
        open_(j, NULL, '{');
        string(j, "file", table->name);
        integer(j, "bytes", table->bytes);
        string(j, "checksum", sum);
        close_(j, '}');
    }
    close_(j, ']');
}

static void put_messages(json *j, const scree_report *messages) {
    static const char *const severity[] = {"note", "warning", "error"};
    open_(j, "messages", '[');
    for (size_t i = 0; messages && i < scree_report_size(messages); i++) {
        open_(j, NULL, '{');
        string(j, "severity", severity[scree_report_severity(messages, i)]);
        string(j, "text", scree_report_text(messages, i));
        close_(j, '}');
    }
    close_(j, ']');
}

static void put_parameter(void *context, const char *path, const char *text) {
    string(context, path, text);
}

bool scree_run_record_write(const scree_run_record *record, const char *path, scree_report *r) {
    json j = {.first = true};
    if (!scree_file_create(&j.file, path, r)) {
        return false;
    }
    scree_file_print(&j.file, "{");
    j.depth = 1;
    put_program(&j);
    put_machine(&j, record);
    put_run(&j, record);
    put_performance(&j, record);
    if (record->n_ranks > 0) {
        put_ranks(&j, record);
    }
    put_tables(&j, record);
    put_messages(&j, record->messages);
    open_(&j, "parameters", '{');
    if (record->case_) {
        scree_case_each_value(record->case_, put_parameter, &j);
    }
    close_(&j, '}');
    scree_file_print(&j.file, "\n}\n");
    return scree_file_commit(&j.file, true, r);
}
