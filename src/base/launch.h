// SPDX-License-Identifier: BSD-3-Clause
// Who started this process, and how many of them, as the environment tells before any MPI is asked.
#ifndef SCREE_BASE_LAUNCH_H
#define SCREE_BASE_LAUNCH_H

// 0: no launcher; else how many processes were started together.
int scree_launch_size(void);
// Which of them this one is, from 0; 0 if there is no launcher.
int scree_launch_rank(void);
// "mpirun of Open MPI", "mpiexec of MPICH", ..., NULL for none.
const char *scree_launch_name(void);

#endif
