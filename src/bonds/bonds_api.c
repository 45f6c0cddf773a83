// SPDX-License-Identifier: BSD-3-Clause
// The functions by which host programs read bonds.
#include "bonds/bonds.h"
#include "pairs/surface.h"

size_t scree_world_bond_list(const scree_world *w, size_t room, scree_bond_now *to) {
    scree_bond_list list = {0};
    scree_bonds_list(w, &list);
    for (size_t k = 0; k < list.n && k < room; k++) {
        const scree_bond *b = &list.data[k];
        const bool wall = b->wall >= 0;
        to[k] = (scree_bond_now){.a = b->a,
                                 .b = wall ? 0 : b->b,
                                 .wall = b->wall,
                                 .triangle = wall ? (uint32_t)b->b : 0,
                                 .length = b->length,
                                 .made = b->made,
                                 .strength = b->factor,
                                 .utilisation = b->load,
                                 .energy = (b->energy[0] + b->energy[1]) + (b->energy[2] + b->energy[3])};
        vec_to_array(b->from, to[k].from);
        vec_to_array(b->to, to[k].to);
        vec_to_array(b->force, to[k].force);
        vec_to_array(b->moment, to[k].moment);
    }
    const size_t n = list.n;
    scree_array_free(&list);
    return n;
}

size_t scree_world_take_broken(scree_world *w, size_t room, scree_broken_bond *to) {
    const size_t n = w->broken.n;
    for (size_t k = 0; k < n && k < room; k++) {
        const scree_bond_break *b = &w->broken.data[k];
        const bool wall = b->wall >= 0;
        to[k] = (scree_broken_bond){
            .a = b->a,
            .b = wall ? 0 : b->b,
            .wall = wall ? (int)scree_surface_part(w, b->wall, (uint32_t)b->b).wall : -1,
            .mode = b->mode,
            .time = b->time,
            .age = b->age,
            .energy = b->energy,
        };
        vec_to_array(b->at, to[k].position);
    }
    w->broken.n = n <= room ? 0 : n;
    return n;
}
