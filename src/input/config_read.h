// SPDX-License-Identifier: BSD-3-Clause
// Shared by the files config*.c while they read; apart from them only schema.c includes it, for the names of the checks.
#ifndef SCREE_INPUT_CONFIG_READ_H
#define SCREE_INPUT_CONFIG_READ_H

#include "input/schema.h"
#include "input/variables.h"

enum { SCREE_PATH_SIZE = 256 };

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
} scree_config;

void scree_config_error(scree_config *g, scree_place at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// "path: given is what; accepted: ..." with the key's own text.
void scree_config_wrong(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                        const char *what);
// "a mapping", "a list", "\"4 kg\"", "no value".
void scree_config_given(const scree_yaml *node, char *out, size_t size);

// Sets every default of a section (and of those inside it).
void scree_config_defaults(const scree_section *s, void *base);
bool scree_config_section(scree_config *g, const scree_section *s, void *base, const scree_yaml *node,
                          const char *path);
// One value that is no section or list. False: reported.
bool scree_config_value(scree_config *g, const scree_key *key, void *base, const scree_yaml *node,
                        const char *path);
// Reads a number with a unit, or an expression. False: `what` gets a description of the text, or nothing if the error was reported already.
bool scree_config_number(const scree_config *g, const char *text, scree_quantity *q, char *what, size_t size);
// Keeps, for messages, that a number in rad or rad/s stands without a unit, as a value of this key.
void scree_config_keep_bare(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                            double value);
// Tells, for messages, whether a text that is not a number is meant as an expression.
bool scree_config_is_expression(const scree_config *g, const char *text);
// Index of the material called that, or -1: reported.
int scree_config_material(scree_config *g, const scree_yaml *node, const char *path);
// Whether any law has such a parameter; the first one's table row.
const scree_param_desc *scree_config_law_param(const char *name);
// The first one of that name that a law mixes of two materials; NULL: it belongs to pairs.
const scree_param_desc *scree_config_mixed_param(const char *name);
// "did you mean 'x'? " or nothing.
void scree_config_hint(const char *given, const char *const *names, size_t n, char *out, size_t size);
void scree_config_unknown_key(scree_config *g, const scree_section *s, const scree_yaml *key,
                              const char *path);
// The rows of a table by temperature.
bool scree_thermal_table_read(scree_config *g, const scree_key *key, scree_thermal_table *curve,
                              const scree_yaml *node, const char *path);
// The value of a table of a material for a parameter of a law, at a temperature. False: reported.
bool scree_thermal_table_of_own(scree_config *g, scree_own_value *own, const scree_param_desc *p,
                                double temperature, double *value);
// A key that cannot have a table, with the reason. False: it is another.
bool scree_config_refuse_table(scree_config *g, const scree_yaml *key, const char *path);
// What the tables of all materials say together, and the copies of the materials for their classes.
void scree_config_make_classes(scree_config *g);
// Behind the pairs: what was used of them.
void scree_config_end_classes(scree_config *g);
// Temperature for which a material is a class, K.
double scree_config_class_temperature(const scree_case *c, size_t material);
// The list of contacts, and the laws of every pair.
void scree_config_contacts(scree_config *g);

void scree_check_case(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_domain(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_lab(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_box(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_normal(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_lognormal(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_particles(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_insertion(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_group(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_bond(scree_config *g, void *base, const scree_yaml *node, const char *path);
// Of all of them, when contacts and walls are known.
void scree_check_bonds(scree_config *g);
void scree_check_outlet(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_drain_face(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_heat_source(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_csv(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_heat(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_material(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_temperature_tables(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_wall_heat(scree_config *g, void *base, const scree_yaml *node, const char *path);
// Between heat and the rest of the case; the second when the laws of all pairs are known.
void scree_check_heat_of_case(scree_config *g);
void scree_check_heat_of_pairs(scree_config *g);
void scree_check_until(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_motion(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_shape(scree_config *g, void *base, const scree_yaml *node, const char *path);
// What does not go with clumps.
void scree_check_clumps(scree_config *g);
// Of a source: which shape it names, and what then holds for it.
void scree_check_source_shape(scree_config *g, scree_source_def *source, const scree_yaml *node,
                              const char *path);
void scree_check_freedom(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_servo_slide(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_turn(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_drive(scree_config *g, void *base, const scree_yaml *node, const char *path);
// Of a wall, and what needs all walls: which planes `between` names.
void scree_check_driven_wall(scree_config *g, scree_wall_def *wall, const scree_yaml *node, const char *path);
void scree_find_planes(scree_config *g);
void scree_check_gravity(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_wall_box(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_rectangle(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_disc(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_cone(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_extrude(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_wall(scree_config *g, void *base, const scree_yaml *node, const char *path);

#endif
