// SPDX-License-Identifier: BSD-3-Clause
#include "text/units.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef struct unit_name {
    const char *name;
    scree_dimension dimension; // kg m s rad cycle kelvin ampere
    int exponent10;
    double times, over;
    bool prefix; // takes SI prefixes
} unit_name;

static const unit_name unit_table[] = {
    {"m", {0, 1, 0, 0, 0, 0, 0}, 0, 1, 1, true},
    {"g", {1, 0, 0, 0, 0, 0, 0}, -3, 1, 1, true},
    {"s", {0, 0, 1, 0, 0, 0, 0}, 0, 1, 1, true},
    {"N", {1, 1, -2, 0, 0, 0, 0}, 0, 1, 1, true},
    {"Pa", {1, -1, -2, 0, 0, 0, 0}, 0, 1, 1, true},
    {"J", {1, 2, -2, 0, 0, 0, 0}, 0, 1, 1, true},
    {"W", {1, 2, -3, 0, 0, 0, 0}, 0, 1, 1, true},
    {"Hz", {0, 0, -1, 0, 1, 0, 0}, 0, 1, 1, true},
    {"rad", {0, 0, 0, 1, 0, 0, 0}, 0, 1, 1, true},
    {"K", {0, 0, 0, 0, 0, 1, 0}, 0, 1, 1, true},
    {"A", {0, 0, 0, 0, 0, 0, 1}, 0, 1, 1, true},
    {"C", {0, 0, 1, 0, 0, 0, 1}, 0, 1, 1, true},
    {"V", {1, 2, -3, 0, 0, 0, -1}, 0, 1, 1, true},
    {"T", {1, 0, -2, 0, 0, 0, -1}, 0, 1, 1, true},
    {"bar", {1, -1, -2, 0, 0, 0, 0}, 5, 1, 1, true},
    {"t", {1, 0, 0, 0, 0, 0, 0}, 3, 1, 1, false},
    {"l", {0, 3, 0, 0, 0, 0, 0}, -3, 1, 1, true},
    {"L", {0, 3, 0, 0, 0, 0, 0}, -3, 1, 1, true},
    {"min", {0, 0, 1, 0, 0, 0, 0}, 0, 60, 1, false},
    {"h", {0, 0, 1, 0, 0, 0, 0}, 0, 3600, 1, false},
    {"deg", {0, 0, 0, 1, 0, 0, 0}, 0, PI, 180, false},
    {"\xc2\xb0", {0, 0, 0, 1, 0, 0, 0}, 0, PI, 180, false},
    {"rev", {0, 0, 0, 1, 0, 0, 0}, 0, 2 * PI, 1, false},
    {"rpm", {0, 0, -1, 1, 0, 0, 0}, 0, PI, 30, false},
    {"%", {0, 0, 0, 0, 0, 0, 0}, -2, 1, 1, false},
    {"1", {0, 0, 0, 0, 0, 0, 0}, 0, 1, 1, false},
};

static const struct {
    const char *text;
    int exponent10;
} prefix_table[] = {{"p", -12}, {"n", -9}, {"u", -6}, {"\xc2\xb5", -6}, {"\xce\xbc", -6},
                    {"m", -3},  {"c", -2}, {"d", -1}, {"h", 2},         {"k", 3},
                    {"M", 6},   {"G", 9},  {"T", 12}};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static bool same_text(const char *name, const char *s, size_t n) {
    return strlen(name) == n && memcmp(name, s, n) == 0;
}

// Whole names are tried before prefixes: "min" is a minute, "Pa" is not a peta-year.
static const unit_name *find_unit(const char *s, size_t n, int *prefix) {
    *prefix = 0;
    for (size_t i = 0; i < COUNT(unit_table); i++) {
        if (same_text(unit_table[i].name, s, n)) {
            return &unit_table[i];
        }
    }
    for (size_t p = 0; p < COUNT(prefix_table); p++) {
        size_t np = strlen(prefix_table[p].text);
        if (np >= n || memcmp(prefix_table[p].text, s, np) != 0) {
            continue;
        }
        for (size_t i = 0; i < COUNT(unit_table); i++) {
            if (unit_table[i].prefix && same_text(unit_table[i].name, s + np, n - np)) {
                *prefix = prefix_table[p].exponent10;
                return &unit_table[i];
            }
        }
    }
    return NULL;
}

static void multiply(scree_unit *u, const scree_unit *f, int power) {
    u->dimension.kg += power * f->dimension.kg;
    u->dimension.m += power * f->dimension.m;
    u->dimension.s += power * f->dimension.s;
    u->dimension.rad += power * f->dimension.rad;
    u->dimension.cycle += power * f->dimension.cycle;
    u->dimension.kelvin += power * f->dimension.kelvin;
    u->dimension.ampere += power * f->dimension.ampere;
    u->exponent10 += power * f->exponent10;
    for (int i = 0; i < abs(power); i++) {
        u->times *= power > 0 ? f->times : f->over;
        u->over *= power > 0 ? f->over : f->times;
    }
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Is this a character of a unit name? True for every byte of a UTF-8 sequence except superscripts, which are powers.
static bool is_name(const char *s) {
    if (strncmp(s, "\xc2\xb2", 2) == 0 || strncmp(s, "\xc2\xb3", 2) == 0 || strncmp(s, "\xc2\xb7", 2) == 0) {
        return false;
    }
    unsigned char c = (unsigned char)*s;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || c == '_' || c >= 0x80;
}

// "2", "^2", "^-1", "-1", or a superscript; 1 when there is none. False: malformed.
static bool parse_power(const char **s, int *power) {
    *power = 1;
    if (strncmp(*s, "\xc2\xb2", 2) == 0 || strncmp(*s, "\xc2\xb3", 2) == 0) {
        *power = (*s)[1] == '\xb2' ? 2 : 3;
        *s += 2;
        return true;
    }
    bool caret = **s == '^';
    const char *p = *s + (caret ? 1 : 0);
    int sign = *p == '-' ? -1 : 1;
    if (*p == '-' || (caret && *p == '+')) {
        p++;
    }
    if (!is_digit(*p)) {
        return !caret && p == *s;
    }
    *power = sign * (*p++ - '0');
    *s = p;
    // Powers above 9 are typing errors; "t1" is no unit, so that it may be the name of a variable.
    return !is_digit(*p) && *power != 0 && (caret || *power != 1);
}

typedef struct unit_reader {
    const char *begin, *s;
    int depth;
    bool expression; // something may follow that is no part of the unit
    const char *bad; // position of the error
    size_t nbad;
} unit_reader;

static const char *behind_blanks(const char *s) {
    return s + strspn(s, " \t");
}

// "1" is a unit in front of a divisor, "1/s", and if it is alone. Behind another unit it is a number: "2 m / 1 %".
static bool is_one(const unit_reader *r) {
    if (r->s != r->begin || *r->s != '1') {
        return false;
    }
    const char *next = behind_blanks(r->s + 1);
    return *next == '/' || *next == '\0';
}

static bool parse_product(unit_reader *r, scree_unit *unit);

static bool parse_factor(unit_reader *r, scree_unit *factor) {
    *factor = (scree_unit){.times = 1, .over = 1};
    scree_unit inner = *factor;
    const char *start = r->s;
    if (*r->s == '(') {
        r->s++;
        if (++r->depth > 4 || !parse_product(r, &inner)) {
            return false;
        }
        r->depth--;
        if (*r->s != ')') {
            return r->bad = start, r->nbad = strlen(start), false;
        }
        r->s++;
    } else {
        while (is_name(r->s)) {
            r->s++;
        }
        r->s += is_one(r) ? 1 : 0;
        size_t n = (size_t)(r->s - start);
        int prefix;
        const unit_name *name = n > 0 ? find_unit(start, n, &prefix) : NULL;
        if (!name) {
            return r->bad = start, r->nbad = n > 0 ? n : strlen(start), false;
        }
        inner = (scree_unit){name->dimension, name->exponent10 + prefix, name->times, name->over};
    }
    int power = 1;
    const bool difference = r->expression && r->depth == 0 && *r->s == '-'; // "4 mm-1 mm"
    if (!difference && !parse_power(&r->s, &power)) {
        return r->bad = start, r->nbad = strlen(start), false;
    }
    multiply(factor, &inner, power);
    return true;
}

static void skip_blank(unit_reader *r) {
    r->s = behind_blanks(r->s);
}

static bool parse_product(unit_reader *r, scree_unit *unit) {
    int direction = 1;
    for (;;) {
        scree_unit factor;
        skip_blank(r);
        if (!parse_factor(r, &factor)) {
            return false;
        }
        multiply(unit, &factor, direction);
        skip_blank(r);
        if (*r->s == '\0' || *r->s == ')') {
            return true;
        }
        direction = *r->s == '/' ? -1 : 1;
        if (*r->s == '/' || *r->s == '*') {
            r->s++;
        } else if (strncmp(r->s, "\xc2\xb7", 2) == 0) {
            r->s += 2;
        }
    }
}

bool scree_unit_parse(const char *text, scree_unit *unit, char bad[24]) {
    unit_reader r = {.begin = text, .s = text};
    *unit = (scree_unit){.times = 1, .over = 1};
    bool fine = parse_product(&r, unit) && *r.s == '\0';
    if (!fine && bad) {
        snprintf(bad, 24, "%.*s", r.bad ? (int)(r.nbad < 23 ? r.nbad : 23) : 23, r.bad ? r.bad : r.s);
    }
    return fine;
}

// A name with its power, or a parenthesis. Other things may follow a unit in an expression: "2 m / 1.5" divides by a number, "2 m-1 m"
// subtracts (so negative powers need a caret), "2 m / min(a, b)" calls a function, and "2 m * s2x" goes on with a variable.
static bool parse_factor_of_start(unit_reader *r, scree_unit *factor) {
    const char *start = r->s;
    r->depth = 0;
    if (is_digit(*start) || !parse_factor(r, factor)) {
        return false;
    }
    return !(is_digit(r->s[-1]) && is_name(r->s)) && !(*r->s == '(' && *start != '(');
}

size_t scree_unit_parse_start(const char *text, scree_unit *unit) {
    unit_reader r = {.begin = text, .s = behind_blanks(text), .expression = true};
    size_t used = 0;
    int direction = 1;
    *unit = (scree_unit){.times = 1, .over = 1};
    if (*r.s == '1') {
        r.s = behind_blanks(r.s + 1);
        direction = -1;
        if (*r.s++ != '/') {
            return 0;
        }
    }
    for (;;) {
        scree_unit factor;
        skip_blank(&r);
        if (!parse_factor_of_start(&r, &factor)) {
            return used;
        }
        multiply(unit, &factor, direction);
        used = (size_t)(r.s - text);
        skip_blank(&r);
        direction = *r.s == '/' ? -1 : 1;
        r.s += *r.s == '/' || *r.s == '*' ? 1 : strncmp(r.s, "\xc2\xb7", 2) == 0 ? 2 : 0;
    }
}

// Length of the decimal number in the first n bytes of s, or up to its end; 0: there is none.
static size_t number_length(const char *s, size_t n) {
    size_t i = 0, digits = 0;
    if (i < n && (s[i] == '+' || s[i] == '-')) {
        i++;
    }
    for (; i < n && is_digit(s[i]); i++) {
        digits++;
    }
    if (i < n && s[i] == '.') {
        for (i++; i < n && is_digit(s[i]); i++) {
            digits++;
        }
    }
    if (digits == 0) {
        return 0;
    }
    if (i < n && (s[i] == 'e' || s[i] == 'E')) {
        size_t j = i + 1;
        if (j < n && (s[j] == '+' || s[j] == '-')) {
            j++;
        }
        if (j < n && is_digit(s[j])) {
            while (j < n && is_digit(s[j])) {
                j++;
            }
            i = j;
        }
    }
    return i;
}

// The decimal point is removed and included in the exponent, so that strtod does not depend on the locale.
bool scree_number_parse(const char *s, size_t n, int exponent10, double *value) {
    char digits[400], text[440];
    size_t used = 0, i = 0;
    long exponent = exponent10;
    bool negative = false, after_point = false;
    if (n == 0 || number_length(s, n) != n) {
        return false;
    }
    if (s[i] == '+' || s[i] == '-') {
        negative = s[i++] == '-';
    }
    for (; i < n && s[i] != 'e' && s[i] != 'E'; i++) {
        if (s[i] == '.') {
            after_point = true;
            continue;
        }
        if (used == 0 && s[i] == '0') { // skip leading zeros
            exponent -= after_point;
            continue;
        }
        if (used + 1 < sizeof digits) {
            digits[used++] = s[i];
            exponent -= after_point;
        } else {
            exponent += !after_point; // further digits only scale the number
        }
    }
    if (i < n) {
        bool down = s[i + 1] == '-';
        long given = 0;
        for (i += s[i + 1] == '-' || s[i + 1] == '+' ? 2 : 1; i < n; i++) {
            given = given < 100000 ? 10 * given + (s[i] - '0') : given;
        }
        exponent += down ? -given : given;
    }
    digits[used] = '\0';
    snprintf(text, sizeof text, "%s%se%ld", negative ? "-" : "", used > 0 ? digits : "0", exponent);
    *value = strtod(text, NULL);
    return true;
}

static bool spells_special(const char *s) {
    static const char *const word[] = {"inf", "nan", "infinity"};
    s += *s == '-' || *s == '+';
    s += *s == '.';
    for (size_t w = 0; w < COUNT(word); w++) {
        size_t i = 0;
        while (s[i] && word[w][i] && (s[i] | 32) == word[w][i]) {
            i++;
        }
        if (!word[w][i] && (s[i] == '\0' || s[i] == ' ')) {
            return true;
        }
    }
    return false;
}

// The number in the first n characters of the text, in that unit.
static scree_quantity_error set_value(scree_quantity *q, const char *text, size_t n, const scree_unit *unit) {
    q->dimension = unit->dimension;
    scree_number_parse(text, n, unit->exponent10, &q->value);
    if (unit->times != 1) {
        q->value *= unit->times;
    }
    if (unit->over != 1) {
        q->value /= unit->over;
    }
    return isfinite(q->value) ? SCREE_QUANTITY_OK : SCREE_QUANTITY_NOT_FINITE;
}

scree_quantity_error scree_quantity_parse(const char *text, scree_quantity *q) {
    *q = (scree_quantity){0};
    while (*text == ' ' || *text == '\t') {
        text++;
    }
    if (spells_special(text)) {
        return SCREE_QUANTITY_NOT_FINITE;
    }
    size_t n = number_length(text, SIZE_MAX);
    if (n == 0) {
        return SCREE_QUANTITY_NOT_A_NUMBER;
    }
    const char *rest = text + n;
    bool blank = *rest == ' ' || *rest == '\t';
    while (*rest == ' ' || *rest == '\t') {
        rest++;
    }
    // "0x10" and "1_000" are not numbers with a unit "x10" or "_000".
    if (!blank && *rest && (!is_name(rest) || *rest == '_' || *rest == 'x')) {
        return SCREE_QUANTITY_NOT_A_NUMBER;
    }
    snprintf(q->number, sizeof q->number, "%.*s", (int)(n < 39 ? n : 39), text);
    snprintf(q->unit, sizeof q->unit, "%.39s", rest);
    scree_unit unit = {.times = 1, .over = 1};
    q->has_unit = *rest != '\0';
    if (strcmp(rest, "1") == 0) { // "3 1"
        snprintf(q->bad, sizeof q->bad, "1");
        return SCREE_QUANTITY_BAD_UNIT;
    }
    if (q->has_unit && !scree_unit_parse(rest, &unit, q->bad)) {
        return SCREE_QUANTITY_BAD_UNIT;
    }
    return set_value(q, text, n, &unit);
}

scree_quantity_error scree_number_parse_start(const char *text, scree_quantity *q, size_t *used) {
    const scree_unit none = {.times = 1, .over = 1};
    *q = (scree_quantity){0};
    *used = number_length(text, SIZE_MAX);
    return *used == 0 ? SCREE_QUANTITY_NOT_A_NUMBER : set_value(q, text, *used, &none);
}

scree_quantity_error scree_quantity_parse_start(const char *text, scree_quantity *q, size_t *used) {
    scree_unit unit;
    const size_t n = number_length(text, SIZE_MAX);
    *q = (scree_quantity){0};
    *used = n;
    if (n == 0) {
        return SCREE_QUANTITY_NOT_A_NUMBER;
    }
    const size_t of_unit = scree_unit_parse_start(text + n, &unit);
    q->has_unit = of_unit > 0;
    *used += of_unit;
    return set_value(q, text, n, &unit);
}

scree_quantity scree_unit_quantity(const scree_unit *unit) {
    scree_quantity q = {.has_unit = true};
    set_value(&q, "1", 1, unit);
    return q;
}

bool scree_dimension_fits(scree_dimension given, scree_dimension wanted) {
    if (given.kg != wanted.kg || given.m != wanted.m || given.s != wanted.s ||
        given.kelvin != wanted.kelvin || given.ampere != wanted.ampere) {
        return false;
    }
    // A radian may be omitted ("2 1/s" is an angular velocity) but not added; Hz is accepted only for cycles.
    if (given.rad != wanted.rad && given.rad > 0) {
        return false;
    }
    return given.cycle == 0 || wanted.rad == 0;
}

static const struct {
    scree_dimension dimension;
    const char *name, *example;
} dimension_table[] = {
    {{0, 0, 0, 0, 0, 0, 0}, "a pure number", "0.5"},
    {{0, 1, 0, 0, 0, 0, 0}, "a length", "4 mm"},
    {{0, 2, 0, 0, 0, 0, 0}, "an area", "1 mm2"},
    {{0, 3, 0, 0, 0, 0, 0}, "a volume", "1 l"},
    {{1, 0, 0, 0, 0, 0, 0}, "a mass", "2 kg"},
    {{0, 0, 1, 0, 0, 0, 0}, "a time", "1 ms"},
    {{0, 1, -1, 0, 0, 0, 0}, "a velocity", "1 m/s"},
    {{0, 1, -2, 0, 0, 0, 0}, "an acceleration", "9.81 m/s2"},
    {{1, 1, -2, 0, 0, 0, 0}, "a force", "1 N"},
    {{1, 2, -2, 0, 0, 0, 0}, "an energy or torque", "1 mJ"},
    {{1, 2, -3, 0, 0, 0, 0}, "a power", "1 W"},
    {{1, -1, -2, 0, 0, 0, 0}, "a pressure", "1 GPa"},
    {{1, 0, -2, 0, 0, 0, 0}, "a stiffness or surface energy", "1 N/m"},
    {{1, -3, 0, 0, 0, 0, 0}, "a density", "2500 kg/m3"},
    {{1, 0, -1, 0, 0, 0, 0}, "a mass flow or damping coefficient", "0.5 kg/s"},
    {{1, -1, -1, 0, 0, 0, 0}, "a viscosity", "1 mPa s"},
    {{0, 0, 0, 1, 0, 0, 0}, "an angle", "30 deg"},
    {{0, 0, -1, 1, 0, 0, 0}, "an angular velocity", "2 rpm"},
    {{0, 0, -1, 0, 1, 0, 0}, "a frequency", "50 Hz"},
    {{0, 0, -1, 0, 0, 0, 0}, "a rate", "100 1/s"},
    {{0, 0, 0, 0, 0, 1, 0}, "a temperature", "300 K"},
    {{0, 2, -2, 0, 0, -1, 0}, "a heat capacity", "800 J/(kg K)"},
    {{1, 1, -3, 0, 0, -1, 0}, "a heat conductivity", "1 W/(m K)"},
    {{1, 0, -3, 0, 0, -1, 0}, "a heat transfer coefficient", "10 W/(m2 K)"},
    {{1, 0, -3, 0, 0, 0, 0}, "a heat flux", "100 W/m2"},
    {{1, -1, -3, 0, 0, 0, 0}, "a power per volume", "1 kW/m3"},
    {{0, 0, 0, 0, 0, 0, 1}, "an electric current", "1 A"},
    {{0, 0, 1, 0, 0, 0, 1}, "an electric charge", "1 nC"},
    {{-1, 0, 1, 0, 0, 0, 1}, "a charge per mass", "1 uC/kg"},
    {{1, 1, -3, 0, 0, 0, -1}, "an electric field", "1 kV/m"},
    {{0, -1, 0, 0, 0, 0, 1}, "a magnetic field", "10 kA/m"},
    {{1, 0, -2, 0, 0, 0, -1}, "a magnetic flux density", "10 mT"},
};

static int find_dimension(scree_dimension d) {
    for (size_t i = 0; i < COUNT(dimension_table); i++) {
        scree_dimension t = dimension_table[i].dimension;
        if (t.kg == d.kg && t.m == d.m && t.s == d.s && t.rad == d.rad && t.cycle == d.cycle &&
            t.kelvin == d.kelvin && t.ampere == d.ampere) {
            return (int)i;
        }
    }
    return -1;
}

const char *scree_dimension_name(scree_dimension d) {
    int i = find_dimension(d);
    return i < 0 ? NULL : dimension_table[i].name;
}

const char *scree_dimension_example(scree_dimension d) {
    int i = find_dimension(d);
    return i < 0 ? NULL : dimension_table[i].example;
}

const char *scree_unit_shown(const char *unit) {
    return strcmp(unit, "1") == 0 ? "" : unit;
}

void scree_dimension_text(scree_dimension d, char out[64]) {
    static const char *const base[] = {"kg", "m", "s", "Hz", "rad", "K", "A"};
    const int power[] = {d.kg,    d.m,   d.s + d.cycle, // a cycle is counted in Hz
                         d.cycle, d.rad, d.kelvin,      d.ampere};
    size_t n = 0;
    out[0] = '\0';
    for (size_t k = 0; k < COUNT(base) && n < 50; k++) {
        if (power[k] != 0) {
            n += (size_t)snprintf(out + n, 64 - n, power[k] == 1 ? "%s%s" : "%s%s^%d", n > 0 ? " " : "",
                                  base[k], power[k]);
        }
    }
}

// Replaces the decimal separator of the locale by a point.
static void fix_point(char *text) {
    char *out = text;
    for (const char *in = text; *in; in++) {
        bool plain = is_digit(*in) || (*in >= 'a' && *in <= 'z') || *in == '+' || *in == '-';
        if (plain) {
            *out++ = *in;
        } else if (out == text || out[-1] != '.') {
            *out++ = '.';
        }
    }
    *out = '\0';
}

void scree_number_text_full(double value, char out[32]) {
    snprintf(out, 32, "%.17g", value);
    fix_point(out);
}

void scree_number_text(double value, char out[32]) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, 32, "%.*g", digits, value);
        if (strtod(out, NULL) == value) {
            break;
        }
    }
    fix_point(out);
}
