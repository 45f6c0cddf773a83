// SPDX-License-Identifier: BSD-3-Clause
// The keys that an input file may have: one table per section. The parser, `scree help KEY`, the reference page and the record of
// a run all read these tables and nothing else, so they cannot disagree; the laws' parameters come from the laws' own.
#ifndef SCREE_INPUT_SCHEMA_H
#define SCREE_INPUT_SCHEMA_H

#include "input/value_types.h"
#include "laws/registry.h"

struct scree_config;
struct scree_section;

typedef struct scree_key {
    const char *name;
    const scree_value_type *type;
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

#endif
