// SPDX-License-Identifier: BSD-3-Clause
// The functions by which host programs read a world, besides views: values of the series, contacts with their history, parts of ranks.
#include "access/contact_iterator.h"
#include "access/particle.h"
#include "laws/list/law_set.h"
#include "measure/columns.h"
#include "pairs/contact_rows.h"
#include "pairs/pair_list.h"
#include <string.h>

// ---- values ------------------------------------------------------------------------------------------------

double scree_world_value(scree_world *w, const char *column, scree_report *r) {
    double x = NAN;
    if (!scree_columns_value(w, column, &x)) {
        scree_report_error(r, "there is no value '%.60s'; accepted: a column of series.csv", column);
    } else if (scree_columns_lack(w, column)) {
        scree_report_error(r,
                           "%s needs the energy that contacts store, which the last step has not summed; "
                           "accepted: after a step with the energy (scree_world_want_energy, in Python "
                           "energy=True)",
                           column);
    }
    return x;
}

char *scree_world_columns(const scree_world *w) {
    scree_run_columns list = {0};
    scree_text_buffer t = {0};
    scree_columns_list(w, false, &list);
    for (size_t k = 0; k < list.n; k++) {
        scree_columns_add_name(&t, &list.data[k]);
        scree_text_add(&t, "\t%s\n", list.data[k].column->unit);
    }
    scree_array_free(&list);
    return t.data;
}

size_t scree_world_values(scree_world *w, size_t room, double *value) {
    const scree_totals t = scree_columns_measure(w);
    scree_run_columns list = {0};
    scree_columns_list(w, false, &list);
    scree_columns_evaluate(w, &t, list.data, list.n);
    const size_t n = list.n;
    for (size_t k = 0; k < n && k < room; k++) {
        value[k] = list.data[k].value;
    }
    scree_array_free(&list);
    return n;
}

// ---- contacts ----------------------------------------------------------------------------------------------

static scree_contact_now contact_of(const scree_world *w, const scree_contact_row *row) {
    const scree_pairs *pairs = &w->pairs;
    const scree_pair_force *f = &pairs->force[row->pair];
    const scree_pair_moment none = {0}, *m = pairs->moment ? &pairs->moment[row->pair] : &none;
    const double arm = scree_pair_arm(f, w->p.x[pairs->pair[row->pair].a].r);
    scree_contact_now c = {.a = row->a,
                           .b = row->b,
                           .wall = row->wall,
                           .triangle = row->element,
                           .overlap = row->overlap,
                           .moment = {m->x, m->y, m->z},
                           .torque = {arm * f->cx + m->x, arm * f->cy + m->y, arm * f->cz + m->z}};
    if (row->wall >= 0 && pairs->touch[row->pair - pairs->first_wall_pair].corrected) {
        const scree_vec3 of_force = vec_cross(vec_sub(row->point, row->centre_a), row->force),
                         torque = vec3(c.torque[0], c.torque[1], c.torque[2]);
        vec_to_array(vec_sub(torque, of_force), c.moment);
    }
    vec_to_array(row->point, c.point);
    vec_to_array(row->normal, c.normal);
    vec_to_array(row->force, c.force);
    return c;
}

size_t scree_world_contact_list(const scree_world *w, size_t room, scree_contact_now *to) {
    size_t n;
    scree_contact_row *row = scree_contact_rows(w, &n);
    for (size_t k = 0; k < n && k < room; k++) {
        to[k] = contact_of(w, &row[k]);
    }
    scree_free(row);
    return n;
}

// The laws of a pair of the materials of the file. Those of classes have the same history.
static scree_law_set laws_of_pair(const scree_case *c, size_t pair) {
    return scree_law_set_of(c, pair / scree_case_named(c), pair % scree_case_named(c));
}

// Number of the column called so in the history of that pair of materials, or -1.
static int column_of(const scree_case *c, size_t pair, const char *name) {
    const scree_law_set set = laws_of_pair(c, pair);
    char text[SCREE_HISTORY_NAME];
    for (int i = 0; i < set.n_history; i++) {
        scree_law_set_history_name(&set, i, text);
        if (strcmp(text, name) == 0) {
            return i;
        }
    }
    return -1;
}

// Name k of the different ones of all pairs of materials; false after the last.
static bool history_name(const scree_case *c, int k, char name[SCREE_HISTORY_NAME]) {
    const size_t pairs = scree_case_named(c) * scree_case_named(c);
    for (size_t pair = 0; pair < pairs; pair++) {
        const scree_law_set set = laws_of_pair(c, pair);
        for (int i = 0; i < set.n_history; i++) {
            bool before = false;
            scree_law_set_history_name(&set, i, name);
            for (size_t other = 0; other < pair && !before; other++) {
                before = column_of(c, other, name) >= 0;
            }
            if (!before && k-- == 0) {
                return true;
            }
        }
    }
    return false;
}

char *scree_world_history(const scree_world *w) {
    scree_text_buffer t = {0};
    char name[SCREE_HISTORY_NAME];
    scree_text_add(&t, "%s", "");
    for (int k = 0; history_name(w->case_, k, name); k++) {
        scree_text_add(&t, "%s\n", name);
    }
    return t.data;
}

size_t scree_world_contact_history(const scree_world *w, const char *name, size_t room, double *value) {
    const scree_case *c = w->case_;
    const size_t named = scree_case_named(c), pairs = named * named;
    int *column = scree_realloc(NULL, 0, (pairs + 1) * sizeof *column);
    for (size_t k = 0; k < pairs; k++) {
        column[k] = column_of(c, k, name);
    }
    size_t n;
    scree_contact_row *row = scree_contact_rows(w, &n);
    for (size_t k = 0; k < n && k < room; k++) {
        const scree_pair_block *block = scree_pairs_block_of(&w->pairs, row[k].pair);
        const int i = column[scree_case_base_pair(c, block->material)];
        value[k] = i >= 0 ? scree_pair_history(&w->pairs, block, row[k].pair)[i] : NAN;
    }
    scree_free(row);
    scree_free(column);
    return n;
}

void scree_world_box(const scree_world *w, double low[3], double high[3]) {
    scree_vec3 a, b;
    scree_particles_box(&w->p, &a, &b);
    vec_to_array(a, low);
    vec_to_array(b, high);
}
