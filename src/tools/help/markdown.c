// SPDX-License-Identifier: BSD-3-Clause
#include "tools/help/markdown.h"
#include "input/schema.h"
#include "keys/accepted_text.h"
#include "laws/list/registry.h"
#include "sections/law_keys.h"
#include "text/text_buffer.h"
#include <stdio.h>
#include <string.h>

static const char live[] = " May change in phases and in an open world.";

// '|' ends a cell of a Markdown table.
static void add_cell(scree_text_buffer *t, const char *text) {
    for (; *text; text++) {
        scree_text_add(t, *text == '|' ? "\\|" : "%c", *text);
    }
}

static void add_row(scree_text_buffer *t, const char *name, const char *accepts, const char *fallback,
                    const char *doc, bool is_live) {
    scree_text_add(t, "| `%s` | ", name);
    add_cell(t, accepts);
    scree_text_add(t, " | %s | ", fallback);
    add_cell(t, doc);
    scree_text_add(t, "%s |\n", is_live ? live : "");
}

static void add_markdown_section(scree_text_buffer *t, const scree_section *s, const char *path) {
    scree_text_add(t, "\n## %s\n\n%s\n", path, s->doc);
    scree_text_add(t, s->nkey > 0 ? "\n| key | accepted | default | meaning |\n|---|---|---|---|\n"
                                  : "\nIt has no keys: `{}`.\n");
    for (size_t i = 0; i < s->nkey; i++) {
        const scree_key *key = &s->key[i];
        char *accepts =
            key->section ? scree_format("see %.100s.%s", path, key->name) : scree_key_accepts(key);
        add_row(t, key->name, accepts,
                key->alias_of                     ? "other spelling"
                : key->required                   ? "**required**"
                : key->variant                    ? "one of these"
                : key->fallback                   ? key->fallback
                : key->type == &scree_vector_type ? "[0, 0, 0]"
                                                  : "none",
                scree_key_doc(key), key->live);
        scree_free(accepts);
    }
    for (size_t i = 0; i < s->nkey; i++) {
        if (s->key[i].section && !s->key[i].alias_of) {
            char below[160];
            snprintf(below, sizeof below, "%.100s.%s", path, s->key[i].name);
            add_markdown_section(t, s->key[i].section, below);
        }
    }
}

static const char *page_of(const scree_law *law) {
    return law->page ? law->page : law->name;
}

static void add_markdown_law(scree_text_buffer *t, const scree_law *law) {
    scree_text_add(t, "\n## %s (%s)\n\n%s\n\n    %s\n\nSource: %s.\n", law->name, scree_slot_name(law->slot),
                   law->title, law->formula, law->source);
    if (law->validity) {
        scree_text_add(t, "Valid: %s\n", law->validity);
    }
    if (law->nparam > 0) {
        scree_text_add(
            t,
            "\n| parameter | there | accepted | default | meaning | mixing |\n|---|---|---|---|---|---|\n");
    }
    for (int p = 0; p < law->nparam; p++) {
        const scree_param_desc *d = &law->param[p];
        scree_key key = scree_key_of_param(d);
        char *accepts = scree_key_accepts(&key), fallback[32];
        scree_law_keys_default(d, fallback);
        const char *theirs;
        scree_text_add(t, "| `%s` | ", d->name);
        for (int k = 0; (theirs = scree_law_their_name(law, d->name, k)); k++) {
            scree_text_add(t, "%s`%s`", k > 0 ? ", " : "", theirs);
        }
        scree_text_add(t, " | %s | %s | ", accepts, fallback);
        add_cell(t, d->doc);
        scree_text_add(t, " | %s |\n", scree_mix_name(d->mix));
        scree_free(accepts);
    }
    if (law->nhistory > 0) {
        scree_text_add(t, "\n| remembers | unit | meaning |\n|---|---|---|\n");
    }
    for (int i = 0; i < law->nhistory; i++) {
        scree_text_add(t, "| `%s` | %s | %s |\n", law->history[i].name, law->history[i].unit,
                       law->history[i].doc);
    }
}

static void add_errata(scree_text_buffer *t, const scree_erratum *e) {
    scree_text_add(t,
                   "\n## Errata\n\n| of the page or program | `original` | `corrected` |\n|---|---|---|\n");
    for (; e->problem; e++) {
        const char *const cell[] = {e->problem, e->original, e->corrected};
        for (int i = 0; i < 3; i++) {
            scree_text_add(t, "%s", i ? " | " : "| ");
            add_cell(t, cell[i]);
        }
        scree_text_add(t, " |\n");
    }
}

char *scree_markdown_law(const char *page) {
    scree_text_buffer t = {0};
    int n;
    const scree_law *const *law = scree_laws(&n);
    SCREE_ARRAY(const scree_erratum *) errata = {0};
    for (int i = 0; i < n; i++) {
        if (strcmp(page_of(law[i]), page) != 0) {
            continue;
        }
        add_markdown_law(&t, law[i]);
        bool known = !law[i]->erratum;
        for (size_t k = 0; k < errata.n; k++) {
            known |= errata.data[k] == law[i]->erratum;
        }
        if (!known) {
            scree_array_push(&errata, law[i]->erratum);
        }
    }
    for (size_t k = 0; k < errata.n; k++) {
        add_errata(&t, errata.data[k]);
    }
    scree_array_free(&errata);
    return t.data;
}

char *scree_markdown_law_pages(void) {
    scree_text_buffer t = {0};
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int i = 0; i < n; i++) {
        bool known = false;
        for (int k = 0; k < i; k++) {
            known |= strcmp(page_of(law[k]), page_of(law[i])) == 0;
        }
        if (!known) {
            scree_text_add(&t, "%s\n", page_of(law[i]));
        }
    }
    return t.data;
}

char *scree_help_markdown(void) {
    scree_text_buffer t = {0};
    scree_text_add(&t,
                   "# Input file reference\n\nGenerated from the tables that the parser reads. Numbers are "
                   "SI or have a unit, and may be expressions\nof variables: [values](../values.md).\n"
                   "\n| section | meaning |\n|---|---|\n");
    for (size_t i = 0; i < scree_schema.nkey; i++) {
        scree_text_add(
            &t, "| `%s` | %s%s%s |\n", scree_schema.key[i].name, scree_key_doc(&scree_schema.key[i]),
            scree_schema.key[i].required ? " **Required.**" : "", scree_schema.key[i].live ? live : "");
    }
    for (size_t i = 0; i < scree_schema.nkey; i++) {
        const scree_key *key = &scree_schema.key[i];
        if (key->section) {
            add_markdown_section(&t, key->section, key->name);
            continue;
        }
        char *accepts = scree_key_accepts(key);
        scree_text_add(&t, "\n## %s\n\n%s Accepted: %s. Default: %s.\n", key->name, scree_key_doc(key),
                       accepts,
                       key->fallback                     ? key->fallback
                       : key->type == &scree_vector_type ? "[0, 0, 0]"
                                                         : "none");
        scree_free(accepts);
    }
    scree_text_add(&t, "\n# Laws\n\nTheir parameters, sources and errata are on their own pages; [which law "
                       "for what](../laws/index.md).\n\n| slot | law | |\n|---|---|---|\n");
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        for (int i = 0; i < n; i++) {
            if ((int)law[i]->slot == slot) {
                scree_text_add(&t, "| %s | [`%s`](../laws/%s.md) | %s |\n", scree_slot_name((scree_slot)slot),
                               law[i]->name, page_of(law[i]), law[i]->title);
            }
        }
    }
    return t.data;
}
