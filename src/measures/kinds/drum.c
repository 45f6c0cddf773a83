// SPDX-License-Identifier: BSD-3-Clause
#include "measures/measure.h"
#include "memory/names.h"

enum { ANGLE, ANGLE_ERROR, TORQUE, POWER };

// About which a wall turns; zero: it does not. A wall that rests between two rotations has the axis of the first one.
static scree_vec3 axis_of(const scree_wall *wall) {
    if (vec_norm2(wall->now.spin) > 0.0) {
        return vec_unit(wall->now.spin);
    }
    for (size_t k = 0; k < wall->def->motion.n; k++) {
        const scree_motion *m = &wall->def->motion.data[k];
        if (m->kind == SCREE_MOTION_ROTATE) {
            return vec_unit(vec_scale(m->rate < 0.0 ? -1.0 : 1.0, m->axis));
        }
    }
    return vec3(0.0, 0.0, 0.0);
}

// Torque and power by which a wall acts on the particles.
static void add_load(const scree_wall *wall, scree_vec3 axis, scree_vec3 point, scree_measured *out) {
    const scree_wall_state *now = &wall->now;
    out->value[TORQUE] -= vec_dot(axis, vec_sub(now->torque, vec_cross(point, now->force)));
    out->value[POWER] += now->power;
}

static void evaluate_drum(const scree_arrangement *a, const scree_measure_def *d, scree_measured *out,
                          scree_measure_rows *rows) {
    const scree_world *w = a->w;
    const int k = scree_names_find(w->case_->wall, d->wall);
    const scree_vec3 axis = k >= 0 ? axis_of(&w->wall.data[k]) : vec3(0.0, 0.0, 0.0);
    scree_measure_def surface = *d;
    surface.surface = SCREE_SURFACE_PLANE;
    scree_measure_angle_of_repose.evaluate(a, &surface, out, rows);
    if (k < 0 || vec_norm2(axis) == 0.0) {
        scree_measure_lacks(out, k < 0 ? "its wall is not there" : "its wall does not turn");
        return;
    }
    const scree_vec3 point = scree_wall_to_lab(&w->wall.data[k], w->wall.data[k].def->reference);
    static const char *const part[] = {"", ".start", ".end"}; // the shell of a cylinder, and its lids
    out->value[TORQUE] = out->value[POWER] = 0.0;
    for (size_t j = 0; j < sizeof part / sizeof *part; j++) {
        char *name = scree_format("%s%s", d->wall, part[j]);
        const int found = scree_names_find(w->case_->wall, name);
        if (found >= 0) {
            add_load(&w->wall.data[found], axis, point, out);
        }
        scree_free(name);
    }
}

static const scree_column values[] = {
    {"drum_angle", "rad", "Angle of the free surface to the horizontal.", SCREE_MEASURED(ANGLE)},
    {"drum_angle_error", "rad", "Standard error of the fit.", SCREE_MEASURED(ANGLE_ERROR)},
    {"drum_torque", "N m", "Torque that drives the wall about its axis.", SCREE_MEASURED(TORQUE)},
    {"drum_power", "W", "Power that drives it.", SCREE_MEASURED(POWER)},
};

const scree_measure scree_measure_drum = {
    .doc =
        "The angle is that of a plane through the free surface, as `angle_of_repose` with `surface: "
        "plane`; where the surface is curved, a region takes its middle. Torque and power are what a motor "
        "needs to turn the wall against the particles: T = -n.(M - p x F) with the force F and the torque "
        "M of the particles on the wall, the unit vector n along its spin and a point p of its axis, its "
        "`reference`; P = -sum f.v over contacts, with the velocity v of the wall there. The lids of a "
        "cylinder count with it. They are those of this moment: a mean over some turns is `mean(mill "
        "drum_power, -2)` of a sweep.",
    .source = "Definition.",
    .cost = "As `angle_of_repose`.",
    .world = true,
    .value = {SCREE_COLUMNS(values)},
    .evaluate = evaluate_drum,
};
