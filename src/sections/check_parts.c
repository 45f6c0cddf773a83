// SPDX-License-Identifier: BSD-3-Clause
#include "sections/check_parts.h"
#include "keys/complain.h"
#include "memory/names.h"
#include "text/units.h"
#include <math.h>

void scree_check_corners(scree_config *g, scree_vec3 min, scree_vec3 max, const scree_yaml *node,
                         const char *path) {
    char low[32], high[32];
    for (int axis = 0; axis < 3; axis++) {
        if (vec_get(min, axis) < vec_get(max, axis)) {
            continue;
        }
        scree_number_text(vec_get(min, axis), low);
        scree_number_text(vec_get(max, axis), high);
        scree_config_error(g, scree_yaml_place(node, "max"),
                           "%s: on axis %c max is %s m and min is %s m; accepted: max above min", path,
                           'x' + axis, high, low);
    }
}

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
