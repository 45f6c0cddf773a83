// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Convex bodies against meshes. With three equal axes they touch as spheres do; a plane cut into triangles is a plane. Their energy, the sum of count f(overlap) over
// contacts and corrections with f(x) = x^(5/2), is continuous along any path on which they move and turn, and force and torque are its derivatives: on rough
// surfaces with edges and vertices of every kind, in closed random meshes, on an edge, on borders, in concave corners.
#include "effort.h"
#include "geometry/mesh_touch.h"
#include "maths/rigid.h"

#include "mesh_of_corners.h"
#include "random_points.h"
#include <math.h>
#include <string.h>

static scree_mesh_work work;

static scree_vec3 random_direction(void) {
    scree_vec3 v;
    do {
        v = random_point(1);
    } while (vec_norm(v) > 1 || vec_norm(v) < 0.1);
    return vec_unit(v);
}

static scree_mat3 turned(scree_vec3 axis, double angle) {
    const double s = sin(0.5 * angle);
    return scree_quaternion_matrix((scree_quaternion){cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z});
}

static scree_mat3 random_frame(void) {
    return turned(random_direction(), uniform(0, 3));
}

typedef struct state {
    double energy, deepest;
    scree_vec3 force, torque;
    size_t contacts, corrections;
} state;

static void add(state *s, const scree_convex *body, double overlap, scree_vec3 n, double count) {
    if (!(overlap > 0)) {
        return;
    }
    const double f = overlap * sqrt(overlap);
    const scree_vec3 force = vec_scale(-2.5 * count * f, n);
    s->energy += count * f * overlap;
    s->force = vec_add(s->force, force);
    s->torque = vec_add(s->torque, vec_cross(scree_support_of(body, n, 0).point, force));
    s->deepest = fmax(s->deepest, overlap);
}

// r: of the sphere around the body.
static state at(const scree_mesh *mesh, const scree_convex *body, scree_vec3 centre, double r) {
    static scree_mesh_contact contact[MOST];
    state s = {0};
    s.contacts = scree_mesh_touch(mesh, centre, NULL, r, 0, body, every, mesh->triangle.n, &work, contact);
    assert_int_equal(work.unfinished, 0);
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        if (contact[i].feature != SCREE_FEATURE_NONE) {
            assert_true(fabs(vec_norm(contact[i].normal) - 1) < 1e-13);
            add(&s, body, contact[i].overlap, contact[i].normal, 1);
        }
    }
    for (size_t i = 0; i < work.correction.n; i++) {
        const scree_mesh_correction *c = &work.correction.data[i];
        assert_true(fabs(vec_norm(c->normal) - 1) < 1e-13);
        add(&s, body, c->overlap, c->normal, c->count);
    }
    s.corrections = work.correction.n;
    return s;
}

static double reach_of(const scree_convex *b) {
    if (b->kind == SCREE_FORM_POLYHEDRON) {
        return 1.02 * vec_norm(b->half) + b->rounding; // the smooth body is that much outside of its corners
    }
    return b->exponent == 2.0 ? fmax(b->half.x, fmax(b->half.y, b->half.z)) : vec_norm(b->half);
}

// How a body moves along a path: the velocity of its centre and its spin, per unit of length.
typedef struct path {
    scree_vec3 along, spin;
} path;

static size_t corrected, touched;
static double worst; // of the work that is missing, relative to the largest energy of the path

// Follows a path in n steps, and adds up the work of force and torque.
static void follow(const scree_mesh *mesh, scree_convex body, scree_vec3 from, path way, double step,
                   size_t n, double most) {
    const double r = reach_of(&body), speed = vec_norm(way.spin);
    const scree_mat3 turn = turned(speed > 0 ? vec_scale(1 / speed, way.spin) : vec3(1, 0, 0), speed * step);
    state last = at(mesh, &body, from, r);
    double high = 0, off = 0;
    for (size_t i = 0; i < n; i++) {
        from = vec_add_scaled(from, step, way.along);
        body.frame = mat_product(&turn, &body.frame);
        const state now = at(mesh, &body, from, r);
        if (now.deepest < most && last.deepest < most && (now.contacts || last.contacts)) {
            const double done = 0.5 * step *
                                (vec_dot(vec_add(now.force, last.force), way.along) +
                                 vec_dot(vec_add(now.torque, last.torque), way.spin));
            assert_true(now.energy >= (1 - 1e-12) * now.deepest * now.deepest * sqrt(now.deepest));
            off = fmax(off, fabs(now.energy - last.energy + done));
            high = fmax(high, now.energy);
            touched++;
            corrected += now.corrections > 0;
        }
        last = now;
    }
    worst = high > 0 ? fmax(worst, off / high) : worst;
}

// ---- meshes -----------------------------------------------------------------------------------------------

static const int quad[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};

// A square of 144 smaller ones, with heights at random: convex and concave edges and vertices, saddles.
static scree_mesh rough_square(double h) {
    enum { N = 12 };
    static scree_vec3 corners[6 * N * N];
    double height[N + 1][N + 1];
    for (int i = 0; i <= N; i++) {
        for (int j = 0; j <= N; j++) {
            height[i][j] = uniform(-h, h);
        }
    }
    for (int i = 0; i < 6 * N * N; i++) {
        const int *q = quad[i % 6], x = i / 6 % N + q[0], y = i / 6 / N + q[1];
        corners[i] = vec3(x, y, height[x][y]);
    }
    return build(corners, 2 * N * N);
}

// A sphere of triangles whose vertices are moved at random, seen from inside.
static scree_mesh bag(double rough) {
    enum { M = 9, K = 14 };
    static scree_vec3 corners[6 * M * K];
    scree_vec3 grid[M + 1][K];
    for (int i = 0; i <= M; i++) {
        for (int j = 0; j < K; j++) {
            const double t = 3.14159265358979 * i / M, f = 6.28318530717959 * (j + 0.5 * (i % 2)) / K;
            grid[i][j] =
                vec_scale(1 + uniform(-rough, rough), vec3(sin(t) * cos(f), sin(t) * sin(f), cos(t)));
            if (j > 0 && (i == 0 || i == M)) {
                grid[i][j] = grid[i][0];
            }
        }
    }
    for (int i = 0; i < 6 * M * K; i++) {
        const int *q = quad[i % 6];
        corners[i] = grid[i / 6 / K + q[1]][(i / 6 % K + q[0]) % K];
    }
    return build(corners, 2 * M * K);
}

static scree_convex random_body(double size, double exponent) {
    return (scree_convex){.frame = random_frame(),
                          .half = vec3(size, size * uniform(0.4, 1), size * uniform(0.4, 1)),
                          .exponent = exponent,
                          .kind = SCREE_FORM_SUPERELLIPSOID};
}

// A capsule, cylinder, box or polyhedron of eight corners; the smallest radius of curvature is at least 0.2 of its thinnest half length.
static scree_convex random_body_of(scree_form_kind kind, double size) {
    static double corner[3][8];
    static scree_hull hull = {8, corner[0], corner[1], corner[2]};
    scree_convex b = {.frame = random_frame(),
                      .half = vec3(size, size * uniform(0.4, 1), size * uniform(0.4, 1)),
                      .exponent = 1.0,
                      .kind = kind};
    const double bulge = 0.02;
    b.rounding = 0.2 * fmin(b.half.y, b.half.z);
    if (kind == SCREE_FORM_CAPSULE) {
        b.half = vec3(b.half.y * 0.5, b.half.y * 0.5, size);
        b.rounding = b.half.x - bulge * (b.half.z - b.half.x) / (1.0 - bulge);
    } else if (kind == SCREE_FORM_CYLINDER) {
        b.half.y = b.half.x;
    } else if (kind == SCREE_FORM_POLYHEDRON) {
        b.exponent = 128.0;
        b.size = 1.0;
        b.hull = &hull;
        for (int k = 0; k < 8; k++) {
            corner[0][k] = b.half.x * (k & 1 ? 1 : -1) * uniform(0.6, 1);
            corner[1][k] = b.half.y * (k & 2 ? 1 : -1) * uniform(0.6, 1);
            corner[2][k] = b.half.z * (k & 4 ? 1 : -1) * uniform(0.6, 1);
        }
        return b;
    }
    scree_rounded_parts((int)kind, scree_rounded_core((int)kind, b.half, b.rounding, bulge), bulge, b.part);
    return b;
}

// ---- tests ------------------------------------------------------------------------------------------------

// Features, overlaps, normals, points and corrections of random spheres, turned at random, on rough surfaces.
static void equal_axes_are_the_sphere(void **state_) {
    (void)state_;
    static scree_mesh_contact one[MOST], other[MOST];
    double off = 0;
    size_t contacts = 0, corrections = 0;
    for (int trial = 0; trial < 6; trial++) {
        seed = 100 + (uint64_t)trial;
        const double h = (const double[]){1e-5, 1e-3, 0.03, 0.1, 0.3, 1}[trial];
        scree_mesh mesh = rough_square(h);
        mesh.least_fits = INFINITY; // sides of a curve meet earlier for spheres
        for (int k = 0; k < effort(200, 100, 20); k++) {
            const double r = uniform(0.3, 2.5);
            const scree_vec3 c = vec3(uniform(-1, 13), uniform(-1, 13), uniform(0.6 * r - h, r + h));
            scree_convex body = scree_convex_sphere(r);
            body.frame = random_frame();
            scree_mesh_correction of_one[MOST];
            const size_t n = scree_mesh_touch(&mesh, c, NULL, r, 0, NULL, every, mesh.triangle.n, &work, one);
            const size_t m = work.correction.n;
            assert_true(m < MOST);
            for (size_t i = 0; i < m; i++) {
                of_one[i] = work.correction.data[i];
            }
            assert_int_equal(
                scree_mesh_touch(&mesh, c, NULL, r, 0, &body, every, mesh.triangle.n, &work, other), n);
            assert_int_equal(work.correction.n, m);
            assert_int_equal(work.unfinished, 0);
            for (size_t i = 0; i < mesh.triangle.n; i++) {
                assert_int_equal(other[i].feature, one[i].feature);
                off = fmax(off, fabs(other[i].overlap - one[i].overlap) / r);
                off = fmax(off, vec_norm(vec_sub(other[i].normal, one[i].normal)));
                off = fmax(off, vec_norm(vec_sub(other[i].point, one[i].point)) / r);
            }
            for (size_t i = 0; i < m; i++) {
                const scree_mesh_correction *x = &work.correction.data[i];
                off = fmax(off, fabs(x->overlap - of_one[i].overlap) / r);
                off = fmax(off, vec_norm(vec_sub(x->normal, of_one[i].normal)));
                assert_int_equal(x->parents, of_one[i].parents);
                for (uint32_t j = 0; j < x->parents; j++) {
                    assert_int_equal(x->parent[j], of_one[i].parent[j]);
                    off = fmax(off, fabs(x->share[j] - of_one[i].share[j]));
                }
            }
            contacts += n, corrections += m;
        }
        scree_mesh_clear(&mesh);
    }
    print_message("%zu contacts and %zu corrections off by %.2g\n", contacts, corrections, off);
    assert_true(contacts > (size_t)effort(800, 400, 80) && corrections > 20 && off < 1e-12);
}

// A plane cut into triangles gives one contact, with the numbers of the plane.
static void cut_plane_is_a_plane(void **state_) {
    (void)state_;
    seed = 5;
    const scree_mesh_contact none = {0};
    static scree_mesh_contact contact[MOST];
    scree_mesh mesh = rough_square(0);
    for (int k = 0; k < effort(1000, 500, 100); k++) {
        const scree_convex body = random_body(uniform(0.05, 3), 2 + k % 4);
        const scree_convex_depth plane = scree_convex_on_plane(&body, vec3(0, 0, 1), 0.0);
        const double depth = uniform(0, 0.05) * body.half.x, r = reach_of(&body);
        const scree_vec3 c = vec3(uniform(4, 8), uniform(4, 8), plane.depth - depth);
        assert_int_equal(
            scree_mesh_touch(&mesh, c, NULL, r, 0, &body, every, mesh.triangle.n, &work, contact), 1);
        assert_int_equal(work.correction.n, 0);
        for (size_t i = 0; i < mesh.triangle.n; i++) {
            if (memcmp(&contact[i], &none, sizeof none) != 0) {
                assert_true(fabs(contact[i].overlap - depth) < 1e-14 * r + 1e-15);
                assert_true(vec_norm(vec_sub(contact[i].normal, vec3(0, 0, -1))) < 1e-14);
            }
        }
    }
    scree_mesh_clear(&mesh);
}

// Moves bodies that touch a mesh on paths of one length in steps of two lengths: what is missing in the balance of energy and work comes from the steps alone, and is
// smaller with the shorter ones.
static void expect_continuous(scree_mesh (*mesh_of)(double), double rough, bool inside, scree_form_kind kind,
                              const char *name) {
    const bool round = kind == SCREE_FORM_SUPERELLIPSOID;
    const int paths = round ? effort(30, 12, 3) : effort(5, 2, 2), finer = round ? 1 : 2;
    double off[2];
    for (int fine = 0; fine < 2; fine++) {
        seed = 700;
        worst = 0;
        touched = corrected = 0;
        scree_mesh mesh = mesh_of(rough);
        const double size = inside ? 0.35 : 1.5;
        for (int k = 0; k < paths; k++) {
            const scree_convex body = round ? random_body(size * uniform(0.3, 1), 2 + k % 3)
                                            : random_body_of(kind, size * uniform(0.3, 1));
            const double r = reach_of(&body), most = round ? 0.08 * body.half.x : 0.5 * body.rounding,
                         deep = uniform(0.003, 0.03) * (round ? body.half.x : 5.0 * body.rounding);
            const scree_vec3 out = inside ? random_direction() : vec3(0, 0, -1);
            scree_vec3 p = inside ? vec3(0, 0, 0) : vec3(uniform(-0.5, 12.5), uniform(4, 8), 2 * rough + r);
            while (at(&mesh, &body, p, r).deepest < deep && vec_norm(p) < 20) {
                p = vec_add_scaled(p, 0.002 * r, out);
            }
            path way = {vec_unit(vec_cross(out, random_direction())),
                        vec_scale(uniform(0, 1) / r, random_direction())};
            follow(&mesh, body, p, way, 2e-3 * size / finer / (1 << fine), (size_t)(200 * finer) << fine,
                   most);
        }
        scree_mesh_clear(&mesh);
        off[fine] = worst;
    }
    print_message("%s %g: %zu steps, %zu corrected, off by %.2g, and %.2g with half the step\n", name, rough,
                  touched, corrected, off[0], off[1]);
    assert_true(touched > (size_t)(paths * 50) && off[1] < 0.05 && (off[1] < 0.5 * off[0] || off[1] < 1e-4));
}

static void rough_surfaces(void **state_) {
    (void)state_;
    for (int k = 0; k < 6; k++) {
        expect_continuous(rough_square, (const double[]){1e-5, 1e-3, 0.03, 0.1, 0.3, 1}[k], false,
                          SCREE_FORM_SUPERELLIPSOID, "rough");
    }
}

// The other kinds, over edges and vertices.
static void other_kinds(void **state_) {
    (void)state_;
    static const char *const name[] = {[SCREE_FORM_CAPSULE] = "capsules",
                                       [SCREE_FORM_CYLINDER] = "cylinders",
                                       [SCREE_FORM_BOX] = "boxes",
                                       [SCREE_FORM_POLYHEDRON] = "polyhedra"};
    for (int kind = SCREE_FORM_CAPSULE; kind <= SCREE_FORM_POLYHEDRON; kind++) {
        for (int k = 0; k < 2; k++) {
            expect_continuous(rough_square, (const double[]){0.1, 1}[k], false, kind, name[kind]);
        }
        expect_continuous(bag, 0.1, true, kind, name[kind]);
    }
}

static void closed_meshes(void **state_) {
    (void)state_;
    for (int k = 0; k < 4; k++) {
        expect_continuous(bag, (const double[]){0.0, 0.02, 0.1, 0.25}[k], true, SCREE_FORM_SUPERELLIPSOID,
                          "bag");
    }
}

// On the edge between two faces of a cube at 45 degrees, at a vertex along its diagonal, and in a corner of it from inside, in closed form.
static void cube_in_closed_form(void **state_) {
    (void)state_;
    static scree_mesh_contact contact[MOST];
    scree_mesh mesh = cube();
    const double a = 0.3, b = 0.2, c = 0.1, deep = 0.004, s = sqrt(0.5), t = sqrt(1.0 / 3.0);
    const scree_convex body = {.frame = {{1, 0, 0, 0, 1, 0, 0, 0, 1}},
                               .half = vec3(a, b, c),
                               .exponent = 2.0,
                               .kind = SCREE_FORM_SUPERELLIPSOID};
    const scree_vec3 n[2] = {vec3(-s, -s, 0), vec3(-t, -t, -t)}, foot[2] = {vec3(1, 1, 0.5), vec3(1, 1, 1)};
    for (int k = 0; k < 2;
         k++) { // the centre is placed so that the deepest point is below the edge or vertex
        const scree_support p = scree_support_of(&body, n[k], 0);
        scree_vec3 centre = vec_sub(foot[k], vec_add_scaled(p.point, -deep, n[k]));
        size_t found = 0;
        assert_int_equal(scree_mesh_touch(&mesh, centre, NULL, a, 0, &body, every, 12, &work, contact), 1);
        for (size_t i = 0; i < 12; i++) {
            if (contact[i].feature != SCREE_FEATURE_NONE) {
                found++;
                assert_int_equal(contact[i].feature & SCREE_FEATURE_KIND,
                                 k == 0 ? SCREE_FEATURE_EDGE : SCREE_FEATURE_VERTEX);
                assert_true(fabs(contact[i].overlap - deep) < 1e-12);
                assert_true(vec_norm(vec_sub(contact[i].normal, n[k])) < 1e-10);
            }
        }
        assert_int_equal(found, 1);
    }
    assert_int_equal(scree_mesh_touch(&mesh, vec3(1 - a + deep, 1 - b + deep, 1 - c + deep), NULL, a, 0,
                                      &body, every, 12, &work, contact),
                     3);
    assert_int_equal(work.correction.n, 0); // the edges of the corner are out of reach
    scree_mesh_clear(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_axes_are_the_sphere),
        cmocka_unit_test(cut_plane_is_a_plane),
        cmocka_unit_test(cube_in_closed_form),
        cmocka_unit_test(rough_surfaces),
        cmocka_unit_test(closed_meshes),
        cmocka_unit_test(other_kinds),
    };
    const int failed = cmocka_run_group_tests(tests, number_all, NULL);
    scree_mesh_work_clear(&work);
    return failed;
}
