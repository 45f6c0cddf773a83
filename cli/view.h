// SPDX-License-Identifier: BSD-3-Clause
// The page beside a run: a process of its own, which reads the files that the run writes.
#ifndef SCREE_CLI_VIEW_H
#define SCREE_CLI_VIEW_H

// Starts it, before the run has threads. 0, or the exit code of a failure, which is reported.
int scree_view_start(const char *folder);
// Ends it; stays: only when the user stops it. Does nothing where it was not started.
void scree_view_end(int stays);

#endif
