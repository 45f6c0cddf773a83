// SPDX-License-Identifier: BSD-3-Clause
#include "case/case.h"

#include <math.h>
#include <string.h>

void scree_case_init(scree_case *c) {
    *c = (scree_case){
        .dt_fraction = 0.2,
        .integrator = SCREE_VERLET,
        .seed = 1,
        .alarms = {.overlap_warning = 0.2,
                   .overlap_limit = 1.0,
                   .negative_loss = 0.01,
                   .energy_balance = 0.1},
        .output = {.vtk_particles = true,
                   .vtk_meshes = true,
                   .vtk_bonds = true,
                   .vtk_surfaces = -1.0,
                   .csv_particles = true,
                   .checkpoint_keep = 2,
                   .progress_every = 10.0,
                   .plot.draw = true},
    };
}

scree_time_table scree_time_table_copy(const scree_time_table *from) {
    scree_time_table to = {.smooth = from->smooth,
                           .repeat = from->repeat,
                           .file = from->file ? scree_strdup(from->file) : NULL,
                           .duration = from->duration,
                           .every = from->every};
    for (int k = 0; k < 4; k++) {
        to.formula[k] = from->formula[k] ? scree_strdup(from->formula[k]) : NULL;
    }
    for (size_t i = 0; i < from->time.n; i++) {
        scree_array_push(&to.time, from->time.data[i]);
    }
    for (size_t i = 0; i < from->vector.n; i++) {
        scree_array_push(&to.vector, from->vector.data[i]);
    }
    for (size_t i = 0; i < from->angle.n; i++) {
        scree_array_push(&to.angle, from->angle.data[i]);
    }
    return to;
}

bool scree_time_table_same(const scree_time_table *a, const scree_time_table *b) {
    bool same = a->repeat == b->repeat && a->smooth == b->smooth && a->time.n == b->time.n &&
                a->vector.n == b->vector.n && a->angle.n == b->angle.n;
    for (size_t k = 0; same && k < a->time.n; k++) {
        same =
            a->time.data[k] == b->time.data[k] && (a->angle.n == 0 || a->angle.data[k] == b->angle.data[k]);
    }
    for (size_t k = 0; same && k < a->vector.n; k++) {
        const scree_vec3 x = a->vector.data[k], y = b->vector.data[k];
        same = x.x == y.x && x.y == y.y && x.z == y.z;
    }
    return same;
}

double scree_thermal_table_at(const scree_thermal_table *curve, double temperature) {
    const double *t = curve->temperature.data, *v = curve->value.data;
    const size_t n = curve->temperature.n;
    if (temperature <= t[0] || temperature >= t[n - 1]) {
        return temperature <= t[0] ? v[0] : v[n - 1];
    }
    const size_t k = scree_table_interval(t, n, temperature);
    return v[k] + (v[k + 1] - v[k]) * ((temperature - t[k]) / (t[k + 1] - t[k]));
}

int scree_case_material(const scree_case *c, const char *name) {
    for (size_t k = 0; name && k < scree_case_named(c); k++) {
        if (strcmp(c->material.data[k].name, name) == 0) {
            return (int)k;
        }
    }
    return -1;
}

// ---- what a case owns --------------------------------------------------------------------------------------

// A member of a struct that points to memory of its own: a text, or the data of an array, whose first member that is. item: what each
// struct of such an array owns in its turn, NULL: nothing.
typedef struct owned {
    bool is_end;
    size_t offset, size; // size: of an item
    const struct owned *item;
} owned;

#define END                                                                                                  \
    { .is_end = true }
#define OWNS(type, member)                                                                                   \
    { .offset = offsetof(type, member) }
#define ITEMS(type, member, what)                                                                            \
    { .offset = offsetof(type, member), .size = sizeof *((type *)0)->member.data, .item = what }
#define TIME_TABLE(type, table)                                                                              \
    OWNS(type, table.time), OWNS(type, table.vector), OWNS(type, table.angle), OWNS(type, table.file),       \
        OWNS(type, table.formula[0]), OWNS(type, table.formula[1]), OWNS(type, table.formula[2]),            \
        OWNS(type, table.formula[3])
#define THERMAL_TABLE(type, table)                                                                           \
    OWNS(type, table name), OWNS(type, table temperature), OWNS(type, table value)

static const owned of_text[] = {{.offset = 0}, END};
static const owned of_thermal[] = {THERMAL_TABLE(scree_thermal_table, ), END};
static const owned of_material[] = {OWNS(scree_material_def, name),
                                    THERMAL_TABLE(scree_material_def, tables.young.),
                                    THERMAL_TABLE(scree_material_def, tables.poisson.),
                                    ITEMS(scree_material_def, tables.law, of_thermal), END};
static const owned of_motion[] = {TIME_TABLE(scree_motion, table), END};
static const owned of_freedom[] = {ITEMS(scree_freedom_def, between, of_text),
                                   OWNS(scree_freedom_def, between_wall),
                                   TIME_TABLE(scree_freedom_def, factor), END};
static const owned of_outline[] = {OWNS(scree_outline, corner), END};
static const owned of_wall[] = {OWNS(scree_wall_def, name),
                                OWNS(scree_wall_def, file),
                                ITEMS(scree_wall_def, motion, of_motion),
                                ITEMS(scree_wall_def, drive.slide, of_freedom),
                                ITEMS(scree_wall_def, drive.turn, of_freedom),
                                OWNS(scree_wall_def, drive.inertia),
                                ITEMS(scree_wall_def, outline, of_outline),
                                OWNS(scree_wall_def, line),
                                OWNS(scree_wall_def, turn),
                                END};
static const owned of_piece[] = {OWNS(scree_piece, hull.x), END};
static const owned of_made_shape[] = {OWNS(scree_shape, member), ITEMS(scree_shape, piece, of_piece), END};
static const owned of_piece_def[] = {OWNS(scree_piece_def, convex.file), OWNS(scree_piece_def, convex.corner),
                                     ITEMS(scree_piece_def, made, of_made_shape), END};
static const owned of_shape[] = {OWNS(scree_shape_def, name),
                                 OWNS(scree_shape_def, file),
                                 OWNS(scree_shape_def, member),
                                 OWNS(scree_shape_def, gyration),
                                 OWNS(scree_shape_def, row.count),
                                 OWNS(scree_shape_def, bond),
                                 OWNS(scree_shape_def, shape.member),
                                 ITEMS(scree_shape_def, shape.piece, of_piece),
                                 ITEMS(scree_shape_def, piece, of_piece_def),
                                 OWNS(scree_shape_def, convex.file),
                                 OWNS(scree_shape_def, convex.corner),
                                 END};
static const owned of_source[] = {OWNS(scree_source_def, name),       OWNS(scree_source_def, file),
                                  OWNS(scree_source_def, refill),     OWNS(scree_source_def, shape_name),
                                  OWNS(scree_source_def, position),   OWNS(scree_source_def, diameters),
                                  OWNS(scree_source_def, formula[0]), OWNS(scree_source_def, formula[1]),
                                  OWNS(scree_source_def, formula[2]), OWNS(scree_source_def, formula[3]),
                                  OWNS(scree_source_def, formula[4]), OWNS(scree_source_def, size.d),
                                  OWNS(scree_source_def, size.f),     END};
static const owned of_outlet[] = {OWNS(scree_outlet_def, name), END};
static const owned of_group[] = {OWNS(scree_group_def, name), OWNS(scree_group_def, which.from),
                                 OWNS(scree_group_def, which.ids), TIME_TABLE(scree_group_def, motion.table),
                                 END};
static const owned of_probe[] = {OWNS(scree_probe_def, name), END};
static const owned of_track[] = {OWNS(scree_track_def, name), END};
static const owned of_panel[] = {OWNS(scree_panel_def, x), ITEMS(scree_panel_def, y, of_text), END};
static const owned of_measure[] = {OWNS(scree_measure_def, name), ITEMS(scree_measure_def, of, of_text),
                                   OWNS(scree_measure_def, wall), OWNS(scree_measure_def, outlet), END};
static const owned of_phase[] = {OWNS(scree_phase_def, name), OWNS(scree_phase_def, value),
                                 ITEMS(scree_phase_def, steady, of_text), END};
static const owned of_variable[] = {OWNS(scree_variable_def, name), OWNS(scree_variable_def, text), END};
static const owned of_unused[] = {OWNS(scree_unused_variable, name), END};
static const owned of_case[] = {OWNS(scree_case, path),
                                OWNS(scree_case, title),
                                ITEMS(scree_case, change, of_text),
                                ITEMS(scree_case, variable, of_variable),
                                ITEMS(scree_case, unused, of_unused),
                                TIME_TABLE(scree_case, gravity_table),
                                ITEMS(scree_case, law_library, of_text),
                                ITEMS(scree_case, material, of_material),
                                OWNS(scree_case, pair),
                                OWNS(scree_case, library_use),
                                ITEMS(scree_case, wall, of_wall),
                                ITEMS(scree_case, shape, of_shape),
                                OWNS(scree_case, hull),
                                OWNS(scree_case, piece_turn),
                                ITEMS(scree_case, source, of_source),
                                ITEMS(scree_case, outlet, of_outlet),
                                ITEMS(scree_case, group, of_group),
                                SCREE_CAPABILITIES(SCREE_MEMBERS_OF, OWNED)
                                    ITEMS(scree_case, probe, of_probe),
                                ITEMS(scree_case, track, of_track),
                                ITEMS(scree_case, measure, of_measure),
                                ITEMS(scree_case, phase, of_phase),
                                ITEMS(scree_case, output.plot.panel, of_panel),
                                END};

// Frees what a struct owns; lists contain structs that own lists, so it calls itself.
static void free_owned(const void *from, const owned *member) {
    for (const owned *m = member; !m->is_end; m++) {
        const char *at = (const char *)from + m->offset;
        char *data;
        memcpy(&data, at, sizeof data);
        SCREE_ARRAY(char) list;
        if (m->item) {
            memcpy(&list, at, sizeof list);
        }
        for (size_t i = 0; m->item && i < list.n; i++) {
            free_owned(data + i * m->size, m->item);
        }
        scree_free(data);
    }
}

void scree_thermal_table_clear(scree_thermal_table *curve) {
    free_owned(curve, of_thermal);
    *curve = (scree_thermal_table){0};
}

void scree_case_clear(scree_case *c) {
    free_owned(c, of_case);
    scree_case_init(c);
}

size_t scree_table_interval(const double *time, size_t n, double t) {
    size_t low = 0, high = n - 1; // time[low] <= t < time[high], as far as it goes
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        *(t < time[middle] ? &high : &low) = middle;
    }
    return low;
}

bool scree_case_falls_along_period(const scree_case *c) {
    bool any = false;
    for (int axis = 0; axis < 3; axis++) {
        bool acts = vec_get(c->gravity, axis) != 0.0;
        for (size_t k = 0; c->has_gravity_table && k < c->gravity_table.vector.n; k++) {
            acts |= vec_get(c->gravity_table.vector.data[k], axis) != 0.0;
        }
        any |= acts && c->has_domain && c->periodic[axis];
    }
    return any;
}

scree_inserted_sizes scree_case_inserted_sizes(const scree_case *c, int material) {
    scree_inserted_sizes sizes = {INFINITY, 0.0};
    for (size_t k = 0; k < c->source.n; k++) {
        const scree_source_def *s = &c->source.data[k];
        if (scree_source_inserts(s) && (material < 0 || s->material == material)) {
            sizes.least = fmin(sizes.least, s->size.min);
            sizes.most = fmax(sizes.most, s->size.max);
        }
    }
    return sizes;
}

bool scree_case_holds(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; k < c->group.n; k++) {
        any |= c->group.data[k].hold;
    }
    return any;
}

bool scree_case_moves_groups(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; k < c->group.n; k++) {
        any |= c->group.data[k].has_motion;
    }
    return any;
}

bool scree_case_has_clumps(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; k < c->shape.n; k++) {
        any |= !c->shape.data[k].bonded;
    }
    return any;
}

void scree_case_number_pieces(scree_case *c) {
    c->hull.n = c->piece_turn.n = 0;
    bool several = false;
    for (size_t k = 0; k < c->shape.n; k++) {
        scree_shape *shape = &c->shape.data[k].shape;
        for (size_t i = 0; i < shape->piece.n; i++) {
            shape->piece.data[i].form.hull = (double)c->hull.n;
            scree_array_push(&c->hull, shape->piece.data[i].hull);
            scree_array_push(&c->piece_turn, shape->piece.data[i].turn);
        }
        if (shape->piece.n == 0) {
            scree_array_push(&c->hull, ((scree_hull){0}));
            scree_array_push(&c->piece_turn, ((scree_quaternion){1.0, 0.0, 0.0, 0.0}));
        }
        several |= shape->piece.n > 1;
    }
    if (!several) {
        scree_array_free(&c->piece_turn);
    }
}

bool scree_case_has_convex(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; k < c->shape.n; k++) {
        any |= scree_shape_has_pieces(&c->shape.data[k].shape);
    }
    return any;
}

double scree_case_thinnest(const scree_case *c) {
    double least = 1.0;
    for (size_t k = 0; k < c->shape.n; k++) {
        least = fmin(least, scree_shape_thinnest_piece(&c->shape.data[k].shape));
    }
    return least;
}

bool scree_case_has_agglomerates(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; k < c->shape.n; k++) {
        any |= c->shape.data[k].bonded;
    }
    return any;
}

bool scree_case_has_springs(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; c->pair && k < c->material.n * c->material.n; k++) {
        for (int slot = SCREE_TANGENTIAL; slot <= SCREE_BOND; slot++) {
            any |= c->pair[k].law[slot] >= 0;
        }
    }
    return any;
}

bool scree_case_has_bonds(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; c->pair && k < c->material.n * c->material.n; k++) {
        any |= c->pair[k].law[SCREE_BOND] >= 0;
    }
    return any;
}
