#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Includes go leftward only (house rule 2); and the checker detects violations.
set -euo pipefail
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
check=$SCREE_SOURCE/tests/lint/check_layers.py
python3 "$check" "$SCREE_SOURCE"

rm -rf tree && mkdir -p tree/src/base tree/src/state tree/src/laws tree/src/geometry tree/include/scree
touch tree/src/state/b.h tree/src/laws/c.h
refuses() { # refuses FILE INCLUDE: a file with this include line is reported
    echo "#include \"$2\"" >"tree/$1"
    if python3 "$check" tree >said; then
        echo "not noticed: $1 includes $2"
        exit 1
    fi
    grep -q "^$1:1: " said
    rm "tree/$1"
}
python3 "$check" tree
refuses src/base/a.c state/b.h       # rightward
refuses src/geometry/a.c laws/c.h       # sideways
refuses src/state/a.c state/none.h   # no such file
refuses include/scree/a.h state/b.h  # the public headers include no internal ones
