// SPDX-License-Identifier: BSD-3-Clause
// A world of three heaps that never touch each other, complete and distributed over the ranks of a test: heap k belongs to rank
// k % size, so that with four ranks one has none. Heaps 0 and 1 lie on one triangle of a mesh, heap 2 on a fixed ball
// and a plane.
#pragma once

#include "parallel/comm.h"
#include "wall_contacts/wall_loads.h"
#include "world_of_text.h"

enum { HEAPS = 3, HEAP = 60, STEPS = 60 }; // particles per heap

static inline int heap_of(uint64_t id) {
    return (int)((id - 1) / HEAP);
}

static inline scree_particle ball_of_heap(uint64_t id) {
    const int heap = heap_of(id), k = (int)((id - 1) % HEAP);
    const double r = 2.1e-3 + 2e-6 * (double)((id * 7) % 29);
    const scree_vec3 x =
        vec3(0.2 * heap + 4.25e-3 * (k % 3) + 1e-5 * (k % 7), 4.25e-3 * (k / 3 % 3) + 1.3e-5 * (k % 5),
             0.0021 + 4.25e-3 * (k / 9) + (heap == 2 ? 0.0 : 0.2));
    scree_particle q = ball(id, r, x, vec3(0.001 * k, -0.02, -0.05), vec3(1, 0.01 * k, 2));
    q.fixed = heap == 2 && k == 4;
    return q;
}

// The heaps of rank `rank` of `size`; all of them with size 1.
static inline scree_world *heaps_of(int rank, int size, const char *mesh) {
    scree_particle q[HEAPS * HEAP];
    size_t n = 0;
    for (uint64_t id = 1; id <= HEAPS * HEAP; id++) {
        if (heap_of(id) % size == rank) {
            q[n++] = ball_of_heap(id);
        }
    }
    scree_world *w =
        world_of_text(scree_format("time: {end: 1, dt: 2e-5, velocity_scale: 1}\n"
                                   "gravity: [0, 0.5, -9.81]\n"
                                   "search: {skin: 0.4 mm}\n"
                                   "materials: {m: {density: 2500, young: 5e6, poisson: 0.3}}\n"
                                   "contacts: [{between: any, restitution: 0.5, friction: 0.4}]\n"
                                   "walls:\n"
                                   "  tray: {mesh: {file: %s}, material: m}\n"
                                   "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}\n",
                                   mesh),
                      q, n);
    advance(w, STEPS);
    return w;
}

typedef struct distributed_world {
    scree_comm *comm;
    scree_world *whole, *share; // the complete world, without other ranks; the part of this rank
} distributed_world;

static inline distributed_world distribute(scree_comm *comm) {
    static const scree_vec3 corner[3] = {{-0.1, -0.3, 0.2}, {0.8, -0.3, 0.2}, {-0.1, 0.8, 0.2}};
    const int rank = scree_comm_rank(comm), size = scree_comm_size(comm);
    char *mesh = scree_format("tray_%d_of_%d.stl", rank, size);
    write_mesh(mesh, corner, 1);
    distributed_world d = {comm, heaps_of(0, 1, mesh), heaps_of(rank, size, mesh)};
    scree_free(mesh);
    d.share->comm = comm;
    d.share->ledger = d.whole->ledger; // the ledger is that of all ranks
    scree_double_double *loads = scree_realloc(NULL, 0, scree_wall_loads_words(d.share) * sizeof *loads);
    scree_wall_loads_put(d.share, loads);
    scree_comm_add_double_double(comm, loads, scree_wall_loads_words(d.share));
    scree_wall_loads_take(d.share, loads);
    scree_wall_loads_end(d.share);
    scree_free(loads);
    d.share->particles_total = d.whole->particles_total;
    return d;
}

static inline void free_distributed(distributed_world *d) {
    scree_world_destroy(d->whole);
    scree_world_destroy(d->share);
}
