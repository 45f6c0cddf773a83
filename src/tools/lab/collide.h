// SPDX-License-Identifier: BSD-3-Clause
// A collision of the two bodies of the lab in the engine itself, from free flight to its outcome.
#pragma once

#include "state/world.h"
#include "tools/lab/table.h"

typedef struct scree_outcome {
    bool separated; // false: still together after lab.longest
    bool touched;   // false: they missed each other
    double e_n;     // - normal relative velocity after / before; 0 when stuck, NAN when they never touched
    double
        e_t; // tangential relative velocity of the centres after / before (Chung and Ooi 2011); NAN if none
    double e_s;             // - tangential velocity at the contact point after / before; NAN if none
    scree_vec3 velocity[2]; // m/s, after
    scree_vec3 spin[2];     // rad/s, after
    double contact_time;    // s
    double peak_force;      // N, normal
    double max_overlap;     // m
    double dt;              // s, of the step
    double kinetic_before, kinetic_after;              // J, with rotation
    double elastic[SCREE_MODES];                       // J, still stored
    double viscous[SCREE_MODES], plastic[SCREE_MODES]; // J, lost in dashpots and otherwise
    double balance; // residual of the ledger: (kinetic after + stored + lost) / kinetic before - 1
} scree_outcome;

// series (may be NULL; cleared by the caller): a row per step while the bodies touch. False: reported.
bool scree_collide(const scree_case *c, scree_outcome *out, scree_table *series, scree_report *r);
// The outcome as columns.
void scree_outcome_columns(scree_table *table);
void scree_outcome_row(const scree_outcome *o, scree_table *table);
