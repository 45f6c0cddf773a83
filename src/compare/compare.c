// SPDX-License-Identifier: BSD-3-Clause
#include "compare/compare.h"
#include "input/config.h"
#include "input/schema.h"
#include "sections/section.h"
#include "text/decimal.h"
#include "text/units.h"
#include <stdio.h>
#include <string.h>

static void keep_value(void *context, const char *path, const char *text) {
    scree_value_list *list = context;
    if (strncmp(path, "phases.", 7) != 0) {
        scree_array_push(list, ((scree_value){scree_strdup(path), scree_strdup(text)}));
    }
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const scree_value *)a)->path, ((const scree_value *)b)->path);
}

scree_comparison scree_case_compare(const scree_case *before, const scree_case *after) {
    scree_value_list values = {0};
    scree_case_each_value(before, keep_value, &values);
    return scree_case_compare_values(values, after);
}

scree_comparison scree_case_compare_values(scree_value_list before, const scree_case *after) {
    scree_comparison x = {.before = before};
    scree_case_each_value(after, keep_value, &x.after);
    scree_array_sort(&x.before, by_path);
    scree_array_sort(&x.after, by_path);
    for (size_t i = 0, j = 0; i < x.before.n || j < x.after.n;) {
        const scree_value *a = i < x.before.n ? &x.before.data[i] : NULL,
                          *b = j < x.after.n ? &x.after.data[j] : NULL;
        const int order = !a ? 1 : !b ? -1 : strcmp(a->path, b->path);
        if (order != 0 || strcmp(a->text, b->text) != 0) {
            const scree_difference d = {order <= 0 ? a->path : b->path, order <= 0 ? a->text : NULL,
                                        order >= 0 ? b->text : NULL};
            scree_array_push(&x.differ, d);
        }
        i += order <= 0;
        j += order >= 0;
    }
    return x;
}

static void clear_values(scree_value_list *list) {
    for (size_t k = 0; k < list->n; k++) {
        scree_free(list->data[k].path);
        scree_free(list->data[k].text);
    }
    scree_array_free(list);
}

void scree_comparison_clear(scree_comparison *x) {
    clear_values(&x->before);
    clear_values(&x->after);
    scree_array_free(&x->differ);
}

void scree_value_add(scree_text_buffer *t, const char *text) {
    if (!text) {
        scree_text_add(t, "none");
        return;
    }
    while (*text) {
        char number[32];
        double x;
        const char *end = strchr("+-.0123456789", *text) ? scree_decimal_read(text, &x) : NULL;
        if (end) {
            scree_number_text(x, number);
            scree_text_add(t, "%s", number);
        } else {
            scree_text_add(t, "%c", *text);
        }
        text = end ? end : text + 1;
    }
}

static bool begins_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

const char *scree_case_key_of_wall(const scree_case *c, const char *path, size_t *wall) {
    for (size_t k = c->wall.n; begins_with(path, "walls.") && k-- > 0;) {
        const size_t n = strlen(c->wall.data[k].name);
        if (strncmp(path + 6, c->wall.data[k].name, n) == 0 && path[6 + n] == '.') {
            *wall = k;
            return path + 6 + n + 1;
        }
    }
    return NULL;
}

static bool is_live(const scree_section *section, const char *path) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(path, ".["), path);
    const scree_key *key = scree_section_find(section, name);
    return key && key->live;
}

// The path below the name of a group, which may have dots; NULL: there is no such group.
static const char *key_of_group(const scree_case *c, const char *path) {
    for (size_t k = c->group.n; k-- > 0;) {
        const size_t n = strlen(c->group.data[k].name);
        if (strncmp(path, c->group.data[k].name, n) == 0 && path[n] == '.') {
            return path + n + 1;
        }
    }
    return NULL;
}

bool scree_case_may_change(const scree_case *c, const char *path) {
    size_t wall;
    const char *of_wall = scree_case_key_of_wall(c, path, &wall), *last = strrchr(path, '.');
    if (last && strcmp(last, ".name") == 0) {
        return false;
    }
    if (begins_with(path, "groups.")) {
        const char *of_group = key_of_group(c, path + 7);
        return of_group && is_live(&scree_group_section, of_group);
    }
    if (begins_with(path, "heat.")) {
        return is_live(&scree_heat_section, path + 5);
    }
    return of_wall ? is_live(&scree_wall_section, of_wall) : is_live(&scree_schema, path);
}

static bool is_of_contacts(const scree_case *c, const char *path) {
    size_t wall;
    const char *key = scree_case_key_of_wall(c, path, &wall);
    return begins_with(path, "contacts.") || begins_with(path, "materials.") ||
           (key && strcmp(key, "material") == 0);
}

bool scree_comparison_has_contacts(const scree_comparison *x, const scree_case *c) {
    bool any = false;
    for (size_t k = 0; k < x->differ.n; k++) {
        any |= is_of_contacts(c, x->differ.data[k].path);
    }
    return any;
}

#define SAME_NAMES(list)                                                                                     \
    (a->list.n == b->list.n &&                                                                               \
     (a->list.n == 0 || same_names(a->list.n, &NAME_IN(a, list), &NAME_IN(b, list), sizeof *a->list.data)))
#define NAME_IN(c, list) ((c)->list.data->name)

static bool same_names(size_t n, char *const *a, char *const *b, size_t stride) {
    bool same = true;
    for (size_t k = 0; k < n && same; k++) {
        const char *one, *other;
        memcpy(&one, (const char *)a + k * stride, sizeof one);
        memcpy(&other, (const char *)b + k * stride, sizeof other);
        same = strcmp(one, other) == 0;
    }
    return same;
}

// Compares the materials of the input file (not their temperature classes).
static bool same_materials(const scree_case *a, const scree_case *b) {
    const size_t n = scree_case_named(a);
    return n == scree_case_named(b) &&
           (n == 0 || same_names(n, &NAME_IN(a, material), &NAME_IN(b, material), sizeof *a->material.data));
}

bool scree_case_same_items(const scree_case *a, const scree_case *b) {
    return SAME_NAMES(wall) && SAME_NAMES(source) && SAME_NAMES(outlet) && SAME_NAMES(probe) &&
           SAME_NAMES(group) && SAME_NAMES(bond) && SAME_NAMES(track) && same_materials(a, b);
}
