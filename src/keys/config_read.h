// SPDX-License-Identifier: BSD-3-Clause
// The state of reading an input file: the case so far, its tree, the variables and the messages. All readers and checks work on it.
#pragma once

#include "keys/key.h"
#include "keys/variables.h"
#include "laws/list/registry.h"

// A SCREE_ARRAY of anything.
typedef SCREE_ARRAY(char) __attribute__((may_alias)) scree_any_array;

// A law parameter that a material gives as its own value, or as a table by temperature.
typedef struct scree_own_value {
    int material;
    const scree_yaml *key, *value;
    bool is_table, used;            // used: by some pair
    scree_thermal_table curve;      // of a table: as it was last read,
    const scree_param_desc *reader; // for this parameter of a law
} scree_own_value;

typedef struct scree_config {
    scree_case *c;
    const char *name; // of the file, for messages
    SCREE_ARRAY(struct scree_config_message {
        scree_place place;
        char *text;
    })
    message;      // errors, put in the order of the file at the end
    bool stopped; // no more errors are added: those that follow could be wrong
    // Angles and rates of turning without a unit, which could be meant in degrees or turns per minute.
    SCREE_ARRAY(struct scree_config_bare {
        scree_place place;
        scree_severity severity;
        char *text;
    })
    bare;
    SCREE_ARRAY(scree_own_value) own;
    const scree_yaml *root;     // of the file
    const scree_yaml *contacts; // NULL: no such key
    scree_variables *variables; // NULL: none, as for defaults
    // Finds the key that other programs call by a name; NULL: none. May be NULL.
    const struct scree_foreign_name *(*foreign_name)(const char *name);
} scree_config;
