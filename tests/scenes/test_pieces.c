// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Bodies of several convex bodies: volume and inertia in closed form, from a mesh of several shells; one piece is the convex body; impacts as rigid bodies, rest, energy and momentum
// in collisions and among meshes; what they cannot be is refused.
#include "access/convex_body.h"
#include "clumps/body.h"
#include "maths/math.h"
#include "world_of_text.h"
#include <stdlib.h>

static scree_world *world_of(char *text) {
    return world_of_text(text, NULL, 0);
}

#define MATERIAL                                                                                             \
    "materials: {m: {density: 2500, young: 20 MPa, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"
#define TETRAPOD                                                                                             \
    "pieces: [{capsule: {radius: 3 mm, length: 14 mm}, at: [0, 0, 5 mm]}, "                                  \
    "{capsule: {radius: 3 mm, length: 14 mm}, at: [4.714 mm, 0, -1.667 mm], "                                \
    "orientation: {axis: [0, 1, 0], angle: 109.4712 deg}}, "                                                 \
    "{capsule: {radius: 3 mm, length: 14 mm}, at: [-2.357 mm, 4.082 mm, -1.667 mm], "                        \
    "orientation: {axis: [-0.8660254, -0.5, 0], angle: 109.4712 deg}}, "                                     \
    "{capsule: {radius: 3 mm, length: 14 mm}, at: [-2.357 mm, -4.082 mm, -1.667 mm], "                       \
    "orientation: {axis: [0.8660254, -0.5, 0], angle: 109.4712 deg}}]"

// ---- shapes ------------------------------------------------------------------------------------------------------

// The shape of a case; cleared with the case.
static const scree_shape *shape_of(scree_case **c, const char *shape) {
    char *text = scree_format(MATERIAL "time: {end: 1}\nshapes: {b: {%s}}\n"
                                       "particles: [{positions: [[0, 0, 0]], shape: b, material: m}]\n",
                              shape);
    *c = case_of_text(text);
    scree_free(text);
    return &(*c)->shape.data[0].shape;
}

static void clear(scree_case *c) {
    scree_case_clear(c);
    scree_free(c);
}

static double volume_of(const scree_shape *s) {
    return SCREE_PI / 6.0 * (s->size * s->size * s->size);
}

// Moment of inertia over density, m5, about an axis through the centre.
static double moment_about(const scree_shape *s, scree_vec3 axis) {
    const scree_mat3 r = scree_quaternion_matrix(s->axes);
    const scree_vec3 n = mat_mul_transposed(&r, axis), m = s->moments;
    return volume_of(s) * (s->size * s->size) * (m.x * n.x * n.x + m.y * n.y * n.y + m.z * n.z * n.z);
}

static void expect_share(double x, double wanted, double share, const char *what) {
    expect_near(x, wanted, share * fabs(wanted), what);
}

static void volumes_in_closed_form(void **state) {
    (void)state;
    scree_case *c;
    // Two ellipsoids that do not overlap, one turned by a quarter about z.
    const scree_shape *s =
        shape_of(&c, "pieces: [{ellipsoid: [3, 2, 1]}, {ellipsoid: [2, 1, 1], at: [2, 4.5, 0], "
                     "orientation: {axis: [0, 0, 1], angle: 90 deg}}]");
    const double v = 4.0 / 3.0 * SCREE_PI * 6.0, u = 4.0 / 3.0 * SCREE_PI * 2.0, all = v + u,
                 part = v * u / all; // reduced
    expect_share(volume_of(s), all, 1e-12, "volume");
    expect_vec_near(s->centre, vec3(2.0 * u / all, 4.5 * u / all, 0.0), 1e-12, "centre");
    expect_share(moment_about(s, vec3(0, 0, 1)),
                 v * (9.0 + 4.0) / 5.0 + u * (1.0 + 4.0) / 5.0 + part * (4.0 + 20.25), 1e-11, "about z");
    expect_share(moment_about(s, vec3(1, 0, 0)), v * (4.0 + 1.0) / 5.0 + u * (4.0 + 1.0) / 5.0 + part * 20.25,
                 1e-11, "about x");
    clear(c);
    // Two balls that share a lens, along two axes; and without what they share only once.
    for (int k = 0; k < 3; k++) {
        char *text =
            scree_format("pieces: [{ellipsoid: [1, 1, 1]}, {ellipsoid: [0.7, 0.7, 0.7], at: [%s]}]%s",
                         k == 1 ? "0, 0, 1.1" : "1.1, 0, 0", k == 2 ? ", mass_of: sum" : "");
        s = shape_of(&c, text);
        scree_free(text);
        const scree_vec3 along = vec3(k != 1, 0, k == 1);
        if (k == 2) {
            expect_share(volume_of(s), 4.0 / 3.0 * SCREE_PI * 1.343, 1e-12, "sum");
        } else {
            print_message("union off by %.2g\n", volume_of(s) / 5.224563782697 - 1.0);
            expect_share(volume_of(s), 5.224563782697, 2e-5, "union");
            expect_near(vec_dot(s->centre, along), 0.247272727273, 5e-5, "centre of the union");
            expect_share(moment_about(s, along), 1.902466610882, 2e-4, "along");
            expect_share(moment_about(s, vec3(0, 1, 0)), 3.134669184477, 2e-4, "across");
        }
        clear(c);
    }
}

static void write_box(FILE *f, int first, scree_vec3 low, scree_vec3 high) {
    for (int k = 0; k < 8; k++) {
        fprintf(f, "v %g %g %g\n", k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z);
    }
    static const int face[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int k = 0; k < 6; k++) {
        fprintf(f, "f %d %d %d %d\n", first + face[k][0], first + face[k][1], first + face[k][2],
                first + face[k][3]);
    }
}

// An L of two boxes that share a face, as two objects of a file; apart, as two shells; and what is not accepted.
static void shells_of_a_mesh(void **state) {
    (void)state;
    for (int objects = 0; objects < 2; objects++) {
        FILE *f = fopen(objects ? "objects.obj" : "shells.obj", "w");
        assert_non_null(f);
        const double gap = objects ? 0.0 : 0.001;
        fprintf(f, objects ? "o long\n" : "g both\n");
        write_box(f, 1, vec3(0, 0, 0), vec3(3, 1, 1));
        fprintf(f, objects ? "o short\n" : "# the other\n");
        write_box(f, 9, vec3(0, 1 + gap, 0), vec3(1, 3 + gap, 1));
        fclose(f);
        scree_case *c;
        const scree_shape *s =
            shape_of(&c, objects ? "pieces: {polyhedron: {file: objects.obj, bulge: 0.001}}"
                                 : "pieces: [{polyhedron: {file: shells.obj, bulge: 0.001}}]");
        assert_int_equal(s->piece.n, 2);
        assert_int_equal(s->member.n, 2);
        expect_share(volume_of(s), 5.0, 5e-3, "volume of the L");
        expect_vec_near(s->centre, vec3(5.5 / 5.0, 5.5 / 5.0, 0.5), 5e-3, "centre of the L");
        // 3 (9 + 1)/12 + 2 (4 + 1)/12, and 3 * 2 / 5 times the square of the distance of the centres
        expect_share(moment_about(s, vec3(0, 0, 1)), 30.0 / 12.0 + 10.0 / 12.0 + 1.2 * (1.0 + 2.25), 1e-2,
                     "moment of the L");
        clear(c);
    }
#define WITH(shape)                                                                                          \
    MATERIAL                                                                                                 \
    "time: {end: 1}\nparticles: [{positions: [[0, 0, 0]], shape: b, material: m}]\nshapes: {b: {" shape "}}" \
    "\n"
    FILE *f = fopen("touching.obj", "w");
    write_box(f, 1, vec3(0, 0, 0), vec3(1, 1, 1));
    write_box(f, 9, vec3(0, 1, 0), vec3(1, 2, 1));
    fclose(f);
    expect_case_refused(WITH("pieces: {polyhedron: {file: touching.obj}}"), "are objects of an OBJ file");
    expect_case_refused(WITH("polyhedron: {file: shells.obj}"), "the mesh is 2 closed bodies");
    f = fopen("open.obj", "w");
    fprintf(f, "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
    fclose(f);
    expect_case_refused(WITH("pieces: {polyhedron: {file: open.obj}}"),
                        "the mesh is not closed: 3 of its edges");
    f = fopen("concave.obj", "w");
    fprintf(f, "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nv 0.2 0.2 0.2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\nf 3 4 "
               "5\nf 4 2 5\n");
    fclose(f);
    expect_case_refused(WITH("pieces: {polyhedron: {file: concave.obj}}"), "the mesh is not convex");
    // The message names the object of the file that is wrong, by its number and its line.
    static const char *const wrong[] = {
        "f 9 11 10\nf 9 10 12\nf 9 12 11\n", // a tetrahedron without one of its faces
        "f 9 11 10\nf 9 10 12\nf 9 12 11\nf 10 11 13\nf 11 12 13\nf 12 10 13\n"}; // with a dent there
    static const char *const says[] = {"3 of its edges have one triangle, and 0 more than two, and object 2 "
                                       "of 2, on line 16, is not closed by itself; accepted",
                                       "shapes.b.pieces[0]: dent.obj, line 16, object 2 of 2: the mesh is "
                                       "not convex: it has points on both sides of a triangle"};
    for (int k = 0; k < 2; k++) {
        f = fopen("dent.obj", "w");
        fprintf(f, "o fine\n");
        write_box(f, 1, vec3(5, 0, 0), vec3(6, 1, 1));
        fprintf(f, "o wrong\nv 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nv 0.2 0.2 0.2\n%s", wrong[k]);
        fclose(f);
        expect_case_refused(WITH("pieces: [{polyhedron: {file: dent.obj}}]"), says[k]);
    }
    expect_case_refused(WITH("polyhedron: {file: concave.obj}"),
                        "shapes.b: concave.obj: the mesh is not convex");
    expect_case_refused(WITH("pieces: []"), "accepted: ");
    expect_case_refused(WITH("pieces: [{at: [0, 0, 1]}]"),
                        "what it is made of is missing; accepted: one of 'ellipsoid'");
    expect_case_refused(WITH("pieces: [{ellipsoid: [1, 1, 1], capsule: {radius: 1, length: 3}}]"),
                        "is given twice");
    expect_case_refused(
        WITH("pieces: [{ellipsoid: [1, 1, 1], orientation: {axis: [0, 0, 0], angle: 1 rad}}]"), "axis");
    expect_case_refused(WITH("pieces: [{ellipsoid: [1, 0, 1]}]"),
                        "pieces[0]: its half lengths are [1, 0, 1] m");
    expect_case_refused(WITH("pieces: [{ellipsoid: [1, 1, 1]}], volume: 2 m3"),
                        "'volume' is of several pieces");
    expect_case_refused(WITH("pieces: [{ellipsoid: [1, 1, 1]}], bonded: true"), "'bonded' is of spheres");
    expect_case_refused(WITH("pieces: [{ellipsoid: [1, 1, 1]}], scale: 1 mm"), "'scale' is of spheres");
    expect_case_refused(WITH("pieces: [{ellipsoid: [1, 1, 1]}], members: [{at: [0, 0, 0], radius: 1}]"),
                        "given twice");
    expect_case_refused(WITH("pieces: [{ellipsoid: [1, 1, 1]}, {ellipsoid: [1, 1, 1], at: [2, 0, 0]}], "
                             "gyration: [1 m2, 1 m2, 9 m2]"),
                        "no body has these moments");
    expect_case_refused(
        WITH(
            "pieces: [{ellipsoid: [1, 1, 1]}, {ellipsoid: [1, 1, 1], at: [2, 0, 0]}]") "contacts: [{between: "
                                                                                       "any, bond: parallel, "
                                                                                       "bond_young: 1 "
                                                                                       "MPa}]\n",
        "a law that makes bonds");
#undef WITH
}

// ---- motion ------------------------------------------------------------------------------------------------------

// A body falls obliquely with spin on a rough plane and against another one: both worlds have the same paths.
static void expect_same_paths(scree_world *const w[2], uint64_t second) {
    size_t contacts = 0;
    for (int step = 0; step < 400; step++) {
        advance(w[0], 50);
        advance(w[1], 50);
        contacts += w[0]->contacts;
        assert_int_equal(w[0]->contacts, w[1]->contacts);
        for (size_t k = 0; k < 2; k++) {
            const size_t a = index_of_id(w[0], k + 1), b = index_of_id(w[1], k ? second : 1);
            expect_vec_near(w[1]->p.centre[b], w[0]->p.centre[a], 1e-9, "place");
            expect_vec_near(w[1]->p.body_velocity[b], w[0]->p.body_velocity[a], 1e-7, "velocity");
            expect_vec_near(spin_of(w[1], w[1]->p.id[b]), spin_of(w[0], w[0]->p.id[a]), 1e-4, "spin");
        }
    }
    assert_true(contacts > 50);
    scree_world_destroy(w[0]);
    scree_world_destroy(w[1]);
}

static scree_world *thrown(const char *shape, const char *orientation) {
    return world_of(scree_format(
        "time: {end: 1, dt: 5 us, velocity_scale: 1}\ngravity: [0.5, 0, -9.81]\n"
        "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.6, friction: 0.4}}\n"
        "shapes: {b: {%s}}\n"
        "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}, c: {box: {min: [-5 cm, -5 "
        "cm, -5 "
        "mm], max: [5 cm, 5 cm, 10 cm]}, material: m}}\n"
        "particles: [{positions: [[0, 0, 9 mm], [1.6 cm, 3 mm, 11 mm]], shape: b, material: m, velocity: "
        "[0.3, 0.1, -0.2], spin: [10, 20, -30]%s}]\n",
        shape, orientation));
}

static void one_piece_is_the_convex_body(void **state) {
    (void)state;
    scree_world *w[2] = {
        thrown("rounded_box: {sides: [14 mm, 9 mm, 7 mm]}",
               ", orientation: {axis: [1, 2, 3], angle: 40 deg}"),
        thrown(
            "pieces: [{rounded_box: {sides: [14 mm, 9 mm, 7 mm]}, at: [1, 2, 3], orientation: {axis: [1, 2, "
            "3], angle: 40 deg}}]",
            ", orientation: {axis: [1, 0, 0], angle: 0 deg}")};
    expect_same_paths(w, 2);
}

// A box with a small ball in it, which meets nothing, and with the inertia of the box.
static void a_hidden_piece_changes_nothing(void **state) {
    (void)state;
    scree_case *c;
    const scree_shape *box = shape_of(&c, "rounded_box: {sides: [14 mm, 9 mm, 7 mm]}");
    const scree_vec3 m = vec_scale(box->size * box->size, box->moments);
    char *both =
        scree_format("pieces: [{rounded_box: {sides: [14 mm, 9 mm, 7 mm]}}, {ellipsoid: [1 mm, 1 mm, 1 "
                     "mm], at: [2 mm, 0, 1 mm]}], volume: %.17g m3, centre: [0, 0, 0], gyration: [%.17g m2, "
                     "%.17g m2, %.17g m2]",
                     volume_of(box), m.x, m.y, m.z);
    const char *turned = ", orientation: {axis: [1, 2, 3], angle: 40 deg}";
    scree_world *w[2] = {thrown("rounded_box: {sides: [14 mm, 9 mm, 7 mm]}", turned), thrown(both, turned)};
    clear(c);
    scree_free(both);
    assert_int_equal(w[1]->p.n, 4);
    expect_same_paths(w, 3);
}

// A body of a ball and a long ellipsoid, its centre of mass beside both, hits a plane, a sphere or a ball that is a convex body with its ball: as a rigid body it gets the impulse
// (1 + e) v / (1/M + l^2/I + 1/m), l the lever of the ball's centre.
static void impacts_of_a_rigid_body(void **state) {
    (void)state;
    static const char *const other[] = {"", "diameter: 12 mm", "shape: o"};
    const double r = 0.008, apart = 0.018, v = 0.1, e = 0.5, density = 2500.0;
    const double ball = density * 4.0 / 3.0 * SCREE_PI * r * r * r,
                 rod = density * 4.0 / 3.0 * SCREE_PI * 0.01 * 0.005 * 0.004, mass = ball + rod;
    const double inertia = ball * 0.4 * r * r + rod * (0.01 * 0.01 + 0.004 * 0.004) / 5.0 +
                           ball * rod / mass * apart * apart; // about y
    double worst = 0.0;
    for (size_t k = 0; k < 9; k++) {
        const double theta = (10.0 + 30.0 * (double)(k / 3)) * SCREE_PI / 180.0,
                     way = rod / mass * apart, // from the centre of mass to that of the ball
            lever = way * cos(theta), height = way * sin(theta) + r;
        const double small = density * 4.0 / 3.0 * SCREE_PI * 0.006 * 0.006 * 0.006;
        char *target =
            k % 3 == 0
                ? scree_format("walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n")
                : scree_format("walls: {}\n");
        char *more = k % 3 == 0 ? scree_format("%s", "")
                                : scree_format(", {positions: [[%.17g, 0, -6 mm]], %s, material: m}", lever,
                                               other[k % 3]);
        scree_world *w = world_of(scree_format(
            "time: {end: 10, dt: 0.2 us, velocity_scale: 0.1}\ngravity: [0, 0, 0]\n"
            "materials: {m: {density: 2500, young: 1e9, poisson: 0.3, restitution: 0.5, friction: 0}}\n"
            "shapes: {d: {pieces: [{ellipsoid: [8 mm, 8 mm, 8 mm], at: [18 mm, 0, 0]}, {ellipsoid: [10 mm, 5 "
            "mm, 4 "
            "mm]}]}, o: {ellipsoid: [6 mm, 6 mm, 6 mm]}}\n%s"
            "particles: [{positions: [[0, 0, %.17g]], shape: d, material: m, velocity: [0, 0, -0.1], "
            "orientation: {axis: [0, 1, 0], angle: %.17g}}%s]\n",
            target, height + 1e-5, theta, more));
        scree_free(target);
        scree_free(more);
        bool touched = false;
        for (int step = 0; step < 100000 && !(touched && w->contacts == 0); step++) {
            advance(w, 1);
            touched |= w->contacts > 0;
        }
        assert_true(touched && w->contacts == 0);
        const double inverse = 1.0 / mass + lever * lever / inertia + (k % 3 == 0 ? 0.0 : 1.0 / small),
                     impulse = (1.0 + e) * v / inverse, up = w->p.body_velocity[index_of_id(w, 1)].z,
                     turn = spin_of(w, 1).y;
        worst = fmax(worst, fmax(fabs(up - (impulse / mass - v)) / v,
                                 fabs(fabs(turn) - impulse * lever / inertia) * r / v));
        expect_near(up, impulse / mass - v, 3e-4 * v, "velocity");
        expect_near(fabs(turn), impulse * lever / inertia, 3e-4 * v / r, "spin");
        scree_world_destroy(w);
    }
    print_message("off by %.2g at most\n", worst);
}

// A box, and one of two halves: both stay level. Each half carries half the weight, and the Hertzian stiffness of its contact goes with the root of the radius of the sphere of its volume.
static void halves_rest_like_the_whole(void **state) {
    (void)state;
    static const char *const shape[] = {"rounded_box: {sides: [16 mm, 8 mm, 8 mm]}",
                                        "pieces: [{rounded_box: {sides: [8 mm, 8 mm, 8 mm]}, at: [4 mm, 0, "
                                        "0]}, {rounded_box: {sides: [8 mm, 8 mm, 8 "
                                        "mm]}, at: [-4 mm, 0, 0]}]"};
    double deep[2];
    for (int k = 0; k < 2; k++) {
        scree_world *w = world_of(scree_format(
            "time: {end: 1, dt: 5 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n"
            "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.1, friction: 0.4}}\n"
            "shapes: {b: {%s}}\n"
            "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
            "particles: [{positions: [[0, 0, 4.01 mm]], shape: b, material: m, orientation: {axis: [1, 0, "
            "0], "
            "angle: 0 deg}}]\n",
            shape[k]));
        advance(w, 60000);
        assert_int_equal(w->contacts, k + 1);
        assert_true(vec_norm(w->p.body_velocity[0]) < 1e-6 && vec_norm(spin_of(w, 1)) < 1e-4);
        const double volume = volume_of(scree_body_shape(w, 0));
        deep[k] = (4e-3 - w->p.centre[0].z) * pow(volume, -2.0 / 3.0); // the weights differ a little
        scree_world_destroy(w);
    }
    print_message("depth of the halves over that of the whole %.5f\n", deep[1] / deep[0]);
    expect_share(deep[1] / deep[0], pow(0.5, 2.0 / 3.0) * pow(2.0, 1.0 / 9.0), 2e-3, "depths");
}

static scree_vec3 momentum_of(const scree_world *w, scree_vec3 *angular) {
    scree_vec3 p = vec3(0.0, 0.0, 0.0);
    *angular = p;
    for (size_t i = 0; i < w->p.n; i++) {
        if (scree_is_first(&w->p, i)) {
            const scree_vec3 own = vec_scale(w->p.motion[i].v.m, w->p.body_velocity[i]);
            p = vec_add(p, own);
            *angular = vec_add(*angular, vec_add(w->p.momentum[i], vec_cross(w->p.centre[i], own)));
        }
    }
    return p;
}

// Two bodies whose arms hook into each other, with spin and friction.
static void collisions(void **state) {
    (void)state;
    for (int smooth = 0; smooth < 2; smooth++) {
        double off[2];
        for (int half = 0; half < 2; half++) {
            scree_world *w =
                world_of(scree_format("time: {end: 10, dt: %g us, velocity_scale: 1}\ngravity: [0, 0, 0]\n"
                                      "materials: {m: {density: 2500, young: 20 MPa, poisson: 0.3, "
                                      "restitution: %s, friction: %s}}\n"
                                      "shapes: {a: {" TETRAPOD "}}\n"
                                      "particles: [{positions: [[0, 0, 0]], shape: a, material: m, velocity: "
                                      "[0.5, 0, 0], spin: [30, 20, "
                                      "-50], orientation: {axis: [1, 2, 3], angle: 40 deg}}, {positions: "
                                      "[[19 mm, 2 mm, 1 mm]], shape: a, "
                                      "material: m, velocity: [-0.5, 0.1, 0], spin: [-30, 10, 20], "
                                      "orientation: {axis: [3, 1, 1], angle: "
                                      "70 deg}}]\n",
                                      half ? 1.0 : 2.0, smooth ? "1" : "0.7", smooth ? "0" : "0.3"));
            scree_vec3 l, after;
            const scree_vec3 p = momentum_of(w, &l);
            const double start = scree_world_totals(w).balance, energy = scree_world_totals(w).kinetic;
            double most = 0.0;
            size_t touched = 0;
            for (int step = 0; step < (half ? 40000 : 20000); step++) {
                advance(w, 1);
                touched += w->contacts > 0;
                most = fmax(most, fabs(scree_world_totals(w).balance - start));
            }
            assert_true(touched > 100);
            expect_vec_near(momentum_of(w, &after), p, 1e-13 * w->p.motion[0].v.m, "momentum");
            expect_vec_near(after, l, 1e-11 * vec_norm(l), "angular momentum");
            off[half] = most / energy;
            scree_world_destroy(w);
        }
        print_message("balance off by %.2g and %.2g of the kinetic energy\n", off[0], off[1]);
        assert_true(off[1] < 2e-4 && off[0] / off[1] > 2.5);
    }
}

// Elastic bodies without friction tumble in a box of triangles with a wedge; with sanitizers for a short time.
static void tumbling_on_meshes(void **state) {
    (void)state;
    const double time = effort(3, 3, 1) * 0.1;
    double off[2];
    for (int half = 0; half < 2; half++) {
        const double dt = half ? 1e-6 : 2e-6;
        scree_world *w = world_of(scree_format(
            "time: {end: 10, dt: %g, velocity_scale: 2}\ngravity: [0.7, 0.3, -9.81]\n"
            "materials: {m: {density: 2500, young: 20 MPa, poisson: 0.3, restitution: 1, friction: 0}}\n"
            "shapes: {b: {" TETRAPOD "}}\n"
            "walls: {box: {box: {min: [0, 0, 0], max: [5 cm, 4 cm, 6 cm]}, material: m}, wedge: {extrude: "
            "{line: "
            "[[1 mm, -1 cm, -1 mm], [12 mm, -1 cm, 14 mm], [23 mm, -1 cm, -1 mm]], along: [0, 6 cm, 0]}, "
            "material: "
            "m}}\n"
            "particles: [{positions: [[25 mm, 2 cm, 4 cm]], shape: b, material: m, velocity: [0.3, -0.2, "
            "0.1], "
            "spin: [50, 80, -40], orientation: {axis: [1, 2, 3], angle: 40 deg}}]\n",
            dt));
        const double start = scree_world_totals(w).balance, energy = w->p.motion[0].v.m * 9.81 * 0.04;
        double most = 0.0;
        uint64_t touched = 0;
        for (double t = 0.0; t < time; t += 10.0 * dt) {
            advance(w, 10);
            touched += w->contacts > 0;
            most = fmax(most, fabs(scree_world_totals(w).balance - start));
        }
        assert_int_equal(w->alarms.unfinished, 0);
        assert_true(touched > 100);
        off[half] = most / energy;
        scree_world_destroy(w);
    }
    print_message("balance off by %.2g and %.2g of the energy\n", off[0], off[1]);
    assert_true(off[0] < 2e-4 && off[0] / off[1] > 2.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(volumes_in_closed_form),
        cmocka_unit_test(shells_of_a_mesh),
        cmocka_unit_test(one_piece_is_the_convex_body),
        cmocka_unit_test(a_hidden_piece_changes_nothing),
        cmocka_unit_test(impacts_of_a_rigid_body),
        cmocka_unit_test(halves_rest_like_the_whole),
        cmocka_unit_test(collisions),
        cmocka_unit_test(tumbling_on_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
