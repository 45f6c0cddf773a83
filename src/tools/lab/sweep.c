// SPDX-License-Identifier: BSD-3-Clause
#include "tools/lab/sweep.h"
#include "base/decimal.h"
#include "base/math.h"
#include "laws/registry.h"
#include <math.h>
#include <stdio.h>
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

// A parameter of a law of the lab's pair; false if none of its laws has a parameter of this name.
static bool set_param(scree_case *c, const char *name, double value, const char **wrong) {
    int n;
    const scree_law *const *laws = scree_laws(&n);
    size_t a = (size_t)c->lab.a.material, b = (size_t)(c->lab.has_b ? c->lab.b.material : c->lab.wall),
           count = c->material.n;
    bool found = false;
    for (int way = 0; way < 2; way++) {
        scree_pair_def *pair = &c->pair[way ? b * count + a : a * count + b];
        for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
            const scree_law *law = pair->law[slot] >= 0 ? laws[pair->law[slot]] : NULL;
            int p = law ? scree_law_param(law, name) : -1;
            if (p < 0) {
                continue;
            }
            found = true;
            if (law->param[p].choices) {
                *wrong = "no value of a parameter that takes a word; accepted: parameters that are numbers";
                return true;
            }
            if (!(value >= law->param[p].min && value <= law->param[p].max)) {
                *wrong = "out of the parameter's range";
                return true;
            }
            pair->param[slot][p] = value;
            double derived[SCREE_DERIVED_MAX];
            scree_pairing pairing = scree_pairing_of(&c->material.data[a], &c->material.data[b]);
            const char *problem = law->derive(pair->param[slot], &pairing, derived);
            *wrong = problem ? problem : *wrong;
        }
    }
    return found;
}

bool scree_sweep_apply(const scree_sweep *s, double value, scree_case *c, scree_report *r) {
    scree_lab_def *b = &c->lab;
    struct {
        const char *name;
        double *at;
        double factor, low, high;
    } own[] = {{"angle", &b->angle, SCREE_PI / 180.0, 0.0, 90.0},
               {"speed", &b->speed, 1.0, 1e-300, 1e300},
               {"dt", &b->dt, 1.0, 1e-300, 1e300},
               {"gap", &b->gap, 1.0, 1e-300, 1e300},
               {"radius_a", &b->a.radius, 1.0, 1e-300, 1e300},
               {"radius_b", &b->b.radius, 1.0, 1e-300, 1e300},
               {"spin_a_x", &b->spin[0].x, 1.0, -1e300, 1e300},
               {"spin_a_y", &b->spin[0].y, 1.0, -1e300, 1e300},
               {"spin_a_z", &b->spin[0].z, 1.0, -1e300, 1e300},
               {"spin_b_x", &b->spin[1].x, 1.0, -1e300, 1e300},
               {"spin_b_y", &b->spin[1].y, 1.0, -1e300, 1e300},
               {"spin_b_z", &b->spin[1].z, 1.0, -1e300, 1e300}};
    const char *wrong = NULL;
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
        if (strcmp(own[k].name, s->name) == 0) {
            wrong = value >= own[k].low && value <= own[k].high ? NULL : "out of range";
            *own[k].at = own[k].factor * value;
            if (wrong) {
                scree_report_error(r, "--sweep %s: %.6g is %s", s->name, value, wrong);
            }
            return !wrong;
        }
    }
    if (strcmp(s->name, "steps_per_contact") == 0) {
        if (!(value >= 10.0 && value <= 1e7 && value == floor(value))) {
            scree_report_error(r, "--sweep %s: %.6g is out of range; accepted: whole numbers, 10 to 10000000",
                               s->name, value);
            return false;
        }
        b->steps_per_contact = (int)value;
        return true;
    }
    if (!set_param(c, s->name, value, &wrong)) {
        scree_report_error(
            r,
            "--sweep %s: no law of this lab has such a parameter; accepted: one of them, or angle "
            "(degrees), speed, dt, gap, steps_per_contact, radius_a, radius_b, spin_a_x .. spin_b_z",
            s->name);
        return false;
    }
    if (wrong) {
        scree_report_error(r, "--sweep %s = %.6g: %s", s->name, value, wrong);
    }
    return !wrong;
}
