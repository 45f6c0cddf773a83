// SPDX-License-Identifier: BSD-3-Clause
// Rules between the keys of a section, and between sections. A check is called when each key is fine by itself.
#include "capabilities/list.h"
#include "clumps/clump_keys.h"
#include "input/checks.h"
#include "keys/complain.h"
#include "measures/list/measures.h"
#include "measures/list/measures_keys.h"
#include "memory/names.h"
#include "wall_shapes/drive_keys.h"
#include "wall_shapes/wall_keys.h"

#include <math.h>

void scree_check_lab(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_lab_def *lab = base;
    if (lab->has_b == (lab->wall >= 0)) {
        scree_config_error(g, node->place, "%s: %s; accepted: a sphere 'b', or the material of a 'wall'",
                           path, lab->has_b ? "both 'b' and 'wall' are given" : "what a meets is missing");
    }
}

void scree_check_domain(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_case *c = base;
    scree_check_corners(g, c->domain_min, c->domain_max, node, path);
}

// What a phase waits for stands in `value`, not as a key.
scree_other_key scree_until_other(scree_config *g, const scree_yaml *key, const scree_yaml *value,
                                  const char *path) {
    (void)value;
    if (!scree_measures_unit(key->text)) {
        return SCREE_KEY_UNKNOWN;
    }
    scree_config_error(g, key->place,
                       "%s: '%s' is a value, not a key; accepted: {value: %s, below: 0.01, for: 1 ms, "
                       "at_most: 1 s}, or 'above'",
                       path, key->text, key->text);
    return SCREE_KEY_REFUSED;
}

void scree_check_until(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_phase_def *phase = base;
    const bool of_state = phase->kind != SCREE_UNTIL_TIME, steady = phase->kind == SCREE_UNTIL_STEADY;
    if (of_state && !steady && !phase->value) {
        scree_config_error(g, node->place,
                           "%s: missing key 'value'; accepted: a column of series.csv, such as kinetic",
                           path);
    }
    if (of_state && !(phase->duration > 0.0)) {
        scree_config_error(
            g, node->place,
            "%s: missing key 'at_most', as the state may never be reached; accepted: a duration such as 5 s",
            path);
    }
    if (steady && !(phase->limit.value > 0.0)) {
        scree_config_error(g, node->place,
                           "%s: no mean that fluctuates is steady within %.4g; accepted: 'within' above 0",
                           path, phase->limit.value);
    }
    if (steady && phase->every > phase->hold && phase->hold > 0.0) {
        scree_config_error(g, scree_yaml_place(node, "every"),
                           "%s: 'every' is %.4g s, longer than 'for', %.4g s, so the means would never be "
                           "known; accepted: at most a 16th of 'for'",
                           path, phase->every, phase->hold);
    }
    if (steady && (!(phase->hold > 0.0) || phase->duration < 2.0 * phase->hold)) {
        scree_config_error(g, node->place,
                           "%s: 'for' is %.4g s, and 'at_most' %.4g s; accepted: 'for' above 0, as means are "
                           "compared over that time at least, and 'at_most' from twice 'for' on",
                           path, phase->hold, phase->duration);
    }
}

static void check_recycling(scree_config *g) {
    const char *what = scree_case_has_clumps(g->c) ? "shapes" : g->c->has_liquid ? "liquid" : NULL;
    for (size_t k = 0; k < g->c->outlet.n && what; k++) {
        if (g->c->outlet.data[k].recycles) {
            scree_config_error(
                g, g->c->outlet.data[k].place,
                "outlets.%s: 'recycle' in a case with '%s', which would be torn from their "
                "neighbours; accepted: dry spheres without bonds, or an insertion with 'refill'",
                g->c->outlet.data[k].name, what);
        }
    }
}

// Finds the outlet of an insertion with `refill`: outlets are read after insertions.
static void find_outlet(scree_config *g, scree_source_def *source) {
    source->outlet = scree_names_find(g->c->outlet, source->refill);
    if (source->refill && source->outlet < 0) {
        scree_config_error(g, source->place,
                           "insertion '%s': there is no outlet '%s'; accepted: a name under 'outlets'",
                           source->name, source->refill);
    } else if (source->refill && g->c->outlet.data[source->outlet].keep) {
        scree_config_error(g, source->place,
                           "insertion '%s': the outlet '%s' only counts; accepted: one with action: delete",
                           source->name, source->refill);
    }
}

// Columns of the series are called after what they belong to: two with the same name would be two with the same heading.
static void check_columns(scree_config *g) {
    const scree_case *c = g->c;
    for (size_t i = 0; i < c->track.n; i++) {
        if (scree_names_find(c->wall, c->track.data[i].name) >= 0) {
            scree_config_error(g, c->track.data[i].place,
                               "tracks: the name '%s' is taken by a wall; accepted: a name of its own",
                               c->track.data[i].name);
        }
    }
    for (size_t i = 0; i < c->probe.n; i++) {
        const char *name = c->probe.data[i].name;
        const char *owner = scree_names_find(c->outlet, name) >= 0  ? "an outlet"
                            : scree_names_find(c->track, name) >= 0 ? "a track"
                                                                    : NULL;
        if (owner) {
            scree_config_error(g, c->probe.data[i].place,
                               "probes: the name '%s' is taken by %s; accepted: a name of its own", name,
                               owner);
        }
    }
}

// Returns what has this name among the things with columns, measures and regions of wear left out; NULL: nothing has it.
static const char *owner_of(const scree_case *c, const char *name) {
    return scree_names_find(c->outlet, name) >= 0   ? "an outlet"
           : scree_names_find(c->source, name) >= 0 ? "particles or an insertion"
           : scree_names_find(c->group, name) >= 0  ? "a group"
           : scree_names_find(c->wall, name) >= 0   ? "a wall"
           : scree_names_find(c->probe, name) >= 0  ? "a probe"
           : scree_names_find(c->track, name) >= 0  ? "a track"
                                                    : NULL;
}

static void check_wear_regions(scree_config *g) {
    const scree_case *c = g->c;
    for (size_t i = 0; i < c->wear.region.n; i++) {
        const char *name = c->wear.region.data[i].name,
                   *owner = scree_names_find(c->measure, name) >= 0 ? "a measure" : owner_of(c, name);
        if (owner) {
            scree_config_error(g, c->wear.region.data[i].place,
                               "wear.regions: the name '%s' is taken by %s; accepted: a name of its own",
                               name, owner);
        }
    }
}

// A measure has a name of its own among all things with columns.
static void check_measures(scree_config *g) {
    const scree_case *c = g->c;
    for (size_t i = 0; i < c->measure.n; i++) {
        const char *name = c->measure.data[i].name, *owner = owner_of(c, name);
        if (owner) {
            scree_config_error(g, c->measure.data[i].place,
                               "measures: the name '%s' is taken by %s; accepted: a name of its own", name,
                               owner);
        }
        g->c->keeps_birth |= c->measure.data[i].kind == SCREE_MEASURE_residence_time;
        char *complaint = scree_measure_complaint(c, &c->measure.data[i]);
        if (complaint) {
            scree_config_error(g, c->measure.data[i].place, "measures.%s: %s", name, complaint);
        }
        scree_free(complaint);
    }
}

void scree_check_case(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_case *c = base;
    (void)path;
    c->gives_gravity = c->has_gravity_table || scree_yaml_has(node, "gravity");
    if (c->has_gravity_table && scree_yaml_find(node, "gravity") >= 0) {
        scree_config_error(g, scree_yaml_place(node, "gravity_of_time"),
                           "both 'gravity' and 'gravity_of_time' are given; accepted: one of them");
    }
    if (c->phase.n > 0 && c->end > 0.0) {
        scree_config_error(g, scree_yaml_place(node, "phases"),
                           "both 'phases' and 'time.end' are given; accepted: one of them, as the run ends "
                           "with the last phase");
    }
    enum { MOST = 32 }; // bits of scree_spin.outlet_mask
    for (size_t i = MOST; i < c->outlet.n; i++) {
        if (c->outlet.data[i].keep) {
            scree_config_error(
                g, c->outlet.data[i].place,
                "outlets: %s has action: count and %d outlets before it; accepted: count among the first %d",
                c->outlet.data[i].name, (int)i, MOST);
        }
    }
    for (size_t i = 0; i < c->source.n; i++) {
        find_outlet(g, &c->source.data[i]);
    }
    check_recycling(g);
    check_columns(g);
    check_measures(g);
    check_wear_regions(g);
    if (c->output.fields.every > 0.0 && !c->output.fields.has_box && !c->has_domain) {
        scree_config_error(g, g->root->place,
                           "output.fields: without a domain it is not known where they are; accepted: also "
                           "'domain', or 'box' beside 'every'");
    }
    enum { MOST_GROUPS = 64 }; // bits of the field groups
    if (c->group.n > MOST_GROUPS) {
        scree_config_error(g, c->group.data[MOST_GROUPS].place, "groups: there are %zu; accepted: up to %d",
                           c->group.n, MOST_GROUPS);
    }
    scree_find_planes(g);
    scree_check_clumps(g);
    scree_capabilities_check(g);
    scree_add_lids(g);
    for (size_t i = 0; i < c->phase.n; i++) {
        c->end += c->phase.data[i].duration;
    }
    if (isnan(c->output.series_every)) {
        c->output.series_every = c->end / 1000;
    }
}
