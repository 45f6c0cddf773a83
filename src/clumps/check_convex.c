// SPDX-License-Identifier: BSD-3-Clause
// Laws that convex bodies cannot be used with.
#include "clumps/clump_keys.h"
#include "keys/complain.h"
#include "laws/list/law_set.h"

void scree_check_convex_pairs(scree_config *g) {
    const scree_case *c = g->c;
    const size_t n = scree_case_named(c);
    for (size_t k = 0; g->message.n == 0 && scree_case_has_convex(c) && k < n * n; k++) {
        const scree_law_set set = scree_law_set_of(c, k / n, k % n);
        const bool field = set.traits & SCREE_TRAIT_FIELD;
        if ((set.bond >= 0 || field) && k / n <= k % n) {
            scree_config_error(g, c->shape.data[0].place,
                               "shapes: %s with %s has a law that %s, which is not known of convex bodies; "
                               "accepted: laws that act while bodies touch, or clumps",
                               c->material.data[k / n].name, c->material.data[k % n].name,
                               field ? "acts at a distance" : "makes bonds");
        }
    }
}
