// SPDX-License-Identifier: BSD-3-Clause
// The keys of walls, their shapes and motions, and the rules between them.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_wall_section;                                       // one of `walls`
extern const scree_section scree_motion_table_section, scree_motion_formula_section; // of a scree_motion

// Rules of the sections of one wall.
void scree_check_motion(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_wall_box(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_rectangle(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_disc(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_cone(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_extrude(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_helix(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_torus(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_screen(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_outline(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_loft(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_paddle(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_wall(scree_config *g, void *base, const scree_yaml *node, const char *path);
// Makes walls of the lids of cylinders, and decides what the series shows of each wall; needs all walls, checked.
void scree_add_lids(scree_config *g);
