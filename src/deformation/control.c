// SPDX-License-Identifier: BSD-3-Clause
// This file reads what is imposed on a cell, and controls its stresses. For one length h of the cell, with the bulk density rho and the stiffness K of
// the packing:
//
//   rho h^2 dL/dt = goal - stress - 2 sqrt(K rho) h (L - S)      (tension positive)
//
// the motion of a piston with the mass of the packing, and a dashpot that damps the wave of the packing critically. So the cell follows a
// stress as fast as the packing can, with no parameters: the time in which it does is h over the speed of sound. The far end of the dashpot moves at S, which
// follows L five times as slowly: a packing that dilates steadily has the stress asked for. It rests while the mean of the stress over that time is far from its
// goal, where L is what brings it there, unless a packing widens under a stress above it: stiff grains that dilate fast would stay there. It is the mean, as S would otherwise
// rest more often on one side of a stress that fluctuates, which shifts its mean. A packing that does not touch is compressed at a limited inertial number.
#include "deformation/deformation.h"
#include <math.h>

// K is at least so many pressures, where few contacts bear them.
static const double least_stiffness = 1.0;
// The time in which S follows, over that in which a wave crosses the cell, and how far off it does so, over the largest pressure that is imposed.
static const double following = 5.0, near_goal = 0.4;

static void at_rate(scree_drive_plan *p, int k, double rate) {
    p->kind[k] = SCREE_DRIVE_RATE;
    p->value[k] = rate;
}

// Drives a component by a goal of the input, where compression is positive.
static void drive(scree_drive_plan *p, int k, const scree_drive_goal *goal) {
    if (goal->is_rate) {
        at_rate(p, k, k < 3 ? -goal->value : goal->value);
    } else {
        p->kind[k] = SCREE_DRIVE_STRESS;
        p->value[k] = goal->value;
    }
}

// The component of the shear in which `flow` moves along `gradient`.
static int shear_of(int flow, int gradient) {
    return flow + gradient + 2; // xy: 3, xz: 4, yz: 5
}

scree_drive_plan scree_drive_plan_of(const scree_deformation_def *d) {
    scree_drive_plan p = {.mean = d->pressure};
    const scree_drive_goal side = {.value = d->pressure};
    const bool one =
        d->path == SCREE_PATH_OEDOMETRIC || d->path == SCREE_PATH_TRIAXIAL || d->path == SCREE_PATH_BIAXIAL;
    for (int k = 0; k < 3; k++) {
        if (d->path == SCREE_PATH_ISOTROPIC || (d->path == SCREE_PATH_CONSTANT_PRESSURE && k != d->axis)) {
            p.kind[k] = SCREE_DRIVE_MEAN;
        } else if (d->path == SCREE_PATH_TRIAXIAL || (d->path == SCREE_PATH_BIAXIAL && k == d->side)) {
            drive(&p, k, &side);
        } else if (d->path == SCREE_PATH_UNDRAINED) {
            at_rate(&p, k, k == d->axis ? -d->rate : 0.5 * d->rate);
        }
    }
    if (one) {
        drive(&p, d->axis, &d->axial);
    } else if (d->path == SCREE_PATH_CONSTANT_PRESSURE) {
        at_rate(&p, d->axis, -d->rate);
    } else if (d->path == SCREE_PATH_SIMPLE_SHEAR) {
        at_rate(&p, shear_of(d->flow, d->gradient), d->rate);
        if (d->has_pressure) {
            drive(&p, d->gradient, &side);
        }
    }
    for (int k = 0;
         k < SCREE_STRESSES && (d->path == SCREE_PATH_TRUE_TRIAXIAL || d->path == SCREE_PATH_COMPONENTS);
         k++) {
        drive(&p, k, &d->component[k]);
    }
    return p;
}

int scree_deformation_axes(const scree_deformation_def *d) {
    static const int axes[SCREE_STRESSES] = {1, 2, 4, 1 | 2, 1 | 4, 2 | 4};
    const scree_drive_plan p = scree_drive_plan_of(d);
    int all = 0;
    for (int k = 0; k < SCREE_STRESSES; k++) {
        all |= p.kind[k] != SCREE_DRIVE_RATE || p.value[k] != 0.0 ? axes[k] : 0;
    }
    return all;
}

// What the controller knows of the packing.
typedef struct packing {
    double density, stiffness; // kg/m3 in bulk, Pa
    double most;               // 1/s, the largest rate
    double goal;               // Pa, the largest pressure that is imposed
    double dt;
    bool anew; // what is imposed may have changed: means begin with the present values
} packing;

double scree_deformation_imposed(const scree_deformation_def *d) {
    const scree_drive_plan p = scree_drive_plan_of(d);
    double most = 0.0;
    for (int k = 0; k < SCREE_STRESSES; k++) {
        const double goal = p.kind[k] == SCREE_DRIVE_MEAN     ? p.mean
                            : p.kind[k] == SCREE_DRIVE_STRESS ? p.value[k]
                                                              : 0.0;
        most = fabs(goal) > most ? fabs(goal) : most;
    }
    return most;
}

static packing packing_of(const scree_world *w, const double *stress) {
    const scree_deformation *d = &w->deformation;
    const double volume = scree_deformation_volume(w), now = fabs(stress[0] + stress[1] + stress[2]) / 3.0,
                 goal = scree_deformation_imposed(&w->case_->deformation), pressure = goal > now ? goal : now,
                 floor = least_stiffness * pressure, measured = d->stiffness / (9.0 * volume);
    packing all = {.density = d->mass / volume,
                   .stiffness = measured > floor ? measured : floor,
                   .goal = goal,
                   .dt = w->dt};
    const double solid = d->solid > 0.0 ? d->mass / d->solid : 0.0;
    all.most = solid > 0.0 && d->d > 0.0
                   ? w->case_->deformation.inertial_number * sqrt((goal > 0.0 ? goal : now) / solid) / d->d
                   : 0.0;
    return all;
}

// The rate after a step in which the stress was beyond its goal by `excess`: compressive for normal stresses, so that the cell widens. `slow` is S, and
// `slow_excess` the mean of the excess over the same while.
static double driven(const packing *all, double rate, double *slow, double *slow_excess, double excess,
                     double h, bool normal) {
    if (!(all->density > 0.0)) {
        return 0.0;
    }
    const double a = all->dt / (all->density * (h * h)),
                 dashpot = 2.0 * sqrt(all->stiffness * all->density) * h,
                 next = (rate + a * (excess + dashpot * *slow)) / (1.0 + a * dashpot),
                 bound = next > all->most    ? all->most
                         : next < -all->most ? -all->most
                                             : next,
                 part = all->dt / (all->dt + following * h * sqrt(all->density / all->stiffness));
    *slow_excess += (all->anew ? 1.0 : part) * (excess - *slow_excess);
    const bool far = fabs(*slow_excess) > near_goal * all->goal,
               widens = normal && *slow_excess > 0.0 && bound > 0.0;
    *slow += part * ((far && !widens ? 0.0 : bound) - *slow);
    return bound;
}

void scree_deformation_control(scree_world *w, bool anew) {
    scree_deformation *d = &w->deformation;
    const scree_drive_plan p = scree_drive_plan_of(&w->case_->deformation);
    const double volume = scree_deformation_volume(w);
    double stress[SCREE_STRESSES], *rate = &d->rate.xx, *slow = d->slow_rate, *slow_excess = d->slow_excess;
    for (int k = 0; k < SCREE_STRESSES; k++) {
        stress[k] = (d->motion[k] - d->contacts[k]) / volume;
    }
    packing all = packing_of(w, stress);
    all.anew = anew;
    const double mean = (stress[0] + stress[1] + stress[2]) / 3.0;
    double common = 0.0, common_slow = 0.0, common_excess = 0.0, lengths = 0.0, axes = 0.0;
    for (int k = 0; k < 3; k++) {
        const double one = p.kind[k] == SCREE_DRIVE_MEAN ? 1.0 : 0.0;
        common += one * rate[k];
        common_slow += one * slow[k];
        common_excess += one * slow_excess[k];
        lengths += one * d->length[k];
        axes += one;
    }
    if (axes > 0.0) {
        common_slow /= axes;
        common_excess /= axes;
        common =
            driven(&all, common / axes, &common_slow, &common_excess, mean - p.mean, lengths / axes, true);
    }
    static const int gradient[SCREE_STRESSES] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < SCREE_STRESSES; k++) {
        if (p.kind[k] == SCREE_DRIVE_STRESS) {
            rate[k] = driven(&all, rate[k], &slow[k], &slow_excess[k], stress[k] - p.value[k],
                             d->length[gradient[k]], k < 3);
        } else {
            rate[k] = p.kind[k] == SCREE_DRIVE_RATE ? p.value[k] : common;
            slow[k] = p.kind[k] == SCREE_DRIVE_RATE ? 0.0 : common_slow;
            slow_excess[k] = p.kind[k] == SCREE_DRIVE_RATE ? 0.0 : common_excess;
        }
    }
}
