// SPDX-License-Identifier: BSD-3-Clause
// The public face of a world: argument checks and copies in id order.
#include "access/contact_iterator.h"
#include "api/host.h"
#include "checks/audit_rest.h"
#include "domain/domain.h"
#include "input/config.h"
#include "load/load_start.h"
#include "load/load_world.h"
#include "measure/digest.h"
#include "scree_version.h"
#include "step/setup.h"
#include "step/step.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/report.h"
#include <string.h>

const char *scree_version(void) {
    return SCREE_VERSION;
}

scree_status scree_check(const char *case_path, const scree_changes *changes, scree_report *report) {
    scree_case c;
    scree_report *first = scree_report_create(); // the case is read again below, with the same warnings
    bool fine = scree_case_read(case_path, changes, &c, first),
         only_lab = fine && c.has_lab && !(c.end > 0.0);
    scree_case_clear(&c);
    if (!fine || only_lab) {
        scree_report_take(report, first);
        scree_report_destroy(first);
        return fine ? SCREE_OK : SCREE_USER_ERROR;
    }
    scree_report_destroy(first);
    scree_world *w = scree_load_case(case_path, changes, 1, NULL, report);
    if (!w) {
        return SCREE_USER_ERROR;
    }
    scree_status status = scree_load_start(w, report);
    if (status == SCREE_OK) {
        scree_audit_rest(w, report);
    }
    status = status == SCREE_OK ? scree_world_step(w, report)
                                : status; // what is in a wall already stops a run there
    scree_world_destroy(w);
    return status;
}

// The world of a case before t = 0, NULL: reported.
static scree_world *load(const scree_host_case *from, const scree_open_options *o, scree_report *r) {
    if (!from->is_file) {
        return scree_load_text(from->name, from->text, from->changes, o->threads, o->isa, r);
    }
    scree_world *w = scree_load_case(from->name, from->changes, o->threads, o->isa, r);
    if (w && w->case_->phase.n > 1) {
        scree_report_warning(
            r, "%s: only scree_run and `scree run` carry out phases; this world stays in the first, '%s'",
            from->name, w->case_->phase.data[0].name);
    }
    return w;
}

scree_world *scree_host_open(const scree_host_case *from, const scree_open_options *o, scree_report *r) {
    bool ok;
    scree_comm *c = o->has_comm ? scree_comm_of(o->comm, r, &ok) : scree_comm_world(r, &ok);
    if (!ok) {
        return NULL;
    }
    scree_world *w = load(from, o, r);
    scree_status status = scree_comm_agree(c, w ? SCREE_OK : SCREE_USER_ERROR, r);
    if (status == SCREE_OK) {
        w->comm = c;
        status = scree_comm_agree(c, scree_load_start(w, r), r);
    }
    if (status != SCREE_OK) {
        scree_world_destroy(w);
        scree_comm_give_back(c);
        return NULL;
    }
    size_t size;
    w->host.text = from->text ? scree_strdup(from->text) : scree_file_read_text(from->name, &size, r);
    return w;
}

scree_world *scree_world_open(const char *case_path, const scree_changes *changes, int threads,
                              scree_report *report) {
    const scree_host_case from = {.name = case_path, .is_file = true, .changes = changes};
    return scree_host_open(&from, &(scree_open_options){.threads = threads}, report);
}

scree_world *scree_world_open_text(const char *name, const char *text, const scree_changes *changes,
                                   int threads, scree_report *report) {
    const scree_host_case from = {.name = name, .text = text, .changes = changes};
    return scree_host_open(&from, &(scree_open_options){.threads = threads}, report);
}

void scree_world_close(scree_world *w) {
    scree_comm *c = w ? w->comm : NULL;
    scree_world_destroy(w);
    scree_comm_give_back(c);
}

double scree_world_now(const scree_world *w) {
    return scree_world_time(w);
}

uint64_t scree_world_steps(const scree_world *w) {
    return w->step;
}

double scree_world_dt(const scree_world *w) {
    return w->dt;
}

size_t scree_world_count(const scree_world *w) {
    size_t n = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        n += !w->p.dead[i];
    }
    return n;
}

uint64_t scree_world_generation(const scree_world *w) {
    return w->rebuilds + w->host.appended;
}

const scree_id_index *scree_host_order(const scree_world *world) {
    scree_world *w = (scree_world *)world; // what is kept is no part of the state
    scree_host *h = &w->host;
    if (h->order.n != w->p.n || h->order_of != scree_world_generation(w) + 1) {
        scree_array_resize(&h->order, w->p.n);
        for (size_t i = 0; i < w->p.n; i++) {
            h->order.data[i] = (scree_id_index){w->p.id[i], (uint32_t)i};
        }
        scree_id_index_sort(h->order.data, w->p.n);
        h->order_of = scree_world_generation(w) + 1;
    }
    return h->order.data;
}

void scree_world_ids(const scree_world *w, uint64_t *id) {
    const scree_id_index *order = scree_host_order(w);
    for (size_t k = 0, n = 0; k < w->p.n; k++) {
        if (!w->p.dead[order[k].index]) {
            id[n++] = order[k].id;
        }
    }
}

// Copies `count` doubles per particle from records of `stride` bytes.
static void copy_out(const scree_world *w, const void *records, size_t stride, size_t count, double *out) {
    const scree_id_index *order = scree_host_order(w);
    for (size_t k = 0, n = 0; k < w->p.n; k++) {
        if (!w->p.dead[order[k].index]) {
            memcpy(out + count * n++, (const char *)records + order[k].index * stride, count * sizeof *out);
        }
    }
}

void scree_world_positions(const scree_world *w, double *xyz) {
    copy_out(w, w->p.x, sizeof *w->p.x, 3, xyz);
}

void scree_world_velocities(const scree_world *w, double *xyz) {
    copy_out(w, &w->p.motion->v, sizeof *w->p.motion, 3, xyz);
}

void scree_world_spins(const scree_world *w, double *xyz) {
    copy_out(w, &w->p.motion->w, sizeof *w->p.motion, 3, xyz);
}

void scree_world_forces(const scree_world *w, double *xyz) {
    copy_out(w, w->p.f, sizeof *w->p.f, 3, xyz);
}

void scree_world_radii(const scree_world *w, double *r) {
    copy_out(w, &w->p.x->r, sizeof *w->p.x, 1, r);
}

const char *scree_world_shape(const scree_world *w, int k) {
    return k >= 0 && (size_t)k < w->case_->shape.n ? w->case_->shape.data[k].name : NULL;
}

size_t scree_world_contacts(const scree_world *w) {
    return (size_t)w->contacts;
}

size_t scree_world_particle_contacts(const scree_world *w) {
    size_t n = 0;
    const int which = SCREE_TOUCHING | SCREE_COUNTED | SCREE_OF_PARTICLES;
    for (scree_contacts c = scree_contacts_of(&w->pairs, which); scree_contacts_next(&c);) {
        n++;
    }
    return n;
}

size_t scree_world_pairs(const scree_world *w) {
    return w->pairs.n;
}

uint64_t scree_world_rebuilds(const scree_world *w) {
    return w->rebuilds;
}

void scree_world_forget_pairs(scree_world *w) {
    w->list_valid = false;
}

int scree_world_threads(const scree_world *w) {
    return w->threads;
}

int scree_world_stages(void) {
    return SCREE_TIME_OUTPUT; // output is none of a step's business
}

const char *scree_world_stage_name(int k) {
    return scree_stage_names[k];
}

double scree_world_stage_seconds(const scree_world *w, int k) {
    return w->wall_time[k];
}

void scree_world_share_of(const scree_world *w, scree_world_share *share) {
    const scree_domain *d = w->domain;
    *share = (scree_world_share){.rank = scree_comm_rank(w->comm),
                                 .ranks = scree_comm_size(w->comm),
                                 .ghosts = w->p.ghosts,
                                 .waited = scree_comm_waited(w->comm),
                                 .imbalance = d ? d->imbalance : 1.0};
    share->bytes = d ? d->sent.n * scree_fields_size(&w->p, SCREE_EACH_STEP) : 0;
    for (size_t k = 0; d && k < d->neighbour.n; k++) {
        share->messages += d->neighbour.data[k].n_sent > 0;
    }
}

void scree_world_add_ranks(const scree_world *w, double *x, int n) {
    for (int k = 0; k < n; k++) {
        scree_double_double sum = {x[k], 0.0};
        scree_comm_add_double_double(w->comm, &sum, 1);
        x[k] = scree_double_double_value(&sum);
    }
}

void scree_world_most_of_ranks(const scree_world *w, double *x, int n) {
    scree_comm_max(w->comm, x, (size_t)n);
}

void scree_world_state(const scree_world *w, char digest[33]) {
    scree_hash_hex(scree_world_digest(w), digest);
}

char *scree_text_escaped(const char *text) {
    size_t size = scree_escape(text, NULL, 0) + 1;
    char *copy = scree_realloc(NULL, 0, size);
    scree_escape(text, copy, size);
    return copy;
}

void scree_text_free(char *text) {
    scree_free(text);
}
