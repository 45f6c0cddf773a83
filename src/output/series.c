// SPDX-License-Identifier: BSD-3-Clause
#include "output/series.h"
#include "bonds/bonds.h"
#include "heat/heat.h"
#include "measure/totals.h"
#include "walls/wall_drive.h"
#include "walls/wall_pose.h"

#include "base/decimal.h"
#include "base/file.h"
#include "base/units.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct scree_series {
    char *path;
    int fd;
    bool regular;                     // a regular file, which can be truncated
    size_t size;                      // bytes up to the end of the last complete row
    bool any;                         // there is a row
    double time;                      // of the last row
    SCREE_ARRAY(scree_outlet) outlet; // at the last row, for rates
    SCREE_ARRAY(char) text;           // the row being written
    size_t columns;                   // in it
    size_t first_outlet;              // column
    bool may_lack;                    // columns may have no value, which is nan
    char *unusable; // name of the first other one in the row that is no finite number; NULL: none
    // Instead of writing: the value and the unit of the column of this name, NULL if there is none.
    const char *wanted, *unit;
    double value;
    scree_series_list *list; // with `wanted`: all of them go there
};

static void put(scree_series *s, const char *text) {
    size_t n = strlen(text);
    scree_array_reserve(&s->text, s->text.n + n + 1);
    memcpy(s->text.data + s->text.n, text, n + 1);
    s->text.n += n;
}

// A header cell; quoted according to RFC 4180 if the name contains a comma or a quote.
static void put_name(scree_series *s, const char *owner, const char *name, const char *unit) {
    char *cell = scree_format("%s%s%s [%s]", owner ? owner : "", owner ? " " : "", name, unit);
    bool quoted = strpbrk(cell, ",\"\r\n") != NULL;
    put(s, s->text.n ? "," : "");
    put(s, quoted ? "\"" : "");
    for (const char *p = cell; *p; p++) {
        char c[2] = {*p == '\n' || *p == '\r' ? ' ' : *p, '\0'}; // one line per row
        put(s, c[0] == '"' ? "\"\"" : c);
    }
    put(s, quoted ? "\"" : "");
    scree_free(cell);
}

// Appends the columns in order to the text: their names and units if totals is NULL, else their values.
static void column(scree_series *s, const scree_totals *totals, const char *owner, const char *name,
                   const char *unit, double value) {
    s->columns++;
    if (s->list) {
        scree_text_add(&s->list->names, "%s%s%s\t%s\n", owner ? owner : "", owner ? " " : "", name, unit);
        scree_array_push(&s->list->value, value);
        return;
    }
    if (s->wanted) {
        const size_t n = owner ? strlen(owner) : 0;
        const char *rest = owner && strncmp(s->wanted, owner, n) == 0 && s->wanted[n] == ' '
                               ? s->wanted + n + 1
                           : owner ? ""
                                   : s->wanted;
        s->unit = strcmp(rest, name) == 0 ? unit : s->unit;
        s->value = strcmp(rest, name) == 0 ? value : s->value;
        return;
    }
    if (!totals) {
        put_name(s, owner, name, unit);
        return;
    }
    if (!isfinite(value) && !s->may_lack && !s->unusable) {
        s->unusable = scree_format("%s%s%s", owner ? owner : "", owner ? " " : "", name);
    }
    char text[32];
    scree_number_text(value, text);
    put(s, s->text.n ? "," : "");
    put(s, text);
}

// In this or another phase.
static bool has_free_wall(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; k < c->wall.n; k++) {
        any |= (c->wall.data[k].shown & SCREE_WALL_SHOWS_VELOCITY) != 0;
    }
    return any;
}

// Bonds, and what they hold together. The names of the modes: what breaks a bond in them.
static void bond_columns(scree_series *s, const scree_world *w, const scree_totals *totals) {
    static const char *const broken[SCREE_MODES] = {"bonds_broken_tension", "bonds_broken_shear",
                                                    "bonds_broken_bending", "bonds_broken_torsion"};
    const scree_totals t = totals ? *totals : (scree_totals){0};
    const scree_bond_counts *b = &w->bonds;
    if (!w->case_->shows_bonds) {
        return;
    }
    column(s, totals, NULL, "bonds", "1", (double)scree_bonds_number(w));
    column(s, totals, NULL, "bonds_made", "1", (double)b->made);
    for (int k = 0; k < SCREE_MODES; k++) {
        column(s, totals, NULL, broken[k], "1", (double)b->broken[k]);
    }
    column(s, totals, NULL, "bonds_lost", "1", (double)b->lost);
    column(s, totals, NULL, "bonds_elastic", "J", t.bond_elastic);
    column(s, totals, NULL, "broken_energy", "J", (t.broken[0] + t.broken[1]) + (t.broken[2] + t.broken[3]));
    column(s, totals, NULL, "fragments", "1", (double)w->fragments.count);
    column(s, totals, NULL, "largest_fragment", "kg", w->fragments.largest);
}
static void heat_columns(scree_series *s, const scree_world *w, const scree_totals *totals);

static void world_columns(scree_series *s, const scree_world *w, const scree_totals *totals) {
    const scree_totals t = totals ? *totals : (scree_totals){0};
    const scree_ledger *l = &w->ledger;
    uint64_t inserted = 0;
    for (size_t i = 0; i < w->source.n; i++) {
        inserted += w->source.data[i].inserted;
    }
    column(s, totals, NULL, "time", "s", t.time);
    if (w->case_->phase.n > 0) {
        column(s, totals, NULL, "phase", "1", (double)w->phase_start.n);
    }
    column(s, totals, NULL, "particles", "1", (double)t.particles);
    column(s, totals, NULL, "mass", "kg", t.mass);
    column(s, totals, NULL, "contacts", "1", (double)t.contacts);
    column(s, totals, NULL, "wall_contacts", "1", (double)t.wall_contacts);
    column(s, totals, NULL, "coordination", "1", t.coordination);
    column(s, totals, NULL, "kinetic", "J", t.kinetic);
    column(s, totals, NULL, "rotational", "J", t.rotational);
    column(s, totals, NULL, "potential", "J", t.potential);
    for (int k = 0; k < SCREE_MODES; k++) {
        static const char *const name[SCREE_MODES][3] = {
            {"elastic_normal", "viscous_normal", "plastic_normal"},
            {"elastic_tangential", "viscous_tangential", "friction_tangential"},
            {"elastic_rolling", "viscous_rolling", "friction_rolling"},
            {"elastic_twisting", "viscous_twisting", "friction_twisting"}};
        column(s, totals, NULL, name[k][0], "J", t.elastic[k]);
        column(s, totals, NULL, name[k][1], "J", t.viscous[k]);
        column(s, totals, NULL, name[k][2], "J", t.plastic[k]);
    }
    column(s, totals, NULL, "wall_work", "J", t.wall_work);
    column(s, totals, NULL, "damped", "J", t.damped);
    if (has_free_wall(w->case_)) {
        column(s, totals, NULL, "free_walls_energy", "J", t.walls_energy);
        column(s, totals, NULL, "free_walls_gained", "J", t.walls_gained);
        column(s, totals, NULL, "free_walls_lost", "J", t.walls_lost);
    }
    if (w->case_->group.n > 0 || s->wanted) { // a host program may load and change what the case does not
        column(s, totals, NULL, "load_work", "J", t.loaded);
    }
    const bool by_temperature = w->case_->copies > 0; // other laws where a class of temperatures changes
    if (w->case_->phase.n + w->case_->group.n > 0 || w->case_->has_gravity_table || by_temperature ||
        s->wanted) {
        column(s, totals, NULL, "energy_changed", "J", t.changed);
    }
    column(s, totals, NULL, "energy_inserted", "J", l->inserted);
    column(s, totals, NULL, "energy_removed", "J", l->removed);
    column(s, totals, NULL, "energy_balance", "J", t.balance);
    column(s, totals, NULL, "max_overlap", "1", t.max_overlap);
    column(s, totals, NULL, "max_velocity", "m/s", t.max_velocity);
    column(s, totals, NULL, "inserted", "1", (double)inserted);
    column(s, totals, NULL, "lost", "1", (double)w->lost);
    column(s, totals, NULL, "largest_overlap", "1", t.deepest.ratio);
    bond_columns(s, w, totals);
    heat_columns(s, w, totals);
}

static void heat_columns(scree_series *s, const scree_world *w, const scree_totals *totals) {
    if (!scree_case_has_heat(w->case_)) {
        return;
    }
    const scree_heat_totals h = totals ? totals->heat : (scree_heat_totals){0};
    column(s, totals, NULL, "thermal", "J", h.thermal);
    column(s, totals, NULL, "heat_made", "J", h.made);
    column(s, totals, NULL, "heat_walls", "J", h.walls);
    column(s, totals, NULL, "heat_sources", "J", h.sources);
    column(s, totals, NULL, "heat_ambient", "J", h.ambient);
    column(s, totals, NULL, "heat_exchanged", "J", h.exchanged);
    column(s, totals, NULL, "heat_balance", "J", h.balance);
    column(s, totals, NULL, "temperature", "K", h.mean);
    column(s, totals, NULL, "temperature_deviation", "K", h.deviation);
    column(s, totals, NULL, "min_temperature", "K", h.lowest);
    column(s, totals, NULL, "max_temperature", "K", h.highest);
}

static void vector_columns(scree_series *s, const scree_totals *totals, const char *owner,
                           const char *const name[3], const char *unit, scree_vec3 v) {
    column(s, totals, owner, name[0], unit, v.x);
    column(s, totals, owner, name[1], unit, v.y);
    column(s, totals, owner, name[2], unit, v.z);
}

// A column of freedom k: slide, slide2, slide3 or turn, and what.
static void freedom_column(scree_series *s, const scree_totals *totals, const char *owner, int k,
                           const char *what, const char *unit, double value) {
    static const char *const freedom[SCREE_FREEDOMS] = {"slide", "slide2", "slide3", "turn"};
    char name[40];
    snprintf(name, sizeof name, "%s%s", freedom[k], what);
    column(s, totals, owner, name, unit, value);
}

// Of a wall that forces move: where each freedom is, its speed, the load and what it is to be.
static void drive_columns(scree_series *s, const scree_world *w, const scree_totals *totals,
                          const scree_wall *wall) {
    static const char *const v[] = {"vx", "vy", "vz"}, *const spin[] = {"wx", "wy", "wz"};
    const char *name = wall->def->name;
    const unsigned shown = wall->def->shown;
    if (shown & SCREE_WALL_SHOWS_VELOCITY) {
        const scree_vec3 at = scree_wall_to_lab(wall, wall->def->reference);
        vector_columns(s, totals, name, v, "m/s", vec_add(wall->now.velocity, vec_cross(wall->now.spin, at)));
        vector_columns(s, totals, name, spin, "rad/s", wall->now.spin);
    }
    for (int k = 0; k < SCREE_FREEDOMS; k++) {
        const bool turn = k == SCREE_TURN;
        const scree_freedom_now now = scree_wall_drive_freedom(w, wall, k);
        if (!(shown & (turn ? SCREE_WALL_SHOWS_TURN : SCREE_WALL_SHOWS_SLIDE << k))) {
            continue;
        }
        freedom_column(s, totals, name, k, "", turn ? "rad" : "m", now.place);
        freedom_column(s, totals, name, k, "_speed", turn ? "rad/s" : "m/s", now.speed);
        freedom_column(s, totals, name, k, "_load", turn ? "N m" : "N", now.load);
        freedom_column(s, totals, name, k, "_target", turn ? "N m" : "N", now.target);
        if (!turn && shown & SCREE_WALL_SHOWS_STRESS << k) {
            freedom_column(s, totals, name, k, "_area", "m2", now.area);
            freedom_column(s, totals, name, k, "_stress", "Pa", now.area > 0.0 ? now.load / now.area : 0.0);
        }
    }
}

// Force and torque on the wall; of one that moves also where it is, and its work on the particles.
static void wall_columns(scree_series *s, const scree_world *w, const scree_totals *totals,
                         const scree_wall *wall) {
    static const char *const f[] = {"fx", "fy", "fz"}, *const t[] = {"tx", "ty", "tz"},
                             *const x[] = {"x", "y", "z"};
    const char *name = wall->def->name;
    const scree_wall_state *now = &wall->now;
    const scree_vec3 at = scree_wall_to_lab(wall, wall->def->reference);
    double angle;
    vector_columns(s, totals, name, f, "N", now->force);
    vector_columns(s, totals, name, t, "N m", vec_sub(now->torque, vec_cross(at, now->force)));
    if (wall->moves || wall->def->shown & SCREE_WALL_SHOWS_PLACE) {
        vector_columns(s, totals, name, x, "m", at);
    }
    if (wall->def->shown & SCREE_WALL_SHOWS_ANGLE) {
        const bool turns = scree_wall_angle(wall->def, totals ? totals->time : 0.0, &angle);
        column(s, totals, name, "angle", "rad", turns ? angle : 0.0);
    }
    if (scree_wall_works(wall) || wall->def->shown & SCREE_WALL_SHOWS_WORK) {
        column(s, totals, name, "power", "W", now->power);
        column(s, totals, name, "work", "J", now->work - 0.5 * w->dt * now->power);
    }
    drive_columns(s, w, totals, wall);
    if (scree_case_has_heat(w->case_)) {
        column(s, totals, name, "temperature", "K", now->temperature);
        column(s, totals, name, "heat", "W", now->heat);
        column(s, totals, name, "heat_in", "J", scree_double_double_value(&now->heat_in));
    }
}

static void probe_columns(scree_series *s, const scree_totals *totals, const char *name,
                          const scree_probe *p) {
    static const char *const v[] = {"vx", "vy", "vz"}, *const stress[] = {"stress_xx", "stress_yy",
                                                                          "stress_zz", "stress_xy",
                                                                          "stress_xz", "stress_yz"};
    column(s, totals, name, "count", "1", (double)p->count);
    column(s, totals, name, "mass", "kg", p->mass);
    column(s, totals, name, "solid_fraction", "1", p->fraction);
    vector_columns(s, totals, name, v, "m/s", p->velocity);
    column(s, totals, name, "granular_temperature", "m2/s2", p->temperature);
    column(s, totals, name, "coordination", "1", p->coordination);
    for (int k = 0; k < 6; k++) {
        column(s, totals, name, stress[k], "Pa", p->stress[k]);
    }
}

static void named_columns(scree_series *s, const scree_world *w, const scree_totals *totals) {
    const scree_case *c = w->case_;
    for (size_t i = 0; i < c->outlet.n; i++) {
        const char *name = c->outlet.data[i].name;
        const double count = (double)w->outlet.data[i].count, mass = w->outlet.data[i].mass,
                     before = s->wanted ? 0.0 : (double)s->outlet.data[i].count,
                     mass_before = s->wanted ? 0.0 : s->outlet.data[i].mass;
        double since = totals && s->any ? totals->time - s->time : 0;
        column(s, totals, name, "count", "1", count);
        column(s, totals, name, "mass", "kg", mass);
        if (s->wanted) { // rates are between two rows
            continue;
        }
        column(s, totals, name, "rate", "1/s", since > 0 ? (count - before) / since : 0);
        column(s, totals, name, "mass_rate", "kg/s", since > 0 ? (mass - mass_before) / since : 0);
    }
    for (size_t i = 0; i < c->source.n; i++) {
        column(s, totals, c->source.data[i].name, "inserted", "1", (double)w->source.data[i].inserted);
    }
    for (size_t i = 0; i < c->group.n; i++) {
        column(s, totals, c->group.data[i].name, "members", "1", (double)w->group.data[i].members);
    }
    for (size_t i = 0; i < c->wall.n; i++) {
        wall_columns(s, w, totals, &w->wall.data[i]);
    }
}

static void all_probe_columns(scree_series *s, const scree_world *w, const scree_totals *totals) {
    for (size_t i = 0; i < w->probe.n; i++) {
        probe_columns(s, totals, w->case_->probe.data[i].name, &w->probe.data[i]);
    }
}

static void track_columns(scree_series *s, const scree_world *w, const scree_totals *totals) {
    static const char *const x[] = {"x", "y", "z"}, *const v[] = {"vx", "vy", "vz"},
                             *const spin[] = {"wx", "wy", "wz"}, *const f[] = {"fx", "fy", "fz"};
    for (size_t i = 0; i < w->track.n; i++) {
        const scree_track *t = &w->track.data[i];
        const char *name = w->case_->track.data[i].name;
        vector_columns(s, totals, name, x, "m", t->x);
        vector_columns(s, totals, name, v, "m/s", t->v);
        vector_columns(s, totals, name, spin, "rad/s", t->w);
        vector_columns(s, totals, name, f, "N", t->f);
    }
}

static void compose(scree_series *s, const scree_world *w, const scree_totals *totals) {
    s->text.n = 0;
    s->columns = 0;
    world_columns(s, w, totals);
    s->first_outlet = s->columns;
    named_columns(s, w, totals);
    all_probe_columns(s, w, totals);
    s->may_lack = true; // before a particle is there, and after it has left
    track_columns(s, w, totals);
    s->may_lack = false;
    put(s, "\n");
}

// Writes a row, if possible in one system call. If that fails, the incomplete row is removed again.
static bool write_text(scree_series *s, scree_report *r) {
    size_t done = 0;
    while (done < s->text.n) {
        ssize_t n = write(s->fd, s->text.data + done, s->text.n - done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            int why = n < 0 ? errno : ENOSPC;
            if (s->regular && ftruncate(s->fd, (off_t)s->size) == 0) {
                lseek(s->fd, (off_t)s->size, SEEK_SET);
            }
            scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, 0, 0, "%s", strerror(why));
            return false;
        }
        done += (size_t)n;
    }
    s->size += done;
    return true;
}

// Reads time, counts and masses of outlets from a row, so that rates continue as without interruption.
static bool take_row(scree_series *s, const char *row, double resumed_at) {
    enum { PER_OUTLET = 4 }; // columns, see named_columns
    double value;
    const char *p = scree_decimal_read(row, &value);
    if (!p || value > resumed_at) {
        return false;
    }
    s->any = true;
    s->time = value;
    for (size_t k = 1; p && *p == ',' && k < s->first_outlet + PER_OUTLET * s->outlet.n; k++) {
        p = scree_decimal_read(p + 1, &value);
        if (p && k >= s->first_outlet) {
            scree_outlet *outlet = &s->outlet.data[(k - s->first_outlet) / PER_OUTLET];
            const size_t which = (k - s->first_outlet) % PER_OUTLET;
            outlet->count = which == 0 ? (uint64_t)value : outlet->count;
            outlet->mass = which == 1 ? value : outlet->mass;
        }
    }
    return true;
}

// Finds the size of the part of an existing file that is kept. False if its header is not the one in s->text.
static bool take_up(scree_series *s, const char *old, double resumed_at) {
    size_t head = s->text.n;
    if (strlen(old) < head && strncmp(old, s->text.data, strlen(old)) == 0) {
        return true; // the header is incomplete: nothing is kept
    }
    if (strncmp(old, s->text.data, head) != 0) {
        return false;
    }
    s->size = head;
    for (const char *row = old + head, *end; (end = strchr(row, '\n')) != NULL; row = end + 1) {
        if (!take_row(s, row, resumed_at)) {
            break;
        }
        s->size = (size_t)(end + 1 - old);
    }
    return true;
}

static bool go_on(scree_series *s, double resumed_at, scree_report *r) {
    size_t size;
    char *old = scree_file_read(s->path, &size, r);
    if (!old) {
        return false;
    }
    bool ours = take_up(s, old, resumed_at);
    scree_free(old);
    if (!ours) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, 0, 0,
                        "not the time series of this case (its columns differ): move it away to resume");
        return false;
    }
    s->fd = open(s->path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (s->fd >= 0 && ftruncate(s->fd, (off_t)s->size) == 0 && lseek(s->fd, 0, SEEK_END) >= 0) {
        return s->size > 0 || write_text(s, r);
    }
    scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, 0, 0, "%s", strerror(errno));
    return false;
}

static bool start(scree_series *s, scree_report *r) {
    s->fd = open(s->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (s->fd < 0) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, 0, 0, "%s", strerror(errno));
        return false;
    }
    struct stat status;
    s->regular = fstat(s->fd, &status) == 0 && S_ISREG(status.st_mode);
    return write_text(s, r);
}

scree_series *scree_series_open(const char *path, const scree_world *w, double resumed_at, scree_report *r) {
    scree_series *s = scree_realloc(NULL, 0, sizeof *s);
    *s = (scree_series){.path = scree_strdup(path), .fd = -1, .regular = true};
    scree_array_resize(&s->outlet, w->outlet.n);
    for (size_t i = 0; i < w->outlet.n; i++) {
        s->outlet.data[i] = (scree_outlet){0};
    }
    compose(s, w, NULL);
    struct stat status;
    bool there = stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    if (there && isfinite(resumed_at) ? go_on(s, resumed_at, r) : start(s, r)) {
        return s;
    }
    scree_series_close(s, NULL);
    return NULL;
}

bool scree_series_row(scree_series *s, const scree_world *w, const scree_totals *totals, scree_report *r) {
    if (s->any && totals->time <= s->time) {
        return true;
    }
    compose(s, w, totals);
    if (s->unusable) {
        scree_report_at(
            r, SCREE_SEVERITY_ERROR, s->path, 0, 0,
            "t = %.9g s: the column '%s' is not a finite number, so the row is not written; check sizes of "
            "regions, and loads and areas of walls",
            totals->time, s->unusable);
        scree_free(s->unusable);
        s->unusable = NULL;
        return false;
    }
    if (!write_text(s, r)) {
        return false;
    }
    s->any = true;
    s->time = totals->time;
    for (size_t i = 0; i < s->outlet.n; i++) {
        s->outlet.data[i] = w->outlet.data[i];
    }
    return true;
}

const char *scree_series_value(const scree_world *w, const scree_totals *totals, const char *name,
                               double *value) {
    scree_series s = {.wanted = name};
    world_columns(&s, w, totals);
    named_columns(&s, w, totals);
    all_probe_columns(&s, w, totals);
    track_columns(&s, w, totals);
    *value = s.value;
    return s.unit;
}

void scree_series_list_all(const scree_world *w, const scree_totals *totals, scree_series_list *list) {
    scree_series s = {.wanted = "", .list = list};
    list->names.n = list->value.n = 0;
    scree_text_add(&list->names, "%s", "");
    world_columns(&s, w, totals);
    named_columns(&s, w, totals);
    all_probe_columns(&s, w, totals);
    track_columns(&s, w, totals);
}

bool scree_series_is_sum(const scree_world *w, const char *name) {
    const scree_totals none = {0};
    scree_series s = {.wanted = name};
    world_columns(&s, w, &none);
    all_probe_columns(&s, w, &none);
    track_columns(&s, w, &none);
    return s.unit != NULL;
}

double scree_series_time(const scree_series *s) {
    return s && s->any ? s->time : NAN;
}

bool scree_series_close(scree_series *s, scree_report *r) {
    if (!s) {
        return true;
    }
    bool ok = s->fd < 0 || close(s->fd) == 0;
    if (!ok && r) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, 0, 0, "%s", strerror(errno));
    }
    scree_free(s->path);
    scree_array_free(&s->outlet);
    scree_array_free(&s->text);
    scree_free(s);
    return ok;
}
