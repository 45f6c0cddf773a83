// SPDX-License-Identifier: BSD-3-Clause
#include "tools/lab/drive.h"
#include <math.h>
#include <string.h>

enum { T, OVERLAP, OVERLAP_RATE, SLIP_X, SLIP_Y, ROLL_X, ROLL_Y, TWIST, DT, TOUCHING, COLUMNS };
static const char *const columns[COLUMNS] = {"t",      "overlap", "overlap_rate", "slip_x", "slip_y",
                                             "roll_x", "roll_y",  "twist",        "dt",     "touching"};

static void name_columns(const scree_single_contact *l, scree_table *out) {
    static const char *const forces[][2] = {
        {"t", "s"},      {"overlap", "m"},    {"fn", "N"},         {"ft_x", "N"},     {"ft_y", "N"},
        {"mr_x", "N m"}, {"mr_y", "N m"},     {"mw", "N m"},       {"touching", ""},  {"slid_x", "m"},
        {"slid_y", "m"}, {"rolled_x", "rad"}, {"rolled_y", "rad"}, {"twisted", "rad"}};
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
        scree_table_add_column(out, forces[i][0], forces[i][1]);
    }
    scree_single_contact_history_columns(l, out);
    if (l->set.bond >= 0) {
        scree_table_add_column(out, "bond_load", NULL);
        scree_table_add_column(out, "break_mode", NULL);
    }
    static const char *const what[] = {"elastic", "viscous", "dissipated"};
    for (int w = 0; w < 3; w++) {
        scree_single_contact_mode_columns(what[w], out);
    }
    if (l->set.heat >= 0) {
        scree_table_add_column(out, "conductance", "W/K");
    }
    if (scree_law_set_wears(&l->set)) {
        scree_table_add_column(out, "worn", "m3");
    }
}

typedef struct ledger {
    double work[SCREE_MODES], viscous[SCREE_MODES]; // J
    double way[5];                                  // integrals of the slip, roll and twist rates: m, rad
    double worn;                                    // m3, without what wears for work
} ledger;

// Work of the interval by the trapezoidal rule: mean force times displacement.
static void add_work(ledger *sum, const scree_contact *before, const scree_contact *now, double closer,
                     double dt) {
    double ft[2] = {0.5 * (before->ftx + now->ftx), 0.5 * (before->fty + now->fty)};
    double mr[2] = {0.5 * (before->mrx + now->mrx), 0.5 * (before->mry + now->mry)};
    sum->work[0] += 0.5 * (before->fn + now->fn) * closer;
    sum->work[1] -= dt * (ft[0] * now->vtx + ft[1] * now->vty);
    sum->work[2] -= dt * (mr[0] * now->wrx + mr[1] * now->wry);
    sum->work[3] -= dt * (0.5 * (before->mw + now->mw)) * now->wrz;
    const double rate[5] = {now->vtx, now->vty, now->wrx, now->wry, now->wrz};
    for (int i = 0; i < 5; i++) {
        sum->way[i] += dt * rate[i];
    }
    sum->worn += 0.5 * dt * (before->wear_rate + now->wear_rate) + now->wear_impact;
    sum->viscous[0] += dt * now->viscous_n;
    sum->viscous[1] += dt * now->viscous_t;
    sum->viscous[2] += dt * now->viscous_r;
    sum->viscous[3] += dt * now->viscous_w;
}

static void put_row(const scree_single_contact *l, double t, const ledger *sum, scree_table *out) {
    const scree_contact *k = &l->k;
    double forces[] = {t,           k->overlap,  k->fn,
                       k->ftx,      k->fty,      k->mrx,
                       k->mry,      k->mw,       (double)(l->touching == 1),
                       sum->way[0], sum->way[1], sum->way[2],
                       sum->way[3], sum->way[4]};
    scree_table_put_all(out, forces, sizeof forces / sizeof *forces);
    scree_table_put_all(out, l->h, (size_t)l->set.n_history);
    if (l->set.bond >= 0) {
        scree_table_put(out, k->bond_load);
        scree_table_put(out, k->break_mode);
    }
    const double stored[SCREE_MODES] = {k->energy_n, k->energy_t, k->energy_r, k->energy_w};
    scree_table_put_all(out, stored, SCREE_MODES);
    scree_table_put_all(out, sum->viscous, SCREE_MODES);
    for (int s = 0; s < SCREE_MODES; s++) {
        scree_table_put(out, sum->work[s] - stored[s]);
    }
    if (l->set.heat >= 0) { // b is warmer by 1 K
        scree_table_put(out, k->heat);
    }
    if (scree_law_set_wears(&l->set)) {
        scree_table_put(out, sum->worn + k->wear_per_work * (sum->work[1] - stored[1]));
    }
}

// Columns that the path may have, then the history by its names; at[i] is the index of the column, or -1.
typedef struct layout {
    const char *name[COLUMNS + SCREE_HISTORY_MAX];
    char history[SCREE_HISTORY_MAX][64];
    int at[COLUMNS + SCREE_HISTORY_MAX], n;
} layout;

static bool read_layout(const scree_single_contact *l, const scree_table *path, layout *o, scree_report *r) {
    o->n = COLUMNS + l->set.n_history;
    for (int i = 0; i < o->n; i++) {
        if (i >= COLUMNS) {
            scree_single_contact_history_name(l, i - COLUMNS, o->history[i - COLUMNS]);
        }
        o->name[i] = i < COLUMNS ? columns[i] : o->history[i - COLUMNS];
        o->at[i] = scree_table_column(path, o->name[i]);
    }
    bool fine = scree_table_only(path, o->name, (size_t)o->n, r);
    for (int i = T; i <= OVERLAP; i++) {
        if (o->at[i] < 0) {
            fine = scree_report_at(
                r, SCREE_SEVERITY_ERROR, path->path, 0, 0,
                "no column '%s'; accepted: t and overlap, and any of overlap_rate, slip_x, slip_y, roll_x, "
                "roll_y, twist, dt, touching and the names of what the laws remember",
                columns[i]);
        }
    }
    return fine;
}

// One row; cells of dt, touching and the history may be empty, which is NAN.
static bool read_values(const scree_table *path, size_t row, const layout *o, double *value,
                        scree_report *r) {
    for (int i = 0; i < o->n; i++) {
        bool may_be_empty = i >= DT;
        value[i] = scree_table_at(path, row, o->at[i], may_be_empty ? NAN : 0.0);
        if (!(value[i] - value[i] == 0.0) && !(may_be_empty && value[i] != value[i])) {
            return scree_table_wrong(path, row, r, "column '%s' is empty or not finite", o->name[i]);
        }
    }
    return true;
}

// Sets the contact history given in the row; empty cells change nothing.
static void set_memory(scree_single_contact *l, const double *value) {
    bool begins = value[TOUCHING] == 0.0;
    if (begins) {
        memset(l->h, 0, sizeof l->h);
    }
    for (int i = 0; i < l->set.n_history; i++) {
        double given = value[COLUMNS + i];
        if (given == given) {
            l->h[i] = given;
            l->touching = given != 0.0 ? 1 : l->touching;
        }
    }
    if (value[TOUCHING] == value[TOUCHING]) {
        l->touching = !begins;
    }
}

bool scree_drive(scree_single_contact *l, const scree_table *path, scree_table *out, scree_report *r) {
    layout o;
    if (!read_layout(l, path, &o, r)) {
        return false;
    }
    name_columns(l, out);
    ledger sum;
    memset(&sum, 0, sizeof sum);
    double was = 0.0;
    for (size_t row = 0; row < scree_table_rows(path); row++) {
        double value[COLUMNS + SCREE_HISTORY_MAX];
        if (!read_values(path, row, &o, value, r)) {
            return false;
        }
        double dt = row ? value[T] - was : 0.0, before = l->k.overlap;
        dt = value[DT] == value[DT] ? value[DT] : dt;
        if (dt < 0.0) {
            return scree_table_wrong(path, row, r,
                                     "time goes back; accepted: t that does not fall, or a dt from 0 on");
        }
        was = value[T];
        scree_contact last = l->k;
        scree_contact *k = &l->k;
        k->overlap = value[OVERLAP];
        k->vn = value[OVERLAP_RATE];
        k->vtx = value[SLIP_X];
        k->vty = value[SLIP_Y];
        k->wrx = value[ROLL_X];
        k->wry = value[ROLL_Y];
        k->wrz = value[TWIST];
        k->ta = 0.0;
        k->tb = 1.0;
        k->distance = l->ra + l->rb - k->overlap;
        set_memory(l, value);
        scree_single_contact_evaluate(l, dt);
        if (!scree_single_contact_is_finite(l)) {
            return scree_table_wrong(path, row, r, "the laws give no finite force here");
        }
        // an overlap at the start, or a row from no touch to overlap, is taken as a straight line
        add_work(&sum, &last, k, row ? k->overlap - before : k->overlap, dt);
        put_row(l, value[T], &sum, out);
    }
    return true;
}
