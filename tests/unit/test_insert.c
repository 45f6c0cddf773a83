// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 400
// Insertion: nothing overlaps, everything is inside its region; counts, masses, fractions, rates and size distributions are as
// requested; outlets count and delete; particles that leave the domain are deleted or stop the run.
#include "access/step_time.h"
#include "maths/random.h"
#include "mesh/bvh.h"
#include "regions/region.h"
#include "world_of_text.h"
#include <stdlib.h>
#include <unistd.h>

#define HEAD                                                                                                 \
    "time: {end: 10, dt: 1e-4, velocity_scale: 0.01}\n"                                                      \
    "materials: {m: {density: 2500, young: 1e5, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"           \
    "contacts: [{between: any, normal: {law: hooke, stiffness: 100}}]\n"
#define BOX "region: {box: {min: [0,0,0], max: [0.1,0.08,0.06]}}"
#define PI 3.14159265358979323846

static scree_world *world_with(const char *text, int threads) {
    scree_world *w = world_of_case(case_of_text(text), NULL, 0, threads, NULL);
    begin(w);
    return w;
}

static double image(double d, double length) {
    return length > 0.0 ? d - length * round(d / length) : d;
}

// No two particles overlap (also across periodic sides), and none is nearer to the region's border than its radius.
static void expect_sound(const scree_world *w) {
    const scree_case *c = w->case_;
    const scree_region *region = &c->source.data[0].region;
    double length[3];
    for (int axis = 0; axis < 3; axis++) {
        length[axis] = c->periodic[axis] ? vec_get(c->domain_max, axis) - vec_get(c->domain_min, axis) : 0.0;
    }
    for (size_t a = 0; a < w->p.n; a++) {
        const scree_pos *x = &w->p.x[a];
        assert_true(scree_region_holds(w, region, vec3(x->x, x->y, x->z), x->r * (1 - 1e-12)));
        for (size_t b = a + 1; b < w->p.n; b++) {
            const scree_pos *y = &w->p.x[b];
            double dx = image(y->x - x->x, length[0]), dy = image(y->y - x->y, length[1]),
                   dz = image(y->z - x->z, length[2]), reach = (x->r + y->r) * (1 - 1e-12);
            assert_true(dx * dx + dy * dy + dz * dz >= reach * reach);
        }
    }
    assert_true(w->contacts == 0);
}

static double solid_volume(const scree_world *w) {
    double sum = 0.0;
    for (size_t i = 0; i < w->p.n; i++) {
        double r = w->p.x[i].r;
        sum += 4.0 / 3.0 * PI * r * r * r;
    }
    return sum;
}

// An octahedron, so that its bounding box is much larger.
static void write_octahedron(void) {
    static const scree_vec3 tip[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    scree_vec3 corner[24];
    for (int k = 0; k < 8; k++) {
        int flip = (k ^ (k >> 1) ^ (k >> 2)) & 1; // outward
        corner[3 * k] = vec_scale(0.08, tip[k & 1]);
        corner[3 * k + 1] = vec_scale(0.08, tip[flip ? 4 + (k >> 2) : 2 + ((k >> 1) & 1)]);
        corner[3 * k + 2] = vec_scale(0.08, tip[flip ? 2 + ((k >> 1) & 1) : 4 + (k >> 2)]);
    }
    write_mesh("octahedron.stl", corner, 8);
}

static void fills_every_region(void **state) {
    (void)state;
    static const char *const region[] = {
        BOX,
        "region: {cylinder: {point: [0,0,0], axis: [1,2,3], radius: 0.03, length: 0.1}}",
        "region: {sphere: {point: [0.3,0,0], radius: 0.05}}",
        "region: {mesh: hull}",
    };
    static const char *const method[] = {"random", "lattice", "{method: lattice, spacing: 1.3}"};
    write_octahedron();
    for (size_t k = 0; k < 4; k++) {
        for (size_t j = 0; j < 3; j++) {
            char *text = scree_format(
                "%s%sinsertion: [{material: m, fill: %s, %s, diameter: {uniform: [4 mm, 7 "
                "mm]}, %s}]\n",
                HEAD, k == 3 ? "walls: {hull: {mesh: {file: octahedron.stl}, material: m}}\n" : "", method[j],
                region[k], j == 0 ? "fraction: 0.25" : "count: unlimited");
            scree_world *w = world_with(text, 1);
            expect_sound(w);
            double fraction = solid_volume(w) / scree_region_volume(w, &w->case_->source.data[0].region);
            // a lattice of the largest size; one layer is lost at the border
            assert_true(j == 0 ? fabs(fraction - 0.25) < 0.005 : fraction > (j == 1 ? 0.12 : 0.06));
            scree_world_destroy(w);
            scree_free(text);
        }
    }
    unlink("octahedron.stl");
}

// A shaft through the whole box, whose point is in the middle of it.
static void endless_shaft_is_kept_free(void **state) {
    (void)state;
    static const char *const method[] = {"random", "lattice"};
    for (int j = 0; j < 2; j++) {
        char *text =
            scree_format(HEAD "walls: {shaft: {cylinder: {point: [0.05,0.04,0.03], axis: [1,0,0], radius: "
                              "15 mm, side: outside}, material: m}}\n"
                              "insertion: [{material: m, fill: %s, " BOX ", diameter: 4 mm, count: 1500}]\n",
                         method[j]);
        scree_world *w = world_with(text, 1);
        size_t before = 0;
        for (size_t i = 0; i < w->p.n; i++) {
            const double y = w->p.x[i].y - 0.04, z = w->p.x[i].z - 0.03;
            assert_true(sqrt(y * y + z * z) >= 0.015 + w->p.x[i].r * (1 - 1e-12));
            before += w->p.x[i].x < 0.05;
        }
        assert_true(before > 300 && w->p.n - before > 300);
        scree_world_destroy(w);
        scree_free(text);
    }
}

static void respects_limits(void **state) {
    (void)state;
    static const char *const method[] = {"random", "lattice"};
    for (int j = 0; j < 2; j++) {
        char *text = scree_format(
            HEAD "insertion: [{material: m, fill: %s, " BOX ", diameter: 4 mm, count: 321}]\n", method[j]);
        scree_world *w = world_with(text, 1);
        assert_int_equal(w->p.n, 321);
        scree_world_destroy(w);
        scree_free(text);
        double one = PI / 6 * 64e-9 * 2500;
        text =
            scree_format(HEAD "insertion: [{material: m, fill: %s, " BOX ", diameter: 4 mm, mass: %.17g}]\n",
                         method[j], 100.5 * one);
        w = world_with(text, 1);
        assert_int_equal(w->p.n, 100);
        expect_near(w->source.data[0].mass, 100 * one, 1e-12 * one, "mass");
        scree_world_destroy(w);
        scree_free(text);
        text = scree_format(
            HEAD "insertion: [{material: m, fill: %s, " BOX ", diameter: 4 mm, fraction: 0.2}]\n", method[j]);
        w = world_with(text, 1);
        expect_near(solid_volume(w) / (0.1 * 0.08 * 0.06), 0.2, 1e-4, "fraction");
        scree_world_destroy(w);
        scree_free(text);
    }
}

static void too_many_is_said(void **state) {
    (void)state;
    scree_world *w =
        world_of_case(case_of_text(HEAD "insertion: [{name: crowd, material: m, fill: random, " BOX
                                        ", diameter: 8 mm, count: 1200}]\n"),
                      NULL, 0, 1, NULL);
    scree_report *r = scree_report_create();
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    bool said = false;
    for (size_t k = 0; k < scree_report_size(r); k++) {
        said |= scree_report_severity(r, k) == SCREE_SEVERITY_WARNING &&
                strstr(scree_report_text(r, k), "'crowd'");
    }
    assert_true(said && w->p.n > 300 && w->p.n < 1200);
    expect_sound(w);
    scree_report_destroy(r);
    scree_world_destroy(w);
}

// ----------------------------------------------------------------------------------------------------- distributions

typedef struct moments {
    double n, mean, deviation, mass_mean, share; // diameters in mm; share: of the mass below 5 mm
} moments;

static moments measure(const char *diameter) {
    char *text =
        scree_format(HEAD "insertion: [{material: m, fill: random, region: {box: {min: [0,0,0], max: "
                          "[0.3,0.3,0.3]}}, count: 20000, diameter: %s}]\n",
                     diameter);
    scree_case *c = case_of_text(text);
    c->dt = 1e-6; // for the smallest that may be drawn
    scree_world *w = world_of_case(c, NULL, 0, 1, NULL);
    begin(w);
    moments m = {(double)w->p.n, 0, 0, 0, 0};
    double mass = 0, below = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        double d = 2e3 * w->p.x[i].r;
        m.mean += d / m.n;
        m.deviation += d * d / m.n;
        mass += d * d * d;
        m.mass_mean += d * d * d * d;
        below += d < 5.0 ? d * d * d : 0.0;
        expect_near(w->p.motion[i].v.m, PI / 6 * d * d * d * 1e-9 * 2500, 1e-18, "mass of a sphere");
    }
    m.deviation = sqrt(m.deviation - m.mean * m.mean);
    m.mass_mean /= mass;
    m.share = below / mass;
    assert_int_equal(w->p.n, 20000);
    scree_world_destroy(w);
    scree_free(text);
    return m;
}

// 20000 draws: five standard deviations of a mean are 0.035 standard deviations of a draw.
static void sizes_follow_their_distribution(void **state) {
    (void)state;
    moments m = measure("{uniform: [2 mm, 6 mm]}");
    expect_near(m.mean, 4.0, 0.035 * 1.155, "mean, uniform");
    expect_near(m.deviation, 4.0 / sqrt(12.0), 0.02, "deviation, uniform");
    m = measure("{uniform: [2 mm, 6 mm]}, distribution: mass");
    expect_near(m.mass_mean, 4.0, 0.1, "mean by mass, uniform");
    expect_near(m.share, 0.75, 0.03, "mass below 5 mm, uniform by mass");
    m = measure("{normal: {mean: 4 mm, deviation: 0.4 mm}}");
    expect_near(m.mean, 4.0, 0.035 * 0.4, "mean, normal");
    expect_near(m.deviation, 0.4, 0.0143, "deviation, normal"); // cut at three deviations: 0.3946
    m = measure("{normal: {mean: 4 mm, deviation: 0.4 mm}}, distribution: mass");
    expect_near(m.mass_mean, 4.0, 0.02, "mean by mass, normal");
    m = measure("{lognormal: {median: 3 mm, deviation: 0.3, min: 0.5 mm, max: 12 mm}}");
    expect_near(m.mean, 3.0 * exp(0.045), 0.035 * 0.97, "mean, lognormal");
    m = measure("{lognormal: {median: 4 mm, deviation: 0.2, min: 0.5 mm, max: 12 mm}}, distribution: mass");
    expect_near(m.mass_mean, 4.0 * exp(0.02), 0.05, "mean by mass, lognormal");
    m = measure("{table: [[3 mm, 0.3], [4 mm, 0.3], [6 mm, 0.4]]}");
    expect_near(m.mean, 4.5, 0.035 * 1.25, "mean, table");
    m = measure("{table: [[3 mm, 3], [4 mm, 3], [6 mm, 4]]}, distribution: mass");
    expect_near(m.share, 0.6, 0.03, "mass below 5 mm, table by mass");
}

// -------------------------------------------------------------------------------------------------------------- rates

static const char falling[] =
    "region: {box: {min: [0,0,0], max: [0.05,0.05,0.03]}}, velocity: [0,0,-1], velocity_spread: [0.1,0,0]";

// A fill without a limit keeps the distribution: there is always room for more small particles, but they must not replace large ones. share:
// fraction of the mass that large ones are to have.
static void expect_share(const char *sizes, double share) {
    char *text = scree_format(
        HEAD "insertion: [{material: m, fill: random, region: {box: {min: [0,0,0], max: [4 cm, 4 cm, "
             "4 cm]}}, diameter: %s, distribution: mass}]\n",
        sizes);
    scree_case *c = case_of_text(text);
    scree_free(text);
    c->dt = 1e-6; // for the smallest that may be drawn
    scree_world *w = world_of_case(c, NULL, 0, 1, NULL);
    begin(w);
    double large = 0.0, all = 0.0;
    for (size_t i = 0; i < w->p.n; i++) {
        const double m = w->p.motion[i].v.m;
        all += m;
        large += w->p.x[i].r > 1.4e-3 ? m : 0.0;
    }
    expect_near(large / all, share, 0.04, sizes); // of some 400 large ones
    assert_true(all / 2500 / 64e-6 > 0.33);
    expect_sound(w);
    scree_world_destroy(w);
}

static void sizes_are_kept_without_a_limit(void **state) {
    (void)state;
    expect_share("{table: [[1.5 mm, 0.5], [4 mm, 0.5]]}", 0.5);
    expect_share("{uniform: [1 mm, 5 mm]}", 0.55);
    expect_share("{table: [[1.5 mm, 0.9], [4 mm, 0.1]]}", 0.1);
}

static void rate_is_kept(void **state) {
    (void)state;
    static const char *const rate[] = {"2000 1/s", "0.2 kg/s"};
    for (int k = 0; k < 2; k++) {
        char *text =
            scree_format(HEAD "insertion: [{material: m, rate: %s, %s, diameter: {uniform: [3 mm, 5 mm]}, "
                              "start: 20 ms, stop: 0.3 s}]\n",
                         rate[k], falling);
        scree_world *w = world_with(text, 1);
        double largest = PI / 6 * 125e-9 * 2500, wanted = k == 0 ? 2000 : 0.2;
        for (int step = 0; step < 4000; step++) {
            advance(w, 1);
            double t = scree_world_time(w) - w->dt, every = 0.01; // events of the step that started at t
            double periods = t < 0.02 - 1e-9 ? 0 : floor((fmin(t, 0.3 - 2e-4) - 0.02) / every + 1e-6) + 1;
            double due = wanted * fmin(periods * every, 0.28);
            double have = k == 0 ? (double)w->source.data[0].inserted : w->source.data[0].mass;
            expect_near(have, due, k == 0 ? 0.51 : 0.51 * largest, "inserted so far");
        }
        for (size_t i = 0; i < w->p.n; i++) {
            assert_true(fabs(w->p.motion[i].v.z + 1.0) < 0.5);
        }
        scree_world_destroy(w);
        scree_free(text);
    }
}

static int warnings_with(const scree_report *r, const char *text) {
    int n = 0;
    for (size_t k = 0; k < scree_report_size(r); k++) {
        n += scree_report_severity(r, k) == SCREE_SEVERITY_WARNING && strstr(scree_report_text(r, k), text);
    }
    return n;
}

// A source into a region that particles do not leave is soon full: it warns once, also if it stops soon; the particles that it
// has inserted are the first ones of a source with unlimited space.
static void rate_that_cannot_be_kept_is_said(void **state) {
    (void)state;
    static const struct {
        const char *diameter, *stop, *said, *also;
    } source[] = {
        {"{uniform: [3 mm, 15 mm]}", "never", "finds no room", NULL},
        {"{uniform: [3 mm, 15 mm]}", "50 ms", "finds no room", NULL},
        {"{table: [[3 mm, 0.98], [31 mm, 0.02]]}", "never", "is larger than the region",
         "particles of up to 0.031 m do not fit into its region, 0.03 m across"},
    };
    for (int k = 0; k < 3; k++) {
        char *text[2];
        scree_report *r = scree_report_create();
        scree_world *w[2];
        for (int j = 0; j < 2; j++) { // crowded, free
            text[j] =
                scree_format(HEAD "insertion: [{name: feed, material: m, rate: 4000 1/s, region: {box: {min: "
                                  "[0,0,0], max: [%s]}}, diameter: %s, stop: %s}]\n",
                             j ? "1,1,1" : "0.03,0.03,0.03", source[k].diameter, source[k].stop);
            w[j] = world_of_case(case_of_text(text[j]), NULL, 0, 1, NULL);
            scree_report_clear(r);
            assert_int_equal(scree_load_start(w[j], r), SCREE_OK);
            for (int step = 0; step < 3000; step++) {
                assert_int_equal(scree_world_step(w[j], r), SCREE_OK);
            }
            assert_int_equal(warnings_with(r, "'feed'"), j ? 0 : source[k].also ? 2 : 1);
            assert_true(j || (warnings_with(r, source[k].said) == 1 &&
                              warnings_with(r, "particles are missing") == 1));
            assert_true(j || !source[k].also || warnings_with(r, source[k].also) == 1);
            scree_free(text[j]);
        }
        assert_true(w[0]->p.n > 5 && w[1]->p.n > 2 * w[0]->p.n);
        for (uint64_t id = 1; id <= w[0]->p.n; id++) {
            assert_true(w[0]->p.x[index_of_id(w[0], id)].r == w[1]->p.x[index_of_id(w[1], id)].r);
        }
        scree_world_destroy(w[0]);
        scree_world_destroy(w[1]);
        scree_report_destroy(r);
    }
}

static void same_for_any_threads(void **state) {
    (void)state;
    static const char text[] = HEAD "gravity: [0,0,-9.81]\n"
                                    "domain: {min: [0,0,-1], max: [0.05,0.05,1], periodic: [x, y]}\n"
                                    "walls: {f: {plane: {point: [0,0,-0.1], normal: [0,0,1]}, material: m}}\n"
                                    "insertion:\n"
                                    "  - {material: m, rate: 3000 1/s, region: {box: {min: [0,0,0], max: "
                                    "[0.05,0.05,0.03]}}, velocity: [0,0,-1],\n"
                                    "     diameter: {uniform: [3 mm, 6 mm]}}\n"
                                    "  - {material: m, fill: random, region: {box: {min: [0,0,-0.1], max: "
                                    "[0.05,0.05,-0.02]}}, diameter: 4 mm,\n"
                                    "     fraction: 0.1}\n";
    scree_hash first = {0, 0};
    for (int threads = 1; threads <= 3; threads++) {
        scree_world *w = world_with(text, threads);
        advance(w, 1000);
        scree_hash h = scree_world_digest(w);
        first = threads == 1 ? h : first;
        assert_true(scree_hash_equal(h, first));
        assert_true(w->p.n > 250);
        scree_world_destroy(w);
    }
}

static void periodic_sides_count(void **state) {
    (void)state;
    scree_world *w =
        world_with(HEAD "domain: {min: [0,0,0], max: [0.1,0.08,0.06], periodic: [x, y, z]}\n"
                        "insertion: [{material: m, fill: random, " BOX ", diameter: {uniform: [3 mm, 9 "
                        "mm]}, fraction: 0.3}]\n",
                   1);
    expect_sound(w);
    advance(w, 1);
    assert_true(w->contacts == 0);
    scree_world_destroy(w);
}

// A region may be longer than several periods: what it holds is wrapped.
static void regions_beyond_periodic_sides(void **state) {
    (void)state;
    static const char *const way[] = {"fill: random", "fill: lattice", "rate: 20000 1/s"};
    for (int k = 0; k < 3; k++) {
        char *text = scree_format(HEAD "domain: {min: [0,0,0], max: [0.1,0.08,0.06], periodic: [x, y, z]}\n"
                                       "insertion: [{material: m, %s, diameter: 9 mm,\n"
                                       "  region: {box: {min: [-0.17, 0, 0], max: [0.31, 0.08, 0.06]}}}]\n",
                                  way[k]);
        scree_world *w = world_with(text, 1);
        advance(w, 1);
        assert_true(w->p.n > 150 && w->contacts == 0);
        scree_world_destroy(w);
        scree_free(text);
    }
}

// An open mesh just outside one periodic side of the box is also inside, at the other side.
static void walls_beyond_periodic_sides_count(void **state) {
    (void)state;
    static const scree_vec3 sheet[6] = {{0.103, -1, -1}, {0.103, 1, -1}, {0.103, 1, 1},
                                        {0.103, -1, -1}, {0.103, 1, 1},  {0.103, -1, 1}};
    write_mesh("sheet.stl", sheet, 2);
    static const char *const method[] = {"random", "lattice"};
    for (int k = 0; k < 2; k++) {
        char *text = scree_format(HEAD "domain: {min: [0,0,0], max: [0.1,0.08,0.06], periodic: [x, y, z]}\n"
                                       "walls: {s: {mesh: {file: sheet.stl}, material: m}}\n"
                                       "insertion: [{material: m, fill: %s, " BOX ", diameter: 8 mm, count: "
                                       "%s}]\n",
                                  method[k], k ? "unlimited" : "200");
        scree_world *w = world_with(text, 1);
        expect_sound(w); // touches nothing
        assert_true(w->p.n > 100);
        scree_world_destroy(w);
        scree_free(text);
    }
    unlink("sheet.stl");
}

// Large particles among many much smaller ones, which cover thousands of their cells: none is lost, and the test's time limit
// shows that it is not slow.
static void sizes_may_differ_by_a_thousand(void **state) {
    (void)state;
    scree_case *c = case_of_text(HEAD "domain: {min: [0,0,0], max: [0.1,0.08,0.06], periodic: [x, y, z]}\n"
                                      "insertion:\n"
                                      "  - {material: m, fill: random, region: {box: {min: [0,0,0.03], max: "
                                      "[0.1,0.08,0.0301]}}, diameter: 20 um, count: 200}\n"
                                      "  - {material: m, fill: random, " BOX
                                      ", diameter: {uniform: [5 mm, 20 mm]}, count: 60}\n");
    c->dt = 1e-9; // for the smallest
    scree_world *w = world_of_case(c, NULL, 0, 1, NULL);
    begin(w);
    assert_int_equal(w->p.n, 260);
    advance(w, 1);
    assert_int_equal(w->contacts, 0);
    scree_world_destroy(w);
}

// -------------------------------------------------------------------------------------------------- outlets and losses

static void outlets_count_and_delete(void **state) {
    (void)state;
    scree_particle q[20];
    for (uint64_t k = 0; k < 20; k++) {
        q[k] = ball(k + 1, 0.002, vec3(0.01 * (double)k, 0, 0.05 + 0.002 * (double)k), vec3(0, 0, -1),
                    vec3(0, 0, 0));
    }
    scree_world *w = world_of_text(
        scree_format(
            HEAD "outlets:\n"
                 "  gate: {region: {box: {min: [-1,-1,-0.05], max: [1,1,0]}}, action: count, every: 0.1 ms}\n"
                 "  out: {region: {half_space: {point: [0,0,-0.1], normal: [0,0,-1]}}, every: 0.1 ms}\n"),
        q, 20);
    double m = w->p.motion[0].v.m;
    for (int k = 0; k < 2000; k++) {
        advance(w, 1);
        double t = scree_world_time(w) - w->dt; // outlets act at the start of a step
        int passed = 0, gone = 0;
        for (int j = 0; j < 20; j++) {
            passed += 0.05 + 0.002 * j - t <= 1e-9;
            gone += 0.05 + 0.002 * j - t < -0.1 - 1e-9;
        }
        assert_true(abs((int)w->outlet.data[0].count - passed) <= 1 &&
                    abs((int)w->outlet.data[1].count - gone) <= 1);
        assert_int_equal(w->p.n, 20 - w->outlet.data[1].count);
    }
    assert_true(w->outlet.data[0].count == 20 && w->outlet.data[1].count == 20 && w->p.n == 0);
    expect_near(w->outlet.data[0].mass, 20 * m, 1e-12 * m, "mass");
    expect_near(w->ledger.removed, 20 * 0.5 * m, 1e-9 * m, "energy taken out");
    scree_world_destroy(w);
}

// Balls that fall through a box one after the other; the outlet there takes those that are in it while it is open.
static void outlets_open_and_close(void **state) {
    (void)state;
    const char *const when[] = {"start: 10 ms, stop: 20 ms, every: 0.1 ms", "start: 15 ms, once: true"};
    for (int k = 0; k < 2; k++) {
        scree_particle q[30];
        for (uint64_t i = 0; i < 30; i++) {
            q[i] = ball(i + 1, 0.002, vec3(0.01 * (double)i, 0, 0.001 * (double)i + 0.0005), vec3(0, 0, -1),
                        vec3(0, 0, 0));
        }
        scree_world *w = world_of_text(
            scree_format(HEAD "outlets: {gate: {region: {box: {min: [-1,-1,-0.003], max: [1,1,0]}}, %s}}\n",
                         when[k]),
            q, 30);
        advance(w, 99);
        assert_int_equal(w->outlet.data[0].count, 0);
        advance(w, 401);
        // Open for 10 ms at 1 m/s: 3 balls are in the box then, and 10 more come; once: the 3 that are there.
        assert_int_equal(w->outlet.data[0].count, k == 0 ? 13 : 3);
        assert_int_equal(w->p.n, 30 - w->outlet.data[0].count);
        scree_world_destroy(w);
    }
    expect_case_refused(
        HEAD "outlets: {gate: {region: {sphere: {point: [0, 0, 0], radius: 1}}, start: 2, stop: 1}}\n",
        "outlets.gate: stop is 1 s and start is 2 s; accepted: stop after start");
}

static void new_particles_spin(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(HEAD
                     "insertion: [{material: m, fill: random, count: 5, diameter: 4 mm, spin: [0, 100, 0],\n"
                     "  region: {box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}}}]\n"),
        NULL, 0);
    const scree_totals t = scree_world_totals(w);
    assert_int_equal(t.particles, 5);
    for (uint64_t id = 1; id <= 5; id++) {
        assert_true(spin_of(w, id).y == 100 && spin_of(w, id).x == 0);
    }
    assert_true(t.rotational > 0);
    scree_world *clumps = world_of_text(
        scree_format(HEAD "shapes: {s: {members: [{at: [0, 0, 0], radius: 1}, {at: [1, 0, 0], radius: 1}]}}\n"
                          "insertion: [{material: m, shape: s, fill: random, count: 3, diameter: 4 mm, "
                          "velocity: [1, 2, 3], spin: [0, 100, 0],\n"
                          "  region: {box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}}}]\n"),
        NULL, 0);
    for (size_t i = 0; i < clumps->p.n; i++) {
        assert_true(fabs(clumps->p.motion[i].w.y - 100) < 1e-9);
        assert_true(!scree_is_first(&clumps->p, i) ||
                    vec_norm(vec_sub(clumps->p.body_velocity[i], vec3(1, 2, 3))) < 1e-12);
    }
    assert_int_equal(clumps->p.n, 6);
    scree_world_destroy(clumps);
    expect_near(t.balance, 0, 1e-15 * t.rotational, "balance");
    scree_world_destroy(w);
}

static void lost_particles(void **state) {
    (void)state;
    for (int error = 0; error < 2; error++) {
        char *text = scree_format(HEAD "domain: {min: [0,0,0], max: [1,1,1], periodic: [y], lost: %s}\n",
                                  error ? "error" : "delete");
        scree_particle q[2] = {ball(7, 0.01, vec3(0.95, 0.5, 0.5), vec3(1, 0, 0), vec3(0, 0, 0)),
                               ball(9, 0.01, vec3(0.5, 0.95, 0.5), vec3(0, 1, 0), vec3(0, 0, 0))};
        scree_world *w = world_of_text(text, q, 2);
        scree_report *r = scree_report_create();
        scree_status status = SCREE_OK;
        for (int k = 0; k < 1000 && status == SCREE_OK; k++) {
            status = scree_world_step(w, r);
        }
        if (error) {
            assert_int_equal(status, SCREE_BAD_NUMBERS);
            const char *said = scree_report_text(r, scree_report_size(r) - 1);
            assert_non_null(strstr(said, "particle 7 left the domain"));
            assert_non_null(strstr(said, "domain.lost"));
        } else {
            assert_int_equal(status, SCREE_OK);
            assert_true(w->lost == 1 && w->p.n == 1 && w->p.id[0] == 9);
            expect_vec_near(place_of(w, 9), vec3(0.5, 0.05, 0.5), 1e-12, "through the periodic side");
        }
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

// What an outlet has taken since the first insertion comes back, and not what it took before.
static void refilled(void **state) {
    (void)state;
    scree_world *w = world_with(
        HEAD
        "gravity: [0, 0, -10]\n"
        "insertion: [{name: bed, material: m, fill: random, count: 40, diameter: 4 mm, " BOX "},\n"
        "  {name: back, material: m, refill: hole, start: 0.05, diameter: 4 mm, region: {box: {min: [0, 0, "
        "0.2], max: [0.1, "
        "0.08, 0.26]}}}]\n"
        "outlets: {hole: {region: {half_space: {point: [0, 0, 0.01], normal: [0, 0, -1]}}, every: 1 ms}}\n",
        1);
    advance(w, 499);
    const uint64_t before = w->outlet.data[0].count;
    advance(w, 800);
    assert_true(before > 5 && before < 35);
    assert_true(w->outlet.data[0].count == 40); // all of the bed; what came back is still in flight
    assert_true(w->source.data[1].inserted >= 40 - before - 1 && w->source.data[1].inserted <= 40 - before);
    scree_world_destroy(w);
}

// A whole sphere is in a box if its six outermost points are; the sides differ.
static void box_that_holds(void **state) {
    (void)state;
    scree_world *w = world_with(HEAD, 1);
    const scree_region box = {.kind = SCREE_REGION_BOX, .min = {0.1, -0.2, 0.3}, .max = {0.4, 0.2, 0.9}};
    int held = 0;
    for (uint64_t k = 0; k < 4000; k++) {
        scree_random random = {3, 0, k, 0};
        const double x = 0.6 * scree_random_uniform(&random), y = 0.8 * scree_random_uniform(&random) - 0.4,
                     z = 1.2 * scree_random_uniform(&random), r = 0.1 * scree_random_uniform(&random);
        const scree_vec3 c = vec3(x, y, z);
        bool all = true;
        for (int axis = 0; axis < 3; axis++) {
            const scree_vec3 out = vec3(axis == 0 ? r : 0, axis == 1 ? r : 0, axis == 2 ? r : 0);
            all = all && scree_region_contains(w, &box, vec_add(c, out)) &&
                  scree_region_contains(w, &box, vec_sub(c, out));
        }
        assert_true(scree_region_holds(w, &box, c, r) == all);
        held += all;
    }
    assert_true(held > 200);
    scree_world_destroy(w);
}

// A time between two events is the nearest number of steps, at least one.
static void whole_steps_between(void **state) {
    (void)state;
    scree_world *w = world_with(HEAD, 1);
    static const double steps[] = {0.2, 1.49, 1.51, 10.48, 10.52};
    static const uint64_t whole[] = {1, 1, 2, 10, 11};
    for (int k = 0; k < 5; k++) {
        assert_int_equal(scree_steps_between(w, steps[k] * w->dt), whole[k]);
    }
    scree_world_destroy(w);
}

// Random places are in all of the region: a sphere of each size comes as near to each side as chance brings it.
static void reaches_all_sides(void **state) {
    (void)state;
    static const char *const way[] = {"fill: random, count: 600", "rate: 1e6 1/s, count: 600"};
    for (int k = 0; k < 2; k++) {
        scree_world *w = world_of_text(
            scree_format(HEAD "insertion: [{material: m, %s, diameter: 2 mm, " BOX "}]\n", way[k]), NULL, 0);
        advance(w, 20);
        scree_vec3 least = vec3(1, 1, 1), most = vec3(0, 0, 0);
        for (size_t i = 0; i < w->p.n; i++) {
            const scree_vec3 x = vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z);
            least = vec_min(least, x);
            most = vec_max(most, x);
        }
        assert_true(w->p.n == 600);
        const scree_vec3 size = vec3(0.1, 0.08, 0.06);
        for (int axis = 0; axis < 3; axis++) { // of a 60th of the depth is none of 600 with a chance of 4e-5
            const double slack = (vec_get(size, axis) - 2e-3) / 60.0;
            assert_true(vec_get(least, axis) < 1e-3 + slack);
            assert_true(vec_get(most, axis) > vec_get(size, axis) - 1e-3 - slack);
        }
        scree_world_destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reaches_all_sides),
        cmocka_unit_test(fills_every_region),
        cmocka_unit_test(endless_shaft_is_kept_free),
        cmocka_unit_test(respects_limits),
        cmocka_unit_test(too_many_is_said),
        cmocka_unit_test(sizes_follow_their_distribution),
        cmocka_unit_test(sizes_are_kept_without_a_limit),
        cmocka_unit_test(rate_is_kept),
        cmocka_unit_test(same_for_any_threads),
        cmocka_unit_test(rate_that_cannot_be_kept_is_said),
        cmocka_unit_test(sizes_may_differ_by_a_thousand),
        cmocka_unit_test(periodic_sides_count),
        cmocka_unit_test(regions_beyond_periodic_sides),
        cmocka_unit_test(walls_beyond_periodic_sides_count),
        cmocka_unit_test(outlets_count_and_delete),
        cmocka_unit_test(outlets_open_and_close),
        cmocka_unit_test(new_particles_spin),
        cmocka_unit_test(lost_particles),
        cmocka_unit_test(refilled),
        cmocka_unit_test(box_that_holds),
        cmocka_unit_test(whole_steps_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
