// SPDX-License-Identifier: BSD-3-Clause
#include "files/mesh_file.h"

#include "files/stl.h"
#include "memory/array.h"
#include "mesh/polygon.h"
#include "text/decimal.h"
#include "text/file.h"
#include <stdint.h>
#include <string.h>
#include <strings.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "binary files are read as they lie in memory");

typedef struct mesh_reader {
    const char *path, *data, *text, *end, *at; // text: data behind the mark of its encoding
    bool binary;                               // from here on
    scree_report *report;
    SCREE_ARRAY(scree_vec3) point;
    SCREE_ARRAY(size_t) corner;    // of the face that is being read: numbers of points
    SCREE_ARRAY(scree_vec3) place; // of its corners
    scree_corner_list cut;
    size_t faces;
    scree_corners triangle;
    scree_mesh_parts part; // of OBJ files
    const char *counted;   // lines are counted up to here
    size_t lines;          // number of lines that end before `counted`
} mesh_reader;

static bool report_wrong_mesh(const mesh_reader *m, const char *what) {
    int line = 1, column = 1;
    for (const char *p = m->text; p < m->at; p++) {
        column = *p == '\n' ? 1 : column + 1;
        line += *p == '\n';
    }
    return scree_report_at(m->report, SCREE_SEVERITY_ERROR, m->path, m->binary ? 0 : line,
                           m->binary ? 0 : column, "%s", what);
}

// Reports a mistake in the last face, with its number too, as binary files have no lines.
static bool fail_face(const mesh_reader *m, const char *what) {
    char *text = scree_format("face %zu of the file: %s", m->faces, what);
    report_wrong_mesh(m, text);
    scree_free(text);
    return false;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// To the next word, also in later lines.
static void skip_blanks(mesh_reader *m) {
    while (m->at < m->end && (is_blank(*m->at) || *m->at == '\n')) {
        m->at++;
    }
}

// Bytes of the end of a line that goes on in the next one, as those of OBJ files may; 0: none is here.
static size_t continuation(const mesh_reader *m) {
    const size_t left = (size_t)(m->end - m->at);
    return left > 1 && memcmp(m->at, "\\\n", 2) == 0     ? 2
           : left > 2 && memcmp(m->at, "\\\r\n", 3) == 0 ? 3
                                                         : 0;
}

// To the next word of this line; false: there is none.
static bool skip_in_line(mesh_reader *m) {
    while (m->at < m->end && (is_blank(*m->at) || continuation(m) > 0)) {
        m->at += is_blank(*m->at) ? 1 : continuation(m);
    }
    return m->at < m->end && *m->at != '\n';
}

static void skip_line(mesh_reader *m) {
    const char *newline = memchr(m->at, '\n', (size_t)(m->end - m->at));
    m->at = newline ? newline + 1 : m->end;
}

static size_t word_length(const mesh_reader *m) {
    const char *p = m->at;
    while (p < m->end && !is_blank(*p) && *p != '\n' && *p != '\\') {
        p++;
    }
    return (size_t)(p - m->at);
}

// Goes behind the word if it is the next one.
static bool word(mesh_reader *m, const char *wanted) {
    const size_t n = word_length(m);
    const bool same = n == strlen(wanted) && strncasecmp(m->at, wanted, n) == 0;
    m->at += same ? n : 0;
    return same;
}

static bool number(mesh_reader *m, double *value) {
    const char *end = scree_decimal_read(m->at, value);
    if (!end || (end < m->end && !is_blank(*end) && (*end == 0 || !strchr("\n/\\", *end)))) {
        return report_wrong_mesh(m, m->at == m->end ? "expected a number, but the file ends"
                                                    : "expected a number");
    }
    m->at = end;
    return isfinite(*value) ? true : report_wrong_mesh(m, "expected a finite number");
}

// Reads a number of things, each of which takes at least a byte in the file.
static bool count(mesh_reader *m, size_t *n) {
    double x;
    skip_blanks(m);
    if (!number(m, &x)) {
        return false;
    }
    if (!(x >= 0.0 && x <= (double)(m->end - m->text) && x == floor(x))) {
        return report_wrong_mesh(m, "this many do not fit into the file");
    }
    *n = (size_t)x;
    return true;
}

static bool add_point(mesh_reader *m, scree_vec3 x) {
    scree_array_push(&m->point, x);
    return true;
}

// The face of the corners read so far.
static bool end_face(mesh_reader *m) {
    if (m->corner.n < 3) {
        return report_wrong_mesh(m, "a face has fewer than three corners");
    }
    for (size_t k = 0; k < m->corner.n; k++) {
        if (m->corner.data[k] >= m->point.n) {
            return report_wrong_mesh(m, "a face has a corner that is none of the points");
        }
    }
    m->place.n = m->cut.n = 0;
    m->faces++;
    for (size_t k = 0; k < m->corner.n; k++) {
        scree_array_push(&m->place, m->point.data[m->corner.data[k]]);
    }
    char *wrong = scree_polygon_cut(m->place.data, m->place.n, &m->cut);
    if (wrong) {
        fail_face(m, wrong);
        scree_free(wrong);
        return false;
    }
    for (size_t k = 0; k < m->cut.n; k++) {
        scree_array_push(&m->triangle, m->place.data[m->cut.data[k]]);
    }
    m->corner.n = 0;
    return true;
}

// A number of a point from 0 on.
static bool corner(mesh_reader *m, double x) {
    if (!(x >= 0.0 && x < 1e15 && x == floor(x))) {
        return report_wrong_mesh(m, "expected the number of a point");
    }
    scree_array_push(&m->corner, (size_t)x);
    return true;
}

// ---- OBJ --------------------------------------------------------------------------------------------------

// "7", "7/1/2", "-1": the last point so far.
static bool obj_corner(mesh_reader *m) {
    double x;
    if (!number(m, &x) || x == 0.0) {
        return x == 0.0 ? report_wrong_mesh(m, "points are counted from 1") : false;
    }
    m->at += word_length(m); // texture and normal
    return corner(m, x > 0.0 ? x - 1.0 : (double)m->point.n + x);
}

// The first words of other lines: names, groups, materials, normals, textures, lines, points and curves. They do not change the surface.
static const char *const obj_other[] = {
    "vn",     "vt",   "vp",       "s",        "mg",    "l",     "p",        "usemtl",     "mtllib", "usemap",
    "maplib", "lod",  "call",     "csh",      "bevel", "ctech", "stech",    "shadow_obj", "cstype", "deg",
    "bmat",   "step", "curv",     "curv2",    "parm",  "trim",  "hole",     "scrv",       "sp",     "end",
    "con",    "cdc",  "d_interp", "c_interp", "res",   "cdp",   "trace_obj"};

// The first words of surfaces that are not polygons.
static const char *const obj_curved[] = {"surf", "bzp", "bsp"};

static bool is_one_of(mesh_reader *m, const char *const *words, size_t n) {
    bool any = false;
    for (size_t k = 0; k < n && !any; k++) {
        any = word(m, words[k]);
    }
    return any;
}

static void begin_part(mesh_reader *m) {
    const size_t here = m->triangle.n / 3;
    for (const char *p = m->counted; p < m->at; p++) {
        m->lines += *p == '\n';
    }
    m->counted = m->at;
    if (m->part.n == 0 && here > 0) {
        scree_array_push(&m->part, ((scree_mesh_part){0, 1}));
    }
    if (m->part.n == 0 || m->part.data[m->part.n - 1].first < here) {
        scree_array_push(&m->part, ((scree_mesh_part){here, m->lines + 1}));
    }
    m->part.data[m->part.n - 1].line =
        m->lines + 1; // where several names follow each other, the last one counts
}

// Handles a line that is neither a point nor a face. An unknown word is refused: it could be meant for a point, and then all later faces would
// have wrong corners.
static bool obj_other_line(mesh_reader *m) {
    if (word(m, "o") || word(m, "g")) {
        begin_part(m);
        return true;
    }
    if (*m->at == '#' || is_one_of(m, obj_other, sizeof obj_other / sizeof *obj_other)) {
        return true;
    }
    if (is_one_of(m, obj_curved, sizeof obj_curved / sizeof *obj_curved)) {
        return report_wrong_mesh(m, "a curved surface; accepted: surfaces of faces with corners, 'f'");
    }
    return report_wrong_mesh(
        m, "an unknown line; accepted: v, f and the other words of OBJ files, or # before a comment");
}

static bool read_obj(mesh_reader *m) {
    for (; m->at < m->end; skip_line(m)) {
        scree_vec3 x;
        if (!skip_in_line(m)) {
            continue;
        }
        if (word(m, "v")) {
            bool fine = true;
            for (int k = 0; k < 3 && fine; k++) {
                fine = skip_in_line(m) ? number(m, &(&x.x)[k])
                                       : report_wrong_mesh(m, "a point needs three numbers");
            }
            if (!fine || !add_point(m, x)) {
                return false;
            }
        } else if (word(m, "f")) {
            while (skip_in_line(m)) {
                if (!obj_corner(m)) {
                    return false;
                }
            }
            if (!end_face(m)) {
                return false;
            }
        } else if (!obj_other_line(m)) {
            return false;
        }
    }
    return true;
}

// ---- PLY --------------------------------------------------------------------------------------------------

typedef enum ply_form { PLY_TEXT, PLY_LITTLE, PLY_BIG } ply_form;

typedef struct ply_type {
    const char *name, *other;
    int size;
    char kind; // i, u, f
} ply_type;

static const ply_type ply_types[] = {{"char", "int8", 1, 'i'},     {"uchar", "uint8", 1, 'u'},
                                     {"short", "int16", 2, 'i'},   {"ushort", "uint16", 2, 'u'},
                                     {"int", "int32", 4, 'i'},     {"uint", "uint32", 4, 'u'},
                                     {"float", "float32", 4, 'f'}, {"double", "float64", 8, 'f'}};

typedef struct ply_property {
    const ply_type *length, *type; // length: of a list, else NULL
    int axis;                      // 0 to 2: a coordinate of a point; -1
    bool corners;
} ply_property;

typedef struct ply_element {
    bool points, faces;
    size_t n;
    SCREE_ARRAY(ply_property) property;
} ply_element;

typedef SCREE_ARRAY(ply_element) ply_elements;

static const ply_type *ply_type_here(mesh_reader *m) {
    skip_in_line(m);
    for (size_t k = 0; k < sizeof ply_types / sizeof *ply_types; k++) {
        if (word(m, ply_types[k].name) || word(m, ply_types[k].other)) {
            return &ply_types[k];
        }
    }
    report_wrong_mesh(m, "expected a type, such as float or int");
    return NULL;
}

static bool ply_property_line(mesh_reader *m, ply_element *e) {
    static const char *const axis[] = {"x", "y", "z"};
    ply_property p = {.axis = -1};
    skip_in_line(m);
    if (word(m, "list") && !(p.length = ply_type_here(m))) {
        return false;
    }
    p.type = ply_type_here(m);
    if (!p.type) {
        return false;
    }
    skip_in_line(m);
    for (int k = 0; k < 3 && e->points && !p.length; k++) {
        p.axis = word(m, axis[k]) ? k : p.axis;
    }
    p.corners = e->faces && p.length && (word(m, "vertex_indices") || word(m, "vertex_index"));
    scree_array_push(&e->property, p);
    return true;
}

static bool ply_head(mesh_reader *m, ply_form *form, ply_elements *elements) {
    skip_line(m); // "ply"
    bool known = false;
    for (; m->at < m->end; skip_line(m)) {
        skip_in_line(m);
        if (word(m, "end_header")) {
            skip_line(m);
            return known ? true : report_wrong_mesh(m, "there is no line 'format' in the head");
        }
        if (word(m, "format")) {
            skip_in_line(m);
            *form = word(m, "ascii") ? PLY_TEXT : word(m, "binary_little_endian") ? PLY_LITTLE : PLY_BIG;
            known = *form != PLY_BIG || word(m, "binary_big_endian");
        } else if (word(m, "element")) {
            ply_element e = {.n = 0};
            skip_in_line(m);
            e.points = word(m, "vertex");
            e.faces = !e.points && word(m, "face");
            m->at += e.points || e.faces ? 0 : word_length(m);
            if (!count(m, &e.n)) {
                return false;
            }
            scree_array_push(elements, e);
        } else if (word(m, "property") &&
                   (elements->n == 0 || !ply_property_line(m, &elements->data[elements->n - 1]))) {
            return elements->n == 0 ? report_wrong_mesh(m, "a property before the first element") : false;
        }
    }
    return report_wrong_mesh(m, "the head has no end");
}

static bool ply_value(mesh_reader *m, ply_form form, const ply_type *type, double *value) {
    if (form == PLY_TEXT) {
        skip_blanks(m);
        return number(m, value);
    }
    unsigned char byte[8] = {0};
    if (m->end - m->at < type->size) {
        return report_wrong_mesh(m, "the file ends before its last face");
    }
    for (int k = 0; k < type->size; k++) {
        byte[form == PLY_BIG ? type->size - 1 - k : k] = (unsigned char)m->at[k];
    }
    m->at += type->size;
    if (type->kind == 'f') {
        float narrow;
        memcpy(&narrow, byte, sizeof narrow);
        memcpy(value, byte, sizeof *value);
        *value = type->size == 4 ? (double)narrow : *value;
        return isfinite(*value) ? true : report_wrong_mesh(m, "a value is not a finite number");
    }
    uint32_t bits;
    memcpy(&bits, byte, sizeof bits);
    *value = type->kind == 'u' ? (double)bits
             : type->size == 1 ? (double)(int8_t)bits
             : type->size == 2 ? (double)(int16_t)bits
                               : (double)(int32_t)bits;
    return true;
}

// One point, face or other thing.
static bool ply_item(mesh_reader *m, ply_form form, const ply_element *e) {
    scree_vec3 x = vec3(0.0, 0.0, 0.0);
    for (size_t k = 0; k < e->property.n; k++) {
        const ply_property *p = &e->property.data[k];
        double n = 1.0, value;
        if (p->length && !ply_value(m, form, p->length, &n)) {
            return false;
        }
        for (double i = 0.0; i < n; i += 1.0) {
            if (!ply_value(m, form, p->type, &value) || (p->corners && !corner(m, value))) {
                return false;
            }
            if (p->axis >= 0) {
                (&x.x)[p->axis] = value;
            }
        }
        if (p->corners && !end_face(m)) {
            return false;
        }
    }
    return !e->points || add_point(m, x);
}

static bool read_ply(mesh_reader *m) {
    ply_form form = PLY_TEXT;
    ply_elements elements = {0};
    bool fine = ply_head(m, &form, &elements);
    m->binary = fine && form != PLY_TEXT;
    for (size_t k = 0; fine && k < elements.n; k++) {
        for (size_t i = 0; fine && elements.data[k].property.n > 0 && i < elements.data[k].n; i++) {
            fine = ply_item(m, form, &elements.data[k]);
        }
    }
    for (size_t k = 0; k < elements.n; k++) {
        scree_array_free(&elements.data[k].property);
    }
    scree_array_free(&elements);
    return fine;
}

// ---- VTK --------------------------------------------------------------------------------------------------

static bool vtk_points(mesh_reader *m) {
    size_t n;
    if (!count(m, &n)) {
        return false;
    }
    skip_line(m); // the type
    for (size_t i = 0; i < n; i++) {
        scree_vec3 x;
        for (int k = 0; k < 3; k++) {
            skip_blanks(m);
            if (!number(m, &(&x.x)[k])) {
                return false;
            }
        }
        add_point(m, x);
    }
    return true;
}

static bool vtk_polygons(mesh_reader *m) {
    size_t n, all;
    if (!count(m, &n) || !count(m, &all)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        size_t corners;
        if (!count(m, &corners)) {
            return false;
        }
        for (size_t k = 0; k < corners; k++) {
            double x;
            skip_blanks(m);
            if (!number(m, &x) || !corner(m, x)) {
                return false;
            }
        }
        if (!end_face(m)) {
            return false;
        }
    }
    return true;
}

static bool read_vtk(mesh_reader *m) {
    skip_line(m);
    skip_line(m); // the title
    skip_in_line(m);
    if (!word(m, "ASCII")) {
        return report_wrong_mesh(
            m, "a VTK file in binary; accepted: ASCII, or another format such as STL or PLY");
    }
    for (skip_line(m); m->at < m->end; skip_line(m)) {
        skip_in_line(m);
        if (word(m, "DATASET") && skip_in_line(m) && !word(m, "POLYDATA")) {
            return report_wrong_mesh(m, "this is no POLYDATA; accepted: a surface of polygons");
        }
        if (word(m, "TRIANGLE_STRIPS")) {
            return report_wrong_mesh(m, "strips of triangles; accepted: POLYGONS");
        }
        if ((word(m, "POINTS") && !vtk_points(m)) || (word(m, "POLYGONS") && !vtk_polygons(m))) {
            return false;
        }
    }
    return true;
}

// ---- STL --------------------------------------------------------------------------------------------------

static bool read_stl(mesh_reader *m) {
    return scree_stl_read(m->path, m->data, (size_t)(m->end - m->data), &m->triangle, m->report);
}

// ---- any --------------------------------------------------------------------------------------------------

static bool begins_with(const mesh_reader *m, const char *text) {
    const size_t n = strlen(text);
    return (size_t)(m->end - m->text) >= n && strncasecmp(m->text, text, n) == 0;
}

static bool (*reader_of(const mesh_reader *m))(mesh_reader *m) {
    const char *dot = strrchr(m->path, '.');
    return begins_with(m, "ply\n") || begins_with(m, "ply\r\n") ? read_ply
           : begins_with(m, "# vtk DataFile")                   ? read_vtk
           : dot && strcasecmp(dot, ".obj") == 0                ? read_obj
                                                                : read_stl;
}

// Checks the start of a large file before it is read: it must be text, begin as PLY does, or be a binary STL with as many triangles as it counts.
static bool begins_as_mesh(const char *path, scree_report *r) {
    enum { HEAD = 84, RECORD = 50, LARGE = 1 << 20 };
    char begin[1024];
    size_t size;
    uint32_t count = 0;
    const size_t n = scree_file_begin(path, begin, sizeof begin, &size);
    if (size < LARGE || n < HEAD || !memchr(begin, 0, n) || memcmp(begin, "ply", 3) == 0) {
        return true;
    }
    memcpy(&count, begin + HEAD - 4, sizeof count);
    if (count > 0 && HEAD + (size_t)count * RECORD <= size) {
        return true;
    }
    return scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0,
                           "no mesh: its %zu bytes do not begin as text, and as a binary STL file it counts "
                           "%lu triangles, %zu bytes; accepted: STL, OBJ, PLY, VTK",
                           size, (unsigned long)count, HEAD + (size_t)count * RECORD);
}

bool scree_mesh_file_read(const char *path, scree_vec3 scale, scree_vec3 offset, scree_vec3 **corners,
                          size_t *n_triangles, scree_report *r) {
    scree_mesh_parts part = {0};
    const bool ok = scree_mesh_file_read_parts(path, scale, offset, corners, n_triangles, &part, r);
    scree_array_free(&part);
    return ok;
}

bool scree_mesh_file_read_parts(const char *path, scree_vec3 scale, scree_vec3 offset, scree_vec3 **corners,
                                size_t *n_triangles, scree_mesh_parts *part, scree_report *r) {
    size_t size;
    part->n = 0;
    *corners = NULL;
    *n_triangles = 0;
    char *data = begins_as_mesh(path, r) ? scree_file_read(path, &size, r) : NULL;
    if (!data) {
        return false;
    }
    const char *text = data + scree_file_mark_length(data, size);
    mesh_reader m = {.path = path,
                     .data = data,
                     .text = text,
                     .at = text,
                     .end = data + size,
                     .counted = text,
                     .report = r};
    bool (*read)(mesh_reader *) = reader_of(&m);
    bool ok = read(&m);
    if (ok && m.triangle.n == 0) {
        ok = scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "%s",
                             read == read_stl ? "the STL file has no triangles" : "the file has no faces");
    }
    scree_free(data);
    scree_array_free(&m.point);
    scree_array_free(&m.corner);
    scree_array_free(&m.place);
    scree_array_free(&m.cut);
    if (!ok) {
        scree_array_free(&m.part);
        scree_array_free(&m.triangle);
        return false;
    }
    const bool mirrored = scale.x * scale.y * scale.z < 0.0;
    for (size_t i = 0; i < m.triangle.n; i++) {
        const scree_vec3 x = m.triangle.data[i];
        m.triangle.data[i] = vec_add(vec3(scale.x * x.x, scale.y * x.y, scale.z * x.z), offset);
    }
    for (size_t i = 0; mirrored && i < m.triangle.n; i += 3) { // the outside stays outside
        const scree_vec3 swap = m.triangle.data[i + 1];
        m.triangle.data[i + 1] = m.triangle.data[i + 2];
        m.triangle.data[i + 2] = swap;
    }
    *corners = m.triangle.data;
    *n_triangles = m.triangle.n / 3;
    if (m.part.n > 0 && m.part.data[m.part.n - 1].first == *n_triangles) { // the last one is empty
        m.part.n--;
    }
    *part = m.part;
    return true;
}
