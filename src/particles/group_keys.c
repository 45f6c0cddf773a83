// SPDX-License-Identifier: BSD-3-Clause
// The keys of groups of particles.
#include "files/read_time_table.h"
#include "keys/complain.h"
#include "particles/particle_keys.h"
#include "regions/region_keys.h"
#include "sections/check_parts.h"
#include "sections/key_tables.h"
#include "wall_shapes/wall_keys.h"

static void check_motion(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_motion *motion = base;
    const char *key = motion->kind == SCREE_MOTION_TABLE ? "table" : "formula";
    const scree_yaml *below = node->item.data[scree_yaml_find(node, key)];
    if (scree_time_table_make(g, &motion->table, "m", below, path, key) && motion->table.angle.n > 0) {
        scree_config_error(g, below->place,
                           "%s.%s: particles are moved along x, y and z only; accepted: no angles; they turn "
                           "about themselves with 'spin'",
                           path, key);
    }
}

static void check_group(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_group_def *group = base;
    const bool moves = vec_norm2(group->velocity) + vec_norm2(group->spin) > 0.0,
               pulls = vec_norm2(group->force) + vec_norm2(group->torque) > 0.0;
    const double every = group->growth_every > 0.0 ? group->growth_every : 1e-3;
    scree_check_span(g, group->start, group->stop, node, path);
    group->which.source = scree_check_from(g, group->which.from, node, path);
    if (moves && !group->hold) {
        scree_config_error(
            g, scree_yaml_place(node, vec_norm2(group->velocity) > 0.0 ? "velocity" : "spin"),
            "%s: a velocity or spin needs `hold: true`; accepted: that, or a force or torque instead", path);
    }
    if (group->has_motion && (!group->hold || vec_norm2(group->velocity) > 0.0)) {
        scree_config_error(g, scree_yaml_place(node, "motion"),
                           "%s: a motion needs `hold: true`, and there is no velocity beside it; accepted: "
                           "that, or no motion",
                           path);
    }
    if (pulls && group->hold) {
        scree_config_error(g, scree_yaml_place(node, vec_norm2(group->force) > 0.0 ? "force" : "torque"),
                           "%s: no force moves particles that are held; accepted: hold or force and torque",
                           path);
    }
    if (1.0 + group->growth * every <= 0.5) {
        scree_config_error(g, scree_yaml_place(node, "growth"),
                           "%s: a radius shrinks by half or more in %.3g s; accepted: a slower growth, or a "
                           "shorter growth_every",
                           path, every);
    }
}

static const scree_key motion_keys[] = {
    {"table", SECTION(scree_motion_table_section), .variant = true, .kind = SCREE_MOTION_TABLE},
    {"formula", SECTION(scree_motion_formula_section), .variant = true, .kind = SCREE_MOTION_FORMULA,
     .doc = "Displacement as formulas of time."},
    {"start", TIME, FROM(0), .fallback = "auto", .word = "auto", .word_value = -1,
     .doc = "When the motion begins; auto: with the group, or with the phase that sets it.",
     .offset = offsetof(scree_motion, start)},
};
static const scree_section motion_section = {
    .doc = "Motion of the particles that are held, each from where it is at the start of the motion.",
    KEYS(motion_keys),
    .kind_offset = offsetof(scree_motion, kind),
    .check = check_motion};
#define AT(field) .offset = offsetof(scree_group_def, field)
static const scree_key group_keys[] = {
    SELECTION_KEYS(scree_group_def, "when they are chosen"),
    {"start", LIVE, TIME, FROM(0), .fallback = "0 s", OR_NEVER,
     .doc = "Time at which particles are chosen, after insertions at that time; never: a phase sets it.",
     AT(start)},
    {"stop", LIVE, TIME, FROM(0), .fallback = "never", OR_NEVER, .doc = "Time at which they are released.",
     AT(stop)},
    {"every", LIVE, TIME, ABOVE(0), .fallback = "once", .word = "once", .word_value = 0,
     .doc = "Time between choices; particles that no longer fit are released; once: at the start only.",
     AT(every)},
    {"hold", BOOL, .fallback = "false",
     .doc = "No force accelerates them: they move with `velocity` and `spin`, 0 if not given. They have no "
            "contacts with each other and with walls, no weight and no energy meanwhile, and act as bodies "
            "of infinite mass on others.",
     AT(hold)},
    {"velocity", LIVE, VELOCITY, .doc = "Velocity, with hold.", AT(velocity)},
    {"spin", LIVE, .type = &scree_vector_type, .unit = "rad/s", .doc = "Spin, with hold.", AT(spin)},
    {"motion", LIVE, SECTION(motion_section), .flag = offsetof(scree_group_def, has_motion), .doc = NULL,
     AT(motion)},
    {"force", LIVE, .type = &scree_vector_type, .unit = "N",
     .doc = "Force on each of them; its work is in the series as load_work.", AT(force)},
    {"torque", LIVE, .type = &scree_vector_type, .unit = "N m", .doc = "Torque on each of them.", AT(torque)},
    {"growth", LIVE, IN("1/s"), .fallback = "0 1/s",
     .doc = "Rate at which their radii grow, relative to the radius; negative: shrink. Masses follow.",
     AT(growth)},
    {"growth_every", LIVE, TIME, ABOVE(0), AUTO,
     .doc = "Time between steps of growth, each with a new neighbour list; auto: 1 ms, at least a step.",
     AT(growth_every)},
};
#undef AT
const scree_section scree_group_section = {
    .doc = "Particles chosen by all that is given, and what is done to them from `start` to `stop`.",
    KEYS(group_keys),
    NAMED_ITEMS(scree_group_def),
    .check = check_group};
