// SPDX-License-Identifier: BSD-3-Clause
// Lists of words in one text, such as "random|lattice".
#pragma once

// Number of words.
int scree_word_list_count(const char *words);
// The word of index i.
void scree_word_list_item(const char *words, int i, char out[32]);
// Index of a word, -1 if it is not among them.
int scree_word_list_find(const char *words, const char *word);
