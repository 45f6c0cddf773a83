// SPDX-License-Identifier: BSD-3-Clause
#include "tools/lab/evaluate.h"
#include "laws/bond.h"
#include "laws/list/registry.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

scree_lab_loads scree_eval(scree_single_contact *l, const scree_lab_motion body[2], double dt) {
    const scree_lab_motion *a = &body[0], *b = &body[1];
    bool wall = l->rb == 0.0;
    scree_vec3 d = vec_sub(b->x, a->x), n = vec3(0.0, 0.0, 1.0);
    double distance = wall ? d.z : vec_norm(d);
    if (!wall) {
        n = distance > 0.0 ? vec_scale(1.0 / distance, d) : vec3(1.0, 0.0, 0.0);
    }
    scree_contact *k = &l->k;
    double overlap = (l->ra + l->rb) - distance;
    double la = l->ra - 0.5 * overlap, lb = wall ? 0.0 : l->rb - 0.5 * overlap;
    scree_vec3 vb = b->v;
    if (wall) { // of its surface under a
        vb = vec_add(b->v, vec_cross(b->w, vec_sub(vec_add_scaled(a->x, distance, n), b->x)));
    }
    scree_vec3 spin = vec_add(vec_scale(la, a->w), vec_scale(lb, b->w));
    scree_vec3 u = vec_add(vec_sub(a->v, vb), vec_cross(spin, n));
    double vn = vec_dot(u, n);
    scree_vec3 vt = vec_add_scaled(u, -vn, n), w = vec_sub(a->w, b->w);
    k->overlap = overlap;
    k->nx = n.x, k->ny = n.y, k->nz = n.z;
    k->spin_n = 0.5 * vec_dot(vec_add(a->w, b->w), n);
    k->vn = vn;
    k->vtx = vt.x, k->vty = vt.y, k->vtz = vt.z;
    k->wrx = w.x, k->wry = w.y, k->wrz = w.z;
    scree_single_contact_evaluate(l, dt);
    scree_vec3 ft = vec3(k->ftx, k->fty, k->ftz), moment = vec3(k->mrx, k->mry, k->mrz);
    scree_vec3 force = vec_add_scaled(ft, -k->fn, n), turn = vec_cross(n, ft);
    moment = vec_add_scaled(moment, k->mw, n);
    scree_lab_loads loads = {{force, vec_scale(-1.0, force)},
                             {vec_add(vec_scale(la, turn), moment), vec_sub(vec_scale(lb, turn), moment)},
                             vec_scale(-1.0, u)};
    if (wall) { // about b.x
        scree_vec3 arm = vec_sub(vec_add_scaled(a->x, la, n), b->x);
        loads.torque[1] = vec_sub(vec_cross(arm, loads.force[1]), moment);
    }
    return loads;
}

enum { MOTION = 9, LOADS = 12, OWN = 2 * MOTION + 2 };
static const char *const state_names[OWN] = {"xa",  "ya",  "za",  "vxa", "vya", "vza",     "wxa",
                                             "wya", "wza", "xb",  "yb",  "zb",  "vxb",     "vyb",
                                             "vzb", "wxb", "wyb", "wzb", "dt",  "touching"};
static const char *const load_names[LOADS] = {"fxa", "fya", "fza", "txa", "tya", "tza",
                                              "fxb", "fyb", "fzb", "txb", "tyb", "tzb"};

static scree_vec3 vector(const double *v) {
    return vec3(v[0], v[1], v[2]);
}

static void put_vector(scree_table *out, scree_vec3 v) {
    scree_table_put_all(out, (const double[3]){v.x, v.y, v.z}, 3);
}

static const char *const exudyn_names[][2] = {
    {"Displacement", "m"}, {"Director1", ""}, {"Velocity", "m/s"}, {"Force", "N"}, {"Torque", "N m"}};

static void exudyn_columns(scree_table *out) {
    char name[32];
    for (size_t i = 0; i < sizeof exudyn_names / sizeof *exudyn_names; i++) {
        for (int axis = 0; axis < 3; axis++) {
            snprintf(name, sizeof name, "%s_%c", exudyn_names[i][0], 'x' + axis);
            scree_table_add_column(out, name, exudyn_names[i][1]);
        }
    }
    scree_table_add_column(out, "DisplacementLocal", "m"); // the gap
}

static bool has_friction(const scree_single_contact *l) {
    const scree_lab_def *lab = &l->c->lab;
    const scree_pair_def *pair =
        &l->c->pair[(size_t)lab->a.material * l->c->material.n + scree_single_contact_other(lab)];
    int index = pair->law[SCREE_TANGENTIAL];
    int friction = scree_law_param(scree_law_at(index), "friction");
    return index >= 0 && (friction < 0 || pair->param[SCREE_TANGENTIAL][friction] != 0.0);
}

static void put_exudyn(const scree_single_contact *l, const scree_lab_motion body[2],
                       const scree_lab_loads *loads, scree_table *out) {
    const scree_contact *k = &l->k;
    // without friction its velocity is that of the centres
    scree_vec3 velocity = has_friction(l) ? loads->velocity : vec_sub(body[1].v, body[0].v);
    put_vector(out, vec_sub(body[1].x, body[0].x));
    put_vector(out, vec3(k->nx, k->ny, k->nz));
    put_vector(out, k->overlap > 0.0 ? velocity : vec3(0.0, 0.0, 0.0));
    put_vector(out, loads->force[0]);
    put_vector(out, vec_scale(-1.0, loads->torque[0]));
    scree_table_put(out, -k->overlap);
}

static void name_columns(const scree_single_contact *l, scree_table *out, unsigned extra) {
    for (int i = 0; i < LOADS; i++) {
        scree_table_add_column(out, load_names[i], i % 6 < 3 ? "N" : "N m");
    }
    scree_table_add_column(out, "overlap", "m");
    scree_table_add_column(out, "fn", "N");
    scree_table_add_column(out, "touching", NULL);
    scree_single_contact_history_columns(l, out);
    if (l->set.bond >= 0) {
        scree_table_add_column(out, "bond_load", NULL);
        scree_table_add_column(out, "break_mode", NULL);
    }
    if (extra & SCREE_EVAL_ENERGY) {
        scree_single_contact_mode_columns("elastic", out);
    }
    if (extra & SCREE_EVAL_EXUDYN) {
        exudyn_columns(out);
    }
}

static void put_row(const scree_single_contact *l, const scree_lab_motion body[2],
                    const scree_lab_loads *loads, unsigned extra, scree_table *out) {
    for (int k = 0; k < 2; k++) {
        put_vector(out, loads->force[k]);
        put_vector(out, loads->torque[k]);
    }
    scree_table_put(out, l->k.overlap);
    scree_table_put(out, l->k.fn);
    scree_table_put(out, (double)(l->touching == 1));
    scree_table_put_all(out, l->h, (size_t)l->set.n_history);
    if (l->set.bond >= 0) {
        scree_table_put(out, l->k.bond_load);
        scree_table_put(out, l->k.break_mode);
    }
    if (extra & SCREE_EVAL_ENERGY) {
        const double stored[SCREE_MODES] = {l->k.energy_n, l->k.energy_t, l->k.energy_r, l->k.energy_w};
        scree_table_put_all(out, stored, SCREE_MODES);
    }
    if (extra & SCREE_EVAL_EXUDYN) {
        put_exudyn(l, body, loads, out);
    }
}

bool scree_eval_rows(scree_single_contact *l, const scree_table *states, scree_table *out, unsigned extra,
                     scree_report *r) {
    const char *names[OWN + SCREE_HISTORY_MAX];
    char history[SCREE_HISTORY_MAX][64];
    int at[OWN + SCREE_HISTORY_MAX], n = OWN + l->set.n_history;
    for (int i = 0; i < n; i++) {
        if (i >= OWN) {
            scree_single_contact_history_name(l, i - OWN, history[i - OWN]);
        }
        names[i] = i < OWN ? state_names[i] : history[i - OWN];
        at[i] = scree_table_column(states, names[i]);
    }
    if (!scree_table_only(states, names, (size_t)n, r)) {
        return false;
    }
    name_columns(l, out, extra);
    for (size_t row = 0; row < scree_table_rows(states); row++) {
        double value[OWN + SCREE_HISTORY_MAX];
        bool remembers = false;
        for (int i = 0; i < n; i++) {
            value[i] = scree_table_at(states, row, at[i], 0.0);
            remembers |= i >= OWN && value[i] != 0.0;
            if (!isfinite(value[i])) {
                return scree_table_wrong(states, row, r, "column '%s' is empty or not finite", names[i]);
            }
        }
        scree_lab_motion body[2];
        for (int k = 0; k < 2; k++) {
            const double *v = value + k * MOTION;
            body[k] = (scree_lab_motion){vector(v), vector(v + 3), vector(v + 6)};
        }
        memcpy(l->h, value + OWN, (size_t)l->set.n_history * sizeof *l->h);
        if (l->bond_length > 0.0 &&
            at[OWN + l->set.bond] < 0) { // every state is bonded that does not say otherwise
            scree_single_contact_bond(l);
        }
        l->touching = at[OWN - 1] >= 0 ? value[OWN - 1] != 0.0 : remembers;
        if (value[OWN - 2] < 0.0) {
            return scree_table_wrong(states, row, r,
                                     "column 'dt' is negative; accepted: a time step from 0 s on");
        }
        scree_lab_loads loads = scree_eval(l, body, value[OWN - 2]);
        if (!scree_single_contact_is_finite(l)) {
            return scree_table_wrong(states, row, r, "the laws give no finite force here");
        }
        put_row(l, body, &loads, extra, out);
    }
    return true;
}
