// SPDX-License-Identifier: BSD-3-Clause
#include "heat/heat_rates.h"
#include "access/own_size.h"
#include "maths/math.h"
#include "regions/selection.h"

static const double stefan_boltzmann = 5.670374419e-8; // W/(m2 K4), CODATA 2018

static double emission(const scree_world *w, size_t i) {
    return w->case_->heat.radiation
               ? w->case_->material.data[w->p.motion[i].w.material].emissivity * stefan_boltzmann
               : 0.0;
}

double scree_heat_from_ambient(const scree_world *w, size_t i) {
    const scree_heat_def *heat = &w->case_->heat;
    const double t = w->p.temperature[i], u = heat->ambient, e = emission(w, i);
    return scree_own_area(w, i) * (heat->convection * (u - t) + e * ((u * u) * (u * u) - (t * t) * (t * t)));
}

double scree_heat_ambient_slope(const scree_world *w, size_t i) {
    const double t = w->p.temperature[i];
    return scree_own_area(w, i) * (w->case_->heat.convection + 4.0 * emission(w, i) * (t * t * t));
}

// Returns the volume, m3, of the sphere or clump that begins at row i, not from its mass: its density may differ from its material's.
static double volume_of(const scree_world *w, size_t i) {
    return scree_sphere_volume(scree_is_member(&w->p, i) ? 0.5 * w->p.size[i] : w->p.x[i].r);
}

double scree_heat_from_sources(const scree_world *w, size_t i, const bool *acting) {
    double power = 0.0;
    for (size_t k = 0; k < w->case_->heat.source.n; k++) {
        const scree_heat_source_def *s = &w->case_->heat.source.data[k];
        if (acting[k] && scree_selection_has(w, &s->which, i)) {
            power += s->by_volume ? s->power * volume_of(w, i) : s->power;
        }
    }
    return power;
}
