// SPDX-License-Identifier: BSD-3-Clause
#include "regions/selection.h"
#include "access/particle.h"
#include "regions/region.h"

bool scree_ids_list(const scree_id_ranges *ids, uint64_t first, uint64_t last) {
    bool any = ids->n == 0;
    for (size_t k = 0; k < ids->n && !any; k++) {
        any = last >= ids->data[k].first && first <= ids->data[k].last;
    }
    return any;
}

bool scree_selection_fits(const scree_world *w, const scree_selection *which, size_t i) {
    const uint64_t id = w->p.id[i];
    return (which->material < 0 || w->p.motion[i].w.material == (uint32_t)which->material) &&
           (which->source < 0 || !w->p.source || w->p.source[i] == (uint64_t)which->source) &&
           scree_ids_list(&which->ids, id, id + scree_whole_rows(w, i) - 1);
}

bool scree_selection_has(const scree_world *w, const scree_selection *which, size_t i) {
    return scree_selection_fits(w, which, i) &&
           (!which->has_region || scree_region_contains(w, &which->region, scree_whole_centre(&w->p, i)));
}
