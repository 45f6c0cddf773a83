// SPDX-License-Identifier: BSD-3-Clause
#include "tools/render/output_names.h"

#include "text/file.h"
#include "tools/frames/frame.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

// Cuts an ending off, unless it is all of the name.
static void cut_ending(char *path, const char *end) {
    const size_t n = strlen(path), m = strlen(end);
    if (ends_with(path, end) && n > m && path[n - m - 1] != '/') {
        path[n - m] = 0;
    }
}

// The path without what names its kind: of the folder of a run CASE.out that of the case, of a checkpoint that of the folder it is in, of a case its name in
// the working folder, as its own folder may be that of somebody else.
static char *stem_of(const char *source) {
    char *path = scree_strdup(source);
    for (size_t n = strlen(path); n > 1 && path[n - 1] == '/'; n--) {
        path[n - 1] = 0;
    }
    if (ends_with(path, ".yaml") || ends_with(path, ".yml")) {
        char *name = scree_strdup(strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
        scree_free(path);
        cut_ending(name, ".yaml");
        cut_ending(name, ".yml");
        return name;
    }
    if (ends_with(path, ".scree")) {
        char *slash = strrchr(path, '/');
        char *folder =
            !slash ? scree_strdup(".") : scree_format("%.*s", (int)(slash > path ? slash - path : 1), path);
        scree_free(path);
        path = folder;
    }
    char *whole = ends_with(path, ".") ? realpath(path, NULL) : NULL; // ".", ".."
    if (whole) {
        scree_free(path);
        path = scree_strdup(whole);
        free(whole);
    }
    cut_ending(path, ".out");
    return path;
}

char *scree_output_name(const char *source, const char *out, bool several, uint64_t step, size_t number) {
    if (out && !several &&
        (ends_with(out, ".png") || strcmp(out, "-") == 0 || strncmp(out, "/dev/", 5) == 0)) {
        return scree_strdup(out);
    }
    char *stem = out ? scree_strdup(out) : stem_of(source);
    cut_ending(stem, ".png");
    char *path =
        scree_format("%s_%06" PRIu64 ".png", stem, step != SCREE_FRAME_NO_STEP ? step : (uint64_t)number);
    scree_free(stem);
    return path;
}

bool scree_output_may_write(const char *path, bool overwrite, scree_report *r) {
    struct stat s;
    if (strcmp(path, "-") == 0 || lstat(path, &s) != 0) {
        return true;
    }
    if (S_ISDIR(s.st_mode)) {
        return scree_report_error(r, "%s: this is a folder; accepted: the name of a file", path);
    }
    if (!S_ISREG(s.st_mode)) {
        return true; // a link or a device is written in place
    }
    static const char *const mine[] = {".png", ".mp4", ".mkv", ".webm", ".mov", ".avi", ".gif"};
    bool known = false;
    for (size_t k = 0; k < sizeof mine / sizeof *mine; k++) {
        known |= ends_with(path, mine[k]);
    }
    if (!known) {
        return scree_report_error(r, "%s: there is such a file, and it is no picture; accepted: another name",
                                  path);
    }
    return overwrite ||
           scree_report_error(
               r, "%s: there is such a file already; accepted: another name with --out, or --overwrite",
               path);
}
