// SPDX-License-Identifier: BSD-3-Clause
// A batch of contacts for the laws: the records of the bodies are gathered, four contacts at a time, and transposed to rows;
// geometry and motion are computed from the rows; the results of the laws are stored to the pairs in the same way.
// Included only by kernels.c, once per instruction set.
#ifndef SCREE_BATCH_BATCH_H
#define SCREE_BATCH_BATCH_H

#include "access/convex_body.h"
#include "access/particle.h"
#include "batch/lane_sum.h"
#include "batch/pair_job.h"
#include "batch/rows.h"
#include "laws/table.h"
#include "maths/math.h"
#include "pairs/wall_pairs.h"
#include "wall_motion/wall_drive.h"
#include <math.h>

// Data of the two bodies of each contact as rows. The fourth row of each group: ra, ma, rb, mb.
typedef struct body_rows_of_batch {
    double x[4][SCREE_BATCH];  // xb - xa as stored, m
    double v[4][SCREE_BATCH];  // va - vb, m/s
    double wa[4][SCREE_BATCH]; // rad/s
    double wb[4][SCREE_BATCH];
} body_rows_of_batch;

// Terms of the ledger by mode: power put in, W (where the laws write it, the work put into springs in this step, J); power dissipated by
// dashpots, W; stored energy, J. lost: what the normal laws lose in this step, J, where they write it.
typedef struct terms {
    double work[SCREE_MODES][SCREE_BATCH], viscous[SCREE_MODES][SCREE_BATCH],
        elastic[SCREE_MODES][SCREE_BATCH], lost[SCREE_BATCH];
} terms;

struct batch_workspace;
// Counts of a finished batch: contacts (or pairs within a field), and those with an overlap of known_depth or more.
typedef struct batch_counts {
    int contacts, deep;
} batch_counts;
typedef batch_counts fused_loop(const scree_pair_job *job, struct batch_workspace *q);

// Options that all batches of a run of pairs share.
typedef struct batch_options {
    int modes;                               // bit k: some law of the set acts in mode k
    int lossy;                               // the same, of laws whose power is not all stored and given back
    int springs;                             // the same, of laws that write the work of their springs
    int known;                               // the same, of laws whose stored energy follows from the state
    int loses;                               // the normal law writes what it loses in this step
    int summed;                              // the energy stored in contacts is summed
    int in_field;                            // they are pairs within a field that do not touch
    int spins;                               // some law reads how the bodies spin against each other
    int follows;                             // some law follows the motion in the step
    int reaches;                             // contacts hold beyond touch, or a field acts
    int bond;                                // history column of the bond's state; -1: no law makes bonds
    int wet;                                 // the bonds are liquid bridges
    int bond_replaces_contact;               // the other laws do not act while bodies are bonded
    int kept;                                // columns to be stored where no bridge changes; 0: all
    int heat;                                // index of the heat law in the set; -1: none
    int heat_follows;                        // the heat law runs after the fused loop
    int loss_column;                         // history column of what contacts make; -1: none
    fused_loop *fused;                       // runs their laws; NULL: stage by stage
    fused_loop *bonded;                      // those of which all are bonded; NULL: as the others
    const double *derived[SCREE_SLOT_COUNT]; // constants of the laws by slot, for the fused loop; not NULL
    int sees_new;                            // the fused loop reads which contacts are new
    int constants; // the fused loop needs a constant of the normal law for each pair, see batch/cached_constants.h
} batch_options;

// A batch being filled, and the sums of the run of pairs that it belongs to. Rows begin at cache lines: a vector of eight doubles
// is one.
typedef struct batch_workspace {
    _Alignas(64) scree_batch b;
    _Alignas(64) body_rows_of_batch bodies;
    _Alignas(64) int32_t in_contact[SCREE_BATCH]; // which lanes have a contact, or a force within a field
    _Alignas(64) double shift[4][SCREE_BATCH];    // m, displacement of a against b in this step
    _Alignas(64) double turn_a[4][SCREE_BATCH];   // rad, rotation in this step
    _Alignas(64) double turn_b[4][SCREE_BATCH];
    _Alignas(64) double constant[SCREE_BATCH];  // see batch/cached_constants.h
    _Alignas(64) double force[8][SCREE_BATCH];  // rows of scree_pair_force
    _Alignas(64) double moment[4][SCREE_BATCH]; // rows of scree_pair_moment
    _Alignas(64) double wall_v[3][SCREE_BATCH]; // velocity of the wall's surface
    _Alignas(64) terms term;
    _Alignas(64) double loss_heat[SCREE_BATCH]; // J, see access/loss_heat.h
    // The next three are set for convex bodies: the ways from the centres of a and b to the contact point, m, and unit vectors from a to b along the line between
    // the centres.
    _Alignas(64) double arm_a[3][SCREE_BATCH];
    _Alignas(64) double arm_b[3][SCREE_BATCH];
    _Alignas(64) double line[3][SCREE_BATCH];
    uint64_t unfinished; // contacts of convex bodies whose deepest point was not found
    lane_sum sum[3][SCREE_MODES];
    lane_sum lost;                // J, in the normal mode
    lane_sum bonded[SCREE_MODES]; // J, stored in bonds
    batch_options options;
} batch_workspace;

// Rows of scree_pair_force.
enum { FX, FY, FZ, HALF, CX, CY, CZ, HEAT };

_Static_assert(sizeof(scree_pos) == 32 && sizeof(scree_velocities) == 64, "one offset serves both, doubled");

// Offset of a particle's position record; that of its motion record is twice as large. The empty instruction keeps gcc from
// computing the second one separately, which takes one register and two instructions more.
SCREE_LAW size_t place_of(uint32_t i) {
    size_t at = sizeof(scree_pos) * i;
    __asm__("" : "+r"(at));
    return at;
}

_Static_assert(sizeof(scree_moved) == sizeof(scree_velocities), "one offset serves both");

#include "batch/cell_motion.h" // needs batch_workspace

// So many pairs before they are gathered themselves, the motion of their second bodies and long histories are prefetched.
enum { GATHERED_AHEAD = 48 };
_Static_assert((int)GATHERED_AHEAD <= (int)SCREE_PAIR_SPARE, "pairs can be read so far after the last one");

SCREE_LAW void prefetch_motion(const scree_pair_job *job, size_t index, int follows) {
    const uint32_t b = job->world->pairs.pair[index].b;
    __builtin_prefetch(&job->world->p.motion[b]);
    if (follows) {
        __builtin_prefetch(&job->world->p.moved[b]);
    }
}

// Records of all particle pairs in the batch, with what they have moved in this step if `follows`, with their temperatures if `warms`.
SCREE_LAW void gather_particle_pairs(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick,
                                     size_t first, int n, int follows, int warms) {
    const char *moved = (const char *)job->world->p.moved;
    const double *t = job->world->p.temperature;
    const char *places = (const char *)job->world->p.x, *motions = (const char *)job->world->p.motion;
    const scree_pair *pairs = job->world->pairs.pair;
    for (int k = 0; k < ((n + 7) & ~7); k += 4) {
        vec4d ta = {0.0}, tb = {0.0};
        const char *xa[4], *xb[4], *ma[4], *mb[4], *sa[4], *sb[4];
        for (int j = 0; j < 4; j++) {
            const size_t index = pair_of(pick, first, k, j, n);
            const scree_pair pair = pairs[index];
            const size_t a = place_of(pair.a), b = place_of(pair.b);
            if (job->streams) {
                prefetch_motion(job, index + GATHERED_AHEAD, follows);
            }
            xa[j] = places + a, xb[j] = places + b;
            ma[j] = motions + 2 * a, mb[j] = motions + 2 * b;
            sa[j] = follows ? moved + 2 * a : NULL, sb[j] = follows ? moved + 2 * b : NULL;
            if (warms) {
                ta[j] = t[pair.a];
                tb[j] = t[pair.b];
            }
        }
        if (warms) {
            *(vec4d *)&q->b.ta[k] = ta;
            *(vec4d *)&q->b.tb[k] = tb;
        }
        const quarters from = load_quarters(xa, 0), to = load_quarters(xb, 0),
                       d = less_but_last(&to, &from, &from);
        put_quarters(&d, q->bodies.x, k);
        const quarters va = load_quarters(ma, 0), vb = load_quarters(mb, 0), v = less_but_last(&va, &vb, &va);
        put_quarters(&v, q->bodies.v, k);
        const quarters wa = load_quarters(ma, sizeof(vec4d)), a = with_last(&wa, &to);
        put_quarters(&a, q->bodies.wa, k);
        const quarters wb = load_quarters(mb, sizeof(vec4d)), b = with_last(&wb, &vb);
        put_quarters(&b, q->bodies.wb, k);
        if (follows) {
            const quarters from_a = load_quarters(sa, 0), from_b = load_quarters(sb, 0),
                           shift = less_but_last(&from_a, &from_b, &from_a);
            put_quarters(&shift, q->shift, k);
            const quarters turn_a = load_quarters(sa, sizeof(vec4d)),
                           turn_b = load_quarters(sb, sizeof(vec4d));
            put_quarters(&turn_a, q->turn_a, k);
            put_quarters(&turn_b, q->turn_b, k);
        }
    }
    if (job->cell) {
        see_cell(job, q, n, follows);
    }
}

// Mass in a contact along d, of any length: 1/m = n.W.n with the mobility W.
SCREE_LAW double mass_along(double xx, double yy, double zz, double xy, double xz, double yz, scree_vec3 d) {
    return vec_norm2(d) / (xx * d.x * d.x + yy * d.y * d.y + zz * d.z * d.z +
                           2.0 * (xy * d.x * d.y + xz * d.x * d.z + yz * d.y * d.z));
}

// Has particle i a mass for each contact?
SCREE_LAW int has_contact_mass(const scree_particles *p, uint32_t i) {
    return p->body[i] > 0 && p->motion[i].v.m < SCREE_FIXED_MASS;
}

SCREE_LAW double sphere_mass(const scree_world *w, uint32_t i) {
    return scree_sphere_volume(w->p.x[i].r) * w->case_->material.data[w->p.motion[i].w.material].density;
}

// Mass of particle i, whose mass is m, in a contact with the normal n.
static double contact_mass(const scree_world *w, uint32_t i, double m, scree_vec3 n) {
    if (!has_contact_mass(&w->p, i)) {
        return m;
    }
    const scree_mobility_tensor *t = w->p.mobility ? &w->p.mobility[i] : NULL;
    return t ? mass_along(t->xx, t->yy, t->zz, t->xy, t->xz, t->yz, n) : sphere_mass(w, i);
}

_Static_assert(sizeof(scree_mobility_tensor) == 2 * sizeof(vec4d), "two records");

// One body of each contact: gathers the mobilities, then computes the masses.
SCREE_LAW void set_masses_of(const scree_pair_job *job, const body_rows_of_batch *bodies, double *mass,
                             const uint32_t *who, int lanes) {
    const scree_mobility_tensor *all = job->world->p.mobility;
    const scree_period period = job->period;
    _Alignas(64) double t[8][SCREE_BATCH];
    for (int k = 0; k < lanes; k += 4) {
        const void *low[4], *high[4];
        for (int j = 0; j < 4; j++) {
            low[j] = &all[who[k + j]].xx;
            high[j] = &all[who[k + j]].xz;
        }
        load_rows(low, t, k);
        load_rows(high, t + 4, k);
    }
    for (int k = 0; job->world->shapes.piece_turn && k < lanes;
         k++) { // set_piece_masses takes the whole lever
        t[6][k] = scree_is_convex(&job->world->p, who[k]) ? 0.0 : t[6][k];
    }
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        const scree_vec3 d =
            scree_nearest_upright(&period, bodies->x[0][k], bodies->x[1][k], bodies->x[2][k]);
        const double m = mass_along(t[0][k], t[1][k], t[2][k], t[3][k], t[4][k], t[5][k], d);
        // A fixed one keeps its mass; coincident centres are reported by alarm.c.
        const int replaced = (t[6][k] > 0.0) & (m > 0.0) & (mass[k] < SCREE_FIXED_MASS);
        mass[k] = replaced ? m : mass[k];
    }
}

// Replaces the masses of members of clumps by those of their contacts.
static void set_contact_masses(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick,
                               size_t first, int n) {
    const scree_world *world = job->world;
    const int lanes = (n + 7) & ~7;
    uint32_t a[SCREE_BATCH], b[SCREE_BATCH];
    for (int k = 0; k < lanes; k++) {
        const scree_pair pair = world->pairs.pair[pair_of(pick, first, k, 0, n)];
        a[k] = pair.a;
        b[k] = pair.b;
    }
    if (world->p.mobility) {
        set_masses_of(job, &q->bodies, q->bodies.v[3], a, lanes);
        set_masses_of(job, &q->bodies, q->bodies.wb[3], b, lanes);
        return;
    }
    for (int k = 0; k < lanes; k++) {
        q->bodies.v[3][k] = has_contact_mass(&world->p, a[k]) ? sphere_mass(world, a[k]) : q->bodies.v[3][k];
        q->bodies.wb[3][k] =
            has_contact_mass(&world->p, b[k]) ? sphere_mass(world, b[k]) : q->bodies.wb[3][k];
    }
}

// Relative motion at the contact, from the difference of velocities dv, the sum of spins times lever arms, the difference of
// spins dw.
SCREE_LAW void set_motion(scree_contact *c, scree_vec3 dv, scree_vec3 arm_spin, scree_vec3 dw) {
    double ux = dv.x + (arm_spin.y * c->nz - arm_spin.z * c->ny);
    double uy = dv.y + (arm_spin.z * c->nx - arm_spin.x * c->nz);
    double uz = dv.z + (arm_spin.x * c->ny - arm_spin.y * c->nx);
    double vn = ux * c->nx + uy * c->ny + uz * c->nz;
    c->vn = vn;
    c->vtx = ux - vn * c->nx;
    c->vty = uy - vn * c->ny;
    c->vtz = uz - vn * c->nz;
    c->wrx = dw.x;
    c->wry = dw.y;
    c->wrz = dw.z;
}

SCREE_LAW double rolling_inertia(double m, double r) {
    return 1.4 * m * (r * r); // of a sphere about a point of its surface
}

// Effective radius or mass.
SCREE_LAW double effective(double a, double b) {
    return (a * b) / (a + b);
}

// Geometry and motion of the pair of spheres in lane k, and half of the overlap. Returns whether they are in
// contact, up to `beyond` apart; if not, the other results may not be numbers.
SCREE_LAW int derive(const body_rows_of_batch *restrict bodies, int k, const scree_period *period,
                     double beyond, scree_contact *c, double *half_overlap) {
    const scree_vec3 d = scree_nearest_upright(period, bodies->x[0][k], bodies->x[1][k], bodies->x[2][k]);
    double ra = bodies->x[3][k], rb = bodies->wa[3][k], ma = bodies->v[3][k], mb = bodies->wb[3][k];
    double distance2 = vec_norm2(d), distance = sqrt(distance2);
    double inverse = distance > 0.0 ? 1.0 / distance : 0.0;
    double held = (ra + rb) + beyond;
    double overlap = (ra + rb) - distance;
    c->overlap = overlap;
    c->nx = distance > 0.0 ? d.x * inverse : 1.0; // coincident centres: any direction; alarm.c reports them
    c->ny = d.y * inverse;
    c->nz = d.z * inverse;
    const double half = 0.5 * overlap, la = ra - half, lb = rb - half;
    *half_overlap = half;
    c->ra = ra;
    c->rb = rb;
    c->r_eff = effective(ra, rb);
    c->m_eff = effective(ma, mb);
    double ia = rolling_inertia(ma, ra), ib = rolling_inertia(mb, rb);
    c->inertia_eff = effective(ia, ib);
    double wax = bodies->wa[0][k], way = bodies->wa[1][k], waz = bodies->wa[2][k];
    double wbx = bodies->wb[0][k], wby = bodies->wb[1][k], wbz = bodies->wb[2][k];
    scree_vec3 dv = {bodies->v[0][k], bodies->v[1][k], bodies->v[2][k]};
    scree_vec3 spin = {la * wax + lb * wbx, la * way + lb * wby, la * waz + lb * wbz};
    scree_vec3 dw = {wax - wbx, way - wby, waz - wbz};
    set_motion(c, dv, spin, dw);
    c->distance = distance;
    c->gap = -overlap;
    c->contact = 1.0;
    c->spin_n = 0.5 * ((wax + wbx) * c->nx + (way + wby) * c->ny + (waz + wbz) * c->nz);
    return distance2 < held * held;
}

#define SCREE_PUT(f) b->f[k] = c.f;

SCREE_LAW void derive_lanes(const scree_pair_job *job, batch_workspace *restrict q, int spins, int reaches) {
    const scree_period period = job->period;
    const double neck = q->options.in_field ? 0.0 : job->neck, field = q->options.in_field ? job->field : 0.0;
    scree_batch *b = &q->b;
    const int n = (b->n + 7) & ~7;
#pragma omp simd
    for (int k = 0; k < n; k++) {
        scree_contact c;
        const double beyond = reaches ? field + (1.0 - b->fresh[k]) * neck : 0.0;
        const int on = derive(&q->bodies, k, &period, beyond, &c, &q->force[HALF][k]);
        q->in_contact[k] = on;
        c.overlap = on ? c.overlap : 0.0; // laws of users get no overlap without meaning
        SCREE_CONTACT_PLACE(SCREE_PUT)
        if (spins) {
            SCREE_CONTACT_SPIN(SCREE_PUT)
        }
    }
}

// Computes for all lanes of the batch what the laws read of pairs of particles.
static void derive_particle_pairs(const scree_pair_job *job, batch_workspace *restrict q) {
    if (q->options.reaches) {
        derive_lanes(job, q, 1, 1);
    } else if (q->options.spins) {
        derive_lanes(job, q, 1, 0);
    } else {
        derive_lanes(job, q, 0, 0);
    }
}

// Geometry and motion of a sphere that touches a wall. spin: of the wall's material.
SCREE_LAW void set_wall_contact(const scree_wall_touch *t, scree_vec3 spin, double r, const scree_vel *v,
                                const scree_spin *w, scree_contact *c) {
    c->overlap = t->overlap;
    c->nx = t->nx;
    c->ny = t->ny;
    c->nz = t->nz;
    double la = r - 0.5 * t->overlap;
    c->ra = c->rb = c->r_eff = r;
    c->size = 2.0 * r;
    c->m_eff = v->m;
    c->inertia_eff = rolling_inertia(v->m, r);
    c->fresh = 0.0;
    scree_vec3 dv = {v->x - t->vx, v->y - t->vy, v->z - t->vz};
    scree_vec3 arm_spin = {la * w->x, la * w->y, la * w->z};
    scree_vec3 dw = {w->x - spin.x, w->y - spin.y, w->z - spin.z};
    set_motion(c, dv, arm_spin, dw);
    c->distance = r - t->overlap;
    c->gap = -t->overlap;
    c->contact = 1.0;
    c->spin_n = 0.5 * ((w->x + spin.x) * c->nx + (w->y + spin.y) * c->ny + (w->z + spin.z) * c->nz);
    c->ta = c->tb = 0.0;
    c->taken = 0.0;
}

// Into lane k, for the stages to read.
SCREE_LAW void put_wall_contact(batch_workspace *q, int k, const scree_wall_touch *t,
                                const scree_contact *from) {
    scree_batch *b = &q->b;
    const scree_contact c = *from;
    q->force[HALF][k] = 0.5 * t->overlap;
    q->wall_v[0][k] = t->vx;
    q->wall_v[1][k] = t->vy;
    q->wall_v[2][k] = t->vz;
    SCREE_CONTACT_GEOMETRY(SCREE_PUT)
}

// A member of a clump has the size of its clump, and a mass of its own for each contact. Against a free wall the mass that moves is smaller than the
// particle's, 1/m = 1/m_particle + 1/m_wall; against a fixed particle it is the wall's, at most its whole mass where it cannot move
// along the normal. A servo has no mass: it meets a fixed particle as if that were free.
static void set_wall_body(const scree_pair_job *job, const scree_wall *wall, uint32_t i,
                          const scree_wall_touch *t, scree_contact *c) {
    const scree_wall_drive_def *drive = &wall->def->drive;
    const scree_pos *x = &job->world->p.x[i];
    c->size = scree_is_member(&job->world->p, i) ? job->world->p.size[i] : c->size;
    if (job->masses) {
        c->m_eff = contact_mass(job->world, i, c->m_eff, vec3(t->nx, t->ny, t->nz));
    }
    const bool fixed = c->m_eff == SCREE_FIXED_MASS;
    if (drive->servo && fixed) {
        c->m_eff = scree_sphere_volume(x->r) *
                   job->world->case_->material.data[job->world->p.motion[i].w.material].density;
    } else if (drive->free) {
        const scree_vec3 n = vec3(t->nx, t->ny, t->nz), seen = scree_wall_sees(job->world, wall, i, t->image),
                         at = vec_add_scaled(seen, x->r - 0.5 * t->overlap, n);
        const double mobility = scree_wall_drive_mobility(wall, at, n);
        c->m_eff =
            fixed ? 1.0 / fmax(mobility, 1.0 / wall->drive.mass) : c->m_eff / (1.0 + c->m_eff * mobility);
    }
    if (job->masses || drive->servo || drive->free) {
        c->inertia_eff = rolling_inertia(c->m_eff, x->r);
    }
}

static void gather_wall_pair(const scree_pair_job *job, batch_workspace *q, int k, size_t index) {
    const scree_particles *p = &job->world->p;
    const scree_pairs *pairs = &job->world->pairs;
    const scree_wall_touch *t = pairs->touch + (index - pairs->first_wall_pair);
    const scree_wall *wall = &job->world->wall.data[job->block->wall];
    uint32_t i = pairs->pair[index].a;
    scree_contact c;
    set_wall_contact(t, wall->now.spin, p->x[i].r, &p->motion[i].v, &p->motion[i].w, &c);
    set_wall_body(job, wall, i, t, &c);
    put_wall_contact(q, k, t, &c);
}
#undef SCREE_PUT

#include "batch/history_rows.h" // needs batch_workspace

// Copies the last contact to the lanes after it, so that stages can run on whole vectors.
static void pad(batch_workspace *q, int n_history) {
    scree_batch *b = &q->b;
    int n = b->n, last = n - 1;
    for (int k = n; k < ((n + 7) & ~7); k++) {
#define SCREE_COPY_LANE(f) b->f[k] = b->f[last];
        SCREE_CONTACT_GEOMETRY(SCREE_COPY_LANE)
        SCREE_CONTACT_STEP(SCREE_COPY_LANE)
#undef SCREE_COPY_LANE
        for (int i = 0; i < n_history; i++) {
            b->h[i][k] = b->h[i][last];
        }
    }
}

// The force of a contact. On a: -fn n + ft at la n; on b the opposite at -lb n.
SCREE_LAW void put_force(double (*restrict force)[SCREE_BATCH], int k, double nx, double ny, double nz,
                         double fn, double tx, double ty, double tz) {
    force[FX][k] = tx - fn * nx;
    force[FY][k] = ty - fn * ny;
    force[FZ][k] = tz - fn * nz;
    force[CX][k] = ny * tz - nz * ty;
    force[CY][k] = nz * tx - nx * tz;
    force[CZ][k] = nx * ty - ny * tx;
}

SCREE_LAW void put_forces(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick, size_t first,
                          int n, int past_caches) {
    scree_pair_force *force = job->world->pairs.force;
    for (int k = 0; k < n; k += 4) {
        char *to[4];
        for (int j = 0; j < 4; j++) {
            to[j] = (char *)(force + pair_of(pick, first, k, j, n));
        }
        void *const low[4] = {to[0], to[1], to[2], to[3]};
        void *const high[4] = {to[0] + 32, to[1] + 32, to[2] + 32, to[3] + 32};
        if (past_caches) {
            stream_rows(q->force, k, low, n - k);
            stream_rows(q->force + 4, k, high, n - k);
        } else {
            store_rows(q->force, k, low, n - k);
            store_rows(q->force + 4, k, high, n - k);
        }
    }
}

// Forces are read once, after all of them have been written. If they do not fit into the caches, streaming avoids reading cache
// lines that are overwritten: a step of 200 000 particles is 17 % faster.
SCREE_LAW void store_forces(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick, size_t first,
                            int n) {
    if (job->streams) {
        put_forces(job, q, pick, first, n, 1);
    } else {
        put_forces(job, q, pick, first, n, 0);
    }
}

// Force and moment records and terms of the ledger of lane k; all zero without a contact (on). spins: it has moments; stored:
// the energy stored in contacts is asked for; loses: the normal law writes what it loses.
SCREE_LAW void finish_lane(batch_workspace *restrict q, int k, const scree_contact *c, int on, int spins,
                           int stored, int springs, int loses) {
    // All selects before the first store, or clang does not vectorise the loop.
    const double fn = on ? c->fn : 0.0, tx = on ? c->ftx : 0.0, ty = on ? c->fty : 0.0,
                 tz = on ? c->ftz : 0.0, viscous_n = on ? c->viscous_n : 0.0,
                 viscous_t = on ? c->viscous_t : 0.0, energy_n = stored && on ? c->energy_n : 0.0,
                 energy_t = stored && on ? c->energy_t : 0.0;
    const double x = spins && on ? c->mrx : 0.0, y = spins && on ? c->mry : 0.0,
                 z = spins && on ? c->mrz : 0.0, w = spins && on ? c->mw : 0.0,
                 viscous_r = spins && on ? c->viscous_r : 0.0, viscous_w = spins && on ? c->viscous_w : 0.0,
                 energy_r = spins && stored && on ? c->energy_r : 0.0,
                 energy_w = spins && stored && on ? c->energy_w : 0.0;
    const int in_t = springs >> SCREE_MODE_TANGENTIAL & 1, in_r = springs >> SCREE_MODE_ROLLING & 1,
              in_w = springs >> SCREE_MODE_TWISTING & 1;
    const double spring_t = in_t && on ? c->spring_t : 0.0, spring_r = in_r && on ? c->spring_r : 0.0,
                 spring_w = in_w && on ? c->spring_w : 0.0, lost = loses && on ? c->lost_n : 0.0;
    terms *t = &q->term;
    put_force(q->force, k, c->nx, c->ny, c->nz, fn, tx, ty, tz);
    t->work[0][k] = fn * c->vn;
    t->work[1][k] = in_t ? spring_t : -(tx * c->vtx + ty * c->vty + tz * c->vtz);
    t->viscous[0][k] = viscous_n;
    t->viscous[1][k] = viscous_t;
    if (loses) {
        t->lost[k] = lost;
    }
    if (stored) {
        t->elastic[0][k] = energy_n;
        t->elastic[1][k] = energy_t;
    }
    if (spins) {
        q->moment[0][k] = x + w * c->nx;
        q->moment[1][k] = y + w * c->ny;
        q->moment[2][k] = z + w * c->nz;
        t->work[2][k] = in_r ? spring_r : -(x * c->wrx + y * c->wry + z * c->wrz);
        t->work[3][k] = in_w ? spring_w : -w * (c->wrx * c->nx + c->wry * c->ny + c->wrz * c->nz);
        t->viscous[2][k] = viscous_r;
        t->viscous[3][k] = viscous_w;
        if (stored) {
            t->elastic[2][k] = energy_r;
            t->elastic[3][k] = energy_w;
        }
    }
}

SCREE_LAW int is_deeper(const scree_contact *c, double known_depth) {
    return !(c->overlap < known_depth * (c->ra < c->rb ? c->ra : c->rb)) & !(c->overlap < 0.0);
}

#define SCREE_TAKE(f) c.f = b->f[k];

// Finishes all lanes with the results that the laws have written into their rows.
SCREE_LAW batch_counts finish_lanes(const scree_pair_job *job, batch_workspace *restrict q, int spins,
                                    int stored, int loses) {
    const int springs = q->options.springs;
    const scree_batch *b = &q->b;
    const double known = job->known_depth;
    const int lanes = (b->n + 7) & ~7;
    int contacts = 0, deep = 0;
#pragma omp simd reduction(+ : contacts, deep)
    for (int k = 0; k < lanes; k++) {
        scree_contact c;
        SCREE_CONTACT_GEOMETRY(SCREE_TAKE)
        SCREE_CONTACT_RESULTS(SCREE_TAKE)
        const int on = q->in_contact[k] & (c.apart == 0.0);
        finish_lane(q, k, &c, on, spins, stored, springs, loses);
        q->in_contact[k] = on;
        contacts += on;
        deep += on & is_deeper(&c, known);
    }
    return (batch_counts){contacts, deep};
}

// Not inlined, so that its loops are vectorised in every use.
static __attribute__((noinline)) batch_counts finish_rows(const scree_pair_job *job, batch_workspace *q) {
    if (q->options.loses) {
        return finish_lanes(job, q, q->options.spins, job->stored, 1);
    }
    if (q->options.spins) {
        return job->stored ? finish_lanes(job, q, 1, 1, 0) : finish_lanes(job, q, 1, 0, 0);
    }
    return job->stored ? finish_lanes(job, q, 0, 1, 0) : finish_lanes(job, q, 0, 0, 0);
}

// Ends the history of lanes without contact.
static void clear_history(batch_workspace *restrict q, int n_history) {
    const int lanes = (q->b.n + 7) & ~7;
    for (int i = 0; i < n_history; i++) {
        double *h = q->b.h[i];
#pragma omp simd
        for (int k = 0; k < lanes; k++) {
            const double was = h[k];
            h[k] = q->in_contact[k] ? was : 0.0;
        }
    }
}

SCREE_LAW void store_moments(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick,
                             size_t first, int n) {
    // Records of 32 bytes fill the lines of memory only where all pairs of a run are stored, or, with bonds, nearly all.
    const int past_caches = job->streams & ((q->options.bond >= 0) | !pick);
    scree_pair_moment *moment = job->world->pairs.moment;
    for (int k = 0; k < n; k += 4) {
        void *to[4];
        for (int j = 0; j < 4; j++) {
            to[j] = moment + pair_of(pick, first, k, j, n);
        }
        if (past_caches) {
            stream_rows(q->moment, k, to, n - k);
        } else {
            store_rows(q->moment, k, to, n - k);
        }
    }
}

// Stores the finished rows to the pairs.
SCREE_LAW void store_batch(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick, size_t first,
                           int n) {
    const scree_pairs *pairs = &job->world->pairs;
    store_forces(job, q, pick, first, n);
    store_history(job, q, pick, first, n);
    uint8_t *touching = pairs->touching;
    for (int k = 0; k < n; k++) {
        touching[pair_of(pick, first, k, 0, n)] = (uint8_t)q->in_contact[k];
    }
    if (pairs->moment) {
        store_moments(job, q, pick, first, n);
    }
#define SCREE_STORE_CHANNEL(F, name, unit, sentence)                                                         \
    double *name = pairs->channel[SCREE_CHANNEL_##name];                                                     \
    for (int k = 0; name && k < n; k++) {                                                                    \
        const double value = q->b.name[k];                                                                   \
        name[pair_of(pick, first, k, 0, n)] = q->in_contact[k] ? value : 0.0;                                \
    }
    SCREE_CHANNELS(SCREE_STORE_CHANNEL, )
#undef SCREE_STORE_CHANNEL
}

#endif
