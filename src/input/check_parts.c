// SPDX-License-Identifier: BSD-3-Clause
// Rules that several sections share.
#include "base/names.h"
#include "base/units.h"
#include "input/checks.h"
#include "input/complain.h"
#include <math.h>

void scree_check_span(scree_config *g, double start, double stop, const scree_yaml *node, const char *path) {
    char from[32], to[32];
    if (start < stop || isinf(start)) {
        return;
    }
    scree_number_text(start, from);
    scree_number_text(stop, to);
    scree_config_error(g, scree_yaml_place(node, "stop"),
                       "%s: stop is %s s and start is %s s; accepted: stop after start", path, to, from);
}

int scree_check_from(scree_config *g, const char *from, const scree_yaml *node, const char *path) {
    const int source = scree_names_find(g->c->source, from);
    if (from && source < 0) {
        scree_config_error(g, scree_yaml_place(node, "from"),
                           "%s: there is no insertion named '%s'; accepted: a `name` under 'insertion'", path,
                           from);
    }
    return source;
}
