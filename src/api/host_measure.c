// SPDX-License-Identifier: BSD-3-Clause
// Measures for host programs: of a world, and of the rows of a written frame.
#include "input/config.h"
#include "measures/list/measures_keys.h"
#include "sections/section.h"
#include <string.h>

// A measurement and what it points to.
typedef struct owned_measurement {
    scree_measurement shown; // the first member: its address is that of the whole
    const char *text[2][SCREE_MEASURE_VALUES + SCREE_MEASURE_COLUMNS];
    scree_measured measured;
    scree_measure_rows rows;
} owned_measurement;

void scree_measurement_free(scree_measurement *m) {
    owned_measurement *own = (owned_measurement *)(void *)m;
    if (own) {
        scree_array_free(&own->rows);
        scree_free(own);
    }
}

static scree_measurement *evaluate(const scree_arrangement *a, const scree_measure_def *d, scree_report *r) {
    const scree_measure *m = scree_measure_of(d->kind);
    owned_measurement *own = scree_zeros(sizeof *own);
    m->evaluate(a, d, &own->measured, m->n_columns > 0 ? &own->rows : NULL);
    for (size_t k = 0; k < m->value.n + m->n_columns; k++) {
        const scree_column *c = k < m->value.n ? &m->value.column[k] : &m->column[k - m->value.n];
        own->text[0][k] = c->name;
        own->text[1][k] = c->unit;
    }
    own->shown = (scree_measurement){.values = m->value.n,
                                     .columns = m->n_columns,
                                     .rows = m->n_columns > 0 ? own->rows.n / m->n_columns : 0,
                                     .name = own->text[0],
                                     .unit = own->text[1],
                                     .value = own->measured.value,
                                     .table = own->rows.data,
                                     .lacks = own->measured.lacks};
    if (own->measured.lacks) {
        scree_report_warning(r, "%s has no number: %s", scree_measure_name(d->kind), own->measured.lacks);
    }
    return &own->shown;
}

// The definition that was read has names of its own, which this frees.
static void clear(scree_measure_def *d) {
    for (size_t k = 0; k < d->of.n; k++) {
        scree_free(d->of.data[k]);
    }
    scree_array_free(&d->of);
    scree_free(d->wall);
    scree_free(d->outlet);
}

scree_measurement *scree_world_measure(scree_world *w, const char *measure, scree_report *r) {
    scree_measure_def d = {.kind = 0};
    scree_measurement *found = NULL;
    if (scree_section_read_text("measure", measure, &scree_measure_section, w->case_, &d, r)) {
        char *complaint = scree_measure_complaint(w->case_, &d);
        if (complaint) {
            scree_report_error(r, "measure: %s", complaint);
        } else {
            scree_arrangement a;
            scree_arrangement_of(w, scree_measure_of(d.kind)->contacts, &a);
            found = evaluate(&a, &d, r);
            scree_arrangement_clear(&a);
        }
        scree_free(complaint);
    }
    clear(&d);
    return found;
}

// ---- rows --------------------------------------------------------------------------------------------------

static scree_vec3 three(const double *x) {
    return vec3(x[0], x[1], x[2]);
}

static void arrange(const scree_measured_rows *q, const scree_case *names, scree_arrangement *a) {
    const bool periodic[3] = {q->periodic[0] != 0, q->periodic[1] != 0, q->periodic[2] != 0};
    *a = (scree_arrangement){.gravity = three(q->gravity),
                             .cell = scree_cell_create(three(q->low), three(q->high), periodic),
                             .names = names};
    for (size_t i = 0; i < q->particles; i++) {
        const scree_vec3 x = three(q->position + 3 * i);
        const scree_arranged row = {.x = x,
                                    .whole = x,
                                    .r = q->radius[i],
                                    .force = q->force ? three(q->force + 3 * i) : vec3(0.0, 0.0, 0.0),
                                    .diameter = 2.0 * q->radius[i],
                                    .v = q->velocity ? three(q->velocity + 3 * i) : vec3(0.0, 0.0, 0.0),
                                    .m = q->mass ? q->mass[i] : 0.0,
                                    .temperature = NAN,
                                    .share = 1.0,
                                    .first = (uint32_t)i,
                                    .material = q->material ? q->material[i] : 0,
                                    .counts = true,
                                    .fixed = q->fixed && q->fixed[i]};
        scree_array_push(&a->particle, row);
    }
    for (size_t k = 0; k < q->contacts; k++) {
        scree_arranged_contact c = {.a = q->a[k],
                                    .b = q->b[k],
                                    .counts = true,
                                    .normal = three(q->normal + 3 * k),
                                    .force = three(q->contact_force + 3 * k)};
        if (q->arm_a && q->arm_b) {
            c.arm[0] = three(q->arm_a + 3 * k);
            c.arm[1] = three(q->arm_b + 3 * k);
        }
        scree_array_push(&a->contact, c);
    }
}

static bool is_possible(const scree_measured_rows *q, const scree_measure_def *d, scree_report *r) {
    const char *lacks = NULL;
    bool fits = true;
    for (size_t i = 0; i < q->particles; i++) {
        fits &= !q->material || q->material[i] < q->materials;
    }
    for (size_t k = 0; k < q->contacts; k++) {
        fits &= q->a[k] < q->particles && (q->b[k] < q->particles || q->b[k] == SCREE_ARRANGED_WALL);
    }
    lacks = !fits                              ? "the numbers of materials or particles do not fit"
            : scree_measure_of(d->kind)->world ? "it needs a world or its series"
            : scree_measure_of(d->kind)->contacts && !q->has_contacts ? "the contacts are not known"
            : scree_measure_of(d->kind)->motion && !(q->mass && q->velocity && q->arm_a && q->arm_b)
                ? "masses, velocities or the places of contacts are not known"
            : scree_measure_of(d->kind)->forces && !q->force ? "the forces on particles are not known"
                                                             : NULL;
    if (lacks) {
        scree_report_error(r, "measure: %s: %s", scree_measure_name(d->kind), lacks);
    }
    return !lacks;
}

scree_measurement *scree_rows_measure(const scree_measured_rows *q, const char *measure, scree_report *r) {
    scree_case *names = scree_zeros(sizeof *names);
    scree_measure_def d = {.kind = 0};
    scree_measurement *found = NULL;
    scree_case_init(names);
    scree_array_zeros(&names->material, q->materials);
    for (size_t k = 0; k < q->materials; k++) {
        names->material.data[k].name = scree_strdup(q->material_name[k]);
    }
    if (scree_section_read_text("measure", measure, &scree_measure_section, names, &d, r) &&
        is_possible(q, &d, r)) {
        scree_arrangement a;
        arrange(q, names, &a);
        found = evaluate(&a, &d, r);
        scree_arrangement_clear(&a);
    }
    clear(&d);
    scree_case_clear(names);
    scree_free(names);
    return found;
}
