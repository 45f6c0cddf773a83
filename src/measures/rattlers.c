// SPDX-License-Identifier: BSD-3-Clause
#include "measures/rattlers.h"
#include "access/particle.h"
#include <stdlib.h>
#include <string.h>

typedef SCREE_ARRAY(uint64_t) id_list;

static int by_id(const void *x, const void *y) {
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

// By which other ranks know a whole.
static uint64_t id_of(const scree_world *w, size_t i) {
    return scree_is_member(&w->p, i) ? w->p.body[i] : w->p.id[i];
}

// Bearing contacts of each whole that counts, by its first row.
static void count_contacts(const scree_arrangement *a, const bool *rattles, uint32_t *count) {
    memset(count, 0, a->particle.n * sizeof *count);
    for (size_t k = 0; k < a->contact.n; k++) {
        const scree_arranged_contact *c = &a->contact.data[k];
        const uint32_t end[2] = {c->a, c->b};
        for (int j = 0; j < 2 && scree_bears(c, rattles); j++) {
            if (end[j] != SCREE_ARRANGED_WALL && a->particle.data[end[j]].counts) {
                count[a->particle.data[end[j]].first]++;
            }
        }
    }
}

// Marks the ghosts of wholes that other ranks have found.
static void mark_ghosts(const scree_arrangement *a, uint64_t *found, size_t n, bool *rattles) {
    scree_sort(found, n, sizeof *found, by_id);
    for (size_t i = a->w->p.n; i < a->particle.n; i++) {
        const uint64_t id = id_of(a->w, i);
        rattles[i] |= bsearch(&id, found, n, sizeof id, by_id) != NULL;
    }
}

bool *scree_rattlers_of(const scree_arrangement *a, int least) {
    const size_t rows = a->particle.n;
    bool *rattles = scree_zeros((rows + 1) * sizeof *rattles);
    uint32_t *count = scree_zeros((rows + 1) * sizeof *count);
    id_list mine = {0};
    for (uint64_t more = least > 0; more > 0;) {
        count_contacts(a, rattles, count);
        mine.n = 0;
        more = 0;
        for (size_t i = 0; i < rows; i++) {
            const scree_arranged *q = &a->particle.data[i];
            const bool is = q->counts && !q->fixed && count[q->first] < (uint32_t)least;
            if (is && !rattles[i] && q->first == i) {
                scree_array_push(&mine, a->w ? id_of(a->w, i) : 0);
                more++;
            }
            rattles[i] |= is;
        }
        if (scree_comm_size(a->comm) > 1) {
            size_t size;
            uint64_t *all = scree_comm_share(a->comm, mine.data, mine.n * sizeof *mine.data, &size);
            more = size / sizeof *all;
            mark_ghosts(a, all, more, rattles);
            scree_free(all);
        }
    }
    scree_array_free(&mine);
    scree_free(count);
    return rattles;
}
