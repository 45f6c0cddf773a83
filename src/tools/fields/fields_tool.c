// SPDX-License-Identifier: BSD-3-Clause
// `scree fields`: continuum fields of frames that a run has written.
#include "fields/fields_csv.h"
#include "fields/fields_keys.h"
#include "input/config.h"
#include "paraview/vti.h"
#include "tools/fields/fields_plot.h"
#include "tools/fields/frame_rows.h"
#include "tools/frames/frame_files.h"
#include "tools/frames/run_facts.h"
#include <omp.h>
#include <string.h>
#include <unistd.h>

scree_fields_options scree_fields_options_default(void) {
    return (scree_fields_options){.keys = "{}", .from = NAN, .to = NAN};
}

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

// The frames from *first to *last - 1: those in the times that are wanted, or the last one.
static bool choose_frames(const scree_frame_files *files, const scree_fields_options *o, size_t *first,
                          size_t *last, scree_report *r) {
    const size_t n = files->frame.n;
    *first = n - 1;
    *last = n;
    if (isnan(o->from) && isnan(o->to)) {
        return true;
    }
    const double from = isnan(o->from) ? -INFINITY : o->from, to = isnan(o->to) ? INFINITY : o->to,
                 margin = 1e-9 * (fabs(files->frame.data[0].time) + fabs(files->frame.data[n - 1].time));
    for (*first = 0; *first < n && files->frame.data[*first].time < from - margin;) {
        ++*first;
    }
    for (*last = *first; *last < n && files->frame.data[*last].time <= to + margin;) {
        ++*last;
    }
    return *last > *first ||
           scree_report_error(
               r, "%s: there is no frame from t = %g to %g s; accepted: times in %.9g to %.9g s",
               files->folder, from, to, files->frame.data[0].time, files->frame.data[n - 1].time);
}

// The cell of a frame of a run whose cell deforms. False: reported.
static bool cell_of_frame(const scree_frame *frame, scree_cell *cell, scree_report *r) {
    const scree_frame_set *particles = scree_frame_find(frame, SCREE_FRAME_PARTICLES, NULL);
    const scree_vtp_header *h = particles && particles->file.n > 0 ? &particles->file.data[0].header : NULL;
    if (!h || !h->has_cell) {
        return scree_report_error(
            r, "%s: the cell of the run deforms, and its frame of t = %.9g s does not say how", frame->folder,
            frame->time);
    }
    const double *v = h->cell_vectors, lean[3] = {v[3], v[6], v[7]};
    double *low = &cell->low.x, *high = &cell->high.x;
    for (int k = 0; k < 3; k++) {
        cell->period.lean[k] = lean[k];
        cell->period.leans |= lean[k] != 0.0;
        if (cell->periodic[k]) {
            cell->period.length[k] = v[4 * k];
            cell->period.half[k] = 0.5 * v[4 * k];
            low[k] = h->cell_low[k];
            high[k] = low[k] + v[4 * k];
        }
    }
    return true;
}

// Whether the fields can be taken in a cell that deforms: slices need an axis along which no border displaces what crosses it, and the mean over
// several times needs one box. False: reported.
static bool suits(const scree_cell *cell, const scree_fields_def *def, const scree_fields *f,
                  scree_report *r) {
    const double *lean = cell->period.lean;
    if ((def->along == 0 && (lean[0] != 0.0 || lean[1] != 0.0)) || (def->along == 1 && lean[2] != 0.0)) {
        return scree_report_error(
            r,
            "fields: the cell leans along %c, so slices across it have no borders; accepted: "
            "'along' z, or 'cells'",
            "xyz"[def->along]);
    }
    if (f->cells > 0 && !def->has_box &&
        vec_norm(vec_sub(vec_sub(cell->high, cell->low), vec_sub(def->max, def->min))) >
            1e-9 * vec_norm(vec_sub(def->max, def->min))) {
        return scree_report_error(
            r,
            "fields: the lengths of the cell change between the frames; accepted: 'box', or a single time");
    }
    return true;
}

// Adds frame k; the first one completes the definition.
static bool add_frame(const scree_frame_files *files, size_t k, scree_cell cell, scree_fields_def *def,
                      scree_fields *f, const scree_fields_options *o, scree_report *r) {
    scree_frame frame;
    scree_arrangement a;
    bool contacts = false;
    const unsigned kinds =
        1u << SCREE_FRAME_PARTICLES | 1u << SCREE_FRAME_BODIES | 1u << SCREE_FRAME_CONTACTS;
    if (!scree_frame_files_load(files, k, kinds, &frame, r)) {
        return false;
    }
    bool ok = !cell.deforms || (cell_of_frame(&frame, &cell, r) && suits(&cell, def, f, r));
    ok = ok && scree_frame_rows(&frame, cell, &a, &contacts, r);
    scree_frame_clear(&frame);
    if (ok) {
        ok = f->cells > 0 || scree_fields_complete(def, &a, r);
        if (ok && f->cells == 0) {
            scree_fields_begin(f, def);
        }
        if (ok && f->frames > 0.0 && f->knows[SCREE_FIELDS_KNOW_CONTACTS] != contacts) {
            ok = scree_report_error(r, "%s: some of the frames have contacts and others have none",
                                    files->folder);
        }
        if (ok) {
            scree_fields_add(f, &a, contacts, o->threads > 0 ? o->threads : omp_get_max_threads());
        }
        scree_arrangement_clear(&a);
    }
    return ok;
}

static bool write_one(const scree_fields *f, double time, const char *title, const char *path, bool overwrite,
                      scree_report *r) {
    if (!overwrite && access(path, F_OK) == 0) {
        return scree_report_error(r, "%s: exists; accepted: --overwrite, or another name with --out", path);
    }
    const bool ok = ends_with(path, ".vti")   ? scree_vti_fields(f, time, path, r)
                    : ends_with(path, ".csv") ? scree_fields_csv(f, path, r)
                    : ends_with(path, ".svg")
                        ? scree_fields_plot(f, title, path, r)
                        : scree_report_error(
                              r, "%s: is no name of a file of fields; accepted: *.vti, *.csv or *.svg", path);
    if (ok) {
        scree_report_note(r, "wrote %s", path);
    }
    return ok;
}

// What was asked for, or beside the folder a picture and a table of what has one dimension, a file for ParaView of what has more.
static bool write_all(const scree_fields *f, double time, const char *title, const char *folder,
                      const scree_fields_options *o, scree_report *r) {
    if (o->out) {
        return write_one(f, time, title, o->out, o->overwrite, r);
    }
    size_t n = strlen(folder);
    while (n > 1 && folder[n - 1] == '/') {
        n--;
    }
    n -= n > 4 && strncmp(folder + n - 4, ".out", 4) == 0 ? 4 : 0;
    const bool line = scree_fields_axis(f) >= 0;
    bool ok = true;
    for (int k = 0; ok && k < (line ? 2 : 1); k++) {
        char *path = scree_format("%.*s_fields%s", (int)n, folder, !line ? ".vti" : k == 0 ? ".csv" : ".svg");
        ok = write_one(f, time, title, path, o->overwrite, r);
        scree_free(path);
    }
    return ok;
}

static bool compute(const scree_frame_files *files, const char *folder, const scree_fields_options *o,
                    scree_report *r) {
    scree_case none;
    scree_fields_def def = {.every = 0.0};
    scree_case_init(&none);
    bool ok = scree_section_read_text("fields", o->keys, &scree_fields_section, &none, &def, r);
    scree_case_clear(&none);
    size_t first = 0, last = 0;
    if (!ok || !choose_frames(files, o, &first, &last, r)) {
        return false;
    }
    scree_run_facts facts;
    scree_run_facts_read(&facts, files->descriptor, folder, r);
    scree_fields f = {.cells = 0};
    for (size_t k = first; ok && k < last; k++) {
        ok = add_frame(files, k, facts.cell, &def, &f, o, r);
    }
    if (ok) {
        const double *from = &files->frame.data[first].time, *to = &files->frame.data[last - 1].time;
        scree_report_note(r, "%zu frame%s of t = %.9g to %.9g s, kernel radius %.4g m", last - first,
                          last - first == 1 ? "" : "s", *from, *to, f.def.radius);
        if (!f.knows[SCREE_FIELDS_KNOW_CONTACTS]) {
            scree_report_warning(
                r,
                "%s: the frames have no contacts, so there are no contact stress, fabric and "
                "coordination; output.vtk with 'contacts: true' writes them",
                folder);
        }
        ok = write_all(&f, *to, facts.title, folder, o, r);
    }
    scree_fields_clear(&f);
    scree_run_facts_clear(&facts);
    return ok;
}

scree_status scree_fields_write(const char *folder, const scree_fields_options *options,
                                scree_report *report) {
    scree_frame_files files;
    if (!scree_frame_files_open(&files, folder, report)) {
        return SCREE_USER_ERROR;
    }
    const bool ok = compute(&files, folder, options, report);
    scree_frame_files_close(&files);
    return ok ? SCREE_OK : SCREE_USER_ERROR;
}
