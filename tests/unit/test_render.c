// SPDX-License-Identifier: BSD-3-Clause
// Pictures: colours where balls are known to be, the same bytes on any number of threads, ranges that fast outliers do not spoil, and rays against
// a search through all things.
#include "convex_bodies/surface.h"
#include "scree/scree.h"
#include "text/report.h"
#include "tools/canvas/canvas.h"
#include "tools/canvas/colour_scale.h"
#include "tools/canvas/png_file.h"
#include "tools/rays/picture.h"
#include "tools/render/output_names.h"
#include "tools/render/wall_edges.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static float uniform(uint32_t *state) { // from 0 to 1
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) * 0x1p-24f;
}

static void random_scene(scree_ray_scene *s, uint32_t seed, int balls) {
    *s = (scree_ray_scene){0};
    for (int k = 0; k < balls; k++) {
        scree_ball b = {.radius = 0.004f + 0.02f * uniform(&seed), .colour = 0x30a040u + (uint32_t)k % 64u};
        for (int a = 0; a < 3; a++) {
            b.at[a] = uniform(&seed) - 0.5f;
        }
        scree_array_push(&s->ball, b);
        scree_rod rod = {.radius = 0.003f, .colour = 0x804020};
        scree_facet f = {.wall = 0};
        for (int a = 0; a < 3; a++) {
            rod.from[a] = b.at[a];
            rod.to[a] = b.at[a] + 0.1f * (uniform(&seed) - 0.5f);
            for (int c = 0; c < 3; c++) {
                f.corner[c][a] = b.at[a] + 0.2f * (uniform(&seed) - 0.5f);
            }
        }
        if (k % 4 == 0) {
            scree_array_push(&s->rod, rod);
            scree_array_push(&s->facet, f);
        }
    }
    scree_ray_scene_prepare(s);
}

static double distance_to_ball(const scree_ball *b, const scree_ray *ray) {
    double x[3], along = 0.0, across2 = 0.0;
    for (int k = 0; k < 3; k++) {
        x[k] = (double)b->at[k] - ray->from[k];
        along += x[k] * ray->along[k];
    }
    for (int k = 0; k < 3; k++) {
        across2 += pow(x[k] - along * ray->along[k], 2);
    }
    const double room = (double)b->radius * b->radius - across2;
    const double t = along - sqrt(fmax(0.0, room));
    return room > 0.0 && t > 0.0 ? t : INFINITY;
}

// The distance of the nearest point of a rod from a point.
static double distance_from_rod(const scree_rod *r, const double x[3]) {
    double aa = 0.0, ax = 0.0, d2 = 0.0;
    for (int k = 0; k < 3; k++) {
        aa += pow(r->to[k] - r->from[k], 2);
        ax += (r->to[k] - r->from[k]) * (x[k] - r->from[k]);
    }
    const double share = fmin(1.0, fmax(0.0, ax / aa));
    for (int k = 0; k < 3; k++) {
        d2 += pow(x[k] - r->from[k] - share * (r->to[k] - r->from[k]), 2);
    }
    return sqrt(d2);
}

static void test_rays(void **state) {
    (void)state;
    scree_ray_scene s;
    uint32_t seed = 5;
    int met = 0, rods = 0;
    random_scene(&s, 1, 500);
    for (int k = 0; k < 3000; k++) {
        float from[3], along[3], length = 0.0f;
        for (int a = 0; a < 3; a++) {
            from[a] = 3.0f * (uniform(&seed) - 0.5f);
            along[a] = uniform(&seed) - 0.5f - from[a];
            length += along[a] * along[a];
        }
        for (int a = 0; a < 3; a++) {
            along[a] /= sqrtf(length);
        }
        const scree_ray ray = scree_ray_of(from, along);
        scree_ray_hit hit;
        const bool found = scree_ray_first(&s, &ray, INFINITY, &hit);
        double nearest = INFINITY;
        for (size_t i = 0; i < s.ball.n; i++) {
            nearest = fmin(nearest, distance_to_ball(&s.ball.data[i], &ray));
        }
        if (found &&
            hit.colour == 0x804020) { // a point on a rod, before every ball, with its normal towards the eye
            double x[3], least = INFINITY;
            for (int a = 0; a < 3; a++) {
                x[a] = (double)from[a] + (double)hit.distance * along[a];
            }
            for (size_t i = 0; i < s.rod.n; i++) {
                least = fmin(least, fabs(distance_from_rod(&s.rod.data[i], x) - 0.003));
            }
            assert_true(least < 2e-5 && hit.distance < nearest + 1e-5);
            assert_true(hit.normal[0] * along[0] + hit.normal[1] * along[1] + hit.normal[2] * along[2] <
                        1e-3);
            rods++;
        } else if (found || isfinite(nearest)) {
            assert_true(found);
            assert_true(fabs((double)hit.distance - nearest) < 3e-4); // where a ray all but misses a ball
            met++;
        }
        assert_true(scree_ray_is_blocked(&s, &ray, INFINITY, SCREE_RAY_NO_BODY) == found);
        assert_true(!found || !scree_ray_is_blocked(&s, &ray, 0.999f * hit.distance, SCREE_RAY_NO_BODY));
        scree_ray_layer layer[SCREE_RAY_LAYERS];
        const int walls = scree_ray_layers(&s, &ray, INFINITY, layer);
        for (int i = 1; i < walls; i++) {
            assert_true(layer[i - 1].distance <= layer[i].distance);
        }
    }
    assert_true(met > 500 && rods > 20);
    scree_ray_scene_clear(&s);
}

// The distance at which a ray enters the ellipsoid with these half axes at a place, turned by the rows of a matrix; INFINITY: it does not.
static double distance_to_ellipsoid(const scree_ray_body *b, const double half[3], const scree_ray *ray) {
    double aa = 0.0, ab = 0.0, bb = 0.0;
    for (int i = 0; i < 3; i++) {
        double from = 0.0, along = 0.0;
        for (int k = 0; k < 3; k++) {
            from += (double)b->turn[3 * k + i] * ((double)ray->from[k] - (double)b->at[k]);
            along += (double)b->turn[3 * k + i] * (double)ray->along[k];
        }
        from /= (double)b->size * half[i];
        along /= (double)b->size * half[i];
        aa += along * along;
        ab += along * from;
        bb += from * from;
    }
    const double room = ab * ab - aa * (bb - 1.0), t = (-ab - sqrt(fmax(0.0, room))) / aa;
    return room > 0.0 && t > 0.0 ? t : INFINITY;
}

// Ellipsoids of many triangles are met where the exact ones are, with their normals.
static void test_bodies(void **state) {
    (void)state;
    scree_ray_scene s = {0};
    uint32_t seed = 9;
    const double half[3] = {0.9, 0.4, 0.3};
    const scree_convex exact = {.frame = {{1, 0, 0, 0, 1, 0, 0, 0, 1}},
                                .half = vec3(half[0], half[1], half[2]),
                                .exponent = 2.0,
                                .kind = SCREE_FORM_SUPERELLIPSOID};
    scree_octahedron o = scree_octahedron_of(100);
    scree_vec3 *x = scree_realloc(NULL, 0, o.n_points * sizeof *x);
    scree_surface_points(&exact, &o, x);
    scree_array_push(&s.form, scree_ray_form_of(&x[0].x, &o.direction[0].x, o.n_points,
                                                (const uint32_t(*)[3])o.triangle, o.n_triangles));
    scree_free(x);
    scree_octahedron_clear(&o);
    for (int k = 0; k < 200; k++) {
        scree_ray_body b = {.size = 0.05f + 0.05f * uniform(&seed), .colour = (uint32_t)k};
        const scree_mat3 turn = scree_quaternion_matrix(scree_quaternion_unit((scree_quaternion){
            uniform(&seed) - 0.5, uniform(&seed) - 0.5, uniform(&seed) - 0.5, uniform(&seed) - 0.5}));
        for (int a = 0; a < 9; a++) {
            b.turn[a] = (float)turn.m[a];
        }
        for (int a = 0; a < 3; a++) {
            b.at[a] = uniform(&seed) - 0.5f;
        }
        scree_array_push(&s.body, b);
    }
    scree_ray_scene_prepare(&s);
    int met = 0;
    for (int k = 0; k < 3000; k++) {
        float from[3], along[3], length = 0.0f;
        for (int a = 0; a < 3; a++) {
            from[a] = 3.0f * (uniform(&seed) - 0.5f);
            along[a] = uniform(&seed) - 0.5f - from[a];
            length += along[a] * along[a];
        }
        for (int a = 0; a < 3; a++) {
            along[a] /= sqrtf(length);
        }
        const scree_ray ray = scree_ray_of(from, along);
        scree_ray_hit hit = {.distance = INFINITY};
        const bool found = scree_ray_first(&s, &ray, INFINITY, &hit);
        double nearest = INFINITY;
        for (size_t i = 0; i < s.body.n; i++) {
            nearest = fmin(nearest, distance_to_ellipsoid(&s.body.data[i], half, &ray));
        }
        assert_true(scree_ray_is_blocked(&s, &ray, INFINITY, SCREE_RAY_NO_BODY) == found);
        if (!found) {
            continue;
        }
        assert_true(hit.body == hit.colour);
        assert_true(!scree_ray_is_blocked(&s, &ray, 1.0001f * hit.distance, hit.body));
        assert_true(hit.distance > nearest - 1e-5);
        met += fabs((double)hit.distance - nearest) < 2e-4; // but for those that all but miss a body
        const scree_ray_body *b = &s.body.data[hit.body];
        double n[3], across = 0.0, size = 0.0, own[3] = {0.0, 0.0, 0.0};
        for (int i = 0; i < 3; i++) {
            for (int a = 0; a < 3; a++) {
                own[i] += (double)b->turn[3 * a + i] *
                          (double)(from[a] + hit.distance * along[a] - b->at[a]) / (half[i] * half[i]);
            }
            size += own[i] * own[i];
        }
        for (int a = 0; a < 3; a++) {
            n[a] = 0.0;
            for (int i = 0; i < 3; i++) {
                n[a] += (double)b->turn[3 * a + i] * own[i] / sqrt(size);
            }
            across = fmax(across, fabs(n[a] - (double)hit.normal[a]));
        }
        assert_true(across < 5e-3);
    }
    assert_true(met > 500);
    scree_ray_scene_clear(&s);
}

static const scree_camera camera = {.eye = {0, -3, 0},
                                    .right = {1, 0, 0},
                                    .up = {0, 0, 1},
                                    .forward = {0, 1, 0},
                                    .half_width = 0.25f,
                                    .half_height = 0.25f};
static const scree_picture_look usual = {
    .samples = 2, .light_rays = 2, .narrow_rays = 3, .narrow_length = 0.1f, .down = {0, 0, -1}, .threads = 1};

static void test_threads(void **state) {
    (void)state;
    scree_ray_scene s;
    random_scene(&s, 3, 2000);
    scree_picture_look look = usual;
    scree_picture one = scree_picture_of(&s, &camera, &look, 150, 110);
    for (int threads = 2; threads <= 4; threads += 2) {
        look.threads = threads;
        scree_picture many = scree_picture_of(&s, &camera, &look, 150, 110);
        assert_memory_equal(one.rgb, many.rgb, 3 * 150 * 110);
        scree_free(many.rgb);
    }
    scree_free(one.rgb);
    scree_ray_scene_clear(&s);
}

static const uint8_t *pixel(const scree_picture *p, int column, int row) {
    return p->rgb + 3 * (row * p->width + column);
}

// A red ball right of the middle and a green one left of it and above, before a light background.
static void test_colours(void **state) {
    (void)state;
    scree_ray_scene s = {0};
    scree_array_push(&s.ball, (scree_ball){{0.3f, 0, 0}, 0.1f, 0xe00000});
    scree_array_push(&s.ball, (scree_ball){{-0.3f, 0, 0.3f}, 0.1f, 0x00e000});
    scree_ray_scene_prepare(&s);
    scree_picture p = scree_picture_of(&s, &camera, &usual, 200, 200);
    const uint8_t *red = pixel(&p, 140, 100), *green = pixel(&p, 60, 60), *none = pixel(&p, 100, 100),
                  *edge = pixel(&p, 156, 100);
    assert_true(red[0] > 130 && red[1] < 60 && red[2] < 60); // there is a little white shine
    assert_true(green[1] > 130 && green[0] < 60 && green[2] < 60);
    assert_true(none[0] > 225 && none[1] > 225 && none[2] > 225);
    assert_true(edge[0] > 225 && edge[1] > 225);
    scree_free(p.rgb);
    // a wall before the balls tints them, and hides nothing
    scree_array_push(&s.facet, (scree_facet){{{-2, -1, -2}, {2, -1, -2}, {0, -1, 3}}, 0});
    scree_ray_scene tinted = {.ball = s.ball, .facet = s.facet};
    scree_ray_scene_prepare(&tinted);
    p = scree_picture_of(&tinted, &camera, &usual, 200, 200);
    red = pixel(&p, 140, 100);
    none = pixel(&p, 100, 100);
    assert_true(red[0] > 120 && red[1] > 5 && red[1] < 80);
    assert_true(none[0] < 220);
    scree_free(p.rgb);
    // without that side it is gone
    scree_array_push(&tinted.hidden, (scree_half_space){1, -1.0f, 0.5f}); // y < -0.5
    p = scree_picture_of(&tinted, &camera, &usual, 200, 200);
    assert_true(pixel(&p, 100, 100)[0] > 225);
    scree_free(p.rgb);
    s.ball.data = NULL;
    s.facet.data = NULL;
    scree_ray_scene_clear(&s);
    scree_ray_scene_clear(&tinted);
}

static void test_range(void **state) {
    (void)state;
    double value[1000];
    scree_colour_scale s = {
        .kind = SCREE_COLOUR_RANGE, .title = scree_strdup("v"), .unit = scree_strdup("m/s")};
    for (int k = 0; k < 1000; k++) { // 5 of 1000 are fast, and some are no numbers
        value[k] = k % 200 == 7 ? 1e6 : k % 200 == 8 ? NAN : 1.0 + 1e-3 * k;
    }
    scree_colour_range(&s, value, 1000);
    assert_true(s.low > 1.0 && s.low < 1.03 && s.high > 1.95 && s.high < 2.0 && s.kind == SCREE_COLOUR_RANGE);
    assert_int_equal(scree_colour_of(&s, 1e6), 0xfde725);
    assert_int_equal(scree_colour_of(&s, -3.0), 0x482475);
    assert_int_equal(scree_colour_of(&s, NAN), SCREE_COLOUR_UNKNOWN);
    for (int k = 0; k < 1000; k++) {
        value[k] = k - 300.0;
    }
    scree_colour_range(&s, value, 1000);
    assert_true(s.kind == SCREE_COLOUR_SIGNED && s.low == -s.high && scree_colour_of(&s, 0.0) == 0xdddddd);
    s.kind = SCREE_COLOUR_RANGE;
    for (int k = 0; k < 1000; k++) {
        value[k] = NAN;
    }
    scree_colour_range(&s, value, 1000);
    assert_true(s.low == 0.0 && s.high == 1.0);
    for (int k = 0; k < 1000; k++) {
        value[k] = 5.0;
    }
    scree_colour_range(&s, value, 1000);
    assert_true(s.low < 5.0 && s.high > 5.0);
    s.kind = SCREE_COLOUR_NUMBERED;
    for (int a = -1; a < 7; a++) {
        for (int b = -1; b < a; b++) {
            assert_int_not_equal(scree_colour_of(&s, a), scree_colour_of(&s, b));
        }
    }
    scree_colour_clear(&s);
}

// Every character has pixels of its own, and stays within its place.
static void test_letters(void **state) {
    (void)state;
    uint8_t rgb[3 * 60 * 60], other[3 * 60 * 60];
    const scree_picture p = {60, 60, rgb}, q = {60, 60, other};
    for (char c = '!'; c <= '~'; c++) {
        const char text[2] = {c, 0};
        memset(rgb, 255, sizeof rgb);
        scree_canvas_text(&p, 20, 40, 20, SCREE_CANVAS_LEFT, 0, text);
        int dark = 0;
        for (int row = 0; row < 60; row++) {
            for (int column = 0; column < 60; column++) {
                const bool is_dark = pixel(&p, column, row)[0] < 100;
                dark += is_dark;
                assert_true(!is_dark || (row >= 15 && row <= 50 && column >= 17 && column <= 50));
            }
        }
        assert_true(dark >= 4);
        for (char d = '!'; d < c; d++) {
            const char before[2] = {d, 0};
            memset(other, 255, sizeof other);
            scree_canvas_text(&q, 20, 40, 20, SCREE_CANVAS_LEFT, 0, before);
            if (memcmp(rgb, other, sizeof rgb) == 0 && !strchr("#$&@{}", c) && !strchr("#$&@(){}", d)) {
                fail_msg("%c looks like %c", c, d);
            }
        }
    }
    scree_canvas_text(&p, -1000, 5000, 20, SCREE_CANVAS_LEFT, 0, "outside \xc3\xa4"); // nothing happens
}

static void test_edges_of_walls(void **state) {
    (void)state;
    // two triangles of a square, whose diagonal is no edge, and one that stands on its side
    const double corner[27] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0,     0, 0,   1, 1,
                               0, 0, 1, 0, 0, 0, 0, 0, 1, 1e-12, 0, 0.5, 1};
    scree_wall_edges edges = {0};
    scree_wall_edges_of(corner, 2, &edges);
    assert_int_equal(edges.n, 4);
    edges.n = 0;
    scree_wall_edges_of(corner, 3, &edges); // one edge is shared, its corners are not the same bits
    assert_int_equal(edges.n, 3 + 1 + 2);
    scree_array_free(&edges);
}

static void name_is(const char *source, const char *out, bool several, uint64_t step, const char *expected) {
    char *name = scree_output_name(source, out, several, step, 4);
    assert_string_equal(name, expected);
    scree_free(name);
}

static void test_names(void **state) {
    (void)state;
    name_is("a/silo.out", NULL, false, 123, "a/silo_000123.png");
    name_is("a/silo.out/", NULL, true, 123, "a/silo_000123.png");
    name_is("results", NULL, true, UINT64_MAX, "results_000004.png");
    name_is("a/silo.out/checkpoint_000000000500.scree", NULL, false, 500, "a/silo_000500.png");
    name_is("a/silo.yaml", NULL, false, 0, "silo_000000.png");
    name_is("silo.out", "b.png", false, 7, "b.png");
    name_is("silo.out", "b.png", true, 7, "b_000007.png");
    name_is("silo.out", "pictures/b", false, 7, "pictures/b_000007.png");
    name_is("silo.out", "-", false, 7, "-");
    scree_report *r = scree_report_create();
    FILE *f = fopen("there.png", "w");
    assert_non_null(f);
    fclose(f);
    assert_int_equal(rename("there.png", "there.pvd"), 0);
    assert_false(scree_output_may_write("there.pvd", true, r)); // never what is no picture
    assert_int_equal(rename("there.pvd", "there.png"), 0);
    assert_false(scree_output_may_write("there.png", false, r));
    assert_true(scree_output_may_write("there.png", true, r));
    assert_true(scree_output_may_write("not_there.png", false, r));
    assert_false(scree_output_may_write(".", true, r));
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rays),           cmocka_unit_test(test_bodies), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_colours),        cmocka_unit_test(test_range),  cmocka_unit_test(test_letters),
        cmocka_unit_test(test_edges_of_walls), cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
