// SPDX-License-Identifier: BSD-3-Clause
// Coarse-grained fields: the kernel's integrals against quadrature; totals; the balances of mass and momentum of a flow between a floor and periodic sides; the
// same numbers for threads and orders of particles; heights of a column; granular temperature.
#include "fields/fields_csv.h"
#include "fields/lucy.h"
#include "measures/particle_stress.h"
#include "world_of_text.h"

enum { GAUSS = 4 };
static const double node[GAUSS] = {-0.86113631159405258, -0.33998104358485626, 0.33998104358485626,
                                   0.86113631159405258},
                    weight[GAUSS] = {0.34785484513745386, 0.65214515486254614, 0.65214515486254614,
                                     0.34785484513745386};

// ---- kernel -------------------------------------------------------------------------------------------------

static double kernel_at(scree_vec3 u, double range) {
    return scree_lucy(vec_norm2(u), range);
}

static void integrals_of_the_kernel(void **state) {
    (void)state;
    enum { PARTS = 400 };
    const double R = 1.3;
    double all = 0.0, below = 0.0;
    for (int k = 0; k < PARTS; k++) {
        for (int j = 0; j < GAUSS; j++) {
            const double r = R * (k + 0.5 + 0.5 * node[j]) / PARTS, w = 0.5 * weight[j] * R / PARTS;
            all += w * 4.0 * SCREE_PI * r * r * scree_lucy(r * r, R);
            double plane = 0.0; // in rings
            for (int i = 0; i < PARTS; i++) {
                for (int g = 0; g < GAUSS; g++) {
                    const double s = R * (i + 0.5 + 0.5 * node[g]) / PARTS;
                    plane += 0.5 * weight[g] * R / PARTS * 2.0 * SCREE_PI * s * scree_lucy(s * s + r * r, R);
                }
            }
            expect_near(scree_lucy_plane(-r, R), plane, 1e-9, "plane");
            below += w * scree_lucy_plane(r, R);
        }
        const double x = R * (k + 1.0) / PARTS;
        expect_near(scree_lucy_below(x, R), 0.5 + below, 1e-13, "below");
        expect_near(scree_lucy_below(-x, R), 0.5 - below, 1e-13, "below");
    }
    expect_near(all, 1.0, 1e-13, "volume");
}

// Segments that begin and end inside and outside of the kernel, through its centre, and along its edge.
static void segments(void **state) {
    (void)state;
    enum { PARTS = 2000 };
    const double R = 1.3;
    const scree_vec3 d[] = {{0.7, 0.2, -0.4}, {4.0, 0.0, 0.0}, {0.0, 1e-3, 0.0}, {0.0, 0.0, -2.6}};
    const scree_vec3 u[] = {{0.1, 0.3, 0.2}, {2.0, 0.0, 0.0},   {2.0, 0.9, -0.9},
                            {0.0, 0.0, 0.0}, {0.35, 0.1, -0.2}, {0.0, 1.2, -1.3}};
    for (size_t i = 0; i < sizeof d / sizeof *d; i++) {
        const scree_lucy_line line = scree_lucy_line_of(d[i], R);
        for (size_t k = 0; k < sizeof u / sizeof *u; k++) {
            double sum = 0.0;
            for (int n = 0; n < PARTS * GAUSS; n++) {
                const double s = (n / GAUSS + 0.5 + 0.5 * node[n % GAUSS]) / PARTS;
                sum += 0.5 * weight[n % GAUSS] / PARTS * kernel_at(vec_add_scaled(u[k], -s, d[i]), R);
            }
            expect_near(scree_lucy_segment(&line, u[k], R), sum, 1e-11, "segment");
        }
    }
}

// ---- a flow --------------------------------------------------------------------------------------------------

static scree_world *flow;

// Falls onto a floor, is sheared by its periodic sides, has spheres that are fixed, clumps and heat.
static int make_flow(void **state) {
    (void)state;
    flow = world_of_text(
        scree_format(
            "time: {end: 1}\n"
            "gravity: [3, 0, -9.81]\n"
            "domain: {min: [0, 0, -0.01], max: [0.02, 0.016, 0.08], periodic: [x, y]}\n"
            "materials: {a: {density: 2500, young: 5e6, poisson: 0.2, restitution: 0.5, friction: 0.5, "
            "heat_capacity: 800}}\n"
            "contacts: [{between: any, normal: hertz, tangential: mindlin}]\n"
            "heat: {temperature: 300}\n"
            "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: a}}\n"
            "shapes: {pair: {members: [{at: [-0.7 mm, 0, 0], radius: 1 mm}, {at: [0.7 mm, 0, 0], radius: 1 "
            "mm}]}}\n"
            "insertion:\n"
            "  - {material: a, fill: random, count: 400, diameter: {uniform: [1.5 mm, 2.5 mm]},\n"
            "     region: {box: {min: [0, 0, 0], max: [0.02, 0.016, 0.02]}}, velocity: [0.2, 0, -0.5]}\n"
            "  - {material: a, shape: pair, fill: random, count: 30, diameter: 2 mm,\n"
            "     region: {box: {min: [0, 0, 0.02], max: [0.02, 0.016, 0.03]}}, velocity: [0, 0.2, -0.5]}\n"),
        (const scree_particle[]){
            {.id = 5000, .radius = 2e-3, .density = 2500.0, .x = vec3(0.005, 0.008, 0.002), .fixed = true}},
        1);
    advance(flow, 1500);
    return 0;
}

static int free_flow(void **state) {
    (void)state;
    scree_world_destroy(flow);
    return 0;
}

static scree_fields_def profile(double low, double high, int bins) {
    return (scree_fields_def){.along = 2,
                              .bins = bins,
                              .radius = 3.1e-3,
                              .has_box = true,
                              .min = vec3(0.0, 0.0, low),
                              .max = vec3(0.02, 0.016, high)};
}

static scree_fields fields_of(const scree_arrangement *a, const scree_fields_def *def) {
    scree_fields f;
    scree_fields_begin(&f, def);
    scree_fields_add(&f, a, true, 1);
    return f;
}

// A number of a field in a cell.
static double value_of(const scree_fields *f, const char *name, size_t cell, int component) {
    double out[9];
    const scree_fields_value *v = scree_fields_value_list;
    while (strcmp(v->name, name) != 0) {
        v++;
    }
    scree_fields_of(f, v, cell, out);
    return out[component];
}

// The sums of a plane: of what crosses it.
static double at_plane(const scree_arrangement *a, double z, const char *name, int component) {
    const scree_fields_def def = profile(z, z, 1);
    scree_fields f = fields_of(a, &def);
    const double x = value_of(&f, name, 0, component);
    scree_fields_clear(&f);
    return x;
}

static double in_slice(const scree_arrangement *a, double low, double high, const char *name, int component) {
    const scree_fields_def def = profile(low, high, 1);
    scree_fields f = fields_of(a, &def);
    const double x = value_of(&f, name, 0, component) * (high - low);
    scree_fields_clear(&f);
    return x;
}

static const double area = 0.02 * 0.016;

// turned: each contact of two particles is given from the other one.
static void expect_totals(bool turned) {
    scree_arrangement a;
    scree_arrangement_of(flow, true, &a);
    for (size_t k = 0; k < a.contact.n && turned; k++) {
        scree_arranged_contact *c = &a.contact.data[k];
        if (c->b != SCREE_ARRANGED_WALL) {
            *c = (scree_arranged_contact){.a = c->b,
                                          .b = c->a,
                                          .counts = c->counts,
                                          .normal = vec_scale(-1.0, c->normal),
                                          .force = vec_scale(-1.0, c->force),
                                          .arm = {c->arm[1], c->arm[0]}};
        }
    }
    double mass = 0.0, momentum[3] = {0.0}, moment = 0.0, scale = 0.0, floor_force = 0.0;
    for (size_t i = 0; i < a.particle.n; i++) {
        const scree_arranged *q = &a.particle.data[i];
        if (scree_arranged_counts(&a, i)) {
            mass += q->m;
            momentum[0] += q->m * q->v.x;
            momentum[1] += q->m * q->v.y;
            momentum[2] += q->m * q->v.z;
        }
    }
    size_t with_fixed = 0;
    for (size_t k = 0; k < a.contact.n; k++) {
        const scree_arranged_contact *c = &a.contact.data[k];
        const bool wall = c->b == SCREE_ARRANGED_WALL, fixed_a = a.particle.data[c->a].fixed,
                   fixed_b = !wall && a.particle.data[c->b].fixed;
        const scree_vec3 d = fixed_a   ? vec_scale(-1.0, c->arm[1])
                             : fixed_b ? c->arm[0]
                                       : vec_sub(c->arm[0], c->arm[1]);
        if (!(fixed_a && (wall || fixed_b))) {
            moment += c->force.z * d.z;
            scale += fabs(c->force.z * d.z);
        }
        floor_force += wall && !fixed_a   ? c->force.z
                       : fixed_b          ? c->force.z
                       : fixed_a && !wall ? -c->force.z
                                          : 0.0;
        with_fixed += fixed_a != fixed_b && !wall;
    }
    if (with_fixed == 0 || a.contact.n < 300) {
        fail_msg("%zu contacts, %zu with the fixed sphere", a.contact.n, with_fixed);
    }
    const scree_fields_def def = profile(-0.01, 0.08, 90);
    scree_fields f = fields_of(&a, &def);
    double sum[6] = {0.0};
    for (size_t cell = 0; cell < f.cells; cell++) {
        const double volume = 1e-3 * area;
        sum[0] += volume * value_of(&f, "density", cell, 0);
        for (int k = 0; k < 3; k++) {
            sum[1 + k] += volume * value_of(&f, "momentum", cell, k);
        }
        sum[4] -= volume * value_of(&f, "contact_stress", cell, 8);
        sum[5] += volume * value_of(&f, "wall_force", cell, 2);
    }
    expect_near(sum[0], mass, 1e-12 * mass, "mass");
    for (int k = 0; k < 3; k++) {
        expect_near(sum[1 + k], momentum[k], 1e-12 * mass, "momentum");
    }
    expect_near(sum[4], moment, 1e-12 * scale, "moment of the forces");
    expect_near(sum[5], floor_force, 1e-12 * floor_force, "force of the floor");
    scree_fields_clear(&f);
    scree_arrangement_clear(&a);
}

static void totals(void **state) {
    (void)state;
    expect_totals(false);
    expect_totals(true);
}

// What moves on straight paths for a short time: the change of the mass in a slice is what came through its planes, an integral over time by Gauss.
static void mass_is_balanced(void **state) {
    (void)state;
    const double low = 3.3e-3, high = 9.1e-3, time = 2e-4;
    scree_arrangement a;
    scree_arrangement_of(flow, true, &a);
    double change = 0.0, through = 0.0, largest = 0.0;
    for (int k = -1; k <= GAUSS; k++) {
        const double t = k < 0 ? 0.0 : k == GAUSS ? time : 0.5 * time * (1.0 + node[k]);
        scree_arrangement moved;
        scree_arrangement_of(flow, true, &moved);
        for (size_t i = 0; i < a.particle.n; i++) {
            moved.particle.data[i].whole = vec_add_scaled(a.particle.data[i].whole, t, a.particle.data[i].v);
        }
        if (k < 0 || k == GAUSS) {
            change += (k < 0 ? -1.0 : 1.0) * in_slice(&moved, low, high, "density", 0);
        } else {
            const double out = at_plane(&moved, high, "momentum", 2),
                         in = at_plane(&moved, low, "momentum", 2);
            through += 0.5 * time * weight[k] * (in - out);
            largest = fmax(largest, time * fmax(fabs(in), fabs(out)));
        }
        scree_arrangement_clear(&moved);
    }
    assert_true(fabs(change) > 1e-3 * largest);
    expect_near(through, change, 1e-11 * largest, "mass through the planes");
    scree_arrangement_clear(&a);
}

// In a slice: the forces of contacts on its particles are the difference of the contact stress at its planes and the force of walls in it; the rate of its momentum
// also has what particles carry through the planes, and their weight. Both sides are sums over the same particles and contacts, so they agree to rounding.
static void momentum_is_balanced(void **state) {
    (void)state;
    scree_arrangement a;
    scree_arrangement_of(flow, true, &a);
    for (int slice = 0; slice < 6; slice++) {
        const double low = -2e-3 + 2.3e-3 * slice, high = low + 1.9e-3, R = 3.1e-3;
        for (int k = 0; k < 3; k++) {
            double rate = 0.0, scale = 0.0;
            for (size_t i = 0; i < a.particle.n; i++) {
                const scree_arranged *q = &a.particle.data[i];
                if (!scree_arranged_counts(&a, i)) {
                    continue;
                }
                const double inside = scree_lucy_below(high - q->whole.z, R) -
                                      scree_lucy_below(low - q->whole.z, R),
                             entering = q->v.z * (scree_lucy_plane(low - q->whole.z, R) -
                                                  scree_lucy_plane(high - q->whole.z, R));
                rate += vec_get(q->force, k) * inside + q->m * vec_get(q->v, k) * entering;
                scale += fabs(vec_get(q->force, k)) * inside;
            }
            double flux = 0.0;
            for (int side = 0; side < 2; side++) {
                const double z = side == 0 ? low : high, j = at_plane(&a, z, "momentum", 2);
                const double u = j != 0.0 ? at_plane(&a, z, "velocity", k) : 0.0;
                flux += (side == 0 ? 1.0 : -1.0) * (at_plane(&a, z, "stress", 3 * k + 2) + j * u);
            }
            const double weight_in = vec_get(flow->gravity, k) * in_slice(&a, low, high, "density", 0),
                         walls = in_slice(&a, low, high, "wall_force", k);
            expect_near(area * (flux + walls + weight_in), rate, 1e-11 * scale + 1e-16, "rate of momentum");
        }
    }
    scree_arrangement_clear(&a);
}

// On a grid the divergence of the contact stress, by differences of fourth order, and the force of walls are the forces on the particles.
static void stress_on_a_grid(void **state) {
    (void)state;
    scree_arrangement a;
    scree_arrangement_of(flow, true, &a);
    const double R = 4e-3, h = R / 100.0;
    for (int point = 0; point < 5; point++) {
        const scree_vec3 at =
            vec3(1e-3 + 4e-3 * point, 0.5e-3 + 3e-3 * point, 1.1e-3 + 2e-3 * point); // near borders too
        double divergence[3] = {0.0}, force[3] = {0.0}, scale = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            static const double factor[5] = {1.0 / 12.0, -8.0 / 12.0, 0.0, 8.0 / 12.0, -1.0 / 12.0};
            const scree_vec3 e = vec3(axis == 0, axis == 1, axis == 2);
            const scree_vec3 half = vec_add_scaled(vec3(0.5 * h, 0.5 * h, 0.5 * h), 2.0 * h, e);
            const scree_fields_def def = {.along = 3,
                                          .cells = vec_add_scaled(vec3(1, 1, 1), 4.0, e),
                                          .radius = R,
                                          .has_box = true,
                                          .min = vec_sub(at, half),
                                          .max = vec_add(at, half)};
            scree_fields f = fields_of(&a, &def);
            for (size_t k = 0; k < 5; k++) {
                for (int i = 0; i < 3; i++) {
                    divergence[i] -= factor[k] / h * value_of(&f, "contact_stress", k, 3 * i + axis);
                }
            }
            for (int i = 0; i < 3 && axis == 0; i++) {
                force[i] -= value_of(&f, "wall_force", 2, i);
            }
            scree_fields_clear(&f);
        }
        for (size_t i = 0; i < a.particle.n; i++) {
            const scree_arranged *q = &a.particle.data[i];
            const scree_vec3 d =
                scree_nearest_image(&a.cell.period, q->whole.x - at.x, q->whole.y - at.y, q->whole.z - at.z);
            const double phi = kernel_at(d, R);
            for (int k = 0; k < 3 && scree_arranged_counts(&a, i); k++) {
                force[k] += phi * (vec_get(q->force, k) - q->m * vec_get(flow->gravity, k));
                scale += phi * fabs(vec_get(q->force, k));
            }
        }
        for (int k = 0; k < 3; k++) {
            expect_near(divergence[k], force[k], 2e-6 * scale, "divergence of the stress");
        }
    }
    scree_arrangement_clear(&a);
}

// The mean over the periodic plane of a grid is the profile at this plane.
static void grid_and_profile(void **state) {
    (void)state;
    static const char *const name[] = {"density", "momentum", "contact_stress", "wall_force"};
    static const int component[] = {0, 2, 8, 2};
    scree_arrangement a;
    scree_arrangement_of(flow, true, &a);
    scree_fields_def def = profile(2e-3, 2.001e-3, 1);
    const double z = 2.0005e-3;
    def.along = 3;
    def.cells = vec3(80, 64, 1);
    scree_fields f = fields_of(&a, &def);
    for (int k = 0; k < 4; k++) {
        double mean = 0.0;
        for (size_t cell = 0; cell < f.cells; cell++) {
            mean += value_of(&f, name[k], cell, component[k]) / (double)f.cells;
        }
        expect_near(mean, at_plane(&a, z, name[k], component[k]), 1e-6 * fabs(mean), name[k]);
    }
    scree_fields_clear(&f);
    scree_arrangement_clear(&a);
}

// ---- orders ---------------------------------------------------------------------------------------------------

static void same_numbers(void **state) {
    (void)state;
    scree_arrangement a;
    scree_arrangement_of(flow, true, &a);
    const scree_fields_def def[] = {profile(0.0, 0.03, 30),
                                    {.along = 3,
                                     .cells = vec3(9, 8, 7),
                                     .radius = 3e-3,
                                     .has_box = true,
                                     .min = vec3(0, 0, 0),
                                     .max = vec3(0.02, 0.016, 0.03)}};
    for (int k = 0; k < 2; k++) {
        scree_fields one = fields_of(&a, &def[k]);
        const size_t size = one.cells * 2 * SCREE_FIELDS_SUMS * sizeof *one.sum;
        for (int threads = 2; threads <= 4; threads += 2) {
            scree_fields f;
            scree_fields_begin(&f, &def[k]);
            scree_fields_add(&f, &a, true, threads);
            assert_memory_equal(one.sum, f.sum, size);
            scree_fields_clear(&f);
        }
        scree_arrangement other; // contacts in the other order
        scree_arrangement_of(flow, true, &other);
        for (size_t i = 0; i < a.contact.n; i++) {
            other.contact.data[i] = a.contact.data[a.contact.n - 1 - i];
        }
        scree_fields f = fields_of(&other, &def[k]);
        for (int v = 0; v < SCREE_FIELDS_VALUES; v++) {
            for (size_t cell = 0; cell < f.cells; cell++) {
                double x[2][9] = {{0.0}};
                scree_fields_of(&one, &scree_fields_value_list[v], cell, x[0]);
                scree_fields_of(&f, &scree_fields_value_list[v], cell, x[1]);
                assert_memory_equal(x[0], x[1], sizeof x[0]);
            }
        }
        scree_fields_clear(&f);
        scree_fields_clear(&one);
        scree_arrangement_clear(&other);
    }
    scree_arrangement_clear(&a);
}

// ---- states whose fields are known ---------------------------------------------------------------------------

// Spheres on top of each other at rest: the stress times the area is the weight above, but within the radius of the ends.
static void column(void **state) {
    (void)state;
    enum { N = 12 };
    const double r = 1e-3, g = 9.81, R = 2.5e-3;
    scree_arrangement a = {.cell = flow->cell};
    const double m = 2500.0 * scree_sphere_volume(r);
    for (uint32_t k = 0; k < N; k++) {
        const scree_vec3 x = vec3(0.01, 0.0, r * (2.0 * k + 1.0));
        scree_array_push(&a.particle, (scree_arranged){.x = x,
                                                       .whole = x,
                                                       .r = r,
                                                       .m = m,
                                                       .temperature = 280.0 + k,
                                                       .diameter = 2.0 * r,
                                                       .share = 1.0,
                                                       .first = k,
                                                       .counts = true});
        scree_array_push(&a.contact,
                         (scree_arranged_contact){.a = k,
                                                  .b = k > 0 ? k - 1 : SCREE_ARRANGED_WALL,
                                                  .counts = true,
                                                  .normal = vec3(0, 0, -1),
                                                  .force = vec3(0, 0, (N - k) * m * g),
                                                  .arm = {vec3(0, 0, -r), vec3(0, 0, k > 0 ? r : 0.0)}});
    }
    scree_fields_def def = profile(0.0, 2.0 * r * N, 2 * N);
    def.radius = R;
    scree_fields f = fields_of(&a, &def);
    for (size_t cell = 0; cell < f.cells; cell++) {
        const double z = scree_fields_place(&f, cell).z;
        if (z > R + r && z < 2.0 * r * N - R - r) {
            const double above = (2.0 * r * N - z) / (2.0 * r) * m *
                                 g; // the column has its weight evenly, on the average of a diameter
            expect_near(area * value_of(&f, "stress", cell, 8), above, 0.05 * m * g, "weight above");
            expect_near(value_of(&f, "coordination", cell, 0), 2.0, 1e-12, "coordination");
            expect_near(value_of(&f, "fabric", cell, 8), 1.0, 1e-12, "fabric");
            expect_near(value_of(&f, "temperature", cell, 0), 280.0 + (z - r) / (2.0 * r), 0.1,
                        "temperature");
        }
        assert_true(value_of(&f, "pressure", cell, 0) >= 0.0);
    }
    def.sign = 1;
    scree_fields tension = fields_of(&a, &def);
    expect_near(value_of(&tension, "stress", N, 8), -value_of(&f, "stress", N, 8), 0.0, "tension");
    expect_near(value_of(&tension, "pressure", N, 0), value_of(&f, "pressure", N, 0), 0.0, "pressure");
    scree_fields_clear(&tension);
    scree_fields_clear(&f);
    scree_arrangement_clear(&a);
}

// A gas in a periodic box, as one slice: its granular temperature is that of the particles. Two frames are their mean.
static void temperature_of_a_gas(void **state) {
    (void)state;
    enum { N = 200 };
    const bool periodic[3] = {true, true, true};
    scree_arrangement a = {.cell = scree_cell_create(vec3(0, 0, 0), vec3(1, 1, 1), periodic)};
    double m = 0.0, square = 0.0;
    scree_vec3 mean = vec3(0, 0, 0);
    for (uint32_t k = 0; k < N; k++) {
        const scree_vec3 x = vec3(fmod(0.618034 * k, 1.0), fmod(0.41421 * k, 1.0), fmod(0.73205 * k, 1.0)),
                         v = vec3(3.0 + fmod(0.2361 * k, 1.0), fmod(0.6458 * k, 2.0), fmod(0.3166 * k, 1.5));
        scree_array_push(&a.particle, (scree_arranged){.x = x,
                                                       .whole = x,
                                                       .r = 0.02,
                                                       .v = v,
                                                       .m = 1.0 + k % 3,
                                                       .temperature = NAN,
                                                       .diameter = 0.04,
                                                       .share = 1.0,
                                                       .first = k,
                                                       .counts = true});
        m += 1.0 + k % 3;
        mean = vec_add_scaled(mean, 1.0 + k % 3, v);
    }
    mean = vec_scale(1.0 / m, mean);
    for (size_t k = 0; k < N; k++) {
        square += a.particle.data[k].m * vec_norm2(vec_sub(a.particle.data[k].v, mean));
    }
    for (int axis = 0; axis < 3; axis++) {
        const scree_fields_def def = {
            .along = axis, .bins = 1, .radius = 0.3, .min = vec3(0, 0, 0), .max = vec3(1, 1, 1)};
        scree_fields f = fields_of(&a, &def);
        expect_near(value_of(&f, "granular_temperature", 0, 0), square / (3.0 * m), 1e-13 * square / m,
                    "temperature");
        expect_near(value_of(&f, "density", 0, 0), m, 1e-13 * m, "density");
        scree_fields_add(&f, &a, true, 1);
        expect_near(value_of(&f, "density", 0, 0), m, 1e-13 * m, "density of two frames");
        scree_fields_clear(&f);
    }
    scree_arrangement_clear(&a);
}

// Times their volumes, the stresses of the free particles sum up to the moment of the forces, walls and fixed spheres included, which is the integral of the field.
static void stress_of_particles(void **state) {
    (void)state;
    scree_arrangement a;
    scree_arrangement_of(flow, true, &a);
    double *stress = scree_particle_stress(&a), sum = 0.0, scale = 0.0;
    size_t members = 0;
    for (size_t i = 0; i < a.particle.n; i++) {
        const scree_arranged *q = &a.particle.data[i];
        const double moment = stress[i * SCREE_PARTICLE_STRESS + 8] * scree_sphere_volume(0.5 * q->diameter);
        sum += scree_arranged_counts(&a, i) ? moment : 0.0;
        scale += fabs(moment);
        members += q->first != i;
        assert_memory_equal(stress + i * SCREE_PARTICLE_STRESS, stress + q->first * SCREE_PARTICLE_STRESS,
                            SCREE_PARTICLE_STRESS * sizeof *stress);
    }
    const scree_fields_def def = profile(-0.01, 0.08, 1);
    scree_fields f = fields_of(&a, &def);
    assert_int_equal(members, 30);
    expect_near(sum, value_of(&f, "contact_stress", 0, 8) * area * 0.09, 1e-12 * scale,
                "moment of the forces");
    scree_fields_clear(&f);
    scree_free(stress);
    scree_arrangement_clear(&a);
}

// In a cell that leans the field is the sum over all images of the particle.
static void leaning_cell(void **state) {
    (void)state;
    const bool periodic[3] = {true, true, true};
    scree_arrangement a = {.cell = scree_cell_create(vec3(0, 0, 0), vec3(1, 1, 1), periodic)};
    a.cell.period.leans = true;
    a.cell.period.lean[0] = 0.45;
    a.cell.period.lean[1] = -0.3;
    a.cell.period.lean[2] = 0.4;
    const scree_vec3 x = vec3(0.9, 0.85, 0.95);
    scree_array_push(&a.particle, (scree_arranged){.x = x,
                                                   .whole = x,
                                                   .r = 0.1,
                                                   .m = 2.0,
                                                   .temperature = NAN,
                                                   .diameter = 0.2,
                                                   .share = 1.0,
                                                   .counts = true});
    const scree_fields_def def = {
        .along = 3, .cells = vec3(5, 6, 7), .radius = 0.6, .min = vec3(0, 0, 0), .max = vec3(1, 1, 1)};
    scree_fields f = fields_of(&a, &def);
    for (size_t cell = 0; cell < f.cells; cell++) {
        double sum = 0.0;
        for (int k = 0; k < 7 * 7 * 7; k++) {
            const double i = k % 7 - 3, j = k / 7 % 7 - 3, n = k / 49 - 3;
            const scree_vec3 image = vec3(x.x + i + 0.45 * j - 0.3 * n, x.y + j + 0.4 * n, x.z + n);
            sum += 2.0 * kernel_at(vec_sub(image, scree_fields_place(&f, cell)), 0.6);
        }
        expect_near(value_of(&f, "density", cell, 0), sum, 1e-12, "density");
    }
    scree_fields_clear(&f);
    scree_arrangement_clear(&a);
}

#define CASE(fields)                                                                                         \
    "time: {end: 1}\nmaterials: {a: {density: 2500, young: 5e6, poisson: 0.2, restitution: 0.5, friction: "  \
    "0.5}}\n" fields
static void keys(void **state) {
    (void)state;
    scree_case *c =
        case_of_text(CASE("output: {fields: {every: 2 ms, along: y, bins: 7, radius: 4 mm, sign: tension, "
                          "box: {min: [0, 0, -1 mm], max: [1, 2, 3]}}}\n"));
    const scree_fields_def *d = &c->output.fields;
    assert_true(d->every == 2e-3 && d->along == 1 && d->bins == 7 && d->radius == 4e-3 && d->sign == 1);
    assert_true(d->has_box && d->min.z == -1e-3 && d->max.y == 2.0);
    scree_case_clear(c);
    scree_free(c);
}

static void mistakes(void **state) {
    (void)state;
    expect_case_refused(CASE("output: {fields: {every: 1 ms, cells: [3, 3, 3]}}\n"),
                        "accepted: also 'domain', or 'box' beside");
    expect_case_refused(CASE("output: {fields: {cells: [3, 3, 3]}}\n"), "every");
    expect_case_refused(CASE("output: {fields: {every: 1 ms}}\n"),
                        "accepted: 'cells' with three whole numbers");
    expect_case_refused(CASE("output: {fields: {every: 1 ms, cells: [3, 2.5, 3]}}\n"),
                        "'cells' makes no grid");
    expect_case_refused(CASE("output: {fields: {every: 1 ms, cells: [3, 3, 3], along: z}}\n"),
                        "accepted: one of them");
    expect_case_refused(
        CASE("output: {fields: {every: 1 ms, along: z, box: {min: [0, 0, 1], max: [1, 0, 2]}}}\n"),
        "'min' is not below 'max' along y");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(integrals_of_the_kernel),
                                       cmocka_unit_test(segments),
                                       cmocka_unit_test(totals),
                                       cmocka_unit_test(mass_is_balanced),
                                       cmocka_unit_test(momentum_is_balanced),
                                       cmocka_unit_test(stress_on_a_grid),
                                       cmocka_unit_test(grid_and_profile),
                                       cmocka_unit_test(same_numbers),
                                       cmocka_unit_test(column),
                                       cmocka_unit_test(temperature_of_a_gas),
                                       cmocka_unit_test(stress_of_particles),
                                       cmocka_unit_test(leaning_cell),
                                       cmocka_unit_test(keys),
                                       cmocka_unit_test(mistakes)};
    return cmocka_run_group_tests(tests, make_flow, free_flow);
}
