// SPDX-License-Identifier: BSD-3-Clause
#include "paraview/vtp.h"
#include "bonds/bonds.h"
#include "clumps/body.h"
#include "geometry/wall_form.h"
#include "measure/totals.h"
#include "measures/particle_stress.h"

#include "access/particle.h"
#include "access/wall_surface.h"
#include "paraview/vtp_file.h"
#include "paraview/vtp_surfaces.h"
#include "wear/wear_shape.h"
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

// first, first + step, first + 2 step, ...
#define RAMP(section, name, n, first, step)                                                                  \
    { section, SCREE_VTP_I64_RAMP, name, 1, n, NULL, 0, first, step, NULL, NULL }
#define FIELD(section, type, name, unit, components, n, pointer)                                             \
    { section, type, name, components, n, pointer, sizeof *(pointer), 0, 0, NULL, unit }
// A member of the records at `base`; not used if there are no records.
#define MEMBER(section, type, name, unit, components, n, base, member)                                       \
    { section, type, name, components, n, (n) ? &(base)->member : NULL, sizeof *(base), 0, 0, NULL, unit }

// Storage indices of the particles that are not removed, sorted by id, because a resumed run may have another storage order.
static uint32_t *living(const scree_particles *p, size_t *n) {
    scree_id_index *list = scree_particles_by_id(p, n);
    uint32_t *pick = scree_realloc(NULL, 0, *n * sizeof *pick);
    for (size_t k = 0; k < *n; k++) {
        pick[k] = list[k].index;
    }
    scree_free(list);
    return pick;
}

// A field as an array of n selected particles.
static scree_vtp_array array_of_field(const scree_particles *p, const scree_field *field, size_t n,
                                      const uint32_t *pick) {
    static const scree_vtp_type type_of[] = {
        [SCREE_F64] = SCREE_VTP_F64, [SCREE_U64] = SCREE_VTP_I64, [SCREE_U32] = SCREE_VTP_I32};
    return (scree_vtp_array){.section = SCREE_VTP_POINT_DATA,
                             .type = field->flags & SCREE_FLOAT32 ? SCREE_VTP_F32 : type_of[field->type],
                             .name = field->name,
                             .components = field->components,
                             .n = n,
                             .data = n > 0 ? scree_field_of(p, field, 0) : NULL,
                             .stride = field->stride,
                             .pick = pick,
                             .unit = field->unit};
}

// The fields of the records except the position, in the order of the file, then those with their own arrays. mass: 0 for fixed
// particles, so that sums contain only free ones. Returns the number of fields.
static size_t point_data(const scree_particles *p, size_t n, const uint32_t *pick, const double *mass,
                         scree_vtp_array *array) {
    static const int of_records[] = {SCREE_FIELD_id,    SCREE_FIELD_material, SCREE_FIELD_radius,
                                     SCREE_FIELD_mass,  SCREE_FIELD_velocity, SCREE_FIELD_omega,
                                     SCREE_FIELD_force, SCREE_FIELD_torque};
    size_t arrays = 0;
    for (size_t k = 0; k < COUNT(of_records); k++) {
        array[arrays++] = array_of_field(p, &scree_field_table[of_records[k]], n, pick);
        if (of_records[k] == SCREE_FIELD_mass) {
            array[arrays - 1].data = mass;
            array[arrays - 1].stride = sizeof *mass;
            array[arrays - 1].pick = NULL;
        }
    }
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        const scree_field *field = &scree_field_table[k];
        if (field->flags & SCREE_WRITTEN && field->array >= SCREE_ARRAY_FIRST_OWN &&
            scree_particles_have(p, field->array)) {
            array[arrays++] = array_of_field(p, field, n, pick);
        }
    }
    return arrays;
}

// Points at the centres of clumps.
bool scree_vtp_bodies(const scree_world *w, const char *path, scree_report *r) {
    size_t n;
    scree_body_row *row = scree_body_rows(w, &n);
    const char **shape = scree_realloc(NULL, 0, (w->case_->shape.n + 1) * sizeof *shape);
    for (size_t k = 0; k < w->case_->shape.n; k++) {
        shape[k] = w->case_->shape.data[k].name;
    }
    const scree_vtp_array array[] = {
        MEMBER(SCREE_VTP_POINTS, SCREE_VTP_F64, "Points", NULL, 3, n, row, x),
        RAMP(SCREE_VTP_VERTS, "connectivity", n, 0, 1),
        RAMP(SCREE_VTP_VERTS, "offsets", n, 1, 1),
        MEMBER(SCREE_VTP_POINT_DATA, SCREE_VTP_I64, "id", NULL, 1, n, row, id),
        MEMBER(SCREE_VTP_POINT_DATA, SCREE_VTP_I64, "shape", NULL, 1, n, row, shape),
        MEMBER(SCREE_VTP_POINT_DATA, SCREE_VTP_I64, "members", NULL, 1, n, row, members),
        MEMBER(SCREE_VTP_POINT_DATA, SCREE_VTP_F64, "size", "m", 1, n, row, size),
        MEMBER(SCREE_VTP_POINT_DATA, SCREE_VTP_F64, "mass", "kg", 1, n, row, mass),
        MEMBER(SCREE_VTP_POINT_DATA, SCREE_VTP_F32, "velocity", "m/s", 3, n, row, v),
        MEMBER(SCREE_VTP_POINT_DATA, SCREE_VTP_F64, "orientation", NULL, 4, n, row, orientation[0]),
        MEMBER(SCREE_VTP_POINT_DATA, SCREE_VTP_F32, "omega", "rad/s", 3, n, row, spin),
        MEMBER(SCREE_VTP_POINT_DATA, SCREE_VTP_F64, "angular_momentum", "kg m2/s", 3, n, row, momentum),
        MEMBER(SCREE_VTP_POINT_DATA, SCREE_VTP_F64, "half_axes", "m", 3, n, row, half_axes), // the last one
    };
    scree_surface_facts surface = scree_surface_facts_of(w->case_);
    scree_vtp_fact *fact = scree_realloc(NULL, 0, (surface.n + 1) * sizeof *fact);
    fact[0] = (scree_vtp_fact){.name = "shapes", .text = shape, .n_text = w->case_->shape.n};
    scree_copy(fact + 1, surface.fact, surface.n * sizeof *fact);
    const scree_vtp_piece piece = {.time = scree_world_time(w),
                                   .n_points = n,
                                   .n_verts = n,
                                   .array = array,
                                   .n_arrays = COUNT(array) - !scree_case_has_convex(w->case_),
                                   .fact = fact,
                                   .n_facts = 1 + surface.n};
    const bool ok = scree_vtp_file_write_pieces(w->comm, &piece, path, r);
    scree_surface_facts_clear(&surface);
    scree_free(fact);
    scree_free((void *)shape);
    scree_free(row);
    return ok;
}

// Names of the items of an array of the case: what numbers in an array of the file mean. Free with scree_free.
static const char **names_of(size_t n, char *const *first, size_t stride) {
    const char **name = scree_realloc(NULL, 0, (n + 1) * sizeof *name);
    for (size_t k = 0; k < n; k++) {
        memcpy(&name[k], (const char *)first + k * stride, sizeof *name);
    }
    return name;
}
#define NAMES(list) names_of((list).n, (list).n > 0 ? &(list).data[0].name : NULL, sizeof *(list).data)

// The place and the vectors of a cell that deforms, and its velocity gradient, as rows of three numbers.
enum { CELL_FACTS = 4 };
typedef struct cell_facts {
    double low[3], vectors[9], centre[3], rate[9];
} cell_facts;

static void put_rows(const scree_upper *a, bool by_columns, double to[9]) {
    const double row[9] = {a->xx, a->xy, a->xz, 0.0, a->yy, a->yz, 0.0, 0.0, a->zz};
    for (int k = 0; k < 9; k++) {
        to[k] = row[by_columns ? k % 3 * 3 + k / 3 : k];
    }
}

static int facts_of_cell(const scree_world *w, cell_facts *own, scree_vtp_fact *to) {
    const scree_cell *c = &w->cell;
    const scree_upper h = scree_cell_vectors(c);
    if (!c->deforms) {
        return 0;
    }
    for (int axis = 0; axis < 3; axis++) {
        own->low[axis] = vec_get(c->low, axis);
        own->centre[axis] = vec_get(c->centre, axis);
    }
    put_rows(&h, true, own->vectors);
    put_rows(&c->rate, false, own->rate);
    to[0] = (scree_vtp_fact){.name = "cell_low", .value = own->low, .components = 3};
    to[1] = (scree_vtp_fact){.name = "cell_vectors", .value = own->vectors, .components = 9};
    to[2] = (scree_vtp_fact){.name = "cell_centre", .value = own->centre, .components = 3};
    to[3] = (scree_vtp_fact){.name = "cell_rate", .value = own->rate, .components = 9};
    return CELL_FACTS;
}

bool scree_vtp_particles(const scree_world *w, const char *path, scree_report *r) {
    const scree_particles *p = &w->p;
    size_t n;
    uint32_t *pick = living(p, &n);
    double *mass = scree_realloc(NULL, 0, n * sizeof *mass);
    uint32_t *fixed = scree_realloc(NULL, 0, n * sizeof *fixed);
    for (size_t k = 0; k < n; k++) {
        fixed[k] = p->motion[pick[k]].v.m == SCREE_FIXED_MASS;
        mass[k] = fixed[k] ? 0.0 : p->motion[pick[k]].v.m;
    }
    scree_vtp_array array[5 + SCREE_FIELD_COUNT] = {
        array_of_field(p, &scree_field_table[SCREE_FIELD_position], n, pick),
        RAMP(SCREE_VTP_VERTS, "connectivity", n, 0, 1),
        RAMP(SCREE_VTP_VERTS, "offsets", n, 1, 1), // a vertex per point: cell i ends after point i
    };
    array[0].section = SCREE_VTP_POINTS;
    array[0].name = "Points";
    size_t arrays = 3 + point_data(p, n, pick, mass, array + 3);
    double *stress = NULL;
    if (w->case_->output.vtk_stress) {
        scree_arrangement a;
        scree_arrangement_of(w, true, &a);
        stress = scree_particle_stress(&a);
        scree_arrangement_clear(&a);
        array[arrays++] = (scree_vtp_array){.section = SCREE_VTP_POINT_DATA,
                                            .type = SCREE_VTP_F64,
                                            .name = "stress",
                                            .components = SCREE_PARTICLE_STRESS,
                                            .n = n,
                                            .data = stress,
                                            .stride = SCREE_PARTICLE_STRESS * sizeof *stress,
                                            .pick = pick,
                                            .unit = "Pa"};
    }
    if (scree_comm_any(w->comm, w->has_fixed)) { // last, because not in every run
        array[arrays++] =
            (scree_vtp_array)FIELD(SCREE_VTP_POINT_DATA, SCREE_VTP_I32, "fixed", NULL, 1, n, fixed);
    }
    const scree_case *c = w->case_;
    const char **material = NAMES(c->material), **source = NAMES(c->source), **group = NAMES(c->group);
    cell_facts cell;
    scree_vtp_fact fact[3 + CELL_FACTS] = {
        {.name = "materials", .text = material, .n_text = scree_case_named(c)}};
    int facts = 1;
    if (scree_particles_have(p, SCREE_ARRAY_source)) {
        fact[facts++] = (scree_vtp_fact){.name = "sources", .text = source, .n_text = c->source.n};
    }
    if (scree_particles_have(p, SCREE_ARRAY_groups)) {
        fact[facts++] = (scree_vtp_fact){.name = "group_names", .text = group, .n_text = c->group.n};
    }
    facts += facts_of_cell(w, &cell, fact + facts);
    const scree_vtp_piece piece = {.time = scree_world_time(w),
                                   .n_points = n,
                                   .n_verts = n,
                                   .array = array,
                                   .n_arrays = arrays,
                                   .fact = fact,
                                   .n_facts = facts};
    bool ok = scree_vtp_file_write_pieces(w->comm, &piece, path, r);
    scree_free((void *)material);
    scree_free((void *)source);
    scree_free((void *)group);
    scree_free(stress);
    scree_free(mass);
    scree_free(fixed);
    scree_free(pick);
    return ok;
}

static bool write_contact_rows(const scree_comm *c, const scree_contact_row *row, size_t n, bool heat,
                               double time, const char *path, scree_report *r) {
    scree_vec3 *end = scree_realloc(NULL, 0, 2 * n * sizeof *end);
    uint32_t *wall = scree_realloc(NULL, 0, n * sizeof *wall);
    for (size_t i = 0; i < n; i++) {
        end[2 * i] = row[i].centre_a;
        end[2 * i + 1] = row[i].centre_b;
        wall[i] = (uint32_t)row[i].wall; // -1 stays -1: the file's type is signed
    }
    const scree_vtp_array array[] = {
        FIELD(SCREE_VTP_POINTS, SCREE_VTP_F64, "Points", "m", 3, 2 * n, end),
        RAMP(SCREE_VTP_LINES, "connectivity", 2 * n, 0, 1),
        RAMP(SCREE_VTP_LINES, "offsets", n, 2, 2),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_I64, "id1", NULL, 1, n, row, a),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_I64, "id2", NULL, 1, n, row, b),
        FIELD(SCREE_VTP_CELL_DATA, SCREE_VTP_I32, "wall", NULL, 1, n, wall),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "overlap", "m", 1, n, row, overlap),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "normal_force", "N", 1, n, row, normal_force),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "force", "N", 3, n, row, force),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "heat", "W", 1, n, row, heat),
    };
    scree_vtp_piece piece = {.time = time, .n_points = 2 * n, .n_lines = n};
    piece.array = array;
    piece.n_arrays = COUNT(array) - !heat; // the last one
    bool ok = scree_vtp_file_write_pieces(c, &piece, path, r);
    scree_free(end);
    scree_free(wall);
    return ok;
}

bool scree_vtp_contact_rows(const scree_contact_row *row, size_t n, bool heat, double time, const char *path,
                            scree_report *r) {
    return write_contact_rows(NULL, row, n, heat, time, path, r);
}

bool scree_vtp_contacts(const scree_world *w, const char *path, scree_report *r) {
    size_t n = 0;
    scree_contact_row *row = scree_contact_rows(w, &n);
    bool ok = write_contact_rows(w->comm, row, n, w->case_->has_heat, scree_world_time(w), path, r);
    scree_free(row);
    return ok;
}

// The values of a bond in a file.
typedef struct bond_cell {
    double normal, shear, bending, twisting; // N, N, N m, N m
    double age, stretch, energy;             // s, m, J
    uint32_t wall;                           // -1 stays -1: the file's type is signed
    uint64_t other;                          // 0: a wall
} bond_cell;

static bond_cell cell_of_bond(const scree_bond *b, double time) {
    const scree_vec3 d = vec_sub(b->to, b->from);
    const double length = vec_norm(d);
    const scree_vec3 n = length > 0.0 ? vec_scale(1.0 / length, d) : vec3(1.0, 0.0, 0.0);
    const double along = vec_dot(b->force, n), about = vec_dot(b->moment, n);
    return (bond_cell){.normal = -along,
                       .shear = vec_norm(vec_add_scaled(b->force, -along, n)),
                       .bending = vec_norm(vec_add_scaled(b->moment, -about, n)),
                       .twisting = fabs(about),
                       .age = time - b->made,
                       .stretch = length - b->length,
                       .energy = (b->energy[0] + b->energy[1]) + (b->energy[2] + b->energy[3]),
                       .wall = (uint32_t)b->wall,
                       .other = b->wall >= 0 ? 0 : b->b};
}

bool scree_vtp_bonds(const scree_world *w, const char *path, scree_report *r) {
    scree_bond_list list = {0};
    scree_bonds_list(w, &list);
    const size_t n = list.n;
    const scree_bond *bond = list.data;
    scree_vec3 *end = scree_realloc(NULL, 0, (2 * n + 1) * sizeof *end);
    bond_cell *cell = scree_realloc(NULL, 0, (n + 1) * sizeof *cell);
    for (size_t k = 0; k < n; k++) {
        end[2 * k] = bond[k].from;
        end[2 * k + 1] = bond[k].to;
        cell[k] = cell_of_bond(&bond[k], scree_world_time(w));
    }
    const scree_vtp_array array[] = {
        FIELD(SCREE_VTP_POINTS, SCREE_VTP_F64, "Points", "m", 3, 2 * n, end),
        RAMP(SCREE_VTP_LINES, "connectivity", 2 * n, 0, 1),
        RAMP(SCREE_VTP_LINES, "offsets", n, 2, 2),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_I64, "id1", NULL, 1, n, bond, a),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_I64, "id2", NULL, 1, n, cell, other),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_I32, "wall", NULL, 1, n, cell, wall),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "utilisation", NULL, 1, n, bond, load),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "normal_force", "N", 1, n, cell, normal),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "shear_force", "N", 1, n, cell, shear),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "bending_moment", "N m", 1, n, cell, bending),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "twisting_moment", "N m", 1, n, cell, twisting),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "force", "N", 3, n, bond, force),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "moment", "N m", 3, n, bond, moment),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "stretch", "m", 1, n, cell, stretch),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "energy", "J", 1, n, cell, energy),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "age", "s", 1, n, cell, age),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "strength_factor", NULL, 1, n, bond, factor),
    };
    scree_vtp_piece piece = {.time = scree_world_time(w), .n_points = 2 * n, .n_lines = n};
    piece.array = array;
    piece.n_arrays = COUNT(array);
    const bool ok = scree_vtp_file_write_pieces(w->comm, &piece, path, r);
    scree_free(end);
    scree_free(cell);
    scree_array_free(&list);
    return ok;
}

// Values of one triangle in a mesh file.
typedef struct face {
    double force[3], stress, pressure, velocity[3];
} face;

static face face_of(const scree_wall *wall, const scree_triangle *t, const scree_vec3 *x, scree_vec3 force) {
    scree_vec3 a = x[t->v[0]], b = x[t->v[1]], c = x[t->v[2]];
    scree_vec3 normal = vec_cross(vec_sub(b, a), vec_sub(c, a)); // length: twice the area
    double twice = vec_norm(normal), area = 0.5 * twice;
    scree_vec3 middle = vec_scale(1.0 / 3.0, vec_add(vec_add(a, b), c));
    scree_vec3 v = scree_wall_surface_velocity(wall, middle, vec_scale(1.0 / twice, normal));
    return (face){{force.x, force.y, force.z},
                  vec_norm(force) / area,
                  fabs(vec_dot(force, normal)) / (twice * area),
                  {v.x, v.y, v.z}};
}

enum { WALL_FACTS = 4 };

// Name and loads of a wall, the torque about its reference point, as in the series; texts and values stay the caller's.
static void facts_of_wall(const scree_wall *wall, const char **name, scree_vec3 value[3],
                          scree_vtp_fact fact[WALL_FACTS]) {
    *name = wall->def->name;
    value[0] = wall->now.force;
    value[2] = scree_wall_to_lab(wall, wall->def->reference);
    value[1] = vec_sub(wall->now.torque, vec_cross(value[2], wall->now.force));
    static const char *const of[] = {"total_force", "total_torque", "reference"};
    fact[0] = (scree_vtp_fact){.name = "wall", .text = name, .n_text = 1};
    for (int k = 0; k < 3; k++) {
        fact[1 + k] = (scree_vtp_fact){.name = of[k], .value = &value[k].x, .components = 3};
    }
}

// The wear of the triangles of a wall.
typedef struct wear_cells {
    scree_wear_row *row;
    uint64_t *speed, *energy; // impacts in each bin
} wear_cells;

enum { WEAR_ARRAYS = 11 };

static wear_cells wear_of(const scree_world *w, size_t wall, size_t n) {
    const size_t speeds = scree_wear_speed_bins(w->case_), energies = scree_wear_energy_bins(w->case_);
    uint64_t *bin = scree_realloc(NULL, 0, (speeds + energies + 1) * sizeof *bin);
    wear_cells of = {scree_realloc(NULL, 0, n * sizeof *of.row),
                     scree_realloc(NULL, 0, (n * speeds + 1) * sizeof *of.speed),
                     scree_realloc(NULL, 0, (n * energies + 1) * sizeof *of.energy)};
    for (size_t i = 0; i < n; i++) {
        of.row[i] = scree_wear_row_of(w, wall, i);
        scree_wear_bins_of(w, wall, i, -1, bin);
        memcpy(of.speed + i * speeds, bin, speeds * sizeof *bin);
        memcpy(of.energy + i * energies, bin + speeds, energies * sizeof *bin);
    }
    scree_free(bin);
    return of;
}

static void clear_wear(wear_cells *of) {
    scree_free(of->row);
    scree_free(of->speed);
    scree_free(of->energy);
}

static size_t wear_arrays(const scree_case *c, const wear_cells *of, size_t n, scree_vtp_array *to) {
    const scree_wear_row *row = of->row;
    size_t arrays = 0;
#define WEAR(name, unit, member)                                                                             \
    to[arrays++] = (scree_vtp_array)MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, name, unit, 1, n, row, member)
    WEAR("wear_depth", "m", depth);
    WEAR("wear_volume", "m3", value[SCREE_WEAR_VOLUME]);
    WEAR("sliding_work", "J", value[SCREE_WEAR_SLIDE_WORK]);
    WEAR("normal_work", "J", value[SCREE_WEAR_PUSH_WORK]);
    WEAR("load_path", "N m", value[SCREE_WEAR_PATH]);
    WEAR("impact_energy", "J", value[SCREE_WEAR_ENERGY]);
    WEAR("mean_pressure", "Pa", pressure);
    WEAR("mean_shear", "Pa", shear);
#undef WEAR
    to[arrays++] =
        (scree_vtp_array)MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_I64, "impacts", NULL, 1, n, row, impacts);
    const size_t bins[] = {scree_wear_speed_bins(c), scree_wear_energy_bins(c)};
    const uint64_t *const count[] = {of->speed, of->energy};
    static const char *const name[] = {"impacts_by_speed", "impacts_by_energy"};
    for (int k = 0; k < 2; k++) {
        if (bins[k] > 0) {
            to[arrays++] = (scree_vtp_array){.section = SCREE_VTP_CELL_DATA,
                                             .type = SCREE_VTP_I64,
                                             .name = name[k],
                                             .components = (int)bins[k],
                                             .n = n,
                                             .data = count[k],
                                             .stride = bins[k] * sizeof *count[k]};
        }
    }
    return arrays;
}

bool scree_vtp_mesh_forces(const scree_world *w, int wall_index, const scree_vec3 *force, const char *path,
                           scree_report *r) {
    const scree_wall *wall = &w->wall.data[wall_index];
    const scree_mesh *mesh = wall->mesh;
    size_t n_points = mesh->vertex.n, n = mesh->triangle.n;
    scree_vec3 *x = scree_realloc(NULL, 0, n_points * sizeof *x);
    face *f = scree_realloc(NULL, 0, n * sizeof *f);
    const scree_wear_vertex *worn = scree_wear_vertices(w, (size_t)wall_index);
    const scree_mesh_shape *given = scree_wear_given(w, (size_t)wall_index);
    scree_vec3 *displacement = given ? scree_realloc(NULL, 0, n_points * sizeof *displacement) : NULL;
    for (size_t i = 0; i < n_points; i++) {
        const scree_vec3 own = worn ? worn[i].x : mesh->vertex.data[i];
        x[i] = scree_wall_to_lab(wall, own);
        if (given) {
            displacement[i] = mat_mul(&wall->now.pose.rotation, vec_sub(own, given->given.data[i]));
        }
    }
    for (size_t i = 0; i < n; i++) {
        f[i] = face_of(wall, &mesh->triangle.data[i], x, force[i]);
    }
    scree_vtp_array array[8 + WEAR_ARRAYS] = {
        FIELD(SCREE_VTP_POINTS, SCREE_VTP_F64, "Points", "m", 3, n_points, x),
        MEMBER(SCREE_VTP_POLYS, SCREE_VTP_I32, "connectivity", NULL, 3, n, mesh->triangle.data, v),
        RAMP(SCREE_VTP_POLYS, "offsets", n, 3, 3),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "force", "N", 3, n, f, force),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "stress", "Pa", 1, n, f, stress),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "pressure", "Pa", 1, n, f, pressure),
        MEMBER(SCREE_VTP_CELL_DATA, SCREE_VTP_F32, "velocity", "m/s", 3, n, f, velocity),
    };
    size_t arrays = 7;
    wear_cells wear = {NULL, NULL, NULL};
    if (w->wear) {
        wear = wear_of(w, (size_t)wall_index, n);
        arrays += wear_arrays(w->case_, &wear, n, array + arrays);
    }
    if (given) {
        array[arrays++] = (scree_vtp_array)FIELD(SCREE_VTP_POINT_DATA, SCREE_VTP_F64, "displacement", "m", 3,
                                                 n_points, displacement);
    }
    scree_vtp_fact fact[WALL_FACTS];
    scree_vec3 loads[3];
    const char *name;
    facts_of_wall(wall, &name, loads, fact);
    scree_vtp_piece piece = {
        .time = scree_world_time(w), .n_points = n_points, .n_polys = n, .fact = fact, .n_facts = WALL_FACTS};
    piece.array = array;
    piece.n_arrays = arrays;
    bool ok = scree_vtp_file_write(&piece, path, r);
    scree_free(displacement);
    scree_free(x);
    scree_free(f);
    clear_wear(&wear);
    return ok;
}

// The box to which infinite walls are cut: the domain, or else the particles of all ranks with a margin.
static void bounds(const scree_world *w, scree_vec3 *min, scree_vec3 *max) {
    *min = w->cell.low;
    *max = w->cell.high;
    if (w->case_->has_domain) {
        return;
    }
    scree_vec3 low = vec3(INFINITY, INFINITY, INFINITY), high = vec_scale(-1.0, low), all = vec3(1, 1, 1);
    for (size_t i = 0; i < w->p.n; i++) {
        if (w->p.dead[i]) {
            continue;
        }
        const scree_vec3 x = vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z);
        const double margin = 2 * w->p.x[i].r;
        low = vec_min(low, vec_add_scaled(x, -margin, all));
        high = vec_max(high, vec_add_scaled(x, margin, all));
    }
    scree_comm_box(w->comm, &low, &high);
    const bool any = low.x <= high.x;
    *min = any ? low : vec3(-0.5, -0.5, -0.5); // m, if there are no particles
    *max = any ? high : vec3(0.5, 0.5, 0.5);
}

static bool write_form(const scree_world *w, const scree_wall *wall, const char *path, scree_report *r) {
    const scree_wall_form *form = scree_wall_form_of(wall->def);
    const size_t n = form->quads;
    scree_vec3 min, max, *corner = scree_realloc(NULL, 0, 6 * n * sizeof *corner), *velocity = corner + 4 * n,
                         *force = velocity + n;
    bounds(w, &min, &max);
    form->draw(wall, min, max, corner);
    for (size_t i = 0; i < n; i++) {
        const scree_vec3 *c = corner + 4 * i, normal = vec_cross(vec_sub(c[2], c[0]), vec_sub(c[3], c[1]));
        velocity[i] = scree_wall_surface_velocity(wall, vec_scale(0.5, vec_add(c[0], c[2])),
                                                  vec_scale(1.0 / vec_norm(normal), normal));
        force[i] = wall->now.force;
    }
    const scree_vtp_array array[] = {
        FIELD(SCREE_VTP_POINTS, SCREE_VTP_F64, "Points", "m", 3, 4 * n, corner),
        RAMP(SCREE_VTP_POLYS, "connectivity", 4 * n, 0, 1),
        RAMP(SCREE_VTP_POLYS, "offsets", n, 4, 4),
        FIELD(SCREE_VTP_CELL_DATA, SCREE_VTP_F32, "velocity", "m/s", 3, n, velocity),
        FIELD(SCREE_VTP_CELL_DATA, SCREE_VTP_F64, "wall_force", "N", 3, n, force),
    };
    scree_vtp_fact fact[WALL_FACTS];
    scree_vec3 loads[3];
    const char *name;
    facts_of_wall(wall, &name, loads, fact);
    scree_vtp_piece piece = {
        .time = scree_world_time(w), .n_points = 4 * n, .n_polys = n, .fact = fact, .n_facts = WALL_FACTS};
    piece.array = array;
    piece.n_arrays = COUNT(array);
    const bool ok = scree_comm_rank(w->comm) > 0 || scree_vtp_file_write(&piece, path, r);
    scree_free(corner);
    return ok;
}

bool scree_vtp_mesh(const scree_world *w, int wall, const char *path, scree_report *r) {
    const scree_wall *the_wall = &w->wall.data[wall];
    if (!the_wall->mesh) {
        return write_form(w, the_wall, path, r);
    }
    scree_vec3 *force = scree_zeros(the_wall->mesh->triangle.n * sizeof *force);
    scree_wall_triangle_forces(w, wall, force);
    bool ok = scree_comm_rank(w->comm) > 0 || scree_vtp_mesh_forces(w, wall, force, path, r);
    scree_free(force);
    return ok;
}
