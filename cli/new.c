// SPDX-License-Identifier: BSD-3-Clause
// scree new: prints a complete case of a machine, with the sizes that are asked for, or runs it in the browser.
#include "commands.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char scree_usage_new[] =
    "usage: scree new                      lists the machines\n"
    "  scree new MACHINE                   prints its case: scree new drum > drum.yaml\n"
    "  scree new MACHINE --variables       lists its variables, their values and meanings\n"
    "  scree new MACHINE --VARIABLE VALUE  with another value: scree new drum --diameter 0.3m\n"
    "  scree new MACHINE --view            writes MACHINE.yaml, runs it and shows it in the browser\n";

enum { MOST = 64 };

// Writes a case that is not there yet, and runs it with --view.
static int view(const char *machine, char *text, scree_report *report) {
    char path[80], run[] = "run", option[] = "--view", *argv[] = {run, run, path, option};
    snprintf(path, sizeof path, "%.70s.yaml", machine);
    if (!text) {
        return scree_print_text(NULL, report);
    }
    FILE *file = fopen(path, "wx");
    bool fine = file && fputs(text, file) >= 0;
    fine = file && fclose(file) == 0 && fine;
    scree_text_free(text);
    if (!fine) {
        return scree_refuse("--view writes a file that is not there yet; it cannot write", path,
                            scree_usage_new);
    }
    scree_report_destroy(report);
    return scree_command_run(4, argv);
}

int scree_command_new(int argc, char **argv) {
    const char *variable[MOST], *value[MOST];
    size_t n = 0;
    bool viewed = false;
    if (argc < 3) {
        fputs("Machines whose cases `scree new MACHINE` prints:\n", stdout);
        return scree_print_text(scree_template_list(), NULL);
    }
    if (argc == 4 && strcmp(argv[3], "--variables") == 0) {
        scree_report *report = scree_report_create();
        return scree_print_text(scree_template_variables(argv[2], report), report);
    }
    for (int k = 3; k < argc; k += 2) {
        if (strcmp(argv[k], "--view") == 0) {
            viewed = true;
            k--;
            continue;
        }
        if (strncmp(argv[k], "--", 2) != 0) {
            return scree_refuse("unexpected", argv[k], scree_usage_new);
        }
        if (k + 1 >= argc) {
            return scree_refuse("a value is missing after", argv[k], scree_usage_new);
        }
        if (n == MOST) {
            return scree_refuse("too many variables; the first one beyond the limit is", argv[k],
                                scree_usage_new);
        }
        variable[n] = argv[k] + 2;
        value[n++] = argv[k + 1];
    }
    scree_report *report = scree_report_create();
    char *text = scree_template_make(argv[2], variable, value, n, report);
    return viewed ? view(argv[2], text, report) : scree_print_text(text, report);
}
