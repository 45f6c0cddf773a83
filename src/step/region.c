// SPDX-License-Identifier: BSD-3-Clause
#include "step/region.h"
#include "base/math.h"
#include "search/bvh.h"

bool scree_region_holds(const scree_world *w, const scree_region *region, scree_vec3 x, double r) {
    switch (region->kind) {
    case SCREE_REGION_NONE:
        return false;
    case SCREE_REGION_BOX:
        return x.x - r >= region->min.x && x.x + r <= region->max.x && x.y - r >= region->min.y &&
               x.y + r <= region->max.y && x.z - r >= region->min.z && x.z + r <= region->max.z;
    case SCREE_REGION_CYLINDER: {
        scree_vec3 d = vec_sub(x, region->point);
        double along = vec_dot(d, region->axis);
        double rho = vec_norm(vec_add_scaled(d, -along, region->axis));
        return along - r >= 0.0 && along + r <= region->length && rho + r <= region->radius;
    }
    case SCREE_REGION_SPHERE:
        return vec_norm(vec_sub(x, region->point)) + r <= region->radius;
    case SCREE_REGION_HALF_SPACE:
        return vec_dot(vec_sub(x, region->point), region->axis) > r;
    case SCREE_REGION_MESH: {
        const scree_wall *wall = &w->wall.data[region->wall];
        scree_vec3 at = scree_wall_to_own(wall, x);
        return scree_mesh_inside(wall->mesh, wall->tree, at) &&
               scree_mesh_distance(wall->mesh, wall->tree, at, 2.0 * r) >= r;
    }
    }
    return false;
}

bool scree_region_contains(const scree_world *w, const scree_region *region, scree_vec3 x) {
    return scree_region_holds(w, region, x, 0.0);
}

bool scree_region_bounds(const scree_world *w, const scree_region *region, scree_vec3 *low,
                         scree_vec3 *high) {
    scree_vec3 a = region->axis, r = vec3(region->radius, region->radius, region->radius);
    switch (region->kind) {
    case SCREE_REGION_BOX:
        *low = region->min;
        *high = region->max;
        return true;
    case SCREE_REGION_CYLINDER: {
        scree_vec3 end = vec_add_scaled(region->point, region->length, a);
        // A disc of radius R about axis a reaches R sqrt(1 - a_i^2) along i.
        scree_vec3 disc = vec3(region->radius * sqrt(fmax(0.0, 1.0 - a.x * a.x)),
                               region->radius * sqrt(fmax(0.0, 1.0 - a.y * a.y)),
                               region->radius * sqrt(fmax(0.0, 1.0 - a.z * a.z)));
        *low = vec_sub(vec_min(region->point, end), disc);
        *high = vec_add(vec_max(region->point, end), disc);
        return true;
    }
    case SCREE_REGION_SPHERE:
        *low = vec_sub(region->point, r);
        *high = vec_add(region->point, r);
        return true;
    case SCREE_REGION_MESH: {
        const scree_wall *wall = &w->wall.data[region->wall];
        *low = vec3(INFINITY, INFINITY, INFINITY);
        *high = vec_scale(-1.0, *low);
        for (size_t k = 0; k < wall->mesh->vertex.n; k++) {
            scree_vec3 x = scree_wall_to_lab(wall, wall->mesh->vertex.data[k]);
            *low = vec_min(*low, x);
            *high = vec_max(*high, x);
        }
        return true;
    }
    case SCREE_REGION_NONE:
    case SCREE_REGION_HALF_SPACE:
        break;
    }
    return false;
}

double scree_region_volume(const scree_world *w, const scree_region *region) {
    double r = region->radius;
    switch (region->kind) {
    case SCREE_REGION_BOX: {
        scree_vec3 d = vec_sub(region->max, region->min);
        return d.x * d.y * d.z;
    }
    case SCREE_REGION_CYLINDER:
        return SCREE_PI * r * r * region->length;
    case SCREE_REGION_SPHERE:
        return scree_sphere_volume(r);
    case SCREE_REGION_MESH:
        return fabs(scree_mesh_volume(w->wall.data[region->wall].mesh));
    case SCREE_REGION_NONE:
    case SCREE_REGION_HALF_SPACE:
        break;
    }
    return INFINITY;
}
