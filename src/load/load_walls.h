// SPDX-License-Identifier: BSD-3-Clause
// The walls of a run: their triangles, from files and shapes; and where it begins from a checkpoint: a resumed run takes their whole state over, a new case that begins with the
// particles of a checkpoint takes their poses over if keep_walls is set.
#pragma once

#include "checkpoint/checkpoint.h"

// Makes the triangles of wall k, which has some. False: reported.
bool scree_walls_make(scree_world *w, size_t k, scree_report *r);
// Takes the state of each wall over. False (and reported) if the motion of a wall gives another pose than the file.
bool scree_walls_resume(scree_world *w, const scree_checkpoint *file, const char *path, scree_report *r);

// Takes the state of each wall over where a new phase begins: a wall goes on from where it is. before: the world of the phase that has ended.
void scree_walls_change(scree_world *w, const scree_world *before, const scree_checkpoint *file);

// A wall of the case in the checkpoints under 'particles'.
typedef struct scree_wall_origin {
    const char *path; // the checkpoint; NULL: it is in none
    bool keep;        // its pose is taken over
    scree_pose start, pose;
} scree_wall_origin;

// Enters the walls of a file into origin[], one per wall of the case. False (and reported) if two files are to give the pose
// of one wall.
bool scree_walls_note(const scree_world *w, const scree_source_def *source, const scree_checkpoint *file,
                      scree_wall_origin *origin, scree_report *r);
// Sets the poses at the time w->began; warns of walls that begin in another pose than in their file.
void scree_walls_begin(scree_world *w, const scree_wall_origin *origin, scree_report *r);
