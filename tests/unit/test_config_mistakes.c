// SPDX-License-Identifier: BSD-3-Clause
// Every kind of mistake in an input file: the whole message, with file:line:column.
#include "config_mistakes.h"
#include "input/foreign_names.h"

#define IN_METRES "accepted: a number in m, > 0 m, or with a unit such as 4 mm; or auto"
#define IN_SECONDS "accepted: a number in s, > 0 s, or with a unit such as 1 ms"

// Mistakes of the text itself.
static void test_yaml_mistakes(void **state) {
    (void)state;
    static const mistake bad[] = {
        {"time:\n% \n",
         {"c.yaml:2:1: error: YAML syntax: a line that begins with %; accepted: text with % in quotes"}},
        {"a: \xff\n", {"c.yaml:1:4: error: not UTF-8 text"}},
        {"a:\n b: \x1b[31m\n", {"c.yaml:2:5: error: a control character; accepted: text"}},
        {HEAD "walls: {a: [1\n", {"c.yaml:5:1: error: YAML syntax: flow sequence without a closing bracket"}},
        {"",
         {"c.yaml:1:1: error: the file is empty; accepted: a mapping with at least 'time' and 'materials'"}},
        {"# nothing\n",
         {"c.yaml:1:1: error: the file is empty; accepted: a mapping with at least 'time' and 'materials'"}},
        {"- 1\n"
         "- 2\n",
         {"c.yaml:1:1: error: the file holds a list of 2 values; accepted: a mapping with at least 'time' "
          "and 'materials'"}},
        {"hello\n",
         {"c.yaml:1:1: error: the file holds \"hello\"; accepted: a mapping with at least 'time' and "
          "'materials'"}},
        {HEAD "seed: 1\n"
              "seed: 2\n",
         {"c.yaml:5:1: error: duplicate key 'seed': already given in line 4, column 1; accepted: each key "
          "once"}},
        {HEAD "  glass: {density: 1, young: 1, poisson: 0}\n",
         {"c.yaml:4:3: error: duplicate key 'glass': already given in line 3, column 3; accepted: each key "
          "once"}},
        {HEAD "seed: !!int 3\n",
         {"c.yaml:4:13: error: a tag (!...) has no meaning here; accepted: plain values"}},
        {HEAD "seed: *x\n", {"c.yaml:4:8: error: alias *x: no anchor &x before it"}},
        {"---\n" HEAD "---\n"
         "seed: 1\n",
         {"c.yaml:6:1: error: a second document; accepted: one document per file"}},
        {"time:\n"
         "	end: 1\n",
         {"c.yaml:2:1: error: YAML syntax: tab character may not be used as indentation; accepted: "
          "spaces"}},
    };
    CHECK(bad);
}

// Values: type, range, dimension, unit, NaN.
static void test_value_mistakes(void **state) {
    (void)state;
    static const mistake bad[] = {
        {HEAD "gravity: 5\n",
         {"c.yaml:4:10: error: gravity: \"5\" does not fit; accepted: a list of 3 numbers in m/s2"}},
        {HEAD "walls: 5\n",
         {"c.yaml:4:8: error: walls: \"5\" does not fit; accepted: a mapping of names to mappings with keys "
          "of plane, cylinder, sphere, mesh, box, rectangle, disc, cone, extrude, helix, torus, screen, "
          "loft, paddle, "
          "mirror, rotate, material, "
          "motion, servo, free, movable, reference, surface_velocity, belt, heat, liquid_film, "
          "displaced_by_wear, "
          "start, stop"}},
        {HEAD "domain: [1]\n",
         {"c.yaml:4:9: error: domain: a list of 1 value does not fit; accepted: a mapping with keys of min, "
          "max, periodic, lost"}},
        {"time: {end: 1 s}\n"
         "materials:\n"
         "  glass: {density: heavy, young: 1e7, poisson: 0.2, restitution: 0.5, friction: 0.3}\n",
         {"c.yaml:3:20: error: materials.glass.density: \"heavy\" is not a number; accepted: a number in "
          "kg/m3, > 0 kg/m3, or with a unit such as 2500 kg/m3"}},
        {"time: {end: 1 s}\n"
         "materials:\n"
         "  glass: {density: 2500, young: 1e7, poisson: 0.7, restitution: 0.5, friction: 0.3}\n",
         {"c.yaml:3:47: error: materials.glass.poisson: \"0.7\" is out of range; accepted: a number, > -1 "
          "and <= 0.5"}},
        {"time: {end: -1 s}\n"
         "materials:\n"
         "  glass: {density: 2500, young: 1e7, poisson: 0.2, restitution: 0.5, friction: 0.3}\n",
         {"c.yaml:1:13: error: time.end: \"-1 s\" is out of range; " IN_SECONDS}},
        {HEAD "search: {skin: 4 kg}\n", {"c.yaml:4:16: error: search.skin: \"4 kg\" is a mass; " IN_METRES}},
        {HEAD "search: {skin: 4 mn}\n",
         {"c.yaml:4:16: error: search.skin: \"4 mn\" is in an unknown unit, 'mn'; " IN_METRES}},
        {HEAD "gravity: [0, .nan, -.inf]\n",
         {"c.yaml:4:14: error: gravity[1]: \".nan\" is not a finite number; accepted: a list of 3 numbers in "
          "m/s2",
          "c.yaml:4:20: error: gravity[2]: \"-.inf\" is not a finite number; accepted: a list of 3 numbers "
          "in m/s2"}},
        {"time: {end: 1 s}\n"
         "materials:\n"
         "  glass: {density: nan, young: 1e7, poisson: 0.2, restitution: 0.5, friction: 0.3}\n",
         {"c.yaml:3:20: error: materials.glass.density: \"nan\" is not a finite number; accepted: a number "
          "in kg/m3, > 0 kg/m3, or with a unit such as 2500 kg/m3"}},
        {"time: {end: 1 s}\n"
         "materials:\n"
         "  glass: {density: 2500, young: 1e999, poisson: 0.2, restitution: 0.5, friction: 0.3}\n",
         {"c.yaml:3:33: error: materials.glass.young: \"1e999\" is not a finite number; accepted: a number "
          "in Pa, > 0 Pa, or with a unit such as 1 GPa"}},
        {HEAD "alarms: {negative_loss: 0, action: halt}\n",
         {"c.yaml:4:25: error: alarms.negative_loss: \"0\" is out of range; accepted: a number, > 0; or "
          "off",
          "c.yaml:4:36: error: alarms.action: \"halt\" does not fit; accepted: warn or stop"}},
        {HEAD "alarms: {negative_loss: never}\n",
         {"c.yaml:4:25: error: alarms.negative_loss: \"never\" is not a number; accepted: a number, > 0; or "
          "off"}},
        {HEAD "alarms: {negative_losses: 0.1}\n",
         {"c.yaml:4:10: error: alarms: unknown key 'negative_losses'; did you mean 'negative_loss'? "
          "accepted: overlap_warning, overlap_limit, negative_loss, energy_balance, action"}},
        {HEAD "output: {plot: yes}\n",
         {"c.yaml:4:16: error: output.plot: \"yes\" is just a text in YAML 1.2; accepted: false, true or a "
          "list of panels such as [screw tz, out mass_rate, {x: lid slide, y: lid fz}]"}},
        {HEAD "particles:\n"
              "  - {file: pack.txt, material: glass, fixed: all}\n",
         {"c.yaml:5:46: error: particles[0].fixed: \"all\" does not fit; accepted: false or true"}},
        {"time: {end: 1 s, integrator: verlett}\n"
         "materials:\n"
         "  glass: {density: 2500, young: 1e7, poisson: 0.2, restitution: 0.5, friction: 0.3}\n",
         {"c.yaml:1:30: error: time.integrator: \"verlett\" does not fit; did you mean 'verlet'? accepted: "
          "verlet or verlet_half_step"}},
        {HEAD "walls:\n"
              "  f: {plane: {point: [0,0,0], normal: [0,0,0]}, material: glass}\n",
         {"c.yaml:5:39: error: walls.f.plane.normal: a list of 3 values is without a direction; accepted: a "
          "direction: a list of 3 numbers, not all 0"}},
        {HEAD "walls:\n"
              "  f: {" PLANE
              ", material: glass, motion: {rotate: {axis: [0,0,1], point: [0,0,0], rate: 2 Hz}}}\n",
         {"c.yaml:5:121: error: walls.f.motion.rotate.rate: \"2 Hz\" is a frequency; accepted: a number in "
          "rad/s, -1000000000 to 1000000000 rad/s, or with a unit such as 2 rpm"}},
        {HEAD "insertion:\n"
              "  - {rate: 1, material: glass, " BALL ", diameter: 1 mm}\n",
         {"c.yaml:5:12: error: insertion[0].rate: \"1\" is a number without a unit; accepted: a number with "
          "its unit, kg/s or 1/s, > 0"}},
        {HEAD "seed:\n",
         {"c.yaml:4:1: error: seed: no value does not fit; accepted: a whole number, 0 to "
          "18446744073709551615"}},
        {HEAD "title:\n"
              "walls:\n",
         {"c.yaml:4:1: error: title: no value does not fit; accepted: a text"}},
        {HEAD "seed: -1\n",
         {"c.yaml:4:7: error: seed: \"-1\" is not a whole number; accepted: a whole number, 0 to "
          "18446744073709551615"}},
        {HEAD "insertion:\n"
              "  - {fill: random, count: 10.5, material: glass, " BALL ", diameter: 1 mm}\n",
         {"c.yaml:5:27: error: insertion[0].count: \"10.5\" is not a whole number; accepted: a whole number, "
          "> 0; or unlimited"}},
        {HEAD "insertion:\n"
              "  - {fill: random, material: glass, " BALL ", diameter: {uniform: [2 mm, 1 mm]}}\n",
         {"c.yaml:5:104: error: insertion[0].diameter.uniform: a list of 2 values is the wrong way round; "
          "accepted: a list of 2 numbers in m, the smaller first, > 0 m"}},
        {HEAD "insertion:\n"
              "  - {fill: random, material: glass, " BALL ", diameter: {table: [[1 mm, 0], 3]}}\n",
         {"c.yaml:5:110: error: insertion[0].diameter.table[0]: \"0\" is out of range; accepted: a number, > "
          "0",
          "c.yaml:5:114: error: insertion[0].diameter.table[1]: \"3\" does not fit; accepted: a list of "
          "pairs such as [[2 mm, 0.3], [4 mm, 0.7]], both numbers > 0"}},
        {HEAD "insertion:\n"
              "  - {fill: random, material: glass, " BALL
              ", diameter: {normal: {mean: 1 mm, deviation: 1 mm}}}\n",
         {"c.yaml:5:103: error: insertion[0].diameter.normal: three deviations below the mean is -0.002 m, "
          "no size; accepted: a key 'min' above 0"}},
        {HEAD "domain: {min: [0,0,0], max: [1,0,1]}\n",
         {"c.yaml:4:29: error: domain: on axis y max is 0 m and min is 0 m; accepted: max above min"}},
        {HEAD "walls:\n"
              "  f: {" PLANE ", material: glass, start: 2 s, stop: 1 s}\n",
         {"c.yaml:5:84: error: walls.f: stop is 1 s and start is 2 s; accepted: stop after start"}},
        {HEAD "domain: {min: [0,0,0], max: [1,1,1], periodic: [x, w]}\n",
         {"c.yaml:4:52: error: domain.periodic: \"w\" does not fit; accepted: a list of some of x, y, z"}},
    };
    CHECK(bad);
}

// Keys: unknown, missing, not allowed together.
// Numbers with which no run can compute, or for which random draws would never end.
static void test_numbers_out_of_all_range(void **state) {
    (void)state;
    static const mistake bad[] = {
        {HEAD "insertion:\n"
              "  - {fill: random, material: glass, " BALL
              ", diameter: {normal: {mean: 1 mm, deviation: 1e100, min: 0.5 mm, max: 2 mm}}}\n"
              "  - {fill: random, material: glass, " BALL
              ", diameter: {lognormal: {median: 1 mm, deviation: 10, min: 0.999 mm, max: 1.001 mm}}}\n",
         {"c.yaml:5:127: error: insertion[0].diameter.normal: only a share of 6e-104 of the distribution is "
          "between min, 0.0005 m, and max, "
          "0.002 m; accepted: 0.001 or more, by a smaller deviation or a wider cut, or `uniform`",
          "c.yaml:6:132: error: insertion[1].diameter.lognormal: only a share of 8e-05 of the distribution "
          "is between min, 0.000999 m, and max, "
          "0.001001 m; accepted: 0.001 or more, by a smaller deviation or a wider cut, or `uniform`"}},
        {HEAD "probes: {p: {region: {sphere: {point: [0, 0, 0], radius: 1e-300}}}}\n",
         {"c.yaml:4:58: error: probes.p.region.sphere.radius: \"1e-300\" is out of range: its amount is not "
          "0 and below 1e-100; accepted: a number "
          "in m, > 0 m, or with a unit such as 4 mm"}},
        {HEAD "gravity: [0, 0, -1e151]\n",
         {"c.yaml:4:17: error: gravity[2]: \"-1e151\" is out of range; accepted: a list of 3 numbers in "
          "m/s2"}},
        {HEAD "walls:\n"
              "  f: {" PLANE
              ", material: glass, motion: {rotate: {axis: [0, 0, 1], point: [0, 0, 0], rate: 1e300}}}\n",
         {"c.yaml:5:125: error: walls.f.motion.rotate.rate: \"1e300\" is out of range; accepted: a number in "
          "rad/s, -1000000000 to 1000000000 rad/s, "
          "or with a unit such as 2 rpm"}},
        {HEAD "walls:\n"
              "  f: {" PLANE
              ", material: glass, motion: {vibrate: {amplitude: [0, 0, 0], frequency: 1, phase: 1e300}}}\n",
         {"c.yaml:5:128: error: walls.f.motion.vibrate.phase: \"1e300\" is out of range; accepted: a number "
          "in rad, -1000000000 to 1000000000 rad, or "
          "with a unit such as 30 deg"}},
        {HEAD "walls:\n"
              "  f: {" PLANE
              ", material: glass, motion: {table: {axis: [0, 0, 1], times: [0, 1], angles: [0, 1e10]}}}\n",
         {"c.yaml:5:82: error: walls.f.motion.table: a value is too large; accepted: times and places up to "
          "1e+12, angles up to 1e+09 rad"}},
    };
    CHECK(bad);
}

static void test_key_mistakes(void **state) {
    (void)state;
    static const mistake bad[] = {
        {HEAD "wals: {}\n",
         {"c.yaml:4:1: error: unknown key 'wals'; did you mean 'walls'? accepted: title, variables, laws, "
          "time, "
          "gravity, gravity_of_time, domain, search, seed, materials, walls, shapes, contact_mass, "
          "particles, insertion, outlets, "
          "groups, bonds, heat, cell, coarse_graining, force_fields, wear, liquid, probes, "
          "tracks, measures, "
          "phases, "
          "contacts, "
          "damping, alarms, "
          "output, "
          "lab"}},
        {"time: {end: 1 s, fractoin: 3}\n"
         "materials:\n"
         "  glass: {density: 2500, young: 1e7, poisson: 0.2, restitution: 0.5, friction: 0.3}\n",
         {"c.yaml:1:18: error: time: unknown key 'fractoin'; did you mean 'dt_fraction'? accepted: end, dt, "
          "dt_fraction, velocity_scale, integrator"}},
        {"time: {end: 1 s}\n"
         "materials:\n"
         "  glass: {density: 2500, young: 1e7, poisson: 0.2, restitution: 0.5, frictoin: 0.3}\n",
         {"c.yaml:3:70: error: materials.glass: unknown key 'frictoin'; did you mean 'friction'? accepted: "
          "library, density, young, softened, poisson, shear_modulus, heat_capacity, emissivity, "
          "temperature_tables, and "
          "the parameters of the "
          "laws"}},
        {"time: {dt: 1e-6}\n"
         "materials:\n"
         "  glass: {density: 2500, young: 1e7, poisson: 0.2, restitution: 0.5, friction: 0.3}\n",
         {"c.yaml:1:7: error: time: missing key 'end'; " IN_SECONDS}},
        {"time: {end: 1}\n",
         {"c.yaml:1:1: error: missing key 'materials'; accepted: a mapping of names to mappings with keys of "
          "library, density, young, softened, poisson, shear_modulus, heat_capacity, emissivity, "
          "temperature_tables"}},
        {HEAD "walls:\n"
              "  f: {" PLANE ", mesh: {file: pack.txt}, material: glass}\n",
         {"c.yaml:5:49: error: walls.f: both 'plane' and 'mesh' are given; accepted: one of them"}},
        {HEAD "walls:\n"
              "  f: {material: glass}\n",
         {"c.yaml:5:6: error: walls.f: the kind is missing; accepted: one of the keys plane, cylinder, "
          "sphere, mesh, "
          "box, rectangle, disc, cone, extrude, helix, torus, screen, loft, paddle"}},
        {HEAD "insertion:\n"
              "  - {rate: 1 kg/s, fraction: 0.5, material: glass, " BALL ", diameter: 1 mm}\n",
         {"c.yaml:5:20: error: insertion[0]: 'fraction' has no meaning here; accepted: together with 'fill' "
          "only"}},
        {HEAD "insertion:\n"
              "  - {fill: random, material: glass, " BALL ", diameter: 1 mm, radius: 2 mm}\n",
         {"c.yaml:5:100: error: insertion[0]: both 'diameter' and 'radius' are given; accepted: one of "
          "them"}},
        {HEAD "insertion:\n"
              "  - {fill: random, material: glass, " BALL "}\n",
         {"c.yaml:5:5: error: insertion[0]: missing key 'diameter'; accepted: a mapping with keys of fixed, "
          "uniform, normal, lognormal, table"}},
        {HEAD "particles:\n"
              "  - {positions: [[0, 0, 0]], diameter: 1 mm}\n",
         {"c.yaml:5:5: error: particles[0]: missing key 'material'; accepted: the name of a material"}},
        {HEAD "particles:\n"
              "  - {file: pack.txt, material: glass, keep_history: true}\n",
         {"c.yaml:5:39: error: particles[0]: 'keep_history' has no meaning here; accepted: together with "
          "'checkpoint' only"}},
        {HEAD "insertion:\n"
              "  - {fill: random, material: glass, diameter: 4 mm, fixed: true, " BALL "}\n",
         {"c.yaml:5:53: error: insertion[0]: unknown key 'fixed'; accepted: name, material, fill, rate, "
          "refill, "
          "region..."}},
        {"time: {end: 1 s}\n"
         "materials:\n"
         "  any: {density: 2500, young: 1e7, poisson: 0.2, restitution: 0.5, friction: 0.3}\n",
         {"c.yaml:3:3: error: materials: 'any' cannot be a name; accepted: a name other than 'any'"}},
    };
    CHECK(bad);
}

#define BONDED HEAD "contacts: [{between: any, bond: {law: parallel, bond_young: 1e9}}]\n"
#define LONE "members: [{at: [0, 0, 0], radius: 1}, {at: [0, 0, 3], radius: 1}]"

// Bonds and agglomerates.
static void test_bond_mistakes(void **state) {
    (void)state;
    static const mistake bad[] = {
        {HEAD "bonds: [{gap: 1 mm}]\n",
         {"c.yaml:4:9: error: bonds 'bonds1': no pair of the materials that it names has a bond law; "
          "accepted: "
          "materials with one, such as `{between: any, bond: parallel}` in 'contacts'"}},
        {BONDED "bonds: [{gap: -1 mm}]\n",
         {"c.yaml:5:15: error: bonds[0].gap: \"-1 mm\" is out of range; accepted: a number in m, >= 0 m, or "
          "with a "
          "unit such as 4 mm"}},
        {BONDED "bonds: [{materials: [glas, any]}]\n",
         {"c.yaml:5:22: error: bonds[0].materials: there is no material called \"glas\"; did you mean "
          "'glass'? "
          "accepted: glass"}},
        {BONDED "bonds: [{materials: glass}]\n",
         {"c.yaml:5:21: error: bonds[0].materials: \"glass\" does not fit; accepted: any, or a list of two "
          "materials "
          "such as [glass, any]"}},
        {BONDED "bonds: [{walls: [flor]}]\n",
         {"c.yaml:5:9: error: bonds 'bonds1': there is no wall 'flor'; accepted: a name under 'walls'"}},
        {BONDED "bonds: [{walls: []}]\n",
         {"c.yaml:5:17: error: bonds[0].walls: a list of 0 values does not fit; accepted: a name, or a list "
          "of names "
          "such as "
          "[left, right]"}},
        {BONDED "bonds: [{particles: false}]\n",
         {"c.yaml:5:9: error: bonds[0]: neither particles with each other nor with walls; accepted: "
          "`particles: true`, "
          "or names of walls under 'walls'"}},
        {BONDED "bonds: [{file: pack.txt}]\n",
         {"c.yaml:5:16: error: bonds[0]: pack.txt:1: \"0 0 0 1\"; accepted: lines of two different ids of "
          "particles"}},
        {BONDED "bonds: [{file: pack.txt, walls: [w]}]\n",
         {"c.yaml:5:16: error: bonds[0]: pack.txt:1: ...",
          "c.yaml:5:33: error: bonds[0]: a file has pairs of particles; accepted: an entry of its own for "
          "walls"}},
        {BONDED "bonds: [{name: a}, {name: a}]\n",
         {"c.yaml:5:27: error: bonds[1]: the name \"a\" is taken by the entry in line 5; accepted: a name of "
          "its own"}},
        {BONDED "bonds: [{start: 2 s, every: 1 s, stop: 1 s}]\n",
         {"c.yaml:5:40: error: bonds[0]: stop is 1 s and start is 2 s; accepted: stop after start"}},
        {BONDED "bonds: [{stop: 1 s}]\n",
         {"c.yaml:5:16: error: bonds[0]: bonds are made at the start only; accepted: 'stop' together with "
          "'every'"}},
        {BONDED "shapes: {a: {bonded: true, " LONE "}}\n",
         {"c.yaml:5:22: error: shapes.a: with gap = 0 m its 2 members are 2 parts that no bond connects; "
          "accepted: a "
          "larger gap, or members that touch"}},
        {BONDED "shapes: {a: {bonded: {gap: 1}, volume: 1, " LONE "}}\n",
         {"c.yaml:5:40: error: shapes.a: 'volume' is of clumps, and the members of an agglomerate have their "
          "own "
          "masses; accepted: 'bonded' without it"}},
        {HEAD "shapes: {a: {bonded: {gap: 1}, " LONE "}}\n"
              "insertion: [{shape: a, material: glass, fill: random, " BALL "}]\n",
         {"c.yaml:5:13: error: 'insertion1': its shape 'a' is bonded, and glass with glass has no bond law; "
          "accepted: "
          "one, such as `{between: [glass, glass], bond: parallel}` in 'contacts'"}},
    };
    CHECK(bad);
}

// Names and files.
static void test_name_mistakes(void **state) {
    (void)state;
    static const mistake bad[] = {
        {HEAD "domain: {min: [0,0,0], max: [1,1,1], periodic: x}\n",
         {"c.yaml:4:48: error: domain.periodic: \"x\" does not fit; did you mean [x]? accepted: a list of "
          "some of x, y, z"}},
        {HEAD "particles:\n"
              "  - {file: nope.txt, material: glass}\n",
         {"c.yaml:5:12: error: particles[0].file: the file \"nope.txt\" does not exist; accepted: a readable "
          "file, relative to the input file's folder"}},
        {HEAD "particles:\n"
              "  - {file: ., material: glass}\n",
         {"c.yaml:5:12: error: particles[0].file: the file \".\" is a folder; accepted: a readable file, "
          "relative to the input file's folder"}},
        {HEAD "particles:\n"
              "  - {file: pack.txt, material: glas}\n",
         {"c.yaml:5:32: error: particles[0].material: there is no material called \"glas\"; did you mean "
          "'glass'? accepted: glass"}},
        {HEAD "insertion:\n"
              "  - {fill: random, material: glass, region: {mesh: hoper}, diameter: 1 mm}\n"
              "walls:\n"
              "  hopper: {mesh: {file: pack.txt}, material: glass}\n"
              "  floor: {" PLANE ", material: glass}\n",
         {"c.yaml:5:52: error: insertion[0].region.mesh: there is no wall called \"hoper\"; did you mean "
          "'hopper'? accepted: hopper, floor"}},
        {HEAD "insertion:\n"
              "  - {fill: random, material: glass, region: {mesh: floor}, diameter: 1 mm}\n"
              "walls:\n"
              "  floor: {" PLANE ", material: glass}\n",
         {"c.yaml:5:52: error: insertion[0].region.mesh: the wall \"floor\" is not a mesh; accepted: the "
          "name of a wall with a mesh"}},
        {HEAD "particles:\n"
              "  - {file: pack.txt, material: glass, name: a}\n"
              "  - {file: pack.txt, material: glass, name: a}\n",
         {"c.yaml:6:45: error: particles[1]: the name \"a\" is taken by the entry in line 5; accepted: a "
          "name of its own"}},
    };
    CHECK(bad);
}

// Laws and their parameters.
static void test_law_mistakes(void **state) {
    (void)state;
    static const mistake bad[] = {
        {HEAD "contacts:\n"
              "  - {between: any, normal: herz}\n",
         {"c.yaml:5:28: error: contacts[0].normal: \"herz\" is no normal law; did you mean 'hertz'? "
          "accepted: none, hertz..."}},
        {HEAD "contacts:\n"
              "  - {between: any, normal: {law: hertz, stiffness: 3}}\n",
         {"c.yaml:5:41: error: contacts[0].normal: unknown key 'stiffness'; accepted: law, restitution, "
          "end, damping_ratio, coefficientRestitution, en, betan"}},
        {HEAD "contacts:\n"
              "  - {between: any, normal: mindlin}\n",
         {"c.yaml:5:28: error: contacts[0].normal: \"mindlin\" is no normal law; accepted: none, hertz..."}},
        {HEAD "contacts:\n"
              "  - {between: any, stiffness: 3}\n",
         {"c.yaml:5:20: error: contacts[0]: no law of this pair has a parameter 'stiffness'; accepted: "
          "parameters of its laws..."}},
        {"time: {end: 1 s}\n"
         "materials:\n"
         "  glass: {density: 2500, young: 1e7, poisson: 0.2, friction: 0.3}\n",
         {"c.yaml:3:3: error: contacts: between glass and glass the normal law hertz: needs 'restitution', a "
          "number from 0.01 to 1, or 'damping_ratio', in an entry of contacts or in the materials"}},
        {HEAD "contacts:\n"
              "  - {between: any, normal: hooke}\n",
         {"c.yaml:5:5: error: contacts: between glass and glass the normal law hooke: needs 'stiffness', a "
          "number in N/m, or 'characteristic_velocity', a number in m/s, or 'stiffness_from', "
          "'stiffness_per_radius' or 'contact_time'"}},
        {HEAD "contacts:\n"
              "  - {between: any, cohesion: sjkr}\n",
         {"c.yaml:5:30: error: contacts: between glass and glass the cohesion law sjkr needs "
          "'cohesion_energy_density'; accepted: a number in Pa, 0 to 1000000000000 Pa, or with a unit such "
          "as 1 GPa, "
          "in an entry with between: [glass, glass], or in the material glass"}},
        {HEAD "  steel: {density: 1, young: 1, poisson: 0, restitution: 0.5}\n",
         {"c.yaml:4:3: error: contacts: between glass and steel the tangential law mindlin needs 'friction' "
          "(glass gives its own, steel does not); accepted: a number, 0 to 10, in an entry with between: "
          "[glass, steel], or in both materials (the pair then takes the mean)",
          "c.yaml:4:3: error: contacts: between steel and steel the tangential law mindlin needs 'friction'; "
          "accepted: a number, 0 to 10, in an entry with between: [steel, steel], or in the material steel"}},
        {HEAD "contacts:\n"
              "  - {between: any, restitution: 1.5}\n",
         {"c.yaml:5:33: error: contacts[0].restitution: \"1.5\" is out of range; accepted: a number, 0.01 to "
          "1"}},
        {HEAD "contacts:\n"
              "  - {between: glass, restitution: 0.5}\n",
         {"c.yaml:5:15: error: contacts[0].between: \"glass\" does not fit; accepted: any, or a list of two "
          "materials such as [glass, any]"}},
        {HEAD "contacts:\n"
              "  - {between: [glass, stel], restitution: 0.5}\n",
         {"c.yaml:5:23: error: contacts[0].between: there is no material called \"stel\"; accepted: glass"}},
        {HEAD "contacts:\n"
              "  - {restitution: 0.5}\n",
         {"c.yaml:5:5: error: contacts[0]: missing key 'between'; accepted: any, or a list of two "
          "materials"}},
        {"time: {end: 1 s}\n"
         "materials:\n"
         "  glass: {density: 2500, young: 1e7, poisson: 0.2, restitution: 0.5, limit: 0.3}\n",
         {"c.yaml:3:70: error: materials.glass: 'limit' belongs to a pair, not to a material; accepted: in "
          "an entry of contacts"}},
    };
    CHECK(bad);
}

static void test_all_at_once(void **state) {
    (void)state;
    static const char *const expected[] = {
        "c.yaml:1:13: error: time.end: \"0\" is out of range; accepted: a number in s, > 0 s, or with a unit "
        "such as 1 ms",
        "c.yaml:3:6: error: materials.a: missing key 'poisson'; accepted: a number, > -1 and <= 0.5",
        "c.yaml:3:16: error: materials.a.density: \"-1\" is out of range; accepted: a number in kg/m3, > 0 "
        "kg/m3, or with a unit such as 2500 kg/m3",
        "c.yaml:3:27: error: materials.a.young: \"2 kg\" is a mass; accepted: a number in Pa, > 0 Pa, or "
        "with a unit such as 1 GPa",
        "c.yaml:3:33: error: materials.a: unknown key 'poison'; did you mean 'poisson'? accepted: library, "
        "density, "
        "young, softened, poisson, shear_modulus, heat_capacity, emissivity, temperature_tables, and the "
        "parameters of the "
        "laws",
        "c.yaml:4:1: error: unknown key 'foo'; accepted: title, variables, laws, time, gravity, "
        "gravity_of_time, domain, "
        "search, seed, "
        "materials, walls, shapes, contact_mass, particles, insertion, outlets, groups, bonds, heat, cell, "
        "coarse_graining, force_fields, wear, liquid, probes, "
        "tracks, measures, "
        "phases, contacts, damping, "
        "alarms, "
        "output, "
        "lab",
        "c.yaml:5:10: error: gravity: a list of 2 values does not fit; accepted: a list of 3 numbers in m/s2",
    };
    check_mistake("time: {end: 0}\n"
                  "materials:\n"
                  "  a: {density: -1, young: 2 kg, poison: 1}\n"
                  "foo: 1\n"
                  "gravity: [1, 2]\n",
                  expected, sizeof expected / sizeof *expected);
}

// Habits of other programs and languages.
static void test_slips(void **state) {
    (void)state;
    static const mistake bad[] = {
        {HEAD "seed: 0,5\n", {"c.yaml:4:7: error: seed: \"0,5\" is not a whole number; ..."}},
        {HEAD "search: {skin: \"-0,5 mm\"}\n",
         {"c.yaml:4:17: error: search.skin: \"-0,5 mm\" is a number with a decimal comma (write -0.5 mm); "
          "..."}},
        {HEAD "gravity: [0, 0, -9,81]\n",
         {"c.yaml:4:10: error: gravity: a list of 4 values is too long (numbers have a decimal point, not a "
          "comma); "
          "..."}},
        {HEAD "alarms: {overlap_limit: 1, 5}\n",
         {"c.yaml:4:28: error: alarms: unknown key '5'; a comma separates values, so 0,5 is two of them: "
          "write 0.5; "
          "..."}},
        {HEAD "search: &s {skin: auto}\n"
              "alarms: {<<: *s}\n",
         {"c.yaml:5:10: error: merge keys (<<) are not part of YAML 1.2 and not read here; accepted: all "
          "values "
          "written out, or the whole mapping of an anchor, as in 'steel: *glass'"}},
        {HEAD "title: \"silo\\0 of today\"\n",
         {"c.yaml:4:9: error: a zero character (\\0) within a value has no meaning here; accepted: text "
          "without it"}},
        {HEAD "timestep: 1e-6\n",
         {"c.yaml:4:1: error: unknown key 'timestep'; did you mean 'dt' in 'time'? ..."}},
        {HEAD "contacts: {between: any, frictionAngle: 30 deg}\n",
         {"c.yaml:4:26: error: contacts: unknown key 'frictionAngle'; did you mean 'friction' (the tangent "
          "of that "
          "angle)? ..."}},
        {HEAD "contacts: {between: any, static_friction: 0.5, mu: 1, Coefficient_Of_Restitution: 1, e: 1}\n",
         {"c.yaml:4:26: error: contacts: unknown key 'static_friction'; did you mean 'friction'? ...",
          "c.yaml:4:48: error: contacts: unknown key 'mu'; did you mean 'friction'? ...",
          "c.yaml:4:55: error: contacts: unknown key 'Coefficient_Of_Restitution'; did you mean "
          "'restitution'? ...",
          "c.yaml:4:86: error: contacts: unknown key 'e'; did you mean 'restitution'? ..."}},
        {"time: {end: 1 s}\n"
         "materials:\n"
         "  glass: {density: 2500, young: 1e7, poisson: 0.2, restitution: 0.5, friction: 0.3, E: 1, rho: 1, "
         "nu: 1}\n",
         {"c.yaml:3:85: error: materials.glass: unknown key 'E'; did you mean 'young'? ...",
          "c.yaml:3:91: error: materials.glass: unknown key 'rho'; did you mean 'density'? ...",
          "c.yaml:3:99: error: materials.glass: unknown key 'nu'; did you mean 'poisson'? ..."}},
    };
    CHECK(bad);
    static const char *const known[][2] = {{"youngsModulus", "young"},
                                           {"youngs_modulus", "young"},
                                           {"poissonsRatio", "poisson"},
                                           {"Poissons_Ratio", "poisson"},
                                           {"coeffRestitution", "restitution"},
                                           {"coefficientFriction", "friction"},
                                           {"coefficientRollingFriction", "rolling_friction"}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assert_non_null(scree_foreign_name_find(known[k][0]));
        assert_string_equal(scree_foreign_name_find(known[k][0])->ours, known[k][1]);
    }
    assert_null(scree_foreign_name_find("young"));
    assert_null(scree_foreign_name_find(""));
}

// A file of pairs is read to its end, or refused.
static void test_zero_in_pairs(void **state) {
    (void)state;
    char path[80];
    snprintf(path, sizeof path, "%s/zero.txt", folder);
    static const char *const message[] = {"c.yaml:5:16: error: bonds[0]: zero.txt:2: not a text file, as a "
                                          "byte is zero; accepted: lines of two "
                                          "different ids of particles"};
    static const char *const texts[] = {"1 2\n\0 2 3\n", "1 2\n4 5\0 2\n"};
    for (int k = 0; k < 2; k++) {
        FILE *f = fopen(path, "w");
        assert_int_equal(fwrite(texts[k], 1, 10, f), 10);
        fclose(f);
        check_mistake(BONDED "bonds: [{file: zero.txt}]\n", message, 1);
    }
    unlink(path);
}

static void test_missing_input(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_case c;
    assert_false(scree_case_read("/no/such/file.yaml", NULL, &c, r));
    assert_int_equal(scree_report_size(r), 1);
    assert_non_null(strstr(scree_report_text(r, 0), "/no/such/file.yaml"));
    scree_case_clear(&c);
    scree_report_clear(r);
    assert_false(scree_case_read(folder, NULL, &c, r));
    assert_int_equal(scree_report_size(r), 1);
    scree_case_clear(&c);
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bond_mistakes),  cmocka_unit_test(test_yaml_mistakes),
        cmocka_unit_test(test_value_mistakes), cmocka_unit_test(test_numbers_out_of_all_range),
        cmocka_unit_test(test_key_mistakes),   cmocka_unit_test(test_name_mistakes),
        cmocka_unit_test(test_law_mistakes),   cmocka_unit_test(test_all_at_once),
        cmocka_unit_test(test_missing_input),  cmocka_unit_test(test_slips),
        cmocka_unit_test(test_zero_in_pairs),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
