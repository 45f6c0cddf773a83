// SPDX-License-Identifier: BSD-3-Clause
// Layout: an XML header with the offset of each array, then "_", then for each array its size in bytes and its values. Raw, not
// compressed or base64: fast to read, and easy to read with other programs.
#include "paraview/vtp_file.h"

#include "text/file.h"
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "values are written as they lie in memory");

enum { CHUNK = 4096 }; // bytes converted at a time, on the stack

static const struct {
    const char *name;
    size_t size;
} format_of[] = {
    [SCREE_VTP_F64] = {"Float64", 8}, [SCREE_VTP_F32] = {"Float32", 4},    [SCREE_VTP_I64] = {"Int64", 8},
    [SCREE_VTP_I32] = {"Int32", 4},   [SCREE_VTP_I64_RAMP] = {"Int64", 8},
};

static const char *const section_name[SCREE_VTP_SECTION_COUNT] = {
    [SCREE_VTP_POINT_DATA] = "PointData", [SCREE_VTP_CELL_DATA] = "CellData", [SCREE_VTP_POINTS] = "Points",
    [SCREE_VTP_VERTS] = "Verts",          [SCREE_VTP_LINES] = "Lines",        [SCREE_VTP_POLYS] = "Polys",
};

static size_t array_bytes(const scree_vtp_array *a) {
    return a->n * (size_t)a->components * format_of[a->type].size;
}

// The end of an array's element, with its unit as VTK keeps it.
static void write_unit(scree_file *f, const char *unit, bool parallel) {
    if (unit && unit[0]) {
        scree_file_print(
            f, "><InformationKey name=\"UNITS_LABEL\" location=\"vtkDataArray\">%s</InformationKey></%s>\n",
            unit, parallel ? "PDataArray" : "DataArray");
    } else {
        scree_file_print(f, "/>\n");
    }
}

// Texts as VTK reads them: the numbers of their bytes, each text ended by 0.
static void write_fact(scree_file *f, const scree_vtp_fact *fact) {
    scree_file_print(f, "\n      <DataArray type=\"%s\" Name=\"", fact->value ? "Float64" : "String");
    scree_file_xml(f, fact->name);
    scree_file_print(f, "\" NumberOfComponents=\"%d\" NumberOfTuples=\"%zu\" format=\"ascii\">",
                     fact->value ? fact->components : 1,
                     !fact->value  ? fact->n_text
                     : fact->n > 0 ? fact->n
                                   : (size_t)1);
    for (int k = 0; fact->value && fact->n == 0 && k < fact->components; k++) {
        scree_file_print(f, k > 0 ? " " : "");
        scree_file_number(f, fact->value[k]);
    }
    for (size_t k = 0; k < fact->n * (size_t)fact->components; k++) {
        scree_file_print(f, "%s%.7g", k > 0 ? " " : "", fact->value[k]);
    }
    for (size_t k = 0; k < fact->n_text; k++) {
        for (const char *c = fact->text[k]; *c; c++) {
            scree_file_print(f, "%d ", (int)(unsigned char)*c);
        }
        scree_file_print(f, "0 ");
    }
    scree_file_print(f, "</DataArray>");
}

static const char *type_of(const scree_vtp_piece *piece) {
    return piece->image ? "ImageData" : "PolyData";
}

static void write_extent(scree_file *f, const char *name, const scree_vtp_image *i) {
    scree_file_print(f, " %s=\"0 %d 0 %d 0 %d\"", name, i->n[0], i->n[1], i->n[2]);
}

static void write_numbers(scree_file *f, const char *name, scree_vec3 x) {
    scree_file_print(f, " %s=\"", name);
    for (int k = 0; k < 3; k++) {
        scree_file_print(f, k > 0 ? " " : "");
        scree_file_number(f, vec_get(x, k));
    }
    scree_file_print(f, "\"");
}

// VTK shades surfaces by the array that is said to be their normals.
static const char *attributes_of(const scree_vtp_piece *piece, int section) {
    for (size_t k = 0; section == SCREE_VTP_POINT_DATA && k < piece->n_arrays; k++) {
        if (piece->array[k].section == SCREE_VTP_POINT_DATA && strcmp(piece->array[k].name, "Normals") == 0) {
            return " Normals=\"Normals\"";
        }
    }
    return "";
}

static void write_head(scree_file *f, const scree_vtp_piece *piece) {
    scree_file_print(f,
                     "<?xml version=\"1.0\"?>\n<VTKFile type=\"%s\" version=\"1.0\" "
                     "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n  <%s",
                     type_of(piece), type_of(piece));
    if (piece->image) {
        write_extent(f, "WholeExtent", piece->image);
        write_numbers(f, "Origin", piece->image->origin);
        write_numbers(f, "Spacing", piece->image->spacing);
    }
    scree_file_print(f, ">\n    <FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" "
                        "NumberOfTuples=\"1\" format=\"ascii\">");
    scree_file_number(f, piece->time);
    scree_file_print(f, "</DataArray>");
    for (size_t k = 0; k < piece->n_facts; k++) {
        write_fact(f, &piece->fact[k]);
    }
    scree_file_print(f, "</FieldData>\n    <Piece");
    if (piece->image) {
        write_extent(f, "Extent", piece->image);
    } else {
        scree_file_print(f,
                         " NumberOfPoints=\"%zu\" NumberOfVerts=\"%zu\" NumberOfLines=\"%zu\" "
                         "NumberOfStrips=\"0\" NumberOfPolys=\"%zu\"",
                         piece->n_points, piece->n_verts, piece->n_lines, piece->n_polys);
    }
    scree_file_print(f, ">\n");
    for (int section = 0; section < (piece->image ? SCREE_VTP_POINTS : SCREE_VTP_SECTION_COUNT); section++) {
        scree_file_print(f, "      <%s%s>\n", section_name[section], attributes_of(piece, section));
        size_t offset = 0; // depends on all arrays before, of any section
        for (size_t i = 0; i < piece->n_arrays; i++) {
            const scree_vtp_array *a = &piece->array[i];
            if ((int)a->section == section) {
                scree_file_print(f, "        <DataArray type=\"%s\" Name=\"", format_of[a->type].name);
                scree_file_xml(f, a->name);
                scree_file_print(f, "\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"%zu\"",
                                 section >= SCREE_VTP_VERTS ? 1 : a->components, offset);
                write_unit(f, a->unit, false);
            }
            offset += sizeof(uint64_t) + array_bytes(a);
        }
        scree_file_print(f, "      </%s>\n", section_name[section]);
    }
    scree_file_print(f, "    </Piece>\n  </%s>\n  <AppendedData encoding=\"raw\">\n_", type_of(piece));
}

// Value `part` of tuple i, in the file's format, at `to`.
static void convert(const scree_vtp_array *a, size_t i, size_t part, char *to) {
    if (a->type == SCREE_VTP_I64_RAMP) {
        int64_t value = a->first + a->step * (int64_t)i;
        memcpy(to, &value, sizeof value);
        return;
    }
    size_t source_size = a->type == SCREE_VTP_I32 ? 4 : 8;
    size_t item = a->pick ? a->pick[i] : i;
    const char *from = (const char *)a->data + item * a->stride + part * source_size;
    if (a->type == SCREE_VTP_F32) {
        double wide;
        memcpy(&wide, from, sizeof wide);
        float narrow = (float)wide;
        memcpy(to, &narrow, sizeof narrow);
    } else {
        memcpy(to, from, source_size);
    }
}

static void write_values(scree_file *f, const scree_vtp_array *a) {
    char chunk[CHUNK];
    size_t used = 0, size = format_of[a->type].size;
    for (size_t i = 0; i < a->n; i++) {
        for (size_t part = 0; part < (size_t)a->components; part++) {
            convert(a, i, part, chunk + used);
            used += size;
            if (used + size > CHUNK) {
                scree_file_write(f, chunk, used);
                used = 0;
            }
        }
    }
    scree_file_write(f, chunk, used);
}

bool scree_vtp_file_write(const scree_vtp_piece *piece, const char *path, scree_report *r) {
    scree_file f;
    if (!scree_file_create(&f, path, r)) {
        return false;
    }
    write_head(&f, piece);
    for (size_t i = 0; i < piece->n_arrays; i++) {
        uint64_t bytes = array_bytes(&piece->array[i]);
        scree_file_write(&f, &bytes, sizeof bytes);
        write_values(&f, &piece->array[i]);
    }
    scree_file_print(&f, "\n  </AppendedData>\n</VTKFile>\n");
    return scree_file_commit(&f, false, r);
}

static void write_parallel_section(scree_file *f, const scree_vtp_piece *piece, scree_vtp_section section) {
    scree_file_print(f, "    <P%s%s>\n", section_name[section], attributes_of(piece, (int)section));
    for (size_t i = 0; i < piece->n_arrays; i++) {
        const scree_vtp_array *a = &piece->array[i];
        if (a->section == section) {
            scree_file_print(f, "      <PDataArray type=\"%s\" Name=\"", format_of[a->type].name);
            scree_file_xml(f, a->name);
            scree_file_print(f, "\" NumberOfComponents=\"%d\"", a->components);
            write_unit(f, a->unit, true);
        }
    }
    scree_file_print(f, "    </P%s>\n", section_name[section]);
}

// The file that lists the pieces; stem: its path without the extension.
static bool write_list(const scree_vtp_piece *piece, const char *path, const char *stem, int ranks,
                       scree_report *r) {
    const char *slash = strrchr(stem, '/');
    scree_file f;
    if (!scree_file_create(&f, path, r)) {
        return false;
    }
    scree_file_print(&f, "<?xml version=\"1.0\"?>\n<VTKFile type=\"PPolyData\" version=\"1.0\" "
                         "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
                         "  <PPolyData GhostLevel=\"0\">\n");
    write_parallel_section(&f, piece, SCREE_VTP_POINT_DATA);
    write_parallel_section(&f, piece, SCREE_VTP_CELL_DATA);
    write_parallel_section(&f, piece, SCREE_VTP_POINTS);
    for (int k = 0; k < ranks; k++) {
        scree_file_print(&f, "    <Piece Source=\"");
        scree_file_xml(&f, slash ? slash + 1 : stem);
        scree_file_print(&f, "_%04d.vtp\"/>\n", k);
    }
    scree_file_print(&f, "  </PPolyData>\n</VTKFile>\n");
    return scree_file_commit(&f, false, r);
}

bool scree_vtp_file_write_pieces(const scree_comm *c, const scree_vtp_piece *piece, const char *path,
                                 scree_report *r) {
    if (scree_comm_size(c) == 1) {
        return scree_vtp_file_write(piece, path, r);
    }
    const char *dot = strrchr(path, '.');
    char *stem = scree_format("%.*s", (int)(dot - path), path),
         *own = scree_format("%s_%04d.vtp", stem, scree_comm_rank(c));
    bool ok = scree_vtp_file_write(piece, own, r);
    ok = ok && (scree_comm_rank(c) > 0 || write_list(piece, path, stem, scree_comm_size(c), r));
    scree_free(own);
    scree_free(stem);
    return ok;
}
