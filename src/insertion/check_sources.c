// SPDX-License-Identifier: BSD-3-Clause
// Rules between the keys of particles that are there at the start or inserted, and of their sizes.
#include "clumps/clump_keys.h"
#include "insertion/insertion_keys.h"
#include "keys/complain.h"
#include "maths/math.h"
#include "regions/region_keys.h"
#include "sections/check_parts.h"
#include "text/escape.h"
#include "text/units.h"

#include <math.h>
#include <string.h>

static void check_cut(scree_config *g, const scree_size_def *size, const scree_yaml *node, const char *path) {
    char low[32], high[32];
    scree_number_text(size->min, low);
    scree_number_text(size->max, high);
    if (!(size->min > 0)) {
        scree_config_error(
            g, node->place,
            "%s: three deviations below the mean is %s m, no size; accepted: a key 'min' above 0", path, low);
    }
    if (size->min > size->max) {
        scree_config_error(g, scree_yaml_place(node, "max"),
                           "%s: max is %s m and min is %s m; accepted: max not below min", path, high, low);
    } else if (size->min > size->a || size->max < size->a) {
        scree_config_error(g, node->place,
                           "%s: the centre of the distribution is not between min, %s m, and max, %s m; "
                           "accepted: a cut around it",
                           path, low, high);
    }
}

// A size is drawn again and again until it is within the cut, so the cut must contain enough of the distribution.
static void check_share(scree_config *g, double width, const scree_size_def *size, const scree_yaml *node,
                        const char *path) {
    const double share = size->b > 0.0 ? width / (2.5 * size->b) : 1.0, least = 1e-3; // of a narrow cut
    if (!(share >= least) && size->max >= size->min) {
        scree_config_error(
            g, scree_yaml_place(node, "deviation"),
            "%s: only a share of %.2g of the distribution is between min, %.4g m, and max, %.4g m; accepted: "
            "%g or more, by a smaller deviation or a wider cut, or `uniform`",
            path, share, size->min, size->max, least);
    }
}

void scree_check_normal(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_size_def *size = base;
    if (isnan(size->min)) {
        size->min = size->a - 3 * size->b;
    }
    if (isnan(size->max)) {
        size->max = size->a + 3 * size->b;
    }
    check_cut(g, size, node, path);
    check_share(g, size->max - size->min, size, node, path);
}

void scree_check_lognormal(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_size_def *size = base;
    if (isnan(size->min)) {
        size->min = size->a * scree_exp(-3 * size->b);
    }
    if (isnan(size->max)) {
        size->max = size->a * scree_exp(3 * size->b);
    }
    check_cut(g, size, node, path);
    check_share(g, size->min > 0.0 ? scree_log(size->max / size->min) : 0.0, size, node, path);
}

// Position of the newest source in its list, from 1.
static size_t position(const scree_config *g) {
    size_t n = g->c->source.n, before = 0;
    bool inserted = scree_source_inserts(&g->c->source.data[n - 1]);
    for (size_t i = 0; i + 1 < n; i++) {
        before += scree_source_inserts(&g->c->source.data[i]) == inserted;
    }
    return before + 1;
}

// A name that was not given is made up from the position in the list; no two sources share one.
static void name_source(scree_config *g, scree_source_def *source, const char *kind, const scree_yaml *node,
                        const char *path) {
    size_t n = g->c->source.n;
    if (!source->name) {
        source->name = scree_format("%s%zu", kind, position(g));
    } else if (scree_has_control(source->name)) {
        scree_config_error(g, scree_yaml_place(node, "name"),
                           "%s: \"%.60s\" cannot be a name; accepted: a name without control characters",
                           path, source->name);
    }
    for (size_t i = 0; i + 1 < n; i++) {
        const char *other = g->c->source.data[i].name;
        if (other && strcmp(other, source->name) == 0) {
            scree_config_error(
                g, scree_yaml_place(node, "name"),
                "%s: the name \"%s\" is taken by the entry in line %d; accepted: a name of its own", path,
                source->name, g->c->source.data[i].place.line);
        }
    }
}

// Gives each particle its position and diameter. node: of the source.
static void evaluate_formulas(scree_config *g, scree_source_def *source, const scree_yaml *node,
                              const char *path) {
    static const scree_formula_variable number = {"i", "1"};
    static const char *const name[] = {"x", "y", "z", "diameter", "radius"};
    const scree_yaml *formulas = node->item.data[scree_yaml_find(node, "formula")];
    double value[5] = {0.0, 0.0, 0.0, source->diameter, 0.0};
    scree_formula f[5] = {{.constant = 0.0}};
    bool fine = true;
    if (source->formula[3] && source->formula[4]) {
        fine = scree_config_error(g, formulas->place,
                                  "%s.formula: both 'diameter' and 'radius' are given; accepted: one of them",
                                  path);
    }
    for (int k = 0; k < 5 && fine; k++) {
        char at[SCREE_PATH_SIZE];
        snprintf(at, sizeof at, "%.200s.formula.%s", path, name[k]);
        fine = !source->formula[k] || scree_variables_compile(g, source->formula[k], "m", &number, 1, &f[k],
                                                              scree_yaml_place(formulas, name[k]), at);
    }
    for (double i = 0.0; i < source->formula_count && fine; i++) {
        for (int k = 0; k < 5; k++) {
            value[k] = source->formula[k] ? scree_formula_at(&f[k], &i) : value[k];
        }
        const double d = source->formula[4] ? 2.0 * value[4] : value[3];
        fine = isfinite(value[0] + value[1] + value[2]) && d > 0.0 && isfinite(d);
        if (!fine) {
            scree_config_error(
                g, formulas->place,
                "%s.formula: the particle i = %g would be at (%g, %g, %g) m with a diameter of "
                "%g m; accepted: finite positions, and a diameter above 0, here or beside "
                "'formula'",
                path, i, value[0], value[1], value[2], d);
        }
        scree_array_push(&source->position, vec3(value[0], value[1], value[2]));
        scree_array_push(&source->diameters, d);
        source->diameter = fmax(source->diameter, d);
    }
    for (int k = 0; k < 5; k++) {
        scree_array_free(&f[k].step);
    }
}

void scree_check_particles(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_source_def *source = base;
    name_source(g, source, "particles", node, path);
    const bool here = scree_source_has_positions(source);
    if (here && !scree_yaml_has(node, "material")) {
        scree_config_error(g, node->place, "%s: missing key 'material'; accepted: the name of a material",
                           path);
    }
    scree_check_source_shape(g, source, node, path);
    if (source->kind == SCREE_SOURCE_FORMULA) {
        evaluate_formulas(g, source, node, path);
    } else if (here && !source->shape_name && !(source->diameter > 0.0)) {
        scree_config_error(g, node->place,
                           "%s: missing key 'diameter'; accepted: that of the particles at 'positions'",
                           path);
    }
}

static void double_sizes(scree_size_def *size) {
    size->a *= 2; // exact
    size->b *= size->kind == SCREE_SIZE_LOGNORMAL ? 1 : 2;
    size->min *= 2;
    size->max *= 2;
    for (size_t i = 0; i < size->d.n; i++) {
        size->d.data[i] *= 2;
    }
}

// min and max are the sizes that occur, whatever the kind.
static void set_size_range(scree_size_def *size) {
    if (size->kind == SCREE_SIZE_FIXED) {
        size->b = size->a;
    }
    if (size->kind == SCREE_SIZE_FIXED || size->kind == SCREE_SIZE_UNIFORM) {
        size->min = size->a;
        size->max = size->b;
    }
    for (size_t i = 0; i < size->d.n && size->kind == SCREE_SIZE_TABLE; i++) {
        size->min = i == 0 || size->d.data[i] < size->min ? size->d.data[i] : size->min;
        size->max = i == 0 || size->d.data[i] > size->max ? size->d.data[i] : size->max;
    }
}

// Checks where a face lies, and how far the region goes back from it.
static void check_face(scree_config *g, scree_source_def *source, const scree_yaml *node, const char *path) {
    scree_region *face = &source->region;
    const double speed = vec_norm(source->velocity);
    const scree_place at = scree_yaml_place(node, "region");
    char *whole = scree_format("%s.region.face", path);
    const bool disc = scree_check_face(g, face, at, whole);
    if (!(speed > 0.0)) {
        scree_config_error(g, at,
                           "%s: missing key 'velocity' of the insertion; accepted: that of the particles "
                           "that come through the face",
                           whole);
    } else {
        face->along = vec_scale(-1.0 / speed, source->velocity);
    }
    if (speed > 0.0 && disc && fabs(vec_dot(face->along, face->axis)) < 1e-3) {
        scree_config_error(g, at, "%s: the velocity lies in the face; accepted: one that goes through it",
                           whole);
    }
    if (!(face->length > 0.0)) {
        face->length = fmax(2.0 * source->size.max, speed * (source->every > 0.0 ? source->every : 0.01));
    }
    scree_free(whole);
}

void scree_check_insertion(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_source_def *source = base;
    name_source(g, source, "insertion", node, path);
    if (scree_yaml_has(node, "radius")) {
        double_sizes(&source->size);
    }
    scree_check_source_shape(g, source, node, path);
    set_size_range(&source->size);
    const scree_region_kind kind = source->region.kind;
    if (source->kind == SCREE_SOURCE_FILL && source->fill == SCREE_FILL_DENSE &&
        (kind == SCREE_REGION_SPHERE || kind == SCREE_REGION_FACE)) {
        scree_config_error(g, scree_yaml_place(node, "region"),
                           "%s: a dense fill of a %s; accepted: box, cylinder, or a mesh", path,
                           kind == SCREE_REGION_SPHERE ? "sphere" : "face");
    }
    if (kind == SCREE_REGION_FACE) {
        check_face(g, source, node, path);
    }
    if (source->kind == SCREE_SOURCE_RATE) {
        scree_check_span(g, source->start, source->stop, node, path);
    }
    if (source->seed == 0) { // auto; an explicit 0 is as good as any other
        source->seed = g->c->seed + position(g);
    }
}
