#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A run that is stopped and resumed at any time writes the same files as an uninterrupted one.
set -euo pipefail
rm -rf work && mkdir work && cd work
source "$SCREE_SOURCE/tests/support/slope_case.sh"
slope_case "plot: false"
run() { "$SCREE" run case.yaml --quiet "$@" >state; }
# expect_same FOLDER: the same names, and the same bytes except run.json.
expect_same() {
    diff <(ls whole) <(ls "$1") || { echo "$1: other files"; exit 1; }
    for file in whole/*.vtp whole/*.pvd whole/*.scree; do
        cmp "$file" "$1/${file#*/}"
    done
    diff whole/series.csv "$1/series.csv" || { echo "$1: another series"; exit 1; }
    diff whole.state state
}
run --threads 1 --out whole
mv state whole.state
(($(tail -n 1 whole/series.csv | cut -d, -f5) > 0)) || { echo "nothing touches the walls"; exit 1; }
run --threads 1 --out parts --steps 0
run --threads 2 --out parts --resume --until 0.0075
grep -q '^0\.0075' parts/series.csv # the end of what was asked for is there, until the run goes on
run --threads 1 --out parts --resume --steps 376
for until in 0.012 0.0125 0.04 0.0701 0.08 0.085; do
    run --threads 1 --out parts --resume --until $until
done
run --threads 1 --out parts --resume
expect_same parts
run --threads 1 --out parts --resume # nothing left to do
expect_same parts

die() { echo "FAILED: $*"; exit 1; }
name_of() { printf '%s/checkpoint_%012d.scree' "$1" "$2"; }
# damage FOLDER STEP HOW: there are checkpoints of the steps 2000, 4000 and 5000
damage() {
    local file
    file=$(name_of "$1" "$2")
    case $3 in
    cut) truncate -s 1000 "$file" ;;
    empty) : >"$file" ;;
    changed) printf x | dd of="$file" bs=1 seek=2000 conv=notrunc status=none ;;
    text) echo nonsense >"$file" ;;
    number) printf '\xff' | dd of="$file" bs=1 seek=8 conv=notrunc status=none ;; # of the format
    folder) rm "$file" && mkdir "$file" ;;
    esac
}
run_said() { # run_said CODE words...: what it says is in `said`
    local wanted=$1 code=0
    shift
    "$SCREE" run case.yaml --quiet --threads 1 "$@" >state 2>said || code=$?
    ((code == wanted)) || { cat said; die "exit code $code, not $wanted: $*"; }
}
says() {
    local text
    for text; do grep -qF -- "$text" said || { cat said; die "it does not say: $text"; }; done
}
# Killed after the last checkpoint was written, before the oldest was deleted.
run --threads 1 --out killed --steps 1000
cp "$(name_of killed 1000)" oldest
run --threads 1 --out killed --resume
cp oldest "$(name_of killed 1000)"
run --threads 1 --out killed --resume
expect_same killed

for how in cut empty changed text number folder; do
    cp -r whole torn
    damage torn 5000 $how
    echo half >"$(name_of torn 5000).part"
    echo half >torn/particles_000000000000.vtp.part # listed, and not written again
    run_said 0 --out torn --resume
    says "$(name_of torn 5000): warning: " "it is kept as $(name_of torn 5000).damaged" \
        "the run goes on from an older one, $(name_of torn 4000)"
    [[ -e $(name_of torn 5000).damaged ]] || die "$how: the damaged file is gone"
    rm -r "$(name_of torn 5000).damaged"
    expect_same torn # what was written after the older one has been cut back and written again
    rm -r torn
done
cp -r whole torn
damage torn 5000 cut
damage torn 4000 changed
run_said 0 --out torn --resume --until 0.05
says "$(name_of torn 5000): warning: damaged checkpoint: the file ends too early; it is kept as" \
    "$(name_of torn 4000): warning: damaged checkpoint: its contents do not fit their checksum; it is kept as" \
    "$(name_of torn 2000)"
[[ $(tail -n 1 torn/series.csv | cut -d, -f1) == 0.05 ]] || die "rows after the older checkpoint are left"
[[ ! -e torn/particles_000000004200.vtp ]] || die "a picture after the older checkpoint is left"
cp "$(name_of whole 5000)" "$(name_of torn 5000)" # it has been damaged before
damage torn 5000 text
(ls torn; cksum torn/*.scree torn/*.csv torn/*.pvd) >before
run_said 1 --out torn --resume --strict
says "$(name_of torn 5000): error: " '; without --strict it is kept under another name'
diff before <(ls torn; cksum torn/*.scree torn/*.csv torn/*.pvd) || die "--strict has changed the folder"
run_said 0 --out torn --resume
[[ -e $(name_of torn 5000).damaged2 ]] || die "the second damaged file of one name"
rm torn/*.damaged*
expect_same torn
for step in 2000 4000 5000; do damage torn $step text; done
(ls torn; cksum torn/*.scree torn/*.csv torn/*.pvd) >before
run_said 1 --out torn --resume
says "$(name_of torn 2000): error: not a scree checkpoint" "$(name_of torn 5000): error: " 'there is no whole checkpoint to resume from'
diff before <(ls torn; cksum torn/*.scree torn/*.csv torn/*.pvd) || die "a run that was refused has changed the folder"
rm -r torn
cp -r whole torn
cp "$(name_of torn 4000)" "$(name_of torn 5000)"
run_said 1 --out torn --resume
says "$(name_of torn 5000): its name is that of step 5000, it holds the state of step 4000"
