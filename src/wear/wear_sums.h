// SPDX-License-Identifier: BSD-3-Clause
// Sums of the wear of walls. Every rank adds up its own contacts in records that only it has, exactly, so that the order of threads and ranks has no
// effect. Where something is written or saved, these are added over the ranks to world.wear_record and world.wear_bin, which are the same on all ranks,
// and begin again at zero. Drawback: this sends a record for every triangle, 400 B.
#pragma once

#include "pairs/surface.h"
#include "wear/worn_mesh.h"

// The sums of a rank for one triangle and one material since the last merge; of a wall without triangles each thread has its own.
typedef struct scree_wear_own {
    scree_exact_sum sum[SCREE_WEAR_SUMS];
    uint64_t impacts;
    bool used; // false: all is zero
    char lock;
} scree_wear_own;

// The sums over some triangles and all materials, and the depth of the deepest of the triangles, m, when last merged.
typedef struct scree_wear_total {
    double value[SCREE_WEAR_VALUES], deepest;
    uint64_t impacts;
} scree_wear_total;

typedef struct scree_wear_of_wall {
    scree_wear_total sum;
    // If wear moves it: the volume that is still to be taken off, m3, and the largest distance of a vertex from where it was given, m.
    double carried, farthest;
} scree_wear_of_wall;

// A region of the case: the triangles in it, in the order of the walls, and their area, m2, without that of walls that never appear.
typedef struct scree_wear_region {
    SCREE_ARRAY(scree_wall_part) part;
    double area;
    scree_wear_total sum;
} scree_wear_region;

typedef struct scree_wear {
    size_t materials;  // of the file
    size_t bins;       // of a record, of speed and of energy
    size_t *first;     // of each wall: number of its first element
    size_t *first_own; // of each wall: number of its first element in `own`
    size_t elements, own_elements;
    scree_wear_own *own; // element * materials + material
    uint64_t *own_bin;   // bins for each
    uint8_t *touched;    // pairs.touching before the contacts are evaluated
    size_t touched_capacity;
    scree_wear_shape *shape; // of walls that wear moves; NULL: there are none
    bool evaluated; // since this world was made or set back, so that the powers of the pairs are those of now
    scree_wear_of_wall *wall;
    size_t regions;
    scree_wear_region *region;
} scree_wear;

// The wear of a triangle, or of a wall without triangles, of all materials.
typedef struct scree_wear_row {
    double depth; // m; 0 without an area
    double value[SCREE_WEAR_VALUES];
    double pressure, shear; // Pa, means over the time
    uint64_t impacts;
} scree_wear_row;

// Makes room for the walls of a world, which exist; removes it.
void scree_wear_create(scree_world *w);
void scree_wear_destroy(scree_world *w);
// Forgets what was summed since the last merge.
void scree_wear_forget(scree_world *w);
// Adds up over threads and ranks. Collective.
void scree_wear_merge(scree_world *w);
// The elements of a wall: its triangles, or one.
size_t scree_wear_elements_of(const scree_wall *wall);
// The area of an element, m2; of a wall that wear moves: as it was given.
double scree_wear_area_of(const scree_world *w, size_t wall, size_t element);

// Some elements: n of them from the first of a wall on or, where `part` is not NULL, those there.
typedef struct scree_wear_set {
    const char *name;
    size_t wall, n;
    const scree_wall_part *part;
} scree_wear_set;

static inline scree_wall_part scree_wear_set_at(const scree_wear_set *set, size_t k) {
    return set->part ? set->part[k] : (scree_wall_part){(uint32_t)set->wall, (uint32_t)k};
}
scree_wear_set scree_wear_set_of_wall(const scree_world *w, size_t wall);
scree_wear_set scree_wear_set_of_region(const scree_world *w, size_t region);

// Regions, wear_regions.c. Finds their triangles after scree_wear_create, when the meshes are known as they were given.
void scree_wear_regions_create(scree_world *w);
// Before a run: warns of regions without triangles. False: a mesh has no inside, which is reported.
void scree_wear_regions_audit(scree_world *w, scree_report *r);
bool scree_wear_regions_fit(const scree_world *w, scree_report *r);
const scree_wear_record *scree_wear_record_at(const scree_world *w, size_t wall, size_t element,
                                              size_t material);
// Sums of an element of a wall, 0 where it has no triangles, as last merged.
scree_wear_row scree_wear_row_of(const scree_world *w, size_t wall, size_t element);
// Its impacts in each bin, `bins` numbers, of one material or, -1, of all.
void scree_wear_bins_of(const scree_world *w, size_t wall, size_t element, int material, uint64_t *bin);
// The number of bins of speed and of energy.
size_t scree_wear_speed_bins(const scree_case *c);
size_t scree_wear_energy_bins(const scree_case *c);

// Adds the contacts as they are now between the halves of a step: by = 1, for what comes, or -1, for what is not over.
void scree_wear_add_contacts(scree_world *w, double by);

// How the sums take a pair: its powers for so many seconds, what it does at once (1 in a step, else 0), and what it stores.
typedef struct scree_wear_weights {
    double time, once, stored;
} scree_wear_weights;

typedef struct scree_wear_term {
    double value[SCREE_WEAR_VALUES];
} scree_wear_term;

static inline scree_wear_term scree_wear_term_of(const scree_world *w, const scree_pair_block *block,
                                                 size_t k, scree_wear_weights by) {
    const scree_pairs *pairs = &w->pairs;
    const scree_pair_force *f = &pairs->force[k]; // on the particle
    const scree_wall_touch *t = &pairs->touch[k - pairs->first_wall_pair];
    const scree_pair_wear *x = &pairs->wear[k - pairs->first_wall_pair];
    const scree_vec3 n = vec3(t->nx, t->ny, t->nz), force = vec3(f->fx, f->fy, f->fz);
    const double push = -vec_dot(force, n), shear = vec_norm(vec_add_scaled(force, push, n));
    const double volume = by.time * x->rate + by.once * x->lost + by.stored * x->lost_stored;
    const bool front = w->wear->shape && scree_wear_is_at_front(w, w->wear->shape, block->wall, k);
    return (scree_wear_term){{by.time * x->push + by.once * x->lost_push + by.stored * x->stored_push,
                              by.time * x->slide + by.once * x->spring + by.stored * x->stored_slide,
                              by.time * x->path, volume, by.time * push, by.time * shear, 0.0,
                              front ? volume : 0.0}};
}

// The record of this rank in which the pair counts.
static inline size_t scree_wear_own_of(const scree_world *w, const scree_pair_block *block, size_t k,
                                       int thread) {
    const scree_pair pair = w->pairs.pair[k];
    const scree_wall_part part = scree_surface_part(w, block->wall, pair.b);
    const size_t element = w->wall.data[part.wall].mesh ? part.element : (size_t)thread,
                 material = scree_case_base(w->case_, w->p.motion[pair.a].w.material);
    return (w->wear->first_own[part.wall] + element) * w->wear->materials + material;
}

static inline void scree_wear_add(scree_wear_own *own, const scree_wear_term *term) {
    const double *x = term->value;
    own->used = true;
    scree_exact_sum_add(&own->sum[0], (scree_vec4d){x[0], x[1], x[2], x[3]});
    scree_exact_sum_add(&own->sum[1], (scree_vec4d){x[4], x[5], x[6], x[7]});
}
