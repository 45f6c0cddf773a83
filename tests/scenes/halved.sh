#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The energy balances of random composed cases fall with the step, and columns with the same meaning agree: this is a short `./dev compose --halve`. It must also
# see a balance that does not fall, and a column that says something else than what it is compared with.
# ctest: TIMEOUT 900
set -euo pipefail
command -v python3 >/dev/null || exit 77
halve() { python3 "$SCREE_SOURCE/scripts/compose.py" --halve "$@"; }
halve --first 19 --cases "${SCREE_TEST_LONG:+1}2" # 20 is a cell

# A program that adds to a column of its series, 0.001 times this, where NR is the number of the row.
cat >other <<'P'
#!/usr/bin/env bash
"$REAL" "$@" || exit
[[ $1 == run ]] || exit 0
for series in part*/series.csv; do
    [[ $series -ot changed ]] || awk -F, -v OFS=, -v name="$COLUMN" '
        NR == 1 { for (n = 1; $n != name; n++) {} }
        NR > 1 { $n = $n + 0.001 * '"$CHANGE"' }
        { print }' "$series" >new
    [[ $series -ot changed ]] || mv new "$series"
done
touch changed
P
chmod +x other
seen() { # seen CASE COLUMN CHANGE MESSAGE
    if COLUMN=$2 CHANGE=$3 REAL=$SCREE SCREE=$PWD/other TMPDIR=$PWD halve --first "$1" --cases 1 >out 2>err || ! grep -q "is WRONG: .*$4" out; then
        cat out err
        echo "FAILED: a change of $2 was not seen"
        exit 1
    fi
}
seen 9 "energy_balance [J]" NR "the balance is off by"
seen 9 "w0 power [W]" 1 "power of w0 at"
seen 9 "w1 fx [N]" 1 "fx of w1 at"
seen 10 "cell_pressure [Pa]" 1 "pressure of contacts at"
