// SPDX-License-Identifier: BSD-3-Clause
// Drops a ball every 80 ms on a plate, takes those away that have rolled off it, and prints the contacts of the last one.
//   c++ feed.cpp $(pkg-config --cflags --libs scree) -o feed
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <scree/scree.h>
#include <vector>

static const char *const text = "time: {end: 10, dt: 20 us, velocity_scale: 1}\n"
                                "gravity: [1, 0, -9.81]\n"
                                "materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.25, restitution: 0.3, friction: 0.4}}\n"
                                "walls: {plate: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}}\n";

int main() {
    scree_report *report = scree_report_create();
    scree_world *world = scree_world_open_text("feed.yaml", text, nullptr, 1, report);
    bool fine = world != nullptr;
    std::size_t removed = 0;
    for (int k = 0; k < 40 && fine; k++) {
        scree_new_particle ball = {};
        ball.position[2] = 0.02;
        ball.diameter = 4e-3;
        ball.material = "glass";
        fine = scree_world_add(world, 1, &ball, nullptr, report) == SCREE_OK &&
               scree_world_advance(world, 4000, report) == SCREE_OK;
        const std::size_t n = fine ? scree_world_count(world) : 0;
        std::vector<std::uint64_t> id(n), gone;
        std::vector<double> x(3 * n);
        if (n > 0) {
            scree_world_ids(world, id.data());
            scree_world_positions(world, x.data());
        }
        for (std::size_t i = 0; i < n; i++)
            if (x[3 * i] > 0.05)
                gone.push_back(id[i]);
        removed += gone.size();
        fine = fine && scree_world_remove(world, gone.size(), gone.data(), report) == SCREE_OK;
    }
    if (!fine) {
        std::fprintf(stderr, "%s\n", scree_report_text(report, scree_report_size(report) - 1));
        return 1;
    }
    scree_world_advance(world, 1, report);
    std::vector<scree_contact_now> contact(scree_world_contact_list(world, 0, nullptr));
    scree_world_contact_list(world, contact.size(), contact.data());
    for (const scree_contact_now &c : contact)
        if (c.wall == 0)
            std::printf("ball %llu presses the plate with %.3g mN\n", static_cast<unsigned long long>(c.a), 1e3 * c.force[2]);
    std::printf("%zu on the plate, %zu removed\n", scree_world_count(world), removed);
    scree_world_close(world);
    scree_report_destroy(report);
    return 0;
}
