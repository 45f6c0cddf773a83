#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Includes and calls go downward only, and no files call each other in a circle (house rule 2); and the checkers detect violations.
set -euo pipefail
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
check=$SCREE_SOURCE/tests/lint/check_layers.py
python3 "$check" "$SCREE_SOURCE"

rm -rf tree && mkdir -p tree/src/text tree/src/state tree/src/yaml tree/src/geometry tree/include/scree
touch tree/src/state/b.h tree/src/yaml/c.h
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
refuses src/text/a.c state/b.h      # rightward
refuses src/geometry/a.c yaml/c.h    # sideways
refuses src/state/a.c state/none.h   # no such file
refuses include/scree/a.h state/b.h  # the public headers include no internal ones

symbols=$SCREE_SOURCE/tests/lint/check_symbols.py
[[ -e $SCREE_BUILD/compile_commands.json ]] && command -v nm >/dev/null || exit 77
python3 "$symbols" "$SCREE_BUILD"
# calls FILE FUNCTION FILE FUNCTION...: a build in which each file has the function before it and calls the one of the next file
calls() {
    local -a files=("$@")
    rm -rf fake && mkdir fake
    local k n=${#files[@]} list=""
    for ((k = 0; k < n; k += 2)); do
        local out=CMakeFiles/x.dir/${files[k]}.c.o
        mkdir -p "fake/$(dirname "$out")"
        echo "void ${files[(k + 3) % n]}(void); void ${files[k + 1]}(void); void ${files[k + 1]}(void) { $( ((k + 2 < n || circle)) && echo "${files[(k + 3) % n]}();") }" |
            "${CC:-cc}" -x c -c - -o "fake/$out"
        list+="${list:+,}{\"command\": \"cc -o $out -c x.c\"}"
    done
    echo "[$list]" >fake/compile_commands.json
}
complains() { # complains TEXT: so begins the line for the build of `calls`
    if python3 "$symbols" fake >said; then
        echo "not noticed: $1"
        exit 1
    fi
    grep -q "^$1" said
}
circle=0 calls src/step/a f src/text/b g
python3 "$symbols" fake
circle=0 calls src/text/a f src/step/b g
complains "src/text/a.c uses g of src/step/b.c"
circle=1 calls src/step/a f src/step/b g
complains "circle: src/step/a -> src/step/b (g), src/step/b -> src/step/a (f)"
