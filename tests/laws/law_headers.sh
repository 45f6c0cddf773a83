#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# long: compiles each law with each compiler, 60 s of processor time
# ctest: TIMEOUT 600
# The laws' headers are C17, C++17 and CUDA: each compiles alone without a warning (clang gets all in one file), every law compiles as device code, and
# every compiler gives the same bits for 10^6 random contacts, in C, in C++ and as CUDA's host code. The engine's headers
# are C++17 too.
set -euo pipefail
cd "$SCREE_SOURCE"
out=$OLDPWD
source=$SCREE_SOURCE
include=(-I"$source/src" -I"$source/include" -I"$SCREE_BUILD/generated")
same_bits=(-O2 -ffp-contract=off -fno-math-errno -fno-trapping-math)
# g++ counts members that designated initialisers leave out; clang++ says that C++17 has no such initialisers.
declare -A quiet=([g++]=-Wno-missing-field-initializers [clang++]=-Wno-c++20-designator)
random123=$(sed -n 's/^RANDOM123_INCLUDE_DIR:PATH=//p' "$SCREE_BUILD/CMakeCache.txt")
# The toolkit's folder need not be in PATH.
nvcc=$(command -v nvcc || ls -d /usr/local/cuda/bin/nvcc 2>/dev/null || true)

has() {
    command -v "$1" >/dev/null || { echo "   $1 is not installed: skipped"; return 1; }
}

echo "-- every header alone"
mapfile -t headers < <(cd src && ls laws/*.h laws/*/*.h maths/math.h maths/power.h | grep -v -e laws/list/registry.h -e laws/list/law_set.h)
for compiler in gcc clang g++ clang++; do
    has $compiler || continue
    [[ $compiler == *++ ]] && language=(-x c++ -std=c++17 ${quiet[$compiler]}) || language=(-x c -std=c17)
    [[ $compiler == clang* ]] && alone=("$(printf '#include "%s"\n' "${headers[@]}")") || mapfile -t alone < <(printf '#include "%s"\n' "${headers[@]}")
    for text in "${alone[@]}"; do
        echo "$text" |
            $compiler "${language[@]}" -Wall -Wextra -Wno-unused-function -Werror "${same_bits[@]}" "${include[@]}" \
                -fsyntax-only - || { echo "^ $text with $compiler"; exit 1; }
    done
    echo "   $compiler: ${#headers[@]} headers"
done

echo "-- the engine's headers in C++" # but for what only C files include: MPI, C11's atomics, the loops of kernels.c
mapfile -t engine < <(cd src && grep -L -e 'Included only by kernels.c' -e '<stdatomic.h>' -e '<mpi.h>' \
    {laws/list,memory,text,parallel,case,state,access,partition,domain,pairs,skin,search,step}/*.h)
for compiler in g++ clang++; do
    has $compiler || continue
    printf '#include "%s"\n' "${engine[@]}" |
        $compiler -x c++ -std=c++17 ${quiet[$compiler]} -Wall -Wextra -Wno-unused-function -Werror "${same_bits[@]}" \
            "${include[@]}" -fsyntax-only - || { echo "^ with $compiler"; exit 1; }
    echo "   $compiler: ${#engine[@]} headers"
done

echo "-- device code"
if [[ -n $nvcc ]]; then
    "$nvcc" -arch=sm_90 -fmad=false -std=c++17 "${include[@]}" -ptx -o "$out/law_kernel.ptx" tests/laws/law_kernel.cu
    kernels=$(grep -c '^\.visible \.entry' "$out/law_kernel.ptx")
    # Nothing contracted, nothing approximate, no call of a library that the host does not have.
    if grep -nE 'fma\.|mad\.[a-z]*\.f|\.approx|call' "$out/law_kernel.ptx" | head; [[ ${PIPESTATUS[0]} == 0 ]]; then
        echo "^ not the operations of the host"
        exit 1
    fi
    echo "   nvcc: $kernels laws"
else
    echo "   nvcc is not installed: skipped"
fi

echo "-- the same bits"
cd "$out"
rm -rf objects && mkdir objects
library=(maths/math.c maths/random.c text/units.c text/decimal.c memory/array.c laws/list/registry.c)
for file in "${library[@]/#/$source/src/}" "$SCREE_BUILD/generated/law_errata.c"; do
    "${CC:-cc}" -std=c17 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE "${same_bits[@]}" "${include[@]}" \
        -isystem "$random123" -c "$file" -o "objects/$(basename "$file").o"
done
build() { # build NAME COMPILER...: the program law_hash_NAME
    local name=$1
    shift
    if has "$1"; then
        "$@" "${include[@]}" -I"$source/tests" -I"$source/tests/support" -o "law_hash_$name" "$source/tests/laws/law_hash.c" ${link:-objects/*.o} -lm
        ./law_hash_"$name" >"hashes_$name"
        echo "   $name: $(tail -n 1 "hashes_$name")"
    fi
}
rm -f hashes_*
build c_gcc gcc -std=c17 "${same_bits[@]}"
build c_gcc_O0 gcc -std=c17 "${same_bits[@]}" -O0
build c_clang clang -std=c17 "${same_bits[@]}"
link="-x none objects/*.o"
build cpp_gcc g++ -std=c++17 "${same_bits[@]}" -x c++
build cpp_clang clang++ -std=c++17 "${same_bits[@]}" ${quiet[clang++]} -x c++
if [[ -n $nvcc ]]; then
    mkdir -p cu && cp "$source/tests/laws/law_hash.c" cu/law_hash.cu
    "$nvcc" -arch=sm_90 -fmad=false -std=c++17 -O2 -Xcompiler -ffp-contract=off,-fno-math-errno,-fno-trapping-math \
        "${include[@]}" -I"$source/tests" -I"$source/tests/support" -o law_hash_cuda cu/law_hash.cu objects/*.o -lm
    ./law_hash_cuda >hashes_cuda
    echo "   cuda (host): $(tail -n 1 hashes_cuda)"
fi
first=$(ls hashes_* | head -n 1)
for other in hashes_*; do
    diff "$first" "$other" || { echo "^ $other differs from $first"; exit 1; }
done
(($(ls hashes_* | wc -l) > 1)) || { echo "only one compiler here: nothing to compare"; exit 77; }
