// SPDX-License-Identifier: BSD-3-Clause
#include "commands.h"
#include <stdio.h>
#include <string.h>

int scree_refuse(const char *what, const char *given, const char *usage) {
    char *shown =
        scree_text_escaped(given ? given : ""); // a word of the command line goes escaped to the terminal
    fprintf(stderr, "error: %s%s%s%s\n%s", what, given ? " '" : "", shown, given ? "'" : "", usage);
    scree_text_free(shown);
    return SCREE_USER_ERROR;
}

int scree_take_word(int argc, char **argv, int *k, const char *usage, const char *one, const char **path) {
    const int change = scree_take_change(argc, argv, k);
    if (change != 0) {
        return change > 0 ? SCREE_OK : SCREE_USER_ERROR;
    }
    if (strcmp(argv[*k], "--allow-libraries") == 0) {
        scree_allow_libraries(1);
    } else if (argv[*k][0] == '-' && argv[*k][1] != 0) {
        return scree_refuse("unknown option", argv[*k], usage);
    } else if (*path) {
        return scree_refuse(one, argv[*k], usage);
    } else {
        *path = argv[*k];
    }
    return SCREE_OK;
}

int scree_print_text(char *text, scree_report *report) {
    for (size_t k = 0; k < scree_report_size(report); k++) {
        fprintf(stderr, "%s\n", scree_report_text(report, k));
    }
    if (text) {
        fputs(text, stdout);
    }
    scree_text_free(text);
    scree_report_destroy(report);
    return text ? SCREE_OK : SCREE_USER_ERROR;
}
