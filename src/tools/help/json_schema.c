// SPDX-License-Identifier: BSD-3-Clause
// The input file as a JSON Schema, draft 7, so that editors complete and check cases: from the tables that the parser reads. Each section is one
// definition. A text may stand for any value but a section, as it may be a variable, ${name}, or an expression.
#include "input/schema.h"
#include "keys/accepted_text.h"
#include "keys/word_list.h"
#include "laws/list/registry.h"
#include "memory/array.h"
#include "scree/scree.h"
#include "sections/law_keys.h"
#include "text/units.h"
#include <math.h>
#include <string.h>

typedef struct definitions {
    SCREE_ARRAY(const scree_section *) section; // in the order in which they were met
} definitions;

typedef SCREE_ARRAY(const char *) name_list;

static size_t number_of(definitions *d, const scree_section *s) {
    size_t k = 0;
    while (k < d->section.n && d->section.data[k] != s) {
        k++;
    }
    if (k == d->section.n) {
        scree_array_push(&d->section, s);
    }
    return k;
}

// "a", "b": the words of a list a|b, of which `false` and `true` are values of their own in YAML.
static void add_words(scree_text_buffer *t, const char *words) {
    const int n = scree_word_list_count(words);
    const bool is_switch = strcmp(words, "false|true") == 0;
    for (int i = 0; i < n; i++) {
        char word[64];
        scree_word_list_item(words, i, word);
        scree_text_add(t, is_switch ? "%s%s" : "%s\"%s\"", i > 0 ? ", " : "", word);
    }
}

static bool is_number(const scree_value_type *type) {
    return type == &scree_number_type || type == &scree_integer_type || type == &scree_seed_type ||
           type == &scree_quantity_type;
}

// A bound, in SI: a number without a unit is.
static void add_bound(scree_text_buffer *t, const char *name, double bound) {
    char text[32];
    if (isfinite(bound)) {
        scree_number_text_full(bound, text);
        scree_text_add(t, ", \"%s\": %s", name, text);
    }
}

static void add_number(scree_text_buffer *t, const scree_key *key) {
    const bool whole = key->whole || key->type == &scree_integer_type || key->type == &scree_seed_type;
    scree_text_add(t, "\"anyOf\": [{\"type\": \"%s\"", whole ? "integer" : "number");
    if (key->bounded) {
        add_bound(t, key->above ? "exclusiveMinimum" : "minimum", key->min);
        add_bound(t, "maximum", key->max);
    }
    scree_text_add(t, "}, {\"type\": \"string\"}]");
}

static void add_section_value(scree_text_buffer *t, definitions *d, const scree_key *key) {
    const size_t k = number_of(d, key->section);
    const char *item = key->section->short_key ? "short" : "section";
    if (key->type == &scree_section_type) {
        // A section that may be absent may also be empty: a phase takes it away.
        scree_text_add(t, "\"anyOf\": [{\"$ref\": \"#/definitions/%s_%zu\"}%s, {\"type\": \"string\"}]", item,
                       k, key->flag ? ", {\"type\": \"null\"}" : "");
    } else if (key->type == &scree_named_type) {
        scree_text_add(t,
                       "\"anyOf\": [{\"type\": \"object\", \"additionalProperties\": {\"$ref\": "
                       "\"#/definitions/%s_%zu\"}}, {\"type\": [\"null\", \"string\"]}]",
                       item, k);
    } else { // a list, or a single one
        scree_text_add(
            t,
            "\"anyOf\": [{\"type\": \"array\", \"items\": {\"$ref\": \"#/definitions/%s_%zu\"}}, "
            "{\"$ref\": \"#/definitions/section_%zu\"}, {\"type\": [\"null\", \"boolean\", \"string\"]}]",
            item, k, k);
    }
}

static void add_type(scree_text_buffer *t, unsigned given_as) {
    static const char *const name[] = {"\"number\", \"boolean\"", "\"array\"", "\"object\""};
    scree_text_add(t, "\"type\": [\"string\"");
    for (int k = 0; k < 3; k++) {
        if ((given_as ? given_as : SCREE_GIVEN_AS_TEXT) >> k & 1u) {
            scree_text_add(t, ", %s", name[k]);
        }
    }
    scree_text_add(t, "]");
}

static void add_params(scree_text_buffer *t, int slot, const scree_value_type *type, const char *separator);

// A law of a slot by its name, or with its parameters. A library may bring others.
static void add_law(scree_text_buffer *t, const char *slot_name) {
    int n, slot = 0;
    const scree_law *const *law = scree_laws(&n);
    while (slot < SCREE_SLOT_COUNT && strcmp(scree_slot_name((scree_slot)slot), slot_name) != 0) {
        slot++;
    }
    scree_text_buffer names = {0};
    scree_text_add(&names, "\"enum\": [\"none\"");
    for (int i = 0; i < n; i++) {
        if ((int)law[i]->slot == slot) {
            scree_text_add(&names, ", \"%s\"", law[i]->name);
        }
    }
    scree_text_add(&names, "]");
    scree_text_add(t,
                   "\"anyOf\": [{%s}, {\"type\": \"string\"}, "
                   "{\"type\": \"object\", \"required\": [\"law\"], \"properties\": {\"law\": {\"type\": "
                   "\"string\", \"not\": {%s}}}}, {\"type\": \"object\", \"additionalProperties\": false, "
                   "\"required\": [\"law\"], \"properties\": {\"law\": {%s}",
                   names.data, names.data, names.data);
    add_params(t, slot, NULL, ", ");
    scree_text_add(t, "}}]");
    scree_free(names.data);
}

static void add_value(scree_text_buffer *t, definitions *d, const scree_key *key) {
    char *accepts = scree_key_accepts(key);
    scree_text_buffer doc = {0};
    scree_text_add(&doc, "%s Accepted: %s.", scree_key_doc(key), accepts);
    scree_text_add(t, "{\"description\": ");
    scree_text_add_json(t, doc.data);
    scree_text_add(t, ", ");
    scree_free(doc.data);
    scree_free(accepts);
    if (key->fallback) {
        scree_text_add(t, "\"default\": ");
        scree_text_add_json(t, key->fallback);
        scree_text_add(t, ", ");
    }
    if (key->type == &scree_contacts_type) { // a list, or a single one
        const size_t k = number_of(d, key->section);
        scree_text_add(t,
                       "\"type\": [\"array\", \"object\", \"null\", \"string\"], \"items\": {\"$ref\": "
                       "\"#/definitions/section_%zu\"}, "
                       "\"if\": {\"type\": \"object\"}, \"then\": {\"$ref\": \"#/definitions/section_%zu\"}",
                       k, k);
    } else if (key->section) {
        add_section_value(t, d, key);
    } else if (key->type == &scree_law_type) {
        add_law(t, key->name);
    } else if (key->choices && key->type != &scree_axes_type) {
        scree_text_add(t, "\"anyOf\": [{\"enum\": [");
        add_words(t, key->choices);
        scree_text_add(t, "]}, {\"type\": \"string\", \"pattern\": \"[$][{]\"}]");
    } else if (key->choices) {
        scree_text_add(t, "\"type\": [\"array\", \"string\"], \"items\": {\"enum\": [");
        add_words(t, key->choices);
        scree_text_add(t, "]}");
    } else if (is_number(key->type)) {
        add_number(t, key);
    } else {
        const int n = key->type == &scree_vector_type || key->type == &scree_axis_type ? 3
                      : key->type == &scree_interval_type                              ? 2
                                                                                       : 0;
        add_type(t, key->type->given_as);
        if (n > 0) {
            scree_text_add(t, ", \"minItems\": %d, \"maxItems\": %d", n, n);
        }
    }
    scree_text_add(t, "}");
}

// A parameter, or another name of it, if no law before had the name.
static bool add_param(scree_text_buffer *t, name_list *known, const char *name, const scree_param_desc *param,
                      const scree_value_type *type, const char *separator) {
    for (size_t k = 0; k < known->n; k++) {
        if (strcmp(known->data[k], name) == 0) {
            return false;
        }
    }
    scree_key key = scree_key_of_param(param);
    key.bounded = false; // another law may have other bounds
    key.type = type ? type : key.type;
    key.choices = type ? NULL : key.choices;
    scree_text_add(t, "%s\"%s\": ", separator, name);
    add_value(t, NULL, &key);
    scree_array_push(known, name);
    return true;
}

// The parameters of the laws of a slot, -1: of all laws, each name once, as the first law that has it describes it, with the other names that laws
// know for them. type: of all their values, or NULL.
static void add_params(scree_text_buffer *t, int slot, const scree_value_type *type, const char *separator) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    name_list known = {0};
    for (int i = 0; i < n; i++) {
        if (slot >= 0 && (int)law[i]->slot != slot) {
            continue;
        }
        for (int p = 0; p < law[i]->nparam; p++) {
            const scree_param_desc *param = &law[i]->param[p];
            const char *name = param->name;
            for (int k = 0; name; k++) {
                separator = add_param(t, &known, name, param, type, separator) ? ", " : separator;
                name = scree_law_their_name(law[i], param->name, k);
            }
        }
    }
    scree_array_free(&known);
}

static void add_one_required(scree_text_buffer *t, const char *before, const char *name) {
    scree_text_add(t, "%s{\"required\": [\"%s\"]}", before, name);
}

// The key, another spelling of it, or what stands instead of it.
static void add_required_or(scree_text_buffer *t, const scree_section *s, const scree_key *key) {
    add_one_required(t, "{\"anyOf\": [", key->name);
    for (size_t i = 0; i < s->nkey; i++) {
        if (s->key[i].alias_of && strcmp(s->key[i].alias_of, key->name) == 0) {
            add_one_required(t, ", ", s->key[i].name);
        }
    }
    for (int i = 0; key->unless && i < scree_word_list_count(key->unless); i++) {
        char other[64];
        scree_word_list_item(key->unless, i, other);
        add_one_required(t, ", ", other);
    }
    scree_text_add(t, "]}");
}

static bool has_other_spelling(const scree_section *s, const scree_key *key) {
    bool any = false;
    for (size_t i = 0; i < s->nkey; i++) {
        any |= s->key[i].alias_of && strcmp(s->key[i].alias_of, key->name) == 0;
    }
    return any;
}

// Required keys, then those for which something else may stand, but for what stands elsewhere in the file: the schema of a section does not see it.
static void add_required(scree_text_buffer *t, const scree_section *s) {
    bool any = false, others = false, variants = false;
    for (size_t i = 0; i < s->nkey; i++) {
        if (s->key[i].required && !s->key[i].unless && !has_other_spelling(s, &s->key[i])) {
            scree_text_add(t, any ? ", \"%s\"" : ", \"required\": [\"%s\"", s->key[i].name);
            any = true;
        }
    }
    scree_text_add(t, any ? "]" : "");
    for (size_t i = 0; i < s->nkey; i++) {
        const scree_key *key = &s->key[i];
        const bool elsewhere = key->unless && strchr(key->unless, '/');
        if (key->required && !elsewhere && (key->unless || has_other_spelling(s, key))) {
            scree_text_add(t, others ? ", " : ", \"allOf\": [");
            add_required_or(t, s, key);
            others = true;
        }
    }
    scree_text_add(t, others ? "]" : "");
    for (size_t i = 0; i < s->nkey; i++) {
        if (s->key[i].variant) {
            add_one_required(t, variants ? ", " : ", \"oneOf\": [", s->key[i].name);
            variants = true;
        }
    }
    scree_text_add(t, variants ? "]" : "");
}

static void add_section(scree_text_buffer *t, definitions *d, const scree_section *s) {
    const char *separator = "";
    scree_text_add(t, "\"type\": \"object\", \"description\": ");
    scree_text_add_json(t, s->doc);
    add_required(t, s);
    scree_text_add(t, ", \"additionalProperties\": %s, \"properties\": {",
                   s->other && !s->law_params ? "true" : "false");
    for (size_t i = 0; i < s->nkey; i++) {
        scree_text_add(t, "%s\n  \"%s\": ", separator, s->key[i].name);
        add_value(t, d, &s->key[i]);
        separator = ",";
    }
    if (s->law_params) {
        add_params(t, -1, s->law_param_type, ",\n  ");
    }
    scree_text_add(t, "}");
}

char *scree_help_json_schema(void) {
    definitions d = {0};
    scree_text_buffer t = {0};
    scree_text_add(&t,
                   "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"title\": \"scree case\",\n");
    add_section(&t, &d, &scree_schema);
    scree_text_add(&t, ",\n\"definitions\": {");
    for (size_t k = 0; k < d.section.n; k++) { // sections add those that are inside them
        const scree_section *s = d.section.data[k];
        scree_text_add(&t, "%s\n\"section_%zu\": {", k > 0 ? "," : "", k);
        add_section(&t, &d, s);
        scree_text_add(&t, "}");
        if (s->short_key) {
            scree_text_add(&t, ",\n\"short_%zu\": {\"anyOf\": [{\"$ref\": \"#/definitions/section_%zu\"}, ",
                           k, k);
            for (size_t i = 0; i < s->nkey; i++) {
                if (strcmp(s->key[i].name, s->short_key) == 0) {
                    add_value(&t, &d, &s->key[i]);
                }
            }
            scree_text_add(&t, "]}");
        }
    }
    scree_text_add(&t, "}}\n");
    scree_array_free(&d.section);
    return t.data;
}
