// SPDX-License-Identifier: BSD-3-Clause
#include "commands.h"
#include <stdio.h>

int scree_refuse(const char *what, const char *given, const char *usage) {
    char *shown =
        scree_text_escaped(given ? given : ""); // a word of the command line goes escaped to the terminal
    fprintf(stderr, "error: %s%s%s%s\n%s", what, given ? " '" : "", shown, given ? "'" : "", usage);
    scree_text_free(shown);
    return SCREE_USER_ERROR;
}
