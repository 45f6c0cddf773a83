// SPDX-License-Identifier: BSD-3-Clause
// `scree shape`: shapes of a case as numbers and pictures, and shapes made of meshes.
#include "access/convex_body.h"
#include "case/case.h"
#include "convex_bodies/surface.h"
#include "files/mesh_file.h"
#include "input/config.h"
#include "mesh/mesh_mass.h"
#include "scree/scree.h"
#include "text/file.h"
#include "text/text_buffer.h"
#include "tools/shape/sphere_fill.h"
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { PANEL = 320, MARGIN = 24 };   // pixels
enum { DIVISIONS = 16, FINE = 100 }; // of the octahedron, for pictures and for radii of curvature

// Creates a new file; a file that exists is never replaced.
static bool create(scree_file *f, const char *path, scree_report *r) {
    if (access(path, F_OK) == 0) {
        return scree_report_error(r, "%s: there is such a file already; accepted: a new name", path);
    }
    return scree_file_create(f, path, r);
}

// ---- pictures ----------------------------------------------------------------------------------------------

typedef struct drawing {
    scree_vec3 low, high;
    double scale; // pixels per m
} drawing;

// Seen along axis 2 - panel: x to the right and y or z up.
static const int right_of[3] = {0, 0, 1}, up_of[3] = {1, 2, 2};

static double pixel_x(const drawing *d, int panel, scree_vec3 x) {
    const int axis = right_of[panel];
    return MARGIN + panel * (PANEL + MARGIN) + 0.5 * PANEL +
           d->scale * (vec_get(x, axis) - 0.5 * (vec_get(d->low, axis) + vec_get(d->high, axis)));
}

static double pixel_y(const drawing *d, int panel, scree_vec3 x) {
    const int axis = up_of[panel];
    return 2.0 * MARGIN + 0.5 * PANEL -
           d->scale * (vec_get(x, axis) - 0.5 * (vec_get(d->low, axis) + vec_get(d->high, axis)));
}

// Far ones first, so that near ones cover them.
static void draw_spheres(scree_file *f, const drawing *d, int panel, const scree_member_list *s) {
    const int depth = 3 - right_of[panel] - up_of[panel];
    bool *done = scree_zeros(s->n + 1);
    for (size_t n = 0; n < s->n; n++) {
        size_t next = SIZE_MAX;
        for (size_t k = 0; k < s->n; k++) {
            const double sign = depth == 1 ? -1.0 : 1.0; // seen from the side of -y
            if (!done[k] && (next == SIZE_MAX || sign * vec_get(s->data[k].at, depth) <
                                                     sign * vec_get(s->data[next].at, depth))) {
                next = k;
            }
        }
        done[next] = true;
        scree_file_print(f,
                         "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"#9ecae1\" fill-opacity=\"0.75\" "
                         "stroke=\"#08519c\"/>\n",
                         pixel_x(d, panel, s->data[next].at), pixel_y(d, panel, s->data[next].at),
                         d->scale * s->data[next].radius);
    }
    scree_free(done);
}

static void draw_mesh(scree_file *f, const drawing *d, int panel, const scree_mesh *mesh) {
    for (size_t k = 0; k < mesh->triangle.n; k++) {
        const uint32_t *v = mesh->triangle.data[k].v;
        scree_file_print(f, "<polygon fill=\"none\" stroke=\"#bbbbbb\" stroke-width=\"0.6\" points=\"");
        for (int c = 0; c < 3; c++) {
            const scree_vec3 x = mesh->vertex.data[v[c]];
            scree_file_print(f, "%.2f,%.2f ", pixel_x(d, panel, x), pixel_y(d, panel, x));
        }
        scree_file_print(f, "\"/>\n");
    }
}

// The surfaces of the pieces of a shape: of piece k the points from k * o.n_points on.
typedef struct surfaces {
    scree_octahedron o;
    scree_vec3 *point; // m
    size_t n;          // pieces; 0: spheres
} surfaces;

static surfaces surfaces_of(const scree_shape *shape) {
    surfaces s = {.o = scree_octahedron_of(DIVISIONS), .n = shape ? shape->piece.n : 0};
    s.point = scree_realloc(NULL, 0, (s.n * s.o.n_points + 1) * sizeof *s.point);
    for (size_t k = 0; k < s.n; k++) {
        const scree_convex body = scree_convex_of_shape(shape, k, shape->size);
        const scree_vec3 place =
            scree_shape_is_convex(shape) ? vec3(0.0, 0.0, 0.0) : scree_piece_place(shape, k, shape->size);
        for (size_t i = 0; i < s.o.n_points; i++) {
            const scree_vec3 own = scree_support_of(&body, s.o.direction[i], 0).point;
            s.point[k * s.o.n_points + i] = vec_add(shape->centre, vec_add(place, own));
        }
    }
    return s;
}

static void surfaces_clear(surfaces *s) {
    scree_free(s->point);
    scree_octahedron_clear(&s->o);
}

// A triangle of a surface: how near it is to the eye.
typedef struct seen_triangle {
    double near;
    size_t piece, number;
} seen_triangle;

static int far_first(const void *a, const void *b) {
    const seen_triangle *x = a, *y = b;
    return x->near != y->near     ? (x->near < y->near ? -1 : 1)
           : x->piece != y->piece ? (x->piece < y->piece ? -1 : 1)
                                  : (x->number > y->number) - (x->number < y->number);
}

// The normal of the exact surface in the middle of a triangle. That of the triangle itself may point inwards where a face meets a sharp edge.
static scree_vec3 normal_of(const surfaces *s, size_t number) {
    const uint32_t *v = s->o.triangle[number];
    return vec_unit(vec_add(s->o.direction[v[0]], vec_add(s->o.direction[v[1]], s->o.direction[v[2]])));
}

// The triangles of convex bodies that face the eye, as bright as the light from above and from the left of the eye makes them. None of one body hides another one.
static void draw_surfaces(scree_file *f, const drawing *d, int panel, const surfaces *s) {
    static const double light[3] = {-0.4, 0.6, 0.7}; // to the right, up, towards the eye
    const int right = right_of[panel], up = up_of[panel], depth = 3 - right - up;
    const double sign = depth == 1 ? -1.0 : 1.0; // seen from the side of -y
    SCREE_ARRAY(seen_triangle) seen = {0};
    for (size_t k = 0; k < s->n * s->o.n_triangles; k++) {
        const size_t piece = k / s->o.n_triangles, number = k % s->o.n_triangles;
        const uint32_t *v = s->o.triangle[number];
        const scree_vec3 *point = s->point + piece * s->o.n_points, a = point[v[0]], b = point[v[1]],
                         c = point[v[2]];
        if (sign * vec_get(normal_of(s, number), depth) > 0.0) {
            const double near = sign * (vec_get(a, depth) + vec_get(b, depth) + vec_get(c, depth));
            scree_array_push(&seen, ((seen_triangle){near, piece, number}));
        }
    }
    if (s->n > 1) {
        scree_array_sort(&seen, far_first);
    }
    for (size_t k = 0; k < seen.n; k++) {
        const uint32_t *v = s->o.triangle[seen.data[k].number];
        const scree_vec3 *point = s->point + seen.data[k].piece * s->o.n_points,
                         m = normal_of(s, seen.data[k].number);
        const double lit =
            light[0] * vec_get(m, right) + light[1] * vec_get(m, up) + light[2] * sign * vec_get(m, depth);
        const double share = fmin(1.0, 0.35 + 0.65 * fmax(0.0, lit));
        char colour[8];
        snprintf(colour, sizeof colour, "#%02x%02x%02x", (unsigned)(0xb4 * share), (unsigned)(0xd8 * share),
                 (unsigned)(0xf0 * share));
        scree_file_print(f, "<polygon fill=\"%s\" stroke=\"%s\" stroke-width=\"0.5\" points=\"", colour,
                         colour);
        for (int c = 0; c < 3; c++) {
            scree_file_print(f, "%.2f,%.2f ", pixel_x(d, panel, point[v[c]]), pixel_y(d, panel, point[v[c]]));
        }
        scree_file_print(f, "\"/>\n");
    }
    scree_array_free(&seen);
}

// Three views with the centre of mass, of spheres with a mesh, NULL: there is none, or of a shape of convex bodies, else NULL.
static bool draw(const char *path, const char *title, const scree_member_list *s, const scree_mesh *mesh,
                 const scree_shape *shape, scree_vec3 centre, scree_report *r) {
    static const char *const view[] = {"from +z: x right, y up", "from -y: x right, z up",
                                       "from +x: y right, z up"};
    drawing d = {.low = vec3(INFINITY, INFINITY, INFINITY), .high = vec3(-INFINITY, -INFINITY, -INFINITY)};
    surfaces of = surfaces_of(shape);
    for (size_t k = 0; k < of.n * of.o.n_points; k++) {
        d.low = vec_min(d.low, of.point[k]);
        d.high = vec_max(d.high, of.point[k]);
    }
    for (size_t k = 0; of.n == 0 && k < s->n; k++) {
        const double radius = s->data[k].radius;
        d.low = vec_min(d.low, vec_sub(s->data[k].at, vec3(radius, radius, radius)));
        d.high = vec_max(d.high, vec_add(s->data[k].at, vec3(radius, radius, radius)));
    }
    d.low = mesh ? vec_min(d.low, mesh->min) : d.low;
    d.high = mesh ? vec_max(d.high, mesh->max) : d.high;
    const scree_vec3 size = vec_sub(d.high, d.low);
    d.scale = 0.92 * PANEL / fmax(size.x, fmax(size.y, size.z));
    scree_file f;
    if (!create(&f, path, r)) {
        surfaces_clear(&of);
        return false;
    }
    const int width = 3 * (PANEL + MARGIN) + MARGIN, height = PANEL + 4 * MARGIN;
    char *safe = scree_text_escaped(title);
    scree_file_print(&f,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                     "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" "
                     "fill=\"white\"/>\n<text x=\"%d\" y=\"20\">",
                     width, height, MARGIN);
    for (const char *c = safe; *c; c++) {
        scree_file_print(&f, *c == '<' ? "&lt;" : *c == '&' ? "&amp;" : "%c", *c);
    }
    scree_file_print(&f, "</text>\n");
    scree_text_free(safe);
    for (int panel = 0; panel < 3; panel++) {
        if (of.n > 0) {
            draw_surfaces(&f, &d, panel, &of);
        } else {
            draw_spheres(&f, &d, panel, s);
        }
        if (mesh) {
            draw_mesh(&f, &d, panel, mesh);
        }
        const double x = pixel_x(&d, panel, centre), y = pixel_y(&d, panel, centre);
        scree_file_print(&f, "<path d=\"M%.2f %.2fh10m-5 -5v10\" stroke=\"#cc0000\" stroke-width=\"1.5\"/>\n",
                         x - 5.0, y);
        scree_file_print(&f, "<text x=\"%d\" y=\"%d\" fill=\"#555555\">%s</text>\n",
                         MARGIN + panel * (PANEL + MARGIN), height - 10, view[panel]);
    }
    scree_file_print(&f, "</svg>\n");
    surfaces_clear(&of);
    return scree_file_commit(&f, false, r);
}

// ---- show --------------------------------------------------------------------------------------------------

// The body of a convex shape as it was given, but for its place; false: it is one of spheres.
static bool convex_of(const scree_shape *s, scree_convex *body) {
    const bool is = scree_shape_is_convex(s);
    if (is) {
        *body = scree_convex_of_shape(s, 0, s->size);
    }
    return is;
}

static void put_radius(scree_text_buffer *t, const char *name, double radius, double size) {
    if (radius < 1e-6 * size) {
        scree_text_add(t, "  %-29s 0 m: an edge or a corner\n", name);
    } else if (radius > 100.0 * size) {
        scree_text_add(t, "  %-29s more than %.6g m: flat\n", name, 100.0 * size);
    } else {
        scree_text_add(t, "  %-29s %.6g m\n", name, radius);
    }
}

static void describe_convex(scree_text_buffer *t, const scree_shape *s, const scree_convex *body) {
    double width[3];
    for (int k = 0; k < 3; k++) {
        const scree_vec3 n = vec3(k == 0, k == 1, k == 2);
        width[k] = scree_support_of(body, n, 0).h + scree_support_of(body, vec_scale(-1.0, n), 0).h;
    }
    scree_octahedron o = scree_octahedron_of(FINE);
    const scree_curvature c = scree_surface_curvature(body, &o);
    scree_octahedron_clear(&o);
    scree_text_add(t, "  width along x, y and z        %.6g %.6g %.6g m\n", width[0], width[1], width[2]);
    scree_text_add(t, "  sphere around it              %.6g m, its radius\n",
                   0.5 * scree_shape_across(s) * s->size);
    put_radius(t, "smallest radius of curvature", c.sharpest, s->size);
    put_radius(t, "largest radius of curvature", c.flattest, s->size);
}

static void describe(scree_text_buffer *t, const scree_shape_def *def) {
    const scree_shape *s = &def->shape;
    const double d = s->size, volume = 3.14159265358979324 / 6.0 * d * d * d;
    const scree_mat3 r = scree_quaternion_matrix(s->axes);
    scree_convex body;
    const bool convex = convex_of(s, &body);
    if (convex) {
        scree_text_add(t, "%s: a convex body\n", def->name);
    } else {
        scree_text_add(t, "%s: %zu %s, %s\n", def->name, s->member.n,
                       scree_shape_has_pieces(s) ? "convex bodies" : "spheres",
                       def->volume > 0.0 ? "volume given"
                       : def->sum        ? "mass of their sum"
                                         : "mass of their union");
    }
    scree_text_add(t, "  volume                        %.6g m3\n", volume);
    scree_text_add(t, "  size, diameter of that volume %.6g m\n", d);
    scree_text_add(t, "  centre of mass                %.6g %.6g %.6g m\n", s->centre.x, s->centre.y,
                   s->centre.z);
    const double moment[3] = {s->moments.x, s->moments.y, s->moments.z};
    for (int k = 0; k < 3; k++) {
        scree_text_add(t, "  inertia / mass %d              %.6g m2 about %.4f %.4f %.4f\n", k + 1,
                       moment[k] * d * d, r.m[k], r.m[3 + k], r.m[6 + k]);
    }
    if (convex) {
        describe_convex(t, s, &body);
    } else {
        scree_text_add(t, "  farthest member               %.6g m from the centre\n", s->reach * d);
    }
}

char *scree_shape_show(const char *case_path, const scree_changes *changes, const char *name,
                       const char *picture, scree_report *report) {
    scree_case c;
    if (!scree_case_read(case_path, changes, &c, report)) {
        scree_case_clear(&c);
        return NULL;
    }
    scree_text_buffer t = {0};
    bool fine = true;
    size_t shown = 0;
    for (size_t k = 0; k < c.shape.n && fine; k++) {
        const scree_shape_def *def = &c.shape.data[k];
        if (name && strcmp(name, def->name) != 0) {
            continue;
        }
        describe(&t, def);
        fine = !picture || shown > 0 ||
               draw(picture, def->name, &def->member, NULL,
                    scree_shape_has_pieces(&def->shape) ? &def->shape : NULL, def->shape.centre, report);
        shown++;
    }
    if (fine && shown == 0) {
        char *safe = scree_text_escaped(name ? name : "");
        scree_report_error(report,
                           name ? "%s: there is no shape '%.60s'; accepted: a name under 'shapes'"
                                : "%s: there are no shapes%s",
                           case_path, safe);
        scree_text_free(safe);
        fine = false;
    }
    scree_case_clear(&c);
    if (!fine) {
        scree_free(t.data);
        return NULL;
    }
    return t.data;
}

// ---- make --------------------------------------------------------------------------------------------------

static bool write_spheres(const char *path, const scree_member_list *s, scree_report *r) {
    scree_file f;
    if (!create(&f, path, r)) {
        return false;
    }
    scree_file_print(&f, "# x y z r\n");
    for (size_t k = 0; k < s->n; k++) {
        const double value[4] = {s->data[k].at.x, s->data[k].at.y, s->data[k].at.z, s->data[k].radius};
        for (int c = 0; c < 4; c++) {
            scree_file_number(&f, value[c]);
            scree_file_print(&f, c < 3 ? " " : "\n");
        }
    }
    return scree_file_commit(&f, false, r);
}

// Returns a text that says how well the spheres fill the mesh, and how a case uses them.
static char *summary(const char *path, const scree_mesh *mesh, const scree_mesh_mass *body,
                     const scree_member_list *s) {
    const scree_solid solid = scree_solid_of_union(s->data, s->n);
    const double gap = scree_sphere_fill_gap(mesh, s), size = vec_norm(vec_sub(mesh->max, mesh->min));
    scree_text_buffer t = {0};
    scree_text_add(&t, "%zu spheres in %s\n", s->n, path);
    scree_text_add(&t, "  they fill %.2f %% of the mesh, %.6g m3\n", 100.0 * solid.volume / body->volume,
                   body->volume);
    scree_text_add(&t, "  the surface is up to %.3g m from them, %.2f %% of its diagonal\n", gap,
                   100.0 * gap / size);
    scree_text_add(&t, "  centre of mass off by %.3g m\n", vec_norm(vec_sub(solid.centre, body->centre)));
    scree_text_add(&t, "in a case, with volume, centre and inertia of the mesh:\n");
    const double *i = body->inertia, v = body->volume;
    scree_text_add(&t,
                   "  shapes:\n    NAME: {file: %s, volume: %.9g m3, centre: [%.9g, %.9g, %.9g], gyration: "
                   "[%.9g, %.9g, %.9g, %.9g, %.9g, %.9g]}\n",
                   path, v, body->centre.x, body->centre.y, body->centre.z, i[0] / v, i[1] / v, i[2] / v,
                   i[3] / v, i[4] / v, i[5] / v);
    return t.data;
}

char *scree_shape_make(const char *mesh_path, double scale, int spheres, const char *path,
                       const char *picture, scree_report *report) {
    scree_vec3 *corners = NULL;
    size_t triangles = 0;
    scree_mesh mesh = {.n_edges = 0};
    scree_mesh_mass body;
    char *text = NULL;
    if (!scree_mesh_file_read(mesh_path, vec3(scale, scale, scale), vec3(0, 0, 0), &corners, &triangles,
                              report)) {
        return NULL;
    }
    const bool built = scree_mesh_build(&mesh, corners, triangles, report);
    scree_free(corners);
    if (built && !scree_mesh_mass_of(&mesh, &body)) {
        scree_report_error(
            report,
            "%s: the mesh is not closed (%zu open edges), so it has no inside; accepted: a closed mesh",
            mesh_path, mesh.open_edges);
    } else if (built) {
        scree_bvh *tree = scree_bvh_create(&mesh);
        scree_member_list list = {0};
        if (!scree_sphere_fill(&mesh, tree, (size_t)spheres, &list)) {
            scree_report_error(report,
                               "%s: no point of a grid is inside; accepted: a closed mesh that is not thin",
                               mesh_path);
        } else if (write_spheres(path, &list, report) &&
                   (!picture || draw(picture, mesh_path, &list, &mesh, NULL, body.centre, report))) {
            text = summary(path, &mesh, &body, &list);
        }
        scree_bvh_destroy(tree);
        scree_array_free(&list);
    }
    scree_mesh_clear(&mesh);
    return text;
}
