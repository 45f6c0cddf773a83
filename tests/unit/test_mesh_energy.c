// SPDX-License-Identifier: BSD-3-Clause
// The energy of a sphere at a mesh, U = sum of count f(overlap) over contacts and corrections with f(x) = x^(5/2), is
// continuous along any path, and the force is its gradient: in concave corners of any angle, in drums, on
// rough surfaces with edges and vertices of every kind, inside closed random meshes, on holes, in cones. It is never less than that
// of the deepest contact alone.
#include "effort.h"
#include "geometry/mesh_touch.h"

#include "mesh_of_corners.h"
#include "random_points.h"
#include <string.h>

static scree_mesh_work work;

static scree_vec3 random_direction(void) {
    scree_vec3 v;
    do {
        v = random_point(1);
    } while (vec_norm(v) > 1 || vec_norm(v) < 0.1);
    return vec_unit(v);
}

typedef struct state {
    double energy, slope; // slope: upper bound of the gradient of the force
    scree_vec3 force;
    double deepest;
    size_t contacts, corrections;
} state;

static void add(state *s, double overlap, scree_vec3 normal, double count, double r) {
    const double f = overlap * sqrt(overlap);
    if (overlap <= 0) {
        return;
    }
    s->energy += count * f * overlap;
    s->force = vec_add_scaled(s->force, -2.5 * count * f, normal);
    s->slope += fabs(count) * (3.75 * sqrt(overlap) + 2.5 * f / (r - overlap));
    s->deepest = fmax(s->deepest, overlap);
}

static state at(const scree_mesh *mesh, scree_vec3 centre, double r) {
    static scree_mesh_contact contact[MOST];
    state s = {0};
    s.contacts = scree_mesh_touch(mesh, centre, NULL, r, 0, NULL, every, mesh->triangle.n, &work, contact);
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        if (contact[i].feature != SCREE_FEATURE_NONE) {
            add(&s, contact[i].overlap, contact[i].normal, 1, r);
        }
    }
    for (size_t i = 0; i < work.correction.n; i++) {
        const scree_mesh_correction *c = &work.correction.data[i];
        double share = 0;
        assert_true(fabs(vec_norm(c->normal) - 1) < 1e-14 && c->slope > 0.5 && c->slope <= 1);
        add(&s, c->overlap, vec_scale(c->slope, c->normal), c->count, r);
        assert_true(c->parents >= 1 && c->parents <= SCREE_CORRECTION_PARENTS);
        for (uint32_t k = 0; k < c->parents; k++) {
            assert_true(contact[c->parent[k]].feature != SCREE_FEATURE_NONE);
            share += c->share[k];
        }
        assert_true(fabs(share - 1) < 1e-14);
    }
    assert_true(s.energy >= (1 - 1e-12) * s.deepest * s.deepest * sqrt(s.deepest));
    s.corrections = work.correction.n;
    return s;
}

static size_t corrected; // number of steps with a correction

// Checks a straight path of n steps with an overlap below `most` radii: the energy changes by the work of the force, and the
// force by at most its slope times the step. Returns the number of steps with contact.
static size_t follow(const scree_mesh *mesh, scree_vec3 from, scree_vec3 along, double step, size_t n,
                     double r, double most) {
    size_t touched = 0;
    state last = at(mesh, from, r);
    for (size_t i = 0; i < n; i++) {
        from = vec_add_scaled(from, step, along);
        const state now = at(mesh, from, r);
        if (now.deepest < most * r && last.deepest < most * r && (now.contacts || last.contacts)) {
            const double slope = 2 * (now.slope + last.slope) + 4 * sqrt(step);
            const double done = 0.5 * step * vec_dot(vec_add(now.force, last.force), along);
            assert_true(fabs(now.energy - last.energy + done) <= slope * step * step + 1e-15);
            assert_true(vec_norm(vec_sub(now.force, last.force)) <= slope * step);
            touched++;
            corrected += now.corrections > 0;
        }
        last = now;
    }
    return touched;
}

// Two rectangles that meet at the y axis at an angle, seen from inside.
static void corners_of_any_angle(void **state_) {
    (void)state_;
    for (int i = 0; i < 60; i++) {
        seed = (uint64_t)i;
        const double angle = 0.001 * pow(1500, i / 59.0), r = 0.1;
        const double c = cos(angle), s = sin(angle);
        const scree_vec3 corners[12] = {{-1, -1, 0}, {0, -1, 0}, {0, 1, 0},  {-1, -1, 0},
                                        {0, 1, 0},   {-1, 1, 0}, {0, -1, 0}, {c, -1, s},
                                        {c, 1, s},   {0, -1, 0}, {c, 1, s},  {0, 1, 0}};
        scree_mesh mesh = build(corners, 4);
        size_t touched = 0;
        corrected = 0;
        for (int path = 0; path < 20; path++) {
            // above the corner, with an overlap of up to twice what its foot has when it leaves a face
            const double overlap = uniform(0, 2) * fmin(0.1, angle * angle) * r + 1e-6, middle = 0.5 * angle;
            const double height = (r - overlap) / cos(middle), side = r * angle;
            const scree_vec3 along = vec3(cos(middle), uniform(-0.1, 0.1), sin(middle)),
                             over = vec3(-sin(middle) * height, uniform(-0.5, 0.5), cos(middle) * height);
            touched += follow(&mesh, vec_add_scaled(over, -side, along), along, side / 500, 1000, r, 0.2);
        }
        assert_true(touched > 1000);
        assert_true(angle > 0.5 || corrected > 100);
        scree_mesh_clear(&mesh);
    }
}

static size_t drum_corners(scree_vec3 *corners, int n) {
    for (int i = 0; i < n; i++) {
        double a = 6.283185307179586 * i / n, b = 6.283185307179586 * ((i + 1) % n) / n;
        const scree_vec3 quad[4] = {
            {cos(a), sin(a), -1}, {cos(b), sin(b), -1}, {cos(b), sin(b), 1}, {cos(a), sin(a), 1}};
        const int two[6] = {0, 1, 2, 0, 2, 3};
        for (int k = 0; k < 6; k++) {
            corners[6 * i + k] = quad[two[k]];
        }
    }
    return 2 * (size_t)n;
}

// Inside and outside of drums of flat facets, with small balls and balls that nearly fill them.
static void drums(void **state_) {
    (void)state_;
    static scree_vec3 corners[6 * 512];
    seed = 3;
    corrected = 0;
    for (int n = 8; n <= 512; n *= 4) {
        scree_mesh mesh = build(corners, drum_corners(corners, n));
        const double sagitta = 1 - cos(3.14159265358979 / n);
        size_t touched = 0;
        for (int path = 0; path < 30; path++) {
            const double r = path % 3 == 0 ? uniform(0.5, 0.95) : uniform(0.05, 0.2),
                         depth = sagitta + uniform(0, 0.02) * r, d = path % 5 ? 1 - r + depth : 1 + r - depth,
                         a = uniform(0, 6.283185307179586), length = 6 * r / n + 0.02 * r;
            const scree_vec3 along = vec3(-sin(a), cos(a), uniform(-0.2, 0.2));
            const scree_vec3 start = vec3(d * cos(a), d * sin(a), uniform(-0.5, 0.5));
            touched +=
                follow(&mesh, vec_add_scaled(start, -0.5 * length, along), along, length / 400, 400, r, 0.3);
        }
        assert_true(touched > 1000);
        scree_mesh_clear(&mesh);
    }
    assert_true(corrected > 1000);
}

// Heights at random: convex and concave edges and vertices, saddles.
static void rough_surfaces(void **state_) {
    (void)state_;
    enum { N = 12 };
    static scree_vec3 corners[6 * N * N];
    const int quad[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
    size_t touched = 0;
    corrected = 0;
    for (int trial = 0; trial < effort(12, 12, 6); trial++) {
        seed = 100 + (uint64_t)trial;
        const double h = (const double[]){1e-5, 1e-3, 0.03, 0.1, 0.3, 1}[trial % 6];
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
        scree_mesh mesh = build(corners, 2 * N * N);
        for (int path = 0; path < effort(40, 40, 10); path++) {
            const double r = uniform(0.3, 2.5);
            scree_vec3 p = vec3(uniform(4, 8), uniform(4, 8), 2 * h + r);
            while (at(&mesh, p, r).deepest < uniform(0.003, 0.05) * r) {
                p.z -= 0.002 * r;
            }
            scree_vec3 along = random_direction();
            along.z *= 0.1 * h;
            touched += follow(&mesh, p, vec_unit(along), 2e-3, 600, r, 0.15);
        }
        scree_mesh_clear(&mesh);
    }
    assert_true(touched > (size_t)effort(20000, 20000, 1000) && corrected > (size_t)effort(2000, 2000, 100));
}

// A sphere of triangles whose vertices are moved at random, seen from inside.
static size_t bag_corners(scree_vec3 *corners, double rough) {
    enum { M = 9, K = 14 };
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
    size_t n = 0;
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < K; j++) {
            const scree_vec3 q[4] = {grid[i][j], grid[i + 1][j], grid[i + 1][(j + 1) % K],
                                     grid[i][(j + 1) % K]};
            const int two[6] = {0, 1, 2, 0, 2, 3};
            for (int k = 0; k < 6; k++) {
                corners[n++] = q[two[k]];
            }
        }
    }
    return n / 3;
}

static void closed_meshes(void **state_) {
    (void)state_;
    static scree_vec3 corners[3 * MOST];
    size_t touched = 0;
    corrected = 0;
    for (int trial = 0; trial < effort(12, 12, 4); trial++) {
        seed = 200 + (uint64_t)trial;
        scree_mesh mesh =
            build(corners, bag_corners(corners, (const double[]){0.0, 0.02, 0.1, 0.25}[trial % 4]));
        assert_int_equal(mesh.open_edges, 0);
        for (int path = 0; path < effort(40, 40, 10); path++) {
            const double r = uniform(0.1, 0.6);
            const scree_vec3 out = random_direction();
            scree_vec3 p = vec3(0, 0, 0);
            while (at(&mesh, p, r).deepest < uniform(0.003, 0.05) * r) {
                p = vec_add_scaled(p, 0.002 * r, out);
            }
            touched += follow(&mesh, p, vec_unit(vec_cross(out, random_direction())), 5e-4, 600, r, 0.15);
        }
        scree_mesh_clear(&mesh);
    }
    assert_true(touched > (size_t)effort(20000, 20000, 1000) && corrected > (size_t)effort(2000, 2000, 100));
}

// A sphere with its centre exactly above vertices and edges of a block whose top is cut into squares, without
// rounding: the energy is that of its nearest point, as in their neighbourhood.
static void exactly_above_vertices(void **state_) {
    (void)state_;
    const double side = 1.0 / 16, r = 0.01, deep = 1e-3;
    scree_vec3 corners[3 * 32];
    size_t n = 0;
    const int square[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 6; k++) {
            corners[n++] = vec3(side * (i % 2 + square[k][0]), side * (i / 2 + square[k][1]), 0);
        }
    }
    for (int k = 0; k < 6; k++) {
        corners[n++] = vec3(2 * side * square[k][0], 2 * side * square[k][1], -side);
    }
    for (int wall = 0; wall < 4; wall++) {
        for (int half = 0; half < 2; half++) {
            for (int k = 0; k < 6; k++) {
                const double along = side * (half + square[k][0]), up = -side * square[k][1],
                             fixed = wall % 2 ? 2 * side : 0;
                corners[n++] = wall < 2 ? vec3(along, fixed, up) : vec3(fixed, along, up);
            }
        }
    }
    for (size_t triangles = 8; triangles <= n / 3;
         triangles += n / 3 - 8) { // only the top, and the whole block
        scree_mesh mesh = build(corners, triangles);
        for (int i = 0; i <= 8; i++) {
            for (int j = 0; j <= 8; j++) {
                for (int off = 0; off < 3; off++) {
                    const double e = (const double[]){0, 1e-12, 1e-5}[off] * side;
                    const scree_vec3 c =
                        vec3(side * i / 4 + (i < 8 ? e : -e), side * j / 4 + (j < 8 ? e : -e), r - deep);
                    const state s = at(&mesh, c, r);
                    assert_true(fabs(s.energy - deep * deep * sqrt(deep)) < 1e-12 * s.energy);
                    assert_true(vec_norm(vec_sub(s.force, vec3(0, 0, 2.5 * deep * sqrt(deep)))) < 1e-9);
                }
            }
        }
        scree_mesh_clear(&mesh);
    }
}

// Surfaces that lie on each other, in several ways, and very thin triangles: the sphere always has a contact.
static void broken_meshes(void **state_) {
    (void)state_;
    const scree_vec3 both_diagonals[12] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                           {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const scree_vec3 halves[9] = {{0, 0, 0}, {1, 0, 0},   {0, 1, 0}, {0, 0, 0}, {0.5, 0, 0},
                                  {0, 1, 0}, {0.5, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const scree_vec3 needle[6] = {{0, 0, 0}, {1, 0, 0}, {0.6, 1e-7, 0}, {0, 0, 0}, {0.6, 1e-7, 0}, {0, 1, 0}};
    const struct {
        const scree_vec3 *corners;
        size_t n;
        scree_vec3 centre;
        double overlap;
    } of[] = {{both_diagonals, 4, {1.02, 1.02, 0.06}, 0.1 - 0.0663324958071080},
              {both_diagonals, 4, {0.5, 1.02, 0.06}, 0.1 - 0.0632455532033676},
              {both_diagonals, 4, {0.5, 0.5, 0.06}, 0.04},
              {halves, 3, {0.5, -0.008, 0.037}, 0.1 - 0.0378549864614954},
              {needle, 2, {0.5, 0, 0.084}, 0.016}};
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        scree_mesh mesh = build(of[k].corners, of[k].n);
        const state s = at(&mesh, of[k].centre, 0.1);
        assert_true(fabs(s.deepest - of[k].overlap) < 1e-9);
        assert_true(s.energy > 0.99 * pow(of[k].overlap, 2.5));
        scree_mesh_clear(&mesh);
    }
}

// ---- contacts around a hole -------------------------------------------------------------------------------

// Strips of n sides between circles of these radii and heights, turned by a random rotation. A radius of 0 is an apex.
static scree_mesh turned_rings(int n, int circles, const double (*circle)[2], scree_mat3 *turn) {
    static scree_vec3 corners[3 * MOST];
    size_t m = 0;
    const scree_vec3 x = random_direction(), y = vec_unit(vec_cross(x, random_direction())),
                     z = vec_cross(x, y);
    *turn = (scree_mat3){{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
    for (int c = 0; c + 1 < circles; c++) {
        for (int i = 0; i < n; i++) {
            scree_vec3 quad[4];
            for (int k = 0; k < 4; k++) {
                const double *at = circle[c + k / 2],
                             angle = 6.283185307179586 * ((i + (k == 1 || k == 2)) % n) / n;
                quad[k] = vec3(at[0] * cos(angle), at[0] * sin(angle), at[1]);
            }
            const int two[6] = {0, 1, 2, 0, 2, 3};
            for (int k = circle[c][0] > 0 ? 0 : 3; k < 6; k++) {
                corners[m++] = mat_mul(turn, quad[two[k]]);
            }
        }
    }
    return build(corners, m / 3);
}

static const struct {
    int circles;
    double circle[3][2]; // radius, height
    double
        cosine; // of the angle between the axis and the normals of a sphere of radius 1 that lies in the middle
} ring[] = {
    {2, {{0.5, 0}, {3, 0}}, 0.8660254037844386},               // a plate with a hole
    {2, {{0.5, 0}, {3, 2}}, 0.7808688094430304},               // a funnel
    {2, {{0, -1}, {3, 2}}, 0.7071067811865476},                // a cone
    {3, {{0.3, -0.2}, {0.5, 0}, {3, 0}}, 0.8660254037844386}}; // a countersunk hole, seen from its wide side

// Height of the middle of a sphere of radius 1 on the axis at which it is carried with this force.
static double height_at_rest(const scree_mesh *mesh, const scree_mat3 *turn, double force) {
    double low = 0.3, high = 2.0;
    const scree_vec3 up = mat_mul(turn, vec3(0, 0, 1));
    for (int i = 0; i < 50; i++) {
        const double middle = 0.5 * (low + high);
        const state s = at(mesh, vec_scale(middle, up), 1);
        if (vec_dot(s.force, up) > force) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// A ring of contacts is never softer than one contact with the same slope, approaches it where its sides are so fine that they are
// one region, and is as stiff as five of them at most, however many sides there are.
static void rings_carry(void **state_) {
    (void)state_;
    seed = 5;
    for (size_t kind = 0; kind < sizeof ring / sizeof *ring; kind++) {
        for (double one = 0.03; one > 1e-4; one *= 0.01) {
            const double force = 2.5 * pow(one, 1.5), softest = one / pow(ring[kind].cosine, 2.0 / 3);
            for (int n = 8; n <= 256; n *= 2) {
                scree_mat3 turn;
                scree_mesh mesh = turned_rings(n, ring[kind].circles, ring[kind].circle, &turn);
                const double z = height_at_rest(&mesh, &turn, force);
                const state s = at(&mesh, vec_scale(z + 1e-9, mat_mul(&turn, vec3(0, 0, 1))), 1);
                assert_true(s.deepest > 0.33 * softest && s.deepest < softest);
                assert_true(n < 256 || one < 0.03 || s.deepest > 0.75 * softest);
                scree_mesh_clear(&mesh);
            }
        }
    }
}

// As `follow`, where contacts around a hole may change the place at which they are not subtracted: the energy is the least of several
// smooth functions, so the force may change its direction there, but only such that it still pushes the sphere on.
static size_t follow_kinks(const scree_mesh *mesh, scree_vec3 from, scree_vec3 to, size_t n, double r) {
    const scree_vec3 along = vec_unit(vec_sub(to, from));
    const double step = vec_norm(vec_sub(to, from)) / (double)n;
    size_t touched = 0;
    state last = at(mesh, from, r);
    for (size_t i = 1; i <= n; i++) {
        const state now = at(mesh, vec_add_scaled(from, (double)i * step, along), r);
        if (now.contacts || last.contacts) {
            const double slope = 2 * (now.slope + last.slope) + 4 * sqrt(step);
            const double done = 0.5 * step * vec_dot(vec_add(now.force, last.force), along);
            const scree_vec3 turned = vec_sub(now.force, last.force);
            assert_true(fabs(now.energy - last.energy + done) <=
                        slope * step * step + 0.5 * step * fabs(vec_dot(turned, along)) + 1e-15);
            assert_true(vec_dot(turned, along) >= -slope * step);
            touched++;
            corrected += now.corrections > 0;
        }
        last = now;
    }
    return touched;
}

static void rings_keep_energy(void **state_) {
    (void)state_;
    seed = 9;
    size_t touched = 0;
    corrected = 0;
    for (size_t kind = 0; kind < sizeof ring / sizeof *ring; kind++) {
        for (int n = 12; n <= 256; n *= 2) {
            scree_mat3 turn;
            scree_mesh mesh = turned_rings(n, ring[kind].circles, ring[kind].circle, &turn);
            for (int path = 0; path < effort(12, 12, 4); path++) {
                const double few = path % 4 < 2 ? 1 : 0.03, wide = few * (path % 2 ? 0.8 : 4.0 / n),
                             high = 0.1 * few, z = height_at_rest(&mesh, &turn, 0.02 * few * few);
                const scree_vec3 from =
                                     vec3(uniform(-wide, wide), uniform(-wide, wide), z + uniform(0, high)),
                                 to = vec3(uniform(-wide, wide), uniform(-wide, wide), z + uniform(0, high));
                touched += follow_kinks(&mesh, mat_mul(&turn, from), mat_mul(&turn, to), 400, 1);
            }
            scree_mesh_clear(&mesh);
        }
    }
    assert_true(touched > (size_t)effort(20000, 20000, 2000) &&
                corrected > (size_t)effort(10000, 10000, 1000));
}

// A plate with many square holes, all smaller than the region of contact.
static void sieves(void **state_) {
    (void)state_;
    enum { N = 7 };
    static scree_vec3 corners[48 * N * N];
    const double edge[4] = {0, 0.2, 0.8, 1};
    size_t m = 0;
    for (int i = 0; i < 9 * N * N; i++) {
        const int x = i % 3, y = i / 3 % 3, at_x = i / 9 % N, at_y = i / 9 / N;
        if (x == 1 && y == 1) {
            continue;
        }
        const int two[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
        for (int k = 0; k < 6; k++) {
            corners[m++] = vec3(at_x + edge[x + two[k][0]], at_y + edge[y + two[k][1]], 0);
        }
    }
    scree_mesh mesh = build(corners, m / 3);
    size_t touched = 0;
    seed = 11;
    for (int path = 0; path < effort(40, 40, 6); path++) {
        const double r = uniform(3, 30);
        const scree_vec3 from = vec3(uniform(2, 5), uniform(2, 5), r - uniform(0, 0.02) * r),
                         to = vec3(uniform(2, 5), uniform(2, 5), r - uniform(0, 0.02) * r);
        touched += follow_kinks(&mesh, from, to, 400, r);
    }
    assert_true(touched > (size_t)effort(8000, 8000, 1000));
    scree_mesh_clear(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exactly_above_vertices),
        cmocka_unit_test(broken_meshes),
        cmocka_unit_test(corners_of_any_angle),
        cmocka_unit_test(drums),
        cmocka_unit_test(rough_surfaces),
        cmocka_unit_test(closed_meshes),
        cmocka_unit_test(rings_carry),
        cmocka_unit_test(rings_keep_energy),
        cmocka_unit_test(sieves),
    };
    const int failed = cmocka_run_group_tests(tests, number_all, NULL);
    scree_mesh_work_clear(&work);
    return failed;
}
