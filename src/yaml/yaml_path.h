// SPDX-License-Identifier: BSD-3-Clause
// Values in the tree of a file by their path, such as walls.lid.motion or insertion[0].count.
#pragma once

#include "yaml/yaml.h"

// Sets what is at the path, of `length` characters, to the value, which becomes a part of the tree. Messages are of this place in
// the file `name`, or of no line; nodes that are added have it too. False on any error, which is reported.
bool scree_yaml_path_set(scree_yaml_file *file, const char *path, size_t length, scree_yaml *value,
                         const char *name, scree_place place, scree_report *r);
// Returns what is at the path; NULL: nothing.
const scree_yaml *scree_yaml_path_find(const scree_yaml *root, const char *path);
