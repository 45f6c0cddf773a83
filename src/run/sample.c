// SPDX-License-Identifier: BSD-3-Clause
#include "run/sample.h"
#include "access/particle.h"
#include "input/config.h"
#include "step/setup.h"
#include "step/step.h"
#include <string.h>
#include <time.h>

enum {
    ACROSS = 27, // of the bed that is timed
    SMALL = 3,   // of the one that is not
    WARM = 10,
    LISTS = 5
}; // 19683 spheres: with their contacts, more than a second cache holds

static double processor_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Materials and laws stay; walls, particles and all that happens go, and the box becomes periodic; side 0: none.
static void strip(scree_case *c, double side) {
    scree_case gone;
    scree_case_init(&gone);
    memcpy(&gone.wall, &c->wall, sizeof c->wall);
    memcpy(&gone.source, &c->source, sizeof c->source);
    memcpy(&gone.outlet, &c->outlet, sizeof c->outlet);
    memcpy(&gone.group, &c->group, sizeof c->group);
    memcpy(&gone.bond, &c->bond, sizeof c->bond);
    memset(&c->group, 0, sizeof c->group);
    memset(&c->bond, 0, sizeof c->bond);
    memset(&c->wall, 0, sizeof c->wall);
    memset(&c->source, 0, sizeof c->source);
    memset(&c->outlet, 0, sizeof c->outlet);
    scree_case_clear(&gone);
    c->has_domain = side > 0.0;
    c->domain_min = vec3(0.0, 0.0, 0.0);
    c->domain_max = vec3(side, side, side);
    c->periodic[0] = c->periodic[1] = c->periodic[2] = side > 0.0;
    c->gravity = vec3(0.0, 0.0, 0.0);
    c->dt = c->skin = 0.0; // for spheres of one size there may be better ones
    c->end = fmax(c->end, 1.0);
}

// Six neighbours each, as in a settled bed.
static void lay_lattice(scree_world *w, int across, int material, double diameter, double spacing) {
    for (int k = 0; k < across * across * across; k++) {
        const double x = k % across, y = k / across % across, z = k / (across * across);
        scree_particle q = {.x = vec3((x + 0.5) * spacing, (y + 0.5) * spacing, (z + 0.5) * spacing),
                            .radius = 0.5 * diameter,
                            .density = w->case_->material.data[material].density,
                            .material = (uint32_t)material,
                            .id = w->next_id};
        scree_particle_add(w, &q);
    }
}

static scree_status time_steps(scree_world *w, double duration, scree_sample *out, scree_report *r) {
    scree_status status = SCREE_OK;
    for (int k = 0; k < WARM && status == SCREE_OK; k++) {
        status = scree_world_step_fused(w, true, r);
    }
    const double begun = processor_time();
    double steps = 0.0, now = begun;
    for (; now - begun < duration && status == SCREE_OK; steps++) {
        status = scree_world_step_fused(w, true, r);
        now = processor_time();
    }
    const double one = (now - begun) / steps;
    for (int k = 0; k < LISTS && status == SCREE_OK; k++) {
        w->list_valid = false;
        status = scree_world_step_fused(w, true, r);
    }
    out->particles = w->p.n;
    out->step = one / (double)w->p.n;
    out->list = fmax((processor_time() - now) / LISTS - one, 0.0) / (double)w->p.n;
    return status;
}

bool scree_sample_run(const char *case_path, const scree_changes *changes, int material, double diameter,
                      double duration, scree_sample *out, scree_report *r) {
    const double spacing = diameter * (1.0 - 1e-4);
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    scree_world *w = NULL;
    if (scree_case_read(case_path, changes, c, r)) {
        strip(c, duration > 0.0 ? ACROSS * spacing : 0.0);
        w = scree_world_create(c, 1, NULL, r);
    }
    if (!w) {
        scree_case_clear(c);
        scree_free(c);
        return false;
    }
    scree_report *own = scree_report_create(); // what it says of the small bed is of no interest
    lay_lattice(w, duration > 0.0 ? ACROSS : SMALL, material, diameter, spacing);
    scree_status status = scree_world_begin(w, NULL, NULL, own);
    out->dt = w->dt;
    out->reach = w->reach;
    if (status == SCREE_OK && duration > 0.0) {
        status = time_steps(w, duration, out, own);
    }
    if (status != SCREE_OK) {
        scree_report_error(r,
                           "%s: a small bed of its spheres of %.4g m cannot be stepped to be timed; give the "
                           "nanoseconds per particle-step with --speed",
                           case_path, diameter);
    }
    scree_report_destroy(own);
    scree_world_destroy(w);
    return status == SCREE_OK;
}
