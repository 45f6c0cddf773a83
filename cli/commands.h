// SPDX-License-Identifier: BSD-3-Clause
// The commands that have a file of their own.
#ifndef SCREE_CLI_COMMANDS_H
#define SCREE_CLI_COMMANDS_H

#include "scree/scree.h"

// What --help prints.
extern const char scree_usage_bench[], scree_usage_calibrate[], scree_usage_fields[], scree_usage_import[],
    scree_usage_law[], scree_usage_new[], scree_usage_plan[], scree_usage_render[], scree_usage_shape[],
    scree_usage_sweep[], scree_usage_view[];
// What --help prints of the options that change a case.
#define SCREE_USAGE_CHANGES                                                                                  \
    "  --set PATH=VALUE   a key of the case, such as --set materials.glass.young='10 MPa'; may be "          \
    "repeated\n"                                                                                             \
    "  --define NAME=VALUE  a variable that the case lists under 'variables'; may be repeated\n"

// Prints `what`, the word of the command line that it is about (NULL: none), and how the command is used; returns the exit code.
int scree_refuse(const char *what, const char *given, const char *usage);

// Takes --set or --define with its value: 1; 0: argv[*k] is another word; -1: its value is missing (reported).
int scree_take_change(int argc, char **argv, int *k);
// Takes a word that is no option of a command's own: one that changes the case, --allow-libraries, or the path of the case, which is put into *path.
// SCREE_OK, or an error that was printed; `one` says that there is another path already.
int scree_take_word(int argc, char **argv, int *k, const char *usage, const char *one, const char **path);
// Prints the messages of a report and a text, NULL: there is none, and frees both; returns the exit code.
int scree_print_text(char *text, scree_report *report);
// All that were taken.
const scree_changes *scree_taken_changes(void);

// Each returns the exit code.
int scree_command_bench(int argc, char **argv);
int scree_command_fields(int argc, char **argv);
int scree_command_law(int argc, char **argv);
int scree_command_new(int argc, char **argv);
int scree_command_plan(int argc, char **argv);
int scree_command_python(int argc, char **argv); // sweep, calibrate and import
int scree_command_render(int argc, char **argv);
int scree_command_run(int argc, char **argv);
int scree_command_shape(int argc, char **argv);
int scree_command_view(int argc, char **argv);

#endif
