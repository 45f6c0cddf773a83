// SPDX-License-Identifier: BSD-3-Clause
#include "wear/wear_keys.h"
#include "keys/complain.h"
#include "laws/list/registry.h"
#include "sections/key_tables.h"

#define AT(field) .offset = offsetof(scree_wear_def, field)
static const scree_key keys[] = {
    {"speed_bins", .type = &scree_numbers_type, .unit = "m/s",
     .doc = "Limits of the bins in which impacts are counted by the speed at which the surfaces meet, "
            "ascending; one bin more is below the first, one above the last.",
     AT(speed_bins)},
    {"energy_bins", .type = &scree_numbers_type, .unit = "J", .doc = "The same by the energy of the impact.",
     AT(energy_bins)},
    {"particles", BOOL, .fallback = "true",
     .doc = "Sum the energies of the impacts of each particle, with others and with walls, and keep the "
            "largest.",
     AT(particles)},
};
#undef AT
const scree_section scree_wear_section = {
    .doc = "Work, impacts and wear of walls, by triangle, and impacts of particles; laws of wear are in the "
           "contacts.",
    KEYS(keys),
    .check = scree_check_wear};

static void check_bins(scree_config *g, const double *limit, size_t n, const scree_yaml *node,
                       const char *key, const char *path) {
    for (size_t k = 0; k < n; k++) {
        if (!(limit[k] > (k > 0 ? limit[k - 1] : 0.0))) {
            scree_config_error(
                g, scree_yaml_place(node, key),
                "%s.%s: limit %zu, %.6g, is not above %s; accepted: limits above 0 in ascending "
                "order",
                path, key, k + 1, limit[k], k > 0 ? "the one before it" : "0");
            return;
        }
    }
}

void scree_check_wear(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_wear_def *wear = base;
    wear->place = node->place;
    check_bins(g, wear->speed_bins.data, wear->speed_bins.n, node, "speed_bins", path);
    check_bins(g, wear->energy_bins.data, wear->energy_bins.n, node, "energy_bins", path);
}

void scree_check_wear_of_case(scree_config *g) {
    const scree_case *c = g->c;
    if (c->has_wear && c->integrator == SCREE_VERLET_HALF_STEP) {
        scree_config_error(g, c->wear.place,
                           "wear: with time.integrator: verlet_half_step the power in a contact is not known "
                           "at the time of its force; accepted: integrator: verlet");
    }
    if (c->has_wear && c->wear.particles && c->has_deformation) {
        scree_config_error(g, c->wear.place,
                           "wear.particles: the speed of impacts across the border of a cell that deforms is "
                           "not known; accepted: particles: false");
    }
}

void scree_check_wear_of_pairs(scree_config *g) {
    const scree_case *c = g->c;
    const size_t n = c->material.n;
    for (size_t k = 0; c->pair && !c->has_wear && !c->has_lab && k < n * n; k++) {
        const scree_law *law = scree_law_at(c->pair[k].law[SCREE_WEAR]);
        if (law) {
            scree_config_error(g, c->pair[k].place,
                               "contacts: between %s and %s there is a law of wear, %s, and nothing sums "
                               "what it wears; accepted: a section 'wear', which may be empty: wear: {}",
                               c->material.data[k / n].name, c->material.data[k % n].name, law->name);
            return;
        }
    }
}

// The impact of a particle stands for those of its grains: their energies are added up, so that each bin keeps its impacts.
void scree_wear_coarsen(scree_config *g) {
    scree_wear_def *wear = &g->c->wear;
    for (size_t k = 0; k < wear->energy_bins.n; k++) {
        scree_coarsen(g->c, &wear->energy_bins.data[k], scree_coarse_power("J"), "J", "wear.energy_bins[%zu]",
                      k);
    }
}
