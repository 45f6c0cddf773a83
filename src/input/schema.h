// SPDX-License-Identifier: BSD-3-Clause
// What an input file may say: one table per section. The parser, `scree help KEY`, the reference page and the record of
// a run all read these tables and nothing else, so they cannot disagree; the laws' parameters come from the laws' own.
#ifndef SCREE_INPUT_SCHEMA_H
#define SCREE_INPUT_SCHEMA_H

#include "input/yaml.h"
#include "laws/registry.h"
#include "state/case.h"

typedef enum scree_key_type {
    SCREE_KEY_NUMBER,    // double
    SCREE_KEY_WORD,      // double, the index of one of the choices (parameters of laws)
    SCREE_KEY_INTEGER,   // int
    SCREE_KEY_SEED,      // uint64_t
    SCREE_KEY_SWITCH,    // bool, the index of one of two choices
    SCREE_KEY_CHOICE,    // enum, the index of one of the choices
    SCREE_KEY_TEXT,      // char *
    SCREE_KEY_FILE,      // char *, a readable file, relative to the input file's folder
    SCREE_KEY_LAWS,      // SCREE_ARRAY of char *, files as above, libraries whose laws become known
    SCREE_KEY_VECTOR,    // scree_vec3
    SCREE_KEY_AXIS,      // scree_vec3, made a unit vector
    SCREE_KEY_AXES,      // bool[n], a list of some of the n choices, such as x, y, z
    SCREE_KEY_MATERIAL,  // int, index; -1 when not given
    SCREE_KEY_MESH_WALL, // int, index of a wall that is a mesh
    SCREE_KEY_POINTS, // SCREE_ARRAY of scree_vec3, a list of at least `min` positions, two if there is no bound
    SCREE_KEY_NUMBERS,  // SCREE_ARRAY of double, a list of at least two numbers
    SCREE_KEY_IDS,      // SCREE_ARRAY of scree_id_range, a list of whole numbers and ranges such as 10-20
    SCREE_KEY_NAMES,    // SCREE_ARRAY of char *, a list of names
    SCREE_KEY_INTERVAL, // two doubles in a row, [from, to]
    SCREE_KEY_TABLE,    // scree_size_def, list of [diameter, fraction]
    SCREE_KEY_THERMAL, // scree_thermal_table, list of [temperature, value]; unit and bounds are those of the values
    SCREE_KEY_QUANTITY, // scree_quantity, a number of any unit
    SCREE_KEY_CHANGES, // a mapping of paths to values, applied to the file before it is read (input/phase_changes.h)
    SCREE_KEY_VARIABLES, // a mapping of names to values, read before all others
    SCREE_KEY_SECTION,   // a mapping with keys of its own
    SCREE_KEY_NAMED,     // SCREE_ARRAY of structs: a mapping of names to sections
    SCREE_KEY_LIST,      // SCREE_ARRAY of structs: a list of sections, or a single one
    SCREE_KEY_CONTACTS,  // the list of contact entries
    SCREE_KEY_PAIR,      // int[2], indices of two materials, -1: any; in contacts too
    SCREE_KEY_LAW        // in it: the name of a law, or a mapping with the name and parameters
} scree_key_type;

struct scree_config;
struct scree_section;

typedef struct scree_key {
    const char *name;
    scree_key_type type;
    const char *unit;     // numbers: "m"; several by '|', then the unit must be given
    const char *fallback; // default as it would be written; NULL: zero, or none
    bool required;
    const char *unless; // "a|b": not required if one of these is there, beside it or, with '/', in the file
    bool bounded;       // min (itself excluded if `above`) <= value <= max; vectors: no bounds
    double min, max;
    bool above;
    bool whole;          // numbers: no fraction
    const char *choices; // "random|lattice"
    const char *word;    // numbers: a word that may stand instead of a number,
    double word_value;   // and what it means
    const char *doc;     // one sentence
    bool live;           // it, and all keys below it, may change in phases and in worlds that are open
    size_t offset;       // of the value in the section's struct
    size_t flag;         // of a bool, 0: none. Sections: was given. Numbers: index of the unit given
    const struct scree_section *section;
    const char *alias_of; // another spelling of that key
    bool variant;         // exactly one of the variants of a section is given; it sets the section's kind
    int kind;
    unsigned kinds; // not 0: only together with the variants of these kinds (1u << kind)
} scree_key;

typedef struct scree_section {
    const char *doc;
    const scree_key *key;
    size_t nkey;
    size_t size;        // of the struct, for lists
    size_t kind_offset; // of the int that variants set
    size_t name_offset; // NAMED: of the char *
    bool has_place;
    size_t place_offset;
    bool law_params;       // parameters of laws are accepted too,
    bool law_tables;       // each with a table by temperature: of scree_temperature_tables
    const char *short_key; // a value that is no mapping stands for this key
    void (*check)(struct scree_config *g, void *base, const scree_yaml *node, const char *path);
} scree_section;

extern const scree_section scree_schema;          // the whole file, struct scree_case
extern const scree_section scree_contact_section; // one entry of `contacts`
extern const scree_section scree_wall_section;    // one of `walls`
extern const scree_section scree_shape_section;   // one of `shapes`
extern const scree_section scree_orientation_section;
extern const scree_section scree_servo_section;   // its servo
extern const scree_section scree_free_section;    // its free
extern const scree_section scree_gravity_section; // gravity_of_time
extern const scree_section scree_group_section;   // one of `groups`
extern const scree_section scree_bond_section;    // one of `bonds`
extern const scree_section scree_track_section;   // one of `tracks`
extern const scree_section scree_output_section;
extern const scree_section scree_inlet_region_section; // regions: of an insertion,
extern const scree_section scree_drain_region_section; // an outlet,
extern const scree_section scree_probe_region_section; // a probe,
extern const scree_section scree_csv_region_section;   // tables of the output,
extern const scree_section scree_choice_section;       // a choice of particles
extern const scree_section scree_heat_section;         // heat
extern const scree_section scree_wall_heat_section;    // heat of a wall
extern const scree_section scree_temperature_section;  // temperature_tables of a material

// Key of a section by name, or NULL.
const scree_key *scree_schema_find(const scree_section *s, const char *name);

#endif
