// SPDX-License-Identifier: BSD-3-Clause
#include "fields/fields_csv.h"
#include "text/file.h"
#include <string.h>

const char *scree_fields_component(int components, int k) {
    static const char *const vector[] = {"_x", "_y", "_z"}, *const tensor[] = {"_xx", "_xy", "_xz",
                                                                               "_yx", "_yy", "_yz",
                                                                               "_zx", "_zy", "_zz"};
    return components == 9 ? tensor[k] : components == 3 ? vector[k] : "";
}

bool scree_fields_csv(const scree_fields *f, const char *path, scree_report *r) {
    scree_file file;
    if (!scree_file_create(&file, path, r)) {
        return false;
    }
    scree_file_print(&file, "x [m],y [m],z [m]");
    for (int i = 0; i < SCREE_FIELDS_VALUES; i++) {
        const scree_fields_value *v = &scree_fields_value_list[i];
        const bool unit = strcmp(v->unit, "1") != 0;
        for (int k = 0; k < v->components && scree_fields_have(f, v); k++) {
            scree_file_print(&file, ",%s%s%s%s%s", v->name, scree_fields_component(v->components, k),
                             unit ? " [" : "", unit ? v->unit : "", unit ? "]" : "");
        }
    }
    scree_file_print(&file, "\n");
    for (size_t cell = 0; cell < f->cells; cell++) {
        double row[3 + 9];
        vec_to_array(scree_fields_place(f, cell), row);
        for (int k = 0; k < 3; k++) {
            scree_file_print(&file, k > 0 ? "," : "");
            scree_file_number(&file, row[k]);
        }
        for (int i = 0; i < SCREE_FIELDS_VALUES; i++) {
            const scree_fields_value *v = &scree_fields_value_list[i];
            const int n = scree_fields_have(f, v) ? v->components : 0;
            scree_fields_of(f, v, cell, row);
            for (int k = 0; k < n; k++) {
                scree_file_print(&file, ",");
                scree_file_number(&file, row[k]);
            }
        }
        scree_file_print(&file, "\n");
    }
    return scree_file_commit(&file, false, r);
}
