// SPDX-License-Identifier: BSD-3-Clause
#include "output/row_file.h"
#include "memory/array.h"
#include "text/decimal.h"
#include "text/file.h"
#include "text/units.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool report_row_file(const scree_row_file *t, const char *why, scree_report *r) {
    return scree_report_at(r, SCREE_SEVERITY_ERROR, t->path, 0, 0, "%s", why);
}

uint64_t scree_row_file_sum(uint64_t sum, const char *more, size_t n) {
    static const uint64_t basis = 0xcbf29ce484222325, prime = 0x100000001b3;
    sum ^= basis; // so that it begins with 0
    for (size_t k = 0; k < n; k++) {
        sum = (sum ^ (unsigned char)more[k]) * prime;
    }
    return sum ^ basis;
}

bool scree_row_file_put(scree_row_file *t, scree_report *r) {
    size_t done = 0;
    while (done < t->row.n) {
        const ssize_t n = write(t->fd, t->row.data + done, t->row.n - done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            const int why = n < 0 ? errno : ENOSPC;
            if (ftruncate(t->fd, (off_t)t->size) == 0) {
                lseek(t->fd, (off_t)t->size, SEEK_SET);
            }
            t->row.n = 0;
            return report_row_file(t, strerror(why), r);
        }
        done += (size_t)n;
    }
    t->size += done;
    t->sum = scree_row_file_sum(t->sum, t->row.data, done);
    t->row.n = 0;
    return true;
}

void scree_row_file_number(scree_row_file *t, double value) {
    char text[32];
    scree_number_text(value, text);
    scree_text_add(&t->row, "%s%s", t->row.n == 0 || t->row.data[t->row.n - 1] == '\n' ? "" : ",", text);
}

// The size of the part of an existing file that is kept; false: its head is another one.
static bool find_end(scree_row_file *t, const char *old, double resumed_at) {
    const size_t head = t->row.n, n = strlen(old);
    if (strncmp(old, t->row.data, n < head ? n : head) != 0) {
        return false;
    }
    t->size = n < head ? 0 : head; // an incomplete head is written anew
    const char *last = NULL;
    double time;
    for (const char *row = old + head, *end; n >= head && (end = strchr(row, '\n')) != NULL; row = end + 1) {
        if (!scree_decimal_read(row, &time) || time > resumed_at) {
            break;
        }
        t->size = (size_t)(end + 1 - old);
        t->time = time;
        last = row;
    }
    t->last = last ? scree_format("%.*s", (int)(old + t->size - last), last) : NULL;
    return true;
}

static bool go_on(scree_row_file *t, const char *what, double resumed_at, scree_report *r) {
    size_t size;
    char *old = scree_file_read(t->path, &size, r);
    if (!old) {
        return false;
    }
    const bool ours = find_end(t, old, resumed_at);
    t->sum = scree_row_file_sum(0, old, ours ? t->size : 0);
    scree_free(old);
    if (!ours) {
        return scree_report_at(r, SCREE_SEVERITY_ERROR, t->path, 0, 0,
                               "not the %s of this case (its columns differ): move it away to resume", what);
    }
    t->fd = open(t->path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (t->fd < 0 || ftruncate(t->fd, (off_t)t->size) != 0 || lseek(t->fd, 0, SEEK_END) < 0) {
        return report_row_file(t, strerror(errno), r);
    }
    t->row.n = t->size > 0 ? 0 : t->row.n;
    return scree_row_file_put(t, r);
}

bool scree_row_file_open(scree_row_file *t, const char *path, const char *what, const char *head,
                         double resumed_at, scree_report *r) {
    struct stat s;
    *t = (scree_row_file){.path = scree_strdup(path), .fd = -1, .time = -INFINITY};
    scree_text_add(&t->row, "%s\n", head);
    if (isfinite(resumed_at) && stat(path, &s) == 0 && S_ISREG(s.st_mode) && s.st_size > 0) {
        return go_on(t, what, resumed_at, r);
    }
    t->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return t->fd < 0 ? report_row_file(t, strerror(errno), r) : scree_row_file_put(t, r);
}

bool scree_row_file_close(scree_row_file *t, scree_report *r) {
    const bool ok = !t->path || t->fd < 0 || close(t->fd) == 0 || report_row_file(t, strerror(errno), r);
    scree_free(t->path);
    scree_free(t->last);
    scree_array_free(&t->row);
    *t = (scree_row_file){.fd = -1};
    return ok;
}
