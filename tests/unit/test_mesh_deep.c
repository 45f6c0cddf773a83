// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Convex bodies of all kinds that are deep in meshes, or touch them with sharp corners: the depth of a triangle is the least over all directions, and where the body
// does not touch the triangle, there is no contact. A plane cut into triangles is a plane. The energy is continuous at edges, corners and borders of meshes.
#include "brute_depth.h"
#include "convex/point_depth.h"
#include "effort.h"
#include "geometry/mesh_touch.h"
#include "geometry/sphere_triangle.h"
#include "mesh_of_corners.h"
#include <string.h>

static scree_mesh_work work;

// The radius of a sphere around the body. Rounded bodies bulge by up to 1 %, and polyhedra reach 1 % beyond their corners (docs/shapes.md).
static double reach_of(const scree_convex *b) {
    double reach = b->exponent == 2.0 ? 1.0 : 1.01 * vec_norm(b->half);
    for (size_t k = 0; b->hull && k < b->hull->n; k++) {
        const double far = vec_norm(vec3(b->hull->x[k], b->hull->y[k], b->hull->z[k]));
        reach = fmax(k == 0 ? 0.0 : reach, 1.02 * far + b->rounding);
    }
    return reach;
}

// Brute force may miss a narrow valley; then the direction of the search itself has to show that the body is apart from the triangle.
static bool are_apart(const scree_convex_sum *sum, scree_vec3 start) {
    const scree_convex_spot s = scree_convex_spot_of_corners(sum->a, sum->corner, sum->corners, start, 0.0);
    return depth_along(sum, s.n) <= 0.0;
}

static void triangle_is_the_least(void **state) {
    (void)state;
    seed = 21;
    const int trials = effort(20000, 1500, 60);
    size_t touching = 0, deep = 0;
    for (int k = 0; k < trials; k++) {
        random_convex a;
        make_random_convex(k % CONVEX_KINDS, &a);
        const double size = uniform(0.3, 3.0);
        scree_vec3 corner[3] = {random_point(size), random_point(size), random_point(size)};
        scree_mesh mesh = build(corner, 1);
        const scree_convex_sum sum = {.a = &a.body, .corner = corner, .corners = 3};
        const double least = by_brute_force(&sum), slack = 1e-9;
        scree_mesh_contact contact[1];
        const size_t n = scree_mesh_touch(&mesh, vec3(0, 0, 0), NULL, reach_of(&a.body), 0.0, &a.body, every,
                                          1, &work, contact);
        assert_int_equal(work.unfinished, 0);
        if (n == 1) {
            assert_true(contact[0].overlap > 0.0); // what is not within reach is no contact
            assert_true(contact[0].overlap < least + slack);
            assert_true(fabs(depth_along(&sum, contact[0].normal) - contact[0].overlap) < slack);
            // The body leaves the place of the contact by this depth, and it is a point of the triangle.
            const scree_vec3 q = contact[0].point,
                             v[3] = {vec_sub(corner[0], q), vec_sub(corner[1], q), vec_sub(corner[2], q)};
            const double left =
                scree_support_of(&a.body, contact[0].normal, 0).h - vec_dot(contact[0].normal, q);
            const bool is_deep = contact[0].overlap > scree_convex_sure(&a.body);
            assert_true(fabs(left - contact[0].overlap) < slack);
            assert_true(is_deep || scree_sphere_triangle(v, mesh.normal.data[0]).d2 < 1e-14);
            touching++;
            deep += is_deep;
        } else {
            assert_true(least < slack || are_apart(&sum, mesh.normal.data[0]));
        }
        scree_mesh_clear(&mesh);
    }
    print_message("%d triangles, %zu touched, %zu deep\n", trials, touching, deep);
    assert_true(touching > (size_t)trials / 8 && deep > (size_t)trials / 20);
}

typedef struct energy {
    double sum, deepest;
    size_t terms;
} energy;

static void add(energy *e, double overlap, double count) {
    if (overlap > 0.0) {
        e->sum += count * overlap * overlap * sqrt(overlap);
        e->deepest = fmax(e->deepest, overlap);
        e->terms++;
    }
}

static energy energy_at(const scree_mesh *mesh, const scree_convex *body, scree_vec3 centre) {
    static scree_mesh_contact contact[MOST];
    energy e = {0};
    scree_mesh_touch(mesh, centre, NULL, reach_of(body), 0.0, body, every, mesh->triangle.n, &work, contact);
    assert_int_equal(work.unfinished, 0);
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        if (contact[i].feature != SCREE_FEATURE_NONE) {
            assert_true(contact[i].overlap > 0.0);
            add(&e, contact[i].overlap, 1.0);
        }
    }
    for (size_t i = 0; i < work.correction.n; i++) {
        add(&e, work.correction.data[i].overlap, work.correction.data[i].count);
    }
    return e;
}

// Moves and turns bodies at places of the surface. The depth of each contact and meeting changes by no more than the motion, so its
// energy d^(5/2) changes by no more than 5/2 d^(3/2) times the motion. This is asked for up to a third of the smallest half length: beyond it
// a body may reach through to the other side of the cube, or hold its edges inside.
static void follow_bodies(const scree_mesh *mesh, const scree_vec3 *place, int places, const char *name) {
    const int paths = effort(200, 30, 10), steps = 60;
    size_t touching = 0;
    double most = 0.0;
    for (int k = 0; k < paths; k++) {
        random_convex a;
        make_random_convex(k % CONVEX_KINDS, &a);
        const double length = 2e-3, angle = 2e-3, move = length + angle * reach_of(&a.body);
        const scree_vec3 way = vec_scale(length, random_unit()), spin = random_unit(), out = random_unit(),
                         at = place[k % places];
        scree_vec3 x =
            vec_add_scaled(at, -(1.0 - uniform(0.0, 0.1)) * scree_support_of(&a.body, out, 0).h, out);
        const double s = sin(0.5 * angle);
        const scree_mat3 turn =
            scree_quaternion_matrix((scree_quaternion){cos(0.5 * angle), s * spin.x, s * spin.y, s * spin.z});
        const double third = fmin(a.body.half.x, fmin(a.body.half.y, a.body.half.z)) / 3.0;
        energy last = energy_at(mesh, &a.body, x);
        for (int step = 0; step < steps; step++) {
            x = vec_add(x, way);
            a.body.frame = mat_product(&turn, &a.body.frame);
            const energy now = energy_at(mesh, &a.body, x);
            const double deepest = fmax(now.deepest, last.deepest),
                         bound = 2.5 * deepest * sqrt(deepest) * move * (double)(now.terms + last.terms);
            if (deepest > 0.0 && deepest < third) {
                most = fmax(most, fabs(now.sum - last.sum) / bound);
                touching++;
            }
            last = now;
        }
    }
    print_message("%s: %zu steps, at most %.3g of the bound\n", name, touching, most);
    assert_true(touching > (size_t)(paths * steps / 16) && most < 1.0);
}

// A sheet in the form of an L, 9 m long, with arms of 6 m, of triangles of both turns, whose size is that of the bodies. Up to 2.5 m from its border, farther than any of them reaches, there
// is one contact, as deep as that with a plane.
static void sheet_is_a_plane(void **state) {
    (void)state;
    seed = 23;
    enum { LONG = 9, WIDE = 6 };
    const double away = 2.5;
    static scree_vec3 corner[6 * LONG * LONG];
    size_t n = 0;
    for (int k = 0; k < LONG * LONG; k++) {
        const double x = k % LONG, y = (double)(k / LONG);
        if (x < WIDE || y < WIDE) {
            const scree_vec3 square[6] = {{x, y, 0}, {x + 1, y, 0},     {x + 1, y + 1, 0},
                                          {x, y, 0}, {x + 1, y + 1, 0}, {x, y + 1, 0}};
            memcpy(&corner[n], square, sizeof square);
            for (int t = 0; t < 2; t++, n += 3) {
                if (uniform(0.0, 1.0) < 0.3) {
                    corner[n + 1] = square[3 * t + 2], corner[n + 2] = square[3 * t + 1];
                }
            }
        }
    }
    scree_mesh mesh = build(corner, n / 3);
    static scree_mesh_contact contact[MOST];
    size_t deep = 0;
    for (int k = 0; k < effort(3000, 500, 50); k++) {
        random_convex a;
        make_random_convex(k % CONVEX_KINDS, &a);
        const double reach = reach_of(&a.body);
        const scree_vec3 up = vec3(0, 0, 1), down = vec3(0, 0, -1);
        const double h = scree_support_of(&a.body, down, 0).h;
        scree_vec3 x;
        do {
            x = vec3(uniform(away, LONG - away), uniform(away, LONG - away), h * uniform(0.6, 1.0));
        } while (x.x > WIDE - away && x.y > WIDE - away);
        const size_t touches =
            scree_mesh_touch(&mesh, x, NULL, reach, 0.0, &a.body, every, mesh.triangle.n, &work, contact);
        const double depth = scree_convex_on_plane(&a.body, up, x.z).depth;
        double overlap = 0.0;
        for (size_t i = 0; i < mesh.triangle.n; i++) {
            overlap += contact[i].feature != SCREE_FEATURE_NONE ? contact[i].overlap : 0.0;
        }
        assert_true(touches == 1 && work.correction.n == 0 && work.unfinished == 0);
        assert_true(fabs(overlap - depth) < 1e-12);
        deep += depth > scree_convex_sure(&a.body);
    }
    print_message("%zu deep in the sheet\n", deep);
    assert_true(deep > (size_t)effort(1500, 250, 20));
    scree_mesh_clear(&mesh);
}

// A rectangle of triangles of both turns is touched once, as deep as the body is in the polygon of all its corners, wherever the body is.
static void convex_sheet_is_a_polygon(void **state) {
    (void)state;
    seed = 24;
    enum { LONG = 3, WIDE = 2, CORNERS = 6 * LONG * WIDE };
    size_t touching = 0, deep = 0;
    const int trials = effort(4000, 500, 50);
    for (int k = 0; k < trials; k++) {
        scree_vec3 corner[CORNERS];
        for (int n = 0; n < LONG * WIDE; n++) {
            const double x = n % LONG, y = (double)(n / LONG);
            const scree_vec3 square[6] = {{x, y, 0}, {x + 1, y, 0},     {x + 1, y + 1, 0},
                                          {x, y, 0}, {x + 1, y + 1, 0}, {x, y + 1, 0}};
            for (int t = 0; t < 2; t++) {
                const bool turned = uniform(0.0, 1.0) < 0.4;
                scree_vec3 *c = &corner[6 * n + 3 * t];
                c[0] = square[3 * t], c[1] = square[3 * t + (turned ? 2 : 1)],
                c[2] = square[3 * t + (turned ? 1 : 2)];
            }
        }
        random_convex a;
        make_random_convex(k % CONVEX_KINDS, &a);
        const double h = scree_support_of(&a.body, vec3(0, 0, -1), 0).h;
        const scree_vec3 x =
            vec3(uniform(-0.5, LONG + 0.5), uniform(-0.5, WIDE + 0.5), h * uniform(0.2, 1.0));
        scree_mesh mesh = build(corner, CORNERS / 3);
        static scree_mesh_contact contact[MOST];
        const size_t n = scree_mesh_touch(&mesh, x, NULL, reach_of(&a.body), 0.0, &a.body, every,
                                          mesh.triangle.n, &work, contact);
        for (int i = 0; i < CORNERS; i++) {
            corner[i] = vec_sub(corner[i], x);
        }
        const scree_convex_spot s =
            scree_convex_spot_of_corners(&a.body, corner, CORNERS, vec3(0, 0, -1), 0.0);
        double overlap = 0.0;
        for (size_t i = 0; i < mesh.triangle.n; i++) {
            overlap += contact[i].feature != SCREE_FEATURE_NONE ? contact[i].overlap : 0.0;
        }
        assert_true(n == (s.depth > 0.0) && work.correction.n == 0 && work.unfinished == 0);
        assert_true(fabs(overlap - fmax(s.depth, 0.0)) < 1e-8);
        touching += n;
        deep += s.depth > scree_convex_sure(&a.body);
        scree_mesh_clear(&mesh);
    }
    print_message("%zu touch a convex sheet, %zu deep\n", touching, deep);
    assert_true(touching > (size_t)trials / 2 && deep > (size_t)trials / 3);
}

static void energy_is_continuous(void **state) {
    (void)state;
    seed = 22;
    scree_mesh box = cube();
    const scree_vec3 on_box[] = {{1, 1, 0.5}, {1, 1, 1}, {1, 0.5, 0.4}, {0, 0, 0}, {0.5, 0.5, 1}};
    follow_bodies(&box, on_box, 5, "cube");
    scree_mesh_clear(&box);
    const scree_vec3 sheet[6] = {{0, 0, 0}, {3, 0, 0}, {3, 2, 0}, {0, 0, 0}, {3, 2, 0}, {0, 2, 0}};
    const scree_vec3 on_sheet[] = {{1.5, 1, 0}, {0, 1, 0}, {3, 2, 0}, {1, 2, 0}};
    scree_mesh flat = build(sheet, 2);
    follow_bodies(&flat, on_sheet, 4, "sheet");
    scree_mesh_clear(&flat);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangle_is_the_least),
        cmocka_unit_test(sheet_is_a_plane),
        cmocka_unit_test(convex_sheet_is_a_polygon),
        cmocka_unit_test(energy_is_continuous),
    };
    const int failed = cmocka_run_group_tests(tests, number_all, NULL);
    scree_mesh_work_clear(&work);
    return failed;
}
