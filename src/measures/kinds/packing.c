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

// ---- profile -----------------------------------------------------------------------------------------------

// Part k of n of a region, by slabs or rings. `inner` is what a ring leaves out: its radius is 0 where that is nothing.
static scree_region part_of(const scree_measure_def *d, int k, scree_region *inner) {
    scree_region part = d->region;
    const double n = d->bins;
    double from[3], to[3];
    inner->radius = 0.0;
    if (d->along == SCREE_ALONG_AXIS) {
        part.point = vec_add_scaled(part.point, part.length * k / n, part.axis);
        part.length /= n;
    } else if (d->along == SCREE_ALONG_RADIUS) {
        *inner = part;
        inner->radius = part.radius * k / n;
        part.radius *= (k + 1) / n;
    } else {
        for (int j = 0; j < 3; j++) {
            const double low = vec_get(part.min, j), size = vec_get(part.max, j) - low;
            from[j] = j == d->along ? low + size * k / n : low;
            to[j] = j == d->along ? low + size * (k + 1) / n : low + size;
        }
        part.min = vec3(from[0], from[1], from[2]);
        part.max = vec3(to[0], to[1], to[2]);
    }
    return part;
}

// Distance of the middle of part k from the beginning of the profile, the axis or, along an axis of space, the origin.
static double middle_of(const scree_measure_def *d, int k) {
    const scree_region *q = &d->region;
    const double share = (k + 0.5) / d->bins;
    return d->along == SCREE_ALONG_AXIS ? q->length * share
           : d->along == SCREE_ALONG_RADIUS
               ? q->radius * share
               : vec_get(q->min, d->along) + (vec_get(q->max, d->along) - vec_get(q->min, d->along)) * share;
}

static void evaluate_packing_profile(const scree_arrangement *a, const scree_measure_def *d,
                                     scree_measured *out, scree_measure_rows *rows) {
    const size_t n = (size_t)d->bins;
    if (!d->has_region) {
        scree_measure_lacks(out, "it has no region");
        return;
    }
    scree_double_double *sum = scree_zeros(n * sizeof *sum), all = {0.0, 0.0};
    double largest = 0.0;
    for (size_t i = 0; i < a->particle.n; i++) {
        const scree_arranged *q = &a->particle.data[i];
        for (int k = 0; k < d->bins && q->counts; k++) {
            scree_region inner;
            const scree_region part = part_of(d, k, &inner);
            const double hole = inner.radius > 0.0 ? volume_in(a, &inner, q) : 0.0;
            scree_double_double_add(&sum[k], q->share * (volume_in(a, &part, q) - hole));
        }
    }
    scree_comm_add_double_double(a->comm, sum, n);
    for (int k = 0; k < d->bins; k++) {
        scree_region inner;
        const scree_region part = part_of(d, k, &inner);
        const double hole = inner.radius > 0.0 ? scree_region_volume(a->w, &inner) : 0.0,
                     filled = scree_double_double_value(&sum[k]),
                     fraction = filled / (scree_region_volume(a->w, &part) - hole);
        scree_double_double_add(&all, filled);
        largest = fmax(largest, fraction);
        if (rows) {
            scree_array_push(rows, middle_of(d, k));
            scree_array_push(rows, fraction);
        }
    }
    out->value[0] = scree_double_double_value(&all) / scree_region_volume(a->w, &d->region);
    out->value[1] = largest;
    scree_free(sum);
}

static const scree_column profile_values[] = {
    {"packing_fraction", "1", "Of the whole region.", SCREE_MEASURED(0)},
    {"largest_fraction", "1", "Of the part with the largest one.", SCREE_MEASURED(1)},
};

static const scree_column profile_columns[] = {
    {"position", "m",
     "Middle of a part: a coordinate, or the distance from the first end or the axis of the cylinder.",
     .when = NULL},
    {"fraction", "1", "Packing fraction there.", .when = NULL},
};

const scree_measure scree_measure_packing_profile = {
    .doc = "The packing fraction in `bins` parts of a box along x, y or z, or of a cylinder along its axis "
           "or its radius. Spheres count in each part with the volume that they have there, as in `packing`.",
    .source = "Definition, as in `packing`.",
    .cost = "One pass over particles for each part: particles times `bins`.",
    .needs_region = true,
    .value = {SCREE_COLUMNS(profile_values)},
    .column = profile_columns,
    .n_columns = 2,
    .evaluate = evaluate_packing_profile,
};
