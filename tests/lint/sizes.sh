#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# House rule 5, the hard limits: a function has at most 120 lines, a file 700, a folder of src 16 files and 2500 lines. Relies on the layout of clang-format:
# a function starts in column 0 and ends at a `}` alone in column 0. The limits are tried on made-up files first.
set -euo pipefail

check() { # check FILE...: one line per violation
    awk '
        function endfile() { if (lines > 700) print name ": " lines " lines, limit 700" }
        FNR == 1 { endfile(); name = FILENAME; start = 0 }
        { lines = FNR }
        /^extern "C"/ { next }
        !start && /^[A-Za-z_]/ { start = FNR; text = $0; open = 0 }
        start && !open && /[{]/ { open = 1; if (/}[^{]*$/) start = 0 }
        start && !open && /;/ { start = 0 }
        start && /^}/ {
            if ($0 == "}" && FNR - start + 1 > 120)
                print name ":" start ": function of " FNR - start + 1 " lines, limit 120: " text
            start = 0
        }
        END { endfile() }
    ' "$@"
}

made_up() { # made_up LINES: a function of that many lines
    echo "int f(void) {"
    for ((i = 2; i < $1; i++)); do echo "    ;"; done
    echo "}"
}
made_up 120 >fits.c
made_up 121 >long.c
{ echo "int g(int a,"; echo "      int b);"; made_up 119; } >prototype.c
{ echo 'extern "C" {'; made_up 121; echo "}"; } >nested.c
for ((i = 0; i < 701; i++)); do echo "int x$i;"; done >big.c
[[ -z $(check fits.c) ]]
[[ -z $(check prototype.c) ]]
[[ $(check long.c) == "long.c:1: function of 121 lines"* ]]
[[ $(check nested.c) == "nested.c:2: function of 121 lines"* ]]
[[ $(check big.c) == "big.c: 701 lines"* ]]

cd "$SCREE_SOURCE"
mapfile -t sources < <(find src include cli tests contrib -name '*.[ch]' -o -name '*.inc' -o -name '*.cu' -o -name '*.cpp')
found=$(check "${sources[@]}"
    find src -type f -printf '%h\n' | sort | uniq -c | awk '$1 > 16 { print $2 ": " $1 " files, limit 16" }'
    wc -l "${sources[@]}" | awk '$2 ~ /^src/ { sub("/[^/]*$", "", $2); n[$2] += $1 }
        END { for (room in n) if (n[room] > 2500) print room ": " n[room] " lines, limit 2500" }')
echo "${found:-${#sources[@]} files within the limits}"
[[ -z $found ]]
