// SPDX-License-Identifier: BSD-3-Clause
// Values of a case that come from the library of materials, where the case does not give its own.
#include "materials/library_keys.h"
#include "heat/temperature_tables.h"
#include "keys/complain.h"
#include "materials/library.h"
#include "sections/key_tables.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define AT(field) .offset = offsetof(scree_material_def, field)
static const scree_key softened_keys[] = {
    {"speed", IN("m/s"), ABOVE(0), .required = true, .doc = "Largest relative speed of impacts.",
     AT(softened.speed)},
    {"overlap", NUMBER, ABOVE_TO(0, 0.2), .required = true,
     .doc = "Part of the radius by which two equal spheres may overlap.", AT(softened.overlap)},
    {"pressure", IN("Pa"), FROM(0), .fallback = "0 Pa",
     .doc =
         "Largest pressure in a bed at rest, if it may matter more than impacts: a sphere carries it times "
         "the square of its diameter.",
     AT(softened.pressure)},
};
#undef AT
const scree_section scree_softened_section = {
    .doc = "Chooses Young's modulus: the smallest with which equal spheres that meet at this speed, or carry "
           "this pressure, overlap by no more than asked for; never more than that of the library "
           "(docs/materials.md).",
    KEYS(softened_keys)};

static const scree_library_material *row_of(const scree_material_def *m) {
    return m->library > 0 ? &scree_library_materials[m->library - 1] : NULL;
}

// What a struct has of the values of the library, in the order of their names.
static void values_of(scree_material_def *m, double *value[SCREE_LIBRARY_VALUES]) {
    value[0] = &m->density, value[1] = &m->young, value[2] = &m->poisson, value[3] = &m->heat_capacity;
}

static bool has_table(const scree_material_def *m, const char *name) {
    return (strcmp(name, "young") == 0 && m->tables.young.temperature.n > 0) ||
           (strcmp(name, "poisson") == 0 && m->tables.poisson.temperature.n > 0);
}

static void soften(scree_config *g, scree_material_def *m, const scree_yaml *node, const char *path) {
    if (scree_yaml_has(node, "young") || has_table(m, "young")) {
        scree_config_error(g, scree_yaml_place(node, "softened"),
                           "%s: both 'young' and 'softened' are given; accepted: one of them", path);
        return;
    }
    const double by_speed =
                     scree_softened_by_speed(m->density, m->poisson, m->softened.speed, m->softened.overlap),
                 by_pressure =
                     scree_softened_by_pressure(m->poisson, m->softened.pressure, m->softened.overlap),
                 soft = by_pressure > by_speed ? by_pressure : by_speed;
    if (!(m->young > 0.0) || soft < m->young) {
        m->young = soft;
        m->from_library &= ~2u;
    }
}

void scree_check_library_material(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_material_def *m = base;
    const scree_library_material *row = row_of(m);
    double *value[SCREE_LIBRARY_VALUES];
    values_of(m, value);
    m->real_young = row ? row->value[1].value : 0.0;
    if (!row && !(m->density > 0.0)) { // library: none
        scree_config_error(g, node->place, "%s: missing key 'density'; accepted: a number, or 'library'",
                           path);
        return;
    }
    for (int k = 0; row && k < SCREE_LIBRARY_VALUES; k++) {
        const char *name = scree_library_value_names[k];
        if (scree_yaml_has(node, name) || has_table(m, name)) {
            continue;
        }
        *value[k] = row->value[k].value;
        m->from_library |= *value[k] != 0.0 ? 1u << k : 0u;
        if (*value[k] == 0.0 && k < 3 && !(k == 1 && m->is_softened)) {
            scree_config_error(g, node->place,
                               "%s: missing key '%s', of which the library has no value for %s; accepted: a "
                               "value here%s",
                               path, name, row->name, k == 1 ? ", or 'softened'" : "");
            return;
        }
    }
    if (m->is_softened) {
        soften(g, m, node, path);
    }
    scree_check_material(g, base, node, path);
}

// The row of the material of the case, or of that of which it is a class; NULL: it is not from the library.
static const scree_library_material *library_row(const scree_case *c, int material) {
    return row_of(&c->material.data[scree_case_base(c, (size_t)material)]);
}

char *scree_library_pair_lacks(const scree_config *g, int i, int j, const char *name) {
    const scree_library_material *one = library_row(g->c, i), *other = library_row(g->c, j);
    return one && other ? scree_format("; the library of materials has no %s of %s with %s (`scree help "
                                       "library` lists its pairs)",
                                       name, one->name, other->name)
                        : scree_strdup("");
}

bool scree_library_pair_value(scree_config *g, int i, int j, const scree_param_desc *p, double *value) {
    scree_case *c = g->c;
    const int a = (int)scree_case_base(c, (size_t)i), b = (int)scree_case_base(c, (size_t)j);
    const scree_library_material *one = library_row(c, i), *other = library_row(c, j);
    const scree_library_pair *pair = one && other ? scree_library_find_pair(one->name, other->name) : NULL;
    for (int k = 0; pair && k < SCREE_LIBRARY_PAIR_VALUES; k++) {
        if (strcmp(p->name, scree_library_pair_names[k]) != 0 || pair->value[k].value == 0.0) {
            continue;
        }
        *value = pair->value[k].value;
        bool known = false;
        for (size_t n = 0; n < c->library_use.n; n++) {
            const scree_library_use *use = &c->library_use.data[n];
            known |= use->material[0] == a && use->material[1] == b && use->value == k;
        }
        if (!known) {
            scree_array_push(&c->library_use, ((scree_library_use){{a, b}, k}));
        }
        return true;
    }
    return false;
}

static void emit(const scree_value_writer *w, const char *path, const char *name, const scree_figure *f) {
    char below[SCREE_PATH_SIZE], text[160];
    snprintf(below, sizeof below, "%.160s.from_library.%.60s", path, name);
    snprintf(text, sizeof text, "%.6g from %.100s", f->value, f->source);
    w->emit(w->ctx, below, text);
}

void scree_library_write(const scree_value_writer *w, const void *base, const char *path) {
    const scree_material_def *m = base;
    const scree_library_material *row = row_of(m);
    const int index = (int)(m - w->c->material.data);
    for (int k = 0; row && k < SCREE_LIBRARY_VALUES; k++) {
        if (m->from_library & 1u << k) {
            emit(w, path, scree_library_value_names[k], &row->value[k]);
        }
    }
    for (size_t n = 0; row && n < w->c->library_use.n; n++) {
        const scree_library_use *use = &w->c->library_use.data[n];
        const scree_material_def *other = &w->c->material.data[use->material[1]];
        if (use->material[0] == index) {
            char name[160];
            snprintf(name, sizeof name, "%s with %.80s", scree_library_pair_names[use->value], other->name);
            emit(w, path, name, &scree_library_find_pair(row->name, row_of(other)->name)->value[use->value]);
        }
    }
}
