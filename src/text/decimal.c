// SPDX-License-Identifier: BSD-3-Clause
// Reading has a fast path because STL files have millions of numbers: up to 15 digits and a power of ten up
// to 22 are exact doubles, so one multiplication or division rounds correctly (W. D. Clinger, How to read
// floating point numbers accurately, 1990).
#include "text/decimal.h"

#include "text/units.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The number before rounding: mantissa * 10^exponent, if it has few enough digits.
typedef struct scan {
    const char *end;
    unsigned long long mantissa;
    int exponent, digits; // digits: significant ones, leading zeros not counted
} scan;

static const char *scan_digits(scan *s, const char *p, bool fraction) {
    for (; is_digit(*p); p++) {
        s->digits += s->digits > 0 || *p != '0';
        if (s->digits <= 15) {
            s->mantissa = s->mantissa * 10 + (unsigned long long)(*p - '0');
            s->exponent -= fraction;
        }
    }
    return p;
}

static const char *scan_exponent(scan *s, const char *p) {
    if (*p != 'e' && *p != 'E') {
        return p;
    }
    const char *q = p + 1;
    bool minus = *q == '-';
    q += *q == '-' || *q == '+';
    if (!is_digit(*q)) { // then the e is not part of the number
        return p;
    }
    int e = 0;
    for (; is_digit(*q); q++) {
        e = e < 100000 ? e * 10 + (*q - '0') : e;
    }
    s->exponent += minus ? -e : e;
    return q;
}

static bool scan_number(scan *s, const char *p) {
    const char *digits = p;
    p = scan_digits(s, p, false);
    bool any = p > digits;
    if (*p == '.') {
        const char *fraction = p + 1;
        p = scan_digits(s, fraction, true);
        any = any || p > fraction;
    }
    s->end = scan_exponent(s, p);
    return any;
}

static const char *read_special(const char *p, bool minus, double *value) {
    static const struct {
        const char *name;
        double value;
    } special[] = {{"infinity", INFINITY}, {"inf", INFINITY}, {"nan", NAN}};
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(special[i].name);
        if (strncasecmp(p, special[i].name, n) == 0) {
            *value = minus ? -special[i].value : special[i].value;
            return p + n;
        }
    }
    return NULL;
}

const char *scree_decimal_read(const char *text, double *value) {
    static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *p = text;
    bool minus = *p == '-';
    p += *p == '-' || *p == '+';
    scan s = {0};
    if (!scan_number(&s, p)) {
        return read_special(p, minus, value);
    }
    if (s.digits <= 15 && s.exponent >= -22 && s.exponent <= 22) {
        double m = (double)s.mantissa;
        double v = s.exponent < 0 ? m / ten[-s.exponent] : m * ten[s.exponent];
        *value = minus ? -v : v;
        return s.end;
    }
    return scree_number_parse(text, (size_t)(s.end - text), 0, value) ? s.end : NULL;
}

void scree_decimal_write(double value, int places, char out[32]) {
    int n = snprintf(out, 32, "%.*f", places, value);
    if (!isfinite(value) || places == 0 || n < 0) {
        return;
    }
    // Everything except digits and sign is the locale's decimal point, of one or more bytes.
    char *to = out;
    for (const char *from = out; *from; from++) {
        if (is_digit(*from) || *from == '-') {
            *to++ = *from;
        } else if (to == out || to[-1] != '.') {
            *to++ = '.';
        }
    }
    *to = '\0';
}
