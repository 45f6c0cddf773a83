// SPDX-License-Identifier: BSD-3-Clause
#include "tools/lab/sweep.h"
#include "laws/list/registry.h"
#include "maths/math.h"
#include "text/decimal.h"
#include "tools/lab/single_contact.h"
#include <math.h>
#include <string.h>

enum { MOST = 1000000 };

bool scree_sweep_read(const char *text, scree_sweep *s, scree_report *r) {
    const char *equals = strchr(text, '='), *at = equals ? equals + 1 : NULL;
    double value[3] = {0.0, 0.0, 1.0};
    int n = 0;
    bool fine = equals && equals > text && (size_t)(equals - text) < sizeof s->name;
    while (fine && at && n < 3) {
        at = scree_decimal_read(at, &value[n++]);
        fine = at && isfinite(value[n - 1]) && (*at == '\0' || (*at == ':' && n < 3));
        at = fine && *at == ':' ? at + 1 : NULL;
    }
    fine = fine && (n == 1 || n == 3);
    if (fine) {
        *s = (scree_sweep){
            .from = value[0], .to = n == 3 ? value[1] : value[0], .step = n == 3 ? value[2] : 1.0};
        memcpy(s->name, text, (size_t)(equals - text));
        s->name[equals - text] = '\0';
        double steps = (s->to - s->from) / s->step;
        fine = steps >= 0.0 && steps < MOST; // NAN fails too
    }
    if (!fine) {
        scree_report_error(r, "--sweep %s: accepted: NAME=FROM:TO:STEP or NAME=VALUE, such as angle=0:85:5",
                           text);
    }
    return fine;
}

size_t scree_sweep_count(const scree_sweep *s) {
    return (size_t)floor((s->to - s->from) / s->step + 1e-9) + 1;
}

double scree_sweep_value(const scree_sweep *s, size_t i) {
    return s->from + (double)i * s->step;
}

// The entry of the materials of the lab in the table of pairs, or that in the other order.
static scree_pair_def *pair_of(const scree_case *c, bool turned) {
    const size_t a = (size_t)c->lab.a.material, b = scree_single_contact_other(&c->lab), n = c->material.n;
    return &c->pair[turned ? b * n + a : a * n + b];
}

// The law of the pair in this slot, if it has a parameter of this name; *p: its number.
static const scree_law *law_with(const scree_pair_def *pair, int slot, const char *name, int *p) {
    const scree_law *law = scree_law_at(pair->law[slot]);
    *p = scree_law_param(law, name);
    return *p >= 0 ? law : NULL;
}

// Sets a parameter in all laws of the pair that have it; false if none of them does.
static bool set_param(scree_case *c, const char *name, double value, const char **wrong) {
    bool found = false;
    for (int way = 0; way < 2; way++) {
        scree_pair_def *pair = pair_of(c, way);
        for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
            int p;
            const scree_law *law = law_with(pair, slot, name, &p);
            if (!law) {
                continue;
            }
            found = true;
            if (law->param[p].choices) {
                *wrong = "no value of a parameter that takes a word; accepted: parameters that are numbers";
            } else if (!(value >= law->param[p].min && value <= law->param[p].max)) {
                *wrong = "out of the parameter's range";
            } else {
                pair->param[slot][p] = value;
            }
        }
    }
    return found;
}

// Why the laws that have this parameter do not accept all their values together, or NULL.
static const char *problem_of(scree_case *c, const char *name) {
    const scree_material_def *m = c->material.data;
    scree_pairing pairing = scree_pairing_of(&m[c->lab.a.material], &m[scree_single_contact_other(&c->lab)]);
    const scree_pair_def *pair = pair_of(c, false);
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        int p;
        const scree_law *law = law_with(pair, slot, name, &p);
        double derived[SCREE_DERIVED_MAX];
        const char *problem = law ? law->derive(pair->param[slot], &pairing, derived) : NULL;
        if (problem) {
            return problem;
        }
    }
    return NULL;
}

typedef struct lab_value {
    const char *name, *unit;
    double *at;
    double factor, low, high;
} lab_value;

enum { LAB_VALUES = 12 };

static void values_of(scree_lab_def *b, lab_value own[LAB_VALUES]) {
    const lab_value all[LAB_VALUES] = {{"angle", "deg", &b->angle, SCREE_PI / 180.0, 0.0, 90.0},
                                       {"speed", "m/s", &b->speed, 1.0, 1e-300, 1e300},
                                       {"dt", "s", &b->dt, 1.0, 1e-300, 1e300},
                                       {"gap", "m", &b->gap, 1.0, 1e-300, 1e300},
                                       {"radius_a", "m", &b->a.radius, 1.0, 1e-300, 1e300},
                                       {"spin_a_x", "rad/s", &b->spin[0].x, 1.0, -1e300, 1e300},
                                       {"spin_a_y", "rad/s", &b->spin[0].y, 1.0, -1e300, 1e300},
                                       {"spin_a_z", "rad/s", &b->spin[0].z, 1.0, -1e300, 1e300},
                                       {"radius_b", "m", &b->b.radius, 1.0, 1e-300, 1e300},
                                       {"spin_b_x", "rad/s", &b->spin[1].x, 1.0, -1e300, 1e300},
                                       {"spin_b_y", "rad/s", &b->spin[1].y, 1.0, -1e300, 1e300},
                                       {"spin_b_z", "rad/s", &b->spin[1].z, 1.0, -1e300, 1e300}};
    memcpy(own, all, sizeof all);
}

static char *set_value(const char *name, double value, scree_case *c) {
    lab_value own[LAB_VALUES];
    values_of(&c->lab, own);
    for (size_t k = 0; k < LAB_VALUES; k++) {
        if (strcmp(own[k].name, name) != 0) {
            continue;
        }
        if (!c->lab.has_b && strstr(name, "_b")) {
            return scree_format("%s: a meets a wall in this lab; accepted: values of a", name);
        }
        if (!(value >= own[k].low && value <= own[k].high)) {
            return scree_format("%s: %.6g is out of range", name, value);
        }
        *own[k].at = own[k].factor * value;
        return NULL;
    }
    if (strcmp(name, "steps_per_contact") == 0) {
        if (!(value >= 10.0 && value <= 1e7 && value == floor(value))) {
            return scree_format("%s: %.6g is out of range; accepted: whole numbers, 10 to 10000000", name,
                                value);
        }
        c->lab.steps_per_contact = (int)value;
        return NULL;
    }
    const char *wrong = NULL;
    if (!set_param(c, name, value, &wrong)) {
        return scree_format(
            "%s: no law of this lab has such a parameter; accepted: one of them, or angle (degrees), speed, "
            "dt, gap, steps_per_contact, radius_a, radius_b, spin_a_x .. spin_b_z",
            name);
    }
    return wrong ? scree_format("%s = %.6g: %s", name, value, wrong) : NULL;
}

char *scree_sweep_set(size_t n, const char *const *name, const double *value, scree_case *c) {
    char *wrong = NULL;
    for (size_t i = 0; i < n && !wrong; i++) {
        wrong = set_value(name[i], value[i], c);
    }
    for (size_t i = 0; i < n && !wrong; i++) {
        const char *problem = problem_of(c, name[i]);
        wrong = problem ? scree_format("%s = %.6g: %s", name[i], value[i], problem) : NULL;
    }
    return wrong;
}

const char *scree_sweep_unit(const char *name, const scree_case *c) {
    scree_lab_def lab = c->lab;
    lab_value own[LAB_VALUES];
    values_of(&lab, own);
    for (size_t k = 0; k < LAB_VALUES; k++) {
        if (strcmp(own[k].name, name) == 0) {
            return own[k].unit;
        }
    }
    const scree_pair_def *pair = pair_of(c, false);
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        int p;
        const scree_law *law = law_with(pair, slot, name, &p);
        if (law) {
            return law->param[p].unit;
        }
    }
    return "";
}
