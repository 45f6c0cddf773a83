// SPDX-License-Identifier: BSD-3-Clause
#include "insertion/spots.h"
#include "access/convex_body.h"
#include "pairs/wall_pairs.h"
#include "regions/region.h"

static int size_class_of(const scree_spots *s, double r) {
    int c = 0;
    for (double limit = 0.5 * s->r_max; r <= limit && c < SCREE_SPOT_CLASSES - 1; limit *= 0.5) {
        c++;
    }
    return c;
}

static double class_size(const scree_spots *s, int c) {
    double size = 2.0 * s->r_max;
    for (int k = 0; k < c; k++) {
        size *= 0.5;
    }
    return size;
}

static size_t hash_cell(const scree_spots *s, int c, long x, long y, long z) {
    uint64_t h = (uint64_t)x * 0x9e3779b97f4a7c15u ^ (uint64_t)y * 0xc2b2ae3d27d4eb4fu ^
                 (uint64_t)z * 0x165667b19e3779f9u ^ (uint64_t)c * 0xd6e8feb86659fd93u;
    return (size_t)((h ^ (h >> 29)) * 0xbf58476d1ce4e5b9u >> 20) & s->mask;
}

static void rehash(scree_spots *s, size_t size) {
    scree_free(s->head);
    s->head = scree_zeros(size * sizeof *s->head);
    s->mask = size - 1;
    for (size_t k = 0; k < s->item.n; k++) {
        scree_spot *q = &s->item.data[k];
        int c = size_class_of(s, q->r);
        double inverse = 1.0 / class_size(s, c);
        size_t h = hash_cell(s, c, (long)floor(q->x.x * inverse), (long)floor(q->x.y * inverse),
                             (long)floor(q->x.z * inverse));
        q->next = s->head[h];
        s->head[h] = (uint32_t)k + 1;
    }
}

static bool has_form(const scree_form *form) {
    return form->kind > SCREE_FORM_SPHERE;
}

// Positions are in the cell, because only the next images are looked at.
static void add(scree_spots *s, scree_vec3 at, double r, const scree_form *form) {
    const scree_vec3 x = scree_cell_wrap(&s->w->cell, at);
    int c = size_class_of(s, r);
    scree_spot_class *spots_of_class = &s->size_class[c];
    scree_spot q = {x, r, 0, spots_of_class->head, 0};
    if (has_form(form)) {
        scree_array_push(&s->form, *form);
        q.form = (uint32_t)s->form.n;
    }
    double inverse = 1.0 / class_size(s, c);
    size_t h =
        hash_cell(s, c, (long)floor(x.x * inverse), (long)floor(x.y * inverse), (long)floor(x.z * inverse));
    q.next = s->head[h];
    scree_array_push(&s->item, q);
    s->head[h] = spots_of_class->head = (uint32_t)s->item.n;
    spots_of_class->low = spots_of_class->n > 0 ? vec_min(spots_of_class->low, x) : x;
    spots_of_class->high = spots_of_class->n > 0 ? vec_max(spots_of_class->high, x) : x;
    spots_of_class->n++;
    if (s->item.n > s->mask) {
        rehash(s, 4 * (s->mask + 1));
    }
}

// A sphere, or a convex body in it, for which room is looked for.
typedef struct claim {
    scree_vec3 x;
    double r;
    const scree_form *form;
} claim;

static scree_convex body_of(const scree_spots *s, const scree_form *form, double r) {
    return has_form(form) ? scree_convex_of(form, s->w->case_->hull.data) : scree_convex_sphere(r);
}

static bool overlaps(const scree_spots *s, const scree_spot *q, const claim *c) {
    static const scree_form sphere = {.kind = SCREE_FORM_SPHERE};
    const double reach = q->r + c->r;
    const scree_vec3 way = vec_sub(c->x, q->x);
    if (!(vec_norm2(way) <
          reach * reach * (1.0 - 1e-12))) { // tolerance, as neighbours in a close packing touch
        return false;
    }
    if (q->form == 0 && !has_form(c->form)) {
        return true;
    }
    const scree_convex a = body_of(s, q->form ? &s->form.data[q->form - 1] : &sphere, q->r),
                       b = body_of(s, c->form, c->r);
    const scree_convex_depth found = scree_convex_depth_of(&a, &b, way, 0);
    return found.unfinished || found.depth > 1e-12 * reach;
}

// For a sphere that is large compared to the class: it covers so many cells (the cube of the size ratio) that testing all spots
// of the class is faster.
static bool class_is_free(const scree_spots *s, int c, const claim *new) {
    const scree_vec3 x = new->x;
    const double r = new->r;
    const scree_spot_class *spots_of_class = &s->size_class[c];
    double size = class_size(s, c), inverse = 1.0 / size, reach = r + 0.5 * size, cells = 1.0;
    double first[3], last[3];
    for (int axis = 0; axis < 3; axis++) {
        double at = vec_get(x, axis);
        if (at + reach < vec_get(spots_of_class->low, axis) ||
            at - reach > vec_get(spots_of_class->high, axis)) {
            return true;
        }
        first[axis] = floor((at - reach) * inverse);
        last[axis] = floor((at + reach) * inverse);
        cells *= last[axis] - first[axis] + 1.0;
    }
    if (cells > (double)spots_of_class->n) {
        uint32_t k = spots_of_class->head;
        while (k > 0 && !overlaps(s, &s->item.data[k - 1], new)) {
            k = s->item.data[k - 1].next_of_class;
        }
        return k == 0;
    }
    for (long z = (long)first[2]; z <= (long)last[2]; z++) {
        for (long y = (long)first[1]; y <= (long)last[1]; y++) {
            for (long cx = (long)first[0]; cx <= (long)last[0]; cx++) {
                for (uint32_t k = s->head[hash_cell(s, c, cx, y, z)]; k > 0; k = s->item.data[k - 1].next) {
                    if (overlaps(s, &s->item.data[k - 1], new)) {
                        return false;
                    }
                }
            }
        }
    }
    return true;
}

static bool is_free(const scree_spots *s, const claim *new) {
    const scree_cell *cell = &s->w->cell;
    const scree_vec3 x = scree_cell_wrap(cell, new->x);
    const scree_images images = scree_cell_neighbours(cell);
    for (int c = 0; c < SCREE_SPOT_CLASSES; c++) {
        if (s->size_class[c].n == 0) {
            continue;
        }
        for (size_t k = 0; k < scree_images_count(&images); k++) {
            const claim image = {scree_cell_image(cell, x, scree_images_at(&images, k)), new->r, new->form};
            if (!class_is_free(s, c, &image)) {
                return false;
            }
        }
    }
    return true;
}

// Is the wall clear of a convex body whose sphere may touch it? The walls that do not see such bodies are to be clear of the sphere.
static bool is_clear_of_body(const scree_world *w, const scree_wall *wall, const claim *new) {
    const scree_wall_form *form = wall->mesh ? NULL : scree_wall_form_of(wall->def);
    if (!form || !form->deepest || !scree_wall_is_clear(w, wall, new->x, 0.0)) {
        return false;
    }
    const scree_convex body = scree_convex_of(new->form, w->case_->hull.data);
    const scree_vec3 x = scree_wall_nearest(w, wall, &wall->now.pose, new->x);
    return scree_wall_deepest(wall, &body, x).depth <= 1e-12 * new->r;
}

static bool clear_of_walls(const scree_world *w, const claim *new) {
    bool clear = true;
    for (size_t k = 0; k < w->wall.n && clear; k++) {
        const scree_wall *wall = &w->wall.data[k];
        clear = !wall->active || scree_wall_is_clear(w, wall, new->x, new->r) ||
                (has_form(new->form) && is_clear_of_body(w, wall, new));
    }
    return clear;
}

static bool has_room(const scree_spots *s, const claim *new) {
    return is_free(s, new) && clear_of_walls(s->w, new);
}

bool scree_spots_take(scree_spots *s, scree_vec3 x, double r) {
    static const scree_form sphere = {.kind = SCREE_FORM_SPHERE};
    const bool room = has_room(s, &(claim){x, r, &sphere});
    if (room) {
        add(s, x, r, &sphere);
    }
    return room;
}

// Is a sphere or one of its images near the box?
static bool is_near(const scree_cell *c, const scree_pos *x, scree_vec3 low, scree_vec3 high) {
    const double reach = x->r * (1.0 + 1e-9);
    return scree_cell_gap(c, 0, x->x, low.x, high.x) < reach &&
           scree_cell_gap(c, 1, x->y, low.y, high.y) < reach &&
           scree_cell_gap(c, 2, x->z, low.z, high.z) < reach;
}

// A particle that is there.
typedef struct present {
    scree_pos x;
    scree_form form;
} present;

// The particles of all ranks near the region.
static void add_present(scree_spots *s, const scree_world *w, const scree_region *region) {
    scree_vec3 low, high;
    scree_region_bounds(w, region, &low, &high);
    SCREE_ARRAY(present) near = {0};
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_pos *x = &w->p.x[i];
        if (!w->p.dead[i] && is_near(&w->cell, x, low, high)) {
            const present here = {*x, w->p.form ? w->p.form[i] : (scree_form){.kind = SCREE_FORM_SPHERE}};
            scree_array_push(&near, here);
        }
    }
    size_t size;
    present *all = w->comm ? scree_comm_share(w->comm, near.data, near.n * sizeof *all, &size) : near.data;
    for (size_t k = 0, n = w->comm ? size / sizeof *all : near.n; k < n; k++) {
        const scree_pos *x = &all[k].x;
        add(s, vec3(x->x, x->y, x->z), x->r, &all[k].form);
    }
    if (w->comm) {
        scree_free(all);
    }
    scree_array_free(&near);
}

scree_spots scree_spots_create(const scree_world *w, const scree_region *region, double r_max) {
    scree_spots s = {.w = w, .r_max = r_max};
    for (size_t i = 0; i < w->p.n; i++) {
        s.r_max = w->p.x[i].r > s.r_max ? w->p.x[i].r : s.r_max;
    }
    scree_comm_max(w->comm, &s.r_max, 1);
    rehash(&s, 1024);
    add_present(&s, w, region);
    return s;
}

void scree_spots_clear(scree_spots *s) {
    scree_array_free(&s->item);
    scree_array_free(&s->form);
    scree_free(s->head);
}

size_t scree_spots_members(const scree_world *w, const scree_body *b) {
    return w->case_->shape.data[b->shape].shape.member.n;
}

// The record of member k of a body that is to be placed.
static scree_form form_of(const scree_world *w, const scree_body *b, size_t k) {
    return scree_form_of(&w->case_->shape.data[b->shape].shape, k, b->size, b->attitude, vec3(0.0, 0.0, 0.0));
}

bool scree_spots_region_holds_body(const scree_world *w, const scree_region *region, const scree_body *b) {
    bool holds = true;
    for (size_t m = 0; holds && m < scree_spots_members(w, b); m++) {
        const scree_member at = scree_body_member(w, b, m);
        const scree_form form = form_of(w, b, m);
        if (has_form(&form)) {
            const scree_convex body = scree_convex_of(&form, w->case_->hull.data);
            holds = scree_region_holds_convex(w, region, at.at, &body, at.radius);
        } else {
            holds = scree_region_holds(w, region, at.at, at.radius);
        }
    }
    return holds;
}

bool scree_spots_take_body(scree_spots *s, const scree_body *b) {
    const size_t n = scree_spots_members(s->w, b);
    bool room = true;
    for (size_t m = 0; room && m < n; m++) {
        const scree_member at = scree_body_member(s->w, b, m);
        const scree_form form = form_of(s->w, b, m);
        room = has_room(s, &(claim){at.at, at.radius, &form});
    }
    for (size_t m = 0; room && m < n; m++) {
        const scree_member at = scree_body_member(s->w, b, m);
        const scree_form form = form_of(s->w, b, m);
        add(s, at.at, at.radius, &form);
    }
    return room;
}
