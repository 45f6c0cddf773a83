# SPDX-License-Identifier: BSD-3-Clause
# Sourced by tests that kill ranks. If a rank is killed while it starts, Open MPI 4.1's mpirun at times waits forever for a lock of its
# own (in PMIx_server_finalize): all its ranks have ended, but it does not end.

# end_stuck_mpirun PID: to be run in the background; kills an mpirun that has had ranks, but none that runs for ten seconds.
end_stuck_mpirun() {
    local seconds=0 begun=0 child state
    while kill -0 "$1" && ((seconds < 10)); do
        seconds=$((seconds + begun))
        for child in $(<"/proc/$1/task/$1/children"); do
            begun=1
            read -r _ _ state _ <"/proc/$child/stat" || continue
            [[ $state == Z ]] || seconds=0
        done
        sleep 1
    done
    ((seconds < 10)) || kill -KILL "$1"
}
