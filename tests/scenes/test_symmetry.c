// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Results do not depend on the frame of reference: a scene in which everything acts at once (clumps, bonds that break, heat, meshes, a drum,
// a servo, a hinge, a free wall, groups, a periodic axis) is shifted, turned, mirrored, put into a moving frame, given in other units and with
// other ids, and gives the same results. They differ by rounding, which stiff bonds amplify to some 1e-10 of a speed of 1 m/s in 10 ms:
// 1e-8 is allowed, far below what any mistake in a tensor, a sign or an origin makes.
#include "heat/heat.h"
#include "wall_motion/wall_pose.h"
#include "world_of_text.h"
#include <stdlib.h>

// The parts of the scene that a variant leaves out because they have no counterpart there.
enum { PERIODIC = 1, PIVOTS = 2, DRAG = 4, BY_AXES = 8 };

typedef struct transform {
    const char *name;
    scree_mat3 turn;         // or mirror
    scree_vec3 shift, boost; // m, m/s
    int mass, length, time;  // units: powers of two
    bool permuted;           // ids
    bool stays;              // the domain is not shifted: only along the periodic axis
    unsigned without;
    double tolerance;
} transform;

// ---- writing the scene ---------------------------------------------------------------------------------------

typedef struct body {
    const char *shape; // NULL: a sphere
    double diameter, temperature;
    double x[3], v[3], spin[3], axis[3], angle;
} body;

static const body bodies[] = {
    // two that fall into the trough, one on its edge
    {NULL, 8e-3, 310, {-0.024, -0.0155, 0.015}, {0.1, -0.5, 0.05}, {20, 0, 5}, {0}, 0},
    {NULL, 7e-3, 330, {-0.021, -0.0165, 0.024}, {0, -0.4, -0.2}, {0, 10, 0}, {0}, 0},
    {NULL, 6e-3, 300, {0.003, -0.0145, 0.03}, {-0.1, -0.5, 0.1}, {0, 0, 30}, {0}, 0},
    // a clump and a sphere that collide across the periodic border
    {"trimer", 0, 360, {0.02, -0.02, 0.004}, {0, 0.1, -0.7}, {40, -30, 20}, {1, 2, 3}, 0.7},
    {NULL, 8e-3, 300, {0.022, -0.021, 0.0525}, {0, 0, 0.5}, {0, 15, 0}, {0}, 0},
    // a clump that meets the free block, and one that hits the drum
    {"trimer", 0, 320, {-0.018, 0.0335, 0.03}, {0.2, -0.4, 0}, {-20, 3, 50}, {-1, 0.5, 2}, 1.9},
    {"trimer", 0, 340, {0.0, -0.049, 0.035}, {0.3, -0.6, 0.2}, {10, 20, -30}, {0, 1, 1}, 0.3},
    {NULL, 8e-3, 300, {0.0395, 0.0295, 0.045}, {0.6, 0.4, 0.1}, {0, 30, 0}, {0}, 0},
    // in front of the servo, and behind that one, which a group holds
    {NULL, 8e-3, 300, {0.0365, 0.003, 0.03}, {0.2, 0, 0}, {0, 0, 0}, {0}, 0},
    {NULL, 8e-3, 300, {0.0284, 0.004, 0.031}, {0.1, 0, 0}, {0, 0, 0}, {0}, 0},
    // on the hinged flap
    {NULL, 9e-3, 350, {0.014, 0.0282, 0.03}, {0, -0.6, 0.1}, {0, 0, 0}, {0}, 0},
    // a row that is bonded, of which the second is pulled out
    {NULL, 6e-3, 300, {-0.04, 0.0, 0.02}, {0, 0, 0}, {0, 0, 0}, {0}, 0},
    {NULL, 6e-3, 300, {-0.034, 0.0005, 0.02}, {0.9, 0.5, 0.2}, {30, 0, -60}, {0}, 0},
    {NULL, 6e-3, 300, {-0.028, 0.0, 0.0205}, {0, 0.1, 0}, {0, 0, 0}, {0}, 0},
    {NULL, 6e-3, 300, {-0.022, 0.0, 0.02}, {0, 0, -0.2}, {0, 40, 0}, {0}, 0},
};
enum { BODIES = sizeof bodies / sizeof *bodies, MEMBERS = 3, PARTS = 12, STEPS = 168 };
static const double period = 0.06;

typedef struct line {
    unsigned needs;
    const char *text;
} line;

// @p point, @v vector, @b velocity, @a axial vector, @s number: (values; powers of kg, m, s). @i: the ids of a body.
static const line scene[] = {
    {0, "time: {end: @s(1;0,0,1), dt: @s(5e-6;0,0,1), velocity_scale: @s(1;0,1,-1)}\n"},
    {0, "gravity: @v(0.5,-9.81,0.3;0,1,-2)\n"},
    {DRAG, "damping: {viscous: @s(2;0,0,-1)}\n"},
    {BY_AXES, "damping: {viscous: @s(2;0,0,-1), local: 0.1}\n"},
    {0,
     "materials:\n"
     "  m: {density: @s(2500;1,-3,0), young: @s(5e6;1,-1,-2), poisson: 0.3, restitution: 0.5, friction: 0.4, "
     "rolling_friction: 0.05, heat_capacity: @s(5;0,2,-2), conductivity: @s(20;1,1,-3)}\n"
     "  n: {density: @s(1200;1,-3,0), young: @s(8e6;1,-1,-2), poisson: 0.2, restitution: 0.7, friction: 0.3, "
     "rolling_friction: 0.1, heat_capacity: @s(9;0,2,-2), conductivity: @s(5;1,1,-3)}\n"},
    {0, "contacts: [{between: any, normal: hertz, tangential: mindlin, rolling: epsd, twisting: marshall, "
        "heat: conduction, "
        "bond: {law: parallel, bond_young: @s(2e7;1,-1,-2), bond_tension: @s(8e4;1,-1,-2), "
        "bond_damping_bending: 0.1}}]\n"},
    {0, "bonds: [{gap: @s(3e-4;0,1,0), ids: [@i(11), @i(12), @i(13), @i(14)]}]\n"},
    {0, "heat: {temperature: 300 K, ambient: 320 K, convection: @s(80;1,0,-3), friction: 1}\n"},
    {0, "shapes: {trimer: {members: [{at: @v(0,0,0;0,1,0), radius: @s(3e-3;0,1,0)}, {at: @v(5e-3,0,0;0,1,0), "
        "radius: "
        "@s(2.5e-3;0,1,0)}, {at: @v(0,4e-3,1e-3;0,1,0), radius: @s(2e-3;0,1,0)}]}}\n"},
    {0, "groups:\n"
        "  pushed: {ids: [@i(5)], force: @v(2e-3,1e-3,-1e-3;1,1,-2), torque: @a(1e-6,-2e-6,3e-6;1,2,-2)}\n"
        "  held: {ids: [@i(9)], hold: true, velocity: @b(0.1,0,0.05), spin: @a(3,5,-2;0,0,-1), stop: "
        "@s(6e-3;0,0,1)}\n"
        "  growing: {ids: [@i(2)], growth: @s(10;0,0,-1), growth_every: @s(1e-3;0,0,1)}\n"},
    {0, "walls:\n"
        "  drum: {cylinder: {point: @p(0,0,0), axis: @v(0,0,1;0,0,0), radius: @s(0.055;0,1,0)}, material: n, "
        "heat: {temperature: "
        "400 K}, motion: [{rotate: {axis: @a(0,0,1;0,0,0), point: @p(0,0,0), rate: @s(5;0,0,-1)}}, "
        "{translate: {velocity: "
        "@b(0,0,0)}}]}\n"
        "  dome: {sphere: {point: @p(0.0365,-0.01095,0.03), radius: @s(0.01;0,1,0), side: outside}, "
        "material: n, "
        "heat: {flux: @s(100;1,0,-3)}, motion: [{rotate: {axis: @a(1,2,0.5;0,0,0), point: "
        "@p(0.0365,-0.01,0.03), "
        "rate: @s(30;0,0,-1)}}, {translate: {velocity: @b(0,0,0)}}]}\n"
        "  trough: {mesh: {file: trough.stl}, material: m, motion: [{vibrate: {amplitude: "
        "@v(2e-4,3e-4,0;0,1,0), frequency: "
        "@s(60;0,0,-1)}}, {translate: {velocity: @b(0,0,0)}}]}\n"
        "  floor: {plane: {point: @p(0,-0.0505,0), normal: @v(0.1,1,0;0,0,0)}, material: m, motion: "
        "{translate: {velocity: "
        "@b(0,0,0)}}, heat: {temperature: 350 K, mass: @s(1e-3;1,0,0)}}\n"
        "  block: {mesh: {file: block.stl}, material: n, free: {density: @s(900;1,-3,0), velocity: "
        "@b(0.1,0.3,0), spin: "
        "@a(10,-5,20;0,0,-1)}}\n"},
    {PIVOTS,
     "  press: {rectangle: {corner: @p(0.0415,-0.01,0.015), first: @v(0,0.025,0;0,1,0), second: "
     "@v(0,0,0.03;0,1,0)}, "
     "material: m, servo: {slide: {along: @v(-1,0,0;0,0,0), force: @s(0.5;1,1,-2), speed: @s(0.1;0,1,-1)}}}\n"
     "  flap: {mesh: {file: flap.stl}, material: m, free: {turn: {about: @a(0.1,0.2,1;0,0,0), point: "
     "@p(0.002,0.02,0.03), "
     "damper: @s(1e-6;1,2,-1)}}}\n"},
};

static double power(int exponent) {
    return ldexp(1.0, exponent);
}

static double unit(const transform *t, const int e[3]) {
    return power(t->mass * e[0] + t->length * e[1] + t->time * e[2]);
}

static double determinant(const scree_mat3 *q) {
    const double *m = q->m;
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
           m[2] * (m[3] * m[7] - m[4] * m[6]);
}

static scree_vec3 as_vector(const transform *t, scree_vec3 x) {
    return mat_mul(&t->turn, x);
}
static scree_vec3 as_axial(const transform *t, scree_vec3 x) {
    return vec_scale(determinant(&t->turn), mat_mul(&t->turn, x));
}
static const int a_length[3] = {0, 1, 0}, a_speed[3] = {0, 1, -1};
static scree_vec3 as_point(const transform *t, scree_vec3 x) {
    return vec_scale(unit(t, a_length), vec_add(as_vector(t, x), t->shift));
}
static scree_vec3 as_velocity(const transform *t, scree_vec3 v) {
    return vec_scale(unit(t, a_speed), vec_add(as_vector(t, v), t->boost));
}
static scree_vec3 of_array(const double *x) {
    return vec3(x[0], x[1], x[2]);
}

static int place_in_order(const transform *t, int k) {
    return t->permuted ? (k * 7 + 3) % BODIES : k; // 15 and 7 have no common divisor
}

// Id of the first row of a body.
static uint64_t first_id(const transform *t, int k) {
    uint64_t id = 1;
    for (int other = 0; other < BODIES; other++) {
        id += place_in_order(t, other) < place_in_order(t, k) ? (bodies[other].shape ? MEMBERS : 1) : 0;
    }
    return id;
}

static void put_vector(FILE *to, scree_vec3 x) {
    fprintf(to, "[%.17g, %.17g, %.17g]", x.x, x.y, x.z);
}

// One piece of a line, from its @ to its bracket. Returns where it ends.
static const char *put_piece(FILE *to, const transform *t, const char *at) {
    const char kind = at[1], *from = at + 3, *end = strchr(from, ')');
    double x[3] = {0.0};
    int e[3] = {0}, n = 0;
    while (n < 3 && from < end && *from != ';') {
        char *next;
        x[n++] = strtod(from, &next);
        from = next + (*next == ',');
    }
    if (*from == ';') {
        assert_int_equal(sscanf(from, ";%d,%d,%d", &e[0], &e[1], &e[2]), 3);
    }
    const scree_vec3 v = of_array(x);
    switch (kind) {
    case 'p':
        put_vector(to, as_point(t, v));
        break;
    case 'v':
        put_vector(to, vec_scale(unit(t, e), as_vector(t, v)));
        break;
    case 'a':
        put_vector(to, vec_scale(unit(t, e), as_axial(t, v)));
        break;
    case 'b':
        put_vector(to, as_velocity(t, v));
        break;
    case 's':
        fprintf(to, "%.17g", x[0] * unit(t, e));
        break;
    case 'i':
        fprintf(to, "%llu", (unsigned long long)first_id(t, (int)x[0]));
        break;
    default:
        fail_msg("no piece is called @%c", kind);
    }
    return end + 1;
}

static void put_bodies(FILE *to, const transform *t) {
    fprintf(to, "particles:\n");
    for (int place = 0; place < BODIES; place++) {
        for (int k = 0; k < BODIES; k++) {
            if (place_in_order(t, k) != place) {
                continue;
            }
            const body *b = &bodies[k];
            scree_vec3 x = as_point(t, of_array(b->x));
            if (t->stays) {
                x.z -= x.z >= period ? period : 0.0;
            }
            fprintf(to, "  - {positions: [");
            put_vector(to, x);
            fprintf(to, "], material: %s, velocity: ", k % 3 ? "m" : "n");
            put_vector(to, as_velocity(t, of_array(b->v)));
            fprintf(to, ", spin: ");
            put_vector(to, vec_scale(power(-t->time), as_axial(t, of_array(b->spin))));
            if (b->shape) {
                fprintf(to, ", shape: %s, orientation: {angle: %.17g, axis: ", b->shape, b->angle);
                put_vector(to, as_axial(t, of_array(b->axis)));
                fprintf(to, "}");
            } else {
                fprintf(to, ", diameter: %.17g", b->diameter * power(t->length));
            }
            fprintf(to, ", temperature: %.17g}\n", b->temperature);
        }
    }
}

static void put_domain(FILE *to, const transform *t) {
    scree_vec3 a = vec3(-0.5, -0.5, 0.0), b = vec3(0.5, 0.5, period), axis = as_vector(t, vec3(0, 0, 1));
    if (!t->stays) {
        a = as_point(t, a), b = as_point(t, b);
    }
    scree_vec3 low = vec_min(a, b), high = vec_max(a, b);
    const char *name = fabs(axis.x) > 0.5 ? "x" : fabs(axis.y) > 0.5 ? "y" : "z";
    if (*name == 'z' && t->turn.m[0] != rint(t->turn.m[0])) { // turned about the axis: wide enough still
        low = vec3(-1, -1, low.z), high = vec3(1, 1, high.z);
    }
    fprintf(to, "domain: {periodic: [%s], min: ", name);
    put_vector(to, low);
    fprintf(to, ", max: ");
    put_vector(to, high);
    fprintf(to, "}\n");
}

static void put_mesh(const transform *t, const char *path, const scree_vec3 *corner, size_t triangles) {
    scree_vec3 moved[36];
    for (size_t k = 0; k < 3 * triangles; k++) {
        moved[k] = as_point(t, corner[k]);
    }
    write_mesh(path, moved, triangles);
}

// A box with one corner at `at` and three sides.
static void put_box(const transform *t, const char *path, scree_vec3 at, scree_vec3 a, scree_vec3 b,
                    scree_vec3 c) {
    static const int face[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    scree_vec3 corner[36];
    for (size_t k = 0; k < 36; k++) {
        static const int of_triangle[6] = {0, 1, 2, 0, 2, 3};
        const int n = face[k / 6][of_triangle[k % 6]];
        corner[k] = at;
        corner[k] = n & 1 ? vec_add(corner[k], a) : corner[k];
        corner[k] = n & 2 ? vec_add(corner[k], b) : corner[k];
        corner[k] = n & 4 ? vec_add(corner[k], c) : corner[k];
    }
    put_mesh(t, path, corner, 12);
}

static void put_meshes(const transform *t) {
    const scree_vec3 low[2] = {{-0.02, -0.03, 0.003}, {-0.021, -0.031, 0.057}},
                     left[2] = {{-0.045, -0.012, 0.003}, {-0.045, -0.012, 0.057}},
                     right[2] = {{0.002, -0.02, 0.003}, {0.003, -0.019, 0.057}};
    const scree_vec3 trough[] = {low[0], low[1],   left[1],  low[0], left[1],  left[0],
                                 low[0], right[0], right[1], low[0], right[1], low[1]};
    put_mesh(t, "trough.stl", trough, 4);
    put_box(t, "block.stl", vec3(-0.024, 0.019, 0.026), vec3(0.012, 0.002, 0.001), vec3(-0.001, 0.006, 0),
            vec3(0, -0.001, 0.009));
    put_box(t, "flap.stl", vec3(0.002, 0.02, 0.01), vec3(0.025, 0, 0), vec3(0, 0.003, 0.0005),
            vec3(0, 0, 0.04));
}

static scree_world *world_seen(const transform *t) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    const unsigned without = t->without | (t->without & BY_AXES ? 0 : DRAG);
    for (size_t k = 0; k < sizeof scene / sizeof *scene; k++) {
        if (scene[k].needs & without) {
            continue;
        }
        for (const char *at = scene[k].text; *at;) {
            if (*at == '@') {
                at = put_piece(to, t, at);
            } else {
                fputc(*at++, to);
            }
        }
    }
    put_bodies(to, t);
    if (!(t->without & PERIODIC)) {
        put_domain(to, t);
    }
    assert_int_equal(fclose(to), 0);
    put_meshes(t);
    scree_world *w = world_of_text(scree_format("%s", text), NULL, 0);
    free(text);
    return w;
}

// ---- comparing -------------------------------------------------------------------------------------------------

typedef struct worst {
    double off;
    char what[80];
} worst;

static void note(worst *all, double off, const char *what, int k) {
    if (!(off <= all->off)) {
        all->off = off;
        snprintf(all->what, sizeof all->what, "%s %d", what, k);
    }
}

static void note_number(worst *all, double is, double wanted, double scale, const char *what, int k) {
    note(all, fabs(is - wanted) / scale, what, k);
}

static void note_vector(worst *all, scree_vec3 is, scree_vec3 wanted, double scale, const char *what, int k) {
    note(all, vec_norm(vec_sub(is, wanted)) / scale, what, k);
}

// Lengths are compared in units of 1 cm, speeds of 1 m/s, spins of 100 rad/s, temperatures of 100 K.
static void compare_bodies(const scree_world *one, const scree_world *other, const transform *t,
                           const transform *plain, worst *all) {
    const double time = scree_world_time(one);
    for (int k = 0; k < BODIES; k++) {
        for (uint64_t m = 0; m < (bodies[k].shape ? MEMBERS : 1); m++) {
            const uint64_t a = first_id(plain, k) + m, b = first_id(t, k) + m;
            const size_t i = index_of_id(one, a), j = index_of_id(other, b);
            const scree_vec3 x = as_point(t, place_of(one, a)),
                             carried = vec_scale(time * power(t->length), t->boost),
                             d = vec_sub(place_of(other, b), vec_add(x, carried));
            note(all,
                 vec_norm(scree_nearest_image(&other->cell.period, d.x, d.y, d.z)) /
                     (1e-2 * power(t->length)),
                 "place of body", k);
            note_vector(all, velocity_of(other, b), as_velocity(t, velocity_of(one, a)),
                        power(t->length - t->time), "velocity of body", k);
            note_vector(all, spin_of(other, b), vec_scale(power(-t->time), as_axial(t, spin_of(one, a))),
                        100.0 * power(-t->time), "spin of body", k);
            note_number(all, other->p.temperature[j], one->p.temperature[i], 100.0, "temperature of body", k);
            note_number(all, other->p.x[j].r, one->p.x[i].r * power(t->length), 1e-2 * power(t->length),
                        "radius of body", k);
        }
    }
}

static void compare_walls(const scree_world *one, const scree_world *other, const transform *t, worst *all) {
    static const int a_force[3] = {1, 1, -2}, a_torque[3] = {1, 2, -2};
    const double time = scree_world_time(one);
    assert_int_equal(one->wall.n, other->wall.n);
    for (size_t k = 0; k < one->wall.n; k++) {
        const scree_wall *a = &one->wall.data[k], *b = &other->wall.data[k];
        const scree_vec3 corner[] = {{0, 0, 0}, {0.05, 0, 0}, {0, 0.05, 0}, {0, 0, 0.05}};
        const scree_vec3 carried = vec_scale(time * power(t->length), t->boost),
                         origin = vec_add(as_point(t, vec3(0, 0, 0)), carried);
        for (size_t c = 0; c < 4; c++) {
            note_vector(all, scree_wall_to_lab(b, as_point(t, corner[c])),
                        vec_add(as_point(t, scree_wall_to_lab(a, corner[c])), carried),
                        1e-2 * power(t->length), "place of wall", (int)k);
        }
        const scree_vec3 force = vec_scale(unit(t, a_force), as_vector(t, a->now.force)),
                         torque = vec_scale(unit(t, a_torque), as_axial(t, a->now.torque));
        note_vector(all, b->now.force, force, unit(t, a_force), "force on wall", (int)k);
        scree_vec3 off = vec_sub(b->now.torque, vec_add(torque, vec_cross(origin, force)));
        if (t->stays) { // some contacts are in another period
            off = vec3(0, 0, off.z);
        }
        note(all, vec_norm(off) / (0.1 * unit(t, a_torque)), "torque on wall", (int)k);
        note_number(all, b->now.temperature, a->now.temperature, 100.0, "temperature of wall", (int)k);
    }
}

static void compare_energies(const scree_world *one, const scree_world *other, const transform *t,
                             worst *all) {
    static const int an_energy[3] = {1, 2, -2};
    const scree_totals a = scree_world_totals(one), b = scree_world_totals(other);
    const scree_heat_totals h = scree_heat_totals_of(one), g = scree_heat_totals_of(other);
    const double joule = unit(t, an_energy), scale = 1e-4 * joule;
    assert_int_equal(a.contacts, b.contacts);
    assert_int_equal(one->bonds_now, other->bonds_now);
    for (int k = 0; k < SCREE_MODES; k++) {
        note_number(all, b.elastic[k], joule * a.elastic[k], scale, "stored in mode", k);
        note_number(all, b.viscous[k], joule * a.viscous[k], scale, "damped in mode", k);
        note_number(all, b.plastic[k], joule * a.plastic[k], scale, "lost in mode", k);
        note_number(all, b.broken[k], joule * a.broken[k], scale, "broken in mode", k);
    }
    note_number(all, g.made, joule * h.made, scale, "heat made", 0);
    note_number(all, g.walls, joule * h.walls, scale, "heat of walls", 0);
    note_number(all, g.ambient, joule * h.ambient, scale, "heat of the ambient", 0);
    if (vec_norm2(t->shift) == 0.0 && vec_norm2(t->boost) == 0.0) { // what grows has a potential energy
        note_number(all, b.changed, joule * a.changed, scale, "of growth", 0);
    }
    if (vec_norm2(t->boost) == 0.0) {
        note_number(all, b.kinetic, joule * a.kinetic, scale, "kinetic", 0);
        note_number(all, b.rotational, joule * a.rotational, scale, "rotational", 0);
        note_number(all, b.damped, joule * a.damped, scale, "damped", 0);
        note_number(all, b.loaded, joule * a.loaded, scale, "of loads", 0);
        note_number(all, b.wall_work, joule * a.wall_work, scale, "of walls", 0);
        note_number(all, b.walls_lost, joule * a.walls_lost, scale, "lost by walls", 0);
    }
}

// Checks that every event of the scene has happened.
static void expect_full(const scree_world *w, const transform *t, const bool *touched) {
    const scree_totals a = scree_world_totals(w);
    assert_true(w->bonds.broken[0] + w->bonds.broken[1] > 0 && w->bonds_now > 0);
    assert_true(a.viscous[0] > 0.0 && a.plastic[1] > 0.0 && a.loaded != 0.0 && a.changed != 0.0);
    for (size_t k = 0; k < w->wall.n; k++) {
        if (!touched[k]) {
            fail_msg("%s: nothing has touched wall %s", t->name, w->wall.data[k].def->name);
        }
    }
}

static void looks_the_same(void **state) {
    const transform *t = *state;
    transform plain = *t;
    plain.turn = scree_pose_none().rotation;
    plain.shift = plain.boost = vec3(0, 0, 0);
    plain.mass = plain.length = plain.time = 0;
    plain.permuted = plain.stays = false;
    scree_world *one = world_seen(&plain), *other = world_seen(t);
    worst all = {0};
    bool touched[8] = {false};
    for (int part = 0; part < PARTS; part++) {
        for (int step = 0; step < STEPS; step += 4) {
            advance(one, 4);
            advance(other, 4);
            for (size_t k = 0; k < one->wall.n; k++) {
                touched[k] |= vec_norm2(one->wall.data[k].now.force) > 0.0;
            }
        }
        compare_bodies(one, other, t, &plain, &all);
        compare_walls(one, other, t, &all);
        compare_energies(one, other, t, &all);
    }
    print_message("%s: off by %.2g, %s\n", t->name, all.off, all.what);
    if (!(all.off <= t->tolerance)) {
        fail_msg("%s: off by %.3g, allowed %.3g: %s", t->name, all.off, t->tolerance, all.what);
    }
    expect_full(one, t, touched);
    scree_world_destroy(one);
    scree_world_destroy(other);
}

int main(void) {
    const scree_mat3 as_it_is = scree_pose_none().rotation;
    transform seen[] = {
        {.name = "the same", .turn = as_it_is, .tolerance = 0.0},
        {.name = "shifted", .turn = as_it_is, .shift = {0.07, -0.03, 0.02}, .tolerance = 1e-8},
        {.name = "shifted along the periodic axis",
         .turn = as_it_is,
         .shift = {0, 0, 0.037},
         .stays = true,
         .tolerance = 1e-8},
        {.name = "turned by 90 degrees", .turn = {{0, 0, 1, 1, 0, 0, 0, 1, 0}}, .tolerance = 1e-8},
        {.name = "turned by 90 degrees about the axis",
         .turn = {{0, -1, 0, 1, 0, 0, 0, 0, 1}},
         .tolerance = 1e-8},
        {.name = "mirrored", .turn = {{-1, 0, 0, 0, 1, 0, 0, 0, 1}}, .tolerance = 1e-8},
        {.name = "mirrored along the periodic axis",
         .turn = {{0, 1, 0, 1, 0, 0, 0, 0, -1}},
         .tolerance = 1e-8},
        {.name = "turned about the periodic axis",
         .turn = scree_rotation_about(vec3(0, 0, 1), 0.9),
         .without = BY_AXES,
         .tolerance = 1e-8},
        {.name = "turned",
         .turn = scree_rotation_about(vec_unit(vec3(1, 2, -2)), 2.1),
         .shift = {0.1, 0.2, 0.3},
         .without = PERIODIC | BY_AXES,
         .tolerance = 1e-8},
        {.name = "carried along",
         .turn = as_it_is,
         .boost = {0.3, -0.2, 0.5},
         .without = PIVOTS | DRAG | BY_AXES,
         .tolerance = 1e-8},
        {.name = "with other ids", .turn = as_it_is, .permuted = true, .tolerance = 1e-8},
        {.name = "in other units", .turn = as_it_is, .mass = 4, .length = -2, .time = -2, .tolerance = 1e-8},
    };
    enum { SEEN = sizeof seen / sizeof *seen };
    struct CMUnitTest tests[SEEN];
    for (size_t k = 0; k < SEEN; k++) {
        tests[k] = (struct CMUnitTest){seen[k].name, looks_the_same, NULL, NULL, &seen[k]};
    }
    return _cmocka_run_group_tests("symmetry", tests, SEEN, NULL, NULL);
}
