// SPDX-License-Identifier: BSD-3-Clause
// The MPI communicator, for libraries that need it: only partition_p4est.c and comm_mpi.c include this.
#pragma once

#include "parallel/comm.h"
#include <mpi.h>

// All ranks of c, which must not be NULL. Tags below 100 are in use.
MPI_Comm scree_comm_mpi(const scree_comm *c);
