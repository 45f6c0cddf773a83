// SPDX-License-Identifier: BSD-3-Clause
// Bodies of several convex bodies, their pieces, which may be concave.
#pragma once

#include "keys/config_read.h"
#include "state/world.h"

extern const scree_section scree_piece_section; // one of `pieces` of a shape

typedef SCREE_ARRAY(scree_placed_piece) scree_placed_pieces;
// The pieces of a shape where they are in its frame. False: reported. They refer to the shape.
bool scree_place_pieces(scree_config *g, const scree_shape_def *s, const scree_yaml *node, const char *path,
                        scree_placed_pieces *placed);
// Places in several pieces count once: exact if no pieces overlap, else what they share is integrated along a grid of columns.
scree_solid scree_solid_of_union_of_pieces(const scree_placed_pieces *placed);
// Warns of pieces that touch no others.
void scree_pieces_warn(const scree_world *w, const scree_shape_def *s, scree_report *r);
