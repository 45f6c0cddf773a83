// SPDX-License-Identifier: BSD-3-Clause
// Choice of ghosts. A particle is sent to the ranks whose subdomain is within its reach: its radius plus the radius of a
// neighbour of common size plus the gap. The few larger particles have a larger reach. They are sent first to the ranks of
// their neighbours, which then send these neighbours to the owners of the large particles. So a large sphere among small ones
// needs ghosts only around it, and not a wide halo between all ranks.
#include "domain/ghosts.h"
#include "access/particle.h"
#include "domain/domain.h"
#include "domain/halo.h"
#include <math.h>
#include <string.h>

enum {
    BLOCK = 32,   // particles that are tested together first: close in memory and mostly in space
    CLASSES = 24, // of radii, each half of the one before
    FEW = 64      // up to 1/64 of the particles may be larger than the common size
};

// Particle i will be a ghost on a rank.
typedef struct hit {
    uint32_t i;
    int rank;
} hit;

typedef struct search {
    const scree_world *w;
    double common, largest; // radii of all ranks, m
    double gap;             // up to which ghosts are complete, m
    double arm;             // by which members of clumps may be outside their rank's subdomain, m
    SCREE_ARRAY(scree_ball) block;
    bool *wanted;                // blocks that reach other ranks
    SCREE_ARRAY(uint32_t) asked; // particles of these blocks
    SCREE_ARRAY(hit) hit;
} search;

// The box in which the partition has to look for what a particle reaches: in a cell that deforms positions are those in the cell of the case, in which a ball is
// no ball.
static scree_ball ball_of(const search *s, const scree_pos *x, double reach) {
    const scree_cell *c = &s->w->cell;
    const scree_vec3 at = scree_cell_rest(c, vec3(x->x, x->y, x->z));
    if (!c->deforms) {
        return (scree_ball){at, at, reach};
    }
    const scree_vec3 wide = vec_scale(reach, scree_cell_rest_slant(c));
    return (scree_ball){vec_sub(at, wide), vec_add(at, wide), 0.0};
}

static int size_class_of(double ratio) {
    int c = 0;
    for (double limit = 2.0; ratio >= limit && c < CLASSES - 1; limit *= 2.0) {
        c++;
    }
    return c;
}

// Largest distance of a member of a clump from its centre.
static double longest_arm(const scree_world *w) {
    const scree_particles *p = &w->p;
    double most = 0.0;
    for (size_t i = 0; p->body && i < p->n; i++) {
        most = p->body[i] > 0 ? fmax(most, p->size[i] * w->case_->shape.data[p->shape[i]].shape.reach) : most;
    }
    scree_comm_max(w->comm, &most, 1);
    return most;
}

static void measure_ranks(search *s) {
    const scree_particles *p = &s->w->p;
    uint64_t count[CLASSES] = {0}, all = 0, larger = 0;
    double largest = 0.0;
    s->arm = longest_arm(s->w);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(s->w, p->n)) reduction(max : largest)
    for (size_t i = 0; i < p->n; i++) {
        largest = p->x[i].r > largest ? p->x[i].r : largest;
    }
    s->largest = largest;
    scree_comm_max(s->w->comm, &s->largest, 1);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(s->w, p->n)) reduction(+ : count)
    for (size_t i = 0; i < p->n; i++) {
        count[size_class_of(s->largest / p->x[i].r)]++;
    }
    scree_comm_add(s->w->comm, count, CLASSES);
    for (int c = 0; c < CLASSES; c++) {
        all += count[c];
    }
    s->common = s->largest;
    for (int c = 0; c < CLASSES - 1 && FEW * (larger + count[c]) <= all; c++) {
        larger += count[c];
        s->common *= 0.5;
    }
}

static double reach_of(const search *s, double r) {
    return r + (r > s->common ? s->largest : s->common) + s->gap + s->arm;
}

static void lay_blocks(search *s) {
    const scree_particles *p = &s->w->p;
    scree_array_resize(&s->block, (p->n + BLOCK - 1) / BLOCK);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(s->w, p->n))
    for (size_t b = 0; b < s->block.n; b++) {
        scree_ball ball = {vec3(INFINITY, INFINITY, INFINITY), vec3(-INFINITY, -INFINITY, -INFINITY), 0.0};
        for (size_t i = b * BLOCK; i < (b + 1) * BLOCK && i < p->n; i++) {
            const scree_ball own = ball_of(s, &p->x[i], reach_of(s, p->x[i].r));
            ball.low = vec_min(ball.low, own.low);
            ball.high = vec_max(ball.high, own.high);
            ball.reach = fmax(ball.reach, own.reach);
        }
        s->block.data[b] = ball;
    }
}

static void block_reaches(void *context, size_t k, int rank) {
    (void)rank;
    ((search *)context)->wanted[k] = true;
}

static void particle_reaches(void *context, size_t k, int rank) {
    search *s = context;
    scree_array_push(&s->hit, (hit){s->asked.data[k], rank});
}

static void find_hits(search *s) {
    const scree_particles *p = &s->w->p;
    const scree_partition *partition = s->w->domain->partition;
    SCREE_ARRAY(scree_ball) ball = {0};
    s->wanted = scree_zeros(s->block.n + 1);
    scree_partition_reach(partition, s->block.data, s->block.n, block_reaches, s);
    for (size_t b = 0; b < s->block.n; b++) {
        for (size_t i = b * BLOCK; s->wanted[b] && i < (b + 1) * BLOCK && i < p->n; i++) {
            scree_array_push(&s->asked, (uint32_t)i);
            scree_array_push(&ball, ball_of(s, &p->x[i], reach_of(s, p->x[i].r)));
        }
    }
    scree_partition_reach(partition, ball.data, ball.n, particle_reaches, s);
    scree_array_free(&ball);
}

static int by_rank(const void *a, const void *b) {
    const hit *x = a, *y = b;
    return x->rank != y->rank ? (x->rank < y->rank ? -1 : 1) : x->i < y->i ? -1 : x->i > y->i;
}

// Sorts by rank and removes duplicates.
static void sort_hits(search *s) {
    size_t kept = 0;
    scree_array_sort(&s->hit, by_rank);
    for (size_t k = 0; k < s->hit.n; k++) {
        if (kept == 0 || by_rank(&s->hit.data[kept - 1], &s->hit.data[k]) != 0) {
            s->hit.data[kept++] = s->hit.data[k];
        }
    }
    s->hit.n = kept;
}

static double distance2(const scree_cell *c, const scree_pos *x, scree_vec3 low, scree_vec3 high) {
    double sum = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        const double at[3] = {x->x, x->y, x->z};
        const double d = scree_cell_gap(c, axis, at[axis], vec_get(low, axis), vec_get(high, axis));
        sum += d * d;
    }
    return sum;
}

// Adds the particles that a large ghost may touch as ghosts for its owner.
static void answer(search *s, const scree_pos *large, int rank) {
    const scree_particles *p = &s->w->p;
    const double beyond = (large->r + s->gap) * (1.0 + 1e-9);
    for (size_t b = 0; b < s->block.n; b++) {
        const scree_ball *block = &s->block.data[b];
        const double reach = block->reach + beyond; // an upper bound
        if (!s->w->cell.deforms &&
            !(distance2(&s->w->cell, large, block->low, block->high) <= reach * reach)) {
            continue;
        }
        for (size_t i = b * BLOCK; i < (b + 1) * BLOCK && i < p->n; i++) {
            const scree_pos *x = &p->x[i];
            const double near = x->r + beyond;
            const scree_vec3 d =
                scree_nearest_image(&s->w->cell.period, x->x - large->x, x->y - large->y, x->z - large->z);
            if (vec_norm2(d) <= near * near) {
                scree_array_push(&s->hit, (hit){(uint32_t)i, rank});
            }
        }
    }
}

typedef size_t write_record(const scree_particles *p, uint32_t i, char *to);

static size_t write_place(const scree_particles *p, uint32_t i, char *to) {
    memcpy(to, &p->x[i], sizeof p->x[i]);
    return sizeof p->x[i];
}

static size_t write_all(const scree_particles *p, uint32_t i, char *to) {
    return (size_t)(scree_fields_pack(p, i, SCREE_WITH_LIST, to) - to);
}

// One message per rank with the hits whose radius is at least `from`.
static scree_messages messages_of(const search *s, double from, write_record *write) {
    const scree_particles *p = &s->w->p;
    const size_t size = scree_fields_size(p, SCREE_WITH_LIST); // the larger of the two records
    scree_messages out = {0};
    for (size_t k = 0, end; k < s->hit.n; k = end) {
        for (end = k; end < s->hit.n && s->hit.data[end].rank == s->hit.data[k].rank; end++) {
        }
        char *data = scree_realloc(NULL, 0, (end - k) * size), *at = data;
        for (size_t m = k; m < end; m++) {
            const uint32_t i = s->hit.data[m].i;
            at += p->x[i].r >= from ? write(p, i, at) : 0;
        }
        scree_message message = {s->hit.data[k].rank, data, (size_t)(at - data)};
        if (message.size > 0) {
            scree_array_push(&out, message);
        } else {
            scree_free(data);
        }
    }
    return out;
}

// Sends the large particles, and adds as ghosts the particles that may touch large ones received.
static void find_neighbours_of_large(search *s) {
    scree_messages out = messages_of(s, nextafter(s->common, INFINITY), write_place), in = {0};
    scree_comm_exchange(s->w->comm, &out, &in);
    for (size_t k = 0; k < in.n; k++) {
        for (size_t at = 0; at < in.data[k].size; at += sizeof(scree_pos)) {
            scree_pos large;
            memcpy(&large, (char *)in.data[k].data + at, sizeof large);
            answer(s, &large, in.data[k].rank);
        }
    }
    scree_messages_clear(&out);
    scree_messages_clear(&in);
    sort_hits(s);
}

static void store(scree_world *w, const scree_messages *in) {
    scree_particles *p = &w->p;
    scree_domain *d = w->domain;
    const size_t size = scree_fields_size(p, SCREE_WITH_LIST);
    size_t n = 0;
    for (size_t k = 0; k < in->n; k++) {
        n += in->data[k].size / size;
    }
    scree_particles_reserve(p, p->n + n);
    d->ghost_id = scree_regrow(d->ghost_id, &d->ghost_id_capacity, n + 1, sizeof *d->ghost_id);
    p->ghosts = 0;
    for (size_t k = 0; k < in->n; k++) {
        const char *at = in->data[k].data, *end = at + in->data[k].size;
        while (at < end) {
            const size_t i = p->n + p->ghosts;
            scree_particles_blank(p, i);
            at = scree_fields_unpack(p, i, SCREE_WITH_LIST, at);
            d->ghost_id[p->ghosts++] = p->id[i];
        }
    }
}

static scree_neighbour_rank *neighbour_of(scree_domain *d, int rank) {
    for (size_t k = d->neighbour.n; k > 0; k--) {
        if (d->neighbour.data[k - 1].rank == rank) {
            return &d->neighbour.data[k - 1];
        }
    }
    scree_array_push(&d->neighbour, (scree_neighbour_rank){.rank = rank});
    return &d->neighbour.data[d->neighbour.n - 1];
}

static void keep_neighbours(search *s, scree_domain *d, const scree_messages *in) {
    const size_t size = scree_fields_size(&s->w->p, SCREE_WITH_LIST);
    d->neighbour.n = 0;
    scree_array_resize(&d->sent, s->hit.n);
    for (size_t k = 0; k < s->hit.n; k++) {
        d->sent.data[k] = s->hit.data[k].i;
        if (k == 0 || s->hit.data[k].rank != s->hit.data[k - 1].rank) {
            neighbour_of(d, s->hit.data[k].rank)->first_sent = k;
        }
        d->neighbour.data[d->neighbour.n - 1].n_sent++;
    }
    for (size_t k = 0, at = 0; k < in->n; k++) {
        scree_neighbour_rank *n = neighbour_of(d, in->data[k].rank);
        n->first_received = at;
        n->n_received = in->data[k].size / size;
        at += n->n_received;
    }
}

void scree_ghosts_find(scree_world *w) {
    scree_domain *d = w->domain;
    search s = {.w = w, .gap = w->skin + w->reach + d->shell};
    w->p.ghosts = 0;
    measure_ranks(&s);
    lay_blocks(&s);
    find_hits(&s);
    sort_hits(&s);
    if (s.common < s.largest) {
        find_neighbours_of_large(&s);
    }
    scree_messages out = messages_of(&s, 0.0, write_all), in = {0};
    scree_comm_exchange(w->comm, &out, &in);
    store(w, &in);
    keep_neighbours(&s, d, &in);
    scree_halo_plan(w);
    d->fresh = true;
    scree_messages_clear(&out);
    scree_messages_clear(&in);
    scree_array_free(&s.block);
    scree_array_free(&s.asked);
    scree_array_free(&s.hit);
    scree_free(s.wanted);
}
