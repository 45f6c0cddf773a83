// SPDX-License-Identifier: BSD-3-Clause
#include "tools/help/help.h"
#include "input/foreign_names.h"
#include "input/schema.h"
#include "keys/accepted_text.h"
#include "laws/list/registry.h"
#include "sections/law_keys.h"
#include "text/report.h"
#include "text/text_buffer.h"
#include "tools/help/markdown.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void add_key(scree_text_buffer *t, const scree_key *key, const char *path) {
    char *accepts = scree_key_accepts(key);
    scree_text_add(t, "%s\n    %s\n", path, scree_key_doc(key));
    if (!key->section || key->type->accepted) {
        scree_text_add(t, "    accepted: %s\n", accepts);
    } else if (key->section->short_key) {
        scree_text_add(t, "    for short: the value of '%s'\n", key->section->short_key);
    }
    if (key->alias_of) {
        scree_text_add(t, "    instead of '%s'\n", key->alias_of);
    } else if (key->required) {
        scree_text_add(t, "    required\n");
    } else if (key->fallback) {
        scree_text_add(t, "    default: %s\n", key->fallback);
    }
    if (key->live) {
        scree_text_add(t, "    may change %sin phases and in an open world\n",
                       key->section ? "with all below it " : "");
    }
    scree_free(accepts);
}

typedef void visit_key(scree_text_buffer *t, const scree_key *key, const char *path, const void *ctx);

// Calls visit for every key of a section and its subsections; a section before its keys.
static void walk(scree_text_buffer *t, const scree_section *s, const char *path, visit_key *visit,
                 const void *ctx) {
    for (size_t i = 0; i < s->nkey; i++) {
        char below[160];
        snprintf(below, sizeof below, "%.100s%s%s", path, *path ? "." : "", s->key[i].name);
        visit(t, &s->key[i], below, ctx);
        if (s->key[i].section && !s->key[i].alias_of) {
            walk(t, s->key[i].section, below, visit, ctx);
        }
    }
}

static void visit_all(scree_text_buffer *t, const scree_key *key, const char *path, const void *ctx) {
    (void)ctx;
    add_key(t, key, path);
}

// Do the words of `asked` occur in `path` in this order, the last one at its end?
static bool is_asked(const char *path, const char *asked) {
    const char *last_path = strrchr(path, '.'), *last_asked = strrchr(asked, '.');
    if (strcmp(last_path ? last_path + 1 : path, last_asked ? last_asked + 1 : asked) != 0) {
        return false;
    }
    while (*asked) {
        size_t n = strcspn(asked, ".");
        for (;; path += strcspn(path, "."), path += *path == '.') {
            if (*path == '\0') {
                return false;
            }
            if (strcspn(path, ".") == n && memcmp(path, asked, n) == 0) {
                break;
            }
        }
        path += n;
        path += *path == '.';
        asked += n;
        asked += *asked == '.';
    }
    return true;
}

static void visit_asked(scree_text_buffer *t, const scree_key *key, const char *path, const void *ctx) {
    if (!is_asked(path, ctx)) {
        return;
    }
    add_key(t, key, path);
    if (key->section) {
        scree_text_add(t, strcmp(key->section->doc, scree_key_doc(key)) == 0 ? "\n" : "\n%s\n\n",
                       key->section->doc);
        walk(t, key->section, path, visit_all, NULL);
    }
}

static void add_param(scree_text_buffer *t, const scree_law *law, const scree_param_desc *d) {
    scree_key key = scree_key_of_param(d);
    char *accepts = scree_key_accepts(&key), fallback[32];
    scree_text_add(t, "  %s\n    %s\n    accepted: %s\n", d->name, d->doc, accepts);
    if (isnan(d->fallback)) {
        scree_text_add(t, "    required\n");
    } else {
        scree_law_keys_default(d, fallback), scree_text_add(t, "    default: %s\n", fallback);
    }
    const char *theirs;
    for (int k = 0; (theirs = scree_law_their_name(law, d->name, k)); k++) {
        scree_text_add(t, "%s%s", k > 0 ? ", " : "    also accepted as: ", theirs);
    }
    scree_text_add(t, "%s", scree_law_their_name(law, d->name, 0) ? "\n" : "");
    if (d->mix != SCREE_MIX_NONE) {
        scree_text_add(t, "    or in both materials; a pair takes the %s\n", scree_mix_name(d->mix));
    }
    scree_free(accepts);
}

static void add_law(scree_text_buffer *t, const scree_law *law) {
    scree_text_add(t, "%s (%s law)\n    %s\n    %s\n    source: %s\n", law->name, scree_slot_name(law->slot),
                   law->title, law->formula, law->source);
    if (law->validity) {
        scree_text_add(t, "    valid: %s\n", law->validity);
    }
    for (int p = 0; p < law->nparam; p++) {
        add_param(t, law, &law->param[p]);
    }
    for (int i = 0; i < law->nhistory; i++) {
        scree_text_add(t, "  remembers %s, %s: %s\n", law->history[i].name, law->history[i].unit,
                       law->history[i].doc);
    }
    for (int c = 0; c < SCREE_CHANNEL_COUNT; c++) {
        if (scree_slots[law->slot].channels & 1 << c) {
            scree_text_add(t, "  exchanges %s, %s: %s\n", scree_channels[c].name, scree_channels[c].unit,
                           scree_channels[c].doc);
        }
    }
    if (law->slot == SCREE_HEAT) {
        scree_text_add(t, "  exchanges heat, W: Heat from b to a.\n");
    }
    if (law->slot == SCREE_NORMAL) {
        scree_text_add(t, "  restitution: %s\n",
                       law->restitution
                           ? "known in closed form; printed for each pair of materials when a run starts"
                           : "not known in closed form; `scree law collide` measures it");
    }
    for (const scree_erratum *e = law->erratum; e && e->problem; e++) {
        scree_text_add(t, "  erratum: %s\n    original: %s\n    corrected: %s\n", e->problem, e->original,
                       e->corrected);
    }
}

char *scree_law_list(void) {
    scree_text_buffer t = {0};
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        scree_text_add(&t, "%s\n", scree_slot_name((scree_slot)slot));
        for (int i = 0; i < n; i++) {
            if ((int)law[i]->slot == slot) {
                scree_text_add(&t, "  %-24s%s\n", law[i]->name, law[i]->title);
            }
        }
    }
    return t.data;
}

// The laws that are called so, one in each of several slots.
static void add_laws_called(scree_text_buffer *t, const char *name) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int i = 0; i < n; i++) {
        if (strcmp(law[i]->name, name) == 0) {
            add_law(t, law[i]);
        }
    }
}

char *scree_help_law(const char *name) {
    scree_text_buffer t = {0};
    add_laws_called(&t, name);
    return t.data;
}

static void add_overview(scree_text_buffer *t) {
    scree_text_add(
        t,
        "Sections of an input file (`scree help SECTION` shows its keys, `scree help KEY` finds a key):\n");
    for (size_t i = 0; i < scree_schema.nkey; i++) {
        scree_text_add(t, "  %-15s %s%s\n", scree_schema.key[i].name, scree_key_doc(&scree_schema.key[i]),
                       scree_schema.key[i].required ? " Required." : "");
    }
    scree_text_add(t, "Numbers are SI, or have a unit: 4 mm, 1 GPa, 30 deg, 2 rpm, 0.5 kg/s, 60 %%.\n");
}

// A parameter: the laws that have it, a line each; "mindlin.friction": that of one law.
static void add_laws_with(scree_text_buffer *t, const char *asked) {
    const char *dot = strrchr(asked, '.'), *name = dot ? dot + 1 : asked, *example = NULL;
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int i = 0; i < n; i++) {
        for (int p = 0; p < law[i]->nparam; p++) {
            const scree_param_desc *d = &law[i]->param[p];
            if (strcmp(d->name, name) != 0) {
                continue;
            }
            const size_t length = dot ? (size_t)(dot - asked) : 0;
            if (dot && strncmp(law[i]->name, asked, length) == 0 && !law[i]->name[length]) {
                scree_text_add(t, "%s (%s law)\n", law[i]->name, scree_slot_name(law[i]->slot));
                add_param(t, law[i], d);
            } else if (!dot) {
                if (!example) {
                    scree_text_add(t,
                                   "%s: a parameter of these laws, in an entry of 'contacts' or, where a law "
                                   "mixes it, in both materials\n",
                                   name);
                }
                scree_text_add(t, "  %-22s %-11s %s\n", law[i]->name, scree_slot_name(law[i]->slot), d->doc);
                example = example ? example : law[i]->name;
            }
        }
    }
    if (example) {
        scree_text_add(
            t,
            "`scree help %s.%s` shows what a law accepts and its default, `scree help %s` all of the law.\n",
            example, name, example);
    }
}

char *scree_help_key(const char *key_path) {
    scree_text_buffer t = {0};
    if (!key_path) {
        add_overview(&t);
        return t.data;
    }
    walk(&t, &scree_schema, "", visit_asked, key_path);
    add_laws_called(&t, key_path);
    add_laws_with(&t, key_path);
    return t.data;
}

typedef SCREE_ARRAY(const char *) name_list;

static void collect_names(name_list *list, const scree_section *s) {
    for (size_t i = 0; i < s->nkey; i++) {
        scree_array_push(list, s->key[i].name);
        if (s->key[i].section) {
            collect_names(list, s->key[i].section);
        }
    }
}

const char *scree_help_nearest(const char *key_path) {
    name_list list = {0};
    const char *dot = strrchr(key_path, '.');
    const scree_foreign_name *foreign = scree_foreign_name_find(dot ? dot + 1 : key_path);
    if (foreign) {
        return foreign->ours;
    }
    int n;
    const scree_law *const *law = scree_laws(&n);
    collect_names(&list, &scree_schema);
    for (int i = 0; i < n; i++) {
        scree_array_push(&list, law[i]->name);
        for (int p = 0; p < law[i]->nparam; p++) {
            scree_array_push(&list, law[i]->param[p].name);
        }
    }
    const char *nearest = scree_nearest_name(dot ? dot + 1 : key_path, list.data, list.n);
    scree_array_free(&list);
    return nearest;
}

// The page of a name that is no key; NULL: there is none.
static char *page_called(const char *name) {
    return strcmp(name, "columns") == 0    ? scree_columns_page(false)
           : strcmp(name, "measures") == 0 ? scree_measures_page(false)
           : strcmp(name, "library") == 0 || strcmp(name, "materials.library") == 0
               ? scree_library_page(false)
           : strncmp(name, "library.", 8) == 0 ? scree_library_page_of(name + 8)
                                               : NULL;
}

char *scree_help(const char *key, scree_report *report) {
    char *text = key ? page_called(key) : NULL;
    text = text ? text : scree_help_key(key);
    if (!text) {
        const char *nearest = scree_help_nearest(key);
        scree_report_error(report, "'%s' is not a section, a key or a law%s%s%s; 'scree help' lists them",
                           key, nearest ? "; did you mean '" : "", nearest ? nearest : "",
                           nearest ? "'?" : "");
    }
    return text;
}

char *scree_help_columns_markdown(void) {
    return scree_columns_page(true);
}

char *scree_help_measures_markdown(void) {
    return scree_measures_page(true);
}

char *scree_help_library_markdown(void) {
    return scree_library_page(true);
}

static char *or_nearest(char *text, const char *name, scree_report *report) {
    if (!text) {
        int n;
        const scree_law *const *law = scree_laws(&n);
        SCREE_ARRAY(const char *) names = {0};
        for (int i = 0; i < n; i++) {
            scree_array_push(&names, law[i]->name);
        }
        const char *nearest = scree_nearest_name(name, names.data, names.n);
        scree_report_error(report, "no law is called '%s'%s%s%s; 'scree law list' lists them", name,
                           nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
        scree_array_free(&names);
    }
    return text;
}

char *scree_law_show(const char *name, scree_report *report) {
    return or_nearest(scree_help_law(name), name, report);
}

char *scree_law_page(const char *page, scree_report *report) {
    return page ? or_nearest(scree_markdown_law(page), page, report) : scree_markdown_law_pages();
}
