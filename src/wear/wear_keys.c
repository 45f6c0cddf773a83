// SPDX-License-Identifier: BSD-3-Clause
#include "wear/wear_keys.h"
#include "keys/complain.h"
#include "laws/list/registry.h"
#include "regions/region_keys.h"
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
    {"regions", .type = &scree_named_type, .section = &scree_wear_region_section, AT(region)},
};
#undef AT
const scree_section scree_wear_section = {
    .doc = "Work, impacts and wear of walls, by triangle, and impacts of particles; laws of wear are in the "
           "contacts.",
    KEYS(keys),
    .check = scree_check_wear};

#define AT(field) .offset = offsetof(scree_wear_shape_def, field)
static const scree_key shape_keys[] = {
    {"every", TIME, ABOVE(0), .required = true, .doc = "Time between two moves of the triangles.", AT(every)},
    {"at_most", LENGTH, ABOVE(0), .required = true,
     .doc = "How far a vertex moves at once; the rest waits for the next move. At most the radius of the "
            "smallest particle.",
     AT(at_most)},
    {"in_total", LENGTH, ABOVE(0), .required = true,
     .doc = "How far a vertex moves from where it was given; the run warns where it is reached, and the "
            "vertex stays.",
     AT(in_total)},
    {"exaggerate", NUMBER, ABOVE(0), .fallback = "1",
     .doc = "So many times the worn volume is taken off: an hour of wear in a second of the run.",
     AT(exaggerate)},
};
#undef AT
const scree_section scree_wear_shape_section = {
    .doc = "Wear moves the triangles of the wall. It needs the section `wear` and a law of wear between some "
           "material and that of the wall.",
    KEYS(shape_keys),
    .check = scree_check_wear_shape};

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

void scree_check_wear_shape(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wear_shape_def *shape = base;
    if (shape->at_most > shape->in_total) {
        scree_config_error(
            g, scree_yaml_place(node, "at_most"),
            "%s.at_most: %.6g m at once is more than in_total, %.6g m; accepted: up to in_total", path,
            shape->at_most, shape->in_total);
    }
}

void scree_check_wear(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_wear_def *wear = base;
    wear->place = node->place;
    check_bins(g, wear->speed_bins.data, wear->speed_bins.n, node, "speed_bins", path);
    check_bins(g, wear->energy_bins.data, wear->energy_bins.n, node, "energy_bins", path);
}

// The triangles of a region are those where the case gives the walls, and so its mesh has to keep its shape.
static void check_regions(scree_config *g) {
    const scree_case *c = g->c;
    for (size_t k = 0; k < c->wear.region.n; k++) {
        const scree_wear_region_def *def = &c->wear.region.data[k];
        const scree_wall_def *around = def->region.kind == SCREE_REGION_MESH && def->region.wall >= 0
                                           ? &c->wall.data[def->region.wall]
                                           : NULL; // -1: the name is wrong, which is reported
        if (around && around->displaced) {
            scree_config_error(g, def->place,
                               "wear.regions.%s: wear moves the triangles of the mesh '%s'; accepted: a mesh "
                               "without 'displaced_by_wear', or a box, cylinder, sphere or half_space",
                               def->name, around->name);
        }
    }
}

void scree_check_wear_of_case(scree_config *g) {
    const scree_case *c = g->c;
    check_regions(g);
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

static bool has_law_of_wear(const scree_case *c, int material) {
    bool any = false;
    for (size_t k = 0; c->pair && k < c->material.n; k++) {
        any |= scree_law_at(c->pair[(size_t)material * c->material.n + k].law[SCREE_WEAR]) != NULL;
    }
    return any;
}

// Walls that wear moves.
static void check_moved_walls(scree_config *g) {
    const scree_case *c = g->c;
    for (size_t k = 0; k < c->wall.n; k++) {
        const scree_wall_def *wall = &c->wall.data[k];
        if (!wall->displaced) {
            continue;
        }
        if (!c->has_wear) {
            scree_config_error(
                g, wall->place,
                "walls.%s.displaced_by_wear: nothing sums the wear; accepted: a section 'wear', "
                "which may be empty: wear: {}",
                wall->name);
        } else if (!has_law_of_wear(c, wall->material)) {
            scree_config_error(
                g, wall->place,
                "walls.%s.displaced_by_wear: no contact of its material, %s, has a law of wear; "
                "accepted: one in 'contacts', such as wear: {law: archard, wear_coefficient: 1e-3, "
                "hardness: 2 GPa}",
                wall->name, c->material.data[wall->material].name);
        }
        if (scree_wall_is_driven(&wall->drive)) {
            scree_config_error(
                g, wall->place,
                "walls.%s: wear does not move the triangles of a wall that forces move, whose mass "
                "and area would change; accepted: 'displaced_by_wear' of a wall at rest, with "
                "'motion' or 'movable', or '%s' without it",
                wall->name, wall->drive.servo ? "servo" : "free");
        }
    }
}

void scree_check_wear_of_pairs(scree_config *g) {
    const scree_case *c = g->c;
    check_moved_walls(g);
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
