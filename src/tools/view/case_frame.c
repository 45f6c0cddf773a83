// SPDX-License-Identifier: BSD-3-Clause
#include "tools/view/case_frame.h"
#include "tools/frames/frame_world.h"
#include "tools/view/json.h"
#include <string.h>

static void put_messages(scree_text_buffer *t, const scree_report *r) {
    static const char *const severity[] = {[SCREE_SEVERITY_NOTE] = "note",
                                           [SCREE_SEVERITY_WARNING] = "warning",
                                           [SCREE_SEVERITY_ERROR] = "error"};
    scree_text_add(t, ",\"messages\":[");
    for (size_t k = 0; k < scree_report_size(r); k++) {
        scree_text_add(t, "%s{\"severity\":\"%s\",\"text\":", k ? "," : "",
                       severity[scree_report_severity(r, k)]);
        scree_text_add_json(t, scree_report_text(r, k));
        scree_text_add(t, "}");
    }
    scree_text_add(t, "]");
}

// origin NULL: there is no frame.
static char *record_of(const char *path, scree_status status, const scree_frame *frame,
                       const scree_frame_origin *origin, const scree_report *r) {
    const scree_frame_set *p = scree_frame_find(frame, SCREE_FRAME_PARTICLES, NULL);
    scree_text_buffer t = {0};
    scree_text_add(&t, "{\"run\":{\"case\":");
    scree_text_add_json(&t, path);
    scree_text_add(&t, ",\"title\":");
    scree_text_add_json(&t, origin && origin->title && origin->title[0] ? origin->title : path);
    scree_text_add(&t, ",\"status\":%d,\"particles\":%zu}", (int)status, p ? p->n : 0);
    if (origin) {
        const double g[] = {origin->gravity.x, origin->gravity.y, origin->gravity.z};
        scree_text_add(&t, ",\"parameters\":{\"gravity\":\"[");
        for (int k = 0; k < 3; k++) {
            scree_text_add(&t, k ? ", " : "");
            scree_json_number(&t, g[k]);
        }
        scree_text_add(&t, "]\"}");
    }
    put_messages(&t, r);
    scree_text_add(&t, "}");
    return t.data;
}

bool scree_case_frame_make(const char *path, const scree_changes *changes, scree_frame *frame, char **record,
                           scree_report *r) {
    scree_report *check = scree_report_create(), *again = scree_report_create();
    const scree_status status = scree_check(path, changes, check);
    scree_frame_origin origin = {0};
    const bool ok = scree_frame_of_case(path, changes, ~0u, frame, &origin, again); // finds the same mistakes
    *record = record_of(path, status, frame, ok ? &origin : NULL, check);
    if (!ok) {
        scree_report_take(r, check);
    }
    scree_frame_origin_clear(&origin);
    scree_report_destroy(check);
    scree_report_destroy(again);
    return ok;
}
