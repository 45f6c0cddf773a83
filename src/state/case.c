// SPDX-License-Identifier: BSD-3-Clause
#include "state/case.h"

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
                   .csv_particles = true,
                   .checkpoint_keep = 2,
                   .progress_every = 10.0,
                   .plot = true},
    };
}

void scree_time_table_clear(scree_time_table *table) {
    scree_array_free(&table->time);
    scree_array_free(&table->vector);
    scree_array_free(&table->angle);
    scree_free(table->file);
    for (int k = 0; k < 4; k++) {
        scree_free(table->formula[k]);
    }
    *table = (scree_time_table){.repeat = false};
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

static void clear_freedoms(scree_freedom_list *list) {
    for (size_t k = 0; k < list->n; k++) {
        scree_freedom_def *f = &list->data[k];
        for (size_t i = 0; i < f->between.n; i++) {
            scree_free(f->between.data[i]);
        }
        scree_array_free(&f->between);
        scree_array_free(&f->between_wall);
        scree_time_table_clear(&f->factor);
    }
    scree_array_free(list);
}

static void clear_drive(scree_wall_drive_def *drive) {
    clear_freedoms(&drive->slide);
    clear_freedoms(&drive->turn);
    scree_array_free(&drive->inertia);
}

void scree_thermal_table_clear(scree_thermal_table *curve) {
    scree_free(curve->name);
    scree_array_free(&curve->temperature);
    scree_array_free(&curve->value);
    *curve = (scree_thermal_table){0};
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

static void clear_material(scree_material_def *m) {
    scree_free(m->name);
    scree_thermal_table_clear(&m->tables.young);
    scree_thermal_table_clear(&m->tables.poisson);
    for (size_t k = 0; k < m->tables.law.n; k++) {
        scree_thermal_table_clear(&m->tables.law.data[k]);
    }
    scree_array_free(&m->tables.law);
}

void scree_case_clear(scree_case *c) {
    for (size_t i = 0; i < c->material.n; i++) {
        clear_material(&c->material.data[i]);
    }
    for (size_t i = 0; i < c->wall.n; i++) {
        scree_wall_def *wall = &c->wall.data[i];
        scree_free(wall->name);
        scree_free(wall->file);
        for (size_t k = 0; k < wall->motion.n; k++) {
            scree_time_table_clear(&wall->motion.data[k].table);
        }
        scree_array_free(&wall->motion);
        clear_drive(&wall->drive);
        scree_array_free(&wall->line);
        scree_array_free(&wall->turn);
    }
    for (size_t i = 0; i < c->shape.n; i++) {
        scree_shape_def *shape = &c->shape.data[i];
        scree_free(shape->name);
        scree_free(shape->file);
        scree_array_free(&shape->member);
        scree_array_free(&shape->gyration);
        scree_array_free(&shape->row.count);
        scree_array_free(&shape->bond);
        scree_shape_clear(&shape->shape);
    }
    scree_array_free(&c->shape);
    for (size_t i = 0; i < c->source.n; i++) {
        scree_source_def *source = &c->source.data[i];
        scree_free(source->name);
        scree_free(source->file);
        scree_free(source->refill);
        scree_free(source->shape_name);
        scree_array_free(&source->position);
        scree_array_free(&source->size.d);
        scree_array_free(&source->size.f);
    }
    for (size_t i = 0; i < c->outlet.n; i++) {
        scree_free(c->outlet.data[i].name);
    }
    for (size_t i = 0; i < c->phase.n; i++) {
        scree_free(c->phase.data[i].name);
        scree_free(c->phase.data[i].value);
    }
    scree_array_free(&c->phase);
    for (size_t i = 0; i < c->law_library.n; i++) {
        scree_free(c->law_library.data[i]);
    }
    for (size_t i = 0; i < c->change.n; i++) {
        scree_free(c->change.data[i]);
    }
    for (size_t i = 0; i < c->variable.n; i++) {
        scree_free(c->variable.data[i].name);
        scree_free(c->variable.data[i].text);
    }
    for (size_t i = 0; i < c->unused.n; i++) {
        scree_free(c->unused.data[i].name);
    }
    scree_array_free(&c->change);
    scree_array_free(&c->variable);
    scree_array_free(&c->unused);
    for (size_t i = 0; i < c->group.n; i++) {
        scree_free(c->group.data[i].name);
        scree_free(c->group.data[i].from);
        scree_array_free(&c->group.data[i].ids);
    }
    scree_array_free(&c->group);
    for (size_t i = 0; i < c->bond.n; i++) {
        scree_bond_def *bond = &c->bond.data[i];
        scree_free(bond->name);
        scree_free(bond->file);
        for (size_t k = 0; k < bond->wall_name.n; k++) {
            scree_free(bond->wall_name.data[k]);
        }
        scree_array_free(&bond->wall_name);
        scree_array_free(&bond->wall);
        scree_array_free(&bond->ids);
        scree_array_free(&bond->pair);
    }
    scree_array_free(&c->bond);
    scree_time_table_clear(&c->gravity_table);
    for (size_t i = 0; i < c->probe.n; i++) {
        scree_free(c->probe.data[i].name);
    }
    scree_array_free(&c->probe);
    for (size_t i = 0; i < c->track.n; i++) {
        scree_free(c->track.data[i].name);
    }
    scree_array_free(&c->track);
    for (size_t i = 0; i < c->heat.source.n; i++) {
        scree_free(c->heat.source.data[i].from);
        scree_array_free(&c->heat.source.data[i].ids);
    }
    scree_array_free(&c->heat.source);
    scree_array_free(&c->law_library);
    scree_array_free(&c->material);
    scree_array_free(&c->wall);
    scree_array_free(&c->source);
    scree_array_free(&c->outlet);
    scree_free(c->pair);
    scree_free(c->path);
    scree_free(c->title);
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

bool scree_case_holds(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; k < c->group.n; k++) {
        any |= c->group.data[k].hold;
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
