// SPDX-License-Identifier: BSD-3-Clause
#include "tools/view/json.h"
#include "text/units.h"
#include <math.h>

void scree_json_number(scree_text_buffer *t, double value) {
    char text[32] = "null";
    if (isfinite(value)) {
        scree_number_text(value, text);
    }
    scree_text_add(t, "%s", text);
}
