// SPDX-License-Identifier: BSD-3-Clause
// Walls in a periodic cell act the same wherever they are in it: cylinders through their nearest image, meshes however far they have moved.
// Walls that would end at a border are refused.
#include "checks/audit_cell.h"
#include "geometry/wall_form.h"
#include "world_of_text.h"

static const double L = 0.1; // m, period along x and y

// A turning shaft across z that perhaps moves, and balls around it, in a cell whose borders are anywhere: everything is shifted by `by`.
static scree_world *around_shaft(scree_vec3 by, const char *motion, const char *length) {
    enum { BALLS = 12 };
    scree_particle q[BALLS];
    for (int k = 0; k < BALLS; k++) {
        const double angle = 0.5236 * k, far = 0.0160013 + 1.013e-4 * k;
        const scree_vec3 out = vec3(cos(angle), sin(angle), 0),
                         x = vec_add(vec3(0.05 + by.x, 0.05 + by.y, 4e-4 * k), vec_scale(far, out));
        q[k] = ball((uint64_t)k + 1, 2e-3, vec3(fmod(x.x, L), fmod(x.y, L), x.z), vec_scale(-0.5, out),
                    vec3(0, 0, 3.0 * k));
    }
    return world_of_text(
        scree_format(
            "time: {end: 1, dt: 1e-5, velocity_scale: 3}\n"
            "domain: {min: [0, 0, -1], max: [0.1, 0.1, 1], periodic: [x, y]}\n"
            "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
            "contacts: [{between: any, restitution: 0.7, friction: 0.4}]\n"
            "walls:\n  shaft: {cylinder: {point: [%.17g, %.17g, -1 cm], axis: [0, 0, 1], radius: 1 cm, "
            "side: outside%s}, material: m%s}\n",
            0.05 + by.x, 0.05 + by.y, length, motion),
        q, BALLS);
}

static double apart(double a, double b) {
    const double d = fabs(a - b);
    return fmin(d, fabs(L - d));
}

static void shaft_anywhere(void **state) {
    (void)state;
    static const char *const motion[] = {"", ", motion: {translate: {velocity: [3, -2, 0]}}",
                                         ", motion: {vibrate: {amplitude: [0, 4 mm, 0], frequency: 60}}"};
    static const char *const length[] = {"", ", length: 3 cm"};
    for (int m = 0; m < 3; m++) {
        for (int l = 0; l < 2; l++) {
            scree_world *a = around_shaft(vec3(0, 0, 0), motion[m], length[l]),
                        *b = around_shaft(vec3(0.052, 0.943 * L, 0), motion[m], length[l]);
            for (int step = 0; step < 3000; step += 50) {
                advance(a, 50);
                advance(b, 50);
                for (uint64_t id = 1; id <= a->p.n; id++) {
                    expect_vec_near(velocity_of(b, id), velocity_of(a, id), 1e-6, "velocity");
                    const scree_vec3 x = place_of(a, id), y = place_of(b, id);
                    assert_true(apart(y.x, x.x + 0.052 - (x.x + 0.052 > L ? L : 0)) < 1e-8);
                }
                const scree_wall_state *s = &a->wall.data[0].now, *t = &b->wall.data[0].now;
                expect_vec_near(t->force, s->force, 1e-5, "force on the shaft");
                expect_vec_near(vec_sub(t->torque, vec_cross(vec3(0.052, 0.943 * L, 0), t->force)), s->torque,
                                1e-6, "torque on the shaft");
            }
            const scree_vec3 v = velocity_of(a, 1);
            assert_true(m > 0 || v.x > 0.2); // it has bounced
            scree_world_destroy(a);
            scree_world_destroy(b);
        }
    }
}

// A ball rests without friction on a plate of one period that runs away under it, for 400 periods and more.
static void plate_far_away(void **state) {
    (void)state;
    const double r = 2e-3;
    const scree_particle q = ball(1, r, vec3(0.01, 0.01, r - 1e-6), vec3(0, 0, 0), vec3(0, 0, 0));
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1, dt: 2e-5, velocity_scale: 0.1}\n"
            "gravity: [0, 0, -9.81]\n"
            "domain: {min: [0, 0, -1], max: [0.02, 0.02, 1], periodic: [x, y]}\n"
            "materials: {a: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
            "contacts: [{between: any, restitution: 0.5, tangential: none}]\n"
            "walls: {floor: {rectangle: {corner: [0, 0, 0], first: [0.02, 0, 0], second: [0, 0.02, 0]}, "
            "material: a, motion: {translate: {velocity: [80, -11, 0]}}}}\n"),
        &q, 1);
    for (int k = 0; k < 50; k++) {
        advance(w, 100);
        expect_near(place_of(w, 1).z, r, 2e-5, "height");
    }
    assert_true(w->wall.data[0].now.pose.shift.x > 350 * 0.02);
    expect_near(w->wall.data[0].now.force.z, -9.81 * w->p.motion[0].v.m, 1e-6, "weight on the plate");
    scree_world_destroy(w);
}

static void expect_refused(const char *wall, const char *says) {
    char *text = scree_format("time: {end: 1, dt: 1e-5}\n"
                              "domain: {min: [0, 0, -1], max: [0.1, 0.1, 1], periodic: [x, y]}\n"
                              "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                              "particles: [{positions: [[0.05, 0.05, 0.5]], diameter: 4 mm, material: m}]\n"
                              "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\n"
                              "walls: {w: {%s, material: m}}\n",
                              wall);
    scree_report *r = scree_report_create();
    scree_world *w = scree_load_text("test.yaml", text, NULL, 1, NULL, r);
    bool accepted = w && scree_audit_cell_shafts(w, 2e-3, r), said = !says;
    for (size_t k = 0; k < scree_report_size(r) && says; k++) {
        said |= strstr(scree_report_text(r, k), says) != NULL;
    }
    if (accepted == (says != NULL) || !said) {
        fail_msg("%s: no message says '%s': %s", wall, says ? says : "",
                 scree_report_size(r) ? scree_report_text(r, 0) : "accepted");
    }
    if (w) {
        scree_world_destroy(w);
    }
    scree_report_destroy(r);
    scree_free(text);
}

static void what_would_end_at_a_border(void **state) {
    (void)state;
#define PLANE(normal) "plane: {point: [0, 0, 0], normal: " normal "}"
#define ROUND(axis, radius, side)                                                                            \
    "cylinder: {point: [0, 0, 0], axis: " axis ", radius: " radius ", side: " side "}"
#define SERVO(axis) ", servo: {turn: {about: " axis ", point: [0, 0, 0], torque: 1, speed: 1}}"
#define TURN(axis) ", motion: {rotate: {axis: " axis ", point: [0, 0, 0], rate: 1}}"
    static const char *const rows[][2] = {
        {PLANE("[0, 0, 1]") TURN("[0, 0, 1]"), NULL},
        {PLANE("[0, 0, -1]") ", motion: {translate: {velocity: [1, 2, 3]}}", NULL},
        {PLANE("[0.087, 0, 1]"), "walls.w: the plane is not the same on both sides of the periodic border"},
        {PLANE("[0, 1, 0]"), "the domain is periodic along y"},
        {PLANE("[0, 0, 1]") TURN("[0, 1, 0]"), "after a turn the plane would not be the same"},
        {PLANE("[0, 0, 1]") ", movable: true", NULL},
        {PLANE("[0.087, 0, 1]") ", start: never", NULL},
        {ROUND("[0, 0, 1]", "4 cm", "outside") TURN("[0, 0, -2]"), NULL},
        {ROUND("[0, 1, 0]", "4 cm", "outside"), NULL},
        {ROUND("[0, 0, 1]", "5 cm", "inside"), NULL},
        {ROUND("[0, 0, 1]", "51 mm", "inside"), "wider than the cell"},
        {ROUND("[0, 0, 1]", "49 mm", "outside"), "the gap between the cylinder and its image is 0.002 m"},
        {"cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 49 mm, length: 1 cm}",
         "the gap between the cylinder and its image is 0.002 m"},
        {"cylinder: {point: [0, 0, 0], axis: [0, 1, 0], radius: 1 cm, length: 98 mm}",
         "a length of the period,"},
        {"cylinder: {point: [0, 0, 0], axis: [0, 1, 0], radius: 1 cm, length: 100 mm}", NULL},
        {ROUND("[0, 1, 1]", "1 cm", "outside"), "the axis of the cylinder is oblique to the periodic border"},
        {ROUND("[0, 0, 1]", "1 cm", "outside") TURN("[0, 1, 0]"),
         "the cylinder turns about another direction than its own"},
        {ROUND("[0, 0, 1]", "1 cm", "outside") SERVO("[0, 0, 1]"), NULL},
        {ROUND("[0, 0, 1]", "1 cm", "outside") SERVO("[0, 1, 0]"),
         "the cylinder turns about another direction than its own"},
        {"box: {min: [0, 0, 0], max: [1 cm, 1 cm, 1 cm]}, free: {}", NULL}, // it turns about all axes
        {"rectangle: {corner: [0, 0, 0], first: [20 m, 0, 0], second: [0, 1, 0]}", NULL},
        {"rectangle: {corner: [0, 0, 0], first: [21 m, 0, 0], second: [0, 1, 0]}",
         "the mesh is 21 m long, more than 200 periods of 0.1 m"},
        {"rectangle: {corner: [-15 m, 0, 0], first: [20 m, 0, 0], second: [0, 1, 0]}", NULL},
        {"rectangle: {corner: [-15 m, 0, 0], first: [21 m, 0, 0], second: [0, 1, 0]}",
         "the mesh is 21 m long, more than 200 periods of 0.1 m"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        expect_refused(rows[k][0], rows[k][1]);
    }
}

// The picture of a cylinder has its area, and the farthest corner of a box counts for a plane where it is finite.
static void forms(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1}\nmaterials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\ncontacts: "
            "[{between: any, "
            "normal: none}]\nwalls:\n"
            "  c: {cylinder: {point: [1, 2, 3], axis: [1, 2, 2], radius: 2, length: 5}, material: m}\n"
            "  p: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}\n"),
        NULL, 0);
    const scree_wall_form *form = scree_wall_form_of(w->wall.data[0].def);
    scree_vec3 *corner = scree_realloc(NULL, 0, 4 * form->quads * sizeof *corner);
    form->draw(&w->wall.data[0], vec3(0, 0, 0), vec3(0, 0, 0), corner);
    double area = 0.0;
    for (size_t k = 0; k < form->quads; k++) {
        const scree_vec3 *x = corner + 4 * k;
        area += 0.5 * vec_norm(vec_cross(vec_sub(x[2], x[0]), vec_sub(x[3], x[1])));
        for (int i = 0; i < 4; i++) {
            const scree_vec3 d = vec_sub(x[i], vec3(1, 2, 3)), a = vec3(1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0);
            const double along = vec_dot(d, a);
            expect_near(along, i >= 2 ? 5 : 0, 1e-14, "end");
            expect_near(vec_norm(vec_add_scaled(d, -along, a)), 2, 1e-14, "distance from the axis");
        }
    }
    expect_near(area, 2 * 3.141592653589793 * 2 * 5, 2e-3 * area, "area");
    scree_free(corner);
    for (int axis = 0; axis < 3; axis += 2) {
        const double far = scree_wall_form_of(w->wall.data[1].def)
                               ->farthest(w->wall.data[1].def, vec3(0, 0, 0), vec3(axis == 0, 0, axis == 2),
                                          vec3(-3, -4, -INFINITY), vec3(1, 2, 5));
        expect_near(far, axis == 0 ? sqrt(41) : 5, 1e-14, "farthest corner");
    }
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),
        cmocka_unit_test(shaft_anywhere),
        cmocka_unit_test(plate_far_away),
        cmocka_unit_test(what_would_end_at_a_border),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
