// SPDX-License-Identifier: BSD-3-Clause
// Stress of the particles in a region or in a periodic domain, and the inertial number.
#include "maths/math.h"
#include "measures/measure.h"
#include "regions/region.h"

enum { TERMS = 6 }; // of a symmetric tensor
enum { MASS, MOMENTUM, VOLUME = MOMENTUM + 3, DIAMETER, FLUX, FORCES = FLUX + TERMS, SUMS = FORCES + TERMS };
enum { TOTAL, CONTACTS, KINETIC };

// Of free particles: what their stress is made of.
typedef struct summed {
    double tensor[TERMS];          // Pa, xx yy zz xy xz yz, compression positive
    double mass, volume, diameter; // kg and m3 of all, m the mean
} summed;

// The symmetric part of the product, times a factor.
static void add_product(scree_double_double *to, double factor, scree_vec3 a, scree_vec3 b) {
    static const int of[TERMS][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (int k = 0; k < TERMS; k++) {
        const int i = of[k][0], j = of[k][1];
        scree_double_double_add(&to[k], factor * 0.5 *
                                            (vec_get(a, i) * vec_get(b, j) + vec_get(a, j) * vec_get(b, i)));
    }
}

// Each force acts on each of its free particles in the region, with the arm from its centre.
static void add_contacts(const bool *in, const scree_arranged_contacts *list, scree_double_double *forces) {
    for (size_t k = 0; k < list->n; k++) {
        const scree_arranged_contact *c = &list->data[k];
        if (c->counts && in[c->a]) {
            add_product(forces, -1.0, c->force, c->arm[0]);
        }
        if (c->counts && c->b != SCREE_ARRANGED_WALL && in[c->b]) {
            add_product(forces, 1.0, c->force, c->arm[1]);
        }
    }
}

static bool sum_up(const scree_arrangement *a, const scree_measure_def *d, scree_measured *out, summed *s) {
    const bool *periodic = a->cell.periodic;
    if (!d->has_region && !(periodic[0] && periodic[1] && periodic[2])) {
        scree_measure_lacks(out, "it has no region, and the domain is not periodic along all axes");
        return false;
    }
    scree_double_double sum[SUMS] = {{0.0, 0.0}};
    uint64_t count = 0;
    bool *in = scree_measure_rows_in(a, d);
    for (size_t i = 0; i < a->particle.n; i++) {
        const scree_arranged *q = &a->particle.data[i];
        if (scree_arranged_counts(a, i) && in[i]) {
            count++;
            scree_double_double_add(&sum[MASS], q->m);
            scree_double_double_add(&sum[MOMENTUM], q->m * q->v.x);
            scree_double_double_add(&sum[MOMENTUM + 1], q->m * q->v.y);
            scree_double_double_add(&sum[MOMENTUM + 2], q->m * q->v.z);
            scree_double_double_add(&sum[VOLUME], scree_sphere_volume(0.5 * q->diameter));
            scree_double_double_add(&sum[DIAMETER], q->diameter);
            add_product(sum + FLUX, q->m, q->v, q->v);
        }
    }
    add_contacts(in, &a->contact, sum + FORCES);
    add_contacts(in, &a->distant, sum + FORCES);
    scree_free(in);
    scree_comm_add(a->comm, &count, 1);
    scree_comm_add_double_double(a->comm, sum, SUMS);
    if (count == 0) {
        scree_measure_lacks(out, "there are no free particles in its region");
        return false;
    }
    double x[SUMS];
    for (int k = 0; k < SUMS; k++) {
        x[k] = scree_double_double_value(&sum[k]);
    }
    const double volume = d->has_region ? scree_region_volume(a->w, &d->region) : scree_cell_volume(&a->cell);
    const scree_vec3 mean = vec_scale(1.0 / x[MASS], vec3(x[MOMENTUM], x[MOMENTUM + 1], x[MOMENTUM + 2]));
    add_product(sum + FLUX, -x[MASS], mean, mean);
    for (int k = 0; k < TERMS; k++) {
        s->tensor[k] = ((d->part != KINETIC ? x[FORCES + k] : 0.0) +
                        (d->part != CONTACTS ? scree_double_double_value(&sum[FLUX + k]) : 0.0)) /
                       volume;
    }
    s->mass = x[MASS];
    s->volume = x[VOLUME];
    s->diameter = x[DIAMETER] / (double)count;
    return true;
}

static double mean_of(const summed *s) {
    return (s->tensor[0] + s->tensor[1] + s->tensor[2]) / 3.0;
}

// Sum of the squares of the components of the deviator.
static double deviator2(const summed *s) {
    double sum = 0.0;
    for (int k = 0; k < TERMS; k++) {
        const double part = s->tensor[k] - (k < 3 ? mean_of(s) : 0.0);
        sum += (k < 3 ? 1.0 : 2.0) * part * part;
    }
    return sum;
}

static void evaluate_stress(const scree_arrangement *a, const scree_measure_def *d, scree_measured *out,
                            scree_measure_rows *rows) {
    summed s;
    (void)rows;
    if (sum_up(a, d, out, &s)) {
        const double sign = d->sign == 0 ? 1.0 : -1.0;
        for (int k = 0; k < TERMS; k++) {
            out->value[k] = sign * s.tensor[k];
        }
        out->value[TERMS] = mean_of(&s);
        out->value[TERMS + 1] = sqrt(1.5 * deviator2(&s));
    }
}

static const scree_column stress_values[] = {
    {"stress_xx", "Pa", "Stress of the particles; compression is positive but with `sign: tension`.",
     SCREE_MEASURED(0)},
    {"stress_yy", "Pa", NULL, SCREE_MEASURED(1)},
    {"stress_zz", "Pa", NULL, SCREE_MEASURED(2)},
    {"stress_xy", "Pa", NULL, SCREE_MEASURED(3)},
    {"stress_xz", "Pa", NULL, SCREE_MEASURED(4)},
    {"stress_yz", "Pa", NULL, SCREE_MEASURED(5)},
    {"mean_stress", "Pa", "p = (xx + yy + zz) / 3, positive in compression.", SCREE_MEASURED(6)},
    {"deviator_stress", "Pa", "q = sqrt(3/2 s:s) of the deviator s; |axial - radial| in a triaxial test.",
     SCREE_MEASURED(7)},
};

const scree_measure scree_measure_stress = {
    .doc = "sigma = (1/V) (sum m c c - sum f l): velocities c of the free particles in the region relative "
           "to their mean "
           "velocity, and forces f of contacts, bonds and fields on each of them with the arm l from its "
           "centre, of "
           "clumps that of the whole, to the contact point; the symmetric part. V is the volume of the "
           "region, or of a domain "
           "that is periodic along all axes. `part` chooses the forces alone (Love and Weber) or the "
           "velocities alone. Where the mean "
           "velocity differs from place to place, the differences count too; fields have a velocity at each "
           "place.",
    .source =
        "Weber, Bull. Liaison Ponts Chauss. 20 (1966) 3; Christoffersen, Mehrabadi, Nemat-Nasser, J. Appl. "
        "Mech. 48 (1981) 339, eq. (13).",
    .cost = "One pass over particles and contacts.",
    .contacts = true,
    .motion = true,
    .value = {SCREE_COLUMNS(stress_values)},
    .evaluate = evaluate_stress,
};

// ---- inertial number ---------------------------------------------------------------------------------------

static void evaluate_inertial_number(const scree_arrangement *a, const scree_measure_def *d,
                                     scree_measured *out, scree_measure_rows *rows) {
    summed s;
    (void)rows;
    if (!sum_up(a, d, out, &s)) {
        return;
    }
    const double p = mean_of(&s);
    if (!(p > 0.0)) {
        scree_measure_lacks(out, "the mean stress is not compressive");
        return;
    }
    out->value[0] = d->shear_rate * s.diameter * sqrt(s.mass / s.volume / p);
    out->value[1] = sqrt(0.5 * deviator2(&s)) / p;
}

static const scree_column inertial_values[] = {
    {"inertial_number", "1", "I = shear rate x mean diameter x sqrt(density of the particles / mean stress).",
     SCREE_MEASURED(0)},
    {"stress_ratio", "1", "mu = sqrt(s:s / 2) / p, the shear stress over the mean stress.",
     SCREE_MEASURED(1)},
};

const scree_measure scree_measure_inertial_number = {
    .doc = "I = g d sqrt(rho / p) with the shear rate g that is given, the mean diameter d, the mass of the "
           "free particles over their volume "
           "rho, and the mean stress p as in `stress`; mu of the same stress.",
    .source = "GDR MiDi, Eur. Phys. J. E 14 (2004) 341, doi:10.1140/epje/i2003-10153-0.",
    .cost = "One pass over particles and contacts.",
    .contacts = true,
    .motion = true,
    .value = {SCREE_COLUMNS(inertial_values)},
    .evaluate = evaluate_inertial_number,
};
