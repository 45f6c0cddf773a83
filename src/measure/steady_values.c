// SPDX-License-Identifier: BSD-3-Clause
#include "measure/steady_values.h"
#include "access/step_time.h"
#include "measure/columns.h"
#include "memory/hash.h"
#include <math.h>
#include <string.h>

bool scree_steady_is_share(const scree_phase_def *phase) {
    static const scree_dimension none;
    return phase->kind == SCREE_UNTIL_STEADY &&
           (!phase->limit.has_unit || scree_dimension_fits(phase->limit.dimension, none));
}

static scree_steady no_samples_of(const scree_world *w, const char *name) {
    return (scree_steady){.value = scree_hash_bytes(name, strlen(name), 0).a, .every = w->phase_look};
}

void scree_steady_begin(scree_world *w, const scree_phase_def *phase) {
    const size_t n = phase->kind == SCREE_UNTIL_STEADY ? phase->steady.n : 0;
    bool same = w->steady.n == n;
    for (size_t i = 0; i < n && same; i++) {
        const scree_steady none = no_samples_of(w, phase->steady.data[i]);
        same = w->steady.data[i].value == none.value && w->steady.data[i].every == none.every;
    }
    scree_array_resize(&w->steady, n);
    for (size_t i = 0; i < n && !same; i++) {
        w->steady.data[i] = no_samples_of(w, phase->steady.data[i]);
    }
}

// Returns whether the blocks of samples are to be looked at. What does not exist at a time is not steady: samples begin anew.
static bool take_samples(scree_world *w, const scree_phase_def *phase) {
    bool due = false, exist = true;
    for (size_t i = 0; i < w->steady.n; i++) {
        double x;
        scree_columns_value(w, phase->steady.data[i], &x);
        exist &= isfinite(x);
        due = scree_steady_add(&w->steady.data[i], isfinite(x) ? x : 0.0);
    }
    for (size_t i = 0; i < w->steady.n && !exist; i++) {
        w->steady.data[i] = no_samples_of(w, phase->steady.data[i]);
    }
    return due && exist;
}

// Is value i steady? Sets the time, s, over which its means are compared.
static bool is_steady(const scree_world *w, const scree_phase_def *phase, size_t i, scree_steady_found *f,
                      double *window) {
    const scree_steady *s = &w->steady.data[i];
    *f = scree_steady_look(s);
    const uint64_t from = w->phase_start.data[w->phase_start.n - 1];
    *window = scree_time_of_steps(f->samples * s->every, scree_length_after(w, from));
    const double most =
        scree_steady_is_share(phase) ? phase->limit.value * fabs(f->mean) : phase->limit.value;
    return fabs(f->change) + f->error <= most && *window >= phase->hold * (1.0 - 1e-9);
}

bool scree_steady_lasts(scree_world *w, const scree_phase_def *phase, bool late, scree_text_buffer *said) {
    const bool due = take_samples(w, phase);
    if (!due && !late) {
        return false;
    }
    bool all = w->steady.data[0].count >= SCREE_STEADY_LEAST;
    if (!all) {
        scree_text_add(said, "too few samples of %s", phase->steady.data[0]);
    }
    for (size_t i = 0; i < w->steady.n && all; i++) {
        scree_steady_found f;
        double window;
        all = is_steady(w, phase, i, &f, &window);
        if (all) {
            scree_text_add(said, "%s%s = %.6g +- %.2g", i > 0 ? ", " : "", phase->steady.data[i], f.mean,
                           f.mean_error);
        } else {
            scree_text_add(said, "%s%s = %.6g, which changes by %.2g +- %.2g in %.3g s", i > 0 ? ", " : "",
                           phase->steady.data[i], f.mean, f.change, f.error, 0.5 * window);
        }
    }
    for (size_t i = 0; i < w->steady.n && due; i++) {
        scree_steady_make_room(&w->steady.data[i]);
    }
    return all;
}
