// SPDX-License-Identifier: BSD-3-Clause
// Each append reads the whole collection and writes it again, so that it is valid XML even if the program is killed; with 1000
// frames it has 60 kB.
#include "paraview/pvd.h"

#include "memory/array.h"
#include "text/decimal.h"
#include "text/file.h"
#include <string.h>
#include <unistd.h>

static const char head[] = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
                           "byte_order=\"LittleEndian\">\n  <Collection>\n";
static const char tail[] = "  </Collection>\n</VTKFile>\n";

// Copies the entries of `old` whose time is before `time` (or equal, if `at`).
static void copy_entries(scree_file *f, const char *old, double time, bool at) {
    static const char mark[] = "timestep=\"";
    for (const char *line = old; line && *line;) {
        const char *next = strchr(line, '\n');
        size_t length = next ? (size_t)(next - line) + 1 : strlen(line);
        const char *entry = strstr(line, "<DataSet "), *stamp = strstr(line, mark);
        double t;
        if (next && entry && entry < next && stamp && stamp < next &&
            scree_decimal_read(stamp + strlen(mark), &t) && (t < time || (at && t == time))) {
            scree_file_write(f, line, length);
        }
        line += length;
    }
}

static bool rewrite(const char *path, double time, const char *file, scree_report *r) {
    size_t size;
    char *old = access(path, F_OK) == 0 ? scree_file_read(path, &size, r) : scree_strdup("");
    scree_file f;
    if (!old || !scree_file_create(&f, path, r)) {
        scree_free(old);
        return false;
    }
    scree_file_print(&f, "%s", head);
    copy_entries(&f, old, time, file == NULL);
    if (file) {
        scree_file_print(&f, "    <DataSet timestep=\"");
        scree_file_number(&f, time);
        scree_file_print(&f, "\" group=\"\" part=\"0\" file=\"");
        scree_file_xml(&f, file);
        scree_file_print(&f, "\"/>\n");
    }
    scree_file_print(&f, "%s", tail);
    scree_free(old);
    scree_file_flush(&f); // the entries of earlier frames, which checkpoints rely on, are nowhere else
    return scree_file_commit(&f, false, r);
}

bool scree_pvd_append(const char *dir, const char *name, double time, const char *file, scree_report *r) {
    char *path = scree_format("%s/%s.pvd", dir, name);
    bool ok = rewrite(path, time, file, r);
    scree_free(path);
    return ok;
}

bool scree_pvd_cut(const char *dir, const char *name, double time, scree_report *r) {
    char *path = scree_format("%s/%s.pvd", dir, name);
    bool ok = access(path, F_OK) != 0 || rewrite(path, time, NULL, r);
    scree_free(path);
    return ok;
}
