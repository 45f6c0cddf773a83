// SPDX-License-Identifier: BSD-3-Clause
// The fields: each from the sums of a cell. docs/fields.md has a sentence for each.
#include "fields/fields.h"

static double over(double a, double b) {
    return b > 0.0 ? a / b : NAN;
}

static void density(const double *s, double sign, double *out) {
    (void)sign;
    *out = s[SCREE_FIELDS_MASS];
}

static void solid_fraction(const double *s, double sign, double *out) {
    (void)sign;
    *out = s[SCREE_FIELDS_VOLUME];
}

static void velocity(const double *s, double sign, double *out) {
    (void)sign;
    for (int k = 0; k < 3; k++) {
        out[k] = over(s[SCREE_FIELDS_MOMENTUM + k], s[SCREE_FIELDS_MASS]);
    }
}

static void momentum(const double *s, double sign, double *out) {
    (void)sign;
    for (int k = 0; k < 3; k++) {
        out[k] = s[SCREE_FIELDS_MOMENTUM + k];
    }
}

// xx yy zz xy xz yz as the nine of a tensor.
static void whole_tensor(const double six[6], double *out) {
    static const int of[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
    for (int k = 0; k < 9; k++) {
        out[k] = six[of[k]];
    }
}

static void kinetic_stress(const double *s, double sign, double *out) {
    static const int of[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    const double m = s[SCREE_FIELDS_MASS], *j = s + SCREE_FIELDS_MOMENTUM;
    double six[6];
    for (int k = 0; k < 6; k++) {
        const double mean = m > 0.0 ? j[of[k][0]] * j[of[k][1]] / m : 0.0,
                     all = s[SCREE_FIELDS_FLUX + k] - mean;
        six[k] = sign * (k < 3 ? fmax(all, 0.0) : all); // rounding makes no negative squares
    }
    whole_tensor(six, out);
}

static void contact_stress(const double *s, double sign, double *out) {
    for (int k = 0; k < 9; k++) {
        out[k] = 0.0 - sign * s[SCREE_FIELDS_STRESS + k]; // no -0
    }
}

static void stress(const double *s, double sign, double *out) {
    double kinetic[9];
    kinetic_stress(s, sign, kinetic);
    contact_stress(s, sign, out);
    for (int k = 0; k < 9; k++) {
        out[k] += kinetic[k];
    }
}

static void pressure(const double *s, double sign, double *out) {
    double all[9];
    (void)sign;
    stress(s, 1.0, all);
    *out = (all[0] + all[4] + all[8]) / 3.0;
}

static void granular_temperature(const double *s, double sign, double *out) {
    double kinetic[9];
    (void)sign;
    kinetic_stress(s, 1.0, kinetic);
    *out = over((kinetic[0] + kinetic[4] + kinetic[8]) / 3.0, s[SCREE_FIELDS_MASS]);
}

static void wall_force(const double *s, double sign, double *out) {
    (void)sign;
    for (int k = 0; k < 3; k++) {
        out[k] = s[SCREE_FIELDS_WALLS + k];
    }
}

static void coordination(const double *s, double sign, double *out) {
    (void)sign;
    *out = over(s[SCREE_FIELDS_TOUCHES], s[SCREE_FIELDS_PARTICLES]);
}

static void fabric(const double *s, double sign, double *out) {
    double six[6];
    (void)sign;
    for (int k = 0; k < 6; k++) {
        six[k] = over(s[SCREE_FIELDS_NORMALS + k], s[SCREE_FIELDS_CONTACTS]);
    }
    whole_tensor(six, out);
}

static void temperature(const double *s, double sign, double *out) {
    (void)sign;
    *out = over(s[SCREE_FIELDS_HEAT], s[SCREE_FIELDS_MASS]);
}

#define PARTICLES SCREE_FIELDS_KNOW_PARTICLES
#define CONTACTS SCREE_FIELDS_KNOW_CONTACTS
const scree_fields_value scree_fields_value_list[SCREE_FIELDS_VALUES] = {
    {"density", "kg/m3", 1, PARTICLES, density},
    {"solid_fraction", "1", 1, PARTICLES, solid_fraction},
    {"velocity", "m/s", 3, PARTICLES, velocity},
    {"momentum", "kg/(m2 s)", 3, PARTICLES, momentum},
    {"granular_temperature", "m2/s2", 1, PARTICLES, granular_temperature},
    {"kinetic_stress", "Pa", 9, PARTICLES, kinetic_stress},
    {"contact_stress", "Pa", 9, CONTACTS, contact_stress},
    {"stress", "Pa", 9, CONTACTS, stress},
    {"pressure", "Pa", 1, CONTACTS, pressure},
    {"wall_force", "N/m3", 3, CONTACTS, wall_force},
    {"coordination", "1", 1, CONTACTS, coordination},
    {"fabric", "1", 9, CONTACTS, fabric},
    {"temperature", "K", 1, SCREE_FIELDS_KNOW_HEAT, temperature},
};

bool scree_fields_have(const scree_fields *f, const scree_fields_value *v) {
    return f->knows[v->needs];
}

void scree_fields_of(const scree_fields *f, const scree_fields_value *v, size_t cell, double *out) {
    const double *high = f->sum + cell * 2 * SCREE_FIELDS_SUMS, *low = high + SCREE_FIELDS_SUMS;
    double sum[SCREE_FIELDS_SUMS];
    for (int k = 0; k < SCREE_FIELDS_SUMS; k++) {
        sum[k] = (high[k] + low[k]) / f->frames;
    }
    v->of(sum, f->def.sign == 0 ? 1.0 : -1.0, out);
}
