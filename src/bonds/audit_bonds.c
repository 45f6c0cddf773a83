// SPDX-License-Identifier: BSD-3-Clause
#include "bonds/audit_bonds.h"
#include "kernels/one_contact.h"
#include "laws/bond.h"
#include "maths/math.h"
#include "stability/vibration.h"
#include <string.h>

enum { NEIGHBOURS = 6 };
static const double share_of_bonds = 0.5;    // of the limit of bonds without dashpots, chosen by dt: auto
static const double share_of_dashpots = 0.8; // of the limit with them, which need not be resolved

static const char *name_of_mode(int mode) {
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

// Finds the dashpot coefficients of a bond by mode: the power that its dashpots take where its bodies move with
// 1 m/s along and across it, or turn with 1 rad/s. This works for any law, since all laws report that power.
static void dashpots_of(const scree_world *w, const scree_law_set *bond, const body *a, const body *b,
                        double length, double *d) {
    for (int turns = 0; turns < 2; turns++) {
        double h[SCREE_HISTORY_MAX] = {0};
        scree_contact c;
        memset(&c, 0, sizeof c);
        const double rb = b ? b->radius : a->radius, ia = 3.5 * a->inertia, ib = b ? 3.5 * b->inertia : 0.0;
        c.nz = 1.0;
        c.distance = length;
        c.ra = a->radius, c.rb = rb;
        c.r_eff = b ? a->radius * rb / (a->radius + rb) : a->radius;
        c.m_eff = b ? a->mass * b->mass / (a->mass + b->mass) : a->mass;
        c.inertia_eff = b ? ia * ib / (ia + ib) : ia; // about the contact point, 7/5 m r^2
        c.vn = turns ? 0.0 : 1.0;
        c.vtx = turns ? 0.0 : 1.0;
        c.wrx = turns ? 1.0 : 0.0;
        c.wrz = turns ? 1.0 : 0.0;
        h[SCREE_BOND_STATE] = 1.0;
        h[SCREE_BOND_LENGTH] = length;
        scree_law_set_evaluate(bond, w->kernels, &c, h);
        if (turns) {
            d[SCREE_MODE_ROLLING] = c.viscous_r;
            d[SCREE_MODE_TWISTING] = c.viscous_w;
        } else {
            d[SCREE_MODE_NORMAL] = c.viscous_n;
            d[SCREE_MODE_TANGENTIAL] = c.viscous_t;
        }
    }
}

static double limit_of(const scree_world *w, double square, double rate) {
    return scree_longest_step(w->case_->integrator, square, rate);
}

// b: NULL for a wall or a fixed body, of which a wall makes the shorter bond.
static void add_bond(scree_bond_limit *l, const scree_world *w, size_t ma, size_t mb, const body *a,
                     const body *b, double length) {
    const scree_law_set bond = scree_law_set_bond(&w->laws[ma * w->case_->material.n + mb]);
    const scree_law_in_set *step = &bond.step[0];
    const scree_law *law = scree_law_at(step->law);
    const double arm = 0.5 * length;
    double k[SCREE_MODES], d[SCREE_MODES];
    law->bond_stiffness(step->derived, a->radius, b ? b->radius : a->radius, length, k);
    dashpots_of(w, &bond, a, b, length, d);
    const double shift = mobility(a->mass, b ? &b->mass : NULL),
                 turn = mobility(a->inertia, b ? &b->inertia : NULL);
    const double by_mode[SCREE_MODES] = {shift, shift + arm * arm * turn, turn, turn};
    for (int mode = 0; mode < SCREE_MODES; mode++) {
        const double square = k[mode] * by_mode[mode], rate = d[mode] * by_mode[mode],
                     many = limit_of(w, NEIGHBOURS * square, NEIGHBOURS * rate);
        l->undamped = fmin(l->undamped, limit_of(w, NEIGHBOURS * square, 0.0));
        if (many < l->many) {
            const scree_bond_limit found = {
                limit_of(w, square, rate), many, l->undamped, rate > 0.0, mode, ma, mb, length};
            *l = found;
        }
    }
}

double scree_bond_limit_step(const scree_bond_limit *l) {
    return fmin(share_of_bonds * l->undamped, share_of_dashpots * l->many);
}

scree_bond_limit scree_bond_limit_none(void) {
    return (scree_bond_limit){.one = INFINITY, .many = INFINITY, .undamped = INFINITY};
}

void scree_bond_limit_add(scree_bond_limit *l, const scree_world *w, size_t ma, size_t mb, double ra,
                          double rb, double length) {
    const body a = body_of(w, ma, ra), b = body_of(w, mb, rb > 0.0 ? rb : 1.0);
    add_bond(l, w, ma, mb, &a, rb > 0.0 ? &b : NULL, length);
}

// The agglomerate shape of the entry under particles from which row i comes, or -1.
static int shape_of_row(const scree_world *w, size_t i) {
    const uint64_t source = w->p.source ? w->p.source[i] : 0;
    const bool known = w->p.agglomerate && w->p.agglomerate[i] > 0 && source < w->case_->source.n;
    const scree_source_def *from = known ? &w->case_->source.data[source] : NULL;
    const int shape =
        from && from->kind != SCREE_SOURCE_FILL && from->kind != SCREE_SOURCE_RATE ? from->shape : -1;
    const bool fits = shape >= 0 && w->case_->shape.data[shape].bonded &&
                      w->p.id[i] - w->p.agglomerate[i] < w->case_->shape.data[shape].shape.member.n;
    return fits ? shape : -1;
}

static void lower(double *size, double to) {
    *size = to < *size ? to : *size;
}

// Sizes of the smallest agglomerates of each shape, of all ranks, that move and are there or may come; INFINITY: none. Those that are
// there from before a phase or a restart are known by their members, and those of hosts while they are placed.
static double *smallest_sizes(const scree_world *w) {
    const scree_case *c = w->case_;
    double *size = scree_realloc(NULL, 0, (c->shape.n + 1) * sizeof *size);
    for (size_t k = 0; k < c->shape.n; k++) {
        size[k] = INFINITY;
    }
    for (size_t k = 0; k < w->placed.n; k++) {
        if (!w->placed.data[k].fixed) {
            lower(&size[w->placed.data[k].shape], w->placed.data[k].size);
        }
    }
    for (size_t i = 0; i < (w->p.agglomerate ? w->p.n : 0); i++) {
        const bool held = w->p.free_mass && w->p.free_mass[i] > 0.0,
                   moves = held || w->p.motion[i].v.m < SCREE_FIXED_MASS;
        const int shape = moves && !w->p.dead[i] ? shape_of_row(w, i) : -1;
        if (shape >= 0) {
            const scree_member *m = &c->shape.data[shape].shape.member.data[w->p.id[i] - w->p.agglomerate[i]];
            lower(&size[shape], w->p.x[i].r / m->radius);
        }
    }
    for (size_t k = 0; k < c->source.n; k++) {
        const scree_source_def *s = &c->source.data[k];
        if (s->shape >= 0 && !s->fixed && scree_source_inserts(s)) {
            lower(&size[s->shape], s->size.min);
        }
    }
    for (size_t k = 0; k < c->shape.n; k++) {
        size[k] = -size[k];
    }
    scree_comm_max(w->comm, size, c->shape.n);
    for (size_t k = 0; k < c->shape.n; k++) {
        size[k] = -size[k];
    }
    return size;
}

// Are there agglomerates of this shape and material that move, as far as the case says?
static bool comes_of(const scree_case *c, size_t shape, size_t material) {
    bool any = false;
    for (size_t k = 0; k < c->source.n; k++) {
        const scree_source_def *s = &c->source.data[k];
        any |= s->shape == (int)shape && !s->fixed && (s->material < 0 || s->material == (int)material);
    }
    return any;
}

// Bonds of members that overlap.
static void add_members(scree_bond_limit *l, const scree_world *w, size_t shape, size_t material,
                        double size) {
    const scree_shape_def *def = &w->case_->shape.data[shape];
    for (size_t k = 0; k < def->bond.n && isfinite(size); k++) {
        const scree_member *a = &def->shape.member.data[def->bond.data[k].a],
                           *b = &def->shape.member.data[def->bond.data[k].b];
        const double length = vec_norm(vec_sub(b->at, a->at));
        if (length < a->radius + b->radius) {
            scree_bond_limit_add(l, w, material, material, size * a->radius, size * b->radius, size * length);
        }
    }
}

// r_min: by material the smallest radius of a free particle, fixed: whether it has walls or fixed particles; m.
static scree_bond_limit limit_of_bodies(const scree_world *w, const double *r_min, const bool *fixed) {
    scree_bond_limit l = scree_bond_limit_none();
    const size_t n = w->case_->material.n;
    double *size = smallest_sizes(w);
    for (size_t k = 0; k < n * n; k++) {
        const size_t a = k / n, b = k % n;
        if (w->laws[k].bond < 0 || w->laws[k].wet || !isfinite(r_min[a])) {
            continue;
        }
        if (isfinite(r_min[b])) {
            scree_bond_limit_add(&l, w, a, b, r_min[a], r_min[b], r_min[a] + r_min[b]);
        }
        if (fixed[b]) {
            scree_bond_limit_add(&l, w, a, b, r_min[a], 0.0, r_min[a]);
        }
        for (size_t shape = 0; a == b && shape < w->case_->shape.n; shape++) {
            if (w->case_->shape.data[shape].bonded &&
                comes_of(w->case_, shape, scree_case_base(w->case_, a))) {
                add_members(&l, w, shape, a, size[shape]);
            }
        }
    }
    scree_free(size);
    return l;
}

// Beyond the limit of a single bond the run is refused, beyond that of six bonds at each particle there is a warning: chains and
// sheets may have fewer.
static bool fits(const scree_world *w, const scree_bond_limit *l, scree_report *r) {
    if (!isfinite(l->many)) {
        return true;
    }
    const char *a = w->case_->material.data[l->a].name, *b = w->case_->material.data[l->b].name,
               *mode = name_of_mode(l->mode);
    const char *remedy = l->damped                      ? " or less damping"
                         : l->mode == SCREE_MODE_NORMAL ? " that stretch less than you would notice"
                                                        : "";
    if (w->dt > l->one) {
        return scree_report_at(r, SCREE_SEVERITY_ERROR, w->case_->path, 0, 0,
                               "time.dt = %.6g s is too large for bonds of %s with %s, %.3g m long: their %s "
                               "is unstable beyond %.3g s, with six bonds at a particle beyond %.3g s; "
                               "accepted: a smaller time.dt, dt: auto takes %.3g s, or softer bonds%s",
                               w->dt, a, b, l->length, mode, l->one, l->many,
                               scree_time_step_rounded(scree_bond_limit_step(l)), remedy);
    }
    scree_report_note(r, "time step is %.3g of the limit of bonds of %s with %s, %.3g s, which %s sets",
                      w->dt / l->many, a, b, l->many, mode);
    if (w->dt > l->many) {
        scree_report_warning(r,
                             "the time step, %.6g s, is beyond the limit of bonds of %s with %s where a "
                             "particle has six of them, %.3g s (alone %.3g s), which %s sets: if energy is "
                             "created take a smaller step, or softer bonds%s",
                             w->dt, a, b, l->many, l->one, mode, remedy);
    }
    return true;
}

double scree_bonds_longest_step(const scree_world *w, const scree_smallest_bodies *smallest) {
    const scree_bond_limit l = limit_of_bodies(w, smallest->r_min, smallest->fixed);
    return scree_bond_limit_step(&l);
}

bool scree_bonds_step_fits(const scree_world *w, const scree_smallest_bodies *smallest, scree_report *r) {
    const scree_bond_limit l = limit_of_bodies(w, smallest->r_min, smallest->fixed);
    return fits(w, &l, r);
}
