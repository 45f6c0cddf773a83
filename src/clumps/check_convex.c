// SPDX-License-Identifier: BSD-3-Clause
// Laws that convex bodies cannot be used with.
#include "clumps/clump_keys.h"
#include "keys/complain.h"
#include "laws/list/law_set.h"
#include <math.h>

// Is there a wall whose distance from a body that does not touch it is not known: one of triangles, a sphere, or a cylinder with ends?
static bool has_near_walls_only(const scree_case *c) {
    bool has = false;
    for (size_t k = 0; k < c->wall.n; k++) {
        const scree_wall_def *d = &c->wall.data[k];
        has |= d->kind != SCREE_WALL_PLANE && !(d->kind == SCREE_WALL_CYLINDER && isinf(d->length));
    }
    return has;
}

void scree_check_convex_pairs(scree_config *g) {
    const scree_case *c = g->c;
    const size_t n = scree_case_named(c);
    const bool near_only = has_near_walls_only(c);
    for (size_t k = 0; g->message.n == 0 && scree_case_has_convex(c) && k < n * n; k++) {
        const scree_law_set set = scree_law_set_of(c, k / n, k % n);
        if (set.bond >= 0 && !set.wet &&
            k / n <= k % n) { // a bond holds one point of each body, the deepest points wander over them
            scree_config_error(g, c->shape.data[0].place,
                               "shapes: %s with %s has a law that makes bonds, which are not known of convex "
                               "bodies; accepted: another law, liquid bridges, or clumps",
                               c->material.data[k / n].name, c->material.data[k % n].name);
        } else if (near_only &&
                   (set.wet ||
                    set.traits &
                        SCREE_TRAIT_FIELD)) { // distances from other walls are known of bodies that touch
            scree_config_error(g, c->shape.data[0].place,
                               "shapes: %s with %s has a law that acts at a distance, which is not known of "
                               "convex bodies beside other walls than planes and cylinders without ends; "
                               "accepted: such walls, or laws that act while bodies touch",
                               c->material.data[k / n].name, c->material.data[k % n].name);
        }
    }
}
