// SPDX-License-Identifier: BSD-3-Clause
#include "tools/view/pack.h"
#include "convex_bodies/surface.h"
#include "text/text_buffer.h"
#include "tools/view/json.h"
#include <math.h>
#include <string.h>

typedef struct chosen {
    uint64_t hash;
    uint32_t index;
} chosen;

static uint64_t hash_of(uint64_t x) { // splitmix64: Steele, Lea, Flood 2014
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static int by_hash(const void *a, const void *b) {
    const uint64_t x = ((const chosen *)a)->hash, y = ((const chosen *)b)->hash;
    return (x > y) - (x < y);
}

static int by_number(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// The body for a text and `numbers` numbers; *at: where they go.
static scree_http_body *begin(scree_text_buffer *text, size_t numbers, void **at) {
    while ((text->n + 4) % 8 != 0) {
        scree_text_add(text, " ");
    }
    const size_t n = 4 + text->n + 4 * numbers;
    char *data = scree_realloc(NULL, 0, n);
    for (int k = 0; k < 4; k++) {
        data[k] = (char)(text->n >> 8 * k & 255);
    }
    memcpy(data + 4, text->data, text->n);
    *at = data + 4 + text->n;
    scree_free(text->data);
    return scree_http_body_create(data, n);
}

bool scree_pack_box(const scree_frame_set *s, scree_vec3 *low, scree_vec3 *high) {
    *low = vec3(INFINITY, INFINITY, INFINITY);
    *high = vec3(-INFINITY, -INFINITY, -INFINITY);
    for (size_t k = 0; k < s->n; k++) {
        const scree_vec3 x = vec3(s->place[3 * k], s->place[3 * k + 1], s->place[3 * k + 2]);
        const double r = s->radius[k];
        if (isfinite(x.x + x.y + x.z + r)) {
            *low = vec_min(*low, vec3(x.x - r, x.y - r, x.z - r));
            *high = vec_max(*high, vec3(x.x + r, x.y + r, x.z + r));
        }
    }
    return low->x <= high->x;
}

static float value_of(const double *value, int components, int component, size_t k) {
    const double *v = value + (size_t)components * k;
    if (component > 0 || components == 1) {
        return (float)v[component > 0 ? component - 1 : 0];
    }
    double sum = 0.0;
    for (int c = 0; c < components; c++) {
        sum += v[c] * v[c];
    }
    return (float)sqrt(sum);
}

// Least, 1 %, 99 % and most of the values that are numbers. Of many values the first are an even selection for the percentiles.
static void put_range(scree_text_buffer *t, const float *value, size_t n) {
    const size_t enough = 20000;
    SCREE_ARRAY(float) part = {0};
    double least = INFINITY, most = -INFINITY;
    for (size_t k = 0; k < n; k++) {
        if (isfinite(value[k])) {
            least = fmin(least, (double)value[k]);
            most = fmax(most, (double)value[k]);
            if (part.n < enough) {
                scree_array_push(&part, value[k]);
            }
        }
    }
    scree_array_sort(&part, by_number);
    const double low = part.n ? (double)part.data[part.n / 100] : NAN,
                 high = part.n ? (double)part.data[part.n - 1 - part.n / 100] : NAN;
    const double range[] = {least, low, high, most};
    scree_text_add(t, ",\"range\":[");
    for (int k = 0; k < 4; k++) {
        scree_text_add(t, k ? "," : "");
        scree_json_number(t, range[k]);
    }
    scree_text_add(t, "]");
    scree_array_free(&part);
}

static void put_vector(scree_text_buffer *t, const char *name, scree_vec3 v, bool known) {
    const double part[] = {v.x, v.y, v.z};
    scree_text_add(t, ",\"%s\":[", name);
    for (int k = 0; k < 3; k++) {
        scree_text_add(t, k ? "," : "");
        scree_json_number(t, known ? part[k] : NAN);
    }
    scree_text_add(t, "]");
}

// The particles that are shown, in the order of their hashes; *one_of: 1: all of them.
static chosen *choose(const scree_frame_set *s, size_t most, size_t *n, size_t *one_of) {
    chosen *list = scree_realloc(NULL, 0, (s->n + 1) * sizeof *list);
    *one_of = most > 0 && s->n > most ? (s->n + most - 1) / most : 1;
    *n = 0;
    for (size_t k = 0; k < s->n; k++) {
        const uint64_t hash = hash_of(s->id ? s->id[k] : k);
        if (hash % *one_of == 0) {
            list[(*n)++] = (chosen){hash, (uint32_t)k};
        }
    }
    scree_sort(list, *n, sizeof *list, by_hash);
    return list;
}

enum { NUMBERS_OF_BODY = 6 };

// The numbers that the surfaces take.
static size_t put_forms(scree_text_buffer *t, const scree_frame_bodies *b) {
    size_t numbers = 0;
    scree_text_add(t, ",\"forms\":[");
    for (size_t k = 0; k < b->surface.n; k++) {
        const size_t points = b->surface.data[k].n_points,
                     triangles = 8 * b->surface.data[k].divisions * b->surface.data[k].divisions;
        scree_text_add(t, "%s[%zu,%zu]", k ? "," : "", points, triangles);
        numbers += 6 * points + 3 * triangles;
    }
    scree_text_add(t, "]");
    return numbers;
}

static void pack_bodies(const scree_frame_bodies *b, const chosen *list, size_t n, float *to) {
    for (size_t k = 0; k < n; k++, to += NUMBERS_OF_BODY) {
        const size_t i = list[k].index;
        const bool is_sphere = b->surface_of[i] == SCREE_FRAME_NO_BODY;
        const double sphere[] = {1.0, 0.0, 0.0, 0.0},
                     *q = is_sphere ? sphere : b->orientation + 4 * (size_t)b->row[i];
        to[0] = is_sphere ? -1.0f : (float)b->surface_of[i];
        for (int c = 0; c < 4; c++) {
            to[1 + c] = (float)q[c];
        }
        to[5] = is_sphere ? 0.0f : (float)b->size[b->row[i]];
    }
    for (size_t k = 0; k < b->surface.n; k++) {
        scree_octahedron o = scree_octahedron_of(b->surface.data[k].divisions);
        for (size_t i = 0; i < 3 * o.n_points; i++) {
            to[i] = (float)b->surface.data[k].point[i];
            to[3 * o.n_points + i] = (float)vec_get(o.direction[i / 3], (int)(i % 3));
        }
        memcpy(to + 6 * o.n_points, o.triangle, o.n_triangles * sizeof *o.triangle);
        to += 6 * o.n_points + 3 * o.n_triangles;
        scree_octahedron_clear(&o);
    }
}

scree_http_body *scree_pack_particles(const scree_frame *f, const scree_frame_bodies *bodies,
                                      scree_vec3 origin, const double *value, int components, int component,
                                      size_t most) {
    static const scree_frame_set none = {0};
    const scree_frame_set *found = scree_frame_find(f, SCREE_FRAME_PARTICLES, NULL),
                          *s = found ? found : &none;
    size_t n, one_of;
    chosen *list = choose(s, most, &n, &one_of);
    float *shown = scree_realloc(NULL, 0, (n + 1) * sizeof *shown), largest = 0.0f;
    for (size_t k = 0; k < n; k++) {
        shown[k] = value ? value_of(value, components, component, list[k].index) : NAN;
        largest = fmaxf(largest, (float)s->radius[list[k].index]);
    }
    scree_text_buffer text = {0};
    scree_vec3 low, high;
    const bool any = scree_pack_box(s, &low, &high);
    scree_text_add(&text, "{\"all\":%zu,\"shown\":%zu,\"one_of\":%zu,\"time\":", s->n, n, one_of);
    scree_json_number(&text, f->time);
    scree_text_add(&text, ",\"largest\":");
    scree_json_number(&text, (double)largest);
    put_vector(&text, "low", vec_sub(low, origin), any);
    put_vector(&text, "high", vec_sub(high, origin), any);
    put_range(&text, shown, n);
    const bool convex = bodies->surface_of && bodies->surface.n > 0;
    const size_t more = convex ? put_forms(&text, bodies) + NUMBERS_OF_BODY * n : 0;
    scree_text_add(&text, "}");
    void *at;
    scree_http_body *body = begin(&text, 6 * n + more, &at);
    float *sphere = at;
    for (size_t k = 0; k < n; k++) {
        const size_t i = list[k].index;
        sphere[4 * k] = (float)(s->place[3 * i] - origin.x);
        sphere[4 * k + 1] = (float)(s->place[3 * i + 1] - origin.y);
        sphere[4 * k + 2] = (float)(s->place[3 * i + 2] - origin.z);
        sphere[4 * k + 3] = (float)s->radius[i];
        memcpy(sphere + 5 * n + k, &list[k].index, sizeof(uint32_t));
    }
    scree_copy(sphere + 4 * n, shown, n * sizeof *shown);
    if (convex) {
        pack_bodies(bodies, list, n, sphere + 6 * n);
    }
    scree_free(shown);
    scree_free(list);
    return body;
}

scree_http_body *scree_pack_wall(const scree_frame_set *s, double time, scree_vec3 origin) {
    const double shift[] = {origin.x, origin.y, origin.z};
    scree_text_buffer text = {0};
    scree_text_add(&text, "{\"triangles\":%zu,\"time\":", s->n);
    scree_json_number(&text, time);
    scree_text_add(&text, "}");
    void *at;
    scree_http_body *body = begin(&text, 9 * s->n, &at);
    float *corner = at;
    for (size_t k = 0; k < 9 * s->n; k++) {
        corner[k] = (float)(s->place[k] - shift[k % 3]);
    }
    return body;
}

typedef struct strength {
    double value;
    size_t index;
} strength;

static int by_strength(const void *a, const void *b) {
    const double x = ((const strength *)a)->value, y = ((const strength *)b)->value;
    return (x < y) - (x > y);
}

scree_http_body *scree_pack_links(const scree_frame_set *s, double time, const double *value,
                                  scree_vec3 origin, size_t most) {
    strength *list = scree_realloc(NULL, 0, (s->n + 1) * sizeof *list);
    for (size_t k = 0; k < s->n; k++) {
        const double v = value ? fabs(value[k]) : 1.0;
        list[k] = (strength){isfinite(v) ? v : 0.0, k};
    }
    scree_sort(list, s->n, sizeof *list, by_strength);
    const size_t n = s->n < most ? s->n : most;
    const double shift[] = {origin.x, origin.y, origin.z};
    scree_text_buffer text = {0};
    scree_text_add(&text, "{\"all\":%zu,\"shown\":%zu,\"time\":", s->n, n);
    scree_json_number(&text, time);
    scree_text_add(&text, ",\"high\":");
    scree_json_number(&text, s->n ? list[s->n / 100].value : 0.0);
    scree_text_add(&text, "}");
    void *at;
    scree_http_body *body = begin(&text, 7 * n, &at);
    float *row = at;
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < 6; j++) {
            row[7 * k + j] = (float)(s->place[6 * list[k].index + j] - shift[j % 3]);
        }
        row[7 * k + 6] = (float)list[k].value;
    }
    scree_free(list);
    return body;
}
