#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Only state/clock.h and access/step_time.c turn numbers of steps into times and times into numbers of steps: elsewhere no number of a step is multiplied by a
# time step, and what is due at times is asked for there, not by the remainder of a number of a step. Remainders by a constant are not about times.
set -euo pipefail
find_uses() { # find_uses ROOT: prints the lines that compute times by themselves
    (cd "$1" && grep -rnE --include='*.[ch]' --include='*.inc' \
        -e '\bsteps?\b[])]*( \*|\* ) ?[(]*([A-Za-z_]+(->|\.))*(dt|next_dt)\b' \
        -e '\(double\)[(]*[^;]*\bsteps?\b[^;]* \* ([A-Za-z_]+(->|\.))*(dt|next_dt)\b' \
        -e '\([^()]*\bstep - [^()]*\) % |\bstep % [^A-Z]' \
        src cli |
        grep -vE '^src/(state/clock\.h|access/step_time\.c|laws/|tools/(lab|plot|plan)/)' || true)
}
found=$(find_uses "$SCREE_SOURCE")
[[ -z $found ]] || { echo "these lines compute times or steps by themselves:"; echo "$found"; exit 1; }

rm -rf tree && mkdir -p tree/src/run tree/cli
notices() { # notices LINE
    echo "$1" >tree/src/run/a.c
    [[ -n $(find_uses tree) ]] || { echo "not noticed: $1"; exit 1; }
}
notices 't = (double)w->step * w->dt;'
notices 't = (double)(w->step - first) * w->dt;'
notices 't = (double)step * dt;'
notices 't = step * w->next_dt;'
notices 'due = w->step % every == 0;'
notices 'due = (w->step - start) % every == 0;'
notices 'due = (step - first_step) % n == 0;'
echo 'due = w->step % EVERY == 0;' >tree/src/run/a.c
[[ -z $(find_uses tree) ]]
