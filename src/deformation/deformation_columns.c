// SPDX-License-Identifier: BSD-3-Clause
// Columns of the series about a cell that deforms.
#include "deformation/deformation.h"
#include <math.h>

// The shear rate of a simple shear, 1/s, or one that is as large: the root of twice the square of the deviator of the strain rate.
static double shear_rate_of(const scree_upper *l) {
    const double mean = (l->xx + l->yy + l->zz) / 3.0, x = l->xx - mean, y = l->yy - mean, z = l->zz - mean;
    return sqrt(2.0 * (x * x + y * y + z * z) + l->xy * l->xy + l->xz * l->xz + l->yz * l->yz);
}

void scree_deformation_measure(scree_world *w, scree_report *r) {
    (void)r;
    scree_deformation_now *now = &w->deformation_now;
    const scree_deformation *d = &w->deformation;
    if (!w->case_->has_deformation) {
        return;
    }
    const double volume = scree_deformation_volume(w);
    double square = 0.0;
    now->volume_strain = d->strain[0] + d->strain[1] + d->strain[2];
    for (int k = 0; k < SCREE_STRESSES; k++) {
        now->stress[k] = (d->motion[k] - d->contacts[k]) / volume;
    }
    now->pressure = (now->stress[0] + now->stress[1] + now->stress[2]) / 3.0;
    now->kinetic_pressure = (d->motion[0] + d->motion[1] + d->motion[2]) / (3.0 * volume);
    for (int k = 0; k < 3; k++) {
        const double own = now->stress[k] - now->pressure, shear = now->stress[3 + k];
        square += own * own + 2.0 * (shear * shear);
    }
    now->deviator = sqrt(1.5 * square);
    now->solid_fraction = d->solid / volume;
    now->inertial_number = d->solid > 0.0 && now->pressure > 0.0
                               ? shear_rate_of(&d->rate) * d->d * sqrt(d->mass / d->solid / now->pressure)
                               : 0.0;
}

static bool deforms(const scree_case *c) {
    return c->has_deformation;
}

#define SAVED(member) SCREE_COLUMN_OF_WORLD(deformation.member)
#define NOW(member) SCREE_COLUMN_OF_WORLD(deformation_now.member)
static const scree_column column[] = {
    {"cell_x", "m", "Lengths of the cell along the axes.", SAVED(length[0])},
    {"cell_y", "m", NULL, SAVED(length[1])},
    {"cell_z", "m", NULL, SAVED(length[2])},
    {"cell_xy", "m",
     "Along x, by how much the second and the third vector of the cell lean, and along y the third.",
     SAVED(lean[0])},
    {"cell_xz", "m", NULL, SAVED(lean[1])},
    {"cell_yz", "m", NULL, SAVED(lean[2])},
    {"cell_strain_xx", "1",
     "Time integral of the rate since the start, compression positive: the logarithm of the length before "
     "over that now; of xy, xz and yz the shear of "
     "x along y, x along z and y along z.",
     SAVED(strain[0])},
    {"cell_strain_yy", "1", NULL, SAVED(strain[1])},
    {"cell_strain_zz", "1", NULL, SAVED(strain[2])},
    {"cell_strain_xy", "1", NULL, SAVED(strain[3])},
    {"cell_strain_xz", "1", NULL, SAVED(strain[4])},
    {"cell_strain_yz", "1", NULL, SAVED(strain[5])},
    {"cell_strain_volume", "1", "The sum of the first three.", NOW(volume_strain)},
    {"cell_stress_xx", "Pa",
     "Compression positive: (sum of m c c over the bodies - sum over the contacts of the force on a times "
     "the displacement from a to b, or to the wall) / volume, with the force along the first axis and the "
     "displacement along the second one, and with velocities c relative to the cell. Where an axis is not "
     "periodic the volume ends at the planes across "
     "it, or at the domain.",
     NOW(stress[0])},
    {"cell_stress_yy", "Pa", NULL, NOW(stress[1])},
    {"cell_stress_zz", "Pa", NULL, NOW(stress[2])},
    {"cell_stress_xy", "Pa", NULL, NOW(stress[3])},
    {"cell_stress_xz", "Pa", NULL, NOW(stress[4])},
    {"cell_stress_yz", "Pa", NULL, NOW(stress[5])},
    {"cell_pressure", "Pa", "The mean of the three normal stresses.", NOW(pressure)},
    {"cell_deviator", "Pa",
     "The root of 3/2 of the square of the stress less its mean: in a triaxial test the axial less the "
     "lateral stress.",
     NOW(deviator)},
    {"cell_kinetic_pressure", "Pa", "The part of the pressure that is due to velocities.",
     NOW(kinetic_pressure)},
    {"cell_solid_fraction", "1",
     "Volume of the free bodies over the same volume; a clump counts as the sphere of its size.",
     NOW(solid_fraction)},
    {"inertial_number", "1",
     "Shear rate times mean diameter times the root of density over pressure; the shear rate is the root of "
     "twice the square of the deviator of the strain "
     "rate.",
     NOW(inertial_number)},
    {"cell_work", "J", "Work of the cell on the particles since the start.", SAVED(work)},
};
const scree_column_table scree_deformation_columns = {"in cases with `cell`", deforms, SCREE_COLUMNS(column)};
