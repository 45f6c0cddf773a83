// SPDX-License-Identifier: BSD-3-Clause
// scree: a discrete element method engine. This header is all a program needs; it compiles as C and as C++.
// SI units everywhere. No function prints or exits; what went wrong is in the scree_report that the caller passes.
#ifndef SCREE_SCREE_H
#define SCREE_SCREE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SCREE_API __attribute__((visibility("default")))
#else
#define SCREE_API
#endif

/// How a call ended; the values are the exit codes of the command line.
typedef enum scree_status {
    SCREE_OK = 0,         ///< done
    SCREE_USER_ERROR = 1, ///< the input, a file or the machine's resources; the report says which
    SCREE_BAD_NUMBERS =
        2, ///< the state became invalid (NaN, overlap beyond a radius, ...); the report names the particle
    SCREE_INTERRUPTED =
        130, ///< stopped by a signal; a checkpoint is written, or no files if that was before the first step
} scree_status;

/// How serious a message of a report is.
typedef enum scree_severity {
    SCREE_SEVERITY_NOTE,
    SCREE_SEVERITY_WARNING,
    SCREE_SEVERITY_ERROR
} scree_severity;

/// Messages collected by the calls it was passed to; errors prevent the call's effect, warnings do not.
typedef struct scree_report scree_report;

/// A new, empty report; destroy it with scree_report_destroy.
SCREE_API scree_report *scree_report_create(void);
/// Frees the report and its messages; NULL is allowed.
SCREE_API void scree_report_destroy(scree_report *report);
/// Removes all messages.
SCREE_API void scree_report_clear(scree_report *report);
/// Number of messages of at least this severity.
SCREE_API size_t scree_report_count(const scree_report *report, scree_severity at_least);
/// Number of messages of every severity.
SCREE_API size_t scree_report_size(const scree_report *report);
/// Text of message i (0 <= i < scree_report_size), "file:line:column: what, given, accepted"; owned by the report.
SCREE_API const char *scree_report_text(const scree_report *report, size_t i);
/// Severity of message i.
SCREE_API scree_severity scree_report_severity(const scree_report *report, size_t i);

/// The version as "major.minor.patch".
SCREE_API const char *scree_version(void);

/// Whether cases may load the shared libraries under `laws`, whose code then runs in this process: 1 or 0, for all calls
/// that follow. 0 at the start, and then a case with `laws` is refused unless SCREE_ALLOW_LIBRARIES=1 is in the environment.
SCREE_API void scree_allow_libraries(int yes);

/// Changes of a case file before it is read, in which each value is written and checked as in the file.
typedef struct scree_changes {
    size_t count;
    /// count texts: "--set time.end=2 s" sets the key at that path (materials.glass.young, contacts[0].friction), which need not
    /// be in the file; "--define radius=2 mm" sets a variable, which must be listed under `variables` in the file
    const char *const *text;
} scree_changes;

/// Progress of a run, for displays.
typedef struct scree_progress {
    double time, end;         ///< simulated and final time, s
    uint64_t first_step;      ///< first step of this run; not 0 if it was resumed
    uint64_t step, last_step; ///< steps done, and the last step, counted from the start of the case
    size_t particles;         ///< particles in the world now
    double wall_seconds;      ///< since this run began, s
    double particle_steps;    ///< number of particles summed over the steps of this run
    double interval;          ///< wall time between progress lines, given in the case, s
    int finished;             ///< 1 in the last call
    const char *
        work; ///< words for work that takes long between two steps, such as a dense fill; NULL: it takes steps
} scree_progress;

/// Options of a run besides its case file; start from scree_run_options_default().
typedef struct scree_run_options {
    const char
        *out; ///< folder for all files, created; NULL: the case's name with ".out" in the working folder
    int threads; ///< 0: OMP_NUM_THREADS, or as many as help, at most one for each core, or 1 if started by mpirun
    const char
        *isa; ///< "v2", "v3", "v4" (x86-64 levels); NULL: the best available; the results do not depend on it
    int64_t steps; ///< stop at this step, counted from the start of the case; -1: do not
    double until;  ///< stop at this time, s; negative: do not
    int resume;    ///< 1: continue from the latest whole checkpoint in `out`
    int overwrite; ///< 1: remove the files of an earlier run in `out` first; otherwise a folder with a run is refused
    const scree_changes *changes; ///< of the case file; NULL: none
    int strict; ///< 1: warnings while the case is read and set up are errors, and nothing is run
    const volatile int
        *stop; ///< when it points to something not 0, the run writes a checkpoint and stops; may be NULL
    void (*progress)(void *user,
                     const scree_progress *progress); ///< called a few times a second; may be NULL
    void *user;                                       ///< passed to progress
    int argc;                                         ///< command line to record in run.json; 0: none
    const char *const *argv;                          ///< its words
} scree_run_options;

/// Rank of this process among those that mpirun or the like started together to run a case, from 0; 0 for a single
/// process. Files and messages come from rank 0; the reports of the other ranks concern only themselves.
SCREE_API int scree_rank(void);
/// Options with all defaults.
SCREE_API scree_run_options scree_run_options_default(void);
/// Reads and validates a case and the files that it uses, sets it up and does the first step; every mistake is in the report.
/// Nothing is written. changes of the file: NULL: none, here and below.
SCREE_API scree_status scree_check(const char *case_path, const scree_changes *changes, scree_report *report);
/// Runs a case with all its output; processes started together by mpirun run it together, with the same arguments, and
/// return the same status. digest (33 bytes, may be NULL) gets the state digest in hexadecimal.
SCREE_API scree_status scree_run(const char *case_path, const scree_run_options *options,
                                 scree_report *report, char *digest);

/// Assumptions of scree_plan; start from scree_plan_options_default().
typedef struct scree_plan_options {
    int ranks, threads; ///< number of processes, and of threads in each
    double particles;   ///< number of particles; 0: that of the case
    double latency;     ///< of a message, s
    double bandwidth;   ///< of a rank, B/s
    double
        speed; ///< of one thread, s per particle-step; 0: measured here with a small bed of the case's laws
} scree_plan_options;

/// One rank, one thread, 2 us, 1 GB/s.
SCREE_API scree_plan_options scree_plan_options_default(void);
/// Estimates a case on several ranks: memory, ghosts, messages, time per step, efficiency, as text; only a small bed with its laws is run. NULL on any error. Free it with scree_text_free.
SCREE_API char *scree_plan(const char *case_path, const scree_changes *changes,
                           const scree_plan_options *options, scree_report *report);

/// A world of particles, walls and contacts that can be stepped by hand.
typedef struct scree_world scree_world;

/// A case before it is opened: the text of a file, or nothing, and changes of it.
typedef struct scree_draft scree_draft;
/// A draft of a case file, which is read here; NULL on any error. Free it with scree_draft_destroy.
SCREE_API scree_draft *scree_draft_open(const char *case_path, scree_report *report);
/// A draft of a text, "" or NULL: of nothing; `name` stands for its path in messages, and relative files are looked for in its folder. Free it with scree_draft_destroy.
SCREE_API scree_draft *scree_draft_create(const char *name, const char *text);
/// Frees a draft; NULL is allowed.
SCREE_API void scree_draft_destroy(scree_draft *draft);
/// Sets what is at a path, such as contacts[0].friction, to a value in YAML, "0.3", "2 mm", "{plane: {...}}", as `--set` does. Whether it makes sense shows when the draft is opened.
SCREE_API scree_status scree_draft_set(scree_draft *draft, const char *path, const char *value,
                                       scree_report *report);
/// Sets a key as scree_world_set does in a world whose time is `time`, s: a motion begins then. A draft that has the changes of a world, in their order, opens a world that
/// fits the saved states and checkpoints of that one.
SCREE_API scree_status scree_draft_set_later(scree_draft *draft, double time, const char *path,
                                             const char *value, scree_report *report);
/// Sets a variable that is listed under `variables`, as `--define` does.
SCREE_API scree_status scree_draft_define(scree_draft *draft, const char *name, const char *value,
                                          scree_report *report);
/// The case as YAML, with all changes in it and without comments; NULL on any error. Free it with scree_text_free.
SCREE_API char *scree_draft_text(const scree_draft *draft, scree_report *report);
/// What is at a path, as YAML; NULL, and reported, if there is nothing. Free it with scree_text_free.
SCREE_API char *scree_draft_value(const scree_draft *draft, const char *path, scree_report *report);

/// How a world is opened; start from scree_open_options_default().
typedef struct scree_open_options {
    int threads;     ///< as in scree_run_options
    const char *isa; ///< as in scree_run_options
    int has_comm; ///< 1: the world belongs to the processes of `comm`; 0: to all that mpirun or the like has started together
    int comm; ///< Fortran handle of an MPI communicator (MPI_Comm_c2f); MPI stays the host's to begin and to end
} scree_open_options;
/// Options with all defaults.
SCREE_API scree_open_options scree_open_options_default(void);
/// The world of a draft, as scree_world_open; options NULL: the defaults. The draft may be changed and opened again.
SCREE_API scree_world *scree_world_open_draft(const scree_draft *draft, const scree_open_options *options,
                                              scree_report *report);
/// The world of a case at t = 0 with its first insertions and forces; NULL on any error. Close it with scree_world_close.
/// Processes started together by mpirun open and advance it together; each has a part of the particles, and the calls below concern that part.
SCREE_API scree_world *scree_world_open(const char *case_path, const scree_changes *changes, int threads,
                                        scree_report *report);
/// The same of a case given as text: `name` stands for its path in messages, and relative files are looked for in its folder. A case with phases is refused.
SCREE_API scree_world *scree_world_open_text(const char *name, const char *text, const scree_changes *changes,
                                             int threads, scree_report *report);
/// Frees the world; NULL is allowed. Views of it must be closed before.
SCREE_API void scree_world_close(scree_world *world);
/// Advances the world by `steps` time steps; refused while a view is open, and in hooks. SCREE_INTERRUPTED: a hook stopped it, after the whole of its step.
SCREE_API scree_status scree_world_advance(scree_world *world, uint64_t steps, scree_report *report);
/// The same, but no step is done that begins at the time `until`, s, or later. Collective.
SCREE_API scree_status scree_world_advance_until(scree_world *world, double until, uint64_t steps,
                                                 scree_report *report);
/// Number of steps to the first one that ends at the time `until`, s, or later, if the time step stays.
SCREE_API uint64_t scree_world_steps_until(const scree_world *world, double until);
/// Whether the energy that contacts store is to be known after each call of scree_world_advance and in hooks, from now on: 1, as at the start, or 0, which makes calls of few steps, and
/// steps with hooks, faster. All other numbers keep their bits. After steps without it the columns elastic_..., plastic_normal, friction_... and energy_balance are NAN, with an error from
/// scree_world_value, and what changes that energy is refused: views to write the state, not those of loads, scree_world_add, scree_world_remove, scree_world_set and scree_wall_place. After a step with it all
/// are exact, and allowed, again. It is no part of the state, and on several processes one that wants the energy gets it.
SCREE_API void scree_world_want_energy(scree_world *world, int want);
/// Sets a key of the case by its path while the world is open, as scree_draft_set: those that a phase may change, such as gravity, laws, materials, insertion, and motion,
/// servo and free of walls that are no part of a joined surface. What contacts store more is in the column energy_changed; a new motion of a wall begins where it is. Reads the
/// case again, which takes as long as opening it without particles. Refused, with nothing changed, while a view is open, and in hooks. Collective.
SCREE_API scree_status scree_world_set(scree_world *world, const char *path, const char *value,
                                       scree_report *report);
/// Simulated time, s.
SCREE_API double scree_world_now(const scree_world *world);
/// Number of steps from t = 0.
SCREE_API uint64_t scree_world_steps(const scree_world *world);
/// Time step of the next step, s. With dt: auto it may change between two steps, as the contacts need it; the time is a sum over the steps.
SCREE_API double scree_world_dt(const scree_world *world);
/// Number of particles.
SCREE_API size_t scree_world_count(const scree_world *world);
/// Fills id[scree_world_count] with the particles' ids, ascending; the calls below use the same order.
SCREE_API void scree_world_ids(const scree_world *world, uint64_t *id);
/// Fills xyz[3 * count] with centres, m.
SCREE_API void scree_world_positions(const scree_world *world, double *xyz);
/// Fills xyz[3 * count] with velocities, m/s.
SCREE_API void scree_world_velocities(const scree_world *world, double *xyz);
/// Fills xyz[3 * count] with spins, rad/s.
SCREE_API void scree_world_spins(const scree_world *world, double *xyz);
/// Fills xyz[3 * count] with forces (contacts and gravity), N.
SCREE_API void scree_world_forces(const scree_world *world, double *xyz);
/// Fills r[count] with radii, m.
SCREE_API void scree_world_radii(const scree_world *world, double *r);
/// Number of touching contacts at the last force evaluation.
SCREE_API size_t scree_world_contacts(const scree_world *world);
/// Number of them between two particles, without walls.
SCREE_API size_t scree_world_particle_contacts(const scree_world *world);
/// Number of pairs of bodies in the neighbour list.
SCREE_API size_t scree_world_pairs(const scree_world *world);
/// Number of neighbour lists built since the world was opened.
SCREE_API uint64_t scree_world_rebuilds(const scree_world *world);
/// Makes the next step rebuild the neighbour list, to time it; the results do not depend on it.
SCREE_API void scree_world_forget_pairs(scree_world *world);
/// Threads that a step may use.
SCREE_API int scree_world_threads(const scree_world *world);
/// Number of stages whose wall time is kept.
SCREE_API int scree_world_stages(void);
/// Name of stage k, 0 <= k < scree_world_stages().
SCREE_API const char *scree_world_stage_name(int k);
/// Wall time spent in stage k so far, s.
SCREE_API double scree_world_stage_seconds(const scree_world *world, int k);

/// Data on the distribution of a world over its processes; zeros, ranks = 1 and imbalance = 1 for a single process.
typedef struct scree_world_share {
    int rank, ranks;
    size_t ghosts;          ///< copies of particles of other ranks
    size_t messages, bytes; ///< to other ranks per step, without reductions
    double waited;          ///< processor time in communication so far, including waiting, s
    double imbalance;       ///< largest over mean work of a rank, when the neighbour list was built
} scree_world_share;
/// Fills *share.
SCREE_API void scree_world_share_of(const scree_world *world, scree_world_share *share);
/// Box around the centres of the particles of this process, m; low > high if it has none.
SCREE_API void scree_world_box(const scree_world *world, double low[3], double high[3]);
/// Sums x[0] to x[n - 1] over all processes of the world; collective.
SCREE_API void scree_world_add_ranks(const scree_world *world, double *x, int n);
/// The largest value over all processes of each of x[0] to x[n - 1]; collective.
SCREE_API void scree_world_most_of_ranks(const scree_world *world, double *x, int n);
/// Writes the state digest, 32 hexadecimal digits and a zero.
SCREE_API void scree_world_state(const scree_world *world, char digest[33]);

/// What a column of series.csv ("kinetic", "lid fz", "bed coordination"; not rates of outlets) would say now, in the unit that it has there;
/// collective. NAN, and an error in the report, if there is no such column, or if it needs an energy that was left out (scree_world_want_energy).
SCREE_API double scree_world_value(scree_world *world, const char *column, scree_report *report);

/// Names and units of all columns that scree_world_value knows, "kinetic\tJ" and so on, one per line. Free it with scree_text_free.
SCREE_API char *scree_world_columns(const scree_world *world);
/// Fills value[room] with all of them, in that order; returns their number. Energies by mode are among them, NAN where they were left out (scree_world_want_energy). Collective.
SCREE_API size_t scree_world_values(scree_world *world, size_t room, double *value);

/// The numbers of a measure, and its table.
typedef struct scree_measurement {
    size_t values, columns, rows; ///< of numbers, of columns and rows of the table
    const char *const *name;      ///< of the numbers, then of the columns
    const char *const *unit;      ///< of each of them; "1": none
    const double *value; ///< the numbers; NAN where there are none, and a warning in the report says why
    const double *table; ///< row by row
    const char *lacks;   ///< why there are no numbers; NULL: there are
} scree_measurement;
/// Measures the world as it is after its last step. measure: as under `measures` of a case, in YAML, such as "{angle_of_repose: {}}" or "{mixing: {cell: 2 cm, of: [red]}}".
/// NULL, and an error in the report, if it is wrong. Free it with scree_measurement_free. Collective.
SCREE_API scree_measurement *scree_world_measure(scree_world *world, const char *measure,
                                                 scree_report *report);
/// Particles and contacts, such as those of a written frame, to be measured without a world.
typedef struct scree_measured_rows {
    size_t particles, contacts, materials; ///< how many
    const double *position;                ///< m, 3 for each particle
    const double *radius;                  ///< m
    const double *force;                   ///< N, 3 for each particle, of all forces; NULL: not known
    const uint32_t *material;              ///< number of the material of each; NULL: 0
    const int *fixed;                      ///< 1: a fixed particle; NULL: none is
    const char *const *material_name;      ///< of each material
    const uint32_t *a, *b;                 ///< particles of each contact, from 0; b UINT32_MAX: a wall
    const double *normal;                  ///< 3 for each contact, from a to b
    const double *contact_force;           ///< N, 3 for each contact, on a
    int has_contacts;                      ///< 0: contacts are not known
    double gravity[3];                     ///< m/s2
    int periodic[3];                       ///< 1: the domain is periodic along this axis
    double low[3], high[3];                ///< m, corners of the domain, if it is periodic
    const double *mass;                    ///< kg, of each particle; NULL: not known
    const double *velocity;                ///< m/s, 3 for each particle; NULL: not known
    const double *arm_a,
        *arm_b; ///< m, 3 for each contact, from the centres of a and b to the contact point; zero of a wall; NULL: not known
} scree_measured_rows;
/// The same of particles and contacts without a world. Refused if the measure needs what is not known.
SCREE_API scree_measurement *scree_rows_measure(const scree_measured_rows *rows, const char *measure,
                                                scree_report *report);
/// Frees a measurement; NULL is allowed.
SCREE_API void scree_measurement_free(scree_measurement *measurement);

/// Type of the numbers of a view.
typedef enum scree_number { SCREE_DOUBLE, SCREE_UINT64, SCREE_UINT32 } scree_number;

/// A field of the particles of this process, where it is stored: row k begins `k * stride` bytes behind `data`.
typedef struct scree_view {
    void *data;
    size_t rows, stride;     ///< in storage order, which changes; stride in bytes
    int components;          ///< numbers per row
    scree_number type;       ///< of these
    const char *name, *unit; ///< unit "" if dimensionless
    const char *sentence;    ///< what it is
    uint64_t generation;     ///< scree_world_generation when it was opened
    int writable;            ///< 1: it was opened for writing
} scree_view;

/// Name of field k of the world's particles, from 0; NULL after the last one.
SCREE_API const char *scree_world_field(const scree_world *world, int k);
/// Name of shape k of the case, from 0, to which the field `shape` refers; NULL after the last one.
SCREE_API const char *scree_world_shape(const scree_world *world, int k);
/// Opens a view of a field; close it with scree_view_close. As long as one is open the world refuses to advance, to add and to remove.
/// write 1: the field may be changed, of spheres position, velocity, omega, radius, mass, temperature; of clumps, whose members follow, in their first members mass, temperature, centre, body_velocity,
/// momentum, turn, turn_w, orientation; and of external_force, external_torque, drag_coefficient (>= 0), fluid_velocity and drag_impulse, which a
/// world has from the first such call on, which is collective. An external force and torque act until they are set anew; drag is coefficient times (fluid
/// velocity - velocity), semi-implicit. In clumps they act on the centre, as set in the first member.
/// Worlds with shapes have two fields whose views are tables that are computed when they are opened, not the storage. `orientation`: the unit quaternion w, x, y, z of the rotation from the
/// frame in which the shape was given to the laboratory, of a clump in the row of every member, of a sphere alone 1, 0, 0, 0. It may be written in the row of the first member, with any length from 1e-100 to 1e100:
/// the body turns about its centre and keeps its angular momentum. `half_axes`, m, read only: half of the length of a convex body along the axes of that frame, of a polyhedron along its principal axes; 0 of clumps of
/// spheres, the radius of a sphere alone. Bodies whose row was not changed keep all bits.
SCREE_API scree_status scree_view_open(scree_world *world, const char *field, int write, scree_view *view,
                                       scree_report *report);
/// Closes a view, whose data must not be used any more. Changes take effect here: forces are computed anew before the next step, and the
/// difference in energy is in the column energy_changed. It is refused, with the view closed, if a value is not finite, or not positive where it has to be: then the
/// world does not advance until the value is corrected. It is also refused if members of clumps were given a position, velocity, omega or radius: they keep those of
/// their clump. Orientations are refused, and none of that view is taken over, if one has length 0 or is not finite, is given to a sphere alone, or differs between members of one clump. If all bits are the same as before,
/// nothing was changed.
SCREE_API scree_status scree_view_close(scree_world *world, const scree_view *view, scree_report *report);
/// Checks, before a view is opened, whether a field may be given the numbers value[n]: SCREE_USER_ERROR, and reported, if one is not finite,
/// or not positive where it has to be, or if the field cannot be written.
SCREE_API scree_status scree_field_check(const char *field, size_t n, const double *value,
                                         scree_report *report);
/// Number of open views.
SCREE_API size_t scree_world_views(const scree_world *world);
/// Changes whenever particles change their rows.
SCREE_API uint64_t scree_world_generation(const scree_world *world);
/// Fills row[n] with the rows of the particles with these ids, SIZE_MAX for those that this process does not have.
SCREE_API void scree_world_rows(const scree_world *world, size_t n, const uint64_t *id, size_t *row);

/// A sphere or clump to be added.
typedef struct scree_new_particle {
    double position[3], velocity[3], spin[3]; ///< m, m/s, rad/s
    double diameter; ///< m, of a clump that of a sphere of its volume; 0: of a clump as the shape was given
    double orientation
        [4]; ///< of a clump, w x y z, of any length, from the frame of the shape; all 0: not turned
    const char *material; ///< name in the case
    const char *shape;    ///< name in the case; NULL: a sphere
    int fixed;            ///< 1: nothing accelerates it
} scree_new_particle;
/// Adds n particles; id[n] gets their ids, of clumps those of the first members, and may be NULL. Overlaps are the caller's. Collective: every process passes all of them, and the one that
/// owns the place keeps it. Refused, with nothing added, while a view is open, and in hooks.
SCREE_API scree_status scree_world_add(scree_world *world, size_t n, const scree_new_particle *particle,
                                       uint64_t *id, scree_report *report);
/// Removes particles by their ids, clumps by that of any member. Collective: every process passes all ids. Refused, with nothing removed, if there is no such particle, while
/// a view is open, and in hooks. Forces of contacts are known again after the next step.
SCREE_API scree_status scree_world_remove(scree_world *world, size_t n, const uint64_t *id,
                                          scree_report *report);

/// Name of wall k, in the order of the case from 0; NULL after the last one.
SCREE_API const char *scree_world_wall(const scree_world *world, int k);
/// A wall now. A point X of the wall as it is in the case is at rotation X + shift.
typedef struct scree_wall_now {
    double rotation[9], shift[3]; ///< matrix, row by row; m
    double position[3];           ///< m, of its `reference` in the case
    double velocity[3], spin[3];  ///< m/s, of that point; rad/s
    double force[3],
        torque[3];       ///< N, N m: by particles on the wall at the last force evaluation, about that point
    double power, work;  ///< W, J: of the wall on particles, now and since the start
    int active, movable; ///< 1: it exists now; a program may move it
} scree_wall_now;
/// Fills *now.
SCREE_API scree_status scree_wall_read(const scree_world *world, const char *wall, scree_wall_now *now,
                                       scree_report *report);
/// Gives a wall with `movable: true` a velocity of the point `about` of it (m, in the laboratory now; NULL: its reference) and a spin, which last until they are
/// set anew: the point moves on with that velocity, and the wall turns about it. Numbers up to 1e9. Also in hooks; acts from the next step on. Collective.
SCREE_API scree_status scree_wall_move(scree_world *world, const char *wall, const double velocity[3],
                                       const double spin[3], const double about[3], scree_report *report);
/// Puts a movable wall somewhere else, without a motion in between, with the velocity it has; the forces change with it, as after the change of a view. Refused while a view
/// is open, and in hooks. Collective.
SCREE_API scree_status scree_wall_place(scree_world *world, const char *wall, const double rotation[9],
                                        const double shift[3], scree_report *report);
/// Fills corners[9 * room] with the corners of a wall's triangles where they are now, m; returns their number, which may be larger, 0 for planes, cylinders and spheres.
SCREE_API size_t scree_wall_triangles(const scree_world *world, const char *wall, size_t room,
                                      double *corners, scree_report *report);

/// The whole state of a world in memory, of the particles of this process.
typedef struct scree_saved scree_saved;
/// Keeps the state: particles, contacts with their history, walls, counters, energies. Free it with scree_saved_destroy. NULL while a view is open, and in hooks. Collective.
SCREE_API scree_saved *scree_world_save(scree_world *world, scree_report *report);
/// Goes back to a state of this world, or of another one of the same case and number of processes, with the same bits in all steps that follow; may be repeated.
/// Refused while a view is open, in hooks, and after keys of the case were set. Forces of single contacts are known again after the next step. Collective.
SCREE_API scree_status scree_world_restore(scree_world *world, const scree_saved *saved,
                                           scree_report *report);
/// Frees a saved state; NULL is allowed.
SCREE_API void scree_saved_destroy(scree_saved *saved);
/// Writes the state into a checkpoint file. Collective.
SCREE_API scree_status scree_world_write(scree_world *world, const char *path, scree_report *report);
/// Goes to the state in a checkpoint file of the same case, from any number of processes; the world stays as it is if that fails. Collective.
SCREE_API scree_status scree_world_read(scree_world *world, const char *path, scree_report *report);

/// A contact at the last force evaluation.
typedef struct scree_contact_now {
    uint64_t a, b;              ///< ids; b is 0 for a wall
    int wall;                   ///< number of the wall in the case, from 0; -1: none
    uint32_t triangle;          ///< of a mesh wall
    double point[3], normal[3]; ///< m; from a to b
    double overlap;             ///< m
    double force[3];            ///< N, on a
    double torque[3];           ///< N m, on a about its centre
    double moment[3];           ///< N m, the part of it beside that of the force; on b the opposite
} scree_contact_now;
/// Fills contact[room] with the touching contacts of this process, by ids, walls, triangles; returns their number, which may be larger.
SCREE_API size_t scree_world_contact_list(const scree_world *world, size_t room, scree_contact_now *contact);
/// Names of what contacts of the world's laws remember, such as "tangential_spring_x", one per line. Free it with scree_text_free.
SCREE_API char *scree_world_history(const scree_world *world);
/// Fills value[room] with what each contact remembers under that name, in the order of scree_world_contact_list, NAN where its laws have no such value; returns the number of contacts.
SCREE_API size_t scree_world_contact_history(const scree_world *world, const char *name, size_t room,
                                             double *value);

/// A bond as it is now, without dashpots.
typedef struct scree_bond_now {
    uint64_t a, b;         ///< ids; b is 0 for a wall
    int wall;              ///< number of the wall in the case, from 0; -1: none
    uint32_t triangle;     ///< of a mesh wall
    double from[3], to[3]; ///< m, its ends: the centres, or the place on the wall
    double length, made;   ///< m and s, when it was made
    double strength;       ///< 1, factor of its strengths
    double utilisation;    ///< 1, load over strength
    double force[3];       ///< N, of the bond alone, on a
    double moment[3];      ///< N m, on a
    double energy;         ///< J, stored in it
} scree_bond_now;
/// Fills bond[room] with the bonds that this process counts, by ids, walls, triangles; returns their number, which may be larger.
SCREE_API size_t scree_world_bond_list(const scree_world *world, size_t room, scree_bond_now *bond);
/// A bond that broke.
typedef struct scree_broken_bond {
    uint64_t a, b;      ///< ids; b is 0 for a wall
    int wall;           ///< number of the wall in the case, from 0; -1: none
    int mode;           ///< what broke it: 0 tension, 1 shear, 2 bending, 3 torsion
    double time, age;   ///< s
    double position[3]; ///< m
    double energy;      ///< J, that was stored in it
} scree_broken_bond;
/// Fills bond[room] with the bonds of this process that broke since they were last taken, in the order of time; returns their number. If all of them had room they are
/// forgotten, and the next call gives those that broke after it.
SCREE_API size_t scree_world_take_broken(scree_world *world, size_t room, scree_broken_bond *bond);

/// When a hook is called in each step.
typedef enum scree_moment {
    SCREE_MOMENT_BEFORE_FORCES, ///< positions and poses of walls are those of the end of the step
    SCREE_MOMENT_AFTER_FORCES, ///< forces on particles and walls are known; what is added to external_force acts from the next step on
    SCREE_MOMENT_AFTER_STEP ///< everything is done
} scree_moment;
/// Calls `call` with `user` in every step, in the order in which hooks were added; views may be opened and must be closed in it. If it returns
/// something else than 0, or leaves a view open, the world stops after that step. Returns the hook's number, from 1.
SCREE_API int scree_world_hook(scree_world *world, scree_moment moment, int (*call)(scree_world *, void *),
                               void *user);
/// Removes a hook; not in a hook. 0: there is none with that number.
SCREE_API int scree_world_unhook(scree_world *world, int hook);

/// What scree_render shows and how; start from scree_render_options_default(). Texts may be NULL.
typedef struct scree_render_options {
    const char *
        out; ///< file of the picture, with several pictures the beginning of their names; NULL: beside the folder
    const char *movie;            ///< file of a movie of all frames, made by ffmpeg; NULL: none
    const char *case_path;        ///< case of a checkpoint; NULL: the one that run.json beside it names
    const scree_changes *changes; ///< of a case that is read; NULL: none
    int overwrite;                ///< 1: pictures and movies that exist are replaced
    int all;                      ///< 1: a picture of each frame
    int64_t frame;                ///< number of the frame, from 0; -1: the last one, -2 the one before
    double time;                  ///< s: the frame nearest to it is shown instead; NaN: see frame
    int width, height;            ///< pixels
    int rate;                     ///< pictures per second of the movie
    int quality;                  ///< rays each way in a pixel: 1, 2 or 4
    int threads;                  ///< 0: OMP_NUM_THREADS or all cores; has no effect on the picture
    const char
        *colour; ///< field that gives the colours, "velocity.x" one component of it, "none"; NULL: velocity
    double low, high; ///< range of the colours in SI units; NaN: 98 of 100 values are in it
    int contacts; ///< 1: contacts are shown as rods as thick as their normal force, in place of the particles
    int bonds;    ///< 1: bonds are shown as rods, and the particles small
    double scale; ///< of the radii of particles; NaN: 1, with contacts 0, with bonds 0.35
    const char *
        camera; ///< "front", "top" ..., a direction from which to look "1,-2,0.5", or places "1,-2,1@0,0,0" in m
    double zoom;       ///< above 1: from nearer
    const char *cut;   ///< what is hidden: "y<0,x>2 mm"
    const char *walls; ///< "translucent", "solid" or "none"; NULL: translucent
    const char *hide;  ///< names of walls that are not shown, separated by commas
    int bare;          ///< 1: no time and no bar of colours
} scree_render_options;

/// The last frame, 1200 x 900 pixels, 20 pictures per second.
SCREE_API scree_render_options scree_render_options_default(void);
/// Draws the folder of a run with ParaView files, a checkpoint (*.scree), or the start of a case (*.yaml) as PNG or as a movie. The
/// picture is the same for any number of threads. Notes in the report name the files that were written.
SCREE_API scree_status scree_render(const char *path, const scree_render_options *options,
                                    scree_report *report);
/// Draws one picture and returns the bytes of its PNG file, and their number; out, movie and overwrite have no meaning. NULL on any error. Free it with scree_bytes_free.
SCREE_API unsigned char *scree_render_png(const char *path, const scree_render_options *options, size_t *size,
                                          scree_report *report);
/// Frees bytes that the library returned; NULL is allowed.
SCREE_API void scree_bytes_free(unsigned char *bytes);

/// What scree_fields_write computes; start from scree_fields_options_default(). Texts may be NULL but `keys`.
typedef struct scree_fields_options {
    const char *keys; ///< the keys of `output.fields` but `every`: "{cells: [40, 1, 60], radius: 6 mm}"
    const char *
        out; ///< *.vti, *.csv or *.svg; NULL: beside the folder, .csv and .svg for what has one dimension, .vti for a grid
    double from, to; ///< s: the mean over all frames of these times; NaN both: the last frame
    int overwrite;   ///< 1: files that exist are replaced
    int threads;     ///< 0: OMP_NUM_THREADS or all cores; has no effect on the numbers
} scree_fields_options;

/// The last frame, and no keys.
SCREE_API scree_fields_options scree_fields_options_default(void);
/// Computes continuum fields of frames in the folder of a run, by coarse graining, and writes them. Notes in the report name the files.
SCREE_API scree_status scree_fields_write(const char *folder, const scree_fields_options *options,
                                          scree_report *report);

/// Volume, size, centre, principal moments of the shapes of a case, or of one of them (name NULL: all), as text; picture: path of an
/// SVG with three views of the first of these, NULL: none. NULL on any error. Free it with scree_text_free.
SCREE_API char *scree_shape_show(const char *case_path, const scree_changes *changes, const char *name,
                                 const char *picture, scree_report *report);
/// Fills a closed mesh (STL, OBJ, PLY, VTK; scale: m of a unit of the file) with up to so many spheres, from 1, none of them outside,
/// and writes them to `path`, a line x y z r each; picture as above. Returns what is covered, as text, NULL on any error. Free it with scree_text_free.
SCREE_API char *scree_shape_make(const char *mesh_path, double scale, int spheres, const char *path,
                                 const char *picture, scree_report *report);

/// The contact laws, one per line: name, slot, one sentence. Free it with scree_text_free.
SCREE_API char *scree_law_list(void);
/// Description of the laws of that name (luding has one in each of four slots): formula, source, range of validity,
/// parameters with unit, default, range and sentence, history, errata. NULL if there is none (the report names the nearest). Free it with scree_text_free.
SCREE_API char *scree_law_show(const char *name, scree_report *report);

/// The tables of a law's page in the documentation, Markdown; page NULL: the names of all pages, a line each. NULL when there
/// is no such page (the report names the nearest law). Free it with scree_text_free.
SCREE_API char *scree_law_page(const char *page, scree_report *report);

/// A single contact, from the `lab` of a case: sphere a with sphere b or a flat wall.
typedef struct scree_lab scree_lab;
/// Opens the lab of a case file with a fresh contact; NULL on error (see the report).
SCREE_API scree_lab *scree_lab_open(const char *case_path, const scree_changes *changes,
                                    scree_report *report);
/// Closes a lab; NULL is allowed.
SCREE_API void scree_lab_close(scree_lab *lab);
/// Number of history values of the contact of this lab.
SCREE_API int scree_lab_history_size(const scree_lab *lab);
/// Name of history value i, 0 <= i < scree_lab_history_size(), such as "tangential_spring_x".
SCREE_API const char *scree_lab_history_name(scree_lab *lab, int i);
/// Forces of one full state, which may be a trial state: nothing is stored, so an implicit solver may call it any number of
/// times and pass the history that it accepts to the next call.
/// state[18]: x, v, w of a, then of b (m, m/s, rad/s); a wall is the plane through b's x that faces -z. dt: s, time since
/// `history` was computed, during which the rates apply. touching: whether the bodies touched then (else history is that of a
/// new contact). history: size values, in. loads[12]: force and torque on a, then on b (N, N m); torque on a wall about
/// b's x. after: size values, out; may be history. energy[4]: stored in the normal, tangential, rolling and twisting
/// mode, J; may be NULL. Returns 1 if the bodies touch, else 0.
SCREE_API int scree_lab_evaluate(scree_lab *lab, const double *state, double dt, int touching,
                                 const double *history, double *loads, double *after, double *energy);
/// Drives the contact along the path in a CSV file (columns t, overlap and any of overlap_rate, slip_x, slip_y, roll_x,
/// roll_y, twist, where rates apply to the time since the row before; dt instead of that time; touching and the history's
/// names, to set the history before a row) and writes forces on a, history, and energies by
/// mode for each row to another ("-": standard output). plot: SVG file, may be NULL; plot_x, plot_y: columns to plot, NULL: chosen by what the path moves.
SCREE_API scree_status scree_law_drive(const char *case_path, const scree_changes *changes,
                                       const char *path_csv, const char *out_csv, const char *plot,
                                       const char *plot_x, const char *plot_y, scree_report *report);
/// Evaluates each row of a CSV file of full states (columns xa ya za vxa vya vza wxa wya wza, the same with b, dt, touching
/// and the history's names; missing ones are 0) and writes forces, torques and new history. signs: NULL, or "exudyn" for
/// Exudyn's output variables too, with that program's names and signs.
SCREE_API scree_status scree_law_eval(const char *case_path, const scree_changes *changes,
                                      const char *states_csv, const char *out_csv, const char *signs,
                                      scree_report *report);
/// Simulates a collision of the bodies of the lab and writes the outcome; with sweep ("angle=0:85:5", degrees; NULL: none) a row for each
/// value. series_csv (NULL: none, and not with a sweep): a row for each step of the contact.
SCREE_API scree_status scree_law_collide(const char *case_path, const scree_changes *changes,
                                         const char *sweep, const char *out_csv, const char *series_csv,
                                         const char *plot, const char *plot_x, const char *plot_y,
                                         scree_report *report);

/// A law as its table has it; the texts are owned by the library.
typedef struct scree_law_facts {
    const char *name, *slot;      ///< "hertz", "normal"
    const char *title;            ///< one sentence
    const char *formula, *source; ///< plain text; paper, equation
    const char *validity;         ///< range of validity, plain text; "": not given
    int builtin;                  ///< 0: of a library of the user's
} scree_law_facts;
/// Fills facts with law number `law`, from 0; returns 0 if there are not so many. The number of a law does not change.
SCREE_API int scree_law_facts_of(int law, scree_law_facts *facts);

/// A parameter of a law as its table has it; the texts are owned by the library.
typedef struct scree_law_parameter {
    const char *name, *unit; ///< unit "" if dimensionless
    const char *sentence;    ///< what it is
    const char *choices;     ///< "tsuji|none": it takes one of these words; "": it takes a number
    const char *
        mix; ///< what a pair takes of the values of its two materials, "harmonic mean"; "none": a pair needs its own
    const char
        *alias;      ///< its name in the program that the law comes from, also accepted; "": none or the same
    int required;    ///< 1: it must be given
    double fallback; ///< default, of words the number of the word from 0; NAN: there is none
    double least, largest; ///< range, inclusive
} scree_law_parameter;
/// Fills parameter with parameter k, from 0, of a law; returns 0 if there are not so many.
SCREE_API int scree_law_parameter_of(int law, int k, scree_law_parameter *parameter);

/// A value that a contact keeps from step to step for a law; the texts are owned by the library.
typedef struct scree_law_memory {
    const char *name,
        *unit; ///< unit "" if dimensionless; in tables the name comes behind that of the slot: "tangential_spring_x"
    const char *sentence; ///< what it is
} scree_law_memory;
/// Fills memory with history value k, from 0, of a law; returns 0 if there are not so many.
SCREE_API int scree_law_memory_of(int law, int k, scree_law_memory *memory);

/// A table of numbers in memory: columns with names and units, stored row by row.
typedef struct scree_table scree_table;
/// A table as input of the functions below: columns (1 or more) with the names column[columns], all different, and value[rows * columns], row
/// by row, which are copied; NAN is an empty cell. name stands for the path of a file in messages. NULL on error (see the report).
SCREE_API scree_table *scree_table_create(const char *name, int columns, const char *const *column,
                                          size_t rows, const double *value, scree_report *report);
/// Frees a table; NULL is allowed.
SCREE_API void scree_table_destroy(scree_table *table);
/// Number of rows.
SCREE_API size_t scree_table_rows(const scree_table *table);
/// Number of columns.
SCREE_API int scree_table_columns(const scree_table *table);
/// Name of a column, 0 <= column < scree_table_columns(); owned by the table.
SCREE_API const char *scree_table_name(const scree_table *table, int column);
/// Unit of a column, "" if it is dimensionless or was not given; owned by the table.
SCREE_API const char *scree_table_unit(const scree_table *table, int column);
/// Number of the column of that name; -1: there is none.
SCREE_API int scree_table_column(const scree_table *table, const char *name);
/// The numbers, rows * columns of them, row by row; owned by the table.
SCREE_API const double *scree_table_values(const scree_table *table);

/// scree_lab_open of a case given as text: name stands for its path in messages, and relative files are looked for in its folder.
SCREE_API scree_lab *scree_lab_open_text(const char *name, const char *text, const scree_changes *changes,
                                         scree_report *report);
/// The title of the case and the laws of the contact, "normal hertz, tangential mindlin". Free it with scree_text_free.
SCREE_API char *scree_lab_title(const scree_lab *lab);
/// Drives a fresh contact along a path, whose columns are those of scree_law_drive's file: a row of forces, history and
/// energies for each. NULL on error. Of a lab, one call at a time, here and below.
SCREE_API scree_table *scree_lab_drive(scree_lab *lab, const scree_table *path, scree_report *report);
/// Simulates a collision for each row of conditions and returns these with the outcomes. Columns: any of angle (degrees), speed,
/// dt, gap, steps_per_contact, radius_a, radius_b, spin_a_x .. spin_b_z, or parameters of laws of the lab's pair; the rest is
/// that of the case, which is not changed. conditions NULL: one collision as the case has it. series (NULL: none; one row of conditions only): gets
/// a row for each step of the contact; destroy it too. NULL on error.
SCREE_API scree_table *scree_lab_collide(scree_lab *lab, const scree_table *conditions, scree_table **series,
                                         scree_report *report);
/// Collisions over a range of one condition, "angle=0:85:5". NULL on error.
SCREE_API scree_table *scree_lab_sweep(scree_lab *lab, const char *sweep, scree_report *report);
/// Evaluates full states, whose columns are those of scree_law_eval's file, each independent of the others: a row of forces, torques,
/// new history and stored energies for each. NULL on error.
SCREE_API scree_table *scree_lab_evaluate_rows(scree_lab *lab, const scree_table *states,
                                               scree_report *report);

/// Help text for a section ("walls"), a key ("walls.motion.velocity", "velocity"), a law ("hertz") or all columns of series.csv
/// ("columns") or all measures ("measures"); NULL lists the sections. NULL if nothing has that name (the report gives the nearest). Free it with scree_text_free.
SCREE_API char *scree_help(const char *key, scree_report *report);
/// The reference page of the input file in Markdown. Free it with scree_text_free.
SCREE_API char *scree_help_markdown(void);
/// The reference page of the columns of series.csv in Markdown. Free it with scree_text_free.
SCREE_API char *scree_help_columns_markdown(void);
/// The cases that scree_template_make makes, a line for each: name and title. Free it with scree_text_free.
SCREE_API char *scree_template_list(void);
/// The variables of such a case, a line for each: name, default and meaning. NULL, with a report, if none has that name. Free it with scree_text_free.
SCREE_API char *scree_template_variables(const char *name, scree_report *report);
/// A complete case in YAML: the one called `name` with n variables set to values such as "200 mm". NULL, with a report, for a name or a variable
/// that it does not have, and a value that is not a number or an expression. Free it with scree_text_free.
SCREE_API char *scree_template_make(const char *name, const char *const *variable, const char *const *value,
                                    size_t n, scree_report *report);
/// The input file as a JSON Schema, draft 7, with which editors complete and check cases. Free it with scree_text_free.
SCREE_API char *scree_help_json_schema(void);
/// The reference page of the measures in Markdown. Free it with scree_text_free.
SCREE_API char *scree_help_measures_markdown(void);
/// The page of the library of materials in Markdown. Free it with scree_text_free.
SCREE_API char *scree_help_library_markdown(void);
/// A copy of a text that is safe to print on a terminal: control characters and what is no UTF-8 become \n, \x1b and the
/// like. The texts of reports are so already. Free it with scree_text_free.
SCREE_API char *scree_text_escaped(const char *text);
/// Frees text returned by the library; NULL is allowed.
SCREE_API void scree_text_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
