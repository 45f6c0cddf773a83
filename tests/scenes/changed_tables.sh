#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300
# A byte that has changed in a table of a run is seen when the run is resumed, whatever byte and after however many resumes; a table that
# a run has left when it was killed is never refused.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C OMP_NUM_THREADS=1
die() { echo "FAILED: $*"; exit 1; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
cat >case.yaml <<'Y'
time: {end: 20 ms, dt: 10 us}
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.2}}
contacts: {between: any, restitution: 0.5, friction: 0.3, bond: {law: parallel, bond_young: 10 MPa, bond_tension: 20 Pa, bond_shear: 20 Pa}}
gravity: [0, 0, -9.81]
particles: [{formula: {count: 40, x: "i * 2 mm", z: "1.05 mm + i * 0.1 mm", diameter: "2 mm"}, material: glass}]
bonds: [{gap: 0.3 mm}]
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}}
output: {plot: false, series: {every: 0.1 ms}, checkpoint: {every: 2 ms}, fragments: true}
Y
run() { "$SCREE" run case.yaml --quiet "$@" >state 2>said; }
run --out whole || { cat said; die "the run"; }
mv state whole.state
[[ $(wc -l <whole/bonds_broken.csv) -gt 5 && $(wc -l <whole/fragments.csv) -gt 5 ]] || die "no bond breaks"
run --out parts --until 0.0071
run --out parts --resume --until 0.0125

# change FILE PLACE: another byte there, a digit for a digit
change() {
    python3 - "$@" <<'PY'
import sys
path, place = sys.argv[1], int(sys.argv[2])
data = bytearray(open(path, "rb").read())
old = data[place]
data[place] = ord("1") + (old - ord("0") + 4) % 9 if chr(old).isdigit() else ord("7")
assert data[place] != old
open(path, "wb").write(data)
PY
}
RANDOM=7
for table in series bonds_broken fragments; do
    file=parts/$table.csv
    size=$(stat -c %s "$file")
    cp -r parts kept
    for place in 0 $((size - 2)) $((size - 1)) $((RANDOM * 32768 % size + RANDOM % 100)) $(((RANDOM * 32768 + RANDOM) % size)) $(((RANDOM * 32768 + RANDOM) % size)); do
        change "$file" $((place % size))
        cp -r parts before
        code=0
        run --out parts --resume || code=$?
        [[ $code == 1 ]] || die "a change of byte $place of $table.csv is not refused"
        grep -qF "$file: error: its first $size bytes are not what the run has written" said || { cat said; die "another message"; }
        diff -r -x run.files before parts || die "a run that is refused has changed files"
        rm -r before parts
        cp -r kept parts
    done
    rm -r kept
done

# Without a record, with one of another program, without the table, and with one that has lost its end the run goes on.
for how in "rm run.json" "sed -i s/tables/others/ run.json" "truncate -s 3000 series.csv" "rm series.csv" "truncate -s 10 run.json"; do
    cp -r parts other
    (cd other && $how)
    run --out other --resume || { cat said; die "it does not go on: $how"; }
    cmp state whole.state
    rm -r other
done
run --out parts --resume || { cat said; die "it does not go on"; }
for table in series bonds_broken fragments; do
    cmp whole/$table.csv parts/$table.csv
done

# Killed at any time, also while it resumes.
"$SCREE" run case.yaml --quiet --out killed >state 2>said & pid=$!
for ((k = 0; k < ${SCREE_TEST_LONG:+5}15; k++)); do
    sleep 0.0$((RANDOM % 90 + 10))
    kill -9 $pid 2>/dev/null && wait $pid 2>/dev/null || true
    [[ -n $(ls killed/checkpoint_* 2>/dev/null) ]] && how=--resume || how=--overwrite
    "$SCREE" run case.yaml --quiet --out killed $how >state 2>said & pid=$!
done
wait $pid || { cat said; die "it does not go on after it was killed"; }
! grep -q "not what the run has written" said || die "a killed run is refused"
cmp state whole.state
for table in series bonds_broken fragments; do
    cmp whole/$table.csv killed/$table.csv
done
