// SPDX-License-Identifier: BSD-3-Clause
// lammps_loads CASE.yaml STEP: what the engine makes of a case after so many steps, a line per particle, ascending by
// id: id, x, v, w, force (weight and contacts) and torque. For tests/cli/lammps.sh.
#include "access/particle.h"
#include "load/load_start.h"
#include "load/load_world.h"
#include "step/step.h"
#include <stdio.h>
#include <stdlib.h>

static void print_particles(const scree_world *w) {
    size_t n;
    scree_id_index *place = scree_particles_by_id(&w->p, &n);
    for (size_t k = 0; k < n; k++) {
        const uint32_t i = place[k].index;
        const scree_pos *x = w->p.x + i;
        const scree_vel *v = &w->p.motion[i].v;
        const scree_spin *s = &w->p.motion[i].w;
        const scree_wrench *f = w->p.f + i;
        printf("%llu %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g "
               "%.17g\n",
               (unsigned long long)place[k].id, x->x, x->y, x->z, v->x, v->y, v->z, s->x, s->y, s->z, f->fx,
               f->fy, f->fz, f->tx, f->ty, f->tz);
    }
    scree_free(place);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: lammps_loads CASE.yaml STEP\n", stderr);
        return 1;
    }
    scree_report *report = scree_report_create();
    scree_world *w = scree_load_case(argv[1], NULL, 1, NULL, report);
    scree_status status = w ? scree_load_start(w, report) : SCREE_USER_ERROR;
    for (long left = atol(argv[2]); left > 0 && status == SCREE_OK; left--) {
        status = scree_world_step_fused(w, false, report);
    }
    for (size_t k = 0; k < scree_report_size(report); k++) {
        fprintf(stderr, "%s\n", scree_report_text(report, k));
    }
    if (status == SCREE_OK) {
        print_particles(w);
        fprintf(stderr, "%llu contacts, %llu lists\n", (unsigned long long)w->contacts,
                (unsigned long long)w->rebuilds);
    }
    return (int)status;
}
