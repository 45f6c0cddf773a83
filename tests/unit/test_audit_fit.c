// SPDX-License-Identifier: BSD-3-Clause
// Cases whose parts do not fit each other: what is refused at once, what is warned of, and what is no mistake.
#include "checks/audit_fit.h"
#include "checks/audit_rest.h"
#include "world_of_text.h"
#include <stdlib.h>
#include <sys/resource.h>

#define HEAD_WITH(density)                                                                                   \
    "time: {end: 1, dt: 10 us}\n"                                                                            \
    "materials: {m: {density: " density ", young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.3, "      \
    "heat_capacity: 800}}\n"                                                                                 \
    "output: {plot: false, series: {every: 0}}\n"
static const char *head = HEAD_WITH("2500");                      // of all inputs
#define BOX "region: {box: {min: [0,0,0], max: [0.1,0.08,0.06]}}" // 4.8e-4 m3
#define FILL "insertion: [{name: heap, material: m, fill: random, "

// The first message of this severity that has `part`, or NULL.
static const char *said(const scree_report *r, scree_severity severity, const char *part) {
    for (size_t k = 0; k < scree_report_size(r); k++) {
        if (scree_report_severity(r, k) == severity && strstr(scree_report_text(r, k), part)) {
            return scree_report_text(r, k);
        }
    }
    return NULL;
}

// Of a text that ends the input; the report says why.
static scree_status start_of(const char *rest, scree_report *r, size_t *particles) {
    char *text = scree_format("%s%s\n", head, rest);
    scree_world *w = world_of_case(case_of_text(text), NULL, 0, 1, NULL);
    scree_status status = scree_load_start(w, r);
    *particles = w->p.n;
    scree_world_destroy(w);
    scree_free(text);
    return status;
}

static void expect_refused(const char *rest, const char *part, const char *other) {
    size_t n;
    scree_report *r = scree_report_create();
    if (start_of(rest, r, &n) != SCREE_USER_ERROR || n > 0 || !said(r, SCREE_SEVERITY_ERROR, part) ||
        !said(r, SCREE_SEVERITY_ERROR, other)) {
        fail_msg("%s\nis not refused with '%s' and '%s': %s", rest, part, other,
                 scree_report_size(r) ? scree_report_text(r, scree_report_size(r) - 1) : "no message");
    }
    scree_report_destroy(r);
}

// part NULL: no warning at all.
static void expect_warning(const char *rest, const char *part) {
    size_t n;
    scree_report *r = scree_report_create();
    scree_status status = start_of(rest, r, &n);
    const char *any = said(r, SCREE_SEVERITY_WARNING, "");
    if (status != SCREE_OK || (part ? !said(r, SCREE_SEVERITY_WARNING, part) : any != NULL)) {
        fail_msg("%s\nshould warn of '%s': %s", rest, part ? part : "nothing",
                 scree_report_size(r) ? scree_report_text(r, scree_report_size(r) - 1) : "no message");
    }
    scree_report_destroy(r);
}

static void fills_without_room_are_refused(void **state) {
    (void)state;
    expect_refused(FILL BOX ", diameter: 8 mm, count: 1700}]", "asks for about 1.7e+03 particles",
                   "its region has 0.00048 m3");
    expect_refused(FILL BOX ", diameter: 8 mm, mass: 1e6 t}]", "particles, 4e+05 m3 without the space",
                   "its region has 0.00048 m3");
    expect_refused(FILL BOX ", diameter: {uniform: [2 mm, 8 mm]}, mass: 1.3}]", "fill at most 1;",
                   "check the units");
    expect_refused("insertion: [{name: heap, material: m, fill: lattice, " BOX
                   ", diameter: 8 mm, count: 1e12}]",
                   "'heap' asks for about 1e+12 particles", "test.yaml:4:");
    expect_refused(FILL BOX ", diameter: 7 um, mass: 0.5}]", "asks for 1.11e+12 particles of about 7e-06 m",
                   "in a region of 0.00048 m3");
    expect_refused(FILL BOX ", diameter: 7 m, count: 10}]", "at least 7 m in a region that is 0.06 m",
                   "check the units");
    expect_refused(FILL BOX ", diameter: 8 mm, mass: 0.1 g}]", "a mass of 0.0001 kg, less than",
                   "0.0006702 kg");
    expect_refused(FILL BOX ", diameter: 8 mm, fraction: 1e-4}]", "a fraction of 0.0001", "2.681e-07 m3");
    expect_refused("insertion: [{name: feed, material: m, rate: 10 1/s, " BOX ", diameter: 7 m}]",
                   "'feed' has particles of at least 7 m", "none fits");
}

static void what_fits_is_accepted(void **state) {
    (void)state;
    expect_warning(FILL BOX ", diameter: 8 mm, count: 300}]", NULL);
    expect_warning(FILL BOX ", diameter: 8 mm, fraction: 0.9}]", "then no room was found");
    expect_warning("insertion: [{name: heap, material: m, fill: lattice, " BOX
                   ", diameter: 8 mm, mass: 0.8}]",
                   "of 0.8 kg placed, then the lattice was full");
    expect_refused("insertion: [{name: heap, material: m, fill: lattice, region: {sphere: {point: [0,0,0], "
                   "radius: 4.01 mm}}, diameter: 8 mm}]",
                   "insertion 'heap' places nothing", "test.yaml:4:");
}

// Numbers that are probably meant in another unit.
static void other_units_are_named(void **state) {
    (void)state;
    expect_warning("gravity: [0, 0, -9810]\n", "is a thousand times that of the earth: is it in mm/s2?");
    expect_warning("gravity: [0, 0, -9.81]\n", NULL);
#define COLD(t) "heat: {temperature: " t "}\n"
    expect_warning(COLD("25"), "heat: a temperature of 25 K is -248.15 degrees Celsius: is it in degrees "
                               "Celsius, which would be 298.15 K?");
    expect_warning(COLD("298.15"), NULL);
    expect_warning(COLD("99"), "is it in degrees Celsius"); // most solids are handled above 100 K
    expect_warning(COLD("101"), NULL);
    expect_warning(COLD("300") "insertion: [{name: heap, material: m, rate: 10 1/s, " BOX
                               ", diameter: 8 mm, temperature: 20}]",
                   "insertion 'heap': a temperature of 20 K");
    expect_warning(COLD("300") "walls: {w: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m, heat: "
                               "{temperature: 20}}}",
                   "walls.w: a temperature of 20 K");
    head = HEAD_WITH("2.5");
    expect_warning(
        "gravity: [0, 0, -9.81]\n",
        "materials.m: a density of 2.5 kg/m3 is that of a gas: is it in g/cm3, which would be 2500 kg/m3?");
    expect_warning("gravity: [0, 0, -1]\n", NULL);                        // other units may be meant
    static const char *const given[] = {"0.49", "0.501", "8.99", "9.01"}; // g/cm3: most solids have 0.5 to 9
    for (int k = 0; k < 4; k++) {
        char *own = scree_format(HEAD_WITH("%s"), given[k]);
        head = own;
        expect_warning("gravity: [0, 0, -9.81]\n", k == 1 || k == 2 ? "is that of a gas" : NULL);
        scree_free(own);
    }
    head = HEAD_WITH("2500");
}

// Angles without a unit that are more than a turn are warned of, smaller ones and rates of turning are noted; no word of those with a unit.
static void bare_angles_are_named(void **state) {
    (void)state;
#define TURNED(angle, rate)                                                                                  \
    "walls: {w: {rectangle: {corner: [0,0,0], first: [1,0,0], second: [0,1,0]}, material: m, rotate: "       \
    "{axis: "                                                                                                \
    "[0,0,1], angle: " angle "}, motion: {rotate: {axis: [0,0,1], point: [0,0,0], rate: " rate "}}}}\n"
    static const char *const row[][3] = {
        {TURNED("45", "30"),
         "walls.w.rotate.angle: 45 without a unit is 45 rad, which is 2578 degrees, more than a turn: is it "
         "in degrees?",
         "walls.w.motion.rotate.rate: 30 without a unit is 30 rad/s, which is 286.5 rpm"},
        {TURNED("-0.5", "2 * pi"), NULL,
         "walls.w.rotate.angle: -0.5 without a unit is -0.5 rad, which is -28.65 degrees"},
        {TURNED("45 rad", "30 rpm"), NULL, NULL},
        {TURNED("0", "0 rpm"), NULL, NULL}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        scree_report *r = scree_report_create();
        char *text = scree_format("%s%s", head, row[k][0]);
        scree_case *c = scree_realloc(NULL, 0, sizeof *c);
        assert_true(scree_case_read_text("test.yaml", text, c, r));
        for (int severity = 0; severity < 2; severity++) {
            const char *wanted = row[k][1 + severity],
                       *is = said(r, severity ? SCREE_SEVERITY_NOTE : SCREE_SEVERITY_WARNING,
                                  wanted ? wanted : "");
            if ((wanted != NULL) != (is != NULL)) {
                fail_msg("%s: %s", row[k][0], is ? is : wanted);
            }
        }
        scree_case_clear(c);
        scree_free(c);
        scree_free(text);
        scree_report_destroy(r);
    }
    for (int k = 0; k < 7; k++) { // a particle that a program adds
        const scree_particle q = {.id = 1,
                                  .radius = 5e-3,
                                  .density = 2500.0,
                                  .v = vec3(k == 1, k == 2, k == 3),
                                  .w = vec3(k == 4, k == 5, k == 6)};
        scree_report *r = scree_report_create();
        char *text = scree_format("%s", head);
        scree_world *w = world_of_case(case_of_text(text), &q, 1, 1, NULL);
        assert_int_equal(scree_load_start(w, r), SCREE_OK);
        scree_audit_rest(w, r);
        assert_int_equal(said(r, SCREE_SEVERITY_WARNING, "gravity: none is given") != NULL, k == 0);
        scree_world_destroy(w);
        scree_free(text);
        scree_report_destroy(r);
    }
}

// A run in which nothing ever moves: mostly gravity was forgotten.
static void nothing_moves(void **state) {
    (void)state;
#define AT_REST "particles: [{positions: [[0,0,0.006], [0,0,0.02]], diameter: 1 cm, material: m}]\n"
#define AT_FLOOR AT_REST "walls: {w: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m"
    static const struct {
        const char *text;
        bool still;
    } row[] = {
        {AT_REST, true},
        {AT_FLOOR "}}\n", true},
        {FILL BOX ", diameter: 8 mm, count: 10}]\n", true},
        {"insertion: [{name: heap, material: m, rate: 10 1/s, " BOX ", diameter: 8 mm}]\n", true},
        {"insertion: [{name: heap, material: m, rate: 10 1/s, " BOX
         ", diameter: 8 mm, velocity: [0,0,-1]}]\n",
         false},
        {AT_REST "gravity: [0, 0, -9.81]\n", false},
        {AT_REST "gravity: [0, 0, 0]\n", false},
        {AT_REST "gravity_of_time: {formula: {z: -1 m/s3 * time, duration: 1 s}}\n", false},
        {AT_FLOOR ", motion: {translate: {velocity: [0,0,1]}}}}\n", false},
        {AT_FLOOR ", surface_velocity: [1,0,0]}}\n", false},
        {AT_REST "groups: {g: {ids: [1], force: [1,0,0]}}\n", false},
        {AT_REST "heat: {temperature: 300}\n", false},
        {AT_FLOOR ", start: 0.1 s}}\n", false},
        {AT_REST "outlets: {o: {region: {box: {min: [-1, -1, -1], max: [1, 1, 1]}}}}\n", false},
        {"particles: [{positions: [[0,0,0.006], [0,0,0.0155]], diameter: 1 cm, material: m}]\n", false},
        {"particles: [{positions: [[0,0,0.006]], diameter: 1 cm, material: m, spin: [1,0,0]}]\n", false},
        {"", false}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        scree_report *r = scree_report_create();
        char *text = scree_format("%s%s", head, row[k].text);
        scree_world *w = world_of_case(case_of_text(text), NULL, 0, 1, NULL);
        assert_int_equal(scree_load_start(w, r), SCREE_OK);
        scree_audit_rest(w, r);
        if (row[k].still != (said(r, SCREE_SEVERITY_WARNING, "gravity: none is given") != NULL)) {
            fail_msg("%s: %s", row[k].text, row[k].still ? "is not said to rest" : "is said to rest");
        }
        scree_world_destroy(w);
        scree_free(text);
        scree_report_destroy(r);
    }
}

// Which sizes were left out, where not all found room: the small ones, as large ones are placed first.
static void sizes_without_room_are_said(void **state) {
    (void)state;
#define SIZES(fraction)                                                                                      \
    FILL BOX ", diameter: {uniform: [4 mm, 30 mm]}, distribution: mass, fraction: " fraction "}]"
    expect_warning(SIZES("0.6"), "as in its distribution: there was no room for small ones");
    expect_warning(SIZES("0.3"), NULL);
}

// A process that may have 3 GB (a limit that sanitizers do not allow for).
static void fills_without_memory_are_refused(void **state) {
    (void)state;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    struct rlimit before, now;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    now = before;
    now.rlim_cur = (rlim_t)3 << 30;
    assert_int_equal(setrlimit(RLIMIT_AS, &now), 0);
    expect_refused(FILL BOX ", diameter: 100 um, mass: 0.1}]", "asks for 7.64e+07 particles",
                   "it has 3.2 GB");
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
#endif
}

static void sums_are_refused(void **state) {
    (void)state;
    expect_refused("insertion: [{material: m, rate: 1e149 1/s, " BOX ", diameter: 1 mm}]", "together",
                   "at most 9e15");
    expect_refused("insertion: [{material: m, rate: 1e16 1/s, " BOX
                   ", diameter: 1 mm, stop: 0.5}, {material: m, "
                   "rate: 1e16 1/s, " BOX ", diameter: 1 mm, stop: 0.5}]",
                   "1e+16 particles together", "at most 9e15");
    expect_refused(
        "insertion: [{material: m, rate: 10 1/s, region: {sphere: {point: [0,0,0], radius: 1e60}}, "
        "diameter: 1e50}]",
        "kg together", "at most 1e150");
}

// A mistake in the unit of a rate or of a size makes billions of particles at once.
static void rates_of_dust_are_refused(void **state) {
    (void)state;
    expect_refused("insertion: [{name: feed, material: m, rate: 5e5 kg/s, diameter: 1 mm, " BOX "}]",
                   "insertion 'feed' inserts about 3.82e+09 particles every 0.01 s, of 0.001 to 0.001 m",
                   "up to 1e7 at once");
    expect_refused("insertion: [{material: m, rate: 1e10 1/s, diameter: 1 mm, " BOX "}]", "particles every",
                   "rate and diameter");
    expect_warning("insertion: [{material: m, rate: 2e7 1/s, diameter: 1 mm, start: 0.999, " BOX "}]",
                   "that takes long");
}

static void regions_outside_the_domain_are_refused(void **state) {
    (void)state;
#define DOMAIN(rest) "domain: {min: [0,0,0], max: [1,1,1]" rest "}\n"
#define FAR "region: {box: {min: [2,0,0], max: [2.1,0.1,0.1]}}, diameter: 8 mm, count: 3}]"
    expect_refused(DOMAIN("") FILL FAR, "2 to 2.1 m along x, wholly outside the domain, 0 to 1 m", "'heap'");
    expect_warning(DOMAIN(", periodic: [x, y]") FILL FAR, NULL);
    expect_warning(DOMAIN("") FILL
                   "region: {box: {min: [0.9,0,0], max: [1.1,0.1,0.1]}}, diameter: 8 mm, count: 3}]",
                   "reaches out of the domain");
    expect_warning(DOMAIN("") "outlets: {hole: {region: {box: {min: [0,0,-2], max: [1,1,-1]}}}}\n",
                   "outlet 'hole': its region, -2 to -1 m along z, is wholly outside the domain");
    expect_warning(DOMAIN("") "insertion: [{name: late, material: m, rate: 10 1/s, " BOX
                              ", diameter: 8 mm, start: 3}]",
                   "its start, 3 s, is not before time.end");
}

// A box with its lower corner at the origin; open: without its upper side.
static void write_box(const char *name, double x, double y, double z, bool open) {
    static const int side[12][3] = {{0, 2, 1}, {1, 2, 3}, {0, 1, 4}, {1, 5, 4}, {0, 4, 2}, {2, 4, 6},
                                    {1, 3, 5}, {3, 7, 5}, {2, 6, 3}, {3, 6, 7}, {4, 5, 6}, {5, 7, 6}};
    scree_vec3 corner[36];
    for (int k = 0; k < 36; k++) {
        const int c = side[k / 3][k % 3];
        corner[k] = vec3(c & 1 ? x : 0.0, c & 2 ? y : 0.0, c & 4 ? z : 0.0);
    }
    write_mesh(name, corner, open ? 10 : 12);
}

static void the_inside_of_an_open_mesh_is_refused(void **state) {
    (void)state;
    write_box("open.stl", 0.1, 0.1, 0.1, true);
    write_box("closed.stl", 0.1, 0.1, 0.1, false);
#define INSIDE(file)                                                                                         \
    "walls: {hopper: {mesh: {file: " file "}, material: m}}\n" FILL "region: {mesh: hopper}, "
    expect_refused(INSIDE("open.stl") "diameter: 8 mm, count: 30}]", "the inside of mesh 'hopper'",
                   "4 of its edges belong to one triangle only");
    expect_warning(INSIDE("closed.stl") "diameter: 8 mm, count: 30}]", NULL);
}

// A ball wider than a tube would touch one point of its rim at a time.
static void balls_on_a_narrow_tube(void **state) {
    (void)state;
    static const char *const text[] = {
        "walls: {tube: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 4 mm, length: 2 cm}, material: "
        "m}}\n",
        "walls: {tube: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 6 mm, length: 2 cm}, material: "
        "m}}\n",
        "walls: {tube: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 4 mm}, material: m}}\n"};
    for (int k = 0; k < 3; k++) {
        scree_report *r = scree_report_create();
        char *all = scree_format(
            "%sparticles: [{positions: [[0, 0, 0.03]], diameter: 1 cm, material: m}]\n%s", head, text[k]);
        scree_world *w = world_of_case(case_of_text(all), NULL, 0, 1, NULL);
        assert_int_equal(scree_load_start(w, r), SCREE_OK);
        scree_audit_mesh_sizes(w, r);
        assert_int_equal(said(r, SCREE_SEVERITY_NOTE, "walls.tube: particles of 0.01 m are wider") != NULL,
                         k == 0);
        scree_world_destroy(w);
        scree_free(all);
        scree_report_destroy(r);
    }
}

static void meshes_in_other_units_are_said(void **state) {
    (void)state;
    write_box("metres.stl", 0.5, 0.4, 0.6, true);
    write_box("millimetres.stl", 500, 400, 600, true);
    write_box("closed_metres.stl", 0.5, 0.4, 0.6, false);
    write_box("closed_millimetres.stl", 500, 400, 600, false);
#define WALL(mesh) "walls: {silo: {mesh: {" mesh "}, material: m}}\n"
#define SMALL FILL "region: {box: {min: [0.1,0.1,0.1], max: [0.3,0.2,0.2]}}, diameter: 8 mm, count: 30}]"
    expect_warning(WALL("file: metres.stl") SMALL, NULL);
    expect_warning(WALL("file: millimetres.stl, scale: 1 mm") SMALL, NULL);
    expect_warning(WALL("file: millimetres.stl") SMALL, "'scale: 0.001' is likely");
    expect_warning(WALL("file: metres.stl, scale: 1 mm") SMALL, "'scale: 1' is likely");
    expect_warning(WALL("file: millimetres.stl") DOMAIN(""),
                   "walls.silo: the mesh is 600 m long, 600 times the domain");
    expect_warning(WALL("file: metres.stl, offset: [3, 0, 0]") DOMAIN(""), "wholly outside the domain");
    expect_warning(WALL("file: metres.stl, offset: [3, 0, 0]") DOMAIN(", periodic: [x]"), NULL);
    // nothing but the mesh says how large the case is, and it would be all but empty
    expect_warning(INSIDE("closed_millimetres.stl") "diameter: 50 mm, count: 20}]",
                   "'scale: 0.001' is likely");
    expect_warning(INSIDE("closed_metres.stl") "diameter: 50 mm, count: 20}]", NULL);
    // a few particles on a large plate are no mistake
    expect_warning(WALL("file: metres.stl, scale: 10 m") FILL
                   "region: {box: {min: [0.1,0.1,0.1], max: [0.12,0.12,0.12]}}, diameter: 8 mm, count: 2}]",
                   NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(fills_without_room_are_refused),
                                       cmocka_unit_test(what_fits_is_accepted),
                                       cmocka_unit_test(other_units_are_named),
                                       cmocka_unit_test(bare_angles_are_named),
                                       cmocka_unit_test(nothing_moves),
                                       cmocka_unit_test(sizes_without_room_are_said),
                                       cmocka_unit_test(fills_without_memory_are_refused),
                                       cmocka_unit_test(sums_are_refused),
                                       cmocka_unit_test(rates_of_dust_are_refused),
                                       cmocka_unit_test(regions_outside_the_domain_are_refused),
                                       cmocka_unit_test(the_inside_of_an_open_mesh_is_refused),
                                       cmocka_unit_test(balls_on_a_narrow_tube),
                                       cmocka_unit_test(meshes_in_other_units_are_said)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
