// SPDX-License-Identifier: BSD-3-Clause
// Slender bodies side by side do not lie at one place, although each is within the spheres that hold many others. Such bodies in each other do.
#include "host_world.h"

#define NEEDLES                                                                                              \
    HEAD "shapes: {needle: {rounded_box: {sides: [20 mm, 1 mm, 1 mm], rounding: 0.1 mm}}, grain: "           \
         "{ellipsoid: [10 mm, 0.5 mm, 0.5 mm]}}\n"
enum { SIDE = 24 };

// Parallel bodies whose axes are `apart` from each other, m.
static scree_world *bundle_of(const char *shape, double apart) {
    scree_world *w = world_of(NEEDLES, 1);
    for (int k = 0; k < SIDE * SIDE; k++) {
        scree_new_particle q = {
            .position = {0.0, apart * (k % SIDE), apart * (k / SIDE)}, .material = "m", .shape = shape};
        add(w, &q);
    }
    return w;
}

static void side_by_side(void **state) {
    (void)state;
    static const char *const shape[] = {"needle", "grain"};
    for (int k = 0; k < 2; k++) {
        scree_world *w = bundle_of(shape[k], 0.9e-3);
        advance(w, 1);
        scree_world_close(w);
        w = bundle_of(shape[k], 1e-6);
        scree_report *r = scree_report_create();
        assert_int_equal(scree_world_advance(w, 1, r), SCREE_USER_ERROR);
        assert_non_null(strstr(scree_report_text(r, 0), "at one place: "));
        scree_report_destroy(r);
        scree_world_close(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(side_by_side)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
