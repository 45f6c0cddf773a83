// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 600
// No law makes energy: 10 000 random collisions of two spinning spheres in the engine for every law, head-on to grazing,
// part of them with the plain partners it needs, part with random laws in all other senses; and no work can be had from
// driving one contact slowly around closed paths of overlap, slip, roll and twist, nor is more stored than was put in.
// Corrected forms only. SCREE_TEST_LAWS=library: see law_batch.h. SCREE_LAW_WORLDS=n: n times 100 collisions.
#include "law_batch.h"
#include "world_of_text.h"
#include <time.h>

enum { PAIRS = 100, STEPS_PER_CONTACT = 60 };
#ifdef NDEBUG
static int worlds = 100; // a minute for all laws
#else
static int worlds = 4; // the sanitizers look for other things, and are slow
#endif

static scree_vec3 direction(void) {
    double d[3];
    draw_direction(d);
    return vec3(d[0], d[1], d[2]);
}

static scree_case *case_of(const law_chain *chain) {
    scree_case *c = case_of_text(
        "time: {end: 1 s, dt: 1 ns}\n"
        "search: {skin: 2 mm}\n"
        "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 1, friction: 0}}\n");
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        c->pair[0].law[slot] = chain->law[slot];
        memcpy(c->pair[0].param[slot], chain->param[slot], sizeof chain->param[slot]);
    }
    c->material.data[0].young = chain->material[0].young;
    c->material.data[0].poisson = chain->material[0].poisson;
    return c;
}

// ------------------------------------------------------------------------------------------------------- collisions

// Pairs of spheres just out of reach of each other, approaching at random angles.
typedef struct encounter {
    law_chain chain;
    int pairs;
    scree_particle q[2 * PAIRS];
    double vn[PAIRS], gap[PAIRS], time[PAIRS]; // normal speed; way to the reach of each other; collision time
} encounter;

static double effective(double a, double b) {
    return a * b / (a + b);
}

// cosine and speed: of the approach, times up to 1.4.
static void draw_pair(encounter *e, uint64_t k, double least_cosine, double least_speed) {
    scree_particle *q = &e->q[2 * k];
    double ra = 1e-3 * uniform(1.0, 1.5), rb = 1e-3 * uniform(1.0, 1.5);
    double cosine = least_cosine * uniform(1.0, 1.4), speed = least_speed * uniform(1.0, 1.4);
    scree_vec3 n = direction(), side = vec_unit(vec_cross(n, direction()));
    scree_vec3 v =
        vec_add(vec_scale(cosine * speed, n), vec_scale(sqrt(1.0 - cosine * cosine) * speed, side));
    scree_vec3 drift = direction(), wa = direction(), wb = direction(), x = vec3(0.02 * (double)k, 0.0, 0.0);
    drift = vec_scale(uniform(0, 0.1), drift);
    double spin = chance(0.3) ? 0.0 : speed / 1e-3;
    wa = vec_scale(uniform(0, spin), wa);
    wb = vec_scale(uniform(0, spin), wb);
    double field = e->chain.traits & SCREE_TRAIT_FIELD ? reach_of(&e->chain, effective(ra, rb)) : 0.0;
    e->gap[k] = field + 1e-6 * (ra + rb);
    q[0] = ball(2 * k + 1, ra, x, vec_add(drift, vec_scale(0.5, v)), wa);
    q[1] = ball(2 * k + 2, rb, vec_add_scaled(x, ra + rb + e->gap[k], n), vec_add(drift, vec_scale(-0.5, v)),
                wb);
    e->vn[k] = cosine * speed;
    double ma = q[0].density * 4.0 / 3.0 * SCREE_PI * ra * ra * ra;
    double mb = q[1].density * 4.0 / 3.0 * SCREE_PI * rb * rb * rb;
    e->time[k] =
        law_of(&e->chain, SCREE_NORMAL)
            ->collision_time(e->chain.derived[SCREE_NORMAL], effective(ma, mb), effective(ra, rb), e->vn[k]);
}

static double shortest_time(const encounter *e) {
    double t = INFINITY;
    for (int k = 0; k < e->pairs; k++) {
        t = fmin(t, e->time[k]);
    }
    return t;
}

static double longest_time(const encounter *e) {
    double t = 0.0;
    for (int k = 0; k < e->pairs; k++) {
        t = fmax(t, e->time[k] + 2.0 * e->gap[k] / e->vn[k]);
    }
    return t;
}

// Pairs of a world are about equally fast and oblique, grazing in one world of four, so that their collisions take about
// equally long. False: the slowest takes too many times the fastest to be followed in its steps.
static bool draw_pairs(encounter *e, bool grazing) {
    double cosine = grazing ? log_uniform(0.002, 0.1) : uniform(0.05, 0.71), speed = uniform(0.1, 0.71);
    for (uint64_t k = 0; k < PAIRS; k++) {
        draw_pair(e, k, cosine, speed);
    }
    return longest_time(e) < 10.0 * shortest_time(e);
}

// Kinetic energy of every pair, and whether it is out of reach and leaving.
static int look(const encounter *e, const scree_world *w, double *energy, bool *left) {
    size_t at[2 * PAIRS];
    int gone = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        at[w->p.id[i] - 1] = i;
    }
    for (int k = 0; k < e->pairs; k++) {
        energy[k] = 0.0;
        for (int j = 0; j < 2; j++) {
            size_t i = at[2 * k + j];
            const scree_vel *v = &w->p.motion[i].v;
            const scree_spin *s = &w->p.motion[i].w;
            double inertia = 0.4 * v->m * w->p.x[i].r * w->p.x[i].r;
            energy[k] += 0.5 * v->m * (v->x * v->x + v->y * v->y + v->z * v->z) +
                         0.5 * inertia * (s->x * s->x + s->y * s->y + s->z * s->z);
        }
        const scree_pos *a = &w->p.x[at[2 * k]], *b = &w->p.x[at[2 * k + 1]];
        const scree_vel *va = &w->p.motion[at[2 * k]].v, *vb = &w->p.motion[at[2 * k + 1]].v;
        scree_vec3 d = vec3(b->x - a->x, b->y - a->y, b->z - a->z);
        scree_vec3 v = vec3(vb->x - va->x, vb->y - va->y, vb->z - va->z);
        double reach = a->r + b->r + reach_of(&e->chain, effective(a->r, b->r));
        left[k] = vec_norm(d) > reach && vec_dot(d, v) > 0.0;
        gone += left[k];
    }
    return gone;
}

typedef struct gain {
    double worst; // relative
    int pair;     // whose
    int ended;    // pairs that came apart again; -1: the engine raised its alarm
} gain;

static void nothing_to_restore(scree_world *w, void *context) {
    (void)w, (void)context;
}

// As from a checkpoint of spheres apart: without the audits of a start, which follow a collision of their own.
static void begin_with(scree_world *w, double dt) {
    scree_report *r = scree_report_create();
    w->case_->dt = w->dt = dt;
    scree_status status = scree_world_continue(w, nothing_to_restore, NULL, r);
    expect_no_errors(r);
    assert_int_equal(status, SCREE_OK);
    scree_report_destroy(r);
}

// False where the engine stops because of bad numbers: overlaps beyond a radius, as a rule.
static bool advance_quietly(scree_world *w, uint64_t steps) {
    scree_report *r = scree_report_create();
    scree_status status = SCREE_OK;
    for (uint64_t k = 0; k < steps && status == SCREE_OK; k++) {
        status = scree_world_step(w, r);
    }
    scree_report_destroy(r);
    return status == SCREE_OK;
}

// All pairs collide with so many steps in the shortest contact. Runs until every pair has parted, or none does any more.
static gain collide(const encounter *e, int steps) {
    double before[PAIRS], after[PAIRS] = {0}, longest = longest_time(e);
    bool left[PAIRS];
    gain g = {-INFINITY, -1, 0};
    scree_world *w = world_of_case(case_of(&e->chain), e->q, 2 * (size_t)e->pairs, 1, NULL);
    begin_with(w, shortest_time(e) / steps);
    look(e, w, before, left);
    double duration = 1.4 * longest; // damping makes contacts longer, softer loading more so
    for (int look_again = 8, ended = 0; look_again > 0 && g.ended < e->pairs; look_again--) {
        if (!advance_quietly(w, (uint64_t)(duration / w->dt))) {
            g.ended = -1;
            break;
        }
        g.ended = look(e, w, after, left);
        look_again = g.ended == ended && ended > 0 ? 0 : look_again; // the others stick
        ended = g.ended;
        duration = ended > 0 ? 0.7 * longest : 1.5 * duration;
    }
    for (int k = 0; k < e->pairs && g.ended >= 0; k++) {
        double more = after[k] / before[k] - 1.0;
        if (left[k] && more > g.worst) {
            g.worst = more;
            g.pair = k;
        }
    }
    scree_world_destroy(w);
    return g;
}

// A gain that the time step makes goes away with the step; what a law makes stays. Returns how many pairs parted; -1: the
// engine stopped.
static int expect_no_gain(const encounter *e) {
    static encounter worst;
    int steps = STEPS_PER_CONTACT;
    gain first = collide(e, steps), now = first;
    const double enough = fmax(1e-6, 0.02 * first.worst);
    if (now.ended < 0 || now.worst <= 1e-6) {
        return now.ended;
    }
    worst.chain = e->chain;
    worst.pairs = 1;
    memcpy(worst.q, e->q + 2 * first.pair, 2 * sizeof *worst.q);
    worst.q[0].id = 1;
    worst.q[1].id = 2;
    worst.vn[0] = e->vn[first.pair];
    worst.gap[0] = e->gap[first.pair];
    worst.time[0] = e->time[first.pair];
    while (now.ended >= 0 && now.worst > (steps > STEPS_PER_CONTACT ? enough : 1e-6) &&
           steps < 512 * STEPS_PER_CONTACT) {
        steps *= 8;
        now = collide(&worst, steps);
    }
    if (now.worst > enough) {
        const scree_particle *q = worst.q;
        broken(&e->chain, NULL, NULL, 0,
               "a collision gained %.3g of its energy (%.3g with %d steps per contact): radii %.17g, %.17g, "
               "n (%.9g, %.9g, %.9g), v (%.9g, %.9g, %.9g), spins (%.9g, %.9g, %.9g), (%.9g, %.9g, %.9g)",
               now.worst, first.worst, STEPS_PER_CONTACT, q[0].radius, q[1].radius, q[1].x.x - q[0].x.x,
               q[1].x.y - q[0].x.y, q[1].x.z - q[0].x.z, q[0].v.x - q[1].v.x, q[0].v.y - q[1].v.y,
               q[0].v.z - q[1].v.z, q[0].w.x, q[0].w.y, q[0].w.z, q[1].w.x, q[1].w.y, q[1].w.z);
    }
    return first.ended;
}

static void collisions_of(int index) {
    static encounter e;
    int ended = 0, refused = 0;
    clock_t begun = clock();
    for (int k = 0; k < worlds; k++) {
        e.pairs = PAIRS;
        e.chain = drawn_chain(index, k < 2 * worlds / 5 ? 0 : k, true, &corrected);
        int some = draw_pairs(&e, k % 4 == 3) ? expect_no_gain(&e) : -1;
        if (some < 0 && refused < 3 * worlds) {
            refused++; // too many steps, spheres too soft, pulls too strong
            k--;
        } else {
            ended += some > 0 ? some : 0;
        }
    }
    if (ended < worlds * PAIRS / 10) {
        broken(&e.chain, NULL, NULL, 0, "only %d of %d collisions ended: the rest says nothing", ended,
               worlds * PAIRS);
    }
    if (getenv("SCREE_TEST_VERBOSE")) {
        print_message("%s: %d collisions ended, %d draws refused, %.1f s\n", law_at(index)->name, ended,
                      refused, (double)(clock() - begun) / CLOCKS_PER_SEC);
    }
}

static void no_energy_made(void **state) {
    (void)state;
    for_each_tested(collisions_of);
}

// ------------------------------------------------------------------------------------------------------ closed paths

enum { LEGS = 5, STEPS_PER_LEG = 1000, PATHS = 6 };

typedef struct corner {
    double overlap;
    scree_vec3 slip, roll; // m, rad; roll.z is the twist, the normal is z
} corner;

static scree_vec3 in_plane(double size) {
    double x = uniform(-1, 1), y = uniform(-1, 1);
    return vec_scale(size, vec3(x, y, 0));
}

// Slips are small against the overlap too, so that springs hold; many legs change the overlap or the sides alone. The
// first leg makes the contact, the last one ends it: at no overlap, or out of reach.
static corner next_corner(const law_chain *chain, const corner *at, int leg, double size, double reach) {
    double slip = size * log_uniform(0.01, 1.0), roll = 1e3 * size * log_uniform(0.01, 1.0);
    corner to;
    to.overlap = size * uniform(0.1, 1);
    to.slip = in_plane(slip);
    to.roll = in_plane(roll);
    to.roll.z = roll * uniform(-1, 1);
    double kind = leg == 0 ? 1.0 : leg == LEGS - 1 ? 0.0 : uniform(0, 1);
    if ((chain->traits & SCREE_TRAIT_NECK) && chance(0.2) && leg > 0) {
        to.overlap = -reach * uniform(0, 0.9);
    }
    to.overlap = leg == LEGS - 1 ? -1.01 * reach : kind > 0.4 && kind < 0.8 ? at->overlap : to.overlap;
    to.slip = kind <= 0.4 ? at->slip : to.slip;
    to.roll = kind <= 0.4 ? at->roll : to.roll;
    return to;
}

// Rates that lead a batch of equal contacts from corner to corner in one leg with steps of 1 s.
static void set_rates(scree_batch *b, const corner *at, const corner *to) {
    for (int k = 0; k < b->n; k++) {
        scree_vec3 v = vec_scale(1.0 / STEPS_PER_LEG, vec_sub(to[k].slip, at[k].slip));
        scree_vec3 u = vec_scale(1.0 / STEPS_PER_LEG, vec_sub(to[k].roll, at[k].roll));
        b->vn[k] = (to[k].overlap - at[k].overlap) / STEPS_PER_LEG;
        b->vtx[k] = v.x;
        b->vty[k] = v.y;
        b->wrx[k] = u.x;
        b->wry[k] = u.y;
        b->wrz[k] = u.z;
    }
}

// As the engine does it: contacts that touch or hold see all laws, bodies in a field the first two, others none.
static void evaluate(const law_chain *chain, const scree_kernels *kernels, scree_batch *b, double reach) {
    static scree_batch near; // large
    scree_law_set all = set_up_to(chain, SCREE_TWISTING), field = set_up_to(chain, SCREE_COHESION);
    double neck = chain->traits & SCREE_TRAIT_NECK ? reach : 0.0;
    double far = chain->traits & SCREE_TRAIT_FIELD ? reach : 0.0;
    if (far > 0.0) {
        near = *b;
        memset(near.h, 0, sizeof near.h);
        for (int k = 0; k < b->n; k++) {
            near.fresh[k] = 1.0;
        }
        kernels->laws(&field, &near);
    }
    double fresh[SCREE_BATCH];
    memcpy(fresh, b->fresh, sizeof fresh);
    kernels->laws(&all, b);
    for (int k = 0; k < b->n; k++) {
        bool holds = b->overlap[k] > 0.0 || (fresh[k] == 0.0 && b->overlap[k] > -neck);
        bool within_field = !holds && b->overlap[k] > -far;
        for (int r = 0; r < OUTPUT_ROWS && !holds; r++) {
            row_at(b, &output_rows[r])[k] = within_field ? row_of(&near, &output_rows[r])[k] : 0.0;
        }
        for (int h = 0; h < chain->n_history && !holds; h++) {
            b->h[h][k] = 0.0;
        }
        b->fresh[k] = !holds || b->apart[k] != 0.0;
    }
}

// What went into each contact of a batch, and what it stored.
typedef struct account {
    double work, pulled; // J; pulled: largest work of the normal sense either way
    double stored;       // J: largest of the senses after the normal one and a little of that
    double all;          // J, largest of all senses
    double overdrawn;    // J, the most that was stored beyond what had been put in
} account;

static void add_step(const scree_batch *b, account *a, double *normal_work) {
    for (int k = 0; k < b->n; k++) {
        double n = b->fn[k] * b->vn[k];
        double other = -b->ftx[k] * b->vtx[k] - b->fty[k] * b->vty[k] - b->mrx[k] * b->wrx[k] -
                       b->mry[k] * b->wry[k] - b->mrz[k] * b->wrz[k] - b->mw[k] * b->wrz[k];
        double before = a[k].work;
        normal_work[k] += n;
        a[k].work += n + other;
        a[k].pulled = fmax(a[k].pulled, fabs(normal_work[k]));
        double energy = b->energy_t[k] + b->energy_r[k] + b->energy_w[k];
        a[k].stored = fmax(a[k].stored, energy + 1e-2 * b->energy_n[k]);
        energy += b->energy_n[k];
        a[k].all = fmax(a[k].all, energy);
        a[k].overdrawn = fmax(a[k].overdrawn, energy - fmax(before, a[k].work)); // energy is of mid-step
    }
}

// The contacts of a batch go around paths of their own, so slowly that dashpots do nothing.
static void go_around(const law_chain *chain) {
    static scree_batch b; // large
    corner at[SCREE_BATCH], to[SCREE_BATCH];
    account a[SCREE_BATCH];
    double normal_work[SCREE_BATCH] = {0};
    const double r_eff = 1e-3, mass = 3e-5, reach = reach_of(chain, r_eff), size = log_uniform(1e-7, 3e-5);
    const scree_kernels *kernels = scree_kernels_choose(NULL);
    memset(&b, 0, sizeof b);
    memset(at, 0, sizeof at);
    memset(a, 0, sizeof a);
    b.n = SCREE_BATCH;
    b.slip_before = b.slip_after = 0.5;
    for (int k = 0; k < b.n; k++) {
        b.ra[k] = b.rb[k] = 2.0 * r_eff;
        b.r_eff[k] = r_eff;
        b.m_eff[k] = mass;
        b.inertia_eff[k] = 1.4 * mass * r_eff * r_eff;
        b.nz[k] = b.fresh[k] = 1.0;
        at[k].overlap = chain->traits & SCREE_TRAIT_FIELD ? -reach : 0.0;
    }
    char path[LEGS][SCREE_BATCH][96];
    for (int leg = 0; leg < LEGS; leg++) {
        for (int k = 0; k < b.n; k++) {
            to[k] = next_corner(chain, &at[k], leg, size, reach);
            snprintf(path[leg][k], sizeof path[leg][k], "%.4g (%.3g %.3g) (%.3g %.3g %.3g)", to[k].overlap,
                     to[k].slip.x, to[k].slip.y, to[k].roll.x, to[k].roll.y, to[k].roll.z);
        }
        set_rates(&b, at, to);
        for (int step = 0; step < STEPS_PER_LEG; step++) {
            for (int k = 0; k < b.n; k++) {
                b.overlap[k] = at[k].overlap + (to[k].overlap - at[k].overlap) * (step + 0.5) / STEPS_PER_LEG;
            }
            evaluate(chain, kernels, &b, reach);
            add_step(&b, a, normal_work);
        }
        memcpy(at, to, sizeof at);
    }
    for (int k = 0; k < b.n; k++) {
        // Rounding of the sum over the steps is 2e-4; a pull that ends within a step is known to that step.
        double trace = 1e-9 * 1e4 * size * size; // of a spring of 1e4 N/m: less is rounding
        double scale = trace + a[k].stored + (is_adhesive(chain) ? 4.0 * a[k].pulled : 0.0);
        if (!(a[k].work >= -1e-3 * scale)) {
            broken(chain, NULL, NULL, 0,
                   "a closed path gave %.3g J, %.3g of the energy stored on it; overlap (slip) (roll and "
                   "twist): "
                   "0, %s, %s, %s, %s, %s",
                   -a[k].work, -a[k].work / a[k].all, path[0][k], path[1][k], path[2][k], path[3][k],
                   path[4][k]);
        }
        if (!is_adhesive(chain) && !(a[k].overdrawn <= 5e-3 * (trace + a[k].all))) {
            broken(
                chain, NULL, NULL, 0,
                "%.3g J more is stored than was put in, of at most %.3g J; overlap (slip) (roll and twist): "
                "0, %s, %s, %s, %s, %s",
                a[k].overdrawn, a[k].all, path[0][k], path[1][k], path[2][k], path[3][k], path[4][k]);
        }
    }
}

static void paths_of(int index) {
    for (int k = 0; k < 2 * PATHS; k++) {
        law_chain c = drawn_chain(index, k < PATHS ? 0 : k, true, &corrected);
        go_around(&c);
    }
}

static void no_work_from_closed_paths(void **state) {
    (void)state;
    for_each_tested(paths_of);
}

int main(void) {
    const char *asked = getenv("SCREE_LAW_WORLDS");
    worlds = asked ? atoi(asked) : worlds;
    load_tested_laws();
    draws_seed.stream = 11;
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_work_from_closed_paths),
                                       cmocka_unit_test(no_energy_made)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
