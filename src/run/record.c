// SPDX-License-Identifier: BSD-3-Clause
#include "run/record.h"
#include "access/step_time.h"
#include "domain/domain.h"
#include "kernels/kernels.h"
#include "step/step.h"
#include "text/file.h"
#include "yaml/yaml.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Returns on rank 0 of n what run.json tells of each rank; free with scree_free.
static scree_rank_record *gather_ranks(const scree_world *w, int *n) {
    struct rusage usage;
    scree_rank_record mine;
    memset(&mine, 0, sizeof mine);
    mine.particles = w->p.n;
    mine.ghosts = w->p.ghosts;
    mine.contacts = w->contacts;
    mine.peak_memory = getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss * 1024 : NAN; // KiB
    gethostname(mine.host, sizeof mine.host - 1);
    memcpy(mine.stage_seconds, w->wall_time, sizeof mine.stage_seconds);
    size_t size;
    scree_rank_record *ranks = scree_comm_gather(w->comm, &mine, sizeof mine, &size);
    *n = scree_comm_size(w->comm);
    return ranks;
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool write_it(scree_run_record *record, const scree_row_file *const *table, size_t n, const char *out,
                     scree_report *r) {
    scree_table_record *sums = scree_realloc(NULL, 0, (n + 1) * sizeof *sums);
    bool ok = true;
    for (size_t k = 0; k < n && ok; k++) {
        if (table[k] && table[k]->path) {
            ok = scree_file_sync(table[k]->path, r);
            sums[record->n_tables++] =
                (scree_table_record){name_of(table[k]->path), table[k]->size, table[k]->sum};
        }
    }
    record->table = sums;
    char *path = scree_format("%s/run.json", out);
    ok = ok && scree_run_record_write(record, path, r);
    scree_free(path);
    scree_free(sums);
    return ok;
}

bool scree_record_write(const scree_world *w, scree_run_record record, const scree_row_file *const *table,
                        size_t n, const char *out, scree_report *r) {
    int n_ranks;
    scree_rank_record *ranks = gather_ranks(w, &n_ranks);
    record.case_ = w->case_;
    record.isa = w->kernels->name;
    record.threads = w->threads;
    record.threads_used = scree_team_mean(&w->team);
    record.dt = w->dt;
    record.clock = scree_world_clock(w);
    record.skin = w->skin;
    record.time = scree_world_time(w);
    record.particles = w->particles_total;
    record.rebuilds = w->rebuilds;
    record.n_stages = 7;
    record.stage_name = scree_stage_names;
    record.stage_seconds = w->wall_time;
    record.n_ranks = w->comm ? n_ranks : 0;
    record.rank = ranks;
    record.mpi = scree_comm_library();
    record.mean_imbalance =
        w->domain && w->domain->all_work > 0.0 ? w->domain->most_work / w->domain->all_work : 1.0;
    record.worst_imbalance = w->domain ? w->domain->worst_imbalance : 1.0;
    record.balances = w->domain ? w->domain->balances : 0;
    const bool ok = scree_comm_rank(w->comm) > 0 || write_it(&record, table, n, out, r);
    scree_free(ranks);
    return ok;
}

static const char *text_of(const scree_yaml *map, const char *key) {
    const int at = map->kind == SCREE_YAML_MAP ? scree_yaml_find(map, key) : -1;
    return at >= 0 ? map->item.data[at]->text : NULL;
}

// Compares one table with its record.
static bool is_whole(const char *out, const scree_yaml *record, scree_report *r) {
    const char *name = text_of(record, "file"), *bytes = text_of(record, "bytes"),
               *sum = text_of(record, "checksum");
    if (!name || !bytes || !sum || strchr(name, '/')) {
        return true;
    }
    char *path = scree_format("%s/%s", out, name);
    size_t size = 0;
    const size_t wanted = (size_t)strtoull(bytes, NULL, 10);
    char *text = access(path, F_OK) == 0 ? scree_file_read(path, &size, r) : NULL;
    char found[17] = "";
    if (text && size >= wanted) {
        snprintf(found, sizeof found, "%016" PRIx64, scree_row_file_sum(0, text, wanted));
    }
    const bool same = !found[0] || strcmp(found, sum) == 0;
    if (!same) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0,
                        "its first %zu bytes are not what the run has written: their checksum is %s, that in "
                        "%s/run.json is %s; accepted: the file as it was, or, with a "
                        "new one from the checkpoint on, none: move it away",
                        wanted, found, out, sum);
    }
    scree_free(text);
    scree_free(path);
    return same;
}

bool scree_record_tables_are_whole(const char *out, scree_report *r) {
    char *path = scree_format("%s/run.json", out);
    scree_report *unseen = scree_report_create();
    scree_yaml_file file = {0};
    size_t size;
    char *text = access(path, F_OK) == 0 ? scree_file_read(path, &size, unseen) : NULL;
    const bool read = text && scree_yaml_parse(path, text, size, &file, unseen) && file.root &&
                      file.root->kind == SCREE_YAML_MAP;
    const int at = read ? scree_yaml_find(file.root, "tables") : -1;
    const scree_yaml *list = at >= 0 ? file.root->item.data[at] : NULL;
    bool ok = true;
    for (size_t k = 0; list && list->kind == SCREE_YAML_LIST && k < list->item.n; k++) {
        ok = is_whole(out, list->item.data[k], r) && ok;
    }
    scree_yaml_clear(&file);
    scree_free(text);
    scree_report_destroy(unseen);
    scree_free(path);
    return ok;
}
