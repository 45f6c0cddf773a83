// SPDX-License-Identifier: BSD-3-Clause
// The tables of the laws as data, for host programs that document laws or make cases.
#include "laws/list/registry.h"
#include "scree/scree.h"
#include <math.h>
#include <string.h>

static const char *unit_of(const char *unit) {
    return strcmp(unit, "1") == 0 ? "" : unit;
}

int scree_law_facts_of(int law, scree_law_facts *facts) {
    const scree_law *l = scree_law_at(law);
    if (l) {
        *facts = (scree_law_facts){.name = l->name,
                                   .slot = scree_slot_name(l->slot),
                                   .title = l->title,
                                   .formula = l->formula,
                                   .source = l->source,
                                   .validity = l->validity ? l->validity : "",
                                   .builtin = !l->stage};
    }
    return l != NULL;
}

int scree_law_parameter_of(int law, int k, scree_law_parameter *parameter) {
    const scree_law *l = scree_law_at(law);
    if (!l || k < 0 || k >= l->nparam) {
        return 0;
    }
    const scree_param_desc *d = &l->param[k];
    const char *theirs = scree_law_their_name(l, d->name, 0);
    *parameter = (scree_law_parameter){.name = d->name,
                                       .unit = unit_of(d->unit),
                                       .sentence = d->doc,
                                       .choices = d->choices ? d->choices : "",
                                       .mix = scree_mix_name(d->mix),
                                       .alias = theirs ? theirs : "",
                                       .required = isnan(d->fallback),
                                       .fallback = isfinite(d->fallback) ? d->fallback : (double)NAN,
                                       .least = d->min,
                                       .largest = d->max};
    return 1;
}

int scree_law_memory_of(int law, int k, scree_law_memory *memory) {
    const scree_law *l = scree_law_at(law);
    if (!l || k < 0 || k >= l->nhistory) {
        return 0;
    }
    const scree_history_desc *h = &l->history[k];
    *memory = (scree_law_memory){h->name, unit_of(h->unit), h->doc};
    return 1;
}
