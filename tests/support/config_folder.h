// SPDX-License-Identifier: BSD-3-Clause
// Shared by the tests of the input file: a small case to which lines are added, and a folder with a file in it.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define HEAD                                                                                                 \
    "time: {end: 1 s}\n"                                                                                     \
    "materials:\n"                                                                                           \
    "  glass: {density: 2500, young: 1e7, poisson: 0.2, restitution: 0.5, friction: 0.3}\n"
#define PLANE "plane: {point: [0,0,0], normal: [0,0,1]}"
#define BALL "region: {sphere: {point: [0,0,0], radius: 1}}"

static char folder[] = "/tmp/scree_test_config_XXXXXX";
static char name[64], pack[64]; // input file, particle file in the same folder

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) {
        return -1;
    }
    snprintf(name, sizeof name, "%s/c.yaml", folder);
    snprintf(pack, sizeof pack, "%s/pack.txt", folder);
    FILE *f = fopen(pack, "w");
    return f && fputs("0 0 0 1\n", f) >= 0 && fclose(f) == 0 ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(name);
    unlink(pack);
    return rmdir(folder);
}
