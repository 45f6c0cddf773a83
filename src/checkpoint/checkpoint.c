// SPDX-License-Identifier: BSD-3-Clause
#include "checkpoint/checkpoint.h"
#include "access/particle.h"
#include "laws/list/registry.h"
#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Is the law's name that of a law of another sense too?
static bool is_shared_name(const scree_law *law) {
    bool shared = false;
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        shared |= slot != (int)law->slot && scree_law_find((scree_slot)slot, law->name) >= 0;
    }
    return shared;
}

char *scree_checkpoint_laws(const scree_pair_def *pair) {
    char *names = scree_strdup("");
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        const scree_law *law = scree_law_at(pair->law[slot]);
        if (law && law->nhistory > 0) {
            bool shared = is_shared_name(law);
            char *longer =
                scree_format("%s%s%s%s%s", names, names[0] ? " " : "",
                             shared ? scree_slot_name((scree_slot)slot) : "", shared ? ":" : "", law->name);
            scree_free(names);
            names = longer;
        }
    }
    return names;
}

void scree_checkpoint_clear(scree_checkpoint *c) {
    scree_array_free_each(&c->material_name);
    scree_array_free_each(&c->shape_name);
    scree_array_free_each(&c->laws);
    scree_array_free_each(&c->wall_name);
    scree_array_free(&c->wall);
    scree_array_free(&c->corner);
    scree_array_free(&c->n_corners);
    scree_particles_clear(&c->p);
#define SCREE_FREE(type, name, ...) scree_array_free(&c->name);
    SCREE_SAVED_ARRAYS(SCREE_FREE)
#undef SCREE_FREE
    scree_array_free(&c->contact);
    scree_array_free(&c->history);
    *c = (scree_checkpoint){0};
}

char *scree_checkpoint_path(const char *dir, uint64_t step) {
    return scree_format("%s/checkpoint_%012" PRIu64 ".scree", dir, step);
}

// The step in a file name; false if it is not that of a checkpoint (a half-written ".part" neither).
static bool step_of(const char *name, uint64_t *step) {
    static const char start[] = "checkpoint_", end[] = ".scree";
    if (strncmp(name, start, strlen(start)) != 0) {
        return false;
    }
    const char *digits = name + strlen(start);
    size_t n = strspn(digits, "0123456789");
    // more digits than 12 only if the number has them, as scree_checkpoint_path writes it
    if (n < 12 || n > 19 || (n > 12 && digits[0] == '0') || strcmp(digits + n, end) != 0) {
        return false;
    }
    *step = strtoull(digits, NULL, 10);
    return true;
}

static int compare_steps(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

uint64_t *scree_checkpoint_steps(const char *dir, size_t *n) {
    SCREE_ARRAY(uint64_t) steps = {0};
    DIR *d = opendir(dir);
    for (struct dirent *entry; d && (entry = readdir(d)) != NULL;) {
        uint64_t step;
        if (step_of(entry->d_name, &step)) {
            scree_array_push(&steps, step);
        }
    }
    if (d) {
        closedir(d);
    }
    scree_array_sort(&steps, compare_steps);
    *n = steps.n;
    return steps.data;
}

char *scree_checkpoint_latest(const char *dir) {
    size_t n;
    uint64_t *steps = scree_checkpoint_steps(dir, &n);
    char *path = n > 0 ? scree_checkpoint_path(dir, steps[n - 1]) : NULL;
    scree_free(steps);
    return path;
}

void scree_checkpoint_prune(const char *dir, int keep, bool (*may)(const void *context, const char *name),
                            const void *context) {
    size_t n, ours = 0;
    uint64_t *steps = scree_checkpoint_steps(dir, &n);
    for (size_t i = 0; i < n; i++) {
        char *path = scree_checkpoint_path(dir, steps[i]);
        if (may(context, strrchr(path, '/') + 1)) {
            steps[ours++] = steps[i];
        }
        scree_free(path);
    }
    for (size_t i = 0; keep > 0 && i + (size_t)keep < ours; i++) {
        char *path = scree_checkpoint_path(dir, steps[i]);
        unlink(path);
        scree_free(path);
    }
    scree_free(steps);
}
