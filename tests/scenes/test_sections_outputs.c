// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Each section of the input with each kind of output: the check, and a run of five steps. The tables of keys say which there are, and an
// example is missing here where the test says so. The input file of the last pair stays in the folder of the test.
#include "host_world.h"
#include "input/schema.h"
#include "load/load_world.h"
#include "measure/columns.h"
#include "measures/list/measures_keys.h"
#include "step/setup.h"
#include <string.h>

typedef struct example {
    const char *section, *text; // text: whole sections, instead of those of the base
} example;

#define REGION "{box: {min: [0, 0, 0], max: [20 mm, 20 mm, 20 mm]}}"
#define BALLS                                                                                                \
    "positions: [[5 mm, 5 mm, 0.99 mm], [5 mm, 5 mm, 2.95 mm], [9 mm, 9 mm, 1.5 mm]], diameter: 2 mm, "      \
    "velocity: [0.1, 0, -1]"
#define MATERIAL "density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4"
#define BOX "min: [0, 0, 0], max: [20 mm, 20 mm, 20 mm]"
#define WEARS "contacts: [{between: any, wear: {law: archard, wear_coefficient: 1e-3, hardness: 1 MPa}}]\n"

// The sections that a case has without an example. A floor and, away from it, walls without triangles.
static const example base[] = {
    {"time", "time: {end: 0.05 ms, dt: 10 us}\n"},
    {"materials", "materials: {m: {" MATERIAL "}}\n"},
    {"contacts", "contacts: [{between: any}]\n"},
    {"walls",
     "walls:\n"
     "  floor: {rectangle: {corner: [0, 0, 0], first: [20 mm, 0, 0], second: [0, 20 mm, 0]}, material: m}\n"
     "  side: {plane: {point: [0, 0, 0], normal: [1, 0, 0]}, material: m}\n"
     "  tube: {cylinder: {point: [15 mm, 15 mm, 0], axis: [0, 0, 1], radius: 2 mm, length: 9 mm, side: "
     "outside}, material: m}\n"},
    {"particles", "particles: [{" BALLS ", material: m, name: bed}]\n"},
};

static const example sections[] = {
    {"title", "title: a case\n"},
    {"variables", "variables: {height: 2}\n"},
    {"laws", "laws: []\n"},
    {"time", "time: {end: 1 ms, dt: auto, integrator: verlet_half_step}\n"},
    {"gravity", "gravity: [1, 0, -9.81]\n"},
    {"gravity_of_time", "gravity_of_time: {table: {times: [0, 1], values: [[0, 0, -9.81], [1, 0, -9]]}}\n"},
    {"domain", "domain: {min: [-5 mm, -5 mm, -5 mm], max: [25 mm, 25 mm, 25 mm]}\n"},
    {"search", "search: {skin: 0.1 mm}\n"},
    {"seed", "seed: 7\n"},
    {"materials", "materials: {m: {" MATERIAL "}, rubber: {" MATERIAL "}}\n"},
    {"walls",
     "walls:\n"
     "  ball: {sphere: {point: [10 mm, 10 mm, 30 mm], radius: 9 mm, side: outside}, material: m, motion: "
     "{rotate: {axis: [0, 0, 1], point: [10 mm, 10 mm, 30 mm], rate: 1 rad/s}}}\n"
     "  lid: {plane: {point: [0, 0, 9 mm], normal: [0, 0, -1]}, material: m, servo: {slide: {along: [0, 0, "
     "-1], stress: 10 Pa, area: 1 cm2, speed: 1 mm/s}}}\n"
     "  plate: {box: {min: [5 mm, 5 mm, -3 mm], max: [8 mm, 8 mm, -1 mm]}, material: m, free: {mass: 1 g}}\n"
     "  late: {box: {min: [5 mm, 5 mm, -9 mm], max: [8 mm, 8 mm, -7 mm]}, material: m, start: 1 s}\n"},
    {"shapes", "shapes: {two: {chain: {count: 2, radius: 1 mm, spacing: 1 mm}}}\n"
               "particles: [{positions: [[5 mm, 5 mm, 2 mm]], shape: two, material: m}]\n"},
    {"shapes", "shapes: {egg: {ellipsoid: {half_axes: [1 mm, 1 mm, 1.5 mm]}}}\n"
               "particles: [{positions: [[5 mm, 5 mm, 2 mm]], shape: egg, material: m}]\n"},
    {"contact_mass", "contact_mass: body\n"},
    {"particles", "particles: [{" BALLS ", material: m, spin: [0, 0, 1]}]\n"},
    {"insertion", "insertion: [{name: rain, material: m, fill: random, count: 5, diameter: 1 mm, region: "
                  "{box: {min: [0, 0, 10 mm], max: [20 mm, 20 mm, 20 mm]}}}]\n"},
    {"insertion", "insertion: [{name: stream, material: m, rate: 1e5 1/s, diameter: 1 mm, region: {box: "
                  "{min: [0, 0, 10 mm], max: [20 mm, 20 mm, 20 mm]}}}]\n"},
    {"outlets", "outlets: {out: {region: {box: {min: [0, 0, -9 mm], max: [20 mm, 20 mm, -5 mm]}}}}\n"},
    {"groups", "groups: {swells: {from: bed, growth: 1 1/s}, pulled: {ids: [3], force: [0, 0, 1 mN]}}\n"},
    {"bonds", "bonds: [{gap: 0.1 mm}]\n"
              "contacts: [{between: any, bond: {law: parallel, bond_young: 1 MPa, bond_tension: 1 MPa, "
              "bond_shear: 1 MPa}}]\n"},
    {"heat", "heat: {temperature: 300 K}\nmaterials: {m: {" MATERIAL ", heat_capacity: 800}}\n"},
    {"cell", "cell: {isotropic: {pressure: 100}}\ngravity: [0, 0, 0]\nwalls: {}\n"
             "domain: {min: [0, 0, 0], max: [10 mm, 10 mm, 10 mm], periodic: [x, y, z]}\n"},
    {"coarse_graining",
     "coarse_graining: {factor: 1.5}\nparticles: []\ninsertion: [{material: m, fill: random, count: 9, "
     "diameter: 1 mm, region: {box: {min: [0, 0, 10 mm], max: [20 mm, 20 mm, 20 mm]}}}]\n"},
    {"force_fields", "force_fields: {fluid: {density: 1.2, viscosity: 2e-5}}\n"},
    {"wear", "wear: {}\n"},
    {"wear", "wear: {particles: false, speed_bins: [0.1, 1], regions: {part: " REGION
             ", none: {box: {min: [1, 1, 1], max: [2, 2, 2]}}}}\n" WEARS},
    {"wear", "wear: {}\n" WEARS
             "walls:\n  floor: {rectangle: {corner: [0, 0, 0], first: [20 mm, 0, 0], second: [0, 20 mm, 0]}, "
             "material: m, displaced_by_wear: {every: 20 us, at_most: 1 mm, in_total: 1 mm}}\n"},
    {"liquid",
     "liquid: {moisture: 0.05}\n"
     "contacts: [{between: any, liquid: {law: rabinovich, surface_tension: 0.07, contact_angle: 0.2}}]\n"},
    {"probes", "probes: {p: {region: " REGION "}}\n"},
    {"tracks", "tracks: {one: 1, none: 99}\n"},
    {"measures",
     "outlets: {out: {region: {box: {min: [0, 0, -9 mm], max: [20 mm, 20 mm, -5 mm]}}}}\n"
     "domain: {" BOX "}\n"
     "walls: {drum: {box: {" BOX
     "}, material: m, motion: {rotate: {point: [10 mm, 10 mm, 10 mm], axis: [0, 1, 0], rate: 1 rad/s}}}}\n"
     "measures:\n"
     "  a1: {unbalanced_force: {}}\n  a2: {coordination: {}}\n  a3: {height: {}}\n  a4: {angle_of_repose: "
     "{}}\n"
     "  a5: {mixing: {cell: 5 mm, larger_than: 1 mm}}\n  a6: {packing: {}, region: " REGION "}\n"
     "  a7: {packing_profile: {along: z}, region: " REGION
     "}\n  a8: {fabric: {}}\n  a9: {stress: {}, region: " REGION "}\n"
     "  b1: {inertial_number: {shear_rate: 1}, region: " REGION "}\n  b2: {contact_forces: {}}\n"
     "  b3: {radial_distribution: {to: 5 mm}}\n  b4: {fragment_sizes: {}}\n  b5: {drum: {wall: drum}}\n"
     "  b6: {mass_flow: {outlet: out, window: 1 ms}}\n  b7: {residence_time: {outlet: out}}\n"},
    {"phases", "time: {dt: 10 us}\nphases: {rest: {until: 20 us}, more: {until: 30 us, set: "
               "{contacts.0.friction: 0.1}}}\n"},
    {"contacts", "contacts: [{between: any, normal: {law: hooke, stiffness: 1e4}, rolling: {law: epsd, "
                 "rolling_friction: 0.1}}]\n"},
    {"damping", "damping: {local: 0.5}\n"},
    {"alarms", "alarms: {overlap_warning: 0.5}\n"},
    {"output", ""},
    {"lab", "lab: {a: {material: m, radius: 1 mm}, wall: m}\n"},
};

#define EVERY "every: 20 us"
// Kinds of output that a run may have together. NULL: a panel for each column that the case has.
static const char *const outputs[] = {
    "vtk: {" EVERY ", contacts: true, stress: true}, csv: {" EVERY ", contacts: true}, fragments: true, "
    "fields: {" EVERY ", cells: [2, 2, 2], box: {" BOX "}, radius: 2 mm}, series: {every: 10 us}, "
    "checkpoint: {" EVERY "}, plot: true, progress: 1 s",
    "csv: {" EVERY ", region: " REGION ", fields: [id, radius]}, series: {every: 20 us}, "
    "fields: {" EVERY ", along: z, bins: 2, box: {" BOX "}, radius: 2 mm}, "
    "plot: [particles, {x: time, y: [kinetic, rotational]}]",
    "series: {every: 0}",
    NULL,
};

enum {
    BASE = sizeof base / sizeof *base,
    SECTIONS = sizeof sections / sizeof *sections,
    OUTPUTS = sizeof outputs / sizeof *outputs
};

// Has the text the key of a mapping?
static bool has_key(const char *text, const char *key) {
    char *wanted = scree_format("%s: ", key);
    const char *found = text ? strstr(text, wanted) : NULL;
    const bool has = found && (found == text || found[-1] == ' ' || found[-1] == '{' || found[-1] == '\n');
    scree_free(wanted);
    return has;
}

static void every_key_has_an_example(void **state) {
    (void)state;
    for (size_t k = 0; k < scree_schema.nkey; k++) {
        bool has = false;
        for (size_t i = 0; i < SECTIONS; i++) {
            has |= strcmp(sections[i].section, scree_schema.key[k].name) == 0;
        }
        if (!has) {
            fail_msg("there is no example of the section '%s'", scree_schema.key[k].name);
        }
    }
    for (size_t k = 0; k < scree_output_section.nkey; k++) {
        bool has = false;
        for (size_t i = 0; i < OUTPUTS; i++) {
            has |= has_key(outputs[i], scree_output_section.key[k].name);
        }
        if (!has) {
            fail_msg("there is no example of the output '%s'", scree_output_section.key[k].name);
        }
    }
    for (int k = 0; k < SCREE_MEASURE_KINDS; k++) {
        bool has = false;
        for (size_t i = 0; i < SECTIONS; i++) {
            has |= has_key(sections[i].text, scree_measure_name(k));
        }
        if (!has) {
            fail_msg("there is no example of the measure '%s'", scree_measure_name(k));
        }
    }
}

// Does the text have this section at the beginning of a line?
static bool has_section(const char *text, const char *section) {
    const size_t n = strlen(section);
    for (const char *p = text; p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
        if (strncmp(p, section, n) == 0 && p[n] == ':') {
            return true;
        }
    }
    return false;
}

// The case of an example, without `output`. Free with scree_free.
static char *case_of(const example *e) {
    scree_text_buffer t = {0};
    scree_text_add(&t, "%s", e->text);
    for (size_t k = 0; k < BASE; k++) {
        scree_text_add(&t, "%s", has_section(e->text, base[k].section) ? "" : base[k].text);
    }
    return t.data;
}

static void write_case(const char *text) {
    FILE *f = fopen("case.yaml", "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

// A panel for each column of the series of a case. Free with scree_free.
static char *panels_of(const char *text) {
    write_case(text);
    scree_report *r = scree_report_create();
    scree_world *w = scree_load_case("case.yaml", NULL, 1, NULL, r);
    if (!w) {
        fail_msg("%s\n%s", scree_report_text(r, 0), text);
    }
    scree_run_columns list = {0};
    scree_text_buffer t = {0};
    scree_columns_list(w, true, &list);
    scree_text_add(&t, "plot: [");
    for (size_t k = 0; k < list.n; k++) {
        assert_true(isnan(list.data[k].value));
        scree_text_add(&t, "%s\"", k > 0 ? ", " : "");
        scree_columns_add_name(&t, &list.data[k]);
        scree_text_add(&t, "\"");
    }
    scree_text_add(&t, "]");
    scree_array_free(&list);
    scree_world_destroy(w);
    scree_report_destroy(r);
    return t.data;
}

static void must_do(scree_status status, const scree_report *r, const char *what, const char *text) {
    if (status != SCREE_OK) {
        const size_t n = scree_report_size(r);
        fail_msg("%s: %s\n%s", what, n > 0 ? scree_report_text(r, n - 1) : "no report", text);
    }
}

static void check_and_run(const example *section, const char *output) {
    char *own = case_of(section), *panels = output ? NULL : panels_of(own),
         *text = scree_format("%soutput: {%s}\n", own, output ? output : panels);
    write_case(text);
    scree_report *r = scree_report_create();
    scree_run_options o = scree_run_options_default();
    o.overwrite = 1;
    o.threads = 1;
    o.steps = 5;
    must_do(scree_check("case.yaml", NULL, r), r, "check", text);
    must_do(scree_run("case.yaml", &o, r, NULL), r, "run", text);
    scree_report_destroy(r);
    scree_free(text);
    scree_free(panels);
    scree_free(own);
}

static void each_section_with_each_output(void **state) {
    (void)state;
    for (size_t i = 0; i < SECTIONS; i++) {
        for (size_t k = 0; k < OUTPUTS; k++) {
            check_and_run(&sections[i], outputs[k]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_has_an_example),
        cmocka_unit_test(each_section_with_each_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
