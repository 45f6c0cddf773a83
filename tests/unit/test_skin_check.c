// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// The list contains every pair that touches, for any motion; it lasts as long as neighbours stay together; the automatic skin
// follows the motion.
#include "effort.h"
#include "geometry/sphere_triangle.h"
#include "maths/random.h"
#include "pairs/pair_list.h"
#include "pairs/wall_pairs.h"
#include "search/rebuild.h"
#include "skin/skin_check.h"
#include "wall_motion/wall_motion.h"
#include "world_of_text.h"
#include <unistd.h>

#define SOFT                                                                                                 \
    "alarms: {negative_loss: 0.05}\n" /* the smallest collide within five steps */                           \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"                                            \
    "contacts: [{between: any, normal: {law: hooke, stiffness: 2e3, restitution: 0.8},\n"                    \
    "  tangential: {law: linear_spring, friction: 0.4}}]\n"

// ---- pairs that are not listed
// -----------------------------------------------------------------------------------------------

// Smallest gap of two particles that are not listed, less the range of the laws. Counts those that touch.
static double least_gap(const scree_world *w, size_t *touching) {
    const scree_pos *x = w->p.x;
    double least = INFINITY;
    for (uint32_t a = 0; a < w->p.n; a++) {
        for (uint32_t b = a + 1; b < w->p.n; b++) {
            const scree_vec3 d =
                scree_nearest_image(&w->cell.period, x[b].x - x[a].x, x[b].y - x[a].y, x[b].z - x[a].z);
            double radii = x[a].r + x[b].r, near = radii + w->reach + fmax(least, 0.0), d2 = vec_norm2(d);
            if (d2 > near * near) {
                continue;
            }
            double gap = sqrt(d2) - radii;
            *touching += gap < 0.0;
            if (gap - w->reach < least && scree_pairs_find(&w->pairs, a, b) == SIZE_MAX) {
                least = gap - w->reach;
            }
        }
    }
    return least;
}

// Is (particle i, triangle t) listed for the image of i that is `shift` away?
static bool image_is_listed(const scree_world *w, int wall, uint32_t i, uint32_t t, scree_vec3 shift) {
    const scree_pair *pair = w->pairs.pair + w->pairs.first_wall_pair;
    for (size_t g = 0; g < w->pairs.group.n; g++) {
        const scree_mesh_group *q = &w->pairs.group.data[g];
        if (pair[q->first].a != i ||
            scree_pairs_block_of(&w->pairs, w->pairs.first_wall_pair + q->first)->wall != wall) {
            continue;
        }
        scree_vec3 seen = scree_image_shift(w, &w->wall.data[wall], i, q->image);
        bool same = vec_norm(vec_sub(seen, shift)) < 1e-9;
        for (uint32_t k = 0; k < q->n && same; k++) {
            if (pair[q->first + k].b == t) {
                return true;
            }
        }
    }
    return false;
}

static double least_gap_of_image(const scree_world *w, int k, uint32_t i, scree_vec3 shift,
                                 size_t *touching) {
    const scree_wall *wall = &w->wall.data[k];
    const scree_mesh *m = wall->mesh;
    scree_vec3 own = scree_wall_to_own(wall, vec_add(vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z), shift));
    double least = INFINITY;
    for (uint32_t t = 0; t < m->triangle.n; t++) {
        scree_vec3 v[3];
        for (int j = 0; j < 3; j++) {
            v[j] = vec_sub(m->vertex.data[m->triangle.data[t].v[j]], own);
        }
        double gap = sqrt(scree_sphere_triangle(v, m->normal.data[t]).d2) - w->p.x[i].r;
        *touching += gap < 0.0;
        if (gap - w->reach < least && !image_is_listed(w, k, i, t, shift)) {
            least = gap - w->reach;
        }
    }
    return least;
}

// The same for particles and wall k.
static double least_wall_gap(const scree_world *w, int k, size_t *touching) {
    const scree_wall *wall = &w->wall.data[k];
    double least = INFINITY;
    for (uint32_t i = 0; i < w->p.n; i++) {
        scree_vec3 x = vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z), normal;
        if (!wall->mesh) {
            double gap = scree_wall_distance(wall, x, &normal) - w->p.x[i].r;
            *touching += gap < 0.0;
            if (gap - w->reach < least && scree_pairs_find_wall(&w->pairs, i, k, 0, 0) == SIZE_MAX) {
                least = gap - w->reach;
            }
            continue;
        }
        const scree_images images = scree_cell_neighbours(&w->cell);
        for (size_t m = 0; m < scree_images_count(&images); m++) {
            const scree_vec3 shift = scree_cell_shift(&w->cell, scree_images_at(&images, m));
            least = fmin(least, least_gap_of_image(w, k, i, shift, touching));
        }
    }
    return least;
}

static double least_gap_of_walls(const scree_world *w, size_t *touching) {
    double least = INFINITY;
    for (size_t k = 0; k < w->wall.n; k++) {
        least = fmin(least, least_wall_gap(w, (int)k, touching));
    }
    return least;
}

// ---- scenes -----------------------------------------------------------------------------------------------------------

// Random bodies: number distribution of sizes 1/r^3; those that would overlap at the start are omitted.
typedef struct bodies {
    size_t n;
    double r_least, r_most; // m
    double low[3], high[3]; // of the positions
    double speed;           // m/s, largest random velocity along an axis
    double drift[3];        // m/s, common velocity
    uint64_t steps;
} bodies;

typedef struct scene {
    const char *name, *text;
    bodies of;
} scene;

static scree_world *open_scene(const char *text, const bodies *s, int threads) {
    enum { MOST = 2000 };
    static scree_particle q[MOST];
    size_t n = 0;
    for (uint64_t k = 0; n < s->n && k < 400 * s->n; k++) {
        scree_random random = {11, 0, k, 0};
        double u = scree_random_uniform(&random), a = 1.0 / (s->r_least * s->r_least),
               b = 1.0 / (s->r_most * s->r_most), r = n == 0 ? s->r_most : 1.0 / sqrt(a + u * (b - a));
        double x[3], v[3];
        for (int axis = 0; axis < 3; axis++) {
            x[axis] =
                s->low[axis] + r + scree_random_uniform(&random) * (s->high[axis] - s->low[axis] - 2.0 * r);
            v[axis] = s->drift[axis] + s->speed * (2.0 * scree_random_uniform(&random) - 1.0);
        }
        bool free = true;
        for (size_t i = 0; i < n && free; i++) {
            free = vec_norm(vec_sub(vec3(x[0], x[1], x[2]), q[i].x)) > r + q[i].radius;
        }
        if (free) {
            q[n] = ball(n + 1, r, vec3(x[0], x[1], x[2]), vec3(v[0], v[1], v[2]), vec3(0, 0, 30));
            n++;
        }
    }
    assert_int_equal(n, s->n);
    scree_world *w = world_of_case(case_of_text(text), q, n, threads, NULL);
    begin(w);
    return w;
}

static const scree_vec3 paddle[] = {{-0.07, 0, -0.03}, {0.07, 0, -0.03}, {0.07, 0, 0.03},
                                    {-0.07, 0, -0.03}, {0.07, 0, 0.03},  {-0.07, 0, 0.03}};
static const scree_vec3 blade[] = {{0.01, -0.05, 0.01}, {0.03, 0.15, 0.01}, {0.02, 0.05, 0.06}};

static const scene scenes[] = {
    {"sheared between plates that shake",
     "time: {end: 10, dt: 50 us, velocity_scale: 3}\ngravity: [3, 0, -9.81]\n" SOFT
     "domain: {min: [0,0,-0.1], max: [0.1,0.08,0.3], periodic: [x, y]}\nsearch: {skin: 0.5 mm}\n"
     "walls:\n"
     "  low: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m,\n"
     "    motion: {vibrate: {amplitude: [0,0,4 mm], frequency: 30 Hz}}}\n"
     "  high: {plane: {point: [0,0,0.08], normal: [0,0,-1]}, material: m, motion: [{translate:\n"
     "    {velocity: [2,0,0]}}, {vibrate: {amplitude: [2 mm,0,9 mm], frequency: 21 Hz}}]}\n",
     {400, 2e-3, 12e-3, {0, 0, 5e-3}, {0.1, 0.08, 0.068}, 1.0, {0, 0, 0}, 3000}},
    {"a drum, and a paddle in it that turns the other way",
     "time: {end: 10, dt: 50 us, velocity_scale: 3}\ngravity: [0, -9.81, 0]\n" SOFT "search: {skin: 0.4 mm}\n"
     "walls:\n"
     "  drum: {cylinder: {point: [0,0,0.02], axis: [0,0,1], radius: 80 mm}, material: m,\n"
     "    motion: {rotate: {axis: [0,0,1], point: [0,0.002,0], rate: 60 rpm}}}\n"
     "  paddle: {mesh: {file: paddle.stl}, material: m,\n"
     "    motion: {rotate: {axis: [0,0,1], point: [0,0,0], rate: -200 rpm}}}\n"
     "  back: {plane: {point: [0,0,-0.04], normal: [0,0,1]}, material: m,\n"
     "    motion: {rotate: {axis: [1,1,0], point: [0,0,-0.3], rate: 1 rpm}}}\n"
     "  front: {plane: {point: [0,0,0.04], normal: [0,0,-1]}, material: m}\n",
     {300, 2e-3, 10e-3, {-0.05, 0.005, -0.035}, {0.05, 0.055, 0.035}, 0.5, {0, 0, 0}, 3000}},
    {"a gas of large and small",
     "time: {end: 10, dt: 20 us, velocity_scale: 5}\n" SOFT
     "domain: {min: [0,0,0], max: [0.2,0.15,0.11], periodic: [x, y, z]}\nsearch: {skin: 0.6 mm}\n",
     {300, 2e-3, 20e-3, {0, 0, 0}, {0.2, 0.15, 0.11}, 2.0, {1, 2, 3}, 3000}},
    {"a thin gas",
     "time: {end: 10, dt: 40 us, velocity_scale: 5}\n" SOFT
     "domain: {min: [0,0,0], max: [0.25,0.25,0.25], periodic: [x, y, z]}\nsearch: {skin: 3 mm}\n",
     {200, 4e-3, 5e-3, {0, 0, 0}, {0.25, 0.25, 0.25}, 4.0, {0, 0, 0}, 4000}},
    {"a mesh carried across the border",
     "time: {end: 10, dt: 50 us, velocity_scale: 3}\ngravity: [0, 0, -3]\n" SOFT
     "domain: {min: [0,0,-0.05], max: [0.1,0.1,0.2], periodic: [x, y]}\nsearch: {skin: 0.5 mm}\n"
     "walls:\n"
     "  blade: {mesh: {file: blade.stl}, material: m, motion: [{rotate: {axis: [0,0,1],\n"
     "    point: [0.05,0.05,0], rate: 40 rpm}}, {translate: {velocity: [0.4,0.2,0]}}]}\n"
     "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}\n"
     "  bar: {cylinder: {point: [-0.05,0.05,0.01], axis: [1,0,0], radius: 8 mm, length: 0.2, side:\n"
     "    outside}, material: m, motion: {vibrate: {amplitude: [10 mm,0,4 mm], frequency: 9 Hz}}}\n",
     {250, 2e-3, 5e-3, {0, 0, 0.062}, {0.1, 0.1, 0.12}, 0.5, {0.5, 0, 0}, 4000}},
    {"the same with the skin that it chooses",
     "time: {end: 10, dt: 50 us, velocity_scale: 3}\ngravity: [0, 0, -3]\n" SOFT
     "domain: {min: [0,0,-0.05], max: [0.1,0.1,0.2], periodic: [x, y]}\n"
     "walls:\n"
     "  blade: {mesh: {file: blade.stl}, material: m, motion: {translate: {velocity: [0.4,0.2,0]}}}\n"
     "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}\n",
     {250, 2e-3, 5e-3, {0, 0, 0.062}, {0.1, 0.1, 0.12}, 0.5, {0, 0, 0}, 4000}},
};

// Bodies at rest, far from moving walls of all kinds, and bodies that move along with a mesh.
static const scene drawn[] = {
    {"a cloud between planes",
     "time: {end: 10, dt: 50 us, velocity_scale: 3}\n" SOFT "search: {skin: 0.5 mm}\n"
     "walls:\n"
     "  floor: {plane: {point: [0,0,-0.04], normal: [0,0,1]}, material: m,\n"
     "    motion: {vibrate: {amplitude: [0,0,9 mm], frequency: 20 Hz}}}\n"
     "  side: {plane: {point: [-0.05,0,0], normal: [1,0,0]}, material: m,\n"
     "    motion: {rotate: {axis: [0,1,0], point: [0,0,0.02], rate: 30 rpm}}}\n",
     {60, 3e-3, 3e-3, {-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 0.0, {0, 0, 0}, 1500}},
    {"a cloud between other walls",
     "time: {end: 10, dt: 50 us, velocity_scale: 3}\n" SOFT "search: {skin: 0.5 mm}\n"
     "walls:\n"
     "  drum: {cylinder: {point: [0,0,0.02], axis: [0,0,1], radius: 50 mm}, material: m,\n"
     "    motion: {vibrate: {amplitude: [9 mm,0,0], frequency: 20 Hz}}}\n"
     "  ring: {cylinder: {point: [0,0,0.04], axis: [0,0,1], radius: 20 mm, length: 20 mm}, material: m,\n"
     "    motion: {vibrate: {amplitude: [0,0,9 mm], frequency: 20 Hz}}}\n"
     "  blade: {mesh: {file: blade.stl, offset: [0.03,0,0]}, material: m,\n"
     "    motion: {vibrate: {amplitude: [-20 mm,0,0], frequency: 15 Hz}}}\n",
     {60, 3e-3, 3e-3, {-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 0.0, {0, 0, 0}, 1500}},
    {"a cloud in a hollow sphere around a ball",
     "time: {end: 10, dt: 50 us, velocity_scale: 3}\n" SOFT "search: {skin: 0.5 mm}\n"
     "walls:\n"
     "  hollow: {sphere: {point: [0,0,0], radius: 50 mm}, material: m,\n"
     "    motion: [{rotate: {axis: [0,1,0], point: [0.005,0,0], rate: 90 rpm}}, {vibrate: {amplitude: [9 "
     "mm,0,0],\n"
     "    frequency: 20 Hz}}]}\n"
     "  ball: {sphere: {point: [0,0,-0.045], radius: 8 mm, side: outside}, material: m,\n"
     "    motion: {rotate: {axis: [1,0,0], point: [0,0,0], rate: 150 rpm}}}\n",
     {60, 3e-3, 3e-3, {-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 0.0, {0, 0, 0}, 1500}},
    {"carried by a mesh",
     "time: {end: 10, dt: 50 us, velocity_scale: 3}\n" SOFT
     "domain: {min: [0,0,-0.05], max: [0.1,0.1,0.2], periodic: [x, y]}\nsearch: {skin: 0.5 mm}\n"
     "walls:\n"
     "  blade: {mesh: {file: blade.stl}, material: m, motion: {translate: {velocity: [0.4,0.2,0]}}}\n",
     {150, 2e-3, 5e-3, {0, 0, 0}, {0.1, 0.1, 0.08}, 0.0, {0, 0, 0}, 0}},
};

static void all_that_touch_are_listed(void **state) {
    (void)state;
    const int every = effort(1, 4, 16); // a contact lasts at least five steps
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        const scene *s = &scenes[k];
        scree_world *w = open_scene(s->text, &s->of, 1);
        size_t touching = 0, walls = 0;
        for (uint64_t step = 0; step < s->of.steps; step++) {
            advance(w, 1);
            if (step % (uint64_t)every != 0) {
                continue;
            }
            double between = least_gap(w, &touching), wall = least_gap_of_walls(w, &walls);
            if (!(between >= 0.0 && wall >= 0.0)) {
                fail_msg("%s: step %llu: not listed and apart by %g m, walls by %g m", s->name,
                         (unsigned long long)w->step, between, wall);
            }
        }
        print_message("%s: %zu touching, %zu at walls, %llu lists, %llu checks\n", s->name, touching, walls,
                      (unsigned long long)w->rebuilds, (unsigned long long)w->skin_check->all_checks);
        assert_true(touching > 50 && (walls > 500 / (size_t)every || w->wall.n == 0));
        assert_true(w->p.n > s->of.n * 9 / 10 && w->rebuilds > 30 && w->rebuilds < s->of.steps / 2);
        scree_world_destroy(w);
    }
}

// Bodies at rest, so that only the motion of the walls uses up the skin.
static void walls_come_to_bodies_at_rest(void **state) {
    (void)state;
    const int every = effort(1, 1, 4);
    for (size_t k = 0; k < sizeof drawn / sizeof *drawn && drawn[k].of.steps > 0; k++) {
        scree_world *w = open_scene(drawn[k].text, &drawn[k].of, 1);
        size_t touching = 0;
        for (uint64_t step = 0; step < drawn[k].of.steps; step++) {
            advance(w, 1);
            if (step % (uint64_t)every != 0) {
                continue;
            }
            double between = least_gap(w, &touching), wall;
            touching = 0;
            wall = least_gap_of_walls(w, &touching);
            if (!(between >= 0.0 && wall >= 0.0)) {
                fail_msg("%s: step %llu: not listed and apart by %g m, walls by %g m", drawn[k].name,
                         (unsigned long long)w->step, between, wall);
            }
        }
        scree_world_destroy(w);
    }
}

// ---- results of a check ---------------------------------------------------------------------------------------

// No corner of the box around the bodies is moved farther by a turning wall than the bound says, wherever the axis is, and hardly less far.
static void turning_walls_are_bounded(void **state) {
    (void)state;
    static const char *const axis[] = {"[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]"};
    const scree_vec3 high = vec3(0.1, 0.2, 0.3), none = vec3(0, 0, 0);
    const scree_particle q[] = {ball(1, 1e-4, none, none, none), ball(2, 1e-4, high, none, none)};
    for (int k = 0; k < 24; k++) {
        char *text = scree_format("time: {end: 1, dt: 10 us, velocity_scale: 1}\n"
                                  "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                                  "contacts: [{between: any, normal: {law: hooke, stiffness: 0.01, "
                                  "restitution: 0.5}, tangential: none}]\n"
                                  "walls: {w: {plane: {point: [0, 0, -9], normal: [0, 0, 1]}, material: m,\n"
                                  "  motion: {rotate: {axis: %s, point: [%d, %d, %d], rate: 10}}}}\n",
                                  axis[k / 8], k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
        scree_world *w = world_of_text(text, q, 2);
        const scree_pose then = w->wall.data[0].now.pose;
        advance(w, 1);
        const double bound = scree_skin_check_walls_moved(w, w->skin_check, &then);
        double most = 0.0;
        for (int c = 0; c < 8; c++) {
            const scree_vec3 x = vec3(c & 1 ? high.x : 0.0, c & 2 ? high.y : 0.0, c & 4 ? high.z : 0.0);
            most = fmax(
                most, vec_norm(vec_sub(scree_wall_to_lab(&w->wall.data[0], scree_pose_to_own(&then, x)), x)));
        }
        assert_true(most > 1e-4 && bound >= most && bound < 1.01 * most);
        scree_world_destroy(w);
    }
}

static double uniform(scree_random *random, double low, double high) {
    return low + (high - low) * scree_random_uniform(random);
}

static scree_vec3 random_vector(scree_random *random, double length) {
    scree_vec3 d;
    do {
        d = vec3(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1));
    } while (vec_norm2(d) > 1.0 || vec_norm2(d) < 0.01);
    return vec_scale(length, vec_unit(d));
}

static void push(scree_world *w, size_t i, scree_vec3 u) {
    scree_pos *x = w->p.x + i;
    scree_vec3 to = scree_cell_wrap(&w->cell, vec3(x->x + u.x, x->y + u.y, x->z + u.z));
    x->x = to.x;
    x->y = to.y;
    x->z = to.z;
}

static scree_vec3 towards(const scree_world *w, size_t a, size_t b) {
    const scree_pos *x = w->p.x + a, *y = w->p.x + b;
    return scree_nearest_image(&w->cell.period, y->x - x->x, y->y - x->y, y->z - x->z);
}

// A particle that is not listed with a: the nearest of several random ones.
static size_t neighbour_of(const scree_world *w, size_t a, scree_random *random) {
    size_t best = a;
    double least = INFINITY;
    for (int k = (int)uniform(random, 1, 150); k > 0; k--) {
        size_t b = (size_t)uniform(random, 0, (double)w->p.n);
        double gap = vec_norm(towards(w, a, b)) - w->p.x[a].r - w->p.x[b].r;
        if (a != b && gap < least && scree_pairs_find(&w->pairs, (uint32_t)a, (uint32_t)b) == SIZE_MAX) {
            least = gap;
            best = b;
        }
    }
    return best;
}

// Moves two particles towards each other, or one towards a wall, by up to all of the gap, and walls and all particles a
// little.
static void disturb(scree_world *w, scree_random *random) {
    size_t n = w->p.n, a = (size_t)uniform(random, 0, (double)n), b = neighbour_of(w, a, random);
    const scree_pos *xa = w->p.x + a;
    scree_vec3 to = towards(w, a, b);
    double gap = vec_norm(to) - xa->r - w->p.x[b].r, share = uniform(random, -0.5, 1.5);
    if (w->wall.n > 0 && scree_random_uniform(random) < 0.5) {
        scree_vec3 x = vec3(xa->x, xa->y, xa->z), normal;
        size_t k = (size_t)uniform(random, 0, (double)w->wall.n);
        const scree_wall *wall = &w->wall.data[k];
        to = random_vector(random, 1.0);
        gap = uniform(random, 0, 0.03);
        if (!wall->mesh && scree_random_uniform(random) < 0.8) {
            gap = scree_wall_distance(wall, x, &normal) - xa->r;
            to = vec_scale(-1.0, normal);
        }
        share = 1.0;
    }
    if (a != b && gap > 0.0 && gap < 1.0 && vec_norm2(to) > 0.0) {
        gap = fmin(gap * uniform(random, uniform(random, 0, 0.9), 1.1),
                   uniform(random, 0, 8e-3) + (uniform(random, 0, 1) < 0.4));
        push(w, a, vec_scale(share * gap, vec_unit(to)));
        push(w, b, vec_scale((share - 1.0) * gap, vec_unit(to)));
    }
    scree_vec3 all = random_vector(random, uniform(random, 0, 0.5) * w->skin);
    for (size_t i = 0; i < n; i++) {
        push(w, i, vec_add(all, random_vector(random, 0.05 * w->skin)));
    }
    if (scree_random_uniform(random) < 0.5) {
        w->step += (uint64_t)uniform(random, 0, 60);
        scree_move_walls(w);
    } else if (w->wall.n == 1 && w->wall.data[0].mesh) {
        uint64_t steps = (uint64_t)uniform(random, 0, 3000);
        w->step += steps;
        scree_move_walls(w);
        for (size_t i = 0; i < n; i++) {
            push(w, i, vec_scale((double)steps * w->dt, w->wall.data[0].now.velocity));
        }
    }
}

// A check writes over the forces.
static void nothing_acts_between_bodies_apart(const scree_world *w) {
    const scree_pair_force none = {0};
    for (size_t k = 0; k < w->pairs.n; k++) {
        assert_true(w->pairs.touching[k] || memcmp(&w->pairs.force[k], &none, sizeof none) == 0);
    }
}

// For any motion: no pair that is not listed is nearer than the result of the check.
static void try_promises(const scene *s, uint64_t seed) {
    scree_world *w = open_scene(s->text, &s->of, 1);
    const int trials = effort(600, 600, 75);
    size_t touching = 0, kept = 0;
    double tightest = INFINITY, at_walls = INFINITY;
    for (uint64_t trial = 0; trial < (uint64_t)trials; trial++) {
        scree_random random = {5, seed, trial, 0};
        w->reach = trial % 3 == 0 ? 1e-3 : 0.0;
        w->skin = trial % 2 == 0 ? 0.5e-3 : 3e-3;
        w->step += 37;
        scree_move_walls(w);
        assert_int_equal(scree_pairs_rebuild(w, NULL), SCREE_OK);
        disturb(w, &random);
        scree_skin_check_run(w);
        nothing_acts_between_bodies_apart(w);
        double pairs = least_gap(w, &touching), walls = least_gap_of_walls(w, &touching);
        const scree_skin_check *check = w->skin_check;
        if (!(pairs >= check->pairs && walls >= check->walls)) {
            fail_msg("%s: trial %llu: %g m for %g m promised, at walls %g m for %g m", s->name,
                     (unsigned long long)trial, pairs, check->pairs, walls, check->walls);
        }
        tightest = fmin(tightest, pairs - check->pairs);
        at_walls = fmin(at_walls, walls - check->walls);
        kept += check->pairs > 0.0 && check->walls > 0.0;
    }
    print_message("%s: %zu of %d good, promised to %g m, %g m\n", s->name, kept, trials, tightest, at_walls);
    assert_true(kept > (size_t)trials / 30);
    scree_world_destroy(w);
}

static void a_check_promises_too_little_only(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        try_promises(&scenes[k], k);
    }
    for (size_t k = 0; k < sizeof drawn / sizeof *drawn; k++) {
        try_promises(&drawn[k], 100 + k);
    }
}

// Two heaps that approach each other: cells that are not neighbours.
static void far_cells_count_too(void **state) {
    (void)state;
    const bodies heap = {400, 3e-3, 3.1e-3, {0, 0, 0}, {0.1, 0.05, 0.05}, 0.0, {0, 0, 0}, 0};
    for (uint64_t trial = 0; trial < (uint64_t)effort(60, 60, 8); trial++) {
        scree_random random = {6, 0, trial, 0};
        scree_world *w = open_scene("time: {end: 10, dt: 50 us, velocity_scale: 3}\n" SOFT, &heap, 1);
        scree_vec3 apart = random_vector(&random, 1.0);
        apart.x = 2.0;
        apart = vec_scale(uniform(&random, 0.01, 0.04), vec_unit(apart));
        for (size_t i = 0; i < w->p.n; i++) {
            push(w, i, vec_scale(w->p.x[i].x > 0.05 ? 1.0 : 0.0, apart));
        }
        w->skin = 2e-3;
        assert_int_equal(scree_pairs_rebuild(w, NULL), SCREE_OK);
        double share = uniform(&random, 0.5, 1.0);
        for (size_t i = 0; i < w->p.n; i++) {
            push(w, i, vec_scale(w->p.x[i].x > 0.055 ? -share : 0.0, apart));
        }
        scree_skin_check_run(w);
        size_t touching = 0;
        double gap = least_gap(w, &touching);
        if (!(gap >= w->skin_check->pairs)) {
            fail_msg("trial %llu: %g m for %g m promised", (unsigned long long)trial, gap,
                     w->skin_check->pairs);
        }
        scree_world_destroy(w);
    }
}

// Two bodies just too far apart to be in neighbouring cells, of which one moves towards the other: what is left is their gap less
// the range of the laws, neither more nor much less. Two more at rest hold the box open.
static void just_beyond_neighbouring_cells(void **state) {
    (void)state;
    const double r = 3e-3, skin = 2e-3;
    for (uint64_t trial = 0; trial < 60; trial++) {
        scree_random random = {7, 0, trial, 0};
        const double reach = uniform(&random, 0, 10e-3), width = 1.5 * 2.0 * r + skin + reach;
        const int axis = (int)(trial % 3);
        scree_particle q[4];
        for (uint64_t k = 0; k < 4; k++) {
            static const double along[] = {0.0, 0.999, 2.001, 7.0}; // cells
            double x[3] = {0.0, 0.0, 0.0};
            x[axis] = along[k] * width;
            x[(axis + 1) % 3] = k == 0 ? 0.0 : 0.02;
            q[k] = ball(k + 1, r, vec3(x[0], x[1], x[2]), vec3(0, 0, 0), vec3(0, 0, 0));
        }
        char *text = scree_format("time: {end: 10, dt: 50 us, velocity_scale: 3}\n" SOFT);
        scree_world *w = world_of_text(text, q, 4);
        w->skin = skin;
        w->reach = reach;
        assert_int_equal(scree_pairs_rebuild(w, NULL), SCREE_OK);
        const double before = 1.002 * width - 2.0 * r - reach, way = before - uniform(&random, 0, 1.5e-3);
        double to[3] = {0.0, 0.0, 0.0};
        to[axis] = -way;
        push(w, index_of_id(w, 3), vec3(to[0], to[1], to[2]));
        scree_skin_check_run(w);
        size_t touching = 0;
        const double gap = least_gap(w, &touching);
        expect_near(gap, before - way, 1e-9, "gap");
        if (!(w->skin_check->pairs <= gap && w->skin_check->pairs >= gap - 0.003 * width)) {
            fail_msg("trial %llu: %g m promised for a gap of %g m", (unsigned long long)trial,
                     w->skin_check->pairs, gap);
        }
        scree_world_destroy(w);
    }
}

// ---- how long a list is valid -------------------------------------------------------------------------------------------

#define CALM                                                                                                 \
    "time: {end: 10, dt: 50 us, velocity_scale: 1}\ngravity: [0, 0, 0]\n" SOFT                               \
    "domain: {min: [0,0,0], max: [0.1,0.08,0.1], periodic: [x, y, z]}\n"

// A bed that moves as a whole: one list per half box, because then the nearest image changes.
static void a_bed_that_moves_as_one_needs_no_list(void **state) {
    (void)state;
    const bodies still = {600, 2e-3, 6e-3, {0, 0, 0}, {0.1, 0.08, 0.1}, 0.0, {4, 3, 0}, 0};
    scree_world *w = open_scene(CALM "search: {skin: 0.3 mm}\n", &still, 1);
    advance(w, 4000); // 0.8 m in x, 0.6 m in y
    print_message("as one: %llu lists, %llu checks\n", (unsigned long long)w->rebuilds,
                  (unsigned long long)w->skin_check->all_checks);
    assert_true(w->rebuilds <= 1 + 16 + 1); // by the path of each particle it would be one per 0.15 mm, 6667
    scree_world_destroy(w);
}

// A mesh that moves bodies through the box: their positions relative to it do not change, for any image that touches it.
static void a_mesh_carries_bodies_round(void **state) {
    (void)state;
    static const scree_vec3 plate[] = {{0.02, 0.02, 0}, {0.08, 0.02, 0}, {0.08, 0.08, 0},
                                       {0.02, 0.02, 0}, {0.08, 0.08, 0}, {0.02, 0.08, 0}};
    const double r = 4e-3, sunk = 4.0 / 3.0 * 3.141592653589793 * r * r * r * 2500.0 * 9.81 / 2e3;
    scree_particle q[9];
    for (int k = 0; k < 9; k++) {
        q[k] = ball((uint64_t)k + 1, r, vec3(0.03 + 0.02 * (k % 3), 0.03 + 0.02 * (k / 3), r - sunk),
                    vec3(1, 0, 0), vec3(0, 0, 0));
    }
    write_mesh("plate.stl", plate, 2);
    scree_world *w = world_of_text(
        scree_format("time: {end: 10, dt: 50 us, velocity_scale: 3}\ngravity: [0, 0, -9.81]\n" SOFT
                     "domain: {min: [0,0,-0.05], max: [0.1,0.1,0.2], periodic: [x, y]}\n"
                     "search: {skin: 0.5 mm}\n"
                     "walls: {plate: {mesh: {file: plate.stl}, material: m,\n"
                     "  motion: {translate: {velocity: [1,0,0]}}}}\n"),
        q, 9);
    for (int step = 0; step < 1900; step++) { // 0.095 m, the middle of the box once
        size_t touching = 0;
        advance(w, 1);
        assert_true(least_gap_of_walls(w, &touching) >= 0.0 && touching >= 9);
    }
    print_message("carried: %llu lists\n", (unsigned long long)w->rebuilds);
    expect_near(place_of(w, 5).z, r - sunk, 1e-9, "height");
    assert_true(w->rebuilds <= 1 + 2); // by the path of each particle it would be one per 0.25 mm, 380
    scree_world_destroy(w);
    unlink("plate.stl");
}

// Two bodies that approach each other: the list is valid until the gap has decreased by the skin, not by half of it.
static void a_pair_uses_the_whole_skin(void **state) {
    (void)state;
    const double r = 5e-3, v = 0.01, dt = 50e-6, skin = 1e-3;
    scree_particle q[] = {ball(1, r, vec3(0.04, 0.04, 0.04), vec3(0.1 + v, 0, 0), vec3(0, 0, 0)),
                          ball(2, r, vec3(0.0524, 0.04, 0.04), vec3(0.1 - v, 0, 0), vec3(0, 0, 0))};
    scree_world *w = world_of_text(scree_format(CALM "search: {skin: 1 mm}\n"), q, 2);
    uint64_t steps = 0;
    while (w->rebuilds == 1) {
        advance(w, 1);
        steps++;
        assert_true(steps < 10000);
    }
    print_message("a pair: %llu steps, %llu checks\n", (unsigned long long)steps,
                  (unsigned long long)w->skin_check->all_checks);
    double closed = (double)steps * 2.0 * v * dt;
    assert_true(closed > 0.8 * skin &&
                closed <= skin); // rebuilt slightly early, when checks become too frequent
    scree_world_destroy(w);
}

// ---- the automatic skin ------------------------------------------------------------------------------------------

#define PLATES(when)                                                                                         \
    "time: {end: 10, dt: 50 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n" SOFT                           \
    "domain: {min: [0,0,-0.1], max: [0.06,0.06,0.3], periodic: [x, y]}\n"                                    \
    "walls: {floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m, motion: {vibrate: "              \
    "{amplitude: [4 mm,0,3 mm], frequency: 20 Hz}, start: " when "}}}\n"

// A bed that comes to rest ends with a narrow skin and no new lists; when shaken, the skin grows within a few lists. The
// counts do not depend on the number of threads.
static void the_skin_follows_the_motion(void **state) {
    (void)state;
    const bodies loose = {300, 2.8e-3, 3.2e-3, {0, 0, 4e-3}, {0.06, 0.06, 0.06}, 0.1, {0, 0, 0}, 0};
    double rest[2], shaken[2];
    uint64_t lists[2];
    for (int k = 0; k < 2; k++) {
        scree_world *w = open_scene(PLATES("0.5 s"), &loose, k == 0 ? 1 : 2);
        advance(w, 9900);
        rest[k] = w->skin;
        uint64_t before = w->rebuilds;
        advance(w, 2100);
        shaken[k] = w->skin;
        lists[k] = w->rebuilds;
        print_message("at rest: skin %.3g mm after %llu lists; shaken: %.3g mm, %llu lists, %llu checks\n",
                      1e3 * rest[k], (unsigned long long)before, 1e3 * shaken[k],
                      (unsigned long long)(w->rebuilds - before),
                      (unsigned long long)w->skin_check->all_checks);
        assert_true(rest[k] < 0.02 * w->skin_check->mean_diameter && shaken[k] > 5.0 * rest[k]);
        assert_true(shaken[k] <= 0.5 * w->skin_check->mean_diameter);
        scree_world_destroy(w);
    }
    assert_true(rest[0] == rest[1] && shaken[0] == shaken[1] && lists[0] == lists[1]);
}

static int write_meshes(void **state) {
    (void)state;
    write_mesh("paddle.stl", paddle, 2);
    write_mesh("blade.stl", blade, 1);
    return 0;
}

static int remove_meshes(void **state) {
    (void)state;
    return unlink("paddle.stl") | unlink("blade.stl");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_touch_are_listed),
        cmocka_unit_test(walls_come_to_bodies_at_rest),
        cmocka_unit_test(turning_walls_are_bounded),
        cmocka_unit_test(a_check_promises_too_little_only),
        cmocka_unit_test(far_cells_count_too),
        cmocka_unit_test(just_beyond_neighbouring_cells),
        cmocka_unit_test(a_bed_that_moves_as_one_needs_no_list),
        cmocka_unit_test(a_mesh_carries_bodies_round),
        cmocka_unit_test(a_pair_uses_the_whole_skin),
        cmocka_unit_test(the_skin_follows_the_motion),
    };
    return cmocka_run_group_tests(tests, write_meshes, remove_meshes);
}
