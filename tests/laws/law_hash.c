// SPDX-License-Identifier: BSD-3-Clause
// Evaluates every built-in law for a total of 10^6 random contacts, with the scalar functions of the laws' headers, and prints
// a hash of the bits per law. tests/laws/law_headers.sh builds it with every available compiler, as C, C++ and CUDA host code,
// and checks that the hashes are equal. Parameters, partners and histories are drawn as in tests/support/law_draws.h; the
// library links only what is C everywhere: the registry's tables, units, random numbers, elementary functions.
#include "laws/list/all.h"
// the laws must be first, because law_draws.h includes headers in extern "C"
#include "law_draws.h"

enum { CONTACTS = 1000000, MOMENTS = 6 };

typedef void evaluate_law(const void *derived, scree_contact *c, double *h);

#define EVALUATE(law, slot)                                                                                  \
    static void evaluate_##law(const void *derived, scree_contact *c, double *h) {                           \
        scree_##law##_law((const scree_##law *)derived, c, h);                                               \
    }
SCREE_LAWS(EVALUATE)

// In the order of the registry.
#define ENTRY(law, slot) evaluate_##law,
static evaluate_law *const evaluate[] = {SCREE_LAWS(ENTRY)};
#define TABLE(law, slot) &scree_##law##_table,
static const scree_law *const table[] = {SCREE_LAWS(TABLE)};
enum { LAWS = sizeof evaluate / sizeof *evaluate };

// FNV-1a, 64 bits.
static uint64_t hash_number(uint64_t hash, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 8; i++) {
        hash = (hash ^ (bits >> (8 * i) & 255u)) * UINT64_C(1099511628211);
    }
    return hash;
}

static uint64_t hash_outputs(uint64_t hash, const scree_contact *c, const double *h, int n_history) {
#define HASH(f) hash = hash_number(hash, c->f);
    SCREE_CONTACT_RESULTS(HASH)
#undef HASH
    for (int i = 0; i < n_history; i++) {
        hash = hash_number(hash, h[i]);
    }
    return hash;
}

// The constants as this compiler computes them: derive() is in the headers too.
static void derive_here(law_chain *c) {
    scree_pairing pairing = scree_pairing_of(&c->material[0], &c->material[1]);
    pairing.normal = law_of(c, SCREE_NORMAL);
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        if (c->law[slot] >= 0) {
            memset(c->derived[slot], 0, sizeof c->derived[slot]);
            table[c->law[slot]]->derive(c->param[slot], &pairing, c->derived[slot]);
        }
    }
}

static void evaluate_chain(const law_chain *c, scree_contact *k, double *h) {
    k->apart = 0.0;
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        if (c->law[slot] >= 0) {
            evaluate[c->law[slot]](c->derived[slot], k, h + c->h0[slot]);
        }
    }
    for (int i = 0; i < c->n_history && k->apart != 0.0; i++) {
        h[i] = 0.0;
    }
}

int main(void) {
    uint64_t all = UINT64_C(14695981039346656037);
    for (int i = 0; i < LAWS; i++) {
        uint64_t hash = UINT64_C(14695981039346656037);
        draws_begin("hash", table[i], 0);
        for (int n = 0, draw = 0; n < CONTACTS / LAWS; draw++) {
            law_chain c;
            if (!draw_chain(&c, i, draw, false, &everyday)) {
                return 1;
            }
            derive_here(&c);
            for (int contact = 0; contact < 32; contact++) {
                scree_contact k;
                double h[SCREE_HISTORY_MAX] = {0}, dt = log_uniform(1e-8, 1e-4);
                draw_contact(&k);
                draw_bond(&c, &k, h);
                k.dt = k.step = dt;
                k.begins = contact % 2 ? 0.5 : 1.0;
                for (int moment = 0; moment < MOMENTS; moment++, n++) {
                    evaluate_chain(&c, &k, h);
                    hash = hash_outputs(hash, &k, h, c.n_history);
                    const double gap = k.gap;
                    draw_next(&k, &c);
                    draw_next_gap(&c, &k, gap, h);
                }
            }
        }
        printf("%016llx %s %s\n", (unsigned long long)hash, scree_slot_name(table[i]->slot), table[i]->name);
        all = hash_number(all ^ hash, 0.0);
    }
    printf("%016llx all\n", (unsigned long long)all);
    return 0;
}
