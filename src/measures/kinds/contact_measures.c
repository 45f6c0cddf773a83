// SPDX-License-Identifier: BSD-3-Clause
// Measures of contacts and their forces.
#include "measures/measure.h"
#include "measures/rattlers.h"

// ---- what is in the region ---------------------------------------------------------------------------------

static bool touches_region(const scree_arranged_contact *c, const bool *in) {
    return in[c->a] || (c->b != SCREE_ARRANGED_WALL && in[c->b]);
}

// ---- unbalanced force --------------------------------------------------------------------------------------

static void evaluate_unbalanced_force(const scree_arrangement *a, const scree_measure_def *d,
                                      scree_measured *out, scree_measure_rows *rows) {
    enum { NET, CONTACT, N };
    scree_double_double sum[N] = {0};
    uint64_t count[N] = {0};
    bool *in = scree_measure_rows_in(a, d);
    for (size_t i = 0; i < a->particle.n; i++) {
        if (scree_arranged_counts(a, i) && in[i]) {
            scree_double_double_add(&sum[NET], vec_norm(a->particle.data[i].force));
            count[NET]++;
        }
    }
    for (size_t k = 0; k < a->contact.n; k++) {
        const scree_arranged_contact *c = &a->contact.data[k];
        if (c->counts && touches_region(c, in)) {
            scree_double_double_add(&sum[CONTACT], vec_norm(c->force));
            count[CONTACT]++;
        }
    }
    scree_free(in);
    scree_comm_add_double_double(a->comm, sum, N);
    scree_comm_add(a->comm, count, N);
    const double net = scree_double_double_value(&sum[NET]),
                 contact = scree_double_double_value(&sum[CONTACT]);
    if (count[NET] == 0 || !(contact > 0.0)) {
        scree_measure_lacks(out,
                            count[NET] == 0 ? "there are no free particles" : "no contact bears a force");
        return;
    }
    out->value[0] = (net / (double)count[NET]) / (contact / (double)count[CONTACT]);
    (void)rows;
}

static const scree_column unbalanced_force_values[] = {
    {"unbalanced_force", "1", "Mean resulting force on a free particle over the mean contact force.",
     SCREE_MEASURED(0)},
};

const scree_measure scree_measure_unbalanced_force = {
    .doc = "u = (sum |F_i| / N) / (sum |f_c| / C), with the resulting force F_i, weight included, on each of "
           "N free particles or clumps, and the force f_c of each of C "
           "contacts of theirs, those with walls and fixed particles included. It is 0 in equilibrium; a "
           "quasi-static state has 0.01 and less. Without contacts it does not exist: particles that fall "
           "freely "
           "are not at rest.",
    .source = "As `unbalancedForce` of YADE and the mean unbalanced force of PFC (Itasca).",
    .cost = "One pass over particles and contacts.",
    .contacts = true,
    .forces = true,
    .value = {SCREE_COLUMNS(unbalanced_force_values)},
    .evaluate = evaluate_unbalanced_force,
};

// ---- coordination ------------------------------------------------------------------------------------------

// Contacts of each row's whole with particles, by the first row: all, and those that bear.
typedef struct contacts_of_one {
    uint32_t all, bearing;
} contacts_of_one;

static contacts_of_one *count_contacts(const scree_arrangement *a, const bool *rattles) {
    contacts_of_one *of = scree_zeros((a->particle.n + 1) * sizeof *of);
    for (size_t k = 0; k < a->contact.n; k++) {
        const scree_arranged_contact *c = &a->contact.data[k];
        const uint32_t end[2] = {c->a, c->b};
        for (int j = 0; j < 2; j++) {
            if (c->b != SCREE_ARRANGED_WALL && a->particle.data[end[j]].counts) {
                contacts_of_one *one = &of[a->particle.data[end[j]].first];
                one->all++;
                one->bearing += scree_bears(c, rattles);
            }
        }
    }
    return of;
}

enum { MOST_CONTACTS = 32 };

static void evaluate_coordination(const scree_arrangement *a, const scree_measure_def *d, scree_measured *out,
                                  scree_measure_rows *rows) {
    enum { PARTICLES, CONTACTS, RATTLERS, OF_OTHERS, BY_NUMBER, N = BY_NUMBER + MOST_CONTACTS + 1 };
    uint64_t count[N] = {0};
    bool *rattles = scree_rattlers_of(a, d->least_contacts);
    contacts_of_one *of = count_contacts(a, rattles);
    for (size_t i = 0; i < a->particle.n; i++) {
        if (scree_arranged_counts(a, i) && scree_measure_has(a, d, a->particle.data[i].whole)) {
            const uint32_t n = of[i].all;
            count[PARTICLES]++;
            count[CONTACTS] += n;
            count[RATTLERS] += rattles[i];
            count[OF_OTHERS] += of[i].bearing;
            count[BY_NUMBER + (n < MOST_CONTACTS ? n : MOST_CONTACTS)]++;
        }
    }
    scree_free(of);
    scree_free(rattles);
    scree_comm_add(a->comm, count, N);
    const double all = (double)count[PARTICLES], others = all - (double)count[RATTLERS];
    if (count[PARTICLES] == 0) {
        scree_measure_lacks(out, "there are no free particles in its region");
        return;
    }
    out->value[0] = (double)count[CONTACTS] / all;
    out->value[1] = others > 0.0 ? (double)count[OF_OTHERS] / others : 0.0;
    out->value[2] = (double)count[RATTLERS] / all;
    for (int k = 0; rows && k <= MOST_CONTACTS; k++) {
        scree_array_push(rows, (double)k);
        scree_array_push(rows, (double)count[BY_NUMBER + k] / all);
    }
}

static const scree_column coordination_values[] = {
    {"coordination", "1", "Contacts with particles per free particle.", SCREE_MEASURED(0)},
    {"coordination_mechanical", "1",
     "The same without rattlers: of the other particles, and among them alone.", SCREE_MEASURED(1)},
    {"rattlers", "1",
     "Share of the free particles that have fewer than `least` contacts, those with walls included, with "
     "others that are no rattlers.",
     SCREE_MEASURED(2)},
};

static const scree_column coordination_columns[] = {
    {"contacts", "1", "Number of contacts with particles; the last row also has those with more.",
     .when = NULL},
    {"share", "1", "Share of the particles that have so many.", .when = NULL},
};

const scree_measure scree_measure_coordination = {
    .doc = "Z = sum c_i / N over N free particles or clumps with c_i contacts with others. Z_m = sum c_i / "
           "(N - N_r), both without the N_r rattlers and their contacts. A rattler bears no load, as it has "
           "fewer than `least` contacts with walls, fixed particles and "
           "particles that are no rattlers: what rests on one alone is one too. The table has the share of "
           "particles by their "
           "number of contacts.",
    .source = "Thornton, Geotechnique 50 (2000) 43, doi:10.1680/geot.2000.50.1.43, who leaves particles with "
              "fewer than two contacts out once: Z_m = (2 C - N_1) / (N - "
              "N_0 - N_1); recursively as O'Hern, Silbert, Liu, Nagel, Phys. Rev. E 68 (2003) 011306, "
              "doi:10.1103/PhysRevE.68.011306.",
    .cost = "A pass over particles and contacts for each layer of rattlers on rattlers, often 5 to 10, and "
            "13 B per particle.",
    .contacts = true,
    .value = {SCREE_COLUMNS(coordination_values)},
    .column = coordination_columns,
    .n_columns = 2,
    .evaluate = evaluate_coordination,
};
