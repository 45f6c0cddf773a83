// SPDX-License-Identifier: BSD-3-Clause
// The reference pages of docs/, from the tables that the parser reads.
#pragma once

#include <stdbool.h>

// The tables of docs/laws/<page>.md; NULL if no law has this page. Free with scree_free.
char *scree_markdown_law(const char *page);
// The names of all law pages, one line each. Free with scree_free.
char *scree_markdown_law_pages(void);
// All columns of the series, docs/reference/columns.md or a text for a terminal. Free with scree_free.
char *scree_columns_page(bool markdown);
// All measures, docs/reference/measures.md or a text for a terminal. Free with scree_free.
char *scree_measures_page(bool markdown);
// The library of materials, docs/reference/materials.md or a text for a terminal. Free with scree_free.
char *scree_library_page(bool markdown);
// One of its materials, its pairs and their sources, for a terminal; NULL if there is none. Free with scree_free.
char *scree_library_page_of(const char *name);
