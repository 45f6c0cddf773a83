// SPDX-License-Identifier: BSD-3-Clause
// What the tests of wear share: materials, a ball that slides, and balls in a valley with the laws under which they roll there.
#pragma once

#include "wear/wear_sums.h"
#include "world_of_text.h"

#define PI 3.14159265358979323846

// The ball that slides, m, m/s2 and N/m.
static const double R = 0.05, G = 9.81, stiffness = 2e5;

#define GROUND                                                                                               \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}, floor: {density: 2500, young: 1e7, "          \
    "poisson: 0.3}}\n"
// The sliding ball has no friction, so its speed stays what it is.
#define SLIDING_CONTACT                                                                                      \
    "contacts: [{between: any, normal: {law: hooke, stiffness: 2e5, restitution: 1}, "                       \
    "tangential: none, wear: {law: archard, wear_coefficient: 1e-3, hardness: 1e9}}]\n"

static inline double mass_of_ball(void) {
    return 4.0 / 3.0 * PI * R * R * R * 2500.0;
}

// ---- the valley ------------------------------------------------------------------------------------------------

enum { VALLEY_BALLS = 12, VALLEY_KINDS = 6 };

static inline const char *valley_normal(int kind) {
    return kind / 3 == 0 ? "{law: hertz, restitution: 0.5}"
                         : "{law: walton_braun, stiffness: 2e5, restitution: 0.5}";
}
static inline const char *valley_tangential(int kind) {
    static const char *const law[] = {"{law: mindlin, friction: 0.3}", "{law: coulomb, friction: 0.3}",
                                      "{law: linear_spring, friction: 0.3}"};
    return law[kind % 3];
}

// The balls touch walls alone, so all works of the ledger are those of the walls. of_valley: more keys of the valley; walls: more walls.
static inline scree_world *valley(int kind, const char *of_valley, const char *walls) {
    scree_particle q[VALLEY_BALLS];
    for (int k = 0; k < VALLEY_BALLS; k++) {
        q[k] = ball((uint64_t)k + 1, 0.01 + 0.001 * k,
                    vec3(-0.15 + 0.03 * k, -0.2 + 0.033 * k, 0.08 + 0.01 * (k % 3)),
                    vec3(0.5, -0.3 + 0.1 * k, -0.4), vec3(5, 20 - 3 * k, 0));
    }
    return world_of_text(
        scree_format(
            "time: {end: 10, dt: 2e-5, velocity_scale: 3}\ngravity: [0, 0, -9.81]\n" GROUND
            "contacts: [{between: any, normal: none, tangential: none},\n"
            "           {between: [m, floor], normal: %s, tangential: %s, wear: {law: friction_work, "
            "wear_per_work: 1e-9}}]\n"
            "wear: {}\nwalls:\n"
            "  valley: {extrude: {line: [[-0.4, -0.6, 0.2], [-0.1, -0.6, 0.03], [0.05, -0.6, 0.01], [0.15, "
            "-0.6, 0.05], [0.5, -0.6, 0.2]], along: [0, 1.2, 0]}, material: floor%s}\n%s",
            valley_normal(kind), valley_tangential(kind), of_valley, walls),
        q, VALLEY_BALLS);
}
