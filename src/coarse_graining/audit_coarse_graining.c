// SPDX-License-Identifier: BSD-3-Clause
#include "coarse_graining/coarse_graining.h"
#include "kernels/one_contact.h"
#include "laws/list/law_set.h"
#include "maths/math.h"
#include <math.h>

// Radius, m, of the smallest particles of a material that are there or will be inserted; INFINITY: there are none.
static double smallest_radius(const scree_world *w, size_t material) {
    double least = INFINITY;
    for (size_t k = 0; k < w->case_->source.n; k++) {
        const scree_source_def *s = &w->case_->source.data[k];
        least = scree_source_inserts(s) && (size_t)s->material == material ? fmin(least, 0.5 * s->size.min)
                                                                           : least;
    }
    for (size_t i = 0; i < w->p.n; i++) {
        least = w->p.motion[i].w.material == material ? fmin(least, w->p.x[i].r) : least;
    }
    scree_comm_min(w->comm, &least, 1);
    return least;
}

// What a head-on collision and a slow separation of two bodies show.
typedef struct contact_numbers {
    double restitution, duration; // 1, s
    double stress, bond_number;   // Pa, of the cohesive force over the section; 1, over the weight
} contact_numbers;

// ra and rb: m; rb 0: a wall. v: m/s.
static contact_numbers numbers_of(const scree_world *w, const scree_case *c, size_t a, size_t b, double ra,
                                  double rb, double v) {
    const scree_law_set set = scree_law_set_of(c, a, b);
    const scree_law *normal = scree_law_at(set.step[0].law);
    const double ma = scree_sphere_volume(ra) * c->material.data[a].density,
                 mb = rb > 0.0 ? scree_sphere_volume(rb) * c->material.data[b].density : INFINITY,
                 m = rb > 0.0 ? ma * mb / (ma + mb) : ma, r = rb > 0.0 ? ra * rb / (ra + rb) : ra,
                 pull = scree_law_set_pull(&set, w->kernels, ra, rb, ma, mb, 1e-2 * r),
                 g = vec_norm(w->gravity);
    return (contact_numbers){scree_law_set_restitution(&set, w->kernels, ra, rb, ma, mb, v),
                             normal->collision_time(set.step[0].derived, m, r, v),
                             pull / (SCREE_PI * ra * ra), g > 0.0 ? pull / (ma * g) : 0.0};
}

static void note_contact(const scree_world *w, size_t a, size_t b, double v, scree_report *r) {
    const scree_case *c = w->case_;
    const double factor = c->coarse_graining.factor, of_a = smallest_radius(w, a),
                 of_b = smallest_radius(w, b);
    const size_t first = isfinite(of_a) ? a : b, second = isfinite(of_a) ? b : a;
    const double ra = isfinite(of_a) ? of_a : of_b, rb = isfinite(of_a) && isfinite(of_b) ? of_b : 0.0;
    scree_case grains = *c;
    grains.pair = c->coarse_graining.pair;
    if (!isfinite(ra) || c->pair[first * c->material.n + second].law[SCREE_NORMAL] < 0) {
        return;
    }
    const contact_numbers before = numbers_of(w, &grains, first, second, ra / factor, rb / factor, v),
                          after = numbers_of(w, c, first, second, ra, rb, v);
    scree_report_note(
        r,
        "coarse-graining, %s with %s: radius %.6g m -> %.6g m; restitution at %.3g m/s %.6g -> %.6g; "
        "collision %.4g s -> %.4g s",
        c->material.data[first].name, c->material.data[second].name, ra / factor, ra, v, before.restitution,
        after.restitution, before.duration, after.duration);
    if (before.stress > 0.0) {
        scree_report_note(
            r,
            "coarse-graining, %s with %s: cohesive force over the section %.6g Pa -> %.6g Pa; over the "
            "weight (Bond number) %.6g -> %.6g",
            c->material.data[first].name, c->material.data[second].name, before.stress, after.stress,
            before.bond_number, after.bond_number);
    }
}

void scree_coarse_graining_audit(scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    const scree_coarse_graining_def *d = &c->coarse_graining;
    if (!c->has_coarse_graining || d->factor == 1.0) {
        return;
    }
    const double v = c->velocity_scale > 0.0 ? c->velocity_scale : 1.0;
    scree_report_note(
        r,
        "coarse-graining by %.6g: a particle stands for %.6g grains; densities, Young's moduli, stresses, "
        "velocities, friction and heat conducted through a bed are kept",
        d->factor, scree_coarse_times(d->factor, 3));
    for (size_t k = 0; k < d->value.n; k++) {
        const scree_coarse_value *value = &d->value.data[k];
        scree_report_note(r, "coarse-graining: %s %.6g -> %.6g %s", value->name, value->before, value->after,
                          value->unit);
    }
    for (size_t a = 0; a < scree_case_named(c); a++) {
        for (size_t b = a; b < scree_case_named(c); b++) {
            note_contact(w, a, b, v, r);
        }
    }
    scree_report_note(
        r,
        "coarse-graining does not keep: the inertial number at a shear rate, times %.6g; orifices and gaps "
        "in diameters, over %.6g; the %s; the drop of temperature at walls, times %.6g",
        d->factor, d->factor,
        d->cohesion == SCREE_COARSE_STRESS ? "weight of a particle over its contact forces"
                                           : "cohesive stress",
        d->factor);
}
