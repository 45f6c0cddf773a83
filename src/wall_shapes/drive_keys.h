// SPDX-License-Identifier: BSD-3-Clause
// The keys of walls that forces move: servo and free.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_servo_section; // its servo
extern const scree_section scree_free_section;  // its free

// Checks what forces move of one wall.
void scree_check_driven_wall(scree_config *g, scree_wall_def *wall, const scree_yaml *node, const char *path);
// Finds the planes that `between` names; needs all walls.
void scree_find_planes(scree_config *g);
// Rules of these sections.
void scree_check_freedom(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_servo_slide(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_turn(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_drive(scree_config *g, void *base, const scree_yaml *node, const char *path);
