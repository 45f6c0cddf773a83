// SPDX-License-Identifier: BSD-3-Clause
#include "step/audit_bonds.h"
#include "base/math.h"
#include "step/kernels.h"
#include "step/law_set.h"

const char *scree_bond_limit_mode(int mode) {
    static const char *const name[] = {"stretching", "shear", "bending", "twisting"};
    return name[mode];
}

// Body a of a bond: what its own motion adds to the square of a frequency for one bond, by Gershgorin's bound for the matrix of
// stiffness over masses, 1 / m_a + 1 / sqrt(m_a m_b). b: NULL if it does not move.
static double mobility(double a, const double *b) {
    return 1.0 / a + (b ? 1.0 / sqrt(a * *b) : 0.0);
}

typedef struct body {
    double radius, mass, inertia;
} body;

static body body_of(const scree_world *w, size_t material, double r) {
    const double mass = scree_sphere_volume(r) * w->case_->material.data[material].density;
    return (body){r, mass, 0.4 * mass * r * r};
}

// b: NULL for a wall or a fixed body, of which a wall makes the shorter bond.
static void add_bond(scree_bond_limit *l, const scree_world *w, size_t ma, size_t mb, const body *a,
                     const body *b) {
    enum { NEIGHBOURS = 6 };
    int n;
    const scree_law_set bond = scree_law_set_bond(&w->laws[ma * w->case_->material.n + mb]);
    const scree_law_step *step = &bond.step[0];
    const scree_law *law = scree_laws(&n)[step->law];
    const double length = a->radius + (b ? b->radius : 0.0), arm = 0.5 * length;
    double k[SCREE_MODES];
    law->bond_stiffness(step->derived, a->radius, b ? b->radius : a->radius, length, k);
    const double shift = mobility(a->mass, b ? &b->mass : NULL),
                 turn = mobility(a->inertia, b ? &b->inertia : NULL);
    const double square[SCREE_MODES] = {k[SCREE_MODE_NORMAL] * shift,
                                        k[SCREE_MODE_TANGENTIAL] * (shift + arm * arm * turn),
                                        k[SCREE_MODE_ROLLING] * turn, k[SCREE_MODE_TWISTING] * turn};
    for (int mode = 0; mode < SCREE_MODES; mode++) {
        const double one = square[mode] > 0.0 ? 2.0 / sqrt(square[mode]) : INFINITY;
        if (one < l->one) {
            *l = (scree_bond_limit){one, one / sqrt((double)NEIGHBOURS), mode, ma, mb, length};
        }
    }
}

scree_bond_limit scree_bond_limit_of(const scree_world *w, const double *r_min, const bool *fixed) {
    scree_bond_limit l = {INFINITY, INFINITY, 0, 0, 0, 0.0};
    const size_t n = w->case_->material.n;
    for (size_t k = 0; k < n * n; k++) {
        const size_t a = k / n, b = k % n;
        if (w->laws[k].bond < 0 || !isfinite(r_min[a])) {
            continue;
        }
        const body of_a = body_of(w, a, r_min[a]), of_b = body_of(w, b, isfinite(r_min[b]) ? r_min[b] : 1.0);
        if (isfinite(r_min[b])) {
            add_bond(&l, w, a, b, &of_a, &of_b);
        }
        if (fixed[b]) {
            add_bond(&l, w, a, b, &of_a, NULL);
        }
    }
    return l;
}
