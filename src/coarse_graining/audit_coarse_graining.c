// SPDX-License-Identifier: BSD-3-Clause
#include "access/convex_body.h"
#include "coarse_graining/coarse_graining.h"
#include "kernels/one_contact.h"
#include "laws/liquid_bridge.h"
#include "laws/list/law_set.h"
#include "maths/math.h"
#include <math.h>

// Radius, m, of the smallest particles of a material that are there or will be inserted; INFINITY: there are none.
static double smallest_radius(const scree_world *w, size_t material) {
    double least = 0.5 * scree_case_inserted_sizes(w->case_, (int)material).least;
    for (size_t i = 0; i < w->p.n; i++) {
        least = w->p.motion[i].w.material == material ? fmin(least, scree_law_radius(&w->p, i)) : least;
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

// The bridge of 0.001 R^3 at touch: its pull over the section of the smaller body, Pa, and over its weight, its gap at rupture over the radius, and the largest
// viscous force at the speed v over the section, Pa.
typedef struct bridge_numbers {
    double stress, bond_number, rupture, viscous;
} bridge_numbers;

static bridge_numbers bridge_of(const scree_world *w, const scree_case *c, size_t a, size_t b, double ra,
                                double rb, double v) {
    const scree_law_set set = scree_law_set_of(c, a, b), bond = scree_law_set_bond(&set);
    const scree_law *law = scree_law_at(bond.step[0].law);
    const double r = rb > 0.0 ? ra * rb / (ra + rb) : ra,
                 mass = scree_sphere_volume(ra) * c->material.data[a].density, section = SCREE_PI * ra * ra,
                 g = vec_norm(w->gravity);
    double h[SCREE_HISTORY_MAX] = {0};
    scree_contact k = {.nz = 1.0,
                       .ra = ra,
                       .rb = rb > 0.0 ? rb : ra,
                       .r_eff = r,
                       .m_eff = mass,
                       .dt = 1.0,
                       .step = 1.0,
                       .begins = 0.5};
    h[SCREE_BRIDGE_VOLUME] = 1e-3 * (2.0 * r) * (2.0 * r) * (2.0 * r);
    law->form(bond.step[0].derived, h[SCREE_BRIDGE_VOLUME], r, rb == 0.0, h);
    const double rupture = h[SCREE_BRIDGE_RUPTURE];
    scree_law_set_evaluate(&bond, w->kernels, &k, h);
    const double pull = -k.fn;
    return (bridge_numbers){pull / section, g > 0.0 ? pull / (mass * g) : 0.0, rupture / ra,
                            k.cn * v / section};
}

// A law of wear takes these volumes: one over load and sliding distance, m3/(N m), one over the work of friction, m3/J, and one over the mass of grains that hit at
// the speed v at 45 degrees, m3/kg.
typedef struct wear_numbers {
    double path, work, mass;
} wear_numbers;

static wear_numbers wear_of(const scree_world *w, const scree_case *c, size_t a, size_t b, double ra,
                            double v) {
    const scree_law_set set = scree_law_set_of(c, a, b);
    const double mass = scree_sphere_volume(ra) * c->material.data[a].density, along = v * sqrt(0.5);
    double h[SCREE_HISTORY_MAX] = {0};
    scree_contact k = {.nz = 1.0,
                       .ra = ra,
                       .rb = ra,
                       .r_eff = ra,
                       .m_eff = mass,
                       .inertia_eff = 0.4 * mass * ra * ra,
                       .overlap = 1e-4 * ra,
                       .gap = -1e-4 * ra,
                       .vn = along,
                       .vtx = along,
                       .fresh = 1.0,
                       .dt = 1e-9,
                       .step = 1e-9,
                       .begins = 0.5};
    scree_law_set_evaluate(&set, w->kernels, &k, h);
    return (wear_numbers){k.fn > 0.0 ? k.wear_rate / (k.fn * along) : 0.0, k.wear_per_work,
                          k.wear_impact / mass};
}

static void note_bridge(scree_report *r, const char *a, const char *b, bridge_numbers before,
                        bridge_numbers after, double v) {
    scree_report_note(r,
                      "coarse-graining, %s with %s: bridge of 0.001 R^3 at touch: capillary force over the "
                      "section %.6g Pa -> "
                      "%.6g Pa; over the weight (Bond number) %.6g -> %.6g; gap at rupture over the radius "
                      "%.6g -> %.6g; largest "
                      "viscous force at %.3g m/s over the section %.6g Pa -> %.6g Pa",
                      a, b, before.stress, after.stress, before.bond_number, after.bond_number,
                      before.rupture, after.rupture, v, before.viscous, after.viscous);
}

static void note_wear(scree_report *r, const char *a, const char *b, wear_numbers before, wear_numbers after,
                      double v) {
    scree_report_note(r,
                      "coarse-graining, %s with %s: wear for load and distance %.6g -> %.6g m3/(N m); for "
                      "work of friction %.6g -> "
                      "%.6g m3/J; for the mass that hits at %.3g m/s and 45 deg %.6g -> %.6g m3/kg",
                      a, b, before.path, after.path, before.work, after.work, v, before.mass, after.mass);
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
    const char *of_first = c->material.data[first].name, *of_second = c->material.data[second].name;
    const scree_pair_def *pair = &c->pair[first * c->material.n + second];
    if (c->has_liquid && pair->law[SCREE_LIQUID] >= 0) {
        note_bridge(r, of_first, of_second, bridge_of(w, &grains, first, second, ra / factor, rb / factor, v),
                    bridge_of(w, c, first, second, ra, rb, v), v);
    }
    if (c->has_wear && pair->law[SCREE_WEAR] >= 0) {
        note_wear(r, of_first, of_second, wear_of(w, &grains, first, second, ra / factor, v),
                  wear_of(w, c, first, second, ra, v), v);
    }
}

// Sections that have numbers of their own, and what of them is kept and what not.
static void note_sections(const scree_case *c, scree_report *r) {
    const double k = c->coarse_graining.factor;
    if (c->has_wear) {
        scree_report_note(
            r, "coarse-graining, wear: the volume for an area and a time, works and mean pressures "
               "are kept; a particle has the impacts of one grain, with the energy of all");
    }
    if (c->has_liquid) {
        scree_report_note(
            r,
            "coarse-graining, liquid: moisture, volumes of bridges over R^3 and films of walls are kept; "
            "not kept: the film of a wall over that of the particles that touch it, over %.6g, and the "
            "spreading of "
            "liquid at a shear rate, times %.6g",
            k, scree_coarse_times(k, 2));
    }
    const scree_force_fields_def *f = &c->force_fields;
    if (c->has_force_fields && f->has_fluid) {
        scree_report_note(
            r,
            "coarse-graining, fluid: a particle has the drag of the %.6g grains, with their Reynolds "
            "number; the acceleration by drag and by buoyancy is kept",
            scree_coarse_times(k, 3));
    }
    if (c->has_force_fields && f->has_electric) {
        scree_report_note(
            r,
            "coarse-graining, electric: charge over mass, the acceleration in the field and the field of "
            "many "
            "charges are kept; not kept: the force between neighbours over the weight, times %.6g",
            k);
    }
    if (c->has_force_fields && f->has_magnetic) {
        scree_report_note(
            r,
            "coarse-graining, magnetic: the force between neighbours over the section, and the range in "
            "diameters, are kept; not kept: that force over the weight, over %.6g",
            k);
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
    note_sections(c, r);
    scree_report_note(
        r,
        "coarse-graining does not keep: the inertial number at a shear rate, times %.6g; orifices and gaps "
        "in diameters, over %.6g; the %s; the drop of temperature at walls, times %.6g",
        d->factor, d->factor,
        d->cohesion == SCREE_COARSE_STRESS ? "weight of a particle over its contact forces"
                                           : "cohesive stress",
        d->factor);
}
