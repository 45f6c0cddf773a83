// SPDX-License-Identifier: BSD-3-Clause
// ranks: 1 2 3
// Measures and their tables have the same bits for one process and several.
#include "distributed_world.h"
#include "measures/list/measures.h"
#include "measures/list/measures_keys.h"
#include "ranks.h"

static distributed_world d;

static scree_measured evaluate(const scree_world *w, const scree_measure_def *def, scree_measure_rows *rows) {
    scree_measured m = {.lacks = NULL};
    scree_arrangement a;
    scree_arrangement_of(w, true, &a);
    scree_measure_of(def->kind)->evaluate(&a, def, &m, rows);
    scree_arrangement_clear(&a);
    return m;
}

// wanted: whether it must have numbers.
static void expect_same(const scree_measure_def *def, bool wanted) {
    scree_measure_rows whole_rows = {0}, rows = {0};
    const scree_measured whole = evaluate(d.whole, def, &whole_rows), all = evaluate(d.share, def, &rows);
    const size_t n = scree_measure_of(def->kind)->value.n;
    if ((whole.lacks == NULL) != wanted || (all.lacks == NULL) != wanted) {
        fail_msg("%s: %s, %s", scree_measure_name(def->kind), whole.lacks ? whole.lacks : "numbers",
                 all.lacks ? all.lacks : "numbers");
    }
    for (size_t k = 0; k < n && wanted; k++) {
        assert_true(isfinite(whole.value[k]));
    }
    assert_memory_equal(whole.value, all.value, n * sizeof *whole.value);
    assert_true(whole_rows.n == rows.n &&
                (rows.n > 0) == (wanted && scree_measure_of(def->kind)->n_columns > 0));
    if (rows.n > 0) {
        assert_memory_equal(whole_rows.data, rows.data, rows.n * sizeof *rows.data);
    }
    scree_array_free(&whole_rows);
    scree_array_free(&rows);
}

static scree_measure_def of(int kind) {
    static char turning[] = "tray";
    scree_measure_def def = scree_measure_defaults(kind);
    def.cell = 5e-3;
    def.larger_than = 4.25e-3;
    def.surface = SCREE_SURFACE_PLANE;
    def.to = 6e-3;
    def.bins = 20;
    def.along = SCREE_ALONG_Z;
    def.least_contacts = 2;
    def.least_of_fabric = 2;
    def.wall = turning;
    def.outlet = turning; // not there: measures that remember the run have no numbers here
    return def;
}

static void everywhere(void **state) {
    (void)state;
    for (int kind = 0; kind < SCREE_MEASURE_KINDS; kind++) {
        const scree_measure_def def = of(kind);
        if (scree_measure_of(kind)->remembers) {
            expect_same(&def, false);
            continue;
        }
        const bool of_space = kind == SCREE_MEASURE_radial_distribution || kind == SCREE_MEASURE_stress ||
                              kind == SCREE_MEASURE_inertial_number;
        expect_same(&def, !scree_measure_of(kind)->needs_region && !of_space);
    }
}

// Across the border between two heaps, and where there is nothing.
static void in_regions(void **state) {
    (void)state;
    for (int kind = 0; kind < SCREE_MEASURE_KINDS; kind++) {
        scree_measure_def def = of(kind);
        def.has_region = true;
        def.region = (scree_region){
            .kind = SCREE_REGION_BOX, .min = vec3(-0.1, -0.1, 0.0), .max = vec3(0.406, 0.1, 0.3)};
        if (scree_measure_of(kind)->remembers) { // scenes/flow.sh has these
            continue;
        }
        expect_same(&def, true);
        def.region.min = vec3(5, 5, 5);
        def.region.max = vec3(6, 6, 6);
        expect_same(&def, scree_measure_of(kind)->needs_region);
    }
}

int main(void) {
    scree_comm *comm = join_ranks();
    d = distribute(comm);
    d.whole->wall.data[0].now.spin = d.share->wall.data[0].now.spin = vec3(0, 0, 2); // a drum turns
    const struct CMUnitTest tests[] = {cmocka_unit_test(everywhere), cmocka_unit_test(in_regions)};
    leave_ranks(comm, cmocka_run_group_tests(tests, NULL, NULL));
    free_distributed(&d);
    return 0;
}
