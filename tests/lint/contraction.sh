#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The hot loops have no instruction that multiplies and adds with one rounding. gcc 12 makes such instructions of some products of quaternions in spite of
# -ffp-contract=off, and the last bits then depend on the instruction set.
set -euo pipefail
[[ $(uname -m) == x86_64 ]] || { echo "the instructions are those of x86-64"; exit 77; }
command -v objdump >/dev/null || { echo "no objdump"; exit 77; }
rm -rf contraction && mkdir contraction && cd contraction
count=0
for object in "$SCREE_BUILD"/CMakeFiles/scree_kernels_*.dir/src/kernels/kernels.c.o; do
    objdump -d --no-show-raw-insn "$object" >code
    awk -v object="${object#"$SCREE_BUILD"/}" '
        /^[0-9a-f]+ <.*>:$/ { name = $2 }
        /\tvfn?m(add|sub)/ { print object ": " name " " $2 }' code | sort | uniq -c >>found
    count=$((count + 1))
done
[[ $count -gt 0 ]] || { echo "FAILED: no object of kernels.c in $SCREE_BUILD"; exit 1; }
if [[ -s found ]]; then
    cat found
    echo "FAILED: write these products in a function outside of the kernels, or in another order"
    exit 1
fi
