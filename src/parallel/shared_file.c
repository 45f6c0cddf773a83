// SPDX-License-Identifier: BSD-3-Clause
#include "parallel/shared_file.h"
#include "text/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool agreed(const scree_shared_file *f, bool ok, scree_report *r) {
    return scree_comm_agree(f->comm, ok ? SCREE_OK : SCREE_USER_ERROR, r) == SCREE_OK;
}

static void forget(scree_shared_file *f) {
    scree_free(f->path);
    scree_free(f->temporary);
    *f = (scree_shared_file){.descriptor = -1};
}

// A path that exists and is not a regular file, such as /dev/full, must not be replaced by renaming.
static bool must_be_written_in_place(const char *path) {
    struct stat s;
    return lstat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

static int open_first(const scree_shared_file *f) {
    struct stat s;
    if (stat(f->path, &s) == 0 && S_ISDIR(s.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    return f->temporary ? scree_file_open_new(f->temporary)
                        : open(f->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

bool scree_shared_file_create(scree_shared_file *f, scree_comm *c, const char *path, scree_report *r) {
    *f = (scree_shared_file){.comm = c, .descriptor = -1, .path = scree_strdup(path)};
    const bool first = scree_comm_rank(c) == 0;
    uint64_t in_place = first && must_be_written_in_place(path);
    scree_comm_broadcast(c, 0, &in_place, sizeof in_place);
    f->temporary = in_place ? NULL : scree_format("%s.part", path);
    if (first) {
        f->descriptor = open_first(f);
        if (f->descriptor < 0) {
            scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "%s", strerror(errno));
        }
    }
    if (!agreed(f, !first || f->descriptor >= 0, r)) {
        forget(f);
        return false;
    }
    if (!first) {
        const int never_a_link = f->temporary ? O_NOFOLLOW : 0;
        f->descriptor = open(f->temporary ? f->temporary : path, O_WRONLY | O_CLOEXEC | never_a_link);
        if (f->descriptor < 0) {
            scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0,
                            "%s; accepted: a folder that all ranks share", strerror(errno));
        }
    }
    if (!agreed(f, f->descriptor >= 0, r)) {
        if (f->descriptor >= 0) {
            close(f->descriptor);
        }
        if (first && f->temporary) {
            unlink(f->temporary);
        }
        forget(f);
        return false;
    }
    return true;
}

static void note_error(scree_shared_file *f) {
    f->error = f->error ? f->error : errno ? errno : EIO;
}

void scree_shared_file_write(scree_shared_file *f, uint64_t at, const void *data, size_t size) {
    const char *from = data;
    while (size > 0 && !f->error) {
        errno = 0;
        const ssize_t n = pwrite(f->descriptor, from, size, (off_t)at);
        if (n > 0) {
            from += n;
            at += (uint64_t)n;
            size -= (size_t)n;
        } else if (errno != EINTR) {
            note_error(f);
        }
    }
}

bool scree_shared_file_commit(scree_shared_file *f, const char *problem, scree_report *r) {
    errno = 0;
    if (!f->error && f->temporary && fsync(f->descriptor) != 0) {
        note_error(f);
    }
    if (close(f->descriptor) != 0) {
        note_error(f);
    }
    const char *why = problem ? problem : f->error ? strerror(f->error) : NULL;
    if (why) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, f->path, 0, 0, "%s", why);
    }
    bool ok = agreed(f, !why, r);
    if (scree_comm_rank(f->comm) == 0 && f->temporary) {
        if (ok && rename(f->temporary, f->path) != 0) {
            ok = scree_report_at(r, SCREE_SEVERITY_ERROR, f->path, 0, 0, "%s", strerror(errno));
        } else if (ok && !scree_file_sync_folder(f->path)) {
            scree_report_at(r, SCREE_SEVERITY_WARNING, f->path, 0, 0,
                            "written, but the directory could not be synchronised: %s", strerror(errno));
        }
        if (!ok) {
            unlink(f->temporary);
        }
    }
    uint64_t there = ok; // result of rank 0
    scree_comm_broadcast(f->comm, 0, &there, sizeof there);
    forget(f);
    return there;
}
