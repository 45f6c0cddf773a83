// SPDX-License-Identifier: BSD-3-Clause
// Written as a stream (compressing a copy would double the memory of a large run), read into memory whole.
// The reader believes nothing: the hash is checked first, and every count against the bytes that are really
// there before memory is asked for.
#include "io/checkpoint.h"

#include "base/hash.h"
#include "io/file.h"
#include "laws/registry.h"
#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "records are written as they lie in memory");
_Static_assert(sizeof(scree_pos) == 32 && sizeof(scree_vel) == 32 && sizeof(scree_spin) == 32 &&
                   sizeof(scree_wrench) == 48 && sizeof(scree_checkpoint_contact) == 48 &&
                   sizeof(scree_ledger) == 192 && sizeof(scree_outlet) == 16,
               "a change of these is a new format version");

enum {
    VERSION = 3,
    HASH_SEED = 0x5c4ee,
    LEVEL = 1,       // of zstd: doubles hardly compress, higher levels only cost time
    BLOCK = 1 << 16, // words or bytes handed on at a time
};

typedef struct header {
    char magic[8];
    uint32_t version, zero;
} header;

static const header our_header = {{'S', 'C', 'R', 'E', 'E', 'C', 'H', 'K'}, VERSION, 0};

// Is the law's name that of a law of another sense too?
static bool is_shared_name(const scree_law *law) {
    bool shared = false;
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++)
        shared |= slot != (int)law->slot && scree_law_find((scree_slot)slot, law->name) >= 0;
    return shared;
}

char *scree_checkpoint_laws(const scree_pair_def *pair) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    char *names = scree_strdup("");
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        int index = pair->law[slot];
        if (index >= 0 && law[index]->nhistory > 0) {
            bool shared = is_shared_name(law[index]);
            char *longer = scree_format("%s%s%s%s%s", names, names[0] ? " " : "",
                                        shared ? scree_slot_name((scree_slot)slot) : "", shared ? ":" : "",
                                        law[index]->name);
            scree_free(names);
            names = longer;
        }
    }
    return names;
}

// ---- writing ----------------------------------------------------------------------------------------------

typedef struct stream {
    scree_file file;
    ZSTD_CCtx *zstd;
    const char *problem; // of zstd
    scree_hasher hash;
    char *packed;
    size_t packed_size;
} stream;

static void compress(stream *s, const void *data, size_t size, ZSTD_EndDirective end) {
    ZSTD_inBuffer in = {data, size, 0};
    size_t left = 1;
    while (!s->problem && (in.pos < in.size || (end == ZSTD_e_end && left > 0))) {
        ZSTD_outBuffer out = {s->packed, s->packed_size, 0};
        left = ZSTD_compressStream2(s->zstd, &out, &in, end);
        if (ZSTD_isError(left))
            s->problem = ZSTD_getErrorName(left);
        else
            scree_file_write(&s->file, s->packed, out.pos);
    }
}

static void put_words(stream *s, const void *data, size_t n) {
    uint64_t block[512];
    for (size_t done = 0; done < n;) {
        size_t part = n - done < 512 ? n - done : 512;
        memcpy(block, (const char *)data + done * 8, part * 8); // records are no uint64_t arrays
        scree_hasher_update(&s->hash, block, part);
        compress(s, block, part * 8, ZSTD_e_continue);
        done += part;
    }
}

static void put_word(stream *s, uint64_t word) {
    put_words(s, &word, 1);
}

static void put_name(stream *s, const char *name) {
    size_t length = strlen(name);
    put_word(s, length);
    for (size_t i = 0; i < length; i += 8) {
        uint64_t word = 0;
        memcpy(&word, name + i, length - i < 8 ? length - i : 8);
        put_word(s, word);
    }
}

// Whether both partners of the pair still are.
static bool lives(const scree_world *w, const scree_pair_class *c, scree_pair p) {
    return !w->p.dead[p.a] && (c->wall >= 0 || !w->p.dead[p.b]);
}

static void put_contacts(stream *s, const scree_world *w) {
    const scree_pairs *pairs = &w->pairs;
    uint64_t n = 0, n_history = 0;
    for (int pass = 0; pass < 3; pass++) { // count, contacts, history
        uint64_t history = 0;
        if (pass == 1)
            put_word(s, n);
        if (pass == 2)
            put_word(s, n_history);
        for (size_t k = 0; k < pairs->class.n; k++) {
            const scree_pair_class *c = &pairs->class.data[k];
            uint32_t columns = (uint32_t)c->n_history;
            for (size_t i = c->first; i < c->first + c->n; i++) {
                scree_pair p = pairs->pair[i];
                if (pairs->touching[i] != 1 || !lives(w, c, p))
                    continue;
                scree_checkpoint_contact row = {.a = w->p.id[p.a], .wall = c->wall, .n_history = columns};
                row.history = history;
                row.material[0] = (uint32_t)c->material[0];
                row.material[1] = (uint32_t)c->material[1];
                if (c->wall < 0) {
                    row.b = w->p.id[p.b];
                } else {
                    row.element = p.b;
                    row.feature = pairs->touch[i - pairs->first_wall_pair].feature;
                }
                if (pass == 1)
                    put_words(s, &row, sizeof row / 8);
                if (pass == 2)
                    put_words(s, pairs->history + c->history + (i - c->first) * columns, columns);
                history += columns;
                n += pass == 0;
            }
        }
        n_history = history;
    }
}

// Records of `size` bytes, one per particle; those of removed particles are left out.
static void put_living(stream *s, const scree_particles *p, const void *records, size_t size) {
    for (size_t i = 0, end; i < p->n; i = end) {
        for (end = i; end < p->n && !p->dead[end];)
            end++;
        put_words(s, (const char *)records + i * size, (end - i) * size / 8);
        while (end < p->n && p->dead[end])
            end++;
    }
}

static void put_counters(stream *s, const scree_world *w, uint64_t case_hash) {
    const scree_case *c = w->case_;
    put_word(s, case_hash);
    put_words(s, &w->dt, 1);
    put_word(s, w->step);
    put_word(s, w->events_done);
    put_word(s, w->next_id);
    put_word(s, w->lost);
    put_word(s, w->contacts);
    put_words(s, &w->ledger, sizeof w->ledger / 8);
    put_word(s, c->material.n);
    for (size_t i = 0; i < c->material.n; i++)
        put_name(s, c->material.data[i].name);
    put_word(s, c->material.n * c->material.n);
    for (size_t i = 0; i < c->material.n * c->material.n; i++) {
        char *laws = scree_checkpoint_laws(&c->pair[i]);
        put_name(s, laws);
        scree_free(laws);
    }
    put_words(s, &(double){c->integrator == SCREE_VERLET ? 0.5 * w->dt : 0.0}, 1);
    put_word(s, c->wall.n);
    for (size_t i = 0; i < c->wall.n; i++)
        put_name(s, c->wall.data[i].name);
    put_word(s, w->source.n);
    for (size_t i = 0; i < w->source.n; i++) {
        const scree_source *from = &w->source.data[i];
        put_word(s, from->inserted);
        put_words(s, &from->mass, 1);
        put_word(s, from->tries);
        put_word(s, from->done | (uint64_t)from->behind << 1);
    }
    put_word(s, w->outlet.n);
    put_words(s, w->outlet.data, w->outlet.n * sizeof *w->outlet.data / 8);
}

static void put_particles(stream *s, const scree_particles *p) {
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        n += !p->dead[i];
    put_word(s, n);
    put_living(s, p, p->x, sizeof *p->x);
    put_living(s, p, p->v, sizeof *p->v);
    put_living(s, p, p->w, sizeof *p->w);
    put_living(s, p, p->f, sizeof *p->f);
    put_living(s, p, p->id, sizeof *p->id);
}

static scree_hasher hash_of_header(void) {
    uint64_t words[sizeof our_header / 8];
    memcpy(words, &our_header, sizeof our_header);
    scree_hasher h = scree_hasher_begin(HASH_SEED);
    scree_hasher_update(&h, words, sizeof our_header / 8);
    return h;
}

bool scree_checkpoint_write(const scree_world *w, uint64_t case_hash, const char *path, scree_report *r) {
    stream s = {.zstd = ZSTD_createCCtx(), .hash = hash_of_header(), .packed_size = ZSTD_CStreamOutSize()};
    if (!s.zstd) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "no memory for compression");
        return false;
    }
    if (!scree_file_create(&s.file, path, r)) {
        ZSTD_freeCCtx(s.zstd);
        return false;
    }
    s.packed = scree_realloc(NULL, 0, s.packed_size);
    ZSTD_CCtx_setParameter(s.zstd, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(s.zstd, ZSTD_c_checksumFlag, 1);
    scree_file_write(&s.file, &our_header, sizeof our_header);
    put_counters(&s, w, case_hash);
    put_particles(&s, &w->p);
    put_contacts(&s, w);
    scree_hash h = scree_hasher_end(&s.hash);
    compress(&s, (uint64_t[2]){h.a, h.b}, 16, ZSTD_e_end);
    if (s.problem) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "compression failed: %s", s.problem);
        scree_file_discard(&s.file);
    }
    bool ok = !s.problem && scree_file_commit(&s.file, true, r);
    scree_free(s.packed);
    ZSTD_freeCCtx(s.zstd);
    return ok;
}

// ---- reading ----------------------------------------------------------------------------------------------

// Why a file is no good; NULL: fine so far. The first reason stays.
typedef struct cursor {
    const char *at, *end;
    const char *why;
} cursor;

static bool complain(cursor *in, const char *why) {
    if (!in->why)
        in->why = why;
    return false;
}

static bool take(cursor *in, void *to, size_t n, size_t size) {
    if (in->why || n > (size_t)(in->end - in->at) / size)
        return complain(in, "a section is longer than the file");
    if (n > 0)
        memcpy(to, in->at, n * size);
    in->at += n * size;
    return true;
}

static uint64_t take_word(cursor *in) {
    uint64_t word = 0;
    take(in, &word, 1, sizeof word);
    return word;
}

// A count of records of `size` bytes that are really there; 0 on error.
static size_t take_count(cursor *in, size_t size) {
    uint64_t n = take_word(in);
    if (!in->why && n > (size_t)(in->end - in->at) / size)
        complain(in, "a section is longer than the file");
    return in->why ? 0 : (size_t)n;
}

static void *take_block(cursor *in, size_t n, size_t size) {
    if (in->why || n > (size_t)(in->end - in->at) / size) {
        complain(in, "a section is longer than the file");
        return NULL;
    }
    void *block = scree_realloc(NULL, 0, n * size);
    take(in, block, n, size);
    return block;
}

#define take_array(in, a)                                                                                    \
    ((a)->n = (a)->capacity = take_count((in), sizeof *(a)->data),                                           \
     (a)->data = take_block((in), (a)->n, sizeof *(a)->data))

static char *take_name(cursor *in) {
    size_t length = take_count(in, 1), padded = (length + 7) / 8 * 8;
    if (in->why || padded > (size_t)(in->end - in->at)) {
        complain(in, "a name is longer than the file");
        return scree_strdup("");
    }
    char *name = scree_realloc(NULL, 0, length + 1);
    memcpy(name, in->at, length);
    name[length] = '\0';
    in->at += padded;
    return name;
}

static void take_state(cursor *in, scree_checkpoint *c) {
    c->case_hash = take_word(in);
    take(in, &c->dt, 1, sizeof c->dt);
    c->step = take_word(in);
    c->events_done = take_word(in);
    c->next_id = take_word(in);
    c->lost = take_word(in);
    c->contacts = take_word(in);
    take(in, &c->ledger, 1, sizeof c->ledger);
    for (size_t i = 0, n = take_count(in, 8); i < n; i++)
        scree_array_push(&c->material_name, take_name(in));
    for (size_t i = 0, n = take_count(in, 8); i < n; i++)
        scree_array_push(&c->laws, take_name(in));
    take(in, &c->ahead, 1, sizeof c->ahead);
    for (size_t i = 0, n = take_count(in, 8); i < n; i++)
        scree_array_push(&c->wall_name, take_name(in));
    for (size_t i = 0, n = take_count(in, 32); i < n; i++) {
        scree_source s = {.inserted = take_word(in)};
        take(in, &s.mass, 1, sizeof s.mass);
        s.tries = take_word(in);
        uint64_t flags = take_word(in);
        s.done = flags & 1;
        s.behind = flags >> 1 & 1;
        scree_array_push(&c->source, s);
    }
    take_array(in, &c->outlet);
    size_t n = take_count(in, sizeof *c->x + sizeof *c->v + sizeof *c->w + sizeof *c->f + sizeof *c->id);
    c->n = n;
    c->x = take_block(in, n, sizeof *c->x);
    c->v = take_block(in, n, sizeof *c->v);
    c->w = take_block(in, n, sizeof *c->w);
    c->f = take_block(in, n, sizeof *c->f);
    c->id = take_block(in, n, sizeof *c->id);
    take_array(in, &c->contact);
    take_array(in, &c->history);
    if (in->at != in->end)
        complain(in, "there is more in it than its sections");
}

static void check_state(cursor *in, const scree_checkpoint *c) {
    if (in->why)
        return;
    if (!(c->dt > 0) || !isfinite(c->dt))
        complain(in, "its time step is not a positive number");
    if (!(c->ahead >= 0 && c->ahead <= c->dt))
        complain(in, "its history runs ahead by more than a time step");
    if (c->laws.n != c->material_name.n * c->material_name.n)
        complain(in, "its laws do not belong to its materials");
    for (size_t i = 0; i < c->n; i++) {
        if (c->w[i].material >= c->material_name.n)
            complain(in, "a particle has a material that it does not name");
        if (c->id[i] == 0 || c->id[i] >= c->next_id)
            complain(in, "a particle has an id that was never given");
    }
    for (size_t i = 0; i < c->contact.n; i++) {
        const scree_checkpoint_contact *k = &c->contact.data[i];
        if (k->wall < -1 || (k->wall >= 0 && (size_t)k->wall >= c->wall_name.n))
            complain(in, "a contact has a wall that it does not name");
        if (k->material[0] >= c->material_name.n || k->material[1] >= c->material_name.n)
            complain(in, "a contact has a material that it does not name");
        if (k->history > c->history.n || k->n_history > c->history.n - k->history)
            complain(in, "a contact has history beyond what there is");
    }
}

// The whole frame, growing with what comes out: a size in a damaged header is not believed. NULL with a
// reason on error.
static char *decompress(const char *data, size_t size, size_t *unpacked, const char **why) {
    ZSTD_DCtx *zstd = ZSTD_createDCtx();
    SCREE_ARRAY(char) out = {0};
    ZSTD_inBuffer in = {data, size, 0};
    size_t left = 1;
    *why = zstd ? NULL : "no memory for decompression";
    while (!*why && left > 0) {
        scree_array_reserve(&out, out.n + BLOCK);
        ZSTD_outBuffer to = {out.data, out.capacity, out.n};
        left = ZSTD_decompressStream(zstd, &to, &in);
        if (ZSTD_isError(left))
            *why = ZSTD_getErrorName(left);
        else if (left > 0 && in.pos == in.size && to.pos < to.size)
            *why = "the file ends too early";
        out.n = to.pos;
    }
    if (!*why && in.pos < in.size)
        *why = "something follows its end";
    ZSTD_freeDCtx(zstd);
    *unpacked = out.n;
    if (*why)
        scree_array_free(&out);
    return out.data;
}

// Whether the last two words are the hash of the header and the rest.
static bool hash_fits(const char *words, size_t size) {
    if (size % 8 != 0 || size < 16)
        return false;
    scree_hasher h = hash_of_header();
    for (size_t i = 0; i + 16 < size; i += 8) {
        uint64_t word;
        memcpy(&word, words + i, 8);
        scree_hasher_update(&h, &word, 1);
    }
    scree_hash now = scree_hasher_end(&h);
    return memcmp(words + size - 16, (uint64_t[2]){now.a, now.b}, 16) == 0;
}

static bool header_fits(const char *path, const char *data, size_t size, scree_report *r) {
    header h;
    if (size < sizeof h || memcmp(data, our_header.magic, sizeof h.magic) != 0) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "%s",
                        size == 0 ? "empty, not a scree checkpoint" : "not a scree checkpoint");
        return false;
    }
    memcpy(&h, data, sizeof h);
    if (h.version > VERSION)
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0,
                        "checkpoint format %" PRIu32 ", written by a newer scree; this one reads format %d",
                        h.version, VERSION);
    else if (h.version == 0 || h.zero != 0)
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "damaged checkpoint: bad header");
    else if (h.version < VERSION)
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0,
                        "checkpoint format %" PRIu32 ", written by an older scree; this one reads format %d",
                        h.version, VERSION);
    return h.version == VERSION && h.zero == 0;
}

bool scree_checkpoint_read(const char *path, scree_checkpoint *out, scree_report *r) {
    *out = (scree_checkpoint){0};
    size_t size, unpacked = 0;
    char *data = scree_file_read(path, &size, r);
    if (!data || !header_fits(path, data, size, r)) {
        scree_free(data);
        return false;
    }
    const char *why;
    char *words = decompress(data + sizeof(header), size - sizeof(header), &unpacked, &why);
    scree_free(data);
    if (!why && !hash_fits(words, unpacked))
        why = "its contents do not fit their checksum";
    if (!why) {
        cursor in = {words, words + unpacked - 16, NULL};
        take_state(&in, out);
        check_state(&in, out);
        why = in.why;
    }
    scree_free(words);
    if (why) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "damaged checkpoint: %s", why);
        scree_checkpoint_clear(out);
    }
    return !why;
}

void scree_checkpoint_clear(scree_checkpoint *c) {
    for (size_t i = 0; i < c->material_name.n; i++)
        scree_free(c->material_name.data[i]);
    for (size_t i = 0; i < c->laws.n; i++)
        scree_free(c->laws.data[i]);
    for (size_t i = 0; i < c->wall_name.n; i++)
        scree_free(c->wall_name.data[i]);
    scree_array_free(&c->material_name);
    scree_array_free(&c->laws);
    scree_array_free(&c->wall_name);
    scree_free(c->x);
    scree_free(c->v);
    scree_free(c->w);
    scree_free(c->f);
    scree_free(c->id);
    scree_array_free(&c->source);
    scree_array_free(&c->outlet);
    scree_array_free(&c->contact);
    scree_array_free(&c->history);
    *c = (scree_checkpoint){0};
}

// ---- names ------------------------------------------------------------------------------------------------

char *scree_checkpoint_path(const char *dir, uint64_t step) {
    return scree_format("%s/checkpoint_%012" PRIu64 ".scree", dir, step);
}

// The step in a file name; false if it is not that of a checkpoint (a half-written ".part" neither).
static bool step_of(const char *name, uint64_t *step) {
    static const char start[] = "checkpoint_", end[] = ".scree";
    if (strncmp(name, start, strlen(start)) != 0)
        return false;
    const char *digits = name + strlen(start);
    size_t n = strspn(digits, "0123456789");
    if (n < 12 || n > 19 || strcmp(digits + n, end) != 0)
        return false;
    *step = strtoull(digits, NULL, 10);
    return true;
}

static int compare_steps(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Steps of all checkpoints in dir, ascending; free with scree_free.
static uint64_t *steps_in(const char *dir, size_t *n) {
    SCREE_ARRAY(uint64_t) steps = {0};
    DIR *d = opendir(dir);
    for (struct dirent *entry; d && (entry = readdir(d)) != NULL;) {
        uint64_t step;
        if (step_of(entry->d_name, &step))
            scree_array_push(&steps, step);
    }
    if (d)
        closedir(d);
    if (steps.n > 0)
        qsort(steps.data, steps.n, sizeof *steps.data, compare_steps);
    *n = steps.n;
    return steps.data;
}

char *scree_checkpoint_latest(const char *dir) {
    size_t n;
    uint64_t *steps = steps_in(dir, &n);
    char *path = n > 0 ? scree_checkpoint_path(dir, steps[n - 1]) : NULL;
    scree_free(steps);
    return path;
}

void scree_checkpoint_prune(const char *dir, int keep) {
    size_t n;
    uint64_t *steps = steps_in(dir, &n);
    for (size_t i = 0; keep > 0 && i + (size_t)keep < n; i++) {
        char *path = scree_checkpoint_path(dir, steps[i]);
        unlink(path);
        scree_free(path);
    }
    scree_free(steps);
}
