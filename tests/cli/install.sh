#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300
# Installs to a prefix of its own and uses it as others would: C through pkg-config, C++ through find_package; headers
# compile alone; the shared library exports nothing but scree_*.
set -euo pipefail
: "${CC:=cc}" "${CXX:=g++}"
command -v "$CXX" >/dev/null || { echo "no C++ compiler"; exit 77; }
rm -rf prefix moved project tree && mkdir project

echo "-- ./dev run builds all that is installed"
mkdir -p tree/bin tree/scripts
cp "$SCREE_SOURCE/dev" tree/
cp "$SCREE_SOURCE/scripts/packages.txt" tree/scripts/
cat >tree/bin/cmake <<'STUB'
#!/bin/sh
echo "$@" >>built
mkdir -p build/release && printf '#!/bin/sh\n' >build/release/scree && chmod +x build/release/scree
STUB
chmod +x tree/bin/cmake
(cd tree && PATH=$PWD/bin:$PATH SCREE_NO_INSTALL=1 ./dev run case.yaml) >dev.log 2>&1 || { cat dev.log; exit 1; }
for target in $(sed -nE 's/^install\(TARGETS ([a-z_ ]+).*/\1/p' "$SCREE_SOURCE/CMakeLists.txt"); do
    grep -qw -- "$target" tree/built || { echo "./dev run does not build $target"; exit 1; }
done
cmake --install "$SCREE_BUILD" --prefix "$PWD/prefix" >install.log
mv prefix moved # an installation can be moved
prefix=$PWD/moved
library=$(find "$prefix" -name libscree.so)
[[ -n $library && -e ${library%.so}.a && -e ${library%.so}_tools.a ]] || { echo "a library is missing"; exit 1; }
export LD_LIBRARY_PATH=${library%/*} PKG_CONFIG_PATH=${library%/*}/pkgconfig

echo "-- symbols"
symbols=$(nm -D --defined-only "$library" | awk '{ print $NF }')
grep -q '^scree_version' <<<"$symbols"
# The last three are the linker's, exported beside those of a library that exports its own.
if grep -vE '^(scree_.*|__bss_start|_edata|_end)$' <<<"$symbols"; then
    echo "^ exported, but not scree_*"
    exit 1
fi

echo "-- headers"
for header in "$prefix"/include/scree/*.h; do
    name=scree/${header##*/}
    echo "#include <$name>" | "$CC" -std=c17 -Wall -Wextra -pedantic -Werror -I"$prefix/include" -fsyntax-only -x c -
    echo "#include <$name>" | "$CXX" -std=c++11 -Wall -Wextra -pedantic -Werror -I"$prefix/include" -fsyntax-only -x c++ -
done

cat >project/use.c <<'END'
#include <scree/scree.h>
#include <stdio.h>
int main(void) {
    scree_report *report = scree_report_create();
    if (!report || scree_report_size(report) != 0)
        return 1;
    scree_report_destroy(report);
    puts(scree_version());
    return 0;
}
END
cp project/use.c project/use.cpp
version=$(pkg-config --modversion scree)

echo "-- C, pkg-config"
"$CC" project/use.c -o project/use_c $(pkg-config --cflags --libs scree)
[[ $(project/use_c) == "$version" ]]
"$CC" project/use.c -o project/use_static $(pkg-config --cflags scree) "${library%.so}.a" \
    $(pkg-config --static --libs-only-l scree | sed -E 's/-lscree(_tools)?//g') $(pkg-config --static --libs-only-other scree)
[[ $(LD_LIBRARY_PATH='' project/use_static) == "$version" ]]
sed 's/scree_version()/scree_law_list()/' project/use.c >project/tools.c
"$CC" project/tools.c -o project/tools $(pkg-config --cflags --libs scree)
[[ $(project/tools) == *hertz* ]]
"$CC" project/tools.c -o project/tools_static $(pkg-config --cflags scree) \
    $(pkg-config --static --libs scree | sed -E 's/-l(scree[a-z_]*)/-l:lib\1.a/g')
[[ $(LD_LIBRARY_PATH='' project/tools_static) == *hertz* ]]

echo "-- C++, find_package"
cat >project/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.16)
project(use CXX)
find_package(scree ${version%.*} REQUIRED)
add_executable(use use.cpp)
target_link_libraries(use PRIVATE scree::scree)
END
cmake -S project -B project/build -G Ninja -DCMAKE_CXX_COMPILER="$CXX" -Dscree_ROOT="$prefix" >project/log
cmake --build project/build >>project/log || { cat project/log; exit 1; }
[[ $(project/build/use) == "$version" ]]

echo "-- program"
"$prefix/bin/scree" help >/dev/null

echo "-- a law of one's own, against the installed headers (docs/laws/your-own-law.md)"
cp "$SCREE_SOURCE"/tests/user_law/{latching_spring.h,tether.h,my_laws.c,case.yaml} project/
"$CC" -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math -fopenmp-simd -fPIC -shared \
    -I "$prefix/include/scree/internal" project/my_laws.c -o project/libmy_laws.so
(cd project && "$prefix/bin/scree" run case.yaml --allow-libraries --steps 20 --quiet --out run >/dev/null)

echo "-- programs of the documentation"
"$CC" -std=c17 -Wall -Wextra -Werror "$SCREE_SOURCE/examples/c/settling.c" -o project/settling $(pkg-config --cflags --libs scree) -lm
"$CXX" -std=c++11 -Wall -Wextra -Werror "$SCREE_SOURCE/examples/c/feed.cpp" -o project/feed $(pkg-config --cflags --libs scree)
project/settling >settling.txt
awk '{ # weight less buoyancy against drag of Schiller and Naumann, by bisection
    pi = 3.14159265358979; d = 1e-3; load = pi / 6 * d^3 * 1500 * 9.81
    low = 0; high = 1
    for (k = 0; k < 100; k++) {
        v = (low + high) / 2
        if (3 * pi * 1e-3 * d * v * (1 + 0.15 * (1000 * d * v / 1e-3)^0.687) < load) low = v; else high = v
    }
    printf "%g, wanted %g\n", -$1, v
    exit !(-$1 < v * 1.0001 && -$1 > v * 0.9999)
}' settling.txt || { echo "another terminal velocity"; exit 1; }
"$CC" -std=c17 -Wall -Wextra -Werror "$SCREE_SOURCE/examples/c/piston.c" -o project/piston $(pkg-config --cflags --libs scree) -lm
"$CXX" -std=c++11 -Wall -Wextra -Werror "$SCREE_SOURCE/examples/c/stirrer.cpp" -o project/stirrer $(pkg-config --cflags --libs scree)
for name in piston stirrer; do
    "project/$name" >"$name.txt"
    grep -q 'the same bits: yes$' "$name.txt" || { cat "$name.txt"; exit 1; }
done
project/feed >feed.txt
grep -q 'presses the plate' feed.txt && grep -qE '^[0-9]+ on the plate, [1-9][0-9]* removed$' feed.txt || { cat feed.txt; exit 1; }
