// SPDX-License-Identifier: BSD-3-Clause
#include "access/step_time.h"
#include "text/units.h"
#include <math.h>

// In steps, for times that are those of a step up to rounding.
static const double tolerance = 1e-6;

// Infinity (never) and numbers that no run reaches become one very large step, because casting them would be undefined.
static uint64_t whole_steps(double steps) {
    const double never = 0x1p62;
    return steps < never ? steps > 0.0 ? (uint64_t)steps : 0 : (uint64_t)never;
}

// The time at which a stretch ends belongs to it, so each time is that of one step, whatever the length of the next steps.
uint64_t scree_step_of(const scree_world *w, double t) {
    const scree_clock c = scree_world_clock(w);
    size_t k = c.n;
    while (k > 0 && t <= c.change[k - 1].time + tolerance * c.change[k - 1].dt) {
        k--;
    }
    const double dt = scree_clock_length(&c, k);
    if (k == 0) {
        const uint64_t step = whole_steps(ceil(t / dt - tolerance));
        return c.n > 0 && step > c.change[0].step ? c.change[0].step : step;
    }
    const scree_clock_change *from = &c.change[k - 1];
    const uint64_t steps = whole_steps(ceil((t - from->time) / dt - tolerance)),
                   step = from->step + (steps > 1 ? steps : 1);
    return k < c.n && step > c.change[k].step ? c.change[k].step : step;
}

char *scree_late_start(const scree_case *c, double start) {
    char from[32];
    scree_number_text(start, from);
    return scree_format("its start, %s%s, is not before time.end, %.6g s", isinf(start) ? "never" : from,
                        isinf(start) ? "" : " s", c->end);
}

double scree_times_between(const scree_world *w, double factor, uint64_t from, uint64_t to) {
    const scree_clock c = scree_world_clock(w);
    const size_t k = scree_clock_stretch(&c, to);
    const bool one = k == 0 || from >= c.change[k - 1].step; // stretch
    return one ? factor * (double)(to - from) * scree_clock_length(&c, k)
               : factor * (scree_clock_time(&c, to) - scree_clock_time(&c, from));
}

double scree_length_after(const scree_world *w, uint64_t step) {
    const scree_clock c = scree_world_clock(w);
    return scree_clock_length(&c, scree_clock_stretch(&c, step + 1));
}

double scree_steps_in(double time, double dt) {
    return time / dt;
}

double scree_time_of_steps(uint64_t steps, double dt) {
    return (double)steps * dt;
}

static uint64_t steps_of(double every, double dt) {
    const uint64_t steps = whole_steps(floor(every / dt + 0.5));
    return steps > 1 ? steps : 1;
}

uint64_t scree_steps_between(const scree_world *w, double every) {
    return steps_of(every, w->dt);
}

bool scree_is_between(const scree_world *w, double start, double stop) {
    return w->step >= scree_step_of(w, start) && (!isfinite(stop) || w->step < scree_step_of(w, stop));
}

// ---- schedules ---------------------------------------------------------------------------------------------

uint64_t scree_schedule_steps(const scree_world *w, double every) {
    return steps_of(every, w->clock.n > 0 ? w->clock.data[0].dt : w->dt);
}

// Whole intervals from the start up to a step.
static double intervals(const scree_world *w, const scree_schedule *s, uint64_t step) {
    const scree_clock c = scree_world_clock(w);
    const double dt = scree_clock_length(&c, scree_clock_stretch(&c, step));
    return floor((scree_clock_time(&c, step) - s->start + tolerance * dt) / s->every);
}

// The step from which the intervals are times: that of the start, or of the first change of the time step.
static uint64_t base_of(const scree_world *w, uint64_t first) {
    return w->clock.n > 0 && w->clock.data[0].step > first ? w->clock.data[0].step : first;
}

bool scree_schedule_has(const scree_world *w, const scree_schedule *s, uint64_t step) {
    const uint64_t first = scree_step_of(w, s->start);
    if (step <= first) {
        return step == first;
    }
    if (w->clock.n == 0 || step <= w->clock.data[0].step) {
        return (step - first) % scree_schedule_steps(w, s->every) == 0;
    }
    return intervals(w, s, step) > intervals(w, s, step - 1);
}

uint64_t scree_schedule_count(const scree_world *w, const scree_schedule *s, uint64_t step) {
    const uint64_t first = scree_step_of(w, s->start), base = base_of(w, first);
    if (w->clock.n == 0 || step <= w->clock.data[0].step) {
        return (step - first) / scree_schedule_steps(w, s->every);
    }
    return (base - first) / scree_schedule_steps(w, s->every) +
           (uint64_t)(intervals(w, s, step) - intervals(w, s, base));
}

uint64_t scree_schedule_before(const scree_world *w, const scree_schedule *s, uint64_t step) {
    const uint64_t first = scree_step_of(w, s->start), base = base_of(w, first),
                   steps = scree_schedule_steps(w, s->every);
    if (w->clock.n > 0 && step > base) {
        // the last interval that ended before this step
        const double last = intervals(w, s, step - 1);
        const uint64_t at = scree_step_of(w, s->start + last * s->every);
        if (last > intervals(w, s, base)) {
            return at < step ? at : step - 1;
        }
        return first + (base - first) / steps * steps;
    }
    return step > first + steps ? first + (step - first - 1) / steps * steps : first;
}

scree_schedule scree_schedule_of_outlet(const scree_outlet_def *def) {
    return (scree_schedule){0.0, def->every > 0.0 ? def->every : 1e-3};
}

scree_schedule scree_schedule_of_phase(const scree_world *w) {
    const uint64_t start = w->phase_start.data[w->phase_start.n - 1];
    return (scree_schedule){scree_world_time_of(w, start),
                            scree_time_of_steps(w->phase_look, scree_length_after(w, start))};
}
