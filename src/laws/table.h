// SPDX-License-Identifier: BSD-3-Clause
// The macros that turn a law's one parameter list into its table and its struct of given values.
#ifndef SCREE_LAWS_TABLE_H
#define SCREE_LAWS_TABLE_H

#include "base/math.h"
#include "laws/law.h"
#include <math.h>

#define SCREE_LAW static inline __attribute__((always_inline))

// P(name, unit, default, min, max, mixing rule, choices or NULL, sentence)
#define SCREE_PARAM_ROW(name, unit, fallback, min, max, mix, choices, doc)                                   \
    {#name, unit, fallback, min, max, SCREE_MIX_##mix, choices, doc},
#define SCREE_PARAM_MEMBER(name, unit, fallback, min, max, mix, choices, doc) double name;
#define SCREE_PARAM_INDEX(name, unit, fallback, min, max, mix, choices, doc) SCREE_PARAM_##name,

// Given values, then the constants derived from them; both are plain doubles, so a derived block can be copied blindly.
#define SCREE_LAW_STRUCT(law, PARAMS, ...)                                                                   \
    typedef struct scree_##law {                                                                             \
        PARAMS(SCREE_PARAM_MEMBER) __VA_ARGS__                                                               \
    } scree_##law;                                                                                           \
    static const scree_param_desc scree_##law##_params[] = {PARAMS(SCREE_PARAM_ROW)};

#endif
