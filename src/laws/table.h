// SPDX-License-Identifier: BSD-3-Clause
// Macros that make a law's table and its struct of given values from one list of parameters.
#pragma once

#include "laws/law.h"
#include "maths/math.h"
#include <math.h>
#include <stddef.h>

#ifdef __CUDACC__
#define SCREE_LAW static inline __host__ __device__
#else
#define SCREE_LAW static inline __attribute__((always_inline))
#endif

// P(name, unit, default, min, max, mixing rule, choices or NULL, sentence)
#define SCREE_PARAM_ROW(name, unit, fallback, min, max, mix, choices, doc)                                   \
    {#name, unit, fallback, min, max, SCREE_MIX_##mix, choices, doc},
#define SCREE_PARAM_MEMBER(name, unit, fallback, min, max, mix, choices, doc) double name;
#define SCREE_PARAM_GIVEN(name, unit, fallback, min, max, mix, choices, doc) p->name = *param++;

// Given values, then the constants derived from them; all are plain doubles, so a derived block can be copied blindly.
// A law with forms that differ too much for selects has `double variant` (0, 1, ...) among its constants and an
// `enum { scree_<law>_variants = N }`: law_stage.inc then makes one loop for each value.
// scree_<law>_take(param, derived) sets the given values and returns the struct.
#define SCREE_LAW_STRUCT(law, PARAMS, ...)                                                                   \
    typedef struct scree_##law {                                                                             \
        PARAMS(SCREE_PARAM_MEMBER) __VA_ARGS__                                                               \
    } scree_##law;                                                                                           \
    static const scree_param_desc scree_##law##_params[] = {PARAMS(SCREE_PARAM_ROW)};                        \
    static inline scree_##law *scree_##law##_take(const double *param, double *derived) {                    \
        scree_##law *p = (scree_##law *)(void *)derived;                                                     \
        PARAMS(SCREE_PARAM_GIVEN)                                                                            \
        return p;                                                                                            \
    }

#define SCREE_COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))
// The members of a law's table that stand under the name of its struct: parameters, history if it has one, derive.
#define SCREE_LAW_PARTS(law)                                                                                 \
    .param = scree_##law##_params, .nparam = SCREE_COUNT_OF(scree_##law##_params),                           \
    .derive = scree_##law##_derive
#define SCREE_LAW_PARTS_AND_HISTORY(law)                                                                     \
    .param = scree_##law##_params, .nparam = SCREE_COUNT_OF(scree_##law##_params),                           \
    .history = scree_##law##_history, .nhistory = scree_##law##_columns, .derive = scree_##law##_derive
