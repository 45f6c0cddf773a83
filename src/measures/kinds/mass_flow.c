// SPDX-License-Identifier: BSD-3-Clause
// The mass that has left through an outlet is remembered at the ends of the parts of a window. A part has a whole number of checks of the outlet, so that equal flows
// give equal parts.
#include "access/particle.h"
#include "access/step_time.h"
#include "maths/math.h"
#include "measures/memory.h"
#include "memory/names.h"

enum { FLOW, DEVIATION, BEVERLOO, BULK };

static const scree_outlet_def *outlet_of(const scree_world *w, const scree_measure_def *d, int *k) {
    *k = scree_names_find(w->case_->outlet, d->outlet);
    return *k >= 0 ? &w->case_->outlet.data[*k] : NULL;
}

static uint64_t checks_of_part(const scree_world *w, const scree_measure_def *d,
                               const scree_schedule *checks) {
    const uint64_t check = scree_schedule_steps(w, checks->every),
                   part = scree_schedule_steps(w, d->window / SCREE_FLOW_PARTS);
    return (part + check - 1) / check;
}

static void follow_mass_flow(const scree_world *w, const scree_measure_def *d, scree_measure_memory *m) {
    int k;
    const scree_outlet_def *o = outlet_of(w, d, &k);
    const scree_schedule checks = o ? scree_schedule_of_outlet(o) : (scree_schedule){0};
    const uint64_t part = o ? checks_of_part(w, d, &checks) : 0;
    if (part != m->part) {
        m->part = part;
        m->samples = 0;
    }
    if (o && scree_schedule_has(w, &checks, w->step) &&
        scree_schedule_count(w, &checks, w->step) % part == 0) {
        const uint64_t place = m->samples++ % SCREE_FLOW_SAMPLES;
        m->step[place] = w->step;
        m->mass[place] = w->outlet.data[k].mass;
    }
}

// ---- Beverloo ----------------------------------------------------------------------------------------------

// Mean diameter of the free particles and clumps, m.
static double mean_diameter(const scree_arrangement *a) {
    scree_double_double sum = {0};
    uint64_t n = 0;
    for (size_t i = 0; i < a->particle.n; i++) {
        if (scree_arranged_counts(a, i)) {
            scree_double_double_add(&sum, a->particle.data[i].diameter);
            n++;
        }
    }
    scree_comm_add(a->comm, &n, 1);
    scree_comm_add_double_double(a->comm, &sum, 1);
    return scree_double_double_value(&sum) / (double)n;
}

// Packing fraction of the region times the density of the free particles in it, kg/m3.
static double bulk_density(const scree_arrangement *a, const scree_measure_def *d) {
    scree_double_double sum[2] = {0};
    scree_measured packing;
    for (size_t i = 0; i < a->particle.n; i++) {
        const scree_arranged *q = &a->particle.data[i];
        if (scree_arranged_counts(a, i) && scree_measure_has(a, d, q->whole)) {
            scree_double_double_add(&sum[0], a->w->p.motion[i].v.m);
            scree_double_double_add(&sum[1], scree_sphere_volume(0.5 * q->diameter));
        }
    }
    scree_comm_add_double_double(a->comm, sum, 2);
    scree_measure_packing.evaluate(a, d, &packing, NULL);
    return packing.value[0] * (scree_double_double_value(&sum[0]) / scree_double_double_value(&sum[1]));
}

static void add_beverloo(const scree_arrangement *a, const scree_measure_def *d, scree_measured *out) {
    out->value[BEVERLOO] = out->value[BULK] = NAN;
    if (!(d->orifice > 0.0)) {
        return;
    }
    const double diameter = d->diameter > 0.0 ? d->diameter : mean_diameter(a),
                 density = d->bulk_density > 0.0 ? d->bulk_density : bulk_density(a, d),
                 width = d->orifice - d->blocked * diameter, g = vec_norm(a->gravity);
    out->value[BULK] = density;
    if (width > 0.0 && density > 0.0 && g > 0.0) {
        out->value[BEVERLOO] = out->value[FLOW] / (density * sqrt(g) * (width * width * sqrt(width)));
    }
}

static void evaluate_mass_flow(const scree_arrangement *a, const scree_measure_def *d, scree_measured *out,
                               scree_measure_rows *rows) {
    const scree_measure_memory *m = scree_measure_memory_of(a->w, d);
    (void)rows;
    int outlet;
    if (!m || !outlet_of(a->w, d, &outlet)) {
        scree_measure_lacks(out, !m ? scree_measure_remembers_nothing : "its outlet is not there");
        return;
    }
    if (m->part == 0 || m->samples < SCREE_FLOW_SAMPLES) {
        scree_measure_waits(out, "its window, and a twentieth more, is longer than the run so far");
        return;
    }
    double flow[SCREE_FLOW_PARTS], mean = 0.0, square = 0.0;
    for (uint64_t k = 0; k < SCREE_FLOW_PARTS; k++) { // the oldest is where the next one will be
        const uint64_t from = (m->samples + k) % SCREE_FLOW_SAMPLES,
                       to = (m->samples + k + 1) % SCREE_FLOW_SAMPLES;
        flow[k] = (m->mass[to] - m->mass[from]) / scree_times_between(a->w, 1.0, m->step[from], m->step[to]);
        mean += flow[k] / SCREE_FLOW_PARTS;
    }
    for (int k = 0; k < SCREE_FLOW_PARTS; k++) {
        square += (flow[k] - mean) * (flow[k] - mean);
    }
    out->value[FLOW] = mean;
    out->value[DEVIATION] = sqrt(square / (SCREE_FLOW_PARTS - 1));
    add_beverloo(a, d, out);
}

static const scree_column values[] = {
    {"mass_flow", "kg/s", "Mean mass flow over the window.", SCREE_MEASURED(FLOW)},
    {"mass_flow_deviation", "kg/s", "Standard deviation of the flows of its 20 parts.",
     SCREE_MEASURED(DEVIATION)},
    {"beverloo", "1", "Beverloo's constant C; nan without `orifice`.", SCREE_MEASURED(BEVERLOO)},
    {"flow_density", "kg/m3", "The bulk density in it; nan without `orifice`.", SCREE_MEASURED(BULK)},
};

const scree_measure scree_measure_mass_flow = {
    .doc =
        "W = (m(t) - m(t - T)) / T, with the mass m that has left through the outlet, or that it has "
        "counted, and the window T. The window ends at the last whole part of it before now. The deviation "
        "is that of the flows of its 20 parts; parts that few particles leave in scatter by their number "
        "alone. C = W / (rho_b sqrt(g) (D - k d)^2.5) with the diameters D of the orifice and d of the "
        "particles, and the bulk density rho_b, which is the packing fraction of the region, as in "
        "`packing`, times the density of the particles in it, if it is not given. It is that of now, so the "
        "region has to be one that stays full.",
    .source = "Beverloo, Leniger, van de Velde, Chem. Eng. Sci. 15 (1961) 260, "
              "doi:10.1016/0009-2509(61)85030-6: C is 0.58, k 1.4 for round grains and orifices.",
    .cost = "Nothing per step but 21 masses; that of `packing` where a region has the bulk density.",
    .world = true,
    .remembers = true,
    .follow = follow_mass_flow,
    .value = {SCREE_COLUMNS(values)},
    .evaluate = evaluate_mass_flow,
};
