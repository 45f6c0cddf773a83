// SPDX-License-Identifier: BSD-3-Clause
// Words, texts, files and lists of them.
#include "sections/value_texts.h"
#include "keys/accepted_text.h"
#include "keys/complain.h"
#include "keys/word_list.h"
#include "text/escape.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef SCREE_ARRAY(char *) text_array;
typedef SCREE_ARRAY(scree_id_range) id_array;
typedef SCREE_ARRAY(scree_variable_def) variable_array;

// ---- one of some words -------------------------------------------------------------------------------------

static bool read_word(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                      const char *path) {
    int i = node->kind == SCREE_YAML_TEXT ? scree_word_list_find(key->choices, node->text) : -1;
    if (i < 0) {
        static const char *const old_bool[] = {"yes",   "no",  "on", "off", "True", "False", "TRUE",
                                               "FALSE", "Yes", "No", "On",  "Off",  "y",     "n"};
        bool is_bool = strcmp(key->choices, "false|true") == 0, old = false;
        for (size_t k = 0; is_bool && node->kind == SCREE_YAML_TEXT && k < sizeof old_bool / sizeof *old_bool;
             k++) {
            old |= strcmp(node->text, old_bool[k]) == 0;
        }
        return scree_config_wrong(g, key, node, path, old ? "just a text in YAML 1.2" : NULL);
    }
    if (key->type == &scree_switch_type) {
        *(bool *)at = i == 1;
    } else if (key->type == &scree_word_type) {
        memcpy(at, &(double){i}, sizeof(double));
    } else {
        memcpy(at, &i, sizeof i);
    }
    return true;
}

static void write_switch(const scree_value_writer *w, const scree_key *key, const void *at,
                         const char *path) {
    char text[32];
    scree_word_list_item(key->choices, *(const bool *)at, text);
    w->emit(w->ctx, path, text);
}

static void write_choice(const scree_value_writer *w, const scree_key *key, const void *at,
                         const char *path) {
    char text[32];
    scree_word_list_item(key->choices, *(const int *)at, text);
    w->emit(w->ctx, path, text);
}

static void describe_words(scree_text_buffer *t, const scree_key *key) {
    scree_accepted_words(t, key->choices);
}

const scree_value_type scree_word_type = {.read = read_word, .describe = describe_words};
const scree_value_type scree_switch_type = {
    .read = read_word, .write = write_switch, .describe = describe_words};
const scree_value_type scree_choice_type = {
    .read = read_word, .write = write_choice, .describe = describe_words};

static bool read_axes(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                      const char *path) {
    const int n = scree_word_list_count(key->choices);
    if (node->kind != SCREE_YAML_LIST) {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    memset(at, 0, (size_t)n * sizeof(bool));
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_yaml *item = node->item.data[i];
        const int choice =
            item->kind == SCREE_YAML_TEXT ? scree_word_list_find(key->choices, item->text) : -1;
        if (choice < 0) {
            return scree_config_wrong(g, key, item, path, NULL);
        }
        ((bool *)at)[choice] = true;
    }
    return true;
}

static void write_axes(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    const bool *axes = at;
    char text[80] = "[", one[32];
    for (int i = 0; i < scree_word_list_count(key->choices); i++) {
        if (axes[i]) {
            size_t used = strlen(text);
            scree_word_list_item(key->choices, i, one);
            snprintf(text + used, sizeof text - used, "%s%s", used > 1 ? ", " : "", one);
        }
    }
    snprintf(text + strlen(text), sizeof text - strlen(text), "]");
    w->emit(w->ctx, path, text);
}

static void describe_axes(scree_text_buffer *t, const scree_key *key) {
    for (int i = 0; i < scree_word_list_count(key->choices); i++) {
        char word[32];
        scree_word_list_item(key->choices, i, word);
        scree_text_add(t, "%s %s", i == 0 ? "a list of some of" : ",", word);
    }
}

const scree_value_type scree_axes_type = {
    .given_as = SCREE_GIVEN_AS_LIST, .read = read_axes, .write = write_axes, .describe = describe_axes};

// ---- texts and files ---------------------------------------------------------------------------------------

static void set_text(void *at, char *fresh) {
    char *old;
    memcpy(&old, at, sizeof old);
    scree_free(old);
    memcpy(at, &fresh, sizeof fresh);
}

static bool read_text(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                      const char *path) {
    if (node->kind != SCREE_YAML_TEXT || scree_yaml_is_null(node) || node->text[0] == '\0') {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    char *text = scree_variables_expand(g, node, path);
    if (text) {
        set_text(at, text);
    }
    return text != NULL;
}

static void write_text(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    (void)key;
    const char *text = *(char *const *)at;
    if (text) {
        w->emit(w->ctx, path, text);
    }
}

const scree_value_type scree_text_type = {.read = read_text, .write = write_text, .accepted = "a text"};

char *scree_value_find_file(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path) {
    if (node->kind != SCREE_YAML_TEXT || scree_yaml_is_null(node) || node->text[0] == '\0') {
        return scree_config_wrong(g, key, node, path, NULL), NULL;
    }
    if (scree_has_control(node->text)) {
        scree_config_wrong(g, key, node, path, "a name with control characters");
        return NULL;
    }
    char *name = scree_variables_expand(g, node, path);
    if (!name) {
        return NULL;
    }
    const char *slash = strrchr(g->name, '/');
    bool absolute = name[0] == '/' || !slash;
    char *file = absolute ? name : scree_format("%.*s/%s", (int)(slash - g->name), g->name, name);
    if (!absolute) {
        scree_free(name);
    }
    struct stat info;
    const char *trouble = stat(file, &info) != 0    ? "does not exist"
                          : S_ISDIR(info.st_mode)   ? "is a folder"
                          : !S_ISREG(info.st_mode)  ? "is no plain file"
                          : access(file, R_OK) != 0 ? "may not be read"
                                                    : NULL;
    if (trouble) {
        scree_config_error(
            g, node->place,
            "%s: the file \"%s\" %s; accepted: a readable file, relative to the input file's folder", path,
            file, trouble);
        scree_free(file);
        return NULL;
    }
    return file;
}

static bool read_file(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                      const char *path) {
    char *file = scree_value_find_file(g, key, node, path);
    if (file) {
        set_text(at, file);
    }
    return file != NULL;
}

const scree_value_type scree_file_type = {.read = read_file,
                                          .write = write_text,
                                          .accepted =
                                              "the path of a file, relative to the input file's folder"};

static void write_texts(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    (void)key;
    const text_array *list = at;
    for (size_t i = 0; i < list->n; i++) {
        scree_value_emit_item(w, path, i, list->data[i]);
    }
}

static bool read_names(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                       const char *path) {
    bool fine = node->kind == SCREE_YAML_LIST && node->item.n > 0;
    if (node->kind == SCREE_YAML_TEXT && !scree_yaml_is_null(node) && node->text[0] != '\0') {
        scree_array_push((text_array *)at, scree_strdup(node->text));
        return true;
    }
    for (size_t i = 0; fine && i < node->item.n; i++) {
        fine = node->item.data[i]->kind == SCREE_YAML_TEXT;
        if (fine) {
            scree_array_push((text_array *)at, scree_strdup(node->item.data[i]->text));
        }
    }
    if (!fine) {
        scree_config_wrong(g, key, node, path, NULL);
    }
    return fine;
}

const scree_value_type scree_names_type = {.given_as = SCREE_GIVEN_AS_LIST | SCREE_GIVEN_AS_TEXT,
                                           .read = read_names,
                                           .write = write_texts,
                                           .accepted = "a name, or a list of names such as [left, right]"};

// "7" or "10-20".
static bool is_id_range(const char *text, scree_id_range *range) {
    static const char digits[] = "0123456789";
    const size_t n = strspn(text, digits), m = text[n] == '-' ? strspn(text + n + 1, digits) : 0;
    const size_t whole = m > 0 ? n + 1 + m : n;
    if (n == 0 || n > 18 || m > 18 || text[whole] != '\0') {
        return false;
    }
    range->first = strtoull(text, NULL, 10);
    range->last = m > 0 ? strtoull(text + n + 1, NULL, 10) : range->first;
    return range->first > 0 && range->first <= range->last;
}

static bool read_ids(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                     const char *path) {
    id_array *list = at;
    if (node->kind != SCREE_YAML_LIST || node->item.n == 0) {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    list->n = 0;
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_yaml *item = node->item.data[i];
        scree_id_range range;
        if (item->kind != SCREE_YAML_TEXT || !is_id_range(item->text, &range)) {
            return scree_config_wrong(g, key, item, path, NULL);
        }
        scree_array_push(list, range);
    }
    return true;
}

static void write_ids(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    (void)key;
    const id_array *list = at;
    for (size_t i = 0; i < list->n; i++) {
        char text[64];
        snprintf(text, sizeof text, "%" PRIu64 "-%" PRIu64, list->data[i].first, list->data[i].last);
        scree_value_emit_item(w, path, i, text);
    }
}

const scree_value_type scree_ids_type = {.given_as = SCREE_GIVEN_AS_LIST,
                                         .read = read_ids,
                                         .write = write_ids,
                                         .accepted =
                                             "a list of particle ids and ranges of them such as [3, 10-20]"};

// ---- mappings that are read before the sections ------------------------------------------------------------

static bool was_read(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                     const char *path) {
    (void)g, (void)key, (void)at, (void)node, (void)path;
    return true;
}

static void write_variables(const scree_value_writer *w, const scree_key *key, const void *at,
                            const char *path) {
    (void)key;
    const variable_array *list = at;
    for (size_t i = 0; i < list->n; i++) {
        char below[SCREE_PATH_SIZE];
        snprintf(below, sizeof below, "%.100s.%.100s", path, list->data[i].name);
        w->emit(w->ctx, below, list->data[i].text);
    }
}

const scree_value_type scree_variables_type = {
    .given_as = SCREE_GIVEN_AS_MAP,
    .read = was_read,
    .write = write_variables,
    .accepted = "a mapping of names to values such as {r: 2 mm, width: 10 * r, law: hertz}"};
const scree_value_type scree_changes_type = {
    .given_as = SCREE_GIVEN_AS_MAP,
    .read = was_read,
    .accepted = "a mapping of paths to values such as {gravity: [0, 0, 0], contacts.0.friction: 0.5}"};
