// SPDX-License-Identifier: BSD-3-Clause
// The commands that have a file of their own.
#ifndef SCREE_CLI_COMMANDS_H
#define SCREE_CLI_COMMANDS_H

#include "scree/scree.h"

// What --help prints.
extern const char scree_usage_bench[], scree_usage_law[], scree_usage_plan[];
// Each returns the exit code.
int scree_command_bench(int argc, char **argv);
int scree_command_law(int argc, char **argv);
int scree_command_plan(int argc, char **argv);

#endif
