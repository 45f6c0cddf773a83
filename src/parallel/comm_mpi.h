// SPDX-License-Identifier: BSD-3-Clause
// The MPI communicator, for libraries that need it: only partition_p4est.c and comm_mpi.c include this.
#ifndef SCREE_PARALLEL_COMM_MPI_H
#define SCREE_PARALLEL_COMM_MPI_H

#include "parallel/comm.h"
#include <mpi.h>

// All ranks of c, which must not be NULL. Tags below 100 are in use.
MPI_Comm scree_comm_mpi(const scree_comm *c);

#endif
