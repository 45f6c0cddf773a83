// SPDX-License-Identifier: BSD-3-Clause
#include "tools/frames/vtp_read.h"

#include "text/decimal.h"
#include "tools/frames/xml_scan.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_COMPONENTS = 64,
    MOST_ARRAYS = 1000,
    HEADER_LIMIT =
        1
        << 24, // bytes; names of materials, sources and groups, and surfaces of shapes are the only parts that grow
    TEXT_LIMIT = 1 << 28, // bytes of a list of files: 100 bytes for each of its entries
    CHUNK = 1 << 16       // bytes read at a time, a multiple of 8
};

static const char data_mark[] = "<AppendedData encoding=\"raw\">";
static const char surface_prefix[] = "surface_";
static const char tail[] = "\n  </AppendedData>\n</VTKFile>\n";

static const struct {
    const char *name;
    size_t size;
} type_of[] = {[SCREE_VTP_F64] = {"Float64", 8},
               [SCREE_VTP_F32] = {"Float32", 4},
               [SCREE_VTP_I64] = {"Int64", 8},
               [SCREE_VTP_I32] = {"Int32", 4}};

static const char *const section_name[SCREE_VTP_SECTION_COUNT] = {
    [SCREE_VTP_POINT_DATA] = "PointData", [SCREE_VTP_CELL_DATA] = "CellData", [SCREE_VTP_POINTS] = "Points",
    [SCREE_VTP_VERTS] = "Verts",          [SCREE_VTP_LINES] = "Lines",        [SCREE_VTP_POLYS] = "Polys",
};

// ---- files ---------------------------------------------------------------------------------------------------

int scree_vtp_open(int folder, const char *file, const char *path, scree_report *r) {
    // O_NONBLOCK: a pipe of that name must not make the program wait
    const int fd = openat(folder, file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    struct stat s;
    if (fd < 0) {
        scree_report_error(r, "%s: %s", path,
                           errno == ELOOP ? "this is a link; a plain file is expected, as a run writes it"
                                          : strerror(errno));
        return -1;
    }
    if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode)) {
        scree_report_error(r, "%s: this is no plain file", path);
        close(fd);
        return -1;
    }
    return fd;
}

static scree_file_sign sign_of(int fd) {
    struct stat s = {0};
    if (fstat(fd, &s) != 0) {
        return (scree_file_sign){.size = -1};
    }
    return (scree_file_sign){(uint64_t)s.st_dev, (uint64_t)s.st_ino, (int64_t)s.st_size,
                             (int64_t)s.st_mtim.tv_sec, (int64_t)s.st_mtim.tv_nsec};
}

static bool same_sign(scree_file_sign a, scree_file_sign b) {
    return a.device == b.device && a.inode == b.inode && a.size == b.size && a.seconds == b.seconds &&
           a.nanoseconds == b.nanoseconds;
}

// Bytes read, fewer than `size` at the end of the file or after an error.
static size_t read_at(int fd, void *to, size_t size, uint64_t at) {
    size_t done = 0;
    while (done < size) {
        const ssize_t n = pread(fd, (char *)to + done, size - done, (off_t)(at + done));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            break;
        }
        done += (size_t)n;
    }
    return done;
}

char *scree_vtp_read_text(int folder, const char *file, const char *path, size_t *size, scree_file_sign *sign,
                          scree_report *r) {
    const int fd = scree_vtp_open(folder, file, path, r);
    if (fd < 0) {
        return NULL;
    }
    *sign = sign_of(fd);
    char *text = NULL;
    if (sign->size < 0 || sign->size > TEXT_LIMIT) {
        scree_report_error(r, "%s: has %" PRId64 " bytes; a file of this kind has at most %d", path,
                           sign->size, TEXT_LIMIT);
    } else {
        text = scree_realloc(NULL, 0, (size_t)sign->size + 1);
        *size = read_at(fd, text, (size_t)sign->size, 0);
        text[*size] = 0;
    }
    close(fd);
    return text;
}

// ---- the header ----------------------------------------------------------------------------------------------

typedef struct parser {
    scree_vtp_header *h;
    scree_report *r;
    scree_xml xml;
    int fd;
    uint64_t start;               // of the appended values in the file
    SCREE_ARRAY(uint64_t) offset; // of each array, from there
} parser;

static bool damaged(const parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool damaged(const parser *p, const char *format, ...) {
    char text[600];
    va_list words;
    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    return scree_report_error(p->r, "%s: %s", p->h->path, text);
}

// A count in an attribute: digits, at most 18 of them. False: the attribute is missing or something else.
static bool count_of(const scree_xml *x, const char *name, uint64_t *value) {
    char *text = scree_xml_attribute(x, name);
    const size_t n = text ? strspn(text, "0123456789") : 0;
    const bool ok = n > 0 && n <= 18 && text[n] == 0;
    *value = 0;
    for (size_t k = 0; ok && k < n; k++) {
        *value = 10 * *value + (uint64_t)(text[k] - '0');
    }
    scree_free(text);
    return ok;
}

static bool attribute_is(const scree_xml *x, const char *name, const char *value) {
    char *text = scree_xml_attribute(x, name);
    const bool is = text && strcmp(text, value) == 0;
    scree_free(text);
    return is;
}

// Texts are written as the numbers of their bytes, each text ended by 0.
static bool read_names(parser *p, const char *name) {
    scree_vtp_names list = {.name = scree_strdup(name)};
    SCREE_ARRAY(char) text = {0};
    bool ok = true;
    for (const char *at = p->xml.text; ok && at < p->xml.text_end;) {
        if (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r') {
            at++;
            continue;
        }
        int byte = 0, digits = 0;
        for (; at < p->xml.text_end && *at >= '0' && *at <= '9' && digits < 4; at++, digits++) {
            byte = 10 * byte + (*at - '0');
        }
        ok = digits > 0 && byte <= 255;
        scree_array_push(&text, (char)byte);
        if (ok && byte == 0) {
            scree_array_push(&list.text, scree_strdup(text.data));
            text.n = 0;
        }
    }
    ok = ok && text.n == 0;
    scree_array_free(&text);
    scree_array_push(&p->h->names, list);
    return ok || damaged(p, "the texts '%s' are damaged", name);
}

// The n numbers of an element, and nothing else.
static bool read_numbers(parser *p, double *to, int n) {
    char *text = scree_xml_text(&p->xml);
    const char *at = text;
    for (int k = 0; at && k < n; k++) {
        at = scree_decimal_read(at + strspn(at, " \n\t\r"), &to[k]);
        at = at && isfinite(to[k]) ? at : NULL;
    }
    const bool ok = at && at[strspn(at, " \n\t\r")] == 0;
    scree_free(text);
    return ok;
}

// The number that begins there, of nine digits at most; *at becomes its end.
static size_t digits_at(const char **at) {
    size_t number = 0;
    for (const char *end = *at + 9; *at < end && **at >= '0' && **at <= '9'; ++*at) {
        number = 10 * number + (size_t)(**at - '0');
    }
    return number;
}

// "surface_3": of shape 3; "surface_3_1": of its piece 1.
static bool read_surface(parser *p, const char *name) {
    const char *at = name + strlen(surface_prefix);
    uint64_t points = 0;
    const bool counts = count_of(&p->xml, "NumberOfTuples", &points) &&
                        attribute_is(&p->xml, "NumberOfComponents", "3") && points > 0 &&
                        points < HEADER_LIMIT / 6;
    scree_vtp_surface s = {.shape = digits_at(&at), .n_points = counts ? (size_t)points : 0};
    if (*at == '_') {
        at++;
        s.piece = digits_at(&at);
    }
    s.point = scree_realloc(NULL, 0, (3 * s.n_points + 1) * sizeof *s.point);
    const bool ok = counts && read_numbers(p, s.point, (int)(3 * s.n_points));
    scree_array_push(&p->h->surface, s);
    return ok || damaged(p, "the points of '%s' are damaged", name);
}

// An element DataArray of the whole file: the time, texts, the shape of the cell, or the surface of a convex shape.
static bool read_fact(parser *p) {
    char *name = scree_xml_attribute(&p->xml, "Name");
    bool ok = true;
    if (name && attribute_is(&p->xml, "type", "String")) {
        ok = read_names(p, name);
    } else if (name && strcmp(name, "TimeValue") == 0) {
        ok = read_numbers(p, &p->h->time, 1) || damaged(p, "TimeValue is no time");
    } else if (name && strcmp(name, "cell_low") == 0) {
        ok = read_numbers(p, p->h->cell_low, 3) || damaged(p, "cell_low is no place");
    } else if (name && strcmp(name, "cell_vectors") == 0) {
        p->h->has_cell = true;
        ok = read_numbers(p, p->h->cell_vectors, 9) || damaged(p, "cell_vectors are not three vectors");
    } else if (name && strncmp(name, surface_prefix, strlen(surface_prefix)) == 0) {
        ok = read_surface(p, name);
    }
    scree_free(name);
    return ok;
}

// An element DataArray of a section.
static bool read_array(parser *p, scree_vtp_section section) {
    scree_vtp_found a = {.section = section, .type = SCREE_VTP_I64_RAMP, .unit = scree_strdup("")};
    char *type = scree_xml_attribute(&p->xml, "type"), *name = scree_xml_attribute(&p->xml, "Name");
    for (size_t k = 0; type && k < sizeof type_of / sizeof *type_of; k++) {
        a.type = strcmp(type, type_of[k].name) == 0 ? (scree_vtp_type)k : a.type;
    }
    uint64_t components = 0, offset = 0;
    const bool counts = count_of(&p->xml, "NumberOfComponents", &components) &&
                        count_of(&p->xml, "offset", &offset) && components > 0 &&
                        components <= MOST_COMPONENTS;
    bool ok = true;
    if (!name || a.type == SCREE_VTP_I64_RAMP || !counts || !attribute_is(&p->xml, "format", "appended")) {
        ok = damaged(p,
                     "the array '%s' in %s is of a kind that no run of scree writes (type %s); accepted: raw "
                     "appended values of Float64, Float32, Int64 or Int32",
                     name ? name : "", section_name[section], type ? type : "missing");
    } else if (p->h->array.n == MOST_ARRAYS || scree_vtp_find(p->h, section, name)) {
        ok = p->h->array.n == MOST_ARRAYS
                 ? damaged(p, "has more than %d arrays", MOST_ARRAYS)
                 : damaged(p, "the array '%s' is there twice in %s", name, section_name[section]);
    }
    scree_free(type);
    a.name = name ? name : scree_strdup("");
    a.components = (int)components;
    scree_array_push(&p->h->array, a);
    scree_array_push(&p->offset, offset);
    return ok;
}

static bool read_counts(parser *p) {
    uint64_t points, strips;
    bool ok = count_of(&p->xml, "NumberOfPoints", &points) && count_of(&p->xml, "NumberOfStrips", &strips) &&
              strips == 0;
    static const char *const counted[] = {[SCREE_VTP_VERTS] = "NumberOfVerts",
                                          [SCREE_VTP_LINES] = "NumberOfLines",
                                          [SCREE_VTP_POLYS] = "NumberOfPolys"};
    for (int k = SCREE_VTP_VERTS; ok && k <= SCREE_VTP_POLYS; k++) {
        uint64_t cells = 0;
        ok = count_of(&p->xml, counted[k], &cells);
        p->h->n_cells[k] = (size_t)cells;
    }
    p->h->n_points = ok ? (size_t)points : 0;
    return ok || damaged(p, "the numbers of its points and cells are missing or damaged");
}

static bool read_tags(parser *p) {
    scree_xml *x = &p->xml;
    bool root = false, data = false, piece = false, facts = false, ok = true;
    int section = -1;
    scree_vtp_found *last = NULL;
    while (ok && scree_xml_next(x)) {
        if (scree_xml_opens(x, "VTKFile")) {
            root = true;
            ok = (attribute_is(x, "type", "PolyData") && attribute_is(x, "byte_order", "LittleEndian") &&
                  attribute_is(x, "header_type", "UInt64")) ||
                 damaged(p, "this is no file of a scree run: PolyData in LittleEndian with sizes of UInt64 "
                            "is expected");
            char *compressor = scree_xml_attribute(x, "compressor");
            ok = ok && (!compressor || damaged(p, "its values are compressed, which no run of scree does"));
            scree_free(compressor);
        } else if (scree_xml_opens(x, "PolyData")) {
            data = root;
        } else if (scree_xml_opens(x, "FieldData")) {
            facts = true;
        } else if (scree_xml_closes(x, "FieldData")) {
            facts = false;
        } else if (scree_xml_opens(x, "Piece")) {
            ok = (!piece || damaged(p, "has several pieces; a run of scree writes one in each file")) &&
                 read_counts(p);
            piece = data;
        } else if (scree_xml_opens(x, "DataArray") && facts) {
            ok = read_fact(p);
        } else if (scree_xml_opens(x, "DataArray") && section >= 0) {
            ok = read_array(p, (scree_vtp_section)section);
            last = &p->h->array.data[p->h->array.n - 1];
        } else if (scree_xml_opens(x, "InformationKey") && last && attribute_is(x, "name", "UNITS_LABEL")) {
            scree_free(last->unit);
            last->unit = scree_xml_text(x);
        } else {
            for (int k = 0; k < SCREE_VTP_SECTION_COUNT; k++) {
                section = scree_xml_opens(x, section_name[k])    ? k
                          : scree_xml_closes(x, section_name[k]) ? -1
                                                                 : section;
            }
        }
    }
    if (ok && x->wrong) {
        ok = damaged(p, "%s", x->wrong);
    }
    if (ok && !piece) {
        ok = damaged(p, "this is no .vtp file: it has no VTKFile with PolyData and a Piece");
    }
    return ok && (!isnan(p->h->time) || damaged(p, "has no TimeValue: it is from another program"));
}

// The tuples that the counts of the piece give an array; SIZE_MAX: its size in the file says it.
static size_t tuples_of(const scree_vtp_header *h, const scree_vtp_found *a) {
    switch (a->section) {
    case SCREE_VTP_POINTS:
    case SCREE_VTP_POINT_DATA:
        return h->n_points;
    case SCREE_VTP_CELL_DATA:
        return h->n_cells[SCREE_VTP_VERTS] + h->n_cells[SCREE_VTP_LINES] + h->n_cells[SCREE_VTP_POLYS];
    default:
        return strcmp(a->name, "offsets") == 0 ? h->n_cells[a->section] : SIZE_MAX;
    }
}

// Finds the arrays in the file: in the order of their offsets each begins where the one before ends.
static bool lay_out(parser *p) {
    scree_vtp_header *h = p->h;
    uint64_t at = p->start, size = (uint64_t)h->sign.size;
    for (size_t done = 0; done < h->array.n; done++) {
        size_t k = 0;
        while (k < h->array.n && (h->array.data[k].at != 0 || p->offset.data[k] != at - p->start)) {
            k++;
        }
        if (k == h->array.n) {
            return damaged(p, "no array begins at byte %" PRIu64 ", where the one before ends", at);
        }
        scree_vtp_found *a = &h->array.data[k];
        uint64_t bytes = 0;
        const bool there = read_at(p->fd, &bytes, sizeof bytes, at) == sizeof bytes;
        const uint64_t tuple = (uint64_t)a->components * type_of[a->type].size;
        const size_t expected = tuples_of(h, a);
        if (!there || bytes > size - at - sizeof bytes) {
            return damaged(
                p, "ends after %" PRIu64 " bytes within the array '%s': it is cut off or being written", size,
                a->name);
        }
        a->n = (size_t)(bytes / tuple);
        if (bytes % tuple != 0 || (expected != SIZE_MAX && a->n != expected)) {
            return damaged(p, "the array '%s' has %" PRIu64 " bytes; %zu x %d values of %s are expected",
                           a->name, bytes, expected != SIZE_MAX ? expected : a->n, a->components,
                           type_of[a->type].name);
        }
        a->at = at + sizeof bytes;
        at = a->at + bytes;
    }
    char end[sizeof tail] = {0};
    const bool whole =
        read_at(p->fd, end, sizeof tail, at) == sizeof tail - 1 && memcmp(end, tail, sizeof tail - 1) == 0;
    return whole ||
           damaged(p,
                   "has %" PRIu64 " bytes; %" PRIu64 " are expected: it is cut off, being written or changed",
                   size, at + sizeof tail - 1);
}

// The bytes of the file up to the "_" before its values, with a zero behind them. NULL: reported.
static char *read_head(parser *p) {
    char *text = NULL;
    size_t n = 0, step = 1 << 14;
    for (;;) {
        text = scree_realloc(text, n + (n > 0), n + step + 1);
        const size_t more = read_at(p->fd, text + n, step, n);
        text[n + more] = 0;
        const size_t from =
            n > sizeof data_mark ? n - sizeof data_mark : 0; // the mark may lie across two reads
        n += more;
        for (const char *at = text + from; (at = memchr(at, '<', n - (size_t)(at - text))); at++) {
            const char *underscore =
                n - (size_t)(at - text) > sizeof data_mark && memcmp(at, data_mark, sizeof data_mark - 1) == 0
                    ? at + strlen(data_mark) + strspn(at + strlen(data_mark), " \n\t\r")
                    : NULL;
            if (underscore && *underscore == '_') {
                p->start = (uint64_t)(underscore - text) + 1;
                text[at - text] = 0;
                scree_xml_begin(&p->xml, text, (size_t)(at - text));
                return text;
            }
        }
        if (more < step || n > HEADER_LIMIT) {
            break;
        }
        step = n;
    }
    if (n >= 5 && memcmp(text, "<?xml", 5) != 0 && memcmp(text, "<VTKF", 5) != 0) {
        damaged(p, "this is no .vtp file: it does not begin with <?xml");
    } else if (strstr(text, "encoding=\"base64\"") || strstr(text, "format=\"binary\"")) {
        damaged(p, "its values are in base64, as other programs write them; accepted: a file of a scree run, "
                   "with raw appended values");
    } else {
        damaged(p, n > HEADER_LIMIT
                       ? "its header has no end"
                       : "ends before its values: it is cut off, being written, or from another program");
    }
    scree_free(text);
    return NULL;
}

bool scree_vtp_read_header(scree_vtp_header *h, int file, const char *path, scree_report *r) {
    *h = (scree_vtp_header){.path = scree_strdup(path), .sign = sign_of(file), .time = NAN};
    parser p = {.h = h, .r = r, .fd = file};
    char *text = read_head(&p);
    const bool ok = text && read_tags(&p) && lay_out(&p);
    scree_free(text);
    scree_array_free(&p.offset);
    if (!ok) {
        scree_vtp_header_clear(h);
    }
    return ok;
}

void scree_vtp_header_clear(scree_vtp_header *h) {
    for (size_t k = 0; k < h->array.n; k++) {
        scree_free(h->array.data[k].name);
        scree_free(h->array.data[k].unit);
    }
    for (size_t k = 0; k < h->names.n; k++) {
        scree_free(h->names.data[k].name);
        scree_array_free_each(&h->names.data[k].text);
    }
    for (size_t k = 0; k < h->surface.n; k++) {
        scree_free(h->surface.data[k].point);
    }
    scree_array_free(&h->array);
    scree_array_free(&h->names);
    scree_array_free(&h->surface);
    scree_free(h->path);
    *h = (scree_vtp_header){0};
}

const scree_vtp_found *scree_vtp_find(const scree_vtp_header *h, scree_vtp_section section,
                                      const char *name) {
    for (size_t k = 0; k < h->array.n; k++) {
        if (h->array.data[k].section == section && strcmp(h->array.data[k].name, name) == 0) {
            return &h->array.data[k];
        }
    }
    return NULL;
}

// ---- values --------------------------------------------------------------------------------------------------

// Converts n values; exactly one of `value` and `whole` is not NULL.
static void convert(const char *from, scree_vtp_type type, size_t n, double *value, int64_t *whole) {
    for (size_t k = 0; k < n; k++, from += type_of[type].size) {
        double d = 0.0;
        float f;
        int64_t i = 0;
        int32_t j;
        switch (type) {
        case SCREE_VTP_F64:
            memcpy(&d, from, sizeof d);
            break;
        case SCREE_VTP_F32:
            memcpy(&f, from, sizeof f);
            d = f;
            break;
        case SCREE_VTP_I64:
            memcpy(&i, from, sizeof i);
            d = (double)i;
            break;
        default:
            memcpy(&j, from, sizeof j);
            i = j;
            d = j;
        }
        if (value) {
            value[k] = d;
        } else {
            whole[k] = i;
        }
    }
}

static bool read_array_values(const scree_vtp_header *h, int file, const scree_vtp_found *a, double *value,
                              int64_t *whole, scree_report *r) {
    if (!same_sign(sign_of(file), h->sign)) {
        return scree_report_error(r, "%s: was written anew since its header was read", h->path);
    }
    char *chunk = scree_realloc(NULL, 0, CHUNK);
    const size_t size = type_of[a->type].size, n = a->n * (size_t)a->components;
    bool ok = true;
    for (size_t k = 0; ok && k < n;) {
        const size_t part = n - k < CHUNK / size ? n - k : CHUNK / size;
        ok = read_at(file, chunk, part * size, a->at + k * size) == part * size;
        if (ok) {
            convert(chunk, a->type, part, value ? value + k : NULL, whole ? whole + k : NULL);
        }
        k += part;
    }
    scree_free(chunk);
    return ok || scree_report_error(r, "%s: ends within the array '%s': it was whole when it was opened",
                                    h->path, a->name);
}

bool scree_vtp_read_values(const scree_vtp_header *h, int file, const scree_vtp_found *a, double *value,
                           scree_report *r) {
    return read_array_values(h, file, a, value, NULL, r);
}

bool scree_vtp_read_whole(const scree_vtp_header *h, int file, const scree_vtp_found *a, int64_t *value,
                          scree_report *r) {
    if (a->type != SCREE_VTP_I64 && a->type != SCREE_VTP_I32) {
        return scree_report_error(r, "%s: the array '%s' is of %s; whole numbers are expected", h->path,
                                  a->name, type_of[a->type].name);
    }
    return read_array_values(h, file, a, NULL, value, r);
}
