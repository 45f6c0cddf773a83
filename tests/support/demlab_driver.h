// SPDX-License-Identifier: BSD-3-Clause
// A small driver in two dimensions that handles contacts like DEMLab, with our laws: its kinematics, lever arms, search and
// explicit integrators. Spheres of the first material of a case, straight walls of the second (or the first).
#pragma once

#include <stdlib.h>

#include "reference.h" // needs cmocka's headers

typedef enum euler { FORWARD_EULER, MODIFIED_EULER, TAYLOR_2 } euler;

typedef struct disc {
    double x, y, theta, vx, vy, omega, ax, ay, alpha; // accelerations of the last step
    double r, m, inertia, fx, fy, torque;
} disc;

typedef struct line {
    double x1, y1, x2, y2, vx, vy;
} line;

typedef struct touch {
    size_t a, b; // b >= count of discs: wall b - count
    int fresh;
    double h[SCREE_HISTORY_MAX];
    double overlap, vn, fn, vt, ft; // of the last evaluation
    int touches;
} touch;

typedef struct driver {
    scree_case *c;
    scree_law_set between, wall; // discs; disc and wall
    const scree_kernels *kernels;
    disc disc[300];
    line line[40];
    size_t n, n_lines;
    SCREE_ARRAY(touch) touch;
    double gravity, dt;
    double
        wall_arm; // velocity at a wall is taken at R - wall_arm * overlap: 1 in DEMLab, torques at R - overlap / 2
    int every; // steps between searches
    uint64_t step;
    euler scheme;
} driver;

static inline driver *driver_of(const char *yaml) {
    driver *d = calloc(1, sizeof *d);
    d->c = case_of_text(yaml);
    d->between = scree_law_set_of(d->c, 0, 0);
    d->wall = scree_law_set_of(d->c, 0, d->c->material.n > 1 ? 1 : 0);
    d->kernels = scree_kernels_choose(NULL);
    d->wall_arm = 1.0;
    d->every = 1;
    return d;
}

static inline void driver_free(driver *d) {
    scree_case_clear(d->c);
    scree_free(d->c);
    scree_array_free(&d->touch);
    free(d);
}

static inline disc *add_disc(driver *d, double x, double y, double r) {
    disc *q = &d->disc[d->n++];
    double pi = 3.141592653589793;
    *q = (disc){.x = x, .y = y, .r = r};
    q->m = d->c->material.data[0].density * (4.0 * pi * r * r * r / 3.0);
    q->inertia = 2.0 * q->m * r * r / 5.0;
    return q;
}

// Unit vector from a to the nearest point of b, and the gap.
static inline double gap_between(const driver *d, size_t a, size_t b, double *nx, double *ny) {
    const disc *p = &d->disc[a];
    double x, y, r = 0.0;
    if (b < d->n) {
        x = d->disc[b].x - p->x;
        y = d->disc[b].y - p->y;
        r = d->disc[b].r;
    } else { // foot of the perpendicular, or an end
        const line *w = &d->line[b - d->n];
        double ex = w->x2 - w->x1, ey = w->y2 - w->y1;
        double s = ((p->x - w->x1) * ex + (p->y - w->y1) * ey) / (ex * ex + ey * ey);
        s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
        x = w->x1 + s * ex - p->x;
        y = w->y1 + s * ey - p->y;
    }
    double distance = sqrt(x * x + y * y);
    *nx = x / distance;
    *ny = y / distance;
    return distance - p->r - r;
}

static inline touch *find_touch(driver *d, size_t a, size_t b) {
    for (size_t k = 0; k < d->touch.n; k++) {
        if (d->touch.data[k].a == a && d->touch.data[k].b == b) {
            return &d->touch.data[k];
        }
    }
    return NULL;
}

static inline void search(driver *d) {
    size_t kept = 0;
    double nx, ny;
    for (size_t k = 0; k < d->touch.n; k++) {
        if (gap_between(d, d->touch.data[k].a, d->touch.data[k].b, &nx, &ny) < 0.0) {
            d->touch.data[kept++] = d->touch.data[k];
        }
    }
    d->touch.n = kept;
    for (size_t a = 0; a < d->n; a++) {
        for (size_t b = a + 1; b < d->n + d->n_lines; b++) {
            if (gap_between(d, a, b, &nx, &ny) < 0.0 && !find_touch(d, a, b)) {
                scree_array_push(&d->touch, ((touch){.a = a, .b = b, .fresh = 1}));
            }
        }
    }
}

static inline void contact_force(driver *d, touch *t) {
    disc *p = &d->disc[t->a], *q = t->b < d->n ? &d->disc[t->b] : NULL;
    const line *w = q ? NULL : &d->line[t->b - d->n];
    double nx, ny, overlap = -gap_between(d, t->a, t->b, &nx, &ny);
    t->touches = overlap > 0.0;
    if (!t->touches) {
        return;
    }
    double arm = p->r - overlap * (q ? 0.5 : d->wall_arm);
    double vx = p->vx - p->omega * arm * ny, vy = p->vy + p->omega * arm * nx;
    if (q) {
        double other = q->r - 0.5 * overlap;
        vx -= q->vx + q->omega * other * ny;
        vy -= q->vy - q->omega * other * nx;
    } else {
        vx -= w->vx;
        vy -= w->vy;
    }
    scree_contact k;
    memset(&k, 0, sizeof k);
    set_bodies(&k, p->r, q ? q->r : 0.0, p->m, q ? q->m : 0.0);
    k.overlap = overlap;
    k.nx = nx;
    k.ny = ny;
    k.vn = vx * nx + vy * ny;
    k.vtx = vx - k.vn * nx;
    k.vty = vy - k.vn * ny;
    k.fresh = t->fresh;
    k.dt = k.step = d->dt;
    k.begins = 1.0;
    scree_law_set_evaluate(q ? &d->between : &d->wall, d->kernels, &k, t->h);
    t->fresh = 0;
    t->overlap = overlap;
    t->vn = k.vn;
    t->fn = k.fn;
    t->vt = sqrt(k.vtx * k.vtx + k.vty * k.vty);
    t->ft = sqrt(k.ftx * k.ftx + k.fty * k.fty);
    double fx = k.ftx - k.fn * nx, fy = k.fty - k.fn * ny, turn = nx * k.fty - ny * k.ftx;
    p->fx += fx;
    p->fy += fy;
    p->torque += (p->r - 0.5 * overlap) * turn;
    if (q) {
        q->fx -= fx;
        q->fy -= fy;
        q->torque += (q->r - 0.5 * overlap) * turn;
    }
}

static inline void integrate(double *x, double *v, double a, double dt, euler scheme) {
    double old = *v;
    *v = old + a * dt;
    *x += scheme == FORWARD_EULER    ? old * dt
          : scheme == MODIFIED_EULER ? *v * dt
                                     : old * dt + 0.5 * a * dt * dt;
}

// Searches if due, and evaluates all contacts: forces and accelerations of the current state.
static inline void forces(driver *d) {
    if (d->step % (uint64_t)d->every == 0) {
        search(d);
    }
    for (size_t k = 0; k < d->touch.n; k++) {
        contact_force(d, &d->touch.data[k]);
    }
}

static inline void advance_discs(driver *d) {
    for (size_t i = 0; i < d->n; i++) {
        disc *p = &d->disc[i];
        p->fy -= p->m * d->gravity;
        p->ax = p->fx / p->m;
        p->ay = p->fy / p->m;
        p->alpha = p->torque / p->inertia;
        integrate(&p->x, &p->vx, p->ax, d->dt, d->scheme);
        integrate(&p->y, &p->vy, p->ay, d->dt, d->scheme);
        integrate(&p->theta, &p->omega, p->alpha, d->dt, d->scheme);
        p->fx = p->fy = p->torque = 0.0;
    }
    for (size_t k = 0; k < d->n_lines; k++) {
        line *w = &d->line[k];
        w->x1 += w->vx * d->dt;
        w->x2 += w->vx * d->dt;
        w->y1 += w->vy * d->dt;
        w->y2 += w->vy * d->dt;
    }
    d->step++;
}
