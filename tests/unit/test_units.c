// SPDX-License-Identifier: BSD-3-Clause
// Units: exact conversion, dimensions, errors; the same in a locale with decimal commas.
#include "text/units.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PI 3.14159265358979323846

static const struct {
    const char *text;
    double value; // the double nearest to the decimal value, bit for bit
} exact[] = {
    {"5", 5},
    {"-9.81", -9.81},
    {"+.5", 0.5},
    {"1.", 1},
    {"1e-6", 1e-6},
    {"4 mm", 0.004},
    {"4mm", 0.004},
    {"0.7 mm", 0.0007},
    {"1.5 us", 1.5e-6},
    {"1.5 \xc2\xb5s", 1.5e-6},
    {"3 nm", 3e-9},
    {"1 GPa", 1e9},
    {"210 GPa", 210e9},
    {"0.1 kPa", 100},
    {"20 g", 0.02},
    {"7 mg", 7e-6},
    {"2 t", 2000},
    {"2500 kg/m3", 2500},
    {"2500 kg/m^3", 2500},
    {"2500 kg m^-3", 2500},
    {"2500 kg m-3", 2500},
    {"2500 kg/m\xc2\xb3", 2500},
    {"2.5 g/cm3", 2500},
    {"7.8 g/cm^3", 7800},
    {"0.5 kg/s", 0.5},
    {"100 1/s", 100},
    {"3 m/s", 3},
    {"9.81 m/s^2", 9.81},
    {"10 Hz", 10},
    {"1.1 kHz", 1100},
    {"1 N/mm", 1000},
    {"1 mJ/m2", 1e-3},
    {"1 N s/m", 1},
    {"1 N*s/m", 1},
    {"1 kg/(m s)", 1},
    {"3 l", 0.003},
    {"1.3 bar", 1.3e5},
    {"60 %", 0.6},
    {"7 %", 0.07},
    {"2 min", 120},
    {"1.5 h", 5400},
    {"36 m/h", 0.01},
    {"30 deg", 30 * PI / 180},
    {"180 \xc2\xb0", PI},
    {"2 rpm", 2 * PI / 30},
    {"0 mm", 0},
    {"1e-400 m", 0},
    {"123456789012345678901234567890 m", 123456789012345678901234567890.0},
    {"0.1000000000000000055511151231257827021181583404541015625", 0.1},
};

static void check_exact(void) {
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        scree_quantity q;
        scree_quantity_error e = scree_quantity_parse(exact[i].text, &q);
        if (e != SCREE_QUANTITY_OK || memcmp(&q.value, &exact[i].value, sizeof q.value) != 0) {
            fail_msg("\"%s\": error %d, %.17g instead of %.17g", exact[i].text, (int)e, q.value,
                     exact[i].value);
        }
    }
}

static void test_exact(void **state) {
    (void)state;
    check_exact();
}

static void test_locale(void **state) {
    (void)state;
    static const char *const comma[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
    bool found = false;
    for (size_t i = 0; i < sizeof comma / sizeof *comma && !found; i++) {
        found = setlocale(LC_ALL, comma[i]) != NULL;
    }
    char text[32];
    check_exact();
    scree_number_text(0.5, text);
    assert_string_equal(text, "0.5");
    scree_number_text_full(0.1, text);
    assert_string_equal(text, "0.10000000000000001");
    setlocale(LC_ALL, "C");
    if (!found) {
        skip();
    }
}

// Every prefix against strtod of the same decimal digits.
static void test_prefixes(void **state) {
    (void)state;
    static const char *const prefix[] = {"p", "n", "u", "m", "c", "d", "h", "k", "M", "G", "T"};
    static const int power[] = {-12, -9, -6, -3, -2, -1, 2, 3, 6, 9, 12};
    for (int p = 0; p < 11; p++) {
        for (int n = 1; n < 2000; n += 7) {
            char text[40], plain[40];
            scree_quantity q;
            snprintf(text, sizeof text, "%d.%d %sPa", n, n % 97, prefix[p]);
            snprintf(plain, sizeof plain, "%d.%de%d", n, n % 97, power[p]);
            assert_int_equal(scree_quantity_parse(text, &q), SCREE_QUANTITY_OK);
            if (q.value != strtod(plain, NULL)) {
                fail_msg("%s is %.17g", text, q.value);
            }
        }
    }
}

static void test_refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        scree_quantity_error error;
        const char *bad;
    } refused[] = {
        {"", SCREE_QUANTITY_NOT_A_NUMBER, ""},
        {"mm", SCREE_QUANTITY_NOT_A_NUMBER, ""},
        {"--4", SCREE_QUANTITY_NOT_A_NUMBER, ""},
        {".", SCREE_QUANTITY_NOT_A_NUMBER, ""},
        {"e5", SCREE_QUANTITY_NOT_A_NUMBER, ""},
        {"0x10", SCREE_QUANTITY_NOT_A_NUMBER, ""},
        {"1_000", SCREE_QUANTITY_NOT_A_NUMBER, ""},
        {"1,5", SCREE_QUANTITY_NOT_A_NUMBER, ""},
        {"1:30", SCREE_QUANTITY_NOT_A_NUMBER, ""},
        {"auto", SCREE_QUANTITY_NOT_A_NUMBER, ""},
        {"nan", SCREE_QUANTITY_NOT_FINITE, ""},
        {".NaN", SCREE_QUANTITY_NOT_FINITE, ""},
        {"-.inf", SCREE_QUANTITY_NOT_FINITE, ""},
        {"Infinity", SCREE_QUANTITY_NOT_FINITE, ""},
        {"1e999", SCREE_QUANTITY_NOT_FINITE, ""},
        {"1e300 Tm3", SCREE_QUANTITY_NOT_FINITE, ""},
        {"4 mn", SCREE_QUANTITY_BAD_UNIT, "mn"},
        {"4 kmin", SCREE_QUANTITY_BAD_UNIT, "kmin"},
        {"4 m/", SCREE_QUANTITY_BAD_UNIT, ""},
        {"4 /s", SCREE_QUANTITY_BAD_UNIT, "/s"},
        {"4 m^", SCREE_QUANTITY_BAD_UNIT, "m^"},
        {"4 m12", SCREE_QUANTITY_BAD_UNIT, "m12"},
        {"4 m0", SCREE_QUANTITY_BAD_UNIT, "m0"},
        {"4 (m", SCREE_QUANTITY_BAD_UNIT, "(m"},
        {"4 m)", SCREE_QUANTITY_BAD_UNIT, ")"},
        {"4 5", SCREE_QUANTITY_BAD_UNIT, "5"},
        {"4 1", SCREE_QUANTITY_BAD_UNIT, "1"},
        {"2 m / 1 %", SCREE_QUANTITY_BAD_UNIT, "1 %"},
        {"5e", SCREE_QUANTITY_BAD_UNIT, "e"},
        {"4 ((((((m))))))", SCREE_QUANTITY_BAD_UNIT, NULL},
        {"4 kg/furlong", SCREE_QUANTITY_BAD_UNIT, "furlong"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        scree_quantity q;
        scree_quantity_error e = scree_quantity_parse(refused[i].text, &q);
        if (e != refused[i].error || (refused[i].bad && strcmp(q.bad, refused[i].bad) != 0)) {
            fail_msg("\"%s\": error %d, bad part \"%s\"", refused[i].text, (int)e, q.bad);
        }
    }
}

static bool fits(const char *given, const char *wanted) {
    scree_unit g, w;
    assert_true(scree_unit_parse(given, &g, NULL));
    assert_true(scree_unit_parse(wanted, &w, NULL));
    return scree_dimension_fits(g.dimension, w.dimension);
}

static void test_dimensions(void **state) {
    (void)state;
    assert_true(fits("mm", "m"));
    assert_false(fits("kg", "m"));
    assert_true(fits("N/m2", "Pa"));
    assert_true(fits("kg/(m s^2)", "Pa"));
    assert_true(fits("J/m2", "N/m"));
    assert_true(fits("W s", "N m"));
    assert_true(fits("rpm", "rad/s"));
    assert_true(fits("deg/s", "rad/s"));
    assert_true(fits("1/s", "rad/s")); // a radian is 1
    assert_false(fits("Hz", "rad/s")); // ambiguous: 2 Hz could be 4 pi rad/s or 2 rad/s
    assert_false(fits("rpm", "Hz"));
    assert_true(fits("1/s", "Hz"));
    assert_true(fits("Hz", "1/s"));
    assert_false(fits("deg", "1"));
    assert_true(fits("%", "1"));
    assert_true(fits("mm/m", "1"));
    scree_unit u;
    assert_true(scree_unit_parse("kg/m3", &u, NULL));
    assert_string_equal(scree_dimension_name(u.dimension), "a density");
    assert_true(scree_unit_parse("kg3", &u, NULL));
    assert_null(scree_dimension_name(u.dimension));
}

static void test_number_text(void **state) {
    (void)state;
    char text[32];
    scree_number_text(0.1, text);
    assert_string_equal(text, "0.1");
    scree_number_text(1.0 / 3.0, text);
    assert_string_equal(text, "0.3333333333333333");
    scree_number_text(-1e300, text);
    assert_string_equal(text, "-1e+300");
    scree_number_text_full(0.004, text);
    assert_true(strtod(text, NULL) == 0.004);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact),   cmocka_unit_test(test_locale),     cmocka_unit_test(test_prefixes),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_dimensions), cmocka_unit_test(test_number_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
