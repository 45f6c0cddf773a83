// SPDX-License-Identifier: BSD-3-Clause
// Calls the capabilities of the engine (access/capability.h), in the order of their list.
#pragma once

#include "access/capability.h"

enum {
#define SCREE_COUNT(...) +1
    SCREE_CAPABILITY_COUNT = 0 SCREE_CAPABILITIES(SCREE_COUNT)
#undef SCREE_COUNT
};
extern const scree_capability *const scree_capability_list[SCREE_CAPABILITY_COUNT];

// All of them do what they do at this call, also where one fails; the first status that is not SCREE_OK.
scree_status scree_capabilities_attempt(scree_world *w, scree_capability_attempt call, scree_report *r);
// The same for calls that cannot fail.
void scree_capabilities_at(scree_world *w, scree_capability_call call, scree_report *r);
bool scree_capabilities_are_due(const scree_world *w);
bool scree_capabilities_reshape(const scree_world *w);
// The longest reach of all; *farthest: whose it is, unchanged if none needs any.
double scree_capabilities_reach(scree_world *w, double ago, const scree_capability **farthest);
// What they say of the longest stable time step, all together (access/capability.h).
void scree_capabilities_stiffen(const struct scree_law_set *set, const struct scree_kernels *kernels,
                                const struct scree_batch *b, struct scree_hardness *out);
bool scree_capabilities_act_midway(const scree_world *w);
scree_hold scree_capabilities_hold(const scree_world *w, size_t i);
double scree_capabilities_longest_step(const scree_world *w, const scree_smallest_bodies *smallest);
bool scree_capabilities_step_fits(const scree_world *w, const scree_smallest_bodies *smallest,
                                  scree_report *r);
scree_status scree_capabilities_advance(scree_world *w, bool may_fuse, scree_status status, scree_report *r);
// What a material lacks for the first of them that it does not fit; NULL: nothing.
const char *scree_capabilities_lack(const scree_case *c, size_t material);
// For cases and worlds that follow each other (access/capability.h).
void scree_capabilities_show(scree_case *c, const scree_case *other);
void scree_capabilities_follow(scree_world *w, const scree_world *before);
// The first of their numbers that is not finite, in words; NULL: none.
const char *scree_capabilities_unusable(const scree_world *w);
// Their rules between keys: when all sections but the contacts have been read; when the laws of all pairs are known.
void scree_capabilities_check(struct scree_config *g);
void scree_capabilities_check_pairs(struct scree_config *g);
// What they change for coarse-grained particles, if the case has them and nothing is wrong with it so far.
void scree_capabilities_coarsen(struct scree_config *g);
