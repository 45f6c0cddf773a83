// SPDX-License-Identifier: BSD-3-Clause
#include "tools/view/routes.h"
#include "tools/view/json.h"
#include "tools/view/pack.h"
#include "view_page.h"
#include <string.h>

enum { MOST_LINKS = 60000, SERIES_PART = 1 << 20 };
static const size_t most_record = (size_t)64 << 20; // bytes of run.json

static const char json_type[] = "application/json", bytes_type[] = "application/octet-stream",
                  picture_type[] = "image/png";

static scree_http_reply reply_of(const char *type, void *data, size_t n) {
    return (scree_http_reply){.type = type, .body = scree_http_body_create(data, n)};
}

static scree_http_reply reply_text(const char *type, scree_text_buffer *t) {
    return reply_of(type, t->data, t->n);
}

// What could not be read, with the reason.
static scree_http_reply reply_problem(const scree_report *r) {
    scree_text_buffer t = {0};
    for (size_t k = 0; k < scree_report_size(r); k++) {
        scree_text_add(&t, "%s\n", scree_report_text(r, k));
    }
    scree_http_reply reply = reply_text("text/plain; charset=utf-8", &t);
    reply.status = 410;
    return reply;
}

static const scree_http_reply not_found = {.status = 404}, nothing = {.status = 204};

// Whether the target is this name and then n numbers, each after a slash.
static bool read_route(const char *target, const char *name, int n, uint64_t *number) {
    const size_t length = strlen(name);
    if (strncmp(target, name, length) != 0) {
        return false;
    }
    const char *at = target + length;
    for (int k = 0; k < n; k++) {
        const size_t digits = *at == '/' ? strspn(at + 1, "0123456789") : 0;
        if (digits == 0 || digits > 19) {
            return false;
        }
        number[k] = 0;
        for (size_t i = 1; i <= digits; i++) {
            number[k] = 10 * number[k] + (uint64_t)(at[i] - '0');
        }
        at += digits + 1;
    }
    return *at == 0;
}

// ---- the run as a whole -----------------------------------------------------------------------------------------------

static void put_names(scree_text_buffer *t, const scree_frame_set *p, const char *field) {
    char *list = scree_format("%ss", field); // "material" has the names "materials"
    const scree_vtp_names *names = scree_frame_names(p, list);
    scree_free(list);
    if (!names) {
        return;
    }
    scree_text_add(t, ",\"names\":[");
    for (size_t k = 0; k < names->text.n; k++) {
        scree_text_add(t, k ? "," : "");
        scree_text_add_json(t, names->text.data[k]);
    }
    scree_text_add(t, "]");
}

static void put_fields(const scree_source *s, const scree_frame *frame, scree_text_buffer *t) {
    const scree_frame_set *p = frame ? scree_frame_find(frame, SCREE_FRAME_PARTICLES, NULL) : NULL;
    bool first = true;
    scree_text_add(t, ",\"fields\":[");
    for (size_t k = 0; p && k < s->field.n; k++) {
        const int number = scree_frame_field_number(p, s->field.data[k]);
        scree_text_add(t, "%s{\"name\":", first ? "" : ",");
        scree_text_add_json(t, s->field.data[k]);
        scree_text_add(t, ",\"unit\":");
        scree_text_add_json(t, number >= 0 ? p->field.data[number].unit : "");
        scree_text_add(t, ",\"components\":%d", number >= 0 ? p->field.data[number].components : 1);
        put_names(t, p, s->field.data[k]);
        scree_text_add(t, "}");
        first = false;
    }
    scree_text_add(t, "]");
}

static scree_http_reply answer_index(scree_routes *v) {
    scree_source *s = &v->source;
    const size_t n = scree_source_frames(s);
    scree_report *r = scree_report_create();
    const scree_frame *last = n > 0 ? scree_source_particles(s, n - 1, r) : NULL;
    scree_text_buffer t = {0};
    scree_text_add(&t, "{\"name\":");
    scree_text_add_json(&t, s->folder ? s->folder : "");
    scree_text_add(&t, ",\"version\":%u,\"times\":[", s->version);
    for (size_t k = 0; k < n; k++) {
        scree_text_add(&t, k ? "," : "");
        scree_json_number(&t, scree_source_time(s, k));
    }
    scree_text_add(&t, "],\"origin\":[");
    const double origin[] = {s->origin.x, s->origin.y, s->origin.z};
    for (int k = 0; k < 3; k++) {
        scree_text_add(&t, k ? "," : "");
        scree_json_number(&t, origin[k]);
    }
    scree_text_add(&t, "]");
    put_fields(s, last, &t);
    const char *name;
    scree_frame_kind kind;
    scree_text_add(&t, ",\"walls\":[");
    for (size_t k = 0; (name = scree_source_wall(s, k)); k++) {
        scree_text_add(&t, k ? "," : "");
        scree_text_add_json(&t, name);
    }
    scree_text_add(&t, "],\"links\":[");
    for (size_t k = 0; (name = scree_source_links(s, k, &kind)); k++) {
        scree_text_add(&t, k ? "," : "");
        scree_text_add_json(&t, name);
    }
    scree_text_add(&t, "],\"problem\":");
    if (scree_report_size(r) > 0) {
        scree_text_add_json(&t, scree_report_text(r, 0));
    } else {
        scree_text_add(&t, "null");
    }
    scree_text_add(&t, "}");
    scree_report_destroy(r);
    return reply_text(json_type, &t);
}

static scree_http_reply answer_run(const scree_routes *v) {
    size_t n, size;
    if (v->source.record) {
        return reply_of(json_type, scree_strdup(v->source.record), strlen(v->source.record));
    }
    char *text = scree_source_bytes(&v->source, "run.json", 0, most_record, &n, &size);
    return text ? reply_of(json_type, text, n) : reply_of(json_type, scree_strdup("null"), 4);
}

// Whole rows only, as the run may be in the midst of one. 410: the file has become shorter than it was.
static scree_http_reply answer_series(const scree_routes *v, uint64_t from) {
    size_t n, size;
    char *text = scree_source_bytes(&v->source, "series.csv", from, SERIES_PART, &n, &size);
    if (!text) {
        return nothing;
    }
    while (n > 0 && text[n - 1] != '\n') {
        n--;
    }
    scree_http_reply reply = reply_of("text/csv; charset=utf-8", text, n);
    reply.status = from > size ? 410 : 200;
    return reply;
}

// ---- frames -----------------------------------------------------------------------------------------------------------

static scree_http_reply answer_frame(scree_routes *v, size_t k, uint64_t field, uint64_t component) {
    scree_source *s = &v->source;
    scree_report *r = scree_report_create();
    const scree_frame *f = scree_source_particles(s, k, r);
    const scree_frame_set *p = f ? scree_frame_find(f, SCREE_FRAME_PARTICLES, NULL) : NULL;
    int components = 1;
    double *value = NULL;
    const char *name = field < s->field.n ? s->field.data[field] : NULL;
    if (p && name && scree_frame_field_number(p, name) >= 0) {
        value = scree_frame_values(f, p, name, &components, r);
    }
    scree_http_reply reply = not_found;
    scree_frame_bodies bodies = {0};
    if (scree_report_size(r) > 0 || !scree_frame_bodies_of(f, &bodies, r)) {
        reply = reply_problem(r);
    } else if (component <= (uint64_t)components) {
        reply = (scree_http_reply){
            .type = bytes_type,
            .body = scree_pack_particles(f, &bodies, s->origin, value, components, (int)component, v->most)};
    }
    scree_frame_bodies_clear(&bodies);
    scree_free(value);
    scree_report_destroy(r);
    return reply;
}

static scree_http_reply answer_wall(scree_routes *v, uint64_t wall, size_t k) {
    const char *name = scree_source_wall(&v->source, wall);
    if (!name) {
        return not_found;
    }
    scree_report *r = scree_report_create();
    scree_frame own;
    const scree_frame *f = scree_source_things(&v->source, k, SCREE_FRAME_WALL, &own, r);
    const scree_frame_set *set = f ? scree_frame_find(f, SCREE_FRAME_WALL, name) : NULL;
    const scree_http_reply reply =
        !f ? reply_problem(r)
        : set
            ? (scree_http_reply){.type = bytes_type, .body = scree_pack_wall(set, f->time, v->source.origin)}
            : nothing;
    scree_frame_clear(&own);
    scree_report_destroy(r);
    return reply;
}

// Contacts have a force along the normal, bonds a share of their strength.
static scree_http_reply answer_links(scree_routes *v, uint64_t links, size_t k) {
    scree_frame_kind kind;
    const char *name = scree_source_links(&v->source, links, &kind);
    if (!name) {
        return not_found;
    }
    scree_report *r = scree_report_create();
    scree_frame own;
    const scree_frame *f = scree_source_things(&v->source, k, kind, &own, r);
    const scree_frame_set *set = f ? scree_frame_find(f, kind, name) : NULL;
    scree_http_reply reply = nothing;
    if (set) {
        int components;
        double *value = scree_frame_values(f, set, kind == SCREE_FRAME_BONDS ? "utilisation" : "normal_force",
                                           &components, r);
        reply = value ? (scree_http_reply){.type = bytes_type,
                                           .body = scree_pack_links(set, f->time, value, v->source.origin,
                                                                    MOST_LINKS)}
                      : reply_problem(r);
        scree_free(value);
    } else if (!f) {
        reply = reply_problem(r);
    }
    scree_frame_clear(&own);
    scree_report_destroy(r);
    return reply;
}

static scree_http_reply answer_picture(const scree_routes *v, size_t k, uint64_t field) {
    const scree_source *s = &v->source;
    scree_render_options o = scree_render_options_default();
    o.frame = (int64_t)k;
    o.colour = field < s->field.n ? s->field.data[field] : "none";
    o.changes = s->changes;
    o.quality = 1; // nothing else is answered in the meantime
    scree_report *r = scree_report_create();
    size_t n;
    unsigned char *png = scree_render_png(s->folder ? s->folder : s->case_path, &o, &n, r);
    scree_http_reply reply;
    if (png) {
        void *copy = scree_realloc(NULL, 0, n);
        memcpy(copy, png, n);
        reply = reply_of(picture_type, copy, n);
    } else {
        reply = reply_problem(r);
    }
    scree_bytes_free(png);
    scree_report_destroy(r);
    return reply;
}

// ---- one particle -----------------------------------------------------------------------------------------------------

static void put_field(scree_text_buffer *t, const scree_frame_field *field, const double *value,
                      const scree_frame_set *p) {
    scree_text_add(t, "{\"name\":");
    scree_text_add_json(t, field->name);
    scree_text_add(t, ",\"unit\":");
    scree_text_add_json(t, field->unit);
    scree_text_add(t, ",\"value\":[");
    for (int c = 0; c < field->components; c++) {
        scree_text_add(t, c ? "," : "");
        scree_json_number(t, value[c]);
    }
    scree_text_add(t, "]");
    put_names(t, p, field->name);
    scree_text_add(t, "}");
}

static scree_http_reply answer_particle(scree_routes *v, size_t k, uint64_t wanted, bool by_id) {
    scree_report *r = scree_report_create();
    const scree_frame *f = scree_source_particles(&v->source, k, r);
    const scree_frame_set *p = f ? scree_frame_find(f, SCREE_FRAME_PARTICLES, NULL) : NULL;
    size_t at = by_id ? 0 : wanted;
    while (by_id && p && at < p->n && p->id[at] != wanted) {
        at++;
    }
    if (!p || at >= p->n) {
        const scree_http_reply reply = f ? nothing : reply_problem(r);
        scree_report_destroy(r);
        return reply;
    }
    scree_text_buffer t = {0};
    scree_text_add(&t, "{\"id\":%llu,\"index\":%zu,\"fields\":[", (unsigned long long)p->id[at], at);
    const scree_frame_field place = {.name = "position", .unit = "m", .components = 3};
    put_field(&t, &place, p->place + 3 * at, p);
    for (size_t i = 0; i < p->field.n; i++) {
        int components;
        double *value = strcmp(p->field.data[i].name, "id") == 0
                            ? NULL
                            : scree_frame_values(f, p, p->field.data[i].name, &components, r);
        if (value) {
            scree_text_add(&t, ",");
            put_field(&t, &p->field.data[i], value + at * (size_t)components, p);
        }
        scree_free(value);
    }
    scree_text_add(&t, "]}");
    scree_report_destroy(r);
    return reply_text(json_type, &t);
}

// ---- addresses --------------------------------------------------------------------------------------------------------

static scree_http_reply answer_file(const char *target) {
    for (size_t k = 0; k < sizeof scree_page / sizeof *scree_page; k++) {
        if (strcmp(scree_page[k].target, target) == 0) {
            char *copy = scree_realloc(NULL, 0, scree_page[k].n);
            memcpy(copy, scree_page[k].data, scree_page[k].n);
            return reply_of(scree_page[k].type, copy, scree_page[k].n);
        }
    }
    return not_found;
}

// What depends on a frame, and is kept for the next time.
static scree_http_reply answer_about_frame(scree_routes *v, const char *target) {
    uint64_t n[3];
    const uint64_t frames = scree_source_frames(&v->source);
    const bool particles = read_route(target, "/frame", 3, n),
               wall = !particles && read_route(target, "/wall", 2, n),
               links = !particles && !wall && read_route(target, "/links", 2, n),
               picture = !particles && !wall && !links && read_route(target, "/picture", 2, n);
    if (!particles && !wall && !links && !picture) {
        return not_found;
    }
    if (n[particles || picture ? 0 : 1] >= frames) {
        return nothing;
    }
    scree_http_body *kept = scree_store_find(&v->store, target);
    if (kept) {
        return (scree_http_reply){.type = picture ? picture_type : bytes_type, .body = kept};
    }
    scree_http_reply reply = particles ? answer_frame(v, n[0], n[1], n[2])
                             : wall    ? answer_wall(v, n[0], n[1])
                             : picture ? answer_picture(v, n[0], n[1])
                                       : answer_links(v, n[0], n[1]);
    if (reply.status == 0) {
        scree_store_add(&v->store, target, reply.body);
    }
    return reply;
}

scree_http_reply scree_routes_answer(void *context, const char *target) {
    scree_routes *v = context;
    uint64_t n[2];
    if (v->version != v->source.version) {
        scree_store_clear(&v->store);
        v->version = v->source.version;
    }
    if (strcmp(target, "/index") == 0) {
        return answer_index(v);
    }
    if (strcmp(target, "/run") == 0) {
        return answer_run(v);
    }
    if (strcmp(target, "/events") == 0) {
        return (scree_http_reply){.type = "text/event-stream", .is_stream = true};
    }
    if (read_route(target, "/series", 1, n)) {
        return answer_series(v, n[0]);
    }
    const bool by_id = read_route(target, "/find", 2, n);
    if (by_id || read_route(target, "/particle", 2, n)) {
        return n[0] < scree_source_frames(&v->source) ? answer_particle(v, n[0], n[1], by_id) : nothing;
    }
    const scree_http_reply file = answer_file(target);
    return file.status == 0 ? file : answer_about_frame(v, target);
}
