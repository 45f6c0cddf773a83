// SPDX-License-Identifier: BSD-3-Clause
// Rules between the keys of walls, and the lids of cylinders.
#include "files/read_time_table.h"
#include "keys/complain.h"
#include "maths/math.h"
#include "memory/names.h"
#include "sections/check_parts.h"
#include "wall_shapes/drive_keys.h"
#include "wall_shapes/wall_keys.h"
#include "wall_shapes/wall_shapes.h"
#include <math.h>

void scree_check_motion(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_motion *motion = base;
    scree_check_span(g, motion->start, motion->stop, node, path);
    if (scree_motion_is_table(motion->kind)) {
        const char *key = motion->kind == SCREE_MOTION_TABLE ? "table" : "formula";
        const scree_yaml *below = node->item.data[scree_yaml_find(node, key)];
        if (scree_time_table_make(g, &motion->table, "m", below, path, key) && motion->table.angle.n > 0 &&
            vec_norm2(motion->axis) == 0.0) {
            scree_config_error(g, below->place,
                               "%s.%s: missing key 'axis', about which the angles are; accepted: a direction",
                               path, key);
        }
    }
}

void scree_check_wall_box(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wall_def *wall = base;
    scree_check_corners(g, wall->min, wall->max, node, path);
    bool any = false;
    for (int k = 0; k < 6; k++) {
        any |= !wall->open[k];
    }
    if (!any) {
        scree_config_error(g, scree_yaml_place(node, "open"),
                           "%s: all faces are left out; accepted: five of them at most", path);
    }
}

// Whether two vectors span an area.
static bool span(scree_vec3 a, scree_vec3 b) {
    return vec_norm2(vec_cross(a, b)) > 1e-24 * vec_norm2(a) * vec_norm2(b);
}

void scree_check_rectangle(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wall_def *wall = base;
    if (!span(wall->edge[0], wall->edge[1])) {
        scree_config_error(
            g, scree_yaml_place(node, "second"),
            "%s: 'first' and 'second' have no area between them; accepted: two sides in different directions",
            path);
    }
}

void scree_check_disc(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wall_def *wall = base;
    if (wall->hole >= wall->radius) {
        scree_config_error(g, scree_yaml_place(node, "hole"),
                           "%s: the hole is not smaller than the disc; accepted: hole < radius", path);
    }
}

void scree_check_cone(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wall_def *wall = base;
    if (wall->radius == 0.0 && wall->end_radius == 0.0) {
        scree_config_error(g, scree_yaml_place(node, "end_radius"),
                           "%s: both radii are 0; accepted: one of them above 0", path);
    }
}

void scree_check_helix(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wall_def *wall = base;
    if (wall->hole >= wall->radius) {
        scree_config_error(
            g, scree_yaml_place(node, "inner_radius"),
            "%s: the inner radius is not smaller than the radius; accepted: inner_radius < radius", path);
    }
    if (!(wall->thickness < wall->length) || !(wall->thickness < wall->pitch)) {
        scree_config_error(g, scree_yaml_place(node, "thickness"),
                           "%s: the blade is as thick as it is long or as its pitch; accepted: thickness < "
                           "length and < pitch",
                           path);
    } else if (scree_wall_helix_pieces(wall) > 1e6) {
        scree_config_error(g, scree_yaml_place(node, "pitch"),
                           "%s: the blade has more than a million pieces; accepted: fewer turns or segments",
                           path);
    }
}

void scree_check_torus(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wall_def *wall = base;
    if (wall->end_radius >= wall->radius) {
        scree_config_error(g, scree_yaml_place(node, "tube_radius"),
                           "%s: the tube has no hole in its middle; accepted: tube_radius < radius", path);
    } else if ((double)wall->segments * wall->segments * wall->end_radius / wall->radius > 1e7) {
        scree_config_error(g, scree_yaml_place(node, "segments"),
                           "%s: the torus has more than ten million pieces; accepted: fewer segments", path);
    }
}

void scree_check_screen(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wall_def *wall = base;
    const double a = vec_norm(wall->edge[0]), b = vec_norm(wall->edge[1]);
    if (!(a > 0.0) || !(b > 0.0) || fabs(vec_dot(wall->edge[0], wall->edge[1])) > 1e-9 * a * b) {
        scree_config_error(
            g, scree_yaml_place(node, "second"),
            "%s: 'first' and 'second' are not normal to each other; accepted: the two sides of a "
            "rectangle",
            path);
    } else if (2.0 * wall->hole >= a / wall->columns || 2.0 * wall->hole >= b / wall->rows) {
        scree_config_error(
            g, scree_yaml_place(node, "hole"),
            "%s: holes of radius %.6g m touch each other: a cell is %.6g m times %.6g m; accepted: a "
            "radius below half of both, or fewer holes",
            path, wall->hole, a / wall->columns, b / wall->rows);
    } else if ((double)wall->columns * wall->rows * wall->hole_segments > 1e7) {
        scree_config_error(
            g, scree_yaml_place(node, "columns"),
            "%s: the screen has more than ten million pieces; accepted: fewer holes or segments", path);
    }
}

void scree_check_outline(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_outline *o = base;
    if (o->kind == SCREE_OUTLINE_CORNERS && o->corner.n < 2) {
        scree_config_error(g, node->place, "%s: a corner alone; accepted: two or more", path);
    }
    if (o->kind == SCREE_OUTLINE_CIRCLE && vec_norm2(o->cylinder) > 0.0 &&
        fabs(vec_dot(o->cylinder, o->axis)) < 0.05) {
        scree_config_error(g, node->place,
                           "%s: the plane cuts the cylinder along its axis; accepted: at most 87 deg between "
                           "'axis' and 'cylinder'",
                           path);
    }
}

// The complaint about one outline of a loft; NULL: it is fine.
static const char *outline_complaint(const scree_wall_def *wall, const scree_outline *o) {
    const scree_outline *polygon = scree_loft_polygon(wall);
    const bool circle = o->kind == SCREE_OUTLINE_CIRCLE;
    if (!circle && o->corner.n != polygon->corner.n) {
        return "the polygons have different numbers of corners; accepted: the same number";
    }
    if (!wall->is_loop) {
        return circle ? "a circle is closed; accepted: lines, or closed: true" : NULL;
    }
    const scree_vec3 way = scree_loft_way(wall), normal = scree_outline_normal(o);
    if (!(fabs(vec_dot(normal, way)) > 1e-9 * vec_norm(normal) * vec_norm(way))) {
        return "an outline has no area across the way from the first to the last one; accepted: outlines "
               "that "
               "face along it";
    }
    for (size_t j = 0; circle && polygon && j < polygon->corner.n; j++) {
        if (!(scree_loft_part_angle(wall, scree_loft_axis(wall, o), j) > 0.0)) {
            return "the middles of the sides of a polygon do not follow each other around its centre; "
                   "accepted: "
                   "a convex polygon beside a circle";
        }
    }
    return NULL;
}

void scree_check_loft(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wall_def *wall = base;
    const char *complaint =
        wall->outline.n < 2 ? "one outline has nothing to be joined to; accepted: two or more" : NULL;
    for (size_t k = 0; k < wall->outline.n && !complaint; k++) {
        const scree_outline *o = &wall->outline.data[k];
        if (o->kind == SCREE_OUTLINE_CORNERS && o->corner.n < 2 + (size_t)wall->is_loop) {
            complaint = "a closed outline has fewer than three corners; accepted: three or more";
        }
    }
    for (size_t k = 0; k < wall->outline.n && !complaint; k++) {
        complaint = outline_complaint(wall, &wall->outline.data[k]);
    }
    if (!complaint && wall->lids && !wall->is_loop) {
        complaint = "lids need closed outlines; accepted: closed: true, or no lids";
    }
    if (!complaint && (double)wall->segments * (double)wall->outline.n > 1e7) {
        complaint = "there are more than ten million pieces; accepted: fewer segments";
    }
    if (complaint) {
        scree_config_error(g, node->place, "%s: %s", path, complaint);
    }
}

void scree_check_paddle(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wall_def *wall = base;
    if (wall->hole >= wall->radius) {
        scree_config_error(
            g, scree_yaml_place(node, "inner_radius"),
            "%s: the inner radius is not smaller than the radius; accepted: inner_radius < radius", path);
    }
    if (!span(wall->axis, wall->edge[0])) {
        scree_config_error(g, scree_yaml_place(node, "arm"),
                           "%s: the arm is along the axis; accepted: a direction away from it", path);
    }
}

void scree_check_extrude(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wall_def *wall = base;
    const size_t n = wall->line.n;
    for (size_t k = 0; k + !wall->closed < n; k++) {
        const size_t next = (k + 1) % n;
        if (!span(vec_sub(wall->line.data[next], wall->line.data[k]), wall->edge[0])) {
            scree_config_error(g, scree_yaml_place(node, "line"),
                               "%s: from point %zu to point %zu the line has no length across 'along'; "
                               "accepted: points that differ, in other directions than 'along'",
                               path, k, next);
        }
    }
}

void scree_check_wall(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_wall_def *wall = base;
    scree_check_span(g, wall->start, wall->stop, node, path);
    wall->gives_reference = scree_yaml_has(node, "reference");
    for (size_t k = wall->motion.n; k-- > 0 && !wall->gives_reference;) {
        wall->reference =
            wall->motion.data[k].kind == SCREE_MOTION_ROTATE || wall->motion.data[k].table.angle.n > 0
                ? wall->motion.data[k].point
                : wall->reference;
    }
    const char *runs = wall->has_belt                            ? "belt"
                       : vec_norm2(wall->surface_velocity) > 0.0 ? "surface_velocity"
                                                                 : NULL;
    if (runs && wall->motion.n > 0) {
        scree_config_error(g, scree_yaml_place(node, runs),
                           "%s: the wall has a motion and a %s; accepted: one of them", path, runs);
    }
    if (wall->has_belt && vec_norm2(wall->surface_velocity) > 0.0) {
        scree_config_error(g, scree_yaml_place(node, "surface_velocity"),
                           "%s: both 'belt' and 'surface_velocity' are given; accepted: one of them", path);
    }
    const char *other = wall->motion.n > 0                   ? "motion"
                        : scree_wall_is_driven(&wall->drive) ? (wall->drive.servo ? "servo" : "free")
                                                             : runs;
    if (wall->movable && other) {
        scree_config_error(g, scree_yaml_place(node, "movable"),
                           "%s: both 'movable' and '%s' are given; accepted: one of them", path, other);
    }
    scree_check_driven_wall(g, wall, node, path);
}

// Lids of cylinders become walls of their own: a polygon around the circle, so that there is no gap.
static void add_lid(scree_case *c, size_t of, bool end) {
    const scree_wall_def shell = c->wall.data[of];
    double sine, cosine;
    scree_wall_def lid = {.name = scree_format("%s.%s", shell.name, end ? "end" : "start"),
                          .kind = SCREE_WALL_DISC,
                          .material = shell.material,
                          .point = end ? vec_add_scaled(shell.point, shell.length, shell.axis) : shell.point,
                          .axis = end ? vec_scale(-1.0, shell.axis) : shell.axis,
                          .segments = 128,
                          .has_heat = shell.has_heat,
                          .heat = shell.heat,
                          .start = shell.start,
                          .stop = shell.stop,
                          .place = shell.place};
    scree_sin_cos(SCREE_PI / lid.segments, &sine, &cosine);
    lid.radius = shell.radius / cosine;
    for (size_t k = 0; k < shell.motion.n; k++) {
        scree_motion motion = shell.motion.data[k];
        motion.table = scree_time_table_copy(&motion.table); // its own
        scree_array_push(&lid.motion, motion);
    }
    scree_array_push(&c->wall, lid);
}

static void make_lids(scree_config *g) {
    const size_t n = g->c->wall.n;
    for (size_t k = 0; k < n; k++) {
        const scree_wall_def *wall = &g->c->wall.data[k];
        const int lids = wall->kind == SCREE_WALL_CYLINDER ? wall->lids : 0;
        if (lids && scree_wall_is_driven(&wall->drive)) {
            scree_config_error(g, wall->place,
                               "walls.%s: a cylinder with lids is several walls, which forces would move "
                               "apart; accepted: a 'cone' with two equal radii and lids",
                               wall->name);
        }
        if (lids && (wall->outside || !isfinite(wall->length))) {
            scree_config_error(g, wall->place,
                               "walls.%s: lids need a cylinder with a length and particles inside; accepted: "
                               "'length' and 'side: inside', or a 'cone' with two equal radii",
                               wall->name);
            continue;
        }
        for (int end = 0; end < 2; end++) {
            char *name = scree_format("%s.%s", g->c->wall.data[k].name, end ? "end" : "start");
            const int other = scree_names_find(g->c->wall, name);
            const bool wanted = lids & (end ? SCREE_LID_END : SCREE_LID_START);
            if (wanted && other >= 0) {
                scree_config_error(g, g->c->wall.data[other].place,
                                   "walls: %s is the name of a lid; accepted: another name", name);
            }
            if (wanted) {
                add_lid(g->c, k, end);
            }
            scree_free(name);
        }
    }
}

static unsigned shown_of(const scree_wall_def *wall) {
    unsigned shown = wall->motion.n > 0 ? SCREE_WALL_SHOWS_PLACE | SCREE_WALL_SHOWS_WORK : 0;
    for (size_t k = 0; k < wall->motion.n; k++) {
        const scree_motion *m = &wall->motion.data[k];
        shown |= m->kind == SCREE_MOTION_ROTATE || m->table.angle.n > 0 ? SCREE_WALL_SHOWS_ANGLE : 0;
    }
    const scree_wall_drive_def *drive = &wall->drive;
    shown |= scree_wall_is_driven(drive) ? SCREE_WALL_SHOWS_PLACE | SCREE_WALL_SHOWS_WORK : 0;
    shown |= drive->free ? SCREE_WALL_SHOWS_VELOCITY : 0;
    shown |= wall->movable ? SCREE_WALL_SHOWS_PLACE | SCREE_WALL_SHOWS_WORK : 0;
    for (size_t k = 0; k < drive->slide.n && k < 3; k++) {
        shown |= SCREE_WALL_SHOWS_SLIDE << k;
        shown |= drive->slide.data[k].has_stress ? SCREE_WALL_SHOWS_STRESS << k : 0;
    }
    for (size_t k = 0; k < drive->turn.n; k++) {
        shown |= vec_norm2(drive->turn.data[k].axis) > 0.0 ? SCREE_WALL_SHOWS_TURN : 0;
    }
    return wall->has_belt || vec_norm2(wall->surface_velocity) > 0.0 ? shown | SCREE_WALL_SHOWS_WORK : shown;
}

void scree_add_lids(scree_config *g) {
    make_lids(g);
    for (size_t i = 0; i < g->c->wall.n; i++) {
        g->c->wall.data[i].shown = shown_of(&g->c->wall.data[i]);
    }
}
