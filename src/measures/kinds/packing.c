// SPDX-License-Identifier: BSD-3-Clause
#include "maths/math.h"
#include "measures/cut_volume.h"
#include "measures/measure.h"
#include "regions/region.h"

// Image (i, j, k) of a place across the periodic borders; false: there is none.
static bool image_of(const scree_arrangement *a, int number, scree_vec3 *x) {
    double at[3];
    for (int k = 0; k < 3; k++) {
        const int n = number % 3 - 1; // -1, 0, 1
        number /= 3;
        at[k] = vec_get(*x, k) + n * a->cell.period.length[k];
        if (n != 0 && !a->cell.periodic[k]) {
            return false;
        }
    }
    *x = vec3(at[0], at[1], at[2]);
    return true;
}

// Volume of a sphere in the region, with its images.
static double volume_in(const scree_arrangement *a, const scree_region *region, const scree_arranged *q) {
    enum { IMAGES = 27 };
    double sum = 0.0;
    if (region->kind == SCREE_REGION_MESH) {
        return scree_region_contains(a->w, region, q->whole) ? scree_sphere_volume(q->r) : 0.0;
    }
    for (int k = 0; k < IMAGES; k++) {
        scree_vec3 x = q->x;
        sum += image_of(a, k, &x) ? scree_cut_volume(region, x, q->r) : 0.0;
    }
    return sum;
}

static void evaluate_packing(const scree_arrangement *a, const scree_measure_def *d, scree_measured *out,
                             scree_measure_rows *rows) {
    scree_double_double sum = {0.0, 0.0};
    (void)rows;
    if (!d->has_region) {
        scree_measure_lacks(out, "it has no region");
        return;
    }
    for (size_t i = 0; i < a->particle.n; i++) {
        const scree_arranged *q = &a->particle.data[i];
        if (q->counts) {
            scree_double_double_add(&sum, q->share * volume_in(a, &d->region, q));
        }
    }
    scree_comm_add_double_double(a->comm, &sum, 1);
    out->value[0] = scree_double_double_value(&sum) / scree_region_volume(a->w, &d->region);
}

static const scree_column values[] = {
    {"packing_fraction", "1", "Volume of the particles in the region over that of the region.",
     SCREE_MEASURED(0)},
};

const scree_measure scree_measure_packing = {
    .doc = "phi = sum V_i / V, where V_i is the volume that sphere i has in the region of volume V: spheres "
           "that its border cuts count with the part inside, so that the number is exact for regions of any "
           "size; in the "
           "inside of a mesh spheres count by their centre. Fixed particles count too. Overlaps of contacts "
           "count twice; members of clumps count such that the clump has its volume.",
    .source = "Definition. Caps and lenses in closed form; what several planes or a cylinder cut is an "
              "integral of exact areas of slices, with an error below 1e-7 of the sphere.",
    .cost = "One pass over particles; 1 us for each sphere that an edge, a corner or a cylinder cuts.",
    .needs_region = true,
    .value = {SCREE_COLUMNS(values)},
    .evaluate = evaluate_packing,
};
