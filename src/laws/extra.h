// SPDX-License-Identifier: BSD-3-Clause
// Lines that a build adds to the lists of the engine: SCREE_EXTRA names a header that defines some of the macros below. The
// tests add one line to each list this way, and show that one line is enough.
#pragma once

#ifdef SCREE_EXTRA
#include SCREE_EXTRA
#endif
#ifndef SCREE_EXTRA_FIELDS
#define SCREE_EXTRA_FIELDS(ARRAY) // state/fields.h
#endif
#ifndef SCREE_EXTRA_SLOTS
#define SCREE_EXTRA_SLOTS(SLOT) // laws/slot.h
#endif
#ifndef SCREE_EXTRA_CHANNELS
#define SCREE_EXTRA_CHANNELS(CHANNEL, F) // laws/slot.h
#endif
#ifndef SCREE_EXTRA_LAWS
#define SCREE_EXTRA_LAWS(PLAIN, SPLIT) // laws/list/all.h, which also includes the header SCREE_EXTRA_LAW
#endif
