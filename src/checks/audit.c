// SPDX-License-Identifier: BSD-3-Clause
#include "checks/audit.h"
#include "access/particle.h"
#include "capabilities/list.h"
#include "checks/alarm.h"
#include "checks/audit_cell.h"
#include "checks/audit_coordination.h"
#include "checks/audit_fit.h"
#include "deformation/deformation.h"
#include "geometry/wall_form.h"
#include "kernels/one_contact.h"
#include "maths/math.h"
#include "measure/totals.h"
#include "particles/gravity.h"
#include "skin/skin.h"
#include "step_limit/step_watch.h"
#include <stdio.h>

enum { STEPS_PER_CONTACT = 25, FEWEST_STEPS = 6 }; // chosen by dt: auto; below which a run is refused
// The largest overlap of bodies at the start without a warning, as a fraction of a radius; in a settled bed of DEM's usual stiffness it is 0.01 or less.
static const double most_overlap_at_start = 0.1;

// Radii of bodies of one material, m: smallest of the free ones, smallest of the fixed ones (infinity if there are none),
// largest of both.
typedef struct extent {
    double r_min, fixed_min, r_max;
} extent;

static double larger(double a, double b) {
    return a > b ? a : b;
}

// Returns the radii of material m, over present particles and those that sources will insert.
static extent extent_of(const scree_world *w, size_t m) {
    extent e = {INFINITY, INFINITY, 0.0};
    for (size_t i = 0; i < w->p.n; i++) {
        if (w->p.motion[i].w.material == m) {
            double *least = w->p.motion[i].v.m == SCREE_FIXED_MASS ? &e.fixed_min : &e.r_min;
            const double r = scree_is_member(&w->p, i) && scree_is_first(&w->p, i)
                                 ? w->p.size[i] * scree_body_shape(w, i)->quickest
                                 : w->p.x[i].r;
            *least = r < *least ? r : *least;
            e.r_max = larger(e.r_max, w->p.x[i].r);
        }
    }
    double most[3] = {-e.r_min, -e.fixed_min, e.r_max};
    scree_comm_max(w->comm, most, 3);
    e = (extent){-most[0], -most[1], most[2]};
    for (size_t k = 0; k < w->case_->source.n; k++) {
        const scree_source_def *s = &w->case_->source.data[k];
        if (scree_source_inserts(s) && (size_t)s->material == m) {
            const scree_shape *shape = s->shape < 0 ? NULL : &w->case_->shape.data[s->shape].shape;
            const double least = s->size.min * (shape ? shape->quickest : 0.5);
            e.r_min = least < e.r_min ? least : e.r_min;
            e.r_max = larger(e.r_max, s->size.max * (shape ? 0.5 * scree_shape_thickness(shape) : 0.5));
        }
    }
    return e;
}

// Returns the radii of all materials; a class of temperatures has those of its material. Free with scree_free. Collective.
static extent *extents_of(const scree_world *w) {
    const scree_case *c = w->case_;
    extent *all = scree_realloc(NULL, 0, (c->material.n + 1) * sizeof *all);
    for (size_t m = 0; m < c->material.n; m++) {
        const size_t base = scree_case_base(c, m);
        all[m] = base == m ? extent_of(w, m) : all[base];
    }
    return all;
}

// Largest distance from a motion's axis, m, of a point of the wall that particles may touch. Infinite walls are cut to the box
// low .. high.
static double farthest_from_axis(const scree_wall *wall, const scree_motion *m, scree_vec3 low,
                                 scree_vec3 high) {
    if (!wall->mesh) {
        return scree_wall_form_of(wall->def)->farthest(wall->def, m->point, m->axis, low, high);
    }
    double most = 0.0;
    for (size_t k = 0; k < wall->mesh->vertex.n; k++) {
        most = larger(most, scree_from_axis(m->point, m->axis, wall->mesh->vertex.data[k]));
    }
    return most;
}

// arm: m, largest distance from the axis.
static double fastest_in_table(const scree_time_table *m, double arm) {
    double most = 0.0;
    for (size_t k = 0; k + 1 < m->time.n; k++) {
        const double span = m->time.data[k + 1] - m->time.data[k];
        const double shift =
                         m->vector.n > 0 ? vec_norm(vec_sub(m->vector.data[k + 1], m->vector.data[k])) : 0.0,
                     turn = m->angle.n > 0 ? fabs(m->angle.data[k + 1] - m->angle.data[k]) : 0.0;
        most = larger(most, (shift + turn * arm) / span);
    }
    return m->smooth ? 1.5 * most : most; // a cubic with the slopes of its neighbours is no faster
}

// Upper bound of the speed of the wall's points, m/s: the sum over its motions.
static double wall_speed(const scree_wall *wall, scree_vec3 low, scree_vec3 high) {
    const scree_wall_drive_def *drive = &wall->def->drive;
    double speed = vec_norm(wall->def->surface_velocity) +
                   (wall->def->has_belt ? fabs(wall->def->belt.speed) : 0.0) +
                   (drive->free ? vec_norm(drive->velocity) : 0.0);
    for (size_t k = 0; drive->servo && k < drive->slide.n; k++) {
        speed += drive->slide.data[k].speed;
    }
    for (size_t k = 0; k < wall->def->motion.n; k++) {
        const scree_motion *m = &wall->def->motion.data[k];
        if (m->kind == SCREE_MOTION_ROTATE) {
            speed += fabs(m->rate) * farthest_from_axis(wall, m, low, high);
        } else if (scree_motion_is_table(m->kind)) {
            speed += fastest_in_table(&m->table,
                                      m->table.angle.n > 0 ? farthest_from_axis(wall, m, low, high) : 0.0);
        } else {
            speed += vec_norm(m->velocity) + 2.0 * SCREE_PI * m->frequency * vec_norm(m->amplitude);
        }
    }
    return speed;
}

// Estimate of the fastest impact, m/s: present speeds, insertion speeds, walls, and free fall through the height of the box
// around everything.
static double fastest_impact(const scree_world *w) {
    const scree_case *c = w->case_;
    if (c->velocity_scale > 0.0) {
        return c->velocity_scale;
    }
    scree_vec3 low, high;
    double speed = 0.0;
    scree_particles_box(&w->p, &low, &high);
    scree_comm_box(w->comm, &low, &high);
    for (size_t i = 0; i < w->p.n; i++) {
        speed = larger(speed, vec_norm(vec3(w->p.motion[i].v.x, w->p.motion[i].v.y, w->p.motion[i].v.z)));
    }
    scree_comm_max(w->comm, &speed, 1);
    for (size_t k = 0; k < c->source.n; k++) {
        const scree_source_def *s = &c->source.data[k];
        speed = larger(speed, vec_norm(s->velocity) + vec_norm(s->velocity_spread));
        if (s->region.kind == SCREE_REGION_BOX) {
            low = vec_min(low, s->region.min);
            high = vec_max(high, s->region.max);
        } else if (s->region.kind == SCREE_REGION_CYLINDER) {
            scree_vec3 end = vec_add_scaled(s->region.point, s->region.length, s->region.axis);
            low = vec_min(low, vec_min(s->region.point, end));
            high = vec_max(high, vec_max(s->region.point, end));
        }
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        if (w->wall.data[k].mesh) {
            low = vec_min(low, w->wall.data[k].mesh->min);
            high = vec_max(high, w->wall.data[k].mesh->max);
        }
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        speed = larger(speed, wall_speed(&w->wall.data[k], low, high));
    }
    const double fraction = c->has_deformation ? scree_audit_solid(w) / scree_cell_volume(&w->cell) : 0.0;
    for (size_t m = 0; m < c->material.n; m++) {
        const double d = 2.0 * extent_of(w, m).r_max;
        speed = larger(speed, scree_deformation_speed(c, d, c->material.data[m].density, fraction));
    }
    scree_vec3 size = vec_sub(high, low);
    const scree_vec3 g = scree_gravity_most(c);
    double drop = g.x * larger(size.x, 0.0) + g.y * larger(size.y, 0.0) + g.z * larger(size.z, 0.0);
    double fall = isfinite(drop) ? sqrt(2.0 * drop) : 0.0;
    return larger(larger(speed, fall), 0.01);
}

// Time of a Rayleigh wave over the surface of a particle (Li, Xu and Thornton, Powder Technol. 160 (2005) 219).
static double rayleigh_time(const scree_material_def *m, double r) {
    return SCREE_PI * r * sqrt(m->density / scree_material_shear(m)) / (0.1631 * m->poisson + 0.8766);
}

typedef struct limits {
    double rayleigh, collision; // s, INFINITY: no such limit
    const char *rayleigh_of, *collision_a, *collision_b;
    double speed; // m/s
} limits;

static bool is_wall_material(const scree_world *w, size_t m) {
    const size_t base = scree_case_base(w->case_, m);
    for (size_t k = 0; k < w->wall.n; k++) {
        if ((size_t)w->wall.data[k].def->material == base) {
            return true;
        }
    }
    return false;
}

static void collision_limit(const scree_world *w, const extent *of, size_t a, size_t b, limits *l) {
    const scree_case *c = w->case_;
    const scree_pair_def *pair = &c->pair[a * c->material.n + b];
    const extent ea = of[a], eb = of[b];
    const scree_law *law = scree_law_at(pair->law[SCREE_NORMAL]);
    if (!law || !isfinite(ea.r_min)) {
        return;
    }
    const double *derived = w->laws[a * c->material.n + b].step[0].derived;
    double ma = scree_sphere_volume(ea.r_min) * c->material.data[a].density;
    double shortest = INFINITY;
    if (isfinite(eb.r_min)) {
        double mb = scree_sphere_volume(eb.r_min) * c->material.data[b].density;
        shortest = law->collision_time(derived, ma * mb / (ma + mb),
                                       ea.r_min * eb.r_min / (ea.r_min + eb.r_min), l->speed);
    }
    if (is_wall_material(w, b) ||
        isfinite(eb.fixed_min)) { // a contact with a fixed body is at most as stiff as with a flat wall
        double t = law->collision_time(derived, ma, ea.r_min, l->speed);
        shortest = t < shortest ? t : shortest;
    }
    if (shortest < l->collision) {
        l->collision = shortest;
        l->collision_a = c->material.data[a].name;
        l->collision_b = c->material.data[b].name;
    }
}

// The smallest bodies of each material; free both arrays with scree_free.
static scree_smallest_bodies smallest_of(const scree_world *w) {
    const size_t n = w->case_->material.n;
    extent *of = extents_of(w);
    const scree_smallest_bodies smallest = {scree_realloc(NULL, 0, (n + 1) * sizeof *smallest.r_min),
                                            scree_realloc(NULL, 0, (n + 1) * sizeof *smallest.fixed)};
    for (size_t m = 0; m < n; m++) {
        smallest.r_min[m] = of[m].r_min;
        smallest.fixed[m] = is_wall_material(w, m) || isfinite(of[m].fixed_min);
    }
    scree_free(of);
    return smallest;
}

static double limit_of_capabilities(const scree_world *w) {
    const scree_smallest_bodies smallest = smallest_of(w);
    const double step = scree_capabilities_longest_step(w, &smallest);
    scree_free(smallest.r_min);
    scree_free(smallest.fixed);
    return step;
}

static bool fits_capabilities(const scree_world *w, scree_report *r) {
    const scree_smallest_bodies smallest = smallest_of(w);
    const bool fits = scree_capabilities_step_fits(w, &smallest, r);
    scree_free(smallest.r_min);
    scree_free(smallest.fixed);
    return fits;
}

static limits find_limits(const scree_world *w) {
    const scree_case *c = w->case_;
    extent *of = extents_of(w);
    limits l = {INFINITY, INFINITY, "", "", "", fastest_impact(w)};
    for (size_t a = 0; a < c->material.n; a++) {
        const double r = of[a].r_min, t = isfinite(r) ? rayleigh_time(&c->material.data[a], r) : INFINITY;
        if (t < l.rayleigh) {
            l.rayleigh = t;
            l.rayleigh_of = c->material.data[a].name;
        }
        for (size_t b = 0; b < c->material.n; b++) {
            collision_limit(w, of, a, b, &l);
        }
    }
    scree_free(of);
    return l;
}

static bool rayleigh_matters(const scree_world *w) {
    int hooke = scree_law_find(SCREE_NORMAL, "hooke");
    for (size_t k = 0; k < w->case_->material.n * w->case_->material.n; k++) {
        if (w->case_->pair[k].law[SCREE_NORMAL] >= 0 && w->case_->pair[k].law[SCREE_NORMAL] != hooke) {
            return true;
        }
    }
    return false;
}

// The limit of bodies with several contacts, if it is below `below`.
static scree_coordination coordination_of(const scree_world *w, double speed, double below) {
    const size_t n = w->case_->material.n;
    extent *of = extents_of(w);
    scree_smallest *smallest = scree_realloc(NULL, 0, (n + 1) * sizeof *smallest);
    for (size_t m = 0; m < n; m++) {
        smallest[m] = (scree_smallest){of[m].r_min, of[m].fixed_min, is_wall_material(w, m)};
    }
    const scree_coordination found = scree_coordination_limit(w, smallest, speed, below);
    scree_free(smallest);
    scree_free(of);
    return found;
}

// Says why a given step is too long for bodies with several contacts; NULL: it is not too long. Free with scree_free.
static char *beyond_coordination(const scree_world *w, const scree_coordination *x) {
    const char *a = w->case_->material.data[x->a].name, *b = w->case_->material.data[x->b].name;
    char what[96];
    if (!isfinite(x->limit.dt) || !(w->case_->dt > 0.0)) {
        return NULL;
    }
    scree_vibration_cause_text(&x->limit.cause, what, sizeof what);
    return scree_format(
        "beyond the limit of %.3g s for %s with %llu contacts with %s and an overlap of %.3g m, which comes "
        "from its %s: bodies that are pressed together may oscillate and create energy; take a smaller "
        "time.dt (dt: auto takes at most %.3g s), or contacts that are softer or less damped",
        x->limit.dt, a, (unsigned long long)x->limit.contacts, b, x->overlap, what,
        scree_time_step_rounded(x->limit.dt));
}

static void note_coordination(const scree_world *w, const scree_coordination *x, scree_report *r) {
    const char *a = w->case_->material.data[x->a].name, *b = w->case_->material.data[x->b].name;
    char what[96];
    if (isfinite(x->limit.dt) && !(w->case_->dt > 0.0)) {
        scree_vibration_cause_text(&x->limit.cause, what, sizeof what);
        scree_report_note(r,
                          "time step shortened for %s with %llu contacts with %s and an overlap of %.3g m: "
                          "its %s is unstable beyond %.3g s",
                          a, (unsigned long long)x->limit.contacts, b, x->overlap, what, x->limit.dt);
    }
}

// Gives one warning for all reasons together.
static void warn_of_long_step(const scree_world *w, const limits *l, const scree_coordination *many,
                              scree_report *r) {
    const double steps = l->collision / w->dt;
    char *beyond = beyond_coordination(w, many);
    if (steps < 15.0 || (rayleigh_matters(w) && isfinite(l->rayleigh) && w->dt > 0.4 * l->rayleigh)) {
        scree_report_warning(r,
                             "the time step is large: %.1f steps per collision, %.2g of the Rayleigh time; "
                             "15 and 0.4 are usual limits%s%s",
                             steps, w->dt / l->rayleigh, beyond ? "; it is " : "", beyond ? beyond : "");
    } else if (beyond) {
        scree_report_warning(r, "the time step, %.6g s, is %s", w->dt, beyond);
    }
    scree_free(beyond);
}

// Chooses world.dt if it is not given. Returns the limit of bodies with several contacts.
static scree_coordination choose_step(scree_world *w, const limits *l, bool rayleigh) {
    const scree_case *c = w->case_;
    if (c->dt > 0.0) {
        w->dt = c->dt;
        return coordination_of(w, l->speed, w->dt);
    }
    double by_wave = rayleigh ? c->dt_fraction * l->rayleigh : INFINITY;
    double by_contact = l->collision / STEPS_PER_CONTACT, dt = by_wave < by_contact ? by_wave : by_contact,
           by_capability = limit_of_capabilities(w);
    dt = by_capability < dt ? by_capability : dt;
    dt = isfinite(dt) ? dt : c->end / 1000.0; // there will be no contacts
    dt = dt < c->end ? dt : c->end;
    const scree_coordination many = coordination_of(w, l->speed, dt);
    dt = isfinite(many.limit.dt) ? many.limit.dt : dt;
    w->dt = scree_time_step_rounded(dt);
    w->dt = w->dt_most > 0.0 && w->dt_most < w->dt ? w->dt_most : w->dt;
    return many;
}

static bool has_few_steps(const scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    if (!(c->end / w->dt < 1e15)) {
        return scree_report_at(
            r, SCREE_SEVERITY_ERROR, c->path, 0, 0,
            "time.end = %.6g s in steps of %.6g s would be %.3g steps; at most 1e15 are accepted", c->end,
            w->dt, c->end / w->dt);
    }
    return true;
}

bool scree_audit_contacts(scree_world *w, scree_report *r) {
    if (w->case_->dt > 0.0) {
        return scree_step_watch_look(w, false, r) == SCREE_OK;
    }
    const scree_step_limit l = scree_step_limit_now(w, w->dt / SCREE_SHARE_OF_LIMIT, false, 1.0);
    if (isfinite(l.dt)) {
        char of[96], what[96];
        scree_step_limit_text(&l, of, sizeof of);
        scree_vibration_cause_text(&l.cause, what, sizeof what);
        w->dt = scree_time_step_rounded(SCREE_SHARE_OF_LIMIT * l.dt);
        scree_report_note(r,
                          "time step shortened to %.6g s for %s at (%.6g, "
                          "%.6g, %.6g) m at the start: its %s is unstable beyond %.3g s",
                          w->dt, of, l.x.x, l.x.y, l.x.z, what, l.dt);
    }
    return has_few_steps(w, r);
}

// Can two bodies, or a body and a wall, ever meet? What a program may add later is not known.
static bool may_collide(const scree_world *w) {
    uint64_t bodies = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        bodies += scree_is_first(&w->p, i);
    }
    scree_comm_add(w->comm, &bodies, 1);
    bool any = bodies > 1 || w->case_->wall.n > 0;
    for (size_t k = 0; k < w->case_->source.n; k++) {
        any |= scree_source_inserts(&w->case_->source.data[k]);
    }
    return any;
}

bool scree_audit_time_step(scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    limits l = find_limits(w);
    const bool alone = c->dt > 0.0 && !may_collide(w); // a given step is then what the motion needs
    l.collision = alone ? INFINITY : l.collision;
    l.rayleigh = alone ? INFINITY : l.rayleigh;
    if (!(l.collision > 0.0)) {
        return scree_report_at(r, SCREE_SEVERITY_ERROR, c->path, 0, 0,
                               "a collision of %s with %s at %.3g m/s has no duration in numbers; check "
                               "radii, densities and stiffness",
                               l.collision_a, l.collision_b, l.speed);
    }
    bool rayleigh = rayleigh_matters(w) && isfinite(l.rayleigh);
    scree_coordination many = choose_step(w, &l, rayleigh);
    many.limit.dt = alone ? INFINITY : many.limit.dt;
    if (!has_few_steps(w, r)) {
        return false;
    }
    double steps = l.collision / w->dt;
    if (isfinite(l.collision)) {
        scree_report_note(
            r, "time step %.6g s: %.1f steps per collision of %s with %s at %.3g m/s (%.3g s)%s", w->dt,
            steps, l.collision_a, l.collision_b, l.speed, l.collision, c->dt > 0.0 ? "" : ", chosen");
    } else {
        scree_report_note(r, "time step %.6g s: no collisions to resolve", w->dt);
    }
    note_coordination(w, &many, r);
    if (rayleigh) {
        scree_report_note(r, "time step is %.3g of the Rayleigh time of %s, %.3g s", w->dt / l.rayleigh,
                          l.rayleigh_of, l.rayleigh);
    }
    if (steps < FEWEST_STEPS) {
        return scree_report_at(
            r, SCREE_SEVERITY_ERROR, c->path, 0, 0,
            "time.dt = %.6g s is too large: a collision of %s with %s at %.3g m/s lasts %.3g s, %.1f steps; "
            "at most %.3g s (%d steps) is accepted, dt: auto takes %.3g s",
            w->dt, l.collision_a, l.collision_b, l.speed, l.collision, steps, l.collision / FEWEST_STEPS,
            FEWEST_STEPS, scree_time_step_rounded(l.collision / STEPS_PER_CONTACT));
    }
    if (c->damping_viscous * w->dt > 0.1) {
        return scree_report_at(r, SCREE_SEVERITY_ERROR, c->path, 0, 0,
                               "damping.viscous = %.4g 1/s takes %.2g of the velocity in a step; accepted: "
                               "at most a tenth, %.3g 1/s",
                               c->damping_viscous, c->damping_viscous * w->dt, 0.1 / w->dt);
    }
    warn_of_long_step(w, &l, &many, r);
    return fits_capabilities(w, r);
}

// How far beyond touch the laws of each material pair act, for the largest bodies that can meet.
static void set_reaches(scree_world *w) {
    const size_t n = w->case_->material.n;
    extent *of = extents_of(w);
    w->law_reach = 0.0;
    for (size_t k = 0; k < n * n; k++) {
        scree_law_set *set = &w->laws[k];
        const double r = larger(of[k / n].r_max, of[k % n].r_max);        // no r_eff is larger
        set->reach = w->wall_laws[k].reach = scree_law_set_reach(set, r); // laws of wear have no reach
        w->law_reach = larger(w->law_reach, set->reach);
    }
    w->reach = w->law_reach; // capabilities ask for more when a list is made
    scree_free(of);
}

// Largest automatic skin, m, such that two particles cannot be listed across two sides of a periodic box.
static double skin_in_box(const scree_world *w, double r_max) {
    return scree_cell_room(&w->cell) - 2.0 * r_max - w->reach;
}

void scree_audit_skin(scree_world *w, scree_report *r) {
    set_reaches(w);
    double r_min = INFINITY, r_max = 0.0;
    for (size_t m = 0; m < scree_case_named(w->case_); m++) {
        extent e = extent_of(w, m);
        r_min = e.r_min < r_min ? e.r_min : r_min;
        r_max = larger(r_max, e.r_max);
    }
    w->skin_most = skin_in_box(w, r_max);
    w->cell.room = scree_cell_room(&w->cell); // of which it is a part; list_rebuild.c follows its changes
    w->skin = w->case_->skin > 0.0 ? w->case_->skin : isfinite(r_min) ? SCREE_FIRST_SKIN * r_min : 1e-3;
    // A smaller skin would be used up in every step.
    double step = fastest_impact(w) * w->dt;
    if (w->skin < step) {
        scree_report_note(r,
                          "search distance (Verlet skin) raised from %.4g m to %.4g m, as particles move "
                          "that far in one step",
                          w->skin, step);
        w->skin = step;
    }
}

bool scree_audit_box(const scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    double r_max = 0.0, skin = w->skin;
    for (size_t m = 0; m < scree_case_named(c); m++) {
        r_max = larger(r_max, extent_of(w, m).r_max);
    }
    if (!scree_audit_cell_shafts(w, r_max, r)) {
        return false;
    }
    for (int axis = 0; axis < 3; axis++) {
        double length = w->cell.period.length[axis], least = 2.0 * (2.0 * r_max + skin + w->reach);
        if (w->cell.periodic[axis] && length < least) {
            return scree_report_at(r, SCREE_SEVERITY_ERROR, c->path, 0, 0,
                                   "the periodic box is %.4g m along %c: two particles could meet twice; at "
                                   "least %.4g m is needed with a skin of %.4g m",
                                   length, "xyz"[axis], least, skin);
        }
    }
    return true;
}

// Where a material has classes, the coldest and the hottest one are shown.
static bool is_shown(const scree_case *c, size_t m) {
    const scree_material_def *base = &c->material.data[scree_case_base(c, m)];
    return c->material.data[m].copy_of == 0 || (int)m == base->first_copy + base->classes - 2;
}

// Reports the restitution that the smallest bodies of each two materials will really show.
static void audit_restitution(const scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    double v = fastest_impact(w);
    extent *of = extents_of(w);
    for (size_t a = 0; a < c->material.n; a++) {
        for (size_t b = a; b < c->material.n; b++) {
            const double ra = of[a].r_min, rb = of[b].r_min;
            const scree_law *law = scree_law_at(c->pair[a * c->material.n + b].law[SCREE_NORMAL]);
            if (!law || !is_shown(c, a) || !is_shown(c, b) || (!isfinite(ra) && !isfinite(rb))) {
                continue;
            }
            // without a free body of the second material: a flat wall of it
            size_t first = isfinite(ra) ? a : b, second = isfinite(ra) ? b : a;
            double r1 = isfinite(ra) ? ra : rb, r2 = isfinite(ra) && isfinite(rb) ? rb : 0.0;
            double sphere = 4.0 / 3.0 * SCREE_PI;
            double m1 = sphere * (r1 * r1 * r1) * c->material.data[first].density;
            double m2 = sphere * (r2 * r2 * r2) * c->material.data[second].density;
            double e = scree_law_set_restitution(&w->laws[first * c->material.n + second], w->kernels, r1, r2,
                                                 m1, m2, v);
            scree_report_note(r, "restitution %s with %s: %.6g at %.3g m/s (%s)", c->material.data[a].name,
                              c->material.data[b].name, e, v, law->name);
        }
    }
    scree_free(of);
}

// Law sets of particles that run stage by stage, see kernels/fused.h.
static void note_stages(const scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    const size_t n = c->material.n, named = scree_case_named(c);
    const bool half_step =
        c->integrator != SCREE_VERLET; // contacts see velocities that no fused loop computes
    extent *of = extents_of(w);
    size_t slower = 0, first = 0;
    for (size_t k = 0; k < n * n; k++) {
        const size_t a = k / n, b = k % n;
        if (a <= b && b < named && isfinite(of[a].r_min) && isfinite(of[b].r_min) && w->laws[k].n > 0 &&
            (half_step || !w->kernels->is_fused(&w->laws[k], scree_case_warms_contacts(c)))) {
            first = slower++ == 0 ? k : first;
        }
    }
    if (slower > 0) {
        char *more = slower > 1 ? scree_format(" and of %zu more pairs of materials", slower - 1) : NULL;
        scree_report_note(
            r,
            "the laws of %s with %s%s have no fused loop%s: they run one after the other, 10 to "
            "40 %% slower (docs/performance.md)",
            c->material.data[first / n].name, c->material.data[first % n].name, more ? more : "",
            !w->kernels->is_fused(&w->laws[first], 0) ? ""
            : half_step                               ? " for integrator: verlet_half_step"
                                                      : " for heat of friction");
        scree_free(more);
    }
    scree_free(of);
}

static void audit_meshes(const scree_world *w, scree_report *r) {
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_mesh *m = w->wall.data[k].mesh;
        if (!m) {
            continue;
        }
        const char *name = w->wall.data[k].def->name;
        scree_report_note(
            r, "mesh '%s': %zu triangles, %zu vertices, %zu flat patches, box %.4g x %.4g x %.4g m", name,
            m->triangle.n, m->vertex.n, m->n_patches, m->max.x - m->min.x, m->max.y - m->min.y,
            m->max.z - m->min.z);
        if (m->degenerate + m->duplicate > 0) {
            scree_report_warning(r, "mesh '%s': %zu degenerate and %zu duplicate triangles left out", name,
                                 m->degenerate, m->duplicate);
        }
        if (m->open_edges + m->odd_edges > 0) {
            scree_report_note(r,
                              "mesh '%s' is not closed: %zu edges with one triangle, %zu with more than two",
                              name, m->open_edges, m->odd_edges);
        }
    }
}

// Particles that are in each other, or in a wall.
static void warn_of_start(const scree_world *w, const scree_depth *deepest, scree_report *r) {
    char *text = scree_depth_text(w, deepest);
    if (deepest->wall >= 0) {
        scree_report_warning(
            r,
            "the largest overlap at the start is %s: that wall stands in particles, which will fly apart; "
            "check its place, and the wall's or the particles' file, scale and offset",
            text);
    } else {
        scree_report_warning(r, "the largest overlap at the start is %s; they will fly apart", text);
    }
    scree_free(text);
}

void scree_audit_state(const scree_world *w, scree_report *r) {
    scree_totals t = scree_world_totals(w);
    char fixed[64] = "";
    if (t.fixed > 0) {
        snprintf(fixed, sizeof fixed, " (%llu of them fixed)", (unsigned long long)t.fixed);
    }
    scree_report_note(r, "%llu particles%s, %.6g kg, %llu contacts, largest overlap %.3g of a radius",
                      (unsigned long long)t.particles, fixed, t.mass,
                      (unsigned long long)(t.contacts + t.wall_contacts), t.max_overlap);
    if (t.max_overlap > fmin(most_overlap_at_start, w->case_->alarms.overlap_warning)) {
        warn_of_start(w, &t.deepest, r);
    }
    audit_restitution(w, r);
    note_stages(w, r);
    audit_meshes(w, r);
}
