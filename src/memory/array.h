// SPDX-License-Identifier: BSD-3-Clause
// Memory: 64-byte aligned blocks that grow, and a typed growable array on top.
// If memory runs out, the hook scree_out_of_memory ends the process, so callers need not handle it. Arrays grow only between
// steps.
#pragma once

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

// These do what memcpy, memset and qsort do, but also accept NULL, which is the data of an array without items.
void scree_copy(void *to, const void *from, size_t size);
void scree_copy_to_(void *data, size_t at, const void *from, size_t size);
void scree_clear(void *data, size_t size);
void scree_sort(void *data, size_t n, size_t item, int (*compare)(const void *, const void *));
#define scree_array_sort(a, compare) scree_sort((a)->data, (a)->n, sizeof *(a)->data, (compare))
// Sets the length; all items are zeros.
#define scree_array_zeros(a, count)                                                                          \
    (scree_array_resize((a), (count)), scree_clear((a)->data, (a)->n * sizeof *(a)->data))
// Adds copies of some items, or of those of another array, at the end.
#define scree_array_append(a, from, count)                                                                   \
    (scree_array_reserve((a), (a)->n + (count)),                                                             \
     scree_copy_to_((a)->data, (a)->n * sizeof *(a)->data, (from), (count) * sizeof *(a)->data),             \
     (a)->n += (count))
#define scree_array_copy(to, from) ((to)->n = 0, scree_array_append((to), (from)->data, (from)->n))
// k, a variable, becomes the number of the first of n sorted items that is not below what is looked for; `below`: whether item k is.
#define scree_bisect(k, n, below)                                                                            \
    do {                                                                                                     \
        size_t low_ = 0, high_ = (n);                                                                        \
        while ((k) = low_ + (high_ - low_) / 2, low_ < high_) {                                              \
            const bool is_below_ = (below);                                                                  \
            low_ = is_below_ ? (k) + 1 : low_;                                                               \
            high_ = is_below_ ? high_ : (k);                                                                 \
        }                                                                                                    \
    } while (0)
// Frees what the pointers in an array point to, and the array.
#define scree_array_free_each(a) (scree_free_each_((a)->data, (a)->n), scree_array_free(a))
void scree_free_each_(const void *pointers, size_t n);
