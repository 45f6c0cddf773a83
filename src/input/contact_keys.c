// SPDX-License-Identifier: BSD-3-Clause
// The keys of an entry of `contacts`, and how the list is kept until it is read and how it is written.
#include "input/contact_keys.h"
#include "keys/config_read.h"
#include "keys/word_list.h"
#include "sections/key_tables.h"
#include "text/units.h"
#include <math.h>
#include <stdio.h>

// Read by read_contacts.c when everything that it names is known.
static bool keep_contacts(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                          const char *path) {
    (void)key, (void)at, (void)path;
    g->contacts = node;
    return true;
}

static void write_contacts(const scree_value_writer *w, const scree_key *key, const void *at,
                           const char *path) {
    (void)key, (void)at;
    const scree_case *c = w->c;
    for (size_t i = 0; c->pair && i < scree_case_named(c); i++) {
        for (size_t j = i; j < scree_case_named(c); j++) {
            const scree_pair_def *pair = &c->pair[i * c->material.n + j];
            for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
                char below[SCREE_PATH_SIZE], deeper[SCREE_PATH_SIZE + 64];
                const scree_law *l = scree_law_at(pair->law[slot]);
                snprintf(below, sizeof below, "%.40s.%.80s-%.80s.%s", path, c->material.data[i].name,
                         c->material.data[j].name, scree_slot_name((scree_slot)slot));
                w->emit(w->ctx, below, l ? l->name : "none");
                for (int p = 0; l && p < l->nparam; p++) {
                    char text[32];
                    snprintf(deeper, sizeof deeper, "%s.%s", below, l->param[p].name);
                    if (l->param[p].choices) {
                        scree_word_list_item(l->param[p].choices, (int)pair->param[slot][p], text);
                    } else if (isinf(pair->param[slot][p])) {
                        snprintf(text, sizeof text, "not given");
                    } else {
                        scree_number_text_full(pair->param[slot][p], text);
                    }
                    w->emit(w->ctx, deeper, text);
                }
            }
        }
    }
}

const scree_value_type scree_contacts_type = {
    .given_as = SCREE_GIVEN_AS_LIST,
    .read = keep_contacts,
    .write = write_contacts,
    .accepted = "a list of entries such as {between: any, normal: hertz, restitution: 0.5}"};
const scree_value_type scree_law_type = {
    .given_as = SCREE_GIVEN_AS_TEXT | SCREE_GIVEN_AS_MAP,
    .accepted = "the name of a law, none, or a mapping such as {law: NAME, parameter: value}"};

#define SLOT_KEY(NAME, name, modes, channels, law, sentence)                                                 \
    {#name, .type = &scree_law_type, .fallback = law, .doc = sentence},
static const scree_key contact_keys[] = {
    {"between", .type = &scree_pair_type, .required = true,
     .doc = "The pairs of materials of this entry: any, [glass, any] or [glass, steel]."},
    SCREE_SLOTS(SLOT_KEY)};
#undef SLOT_KEY
const scree_section scree_contact_section = {
    .doc = "Laws between pairs of materials; a later entry overrides an earlier one for its pairs. "
           "Parameters of laws may also be given directly in an entry: they apply to every law of the pair "
           "with a parameter of that name.",
    KEYS(contact_keys),
    .law_params = true};
