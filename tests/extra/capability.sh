#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# A capability of one folder outside of src, tests/extra/drying, in a program whose list has it: its keys, field, hook, column, saved number
# and messages, with the same bits on threads and ranks, through phases, and in a run that is stopped and resumed.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
plain=$SCREE SCREE=$SCREE_BUILD/tests/drying_scree
{
    echo "# x y z r vx vz water"
    for i in {0..119}; do
        echo "$((i % 6)).5e-3 $((i / 6 % 5)).5e-3 $((i / 30 * 2 + 1)).1e-3 4e-4 0.$((i * 7 % 10)) -0.$((i * 3 % 10)) $((1 + i % 9))e-8"
    done
} >balls.txt
cat >case.yaml <<'E'
time: {dt: 10 us}
gravity: [0, 0, -9.81]
domain: {min: [0, 0, 0], max: [6 mm, 5 mm, 20 mm], periodic: [x, y]}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.6, friction: 0.4}}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}
particles: [{file: balls.txt, material: m}]
drying: {rate: 2, lift: 20, bridge: 0.1 N/m, range: 0.25 mm}
phases:
  wet: {until: {time: 10 ms}}
  warm: {until: {time: 10 ms}, set: {drying.rate: 200}}
output: {series: {every: 1 ms}, csv: {every: 10 ms}, vtk: {every: 10 ms}, checkpoint: {every: 5 ms}, plot: false}
E
run_whole
run --threads 2 --out two # this program has one instruction set
same two
same_with_skins "5 um" "0.5 mm" # the list reaches as far as bridges do, whatever its skin is
same_in_parts 300 850 1100 1600
same_on_ranks 2 3

# Nothing is lost, and of the water the share (1 - 2e-5)^1000 (1 - 2e-3)^1000 is left: by its rate in each phase.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { w = $i == "water [kg]" ? i : w; d = $i == "dried [kg]" ? i : d } }
    NR == 2 { all = $w }
    NR > 1 { off = $w + $d - all; bad += off > 1e-15 * all || off < -1e-15 * all; left = $w / all; rows++ }
    END { e = left / exp(1000 * log(1 - 2e-5) + 1000 * log(1 - 2e-3)) - 1
          exit bad > 0 || rows != 21 || e > 1e-12 || e < -1e-12 }' whole/series.csv || { cat whole/series.csv; die "water and dried"; }
head -1 whole/particles_000000002000.csv | grep -q 'water' || { head -1 whole/particles_000000002000.csv; die "no water in the particles"; }
grep -q 'Name="water"' whole/particles_000000002000.vtp || die "no water in the picture"
run --out heavy --set drying.lift=0
! diff -q whole.state state >/dev/null || die "lift changes nothing"
run --out loose --set drying.bridge=0
! diff -q whole.state state >/dev/null || die "bridges change nothing"
run --out light --set drying.lift=200 --set drying.bridge=0 # its work is booked: the balance changes by the error of the time step alone, 4e-7 J
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { b = $i == "energy_balance [J]" ? i : b } }
    NR == 2 { first = $b } END { d = $b - first; exit d > 6e-7 || d < -6e-7 }' light/series.csv || die "the work of the lift"

# Its messages, and its help.
run --out dry --set 'particles=[]' --set 'insertion=[{material: m, fill: random, count: 3, region: {box: {min: [0, 0, 0], max: [6 mm, 5 mm, 20 mm]}}, diameter: 1 mm}]'
grep -q "warning: drying: no particle has water" said || { cat said; die "no warning"; }
refused() { # refused MESSAGE COMMAND...
    ! "${@:2}" >state 2>said || die "was taken: ${*:2}"
    grep -q "$1" said || { cat said; die "another message than $1"; }
}
refused "case.yaml:[0-9]*:[0-9]*: error: drying.lift: lifted particles may rise for ever; accepted: a 'domain'" "$SCREE" check case.yaml --set domain=null
refused "drying: missing key 'rate'" "$SCREE" check case.yaml --set 'drying={lift: 1}'
"$SCREE" help drying.rate >said && grep -q "Share of its water that a particle loses" said || die "no help"
"$SCREE" help columns >said && grep -q "Water that has dried since the start" said || die "no help of columns"
refused "bridges between particles 0.002 m apart: the periodic box has room for .* a larger box, or a smaller drying.range" "$SCREE" run case.yaml --quiet --out far --set 'drying.range=2 mm'
# A stiff bridge shortens the step that is chosen, and makes one that is given too long: two particles of 6.702e-7 kg that it holds are stable
# up to the root of 2 m / k.
printf '%s\n' '# x y z r vx vz water' '1e-3 1e-3 5e-3 4e-4 0 0 1e-8' '2e-3 1e-3 5e-3 4e-4 0 0 1e-8' >pair.txt
"$SCREE" check case.yaml --set drying.bridge=1e5 --set time.dt=auto --set 'particles=[{file: pair.txt, material: m}]' >out 2>&1 || { cat out; die "a stiff bridge"; }
grep -q "time step shortened to 3.2e-06 s for what holds particle 1 besides its 0 contacts .* motion against the springs that are not of contacts is unstable beyond 3.66e-06 s" out ||
    { cat out; die "the step of a stiff bridge"; }
run --out stiff --steps 1 --set drying.bridge=1e5
grep -q "warning: t = 0 s: the time step, 1e-05 s, is too long for what holds particle" said || { cat said; die "no warning of stiff bridges"; }
# A program without the capability.
refused "unknown key 'drying'" "$plain" check case.yaml
sed '/^drying/d; s/, set: {drying.rate: 200}//; s/file: balls.txt, material: m/checkpoint: wet.scree/' case.yaml >other.yaml
cp whole/checkpoint_000000001500.scree wet.scree
refused "wet.scree: error: written by a scree with other capabilities, whose runs save other numbers" "$plain" run other.yaml --out other

# The same folder, given by a user to a build of scree: only configured, as drying_scree above has compiled it.
configure() { # configure FOLDER
    cmake -G Ninja -S "$SCREE_SOURCE" -B mine -DSCREE_TESTS=OFF -DSCREE_CAPABILITIES="$1"
}
mkdir own && cp -r "$SCREE_SOURCE/tests/extra/drying" own/wet && mv own/wet/drying_data.h own/wet/wet_data.h
configure "$PWD/own/wet/" >said 2>&1 || { cat said; die "not configured"; }
grep -q 'X(WET, wet' mine/generated/capabilities.h && grep -rqs "own/wet/drying.c" mine --include=Makefile --include=build.make --include=build.ninja ||
    die "the folder is not in the build"
for folder in own/wet "$PWD/own"; do
    ! configure "$folder" >said 2>&1 || die "was taken: $folder"
    tr -s '\n ' ' ' <said | grep -q "SCREE_CAPABILITIES: '$folder' is no capability; accepted: the full path" || { cat said; die "another message"; }
done
