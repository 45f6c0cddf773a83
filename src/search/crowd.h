// SPDX-License-Identifier: BSD-3-Clause
// Do many bodies lie at one place? Their pairs would grow with the square of their number, so the grid is asked before pairs are listed.
#pragma once

#include "search/grid.h"

// A particle that many others of about its size overlap by more than a radius.
typedef struct scree_crowd {
    size_t count;           // others; 0: no crowd was found
    size_t particle, other; // storage indices
} scree_crowd;

// Finds none where some laws let bodies lie in each other.
scree_crowd scree_crowd_find(const scree_world *w, const scree_grid *grid, const scree_chunks *chunks);
