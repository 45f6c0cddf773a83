// SPDX-License-Identifier: BSD-3-Clause
// The launcher of this process and the number of processes, from environment variables, before MPI is initialised.
#pragma once

// Number of processes started together; 0: no launcher.
int scree_launch_size(void);
// Number of this process among them, from 0; 0 if there is no launcher.
int scree_launch_rank(void);
// "mpirun of Open MPI", "mpiexec of MPICH", ...; NULL: none.
const char *scree_launch_name(void);
