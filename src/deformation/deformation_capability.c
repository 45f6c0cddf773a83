// SPDX-License-Identifier: BSD-3-Clause
// What the engine calls.
#include "access/particle.h"
#include "deformation/deformation.h"
#include "deformation/deformation_keys.h"

// The stiffness of the packing is measured every so many steps.
enum { STEPS_BETWEEN_MEASUREMENTS = 256 };

// J/s, of a stress times the volume at the rate of the cell.
static double power_of(const scree_deformation *d, const double *stress) {
    const double *rate = &d->rate.xx;
    double power = 0.0;
    for (int k = 0; k < SCREE_STRESSES; k++) {
        power += rate[k] * stress[k];
    }
    return power;
}

static void keep_stress(scree_deformation *d) {
    for (int k = 0; k < SCREE_STRESSES; k++) {
        d->before[k] = d->contacts[k] - d->motion[k];
    }
}

static void set_rate(scree_world *w, bool anew) {
    scree_deformation_control(w, anew);
    w->cell.rate = w->deformation.rate;
}

// Particles and clumps keep the velocity that they have in space when the rate of the cell changes. A member of a clump is taken at the image that its centre
// has.
static void leave_behind(scree_world *w, const scree_upper *rate_before) {
    scree_particles *p = &w->p;
    const scree_upper *now = &w->cell.rate;
    const scree_upper change = {now->xx - rate_before->xx, now->yy - rate_before->yy,
                                now->zz - rate_before->zz, now->xy - rate_before->xy,
                                now->xz - rate_before->xz, now->yz - rate_before->yz};
    for (size_t i = 0; i < p->n; i++) {
        scree_vel *v = &p->motion[i].v;
        if (p->dead[i] || v->m == SCREE_FIXED_MASS) {
            continue;
        }
        const scree_vec3 centre = vec_sub(scree_whole_centre(p, i), w->cell.centre),
                         own = upper_mul_vec(&change, vec_add(centre, scree_particle_arm(w, i)));
        v->x -= own.x, v->y -= own.y, v->z -= own.z;
        if (scree_is_member(p, i) && scree_is_first(p, i)) {
            p->body_velocity[i] = vec_sub(p->body_velocity[i], upper_mul_vec(&change, centre));
        }
    }
    w->next_drift_done = false;
}

static double kinetic_of(const scree_deformation *d) {
    return 0.5 * (d->motion[0] + d->motion[1] + d->motion[2]);
}

static scree_status begin_stress(scree_world *w, scree_report *r) {
    (void)r;
    if (!w->cell.deforms) {
        return SCREE_OK;
    }
    const scree_upper rate = w->deformation.rate;
    scree_deformation_measure_packing(w);
    scree_deformation_measure_stress(w);
    set_rate(w, true);
    if (!w->case_->deformation.carried) {
        const double kinetic = kinetic_of(&w->deformation);
        leave_behind(w, &rate);
        scree_deformation_measure_stress(w);
        w->ledger.changed += kinetic_of(&w->deformation) - kinetic;
    }
    keep_stress(&w->deformation);
    return SCREE_OK;
}

static scree_status advance(scree_world *w, bool may_fuse, scree_status status, scree_report *r) {
    (void)may_fuse, (void)r;
    if (!w->cell.deforms) {
        return status;
    }
    scree_deformation *d = &w->deformation;
    scree_deformation_follow_stress(w);
    const double before = power_of(d, d->before);
    keep_stress(d);
    const double work = 0.5 * w->dt * (before + power_of(d, d->before));
    d->work += work;
    w->ledger.loaded += work;
    if (w->step % STEPS_BETWEEN_MEASUREMENTS == 0) {
        scree_deformation_measure_packing(w);
    }
    set_rate(w, false);
    return status;
}

static const char *unusable(const scree_world *w) {
    const double *length = w->deformation.length;
    const bool sound = length[0] > 0.0 && length[1] > 0.0 && length[2] > 0.0;
    return w->deformation.unit == 0.0 || sound ? NULL : "size of the cell";
}

// Stresses and strain rates of a cell are those of the packing, whatever the size of the particles.
static void coarsen(scree_config *g) {
    (void)g;
}

const scree_capability scree_deformation_capability = {
    .attempt = {[SCREE_AT_BEGIN] = begin_stress, [SCREE_AT_CHANGE] = begin_stress},
    .at = {[SCREE_AT_NUMBERS] = scree_deformation_begin,
           [SCREE_AT_HOOKS] = scree_deformation_begin,
           [SCREE_AT_MEASURE] = scree_deformation_measure},
    .longest_step = scree_deformation_longest_step,
    .step_fits = scree_deformation_step_fits,
    .advance = advance,
    .unusable = unusable,
    .check = scree_check_deformation_of_case,
    .coarsen = coarsen,
    .columns = &scree_deformation_columns,
};
