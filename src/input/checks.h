// SPDX-License-Identifier: BSD-3-Clause
// Rules between the keys of a section, which one key alone cannot say. The tables of keys name them.
#ifndef SCREE_INPUT_CHECKS_H
#define SCREE_INPUT_CHECKS_H

#include "sections/check_parts.h"

void scree_check_case(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_domain(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_lab(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_normal(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_lognormal(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_particles(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_insertion(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_group(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_outlet(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_until(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_motion(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_shape(scree_config *g, void *base, const scree_yaml *node, const char *path);
// Refuses what does not go with clumps.
void scree_check_clumps(scree_config *g);
// Finds the shape that a source names, and checks what then holds for the source.
void scree_check_source_shape(scree_config *g, scree_source_def *source, const scree_yaml *node,
                              const char *path);
void scree_check_freedom(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_servo_slide(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_turn(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_drive(scree_config *g, void *base, const scree_yaml *node, const char *path);
// The first checks one wall; the second needs all walls, as it finds the planes that `between` names.
void scree_check_driven_wall(scree_config *g, scree_wall_def *wall, const scree_yaml *node, const char *path);
void scree_find_planes(scree_config *g);
void scree_check_gravity(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_wall_box(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_rectangle(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_disc(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_cone(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_extrude(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_wall(scree_config *g, void *base, const scree_yaml *node, const char *path);

#endif
