// SPDX-License-Identifier: BSD-3-Clause
#include "bonds/bond_events.h"
#include "access/contact_iterator.h"
#include "access/particle.h"
#include "access/step_time.h"
#include "bonds/audit_bonds.h"
#include "laws/bond.h"
#include "laws/list/law_set.h"
#include "maths/math.h"
#include "maths/random.h"
#include "pairs/contact_rows.h"
#include "regions/region.h"
#include "regions/selection.h"
#include <stdlib.h>
#include <string.h>

// Bodies that were placed to touch are apart by what rounding makes of it, in units of the smaller radius.
static const double rounding = 1e-9;

static const scree_law_set *laws_of(const scree_world *w, int a, int b) {
    return &w->laws[(size_t)a * w->case_->material.n + (size_t)b];
}

static bool is_due(const scree_world *w, const scree_bond_def *def) {
    const scree_schedule s = {def->start, def->every};
    if (!(def->every > 0.0)) {
        return w->step == scree_step_of(w, def->start);
    }
    return scree_is_between(w, def->start, def->stop) && scree_schedule_has(w, &s, w->step);
}

bool scree_bonds_are_due(const scree_world *w) {
    bool any = w->placed.n > 0;
    for (size_t k = 0; w->has_bonds && k < w->case_->bond.n; k++) {
        any |= is_due(w, &w->case_->bond.data[k]);
    }
    return any;
}

double scree_bond_events_reach(const scree_world *w) {
    double reach = 0.0;
    for (size_t k = 0; k < w->case_->bond.n; k++) {
        const scree_bond_def *def = &w->case_->bond.data[k];
        reach = is_due(w, def) ? fmax(reach, def->gap) : reach;
    }
    for (size_t k = 0; k < w->placed.n; k++) {
        const scree_placed *one = &w->placed.data[k];
        reach = fmax(reach, one->size * w->case_->shape.data[one->shape].bond_reach);
    }
    return reach;
}

// ---- which pairs an event bonds --------------------------------------------------------------------------------

static bool fits(const scree_world *w, const scree_bond_def *def, size_t i) {
    return scree_ids_list(&def->ids, w->p.id[i], w->p.id[i]) &&
           (!def->has_region ||
            scree_region_contains(w, &def->region, vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z)));
}

static bool materials_fit(const scree_bond_def *def, const int material[2]) {
    const int *want = def->material;
    const bool straight = (want[0] < 0 || want[0] == material[0]) && (want[1] < 0 || want[1] == material[1]),
               crossed = (want[0] < 0 || want[0] == material[1]) && (want[1] < 0 || want[1] == material[0]);
    return straight || crossed;
}

static int by_ids(const void *x, const void *y) {
    const uint64_t *a = x, *b = y;
    return a[0] != b[0] ? (a[0] < b[0] ? -1 : 1) : (a[1] > b[1]) - (a[1] < b[1]);
}

// Its place in the event's file, whose pairs ascend, the smaller id first; SIZE_MAX: it is not there.
static size_t place_in_file(const scree_bond_def *def, uint64_t a, uint64_t b) {
    const uint64_t key[2] = {a, b};
    const uint64_t *found = bsearch(key, def->pair.data, def->pair.n / 2, sizeof key, by_ids);
    return found ? (size_t)(found - def->pair.data) / 2 : SIZE_MAX;
}

static bool wall_fits(const scree_bond_def *def, int wall) {
    bool is = false;
    for (size_t k = 0; k < def->wall.n; k++) {
        is |= def->wall.data[k] == wall;
    }
    return is;
}

// An event at work.
typedef struct event {
    const scree_bond_def *def;
    uint64_t made, fitting; // by this rank: new bonds, and with those that were there
    uint64_t *found;        // with a file: whether the pair at that place is bonded
    double shortest;        // of new bonds of bodies that overlap: length over that of bodies that touch
    scree_bond_limit limit; // of these, which the audit did not know
} event;

// Does the event bond the two bodies? Those that have a bond count as fitting at any distance.
static bool takes(const scree_world *w, const event *e, const scree_pair_block *block,
                  const scree_contact_row *row, bool bonded) {
    const scree_bond_def *def = e->def;
    const scree_pair pair = w->pairs.pair[row->pair];
    const bool wall = block->wall >= 0;
    const double ra = w->p.x[pair.a].r, r = wall ? ra : fmin(ra, w->p.x[pair.b].r);
    const int material[2] = {(int)scree_case_base(w->case_, (size_t)block->material[0]),
                             (int)scree_case_base(w->case_, (size_t)block->material[1])};
    if (!(wall ? wall_fits(def, row->wall) : def->particles) ||
        (!bonded && !(-row->overlap <= def->gap + rounding * r)) || !materials_fit(def, material) ||
        !fits(w, def, pair.a)) {
        return false;
    }
    return wall || (fits(w, def, pair.b) && (!def->file || place_in_file(def, row->a, row->b) != SIZE_MAX));
}

// ---- making one ------------------------------------------------------------------------------------------------

// Factor of the strengths of a bond: Weibull's distribution with the scale 1, drawn by the ids of the bodies and the time.
static double draw_strength(const scree_world *w, double weibull, uint64_t seed, uint64_t a, uint64_t b) {
    if (!(weibull > 0.0)) {
        return 1.0;
    }
    scree_random random = {seed + w->step, a, b, 0};
    return scree_pow(-scree_log(scree_random_uniform(&random)), 1.0 / weibull);
}

static double *bond_history(const scree_world *w, const scree_pair_block *block, size_t k) {
    return scree_pair_history(&w->pairs, block, k) + scree_laws_of_block(w, block)->bond;
}

static void make(scree_world *w, const scree_pair_block *block, const scree_contact_row *row,
                 double strength) {
    double *h = bond_history(w, block, row->pair);
    const int columns = scree_laws_of_block(w, block)->bond_columns;
    memset(h, 0, (size_t)columns * sizeof *h);
    h[SCREE_BOND_STATE] = strength;
    h[SCREE_BOND_LENGTH] = vec_norm(vec_sub(row->centre_b, row->centre_a));
    h[SCREE_BOND_MADE] = scree_world_time(w);
    w->pairs.touching[row->pair] = 1;
}

// Notes a new bond of bodies that overlap. The step of members of clumps follows from the clump.
static void see_length(const scree_world *w, event *e, const scree_pair_block *block,
                       const scree_contact_row *row) {
    const double small = 1e-3; // of a radius: less does not matter for the step
    const scree_pair pair = w->pairs.pair[row->pair];
    const bool wall = block->wall >= 0;
    if (scree_is_member(&w->p, pair.a) || (!wall && scree_is_member(&w->p, pair.b))) {
        return;
    }
    const double ra = w->p.x[pair.a].r,
                 rb = wall ? 0.0 : w->p.x[pair.b].r, // the row of a wall's pair has no b
        length = vec_norm(vec_sub(row->centre_b, row->centre_a));
    if (!(row->overlap > small * (wall ? ra : fmin(ra, rb)))) {
        return;
    }
    const bool fixed_a = w->p.motion[pair.a].v.m == SCREE_FIXED_MASS,
               one_moves = wall || fixed_a || w->p.motion[pair.b].v.m == SCREE_FIXED_MASS;
    const size_t of[] = {(size_t)block->material[0], (size_t)block->material[1]};
    e->shortest = fmin(e->shortest, length / (ra + rb));
    scree_bond_limit_add(&e->limit, w, of[fixed_a], of[!fixed_a], fixed_a ? rb : ra, one_moves ? 0.0 : rb,
                         length);
}

static void look_at(scree_world *w, event *e, const scree_pair_block *block, size_t k) {
    const bool bonded = scree_bond_holds(bond_history(w, block, k));
    const scree_contact_row row = scree_contact_row_of(w, block, k);
    if (!takes(w, e, block, &row, bonded)) {
        return;
    }
    const bool counted = block->zone != SCREE_ZONE_REMOTE;
    if (!bonded) {
        const uint64_t b =
            block->wall >= 0 ? (uint64_t)1 << 63 | (uint64_t)row.wall << 32 | row.element : row.b;
        make(w, block, &row, draw_strength(w, e->def->weibull, e->def->seed, row.a, b));
        e->made += counted;
        see_length(w, e, block, &row);
    }
    e->fitting += counted;
    if (e->found && counted) {
        e->found[place_in_file(e->def, row.a, row.b)] = 1;
    }
}

// ---- an event --------------------------------------------------------------------------------------------------

// Particles that fit, of this rank, and those of them that are fixed.
static void count_fitting(const scree_world *w, const scree_bond_def *def, uint64_t count[2]) {
    count[0] = count[1] = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        if (!w->p.dead[i] && fits(w, def, i)) {
            count[0]++;
            count[1] += w->p.motion[i].v.m == SCREE_FIXED_MASS;
        }
    }
    scree_comm_add(w->comm, count, 2);
}

static void warn_of_pairs(const scree_world *w, const event *e, scree_report *r) {
    const size_t n = e->def->pair.n / 2;
    size_t missing = 0, first = 0;
    for (size_t k = n; k-- > 0;) {
        missing += e->found[k] == 0;
        first = e->found[k] == 0 ? k : first;
    }
    if (missing > 0) {
        scree_report_warning(r,
                             "bonds '%s' at t = %.9g s: %zu of the %zu pairs in %s are not bonded, the first "
                             "is %llu %llu: they are further apart than gap = %.4g m, fixed, of materials "
                             "without a bond law, members of one clump, or not there",
                             e->def->name, scree_world_time(w), missing, n, e->def->file,
                             (unsigned long long)e->def->pair.data[2 * first],
                             (unsigned long long)e->def->pair.data[2 * first + 1], e->def->gap);
    }
}

static void warn_of_event(const scree_world *w, const event *e, uint64_t fitting, scree_report *r) {
    const scree_bond_def *def = e->def;
    uint64_t count[2];
    if (e->found) {
        warn_of_pairs(w, e, r);
        return;
    }
    count_fitting(w, def, count);
    if (fitting == 0) {
        scree_report_warning(
            r,
            "bonds '%s' at t = %.9g s: nothing is bonded: of %llu particles that fit, %llu of them fixed, "
            "none is within gap = %.4g m of another%s body with which it has a bond law",
            def->name, scree_world_time(w), (unsigned long long)count[0], (unsigned long long)count[1],
            def->gap, count[1] > 0 ? " movable" : "");
    } else if (count[1] > 1 && def->particles) {
        scree_report_warning(r,
                             "bonds '%s' at t = %.9g s: %llu of the %llu particles that fit are fixed: they "
                             "are not bonded with each other, as nothing moves them",
                             def->name, scree_world_time(w), (unsigned long long)count[1],
                             (unsigned long long)count[0]);
    }
}

// The audit took bonds of bodies that touch, and members of agglomerates that the case has. False (and reported) where the step is too
// long for a single one of these; not those that a host places. def: NULL for agglomerates. What happens again and again is warned of again only where
// the limit is half of what was said.
static bool check_short_bonds(scree_world *w, const event *e, scree_report *r) {
    double least[] = {-e->shortest, -e->limit.many, -e->limit.one, -scree_bond_limit_step(&e->limit)};
    scree_comm_max(w->comm, least, 4);
    const bool stable = !(w->dt > -least[2]);
    const scree_place place = e->def ? e->def->place : (scree_place){0};
    if (!stable ||
        (w->dt > -least[1] && (w->short_bonds_warned == 0.0 || -least[1] < 0.5 * w->short_bonds_warned))) {
        w->short_bonds_warned = -least[1];
        scree_report_at(r, stable ? SCREE_SEVERITY_WARNING : SCREE_SEVERITY_ERROR, w->case_->path, place.line,
                        place.column,
                        "bonds '%s' at t = %.9g s: bonds of bodies that overlap are shorter than of bodies "
                        "that touch, down to %.3g of that length, and stiffer: the time step, %.6g s, is "
                        "beyond their limit where a particle has six of them, %.3g s (alone %.3g s); "
                        "accepted: a time.dt of %.2g s or less, or bodies that touch",
                        e->def ? e->def->name : "of an agglomerate", scree_world_time(w), -least[0], w->dt,
                        -least[1], -least[2], -least[3]);
    }
    return stable;
}

static bool carry_out(scree_world *w, const scree_bond_def *def, scree_report *r) {
    const size_t n = def->pair.n / 2;
    event e = {.def = def,
               .shortest = INFINITY,
               .limit = scree_bond_limit_none(),
               .found = def->file ? scree_realloc(NULL, 0, (n + 1) * sizeof *e.found) : NULL};
    if (e.found) {
        memset(e.found, 0, (n + 1) * sizeof *e.found);
    }
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_LISTED);
    while (scree_contacts_next(&c)) {
        const scree_pair_block *block = c.block;
        const bool far =
            block->wall >= 0 && !isfinite(w->pairs.touch[c.k - w->pairs.first_wall_pair].overlap);
        if (scree_laws_of_block(w, block)->bond >= 0 && !scree_laws_of_block(w, block)->wet && !far) {
            look_at(w, &e, block, c.k);
        }
    }
    uint64_t counts[2] = {e.made, e.fitting};
    scree_comm_add(w->comm, counts, 2);
    if (e.found) {
        scree_comm_add(w->comm, e.found, n);
    }
    w->bonds.made += counts[0];
    w->bonds_now += counts[0];
    if (!(def->every > 0.0) || w->step == scree_step_of(w, def->start)) {
        warn_of_event(w, &e, counts[1], r);
    }
    scree_free(e.found);
    return check_short_bonds(w, &e, r);
}

// ---- agglomerates ----------------------------------------------------------------------------------------------

static int by_members(const void *x, const void *y) {
    const scree_member_pair *a = x, *b = y;
    return a->a != b->a ? (a->a < b->a ? -1 : 1) : (a->b > b->b) - (a->b < b->b);
}

// The agglomerate placed last that has this id, if any has; ids of what was placed ascend.
static const scree_placed *placed_with(const scree_world *w, uint64_t id) {
    size_t k;
    scree_bisect(k, w->placed.n, w->placed.data[k].first <= id);
    const scree_placed *one = k > 0 ? &w->placed.data[k - 1] : NULL;
    return one && id - one->first < w->case_->shape.data[one->shape].shape.member.n ? one : NULL;
}

// The shape by which two members of an agglomerate that was just placed are bonded, or NULL.
static const scree_shape_def *shape_bonding(const scree_world *w, uint64_t a, uint64_t b) {
    const scree_placed *one = placed_with(w, a);
    if (!one || one != placed_with(w, b)) {
        return NULL;
    }
    const scree_shape_def *shape = &w->case_->shape.data[one->shape];
    const scree_member_pair key = {(uint32_t)(a - one->first), (uint32_t)(b - one->first)};
    const bool bonded =
        shape->bond.n > 0 && bsearch(&key, shape->bond.data, shape->bond.n, sizeof key, by_members);
    return bonded ? shape : NULL;
}

// False, and reported, where the time step is too long for what a host has placed.
static bool bond_agglomerates(scree_world *w, scree_report *r) {
    if (w->placed.n == 0) {
        return true;
    }
    uint64_t made = 0;
    event e = {.shortest = INFINITY, .limit = scree_bond_limit_none()};
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_LISTED | SCREE_OF_PARTICLES);
    while (scree_contacts_next(&c)) {
        const scree_pair pair = w->pairs.pair[c.k];
        const scree_shape_def *shape = shape_bonding(w, w->p.id[pair.a], w->p.id[pair.b]);
        if (shape && scree_laws_of_block(w, c.block)->bond >= 0 && !scree_laws_of_block(w, c.block)->wet &&
            !scree_bond_holds(bond_history(w, c.block, c.k))) {
            const scree_contact_row row = scree_contact_row_of(w, c.block, c.k);
            make(w, c.block, &row, draw_strength(w, shape->bond_weibull, w->case_->seed, row.a, row.b));
            made += c.block->zone != SCREE_ZONE_REMOTE;
            see_length(w, &e, c.block, &row);
        }
    }
    scree_comm_add(w->comm, &made, 1);
    w->bonds.made += made;
    w->bonds_now += made;
    w->placed.n = 0;
    return check_short_bonds(w, &e, r);
}

scree_status scree_bonds_make_placed(scree_world *w, scree_report *r) {
    return bond_agglomerates(w, r) ? SCREE_OK : SCREE_USER_ERROR;
}

scree_status scree_bonds_make(scree_world *w, scree_report *r) {
    bool fine = bond_agglomerates(w, r);
    for (size_t k = 0; w->has_bonds && k < w->case_->bond.n; k++) {
        if (is_due(w, &w->case_->bond.data[k])) {
            fine &= carry_out(w, &w->case_->bond.data[k], r);
        }
    }
    return fine ? SCREE_OK : SCREE_USER_ERROR;
}

// ---- before a run ----------------------------------------------------------------------------------------------

// Pairs of materials between which the event would make bonds, and those of them without a law; the first of these.
static void count_pairs(const scree_world *w, const scree_bond_def *def, int *without, const char *first[2]) {
    const scree_case *c = w->case_;
    *without = 0;
    const int named = (int)scree_case_named(c);
    for (int a = 0; a < named; a++) {
        for (int b = a; b < named; b++) {
            bool met = def->particles;
            for (size_t k = 0; k < def->wall.n; k++) {
                const int of_wall = c->wall.data[def->wall.data[k]].material;
                met |= of_wall == a || of_wall == b;
            }
            // what is not named at all is not meant
            const bool meant = def->material[0] >= 0 || def->material[1] >= 0;
            if (met && meant && materials_fit(def, (int[2]){a, b}) && laws_of(w, a, b)->bond < 0) {
                first[0] = *without == 0 ? c->material.data[a].name : first[0];
                first[1] = *without == 0 ? c->material.data[b].name : first[1];
                ++*without;
            }
        }
    }
}

// Largest overlap of bonded members over the radius of the smaller one.
static double overlap_of_members(const scree_shape_def *shape) {
    const scree_member *m = shape->shape.member.data;
    double most = 0.0;
    for (size_t k = 0; k < shape->bond.n; k++) {
        const scree_member *a = &m[shape->bond.data[k].a], *b = &m[shape->bond.data[k].b];
        const double overlap = a->radius + b->radius - vec_norm(vec_sub(b->at, a->at));
        most = fmax(most, overlap / fmin(a->radius, b->radius));
    }
    return most;
}

static void warn_of_overlaps(const scree_world *w, const scree_source_def *source, scree_report *r) {
    const scree_shape_def *shape = source->shape >= 0 ? &w->case_->shape.data[source->shape] : NULL;
    const double small = 1e-6; // of a radius: less is what rounding of a file leaves
    const double overlap = shape && shape->bonded && source->material >= 0 ? overlap_of_members(shape) : 0.0;
    if (overlap > small && !laws_of(w, source->material, source->material)->bond_replaces_contact) {
        scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, shape->place.line, shape->place.column,
                        "shapes.%s: members overlap by up to %.3g of a radius, and the contact laws push "
                        "them apart while they are bonded; members that touch, or `contact_while_bonded: no` "
                        "in the bond law, begin at rest",
                        shape->name, overlap);
    }
}

// With phases one of them may set it.
static void warn_of_start(const scree_case *c, const scree_bond_def *def, scree_report *r) {
    if (def->start >= c->end && !(c->phase.n > 0 && isinf(def->start))) {
        char *late = scree_late_start(c, def->start);
        scree_report_at(r, SCREE_SEVERITY_WARNING, c->path, def->place.line, def->place.column,
                        "bonds '%s': %s: it bonds nothing", def->name, late);
        scree_free(late);
    }
}

void scree_bonds_audit(scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    for (size_t k = 0; k < c->source.n; k++) {
        warn_of_overlaps(w, &c->source.data[k], r);
    }
    for (size_t k = 0; k < c->bond.n; k++) {
        warn_of_start(c, &c->bond.data[k], r);
        int without;
        const char *first[2] = {NULL, NULL};
        count_pairs(w, &c->bond.data[k], &without, first);
        if (without > 0) {
            scree_report_at(
                r, SCREE_SEVERITY_WARNING, c->path, c->bond.data[k].place.line, c->bond.data[k].place.column,
                "bonds '%s': %s with %s has no bond law%s: no bonds are made between them",
                c->bond.data[k].name, first[0], first[1], without > 1 ? ", and other pairs have none" : "");
        }
    }
    bool may_have_bonds = scree_case_has_agglomerates(c);
    for (size_t k = 0; k < c->source.n; k++) {
        may_have_bonds |= c->source.data[k].kind == SCREE_SOURCE_CHECKPOINT && c->source.data[k].keep_history;
    }
    if (c->shows_bonds && c->bond.n == 0 && !may_have_bonds) {
        scree_report_warning(r, "some materials have a bond law, and nothing makes bonds: 'bonds' is empty, "
                                "and no shape is bonded");
    }
    if (c->output.fragments && !c->shows_bonds) {
        scree_report_warning(r,
                             "output.fragments: no materials have a bond law, so there is no fragments.csv");
    }
}
