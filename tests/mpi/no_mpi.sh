#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The build without MPI has every function of the one with it, and refuses to be started as one of several processes.
set -euo pipefail
flags=(-std=c17 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -Wall -Wextra -Werror -I "$SCREE_SOURCE/src" -I "$SCREE_SOURCE/include" -I "$SCREE_BUILD/generated")
cc=${CC:-cc}

for file in parallel/comm partition/partition; do
    "$cc" "${flags[@]}" -c "$SCREE_SOURCE/src/${file}_serial.c" -o alone.o
    nm --defined-only alone.o | awk '$2 == "T" {print $3}' | sort >has
    header=$SCREE_SOURCE/src/$file.h
    grep -o '^[a-z][a-z0-9_ ]*[ *]scree_[a-z_]*(' "$header" | grep -v '^typedef\|^static' | grep -o 'scree_[a-z_]*(' | tr -d '(' | sort >wanted
    diff wanted has || { echo "$file.h declares what ${file}_serial.c lacks, or the other way round"; exit 1; }
done

cat >main.c <<'END'
#include "parallel/comm.h"
#include <stdio.h>
int main(void) {
    bool ok;
    scree_report *r = scree_report_create();
    scree_comm *c = scree_comm_world(r, &ok);
    printf("%s|%s\n", ok ? "alone" : "refused", scree_report_size(r) ? scree_report_text(r, 0) : "");
    scree_report_destroy(r);
    return c != NULL;
}
END
"$cc" "${flags[@]}" main.c "$SCREE_SOURCE"/src/{parallel/comm_serial,parallel/launch,text/report,text/escape,text/file,text/decimal,text/units,memory/array}.c -o main
unset OMPI_COMM_WORLD_SIZE PMI_SIZE MV2_COMM_WORLD_SIZE SLURM_STEP_NUM_TASKS
[[ $(./main) == "alone|" ]]
[[ $(OMPI_COMM_WORLD_SIZE=1 ./main) == "alone|" ]]
[[ $(OMPI_COMM_WORLD_SIZE=3 ./main) == "refused|error: started as 3 processes by mpirun of Open MPI, but this scree was built without MPI"* ]]
[[ $(SLURM_STEP_NUM_TASKS=8 ./main) == *"by srun"*"--threads 8" ]]
echo fine
