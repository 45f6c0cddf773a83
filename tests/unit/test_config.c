// SPDX-License-Identifier: BSD-3-Clause
// The input file: a case with every key, defaults, the choice of laws and parameters of pairs, help. Mistakes are in
// test_config_mistakes.c.
#include "config_folder.h"
#include "input/config.h"
#include "input/schema.h"
#include "keys/accepted_text.h"
#include "maths/math.h"
#include "sections/law_keys.h"
#include "sections/section.h"
#include "tools/help/help.h"
#include "tools/help/markdown.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static scree_case read_good(const char *text) {
    scree_report *r = scree_report_create();
    scree_case c;
    if (!scree_case_read_text(name, text, &c, r)) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    assert_int_equal(scree_report_size(r), 0);
    scree_report_destroy(r);
    return c;
}

// ---------------------------------------------------------------------------------------------------- good input

static const char full[] =
    "title: full example\n"
    "time: {end: 5 s, dt: 1 us, dt_fraction: 0.25, velocity_scale: 2 m/s, integrator: verlet_half_step}\n"
    "gravity: [0, 0, -981 cm/s2]\n"
    "domain: {min: [-10 mm, 0, 0], max: [1, 1, 100 cm], periodic: [x, z], lost: error}\n"
    "search: {skin: 0.2 mm}\n"
    "seed: 18446744073709551615\n"
    "materials:\n"
    "  glass: {density: 2500 kg/m3, young: 1 GPa, poisson: 0.2, restitution: .5, friction: .3}\n"
    "  steel: {density: 7.8 g/cm^3, young: 210 GPa, poisson: 0.3, restitution: 0.7, friction: .1}\n"
    "contacts: [{between: any, rolling: {law: epsd, rolling_friction: 0.01}},\n"
    "           {between: [glass, any], bond: {law: parallel, bond_young: 1 GPa, bond_tension: 1 MPa}}]\n"
    "particles:\n"
    "  - {file: pack.txt, material: glass, name: p}\n"
    "  - {checkpoint: pack.txt, keep_history: false}\n"
    "insertion:\n"
    "  - {name: bed, material: glass, fill: lattice, region: {box: {min: [0, 0, 0], max: [1, 1, 1]}},\n"
    "     diameter: 4 mm, count: 1e3, start: 1 ms}\n"
    "  - {material: steel, rate: 0.5 kg/s, region: {mesh: hopper}, velocity: [0, 0, -1 m/s], every: 10 ms,\n"
    "     radius: {normal: {mean: 2 mm, deviation: 0.25 mm}}, velocity_spread: [1, 1, 0], stop: 1 s, seed: "
    "7}\n"
    "  - {material: steel, rate: 100 1/s, distribution: mass, diameter: {table: [[2 mm, 0.3], [4 mm, "
    "0.7]]},\n"
    "     region: {cylinder: {point: [0,0,0], axis: [0,0,2], radius: 1 cm, length: 1 m}}, mass: 20 g}\n"
    "  - {material: steel, fill: {method: random}, fraction: 60 %, diameter: {uniform: [2 mm, 4 mm]},\n"
    "     region: {sphere: {center: [0,0,1], radius: 1 cm}}}\n"
    "  - {material: steel, fill: {method: lattice, spacing: 1.5}, diameter: {lognormal: {median: 1 mm, "
    "deviation: 0.5}},\n"
    "     region: {sphere: {point: [0,0,1], radius: 1 cm}}}\n"
    "walls:\n"
    "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: steel, surface_velocity: [1, 0, 0], stop: "
    "2 s}\n"
    "  drum: {cylinder: {point: [0,0,0], axis: [0,3,4], radius: 1, side: outside}, material: steel,\n"
    "         motion: {rotate: {axis: [0,1,0], point: [0,0,1], rate: 2 rad/s}}}\n"
    "  hopper:\n"
    "    mesh: {file: pack.txt, scale: 1 mm, offset: [1 mm, 0, 0]}\n"
    "    material: steel\n"
    "    motion:\n"
    "      - {translate: {velocity: [1,0,0]}, start: 1 s, stop: 2 s}\n"
    "      - {vibrate: {amplitude: [1 mm, 0, 0], frequency: 50 Hz, phase: 90 deg}}\n"
    "outlets:\n"
    "  exit: {region: {half_space: {point: [0,0,-1], normal: [0,0,-1]}}, action: count, every: 1 ms}\n"
    "groups:\n"
    "  frozen: {material: steel, from: insertion4, ids: [3, 10-20], hold: true, stop: 2 s}\n"
    "bonds:\n"
    "  - {gap: 0.1 mm, materials: [glass, any], start: 1 s, every: 2 ms, stop: 2 s, ids: [3, 7-9], weibull: "
    "8}\n"
    "  - {name: base, walls: [floor], region: {box: {min: [0, 0, 0], max: [1, 1, 1]}}, seed: 5}\n"
    "alarms: {negative_loss: 2 %, energy_balance: 20 %, action: stop}\n"
    "output: {vtk: {every: 0.05 s, contacts: true, meshes: false, bonds: false}, fragments: true, series: "
    "{every: 1 ms},\n"
    "         checkpoint: {every: 1 s, keep: 3}, plot: false, progress: 2 s}\n";

static void check_general(const scree_case *c) {
    assert_string_equal(c->title, "full example");
    assert_string_equal(c->path, name);
    assert_true(c->end == 5 && c->dt == 1e-6 && c->dt_fraction == 0.25 && c->velocity_scale == 2);
    assert_int_equal(c->integrator, SCREE_VERLET_HALF_STEP);
    assert_true(c->gravity.z == -9.81);
    assert_true(c->has_domain && c->domain_min.x == -0.01 && c->domain_max.z == 1 && c->lost_is_error);
    assert_true(c->periodic[0] && !c->periodic[1] && c->periodic[2]);
    assert_true(c->skin == 0.0002 && c->seed == UINT64_MAX);
    assert_int_equal(c->material.n, 2);
    assert_string_equal(c->material.data[1].name, "steel");
    assert_true(c->material.data[1].density == 7800 && c->material.data[1].young == 210e9);
    assert_int_equal(c->material.data[1].place.line, 9);
    assert_int_equal(c->material.data[1].place.column, 3);
    const scree_output_def *o = &c->output;
    assert_true(o->vtk_every == 0.05 && o->vtk_particles && o->vtk_contacts && !o->vtk_meshes);
    assert_true(!o->vtk_bonds && o->fragments && c->shows_bonds);
    assert_int_equal(c->bond.n, 2);
    const scree_bond_def *glue = &c->bond.data[0], *base = &c->bond.data[1];
    assert_true(glue->material[0] == 0 && glue->material[1] == -1 && glue->gap == 1e-4 &&
                glue->every == 2e-3);
    assert_true(glue->seed == c->seed + 1 && base->seed == 5 && glue->particles && !base->particles);
    assert_true(base->wall.n == 1 && base->wall.data[0] == 0 && base->has_region && base->material[0] == -1);
    assert_true(o->series_every == 0.001 && o->checkpoint_every == 1 && o->checkpoint_keep == 3);
    assert_true(!o->plot.draw && o->progress_every == 2);
    assert_true(c->alarms.negative_loss == 0.02 && c->alarms.energy_balance == 0.2 && c->alarms.stop);
    assert_int_equal(c->outlet.n, 1);
    assert_int_equal(c->outlet.data[0].region.kind, SCREE_REGION_HALF_SPACE);
    assert_true(c->outlet.data[0].keep && c->outlet.data[0].region.axis.z == -1);
}

static void check_walls(const scree_case *c) {
    assert_int_equal(c->wall.n, 3);
    const scree_wall_def *floor_ = &c->wall.data[0], *drum = &c->wall.data[1], *hopper = &c->wall.data[2];
    assert_int_equal(floor_->kind, SCREE_WALL_PLANE);
    assert_true(floor_->axis.z == 1 && floor_->surface_velocity.x == 1 && floor_->start == 0 &&
                floor_->stop == 2);
    assert_int_equal(drum->kind, SCREE_WALL_CYLINDER);
    assert_true(drum->axis.y == 0.6 && drum->axis.z == 0.8 && drum->outside && isinf(drum->length));
    assert_int_equal(drum->motion.n, 1);
    assert_int_equal(drum->motion.data[0].kind, SCREE_MOTION_ROTATE);
    assert_true(drum->motion.data[0].rate == 2 && isinf(drum->motion.data[0].stop));
    assert_int_equal(hopper->kind, SCREE_WALL_MESH);
    assert_string_equal(hopper->file, pack);
    assert_true(hopper->scale.x == 0.001 && hopper->scale.y == 0.001 && hopper->scale.z == 0.001 &&
                hopper->offset.x == 0.001 && hopper->material == 1);
    assert_int_equal(hopper->motion.n, 2);
    assert_true(hopper->motion.data[0].velocity.x == 1 && hopper->motion.data[0].stop == 2);
    assert_true(hopper->motion.data[1].frequency == 50 && hopper->motion.data[1].phase == SCREE_PI / 2);
}

static void check_sources(const scree_case *c) {
    assert_int_equal(c->source.n, 7);
    const scree_source_def *s = c->source.data;
    assert_int_equal(s[0].kind, SCREE_SOURCE_PARTICLE_FILE);
    assert_string_equal(s[0].file, pack);
    assert_int_equal(s[1].kind, SCREE_SOURCE_CHECKPOINT);
    assert_true(s[1].material == -1 && !s[1].keep_history);
    assert_string_equal(s[1].name, "particles2");
    assert_int_equal(s[2].kind, SCREE_SOURCE_FILL);
    assert_true(s[2].fill == SCREE_FILL_LATTICE && s[2].spacing == 1.05 && s[2].count == 1000 &&
                isinf(s[2].mass) && s[2].start == 0.001);
    assert_true(s[2].size.kind == SCREE_SIZE_FIXED && s[2].size.a == 0.004 && s[2].size.max == 0.004);
    assert_int_equal(s[3].kind, SCREE_SOURCE_RATE);
    assert_true(s[3].rate == 0.5 && !s[3].rate_by_number && s[3].every == 0.01 && s[3].seed == 7 &&
                s[3].stop == 1);
    assert_true(s[3].region.kind == SCREE_REGION_MESH && s[3].region.wall == 2);
    assert_true(s[3].size.kind == SCREE_SIZE_NORMAL && s[3].size.a == 0.004 && s[3].size.b == 0.0005);
    assert_true(fabs(s[3].size.min - 0.0025) < 1e-17 && fabs(s[3].size.max - 0.0055) < 1e-17);
    assert_true(s[4].rate == 100 && s[4].rate_by_number && s[4].size.by_mass && s[4].mass == 0.02);
    assert_true(s[4].size.d.n == 2 && s[4].size.d.data[1] == 0.004 && s[4].size.f.data[0] == 0.3);
    assert_true(s[4].size.min == 0.002 && s[4].size.max == 0.004 && s[4].region.axis.z == 1);
    assert_true(s[5].fill == SCREE_FILL_RANDOM && s[5].fraction == 0.6 &&
                s[5].size.kind == SCREE_SIZE_UNIFORM);
    assert_true(s[5].region.kind == SCREE_REGION_SPHERE && s[5].region.point.z == 1);
    assert_true(s[6].fill == SCREE_FILL_LATTICE && s[6].spacing == 1.5 && s[6].size.b == 0.5);
    assert_true(fabs(s[6].size.max / s[6].size.a - exp(1.5)) < 1e-12);
}

static void test_full(void **state) {
    (void)state;
    scree_case c = read_good(full);
    check_general(&c);
    check_walls(&c);
    check_sources(&c);
    scree_case_clear(&c);
}

// The defaults of the tables are those of scree_case_init.
static void test_defaults(void **state) {
    (void)state;
    scree_case c = read_good(HEAD), d;
    scree_case_init(&d);
    assert_true(c.dt == d.dt && c.dt_fraction == d.dt_fraction && c.velocity_scale == d.velocity_scale);
    assert_true(c.integrator == d.integrator && c.seed == d.seed && c.skin == d.skin && !c.has_domain);
    assert_true(c.lost_is_error == d.lost_is_error && c.gravity.z == 0);
    assert_true(c.output.vtk_every == d.output.vtk_every && c.output.vtk_particles == d.output.vtk_particles);
    assert_true(c.output.vtk_contacts == d.output.vtk_contacts && c.output.vtk_meshes == d.output.vtk_meshes);
    assert_true(c.output.checkpoint_every == d.output.checkpoint_every);
    assert_true(c.output.checkpoint_keep == d.output.checkpoint_keep &&
                c.output.plot.draw == d.output.plot.draw);
    assert_true(c.output.progress_every == d.output.progress_every);
    assert_true(c.output.series_every == 0.001); // end / 1000
    scree_case_clear(&c);
    // Sections with everything in them commented out.
    c = read_good(HEAD "walls:\nparticles:\ninsertion:\noutlets:\ncontacts:\n");
    assert_int_equal(c.wall.n, 0);
    scree_case_clear(&c);
}

static void test_alias(void **state) {
    (void)state;
    scree_case c = read_good(HEAD "walls:\n  a: &w {" PLANE ", material: glass}\n  b: *w\n");
    assert_int_equal(c.wall.n, 2);
    assert_true(c.wall.data[1].axis.z == 1);
    scree_case_clear(&c);
}

// ---------------------------------------------------------------------------------------------------------- laws

static double param_of(const scree_case *c, int i, int j, scree_slot slot, const char *param) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    const scree_pair_def *pair = &c->pair[i * (int)c->material.n + j];
    assert_true(pair->law[slot] >= 0);
    for (int p = 0; p < law[pair->law[slot]]->nparam; p++) {
        if (strcmp(law[pair->law[slot]]->param[p].name, param) == 0) {
            return pair->param[slot][p];
        }
    }
    fail_msg("no parameter %s", param);
    return 0;
}

#define TWO HEAD "  steel: {density: 7800, young: 1e9, poisson: 0.3, restitution: 0.75, friction: 0.5}\n"

static void test_mixing(void **state) {
    (void)state;
    scree_case c = read_good(TWO);
    for (int k = 0; k < 4; k++) {
        assert_int_equal(c.pair[k].law[SCREE_NORMAL], scree_law_find(SCREE_NORMAL, "hertz"));
        assert_int_equal(c.pair[k].law[SCREE_TANGENTIAL], scree_law_find(SCREE_TANGENTIAL, "mindlin"));
        assert_int_equal(c.pair[k].law[SCREE_ROLLING], -1);
        assert_int_equal(c.pair[k].law[SCREE_COHESION], -1);
        assert_int_equal(c.pair[k].law[SCREE_TWISTING], -1);
    }
    assert_true(param_of(&c, 0, 0, SCREE_NORMAL, "restitution") == 0.5);
    assert_true(param_of(&c, 0, 1, SCREE_NORMAL, "restitution") == 0.625); // mean
    assert_true(param_of(&c, 1, 0, SCREE_NORMAL, "restitution") == 0.625);
    assert_true(param_of(&c, 1, 1, SCREE_TANGENTIAL, "friction") == 0.5);
    scree_case_clear(&c);
}

static void test_overriding(void **state) {
    (void)state;
    scree_case c = read_good(
        TWO "contacts:\n"
            "  - {between: any, friction: 0.7, tangential: {law: mindlin, friction: 0.8}}\n"
            "  - {between: [steel, glass], normal: {law: hooke, stiffness: 1 kN/m, end: zero_force}}\n"
            "  - {between: [any, glass], friction: 0.9}\n"
            "  - {between: [steel, steel], tangential: none}\n");
    int hooke = scree_law_find(SCREE_NORMAL, "hooke"), hertz = scree_law_find(SCREE_NORMAL, "hertz");
    assert_int_equal(c.pair[0].law[SCREE_NORMAL], hertz);
    assert_int_equal(c.pair[1].law[SCREE_NORMAL], hooke);
    assert_int_equal(c.pair[2].law[SCREE_NORMAL], hooke);
    assert_int_equal(c.pair[3].law[SCREE_TANGENTIAL], -1);
    assert_true(param_of(&c, 0, 1, SCREE_NORMAL, "stiffness") == 1000);
    assert_true(param_of(&c, 0, 1, SCREE_NORMAL, "end") == 1);
    assert_true(param_of(&c, 0, 1, SCREE_NORMAL, "restitution") == 0.625);
    assert_true(param_of(&c, 0, 1, SCREE_TANGENTIAL, "friction") ==
                0.9); // a later entry has priority over the law's own mapping
    assert_true(param_of(&c, 0, 0, SCREE_TANGENTIAL, "friction") == 0.9);
    scree_case_clear(&c);
    // In one entry the law's own mapping has priority; a new law does not keep the parameters of the previous one.
    c = read_good(TWO "contacts:\n"
                      "  - {between: any, friction: 0.7, tangential: {law: mindlin, friction: 0.8}}\n"
                      "  - {between: [steel, steel], tangential: mindlin}\n");
    assert_true(param_of(&c, 0, 0, SCREE_TANGENTIAL, "friction") == 0.8);
    assert_true(param_of(&c, 1, 1, SCREE_TANGENTIAL, "friction") == 0.7);
    scree_case_clear(&c);
}

// Pairs of walls need no laws.
static void test_wall_pairs(void **state) {
    (void)state;
    scree_case c = read_good(HEAD "  steel: {density: 7800, young: 1e9, poisson: 0.3}\n"
                                  "contacts: {between: [glass, steel], restitution: 0.5, friction: 0.2}\n"
                                  "walls: {f: {" PLANE ", material: steel}}\n"
                                  "particles: [{file: pack.txt, material: glass}]\n");
    assert_true(param_of(&c, 0, 1, SCREE_TANGENTIAL, "friction") == 0.2);
    assert_int_equal(c.pair[3].law[SCREE_NORMAL], -1);
    scree_case_clear(&c);
}

// ------------------------------------------------------------------------------------------------------- files

static void test_read_file(void **state) {
    (void)state;
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    assert_true(fputs(full, f) >= 0 && fclose(f) == 0);
    scree_report *r = scree_report_create();
    scree_case c;
    assert_true(scree_case_read(name, NULL, &c, r));
    check_general(&c);
    check_walls(&c);
    check_sources(&c);
    scree_case_clear(&c);
    scree_report_destroy(r);
}

// Every prefix of a file and every file with one changed byte gives either a case or error messages.
static void test_damaged(void **state) {
    (void)state;
    size_t n = strlen(full);
    char *text = malloc(n + 1);
    assert_non_null(text);
    for (size_t i = 0; i < n; i += 3) {
        for (int change = 0; change < 3; change++) {
            memcpy(text, full, n + 1);
            if (change == 0) {
                text[i] = '\0';
            } else {
                text[i] = change == 1 ? "{}[]:,-#&*!|>'\"%@ \n0x"[i % 22] : (char)(text[i] ^ (1 << i % 8));
            }
            scree_report *r = scree_report_create();
            scree_case c;
            bool fine = scree_case_read_text(name, text, &c, r);
            assert_int_equal(fine, scree_report_count(r, SCREE_SEVERITY_ERROR) == 0);
            scree_case_clear(&c);
            scree_report_destroy(r);
        }
    }
    free(text);
}

// ---------------------------------------------------------------------------------------------------------- text

static void find_value(void *ctx, const char *path, const char *text) {
    const char **wanted = ctx; // path, value, set to NULL when seen
    if (wanted[0] && strcmp(path, wanted[0]) == 0) {
        assert_string_equal(text, wanted[1]);
        wanted[0] = NULL;
    }
}

// Numbers that need not be given, and are not.
static void nothing_is_given(void *ctx, const char *path, const char *text) {
    static const char *const not_given[] = {"materials.steel.heat_capacity", "materials.steel.emissivity",
                                            "insertion[0].temperature", "particles[0].temperature"};
    (void)ctx;
    for (size_t k = 0; k < sizeof not_given / sizeof *not_given; k++) {
        if (strcmp(path, not_given[k]) == 0) {
            fail_msg("%s = %s, and it is not given", path, text);
        }
    }
}

static void test_each_value(void **state) {
    (void)state;
    static const char *const expected[][2] = {
        {"time.end", "5"},
        {"time.dt", "9.9999999999999995e-07"},
        {"time.integrator", "verlet_half_step"},
        {"gravity", "[0, 0, -9.8100000000000005]"},
        {"domain.periodic", "[x, z]"},
        {"seed", "18446744073709551615"},
        {"alarms.overlap_warning", "0.20000000000000001"},
        {"alarms.overlap_limit", "1"},
        {"materials.steel.density", "7800"},
        {"walls.floor.material", "steel"},
        {"walls.drum.cylinder.length", "endless"},
        {"walls.drum.motion[0].rotate.rate", "2"},
        {"particles[1].keep_history", "false"},
        {"insertion[0].fill.method", "lattice"},
        {"insertion[1].rate", "0.5 kg/s"},
        {"insertion[1].region.mesh", "hopper"},
        {"insertion[1].diameter.normal.mean", "0.0040000000000000001"},
        {"insertion[2].rate", "100 1/s"},
        {"insertion[2].diameter.table[1]", "[0.0040000000000000001, 0.69999999999999996]"},
        {"insertion[3].name", "insertion4"},
        {"outlets.exit.action", "count"},
        {"groups.frozen.material", "steel"},
        {"groups.frozen.ids[1]", "10-20"},
        {"groups.frozen.hold", "true"},
        {"groups.frozen.start", "0"},
        {"groups.frozen.every", "once"},
        {"bonds[0].name", "bonds1"},
        {"bonds[0].materials[0]", "glass"},
        {"bonds[0].materials[1]", "any"},
        {"bonds[0].ids[1]", "7-9"},
        {"bonds[0].particles", "true"},
        {"bonds[0].weibull", "8"},
        {"bonds[1].particles", "false"},
        {"bonds[1].walls[0]", "floor"},
        {"bonds[1].region.box.max", "[1, 1, 1]"},
        {"bonds[1].start", "0"},
        {"bonds[1].every", "once"},
        {"bonds[1].weibull", "none"},
        {"output.fragments", "true"},
        {"output.vtk.bonds", "false"},
        {"contacts.glass-steel.normal", "hertz"},
        {"contacts.glass-steel.normal.restitution", "0.59999999999999998"},
        {"contacts.glass-steel.cohesion", "none"},
        {"contacts.steel-steel.rolling.rolling_friction", "0.01"},
        {"alarms.negative_loss", "0.02"},
        {"alarms.energy_balance", "0.20000000000000001"},
        {"alarms.action", "stop"},
        {"output.checkpoint.keep", "3"},
    };
    scree_case c = read_good(full);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const char *wanted[2] = {expected[i][0], expected[i][1]};
        scree_case_each_value(&c, find_value, wanted);
        if (wanted[0]) {
            fail_msg("%s is not listed", expected[i][0]);
        }
    }
    scree_case_each_value(&c, nothing_is_given, NULL);
    scree_case_clear(&c);
}

static void check_help(const char *key, const char *part) {
    char *text = scree_help_key(key);
    assert_non_null(text);
    if (!strstr(text, part)) {
        fail_msg("help %s lacks \"%s\":\n%s", key ? key : "", part, text);
    }
    scree_free(text);
}

static void test_help(void **state) {
    (void)state;
    check_help(NULL, "walls");
    check_help("walls", "walls.motion.rotate.rate\n    Angular velocity.\n    accepted: a number in rad/s");
    check_help("walls.motion.velocity", "walls.motion.translate.velocity\n");
    check_help("velocity", "insertion.velocity\n");
    check_help("dt_fraction", "default: 0.2");
    check_help("hertz", "hertz (normal law)");
    check_help("hertz", "restitution\n");
    check_help("restitution", "\n  hertz                  normal      Coefficient of restitution");
    check_help("hertz.restitution", "hertz (normal law)\n  restitution\n");
    assert_null(scree_help_key("hertz.friction"));
    assert_string_equal(scree_help_nearest("coefficientFriction"), "friction");
    check_help("contacts", "default: mindlin");
    assert_null(scree_help_key("velocitti"));
    assert_null(scree_help_key("walls.end"));
    assert_string_equal(scree_help_nearest("walls.velocitti"), "velocity");
    char *page = scree_help_markdown();
    assert_non_null(strstr(page, "\n## walls.motion.vibrate\n"));
    assert_non_null(strstr(page, "| `radius` |"));
    assert_non_null(strstr(page, "| normal | [`hertz`](../laws/hertz.md) |"));
    scree_free(page);
    page = scree_markdown_law("hertz");
    assert_non_null(strstr(page, "\n## hertz (normal)\n"));
    scree_free(page);
    assert_null(scree_markdown_law("hurtz"));
}

// Every default and unit of the tables and of the laws' tables can be read.
static void check_section(const scree_section *s) {
    for (size_t i = 0; i < s->nkey; i++) {
        const scree_key *key = &s->key[i];
        char *accepts = scree_key_accepts(key);
        assert_non_null(accepts);
        assert_true(strlen(accepts) > 0 && scree_key_doc(key)[strlen(scree_key_doc(key)) - 1] == '.');
        scree_free(accepts);
        if (key->section) {
            check_section(key->section);
        }
    }
}

static void test_tables(void **state) {
    (void)state;
    check_section(&scree_schema);
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int i = 0; i < n; i++) {
        for (int p = 0; p < law[i]->nparam; p++) {
            scree_key key = scree_key_of_param(&law[i]->param[p]);
            char *accepts = scree_key_accepts(&key);
            assert_non_null(accepts);
            scree_free(accepts);
            assert_null(scree_section_find(&scree_contact_section, key.name)); // it would hide the key
        }
    }
}

// Without Young's modulus it follows from the shear modulus; with both each is what is given.
static void shear_modulus(void **state) {
    (void)state;
    scree_case c = read_good(
        "time: {end: 1 s}\nmaterials:\n"
        "  a: {density: 1, shear_modulus: 4 MPa, poisson: 0.25, restitution: 1, friction: 0}\n"
        "  b: {density: 1, young: 3 MPa, shear_modulus: 4 MPa, poisson: 0.25, restitution: 1, friction: 0}\n"
        "  c: {density: 1, young: 3 MPa, poisson: 0.25, restitution: 1, friction: 0}\n");
    assert_true(c.material.data[0].young == 1e7 && c.material.data[1].young == 3e6);
    assert_true(scree_material_shear(&c.material.data[0]) == 4e6 &&
                scree_material_shear(&c.material.data[1]) == 4e6);
    assert_true(scree_material_shear(&c.material.data[2]) == 3e6 / 2.5);
    scree_case_clear(&c);
}

static void heat(void **state) {
    (void)state;
    scree_case c = read_good(
        "time: {end: 1 s}\n"
        "materials: {m: {density: 2500, young: 1e7, poisson: 0.2, restitution: 0.5, friction: 0.3,\n"
        "  heat_capacity: 0.8 kJ/(kg K), conductivity: 1 W/(m K), emissivity: 90 %, real_young: 70 GPa}}\n"
        "contacts: [{between: any, heat: {law: conduction, area_correction: force}}]\n"
        "walls:\n"
        "  a: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m, heat: {temperature: 400 K}}\n"
        "  b: {plane: {point: [0,0,1], normal: [0,0,-1]}, material: m, heat: {power: -2 W}}\n"
        "  c: {disc: {point: [0,0,1], normal: [0,0,1], radius: 1 cm}, material: m, heat: {flux: 1 kW/m2}}\n"
        "  d: {plane: {point: [1,0,0], normal: [-1,0,0]}, material: m, heat: {mass: 3 kg, temperature: 350 "
        "K, power: 1 W}}\n"
        "  e: {plane: {point: [-1,0,0], normal: [1,0,0]}, material: m}\n"
        "insertion: [{name: i, material: m, fill: random, count: 3, diameter: 1 mm, temperature: 320 K,\n"
        "  region: {box: {min: [0,0,0], max: [1,1,1]}}}]\n"
        "heat: {temperature: 300 K, ambient: 20 K, convection: 5 W/(m2 K), radiation: true, friction: 0.5, "
        "sources: [\n"
        "  {power: 2 W, from: i, start: 1 ms}, {power: 3 kW/m3, material: m, ids: [3-5], stop: 1 s,\n"
        "   region: {sphere: {point: [0,0,0], radius: 1 cm}}}]}\n"
        "output: {csv: {every: 1 s, fields: [id, temperature]}}\n");
    const scree_heat_def *h = &c.heat;
    const scree_material_def *m = &c.material.data[0];
    assert_true(scree_case_has_heat(&c) && scree_case_warms_contacts(&c));
    assert_true(m->heat_capacity == 800 && m->emissivity == 0.9 && m->conductivity == 1);
    assert_true(h->temperature == 300 && h->ambient == 20 && h->convection == 5 && h->radiation &&
                h->friction == 0.5);
    assert_int_equal(h->source.n, 2);
    const scree_heat_source_def *one = &h->source.data[0], *two = &h->source.data[1];
    assert_true(one->power == 2 && !one->by_volume && one->which.source == 0 && one->start == 0.001 &&
                one->which.material == -1);
    assert_true(two->power == 3000 && two->by_volume && two->which.material == 0 && two->which.has_region &&
                two->stop == 1);
    assert_true(two->which.ids.n == 1 && two->which.ids.data[0].first == 3 &&
                two->which.ids.data[0].last == 5 && !one->which.has_region);
    static const scree_wall_heat_kind kind[] = {SCREE_WALL_OF_TEMPERATURE, SCREE_WALL_OF_POWER,
                                                SCREE_WALL_OF_POWER, SCREE_WALL_OF_MASS,
                                                SCREE_WALL_INSULATED};
    for (size_t k = 0; k < 5; k++) {
        assert_int_equal(scree_wall_heat_kind_of(&c.wall.data[k].heat), kind[k]);
    }
    assert_true(c.wall.data[1].heat.power == -2 && c.wall.data[2].heat.flux == 1000 &&
                c.wall.data[3].heat.mass == 3);
    assert_true(c.source.data[0].temperature == 320 && c.output.csv_fields[SCREE_CSV_TEMPERATURE]);
    scree_case_clear(&c);
}

static void force_fields(void **state) {
    (void)state;
    scree_case c = read_good(
        "time: {end: 1 s}\nvariables: {high: 2 cm}\n"
        "materials: {m: {density: 2500, young: 1e7, poisson: 0.2, restitution: 0.5, friction: 0.3}}\n"
        "walls: {low: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}}\n"
        "force_fields:\n"
        "  fluid: {density: 1.2, viscosity: 18 uPa s, drag: dallavalle, buoyancy: false,\n"
        "          flow: {x: 2 m/s * (1 - (z / high)^2), z: \"max(x, y) / 1 s * sin(3 1/s * time)\"}}\n"
        "  electric: {field: [0, 0, 2 kV/m], range: 3 mm, permittivity: 2, images: [low],\n"
        "             charges: [{material: m, charge: 20 pC}, {material: m, charge: -2 uC/kg}]}\n"
        "  magnetic: {field: [0, 30 kA/m, 0], range: 4 mm, materials: [{material: m, susceptibility: 5}]}\n");
    const scree_force_fields_def *f = &c.force_fields;
    const double at[] = {0.5, 0.25, 0.01, 0.7};
    double sine, cosine;
    scree_sin_cos(3 * 0.7, &sine, &cosine);
    assert_true(c.has_force_fields && f->has_fluid && f->has_electric && f->has_magnetic);
    assert_true(f->fluid.viscosity == 18e-6 && f->fluid.drag == 3 && !f->fluid.buoyancy &&
                f->fluid.porosity == 1);
    assert_true(scree_formula_at(&f->fluid.formula[0], at) == 1.5 && !f->fluid.text[1]);
    assert_true(scree_formula_at(&f->fluid.formula[2], at) == 0.5 * sine);
    assert_true(f->electric.field.z == 2000 && f->electric.range == 0.003 && f->electric.permittivity == 2);
    assert_true(f->electric.wall.n == 1 && f->electric.wall.data[0] == 0 && f->electric.charge.n == 2);
    assert_true(scree_charge_of_new(&f->electric, 0, 1e-3) == -2e-6 * 1e-3);
    assert_true(f->magnetic.field.y == 30e3 && f->magnetic.susceptibility.data[0].value == 5);
    scree_case_clear(&c);
}

static void keep_line(void *lines, const char *path, const char *text) {
    char **all = lines, *longer = scree_format("%s%s = %s\n", *all, path, text);
    scree_free(*all);
    *all = longer;
}

static void temperature_tables(void **state) {
    (void)state;
    scree_case c =
        read_good("time: {end: 1 s}\nvariables: {hot: 350 K}\n"
                  "materials:\n"
                  "  wax: {density: 900, poisson: 0.3, restitution: 0.5, heat_capacity: 800, "
                  "temperature_tables: {step: 10 "
                  "K,\n"
                  "    young: [[300 K, 10 MPa], [hot, 1 MPa]], friction: [[310 K, 0.5], [340 K, 20 %]],\n"
                  "    conductivity: [[320 K, 1 W/(m K)], [340 K, 3 W/(m K)]]}}\n"
                  "  ice: {density: 900, restitution: 0.5, friction: 0.1, conductivity: 2, heat_capacity: "
                  "2000, young: 1e9,\n"
                  "    temperature_tables: {poisson: [[250 K, 0.3], [270 K, 0.2]]}}\n"
                  "contacts: [{between: any, heat: conduction}]\n"
                  "heat: {temperature: 300 K}\n");
    assert_int_equal(c.material.n, 2 + 5 + 16);
    assert_int_equal(scree_case_named(&c), 2);
    const scree_material_def *wax = &c.material.data[0], *ice = &c.material.data[1];
    assert_true(wax->has_tables && wax->tables.step == 10 && wax->tables.young.temperature.n == 2);
    assert_true(wax->young == 10e6 && wax->conductivity == 1 && wax->tables.law.n == 2);
    assert_true(wax->classes == 6 && wax->first_copy == 2 && wax->coldest == 300 && wax->class_width == 10);
    assert_true(c.material.data[2 + 2].conductivity == 2 && c.material.data[2 + 2].young == 4.6e6);
    assert_true(wax->tables.law.data[0].used && wax->tables.law.data[1].used);
    assert_true(ice->classes == 17 && ice->first_copy == 7 && ice->poisson == 0.3);
    assert_string_equal(c.material.data[7 + 15].name, "ice at 270 K");
    assert_true(c.material.data[7 + 15].poisson == 0.2 && c.material.data[7 + 15].copy_of == 2);
    char *lines = scree_strdup("");
    scree_case_each_value(&c, keep_line, &lines);
    assert_non_null(strstr(lines, "materials.wax.temperature_tables.step = 10\n"));
    assert_non_null(strstr(lines, "materials.wax.temperature_tables.young[1] = [350, 1000000]\n"));
    assert_non_null(strstr(lines, "materials.wax.temperature_tables.friction[0] = [310, 0.5]\n"));
    assert_non_null(strstr(lines, "materials.ice.temperature_tables.step = auto\n"));
    assert_null(strstr(lines, " at "));
    scree_free(lines);
    scree_case_clear(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shear_modulus),   cmocka_unit_test(heat),
        cmocka_unit_test(force_fields),    cmocka_unit_test(temperature_tables),
        cmocka_unit_test(test_full),       cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_alias),      cmocka_unit_test(test_mixing),
        cmocka_unit_test(test_overriding), cmocka_unit_test(test_wall_pairs),
        cmocka_unit_test(test_read_file),  cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_each_value), cmocka_unit_test(test_help),
        cmocka_unit_test(test_tables),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
