// SPDX-License-Identifier: BSD-3-Clause
// The alarm for an energy balance that drifts. The balance (totals.h) is the sum of all energies, dissipation and work: it is constant
// except for the error of the time step, whatever the laws do. If it rises, energy has appeared from nothing, even if that energy was
// dissipated at once; if it falls, energy has vanished. Its change is compared with the energies involved: the largest kinetic and stored
// energy in that time, the dissipated energy, and the work of walls and loads.
#pragma once

#include "measure/totals.h"
#include "text/report.h"

// Has to be called with each row of the series. A change of more than alarms.energy_balance times the energies involved, since the
// start or during the last rows, gives one warning and is then counted in w->alarms.balance; with alarms.action: stop it is an error. t: totals
// of all ranks; the status is the same on all ranks, and rank 0 reports.
scree_status scree_balance_alarm(scree_world *w, const scree_totals *t, scree_report *r);
