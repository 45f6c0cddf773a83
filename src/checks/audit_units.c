// SPDX-License-Identifier: BSD-3-Clause
#include "checks/audit_units.h"

static void check_gravity(const scree_case *c, scree_report *r) {
    const double g = vec_norm(c->gravity);
    if (c->has_gravity_table) {
        return;
    }
    if (g > 9770.0 && g < 9840.0) { // a thousand times that of the earth, from the equator to the poles
        scree_report_warning(r,
                             "gravity: %.6g m/s2 is a thousand times that of the earth: is it in mm/s2? "
                             "Accepted: a value in m/s2, or one with its unit, such as -9810 mm/s2",
                             g);
    }
}

// Most solids have 0.5 to 9 g/cm3. If gravity is not that of the earth, the case may use other units, such as numbers without dimension.
static void check_densities(const scree_case *c, scree_report *r) {
    const double g = vec_norm(c->gravity), least = 0.5, most = 9.0;
    for (size_t k = 0; k < c->material.n - c->copies && g > 9.0 && g < 10.5; k++) {
        const scree_material_def *m = &c->material.data[k];
        if (m->density >= least && m->density <= most) {
            scree_report_at(r, SCREE_SEVERITY_WARNING, c->path, m->place.line, m->place.column,
                            "materials.%s: a density of %.6g kg/m3 is that of a gas: is it in g/cm3, which "
                            "would be %.6g kg/m3?",
                            m->name, m->density, 1000.0 * m->density);
        }
    }
}

// what: what has the temperature t, K; 0: it is not given.
static void check_temperature(const scree_case *c, const char *what, double t, scree_report *r) {
    const double coldest = 100.0; // K; most bulk solids are handled above this
    if (t > 0.0 && t < coldest) {
        scree_report_at(r, SCREE_SEVERITY_WARNING, c->path, 0, 0,
                        "%s: a temperature of %.6g K is %.6g degrees Celsius: is it in degrees Celsius, "
                        "which would be %.6g K?",
                        what, t, t - 273.15, t + 273.15);
    }
}

static void check_temperatures(const scree_case *c, scree_report *r) {
    for (size_t k = 0; k < c->source.n; k++) {
        char *what = scree_format("insertion '%s'", c->source.data[k].name);
        check_temperature(c, what, c->source.data[k].temperature, r);
        scree_free(what);
    }
    for (size_t k = 0; k < c->wall.n; k++) {
        char *what = scree_format("walls.%s", c->wall.data[k].name);
        check_temperature(c, what, c->wall.data[k].heat.temperature, r);
        scree_free(what);
    }
    check_temperature(c, "heat", c->heat.temperature, r);
}

void scree_audit_units(const scree_world *w, scree_report *r) {
    check_gravity(w->case_, r);
    check_densities(w->case_, r);
    if (w->case_->has_heat) {
        check_temperatures(w->case_, r);
    }
}
