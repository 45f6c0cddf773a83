// SPDX-License-Identifier: BSD-3-Clause
#include "wear/wear_csv.h"
#include "maths/double_double.h"
#include "text/file.h"
#include "text/text_buffer.h"
#include "wear/wear_sums.h"

static void head_of_bins(scree_file *file, const char *what, const char *unit, const double *limit,
                         size_t n) {
    for (size_t k = 0; n > 0 && k <= n; k++) {
        scree_file_print(file, ",%s ", what);
        if (k == 0) {
            scree_file_print(file, "below ");
        }
        scree_file_number(file, limit[k > 0 ? k - 1 : 0]);
        if (k > 0 && k < n) {
            scree_file_print(file, " to ");
            scree_file_number(file, limit[k]);
        }
        scree_file_print(file, "%s %s", k == n ? " and above" : "", unit);
    }
}

static void put_row(scree_file *file, const scree_world *w, scree_wear_set set, size_t material) {
    static const scree_wear_value shown[] = {SCREE_WEAR_VOLUME, SCREE_WEAR_SLIDE_WORK, SCREE_WEAR_PUSH_WORK,
                                             SCREE_WEAR_PATH, SCREE_WEAR_ENERGY};
    enum { SHOWN = sizeof shown / sizeof *shown };
    const size_t bins = w->wear->bins;
    scree_double_double sum[SHOWN] = {{0.0, 0.0}};
    uint64_t impacts = 0, *bin = scree_zeros((2 * bins + 1) * sizeof *bin), *one = bin + bins;
    for (size_t e = 0; e < set.n; e++) {
        const scree_wall_part part = scree_wear_set_at(&set, e);
        const scree_wear_record *record = scree_wear_record_at(w, part.wall, part.element, material);
        for (int k = 0; k < SHOWN; k++) {
            scree_double_double_add(&sum[k], record->value[shown[k]]);
        }
        impacts += record->impacts;
        scree_wear_bins_of(w, part.wall, part.element, (int)material, one);
        for (size_t b = 0; b < bins; b++) {
            bin[b] += one[b];
        }
    }
    if (impacts > 0 || sum[1].high != 0.0) {
        scree_text_buffer names = {0};
        scree_text_add_cell(&names, set.name);
        scree_text_add(&names, ",");
        scree_text_add_cell(&names, w->case_->material.data[material].name);
        scree_file_print(file, "%s", names.data);
        scree_free(names.data);
        for (int k = 0; k < SHOWN; k++) {
            scree_file_print(file, ",");
            scree_file_number(file, scree_double_double_value(&sum[k]));
        }
        scree_file_print(file, ",%llu", (unsigned long long)impacts);
        for (size_t b = 0; b < bins; b++) {
            scree_file_print(file, ",%llu", (unsigned long long)bin[b]);
        }
        scree_file_print(file, "\n");
    }
    scree_free(bin);
}

static bool put_table(const scree_world *w, const char *path, const char *what, size_t n,
                      scree_wear_set set_of(const scree_world *w, size_t k), scree_report *r) {
    const scree_wear_def *def = &w->case_->wear;
    scree_file file;
    if (!scree_file_create(&file, path, r)) {
        return false;
    }
    scree_file_print(&file,
                     "%s,material,wear_volume [m3],sliding_work [J],normal_work [J],load_path [N "
                     "m],impact_energy [J],impacts",
                     what);
    head_of_bins(&file, "speed", "m/s", def->speed_bins.data, def->speed_bins.n);
    head_of_bins(&file, "energy", "J", def->energy_bins.data, def->energy_bins.n);
    scree_file_print(&file, "\n");
    for (size_t k = 0; k < n; k++) {
        for (size_t m = 0; m < w->wear->materials; m++) {
            put_row(&file, w, set_of(w, k), m);
        }
    }
    return scree_file_commit(&file, false, r);
}

bool scree_wear_csv(const scree_world *w, const char *path, scree_report *r) {
    return put_table(w, path, "wall", w->wall.n, scree_wear_set_of_wall, r);
}

bool scree_wear_regions_csv(const scree_world *w, const char *path, scree_report *r) {
    return put_table(w, path, "region", w->wear->regions, scree_wear_set_of_region, r);
}
