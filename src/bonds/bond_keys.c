// SPDX-License-Identifier: BSD-3-Clause
// The keys of `bonds`: which bodies are bonded, and when.
#include "bonds/bond_keys.h"
#include "regions/region_keys.h"
#include "sections/key_tables.h"

#define AT(field) .offset = offsetof(scree_bond_def, field)
static const scree_key bond_keys[] = {
    {"name", .type = &scree_text_type, .doc = "Name in messages.", AT(name)},
    {"start", TIME, FROM(0), .fallback = "0 s", OR_NEVER,
     .doc = "Time at which bonds are made, with the particles inserted until then; never: a phase sets it.",
     AT(start)},
    {"stop", TIME, FROM(0), .fallback = "never", OR_NEVER,
     .doc = "Time from which no more are made, with `every`.", AT(stop)},
    {"every", TIME, ABOVE(0), .fallback = "once", .word = "once", .word_value = 0,
     .doc = "Make bonds again and again, after this time, also of bodies whose bond has broken; once: at the "
            "start only.",
     AT(every)},
    {"gap", LENGTH, FROM(0), .fallback = "0 m",
     .doc = "Largest distance between the surfaces of bodies that are bonded; 0: those that touch, or are "
            "apart by no more than 1e-9 of a radius.",
     AT(gap)},
    {"particles", BOOL, .fallback = "true",
     .doc = "Bond particles with each other; false if not given and there are `walls`.", AT(particles)},
    {"walls", .type = &scree_names_type, .doc = "Bond particles with these walls.", AT(wall_name)},
    {"materials", .type = &scree_pair_type, .fallback = "any",
     .doc = "Only pairs of these two materials, in any order; that of a wall counts too.", AT(material)},
    {"region", SECTION(scree_selection_region_section),
     .doc = "Only particles with their centre in this region.", AT(region),
     .flag = offsetof(scree_bond_def, has_region)},
    {"ids", .type = &scree_ids_type,
     .doc = "Only particles with these ids, single ones and ranges such as 10-20, both included.", AT(ids)},
    {"file", .type = &scree_file_type,
     .doc = "Text file with a line for each pair of particles, their ids: only these pairs.", AT(file)},
    {"weibull", NUMBER, WITHIN(0.1, 1000), .fallback = "none", .word = "none", .word_value = 0,
     .doc = "Modulus of a Weibull distribution: the strengths of each bond are multiplied by a number drawn "
            "from it, of the scale 1, by the ids of its bodies; none: all have the strengths of the law.",
     AT(weibull)},
    {"seed", .type = &scree_seed_type, .fallback = "auto", .word = "auto",
     .doc = "Seed of these numbers; auto: the case's seed plus the position in the list.", AT(seed)},
};
#undef AT
const scree_section scree_bonds_section = {
    .doc = "Bodies that are bonded at a time, or again and again, where their materials have a bond law: all "
           "that fit everything that is given.",
    KEYS(bond_keys),
    ITEMS(scree_bond_def),
    .check = scree_check_bond};
