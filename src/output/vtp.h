// SPDX-License-Identifier: BSD-3-Clause
// Pictures of the world for ParaView: .vtp files with particles, contacts and walls at one time. Collective, but not
// agreed on: each rank tells of its own file. Of several ranks each writes its particles and contacts, see
// scree_vtp_file_write_pieces: path then ends in .pvtp; walls are written by rank 0.
#ifndef SCREE_OUTPUT_VTP_H
#define SCREE_OUTPUT_VTP_H

#include "base/report.h"
#include "output/pvd.h"
#include "state/world.h"
#include "step/contact_rows.h"

// Points, ascending by id: id, material, radius, mass, velocity, omega, force, torque, the fields with an
// array of their own that are written (state/fields.h), and `fixed` where some are or have been. In ParaView: glyph, sphere, scale by
// radius, factor 2 (its sphere has diameter 1).
bool scree_vtp_particles(const scree_world *w, const char *path, scree_report *r);

// Lines from centre to centre (wall: to the contact point): id1, id2 (0: wall), wall (-1: none), overlap,
// normal_force, force (on id1).
bool scree_vtp_contacts(const scree_world *w, const char *path, scree_report *r);
// The same from rows at hand, by this process alone.
bool scree_vtp_contact_rows(const scree_contact_row *row, size_t n, double time, const char *path,
                            scree_report *r);

// A wall as it stands now. Meshes: per triangle force (N, on the wall), stress (|force| / area, Pa), pressure
// (normal part of the force / area, Pa, >= 0: a sheet has no outside to give it a sign) and velocity (m/s, of
// the surface). Planes and cylinders: a quad or a tube cut to the domain or to the particles, with velocity
// and wall_force (N, on the whole wall).
bool scree_vtp_mesh(const scree_world *w, int wall, const char *path, scree_report *r);
// The same with the force on each triangle at hand (meshes only).
bool scree_vtp_mesh_forces(const scree_world *w, int wall, const scree_vec3 *force, const char *path,
                           scree_report *r);

#endif
