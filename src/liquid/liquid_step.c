// SPDX-License-Identifier: BSD-3-Clause
// The time step for the dashpots of bridges that may form: those of the smallest bodies of two materials at touch, where they are the stiffest.
// The pull becomes weaker with the gap, so it holds nothing.
#include "kernels/one_contact.h"
#include "laws/liquid_bridge.h"
#include "liquid/liquid.h"
#include "maths/math.h"
#include "stability/vibration.h"
#include <string.h>

// Bridges at a particle for which dt: auto provides: beds have three to five, but a small body among large ones has more.
enum { NEIGHBOURS = 6 };
static const double share_of_limit = 0.8; // chosen by dt: auto: dashpots need not be resolved

typedef struct bridge_limit {
    double one, many; // s, with one bridge at a particle, with six
    size_t a, b;      // materials
} bridge_limit;

// The larger of the normal and the tangential dashpot, N s/m.
static double dashpot_of(const scree_world *w, const scree_law_set *bridge, double r_eff, bool wall,
                         double ra, double rb) {
    double h[SCREE_HISTORY_MAX] = {0};
    scree_contact c;
    memset(&c, 0, sizeof c);
    c.nz = 1.0;
    c.ra = ra, c.rb = rb;
    c.distance = ra + rb;
    c.r_eff = r_eff;
    c.m_eff = c.inertia_eff = 1.0;
    c.vn = c.vtx = 1.0;
    h[SCREE_BRIDGE_VOLUME] = w->case_->liquid.largest * (8.0 * (r_eff * r_eff * r_eff));
    scree_law_at(bridge->step[0].law)->form(bridge->step[0].derived, h[SCREE_BRIDGE_VOLUME], r_eff, wall, h);
    scree_law_set_evaluate(bridge, w->kernels, &c, h);
    return fmax(c.viscous_n, c.viscous_t);
}

// rb: 0 for a wall or a fixed body, of which a wall has the stiffest bridges.
static void add(bridge_limit *l, const scree_world *w, size_t a, size_t b, double ra, double rb) {
    const bool wall = !(rb > 0.0);
    const size_t n = w->case_->material.n;
    const scree_law_set bridge = scree_law_set_bond(&w->laws[a * n + b]);
    const double r_eff = wall ? ra : ra * rb / (ra + rb);
    const double ma = scree_sphere_volume(ra) * w->case_->material.data[a].density,
                 mb = scree_sphere_volume(rb) * w->case_->material.data[b].density,
                 mobility = 1.0 / ma + (wall ? 0.0 : 1.0 / sqrt(ma * mb)), // Gershgorin's bound
        rate = dashpot_of(w, &bridge, r_eff, wall, ra, wall ? ra : rb) * mobility;
    const scree_integrator integrator = w->case_->integrator;
    const double many = scree_longest_step(integrator, 0.0, NEIGHBOURS * rate);
    if (rate > 0.0 && many < l->many) {
        *l = (bridge_limit){scree_longest_step(integrator, 0.0, rate), many, a, b};
    }
}

static bridge_limit limit_of(const scree_world *w, const scree_smallest_bodies *smallest) {
    bridge_limit l = {INFINITY, INFINITY, 0, 0};
    const size_t n = w->case_->material.n;
    for (size_t k = 0; w->case_->has_liquid && k < n * n; k++) {
        const size_t a = k / n, b = k % n;
        if (!w->laws[k].wet || !isfinite(smallest->r_min[a])) {
            continue;
        }
        if (isfinite(smallest->r_min[b])) {
            add(&l, w, a, b, smallest->r_min[a], smallest->r_min[b]);
        }
        if (smallest->fixed[b]) {
            add(&l, w, a, b, smallest->r_min[a], 0.0);
        }
    }
    return l;
}

double scree_liquid_longest_step(const scree_world *w, const scree_smallest_bodies *smallest) {
    return share_of_limit * limit_of(w, smallest).many;
}

bool scree_liquid_step_fits(const scree_world *w, const scree_smallest_bodies *smallest, scree_report *r) {
    const bridge_limit l = limit_of(w, smallest);
    if (!isfinite(l.many)) {
        return true;
    }
    const char *a = w->case_->material.data[l.a].name, *b = w->case_->material.data[l.b].name;
    if (w->dt > l.one) {
        return scree_report_at(
            r, SCREE_SEVERITY_ERROR, w->case_->path, 0, 0,
            "time.dt = %.6g s is too large for the dashpots of liquid bridges between %s and %s: one "
            "bridge at the smallest particle is unstable beyond %.3g s, six are beyond %.3g s; "
            "accepted: a smaller time.dt, dt: auto takes %.3g s or less, a larger viscous_gap, or "
            "less viscosity",
            w->dt, a, b, l.one, l.many, scree_time_step_rounded(share_of_limit * l.many));
    }
    scree_report_note(
        r, "time step is %.3g of the limit of the dashpots of liquid bridges between %s and %s, %.3g s",
        w->dt / l.many, a, b, l.many);
    if (w->dt > l.many) {
        scree_report_warning(
            r,
            "the time step, %.6g s, is beyond the limit of the dashpots of liquid bridges between "
            "%s and %s where the smallest particle has six of them, %.3g s (alone %.3g s): if "
            "energy is created take a smaller step, a larger viscous_gap, or less viscosity",
            w->dt, a, b, l.many, l.one);
    }
    return true;
}
