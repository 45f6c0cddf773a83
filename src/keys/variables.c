// SPDX-License-Identifier: BSD-3-Clause
#include "keys/variables.h"
#include "keys/complain.h"
#include "text/expression.h"
#include "text/text_buffer.h"
#include "text/units.h"
#include <stdio.h>
#include <string.h>

// Characters of a text in which variables were replaced: texts of texts may grow tenfold with each. Variables that wait for another: each takes
// some kB of the stack.
enum { MOST_TEXT = 100000, MOST_WAITING = 200 };

typedef enum variable_state { NEW, BUSY, DONE, WRONG } variable_state; // WRONG: reported

typedef struct variable {
    const char *name;
    scree_yaml *node;
    variable_state state;
    bool used;
    bool is_number; // else a text, a list or a mapping
    scree_quantity q;
    char *text; // of a number or text, where it stands in a text
} variable;

struct scree_variables {
    scree_config *g;
    SCREE_ARRAY(variable) list;
    SCREE_ARRAY(char *) reported; // names that are no variables
    int waiting;                  // variables whose values are being found
};

static void evaluate(scree_variables *v, variable *x);

static variable *find_variable(scree_variables *v, const char *name, size_t n) {
    for (size_t i = 0; v && i < v->list.n; i++) {
        if (strlen(v->list.data[i].name) == n && memcmp(v->list.data[i].name, name, n) == 0) {
            return &v->list.data[i];
        }
    }
    return NULL;
}

// "there is no variable 'x'; did you mean 'y'? variables are: y, z"
static void say_unknown(const scree_variables *v, const char *name, size_t n, char *wrong, size_t size) {
    SCREE_ARRAY(const char *) names = {0};
    char given[60], hint[100] = "", list[100] = "";
    snprintf(given, sizeof given, "%.*s", (int)(n < 50 ? n : 50), name);
    for (size_t i = 0; v && i < v->list.n; i++) {
        const size_t used = strlen(list);
        scree_array_push(&names, v->list.data[i].name);
        snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", v->list.data[i].name);
    }
    scree_config_hint(given, names.data, names.n, hint, sizeof hint);
    snprintf(wrong, size,
             names.n > 0 ? "there is no variable '%s'; %svariables are: %.80s%s"
                         : "there is no variable '%s'",
             given, hint, list, strlen(list) > 80 ? ", ..." : "");
    scree_array_free(&names);
}

// The variable with its value; NULL: `wrong` says why, or is empty where that was reported already.
static variable *use(scree_variables *v, const char *name, size_t n, char *wrong, size_t size) {
    variable *x = find_variable(v, name, n);
    if (!x) {
        say_unknown(v, name, n, wrong, size);
        for (size_t i = 0; v && i < v->reported.n; i++) {
            const bool same = strlen(v->reported.data[i]) == n && memcmp(v->reported.data[i], name, n) == 0;
            wrong[0] = same ? '\0' : wrong[0];
        }
        return NULL;
    }
    x->used = true;
    if (x->state == BUSY) {
        snprintf(wrong, size, "the variable '%s' is defined by itself", x->name);
        return NULL;
    }
    if (x->state == NEW && v->waiting == MOST_WAITING) {
        snprintf(wrong, size,
                 "the variable '%s' is at the end of a chain of %d variables that are each defined by the "
                 "next one; write variables before those that use them",
                 x->name, MOST_WAITING);
        return NULL;
    }
    v->waiting++;
    evaluate(v, x);
    v->waiting--;
    if (x->state == WRONG) {
        wrong[0] = '\0';
        return NULL;
    }
    return x;
}

static bool look_up(void *context, const char *name, size_t n, scree_quantity *q,
                    char wrong[SCREE_EXPRESSION_ERROR]) {
    const variable *x = use(context, name, n, wrong, SCREE_EXPRESSION_ERROR);
    if (x && !x->is_number) {
        snprintf(wrong, SCREE_EXPRESSION_ERROR, "the variable '%s' is no number", x->name);
        return false;
    }
    if (x) {
        *q = x->q;
    }
    return x != NULL;
}

bool scree_variables_any(const scree_variables *v) {
    return v && v->list.n > 0;
}

bool scree_variables_eval(scree_variables *v, const char *text, scree_quantity *q, char *wrong, size_t size) {
    char clause[SCREE_EXPRESSION_ERROR];
    const bool fine = scree_expression_eval(text, look_up, v, q, clause);
    if (!fine) {
        snprintf(wrong, size, "%s", clause);
    }
    return fine;
}

typedef struct moment {
    scree_variables *v;
    double time;
} moment;

static bool look_up_at(void *context, const char *name, size_t n, scree_quantity *q,
                       char wrong[SCREE_EXPRESSION_ERROR]) {
    const moment *now = context;
    if (n == 4 && memcmp(name, "time", 4) == 0) {
        *q = (scree_quantity){.value = now->time, .dimension = {.s = 1}, .has_unit = true};
        return true;
    }
    return look_up(now->v, name, n, q, wrong);
}

bool scree_variables_eval_at(scree_variables *v, const char *text, double time, scree_quantity *q,
                             char *wrong, size_t size) {
    char clause[SCREE_EXPRESSION_ERROR];
    moment now = {v, time};
    const bool fine = scree_expression_eval(text, look_up_at, &now, q, clause);
    if (!fine) {
        snprintf(wrong, size, "%s", clause);
    }
    return fine;
}

typedef struct formula_names {
    scree_variables *v;
    const scree_formula_variable *argument;
    int n;
} formula_names;

static bool look_up_formula(void *context, const char *name, size_t n, scree_quantity *q,
                            char wrong[SCREE_EXPRESSION_ERROR]) {
    const formula_names *names = context;
    for (int k = 0; k < names->n; k++) {
        const scree_formula_variable *x = &names->argument[k];
        scree_unit unit;
        if (strlen(x->name) == n && memcmp(name, x->name, n) == 0) {
            scree_unit_parse(x->unit, &unit, NULL);
            *q = scree_unit_quantity(&unit);
            q->step = k + 1;
            return true;
        }
    }
    return look_up(names->v, name, n, q, wrong);
}

bool scree_variables_compile(scree_config *g, const char *text, const char *unit,
                             const scree_formula_variable *argument, int n, scree_formula *f, scree_place at,
                             const char *path) {
    formula_names names = {g->variables, argument, n};
    char wrong[SCREE_EXPRESSION_ERROR] = "";
    scree_quantity q;
    scree_unit wanted;
    scree_unit_parse(unit, &wanted, NULL);
    bool fine = scree_expression_compile(text, look_up_formula, &names, n, f, &q, wrong);
    if (fine && q.has_unit && !scree_dimension_fits(q.dimension, wanted.dimension)) {
        const char *given = scree_dimension_name(q.dimension);
        snprintf(wrong, sizeof wrong, "it is %s, not %s%s", given ? given : "in another unit",
                 *scree_unit_shown(unit) ? "in " : "a pure number", scree_unit_shown(unit));
        fine = false;
    }
    if (!fine && wrong[0]) {
        scree_text_buffer list = {0};
        for (int k = 0; k < n; k++) {
            scree_text_add(&list, "%s%s", k == 0 ? "" : k + 1 < n ? ", " : " and ", argument[k].name);
        }
        scree_config_error(g, at, "%s: \"%.100s\": %s; accepted: a formula of %s, in %s", path, text, wrong,
                           list.data, unit);
        scree_free(list.data);
    }
    return fine;
}

// ---- texts ----------------------------------------------------------------------------------------------------

// The name in "${name}" at the start of the text; 0: there is none.
static size_t name_in_braces(const char *text, const char **name) {
    *name = text + 2;
    const size_t n = strncmp(text, "${", 2) == 0 ? scree_expression_name_length(*name) : 0;
    return n > 0 && (*name)[n] == '}' ? n : 0;
}

// The variable that the whole text stands for; its name, or NULL.
static const char *whole_name(const scree_yaml *node, size_t *n) {
    const char *name = NULL;
    *n = node->kind == SCREE_YAML_TEXT && node->text ? name_in_braces(node->text, &name) : 0;
    return *n > 0 && name[*n + 1] == '\0' ? name : NULL;
}

static char *expand(scree_variables *v, const char *text, char *wrong, size_t size) {
    scree_text_buffer out = {0};
    scree_text_add(&out, "%s", "");
    while (*text) {
        const char *name;
        const size_t n = name_in_braces(text, &name);
        if (n == 0) {
            scree_text_add(&out, "%c", *text++);
            continue;
        }
        const variable *x = use(v, name, n, wrong, size);
        if (x && !x->text) {
            snprintf(wrong, size, "the variable '%s' is a list or a mapping", x->name);
        }
        if (!x || !x->text) {
            scree_free(out.data);
            return NULL;
        }
        if (out.n + strlen(x->text) > MOST_TEXT) {
            snprintf(wrong, size, "longer than %d characters with the text of '%s'", MOST_TEXT, x->name);
            scree_free(out.data);
            return NULL;
        }
        scree_text_add(&out, "%s", x->text);
        text = name + n + 1;
    }
    return out.data;
}

char *scree_variables_expand(scree_config *g, const scree_yaml *node, const char *path) {
    char wrong[SCREE_EXPRESSION_ERROR];
    if (!strstr(node->text, "${")) {
        return scree_strdup(node->text);
    }
    char *text = expand(g->variables, node->text, wrong, sizeof wrong);
    if (!text && wrong[0]) {
        scree_config_error(g, node->place, "%s: %s; accepted: ${NAME} with the name of a variable", path,
                           wrong);
    }
    return text;
}

// ---- lists and mappings ---------------------------------------------------------------------------------------

// Replaces what stands for a variable that is no number. A tree without cycles stays one: a variable within its own list is BUSY.
static void replace(scree_variables *v, scree_yaml *node) {
    char wrong[SCREE_EXPRESSION_ERROR];
    size_t n;
    const char *name = whole_name(node, &n);
    if (node->replaced) {
        return;
    }
    node->replaced = true;
    if (name) {
        const variable *x = use(v, name, n, wrong, sizeof wrong);
        if (!x && wrong[0]) {
            scree_config_error(v->g, node->place, "%s; accepted: ${NAME} with the name of a variable", wrong);
            scree_array_push(&v->reported, scree_format("%.*s", (int)n, name)); // its reader need not do so
        } else if (x && !x->is_number) {
            scree_yaml_assign(node, x->node);
        }
        return;
    }
    for (size_t i = 0; i < node->item.n; i++) {
        replace(v, node->item.data[i]);
    }
}

// ---- values ---------------------------------------------------------------------------------------------------

// "2 * r" is meant as a number, and so is what begins with a digit.
static bool looks_like_number(const char *text) {
    text += strspn(text, " +-.(");
    return (*text >= '0' && *text <= '9') || strpbrk(text, "*+^()");
}

static void keep_number_text(variable *x) {
    char number[32];
    char units[64];
    scree_text_buffer t = {0};
    scree_dimension_text(x->q.dimension, units);
    scree_number_text(x->q.value, number);
    scree_text_add(&t, units[0] ? "%s %s" : "%s", number, units);
    x->text = t.data;
}

static void evaluate_text(scree_variables *v, variable *x) {
    char wrong[SCREE_EXPRESSION_ERROR], what[SCREE_EXPRESSION_ERROR + 40];
    const scree_yaml *node = x->node;
    scree_quantity q;
    if (scree_yaml_is_null(node)) {
        scree_config_error(
            v->g, node->place,
            "variables.%s: it has no value in the file and must be given; accepted: --define %s=VALUE",
            x->name, x->name);
        x->state = WRONG;
        return;
    }
    if (!node->quoted && scree_variables_eval(v, node->text, &q, wrong, sizeof wrong)) {
        x->q = q;
        x->is_number = true;
        x->state = DONE;
        keep_number_text(x);
        return;
    }
    if (!node->quoted &&
        (looks_like_number(node->text) || find_variable(v, node->text, strlen(node->text)))) {
        snprintf(what, sizeof what, "no number: %s", wrong);
    } else {
        what[0] = '\0';
        x->text = expand(v, node->text, wrong, sizeof wrong);
    }
    if (!x->text && wrong[0]) {
        scree_config_error(v->g, node->place,
                           "variables.%s: \"%.60s\" is %s; accepted: a number, an expression, a text (in "
                           "quotes where it looks like a number), a list or a mapping",
                           x->name, node->text, what[0] ? what : wrong);
    }
    if (!x->text) {
        x->state = WRONG;
        return;
    }
    scree_free(x->node->text);
    x->node->text = scree_strdup(x->text);
    x->state = DONE;
}

static void evaluate(scree_variables *v, variable *x) {
    if (x->state != NEW) {
        return;
    }
    x->state = BUSY;
    size_t n;
    const bool text = x->node->kind == SCREE_YAML_TEXT;
    if (text && whole_name(x->node, &n)) {
        replace(v, x->node); // a number stays as it is, which is an expression
    }
    if (x->node->kind == SCREE_YAML_TEXT) {
        evaluate_text(v, x);
        return;
    }
    if (!text) {
        replace(v, x->node);
    }
    x->state = DONE;
}

// A variable with a wrong name is kept and marked as reported, so that its uses give no further errors.
static variable read_definition(scree_config *g, const scree_yaml *key, scree_yaml *value) {
    const char *text = key->text;
    const char *wrong =
        text[0] == '\0' || scree_expression_name_length(text) != strlen(text) || strlen(text) > 50
            ? "is not a name; accepted: up to 50 letters, digits and _, a letter first"
        : scree_expression_reserves(text) ? "is a unit or a function; accepted: another name"
                                          : NULL;
    if (wrong) {
        scree_config_error(g, key->place, "variables: '%.60s' %s", text, wrong);
    }
    return (variable){.name = text, .node = value, .state = wrong ? WRONG : NEW};
}

scree_variables *scree_variables_read(scree_config *g, const scree_yaml *section, scree_yaml *root) {
    scree_variables *v = scree_realloc(NULL, 0, sizeof *v);
    *v = (scree_variables){.g = g};
    if (section && section->kind == SCREE_YAML_MAP) {
        for (size_t i = 0; i < section->key.n; i++) {
            scree_array_push(&v->list, read_definition(g, section->key.data[i], section->item.data[i]));
        }
    } else if (section && !scree_yaml_is_null(section)) {
        scree_config_error(g, section->place, "variables: accepted: a mapping of names to values");
    }
    for (size_t i = 0; i < v->list.n; i++) {
        evaluate(v, &v->list.data[i]);
    }
    for (size_t i = 0; i < root->item.n; i++) {
        if (root->item.data[i] != section) {
            replace(v, root->item.data[i]);
        }
    }
    return v;
}

void scree_variables_destroy(scree_variables *v) {
    for (size_t i = 0; v && i < v->list.n; i++) {
        scree_free(v->list.data[i].text);
    }
    if (v) {
        scree_array_free(&v->list);
        scree_array_free_each(&v->reported);
    }
    scree_free(v);
}

void scree_variables_keep(const scree_variables *v, scree_case *c) {
    for (size_t i = 0; i < v->list.n; i++) {
        const variable *x = &v->list.data[i];
        if (x->text) {
            scree_array_push(&c->variable,
                             (scree_variable_def){scree_strdup(x->name), scree_strdup(x->text)});
        }
        if (!x->used) {
            scree_array_push(&c->unused, (scree_unused_variable){scree_strdup(x->name), x->node->place});
        }
    }
}

void scree_variables_warn(const scree_case *c, scree_report *r) {
    for (size_t i = 0; i < c->unused.n; i++) {
        const scree_unused_variable *x = &c->unused.data[i];
        scree_report_at(r, SCREE_SEVERITY_WARNING, c->path, x->place.line, x->place.column,
                        "the variable '%s' is not used", x->name);
    }
}
