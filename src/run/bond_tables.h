// SPDX-License-Identifier: BSD-3-Clause
// The tables of a run with bonds: bonds_broken.csv, a row for each bond that broke, and fragments.csv. Rank 0 writes them.
#pragma once

#include "output/out_folder.h"
#include "output/row_file.h"
#include "state/world.h"

typedef struct scree_bond_tables {
    scree_row_file broken, fragments;
    double fragments_time; // s, of the last rows
} scree_bond_tables;

// Call on rank 0. broken_after, fragments_after: time up to which the rows of each table are kept; NAN: a new run.
bool scree_bond_tables_open(scree_bond_tables *t, const scree_world *w, scree_out_folder *folder,
                            const char *out, double broken_after, double fragments_after, scree_report *r);
// Adds the bonds that broke since the last call. Collective; t only on rank 0.
bool scree_bond_tables_put_broken(scree_bond_tables *t, scree_world *w, scree_report *r);
// Adds the fragments of now, if the case wants them. Collective; t only on rank 0.
bool scree_bond_tables_put_fragments(scree_bond_tables *t, const scree_world *w, scree_report *r);
void scree_bond_tables_close(scree_bond_tables *t);
