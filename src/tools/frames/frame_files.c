// SPDX-License-Identifier: BSD-3-Clause
#include "tools/frames/frame_files.h"

#include "text/decimal.h"
#include "tools/frames/xml_scan.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *const usual_name[] = {[SCREE_FRAME_PARTICLES] = "particles",
                                         [SCREE_FRAME_BODIES] = "bodies",
                                         [SCREE_FRAME_CONTACTS] = "contacts",
                                         [SCREE_FRAME_BONDS] = "bonds"};
static const double hold_back = 2.0; // s, which a run needs at most between two files of one time

// ---- lists ---------------------------------------------------------------------------------------------------

static void clear_entries(scree_frame_list *l) {
    for (size_t k = 0; k < l->entry.n; k++) {
        scree_free(l->entry.data[k].file);
    }
    scree_array_free(&l->entry);
}

static void clear_list(scree_frame_list *l) {
    clear_entries(l);
    scree_free(l->name);
    scree_free(l->file);
}

static void clear_lists(scree_frame_files *f) {
    for (size_t k = 0; k < f->list.n; k++) {
        clear_list(&f->list.data[k]);
    }
    scree_array_free(&f->list);
    scree_array_free(&f->frame);
}

// Adds the entry of the present tag.
static bool read_entry(const scree_xml *x, scree_frame_list *l, const char *path, scree_report *r) {
    char *stamp = scree_xml_attribute(x, "timestep"), *file = scree_xml_attribute(x, "file");
    double time = NAN;
    const char *end = stamp ? scree_decimal_read(stamp, &time) : NULL;
    bool ok = true;
    if (!end || *end || !isfinite(time) || (l->entry.n > 0 && time <= l->entry.data[l->entry.n - 1].time)) {
        ok = scree_report_error(r, "%s: has the time '%s'; times that increase are expected", path,
                                stamp ? stamp : "");
    } else if (!scree_frame_plain_name(file)) {
        ok = scree_report_error(r, "%s: names the file '%s'; a name in the same folder is expected", path,
                                file ? file : "");
    }
    if (ok) {
        scree_array_push(&l->entry, (scree_frame_entry){time, file});
    } else {
        scree_free(file);
    }
    scree_free(stamp);
    return ok;
}

static bool read_list(int folder, scree_frame_list *l, const char *path, scree_report *r) {
    size_t size;
    char *text = scree_vtp_read_text(folder, l->file, path, &size, &l->sign, r);
    if (!text) {
        return false;
    }
    scree_xml x;
    scree_xml_begin(&x, text, size);
    bool ok = true, root = false, ended = false;
    while (ok && scree_xml_next(&x)) {
        root = root || scree_xml_opens(&x, "VTKFile");
        ended = ended || scree_xml_closes(&x, "VTKFile");
        ok = !scree_xml_opens(&x, "DataSet") || read_entry(&x, l, path, r);
    }
    if (ok && (x.wrong || !root || !ended)) {
        ok = scree_report_error(r, "%s: %s", path,
                                x.wrong ? x.wrong
                                : root  ? "it is cut off: it has no end"
                                        : "this is no list of ParaView files");
    }
    scree_free(text);
    return ok;
}

// The kind of a file in the folder by its name, and the name of the list; false: it is none.
static bool kind_of(const char *file, scree_frame_kind *kind, char **name) {
    const size_t n = strlen(file);
    if (n <= 4 || strcmp(file + n - 4, ".pvd") != 0) {
        return false;
    }
    char *stem = scree_format("%.*s", (int)(n - 4), file);
    bool known = strncmp(stem, "wall_", 5) == 0 && stem[5];
    *kind = SCREE_FRAME_WALL;
    *name = known ? scree_strdup(stem + 5) : NULL;
    for (int k = 0; !known && k < SCREE_FRAME_WALL; k++) {
        if (strcmp(stem, usual_name[k]) == 0) {
            known = true;
            *kind = (scree_frame_kind)k;
            *name = scree_strdup(stem);
        }
    }
    scree_free(stem);
    return known;
}

static int by_kind_and_name(const void *a, const void *b) {
    const scree_frame_list *x = a, *y = b;
    return x->kind != y->kind ? (int)x->kind - (int)y->kind : strcmp(x->name, y->name);
}

// Puts the lists of the open folder into f->list, without their entries.
static bool find_lists(scree_frame_files *f, scree_report *r) {
    const int copy = openat(f->descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = copy >= 0 ? fdopendir(copy) : NULL;
    if (!folder) {
        scree_report_error(r, "%s: %s", f->folder, strerror(errno));
        if (copy >= 0) {
            close(copy);
        }
        return false;
    }
    for (struct dirent *e; (e = readdir(folder));) {
        scree_frame_kind kind;
        char *name;
        if (kind_of(e->d_name, &kind, &name)) {
            scree_array_push(&f->list,
                             (scree_frame_list){.kind = kind, .name = name, .file = scree_strdup(e->d_name)});
        }
    }
    closedir(folder);
    scree_array_sort(&f->list, by_kind_and_name);
    return true;
}

// ---- times ---------------------------------------------------------------------------------------------------

// The last number in the name of a file, "particles_000000005000.vtp"; with several ranks the list of the pieces is named so too.
static uint64_t step_of(const char *file) {
    const char *dot = strrchr(file, '.'), *at = dot ? dot : file;
    while (at > file && at[-1] >= '0' && at[-1] <= '9') {
        at--;
    }
    if (!dot || dot - at < 12 || dot - at > 18) {
        return SCREE_FRAME_NO_STEP;
    }
    uint64_t step = 0;
    for (; at < dot; at++) {
        step = 10 * step + (uint64_t)(*at - '0');
    }
    return step;
}

static int by_time(const void *a, const void *b) {
    const scree_frame_time *x = a, *y = b;
    return x->time < y->time ? -1 : x->time > y->time;
}

// Whether a wall that was there at the time before is still to be written, of a file that was written just now.
static bool is_incomplete(const scree_frame_files *f) {
    const size_t n = f->frame.n;
    if (n < 2 || f->list.n == 0) {
        return false;
    }
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t last = 0;
    bool missing = false;
    for (size_t k = 0; k < f->list.n; k++) {
        const scree_frame_list *l = &f->list.data[k];
        last = l->sign.seconds > last ? l->sign.seconds : last;
        missing =
            missing || (l->entry.n > 0 && l->entry.data[l->entry.n - 1].time == f->frame.data[n - 2].time);
    }
    return missing && (double)(now.tv_sec - last) <= hold_back && now.tv_sec >= last;
}

static void list_times(scree_frame_files *f) {
    f->frame.n = 0;
    const bool particles =
        f->list.n > 0 && f->list.data[0].kind == SCREE_FRAME_PARTICLES && f->list.data[0].entry.n > 0;
    for (size_t k = 0; k < (particles ? 1 : f->list.n); k++) {
        for (size_t i = 0; i < f->list.data[k].entry.n; i++) {
            const scree_frame_entry *e = &f->list.data[k].entry.data[i];
            scree_array_push(&f->frame, (scree_frame_time){e->time, step_of(e->file)});
        }
    }
    scree_array_sort(&f->frame, by_time);
    size_t kept = 0;
    for (size_t k = 0; k < f->frame.n; k++) {
        if (kept == 0 || f->frame.data[k].time != f->frame.data[kept - 1].time) {
            f->frame.data[kept++] = f->frame.data[k];
        }
    }
    f->frame.n = kept;
    f->frame.n -= is_incomplete(f);
}

// ---- folders -------------------------------------------------------------------------------------------------

static bool read_folder(scree_frame_files *f, scree_report *r) {
    bool ok = find_lists(f, r);
    for (size_t k = 0; ok && k < f->list.n; k++) {
        char *path = scree_format("%s/%s", f->folder, f->list.data[k].file);
        ok = read_list(f->descriptor, &f->list.data[k], path, r);
        scree_free(path);
    }
    if (ok) {
        list_times(f);
    }
    return ok;
}

bool scree_frame_files_watch(scree_frame_files *f, const char *folder, scree_report *r) {
    *f = (scree_frame_files){.descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (f->descriptor < 0) {
        scree_report_error(r, "%s: %s", folder,
                           errno == ENOENT ? "there is no such folder" : strerror(errno));
        return false;
    }
    f->folder = scree_strdup(folder);
    for (size_t n = strlen(f->folder); n > 1 && f->folder[n - 1] == '/'; n--) {
        f->folder[n - 1] = 0; // of messages
    }
    if (!read_folder(f, r)) {
        scree_frame_files_close(f);
        return false;
    }
    return true;
}

bool scree_frame_files_open(scree_frame_files *f, const char *folder, scree_report *r) {
    if (!scree_frame_files_watch(f, folder, r)) {
        return false;
    }
    if (f->frame.n == 0) {
        const bool run = faccessat(f->descriptor, "run.json", F_OK, 0) == 0;
        scree_report_error(r, "%s: there are no frames here (no particles.pvd with a file in it); %s",
                           f->folder,
                           run ? "'output.vtk.every' and 'output.vtk.particles' of a case write them"
                               : "and no run.json: this is not the folder of a run");
        scree_frame_files_close(f);
        return false;
    }
    return true;
}

// Whether what the lists say may have changed: another folder has the name, there are more or fewer lists, or one has been written.
static bool has_changed(const scree_frame_files *f, const scree_frame_files *now) {
    struct stat old, at_path;
    bool changed = fstat(f->descriptor, &old) != 0 || stat(f->folder, &at_path) != 0 ||
                   old.st_ino != at_path.st_ino || old.st_dev != at_path.st_dev || f->list.n != now->list.n;
    for (size_t k = 0; !changed && k < f->list.n; k++) {
        const scree_frame_list *l = &f->list.data[k];
        struct stat s;
        changed = strcmp(l->file, now->list.data[k].file) != 0 ||
                  fstatat(f->descriptor, l->file, &s, AT_SYMLINK_NOFOLLOW) != 0 ||
                  (uint64_t)s.st_ino != l->sign.inode || (int64_t)s.st_size != l->sign.size ||
                  (int64_t)s.st_mtim.tv_sec != l->sign.seconds ||
                  (int64_t)s.st_mtim.tv_nsec != l->sign.nanoseconds;
    }
    return changed;
}

bool scree_frame_files_refresh(scree_frame_files *f, bool *changed, scree_report *r) {
    scree_frame_files now = {.folder = f->folder, .descriptor = f->descriptor};
    *changed = false;
    if (!find_lists(&now, r)) {
        return false;
    }
    const bool written = has_changed(f, &now);
    clear_lists(&now);
    if (written) {
        if (!scree_frame_files_watch(&now, f->folder, r)) {
            return false;
        }
        scree_frame_files_close(f);
        *f = now;
        *changed = true;
        return true;
    }
    const size_t before = f->frame.n;
    list_times(f); // one that was held back may be due
    *changed = f->frame.n != before;
    return true;
}

void scree_frame_files_close(scree_frame_files *f) {
    clear_lists(f);
    scree_free(f->folder);
    if (f->descriptor >= 0) {
        close(f->descriptor);
    }
    *f = (scree_frame_files){.descriptor = -1};
}

size_t scree_frame_files_at(const scree_frame_files *f, double time) {
    size_t best = 0;
    for (size_t k = 1; k < f->frame.n; k++) {
        best = fabs(f->frame.data[k].time - time) < fabs(f->frame.data[best].time - time) ? k : best;
    }
    return best;
}

bool scree_frame_files_load(const scree_frame_files *f, size_t k, unsigned kinds, scree_frame *frame,
                            scree_report *r) {
    const scree_frame_time at = f->frame.data[k];
    scree_frame_begin(frame, at.time, at.step, f->folder, f->descriptor);
    for (size_t i = 0; i < f->list.n; i++) {
        const scree_frame_list *l = &f->list.data[i];
        size_t e;
        scree_bisect(e, l->entry.n, l->entry.data[e].time < at.time);
        const bool wanted = (kinds >> l->kind) & 1u && e < l->entry.n && l->entry.data[e].time == at.time;
        if (wanted && !scree_frame_add(frame, l->kind, l->name, l->entry.data[e].file, -1, r)) {
            scree_frame_clear(frame);
            return false;
        }
    }
    return true;
}
