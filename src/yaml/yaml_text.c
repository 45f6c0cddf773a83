// SPDX-License-Identifier: BSD-3-Clause
// Writes a tree as YAML: blocks, and what is short in brackets on one line. Comments and the layout of the file are lost.
#include "text/escape.h"
#include "text/text_buffer.h"
#include "yaml/yaml.h"
#include <string.h>

enum {
    WIDTH = 100,
    MOST = 1 << 26
}; // characters of a line, B of a text: aliases may stand for any number of nodes

// Control characters, also those that end a line in some programs, and U+FEFF, which is none.
static bool has_odd_characters(const char *text) {
    return scree_has_control(text) || strstr(text, "\xef\xbb\xbf");
}

// Can the text stand without quotes, inside brackets?
static bool is_plain(const scree_yaml *node) {
    const char *t = node->text;
    const size_t n = t ? strlen(t) : 0;
    return !node->quoted && n > 0 && !has_odd_characters(t) && !strpbrk(t, ",[]{}") &&
           !strchr("&*!|>%@`\"'#?: ", t[0]) && !(t[0] == '-' && (n == 1 || t[1] == ' ')) &&
           !strstr(t, ": ") && !strstr(t, " #") && t[n - 1] != ':' && t[n - 1] != ' ' &&
           strcmp(t, "<<") != 0 && strncmp(t, "---", 3) != 0 && strncmp(t, "...", 3) != 0;
}

// The text as it stood, where that can be read again.
static bool is_a_line(const scree_yaml *node) {
    const char *t = node->text;
    return !node->quoted && t && t[0] && !has_odd_characters(t) &&
           !(strchr("?-:", t[0]) && (t[1] == '\0' || t[1] == ' '));
}

static void add_quoted(scree_text_buffer *t, const char *text) {
    scree_text_add(t, "\"");
    for (const char *c = text; *c; c++) {
        const unsigned code = scree_control_code(c);
        if (*c == '"' || *c == '\\') {
            scree_text_add(t, "\\%c", *c);
        } else if (*c == '\n') {
            scree_text_add(t, "\\n");
        } else if (code > 0) {
            scree_text_add(t, code < 0x100 ? "\\x%02x" : "\\u%04x", code);
            c += scree_utf8_length(c) - 1;
        } else {
            scree_text_add(t, "%c", *c);
        }
    }
    scree_text_add(t, "\"");
}

// brackets: inside of them.
static void add_scalar(scree_text_buffer *t, const scree_yaml *node, bool brackets) {
    if (scree_yaml_is_null(node)) {
        scree_text_add(t, "~");
    } else if (is_plain(node) || (!brackets && is_a_line(node))) {
        scree_text_add(t, "%s", node->text);
    } else {
        add_quoted(t, node->text);
    }
}

// A key is its text, null too.
static void add_key(scree_text_buffer *t, const scree_yaml *key) {
    if (scree_yaml_is_null(key) || !is_plain(key)) {
        add_quoted(t, key->text ? key->text : "");
    } else {
        scree_text_add(t, "%s", key->text);
    }
}

// Characters in brackets; more than WIDTH where it must not stand there.
static size_t width_of(const scree_yaml *node) {
    if (node->kind == SCREE_YAML_TEXT) {
        const bool fits = scree_yaml_is_null(node) || node->quoted || is_plain(node);
        return fits ? (node->text ? strlen(node->text) : 0) + 4 : WIDTH + 1;
    }
    size_t sum = 4;
    for (size_t k = 0; k < node->item.n && sum <= WIDTH; k++) {
        const char *key = node->kind == SCREE_YAML_MAP ? node->key.data[k]->text : NULL;
        sum += width_of(node->item.data[k]) + (key ? strlen(key) + 4 : 0);
    }
    return sum;
}

static void add_short(scree_text_buffer *t, const scree_yaml *node) {
    if (node->kind == SCREE_YAML_TEXT) {
        add_scalar(t, node, true);
        return;
    }
    const bool map = node->kind == SCREE_YAML_MAP;
    scree_text_add(t, map ? "{" : "[");
    for (size_t k = 0; k < node->item.n; k++) {
        scree_text_add(t, k > 0 ? ", " : "");
        if (map) {
            add_key(t, node->key.data[k]);
            scree_text_add(t, ": ");
        }
        add_short(t, node->item.data[k]);
    }
    scree_text_add(t, map ? "}" : "]");
}

static void add_block(scree_text_buffer *t, const scree_yaml *node, int depth) {
    for (size_t k = 0; k < node->item.n && t->n <= MOST; k++) {
        const scree_yaml *item = node->item.data[k];
        scree_text_add(t, "%*s", 2 * depth, "");
        if (node->kind == SCREE_YAML_MAP) {
            add_key(t, node->key.data[k]);
            scree_text_add(t, ":");
        } else {
            scree_text_add(t, "-");
        }
        if (item->kind == SCREE_YAML_TEXT || item->item.n == 0 || (depth > 0 && width_of(item) <= WIDTH)) {
            scree_text_add(t, " ");
            (item->kind == SCREE_YAML_TEXT ? add_scalar(t, item, false) : add_short(t, item));
            scree_text_add(t, "\n");
        } else {
            scree_text_add(t, "\n");
            add_block(t, item, depth + 1);
        }
    }
}

char *scree_yaml_text(const scree_yaml *node) {
    scree_text_buffer t = {0};
    scree_text_add(&t, "%s", "");
    if (node->kind == SCREE_YAML_TEXT) {
        add_scalar(&t, node, false);
    } else if (node->item.n == 0) {
        add_short(&t, node);
        scree_text_add(&t, "\n");
    } else {
        add_block(&t, node, 0);
    }
    if (t.n > MOST) {
        scree_free(t.data);
        return NULL;
    }
    return t.data;
}
