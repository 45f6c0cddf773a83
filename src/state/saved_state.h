// SPDX-License-Identifier: BSD-3-Clause
// Lists what a run needs to go on with the same bits besides particles, contacts and walls. A new number of the state is one line here: from these lists come
// the members of scree_world and of checkpoints, and all that writes, reads, checks, copies, takes over and frees them. Checkpoints have them in this order.
#pragma once

#include "capabilities.h"

// X(type, name, check, complaint): a type of whole words. check (checkpoint/checkpoint_read.c): may a file have this value, NULL: any; complaint: what is
// wrong with a file where it may not.
#define SCREE_SAVED_NUMBERS(X)                                                                               \
    /* s, of the next step; 0 while forces are computed without a step */                                    \
    X(double, dt, is_above_0, "its time step is not a positive number")                                      \
    /* its time: state/clock.h */                                                                            \
    X(uint64_t, step, NULL, NULL)                                                                            \
    /* s, time at which the case started: 0, or that of a checkpoint with keep_time */                       \
    X(double, began, is_from_0, "its run did not begin at a time")                                           \
    /* events of steps before this one are done */                                                           \
    X(uint64_t, events_done, NULL, NULL)                                                                     \
    /* ids start at 1; larger ones mark contacts with walls */                                               \
    X(uint64_t, next_id, is_an_id, "its ids are beyond all use")                                             \
    /* looks at the time step */                                                                             \
    X(scree_step_watch, step_watch, is_step_watch, "it says of its time step what cannot be")                \
    /* particles that left the domain */                                                                     \
    X(uint64_t, lost, NULL, NULL)                                                                            \
    X(scree_ledger, ledger, is_finite_ledger, "its energies or its largest overlap are not numbers")         \
    /* since t = 0, of the contacts that this rank counts; in a checkpoint of all ranks */                   \
    X(scree_depth, deepest, is_finite_depth, "its energies or its largest overlap are not numbers")          \
    /* the phase that a run is in */                                                                         \
    X(scree_phase_now, phase, is_phase, "its phases are in no order")                                        \
    SCREE_CAPABILITIES(SCREE_LINES_OF, SAVED_NUMBERS, X)

// Lists arrays, with the type of a record and the check of a record.
#define SCREE_SAVED_ARRAYS(X)                                                                                \
    /* one per change of the time step (state/clock.h) */                                                    \
    X(scree_clock_change, clock, is_clock_change, "its times are in no order")                               \
    /* one per case.source, case.outlet, case.group */                                                       \
    X(scree_source, source, is_source, "a source or an outlet has a mass that is not a number")              \
    X(scree_outlet, outlet, is_outlet, "a source or an outlet has a mass that is not a number")              \
    X(scree_group, group, NULL, NULL)                                                                        \
    /* one per case.measure */                                                                               \
    X(scree_measure_memory, measure_memory, is_measure_memory,                                               \
      "a measure remembers something that is not a number")                                                  \
    /* steps at which the phases so far began; none: the case has no phases */                               \
    X(uint64_t, phase_start, NULL, NULL)                                                                     \
    /* one per value whose steadiness ends the present phase */                                              \
    X(scree_steady, steady, is_steady, "samples of a value that may become steady are not numbers")          \
    SCREE_CAPABILITIES(SCREE_LINES_OF, SAVED_ARRAYS, X)

#define SCREE_SAVED_NUMBER(type, name, ...) type name;
#define SCREE_SAVED_ARRAY(type, name, ...) SCREE_ARRAY(type) name;
// The members of a struct that has them all.
#define SCREE_SAVED_STATE SCREE_SAVED_NUMBERS(SCREE_SAVED_NUMBER) SCREE_SAVED_ARRAYS(SCREE_SAVED_ARRAY)
