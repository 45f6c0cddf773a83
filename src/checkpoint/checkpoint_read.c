// SPDX-License-Identifier: BSD-3-Clause
// The reader believes nothing: hashes are checked first, and every count against the bytes that are really there before
// memory is asked for.
#include "access/particle.h"
#include "checkpoint/checkpoint_format.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

static const char too_short[] = "the file ends too early";

// An open file of which a share is read.
typedef struct reader {
    int descriptor;
    uint64_t size; // of the file
    scree_checkpoint_header header;
    ZSTD_DCtx *zstd;
    struct {
        char *data;
        size_t n, capacity;
    } packed, words;    // of the present block
    scree_hash entries; // sum of those read
    // The words of a particle: first the id, then the saved fields as scree_checkpoint.p has them, last the number of contacts.
    SCREE_ARRAY(uint64_t) row;
    SCREE_ARRAY(size_t) place; // in `row`, of each column of the file
    const char *problem;       // why the file is no good; NULL: fine so far
    char *detail;              // the text of `problem`, where it was composed
    bool other;                // then: it may be whole, but this program cannot read it
} reader;

static bool complain(reader *in, const char *why) {
    in->problem = in->problem ? in->problem : why;
    return false;
}

static bool read_at(reader *in, uint64_t at, void *data, size_t size) {
    char *to = data;
    while (size > 0 && !in->problem) {
        const ssize_t n = pread(in->descriptor, to, size, (off_t)at);
        if (n > 0) {
            to += n;
            at += (uint64_t)n;
            size -= (size_t)n;
        } else if (n == 0) {
            complain(in, too_short);
        } else if (errno != EINTR) {
            complain(in, strerror(errno));
        }
    }
    return !in->problem;
}

// ---- blocks -----------------------------------------------------------------------------------------------

// The whole frame, growing with what comes out: a size in a damaged table is not believed.
static bool decompress(reader *in, size_t packed, uint64_t size) {
    ZSTD_inBuffer from = {in->packed.data, packed, 0};
    size_t left = 1;
    in->words.n = 0;
    ZSTD_DCtx_reset(in->zstd, ZSTD_reset_session_only);
    while (!in->problem && left > 0) {
        scree_array_reserve(&in->words, in->words.n + (1 << 16));
        ZSTD_outBuffer to = {in->words.data, in->words.capacity, in->words.n};
        left = ZSTD_decompressStream(in->zstd, &to, &from);
        if (ZSTD_isError(left)) {
            complain(in, ZSTD_getErrorName(left));
        } else if (to.pos > size || (left > 0 && from.pos == from.size && to.pos < to.size)) {
            complain(in, "a block has another size than its table says");
        }
        in->words.n = to.pos;
    }
    if (in->words.n != size || from.pos < from.size || size % 8 != 0) {
        complain(in, "a block has another size than its table says");
    }
    return !in->problem;
}

// at: where the block must begin; moved to where the next one must.
static bool read_block(reader *in, uint64_t index, const scree_checkpoint_entry *e, uint64_t *at) {
    const uint64_t table = in->header.table;
    if (e->at != *at || e->at > table || e->packed > table - e->at ||
        scree_checkpoint_padded(e->packed) > table - e->at) {
        return complain(in, "its table does not fit its blocks");
    }
    const size_t padded = scree_checkpoint_padded(e->packed);
    const scree_hash entry = scree_checkpoint_entry_hash(e, index);
    in->entries = scree_hash_add(in->entries, entry);
    scree_array_resize(&in->packed, padded);
    if (!read_at(in, e->at, in->packed.data, padded)) {
        return false;
    }
    if (!scree_hash_equal(scree_hash_words((const uint64_t *)(const void *)in->packed.data, padded / 8, 1),
                          e->hash)) {
        return complain(in, "its contents do not fit their checksum");
    }
    *at += padded;
    return decompress(in, e->packed, e->size);
}

// ---- sections ---------------------------------------------------------------------------------------------

typedef struct cursor {
    const char *at, *end;
    reader *in;
} cursor;

static bool take_items(cursor *c, void *to, size_t n, size_t size) {
    if (c->in->problem || n > (size_t)(c->end - c->at) / size) {
        return complain(c->in, "a section is longer than its block");
    }
    scree_copy(to, c->at, n * size);
    c->at += n * size;
    return true;
}

static uint64_t take_word(cursor *c) {
    uint64_t word = 0;
    take_items(c, &word, 1, sizeof word);
    return word;
}

// A count of records of `size` bytes that are really there; 0 on error.
static size_t take_count(cursor *c, size_t size) {
    const uint64_t n = take_word(c);
    if (!c->in->problem && n > (size_t)(c->end - c->at) / size) {
        complain(c->in, "a section is longer than its block");
    }
    return c->in->problem ? 0 : (size_t)n;
}

static char *take_name(cursor *c) {
    const size_t length = take_count(c, 1), padded = (length + 7) / 8 * 8;
    if (c->in->problem || padded > (size_t)(c->end - c->at)) {
        complain(c->in, "a name is longer than its block");
        return scree_strdup("");
    }
    char *name = scree_realloc(NULL, 0, length + 1);
    memcpy(name, c->at, length);
    name[length] = '\0';
    c->at += padded;
    return name;
}

static cursor cursor_of_block(reader *in) {
    return (cursor){in->words.data, in->words.data + in->words.n, in};
}

typedef SCREE_ARRAY(const scree_field *) scree_field_list;

// The field with an array of its own that is called so, or NULL.
static const scree_field *own_field(const char *name, uint64_t words) {
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        const scree_field *field = &scree_field_table[k];
        if (field->array >= SCREE_ARRAY_FIRST_OWN && field->flags & SCREE_SAVED &&
            strcmp(field->name, name) == 0 && (uint64_t)field->components == words) {
            return field;
        }
    }
    return NULL;
}

// Arrays of which a file that names no fields has nothing.
static uint64_t absent_from_all(void) {
    uint64_t there = (uint64_t)1 << SCREE_ARRAY_id;
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        const scree_field *field = &scree_field_table[k];
        const bool is_in_all = field->flags & SCREE_SAVED && field->array < SCREE_ARRAY_FIRST_OWN;
        there |= (uint64_t)is_in_all << field->array;
    }
    return ~there;
}

// The fields that the file names, appended to `named`.
static void take_names(cursor *c, scree_field_list *named) {
    reader *in = c->in;
    for (uint64_t n = c->at < c->end ? take_count(c, 16) : 0; n > 0 && !in->problem; n--) {
        char *name = take_name(c);
        const uint64_t words = take_word(c);
        const scree_field *field = own_field(name, words);
        if (field) {
            scree_array_push(named, field);
        } else if (!in->problem) {
            in->detail = scree_format("its particles have a field '%s' of %" PRIu64
                                      " values each, which this scree does not know",
                                      name, words);
            in->other = true;
            complain(in, in->detail);
        }
        scree_free(name);
    }
}

// Which fields the particles have, and the places in a row of the columns of the file.
static void take_fields(cursor *c, scree_checkpoint *to) {
    reader *in = c->in;
    scree_field_list named = {0};
    take_names(c, &named);
    to->p.absent = absent_from_all();
    for (size_t k = 0; k < named.n; k++) {
        to->p.absent &= ~((uint64_t)1 << named.data[k]->array);
    }
    for (size_t k = 0; k < 1 + SCREE_CHECKPOINT_RECORDS / 8; k++) {
        scree_array_push(&in->place, k);
    }
    for (size_t k = 0; k < named.n; k++) {
        const int field = (int)(named.data[k] - scree_field_table);
        const size_t first = 1 + scree_fields_size_before(&to->p, field, SCREE_SAVED) / 8;
        for (size_t word = 0; word < (size_t)named.data[k]->components; word++) {
            scree_array_push(&in->place, first + word);
        }
    }
    scree_array_resize(&in->row, scree_checkpoint_columns(&to->p));
    scree_array_push(&in->place, in->row.n - 1);
    scree_array_free(&named);
}

// n doubles
static bool are_finite(const void *data, size_t n) {
    bool all = true;
    for (size_t k = 0; k < n; k++) {
        double value;
        memcpy(&value, (const char *)data + k * sizeof value, sizeof value);
        all &= isfinite(value);
    }
    return all;
}

// Forces may be no numbers: of a run that failed.
static void take_walls(cursor *c, scree_checkpoint *to) {
    for (size_t i = 0, n = take_count(c, 8 + sizeof(scree_wall_state)); i < n; i++) {
        scree_wall_state wall = {0};
        scree_array_push(&to->wall_name, take_name(c));
        take_items(c, &wall, 1, sizeof wall);
        scree_array_push(&to->wall, wall);
        if (!are_finite(&wall, offsetof(scree_wall_state, force) / sizeof(double)) || !isfinite(wall.work) ||
            !are_finite(&wall.centre, 3)) {
            complain(c->in, "a wall has a pose or a velocity that is not a number");
        }
        if (!isfinite(wall.temperature) || !isfinite(scree_double_double_value(&wall.heat_in))) {
            complain(c->in, "a wall has a temperature or a heat that is not a number");
        }
        const size_t corners = take_count(c, sizeof(scree_wall_corner));
        scree_array_push(&to->n_corners, corners);
        for (size_t k = 0; k < corners; k++) {
            scree_wall_corner corner = {0};
            take_items(c, &corner, 1, sizeof corner);
            scree_array_push(&to->corner, corner);
            if (!are_finite(&corner.spring, 3)) {
                complain(c->in, "a corner of a wall has a spring that is not a number");
            }
        }
    }
}

// ---- what a saved number may be (state/saved_state.h) -----------------------------------------------------

static double number(const void *x) {
    double value;
    memcpy(&value, x, sizeof value);
    return value;
}

static bool is_finite(const void *x) {
    return isfinite(number(x));
}

static bool is_above_0(const void *x) {
    return number(x) > 0.0 && is_finite(x);
}

static bool is_from_0(const void *x) {
    return number(x) >= 0.0 && is_finite(x);
}

static bool is_an_id(const void *x) {
    return !(*(const uint64_t *)x >> 63); // such numbers mark contacts with walls
}

// But for what contacts store, which may be left out.
static bool is_finite_ledger(const void *x) {
    scree_ledger l;
    memcpy(&l, x, sizeof l);
    if (scree_ledger_lacks_stored(&l)) {
        memset(l.now.elastic, 0, sizeof l.now.elastic);
        memset(l.now.known, 0, sizeof l.now.known);
        l.now.known_power = 0.0;
    }
    return are_finite((const double *)&l, sizeof l / sizeof(double));
}

static bool is_finite_depth(const void *x) {
    return isfinite(((const scree_depth *)x)->ratio);
}

static bool is_clock_change(const void *x) {
    const scree_clock_change *c = x;
    return c->dt > 0.0 && isfinite(c->dt) && c->time > 0.0 && isfinite(c->time) && c->step > 0;
}

static bool is_step_watch(const void *x) {
    const scree_step_watch *s = x;
    return isfinite(s->longest) && s->longest >= 0.0 && s->looked <= s->next && isfinite(s->share) &&
           isfinite(s->overlap);
}

static bool is_phase(const void *x) {
    const scree_phase_now *phase = x;
    return phase->over <= 1 && !isnan(phase->from);
}

static bool is_source(const void *x) {
    const scree_source *s = x;
    return is_from_0(&s->mass) && is_from_0(&s->mass_before) && isfinite(s->origin) && s->has_origin <= 1 &&
           s->done <= 1 && s->rate_warned <= 1;
}

static bool is_outlet(const void *x) {
    return is_from_0(&((const scree_outlet *)x)->mass);
}

static bool is_measure_memory(const void *x) {
    const scree_measure_memory *m = x;
    bool good = isfinite(m->time.high) && isfinite(m->time.low) && isfinite(m->square.high) &&
                isfinite(m->square.low);
    for (int k = 0; k < SCREE_FLOW_SAMPLES; k++) {
        good &= is_from_0(&m->mass[k]);
    }
    return good;
}

static bool is_steady(const void *x) {
    const scree_steady *s = x;
    return s->count < SCREE_STEADY_BLOCKS && s->samples < s->size + (s->size == 0) && isfinite(s->sum) &&
           are_finite(s->block, s->count);
}

typedef bool check_function(const void *value);

// check NULL: all n records of `size` bytes may be what they are.
static void check_saved(reader *in, check_function *check, const void *values, size_t n, size_t size,
                        const char *complaint) {
    for (size_t k = 0; check && k < n && !in->problem; k++) {
        if (!check((const char *)values + k * size)) {
            complain(in, complaint);
        }
    }
}

static void take_state(cursor *c, scree_checkpoint *to) {
#define SCREE_TAKE(type, name, check, complaint)                                                             \
    take_items(c, &to->name, 1, sizeof to->name);                                                            \
    check_saved(c->in, check, &to->name, 1, sizeof to->name, complaint);
    SCREE_SAVED_NUMBERS(SCREE_TAKE)
#undef SCREE_TAKE
#define SCREE_TAKE(type, name, check, complaint)                                                             \
    const size_t n_##name = take_count(c, sizeof(type));                                                     \
    scree_array_resize(&to->name, n_##name);                                                                 \
    take_items(c, to->name.data, n_##name, sizeof(type));                                                    \
    check_saved(c->in, check, to->name.data, n_##name, sizeof(type), complaint);
    SCREE_SAVED_ARRAYS(SCREE_TAKE)
#undef SCREE_TAKE
}

// Checks what concerns more than one number.
static void check_counters(reader *in, const scree_checkpoint *to) {
    if (to->deepest.ratio > 0.0 && to->deepest.wall >= (int64_t)to->wall_name.n) {
        complain(in, "its largest overlap is with a wall that it does not name");
    }
    for (size_t k = 0; k < to->clock.n; k++) {
        const scree_clock_change *change = &to->clock.data[k];
        if (change->step > to->step ||
            (k > 0 && (change->step <= change[-1].step || change->time <= change[-1].time))) {
            complain(in, "its times are in no order");
        }
    }
    if (!(scree_checkpoint_time(to) <= 1e12)) { // 30 000 years; angles of moving walls are computed from it
        complain(in, "its time is beyond all use");
    }
    if (to->laws.n != to->material_name.n * to->material_name.n) {
        complain(in, "its laws do not belong to its materials");
    }
    const uint64_t *phase = to->phase_start.data;
    for (size_t k = 0; k < to->phase_start.n; k++) {
        if (phase[k] > to->step || (k > 0 && phase[k] <= phase[k - 1])) {
            complain(in, "its phases are in no order");
        }
    }
}

static void take_counters(reader *in, scree_checkpoint *to) {
    cursor c = cursor_of_block(in);
    to->case_hash = take_word(&c);
    take_state(&c, to);
    for (size_t i = 0, n = take_count(&c, 8); i < n; i++) {
        scree_array_push(&to->material_name, take_name(&c));
    }
    for (size_t i = 0, n = take_count(&c, 8); i < n; i++) {
        scree_array_push(&to->shape_name, take_name(&c));
    }
    for (size_t i = 0, n = take_count(&c, 8); i < n; i++) {
        scree_array_push(&to->laws, take_name(&c));
    }
    take_walls(&c, to);
    take_fields(&c, to);
    if (c.at != c.end) {
        complain(in, "there is more in it than its sections");
    }
    check_counters(in, to);
}

// Particle k of n of a block's columns; returns how many contacts it has.
static uint64_t take_particle(reader *in, const uint64_t *column, size_t k, size_t n, scree_checkpoint *to) {
    uint64_t *row = in->row.data;
    for (size_t c = 0; c < in->place.n; c++) {
        row[in->place.data[c]] = column[c * n + k];
    }
    const scree_particles *p = &to->p;
    const size_t i = to->p.n++;
    p->id[i] = row[0];
    scree_fields_unpack(p, i, SCREE_SAVED, (const char *)(row + 1));
    if (p->motion[i].w.material >= to->material_name.n) {
        complain(in, "a particle has a material that it does not name");
    }
    if (scree_is_member(p, i) && p->shape[i] >= to->shape_name.n) {
        complain(in, "a clump has a shape that it does not name");
    }
    const int unusable = in->problem ? -1 : scree_fields_unusable(p, i);
    if (unusable >= 0) {
        in->detail = scree_field_complaint(p, &scree_field_table[unusable], i);
        complain(in, in->detail);
    }
    if (p->id[i] == 0 || p->id[i] >= to->next_id) {
        complain(in, "a particle has an id that was never given");
    }
    if (i > 0 && p->id[i - 1] >= p->id[i]) {
        complain(in, "its particles are not in the order of their ids");
    }
    return row[in->row.n - 1];
}

// Contact k of n of a block's columns, of particle a; its history begins at history[*used] of `most`.
static void take_contact(reader *in, const uint64_t *column, size_t k, size_t n, uint64_t a, size_t *used,
                         size_t most, scree_checkpoint *to) {
    uint64_t word[SCREE_CONTACT_COLUMNS];
    for (size_t c = 0; c < SCREE_CONTACT_COLUMNS; c++) {
        word[c] = column[c * n + k];
    }
    const scree_checkpoint_contact contact = scree_checkpoint_contact_of(word, a, to->history.n + *used);
    if (contact.wall < -1 || (contact.wall >= 0 && (size_t)contact.wall >= to->wall_name.n)) {
        complain(in, "a contact has a wall that it does not name");
    }
    if (contact.material[0] >= to->material_name.n || contact.material[1] >= to->material_name.n) {
        complain(in, "a contact has a material that it does not name");
    }
    if (contact.n_history > most - *used) {
        complain(in, "a contact has history beyond what there is");
        return;
    }
    *used += contact.n_history;
    scree_array_push(&to->contact, contact);
}

static void take_particles(reader *in, scree_checkpoint *to) {
    cursor c = cursor_of_block(in);
    const size_t columns = in->place.n, n = take_count(&c, columns * 8),
                 contacts = take_count(&c, SCREE_CONTACT_COLUMNS * 8), history = take_count(&c, 8);
    const size_t words = (size_t)(c.end - c.at) / 8;
    if (in->problem || columns * n + SCREE_CONTACT_COLUMNS * contacts + history != words) {
        complain(in, "a block has another size than its sections");
        return;
    }
    const uint64_t *particle = (const uint64_t *)(const void *)c.at, *contact = particle + columns * n;
    size_t at = 0, used = 0;
    scree_particles_reserve(&to->p, to->p.n + n);
    scree_array_reserve(&to->contact, to->contact.n + contacts);
    for (size_t k = 0; k < n && !in->problem; k++) {
        uint64_t mine = take_particle(in, particle, k, n, to);
        if (mine > contacts - at) {
            complain(in, "a particle has contacts beyond what there is");
        }
        for (; mine > 0 && !in->problem; mine--) {
            take_contact(in, contact, at++, contacts, to->p.id[to->p.n - 1], &used, history, to);
        }
    }
    if (at != contacts || used != history) {
        complain(in, "a block has contacts that are nobody's");
    }
    scree_array_append(&to->history, contact + SCREE_CONTACT_COLUMNS * contacts, history);
    if (!are_finite(to->history.data + to->history.n - history, history)) {
        complain(in, "a contact has history that is not a number");
    }
}

// ---- files ------------------------------------------------------------------------------------------------

// Would the header be whole if it named this format? Then only its number is damaged.
static bool is_ours(reader *in) {
    scree_checkpoint_header h;
    if (in->size < sizeof h || !read_at(in, 0, &h, sizeof h)) {
        return false;
    }
    h.version = SCREE_CHECKPOINT_VERSION;
    return scree_hash_equal(h.own, scree_checkpoint_header_hash(&h));
}

// Something that is a checkpoint of this format; the rest says whether it is whole. Else a message, free with scree_free.
static char *foreign(reader *in) {
    const scree_checkpoint_header ours = scree_checkpoint_header_begin();
    scree_checkpoint_header *h = &in->header;
    const size_t head = offsetof(scree_checkpoint_header, size);
    if (in->size < head || !read_at(in, 0, h, head) || memcmp(h->magic, ours.magic, sizeof h->magic) != 0) {
        return scree_format("%s", in->problem     ? in->problem
                                  : in->size == 0 ? "empty, not a scree checkpoint"
                                                  : "not a scree checkpoint");
    }
    if (h->version != ours.version && is_ours(in)) {
        return scree_format("damaged checkpoint: its format number does not fit its checksum");
    }
    if (h->version != ours.version) {
        in->other = true;
        return scree_format("checkpoint format %" PRIu32 ", written by %s scree; this one reads format %d",
                            h->version, h->version > ours.version ? "a newer" : "an older", ours.version);
    }
    if (h->list != ours.list && in->size >= sizeof *h && read_at(in, 0, h, sizeof *h) &&
        scree_hash_equal(h->own, scree_checkpoint_header_hash(h))) {
        in->other = true;
        return scree_format("written by a scree with other capabilities, whose runs save other numbers");
    }
    return NULL;
}

static void read_header(reader *in) {
    scree_checkpoint_header *h = &in->header;
    if (!read_at(in, 0, h, sizeof *h)) {
        return;
    }
    if (!scree_hash_equal(h->own, scree_checkpoint_header_hash(h))) {
        complain(in, "its header does not fit its checksum");
    } else if (h->size != in->size) {
        complain(in, h->size > in->size ? too_short : "something follows its end");
    } else if (h->table > h->size || h->blocks == 0 ||
               h->blocks != (h->size - h->table) / sizeof(scree_checkpoint_entry) ||
               h->size - h->table != h->blocks * sizeof(scree_checkpoint_entry)) {
        complain(in, "its table does not fit its blocks");
    }
}

static scree_checkpoint_entry read_entry(reader *in, uint64_t index) {
    scree_checkpoint_entry e = {0};
    read_at(in, in->header.table + index * sizeof e, &e, sizeof e);
    return e;
}

// Block 0, and of the others the part of this rank.
static void read_share(reader *in, const scree_comm *c, scree_checkpoint *out) {
    const uint64_t rank = (uint64_t)scree_comm_rank(c), size = (uint64_t)scree_comm_size(c);
    read_header(in);
    if (in->problem) {
        return;
    }
    const uint64_t blocks = in->header.blocks - 1, first = 1 + blocks * rank / size,
                   last = 1 + blocks * (rank + 1) / size;
    scree_checkpoint_entry e = read_entry(in, 0);
    uint64_t at = sizeof(scree_checkpoint_header);
    if (read_block(in, 0, &e, &at)) {
        take_counters(in, out);
    }
    in->entries = rank == 0 ? in->entries : (scree_hash){0, 0}; // counted once
    for (uint64_t k = first; k < last && !in->problem; k++) {
        e = read_entry(in, k);
        at = k == first && k > 1 ? e.at : at; // where it must begin, the rank before sees to
        if (read_block(in, k, &e, &at)) {
            take_particles(in, out);
        }
    }
    const uint64_t next =
        last < in->header.blocks && !in->problem ? read_entry(in, last).at : in->header.table;
    if ((last > first || first == 1) && at != next) {
        complain(in, "its table does not fit its blocks");
    }
}

// Checks sums over the parts of all ranks; returns what is wrong, the same on all, or NULL.
static const char *wrong_sums(const reader *in, const scree_comm *c, const scree_checkpoint *out) {
    uint64_t sum[3] = {in->entries.a, in->entries.b, out->p.n};
    scree_comm_add(c, sum, 3);
    return !scree_hash_equal((scree_hash){sum[0], sum[1]}, in->header.entries)
               ? "its table does not fit its checksum"
           : sum[2] != in->header.particles ? "it holds more or fewer particles than it says"
                                            : NULL;
}

// NULL, or why not: free with scree_free.
static char *read_file(reader *in, const char *path, const scree_comm *c, scree_checkpoint *out) {
    struct stat s;
    in->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe has no end to wait for
    bool there = in->descriptor >= 0 && fstat(in->descriptor, &s) == 0;
    if (there && S_ISDIR(s.st_mode)) {
        errno = EISDIR;
        there = false;
    }
    if (!there) {
        return scree_format("%s", strerror(errno));
    }
    in->size = (uint64_t)s.st_size;
    char *why = foreign(in);
    if (why) {
        return why;
    }
    in->zstd = ZSTD_createDCtx();
    if (!in->zstd) {
        in->other = true;
        return scree_strdup("no memory for decompression");
    }
    read_share(in, c, out);
    return !in->problem ? NULL
           : in->other  ? scree_strdup(in->problem)
                        : scree_format("damaged checkpoint: %s", in->problem);
}

static void close_file(reader *in) {
    if (in->descriptor >= 0) {
        close(in->descriptor);
    }
    ZSTD_freeDCtx(in->zstd);
    scree_array_free(&in->packed);
    scree_array_free(&in->words);
    scree_array_free(&in->row);
    scree_array_free(&in->place);
    scree_free(in->detail);
}

// Returns what the first rank that found damage says, the same on all; NULL if none found any, or if a rank
// found the file whole but cannot read it.
static char *damage_of_all(const scree_comm *c, const char *why, bool other) {
    struct finding {
        uint64_t other;
        char why[248];
    } mine = {.other = other};
    strncpy(mine.why, why ? why : "", sizeof mine.why - 1);
    size_t size;
    struct finding *all = scree_comm_share(c, &mine, sizeof mine, &size);
    const char *first = NULL;
    bool any_other = false;
    for (int k = 0; k < scree_comm_size(c); k++) {
        any_other |= all[k].other != 0;
        first = first ? first : all[k].why[0] ? all[k].why : NULL;
    }
    char *damage = first && !any_other ? scree_strdup(first) : NULL;
    scree_free(all);
    return damage;
}

bool scree_checkpoint_read_or_tell(const char *path, scree_comm *c, scree_checkpoint *out, char **damage,
                                   scree_report *r) {
    reader in = {.descriptor = -1};
    *out = (scree_checkpoint){0};
    char *why = read_file(&in, path, c, out), *told = damage ? damage_of_all(c, why, in.other) : NULL;
    if (!told && why) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "%s", why);
    }
    bool ok = !told && scree_comm_agree(c, why ? SCREE_USER_ERROR : SCREE_OK, r) == SCREE_OK;
    const char *unfit = ok ? wrong_sums(&in, c, out) : NULL; // the same on all ranks
    if (unfit && damage) {
        told = scree_format("damaged checkpoint: %s", unfit);
    } else if (unfit) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "damaged checkpoint: %s", unfit);
    }
    ok = ok && !unfit;
    if (!ok) {
        scree_checkpoint_clear(out);
    }
    if (damage) {
        *damage = told;
    }
    scree_free(why);
    close_file(&in);
    return ok;
}

bool scree_checkpoint_read_share(const char *path, scree_comm *c, scree_checkpoint *out, scree_report *r) {
    return scree_checkpoint_read_or_tell(path, c, out, NULL, r);
}

bool scree_checkpoint_read(const char *path, scree_checkpoint *out, scree_report *r) {
    return scree_checkpoint_read_share(path, NULL, out, r);
}
