// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Every law in the engine itself: the same bits from any number of threads, any skin, every instruction set and from a
// checkpoint in the middle; momentum and the energy ledger of a collision of two free spheres. Each law
// needs a line below, otherwise `every_law_is_here` fails.
#include "access/contact_iterator.h"
#include "checkpoint/checkpoint.h"
#include "effort.h"
#include "kernels/kernels.h"
#include "laws/list/registry.h"
#include "measure/totals.h"
#include "world_of_text.h"
#include <unistd.h>

// A normal law, the laws combined with it, and the effects of their traits that must occur in the scene.
typedef struct subject {
    const char *name, *laws;
    bool field, neck; // far pairs, contacts that hold beyond touch
    bool original;    // may create energy, because of its convention
    bool bonded;      // its text ends in the list of bonds
    bool wet;         // it has liquid bridges, and no bonds
    bool
        chatters; // friction changes sign with the motion without a spring: errors are of order 1 when the motion stops
} subject;

static const subject subjects[] = {
    {.name = "hertz",
     .laws = "normal: {law: hertz, restitution: 0.6}, cohesion: {law: sjkr, cohesion_energy_density: 5e3},"
             "tangential: {law: mindlin, friction: 0.4}, rolling: {law: epsd, rolling_friction: 0.1},"
             "twisting: {law: marshall, friction: 0.4}"},
    {.name = "hooke",
     .laws =
         "normal: {law: hooke, stiffness: 1000, restitution: 0.7},"
         "cohesion: {law: sjkr2, cohesion_energy_density: 5e3},"
         "tangential: {law: linear_spring, friction: 0.5}, rolling: {law: epsd3, rolling_friction: 0.1},"
         "twisting: {law: luding, stiffness: 1000, twisting_friction: 0.1, twisting_stiffness_ratio: 0.2}"},
    {.name = "hertz and dmt",
     .laws = "normal: {law: hertz, restitution: 0.8}, cohesion: {law: dmt, surface_energy: 0.2},"
             "tangential: {law: mindlin, friction: 0.4, preset: thornton2013},"
             "rolling: {law: epsd2, rolling_friction: 0.1}"},
    {.name = "viscoelastic_nonlinear",
     .laws = "normal: {law: viscoelastic_nonlinear, restitution: 0.6},"
             "tangential: {law: sds_linear, friction: 0.4, tangential_restitution: 0.5},"
             "rolling: {law: epsd2, rolling_friction: 0.1}, twisting: {law: marshall, friction: 0.4}"},
    {.name = "lammps",
     .laws =
         "normal: {law: lammps_hertz, stiffness: 1e6, damping_rate_per_length: 3e6},"
         "tangential: {law: sds_nonlinear, formula: LTH, friction: 0.4, tangential_damping_ratio: 0.1},"
         "rolling: {law: sds, rolling_friction: 0.1, rolling_stiffness: 500, rolling_damping_coefficient: "
         "1e-3}"},
    {.name = "lammps, linear",
     .laws = "normal: {law: lammps_hooke, stiffness: 1000, damping_rate: 100},"
             "tangential: {law: linear_spring, friction: 0.4, preset: lammps, damping: normal, "
             "tangential_damping_factor: 0.5},"
             "rolling: {law: sds, rolling_friction: 0.1, rolling_stiffness: 500, convention: original}",
     .original = true},
    {.name = "luding",
     .laws = "normal: {law: luding, adhesion_ratio: 0.4, normal_viscosity: 0.01},"
             "tangential: {law: luding, friction: 0.5, stiffness_ratio: 0.3, tangential_viscosity: 0.01},"
             "rolling: {law: luding, rolling_friction: 0.1, rolling_stiffness_ratio: 0.2},"
             "twisting: {law: luding, twisting_friction: 0.1, twisting_stiffness_ratio: 0.2}"},
    {.name = "luding as in 2008",
     .laws =
         "normal: {law: luding, variant: luding2008, stiffness: 1000, plasticity_depth: 0.02},"
         "tangential: {law: luding, variant: luding2008, stiffness: 1000, friction: 0.5, stiffness_ratio: "
         "0.3}, rolling: {law: cdt, rolling_friction: 0.05}",
     .chatters = true},
    {.name = "luding as in WooDEM",
     .laws = "normal: {law: luding, variant: woo, stiffness: 1000},"
             "tangential: {law: luding, variant: woo, stiffness: 1000, friction: 0.5, stiffness_ratio: 0.3}",
     .original = true},
    {.name = "hooke_hysteresis",
     .laws = "normal: {law: hooke_hysteresis, restitution: 0.8, elastic_stiffness: 500, max_stiffness_ratio: "
             "3, adhesion_stiffness_ratio: 0.2, plasticity_depth: 0.02, pull_off_force: -0.02},"
             "tangential: {law: coulomb, friction: 0.4}, rolling: {law: epsd, rolling_friction: 0.05}",
     .field = true},
    {.name = "hooke_hysteresis in a fluid",
     .laws = "normal: {law: hooke_hysteresis, elastic_stiffness: 500, max_stiffness_ratio: 3,"
             "adhesion_stiffness_ratio: 0.5, plasticity_depth: 0.02, viscous: on, fluid_viscosity: 1e-3,"
             "critical_stokes: 10, maximum_restitution: 0.9},"
             "tangential: {law: linear_spring, friction: 0.4, preset: lammps}",
     .original = true},
    {.name = "contact_sphere_sphere",
     .laws = "normal: {law: contact_sphere_sphere, contact_stiffness: 1000, contact_plasticity_ratio: 0.5,"
             "adhesion_coefficient: 200, constant_pull_off_force: 2e-3, contact_damping: 0.01},"
             "tangential: {law: regularised_coulomb, friction: 0.4},"
             "rolling: {law: epsd, rolling_friction: 0.1}",
     .chatters = true},
    {.name = "contact_sphere_sphere, Hunt and Crossley",
     .laws = "normal: {law: contact_sphere_sphere, impact_model: hunt_crossley, contact_stiffness: 4e4,"
             "contact_stiffness_exponent: 1.5, reference_overlap: 1, restitution: 0.8},"
             "tangential: {law: sds_linear, friction: 0.4, tangential_stiffness: 1000}"},
    {.name = "eepa",
     .laws =
         "normal: {law: eepa, contact_plasticity_ratio: 0.5, adhesion_coefficient: 3e4, adhesion_exponent: "
         "1.5, constant_pull_off_force: 1e-3, restitution: 0.8},"
         "tangential: {law: mindlin, friction: 0.4}, rolling: {law: epsd2, rolling_friction: 0.1},"
         "twisting: {law: luding, stiffness: 1000, twisting_friction: 0.1, twisting_stiffness_ratio: 0.2}, "
         "heat: pipe"},
    {.name = "lankarani_nikravesh",
     .laws = "normal: {law: lankarani_nikravesh, restitution: 0.9},"
             "tangential: {law: luding, stiffness: 1000, friction: 0.4, stiffness_ratio: 0.3},"
             "rolling: {law: luding, stiffness: 1000, rolling_friction: 0.1, rolling_stiffness_ratio: 0.2}"},
    {.name = "jkr",
     .laws =
         "normal: {law: jkr, surface_energy: 0.6, restitution: 0.7}, tangential: {law: mindlin, friction: "
         "0.4}, rolling: {law: epsd, rolling_friction: 0.1}, twisting: {law: marshall, friction: 0.4}, heat: "
         "conduction",
     .neck = true},
    {.name = "thornton_ning",
     .laws = "normal: {law: thornton_ning, yield_stress: 1e5, surface_energy: 0.6}, tangential: {law: "
             "linear_spring, friction: 0.4}, rolling: {law: epsd2, rolling_friction: 0.1}, twisting: {law: "
             "marshall, friction: 0.4}, heat: liggghts_conduction",
     .neck = true},
    {.name = "packed_bed",
     .laws = "normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, friction: 0.4}, heat: {law: "
             "packed_bed, "
             "gas_conductivity: 0.05, radiation: on, radiation_range: 0.3, roughness: 1e-6, hardness: 1e9}",
     .field = true},
    {.name = "thornton_ning without adhesion",
     .laws = "normal: {law: thornton_ning, yield_stress: 3e4}, tangential: {law: mindlin, friction: 0.4}"},
    {.name = "walton_braun",
     .laws = "normal: {law: walton_braun, stiffness: 500, restitution: 0.7}, cohesion: {law: dmt, "
             "surface_energy: 0.1}, tangential: {law: mindlin, friction: 0.4}, rolling: {law: epsd3, "
             "rolling_friction: 0.1}, twisting: {law: marshall, friction: 0.4}"},
    {.name = "parallel bonds",
     .laws = "normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}, bond: {law: "
             "parallel, "
             "bond_young: 2e6, bond_tension: 3e4, bond_shear: 3e4, bond_damping_normal: 0.1}}]\n"
             "bonds: [{gap: 0.4 mm, weibull: 3}, {start: 1 ms, every: 0.3 ms, gap: 0.2 mm",
     .bonded = true},
    {.name = "concrete bonds",
     .laws = "normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}, bond: {law: "
             "concrete, bond_young: 2e6, bond_crack_onset: 3e-3, bond_ductility: 8, bond_cohesion: 3e3, "
             "bond_friction: "
             "0.4, bond_damping: 0.05}}]\n"
             "bonds: [{gap: 0.4 mm, weibull: 3}, {start: 1 ms, every: 0.3 ms, gap: 0.2 mm",
     .bonded = true},
    {.name = "wires",
     .laws = "normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}, bond: {law: "
             "wire, "
             "wire_diameter: 0.3 mm, wire_young: 5e6, wire_yield: 5e3, wire_piece_1: 0.05, wire_hardening_1: "
             "0.2, "
             "wire_piece_2: 0.1, wire_damping: 0.05}}]\n"
             "bonds: [{gap: 0.4 mm, weibull: 3}, {start: 1 ms, every: 0.3 ms, gap: 0.2 mm",
     .bonded = true},
    {.name = "rotational bonds",
     .laws =
         "normal: {law: jkr, surface_energy: 0.1, restitution: 0.7}, tangential: {law: mindlin, friction: "
         "0.4}, "
         "bond: {law: rotational, bond_kr: 500, bond_ks: 200, bond_kb: 1e-4, bond_kt: 1e-4, bond_fr: 0.05, "
         "bond_fs: 0.05, bond_tb: 2e-5, bond_tt: 2e-5, bond_gamma_n: 0.01}}]\n"
         "bonds: [{gap: 0.4 mm, weibull: 3}, {start: 1 ms, every: 0.3 ms, gap: 0.2 mm",
     .bonded = true},
#define LIQUID(law)                                                                                          \
    {                                                                                                        \
        .name = law " bridges",                                                                              \
        .laws = "normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}, "        \
                "liquid: {law: " law ", surface_tension: 0.05, contact_angle: 20 deg, viscosity: 1e-3}}]\n"  \
                "liquid: {moisture: 0.05, share: 0.2}\n"                                                     \
                "# [{",                                                                                      \
        .wet = true                                                                                          \
    }
    LIQUID("young_laplace"),
    LIQUID("willett"),
    LIQUID("rabinovich"),
    LIQUID("lambert"),
    LIQUID("mikami"),
#undef LIQUID
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

#define MATERIALS                                                                                            \
    "materials:\n"                                                                                           \
    "  a: {density: 2500, young: 1e6, poisson: 0.2, heat_capacity: 80, conductivity: 0.5 W/(m K), "          \
    "emissivity: 0.9}\n"                                                                                     \
    "  b: {density: 1500, young: 2e6, poisson: 0.35, heat_capacity: 60, conductivity: 2 W/(m K), "           \
    "emissivity: 0.6}\n"                                                                                     \
    "heat: {temperature: 300 K, sources: {material: a, power: 1 mW}}\n"

static void every_law_is_here(void **state) {
    (void)state;
    int n;
    const scree_law *const *law = scree_laws(&n);
    bool seen[256] = {false};
    for (int k = 0; k < SUBJECTS; k++) {
        char *text = scree_format("time: {end: 1, dt: 20 us}\n" MATERIALS "contacts: [{between: any, %s}]\n",
                                  subjects[k].laws);
        scree_case *c = case_of_text(text);
        for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
            int index = c->pair[0].law[slot];
            if (index >= 0) {
                seen[index] = true;
            }
        }
        scree_case_clear(c);
        scree_free(c);
        scree_free(text);
    }
    for (int i = 0; i < scree_laws_builtin(); i++) {
        if (!seen[i] && law[i]->slot != SCREE_WEAR) { // laws of wear exert no force
            fail_msg("the %s law %s has no line here", scree_slot_name(law[i]->slot), law[i]->name);
        }
    }
}

// ------------------------------------------------------------------------------------------------------- same bits

enum { STEPS = 400, STOP = 277 };

// Some hundred spheres of two materials in a box of planes, of which one shakes, on a ridge that reaches across the
// periodic side; with velocities such that most hit something, and some contacts end again.
static scree_case *scene_of(const subject *s, double skin) {
    char *text = scree_format(
        "time: {end: 0.02, dt: 10 us, velocity_scale: 2}\n"
        "gravity: [0, 0, -9.81]\n"
        "domain: {min: [-0.05,-0.01,-0.05], max: [0.05,0.01,0.05], periodic: [y]}\n" MATERIALS
        "contacts: [{between: any, %s}]\n"
        "search: {skin: %.17g}\n"
        "output: {plot: false, series: {every: 0}}\n"
        "walls:\n"
        "  ridge: {mesh: {file: ridge.stl}, material: a}\n"
        "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: b}\n"
        "  left: {plane: {point: [-0.012,0,0], normal: [1,0,0]}, material: a,\n"
        "    motion: {vibrate: {amplitude: [0.5 mm,0,0], frequency: 150}}}\n"
        "  right: {plane: {point: [0.012,0,0], normal: [-1,0,0]}, material: b}\n"
        "insertion:\n"
        "  - {material: a, fill: random, region: {box: {min: [-0.011,-0.01,0.005], max: "
        "[0.011,0.01,0.02]}},\n"
        "     diameter: {uniform: [2 mm, 4.5 mm]}, count: 90, velocity: [0,0,-0.8], velocity_spread: "
        "[0.8,0.8,0.4]}\n"
        "  - {material: b, fill: random, region: {box: {min: [-0.011,-0.01,0.001], max: "
        "[0.011,0.01,0.02]}},\n"
        "     diameter: {uniform: [1.5 mm, 2.5 mm]}, count: 90, velocity: [0,0,-0.8], velocity_spread: "
        "[0.8,0.8,0.4]}\n",
        s->laws, skin);
    scree_case *c = case_of_text(text);
    scree_free(text);
    return c;
}

static int make_files(void **state) {
    (void)state;
    enum { ALONG = 3 };
    scree_vec3 corner[2 * ALONG * 6];
    size_t n = 0;
    for (int side = -1; side <= 1; side += 2) {
        for (int k = 0; k < ALONG; k++) {
            double y0 = -0.01 + 0.02 * k / ALONG, y1 = -0.01 + 0.02 * (k + 1) / ALONG, x = 0.006 * side;
            const scree_vec3 quad[6] = {{0, y0, 0.004}, {x, y0, -0.001}, {x, y1, -0.001},
                                        {0, y0, 0.004}, {x, y1, -0.001}, {0, y1, 0.004}};
            memcpy(corner + n, quad, sizeof quad);
            n += 6;
        }
    }
    write_mesh("ridge.stl", corner, n / 3);
    return 0;
}

static int remove_files(void **state) {
    (void)state;
    unlink("ridge.stl");
    unlink("middle.scree");
    return 0;
}

// Number of contacts beyond touch.
typedef struct beyond {
    uint64_t far, wall_far, neck, wall_neck; // pairs, summed over the tested steps
} beyond;

static void look_beyond(const scree_world *w, beyond *b) {
    const scree_pairs *pairs = &w->pairs;
    for (scree_contacts c = scree_contacts_of(pairs, SCREE_WITHIN_FIELD); scree_contacts_next(&c);) {
        *(c.block->wall >= 0 ? &b->wall_far : &b->far) += 1;
    }
    for (scree_contacts c = scree_contacts_of(pairs, SCREE_TOUCHING); scree_contacts_next(&c);) {
        if (c.block->wall >= 0) {
            b->wall_neck += pairs->touch[c.k - pairs->first_wall_pair].overlap < 0.0;
        } else {
            const scree_pos *x = w->p.x + pairs->pair[c.k].a, *y = w->p.x + pairs->pair[c.k].b;
            const scree_vec3 d = scree_nearest_image(&w->cell.period, y->x - x->x, y->y - x->y, y->z - x->z);
            b->neck += vec_norm(d) > x->r + y->r;
        }
    }
}

static void expect_numbers(const scree_world *w, const char *name) {
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_pos *x = w->p.x + i;
        const scree_vel *v = &w->p.motion[i].v;
        const scree_spin *s = &w->p.motion[i].w;
        if (!isfinite(x->x + x->y + x->z + v->x + v->y + v->z + s->x + s->y + s->z)) {
            fail_msg("%s: particle %llu has no place or motion in numbers", name,
                     (unsigned long long)w->p.id[i]);
        }
    }
}

static scree_hash run_scene(const subject *s, double skin, int threads, const char *isa, uint64_t *rebuilds) {
    scree_world *w = world_of_case(scene_of(s, skin), NULL, 0, threads, isa);
    begin(w);
    advance(w, STEPS);
    expect_numbers(w, s->name);
    scree_hash h = scree_world_digest(w);
    *rebuilds = w->rebuilds;
    scree_world_destroy(w);
    return h;
}

// Stopped in the middle, and resumed with another skin and number of threads.
static scree_hash run_in_parts(const subject *s, double skin, int threads) {
    scree_report *r = scree_report_create();
    scree_world *w = world_of_case(scene_of(s, 0.3e-3), NULL, 0, 1, NULL);
    begin(w);
    advance(w, STOP);
    assert_true(scree_checkpoint_write(w, scree_case_hash(w), "middle.scree", r));
    scree_world_destroy(w);
    w = world_of_case(scene_of(s, skin), NULL, 0, threads, NULL);
    scree_status status = scree_load_resume(w, "middle.scree", r);
    expect_no_errors(r);
    assert_int_equal(status, SCREE_OK);
    assert_true(w->step == STOP && w->contacts > 0);
    advance(w, STEPS - STOP);
    scree_hash h = scree_world_digest(w);
    scree_world_destroy(w);
    scree_report_destroy(r);
    return h;
}

static void expect_hash(scree_hash h, scree_hash wanted, const subject *s, const char *how) {
    if (!scree_hash_equal(h, wanted)) {
        fail_msg("%s: other bits with %s", s->name, how);
    }
}

static void same_bits(void **state) {
    (void)state;
    static const char *const isa[] = {"v2", "v3", "v4"};
    for (int k = 0; k < SUBJECTS; k++) {
        const subject *s = &subjects[k];
        scree_world *w = world_of_case(scene_of(s, 0.3e-3), NULL, 0, 1, NULL);
        begin(w);
        beyond b = {0};
        uint64_t most = 0, walls = 0, large, rebuilds;
        for (int step = 0; step < STEPS; step++) {
            advance(w, 1);
            look_beyond(w, &b);
            most = w->contacts > most ? w->contacts : most;
        }
        scree_totals t = scree_world_totals(w);
        walls = t.wall_contacts;
        expect_numbers(w, s->name);
        scree_hash wanted = scree_world_digest(w);
        rebuilds = w->rebuilds;
        print_message("%s: %llu lists, %llu contacts, %llu with walls, far %llu, %llu of walls, necks %llu, "
                      "%llu of walls\n",
                      s->name, (unsigned long long)rebuilds, (unsigned long long)most,
                      (unsigned long long)walls, (unsigned long long)b.far, (unsigned long long)b.wall_far,
                      (unsigned long long)b.neck, (unsigned long long)b.wall_neck);
        assert_true(most > 40 && walls > 5 && rebuilds > 10);
        assert_true(s->field == (b.far > 100) && s->field == (b.wall_far > 10));
        assert_true((s->neck || s->bonded || s->wet) == (b.neck > 100));
        assert_true(s->wet == (w->liquid_ledger.ruptured > 20));
        assert_true(s->bonded || s->wet || s->neck == (b.wall_neck > 10));
        const uint64_t *broken = w->bonds.broken;
        assert_true(s->bonded == (w->bonds.made > 200) &&
                    s->bonded == (broken[0] + broken[1] + broken[2] + broken[3] > 50));
        scree_world_destroy(w);
        expect_hash(run_scene(s, 2e-3, 3, NULL, &large), wanted, s, "a large skin and three threads");
        assert_true(rebuilds > 2 * large);
        for (int j = 0; j < 3; j++) {
            if (scree_kernels_choose(isa[j])) {
                expect_hash(run_scene(s, 0.7e-3, 1, isa[j], &large), wanted, s, isa[j]);
            }
        }
        expect_hash(run_in_parts(s, 2e-3, 1), wanted, s, "a restart with a large skin");
    }
}

// -------------------------------------------------------------------------------------------------- conservation

typedef struct outcome {
    double drift;             // largest change of the balance, of the energy at the start
    double end;               // change of the balance at the end, of the same
    double loss[SCREE_MODES]; // lost by mode, of the same, at the end
    double least;             // smallest of the losses of a mode, at any time
    double momentum, angular; // largest change, of the sizes of its terms
    uint64_t touched;         // steps in contact, and those in which a bond breaks
} outcome;

static scree_vec3 angular_momentum(const scree_world *w, double *size) {
    scree_vec3 sum = vec3(0.0, 0.0, 0.0);
    *size = 0.0;
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_pos *x = w->p.x + i;
        const scree_vel *v = &w->p.motion[i].v;
        const scree_spin *s = &w->p.motion[i].w;
        scree_vec3 orbit = vec_scale(v->m, vec_cross(vec3(x->x, x->y, x->z), vec3(v->x, v->y, v->z)));
        scree_vec3 own = vec_scale(0.4 * v->m * x->r * x->r, vec3(s->x, s->y, s->z));
        sum = vec_add(sum, vec_add(orbit, own));
        *size += vec_norm(orbit) + vec_norm(own);
    }
    return sum;
}

static double kinetic_of(const scree_totals *t) {
    return t->kinetic + t->rotational;
}

// An impact of two spinning spheres: speed, and offset of the centres.
typedef struct meeting {
    const char *name;
    double speed, off; // m/s, m
    bool wall;         // instead of the second sphere
} meeting;

static const meeting meetings[] = {
    {"oblique", 0.7, 0.5e-3, false}, {"grazing", 0.7, 2.3e-3, false}, {"head-on", 0.7, 0.0, false},
    {"slow", 0.05, 0.8e-3, false},   {"wall", 0.5, 0.0, true},
};
enum { MEETINGS = sizeof meetings / sizeof *meetings };

static outcome collide(const subject *s, const meeting *m, double dt) {
    char *text = scree_format("time: {end: 1, dt: %.17g, velocity_scale: 1}\ngravity: [0,0,0]\n" MATERIALS
                              "alarms: {negative_loss: 0.06}\n" // 0.054: LAMMPS's spring in a fluid
                              "contacts: [{between: any, %s}]\nsearch: {skin: 1 mm}\n%s",
                              dt, s->laws,
                              m->wall ? "walls: {side: {plane: {point: [1.06 mm,0,0], normal: [-1,0,0]}, "
                                        "material: b}}\n"
                                      : "");
    double gap = 0.06e-3 * m->speed / 0.7, centres = 2.5e-3 + gap;
    scree_particle q[2] = {
        ball(1, 1e-3, vec3(0, 0, 0), vec3(0.4 * m->speed, 0.1, 0.05), vec3(20, -30, 50)),
        ball(2, 1.5e-3, vec3(sqrt(centres * centres - m->off * m->off), m->off, 0),
             vec3(-0.6 * m->speed, 0.1, -0.02), vec3(-40, 10, 60)),
    };
    q[1].material = 1;
    q[1].density = 1500.0;
    scree_world *w = world_of_text(text, q, m->wall ? 1 : 2);
    outcome o = {0};
    scree_totals t = scree_world_totals(w);
    double balance = t.balance, energy = kinetic_of(&t), size;
    scree_vec3 p = t.momentum, l = angular_momentum(w, &size);
    double sizes = 0.0;
    for (size_t i = 0; i < w->p.n; i++) {
        sizes +=
            w->p.motion[i].v.m * vec_norm(vec3(w->p.motion[i].v.x, w->p.motion[i].v.y, w->p.motion[i].v.z));
    }
    for (uint64_t steps = (uint64_t)(3e-3 / dt + 0.5); steps > 0; steps--) {
        advance(w, 1);
        t = scree_world_totals(w);
        o.touched += w->contacts;
        double off = fabs(t.balance - balance) / energy;
        o.drift = off > o.drift ? off : o.drift;
        double linear = vec_norm(vec_sub(t.momentum, p)) / sizes, turning;
        turning = vec_norm(vec_sub(angular_momentum(w, &size), l)) / size;
        o.momentum = linear > o.momentum ? linear : o.momentum;
        o.angular = turning > o.angular ? turning : o.angular;
        for (int k = 0; k < SCREE_MODES; k++) {
            double lost = (t.viscous[k] + t.plastic[k]) / energy;
            o.least = lost < o.least ? lost : o.least;
        }
    }
    for (int k = 0; k < SCREE_MODES; k++) {
        o.touched += w->bonds.broken[k];
    }
    scree_world_destroy(w);
    return o;
}

static const double SMALL = 1e-5;  // of the energy: smaller changes are ignored
static const double COARSE = 8e-6; // s, the largest of three time steps, each half of the one before

// The balance changes by a multiple of dt^2, and the loss in a mode is never negative, except for forces that jump at touch,
// with errors of a multiple of dt.
static void expect_balance(const subject *s, const meeting *m, const outcome *o, int steps) {
    for (int j = 0; j < steps; j++) {
        double dt = COARSE / (double)(1 << j);
        // 0.6: springs begin and end within a step, at a phase that depends on it
        bool falls = j == 0 || o[j].drift < 0.6 * o[j - 1].drift || o[j].drift < SMALL;
        if (!s->chatters && !(falls && o[j].drift < 5e-3 * (dt / COARSE) * (dt / COARSE) * 3.0)) {
            fail_msg("%s, %s: the balance drifts by %.3g with dt = %.3g s, %.3g with twice that", s->name,
                     m->name, o[j].drift, dt, o[j > 0 ? j - 1 : 0].drift);
        }
        if (s->chatters && !(o[j].drift < 0.2 * (dt / COARSE))) {
            fail_msg("%s, %s: the balance drifts by %.3g with dt = %.3g s", s->name, m->name, o[j].drift, dt);
        }
        if (!s->original && !(o[j].least > -1.5e-2 * (dt / COARSE))) {
            fail_msg("%s, %s: a mode has lost %.3g of the energy with dt = %.3g s", s->name, m->name,
                     o[j].least, dt);
        }
    }
}

static void momentum_and_ledger(void **state) {
    (void)state;
    const int steps = effort(3, 3, 1); // how many lengths of the time step
    for (int k = 0; k < SUBJECTS; k++) {
        const subject *s = &subjects[k];
        for (int i = 0; i < MEETINGS; i++) {
            const meeting *m = &meetings[i];
            outcome o[3];
            for (int j = 0; j < steps; j++) {
                o[j] = collide(s, m, COARSE / (double)(1 << j));
                if (!m->wall && !(o[j].momentum < 1e-12 && o[j].angular < 1e-12)) {
                    fail_msg("%s: momentum off by %.3g, angular by %.3g", s->name, o[j].momentum,
                             o[j].angular);
                }
                assert_true(o[j].touched > 20);
            }
            expect_balance(s, m, o, steps);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_is_here),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(momentum_and_ledger),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
