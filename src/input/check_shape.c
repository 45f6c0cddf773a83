// SPDX-License-Identifier: BSD-3-Clause
// Rules between the keys of shapes, and the shapes made of them.
#include "base/file.h"
#include "base/math.h"
#include "input/config_read.h"
#include "input/particle_file.h"
#include <stdio.h>
#include <string.h>

static bool read_file(scree_config *g, scree_shape_def *s, const scree_yaml *node, const char *path) {
    scree_report *r = scree_report_create();
    scree_particle_file rows = {0};
    const bool fine = scree_particle_file_read(s->file, &rows, r);
    if (!fine) {
        scree_config_error(g, scree_yaml_place(node, "file"), "%s: %s", path,
                           scree_report_size(r) > 0 ? scree_report_text(r, 0) : "the file cannot be read");
    }
    bool plain = !rows.has_orientation && rows.field.n == 0;
    for (size_t k = 0; k < rows.particle.n; k++) {
        const scree_particle_file_row *row = &rows.particle.data[k];
        plain &= row->density == 0.0;
        scree_array_push(&s->member, ((scree_member){vec_scale(s->scale, row->x), s->scale * row->radius}));
    }
    if (!plain) {
        scree_config_error(g, scree_yaml_place(node, "file"),
                           "%s: members have places and radii only; accepted: a file with columns x y z r",
                           path);
    }
    scree_particle_file_clear(&rows);
    scree_report_destroy(r);
    return fine && plain;
}

// The spheres' own properties, where none are given.
static scree_solid solid_of(const scree_shape_def *s) {
    scree_solid solid = s->sum ? scree_solid_of_sum(s->member.data, s->member.n)
                               : scree_solid_of_union(s->member.data, s->member.n);
    if (s->volume > 0.0) {
        for (int k = 0; k < 6; k++) {
            solid.inertia[k] *= s->volume / solid.volume;
        }
        solid.volume = s->volume;
    }
    solid.centre = s->has_centre ? s->centre : solid.centre;
    for (size_t k = 0; k < 6 && s->gyration.n > 0; k++) {
        solid.inertia[k] = k < s->gyration.n ? s->gyration.data[k] * solid.volume : 0.0;
    }
    return solid;
}

void scree_check_shape(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_shape_def *s = base;
    s->has_centre = scree_yaml_has(node, "centre");
    if (scree_yaml_has(node, "members") == scree_yaml_has(node, "file")) {
        scree_config_error(g, node->place, "%s: %s; accepted: one of 'members' and 'file'", path,
                           s->file ? "both members and a file are given" : "what it is made of is missing");
        return;
    }
    if (s->file && !read_file(g, s, node, path)) {
        return;
    }
    if (s->member.n == 0) {
        scree_config_error(g, node->place,
                           "%s: no members; accepted: at least one {at: [x, y, z], radius: r}", path);
        return;
    }
    if (scree_yaml_has(node, "gyration") && s->gyration.n != 3 && s->gyration.n != 6) {
        scree_config_error(g, scree_yaml_place(node, "gyration"),
                           "%s: %zu moments; accepted: [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]", path,
                           s->gyration.n);
        return;
    }
    const scree_solid solid = solid_of(s);
    if (!scree_shape_of_members(&s->shape, s->member.data, s->member.n, &solid)) {
        scree_config_error(
            g, scree_yaml_place(node, "gyration"),
            "%s: no body has these moments of inertia; accepted: three above 0, none larger than the "
            "sum of the others",
            path);
    }
}

void scree_check_source_shape(scree_config *g, scree_source_def *source, const scree_yaml *node,
                              const char *path) {
    scree_size_def *size = &source->size;
    source->shape = -1;
    for (size_t k = 0; k < g->c->shape.n && source->shape_name; k++) {
        source->shape = strcmp(g->c->shape.data[k].name, source->shape_name) == 0 ? (int)k : source->shape;
    }
    if (source->shape_name && source->shape < 0) {
        scree_config_error(g, scree_yaml_place(node, "shape"),
                           "%s: there is no shape '%.60s'; accepted: a name under 'shapes'", path,
                           source->shape_name);
    }
    if (!source->shape_name && source->has_orientation) {
        scree_config_error(g, scree_yaml_place(node, "orientation"),
                           "%s: spheres have no orientation; accepted: together with 'shape'", path);
    }
    if (source->shape < 0) {
        return;
    }
    const double own = g->c->shape.data[source->shape].shape.size;
    if (source->kind == SCREE_SOURCE_POSITIONS) {
        source->diameter = source->diameter > 0.0 ? source->diameter : own;
    } else if (source->kind == SCREE_SOURCE_FILL || source->kind == SCREE_SOURCE_RATE) {
        if (!scree_yaml_has(node, "diameter") && !scree_yaml_has(node, "radius")) {
            *size = (scree_size_def){.kind = SCREE_SIZE_FIXED, .a = own, .by_mass = size->by_mass};
        }
    } else if (source->kind != SCREE_SOURCE_PARTICLE_FILE) {
        scree_config_error(
            g, scree_yaml_place(node, "shape"),
            "%s: a checkpoint has its own shapes; accepted: 'shape' with 'file', 'positions' and insertions",
            path);
    }
}

void scree_check_clumps(scree_config *g) {
    const scree_case *c = g->c;
    if (c->shape.n == 0) {
        return;
    }
    const scree_place at = c->shape.data[0].place;
    if (c->integrator != SCREE_VERLET) {
        scree_config_error(g, at,
                           "shapes: clumps need the integrator verlet; accepted: time without 'integrator'");
    }
}
