// SPDX-License-Identifier: BSD-3-Clause
#include "run/bond_tables.h"
#include "bonds/fragments.h"
#include "pairs/surface.h"
#include <inttypes.h>
#include <stdlib.h>

static const char broken_head[] =
    "time [s],id1,id2,wall,mode,position_x [m],position_y [m],position_z [m],energy [J],age [s]",
                  fragments_head[] = "time [s],fragment,particles,mass [kg],position_x [m],position_y "
                                     "[m],position_z [m],velocity_x [m/s],velocity_y [m/s],velocity_z [m/s]";

static bool open_one(scree_row_file *t, const char *name, const char *head, double after,
                     scree_out_folder *folder, const char *out, scree_report *r) {
    char *path = scree_format("%s/%s", out, name);
    const bool ok =
        scree_out_folder_add(folder, name, r) && scree_row_file_open(t, path, "table", head, after, r);
    scree_free(path);
    return ok;
}

bool scree_bond_tables_open(scree_bond_tables *t, const scree_world *w, scree_out_folder *folder,
                            const char *out, double broken_after, double fragments_after, scree_report *r) {
    const scree_case *c = w->case_;
    const bool fragments = c->shows_bonds && c->output.fragments;
    const bool ok = (!c->shows_bonds ||
                     open_one(&t->broken, "bonds_broken.csv", broken_head, broken_after, folder, out, r)) &&
                    (!fragments || open_one(&t->fragments, "fragments.csv", fragments_head, fragments_after,
                                            folder, out, r));
    t->fragments_time = t->fragments.time;
    return ok;
}

static int by_time(const void *x, const void *y) {
    const scree_bond_break *p = x, *q = y;
    if (p->time != q->time) {
        return p->time < q->time ? -1 : 1;
    }
    if (p->a != q->a) {
        return p->a < q->a ? -1 : 1;
    }
    return p->wall != q->wall ? (p->wall < q->wall ? -1 : 1) : (p->b > q->b) - (p->b < q->b);
}

static void add_vector(scree_row_file *t, scree_vec3 v) {
    scree_row_file_number(t, v.x);
    scree_row_file_number(t, v.y);
    scree_row_file_number(t, v.z);
}

static void add_break(scree_row_file *t, const scree_world *w, const scree_bond_break *b) {
    static const char *const mode[SCREE_MODES] = {"tension", "shear", "bending", "torsion"};
    const bool wall = b->wall >= 0;
    const char *name =
        wall ? w->case_->wall.data[scree_surface_part(w, b->wall, (uint32_t)b->b).wall].name : "";
    scree_row_file_number(t, b->time);
    scree_text_add(&t->row, ",%" PRIu64 ",%" PRIu64, b->a, wall ? 0 : b->b);
    scree_text_add(&t->row, ",");
    scree_text_add_cell(&t->row, name);
    scree_text_add(&t->row, ",%s", mode[b->mode]);
    add_vector(t, b->at);
    scree_row_file_number(t, b->energy);
    scree_row_file_number(t, b->age);
    scree_text_add(&t->row, "\n");
}

bool scree_bond_tables_put_broken(scree_bond_tables *t, scree_world *w, scree_report *r) {
    if (!w->case_->shows_bonds) {
        return true;
    }
    size_t size;
    scree_bond_break *all = scree_comm_gather(w->comm, w->broken.data, w->broken.n * sizeof *all, &size);
    const size_t n = all ? size / sizeof *all : 0;
    bool ok = true;
    w->broken.n = 0;
    if (n > 0) {
        qsort(all, n, sizeof *all, by_time);
        for (size_t k = 0; k < n; k++) {
            add_break(&t->broken, w, &all[k]);
        }
        ok = scree_row_file_put(&t->broken, r);
    }
    scree_free(all);
    return ok;
}

bool scree_bond_tables_put_fragments(scree_bond_tables *t, const scree_world *w, scree_report *r) {
    if (!w->case_->shows_bonds || !w->case_->output.fragments) {
        return true;
    }
    size_t n;
    const double time = scree_world_time(w);
    scree_fragment *list = scree_fragments_list(w, &n);
    bool ok = true;
    const bool wanted = list && time > t->fragments_time; // the last row of a run may be due twice
    for (size_t k = 0; wanted && k < n; k++) {
        const scree_fragment *f = &list[k];
        scree_row_file_number(&t->fragments, time);
        scree_text_add(&t->fragments.row, ",%" PRIu64 ",%" PRIu64, f->id, f->particles);
        scree_row_file_number(&t->fragments, f->mass);
        add_vector(&t->fragments, f->x);
        add_vector(&t->fragments, f->v);
        scree_text_add(&t->fragments.row, "\n");
    }
    if (wanted && n > 0) {
        ok = scree_row_file_put(&t->fragments, r);
        t->fragments_time = time;
    }
    scree_free(list);
    return ok;
}

void scree_bond_tables_close(scree_bond_tables *t) {
    scree_row_file_close(&t->broken, NULL);
    scree_row_file_close(&t->fragments, NULL);
}
