// SPDX-License-Identifier: BSD-3-Clause
// Is the mean of a value that fluctuates steady? Samples at equal times are put together to blocks of equal length. Of the last half of the blocks, the window,
// the means of the older and of the newer half are compared:
//
//   D = newer - older,   e = t s sqrt(2 / n) sqrt((1 + r) / (1 - r))
//
// with n blocks in each half, the standard deviation s of the blocks from the mean of their half, Student's t for 95 % with 2 n - 2 degrees of freedom, and the
// correlation r of a block with the next one, where it is positive. So D is known within e. The value is steady where |D| + e is at most what is allowed:
// noise alone does not make it so, and does not prevent it, as the window, and with it the number of samples, grows with the time.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Room for blocks, and how many a look at them needs.
enum { SCREE_STEADY_BLOCKS = 64, SCREE_STEADY_LEAST = 32 };

// All of it is in checkpoints. Full blocks are put together in pairs.
typedef struct scree_steady {
    uint64_t value, every;         // hash of the name of the value, and steps from sample to sample
    uint64_t size, count, samples; // samples of a block; full blocks; samples of the block that is not full
    double sum;                    // of these
    double block[SCREE_STEADY_BLOCKS]; // means of the full ones
} scree_steady;

typedef struct scree_steady_found {
    double mean, mean_error; // of the window, within so much
    double change, error;    // D and e
    uint64_t samples;        // of the window
} scree_steady_found;

// A sample must be finite. Returns whether a look at the blocks is due.
bool scree_steady_add(scree_steady *s, double x);
scree_steady_found scree_steady_look(const scree_steady *s);
// Puts blocks together if there is no room for another one; call after a look.
void scree_steady_make_room(scree_steady *s);
