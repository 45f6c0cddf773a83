// SPDX-License-Identifier: BSD-3-Clause
#include "wear/wear_sums.h"
#include "access/contact_iterator.h"
#include <string.h>

// Words of a record in a message: digits and marks of the sums, then the impacts.
enum {
    SUM_WORDS = SCREE_WEAR_LANES * (SCREE_EXACT_DIGITS + 1),
    RECORD_WORDS = SCREE_WEAR_SUMS * SUM_WORDS + 1
};

size_t scree_wear_speed_bins(const scree_case *c) {
    return c->wear.speed_bins.n > 0 ? c->wear.speed_bins.n + 1 : 0;
}

size_t scree_wear_energy_bins(const scree_case *c) {
    return c->wear.energy_bins.n > 0 ? c->wear.energy_bins.n + 1 : 0;
}

size_t scree_wear_elements_of(const scree_wall *wall) {
    return wall->mesh ? wall->mesh->triangle.n : 1;
}

void scree_wear_create(scree_world *w) {
    scree_wear_shape *shape = w->wear ? w->wear->shape : NULL; // has the meshes as they were given
    if (w->wear) {
        w->wear->shape = NULL;
    }
    scree_wear_destroy(w);
    if (!w->case_->has_wear) {
        scree_wear_shape_destroy(shape);
        return;
    }
    scree_wear *wear = w->wear = scree_zeros(sizeof *wear);
    wear->shape = shape;
    wear->materials = scree_case_named(w->case_);
    wear->bins = scree_wear_speed_bins(w->case_) + scree_wear_energy_bins(w->case_);
    wear->first = scree_zeros((w->wall.n + 1) * sizeof *wear->first);
    wear->first_own = scree_zeros((w->wall.n + 1) * sizeof *wear->first_own);
    wear->wall = scree_zeros((w->wall.n + 1) * sizeof *wear->wall);
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        wear->first[k] = wear->elements;
        wear->first_own[k] = wear->own_elements;
        wear->elements += scree_wear_elements_of(wall);
        wear->own_elements += wall->mesh ? scree_wear_elements_of(wall) : (size_t)w->threads;
    }
    wear->own = scree_zeros((wear->own_elements * wear->materials + 1) * sizeof *wear->own);
    wear->own_bin =
        scree_zeros((wear->own_elements * wear->materials * wear->bins + 1) * sizeof *wear->own_bin);
    const size_t records = wear->elements * wear->materials;
    if (w->wear_record.n != records ||
        w->wear_bin.n != records * wear->bins) { // not those of a state that goes on
        scree_array_zeros(&w->wear_record, records);
        scree_array_zeros(&w->wear_bin, records * wear->bins);
        w->wear_time = 0.0;
    }
}

void scree_wear_destroy(scree_world *w) {
    if (w->wear) {
        scree_wear_shape_destroy(w->wear->shape);
        for (size_t k = 0; k < w->wear->regions; k++) {
            scree_array_free(&w->wear->region[k].part);
        }
        scree_free(w->wear->region);
        scree_free(w->wear->first);
        scree_free(w->wear->first_own);
        scree_free(w->wear->own);
        scree_free(w->wear->own_bin);
        scree_free(w->wear->touched);
        scree_free(w->wear->wall);
        scree_free(w->wear);
        w->wear = NULL;
    }
}

static void clear_own(scree_wear *wear) {
    for (size_t k = 0; k < wear->own_elements * wear->materials; k++) {
        if (wear->own[k].used) {
            memset(&wear->own[k], 0, sizeof wear->own[k]);
            memset(wear->own_bin + k * wear->bins, 0, wear->bins * sizeof *wear->own_bin);
        }
    }
}

void scree_wear_forget(scree_world *w) {
    if (w->wear) {
        clear_own(w->wear);
        w->wear->evaluated = false;
    }
}

// ---- over threads and ranks ----------------------------------------------------------------------------------

static void add_words(const scree_wear_own *own, uint64_t *to) {
    for (int i = 0; i < SCREE_WEAR_SUMS; i++) {
        scree_exact_sum sum = own->sum[i];
        scree_exact_sum_carry(&sum);
        for (int lane = 0; lane < SCREE_WEAR_LANES; lane++) {
            for (int digit = 0; digit < SCREE_EXACT_DIGITS; digit++) {
                *to++ += sum.digit[digit][lane];
            }
            *to++ += sum.unusable[lane] != 0;
        }
    }
    *to += own->impacts;
}

static uint64_t take_words(const uint64_t *from, scree_exact_sum *sum) {
    for (int i = 0; i < SCREE_WEAR_SUMS; i++) {
        for (int lane = 0; lane < SCREE_WEAR_LANES; lane++) {
            for (int digit = 0; digit < SCREE_EXACT_DIGITS; digit++) {
                sum[i].digit[digit][lane] += *from++;
            }
            sum[i].unusable[lane] |= *from++ > 0 ? UINT64_MAX : 0;
        }
        scree_exact_sum_carry(&sum[i]);
    }
    return *from;
}

// Returns the sums of all threads and ranks by record, with the bins after them, and clears those of this rank. Free with scree_free.
static uint64_t *gather(scree_world *w) {
    scree_wear *wear = w->wear;
    const size_t records = wear->elements * wear->materials, n = records * (RECORD_WORDS + wear->bins);
    uint64_t *word = scree_zeros((n + 1) * sizeof *word), *bin = word + records * RECORD_WORDS;
    for (size_t wall = 0; wall < w->wall.n; wall++) {
        const bool mesh = w->wall.data[wall].mesh != NULL;
        const size_t end = wall + 1 < w->wall.n ? wear->first_own[wall + 1] : wear->own_elements;
        for (size_t e = wear->first_own[wall]; e < end; e++) {
            const size_t element = wear->first[wall] + (mesh ? e - wear->first_own[wall] : 0);
            for (size_t m = 0; m < wear->materials; m++) {
                const size_t from = e * wear->materials + m, to = element * wear->materials + m;
                if (wear->own[from].used) {
                    add_words(&wear->own[from], word + to * RECORD_WORDS);
                    for (size_t b = 0; b < wear->bins; b++) {
                        bin[to * wear->bins + b] += wear->own_bin[from * wear->bins + b];
                    }
                }
            }
        }
    }
    clear_own(wear);
    scree_comm_add(w->comm, word, n);
    return word;
}

void scree_wear_add_contacts(scree_world *w, double by) {
    scree_contacts c = scree_contacts_of(&w->pairs, w->wear ? SCREE_ACTING | SCREE_OF_WALLS : 0);
    while (scree_contacts_next(&c)) {
        const scree_wear_term term =
            scree_wear_term_of(w, c.block, c.k, (scree_wear_weights){0.5 * by * w->dt, 0.0, by});
        scree_wear_add(&w->wear->own[scree_wear_own_of(w, c.block, c.k, 0)], &term);
    }
}

scree_wear_set scree_wear_set_of_wall(const scree_world *w, size_t wall) {
    const scree_wall *of = &w->wall.data[wall];
    return (scree_wear_set){.name = of->def->name, .wall = wall, .n = scree_wear_elements_of(of)};
}

scree_wear_set scree_wear_set_of_region(const scree_world *w, size_t region) {
    const scree_wear_region *of = &w->wear->region[region];
    return (scree_wear_set){
        .name = w->case_->wear.region.data[region].name, .n = of->part.n, .part = of->part.data};
}

static scree_wear_total total_of(const scree_world *w, scree_wear_set set) {
    scree_wear_total total = {.impacts = 0};
    scree_double_double sum[SCREE_WEAR_VALUES] = {{0.0, 0.0}};
    for (size_t k = 0; k < set.n; k++) {
        const scree_wall_part part = scree_wear_set_at(&set, k);
        const scree_wear_row row = scree_wear_row_of(w, part.wall, part.element);
        for (int i = 0; i < SCREE_WEAR_VALUES; i++) {
            scree_double_double_add(&sum[i], row.value[i]);
        }
        total.impacts += row.impacts;
        total.deepest = fmax(total.deepest, row.depth);
    }
    for (int i = 0; i < SCREE_WEAR_VALUES; i++) {
        total.value[i] = scree_double_double_value(&sum[i]);
    }
    return total;
}

static void sum_parts(scree_world *w) {
    scree_wear *wear = w->wear;
    for (size_t k = 0; k < w->wall.n; k++) {
        wear->wall[k] = (scree_wear_of_wall){.sum = total_of(w, scree_wear_set_of_wall(w, k))};
    }
    for (size_t k = 0; k < wear->regions; k++) {
        wear->region[k].sum = total_of(w, scree_wear_set_of_region(w, k));
    }
}

void scree_wear_merge(scree_world *w) {
    scree_wear *wear = w->wear;
    if (!wear) {
        return;
    }
    const size_t records = wear->elements * wear->materials;
    uint64_t *word = gather(w);
    for (size_t k = 0; k < records; k++) {
        w->wear_record.data[k].impacts += take_words(word + k * RECORD_WORDS, w->wear_record.data[k].sum);
    }
    for (size_t b = 0; b < records * wear->bins; b++) {
        w->wear_bin.data[b] += word[records * RECORD_WORDS + b];
    }
    scree_free(word);
    if (wear->evaluated) {
        scree_wear_add_contacts(
            w, -1.0); // what powers of the last evaluation and stored energies take from the sums
        word = gather(w);
        for (size_t k = 0; k < records; k++) {
            scree_wear_record *record = &w->wear_record.data[k];
            scree_exact_sum sum[SCREE_WEAR_SUMS];
            memcpy(sum, record->sum, sizeof sum);
            take_words(word + k * RECORD_WORDS, sum);
            for (int i = 0; i < SCREE_WEAR_VALUES; i++) {
                record->value[i] = scree_exact_sum_value(&sum[i / SCREE_WEAR_LANES], i % SCREE_WEAR_LANES);
            }
        }
        scree_free(word);
    }
    sum_parts(w);
}

// ---- reading -------------------------------------------------------------------------------------------------

static size_t record_of(const scree_world *w, size_t wall, size_t element) {
    return (w->wear->first[wall] + element) * w->wear->materials;
}

const scree_wear_record *scree_wear_record_at(const scree_world *w, size_t wall, size_t element,
                                              size_t material) {
    return &w->wear_record.data[record_of(w, wall, element) + material];
}

double scree_wear_area_of(const scree_world *w, size_t number, size_t element) {
    const scree_wall *wall = &w->wall.data[number];
    const scree_moved_wall *moved = scree_moved_wall_of(w->wear->shape, number);
    if (!wall->mesh || moved) {
        return moved ? vec_norm(moved->given.area.data[element]) : wall->area;
    }
    const scree_vec3 *x = wall->mesh->vertex.data;
    const scree_triangle *t = &wall->mesh->triangle.data[element];
    return 0.5 * vec_norm(vec_cross(vec_sub(x[t->v[1]], x[t->v[0]]), vec_sub(x[t->v[2]], x[t->v[0]])));
}

scree_wear_row scree_wear_row_of(const scree_world *w, size_t wall, size_t element) {
    scree_wear_row row = {.depth = 0.0};
    const double area = scree_wear_area_of(w, wall, element), per_area = area > 0.0 ? 1.0 / area : 0.0,
                 per_time = w->wear_time > 0.0 ? per_area / w->wear_time : 0.0;
    for (size_t m = 0; m < w->wear->materials; m++) {
        const scree_wear_record *record = scree_wear_record_at(w, wall, element, m);
        for (int i = 0; i < SCREE_WEAR_VALUES; i++) {
            row.value[i] += record->value[i];
        }
        row.impacts += record->impacts;
    }
    row.depth = per_area * row.value[SCREE_WEAR_VOLUME];
    row.pressure = per_time * row.value[SCREE_WEAR_PUSH];
    row.shear = per_time * row.value[SCREE_WEAR_SHEAR];
    return row;
}

void scree_wear_bins_of(const scree_world *w, size_t wall, size_t element, int material, uint64_t *bin) {
    const size_t bins = w->wear->bins;
    memset(bin, 0, bins * sizeof *bin);
    for (size_t m = 0; m < w->wear->materials; m++) {
        for (size_t b = 0; b < bins && (material < 0 || (size_t)material == m); b++) {
            bin[b] += w->wear_bin.data[(record_of(w, wall, element) + m) * bins + b];
        }
    }
}
