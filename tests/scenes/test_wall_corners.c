// SPDX-License-Identifier: BSD-3-Clause
// Corners of free walls at planes: the restitution that the contact laws ask for.
#include "laws/damping.h"
#include "world_of_text.h"

// Speed along the normal with which a box leaves a plane, as a fraction of that with which it came, with one corner first.
static double leaves(double restitution, const char *end) {
    scree_world *w = world_of_text(
        scree_format("time: {end: 1 s, dt: 100 ns, velocity_scale: 1}\n"
                     "materials: {m: {density: 1000, young: 5 MPa, poisson: 0.3}}\n"
                     "contacts: [{between: any, restitution: %g, friction: 0, end: %s}]\n"
                     "walls:\n"
                     "  floor: {plane: {point: [0, 0, -1e-6], normal: [1, 2, 3]}, material: m}\n"
                     "  b: {box: {min: [0, 0, 0], max: [4 cm, 3 cm, 2 cm]}, material: m, free: {velocity: "
                     "[-0.1, -0.2, "
                     "-0.3], corner_stiffness: 1e8, slide: {along: [1, 2, 3]}}}\n",
                     restitution, end),
        NULL, 0);
    const scree_wall *wall = &w->wall.data[1];
    const double before = scree_wall_drive_freedom(w, wall, 0).speed;
    advance(w, 60);
    assert_int_equal(wall->corner.n, 1);
    advance(w, 3000);
    assert_int_equal(wall->corner.n, 0);
    const double after = scree_wall_drive_freedom(w, wall, 0).speed;
    scree_world_destroy(w);
    return -after / before;
}

static void restitution_is_that_asked_for(void **state) {
    (void)state;
    const double asked[] = {0.05, 0.3, 0.6, 0.9, 1.0};
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
        const double e = asked[k], cut = scree_restitution_zero_force(scree_damping_ratio(e, 0));
        expect_near(leaves(e, "zero_overlap"), e, 2e-3, "zero overlap");
        expect_near(leaves(e, "zero_force"), e, 2e-3, "zero force");
        expect_near(leaves(e, "limit_force"), cut, 2e-3, "limited force");
        assert_true(e == 1.0 || cut > e + 2e-3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restitution_is_that_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
