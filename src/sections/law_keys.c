// SPDX-License-Identifier: BSD-3-Clause
#include "sections/law_keys.h"
#include "keys/word_list.h"
#include "text/units.h"
#include <math.h>
#include <stdio.h>

scree_key scree_key_of_param(const scree_param_desc *p) {
    return (scree_key){.name = p->name,
                       .type = p->choices ? &scree_word_type : &scree_number_type,
                       .unit = p->unit,
                       .bounded = true,
                       .min = p->min,
                       .max = p->max,
                       .choices = p->choices,
                       .doc = p->doc};
}

// The first parameter of that name in the laws; mixed: that a law mixes of two materials.
static const scree_param_desc *find_parameter(const char *name, bool mixed) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int i = 0; i < n; i++) {
        const int p = scree_law_param(law[i], name);
        if (p >= 0 && (!mixed || law[i]->param[p].mix != SCREE_MIX_NONE)) {
            return &law[i]->param[p];
        }
    }
    return NULL;
}

const scree_param_desc *scree_law_keys_find(const char *name) {
    return find_parameter(name, false);
}

const scree_param_desc *scree_law_keys_find_mixed(const char *name) {
    return find_parameter(name, true);
}

bool scree_law_keys_keep(scree_config *g, const scree_yaml *key, const scree_yaml *value, bool is_table) {
    const scree_own_value own = {
        .material = (int)g->c->material.n - 1, .key = key, .value = value, .is_table = is_table};
    const bool known = scree_law_keys_find(key->text);
    if (known) {
        scree_array_push(&g->own, own);
    }
    return known;
}

void scree_law_keys_default(const scree_param_desc *p, char text[32]) {
    if (isnan(p->fallback)) {
        snprintf(text, 32, "**required**");
    } else if (isinf(p->fallback)) {
        snprintf(text, 32, "not given");
    } else if (p->choices) {
        scree_word_list_item(p->choices, (int)p->fallback, text);
    } else {
        scree_number_text(p->fallback, text);
    }
}
