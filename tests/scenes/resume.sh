#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A run that is stopped and resumed at any time writes the same files as an uninterrupted one.
set -euo pipefail
rm -rf work && mkdir work && cd work
source "$SCREE_SOURCE/tests/support/slope_case.sh"
slope_case "plot: false"
run() { "$SCREE" run case.yaml --quiet "$@" >state; }
# expect_same FOLDER: the same names, and the same bytes except run.json.
expect_same() {
    diff <(ls whole) <(ls "$1") || { echo "$1: other files"; exit 1; }
    for file in whole/*.vtp whole/*.pvd whole/*.scree; do
        cmp "$file" "$1/${file#*/}"
    done
    diff whole/series.csv "$1/series.csv" || { echo "$1: another series"; exit 1; }
    diff whole.state state
}
run --threads 1 --out whole
mv state whole.state
(($(tail -n 1 whole/series.csv | cut -d, -f5) > 0)) || { echo "nothing touches the walls"; exit 1; }
run --threads 1 --out parts --steps 0
run --threads 2 --out parts --resume --until 0.0075
grep -q '^0\.0075' parts/series.csv # the end of what was asked for is there, until the run goes on
run --threads 1 --out parts --resume --steps 376
for until in 0.012 0.0125 0.04 0.0701 0.08 0.085; do
    run --threads 1 --out parts --resume --until $until
done
run --threads 1 --out parts --resume
expect_same parts
run --threads 1 --out parts --resume # nothing left to do
expect_same parts
