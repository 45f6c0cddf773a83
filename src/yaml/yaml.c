// SPDX-License-Identifier: BSD-3-Clause
#include "yaml/yaml.h"

#include "text/escape.h"
#include <libfyaml.h>
#include <string.h>

enum { DEPTH_MAX = 40, NODES_MAX = 4000000 };

typedef struct yaml_reader {
    const char *name;
    scree_report *report;
    scree_yaml_file *file;
    struct fy_parser *parser;
    struct fy_diag *diag;
    bool failed; // reported: nothing more is read
    bool wrong;  // reported, but the rest can still be looked at
    SCREE_ARRAY(struct anchor {
        char *name;
        scree_yaml *node;
    })
    anchor;
} yaml_reader;

static void report_wrong_yaml(yaml_reader *y, scree_place at, const char *message) {
    if (!y->failed) {
        scree_report_at(y->report, SCREE_SEVERITY_ERROR, y->name, at.line, at.column, "%s", message);
    }
    y->failed = true;
}

static scree_yaml *new_node(yaml_reader *y, scree_yaml_kind kind, scree_place place) {
    scree_yaml *node = scree_yaml_add(y->file, kind, place);
    if (y->file->node.n > NODES_MAX) {
        report_wrong_yaml(
            y, place,
            "too many values in one file; particles belong in a particle file (particles: [file: ...])");
    }
    return node;
}

static scree_place place_of(const struct fy_mark *mark) {
    return mark ? (scree_place){mark->line + 1, mark->column + 1} : (scree_place){1, 1};
}

static char *copy_token(struct fy_token *token) {
    size_t n = 0;
    const char *text = token ? fy_token_get_text(token, &n) : NULL;
    char *copy = scree_realloc(NULL, 0, n + 1);
    if (text) {
        memcpy(copy, text, n);
    }
    copy[text ? n : 0] = '\0';
    return copy;
}

// Reports what the library found, under our file name. It stops at the first syntax error, and so do we.
static void report_syntax(yaml_reader *y) {
    void *at = NULL;
    const struct fy_diag_error *e;
    while (!y->failed && (e = fy_diag_errors_iterate(y->diag, &at)) != NULL) {
        if (e->type >= FYET_ERROR) {
            const char *message = e->msg ? e->msg : "not YAML";
            size_t length = strcspn(message, "\n");
            bool placed = e->line >= 0 && e->column >= 0;
            scree_report_at(y->report, SCREE_SEVERITY_ERROR, y->name, placed ? e->line : 1,
                            placed ? e->column : 1, "YAML syntax: %.*s%s", (int)length, message,
                            strstr(message, "tab ") ? "; accepted: spaces" : "");
            y->failed = true;
        }
    }
    report_wrong_yaml(y, (scree_place){1, 1}, "YAML syntax: the text is not YAML");
}

static struct fy_event *next_event(yaml_reader *y) {
    if (y->failed) {
        return NULL;
    }
    struct fy_event *event = fy_parser_parse(y->parser);
    if (!event || fy_parser_get_stream_error(y->parser) || fy_diag_got_error(y->diag)) {
        report_syntax(y);
        if (event) {
            fy_parser_event_free(y->parser, event);
        }
        return NULL;
    }
    return event;
}

static scree_yaml *find_alias(yaml_reader *y, struct fy_token *token, scree_place at) {
    char *name = copy_token(token);
    scree_yaml *node = NULL;
    for (size_t i = y->anchor.n; i > 0 && !node;
         i--) { // a later anchor of the same name hides an earlier one
        if (strcmp(y->anchor.data[i - 1].name, name) == 0) {
            node = y->anchor.data[i - 1].node;
        }
    }
    if (!node) {
        char *message = scree_format("alias *%s: no anchor &%s before it", name, name);
        report_wrong_yaml(y, at, message);
        scree_free(message);
    }
    scree_free(name);
    return node;
}

static scree_yaml *read_node(yaml_reader *y, struct fy_event *event, int depth);

static void read_list(yaml_reader *y, scree_yaml *list, int depth) {
    for (;;) {
        struct fy_event *event = next_event(y);
        if (!event) {
            return;
        }
        if (event->type == FYET_SEQUENCE_END) {
            fy_parser_event_free(y->parser, event);
            return;
        }
        scree_yaml *item = read_node(y, event, depth);
        if (!item) {
            return;
        }
        scree_array_push(&list->item, item);
    }
}

// False: not to be kept.
static bool check_key(yaml_reader *y, const scree_yaml *map, const scree_yaml *key) {
    if (key->kind != SCREE_YAML_TEXT) {
        report_wrong_yaml(y, key->place, "a key must be a word, not a list or a mapping");
        return false;
    }
    if (!key->quoted && strcmp(key->text, "<<") == 0) {
        scree_report_at(y->report, SCREE_SEVERITY_ERROR, y->name, key->place.line, key->place.column,
                        "merge keys (<<) are not part of YAML 1.2 and not read here; accepted: all values "
                        "written out, or the whole mapping of an anchor, as in 'steel: *glass'");
        y->wrong = true;
        return false;
    }
    int twin = scree_yaml_find(map, key->text);
    if (twin >= 0) {
        scree_place first = map->key.data[twin]->place;
        scree_report_at(y->report, SCREE_SEVERITY_ERROR, y->name, key->place.line, key->place.column,
                        "duplicate key '%s': already given in line %d, column %d; accepted: each key once",
                        key->text, first.line, first.column);
        y->wrong = true;
    }
    return twin < 0;
}

static void read_map(yaml_reader *y, scree_yaml *map, int depth) {
    for (;;) {
        struct fy_event *event = next_event(y);
        if (!event) {
            return;
        }
        if (event->type == FYET_MAPPING_END) {
            fy_parser_event_free(y->parser, event);
            return;
        }
        scree_yaml *key = read_node(y, event, depth);
        if (!key) {
            return;
        }
        bool keep = check_key(y, map, key);
        event = next_event(y);
        scree_yaml *value = event ? read_node(y, event, depth) : NULL;
        if (!value) {
            return;
        }
        if (value->kind == SCREE_YAML_TEXT && !value->quoted && value->text[0] == '\0') {
            value->place = key->place; // nothing stands nowhere
        }
        if (keep) {
            scree_array_push(&map->key, key);
            scree_array_push(&map->item, value);
        }
    }
}

// Takes the event over. NULL when there was an error.
static scree_yaml *read_node(yaml_reader *y, struct fy_event *event, int depth) {
    scree_place place = place_of(fy_event_start_mark(event));
    scree_yaml *node = NULL;
    struct fy_token *anchor = fy_event_get_anchor_token(event);
    char *anchor_name = anchor && event->type != FYET_ALIAS ? copy_token(anchor) : NULL;
    enum fy_event_type type = event->type;
    if (fy_event_get_tag_token(event)) {
        report_wrong_yaml(y, place, "a tag (!...) has no meaning here; accepted: plain values");
    }
    if (depth > DEPTH_MAX) {
        report_wrong_yaml(y, place, "nested too deeply");
    }
    if (type == FYET_ALIAS) {
        node = find_alias(y, event->alias.anchor, place);
    } else if (type == FYET_SCALAR) {
        node = new_node(y, SCREE_YAML_TEXT, place);
        scree_free(node->text);
        node->text = copy_token(event->scalar.value);
        size_t length = 0;
        if (event->scalar.value && fy_token_get_text(event->scalar.value, &length) &&
            strlen(node->text) < length) {
            report_wrong_yaml(
                y, place,
                "a zero character (\\0) within a value has no meaning here; accepted: text without it");
        }
        node->quoted = event->scalar.value && fy_token_scalar_style(event->scalar.value) != FYSS_PLAIN;
    } else if (type == FYET_SEQUENCE_START || type == FYET_MAPPING_START) {
        node = new_node(y, type == FYET_MAPPING_START ? SCREE_YAML_MAP : SCREE_YAML_LIST, place);
    }
    fy_parser_event_free(y->parser, event);
    if (!y->failed && type == FYET_SEQUENCE_START) {
        read_list(y, node, depth + 1);
    }
    if (!y->failed && type == FYET_MAPPING_START) {
        read_map(y, node, depth + 1);
    }
    if (anchor_name && node) { // known from here on: an alias inside the node itself does not find it
        scree_array_push(&y->anchor, (struct anchor){anchor_name, node});
    } else {
        scree_free(anchor_name);
    }
    return y->failed ? NULL : node;
}

static void read_stream(yaml_reader *y) {
    bool ended = false;
    while (!ended) {
        struct fy_event *event = next_event(y);
        if (!event) {
            return;
        }
        enum fy_event_type type = event->type;
        bool content = type == FYET_SCALAR || type == FYET_ALIAS || type == FYET_SEQUENCE_START ||
                       type == FYET_MAPPING_START;
        if (content && y->file->root) {
            report_wrong_yaml(y, place_of(fy_event_start_mark(event)),
                              "a second document; accepted: one document per file");
            fy_parser_event_free(y->parser, event);
        } else if (content) {
            y->file->root = read_node(y, event, 0);
        } else {
            fy_parser_event_free(y->parser, event);
        }
        ended = type == FYET_STREAM_END;
    }
}

static void drop_output(struct fy_diag *diag, void *user, const char *text, size_t n) {
    (void)diag, (void)user, (void)text, (void)n;
}

// The library hangs on some bytes: accepts only UTF-8 without control characters, and only the directive %YAML.
static bool is_plain_text(yaml_reader *y, const char *text, size_t size) {
    scree_place at = {1, 1};
    for (const char *end = text + size; text < end && !y->failed; at.column++) {
        const int n = scree_utf8_length(text);
        const unsigned char c = (unsigned char)*text;
        if (c == '\0') {
            report_wrong_yaml(y, at, "not a text file: it has a zero byte");
        } else if (n == 0) {
            report_wrong_yaml(y, at, "not UTF-8 text");
        } else if ((c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == 0x7f) {
            report_wrong_yaml(y, at, "a control character; accepted: text");
        } else if (c == '%' && at.column == 1 && strncmp(text, "%YAML ", 6) != 0) {
            report_wrong_yaml(y, at,
                              "YAML syntax: a line that begins with %; accepted: text with % in quotes");
        }
        if (c == '\n') {
            at = (scree_place){at.line + 1, 0};
        }
        text += n > 0 ? n : 1;
    }
    return !y->failed;
}

bool scree_yaml_parse(const char *name, const char *text, size_t size, scree_yaml_file *file,
                      scree_report *r) {
    *file = (scree_yaml_file){0};
    yaml_reader y = {.name = name, .report = r, .file = file};
    if (!is_plain_text(&y, text, size)) {
        return false;
    }
    struct fy_diag_cfg diag_cfg;
    fy_diag_cfg_default(&diag_cfg);
    diag_cfg.fp = NULL;
    diag_cfg.output_fn = drop_output; // nothing may reach stderr
    diag_cfg.level = FYET_ERROR;
    y.diag = fy_diag_create(&diag_cfg);
    fy_diag_set_collect_errors(y.diag, true);
    struct fy_parse_cfg cfg = {.search_path = "",
                               .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_ALLOW_DUPLICATE_KEYS |
                                        FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE,
                               .diag = y.diag};
    y.parser = fy_parser_create(&cfg);
    if (!y.parser || fy_parser_set_string(y.parser, text, size) != 0) {
        report_wrong_yaml(&y, (scree_place){1, 1}, "the YAML library does not start");
    } else if (size > 0) {
        read_stream(&y);
    }
    fy_parser_destroy(y.parser);
    fy_diag_destroy(y.diag);
    for (size_t i = 0; i < y.anchor.n; i++) {
        scree_free(y.anchor.data[i].name);
    }
    scree_array_free(&y.anchor);
    return !y.failed && !y.wrong;
}

void scree_yaml_clear(scree_yaml_file *file) {
    for (size_t i = 0; i < file->node.n; i++) {
        scree_yaml *node = file->node.data[i];
        scree_free(node->text);
        scree_array_free(&node->key);
        scree_array_free(&node->item);
        scree_free(node);
    }
    scree_array_free(&file->node);
    file->root = NULL;
}

scree_yaml *scree_yaml_add(scree_yaml_file *file, scree_yaml_kind kind, scree_place place) {
    scree_yaml *node = scree_realloc(NULL, 0, sizeof *node);
    *node = (scree_yaml){.kind = kind, .place = place};
    if (kind == SCREE_YAML_TEXT) {
        node->text = scree_strdup("");
    }
    scree_array_push(&file->node, node);
    return node;
}

void scree_yaml_assign(scree_yaml *to, const scree_yaml *from) {
    scree_yaml fresh = {.kind = from->kind, .quoted = from->quoted, .place = to->place};
    fresh.text = from->text ? scree_strdup(from->text) : NULL;
    for (size_t i = 0; i < from->key.n; i++) {
        scree_array_push(&fresh.key, from->key.data[i]);
    }
    for (size_t i = 0; i < from->item.n; i++) {
        scree_array_push(&fresh.item, from->item.data[i]);
    }
    scree_free(to->text);
    scree_array_free(&to->key);
    scree_array_free(&to->item);
    *to = fresh;
}

int scree_yaml_find(const scree_yaml *map, const char *key) {
    for (size_t i = 0; i < map->key.n; i++) {
        if (strcmp(map->key.data[i]->text, key) == 0) {
            return (int)i;
        }
    }
    return -1;
}

const char *scree_yaml_first_of(const scree_yaml *node, const char *const *key, size_t n) {
    size_t k = 0;
    while (k < n && !scree_yaml_has(node, key[k])) {
        k++;
    }
    return k < n ? key[k] : NULL;
}

bool scree_yaml_is_null(const scree_yaml *node) {
    return node->kind == SCREE_YAML_TEXT && !node->quoted &&
           (node->text[0] == '\0' || strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0);
}
