// SPDX-License-Identifier: BSD-3-Clause
// A YAML 1.2 document as a tree of texts, lists and mappings, each with its place in the file.
// The only file that knows the YAML library is yaml.c. Aliases share nodes, so a hostile file cannot blow up; an alias
// never reaches a node that contains it, so the tree has no cycles.
#pragma once

#include "case/case.h"
#include "text/report.h"

typedef enum scree_yaml_kind { SCREE_YAML_TEXT, SCREE_YAML_LIST, SCREE_YAML_MAP } scree_yaml_kind;

typedef struct scree_yaml {
    scree_yaml_kind kind;
    char *text;    // TEXT
    bool quoted;   // TEXT: in quotes, or a block of text
    bool replaced; // the variables within it were: once, however many aliases lead here
    SCREE_ARRAY(struct scree_yaml *) key;  // MAP, all TEXT, no two the same
    SCREE_ARRAY(struct scree_yaml *) item; // LIST, MAP
    scree_place place;
} scree_yaml;

typedef struct scree_yaml_file {
    scree_yaml *root; // NULL: there is nothing in the file
    SCREE_ARRAY(scree_yaml *) node;
} scree_yaml_file;

// Reads one document; errors (syntax, duplicate keys, ...) go to the report as name:line:column. False on any error.
bool scree_yaml_parse(const char *name, const char *text, size_t size, scree_yaml_file *file,
                      scree_report *r);
void scree_yaml_clear(scree_yaml_file *file);
// The node as YAML, free with scree_free; NULL: of more than 64 MiB.
char *scree_yaml_text(const scree_yaml *node);
// A fresh empty node of the file.
scree_yaml *scree_yaml_add(scree_yaml_file *file, scree_yaml_kind kind, scree_place place);
// Gives `to` the contents of `from`, whose keys and items they share then; the place of `to` stays.
void scree_yaml_assign(scree_yaml *to, const scree_yaml *from);
// Position of `key` in a mapping, or -1.
int scree_yaml_find(const scree_yaml *map, const char *key);
// Whether a mapping has the key; where its value stands, or the node itself.
static inline bool scree_yaml_has(const scree_yaml *node, const char *key) {
    return node->kind == SCREE_YAML_MAP && scree_yaml_find(node, key) >= 0;
}
// The first of these keys that a mapping has; NULL: none.
const char *scree_yaml_first_of(const scree_yaml *node, const char *const *key, size_t n);
static inline scree_place scree_yaml_place(const scree_yaml *node, const char *key) {
    return scree_yaml_has(node, key) ? node->item.data[scree_yaml_find(node, key)]->place : node->place;
}
// No value at all (`key:` with nothing behind it), or ~ or null.
bool scree_yaml_is_null(const scree_yaml *node);
