// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// No law makes energy: 10 000 random collisions of two spinning spheres, head-on to grazing, for every combination of
// the registered normal, tangential and rolling laws with random parameters, in the engine itself; and no work can be had
// from driving one contact slowly around closed paths of overlap, slip and roll.
#include "base/random.h"
#include "step/kernels.h"
#include "world_of_text.h"

enum { PAIRS = 100, WORLDS = 100, STEPS_PER_CONTACT = 60 };

static scree_random seed = {5, 11, 0, 0};

static double uniform(double low, double high) {
    seed.index++;
    seed.lane = 0;
    return low + scree_random_uniform(&seed) * (high - low);
}
static scree_vec3 direction(void) {
    scree_vec3 d;
    do {
        d = vec3(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    } while (vec_norm2(d) > 1.0 || vec_norm2(d) < 0.01);
    return vec_unit(d);
}

static const double stiffness = 1e4, mass = 3e-5; // N/m, kg: the scale of contacts between these spheres

// Allowed by the table, and what the time step resolves: pure numbers up to 1, springs up to the normal one.
static double draw(const scree_param_desc *d) {
    if (d->choices) {
        return floor(uniform(d->min, d->max + 1.0 - 1e-9));
    }
    if (strcmp(d->unit, "N/m") == 0) {
        return d->min == 0.0 && uniform(0, 1) < 0.5 ? 0.0 : stiffness * uniform(0.2, 1.0);
    }
    if (strcmp(d->unit, "N s/m") == 0) {
        return uniform(0, 1) < 0.5 ? 0.0 : sqrt(mass * stiffness) * uniform(0.01, 1.0);
    }
    assert_string_equal(d->unit, "1"); // a law with other units needs its everyday range here
    return uniform(d->min, fmin(d->max, 1.0));
}

static void choose_laws(scree_case *c, const int law[3]) {
    static const scree_slot slot[3] = {SCREE_NORMAL, SCREE_TANGENTIAL, SCREE_ROLLING};
    int n;
    const scree_law *const *all = scree_laws(&n);
    for (int k = 0; k < SCREE_SLOT_COUNT; k++) {
        c->pair[0].law[k] = -1;
    }
    for (int k = 0; k < 3; k++) {
        c->pair[0].law[slot[k]] = law[k];
        for (int p = 0; law[k] >= 0 && p < all[law[k]]->nparam; p++) {
            c->pair[0].param[slot[k]][p] = draw(&all[law[k]]->param[p]);
        }
    }
}

// Pair k: two spheres near the k-th place of a row, just apart, approaching at a random angle. Returns the normal speed.
static double draw_pair(scree_particle *q, uint64_t k, bool grazing) {
    double r[2] = {1e-3 * uniform(1.0, 1.5), 1e-3 * uniform(1.0, 1.5)};
    double cosine = grazing ? uniform(0.002, 0.1) : uniform(0.05, 1.0), speed = uniform(0.1, 1.0);
    scree_vec3 n = direction(), side = vec_unit(vec_cross(n, direction()));
    scree_vec3 v =
        vec_add(vec_scale(cosine * speed, n), vec_scale(sqrt(1.0 - cosine * cosine) * speed, side));
    scree_vec3 x = vec3(0.02 * (double)k, 0.0, 0.0), drift = vec_scale(uniform(0, 0.1), direction());
    double spin = speed / 1e-3 * (uniform(0, 1) < 0.3 ? 0.0 : 1.0);
    scree_vec3 w = vec_scale(uniform(0, spin), direction()), u = vec_scale(uniform(0, spin), direction());
    q[0] = ball(2 * k + 1, r[0], x, vec_add(drift, vec_scale(0.5, v)), w);
    q[1] = ball(2 * k + 2, r[1], vec_add_scaled(x, (r[0] + r[1]) * (1 + 1e-6), n),
                vec_add(drift, vec_scale(-0.5, v)), u);
    return cosine * speed;
}

static double effective(double a, double b) {
    return a * b / (a + b);
}

static scree_case *make_case(const int law[3]) {
    scree_case *c = case_of_text(
        "time: {end: 1 s, dt: 1 ns}\n"
        "search: {skin: 2 mm}\n"
        "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 1, friction: 0}}\n");
    choose_laws(c, law);
    return c;
}

// Storage is sorted by place when the list is made, so energies are gathered by id.
static void energies(const scree_world *w, double *e) {
    memset(e, 0, PAIRS * sizeof *e);
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_vel *v = &w->p.v[i];
        const scree_spin *s = &w->p.w[i];
        double inertia = 0.4 * v->m * w->p.x[i].r * w->p.x[i].r;
        e[(w->p.id[i] - 1) / 2] += 0.5 * v->m * (v->x * v->x + v->y * v->y + v->z * v->z) +
                                   0.5 * inertia * (s->x * s->x + s->y * s->y + s->z * s->z);
    }
}

static double worst_gain(const int law[3], bool grazing) {
    int n;
    const scree_law *normal = scree_laws(&n)[law[0]];
    scree_particle q[2 * PAIRS];
    double vn[PAIRS], before[PAIRS], after[PAIRS], shortest = INFINITY, longest = 0.0, worst = 0.0;
    for (uint64_t k = 0; k < PAIRS; k++) {
        vn[k] = draw_pair(&q[2 * k], k, grazing);
    }
    scree_world *w = world_of_case(make_case(law), q, 2 * PAIRS, 1, NULL);
    for (int k = 0; k < PAIRS; k++) {
        double t = normal->collision_time(w->laws[0].step[0].derived,
                                          effective(w->p.v[2 * k].m, w->p.v[2 * k + 1].m),
                                          effective(q[2 * k].radius, q[2 * k + 1].radius), vn[k]);
        shortest = fmin(shortest, t);
        longest = fmax(longest, t + 2e-6 * (q[2 * k].radius + q[2 * k + 1].radius) / vn[k]);
    }
    w->case_->dt = shortest / STEPS_PER_CONTACT;
    begin(w);
    energies(w, before);
    advance(w, (uint64_t)(1.4 * longest / w->dt)); // damping makes contacts longer
    energies(w, after);
    for (int k = 0; k < PAIRS; k++) {
        worst = fmax(worst, after[k] / before[k] - 1.0);
    }
    scree_world_destroy(w);
    return worst;
}

static void no_energy_made(void **state) {
    (void)state;
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int a = 0; a < n; a++) {
        for (int t = -1; t < n; t++) {
            for (int r = -1; r < n; r++) {
                if (law[a]->slot != SCREE_NORMAL || (t >= 0 && law[t]->slot != SCREE_TANGENTIAL) ||
                    (r >= 0 && law[r]->slot != SCREE_ROLLING)) {
                    continue;
                }
                double worst = 0.0;
                for (int k = 0; k < WORLDS; k++) {
                    worst = fmax(worst, worst_gain((int[3]){a, t, r}, k % 4 == 3));
                }
                // what the time step loses stays below what it gains: the worst of 10 000 is a loss
                if (worst > 1e-6) {
                    fail_msg("%s, %s, %s: a collision gained %.3g of its energy", law[a]->name,
                             t < 0 ? "none" : law[t]->name, r < 0 ? "none" : law[r]->name, worst);
                }
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------------ closed paths

enum { LEGS = 5, STEPS_PER_LEG = 1000, PATHS = 8 };

typedef struct corner {
    double overlap;
    scree_vec3 slip, roll; // m, rad; in the plane of the contact
} corner;

// Slips are small against the overlap too, so that springs hold; many legs change the overlap or the sides alone.
static corner next_corner(const corner *at, int leg) {
    double slip = 1e-6 * pow(10.0, uniform(-2, 0)), roll = 1e-3 * pow(10.0, uniform(-2, 0));
    corner to = {1e-6 * uniform(0.1, 1), vec_scale(slip, vec3(uniform(-1, 1), uniform(-1, 1), 0)),
                 vec_scale(roll, vec3(uniform(-1, 1), uniform(-1, 1), 0))};
    double kind = leg == 0 ? 1.0 : leg == LEGS - 1 ? 0.0 : uniform(0, 1);
    to.overlap = leg == LEGS - 1 ? 0.0 : kind > 0.4 && kind < 0.8 ? at->overlap : to.overlap;
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
    }
}

// The contacts of a batch go around paths of their own, from no overlap to no overlap, so slowly that dashpots do
// nothing. Returns the least work put in, over the largest energy stored on the way.
static double least_work(const scree_world *w) {
    static scree_batch b; // large
    corner at[SCREE_BATCH], to[SCREE_BATCH];
    double work[SCREE_BATCH] = {0}, stored[SCREE_BATCH] = {0}, least = INFINITY;
    const scree_law_set *set = &w->laws[0];
    memset(&b, 0, sizeof b);
    memset(at, 0, sizeof at);
    b.n = SCREE_BATCH;
    b.slip_before = b.slip_after = 0.5;
    for (int k = 0; k < b.n; k++) {
        b.ra[k] = b.rb[k] = 2e-3;
        b.r_eff[k] = 1e-3;
        b.m_eff[k] = mass;
        b.inertia_eff[k] = 1.4 * mass * 1e-6;
        b.nz[k] = 1.0;
    }
    for (int leg = 0; leg < LEGS; leg++) {
        for (int k = 0; k < b.n; k++) {
            to[k] = next_corner(&at[k], leg);
        }
        set_rates(&b, at, to);
        for (int step = 0; step < STEPS_PER_LEG; step++) {
            for (int k = 0; k < b.n; k++) {
                b.overlap[k] = at[k].overlap + (to[k].overlap - at[k].overlap) * (step + 0.5) / STEPS_PER_LEG;
            }
            for (int j = 0; j < set->n; j++) {
                w->kernels->stage(set->step[j].law, set->step[j].derived, &b, set->step[j].h0);
            }
            for (int k = 0; k < b.n; k++) {
                work[k] += (b.fn[k] * b.vn[k] - b.ftx[k] * b.vtx[k] - b.fty[k] * b.vty[k] -
                            b.mrx[k] * b.wrx[k] - b.mry[k] * b.wry[k]);
                stored[k] = fmax(stored[k], b.energy_t[k] + b.energy_r[k] + 1e-3 * b.energy_n[k]);
            }
        }
        memcpy(at, to, sizeof at);
    }
    for (int k = 0; k < b.n; k++) {
        least = fmin(least, work[k] / stored[k]);
    }
    return least;
}

static void no_work_from_closed_paths(void **state) {
    (void)state;
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int a = 0; a < n; a++) {
        for (int t = -1; t < n; t++) {
            for (int r = -1; r < n; r++) {
                if (law[a]->slot != SCREE_NORMAL || (t >= 0 && law[t]->slot != SCREE_TANGENTIAL) ||
                    (r >= 0 && law[r]->slot != SCREE_ROLLING)) {
                    continue;
                }
                double least = INFINITY;
                for (int k = 0; k < PATHS; k++) {
                    scree_world *w = world_of_case(make_case((int[3]){a, t, r}), NULL, 0, 1, NULL);
                    least = fmin(least, least_work(w));
                    scree_world_destroy(w);
                }
                if (!(least > -1e-3)) { // rounding of the sum over the steps is 2e-4
                    fail_msg("%s, %s, %s: a closed path gave %.3g of the energy stored on it", law[a]->name,
                             t < 0 ? "none" : law[t]->name, r < 0 ? "none" : law[r]->name, -least);
                }
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_work_from_closed_paths),
                                       cmocka_unit_test(no_energy_made)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
