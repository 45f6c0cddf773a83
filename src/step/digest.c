// SPDX-License-Identifier: BSD-3-Clause
#include "step/digest.h"
#include "domain/domain.h"
#include <string.h>

static uint64_t bits(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static scree_hash hash_particle(const scree_world *w, size_t i) {
    const scree_pos *x = w->p.x + i;
    const scree_vel *v = &w->p.motion[i].v;
    const scree_spin *s = &w->p.motion[i].w;
    uint64_t words[] = {w->p.id[i], bits(x->x), bits(x->y), bits(x->z), bits(x->r), bits(v->x), bits(v->y),
                        bits(v->z), bits(v->m), bits(s->x), bits(s->y), bits(s->z), s->material};
    return scree_hash_words(words, sizeof words / sizeof *words, 1);
}

static scree_hash hash_contact(const scree_world *w, const scree_pair_class *class, size_t k) {
    enum { HEAD = 4, MOST = 16 };
    scree_pair pair = w->pairs.pair[k];
    uint64_t words[HEAD + MOST] = {w->p.id[pair.a], class->wall >= 0 ? 0 : scree_listed_id(w, pair.b),
                                   (uint64_t)(class->wall + 1), class->wall >= 0 ? pair.b : 0};
    size_t nh = (size_t) class->n_history;
    memcpy(words + HEAD, w->pairs.history + class->history + (k - class->first) * nh, nh * sizeof *words);
    return scree_hash_words(words, HEAD + nh, 2);
}

scree_hash scree_world_digest(const scree_world *w) {
    scree_hash sum = {0, 0};
    for (size_t i = 0; i < w->p.n; i++) {
        if (!w->p.dead[i]) {
            sum = scree_hash_add(sum, hash_particle(w, i));
        }
    }
    for (size_t c = 0; c < w->pairs.class.n; c++) {
        const scree_pair_class *class = &w->pairs.class.data[c];
        if (class->zone == SCREE_ZONE_BEYOND) {
            continue;
        }
        for (size_t k = class->first; k < class->first + class->n; k++) {
            if (w->pairs.touching[k] == 1) {
                sum = scree_hash_add(sum, hash_contact(w, class, k));
            }
        }
    }
    uint64_t all[] = {sum.a, sum.b}, head[] = {w->step, bits(w->dt)};
    scree_comm_add(w->comm, all, 2);
    return scree_hash_add((scree_hash){all[0], all[1]}, scree_hash_words(head, 2, 0));
}
