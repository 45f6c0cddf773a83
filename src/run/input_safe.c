// SPDX-License-Identifier: BSD-3-Clause
#include "run/input_safe.h"
#include <sys/stat.h>

typedef struct place {
    const scree_out_folder *folder;
    const char *out;
    scree_report *report;
} place;

// The listed name of the file in the folder that is this file, also by a link; NULL if none is.
static const char *listed_as(const place *q, const char *file) {
    struct stat given, listed;
    const char *found = NULL;
    for (size_t k = 0; stat(file, &given) == 0 && !found && k < q->folder->name.n; k++) {
        char *path = scree_format("%s/%s", q->out, q->folder->name.data[k]);
        const bool same =
            stat(path, &listed) == 0 && given.st_ino == listed.st_ino && given.st_dev == listed.st_dev;
        found = same ? q->folder->name.data[k] : NULL;
        scree_free(path);
    }
    return found;
}

static bool is_safe(const place *q, const char *file) {
    const char *name = file ? listed_as(q, file) : NULL;
    if (name) {
        scree_report_error(q->report,
                           "%s is the file %s in the folder of the output, %s, whose files --overwrite "
                           "removes; choose another with --out",
                           file, name, q->out);
    }
    return !name;
}

// The files of an earlier run are removed: none of them may be what this run begins with.
bool scree_input_is_safe(const scree_case *c, const scree_out_folder *folder, const char *out,
                         scree_report *r) {
    const place in = {folder, out, r}, *q = &in;
    bool safe = is_safe(q, c->path);
    for (size_t k = 0; safe && k < c->source.n; k++) {
        safe = is_safe(q, c->source.data[k].file);
    }
    for (size_t k = 0; safe && k < c->wall.n; k++) {
        safe = is_safe(q, c->wall.data[k].file);
        for (size_t i = 0; safe && i < c->wall.data[k].motion.n; i++) {
            safe = is_safe(q, c->wall.data[k].motion.data[i].table.file);
        }
    }
    for (size_t k = 0; safe && k < c->shape.n; k++) {
        const scree_shape_def *s = &c->shape.data[k];
        safe = is_safe(q, s->file) && is_safe(q, s->convex.file);
        for (size_t i = 0; safe && i < s->piece.n; i++) {
            safe = is_safe(q, s->piece.data[i].convex.file);
        }
    }
    for (size_t k = 0; safe && k < c->bond.n; k++) {
        safe = is_safe(q, c->bond.data[k].file);
    }
    return safe && is_safe(q, c->gravity_table.file);
}
