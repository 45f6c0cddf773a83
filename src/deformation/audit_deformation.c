// SPDX-License-Identifier: BSD-3-Clause
// This file warns of what is suspicious in a cell that deforms, and knows which time steps it needs.
#include "deformation/deformation.h"
#include "laws/list/law_set.h"
#include "maths/math.h"
#include <math.h>

// In one step bodies that touch come closer by at most this share of the distance of their centres: the first with dt: auto, the second before a step is
// refused.
static const double strain_of_step = 0.001, most_strain_of_step = 0.02;
// At this share of sqrt(pressure / density), a collision of balls with Hertz' law has the force of the pressure on a ball: that of an overlap of a fiftieth
// of the diameter.
static const double speed_of_pressure = 0.2;
static const double most_overlap = 0.1; // of a radius, without a warning

// The largest rate that is imposed, 1/s.
static double largest_rate(const scree_deformation_def *d) {
    const scree_drive_plan p = scree_drive_plan_of(d);
    double most = 0.0;
    for (int k = 0; k < SCREE_STRESSES; k++) {
        most = p.kind[k] == SCREE_DRIVE_RATE ? fmax(most, fabs(p.value[k])) : most;
    }
    return most;
}

// The free path of balls of the diameter d between collisions at a solid fraction: that of hard spheres, with the contact value of Carnahan and Starling (J. Chem. Phys. 51
// (1969) 635).
static double free_path(double d, double fraction) {
    const double empty = 1.0 - fraction,
                 contact = empty > 0.0 ? (1.0 - 0.5 * fraction) / (empty * empty * empty) : INFINITY;
    return d / (6.0 * sqrt(2.0) * fraction * contact);
}

double scree_deformation_speed(const scree_case *c, double d, double density, double fraction) {
    if (!c->has_deformation) {
        return 0.0;
    }
    const scree_vec3 size = vec_sub(c->domain_max, c->domain_min);
    const double longest = fmax(size.x, fmax(size.y, size.z)),
                 way = fmin(d + free_path(d, fraction), longest);
    return fmax(largest_rate(&c->deformation) * fmax(way, d),
                speed_of_pressure * sqrt(scree_deformation_imposed(&c->deformation) / density));
}

double scree_deformation_longest_step(const scree_world *w, const scree_smallest_bodies *smallest) {
    (void)smallest;
    const double rate = w->case_->has_deformation ? largest_rate(&w->case_->deformation) : 0.0;
    return rate > 0.0 ? strain_of_step / rate : INFINITY;
}

// Does the time of a collision of bodies of material m depend on their speed?
static bool hardens(const scree_world *w, size_t m, double r) {
    const scree_law_set *set = &w->laws[m * w->case_->material.n + m];
    if (!scree_law_set_keeps_apart(set)) {
        return false;
    }
    const scree_law *law = scree_law_at(set->step[0].law);
    const double mass = scree_sphere_volume(r) * w->case_->material.data[m].density,
                 slow = law->collision_time(set->step[0].derived, 0.5 * mass, 0.5 * r, 0.1),
                 fast = law->collision_time(set->step[0].derived, 0.5 * mass, 0.5 * r, 1.0);
    return fast < 0.99 * slow;
}

static void check_speed(const scree_world *w, size_t m, double r, scree_report *report) {
    const scree_case *c = w->case_;
    const double speed = scree_deformation_speed(c, 2.0 * r, c->material.data[m].density, INFINITY);
    if (c->dt == 0.0 && c->velocity_scale > 0.0 && c->velocity_scale < 0.5 * speed && hardens(w, m, r)) {
        scree_report_at(
            report, SCREE_SEVERITY_WARNING, c->path, c->deformation.place.line, c->deformation.place.column,
            "cell: what it imposes presses contacts of %s as collisions at about %.2g m/s do, and "
            "dt: auto is for time.velocity_scale = %.4g m/s; accepted: time.velocity_scale: %.2g "
            "m/s, or none, which is estimated then",
            c->material.data[m].name, speed, c->velocity_scale, speed);
    }
}

// The overlap of balls in a packing under the pressure, over their radius: that of a collision at the speed v whose force is as large, where
// v^2 = 2 pressure / density * overlap / d.
static double overlap_of(const scree_world *w, size_t m, double r) {
    const scree_law_set *set = &w->laws[m * w->case_->material.n + m];
    const scree_law *law = scree_law_at(set->step[0].law);
    const double density = w->case_->material.data[m].density,
                 square = 2.0 * scree_deformation_imposed(&w->case_->deformation) / density,
                 mass = scree_sphere_volume(r) * density;
    double overlap = 0.02;
    for (int k = 0; k < 20 && square > 0.0; k++) {
        const double v = sqrt(square * (0.5 * overlap));
        overlap = v * law->collision_time(set->step[0].derived, 0.5 * mass, 0.5 * r, v) / (SCREE_PI * r);
    }
    return square > 0.0 ? overlap : 0.0;
}

static void check_pressure(const scree_world *w, size_t m, double r, scree_report *report) {
    const scree_case *c = w->case_;
    if (!scree_law_set_keeps_apart(&w->laws[m * c->material.n + m])) {
        return;
    }
    const double overlap = overlap_of(w, m, r);
    if (overlap > most_overlap) {
        scree_report_at(report, SCREE_SEVERITY_WARNING, c->path, c->deformation.place.line,
                        c->deformation.place.column,
                        "cell: under %.4g Pa bodies of %s overlap by about %.2g of a radius, and contact "
                        "laws are for small "
                        "overlaps; accepted: a lower stress, or a stiffer material",
                        scree_deformation_imposed(&c->deformation), c->material.data[m].name, overlap);
    }
}

// Do the laws of material m with itself hold bodies together?
static bool holds(const scree_world *w, size_t m) {
    const scree_law_set *set = &w->laws[m * w->case_->material.n + m];
    bool any = set->bond >= 0 || set->traits & SCREE_TRAIT_ADHESIVE;
    for (int k = 0; k < set->n; k++) {
        any |= set->step[k].slot == SCREE_COHESION;
    }
    return any;
}

static void check_tension(const scree_world *w, size_t m, scree_report *report) {
    const scree_case *c = w->case_;
    const scree_drive_plan p = scree_drive_plan_of(&c->deformation);
    for (int k = 0; k < 3; k++) {
        if (p.kind[k] == SCREE_DRIVE_STRESS && p.value[k] < 0.0 && !holds(w, m)) {
            scree_report_at(
                report, SCREE_SEVERITY_WARNING, c->path, c->deformation.place.line,
                c->deformation.place.column,
                "cell: along %c it imposes %.4g Pa, a tension, which %s does not bear without cohesion or "
                "bonds, so the cell grows without end; accepted: a stress from 0 on",
                'x' + k, p.value[k], c->material.data[m].name);
        }
    }
}

static void check_growth(const scree_world *w, size_t m, double r, scree_report *report) {
    const scree_case *c = w->case_;
    const double pressure = scree_deformation_imposed(&c->deformation),
                 one = sqrt(pressure / c->material.data[m].density) / (2.0 * r),
                 most = c->deformation.inertial_number * one;
    for (size_t k = 0; k < c->group.n && pressure > 0.0; k++) {
        const scree_group_def *g = &c->group.data[k];
        if (g->growth > 0.5 * most) {
            scree_report_at(
                report, SCREE_SEVERITY_WARNING, c->path, g->place.line, g->place.column,
                "groups.%s.growth: radii grow at %.4g 1/s, and the cell widens at most at %.2g 1/s, so "
                "its stress would rise above the one imposed; accepted: a growth below half of that, or "
                "cell.inertial_number: %.2g",
                g->name, g->growth, most, 3.0 * g->growth / one);
        }
    }
}

bool scree_deformation_step_fits(const scree_world *w, const scree_smallest_bodies *smallest,
                                 scree_report *report) {
    const scree_case *c = w->case_;
    if (!c->has_deformation) {
        return true;
    }
    const double rate = largest_rate(&c->deformation);
    if (rate * w->dt > most_strain_of_step) {
        return scree_report_at(
            report, SCREE_SEVERITY_ERROR, c->path, c->deformation.place.line, c->deformation.place.column,
            "cell: at %.4g 1/s and a time step of %.4g s it deforms by %.2g in one step, so "
            "bodies go through each other; accepted: time.dt up to %.2g s, dt: auto, or a rate "
            "up to %.2g 1/s",
            rate, w->dt, rate * w->dt, most_strain_of_step / rate, most_strain_of_step / w->dt);
    }
    for (size_t m = 0; m < scree_case_named(c); m++) {
        if (isfinite(smallest->r_min[m])) {
            check_speed(w, m, smallest->r_min[m], report);
            check_pressure(w, m, smallest->r_min[m], report);
            check_tension(w, m, report);
            check_growth(w, m, smallest->r_min[m], report);
        }
    }
    return true;
}
