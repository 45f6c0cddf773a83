// SPDX-License-Identifier: BSD-3-Clause
#include "keys/accepted_text.h"
#include "keys/word_list.h"
#include "text/units.h"
#include <math.h>

void scree_accepted_range(scree_text_buffer *t, const scree_key *key, const char *unit) {
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

void scree_accepted_words(scree_text_buffer *t, const char *words) {
    int n = scree_word_list_count(words);
    for (int i = 0; i < n; i++) {
        char word[32];
        scree_word_list_item(words, i, word);
        scree_text_add(t, "%s%s", i == 0 ? "" : i == n - 1 ? " or " : ", ", word);
    }
}

char *scree_key_accepts(const scree_key *key) {
    scree_text_buffer t = {0};
    if (key->type->describe) {
        key->type->describe(&t, key);
    } else {
        scree_text_add(&t, "%s", key->type->accepted);
    }
    return t.data;
}
