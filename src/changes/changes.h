// SPDX-License-Identifier: BSD-3-Clause
// Changes of a case file before it is read: --set path=value and --define name=value; in an open world also --later TIME path=value, which sets
// as a phase does that begins at that time.
#pragma once

#include "yaml/yaml.h"

// Applies the changes to the tree and lists them in c->change; values are YAML. Nodes that they add have the places -1, -2, ...
// (case/case.h). False on any error, which is reported.
bool scree_changes_apply(const scree_changes *changes, scree_yaml_file *file, scree_case *c, scree_report *r);

// The changes that were applied to a case.
static inline scree_changes scree_changes_of(const scree_case *c) {
    return (scree_changes){.text = (const char *const *)c->change.data, .count = c->change.n};
}
// Whether it is one of an open world, --later.
bool scree_change_is_later(const char *change);
// The change as messages show it.
const char *scree_change_shown(const char *change);
