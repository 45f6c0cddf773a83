// SPDX-License-Identifier: BSD-3-Clause
#include "paraview/vti.h"
#include "paraview/vtp_file.h"

bool scree_vti_fields(const scree_fields *f, double time, const char *path, scree_report *r) {
    const scree_vec3 size = vec_sub(f->def.max, f->def.min);
    const scree_vtp_image image = {.n = {f->n[0], f->n[1], f->n[2]},
                                   .origin = f->def.min,
                                   .spacing = vec3(size.x / f->n[0], size.y / f->n[1], size.z / f->n[2])};
    double *value[SCREE_FIELDS_VALUES];
    scree_vtp_array array[SCREE_FIELDS_VALUES];
    size_t arrays = 0;
    for (int i = 0; i < SCREE_FIELDS_VALUES; i++) {
        const scree_fields_value *v = &scree_fields_value_list[i];
        if (!scree_fields_have(f, v)) {
            continue;
        }
        const size_t n = (size_t)v->components;
        double *all = value[arrays] = scree_realloc(NULL, 0, f->cells * n * sizeof *all);
        for (size_t cell = 0; cell < f->cells; cell++) {
            scree_fields_of(f, v, cell, all + cell * n);
        }
        array[arrays++] = (scree_vtp_array){.section = SCREE_VTP_CELL_DATA,
                                            .type = SCREE_VTP_F64,
                                            .name = v->name,
                                            .components = v->components,
                                            .n = f->cells,
                                            .data = all,
                                            .stride = n * sizeof *all,
                                            .unit = v->unit};
    }
    const scree_vtp_fact fact = {.name = "kernel_radius", .value = &f->def.radius, .components = 1};
    const scree_vtp_piece piece = {
        .time = time, .image = &image, .array = array, .n_arrays = arrays, .fact = &fact, .n_facts = 1};
    const bool ok = scree_vtp_file_write(&piece, path, r);
    for (size_t k = 0; k < arrays; k++) {
        scree_free(value[k]);
    }
    return ok;
}
