// SPDX-License-Identifier: BSD-3-Clause
#include "clumps/convex_shapes.h"
#include "convex_bodies/polyhedron.h"
#include "convex_bodies/rounded_body.h"
#include "files/mesh_file.h"
#include "keys/complain.h"
#include "mesh/mesh.h"
#include "sections/key_tables.h"

// ---- keys ------------------------------------------------------------------------------------------------------

// scree_shape_def and scree_piece_def have these keys, and both begin with a scree_convex_def.
_Static_assert(offsetof(scree_shape_def, convex) == 0 && offsetof(scree_piece_def, convex) == 0, "offsets");
#define AT(field) .offset = offsetof(scree_convex_def, field)
#define HALF_AXES                                                                                            \
    { "half_axes", POSITION, .required = true, .doc = "Half of its length along x, y and z.", AT(half) }
// All kinds have the same default, as all of these keys fill one member: the default of an absent kind is set too.
#define USUAL_BULGE "0.01"
#define BULGE                                                                                                \
    {                                                                                                        \
        "bulge", NUMBER, WITHIN(0.002, 0.1),                                                                 \
            .fallback = USUAL_BULGE,                                                                         \
            .doc = "How much flat faces and straight sides are domed: one of half length L has the radius "  \
                   "of curvature L/bulge.",                                                                  \
            AT(bulge)                                                                                        \
    }
#define ROUNDING                                                                                             \
    {                                                                                                        \
        "rounding", LENGTH, ABOVE(0), AUTO,                                                                  \
            .doc = "Radius of its edges; auto: 10 % of the smallest half length.", AT(rounding)              \
    }
static const scree_key ellipsoid_keys[] = {HALF_AXES};
const scree_section scree_ellipsoid_section = {
    .doc = "(x/a)^2 + (y/b)^2 + (z/c)^2 <= 1.", KEYS(ellipsoid_keys), .short_key = "half_axes"};
static const scree_key superellipsoid_keys[] = {
    HALF_AXES,
    {"exponent", NUMBER, .required = true,
     .doc = "N: 2, an ellipsoid, 3, 4 or 5; the larger, the more it is like a box with round edges.",
     AT(exponent)},
};
const scree_section scree_superellipsoid_section = {.doc = "|x/a|^N + |y/b|^N + |z/c|^N <= 1.",
                                                    KEYS(superellipsoid_keys)};
static const scree_key capsule_keys[] = {
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "Of its ends and its waist.", AT(radius)},
    {"length", LENGTH, ABOVE(0), .required = true, .doc = "From end to end.", AT(length)},
    BULGE,
};
const scree_section scree_capsule_section = {.doc = "A cylinder along z with two half spheres at its ends.",
                                             KEYS(capsule_keys)};
static const scree_key cylinder_keys[] = {
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "Of its waist.", AT(radius)},
    {"length", LENGTH, ABOVE(0), .required = true, .doc = "From end to end.", AT(length)},
    ROUNDING,
    BULGE,
};
const scree_section scree_cylinder_section = {.doc = "A cylinder along z with round edges.",
                                              KEYS(cylinder_keys)};
static const scree_key box_keys[] = {
    {"sides", POSITION, .required = true, .doc = "Its lengths along x, y and z.", AT(sides)},
    ROUNDING,
    BULGE,
};
const scree_section scree_box_section = {.doc = "A box along the axes with round edges.", KEYS(box_keys)};
static const scree_key polyhedron_keys[] = {
    {"corners", .type = &scree_points_type, .unit = "m", .bounded = true, .min = 4,
     .doc = "Its corners; points inside have no effect.", AT(corner)},
    {"file", .type = &scree_file_type,
     .doc = "A closed convex mesh instead of corners: STL, OBJ, PLY or VTK.", AT(file)},
    {"scale", LENGTH, ABOVE(0), .fallback = "1 m", .doc = "Length of one unit of the file.", AT(scale)},
    {"rounding", LENGTH, FROM(0), .fallback = "0 m",
     .doc = "Radius of a sphere that is added to it at every point.", AT(rounding)},
    {"bulge", NUMBER, WITHIN(0.001, 0.1), .fallback = USUAL_BULGE,
     .doc = "How much its faces are domed: by up to about this share of its size at their middle, and with a "
            "radius of curvature of about half of their length over it.",
     AT(bulge)},
};
const scree_section scree_polyhedron_section = {.doc = "A convex polyhedron with smooth edges.",
                                                KEYS(polyhedron_keys)};
#undef AT

// ---- kinds -----------------------------------------------------------------------------------------------------

// The error is at `at`. Lengths in the record are in m.
typedef struct making {
    scree_config *g;
    const scree_convex_def *d;
    double exponent; // of a superellipsoid
    scree_place at;
    const char *path; // of the shape or piece in the case, with its file and the object of this
    scree_form form;
    bool several;     // a mesh may be of several bodies
    const char *open; // says which object of its file is not closed
    scree_shape_list *made;
} making;

#define REFUSE(m, ...) scree_config_error((m)->g, (m)->at, __VA_ARGS__)

static void set_half(making *m, double x, double y, double z) {
    m->form.a = x, m->form.b = y, m->form.c = z;
}

// Bounds of what the search for the deepest point has been tried with.
static const double MOST_ASPECT = 20.0;

// Are the half lengths positive, and is the body not too slender?
static bool check_lengths(making *m) {
    const double least = fmin(m->form.a, fmin(m->form.b, m->form.c)),
                 most = fmax(m->form.a, fmax(m->form.b, m->form.c));
    if (!(least > 0.0)) {
        return REFUSE(m, "%s: its half lengths are [%g, %g, %g] m; accepted: three lengths above 0", m->path,
                      m->form.a, m->form.b, m->form.c);
    }
    return most <= MOST_ASPECT * least ||
           REFUSE(m, "%s: it is %.3g times as long as it is thin; accepted: up to %g times, or a clump",
                  m->path, most / least, MOST_ASPECT);
}

static bool make_superellipsoid(making *m) {
    const scree_convex_def *d = m->d;
    m->form.exponent = m->exponent;
    set_half(m, d->half.x, d->half.y, d->half.z);
    return scree_superellipsoid_is_known(m->exponent) ||
           REFUSE(m, "%s: exponent = %g; accepted: 2, 3, 4 or 5", m->path, m->exponent);
}

static bool make_ellipsoid(making *m) {
    m->exponent = 2.0;
    return make_superellipsoid(m);
}

static bool make_capsule(making *m) {
    const scree_convex_def *d = m->d;
    if (!(d->length > 2.0 * d->radius)) {
        return REFUSE(m, "%s: length = %g m; accepted: more than two radii, %g m, as it includes both ends",
                      m->path, d->length, 2.0 * d->radius);
    }
    set_half(m, d->radius, d->radius, 0.5 * d->length);
    const scree_vec3 core =
        scree_rounded_core(SCREE_FORM_CAPSULE, vec3(m->form.a, m->form.b, m->form.c), 0.0, d->bulge);
    m->form.rounding = d->radius - d->bulge * core.z;
    return m->form.rounding > 0.0 ||
           REFUSE(m, "%s: bulge = %g; accepted: less than %.3g for a capsule that is so slender", m->path,
                  d->bulge, d->radius / core.z);
}

// Sets the rounding of a cylinder or a box whose half lengths are set.
static bool round_edges(making *m) {
    const scree_convex_def *d = m->d;
    const double least = fmin(m->form.a, fmin(m->form.b, m->form.c));
    m->form.rounding = d->rounding > 0.0 ? d->rounding : 0.1 * least;
    const scree_vec3 core = scree_rounded_core((int)m->form.kind, vec3(m->form.a, m->form.b, m->form.c),
                                               m->form.rounding, d->bulge);
    return (core.x > 0.0 && core.y > 0.0 && core.z > 0.0) ||
           REFUSE(m,
                  "%s: with rounding = %g m and bulge = %g no body has these lengths; accepted: a rounding "
                  "less than %g m, or a smaller bulge",
                  m->path, m->form.rounding, d->bulge, least);
}

static bool make_cylinder(making *m) {
    const scree_convex_def *d = m->d;
    set_half(m, d->radius, d->radius, 0.5 * d->length);
    return check_lengths(m) && round_edges(m);
}

static bool make_box(making *m) {
    const scree_vec3 sides = m->d->sides;
    set_half(m, 0.5 * sides.x, 0.5 * sides.y, 0.5 * sides.z);
    return check_lengths(m) && round_edges(m);
}

// ---- polyhedra -------------------------------------------------------------------------------------------------

typedef SCREE_ARRAY(scree_vec3) points;

// Corners of a mesh that is closed, if it is convex.
static bool take_corners(making *m, const scree_mesh *mesh, points *corner) {
    const double size = vec_norm(vec_sub(mesh->max, mesh->min));
    for (size_t k = 0; k < mesh->triangle.n; k++) {
        const scree_triangle *t = &mesh->triangle.data[k];
        const scree_vec3 at = mesh->vertex.data[t->v[0]];
        double above = 0.0, below = 0.0;
        for (size_t i = 0; i < mesh->vertex.n; i++) {
            const double d = vec_dot(mesh->normal.data[k], vec_sub(mesh->vertex.data[i], at));
            above = fmax(above, d), below = fmax(below, -d);
        }
        if (fmin(above, below) > 1e-5 * size) {
            return REFUSE(m,
                          "%s: the mesh is not convex: it has points on both sides of a triangle at "
                          "(%.4g, %.4g, %.4g) m, by %.3g m; accepted: a convex mesh, several of them as "
                          "'pieces', or `scree shape make` for a clump",
                          m->path, at.x, at.y, at.z, fmin(above, below));
        }
    }
    for (size_t i = 0; i < mesh->vertex.n; i++) {
        if (mesh->corner.data[i].kind != SCREE_CELL_FLAT) {
            scree_array_push(corner, mesh->vertex.data[i]);
        }
    }
    return true;
}

// Do the points enclose a volume? Size: of the box around them.
static bool are_solid(const points *p, double *size) {
    const scree_vec3 a = p->data[0];
    scree_vec3 b = a, e = vec3(0.0, 0.0, 0.0);
    double far = 0.0, wide = 0.0, high = 0.0;
    for (size_t k = 0; k < p->n; k++) {
        const double d = vec_norm(vec_sub(p->data[k], a));
        b = d > far ? p->data[k] : b;
        far = fmax(d, far);
    }
    for (size_t k = 0; k < p->n && far > 0.0; k++) {
        const scree_vec3 across = vec_cross(vec_scale(1.0 / far, vec_sub(b, a)), vec_sub(p->data[k], a));
        const double d = vec_norm(across);
        e = d > wide ? vec_scale(1.0 / d, across) : e;
        wide = fmax(d, wide);
    }
    for (size_t k = 0; k < p->n; k++) {
        high = fmax(high, fabs(vec_dot(e, vec_sub(p->data[k], a))));
    }
    *size = far;
    return high > 1e-6 * far;
}

// The polyhedron of these corners, m; d: what they were given as.
static bool make_of_corners(making *m, const points *corner) {
    const scree_convex_def *d = m->d;
    double size = 0.0;
    if (corner->n > SCREE_MOST_CORNERS) {
        return REFUSE(m, "%s: %zu corners; accepted: up to %d, a coarser mesh", m->path, corner->n,
                      SCREE_MOST_CORNERS);
    }
    if (corner->n < 4 || !are_solid(corner, &size)) {
        return REFUSE(m, "%s: its corners lie in a plane; accepted: at least four that do not", m->path);
    }
    if (d->rounding > size) {
        return REFUSE(m, "%s: rounding = %g m is more than its size, %.3g m; accepted: a smaller one",
                      m->path, d->rounding, size);
    }
    m->form.rounding = d->rounding;
    for (m->form.exponent = 16.0; m->form.exponent * d->bulge < 1.0;) {
        m->form.exponent *= 2.0;
    }
    scree_shape shape = {0};
    scree_shape_of_form(&shape, &m->form, corner->data, corner->n);
    scree_array_push(m->made, shape);
    making lengths = *m;
    lengths.form = shape.piece.data[0].form;
    return check_lengths(&lengths);
}

typedef struct mesh_of_file {
    scree_vec3 *corner;
    size_t n; // triangles
    scree_mesh_parts part;
} mesh_of_file;

static bool is_closed(const scree_mesh *mesh) {
    return mesh->open_edges == 0 && mesh->odd_edges == 0;
}

static bool build(making *m, scree_mesh *mesh, const scree_vec3 *corner, size_t n) {
    scree_report *r = scree_report_create();
    const bool fine =
        scree_mesh_build(mesh, corner, n, r) ||
        REFUSE(m, "%s: %s", m->path,
               scree_report_size(r) > 0 ? scree_report_text(r, 0) : "the mesh has no triangles");
    scree_report_destroy(r);
    return fine;
}

// Number of shells of a closed mesh.
static uint32_t shells_of(const scree_mesh *mesh) {
    uint32_t shells = 0;
    for (size_t k = 0; k < mesh->triangle.n; k++) {
        shells = mesh->triangle.data[k].shell + 1 > shells ? mesh->triangle.data[k].shell + 1 : shells;
    }
    return shells;
}

static bool make_of_shell(making *m, const scree_mesh *mesh, uint32_t shell) {
    points of_shell = {0}, corner = {0};
    for (size_t k = 0; k < mesh->triangle.n; k++) {
        const scree_triangle *t = &mesh->triangle.data[k];
        for (int c = 0; c < 3 && t->shell == shell; c++) {
            scree_array_push(&of_shell, mesh->vertex.data[t->v[c]]);
        }
    }
    scree_mesh own = {0};
    const bool fine = build(m, &own, of_shell.data, of_shell.n / 3) && take_corners(m, &own, &corner) &&
                      make_of_corners(m, &corner);
    scree_mesh_clear(&own);
    scree_array_free(&of_shell);
    scree_array_free(&corner);
    return fine;
}

// A body for each shell of these triangles; one shell only if there may not be several.
static bool make_of_triangles(making *m, const scree_vec3 *corner, size_t n) {
    scree_mesh mesh = {0};
    bool fine = build(m, &mesh, corner, n);
    if (fine && !is_closed(&mesh)) {
        fine =
            REFUSE(m,
                   "%s: the mesh is not closed: %zu of its edges have one triangle, and %zu more than two%s; "
                   "accepted: a closed convex mesh, or as 'pieces' several; those that touch each other "
                   "are objects of an OBJ file, 'o' or 'g'",
                   m->path, mesh.open_edges, mesh.odd_edges, m->open);
    }
    const uint32_t shells = fine ? shells_of(&mesh) : 0;
    if (shells > 1 && !m->several) {
        fine = REFUSE(m,
                      "%s: the mesh is %u closed bodies; accepted: one that is convex, or `pieces: "
                      "[{polyhedron: {file: ...}}]` for a body of several",
                      m->path, (unsigned)shells);
    }
    for (uint32_t k = 0; k < shells && fine; k++) {
        making body = *m;
        char *path =
            shells > 1 ? scree_format("%s, closed body %u of %u", m->path, (unsigned)k + 1, (unsigned)shells)
                       : scree_strdup(m->path);
        body.path = path;
        fine = make_of_shell(&body, &mesh, k);
        scree_free(path);
    }
    scree_mesh_clear(&mesh);
    return fine;
}

static size_t end_of_part(const mesh_of_file *f, size_t k) {
    return k + 1 < f->part.n ? f->part.data[k + 1].first : f->n;
}

// The first object or group of the file that is not closed, or their number.
static size_t first_open_part(const mesh_of_file *f) {
    for (size_t k = 0; k < f->part.n; k++) {
        const size_t first = f->part.data[k].first;
        scree_mesh mesh = {0};
        const bool closed = scree_mesh_build(&mesh, f->corner + 3 * first, end_of_part(f, k) - first, NULL) &&
                            is_closed(&mesh);
        scree_mesh_clear(&mesh);
        if (!closed) {
            return k;
        }
    }
    return f->part.n;
}

// A body for each object or group of the file.
static bool make_of_parts(making *m, const mesh_of_file *f) {
    bool fine = true;
    for (size_t k = 0; k < f->part.n && fine; k++) {
        const size_t first = f->part.data[k].first;
        making part = *m;
        char *path =
            scree_format("%s, line %zu, object %zu of %zu", m->path, f->part.data[k].line, k + 1, f->part.n);
        part.path = path;
        fine = make_of_triangles(&part, f->corner + 3 * first, end_of_part(f, k) - first);
        scree_free(path);
    }
    return fine;
}

static bool make_of_file(making *m) {
    const scree_convex_def *d = m->d;
    scree_report *r = scree_report_create();
    mesh_of_file f = {0};
    bool fine = scree_mesh_file_read_parts(d->file, vec3(d->scale, d->scale, d->scale), vec3(0.0, 0.0, 0.0),
                                           &f.corner, &f.n, &f.part, r) ||
                REFUSE(m, "%s: %s", m->path,
                       scree_report_size(r) > 0 ? scree_report_text(r, 0) : "the file cannot be read");
    const size_t open = fine && f.part.n > 1 ? first_open_part(&f) : f.part.n;
    making of_file = *m;
    char *path = scree_format("%s: %s", m->path, d->file), *which = NULL;
    of_file.path = path;
    if (open < f.part.n) {
        which = scree_format(", and object %zu of %zu, on line %zu, is not closed by itself", open + 1,
                             f.part.n, f.part.data[open].line);
        of_file.open = which;
    }
    if (fine && m->several && f.part.n > 1 && open == f.part.n) {
        fine = make_of_parts(&of_file, &f);
    } else if (fine) {
        fine = make_of_triangles(&of_file, f.corner, f.n);
    }
    scree_free(which);
    scree_free(path);
    scree_array_free(&f.part);
    scree_free(f.corner);
    scree_report_destroy(r);
    return fine;
}

static bool make_polyhedron(making *m) {
    const scree_convex_def *d = m->d;
    if ((d->file != NULL) == (d->corner.n > 0)) {
        return REFUSE(m, "%s: accepted: one of 'corners' and 'file'", m->path);
    }
    if (d->file) {
        return make_of_file(m);
    }
    points corner = {0};
    for (size_t k = 0; k < d->corner.n; k++) {
        bool twice = false;
        for (size_t i = 0; i < k; i++) {
            twice |= vec_norm(vec_sub(d->corner.data[i], d->corner.data[k])) == 0.0;
        }
        if (!twice) {
            scree_array_push(&corner, d->corner.data[k]);
        }
    }
    const bool fine = make_of_corners(m, &corner);
    scree_array_free(&corner);
    return fine;
}

// ---- all kinds -------------------------------------------------------------------------------------------------

typedef struct convex_kind {
    const char *name; // the key
    scree_form_kind kind;
    bool (*make)(making *m); // false: refused
} convex_kind;

static const convex_kind kinds[] = {
    {"ellipsoid", SCREE_FORM_SUPERELLIPSOID, make_ellipsoid},
    {"superellipsoid", SCREE_FORM_SUPERELLIPSOID, make_superellipsoid},
    {"capsule", SCREE_FORM_CAPSULE, make_capsule},
    {"rounded_cylinder", SCREE_FORM_CYLINDER, make_cylinder},
    {"rounded_box", SCREE_FORM_BOX, make_box},
    {"polyhedron", SCREE_FORM_POLYHEDRON, make_polyhedron},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const convex_kind *kind_of(const scree_yaml *node) {
    for (size_t k = 0; k < KINDS; k++) {
        if (scree_yaml_has(node, kinds[k].name)) {
            return &kinds[k];
        }
    }
    return NULL;
}

int scree_convex_kinds_given(const scree_yaml *node) {
    int given = 0;
    for (size_t k = 0; k < KINDS; k++) {
        given += scree_yaml_has(node, kinds[k].name);
    }
    return given;
}

bool scree_make_convex(scree_config *g, const scree_convex_def *d, const scree_yaml *node, const char *path,
                       bool several, scree_shape_list *made) {
    const convex_kind *kind = kind_of(node);
    making m = {.g = g,
                .d = d,
                .exponent = d->exponent,
                .at = scree_yaml_place(node, kind->name),
                .path = path,
                .form = {.kind = kind->kind, .bulge = d->bulge},
                .several = several,
                .open = "",
                .made = made};
    if (!kind->make(&m)) {
        return false;
    }
    if (kind->kind != SCREE_FORM_POLYHEDRON) {
        if (!check_lengths(&m)) {
            return false;
        }
        scree_shape shape = {0};
        scree_shape_of_form(&shape, &m.form, NULL, 0);
        scree_array_push(made, shape);
    }
    return true;
}

void scree_make_convex_shape(scree_config *g, scree_shape_def *s, const scree_yaml *node, const char *path) {
    static const char *const of_spheres[] = {"bonded", "mass_of", "volume", "centre", "gyration", "scale"};
    s->bonded = false;
    const char *other = scree_yaml_first_of(node, of_spheres, sizeof of_spheres / sizeof *of_spheres);
    if (other) {
        scree_config_error(g, scree_yaml_place(node, other),
                           "%s: '%s' is of spheres, and this is a convex body; accepted: it without '%s'",
                           path, other, other);
        return;
    }
    scree_shape_list made = {0};
    scree_make_convex(g, &s->convex, node, path, false, &made);
    if (made.n > 0) {
        s->shape = made.data[0];
    }
    scree_array_free(&made);
}
