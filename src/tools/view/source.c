// SPDX-License-Identifier: BSD-3-Clause
#include "tools/view/source.h"
#include "tools/view/case_frame.h"
#include "tools/view/json.h"
#include "tools/view/pack.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void forget_frame(scree_source *s) {
    if (s->at != SIZE_MAX) {
        scree_frame_clear(&s->frame);
        s->at = SIZE_MAX;
    }
}

static void forget_fields(scree_source *s) {
    scree_array_free_each(&s->field);
    s->field.n = 0;
}

bool scree_source_open(scree_source *s, const char *folder, bool waits, scree_report *r) {
    *s = (scree_source){.folder = scree_strdup(folder), .at = SIZE_MAX};
    struct stat there;
    if (waits && stat(folder, &there) != 0) {
        s->problem = scree_format("%s: the folder is not there yet", folder);
        return true;
    }
    s->is_open = scree_frame_files_watch(&s->files, folder, r);
    if (s->is_open && !waits && s->files.frame.n == 0 &&
        faccessat(s->files.descriptor, "run.json", F_OK, 0) != 0) {
        scree_report_error(
            r,
            "%s: this is not the folder of a run: there is no run.json and no particles.pvd "
            "in it; accepted: the folder that 'scree run CASE.yaml --out' has written, or a case",
            folder);
        scree_frame_files_close(&s->files);
        s->is_open = false;
    }
    if (!s->is_open) {
        scree_source_close(s);
    }
    return s->is_open;
}

// Whether the file of the case is another one than when it was read last.
static bool case_has_changed(scree_source *s) {
    struct stat st;
    if (stat(s->case_path, &st) != 0) {
        return false; // an editor may be just replacing it
    }
    const int64_t now[] = {st.st_mtim.tv_sec, st.st_mtim.tv_nsec, st.st_size};
    const bool changed = memcmp(now, s->case_time, sizeof now) != 0;
    memcpy(s->case_time, now, sizeof now);
    return changed;
}

bool scree_source_open_case(scree_source *s, const char *path, const scree_changes *changes,
                            scree_report *r) {
    *s = (scree_source){.case_path = path, .changes = changes, .at = SIZE_MAX};
    case_has_changed(s);
    if (!scree_case_frame_make(path, changes, &s->frame, &s->record, r)) {
        scree_source_close(s);
        return false;
    }
    s->at = 0;
    return true;
}

void scree_source_close(scree_source *s) {
    forget_frame(s);
    forget_fields(s);
    if (s->is_open) {
        scree_frame_files_close(&s->files);
    }
    scree_free(s->folder);
    scree_free(s->problem);
    scree_free(s->record);
    *s = (scree_source){.at = SIZE_MAX};
}

// The text of the first message; takes the report.
static char *first_message(scree_report *r) {
    char *text = scree_strdup(scree_report_size(r) > 0 ? scree_report_text(r, 0) : "error: not known");
    scree_report_destroy(r);
    return text;
}

static void set_problem(scree_source *s, scree_report *r) {
    scree_free(s->problem);
    s->problem = r ? first_message(r) : NULL;
}

static void start_anew(scree_source *s) {
    s->version++;
    s->has_origin = false;
    forget_frame(s);
    forget_fields(s);
}

// The earlier picture stays where the case cannot be set up at all.
static void refresh_case(scree_source *s) {
    if (!case_has_changed(s)) {
        return;
    }
    scree_report *r = scree_report_create();
    scree_frame frame;
    char *record;
    const bool ok = scree_case_frame_make(s->case_path, s->changes, &frame, &record, r);
    scree_free(s->record);
    s->record = record;
    if (ok) {
        start_anew(s);
        s->frame = frame;
        s->at = 0;
    } else {
        s->version++;
    }
    scree_free(s->problem);
    s->problem = NULL;
    char *mistake = first_message(r);
    if (!ok) {
        s->problem = scree_format("%s (the picture is that of the case before this)", mistake);
    }
    scree_free(mistake);
}

void scree_source_refresh(scree_source *s) {
    if (!s->folder) {
        refresh_case(s);
        return;
    }
    scree_report *r = scree_report_create();
    if (!s->is_open) {
        s->is_open = scree_frame_files_watch(&s->files, s->folder, r);
        set_problem(s, s->is_open ? NULL : r);
        if (s->is_open) {
            start_anew(s);
            scree_report_destroy(r);
        }
        return;
    }
    SCREE_ARRAY(double) before = {0};
    for (size_t k = 0; k < s->files.frame.n; k++) {
        scree_array_push(&before, s->files.frame.data[k].time);
    }
    struct stat old = {0}, now = {0};
    fstat(s->files.descriptor, &old);
    bool changed;
    const bool ok = scree_frame_files_refresh(&s->files, &changed, r);
    if (ok && changed) {
        fstat(s->files.descriptor, &now);
        bool same = s->files.frame.n >= before.n && now.st_ino == old.st_ino && now.st_dev == old.st_dev;
        for (size_t k = 0; same && k < before.n; k++) {
            same = s->files.frame.data[k].time == before.data[k];
        }
        if (!same) {
            start_anew(s);
        }
    }
    scree_array_free(&before);
    set_problem(s, ok ? NULL : r);
    if (ok) {
        scree_report_destroy(r);
    }
}

// ---- frames -----------------------------------------------------------------------------------------------------------

size_t scree_source_frames(const scree_source *s) {
    return s->folder ? (s->is_open ? s->files.frame.n : 0) : 1;
}

double scree_source_time(const scree_source *s, size_t k) {
    return s->folder ? s->files.frame.data[k].time : s->frame.time;
}

// Thing number `number` among the lists of the folder or the sets of the frame whose kind is from `first` to `last`.
static const char *name_of(const scree_source *s, size_t number, scree_frame_kind first,
                           scree_frame_kind last, scree_frame_kind *kind) {
    const size_t n = s->folder ? (s->is_open ? s->files.list.n : 0) : s->frame.set.n;
    for (size_t k = 0; k < n; k++) {
        *kind = s->folder ? s->files.list.data[k].kind : s->frame.set.data[k].kind;
        if (*kind >= first && *kind <= last && number-- == 0) {
            return s->folder ? s->files.list.data[k].name : s->frame.set.data[k].name;
        }
    }
    return NULL;
}

const char *scree_source_wall(const scree_source *s, size_t wall) {
    scree_frame_kind kind;
    return name_of(s, wall, SCREE_FRAME_WALL, SCREE_FRAME_WALL, &kind);
}

const char *scree_source_links(const scree_source *s, size_t links, scree_frame_kind *kind) {
    return name_of(s, links, SCREE_FRAME_CONTACTS, SCREE_FRAME_BONDS, kind);
}

// What is known once the first frame has been read.
static void note_frame(scree_source *s) {
    const scree_frame_set *p = scree_frame_find(&s->frame, SCREE_FRAME_PARTICLES, NULL);
    scree_vec3 low, high;
    if (p && !s->has_origin && scree_pack_box(p, &low, &high)) {
        s->origin = vec_scale(0.5, vec_add(low, high));
        s->has_origin = true;
    }
    for (size_t k = 0; p && k < p->field.n; k++) {
        bool known = false;
        for (size_t i = 0; i < s->field.n; i++) {
            known = known || strcmp(s->field.data[i], p->field.data[k].name) == 0;
        }
        if (!known) {
            scree_array_push(&s->field, scree_strdup(p->field.data[k].name));
        }
    }
}

const scree_frame *scree_source_particles(scree_source *s, size_t k, scree_report *r) {
    if (s->folder && s->at != k) {
        forget_frame(s);
        if (!scree_frame_files_load(&s->files, k, 1u << SCREE_FRAME_PARTICLES | 1u << SCREE_FRAME_BODIES,
                                    &s->frame, r)) {
            return NULL;
        }
        s->at = k;
    }
    note_frame(s);
    return &s->frame;
}

const scree_frame *scree_source_things(scree_source *s, size_t k, scree_frame_kind kind, scree_frame *own,
                                       scree_report *r) {
    *own = (scree_frame){.descriptor = -1};
    if (!s->folder) {
        return &s->frame;
    }
    return scree_frame_files_load(&s->files, k, 1u << kind, own, r) ? own : NULL;
}

// ---- other files ------------------------------------------------------------------------------------------------------

static int open_plain(const scree_source *s, const char *file, struct stat *st) {
    const int fd =
        s->is_open ? openat(s->files.descriptor, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
    if (fd >= 0 && (fstat(fd, st) != 0 || !S_ISREG(st->st_mode))) {
        close(fd);
        return -1;
    }
    return fd;
}

char *scree_source_bytes(const scree_source *s, const char *file, size_t from, size_t most, size_t *n,
                         size_t *size) {
    struct stat st;
    const int fd = open_plain(s, file, &st);
    if (fd < 0) {
        return NULL;
    }
    *size = (size_t)st.st_size;
    *n = from < *size ? *size - from : 0;
    *n = *n < most ? *n : most;
    char *bytes = scree_realloc(NULL, 0, *n + 1);
    size_t got = 0;
    for (ssize_t more = 1; more > 0 && got < *n;) {
        more = pread(fd, bytes + got, *n - got, (off_t)(from + got));
        got += more > 0 ? (size_t)more : 0;
    }
    *n = got;
    close(fd);
    return bytes;
}

static void put_size(const scree_source *s, scree_text_buffer *t, const char *name, const char *file) {
    struct stat st = {0};
    const int fd = open_plain(s, file, &st);
    if (fd >= 0) {
        close(fd);
    }
    scree_text_add(t, ",\"%s\":\"%lld %lld.%09ld\"", name, (long long)st.st_size,
                   (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
}

void scree_source_state(const scree_source *s, scree_text_buffer *t) {
    scree_text_add(t, "{\"version\":%u,\"frames\":%zu", s->version, scree_source_frames(s));
    put_size(s, t, "series", "series.csv");
    if (s->folder) {
        put_size(s, t, "run", "run.json");
    } else {
        scree_text_add(t, ",\"run\":\"%u\"", s->version);
    }
    scree_text_add(t, ",\"problem\":");
    if (s->problem) {
        scree_text_add_json(t, s->problem);
    } else {
        scree_text_add(t, "null");
    }
    scree_text_add(t, "}");
}
