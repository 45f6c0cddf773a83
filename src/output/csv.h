// SPDX-License-Identifier: BSD-3-Clause
// Particles and contacts at one time as CSV: a header with units, a row each, in the canonical order. With several ranks each writes
// those that it owns.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Particles in the region of output.csv, by id: the fields chosen there. Materials by name.
bool scree_csv_particles(const scree_world *w, const char *path, scree_report *r);
// Touching contacts with their point in that region: id1, id2 (0: a wall), wall (its name), point, normal (from 1 to 2), overlap,
// normal_force (> 0 repels), force (on 1), and in a case with heat that into 1.
// Writes a row for each clump, with its orientation as a quaternion from the frame in which the shape was given.
bool scree_csv_bodies(const scree_world *w, const char *path, scree_report *r);
bool scree_csv_contacts(const scree_world *w, const char *path, scree_report *r);
