// SPDX-License-Identifier: BSD-3-Clause
#include "fields/fields_keys.h"
#include "keys/complain.h"
#include "sections/key_tables.h"
#include "sections/section.h"

#define AT(field) .offset = offsetof(scree_fields_def, field)
static const scree_key box_keys[] = {
    {"min", POSITION, .required = true, .doc = "Lower corner.", AT(min)},
    {"max", POSITION, .required = true, .doc = "Upper corner.", AT(max)},
};
static const scree_section box_section = {.doc = "A box along the axes.", KEYS(box_keys)};

// The box is part of the same struct, so it begins where the definition does.
#define SHARED                                                                                               \
    {"cells", .type = &scree_vector_type, .unit = "1",                                                       \
     .doc = "Number of cells of a grid along x, y and z, such as [40, 1, 60]; the fields are those at the "  \
            "centre of each.",                                                                               \
     AT(cells)},                                                                                             \
        {"along",                                                                                            \
         .type = &scree_choice_type,                                                                         \
         .choices = "x|y|z|grid",                                                                            \
         .fallback = "grid",                                                                                 \
         .doc = "x, y or z: a profile, means over slices of the whole space between two planes, which "      \
                "counts as if it had the cross-section of the box; grid: on `cells`.",                       \
         AT(along)},                                                                                         \
        {"bins",           .type = &scree_integer_type,   WITHIN(1, 1000000),                                \
         .fallback = "50", .doc = "Slices of a profile.", AT(bins)},                                         \
        {"radius",                                                                                           \
         LENGTH,                                                                                             \
         ABOVE(0),                                                                                           \
         AUTO,                                                                                               \
         .doc = "Radius R at which Lucy's kernel ends: fields are smooth over about half of it; auto is "    \
                "1.5 diameters of the largest particle.",                                                    \
         AT(radius)},                                                                                        \
        {"box", SECTION(box_section), .doc = "Where; the domain if not given.",                              \
         .flag = offsetof(scree_fields_def, has_box)},                                                       \
        {"sign",                                                                                             \
         .type = &scree_choice_type,                                                                         \
         .choices = "compression|tension",                                                                   \
         .fallback = "compression",                                                                          \
         .doc = "Which stresses are positive; the pressure is positive in compression with both.",           \
         AT(sign)},

static void check(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_fields_def *d = base;
    enum { GRID = 3 };
    double all = 1.0;
    bool whole = true;
    for (int k = 0; k < 3; k++) {
        const double n = vec_get(d->cells, k);
        whole &= n >= 1.0 && n == floor(n);
        all *= n;
    }
    const bool given = vec_norm2(d->cells) > 0.0;
    if (d->along == GRID && !(whole && all <= 1e8)) {
        scree_config_error(g, node->place,
                           "%s: %s; accepted: 'cells' with three whole numbers from 1 whose product is up to "
                           "1e8, or 'along'",
                           path, given ? "'cells' makes no grid" : "what the fields are on is missing");
    }
    if (d->along != GRID && given) {
        scree_config_error(g, node->place, "%s: 'cells' and 'along' are both given; accepted: one of them",
                           path);
    }
    for (int k = 0; k < 3 && d->has_box; k++) {
        const double low = vec_get(d->min, k), high = vec_get(d->max, k);
        if (!(low < high || (low == high && k == d->along))) {
            scree_config_error(
                g, node->place,
                "%s.box: 'min' is not below 'max' along %c; accepted: min < max, along a profile "
                "also min = max, which is a plane",
                path, "xyz"[k]);
        }
    }
}

static const scree_key output_keys[] = {
    {"every", TIME, ABOVE(0), .required = true, .doc = "Time between files of fields.", AT(every)}, SHARED};
const scree_section scree_output_fields_section = {
    .doc = "Continuum fields by coarse graining, [fields](../fields.md): density, velocity, stresses and "
           "others, as "
           "fields_STEP.vti on a grid or fields_STEP.csv of a profile; none unless this is given.",
    KEYS(output_keys),
    .check = check};

static const scree_key keys[] = {SHARED};
const scree_section scree_fields_section = {
    .doc = "Continuum fields by coarse graining.", KEYS(keys), .check = check};
