// SPDX-License-Identifier: BSD-3-Clause
// Mixing of the values of two materials: the rule of every parameter of every law, the results of the rules, and E* and G* of
// the pair.
#include "laws/list/registry.h"
#include "world_of_text.h"
#include <string.h>

// Springs of two bodies in series have the harmonic mean of their stiffnesses, in N/m or over a contact radius in Pa (for the
// force per overlap of a pair of equal ones), and so have conductivities; works of adhesion and equivalent pressures the geometric mean (Berthelot's rule); limits of slip and yield, and
// damping in WooDEM, the smaller one; all others the mean.
static bool is_among(const char *const *names, const char *name) {
    while (*names && strcmp(*names, name) != 0) {
        names++;
    }
    return *names != NULL;
}

static scree_mix rule_of(const scree_law *law, const scree_param_desc *d) {
    if (law->slot == SCREE_BOND) { // as everywhere: stiffnesses of bodies in series, the weaker strength
        static const char *const
            stiff[] = {"bond_young", "bond_stiffness", "bond_kr",    "bond_ks",
                       "bond_kb",    "bond_kt",        "wire_young", NULL},
            *const strong[] = {
                "bond_tension",  "bond_shear",       "bond_fr",    "bond_fs",       "bond_tb", "bond_tt",
                "bond_cohesion", "bond_crack_onset", "wire_yield", "wire_diameter", NULL};
        return is_among(stiff, d->name)    ? SCREE_MIX_HARMONIC
               : is_among(strong, d->name) ? SCREE_MIX_MIN
                                           : SCREE_MIX_MEAN;
    }
    if (law->slot == SCREE_LIQUID) {
        return SCREE_MIX_MEAN; // of the liquid, which is between both bodies
    }
    bool luding = strcmp(law->name, "luding") == 0;
    bool pressure = law->slot == SCREE_NORMAL &&
                    (strcmp(d->name, "stiffness") == 0 || strstr(d->name, "tangential_modulus") ||
                     strcmp(d->name, "stiffness_per_radius") == 0);
    if (strcmp(d->unit, "N/m") == 0 || pressure ||
        (law->slot == SCREE_HEAT &&
         (strstr(d->name, "conductivity") || strcmp(d->name, "real_young") == 0))) {
        return SCREE_MIX_HARMONIC;
    }
    if (strcmp(d->name, "surface_energy") == 0 || strcmp(d->name, "cohesion_energy_density") == 0) {
        return SCREE_MIX_GEOMETRIC;
    }
    if (strcmp(d->name, "yield_stress") == 0 || strcmp(d->name, "hardness") == 0 ||
        strcmp(d->name, "flow_stress") == 0 ||
        (luding && (strstr(d->name, "friction") || strstr(d->name, "viscosity") ||
                    strcmp(d->name, "dynamic_ratio") == 0))) {
        return SCREE_MIX_MIN;
    }
    return SCREE_MIX_MEAN;
}

static void rules(void **state) {
    (void)state;
    int n, mixed = 0;
    const scree_law *const *law = scree_laws(&n);
    for (int i = 0; i < n; i++) {
        for (int p = 0; p < law[i]->nparam; p++) {
            const scree_param_desc *d = &law[i]->param[p];
            if (d->mix != SCREE_MIX_NONE && d->mix != rule_of(law[i], d)) {
                fail_msg("%s law %s: %s is mixed by the %s", scree_slot_name(law[i]->slot), law[i]->name,
                         d->name, scree_mix_name(d->mix));
            }
            mixed += d->mix != SCREE_MIX_NONE;
        }
    }
    assert_true(mixed > 50);
}

static void numbers(void **state) {
    (void)state;
    const struct {
        scree_mix mix;
        double a, b, wanted;
    } table[] = {
        {SCREE_MIX_MEAN, 2.0, 8.0, 5.0},      {SCREE_MIX_MIN, 2.0, 8.0, 2.0},
        {SCREE_MIX_MAX, 2.0, 8.0, 8.0},       {SCREE_MIX_HARMONIC, 2.0, 8.0, 3.2},
        {SCREE_MIX_GEOMETRIC, 2.0, 8.0, 4.0}, {SCREE_MIX_HARMONIC, 0.0, 0.0, 0.0},
        {SCREE_MIX_MEAN, 0.0, 8.0, 4.0},      {SCREE_MIX_HARMONIC, 0.0, 8.0, 0.0},
        {SCREE_MIX_GEOMETRIC, 0.0, 8.0, 0.0},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        assert_true(scree_mix_apply(table[k].mix, table[k].a, table[k].b) == table[k].wanted);
        assert_true(scree_mix_apply(table[k].mix, table[k].b, table[k].a) == table[k].wanted);
    }
}

// Of 10 MPa and 0.2 with 3 MPa and 0.4: 1/E* = 0.96 / 10 MPa + 0.84 / 3 MPa, and 1/G* = 1.8 * 2.4 / 10 MPa + 1.6 * 2.8 /
// 3 MPa as 1/G = 2 (1 + nu) / E.
static void moduli(void **state) {
    (void)state;
    scree_material_def a = {.young = 1e7, .poisson = 0.2}, b = {.young = 3e6, .poisson = 0.4};
    scree_pairing p = scree_pairing_of(&a, &b), q = scree_pairing_of(&b, &a);
    expect_near(p.e_star, 1.0 / (9.6e-8 + 2.8e-7), 1e-8, "E*");
    expect_near(p.g_star, 1.0 / (4.32e-7 + 4.48e-6 / 3.0), 1e-8, "G*");
    expect_near(q.e_star, p.e_star, 1e-8, "E* the other way round");
    expect_near(q.g_star, p.g_star, 1e-8, "G* the other way round");
    b.shear_modulus = 5e6; // its own
    p = scree_pairing_of(&a, &b);
    expect_near(p.e_star, q.e_star, 0.0, "E* does not depend on G");
    expect_near(p.g_star, 1.0 / (4.32e-7 + 1.6 / 5e6), 1e-8, "G* with a G of its own");
    assert_true(p.young[0] == 1e7 && p.young[1] == 3e6 && p.poisson[0] == 0.2 && p.poisson[1] == 0.4);
    assert_true(q.young[0] == 3e6 && q.young[1] == 1e7 && q.poisson[0] == 0.4 && q.poisson[1] == 0.2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules),
        cmocka_unit_test(numbers),
        cmocka_unit_test(moduli),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
