// SPDX-License-Identifier: BSD-3-Clause
// Output for ParaView: .vtp files with particles, contacts and walls at one time. Collective, but the status of each rank is
// that of its own file. With several ranks each writes its particles and contacts (scree_vtp_file_write_pieces; path then ends
// in .pvtp), and rank 0 writes the walls.
#pragma once

#include "pairs/contact_rows.h"
#include "paraview/pvd.h"
#include "state/world.h"
#include "text/report.h"

// Points, ascending by id: id, material, radius, mass, velocity, omega, force, torque, the fields with
// their own array that are written (state/fields.h), `stress` if that is wanted (measures/particle_stress.h), and `fixed` if some are or were fixed. In ParaView: glyph, sphere, scale
// by radius, factor 2 (its sphere has diameter 1).
bool scree_vtp_particles(const scree_world *w, const char *path, scree_report *r);

// Lines from centre to centre (wall: to the contact point): id1, id2 (0: wall), wall (-1: none), overlap,
// normal_force, force (on id1), and in a case with heat that into id1.
bool scree_vtp_bodies(const scree_world *w, const char *path, scree_report *r);
// Lines between the two ends of bonds: ids, loads, moments, utilisation, age, energy.
bool scree_vtp_bonds(const scree_world *w, const char *path, scree_report *r);
bool scree_vtp_contacts(const scree_world *w, const char *path, scree_report *r);
// Writes contacts from given rows, by this process only. heat: whether to write the heat.
bool scree_vtp_contact_rows(const scree_contact_row *row, size_t n, bool heat, double time, const char *path,
                            scree_report *r);

// A wall at its current pose. Meshes: per triangle force (N, on the wall), stress (|force| / area, Pa), pressure
// (normal part of the force / area, Pa, >= 0: an open mesh has no outside that defines a sign) and velocity (m/s, of
// the surface). Walls with a form: polygons, cut to the domain or to the particles, with velocity
// and wall_force (N, on the whole wall).
bool scree_vtp_mesh(const scree_world *w, int wall, const char *path, scree_report *r);
// Writes a mesh wall with a given force, N, on each triangle.
bool scree_vtp_mesh_forces(const scree_world *w, int wall, const scree_vec3 *force, const char *path,
                           scree_report *r);
