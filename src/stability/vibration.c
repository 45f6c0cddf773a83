// SPDX-License-Identifier: BSD-3-Clause
#include "stability/vibration.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

double scree_longest_step(scree_integrator integrator, double square, double rate) {
    const double seen = integrator == SCREE_VERLET ? rate : 0.5 * rate,
                 sum = sqrt(square + seen * seen) + seen;
    return sum > 0.0 ? 2.0 / sum : INFINITY;
}

// Returns the weight of the dashpots in dt^2 stiffness + weight dt dashpot.
static double weight_of(scree_integrator integrator) {
    return integrator == SCREE_VERLET ? 4.0 : 2.0;
}

scree_inertia scree_inertia_of_sphere(double mass, double radius) {
    const double moment = 0.4 * mass * (radius * radius);
    return (scree_inertia){mass, vec3(moment, moment, moment), {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
}

// A vector along the coordinates of scree_vibration.
typedef struct six {
    double x[6];
} six;

// Sets the rotational part of s to that of a turn about the direction d.
static void put_turn(const scree_inertia *body, scree_vec3 d, six *s) {
    const scree_vec3 own = mat_mul_transposed(&body->frame, d);
    s->x[3] = own.x / sqrt(body->moments.x);
    s->x[4] = own.y / sqrt(body->moments.y);
    s->x[5] = own.z / sqrt(body->moments.z);
}

static six turn_along(const scree_inertia *body, scree_vec3 d) {
    six s = {{0}};
    put_turn(body, d, &s);
    return s;
}

// Returns the vector whose product with a vibration is the displacement of the contact point along d.
static six shift_along(const scree_inertia *body, scree_vec3 arm, scree_vec3 d) {
    const double root = 1.0 / sqrt(body->mass);
    six s = {{root * d.x, root * d.y, root * d.z}};
    put_turn(body, vec_cross(arm, d), &s);
    return s;
}

// The six ways in which a contact is strained, and their modes.
static const int mode_of[6] = {SCREE_MODE_NORMAL,  SCREE_MODE_TANGENTIAL, SCREE_MODE_TANGENTIAL,
                               SCREE_MODE_ROLLING, SCREE_MODE_ROLLING,    SCREE_MODE_TWISTING};

static void strains_of(const scree_inertia *body, const scree_contact_arm *c, six strain[6]) {
    const scree_vec3 n = c->n, axis = fabs(n.x) < 0.6 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0),
                     out = vec_cross(n, axis), t = vec_scale(1.0 / vec_norm(out), out), u = vec_cross(n, t);
    strain[0] = shift_along(body, c->arm, n);
    strain[1] = shift_along(body, c->arm, t);
    strain[2] = shift_along(body, c->arm, u);
    strain[3] = turn_along(body, t);
    strain[4] = turn_along(body, u);
    strain[5] = turn_along(body, n);
}

static void add_square(double m[6][6], double factor, const six *s) {
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            m[i][j] += factor * (s->x[i] * s->x[j]);
        }
    }
}

void scree_vibration_add(scree_vibration *v, const scree_inertia *body, const scree_contact_arm *c) {
    six strain[6];
    strains_of(body, c, strain);
    for (int k = 0; k < 6; k++) {
        const double stiffness = c->count * c->hardness->stiffness[mode_of[k]],
                     dashpot = c->count * c->hardness->dashpot[mode_of[k]];
        if (stiffness > 0.0) {
            add_square(v->stiffness, stiffness, &strain[k]);
        }
        if (dashpot > 0.0) {
            add_square(v->dashpot, dashpot, &strain[k]);
        }
    }
}

// The inertia of each of the six coordinates.
static void inertias_of(const scree_inertia *body, double inertia[6]) {
    const scree_vec3 m = body->moments;
    const double all[6] = {body->mass, body->mass, body->mass, m.x, m.y, m.z};
    memcpy(inertia, all, sizeof all);
}

void scree_vibration_add_hold(scree_vibration *v, const scree_inertia *body, const scree_hold *hold) {
    double inertia[6];
    inertias_of(body, inertia);
    for (int i = 0; i < 6; i++) {
        v->stiffness[i][i] += (i < 3 ? hold->shift : hold->turn) / inertia[i];
        v->dashpot[i][i] += (i < 3 ? hold->shift_dashpot : hold->turn_dashpot) / inertia[i];
    }
}

double scree_vibration_most_of_hold(scree_integrator integrator, double dt, const scree_inertia *body,
                                    const scree_hold *hold) {
    const scree_vec3 m = body->moments;
    const double weight = weight_of(integrator),
                 shift = dt * (dt * hold->shift + weight * hold->shift_dashpot) / body->mass,
                 turn = dt * (dt * hold->turn + weight * hold->turn_dashpot) / fmin(fmin(m.x, m.y), m.z);
    return fmax(shift, turn);
}

double scree_vibration_most(scree_integrator integrator, double dt, const scree_inertia *body,
                            const scree_contact_arm *c) {
    const scree_vec3 m = body->moments;
    const double turn = 1.0 / fmin(fmin(m.x, m.y), m.z), arm2 = vec_norm2(c->arm),
                 along = vec_dot(c->arm, c->n), shift = 1.0 / body->mass,
                 lever2 = fmax(arm2 - along * along, 0.0);
    const double by_mode[SCREE_MODES] = {shift + turn * lever2, shift + turn * arm2, turn, turn};
    double most[SCREE_MODES];
    for (int mode = 0; mode < SCREE_MODES; mode++) {
        const double both =
            dt * (dt * c->hardness->stiffness[mode] + weight_of(integrator) * c->hardness->dashpot[mode]);
        most[mode] = c->count * both * by_mode[mode];
    }
    // Normal and tangential strains are of different displacements, but with an arm that is not along the normal.
    const double moved = lever2 > 1e-9 * arm2 ? most[0] + most[1] : fmax(most[0], most[1]);
    return moved + fmax(most[2], most[3]);
}

// Eigenvalues of a symmetric matrix on its diagonal, and eigenvectors in the columns of e: cyclic Jacobi rotations.
static void diagonalise(double a[6][6], double e[6][6]) {
    memset(e, 0, sizeof(double[6][6]));
    for (int i = 0; i < 6; i++) {
        e[i][i] = 1.0;
    }
    for (int sweep = 0; sweep < 12; sweep++) {
        for (int p = 0; p < 5; p++) {
            for (int q = p + 1; q < 6; q++) {
                if (a[p][q] == 0.0) {
                    continue;
                }
                const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]),
                             t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0)),
                             c = 1.0 / sqrt(t * t + 1.0), s = t * c;
                for (int k = 0; k < 6; k++) {
                    const double x = a[k][p], y = a[k][q];
                    a[k][p] = c * x - s * y;
                    a[k][q] = s * x + c * y;
                }
                for (int k = 0; k < 6; k++) {
                    const double x = a[p][k], y = a[q][k];
                    a[p][k] = c * x - s * y;
                    a[q][k] = s * x + c * y;
                }
                for (int k = 0; k < 6; k++) {
                    const double x = e[k][p], y = e[k][q];
                    e[k][p] = c * x - s * y;
                    e[k][q] = s * x + c * y;
                }
            }
        }
    }
}

static void combine(const scree_vibration *v, double weight, double dt, double a[6][6]) {
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            a[i][j] = dt * (dt * v->stiffness[i][j] + weight * v->dashpot[i][j]);
        }
    }
}

// The largest eigenvalue of dt^2 stiffness + weight dt dashpot, and its vector.
static double largest(const scree_vibration *v, double weight, double dt, double shape[6]) {
    double a[6][6], e[6][6];
    combine(v, weight, dt, a);
    diagonalise(a, e);
    int top = 0;
    for (int i = 1; i < 6; i++) {
        top = a[i][i] > a[top][top] ? i : top;
    }
    for (int i = 0; i < 6; i++) {
        shape[i] = e[i][top];
    }
    return a[top][top];
}

double scree_vibration_strongest(const scree_vibration *v, scree_integrator integrator, double dt) {
    enum { ROUNDS = 6 };
    double a[6][6], x[6] = {0}, size = 0.0;
    int top = 0;
    combine(v, weight_of(integrator), dt, a);
    for (int i = 1; i < 6; i++) {
        top = a[i][i] > a[top][top] ? i : top;
    }
    x[top] = 1.0;
    for (int round = 0; round < ROUNDS; round++) {
        double y[6] = {0}, square = 0.0;
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                y[i] += a[i][j] * x[j];
            }
            square += y[i] * y[i];
        }
        size = sqrt(square);
        for (int i = 0; i < 6; i++) {
            x[i] = size > 0.0 ? y[i] / size : x[i];
        }
    }
    return size;
}

static double quotient(const double m[6][6], const double x[6]) {
    double sum = 0.0;
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            sum += x[i] * m[i][j] * x[j];
        }
    }
    return sum;
}

double scree_vibration_limit(const scree_vibration *v, scree_integrator integrator, double below,
                             double shape[6]) {
    const double weight = weight_of(integrator);
    double dt = below, next[6];
    if (!(largest(v, weight, dt, next) > 4.0)) {
        return INFINITY;
    }
    // The limit is the least of those of all vibrations: each one found is unstable at the step before, so the steps fall.
    for (int turn = 0; turn < 50; turn++) {
        const double step = scree_longest_step(integrator, fmax(quotient(v->stiffness, next), 0.0),
                                               fmax(quotient(v->dashpot, next), 0.0));
        if (!(step < dt * (1.0 - 1e-12))) {
            break;
        }
        dt = step;
        memcpy(shape, next, sizeof next);
        largest(v, weight, dt, next);
    }
    return dt;
}

void scree_vibration_parts_add(scree_vibration_parts *parts, scree_integrator integrator, double dt,
                               const scree_inertia *body, const scree_contact_arm *c, const double shape[6]) {
    six strain[6];
    strains_of(body, c, strain);
    for (int k = 0; k < 6; k++) {
        double along = 0.0;
        for (int i = 0; i < 6; i++) {
            along += strain[k].x[i] * shape[i];
        }
        const double square = c->count * along * along;
        const int mode = mode_of[k];
        parts->springs[mode] += dt * dt * c->hardness->stiffness[mode] * square;
        parts->dashpots[mode] += weight_of(integrator) * dt * c->hardness->dashpot[mode] * square;
    }
}

void scree_vibration_parts_add_hold(scree_vibration_parts *parts, scree_integrator integrator, double dt,
                                    const scree_inertia *body, const scree_hold *hold,
                                    const double shape[6]) {
    double inertia[6];
    inertias_of(body, inertia);
    for (int i = 0; i < 6; i++) {
        const double square = shape[i] * shape[i] / inertia[i];
        parts->springs[SCREE_MODE_OF_HOLD] += dt * dt * (i < 3 ? hold->shift : hold->turn) * square;
        parts->dashpots[SCREE_MODE_OF_HOLD] +=
            weight_of(integrator) * dt * (i < 3 ? hold->shift_dashpot : hold->turn_dashpot) * square;
    }
}

scree_vibration_cause scree_vibration_cause_of(const scree_vibration_parts *parts, const double shape[6]) {
    scree_vibration_cause cause = {.turns =
                                       shape[3] * shape[3] + shape[4] * shape[4] + shape[5] * shape[5] > 0.5};
    double most = 0.0;
    for (uint64_t mode = 0; mode <= SCREE_MODE_OF_HOLD; mode++) {
        for (uint64_t damped = 0; damped < 2; damped++) {
            const double part = damped ? parts->dashpots[mode] : parts->springs[mode];
            if (part > most) {
                most = part;
                cause.mode = mode;
                cause.damped = damped;
            }
        }
    }
    return cause;
}

void scree_vibration_cause_text(const scree_vibration_cause *cause, char *text, size_t size) {
    static const char *const of[SCREE_MODES + 1] = {"of the normal mode", "of the tangential mode",
                                                    "of the rolling mode", "of the twisting mode",
                                                    "that are not of contacts"};
    snprintf(text, size, "%s against the %s %s", cause->turns ? "rotation" : "motion",
             cause->damped ? "dashpots" : "springs", of[cause->mode]);
}

double scree_time_step_rounded(double x) {
    double unit = 1.0;
    while (unit * 100.0 <= x) {
        unit *= 10.0;
    }
    if (x < 10.0) {
        double scale = 1.0;
        while (x * scale < 10.0) {
            scale *= 10.0;
        }
        return floor(x * scale) / scale;
    }
    return floor(x / unit) * unit;
}
