// SPDX-License-Identifier: BSD-3-Clause
#include "input/law_library.h"
#include "keys/complain.h"
#include "laws/list/registry.h"
#include "laws/user_laws.h"
#include "memory/array.h"
#include "scree/scree.h"
#include "sections/value_texts.h"
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
        return scree_format("was made for laws of form %d, this scree has form %d; accepted: the library "
                            "made again with the headers of this scree",
                            abi, SCREE_LAW_ABI);
    }
    return add_laws(list); // the library stays: its laws are in use
}

// ---- the key `laws` ------------------------------------------------------------------------------------------

typedef SCREE_ARRAY(char *) text_array;

// Names all libraries in one message; the rest of the file cannot be judged without their laws.
static void refuse_laws(scree_config *g, const scree_yaml *node, const char *path) {
    scree_text_buffer files = {0};
    char given[80];
    for (size_t i = 0; i < node->item.n; i++) {
        scree_config_given(node->item.data[i], given, sizeof given);
        scree_text_add(&files, "%s%s", i > 0 ? ", " : "", given);
    }
    scree_config_error(g, node->place,
                       "%s: a library runs its own code in this program, and none was allowed: %s; accepted, "
                       "where you trust them: the option --allow-libraries, or SCREE_ALLOW_LIBRARIES=1 in "
                       "the environment; the rest of the file was not checked",
                       path, files.data);
    g->stopped = true;
    scree_free(files.data);
}

// Loads the libraries at once: the materials and contacts that are read next may name their laws and parameters.
static bool read_laws(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                      const char *path) {
    bool fine = true;
    if (node->kind != SCREE_YAML_LIST) {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    if (node->item.n > 0 && !scree_law_libraries_allowed()) {
        return refuse_laws(g, node, path), false;
    }
    for (size_t i = 0; i < node->item.n; i++) {
        char where[SCREE_PATH_SIZE];
        snprintf(where, sizeof where, "%s[%zu]", path, i);
        char *file = scree_value_find_file(g, key, node->item.data[i], where);
        char *wrong = file ? scree_law_library_load(file) : NULL;
        if (wrong) {
            scree_config_error(g, node->item.data[i]->place, "%s: \"%s\" %s", where, file, wrong);
        }
        fine &= file && !wrong;
        scree_free(wrong);
        if (file) {
            scree_array_push((text_array *)at, file);
        }
    }
    return fine;
}

static void write_files(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    (void)key;
    const text_array *list = at;
    for (size_t i = 0; i < list->n; i++) {
        scree_value_emit_item(w, path, i, list->data[i]);
    }
}

const scree_value_type scree_laws_type = {
    .given_as = SCREE_GIVEN_AS_LIST,
    .read = read_laws,
    .write = write_files,
    .accepted = "a list of shared libraries such as [libmine.so], relative to the input file's folder"};
