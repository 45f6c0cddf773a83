// SPDX-License-Identifier: BSD-3-Clause
#include "step/pack.h"
#include "clumps/body.h"
#include "insertion/stop_wanted.h"
#include "kernels/kernels.h"
#include "laws/list/registry.h"
#include "maths/math.h"
#include "measure/totals.h"
#include "step/setup.h"
#include "step/step.h"
#include <stdio.h>
#include <string.h>

// The radii are larger by `larger` until the overlaps are below `enough` of a radius: then the true ones do not touch. All spheres
// have a mass of 1 kg, clumps that per member, and springs of 1 N/m, so a contact lasts 2 s whatever their size.
static const double larger = 1.002, enough = 0.0019, time_step = 0.1, drag = 0.05;
enum {
    ASK_EVERY = 10,
    LOOK_EVERY = 50,
    PATIENCE = 40,
    MOST_STEPS = 8000
}; // PATIENCE: looks without a smaller overlap

static size_t members_of(const scree_packing *p) {
    return p->shape ? p->shape->shape.member.n : 1;
}

static bool is_convex(const scree_packing *p) {
    return p->shape && scree_shape_is_convex(&p->shape->shape);
}

// The factor by which convex bodies are larger. Overlaps are measured in radii of the sphere of the same volume, and a body grows least where it is thinnest.
static double growth(const scree_packing *p) {
    return is_convex(p) ? 1.0 + (larger - 1.0) / scree_shape_thickness(&p->shape->shape) : larger;
}

// This is the same factor for a piece of a body of several, which grows about its own centre.
static double growth_of_piece(const scree_piece *piece) {
    return 1.0 + (larger - 1.0) * piece->form.radius / piece->least;
}

// Radius of the smallest sphere, m, or of the sphere of the same volume as the smallest convex body.
static double smallest(const scree_packing *p) {
    double size = INFINITY, r = p->shape ? INFINITY : 0.5;
    for (size_t k = 0; k < p->n; k++) {
        size = fmin(size, p->size[k]);
    }
    for (size_t k = 0; k < members_of(p) && p->shape; k++) {
        const scree_shape *shape = &p->shape->shape;
        r = fmin(r, scree_shape_has_pieces(shape) ? shape->piece.data[k].form.radius
                                                  : shape->member.data[k].radius);
    }
    return size * r;
}

static void add_wall(scree_case *c, scree_wall_def wall) {
    wall.name = scree_format("wall%zu", c->wall.n);
    wall.stop = INFINITY;
    scree_array_push(&c->wall, wall);
}

static void add_plane(scree_case *c, scree_vec3 point, scree_vec3 normal) {
    add_wall(c, (scree_wall_def){.kind = SCREE_WALL_PLANE, .point = point, .axis = normal});
}

static void add_box(scree_case *c, const scree_world *w, const scree_region *region) {
    double *low = &c->domain_min.x, *high = &c->domain_max.x;
    for (int axis = 0; axis < 3; axis++) {
        const double from = vec_get(region->min, axis), to = vec_get(region->max, axis);
        scree_vec3 normal = vec3(axis == 0, axis == 1, axis == 2);
        c->periodic[axis] =
            w->cell.periodic[axis] && from <= vec_get(w->cell.low, axis) && to >= vec_get(w->cell.high, axis);
        if (c->periodic[axis]) {
            low[axis] = vec_get(w->cell.low, axis);
            high[axis] = vec_get(w->cell.high, axis);
            c->has_domain = true;
        } else {
            add_plane(c, region->min, normal);
            add_plane(c, region->max, vec_scale(-1.0, normal));
            low[axis] = 2.0 * from - to;
            high[axis] = 2.0 * to - from;
        }
    }
}

static void add_cylinder(scree_case *c, const scree_region *region) {
    const scree_vec3 end = vec_add_scaled(region->point, region->length, region->axis);
    add_wall(c, (scree_wall_def){.kind = SCREE_WALL_CYLINDER,
                                 .point = region->point,
                                 .axis = region->axis,
                                 .radius = region->radius,
                                 .length = INFINITY});
    add_plane(c, region->point, region->axis);
    add_plane(c, end, vec_scale(-1.0, region->axis));
}

// The laws of the one material: springs with dashpots that only push.
static void set_laws(scree_case *c) {
    c->pair = scree_zeros(sizeof *c->pair);
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        c->pair->law[slot] = -1;
    }
    const int hooke = scree_law_find(SCREE_NORMAL, "hooke");
    const scree_law *law = scree_law_at(hooke);
    double *param = c->pair->param[SCREE_NORMAL];
    for (int k = 0; k < law->nparam; k++) {
        param[k] = law->param[k].fallback;
    }
    param[scree_law_param(law, "stiffness")] = 1.0;
    param[scree_law_param(law, "restitution")] = 0.2;
    param[scree_law_param(law, "end")] = 2.0; // limit_force
    c->pair->law[SCREE_NORMAL] = hooke;
}

// The shape with larger members; bodies of one convex body are of a larger size instead. If it is to keep its attitude nothing can turn it.
static void add_shape(scree_case *c, const scree_packing *p) {
    const scree_shape_def *from = p->shape;
    const double heavy = p->rigid ? 1e30 : 1.0;
    scree_shape_def to = {.name = scree_strdup(from->name), .shape = from->shape};
    memset(&to.shape.member, 0, sizeof to.shape.member);
    memset(&to.shape.piece, 0, sizeof to.shape.piece);
    to.shape.moments = vec_scale(heavy, from->shape.moments);
    const bool of_pieces = scree_shape_has_pieces(&from->shape);
    for (size_t k = 0; k < from->shape.member.n; k++) {
        const scree_member *m = &from->shape.member.data[k];
        double grown = is_convex(p) ? 1.0 : larger;
        if (of_pieces) {
            scree_piece piece = from->shape.piece.data[k];
            grown = is_convex(p) ? 1.0 : growth_of_piece(&piece);
            scree_form *f = &piece.form;
            f->a *= grown, f->b *= grown, f->c *= grown, f->rounding *= grown, f->radius *= grown;
            piece.hull = scree_hull_copy(&piece.hull);
            scree_array_push(&to.shape.piece, piece);
        }
        scree_array_push(&to.shape.member, ((scree_member){m->at, grown * m->radius}));
    }
    scree_array_push(&c->shape, to);
    scree_case_number_pieces(c);
}

static scree_case *case_of(const scree_world *w, const scree_region *region, const scree_packing *p) {
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    scree_case_init(c);
    c->path = scree_strdup("a dense packing");
    c->end = 1e6;
    c->dt = time_step;
    c->velocity_scale = smallest(p);
    c->damping_viscous = drag;
    c->alarms = (scree_alarms_def){.overlap_warning = INFINITY,
                                   .overlap_limit = INFINITY,
                                   .negative_loss = INFINITY,
                                   .energy_balance = INFINITY};
    const scree_material_def material = {.name = scree_strdup("m"),
                                         .density = 1.0 / scree_sphere_volume(larger * smallest(p)),
                                         .young = 1e6,
                                         .poisson = 0.3};
    scree_array_push(&c->material, material);
    set_laws(c);
    if (p->shape) {
        add_shape(c, p);
    }
    if (region->kind == SCREE_REGION_BOX) {
        add_box(c, w, region);
    } else if (region->kind == SCREE_REGION_CYLINDER) {
        add_cylinder(c, region);
    } else {
        add_wall(c, (scree_wall_def){.kind = SCREE_WALL_MESH});
    }
    return c;
}

static bool set_mesh(scree_world *inner, const scree_wall *wall, scree_report *r) {
    const scree_mesh *m = wall->mesh;
    scree_vec3 *corner = scree_realloc(NULL, 0, 3 * m->triangle.n * sizeof *corner);
    for (size_t k = 0; k < 3 * m->triangle.n; k++) {
        corner[k] = scree_wall_to_lab(wall, m->vertex.data[m->triangle.data[k / 3].v[k % 3]]);
    }
    const bool ok = scree_world_set_mesh(inner, 0, corner, m->triangle.n, r);
    scree_free(corner);
    return ok;
}

static void add_all(scree_world *inner, const scree_packing *p) {
    const size_t members = members_of(p);
    scree_particles_reserve(&inner->p, members * p->n);
    for (size_t k = 0; k < p->n; k++) {
        const double r = 0.5 * larger * p->size[k];
        if (p->shape) {
            const scree_body b = {.size = (is_convex(p) ? growth(p) : 1.0) * p->size[k],
                                  .mass = (double)members,
                                  .x = p->x[k],
                                  .attitude = p->attitude[k],
                                  .id = members * k + 1};
            scree_body_add(inner, &b);
        } else {
            const scree_particle q = {
                .x = p->x[k], .radius = r, .density = 1.0 / scree_sphere_volume(r), .id = k + 1};
            scree_particle_add(inner, &q);
        }
    }
}

static void read_back(const scree_world *inner, const scree_packing *p) {
    const size_t members = members_of(p);
    for (size_t i = 0; i < inner->p.n; i++) {
        if (scree_is_first(&inner->p, i)) {
            const size_t k = (inner->p.id[i] - 1) / members;
            p->x[k] = scree_whole_centre(&inner->p, i);
            if (p->shape) {
                p->attitude[k] = scree_body_attitude_of(&inner->p, i);
            }
        }
    }
}

// Says how far the packing is, and asks whether to stop. The answer is the same on all ranks, which do the same steps.
static bool is_to_stop(const scree_world *w, const scree_packing *p, int step, double overlap) {
    char deepest[80] = "";
    if (isfinite(overlap)) {
        snprintf(deepest, sizeof deepest, ", largest overlap %.2g of a radius, enough is %.2g", overlap,
                 enough);
    }
    return scree_stop_wanted(w, "dense fill '%s': %zu %s, step %d of at most %d%s", p->name, p->n,
                             p->shape ? "bodies" : "spheres", step, MOST_STEPS, deepest);
}

// Steps until the overlaps are small enough. False: they stay larger, or it is to stop.
static bool relax(const scree_world *w, scree_world *inner, scree_packing *p, scree_report *r) {
    double least = INFINITY, overlap = INFINITY;
    int looks = 0;
    for (int k = 0; k < MOST_STEPS && looks < PATIENCE; k++) {
        const bool look = k % LOOK_EVERY == LOOK_EVERY - 1;
        p->stopped = k % ASK_EVERY == 0 && is_to_stop(w, p, k, overlap);
        if (p->stopped) {
            return false;
        }
        if (scree_world_step_fused(inner, !look, r) != SCREE_OK) {
            return false;
        }
        if (!look) {
            continue;
        }
        overlap = scree_world_totals(inner).max_overlap;
        if (overlap < enough) {
            return true;
        }
        looks = overlap < 0.99 * least ? 0 : looks + 1;
        least = fmin(least, overlap);
    }
    return false;
}

bool scree_pack(const scree_world *w, const scree_region *region, scree_packing *p) {
    scree_report *r = scree_report_create(); // messages of this world are of no interest
    scree_world *inner = scree_world_create(case_of(w, region, p), w->threads, w->kernels->name, r);
    bool ok = inner && (region->kind != SCREE_REGION_MESH || set_mesh(inner, &w->wall.data[region->wall], r));
    if (ok) {
        add_all(inner, p);
        ok = scree_world_begin(inner, NULL, NULL, r) == SCREE_OK && relax(w, inner, p, r);
        read_back(inner, p);
    }
    scree_world_destroy(inner);
    scree_report_destroy(r);
    return ok;
}
