// SPDX-License-Identifier: BSD-3-Clause
#include "tools/frames/frame.h"

#include "text/text_buffer.h"
#include "tools/frames/xml_scan.h"
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

static const int numbers_of_place[] = {[SCREE_FRAME_PARTICLES] = 3,
                                       [SCREE_FRAME_BODIES] = 3,
                                       [SCREE_FRAME_CONTACTS] = 6,
                                       [SCREE_FRAME_BONDS] = 6,
                                       [SCREE_FRAME_WALL] = 9};

static scree_vtp_section section_of(scree_frame_kind kind) {
    return kind <= SCREE_FRAME_BODIES ? SCREE_VTP_POINT_DATA : SCREE_VTP_CELL_DATA;
}

// ---- files of a set ------------------------------------------------------------------------------------------

static char *path_of(const scree_frame *f, const char *file) {
    return f->folder[0] ? scree_format("%s/%s", f->folder, file) : scree_strdup(file);
}

static int open_file(const scree_frame *f, const scree_frame_file *file, scree_report *r) {
    char *path = path_of(f, file->name);
    const int fd =
        file->descriptor >= 0 ? file->descriptor : scree_vtp_open(f->descriptor, file->name, path, r);
    scree_free(path);
    return fd;
}

static void close_file(const scree_frame_file *file, int fd) {
    if (fd >= 0 && file->descriptor < 0) {
        close(fd);
    }
}

bool scree_frame_plain_name(const char *name) {
    return name && name[0] && strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && !strchr(name, '/');
}

static bool read_file(const scree_frame *f, scree_frame_set *s, const char *name, int descriptor,
                      scree_report *r) {
    scree_frame_file file = {.name = scree_strdup(name), .descriptor = descriptor};
    char *path = path_of(f, name);
    const int fd = open_file(f, &file, r);
    const bool ok = fd >= 0 && scree_vtp_read_header(&file.header, fd, path, r);
    close_file(&file, fd);
    scree_free(path);
    scree_array_push(&s->file, file);
    return ok;
}

// The pieces that the list x.pvtp names, one from each rank.
static bool read_pieces(const scree_frame *f, scree_frame_set *s, const char *name, scree_report *r) {
    char *path = path_of(f, name);
    size_t size;
    scree_file_sign sign;
    char *text = scree_vtp_read_text(f->descriptor, name, path, &size, &sign, r);
    bool ok = text != NULL;
    scree_xml x;
    scree_xml_begin(&x, text ? text : "", text ? size : 0);
    while (ok && scree_xml_next(&x)) {
        if (scree_xml_opens(&x, "Piece")) {
            char *piece = scree_xml_attribute(&x, "Source");
            ok = scree_frame_plain_name(piece) ||
                 scree_report_error(r, "%s: names the file '%s'; a name in the same folder is expected", path,
                                    piece ? piece : "");
            ok = ok && read_file(f, s, piece, -1, r);
            scree_free(piece);
        }
    }
    if (ok && (x.wrong || s->file.n == 0)) {
        ok = scree_report_error(r, "%s: %s", path, x.wrong ? x.wrong : "lists no pieces");
    }
    scree_free(text);
    scree_free(path);
    return ok;
}

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

// ---- the parts of a set --------------------------------------------------------------------------------------

static size_t count_in(const scree_frame_set *s, const scree_vtp_header *h) {
    return s->kind <= SCREE_FRAME_BODIES ? h->n_points
           : s->kind == SCREE_FRAME_WALL ? h->n_cells[SCREE_VTP_POLYS]
                                         : h->n_cells[SCREE_VTP_LINES];
}

// Files of one time, with the same arrays.
static bool agree(const scree_frame *f, const scree_frame_set *s, scree_report *r) {
    const scree_vtp_header *first = &s->file.data[0].header;
    for (size_t k = 0; k < s->file.n; k++) {
        const scree_vtp_header *h = &s->file.data[k].header;
        if (h->time != f->time) {
            return scree_report_error(r, "%s: is of t = %.9g s; %.9g s is expected", h->path, h->time,
                                      f->time);
        }
        for (size_t a = 0; a < first->array.n; a++) {
            const scree_vtp_found *one = &first->array.data[a],
                                  *same = scree_vtp_find(h, one->section, one->name);
            if (!same || same->type != one->type || same->components != one->components) {
                return scree_report_error(r, "%s: has no array '%s' like that of %s", h->path, one->name,
                                          first->path);
            }
        }
    }
    return true;
}

static void list_fields(scree_frame_set *s) {
    const scree_vtp_header *h = &s->file.data[0].header;
    for (size_t k = 0; k < h->array.n; k++) {
        const scree_vtp_found *a = &h->array.data[k];
        if (a->section == section_of(s->kind)) {
            scree_array_push(
                &s->field, (scree_frame_field){scree_strdup(a->name), scree_strdup(a->unit), a->components});
        }
    }
}

// An array that has to be there.
static const scree_vtp_found *needed(const scree_vtp_header *h, scree_vtp_section section, const char *name,
                                     int components, scree_report *r) {
    const scree_vtp_found *a = scree_vtp_find(h, section, name);
    if (!a || a->components != components) {
        scree_report_error(r, "%s: has no '%s' with %d numbers each: this is no picture of a run of scree",
                           h->path, name, components);
        return NULL;
    }
    return a;
}

static bool read_points(const scree_vtp_header *h, int fd, double *to, scree_report *r) {
    const scree_vtp_found *a = needed(h, SCREE_VTP_POINTS, "Points", 3, r);
    if (!a || !scree_vtp_read_values(h, fd, a, to, r)) {
        return false;
    }
    for (size_t k = 0; k < 3 * a->n; k++) {
        if (!isfinite(to[k])) {
            return scree_report_error(r, "%s: point %zu is not at a finite place (%g, %g, %g)", h->path,
                                      k / 3, to[k - k % 3], to[k - k % 3 + 1], to[k - k % 3 + 2]);
        }
    }
    return true;
}

// The ids and radii of particles, or the ids of clumps, from thing `at` on.
static bool read_particles(scree_frame_set *s, const scree_vtp_header *h, int fd, size_t at,
                           scree_report *r) {
    const scree_vtp_found *id = needed(h, SCREE_VTP_POINT_DATA, "id", 1, r);
    if (!id || !scree_vtp_read_whole(h, fd, id, (int64_t *)s->id + at, r)) {
        return false;
    }
    const scree_vtp_found *radius = s->radius ? needed(h, SCREE_VTP_POINT_DATA, "radius", 1, r) : NULL;
    if (s->radius && (!radius || !scree_vtp_read_values(h, fd, radius, s->radius + at, r))) {
        return false;
    }
    for (size_t k = at; s->radius && k < at + h->n_points; k++) {
        if (!(s->radius[k] > 0.0 && isfinite(s->radius[k]))) {
            return scree_report_error(r, "%s: particle %" PRIu64 " has the radius %g; a length is expected",
                                      h->path, s->id[k], s->radius[k]);
        }
    }
    return true;
}

// The indices of the points of the cells in a section: each cell has `*width` points. NULL: reported.
static int64_t *read_cells(const scree_vtp_header *h, int fd, scree_vtp_section section, size_t *width,
                           scree_report *r) {
    const size_t n = h->n_cells[section];
    const scree_vtp_found *points = needed(h, section, "connectivity", 1, r),
                          *ends = points ? needed(h, section, "offsets", 1, r) : NULL;
    if (!ends) {
        return NULL;
    }
    int64_t *index = scree_realloc(NULL, 0, (points->n + ends->n + 1) * sizeof *index),
            *end = index + points->n;
    *width = n > 0 ? points->n / n : 3;
    bool ok = scree_vtp_read_whole(h, fd, points, index, r) && scree_vtp_read_whole(h, fd, ends, end, r);
    bool regular = points->n == n * *width;
    for (size_t k = 0; ok && k < n; k++) {
        regular = regular && end[k] == (int64_t)((k + 1) * *width);
    }
    for (size_t k = 0; ok && k < points->n; k++) {
        regular = regular && index[k] >= 0 && index[k] < (int64_t)h->n_points;
    }
    if (ok && !regular) {
        ok = scree_report_error(
            r, "%s: its cells have points that are not there, or not the same number of points each",
            h->path);
    }
    if (!ok) {
        scree_free(index);
    }
    return ok ? index : NULL;
}

// The ends of contacts and bonds from thing `at` on.
static bool read_lines(scree_frame_set *s, const scree_vtp_header *h, int fd, size_t at, scree_report *r) {
    double *point = scree_realloc(NULL, 0, (3 * h->n_points + 1) * sizeof *point);
    size_t width = 0;
    int64_t *index = read_points(h, fd, point, r) ? read_cells(h, fd, SCREE_VTP_LINES, &width, r) : NULL;
    const size_t n = h->n_cells[SCREE_VTP_LINES];
    bool ok =
        index && (n == 0 || width == 2 ||
                  scree_report_error(r, "%s: its lines have %zu points; 2 are expected", h->path, width));
    for (size_t k = 0; ok && k < 2 * n; k++) {
        memcpy(s->place + 6 * at + 3 * k, point + 3 * index[k], 3 * sizeof *point);
    }
    scree_free(index);
    scree_free(point);
    return ok;
}

static bool read_wall(scree_frame_set *s, const scree_vtp_header *h, int fd, scree_report *r) {
    double *point = scree_realloc(NULL, 0, (3 * h->n_points + 1) * sizeof *point);
    size_t width = 0;
    int64_t *index = read_points(h, fd, point, r) ? read_cells(h, fd, SCREE_VTP_POLYS, &width, r) : NULL;
    const size_t cells = h->n_cells[SCREE_VTP_POLYS];
    bool ok = index && (width == 3 || width == 4 ||
                        scree_report_error(r, "%s: its polygons have %zu points; 3 or 4 are expected",
                                           h->path, width));
    if (ok) {
        const size_t each = width - 2;
        s->n_cells = cells;
        s->n = each * cells;
        s->place = scree_realloc(NULL, 0, (9 * s->n + 1) * sizeof *s->place);
        s->cell = scree_realloc(NULL, 0, (s->n + 1) * sizeof *s->cell);
        for (size_t k = 0; k < s->n; k++) {
            const int64_t *corner = index + width * (k / each);
            const int64_t of[3] = {corner[0], corner[1 + k % each], corner[2 + k % each]};
            for (int c = 0; c < 3; c++) {
                memcpy(s->place + 9 * k + 3 * c, point + 3 * of[c], 3 * sizeof *point);
            }
            s->cell[k] = (uint32_t)(k / each);
        }
    }
    scree_free(index);
    scree_free(point);
    return ok;
}

static bool read_parts(const scree_frame *f, scree_frame_set *s, scree_report *r) {
    for (size_t k = 0; k < s->file.n; k++) {
        s->n += count_in(s, &s->file.data[k].header);
    }
    if (s->kind != SCREE_FRAME_WALL) {
        s->place = scree_realloc(NULL, 0, ((size_t)numbers_of_place[s->kind] * s->n + 1) * sizeof *s->place);
    }
    if (s->kind <= SCREE_FRAME_BODIES) {
        s->id = scree_realloc(NULL, 0, (s->n + 1) * sizeof *s->id);
        s->radius =
            s->kind == SCREE_FRAME_PARTICLES ? scree_realloc(NULL, 0, (s->n + 1) * sizeof *s->radius) : NULL;
    }
    bool ok = s->kind != SCREE_FRAME_WALL || s->file.n == 1 ||
              scree_report_error(r, "%s: a wall in several pieces", s->file.data[0].header.path);
    for (size_t k = 0, at = 0; ok && k < s->file.n; k++) {
        const scree_vtp_header *h = &s->file.data[k].header;
        const int fd = open_file(f, &s->file.data[k], r);
        ok = fd >= 0 && (s->kind == SCREE_FRAME_WALL ? read_wall(s, h, fd, r)
                         : s->kind >= SCREE_FRAME_CONTACTS
                             ? read_lines(s, h, fd, at, r)
                             : read_points(h, fd, s->place + 3 * at, r) && read_particles(s, h, fd, at, r));
        close_file(&s->file.data[k], fd);
        at += count_in(s, h);
    }
    return ok;
}

// ---- frames --------------------------------------------------------------------------------------------------

static void clear_set(scree_frame_set *s) {
    for (size_t k = 0; k < s->file.n; k++) {
        if (s->file.data[k].descriptor >= 0) {
            close(s->file.data[k].descriptor);
        }
        scree_free(s->file.data[k].name);
        scree_vtp_header_clear(&s->file.data[k].header);
    }
    for (size_t k = 0; k < s->field.n; k++) {
        scree_free(s->field.data[k].name);
        scree_free(s->field.data[k].unit);
    }
    scree_array_free(&s->file);
    scree_array_free(&s->field);
    scree_free(s->name);
    scree_free(s->place);
    scree_free(s->radius);
    scree_free(s->id);
    scree_free(s->cell);
}

void scree_frame_begin(scree_frame *f, double time, uint64_t step, const char *folder, int descriptor) {
    *f = (scree_frame){.time = time, .step = step, .folder = scree_strdup(folder)};
    f->descriptor = descriptor >= 0 ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0) : -1;
}

bool scree_frame_add(scree_frame *f, scree_frame_kind kind, const char *name, const char *file,
                     int descriptor, scree_report *r) {
    scree_frame_set s = {.kind = kind, .name = scree_strdup(name)};
    bool ok = ends_with(file, ".pvtp") ? read_pieces(f, &s, file, r) : read_file(f, &s, file, descriptor, r);
    ok = ok && agree(f, &s, r) && read_parts(f, &s, r);
    if (!ok) {
        clear_set(&s);
        return false;
    }
    list_fields(&s);
    scree_array_push(&f->set, s);
    return true;
}

void scree_frame_clear(scree_frame *f) {
    for (size_t k = 0; k < f->set.n; k++) {
        clear_set(&f->set.data[k]);
    }
    scree_array_free(&f->set);
    scree_free(f->folder);
    if (f->descriptor >= 0) {
        close(f->descriptor);
    }
    *f = (scree_frame){.descriptor = -1};
}

const scree_frame_set *scree_frame_find(const scree_frame *f, scree_frame_kind kind, const char *name) {
    for (size_t k = 0; k < f->set.n; k++) {
        if (f->set.data[k].kind == kind && (!name || strcmp(f->set.data[k].name, name) == 0)) {
            return &f->set.data[k];
        }
    }
    return NULL;
}

int scree_frame_field_number(const scree_frame_set *s, const char *name) {
    for (size_t k = 0; k < s->field.n; k++) {
        if (strcmp(s->field.data[k].name, name) == 0) {
            return (int)k;
        }
    }
    return -1;
}

static void report_missing(const scree_frame *f, const scree_frame_set *s, const char *name,
                           scree_report *r) {
    scree_text_buffer list = {0};
    for (size_t k = 0; k < s->field.n; k++) {
        scree_text_add(&list, "%s%s", k > 0 ? ", " : "", s->field.data[k].name);
    }
    scree_report_error(r, "%s: the %s at t = %.9g s have no field '%s'; accepted: %s", f->folder,
                       s->kind == SCREE_FRAME_WALL ? "triangles of a wall" : s->name, f->time, name,
                       list.data ? list.data : "none, as there are no fields");
    scree_free(list.data);
}

double *scree_frame_values(const scree_frame *f, const scree_frame_set *s, const char *name, int *components,
                           scree_report *r) {
    const int field = scree_frame_field_number(s, name);
    if (field < 0) {
        report_missing(f, s, name, r);
        return NULL;
    }
    const size_t width = (size_t)s->field.data[field].components;
    *components = (int)width;
    const size_t n = s->kind == SCREE_FRAME_WALL ? s->n_cells : s->n;
    double *value = scree_realloc(NULL, 0, (n * width + 1) * sizeof *value);
    bool ok = true;
    for (size_t k = 0, at = 0; ok && k < s->file.n; k++) {
        const scree_vtp_header *h = &s->file.data[k].header;
        const int fd = open_file(f, &s->file.data[k], r);
        ok = fd >= 0 && scree_vtp_read_values(h, fd, scree_vtp_find(h, section_of(s->kind), name),
                                              value + at * width, r);
        close_file(&s->file.data[k], fd);
        at += count_in(s, h);
    }
    if (ok && s->kind == SCREE_FRAME_WALL) {
        double *each = scree_realloc(NULL, 0, (s->n * width + 1) * sizeof *each);
        for (size_t k = 0; k < s->n; k++) {
            memcpy(each + k * width, value + s->cell[k] * width, width * sizeof *each);
        }
        scree_free(value);
        value = each;
    }
    if (!ok) {
        scree_free(value);
        return NULL;
    }
    return value;
}

const scree_vtp_names *scree_frame_names(const scree_frame_set *s, const char *name) {
    const scree_vtp_header *h = &s->file.data[0].header;
    for (size_t k = 0; k < h->names.n; k++) {
        if (strcmp(h->names.data[k].name, name) == 0) {
            return &h->names.data[k];
        }
    }
    return NULL;
}
