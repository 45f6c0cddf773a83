// SPDX-License-Identifier: BSD-3-Clause
#include "case/coarsening.h"
#include "case/case.h"
#include "text/units.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

double scree_coarse_times(double factor, int power) {
    double product = 1.0;
    for (int k = 0; k < abs(power); k++) {
        product *= factor;
    }
    return power < 0 ? 1.0 / product : product;
}

int scree_coarse_power(const char *unit) {
    scree_unit u;
    const bool known = scree_unit_parse(unit, &u, NULL);
    return known ? 3 * u.dimension.kg + u.dimension.m + u.dimension.s + u.dimension.kelvin : 0;
}

void scree_coarsen(scree_case *c, double *value, int power, const char *unit, const char *name, ...) {
    if (power == 0 || !isfinite(*value) || *value == 0.0) {
        return;
    }
    char text[300];
    va_list values;
    va_start(values, name);
    vsnprintf(text, sizeof text, name, values);
    va_end(values);
    const double before = *value;
    *value *= scree_coarse_times(c->coarse_graining.factor, power);
    scree_array_push(&c->coarse_graining.value,
                     (scree_coarse_value){scree_strdup(text), unit, before, *value});
}
