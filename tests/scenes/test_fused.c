// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Fused loops give the bits of the stages: every set of built-in laws, with the presets and conventions that have loops of
// their own, in a scene of colliding spheres, once with fused loops and once without. Bonds and liquid bridges: some of them end. Necks: some
// contacts are beyond touch.
#include "effort.h"
#include "kernels/kernels.h"
#include "laws/list/registry.h"
#include "world_of_text.h"

#define HOOKE_BY_VELOCITY "{law: hooke, characteristic_velocity: 1}"
#define HYSTERESIS_BY_VELOCITY                                                                               \
    "{law: hooke_hysteresis, characteristic_velocity: 1, range_check: none, max_stiffness_ratio: 3, "        \
    "adhesion_stiffness_ratio: 0.1, plasticity_depth: 0.02}"
// What stands for a slot in the input. Parameters that several laws have are given with the material.
static const char *const normal[] = {
    "hertz",
    "hooke",
    HOOKE_BY_VELOCITY,
    "viscoelastic_nonlinear",
    "luding",
    "{law: hooke_hysteresis, elastic_stiffness: 500, max_stiffness_ratio: 3, adhesion_stiffness_ratio: 0, "
    "plasticity_depth: 0.02}",
    HYSTERESIS_BY_VELOCITY,
    "{law: hooke_hysteresis, elastic_stiffness: 500, max_stiffness_ratio: 3, adhesion_stiffness_ratio: 0.2, "
    "plasticity_depth: 0.02, pull_off_force: -0.02}",
    "{law: contact_sphere_sphere, contact_stiffness: 1000, contact_plasticity_ratio: 0.5, "
    "adhesion_coefficient: 200}",
    "{law: eepa, contact_plasticity_ratio: 0.5, adhesion_coefficient: 1.5e4, adhesion_exponent: 1.5}",
    "lankarani_nikravesh",
    "jkr",
    "{law: thornton_ning, yield_stress: 1e5}",
    "walton_braun",
};
static const char *const cohesion[] = {"none", "sjkr", "sjkr2", "dmt"};
static const char *const tangential[] = {"none",
                                         "mindlin",
                                         "{law: mindlin, preset: liggghts}",
                                         "{law: mindlin, preset: lammps}",
                                         "linear_spring",
                                         "{law: linear_spring, preset: liggghts}",
                                         "coulomb",
                                         "sds_linear",
                                         "luding",
                                         "regularised_coulomb"};
static const char *const rolling[] = {"none",
                                      "cdt",
                                      "{law: cdt, convention: original}",
                                      "luding",
                                      "epsd",
                                      "{law: epsd, convention: original}",
                                      "{law: epsd, dashpot: inside}",
                                      "epsd2",
                                      "epsd3"};
static const char *const twisting[] = {"none", "luding", "marshall"};
enum {
    NORMAL = sizeof normal / sizeof *normal,
    COHESION = sizeof cohesion / sizeof *cohesion,
    TANGENTIAL = sizeof tangential / sizeof *tangential,
    ROLLING = sizeof rolling / sizeof *rolling,
    TWISTING = sizeof twisting / sizeof *twisting,
    SETS = NORMAL * COHESION * TANGENTIAL * ROLLING * TWISTING
};

// The text of a set's case; free with scree_free.
static char *text_of(int set) {
    const int n = set % NORMAL, c = set / NORMAL % COHESION, t = set / NORMAL / COHESION % TANGENTIAL,
              r = set / NORMAL / COHESION / TANGENTIAL % ROLLING,
              w = set / NORMAL / COHESION / TANGENTIAL / ROLLING;
    return scree_format(
        "time: {end: 1, dt: 5 us}\n"
        "domain: {min: [0, 0, 0], max: [0.02, 0.02, 0.02], periodic: [x, y, z]}\n"
        "materials:\n"
        "  a: {density: 2500, young: 5e6, poisson: 0.2, restitution: 0.6, friction: 0.4, %s\n"
        "    rolling_friction: 0.1, twisting_friction: 0.1, surface_energy: 0.1, cohesion_energy_density: "
        "5e3}\n"
        "output: {plot: false, series: {every: 0}}\n"
        "alarms: {negative_loss: off}\n"
        "search: {skin: 0.2 mm}\n"
        "contacts:\n"
        "  - {between: any, normal: %s, cohesion: %s, tangential: %s, rolling: %s, twisting: %s}\n",
        strcmp(normal[n], HOOKE_BY_VELOCITY) ? "stiffness: 1000," : "", normal[n], cohesion[c], tangential[t],
        rolling[r], twisting[w]);
}

// Numbers from -1 to 1, the same in each run.
static double next_number(uint64_t *state) {
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*state >> 11) / 4503599627370496.0 - 1.0;
}

#ifdef SCREE_FEW_FUSED
enum { FEW_LOOPS = 1 }; // three, of hertz
#else
enum { FEW_LOOPS = 0 };
#endif
enum { ALONG = 4, SPHERES = ALONG * ALONG * ALONG, STEPS = 60, GOES_ON = 20 };

typedef struct outcome {
    scree_hash hash;
    bool is_fused;
    uint64_t bonds, broken;     // at the end
    uint64_t bridges, ruptured; // the same
    uint64_t necks;             // contacts beyond touch
    uint64_t miscounted;        // steps after which other pairs are marked as touching than were counted
} outcome;

static uint64_t necks_of(const scree_world *w) {
    uint64_t necks = 0;
    for (size_t k = 0; k < w->pairs.n; k++) {
        const scree_pos *a = &w->p.x[w->pairs.pair[k].a], *b = &w->p.x[w->pairs.pair[k].b];
        const scree_vec3 d = scree_nearest_image(&w->cell.period, b->x - a->x, b->y - a->y, b->z - a->z);
        necks += w->pairs.touching[k] == 1 && vec_norm2(d) > (a->r + b->r) * (a->r + b->r);
    }
    return necks;
}

static bool is_counted(const scree_world *w) {
    uint64_t marked = 0;
    for (size_t k = 0; k < w->pairs.n; k++) {
        marked += w->pairs.touching[k] == 1;
    }
    return marked == w->contacts;
}

// Goes on for some steps, and destroys the world.
static void run_steps(scree_world *w, outcome *o) {
    uint64_t touched = 0;
    scree_report *r = scree_report_create();
    for (int k = 1; k <= STEPS; k++) {
        // a step that does not go on sums the stored energy: by stages, or by a loop that may be another one
        assert_int_equal(scree_world_step_fused(w, k % GOES_ON != 0, r), SCREE_OK);
        touched += w->contacts;
        o->miscounted += !is_counted(w);
    }
    expect_no_errors(r);
    scree_report_destroy(r);
    assert_true(touched > 30 * STEPS);
    o->hash = scree_hash_add(scree_world_digest(w), scree_hash_bytes(&w->ledger, sizeof w->ledger, 1));
    o->bonds = w->bonds_now;
    o->bridges = w->liquid_ledger.bridges;
    o->ruptured = w->liquid_ledger.ruptured;
    o->necks = necks_of(w);
    for (int mode = 0; mode < SCREE_MODES; mode++) {
        o->broken += w->bonds.broken[mode];
    }
    scree_world_destroy(w);
}

// Only the kind of its loop, and no steps, if only sets with a fused loop are of interest and this has none.
static outcome run_set(const char *text, bool staged, bool only_fused) {
    scree_particle q[SPHERES];
    uint64_t state = 7;
    memset(q, 0, sizeof q);
    for (int k = 0; k < SPHERES; k++) {
        const double r = 2.5e-3 * (1.0 + 0.01 * next_number(&state));
        const int at[3] = {k % ALONG, k / ALONG % ALONG, k / ALONG / ALONG};
        double x[3], v[3], s[3];
        for (int axis = 0; axis < 3; axis++) {
            x[axis] = 5e-3 * (at[axis] + 0.5) + 2e-5 * next_number(&state);
            v[axis] = 0.1 * next_number(&state);
            s[axis] = 50.0 * next_number(&state);
        }
        q[k] = (scree_particle){.id = (uint64_t)k + 1,
                                .x = vec3(x[0], x[1], x[2]),
                                .v = vec3(v[0], v[1], v[2]),
                                .w = vec3(s[0], s[1], s[2]),
                                .radius = r,
                                .density = 2500.0};
    }
    scree_world *w = world_of_case(case_of_text(text), q, SPHERES, 1, NULL);
    w->staged = staged;
    for (int k = 0; w->p.liquid && k < SPHERES; k++) {
        w->p.liquid[k] = 0x1p-44; // m3, for bridges of which some rupture
    }
    for (int k = 0; w->p.temperature && k < SPHERES; k++) {
        w->p.temperature[k] = 300.0 + k;
    }
    begin(w);
    outcome o = {.is_fused = w->kernels->is_fused(&w->laws[0], scree_case_warms_contacts(w->case_))};
    if (only_fused && !o.is_fused) {
        scree_world_destroy(w);
        return o;
    }
    run_steps(w, &o);
    return o;
}

static bool is_accepted(const char *text) {
    scree_report *r = scree_report_create();
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    const bool accepted = scree_case_read_text("test.yaml", text, c, r);
    scree_case_clear(c);
    scree_free(c);
    scree_report_destroy(r);
    return accepted;
}

static void every_set(void **state) {
    (void)state;
    int seen = 0, accepted = 0, fused = 0, compared = 0;
    const int stride = effort(4, 10, 97);
    for (int set = 0; set < SETS; set++) {
        // of those with a loop of their own all, of the others some
        const bool is_drawn = set % stride == 0,
                   may_have_loop = set / NORMAL / COHESION / TANGENTIAL / ROLLING == 0;
        if (!is_drawn && (!may_have_loop || (FEW_LOOPS && set % NORMAL > 0))) {
            continue;
        }
        char *text = text_of(set);
        seen++;
        if (is_accepted(text)) {
            accepted++;
            const outcome one = run_set(text, false, !is_drawn);
            if (one.is_fused || is_drawn) {
                if (!scree_hash_equal(one.hash, run_set(text, true, false).hash)) {
                    fail_msg("other bits stage by stage: %s", text);
                }
                compared++;
            }
            fused += may_have_loop && one.is_fused;
        }
        scree_free(text);
    }
    print_message("%d sets accepted of %d, %d with a fused loop, %d compared\n", accepted, seen, fused,
                  compared);
    assert_true(FEW_LOOPS ? fused == 3 : fused >= 24);
}

#define ELASTIC "law: parallel, bond_young: 5e6, bond_tension: 1.5e4, bond_shear: 1.5e4"
#define DAMPED                                                                                               \
    "law: parallel, bond_young: 5e6, bond_tension: 1.5e4, bond_damping_normal: 0.2, bond_damping_bending: "  \
    "0.1"
#define TURNING                                                                                              \
    "law: rotational, bond_kr: 2000, bond_ks: 500, bond_kb: 1e-3, bond_kt: 1e-3, bond_fr: 0.02, "            \
    "bond_fs: 0.02, bond_tb: 1e-5, bond_tt: 1e-5, bond_gamma_n: 1e-3"

static void bonds(void **state) {
    (void)state;
    static const char *const bond[] = {
        ELASTIC, DAMPED, "law: parallel, bond_young: 5e6, bond_shear: 1.5e4, bond_section: euler",
        "law: parallel, bond_young: 5e6, bond_tension: 1.5e4, bond_section: timoshenko, bond_damping_shear: "
        "0.2",
        TURNING};
    static const char *const contact[] = {"normal: none, tangential: none",
                                          "normal: hertz, tangential: mindlin",
                                          "normal: hooke, tangential: linear_spring"};
    for (int k = 0; k < 30; k++) {
        char *text = scree_format("time: {end: 1, dt: 5 us, velocity_scale: 1}\n"
                                  "domain: {min: [0, 0, 0], max: [0.02, 0.02, 0.02], periodic: [x, y, z]}\n"
                                  "materials: {a: {density: 2500, young: 5e6, poisson: 0.2, restitution: "
                                  "0.6, friction: 0.4, stiffness: 1000}}\n"
                                  "output: {plot: false, series: {every: 0}}\n"
                                  "alarms: {negative_loss: off}\n"
                                  "search: {skin: 0.2 mm}\n"
                                  "contacts: [{between: any, %s, bond: {%s, contact_while_bonded: %s}}]\n"
                                  "bonds: [{gap: 0.1 mm, weibull: 2}]\n",
                                  contact[k % 3], bond[k / 6], k / 3 % 2 ? "no" : "yes");
        const outcome one = run_set(text, false, false);
        if (one.is_fused != (k % 3 < 2) || one.bonds < 20 || one.broken < 5) {
            fail_msg("fused: %d, bonds: %d, broken: %d with %s", one.is_fused, (int)one.bonds,
                     (int)one.broken, text);
        }
        if (!scree_hash_equal(one.hash, run_set(text, true, false).hash)) {
            fail_msg("other bits stage by stage: %s", text);
        }
        scree_free(text);
    }
}

// Contacts, bonds and bridges with heat laws and with heat that losses make.
static void heat(void **state) {
    (void)state;
    static const char *const law[] = {
        "none",
        "conduction",
        "{law: conduction, area: intersection}",
        "liggghts_conduction",
        "pipe",
        "{law: packed_bed, roughness: 1 um, hardness: 1 GPa}",
    };
    static const struct {
        const char *contact, *link, *source;
        bool may_make_heat, is_in_few; // fused with heat of friction; where there are few loops
    } set[] = {
#define BONDED(contact, bond) contact, "bond: {" bond "}", "bonds: [{gap: 0.1 mm, weibull: 2}]\n", true, true
        {"normal: hertz, tangential: mindlin", "liquid: none", "", true, true},
        {"normal: hertz, tangential: {law: mindlin, preset: liggghts}", "liquid: none", "", true, false},
        {"normal: {law: hooke, stiffness: 1000}, tangential: linear_spring", "liquid: none", "", true, false},
        {"normal: " HOOKE_BY_VELOCITY ", tangential: {law: linear_spring, preset: liggghts}", "liquid: none",
         "", true, false},
        {"normal: hertz, tangential: mindlin",
         "liquid: {law: willett, surface_tension: 0.07, contact_angle: 30 deg}",
         "liquid: {share: 0.02, least: 1e-8}\n", false, true},
        {BONDED("normal: none, tangential: none", ELASTIC)},
        {BONDED("normal: none, tangential: none", DAMPED ", contact_while_bonded: no")},
        {BONDED("normal: hertz, tangential: mindlin", ELASTIC ", contact_while_bonded: no")},
        {BONDED("normal: hertz, tangential: mindlin", DAMPED)},
        {BONDED("normal: hertz, tangential: mindlin", TURNING)},
    };
    enum { HEATS = sizeof law / sizeof *law, SETS_WITH_HEAT = sizeof set / sizeof *set };
    for (int k = 0; k < 2 * HEATS * SETS_WITH_HEAT; k++) {
        const int l = k % HEATS, friction = k / HEATS % 2, s = k / HEATS / 2;
        if (FEW_LOOPS && !set[s].is_in_few) {
            continue;
        }
        char *text = scree_format(
            "time: {end: 1, dt: 5 us, velocity_scale: 1}\n"
            "domain: {min: [0, 0, 0], max: [0.02, 0.02, 0.02], periodic: [x, y, z]}\n"
            "materials: {a: {density: 2500, young: 5e6, poisson: 0.2, restitution: 0.6, friction: 0.4,\n"
            "  heat_capacity: 500, conductivity: 1}}\n"
            "output: {plot: false, series: {every: 0}}\n"
            "alarms: {negative_loss: off}\n"
            "search: {skin: 0.2 mm}\n"
            "contacts: [{between: any, %s, heat: %s, %s}]\n"
            "heat: {temperature: 300 K, friction: %d}\n"
            "%s",
            set[s].contact, law[l], set[s].link, friction, set[s].source);
        const outcome one = run_set(text, false, false);
        const uint64_t holds = one.bridges + one.bonds, ended = one.ruptured + one.broken;
        if (one.is_fused != (set[s].may_make_heat || !friction) ||
            (*set[s].source && (holds < 20 || ended < 5))) {
            fail_msg("fused: %d, bonds or bridges: %d, ended: %d with %s", one.is_fused, (int)holds,
                     (int)ended, text);
        }
        if (!scree_hash_equal(one.hash, run_set(text, true, false).hash)) {
            fail_msg("other bits stage by stage: %s", text);
        }
        scree_free(text);
    }
}

static void bridges(void **state) {
    (void)state;
    static const char *const law[] = {"young_laplace", "willett", "rabinovich"};
    static const char *const contact[] = {
        "normal: hertz, tangential: mindlin", "normal: hertz, tangential: {law: mindlin, preset: liggghts}",
        "normal: hertz, tangential: mindlin, rolling: epsd", "normal: hooke, tangential: none"};
    for (int k = 0; k < 24; k++) {
        const int l = k / 8, c = k % 4;
        const bool fuses = l < 2 && c < (FEW_LOOPS ? 1 : 2);
        char *text = scree_format("time: {end: 1, dt: 5 us, velocity_scale: 1}\n"
                                  "domain: {min: [0, 0, 0], max: [0.02, 0.02, 0.02], periodic: [x, y, z]}\n"
                                  "materials: {a: {density: 2500, young: 5e6, poisson: 0.2, restitution: "
                                  "0.6, friction: 0.4, stiffness: 1000, rolling_friction: 0.1}}\n"
                                  "output: {plot: false, series: {every: 0}}\n"
                                  "alarms: {negative_loss: off}\n"
                                  "search: {skin: 0.2 mm}\n"
                                  "contacts: [{between: any, %s, liquid: {law: %s, surface_tension: 0.07, "
                                  "contact_angle: 30 deg, viscosity: %s}}]\n"
                                  "liquid: {share: 0.02, least: 1e-8}\n",
                                  contact[c], law[l], k / 4 % 2 ? "1 mPa s" : "0");
        const outcome one = run_set(text, false, false);
        if (one.is_fused != fuses || one.bridges < 20 || one.ruptured < 5) {
            fail_msg("fused: %d, bridges: %d, ruptured: %d with %s", one.is_fused, (int)one.bridges,
                     (int)one.ruptured, text);
        }
        if (!scree_hash_equal(one.hash, run_set(text, true, false).hash)) {
            fail_msg("other bits stage by stage: %s", text);
        }
        scree_free(text);
    }
}

// Clumps of two spheres on a lattice. Free with scree_free.
static char *clumps_of(const char *mass, const char *normal_law, const char *tangential_law) {
    uint64_t state = 7;
    char *text = scree_format("time: {end: 1, dt: 5 us, velocity_scale: 1}\n"
                              "domain: {min: [0, 0, 0], max: [0.02, 0.02, 0.028], periodic: [x, y, z]}\n"
                              "contact_mass: %s\n"
                              "materials: {a: {density: 2500, young: 5e6, poisson: 0.2, restitution: 0.6, "
                              "friction: 0.4}}\n"
                              "shapes: {dimer: {members: [{at: [0, 0, -1 mm], radius: 2.5 mm}, "
                              "{at: [0, 0, 1 mm], radius: 2.5 mm}]}}\n"
                              "output: {plot: false, series: {every: 0}}\n"
                              "alarms: {negative_loss: off}\n"
                              "search: {skin: 0.2 mm}\n"
                              "contacts: [{between: any, normal: %s, tangential: %s}]\n"
                              "particles:\n",
                              mass, normal_law, tangential_law);
    for (int k = 0; k < SPHERES; k++) {
        double x[6];
        for (int i = 0; i < 6; i++) {
            x[i] = next_number(&state);
        }
        char *more = scree_format(
            "%s  - {positions: [[%.17g, %.17g, %.17g]], shape: dimer, material: a, velocity: [%.17g, %.17g, "
            "%.17g]}\n",
            text, 5e-3 * (k % ALONG + 0.5) + 2e-5 * x[0], 5e-3 * (k / ALONG % ALONG + 0.5) + 2e-5 * x[1],
            7e-3 * (k / ALONG / ALONG + 0.5) + 2e-5 * x[2], 0.1 * x[3], 0.1 * x[4], 0.1 * x[5]);
        scree_free(text);
        text = more;
    }
    return text;
}

// Each contact of a clump has a mass of its own, also for laws with a constant that pairs of spheres keep.
static void clumps(void **state) {
    (void)state;
    static const char *const mass[] = {"effective", "body", "sphere"};
    static const char *const law[] = {"hertz", HOOKE_BY_VELOCITY, HYSTERESIS_BY_VELOCITY};
    for (int k = 0; k < (FEW_LOOPS ? 3 : 9); k++) {
        const int l = FEW_LOOPS ? 0 : k / 3;
        outcome one[2] = {{.is_fused = false}};
        for (int staged = 0; staged < 2; staged++) {
            char *text = clumps_of(mass[k % 3], law[l], l ? "linear_spring" : "mindlin");
            scree_world *w = world_of_text(text, NULL, 0);
            w->staged = staged;
            one[staged].is_fused = w->kernels->is_fused(&w->laws[0], 0);
            run_steps(w, &one[staged]);
        }
        if (!one[0].is_fused || !scree_hash_equal(one[0].hash, one[1].hash)) {
            fail_msg("fused: %d, or other bits stage by stage: %s, %s", one[0].is_fused, mass[k % 3], law[l]);
        }
    }
}

static void luding(void **state) {
    (void)state;
    static const char *const more[] = {
        "slip_reset: page",
        "slip_reset: kv, tangential_viscosity: 0.1, rolling_viscosity: 1e-7, twisting_viscosity: 1e-7"};
    for (int k = 0; k < 2; k++) {
        char *text = scree_format(
            "time: {end: 1, dt: 5 us, velocity_scale: 1}\n"
            "domain: {min: [0, 0, 0], max: [0.02, 0.02, 0.02], periodic: [x, y, z]}\n"
            "materials: {a: {density: 2500, young: 5e6, poisson: 0.2, friction: 0.4, stiffness: 1000, "
            "rolling_friction: 0.1, twisting_friction: 0.1}}\n"
            "output: {plot: false, series: {every: 0}}\n"
            "alarms: {negative_loss: off}\n"
            "search: {skin: 0.2 mm}\n"
            "contacts: [{between: any, normal: luding, tangential: luding, rolling: luding, twisting: "
            "luding, %s}]\n",
            more[k]);
        const outcome one = run_set(text, false, false);
        assert_true(one.is_fused);
        if (!scree_hash_equal(one.hash, run_set(text, true, false).hash)) {
            fail_msg("other bits stage by stage: %s", text);
        }
        scree_free(text);
    }
}

// Contacts of jkr hold beyond touch: some of them are there at the end. All depths are beyond the one that warns, so all batches are looked at again.
static void necks(void **state) {
    (void)state;
    static const char *const spring[] = {"mindlin", "{law: mindlin, preset: lammps}"};
    for (int k = 0; k < (FEW_LOOPS ? 1 : 2); k++) {
        char *text =
            scree_format("time: {end: 1, dt: 5 us, velocity_scale: 1}\n"
                         "domain: {min: [0, 0, 0], max: [0.02, 0.02, 0.02], periodic: [x, y, z]}\n"
                         "materials: {a: {density: 2500, young: 5e6, poisson: 0.2, restitution: 0.6, "
                         "friction: 0.4, surface_energy: 0.4}}\n"
                         "output: {plot: false, series: {every: 0}}\n"
                         "alarms: {negative_loss: off, overlap_warning: 1e-9}\n"
                         "search: {skin: 0.2 mm}\n"
                         "contacts: [{between: any, normal: jkr, tangential: %s}]\n",
                         spring[k]);
        const outcome one = run_set(text, false, false);
        if (!one.is_fused || one.necks < 5 || one.miscounted > 0) {
            fail_msg("fused: %d, necks: %d, steps with other contacts than counted: %d with %s", one.is_fused,
                     (int)one.necks, (int)one.miscounted, text);
        }
        if (!scree_hash_equal(one.hash, run_set(text, true, false).hash)) {
            fail_msg("other bits stage by stage: %s", text);
        }
        scree_free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_set), cmocka_unit_test(bonds),
                                       cmocka_unit_test(heat),      cmocka_unit_test(bridges),
                                       cmocka_unit_test(clumps),    cmocka_unit_test(luding),
                                       cmocka_unit_test(necks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
