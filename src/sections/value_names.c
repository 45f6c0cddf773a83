// SPDX-License-Identifier: BSD-3-Clause
// Names of materials and walls, and the pairs of materials.
#include "keys/complain.h"
#include <string.h>

// Index of a name in a list of structs of `item` bytes whose name is at `offset`; -1: reported.
static int find_name(scree_config *g, const scree_any_array *list, size_t item, size_t offset,
                     const char *what, const scree_yaml *node, const char *path) {
    SCREE_ARRAY(const char *) names = {0};
    char given[80], hint[80] = "";
    scree_text_buffer known = {0};
    int found = -1;
    for (size_t i = 0; i < list->n; i++) {
        char *name;
        memcpy(&name, list->data + i * item + offset, sizeof name);
        scree_array_push(&names, name);
        if (node->kind == SCREE_YAML_TEXT && strcmp(name, node->text) == 0) {
            found = (int)i;
        }
        scree_text_add(&known, "%s%s", i > 0 ? ", " : "", name);
    }
    if (found < 0) {
        scree_config_given(node, given, sizeof given);
        if (node->kind == SCREE_YAML_TEXT) {
            scree_config_hint(node->text, names.data, names.n, hint, sizeof hint);
        }
        scree_config_error(g, node->place, "%s: there is no %s called %s; %saccepted: %s", path, what, given,
                           hint, list->n > 0 ? known.data : "nothing, none is defined");
    }
    scree_free(known.data);
    scree_array_free(&names);
    return found;
}

// Index of the material called that, or -1: reported.
static int find_material(scree_config *g, const scree_yaml *node, const char *path) {
    const scree_any_array named = {.data = (char *)g->c->material.data, .n = scree_case_named(g->c)};
    return find_name(g, &named, sizeof(scree_material_def), offsetof(scree_material_def, name), "material",
                     node, path);
}

static bool read_material(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                          const char *path) {
    (void)key;
    return (*(int *)at = find_material(g, node, path)) >= 0;
}

static void write_name(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    const int i = *(const int *)at;
    if (i >= 0) {
        w->emit(w->ctx, path,
                key->type == &scree_material_type ? w->c->material.data[i].name : w->c->wall.data[i].name);
    }
}

static void unset_index(const scree_key *key, void *at) {
    (void)key;
    *(int *)at = -1;
}

const scree_value_type scree_material_type = {
    .read = read_material, .write = write_name, .accepted = "the name of a material", .unset = unset_index};

static bool read_mesh_wall(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                           const char *path) {
    (void)key;
    int wall = find_name(g, (const scree_any_array *)(const void *)&g->c->wall, sizeof(scree_wall_def),
                         offsetof(scree_wall_def, name), "wall", node, path);
    if (wall >= 0 && g->c->wall.data[wall].kind < SCREE_WALL_MESH) {
        scree_config_error(g, node->place,
                           "%s: the wall \"%s\" is not a mesh; accepted: the name of a wall with a mesh",
                           path, node->text);
        wall = -1;
    }
    *(int *)at = wall;
    return wall >= 0;
}

const scree_value_type scree_mesh_wall_type = {.read = read_mesh_wall,
                                               .write = write_name,
                                               .accepted = "the name of a wall with a mesh",
                                               .unset = unset_index};

// any, or two of which each may be any.
static bool read_pair(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                      const char *path) {
    int *material = at;
    const bool list = node->kind == SCREE_YAML_LIST && node->item.n == 2;
    bool fine = true;
    material[0] = material[1] = -1;
    if (node->kind == SCREE_YAML_TEXT && strcmp(node->text, "any") == 0) {
        return true;
    }
    if (!list) {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    for (int k = 0; k < 2; k++) {
        const scree_yaml *name = node->item.data[k];
        if (name->kind != SCREE_YAML_TEXT || strcmp(name->text, "any") != 0) {
            material[k] = find_material(g, name, path);
            fine &= material[k] >= 0;
        }
    }
    return fine;
}

static void write_pair(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    (void)key;
    const int *pair = at;
    for (int k = 0; k < 2; k++) {
        scree_value_emit_item(w, path, (size_t)k, pair[k] < 0 ? "any" : w->c->material.data[pair[k]].name);
    }
}

static void unset_pair(const scree_key *key, void *at) {
    (void)key;
    memcpy(at, (int[2]){-1, -1}, 2 * sizeof(int));
}

const scree_value_type scree_pair_type = {.given_as = SCREE_GIVEN_AS_LIST | SCREE_GIVEN_AS_TEXT,
                                          .read = read_pair,
                                          .write = write_pair,
                                          .accepted = "any, or a list of two materials such as [glass, any]",
                                          .unset = unset_pair};
