// SPDX-License-Identifier: BSD-3-Clause
// The keys of `output`.
#include "fields/fields_keys.h"
#include "input/schema.h"
#include "sections/key_tables.h"

#define AT(field) .offset = offsetof(scree_case, field)
static const scree_key vtk_keys[] = {
    {"every", TIME, ABOVE(0), .required = true, .doc = "Time between ParaView files.", AT(output.vtk_every)},
    {"particles", BOOL, .fallback = "true", .doc = "Write the particles.", AT(output.vtk_particles)},
    {"contacts", BOOL, .fallback = "false", .doc = "Write the contacts and their forces.",
     AT(output.vtk_contacts)},
    {"bonds", BOOL, .fallback = "true", .doc = "Write the bonds, if some materials have a bond law.",
     AT(output.vtk_bonds)},
    {"stress", BOOL, .fallback = "false",
     .doc = "Write the stress of each particle: forces of its contacts times their arms, over its volume.",
     AT(output.vtk_stress)},
    {"surfaces", NUMBER, WITHIN(0, 100000), .whole = true, .fallback = "auto", .word = "auto",
     .word_value = -1,
     .doc =
         "At most so many triangles for the surface of each convex body: 8, 32, 72, ..., 8 n^2 are made; 0: "
         "no file of surfaces. With auto 288, and fewer where all bodies have more than a million.",
     AT(output.vtk_surfaces)},
    {"meshes", BOOL, .fallback = "true", .doc = "Write the walls.", AT(output.vtk_meshes)},
};
static const scree_section vtk_section = {.doc = "Files for ParaView; none unless this is given.",
                                          KEYS(vtk_keys)};
#undef AT
#define AT(field) .offset = offsetof(scree_output_def, field)
static const scree_key csv_keys[] = {
    {"every", TIME, ABOVE(0), .required = true, .doc = "Time between CSV files.", AT(csv_every)},
    {"particles", BOOL, .fallback = "true", .doc = "Write the particles: particles_STEP.csv.",
     AT(csv_particles)},
    {"contacts", BOOL, .fallback = "false", .doc = "Write the contacts and their forces: contacts_STEP.csv.",
     AT(csv_contacts)},
    {"fields", .type = &scree_axes_type,
     .choices = "id|material|radius|mass|position|velocity|omega|force|torque|temperature",
     .doc = "Columns of the particles; all if not given.", AT(csv_fields)},
    {"region", SECTION(scree_csv_region_section),
     .doc = "Only particles with their centre, and contacts with their point, in it.",
     .offset = offsetof(scree_output_def, csv_region), .flag = offsetof(scree_output_def, csv_has_region)},
};
static const scree_section csv_section = {
    .doc = "CSV files of particles and contacts, a file for each time; none unless this is given.",
    KEYS(csv_keys),
    .check = scree_check_csv};
#undef AT
#define AT(field) .offset = offsetof(scree_case, field)
static const scree_key series_keys[] = {
    {"every", TIME, FROM(0), .fallback = "auto", .word = "auto", .word_value = NAN,
     .doc = "Time between rows of the time series; auto is end / 1000, 0 is none.", AT(output.series_every)},
};
static const scree_section series_section = {.doc = "Energies, counts and wall forces over time.",
                                             KEYS(series_keys)};
static const scree_key checkpoint_keys[] = {
    {"every", TIME, FROM(0), .fallback = "0",
     .doc = "Time between checkpoints; 0: only at the end and on signals.", AT(output.checkpoint_every)},
    {"keep", .type = &scree_integer_type, WITHIN(0, 1000000), .fallback = "2",
     .doc = "Number of checkpoints to keep; 0: all.", AT(output.checkpoint_keep)},
};
static const scree_section checkpoint_section = {.doc = "Complete states from which a run can be resumed.",
                                                 KEYS(checkpoint_keys)};
#undef AT
#define AT(field) .offset = offsetof(scree_panel_def, field)
static const scree_key panel_keys[] = {
    {"x", .type = &scree_text_type, .fallback = "time",
     .doc = "Column of series.csv across, such as `lid slide`.", AT(x)},
    {"y", .type = &scree_names_type, .required = true,
     .doc = "Columns upwards, of one unit, such as `screw tz` or [lid fz, base fz].", AT(y)},
};
static const scree_section panel_section = {.doc = "Draw plot.svg at the end: a list of panels, each a "
                                                   "column of series.csv, some columns or a mapping of "
                                                   "these keys; `true` is panels by what the case is about.",
                                            KEYS(panel_keys),
                                            .size = sizeof(scree_panel_def),
                                            .has_place = true,
                                            .place_offset = offsetof(scree_panel_def, place),
                                            .short_key = "y"};

// A switch, or a list of panels.
static bool read_plot(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                      const char *path) {
    scree_plot_def *plot = at;
    if (node->kind == SCREE_YAML_TEXT) {
        return scree_switch_type.read(g, key, &plot->draw, node, path);
    }
    return scree_list_type.read(g, key, &plot->panel, node, path);
}

static void write_plot(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    const scree_plot_def *plot = at;
    if (plot->panel.n > 0) {
        scree_list_type.write(w, key, &plot->panel, path);
    } else {
        w->emit(w->ctx, path, plot->draw ? "true" : "false");
    }
}

static const scree_value_type plot_type = {
    .given_as = SCREE_GIVEN_AS_LIST | SCREE_GIVEN_AS_TEXT,
    .read = read_plot,
    .write = write_plot,
    .accepted =
        "false, true or a list of panels such as [screw tz, out mass_rate, {x: lid slide, y: lid fz}]"};
#undef AT
#define AT(field) .offset = offsetof(scree_case, field)
static const scree_key output_keys[] = {
    {"vtk", SECTION(vtk_section)},
    {"csv", SECTION(csv_section), .doc = "CSV files of particles and contacts; none unless this is given.",
     AT(output)},
    {"fields", SECTION(scree_output_fields_section), AT(output.fields)},
    {"series", SECTION(series_section)},
    {"checkpoint", SECTION(checkpoint_section)},
    {"fragments", BOOL, .fallback = "false",
     .doc = "Write fragments.csv: what bonds hold together, with a row for each fragment at each time of the "
            "series.",
     AT(output.fragments)},
    {"plot", .type = &plot_type, .choices = "false|true", .section = &panel_section, .fallback = "true",
     AT(output.plot)},
    {"progress", TIME, ABOVE(0), .fallback = "10 s",
     .doc = "Wall time between progress lines when the output is not a terminal.", AT(output.progress_every)},
};
const scree_section scree_output_section = {.doc = "Output files and how often they are written.",
                                            KEYS(output_keys)};
#undef AT
