// SPDX-License-Identifier: BSD-3-Clause
// The results of a law besides its force, against the definitions in laws/contact.h, for all laws: the elastic part, the power
// of dashpots, the stored energy (returned by unloading, put in by slip), and the values that a normal law provides to the laws
// after it, from its slope. SCREE_TEST_LAWS, SCREE_TEST_LAW: see law_batch.h.
#include "law_batch.h"

static const scree_kernels *kernels;

static scree_contact evaluated(const law_chain *c, int last_slot, scree_contact k, double *h) {
    scree_law_set set = set_up_to(c, last_slot);
    scree_law_set_evaluate(&set, kernels, &k, h);
    return k;
}

static bool is_law(const law_chain *c, const char *name) {
    return strcmp(tested_law(c)->name, name) == 0;
}

// Fails if x is not y up to rounding in numbers of the size of `scale`.
static void expect_equal(const law_chain *c, const scree_contact *k, const double *h, double x, double y,
                         double scale, const char *what) {
    if (!(fabs(x - y) <= scale)) {
        print_contact(stderr, c, k, h);
        print_outputs(stderr, k);
        broken(c, NULL, NULL, 0, "%s: %.17g, by its definition %.17g", what, x, y);
    }
}

// A contact after some states, with its history in h.
static scree_contact drawn_contact(const law_chain *c, double *h) {
    scree_contact k;
    int moments = (int)uniform(0.0, 4.0);
    memset(h, 0, SCREE_HISTORY_MAX * sizeof *h);
    draw_contact(&k);
    draw_bond(c, &k, h);
    k.dt = k.step = 2.0 * log_uniform(1e-8, 1e-5);
    k.begins = 0.5;
    for (int m = 0; m < moments; m++) {
        k = evaluated(c, SCREE_BOND, k, h);
        const double gap = k.gap;
        draw_next(&k, c);
        draw_next_gap(c, &k, gap, h);
    }
    return k;
}

// ------------------------------------------------------------------------------------------------ forces and powers

// The elastic part is the force of the same contact at rest; the dashpot is the rest: cn vn unless a tension was removed.
static void normal_parts(const law_chain *c) {
    double h[SCREE_HISTORY_MAX], g[SCREE_HISTORY_MAX];
    scree_contact k = drawn_contact(c, h), rest = k;
    memcpy(g, h, sizeof g);
    rest.vn = 0.0;
    rest = evaluated(c, (int)c->tested, rest, g);
    memcpy(g, h, sizeof g);
    k = evaluated(c, (int)c->tested, k, g);
    double force = fabs(k.fn) + fabs(k.fn_elastic) + fabs(k.cn * k.vn) + fabs(k.kn * k.overlap),
           eps = 1e-11 * force;
    double dashpot = k.fn - k.fn_elastic;
    expect_equal(c, &k, h, rest.fn_elastic, rest.fn, eps, "fn_elastic at rest, fn");
    expect_equal(c, &k, h, k.fn_elastic, rest.fn_elastic, eps, "fn_elastic, the same at rest");
    expect_equal(c, &k, h, rest.viscous_n, 0.0, 0.0, "viscous_n at rest");
    expect_equal(c, &k, h, k.viscous_n, dashpot * k.vn, eps * fabs(k.vn), "viscous_n, (fn - fn_elastic) vn");
    if (c->tested == SCREE_NORMAL && k.fn != 0.0) {
        expect_equal(c, &k, h, dashpot, k.cn * k.vn, eps, "fn - fn_elastic, cn vn");
    }
}

static double *param_of(law_chain *c, const char *name) {
    int p = scree_law_param(tested_law(c), name);
    return p >= 0 ? &c->param[c->tested][p] : NULL;
}

// Does the spring after a slip depend on the dashpot? h: history after the slip.
static bool slip_counts(const law_chain *c, const double *h) {
    law_chain copy = *c;
    const scree_law *law = tested_law(c);
    const double *total = param_of(&copy, "slip_memory");
    int last = law->nhistory - 1;
    return (last >= 0 && strcmp(law->history[last].name, "slides") == 0 &&
            h[c->h0[c->tested] + last] > 0.0) ||
           (total && *total == 2.0);
}

// The force or moment at rest is that of the spring; the power of the rest is that of the dashpot. The time step is zero, so
// the spring is the same. The power of friction without history belongs to neither.
static void other_parts(const law_chain *c) {
    double h[SCREE_HISTORY_MAX], g[SCREE_HISTORY_MAX];
    scree_contact k = drawn_contact(c, h), rest = k;
    k.dt = rest.dt = 0.0;
    rest.vtx = rest.vty = rest.vtz = rest.wrx = rest.wry = rest.wrz = 0.0;
    memcpy(g, h, sizeof g);
    rest = evaluated(c, (int)c->tested, rest, g);
    bool slips = slip_counts(c, g);
    memcpy(g, h, sizeof g);
    k = evaluated(c, (int)c->tested, k, g);
    const double along = k.wrx * k.nx + k.wry * k.ny + k.wrz * k.nz;
    const double f[3][3] = {{k.ftx, k.fty, k.ftz}, {k.mrx, k.mry, k.mrz}, {k.mw, 0.0, 0.0}};
    const double s[3][3] = {
        {rest.ftx, rest.fty, rest.ftz}, {rest.mrx, rest.mry, rest.mrz}, {rest.mw, 0.0, 0.0}};
    const double v[3][3] = {{k.vtx, k.vty, k.vtz},
                            {k.wrx - along * k.nx, k.wry - along * k.ny, k.wrz - along * k.nz},
                            {along, 0.0, 0.0}};
    const double viscous[3] = {k.viscous_t, k.viscous_r, k.viscous_w},
                 energy[3] = {k.energy_t, k.energy_r, k.energy_w};
    const double energy_at_rest[3] = {rest.energy_t, rest.energy_r, rest.energy_w};
    int mode = (int)c->tested - SCREE_TANGENTIAL;
    double power = 0.0, size = 0.0, speed = 0.0;
    for (int i = 0; i < 3; i++) {
        power -= (f[mode][i] - s[mode][i]) * v[mode][i];
        size += fabs(f[mode][i]) + fabs(s[mode][i]);
        speed += fabs(v[mode][i]);
    }
    if (slips || slip_counts(c, g)) {
        return;
    }
    expect_equal(c, &k, h, energy[mode], energy_at_rest[mode], 1e-11 * energy[mode],
                 "energy, the same at rest");
    if (tested_law(c)->nhistory > 0) {
        expect_equal(c, &k, h, viscous[mode], power, 1e-10 * size * speed,
                     "viscous, power of what is not the spring");
    }
}

// Power that all modes put in.
static double power_of(const scree_contact *k, const scree_contact *motion) {
    const double spin = motion->wrx * motion->nx + motion->wry * motion->ny + motion->wrz * motion->nz;
    return k->fn * motion->vn - (k->ftx * motion->vtx + k->fty * motion->vty + k->ftz * motion->vtz) -
           (k->mrx * motion->wrx + k->mry * motion->wry + k->mrz * motion->wrz) - k->mw * spin;
}

// A bond alone: the forces at rest are those of its springs, the power of the rest is that of its dashpots, over all modes, as the
// shear of unequal bodies turns them too. What it holds, it loses when it breaks.
static void bond_parts(const law_chain *given) {
    law_chain c = *given;
    double h[SCREE_HISTORY_MAX], g[SCREE_HISTORY_MAX];
    for (int slot = 0; slot < SCREE_BOND; slot++) {
        c.law[slot] = -1;
    }
    const char *why, *who;
    assert_true(derive_chain(&c, &why, &who));
    scree_contact k = drawn_contact(&c, h), rest = k;
    k.dt = rest.dt = 0.0;
    k.contact = rest.contact = 0.0;
    rest.vn = rest.vtx = rest.vty = rest.vtz = rest.wrx = rest.wry = rest.wrz = 0.0;
    memcpy(g, h, sizeof g);
    rest = evaluated(&c, SCREE_BOND, rest, g);
    memcpy(g, h, sizeof g);
    k = evaluated(&c, SCREE_BOND, k, g);
    const double energy = k.energy_n + k.energy_t + k.energy_r + k.energy_w,
                 bond = k.bond_energy_n + k.bond_energy_t + k.bond_energy_r + k.bond_energy_w,
                 into = k.bond_power_n + k.bond_power_t + k.bond_power_r + k.bond_power_w;
    const double power = power_of(&k, &k) - power_of(&rest, &k),
                 viscous = k.viscous_n + k.viscous_t + k.viscous_r + k.viscous_w;
    const double force =
        fabs(k.fn) + fabs(k.ftx) + fabs(k.fty) + fabs(k.ftz) + fabs(rest.fn) + fabs(rest.ftx);
    const double moment =
        fabs(k.mrx) + fabs(k.mry) + fabs(k.mrz) + fabs(k.mw) + fabs(rest.mrx) + fabs(rest.mw);
    const double speed = fabs(k.vn) + fabs(k.vtx) + fabs(k.vty) + fabs(k.vtz),
                 spin = fabs(k.wrx) + fabs(k.wry) + fabs(k.wrz);
    const double rest_energy = rest.energy_n + rest.energy_t + rest.energy_r + rest.energy_w;
    expect_equal(&c, &k, h, rest.fn_elastic, rest.fn, 1e-12 * force, "fn_elastic at rest, fn");
    expect_equal(&c, &k, h, k.fn_elastic, rest.fn_elastic, 1e-12 * force, "fn_elastic, the same at rest");
    expect_equal(&c, &k, h, k.fn - k.fn_elastic, k.cn * k.vn, 1e-12 * force, "fn - fn_elastic, cn vn");
    expect_equal(&c, &k, h, energy, rest_energy, 0.0, "energy, the same at rest");
    expect_equal(&c, &k, h, viscous, power, 1e-10 * (force * speed + moment * spin),
                 "viscous, power of the dashpots");
    if (h[0] > 0.0 && k.break_mode > 0.0) {
        expect_equal(&c, &k, h, energy + force + moment, 0.0, 0.0, "force and energy of a broken bond");
        assert_true(bond >= 0.0);
    } else {
        // with bond_smooth the ledger gets both from the power of the forces
        expect_equal(&c, &k, h, bond > 0.0 ? bond : energy, energy, 1e-15 * energy,
                     "energy of the bond, stored energy");
        expect_equal(&c, &k, h, bond > 0.0 ? into : power_of(&rest, &k), power_of(&rest, &k),
                     1e-10 * (force * speed + moment * spin),
                     "power into the bond, power of the forces at rest");
    }
}

static void parts_of(const law_chain *c) {
    if (c->tested == SCREE_BOND) {
        bond_parts(c);
        return;
    }
    if (c->tested <= SCREE_COHESION) {
        normal_parts(c);
    } else if (c->tested <= SCREE_TWISTING) { // the others have no energy of one mode
        other_parts(c);
    }
}

static void elastic_and_viscous_parts(void **state) {
    (void)state;
    for_every_law(100, &corrected, parts_of);
}

// ------------------------------------------------------------------------------------------------ stored energies

// Without adhesion, so that energy is lost only at the largest overlap, which is large enough to test it.
static law_chain without_adhesion(const law_chain *given) {
    static const char *const pull[] = {
        "surface_energy", "adhesion_coefficient",    "constant_pull_off_force", "adhesion_ratio",
        "pull_off_force", "cohesion_energy_density", "adhesion_stiffness_ratio"};
    law_chain c = *given;
    const char *why, *who;
    for (size_t i = 0; i < sizeof pull / sizeof *pull; i++) {
        double *value = param_of(&c, pull[i]);
        if (value) {
            *value = 0.0;
        }
    }
    double *ratio = param_of(&c, "contact_plasticity_ratio"), *depth = param_of(&c, "plasticity_depth"),
           *active = param_of(&c, "active_connector"), *restitution = param_of(&c, "restitution");
    if (ratio) {
        *ratio = fmin(*ratio, 0.95);
    }
    if (depth) {
        *depth = 1.0;
    }
    if (active) {
        *active = 1.0;
    }
    if (restitution) {
        *restitution = fmax(*restitution, 0.3);
    }
    if (!derive_chain(&c, &why, &who)) {
        broken(&c, NULL, NULL, 0, "without adhesion: %s", why);
    }
    return c;
}

// A contact at rest that is new.
static scree_contact resting(double overlap, const scree_contact *like) {
    scree_contact k = *like;
    k.overlap = overlap;
    k.vn = k.vtx = k.vty = k.vtz = k.wrx = k.wry = k.wrz = 0.0;
    k.fresh = 1.0;
    k.dt = 0.0;
    k.begins = 1.0;
    return k;
}

static void unloading_gives_back(const law_chain *given) {
    enum { STEPS = 2000 };
    if (given->tested != SCREE_NORMAL) {
        return;
    }
    law_chain c = without_adhesion(given);
    double h[SCREE_HISTORY_MAX] = {0}, back = 0.0;
    scree_contact k, top;
    draw_contact(&k);
    double deepest = k.overlap;
    top = k = evaluated(&c, SCREE_NORMAL, resting(deepest, &k), h);
    for (int i = 1; i <= STEPS; i++) { // not Simpson's rule, because of the kink where the force ends
        scree_contact next = resting(deepest * (1.0 - (double)i / STEPS), &k);
        next.fresh = 0.0;
        double before = k.fn_elastic;
        k = evaluated(&c, SCREE_NORMAL, next, h);
        back += 0.5 * (before + k.fn_elastic) * deepest / STEPS;
    }
    expect_equal(&c, &top, h, top.energy_n, back, 2e-3 * fabs(back),
                 "energy_n, what an unloading gives back");
}

static double force_size(const law_chain *c, const scree_contact *k) {
    return c->tested == SCREE_TANGENTIAL ? sqrt(k->ftx * k->ftx + k->fty * k->fty + k->ftz * k->ftz)
           : c->tested == SCREE_ROLLING  ? sqrt(k->mrx * k->mrx + k->mry * k->mry + k->mrz * k->mrz)
                                         : fabs(k->mw);
}

static double energy_of(const law_chain *c, const scree_contact *k) {
    return c->tested == SCREE_TANGENTIAL ? k->energy_t
           : c->tested == SCREE_ROLLING  ? k->energy_r
                                         : k->energy_w;
}

// A spring displaced very slowly by x stores half of x times its force, as long as it does not slip: then twice the
// displacement gives twice the force.
static void displacing_puts_in(const law_chain *c) {
    scree_contact k, once, twice;
    if (c->tested <= SCREE_COHESION || c->tested > SCREE_TWISTING || tested_law(c)->nhistory == 0) {
        return;
    }
    draw_contact(&k);
    k = resting(k.overlap, &k);
    for (double way = 1e-3 * k.overlap; way > 1e-14 * k.overlap; way *= 0.1) {
        double h[SCREE_HISTORY_MAX] = {0}, x = c->tested == SCREE_TANGENTIAL ? way : way / k.r_eff,
               slow = 1e-9;
        double side[3], t[3] = {k.nx, k.ny, k.nz};
        evaluated(c, SCREE_TWISTING, k, h);
        once = k;
        once.fresh = 0.0;
        once.dt = once.step = x / slow;
        if (c->tested != SCREE_TWISTING) { // along something normal to n
            side[0] = fabs(k.nx) < 0.6 ? 1.0 : 0.0, side[1] = 1.0 - side[0], side[2] = 0.0;
            t[0] = k.ny * side[2] - k.nz * side[1], t[1] = k.nz * side[0] - k.nx * side[2];
            t[2] = k.nx * side[1] - k.ny * side[0];
        }
        double norm = slow / sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
        if (c->tested == SCREE_TANGENTIAL) {
            once.vtx = norm * t[0], once.vty = norm * t[1], once.vtz = norm * t[2];
        } else {
            once.wrx = norm * t[0], once.wry = norm * t[1], once.wrz = norm * t[2];
        }
        twice = once = evaluated(c, SCREE_TWISTING, once, h);
        twice = evaluated(c, SCREE_TWISTING, twice, h);
        double force = force_size(c, &twice);
        if (force > 0.0 && fabs(force - 2.0 * force_size(c, &once)) < 1e-7 * force) {
            expect_equal(c, &twice, h, energy_of(c, &twice), force * x, 1e-5 * force * x,
                         "energy, work of the slip");
            return;
        }
    }
}

static void stored_energies(void **state) {
    (void)state;
    for_every_law(20, &corrected, unloading_gives_back);
    for_every_law(20, &corrected, displacing_puts_in);
}

// What the tested law itself stores and pulls or pushes with.
static void own_part(const law_chain *c, const scree_contact *k, const double *h, double *energy,
                     double *force) {
    double g[SCREE_HISTORY_MAX];
    memcpy(g, h, sizeof g);
    const scree_contact all = evaluated(c, (int)c->tested, *k, g);
    *energy = all.energy_n, *force = all.fn_elastic;
    if (c->tested == SCREE_COHESION) {
        memcpy(g, h, sizeof g);
        const scree_contact before = evaluated(c, SCREE_NORMAL, *k, g);
        *energy -= before.energy_n, *force -= before.fn_elastic;
    }
}

// A law that says that its energy is known stores the integral of its elastic force from zero overlap to this one, whatever has happened
// before and however the bodies move: the ledger takes it without looking at the work.
static void known_energy(const law_chain *given) {
    enum { PARTS = 400 };
    law_chain copy = *given;
    const law_chain *c = &copy;
    const scree_law *law = tested_law(c);
    const char *why, *who;
    double *ratio = param_of(&copy, "loading_ratio");
    if (ratio) { // then luding is a linear spring
        *ratio = 1.0;
    }
    if (!derive_chain(&copy, &why, &who)) {
        return;
    }
    const scree_known known = law->known ? law->known(c->derived[c->tested]) : SCREE_KNOWN_NOT;
    double h[SCREE_HISTORY_MAX], none[SCREE_HISTORY_MAX] = {0}, energy, fresh, force, sum = 0.0;
    if (known == SCREE_KNOWN_NOT || (law->loses && !ratio)) {
        return;
    }
    scree_contact k = drawn_contact(c, h);
    if (!(k.overlap > 0.0)) {
        return;
    }
    const double deepest = k.overlap;
    own_part(c, &k, h, &energy, &force);
    scree_contact other = resting(deepest, &k);
    other.m_eff *= known == SCREE_KNOWN_OVERLAP ? 3.0 : 1.0;
    own_part(c, &other, none, &fresh, &force);
    expect_equal(c, &k, h, energy, fresh, 1e-14 * fabs(fresh) + 1e-15 * fabs(k.energy_n),
                 "known energy, that of a new contact at rest");
    for (int i = 0; i < PARTS;
         i++) { // by the middles, in the square root of the overlap, where Hertz's force is smooth
        const double root = (i + 0.5) / PARTS;
        other = resting(deepest * root * root, &k);
        own_part(c, &other, none, &fresh, &force);
        sum += force * 2.0 * root * deepest / PARTS;
    }
    expect_equal(c, &k, h, energy, sum, 1e-4 * fabs(sum), "known energy, integral of the force");
}

static void known_energies(void **state) {
    (void)state;
    for_every_law(30, &corrected, known_energy);
}

// The work of a contact along a path of overlaps, J, what it stores at its end, and what it says that it has lost on the way.
typedef struct account {
    double work, stored, lost, least, most;
} account;

// Goes from the overlap of a contact at rest to another one in so many steps, and adds to its account.
static void go_to(const law_chain *c, scree_contact *k, double *h, double overlap, int steps, account *sum) {
    const double from = k->overlap;
    for (int i = 1; i <= steps; i++) {
        scree_contact next = resting(from + (overlap - from) * i / steps, k);
        next.fresh = 0.0;
        const double before = k->fn_elastic, way = next.overlap - k->overlap;
        *k = evaluated(c, SCREE_NORMAL, next, h);
        sum->work += 0.5 * (before + k->fn_elastic) * way;
        sum->lost += k->lost_n;
        sum->stored = k->energy_n;
        sum->least = fmin(sum->least, k->lost_n);
        sum->most = fmax(sum->most, fabs(k->energy_n) + fabs(sum->work));
    }
}

// What a law with a memory says that it loses is its work less what it stores, along any path, and never negative: with four times as many steps the sum of the
// work by trapezoids is a sixteenth off, or about a quarter where branches meet at a kink.
static void losses_of_memory(const law_chain *given) {
    enum { LEGS = 8 };
    const scree_law *law = tested_law(given);
    if (!law->loses || law->known(given->derived[given->tested]) == SCREE_KNOWN_NOT) {
        return;
    }
    double off[2], corner[LEGS], most = 0.0;
    scree_contact start;
    draw_contact(&start);
    const double deepest = fabs(start.overlap) + 1e-9;
    for (int i = 0; i < LEGS; i++) {
        corner[i] = i == LEGS - 1 ? 1e-6 * deepest : deepest * uniform(0.0, 1.0);
    }
    for (int fine = 0; fine < 2; fine++) {
        double h[SCREE_HISTORY_MAX] = {0};
        account sum = {0};
        scree_contact k = evaluated(given, SCREE_NORMAL, resting(1e-9 * deepest, &start), h);
        const double first = k.energy_n; // a field has a potential at touch
        for (int i = 0; i < LEGS; i++) {
            go_to(given, &k, h, corner[i], fine ? 4000 : 1000, &sum);
            off[fine] = fmax(i > 0 ? off[fine] : 0.0, fabs(sum.work - (sum.stored - first) - sum.lost));
        }
        most = sum.most;
        expect_equal(given, &k, h, fmin(sum.least, 0.0), 0.0, 1e-14 * most, "negative loss");
    }
    if (!(off[1] <= fmax(0.3 * off[0], 1e-7 * most) && off[1] <= 1e-3 * most)) {
        broken(given, NULL, NULL, 0, "work less stored and lost: %.3g, then %.3g of %.3g J", off[0], off[1],
               most);
    }
}

// A contact that springs about an overlap below its largest one, as at rest in a bed, loses nothing in 1e5 steps: neither by its word nor in its memory.
static void springs_without_loss(const law_chain *given) {
    const scree_law *law = tested_law(given);
    if (!law->loses || law->known(given->derived[given->tested]) == SCREE_KNOWN_NOT) {
        return;
    }
    double h[SCREE_HISTORY_MAX] = {0}, before[SCREE_HISTORY_MAX];
    account sum = {0};
    scree_contact k;
    draw_contact(&k);
    const double deepest = fabs(k.overlap) + 1e-9;
    k = resting(deepest, &k);
    k = evaluated(given, SCREE_NORMAL, k, h);
    sum.stored = k.energy_n;
    go_to(given, &k, h, deepest * (1.0 - 1e-4), 10, &sum);
    memcpy(before, h, sizeof h);
    sum.lost = 0.0;
    for (int i = 0; i < effort(1000, 1000, 100); i++) {
        go_to(given, &k, h, deepest, 50, &sum);
        go_to(given, &k, h, deepest * (1.0 - 1e-4), 50, &sum);
    }
    expect_equal(given, &k, h, sum.lost, 0.0, 0.0, "loss of a contact that springs");
    assert_memory_equal(before, h, sizeof h);
}

static void memories(void **state) {
    (void)state;
    for_every_law(10, &corrected, losses_of_memory);
    for_every_law(1, &corrected, springs_without_loss);
}

// ------------------------------------------------------------------------------------------------ what a normal law offers

// S: slope of the force in a first loading. kn is the secant, kt Mindlin's ratio 4 G*/E* times S, zeta what cn is over twice
// sqrt(m* S), the area that of Hertz. Without adhesion, which would change all of them.
static void offers(const law_chain *given) {
    if (given->tested != SCREE_NORMAL) {
        return;
    }
    law_chain c = without_adhesion(given);
    double *yields = param_of(&c, "yield_stress");
    const char *why, *who;
    if (yields) { // never
        *yields = 1e14;
        assert_true(derive_chain(&c, &why, &who));
    }
    scree_pairing pair = scree_pairing_of(&c.material[0], &c.material[1]);
    double none[SCREE_HISTORY_MAX] = {0}, h[SCREE_HISTORY_MAX], f[2];
    scree_contact k;
    draw_contact(&k);
    k.dt = k.step = 2e-7;
    k.begins = 0.5;
    k.vn = fabs(k.vn);
    double d = k.overlap, step = 1e-4;
    for (int i = 0; i < 2; i++) {
        memcpy(h, none, sizeof h);
        f[i] = evaluated(&c, SCREE_NORMAL, resting(d * (i ? 1.0 + step : 1.0 - step), &k), h).fn_elastic;
    }
    double slope = (f[1] - f[0]) / (2.0 * step * d);
    memcpy(h, none, sizeof h);
    k = evaluated(&c, SCREE_NORMAL, k, h);
    double limit = is_law(&c, "jkr") ? k.fn_elastic : k.fn; // jkr does not include its dashpot
    expect_equal(&c, &k, none, k.critical, limit > 0.0 ? limit : 0.0, 1e-12 * limit, "critical, the force");
    expect_equal(&c, &k, none, k.radius, sqrt(k.r_eff * d), 1e-9 * k.radius, "radius, that of Hertz");
    if (is_law(&c, "luding")) { // provides its largest stiffness for kt and zeta, that of unloading for kn
        return;
    }
    expect_equal(&c, &k, none, k.kn, k.fn_elastic / d, 1e-9 * k.kn, "kn, fn_elastic over overlap");
    expect_equal(&c, &k, none, k.zeta, 0.5 * k.cn / sqrt(k.m_eff * slope), 1e-6 * k.zeta,
                 "zeta, of cn and the slope");
    if (is_law(&c, "hooke_hysteresis")) { // k1, as LIGGGHTS
        expect_equal(&c, &k, none, k.kt, slope, 1e-6 * k.kt, "kt, the slope");
    } else if (is_law(&c, "lammps_hooke")) {
        expect_equal(&c, &k, none, k.kt, 2.0 / 7.0 * slope, 1e-6 * k.kt, "kt, 2/7 of the slope");
    } else if (is_law(&c, "lammps_hertz")) {
        double given_kt = *param_of(&c, "tangential_modulus"), kn = *param_of(&c, "stiffness");
        double kt = (isinf(given_kt) ? 2.0 / 7.0 * kn : given_kt) * k.radius;
        expect_equal(&c, &k, none, k.kt, kt, 1e-12 * kt, "kt, given or 2/7 of kn, times the radius");
    } else if (is_law(&c, "hooke") && *param_of(&c, "stiffness_from") == 1.0) {
        const double a = c.material[0].young * k.ra, b = c.material[1].young * k.rb,
                     na = c.material[0].poisson, nb = c.material[1].poisson,
                     kt = na * nb > 0.0 ? 2.0 * a * na * b * nb / (a * na + b * nb) : 0.0;
        expect_equal(&c, &k, none, k.kt, kt, 1e-12 * kt, "kt, of nu E r");
    } else if (!(c.traits & SCREE_TRAIT_NO_SOLID)) {
        double kt = 4.0 * pair.g_star / pair.e_star * slope;
        expect_equal(&c, &k, none, k.kt, kt, 1e-6 * kt, "kt, 4 G*/E* times the slope");
    }
}

static void what_normal_laws_offer(void **state) {
    (void)state;
    for_every_law(50, &corrected, offers);
}

int main(void) {
    load_tested_laws();
    kernels = scree_kernels_choose(NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elastic_and_viscous_parts),
        cmocka_unit_test(stored_energies),
        cmocka_unit_test(known_energies),
        cmocka_unit_test(memories),
        cmocka_unit_test(what_normal_laws_offer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
