// SPDX-License-Identifier: BSD-3-Clause
// Free collisions in the engine, step by step, against LIGGGHTS 3.8.0: hooke/hysteresis, hooke, hertz, tangential and
// rolling models, with the conventions of that program (tests/reference/liggghts/cases.csv holds the inputs). Forces see
// half-step velocities there, hence verlet_half_step. The tables have 12 digits; 1e-11 of a column's largest value
// leaves room for the rounding of a thousand steps in another order of operations.
#include "reference.h"

enum { CASE_TEXT = 4096 };
static const double allowed = 1e-11;

static bool is(const table *t, size_t row, const char *column, const char *word) {
    return strcmp(table_text(t, row, column), word) == 0;
}

static scree_vec3 three(const table *t, size_t row, const char *name) {
    char x[40], y[40], z[40];
    snprintf(x, sizeof x, "%sx", name);
    snprintf(y, sizeof y, "%sy", name);
    snprintf(z, sizeof z, "%sz", name);
    return vec3(table_value(t, row, x), table_value(t, row, y), table_value(t, row, z));
}

static char *normal_law(const table *t, size_t row) {
    double e = table_value(t, row, "coefficientRestitution");
    const char *end = is(t, row, "limitForce", "1") ? ", end: limit_force" : "";
    if (is(t, row, "model", "hooke/hysteresis")) { // by the program's own names
        return scree_format(
            "{law: hooke_hysteresis, coefficientRestitution: %.17g, characteristicVelocity: 1, "
            "coefficientMaxElasticStiffness: %.17g, coefficientAdhesionStiffness: %.17g, "
            "coefficientPlasticityDepth: %.17g}",
            e, table_value(t, row, "coefficientMaxElasticStiffness"),
            table_value(t, row, "coefficientAdhesionStiffness"),
            table_value(t, row, "coefficientPlasticityDepth"));
    }
    if (is(t, row, "viscous", "1")) {
        return scree_format("{law: hooke, characteristicVelocity: 1, viscous: on, convention: original, "
                            "FluidViscosity: %.17g, CriticalStokes: %.17g, MaximumRestitution: %.17g}",
                            table_value(t, row, "FluidViscosity"), table_value(t, row, "CriticalStokes"),
                            table_value(t, row, "MaximumRestitution"));
    }
    bool hooke = is(t, row, "model", "hooke");
    return scree_format("{law: %s, restitution: %.17g%s%s}", hooke ? "hooke" : "hertz", e,
                        hooke ? ", characteristic_velocity: 1" : "", end);
}

static char *tangential_law(const table *t, size_t row) {
    double mu = table_value(t, row, "coefficientFriction");
    const char *damped = is(t, row, "tangential_damping", "1") ? "on" : "off";
    if (is(t, row, "tangential", "off")) {
        return scree_strdup("none");
    }
    if (is(t, row, "tangential", "no_history")) {
        return scree_format("{law: coulomb, friction: %.17g, limit: absolute, damping: normal}", mu);
    }
    bool hertz = is(t, row, "model", "hertz");
    return scree_format("{law: %s, preset: liggghts, friction: %.17g, tangential_damping: %s%s}",
                        hertz ? "mindlin" : "linear_spring", mu, damped,
                        is(t, row, "ktToKnUser", "1") ? ", stiffness_ratio: 0.285714286" : "");
}

static char *rolling_law(const table *t, size_t row) {
    if (is(t, row, "rolling", "off")) {
        return scree_strdup("none");
    }
    char *more = is(t, row, "rolling", "epsd3")
                     ? scree_format(", rolling_damping: %.17g, rolling_stiffness: %.17g",
                                    table_value(t, row, "coefficientRollingViscousDamping"),
                                    table_value(t, row, "coeffRollingStiffness"))
                     : scree_strdup("");
    char *law =
        scree_format("{law: %s, convention: original, rolling_friction: %.17g%s}",
                     table_text(t, row, "rolling"), table_value(t, row, "coefficientRollingFriction"), more);
    scree_free(more);
    return law;
}

static bool has_wall(const table *t, size_t row) {
    return isnan(table_value(t, row, "x2x"));
}

static scree_world *world_of_row(const table *t, size_t row, double dt) {
    char *normal = normal_law(t, row), *tangential = tangential_law(t, row), *rolling = rolling_law(t, row);
    scree_particle q[2] = {
        ball(1, table_value(t, row, "R1"), three(t, row, "x1"), three(t, row, "v1"), three(t, row, "w1")),
        ball(2, table_value(t, row, "R2"), three(t, row, "x2"), three(t, row, "v2"), three(t, row, "w2"))};
    q[0].density = table_value(t, row, "rho1");
    q[1].density = table_value(t, row, "rho2");
    char *text = scree_format(
        "time: {end: 1, dt: %.17g, integrator: verlet_half_step, velocity_scale: 1}\n"
        "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
        "contacts: [{between: any, normal: %s, tangential: %s, rolling: %s}]\n%s",
        dt, normal, tangential, rolling,
        has_wall(t, row) ? "walls: {w: {plane: {point: [0,0,0], normal: [1,0,0]}, material: m}}\n" : "");
    scree_free(normal);
    scree_free(tangential);
    scree_free(rolling);
    return world_of_text(text, q, has_wall(t, row) ? 1 : 2);
}

// The columns of a table, computed from the world: particle 1 relative to 2, n from 2 (or the wall) to 1.
typedef struct state {
    double delta, vn, fn, delta_max;
    scree_vec3 ft, w1, w2;
} state;

static state state_of(const scree_world *w, const table *t, size_t row) {
    state s = {0};
    scree_vec3 n = vec3(1, 0, 0), x = place_of(w, 1), v = velocity_of(w, 1);
    if (has_wall(t, row)) {
        s.delta = table_value(t, row, "R1") - x.x;
    } else {
        scree_vec3 d = vec_sub(x, place_of(w, 2));
        n = vec_unit(d);
        s.delta = table_value(t, row, "R1") + table_value(t, row, "R2") - vec_norm(d);
        v = vec_sub(v, velocity_of(w, 2));
        s.w2 = spin_of(w, 2);
    }
    size_t i = index_of_id(w, 1);
    scree_vec3 f = vec3(w->p.f[i].fx, w->p.f[i].fy, w->p.f[i].fz);
    s.vn = vec_dot(v, n);
    s.fn = vec_dot(f, n);
    s.ft = vec_add_scaled(f, -s.fn, n);
    s.w1 = spin_of(w, 1);
    s.delta_max = w->pairs.n_history > 0 && w->pairs.n > 0 ? w->pairs.history[0] : 0.0;
    return s;
}

static bool has_column(const table *t, const char *name) {
    for (size_t c = 0; c < t->columns; c++) {
        if (strcmp(t->name[c], name) == 0) {
            return true;
        }
    }
    return false;
}

// Largest deviation so far of the columns of one quantity, relative to the largest value in any of them.
static void note(double *worst, const table *t, size_t row, const char *const *column, const double *is_,
                 int n, const char *of) {
    double scale = 0.0, off = 0.0;
    for (int k = 0; k < n; k++) {
        bool there = has_column(t, column[k]); // columns of zeros are left out
        double wanted = there ? table_value(t, row, column[k]) : 0.0;
        scale = there ? fmax(scale, table_scale(t, column[k])) : scale;
        off = fmax(off, isnan(wanted) ? 0.0 : fabs(is_[k] - wanted));
    }
    double relative = scale > 0.0 ? off / scale : off;
    *worst = fmax(*worst, relative);
    if (!(relative <= allowed)) {
        fail_msg("%s, row %zu: %s.. is %.17g, off by %.3g of the largest", of, row, column[0], is_[0],
                 relative);
    }
}

static void compare(double *worst, const table *t, size_t row, const state *s, const char *name) {
    static const char *const scalar[] = {"delta_m", "vn_m_s", "Fn_N", "deltaMax_m"};
    static const char *const ft[] = {"Ftx_N", "Fty_N", "Ftz_N"};
    static const char *const w[] = {"w1x", "w1y", "w1z", "w2x", "w2y", "w2z"};
    const double value[] = {s->delta, s->vn, s->fn, s->delta_max};
    const double force[] = {s->ft.x, s->ft.y, s->ft.z};
    const double spin[] = {s->w1.x, s->w1.y, s->w1.z, s->w2.x, s->w2.y, s->w2.z};
    for (int k = 0; k < 3 + has_column(t, "deltaMax_m"); k++) {
        note(&worst[k], t, row, &scalar[k], &value[k], 1, name);
    }
    if (has_column(t, "Fty_N")) {
        note(&worst[4], t, row, ft, force, 3, name);
        note(&worst[5], t, row, w, spin, 6, name);
    }
}

static void final_state(const scree_world *w, const table *t, size_t row, const char *name) {
    double v = vec_norm(three(t, row, "v1_final")), spin = vec_norm(three(t, row, "w1_final"));
    for (int k = 1; k <= (has_wall(t, row) ? 1 : 2); k++) {
        uint64_t id = (uint64_t)k;
        expect_vec_near(velocity_of(w, id), three(t, row, k == 1 ? "v1_final" : "v2_final"), allowed * v,
                        name);
        expect_vec_near(spin_of(w, id), three(t, row, k == 1 ? "w1_final" : "w2_final"),
                        allowed * (spin + 1e-3 * v / table_value(t, row, "R1")), name);
    }
}

static void step_by_step(void **ignored) {
    (void)ignored;
    table t = table_read("liggghts/cases.csv");
    for (size_t row = 0; row < t.rows; row++) {
        const char *name = table_text(&t, row, "case");
        char *file = scree_format("liggghts/%s.csv", name);
        table steps = table_read(file);
        scree_world *w = world_of_row(&t, row, table_value(&t, row, "dt"));
        double worst[6] = {0};
        for (size_t k = 0; k < steps.rows; k++) {
            advance(w, (uint64_t)table_value(&steps, k, "step") - w->step);
            state s = state_of(w, &t, row);
            compare(worst, &steps, k, &s, name);
        }
        advance(w, (uint64_t)table_value(&t, row, "nsteps") - w->step);
        final_state(w, &t, row, name);
        print_message("%-30s delta %.1e vn %.1e Fn %.1e dmax %.1e Ft %.1e w %.1e\n", name, worst[0], worst[1],
                      worst[2], worst[3], worst[4], worst[5]);
        scree_world_destroy(w);
        table_free(&steps);
        scree_free(file);
    }
    table_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(step_by_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
