// SPDX-License-Identifier: BSD-3-Clause
#include "output/csv.h"

#include "access/particle.h"
#include "clumps/body.h"
#include "memory/array.h"
#include "pairs/contact_rows.h"
#include "regions/region.h"
#include "text/file.h"
#include "text/text_buffer.h"
#include <inttypes.h>
#include <string.h>

// In the order of the choices of output.csv.fields.
static const int chosen_fields[] = {SCREE_FIELD_id,       SCREE_FIELD_material,
                                    SCREE_FIELD_radius,   SCREE_FIELD_mass,
                                    SCREE_FIELD_position, SCREE_FIELD_velocity,
                                    SCREE_FIELD_omega,    SCREE_FIELD_force,
                                    SCREE_FIELD_torque,   [SCREE_CSV_TEMPERATURE] = SCREE_FIELD_temperature};
enum { CHOSEN = sizeof chosen_fields / sizeof *chosen_fields };
_Static_assert((int)CHOSEN == SCREE_CSV_FIELDS, "one switch for each choice of output.csv.fields");

// The chosen fields, all if none is chosen, and those with their own array that are written; returns their number.
static int choose(const scree_world *w, const scree_field *field[SCREE_FIELD_COUNT]) {
    const bool *chosen = w->case_->output.csv_fields;
    bool any = false;
    int n = 0;
    for (int k = 0; k < CHOSEN; k++) {
        any |= chosen[k];
    }
    for (int k = 0; k < CHOSEN; k++) {
        const scree_field *own = &scree_field_table[chosen_fields[k]];
        const bool record = own->array < SCREE_ARRAY_FIRST_OWN;
        if (any ? chosen[k] && scree_particles_have(&w->p, own->array) : record) {
            field[n++] = own;
        }
    }
    for (int k = 0; k < SCREE_FIELD_COUNT && !any; k++) {
        const scree_field *own = &scree_field_table[k];
        if (own->flags & SCREE_WRITTEN && own->array >= SCREE_ARRAY_FIRST_OWN &&
            scree_particles_have(&w->p, own->array)) {
            field[n++] = own;
        }
    }
    return n;
}

static bool is_shown(const scree_world *w, scree_vec3 x) {
    const scree_output_def *o = &w->case_->output;
    return !o->csv_has_region || scree_region_contains(w, &o->csv_region, x);
}

static void put_name(scree_file *f, const char *name) {
    scree_text_buffer cell = {0};
    scree_text_add_cell(&cell, name);
    scree_file_print(f, "%s", cell.data);
    scree_free(cell.data);
}

static void put_number(scree_file *f, double x) {
    scree_file_print(f, ",");
    scree_file_number(f, x);
}

static void put_header(scree_file *f, const scree_field *field, bool first) {
    static const char *const axis[] = {"_x", "_y", "_z"};
    const bool unit = field->unit[0] && strcmp(field->unit, "1") != 0;
    for (int c = 0; c < field->components; c++) {
        scree_file_print(f, "%s%s%s%s%s%s", first && c == 0 ? "" : ",", field->name,
                         field->components == 3 ? axis[c] : "", unit ? " [" : "", unit ? field->unit : "",
                         unit ? "]" : "");
    }
}

static void put_field(scree_file *f, const scree_world *w, const scree_field *field, size_t i) {
    const char *at = scree_field_of(&w->p, field, i);
    for (int c = 0; c < field->components; c++) {
        double number;
        uint64_t whole;
        uint32_t small;
        if (field == &scree_field_table[SCREE_FIELD_material]) {
            put_name(f, w->case_->material.data[w->p.motion[i].w.material].name);
        } else if (field->type == SCREE_F64) {
            memcpy(&number, at + 8 * c, sizeof number);
            const bool fixed_mass =
                field == &scree_field_table[SCREE_FIELD_mass] && number == SCREE_FIXED_MASS;
            scree_file_number(f, fixed_mass ? 0.0 : number); // as in the files for ParaView
        } else if (field->type == SCREE_U64) {
            memcpy(&whole, at + 8 * c, sizeof whole);
            scree_file_print(f, "%" PRIu64, whole);
        } else {
            memcpy(&small, at + 4 * c, sizeof small);
            scree_file_print(f, "%" PRIu32, small);
        }
        scree_file_print(f, c + 1 < field->components ? "," : "");
    }
}

bool scree_csv_particles(const scree_world *w, const char *path, scree_report *r) {
    const scree_field *field[SCREE_FIELD_COUNT];
    const int n_fields = choose(w, field);
    scree_file f;
    size_t n;
    if (!scree_file_create(&f, path, r)) {
        return false;
    }
    for (int k = 0; k < n_fields; k++) {
        put_header(&f, field[k], k == 0);
    }
    scree_file_print(&f, "\n");
    scree_id_index *list = scree_particles_by_id(&w->p, &n);
    for (size_t k = 0; k < n; k++) {
        const size_t i = list[k].index;
        if (!is_shown(w, vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z))) {
            continue;
        }
        for (int j = 0; j < n_fields; j++) {
            scree_file_print(&f, j > 0 ? "," : "");
            put_field(&f, w, field[j], i);
        }
        scree_file_print(&f, "\n");
    }
    scree_free(list);
    return scree_file_commit(&f, false, r);
}

static void put_vector(scree_file *f, scree_vec3 v) {
    put_number(f, v.x);
    put_number(f, v.y);
    put_number(f, v.z);
}

bool scree_csv_bodies(const scree_world *w, const char *path, scree_report *r) {
    scree_file f;
    if (!scree_file_create(&f, path, r)) {
        return false;
    }
    scree_file_print(&f, "id,shape,size [m],mass [kg],position_x [m],position_y [m],position_z "
                         "[m],velocity_x [m/s],velocity_y [m/s],velocity_z "
                         "[m/s],orientation_w,orientation_x,orientation_y,orientation_z,omega_x "
                         "[rad/s],omega_y [rad/s],omega_z [rad/s],angular_momentum_x [kg "
                         "m2/s],angular_momentum_y [kg m2/s],angular_momentum_z [kg m2/s]\n");
    size_t n;
    scree_body_row *row = scree_body_rows(w, &n);
    for (size_t k = 0; k < n; k++) {
        if (!is_shown(w, row[k].x)) {
            continue;
        }
        const double *q = row[k].orientation;
        scree_file_print(&f, "%" PRIu64 ",", row[k].id);
        put_name(&f, w->case_->shape.data[row[k].shape].name);
        put_number(&f, row[k].size);
        put_number(&f, row[k].mass);
        put_vector(&f, row[k].x);
        put_vector(&f, row[k].v);
        put_number(&f, q[0]);
        put_vector(&f, vec3(q[1], q[2], q[3]));
        put_vector(&f, row[k].spin);
        put_vector(&f, row[k].momentum);
        scree_file_print(&f, "\n");
    }
    scree_free(row);
    return scree_file_commit(&f, false, r);
}

bool scree_csv_contacts(const scree_world *w, const char *path, scree_report *r) {
    scree_file f;
    size_t n = 0;
    if (!scree_file_create(&f, path, r)) {
        return false;
    }
    scree_file_print(&f,
                     "id1,id2,wall,point_x [m],point_y [m],point_z [m],normal_x,normal_y,normal_z,overlap "
                     "[m],normal_force [N],force_x [N],force_y [N],force_z [N]");
    scree_file_print(&f, "%s\n", w->case_->has_heat ? ",heat [W]" : "");
    scree_contact_row *row = scree_contact_rows(w, &n);
    for (size_t k = 0; k < n; k++) {
        if (!is_shown(w, row[k].point)) {
            continue;
        }
        scree_file_print(&f, "%" PRIu64 ",%" PRIu64 ",", row[k].a, row[k].b);
        put_name(&f, row[k].wall >= 0 ? w->case_->wall.data[row[k].wall].name : "");
        put_vector(&f, row[k].point);
        put_vector(&f, row[k].normal);
        put_number(&f, row[k].overlap);
        put_number(&f, row[k].normal_force);
        put_vector(&f, row[k].force);
        if (w->case_->has_heat) {
            put_number(&f, row[k].heat);
        }
        scree_file_print(&f, "\n");
    }
    scree_free(row);
    return scree_file_commit(&f, false, r);
}
