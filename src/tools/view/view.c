// SPDX-License-Identifier: BSD-3-Clause
#include "tools/view/view.h"
#include "tools/view/routes.h"
#include <string.h>

scree_view_options scree_view_options_default(void) {
    return (scree_view_options){.most = 250000, .until = -1};
}

static bool is_stopped(const scree_view_options *o) {
    return o->stop && *o->stop;
}

// Looks at the files once a second: notices of the file system do not come from network drives.
static bool serve(scree_routes *v, const scree_view_options *o, scree_report *r) {
    scree_http *http = scree_http_open(o->port, o->other_port, scree_routes_answer, v, r);
    if (!http) {
        return false;
    }
    char *address = scree_http_address(http), *told = NULL;
    if (o->ready) {
        o->ready(o->user, address);
    }
    scree_free(address);
    bool ended = false;
    while (!ended && !is_stopped(o)) {
        scree_source_refresh(&v->source);
        scree_text_buffer state = {0};
        scree_source_state(&v->source, &state);
        if (!told || strcmp(told, state.data) != 0) {
            scree_http_tell(http, state.data);
        }
        scree_free(told);
        told = state.data;
        ended = scree_http_serve(http, 1.0, o->until);
    }
    scree_free(told);
    scree_http_close(http);
    return true;
}

static bool serve_source(scree_routes *v, const scree_view_options *o, scree_report *r) {
    v->store.most = (size_t)256 << 20; // bytes
    v->most = o->most;
    const bool ok = serve(v, o, r);
    scree_store_clear(&v->store);
    scree_source_close(&v->source);
    return ok;
}

bool scree_view_folder(const char *folder, const scree_view_options *o, scree_report *r) {
    scree_routes v = {0};
    return scree_source_open(&v.source, folder, o->waits, r) && serve_source(&v, o, r);
}

bool scree_view_case(const char *path, const scree_changes *changes, const scree_view_options *o,
                     scree_report *r) {
    scree_routes v = {0};
    return scree_source_open_case(&v.source, path, changes, r) && serve_source(&v, o, r);
}
