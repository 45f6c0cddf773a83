// SPDX-License-Identifier: BSD-3-Clause
// A particle file of any bytes is read or refused with a message; what is read has finite positions and positive radii.
#include "files/particle_file.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool usable(const scree_particle_file_row *q) {
    return isfinite(q->x.x) && isfinite(q->x.y) && isfinite(q->x.z) && isfinite(q->v.x) && isfinite(q->v.y) &&
           isfinite(q->v.z) && q->radius > 0.0 && isfinite(q->radius) && q->density >= 0.0 &&
           isfinite(q->density);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    scree_report *report = scree_report_create();
    scree_particle_file file = {0};
    if (scree_particle_file_read_text("fuzz.csv", text, &file, report)) {
        for (size_t k = 0; k < file.particle.n; k++) {
            if (!usable(&file.particle.data[k])) {
                abort();
            }
        }
    } else if (scree_report_size(report) == 0) {
        abort(); // refused without a word
    }
    scree_particle_file_clear(&file);
    scree_report_destroy(report);
    free(text);
    return 0;
}
