#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Every law's header compiles as C, C++ and (where nvcc is installed) CUDA device code as it stands, and the host path of
# each gives the same bits over a million evaluations.
# ctest: TIMEOUT 600
set -euo pipefail
source=$SCREE_SOURCE/tests/law_headers/hash.c
include=(-I "$SCREE_SOURCE/src" -I "$SCREE_SOURCE/include")
flags=(-O2 -ffp-contract=off -fno-math-errno)
library=$SCREE_BUILD/libscree.a
first='' status=0

compare() { # compare NAME PROGRAM
    "$2" 10000 >"$1.txt" 2>"$1.count"
    [[ -n $first ]] || first=$1
    diff -u "$first.txt" "$1.txt" || { echo "$1 differs from $first" >&2; status=1; }
    echo "$1: $(wc -l <"$1.txt") laws, $(cat "$1.count")"
}

build() { # build NAME COMPILER FLAGS...
    local name=$1 compiler=$2
    shift 2
    command -v "$compiler" >/dev/null || { echo "$name: $compiler is not installed, left out"; return; }
    "$compiler" "$@" "${flags[@]}" "${include[@]}" -c "$source" -o "$name.o"
    "$compiler" "$name.o" "$library" -lm -o "$name"
    compare "$name" "./$name"
}

build c_gcc gcc -std=c17 -Wall -Wextra -Werror
build c_clang clang -std=c17 -Wall -Wextra -Werror
build cxx_gcc g++ -x c++ -std=c++20 -Wall -Wextra -Wno-missing-field-initializers -Werror
build cxx_clang clang++ -x c++ -std=c++20 -Wall -Wextra -Wno-missing-field-initializers -Werror
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
if [[ -x $nvcc ]]; then
    "$nvcc" -x cu -std=c++20 -arch=sm_90 -fmad=false -O2 -Xcompiler -ffp-contract=off,-fno-math-errno "${include[@]}" \
        -c "$source" -o nvcc.o
    "$nvcc" -arch=sm_90 nvcc.o "$library" -o nvcc_host
    compare nvcc ./nvcc_host
else
    echo "nvcc is not installed: the device code of the laws is not compiled here"
fi
exit $status
