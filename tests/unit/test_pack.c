// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 400
// Dense fills of spheres and clumps: no overlaps, everything inside, the solid fraction asked for, the same bits for any number of threads.
#include "effort.h"
#include "maths/math.h"
#include "regions/region.h"
#include "world_of_text.h"

// The world of a fill; text: domain, walls, and the source's region, size and limits.
static scree_world *filled(const char *domain, const char *source, int threads, scree_report *r) {
    char *text = scree_format("time: {end: 1 s, dt: 1 us}\n"
                              "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                              "%s"
                              "insertion: {material: m, name: bed, fill: dense, %s}\n"
                              "contacts: [{between: any, restitution: 0.5, friction: 0.5}]\n",
                              domain, source);
    scree_case *c = case_of_text(text);
    scree_free(text);
    scree_world *w = scree_world_create(c, threads, NULL, r);
    assert_non_null(w);
    w->pack = scree_pack;
    for (size_t k = 0; k < w->wall.n; k++) {
        assert_true(!scree_wall_has_triangles(w->wall.data[k].def) || scree_walls_make(w, k, r));
    }
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    return w;
}

static double solid_of(const scree_world *w) {
    double v = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        if (scree_is_first(&w->p, i)) {
            v += scree_sphere_volume(scree_is_member(&w->p, i) ? 0.5 * w->p.size[i] : w->p.x[i].r);
        }
    }
    return v;
}

#define DIMER                                                                                                \
    "shapes: {dimer: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [0, 0, 0.8 mm], radius: 1 mm}]}}\n"

typedef struct fill {
    const char *domain, *source;
    double fraction;
} fill;

static const fill fills[] = {
    {"domain: {min: [0, 0, 0], max: [12 mm, 12 mm, 12 mm], periodic: [x, y, z]}\n",
     "diameter: 1 mm, region: {box: {min: [0, 0, 0], max: [12 mm, 12 mm, 12 mm]}}", 0.60},
    {"domain: {min: [0, 0, 0], max: [10 mm, 10 mm, 30 mm], periodic: [x, y]}\n",
     "diameter: {uniform: [0.5 mm, 1.5 mm]}, distribution: mass, fraction: 0.61, "
     "region: {box: {min: [0, 0, 0], max: [10 mm, 10 mm, 15 mm]}}",
     0.61},
    {"",
     "diameter: 1 mm, fraction: 0.54, region: {cylinder: {point: [1, 2, 3], axis: "
     "[1, 1, 0], radius: 7 mm, length: 12 mm}}",
     0.54},
    {"walls: {hull: {material: m, cone: {point: [0, 0, 0], axis: [0, 0, 1], radius: "
     "4 mm, end_radius: 8 mm, length: 12 mm, lids: both}}}\n",
     "diameter: 1 mm, fraction: 0.53, region: {mesh: hull}", 0.53},
    {"domain: {min: [0, 0, 0], max: [12 mm, 12 mm, 12 mm], periodic: [x, y, z]}\n" DIMER,
     "diameter: 1 mm, shape: dimer, fraction: 0.66, region: {box: {min: [0, 0, 0], max: "
     "[12 mm, 12 mm, 12 mm]}}",
     0.66},
    {"walls: {hull: {material: m, cone: {point: [0, 0, 0], axis: [0, 0, 1], radius: "
     "4 mm, end_radius: 8 mm, length: 12 mm, lids: both}}}\n" DIMER,
     "diameter: {uniform: [0.5 mm, 1.5 mm]}, shape: dimer, fraction: 0.55, region: {mesh: hull}", 0.55},
    // less than 0.60: walls disturb the packing
    {"",
     "diameter: 1 mm, region: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 4 mm, length: 5 mm}}",
     0.55},
    {"domain: {min: [0, 0, -5 mm], max: [10 mm, 10 mm, 30 mm], periodic: [x, y]}\n",
     "diameter: 1 mm, region: {box: {min: [0, 0, -2.4 mm], max: [10 mm, 10 mm, 0]}}", 0.55},
    // less than 0.60: no random packing of these is that dense
    {"domain: {min: [0, 0, 0], max: [12 mm, 12 mm, 12 mm], periodic: [x, y, z]}\n"
     "shapes: {rod: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [0, 0, 2 mm], radius: 1 mm}, {at: [0, 0, "
     "4 mm], radius: 1 mm}, {at: [0, 0, 6 mm], radius: 1 mm}, {at: [0, 0, 8 mm], radius: 1 mm}]}}\n",
     "diameter: 2 mm, shape: rod, region: {box: {min: [0, 0, 0], max: "
     "[12 mm, 12 mm, 12 mm]}}",
     0.40}};

static void test_fills(void **state) {
    (void)state;
    for (size_t k = (size_t)effort(0, 0, 1); k < sizeof fills / sizeof *fills; k += (size_t)effort(1, 2, 4)) {
        scree_report *r = scree_report_create();
        scree_world *w = filled(fills[k].domain, fills[k].source, 1, r);
        assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING), 0);
        const scree_region *region = &w->case_->source.data[0].region;
        const double volume = scree_region_volume(w, region), most = 2 * scree_sphere_volume(1e-3);
        assert_true(solid_of(w) <= fills[k].fraction * volume &&
                    solid_of(w) > fills[k].fraction * volume - most);
        assert_true(scree_world_totals(w).max_overlap == 0);
        for (size_t i = 0; i < w->p.n; i++) {
            const scree_pos *x = &w->p.x[i];
            assert_true(scree_cell_holds(&w->cell, vec3(x->x, x->y, x->z)));
            assert_true(w->cell.periodic[0] || scree_region_holds(w, region, vec3(x->x, x->y, x->z), x->r));
        }
        char one[33], other[33];
        scree_hash_hex(scree_world_digest(w), one);
        scree_world_destroy(w);
        w = filled(fills[k].domain, fills[k].source, 3, r);
        scree_hash_hex(scree_world_digest(w), other);
        assert_string_equal(one, other);
        scree_world_destroy(w);
        scree_report_destroy(r);
    }
}

// No direction is preferred: of the nearest neighbours' directions, each axis has a third of the mean square.
static void test_isotropy(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = filled(fills[0].domain, fills[0].source, 1, r);
    double sum[3] = {0};
    size_t n = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        for (size_t j = 0; j < i; j++) {
            const scree_vec3 a = vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z),
                             b = vec3(w->p.x[j].x, w->p.x[j].y, w->p.x[j].z);
            const scree_vec3 d = scree_nearest_image(&w->cell.period, a.x - b.x, a.y - b.y, a.z - b.z);
            const double d2 = vec_norm2(d);
            if (d2 < 1.1e-3 * 1.1e-3) {
                n++;
                sum[0] += d.x * d.x / d2;
                sum[1] += d.y * d.y / d2;
                sum[2] += d.z * d.z / d2;
            }
        }
    }
    assert_true(n > 3 * w->p.n); // coordination above 6 within 1.1 diameters
    for (int k = 0; k < 3; k++) {
        expect_near(sum[k] / (double)n, 1.0 / 3.0, 0.01, "share of a direction");
    }
    scree_world_destroy(w);
    scree_report_destroy(r);
}

static void expect_short(const char *domain, const char *source, const char *text) {
    scree_report *r = scree_report_create();
    scree_world *w = filled(domain, source, 1, r);
    bool said = false;
    for (size_t k = 0; k < scree_report_size(r); k++) {
        said |= strstr(scree_report_text(r, k), text) != NULL;
    }
    if (!said) {
        fail_msg("not said: %s; %s", text, scree_report_text(r, 0));
    }
    assert_true(scree_world_totals(w).max_overlap == 0);
    scree_world_destroy(w);
    scree_report_destroy(r);
}

static void test_shortfall(void **state) {
    (void)state;
    expect_short("",
                 "diameter: 1 mm, fraction: 0.68, region: {box: {min: [0, 0, 0], max: [5 mm, 5 mm, 5 mm]}}",
                 "there is no room for more in a random packing");
    expect_short("", "diameter: 1 mm, count: 170, region: {box: {min: [0, 0, 0], max: [5 mm, 5 mm, 5 mm]}}",
                 "of 170 particles placed");
    expect_short("walls: {blade: {material: m, rectangle: {corner: [4 mm, 0, 0], first: [0, 8 mm, 0], "
                 "second: [0, 0, 8 mm]}}}\n",
                 "diameter: 1 mm, fraction: 0.5, region: {box: {min: [0, 0, 0], max: [8 mm, 8 mm, 8 mm]}}",
                 "the others would touch walls or particles that are there");
    expect_case_refused("time: {end: 1 s}\nmaterials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, "
                        "friction: 1, restitution: 1}}\n"
                        "insertion: {material: m, fill: dense, diameter: 1 mm, region: {sphere: {point: [0, "
                        "0, 0], radius: 1 cm}}}\n"
                        "contacts: [{between: any}]\n",
                        "test.yaml:3:63: error: insertion: a dense fill of a sphere; accepted: box, "
                        "cylinder, or a mesh");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fills),
        cmocka_unit_test(test_isotropy),
        cmocka_unit_test(test_shortfall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
