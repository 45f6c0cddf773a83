// SPDX-License-Identifier: BSD-3-Clause
// Each part of the state that a resumed run needs is in the digest: whatever of it changes, the digest is another one.
#include "access/contact_iterator.h"
#include "domain/domain.h"
#include "world_of_text.h"

static scree_hash before;

static void expect_changed(const scree_world *w, const char *what) {
    const scree_hash now = scree_world_digest(w);
    if (now.a == before.a || now.b == before.b) {
        fail_msg("the digest does not have the %s", what);
    }
}

static void expect_restored(const scree_world *w) {
    const scree_hash now = scree_world_digest(w);
    assert_true(now.a == before.a && now.b == before.b);
}

#define CHANGE(value, other, what)                                                                           \
    do {                                                                                                     \
        const __typeof__(value) kept = value;                                                                \
        value = other;                                                                                       \
        expect_changed(w, what);                                                                             \
        value = kept;                                                                                        \
        expect_restored(w);                                                                                  \
    } while (0)

// Three balls, of which two touch each other and a mesh with friction, and a wall that is free.
static void each_part(void **state) {
    (void)state;
    const scree_vec3 floor[6] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    write_mesh("floor.stl", floor, 2);
    scree_particle q[3];
    for (uint64_t k = 0; k < 3; k++) {
        q[k] = ball(k + 1, 1e-3, vec3((k == 2 ? 5e-3 : 1.99e-3 * (double)k) + 0.1, 0, 0.99e-3),
                    vec3(0.01, 0.02, 0), vec3(1, 2, 3));
    }
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1 s, dt: 1 us}\n"
            "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.5}}\n"
            "contacts: [{between: any}]\n"
            "walls:\n"
            "  floor: {mesh: floor.stl, material: m}\n"
            "  box: {box: {min: [0, 0, 1], max: [1, 1, 2]}, material: m, free: {velocity: [1, 2, 3]}}\n"),
        q, 3);
    advance(w, 3);
    before = scree_world_digest(w);
    CHANGE(w->step, w->step + 1, "step");
    CHANGE(w->dt, 2.0 * w->dt, "time step");
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        const scree_field *field = &scree_field_table[k];
        for (int c = 0;
             c < field->components && field->flags & SCREE_HASHED && scree_field_of(&w->p, field, 1); c++) {
            unsigned char *byte =
                (unsigned char *)scree_field_of(&w->p, field, 1) + (field->type == SCREE_U32 ? 4 : 8) * c;
            CHANGE(*byte, (unsigned char)(*byte ^ 1U), field->name);
        }
    }
    size_t with_walls = 0, contacts = 0;
    scree_contacts all = scree_contacts_of(&w->pairs, SCREE_TOUCHING | SCREE_COUNTED);
    while (scree_contacts_next(&all)) {
        scree_pair *pair = &w->pairs.pair[all.k];
        const bool of_wall = all.block->wall >= 0;
        CHANGE(pair->a, (uint32_t)index_of_id(w, w->p.id[pair->a] == 3 ? 1 : 3), "first body of a contact");
        CHANGE(pair->b, of_wall ? pair->b + 1 : (uint32_t)index_of_id(w, 3),
               "other body or part of a contact");
        double *history = scree_pair_history(&w->pairs, all.block, all.k);
        for (int h = 0; h < all.block->n_history; h++) {
            CHANGE(history[h], history[h] + 1.0, "memory of a contact");
        }
        with_walls += of_wall;
        contacts++;
        if (of_wall) { // a particle that is not in the contact has no part in it
            scree_pair_block *block = &w->pairs.block.data[all.block - w->pairs.block.data];
            CHANGE(block->wall, block->wall + 1, "wall of a contact");
        }
    }
    assert_true(with_walls == 3 && contacts == 4);
    double *now = (double *)&w->wall.data[1].now;
    for (size_t k = 0; k < offsetof(scree_wall_state, power) / sizeof *now; k++) {
        unsigned char *byte = (unsigned char *)(now + k);
        CHANGE(*byte, (unsigned char)(*byte ^ 1U), "state of a wall");
    }
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_part)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
