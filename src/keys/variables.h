// SPDX-License-Identifier: BSD-3-Clause
// The section `variables`: names for values that are used in the rest of the file.
//
// A number may be an expression of variables (text/expression.h): "diameter: 2 * r". "${name}" as a whole value stands for that
// variable, whatever it is: a number, a text, a list, a mapping; within a text it is replaced by the variable's text.
#pragma once

#include "text/units.h"
#include "yaml/yaml.h"

struct scree_config;
typedef struct scree_variables scree_variables;

// Reads the section (NULL: there is none); errors go to g. Replaces "${name}" in all of `root` where it is a whole value and the
// variable is no number. Free it with scree_variables_destroy.
scree_variables *scree_variables_read(struct scree_config *g, const scree_yaml *section, scree_yaml *root);
void scree_variables_destroy(scree_variables *v);
bool scree_variables_any(const scree_variables *v);
// Evaluates an expression. False: `wrong` gets the reason, a clause, empty where it was reported already.
bool scree_variables_eval(scree_variables *v, const char *text, scree_quantity *q, char *wrong, size_t size);
// Evaluates an expression that may also use the variable `time`, s.
bool scree_variables_eval_at(scree_variables *v, const char *text, double time, scree_quantity *q,
                             char *wrong, size_t size);
// A variable of a formula that takes a value for each place, time or number.
typedef struct scree_formula_variable {
    const char *name, *unit; // SI
} scree_formula_variable;

// Makes a formula of these n variables, those of the file included, with a result in that unit. at, path: of the text, for messages. False: reported.
bool scree_variables_compile(struct scree_config *g, const char *text, const char *unit,
                             const scree_formula_variable *argument, int n, scree_formula *f, scree_place at,
                             const char *path);
// The text with each ${name} replaced, free with scree_free; NULL: reported.
char *scree_variables_expand(struct scree_config *g, const scree_yaml *node, const char *path);
// Copies names and values into the case, and lists the variables that nothing has used.
void scree_variables_keep(const scree_variables *v, scree_case *c);
// Warns of the unused variables of the case.
void scree_variables_warn(const scree_case *c, scree_report *r);
