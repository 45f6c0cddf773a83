// SPDX-License-Identifier: BSD-3-Clause
#include "measure/columns.h"
#include "measure/probe.h"
#include "measures/list/measures.h"
#include "measures/list/measures_keys.h"
#include "memory/names.h"
#include "wall_motion/wall_columns.h"
#include "wear/wear.h"
#include <math.h>
#include <string.h>

// ---- the world ---------------------------------------------------------------------------------------------

static bool has_phases(const scree_column_item *c) {
    return c->w->case_->phase.n > 0;
}

static bool has_auto_step(const scree_column_item *c) {
    return !(c->w->case_->dt > 0.0);
}

static bool has_groups(const scree_column_item *c) {
    return c->w->case_->group.n > 0;
}

// In this or another phase.
static bool has_free_walls(const scree_column_item *c) {
    bool any = false;
    for (size_t k = 0; k < c->w->case_->wall.n; k++) {
        any |= (c->w->case_->wall.data[k].shown & SCREE_WALL_SHOWS_VELOCITY) != 0;
    }
    return any;
}

static bool has_worn_walls(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; k < c->wall.n; k++) {
        any |= c->wall.data[k].displaced;
    }
    return any;
}

static bool has_changes(const scree_column_item *c) {
    const scree_case *x = c->w->case_;
    const bool by_temperature = x->copies > 0; // other laws where a class of temperatures changes
    return has_phases(c) || has_groups(c) || x->has_gravity_table || by_temperature || has_worn_walls(x);
}

static bool is_only_asked_for(const scree_column_item *c) {
    (void)c;
    return false;
}

static double kinetic_per_particle(const scree_column_item *c) {
    const scree_totals *t = c->of;
    const uint64_t free = t->particles - t->fixed;
    return free > 0 ? (t->kinetic + t->rotational) / (double)free : 0.0;
}

static double inserted(const scree_column_item *c) {
    uint64_t n = 0;
    for (size_t i = 0; i < c->w->source.n; i++) {
        n += c->w->source.data[i].inserted;
    }
    return (double)n;
}

#define TOTAL(member) SCREE_COLUMN_OF(scree_totals, member)
#define IN_WORLD(member) SCREE_COLUMN_OF_WORLD(member)
#define IF(CONDITION, WHEN) .has = CONDITION, .when = WHEN
#define FREE_WALLS IF(has_free_walls, "in runs with free walls")
static const scree_column of_world[] = {
    {"time", "s", "Time.", TOTAL(time)},
    {"phase", "1", "Number of the phase, from 1.", IF(has_phases, "in runs with phases"),
     IN_WORLD(phase_start.n)},
    {"particles", "1", "Particles now.", TOTAL(particles)},
    {"mass", "kg", "Their mass, without fixed particles.", TOTAL(mass)},
    {"contacts", "1", "Pairs of particles that touch or are bonded.", TOTAL(contacts)},
    {"wall_contacts", "1", "Particles and walls that touch or are bonded.", TOTAL(wall_contacts)},
    {"coordination", "1", "Contacts with other particles per free particle.", TOTAL(coordination)},
    {"kinetic", "J", "Kinetic energy of the particles, of translation and of rotation.", TOTAL(kinetic)},
    {"rotational", "J", NULL, TOTAL(rotational)},
    {"kinetic_per_particle", "J", "`kinetic` + `rotational` over the number of free particles.",
     IF(is_only_asked_for, "as a value, not in the series"), .open = true, .value = kinetic_per_particle},
    {"potential", "J", "-m g.x of the particles, where x continues across periodic borders.",
     TOTAL(potential)},
#define MODE(K, NAME, LOST, DOC)                                                                             \
    {"elastic_" NAME, "J", DOC, .of_stored = true, TOTAL(elastic[K])},                                       \
        {"viscous_" NAME, "J", NULL, TOTAL(viscous[K])}, {                                                   \
        LOST, "J", NULL, .of_stored = true, TOTAL(plastic[K])                                                \
    }
    MODE(0, "normal", "plastic_normal",
         "By mode: energy stored in contacts now; since the start, dissipated by dashpots, and lost "
         "otherwise, without that of broken bonds."),
    MODE(1, "tangential", "friction_tangential", NULL),
    MODE(2, "rolling", "friction_rolling", NULL),
    MODE(3, "twisting", "friction_twisting", NULL),
    {"wall_work", "J", "Work of moving walls and fixed particles on the others since the start.",
     TOTAL(wall_work)},
    {"damped", "J", "Energy lost by numerical damping since the start.", TOTAL(damped)},
    {"free_walls_energy", "J", "Their kinetic and potential energy and that of their springs now.",
     FREE_WALLS, TOTAL(walls_energy)},
    {"free_walls_gained", "J", "Their energy when they began, and the work of forces on them since.",
     FREE_WALLS, TOTAL(walls_gained)},
    {"free_walls_lost", "J",
     "Energy that they lost in dampers, at stops, and in contacts with planes with what these store.",
     FREE_WALLS, TOTAL(walls_lost)},
    {"load_work", "J", "Work of the forces and torques of groups since the start.",
     IF(has_groups, "in runs with groups"), .open = true, TOTAL(loaded)},
    {"energy_changed", "J",
     "Energy gained where a phase, or a temperature, changed laws or gravity, and by growing particles and "
     "walls that wear moves.",
     IF(has_changes, "in runs with phases or groups, or where gravity, laws or the shape of walls change"),
     .open = true, TOTAL(changed)},
    {"energy_inserted", "J",
     "Energy that came and went with particles; what contacts had stored that ended with a particle or a "
     "wall is in `energy_removed`, less that of contacts that began so.",
     IN_WORLD(ledger.inserted)},
    {"energy_removed", "J", NULL, IN_WORLD(ledger.removed)},
    {"energy_balance", "J",
     "Kinetic + rotational + potential + stored + lost + damped - wall work - load work - inserted + removed "
     "- changed, of free walls energy + work on particles + lost - gained, and of force fields energy + drag "
     "- "
     "work: constant, except for the error of the time step.",
     .of_stored = true, TOTAL(balance)},
    {"max_overlap", "1", "Largest overlap now over the smaller radius.", TOTAL(max_overlap)},
    {"max_velocity", "m/s", "Speed of the fastest particle.", TOTAL(max_velocity)},
    {"inserted", "1", "Particles inserted since the start.", .value = inserted},
    {"lost", "1", "Particles that left the domain since the start.", IN_WORLD(lost)},
    {"largest_overlap", "1", "Largest overlap since the start over the smaller radius.",
     TOTAL(deepest.ratio)},
    {"dt", "s", "Time step, of the steps that follow.", IF(has_auto_step, "with `dt: auto`"), IN_WORLD(dt)},
};

// ---- things with names -------------------------------------------------------------------------------------

static const scree_column of_outlet[] = {
    {"count", "1", "Particles, and their mass, that left through it since the start.",
     SCREE_COLUMN_OF(scree_outlet, count)},
    {"mass", "kg", NULL, SCREE_COLUMN_OF(scree_outlet, mass)},
    {"rate", "1/s", "The same per time, a mean since the row before.", .is_rate = true},
    {"mass_rate", "kg/s", NULL, .is_rate = true},
};

static const scree_column of_source[] = {
    {"inserted", "1", "Particles inserted since the start.", SCREE_COLUMN_OF(scree_source, inserted)},
};

static const scree_column of_group[] = {
    {"members", "1", "Particles of the group.", SCREE_COLUMN_OF(scree_group, members)},
};

#define AT(member) SCREE_COLUMN_OF(scree_probe, member)
static const scree_column of_probe[] = {
    {"count", "1", "Free particles in the region, and their mass.", AT(count)},
    {"mass", "kg", NULL, AT(mass)},
    {"solid_fraction", "1", "Their volume over that of the region.", AT(fraction)},
    {"vx", "m/s", "Velocity V of their centre of mass.", AT(velocity.x)},
    {"vy", "m/s", NULL, AT(velocity.y)},
    {"vz", "m/s", NULL, AT(velocity.z)},
    {"granular_temperature", "m2/s2", "Sum of m (v - V)^2 over 3 times the mass.", AT(temperature)},
    {"coordination", "1", "Contacts with particles per particle.", AT(coordination)},
    {"stress_xx", "Pa",
     "Compression positive, symmetric part: (sum of m (v - V)(v - V) - sum of F l) / volume, with the force "
     "F of each contact on a particle in the region and l from its centre to the contact point, in the "
     "middle of the overlap.",
     AT(stress[0])},
    {"stress_yy", "Pa", NULL, AT(stress[1])},
    {"stress_zz", "Pa", NULL, AT(stress[2])},
    {"stress_xy", "Pa", NULL, AT(stress[3])},
    {"stress_xz", "Pa", NULL, AT(stress[4])},
    {"stress_yz", "Pa", NULL, AT(stress[5])},
};
#undef AT

#define VECTOR(X, Y, Z, UNIT, DOC, MEMBER)                                                                   \
    {X, UNIT, DOC, SCREE_COLUMN_OF(scree_track, MEMBER.x)},                                                  \
        {Y, UNIT, NULL, SCREE_COLUMN_OF(scree_track, MEMBER.y)}, {                                           \
        Z, UNIT, NULL, SCREE_COLUMN_OF(scree_track, MEMBER.z)                                                \
    }
static const scree_column of_track[] = {
    VECTOR("x", "y", "z", "m", "Position.", x),
    VECTOR("vx", "vy", "vz", "m/s", "Velocity.", v),
    VECTOR("wx", "wy", "wz", "rad/s", "Spin.", w),
    VECTOR("fx", "fy", "fz", "N", "Force, weight included.", f),
};

// ---- all of them -------------------------------------------------------------------------------------------

static const scree_column_table world_columns = {SCREE_COLUMNS(of_world)},
                                outlet_columns = {SCREE_COLUMNS(of_outlet)},
                                source_columns = {SCREE_COLUMNS(of_source)},
                                group_columns = {SCREE_COLUMNS(of_group)},
                                probe_columns = {SCREE_COLUMNS(of_probe)},
                                track_columns = {SCREE_COLUMNS(of_track)};

static const char *world(const scree_world *w, const scree_totals *t, size_t i, const void **of) {
    (void)w;
    *of = t;
    return i == 0 ? "" : NULL;
}

#define THING(NAME)                                                                                          \
    static const char *NAME(const scree_world *w, const scree_totals *t, size_t i, const void **of) {        \
        (void)t;                                                                                             \
        *of = i < w->NAME.n ? &w->NAME.data[i] : NULL;                                                       \
        return *of ? w->case_->NAME.data[i].name : NULL;                                                     \
    }
THING(outlet)
THING(source)
THING(group)
THING(wall)
THING(probe)
THING(track)

static const char *wear_region(const scree_world *w, const scree_totals *t, size_t i, const void **of) {
    (void)t;
    const scree_wear_def *def = &w->case_->wear;
    *of = i < def->region.n ? &def->region.data[i] : NULL;
    return *of ? def->region.data[i].name : NULL;
}

static const char *measure(const scree_world *w, const scree_totals *t, size_t i, const void **of) {
    (void)t;
    *of = i < w->measured.n ? &w->measured.data[i] : NULL;
    return *of ? w->case_->measure.data[i].name : NULL;
}

static const scree_column_table *columns_of_measure(const scree_world *w, size_t i) {
    return &scree_measure_of(w->case_->measure.data[i].kind)->value;
}

const scree_column_kind scree_column_kinds[SCREE_COLUMN_KINDS] = {
    {"", "the world", world, .sums = true, .table = &world_columns,
     .capability = offsetof(scree_capability, columns)},
    {"outlet", "each outlet", outlet, .table = &outlet_columns},
    {"source", "each source of particles", source, .table = &source_columns},
    {"group", "each group", group, .table = &group_columns},
    {"wall", "each wall", wall, .table = &scree_wall_columns,
     .capability = offsetof(scree_capability, wall_columns)},
    {"wear region", "each region of wear", wear_region, .table = &scree_wear_region_columns},
    {"probe", "each probe", probe, .sums = true, .table = &probe_columns},
    {"track", "each tracked particle: `nan` where there is no such particle", track, .sums = true,
     .lacks = true, .table = &track_columns},
    {"measure", "each measure: `nan` where it has no number", measure, .table_of = columns_of_measure,
     .sums = true, .lacks = true},
};

const scree_column_table *scree_column_table_of(const scree_column_kind *kind, int k) {
    static const scree_column_table none;
    const scree_column_table *table = k == 0 ? kind->table : NULL;
    if (k > 0 && kind->capability > 0) {
        memcpy(&table, (const char *)scree_capability_list[k - 1] + kind->capability, sizeof table);
    }
    return table ? table : &none;
}

static scree_totals measure_sums(scree_world *w) {
    scree_probes_measure(w);
    scree_capabilities_at(w, SCREE_AT_MEASURE, NULL);
    return scree_world_totals(w);
}

scree_totals scree_columns_measure(scree_world *w) {
    scree_measures_update(w);
    return measure_sums(w);
}

static double value_of(const scree_column_item *item) {
    const scree_column *c = item->column;
    const char *at = (c->in_world ? (const char *)item->w : item->of) + c->at;

    return c->is_rate                       ? 0.0
           : c->value                       ? c->value(item)
           : c->type == SCREE_COLUMN_COUNT  ? (double)*(const uint64_t *)at
           : c->type == SCREE_COLUMN_NUMBER ? *(const double *)at
                                            : scree_double_double_value((const scree_double_double *)at);
}

void scree_columns_list(const scree_world *w, bool of_series, scree_run_columns *list) {
    list->n = 0;
    for (const scree_column_kind *kind = scree_column_kinds; kind < scree_column_kinds + SCREE_COLUMN_KINDS;
         kind++) {
        scree_column_item item = {.w = w};
        const char *owner;
        for (size_t i = 0; (owner = kind->thing(w, NULL, i, &item.of)) != NULL; i++) {
            for (int j = 0; j <= SCREE_CAPABILITY_COUNT; j++) {
                const scree_column_table *table =
                    j == 0 && kind->table_of ? kind->table_of(w, i) : scree_column_table_of(kind, j);
                const size_t n = !table->has || table->has(w->case_) ? table->n : 0;
                for (size_t k = 0; k < n; k++) {
                    const scree_column *c = item.column = &table->column[k];
                    const bool has = !c->has || c->has(&item);
                    if (of_series ? has : !c->is_rate && (has || c->open)) {
                        const scree_run_column column = {c, kind, owner, i, kind->sums || table->sums, NAN};
                        scree_array_push(list, column);
                    }
                }
            }
        }
    }
}

void scree_columns_evaluate(const scree_world *w, const scree_totals *t, scree_run_column *column, size_t n) {
    for (scree_run_column *c = column; c < column + n; c++) {
        scree_column_item item = {.w = w, .column = c->column};
        c->kind->thing(w, t, c->thing, &item.of);
        c->value = value_of(&item);
    }
}

void scree_columns_add_name(scree_text_buffer *t, const scree_run_column *c) {
    scree_text_add(t, "%s%s%s", c->owner, *c->owner ? " " : "", c->column->name);
}

scree_run_column *scree_columns_find(scree_run_column *column, size_t count, const char *name) {
    for (size_t k = count; k-- > 0;) {
        scree_run_column *c = &column[k];
        const size_t n = strlen(c->owner);
        if (strncmp(name, c->owner, n) == 0 && (n == 0 || name[n] == ' ') &&
            strcmp(name + n + (n > 0), c->column->name) == 0) {
            return c;
        }
    }
    return NULL;
}

bool scree_columns_lack(const scree_world *w, const char *name) {
    bool lack = false;
    for (size_t k = 0; scree_ledger_lacks_stored(&w->ledger) && k < sizeof of_world / sizeof *of_world; k++) {
        lack |= of_world[k].of_stored && strcmp(name, of_world[k].name) == 0;
    }
    return lack;
}

bool scree_columns_is_sum(const scree_world *w, const char *name) {
    scree_run_columns list = {0};
    scree_columns_list(w, false, &list);
    const scree_run_column *c = scree_columns_find(list.data, list.n, name);
    const bool is = c ? c->sums : scree_measures_unit(name) != NULL;
    scree_array_free(&list);
    return is;
}

// Measures what this column shows and steps do not keep. Measures may take long: of them this one alone.
static scree_totals measure_for(scree_world *w, const scree_run_column *c) {
    if (c->kind->table_of) {
        scree_measures_update_one(w, (size_t)scree_names_find(w->case_->measure, c->owner));
        return (scree_totals){0};
    }
    return c->sums ? measure_sums(w) : (scree_totals){0};
}

const char *scree_columns_value(scree_world *w, const char *name, double *value) {
    scree_run_columns list = {0};
    scree_columns_list(w, false, &list);
    scree_run_column *c = scree_columns_find(list.data, list.n, name);
    const char *unit = c ? c->column->unit : scree_measures_unit(name);
    if (!c && unit) {
        *value = scree_measures_value(w, name);
    } else if (c) {
        const scree_totals t = measure_for(w, c);
        scree_columns_evaluate(w, &t, c, 1);
        *value = c->value;
    }
    scree_array_free(&list);
    return unit;
}
