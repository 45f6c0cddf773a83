// SPDX-License-Identifier: BSD-3-Clause
// Numbers that went bad: found, named by the particle's id, with what to try.
#ifndef SCREE_STEP_ALARM_H
#define SCREE_STEP_ALARM_H

#include "base/report.h"
#include "state/world.h"

scree_status scree_alarm_position(const scree_world *w, scree_report *r);
scree_status scree_alarm_overlap(const scree_world *w, scree_report *r);

#endif
