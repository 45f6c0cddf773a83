// SPDX-License-Identifier: BSD-3-Clause
// The neighbour list is built in passes over the particles, each divided into chunks that write to separate places:
//   keep history  history of touching pairs is copied from the old list
//   compact       removed particles leave the storage, which is sorted by position at times
//   grid          cells, and the particles by cell
//   neighbours    each particle gets all its neighbours, sorted by id
//   fill          the particle with the smaller id numbers the pair and takes its history over
//   link          the other particle looks the number up
// Only the counts per chunk are added up serially. The old list is not kept: its arrays are overwritten, and the memory of the
// forces, which are not needed any more, serves as scratch.
#include "search/rebuild.h"
#include "access/contact_iterator.h"
#include "access/temperature_class.h"
#include "domain/domain.h"
#include "domain/ghosts.h"
#include "domain/migrate.h"
#include "laws/list/law_set.h"
#include "pairs/pair_list.h"
#include "search/grid.h"
#include "search/history_transfer.h"
#include "search/neighbours.h"
#include "search/order.h"
#include "skin/skin_check.h"
#include <string.h>

enum { SORT_EVERY = 8 }; // rebuilds between spatial sorts; 176 B per particle move

// The data that the passes share.
typedef struct job {
    scree_world *w;
    const scree_history_transfer *stayed;  // contacts of particles of this rank
    const scree_history_transfer *arrived; // and of particles that arrived from other ranks
    size_t first_arrived;                  // index of the first particle that arrived, in the old order
    const uint32_t *order;                 // index in the old order, by particle
    scree_neighbours *q;
    const uint32_t *first_entry; // of each chunk, in pairs.incident
    const uint32_t *block_of;    // index of the block, by kind of pair
} job;

// Fixed particles that move: the ledger needs the power that they put in, see forces/contacts.c.
static void list_driven(scree_world *w) {
    const bool groups = scree_case_moves_groups(w->case_); // which may rest now
    w->driven.n = 0;
    for (size_t i = 0; w->has_fixed && i < w->p.n; i++) {
        const scree_vel *v = &w->p.motion[i].v;
        const scree_spin *s = &w->p.motion[i].w;
        if (v->m == SCREE_FIXED_MASS && ((groups && w->p.free_mass[i] > 0.0) || v->x != 0.0 || v->y != 0.0 ||
                                         v->z != 0.0 || s->x != 0.0 || s->y != 0.0 || s->z != 0.0)) {
            scree_array_push(&w->driven, (uint32_t)i);
        }
    }
}

static void record_list_state(scree_world *w, const scree_grid *grid, const scree_chunks *chunks) {
    scree_particles *p = &w->p;
#pragma omp parallel for schedule(static) num_threads(chunks->threads)
    for (size_t i = 0; i < scree_particles_all(p); i++) {
        p->list_x[i] = vec3(p->x[i].x, p->x[i].y, p->x[i].z);
    }
    w->cell.since_list = upper_identity();
    w->box_low = grid->box_low;
    w->box_high = grid->box_high;
    for (size_t k = 0; k < w->wall.n; k++) {
        w->wall.data[k].list_pose = w->wall.data[k].now.pose;
        scree_wall_cell_image(w, &w->wall.data[k], w->wall.data[k].list_image);
    }
}

// Each body gets the share of its effusivity sqrt(k rho c), as in a short contact of two half-spaces; where a conductivity is not
// known both count as the same.
static void set_loss_share(const scree_case *c, scree_pair_block *block) {
    const scree_material_def *a = &c->material.data[block->material[0]],
                             *b = &c->material.data[block->material[1]];
    const bool known = a->conductivity > 0.0 && b->conductivity > 0.0;
    const double ea = sqrt((known ? a->conductivity : 1.0) * a->density * a->heat_capacity),
                 eb = sqrt((known ? b->conductivity : 1.0) * b->density * b->heat_capacity);
    block->loss_share[0] = c->heat.friction * (ea / (ea + eb));
    block->loss_share[1] = c->heat.friction - block->loss_share[0];
}

static void add_block(scree_world *w, const scree_neighbours *q, size_t kind, size_t n) {
    const size_t materials = q->materials, row = kind / materials, column = kind % materials,
                 rows = q->zones * materials;
    const bool is_wall = row >= rows;
    const size_t a = is_wall ? column : row % materials,
                 b = is_wall ? scree_law_material_of_wall(w, &w->wall.data[row - rows]) : column;
    scree_pair_block block = {.first = w->pairs.n,
                              .n = n,
                              .history = w->pairs.n_history,
                              .n_history = w->laws[a * materials + b].n_history,
                              .wall = is_wall ? (int)(row - rows) : -1,
                              .zone = is_wall ? SCREE_ZONE_LOCAL : (scree_zone)(row / materials),
                              .material = {(int)a, (int)b}};
    if (scree_case_warms_contacts(w->case_)) {
        set_loss_share(w->case_, &block);
    }
    w->pairs.n += n;
    w->pairs.n_history += n * (size_t)block.n_history;
    scree_array_push(&w->pairs.block, block);
}

// Turns counts by chunk and kind into the index of the first pair. Pairs of one kind are stored together. The order of the two
// materials matters, because a law may use the material and radius of each body. Returns the number of pairs.
static size_t number_pairs(scree_world *w, scree_neighbours *q, uint32_t *block_of) {
    scree_pairs *pairs = &w->pairs;
    const size_t particle_kinds = q->zones * q->materials * q->materials;
    size_t groups = 0, found = 0;
    pairs->n = pairs->n_history = pairs->first_wall_pair = 0;
    pairs->block.n = 0;
    for (size_t kind = 0; kind < q->kinds; kind++) {
        const size_t first = found;
        for (int k = 0; k < q->chunks.n; k++) {
            const size_t n = q->chunk[k].pairs[kind], g = q->chunk[k].groups[kind];
            q->chunk[k].pairs[kind] = found;
            q->chunk[k].groups[kind] = groups;
            found += n;
            groups += g;
        }
        block_of[kind] = (uint32_t)pairs->block.n;
        if (found > first) {
            add_block(w, q, kind, found - first);
        }
        pairs->first_wall_pair = kind < particle_kinds ? found : pairs->first_wall_pair;
    }
    scree_array_resize(&pairs->group, groups);
    return found;
}

// Allocates memory again, close to the threads that will use it (first touch). Does not keep the contents.
static void *fresh(const scree_world *w, void *block, size_t capacity, size_t n, size_t item) {
    scree_free(block);
    block = scree_realloc(NULL, 0, capacity * item);
    scree_touch_first(block, n * item, w->threads);
    return block;
}

static void *regrown(const scree_world *w, void *block, size_t *capacity, size_t need, size_t item) {
    const size_t before = *capacity;
    block = scree_regrow(block, capacity, need, item);
    if (*capacity > before) {
        scree_touch_first(block, need * item, w->threads);
    }
    return block;
}

// Reserves all arrays except forces and moments, which are still in use as scratch. Does not keep the contents.
static bool reserve_pairs(scree_world *w, size_t entries) {
    scree_pairs *pairs = &w->pairs;
    const size_t walls = pairs->n - pairs->first_wall_pair;
    const bool grows = pairs->n + SCREE_PAIR_SPARE > pairs->capacity;
    if (grows) {
        pairs->capacity = pairs->n + pairs->n / 8 + SCREE_PAIR_SPARE;
        pairs->pair = fresh(w, pairs->pair, pairs->capacity, pairs->n, sizeof *pairs->pair);
        pairs->touching = fresh(w, pairs->touching, pairs->capacity, pairs->n, sizeof *pairs->touching);
    }
    pairs->history =
        regrown(w, pairs->history, &pairs->history_capacity, pairs->n_history + 1, sizeof(double));
    pairs->touch = scree_regrow(pairs->touch, &pairs->touch_capacity, walls + 1, sizeof *pairs->touch);
    pairs->wall_power =
        scree_regrow(pairs->wall_power, &pairs->wall_power_capacity, walls + 1, sizeof *pairs->wall_power);
    if (scree_case_drives_walls(w->case_)) {
        pairs->hardness =
            scree_regrow(pairs->hardness, &pairs->hardness_capacity, walls + 1, sizeof *pairs->hardness);
    }
    if (w->case_->has_wear) {
        pairs->wear = scree_regrow(pairs->wear, &pairs->wear_capacity, walls + 1, sizeof *pairs->wear);
        memset(pairs->wear, 0, walls * sizeof *pairs->wear);
    }
    pairs->possible = scree_regrow(pairs->possible, &pairs->possible_capacity, pairs->group.n > 0 ? walls : 0,
                                   sizeof *pairs->possible);
    pairs->incident = regrown(w, pairs->incident, &pairs->incident_capacity, entries + SCREE_INCIDENT_SPARE,
                              sizeof *pairs->incident);
    memset(pairs->incident + entries, 0, SCREE_INCIDENT_SPARE * sizeof *pairs->incident);
    memset(pairs->pair + pairs->n, 0, SCREE_PAIR_SPARE * sizeof *pairs->pair);
    return grows;
}

static inline void put_contact(const scree_history_transfer *transfer, scree_pairs *pairs,
                               const scree_pair_block *block, size_t k, const double *row) {
    const size_t nh = (size_t)block->n_history;
    double *to = scree_pair_history(pairs, block, k);
    for (size_t c = 0; c < nh; c++) {
        to[c] = row[c];
    }
    pairs->touching[k] = row != transfer->none;
}

// The contacts that a particle had in the old list: rows at .. end-1.
typedef struct old_contacts {
    const scree_history_transfer *transfer;
    uint32_t at, end;
} old_contacts;

static old_contacts old_contacts_of(const job *j, size_t i) {
    const size_t was = j->order[i];
    const bool arrived = was >= j->first_arrived;
    const scree_history_transfer *transfer = arrived ? j->arrived : j->stayed;
    const size_t at = arrived ? was - j->first_arrived : was;
    return at < transfer->n ? (old_contacts){transfer, transfer->start[at], transfer->start[at + 1]}
                            : (old_contacts){transfer, 0, 0};
}

// Pairs of particle i with the neighbours of larger id.
static void fill_particles(const job *j, scree_chunk_neighbours *chunk, size_t i, const uint32_t *neighbour,
                           uint32_t n, uint32_t *entry, old_contacts old) {
    const scree_particles *p = &j->w->p;
    scree_pairs *pairs = &j->w->pairs;
    const bool one = j->q->materials == 1 && j->q->zones == 1;
    for (uint32_t m = 0; m < n; m++) {
        const uint32_t b = neighbour[m];
        const size_t kind = one ? 0
                                : scree_kind(j->q, scree_zone_of(j->q, i, b), scree_material_of(j->q, i),
                                             scree_material_of(j->q, b));
        const size_t k = chunk->pairs[kind]++;
        pairs->pair[k] = (scree_pair){(uint32_t)i, b};
        put_contact(old.transfer, pairs, &pairs->block.data[j->block_of[kind]], k,
                    scree_history_transfer_next(old.transfer, &old.at, old.end, p->id[b]));
        entry[m] = (uint32_t)(2 * k);
    }
}

// Fills in the pairs of ghost i. Its contacts are stored with its neighbours, which belong to this rank.
static void fill_ghost(const job *j, scree_chunk_neighbours *chunk, size_t i, const uint32_t *neighbour,
                       uint32_t n, uint32_t *entry) {
    const scree_particles *p = &j->w->p;
    scree_pairs *pairs = &j->w->pairs;
    for (uint32_t m = 0; m < n; m++) {
        const uint32_t b = neighbour[m];
        const size_t kind =
            scree_kind(j->q, SCREE_ZONE_REMOTE, scree_material_of(j->q, i), scree_material_of(j->q, b));
        const size_t k = chunk->pairs[kind]++;
        old_contacts old = old_contacts_of(j, b);
        pairs->pair[k] = (scree_pair){(uint32_t)i, b};
        put_contact(old.transfer, pairs, &pairs->block.data[j->block_of[kind]], k,
                    scree_history_transfer_next(old.transfer, &old.at, old.end, p->id[i]));
        entry[m] = (uint32_t)(2 * k);
    }
}

// Pairs of particle i with walls; *hit is the position in the chunk's list of them. Returns how many.
static uint32_t fill_walls(const job *j, scree_chunk_neighbours *chunk, size_t i, size_t *hit,
                           uint32_t *entry, old_contacts old) {
    scree_pairs *pairs = &j->w->pairs;
    uint32_t n = 0;
    for (; *hit < chunk->hit.n && chunk->hit.data[*hit].particle == i; (*hit)++, n++) {
        const scree_wall_hit *h = &chunk->hit.data[*hit];
        const size_t kind = scree_kind_of_wall(j->q, h->wall, scree_material_of(j->q, i));
        const size_t k = chunk->pairs[kind]++, at = k - pairs->first_wall_pair;
        const bool meshed = j->w->wall.data[h->wall].mesh;
        const uint32_t image = meshed ? scree_image_code(chunk->group.data[h->group].image) : 0;
        const double *contact = scree_history_transfer_find(
            old.transfer, old.at, old.end, scree_history_transfer_wall_key((int)h->wall, h->element), image);
        pairs->pair[k] = (scree_pair){(uint32_t)i, h->element};
        put_contact(old.transfer, pairs, &pairs->block.data[j->block_of[kind]], k, contact);
        const uint32_t feature = old.transfer->features ? (uint32_t)contact[old.transfer->columns - 1] : 0;
        pairs->touch[at] = (scree_wall_touch){.feature = feature, .image = image};
        entry[n] = (uint32_t)(2 * k);
        if (meshed &&
            (*hit == 0 || h[-1].particle != i || h[-1].wall != h->wall || h[-1].group != h->group)) {
            scree_mesh_group *group = &pairs->group.data[chunk->groups[kind]++];
            *group = chunk->group.data[h->group];
            group->first = (uint32_t)at;
            group->particle = (uint32_t)i;
        }
    }
    return n;
}

// Pairs and incidence of a chunk. Entries of pairs that belong to the neighbour contain the neighbour's index until link_chunk
// replaces it. below becomes the first entry of a pair that belongs to the particle.
static void fill_chunk(const job *j, int k) {
    scree_pairs *pairs = &j->w->pairs;
    scree_chunk_neighbours *chunk = &j->q->chunk[k];
    const size_t n = j->q->all;
    const uint32_t *neighbour = chunk->neighbour;
    uint32_t at = j->first_entry[k];
    size_t hit = 0;
    for (size_t i = scree_chunk_first(&j->q->chunks, n, k); i < scree_chunk_first(&j->q->chunks, n, k + 1);
         i++) {
        const uint32_t near = j->q->n[i], below = j->q->below[i];
        pairs->start[i] = at;
        memcpy(pairs->incident + at, neighbour, below * sizeof *neighbour);
        j->q->below[i] = at + below;
        if (i < j->q->owned) {
            const old_contacts old = old_contacts_of(j, i);
            j->q->own[i] = (uint32_t)chunk->pairs[0];
            fill_particles(j, chunk, i, neighbour + below, near - below, pairs->incident + at + below, old);
            at += near;
            at += fill_walls(j, chunk, i, &hit, pairs->incident + at, old);
        } else {
            j->q->own[i] = (uint32_t)chunk->pairs[j->q->materials == 1 ? SCREE_ZONE_REMOTE : 0];
            fill_ghost(j, chunk, i, neighbour, near, pairs->incident + at);
            at += near;
        }
        neighbour += near;
    }
    if (k == j->q->chunks.n - 1) {
        pairs->start[n] = at;
    }
}

// The pair of a particle with i, searched from the particle's first pair on; all pairs are of one kind. The first three are
// compared without unpredictable branches.
static uint32_t pair_with(const scree_pair *pair, uint32_t first, size_t i) {
    uint32_t k = first, more = 1;
    for (uint32_t m = 0; m < 3; m++) {
        more &= pair[first + m].b != i;
        k += more;
    }
    while (pair[k].b != i) {
        k++;
    }
    return k;
}

// Finds the pair of a particle with i through its entries, for particles whose pairs are of several kinds.
static uint32_t pair_through(const scree_pairs *pairs, uint32_t entry, size_t i) {
    while (pairs->pair[pairs->incident[entry] >> 1].b != i) {
        entry++;
    }
    return pairs->incident[entry] >> 1;
}

static void link_chunk(const job *j, int k) {
    const scree_pairs *pairs = &j->w->pairs;
    const scree_pair *pair = pairs->pair;
    const size_t n = j->q->all, last = scree_chunk_first(&j->q->chunks, n, k + 1);
    const uint32_t *below = j->q->below, *own = j->q->own;
    uint32_t *incident = pairs->incident;
    const bool one = j->q->materials == 1;
    for (size_t i = scree_chunk_first(&j->q->chunks, n, k); i < last; i++) {
        const uint32_t end = below[i];
        for (uint32_t e = pairs->start[i]; e < end; e++) {
            const uint32_t neighbour = incident[e];
            incident[e] =
                2 * (one ? pair_with(pair, own[neighbour], i) : pair_through(pairs, below[neighbour], i)) + 1;
        }
    }
}

// The groups of one particle on one mesh follow each other.
static size_t widest_of_groups(const scree_pairs *pairs) {
    size_t widest = 0, n = 0;
    for (size_t g = 0; g < pairs->group.n; g++) {
        const scree_mesh_group *q = &pairs->group.data[g];
        n = q->n + (g > 0 && q[-1].particle == q->particle ? n : 0);
        widest = n > widest ? n : widest;
    }
    return widest;
}

// Channels are zero for pairs that do not touch, and for pairs whose laws do not write the channel.
static void clear_channels(scree_world *w, bool grows) {
    scree_pairs *pairs = &w->pairs;
    const size_t n = pairs->n, particles = w->p.n;
    for (int c = 0; c < SCREE_CHANNEL_COUNT; c++) {
        if (!(w->channels & 1 << c)) {
            continue;
        }
        if (grows) {
            pairs->channel[c] = fresh(w, pairs->channel[c], pairs->capacity, n, sizeof(double));
        }
        pairs->received[c] =
            scree_regrow(pairs->received[c], &pairs->received_capacity[c], particles, sizeof(double));
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, n))
        for (size_t k = 0; k < n; k++) {
            pairs->channel[c][k] = 0.0;
        }
        for (size_t i = 0; i < particles; i++) {
            pairs->received[c][i] = 0.0;
        }
    }
}

static void clear_made(scree_world *w, bool grows) {
    scree_pairs *pairs = &w->pairs;
    if (grows) {
        pairs->loss_heat =
            fresh(w, pairs->loss_heat, 2 * pairs->capacity, 2 * pairs->n, sizeof *pairs->loss_heat);
    }
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, pairs->n))
    for (size_t k = 0; k < 2 * pairs->n; k++) {
        pairs->loss_heat[k] = 0.0;
    }
}

// Forces of pairs that do not touch are zero. Those of the others are evaluated before they are read, except for moments where
// no law writes any: so all moments are set to zero.
static void clear_forces(scree_world *w, bool grows) {
    scree_pairs *pairs = &w->pairs;
    const size_t n = pairs->n, capacity = pairs->capacity;
    if (grows) {
        pairs->force = fresh(w, pairs->force, capacity, n, sizeof *pairs->force);
    }
    if (grows && w->has_moments) {
        pairs->moment = fresh(w, pairs->moment, capacity, n, sizeof *pairs->moment);
    }
    if (grows && w->keeps_constants) {
        pairs->constant = fresh(w, pairs->constant, capacity, n, sizeof *pairs->constant);
    }
    pairs->constants_known = false;
    if (grows && w->p.form) {
        pairs->apart = fresh(w, pairs->apart, capacity, n, sizeof *pairs->apart);
    }
    if (w->p.form && n > 0) {
        memset(pairs->apart, 0, n * sizeof *pairs->apart);
    }
    pairs->approach = 0.0;
    scree_pairs_clear_apart(w, n);
#pragma omp parallel for schedule(static) num_threads(pairs->moment ? scree_world_team(w, n) : 1)
    for (size_t k = 0; k < (pairs->moment ? n : 0); k++) {
        pairs->moment[k] = (scree_pair_moment){0};
    }
    clear_channels(w, grows);
    if (scree_case_warms_contacts(w->case_)) {
        clear_made(w, grows);
    }
}

static scree_status too_many_pairs(scree_world *w, size_t found, scree_report *r) {
    scree_report_error(
        r,
        "t = %.9g s, step %llu: %zu pairs of bodies are within reach of each other, at most %zu can be "
        "listed; use a smaller search.skin (it is %.4g m), fewer particles or coarser meshes",
        scree_world_time(w), (unsigned long long)w->step, found, w->most_pairs, w->skin);
    return SCREE_USER_ERROR;
}

static scree_status too_many_at_one_place(const scree_world *w, const scree_crowd *c, scree_report *r) {
    const scree_pos *x = w->p.x + c->particle;
    scree_report_error(
        r,
        "t = %.9g s, step %llu: too many bodies lie at one place: %zu overlap particle %llu at "
        "(%.6g, %.6g, %.6g) m by more than a radius, such as particle %llu; accepted: overlaps "
        "up to a radius (alarms.overlap_limit)",
        scree_world_time(w), (unsigned long long)w->step, c->count, (unsigned long long)w->p.id[c->particle],
        x->x, x->y, x->z, (unsigned long long)w->p.id[c->other]);
    return SCREE_USER_ERROR;
}

void scree_pairs_forget(scree_world *w) {
    scree_pairs *pairs = &w->pairs;
    pairs->n = pairs->n_history = pairs->first_wall_pair = 0;
    pairs->block.n = pairs->group.n = pairs->crowded.n = 0;
    w->listed = 0;
    w->contacts = 0;
    w->list_valid = false;
}

// Lists the particles that may touch several surfaces at once, for wall_contacts/wall_shared.c.
static void list_crowded(scree_world *w) {
    scree_pairs *pairs = &w->pairs;
    pairs->crowded.n = 0;
    for (uint32_t i = 0; w->wall.n > 1 && i < w->p.n; i++) {
        const uint32_t first = pairs->start[i];
        uint32_t e = pairs->start[i + 1];
        const size_t last = e > first ? pairs->incident[e - 1] >> 1 : 0;
        if (e == first || last < pairs->first_wall_pair) {
            continue;
        }
        const scree_pair_block *block = scree_pairs_block_of(pairs, last);
        while (e > first && pairs->incident[e - 1] >> 1 >= block->first) { // walls ascend
            e--;
        }
        if (e > first && pairs->incident[e - 1] >> 1 >= pairs->first_wall_pair) {
            scree_array_push(&pairs->crowded, i);
        }
    }
}

// Leaves an empty but consistent list, so that the state can still be written.
static void make_list_empty(scree_world *w) {
    scree_pairs *pairs = &w->pairs;
    scree_pairs_forget(w);
    memset(pairs->start, 0, (scree_particles_all(&w->p) + 1) * sizeof *pairs->start);
}

// Pairs, incidence and history from the neighbours.
static void fill(const job *j) {
    const scree_neighbours *q = j->q;
#pragma omp parallel for schedule(dynamic, 1) num_threads(q->chunks.threads)
    for (int k = 0; k < q->chunks.n; k++) {
        fill_chunk(j, k);
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads(q->chunks.threads)
    for (int k = 0; k < q->chunks.n; k++) {
        link_chunk(j, k);
    }
    j->w->pairs.widest = widest_of_groups(&j->w->pairs);
}

scree_status scree_pairs_rebuild(scree_world *w, scree_report *r) {
    scree_pairs *pairs = &w->pairs;
    scree_scratch *s = &w->scratch;
    const scree_chunks chunks = scree_chunks_of(scree_world_team(w, w->p.n));
    const size_t neighbours = pairs->n > 0 ? 2 * pairs->n + pairs->n / 4 : 12 * w->p.n;
    scree_scratch_begin(s, pairs->force,
                        pairs->n * sizeof *pairs->force); // memory beyond that was never used
    const scree_scratch_mark nothing = scree_scratch_place(s);
    int *owner = w->domain ? scree_scratch_take(s, (w->p.n + 1) * sizeof *owner) : NULL;
    if (owner) {
        scree_domain_owners(w, owner);
    }
    const scree_history_transfer transfer = scree_history_transfer_keep(w, owner, &chunks, s);
    scree_history_transfer arrived = {0};
    const size_t first_arrived = w->p.n;
    if (owner) {
        scree_migrate(w, owner, &transfer, &arrived);
    }
    const uint32_t *order = scree_storage_compact_and_sort(w, w->rebuilds % SORT_EVERY == 0, &chunks, s);
    if (owner) {
        scree_ghosts_find(w);
    }
    scree_grid grid;
    scree_grid_build(&grid, w, &chunks, s);
    record_list_state(w, &grid, &chunks);
    pairs->start = scree_regrow(pairs->start, &pairs->start_capacity, scree_particles_all(&w->p) + 2,
                                sizeof *pairs->start);
    scree_neighbours q = scree_neighbours_find(w, &grid, pairs->start, neighbours, &chunks, s);
    uint32_t *block_of = scree_scratch_take(s, q.kinds * sizeof *block_of),
             *first_entry = scree_scratch_take(s, ((size_t)chunks.n + 1) * sizeof *first_entry);
    const size_t found = number_pairs(w, &q, block_of);
    const bool fits = q.crowd.count == 0 && found <= w->most_pairs;
    const scree_crowd crowd = q.crowd;
    if (!fits) {
        make_list_empty(w);
    }
    first_entry[0] = 0;
    w->skin_check->tested = 0;
    for (int k = 0; k < chunks.n; k++) {
        w->skin_check->tested += q.chunk[k].tested;
        first_entry[k + 1] = first_entry[k] + (uint32_t)(q.chunk[k].n + q.chunk[k].hit.n);
    }
    const bool grows = reserve_pairs(w, fits ? first_entry[chunks.n] : 0);
    if (fits) {
        const job j = {w, &transfer, &arrived, first_arrived, order, &q, first_entry, block_of};
        fill(&j);
    }
    scree_neighbours_clear(&q);
    scree_arrivals_clear(&arrived);
    scree_scratch_back(s, nothing);
    scree_skin_check_begin(w, &chunks, s);
    scree_scratch_shrink(s, pairs->n * sizeof *pairs->force);
    scree_scratch_end(s);
    clear_forces(w, grows);
    w->listed = w->p.n;
    w->particles_total = w->p.n;
    scree_comm_add(w->comm, &w->particles_total, 1);
    w->list_valid = fits;
    w->rebuilds++;
    list_driven(w);
    list_crowded(w);
    return scree_comm_agree(w->comm,
                            fits              ? SCREE_OK
                            : crowd.count > 0 ? too_many_at_one_place(w, &crowd, r)
                                              : too_many_pairs(w, found, r),
                            r);
}

void scree_pairs_clear(scree_pairs *pairs) {
    scree_free(pairs->pair);
    scree_free(pairs->touching);
    scree_free(pairs->force);
    scree_free(pairs->moment);
    scree_free(pairs->constant);
    scree_free(pairs->apart);
    scree_free(pairs->loss_heat);
    for (int c = 0; c < SCREE_CHANNEL_COUNT; c++) {
        scree_free(pairs->channel[c]);
        scree_free(pairs->received[c]);
    }
    scree_free(pairs->history);
    scree_free(pairs->touch);
    scree_free(pairs->wall_power);
    scree_free(pairs->hardness);
    scree_free(pairs->wear);
    scree_free(pairs->possible);
    scree_free(pairs->start);
    scree_free(pairs->incident);
    scree_array_free(&pairs->block);
    scree_array_free(&pairs->group);
    scree_array_free(&pairs->crowded);
    memset(pairs, 0, sizeof *pairs);
}
