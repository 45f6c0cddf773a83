// SPDX-License-Identifier: BSD-3-Clause
#include "liquid/liquid_keys.h"
#include "geometry/wall_form.h"
#include "keys/complain.h"
#include "laws/list/law_set.h"
#include "maths/math.h"
#include "sections/key_tables.h"

#define AT(field) .offset = offsetof(scree_liquid_def, field)
static const scree_key liquid_keys[] = {
    {"moisture", NUMBER, FROM(0), .fallback = "0",
     .doc = "Mass of liquid over the mass of a new particle, as a film on it.", AT(moisture)},
    {"density", IN("kg/m3"), ABOVE(0), .fallback = "1000 kg/m3", .doc = "Density of the liquid.",
     AT(density)},
    {"share", NUMBER, ABOVE_TO(0, 1), .fallback = "0.067",
     .doc = "Share of the film of a particle that one contact takes for its bridge; 0.067 is that of the cap "
            "of a sphere near an equal one.",
     AT(share)},
    {"least", NUMBER, ABOVE(0), .fallback = "1e-6",
     .doc = "Volume of a bridge over R^3, R = 2 ra rb / (ra + rb), below which none forms.", AT(least)},
    {"largest", NUMBER, ABOVE_TO(0, 0.05), .fallback = "0.05",
     .doc = "The same, above which the films keep the rest: wetter bodies are not in the pendular state, for "
            "which the laws hold.",
     AT(largest)},
    {"unit", IN("m3"), ABOVE(0), .fallback = "5.3e-23 m3",
     .doc =
         "Volume that is counted as one; the next smaller power of two is taken. Films may have 2^52 of it.",
     AT(unit)},
};
#undef AT
const scree_section scree_liquid_section = {
    .doc = "Liquid as films on particles and walls, and as bridges between them; without it all is dry.",
    KEYS(liquid_keys),
    .check = scree_check_liquid};

void scree_check_liquid(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_liquid_def *def = base;
    def->place = node->place;
    if (def->least > def->largest) {
        scree_config_error(g, scree_yaml_place(node, "least"),
                           "%s.least = %.6g is above largest = %.6g, so no bridge could form; accepted: a "
                           "smaller least",
                           path, def->least, def->largest);
    }
    int exponent;
    frexp(def->unit, &exponent);
    def->unit = ldexp(1.0, exponent - 1);
}

// An entry of `insertion` may put in particles late in a run, so their films are checked before it.
static void check_films(scree_config *g, const scree_source_def *source) {
    const scree_case *c = g->c;
    if (!scree_source_inserts(source) || source->material < 0) {
        return;
    }
    const double moisture = source->moisture < 0.0 ? c->liquid.moisture : source->moisture,
                 mass =
                     scree_sphere_volume(0.5 * source->size.max) * c->material.data[source->material].density,
                 film = moisture * mass / c->liquid.density;
    if (film > SCREE_LIQUID_MOST_UNITS * c->liquid.unit) {
        scree_config_error(
            g, source->place,
            "'%s': the film of its largest particles would have %.4g m3, more than 2^52 times "
            "liquid.unit, %.4g m3; accepted: a liquid.unit of %.3g m3 or more, or less moisture",
            source->name, film, c->liquid.unit, 2.0 * film / SCREE_LIQUID_MOST_UNITS);
    }
}

void scree_check_liquid_of_case(scree_config *g) {
    const scree_case *c = g->c;
    for (size_t k = 0; k < c->source.n; k++) {
        if (c->source.data[k].moisture > 0.0 && !c->has_liquid) {
            scree_config_error(
                g, c->source.data[k].place,
                "'%s': 'moisture' in a case without a section 'liquid'; accepted: that section",
                c->source.data[k].name);
        }
    }
    for (size_t k = 0; c->has_liquid && k < c->source.n; k++) {
        check_films(g, &c->source.data[k]);
    }
    for (size_t k = 0; k < c->wall.n; k++) {
        const scree_wall_def *wall = &c->wall.data[k];
        if (!(wall->liquid_film > 0.0)) {
            continue;
        }
        if (!c->has_liquid) {
            scree_config_error(
                g, wall->place,
                "walls.%s: 'liquid_film' in a case without a section 'liquid'; accepted: that section",
                wall->name);
        } else if (!scree_wall_has_area(wall)) {
            scree_config_error(
                g, wall->place,
                "walls.%s: a film has a volume by the wall's area, and a %s has none; accepted: a wall "
                "of triangles, or no 'liquid_film'",
                wall->name, scree_wall_form_of(wall)->name);
        }
    }
}

// Moisture and volumes over R^3 stay as they are, and so does the film of a wall, whose liquid is that of the machine. The unit is a power of two, and one
// in which films have no more units than those of the grains.
void scree_liquid_coarsen(scree_config *g) {
    scree_case *c = g->c;
    if (!c->has_liquid) {
        return;
    }
    const double of_grains = c->liquid.unit;
    double unit = of_grains;
    while (unit < of_grains * scree_coarse_times(c->coarse_graining.factor, scree_coarse_power("m3"))) {
        unit *= 2.0;
    }
    if (unit > of_grains) {
        scree_array_push(&c->coarse_graining.value,
                         (scree_coarse_value){scree_strdup("liquid.unit"), "m3", of_grains, unit});
        c->liquid.unit = unit;
    }
}

static bool some_pair_is_wet(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; c->pair && k < c->material.n * c->material.n; k++) {
        any |= c->pair[k].law[SCREE_LIQUID] >= 0;
    }
    return any;
}

void scree_check_liquid_of_pairs(scree_config *g) {
    const scree_case *c = g->c;
    for (size_t k = 0; c->pair && k < c->material.n * c->material.n && !c->has_liquid && !c->has_lab; k++) {
        if (c->pair[k].law[SCREE_LIQUID] >= 0) {
            scree_config_error(
                g, c->pair[k].place,
                "contacts: between %s and %s there is a law of liquid bridges, and particles have no "
                "liquid; accepted: a section 'liquid'",
                c->material.data[k / c->material.n].name, c->material.data[k % c->material.n].name);
            return;
        }
    }
}

void scree_liquid_audit(scree_world *w, scree_report *r) {
    if (w->case_->has_liquid && !some_pair_is_wet(w->case_)) {
        scree_report_warning(r, "liquid: no materials have a law of liquid bridges, so the films do nothing; "
                                "'liquid' of 'contacts' has them");
    }
}
