// SPDX-License-Identifier: BSD-3-Clause
#include "checks/alarm.h"
#include "access/step_time.h"
#include "access/temperature_class.h"
#include "capabilities/list.h"
#include "laws/list/law_set.h"
#include "measure/totals.h"
#include "wall_contacts/wall_crossing.h"
#include <stdio.h>
#include <string.h>

static const char advice[] = "try a smaller time.dt (or dt: auto), check for overlaps at the start and for "
                             "walls that move too fast for the step";

static const char *const mode_name[SCREE_MODES] = {"normal", "tangential", "rolling", "twisting"};

// The deepest contact that a rank has found.
typedef struct finding {
    uint64_t found; // 0 or 1
    double depth;   // relative overlap; infinite if not a number, and if a centre has gone through a wall
    uint64_t crossed;
    double speed; // m/s, of the particle; relative to the wall if the contact is with a wall
    scree_contact_row row;
} finding;

_Static_assert(sizeof(finding) % 8 == 0, "ranks exchange 64-bit words");

static bool is_worse(const finding *x, const finding *y) {
    if (!x->found || !y->found) {
        return x->found > y->found;
    }
    if (x->crossed != y->crossed) {
        return x->crossed > y->crossed;
    }
    return x->depth != y->depth ? x->depth > y->depth : scree_contact_row_order(&x->row, &y->row) < 0;
}

// Is the finding of this rank the worst of all ranks? Collective.
static bool is_worst(const scree_world *w, const finding *mine) {
    size_t size;
    finding *all = scree_comm_share(w->comm, mine, sizeof *mine, &size);
    int worst = 0;
    for (int k = 1; k < scree_comm_size(w->comm); k++) {
        worst = is_worse(&all[k], &all[worst]) ? k : worst;
    }
    scree_free(all);
    return worst == scree_comm_rank(w->comm);
}

scree_status scree_alarm_position(const scree_world *w, scree_report *r) {
    finding mine = {.row.a = UINT64_MAX};
    size_t at = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_pos *x = w->p.x + i;
        bool bad = !(fabs(x->x) < SCREE_FIELD_MOST && fabs(x->y) < SCREE_FIELD_MOST &&
                     fabs(x->z) < SCREE_FIELD_MOST);
        if (bad && w->p.id[i] < mine.row.a) {
            mine.found = 1;
            mine.row.a = w->p.id[i];
            at = i;
        }
    }
    if (!is_worst(w, &mine)) {
        return scree_comm_agree(w->comm, SCREE_OK, r);
    }
    const scree_pos none = {0}, *x = mine.found ? w->p.x + at : &none;
    scree_report_error(
        r, "t = %.9g s, step %llu: the position of particle %llu is (%g, %g, %g) m, not a usable number; %s",
        scree_world_time(w), (unsigned long long)w->step, (unsigned long long)(mine.found ? mine.row.a : 0),
        x->x, x->y, x->z, advice);
    return scree_comm_agree(w->comm, SCREE_BAD_NUMBERS, r);
}

// Names of the case's laws in a mode, once each.
static void laws_of_mode(const scree_world *w, int mode, char *text, size_t size) {
    int n;
    const scree_law *const *laws = scree_laws(&n);
    const size_t sets = w->case_->material.n * w->case_->material.n;
    size_t used = 0;
    text[0] = '\0';
    for (int law = 0; law < n; law++) {
        bool named = false;
        for (size_t k = 0; k < sets && scree_slots[laws[law]->slot].modes & 1 << mode; k++) {
            for (int s = 0; s < w->laws[k].n; s++) {
                named |= w->laws[k].step[s].law == law;
            }
        }
        if (named && used < size) {
            int more = snprintf(text + used, size - used, "%s%s", used ? ", " : "", laws[law]->name);
            used += more > 0 ? (size_t)more : 0;
        }
    }
}

// The particle of the smallest id with a field that is no usable number; *at and *field are its place and that field.
static finding unusable_particle(const scree_world *w, size_t *at, int *field) {
    finding mine = {.row.a = UINT64_MAX};
    size_t bad = 0;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, w->p.n)) reduction(+ : bad)
    for (size_t i = 0; i < w->p.n; i++) {
        bad += scree_fields_unusable(&w->p, i) >= 0 && !w->p.dead[i];
    }
    for (size_t i = 0; i < w->p.n && bad > 0; i++) {
        const int unusable = w->p.dead[i] ? -1 : scree_fields_unusable(&w->p, i);
        if (unusable >= 0 && w->p.id[i] < mine.row.a) {
            mine.found = 1;
            mine.row.a = w->p.id[i];
            *at = i;
            *field = unusable;
        }
    }
    return mine;
}

// Names the energy in the ledger that is not finite, the same on all ranks; returns NULL if all are finite.
static const char *unusable_energy(const scree_world *w, int *mode) {
    const scree_ledger *l = &w->ledger;
    for (*mode = 0; *mode < SCREE_MODES; (*mode)++) {
        const int k = *mode;
        if (!scree_ledger_lacks_stored(l) &&
            !isfinite(l->now.elastic[k] + l->now.known[k] + l->now.known_power)) {
            return "stored energy";
        }
        if (!isfinite(l->viscous[k] + l->now.viscous[k])) {
            return "work of the dashpots";
        }
        if (!isfinite(l->work[k] + l->springs[k] + l->now.work[k])) {
            return "work";
        }
    }
    if (!isfinite(l->damped + l->damping_power)) {
        return "work of the numerical damping";
    }
    if (!isfinite(l->loaded + l->load_power)) {
        return "work of the forces of groups";
    }
    if (!isfinite(l->walls_gained + l->walls_lost + l->walls_gain_power + l->walls_loss_power)) {
        return "energy of free walls";
    }
    const char *what = scree_capabilities_unusable(w);
    const bool rest =
        isfinite(l->wall_work + l->wall_power) && isfinite(l->inserted + l->removed + l->changed);
    return what || rest ? what : "work of walls or energy of particles that came or went";
}

static void report_energy(const scree_world *w, const char *what, int mode, scree_report *r) {
    char laws[256] = "", *of = scree_strdup("");
    if (mode < SCREE_MODES) {
        laws_of_mode(w, mode, laws, sizeof laws);
        scree_free(of);
        of = scree_format(" of contacts in the %s mode (%s)", mode_name[mode], laws);
    }
    scree_report_error(r, "t = %.9g s, step %llu: the %s%s is not a finite number; %s", scree_world_time(w),
                       (unsigned long long)w->step, what, of, advice);
    scree_free(of);
}

static bool is_finite(scree_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

// Names a value of the wall that is not finite; NULL: all are finite. The result is the same on all ranks.
static const char *unusable_of_wall(const scree_wall_state *s) {
    bool pose = is_finite(s->pose.shift);
    for (int k = 0; k < 9; k++) {
        pose &= isfinite(s->pose.rotation.m[k]);
    }
    return !pose                                                                     ? "position"
           : !is_finite(s->velocity) || !is_finite(s->spin)                          ? "velocity"
           : !is_finite(s->force) || !is_finite(s->torque)                           ? "load"
           : !isfinite(s->power) || !isfinite(s->work)                               ? "work"
           : !isfinite(s->temperature)                                               ? "temperature"
           : !isfinite(s->heat) || !isfinite(scree_double_double_value(&s->heat_in)) ? "heat"
                                                                                     : NULL;
}

static bool walls_are_usable(const scree_world *w, scree_report *r) {
    for (size_t k = 0; k < w->wall.n; k++) {
        const char *what = unusable_of_wall(&w->wall.data[k].now);
        if (what && scree_comm_rank(w->comm) == 0) {
            scree_report_error(r, "t = %.9g s, step %llu: the %s of wall '%s' is not a finite number; %s",
                               scree_world_time(w), (unsigned long long)w->step, what,
                               w->wall.data[k].def->name, advice);
        }
        if (what) {
            return false;
        }
    }
    return true;
}

scree_status scree_alarm_state(const scree_world *w, scree_report *r) {
    size_t at = 0;
    int field = 0, mode;
    const finding mine = unusable_particle(w, &at, &field);
    if (!scree_comm_any(w->comm, mine.found)) {
        const char *energy = unusable_energy(w, &mode);
        if (energy && scree_comm_rank(w->comm) == 0) {
            report_energy(w, energy, mode, r);
        }
        return energy || !walls_are_usable(w, r) ? SCREE_BAD_NUMBERS : SCREE_OK;
    }
    if (!is_worst(w, &mine)) {
        return scree_comm_agree(w->comm, SCREE_OK, r);
    }
    char *complaint = scree_field_complaint(&w->p, &scree_field_table[field], at);
    const scree_pos *x = w->p.x + at;
    scree_report_error(r, "t = %.9g s, step %llu: %s; it is at (%.6g, %.6g, %.6g) m; %s", scree_world_time(w),
                       (unsigned long long)w->step, complaint, x->x, x->y, x->z,
                       w->rebuilds > 0 ? advice : "check radii, densities and velocities of the start");
    scree_free(complaint);
    return scree_comm_agree(w->comm, SCREE_BAD_NUMBERS, r);
}

// Returns the speed, m/s, of the first body of a contact: against a wall at the contact point, or its own if the other is a particle.
static double speed_of(const scree_world *w, const scree_contact_row *row) {
    for (size_t i = 0; i < w->p.n; i++) {
        if (w->p.id[i] == row->a && !w->p.dead[i]) {
            scree_vec3 v = vec3(w->p.motion[i].v.x, w->p.motion[i].v.y, w->p.motion[i].v.z);
            if (row->wall >= 0) {
                const scree_wall *wall = &w->wall.data[row->wall];
                v = vec_sub(v, vec_add(wall->now.velocity, vec_cross(wall->now.spin, row->point)));
            }
            return vec_norm(v);
        }
    }
    return 0.0;
}

// Returns the material of a particle, or 0 where it is on another rank.
static size_t material_of(const scree_world *w, uint64_t id) {
    size_t i = 0, n = w->p.n + w->p.ghosts;
    while (i < n && w->p.id[i] != id) {
        i++;
    }
    return i < n ? scree_law_material(w, i) : 0;
}

// A wall that begins to exist where particles are: nothing else gets so deep within ten steps.
static bool has_appeared(const scree_world *w, int wall, uint64_t step) {
    const double start = wall >= 0 ? w->case_->wall.data[wall].start : 0.0;
    return start > 0.0 && step < scree_step_of(w, start) + 10;
}

// Names what may have brought two bodies so deep into each other; free with scree_free.
static char *causes(const scree_world *w, const scree_contact_row *c) {
    const scree_case *k = w->case_;
    const scree_material_def
        *softer = &k->material.data[material_of(w, c->a)],
        *other = &k->material.data[c->wall >= 0 ? scree_law_material_of_wall(w, &w->wall.data[c->wall])
                                                : material_of(w, c->b)];
    if (has_appeared(w, c->wall, w->step)) {
        return scree_format("the wall appeared at its start, t = %.6g s, in the place of particles: move it, "
                            "or let it start when its place is free",
                            k->wall.data[c->wall].start);
    }
    softer = other->young < softer->young ? other : softer;
    return scree_format(
        "likely causes: a time.dt that is too large (try a smaller time.dt, or dt: auto), overlaps at the "
        "start, walls that lie on each other, end at the border of a periodic domain, have a normal that "
        "points away from the particles or move too fast for the step, a mesh, gravity or density in other "
        "units, or a 'young' too small for such speeds or loads (material '%s' has %.3g Pa; overlaps shrink "
        "with stiffer materials)",
        softer->name, softer->young);
}

static finding deepest_contact(const scree_world *w) {
    size_t n;
    scree_contact_row *rows = scree_contact_rows(w, &n);
    finding worst = {0};
    for (size_t k = 0; k < n; k++) {
        double depth = rows[k].relative_overlap;
        finding this = {.found = 1, .depth = depth == depth ? depth : INFINITY, .row = rows[k]};
        worst = is_worse(&this, &worst) ? this : worst;
    }
    scree_free(rows);
    worst.speed = worst.found ? speed_of(w, &worst.row) : 0.0;
    return worst;
}

static finding crossing_of(const scree_world *w) {
    const scree_crossing *c = w->crossing;
    return (finding){.found = c->n > 0,
                     .depth = INFINITY,
                     .crossed = 1,
                     .speed = c->speed,
                     .row = {.a = c->id, .wall = c->wall, .point = c->at}};
}

static void report_crossing(const scree_world *w, const finding *x, scree_report *r) {
    const scree_contact_row *c = &x->row;
    char *why = causes(w, c);
    scree_report_error(r,
                       "t = %.9g s, step %llu: the centre of particle %llu went through wall '%s' at %.4g "
                       "m/s, to (%.6g, %.6g, %.6g) m; %s",
                       scree_world_time(w), (unsigned long long)w->step, (unsigned long long)c->a,
                       w->case_->wall.data[c->wall].name, x->speed, c->point.x, c->point.y, c->point.z, why);
    scree_free(why);
}

static void report_overlap(const scree_world *w, const finding *x, scree_report *r) {
    const scree_contact_row *c = &x->row;
    char other[128], speed[64], *why = causes(w, c);
    if (c->wall >= 0) {
        snprintf(other, sizeof other, "wall '%s'", w->case_->wall.data[c->wall].name);
        snprintf(speed, sizeof speed, "%.4g m/s against it", x->speed);
    } else {
        snprintf(other, sizeof other, "particle %llu", (unsigned long long)c->b);
        snprintf(speed, sizeof speed, "%.4g m/s", x->speed);
    }
    scree_report_error(r,
                       "t = %.9g s, step %llu: particle %llu overlaps %s by %.4g m, %.3g of %s, at "
                       "(%.6g, %.6g, %.6g) m and %s; the contact laws do not hold there; %s",
                       scree_world_time(w), (unsigned long long)w->step, (unsigned long long)c->a, other,
                       c->overlap, c->relative_overlap,
                       scree_case_has_convex(w->case_) ? "the smaller radius or smallest half axis"
                                                       : "its radius",
                       c->point.x, c->point.y, c->point.z, speed, why);
    scree_free(why);
}

scree_status scree_alarm_overlap(const scree_world *w, scree_report *r) {
    const finding deepest = deepest_contact(w), crossing = crossing_of(w),
                  mine = crossing.found ? crossing : deepest;
    if (!is_worst(w, &mine)) {
        return scree_comm_agree(w->comm, SCREE_OK, r);
    }
    if (mine.found && mine.crossed) {
        report_crossing(w, &mine, r);
    } else if (mine.found) {
        report_overlap(w, &mine, r);
    }
    return scree_comm_agree(w->comm, SCREE_BAD_NUMBERS, r);
}

char *scree_depth_text(const scree_world *w, const scree_depth *x) {
    const double t = scree_world_time_of(w, x->step);
    if (x->wall >= 0) {
        return scree_format("%.3g of a radius, of particle %llu and wall '%s' at t = %.6g s", x->ratio,
                            (unsigned long long)x->a, w->case_->wall.data[x->wall].name, t);
    }
    return scree_format("%.3g of a radius, of particles %llu and %llu at t = %.6g s", x->ratio,
                        (unsigned long long)x->a, (unsigned long long)x->b, t);
}

void scree_warn_overlap(const scree_world *w, scree_report *r) {
    const scree_depth deepest = scree_depth_of_all(w->comm, &w->deepest);
    char *text = scree_depth_text(w, &deepest);
    scree_report_warning(r,
                         "an overlap is %s; the contact laws are for small ones, %s; this is said once, "
                         "beyond %.3g (alarms.overlap_warning)",
                         text,
                         has_appeared(w, (int)deepest.wall, deepest.step)
                             ? "and that wall appeared at its start in the place of particles"
                             : "which stiffer materials (a larger 'young') keep",
                         w->case_->alarms.overlap_warning);
    scree_free(text);
}

void scree_warn_unfinished(scree_world *w, uint64_t now, scree_report *r) {
    if (w->alarms.unfinished == 0) {
        scree_report_warning(
            r,
            "whether %llu pairs of convex bodies, or of one and a wall, touch was not found out in the "
            "steps allowed at t = %.6g s: pairs of bodies count as apart, which may change energies; a "
            "smaller overlap, a smaller exponent or a larger rounding mends it; this is said once",
            (unsigned long long)now, scree_world_time(w));
    }
    w->alarms.unfinished += now;
}

// May a contact hold less than nothing?
static bool is_adhesive(const scree_world *w) {
    bool any = false;
    for (size_t k = 0; k < w->case_->material.n * w->case_->material.n; k++) {
        any |= (w->laws[k].traits & (SCREE_TRAIT_ADHESIVE | SCREE_TRAIT_NECK | SCREE_TRAIT_FIELD)) != 0;
        for (int s = 0; s < w->laws[k].n; s++) {
            any |= w->laws[k].step[s].slot == SCREE_COHESION;
        }
    }
    return any;
}

// A number that grows with each deleted particle.
static uint64_t deleted(const scree_world *w) {
    uint64_t n = w->lost;
    for (size_t k = 0; k < w->outlet.n; k++) {
        n += w->outlet.data[k].count;
    }
    return n;
}

// A number that grows with each wall that appears or disappears.
static uint64_t gated(const scree_world *w) {
    uint64_t n = 0;
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall_def *def = w->wall.data[k].def;
        n += (def->start > 0.0 && w->step >= scree_step_of(w, def->start)) +
             (isfinite(def->stop) && w->step >= scree_step_of(w, def->stop));
    }
    return n;
}

// Has the energy of contacts changed since the last check for other reasons than the laws? A wall that appears inside a
// particle adds energy, as do particles that a group releases or lets grow; adhesive contacts, whose stored energy can be negative, are deleted with their particle.
static bool is_disturbed(const scree_world *w, scree_losses *l) {
    const uint64_t out = deleted(w), walls = gated(w);
    const bool is = l->unknown || walls != l->gated || (out != l->deleted && is_adhesive(w));
    l->unknown = false;
    l->deleted = out;
    l->gated = walls;
    return is;
}

static double energy_now(const scree_totals *t) {
    double sum = t->kinetic + t->rotational;
    for (int k = 0; k < SCREE_MODES; k++) {
        sum += fabs(t->elastic[k]) + t->viscous[k] + (t->plastic[k] > 0.0 ? t->plastic[k] : 0.0);
    }
    return sum;
}

static void report_fall(const scree_world *w, int mode, double fall, double part, scree_report *r) {
    char laws[256];
    laws_of_mode(w, mode, laws, sizeof laws);
    scree_report_at(
        r, w->case_->alarms.stop ? SCREE_SEVERITY_ERROR : SCREE_SEVERITY_WARNING, NULL, 0, 0,
        "t = %.6g s: contacts have made energy in the %s mode (%s): their losses have fallen by %.4g J, %.3g "
        "of all energy there has been (alarms.negative_loss: %.3g); try a smaller time.dt; if that changes "
        "nothing, look for laws with convention: original and for walls with many small concave corners",
        scree_world_time(w), mode_name[mode], laws, fall, part, w->case_->alarms.negative_loss);
}

scree_status scree_alarm_losses(scree_world *w, const scree_totals *t, scree_report *r) {
    scree_losses *l = &w->alarms.losses;
    const double now = energy_now(t), all = now > l->most_energy ? now : l->most_energy,
                 most = w->case_->alarms.negative_loss;
    const bool anew = is_disturbed(w, l);
    l->most_energy = all;
    scree_status status = SCREE_OK;
    for (int k = 0; k < SCREE_MODES; k++) {
        const double fall = l->highest[k] - t->plastic[k];
        if (!anew && fall > most * all) {
            l->falls++;
            l->fallen += fall;
            if (scree_comm_rank(w->comm) == 0 && (l->falls == 1 || w->case_->alarms.stop)) {
                report_fall(w, k, fall, fall / all, r);
            }
            status = w->case_->alarms.stop ? SCREE_BAD_NUMBERS : status;
            l->highest[k] = t->plastic[k];
        } else if (anew || fall < 0.0) {
            l->highest[k] = t->plastic[k];
        }
    }
    return status;
}
