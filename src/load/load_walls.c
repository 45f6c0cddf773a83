// SPDX-License-Identifier: BSD-3-Clause
#include "load/load_walls.h"
#include "files/mesh_file.h"
#include "memory/names.h"
#include "step/setup.h"
#include "wall_motion/wall_drive.h"
#include "wall_motion/wall_motion.h"
#include "wall_motion/wall_pose.h"
#include "wall_shapes/wall_shapes.h"
#include <string.h>

// Does its definition move it? Hooks may move others.
static bool has_driver(const scree_wall *wall) {
    return wall->def->motion.n > 0 || scree_wall_is_driven(&wall->def->drive);
}

// Copies the corner springs of wall k from the checkpoint.
static void take_corners(scree_world *w, size_t k, const scree_checkpoint *file) {
    scree_wall_corner_list *to = &w->wall.data[k].corner;
    size_t first = 0;
    for (size_t i = 0; i < k; i++) {
        first += file->n_corners.data[i];
    }
    to->n = 0;
    for (size_t i = 0; i < file->n_corners.data[k]; i++) {
        scree_array_push(to, file->corner.data[first + i]);
    }
}

bool scree_walls_resume(scree_world *w, const scree_checkpoint *file, const char *path, scree_report *r) {
    if (file->wall.n != w->wall.n) {
        return scree_report_error(r, "%s: its walls are not those of %s", path, w->case_->path);
    }
    bool ok = true;
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        wall->now = file->wall.data[k];
        take_corners(w, k, file);
        scree_wall_state moved = wall->now;
        const double t = scree_checkpoint_time(file);
        scree_wall_drive_place(wall, t);
        if (has_driver(wall)) {
            scree_wall_pose_at(wall, t, &moved);
        }
        if (memcmp(&moved.pose, &wall->now.pose, sizeof moved.pose) != 0) {
            ok = scree_report_error(
                r,
                "%s: the pose of wall '%s' is not the one that its motion gives at that time; resume with "
                "the program that wrote the file, or start a new case with it under 'particles'",
                path, wall->def->name);
        }
    }
    return ok;
}

// A drive with the same freedoms goes on. Another one begins where the wall is now.
static void change_wall(const scree_wall *before, scree_wall *wall, double t) {
    const bool was = scree_wall_is_driven(&before->def->drive), is = scree_wall_is_driven(&wall->def->drive),
               goes_on = was && is && scree_wall_drive_goes_on(&before->def->drive, &wall->def->drive);
    scree_wall_state moved = wall->now;
    if (goes_on) { // only its motion may be another
        scree_wall_motion_at(before->def, t, &moved);
        wall->drive.warned = before->drive.warned;
    }
    scree_wall_motion_from(wall->def, t, &moved);
    wall->now.start = moved.start;
    scree_wall_drive_place(wall, t);
    const scree_wall_drive_def *a = &before->def->drive, *b = &wall->def->drive;
    if (goes_on) {
        scree_wall_drive_continue(&before->drive, wall);
    } else { // at rest, unless the phase gives a velocity
        scree_wall_drive_begin(wall, a->free && vec_norm2(vec_sub(a->velocity, b->velocity)) == 0.0 &&
                                         vec_norm2(vec_sub(a->spin, b->spin)) == 0.0);
    }
    if (!has_driver(wall) && !(wall->def->movable && before->def->movable)) {
        wall->now.velocity = wall->now.spin = vec3(0.0, 0.0, 0.0);
    }
}

// A wall with a mass keeps its temperature, unless the phase gives another.
static void change_heat(const scree_wall *before, scree_wall *wall) {
    const scree_wall_heat_def *a = &before->def->heat, *b = &wall->def->heat;
    const bool goes_on = scree_wall_heat_kind_of(a) == SCREE_WALL_OF_MASS &&
                         scree_wall_heat_kind_of(b) == SCREE_WALL_OF_MASS && a->temperature == b->temperature;
    if (b->temperature > 0.0 && !goes_on) {
        wall->now.temperature = b->temperature;
    }
}

void scree_walls_change(scree_world *w, const scree_world *before, const scree_checkpoint *file) {
    const double t = scree_checkpoint_time(file);
    for (size_t k = 0; k < w->wall.n && k < file->wall.n; k++) {
        w->wall.data[k].now = file->wall.data[k];
        take_corners(w, k, file);
        change_wall(&before->wall.data[k], &w->wall.data[k], t);
        change_heat(&before->wall.data[k], &w->wall.data[k]);
    }
}

bool scree_walls_note(const scree_world *w, const scree_source_def *source, const scree_checkpoint *file,
                      scree_wall_origin *origin, scree_report *r) {
    if (file->wear_vertex.n > 0) {
        scree_report_at(
            r, SCREE_SEVERITY_WARNING, w->case_->path, source->place.line, source->place.column,
            "%s: wear had moved the triangles of its walls; this case begins with the meshes as they "
            "were given, and contacts with them begin at other overlaps; resume that run, or give the "
            "worn mesh as a file",
            source->file);
    }
    for (size_t j = 0; j < file->wall.n; j++) {
        const int k = scree_names_find(w->case_->wall, file->wall_name.data[j]);
        if (k < 0) {
            continue;
        }
        if (source->keep_walls && origin[k].keep) {
            return scree_report_at(
                r, SCREE_SEVERITY_ERROR, w->case_->path, source->place.line, source->place.column,
                "wall '%s' cannot take its pose from both %s and %s; set keep_walls for one of them",
                w->wall.data[k].def->name, origin[k].path, source->file);
        }
        if (source->keep_walls || !origin[k].path) {
            const scree_wall_state *state = &file->wall.data[j];
            origin[k] = (scree_wall_origin){source->file, source->keep_walls, state->start, state->pose};
        }
    }
    return true;
}

// By more than rounding.
static bool is_elsewhere(const scree_pose *a, const scree_pose *b) {
    double turn = 0.0;
    for (int k = 0; k < 9; k++) {
        turn = fmax(turn, fabs(a->rotation.m[k] - b->rotation.m[k]));
    }
    const double shift = vec_norm(vec_sub(a->shift, b->shift));
    return turn > 1e-9 || shift > 1e-9 * (vec_norm(a->shift) + vec_norm(b->shift));
}

void scree_walls_begin(scree_world *w, const scree_wall_origin *origin, scree_report *r) {
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        const bool has_motion = wall->def->motion.n > 0;
        if (has_motion) {
            scree_wall_motion_at(wall->def, w->began, &wall->now);
        }
        if (origin[k].keep) {
            wall->now.start = has_motion ? origin[k].start : origin[k].pose;
            wall->now.pose = origin[k].pose;
            if (has_motion) {
                scree_wall_motion_from(wall->def, w->began, &wall->now);
            }
        } else if (origin[k].path && is_elsewhere(&wall->now.pose, &origin[k].pose)) {
            scree_report_warning(r,
                                 "%s: wall '%s' begins in the pose of this case, which is not its pose in "
                                 "the checkpoint; set keep_walls: true beside 'checkpoint' to take its pose "
                                 "over, or keep_time: true to begin at the time of the checkpoint",
                                 origin[k].path, wall->def->name);
        }
        scree_wall_drive_place(wall, w->began);
        scree_wall_drive_begin(wall, false);
        wall->now.temperature = wall->def->heat.temperature;
    }
}

bool scree_walls_make(scree_world *w, size_t k, scree_report *r) {
    const scree_wall_def *wall = &w->case_->wall.data[k];
    scree_corner_list shape = {0};
    scree_vec3 *corners = NULL;
    char *what =
        scree_format("walls.%s%s%s", wall->name, wall->file ? ": " : "", wall->file ? wall->file : "");
    scree_report_about(r, w->case_->path, wall->place.line, wall->place.column, what);
    size_t triangles = 0;
    if (wall->kind != SCREE_WALL_MESH) {
        scree_wall_shape_add(wall, &shape);
        corners = shape.data;
        triangles = shape.n / 3;
    } else if (!scree_mesh_file_read(wall->file, wall->scale, wall->offset, &corners, &triangles, r)) {
        scree_report_about(r, NULL, 0, 0, NULL);
        scree_free(what);
        return false;
    }
    scree_wall_shape_place(wall, corners, 3 * triangles);
    const bool used = scree_world_set_mesh(w, k, corners, triangles, r);
    if (!used) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, w->case_->path, wall->place.line, wall->place.column,
                        wall->file ? "walls.%s: %s cannot be used; check the file, mesh.scale and mesh.offset"
                                   : "walls.%s: this shape cannot be used%s; check its lengths",
                        wall->name, wall->file ? wall->file : "");
    }
    scree_report_about(r, NULL, 0, 0, NULL);
    scree_free(what);
    scree_free(corners);
    return used;
}
