// SPDX-License-Identifier: BSD-3-Clause
#include "io/out_folder.h"

#include "base/array.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool scree_out_folder_make(const char *path, size_t *made, scree_report *r) {
    *made = 0;
    if (!path[0]) {
        scree_report_error(r, "the folder for the output has an empty name; accepted: --out FOLDER");
        return false;
    }
    for (const char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        char *part = scree_format("%.*s", slash ? (int)(slash - path) : (int)strlen(path), path);
        bool fresh = mkdir(part, 0777) == 0;
        int failed = !fresh && errno != EEXIST ? errno : 0;
        *made = fresh && *made == 0 ? strlen(part) : *made;
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
        scree_report_error(r, "%s: is not a folder; give another one with --out", path);
        return false;
    }
    return true;
}

void scree_out_folder_unmake(const char *path, size_t made) {
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

bool scree_out_folder_owns(const char *name) {
    static const char *const prefix[] = {"checkpoint_", "failed_", "particles", "contacts", "mesh_", "wall_"};
    static const char *const suffix[] = {".scree", ".vtp", ".pvtp", ".pvd"};
    bool begins = false, ends = false;
    for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++) {
        begins |= strncmp(name, prefix[k], strlen(prefix[k])) == 0;
    }
    for (size_t k = 0; k < sizeof suffix / sizeof *suffix; k++) {
        ends |= ends_with(name, suffix[k]);
    }
    return begins && ends;
}

// Step of the picture NAME_000000001000.vtp, or of its piece NAME_000000001000_0003.vtp; false for other names.
static bool step_of_picture(const char *name, uint64_t *step) {
    enum { STEP_DIGITS = 12 };
    if (!scree_out_folder_owns(name) || !(ends_with(name, ".vtp") || ends_with(name, ".pvtp"))) {
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

static void remove_files(const char *path, bool all, uint64_t after) {
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        uint64_t step = 0;
        if (all ? scree_out_folder_owns(e->d_name) : step_of_picture(e->d_name, &step) && step > after) {
            char *file = scree_format("%s/%s", path, e->d_name);
            unlink(file);
            scree_free(file);
        }
    }
    if (folder) {
        closedir(folder);
    }
}

void scree_out_folder_clear(const char *path) {
    remove_files(path, true, 0);
}

void scree_out_folder_clear_after(const char *path, uint64_t step) {
    remove_files(path, false, step);
}
