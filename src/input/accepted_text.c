// SPDX-License-Identifier: BSD-3-Clause
#include "input/accepted_text.h"
#include "base/text_buffer.h"
#include "base/units.h"
#include "input/word_list.h"
#include <math.h>
#include <string.h>

static void add_range(scree_text_buffer *t, const scree_key *key, const char *unit) {
    char low[32], high[32];
    if (!key->bounded) {
        return;
    }
    scree_number_text(key->min, low);
    scree_number_text(key->max, high);
    if (isinf(key->max)) {
        scree_text_add(t, ", %s %s%s%s", key->above ? ">" : ">=", low, *unit ? " " : "", unit);
    } else if (key->above) {
        scree_text_add(t, ", > %s and <= %s%s%s", low, high, *unit ? " " : "", unit);
    } else {
        scree_text_add(t, ", %s to %s%s%s", low, high, *unit ? " " : "", unit);
    }
}

static void add_words(scree_text_buffer *t, const char *words) {
    int n = scree_choices_count(words);
    for (int i = 0; i < n; i++) {
        char word[32];
        scree_choices_item(words, i, word);
        scree_text_add(t, "%s%s", i == 0 ? "" : i == n - 1 ? " or " : ", ", word);
    }
}

static void add_some(scree_text_buffer *t, const char *words) {
    for (int i = 0; i < scree_choices_count(words); i++) {
        char word[32];
        scree_choices_item(words, i, word);
        scree_text_add(t, "%s %s", i == 0 ? "a list of some of" : ",", word);
    }
}

static void add_number(scree_text_buffer *t, const scree_key *key) {
    scree_unit unit = {.times = 1};
    bool pure = strcmp(key->unit, "1") == 0;
    bool several = strchr(key->unit, '|') != NULL;
    scree_text_add(t, "%s", key->whole ? "a whole number" : "a number");
    if (several) {
        scree_text_add(t, " with its unit, ");
        add_words(t, key->unit);
    } else if (!pure) {
        scree_text_add(t, " in %s", key->unit);
    }
    add_range(t, key, pure || several ? "" : key->unit);
    if (!pure && !several && scree_unit_parse(key->unit, &unit, NULL) &&
        scree_dimension_example(unit.dimension)) {
        scree_text_add(t, ", or with a unit such as %s", scree_dimension_example(unit.dimension));
    }
    if (key->word) {
        scree_text_add(t, "; or %s", key->word);
    }
}

static void add_whole(scree_text_buffer *t, const scree_key *key) {
    scree_text_add(t, "a whole number");
    if (key->type == SCREE_KEY_SEED && !key->bounded) {
        scree_text_add(t, ", 0 to 18446744073709551615");
    }
    add_range(t, key, "");
    if (key->word) {
        scree_text_add(t, "; or %s", key->word);
    }
}

static void add_section(scree_text_buffer *t, const scree_key *key) {
    scree_text_add(t, key->type == SCREE_KEY_NAMED  ? "a mapping of names to mappings"
                      : key->type == SCREE_KEY_LIST ? "a list of mappings"
                                                    : "a mapping");
    scree_text_add(t, " with keys of");
    for (size_t i = 0; i < key->section->nkey; i++) {
        scree_text_add(t, "%s %s", i > 0 ? "," : "", key->section->key[i].name);
    }
}

// What a type accepts when nothing else is to be said; NULL: see scree_key_accepts.
static const char *const type_text[] = {
    [SCREE_KEY_TEXT] = "a text",
    [SCREE_KEY_QUANTITY] = "a number with the unit of the value, such as 10 N",
    [SCREE_KEY_CHANGES] =
        "a mapping of paths to values such as {gravity: [0, 0, 0], contacts.0.friction: 0.5}",
    [SCREE_KEY_VARIABLES] = "a mapping of names to values such as {r: 2 mm, width: 10 * r, law: hertz}",
    [SCREE_KEY_FILE] = "the path of a file, relative to the input file's folder",
    [SCREE_KEY_LAWS] = "a list of shared libraries such as [libmine.so], relative to the input file's folder",
    [SCREE_KEY_AXIS] = "a direction: a list of 3 numbers, not all 0",
    [SCREE_KEY_NUMBERS] = "a list of at least two numbers",
    [SCREE_KEY_IDS] = "a list of particle ids and ranges of them such as [3, 10-20]",
    [SCREE_KEY_NAMES] = "a list of names such as [left, right]",
    [SCREE_KEY_POINTS] = "a list of positions such as [[0, 0, 0], [1 m, 0, 0]]",
    [SCREE_KEY_MATERIAL] = "the name of a material",
    [SCREE_KEY_MESH_WALL] = "the name of a wall with a mesh",
    [SCREE_KEY_TABLE] = "a list of pairs such as [[2 mm, 0.3], [4 mm, 0.7]], both numbers > 0",
    [SCREE_KEY_THERMAL] =
        "a list of at least two rows such as [[300 K, VALUE], [350 K, VALUE]], with ascending "
        "temperatures above 0 K",
    [SCREE_KEY_CONTACTS] = "a list of entries such as {between: any, normal: hertz, restitution: 0.5}",
    [SCREE_KEY_PAIR] = "any, or a list of two materials such as [glass, any]",
    [SCREE_KEY_LAW] = "the name of a law, none, or a mapping such as {law: NAME, parameter: value}",
};

char *scree_key_accepts(const scree_key *key) {
    scree_text_buffer t = {0};
    bool pure = !key->unit || strcmp(key->unit, "1") == 0;
    const char *in = pure ? "" : " in ", *unit = pure ? "" : key->unit;
    switch (key->type) {
    case SCREE_KEY_NUMBER:
        add_number(&t, key);
        break;
    case SCREE_KEY_INTEGER:
    case SCREE_KEY_SEED:
        add_whole(&t, key);
        break;
    case SCREE_KEY_AXES:
        add_some(&t, key->choices);
        break;
    case SCREE_KEY_WORD:
    case SCREE_KEY_SWITCH:
    case SCREE_KEY_CHOICE:
        add_words(&t, key->choices);
        break;
    case SCREE_KEY_VECTOR:
        scree_text_add(&t, "a list of 3 numbers%s%s", in, unit);
        break;
    case SCREE_KEY_INTERVAL:
        scree_text_add(&t, "a list of 2 numbers%s%s, the smaller first", in, unit);
        add_range(&t, key, unit);
        break;
    case SCREE_KEY_SECTION:
    case SCREE_KEY_NAMED:
    case SCREE_KEY_LIST:
        add_section(&t, key);
        break;
    default:
        scree_text_add(&t, "%s", type_text[key->type]);
        break;
    }
    return t.data;
}
