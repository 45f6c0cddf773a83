// SPDX-License-Identifier: BSD-3-Clause
// The library of materials as a text and as a page, from its tables.
#include "materials/library.h"
#include "maths/math.h"
#include "memory/array.h"
#include "text/text_buffer.h"
#include "tools/help/markdown.h"
#include <math.h>
#include <string.h>

// "2500 (2400 to 2800)", and the keys of the sources.
static void add_figure(scree_text_buffer *t, const scree_figure *f, bool markdown) {
    if (f->value == 0.0) {
        scree_text_add(t, "-");
        return;
    }
    scree_text_add(t, "%.4g", f->value);
    if (f->least < f->most) {
        scree_text_add(t, " (%.4g to %.4g)", f->least, f->most);
    }
    scree_text_add(t, markdown ? "; %s" : " [%s]", f->source);
}

static void add_row(scree_text_buffer *t, const char *name, const scree_figure *f, int n, const char *note) {
    scree_text_add(t, "| %s |", name);
    for (int k = 0; k < n; k++) {
        scree_text_add(t, " ");
        add_figure(t, &f[k], true);
        scree_text_add(t, " |");
    }
    scree_text_add(t, " %s |\n", note ? note : "");
}

// Attraction of dry grains between asperities with a radius of 0.1 um: A r / (6 z^2) with a Hamaker constant of 6.5e-20 J and a distance of 0.165 nm
// (Seville, Willett and Knight 2000).
static const double dry = 6.5e-20 * 1e-7 / (6.0 * 1.65e-10 * 1.65e-10);
static const double surface_tension = 0.0728; // N/m, of water

static void add_cohesion(scree_text_buffer *t, bool markdown) {
    static const double diameter[] = {10e-6, 30e-6, 100e-6, 300e-6, 1e-3, 3e-3};
    scree_text_add(
        t,
        markdown ? "\n## Cohesion by particle size\n\nDry grains touch at asperities, so that their "
                   "attraction hardly depends on their size: A r / (6 z²) = %.2g N with a Hamaker "
                   "constant A = 6.5e-20 J, asperities of radius r = 0.1 µm and a distance z = 0.165 nm. "
                   "Wet grains attract each other by up to pi d gamma, with gamma = 0.0728 N/m of water. "
                   "Both are the largest forces for ideal bodies (Seville, Willett and Knight, "
                   "*Interparticle forces in fluidisation: a review*, Powder Technology 113 (2000) 261; "
                   "we could not read it, so the constants A, r and z are not checked). "
                   "Divided by the weight of a grain of 2500 kg/m³ they are the Bond number: far below 1 "
                   "a powder flows freely, far above 1 it clings. `surface_energy` is that of the law "
                   "`jkr` with the same pull-off force, 4 F / (3 pi d).\n\n| diameter, m | Bond number, "
                   "dry | `surface_energy`, dry, J/m² | Bond number, wet | `surface_energy`, wet, J/m² "
                   "|\n|---|---|---|---|---|\n"
                 : "\nCohesion by particle size: Bond number (force over weight at 2500 kg/m3) and "
                   "surface_energy of jkr, dry (%.2g N) and wet\n",
        dry);
    for (size_t k = 0; k < sizeof diameter / sizeof *diameter; k++) {
        const double d = diameter[k], weight = 2500.0 * 9.81 * SCREE_PI / 6.0 * d * d * d,
                     wet = SCREE_PI * d * surface_tension, to_energy = 4.0 / (3.0 * SCREE_PI * d);
        scree_text_add(t,
                       markdown ? "| %.2g | %.2g | %.2g | %.2g | %.2g |\n"
                                : "  %-8.2g m  dry %-8.2g %-8.2g J/m2  wet %-8.2g %.2g J/m2\n",
                       d, dry / weight, dry * to_energy, wet / weight, wet * to_energy);
    }
}

static void add_sources(scree_text_buffer *t, bool markdown, const char *used) {
    scree_text_add(t, markdown ? "\n## Sources\n\n" : "\nSources\n");
    for (size_t k = 0; k < scree_library_n_sources; k++) {
        if (!used || strstr(used, scree_library_sources[k].key)) {
            scree_text_add(t, markdown ? "- %s: %s.\n" : "  %s: %s\n", scree_library_sources[k].key,
                           scree_library_sources[k].text);
        }
    }
}

static void add_values(scree_text_buffer *t, const char *const *name, const scree_figure *f, int n,
                       const char *note) {
    for (int k = 0; k < n; k++) {
        scree_text_add(t, "  %-17s", name[k]);
        add_figure(t, &f[k], false);
        scree_text_add(t, "\n");
    }
    scree_text_add(t, note ? "  %s\n" : "%s", note ? note : "");
}

char *scree_library_page_of(const char *name) {
    scree_text_buffer t = {0};
    for (size_t k = 0; k < scree_library_n_materials; k++) {
        const scree_library_material *m = &scree_library_materials[k];
        if (strcmp(m->name, name) == 0) {
            scree_text_add(&t, "%s: %s\n", m->name, m->title);
            add_values(&t, scree_library_value_names, m->value, SCREE_LIBRARY_VALUES, m->note);
        }
    }
    for (size_t k = 0; t.data && k < scree_library_n_pairs; k++) {
        const scree_library_pair *p = &scree_library_pairs[k];
        if (strcmp(p->a, name) == 0 || strcmp(p->b, name) == 0) {
            scree_text_add(&t, "%s with %s\n", p->a, p->b);
            add_values(&t, scree_library_pair_names, p->value, SCREE_LIBRARY_PAIR_VALUES, p->note);
        }
    }
    if (t.data) {
        char *text = scree_strdup(t.data);
        add_sources(&t, false, text);
        scree_free(text);
    }
    return t.data;
}

char *scree_library_page(bool markdown) {
    scree_text_buffer t = {0};
    if (!markdown) {
        scree_text_add(&t,
                       "Materials of the library, as `materials: {NAME: {library: MATERIAL}}`; `scree help "
                       "library MATERIAL` shows values and sources.\n");
        for (size_t k = 0; k < scree_library_n_materials; k++) {
            scree_text_add(&t, "  %-12s %s\n", scree_library_materials[k].name,
                           scree_library_materials[k].title);
        }
        scree_text_add(&t, "Pairs with values\n");
        for (size_t k = 0; k < scree_library_n_pairs; k++) {
            scree_text_add(&t, "  %s with %s\n", scree_library_pairs[k].a, scree_library_pairs[k].b);
        }
        add_cohesion(&t, false);
        return t.data;
    }
    scree_text_add(&t,
                   "# Library of materials\n\nGenerated from the tables that the parser reads. How to use "
                   "it: [materials](../materials.md). A cell has the value, the range of the sources, and "
                   "the sources; a dash means that we know of no published value.\n\n## Materials\n\n| "
                   "material | density, kg/m³ | `young`, Pa | `poisson` | `heat_capacity`, J/(kg K) | note "
                   "|\n|---|---|---|---|---|---|\n");
    for (size_t k = 0; k < scree_library_n_materials; k++) {
        const scree_library_material *m = &scree_library_materials[k];
        char *name = scree_format("`%s`: %s", m->name, m->title);
        add_row(&t, name, m->value, SCREE_LIBRARY_VALUES, m->note);
        scree_free(name);
    }
    scree_text_add(&t, "\n## Pairs\n\n| pair | `restitution` | `friction` | `rolling_friction` | note "
                       "|\n|---|---|---|---|---|\n");
    for (size_t k = 0; k < scree_library_n_pairs; k++) {
        const scree_library_pair *p = &scree_library_pairs[k];
        char *name = scree_format("`%s` with `%s`", p->a, p->b);
        add_row(&t, name, p->value, SCREE_LIBRARY_PAIR_VALUES, p->note);
        scree_free(name);
    }
    add_cohesion(&t, true);
    add_sources(&t, true, NULL);
    return t.data;
}
