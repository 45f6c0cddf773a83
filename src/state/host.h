// SPDX-License-Identifier: BSD-3-Clause
// State of a world that a host program uses.
#pragma once

#include "memory/array.h"
#include "memory/hash.h"
#include "memory/id_index.h"
#include <stdbool.h>

// Records what a host program does to the world between steps and in hooks (api/host.c).
typedef struct scree_host {
    size_t views;          // open ones; changed atomically, as views may be closed by any thread
    bool stepping, failed; // in a step; a hook wants to stop or left a view open
    bool needs_no_energy;  // the program does not need what contacts store after its steps
    bool leaves_energy;    // in this call of scree_world_advance no program of any rank needs it
    bool edited;           // forces may not belong to the state: they are computed before the next step
    bool changed;      // they do not, whatever the hash says: particles came or went, or a wall was placed
    scree_hash before; // of what views may write, before the first edit since forces were computed
    bool refused;      // a view was closed with values that cannot be
    int members;   // 1 + a field that may differ in members of clumps from what follows from these; 0: none
    double energy; // J, kinetic and potential, before the first edit since they were
    uint64_t appended;                 // times that rows were added, or made wider
    SCREE_ARRAY(scree_id_index) order; // rows by id, for copies, when scree_world_generation + 1 was order_of
    uint64_t order_of;
    char *text;         // of the case, without changes
    uint64_t case_hash; // scree_case_hash of the case; 0: not known yet
    int hooks;          // added so far
    SCREE_ARRAY(struct scree_host_hook *) hook;
} scree_host;
