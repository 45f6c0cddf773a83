// SPDX-License-Identifier: BSD-3-Clause
// A text file of any bytes, given as gravity of time, makes a table whose values are finite or is refused with a message.
#include "input/config.h"
#include "memory_file.h"
#include "particles/gravity.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static memory_file file;
    static char text[2][500];
    if (!file.path[0]) {
        file = memory_file_create();
        for (int k = 0; k < 2; k++) {
            snprintf(text[k], sizeof text[k],
                     "time: {end: 1}\nmaterials: {m: {density: 2500, young: 10 MPa, poisson: 0.2, "
                     "restitution: 0.5, friction: 0.5}}\n"
                     "gravity_of_time: {table: {file: %s, smooth: %s, repeat: %s}}\n",
                     file.path, k ? "true" : "false", k ? "true" : "false");
        }
    }
    memory_file_set(&file, data, size);
    for (int k = 0; k < 2; k++) {
        scree_report *report = scree_report_create();
        scree_case c;
        const bool good = scree_case_read_text("fuzz.yaml", text[k], &c, report);
        if (!good && scree_report_size(report) == 0) {
            abort(); // refused without a word
        }
        for (double t = 0.0; good && t < 1e3; t = 2.0 * t + 0.1) {
            const scree_vec3 g = scree_gravity_at(&c, t);
            if (isnan(g.x + g.y + g.z) && vec_norm(scree_gravity_most(&c)) < 1e100 &&
                c.gravity_table.time.data[1] > 1e-100) {
                abort();
            }
        }
        scree_case_clear(&c);
        scree_report_destroy(report);
    }
    return 0;
}
