// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE // F_OFD_SETLK: the lock belongs to the open file, not to the process
#include "output/out_folder.h"
#include "text/file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char list_name[] = "run.files";
static const char half[] =
    ".part"; // at the end of the name of a file that is being written: text/file.h, parallel/shared_file.h
static const char head[] =
    "# Files that `scree run` has written here, one a line; only these are ever removed.\n";

char *scree_out_folder_of(const char *case_path) {
    const char *name = strrchr(case_path, '/');
    name = name ? name + 1 : case_path;
    const char *dot = strrchr(name, '.');
    return scree_format("%.*s.out", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

// Makes the folder and those that it is in.
static bool make(const char *path, size_t *made, scree_report *r) {
    *made = 0;
    if (!path[0]) {
        return scree_report_error(r, "the folder for the output has an empty name; accepted: --out FOLDER");
    }
    for (const char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        char *part = scree_format("%.*s", slash ? (int)(slash - path) : (int)strlen(path), path);
        bool fresh = mkdir(part, 0777) == 0;
        int failed = !fresh && errno != EEXIST ? errno : 0;
        *made = fresh && *made == 0 ? strlen(part) : *made;
        if (fresh && !scree_file_sync_folder(part)) {
            scree_report_warning(r, "%s: made, but the folder that it is in could not be synchronised: %s",
                                 part, strerror(errno));
        }
        if (failed) {
            scree_report_error(r, "%s: the folder for the output cannot be made: %s", part, strerror(failed));
        }
        scree_free(part);
        if (failed) {
            return false;
        }
        if (!slash) {
            break;
        }
    }
    struct stat s;
    if (stat(path, &s) != 0 || !S_ISDIR(s.st_mode)) {
        return scree_report_error(r, "%s: is not a folder; give another one with --out", path);
    }
    return true;
}

// Removes what `make` has made, where that is empty.
static void unmake(const char *path, size_t made) {
    char *part = scree_strdup(path);
    for (size_t length = strlen(part); made > 0 && length >= made;) { // from the inside out
        part[length] = 0;
        rmdir(part);
        while (length > 0 && part[length - 1] != '/') { // the slash stays: "a//" is "a/"
            length--;
        }
        length -= length > 0;
    }
    scree_free(part);
}

static bool ends_with(const char *name, const char *suffix) {
    size_t length = strlen(name), n = strlen(suffix);
    return length > n && strcmp(name + length - n, suffix) == 0;
}

enum { STEP_DIGITS = 12 };

static const char *const fixed[] = {"series.csv", "run.json",         "plot.svg",
                                    "view.py",    "bonds_broken.csv", "fragments.csv"};

static bool is_fixed(const char *name) {
    for (size_t k = 0; k < sizeof fixed / sizeof *fixed; k++) {
        if (strcmp(name, fixed[k]) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_numbered(const char *name) {
    static const char *const prefix[] = {"checkpoint_", "failed_", "particles", "contacts", "bodies",
                                         "bonds",       "mesh_",   "wall_",     "fields",   "surfaces"};
    static const char *const suffix[] = {".scree", ".vtp", ".vti", ".pvtp", ".pvd"};
    bool begins = false, ends = false;
    for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++) {
        begins |= strncmp(name, prefix[k], strlen(prefix[k])) == 0;
    }
    for (size_t k = 0; k < sizeof suffix / sizeof *suffix; k++) {
        ends |= ends_with(name, suffix[k]);
    }
    return begins && ends;
}

// particles_000000001000.csv, or the piece of a rank; particles.csv may be the user's.
static bool is_table(const char *name) {
    static const char *const prefix[] = {"particles_", "contacts_", "bodies_", "fields_"};
    bool begins = false;
    for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++) {
        begins |= strncmp(name, prefix[k], strlen(prefix[k])) == 0 &&
                  strspn(name + strlen(prefix[k]), "0123456789") >= STEP_DIGITS;
    }
    return begins && ends_with(name, ".csv");
}

bool scree_out_folder_is_name_of_run(const char *name) {
    return is_fixed(name) || is_numbered(name) || is_table(name);
}

// Step of the picture or table NAME_000000001000.vtp, .csv, or of its piece NAME_000000001000_0003.vtp; false for other names.
static bool step_of_picture(const char *name, uint64_t *step) {
    if (!is_table(name) && !(is_numbered(name) && (ends_with(name, ".vtp") || ends_with(name, ".vti") ||
                                                   ends_with(name, ".pvtp")))) {
        return false;
    }
    bool found = false;
    for (const char *mark = strchr(name, '_'); mark;
         mark = strchr(mark + 1, '_')) { // the last of them: names may have more
        size_t digits = strspn(mark + 1, "0123456789");
        if (digits >= STEP_DIGITS) {
            *step = strtoull(mark + 1, NULL, 10);
            found = true;
        }
    }
    return found;
}

// ---- the list -------------------------------------------------------------------------------------------------

static char *in_folder(const scree_out_folder *f, const char *name) {
    return scree_format("%s/%s", f->path, name);
}

static bool write_all(int fd, const char *text, size_t n) {
    while (n > 0) {
        const ssize_t done = write(fd, text, n);
        if (done < 0 && errno != EINTR) {
            return false;
        }
        text += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

static bool list_failed(const scree_out_folder *f, scree_report *r) {
    return scree_report_error(r, "%s/%s: %s", f->path, list_name, strerror(errno));
}

// This process is the list's user from now on. What is there is never written again: a power cut could take it.
static bool add_user(scree_out_folder *f, scree_report *r) {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    const off_t end = lseek(f->list, 0, SEEK_END);
    // The line before may have lost its end.
    char *user =
        scree_format("%s# process %ld on %s, run %s\n", end > 0 ? "\n" : head, (long)getpid(), host, f->run);
    const bool ok = end >= 0 && write_all(f->list, user, strlen(user));
    scree_free(user);
    return ok || list_failed(f, r);
}

// Names on the list; *user: the line about the process that has it, free with scree_free.
static bool read_list(scree_out_folder *f, char **user, scree_report *r) {
    char *path = in_folder(f, list_name);
    size_t size;
    char *text = scree_file_read(path, &size, r);
    scree_free(path);
    for (char *line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n")) {
        if (strncmp(line, "# process ", 10) == 0) {
            scree_free(*user);
            *user = scree_strdup(line + 2);
        } else if (scree_out_folder_is_name_of_run(line) &&
                   !strchr(line, '/')) { // nothing else is ever removed
            scree_array_push(&f->name, scree_strdup(line));
        }
    }
    scree_free(text);
    return text != NULL;
}

// Byte 0 is locked by rank 0 alone, byte 1 by the other ranks together, and all of the list by a run that begins.
enum { RANK_0 = 0, RANKS = 1, PATIENCE_MS = 5000, PAUSE_MS = 20 };

static int set_lock(const scree_out_folder *f, short type, off_t start, off_t length) {
    struct flock range = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
    return fcntl(f->list, F_OFD_SETLK, &range);
}

static bool is_held(void) {
    return errno == EAGAIN || errno == EACCES;
}

static bool has_rank_0(const scree_out_folder *f) {
    struct flock first = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = RANK_0, .l_len = 1};
    return fcntl(f->list, F_OFD_GETLK, &first) == 0 && first.l_type != F_UNLCK;
}

static bool refuse(scree_out_folder *f, scree_report *r) {
    char *user = NULL;
    const bool whole = has_rank_0(f);
    f->new_list = false; // the other run was faster and uses it
    read_list(f, &user, r);
    scree_report_error(r,
                       whole ? "%s: another run is writing into this folder%s%s%s; wait for its end, or give "
                               "another folder with --out"
                             : "%s: ranks of an earlier run are still alive and may write into this folder, "
                               "although their rank 0 is not%s%s%s; end "
                               "them, or give another folder with --out",
                       f->path, user ? " (" : "", user ? user : "", user ? ")" : "");
    scree_free(user);
    return false;
}

// Takes all of the list. The ranks of a run whose rank 0 was killed need some time until they notice that and end.
static bool lock(scree_out_folder *f, scree_report *r) {
    const struct timespec pause = {0, 1000000L * PAUSE_MS};
    int failed = set_lock(f, F_WRLCK, 0, 0);
    for (int waited = 0; failed && is_held() && !has_rank_0(f) && waited < PATIENCE_MS; waited += PAUSE_MS) {
        nanosleep(&pause, NULL);
        failed = set_lock(f, F_WRLCK, 0, 0);
    }
    f->locked = !failed;
    if (failed && is_held()) {
        return refuse(f, r);
    }
    if (failed) {
        scree_report_warning(r,
                             "%s: this file system has no locks (%s), so two runs into this folder at once "
                             "would not be noticed",
                             f->path, strerror(errno));
    }
    return true;
}

// Leaves the share of the other ranks to them. The list has the name of the run already, also for other machines, so that a rank of an earlier run sees it.
static bool share_lock(scree_out_folder *f, scree_report *r) {
    fsync(f->list);
    return !f->locked || set_lock(f, F_UNLCK, RANKS, 0) == 0 || list_failed(f, r);
}

// ---- opening --------------------------------------------------------------------------------------------------

// Is it a name that runs use, or that of its file while it is written, and not on the list?
static bool is_foreign(const scree_out_folder *f, const char *name) {
    char *whole = scree_strdup(name);
    if (ends_with(whole, half)) {
        whole[strlen(whole) - strlen(half)] = 0;
    }
    const bool foreign = scree_out_folder_is_name_of_run(whole) && !scree_out_folder_lists(f, whole);
    scree_free(whole);
    return foreign;
}

// A foreign file; "" if there is none. Free with scree_free.
static char *foreign_file(const scree_out_folder *f) {
    char *found = scree_strdup("");
    DIR *folder = opendir(f->path);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        // the first by name, so that the message does not depend on the file system
        if (is_foreign(f, e->d_name) && (!found[0] || strcmp(e->d_name, found) < 0)) {
            scree_free(found);
            found = scree_strdup(e->d_name);
        }
    }
    if (folder) {
        closedir(folder);
    }
    return found;
}

static bool may_be_used(const scree_out_folder *f, scree_out_use use, scree_report *r) {
    char *foreign = foreign_file(f);
    bool fine = true;
    if (use == SCREE_OUT_NEW && f->name.n > 0) {
        fine = scree_report_error(
            r,
            "%s: this folder holds a run; accepted: --resume to go on with it, --overwrite to "
            "remove its files first, or another folder with --out",
            f->path);
    } else if (use != SCREE_OUT_RESUME && foreign[0]) {
        fine = scree_report_error(
            r,
            "%s/%s: a file of this name is there that is not on the list of an earlier run's "
            "files (%s), so it is not overwritten; accepted: --resume if it belongs to a run "
            "to go on with, another folder with --out, or move it away",
            f->path, foreign, list_name);
    }
    scree_free(foreign);
    return fine;
}

static bool open_list(scree_out_folder *f, scree_report *r) {
    char *path = in_folder(f, list_name);
    f->list = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    f->new_list = f->list >= 0;
    if (f->list < 0 && errno == EEXIST) {
        f->list = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC |
                                 O_NONBLOCK); // does not wait for the other end of a pipe
    }
    struct stat s;
    const bool regular = f->list >= 0 && fstat(f->list, &s) == 0 && S_ISREG(s.st_mode);
    if (!regular) {
        scree_report_error(r, "%s: %s", path,
                           f->list >= 0     ? "this is no regular file; remove it"
                           : errno == ELOOP ? "this is a link; remove it"
                                            : strerror(errno));
    }
    scree_free(path);
    return regular;
}

// Another run may have removed the list between open and lock: what is locked then is no longer there.
static bool is_there_still(const scree_out_folder *f, scree_report *r) {
    char *path = in_folder(f, list_name);
    struct stat locked, named;
    const bool same = fstat(f->list, &locked) == 0 && lstat(path, &named) == 0 &&
                      locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
    if (!same) {
        scree_report_error(r, "%s: another run has just removed this file; try again", path);
    }
    scree_free(path);
    return same;
}

// A name for the run that no other one has.
static void name_run(scree_out_folder *f) {
    uint64_t word[2] = {0, 0};
    if (getrandom(word, sizeof word, 0) != sizeof word) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        word[0] = (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
        word[1] = (uint64_t)getpid();
    }
    snprintf(f->run, sizeof f->run, "%016" PRIx64 "%016" PRIx64, word[0], word[1]);
}

static bool take_folder(scree_out_folder *f, scree_out_use use, scree_report *r) {
    char *user = NULL;
    name_run(f);
    bool ok = open_list(f, r) && lock(f, r) && is_there_still(f, r);
    ok = ok && read_list(f, &user, r) && may_be_used(f, use, r);
    scree_free(user);
    return ok && add_user(f, r) && share_lock(f, r);
}

static bool is_writable(const char *path, scree_report *r) {
    const bool yes = access(path, W_OK | X_OK) == 0;
    if (!yes) {
        scree_report_error(r, "%s: no file can be made in this folder: %s", path, strerror(errno));
    }
    return yes;
}

bool scree_out_folder_open(scree_out_folder *f, const char *path, scree_out_use use, scree_report *r) {
    *f = (scree_out_folder){.path = scree_strdup(path), .list = -1, .leads = true};
    if (use == SCREE_OUT_RESUME && access(path, F_OK) != 0) {
        scree_report_error(r,
                           "%s: there is no such folder to resume from; run without --resume, or name the "
                           "folder of the earlier run with --out",
                           path);
        scree_out_folder_close(f);
        return false;
    }
    if (!make(path, &f->made, r) || !is_writable(path, r) || !take_folder(f, use, r)) {
        scree_out_folder_undo(f);
        return false;
    }
    return true;
}

// Does the list name this run as its latest?
static bool names_run(const scree_out_folder *f) {
    char *path = in_folder(f, list_name), *latest = NULL;
    size_t size;
    char *text = scree_file_read(path, &size, NULL);
    for (char *line = text; line; line = strstr(line + 1, "\n# process ")) {
        latest = line;
    }
    char *end = latest ? strchr(latest + 1, '\n') : NULL;
    const char *own = latest ? strstr(latest, f->run) : NULL;
    const bool yes = own && (!end || own < end);
    scree_free(text);
    scree_free(path);
    return yes;
}

bool scree_out_folder_is_ours(const scree_out_folder *f, scree_report *r) {
    if (!f || f->list < 0) {
        return true;
    }
    char *path = in_folder(f, list_name);
    struct stat held, named;
    const bool ours = fstat(f->list, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino &&
                      held.st_dev == named.st_dev && (f->locked || names_run(f));
    scree_free(path);
    return ours ||
           scree_report_error(
               r, "%s: this folder was removed, or another run has taken it over, so this run writes no more",
               f->path);
}

bool scree_out_folder_join(scree_out_folder *f, const char *path, const char *run, scree_report *r) {
    *f = (scree_out_folder){.path = scree_strdup(path)};
    char *list = in_folder(f, list_name);
    snprintf(f->run, sizeof f->run, "%s", run);
    f->list = open(list, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    const int failed = f->list < 0 ? 0 : set_lock(f, F_RDLCK, RANKS, 1);
    f->locked = f->list >= 0 && !failed;
    const bool held = failed && is_held();
    if (f->list < 0) {
        scree_report_error(r, "%s: %s; accepted: a folder that all ranks share, by --out", list,
                           strerror(errno));
    }
    scree_free(list);
    // With the lock nobody can take the folder from now on; the name tells whether somebody has done so before.
    const bool named = f->list >= 0 && !held && names_run(f);
    if (f->list >= 0 && !named) {
        scree_report_error(r, "%s: another run has taken this folder over", path);
    }
    return named && scree_out_folder_is_ours(f, r);
}

void scree_out_folder_close(scree_out_folder *f) {
    if (f->list >= 0) {
        close(f->list);
    }
    scree_array_free_each(&f->name);
    scree_free(f->path);
    *f = (scree_out_folder){.list = -1};
}

void scree_out_folder_undo(scree_out_folder *f) {
    if (f->list >= 0 && f->new_list) {
        char *path = in_folder(f, list_name);
        unlink(path);
        scree_free(path);
    }
    if (f->path) {
        unmake(f->path, f->made);
    }
    scree_out_folder_close(f);
}

// ---- its files ------------------------------------------------------------------------------------------------

bool scree_out_folder_lists(const scree_out_folder *f, const char *name) {
    for (size_t k = f->name.n; k > 0; k--) { // the latest ones are asked for most
        if (strcmp(f->name.data[k - 1], name) == 0) {
            return true;
        }
    }
    return false;
}

// Would a run that writes this file, or first the half of it, write into something else? Reported. A regular file of the half's
// name is what a power cut has left of a name on the list.
static bool is_in_the_way(const scree_out_folder *f, const char *name, const char *end, scree_report *r) {
    char *path = scree_format("%s/%s%s", f->path, name, end);
    struct stat s;
    const bool bad = lstat(path, &s) == 0 && !S_ISREG(s.st_mode);
    if (bad) {
        scree_report_error(r, "%s: this is %s, so the run does not write there; remove it", path,
                           S_ISLNK(s.st_mode) ? "a link" : "no regular file");
    }
    scree_free(path);
    return bad;
}

bool scree_out_folder_add(scree_out_folder *f, const char *name, scree_report *r) {
    if (!f || f->list < 0 || !f->leads) {
        return true;
    }
    if (is_in_the_way(f, name, "", r) || is_in_the_way(f, name, half, r)) {
        return false;
    }
    if (scree_out_folder_lists(f, name)) {
        return true;
    }
    char *line = scree_format("%s\n", name);
    const bool ok = write_all(f->list, line, strlen(line)) || list_failed(f, r);
    scree_free(line);
    scree_array_push(&f->name, scree_strdup(name));
    return ok;
}

// Removes the files on the list that are asked for, and their names from it; of all of them what was half written when the
// run was killed.
static void remove_files(scree_out_folder *f, bool all, uint64_t after) {
    size_t kept = 0;
    for (size_t k = 0; k < f->name.n; k++) {
        char *name = f->name.data[k];
        uint64_t step = 0;
        char *part = scree_format("%s/%s%s", f->path, name, half);
        unlink(part);
        scree_free(part);
        if (all || (step_of_picture(name, &step) && step > after)) {
            char *path = in_folder(f, name);
            unlink(path); // of a link the link itself
            scree_free(path);
            scree_free(name);
        } else {
            f->name.data[kept++] = name;
        }
    }
    f->name.n = kept;
}

// Folders cannot be removed as files: nothing is removed then.
static bool all_can_go(const scree_out_folder *f, scree_report *r) {
    for (size_t k = 0; k < f->name.n; k++) {
        char *path = in_folder(f, f->name.data[k]);
        struct stat s;
        const bool folder = lstat(path, &s) == 0 && S_ISDIR(s.st_mode);
        if (folder) {
            scree_report_error(r, "%s: this is a folder where the earlier run had a file; remove it", path);
        }
        scree_free(path);
        if (folder) {
            return false;
        }
    }
    return true;
}

bool scree_out_folder_clear(scree_out_folder *f, scree_report *r) {
    if (!all_can_go(f, r)) {
        return false;
    }
    remove_files(f, true, 0);
    char *path = in_folder(f, list_name);
    scree_file_sync_folder(path); // or files that come back after a power cut would be on no list
    scree_free(path);
    return ftruncate(f->list, 0) == 0 ? add_user(f, r) : list_failed(f, r);
}

void scree_out_folder_clear_after(scree_out_folder *f, uint64_t step) {
    remove_files(f, false, step);
}
