// SPDX-License-Identifier: BSD-3-Clause
// The hot loops, compiled once per instruction set (SCREE_ISA). No contraction, no libm but sqrt and fabs: the same
// bits whatever the vector width. Forces are kept per pair and summed per particle in the order of the partners' ids,
// so threads never write to the same place and the order of the list never shows.
#include "step/kernels.h"
#include "laws/all.h"
#include "laws/law_stage.inc"
#include <math.h>
#include <string.h>

#define SCREE_GLUE_(a, b) a##b
#define SCREE_GLUE(a, b) SCREE_GLUE_(a, b)
#define SCREE_TEXT_(a) #a
#define SCREE_TEXT(a) SCREE_TEXT_(a)

SCREE_LAWS(SCREE_STAGE)

#define SCREE_STAGE_ENTRY(law, slot) stage_##law,
static scree_stage *const stages[] = {SCREE_LAWS(SCREE_STAGE_ENTRY)};
#define SCREE_SLOT_ENTRY(law, slot) SCREE_##slot,
static const scree_slot builtin_slot[] = {SCREE_LAWS(SCREE_SLOT_ENTRY)};

// A batch being filled: where its contacts came from.
typedef struct work {
    scree_batch b;
    uint32_t pair[SCREE_BATCH];
    double la[SCREE_BATCH], lb[SCREE_BATCH]; // lever arms, m
    double wall_v[3][SCREE_BATCH];           // velocity of the wall's surface
} work;

static inline double nearest_image(double d, double half, double length) {
    return d > half ? d - length : d < -half ? d + length : d;
}

static void close_pair(const scree_pair_job *job, size_t k) {
    scree_pairs *pairs = (scree_pairs *)&job->world->pairs;
    pairs->touching[k] = 0;
    memset(pairs->force + 9 * k, 0, 9 * sizeof(double));
    int nh = job->class->n_history;
    memset(pairs->history + job->class->history + (k - job->class->first) * (size_t)nh, 0,
           (size_t)nh * sizeof(double));
}

// Which of the pairs touch: writes their numbers, returns how many. Pairs that have just come apart are cleared.
static int select_touching(const scree_pair_job *job, size_t first, int n, uint32_t *out) {
    const scree_world *w = job->world;
    const scree_pos *x = w->p.x;
    const scree_pair *pair = w->pairs.pair + first;
    const uint8_t *was = w->pairs.touching + first;
    const double hx = job->half_length[0], hy = job->half_length[1], hz = job->half_length[2];
    const double lx = job->length[0], ly = job->length[1], lz = job->length[2];
    int touching = 0;
    for (int k = 0; k < n; k++) {
        const scree_pos *a = x + pair[k].a, *b = x + pair[k].b;
        double dx = nearest_image(b->x - a->x, hx, lx);
        double dy = nearest_image(b->y - a->y, hy, ly);
        double dz = nearest_image(b->z - a->z, hz, lz);
        double reach = a->r + b->r;
        int yes = dx * dx + dy * dy + dz * dz < reach * reach;
        out[touching] = (uint32_t)(first + (size_t)k);
        touching += yes;
        if (was[k] && !yes) {
            close_pair(job, first + (size_t)k);
        }
    }
    return touching;
}

// Relative motion at the contact from the velocities of both bodies; spin difference; effective radius and mass.
static inline void set_motion(work *q, int k, scree_vec3 dv, scree_vec3 arm_spin, scree_vec3 dw) {
    scree_batch *b = &q->b;
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

static inline double rolling_inertia(double m, double r) {
    return 1.4 * m * (r * r); // of a sphere about its surface point
}

static void gather_particle_pair(const scree_pair_job *job, work *q, int k, size_t index) {
    const scree_particles *p = &job->world->p;
    const scree_pair pair = job->world->pairs.pair[index];
    const scree_pos *xa = p->x + pair.a, *xb = p->x + pair.b;
    const scree_vel *va = p->v + pair.a, *vb = p->v + pair.b;
    const scree_spin *wa = p->w + pair.a, *wb = p->w + pair.b;
    double dx = nearest_image(xb->x - xa->x, job->half_length[0], job->length[0]);
    double dy = nearest_image(xb->y - xa->y, job->half_length[1], job->length[1]);
    double dz = nearest_image(xb->z - xa->z, job->half_length[2], job->length[2]);
    double distance = sqrt(dx * dx + dy * dy + dz * dz);
    double inverse = distance > 0.0 ? 1.0 / distance : 0.0;
    double overlap = (xa->r + xb->r) - distance;
    scree_batch *b = &q->b;
    b->overlap[k] = overlap;
    b->nx[k] =
        distance > 0.0 ? dx * inverse : 1.0; // coincident centres: any direction, the alarm reports them
    b->ny[k] = dy * inverse;
    b->nz[k] = dz * inverse;
    double la = xa->r - 0.5 * overlap, lb = xb->r - 0.5 * overlap;
    q->la[k] = la;
    q->lb[k] = lb;
    b->r_eff[k] = (xa->r * xb->r) / (xa->r + xb->r);
    b->m_eff[k] = (va->m * vb->m) / (va->m + vb->m);
    double ia = rolling_inertia(va->m, xa->r), ib = rolling_inertia(vb->m, xb->r);
    b->inertia_eff[k] = (ia * ib) / (ia + ib);
    b->fresh[k] = job->world->pairs.touching[index] ? 0.0 : 1.0;
    scree_vec3 dv = {va->x - vb->x, va->y - vb->y, va->z - vb->z};
    scree_vec3 spin = {la * wa->x + lb * wb->x, la * wa->y + lb * wb->y, la * wa->z + lb * wb->z};
    scree_vec3 dw = {wa->x - wb->x, wa->y - wb->y, wa->z - wb->z};
    set_motion(q, k, dv, spin, dw);
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
    b->r_eff[k] = r;
    b->m_eff[k] = m;
    b->inertia_eff[k] = rolling_inertia(m, r);
    b->fresh[k] = pairs->touching[index] ? 0.0 : 1.0;
    const scree_vel *v = p->v + i;
    const scree_spin *w = p->w + i;
    scree_vec3 dv = {v->x - t->vx, v->y - t->vy, v->z - t->vz};
    scree_vec3 spin = {la * w->x, la * w->y, la * w->z};
    scree_vec3 dw = {w->x - wall->spin.x, w->y - wall->spin.y, w->z - wall->spin.z};
    set_motion(q, k, dv, spin, dw);
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
        const double *h = base + (q->pair[k] - job->class->first) * (size_t)nh;
        for (int i = 0; i < nh; i++) {
            q->b.h[i][k] = h[i];
        }
    }
}

static void run_laws(const scree_pair_job *job, work *q) {
    scree_batch *b = &q->b;
    const scree_law_set *set = job->laws;
    int tangential = 0, rolling = 0;
    for (int s = 0; s < set->n; s++) {
        stages[set->step[s].law](set->step[s].derived, b, set->step[s].h0);
        int slot = (int)builtin_slot[set->step[s].law];
        tangential |= slot == SCREE_TANGENTIAL;
        rolling |= slot == SCREE_ROLLING;
    }
    if (!tangential) {
#define SCREE_CLEAR(f) memset(b->f, 0, sizeof b->f);
        SCREE_CONTACT_TANGENTIAL(SCREE_CLEAR)
    }
    if (!rolling) {
        SCREE_CONTACT_ROLLING(SCREE_CLEAR)
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
        double la = q->la[k], lb = q->lb[k];
        double *f = pairs->force + 9 * index;
        f[0] = tx - fn * nx;
        f[1] = ty - fn * ny;
        f[2] = tz - fn * nz;
        f[3] = la * cx + b->mrx[k];
        f[4] = la * cy + b->mry[k];
        f[5] = la * cz + b->mrz[k];
        f[6] = lb * cx - b->mrx[k];
        f[7] = lb * cy - b->mry[k];
        f[8] = lb * cz - b->mrz[k];
        pairs->touching[index] = 1;
        double *h = base + (index - job->class->first) * (size_t)nh;
        for (int i = 0; i < nh; i++) {
            h[i] = b->h[i][k];
        }
    }
}

static void add_sums(const scree_pair_job *job, const work *q, scree_chunk_sums *s) {
    const scree_batch *b = &q->b;
    int wall = job->class->wall >= 0;
    for (int k = 0; k < b->n; k++) {
        s->power_n += b->power_n[k];
        s->power_t += b->power_t[k];
        s->power_r += b->power_r[k];
        s->elastic += b->energy_n[k] + b->energy_t[k] + b->energy_r[k];
        // r_eff <= the smaller radius <= 2 r_eff; for equal spheres r = 2 r_eff
        double relative = b->overlap[k] / (wall ? b->r_eff[k] : 2.0 * b->r_eff[k]);
        s->worst = relative > s->worst ? relative : s->worst;
        if (wall) {
            const double *f = job->world->pairs.force + 9 * (size_t)q->pair[k];
            s->wall_power += f[0] * q->wall_v[0][k] + f[1] * q->wall_v[1][k] + f[2] * q->wall_v[2][k];
        }
    }
    s->contacts += (uint64_t)b->n;
}

static void finish(const scree_pair_job *job, work *q, scree_chunk_sums *sums) {
    if (q->b.n == 0) {
        return;
    }
    load_history(job, q);
    pad(q, job->class->n_history);
    run_laws(job, q);
    store(job, q);
    add_sums(job, q, sums);
    q->b.n = 0;
}

static void evaluate(const scree_pair_job *job, size_t first, size_t last, scree_chunk_sums *sums) {
    work q;
    q.b.n = 0;
    q.b.slip_before = job->slip_before;
    q.b.slip_after = job->slip_after;
    int wall = job->class->wall >= 0;
    const scree_pairs *pairs = &job->world->pairs;
    for (size_t k = first; k < last; k += SCREE_BATCH) {
        uint32_t touching[SCREE_BATCH + 1];
        int n = last - k < SCREE_BATCH ? (int)(last - k) : SCREE_BATCH, m = 0;
        if (wall) { // the shape stage has decided
            for (int j = 0; j < n; j++) {
                touching[m] = (uint32_t)(k + (size_t)j);
                m += pairs->touch[k + (size_t)j - pairs->first_wall_pair].overlap > 0.0;
            }
        } else {
            m = select_touching(job, k, n, touching);
        }
        for (int j = 0; j < m; j++) {
            int lane = q.b.n++;
            q.pair[lane] = touching[j];
            if (wall) {
                gather_wall_pair(job, &q, lane, touching[j]);
            } else {
                gather_particle_pair(job, &q, lane, touching[j]);
            }
            if (q.b.n == SCREE_BATCH) {
                finish(job, &q, sums);
            }
        }
    }
    finish(job, &q, sums);
}

static void integrate_first(scree_particles *p, const scree_integrate_job *job, size_t first, size_t last,
                            scree_integrate_result *result) {
    const double half = 0.5 * job->dt, dt = job->dt;
    double moved2 = 0.0;
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
        double built[3] = {p->built[i].x, p->built[i].y, p->built[i].z};
        double d2 = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            double length = job->length[axis];
            double low = job->low[axis], high = job->high[axis];
            double d = pos[axis] - built[axis];
            if (length > 0.0) {
                pos[axis] = pos[axis] < low     ? pos[axis] + length
                            : pos[axis] >= high ? pos[axis] - length
                                                : pos[axis];
                d = nearest_image(pos[axis] - built[axis], 0.5 * length, length);
            } else {
                lost += !(pos[axis] >= low && pos[axis] <= high);
            }
            d2 += d * d;
        }
        bad |= !(d2 < 1e300);
        moved2 = d2 > moved2 ? d2 : moved2;
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
    result->moved2 = moved2;
    result->lost = lost;
    result->bad = bad;
}

static void sum_and_integrate(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                              size_t first, size_t last) {
    const double half = 0.5 * job->dt, seen = job->seen;
    for (size_t i = first; i < last; i++) {
        scree_vel *v = p->v + i;
        double m = v->m, r = p->x[i].r;
        scree_wrench s = {m * job->gravity.x, m * job->gravity.y, m * job->gravity.z, 0.0, 0.0, 0.0};
        for (uint32_t e = pairs->start[i]; e < pairs->start[i + 1]; e++) {
            uint32_t entry = pairs->incident[e];
            const double *f = pairs->force + 9 * (size_t)(entry >> 1);
            double sign = entry & 1 ? -1.0 : 1.0;
            const double *t = f + 3 + 3 * (entry & 1);
            s.fx += sign * f[0];
            s.fy += sign * f[1];
            s.fz += sign * f[2];
            s.tx += t[0];
            s.ty += t[1];
            s.tz += t[2];
        }
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

static void stage(int law, const void *derived, scree_batch *b, int h0) {
    stages[law](derived, b, h0);
}

extern const scree_kernels SCREE_GLUE(scree_kernels_, SCREE_ISA);
const scree_kernels SCREE_GLUE(scree_kernels_, SCREE_ISA) = {
    SCREE_TEXT(SCREE_ISA), evaluate, integrate_first, sum_and_integrate, stage,
};
