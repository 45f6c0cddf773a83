#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# `./dev test --times`: processor seconds of the tests that have run in BUILD/PRESET, from what tests/support/in_empty_folder.sh
# recorded: the sum of each build and of each folder of tests, and the slowest twenty.
set -euo pipefail
[[ $# == 1 && -d $1 ]] || { echo "usage: test_times.sh BUILD" >&2; exit 2; }
found=0
for build in "$1"/*/; do
    compgen -G "$build/tests/work/*.seconds" >/dev/null || continue
    found=1
    (cd "$build/tests/work" && awk '{ name = FILENAME; sub(/\.seconds$/, "", name); printf "%8.2f %s\n", $1 + $2, name }' ./*.seconds) |
        sed 's|\./||' | sort -rn >"$1/times.txt"
    awk -v build="$(basename "$build")" '{ sum += $1 } END { printf "%s: %d tests took %.0f s of processor time; the slowest twenty:\n", build, NR, sum }' "$1/times.txt"
    head -n 20 "$1/times.txt"
done
((found)) || { echo "no test has run in $1" >&2; exit 1; }
