// SPDX-License-Identifier: BSD-3-Clause
// The hot loops, compiled once per instruction set (SCREE_ISA). No contraction, no libm but sqrt and fabs: the same
// bits whatever the vector width. Forces are kept per pair and summed per particle in the order of the partners' ids,
// so threads never write to the same place and the order of the list never shows.
#include "step/kernels.h"
#include "laws/all.h"
#include "laws/law_stage.inc"
#include "search/rebuild.h"
#include "step/law_set.h"
#include <math.h>
#include <string.h>

#define SCREE_GLUE_(a, b) a##b
#define SCREE_GLUE(a, b) SCREE_GLUE_(a, b)
#define SCREE_TEXT_(a) #a
#define SCREE_TEXT(a) SCREE_TEXT_(a)

SCREE_LAWS_BY(SCREE_STAGE, SCREE_STAGE_VARIANTS)

#define SCREE_STAGE_ENTRY(law, slot) stage_##law,
static scree_stage *const stages[] = {SCREE_LAWS(SCREE_STAGE_ENTRY)};

enum { AHEAD = 12 }; // items between a prefetch and its use

// A batch being filled: where its contacts came from, and what was gathered of the two bodies.
typedef struct work {
    scree_batch b;
    uint32_t pair[SCREE_BATCH];
    double la[SCREE_BATCH], lb[SCREE_BATCH]; // lever arms, m
    double wall_v[3][SCREE_BATCH];           // velocity of the wall's surface
    int touches;                             // 0: bodies within a field that do not touch
    // The 32-byte records of both bodies, by row: x y z r, vx vy vz m, wx wy wz -.
    double xa[4][SCREE_BATCH], xb[4][SCREE_BATCH], va[4][SCREE_BATCH], vb[4][SCREE_BATCH], wa[4][SCREE_BATCH],
        wb[4][SCREE_BATCH];
} work;

// Four doubles; on processors without 32-byte registers the compiler makes two halves of it, same bits.
typedef double four __attribute__((vector_size(32), aligned(8)));

// Four records, one per contact, become four rows: lane k .. k+3 of each.
SCREE_LAW void transpose(const four *r0, const four *r1, const four *r2, const four *r3,
                         double (*row)[SCREE_BATCH], int k) {
    four a = *r0, b = *r1, c = *r2, d = *r3;
    four ab_low = __builtin_shufflevector(a, b, 0, 4, 2, 6),
         ab_high = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    four cd_low = __builtin_shufflevector(c, d, 0, 4, 2, 6),
         cd_high = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    *(four *)&row[0][k] = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
    *(four *)&row[1][k] = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
    *(four *)&row[2][k] = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
    *(four *)&row[3][k] = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

// Which of the pairs touch: writes their numbers, returns how many. Pairs that have just come apart are cleared. With a
// reach beyond touch, pairs within a field that do not touch go to the far list.
SCREE_LAW int select_touching(const scree_pair_job *job, size_t first, int n, uint32_t *out, int periodic,
                              int reaching, uint32_t *far, int *n_far) {
    const scree_world *w = job->world;
    const scree_pos *x = w->p.x;
    const scree_pair *pair = w->pairs.pair + first;
    const uint8_t *was = w->pairs.touching + first;
    int touching = 0, apart = 0, fields = 0;
    uint32_t separated[SCREE_BATCH + 1];
    for (int k = 0; k < n; k++) {
        __builtin_prefetch(x + pair[k + AHEAD < n ? k + AHEAD : k].b);
        const scree_pos *a = x + pair[k].a, *b = x + pair[k].b;
        double d[3] = {b->x - a->x, b->y - a->y, b->z - a->z};
        if (periodic) {
            for (int axis = 0; axis < 3; axis++) {
                d[axis] = vec_nearest_image(d[axis], job->half_length[axis], job->length[axis]);
            }
        }
        double reach = a->r + b->r, d2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        uint32_t index = (uint32_t)(first + (size_t)k);
        if (reaching) {
            double held = reach + (was[k] == 1 ? job->neck : 0.0), beyond = reach + job->field;
            int near = d2 >= held * held && d2 < beyond * beyond;
            far[fields] = index;
            fields += near;
            reach = near ? INFINITY : held; // a pair in a field is neither touching nor to be cleared
        }
        int yes = d2 < reach * reach;
        out[touching] = index;
        touching += yes && reach < INFINITY;
        separated[apart] = index;
        apart += (was[k] != 0) & !yes;
    }
    for (int k = 0; k < apart; k++) {
        scree_pairs_close((scree_pairs *)&w->pairs, job->class, separated[k]);
    }
    *n_far = fields;
    return touching;
}

// Relative motion at the contact from the velocities of both bodies and their spins times lever arms.
SCREE_LAW void set_motion(scree_batch *b, int k, scree_vec3 dv, scree_vec3 arm_spin, scree_vec3 dw) {
    double nx = b->nx[k], ny = b->ny[k], nz = b->nz[k];
    double ux = dv.x + (arm_spin.y * nz - arm_spin.z * ny);
    double uy = dv.y + (arm_spin.z * nx - arm_spin.x * nz);
    double uz = dv.z + (arm_spin.x * ny - arm_spin.y * nx);
    double vn = ux * nx + uy * ny + uz * nz;
    b->vn[k] = vn;
    b->vtx[k] = ux - vn * nx;
    b->vty[k] = uy - vn * ny;
    b->vtz[k] = uz - vn * nz;
    b->wrx[k] = dw.x;
    b->wry[k] = dw.y;
    b->wrz[k] = dw.z;
}

SCREE_LAW double rolling_inertia(double m, double r) {
    return 1.4 * m * (r * r); // of a sphere about its surface point
}

// Records of all particle pairs in the batch, four contacts at a time; the last group is filled up with copies.
static void gather_particle_pairs(const scree_pair_job *job, work *q) {
    const scree_particles *p = &job->world->p;
    const scree_pair *pairs = job->world->pairs.pair;
    const int n = q->b.n;
    for (int k = 0; k < n; k += 4) {
        scree_pair pair[4];
        for (int j = 0; j < 4; j++) {
            pair[j] = pairs[q->pair[k + j < n ? k + j : n - 1]];
        }
#define SCREE_GATHER(array, side, rows)                                                                      \
    transpose((const four *)&p->array[pair[0].side], (const four *)&p->array[pair[1].side],                  \
              (const four *)&p->array[pair[2].side], (const four *)&p->array[pair[3].side], q->rows, k)
        SCREE_GATHER(x, a, xa);
        SCREE_GATHER(x, b, xb);
        SCREE_GATHER(v, a, va);
        SCREE_GATHER(v, b, vb);
        SCREE_GATHER(w, a, wa);
        SCREE_GATHER(w, b, wb);
    }
}

// Geometry and motion of the gathered particle pairs, all lanes at once.
static void derive_particle_pairs(const scree_pair_job *job, work *restrict q) {
    const double hx = job->half_length[0], hy = job->half_length[1], hz = job->half_length[2];
    const double lx = job->length[0], ly = job->length[1], lz = job->length[2];
    scree_batch *b = &q->b;
#pragma omp simd
    for (int k = 0; k < b->n; k++) {
        double dx = vec_nearest_image(q->xb[0][k] - q->xa[0][k], hx, lx);
        double dy = vec_nearest_image(q->xb[1][k] - q->xa[1][k], hy, ly);
        double dz = vec_nearest_image(q->xb[2][k] - q->xa[2][k], hz, lz);
        double ra = q->xa[3][k], rb = q->xb[3][k], ma = q->va[3][k], mb = q->vb[3][k];
        double distance = sqrt(dx * dx + dy * dy + dz * dz);
        double inverse = distance > 0.0 ? 1.0 / distance : 0.0;
        double overlap = (ra + rb) - distance;
        b->overlap[k] = overlap;
        b->nx[k] =
            distance > 0.0 ? dx * inverse : 1.0; // coincident centres: any direction, the alarm reports them
        b->ny[k] = dy * inverse;
        b->nz[k] = dz * inverse;
        double la = ra - 0.5 * overlap, lb = rb - 0.5 * overlap;
        q->la[k] = la;
        q->lb[k] = lb;
        b->ra[k] = ra;
        b->rb[k] = rb;
        b->r_eff[k] = (ra * rb) / (ra + rb);
        b->m_eff[k] = (ma * mb) / (ma + mb);
        double ia = rolling_inertia(ma, ra), ib = rolling_inertia(mb, rb);
        b->inertia_eff[k] = (ia * ib) / (ia + ib);
        double wax = q->wa[0][k], way = q->wa[1][k], waz = q->wa[2][k];
        double wbx = q->wb[0][k], wby = q->wb[1][k], wbz = q->wb[2][k];
        scree_vec3 dv = {q->va[0][k] - q->vb[0][k], q->va[1][k] - q->vb[1][k], q->va[2][k] - q->vb[2][k]};
        scree_vec3 spin = {la * wax + lb * wbx, la * way + lb * wby, la * waz + lb * wbz};
        scree_vec3 dw = {wax - wbx, way - wby, waz - wbz};
        set_motion(b, k, dv, spin, dw);
    }
}

static void gather_wall_pair(const scree_pair_job *job, work *q, int k, size_t index) {
    const scree_particles *p = &job->world->p;
    const scree_pairs *pairs = &job->world->pairs;
    const scree_wall_touch *t = pairs->touch + (index - pairs->first_wall_pair);
    const scree_wall *wall = &job->world->wall.data[job->class->wall];
    uint32_t i = pairs->pair[index].a;
    double r = p->x[i].r, m = p->v[i].m;
    scree_batch *b = &q->b;
    b->overlap[k] = t->overlap;
    b->nx[k] = t->nx;
    b->ny[k] = t->ny;
    b->nz[k] = t->nz;
    double la = r - 0.5 * t->overlap;
    q->la[k] = la;
    q->lb[k] = 0.0;
    q->wall_v[0][k] = t->vx;
    q->wall_v[1][k] = t->vy;
    q->wall_v[2][k] = t->vz;
    b->ra[k] = b->rb[k] = b->r_eff[k] = r;
    b->m_eff[k] = m;
    b->inertia_eff[k] = rolling_inertia(m, r);
    const scree_vel *v = p->v + i;
    const scree_spin *w = p->w + i;
    scree_vec3 dv = {v->x - t->vx, v->y - t->vy, v->z - t->vz};
    scree_vec3 spin = {la * w->x, la * w->y, la * w->z};
    scree_vec3 dw = {w->x - wall->spin.x, w->y - wall->spin.y, w->z - wall->spin.z};
    set_motion(b, k, dv, spin, dw);
}

// Fills the lanes after the last contact with copies of it, so that stages may run on whole vectors.
static void pad(work *q, int n_history) {
    scree_batch *b = &q->b;
    int n = b->n, last = n - 1;
    for (int k = n; k < ((n + 7) & ~7); k++) {
#define SCREE_COPY_LANE(f) b->f[k] = b->f[last];
        SCREE_CONTACT_GEOMETRY(SCREE_COPY_LANE)
        for (int i = 0; i < n_history; i++) {
            b->h[i][k] = b->h[i][last];
        }
    }
}

static void load_history(const scree_pair_job *job, work *q) {
    int nh = job->class->n_history;
    const double *base = job->world->pairs.history + job->class->history;
    for (int k = 0; k < q->b.n; k++) {
        q->b.fresh[k] = job->world->pairs.touching[q->pair[k]] == 1 ? 0.0 : 1.0;
        const double *h = base + (q->pair[k] - job->class->first) * (size_t)nh;
        for (int i = 0; i < nh; i++) {
            q->b.h[i][k] = h[i];
        }
    }
}

// Rows that no law of the set will write are zero for good.
static void clear_unused_rows(const scree_law_set *set, scree_batch *b, int lanes) {
    int written = 0;
    for (int s = 0; s < set->n; s++) {
        written |= 1 << set->step[s].slot;
    }
#define SCREE_CLEAR(f) memset(b->f, 0, (size_t)lanes * sizeof *b->f);
    if (!(written & 1 << SCREE_NORMAL)) {
        SCREE_CONTACT_NORMAL(SCREE_CLEAR)
    }
    if (!(written & 1 << SCREE_TANGENTIAL)) {
        SCREE_CONTACT_TANGENTIAL(SCREE_CLEAR)
    }
    if (!(written & 1 << SCREE_ROLLING)) {
        SCREE_CONTACT_ROLLING(SCREE_CLEAR)
    }
    if (!(written & 1 << SCREE_TWISTING)) {
        SCREE_CONTACT_TWISTING(SCREE_CLEAR)
    }
}

static void run_laws(const scree_law_set *set, scree_batch *b) {
    for (int s = 0; s < set->n; s++) {
        const scree_law_step *step = &set->step[s];
        (step->user ? step->user : stages[step->law])(step->derived, b, step->h0);
    }
}

// Contacts that a law has found to have ended beyond touch: nothing acts, nothing is remembered.
static void clear_apart(scree_batch *b, int n_history) {
    for (int k = 0; k < b->n; k++) {
        if (b->apart[k] != 0.0) {
#define SCREE_CLEAR_LANE(f) b->f[k] = 0.0;
            SCREE_CONTACT_NORMAL(SCREE_CLEAR_LANE)
            SCREE_CONTACT_TANGENTIAL(SCREE_CLEAR_LANE)
            SCREE_CONTACT_ROLLING(SCREE_CLEAR_LANE)
            SCREE_CONTACT_TWISTING(SCREE_CLEAR_LANE)
            for (int i = 0; i < n_history; i++) {
                b->h[i][k] = 0.0;
            }
            b->apart[k] = 1.0;
        }
    }
}

// Forces and history back to the pairs. Force on a: -fn n + ft at la n; on b the opposite at -lb n.
static void store(const scree_pair_job *job, work *q) {
    scree_pairs *pairs = (scree_pairs *)&job->world->pairs;
    const scree_batch *b = &q->b;
    int nh = job->class->n_history;
    double *base = pairs->history + job->class->history;
    for (int k = 0; k < b->n; k++) {
        size_t index = q->pair[k];
        double nx = b->nx[k], ny = b->ny[k], nz = b->nz[k], fn = b->fn[k];
        double tx = b->ftx[k], ty = b->fty[k], tz = b->ftz[k];
        double cx = ny * tz - nz * ty, cy = nz * tx - nx * tz, cz = nx * ty - ny * tx;
        pairs->force[index] =
            (scree_pair_force){tx - fn * nx, ty - fn * ny, tz - fn * nz, q->la[k], cx, cy, cz, q->lb[k]};
        if (pairs->moment) {
            double mw = b->mw[k];
            pairs->moment[index] =
                (scree_pair_moment){b->mrx[k] + mw * nx, b->mry[k] + mw * ny, b->mrz[k] + mw * nz, 0.0};
        }
        pairs->touching[index] = !q->touches ? 2 : b->apart[k] == 0.0;
        double *h = base + (index - job->class->first) * (size_t)nh;
        for (int i = 0; i < nh; i++) {
            h[i] = b->h[i][k];
        }
    }
}

// Adds the contacts' values in eight running lanes, the same eight for every vector width, each in twice the precision.
#define SCREE_SUM(to, term)                                                                                  \
    {                                                                                                        \
        double high[8] = {0}, low[8] = {0};                                                                  \
        for (int k = 0; k < n; k += 8) {                                                                     \
            for (int lane = 0; lane < 8; lane++) {                                                           \
                int i = k + lane;                                                                            \
                double x = i < n ? (term) : 0.0; /* copies count nothing */                                  \
                double t = high[lane] + x, z = t - high[lane];                                               \
                low[lane] += (high[lane] - (t - z)) + (x - z);                                               \
                high[lane] = t;                                                                              \
            }                                                                                                \
        }                                                                                                    \
        for (int lane = 0; lane < 8; lane++) {                                                               \
            const scree_wide one = {high[lane], low[lane]};                                                  \
            scree_wide_join(&(to), &one);                                                                    \
        }                                                                                                    \
    }

// What the motion puts into the contacts, force times relative velocity by sense, and what they take and store.
static void add_senses(const scree_law_set *set, const scree_batch *b, scree_wide (*to)[SCREE_SENSES]) {
    const int n = b->n;
    int has = 0;
    for (int s = 0; s < set->n; s++) {
        has |= 1 << set->step[s].slot;
    }
    if (has & 1 << SCREE_NORMAL) {
        SCREE_SUM(to[0][0], b->fn[i] * b->vn[i])
        SCREE_SUM(to[1][0], b->viscous_n[i])
        SCREE_SUM(to[2][0], b->energy_n[i])
    }
    if (has & 1 << SCREE_TANGENTIAL) {
        SCREE_SUM(to[0][1], -(b->ftx[i] * b->vtx[i] + b->fty[i] * b->vty[i] + b->ftz[i] * b->vtz[i]))
        SCREE_SUM(to[1][1], b->viscous_t[i])
        SCREE_SUM(to[2][1], b->energy_t[i])
    }
    if (has & 1 << SCREE_ROLLING) {
        SCREE_SUM(to[0][2], -(b->mrx[i] * b->wrx[i] + b->mry[i] * b->wry[i] + b->mrz[i] * b->wrz[i]))
        SCREE_SUM(to[1][2], b->viscous_r[i])
        SCREE_SUM(to[2][2], b->energy_r[i])
    }
    if (has & 1 << SCREE_TWISTING) {
        SCREE_SUM(to[0][3], -b->mw[i] * (b->wrx[i] * b->nx[i] + b->wry[i] * b->ny[i] + b->wrz[i] * b->nz[i]))
        SCREE_SUM(to[1][3], b->viscous_w[i])
        SCREE_SUM(to[2][3], b->energy_w[i])
    }
}

static void add_sums(const scree_pair_job *job, work *q, scree_chunk_sums *s) {
    scree_batch *b = &q->b;
    const int wall = job->class->wall >= 0, n = b->n;
    // r_eff <= the smaller radius <= 2 r_eff; for equal spheres r = 2 r_eff
    const double per_radius = wall ? 1.0 : 0.5;
    add_senses(job->laws, b, s->senses);
    for (int k = 0; k < n; k++) {
        double relative = per_radius * b->overlap[k] / b->r_eff[k];
        s->worst = relative > s->worst ? relative : s->worst;
    }
    for (int k = 0; wall && k < n; k++) {
        const scree_pair_force *f = job->world->pairs.force + q->pair[k];
        const scree_vec3 spin = job->world->wall.data[job->class->wall].spin;
        double along = spin.x * b->nx[k] + spin.y * b->ny[k] + spin.z * b->nz[k];
        double power = f->fx * q->wall_v[0][k] + f->fy * q->wall_v[1][k] + f->fz * q->wall_v[2][k] +
                       ((b->mrx[k] * spin.x + b->mry[k] * spin.y + b->mrz[k] * spin.z) + b->mw[k] * along);
        scree_wide_add(&s->wall_power, power);
    }
    for (int k = 0; k < n; k++) {
        s->contacts += q->touches && b->apart[k] == 0.0;
    }
}

static void finish(const scree_pair_job *job, work *q, scree_chunk_sums *sums) {
    if (q->b.n == 0) {
        return;
    }
    if (job->class->wall < 0) {
        gather_particle_pairs(job, q);
        derive_particle_pairs(job, q);
    }
    load_history(job, q);
    pad(q, job->class->n_history);
    run_laws(job->laws, &q->b);
    if (job->laws->traits & (SCREE_TRAIT_NECK | SCREE_TRAIT_FIELD)) {
        clear_apart(&q->b, job->class->n_history);
    }
    store(job, q);
    add_sums(job, q, sums);
    q->b.n = 0;
}

// What the gather and the store of these pairs will need; beyond the inner caches this hides most of the latency.
static void prefetch_touching(const scree_pair_job *job, const uint32_t *touching, int m) {
    const scree_particles *p = &job->world->p;
    const scree_pairs *pairs = &job->world->pairs;
    if (job->class->wall >= 0) {
        return;
    }
    for (int j = 0; j < m; j++) {
        scree_pair pair = pairs->pair[touching[j]];
        __builtin_prefetch(p->v + pair.a);
        __builtin_prefetch(p->v + pair.b);
        __builtin_prefetch(p->w + pair.a);
        __builtin_prefetch(p->w + pair.b);
    }
}

// Pairs within a field that do not touch: the normal and cohesion laws alone, with no history before or after.
static void evaluate_far(const scree_pair_job *job, const uint32_t *far, int n, scree_chunk_sums *sums) {
    work q;
    scree_law_set set = scree_law_set_far(job->laws);
    clear_unused_rows(&set, &q.b, SCREE_BATCH);
    q.touches = 0;
    q.b.slip_before = q.b.slip_after = 0.0;
    q.b.n = n;
    for (int k = 0; k < n; k++) {
        q.pair[k] = far[k];
        if (job->class->wall >= 0) {
            gather_wall_pair(job, &q, k, far[k]);
        }
    }
    const scree_law_set *all = job->laws;
    scree_pair_job alone = *job;
    alone.laws = &set;
    if (n > 0) {
        finish(&alone, &q, sums);
        for (int k = 0; k < n; k++) {
            double *h = job->world->pairs.history + job->class->history +
                        (far[k] - job->class->first) * (size_t)all->n_history;
            memset(h, 0, (size_t)all->n_history * sizeof *h);
        }
    }
}

static void evaluate(const scree_pair_job *job, size_t first, size_t last, scree_chunk_sums *sums) {
    work q;
    q.b.n = 0;
    q.touches = 1;
    q.b.slip_before = job->slip_before;
    q.b.slip_after = job->slip_after;
    clear_unused_rows(job->laws, &q.b, SCREE_BATCH);
    const int wall = job->class->wall >= 0, reaching = job->neck + job->field > 0.0;
    const int periodic = job->length[0] + job->length[1] + job->length[2] > 0.0;
    const scree_pairs *pairs = &job->world->pairs;
    for (size_t k = first; k < last; k += SCREE_BATCH) {
        uint32_t touching[SCREE_BATCH + 1], far[SCREE_BATCH + 1];
        int n = last - k < SCREE_BATCH ? (int)(last - k) : SCREE_BATCH, m = 0, n_far = 0;
        if (wall) { // the shape stage has decided
            for (int j = 0; j < n; j++) {
                size_t index = k + (size_t)j;
                double overlap = pairs->touch[index - pairs->first_wall_pair].overlap;
                int held = overlap > 0.0 || (pairs->touching[index] == 1 && overlap > -job->neck);
                touching[m] = far[n_far] = (uint32_t)index;
                m += held;
                n_far += !held && overlap > -job->field;
            }
        } else if (reaching) {
            m = select_touching(job, k, n, touching, 1, 1, far, &n_far);
        } else {
            m = periodic ? select_touching(job, k, n, touching, 1, 0, far, &n_far)
                         : select_touching(job, k, n, touching, 0, 0, far, &n_far);
        }
        prefetch_touching(job, touching, m);
        for (int j = 0; j < m; j++) {
            int lane = q.b.n++;
            q.pair[lane] = touching[j];
            if (wall) {
                gather_wall_pair(job, &q, lane, touching[j]);
            }
            if (q.b.n == SCREE_BATCH) {
                finish(job, &q, sums);
            }
        }
        if (n_far > 0) {
            evaluate_far(job, far, n_far, sums);
        }
    }
    finish(job, &q, sums);
}

static void integrate_first(scree_particles *p, const scree_integrate_job *job, size_t first, size_t last,
                            scree_integrate_result *result) {
    const double half = 0.5 * job->dt, dt = job->dt;
    double speed2 = 0.0;
    int lost = 0, bad = 0;
    for (size_t i = first; i < last; i++) {
        scree_pos *x = p->x + i;
        scree_vel *v = p->v + i;
        scree_spin *w = p->w + i;
        const scree_wrench *f = p->f + i;
        double hm = half / v->m, hi = half / (0.4 * v->m * (x->r * x->r));
        double kick[3] = {hm * f->fx, hm * f->fy, hm * f->fz};
        double turn[3] = {hi * f->tx, hi * f->ty, hi * f->tz};
        double vel[3] = {v->x + kick[0], v->y + kick[1], v->z + kick[2]};
        double pos[3] = {x->x + dt * vel[0], x->y + dt * vel[1], x->z + dt * vel[2]};
        double v2 = vel[0] * vel[0] + vel[1] * vel[1] + vel[2] * vel[2];
        double d2 = pos[0] * pos[0] + pos[1] * pos[1] + pos[2] * pos[2];
        for (int axis = 0; axis < 3; axis++) {
            double length = job->length[axis];
            double low = job->low[axis], high = job->high[axis];
            if (length > 0.0) {
                pos[axis] = pos[axis] < low     ? pos[axis] + length
                            : pos[axis] >= high ? pos[axis] - length
                                                : pos[axis];
            } else {
                lost += !(pos[axis] >= low && pos[axis] <= high);
            }
        }
        bad |= !(d2 < 1e300);
        speed2 = v2 > speed2 ? v2 : speed2;
        x->x = pos[0];
        x->y = pos[1];
        x->z = pos[2];
        v->x = vel[0] + job->seen * kick[0];
        v->y = vel[1] + job->seen * kick[1];
        v->z = vel[2] + job->seen * kick[2];
        w->x += turn[0] + job->seen * turn[0];
        w->y += turn[1] + job->seen * turn[1];
        w->z += turn[2] + job->seen * turn[2];
    }
    result->speed2 = speed2;
    result->lost = lost;
    result->bad = bad;
}

static void sum_and_integrate(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                              size_t first, size_t last) {
    const double half = 0.5 * job->dt, seen = job->seen;
    const uint32_t end = first < last ? pairs->start[last] : 0;
    for (size_t i = first; i < last; i++) {
        scree_vel *v = p->v + i;
        double m = v->m, r = p->x[i].r;
        four force = {m * job->gravity.x, m * job->gravity.y, m * job->gravity.z, 0.0},
             torque = {0.0, 0.0, 0.0, 0.0};
        for (uint32_t e = pairs->start[i]; e < pairs->start[i + 1]; e++) {
            __builtin_prefetch(pairs->force + (pairs->incident[e + AHEAD < end ? e + AHEAD : e] >> 1));
            uint32_t entry = pairs->incident[e], side = entry & 1;
            const four *f = (const four *)&pairs->force[entry >> 1];
            double sign = side ? -1.0 : 1.0, arm = side ? f[1][3] : f[0][3];
            four turn = arm * f[1]; // fourth lanes are never used
            if (pairs->moment) {
                turn += sign * *(const four *)&pairs->moment[entry >> 1];
            }
            force += sign * f[0];
            torque += turn;
        }
        scree_wrench s = {force[0], force[1], force[2], torque[0], torque[1], torque[2]};
        // The velocity the forces saw already holds `seen` times the old half kick: take it back, give the new one.
        const scree_wrench old = p->f[i];
        scree_spin *w = p->w + i;
        double hm = half / m, hi = half / (0.4 * m * (r * r));
        v->x += hm * (s.fx - seen * old.fx);
        v->y += hm * (s.fy - seen * old.fy);
        v->z += hm * (s.fz - seen * old.fz);
        w->x += hi * (s.tx - seen * old.tx);
        w->y += hi * (s.ty - seen * old.ty);
        w->z += hi * (s.tz - seen * old.tz);
        p->f[i] = s;
    }
}

static void laws(const scree_law_set *set, scree_batch *b) {
    clear_unused_rows(set, b, (b->n + 7) & ~7);
    run_laws(set, b);
    if (set->traits & (SCREE_TRAIT_NECK | SCREE_TRAIT_FIELD)) {
        clear_apart(b, set->n_history);
    }
}

static void stage(int law, const void *derived, scree_batch *b, int h0) {
    stages[law](derived, b, h0);
}

extern const scree_kernels SCREE_GLUE(scree_kernels_, SCREE_ISA);
const scree_kernels SCREE_GLUE(scree_kernels_, SCREE_ISA) = {
    SCREE_TEXT(SCREE_ISA), evaluate, integrate_first, sum_and_integrate, laws, stage,
};
