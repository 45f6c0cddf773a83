// SPDX-License-Identifier: BSD-3-Clause
// A capability is a subject with keys, fields, saved numbers, columns and physics of its own, such as heat: a folder, and its name in the
// list scree_capabilities of CMakeLists.txt. A folder `heat` has
//
//   heat_data.h            its types, and lines for the lists of the engine: SCREE_HEAT_CASE, _OWNED (case/case.h; those of _CASE that are freed), _WORLD (state/world.h),
//                          _FIELDS (state/fields.h), _SAVED_NUMBERS and _SAVED_ARRAYS (state/saved_state.h), _KEYS (input/schema.c)
//   scree_heat_section     the section of the input file, in which its keys are
//   scree_heat_capability  what the engine calls, below
//
// Saved numbers and arrays are the same on all ranks, so sums go over the ranks first. The ledger does not know the forces that a hook adds: their work is
// to be added to `ledger.loaded` by the capability, so that the balance of energies closes. tests/extra/drying is a complete example. What belongs to the hot loops over contacts is in kernels/.
#pragma once

#include "access/column.h"
#include "text/report.h"

struct scree_batch;
struct scree_config;
struct scree_hardness;
struct scree_kernels;
struct scree_law_set;

// The smallest bodies of each material that are there or may come.
typedef struct scree_smallest_bodies {
    double *r_min; // m, of those that move; INFINITY: there are none
    bool *fixed;   // are there walls or fixed bodies of it?
} scree_smallest_bodies;

// Stiffness and dashpots of forces on a body that do not come from its contacts, in all directions: over displacements, N/m and N s/m, and over rotations, N m/rad and N m s.
typedef struct scree_hold {
    double shift, turn, shift_dashpot, turn_dashpot;
} scree_hold;

// When the engine calls functions of a capability that may fail, on all ranks. A status that is not SCREE_OK ends the run and has been reported.
typedef enum scree_capability_attempt {
    SCREE_AT_BEGIN, // The forces at the start of a run are known.
    SCREE_AT_CHANGE, // A phase or a program has changed the case; the list is new, the forces are those of before.
    SCREE_BEFORE_CONTACTS,         // Positions, list and touches of walls are those of the new time.
    SCREE_BEFORE_CONTACTS_AT_REST, // The same where forces are computed anew between two steps.
    SCREE_AT_RESHAPE, // The step is done, and `reshapes` is true of some capability: it changes walls; a new list and new forces follow.
    SCREE_ATTEMPTS
} scree_capability_attempt;

// When it calls functions that cannot fail, on all ranks.
typedef enum scree_capability_call {
    SCREE_AT_AUDIT,   // Before a run, to warn of what is suspicious; there are no ranks, list or forces yet.
    SCREE_AT_NUMBERS, // The saved numbers of a run that goes on are known, its particles are not yet.
    SCREE_AT_HOOKS, // Before the first list of a run, of a resumed run and of a phase, to add hooks (state/hooks.h) after removing those of before.
    SCREE_BEFORE_BODIES_CHANGE, // Particles are about to be inserted, deleted or changed otherwise than by their motion.
    SCREE_AFTER_BODIES_CHANGE, // They have been.
    SCREE_BODIES_AS_BEFORE,    // Nothing was changed in the end.
    SCREE_AT_RETURN, // A program has set the world back to a saved state; the list is forgotten. What came later is to be forgotten too.
    SCREE_AFTER_CONTACTS, // The contacts are evaluated, their forces are not summed yet; there is no report.
    SCREE_AFTER_RESHAPE, // The forces of the walls that SCREE_AT_RESHAPE has changed are known; there is no report.
    SCREE_BEFORE_LENGTH_CHANGES, // The steps that follow have another length; world.dt is that of the last one. There is no report.
    SCREE_AFTER_LENGTH_CHANGES, // world.dt is that of the next one; there is no report.
    SCREE_AFTER_ALL,            // The step is done, to warn.
    SCREE_BEFORE_SAVE, // What is saved is taken or written next, from a world that does not change: sums that ranks have apart go into it; there is no report. Collective.
    SCREE_AT_MEASURE,  // The columns are read next; there is no report.
    SCREE_AT_END,      // The world is destroyed: frees what the capability has in it.
    SCREE_CALLS
} scree_capability_call;

typedef struct scree_capability {
    // NULL: the capability does nothing then.
    scree_status (*attempt[SCREE_ATTEMPTS])(scree_world *w, scree_report *r);
    void (*at[SCREE_CALLS])(scree_world *w, scree_report *r);
    // Needs a new list and contacts in this step, or before the next one; the same on all ranks. NULL: never.
    bool (*is_due)(const scree_world *w);
    // Will it change the shapes of walls at the end of this step? The same on all ranks. NULL: never.
    bool (*reshapes)(const scree_world *w);
    // How far beyond touch the next list has to find pairs for it, m; the same on all ranks. ago: s, since the last evaluation of forces; 0: between
    // steps, where a program may have moved particles. NULL: the list need not reach beyond touch.
    double (*reach)(scree_world *w, double ago);
    // The words for what is so far apart, such as "bonds of bodies", and what makes it shorter, for the message that a periodic box has no room for it.
    const char *reach_of, *reach_remedy;
    // The longest time step that is stable with its forces, in four parts, each of which may be NULL; stability/vibration.h has the theory.
    // Stiffness and dashpots of the contacts in a batch, for laws of the slots that no other part of the engine measures: adds them to out[0 .. n-1].
    void (*stiffen)(const struct scree_law_set *set, const struct scree_kernels *kernels,
                    const struct scree_batch *b, struct scree_hardness *out);
    // Do its forces act in the middle between the centres of two particles, wherever their surfaces are?
    bool (*acts_midway)(const scree_world *w);
    // Adds what holds the body that begins in row i, besides its contacts. Where it acts between two bodies that move, twice as much is an upper bound.
    // Called by many threads at once. Inertia is the mass of a particle, which all of the engine knows.
    void (*hold)(const scree_world *w, size_t i, scree_hold *sum);
    // Before a run, when it is not known which bodies will meet: the longest step that dt: auto may take, s; do world.dt and lengths of the capability fit, with notes
    // and warnings? False, and reported: they do not. Collective.
    double (*longest_step)(const scree_world *w, const scree_smallest_bodies *smallest);
    bool (*step_fits)(const scree_world *w, const scree_smallest_bodies *smallest, scree_report *r);
    // The step of its own state, after the contacts are evaluated. Returns `status`, or the reason why the run ends. may_fuse: nothing reads the particles before the next
    // step, so a part of the work may be left to the pass that sums the forces, as heat does. NULL: it has no such step.
    scree_status (*advance)(scree_world *w, bool may_fuse, scree_status status, scree_report *r);
    // Which of its numbers in the world is not finite, in words; NULL: none, or none of them can be.
    const char *(*unusable)(const scree_world *w);
    // Returns what a material of particles lacks for it, and what would be accepted; NULL: nothing. It is asked of the particles that programs add.
    const char *(*lacks)(const scree_case *c, size_t material);
    // The outputs of all cases of a run, of its phases and after changes by a program, have the same columns and files: gives c what `other` has.
    void (*show)(scree_case *c, const scree_case *other);
    // A phase or a program has changed the case, so w goes on where `before` ends, with all that is saved of it: takes over what else there is.
    void (*follow)(scree_world *w, const scree_world *before);
    // Rules between its keys and the rest of the case: when all sections but the contacts have been read; when the laws of all pairs are known.
    void (*check)(struct scree_config *g), (*check_pairs)(struct scree_config *g);
    // Changes what it has of the case for coarse-grained particles (case/coarsening.h), or reports that no rule holds. NULL: no case with its section can be coarse-grained.
    void (*coarsen)(struct scree_config *g);
    const scree_column_table *columns, *wall_columns; // of the world, of each wall; NULL: none
} scree_capability;
