// SPDX-License-Identifier: BSD-3-Clause
// Spheres against meshes whose distance is known in closed form: planes with any triangulation, a cube, open surfaces.
#include "geometry/mesh_touch.h"
#include "geometry/sphere_triangle.h"

#include "mesh_of_corners.h"
#include "random_points.h"
#include <stdlib.h>
#include <string.h>

static scree_mesh_work work;

// All contacts with all triangles of the mesh, without gaps; checks what must hold for any of them.
static size_t touch(const scree_mesh *mesh, scree_vec3 centre, double r, scree_mesh_contact *packed) {
    static scree_mesh_contact slot[MOST];
    size_t n = scree_mesh_touch(mesh, centre, NULL, r, 0, NULL, every, mesh->triangle.n, &work, slot),
           found = 0;
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        if (slot[i].feature == SCREE_FEATURE_NONE) {
            assert_true(slot[i].overlap == 0);
            continue;
        }
        assert_true(slot[i].overlap > 0 && slot[i].overlap <= r);
        assert_true(fabs(vec_norm(slot[i].normal) - 1) < 1e-14);
        scree_vec3 to_wall = vec_scale(r - slot[i].overlap, slot[i].normal);
        assert_true(vec_norm(vec_sub(vec_add(centre, to_wall), slot[i].point)) < 1e-13);
        packed[found++] = slot[i];
    }
    assert_int_equal(n, found);
    return n;
}

// Expects a single contact with this nearest point of the wall.
static void assert_one(const scree_mesh *mesh, scree_vec3 centre, double r, scree_vec3 nearest,
                       double tolerance) {
    scree_mesh_contact c[MOST];
    scree_vec3 q = vec_sub(nearest, centre);
    double d = vec_norm(q);
    size_t n = touch(mesh, centre, r, c);
    assert_int_equal(n, d < r);
    if (n == 1) {
        assert_true(fabs(c[0].overlap - (r - d)) <= tolerance * r);
        if (d > 1e-3 * r) { // else the direction of q is only rounding error
            assert_true(vec_norm(vec_sub(c[0].normal, vec_scale(1 / d, q))) <= tolerance);
        }
    }
}

// ---- planes -----------------------------------------------------------------------------------------------

typedef struct flat {
    double c[3][2];
} flat;

// Triangulates the square [-1, 1]^2: interior points (1 to 3) and vertices on the edges of neighbours (T-junctions).
static size_t cut_square(flat *t, size_t n, double lo, double hi) {
    t[0] = (flat){{{-1, -1}, {1, -1}, {1, 1}}};
    t[1] = (flat){{{-1, -1}, {1, 1}, {-1, 1}}};
    size_t m = 2;
    while (m + 2 <= n) {
        size_t at = (size_t)uniform(0, (double)m);
        flat old = t[at];
        int k = (int)uniform(0, 3);
        double s = uniform(lo, hi), q[2];
        const double *a = old.c[k], *b = old.c[(k + 1) % 3], *c = old.c[(k + 2) % 3];
        bool interior = uniform(0, 1) < 0.5;
        for (int x = 0; x < 2; x++) {
            q[x] = interior ? (a[x] + b[x] + c[x]) / 3 + 0.1 * (s - 0.5) * (a[x] - b[x])
                            : a[x] + s * (b[x] - a[x]);
        }
        t[at] = (flat){{{a[0], a[1]}, {q[0], q[1]}, {c[0], c[1]}}};
        t[m++] = (flat){{{q[0], q[1]}, {b[0], b[1]}, {c[0], c[1]}}};
        if (interior) {
            t[m++] = (flat){{{a[0], a[1]}, {b[0], b[1]}, {q[0], q[1]}}};
        }
    }
    return m;
}

// A cut square in the plane of u and w, with duplicates, flipped windings and triangles that overlap others.
static size_t tessellate(scree_vec3 *corners, size_t n, double lo, double hi, scree_vec3 o, scree_vec3 u,
                         scree_vec3 w) {
    flat t[MOST];
    size_t m = cut_square(t, n, lo, hi);
    for (int i = 0; i < 4; i++) {
        t[m] = t[(size_t)uniform(0, (double)m)];
        m++;
        double x = uniform(-0.9, 0.5), y = uniform(-0.9, 0.5);
        t[m++] = (flat){{{x, y}, {x + 0.4, y + 0.1}, {x + 0.1, y + 0.4}}};
    }
    for (size_t i = 0; i < m; i++) {
        for (int k = 0; k < 3; k++) {
            const double *c = t[i].c[i % 3 == 1 ? 2 - k : k];
            corners[3 * i + (size_t)k] = vec_add_scaled(vec_add_scaled(o, c[0], u), c[1], w);
        }
    }
    return m;
}

static void cut_plane_is_plane(void **state) {
    (void)state;
    static scree_vec3 corners[3 * MOST];
    for (int trial = 0; trial < 40; trial++) {
        bool tilted = trial % 2;
        scree_vec3 u = {1, 0, 0}, w = {0, 1, 0}, o = {0.5, 0.25, 0.125};
        if (tilted) {
            u = vec_unit(random_point(1));
            w = vec_unit(vec_cross(u, random_point(1)));
        }
        scree_vec3 normal = vec_cross(u, w);
        // Parallel to an axis: even thin triangles are exact. Tilted: the normal of a separate thin triangle is accurate only
        // to its rounding errors.
        size_t n = tessellate(corners, tilted ? 14 : 80, tilted ? 0.3 : 0.01, tilted ? 0.7 : 0.99, o, u, w);
        scree_mesh mesh = build(corners, n);
        for (int i = 0; i < 2500; i++) {
            double r = uniform(0.2, 0.9), h = uniform(-r, r), x = uniform(-1, 1), y = uniform(-1, 1);
            scree_vec3 foot = vec_add_scaled(vec_add_scaled(o, x, u), y, w);
            if (i % 3 == 0) {
                foot = mesh.vertex.data[(size_t)uniform(0, (double)mesh.vertex.n)];
            }
            if (i % 3 == 1) { // over an edge
                const scree_triangle *t = &mesh.triangle.data[(size_t)uniform(0, (double)mesh.triangle.n)];
                scree_vec3 a = mesh.vertex.data[t->v[0]];
                foot = vec_add_scaled(a, uniform(0, 1), vec_sub(mesh.vertex.data[t->v[1]], a));
            }
            scree_vec3 centre = vec_add_scaled(foot, h, normal), away = vec_sub(centre, o);
            double s = vec_dot(away, normal);
            scree_mesh_contact c[MOST];
            if (fabs(s) >= r || fabs(s) < 1e-10) {
                continue;
            }
            assert_int_equal(touch(&mesh, centre, r, c), 1);
            assert_true(fabs(c[0].overlap - (r - fabs(s))) <= 1e-13 * r);
            double error = vec_norm(vec_sub(c[0].normal, vec_scale(s > 0 ? -1 : 1, normal)));
            // Over a rim or vertex the direction comes from the nearest point, whose rounding counts against
            // |s|.
            assert_true(error <= 1e-13 + 1e-15 / fabs(s));
        }
        scree_mesh_clear(&mesh);
    }
}

// With the centre in the wall the normal is arbitrary, but there must be one contact with a unit normal.
static void centre_on_surface(void **state) {
    (void)state;
    const scree_vec3 corners[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {1, 1, 0}, {-1, -1, 0}, {-1, 1, 0}};
    scree_mesh mesh = build(corners, 2); // windings differ
    const scree_vec3 at[] = {{0.5, -0.5, 0}, {-0.5, 0.5, 0}, {0.3, 0.3, 0}, {1, 0, 0}, {1, 1, 0}, {-1, 1, 0}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        scree_mesh_contact c[MOST];
        assert_int_equal(touch(&mesh, at[i], 0.1, c), 1);
        assert_true(c[0].overlap == 0.1 && c[0].normal.x == 0 && fabs(c[0].normal.z) == 1);
    }
    scree_mesh_clear(&mesh);

    for (int i = 0; i < 1000;
         i++) { // on an edge up to rounding: the direction to the nearest point is arbitrary
        scree_vec3 v[3] = {random_point(1), random_point(1), random_point(1)};
        scree_mesh one = build(v, 1);
        scree_mesh_contact c[MOST];
        scree_vec3 p = vec_add_scaled(v[0], uniform(0, 1), vec_sub(v[1], v[0]));
        assert_int_equal(touch(&one, p, 0.1, c), 1);
        assert_true(c[0].overlap > 0.1 - 1e-14 && fabs(vec_dot(c[0].normal, one.normal.data[0])) > 1 - 1e-14);
        scree_mesh_clear(&one);
    }
}

// Gaps wider than rounding errors, as some programs write them: at a gap there is still one contact, in a plane and on a ridge.
static void cracks(void **state) {
    (void)state;
    const double gap = 1e-4;
    scree_vec3 corners[24];
    const scree_vec3 plane[6] = {{0, -1, 0}, {1, -1, 0}, {1, 1, 0}, {0, -1, 0}, {1, 1, 0}, {0, 1, 0}};
    const scree_vec3 roof[12] = {{0, 0, 0}, {1, 0, 0}, {1, 1, -1},  {0, 0, 0}, {1, 1, -1},  {0, 1, -1},
                                 {0, 0, 0}, {1, 0, 0}, {1, -1, -1}, {0, 0, 0}, {1, -1, -1}, {0, -1, -1}};
    for (size_t k = 0; k < 12; k++) {
        corners[k] = k < 6 ? vec_add(plane[k], vec3(gap, 0, 0)) : vec_sub(plane[k - 6], vec3(1, 0, 0));
        corners[12 + k] = roof[k];
    }
    scree_mesh mesh = build(corners, 4);
    for (int i = 0; i < 1000; i++) {
        scree_vec3 foot = vec3(uniform(gap, 5 * gap), uniform(-0.8, 0.8), 0);
        assert_one(&mesh, vec_add(foot, vec3(0, 0, 0.09)), 0.1, foot, 1e-13);
    }
    scree_mesh_clear(&mesh);
    for (size_t k = 0; k < 12; k++) {
        corners[k] = vec_add(roof[k], vec3(gap, 0, 0));
        corners[12 + k] = vec_sub(roof[k], vec3(1, 0, 0));
    }
    mesh = build(corners, 8);
    for (int i = 0; i < 1000; i++) {
        scree_vec3 foot = vec3(uniform(gap, 5 * gap), 0, 0);
        assert_one(&mesh, vec_add(foot, vec3(0, uniform(-0.05, 0.05), 0.08)), 0.1, foot, 1e-13);
    }
    scree_mesh_clear(&mesh);
}

// A gap too wide to be a crack, across a ridge: the end of the other half is on the line of the ridge, so it does not count beside
// it, whichever corner the triangles begin with.
static void wide_gaps(void **state) {
    (void)state;
    const double gap = 1e-3;
    const scree_vec3 roof[12] = {{0, 0, 0}, {1, 0, 0}, {1, 1, -1},  {0, 0, 0}, {1, 1, -1},  {0, 1, -1},
                                 {0, 0, 0}, {1, 0, 0}, {1, -1, -1}, {0, 0, 0}, {1, -1, -1}, {0, -1, -1}};
    for (size_t turn = 0; turn < 3; turn++) {
        scree_vec3 corners[24];
        for (size_t k = 0; k < 12; k++) {
            const scree_vec3 x = roof[k / 3 * 3 + (k + turn) % 3];
            corners[k] = vec_add(x, vec3(gap, 0, 0));
            corners[12 + k] = vec_sub(x, vec3(1, 0, 0));
        }
        scree_mesh mesh = build(corners, 8);
        for (int i = 0; i < 300; i++) {
            const double x = uniform(gap, 20 * gap), side = uniform(0, 1) < 0.5 ? 1 : -1;
            const scree_vec3 foot = vec3(side > 0 ? x : gap - x, 0, 0);
            assert_one(&mesh, vec_add(foot, vec3(0, uniform(-0.05, 0.05), 0.08)), 0.1, foot, 1e-13);
        }
        scree_mesh_clear(&mesh);
    }
}

// Above a gently concave edge both faces are contacts and the edge is a correction: its parents' shares go with the inverse square of
// their distances from it.
static void shares_of_a_correction(void **state) {
    (void)state;
    const double slope = 0.1, r = 0.5;
    const scree_vec3 corners[12] = {{0, -1, 0},     {1, -1, slope}, {1, 1, slope},  {0, -1, 0},
                                    {1, 1, slope},  {0, 1, 0},      {0, -1, 0},     {0, 1, 0},
                                    {-1, 1, slope}, {0, -1, 0},     {-1, 1, slope}, {-1, -1, slope}};
    scree_mesh mesh = build(corners, 4);
    for (int i = 0; i < 200; i++) {
        const scree_vec3 centre = vec3(uniform(-0.02, 0.02), uniform(-0.3, 0.3), uniform(0.3, 0.45)),
                         edge = vec3(0, centre.y, 0);
        scree_mesh_contact c[MOST];
        assert_int_equal(touch(&mesh, centre, r, c), 2);
        assert_int_equal(work.correction.n, 1);
        scree_mesh_contact slot[MOST];
        scree_mesh_touch(&mesh, centre, NULL, r, 0, NULL, every, mesh.triangle.n, &work, slot);
        const scree_mesh_correction *one = &work.correction.data[0];
        assert_true(one->parents == 2 && one->count == -1);
        const double a = vec_norm2(vec_sub(slot[one->parent[0]].point, edge)),
                     b = vec_norm2(vec_sub(slot[one->parent[1]].point, edge));
        assert_true(a <= b); // the nearest first
        assert_true(fabs(one->share[0] - b / (a + b)) < 1e-12 && fabs(one->share[1] - a / (a + b)) < 1e-12);
        assert_true(fabs(one->overlap - (r - vec_norm(vec_sub(edge, centre)))) < 1e-13);
    }
    scree_mesh_clear(&mesh);
}

static double clamp(double x, double lo, double hi) {
    return x < lo ? lo : x > hi ? hi : x;
}

// An open surface has two sides and a border; a plate thinner than the overlap counts once, with the side on which the centre
// is.
static void sheet_and_plate(void **state) {
    (void)state;
    for (int layers = 1; layers <= 2; layers++) {
        double thick = layers == 1 ? 0 : 1e-7; // above the welding tolerance
        scree_vec3 corners[3 * 12];
        for (int l = 0; l < layers; l++) {
            const scree_vec3 quad[6] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0},
                                        {-1, -1, 0}, {1, 1, 0},  {-1, 1, 0}};
            for (int k = 0; k < 6; k++) {
                corners[6 * l + k] = vec_sub(quad[k], vec3(0, 0, l * thick));
            }
        }
        scree_mesh mesh = build(corners, 2 * (size_t)layers);
        double reach = layers == 1 ? 1.3 : 1 - 1e-6; // the plate has no border here
        for (int i = 0; i < 50000; i++) {
            scree_vec3 p = vec3(uniform(-reach, reach), uniform(-reach, reach), uniform(-0.3, 0.3));
            double top = p.z > -0.5 * thick ? 0 : -thick;
            assert_one(&mesh, p, 0.2, vec3(clamp(p.x, -1, 1), clamp(p.y, -1, 1), top), 1e-13);
        }
        scree_mesh_clear(&mesh);
    }
}

// ---- convex and concave -----------------------------------------------------------------------------------

static scree_vec3 nearest_of_cube(scree_vec3 p) {
    return vec3(clamp(p.x, 0, 1), clamp(p.y, 0, 1), clamp(p.z, 0, 1));
}

static void cube_from_outside(void **state) {
    (void)state;
    scree_mesh mesh = cube();
    for (int i = 0; i < 100000; i++) {
        scree_vec3 p = vec_add(vec3(0.5, 0.5, 0.5), random_point(0.75)), q = nearest_of_cube(p);
        if (i % 4 == 0) {
            p.x = 1 + uniform(-1e-9, 1e-9), p.y = clamp(p.y, 1e-3, 2), q = nearest_of_cube(p);
        }
        if (vec_norm(vec_sub(p, q)) > 2e-3) {
            assert_one(&mesh, p, uniform(0.02, 0.3), q, 1e-13);
        }
    }
    scree_mesh_clear(&mesh);
}

// Along paths of small steps over edges and corners, overlap and normal change by no more than the motion of the centre allows.
static void continuous_around_cube(void **state) {
    (void)state;
    scree_mesh mesh = cube();
    const double step = 1e-5, r = 0.2;
    for (int path = 0; path < 60; path++) {
        scree_vec3 corner = corner_of_cube[path % 8], out = vec_sub(corner, vec3(0.5, 0.5, 0.5));
        scree_vec3 p = vec_add(corner, vec_scale(0.12 / vec_norm(out), out));
        scree_vec3 along = vec_unit(vec_cross(out, random_point(1)));
        p = vec_add_scaled(vec_add(p, random_point(0.03)), -300 * step * 10, along);
        scree_mesh_contact last = {0};
        for (int i = 0; i < 6000; i++, p = vec_add_scaled(p, step, along)) {
            scree_mesh_contact c[MOST];
            scree_vec3 q = nearest_of_cube(p);
            double d = vec_norm(vec_sub(p, q));
            if (d < 0.02 || d >= r) {
                last.overlap = 0;
                continue;
            }
            assert_int_equal(touch(&mesh, p, r, c), 1);
            if (last.overlap > 0) {
                assert_true(fabs(c[0].overlap - last.overlap) <= step * (1 + 1e-9));
                assert_true(vec_norm(vec_sub(c[0].normal, last.normal)) <= step / (d - step) * (1 + 1e-9));
            }
            last = c[0];
        }
    }
    scree_mesh_clear(&mesh);
}

// A tessellated ball whose triangles are smaller than the contact: still one contact, the nearest point.
static void finely_cut_ball(void **state) {
    (void)state;
    enum { M = 16, N = 30 };
    static scree_vec3 corners[6 * M * N];
    size_t n = 0;
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < N; j++) {
            scree_vec3 q[4];
            for (int k = 0; k < 4; k++) {
                int row = i + (k == 1 || k == 2), column = (j + (k >= 2)) % N;
                double t = 3.14159265358979 * row / M, f = 6.28318530717959 * column / N;
                double s = row == 0 || row == M ? 0 : sin(t);
                q[k] = vec3(s * cos(f), s * sin(f), cos(t));
            }
            const int two[6] = {0, 1, 2, 0, 2, 3};
            for (int k = 0; k < 6; k++) {
                corners[n++] = q[two[k]];
            }
        }
    }
    scree_mesh mesh = build(corners, n / 3);
    assert_int_equal(mesh.open_edges, 0);
    for (int i = 0; i < 5000; i++) {
        scree_vec3 p = vec_scale(uniform(1.02, 1.3), vec_unit(random_point(1)));
        double least = HUGE_VAL;
        for (size_t t = 0; t < mesh.triangle.n; t++) {
            scree_vec3 v[3];
            for (int k = 0; k < 3; k++) {
                v[k] = vec_sub(mesh.vertex.data[mesh.triangle.data[t].v[k]], p);
            }
            least = fmin(least, sqrt(scree_sphere_triangle(v, mesh.normal.data[t]).d2));
        }
        scree_mesh_contact c[MOST];
        assert_int_equal(touch(&mesh, p, 0.5, c), 1);
        assert_true(fabs(c[0].overlap - (0.5 - least)) < 1e-13);
    }
    scree_mesh_clear(&mesh);
}

// Inside the cube every wall nearer than r is a contact; edges and corners are concave and add nothing.
static void cube_from_inside(void **state) {
    (void)state;
    scree_mesh mesh = cube();
    int seen[4] = {0};
    for (int i = 0; i < 100000; i++) {
        scree_vec3 p = vec_add(vec3(0.5, 0.5, 0.5), random_point(0.499));
        double r = uniform(0.01, 0.4), left = 0;
        scree_mesh_contact c[MOST];
        size_t n = touch(&mesh, p, r, c), expected = 0;
        for (int axis = 0; axis < 3; axis++) {
            for (int side = 0; side < 2; side++) {
                double d = fabs(side - vec_get(p, axis));
                if (d >= r) {
                    continue;
                }
                expected++;
                for (size_t j = 0; j < n; j++) {
                    if (vec_get(c[j].normal, axis) == (side ? 1 : -1)) {
                        assert_int_equal(c[j].feature & SCREE_FEATURE_KIND, SCREE_FEATURE_FACE);
                        left += fabs(c[j].overlap - (r - d));
                        expected += 100;
                    }
                }
            }
        }
        assert_int_equal(expected, 101 * n);
        assert_true(left < 1e-15);
        seen[n]++;
    }
    for (int n = 0; n < 4; n++) {
        assert_true(seen[n] > 1000);
    }
    scree_mesh_clear(&mesh);
}

static void drum(void **state) {
    (void)state;
    enum { N = 90 };
    scree_vec3 corners[6 * N];
    for (int i = 0; i < N; i++) {
        double a = 6.283185307179586 * i / N, b = 6.283185307179586 * ((i + 1) % N) / N;
        const scree_vec3 quad[4] = {
            {cos(a), sin(a), -1}, {cos(b), sin(b), -1}, {cos(b), sin(b), 1}, {cos(a), sin(a), 1}};
        const int two[6] = {0, 1, 2, 0, 2, 3};
        for (int k = 0; k < 6; k++) {
            corners[6 * i + k] = quad[two[k]];
        }
    }
    scree_mesh mesh = build(corners, 2 * N);
    assert_int_equal(mesh.n_patches, N);
    int seen[3] = {0};
    for (int i = 0; i < 100000; i++) {
        double a = uniform(0, 6.283185307179586), sagitta = 1 - cos(3.14159265358979 / N);
        double r = uniform(0.05, 0.2), overlap = uniform(1e-6, 2e-2 * r), d = 1 - sagitta - r + overlap;
        scree_mesh_contact c[MOST];
        size_t n = touch(&mesh, vec3(d * cos(a), d * sin(a), uniform(-0.7, 0.7)), r, c);
        assert_true(n <= 2);
        seen[n]++;
        for (size_t j = 0; j < n; j++) {
            assert_int_equal(c[j].feature & SCREE_FEATURE_KIND, SCREE_FEATURE_FACE);
            assert_true(c[j].overlap <= overlap + 1e-15);
        }
    }
    assert_true(seen[1] > 1000 && seen[2] > 100);
    scree_mesh_clear(&mesh);
}

// ---- invariance ---------------------------------------------------------------------------------

// A rough surface of 2 n^2 triangles, heights up to +-h; triangle i of the list comes from order[i].
static scree_mesh rough(size_t n, double h, const uint32_t *order) {
    static scree_vec3 corners[3 * MOST];
    const int quad[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
    for (size_t i = 0; i < 2 * n * n; i++) {
        for (size_t k = 0; k < 3; k++) {
            const int *q = quad[3 * (order[i] % 2) + k];
            size_t x = order[i] / 2 % n + (size_t)q[0], y = order[i] / 2 / n + (size_t)q[1];
            double noise = sin(12.9898 * (double)x + 78.233 * (double)y) * 43758.5453;
            corners[3 * i + k] = vec3((double)x, (double)y, h * (noise - floor(noise) - 0.5));
        }
    }
    return build(corners, 2 * n * n);
}

static void far_candidates_and_order(void **state) {
    (void)state;
    const size_t n = 9, all = 2 * n * n;
    for (int trial = 0; trial < 6; trial++) {
        uint32_t order[MOST];
        memcpy(order, every, sizeof order);
        for (size_t i = all - 1; i > 0; i--) {
            size_t j = (size_t)uniform(0, (double)(i + 1));
            uint32_t t = order[i];
            order[i] = order[j];
            order[j] = t;
        }
        double h = (const double[]){0.0, 0.02, 0.3, 1, 3, 1e-5}[trial];
        scree_mesh mesh = rough(n, h, every), shuffled = rough(n, h, order);
        // Faces within 1e-3 rad are one contact; at equal distance, up to rounding, the first in the file gives the normal.
        double same_direction = h > 0 && h < 1e-3 ? 4 * h : 1e-11;
        size_t total = 0, edges = 0;
        for (int i = 0; i < 3000; i++) {
            double r = uniform(0.3, 1.2);
            scree_vec3 p = vec3(uniform(1.5, 7.5), uniform(1.5, 7.5), uniform(-1, 1) * (0.5 * h + r));
            scree_mesh_contact a[MOST], b[MOST], c[MOST];
            scree_mesh_touch(&mesh, p, NULL, r, 0, NULL, every, all, &work, a);
            uint32_t near[MOST];
            size_t m = 0; // all that touch, and a few random others
            for (uint32_t t = 0; t < all; t++) {
                scree_vec3 v[3];
                for (int k = 0; k < 3; k++) {
                    v[k] = vec_sub(mesh.vertex.data[mesh.triangle.data[t].v[k]], p);
                }
                if (sqrt(scree_sphere_triangle(v, mesh.normal.data[t]).d2) < r || uniform(0, 1) < 0.1) {
                    near[m++] = t;
                }
            }
            scree_mesh_touch(&mesh, p, NULL, r, 0, NULL, near, m, &work, b);
            for (size_t s = 0; s < m; s++) {
                assert_memory_equal(&b[s], &a[near[s]], sizeof *a);
                total += b[s].feature != SCREE_FEATURE_NONE;
                edges += b[s].feature >= SCREE_FEATURE_EDGE;
                a[near[s]].feature = SCREE_FEATURE_NONE;
            }
            for (size_t t = 0; t < all; t++) {
                assert_int_equal(a[t].feature, SCREE_FEATURE_NONE);
            }
            // Shuffled triangles: the same set; every contact of one is in the other.
            size_t nb = 0, nc = touch(&shuffled, p, r, c);
            for (size_t s = 0; s < m; s++) {
                if (b[s].feature == SCREE_FEATURE_NONE) {
                    continue;
                }
                nb++;
                bool found = false;
                for (size_t j = 0; j < nc; j++) {
                    found |= fabs(b[s].overlap - c[j].overlap) < 1e-12 &&
                             vec_norm(vec_sub(b[s].normal, c[j].normal)) < same_direction;
                }
                assert_true(found);
            }
            assert_int_equal(nb, nc);
        }
        assert_true(total > 1000);
        if (h > 0.1) {
            assert_true(edges > 100);
        }
        scree_mesh_clear(&mesh);
        scree_mesh_clear(&shuffled);
    }
}

static double distance_of(const scree_mesh *mesh, uint32_t t, scree_vec3 p) {
    scree_vec3 v[3];
    for (int k = 0; k < 3; k++) {
        v[k] = vec_sub(mesh->vertex.data[mesh->triangle.data[t].v[k]], p);
    }
    return sqrt(scree_sphere_triangle(v, mesh->normal.data[t]).d2);
}

// However the centre moves within the distance returned, it reaches none of the other triangles.
static void possible_candidates(void **state) {
    (void)state;
    const size_t n = 9, all = 2 * n * n;
    scree_mesh mesh = rough(n, 0.3, every);
    uint32_t possible[MOST], found, reached = 0, left_out = 0;
    for (int i = 0; i < 2000; i++) {
        const double far = uniform(0.3, 1.2), margin = i % 4 == 0 ? 0.0 : uniform(0.0, 0.1);
        const scree_vec3 p = vec3(uniform(1.5, 7.5), uniform(1.5, 7.5), uniform(-1.5, 1.5));
        const double free = scree_mesh_possible(&mesh, p, far, margin, every, all, possible, &found);
        assert_true(free >= 0.99 * margin);
        left_out += (uint32_t)all - found;
        for (int j = 0; j < 10; j++) {
            const double least = fmin(free, 10.0); // infinite if all are possible
            const scree_vec3 at = vec_add_scaled(p, least * uniform(0.9, 1.0), vec_unit(random_point(1)));
            for (uint32_t t = 0, k = 0; t < all; t++) {
                const bool listed = k < found && possible[k] == t;
                k += listed;
                assert_true(listed || distance_of(&mesh, t, at) >= far);
                reached += listed && distance_of(&mesh, t, at) < far;
            }
        }
    }
    assert_true(reached > 1000 && left_out > 1000);
    scree_mesh_clear(&mesh);
}

// The deepest triangle is always a contact, for any surface.
static void deepest_survives(void **state) {
    (void)state;
    for (int trial = 0; trial < 20; trial++) {
        scree_vec3 corners[3 * 40];
        for (int i = 0; i < 120; i++) {
            corners[i] = i % 7 == 5 ? corners[i - 4] : random_point(1);
        }
        scree_mesh mesh = build(corners, 40);
        for (int i = 0; i < 2000; i++) {
            scree_vec3 p = random_point(1);
            double least = HUGE_VAL, most = 0, r = uniform(0.05, 0.4);
            for (size_t t = 0; t < mesh.triangle.n; t++) {
                scree_vec3 v[3];
                for (int k = 0; k < 3; k++) {
                    v[k] = vec_sub(mesh.vertex.data[mesh.triangle.data[t].v[k]], p);
                }
                least = fmin(least, sqrt(scree_sphere_triangle(v, mesh.normal.data[t]).d2));
            }
            scree_mesh_contact c[MOST];
            size_t n = touch(&mesh, p, r, c);
            for (size_t j = 0; j < n; j++) {
                most = fmax(most, c[j].overlap);
            }
            assert_int_equal(n > 0, least < r);
            if (n > 0) {
                assert_true(fabs(most - (r - least)) < 1e-7 * r);
            }
        }
        scree_mesh_clear(&mesh);
    }
}

// Many triangles at once: around one vertex they are one contact, separate ones are all contacts.
static void crowded(void **state) {
    (void)state;
    enum { N = 200 };
    static scree_vec3 corners[3 * N];
    for (int i = 0; i < N; i++) {
        double a = 6.283185307179586 * i / N, b = 6.283185307179586 * ((i + 1) % N) / N;
        corners[3 * i] = vec3(0, 0, 0);
        corners[3 * i + 1] = vec3(cos(a), sin(a), -1);
        corners[3 * i + 2] = vec3(cos(b), sin(b), -1);
    }
    scree_mesh cone = build(corners, N);
    scree_mesh_contact c[MOST];
    assert_int_equal(touch(&cone, vec3(0.01, 0.02, 0.3), 0.4, c), 1);
    assert_int_equal(c[0].feature & SCREE_FEATURE_KIND, SCREE_FEATURE_VERTEX);
    scree_mesh_clear(&cone);

    for (int i = 0; i < N; i++) { // needles pointing at the centre from all around, ever farther
        double z = 1 - 2 * (i + 0.5) / N, s = sqrt(1 - z * z), f = 2.399963229728653 * i;
        scree_vec3 u = vec3(s * cos(f), s * sin(f), z), side = vec_unit(vec_cross(u, vec3(0.3, 0.2, 0.1)));
        int far = (i * 77) % N;
        corners[3 * i] = vec_scale(1 + 1e-3 * far, u);
        corners[3 * i + 1] = vec_add_scaled(vec_scale(3, u), 1e-3, side);
        corners[3 * i + 2] = vec_add_scaled(vec_scale(3, u), -1e-3, side);
    }
    scree_mesh needles = build(corners, N);
    assert_int_equal(touch(&needles, vec3(0, 0, 0), 2, c), N);
    scree_mesh_clear(&needles);
    assert_int_equal(scree_mesh_touch(&needles, vec3(0, 0, 0), NULL, 1, 0, NULL, NULL, 0, &work, NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_plane_is_plane),
        cmocka_unit_test(centre_on_surface),
        cmocka_unit_test(cracks),
        cmocka_unit_test(wide_gaps),
        cmocka_unit_test(shares_of_a_correction),
        cmocka_unit_test(sheet_and_plate),
        cmocka_unit_test(cube_from_outside),
        cmocka_unit_test(continuous_around_cube),
        cmocka_unit_test(finely_cut_ball),
        cmocka_unit_test(cube_from_inside),
        cmocka_unit_test(drum),
        cmocka_unit_test(far_candidates_and_order),
        cmocka_unit_test(possible_candidates),
        cmocka_unit_test(deepest_survives),
        cmocka_unit_test(crowded),

    };
    return cmocka_run_group_tests(tests, number_all, NULL);
}
