// SPDX-License-Identifier: BSD-3-Clause
// A piston presses two balls: adds particles, moves a wall, applies a force, and repeats a part of the run from a saved state.
//   cc piston.c $(pkg-config --cflags --libs scree) -lm -o piston
#include <scree/scree.h>
#include <stdio.h>
#include <string.h>

static const char *const text =
    "time: {end: 1, dt: 10 us, velocity_scale: 1}\n"
    "materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.25, restitution: 0.5, friction: 0.3}}\n"
    "walls:\n"
    "  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}\n"
    "  piston: {plane: {point: [0, 0, 9 mm], normal: [0, 0, -1]}, material: glass, movable: true}\n";

int main(void) {
    scree_report *r = scree_report_create();
    scree_world *w = scree_world_open_text("piston.yaml", text, NULL, 1, r);
    const scree_new_particle ball[2] = {{.position = {0, 0, 2e-3}, .diameter = 4e-3, .material = "glass"},
                                        {.position = {1e-4, 0, 6e-3}, .diameter = 4e-3, .material = "glass"}};
    const double down[3] = {0, 0, -0.01}, none[3] = {0, 0, 0};
    char digest[2][33];
    scree_view force;
    scree_wall_now piston = {.active = 0};
    if (!w || scree_world_add(w, 2, ball, NULL, r) || scree_wall_move(w, "piston", down, none, NULL, r) ||
        scree_view_open(w, "external_force", 1, &force, r)) {
        return fprintf(stderr, "%s\n", scree_report_text(r, 0)), 1;
    }
    ((double *)force.data)[0] = 1e-5; // N, along x on the particle in row 0
    scree_view_close(w, &force, r);
    scree_world_advance(w, 5000, r);
    scree_saved *saved = scree_world_save(w, r);
    for (int k = 0; k < 2 && scree_world_restore(w, saved, r) == SCREE_OK; k++) {
        scree_world_advance(w, 6000, r);
        scree_world_state(w, digest[k]);
    }
    scree_wall_read(w, "piston", &piston, r);
    printf("piston at %.3f mm, pressed with %.4f N; the same bits: %s\n", 1e3 * piston.shift[2] + 9.0, piston.force[2],
           strcmp(digest[0], digest[1]) == 0 ? "yes" : "no");
    scree_saved_destroy(saved);
    scree_world_close(w);
    scree_report_destroy(r);
    return 0;
}
