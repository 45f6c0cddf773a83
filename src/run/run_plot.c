// SPDX-License-Identifier: BSD-3-Clause
#include "run/run_plot.h"
#include "bonds/fragments.h"
#include "memory/array.h"
#include "tools/plot/plot_series.h"

bool scree_run_plot(const scree_world *w, scree_series *series, const char *svg_path, scree_report *r) {
    size_t n = 0;
    scree_fragment *fragment = w->case_->shows_bonds ? scree_fragments_list(w, &n) : NULL;
    bool ok = true;
    if (series) {
        double *mass = scree_zeros((n + 1) * sizeof *mass);
        for (size_t k = 0; fragment && k < n; k++) {
            mass[k] = fragment[k].mass;
        }
        const scree_plot_extra more = {.fragment_mass = mass, .fragments = fragment ? n : 0};
        scree_column_rows rows;
        ok = scree_series_read(series, &rows, r) && scree_series_plot(&rows, &more, svg_path, w->case_, r);
        scree_free(rows.value);
        scree_free(mass);
    }
    scree_free(fragment);
    return ok;
}
