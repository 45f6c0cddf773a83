// SPDX-License-Identifier: BSD-3-Clause
#include "input/law_library.h"
#include "base/array.h"
#include "laws/registry.h"
#include "laws/user_laws.h"
#include "scree/scree.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// The list belongs to the process, as libraries do: what was loaded stays.
static bool allowed;

void scree_allow_libraries(int yes) {
    allowed = yes != 0;
}

bool scree_law_libraries_allowed(void) {
    const char *set = getenv("SCREE_ALLOW_LIBRARIES");
    return allowed || (set && strcmp(set, "1") == 0);
}

// Every law of the list, or what is wrong with the first that cannot be used.
static char *add_laws(const scree_law *const *list) {
    for (size_t k = 0; list[k]; k++) {
        const char *wrong = scree_laws_add(list[k]);
        if (wrong) {
            return scree_format("has a law '%s' that cannot be used: %s",
                                list[k]->name ? list[k]->name : "without a name", wrong);
        }
    }
    return NULL;
}

char *scree_law_library_load(const char *path) {
    // Without a slash the system would look in its own folders.
    char *file = scree_format("%s%s", strchr(path, '/') ? "" : "./", path);
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    scree_free(file);
    if (!library) {
        return scree_format("cannot be loaded (%s); accepted: a shared library made with laws/user_laws.h",
                            dlerror());
    }
    scree_user_laws_fn *laws;
    void *symbol = dlsym(library, SCREE_USER_LAWS_SYMBOL);
    memcpy(&laws, &symbol, sizeof laws); // ISO C knows no conversion from a data pointer
    if (!symbol) {
        dlclose(library);
        return scree_format("has no function " SCREE_USER_LAWS_SYMBOL
                            "; accepted: a shared library made with laws/user_laws.h");
    }
    int abi = 0;
    const scree_law *const *list = laws(&abi);
    if (abi != SCREE_LAW_ABI) {
        dlclose(library);
        return scree_format(
            "was made for laws of form %d, this scree has form %d; accepted: the library made again "
            "with the headers of this scree",
            abi, SCREE_LAW_ABI);
    }
    return add_laws(list); // the library stays: its laws are in use
}
