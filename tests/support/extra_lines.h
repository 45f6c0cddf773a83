// SPDX-License-Identifier: BSD-3-Clause
// More lines in the lists of the engine (laws/extra.h), for the tests in tests/extra: a slot, the channel that its laws
// write, and a law; fields of particles.
#pragma once

#define SCREE_EXTRA_SLOTS(SLOT)                                                                              \
    SLOT(FLOW, flow, 0, 1 << SCREE_CHANNEL_flow, "none", "Law of what flows from body to body.")
#define SCREE_EXTRA_CHANNELS(CHANNEL, F) CHANNEL(F, flow, "W", "What flows from b to a.")
#define SCREE_CONTACT_FLOW(F) F(flow)
#define SCREE_EXTRA_LAWS(PLAIN, SPLIT) PLAIN(extra_flow, FLOW)
#define SCREE_EXTRA_LAW "extra_flow.h"

// state/fields.h: a field that changes in each step; one that does not change and exists only in periodic boxes; one in all
// others.
#define SCREE_EXTRA_FIELDS(ARRAY)                                                                            \
    ARRAY(warmth, double, true, SCREE_STATE | SCREE_EACH_STEP | SCREE_WRITTEN | SCREE_READ, "K",             \
          "Set by the test.")                                                                                \
    ARRAY(dose, double, c->periodic[0], SCREE_STATE | SCREE_READ, "Gy", "Read by the test.")                 \
    ARRAY(origin, scree_vec3, c->periodic[0], SCREE_STATE | SCREE_WRITTEN | SCREE_FLOAT32, "m",              \
          "Set by the test.")                                                                                \
    ARRAY(visits, uint64_t, !c->periodic[0], SCREE_STATE, "", "Set by the test.")
