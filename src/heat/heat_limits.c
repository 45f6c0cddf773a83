// SPDX-License-Identifier: BSD-3-Clause
#include "heat/heat_limits.h"
#include "access/particle.h"
#include "access/step_time.h"
#include "heat/heat.h"
#include "heat/heat_rates.h"
#include "laws/list/law_set.h"
#include "maths/math.h"
#include "pairs/pair_list.h"
#include "pairs/surface.h"
#include "regions/selection.h"

enum { EVERY = 64 }; // steps

// Relative difference of two temperatures from which the conductance between them is known.
static const double least_difference = 1e-9;

// Temperature of the body on the other side of an entry of the incidence.
static double other_temperature(const scree_world *w, uint32_t entry) {
    const size_t k = entry >> 1;
    const scree_pairs *pairs = &w->pairs;
    if (k < pairs->first_wall_pair) {
        return w->p.temperature[entry & 1 ? pairs->pair[k].a : pairs->pair[k].b];
    }
    const int wall = scree_pairs_block_of(pairs, k)->wall;
    return w->wall.data[scree_surface_part(w, wall, pairs->pair[k].b).wall].now.temperature;
}

// W/K, of all contacts of row i whose conductance is known.
static double conductance_of(const scree_world *w, size_t i) {
    const double own = w->p.temperature[i];
    double sum = 0.0;
    for (uint32_t e = w->pairs.start[i]; w->conducts && e < w->pairs.start[i + 1]; e++) {
        const uint32_t entry = w->pairs.incident[e];
        const double q = fabs(w->pairs.force[entry >> 1].heat);
        if (q > 0.0) {
            const double other = other_temperature(w, entry), apart = fabs(other - own);
            sum += apart > least_difference * (other + own) ? q / apart : 0.0;
        }
    }
    return sum;
}

// Longest time step for the particle or clump that begins at row i, s.
static double limit_of(const scree_world *w, size_t i) {
    double sum = 0.0;
    for (size_t k = i; k < i + scree_whole_rows(w, i); k++) {
        sum += conductance_of(w, k) + scree_heat_ambient_slope(w, k);
    }
    return sum > 0.0 ? scree_heat_capacity(w, i) / sum : INFINITY;
}

typedef struct finding {
    uint64_t id; // UINT64_MAX: none
    double limit, temperature;
} finding;

// The finding with the smallest id of all ranks, on all of them.
static finding first_of_ranks(const scree_world *w, const finding *mine) {
    size_t size;
    finding *all = scree_comm_share(w->comm, mine, sizeof *mine, &size), first = all[0];
    for (int k = 1; k < scree_comm_size(w->comm); k++) {
        first = all[k].id < first.id ? all[k] : first;
    }
    scree_free(all);
    return first;
}

static scree_status say(const scree_world *w, const finding *f, scree_report *r) {
    if (scree_comm_rank(w->comm) == 0) {
        scree_report_error(
            r,
            "t = %.9g s, step %llu: the time step %.4g s is too long for the heat of particle %llu, which "
            "gives it away in %.4g s; accepted: a time.dt below that, a larger 'heat_capacity' or a smaller "
            "'conductivity', 'convection' or 'emissivity' of its material",
            scree_world_time(w), (unsigned long long)w->step, w->dt, (unsigned long long)f->id, f->limit);
    }
    return scree_comm_agree(w->comm, SCREE_BAD_NUMBERS, r);
}

bool scree_heat_limits_are_due(const scree_world *w) {
    return w->step % EVERY == 0;
}

static bool is_of_mass(const scree_wall *wall) {
    return scree_wall_heat_kind_of(&wall->def->heat) == SCREE_WALL_OF_MASS;
}

// The first wall with a mass whose temperature cannot be, or NULL.
static const scree_wall *bad_wall(const scree_world *w) {
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        if (is_of_mass(wall) && !scree_heat_can_be(wall->now.temperature)) {
            return wall;
        }
    }
    return NULL;
}

bool scree_heat_walls_are_fine(const scree_world *w) {
    return !bad_wall(w);
}

static scree_status say_wall(const scree_world *w, const scree_wall *wall, scree_report *r) {
    if (scree_comm_rank(w->comm) == 0) {
        scree_report_at(
            r, SCREE_SEVERITY_ERROR, w->case_->path, wall->def->place.line, wall->def->place.column,
            "walls.%s.heat: t = %.9g s, step %llu: the temperature is %g K; accepted: above 0 K and below "
            "1e100 K. Check its 'power', or try a smaller time.dt or a larger 'mass'",
            wall->def->name, scree_world_time(w), (unsigned long long)w->step, wall->now.temperature);
    }
    return scree_comm_agree(w->comm, SCREE_BAD_NUMBERS, r);
}

// All ranks know the walls.
static scree_status check_walls(const scree_world *w, scree_report *r) {
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        const double limit = is_of_mass(wall) && wall->conductance > 0.0
                                 ? scree_heat_capacity_of_wall(w, wall) / wall->conductance
                                 : INFINITY;
        if (w->dt < limit) {
            continue;
        }
        if (scree_comm_rank(w->comm) == 0) {
            scree_report_at(r, SCREE_SEVERITY_ERROR, w->case_->path, wall->def->place.line,
                            wall->def->place.column,
                            "walls.%s.heat: t = %.9g s, step %llu: the time step %.4g s is too long for the "
                            "heat of the wall, which gives it to its particles in %.4g s; accepted: a "
                            "time.dt below that, a larger 'mass', or a 'temperature' without a mass",
                            wall->def->name, scree_world_time(w), (unsigned long long)w->step, w->dt, limit);
        }
        return scree_comm_agree(w->comm, SCREE_BAD_NUMBERS, r);
    }
    return bad_wall(w) ? say_wall(w, bad_wall(w), r) : SCREE_OK;
}

scree_status scree_heat_check_limits(const scree_world *w, scree_report *r) {
    finding mine = {.id = UINT64_MAX};
    for (size_t i = 0; i < w->p.n; i++) {
        const bool counts =
            !w->p.dead[i] && scree_is_first(&w->p, i) && w->p.motion[i].v.m < SCREE_FIXED_MASS;
        const double limit = counts && w->p.id[i] < mine.id ? limit_of(w, i) : INFINITY;
        if (!(w->dt < limit)) {
            mine = (finding){w->p.id[i], limit, w->p.temperature[i]};
        }
    }
    const finding first = first_of_ranks(w, &mine);
    return first.id < UINT64_MAX ? say(w, &first, r) : check_walls(w, r);
}

scree_status scree_heat_alarm(const scree_world *w, scree_report *r) {
    if (bad_wall(w)) {
        return say_wall(w, bad_wall(w), r);
    }
    finding mine = {.id = UINT64_MAX};
    for (size_t i = 0; i < w->p.n; i++) {
        const double t = w->p.temperature[i];
        const bool counts = !w->p.dead[i] && scree_is_first(&w->p, i) && w->p.id[i] < mine.id;
        if (counts && !scree_heat_can_be(t)) {
            mine = (finding){w->p.id[i], 0.0, t};
        }
    }
    const finding first = first_of_ranks(w, &mine);
    if (scree_comm_rank(w->comm) == 0) {
        scree_report_error(
            r,
            "t = %.9g s, step %llu: the temperature of particle %llu is %g K; accepted: above 0 K and below "
            "1e100 K. Check sources, walls and the ambient that heat or cool it, or try a smaller time.dt",
            scree_world_time(w), (unsigned long long)w->step, (unsigned long long)first.id,
            first.temperature);
    }
    return scree_comm_agree(w->comm, SCREE_BAD_NUMBERS, r);
}

void scree_heat_warn_of_walls(scree_world *w, scree_report *r) {
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        const double t = wall->now.temperature;
        if (scree_wall_heat_kind_of(&wall->def->heat) == SCREE_WALL_OF_POWER && t <= 0.0 &&
            wall->now.heat < 0.0 && wall->cold_steps++ == 0) {
            scree_report_at(
                r, SCREE_SEVERITY_WARNING, w->case_->path, wall->def->place.line, wall->def->place.column,
                "walls.%s.heat: t = %.6g s: to take %.4g W from the particles that touch it the wall would "
                "have to be at %.4g K, below 0 K: check its 'power' or 'flux', and how much touches it",
                wall->def->name, scree_world_time(w), -wall->now.heat, t);
        }
    }
}

// ---- before a run ----------------------------------------------------------------------------------------------

const char *scree_heat_lacks(const scree_case *c, size_t material) {
    const scree_material_def *m = &c->material.data[material];
    return !c->has_heat                ? NULL
           : !(m->heat_capacity > 0.0) ? "missing key 'heat_capacity', as its particles have a temperature; "
                                         "accepted: a number above 0 J/(kg K)"
           : c->heat.radiation && !(m->emissivity > 0.0)
               ? "missing key 'emissivity', as heat.radiation is on; accepted: a number above 0 up to 1"
               : NULL;
}

scree_status scree_heat_check_materials(scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    uint64_t id = UINT64_MAX;
    uint32_t material = 0;
    for (size_t i = 0; i < w->p.n && c->has_heat; i++) {
        const uint32_t m = w->p.motion[i].w.material;
        if (!w->p.dead[i] && w->p.id[i] < id && scree_heat_lacks(c, m)) {
            id = w->p.id[i];
            material = m;
        }
    }
    if (id < UINT64_MAX) {
        const scree_material_def *m = &c->material.data[material];
        scree_report_at(r, SCREE_SEVERITY_ERROR, c->path, m->place.line, m->place.column,
                        "materials.%s: %s; particle %llu is of it", m->name, scree_heat_lacks(c, material),
                        (unsigned long long)id);
    }
    return scree_comm_agree(w->comm, id < UINT64_MAX ? SCREE_USER_ERROR : SCREE_OK, r);
}

static bool conducts_with(const scree_world *w, int material) {
    bool any = false;
    for (size_t k = 0; k < w->case_->material.n; k++) {
        any |= w->laws[(size_t)material * w->case_->material.n + k].heat >= 0;
    }
    return any;
}

// Is there a particle that the source heats, or may one come? Where particles are changes, so regions do not count. Collective.
static bool finds_particles(const scree_world *w, const scree_heat_source_def *s) {
    bool any = false;
    for (size_t i = 0; i < w->p.n && !any; i++) {
        any = !w->p.dead[i] && scree_is_first(&w->p, i) && scree_selection_fits(w, &s->which, i);
    }
    for (size_t k = 0; k < w->case_->source.n && !any; k++) {
        const scree_source_def *from = &w->case_->source.data[k];
        any = (from->kind == SCREE_SOURCE_FILL || from->kind == SCREE_SOURCE_RATE) &&
              (s->which.material < 0 || s->which.material == from->material) &&
              (s->which.source < 0 || s->which.source == (int)k);
    }
    return scree_comm_any(w->comm, any);
}

// Of a heat law: is its area that of a softened contact as it is, without the parameter that corrects it?
static bool takes_area_as_it_is(const scree_law *law, const double *param) {
    const int real = scree_law_param(law, "real_young"), area = scree_law_param(law, "area"),
              given = scree_law_param(law, "contact_area"); // other areas than those of the contact
    return real >= 0 && isinf(param[real]) && !(given >= 0 && param[area] > 0.0);
}

// Radius of a contact of these materials at a given force over that with their moduli in the library; 1: not known.
static double area_factor(const scree_material_def *a, const scree_material_def *b) {
    const double real = 1.0 / a->real_young + 1.0 / b->real_young, used = 1.0 / a->young + 1.0 / b->young;
    return a->real_young > 0.0 && b->real_young > 0.0 ? scree_pow(used / real, 1.0 / 3.0) : 1.0;
}

// Warns of the first pair of materials whose contacts conduct through areas that are too large.
static void warn_of_soft_areas(const scree_case *c, scree_report *r) {
    const size_t n = c->material.n;
    for (size_t k = 0; c->has_heat && c->pair && k < n * n; k++) {
        const scree_material_def *a = &c->material.data[k / n], *b = &c->material.data[k % n];
        const scree_law *law = scree_law_at(c->pair[k].law[SCREE_HEAT]);
        const double factor = area_factor(a, b);
        if (law && factor > 1.2 && takes_area_as_it_is(law, c->pair[k].param[SCREE_HEAT])) {
            scree_report_at(
                r, SCREE_SEVERITY_WARNING, c->path, c->pair[k].place.line, c->pair[k].place.column,
                "contacts: between %s and %s the heat law %s conducts through the contacts of softened "
                "materials, whose radius at a given force is %.3g times that of the library's moduli, and "
                "so is the heat; it has a correction: a key real_young%s",
                a->name, b->name, law->name, factor,
                scree_law_param(law, "area_correction") >= 0 ? " with area_correction: force (or impact)"
                                                             : "");
            return;
        }
    }
}

// Radiation to the ambient is that of the whole surface: what a law sends to the neighbours comes from the same surface again.
static void warn_of_radiation_twice(const scree_case *c, scree_report *r) {
    const size_t n = c->material.n;
    for (size_t k = 0; c->has_heat && c->heat.radiation && c->pair && k < n * n; k++) {
        const scree_law *law = scree_law_at(c->pair[k].law[SCREE_HEAT]);
        const int on = law ? scree_law_param(law, "radiation") : -1;
        if (on >= 0 && c->pair[k].param[SCREE_HEAT][on] > 0.0) {
            scree_report_at(r, SCREE_SEVERITY_WARNING, c->path, c->heat.place.line, c->heat.place.column,
                            "heat.radiation: particles radiate with their whole surface to the ambient, and "
                            "by %s between %s and %s with the same surface to their neighbours: the heat of "
                            "what is hidden from the ambient counts twice; accepted without this: "
                            "`radiation: off` in the law, or `heat: {radiation: false}`",
                            law->name, c->material.data[k / n].name, c->material.data[k % n].name);
            return;
        }
    }
}

void scree_heat_audit(scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    warn_of_soft_areas(c, r);
    warn_of_radiation_twice(c, r);
    const bool changes = c->phase.n > 0; // what is missing now may come with a phase
    for (size_t k = 0; k < c->wall.n && c->has_heat && !changes; k++) {
        const scree_wall_def *wall = &c->wall.data[k];
        if (wall->has_heat && !conducts_with(w, wall->material) && c->heat.friction == 0.0) {
            scree_report_at(r, SCREE_SEVERITY_WARNING, c->path, wall->place.line, wall->place.column,
                            "walls.%s.heat: %s has a heat law with no material: no heat flows between this "
                            "wall and particles; in 'contacts' it would be `heat: conduction`",
                            wall->name, c->material.data[wall->material].name);
        }
    }
    if (c->heat.ambient > 0.0 && c->heat.convection == 0.0 && !c->heat.radiation && !changes) {
        scree_report_at(
            r, SCREE_SEVERITY_WARNING, c->path, c->heat.place.line, c->heat.place.column,
            "heat.ambient: no heat flows to it or from it, as there is neither 'convection' nor 'radiation'");
    }
    for (size_t k = 0; k < c->heat.source.n && !changes; k++) {
        const scree_heat_source_def *s = &c->heat.source.data[k];
        if (s->start >= c->end) {
            char *late = scree_late_start(c, s->start);
            scree_report_at(r, SCREE_SEVERITY_WARNING, c->path, s->place.line, s->place.column,
                            "heat.sources[%zu]: %s: it gives no heat", k, late);
            scree_free(late);
        } else if (!finds_particles(w, s)) {
            scree_report_at(r, SCREE_SEVERITY_WARNING, c->path, s->place.line, s->place.column,
                            "heat.sources[%zu]: no particle has all of its 'material', 'from' and 'ids', and "
                            "none is inserted: it gives no heat",
                            k);
        }
    }
}
