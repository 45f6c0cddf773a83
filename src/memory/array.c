// SPDX-License-Identifier: BSD-3-Clause
#include "memory/array.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { ALIGNMENT = 64 }; // bytes: one cache line, one AVX-512 register
// Huge pages are requested for large blocks: with 4 kB pages, random access to 10 MB mostly misses the TLB.
enum { HUGE_PAGE = 1 << 21, HUGE_FROM = 1 << 20 };

static void exit_out_of_memory(size_t size) {
    fprintf(stderr, "scree: out of memory: %zu bytes could not be had\n", size);
    exit(1);
}

void (*scree_out_of_memory)(size_t size) = exit_out_of_memory;

void *scree_realloc(void *block, size_t old_size, size_t new_size) {
    if (new_size > SIZE_MAX - ALIGNMENT) {
        scree_out_of_memory(new_size);
    }
    size_t alignment = new_size >= HUGE_FROM ? HUGE_PAGE : ALIGNMENT;
    size_t rounded = (new_size + alignment - 1) / alignment * alignment;
    void *fresh = aligned_alloc(alignment, rounded > 0 ? rounded : alignment);
    if (fresh && alignment == HUGE_PAGE) {
        madvise(fresh, new_size / HUGE_PAGE * HUGE_PAGE,
                MADV_HUGEPAGE); // may fail: then normal pages are used
    }
    if (!fresh) {
        scree_out_of_memory(new_size);
        abort(); // the hook must not return
    }
    size_t kept = old_size < new_size ? old_size : new_size;
    if (block && kept > 0) {
        memcpy(fresh, block, kept);
    }
    free(block);
    return fresh;
}

void *scree_zeros(size_t size) {
    return memset(scree_realloc(NULL, 0, size), 0, size);
}

void scree_free(void *block) {
    free(block);
}

bool scree_gives_back;

void scree_give_back(void) {
#ifdef __GLIBC__
    if (scree_gives_back) {
        malloc_trim(0);
    }
#endif
}

void *scree_regrow(void *block, size_t *capacity, size_t need, size_t item) {
    if (need <= *capacity) {
        return block;
    }
    scree_free(block); // first, so that the old and the new block do not exist at the same time
    *capacity = need + need / 8 + 16;
    return scree_realloc(NULL, 0, *capacity * item);
}

char *scree_strdup(const char *s) {
    size_t size = strlen(s) + 1;
    char *copy = scree_realloc(NULL, 0, size);
    memcpy(copy, s, size);
    return copy;
}

char *scree_format(const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = scree_realloc(NULL, 0, size);
    text[0] = '\0';
    if (length > 0) {
        vsnprintf(text, size, format, again);
    }
    va_end(again);
    return text;
}

void scree_array_reserve_(void **data, size_t *capacity, size_t n, size_t need, size_t item) {
    if (need <= *capacity) {
        return;
    }
    // With growth by 1.5 the freed blocks together are large enough for a later one; with doubling they never are.
    size_t grown = *capacity + *capacity / 2;
    if (grown < need) {
        grown = need;
    }
    if (grown < 8) {
        grown = 8;
    }
    if (grown > SIZE_MAX / item) {
        scree_out_of_memory(SIZE_MAX);
    }
    // The caller's pointer is not a void *: it is copied as bytes, because of the aliasing rules.
    void *block;
    memcpy(&block, (void *)data, sizeof block);
    block = scree_realloc(block, n * item, grown * item);
    memcpy((void *)data, &block, sizeof block);
    *capacity = grown;
}

void scree_copy_to_(void *data, size_t at, const void *from, size_t size) {
    if (size > 0) {
        memcpy((char *)data + at, from, size);
    }
}

void scree_copy(void *to, const void *from, size_t size) {
    scree_copy_to_(to, 0, from, size);
}

void scree_clear(void *data, size_t size) {
    if (size > 0) {
        memset(data, 0, size);
    }
}

void scree_sort(void *data, size_t n, size_t item, int (*compare)(const void *, const void *)) {
    if (n > 1) {
        qsort(data, n, item, compare);
    }
}

void scree_free_each_(const void *pointers, size_t n) {
    for (size_t k = 0; k < n; k++) {
        void *block;
        memcpy(&block, (const char *)pointers + k * sizeof block, sizeof block);
        scree_free(block);
    }
}
