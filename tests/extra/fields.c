// SPDX-License-Identifier: BSD-3-Clause
// Fields that are one line each in support/extra_lines.h, on several ranks: extra_fields STAGE, see fields.sh. Each is a
// function of the particle's id, `warmth` of the step too, so that a value that is lost or belongs to another particle is
// detected.
#include "checkpoint/checkpoint.h"
#include "domain/domain.h"
#include "paraview/vtp.h"
#include "run/snapshot.h"
#include "world_of_text.h"

static scree_comm *comm;

enum { STEPS = 400, MORE_STEPS = 50 };
static const char body[] =
    "time: {end: 1, dt: 20 us}\n"
    "search: {skin: 0.2 mm}\n"
    "materials: {m: {density: 2500, young: 5e6, poisson: 0.3, restitution: 0.9, friction: 0.4}}\n";
static const char box[] = "domain: {min: [0,0,0], max: [0.04,0.02,0.02], periodic: [x, y, z]}\n"
                          "insertion:\n"
                          "  - {material: m, fill: random, region: {box: {min: [0,0,0], max: "
                          "[0.04,0.02,0.02]}}, count: 500, diameter: 2 mm, velocity_spread: [2, 2, 2]}\n";

static double warmth_of(uint64_t id, uint64_t step) {
    return 1.0 / (double)id + (double)step;
}
static scree_vec3 origin_of(uint64_t id) {
    return vec3((double)id, -(double)id, 0.5 * (double)id);
}

// A world of all ranks; more: what the case has besides its body.
static scree_world *open_case(const char *more) {
    char *text = scree_format("%s%s", body, more);
    scree_world *w = world_of_case(case_of_text(text), NULL, 0, 1, NULL);
    w->comm = comm;
    scree_free(text);
    return w;
}

// Of the particles that this rank owns, and with ghosts of all.
static void expect_fields(const scree_world *w, uint64_t step, bool ghosts) {
    const scree_particles *p = &w->p;
    for (size_t i = 0; i < (ghosts ? scree_particles_all(p) : p->n); i++) {
        const scree_vec3 origin = origin_of(p->id[i]);
        assert_true(p->warmth[i] == warmth_of(p->id[i], step));
        assert_memory_equal(&p->origin[i], &origin, sizeof origin);
    }
    assert_null(p->visits); // not allocated if the case does not use it
}

// Each step starts with a new warmth, which its forces also get for ghosts.
static void run_steps(scree_world *w, int steps) {
    for (int k = 0; k < steps; k++) {
        const uint64_t step = w->step;
        for (size_t i = 0; i < w->p.n; i++) {
            w->p.warmth[i] = warmth_of(w->p.id[i], step);
        }
        advance(w, 1);
        expect_fields(w, step, true);
    }
}

static uint64_t of_all_ranks(uint64_t n) {
    scree_comm_add(comm, &n, 1);
    return n;
}

static void digest_of(const scree_world *w, char hex[33]) {
    scree_hash_hex(scree_world_digest(w), hex);
}

static void expect_in_digest(scree_world *w) {
    char before[33], after[33];
    double *one = &w->p.warmth[0];
    digest_of(w, before);
    *one += scree_comm_rank(comm) == 0;
    digest_of(w, after);
    *one -= scree_comm_rank(comm) == 0;
    assert_string_not_equal(before, after);
}

static void expect_in_snapshot(const scree_world *w) {
    scree_snapshot s = {.block = NULL};
    assert_true(scree_snapshot_take(&s, w, 0));
    assert_memory_equal(s.world.p.warmth, w->p.warmth, w->p.n * sizeof *w->p.warmth);
    assert_memory_equal(s.world.p.origin, w->p.origin, w->p.n * sizeof *w->p.origin);
    assert_null(s.world.p.visits);
    scree_snapshot_clear(&s);
}

// For the script: the digest, and the files of ParaView.
static void leave(const scree_world *w, const char *name) {
    char hex[33], *path = scree_format("%s.pvtp", name), *digest = scree_format("%s.digest", name);
    digest_of(w, hex);
    assert_true(scree_vtp_particles(w, path, NULL));
    if (scree_comm_rank(comm) == 0) {
        FILE *f = fopen(digest, "w");
        assert_true(f && fprintf(f, "%s\n", hex) == 33 && fclose(f) == 0);
    }
    scree_free(path);
    scree_free(digest);
}

static void write_stage(void **state) {
    (void)state;
    scree_world *w = open_case(box);
    begin(w);
    for (size_t i = 0; i < w->p.n; i++) {
        assert_true(w->p.warmth[i] == 0.0);
        w->p.origin[i] = origin_of(w->p.id[i]);
    }
    w->list_valid = false; // the ghosts have the origins from the next list on
    run_steps(w, STEPS);
    assert_int_equal(of_all_ranks(w->p.n), 500);
    assert_true(w->rebuilds > 16 && w->p.ghosts > 0); // sorted at each eighth
    assert_true(of_all_ranks(w->domain->migrated) > 100);
    expect_in_digest(w);
    expect_in_snapshot(w);
    leave(w, "written");
    assert_true(scree_checkpoint_write(w, scree_case_hash(w), "fields.scree", NULL));
    run_steps(w, MORE_STEPS);
    leave(w, "went_on");
    scree_world_destroy(w);
}

static void resume_stage(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = open_case(box);
    assert_int_equal(scree_load_resume(w, "fields.scree", r), SCREE_OK);
    assert_int_equal(scree_report_size(r), 0);
    assert_int_equal(of_all_ranks(w->p.n), 500);
    expect_fields(w, STEPS - 1, true);
    leave(w, "resumed");
    assert_true(scree_checkpoint_write(w, scree_case_hash(w), "again.scree", NULL));
    run_steps(w, MORE_STEPS);
    leave(w, "resumed_on");
    scree_world_destroy(w);
    scree_report_destroy(r);
}

// Starts a world without a box from a file. message: those about its fields.
static scree_world *start_from(const char *file, int wanted, const char *const *message) {
    char *text = scree_format("particles: [{%s}]\n", file);
    scree_report *r = scree_report_create();
    scree_world *w = open_case(text);
    int messages = 0;
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    for (size_t k = 0; k < scree_report_size(r); k++) {
        const char *said = scree_report_text(r, k);
        if (strstr(said, " field ") || strstr(said, " value ") || strstr(said, " column ")) {
            assert_true(messages < wanted);
            assert_string_equal(said, message[messages++]);
        }
    }
    assert_int_equal(messages, wanted);
    scree_report_destroy(r);
    scree_free(text);
    return w;
}

// As columns of a particle file.
static void read_stage(void **state) {
    (void)state;
    static const char *const message[] = {
        "warning: columns.txt: the column 'dose' is left out, as this case has no use for it"};
    scree_world *w = start_from("file: columns.txt, material: m", 1, message);
    assert_int_equal(of_all_ranks(w->p.n), 3);
    for (size_t i = 0; i < w->p.n; i++) {
        assert_true(w->p.warmth[i] == 273.0 + (double)w->p.id[i] && w->p.x[i].r == 1e-3);
    }
    scree_world_destroy(w);
}

// Another case has other fields; a file of a program without these fields has none.
static void other_stage(void **state) {
    (void)state;
    static const char *const open_box[] = {
        "warning: fields.scree: the field 'dose' of its particles is left out, as this case has no use for "
        "it",
        "warning: fields.scree: the field 'origin' of its particles is left out, as this case has no use for "
        "it",
        "warning: fields.scree: its particles have no value \"Set by the test\": it begins with 0"};
    scree_world *w = start_from("checkpoint: fields.scree", 3, open_box);
    assert_null(w->p.origin);
    for (size_t i = 0; i < w->p.n; i++) {
        assert_true(w->p.warmth[i] == warmth_of(w->p.id[i], STEPS - 1) && w->p.visits[i] == 0);
    }
    scree_world_destroy(w);
    static const char *const plain[] = {
        "warning: plain.scree: its particles have no field 'warmth': it begins with 0",
        "warning: plain.scree: its particles have no value \"Set by the test\": it begins with 0"};
    w = start_from("checkpoint: plain.scree", 2, plain);
    for (size_t i = 0; i < w->p.n; i++) {
        assert_true(w->p.warmth[i] == 0.0 && w->p.visits[i] == 0);
    }
    scree_world_destroy(w);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        CMUnitTestFunction run;
    } stages[] = {
        {"write", write_stage}, {"resume", resume_stage}, {"other", other_stage}, {"read", read_stage}};
    bool ok;
    comm = scree_comm_world(NULL, &ok);
    for (size_t k = 0; ok && argc == 2 && k < sizeof stages / sizeof *stages; k++) {
        const struct CMUnitTest test[] = {{stages[k].name, stages[k].run, NULL, NULL, NULL}};
        if (strcmp(stages[k].name, argv[1]) == 0) {
            if (_cmocka_run_group_tests(argv[1], test, 1, NULL, NULL) != 0) {
                scree_comm_abort(comm, 1); // the others may wait for this rank
            }
            return 0;
        }
    }
    return 1;
}
