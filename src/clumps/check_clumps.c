// SPDX-License-Identifier: BSD-3-Clause
// Rules between the keys of shapes, and the shapes made of them.
#include "clumps/clump_keys.h"
#include "clumps/convex_shapes.h"
#include "clumps/piece_shapes.h"
#include "files/particle_file.h"
#include "keys/complain.h"
#include "memory/names.h"
#include <stdlib.h>

// The largest number of members of a clump: the search for overlaps compares all pairs of members, and the volume is computed from all
// members in each column.
enum { MOST_OF_CLUMP = 5000 };

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

// ---- chains and grids ------------------------------------------------------------------------------------------

static void add_row(scree_shape_def *s, size_t nx, size_t ny, size_t nz) {
    const double step = s->row.spacing > 0.0 ? s->row.spacing : 2.0 * s->row.radius;
    for (size_t k = 0; k < nx * ny * nz; k++) {
        const size_t x = k % nx, y = k / nx % ny, z = k / (nx * ny);
        const scree_vec3 at = vec_scale(step, vec3((double)x, (double)y, (double)z));
        scree_array_push(&s->member, ((scree_member){at, s->row.radius}));
    }
}

static bool make_grid(scree_config *g, scree_shape_def *s, const scree_yaml *node, const char *path) {
    const double most = 1e6, *count = s->row.count.data;
    double all = 1.0;
    bool fine = s->row.count.n <= 3;
    if (s->row.count.n < 2) {
        return false; // refused where it was read
    }
    for (size_t k = 0; k < s->row.count.n; k++) {
        fine &= count[k] >= 1.0 && count[k] <= most && count[k] == floor(count[k]);
        all *= count[k];
    }
    if (!fine || all > most) {
        return scree_config_error(g, scree_yaml_place(node, "grid"),
                                  "%s.grid: count: accepted: [nx, ny] or [nx, ny, nz], whole numbers from 1, "
                                  "up to a million spheres",
                                  path);
    }
    add_row(s, (size_t)count[0], (size_t)count[1], s->row.count.n > 2 ? (size_t)count[2] : 1);
    return true;
}

// Finds what the shape is made of: exactly one of these.
static bool find_members(scree_config *g, scree_shape_def *s, const scree_yaml *node, const char *path) {
    static const char *const kind[] = {"members", "pieces", "file", "chain", "grid"};
    int given = scree_convex_kinds_given(node);
    for (size_t k = 0; k < sizeof kind / sizeof *kind; k++) {
        given += scree_yaml_has(node, kind[k]);
    }
    if (given != 1) {
        return scree_config_error(
            g, node->place,
            "%s: %s; accepted: one of 'members', 'pieces', 'file', 'chain', 'grid', " SCREE_CONVEX_KINDS,
            path, given > 0 ? "what it is made of is given twice" : "what it is made of is missing");
    }
    if (scree_yaml_has(node, "chain")) {
        add_row(s, (size_t)s->row.length, 1, 1);
    }
    if (scree_yaml_has(node, "grid")) {
        return make_grid(g, s, node, path);
    }
    return !s->file || read_file(g, s, node, path);
}

static scree_solid solid_of_pieces(const scree_placed_pieces *placed, bool sum) {
    if (!sum) {
        return scree_solid_of_union_of_pieces(placed);
    }
    const scree_vec3 origin = scree_placed_centre(&placed->data[0]);
    const scree_integrals s = scree_integrals_of_pieces(placed->data, placed->n, origin);
    return scree_solid_of_integrals(&s, origin);
}

// The properties of the spheres, or of the pieces, where none are given. Notes those of the spheres or pieces in the shape.
static scree_solid solid_of(scree_shape_def *s, const scree_placed_pieces *placed) {
    scree_solid solid = placed->n > 0 ? solid_of_pieces(placed, s->sum)
                        : s->sum      ? scree_solid_of_sum(s->member.data, s->member.n)
                                      : scree_solid_of_union(s->member.data, s->member.n);
    s->own_volume = solid.volume;
    s->own_centre = solid.centre;
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

// ---- agglomerates ----------------------------------------------------------------------------------------------

static int by_x(const void *x, const void *y) {
    const scree_member *const *a = x, *const *b = y;
    return (*a)->at.x != (*b)->at.x ? ((*a)->at.x < (*b)->at.x ? -1 : 1) : (*a > *b) - (*a < *b);
}

static int by_members(const void *x, const void *y) {
    const scree_member_pair *a = x, *b = y;
    return a->a != b->a ? (a->a < b->a ? -1 : 1) : (a->b > b->b) - (a->b < b->b);
}

// Which members are bonded, and whether bonds connect all of them.
static void find_bonds(scree_shape_def *s) {
    const scree_member_list *list = &s->shape.member;
    const double gap = s->bond_gap / s->shape.size, largest = 0.5 * scree_shape_thickness(&s->shape);
    const scree_member **order = scree_realloc(NULL, 0, (list->n + 1) * sizeof *order);
    for (size_t k = 0; k < list->n; k++) {
        order[k] = &list->data[k];
    }
    qsort(order, list->n, sizeof *order, by_x);
    s->bond_reach = 0.0;
    for (size_t i = 0; i < list->n; i++) {
        for (size_t j = i + 1; j < list->n; j++) {
            const scree_member *p = order[i], *q = order[j];
            const double apart = vec_norm(vec_sub(q->at, p->at)) - p->radius - q->radius;
            if (q->at.x - p->at.x > 2.0 * largest * (1.0 + 1e-9) + gap) {
                break;
            }
            if (apart <= gap + 1e-9 * fmin(p->radius, q->radius)) { // what rounding makes of a touch
                const uint32_t a = (uint32_t)(p - list->data), b = (uint32_t)(q - list->data);
                scree_array_push(&s->bond, ((scree_member_pair){a < b ? a : b, a < b ? b : a}));
                s->bond_reach = fmax(s->bond_reach, apart);
            }
        }
    }
    scree_array_sort(&s->bond, by_members);
    scree_free(order);
}

// Number of parts that no bonds connect.
static size_t count_parts(const scree_shape_def *s) {
    const size_t n = s->shape.member.n;
    size_t parts = n, *parent = scree_realloc(NULL, 0, (n + 1) * sizeof *parent);
    for (size_t k = 0; k < n; k++) {
        parent[k] = k;
    }
    for (size_t k = 0; k < s->bond.n; k++) {
        size_t a = s->bond.data[k].a, b = s->bond.data[k].b;
        for (; parent[a] != a; a = parent[a]) {
            parent[a] = parent[parent[a]];
        }
        for (; parent[b] != b; b = parent[b]) {
            parent[b] = parent[parent[b]];
        }
        parts -= a != b;
        parent[a > b ? a : b] = a > b ? b : a;
    }
    scree_free(parent);
    return parts;
}

static void check_bonded(scree_config *g, scree_shape_def *s, const scree_yaml *node, const char *path) {
    find_bonds(s);
    const size_t parts = count_parts(s);
    if (parts > 1) {
        scree_config_error(g, scree_yaml_place(node, "bonded"),
                           "%s: with gap = %.4g m its %zu members are %zu parts that no bond connects; "
                           "accepted: a larger gap, or members that touch",
                           path, s->bond_gap, s->shape.member.n, parts);
    }
}

// These keys are of bodies of several members that move as one.
static const char *const of_several[] = {"mass_of", "volume", "centre", "gyration"};
enum { SEVERAL = sizeof of_several / sizeof *of_several };

// One piece is a convex body that has another place and attitude in its frame.
static void make_of_one_piece(scree_config *g, scree_shape_def *s, const scree_yaml *node, const char *path,
                              const scree_placed_piece *part) {
    const char *other = scree_yaml_first_of(node, of_several, SEVERAL);
    if (other) {
        scree_config_error(g, scree_yaml_place(node, other),
                           "%s: '%s' is of several pieces, and there is one; accepted: it without '%s'", path,
                           other, other);
        return;
    }
    scree_shape *made = &s->piece.data[0].made.data[0];
    const scree_vec3 centre = scree_placed_centre(part);
    const scree_quaternion axes = scree_placed_axes(part);
    s->shape = *made; // which owns the members from here on
    s->shape.centre = centre;
    s->shape.axes = axes;
    *made = (scree_shape){0};
}

static void make_shape(scree_config *g, scree_shape_def *s, const scree_yaml *node, const char *path,
                       const scree_placed_pieces *placed) {
    if (s->member.n == 0 && placed->n == 0) {
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
    s->bonded = s->bonded && s->has_bonded;
    if (!s->bonded && s->member.n > MOST_OF_CLUMP) {
        scree_config_error(
            g, node->place,
            "%s: a clump of %zu members; accepted: up to %d members, or an agglomerate (`bonded: true`)",
            path, s->member.n, MOST_OF_CLUMP);
        return;
    }
    const char *other = s->bonded ? scree_yaml_first_of(node, of_several, SEVERAL) : NULL;
    if (other) {
        scree_config_error(g, scree_yaml_place(node, other),
                           "%s: '%s' is of clumps, and the members of an agglomerate have their own "
                           "masses; accepted: 'bonded' without it",
                           path, other);
        return;
    }
    s->sum = s->sum || s->bonded;
    if (placed->n == 1) {
        make_of_one_piece(g, s, node, path, &placed->data[0]);
        return;
    }
    const scree_solid solid = solid_of(s, placed);
    const bool is_body = placed->n > 0
                             ? scree_shape_of_pieces(&s->shape, placed->data, placed->n, &solid)
                             : scree_shape_of_members(&s->shape, s->member.data, s->member.n, &solid);
    if (!is_body) {
        scree_config_error(g, scree_yaml_place(node, "gyration"),
                           "%s: no body has these moments of inertia; accepted: three above 0, none larger "
                           "than the sum of the others",
                           path);
        return;
    }
    if (s->bonded) {
        check_bonded(g, s, node, path);
    }
}

void scree_check_shape(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_shape_def *s = base;
    s->has_centre = scree_yaml_has(node, "centre");
    if (!find_members(g, s, node, path)) {
        return;
    }
    if (scree_convex_kinds_given(node) > 0) {
        scree_make_convex_shape(g, s, node, path);
        return;
    }
    scree_placed_pieces placed = {0};
    if (!scree_yaml_has(node, "pieces")) {
        make_shape(g, s, node, path, &placed);
    } else if (scree_place_pieces(g, s, node, path, &placed)) {
        s->bonded = s->has_bonded = false;
        make_shape(g, s, node, path, &placed);
    }
    scree_array_free(&placed);
}

void scree_check_source_shape(scree_config *g, scree_source_def *source, const scree_yaml *node,
                              const char *path) {
    scree_size_def *size = &source->size;
    source->shape = scree_names_find(g->c->shape, source->shape_name);
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
    if (source->kind == SCREE_SOURCE_FILL && source->fill == SCREE_FILL_DENSE &&
        scree_shape_has_pieces(&g->c->shape.data[source->shape].shape) &&
        source->region.kind == SCREE_REGION_MESH) {
        scree_config_error(
            g, scree_yaml_place(node, "region"),
            "%s: a dense fill of a mesh is of spheres and clumps of them, and '%s' is of convex bodies; "
            "accepted: a box or a cylinder, or fill: random",
            path, source->shape_name);
    }
    if (scree_source_has_positions(source)) {
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
    scree_case *c = g->c;
    scree_case_number_pieces(c);
    if (!scree_case_has_clumps(c)) {
        return;
    }
    const scree_place at = c->shape.data[0].place;
    if (c->integrator != SCREE_VERLET) {
        scree_config_error(g, at,
                           "shapes: clumps need the integrator verlet; accepted: time without 'integrator'");
    }
}
