// SPDX-License-Identifier: BSD-3-Clause
#include "parallel/launch.h"
#include <stddef.h>
#include <stdlib.h>

// The first one that is set is used: under srun, variables of Open MPI may be set too. SLURM_NTASKS is also set in batch
// scripts for processes that are not ranks; SLURM_STEP_NUM_TASKS only by srun.
static const struct {
    const char *size, *rank, *name;
} launcher[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "mpirun of Open MPI"},
    {"PMI_SIZE", "PMI_RANK", "mpiexec of MPICH or Intel MPI"},
    {"MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK", "mpirun of MVAPICH"},
    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "srun"},
};

static int which(void) {
    for (int k = 0; k < (int)(sizeof launcher / sizeof *launcher); k++) {
        if (getenv(launcher[k].size)) {
            return k;
        }
    }
    return -1;
}

int scree_launch_size(void) {
    int k = which();
    return k < 0 ? 0 : atoi(getenv(launcher[k].size));
}

int scree_launch_rank(void) {
    int k = which();
    const char *rank = k < 0 ? NULL : getenv(launcher[k].rank);
    return rank ? atoi(rank) : 0;
}

const char *scree_launch_name(void) {
    int k = which();
    return k < 0 ? NULL : launcher[k].name;
}
