// SPDX-License-Identifier: BSD-3-Clause
// Parameters of materials that depend on temperature. The range of a material's tables is divided into classes, and for each class there
// is a copy of the material with the values at its temperature: so the laws of all pairs are made as for any materials, and
// evaluating them costs nothing more. The drawback is their number, which grows with the square of the number of classes.
#include "heat/temperature_tables.h"
#include "keys/complain.h"
#include "sections/law_keys.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The default: parts of the range of the tables; classes of a material; materials with all classes: laws of a pair take 8 kB, so
// all pairs 80 MB.
enum { USUAL_PARTS = 16, MOST_CLASSES = 64, MOST_MATERIALS = 100 };

// ---- reading -------------------------------------------------------------------------------------------------

// A key that cannot have a table, with the reason. False: it is another.
static bool refuse_table(scree_config *g, const scree_yaml *key, const char *path) {
    static const struct {
        const char *key, *why;
    } refused[] = {
        {"density", "mass would be created or destroyed"},
        {"heat_capacity", "heat would be created or destroyed"},
        {"emissivity", "it is no parameter of contacts"},
    };
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        if (strcmp(key->text, refused[k].key) == 0) {
            scree_config_error(g, key->place,
                               "%s: '%s' cannot depend on temperature: %s; accepted: young, poisson, and "
                               "parameters of laws that a material may have",
                               path, key->text, refused[k].why);
            return true;
        }
    }
    return false;
}

scree_other_key scree_temperature_tables_take(scree_config *g, const scree_yaml *key, const scree_yaml *value,
                                              const char *path) {
    return scree_law_keys_keep(g, key, value, true) ? SCREE_KEY_TAKEN
           : refuse_table(g, key, path)             ? SCREE_KEY_REFUSED
                                                    : SCREE_KEY_UNKNOWN;
}

void scree_temperature_tables_write(const scree_value_writer *w, const void *base, const char *path) {
    const scree_temperature_tables *tables = base;
    for (size_t i = 0; i < tables->law.n; i++) {
        char below[SCREE_PATH_SIZE];
        snprintf(below, sizeof below, "%.180s.%.60s", path, tables->law.data[i].name);
        scree_thermal_type.write(w, NULL, &tables->law.data[i], below);
    }
}

void scree_check_material(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_material_def *m = base;
    const struct {
        const char *name;
        const scree_thermal_table *curve;
        double value; // 0: not given, and not in the library
    } both[] = {{"young", &m->tables.young, m->young}, {"poisson", &m->tables.poisson, m->poisson}};
    for (int k = 0; k < 2; k++) {
        const bool plain = scree_yaml_has(node, both[k].name), table = both[k].curve->temperature.n > 0;
        if (plain && table) {
            scree_config_error(g, scree_yaml_place(node, both[k].name),
                               "%s: '%s' is given as a number and as a table; accepted: one of them", path,
                               both[k].name);
        } else if (k == 0 && m->shear_modulus > 0.0 && m->is_softened) {
            scree_config_error(
                g, scree_yaml_place(node, "shear_modulus"),
                "%s: 'softened' chooses Young's modulus, and a 'shear_modulus' would stay as it "
                "is; accepted: one of them",
                path);
        } else if (!plain && !table && both[k].value == 0.0 && k == 0 && m->shear_modulus > 0.0 &&
                   scree_yaml_has(node, "poisson")) {
            m->young = 2.0 * m->shear_modulus * (1.0 + m->poisson);
        } else if (!plain && !table && both[k].value == 0.0) {
            scree_config_error(
                g, node->place,
                "%s: missing key '%s'; accepted: a number here, or a table under 'temperature_tables'", path,
                both[k].name);
        }
    }
}

void scree_check_temperature_tables(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    ((scree_temperature_tables *)base)->place = node->place;
    if (node->key.n == (scree_yaml_has(node, "step") ? 1u : 0u)) {
        scree_config_error(
            g, node->place,
            "%s: no parameter has a table; accepted: such as friction: [[300 K, 0.5], [350 K, 0.2]]", path);
    }
}

// ---- tables of parameters of laws --------------------------------------------------------------------------

bool scree_thermal_table_of_own(scree_config *g, scree_own_value *own, const scree_param_desc *p,
                                double temperature, double *value) {
    char path[SCREE_PATH_SIZE];
    snprintf(path, sizeof path, "materials.%.80s.temperature_tables.%.60s",
             g->c->material.data[own->material].name, own->key->text);
    if (p->choices) {
        scree_config_error(g, own->key->place,
                           "%s: a word cannot depend on temperature; accepted: '%s' beside the other "
                           "parameters of the material",
                           path, own->key->text);
        return false;
    }
    if (own->reader != p) { // laws may have other units and bounds for the same name
        const scree_key key = scree_key_of_param(p);
        own->reader = scree_thermal_type.read(g, &key, &own->curve, own->value, path) ? p : NULL;
    }
    if (own->reader) {
        *value = scree_thermal_table_at(&own->curve, temperature);
    }
    return own->reader != NULL;
}

// Do two keys of a material name the same parameter of some law?
static bool is_same_param(const scree_yaml *a, const scree_yaml *b) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    bool same = false;
    for (int l = 0; l < n; l++) {
        const int p = scree_law_param(law[l], a->text);
        same |= p >= 0 && p == scree_law_param(law[l], b->text);
    }
    return same;
}

static void refuse_both(scree_config *g, const scree_own_value *table) {
    for (size_t k = 0; k < g->own.n; k++) {
        const scree_own_value *other = &g->own.data[k];
        if (!other->is_table && other->material == table->material && is_same_param(other->key, table->key)) {
            scree_config_error(
                g, other->key->place,
                "materials.%s: '%s' is given as a number and as a table; accepted: one of them",
                g->c->material.data[table->material].name, other->key->text);
        }
    }
}

static scree_thermal_table copy_of(const scree_thermal_table *from, const char *name) {
    scree_thermal_table to = {.name = scree_strdup(name), .place = from->place};
    for (size_t k = 0; k < from->temperature.n; k++) {
        scree_array_push(&to.temperature, from->temperature.data[k]);
        scree_array_push(&to.value, from->value.data[k]);
    }
    return to;
}

// Into the case, as the record of a run has them.
static void keep_law_tables(scree_config *g) {
    for (size_t k = 0; k < g->own.n; k++) {
        scree_own_value *own = &g->own.data[k];
        const scree_param_desc *p = own->is_table ? scree_law_keys_find_mixed(own->key->text) : NULL;
        double value;
        if (own->is_table) {
            refuse_both(g, own);
        }
        if (p && scree_thermal_table_of_own(g, own, p, 1.0, &value)) {
            const scree_thermal_table curve = copy_of(&own->curve, own->key->text);
            scree_array_push(&g->c->material.data[own->material].tables.law, curve);
        }
    }
}

// ---- classes -------------------------------------------------------------------------------------------------

static void widen(const scree_thermal_table *curve, double *low, double *high) {
    const size_t n = curve->temperature.n;
    if (n > 0) {
        *low = fmin(*low, curve->temperature.data[0]);
        *high = fmax(*high, curve->temperature.data[n - 1]);
    }
}

// Divides the range of the tables of a material. False: reported.
static bool divide(scree_config *g, scree_material_def *m) {
    double low = INFINITY, high = 0.0;
    widen(&m->tables.young, &low, &high);
    widen(&m->tables.poisson, &low, &high);
    for (size_t k = 0; k < m->tables.law.n; k++) {
        widen(&m->tables.law.data[k], &low, &high);
    }
    if (!(low < high)) { // the tables were reported
        return false;
    }
    const double step = m->tables.step > 0.0 ? m->tables.step : (high - low) / USUAL_PARTS,
                 parts = fmax(ceil((high - low) / step - 1e-9), 1.0);
    if (parts + 1.0 > MOST_CLASSES) {
        scree_config_error(
            g, m->tables.place,
            "materials.%s.temperature_tables: a step of %.6g K divides the range of the tables, %.6g K to "
            "%.6g K, into %.6g classes; accepted: up to %d, with a step of at least %.4g K",
            m->name, step, low, high, parts + 1.0, MOST_CLASSES, (high - low) / (MOST_CLASSES - 1));
        return false;
    }
    m->classes = (int)parts + 1;
    m->coldest = low;
    m->class_width = (high - low) / parts;
    return true;
}

double scree_config_class_temperature(const scree_case *c, size_t material) {
    const scree_material_def *m = &c->material.data[scree_case_base(c, material)];
    const bool is_copy = c->material.data[material].copy_of > 0;
    const size_t k = is_copy ? material - (size_t)m->first_copy + 1 : 0;
    return m->coldest + m->class_width * (double)k;
}

static double value_at(const scree_thermal_table *curve, double otherwise, double temperature) {
    return curve->temperature.n > 0 ? scree_thermal_table_at(curve, temperature) : otherwise;
}

static void add_copies(scree_case *c, size_t base) {
    scree_material_def *m = &c->material.data[base];
    m->young = value_at(&m->tables.young, m->young, m->coldest);
    m->poisson = value_at(&m->tables.poisson, m->poisson, m->coldest);
    m->first_copy = (int)c->material.n;
    for (int k = 1; k < c->material.data[base].classes; k++) {
        m = &c->material.data[base];
        const double t = m->coldest + m->class_width * k;
        scree_material_def copy = *m;
        copy.name = scree_format("%s at %.6g K", m->name, t);
        copy.young = value_at(&m->tables.young, m->young, t);
        copy.poisson = value_at(&m->tables.poisson, m->poisson, t);
        copy.has_tables = false;
        copy.tables = (scree_temperature_tables){0};
        copy.classes = copy.first_copy = 0;
        copy.copy_of = (int)base + 1;
        scree_array_push(&c->material, copy);
        c->copies++;
    }
}

void scree_config_make_classes(scree_config *g) {
    scree_case *c = g->c;
    const size_t named = c->material.n;
    size_t all = named;
    bool fine = true, any = false;
    keep_law_tables(g);
    for (size_t i = 0; i < named; i++) {
        scree_material_def *m = &c->material.data[i];
        if (!m->has_tables) {
            continue;
        }
        any = true;
        if (!c->has_heat) {
            scree_config_error(g, m->tables.place,
                               "materials.%s: 'temperature_tables' in a case without a section 'heat'; "
                               "accepted: that section, with the temperature of the particles",
                               m->name);
            fine = false;
        }
        fine &= divide(g, m);
        all += fine ? (size_t)m->classes - 1 : 0;
    }
    if (fine && any && all > MOST_MATERIALS) {
        scree_config_error(g, c->material.data[0].place,
                           "materials: %zu materials with the classes of their temperature tables; accepted: "
                           "up to %d, with larger steps of the tables",
                           all, MOST_MATERIALS);
        fine = false;
    }
    for (size_t i = 0; i < named && fine; i++) {
        if (c->material.data[i].has_tables) {
            add_copies(c, i);
        }
    }
}

void scree_config_end_classes(scree_config *g) {
    for (size_t k = 0; k < g->own.n; k++) {
        const scree_own_value *own = &g->own.data[k];
        scree_temperature_tables *tables = &g->c->material.data[own->material].tables;
        for (size_t i = 0; i < tables->law.n; i++) {
            tables->law.data[i].used |=
                own->is_table && own->used && strcmp(tables->law.data[i].name, own->key->text) == 0;
        }
    }
}
