// SPDX-License-Identifier: BSD-3-Clause
// The arguments and the sums of the loops over contacts. Pairs are grouped by
//   block   of one pair of materials, or of one wall, in one zone of the domain: scree_pair_block
//   chunk   the pairs of a block that one thread takes at a time: run_chunk, with sums of its own
//   run     512 of them, most of which touch or not: filter_dense, filter_sparse; else filter_exact
//   BLOCK   64 of them, tested at a time
//   batch   up to SCREE_BATCH that a filter has passed: run_batch gathers, runs the laws and stores
//   lane    one contact of a batch
#ifndef SCREE_BATCH_PAIR_JOB_H
#define SCREE_BATCH_PAIR_JOB_H

#include "laws/list/law_set.h"
#include "maths/double_double.h"

// Sums over the contacts of one chunk of pairs, for the ledger and the alarm.
typedef struct scree_chunk_sums {
    scree_double_double modes[3][SCREE_MODES]; // work, W; viscous, W; elastic, J: as in scree_ledger_modes
    scree_double_double springs[SCREE_MODES];  // J, work put into springs in this step, where laws write it
    scree_double_double known[SCREE_MODES], known_power; // as in scree_ledger_modes; with `summed`
    scree_double_double wall_power;                      // W, of moving walls on particles
    // Contacts whose overlap is beyond the limit of the case, or not a number; see scale_of in ledger_sums.h.
    uint64_t deep;
    uint64_t large; // contacts with an overlap beyond alarms.overlap_warning
    double depth;   // largest overlap / smaller radius, of contacts not below known_depth
    size_t deepest; // the pair of that contact; of several, the first by ids
    // W, corrections of work, viscous and known_power for `velocity_lag`, of the owned bodies; see late_power.h.
    scree_double_double late[2][SCREE_MODES], late_known;
    uint64_t contacts;
    uint64_t unfinished; // contacts of convex bodies whose deepest point was not found in the steps allowed
    // In a cell that deforms: sums of force times distance, in units of 1 / job->per_virial, by the members of scree_upper, so that they are the same in
    // any order; and whether a term was too large for that and was cut.
    int64_t virial[SCREE_STRESSES];
    bool virial_cut;
    // The number of bonds, the largest gap between their bodies (m), and the number and the energy by mode of bonds that break here.
    uint64_t bonds;
    double bond_gap;
    uint64_t breaks[SCREE_MODES];
    scree_double_double broken[SCREE_MODES],
        bonded[SCREE_MODES]; // J: of these, and stored in those that hold
    // The same of liquid bridges: their number, how many have formed and rupture here, J that these had stored, and that the others store.
    uint64_t bridges, formed, ruptures;
    scree_double_double ruptured, capillary;
} scree_chunk_sums;

// Arguments of the kernels for the pairs of one block.
typedef struct scree_pair_job {
    const scree_world *world;
    const scree_pair_block *block;
    const scree_law_set *laws;
    scree_period period;     // of the cell
    const scree_cell *cell;  // one that deforms; NULL: it does not
    double per_virial;       // 1/J, units of the sums over contacts for its stress, a power of two
    double dt, step, begins; // see scree_batch
    // Overlap / radius below which contacts need no check: the smaller of the largest so far and the warning, less where bodies are thinner than the spheres of their
    // volumes; infinite without a normal law.
    double known_depth;
    double
        velocity_lag; // s by which the velocities used by the forces are older than the positions; see late_power.h
    double neck, field; // m beyond touch, up to which formed contacts hold, and up to which a field acts
    bool convex;        // some particles are convex bodies
    int kinds;          // of these, bits of convex/quick.h
    bool stored;        // compute the energy stored in contacts
    bool summed;        // and sum it for the ledger
    bool staged;        // without fused loops
    bool masses;        // members of clumps have a mass for each contact
    bool
        central; // all clumps are convex bodies about their centres, so their mobilities follow from their masses
    bool streams; // the data do not fit into the inner caches: prefetch, and store around the caches
} scree_pair_job;

#endif
