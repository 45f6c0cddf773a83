// SPDX-License-Identifier: BSD-3-Clause
#include "access/temperature_class.h"

// A body changes its class when its temperature is this fraction of a class width beyond the edge of its class.
static const double hysteresis = 0.1;

uint64_t scree_temperature_class_nearest(const scree_material_def *m, double temperature) {
    if (m->classes == 0 || !(temperature > m->coldest)) {
        return 0;
    }
    const double place = floor((temperature - m->coldest) / m->class_width + 0.5);
    return place < m->classes - 1 ? (uint64_t)place : (uint64_t)m->classes - 1;
}

uint64_t scree_temperature_class_next(const scree_material_def *m, uint64_t now, double temperature) {
    const uint64_t nearest = scree_temperature_class_nearest(m, temperature);
    const double away = fabs(temperature - (m->coldest + m->class_width * (double)now));
    const bool stays = now < (uint64_t)m->classes && away <= (0.5 + hysteresis) * m->class_width;
    return stays ? now : nearest;
}
