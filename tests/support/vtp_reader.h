// SPDX-License-Identifier: BSD-3-Clause
// Reads the arrays of a .vtp file; cmocka must have been included.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The data of the array `name`, and its size in bytes, found from the header of the file.
static inline const char *array_of(const char *text, const char *name, uint64_t *bytes) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "Name=\"%s\"", name);
    const char *at = strstr(text, wanted), *data = strstr(text, "<AppendedData encoding=\"raw\">\n_");
    assert_non_null(at);
    assert_non_null(data);
    at = strstr(at, "offset=\"");
    assert_non_null(at);
    data += strlen("<AppendedData encoding=\"raw\">\n_") + strtoull(at + strlen("offset=\""), NULL, 10);
    memcpy(bytes, data, 8);
    return data + 8;
}

static inline double f64(const char *text, const char *name, size_t i) {
    uint64_t bytes;
    double v;
    memcpy(&v, array_of(text, name, &bytes) + 8 * i, 8);
    assert_true(8 * i < bytes);
    return v;
}

static inline double f32(const char *text, const char *name, size_t i) {
    uint64_t bytes;
    float v;
    memcpy(&v, array_of(text, name, &bytes) + 4 * i, 4);
    assert_true(4 * i < bytes);
    return v;
}

static inline int64_t i64(const char *text, const char *name, size_t i) {
    uint64_t bytes;
    int64_t v;
    memcpy(&v, array_of(text, name, &bytes) + 8 * i, 8);
    assert_true(8 * i < bytes);
    return v;
}

static inline int32_t i32(const char *text, const char *name, size_t i) {
    uint64_t bytes;
    int32_t v;
    memcpy(&v, array_of(text, name, &bytes) + 4 * i, 4);
    assert_true(4 * i < bytes);
    return v;
}
