// SPDX-License-Identifier: BSD-3-Clause
#include "checks/audit_fit.h"
#include "access/particle.h"
#include "geometry/wall_form.h"
#include "insertion/insert.h"
#include "insertion/size.h"
#include "maths/double_double.h"
#include "maths/math.h"
#include "regions/region.h"
#include "text/units.h"
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

enum { DRAWS = 1000 };
// Densest packing of equal spheres, pi / sqrt(18); sizes that differ may come up to 1.
static const double densest = 0.7405;
// B per particle: of a fill while it places them, on every rank, and of a particle with its contacts, on one of them. Both
// are low estimates.
static const double placing_bytes = 80.0, keeping_bytes = 400.0;

// Reports an error of a source and is false.
#define REFUSE(w, s, r, format, ...)                                                                         \
    scree_report_at(r, SCREE_SEVERITY_ERROR, (w)->case_->path, (s)->place.line, (s)->place.column,           \
                    "insertion '%s' " format, (s)->name, __VA_ARGS__)

// ---- regions ----------------------------------------------------------------------------------------------------

// An axis along which the region is wholly outside the domain; -1: there is none.
static int axis_outside(const scree_world *w, const scree_region *region, scree_vec3 *low, scree_vec3 *high) {
    const bool bounded = scree_region_bounds(w, region, low, high);
    for (int axis = 0; bounded && axis < 3; axis++) {
        if (!w->cell.periodic[axis] && (vec_get(*high, axis) <= vec_get(w->cell.low, axis) ||
                                        vec_get(*low, axis) >= vec_get(w->cell.high, axis))) {
            return axis;
        }
    }
    return -1;
}

// False: reported.
static bool region_is_in_domain(const scree_world *w, const scree_source_def *s, scree_report *r) {
    scree_vec3 low, high;
    const int axis = axis_outside(w, &s->region, &low, &high);
    return axis < 0 || REFUSE(w, s, r,
                              "has its region, %g to %g m along %c, wholly outside the domain, %g to %g m: "
                              "accepted: a region in the domain",
                              vec_get(low, axis), vec_get(high, axis), 'x' + axis, vec_get(w->cell.low, axis),
                              vec_get(w->cell.high, axis));
}

static void warn_of_outlets(const scree_world *w, scree_report *r) {
    for (size_t k = 0; k < w->case_->outlet.n; k++) {
        const scree_outlet_def *d = &w->case_->outlet.data[k];
        scree_vec3 low, high;
        const int axis = axis_outside(w, &d->region, &low, &high);
        if (axis >= 0) {
            scree_report_warning(
                r, "outlet '%s': its region, %g to %g m along %c, is wholly outside the domain, %g to %g m",
                d->name, vec_get(low, axis), vec_get(high, axis), 'x' + axis, vec_get(w->cell.low, axis),
                vec_get(w->cell.high, axis));
        }
    }
}

static bool faces_of_outlets_are_flat(const scree_world *w, scree_report *r) {
    bool flat = true;
    for (size_t k = 0; k < w->case_->outlet.n; k++) {
        const scree_outlet_def *d = &w->case_->outlet.data[k];
        if (d->region.kind == SCREE_REGION_FACE && d->region.wall >= 0 &&
            !scree_region_face_is_flat(w, &d->region)) {
            flat = scree_report_at(r, SCREE_SEVERITY_ERROR, w->case_->path, d->place.line, d->place.column,
                                   "outlet '%s': the mesh '%s' is not flat; accepted: a flat mesh", d->name,
                                   w->wall.data[d->region.wall].def->name);
        }
    }
    return flat;
}

static bool mesh_is_closed(const scree_world *w, const scree_source_def *s, scree_report *r) {
    const scree_mesh *m = s->region.kind == SCREE_REGION_MESH ? w->wall.data[s->region.wall].mesh : NULL;
    return !m || m->open_edges == 0 ||
           REFUSE(w, s, r,
                  "has the inside of mesh '%s' as its region, which has none: %zu of its edges belong to one "
                  "triangle only; accepted: a closed mesh, or a box, cylinder or sphere",
                  w->wall.data[s->region.wall].def->name, m->open_edges);
}

// A face must be one plane that the particles cross, and must not stop them.
static bool face_is_good(const scree_world *w, const scree_source_def *s, scree_report *r) {
    if (s->region.kind != SCREE_REGION_FACE || s->region.wall < 0) {
        return true;
    }
    const scree_wall *wall = &w->wall.data[s->region.wall];
    const bool flat = scree_region_face_is_flat(w, &s->region);
    if (!flat || !(scree_region_slope(w, &s->region) > 1e-3)) {
        return REFUSE(
            w, s, r, "has the mesh '%s' as its face, which %s; accepted: a flat mesh that `velocity` crosses",
            wall->def->name, flat ? "the velocity lies in" : "is not flat");
    }
    if (wall->def->start < fmin(s->stop, w->case_->end) && wall->def->stop > s->start) {
        scree_report_warning(r,
                             "insertion '%s': its face, wall '%s', exists while particles are inserted, and "
                             "stops them; give the wall `start: never`",
                             s->name, wall->def->name);
    }
    return true;
}

// ---- amounts ----------------------------------------------------------------------------------------------------

typedef struct amount {
    double particles, diameter, volume, mass; // estimated number; mean of one: m, m3, kg
} amount;

// Returns the amount that a source will insert in all. The first sizes are drawn as the fill draws them.
static amount amount_of(const scree_world *w, size_t k) {
    const scree_source_def *s = &w->case_->source.data[k];
    amount a = {0.0, 0.0, 0.0, 0.0};
    const int draws = s->size.kind == SCREE_SIZE_FIXED ? 1 : DRAWS;
    for (int i = 0; i < draws; i++) {
        scree_random random = {s->seed ? s->seed : w->case_->seed, 16 * (uint64_t)k, (uint64_t)i, 0};
        const double d = scree_size_draw(&s->size, &random);
        a.diameter += d / draws;
        a.volume += scree_sphere_volume(0.5 * d) / draws;
    }
    a.mass = a.volume * w->case_->material.data[s->material].density;
    a.particles = fmin(s->count, s->mass / a.mass);
    if (s->kind == SCREE_SOURCE_RATE) {
        const double time = fmax(fmin(s->stop, w->case_->end) - fmax(s->start, w->began), 0.0);
        a.particles = fmin(a.particles, time * s->rate / (s->rate_by_number ? 1.0 : a.mass));
    } else if (isfinite(s->fraction) || !isfinite(a.particles)) {
        const double fraction = isfinite(s->fraction) ? s->fraction : 0.64; // nothing random is denser
        a.particles = fmin(a.particles, fraction * scree_region_volume(w, &s->region) / a.volume);
    }
    return a;
}

double scree_audit_solid(const scree_world *w) {
    scree_double_double sum = {0.0, 0.0};
    for (size_t i = 0; i < w->p.n; i++) {
        scree_double_double_add(&sum, w->p.dead[i] ? 0.0 : scree_sphere_volume(w->p.x[i].r));
    }
    scree_comm_add_double_double(w->comm, &sum, 1);
    for (size_t k = 0; k < w->case_->source.n; k++) {
        if (scree_source_inserts(&w->case_->source.data[k])) {
            const amount a = amount_of(w, k);
            scree_double_double_add(&sum, a.particles * a.volume);
        }
    }
    return scree_double_double_value(&sum);
}

// B that a process may have: of the machine, or of the limit that is set for it.
static double memory_there(void) {
    const double pages = (double)sysconf(_SC_PHYS_PAGES), bytes = pages * (double)sysconf(_SC_PAGE_SIZE);
    struct rlimit limit;
    const bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return limited && (double)limit.rlim_cur < bytes ? (double)limit.rlim_cur : bytes;
}

// Whether one particle is within the limits, and the smallest has room.
static bool one_fits(const scree_world *w, const scree_source_def *s, scree_report *r) {
    const double d = s->size.min, volume = scree_sphere_volume(0.5 * d),
                 mass = volume * w->case_->material.data[s->material].density;
    scree_vec3 low, high;
    scree_region_bounds(w, &s->region, &low, &high);
    const double width = fmin(high.x - low.x, fmin(high.y - low.y, high.z - low.z)),
                 room = scree_region_volume(w, &s->region);
    const double least =
        d * (s->shape < 0 ? 1.0 : scree_shape_thickness(&w->case_->shape.data[s->shape].shape));
    if (least > width) {
        return REFUSE(w, s, r,
                      "has particles of at least %.4g m in a region that is %.4g m across: none fits; check "
                      "the units of both",
                      least, width);
    }
    if (mass > s->mass * (1.0 + 1e-12)) {
        return REFUSE(w, s, r,
                      "has a mass of %.4g kg, less than that of its smallest particle, %.4g kg for %.4g m",
                      s->mass, mass, d);
    }
    if (volume > s->fraction * room) {
        return REFUSE(
            w, s, r,
            "has a fraction of %.4g of a region of %.4g m3, less than its smallest particle, %.4g m3",
            s->fraction, room, volume);
    }
    return true;
}

// Whether the particles that a fill asks for fit into its region, into a neighbour list and into memory.
static bool all_fit(const scree_world *w, const scree_source_def *s, const amount *a, scree_report *r) {
    const double room = scree_region_volume(w, &s->region), solid = a->particles * a->volume,
                 packs = s->size.min == s->size.max ? densest : 1.0, ranks = scree_comm_size(w->comm),
                 most = 3e8 * ranks, // pairs of a rank are counted in 32 bits, some 6 to a particle
        bytes = a->particles * (placing_bytes + keeping_bytes / ranks), memory = memory_there();
    const bool by_fraction = isfinite(s->fraction) && solid >= s->fraction * room * (1.0 - 1e-12);
    if (solid > packs * room && !by_fraction) {
        return REFUSE(w, s, r,
                      "asks for about %.3g particles, %.4g m3 without the space between them; its region has "
                      "%.4g m3, of which spheres %sfill at most %.2g; accepted: a smaller count or mass, or "
                      "a larger region; check the units of mass, diameter (here about %.3g m) and region",
                      a->particles, solid, room, packs < 1.0 ? "of one size " : "", packs, a->diameter);
    }
    if (a->particles > most) {
        return REFUSE(
            w, s, r,
            "asks for %.3g particles of about %.3g m in a region of %.4g m3; at most %.1g are accepted: "
            "limit it by count, mass or fraction, make the region smaller, or check the unit of the diameter",
            a->particles, a->diameter, room, most);
    }
    if (bytes > memory) {
        return REFUSE(w, s, r,
                      "asks for %.3g particles of about %.3g m in a region of %.4g m3, for which each "
                      "process needs at least %.2g GB; it has %.2g GB: limit it by count, mass or fraction, "
                      "or check the unit of the diameter",
                      a->particles, a->diameter, room, 1e-9 * bytes, 1e-9 * memory);
    }
    return true;
}

// Checks how many particles a rate inserts at once, in each interval: a mistake in the unit of the size makes them billions.
static bool rate_is_possible(const scree_world *w, const scree_source_def *s, const amount *a,
                             scree_report *r) {
    const double interval = fmax(scree_insert_interval(s), w->dt), most = 1e7, many = 1e5,
                 at_once = interval * s->rate / (s->rate_by_number ? 1.0 : a->mass), smallest = s->size.min,
                 largest = s->size.max;
    if (!(at_once > many) || isinf(s->start) || !(a->particles < 1e15)) { // so many: sums_fit
        return true;
    }
    char *text = scree_format("inserts about %.3g particles every %.3g s, of %.3g to %.3g m and %.3g m in "
                              "the mean, %.3g in all; %s: check the units of rate and diameter%s",
                              at_once, interval, smallest, largest, a->diameter, a->particles,
                              at_once > most ? "accepted: up to 1e7 at once" : "that takes long",
                              s->size.by_mass || largest < 10.0 * smallest
                                  ? ""
                                  : ", and whether shares are by number or by mass (`distribution`)");
    if (at_once > most) {
        REFUSE(w, s, r, "%s", text);
    } else {
        scree_report_warning(r, "insertion '%s' %s", s->name, text);
    }
    scree_free(text);
    return at_once <= most;
}

// Ids are whole numbers up to 2^53 in files; a sum of masses beyond all numbers would make energies so too.
static bool sums_fit(const scree_world *w, double filled, double particles, double mass, scree_report *r) {
    const double most = 3e8 * scree_comm_size(w->comm);
    if (filled > most) {
        return scree_report_at(
            r, SCREE_SEVERITY_ERROR, w->case_->path, 0, 0,
            "the fills under 'insertion' ask for %.3g particles together; at most %.1g are accepted", filled,
            most);
    }
    if (!(particles < 9e15)) {
        return scree_report_at(r, SCREE_SEVERITY_ERROR, w->case_->path, 0, 0,
                               "the sources under 'insertion' would insert %.3g particles together; at most "
                               "9e15 are accepted: limit their rates, counts or times",
                               particles);
    }
    if (!(mass < 1e150)) { // its square, as in energies, is still a number
        return scree_report_at(
            r, SCREE_SEVERITY_ERROR, w->case_->path, 0, 0,
            "the sources under 'insertion' would insert %.3g kg together; at most 1e150 are accepted", mass);
    }
    return true;
}

bool scree_audit_sources(const scree_world *w, scree_report *r) {
    double filled = 0.0, particles = 0.0, mass = 0.0;
    bool ok = faces_of_outlets_are_flat(w, r);
    warn_of_outlets(w, r);
    for (size_t k = 0; k < w->case_->source.n; k++) {
        const scree_source_def *s = &w->case_->source.data[k];
        if (!scree_source_inserts(s)) {
            continue;
        }
        const amount a = amount_of(w, k);
        const bool fits =
            mesh_is_closed(w, s, r) && face_is_good(w, s, r) && region_is_in_domain(w, s, r) &&
            one_fits(w, s, r) &&
            (s->kind == SCREE_SOURCE_RATE ? rate_is_possible(w, s, &a, r) : all_fit(w, s, &a, r));
        ok &= fits;
        if (s->start >= w->case_->end && !(w->case_->phase.n > 0 && isinf(s->start))) {
            scree_report_warning(
                r, "insertion '%s': its start, %.6g s, is not before time.end, %.6g s: it inserts nothing",
                s->name, s->start, w->case_->end);
        }
        filled += s->kind == SCREE_SOURCE_FILL ? a.particles : 0.0;
        particles += a.particles;
        mass += a.particles * a.mass;
    }
    return ok && sums_fit(w, filled, particles, mass, r);
}

// ---- meshes -----------------------------------------------------------------------------------------------------

typedef struct box {
    scree_vec3 low, high; // low above high: empty
} box;

static box box_none(void) {
    return (box){vec3(INFINITY, INFINITY, INFINITY), vec3(-INFINITY, -INFINITY, -INFINITY)};
}

static void box_add(box *b, scree_vec3 low, scree_vec3 high) {
    b->low = vec_min(b->low, low);
    b->high = vec_max(b->high, high);
}

static double longest_side(const box *b) {
    return fmax(b->high.x - b->low.x, fmax(b->high.y - b->low.y, b->high.z - b->low.z));
}

// Around what the case gives by numbers: the domain, or else regions and particles.
static box numbers_box(const scree_world *w, double *largest) {
    const scree_case *c = w->case_;
    scree_vec3 low, high;
    box b = box_none();
    *largest = 0.0;
    scree_particles_box(&w->p, &low, &high);
    scree_comm_box(w->comm, &low, &high);
    box_add(&b, low, high);
    for (size_t i = 0; i < w->p.n; i++) {
        *largest = fmax(*largest, 2.0 * w->p.x[i].r);
    }
    scree_comm_max(w->comm, largest, 1);
    for (size_t k = 0; k < c->source.n; k++) {
        const scree_source_def *s = &c->source.data[k];
        if (scree_source_inserts(s)) {
            *largest = fmax(*largest, s->size.max);
        }
        if (scree_source_inserts(s) && s->region.kind != SCREE_REGION_MESH &&
            s->region.kind != SCREE_REGION_FACE && scree_region_bounds(w, &s->region, &low, &high)) {
            box_add(&b, low, high);
        }
    }
    if (c->has_domain) {
        box_add(&b, c->domain_min, c->domain_max);
    }
    return b;
}

static void warn_of_scale(const scree_world *w, const scree_wall *wall, double size, double ratio,
                          const char *than, scree_report *r) {
    // The factor of a thousand, or a million, that brings it nearest to what it is compared with.
    const double factor = ratio > 3e5 ? 1e-6 : ratio > 1.0 ? 1e-3 : ratio < 3e-6 ? 1e6 : 1e3;
    char scale[32], times[32];
    scree_number_text(wall->def->scale.x * factor, scale);
    snprintf(times, sizeof times, ratio > 1.0 ? "%.0f" : "%.2g", ratio);
    scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, wall->def->place.line, wall->def->place.column,
                    "walls.%s: the mesh is %.4g m long, %s times %s: files often have millimetres, and scale "
                    "is the length of one unit of the file; 'scale: %s' is likely",
                    wall->def->name, size, times, than, scale);
}

static void warn_of_place(const scree_world *w, const scree_wall *wall, const box *mesh, scree_report *r) {
    const scree_case *c = w->case_;
    for (int axis = 0; axis < 3; axis++) {
        const double low = vec_get(mesh->low, axis), high = vec_get(mesh->high, axis),
                     from = vec_get(c->domain_min, axis), to = vec_get(c->domain_max, axis);
        if (c->has_domain && !c->periodic[axis] && !wall->moves && (high < from || low > to)) {
            scree_report_at(r, SCREE_SEVERITY_WARNING, c->path, wall->def->place.line,
                            wall->def->place.column,
                            "walls.%s: the mesh, %g to %g m along %c, is wholly outside the domain, %g to %g "
                            "m; check mesh.scale and mesh.offset",
                            wall->def->name, low, high, 'x' + axis, from, to);
            return;
        }
    }
}

// Does a fill use the wall as its region and leave nearly all of it empty? This finds a mesh in millimetres if nothing else in the case has
// a size to compare with.
static bool is_nearly_empty(const scree_world *w, size_t wall) {
    const double nearly_nothing =
        1e-8; // of the volume; in a mesh that is a thousand times too large the fraction is divided by 1e9
    bool any = false;
    for (size_t k = 0; k < w->case_->source.n; k++) {
        const scree_source_def *s = &w->case_->source.data[k];
        if (scree_source_inserts(s) && s->kind == SCREE_SOURCE_FILL && s->region.kind == SCREE_REGION_MESH &&
            s->region.wall == (int)wall) {
            const amount a = amount_of(w, k);
            any |= a.particles * a.volume < nearly_nothing * scree_region_volume(w, &s->region);
        }
    }
    return any;
}

void scree_audit_mesh_sizes(const scree_world *w, scree_report *r) {
    // A file in other units is a thousand times too large or too small. A vessel is seldom more than ten times as long as
    // what it is filled from, and not three times shorter: a ratio of 300, or of 0.01, is no accident.
    static const double too_large = 300.0, too_small = 0.01, too_large_for_particles = 1e5;
    double largest;
    const box numbers = numbers_box(w, &largest);
    const double reference = longest_side(&numbers),
                 least = w->case_->has_domain
                             ? 0.0
                             : 30.0 * largest; // a few particles on a long mesh are no mistake
    box all = box_none();
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_mesh *m = w->wall.data[k].mesh;
        if (m) {
            box_add(&all, m->min, m->max);
        }
    }
    const bool small = longest_side(&all) < too_small * reference;
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        if (!wall->mesh) {
            const scree_wall_form *form = scree_wall_form_of(wall->def);
            if (form->check_size) {
                form->check_size(wall, largest, w->case_->path, r);
            }
            continue;
        }
        const box mesh = {wall->mesh->min, wall->mesh->max};
        const double size = longest_side(&mesh);
        if (reference > 0.0 && isfinite(reference) && (size > too_large * fmax(reference, least) || small)) {
            warn_of_scale(w, wall, size, size / reference,
                          w->case_->has_domain ? "the domain" : "the regions and particles of this case", r);
        } else if (largest > 0.0 && (size > too_large_for_particles * largest || is_nearly_empty(w, k))) {
            warn_of_scale(w, wall, size, size / largest / 100.0, "a hundred of the largest particles", r);
        } else {
            warn_of_place(w, wall, &mesh, r);
        }
    }
}
