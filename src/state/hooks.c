// SPDX-License-Identifier: BSD-3-Clause
#include "state/hooks.h"
#include "state/world.h"
#include <assert.h>
#include <string.h>

void scree_hook_add(scree_world *w, scree_hook hook) {
    assert(!w->next_drift_done);
    scree_array_push(&w->hook, hook);
    for (size_t k = w->hook.n - 1; hook.early && k > 0 && !w->hook.data[k - 1].early; k--) {
        w->hook.data[k] = w->hook.data[k - 1];
        w->hook.data[k - 1] = hook;
    }
}

bool scree_hook_remove(scree_world *w, scree_hook_place place, scree_hook_call *call, void *context) {
    assert(!w->next_drift_done);
    for (size_t k = 0; k < w->hook.n; k++) {
        scree_hook *hook = &w->hook.data[k];
        if (hook->place == place && hook->call == call && hook->context == context) {
            memmove(hook, hook + 1, (w->hook.n - k - 1) * sizeof *hook);
            w->hook.n--;
            return true;
        }
    }
    return false;
}

void scree_hooks_run(scree_world *w, scree_hook_place place) {
    for (size_t k = 0; k < w->hook.n; k++) {
        const scree_hook *hook = &w->hook.data[k];
        if (hook->place == place) {
            hook->call(w, hook->context);
        }
    }
}

bool scree_hooks_need_particles(const scree_world *w, scree_hook_place place) {
    for (size_t k = 0; k < w->hook.n; k++) {
        if (w->hook.data[k].place == place && w->hook.data[k].needs_particles) {
            return true;
        }
    }
    return false;
}
