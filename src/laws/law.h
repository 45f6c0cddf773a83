// SPDX-License-Identifier: BSD-3-Clause
// A contact law: a table (name, parameters, history, source, errata) and scalar C for one contact.
// law_stage.inc makes a vectorised loop of it; the registry (registry.c) makes it available to the input, the help and the
// docs.
#pragma once

#include "laws/contact.h"
#include "laws/slot.h"

enum { SCREE_DERIVED_MAX = 72 }; // doubles

// How a parameter of a material pair is computed from the values of the two materials.
typedef enum scree_mix {
    SCREE_MIX_NONE, // must be given for the pair
    SCREE_MIX_MEAN,
    SCREE_MIX_MIN,
    SCREE_MIX_MAX,
    SCREE_MIX_HARMONIC, // 2ab/(a+b)
    SCREE_MIX_GEOMETRIC // sqrt(ab)
} scree_mix;

// fallback NAN: the parameter is required; SCREE_NOT_GIVEN: it is optional and has no default.
#define SCREE_NOT_GIVEN ((double)INFINITY)

typedef struct scree_param_desc {
    const char *name;
    const char *unit; // "1" if dimensionless; as in text/units.c
    double fallback;  // default
    double min, max;  // inclusive
    scree_mix mix;
    const char *choices; // "tsuji|none": the value is the index of the word; NULL: a number
    const char *doc;     // one sentence
} scree_param_desc;

// A name of a parameter in other programs, the one that the law comes from first; also accepted in the input.
typedef struct scree_alias {
    const char *name, *theirs;
} scree_alias;

typedef struct scree_history_desc {
    const char *name, *unit,
        *doc; // names ending in _x, _y, _z are components of a vector in the laboratory frame
} scree_history_desc;

// One error or ambiguity of the publication or program that a law comes from, and how each convention handles it. CMake
// makes the tables scree_NAME_errata from docs/laws/errata/NAME.txt.
typedef struct scree_erratum {
    const char *problem, *original, *corrected;
} scree_erratum;

// Data of the two materials from which a law computes its constants.
struct scree_law;
typedef struct scree_pairing {
    double young[2], poisson[2];    // of a, of b
    double e_star;                  // 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2, Pa
    double g_star;                  // 1/G* = (2 - nu1)/G1 + (2 - nu2)/G2, Pa
    const struct scree_law *normal; // the normal law of the pair; NULL: unknown
    double emissivity[2];           // of a, of b; 0: not given
} scree_pairing;

// Applies the law to contacts 0 .. b->n-1; h0 is the law's first history row in the batch.
typedef void scree_stage(const void *derived, scree_batch *b, int h0);

enum {
    SCREE_TRAIT_ADHESIVE = 1, // a normal law with its own adhesion: not combined with a cohesion law
    SCREE_TRAIT_NECK =
        2, // once formed, the contact holds up to `reach` beyond touch; the law sets `apart` when it ends
    SCREE_TRAIT_FIELD =
        4, // a force or heat acts up to `reach` beyond touch, also before touch; without history
    SCREE_TRAIT_NO_SOLID = 8,  // provides no stiffness kt: cannot be combined with laws that need it
    SCREE_TRAIT_NEEDS_KT = 16, // needs kt > 0 of the normal law
    SCREE_TRAIT_ORIGINAL = 32, // has `convention: original`, which may create energy
    SCREE_TRAIT_RADIATES = 64, // a heat law that is not linear in the difference of the temperatures
    SCREE_TRAIT_IMPACT = 128   // the slower a contact began, the stronger its dashpot, perhaps up to a bound
};

// All that the elastic part of a normal force depends on, and of a law that `loses` the history too. Then energy_n is its integral over the overlap from 0,
// whatever happened before, or the work that the bodies get back until they part.
typedef enum scree_known {
    SCREE_KNOWN_NOT,     // the history, of a law that does not write what it loses, or the force jumps
    SCREE_KNOWN_OVERLAP, // on the overlap and the radii
    SCREE_KNOWN_MASS // also on the effective mass, which differs between the contacts of a clump and of free walls
} scree_known;

static inline scree_known scree_known_by_overlap(const double *derived) {
    (void)derived;
    return SCREE_KNOWN_OVERLAP;
}

static inline int scree_loses_always(const double *derived) {
    (void)derived;
    return 1;
}

typedef struct scree_law {
    const char *name;
    scree_slot slot;
    const char *title;   // one sentence
    const char *formula; // plain text
    const char *source;  // paper, equation
    const scree_param_desc *param;
    int nparam;
    const scree_history_desc *history;
    int nhistory;
    // Computes the constants of the stage (SCREE_DERIVED_MAX doubles) from the pair's parameters. Returns NULL, or a message if
    // the combination of parameters is not accepted, with what would be.
    const char *(*derive)(const double *param, const scree_pairing *pairing, double *derived);
    // Normal laws: duration (s) of an undamped head-on collision at relative speed v. NULL in other slots.
    double (*collision_time)(const double *derived, double m_eff, double r_eff, double v);
    // From here on all may be left out. Normal laws: restitution that a head-on collision at speed v will really show;
    // NULL or NAN: not known in closed form.
    double (*restitution)(const double *derived, double m_eff, double r_eff, double v);
    double (*reach)(const double *derived, double r_eff); // m beyond touch, grows with r_eff; see the traits
    // Bond laws: stiffness of a bond in each mode, N/m and N m/rad, between bodies of radii ra and rb (against a wall ra), for the
    // longest time step.
    void (*bond_stiffness)(const double *derived, double ra, double rb, double length, double *stiffness);
    // Laws of liquid bridges: sets the columns of a new bridge of this volume, m3, which the law does not change (laws/liquid_bridge.h).
    // wall: body b is one.
    void (*form)(const double *derived, double volume, double r_eff, int wall, double *h);
    // For bond laws, or NULL: do springs with these constants give back all that they take, without dashpots?
    int (*lossless)(const double *derived);
    // Laws of friction, rolling and twisting: 1 if they write the work of their spring (spring_t, spring_r, spring_w in laws/contact.h),
    // the mean of its force before and after the step times the motion in the step. The sum of this work is exactly the energy of a linear
    // spring, whatever the step; a sum of powers with the velocities that forces use would contain losses that do not exist.
    int springs;
    // For normal and cohesion laws, or NULL: returns how the stored energy follows from the state with these
    // constants. The ledger then takes this energy as it is, and only the work of the dashpot as loss.
    scree_known (*known)(const double *derived);
    // Normal laws with a memory that write what they lose where it changes (lost_n in laws/contact.h), which is their work less what is then stored in
    // addition. It follows from the memory before and after the step, so steps within which it stays lose nothing, whatever their number. Returns 1 if
    // something can be lost with these constants. NULL: the law does not write it.
    int (*loses)(const double *derived);
    int traits;
    const char *validity; // range of validity, plain text
    // For coarse-grained particles (docs/coarse_graining.md) the parameters follow from their units. `coarsen` changes those for which that is wrong,
    // by a factor >= 1, and returns NULL, or why no rule holds, with what would be accepted. NULL: there are none.
    const char *(*coarsen)(double *param, double factor);
    const char *
        cohesive; // the parameters that its cohesive force is proportional to, separated by '|'; NULL: there are none
    const scree_alias *alias;     // ends with {NULL, NULL}
    const scree_erratum *erratum; // ends with {NULL, NULL, NULL}
    const char *page;             // docs/laws/<page>.md; NULL: the name
    scree_stage *stage;           // of laws of a user's library; NULL: built in
} scree_law;
