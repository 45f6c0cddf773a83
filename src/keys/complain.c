// SPDX-License-Identifier: BSD-3-Clause
#include "keys/complain.h"
#include "keys/accepted_text.h"
#include "keys/word_list.h"
#include "text/file.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool scree_config_error(scree_config *g, scree_place at, const char *format, ...) {
    char text[1600];
    if (g->stopped) {
        return false;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    // A value that several pairs use is wrong once.
    for (size_t i = 0; i < g->message.n; i++) {
        const struct scree_config_message *m = &g->message.data[i];
        if (m->place.line == at.line && m->place.column == at.column && strcmp(m->text, text) == 0) {
            return false;
        }
    }
    scree_array_push(&g->message, (struct scree_config_message){at, scree_strdup(text)});
    return false;
}

void scree_config_given(const scree_yaml *node, char *out, size_t size) {
    if (node->kind == SCREE_YAML_MAP) {
        snprintf(out, size, "a mapping");
    } else if (node->kind == SCREE_YAML_LIST) {
        snprintf(out, size, node->item.n == 1 ? "a list of 1 value" : "a list of %zu values", node->item.n);
    } else if (scree_yaml_is_null(node)) {
        snprintf(out, size, "no value");
    } else {
        snprintf(out, size, "\"%.*s%s\"",
                 (int)(strcspn(node->text, "\n") < 60 ? strcspn(node->text, "\n") : 60), node->text,
                 strlen(node->text) > 60 ? "..." : "");
    }
}

void scree_config_hint(const char *given, const char *const *names, size_t n, char *out, size_t size) {
    const char *near = scree_nearest_name(given, names, n);
    out[0] = '\0';
    if (near) {
        snprintf(out, size, "did you mean '%s'? ", near);
    }
}

bool scree_config_wrong(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                        const char *what) {
    char given[80], hint[80] = "";
    char *accepts = scree_key_accepts(key);
    scree_config_given(node, given, sizeof given);
    if (key->choices && node->kind == SCREE_YAML_TEXT) {
        char word[8][32];
        const char *names[8];
        size_t n = (size_t)scree_word_list_count(key->choices);
        for (size_t i = 0; i < n && i < 8; i++) {
            scree_word_list_item(key->choices, (int)i, word[i]);
            names[i] = word[i];
        }
        scree_config_hint(node->text, names, n < 8 ? n : 8, hint, sizeof hint);
        for (size_t i = 0; i < n && i < 8; i++) {
            if (strcmp(node->text, names[i]) == 0) { // the word is right, but a list of words is asked for
                snprintf(hint, sizeof hint, "did you mean [%s]? ", names[i]);
            }
        }
    }
    if (what) {
        scree_config_error(g, node->place, "%s: %s is %s; %saccepted: %s", path, given, what, hint, accepts);
    } else {
        scree_config_error(g, node->place, "%s: %s does not fit; %saccepted: %s", path, given, hint, accepts);
    }
    scree_free(accepts);
    return false;
}

// Guesses what the user of an unknown key may have meant: "did you mean 'x'? ", or nothing.
static void hint_at_key(const scree_config *g, const char *given, const char *const *names, size_t n,
                        char *out, size_t size) {
    const scree_foreign_name *foreign = g->foreign_name ? g->foreign_name(given) : NULL;
    bool here = false;
    for (size_t i = 0; foreign && i < n; i++) {
        here |= strcmp(names[i], foreign->ours) == 0;
    }
    if (given[0] >= '0' && given[0] <= '9') {
        snprintf(out, size, "a comma separates values, so 0,5 is two of them: write 0.5; ");
    } else if (here && strchr(foreign->where, '(')) {
        snprintf(out, size, "did you mean '%s' %s? ", foreign->ours, strchr(foreign->where, '('));
    } else if (here) {
        snprintf(out, size, "did you mean '%s'? ", foreign->ours);
    } else if (foreign) {
        snprintf(out, size, "did you mean '%s' %s? ", foreign->ours, foreign->where);
    } else {
        scree_config_hint(given, names, n, out, size);
    }
}

void scree_config_unknown_key(scree_config *g, const scree_section *s, const scree_yaml *key,
                              const char *path) {
    SCREE_ARRAY(const char *) names = {0};
    scree_text_buffer list = {0};
    char hint[160];
    for (size_t i = 0; i < s->nkey; i++) {
        scree_array_push(&names, s->key[i].name);
        scree_text_add(&list, "%s%s", i > 0 ? ", " : "", s->key[i].name);
    }
    int nlaw;
    const scree_law *const *law = scree_laws(&nlaw);
    for (int i = 0; s->law_params && i < nlaw; i++) {
        for (int p = 0; p < law[i]->nparam; p++) {
            scree_array_push(&names, law[i]->param[p].name);
        }
    }
    hint_at_key(g, key->text, names.data, names.n, hint, sizeof hint);
    scree_config_error(g, key->place, "%s%sunknown key '%.60s'; %saccepted: %s%s", path, *path ? ": " : "",
                       key->text, hint, list.data ? list.data : "no key",
                       s->law_params ? ", and the parameters of the laws" : "");
    scree_free(list.data);
    scree_array_free(&names);
}
