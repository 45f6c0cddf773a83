// SPDX-License-Identifier: BSD-3-Clause
// Directions and forces of contacts.
#include "measures/measure.h"
#include "measures/rattlers.h"

// How many of the bodies of a contact are free particles in the region: 0, 1 or 2.
static int ends_in_region(const scree_arrangement *a, const scree_measure_def *d,
                          const scree_arranged_contact *c) {
    const uint32_t end[2] = {c->a, c->b};
    int n = 0;
    for (int k = 0; k < 2; k++) {
        const scree_arranged *q = end[k] != SCREE_ARRANGED_WALL ? &a->particle.data[end[k]] : NULL;
        n += q && !q->fixed && scree_measure_has(a, d, q->whole);
    }
    return n;
}

// ---- fabric ------------------------------------------------------------------------------------------------

static void evaluate_fabric(const scree_arrangement *a, const scree_measure_def *d, scree_measured *out,
                            scree_measure_rows *rows) {
    enum { TERMS = 6 };
    scree_double_double sum[TERMS] = {{0.0, 0.0}};
    uint64_t ends = 0;
    bool *rattles = scree_rattlers_of(a, d->least_of_fabric);
    (void)rows;
    for (size_t k = 0; k < a->contact.n; k++) {
        const scree_arranged_contact *c = &a->contact.data[k];
        const bool is = c->counts && c->b != SCREE_ARRANGED_WALL && scree_bears(c, rattles);
        const int n = is ? ends_in_region(a, d, c) : 0;
        const scree_vec3 e = c->normal;
        const double term[TERMS] = {e.x * e.x, e.y * e.y, e.z * e.z, e.x * e.y, e.x * e.z, e.y * e.z};
        for (int j = 0; j < TERMS && n > 0; j++) {
            scree_double_double_add(&sum[j], n * term[j]);
        }
        ends += (uint64_t)n;
    }
    scree_free(rattles);
    scree_comm_add(a->comm, &ends, 1);
    scree_comm_add_double_double(a->comm, sum, TERMS);
    if (ends == 0) {
        scree_measure_lacks(out, "there are no contacts between particles in its region");
        return;
    }
    double squares = 0.0;
    for (int j = 0; j < TERMS; j++) {
        out->value[j] = scree_double_double_value(&sum[j]) / (double)ends;
        const double away = out->value[j] - (j < 3 ? 1.0 / 3.0 : 0.0);
        squares += (j < 3 ? 1.0 : 2.0) * away * away;
    }
    out->value[TERMS] = sqrt(1.5 * squares);
}

static const scree_column fabric_values[] = {
    {"fabric_xx", "1",
     "Mean of n_i n_j over contacts; xx + yy + zz is 1, each 1/3 where all directions are equally frequent.",
     SCREE_MEASURED(0)},
    {"fabric_yy", "1", NULL, SCREE_MEASURED(1)},
    {"fabric_zz", "1", NULL, SCREE_MEASURED(2)},
    {"fabric_xy", "1", NULL, SCREE_MEASURED(3)},
    {"fabric_xz", "1", NULL, SCREE_MEASURED(4)},
    {"fabric_yz", "1", NULL, SCREE_MEASURED(5)},
    {"fabric_anisotropy", "1",
     "0 where all directions are equally frequent, 1 where all contacts have one direction.",
     SCREE_MEASURED(6)},
};

const scree_measure scree_measure_fabric = {
    .doc = "F_ij = mean of n_i n_j over the contacts between particles, with the unit normal n; in a region "
           "each contact counts once for each of its free particles there. Contacts of rattlers, which have "
           "fewer than `least` contacts as in `coordination`, are left out. The anisotropy is sqrt(3/2 D:D) "
           "of D = F - 1/3.",
    .source = "Satake, IUTAM Conf. Deformation and Failure of Granular Materials (1982) 63.",
    .cost = "One pass over contacts.",
    .contacts = true,
    .value = {SCREE_COLUMNS(fabric_values)},
    .evaluate = evaluate_fabric,
};

// ---- forces ------------------------------------------------------------------------------------------------

static double normal_force(const scree_arranged_contact *c) {
    return -vec_dot(c->force, c->normal);
}

// Shares of contacts by normal force over the mean, from the smallest to the largest force.
static void put_density(const scree_arrangement *a, const scree_measure_def *d, const double range[2],
                        double mean, uint64_t count, scree_measure_rows *rows) {
    const size_t n = (size_t)d->bins;
    const double width = (range[1] - range[0]) / (double)n;
    uint64_t *bin = scree_zeros(n * sizeof *bin);
    for (size_t k = 0; k < a->contact.n; k++) {
        const scree_arranged_contact *c = &a->contact.data[k];
        if (c->counts && ends_in_region(a, d, c) > 0) {
            const double at = width > 0.0 ? (normal_force(c) - range[0]) / width : 0.0;
            bin[at < (double)n ? (size_t)at : n - 1]++;
        }
    }
    scree_comm_add(a->comm, bin, n);
    for (size_t k = 0; k < n; k++) {
        const double share = (double)bin[k] / (double)count;
        scree_array_push(rows, (range[0] + ((double)k + 0.5) * width) / mean);
        scree_array_push(rows, width > 0.0 ? share * mean / width : share);
    }
    scree_free(bin);
}

static void evaluate_contact_forces(const scree_arrangement *a, const scree_measure_def *d,
                                    scree_measured *out, scree_measure_rows *rows) {
    scree_double_double sum[2] = {{0.0, 0.0}};
    double range[2] = {INFINITY, -INFINITY};
    uint64_t count = 0;
    for (size_t k = 0; k < a->contact.n; k++) {
        const scree_arranged_contact *c = &a->contact.data[k];
        if (c->counts && ends_in_region(a, d, c) > 0) {
            const double f = normal_force(c);
            scree_double_double_add(&sum[0], f);
            scree_double_double_add(&sum[1], f * f);
            range[0] = fmin(range[0], f);
            range[1] = fmax(range[1], f);
            count++;
        }
    }
    scree_comm_add(a->comm, &count, 1);
    scree_comm_add_double_double(a->comm, sum, 2);
    scree_comm_min(a->comm, &range[0], 1);
    scree_comm_max(a->comm, &range[1], 1);
    const double mean = count > 0 ? scree_double_double_value(&sum[0]) / (double)count : 0.0;
    if (!(mean > 0.0)) {
        scree_measure_lacks(out, count > 0 ? "the mean normal force is not repulsive"
                                           : "there are no contacts in its region");
        return;
    }
    const double square = scree_double_double_value(&sum[1]) / (double)count;
    out->value[0] = mean;
    out->value[1] = sqrt(fmax(0.0, square - mean * mean)) / mean;
    out->value[2] = range[1] / mean;
    if (rows) {
        put_density(a, d, range, mean, count, rows);
    }
}

static const scree_column contact_forces_values[] = {
    {"mean_force", "N", "Mean normal force.", SCREE_MEASURED(0)},
    {"force_deviation", "1", "Standard deviation of the normal forces over their mean.", SCREE_MEASURED(1)},
    {"largest_force", "1", "Largest normal force over the mean.", SCREE_MEASURED(2)},
};

static const scree_column contact_forces_columns[] = {
    {"force", "1", "Normal force over the mean, middle of a bin.", .when = NULL},
    {"density", "1", "Probability density of it: its integral is 1.", .when = NULL},
};

const scree_measure scree_measure_contact_forces = {
    .doc = "Normal forces f of the contacts, those with walls included, of free particles in the region. The "
           "table has the density of f over its mean in `bins` bins from the smallest to the largest.",
    .source = "Radjai, Jean, Moreau, Roux, Phys. Rev. Lett. 77 (1996) 274, doi:10.1103/PhysRevLett.77.274.",
    .cost = "One pass over contacts, two with the table.",
    .contacts = true,
    .value = {SCREE_COLUMNS(contact_forces_values)},
    .column = contact_forces_columns,
    .n_columns = 2,
    .evaluate = evaluate_contact_forces,
};
