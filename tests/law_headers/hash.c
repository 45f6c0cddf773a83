// SPDX-License-Identifier: BSD-3-Clause
// Evaluates every law on random contacts and prints a hash of all it returns, a line each. Reads as C, C++ and CUDA: the
// host path of each must print the same. In CUDA every law is also called from a kernel, so that its header compiles for
// the device as it stands.
#include "laws/all.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t next_word(void) { // splitmix64
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double uniform(double low, double high) {
    return low + (double)(next_word() >> 11) * 0x1p-53 * (high - low);
}

static double power_of_ten(double exponent) { // 10^exponent by squares and a line: any value will do
    double x = 1.0;
    for (; exponent >= 1.0; exponent -= 1.0) {
        x *= 10.0;
    }
    for (; exponent < 0.0; exponent += 1.0) {
        x /= 10.0;
    }
    return x * (1.0 + 9.0 * exponent);
}

static void draw_normal(scree_contact *c) {
    double n[3], size;
    do {
        size = 0.0;
        for (int i = 0; i < 3; i++) {
            n[i] = uniform(-1.0, 1.0);
            size += n[i] * n[i];
        }
    } while (size > 1.0 || size < 0.01);
    size = sqrt(size);
    c->nx = n[0] / size;
    c->ny = n[1] / size;
    c->nz = n[2] / size;
}

// A contact of grains of millimetres to centimetres, with what a Hertz normal law would offer those after it.
static scree_contact draw_contact(void) {
    scree_contact c;
    memset(&c, 0, sizeof c);
    draw_normal(&c);
    c.ra = 1e-3 * power_of_ten(uniform(-1.0, 1.0));
    c.rb = 1e-3 * power_of_ten(uniform(-1.0, 1.0));
    c.r_eff = c.ra * c.rb / (c.ra + c.rb);
    c.m_eff = 1e4 * c.r_eff * c.r_eff * c.r_eff;
    c.inertia_eff = 1.4 * c.m_eff * c.r_eff * c.r_eff;
    c.overlap = c.r_eff * power_of_ten(uniform(-6.0, -1.0));
    c.vn = uniform(-1.0, 1.0);
    double v[3], along;
    for (int i = 0; i < 3; i++) {
        v[i] = uniform(-1.0, 1.0);
    }
    along = v[0] * c.nx + v[1] * c.ny + v[2] * c.nz;
    c.vtx = v[0] - along * c.nx;
    c.vty = v[1] - along * c.ny;
    c.vtz = v[2] - along * c.nz;
    c.wrx = uniform(-100.0, 100.0);
    c.wry = uniform(-100.0, 100.0);
    c.wrz = uniform(-100.0, 100.0);
    c.radius = sqrt(c.r_eff * c.overlap);
    c.kn = 1e7 * c.radius;
    c.kt = 0.8 * c.kn;
    c.fn_elastic = c.kn * c.overlap;
    c.zeta = uniform(0.0, 0.5);
    c.cn = c.zeta * sqrt(c.m_eff * c.kn);
    c.fn = c.fn_elastic + c.cn * c.vn;
    c.critical = c.fn > 0.0 ? c.fn : 0.0;
    c.slip_before = c.slip_after = 5e-7;
    return c;
}

// Parameters that derive() takes: defaults, and of what is required or chosen something inside the range.
static void draw_params(const scree_law *law, double *param) {
    for (int p = 0; p < law->nparam; p++) {
        const scree_param_desc *d = &law->param[p];
        double low = d->min, high = d->max;
        param[p] = d->fallback;
        bool optional = d->fallback > 1e300, required = d->fallback != d->fallback; // infinity, NAN
        if (required || (optional && uniform(0.0, 1.0) < 0.5)) {
            param[p] = d->choices    ? low
                       : high > 10.0 ? (low > 1.0 ? low : 1.0) * uniform(1.0, 2e3)
                                     : uniform(0.2, 0.9) * high;
        } else if (!optional && !d->choices && high <= 1.0 && uniform(0.0, 1.0) < 0.3) {
            param[p] = low + uniform(0.1, 0.9) * (high - low);
        }
    }
}

static uint64_t hash_doubles(uint64_t hash, const double *x, size_t n) { // FNV-1a over words
    for (size_t i = 0; i < n; i++) {
        uint64_t word;
        memcpy(&word, x + i, sizeof word);
        hash = (hash ^ word) * 0x100000001b3u;
    }
    return hash;
}

typedef void law_call(const double *derived, scree_contact *c, double *h);

// `contacts` contacts of one law, each evaluated four times as it moves.
static uint64_t hash_law(const scree_law *law, law_call *call, long contacts, long *used) {
    const scree_pairing pair = {{1e7, 2e7}, {0.3, 0.25}, 7.3e6, 1.5e6, &scree_hertz_table};
    uint64_t hash = 0xcbf29ce484222325u;
    double param[SCREE_PARAM_MAX], derived[SCREE_DERIVED_MAX];
    for (long k = 0; k < contacts; k++) {
        if (k % 16 == 0) {
            memset(derived, 0, sizeof derived);
            int tries = 0;
            do {
                draw_params(law, param);
            } while (law->derive(param, &pair, derived) && ++tries < 1000);
            if (tries == 1000) {
                return 0;
            }
        }
        scree_contact c = draw_contact();
        double h[SCREE_HISTORY_MAX] = {0};
        for (int step = 0; step < 4; step++) {
            c.fresh = step == 0 ? 1.0 : 0.0;
            call(derived, &c, h);
            hash = hash_doubles(hash, (const double *)(const void *)&c, sizeof c / sizeof(double));
            hash = hash_doubles(hash, h, SCREE_HISTORY_MAX);
            c.overlap *= uniform(0.6, 1.5);
            c.vn = uniform(-1.0, 1.0);
            (*used)++;
        }
    }
    return hash;
}

#define CALL(law, slot)                                                                                      \
    static void call_##law(const double *derived, scree_contact *c, double *h) {                             \
        scree_##law##_law((const scree_##law *)(const void *)derived, c, h);                                 \
    }
SCREE_LAWS(CALL)

#ifdef __CUDACC__
#define KERNEL(law, slot)                                                                                    \
    __global__ void kernel_##law(const scree_##law *p, scree_contact *c, double *h) {                        \
        scree_##law##_law(p + blockIdx.x, c + threadIdx.x, h + SCREE_HISTORY_MAX * threadIdx.x);             \
    }
SCREE_LAWS(KERNEL)
#endif

int main(int argc, char **argv) {
    long contacts = argc > 1 ? atol(argv[1]) : 10000, used = 0;
    int failed = 0;
#define HASH(law, slot)                                                                                      \
    state = 7;                                                                                               \
    {                                                                                                        \
        uint64_t hash = hash_law(&scree_##law##_table, call_##law, contacts, &used);                         \
        printf("%-24s %016llx\n", #law, (unsigned long long)hash);                                           \
        failed |= hash == 0;                                                                                 \
    }
    SCREE_LAWS(HASH)
    fprintf(stderr, "%ld evaluations\n", used);
    return failed;
}
