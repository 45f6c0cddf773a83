// SPDX-License-Identifier: BSD-3-Clause
// Memory: 64-byte aligned blocks that grow, and a typed growable array on top.
// Running out of memory is reported once, by scree_alloc's abort hook: the arrays grow between steps only, so the
// program can say so and leave; no caller has to carry a half-grown structure.
#ifndef SCREE_BASE_ARRAY_H
#define SCREE_BASE_ARRAY_H

#include <stddef.h>
#include <stdint.h>

// Like realloc, 64-byte aligned; old_size bytes are kept. Ends the process through the hook when memory is out.
void *scree_realloc(void *block, size_t old_size, size_t new_size);
void scree_free(void *block);
// Hands what has been freed back to the system, where the C library keeps it for later.
void scree_give_back(void);
// A block for `need` items: the same one where it is large enough, else a new one whose contents are undefined.
void *scree_regrow(void *block, size_t *capacity, size_t need, size_t item);
// Called with the size that could not be had; must not return. The default prints to stderr and exits 1.
extern void (*scree_out_of_memory)(size_t size);
char *scree_strdup(const char *s);
// printf into fresh memory; free with scree_free.
char *scree_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define SCREE_ARRAY(T)                                                                                       \
    struct {                                                                                                 \
        T *data;                                                                                             \
        size_t n, capacity;                                                                                  \
    }

void scree_array_reserve_(void **data, size_t *capacity, size_t n, size_t need, size_t item);

#define scree_array_reserve(a, need)                                                                         \
    scree_array_reserve_((void **)&(a)->data, &(a)->capacity, (a)->n, (need), sizeof *(a)->data)
// Sets the length; new items are not initialised.
#define scree_array_resize(a, count) (scree_array_reserve((a), (count)), (a)->n = (count))
#define scree_array_push(a, ...) (scree_array_reserve((a), (a)->n + 1), (a)->data[(a)->n++] = (__VA_ARGS__))
#define scree_array_free(a) (scree_free((a)->data), (a)->data = NULL, (a)->n = (a)->capacity = 0)

#endif
