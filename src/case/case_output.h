// SPDX-License-Identifier: BSD-3-Clause
// Probes, tracks, alarms and files of a case.
#pragma once

#include "case/case_region.h"
#include "laws/slot.h"
#include "memory/array.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Means over the particles in a region, as columns of the series.
typedef struct scree_probe_def {
    char *name;
    scree_region region; // of a cell that deforms: as it is at the start
    bool with_cell;      // it moves and deforms with such a cell; false: it stays in space
    scree_place place;
} scree_probe_def;

// A particle whose motion is in columns of the series.
typedef struct scree_track_def {
    char *name;
    uint64_t id;
    scree_place place;
} scree_track_def;

// Limits beyond which a run warns or stops.
typedef struct scree_alarms_def {
    double overlap_warning,
        overlap_limit; // overlap / radius beyond which a run warns once; beyond which it stops
    // Largest decrease of the losses of contacts that is accepted / largest energy so far; INFINITY: any.
    double negative_loss;
    // Largest accepted change of the balance of energies / energies involved; INFINITY: any.
    double energy_balance;
    bool stop; // stop the run instead of warning
} scree_alarms_def;

// A panel of plot.svg: columns of the series over one of them.
typedef struct scree_panel_def {
    char *x;               // NULL: the time
    SCREE_ARRAY(char *) y; // of one unit
    scree_place place;
} scree_panel_def;

// What plot.svg shows.
typedef struct scree_plot_def {
    bool draw;
    SCREE_ARRAY(scree_panel_def) panel; // none: panels by what the case is about
} scree_plot_def;

// Coarse-grained fields (fields/fields.h): on a grid of cells, or in slices along one axis.
typedef struct scree_fields_def {
    double every;        // s; 0: none
    int along;           // of a profile: 0, 1, 2 is x, y, z; 3: a grid
    scree_vec3 cells;    // of a grid: whole numbers
    int bins;            // slices of a profile
    double radius;       // m, at which the kernel ends; 0: 1.5 diameters of the largest particle
    bool has_box;        // otherwise it is the domain
    scree_vec3 min, max; // m
    int sign;            // of stresses: 0 compression is positive, 1 tension
} scree_fields_def;

enum { SCREE_CSV_TEMPERATURE = 9, SCREE_CSV_FIELDS };

typedef struct scree_output_def {
    double vtk_every; // s; 0: none
    bool vtk_particles, vtk_contacts, vtk_meshes, vtk_bonds, vtk_stress;
    double
        vtk_surfaces; // most triangles of a convex body; 0: no file of surfaces, < 0: by the number of bodies
    double csv_every; // s; 0: none
    bool csv_particles, csv_contacts;
    bool csv_fields[SCREE_CSV_FIELDS]; // output/csv.c; none: all
    bool csv_has_region;
    scree_region csv_region;
    scree_fields_def fields;
    double series_every;     // s; 0: none
    bool fragments;          // write fragments.csv
    double checkpoint_every; // s; 0: only at the end and on signals
    int checkpoint_keep;     // how many to keep; 0: all
    double progress_every;   // s of wall time between progress lines
    scree_plot_def plot;     // plot.svg at the end
} scree_output_def;
