// SPDX-License-Identifier: BSD-3-Clause
// Types of values of the input: how each is read, written, described and left out. A key points to the row of its type. A new type is one
// row in a file value_*.c, beside its functions, and its line in the list below.
#ifndef SCREE_INPUT_VALUE_TYPES_H
#define SCREE_INPUT_VALUE_TYPES_H

#include "base/text_buffer.h"
#include "input/yaml.h"
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

typedef struct scree_value_type {
    // Reads the value to its place in the struct of the section. False: reported. NULL: something else reads it.
    bool (*read)(struct scree_config *g, const struct scree_key *key, void *at, const scree_yaml *node,
                 const char *path);
    // Emits the value, or its items, as texts. NULL: nothing.
    void (*write)(const scree_value_writer *w, const struct scree_key *key, const void *at, const char *path);
    // Adds what may stand there: "a number in m, > 0, such as 4 mm; or auto".
    void (*describe)(scree_text_buffer *t, const struct scree_key *key);
    const char *accepted; // the same, if it is one text for all keys
    // Sets what the value is if it is not given and its key has no default. NULL: zero.
    void (*unset)(const struct scree_key *key, void *at);
} scree_value_type;

extern const scree_value_type scree_number_type;   // double
extern const scree_value_type scree_integer_type;  // int
extern const scree_value_type scree_seed_type;     // uint64_t
extern const scree_value_type scree_quantity_type; // scree_quantity, a number of any unit
extern const scree_value_type scree_vector_type;   // scree_vec3
extern const scree_value_type scree_axis_type;     // scree_vec3, made a unit vector
extern const scree_value_type scree_interval_type; // two doubles in a row, [from, to]
extern const scree_value_type scree_numbers_type;  // SCREE_ARRAY of double, a list of at least two numbers
extern const scree_value_type
    scree_points_type; // SCREE_ARRAY of scree_vec3, at least `min` positions, two if there is no bound
extern const scree_value_type scree_sizes_type; // scree_size_def, list of [diameter, fraction]
extern const scree_value_type
    scree_thermal_type; // scree_thermal_table, list of [temperature, value]; unit and bounds are those of the values
extern const scree_value_type scree_word_type; // double, the index of one of the choices (parameters of laws)
extern const scree_value_type scree_switch_type; // bool, the index of one of two choices
extern const scree_value_type scree_choice_type; // enum, the index of one of the choices
extern const scree_value_type scree_axes_type;   // bool[n], a list of some of the n choices, such as x, y, z
extern const scree_value_type scree_text_type;   // char *
extern const scree_value_type scree_file_type; // char *, a readable file, relative to the input file's folder
extern const scree_value_type
    scree_laws_type; // SCREE_ARRAY of char *, files as above, libraries whose laws become known
extern const scree_value_type scree_names_type; // SCREE_ARRAY of char *, a list of names
extern const scree_value_type
    scree_ids_type; // SCREE_ARRAY of scree_id_range, a list of whole numbers and ranges such as 10-20
extern const scree_value_type
    scree_variables_type; // a mapping of names to values, read before all others (input/variables.h)
extern const scree_value_type
    scree_changes_type; // a mapping of paths to values, applied to the file before it is read (input/phase_changes.h)
extern const scree_value_type scree_material_type;  // int, index; -1 when not given
extern const scree_value_type scree_mesh_wall_type; // int, index of a wall that is a mesh
extern const scree_value_type scree_pair_type; // int[2], indices of two materials, -1: any; in contacts too
extern const scree_value_type scree_contacts_type; // the list of contact entries
extern const scree_value_type
    scree_law_type; // in it: the name of a law, or a mapping with the name and parameters
extern const scree_value_type scree_section_type; // a mapping with keys of its own
extern const scree_value_type scree_named_type;   // SCREE_ARRAY of structs: a mapping of names to sections
extern const scree_value_type scree_list_type; // SCREE_ARRAY of structs: a list of sections, or a single one

#endif
