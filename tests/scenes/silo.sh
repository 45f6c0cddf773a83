#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# long: 80 s of processor time
# The small silo against its own recorded discharge: particles left 0.1 s and 0.5 s after the gate opens.
# ctest: TIMEOUT 900
set -euo pipefail
"$SCREE" run "$SCREE_SOURCE/examples/silo_small.yaml" --quiet --until 0.9 --out out
left() { awk -F, -v t="$1" 'NR > 1 && $1 > t - 1e-4 && $1 < t + 1e-4 { print $2 }' out/series.csv; }
check() { # check TIME RECORDED: within 1 %, what another filling of the same silo scatters by
    awk -v n="$(left "$1")" -v want="$2" -v t="$1" 'BEGIN {
        print "t = " t " s: " n " left, recorded " want; exit !(n > 0.99 * want && n < 1.01 * want) }'
}
check 0.5 5802
check 0.9 4490
