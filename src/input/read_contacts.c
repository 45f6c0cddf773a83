// SPDX-License-Identifier: BSD-3-Clause
// The list of contacts: which laws act between which materials, with which parameters.
//
// A later entry overrides what it names. For a slot of a pair the last entry that names the slot decides on the law. A
// parameter comes from, first found: that entry's own mapping, unless a later entry gives the parameter directly; the
// last entry that gives it directly; the two materials' own values, mixed; that of their pair in the library; the law's default.
#include "input/read_contacts.h"
#include "heat/temperature_tables.h"
#include "input/schema.h"
#include "keys/accepted_text.h"
#include "keys/complain.h"
#include "materials/library_keys.h"
#include "sections/law_keys.h"
#include "sections/section.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct contact_entry {
    const scree_yaml *node;
    char path[32];
    int material[2];                          // -1: any
    bool named[SCREE_SLOT_COUNT];             // the entry decides on the slot
    int law[SCREE_SLOT_COUNT];                // -1: none
    const scree_yaml *slot[SCREE_SLOT_COUNT]; // what stands there
} contact_entry;

typedef struct contact_reader {
    scree_config *g;
    SCREE_ARRAY(contact_entry) entry;
    SCREE_ARRAY(bool) moves;  // by material: some particle is of it
    SCREE_ARRAY(bool) occurs; // by material: some particle or wall is of it
    bool class_is_wrong;      // a class of a material was reported
} contact_reader;

// ------------------------------------------------------------------------------------------------- reading

static bool is_own_key(const char *name) {
    return scree_section_find(&scree_contact_section, name) != NULL;
}

static void unknown_law(scree_config *g, scree_slot slot, const scree_yaml *node, const char *path) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    SCREE_ARRAY(const char *) names = {0};
    scree_text_buffer list = {0};
    char given[80], hint[80] = "";
    scree_text_add(&list, "none");
    scree_array_push(&names, "none");
    for (int i = 0; i < n; i++) {
        if (law[i]->slot != slot) {
            continue;
        }
        scree_array_push(&names, law[i]->name);
        scree_text_add(&list, ", %s", law[i]->name);
    }
    scree_config_given(node, given, sizeof given);
    if (node->kind == SCREE_YAML_TEXT) {
        scree_config_hint(node->text, names.data, names.n, hint, sizeof hint);
    }
    scree_config_error(g, node->place, "%s: %s is no %s law; %saccepted: %s", path, given,
                       scree_slot_name(slot), hint, list.data);
    scree_free(list.data);
    scree_array_free(&names);
}

// "hertz", "none" or {law: hertz, restitution: 0.5}.
static void read_slot(scree_config *g, contact_entry *e, scree_slot slot, const scree_yaml *node) {
    char path[64];
    snprintf(path, sizeof path, "%s.%s", e->path, scree_slot_name(slot));
    const scree_yaml *name = node;
    if (node->kind == SCREE_YAML_MAP) {
        int at = scree_yaml_find(node, "law");
        if (at < 0) {
            scree_config_error(g, node->place,
                               "%s: missing key 'law'; accepted: the name of a %s law, or none", path,
                               scree_slot_name(slot));
            return;
        }
        name = node->item.data[at];
    }
    int law = name->kind == SCREE_YAML_TEXT ? scree_law_find(slot, name->text) : -1;
    if (law < 0 && (name->kind != SCREE_YAML_TEXT || strcmp(name->text, "none") != 0)) {
        unknown_law(g, slot, name, path);
        return;
    }
    e->named[slot] = true;
    e->law[slot] = law;
    e->slot[slot] = node;
    if (node->kind != SCREE_YAML_MAP) {
        return;
    }
    // The law's parameters as a section, for the message of an unknown key.
    scree_key keys[2 * SCREE_PARAM_MAX + 1] = {{.name = "law"}};
    scree_section s = {.key = keys, .nkey = 1};
    const scree_law *l = scree_law_at(law);
    for (int p = 0; l && p < l->nparam; p++) {
        keys[s.nkey++] = scree_key_of_param(&l->param[p]);
    }
    for (const scree_alias *a = l ? l->alias : NULL; a && a->name; a++) {
        keys[s.nkey++] = (scree_key){.name = a->theirs};
    }
    for (size_t i = 0; i < node->key.n; i++) {
        if (!scree_section_find(&s, node->key.data[i]->text)) {
            scree_config_unknown_key(g, &s, node->key.data[i], path);
        }
    }
}

static bool read_between(scree_config *g, contact_entry *e, const scree_yaml *node) {
    char path[64];
    snprintf(path, sizeof path, "%s.between", e->path);
    return scree_pair_type.read(g, &scree_contact_section.key[0], e->material, node, path);
}

static void read_entry(contact_reader *r, const scree_yaml *node, size_t index, bool in_list) {
    scree_config *g = r->g;
    contact_entry e = {.node = node, .material = {-1, -1}};
    snprintf(e.path, sizeof e.path, in_list ? "contacts[%zu]" : "contacts", index);
    if (node->kind != SCREE_YAML_MAP) {
        scree_key as_section = {.type = &scree_section_type, .section = &scree_contact_section};
        scree_config_wrong(g, &as_section, node, e.path, NULL);
        return;
    }
    bool fine = true;
    for (size_t i = 0; i < node->key.n; i++) {
        const char *key = node->key.data[i]->text;
        if (!is_own_key(key) && !scree_law_keys_find(key)) {
            scree_config_unknown_key(g, &scree_contact_section, node->key.data[i], e.path);
        }
    }
    int between = scree_yaml_find(node, "between");
    if (between < 0) {
        fine = scree_config_error(
            g, node->place, "%s: missing key 'between'; accepted: any, or a list of two materials", e.path);
    } else {
        fine = read_between(g, &e, node->item.data[between]);
    }
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        int at = scree_yaml_find(node, scree_slot_name((scree_slot)slot));
        if (at >= 0) {
            read_slot(g, &e, (scree_slot)slot, node->item.data[at]);
        }
    }
    if (fine) {
        scree_array_push(&r->entry, e);
    }
}

// ------------------------------------------------------------------------------------------------- one pair

static int base_of(const contact_reader *r, int material) {
    return (int)scree_case_base(r->g->c, (size_t)material);
}

// i, j: materials of the file.
static bool is_about(const contact_entry *e, int i, int j) {
    const int *m = e->material;
    return ((m[0] < 0 || m[0] == i) && (m[1] < 0 || m[1] == j)) ||
           ((m[0] < 0 || m[0] == j) && (m[1] < 0 || m[1] == i));
}

// The entry that decides on a slot of a pair, or -1; *law gets the law.
static int deciding_entry(const contact_reader *r, int i, int j, int slot, int *law) {
    i = base_of(r, i), j = base_of(r, j);
    const scree_key *key = scree_section_find(&scree_contact_section, scree_slot_name((scree_slot)slot));
    int decides = -1;
    *law = scree_law_find((scree_slot)slot, key->fallback);
    for (size_t k = 0; k < r->entry.n; k++) {
        const contact_entry *e = &r->entry.data[k];
        if (is_about(e, i, j) && e->named[slot]) {
            decides = (int)k;
            *law = e->law[slot];
        }
    }
    return decides;
}

typedef struct found_value {
    const scree_yaml *node;
    char path[160];
} found_value;

// Finds a parameter in a mapping, by its name or by one that other programs have for it; -1: it is not there.
static int find_param(const scree_yaml *map, const scree_law *law, const char *name) {
    int at = scree_yaml_find(map, name);
    for (const scree_alias *a = law->alias; at < 0 && a && a->name; a++) {
        at = strcmp(a->name, name) == 0 ? scree_yaml_find(map, a->theirs) : -1;
    }
    return at;
}

static found_value pair_value(const contact_reader *r, int i, int j, int slot, int decides,
                              const scree_law *law, const char *name) {
    found_value found = {0};
    i = base_of(r, i), j = base_of(r, j);
    for (size_t k = 0; k < r->entry.n; k++) {
        const contact_entry *e = &r->entry.data[k];
        if (!is_about(e, i, j)) {
            continue;
        }
        int at = is_own_key(name) ? -1 : find_param(e->node, law, name);
        if (at >= 0) {
            found.node = e->node->item.data[at];
            snprintf(found.path, sizeof found.path, "%s.%.60s", e->path, name);
        }
        const scree_yaml *map = (int)k == decides ? e->slot[slot] : NULL;
        at = map && map->kind == SCREE_YAML_MAP ? find_param(map, law, name) : -1;
        if (at >= 0) {
            found.node = map->item.data[at];
            snprintf(found.path, sizeof found.path, "%s.%s.%.60s", e->path, scree_slot_name((scree_slot)slot),
                     name);
        }
    }
    return found;
}

static scree_own_value *own_value(const scree_config *g, int material, const scree_law *law,
                                  const scree_param_desc *p) {
    const int base = (int)scree_case_base(g->c, (size_t)material);
    for (size_t k = 0; k < g->own.n; k++) {
        int named = scree_law_param(law, g->own.data[k].key->text);
        if (g->own.data[k].material == base && named >= 0 && &law->param[named] == p) {
            return &g->own.data[k];
        }
    }
    return NULL;
}

// For a material, or a class of it.
static bool read_own(scree_config *g, scree_own_value *own, size_t material, const scree_param_desc *p,
                     double *value) {
    const scree_key param = scree_key_of_param(p), *key = &param;
    if (own->is_table) {
        return scree_thermal_table_of_own(g, own, p, scree_config_class_temperature(g->c, material), value);
    }
    char path[SCREE_PATH_SIZE];
    snprintf(path, sizeof path, "materials.%.100s.%s", g->c->material.data[own->material].name, key->name);
    return key->type->read(g, key, value, own->value, path);
}

static void report_missing(contact_reader *r, int i, int j, scree_slot slot, int decides,
                           const scree_law *law, const scree_param_desc *p, const bool has[2]) {
    scree_config *g = r->g;
    const char *a = g->c->material.data[i].name, *b = g->c->material.data[j].name;
    scree_place at = g->c->material.data[j].place;
    for (size_t k = 0; k < r->entry.n; k++) {
        if (is_about(&r->entry.data[k], i, j)) {
            at = r->entry.data[k].node->place;
        }
    }
    if (decides >= 0) {
        at = r->entry.data[decides].slot[slot]->place;
    }
    scree_key key = scree_key_of_param(p);
    char *accepts = scree_key_accepts(&key), who[200] = "";
    if (has[0] != has[1]) {
        snprintf(who, sizeof who, " (%.60s gives its own, %.60s does not)", has[0] ? a : b, has[0] ? b : a);
    }
    char *materials = p->mix == SCREE_MIX_NONE ? scree_strdup("")
                      : i == j                 ? scree_format(", or in the material %s", a)
                               : scree_format(", or in both materials (the pair then takes the %s)",
                                              scree_mix_name(p->mix));
    char *library = scree_library_pair_lacks(g, i, j, p->name);
    scree_config_error(g, at,
                       "contacts: between %s and %s the %s law %s needs '%s'%s; accepted: %s, in an entry "
                       "with between: [%s, %s]%s%s",
                       a, b, scree_slot_name(slot), law->name, p->name, who, accepts, a, b, materials,
                       library);
    scree_free(library);
    scree_free(materials);
    scree_free(accepts);
}

// One parameter of a law. False: it is wrong, or missing; this is reported if the pair can ever touch.
static bool resolve_param(contact_reader *r, int i, int j, scree_slot slot, int decides, const scree_law *law,
                          const scree_param_desc *p, bool reachable, double *value) {
    scree_config *g = r->g;
    const scree_key key = scree_key_of_param(p);
    found_value given = pair_value(r, i, j, slot, decides, law, p->name);
    *value = p->fallback;
    if (given.node) {
        return key.type->read(g, &key, value, given.node, given.path); // if it was wrong that has been said
    }
    scree_own_value *own[2] = {NULL, NULL};
    if (p->mix != SCREE_MIX_NONE) {
        own[0] = own_value(g, i, law, p);
        own[1] = own_value(g, j, law, p);
    }
    if (own[0] && own[1]) {
        double v[2] = {0, 0};
        own[0]->used = own[1]->used = true;
        if (read_own(g, own[0], (size_t)i, p, &v[0]) && read_own(g, own[1], (size_t)j, p, &v[1])) {
            *value =
                v[0] == v[1] ? v[0] : scree_mix_apply(p->mix, v[0], v[1]); // no rounding of what is equal
        }
        return true;
    }
    if (scree_library_pair_value(g, i, j, p, value) || (!own[0] && !own[1] && !isnan(p->fallback))) {
        return true;
    }
    if (reachable) {
        report_missing(r, i, j, slot, decides, law, p, (const bool[2]){own[0] != NULL, own[1] != NULL});
    }
    return false;
}

// Checks the parameters of each law against each other, and whether the laws can act together.
static void check_together(contact_reader *r, int i, int j, const scree_pair_def *pair) {
    scree_config *g = r->g;
    const scree_material_def *a = &g->c->material.data[i], *b = &g->c->material.data[j];
    const char *problem = scree_laws_problem(pair->law);
    if (problem) {
        scree_config_error(g, pair->place, "contacts: between %s and %s: %s", a->name, b->name, problem);
    }
    scree_pairing pairing = scree_pairing_of(a, b);
    pairing.normal = scree_law_at(pair->law[SCREE_NORMAL]);
    for (int slot = 0; slot < SCREE_SLOT_COUNT && !problem; slot++) {
        double derived[SCREE_DERIVED_MAX];
        const scree_law *l = scree_law_at(pair->law[slot]);
        const char *wrong = l ? l->derive(pair->param[slot], &pairing, derived) : NULL;
        if (wrong) {
            scree_config_error(g, pair->place, "contacts: between %s and %s the %s law %s: %s", a->name,
                               b->name, scree_slot_name((scree_slot)slot), l->name, wrong);
        }
    }
}

static bool can_touch(const contact_reader *r, int i, int j) {
    return (r->moves.data[i] && r->occurs.data[j]) || (r->moves.data[j] && r->occurs.data[i]);
}

static bool has_table(const contact_reader *r, int material, const scree_law *law,
                      const scree_param_desc *p) {
    const scree_own_value *own = own_value(r->g, material, law, p);
    return own && own->is_table;
}

// A pair with a class: as that of the materials of the file, but for the parameters with tables.
static void resolve_classes(contact_reader *r, int i, int j) {
    scree_case *c = r->g->c;
    const size_t n = c->material.n, a = (size_t)i, b = (size_t)j;
    scree_pair_def pair = c->pair[scree_case_base(c, a) * n + scree_case_base(c, b)];
    int law_index;
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        const scree_law *l = scree_law_at(pair.law[slot]);
        const int decides = l ? deciding_entry(r, i, j, slot, &law_index) : -1;
        for (int p = 0; l && p < l->nparam; p++) {
            if (has_table(r, i, l, &l->param[p]) || has_table(r, j, l, &l->param[p])) {
                resolve_param(r, i, j, (scree_slot)slot, decides, l, &l->param[p], false,
                              &pair.param[slot][p]);
            }
        }
    }
    if (can_touch(r, i, j) && !r->class_is_wrong) { // one message is enough
        const size_t before = r->g->message.n;
        check_together(r, i, j, &pair);
        r->class_is_wrong = r->g->message.n > before;
    }
    c->pair[a * n + b] = c->pair[b * n + a] = pair;
}

static void resolve_pair(contact_reader *r, int i, int j) {
    scree_case *c = r->g->c;
    size_t n = c->material.n;
    const bool moves = can_touch(r, i, j);
    scree_pair_def pair = {.place = c->material.data[j].place};
    bool whole = true;
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        int decides = deciding_entry(r, i, j, slot, &pair.law[slot]);
        if (decides >= 0) {
            pair.place = r->entry.data[decides].node->place;
        }
        if (decides < 0 && slot != SCREE_NORMAL && pair.law[SCREE_NORMAL] < 0) {
            pair.law[slot] = -1; // no default friction without a normal force
        }
        const scree_law *l = scree_law_at(pair.law[slot]);
        for (int p = 0; l && p < l->nparam; p++) {
            whole &= resolve_param(r, i, j, (scree_slot)slot, decides, l, &l->param[p], moves,
                                   &pair.param[slot][p]);
        }
    }
    if (whole && moves) {
        check_together(r, i, j, &pair);
    }
    // Wall-wall pairs need no laws.
    if (!whole && !moves) {
        memset(pair.param, 0, sizeof pair.param);
        for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
            pair.law[slot] = -1;
        }
    }
    c->pair[(size_t)i * n + (size_t)j] = c->pair[(size_t)j * n + (size_t)i] = pair;
}

// ------------------------------------------------------------------------------------------------- all pairs

static void find_used(contact_reader *r) {
    const scree_case *c = r->g->c;
    const scree_lab_def *lab = c->has_lab ? &c->lab : NULL;
    bool unknown = c->source.n == 0 && !lab; // then the materials of the particles are not known
    for (size_t i = 0; i < c->source.n; i++) {
        unknown |= c->source.data[i].material < 0;
    }
    for (size_t i = 0; i < c->material.n; i++) {
        bool moves = unknown, occurs = unknown;
        const int base = base_of(r, (int)i);
        for (size_t k = 0; k < c->source.n; k++) {
            moves |= c->source.data[k].material == base;
        }
        for (size_t k = 0; k < c->wall.n; k++) {
            occurs |= c->wall.data[k].material == base;
        }
        if (lab) {
            moves |= lab->a.material == base;
            occurs |= lab->wall == base || (lab->has_b && lab->b.material == base);
        }
        scree_array_push(&r->moves, moves);
        scree_array_push(&r->occurs, occurs || moves);
    }
}

// A parameter that stands directly in an entry must belong to some law of some pair of the entry.
static void check_direct(contact_reader *r, const contact_entry *e) {
    const scree_case *c = r->g->c;
    const int n = (int)scree_case_named(c);
    for (size_t k = 0; k < e->node->key.n; k++) {
        const scree_yaml *key = e->node->key.data[k];
        bool used = is_own_key(key->text) || !scree_law_keys_find(key->text);
        for (int i = 0; i < n && !used; i++) {
            for (int j = i; j < n; j++) {
                for (int slot = 0, law; slot < SCREE_SLOT_COUNT; slot++) {
                    if (is_about(e, i, j)) {
                        deciding_entry(r, i, j, slot, &law);
                        used |= scree_law_param(scree_law_at(law), key->text) >= 0;
                    }
                }
            }
        }
        if (used) {
            continue;
        }
        int nlaw;
        const scree_law *const *law = scree_laws(&nlaw);
        char owners[200] = "";
        for (int l = 0; l < nlaw; l++) {
            if (scree_law_param(law[l], key->text) >= 0) {
                size_t length = strlen(owners);
                snprintf(owners + length, sizeof owners - length, "%s%s", length > 0 ? ", " : "",
                         law[l]->name);
            }
        }
        scree_config_error(r->g, key->place,
                           "%s: no law of this pair has a parameter '%s'; accepted: parameters of its laws "
                           "(the laws with '%s' are %s)",
                           e->path, key->text, key->text, owners);
    }
}

// Values that no pair has looked at yet are checked too, against the first law that has the parameter.
static void check_own_values(scree_config *g) {
    for (size_t k = 0; k < g->own.n; k++) {
        scree_own_value *own = &g->own.data[k];
        const scree_param_desc *mixes = scree_law_keys_find_mixed(own->key->text);
        double value;
        if (mixes) {
            read_own(g, own, (size_t)own->material, mixes, &value);
        } else {
            scree_config_error(
                g, own->key->place,
                "materials.%s: '%s' belongs to a pair, not to a material; accepted: in an entry of contacts",
                g->c->material.data[own->material].name, own->key->text);
        }
    }
}

// Missing parameters are worth a message only if what was said of materials and contacts is understood.
static bool is_understood(const scree_config *g) {
    for (size_t i = 0; i < g->message.n; i++) {
        if (strncmp(g->message.data[i].text, "materials", 9) == 0 ||
            strncmp(g->message.data[i].text, "contacts", 8) == 0) {
            return false;
        }
    }
    return true;
}

// For what depends on the values of the two materials, not on their mean.
static void keep_conductivities(scree_config *g) {
    for (size_t k = 0; k < g->own.n; k++) {
        scree_own_value *own = &g->own.data[k];
        const scree_param_desc *p =
            strcmp(own->key->text, "conductivity") == 0 ? scree_law_keys_find(own->key->text) : NULL;
        for (size_t i = 0; p && i < g->c->material.n; i++) {
            double value = 0.0;
            if ((int)scree_case_base(g->c, i) == own->material && read_own(g, own, i, p, &value)) {
                g->c->material.data[i].conductivity = value;
            }
        }
    }
}

void scree_config_contacts(scree_config *g) {
    contact_reader r = {.g = g};
    scree_config_make_classes(g);
    const size_t n = g->c->material.n, named = scree_case_named(g->c);
    if (g->contacts && g->contacts->kind == SCREE_YAML_LIST) {
        for (size_t i = 0; i < g->contacts->item.n; i++) {
            read_entry(&r, g->contacts->item.data[i], i, true);
        }
    } else if (g->contacts && !scree_yaml_is_null(g->contacts)) {
        read_entry(&r, g->contacts, 0, false);
    }
    check_own_values(g);
    for (size_t k = 0; k < r.entry.n; k++) {
        check_direct(&r, &r.entry.data[k]);
    }
    if (n > 0 && is_understood(g)) {
        find_used(&r);
        g->c->pair = scree_realloc(NULL, 0, n * n * sizeof *g->c->pair);
        for (size_t i = 0; i < named; i++) {
            for (size_t j = i; j < named; j++) {
                resolve_pair(&r, (int)i, (int)j);
            }
        }
        for (size_t i = 0; i < n; i++) {
            for (size_t j = i > named ? i : named; j < n; j++) {
                resolve_classes(&r, (int)i, (int)j);
            }
        }
        keep_conductivities(g);
        scree_config_end_classes(g);
    }
    scree_array_free(&r.entry);
    scree_array_free(&r.moves);
    scree_array_free(&r.occurs);
}
