// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// The pair list holds every pair that touches, whatever moves; it lasts as long as neighbours keep together; the automatic
// skin follows the motion.
#include "base/random.h"
#include "search/rebuild.h"
#include "search/slack.h"
#include "search/wall_pairs.h"
#include "shape/sphere_triangle.h"
#include "world_of_text.h"
#include <unistd.h>

#define SOFT                                                                                                 \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"                                            \
    "contacts: [{between: any, normal: {law: hooke, stiffness: 2e3, restitution: 0.8},\n"                    \
    "  tangential: {law: linear_spring, friction: 0.4}}]\n"

// ---- every pair that touches is listed --------------------------------------------------------------------------------

static double along_axis(const scree_case *c, int axis, double d) {
    double length = scree_box_length(c, axis);
    return length > 0.0 ? vec_nearest_image(d, 0.5 * length, length) : d;
}

static size_t expect_particle_pairs(const scree_world *w) {
    size_t touching = 0;
    const scree_pos *x = w->p.x;
    for (uint32_t a = 0; a < w->p.n; a++) {
        for (uint32_t b = a + 1; b < w->p.n; b++) {
            double dx = along_axis(w->case_, 0, x[b].x - x[a].x),
                   dy = along_axis(w->case_, 1, x[b].y - x[a].y),
                   dz = along_axis(w->case_, 2, x[b].z - x[a].z), near = x[a].r + x[b].r;
            if (dx * dx + dy * dy + dz * dz < near * near) {
                touching++;
                if (scree_pairs_find(&w->pairs, a, b) == SIZE_MAX) {
                    fail_msg("step %llu: particles %llu and %llu touch and are not listed",
                             (unsigned long long)w->step, (unsigned long long)w->p.id[a],
                             (unsigned long long)w->p.id[b]);
                }
            }
        }
    }
    return touching;
}

// Is (particle i, triangle t) listed for the image of i that is `shift` away?
static bool image_is_listed(const scree_world *w, int wall, uint32_t i, uint32_t t, scree_vec3 shift) {
    const scree_pair *pair = w->pairs.pair + w->pairs.first_wall_pair;
    for (size_t g = 0; g < w->pairs.group.n; g++) {
        const scree_mesh_group *q = &w->pairs.group.data[g];
        if (pair[q->first].a != i ||
            scree_pairs_class_of(&w->pairs, w->pairs.first_wall_pair + q->first)->wall != wall) {
            continue;
        }
        scree_vec3 seen = scree_image_shift(w, i, q->image);
        bool same = vec_norm(vec_sub(seen, shift)) < 1e-9;
        for (uint32_t k = 0; k < q->n && same; k++) {
            if (pair[q->first + k].b == t) {
                return true;
            }
        }
    }
    return false;
}

static size_t expect_image(const scree_world *w, int k, uint32_t i, scree_vec3 shift) {
    const scree_wall *wall = &w->wall.data[k];
    const scree_mesh *m = wall->mesh;
    scree_vec3 own = scree_wall_to_own(wall, vec_add(vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z), shift));
    size_t touching = 0;
    for (uint32_t t = 0; t < m->triangle.n; t++) {
        scree_vec3 v[3];
        for (int j = 0; j < 3; j++) {
            v[j] = vec_sub(m->vertex.data[m->triangle.data[t].v[j]], own);
        }
        if (scree_sphere_triangle(v, m->normal.data[t]).d2 < w->p.x[i].r * w->p.x[i].r) {
            touching++;
            if (!image_is_listed(w, k, i, t, shift)) {
                fail_msg("step %llu: particle %llu touches triangle %u of wall %s and is not listed",
                         (unsigned long long)w->step, (unsigned long long)w->p.id[i], t, wall->def->name);
            }
        }
    }
    return touching;
}

static size_t expect_wall_pairs(const scree_world *w, int k) {
    const scree_wall *wall = &w->wall.data[k];
    const scree_case *c = w->case_;
    size_t touching = 0;
    for (uint32_t i = 0; i < w->p.n; i++) {
        scree_vec3 x = vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z), normal;
        if (!wall->mesh) {
            if (scree_wall_distance(wall, x, &normal) < w->p.x[i].r) {
                touching++;
                if (scree_pairs_find_wall(&w->pairs, i, k, 0) == SIZE_MAX) {
                    fail_msg("step %llu: particle %llu touches wall %s and is not listed",
                             (unsigned long long)w->step, (unsigned long long)w->p.id[i], wall->def->name);
                }
            }
            continue;
        }
        for (int image = 0; image < 27; image++) {
            int at[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
            if ((at[0] && !c->periodic[0]) || (at[1] && !c->periodic[1]) || (at[2] && !c->periodic[2])) {
                continue;
            }
            touching += expect_image(w, k, i,
                                     vec3(at[0] * scree_box_length(c, 0), at[1] * scree_box_length(c, 1),
                                          at[2] * scree_box_length(c, 2)));
        }
    }
    return touching;
}

// Bodies at random: sizes by number as 1/r^3, and where they overlap at the start they are left out.
typedef struct crowd {
    size_t n;
    double r_least, r_most; // m
    double low[3], high[3]; // of the places
    double speed;           // m/s, of each along an axis, at most
    double drift[3];        // and of all
    uint64_t steps;
} crowd;

typedef struct scene {
    const char *name, *text;
    crowd of;
} scene;

static scree_world *open_scene(const char *text, const crowd *s, int threads) {
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
     "  drum: {cylinder: {point: [0,0,-0.04], axis: [0,0,1], radius: 80 mm, length: 80 mm}, material: m,\n"
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
     "domain: {min: [0,0,0], max: [0.4,0.4,0.4], periodic: [x, y, z]}\nsearch: {skin: 3 mm}\n",
     {200, 4e-3, 5e-3, {0, 0, 0}, {0.4, 0.4, 0.4}, 4.0, {0, 0, 0}, 4000}},
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

static void all_that_touch_are_listed(void **state) {
    (void)state;
    write_mesh("paddle.stl", paddle, 2);
    write_mesh("blade.stl", blade, 1);
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        const scene *s = &scenes[k];
        scree_world *w = open_scene(s->text, &s->of, 1);
        size_t touching = 0, walls = 0;
        for (uint64_t step = 0; step < s->of.steps; step++) {
            advance(w, 1);
            touching += expect_particle_pairs(w);
            for (size_t j = 0; j < w->wall.n; j++) {
                walls += expect_wall_pairs(w, (int)j);
            }
        }
        print_message("%s: %zu touching, %zu at walls, %llu lists, %llu checks\n", s->name, touching, walls,
                      (unsigned long long)w->rebuilds, (unsigned long long)w->slack->all_checks);
        assert_true(touching > 50 && (walls > 500 || w->wall.n == 0));
        assert_true(w->p.n > s->of.n * 9 / 10 && w->rebuilds > 30 && w->rebuilds < s->of.steps / 2);
        scree_world_destroy(w);
    }
    unlink("paddle.stl");
    unlink("blade.stl");
}
// ---- how long a list serves -------------------------------------------------------------------------------------------

#define CALM                                                                                                 \
    "time: {end: 10, dt: 50 us, velocity_scale: 1}\ngravity: [0, 0, 0]\n" SOFT                               \
    "domain: {min: [0,0,0], max: [0.1,0.08,0.1], periodic: [x, y, z]}\n"

// A bed that moves as one: a list per half box, where the way is no longer told from the way back.
static void a_bed_that_moves_as_one_needs_no_list(void **state) {
    (void)state;
    const crowd still = {600, 2e-3, 6e-3, {0, 0, 0}, {0.1, 0.08, 0.1}, 0.0, {4, 3, 0}, 0};
    scree_world *w = open_scene(CALM "search: {skin: 0.3 mm}\n", &still, 1);
    advance(w, 4000); // 0.8 m in x, 0.6 m in y
    print_message("as one: %llu lists, %llu checks\n", (unsigned long long)w->rebuilds,
                  (unsigned long long)w->slack->all_checks);
    assert_true(w->rebuilds <= 1 + 16 + 1); // by the way of each alone it would be one per 0.15 mm, 6667
    scree_world_destroy(w);
}

// Two bodies on their way to each other: the list serves until they have come closer by the skin, not by half of it.
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
                  (unsigned long long)w->slack->all_checks);
    double closed = (double)steps * 2.0 * v * dt;
    assert_true(closed > 0.9 * skin && closed <= skin); // given up a little early, when checks come too often
    scree_world_destroy(w);
}

// ---- the skin that is chosen ------------------------------------------------------------------------------------------

#define PLATES(when)                                                                                         \
    "time: {end: 10, dt: 50 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n" SOFT                           \
    "domain: {min: [0,0,-0.1], max: [0.06,0.06,0.3], periodic: [x, y]}\n"                                    \
    "walls: {floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m, motion: {vibrate: "              \
    "{amplitude: [4 mm,0,3 mm], frequency: 20 Hz}, start: " when "}}}\n"

// A bed that comes to rest ends with a narrow skin and no new lists; shaken, it widens the skin within a few lists. What
// is counted does not depend on the number of threads.
static void the_skin_follows_the_motion(void **state) {
    (void)state;
    const crowd loose = {300, 2.8e-3, 3.2e-3, {0, 0, 4e-3}, {0.06, 0.06, 0.06}, 0.1, {0, 0, 0}, 0};
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
                      (unsigned long long)(w->rebuilds - before), (unsigned long long)w->slack->all_checks);
        assert_true(rest[k] < 0.01 * w->slack->mean_diameter && shaken[k] > 5.0 * rest[k]);
        assert_true(shaken[k] <= 0.5 * w->slack->mean_diameter);
        scree_world_destroy(w);
    }
    assert_true(rest[0] == rest[1] && shaken[0] == shaken[1] && lists[0] == lists[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_touch_are_listed),
        cmocka_unit_test(a_bed_that_moves_as_one_needs_no_list),
        cmocka_unit_test(a_pair_uses_the_whole_skin),
        cmocka_unit_test(the_skin_follows_the_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
