// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/block_job.h"
#include "access/particle.h"
#include "convex/quick.h"
#include "kernels/kernels.h"
#include <math.h>

// The kinds of bodies that there may be.
static int kinds_of(const scree_case *c) {
    int kinds = SCREE_QUICK_ELLIPSOIDS; // spheres are such
    for (size_t k = 0; k < c->shape.n; k++) {
        const scree_shape *shape = &c->shape.data[k].shape;
        for (size_t i = 0; i < shape->piece.n; i++) {
            const scree_form *f = &shape->piece.data[i].form;
            kinds |= scree_quick_kind(f->kind, f->exponent);
        }
    }
    return kinds;
}

// Is each shape one convex body about its centre?
static bool all_are_central(const scree_case *c) {
    bool all = true;
    for (size_t k = 0; k < c->shape.n; k++) {
        const scree_shape *shape = &c->shape.data[k].shape;
        all &= scree_shape_is_convex(shape) && vec_norm2(shape->member.data[0].at) == 0.0;
    }
    return all;
}

scree_shape_facts scree_shape_facts_of(const scree_case *c) {
    return (scree_shape_facts){.hull = c->hull.data,
                               .piece_turn = c->piece_turn.data,
                               .kinds = scree_case_has_convex(c) ? kinds_of(c) : 0,
                               .central = all_are_central(c),
                               .thinnest = scree_case_thinnest(c)};
}

scree_pair_job scree_block_job(const scree_world *w, const scree_pair_block *block, bool elapsed,
                               bool stored) {
    const scree_case *c = w->case_;
    scree_pair_job job = {.world = w, .block = block, .period = w->cell.period};
    job.laws = (block->wall < 0 ? w->laws : w->wall_laws) + scree_laws_index(w, block);
    job.cell = w->cell.deforms ? &w->cell : NULL;
    job.per_virial = w->cell.deforms ? 1.0 / w->deformation.unit : 0.0;
    const bool full = c->integrator == SCREE_VERLET;
    job.dt = elapsed ? w->dt : 0.0;
    job.step = w->dt;
    job.begins = full ? 0.5 : 1.0;
    job.velocity_lag = full || !elapsed ? 0.0 : 0.5 * w->dt;
    job.neck = job.laws->traits & SCREE_TRAIT_NECK ? job.laws->reach : 0.0;
    job.field = job.laws->traits & SCREE_TRAIT_FIELD ? job.laws->reach : 0.0;
    job.summed = stored;
    job.stored = stored || scree_case_warms_contacts(c) || (block->wall >= 0 && w->pairs.wear);
    job.masses = scree_case_has_clumps(w->case_) && w->case_->contact_mass != SCREE_CONTACT_MASS_BODY;
    job.convex = w->p.form != NULL;
    job.central = job.masses && w->p.mobility && w->shapes.central;
    job.kinds = w->shapes.kinds;
    job.staged = w->staged || job.convex;
    job.known_depth = scree_law_set_keeps_apart(job.laws)
                          ? w->shapes.thinnest * fmin(w->deepest.ratio, fmin(c->alarms.overlap_warning,
                                                                             c->alarms.overlap_limit))
                          : INFINITY;
    job.streams = block->wall < 0 &&
                  w->p.n > 3000; // 3000 particles: 300 kB. Forces of wall pairs are read again at once
    return job;
}
