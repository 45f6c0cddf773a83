// SPDX-License-Identifier: BSD-3-Clause
// --set PATH=VALUE and --define NAME=VALUE, of every command that reads a case.
#include "commands.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char **text;
static scree_changes changes;

int scree_take_change(int argc, char **argv, int *k) {
    const char *option = argv[*k];
    if (strcmp(option, "--set") != 0 && strcmp(option, "--define") != 0) {
        return 0;
    }
    if (*k + 1 >= argc) {
        fprintf(stderr, "error: %s needs %s\n", option, option[2] == 's' ? "PATH=VALUE" : "NAME=VALUE");
        return -1;
    }
    const char *value = argv[++*k];
    const size_t size = strlen(option) + strlen(value) + 2;
    char *joined = malloc(size);
    const char **longer = realloc(text, (changes.count + 1) * sizeof *text);
    if (!joined || !longer) {
        fprintf(stderr, "error: out of memory\n");
        exit(SCREE_USER_ERROR);
    }
    snprintf(joined, size, "%s %s", option, value);
    text = longer;
    text[changes.count++] = joined;
    changes.text = text;
    return 1;
}

const scree_changes *scree_taken_changes(void) {
    return &changes;
}
