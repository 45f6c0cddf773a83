#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Random composed cases give the same bytes on other numbers of threads and ranks, with other instruction sets and in parts: this is a short
# `./dev compose`. It must also detect a difference: a program that adds a line to its series on two threads.
# ctest: TIMEOUT 900 PROCESSORS 2
set -euo pipefail
command -v python3 >/dev/null || exit 77
compose() { python3 "$SCREE_SOURCE/scripts/compose.py" "$@"; }
compose --cases "${SCREE_TEST_LONG:+1}2" --first 2 --ranks "2${SCREE_TEST_LONG:+,3}"

cat >other <<'P'
#!/usr/bin/env bash
"$REAL" "$@"
[[ $* != *"--threads 2"* ]] || echo 1 >>other/series.csv
P
chmod +x other
if REAL=$SCREE SCREE=$PWD/other TMPDIR=$PWD compose --cases 1 --first 2 --ranks "" >out 2>err; then
    cat out err
    echo "FAILED: a difference of one line was not seen"
    exit 1
fi
grep -q 'DIFFERS: 2 threads: series.csv differs' out
