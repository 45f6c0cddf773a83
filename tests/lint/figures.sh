#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The tables of results in README.md and docs/performance.md show what one recorded run of `./dev bench` has measured; and wrong figures are found.
set -euo pipefail
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
check=$SCREE_SOURCE/tests/lint/check_figures.py
python3 "$check" "$SCREE_SOURCE"

finds() { # finds TEXT FILE SED: after this change of the file the text is said
    rm -rf copy && mkdir -p copy/docs copy/bench
    cp "$SCREE_SOURCE/README.md" copy
    cp "$SCREE_SOURCE/docs/performance.md" copy/docs
    cp -r "$SCREE_SOURCE/bench/results" copy/bench
    sed -i -E "$3" "copy/$2"
    if python3 "$check" copy >said; then
        echo "not noticed: $3 in $2"
        exit 1
    fi
    grep -qF -- "$1" said || { cat said; echo "not said: $1"; exit 1; }
}
run=bench/results/amd-epyc-zen4-2-cores/results.csv
finds 'scree takes 10100 ns for A50' README.md 's/(Hertz and Mindlin \| )/\110/'
finds 'liggghts takes 9.2x for T60' README.md '/drum of 1e5/s/[0-9.]+x/9.2x/'
finds 'lammps takes nothing for D50' README.md '/flowing down/s/\| [0-9.]+x/|/'
finds 'beside busy programs: liggghts takes 9.2x for M6' README.md '/^\| small silo/s/[0-9.]+x \|$/9.2x |/'
finds 'a row is missing' README.md '/^\| small silo/d'
finds 'which workload' README.md 's/^\| small silo/| large silo/'
finds 'docs/performance.md' docs/performance.md '/^\| L50, /s/193/194/'
finds 'runs of several commits' "$run" '3s/,[^,]*,A2,/,0000000,A2,/'
