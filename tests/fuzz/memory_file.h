// SPDX-License-Identifier: BSD-3-Clause
// A file that is in memory only and has a path, for readers that open their files themselves.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct memory_file {
    int descriptor;
    char path[32];
} memory_file;

static inline memory_file memory_file_create(void) {
    memory_file f;
    FILE *unnamed = tmpfile();
    f.descriptor = unnamed ? dup(fileno(unnamed)) : -1;
    if (f.descriptor < 0) {
        perror("memory file");
        exit(1);
    }
    fclose(unnamed);
    snprintf(f.path, sizeof f.path, "/proc/self/fd/%d", f.descriptor);
    return f;
}

static inline void memory_file_set(const memory_file *f, const uint8_t *data, size_t size) {
    if (ftruncate(f->descriptor, 0) != 0 || pwrite(f->descriptor, data, size, 0) != (ssize_t)size) {
        perror(f->path);
        exit(1);
    }
}
