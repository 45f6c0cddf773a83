// SPDX-License-Identifier: BSD-3-Clause
#include "tools/lab/collide.h"
#include "access/particle.h"
#include "maths/math.h"
#include "step/setup.h"
#include "step/step.h"
#include "tools/lab/single_contact.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// State of one body in a collision.
typedef struct flyer {
    scree_vec3 v, w, half_v, half_w; // at the step, and half a step before
    double m, inertia;
    scree_vec3 f, t;
} flyer;

// Action of the contact on a at one time, split by mode.
typedef struct contact_action {
    bool touching;
    double overlap, fn, la, lb;
    scree_vec3 n, ft, c, mr, mw; // c = n x ft
} contact_action;

typedef struct collision {
    scree_world *w;
    bool wall;
    flyer body[2];
    contact_action now, before;
    double work[SCREE_MODES]; // J, as discrete sums with the integrator's velocities: exact
} collision;

static size_t index_of(const scree_world *w, uint64_t id) {
    for (size_t i = 0; i < w->p.n; i++) {
        if (w->p.id[i] == id) {
            return i;
        }
    }
    return SIZE_MAX;
}

static void read_body(collision *q, int k, double dt) {
    flyer *b = &q->body[k];
    if (k == 1 && q->wall) {
        return;
    }
    const scree_particles *p = &q->w->p;
    size_t i = index_of(q->w, (uint64_t)k + 1);
    b->half_v = vec_add_scaled(b->v, 0.5 * dt / b->m, b->f); // with the force of the previous step
    b->half_w = vec_add_scaled(b->w, 0.5 * dt / b->inertia, b->t);
    b->v = vec3(p->motion[i].v.x, p->motion[i].v.y, p->motion[i].v.z);
    b->w = vec3(p->motion[i].w.x, p->motion[i].w.y, p->motion[i].w.z);
    b->f = vec3(p->f[i].fx, p->f[i].fy, p->f[i].fz);
    b->t = vec3(p->f[i].tx, p->f[i].ty, p->f[i].tz);
}

static contact_action read_action(const collision *q, scree_vec3 last_n) {
    const scree_world *w = q->w;
    contact_action g = {.n = last_n};
    if (w->pairs.n == 0) {
        return g;
    }
    const scree_pos *a = w->p.x + index_of(w, 1);
    if (q->wall) {
        g.overlap = a->r + a->z; // the wall is the plane z = 0 and faces -z
        g.n = vec3(0.0, 0.0, 1.0);
    } else {
        const scree_pos *b = w->p.x + index_of(w, 2);
        scree_vec3 d = vec3(b->x - a->x, b->y - a->y, b->z - a->z);
        double distance = vec_norm(d);
        g.overlap = a->r + b->r - distance;
        g.n = distance > 0.0 ? vec_scale(1.0 / distance, d) : last_n;
    }
    g.touching = w->pairs.touching[0] == 1;
    const scree_pair_force *f = w->pairs.force;
    scree_vec3 force = vec3(f->fx, f->fy, f->fz);
    g.fn = -vec_dot(force, g.n);
    g.ft = vec_add_scaled(force, g.fn, g.n);
    g.la = scree_pair_arm(f, a->r);
    g.lb = q->wall ? 0.0 : scree_pair_arm(f, w->p.x[index_of(w, 2)].r);
    g.c = vec3(f->cx, f->cy, f->cz);
    if (w->pairs.moment) {
        scree_vec3 m = vec3(w->pairs.moment->x, w->pairs.moment->y, w->pairs.moment->z);
        g.mw = vec_scale(vec_dot(m, g.n), g.n);
        g.mr = vec_sub(m, g.mw);
    }
    return g;
}

// Force times displacement by the half-step velocities, half of it with the force of the previous step: summed over both bodies
// from before to after the contact, this is the change of their kinetic energy to rounding.
static void add_work(collision *q, double dt) {
    const contact_action *g[2] = {&q->before, &q->now};
    const flyer *a = &q->body[0], *b = &q->body[1];
    scree_vec3 dv = vec_sub(a->half_v, b->half_v), dw = vec_sub(a->half_w, b->half_w);
    for (int k = 0; k < 2; k++) {
        double part = -0.5 * dt;
        q->work[0] += part * -g[k]->fn * vec_dot(g[k]->n, dv);
        q->work[1] += part * (vec_dot(g[k]->ft, dv) + g[k]->la * vec_dot(g[k]->c, a->half_w) +
                              g[k]->lb * vec_dot(g[k]->c, b->half_w));
        q->work[2] += part * vec_dot(g[k]->mr, dw);
        q->work[3] += part * vec_dot(g[k]->mw, dw);
    }
}

static double kinetic(const collision *q) {
    double sum = 0.0;
    for (int k = 0; k < (q->wall ? 1 : 2); k++) {
        const flyer *b = &q->body[k];
        sum += 0.5 * b->m * vec_norm2(b->v) + 0.5 * b->inertia * vec_norm2(b->w);
    }
    return sum;
}

// Tangential velocity of a relative to b at the contact point of bodies that just touch.
static scree_vec3 surface_slip(const collision *q, const scree_lab_def *lab, scree_vec3 n) {
    const flyer *a = &q->body[0], *b = &q->body[1];
    scree_vec3 spin = vec_scale(lab->a.radius, a->w);
    if (!q->wall) {
        spin = vec_add_scaled(spin, lab->b.radius, b->w);
    }
    scree_vec3 u = vec_add(vec_sub(a->v, b->v), vec_cross(spin, n));
    return vec_add_scaled(u, -vec_dot(u, n), n);
}

static void add_columns(scree_table *s, const char *const column[][2], size_t n) {
    for (size_t i = 0; i < n; i++) {
        scree_table_add_column(s, column[i][0], column[i][1]);
    }
}

static const char *const series_names[][2] = {
    {"t", "s"},       {"overlap", "m"}, {"fn", "N"},      {"ft_x", "N"},    {"ft_y", "N"},
    {"ft_z", "N"},    {"vxa", "m/s"},   {"vya", "m/s"},   {"vza", "m/s"},   {"wxa", "rad/s"},
    {"wya", "rad/s"}, {"wza", "rad/s"}, {"vxb", "m/s"},   {"vyb", "m/s"},   {"vzb", "m/s"},
    {"wxb", "rad/s"}, {"wyb", "rad/s"}, {"wzb", "rad/s"}, {"kinetic", "J"}, {"touching", ""}};

static void series_columns(scree_table *s, const scree_single_contact *single) {
    add_columns(s, series_names, sizeof series_names / sizeof *series_names);
    scree_single_contact_mode_columns("elastic", s);
    scree_single_contact_mode_columns("dissipated", s);
    scree_single_contact_history_columns(single, s);
}

static void series_row(scree_table *s, const collision *q, const scree_single_contact *single, double t) {
    const contact_action *g = &q->now;
    const flyer *a = &q->body[0], *b = &q->body[1];
    const double head[] = {t,       g->overlap, g->fn,  g->ft.x,    g->ft.y,
                           g->ft.z, a->v.x,     a->v.y, a->v.z,     a->w.x,
                           a->w.y,  a->w.z,     b->v.x, b->v.y,     b->v.z,
                           b->w.x,  b->w.y,     b->w.z, kinetic(q), g->touching ? 1.0 : 0.0};
    scree_table_put_all(s, head, sizeof head / sizeof *head);
    const scree_ledger_modes *now = &q->w->ledger.now;
    scree_table_put_all(s, now->elastic, SCREE_MODES);
    for (int i = 0; i < SCREE_MODES; i++) {
        scree_table_put(s, q->work[i] - now->elastic[i]);
    }
    for (int i = 0; i < single->set.n_history; i++) {
        bool any = q->w->pairs.n > 0 && (int)q->w->pairs.block.data[0].n_history > i;
        scree_table_put(s, any ? q->w->pairs.history[q->w->pairs.block.data[0].history + (size_t)i] : 0.0);
    }
}

// A case with only the two bodies: no gravity, no other walls or particles, the time step of the lab.
static scree_case *case_of_lab(const scree_case *c, const scree_single_contact *single, double dt) {
    scree_case *own = scree_realloc(NULL, 0, sizeof *own);
    scree_case_init(own);
    size_t n = c->material.n;
    own->path = scree_strdup(c->path);
    for (size_t i = 0; i < n; i++) {
        scree_material_def m = c->material.data[i];
        m.name = scree_strdup(m.name);
        m.tables = (scree_temperature_tables){0}; // a class is a material like any other here
        m.has_tables = false;
        m.classes = m.copy_of = 0;
        scree_array_push(&own->material, m);
    }
    own->pair = scree_realloc(NULL, 0, n * n * sizeof *own->pair);
    memcpy(own->pair, c->pair, n * n * sizeof *own->pair);
    own->integrator = c->integrator;
    own->dt = dt;
    own->end = 1.0;
    own->skin = 0.5 * single->ra;
    if (single->rb == 0.0) {
        scree_wall_def wall = {.name = scree_strdup("wall"),
                               .kind = SCREE_WALL_PLANE,
                               .material = c->lab.wall,
                               .axis = {0.0, 0.0, -1.0},
                               .stop = INFINITY};
        scree_array_push(&own->wall, wall);
    }
    if (isfinite(c->lab.bonded)) {
        scree_bond_def bond = {.name = scree_strdup("lab"),
                               .gap = fmax(c->lab.bonded, 0.0) + 1e-9 * single->ra,
                               .material = {-1, -1},
                               .particles = single->rb > 0.0};
        if (single->rb == 0.0) {
            scree_array_push(&bond.wall, 0);
        }
        scree_array_push(&own->bond, bond);
    }
    return own;
}

// NULL: there is no normal law between the bodies.
static const scree_law *normal_law(const scree_single_contact *single) {
    const scree_law *first = single->set.n ? scree_law_at(single->set.step[0].law) : NULL;
    return first && first->collision_time ? first : NULL;
}

static scree_world *start(const scree_case *c, const scree_single_contact *single, double dt, double gap,
                          scree_report *r) {
    const scree_lab_def *lab = &c->lab;
    scree_world *w = scree_world_create(case_of_lab(c, single, dt), 1, NULL, r);
    if (!w) {
        return NULL;
    }
    w->dt = dt;
    double z = -(single->ra + single->rb + gap), tangential, normal;
    scree_sin_cos(lab->angle, &tangential, &normal);
    scree_particle_add(w, &(scree_particle){.id = 1,
                                            .radius = single->ra,
                                            .density = c->material.data[lab->a.material].density,
                                            .material = (uint32_t)lab->a.material,
                                            .x = {0.0, 0.0, z},
                                            .v = {lab->speed * tangential, 0.0, lab->speed * normal},
                                            .w = lab->spin[0]});
    if (single->rb > 0.0) {
        scree_particle_add(w, &(scree_particle){.id = 2,
                                                .radius = single->rb,
                                                .density = c->material.data[lab->b.material].density,
                                                .material = (uint32_t)lab->b.material,
                                                .w = lab->spin[1]});
    }
    return w;
}

static void finish(const collision *q, const scree_lab_def *lab, scree_vec3 v_before, scree_vec3 slip_before,
                   scree_outcome *o) {
    const scree_ledger *l = &q->w->ledger;
    scree_vec3 n = q->now.n, dv = vec_sub(q->body[0].v, q->body[1].v);
    scree_vec3 n0 = vec3(0.0, 0.0, 1.0);
    double vn = vec_dot(v_before, n0);
    scree_vec3 vt = vec_add_scaled(v_before, -vn, n0);
    o->e_n = o->separated ? -vec_dot(dv, n) / vn : o->touched ? 0.0 : NAN;
    scree_vec3 out_t = vec_add_scaled(dv, -vec_dot(dv, n), n), slip = surface_slip(q, lab, n);
    o->e_t = vec_norm2(vt) > 0.0 ? vec_dot(out_t, vt) / vec_norm2(vt) : NAN;
    o->e_s = vec_norm2(slip_before) > 0.0 ? -vec_dot(slip, slip_before) / vec_norm2(slip_before) : NAN;
    o->kinetic_after = kinetic(q);
    double sum = o->kinetic_after;
    for (int k = 0; k < 2; k++) {
        o->velocity[k] = q->body[k].v;
        o->spin[k] = q->body[k].w;
    }
    for (int s = 0; s < SCREE_MODES; s++) {
        o->elastic[s] = l->now.elastic[s];
        o->viscous[s] = l->viscous[s] - 0.5 * q->w->dt * l->now.viscous[s];
        o->plastic[s] = q->work[s] - o->elastic[s] - o->viscous[s];
        sum += q->work[s];
    }
    o->balance = sum / o->kinetic_before - 1.0;
}

bool scree_collide(const scree_case *c, scree_outcome *o, scree_table *series, scree_report *r) {
    memset(o, 0, sizeof *o);
    scree_single_contact single;
    if (!scree_single_contact_open(&single, c, r)) {
        return false;
    }
    const scree_lab_def *lab = &c->lab;
    double tangential, normal;
    scree_sin_cos(lab->angle, &tangential, &normal);
    double vn = lab->speed * normal;
    const scree_law *law = normal_law(&single);
    bool meet = vn > 1e-12 * lab->speed;
    double duration =
        law ? law->collision_time(single.set.step[0].derived, single.k.m_eff, single.k.r_eff, vn)
        : isfinite(lab->bonded) && lab->dt > 0.0 ? lab->longest
                                                 : NAN;
    if (!meet || !(duration > 0.0 && duration < INFINITY)) {
        return scree_report_at(
            r, SCREE_SEVERITY_ERROR, c->path, lab->place.line, lab->place.column, "lab: %s",
            !law && isfinite(lab->bonded)
                ? "without a normal law a collision of bonded bodies needs dt and longest"
            : !law  ? "there is no normal force between these bodies; accepted: a normal law"
            : !meet ? "at this angle the bodies do not meet; accepted: less than 90 deg"
                    : "the duration of this collision is not a usable number; check radii, densities, "
                      "stiffness and speed");
    }
    double dt = lab->dt > 0.0 ? lab->dt : duration / lab->steps_per_contact;
    double longest = lab->longest > 0.0 ? lab->longest : 20.0 * duration;
    // initial gap: the path of half a step, so that the first touch does not depend on rounding; fields act from farther away
    double gap = isfinite(lab->bonded) ? lab->bonded
                 : lab->gap > 0.0      ? lab->gap
                                       : single.field + 0.5 * vn * dt;
    collision q = {.w = start(c, &single, dt, gap, r), .wall = single.rb == 0.0};
    if (!q.w) {
        return false;
    }
    // the result shows problems with time step or overlap: no messages of the checks
    scree_report *quiet = scree_report_create();
    bool fine = scree_world_begin(q.w, NULL, NULL, quiet) == SCREE_OK;
    q.w->dt = dt;
    double m[2] = {single.ma, single.mb}, radius[2] = {single.ra, single.rb};
    for (int k = 0; k < 2; k++) {
        q.body[k].m = m[k];
        q.body[k].inertia = 0.4 * m[k] * (radius[k] * radius[k]);
        read_body(&q, k, 0.0);
    }
    q.now = read_action(&q, vec3(0.0, 0.0, 1.0));
    scree_vec3 v_before = vec_sub(q.body[0].v, q.body[1].v);
    scree_vec3 slip_before = surface_slip(&q, lab, vec3(0.0, 0.0, 1.0));
    o->dt = dt;
    o->kinetic_before = kinetic(&q);
    if (series) {
        series_columns(series, &single);
    }
    double first = NAN, last = NAN;
    for (uint64_t step = 0; fine && (double)step * dt < longest + fmax(gap, 0.0) / vn && !o->separated;
         step++) {
        fine = scree_world_step(q.w, quiet) == SCREE_OK;
        q.before = q.now;
        for (int k = 0; k < 2; k++) {
            read_body(&q, k, dt);
        }
        q.now = read_action(&q, q.before.n);
        add_work(&q, dt);
        double t = scree_world_time(q.w),
               approach = vec_dot(vec_sub(q.body[0].half_v, q.body[1].half_v), q.now.n);
        if (q.now.touching && !o->touched) {
            o->touched = true;
            first = t - q.now.overlap / approach;
        }
        o->peak_force = q.now.fn > o->peak_force ? q.now.fn : o->peak_force;
        o->max_overlap = q.now.overlap > o->max_overlap ? q.now.overlap : o->max_overlap;
        if (o->touched && !q.now.touching && q.before.touching) {
            last = t - (approach < 0.0 ? (q.now.overlap + single.neck) / approach : 0.0);
            last = single.neck > 0.0 ? t : last;
        }
        o->separated = o->touched && !q.now.touching && q.now.overlap <= -single.field && approach < 0.0;
        if (series && (o->touched || q.now.fn != 0.0)) {
            series_row(series, &q, &single, t);
        }
    }
    o->contact_time = o->separated ? last - first : NAN;
    if (fine && !o->touched) {
        scree_report_at(r, SCREE_SEVERITY_WARNING, c->path, lab->place.line, lab->place.column,
                        "lab: the bodies never touched: they missed each other, or one step carried one "
                        "through the other; e_n has no value");
    }
    finish(&q, lab, v_before, slip_before, o);
    if (!fine) {
        for (size_t i = 0; i < scree_report_size(quiet); i++) {
            if (scree_report_severity(quiet, i) == SCREE_SEVERITY_ERROR) {
                scree_report_error(r, "lab: %s", scree_report_text(quiet, i));
            }
        }
    }
    scree_report_destroy(quiet);
    scree_world_destroy(q.w);
    return fine;
}

static const char *const outcome_names[][2] = {{"separated", ""},
                                               {"e_n", ""},
                                               {"e_t", ""},
                                               {"e_s", ""},
                                               {"contact_time", "s"},
                                               {"peak_force", "N"},
                                               {"max_overlap", "m"},
                                               {"dt", "s"},
                                               {"kinetic_before", "J"},
                                               {"kinetic_after", "J"},
                                               {"balance", ""},
                                               {"vxa", "m/s"},
                                               {"vya", "m/s"},
                                               {"vza", "m/s"},
                                               {"vxb", "m/s"},
                                               {"vyb", "m/s"},
                                               {"vzb", "m/s"},
                                               {"wxa", "rad/s"},
                                               {"wya", "rad/s"},
                                               {"wza", "rad/s"},
                                               {"wxb", "rad/s"},
                                               {"wyb", "rad/s"},
                                               {"wzb", "rad/s"}};

void scree_outcome_columns(scree_table *table) {
    add_columns(table, outcome_names, sizeof outcome_names / sizeof *outcome_names);
    scree_single_contact_mode_columns("elastic", table);
    scree_single_contact_mode_columns("viscous", table);
    for (int s = 0; s < SCREE_MODES; s++) {
        char name[64];
        snprintf(name, sizeof name, "%s_%s", s > 0 ? "friction" : "plastic", scree_mode_names[s]);
        scree_table_add_column(table, name, "J");
    }
}

void scree_outcome_row(const scree_outcome *o, scree_table *table) {
    const double head[] = {o->separated ? 1.0 : 0.0, o->e_n,           o->e_t,         o->e_s,
                           o->contact_time,          o->peak_force,    o->max_overlap, o->dt,
                           o->kinetic_before,        o->kinetic_after, o->balance};
    scree_table_put_all(table, head, sizeof head / sizeof *head);
    const scree_vec3 *v = o->velocity, *w = o->spin;
    const double motion[] = {v[0].x, v[0].y, v[0].z, v[1].x, v[1].y, v[1].z,
                             w[0].x, w[0].y, w[0].z, w[1].x, w[1].y, w[1].z};
    scree_table_put_all(table, motion, sizeof motion / sizeof *motion);
    scree_table_put_all(table, o->elastic, SCREE_MODES);
    scree_table_put_all(table, o->viscous, SCREE_MODES);
    scree_table_put_all(table, o->plastic, SCREE_MODES);
}
