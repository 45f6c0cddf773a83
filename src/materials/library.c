// SPDX-License-Identifier: BSD-3-Clause
// The tables of the library, in the order of SCREE_LIBRARY_NAMES. Where a source gives bulk and shear modulus K and G, young is 9 K G / (3 K + G) and
// poisson (3 K - 2 G) / (2 (3 K + G)). Walls of steel are smooth mild steel (D2 of EN 1991-4), whose range is the mean divided and multiplied by the
// factor of the standard.
#include "materials/library.h"
#include "maths/math.h"
#include <math.h>
#include <string.h>

const char *const scree_library_value_names[] = {"density", "young", "poisson", "heat_capacity"};
const char *const scree_library_pair_names[] = {"restitution", "friction", "rolling_friction"};

// clang-format off
#define NONE {0.0, 0.0, 0.0, NULL}
const scree_library_material scree_library_materials[] = {
    {"glass_beads", "Beads of soda-lime glass",
     {{2500, 2400, 2800, "sunday2020 makeitfrom chung2011"}, {70e9, 48e9, 71e9, "makeitfrom sunday2020 chung2011"},
      {0.23, 0.20, 0.24, "makeitfrom chung2011 sunday2020"}, {760, 720, 800, "makeitfrom"}}, NULL},
    {"steel", "Steel",
     {{7850, 7850, 7850, "chung2011 hlosta2020"}, {208e9, 208e9, 210e9, "chung2011 hlosta2020"},
      {0.30, 0.27, 0.30, "chung2011 altair"}, NONE}, NULL},
    {"aluminium", "Aluminium alloy",
     {{2699, 2699, 2699, "chung2011"}, {70e9, 70e9, 70e9, "chung2011"}, {0.30, 0.30, 0.33, "chung2011 altair"}, NONE}, NULL},
    {"alumina", "Aluminium oxide, sintered balls",
     {{4000, 4000, 4000, "chung2011"}, {380e9, 380e9, 380e9, "chung2011"}, {0.23, 0.23, 0.23, "chung2011"}, NONE}, NULL},
    {"sand", "Sand of quartz",
     {{2650, 2650, 2650, "mavko2009"}, {94.5e9, 94.5e9, 94.5e9, "mavko2009"}, {0.074, 0.074, 0.074, "mavko2009"}, NONE},
     "Of the mineral: K = 37 GPa, G = 44 GPa."},
    {"limestone", "Limestone",
     {{2500, 2500, 2710, "chung2011 mavko2009"}, {20e9, 20e9, 84e9, "chung2011 mavko2009"}, {0.25, 0.25, 0.32, "chung2011 mavko2009"}, NONE},
     "The upper ends are those of calcite without pores: K = 77 GPa, G = 32 GPa."},
    {"iron_ore", "Lumps of hematite",
     {{5240, 5180, 5240, "mavko2009 spec2000"}, {217e9, 217e9, 217e9, "mavko2009"}, {0.14, 0.14, 0.14, "mavko2009"}, NONE},
     "Of the mineral without pores: K = 100 GPa, G = 95 GPa. Pellets are lighter and softer."},
    {"pe_hd", "Pellets of polyethylene of high density",
     {{950, 940, 960, "netzsch"}, {1.0e9, 0.6e9, 1.4e9, "netzsch"}, {0.4, 0.34, 0.5, "assumed"}, {2250, 1800, 2700, "netzsch"}}, NULL},
    {"pp", "Pellets of polypropylene",
     {{905, 900, 910, "plastics2022"}, {1.5e9, 1.3e9, 1.8e9, "netzsch"}, {0.4, 0.34, 0.5, "assumed"}, NONE}, NULL},
    {"pom", "Balls of polyoxymethylene (acetal)",
     {{1410, 1390, 1430, "netzsch"}, {2.9e9, 2.6e9, 3.2e9, "netzsch"}, {0.4, 0.34, 0.5, "assumed"}, {1350, 1250, 1460, "makeitfrom"}}, NULL},
    {"rubber", "Natural rubber without filler",
     {{920, 910, 930, "netzsch"}, {3e6, 1e6, 5e6, "netzsch"}, {0.49, 0.48, 0.50, "altair"}, {2000, 1910, 2080, "netzsch"}}, NULL},
    {"wheat", "Grains of wheat, dry",
     {{1300, 1190, 1416, "peters1962 karimi2009"}, {300e6, 37e6, 486e6, "ponce2008 wheat2015 wheat2021"}, {0.22, 0.15, 0.22, "molenda2002"}, NONE},
     "The modulus is that of kernels between plates with 9.3 % of water, and falls to a quarter with 22.5 %; Poisson's ratio is that of the bulk."},
    {"maize", "Kernels of maize",
     {{1260, 1220, 1275, "nelson1980"}, NONE, {0.22, 0.15, 0.22, "assumed"}, NONE},
     "The range of the density is that of the source's formula from 30 to 10 % of water. The library has no modulus: give `young` or `softened`."},
    {"soybean", "Soybeans",
     {{1200, 1111, 1250, "wandkar2012"}, {2.6e6, 2.6e6, 2.6e6, "boac2010"}, {0.25, 0.25, 0.25, "boac2010"}, NONE},
     "The modulus is that of the simulations of the source, whose shear modulus is 1.04 MPa."},
    {"mcc", "Microcrystalline cellulose",
     {{1590, 1512, 1668, "excipients2009"}, {1.8e9, 1.72e9, 1.88e9, "palomaki2015"}, {0.30, 0.30, 0.30, "roberts1994"}, NONE},
     "The modulus is that of tablets, extrapolated to no pores."},
    {"lactose", "Lactose monohydrate",
     {{1545, 1545, 1589, "excipients2009"}, {24e9, 11e9, 24e9, "bassam1990"}, {0.30, 0.30, 0.30, "assumed"}, NONE}, NULL},
};
const size_t scree_library_n_materials = sizeof scree_library_materials / sizeof *scree_library_materials;

const scree_library_pair scree_library_pairs[] = {
    {"glass_beads", "glass_beads",
     {{0.97, 0.97, 0.97, "foerster1994 sunday2020"}, {0.16, 0.092, 0.16, "sunday2020 foerster1994"}, NONE},
     "Single collisions of clean balls; bulks of beads need more friction, or rolling friction."},
    {"alumina", "glass_beads", {{0.98, 0.98, 0.98, "kharaz2001"}, {0.092, 0.092, 0.092, "kharaz2001"}, NONE}, "Balls of 5 mm on a plate of glass."},
    {"steel", "steel", {{0.85, 0.85, 0.85, "hlosta2020"}, {0.17, 0.13, 0.17, "hlosta2020"}, NONE}, "The lower friction is that of balls on a plate."},
    {"sand", "steel", {NONE, {0.48, 0.41, 0.56, "en1991"}, NONE}, NULL},
    {"limestone", "steel", {NONE, {0.51, 0.48, 0.55, "en1991"}, NONE}, "Of limestone powder."},
    {"iron_ore", "steel", {NONE, {0.54, 0.48, 0.60, "en1991"}, NONE}, "Of pellets of iron ore."},
    {"wheat", "steel", {NONE, {0.38, 0.28, 0.53, "en1991 tabatabaeefar2003 karimi2009"}, NONE}, NULL},
    {"maize", "maize", {{0.318, 0.318, 0.318, "maize2024"}, {0.182, 0.182, 0.182, "maize2024"}, {0.232, 0.232, 0.232, "maize2024"}},
     "Calibrated with polyhedra; spheres need other values."},
    {"maize", "steel", {{0.5, 0.5, 0.5, "maize2024"}, {0.36, 0.29, 0.545, "en1991 maize2024"}, {0.213, 0.213, 0.213, "maize2024"}},
     "Restitution and rolling friction were calibrated with polyhedra."},
    {"soybean", "soybean", {{0.6, 0.6, 0.6, "boac2010"}, {0.45, 0.45, 0.45, "boac2010"}, {0.05, 0.05, 0.05, "boac2010"}},
     "Calibrated with single spheres."},
    {"soybean", "steel", {{0.6, 0.6, 0.6, "boac2010"}, {0.30, 0.164, 0.44, "boac2010 kibar2008 en1991"}, {0.05, 0.05, 0.05, "boac2010"}},
     "Calibrated with single spheres."},
};
const size_t scree_library_n_pairs = sizeof scree_library_pairs / sizeof *scree_library_pairs;

const scree_library_source scree_library_sources[] = {
    {"altair", "Altair, *Radioss User Guide* 2022, table of Poisson's ratios: typical values"},
    {"assumed", "Assumed by us: nothing published that we could read. The range is a guess too"},
    {"bassam1990", "Bassam, York, Rowe and Roberts, *Young's modulus of powders used as pharmaceutical excipients*, International Journal of Pharmaceutics 64 (1990) 55: range of the sugars, as quoted by later work. Not checked: of the paper we could read the abstract, by which sugars are stiffer than microcrystalline cellulose and all 15 powders lie from 3.7 to 88.3 GPa"},
    {"boac2010", "Boac, Casada, Maghirang and Harner, *Material and interaction properties of selected grains and oilseeds for modeling discrete particles*, Transactions of the ASABE 53 (2010) 1201: calibrated"},
    {"chung2011", "Chung and Ooi, *Benchmark tests for verifying discrete element modelling codes at particle impact level*, Granular Matter 13 (2011) 643, tests 1, 2, 4 and 5"},
    {"en1991", "EN 1991-4:2006, *Actions on structures: silos and tanks*, annex E: bulk solids on smooth mild steel (D2). Checked with the copy of its table in the program arturopala/encalmo"},
    {"excipients2009", "Rowe, Sheskey and Quinn, *Handbook of Pharmaceutical Excipients*, 6th edition, 2009: true densities"},
    {"foerster1994", "Foerster, Louge, Chang and Allia, *Measurements of the collision properties of small spheres*, Physics of Fluids 6 (1994) 1108: measured, balls of 3 mm"},
    {"hlosta2020", "Hlosta et al., *DEM investigation of the influence of particulate properties and operating conditions on the mixing process in rotary drums, part 1*, Processes 8 (2020) 222: balls of steel, as quoted by the program jviquerat/dem"},
    {"karimi2009", "Karimi et al., *The effect of moisture content on physical properties of wheat*, Pakistan Journal of Nutrition 8 (2009) 90: galvanized iron, 8 to 18 % of water"},
    {"kharaz2001", "Kharaz, Gorham and Salman, *An experimental study of the elastic rebound of spheres*, Powder Technology 120 (2001) 281, as used by Chung and Ooi 2011, test 4"},
    {"kibar2008", "Kibar and Öztürk, *Physical and mechanical properties of soybean*, International Agrophysics 22 (2008) 239: galvanized steel, 8 to 16 % of water"},
    {"maize2024", "*Study on the contact parameter calibration of the maize kernel polyhedral discrete element model*, Agriculture 14 (September 2024)"},
    {"makeitfrom", "makeitfrom.com, pages of soda-lime glass and of acetal homopolymer: typical values"},
    {"mavko2009", "Mavko, Mukerji and Dvorkin, *The Rock Physics Handbook*, 2nd edition, 2009, table of the elastic moduli of minerals"},
    {"molenda2002", "Molenda and Stasiak, *Determination of the elastic constants of cereal grains in a uniaxial compression test*, International Agrophysics 16 (2002) 61"},
    {"nelson1980", "Nelson, *Moisture-dependent kernel- and bulk-density relationships for wheat and corn*, Transactions of the ASAE 23 (1980) 139: at 15 % of water. Not checked: we could not read it"},
    {"netzsch", "NETZSCH, *Thermal properties of polymers*, polymers.netzsch.com: ranges of grades, the value is in the middle"},
    {"palomaki2015", "Palomäki, Ehlers, Antikainen, Sandler and Yliruusi, *Non-destructive assessment of mechanical properties of microcrystalline cellulose compacts*, International Journal of Pharmaceutics 495 (2015) 633"},
    {"peters1962", "Peters and Katz, *Using a density gradient column to determine wheat density*, Cereal Chemistry 39 (1962) 487"},
    {"plastics2022", "Table of commonly used plastics in ACS Omega 7 (2022) 13403"},
    {"ponce2008", "Ponce-García, Figueroa, López-Huape, Martínez and Martínez-Peniche, *Study of viscoelastic properties of wheat kernels using compression load method*, Cereal Chemistry 85 (2008) 667"},
    {"roberts1994", "Roberts, Rowe and York, *The Poisson's ratio of microcrystalline cellulose*, International Journal of Pharmaceutics 105 (1994) 177. Not checked: we could not read it"},
    {"spec2000", "Crain, *Crain's Petrophysical Handbook*, spec2000.net, table of minerals"},
    {"sunday2020", "Sunday et al., *Validating N-body code Chrono for granular DEM simulations in reduced-gravity environments*, Monthly Notices of the Royal Astronomical Society 498 (2020) 1062, as quoted by the program jviquerat/dem"},
    {"tabatabaeefar2003", "Tabatabaeefar, *Moisture-dependent physical properties of wheat*, International Agrophysics 17 (2003) 207: several surfaces"},
    {"wandkar2012", "Wandkar, Ukey and Pawar, *Determination of physical properties of soybean at different moisture levels*, Agricultural Engineering International 14 (2012) 138"},
    {"wheat2015", "*The calculations and simulation testing on the elastic modulus of wheat*, Interdisciplinary Sciences: Computational Life Sciences (2015): 37 to 75 MPa"},
    {"wheat2021", "*Acta Technologica Agriculturae* 2021, doi 10.2478/ata-2021-0033: 43.7 MPa at 10.3 % of water"},
};
// clang-format on
const size_t scree_library_n_sources = sizeof scree_library_sources / sizeof *scree_library_sources;

const scree_library_pair *scree_library_find_pair(const char *a, const char *b) {
    for (size_t k = 0; k < scree_library_n_pairs; k++) {
        const scree_library_pair *pair = &scree_library_pairs[k];
        if ((strcmp(pair->a, a) == 0 && strcmp(pair->b, b) == 0) ||
            (strcmp(pair->a, b) == 0 && strcmp(pair->b, a) == 0)) {
            return pair;
        }
    }
    return NULL;
}

// The kinetic energy m* v^2 / 2 becomes 8/15 E* sqrt(R*) d^(5/2); of equal spheres m* = 2/3 pi rho R^3, R* = R / 2 and E* = E / (2 (1 - nu^2)).
double scree_softened_by_speed(double density, double poisson, double speed, double overlap) {
    return 1.25 * sqrt(2.0) * SCREE_PI * (1.0 - poisson * poisson) * density * speed * speed /
           (overlap * overlap * sqrt(overlap));
}

// F = 4/3 E* sqrt(R*) d^(3/2) with F = 4 p R^2.
double scree_softened_by_pressure(double poisson, double pressure, double overlap) {
    return 6.0 * sqrt(2.0) * (1.0 - poisson * poisson) * pressure / (overlap * sqrt(overlap));
}
