// SPDX-License-Identifier: BSD-3-Clause
// A checkpoint whose contents were changed and whose checksums fit them, as a program gone wrong would write it: it is
// refused with a message, or resumed and stepped. Fuzzers do not guess checksums, so the mutator here unpacks the blocks of
// a checkpoint, changes one, and packs them again.
#include "checkpoint/checkpoint_format.h"
#include "compare/case_hash.h"
#include "load/load_start.h"
#include "load/load_state.h"
#include "load/load_world.h"
#include "memory_file.h"
#include "step/setup.h"
#include "step/step.h"
#include <math.h>
#include <string.h>
#include <zstd.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

static const char text[] =
    "time: {end: 1 s, dt: 20 us}\n"
    "gravity: [0, 0, -9.81]\n"
    "domain: {min: [0, 0, -0.02], max: [0.02, 0.02, 0.05], periodic: [x]}\n"
    "materials:\n"
    "  a: {density: 2500, young: 10 MPa, poisson: 0.2, restitution: 0.5, friction: 0.5, rolling_friction: "
    "0.1}\n"
    "  b: {density: 7800, young: 50 MPa, poisson: 0.3, restitution: 0.7, friction: 0.3, rolling_friction: "
    "0.1}\n"
    "contacts: [{between: any, normal: hertz, tangential: mindlin, rolling: epsd}]\n"
    "walls:\n"
    "  tilted:\n"
    "    mesh: {file: tilted.stl}\n"
    "    material: b\n"
    "    motion: {rotate: {axis: [0, 0, 1], point: [0.01, 0.01, 0], rate: 3 rad/s}}\n"
    "  floor: {plane: {point: [0, 0, -0.01], normal: [0, 0, 1]}, material: a}\n"
    "insertion:\n"
    "  - {name: bed, material: a, fill: random, count: 12, diameter: {uniform: [3 mm, 4 mm]},\n"
    "     region: {box: {min: [0.002, 0.002, 0.004], max: [0.018, 0.018, 0.02]}}}\n"
    "  - {name: rain, material: b, rate: 2000 1/s, diameter: 2 mm, velocity: [0, 0, -1],\n"
    "     region: {box: {min: [0.002, 0.002, 0.03], max: [0.018, 0.018, 0.04]}}}\n"
    "outlets:\n"
    "  out: {region: {half_space: {point: [0, 0, -0.015], normal: [0, 0, -1]}}}\n";
static const char mesh[] = "solid tilted\n"
                           "facet normal 0 0 1\nouter loop\nvertex -0.02 -0.02 0\nvertex 0.04 -0.02 0.002\n"
                           "vertex 0.04 0.04 0.004\nendloop\nendfacet\n"
                           "facet normal 0 0 1\nouter loop\nvertex -0.02 -0.02 0\nvertex 0.04 0.04 0.004\n"
                           "vertex -0.02 0.04 0.002\nendloop\nendfacet\nendsolid tilted\n";

enum { STEPS_BEFORE = 1500, STEPS_AFTER = 20, BLOCKS_MAX = 8, BLOCK_MAX = 1 << 20 };

static char folder[] = "/tmp/scree_fuzz_XXXXXX", case_path[64];
static memory_file file;
static uint8_t genuine[1 << 16]; // a checkpoint of the case above
static size_t genuine_size;

// ---- the case, once -----------------------------------------------------------------------------------------------

static void put_file(const char *name, const char *content) {
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    if (!f || fputs(content, f) < 0 || fclose(f) != 0) {
        perror(path);
        exit(1);
    }
}

static void remove_files(void) {
    char path[64];
    const char *const name[] = {"case.yaml", "tilted.stl", "genuine.scree"};
    for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, name[k]);
        remove(path);
    }
    rmdir(folder);
}

static void need(bool fine, const scree_report *report) {
    if (!fine) {
        fprintf(stderr, "%s\n", scree_report_size(report) ? scree_report_text(report, 0) : "no message");
        exit(1);
    }
}

static void begin(void) {
    if (!mkdtemp(folder)) {
        perror(folder);
        exit(1);
    }
    atexit(remove_files);
    put_file("case.yaml", text);
    put_file("tilted.stl", mesh);
    snprintf(case_path, sizeof case_path, "%s/case.yaml", folder);
    file = memory_file_create();
    scree_report *report = scree_report_create();
    scree_world *w = scree_load_case(case_path, NULL, 1, NULL, report);
    need(w && scree_load_start(w, report) == SCREE_OK, report);
    for (int k = 0; k < STEPS_BEFORE; k++) {
        need(scree_world_step(w, report) == SCREE_OK, report);
    }
    char path[64];
    snprintf(path, sizeof path, "%s/genuine.scree", folder);
    need(scree_checkpoint_write(w, scree_case_hash(w), path, report), report);
    FILE *f = fopen(path, "r");
    genuine_size = f ? fread(genuine, 1, sizeof genuine, f) : 0;
    need(genuine_size > 0 && genuine_size < sizeof genuine && fclose(f) == 0, report);
    scree_world_destroy(w);
    scree_report_destroy(report);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    begin();
    return 0;
}

// ---- one input ----------------------------------------------------------------------------------------------------

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memory_file_set(&file, data, size);
    scree_report *report = scree_report_create();
    scree_world *w = scree_load_case(case_path, NULL, 1, NULL, report);
    need(w != NULL, report);
    scree_status status = scree_load_resume(w, file.path, report);
    for (int k = 0; k < STEPS_AFTER && status == SCREE_OK; k++) {
        status = scree_world_step(w, report);
    }
    if (status != SCREE_OK && scree_report_size(report) == 0) {
        abort(); // refused without a word
    }
    scree_world_destroy(w);
    scree_report_destroy(report);
    return 0;
}

// ---- changes with right checksums ---------------------------------------------------------------------------------

typedef struct unpacked {
    scree_checkpoint_header header;
    struct {
        uint8_t *data;
        size_t size;
    } block[BLOCKS_MAX];
    size_t blocks;
} unpacked;

static void clear(unpacked *u) {
    for (size_t k = 0; k < u->blocks; k++) {
        free(u->block[k].data);
    }
}

// False: no checkpoint of this format, or more than this program handles.
static bool unpack(const uint8_t *data, size_t size, unpacked *u) {
    memset(u, 0, sizeof *u);
    if (size < sizeof u->header) {
        return false;
    }
    memcpy(&u->header, data, sizeof u->header);
    const uint64_t table = u->header.table, blocks = u->header.blocks;
    if (table > size || blocks > BLOCKS_MAX || blocks > (size - table) / sizeof(scree_checkpoint_entry)) {
        return false;
    }
    for (; u->blocks < blocks; u->blocks++) {
        scree_checkpoint_entry e;
        memcpy(&e, data + table + u->blocks * sizeof e, sizeof e);
        if (e.at > table || e.packed > table - e.at || e.size > BLOCK_MAX) {
            clear(u);
            return false;
        }
        uint8_t *out = malloc(e.size + 8);
        const size_t n = ZSTD_decompress(out, e.size, data + e.at, e.packed);
        u->block[u->blocks].data = out;
        u->block[u->blocks].size = n;
        if (ZSTD_isError(n)) {
            u->blocks++;
            clear(u);
            return false;
        }
    }
    return blocks > 0;
}

// Size of the file, 0: there is no room.
static size_t pack(unpacked *u, uint8_t *to, size_t room) {
    scree_checkpoint_entry entry[BLOCKS_MAX] = {0};
    size_t at = sizeof u->header;
    u->header.entries = (scree_hash){0};
    for (size_t k = 0; k < u->blocks; k++) {
        const size_t most = ZSTD_compressBound(u->block[k].size) + 8;
        if (at + most > room) {
            return 0;
        }
        const size_t packed = ZSTD_compress(to + at, most - 8, u->block[k].data, u->block[k].size, 1),
                     padded = scree_checkpoint_padded(packed);
        memset(to + at + packed, 0, padded - packed);
        uint64_t words[BLOCK_MAX / 8 + 64];
        memcpy(words, to + at, padded);
        entry[k] = (scree_checkpoint_entry){.at = at, .packed = packed, .size = u->block[k].size};
        entry[k].hash = scree_hash_words(words, padded / 8, 1);
        u->header.entries = scree_hash_add(u->header.entries, scree_checkpoint_entry_hash(&entry[k], k));
        at += padded;
    }
    if (at + u->blocks * sizeof *entry > room) {
        return 0;
    }
    memcpy(to + at, entry, u->blocks * sizeof *entry);
    u->header.table = at;
    u->header.blocks = u->blocks;
    u->header.size = at + u->blocks * sizeof *entry;
    u->header.own = scree_checkpoint_header_hash(&u->header);
    memcpy(to, &u->header, sizeof u->header);
    return u->header.size;
}

static unsigned draw(unsigned *state, unsigned n) {
    *state = *state * 1664525U + 1013904223U;
    return (*state >> 8) % n;
}

// A word becomes a number that programs stumble over, or a block is changed like any bytes.
static void change(uint8_t *data, size_t *size, unsigned *state) {
    static const double trap[] = {NAN, INFINITY, -INFINITY, 0.0, -0.0, -1.0, 1e308, 1e-308, 1e30, 1e9};
    enum { TRAPS = sizeof trap / sizeof *trap };
    const size_t words = *size / 8;
    const unsigned way = draw(state, 4);
    if (words == 0 || way == 0) {
        *size = LLVMFuzzerMutate(data, *size, BLOCK_MAX / 2) / 8 * 8;
    } else if (way == 1) {
        memcpy(data + 8 * draw(state, (unsigned)words), &trap[draw(state, TRAPS)], 8);
    } else if (way == 2) {
        const uint64_t small = draw(state, 4) == 0 ? UINT64_MAX - draw(state, 3) : draw(state, 20);
        memcpy(data + 8 * draw(state, (unsigned)words), &small, 8);
    } else {
        LLVMFuzzerMutate(data + 8 * draw(state, (unsigned)words), 8, 8);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    unsigned state = seed;
    unpacked u;
    if (draw(&state, 20) == 0) {
        return LLVMFuzzerMutate(data, size, max_size); // the checksums stay as they are
    }
    if (!unpack(data, size, &u) && !unpack(genuine, genuine_size, &u)) {
        abort();
    }
    for (unsigned k = 0, n = 1 + draw(&state, 3); k < n; k++) {
        const size_t block = draw(&state, (unsigned)u.blocks);
        u.block[block].data = realloc(u.block[block].data, BLOCK_MAX);
        change(u.block[block].data, &u.block[block].size, &state);
    }
    const size_t packed = pack(&u, data, max_size);
    clear(&u);
    return packed > 0 ? packed : LLVMFuzzerMutate(data, size, max_size);
}
