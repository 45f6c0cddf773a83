// SPDX-License-Identifier: BSD-3-Clause
#include "checks/audit_coordination.h"
#include "access/particle.h"
#include "geometry/wall_form.h"
#include "laws/list/law_set.h"
#include "maths/math.h"
#include "stability/vibration.h"
#include <string.h>

enum { NEIGHBOURS = 6, PRESSED_NEIGHBOURS = 8, WALLS = 3 }; // pressed: in a cell that deforms
static const double most_overlap = 0.5;                     // of the effective radius

// The largest possible number of bodies, and of walls that one body can touch at right angles.
typedef struct company {
    uint64_t bodies, walls;
} company;

static company company_of(const scree_world *w) {
    company c = {0, 0};
    for (size_t i = 0; i < w->p.n; i++) {
        c.bodies += !w->p.dead[i] && scree_is_first(&w->p, i);
    }
    scree_comm_add(w->comm, &c.bodies, 1);
    for (size_t k = 0; k < w->case_->source.n; k++) {
        c.bodies += scree_source_inserts(&w->case_->source.data[k]) ? PRESSED_NEIGHBOURS + 1 : 0;
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall_form *form = scree_wall_form_of(w->wall.data[k].def);
        c.walls += form && form->flat ? 1 : WALLS;
    }
    return c;
}

// A contact of the sphere a of mass ma with the sphere b, or with a wall or fixed body (mb = SCREE_FIXED_MASS) of the radius rb.
static scree_batch batch_of(double ra, double rb, double ma, double mb, double overlap) {
    scree_batch b;
    const double ia = 1.4 * ma * (ra * ra), ib = 1.4 * mb * (rb * rb);
    memset(&b, 0, sizeof b);
    b.n = 1;
    for (int k = 0; k < 8; k++) { // copies fill one vector
        b.overlap[k] = overlap;
        b.nz[k] = 1.0;
        b.ra[k] = ra;
        b.rb[k] = isfinite(rb) ? rb : ra;
        b.r_eff[k] = isfinite(rb) ? ra * rb / (ra + rb) : ra;
        b.m_eff[k] = ma * mb / (ma + mb);
        b.inertia_eff[k] = isfinite(rb) ? ia * ib / (ia + ib) : ia;
        b.gap[k] = -overlap;
        b.distance[k] = (isfinite(rb) ? ra + rb : ra) - overlap;
        b.contact[k] = 1.0;
    }
    return b;
}

// Returns the largest overlap of the fastest impact, m: exact for a linear spring, and 0.94 of the exact value for Hertz' law.
static double overlap_of(const scree_law_set *set, double m_eff, double r_eff, double speed) {
    const scree_law *law = scree_law_at(set->step[0].law);
    const double time = law->collision_time(set->step[0].derived, m_eff, r_eff, speed),
                 overlap = speed * time / SCREE_PI, most = most_overlap * r_eff;
    return overlap < most ? overlap : most;
}

// A sphere of material a, and what it touches: spheres of material b, or walls and fixed bodies of it (rb: INFINITY, a plane).
typedef struct meeting {
    size_t a, b;
    double ra, rb;
    bool moves;     // the others
    uint64_t count; // of contacts
} meeting;

static scree_contact_arm arm_of(const meeting *m, uint64_t k, double overlap,
                                const scree_hardness *hardness) {
    static const scree_vec3 towards[NEIGHBOURS] = {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0},
                                                   {0, 0, 1},  {1, 0, 0},  {0, 1, 0}};
    return (scree_contact_arm){towards[k % NEIGHBOURS],
                               vec_scale(m->ra - 0.5 * overlap, towards[k % NEIGHBOURS]),
                               m->moves ? 2.0 : 1.0, hardness};
}

static void add(scree_coordination *least, const scree_world *w, const meeting *m, double speed,
                double below) {
    const scree_case *c = w->case_;
    const scree_law_set set = w->laws[m->a * c->material.n + m->b];
    if (set.n == 0 || set.step[0].slot != SCREE_NORMAL) {
        return;
    }
    const double ma = scree_sphere_volume(m->ra) * c->material.data[m->a].density,
                 mb = m->moves ? scree_sphere_volume(m->rb) * c->material.data[m->b].density
                               : SCREE_FIXED_MASS;
    scree_batch b = batch_of(m->ra, m->rb, ma, mb, 0.0);
    const double overlap = overlap_of(&set, b.m_eff[0], b.r_eff[0], speed);
    b = batch_of(m->ra, m->rb, ma, mb, overlap);
    scree_hardness hardness;
    scree_hardness_measure(&set, w->kernels, &b, below, &hardness);
    const scree_inertia body = scree_inertia_of_sphere(ma, m->ra);
    scree_vibration v = {{{0}}, {{0}}};
    scree_coordination found = {.a = m->a, .b = m->b, .overlap = overlap};
    double shape[6];
    for (uint64_t k = 0; k < m->count; k++) {
        const scree_contact_arm arm = arm_of(m, k, overlap, &hardness);
        scree_vibration_add(&v, &body, &arm);
    }
    found.limit.contacts = m->count;
    found.limit.dt = scree_vibration_limit(&v, c->integrator, below, shape);
    if (found.limit.dt < least->limit.dt) {
        scree_vibration_parts parts = {{0}, {0}};
        for (uint64_t k = 0; k < m->count; k++) {
            const scree_contact_arm arm = arm_of(m, k, overlap, &hardness);
            scree_vibration_parts_add(&parts, c->integrator, found.limit.dt, &body, &arm, shape);
        }
        found.limit.cause = scree_vibration_cause_of(&parts, shape);
        *least = found;
    }
}

scree_coordination scree_coordination_limit(const scree_world *w, const scree_smallest *of, double speed,
                                            double below) {
    const size_t n = w->case_->material.n;
    const company all = company_of(w);
    const uint64_t most = w->case_->has_deformation ? PRESSED_NEIGHBOURS : NEIGHBOURS,
                   others = all.bodies > most ? most
                            : all.bodies > 0  ? all.bodies - 1
                                              : 0,
                   walls = all.walls > WALLS ? WALLS : all.walls;
    scree_coordination least = {.limit = {.dt = INFINITY}};
    for (size_t k = 0; k < n * n; k++) {
        const size_t a = k / n, b = k % n;
        if (!isfinite(of[a].free)) {
            continue;
        }
        if (isfinite(of[b].free)) {
            add(&least, w, &(meeting){a, b, of[a].free, of[b].free, true, others}, speed, below);
        }
        if (isfinite(of[b].fixed)) {
            add(&least, w, &(meeting){a, b, of[a].free, INFINITY, false, others}, speed, below);
        }
        if (of[b].wall) {
            add(&least, w, &(meeting){a, b, of[a].free, INFINITY, false, walls}, speed, below);
        }
    }
    return least;
}
