// SPDX-License-Identifier: BSD-3-Clause
// The columns of the series as a text and as a page, from the tables of measure/columns.h.
#include "measure/columns.h"
#include "text/text_buffer.h"
#include "tools/help/markdown.h"
#include <string.h>

// Adds "fx, fy, fz [N]": the first of these columns and those after it that share its sentence. Returns their number.
static size_t add_names(scree_text_buffer *t, const scree_column *c, size_t left, const char *quote) {
    size_t n = 0;
    do {
        const bool last = n + 1 == left || c[n + 1].doc;
        scree_text_add(t, "%s%s%s%s", n > 0 ? ", " : "", quote, c[n].name, quote);
        if (last || strcmp(c[n].unit, c[n + 1].unit) != 0) {
            scree_text_add(t, " [%s]", c[n].unit);
        }
        n++;
    } while (n < left && !c[n].doc);
    return n;
}

static void add_kind(scree_text_buffer *t, const scree_column_kind *kind, bool markdown) {
    if (kind->table_of) { // other things have other columns
        scree_text_add(t,
                       markdown ? "\n## Of %s\n\nThose of its kind: [measures](measures.md).\n"
                                : "\nOf %s\n  those of its kind: scree help measures\n",
                       kind->doc);
        return;
    }
    scree_text_add(t, markdown ? "\n## Of %s\n\n| column | meaning |\n|---|---|\n" : "\nOf %s\n", kind->doc);
    for (int i = 0; i <= SCREE_CAPABILITY_COUNT; i++) {
        const scree_column_table *table = scree_column_table_of(kind, i);
        for (size_t k = 0; k < table->n;) {
            const scree_column *c = &table->column[k];
            const char *when = c->when ? c->when : table->when;
            scree_text_add(t, markdown ? "| " : "  ");
            k += add_names(t, c, table->n - k, markdown ? "`" : "");
            scree_text_add(t, "%s%s%s%s%s%s\n", markdown ? " | " : "\n    ", c->doc, when ? " Only " : "",
                           when ? when : "", when ? "." : "", markdown ? " |" : "");
        }
    }
}

char *scree_columns_page(bool markdown) {
    scree_text_buffer t = {0};
    scree_text_add(
        &t, markdown ? "# Columns of the series\n\nGenerated from the tables that the series is written "
                       "from. What the energies mean, and when rows are written: [output](../output.md).\n"
                     : "Columns of series.csv, which are also values of open worlds.\n");
    scree_text_add(&t, "Of a thing with a name a column begins with that name, as in `lid fz [N]`.\n");
    for (size_t i = 0; i < SCREE_COLUMN_KINDS; i++) {
        add_kind(&t, &scree_column_kinds[i], markdown);
    }
    return t.data;
}
