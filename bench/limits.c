// SPDX-License-Identifier: BSD-3-Clause
// What this machine can do at best, measured: limits [THREADS ...], a CSV row per quantity and number of threads.
//   triad: a = b + s c in a working set of a given cache, counted as STREAM does: 24 B per element (a store that first
//          fetches its line moves 32; caches that are written back in place do not).
//   muladd: independent chains of a multiplication and an addition in the widest registers, without contraction, as the
//          engine is compiled: a fused multiply-add would be another number.
//   sqrt, div: throughput in a working set of the first cache.
// Compile with -O3 -march=native -ffp-contract=off -fopenmp. Each figure is the best of several tries.
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__AVX512F__)
#define WIDTH 64
#elif defined(__AVX__)
#define WIDTH 32
#else
#define WIDTH 16
#endif
typedef double wide __attribute__((vector_size(WIDTH)));

enum {
    LANES = WIDTH / (int)sizeof(double),
    CHAINS =
        12, // latencies of 4 + 4 cycles on 1 to 2 pipes need at least 8; 12 and two constants fit 16 registers
    SMALL = 1024, // doubles, 8 KiB: two such arrays fit any first cache
    TRIES = 7,
};
static const double SPAN = 0.03; // s of measuring per try

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static volatile double sink; // keeps results from being optimised away

typedef struct job {
    double *a, *b, *c;
    size_t n;
} job;

// Work done per call of a kernel: bytes for the triad, operations for the others.
typedef double kernel(job *j);

static double triad(job *j) {
    double *restrict a = j->a;
    const double *restrict b = j->b, *restrict c = j->c;
    const double s = 1.0 + 1e-9 * b[0];
#pragma omp simd
    for (size_t i = 0; i < j->n; i++) {
        a[i] = b[i] + s * c[i];
    }
    return 24.0 * (double)j->n;
}

static double muladd(job *j) {
    wide chain[CHAINS], m, s;
    for (int l = 0; l < LANES; l++) {
        m[l] = 0.999999 + 1e-12 * j->b[0];
        s[l] = 1e-6;
        for (int k = 0; k < CHAINS; k++) {
            chain[k][l] = 1.0 + 0.01 * k;
        }
    }
    enum { ROUNDS = 20000 };
    for (int r = 0; r < ROUNDS; r++) {
        for (int k = 0; k < CHAINS; k++) {
            chain[k] = chain[k] * m + s;
        }
    }
    for (int k = 1; k < CHAINS; k++) {
        chain[0] += chain[k];
    }
    j->a[0] = chain[0][0];
    return 2.0 * ROUNDS * CHAINS * LANES;
}

static double square_roots(job *j) {
#pragma omp simd
    for (size_t i = 0; i < SMALL; i++) {
        j->a[i] = sqrt(j->b[i]);
    }
    return SMALL;
}

static double divisions(job *j) {
#pragma omp simd
    for (size_t i = 0; i < SMALL; i++) {
        j->a[i] = 1.5 / j->b[i];
    }
    return SMALL;
}

// Best rate of all threads together, 1/s; n: doubles in each of a thread's three arrays. One thread is timed by its processor
// time, as another program may have had the core meanwhile; several by wall time.
static double rate(kernel *k, size_t n, int threads) {
    const clockid_t clock = threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
    double best = 0.0, started = 0.0, done[TRIES] = {0}, took[TRIES] = {0};
#pragma omp parallel num_threads(threads)
    {
        job j = {NULL, NULL, NULL, n};
        j.a = aligned_alloc(4096, (n * sizeof(double) + 4095) / 4096 * 4096);
        j.b = aligned_alloc(4096, (n * sizeof(double) + 4095) / 4096 * 4096);
        j.c = aligned_alloc(4096, (n * sizeof(double) + 4095) / 4096 * 4096);
        for (size_t i = 0; i < n; i++) { // the thread that uses a page touches it first
            j.a[i] = 0.0;
            j.b[i] = 1.0 + (double)(i % 7);
            j.c[i] = 2.0;
        }
        k(&j);
        for (int t = 0; t < TRIES; t++) {
            double work = 0.0;
#pragma omp barrier
#pragma omp master
            started = seconds_of(clock);
#pragma omp barrier
            do { // asking for processor time takes as long as thousands of square roots
                for (size_t done_now = 0; done_now < 1000000; done_now += n) {
                    work += k(&j);
                    __asm__ volatile("" ::: "memory");
                }
            } while (seconds_of(clock) - started < SPAN);
            double end = seconds_of(clock) - started;
#pragma omp critical
            {
                done[t] += work;
                took[t] = end > took[t] ? end : took[t];
            }
        }
#pragma omp critical
        sink = sink + j.a[n / 2];
        free(j.a);
        free(j.b);
        free(j.c);
    }
    for (int t = 0; t < TRIES; t++) {
        double r = done[t] / took[t];
        best = r > best ? r : best;
    }
    return best;
}

// One word about cache `index` of processor 0, from Linux; empty where it does not say.
static void about_cache(int index, const char *what, char word[32]) {
    char path[128];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, what);
    FILE *f = fopen(path, "r");
    if (!f || fscanf(f, "%31s", word) != 1) {
        word[0] = '\0';
    }
    if (f) {
        fclose(f);
    }
}

// Size of the data cache of this level, bytes. Not sysconf: on a rented part of a machine that is the whole machine's.
static double cache(int level, double otherwise) {
    for (int index = 0; index < 8; index++) {
        char of_level[32], type[32], size[32];
        about_cache(index, "level", of_level);
        about_cache(index, "type", type);
        about_cache(index, "size", size);
        if (atoi(of_level) == level && strcmp(type, "Instruction") != 0) {
            return atof(size) * (strchr(size, 'M') ? 1048576.0 : strchr(size, 'K') ? 1024.0 : 1.0);
        }
    }
    return otherwise;
}

int main(int argc, char **argv) {
    const double l2 = cache(2, 524288.0), l3 = cache(3, 8388608.0);
    printf("quantity,threads,value,unit\n");
    printf("l2_size,1,%.0f,B\nl3_size,1,%.0f,B\n", l2, l3);
    for (int a = 1; a < argc || a == 1; a++) {
        int threads = a < argc ? atoi(argv[a]) : 1;
        if (threads < 1 || threads > 4096) {
            fprintf(stderr, "error: '%s' is not a number of threads; usage: limits [THREADS ...]\n", argv[a]);
            return 1;
        }
        // Half of a thread's own second cache; a third of the shared third one; four times that, and 96 MiB at least.
        size_t in_l2 = (size_t)(0.5 * l2 / 24.0), in_l3 = (size_t)(l3 / 3.0 / 24.0) / (size_t)threads;
        double beyond = 4.0 * l3 > 100663296.0 ? 4.0 * l3 : 100663296.0;
        printf("triad_l2,%d,%.4g,B/s\n", threads, rate(triad, in_l2, threads));
        if (in_l3 > in_l2) {
            printf("triad_l3,%d,%.4g,B/s\n", threads, rate(triad, in_l3, threads));
        }
        printf("triad_dram,%d,%.4g,B/s\n", threads, rate(triad, (size_t)(beyond / 24.0), threads));
        printf("muladd,%d,%.4g,flop/s\n", threads, rate(muladd, SMALL, threads));
        printf("sqrt,%d,%.4g,1/s\n", threads, rate(square_roots, SMALL, threads));
        printf("div,%d,%.4g,1/s\n", threads, rate(divisions, SMALL, threads));
    }
    return sink < 0.0;
}
