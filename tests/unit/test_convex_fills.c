// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Fills of convex bodies: by their depth no two overlap, all are in their region, slender ones fit where the sphere around them does not, and the bits are the same
// for any number of threads.
#include "access/convex_body.h"
#include "clumps/body.h"
#include "maths/math.h"
#include "regions/region.h"
#include "world_of_text.h"

typedef struct fill {
    const char *domain, *insertion;
    double least; // solid fraction of the region of the first source
    bool periodic;
} fill;

#define BOX(x, y, z) "{box: {min: [0, 0, 0], max: [" #x " mm, " #y " mm, " #z " mm]}}"
#define CUBE "region: " BOX(9, 9, 9)
#define PERIODIC "domain: {min: [0, 0, 0], max: [9 mm, 9 mm, 9 mm], periodic: [x, y, z]}\n"

static const fill fills[] = {
    {PERIODIC, "{shape: pebble, fill: dense, fraction: 0.66, " CUBE "}", 0.645, true},
    {PERIODIC, "{shape: rice, fill: dense, fraction: 0.55, " CUBE "}", 0.54, true},
    {"",
     "{shape: die, diameter: {uniform: [1.5 mm, 2.5 mm]}, fill: dense, fraction: 0.5, region: {cylinder: "
     "{point: [1, 2, 3], axis: [1, 1, 0], radius: 6 mm, length: 11 mm}}}",
     0.48, false},
    {"", // turned by nothing
     "{shape: rice, fill: dense, fraction: 0.45, orientation: {axis: [0, 0, 1], angle: 0}, region: " BOX(
         12, 8, 8) "}",
     0.44, false},
    // between walls that are nearer to each other than the sphere around a body is wide
    {"walls: {low: {plane: {point: [0, 0, 0.1 mm], normal: [0, 0, 1]}, material: m}, high: {plane: {point: "
     "[0, 0, 1.9 mm], normal: [0, 0, -1]}, material: m}}\n",
     "{shape: rice, fill: random, orientation: {axis: [0, 0, 1], angle: 30 deg}, region: " BOX(20, 20, 2) "}",
     0.2, false},
    // together with spheres and a clump that are there
    {PERIODIC,
     "{shape: pebble, fill: random, fraction: 0.25, " CUBE
     "}, {diameter: 1 mm, fill: random, count: 50, " CUBE "}, {shape: dimer, fill: random, count: 10, " CUBE
     "}",
     0.24, true},
};

static scree_world *filled(const fill *f, int threads, scree_report *r) {
    char *text = scree_format(
        "time: {end: 1 s, dt: 1 us}\nmaterials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, "
        "restitution: 0.5, friction: 0.5}}\n%s"
        "shapes: {pebble: {ellipsoid: [1.25 mm, 1 mm, 0.8 mm]}, rice: {ellipsoid: [2 mm, 0.7 mm, 0.6 mm]}, "
        "die: {superellipsoid: {half_axes: [1 mm, 1 mm, 0.8 mm], exponent: 4}}, "
        "dimer: {members: [{at: [0, 0, 0], radius: 0.5 mm}, {at: [0.5 mm, 0, 0], radius: 0.5 mm}]}}\n"
        "insertion: [%s]\n",
        f->domain, f->insertion);
    for (char *at = text; (at = strstr(at, "fill:")); at += 5) { // each has the one material
        char *whole = scree_format("%.*smaterial: m, %s", (int)(at - text), text, at);
        const size_t done = (size_t)(at - text) + 13;
        scree_free(text);
        text = whole;
        at = text + done;
    }
    scree_case *c = case_of_text(text);
    scree_free(text);
    scree_world *w = scree_world_create(c, threads, NULL, r);
    assert_non_null(w);
    w->pack = scree_pack;
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    return w;
}

// The largest overlap of all pairs, m, of bodies with members of other bodies.
static double deepest_of(const scree_world *w) {
    double most = -INFINITY;
    for (size_t i = 0; i < w->p.n; i++) {
        for (size_t j = 0; j < i; j++) {
            const scree_pos *a = &w->p.x[i], *b = &w->p.x[j];
            const scree_vec3 d = scree_nearest_image(&w->cell.period, b->x - a->x, b->y - a->y, b->z - a->z);
            if (vec_norm(d) < a->r + b->r && !(w->p.body[i] > 0 && w->p.body[i] == w->p.body[j])) {
                most = fmax(most, scree_convex_pair(w, i, j, d, 1).depth);
            }
        }
    }
    return most;
}

static void test_fills(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof fills / sizeof *fills; k++) {
        scree_report *r = scree_report_create();
        scree_world *w = filled(&fills[k], 1, r);
        const scree_region *region = &w->case_->source.data[0].region;
        double solid = 0.0;
        for (size_t i = 0; i < w->p.n; i++) {
            const scree_pos *x = &w->p.x[i];
            if (scree_is_convex(&w->p, i)) {
                const scree_convex body = scree_convex_body(w, i);
                solid += scree_sphere_volume(w->p.form[i].radius) / scree_region_volume(w, region);
                assert_true(fills[k].periodic ||
                            scree_region_holds_convex(w, region, vec3(x->x, x->y, x->z), &body, x->r));
            }
        }
        const double deepest = deepest_of(w);
        print_message("fill %zu: %zu rows, solid fraction %.4f, deepest %.3g m\n", k, w->p.n, solid, deepest);
        assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING), 0);
        assert_true(solid >= fills[k].least);
        assert_true(deepest <= 1e-14);
        assert_true(scree_world_totals(w).max_overlap < 1e-11);
        char one[33], other[33];
        scree_hash_hex(scree_world_digest(w), one);
        scree_world_destroy(w);
        w = filled(&fills[k], 2, r);
        scree_hash_hex(scree_world_digest(w), other);
        assert_string_equal(one, other);
        scree_world_destroy(w);
        scree_report_destroy(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fills),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
