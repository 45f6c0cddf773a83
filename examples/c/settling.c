// SPDX-License-Identifier: BSD-3-Clause
// A glass ball of 1 mm falls in water: the drag of Schiller and Naumann (1935) and buoyancy are handed to scree every ten steps.
//   cc settling.c $(pkg-config --cflags --libs scree) -lm -o settling
#include <math.h>
#include <scree/scree.h>
#include <stdio.h>

static const char *const text = "time: {end: 1, dt: 20 us, velocity_scale: 1}\n"
                                "gravity: [0, 0, -9.81]\n"
                                "materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.25, restitution: 0.5, friction: 0.3}}\n";

static void set(scree_world *w, const char *field, int component, double value, scree_report *r) {
    scree_view v;
    if (scree_view_open(w, field, 1, &v, r) == SCREE_OK) {
        ((double *)v.data)[component] = value; // of the only particle
        scree_view_close(w, &v, r);
    }
}

int main(void) {
    const double pi = 3.14159265358979, d = 1e-3, water = 1000.0, viscosity = 1e-3;
    scree_report *r = scree_report_create();
    scree_world *w = scree_world_open_text("settling.yaml", text, NULL, 1, r);
    const scree_new_particle ball = {.diameter = d, .material = "glass"};
    if (!w || scree_world_add(w, 1, &ball, NULL, r) != SCREE_OK) {
        fprintf(stderr, "%s\n", scree_report_text(r, 0));
        return 1;
    }
    double v[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 5000; k++) {
        const double re = water * d * fabs(v[2]) / viscosity;
        set(w, "drag_coefficient", 0, 3.0 * pi * viscosity * d * (1.0 + 0.15 * pow(re, 0.687)), r);
        set(w, "external_force", 2, pi / 6.0 * d * d * d * water * 9.81, r);
        if (scree_world_advance(w, 10, r) != SCREE_OK) {
            fprintf(stderr, "%s\n", scree_report_text(r, 0));
            return 1;
        }
        scree_world_velocities(w, v);
    }
    printf("%.9g m/s at t = %g s\n", v[2], scree_world_now(w));
    scree_world_close(w);
    scree_report_destroy(r);
    return 0;
}
