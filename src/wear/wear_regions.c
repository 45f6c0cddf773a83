// SPDX-License-Identifier: BSD-3-Clause
// Sums of wear over the triangles in regions of space. A triangle belongs to a region by its centre where the case gives it, so the triangles of
// a wall that moves stay in their region. The sums follow from those of the triangles, so nothing of a region is saved.
#include "mesh/bvh.h"
#include "regions/region.h"
#include "wear/wear_sums.h"

// Before any motion and wear: there the frame of a mesh is that of the case.
static scree_vec3 centre_of(const scree_world *w, scree_wall_part part) {
    const scree_mesh *mesh = w->wall.data[part.wall].mesh;
    const scree_moved_wall *moved = scree_moved_wall_of(w->wear ? w->wear->shape : NULL, part.wall);
    const scree_vec3 *x = moved ? moved->given.given.data : mesh->vertex.data;
    const uint32_t *v = mesh->triangle.data[part.element].v;
    return vec_scale(1.0 / 3.0, vec_add(x[v[0]], vec_add(x[v[1]], x[v[2]])));
}

// A mesh as a region is where the case gives it, too. Its own triangles, on its border, are not in it.
static bool holds(const scree_world *w, const scree_region *region, scree_wall_part part) {
    const scree_vec3 x = centre_of(w, part);
    if (region->kind != SCREE_REGION_MESH) {
        return scree_region_contains(w, region, x);
    }
    const scree_wall *around = &w->wall.data[region->wall];
    return part.wall != (uint32_t)region->wall && scree_mesh_inside(around->mesh, around->tree, x);
}

static scree_wear_region take(const scree_world *w, const scree_region *region) {
    scree_wear_region taken = {.area = 0.0};
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        for (size_t e = 0; wall->mesh && e < wall->mesh->triangle.n; e++) {
            const scree_wall_part part = {(uint32_t)k, (uint32_t)e};
            if (holds(w, region, part)) {
                scree_array_push(&taken.part, part);
            }
        }
    }
    return taken;
}

void scree_wear_regions_create(scree_world *w) {
    const scree_wear_def *def = &w->case_->wear;
    w->wear->regions = def->region.n;
    w->wear->region = scree_zeros((def->region.n + 1) * sizeof *w->wear->region);
    for (size_t k = 0; k < def->region.n; k++) {
        scree_wear_region *region = &w->wear->region[k];
        *region = take(w, &def->region.data[k].region);
        for (size_t i = 0; i < region->part.n; i++) {
            const scree_wall_part part = region->part.data[i];
            if (w->wall.data[part.wall].def->start < INFINITY) {
                region->area += scree_wear_area_of(w, part.wall, part.element);
            }
        }
    }
}

// ---- before a run ----------------------------------------------------------------------------------------------

void scree_wear_regions_audit(scree_world *w, scree_report *r) {
    const scree_wear_def *def = &w->case_->wear;
    size_t triangles = 0, others = 0;
    for (size_t k = 0; k < w->wall.n; k++) {
        triangles += w->wall.data[k].mesh ? w->wall.data[k].mesh->triangle.n : 0;
        others += w->wall.data[k].mesh == NULL;
    }
    for (size_t k = 0; k < def->region.n; k++) {
        const scree_wear_region_def *region = &def->region.data[k];
        scree_wear_region taken = take(w, &region->region);
        if (taken.part.n == 0) {
            scree_report_at(
                r, SCREE_SEVERITY_WARNING, w->case_->path, region->place.line, region->place.column,
                "wear.regions.%s: none of the %zu triangles of walls has its centre in it, so all "
                "of its sums stay 0; accepted: a region around triangles where the case gives them",
                region->name, triangles);
        }
        scree_array_free(&taken.part);
    }
    if (def->region.n > 0 && others > 0) {
        scree_report_note(
            r,
            "wear.regions: regions sum over triangles, and %zu of the %zu walls %s none (planes, "
            "cylinders and spheres), so they count in no region",
            others, w->wall.n, others == 1 ? "has" : "have");
    }
}

bool scree_wear_regions_fit(const scree_world *w, scree_report *r) {
    const scree_wear_def *def = &w->case_->wear;
    bool fit = true;
    for (size_t k = 0; k < def->region.n; k++) {
        const scree_wear_region_def *region = &def->region.data[k];
        const scree_wall *around =
            region->region.kind == SCREE_REGION_MESH ? &w->wall.data[region->region.wall] : NULL;
        if (around && around->mesh->open_edges > 0) {
            scree_report_at(
                r, SCREE_SEVERITY_ERROR, w->case_->path, region->place.line, region->place.column,
                "wear.regions.%s: the mesh '%s' has no inside: %zu of its edges belong to one "
                "triangle only; accepted: a closed mesh, or a box, cylinder, sphere or half_space",
                region->name, around->def->name, around->mesh->open_edges);
            fit = false;
        }
    }
    return fit;
}
