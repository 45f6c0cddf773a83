// SPDX-License-Identifier: BSD-3-Clause
#include "text/expression.h"
#include "maths/math.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH_MAX = 50, ARGUMENTS_MAX = 8 };

typedef struct reader {
    const char *s;
    int depth;
    bool exponent; // a number there takes no unit: "10^3 mm"
    scree_variable_lookup find;
    void *context;
    scree_formula *formula; // gets the operations on variables; NULL: only the value is wanted
    char *wrong;
} reader;

static bool set_wrong(reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool set_wrong(reader *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(r->wrong, SCREE_EXPRESSION_ERROR, format, args);
    va_end(args);
    return false;
}

// ---- operations ---------------------------------------------------------------------------------------------

// Is this an exponent for which powers are products?
static bool is_whole(double exponent) {
    return exponent == floor(exponent) && fabs(exponent) <= 64.0;
}

static double raise_to_whole(double x, double exponent) {
    double power = 1.0;
    for (int k = 0; k < (int)fabs(exponent); k++) {
        power *= x;
    }
    return exponent < 0.0 ? 1.0 / power : power;
}

static double of_angle(scree_operation what, double x) {
    double sine, cosine;
    scree_sin_cos(x, &sine, &cosine);
    return what == SCREE_SINE ? sine : what == SCREE_COSINE ? cosine : sine / cosine;
}

static double operate(scree_operation what, double x, double y) {
    switch (what) {
    case SCREE_SUM:
        return x + y;
    case SCREE_DIFFERENCE:
        return x - y;
    case SCREE_PRODUCT:
        return x * y;
    case SCREE_QUOTIENT:
        return x / y;
    case SCREE_RAISE:
        return scree_pow(x, y);
    case SCREE_RAISE_TO_WHOLE:
        return raise_to_whole(x, y);
    case SCREE_LEAST:
        return y < x ? y : x;
    case SCREE_MOST:
        return y < x ? x : y;
    case SCREE_NEGATIVE:
        return -x;
    case SCREE_SQUARE_ROOT:
        return sqrt(x);
    case SCREE_ABSOLUTE:
        return fabs(x);
    case SCREE_SINE:
    case SCREE_COSINE:
    case SCREE_TANGENT:
        return of_angle(what, x);
    case SCREE_ARC_TANGENT:
        return scree_atan(x);
    case SCREE_EXPONENTIAL:
        return scree_exp(x);
    case SCREE_LOGARITHM:
        return scree_log(x);
    case SCREE_FLOOR:
        return floor(x);
    case SCREE_CEILING:
        return ceil(x);
    case SCREE_ROUND:
        break;
    }
    return floor(x + 0.5);
}

// Notes that q is the result of an operation on a and b; b: NULL, or a constant of an operation on one value.
static void record(reader *r, scree_operation what, scree_quantity *q, const scree_quantity *a,
                   const scree_quantity *b) {
    const scree_quantity none = {0};
    const scree_quantity *other = b ? b : &none;
    q->step = 0;
    if (r->formula && (a->step > 0 || other->step > 0)) {
        const scree_formula_step step = {what, a->step, other->step, a->value, other->value};
        scree_array_push(&r->formula->step, step);
        q->step = r->formula->variables + (int)r->formula->step.n;
    }
}

static void skip_blank(reader *r) {
    r->s += strspn(r->s, " \t");
}

// "a length", or the powers of a combination without a name.
static const char *describe(const scree_quantity *q, char out[80]) {
    const char *name = scree_dimension_name(q->dimension);
    char units[64];
    scree_dimension_text(q->dimension, units);
    snprintf(out, 80, "a value in %s", units);
    return name ? name : out;
}

static bool same_dimension(scree_dimension a, scree_dimension b) {
    return a.kg == b.kg && a.m == b.m && a.s == b.s && a.rad == b.rad && a.cycle == b.cycle &&
           a.kelvin == b.kelvin && a.ampere == b.ampere;
}

static bool is_pure(const scree_quantity *q) {
    return same_dimension(q->dimension, (scree_dimension){0});
}

static bool need_alike(reader *r, const char *what, const scree_quantity *a, const scree_quantity *b) {
    char left[80], right[80];
    return same_dimension(a->dimension, b->dimension) ||
           set_wrong(r, "%s of %s and %s", what, describe(a, left), describe(b, right));
}

static scree_dimension dimension_power(scree_dimension d, int n) {
    return (scree_dimension){d.kg * n, d.m * n, d.s * n, d.rad * n, d.cycle * n, d.kelvin * n, d.ampere * n};
}

static scree_quantity multiply(scree_quantity a, scree_quantity b, bool divide) {
    const scree_dimension d = a.dimension, e = dimension_power(b.dimension, divide ? -1 : 1);
    scree_quantity q = {.value = divide ? a.value / b.value : a.value * b.value,
                        .has_unit = a.has_unit || b.has_unit,
                        .dimension = {d.kg + e.kg, d.m + e.m, d.s + e.s, d.rad + e.rad, d.cycle + e.cycle,
                                      d.kelvin + e.kelvin, d.ampere + e.ampere}};
    const scree_dimension f = q.dimension;
    const bool of_time = f.kg == 0 && f.m == 0 && f.kelvin == 0 && f.ampere == 0;
    q.dimension.rad = of_time && !(f.rad < 0 && f.s > 0) ? f.rad : 0; // 2 * pi / omega is a time
    q.dimension.cycle = of_time && f.s < 0 && f.cycle > 0 ? f.cycle : 0;
    return q;
}

static bool raise_to(reader *r, scree_quantity *base, const scree_quantity *exponent) {
    const double e = exponent->value;
    const bool whole = exponent->step == 0 && is_whole(e);
    if (!is_pure(exponent)) {
        return set_wrong(r, "an exponent must be a pure number");
    }
    if (!whole && !is_pure(base)) {
        return set_wrong(r, "an exponent of a value with a unit must be a whole number; there is sqrt()");
    }
    if (!whole && base->step == 0 && base->value < 0.0) {
        return set_wrong(r, "a power of a negative number that is not whole");
    }
    const scree_quantity before = *base;
    record(r, whole ? SCREE_RAISE_TO_WHOLE : SCREE_RAISE, base, &before, exponent);
    base->value = operate(whole ? SCREE_RAISE_TO_WHOLE : SCREE_RAISE, base->value, e);
    base->dimension = whole ? dimension_power(base->dimension, (int)e) : base->dimension;
    return true;
}

// ---- functions ------------------------------------------------------------------------------------------------

static bool need_pure(reader *r, const char *name, const scree_quantity *q, bool angle) {
    char given[80];
    const scree_dimension d = q->dimension;
    const bool fits = is_pure(q) || (angle && d.kg == 0 && d.m == 0 && d.s == 0 && d.kelvin == 0 &&
                                     d.ampere == 0 && ((d.cycle == 0 && d.rad == 1) || d.rad == 0));
    return fits || set_wrong(r, "%s() of %s; accepted: %s", name, describe(q, given),
                             angle ? "an angle" : "a pure number");
}

static bool square_root(reader *r, scree_quantity *q) {
    const scree_dimension d = q->dimension;
    if (d.kg % 2 || d.m % 2 || d.s % 2 || d.rad % 2 || d.cycle % 2 || d.kelvin % 2 || d.ampere % 2) {
        return set_wrong(r, "sqrt() of a value whose unit is no square");
    }
    if (q->step == 0 && q->value < 0.0) {
        return set_wrong(r, "sqrt() of a negative number");
    }
    const scree_quantity before = *q;
    record(r, SCREE_SQUARE_ROOT, q, &before, NULL);
    q->value = sqrt(q->value);
    q->dimension =
        (scree_dimension){d.kg / 2, d.m / 2, d.s / 2, d.rad / 2, d.cycle / 2, d.kelvin / 2, d.ampere / 2};
    return true;
}

static bool trigonometric(reader *r, const char *name, scree_quantity *q) {
    const scree_operation what = name[0] == 's' ? SCREE_SINE : name[0] == 'c' ? SCREE_COSINE : SCREE_TANGENT;
    const scree_quantity before = *q;
    if (!need_pure(r, name, q, true)) {
        return false;
    }
    *q = (scree_quantity){.value = operate(what, q->value, 0.0)};
    record(r, what, q, &before, NULL);
    return true;
}

static bool take_extreme(reader *r, const char *name, scree_quantity *q, int n) {
    for (int k = 1; k < n; k++) {
        if (!need_alike(r, name, &q[0], &q[k])) {
            return false;
        }
        const scree_operation what = name[1] == 'i' ? SCREE_LEAST : SCREE_MOST;
        const scree_quantity before = q[0];
        q[0].has_unit |= q[k].has_unit;
        q[0].value = operate(what, q[0].value, q[k].value);
        record(r, what, &q[0], &before, &q[k]);
    }
    return true;
}

static bool apply_pure(reader *r, const char *name, scree_quantity *q) {
    if (!need_pure(r, name, q, false)) {
        return false;
    }
    if (strcmp(name, "log") == 0 && q->step == 0 && !(q->value > 0.0)) {
        return set_wrong(r, "log() of a number that is not positive");
    }
    const scree_operation what = strcmp(name, "exp") == 0     ? SCREE_EXPONENTIAL
                                 : strcmp(name, "log") == 0   ? SCREE_LOGARITHM
                                 : strcmp(name, "atan") == 0  ? SCREE_ARC_TANGENT
                                 : strcmp(name, "floor") == 0 ? SCREE_FLOOR
                                 : strcmp(name, "ceil") == 0  ? SCREE_CEILING
                                                              : SCREE_ROUND;
    const scree_quantity before = *q;
    record(r, what, q, &before, NULL);
    q->value = operate(what, q->value, 0.0);
    const bool angle = strcmp(name, "atan") == 0, transcendental = name[0] == 'e' || name[0] == 'l';
    q->dimension.rad = angle;
    q->has_unit = angle || (q->has_unit && !transcendental); // exp(x) is a pure number whatever x was made of
    return true;
}

static const char *const function_names[] = {"sqrt", "abs", "min", "max",   "sin",  "cos",  "tan",
                                             "atan", "exp", "log", "floor", "ceil", "round"};
#define COUNT(a) (sizeof(a) / sizeof(a)[0])

// Puts the result into q[0].
static bool apply(reader *r, const char *name, scree_quantity *q, int n) {
    const bool extreme = strcmp(name, "min") == 0 || strcmp(name, "max") == 0;
    if (extreme ? n < 2 : n != 1) {
        return set_wrong(r, "%s() needs %s", name, extreme ? "two or more values" : "one value");
    }
    if (extreme) {
        return take_extreme(r, name, q, n);
    }
    if (strcmp(name, "abs") == 0) {
        const scree_quantity before = *q;
        record(r, SCREE_ABSOLUTE, q, &before, NULL);
        q->value = fabs(q->value);
        return true;
    }
    if (strcmp(name, "sqrt") == 0) {
        return square_root(r, q);
    }
    if (strcmp(name, "sin") == 0 || strcmp(name, "cos") == 0 || strcmp(name, "tan") == 0) {
        return trigonometric(r, name, q);
    }
    return apply_pure(r, name, q);
}

// ---- grammar --------------------------------------------------------------------------------------------------

static bool read_sum(reader *r, scree_quantity *q);

static bool expect(reader *r, char c) {
    skip_blank(r);
    if (*r->s != c) {
        return *r->s ? set_wrong(r, "'%c' is missing before \"%.30s\"", c, r->s)
                     : set_wrong(r, "'%c' is missing at the end", c);
    }
    r->s++;
    return true;
}

static bool read_call(reader *r, const char *name, scree_quantity *q) {
    scree_quantity argument[ARGUMENTS_MAX];
    const bool exponent = r->exponent;
    int n = 0;
    r->exponent = false;
    do {
        r->s++; // the parenthesis, or a comma
        if (n == ARGUMENTS_MAX) {
            return set_wrong(r, "%s() has too many values", name);
        }
        if (!read_sum(r, &argument[n++])) {
            return false;
        }
        skip_blank(r);
    } while (*r->s == ',');
    if (!expect(r, ')') || !apply(r, name, argument, n)) {
        return false;
    }
    r->exponent = exponent;
    *q = argument[0];
    return true;
}

static bool is_unit(const char *name, size_t n) {
    scree_unit unit;
    char text[24];
    snprintf(text, sizeof text, "%.*s", (int)(n < 23 ? n : 23), name);
    return n < sizeof text && scree_unit_parse(text, &unit, NULL);
}

static bool read_variable(reader *r, const char *name, size_t n, scree_quantity *q) {
    const int shown = (int)(n < 40 ? n : 40);
    if (r->find && r->find(r->context, name, n, q, r->wrong)) {
        return true;
    }
    if (r->find && !r->wrong[0]) {
        return false; // reported
    }
    if (is_unit(name, n)) {
        return set_wrong(r, "the unit %.*s has no number in front of it", shown, name);
    }
    return r->find ? false : set_wrong(r, "there is no variable '%.*s'", shown, name);
}

// A function, pi or a variable.
static bool read_name(reader *r, size_t n, scree_quantity *q) {
    const char *name = r->s;
    r->s += n;
    skip_blank(r);
    for (size_t k = 0; k < COUNT(function_names); k++) {
        const char *function = function_names[k];
        if (strlen(function) != n || memcmp(function, name, n) != 0) {
            continue;
        }
        if (*r->s == '(') {
            return read_call(r, function, q);
        }
        // a variable of that name was refused, and that was reported
        return r->find && !r->find(r->context, name, n, q, r->wrong) && !r->wrong[0]
                   ? false
                   : set_wrong(r, "%s is a function: write %s(...)", function, function);
    }
    if (*r->s == '(') {
        return set_wrong(
            r,
            "there is no function '%.*s'; accepted: sqrt, abs, min, max, sin, cos, tan, atan, exp, "
            "log, floor, ceil, round",
            (int)(n < 40 ? n : 40), name);
    }
    if (n == 2 && memcmp(name, "pi", n) == 0) {
        *q = (scree_quantity){.value = SCREE_PI};
        return true;
    }
    return read_variable(r, name, n, q);
}

static bool read_parenthesis(reader *r, scree_quantity *q) {
    const bool exponent = r->exponent;
    r->s++;
    r->exponent = false;
    const bool fine = read_sum(r, q) && expect(r, ')');
    r->exponent = exponent;
    return fine;
}

static bool fail_number(reader *r, scree_quantity_error error) {
    return error == SCREE_QUANTITY_NOT_FINITE ? set_wrong(r, "a number is too large")
           : *r->s ? set_wrong(r, "\"%.30s\" is no number, variable or function", r->s)
                   : set_wrong(r, "something is missing at the end");
}

static bool read_number(reader *r, scree_quantity *q) {
    size_t used;
    const scree_quantity_error error =
        r->exponent ? scree_number_parse_start(r->s, q, &used) : scree_quantity_parse_start(r->s, q, &used);
    if (error != SCREE_QUANTITY_OK) {
        return fail_number(r, error);
    }
    scree_unit unit;
    r->s += used;
    if (r->exponent && scree_unit_parse_start(r->s, &unit) > 0) {
        return true; // of the product
    }
    const char *next = r->s + strspn(r->s, " \t");
    const size_t n = scree_expression_name_length(next);
    return n == 0 || set_wrong(r, "\"%.*s\" follows a number and is no unit; a product is written with *",
                               (int)(n < 40 ? n : 40), next);
}

static bool read_primary(reader *r, scree_quantity *q) {
    size_t n;
    skip_blank(r);
    if (*r->s == '(') {
        return read_parenthesis(r, q);
    }
    if (strncmp(r->s, "${", 2) == 0) { // the form in texts is accepted too
        r->s += 2;
        n = scree_expression_name_length(r->s);
        return (n > 0 || set_wrong(r, "the name of a variable is missing in ${}")) && read_name(r, n, q) &&
               expect(r, '}');
    }
    n = scree_expression_name_length(r->s);
    return n > 0 ? read_name(r, n, q) : read_number(r, q);
}

static bool read_unary(reader *r, scree_quantity *q);

static bool read_power(reader *r, scree_quantity *q) {
    if (!read_primary(r, q)) {
        return false;
    }
    skip_blank(r);
    if (*r->s == '^' || strncmp(r->s, "**", 2) == 0) {
        scree_quantity exponent;
        const bool within = r->exponent;
        r->s += *r->s == '^' ? 1 : 2;
        r->exponent = true;
        const bool fine = read_unary(r, &exponent) && raise_to(r, q, &exponent);
        r->exponent = within;
        return fine;
    }
    return true;
}

static bool read_unary(reader *r, scree_quantity *q) {
    if (++r->depth > DEPTH_MAX) {
        return set_wrong(r, "it is nested too deeply");
    }
    skip_blank(r);
    const bool negative = *r->s == '-', sign = negative || *r->s == '+';
    r->s += sign;
    const bool fine = sign ? read_unary(r, q) : read_power(r, q);
    if (fine && negative) {
        const scree_quantity before = *q;
        record(r, SCREE_NEGATIVE, q, &before, NULL);
        q->value = -q->value;
    }
    r->depth--;
    return fine;
}

// A unit that follows something other than a number is the unit of the whole product, whose last factor is given. Behind a divisor the
// dimension shows whether this is meant, except if the product has a unit already, and for %.
static bool read_unit_of_product(reader *r, scree_quantity *q, bool factor_has_unit, bool had_unit,
                                 bool divided) {
    scree_unit unit;
    skip_blank(r);
    const int n = (int)scree_unit_parse_start(r->s, &unit), shown = n < 40 ? n : 40;
    if (n == 0) {
        return true;
    }
    const scree_quantity one = scree_unit_quantity(&unit);
    if (factor_has_unit) {
        return set_wrong(r, "the unit %.*s follows a value that has a unit already", shown, r->s);
    }
    if (divided && (had_unit || is_pure(&one))) {
        return set_wrong(
            r,
            "the unit %.*s can belong to the divisor or to the result; accepted: parentheses, such "
            "as 6 m / ((n + 1) s)",
            shown, r->s);
    }
    const scree_quantity before = *q;
    *q = multiply(*q, one, false);
    record(r, SCREE_PRODUCT, q, &before, &one);
    r->s += n;
    return true;
}

static bool read_product(reader *r, scree_quantity *q) {
    if (!read_unary(r, q) || !read_unit_of_product(r, q, q->has_unit, false, false)) {
        return false;
    }
    for (skip_blank(r); *r->s == '*' || *r->s == '/'; skip_blank(r)) {
        const bool divide = *r->s++ == '/', had_unit = q->has_unit;
        scree_quantity factor;
        if (!read_unary(r, &factor)) {
            return false;
        }
        if (divide && factor.step == 0 && factor.value == 0.0) {
            return set_wrong(r, "a division by zero");
        }
        const scree_quantity before = *q;
        *q = multiply(*q, factor, divide);
        record(r, divide ? SCREE_QUOTIENT : SCREE_PRODUCT, q, &before, &factor);
        if (!read_unit_of_product(r, q, factor.has_unit, had_unit, divide)) {
            return false;
        }
    }
    return true;
}

static bool read_sum(reader *r, scree_quantity *q) {
    if (!read_product(r, q)) {
        return false;
    }
    for (skip_blank(r); *r->s == '+' || *r->s == '-'; skip_blank(r)) {
        const bool minus = *r->s++ == '-';
        scree_quantity term;
        if (!read_product(r, &term) || !need_alike(r, minus ? "the difference" : "the sum", q, &term)) {
            return false;
        }
        const scree_quantity before = *q;
        record(r, minus ? SCREE_DIFFERENCE : SCREE_SUM, q, &before, &term);
        q->value += minus ? -term.value : term.value;
        q->has_unit |= term.has_unit;
    }
    return true;
}

static bool read_all(reader *r, scree_quantity *q) {
    *q = (scree_quantity){0};
    if (!read_sum(r, q)) {
        return false;
    }
    skip_blank(r);
    if (*r->s) {
        return set_wrong(r, "\"%.30s\" is too much at the end", r->s);
    }
    return q->step > 0 || isfinite(q->value) || set_wrong(r, "the result is not a finite number");
}

bool scree_expression_eval(const char *text, scree_variable_lookup find, void *context, scree_quantity *q,
                           char wrong[SCREE_EXPRESSION_ERROR]) {
    reader r = {.s = text, .find = find, .context = context, .wrong = wrong};
    return read_all(&r, q);
}

bool scree_expression_compile(const char *text, scree_variable_lookup find, void *context, int variables,
                              scree_formula *f, scree_quantity *q, char wrong[SCREE_EXPRESSION_ERROR]) {
    reader r = {.s = text, .find = find, .context = context, .formula = f, .wrong = wrong};
    f->variables = variables;
    f->step.n = 0;
    const bool fine = read_all(&r, q);
    f->constant = q->value;
    f->result = q->step;
    return fine && (f->step.n <= SCREE_FORMULA_MOST ||
                    set_wrong(&r, "a formula of more than %d operations", SCREE_FORMULA_MOST));
}

// ---- formulas -----------------------------------------------------------------------------------------------

double scree_formula_at(const scree_formula *f, const double *variable) {
    double value[SCREE_FORMULA_VARIABLES + SCREE_FORMULA_MOST];
    memcpy(value, variable, (size_t)f->variables * sizeof *value);
    for (size_t k = 0; k < f->step.n; k++) {
        const scree_formula_step *s = &f->step.data[k];
        value[(size_t)f->variables + k] =
            operate(s->what, s->a > 0 ? value[s->a - 1] : s->x, s->b > 0 ? value[s->b - 1] : s->y);
    }
    return f->result > 0 ? value[f->result - 1] : f->constant;
}

size_t scree_expression_name_length(const char *text) {
    size_t n = 0;
    for (; (text[n] | 32) >= 'a' && (text[n] | 32) <= 'z'; n++) {
    }
    n = text[0] == '_' ? 1 : n;
    return n == 0 ? 0
                  : n + strspn(text + n, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
}

bool scree_expression_reserves(const char *name) {
    scree_unit unit;
    bool reserved = strcmp(name, "pi") == 0 || scree_unit_parse(name, &unit, NULL);
    for (size_t k = 0; k < COUNT(function_names); k++) {
        reserved |= strcmp(name, function_names[k]) == 0;
    }
    return reserved;
}
