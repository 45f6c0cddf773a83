// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Lists of slender bodies have pairs by the distance of the bodies: what is left out is certainly apart, and as bodies turn no pair that touches is missing.
#include "clumps/body.h"
#include "convex/apart.h"
#include "pairs/pair_list.h"
#include "random_points.h"
#include "skin/skin_check.h"
#include "world_of_text.h"

#define MATTER                                                                                               \
    "time: {end: 10, dt: 10 us, velocity_scale: 3}\ngravity: [0, 0, 0]\n"                                    \
    "materials: {m: {density: 2500, young: 20 MPa, poisson: 0.3}}\n"                                         \
    "contacts: [{between: any, normal: {law: hooke, stiffness: 1000, restitution: 0.8}, tangential: {law: "  \
    "linear_spring, friction: 0.4}}]\n"                                                                      \
    "shapes:\n"                                                                                              \
    "  grain: {ellipsoid: [5 mm, 0.8 mm, 0.5 mm]}\n"                                                         \
    "  needle: {capsule: {radius: 0.5 mm, length: 10 mm}}\n"                                                 \
    "  lens: {superellipsoid: {half_axes: [4 mm, 4 mm, 0.8 mm], exponent: 4}}\n"                             \
    "  coin: {rounded_cylinder: {radius: 4 mm, length: 1.5 mm}}\n"                                           \
    "  beam: {rounded_box: {sides: [9 mm, 2 mm, 1 mm]}}\n"                                                   \
    "  chip: {polyhedron: {corners: [[0, 0, 0], [9 mm, 0, 0], [0, 4 mm, 0], [0, 0, 2 mm]], rounding: 0.1 "   \
    "mm}}\n"                                                                                                 \
    "  pebble: {ellipsoid: [1.2 mm, 1 mm, 0.9 mm]}\n"
enum { SHAPES = 7 };

static scree_vec3 direction(void) {
    for (;;) {
        const scree_vec3 x = random_point(1.0);
        const double r = vec_norm(x);
        if (r > 0.1 && r < 1.0) {
            return vec_scale(1.0 / r, x);
        }
    }
}

// A turn by twice this angle or less.
static scree_quaternion turn_by(double most) {
    const scree_vec3 e = direction();
    const double t = uniform(0.0, most);
    return scree_quaternion_unit((scree_quaternion){1.0, t * e.x, t * e.y, t * e.z});
}

// Shape k in the size in which it is given; m, the radius of the sphere around it.
static scree_convex body_of(const scree_world *w, size_t k, scree_quaternion q, double *reach) {
    const scree_shape *shape = &w->case_->shape.data[k].shape;
    const scree_form f = scree_form_of(shape, 0, shape->size, q, vec3(0.0, 0.0, 0.0));
    *reach = shape->size * shape->member.data[0].radius;
    return scree_convex_of(&f, w->shapes.hull);
}

static void what_is_apart_is_apart(void **state) {
    (void)state;
    scree_world *w = world_of_text(scree_format(MATTER), NULL, 0);
    const int draws = effort(100000, 10000, 500);
    int apart = 0, found = 0, near = 0;
    for (int k = 0; k < draws; k++) {
        double ra, rb;
        const scree_convex a = body_of(w, (size_t)uniform(0.0, SHAPES), turn_by(20.0), &ra),
                           b = body_of(w, (size_t)uniform(0.0, SHAPES), turn_by(20.0), &rb);
        const scree_vec3 d = vec_scale(uniform(0.05, 1.1) * (ra + rb), direction());
        const double gap = uniform(0.0, 1.0) < 0.5 ? 0.0 : uniform(0.0, 0.3) * (ra + rb);
        const double distance = -scree_convex_depth_of(&a, &b, d, 1).depth;
        const int says = scree_convex_are_apart(&a, &b, d, gap);
        if (says && !(distance > gap)) {
            fail_msg("draw %d: said to be more than %.17g m apart, but %.17g", k, gap, distance);
        }
        const bool far = distance > gap + 0.05 * (ra + rb);
        apart += far;
        found += far && says;
        near += distance > 0.0 && !says;
        assert_int_equal(says, scree_convex_are_apart(&a, &b, d, gap));
    }
    print_message("%d of %d that are well apart are found; %d others are apart\n", found, apart, near);
    assert_true(apart > draws / 10 && found > apart * 99 / 100);
    const double r = 1e-3;
    const scree_convex ball = scree_convex_sphere(r);
    assert_true(scree_convex_are_apart(&ball, &ball, vec3(0.0, 2.001 * r, 0.0), 0.0));
    assert_false(scree_convex_are_apart(&ball, &ball, vec3(0.0, 1.999 * r, 0.0), 0.0));
    assert_false(scree_convex_are_apart(&ball, &ball, vec3(0.0, 0.0, 0.0), 0.0));
    scree_world_destroy(w);
}

// A turn changes the support function by at most the lever times the bound of its angle, and nearly as much somewhere.
static void the_lever_bounds_turns(void **state) {
    (void)state;
    scree_world *w = world_of_text(scree_format(MATTER), NULL, 0);
    for (size_t k = 0; k < SHAPES; k++) {
        double most = 0.0, reach;
        const int draws = effort(200000, 20000, 500);
        for (int draw = 0; draw < draws; draw++) {
            const scree_quaternion q = turn_by(20.0),
                                   p = scree_quaternion_product(turn_by(draw % 2 ? 0.01 : 20.0), q);
            const scree_convex before = body_of(w, k, q, &reach), after = body_of(w, k, p, &reach);
            const scree_vec3 n = direction();
            const double change = fabs(scree_support_of(&after, n, 0).h - scree_support_of(&before, n, 0).h),
                         bound = scree_convex_lever(&before, reach) * scree_turn_between(q, p);
            assert_true(change <= bound * (1.0 + 1e-9) + 1e-16);
            most = fmax(most, bound > 0.0 ? change / bound : 0.0);
        }
        print_message("shape %zu: at most %.3f of the bound\n", k, most);
        assert_true(most > 0.5);
    }
    scree_world_destroy(w);
}

// Bodies of all shapes and spheres that fly and spin in a periodic box; more: lines of the case.
static scree_world *cloud(const char *more, double spin, int threads) {
    static const char insertion[] =
        "domain: {min: [0, 0, 0], max: [45 mm, 45 mm, 45 mm], periodic: [x, y, z]}\n"
        "insertion:\n"
        "  - {name: a, shape: grain, material: m, fill: random, count: 40, region: {box: {min: [0, 0, 0], "
        "max: [45 mm, 45 mm, 45 mm]}}}\n"
        "  - {name: b, shape: needle, material: m, fill: random, count: 40, region: {box: {min: [0, 0, 0], "
        "max: [45 mm, 45 mm, 45 mm]}}}\n"
        "  - {name: c, shape: lens, material: m, fill: random, count: 15, region: {box: {min: [0, 0, 0], "
        "max: [45 mm, 45 mm, 45 mm]}}}\n"
        "  - {name: d, shape: coin, material: m, fill: random, count: 15, region: {box: {min: [0, 0, 0], "
        "max: [45 mm, 45 mm, 45 mm]}}}\n"
        "  - {name: e, shape: beam, material: m, fill: random, count: 15, region: {box: {min: [0, 0, 0], "
        "max: [45 mm, 45 mm, 45 mm]}}}\n"
        "  - {name: f, shape: chip, material: m, fill: random, count: 10, region: {box: {min: [0, 0, 0], "
        "max: [45 mm, 45 mm, 45 mm]}}}\n"
        "  - {name: g, shape: pebble, material: m, fill: random, count: 20, region: {box: {min: [0, 0, 0], "
        "max: [45 mm, 45 mm, 45 mm]}}}\n"
        "  - {name: h, diameter: 2 mm, material: m, fill: random, count: 20, region: {box: {min: [0, 0, 0], "
        "max: [45 mm, 45 mm, 45 mm]}}}\n";
    char *text = scree_format(MATTER "%s%s", insertion, more);
    scree_world *w = world_of_case(case_of_text(text), NULL, 0, threads, NULL);
    scree_free(text);
    begin(w);
    seed = 3;
    for (uint64_t id = 1; id <= w->p.n; id++) { // in the order of ids, so that all runs are alike
        const size_t i = index_of_id(w, id);
        const scree_vec3 v = vec_scale(0.05, direction()), s = vec_scale(spin, direction());
        if (scree_is_member(&w->p, i)) {
            scree_body_move(w, i, v, s);
        }
    }
    return w;
}

// Smallest distance of two bodies that are not listed. Counts those that touch, and pairs of spheres around bodies that overlap.
static double least_distance(const scree_world *w, size_t *touching, size_t *near) {
    const scree_particles *p = &w->p;
    double least = INFINITY;
    for (uint32_t a = 0; a < p->n; a++) {
        for (uint32_t b = a + 1; b < p->n; b++) {
            const scree_vec3 d = scree_nearest_image(&w->cell.period, p->x[b].x - p->x[a].x,
                                                     p->x[b].y - p->x[a].y, p->x[b].z - p->x[a].z);
            if (vec_norm(d) > p->x[a].r + p->x[b].r) {
                continue;
            }
            ++*near;
            const bool listed = scree_pairs_find(&w->pairs, a, b) != SIZE_MAX;
            const double depth = listed ? 0.0 : scree_convex_pair(w, a, b, d, 1).depth;
            *touching += listed && scree_convex_pair(w, a, b, d, 0).depth > 0.0;
            least = listed ? least : fmin(least, -depth);
        }
    }
    return least;
}

static void all_that_touch_are_listed(void **state) {
    (void)state;
    static const double spins[2] = {30.0, 300.0};
    const uint64_t steps = (uint64_t)effort(3000, 3000, 300), every = (uint64_t)effort(2, 15, 50);
    for (int k = 0; k < 2; k++) {
        scree_world *w = cloud("", spins[k], 1);
        assert_true(scree_list_is_tight(w));
        size_t touching = 0, near = 0, listed = 0;
        double least = INFINITY;
        for (uint64_t step = 0; step < steps; step++) {
            advance(w, 1);
            if (step % every == 0) {
                least = fmin(least, least_distance(w, &touching, &near));
                listed += w->pairs.n;
            }
            if (!(least >= 0.0)) {
                fail_msg("step %llu: %g m in each other and not listed", (unsigned long long)w->step, -least);
            }
        }
        print_message(
            "spin %g: %zu touching, %zu listed, %zu by spheres, %llu lists, nearest of the others %g m\n",
            spins[k], touching, listed, near, (unsigned long long)w->rebuilds, least);
        assert_true(touching * every > 100 && listed < near / 2 && w->rebuilds > 5 &&
                    w->rebuilds < steps / 4);
        scree_world_destroy(w);
    }
}

// Which pairs are listed changes no bit.
static void the_skin_changes_no_bit(void **state) {
    (void)state;
    static const char *const skins[3] = {"", "search: {skin: 0.1 mm}\n", "search: {skin: 4 mm}\n"};
    char digest[3][33];
    for (int k = 0; k < 3; k++) {
        scree_world *w = cloud(skins[k], 300.0, 1 + k % 2);
        advance(w, (uint64_t)effort(3000, 1000, 50));
        scree_hash_hex(scree_world_digest(w), digest[k]);
        assert_string_equal(digest[k], digest[0]);
        scree_world_destroy(w);
    }
}

// The numbers that are kept of pairs that are apart change no bit. In a step most of these pairs are not looked at, and all that are not are apart.
static void what_is_kept_of_pairs_changes_no_bit(void **state) {
    (void)state;
    const uint64_t steps = (uint64_t)effort(3000, 1000, 60);
    char digest[2][33];
    size_t apart = 0, far = 0;
    for (int k = 0; k < 2; k++) {
        scree_world *w = cloud("search: {skin: 4 mm}\n", 300.0, 1);
        for (uint64_t step = 0; step < steps; step++) {
            scree_pairs *pairs = &w->pairs;
            if (k == 1) {
                memset(pairs->apart, 0, pairs->n * sizeof *pairs->apart);
            }
            advance(w, 1);
            for (size_t j = 0; j < pairs->first_wall_pair && k == 0; j++) {
                const bool left_out = (double)pairs->apart[j].until > pairs->approach;
                apart += !pairs->touching[j];
                far += left_out;
                assert_false(left_out && pairs->touching[j]);
            }
        }
        scree_hash_hex(scree_world_digest(w), digest[k]);
        scree_world_destroy(w);
    }
    print_message("%zu of %zu pairs that are apart were left out\n", far, apart);
    assert_string_equal(digest[0], digest[1]);
    assert_true(2 * far > apart);
}

// Bodies that fill much of the sphere around them and cells that deform have pairs by these spheres.
static void other_lists_are_by_spheres(void **state) {
    (void)state;
#define STONES                                                                                               \
    "time: {end: 10, dt: 20 us, velocity_scale: 3}\nmaterials: {m: {density: 2500, young: 20 MPa, poisson: " \
    "0.3}}\ncontacts: [{between: any, normal: {law: hooke, stiffness: 1000, restitution: 0.8}, tangential: " \
    "none}]\ndomain: {min: [0, 0, 0], max: [1, "                                                             \
    "1, 1], periodic: [x, y, z]}\nparticles: [{positions: [[0.5, 0.5, 0.5]], shape: s, material: m}]\n"
    static const struct {
        const char *text;
        bool tight;
    } cases[] = {
        {STONES "shapes: {s: {ellipsoid: [2 mm, 1.9 mm, 1.1 mm]}}\n", false},
        {STONES "shapes: {s: {ellipsoid: [2 mm, 1.9 mm, 0.9 mm]}}\n", true},
        {STONES "shapes: {s: {ellipsoid: [2 mm, 1.9 mm, 0.9 mm]}}\ncell: {isotropic: {pressure: 100 kPa}}\n",
         false},
        {STONES "shapes: {s: {ellipsoid: [2 mm, 1.9 mm, 0.9 mm]}}\nforce_fields: {fluid: {density: 1, "
                "viscosity: 1e-5}}\n",
         true},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        scree_world *w = world_of_text(scree_format("%s", cases[k].text), NULL, 0);
        assert_int_equal(scree_list_is_tight(w), cases[k].tight);
        scree_world_destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_apart_is_apart),
                                       cmocka_unit_test(the_lever_bounds_turns),
                                       cmocka_unit_test(all_that_touch_are_listed),
                                       cmocka_unit_test(the_skin_changes_no_bit),
                                       cmocka_unit_test(what_is_kept_of_pairs_changes_no_bit),
                                       cmocka_unit_test(other_lists_are_by_spheres)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
