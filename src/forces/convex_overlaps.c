// SPDX-License-Identifier: BSD-3-Clause
#include "forces/convex_overlaps.h"

#include "access/convex_body.h"
#include "case/case.h"

double scree_convex_thinnest(const scree_world *w) {
    double least = 1.0;
    for (size_t k = 0; k < w->case_->shape.n; k++) {
        const scree_shape *shape = &w->case_->shape.data[k].shape;
        least = scree_shape_is_convex(shape) ? fmin(least, scree_shape_thickness(shape)) : least;
    }
    return least;
}

// The overlap of two particles, or a bound that it does not exceed, if that is below `enough`.
static double overlap_of(const scree_world *w, size_t a, size_t b, double enough) {
    const scree_pos *x = w->p.x + a, *y = w->p.x + b;
    const scree_vec3 d = scree_nearest_image(&w->cell.period, y->x - x->x, y->y - x->y, y->z - x->z);
    const double distance = vec_norm(d);
    if (!scree_is_convex(&w->p, a) && !scree_is_convex(&w->p, b)) {
        return x->r + y->r - distance;
    }
    const scree_convex one = scree_convex_body(&w->p, a), other = scree_convex_body(&w->p, b);
    if (distance > 0.0) {
        const scree_vec3 n = vec_scale(1.0 / distance, d);
        const double bound =
            scree_support_of(&one, n, 0).h + scree_support_of(&other, vec_scale(-1.0, n), 0).h - distance;
        if (bound < enough) {
            return bound;
        }
    }
    return scree_convex_depth_of(&one, &other, d, 1).depth;
}

// Is pair x before pair y by the ids of their bodies? Wall elements are compared like ids.
static bool comes_first(const scree_world *w, bool wall, size_t x, size_t y) {
    const scree_pair p = w->pairs.pair[x], q = w->pairs.pair[y];
    const uint64_t *id = w->p.id;
    return id[p.a] != id[q.a] ? id[p.a] < id[q.a] : wall ? p.b < q.b : id[p.b] < id[q.b];
}

void scree_convex_overlaps(const scree_world *w, const scree_pair_block *block, size_t first, size_t last,
                           double known, scree_chunk_sums *s) {
    const scree_alarms_def *alarms = &w->case_->alarms;
    const bool wall = block->wall >= 0;
    s->deep = s->large = 0;
    s->depth = 0.0;
    for (size_t k = first; k < last; k++) {
        const scree_pair pair = w->pairs.pair[k];
        if (!w->pairs.touching[k]) {
            continue;
        }
        const double ra = scree_thinnest_radius(&w->p, pair.a),
                     rb = wall ? ra : scree_thinnest_radius(&w->p, pair.b), smaller = fmin(ra, rb);
        // of two spheres, as the kernels have it
        const bool convex = scree_is_convex(&w->p, pair.a) || (!wall && scree_is_convex(&w->p, pair.b));
        const double limit = alarms->overlap_limit * (convex || wall ? smaller : 2.0 * ra * rb / (ra + rb)),
                     overlap = wall ? w->pairs.touch[k - w->pairs.first_wall_pair].overlap
                                    : overlap_of(w, pair.a, pair.b, known * smaller),
                     depth = overlap / smaller;
        s->deep += !(overlap < limit);
        s->large += !(depth < alarms->overlap_warning);
        if (!(depth < known) &&
            (depth > s->depth || (depth == s->depth && comes_first(w, wall, k, s->deepest)))) {
            s->depth = depth;
            s->deepest = k;
        }
    }
}
