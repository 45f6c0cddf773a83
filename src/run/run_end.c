// SPDX-License-Identifier: BSD-3-Clause
#include "run/run_end.h"
#include "bonds/fragments.h"
#include "checks/alarm.h"
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

// Of the time step, and of alarms of which the first one alone was a message.
static void tell_alarms(const scree_world *w, scree_report *r) {
    if (w->alarms.losses.falls > 1) {
        scree_report_warning(r, "contacts have made energy %llu times, %.4g J in all; see the first",
                             (unsigned long long)w->alarms.losses.falls, w->alarms.losses.fallen);
    }
    if (w->alarms.balance.drifts > 1) {
        scree_report_warning(r, "energy_balance has drifted %llu times, by %.4g J in all; see the first",
                             (unsigned long long)w->alarms.balance.drifts, w->alarms.balance.drifted);
    }
    if (w->clock.n > 0) {
        const scree_clock clock = scree_world_clock(w);
        double shortest, longest;
        scree_clock_range(&clock, &shortest, &longest);
        scree_report_note(r,
                          "time step from %.6g s to %.6g s, as the contacts of the time need it; it changed "
                          "%zu times",
                          shortest, longest, clock.n);
    }
    if (w->alarms.step_looks.too_long > 1) {
        scree_report_warning(r,
                             "the time step, %.6g s, was too long for the contacts at %llu of %llu checks, "
                             "whose shortest limit was %.3g s; see the first",
                             w->dt, (unsigned long long)w->alarms.step_looks.too_long,
                             (unsigned long long)w->alarms.step_looks.looks, w->alarms.step_looks.shortest);
    }
}

void scree_run_summary(const scree_world *w, scree_comm *c, scree_report *r) {
    const scree_depth deepest = scree_depth_of_all(c, &w->deepest);
    if (deepest.ratio > 0.0) {
        char *text = scree_depth_text(w, &deepest);
        scree_report_note(r, "largest overlap %s; beyond %.3g in %llu steps of this run", text,
                          w->case_->alarms.overlap_warning, (unsigned long long)w->alarms.large_steps);
        scree_free(text);
    }
    for (size_t k = 0; k < w->outlet.n; k++) {
        scree_report_note(r, "outlet '%s': %llu particles, %.6g kg", w->case_->outlet.data[k].name,
                          (unsigned long long)w->outlet.data[k].count, w->outlet.data[k].mass);
    }
    if (w->lost > 0) {
        scree_report_warning(r, "%llu particles left the domain and were deleted",
                             (unsigned long long)w->lost);
    }
    if (w->bonds.lost > 0) {
        scree_report_warning(r,
                             "%llu bonds ended without breaking: a body was deleted or held, a wall ended, "
                             "or a body moved too far in one step",
                             (unsigned long long)w->bonds.lost);
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        if (w->wall.data[k].cold_steps > 1) {
            scree_report_warning(
                r, "wall '%s' would have had to be below 0 K in %llu steps of this run; see the first",
                w->wall.data[k].def->name, (unsigned long long)w->wall.data[k].cold_steps);
        }
    }
    tell_alarms(w, r);
}
