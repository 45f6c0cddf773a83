// SPDX-License-Identifier: BSD-3-Clause
// Estimates a case on several ranks: its particles are counted without placing them, a small bed with its laws is timed, and
// the rest follows from the model in tools/plan/estimate.h.
#include "tools/plan/plan.h"
#include "checkpoint/checkpoint.h"
#include "files/particle_file.h"
#include "insertion/size.h"
#include "load/load_world.h"
#include "maths/math.h"
#include "regions/region.h"
#include "run/sample.h"
#include "step/setup.h"
#include "tools/plan/estimate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 1000 };
// Solid fraction at which a random fill finds no more space; that of a settled bed, and of a dense fill.
static const double fill_jams = 0.4, bed_packs = 0.64;
// s for which a small bed is timed.
static const double sample_time = 0.5;
// B per particle of a fill or of a particle file, on every rank: each rank processes all of them.
static const double placing_bytes = 100.0, reading_bytes = 340.0;

// Particles from all sources, the largest number at a time.
typedef struct counts {
    double n, diameter;    // diameter: m, mean
    double volume;         // m3, mean
    double filled, read;   // particles of the largest fill, of all particle files
    bool goes_on, remains; // some are inserted at a rate; none are removed
    int material;          // of the source with the most
} counts;

static double start_bytes(const counts *all) {
    return fmax(all->filled * placing_bytes, all->read * reading_bytes);
}

static void add_particles(counts *all, double n, double diameter, double volume, int material) {
    if (n > 0.0) {
        all->material = n > 0.5 * (all->n + n) ? material : all->material;
        all->diameter = (all->n * all->diameter + n * diameter) / (all->n + n);
        all->volume = (all->n * all->volume + n * volume) / (all->n + n);
        all->n += n;
    }
}

static bool count_file(const scree_source_def *s, counts *all, scree_report *r) {
    scree_particle_file rows = {0};
    scree_checkpoint file = {0};
    const bool is_particle_file = s->kind == SCREE_SOURCE_PARTICLE_FILE;
    if (!(is_particle_file ? scree_particle_file_read(s->file, &rows, r)
                           : scree_checkpoint_read(s->file, &file, r))) {
        return false;
    }
    const size_t n = is_particle_file ? rows.particle.n : file.p.n;
    double radius = 0.0, volume = 0.0;
    for (size_t k = 0; k < n; k++) {
        const double one = is_particle_file ? rows.particle.data[k].radius : file.p.x[k].r;
        radius += one / (double)n;
        volume += scree_sphere_volume(one) / (double)n;
    }
    add_particles(all, (double)n, 2.0 * radius, volume, s->material >= 0 ? s->material : 0);
    all->read += is_particle_file ? (double)n : 0.0;
    scree_particle_file_clear(&rows);
    scree_checkpoint_clear(&file);
    return true;
}

// Adds what a source inserts: n spheres, or clumps of this size and volume, of which each member is a particle.
static void add_of_source(const scree_world *w, const scree_source_def *s, double n, double size,
                          double volume, counts *all) {
    if (s->shape < 0) {
        add_particles(all, n, size, volume, s->material);
        return;
    }
    const scree_member_list *member = &w->case_->shape.data[s->shape].shape.member;
    double diameter = 0.0;
    for (size_t k = 0; k < member->n; k++) {
        diameter += 2.0 * member->data[k].radius * size / (double)member->n;
    }
    add_particles(all, n * (double)member->n, diameter, volume / (double)member->n, s->material);
}

static void count_drawn(const scree_world *w, const scree_source_def *s, counts *all) {
    double diameter = 0.0, volume = 0.0;
    for (uint64_t k = 0; k < DRAWS; k++) {
        scree_random random = {.seed = w->case_->seed, .index = k};
        const double d = scree_size_draw(&s->size, &random);
        diameter += d / DRAWS;
        volume += scree_sphere_volume(0.5 * d) / DRAWS;
    }
    const double mass = volume * w->case_->material.data[s->material].density;
    double n = fmin(s->count, s->mass / mass);
    if (s->kind == SCREE_SOURCE_RATE) {
        const double owed = s->rate * fmax(fmin(s->stop, w->case_->end) - s->start, 0.0);
        n = fmin(n, s->rate_by_number ? owed : owed / mass);
        all->goes_on = true;
    } else {
        const double site = s->size.max * s->spacing;
        const double room = scree_region_volume(w, &s->region);
        n = fmin(n, s->fraction * room / volume);
        n = fmin(n, s->fill == SCREE_FILL_LATTICE
                        ? room * sqrt(2.0) / (site * site * site)
                        : (s->fill == SCREE_FILL_DENSE ? bed_packs : fill_jams) * room / volume);
        all->filled = fmax(all->filled, n);
    }
    add_of_source(w, s, floor(n), diameter, volume, all);
}

static bool count(const scree_world *w, counts *all, scree_report *r) {
    const scree_case *c = w->case_;
    bool ok = true;
    *all = (counts){.remains = true};
    for (size_t k = 0; k < c->source.n && ok; k++) {
        const scree_source_def *s = &c->source.data[k];
        if (s->kind == SCREE_SOURCE_PARTICLE_FILE || s->kind == SCREE_SOURCE_CHECKPOINT) {
            ok = count_file(s, all, r);
        } else if (scree_source_has_positions(s)) {
            add_of_source(w, s, (double)s->position.n, s->diameter, scree_sphere_volume(0.5 * s->diameter),
                          all);
        } else {
            count_drawn(w, s, all);
        }
    }
    for (size_t k = 0; k < c->outlet.n; k++) {
        all->remains &= c->outlet.data[k].keep;
    }
    const double room = scree_cell_volume(&w->cell);
    if (all->n > 0.0 && isfinite(room)) {
        all->n = fmin(all->n, floor(bed_packs * room / all->volume));
    }
    return ok;
}

// B of the data that every rank has in full: the meshes with their trees, two boxes of doubles and some indices per triangle.
static double mesh_bytes(const scree_world *w) {
    double sum = 0.0;
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_mesh *m = w->wall.data[k].mesh;
        if (m) {
            sum += (double)(m->vertex.n * sizeof *m->vertex.data) +
                   (double)m->triangle.n * (double)(sizeof *m->triangle.data + sizeof *m->normal.data + 128);
        }
    }
    return sum;
}

// ---- text -------------------------------------------------------------------------------------------------------

// "1.23 M", "45.6 us": three digits and a prefix.
static const char *scaled(char out[24], double x, const char *unit) {
    static const char *const prefix[] = {"n", "u", "m", "", "k", "M", "G", "T", "P"};
    int k = 3;
    for (; x > 0.0 && x < 0.9995 && k > 0 && *unit == 's'; k--) {
        x *= 1e3;
    }
    for (; x >= 999.5 && k < 8; k++) {
        x /= 1e3;
    }
    snprintf(out, 24, "%.3g%s%s%s", x, *prefix[k] || *unit ? " " : "", prefix[k], unit);
    return out;
}

static void row(FILE *f, const char *what, double one, double all, const char *unit) {
    char a[24], b[24];
    fprintf(f, "%-28s%12s%16s\n", what, scaled(a, one, unit), all > 0.0 ? scaled(b, all, unit) : "");
}

static void part(FILE *f, const char *what, double time, double sum) {
    char a[24];
    fprintf(f, "  %-26s%12s%14.1f %%\n", what, scaled(a, time, "s"), 100.0 * time / sum);
}

static void table(FILE *f, const scree_estimate_bed *bed, const scree_estimate_machine *m, double particles,
                  int ranks, bool weak) {
    const scree_estimate one = scree_estimate_of(bed, m, weak ? particles / ranks : particles, 1);
    fprintf(f, "%8s %10s %12s %14s %12s %12s\n", "ranks", "particles", weak ? "per rank" : "ghosts/part.",
            "memory/rank", "time/step", "efficiency");
    for (int n = 1;; n = 2 * n < ranks ? 2 * n : ranks) {
        const double each = particles / (weak ? ranks : n);
        const scree_estimate x = scree_estimate_of(bed, m, each, n);
        char a[24], b[24], c[24], d[24];
        const double efficiency = one.time / x.time / (weak ? 1.0 : (double)n);
        snprintf(b, sizeof b, "%.3g", x.ghosts / each);
        fprintf(f, "%8d %10s %12s %14s %12s %10.1f %%\n", n, scaled(a, each * n, ""),
                weak ? scaled(b, each, "") : b, scaled(c, x.memory, "B"), scaled(d, x.time, "s"),
                100.0 * efficiency);
        if (n == ranks) {
            break;
        }
    }
}

// Steps from one file to the next; 0: there are none, or only at the end.
typedef struct intervals {
    double frame, checkpoint;
} intervals;

// every: s between two files, 0: there are none. A step writes one at most.
static double steps_between(double every, double dt) {
    return every > 0.0 && dt > 0.0 ? fmax(1.0, every / dt) : 0.0;
}

static void waiting(FILE *f, const char *what, double time, double steps, double step) {
    char a[24], words[64];
    if (steps > 0.0) {
        snprintf(words, sizeof words, "%s, one in %s", what, scaled(a, steps, ""));
        part(f, words, time, step);
    }
}

// Files: their size, the time to write them, and the steps that wait for them.
static void files(FILE *f, const scree_plan_options *o, const scree_estimate_machine *m,
                  const scree_estimate *x, const intervals *every) {
    const double frames = scree_estimate_wait(x, o->ranks, x->frame_time, every->frame),
                 checkpoints = scree_estimate_wait(x, o->ranks, x->checkpoint_time, every->checkpoint);
    char a[24], b[24];
    fprintf(f, "\nFiles, at %s/s for all ranks:\n", scaled(a, m->disk, "B"));
    row(f, "a frame for ParaView", x->frame, x->frame * o->ranks, "B");
    row(f, "a checkpoint", x->checkpoint, x->checkpoint * o->ranks, "B");
    fprintf(f, "%-28s%12s\n%-28s%12s\n", "time to write a frame", scaled(a, x->frame_time, "s"),
            "time to write a checkpoint", scaled(b, x->checkpoint_time, "s"));
    fprintf(f, "files of a frame %23d\n", o->ranks);
    if (every->frame > 0.0 || every->checkpoint > 0.0) {
        fputs("for which the steps wait, on average in a step:\n", f);
        waiting(f, "frames", frames, every->frame, x->time);
        waiting(f, "checkpoints", checkpoints, every->checkpoint, x->time);
        fprintf(f, "%s\n",
                frames + checkpoints <= x->time ? "of the run, the steps take longer than the waits for files"
                : frames > checkpoints ? "of the run, the waits for frames take longer than the steps"
                                       : "of the run, the waits for checkpoints take longer than the steps");
    }
}

// Says what takes most of a step beside the particles of a rank itself, and what else may be more than the machine has: files, the start.
static void limits(FILE *f, const scree_plan_options *o, const scree_estimate_machine *m,
                   const scree_estimate *x, double start) {
    const struct {
        const char *what;
        double time;
    } beside[] = {{"contacts with ghosts", x->border},
                  {"messages to ghosts", x->halo},
                  {"reductions", x->reductions},
                  {"neighbour lists", x->lists}};
    char a[24];
    int most = 0;
    for (int k = 1; k < 4; k++) {
        most = beside[k].time > beside[most].time ? k : most;
    }
    fprintf(f, "\nWhat limits it:\n  in a step: %s\n",
            x->own > 0.5 * x->time ? "the own particles of a rank, so more ranks help" : beside[most].what);
    if (o->ranks > 1) {
        fprintf(f, "  in a node: %s of each rank for messages to the others on it\n",
                scaled(a, scree_estimate_mpi(m, o->ranks), "B"));
    }
    fprintf(f, "  memory: %s\n",
            start > x->memory ? "the start, which needs more than the steps"
                              : "the steps, which need more than the start");
}

static char *text_of(const scree_plan_options *o, const scree_estimate_bed *bed,
                     const scree_estimate_machine *m, const counts *all, const intervals *every,
                     const char *speed_from) {
    char *text = NULL, a[24], b[24], c[24], d[24];
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    const double each = all->n / o->ranks;
    const scree_estimate x = scree_estimate_of(bed, m, each, o->ranks),
                         one = scree_estimate_of(bed, m, all->n, 1);
    const double start = scree_estimate_start(bed, each, start_bytes(all));
    fprintf(f, "%s particles%s, mean diameter %.4g mm\n", scaled(a, all->n, ""),
            o->particles > 0.0 ? " (as given)"
            : all->goes_on     ? " at most at once"
                               : "",
            1e3 * all->diameter);
    fprintf(f,
            "%s per particle-step and %s per particle and neighbour list on one thread, %s;\n%s latency, "
            "%s/s of bandwidth for each rank; a list every %d steps\n\n",
            scaled(a, m->step, "s"), scaled(b, m->list, "s"), speed_from, scaled(c, m->latency, "s"),
            scaled(d, m->bandwidth, "B"), SCREE_FORECAST_STEPS_PER_LIST);
    fprintf(f, "%-28s%12s%10s %d ranks\n", "", "each rank", "all", o->ranks);
    row(f, "particles", x.particles, all->n, "");
    row(f, "ghosts", x.ghosts, x.ghosts * o->ranks, "");
    row(f, "memory, stepping", x.memory, x.memory * o->ranks, "B");
    row(f, "memory, at the start", start, start * o->ranks, "B");
    row(f, "messages per step", x.messages, x.messages * o->ranks, "");
    row(f, "sent to ghosts per step", x.bytes, x.bytes * o->ranks, "B");
    row(f, "time per step", x.time, 0.0, "s");
    part(f, "own particles", x.own, x.time);
    part(f, "contacts with ghosts", x.border, x.time);
    part(f, "messages to ghosts", x.halo, x.time);
    part(f, "reductions", x.reductions, x.time);
    part(f, "neighbour lists", x.lists, x.time);
    fprintf(f, "efficiency against one rank %12.1f %%\n", 100.0 * one.time / x.time / o->ranks);
    files(f, o, m, &x, every);
    limits(f, o, m, &x, start);
    fputs("\nThis case on fewer ranks:\n", f);
    table(f, bed, m, all->n, o->ranks, false);
    fputs("\nAs many particles on each rank:\n", f);
    table(f, bed, m, all->n, o->ranks, true);
    fclose(f);
    char *out = scree_strdup(text);
    free(text);
    return out;
}

// ---- estimate --------------------------------------------------------------------------------------------------

scree_plan_options scree_plan_options_default(void) {
    return (scree_plan_options){.ranks = 1, .threads = 1, .latency = 2e-6, .bandwidth = 1e9};
}

scree_plan_machine scree_plan_machine_default(void) {
    return (scree_plan_machine){.disk = 1e10, .per_node = 64};
}

static bool options_are_good(const scree_plan_options *o, const scree_plan_machine *on, scree_report *r) {
    const bool good = o->ranks >= 1 && o->threads >= 1 && o->particles >= 0.0 && o->particles <= 1e15 &&
                      o->latency >= 0.0 && o->latency <= 1.0 && o->bandwidth >= 1e3 && o->speed >= 0.0 &&
                      o->speed <= 1.0 && on->disk >= 1e3 && on->disk <= 1e15 && on->per_node >= 1;
    if (!good) {
        scree_report_error(r,
                           "a plan needs at least one rank and one thread, 0 to 1e15 particles, a latency of "
                           "0 to 1 s, a bandwidth of 1 kB/s and more, a speed of 0 to 1 s per particle-step, "
                           "a disk of 1 kB/s to 1 PB/s, at least one rank per node");
    }
    return good;
}

// Adds a word to a list with commas.
static void add_word(char *list, size_t size, bool is_one, const char *word) {
    const size_t used = strlen(list);
    if (is_one) {
        snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", word);
    }
}

static void warn(const scree_case *c, const scree_plan_options *o, const counts *all, scree_report *r) {
    const scree_output_def *out = &c->output;
    const double each = all->n / o->ranks, start = start_bytes(all);
    if (each < 2000.0 && o->ranks > 1) {
        scree_report_warning(r,
                             "each rank has only %.0f particles; below about 2000, ghosts and messages cost "
                             "more than further ranks gain: use fewer ranks",
                             each);
    }
    if (each > 3e8) {
        scree_report_warning(r,
                             "%.3g particles on a rank are more than its 32-bit neighbour list can hold, "
                             "about 3e8; at least %.0f ranks are needed",
                             each, ceil(all->n / 3e8));
    }
    if (start > 4e9) {
        scree_report_warning(r,
                             "at the start every rank places all particles of a fill and reads all of a "
                             "particle file: %.3g GB more on each; start from a checkpoint instead",
                             1e-9 * start);
    }
    if (scree_case_has_convex(c) && o->speed == 0.0) {
        scree_report_warning(
            r, "spheres of the mean size were timed, and convex bodies take longer: give the nanoseconds "
               "per particle-step that `scree bench` prints by --speed");
    }
    char more[96] = "";
    add_word(more, sizeof more, out->vtk_every > 0.0 && out->vtk_contacts, "contacts");
    add_word(more, sizeof more, out->vtk_every > 0.0 && out->vtk_bonds && scree_case_has_bonds(c), "bonds");
    add_word(more, sizeof more, out->vtk_every > 0.0 && out->vtk_surfaces != 0.0 && scree_case_has_convex(c),
             "surfaces of convex bodies");
    add_word(more, sizeof more, out->vtk_every > 0.0 && out->vtk_stress, "stress");
    add_word(more, sizeof more, out->csv_every > 0.0, "CSV files");
    if (*more) {
        scree_report_note(
            r, "a frame counts particles only; the case also writes %s, which may take several times as much",
            more);
    }
    if (!all->remains && all->goes_on && o->particles == 0.0) {
        scree_report_note(
            r,
            "outlets remove particles, so there will be fewer at a time; give their number by --particles");
    }
}

static char *plan(const scree_plan_options *o, const scree_plan_machine *on, const scree_world *w,
                  const char *path, const scree_changes *changes, scree_report *r) {
    counts all;
    if (!count(w, &all, r)) {
        return NULL;
    }
    if (!(all.n >= 1.0)) {
        scree_report_error(r, "%s: the case has no particles of known diameter", path);
        return NULL;
    }
    if (o->particles > 0.0) {
        all.filled *= o->particles / all.n;
        all.read *= o->particles / all.n;
        all.n = o->particles;
    }
    const bool is_timed = !(o->speed > 0.0);
    scree_report *unsaid =
        scree_report_create(); // with --speed, what keeps the small bed from being stepped is no mistake
    scree_sample sample = {0};
    const bool is_stepped = scree_sample_run(path, changes, all.material, all.diameter,
                                             is_timed ? sample_time : 0.0, &sample, is_timed ? r : unsaid);
    scree_report_destroy(unsaid);
    if (is_timed && !is_stepped) {
        return NULL;
    }
    if (!is_stepped) {
        scree_report_warning(r, "a small bed of the case's laws cannot be set up, so the range of laws and "
                                "fields and the time step of 'dt: auto' are not known "
                                "and not counted");
    }
    if (!is_timed) {
        sample.step = o->speed;
        sample.list = 2.5 * o->speed;
    }
    const scree_estimate_bed bed = {all.diameter,
                                    (w->case_->skin > 0.0 ? w->case_->skin : 0.05 * all.diameter) +
                                        sample.reach,
                                    scree_estimate_pair_bytes(w),
                                    mesh_bytes(w),
                                    scree_cell_periodic_axes(&w->cell),
                                    w->p.absent,
                                    scree_estimate_columns(w)};
    const scree_estimate_machine machine = {sample.step, sample.list, o->latency,  o->bandwidth,
                                            o->threads,  on->disk,    on->per_node};
    char from[120];
    snprintf(from, sizeof from, is_timed ? "measured here on %zu of its spheres" : "as given",
             sample.particles);
    warn(w->case_, o, &all, r);
    const double dt = w->case_->dt > 0.0 ? w->case_->dt : sample.dt;
    const scree_output_def *out = &w->case_->output;
    const intervals every = {steps_between(out->vtk_every, dt), steps_between(out->checkpoint_every, dt)};
    return text_of(o, &bed, &machine, &all, &every, from);
}

char *scree_plan_on(const char *case_path, const scree_changes *changes, const scree_plan_options *options,
                    const scree_plan_machine *machine, scree_report *report) {
    scree_world *w = options_are_good(options, machine, report)
                         ? scree_load_case(case_path, changes, 1, NULL, report)
                         : NULL;
    char *text = w ? plan(options, machine, w, case_path, changes, report) : NULL;
    scree_world_destroy(w);
    return text;
}

char *scree_plan(const char *case_path, const scree_changes *changes, const scree_plan_options *options,
                 scree_report *report) {
    const scree_plan_machine machine = scree_plan_machine_default();
    return scree_plan_on(case_path, changes, options, &machine, report);
}
