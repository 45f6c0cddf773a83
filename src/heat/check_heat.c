// SPDX-License-Identifier: BSD-3-Clause
// Rules between the keys of heat, and between heat and the rest of a case.
#include "access/loss_heat.h"
#include "geometry/wall_form.h"
#include "heat/heat_keys.h"
#include "heat/heat_limits.h"
#include "keys/complain.h"
#include "laws/list/registry.h"
#include "sections/check_parts.h"
#include <math.h>
#include <string.h>

void scree_check_heat_source(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_heat_source_def *source = base;
    source->which.source = scree_check_from(g, source->which.from, node, path);
    scree_check_span(g, source->start, source->stop, node, path);
}

void scree_check_heat(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_heat_def *heat = base;
    heat->place = node->place;
    const char *needs = heat->convection > 0.0 ? "convection" : heat->radiation ? "radiation" : NULL;
    if (needs && !(heat->ambient > 0.0)) {
        scree_config_error(g, scree_yaml_place(node, needs),
                           "%s: %s needs the temperature of the ambient; accepted: a key 'ambient'", path,
                           needs);
    }
    if (heat->friction > 0.0 && g->c->integrator == SCREE_VERLET_HALF_STEP) {
        scree_config_error(g, scree_yaml_place(node, "friction"),
                           "%s: with time.integrator: verlet_half_step the power in a contact is not known "
                           "at the time of its force; accepted: friction with integrator: verlet",
                           path);
    }
}

void scree_check_csv(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_output_def *output = base;
    if (output->csv_fields[SCREE_CSV_TEMPERATURE] && !g->c->has_heat) {
        scree_config_error(g, scree_yaml_place(node, "fields"),
                           "%s.fields: 'temperature' in a case without a section 'heat'; accepted: that "
                           "section, or other fields",
                           path);
    }
}

void scree_check_wall_heat(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wall_heat_def *heat = base;
    const bool temperature = heat->temperature > 0.0, power = scree_yaml_has(node, "power"),
               flux = scree_yaml_has(node, "flux"), mass = heat->mass > 0.0;
    if (mass && !temperature) {
        scree_config_error(g, node->place,
                           "%s: missing key 'temperature', which a wall with a mass has at the start; "
                           "accepted: a temperature above 0 K",
                           path);
    } else if (mass && flux) {
        scree_config_error(g, scree_yaml_place(node, "flux"),
                           "%s: a wall with a mass has no flux of its own; accepted: 'power' into the wall",
                           path);
    } else if (!mass && (int)temperature + (int)power + (int)flux != 1) {
        scree_config_error(
            g, node->place,
            "%s: %s; accepted: one of 'temperature', 'power' and 'flux', or a 'mass' with a 'temperature' "
            "and perhaps a 'power'; an insulated wall has no 'heat', or 'heat: null'",
            path, temperature || power || flux ? "more than one is given" : "nothing is given");
    }
}

static bool is_of_particles(const scree_case *c, size_t material) {
    bool any = false;
    for (size_t k = 0; k < c->source.n; k++) {
        any |= c->source.data[k].material == (int)material;
    }
    return any;
}

static void check_materials(scree_config *g) {
    const scree_case *c = g->c;
    for (size_t k = 0; k < c->material.n; k++) {
        const scree_material_def *m = &c->material.data[k];
        if (is_of_particles(c, k) && scree_heat_lacks(c, k)) {
            scree_config_error(g, m->place, "materials.%s: %s", m->name, scree_heat_lacks(c, k));
        }
    }
}

static void check_wall(scree_config *g, const scree_wall_def *wall) {
    const scree_material_def *m = &g->c->material.data[wall->material];
    if (!g->c->has_heat) {
        scree_config_error(g, wall->place,
                           "walls.%s: 'heat' of a wall in a case without a section 'heat'; accepted: that "
                           "section, with the temperature of the particles",
                           wall->name);
    } else if (wall->heat.mass > 0.0 && !(m->heat_capacity > 0.0)) {
        scree_config_error(g, wall->place,
                           "walls.%s.heat: a wall with a mass warms, and its material %s has no "
                           "'heat_capacity'; accepted: a number above 0 J/(kg K) in the material",
                           wall->name, m->name);
    } else if (wall->heat.flux != 0.0 && !scree_wall_has_area(wall)) {
        scree_config_error(g, wall->place,
                           "walls.%s.heat: a flux needs an area, and a %s has none; accepted: 'power', or a "
                           "wall of triangles",
                           wall->name, scree_wall_form_of(wall)->name);
    }
}

void scree_check_heat_of_case(scree_config *g) {
    const scree_case *c = g->c;
    if (c->has_heat) {
        check_materials(g);
    }
    for (size_t k = 0; k < c->wall.n; k++) {
        if (c->wall.data[k].has_heat && c->wall.data[k].material >= 0) {
            check_wall(g, &c->wall.data[k]);
        }
    }
    for (size_t k = 0; k < c->source.n; k++) {
        if (c->source.data[k].temperature > 0.0 && !c->has_heat) {
            scree_config_error(
                g, c->source.data[k].place,
                "'%s': 'temperature' in a case without a section 'heat'; accepted: that section",
                c->source.data[k].name);
        }
    }
}

// Does the law act before touch?
static bool has_field(const scree_case *c, size_t pair, const scree_law *law, const double *param) {
    double derived[SCREE_DERIVED_MAX];
    const size_t n = c->material.n;
    const scree_pairing pairing = scree_pairing_of(&c->material.data[pair / n], &c->material.data[pair % n]);
    return law->traits & SCREE_TRAIT_FIELD && law->reach && !law->derive(param, &pairing, derived) &&
           law->reach(derived, 1.0) > 0.0;
}

// Is there room in the history for what the heat of losses needs?
static bool has_room(const scree_pair_def *pair, const scree_law *const *laws) {
    int columns = SCREE_MADE_OF_HISTORY;
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        columns += pair->law[slot] >= 0 ? laws[pair->law[slot]]->nhistory : 0;
    }
    return columns <= SCREE_HISTORY_MAX;
}

void scree_check_heat_of_pairs(scree_config *g) {
    const scree_case *c = g->c;
    int n;
    const scree_law *const *laws = scree_laws(&n);
    bool reported = !c->pair; // what is wrong with the contacts was reported
    for (size_t k = 0; k < c->material.n * c->material.n && !reported; k++) {
        const scree_pair_def *pair = &c->pair[k];
        const char *a = c->material.data[k / c->material.n].name,
                   *b = c->material.data[k % c->material.n].name;
        if (pair->law[SCREE_HEAT] >= 0 && !c->has_heat && !c->has_lab) {
            scree_config_error(g, pair->place,
                               "contacts: between %s and %s there is a heat law, %s, and particles have no "
                               "temperature; accepted: a section 'heat' with a 'temperature'",
                               a, b, laws[pair->law[SCREE_HEAT]]->name);
            reported = true;
        }
        if (scree_case_warms_contacts(c) && !reported && !has_room(pair, laws)) {
            scree_config_error(
                g, pair->place,
                "contacts: between %s and %s the laws remember more numbers than there is room for beside "
                "those of heat.friction; accepted: a law with less history, or friction: 0",
                a, b);
            reported = true;
        }
        for (int slot = 0; slot < SCREE_SLOT_COUNT && scree_case_warms_contacts(c) && !reported; slot++) {
            const scree_law *law = pair->law[slot] >= 0 ? laws[pair->law[slot]] : NULL;
            if (law && has_field(c, k, law, pair->param[slot])) {
                scree_config_error(
                    g, pair->place,
                    "contacts: between %s and %s the law %s acts before touch, and heat.friction needs laws "
                    "that begin at touch; accepted: other laws, or heat.friction: 0",
                    a, b, law->name);
                reported = true;
            }
        }
    }
}

// The surface of all particles together gets smaller by the factor; a source of heat for each of them stands for factor^3 particles.
void scree_heat_coarsen(scree_config *g) {
    scree_heat_def *heat = &g->c->heat;
    scree_coarsen(g->c, &heat->convection, 1, "W/(m2 K)", "heat.convection");
    for (size_t k = 0; k < heat->source.n; k++) {
        scree_heat_source_def *source = &heat->source.data[k];
        scree_coarsen(g->c, &source->power, source->by_volume ? 0 : 3, "W", "heat.sources[%zu].power", k);
    }
    if (g->c->has_heat && heat->radiation) {
        scree_config_error(
            g, heat->place,
            "coarse_graining: heat.radiation goes with the surface of the particles, which gets smaller by "
            "the factor; accepted: heat.convection of 4 emissivity 5.67e-8 T^3 instead");
    }
}
