// SPDX-License-Identifier: BSD-3-Clause
#include "keys/word_list.h"
#include <stdio.h>
#include <string.h>

int scree_word_list_count(const char *words) {
    int n = 1;
    for (; *words; words++) {
        n += *words == '|';
    }
    return n;
}

void scree_word_list_item(const char *words, int i, char out[32]) {
    for (; i > 0 && *words; words++) {
        i -= *words == '|';
    }
    snprintf(out, 32, "%.*s", (int)strcspn(words, "|"), words);
}

int scree_word_list_find(const char *words, const char *word) {
    char item[32];
    for (int i = 0; i < scree_word_list_count(words); i++) {
        scree_word_list_item(words, i, item);
        if (strcmp(item, word) == 0) {
            return i;
        }
    }
    return -1;
}
