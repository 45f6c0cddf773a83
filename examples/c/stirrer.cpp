// SPDX-License-Identifier: BSD-3-Clause
// A paddle turns in a bed: a case built by calls, particles added, a wall moved, a force applied, a step taken back.
//   c++ -std=c++11 stirrer.cpp $(pkg-config --cflags --libs scree) -o stirrer
#include <cstdio>
#include <cstring>
#include <scree/scree.h>
#include <vector>

int main() {
    scree_report *r = scree_report_create();
    scree_draft *d = scree_draft_create("stirrer.yaml", "");
    const char *const key[][2] = {
        {"time", "{end: 10, dt: 20 us, velocity_scale: 1}"},
        {"gravity", "[0, 0, -9.81]"},
        {"materials.glass", "{density: 2500, young: 5 MPa, poisson: 0.25, restitution: 0.3, friction: 0.4}"},
        {"walls.tray", "{box: {min: [-2 cm, -2 cm, 0], max: [2 cm, 2 cm, 4 cm], open: [z+]}, material: glass}"},
        {"walls.paddle", "{box: {min: [-15 mm, -1 mm, 1 mm], max: [15 mm, 1 mm, 2 cm]}, material: glass, movable: true}"}};
    bool fine = true;
    for (const auto &k : key)
        fine = fine && scree_draft_set(d, k[0], k[1], r) == SCREE_OK;
    scree_world *w = fine ? scree_world_open_draft(d, nullptr, r) : nullptr;
    std::vector<scree_new_particle> ball;
    for (int k = 0; k < 200; k++) {
        scree_new_particle b = {};
        b.position[0] = 4e-3 * (k % 8) - 14e-3;
        b.position[1] = 4e-3 * (k / 8 % 8) - 14e-3 + 2e-4 * (k % 3);
        b.position[2] = 0.022 + 4e-3 * (k / 64);
        b.diameter = 3e-3;
        b.material = "glass";
        ball.push_back(b);
    }
    const double still[3] = {0, 0, 0}, spin[3] = {0, 0, 10};
    scree_view f;
    if (!w || scree_world_add(w, ball.size(), ball.data(), nullptr, r) || scree_wall_move(w, "paddle", still, spin, nullptr, r) ||
        scree_view_open(w, "external_force", 1, &f, r)) {
        std::fprintf(stderr, "%s\n", scree_report_text(r, 0));
        return 1;
    }
    for (std::size_t k = 0; k < f.rows; k++) // a light wind along x
        reinterpret_cast<double *>(static_cast<char *>(f.data) + k * f.stride)[0] = 1e-6;
    scree_view_close(w, &f, r);
    char digest[2][33] = {"", ""};
    scree_world_advance(w, 10000, r);
    scree_saved *saved = scree_world_save(w, r);
    for (auto &text : digest) {
        scree_world_restore(w, saved, r);
        scree_world_advance(w, 1, r);
        scree_world_state(w, text);
    }
    std::printf("the paddle has done %.3g mJ of work; a step taken back has the same bits: %s\n",
                1e3 * scree_world_value(w, "paddle work", r), std::strcmp(digest[0], digest[1]) == 0 ? "yes" : "no");
    scree_saved_destroy(saved);
    scree_world_close(w);
    scree_draft_destroy(d);
    scree_report_destroy(r);
    return 0;
}
