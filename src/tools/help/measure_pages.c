// SPDX-License-Identifier: BSD-3-Clause
// The measures as a text and as a page, from their list.
#include "keys/accepted_text.h"
#include "measures/list/measures.h"
#include "measures/list/measures_keys.h"
#include "text/text_buffer.h"
#include "tools/help/markdown.h"

static void add_values(scree_text_buffer *t, const scree_measure *m, bool markdown) {
    const scree_column *doc = NULL;
    for (size_t k = 0; k < m->value.n; k++) {
        const scree_column *c = &m->value.column[k];
        doc = c->doc ? c : doc;
        scree_text_add(t, markdown ? "| `%s` [%s] | %s |\n" : "  %s [%s]\n    %s\n", c->name, c->unit,
                       doc->doc);
    }
}

static void add_table(scree_text_buffer *t, const scree_measure *m) {
    for (size_t k = 0; k < m->n_columns; k++) {
        const scree_column *c = &m->column[k];
        scree_text_add(t, "%s`%s` [%s]: %s", k == 0 ? "\nTable: " : " ", c->name, c->unit, c->doc);
    }
    scree_text_add(t, m->n_columns > 0 ? "\n" : "");
}

static void add_keys(scree_text_buffer *t, int kind) {
    const scree_section *s = scree_measure_keys(kind);
    scree_text_add(t, "\nKeys: `region`%s", scree_measure_of(kind)->needs_region ? " (required)" : "");
    for (size_t k = 0; k < s->nkey; k++) {
        scree_text_add(t, ", `%s`%s", s->key[k].name, s->key[k].required ? " (required)" : "");
    }
    scree_text_add(t, ": [input](input.md#measures).\n");
}

char *scree_measures_page(bool markdown) {
    scree_text_buffer t = {0};
    scree_text_add(
        &t, markdown ? "# Measures\n\nGenerated from the list of measures. How to use them: "
                       "[measures](../measures.md).\n"
                     : "Measures, with their numbers; `scree help measures.NAME` has the keys of one.\n");
    for (int kind = 0; kind < SCREE_MEASURE_KINDS; kind++) {
        const scree_measure *m = scree_measure_of(kind);
        if (!markdown) {
            scree_text_add(&t, "\n%s\n", scree_measure_name(kind));
            add_values(&t, m, false);
            continue;
        }
        scree_text_add(&t, "\n## %s\n\n%s\n\n| number | meaning |\n|---|---|\n", scree_measure_name(kind),
                       m->doc);
        add_values(&t, m, true);
        add_table(&t, m);
        add_keys(&t, kind);
        scree_text_add(&t, "\nSource: %s\n\nCost: %s\n", m->source, m->cost);
    }
    return t.data;
}
