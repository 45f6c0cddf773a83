// SPDX-License-Identifier: BSD-3-Clause
// A channel of contacts with few particles: values, walls and fixed particles, contacts that end, edges of meshes, and places
// where a new slot appears without being named there. With the slot, channel and law of support/extra_lines.h.
#include "forces/channels.h"
#include "tools/help/help.h"
#include "world_of_text.h"
#include <unistd.h>

#define CASE                                                                                                 \
    "time: {end: 1, dt: 10 us, velocity_scale: 1}\n"                                                         \
    "materials:\n"                                                                                           \
    "  a: {density: 2500, young: 1 MPa, poisson: 0.3, restitution: 0.5, friction: 0.3}\n"                    \
    "  b: {density: 2500, young: 3 MPa, poisson: 0.3, restitution: 0.5, friction: 0.3}\n"                    \
    "search: {skin: 1 mm}\n"
#define FLOW "contacts: [{between: any, flow: {law: extra_flow, conductance: 2}}]\n"

static double received(const scree_world *w, uint64_t id) {
    return w->pairs.received[SCREE_CHANNEL_flow][index_of_id(w, id)];
}

static double to_wall(const scree_world *w) {
    double q[2] = {0.0, 0.0};
    scree_channel_of_walls(w, SCREE_CHANNEL_flow, q);
    return q[0];
}

static scree_particle ball_of(uint64_t id, uint32_t material, double r, double x, double z, double vx) {
    scree_particle p = ball(id, r, vec3(x, 0.0, z), vec3(vx, 0.0, 0.0), vec3(0.0, 0.0, 0.0));
    p.material = material;
    return p;
}

// Three in a row on a floor; the one in the middle is fixed, the last one leaves. Ids descend along the row.
static void values(void **state) {
    (void)state;
    scree_particle q[3] = {ball_of(3, 0, 1e-3, 0.0, 0.0009, 0.0), ball_of(2, 1, 2e-3, 2.8e-3, 0.0019, 0.0),
                           ball_of(1, 0, 1e-3, 5.7e-3, 0.0019, 50.0)};
    q[1].fixed = true;
    scree_world *w = world_of_text(
        scree_format(CASE FLOW "walls: {floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: b}}\n"),
        q, 3);
    const double left = 3e-3 - hypot(2.8e-3, 1e-3), right = 3e-3 - 2.9e-3; // overlaps
    const double radii = 1.0 / 3.0, young = 0.5;                           // of b against a, over their sum
    const double first = 2.0 * left * (radii + young), second = 2.0 * right * (radii + young),
                 floor = 2.0 * 1e-4 * young; // a fixed body on a wall is no contact
    expect_near(received(w, 3), -first - floor, 1e-15, "the first");
    expect_near(received(w, 2), first + second, 1e-15, "the fixed one");
    expect_near(received(w, 1), -second, 1e-15, "the last");
    expect_near(to_wall(w), floor, 1e-15, "the wall");
    advance(w, 1);
    assert_true(w->rebuilds == 1); // the last one is still in the list
    assert_true(received(w, 1) == 0.0 && received(w, 2) > 0.5 * first);
    scree_world_destroy(w);
}

// A sphere over the edge of two faces that form a very flat valley: what flows through both counts once.
static double through_valley(double slope, bool concave) {
    const double rise = concave ? slope : 0.0;
    const scree_vec3 corner[12] = {{0, -1, 0},    {1, -1, rise}, {1, 1, rise},  {0, -1, 0},
                                   {1, 1, rise},  {0, 1, 0},     {0, -1, 0},    {0, 1, 0},
                                   {-1, 1, rise}, {0, -1, 0},    {-1, 1, rise}, {-1, -1, rise}};
    write_mesh("valley.stl", corner, 4);
    const scree_particle q = ball_of(1, 0, 1e-3, 0.0, 0.9e-3, 0.0);
    scree_world *w = world_of_text(
        scree_format(CASE FLOW "walls: {valley: {mesh: {file: valley.stl}, material: b}}\n"), &q, 1);
    const double through = to_wall(w);
    expect_near(received(w, 1), -through, 1e-18, "the sphere");
    scree_world_destroy(w);
    unlink("valley.stl");
    return through;
}

static void edges_of_meshes(void **state) {
    (void)state;
    const double plane = 2.0 * 1e-4 * 0.5;
    expect_near(through_valley(0.0, false), plane, 1e-15, "a plane of triangles");
    expect_near(through_valley(1e-3, true), plane, 1e-2 * plane, "a flat valley");
}

static void without(void **state) {
    (void)state;
    const scree_particle q[2] = {ball_of(1, 0, 1e-3, 0.0, 0.0, 0.0), ball_of(2, 1, 1e-3, 1.9e-3, 0.0, 0.0)};
    scree_world *w = world_of_text(scree_strdup(CASE), q, 2);
    assert_true(w->contacts == 1 && w->channels == 0);
    assert_true(!w->pairs.channel[SCREE_CHANNEL_flow] && !w->pairs.received[SCREE_CHANNEL_flow]);
    assert_true(to_wall(w) == 0.0);
    scree_world_destroy(w);
}

static void a_slot_shows(void **state) {
    (void)state;
    char *laws = scree_law_list(), *key = scree_help_key("flow");
    assert_non_null(strstr(laws, "flow\n  extra_flow "));
    assert_non_null(key);
    assert_non_null(strstr(key, "Law of what flows from body to body."));
    scree_free(laws);
    scree_free(key);
    char *law = scree_help_law("extra_flow");
    assert_non_null(strstr(law, "  exchanges flow, W: What flows from b to a.\n"));
    scree_free(law);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(values), cmocka_unit_test(edges_of_meshes),
                                       cmocka_unit_test(without), cmocka_unit_test(a_slot_shows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
