#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
# Particles that are too fast for the step, or too soft for their speed, do not go through walls without a message: planes,
# cylinders and meshes, fixed and moving, at 20, 60 and 200 m/s. There is no message for particles that walls hold.
set -euo pipefail
rm -rf fast && mkdir fast && cd fast
export LC_ALL=C
die() { echo "FAILED: $*"; exit 1; }

# stl NAME X...: triangles, nine numbers each.
stl() {
    local name=$1
    shift
    { echo "solid s"; printf 'facet normal 0 0 0\nouter loop\nvertex %s %s %s\nvertex %s %s %s\nvertex %s %s %s\nendloop\nendfacet\n' "$@"; echo "endsolid s"; } >"$name"
}
stl plate.stl -.05 -.05 0 .05 -.05 0 .05 .05 0 -.05 -.05 0 .05 .05 0 -.05 .05 0
stl strip.stl -.05 -.05 0 0 -.05 0 0 .05 0 -.05 -.05 0 0 .05 0 -.05 .05 0

# case_of YOUNG WALL MOTION DT [SCALE]: seven spheres of 4 mm above a wall.
case_of() {
    cat <<C
time: {end: 3 ms, dt: $4, velocity_scale: ${5:-200}}
materials: {m: {density: 2500, young: $1, poisson: 0.2}}
contacts: [{between: any, normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.3}}]
walls: {wall: {$2, material: m$3}}
particles: [{file: seven.txt, material: m}]
output: {plot: false, series: {every: 0.1 ms}}
C
}
seven() { # seven SPEED: the same places, whatever the speed
    local k
    for k in 1 2 3 4 5 6 7; do echo "$(awk "BEGIN {print -0.014 + 0.004 * $k - 0.000$k}") 0.00$k 0.005 0.002 0 0 $1"; done
}
head_of_pack='# x y z radius vx vy vz'
pack() { { echo "$head_of_pack"; seven "$1"; } >seven.txt; }
# expect CODE NAME options...: runs NAME.yaml.
expect() {
    local wanted=$1 name=$2 code=0
    shift 2
    [[ " $* " == *" --resume "* ]] || set -- --overwrite "$@"
    "$SCREE" run "$name.yaml" "$@" >"$name.state" 2>"$name.said" || code=$?
    ((code == wanted)) || { cat "$name.said"; die "$name: exit code $code, not $wanted"; }
}
says() { # says NAME PATTERN...
    local name=$1 pattern
    shift
    for pattern; do
        grep -qE -- "$pattern" "$name.said" || { cat "$name.said"; die "$name does not say: $pattern"; }
    done
}

wall_of() {
    case $1 in
    mesh) echo 'mesh: {file: plate.stl}' ;;
    plane) echo 'plane: {point: [0, 0, 0], normal: [0, 0, 1]}' ;;
    drum) echo 'cylinder: {point: [0, 0, 0.06], axis: [0, 1, 0], radius: 60 mm}' ;;
    wire) echo 'cylinder: {point: [0, 0.004, 0], axis: [1, 0, 0], radius: 0.5 mm, side: outside}' ;;
    esac
}

echo "-- too fast: particle, wall, time, speed, advice, and exit code 2"
for speed in 20 60 200; do
    young='5 MPa'
    [[ $speed == 20 ]] && young='1 MPa'
    for kind in mesh plane drum wire; do
        for how in fixed moving; do
            motion= fall=-$speed
            [[ $how == moving ]] && motion=", motion: {translate: {velocity: [0, 0, $speed]}}" fall=0
            name=$kind-$how-$speed
            pack "$fall"
            case_of "$young" "$(wall_of $kind)" "$motion" '1 us' >"$name.yaml"
            expect 2 "$name" --threads 1
            says "$name" "error: t = [0-9.e-]+ s, step [0-9]+: .*particle [1-7] .*wall 'wall'.* [0-9.]+ m/s" 'try a smaller time\.dt' \
                'stiffer materials' 'warning: an overlap is 0\.[2-9]' 'largest overlap'
            [[ $kind == plane ]] || says "$name" 'the centre of particle [1-7] went through|overlaps'
        done
    done
done
says mesh-fixed-60 'the centre of particle [1-7] went through'

echo "-- the same from any number of threads"
pack -60
for threads in 2 3; do
    expect 2 mesh-fixed-60 --threads $threads --out threads
    diff <(grep -h error mesh-fixed-60.said) <("$SCREE" run mesh-fixed-60.yaml --threads 1 --overwrite --out threads 2>&1 | grep error)
done

echo "-- from one side to the other in a step, without ever touching"
for kind in mesh wire; do
    for how in fixed moving; do
        motion= fall=-200
        [[ $how == moving ]] && motion=", motion: {translate: {velocity: [0, 0, 200]}}" fall=0
        pack $fall
        case_of '5 MPa' "$(wall_of $kind)" "$motion" '50 us' 0.01 >leap-$kind-$how.yaml
        expect 2 leap-$kind-$how --threads 1
        says leap-$kind-$how "step 1: the centre of particle [1-7] went through wall 'wall' at 200 m/s"
    done
done

echo "-- a mesh that turns"
pack 0
case_of '5 MPa' "$(wall_of mesh)" ', motion: {rotate: {axis: [0, 1, 0], point: [0.1, 0, 0], rate: 600}}' '1 us' >turning.yaml
expect 2 turning --threads 1
says turning "the centre of particle [1-7] went through wall 'wall'"

echo "-- what walls hold: a warning, once, and where the largest overlap was"
pack -20
case_of '5 MPa' "$(wall_of mesh)" '' '1 us' >held.yaml
expect 0 held --threads 1 --out whole
cp held.said whole.said
(($(grep -c 'warning: an overlap is' held.said) == 1)) || die "not one warning"
says held "largest overlap 0\.[5-9][0-9]* of a radius, of particle [1-7] and wall 'wall' at t = [0-9.e-]+ s; beyond 0\.2 in [0-9]+ steps"
largest=$(sed -n '1s/,largest_overlap \[1\].*//p' whole/series.csv | tr ',' '\n' | wc -l)
awk -F, -v c=$((largest + 1)) 'NR > 1 {if ($c < last) exit 1; last = $c} END {if (last < 0.5) exit 1}' whole/series.csv ||
    die "the largest overlap in the series"
expect 0 held --threads 2 --out parts --until 0.000123
expect 0 held --threads 1 --out parts --until 0.000334 --resume
expect 0 held --threads 1 --out parts --resume
cmp whole/series.csv parts/series.csv
for file in whole/checkpoint_*3000.scree; do cmp "$file" "parts/${file#*/}"; done

if [[ $(ldd "$SCREE") == *libmpi.so* ]] && command -v mpirun.openmpi >/dev/null; then
    echo "-- the same from any number of ranks"
    export OMP_NUM_THREADS=1
    several=2
    [[ -z ${SCREE_TEST_LONG:-} ]] || several='1 2 3'
    for ranks in $several; do
        mpi=(mpirun.openmpi -n $ranks --oversubscribe --bind-to none --allow-run-as-root --mca mpi_yield_when_idle 1 "$SCREE" run)
        pack -20
        "${mpi[@]}" held.yaml --out ranks$ranks >ranks.state 2>ranks.said || { cat ranks.said; die "$ranks ranks"; }
        diff <(grep -E 'an overlap is|largest overlap [^0]*0\.[0-9]* of a radius, ' whole.said) \
            <(grep -E 'an overlap is|largest overlap [^0]*0\.[0-9]* of a radius, ' ranks.said)
        cmp whole/series.csv ranks$ranks/series.csv
        for file in whole/checkpoint_*3000.scree; do cmp "$file" "ranks$ranks/${file#*/}"; done
        for name in mesh-moving-60 plane-moving-200 drum-moving-60 wire-moving-20 leap-mesh-moving; do
            pack 0
            code=0
            "${mpi[@]}" $name.yaml --overwrite --out ranks >ranks.state 2>ranks.said || code=$?
            ((code == 2)) || { cat ranks.said; die "$name on $ranks ranks: exit code $code, not 2"; }
            diff <(sed -n 's/^error: //p' $name.said) <(sed -n 's/^error: \(rank [0-9]* of .*: \)*\(t = \)/\2/p' ranks.said)
        done
    done
fi

echo "-- settable"
pack -20
{ cat held.yaml; echo 'alarms: {overlap_warning: 0.99}'; } >quiet.yaml
expect 0 quiet --threads 1
if grep -q 'warning: an overlap' quiet.said; then die "a warning that was not asked for"; fi
{ cat held.yaml; echo 'alarms: {overlap_limit: 0.4}'; } >strict.yaml
expect 2 strict --threads 1
says strict "particle [1-7] overlaps wall 'wall' by [0-9.]+ m, 0\.4[0-9]* of its radius"
for bad in 'overlap_limit: 0' 'overlap_limit: 1.5' 'overlap_warning: -0.1' 'overlap_warning: some' 'overlap: 1'; do
    { cat held.yaml; echo "alarms: {$bad}"; } >bad.yaml
    expect 1 bad
    says bad 'bad.yaml:7:[0-9]+: error: .*alarms.*accepted'
done

echo "-- no alarm: over a free edge, and from the side of a sheet to its other side around it"
cat >edge.yaml <<C
time: {end: 0.3, dt: 20 us, velocity_scale: 1}
gravity: [0, 0, -9.81]
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.2}}
contacts: [{between: any, normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, friction: 0.3}}]
walls:
  strip: {mesh: {file: strip.stl}, material: m}
  hook: {mesh: {file: strip.stl, offset: [0.001, 0, -0.02]}, material: m, motion: {vibrate: {amplitude: [2 mm, 0, 1 mm], frequency: 20 Hz}}}
particles: [{file: rolling.txt, material: m}]
output: {plot: false}
C
{
    echo "$head_of_pack"
    for k in 1 2 3 4 5 6 7 8; do echo "-0.0$((k + 1)) 0.00$k$k 0.002 0.002 0.3 0 0"; done
} >rolling.txt
expect 0 edge --threads 1
if grep -q 'warning' edge.said; then cat edge.said; die "a warning over the edge"; fi

echo "-- no alarm: where a pair of materials has no normal law, through mesh and cylinder; the other material is held"
cat >passes.yaml <<C
time: {end: 0.12, dt: 10 us}
gravity: [0, 0, -9.81]
materials:
  b: {density: 2500, young: 10 MPa, poisson: 0.3}
  held: {density: 2500, young: 10 MPa, poisson: 0.3}
  sheet: {density: 2500, young: 10 MPa, poisson: 0.3}
contacts:
  - {between: any, restitution: 0.1, friction: 0.3}
  - {between: [b, sheet], normal: none, tangential: none}
walls:
  sheet: {mesh: {file: plate.stl}, material: sheet}
  wire: {cylinder: {point: [-0.03, 0, 0], axis: [0, 1, 0], radius: 2 mm, side: outside}, material: sheet}
particles:
  - {positions: [[0, 0, 2 cm], [-0.03, 0, 2 cm]], diameter: 1 cm, material: b}
  - {positions: [[0.03, 0, 2 cm]], diameter: 1 cm, material: held}
tracks: {free: 1, through_wire: 2, held: 3}
output: {plot: false, series: {every: 10 ms}}
C
expect 0 passes --threads 2
if grep -q 'warning' passes.said; then cat passes.said; die "a warning of particles that nothing holds"; fi
last() { awk -F, -v name="$1" 'NR == 1 {for (k = 1; k <= NF; k++) if ($k ~ "^" name "( |$)") at = k} END {print $at}' passes.out/series.csv; }
awk -v a="$(last "free z")" -v b="$(last "through_wire z")" -v c="$(last "held z")" \
    'BEGIN {exit !(a < -0.04 && b < -0.04 && c > 0.0049 && c < 0.01)}' || die "places: $(last "free z") $(last "through_wire z") $(last "held z")"
