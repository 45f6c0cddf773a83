// SPDX-License-Identifier: BSD-3-Clause
// The library of materials: each figure has sources and lies in its range; a case takes what it does not give itself, and its record says what; a
// softened modulus gives the overlap that was asked for.
#include "keys/word_list.h"
#include "materials/library.h"
#include "world_of_text.h"
#include <math.h>

static bool used[64];

static void expect_figure(const scree_figure *f, const char *of, const char *name) {
    if (f->value == 0.0) {
        assert_null(f->source);
        return;
    }
    if (!(f->least <= f->value && f->value <= f->most && f->least > 0.0)) {
        fail_msg("%s, %s: %g is not from %g to %g", of, name, f->value, f->least, f->most);
    }
    assert_non_null(f->source);
    char words[200];
    snprintf(words, sizeof words, "%s", f->source);
    int count = 0;
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        size_t k = 0;
        while (k < scree_library_n_sources && strcmp(scree_library_sources[k].key, word) != 0) {
            k++;
        }
        if (k == scree_library_n_sources) {
            fail_msg("%s, %s: there is no source '%s'", of, name, word);
        }
        used[k] = true;
        count++;
    }
    assert_true(count > 0);
}

static bool is_known(const char *name) {
    for (size_t k = 0; k < scree_library_n_materials; k++) {
        if (strcmp(scree_library_materials[k].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void test_each_figure_has_a_source(void **state) {
    (void)state;
    assert_int_equal(scree_word_list_count(SCREE_LIBRARY_NAMES), 1 + (int)scree_library_n_materials);
    assert_true(scree_library_n_sources <= sizeof used);
    for (size_t k = 0; k < scree_library_n_materials; k++) {
        const scree_library_material *m = &scree_library_materials[k];
        char word[32];
        scree_word_list_item(SCREE_LIBRARY_NAMES, (int)k + 1, word);
        assert_string_equal(word, m->name);
        for (int i = 0; i < SCREE_LIBRARY_VALUES; i++) {
            expect_figure(&m->value[i], m->name, scree_library_value_names[i]);
        }
        assert_true(m->value[0].value > 0.0);
    }
    for (size_t k = 0; k < scree_library_n_pairs; k++) {
        const scree_library_pair *p = &scree_library_pairs[k];
        assert_true(is_known(p->a) && is_known(p->b));
        assert_ptr_equal(scree_library_find_pair(p->b, p->a), p); // no other row of the same pair
        for (int i = 0; i < SCREE_LIBRARY_PAIR_VALUES; i++) {
            expect_figure(&p->value[i], p->a, scree_library_pair_names[i]);
        }
    }
    for (size_t k = 0; k < scree_library_n_sources; k++) {
        if (!used[k]) {
            fail_msg("nothing uses the source '%s'", scree_library_sources[k].key);
        }
    }
}

typedef struct record {
    const char *path;
    char text[200];
} record;

static void look(void *ctx, const char *path, const char *text) {
    record *r = ctx;
    if (strcmp(path, r->path) == 0) {
        snprintf(r->text, sizeof r->text, "%s", text);
    }
}

static const char *recorded(const scree_case *c, const char *path) {
    static record r;
    r = (record){.path = path};
    scree_case_each_value(c, look, &r);
    return r.text;
}

#define WALL "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: wall}}\n"

static void test_own_values_win(void **state) {
    (void)state;
    scree_case *c = case_of_text(
        "time: {end: 1 s}\n"
        "materials:\n"
        "  bean: {library: soybean, density: 1234}\n"
        "  wall: {library: steel}\n"
        "contacts:\n"
        "  - {between: any}\n"
        "  - {between: [bean, wall], friction: 0.111}\n" WALL
        "insertion: [{material: bean, fill: random, region: {box: {min: [0, 0, 0], max: [1, 1, 1]}}, "
        "diameter: 0.1, count: 1}]\n");
    assert_true(c->material.data[0].density == 1234.0);
    assert_true(c->material.data[0].young == 2.6e6);
    assert_string_equal(recorded(c, "materials.bean.library"), "soybean");
    assert_string_equal(recorded(c, "materials.bean.from_library.density"), "");
    assert_string_equal(recorded(c, "materials.bean.from_library.young"), "2.6e+06 from boac2010");
    assert_string_equal(recorded(c, "materials.bean.from_library.restitution with wall"),
                        "0.6 from boac2010");
    assert_string_equal(recorded(c, "materials.bean.from_library.friction with wall"), "");
    assert_string_equal(recorded(c, "contacts.bean-wall.normal.restitution"), "0.59999999999999998");
    assert_string_equal(recorded(c, "contacts.bean-wall.tangential.friction"), "0.111");
    scree_case_clear(c);
    scree_free(c);
    // Values that both materials give are above those of their pair in the library.
    c = case_of_text("time: {end: 1 s}\n"
                     "materials:\n"
                     "  bean: {library: soybean, restitution: 0.5}\n"
                     "  wall: {library: steel, restitution: 0.5}\n"
                     "contacts: [{between: any}]\n" WALL);
    assert_string_equal(recorded(c, "contacts.bean-wall.normal.restitution"), "0.5");
    assert_string_equal(recorded(c, "contacts.bean-wall.tangential.friction"), "0.29999999999999999");
    scree_case_clear(c);
    scree_free(c);
}

// Two spheres of different sizes in turn, whose largest overlap is that part of the radius; a tenth of the speed needs a hundredth of the modulus.
static void test_softened(void **state) {
    (void)state;
    const double radius[] = {1e-3, 0.05};
    for (int k = 0; k < 2; k++) {
        const double r = radius[k], v = 2.0, dt = r * 1e-5;
        char *text = scree_format("time: {end: 1 s, dt: %.17g}\n"
                                  "materials: {m: {library: glass_beads, softened: {speed: 2 m/s, overlap: "
                                  "4%%}}}\n"
                                  "contacts: [{between: any, restitution: 1}]\n",
                                  dt);
        const scree_particle q[2] = {ball(1, r, vec3(-1.001 * r, 0, 0), vec3(0.5 * v, 0, 0), vec3(0, 0, 0)),
                                     ball(2, r, vec3(1.001 * r, 0, 0), vec3(-0.5 * v, 0, 0), vec3(0, 0, 0))};
        scree_world *w = world_of_text(text, q, 2);
        double closest = 2.0 * r;
        for (int i = 0; i < 200; i++) {
            advance(w, 64);
            const double apart = place_of(w, 2).x - place_of(w, 1).x;
            closest = apart < closest ? apart : closest;
        }
        expect_near((2.0 * r - closest) / r, 0.04, 1e-5, "overlap over radius");
        scree_world_destroy(w);
    }
    const double soft = scree_softened_by_speed(2500, 0.25, 1.0, 0.05);
    expect_near(scree_softened_by_speed(2500, 0.25, 0.1, 0.05) / soft, 0.01, 1e-15, "by speed");
    // Hertz: F = 4/3 E* sqrt(R / 2) d^(3/2) at d = 0.05 R is 4 p R^2.
    const double young = scree_softened_by_pressure(0.25, 1e4, 0.05),
                 force = 4.0 / 3.0 * young / (2.0 * (1.0 - 0.0625)) * sqrt(0.5) * pow(0.05, 1.5);
    expect_near(force, 4e4, 1e-8, "by pressure");
    // Never above that of the library.
    scree_case *c = case_of_text(
        "time: {end: 1 s}\nmaterials: {m: {library: rubber, softened: {speed: 100 m/s, overlap: 1%}}}\n"
        "contacts: [{between: any, restitution: 1, friction: 0}]\n");
    assert_true(c->material.data[0].young == 3e6);
    assert_string_equal(recorded(c, "materials.m.from_library.young"), "3e+06 from netzsch");
    scree_case_clear(c);
    scree_free(c);
    // Without the library too.
    c = case_of_text(
        "time: {end: 1 s}\nmaterials: {m: {density: 2500, poisson: 0.25, softened: {speed: 1 m/s, "
        "overlap: 5%}}}\ncontacts: [{between: any, restitution: 1, friction: 0}]\n");
    assert_true(c->material.data[0].young == soft);
    scree_case_clear(c);
    scree_free(c);
}

static void test_mistakes(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"{library: glas_beads}", "materials.m.library: \"glas_beads\" does not fit; did you mean "
                                  "'glass_beads'? accepted: none, glass_beads"},
        {"{library: maize}", "materials.m: missing key 'young', of which the library has no value for maize; "
                             "accepted: a value here, or 'softened'"},
        {"{library: wheat, friction: 0.3}", "the normal law hertz: needs 'restitution'"},
        {"{library: steel, young: 1 MPa, softened: {speed: 1 m/s, overlap: 1%}}",
         "materials.m: both 'young' and 'softened' are given; accepted: one of them"},
        {"{library: steel, softened: {speed: 1 m/s, overlap: 30%}}",
         "materials.m.softened.overlap: \"30%\" is"},
        {"{library: steel, softened: {speed: 1 m/s}}", "materials.m.softened: missing key 'overlap'"},
        {"{library: none}", "materials.m: missing key 'density'"},
        {"{density: 1000, poisson: 0.3}", "materials.m: missing key 'young'"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char *text = scree_format("time: {end: 1 s}\nmaterials: {m: %s}\n", bad[k][0]);
        expect_case_refused(text, bad[k][1]);
        scree_free(text);
    }
    // A pair of which the library has no value: the library is named where both materials come from it, and not where one does not.
    const char *const two =
        "time: {end: 1 s}\nmaterials: {bean: {library: wheat}, wall: {%s}}\n"
        "contacts: [{between: any, restitution: 0.5}]\n" WALL
        "insertion: [{material: bean, fill: random, region: {box: {min: [0, 0, 0], max: [1, 1, "
        "1]}}, diameter: 0.1, count: 1}]\n";
    char *both = scree_format(two, "library: aluminium"),
         *one = scree_format(two, "density: 2700, young: 7e10, poisson: 0.3");
    expect_case_refused(
        both, "in both materials (the pair then takes the mean); the library of materials has no friction of "
              "wheat with aluminium (`scree help library` lists its pairs)");
    scree_report *r = scree_report_create();
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    assert_false(scree_case_read_text("test.yaml", one, c, r));
    int of_the_wall = 0;
    for (size_t k = 0; k < scree_report_size(r); k++) {
        const char *said = scree_report_text(r, k);
        if (strstr(said, "between bean and wall")) {
            of_the_wall++;
            assert_null(strstr(said, "library"));
        }
    }
    assert_int_equal(of_the_wall, 1);
    scree_case_clear(c);
    scree_free(c);
    scree_report_destroy(r);
    scree_free(both);
    scree_free(one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_figure_has_a_source),
        cmocka_unit_test(test_own_values_win),
        cmocka_unit_test(test_softened),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
