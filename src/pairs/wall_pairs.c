// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/wall_pairs.h"
#include "mesh/bvh.h"

bool scree_wall_at_rim(const scree_wall *wall, scree_vec3 x, scree_vec3 *along, scree_vec3 *tangent) {
    const scree_wall_form *form = scree_wall_form_of(wall->def);
    const bool at_rim = form->at_rim && form->at_rim(wall, scree_wall_to_own(wall, x), along, tangent);
    if (form->at_rim && along) {
        *along = mat_mul(&wall->now.pose.rotation, *along);
        *tangent = mat_mul(&wall->now.pose.rotation, *tangent);
    }
    return at_rim;
}

void scree_walls_set_wraps(scree_world *w) {
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall_form *form = scree_wall_form_of(w->wall.data[k].def);
        if (form && form->set_wraps) {
            form->set_wraps(&w->wall.data[k], &w->cell);
        }
    }
}

void scree_wall_cell_image(const scree_world *w, const scree_wall *wall, int shift[3]) {
    const scree_vec3 middle =
        wall->mesh ? scree_wall_to_lab(wall, vec_scale(0.5, vec_add(wall->mesh->min, wall->mesh->max)))
                   : w->cell.low;
    for (int axis = 0; axis < 3; axis++) {
        const double cells =
            w->cell.periodic[axis]
                ? floor((vec_get(middle, axis) - vec_get(w->cell.low, axis)) / w->cell.period.length[axis])
                : 0.0;
        shift[axis] = (int)fmax(fmin(cells, 1e9), -1e9); // beyond, positions have no digits left
    }
}

static scree_vec3 cell_shift_of(const scree_world *w, const scree_wall *wall) {
    int shift[3];
    const double *length = w->cell.period.length;
    scree_wall_cell_image(w, wall, shift);
    return vec3(shift[0] * length[0], shift[1] * length[1], shift[2] * length[2]);
}

static bool near_simple_wall(const scree_world *w, const scree_wall *wall, scree_vec3 x, double reach) {
    scree_vec3 normal;
    return scree_wall_distance(wall, scree_wall_nearest(w, wall, &wall->now.pose, x), &normal) < reach;
}

// Box around a mesh of the wall at its current pose.
static void mesh_extent(const scree_wall *wall, const scree_mesh *m, scree_vec3 *low, scree_vec3 *high) {
    *low = vec3(INFINITY, INFINITY, INFINITY);
    *high = vec_scale(-1.0, *low);
    for (int c = 0; c < 8; c++) {
        scree_vec3 corner =
            vec3(c & 1 ? m->max.x : m->min.x, c & 2 ? m->max.y : m->min.y, c & 4 ? m->max.z : m->min.z);
        corner = scree_wall_to_lab(wall, corner);
        *low = vec_min(*low, corner);
        *high = vec_max(*high, corner);
    }
}

static void hits_of_image(const scree_wall *wall, scree_wall_hit hit, scree_vec3 x, double reach,
                          scree_image image, scree_triangle_list *found, scree_wall_hits *out,
                          scree_group_buffer *groups) {
    found->n = 0;
    scree_bvh_near(wall->surface, wall->surface_tree, scree_wall_to_own(wall, x), reach, found);
    if (found->n == 0) {
        return;
    }
    const scree_mesh_group group = {.n = (uint32_t)found->n, .image = image};
    hit.group = (uint32_t)groups->n;
    scree_array_push(groups, group);
    for (size_t k = 0; k < found->n; k++) {
        hit.element = found->data[k];
        scree_array_push(out, hit);
    }
}

static void mesh_hits(const scree_world *w, const scree_wall_extent *extent, scree_wall_hit hit, scree_vec3 x,
                      double reach, scree_triangle_list *found, scree_wall_hits *out,
                      scree_group_buffer *groups) {
    const scree_wall *wall = &w->wall.data[hit.wall];
    x = vec_add(x, extent->shift);
    const scree_images images = scree_cell_images(&w->cell, x, reach, extent->low, extent->high);
    for (size_t k = 0; k < scree_images_count(&images); k++) {
        const scree_image image = scree_images_at(&images, k);
        hits_of_image(wall, hit, scree_cell_image(&w->cell, x, image), reach, image, found, out, groups);
    }
}

scree_images scree_wall_images(const scree_world *w, const scree_wall *wall, scree_vec3 *x, double reach) {
    scree_vec3 low, high;
    mesh_extent(wall, wall->mesh, &low, &high);
    *x = vec_add(*x, cell_shift_of(w, wall));
    return scree_cell_images(&w->cell, *x, reach, low, high);
}

bool scree_wall_is_clear(const scree_world *w, const scree_wall *wall, scree_vec3 x, double r) {
    if (!wall->mesh) {
        const scree_wall_form *form = scree_wall_form_of(wall->def);
        scree_vec3 normal;
        x = scree_wall_to_own(wall, scree_wall_nearest(w, wall, &wall->now.pose, x));
        return form->distance(wall, x, &normal) >= r && !(form->is_behind && form->is_behind(wall, x));
    }
    const scree_images images = scree_wall_images(w, wall, &x, r);
    for (size_t k = 0; k < scree_images_count(&images); k++) {
        const scree_vec3 image = scree_cell_image(&w->cell, x, scree_images_at(&images, k));
        if (scree_mesh_distance(wall->mesh, wall->tree, scree_wall_to_own(wall, image), 2.0 * r) < r) {
            return false;
        }
    }
    return true;
}

void scree_wall_extents(const scree_world *w, scree_wall_extent *extent) {
    for (size_t k = 0; k < w->wall.n; k++) {
        extent[k] = (scree_wall_extent){.low = vec3(0.0, 0.0, 0.0)};
        if (w->wall.data[k].surface) {
            extent[k].shift = cell_shift_of(w, &w->wall.data[k]);
            mesh_extent(&w->wall.data[k], w->wall.data[k].surface, &extent[k].low, &extent[k].high);
        }
    }
}

// Lists the walls that a particle of the block first .. last-1 may touch, tested with a sphere around the block. Returns their
// number.
static size_t list_walls_near(const scree_world *w, const scree_wall_extent *extent, size_t first,
                              size_t last, uint32_t *list) {
    scree_vec3 low = vec3(INFINITY, INFINITY, INFINITY), high = vec3(-INFINITY, -INFINITY, -INFINITY);
    double r = 0.0;
    size_t near = 0;
    for (size_t i = first; i < last; i++) {
        const scree_pos *x = w->p.x + i;
        low = vec_min(low, vec3(x->x, x->y, x->z));
        high = vec_max(high, vec3(x->x, x->y, x->z));
        r = x->r > r ? x->r : r;
    }
    const scree_vec3 centre = vec_scale(0.5, vec_add(low, high));
    const double rounding = 1e-12 * (vec_norm(low) + vec_norm(high));
    const double reach = r + w->skin + w->reach + 0.5 * vec_norm(vec_sub(high, low)) + rounding;
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        if (!wall->active || (wall->mesh && !wall->surface)) {
            continue; // part of a joined surface, which belongs to another wall
        }
        bool reached;
        if (wall->mesh) {
            const scree_images images = scree_cell_images(&w->cell, vec_add(centre, extent[k].shift), reach,
                                                          extent[k].low, extent[k].high);
            reached = scree_images_count(&images) > 0;
        } else {
            reached = near_simple_wall(w, wall, centre, reach);
        }
        if (reached) {
            list[near++] = (uint32_t)k;
        }
    }
    return near;
}

enum { BLOCK = 64 }; // particles, mostly close to each other in space

void scree_wall_near(const scree_world *w, const scree_wall_extent *extent, uint32_t *list, size_t first,
                     size_t last, scree_wall_hits *out, scree_group_buffer *groups) {
    scree_triangle_list found = {0};
    size_t near = 0;
    for (size_t i = first; i < last; i++) {
        if ((i - first) % BLOCK == 0) {
            near = list_walls_near(w, extent, i, i + BLOCK < last ? i + BLOCK : last, list);
        }
        const scree_pos *p = w->p.x + i;
        const scree_vec3 x = vec3(p->x, p->y, p->z);
        const double reach = p->r + w->skin + w->reach;
        const bool fixed = w->p.motion[i].v.m == SCREE_FIXED_MASS;
        for (size_t k = 0; k < near; k++) {
            if (fixed && !scree_wall_is_driven(&w->wall.data[list[k]].def->drive)) {
                continue; // neither moves the other
            }
            const scree_wall_hit hit = {(uint32_t)i, list[k], 0, 0};
            if (w->wall.data[list[k]].mesh) {
                mesh_hits(w, &extent[list[k]], hit, x, reach, &found, out, groups);
            } else if (near_simple_wall(w, &w->wall.data[list[k]], x, reach)) {
                scree_array_push(out, hit);
            }
        }
    }
    scree_array_free(&found);
}

uint32_t scree_image_now(const scree_world *w, int wall, size_t k) {
    if (!w->wall.data[wall].mesh) {
        return 0;
    }
    const scree_image then = scree_image_of_code(w->pairs.touch[k - w->pairs.first_wall_pair].image);
    scree_image now = scree_image_turned(w, w->pairs.pair[k].a, then);
    int shift[3];
    scree_wall_cell_image(w, &w->wall.data[wall], shift);
    for (int axis = 0; axis < 3; axis++) {
        now.n[axis] = (int8_t)(now.n[axis] + w->wall.data[wall].list_image[axis] - shift[axis]);
    }
    return scree_image_code(now);
}
