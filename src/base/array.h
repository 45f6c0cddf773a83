// SPDX-License-Identifier: BSD-3-Clause
// Memory: 64-byte aligned blocks that grow, and a typed growable array on top.
// If memory runs out, the hook scree_out_of_memory ends the process, so callers need not handle it. Arrays grow only between
// steps.
#ifndef SCREE_BASE_ARRAY_H
#define SCREE_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Like realloc, 64-byte aligned; old_size bytes are kept. If memory runs out, ends the process by the hook.
void *scree_realloc(void *block, size_t old_size, size_t new_size);
// A block of zeros.
void *scree_zeros(size_t size);
void scree_free(void *block);
// Returns freed memory, which the C library may keep, to the system, if the program asks for it: in that of a host it would scan what is not ours.
void scree_give_back(void);
extern bool scree_gives_back;
// A block for `need` items: the same one if it is large enough, else a new one with undefined contents.
void *scree_regrow(void *block, size_t *capacity, size_t need, size_t item);
// Called with the size that could not be allocated; must not return. The default prints to stderr and exits 1.
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
