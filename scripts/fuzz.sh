#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# `./dev fuzz`: gives changed inputs to the readers of files, built with the address and undefined behaviour sanitizers.
# Each program tests/fuzz/fuzz_NAME.c begins with the files of tests/fuzz/corpus/NAME and those of examples/ that it can
# read, and keeps what it finds worth keeping in build/fuzz/corpus/NAME, so that a later run goes on from there.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$root/build/fuzz

usage() {
    cat <<'HELP'
usage: ./dev fuzz [NAME ...] [--seconds N | --runs N] [--record]
  NAME        case, mesh, particles, path, table, checkpoint; all of them if none is given
  --seconds   for each, default 60
  --runs      inputs for each
  --record    writes the counts of the last run of each to docs/validation/fuzz.md
What makes a program fail, hang for a minute or take 2 GB stays in build/fuzz/found/; exit code 1 then.
HELP
}

names=() limit=(-max_total_time=60) record=0
while (($#)); do
    case $1 in
    --seconds) limit=(-max_total_time="${2:?--seconds needs a number}") && shift ;;
    --runs) limit=(-runs="${2:?--runs needs a number}") && shift ;;
    --record) record=1 ;;
    -h | --help) usage && exit ;;
    -*) usage >&2 && exit 1 ;;
    *) names+=("$1") ;;
    esac
    shift
done
if ((${#names[@]} == 0)); then
    names=(case mesh particles path table checkpoint)
fi

# Words that an input file may have: keys and values of the reference of input files.
dictionary() {
    sed -n 's/^| `\([a-z_]*\)` |.*/\1/p; s/^## \([a-z_]*\) (.*/\1/p' "$root/docs/reference/input.md" |
        sort -u | sed 's/.*/"&"/'
    printf '"%s"\n' ": " "{" "}" "[" "]" "- " " mm" " GPa" "1e308" "-0" ".nan" ".inf" "&a" "*a" "|"
}

options() { # of one program
    case $1 in
    case) printf '%s\n' -max_len=6000 -dict="$build/case.dict" "$root/examples" ;;
    mesh) printf '%s\n' -max_len=4000 ;;
    particles | path | table) printf '%s\n' -max_len=2000 ;;
    checkpoint) printf '%s\n' -max_len=60000 ;;
    *) echo "./dev fuzz: '$1' is not understood; accepted: case, mesh, particles, path, table, checkpoint" >&2 && return 1 ;;
    esac
}

run() {
    local name=$1 own corpus=$root/tests/fuzz/corpus/$1 status=0 more
    more=$(options "$name") || return 1
    mapfile -t own <<<"$more"
    mkdir -p "$build/corpus/$name" "$build/found"
    [[ -d $corpus ]] && own+=("$corpus")
    UBSAN_OPTIONS=print_stacktrace=1 OMP_NUM_THREADS=1 "$build/tests/fuzz/fuzz_$name" "${limit[@]}" -timeout=60 -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix="$build/found/$name-" "$build/corpus/$name" "${own[@]}" >"$build/$name.log" 2>&1 ||
        status=$?
    local runs seconds coverage
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.log")
    seconds=$(sed -n 's/^Done .* in \([0-9]*\) second.*/\1/p' "$build/$name.log")
    coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$build/$name.log" | tail -n 1)
    if ((status)); then
        tail -n 60 "$build/$name.log" >&2
        echo "$name: failed after ${runs:-?} inputs; the last lines of $build/$name.log are above, the input is in $build/found/"
        return 1
    fi
    printf '%-12s %12s inputs %8s s %8s branches covered, nothing found\n' "$name" "$runs" "$seconds" "$coverage"
    printf '| %s | %s | %s | %s | %s |\n' "$name" "$runs" "$seconds" "$coverage" "$(date -u +%Y-%m-%d)" >"$build/$name.record"
}

mkdir -p "$build"
dictionary >"$build/case.dict"
failed=0
for name in "${names[@]}"; do
    run "$name" || failed=1
done
if ((record && !failed)); then
    {
        echo "# Inputs of any bytes"
        echo
        echo "Written by \`./dev fuzz --record\`, $(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1), at most one core each."
        echo "Each reader got so many changed inputs under the address and undefined behaviour sanitizers; none made it fail, hang"
        echo "for a minute, take 2 GB, or refuse without a message."
        echo
        echo "| reader | inputs | seconds | branches covered | date |"
        echo "|---|---|---|---|---|"
        cat "$build"/*.record
    } >"$root/docs/validation/fuzz.md"
fi
exit $failed
