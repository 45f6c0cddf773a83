// SPDX-License-Identifier: BSD-3-Clause
// For a shared library with a user's own laws: include this in its source file, then the laws' headers, then list them as in
// laws/list/all.h and pass the list to SCREE_USER_LAWS. docs/laws/your-own-law.md has a complete example.
#pragma once

#include "laws/law.h"

// Version of the data layout shared by law and engine: changes with it. The first factor counts changes of meaning only.
enum {
    SCREE_LAW_ABI = (((2 * 512 + (int)(sizeof(scree_batch) / sizeof(double[SCREE_BATCH]))) * 64 +
                      (int)(sizeof(scree_law) / sizeof(void *))) *
                         16 +
                     (int)(sizeof(scree_param_desc) / sizeof(double))) *
                        16 +
                    (int)(sizeof(scree_pairing) / sizeof(double))
};

// Exported by the library: its laws, with NULL after the last, and the version they were compiled for.
#define SCREE_USER_LAWS_SYMBOL "scree_user_laws"
typedef const scree_law *const *scree_user_laws_fn(int *abi);

#define SCREE_USER_LAW_COUNT(law, slot) +1
#define SCREE_USER_LAW_ENTRY(name, slot_)                                                                    \
    law[n] = scree_##name##_table;                                                                           \
    law[n].stage = stage_##name;                                                                             \
    list[n] = &law[n];                                                                                       \
    n++;
// LIST(PLAIN, SPLIT) as SCREE_LAWS_BY in laws/list/all.h. Needs laws/law_stage.inc.
#define SCREE_USER_LAWS(LIST)                                                                                \
    LIST(SCREE_STAGE, SCREE_STAGE_VARIANTS)                                                                  \
    __attribute__((visibility("default"))) scree_user_laws_fn scree_user_laws;                               \
    const scree_law *const *scree_user_laws(int *abi) {                                                      \
        enum { COUNT = LIST(SCREE_USER_LAW_COUNT, SCREE_USER_LAW_COUNT) };                                   \
        static scree_law law[COUNT];                                                                         \
        static const scree_law *list[COUNT + 1];                                                             \
        int n = 0;                                                                                           \
        LIST(SCREE_USER_LAW_ENTRY, SCREE_USER_LAW_ENTRY)                                                     \
        *abi = SCREE_LAW_ABI;                                                                                \
        return list;                                                                                         \
    }
