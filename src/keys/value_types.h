// SPDX-License-Identifier: BSD-3-Clause
// Types of values of the input: how each is read, written, described and left out. A key points to the row of its type. A new type is one
// row in a file value_*.c, beside its functions, and its line in the list below.
#pragma once

#include "text/text_buffer.h"
#include "yaml/yaml.h"
#include <stdio.h>

struct scree_config;
struct scree_key;

enum { SCREE_PATH_SIZE = 256 }; // of the path of a value in messages

// The writer to which the values of a case go as texts.
typedef struct scree_value_writer {
    const scree_case *c;
    void (*emit)(void *ctx, const char *path, const char *text);
    void *ctx;
} scree_value_writer;

// Emits item i of a list.
static inline void scree_value_emit_item(const scree_value_writer *w, const char *path, size_t i,
                                         const char *text) {
    char item[SCREE_PATH_SIZE];
    snprintf(item, sizeof item, "%.200s[%zu]", path, i);
    w->emit(w->ctx, item, text);
}

// What may stand in the file for a value, besides ${name}.
enum { SCREE_GIVEN_AS_TEXT = 1, SCREE_GIVEN_AS_LIST = 2, SCREE_GIVEN_AS_MAP = 4 };

typedef struct scree_value_type {
    // Reads the value to its place in the struct of the section. False: reported. NULL: something else reads it.
    bool (*read)(struct scree_config *g, const struct scree_key *key, void *at, const scree_yaml *node,
                 const char *path);
    // Emits the value, or its items, as texts. NULL: nothing.
    void (*write)(const scree_value_writer *w, const struct scree_key *key, const void *at, const char *path);
    // Adds what may stand there: "a number in m, > 0, such as 4 mm; or auto".
    void (*describe)(scree_text_buffer *t, const struct scree_key *key);
    const char *accepted; // the same, if it is one text for all keys
    unsigned given_as;    // some of SCREE_GIVEN_AS_...; 0: a text, or what its section is
    // Sets what the value is if it is not given and its key has no default. NULL: zero.
    void (*unset)(const struct scree_key *key, void *at);
} scree_value_type;

extern const scree_value_type // the C types of the values:
    scree_number_type,        // double
    scree_integer_type,       // int
    scree_seed_type,          // uint64_t
    scree_quantity_type,      // scree_quantity, a number of any unit
    scree_vector_type,        // scree_vec3
    scree_axis_type,          // scree_vec3, made a unit vector
    scree_scale_type,     // scree_vec3, one positive number for all axes, or a list of three that are not 0
    scree_interval_type,  // two doubles in a row, [from, to]
    scree_numbers_type,   // SCREE_ARRAY of double, a list of at least two numbers
    scree_points_type,    // SCREE_ARRAY of scree_vec3, at least `min` positions, two if there is no bound
    scree_sizes_type,     // scree_size_def, list of [diameter, fraction]
    scree_thermal_type,   // scree_thermal_table, list of [temperature, value]; the unit is that of values
    scree_word_type,      // double, the index of one of the choices (parameters of laws)
    scree_switch_type,    // bool, the index of one of two choices
    scree_choice_type,    // enum, the index of one of the choices
    scree_axes_type,      // bool[n], a list of some of the n choices, such as x, y, z
    scree_text_type,      // char *
    scree_file_type,      // char *, a readable file, relative to the input file's folder
    scree_names_type,     // SCREE_ARRAY of char *, a list of names, or a single one
    scree_ids_type,       // SCREE_ARRAY of scree_id_range, a list of whole numbers and ranges such as 10-20
    scree_variables_type, // a mapping of names to values, read before all others (keys/variables.h)
    scree_changes_type,   // a mapping of paths to values, applied before all else (changes/phase_changes.h)
    scree_material_type,  // int, index; -1 when not given
    scree_mesh_wall_type, // int, index of a wall that is a mesh
    scree_pair_type,      // int[2], indices of two materials, -1: any
    scree_section_type,   // a mapping with keys of its own
    scree_named_type,     // SCREE_ARRAY of structs: a mapping of names to sections
    scree_list_type;      // SCREE_ARRAY of structs: a list of sections, or a single one
