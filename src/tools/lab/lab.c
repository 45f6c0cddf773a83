// SPDX-License-Identifier: BSD-3-Clause
#include "tools/lab/lab.h"
#include "access/temperature_class.h"
#include "laws/list/registry.h"
#include "text/text_buffer.h"
#include "tools/lab/collide.h"
#include "tools/lab/drive.h"
#include "tools/lab/evaluate.h"
#include "tools/lab/sweep.h"
#include <string.h>

// The class of a material at the temperature of the case: the laws are those of bodies at the start.
static int at_start(const scree_case *c, int material) {
    const size_t m = material < 0 ? 0 : (size_t)material;
    const uint64_t class = scree_temperature_class_nearest(&c->material.data[m], c->heat.temperature);
    return material < 0 ? material : (int)scree_temperature_class_material(c, m, class);
}

static void take_classes(scree_case *c) {
    c->lab.a.material = at_start(c, c->lab.a.material);
    c->lab.b.material = at_start(c, c->lab.b.material);
    c->lab.wall = at_start(c, c->lab.wall);
}

static scree_lab *open(const char *path, const char *text, const scree_changes *changes,
                       scree_report *report) {
    scree_lab *lab = scree_zeros(sizeof *lab);
    bool fine = text ? scree_case_read_changed(path, text, changes, &lab->c, report)
                     : scree_case_read(path, changes, &lab->c, report);
    if (fine && lab->c.copies > 0) {
        take_classes(&lab->c);
    }
    if (!fine || !scree_single_contact_open(&lab->contact, &lab->c, report)) {
        scree_lab_close(lab);
        return NULL;
    }
    return lab;
}

scree_lab *scree_lab_open(const char *case_path, const scree_changes *changes, scree_report *report) {
    return open(case_path, NULL, changes, report);
}

scree_lab *scree_lab_open_text(const char *name, const char *text, const scree_changes *changes,
                               scree_report *report) {
    return open(name, text, changes, report);
}

void scree_lab_close(scree_lab *lab) {
    if (lab) {
        scree_case_clear(&lab->c);
        scree_free(lab);
    }
}

int scree_lab_history_size(const scree_lab *lab) {
    return lab->contact.set.n_history;
}

const char *scree_lab_history_name(scree_lab *lab, int i) {
    scree_single_contact_history_name(&lab->contact, i, lab->name);
    return lab->name;
}

int scree_lab_evaluate(scree_lab *lab, const double *state, double dt, int touching, const double *history,
                       double *loads, double *after, double *energy) {
    scree_single_contact *l = &lab->contact;
    size_t bytes = (size_t)l->set.n_history * sizeof *l->h;
    scree_lab_motion body[2];
    for (int k = 0; k < 2; k++) {
        const double *s = state + 9 * k;
        body[k] = (scree_lab_motion){vec3(s[0], s[1], s[2]), vec3(s[3], s[4], s[5]), vec3(s[6], s[7], s[8])};
    }
    memcpy(l->h, history, bytes);
    l->touching = touching != 0;
    scree_lab_loads b = scree_eval(l, body, dt);
    for (int k = 0; k < 2; k++) {
        const scree_vec3 load[2] = {b.force[k], b.torque[k]};
        for (int i = 0; i < 6; i++) {
            loads[6 * k + i] = vec_get(load[i / 3], i % 3);
        }
    }
    memcpy(after, l->h, bytes);
    if (energy) {
        const scree_contact *k = &l->k;
        const double stored[SCREE_MODES] = {k->energy_n, k->energy_t, k->energy_r, k->energy_w};
        memcpy(energy, stored, sizeof stored);
    }
    return l->touching == 1;
}

char *scree_lab_title(const scree_lab *lab) {
    const scree_case *c = &lab->c;
    const scree_lab_def *b = &c->lab;
    const scree_pair_def *pair =
        &c->pair[(size_t)b->a.material * c->material.n + scree_single_contact_other(b)];
    scree_text_buffer text = {0};
    scree_text_add(&text, "%s", c->title ? c->title : "");
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        if (pair->law[slot] >= 0) {
            scree_text_add(&text, "%s%s %s", *text.data ? ", " : "", scree_slot_name((scree_slot)slot),
                           scree_law_at(pair->law[slot])->name);
        }
    }
    return text.data;
}

// ---- tables -------------------------------------------------------------------------------------------------------

// The table if it is complete, else NULL.
static scree_table *whole(scree_table *t, bool fine) {
    if (!fine) {
        scree_table_destroy(t);
    }
    return fine ? t : NULL;
}

scree_table *scree_lab_drive(scree_lab *lab, const scree_table *path, scree_report *report) {
    scree_single_contact fresh;
    scree_table *out = scree_zeros(sizeof(scree_table));
    return whole(out, scree_single_contact_open(&fresh, &lab->c, report) &&
                          scree_drive(&fresh, path, out, report));
}

scree_table *scree_lab_evaluate_extra(scree_lab *lab, const scree_table *states, unsigned extra,
                                      scree_report *report) {
    scree_single_contact fresh;
    scree_table *out = scree_zeros(sizeof(scree_table));
    return whole(out, scree_single_contact_open(&fresh, &lab->c, report) &&
                          scree_eval_rows(&fresh, states, out, extra, report));
}

scree_table *scree_lab_evaluate_rows(scree_lab *lab, const scree_table *states, scree_report *report) {
    return scree_lab_evaluate_extra(lab, states, SCREE_EVAL_ENERGY, report);
}

// One row of conditions: set in the case, reported if that is not possible. sweep: the conditions are those of a sweep.
static bool set_conditions(scree_case *c, const scree_table *conditions, size_t row, bool sweep,
                           scree_report *r) {
    size_t n = conditions->name.n;
    const double *value = conditions->value.data + row * n;
    char *wrong = scree_sweep_set(n, (const char *const *)conditions->name.data, value, c);
    if (wrong && sweep) {
        scree_report_error(r, "--sweep %s", wrong);
    } else if (wrong) {
        scree_table_wrong(conditions, row, r, "%s", wrong);
    }
    scree_free(wrong);
    return !wrong;
}

// A row for each collision: its conditions, then its outcome. conditions NULL: one collision, as the case has it.
static bool collide_rows(scree_case *c, const scree_table *conditions, bool sweep, scree_table *out,
                         scree_table *series, scree_report *r) {
    size_t rows = conditions ? scree_table_rows(conditions) : 1, n = conditions ? conditions->name.n : 0;
    for (size_t i = 0; i < n; i++) {
        const char *name = conditions->name.data[i];
        scree_table_add_column(out, name, scree_sweep_unit(name, c));
    }
    scree_outcome_columns(out);
    for (size_t row = 0; row < rows; row++) {
        scree_outcome outcome;
        if (conditions && !set_conditions(c, conditions, row, sweep, r)) {
            return false;
        }
        if (!scree_collide(c, &outcome, series, r)) {
            if (conditions && !sweep) {
                scree_table_wrong(conditions, row, r, "the collision of this row was not computed");
            }
            return false;
        }
        for (size_t i = 0; i < n; i++) {
            scree_table_put(out, scree_table_at(conditions, row, (int)i, 0.0));
        }
        scree_outcome_row(&outcome, out);
    }
    return true;
}

// Computes the collisions, and leaves the case as it was.
static scree_table *collide(scree_lab *lab, const scree_table *conditions, bool sweep, scree_table **series,
                            scree_report *r) {
    scree_case *c = &lab->c;
    size_t bytes = c->material.n * c->material.n * sizeof *c->pair;
    scree_lab_def def = c->lab;
    scree_pair_def *pair = scree_realloc(NULL, 0, bytes);
    memcpy(pair, c->pair, bytes);
    scree_table *steps = series ? scree_zeros(sizeof(scree_table)) : NULL;
    scree_table *out = scree_zeros(sizeof(scree_table));
    bool fine = collide_rows(c, conditions, sweep, out, steps, r);
    c->lab = def;
    memcpy(c->pair, pair, bytes);
    scree_free(pair);
    if (series) {
        *series = whole(steps, fine);
    }
    return whole(out, fine);
}

scree_table *scree_lab_collide(scree_lab *lab, const scree_table *conditions, scree_table **series,
                               scree_report *report) {
    if (series && conditions && scree_table_rows(conditions) != 1) {
        *series = NULL;
        scree_report_at(report, SCREE_SEVERITY_ERROR, conditions->path, 0, 0,
                        "%zu rows, but a series is that of one collision; accepted: one row",
                        scree_table_rows(conditions));
        return NULL;
    }
    return collide(lab, conditions, false, series, report);
}

scree_table *scree_lab_sweep(scree_lab *lab, const char *sweep, scree_report *report) {
    scree_sweep s;
    if (!scree_sweep_read(sweep, &s, report)) {
        return NULL;
    }
    scree_table *values = scree_zeros(sizeof(scree_table));
    scree_table_add_column(values, s.name, NULL);
    for (size_t i = 0; i < scree_sweep_count(&s); i++) {
        scree_table_put(values, scree_sweep_value(&s, i));
    }
    scree_table *out = collide(lab, values, true, NULL, report);
    scree_table_destroy(values);
    return out;
}
