// SPDX-License-Identifier: BSD-3-Clause
// Fills may take minutes within one step: they say how far they are, and ask whether to stop.
#pragma once

#include "state/world.h"
#include <stdarg.h>
#include <stdio.h>

// Gives world.watch a text in the format of printf. Returns whether some rank wants to stop; without a watcher none does. Collective.
__attribute__((format(printf, 2, 3))) static inline bool scree_stop_wanted(const scree_world *w,
                                                                           const char *format, ...) {
    if (!w->watch) {
        return false;
    }
    char text[400];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return scree_comm_any(w->comm, w->watch(w->watcher, text));
}
