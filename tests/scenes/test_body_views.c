// SPDX-License-Identifier: BSD-3-Clause
// Orientation and half axes of clumps and convex bodies as host programs see and set them by scree/scree.h.
#include "host_world.h"
#include "maths/rigid.h"

// An ellipsoid, a clump whose principal axes are not those in which it is given, and a polyhedron of which the same holds.
#define SHAPES                                                                                               \
    "shapes: {rice: {ellipsoid: [3 mm, 2 mm, 1 mm]}, "                                                       \
    "hook: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [2 mm, 0, 0], radius: 1 mm}, {at: [4 mm, 0, 0], "  \
    "radius: 1 mm}, {at: [4 mm, 2 mm, 0], radius: 1 mm}]}, "                                                 \
    "chip: {polyhedron: {corners: [[0, 0, 0], [6 mm, 0, 0], [0, 4 mm, 0], [0, 0, 3 mm]]}}}\n"
enum { RICE = 1, HOOK, CHIP = 6, BALL };

static const double turned[4] = {0.8, 0.0, 0.6, 0.0};

// One body of each shape and a sphere, far from each other.
static scree_world *world_of_bodies(const double *spin) {
    scree_world *w = world_of(HEAD SHAPES, 1);
    const char *const shape[4] = {"rice", "hook", "chip", NULL};
    for (int k = 0; k < 4; k++) {
        scree_new_particle q = {.position = {0.1 * k, 0, 0}, .material = "m", .shape = shape[k]};
        q.diameter = shape[k] ? 0.0 : 2e-3;
        for (int c = 0; c < 4; c++) {
            q.orientation[c] = 5.0 * turned[c];
            q.spin[c % 3] = spin ? spin[c % 3] : 0.0;
        }
        add(w, &q);
    }
    advance(w, 0);
    return w;
}

static scree_quaternion orientation_of(scree_world *w, uint64_t id) {
    return (scree_quaternion){get(w, "orientation", id, 0), get(w, "orientation", id, 1),
                              get(w, "orientation", id, 2), get(w, "orientation", id, 3)};
}

static void is_near(scree_quaternion q, const double *wanted, double within) {
    const double got[4] = {q.w, q.x, q.y, q.z}, sign = q.w * wanted[0] < 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < 4; k++) {
        near(sign * got[k], wanted[k], within, "component of a quaternion");
    }
}

static void turn_to(scree_world *w, uint64_t id, const double *q) {
    const scree_view v = view_of(w, "orientation", 1);
    memcpy(row(&v, row_of(w, id)), q, 4 * sizeof *q);
    close_view(w, &v);
}

static void reading(void **state) {
    (void)state;
    scree_world *w = world_of_bodies(NULL);
    const scree_view q = view_of(w, "orientation", 0), half = view_of(w, "half_axes", 0);
    assert_true(q.components == 4 && q.rows == 7 && q.type == SCREE_DOUBLE && !q.writable &&
                half.components == 3);
    assert_string_equal(q.unit, "");
    assert_string_equal(half.unit, "m");
    assert_true(scree_world_views(w) == 2);
    close_view(w, &q);
    close_view(w, &half);
    static const double none[4] = {1.0, 0.0, 0.0, 0.0};
    for (uint64_t id = RICE; id < BALL; id++) { // of the clump every member
        is_near(orientation_of(w, id), turned, 1e-15);
    }
    is_near(orientation_of(w, BALL), none, 0.0);
    for (int k = 0; k < 3; k++) {
        near(get(w, "half_axes", RICE, k), 1e-3 * (3 - k), 1e-17, "half axis of the ellipsoid");
        assert_true(get(w, "half_axes", HOOK, k) == 0.0 && get(w, "half_axes", BALL, k) == 1e-3);
        assert_true(get(w, "half_axes", CHIP, k) > 0.8e-3 && get(w, "half_axes", CHIP, k) < 4e-3);
    }
    const scree_view shape = view_of(w, "shape", 0);
    const uint64_t *number =
        (const uint64_t *)(const void *)((const char *)shape.data + row_of(w, CHIP) * shape.stride);
    assert_string_equal(scree_world_shape(w, (int)*number), "chip");
    close_view(w, &shape);
    assert_null(scree_world_shape(w, 3));
    assert_null(scree_world_shape(w, -1));
    int seen = 0;
    for (int k = 0; scree_world_field(w, k); k++) {
        seen += strcmp(scree_world_field(w, k), "orientation") == 0 ||
                strcmp(scree_world_field(w, k), "half_axes") == 0;
    }
    assert_int_equal(seen, 2);
    scree_world_close(w);
    scree_world *spheres = world_of(BED, 1);
    scree_report *r = scree_report_create();
    scree_view v;
    refused(scree_view_open(spheres, "orientation", 0, &v, r), r, "have no field 'orientation'");
    scree_report_destroy(r);
    scree_world_close(spheres);
}

// The member k of a clump is where the orientation has it, in the frame in which the shape was given.
static void members_are_where_they_should_be(scree_world *w) {
    const scree_mat3 turn = scree_quaternion_matrix(orientation_of(w, HOOK));
    scree_vec3 at[2];
    for (int k = 0; k < 2; k++) {
        const uint64_t id = HOOK + 2 + (uint64_t)k; // the two at x = 4 mm
        at[k] = vec3(get(w, "position", id, 0), get(w, "position", id, 1), get(w, "position", id, 2));
    }
    const scree_vec3 wanted = mat_mul(&turn, vec3(0.0, 2e-3, 0.0)), got = vec_sub(at[1], at[0]);
    near(vec_norm(vec_sub(got, wanted)), 0.0, 1e-15, "arm of a member");
}

// Free bodies that spin about the axis y turn by the angle of their spin; all of them stay of length 1.
static void it_follows_the_motion(void **state) {
    (void)state;
    const double spin[3] = {0.0, 100.0, 0.0};
    scree_world *w = world_of_bodies(spin);
    members_are_where_they_should_be(w);
    advance(w, 1000); // 1 rad
    members_are_where_they_should_be(w);
    const double cosine = 0.87758256189037271612, sine = 0.47942553860420300027, // of 1/2
        wanted[4] = {0.8 * cosine - 0.6 * sine, 0.0, 0.8 * sine + 0.6 * cosine, 0.0};
    is_near(orientation_of(w, RICE), wanted, 1e-6); // about a principal axis
    for (uint64_t id = RICE; id <= BALL; id++) {
        const scree_quaternion q = orientation_of(w, id);
        near(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1.0, 1e-13, "square of the length");
    }
    scree_world_close(w);
}

static void writing(void **state) {
    (void)state;
    const double spin[3] = {3.0, 100.0, 20.0}, to[4] = {2.0, 0.0, 0.0, 2.0}; // a quarter about z
    scree_world *w = world_of_bodies(spin);
    advance(w, 10);
    const double before = value(w, "energy_balance"), energy = value(w, "rotational");
    const scree_quaternion kept = orientation_of(w, CHIP);
    double momentum[3], x[3];
    for (int k = 0; k < 3; k++) {
        momentum[k] = get(w, "momentum", HOOK, k);
        x[k] = get(w, "centre", HOOK, k);
    }
    turn_to(w, HOOK, to);
    turn_to(w, RICE, to);
    const double unit[4] = {sqrt(0.5), 0.0, 0.0, sqrt(0.5)};
    is_near(orientation_of(w, HOOK), unit, 1e-15);
    is_near(orientation_of(w, HOOK + 3), unit, 1e-15);
    is_near(orientation_of(w, RICE), unit, 1e-15);
    members_are_where_they_should_be(w);
    for (int k = 0; k < 3; k++) {
        assert_true(get(w, "momentum", HOOK, k) == momentum[k] && get(w, "centre", HOOK, k) == x[k]);
    }
    const scree_quaternion same = orientation_of(w, CHIP);
    assert_memory_equal(&same, &kept, sizeof same);
    advance(w, 1);
    near(value(w, "energy_changed"), value(w, "rotational") - energy, 1e-6 * energy,
         "energy that is changed");
    assert_true(fabs(value(w, "energy_changed")) > 1e-3 * energy);
    near(value(w, "energy_balance"), before, 1e-9 * energy, "balance");
    scree_world_close(w);
}

// A body that is turned has another height on a plane: its contact and the force are those of the new orientation.
static void contacts_follow(void **state) {
    (void)state;
    scree_world *w = world_of(
        HEAD SHAPES "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n", 1);
    const uint64_t id =
        add(w, &(scree_new_particle){.position = {0, 0, 1.99e-3}, .material = "m", .shape = "rice"});
    advance(w, 1);
    assert_true(get(w, "force", id, 2) == 0.0);
    turn_to(w, id, (const double[]){1.0, 1.0, 0.0, 0.0}); // y upwards
    advance(w, 1);
    assert_true(get(w, "force", id, 2) > 0.0);
    scree_world_close(w);
}

static void same_digest(scree_world *a, scree_world *b) {
    char one[33], two[33];
    scree_world_state(a, one);
    scree_world_state(b, two);
    assert_string_equal(one, two);
}

static void refusals(void **state) {
    (void)state;
    const double spin[3] = {3.0, 100.0, 20.0};
    scree_world *w = world_of_bodies(spin), *untouched = world_of_bodies(spin);
    scree_report *r = scree_report_create();
    scree_view v;
    static const struct {
        uint64_t id;
        double q[4];
        const char *text;
    } cases[] = {
        {BALL, {0, 1, 0, 0}, "particle 7 was given an orientation, but it is a sphere, which has none"},
        {RICE,
         {0, 0, 0, 0},
         "particle 1 was given the orientation (0, 0, 0, 0); accepted: a quaternion of a length"},
        {CHIP, {1, NAN, 0, 0}, "particle 6 was given the orientation (1, nan, 0, 0)"},
        {CHIP, {1e200, 0, 0, 0}, "accepted: a quaternion of a length from 1e-100 to 1e+100"},
        {HOOK + 2,
         {0, 1, 0, 0},
         "particle 4 was given another orientation than the first member of its clump; accepted: one for "
         "the clump, in the row of its first member, whose id is 2"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        v = view_of(w, "orientation", 1);
        row(&v, row_of(w, RICE))[0] = 0.1; // not taken over either
        memcpy(row(&v, row_of(w, cases[k].id)), cases[k].q, sizeof cases[k].q);
        refused(scree_view_close(w, &v, r), r, cases[k].text);
        assert_true(scree_world_views(w) == 0);
    }
    refused(scree_view_open(w, "half_axes", 1, &v, r), r, "the field 'half_axes' cannot be written");
    assert_true(scree_field_check("orientation", 4, turned, r) == SCREE_OK);
    const double none[8] = {1, 0, 0, 0, 0, 0, 0, 0};
    refused(scree_field_check("orientation", 8, none, r), r,
            "an orientation of (0, 0, 0, 0); accepted: quaternions");
    refused(scree_field_check("half_axes", 4, none, r), r, "'half_axes' cannot be written");
    v = view_of(w, "orientation", 1); // nothing is changed
    close_view(w, &v);
    advance(w, 500);
    advance(untouched, 500);
    same_digest(w, untouched);
    // All members of a clump may be given the same one.
    v = view_of(w, "orientation", 1);
    for (uint64_t id = HOOK; id < CHIP; id++) {
        memcpy(row(&v, row_of(w, id)), turned, sizeof turned);
    }
    close_view(w, &v);
    turn_to(untouched, HOOK, turned);
    advance(w, 500);
    advance(untouched, 500);
    same_digest(w, untouched);
    scree_report_destroy(r);
    scree_world_close(w);
    scree_world_close(untouched);
}

static int look(scree_world *w, void *user) {
    scree_report *r = scree_report_create();
    scree_view v;
    refused(scree_view_open(w, "orientation", 1, &v, r), r, "a hook cannot write the field 'orientation'");
    *(double *)user = get(w, "orientation", RICE, 2);
    scree_report_destroy(r);
    return 0;
}

static void hooks(void **state) {
    (void)state;
    const double spin[3] = {0.0, 100.0, 0.0};
    scree_world *w = world_of_bodies(spin);
    double seen = 0.0;
    scree_world_hook(w, SCREE_MOMENT_AFTER_STEP, look, &seen);
    advance(w, 5);
    assert_true(seen == get(w, "orientation", RICE, 2) && seen != turned[2]);
    scree_world_close(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(reading),  cmocka_unit_test(it_follows_the_motion),
                                       cmocka_unit_test(writing),  cmocka_unit_test(contacts_follow),
                                       cmocka_unit_test(refusals), cmocka_unit_test(hooks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
