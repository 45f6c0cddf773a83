// SPDX-License-Identifier: BSD-3-Clause
// run.json, the record of a run: program, machine, every parameter used, timings, messages, final digest.
#pragma once

#include "state/world.h"
#include "text/report.h"
#include <stdint.h>

// Data of one rank at the end of the run.
typedef struct scree_rank_record {
    uint64_t particles, ghosts, contacts; // owned particles; ghosts; contacts that belong to it
    double peak_memory;                   // bytes
    double stage_seconds[SCREE_STAGE_COUNT];
    char host[64];
} scree_rank_record;

// The rows that a table of the run had when the record was written. Files only grow behind them until the next record.
typedef struct scree_table_record {
    const char *name;    // of the file
    uint64_t bytes, sum; // how many, and their checksum, scree_row_file_sum
} scree_table_record;

// Filled by the caller, who keeps ownership of all pointers. NULL strings, NULL arrays and NAN are written as null or omitted.
typedef struct scree_run_record {
    int argc;
    const char *const *argv;
    const scree_case *case_; // all parameters are written
    const char *isa;         // of the kernels in use
    int threads;             // at most
    double threads_used;     // mean
    double started, ended;   // s since 1970 (UTC); ended NAN: still running
    int status;              // exit code, see scree_status
    double dt, skin;         // as derived: s, m
    scree_clock clock;       // dt: of the steps that follow; the lengths of those before
    double time;             // simulated, s
    uint64_t steps;          // of this run, not counting those before a resume
    uint64_t first_step;     // > 0: resumed from a checkpoint
    uint64_t particles;      // at the end
    double particle_steps;   // sum of the particles over the steps
    uint64_t rebuilds;       // of the pair list
    int n_stages;
    const char *const *stage_name;
    const double *stage_seconds; // wall time
    int n_ranks;                 // 0: not started by MPI; else rank, and mpi, its name, are set
    const scree_rank_record *rank;
    const char *mpi;
    double mean_imbalance; // largest work of a rank / mean, over all neighbour lists
    double
        worst_imbalance; // largest value of one list, while there are about a thousand particles or more per rank
    uint64_t balances;            // number of new partitions
    double wall_seconds;          // wall time of all steps and output
    const scree_report *messages; // audit and run-time messages
    int n_tables;
    const scree_table_record *table;
    const char *digest; // of the final state, hexadecimal
} scree_run_record;

// Replaces the file at path by renaming, so it is always complete; may also be called during a run.
bool scree_run_record_write(const scree_run_record *record, const char *path, scree_report *r);
