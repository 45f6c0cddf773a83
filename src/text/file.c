// SPDX-License-Identifier: BSD-3-Clause
#include "text/file.h"

#include "memory/array.h"
#include "text/escape.h"
#include "text/units.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STREAM_BUFFER = 1 << 18 }; // bytes; 4096 would need a system call for each 27 particles

static void forget(scree_file *f) {
    scree_free(f->path);
    scree_free(f->temporary);
    *f = (scree_file){0};
}

int scree_file_open_new(const char *path) {
    unlink(path); // if this fails, so does what follows
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

static FILE *stream_of(int descriptor) {
    FILE *stream = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (!stream && descriptor >= 0) {
        close(descriptor);
    }
    return stream;
}

bool scree_file_create(scree_file *f, const char *path, scree_report *r) {
    *f = (scree_file){.path = scree_strdup(path)};
    struct stat s;
    bool standard = strcmp(path, "-") == 0, there = lstat(path, &s) == 0;
    // links are followed, not replaced: /dev/stdout may be a link to a regular file
    bool in_place = standard || (there && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode));
    if (!in_place) {
        f->temporary = scree_format("%s.part", path);
    }
    if (standard) {
        f->stream = stream_of(dup(STDOUT_FILENO));
    } else if (stat(path, &s) == 0 && S_ISDIR(s.st_mode)) {
        errno = EISDIR;
    } else {
        f->stream = in_place ? fopen(path, "wb") : stream_of(scree_file_open_new(f->temporary));
    }
    if (!f->stream) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "%s", strerror(errno));
        forget(f);
        return false;
    }
    setvbuf(f->stream, NULL, _IOFBF, STREAM_BUFFER);
    return true;
}

static void set_error(scree_file *f) {
    if (!f->error) {
        f->error = errno ? errno : EIO;
    }
}

void scree_file_write(scree_file *f, const void *data, size_t size) {
    if (size > 0 && !f->error && fwrite(data, 1, size, f->stream) != size) {
        set_error(f);
    }
}

void scree_file_print(scree_file *f, const char *format, ...) {
    if (f->error) {
        return;
    }
    va_list args;
    va_start(args, format);
    if (vfprintf(f->stream, format, args) < 0) {
        set_error(f);
    }
    va_end(args);
}

void scree_file_number(scree_file *f, double value) {
    char text[32];
    scree_number_text(value, text);
    scree_file_write(f, text, strlen(text));
}

void scree_file_xml(scree_file *f, const char *text) {
    while (*text) {
        int n = scree_utf8_length(text);
        unsigned char c = (unsigned char)*text;
        const char *entity = c == '&'                                                    ? "&amp;"
                             : c == '<'                                                  ? "&lt;"
                             : c == '>'                                                  ? "&gt;"
                             : c == '"'                                                  ? "&quot;"
                             : n == 0 || (c < 32 && c != '\t' && c != '\n' && c != '\r') ? "\xef\xbf\xbd"
                                                                                         : NULL;
        if (entity) {
            scree_file_write(f, entity, strlen(entity));
        } else {
            scree_file_write(f, text, (size_t)n);
        }
        text += n > 0 ? n : 1;
    }
}

bool scree_file_sync_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char *directory = !slash          ? scree_strdup(".")
                      : slash == path ? scree_strdup("/")
                                      : scree_format("%.*s", (int)(slash - path), path);
    int fd = open(directory, O_RDONLY | O_DIRECTORY);
    scree_free(directory);
    if (fd < 0) {
        return false;
    }
    bool ok = fsync(fd) == 0 || errno == EINVAL; // not supported by some network file systems
    close(fd);
    return ok;
}

void scree_file_flush(scree_file *f) {
    errno = 0;
    if (!f->error && (fflush(f->stream) != 0 || (f->temporary && fsync(fileno(f->stream)) != 0))) {
        set_error(f);
    }
}

bool scree_file_sync(const char *path, scree_report *r) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    const bool ok = fd < 0 ? errno == ENOENT : fsync(fd) == 0 || errno == EINVAL; // a pipe has no disk
    if (!ok) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "%s", strerror(errno));
    }
    if (fd >= 0) {
        close(fd);
    }
    return ok;
}

bool scree_file_commit(scree_file *f, bool durable, scree_report *r) {
    errno = 0;
    if (fflush(f->stream) != 0) {
        set_error(f);
    }
    if (!f->error && durable && f->temporary && fsync(fileno(f->stream)) != 0) {
        set_error(f);
    }
    if (fclose(f->stream) != 0) {
        set_error(f);
    }
    if (!f->error && f->temporary && rename(f->temporary, f->path) != 0) {
        set_error(f);
    } else if (!f->error && durable && f->temporary && !scree_file_sync_folder(f->path)) {
        scree_report_at(r, SCREE_SEVERITY_WARNING, f->path, 0, 0,
                        "written, but the directory could not be synchronised: %s", strerror(errno));
    }
    bool ok = f->error == 0;
    if (!ok) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, strcmp(f->path, "-") == 0 ? "standard output" : f->path, 0,
                        0, "%s", strerror(f->error));
        if (f->temporary) {
            unlink(f->temporary);
        }
    }
    forget(f);
    return ok;
}

// Half of the memory of the machine, bytes.
static size_t largest_text(void) {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (size_t)pages / 2 * (size_t)page : SIZE_MAX / 4;
}

// The buffer grows while reading, because the size of a pipe is unknown, and that of a file may change.
static char *read_all(FILE *stream, size_t expected, size_t *size) {
    const size_t most = largest_text();
    if (expected > most) {
        errno = EFBIG;
        return NULL;
    }
    size_t capacity = expected + 1, n = 0; // one byte more, so that the end is found without growing
    char *data = scree_realloc(NULL, 0, capacity + 1);
    for (;;) {
        n += fread(data + n, 1, capacity - n, stream);
        if (n < capacity) {
            break;
        }
        if (n > most) { // such as /dev/zero
            scree_free(data);
            errno = EFBIG;
            return NULL;
        }
        data = scree_realloc(data, n, capacity * 2 + 1);
        capacity *= 2;
    }
    if (ferror(stream)) {
        scree_free(data);
        return NULL;
    }
    data[n] = '\0';
    *size = n;
    return data;
}

size_t scree_file_begin(const char *path, char *begin, size_t n, size_t *size) {
    FILE *stream = fopen(path, "rb");
    struct stat s = {0};
    size_t got = 0;
    *size = 0;
    if (stream && fstat(fileno(stream), &s) == 0 && S_ISREG(s.st_mode)) {
        got = fread(begin, 1, n, stream);
        *size = (size_t)s.st_size;
    }
    if (stream) {
        fclose(stream);
    }
    return got;
}

char *scree_file_read(const char *path, size_t *size, scree_report *r) {
    FILE *stream = fopen(path, "rb");
    struct stat s = {0};
    char *data = NULL;
    if (stream && fstat(fileno(stream), &s) == 0) {
        if (S_ISDIR(s.st_mode)) {
            errno = EISDIR;
        } else {
            data = read_all(stream, S_ISREG(s.st_mode) ? (size_t)s.st_size : 4096, size);
        }
    }
    if (!data) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "%s", strerror(errno));
    }
    if (stream) {
        fclose(stream);
    }
    return data;
}

size_t scree_file_mark_length(const char *text, size_t size) {
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    return size >= sizeof mark && memcmp(text, mark, sizeof mark) == 0 ? sizeof mark : 0;
}

char *scree_file_read_text(const char *path, size_t *size, scree_report *r) {
    char *text = scree_file_read(path, size, r);
    const size_t mark = text ? scree_file_mark_length(text, *size) : 0;
    if (mark > 0) {
        *size -= mark;
        memmove(text, text + mark, *size + 1); // with the zero after it
    }
    return text;
}
