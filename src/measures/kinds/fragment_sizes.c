// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 has the list of fragments; the numbers and the table are the same on all ranks.
#include "bonds/fragments.h"
#include "maths/math.h"
#include "measures/measure.h"
#include <stdlib.h>

enum { COUNT, LARGEST, MEDIAN_MASS, MEDIAN_DIAMETER, NUMBERS, ROW = 2 };

static int by_mass(const void *x, const void *y) {
    const scree_fragment *a = x, *b = y;
    if (a->mass != b->mass) {
        return a->mass < b->mass ? -1 : 1;
    }
    if (a->volume != b->volume) {
        return a->volume < b->volume ? -1 : 1;
    }
    return (a->id > b->id) - (a->id < b->id);
}

// Keeps those that have a mass and lie in the region, ascending by mass; returns their number.
static size_t select_fragments(const scree_arrangement *a, const scree_measure_def *d, scree_fragment *list,
                               size_t n) {
    size_t kept = 0;
    for (size_t k = 0; k < n; k++) {
        if (list[k].mass > 0.0 && scree_measure_has(a, d, list[k].x)) {
            list[kept++] = list[k];
        }
    }
    scree_sort(list, kept, sizeof *list, by_mass);
    return kept;
}

// Of fragments that ascend by mass; a row of the table for each mass.
static void measure_sizes(const scree_fragment *list, size_t n, double *value, scree_measure_rows *rows) {
    double mass = 0.0, sum = 0.0;
    bool found = false;
    for (size_t k = 0; k < n; k++) {
        mass += list[k].mass;
    }
    value[COUNT] = (double)n;
    value[LARGEST] = list[n - 1].mass;
    for (size_t k = 0; k < n; k++) {
        sum += list[k].mass;
        if (!found && sum >= 0.5 * mass) {
            found = true;
            value[MEDIAN_MASS] = list[k].mass;
            value[MEDIAN_DIAMETER] = scree_pow(list[k].volume * 6.0 / SCREE_PI, 1.0 / 3.0);
        }
        if (k + 1 == n || list[k + 1].mass > list[k].mass) {
            scree_array_push(rows, list[k].mass);
            scree_array_push(rows, sum / mass);
        }
    }
}

static void evaluate_fragment_sizes(const scree_arrangement *a, const scree_measure_def *d,
                                    scree_measured *out, scree_measure_rows *rows) {
    scree_measure_rows found = {0};
    uint64_t size = 0;
    size_t n = 0;
    scree_fragment *list = scree_fragments_list(a->w, &n);
    n = list ? select_fragments(a, d, list, n) : 0;
    if (n > 0) {
        measure_sizes(list, n, out->value, &found);
        size = found.n;
    }
    scree_free(list);
    scree_comm_broadcast(a->comm, 0, &size, sizeof size);
    if (size == 0) {
        scree_measure_lacks(out, "there are no free particles in its region");
        return;
    }
    scree_array_resize(&found, size);
    scree_comm_broadcast(a->comm, 0, out->value, NUMBERS * sizeof *out->value);
    scree_comm_broadcast(a->comm, 0, found.data, size * sizeof *found.data);
    for (size_t k = 0; k < found.n && rows; k++) {
        scree_array_push(rows, found.data[k]);
    }
    scree_array_free(&found);
}

static const scree_column values[] = {
    {"fragment_count", "1", "Number of fragments.", SCREE_MEASURED(COUNT)},
    {"fragment_largest", "kg", "Mass of the largest one.", SCREE_MEASURED(LARGEST)},
    {"fragment_median_mass", "kg",
     "Smallest mass M such that fragments of mass M or less have half of all mass.",
     SCREE_MEASURED(MEDIAN_MASS)},
    {"fragment_d50", "m", "Diameter of a sphere that has the volume of that fragment.",
     SCREE_MEASURED(MEDIAN_DIAMETER)},
};

static const scree_column columns[ROW] = {
    {"mass", "kg", "A mass that fragments have.", .when = NULL},
    {"share", "1", "Share of all mass that is in fragments of this mass or less.", .when = NULL},
};

const scree_measure scree_measure_fragment_sizes = {
    .doc = "A fragment is a set of particles that bonds connect; a particle that has none is a fragment of "
           "its own, and so is a clump. In a region fragments with their centre of mass in it count. Fixed "
           "particles have no mass, and fragments of fixed particles alone do not count. The volume of a "
           "fragment is that of its particles, without the gaps between them.",
    .source = "Definition: d50 of sieving, by mass.",
    .cost = "One pass over particles and bonds, and a sort of them on rank 0, which needs 160 B for each "
            "particle of all ranks.",
    .world = true,
    .value = {SCREE_COLUMNS(values)},
    .column = columns,
    .n_columns = ROW,
    .evaluate = evaluate_fragment_sizes,
};
