// SPDX-License-Identifier: BSD-3-Clause
// Expressions with units, the section `variables`, and changes of a case by --set and --define.
#include "config_folder.h"
#include "input/config.h"
#include "maths/math.h"
#include "text/expression.h"
#include "text/text_buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// r = 2 mm, n = 3, omega = 2 rad/s
static bool look_up(void *context, const char *word, size_t n, scree_quantity *q,
                    char wrong[SCREE_EXPRESSION_ERROR]) {
    (void)context;
    const char *text = n == 1 && *word == 'r'                    ? "2 mm"
                       : n == 1 && *word == 'n'                  ? "3"
                       : n == 5 && memcmp(word, "omega", n) == 0 ? "2 rad/s"
                                                                 : NULL;
    snprintf(wrong, SCREE_EXPRESSION_ERROR, "there is no variable '%.*s'", (int)n, word);
    return text && scree_quantity_parse(text, q) == SCREE_QUANTITY_OK;
}

static void test_values(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double value;
        const char *unit; // NULL: none
    } good[] = {
        {"2", 2, NULL},
        {"2 mm", 0.002, "m"},
        {"2*3+4", 10, NULL},
        {"2+3*4", 14, NULL},
        {"(2+3)*4", 20, NULL},
        {"10 - 3 - 2", 5, NULL},
        {"24 / 4 / 2", 3, NULL},
        {"-2^2", -4, NULL},
        {"2^-1", 0.5, NULL},
        {"2^3^2", 512, NULL},
        {"2**3", 8, NULL},
        {"--2", 2, NULL},
        {"1e3 - 1E2", 900, NULL},
        {"4 mm - 1 mm", 0.004 - 0.001, "m"},
        {"4 mm -1 mm", 0.004 - 0.001, "m"},
        {"2 * r", 0.004, "m"},
        {"2*${r}", 0.004, "m"},
        {"r / 2", 0.001, "m"},
        {"3 m / 2", 1.5, "m"},
        {"3 m / 1.5", 2, "m"},
        {"3 m / s", 3, "m/s"},
        {"6 m / s / n", 2, "m/s"},
        {"(n + 1) mm", 0.004, "m"},
        {"(n + 1) mm / 2", 0.002, "m"},
        {"r^2", 0.002 * 0.002, "m2"},
        {"sqrt(r * r)", 0.002, "m"},
        {"sqrt(16)", 4, NULL},
        {"r / (1 mm)", 2, "1"},
        {"omega * r", 0.004, "m/s"},
        {"2 * omega", 4, "rad/s"},
        {"omega^2 * r", 0.008, "m/s2"},
        {"2 * pi / omega", 3.14159265358979312, "s"},
        {"sin(30 deg)", 0.49999999999999994, NULL},
        {"cos(0)", 1, NULL},
        {"tan(45 deg)", 0.99999999999999989, NULL},
        {"9.81 * sin(30 deg)", 9.81 * 0.49999999999999994, NULL},
        {"exp(2 m / 1 m - 2)", 1, NULL},
        {"2 m / 1 %", 200, "m"},
        {"2 m / 50 % / 2", 2, "m"},
        {"100 % - 25 %", 0.75, "1"},
        {"n %", 0.03, "1"},
        {"30 deg * 1 cm", 3.14159265358979323846 / 600, "m"},
        {"30 deg * 2 cm", 3.14159265358979323846 / 300, "m"},
        {"1 m * 1 m / 1 m", 1, "m"},
        {"2 m * 2 m / 2 m", 2, "m"},
        {"2 m / 4 s", 0.5, "m/s"},
        {"3 1/s", 3, "1/s"},
        {"3 1 / s * 2", 6, "1/s"},
        {"1 kg*m/s2 + 1 N", 2, "N"},
        {"6 m / min(2, 3)", 3, "m"},
        {"2 * pi rad/s", 6.28318530717958648, "rad/s"},
        {"0.5/(2*pi) 1/s", 0.0795774715459476679, "1/s"},
        {"2 * n mm", 0.006, "m"},
        {"12 / n mm", 0.004, "m"},
        {"4 m * n kg / 2", 6, "kg m"},
        {"sqrt(16) mm + 1 mm", 0.005, "m"},
        {"2 * 10^3 mm", 2, "m"},
        {"5 * 10^-3 m", 0.005, "m"},
        {"2 * 10^(n - 1) Pa", 200, "Pa"},
        {"50 Hz * 0.1 s + 1", 6, "1"},
        {"1 / (50 Hz) + 1 s", 1.02, "s"},
        {"2 * pi / omega + 1 s", 4.14159265358979312, "s"},
        {"atan(1)", 0.78539816339744828, "rad"},
        {"exp(0) + log(1)", 1, NULL},
        {"min(3, 2, 5) + max(1, 7)", 9, NULL},
        {"max(1 mm, r)", 0.002, "m"},
        {"abs(-r)", 0.002, "m"},
        {"floor(2.7) + ceil(2.2) + round(2.5)", 8, NULL},
        {"4^0.5", 2, NULL},
        {" 1/3 ", 1.0 / 3.0, NULL},
        {"1000 1/s * 3 ms", 3, "1"},
        {"50 %", 0.5, "1"},
        {"2500 kg/m3 * (1 m)^3", 2500, "kg"},
    };
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        scree_quantity q;
        char wrong[SCREE_EXPRESSION_ERROR] = "";
        const bool fine = scree_expression_eval(good[k].text, look_up, NULL, &q, wrong);
        const double off = fine ? q.value - good[k].value : 1;
        if (!fine || (off < 0 ? -off : off) > 2e-16 * (good[k].value < 0 ? -good[k].value : good[k].value)) {
            fail_msg("%s is %.17g %s instead of %.17g", good[k].text, q.value, wrong, good[k].value);
        }
        scree_unit unit;
        if (good[k].unit) {
            assert_true(scree_unit_parse(good[k].unit, &unit, NULL));
            if (!q.has_unit || !scree_dimension_fits(q.dimension, unit.dimension) ||
                q.dimension.rad != unit.dimension.rad) {
                fail_msg("%s is not in %s", good[k].text, good[k].unit);
            }
        }
    }
}

static void test_wrong_expressions(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"2 +", "something is missing at the end"},
        {"", "something is missing at the end"},
        {"2 * x", "there is no variable 'x'"},
        {"2 r", "\"r\" follows a number and is no unit; a product is written with *"},
        {"0x10", "\"x10\" follows a number and is no unit; a product is written with *"},
        {"(2", "')' is missing at the end"},
        {"2)", "\")\" is too much at the end"},
        {"2 $ 3", "\"$ 3\" is too much at the end"},
        {"1 mm + 1 kg", "the sum of a length and a mass"},
        {"1 mm - 1", "the difference of a length and a pure number"},
        {"1/0", "a division by zero"},
        {"1e300 * 1e300", "the result is not a finite number"},
        {"1e999", "a number is too large"},
        {"sqrt(-1)", "sqrt() of a negative number"},
        {"sqrt(1 m)", "sqrt() of a value whose unit is no square"},
        {"sin(1 m)", "sin() of a length; accepted: an angle"},
        {"exp(1 s)", "exp() of a time; accepted: a pure number"},
        {"log(0)", "log() of a number that is not positive"},
        {"2^(1 m)", "an exponent must be a pure number"},
        {"(1 m)^0.5", "an exponent of a value with a unit must be a whole number; there is sqrt()"},
        {"3 1/2", "\"1/2\" is too much at the end"},
        {"r mm", "the unit mm follows a value that has a unit already"},
        {"2 m / (n + 1) s", "the unit s can belong to the divisor or to the result; accepted: "
                            "parentheses, such as 6 m / ((n "
                            "+ 1) s)"},
        {"4 / n %", "the unit % can belong to the divisor or to the result; accepted: parentheses, such "
                    "as 6 m / ((n + 1) s)"},
        {"n / s", "the unit s has no number in front of it"},
        {"1 m^2 + 50 Hz * 1 N", "the sum of an area and a value in kg m s^-3"},
        {"50 Hz^2 + 1", "the sum of a value in Hz^2 and a pure number"},
        {"min(1)", "min() needs two or more values"},
        {"sqrt(1, 2)", "sqrt() needs one value"},
        {"sqrt", "sqrt is a function: write sqrt(...)"},
        {"root(2)", "there is no function 'root'; accepted: sqrt, abs, min, max, sin, cos, tan, atan, exp, "
                    "log, floor, ceil, "
                    "round"},
        {"${r", "'}' is missing at the end"},
        {"${}", "the name of a variable is missing in ${}"},
        {"min(1,2,3,4,5,6,7,8,9)", "min() has too many values"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        scree_quantity q;
        char wrong[SCREE_EXPRESSION_ERROR] = "";
        assert_false(scree_expression_eval(bad[k][0], look_up, NULL, &q, wrong));
        assert_string_equal(wrong, bad[k][1]);
    }
    char deep[4000] = "";
    for (int k = 0; k < 1000; k++) {
        strcat(deep, "(-");
    }
    scree_quantity q;
    char wrong[SCREE_EXPRESSION_ERROR];
    assert_false(scree_expression_eval(deep, look_up, NULL, &q, wrong));
    assert_string_equal(wrong, "it is nested too deeply");
}

#define BODY                                                                                                 \
    "title: ${n} balls of ${r}, ${twice}\n"                                                                  \
    "time: {end: n * 1 s}\n"                                                                                 \
    "gravity: ${g0}\n"                                                                                       \
    "seed: 2 * n + 1\n"                                                                                      \
    "materials: {glass: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.5}}\n"       \
    "contacts: [{between: any, normal: '${law}'}]\n"                                                         \
    "particles: [{file: '${file}.txt', material: glass}]\n"                                                  \
    "walls: {floor: {plane: {point: [0, 0, -twice], normal: [0, 0, 1]}, material: glass}}\n"                 \
    "insertion: [{material: glass, fill: random, count: n, diameter: twice,\n"                               \
    "  region: {box: {min: [0, 0, 0], max: [10 * r, 10 * r, 2 cm + r]}}}]\n"

#define REST                                                                                                 \
    "time: {end: 1 s}\n"                                                                                     \
    "materials: {glass: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.5}}\n"

static void read_changed(const char *text, const char *const *change, size_t n, scree_case *c) {
    const scree_changes changes = {n, change};
    scree_report *r = scree_report_create();
    const bool fine = scree_case_read_changed(name, text, &changes, c, r);
    if (!fine || scree_report_size(r) > 0) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
}

static void test_variables(void **state) {
    (void)state;
    scree_case c;
    read_changed("variables: {r: 2 mm, n: 3, law: hertz, g0: [0, 0, -9.81], twice: 2 * r, file: pack}\n" BODY,
                 NULL, 0, &c);
    assert_string_equal(c.title, "3 balls of 0.002 m, 0.004 m");
    assert_true(c.end == 3 && c.gravity.z == -9.81 && c.seed == 7);
    assert_string_equal(c.source.data[0].file, pack);
    assert_true(c.wall.data[0].point.z == -0.004);
    assert_true(c.source.data[1].count == 3 && c.source.data[1].size.a == 0.004);
    assert_true(c.source.data[1].region.max.x == 10 * 0.002 && c.source.data[1].region.max.z == 0.02 + 0.002);
    assert_int_equal(c.variable.n, 5); // without the list
    assert_string_equal(c.variable.data[3].name, "twice");
    assert_string_equal(c.variable.data[3].text, "0.004 m");
    scree_case_clear(&c);
}

static void test_changes(void **state) {
    (void)state;
    scree_case c;
    const char *const change[] = {
        "--define r=3 mm",
        "--set time.end=5 s",
        "--set materials.glass.young=2 MPa",
        "--set walls.lid={plane: {point: [0, 0, 1], normal: [0, 0, -1]}, material: glass}",
        "--set contacts[0].friction=0.1",
        "--set insertion[0].region.box.max[2]=7 * r",
        "--set output.vtk.every=n * 1 ms",
        "--set particles[0].name=first"};
    const size_t n = sizeof change / sizeof *change;
    read_changed("variables: {r: , n: 3, law: hertz, g0: [0, 0, -9.81], twice: 2 * r, file: pack}\n" BODY,
                 change, n, &c);
    assert_true(c.end == 5 && c.material.data[0].young == 2e6);
    assert_true(c.source.data[1].size.a == 0.006 && c.source.data[1].region.max.z == 7 * 0.003);
    assert_int_equal(c.wall.n, 2);
    assert_string_equal(c.wall.data[1].name, "lid");
    assert_true(c.output.vtk_every == 3 * 1e-3);
    assert_string_equal(c.source.data[0].name, "first");
    assert_int_equal(c.change.n, n);
    assert_string_equal(c.change.data[1], "--set time.end=5 s");
    scree_case_clear(&c);
}

// What looks like one unit may be a product: the same value as of an expression, in every place for a number.
static void test_units_of_values(void **state) {
    (void)state;
    static const struct {
        const char *change;
        double end;
    } good[] = {
        {"--set time.end=4 s-1 s", 3},         {"--set time.end=2 s / 1 %", 200},
        {"--set time.end=1 s * 1 s / 1 s", 1}, {"--set time.end=2 s-1 s2", 2},
        {"--set time.end=2 s^-1 s2", 2},       {"--set time.end=9 * cos(0)", 9},
    };
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        scree_case c;
        read_changed(REST, &good[k].change, 1, &c);
        if (c.end != good[k].end) {
            fail_msg("%s gives %.17g", good[k].change, c.end);
        }
        scree_case_clear(&c);
    }
}

// An alias shares its node; a change concerns one place only.
static void test_aliases_apart(void **state) {
    (void)state;
    scree_case c;
    const char *const change[] = {"--set materials.steel.young=2 MPa"};
    read_changed("time: {end: 1 s}\n"
                 "materials:\n"
                 "  glass: &m {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.5}\n"
                 "  steel: *m\n",
                 change, 1, &c);
    assert_true(c.material.data[0].young == 1e7 && c.material.data[1].young == 2e6);
    scree_case_clear(&c);
}

static void check_messages(const char *text, const char *change, const char *const message[3]) {
    const scree_changes changes = {change ? 1 : 0, &change};
    scree_report *r = scree_report_create();
    scree_case c;
    assert_false(scree_case_read_changed("c.yaml", text, &changes, &c, r));
    for (size_t k = 0; k < 3 && (message[k] || k < scree_report_size(r)); k++) {
        const char *got = k < scree_report_size(r) ? scree_report_text(r, k) : "(no message)",
                   *wanted = message[k] ? message[k] : "(no message)";
        if (strncmp(got, wanted, strlen(wanted)) != 0) {
            fail_msg("message %zu is\n  %s\ninstead of\n  %s", k, got, wanted);
        }
    }
    scree_case_clear(&c);
    scree_report_destroy(r);
}

static void test_mistakes(void **state) {
    (void)state;
    static const struct {
        const char *text, *change, *message[3];
    } bad[] = {
        {"variables: {m: 1}\n" REST,
         NULL,
         {"c.yaml:1:13: error: variables: 'm' is a unit or a function; accepted: another name"}},
        {"variables: {m: 1, max: 2}\ntitle: ${m}\nseed: m + m\ngravity: [2 * m, m, max]\n" REST,
         NULL,
         {"c.yaml:1:13: error: variables: 'm' is a unit or a function; accepted: another name",
          "c.yaml:1:19: error: variables: 'max' is a unit or a function; accepted: another name"}},
        {"seed: 2 * s\n" REST,
         NULL,
         {"c.yaml:1:7: error: seed: \"2 * s\" is not a whole number: the unit s has no number in front of "
          "it"}},
        {"variables: {2r: 1}\n" REST,
         NULL,
         {"c.yaml:1:13: error: variables: '2r' is not a name; accepted: up to 50 letters"}},
        {"variables: {a: 2 * b, b: a}\n" REST,
         NULL,
         {"c.yaml:1:26: error: variables.b: \"a\" is no number: the variable 'a' is defined by itself"}},
        {"variables: [1]\n" REST,
         NULL,
         {"c.yaml:1:12: error: variables: accepted: a mapping of names to values"}},
        {"variables: {a: 2 *}\n" REST,
         NULL,
         {"c.yaml:1:16: error: variables.a: \"2 *\" is no number: something is missing at the end; accepted: "
          "a number, an "
          "expression, a text (in quotes where it looks like a number), a list or a mapping"}},
        {"variables: {a: }\nseed: a + 1\n" REST,
         NULL,
         {"c.yaml:1:13: error: variables.a: it has no value in the file and must be given; accepted: "
          "--define a=VALUE"}},
        {"variables: {a: [1, '${b}'], b: ['${a}']}\n" REST,
         NULL,
         {"c.yaml:1:34: error: the variable 'a' is defined by itself; accepted: ${NAME} with the name of a "
          "variable"}},
        {"title: ${x}\n" REST, NULL, {"c.yaml:1:8: error: there is no variable 'x'; accepted: ${NAME}"}},
        {"title: a ${x}\n" REST,
         NULL,
         {"c.yaml:1:8: error: title: there is no variable 'x'; accepted: ${NAME}"}},
        {"variables: {a: x}\nseed: a\n" REST,
         NULL,
         {"c.yaml:2:7: error: seed: \"a\" is not a whole number: the variable 'a' is no number; accepted:"}},
        {"variables: {a: 2.5}\nseed: a\n" REST,
         NULL,
         {"c.yaml:2:7: error: seed: \"a\" is not a whole number; accepted:"}},
        {REST,
         "--set time.end=1 kg",
         {"--set time.end=1 kg: error: time.end: \"1 kg\" is a mass; accepted:"}},
        {REST, "--set tim.end=1 s", {"--set tim.end=1 s: error: unknown key 'tim'; did you mean 'time'?"}},
        {REST,
         "--set time.end.x=1",
         {"--set time.end.x=1: error: 'time.end' has no keys in the file, so 'x' cannot be set"}},
        {REST, "--set walls[0].x=1", {"--set walls[0].x=1: error: 'walls' is no list in the file"}},
        {REST,
         "--set materials[1].x=1",
         {"--set materials[1].x=1: error: 'materials' has no item 1 in the file; accepted: 0 to 0"}},
        {REST, "--set time[x=1", {"--set time[x=1: error: \"[x=1\" is no index; accepted: [0], [1], ..."}},
        {REST, "--set time..end=1", {"--set time..end=1: error: a key is missing in the path"}},
        {REST, "--set time", {"--set time: error: accepted: a path, '=' and a value"}},
        {REST, "--set title=[1", {"--set title=[1:2:1: error: YAML syntax: "}},
        {REST,
         "--define x=1",
         {"--define x=1: error: the file has no variable 'x'; accepted: nothing, it has no section "
          "'variables'"}},
        {"variables: {ab: 1}\n" REST,
         "--define a=1",
         {"--define a=1: error: the file has no variable 'a'; accepted: ab"}},
        {REST,
         "--put x=1",
         {"--put x=1: error: this is no change; accepted: --set PATH=VALUE, --define NAME=VALUE"}},
        {"", "--set time.end=1 s", {"c.yaml:1:1: error: the file is empty"}},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        check_messages(bad[k].text, bad[k].change, bad[k].message);
    }
}

// What one variable after the other makes ten times as long, and chains of variables that each wait for the next.
static void test_large_variables(void **state) {
    (void)state;
    scree_text_buffer texts = {0}, chain = {0};
    scree_text_add(&texts, "variables:\n  a0: lolololol\n");
    for (int k = 1; k < 12; k++) {
        scree_text_add(&texts, "  a%d: '", k);
        for (int i = 0; i < 10; i++) {
            scree_text_add(&texts, "${a%d}", k - 1);
        }
        scree_text_add(&texts, "'\n");
    }
    scree_text_add(&texts, "title: ${a11}\n%s", REST);
    check_messages(
        texts.data, NULL,
        (const char *const[3]){"c.yaml:7:8: error: variables.a5: "
                               "\"${a4}${a4}${a4}${a4}${a4}${a4}${a4}${a4}${a4}${a4}\" is longer than "
                               "100000 characters with the text of 'a4'; accepted:"});
    scree_text_add(&chain, "variables:\n");
    for (int k = 1; k < 300; k++) {
        scree_text_add(&chain, "  v%03d: v%03d + 1\n", k, k + 1);
    }
    scree_text_add(&chain, "  v300: 1\nseed: v001\n%s", REST);
    check_messages(chain.data, NULL,
                   (const char *const[3]){"c.yaml:202:9: error: variables.v201: \"v202 + 1\" is no number: "
                                          "the variable 'v202' is at the end of a chain of 200"});
    scree_free(texts.data);
    scree_free(chain.data);
}

static void test_unused_variables(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_case c;
    assert_true(scree_case_read_text("c.yaml", "variables: {a: 1, b: a}\n" REST, &c, r));
    assert_int_equal(scree_report_size(r), 1);
    assert_string_equal(scree_report_text(r, 0), "c.yaml:1:22: warning: the variable 'b' is not used");
    scree_case_clear(&c);
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),           cmocka_unit_test(test_wrong_expressions),
        cmocka_unit_test(test_variables),        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_aliases_apart),    cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_unused_variables), cmocka_unit_test(test_units_of_values),
        cmocka_unit_test(test_large_variables),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
