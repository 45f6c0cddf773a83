// SPDX-License-Identifier: BSD-3-Clause
// The tables as text: what a key accepts, help pages, the reference.
#include "base/units.h"
#include "io/schema.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct text_buffer {
    char *data;
    size_t n, capacity;
} text_buffer;

static void add(text_buffer *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(text_buffer *t, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length >= 0) {
        scree_array_reserve(t, t->n + (size_t)length + 1);
        vsnprintf(t->data + t->n, (size_t)length + 1, format, again);
        t->n += (size_t)length;
    }
    va_end(again);
}

// ------------------------------------------------------------------------------------------- what is accepted

static void add_range(text_buffer *t, const scree_key *key, const char *unit) {
    char low[32], high[32];
    if (!key->bounded)
        return;
    scree_number_text(key->min, low);
    scree_number_text(key->max, high);
    if (isinf(key->max))
        add(t, ", %s %s%s%s", key->above ? ">" : ">=", low, *unit ? " " : "", unit);
    else if (key->above)
        add(t, ", > %s and <= %s%s%s", low, high, *unit ? " " : "", unit);
    else
        add(t, ", %s to %s%s%s", low, high, *unit ? " " : "", unit);
}

static void add_words(text_buffer *t, const char *words) {
    int n = scree_words_count(words);
    for (int i = 0; i < n; i++) {
        char word[32];
        scree_words_item(words, i, word);
        add(t, "%s%s", i == 0 ? "" : i == n - 1 ? " or " : ", ", word);
    }
}

static void add_number(text_buffer *t, const scree_key *key) {
    scree_unit unit = {.times = 1};
    bool pure = strcmp(key->unit, "1") == 0;
    bool several = strchr(key->unit, '|') != NULL;
    add(t, "%s", key->whole ? "a whole number" : "a number");
    if (several) {
        add(t, " with its unit, ");
        add_words(t, key->unit);
    } else if (!pure) {
        add(t, " in %s", key->unit);
    }
    add_range(t, key, pure || several ? "" : key->unit);
    if (!pure && !several && scree_unit_parse(key->unit, &unit, NULL) &&
        scree_dimension_example(unit.dimension))
        add(t, ", or with a unit such as %s", scree_dimension_example(unit.dimension));
    if (key->word)
        add(t, "; or %s", key->word);
}

static void add_whole(text_buffer *t, const scree_key *key) {
    add(t, "a whole number");
    if (key->type == SCREE_KEY_SEED)
        add(t, ", 0 to 18446744073709551615");
    add_range(t, key, "");
    if (key->word)
        add(t, "; or %s", key->word);
}

static void add_section(text_buffer *t, const scree_key *key) {
    add(t, key->type == SCREE_KEY_NAMED  ? "a mapping of names to mappings"
           : key->type == SCREE_KEY_LIST ? "a list of mappings"
                                         : "a mapping");
    add(t, " with keys of");
    for (size_t i = 0; i < key->section->nkey; i++)
        add(t, "%s %s", i > 0 ? "," : "", key->section->key[i].name);
}

// What a type accepts when nothing else is to be said; NULL: see scree_key_accepts.
static const char *const type_text[] = {
    [SCREE_KEY_TEXT] = "a text",
    [SCREE_KEY_FILE] = "the path of a file, relative to the input file's folder",
    [SCREE_KEY_LAWS] = "a list of shared libraries such as [libmine.so], relative to the input file's folder",
    [SCREE_KEY_AXIS] = "a direction: a list of 3 numbers, not all 0",
    [SCREE_KEY_AXES] = "a list of axes such as [x, y]",
    [SCREE_KEY_MATERIAL] = "the name of a material",
    [SCREE_KEY_MESH_WALL] = "the name of a wall with a mesh",
    [SCREE_KEY_TABLE] = "a list of pairs such as [[2 mm, 0.3], [4 mm, 0.7]], both numbers > 0",
    [SCREE_KEY_CONTACTS] = "a list of entries such as {between: any, normal: hertz, restitution: 0.5}",
    [SCREE_KEY_PAIR] = "any, or a list of two materials such as [glass, any]",
    [SCREE_KEY_LAW] = "the name of a law, none, or a mapping such as {law: NAME, parameter: value}",
};

char *scree_key_accepts(const scree_key *key) {
    text_buffer t = {0};
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
    case SCREE_KEY_WORD:
    case SCREE_KEY_SWITCH:
    case SCREE_KEY_CHOICE:
        add_words(&t, key->choices);
        break;
    case SCREE_KEY_VECTOR:
        add(&t, "a list of 3 numbers%s%s", in, unit);
        break;
    case SCREE_KEY_INTERVAL:
        add(&t, "a list of 2 numbers%s%s, the smaller first", in, unit);
        add_range(&t, key, unit);
        break;
    case SCREE_KEY_SECTION:
    case SCREE_KEY_NAMED:
    case SCREE_KEY_LIST:
        add_section(&t, key);
        break;
    default:
        add(&t, "%s", type_text[key->type]);
        break;
    }
    return t.data;
}

// -------------------------------------------------------------------------------------------------------- help

static void add_key(text_buffer *t, const scree_key *key, const char *path) {
    char *accepts = scree_key_accepts(key);
    add(t, "%s\n    %s\n", path, key->doc);
    if (!key->section)
        add(t, "    accepted: %s\n", accepts);
    else if (key->section->short_key)
        add(t, "    for short: the value of '%s'\n", key->section->short_key);
    if (key->alias_of)
        add(t, "    instead of '%s'\n", key->alias_of);
    else if (key->required)
        add(t, "    required\n");
    else if (key->fallback)
        add(t, "    default: %s\n", key->fallback);
    scree_free(accepts);
}

typedef void visit_key(text_buffer *t, const scree_key *key, const char *path, const void *ctx);

// Calls visit for every key below a section, sections before what is in them.
static void walk(text_buffer *t, const scree_section *s, const char *path, visit_key *visit,
                 const void *ctx) {
    for (size_t i = 0; i < s->nkey; i++) {
        char below[160];
        snprintf(below, sizeof below, "%.100s%s%s", path, *path ? "." : "", s->key[i].name);
        visit(t, &s->key[i], below, ctx);
        if (s->key[i].section && !s->key[i].alias_of)
            walk(t, s->key[i].section, below, visit, ctx);
    }
}

static void visit_all(text_buffer *t, const scree_key *key, const char *path, const void *ctx) {
    (void)ctx;
    add_key(t, key, path);
}

// Whether the words of `asked` occur in `path` in this order, the last one at its end.
static bool is_asked(const char *path, const char *asked) {
    const char *last_path = strrchr(path, '.'), *last_asked = strrchr(asked, '.');
    if (strcmp(last_path ? last_path + 1 : path, last_asked ? last_asked + 1 : asked) != 0)
        return false;
    while (*asked) {
        size_t n = strcspn(asked, ".");
        for (;; path += strcspn(path, "."), path += *path == '.') {
            if (*path == '\0')
                return false;
            if (strcspn(path, ".") == n && memcmp(path, asked, n) == 0)
                break;
        }
        path += n;
        path += *path == '.';
        asked += n;
        asked += *asked == '.';
    }
    return true;
}

static void visit_asked(text_buffer *t, const scree_key *key, const char *path, const void *ctx) {
    if (!is_asked(path, ctx))
        return;
    add_key(t, key, path);
    if (key->section) {
        add(t, strcmp(key->section->doc, key->doc) == 0 ? "\n" : "\n%s\n\n", key->section->doc);
        walk(t, key->section, path, visit_all, NULL);
    }
}

static void param_default(const scree_param_desc *d, char text[32]) {
    if (isnan(d->fallback))
        snprintf(text, 32, "**required**");
    else if (isinf(d->fallback))
        snprintf(text, 32, "not given");
    else if (d->choices)
        scree_words_item(d->choices, (int)d->fallback, text);
    else
        scree_number_text(d->fallback, text);
}

static void add_law(text_buffer *t, const scree_law *law) {
    add(t, "%s (%s law)\n    %s\n    %s\n    source: %s\n", law->name, scree_slot_name(law->slot), law->title,
        law->formula, law->source);
    if (law->validity)
        add(t, "    valid: %s\n", law->validity);
    for (int p = 0; p < law->nparam; p++) {
        const scree_param_desc *d = &law->param[p];
        scree_key key = scree_key_of_param(d);
        char *accepts = scree_key_accepts(&key), fallback[32];
        add(t, "  %s\n    %s\n    accepted: %s\n", d->name, d->doc, accepts);
        if (isnan(d->fallback))
            add(t, "    required\n");
        else
            param_default(d, fallback), add(t, "    default: %s\n", fallback);
        const char *theirs = scree_law_their_name(law, d->name);
        if (theirs)
            add(t, "    also accepted as: %s\n", theirs);
        if (d->mix != SCREE_MIX_NONE)
            add(t, "    or in both materials; a pair takes the %s\n", scree_mix_name(d->mix));
        scree_free(accepts);
    }
    for (int i = 0; i < law->nhistory; i++)
        add(t, "  remembers %s, %s: %s\n", law->history[i].name, law->history[i].unit, law->history[i].doc);
    if (law->slot == SCREE_NORMAL)
        add(t, "  restitution: %s\n",
            law->restitution ? "known in closed form; the start of a run says what each pair will show"
                             : "not known in closed form; `scree law collide` measures it");
    for (const scree_erratum *e = law->erratum; e && e->problem; e++)
        add(t, "  erratum: %s\n    original: %s\n    corrected: %s\n", e->problem, e->original, e->corrected);
}

char *scree_schema_laws(void) {
    text_buffer t = {0};
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        add(&t, "%s\n", scree_slot_name((scree_slot)slot));
        for (int i = 0; i < n; i++)
            if ((int)law[i]->slot == slot)
                add(&t, "  %-24s%s\n", law[i]->name, law[i]->title);
    }
    return t.data;
}

char *scree_schema_law(const char *name) {
    text_buffer t = {0};
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int i = 0; i < n; i++)
        if (strcmp(law[i]->name, name) == 0)
            add_law(&t, law[i]);
    return t.data;
}

static void add_overview(text_buffer *t) {
    add(t, "Sections of an input file (`scree help SECTION` tells more, `scree help KEY` finds a key):\n");
    for (size_t i = 0; i < scree_schema.nkey; i++)
        add(t, "  %-12s%s%s\n", scree_schema.key[i].name, scree_schema.key[i].doc,
            scree_schema.key[i].required ? " Required." : "");
    add(t, "Numbers are SI, or carry a unit: 4 mm, 1 GPa, 30 deg, 2 rpm, 0.5 kg/s, 60 %%.\n");
}

char *scree_schema_help(const char *key_path) {
    text_buffer t = {0};
    if (!key_path) {
        add_overview(&t);
        return t.data;
    }
    walk(&t, &scree_schema, "", visit_asked, key_path);
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int i = 0; i < n; i++) {
        bool asked = strcmp(law[i]->name, key_path) == 0;
        for (int p = 0; p < law[i]->nparam; p++)
            asked |= strcmp(law[i]->param[p].name, key_path) == 0;
        if (asked)
            add_law(&t, law[i]);
    }
    return t.data;
}

typedef struct name_list {
    SCREE_ARRAY(const char *) name;
} name_list;

static void collect_names(name_list *list, const scree_section *s) {
    for (size_t i = 0; i < s->nkey; i++) {
        scree_array_push(&list->name, s->key[i].name);
        if (s->key[i].section)
            collect_names(list, s->key[i].section);
    }
}

const char *scree_schema_nearest(const char *key_path) {
    name_list list = {0};
    const char *dot = strrchr(key_path, '.');
    int n;
    const scree_law *const *law = scree_laws(&n);
    collect_names(&list, &scree_schema);
    for (int i = 0; i < n; i++) {
        scree_array_push(&list.name, law[i]->name);
        for (int p = 0; p < law[i]->nparam; p++)
            scree_array_push(&list.name, law[i]->param[p].name);
    }
    const char *nearest = scree_nearest_name(dot ? dot + 1 : key_path, list.name.data, list.name.n);
    scree_array_free(&list.name);
    return nearest;
}

// --------------------------------------------------------------------------------------------------- reference

// '|' ends a cell of a Markdown table.
static void add_cell(text_buffer *t, const char *text) {
    for (; *text; text++)
        add(t, *text == '|' ? "\\|" : "%c", *text);
}

static void add_row(text_buffer *t, const char *name, const char *accepts, const char *fallback,
                    const char *doc) {
    add(t, "| `%s` | ", name);
    add_cell(t, accepts);
    add(t, " | %s | ", fallback);
    add_cell(t, doc);
    add(t, " |\n");
}

static void add_markdown_section(text_buffer *t, const scree_section *s, const char *path) {
    add(t, "\n## %s\n\n%s\n\n| key | accepted | default | meaning |\n|---|---|---|---|\n", path, s->doc);
    for (size_t i = 0; i < s->nkey; i++) {
        const scree_key *key = &s->key[i];
        char *accepts =
            key->section ? scree_format("see %.100s.%s", path, key->name) : scree_key_accepts(key);
        add_row(t, key->name, accepts,
                key->alias_of                   ? "other spelling"
                : key->required                 ? "**required**"
                : key->variant                  ? "one of these"
                : key->fallback                 ? key->fallback
                : key->type == SCREE_KEY_VECTOR ? "[0, 0, 0]"
                                                : "none",
                key->doc);
        scree_free(accepts);
    }
    for (size_t i = 0; i < s->nkey; i++)
        if (s->key[i].section && !s->key[i].alias_of) {
            char below[160];
            snprintf(below, sizeof below, "%.100s.%s", path, s->key[i].name);
            add_markdown_section(t, s->key[i].section, below);
        }
}

static const char *page_of(const scree_law *law) {
    return law->page ? law->page : law->name;
}

static void add_markdown_law(text_buffer *t, const scree_law *law) {
    add(t, "\n## %s (%s)\n\n%s\n\n    %s\n\nSource: %s.\n", law->name, scree_slot_name(law->slot), law->title,
        law->formula, law->source);
    if (law->validity)
        add(t, "Valid: %s\n", law->validity);
    if (law->nparam > 0)
        add(t,
            "\n| parameter | there | accepted | default | meaning | mixing |\n|---|---|---|---|---|---|\n");
    for (int p = 0; p < law->nparam; p++) {
        const scree_param_desc *d = &law->param[p];
        scree_key key = scree_key_of_param(d);
        char *accepts = scree_key_accepts(&key), fallback[32];
        param_default(d, fallback);
        const char *theirs = scree_law_their_name(law, d->name);
        add(t, "| `%s` | %s%s%s | %s | %s | ", d->name, theirs ? "`" : "", theirs ? theirs : "",
            theirs ? "`" : "", accepts, fallback);
        add_cell(t, d->doc);
        add(t, " | %s |\n", scree_mix_name(d->mix));
        scree_free(accepts);
    }
    if (law->nhistory > 0)
        add(t, "\n| remembers | unit | meaning |\n|---|---|---|\n");
    for (int i = 0; i < law->nhistory; i++)
        add(t, "| `%s` | %s | %s |\n", law->history[i].name, law->history[i].unit, law->history[i].doc);
}

static void add_errata(text_buffer *t, const scree_erratum *e) {
    add(t, "\n## Errata\n\n| of the page or program | `original` | `corrected` |\n|---|---|---|\n");
    for (; e->problem; e++) {
        const char *const cell[] = {e->problem, e->original, e->corrected};
        for (int i = 0; i < 3; i++) {
            add(t, "%s", i ? " | " : "| ");
            add_cell(t, cell[i]);
        }
        add(t, " |\n");
    }
}

char *scree_schema_law_page(const char *page) {
    text_buffer t = {0};
    int n;
    const scree_law *const *law = scree_laws(&n);
    SCREE_ARRAY(const scree_erratum *) errata = {0};
    for (int i = 0; i < n; i++) {
        if (strcmp(page_of(law[i]), page) != 0)
            continue;
        add_markdown_law(&t, law[i]);
        bool known = !law[i]->erratum;
        for (size_t k = 0; k < errata.n; k++)
            known |= errata.data[k] == law[i]->erratum;
        if (!known)
            scree_array_push(&errata, law[i]->erratum);
    }
    for (size_t k = 0; k < errata.n; k++)
        add_errata(&t, errata.data[k]);
    scree_array_free(&errata);
    return t.data;
}

char *scree_schema_law_pages(void) {
    text_buffer t = {0};
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int i = 0; i < n; i++) {
        bool known = false;
        for (int k = 0; k < i; k++)
            known |= strcmp(page_of(law[k]), page_of(law[i])) == 0;
        if (!known)
            add(&t, "%s\n", page_of(law[i]));
    }
    return t.data;
}

char *scree_schema_markdown(void) {
    text_buffer t = {0};
    add(&t, "# Input file reference\n\nGenerated from the tables that the parser reads. Numbers are SI or "
            "carry a unit.\n"
            "\n| section | meaning |\n|---|---|\n");
    for (size_t i = 0; i < scree_schema.nkey; i++)
        add(&t, "| `%s` | %s%s |\n", scree_schema.key[i].name, scree_schema.key[i].doc,
            scree_schema.key[i].required ? " **Required.**" : "");
    for (size_t i = 0; i < scree_schema.nkey; i++) {
        const scree_key *key = &scree_schema.key[i];
        if (key->section) {
            add_markdown_section(&t, key->section, key->name);
            continue;
        }
        char *accepts = scree_key_accepts(key);
        add(&t, "\n## %s\n\n%s Accepted: %s. Default: %s.\n", key->name, key->doc, accepts,
            key->fallback                   ? key->fallback
            : key->type == SCREE_KEY_VECTOR ? "[0, 0, 0]"
                                            : "none");
        scree_free(accepts);
    }
    add(&t, "\n# Laws\n\nTheir parameters, sources and errata are on their own pages; "
            "[which law for what](../laws/index.md).\n\n| sense | law | |\n|---|---|---|\n");
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++)
        for (int i = 0; i < n; i++)
            if ((int)law[i]->slot == slot)
                add(&t, "| %s | [`%s`](../laws/%s.md) | %s |\n", scree_slot_name((scree_slot)slot),
                    law[i]->name, page_of(law[i]), law[i]->title);
    return t.data;
}
