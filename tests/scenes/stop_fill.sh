#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# Fills say how far they are. A signal stops them: before the first step nothing is left, and later a checkpoint of the last step, from which the
# run goes on with the same bits, although an outlet and another insertion have changed the state in the step of the fill. On several ranks the signal to
# one of them stops all.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {end: 3 ms, dt: 10 us}
gravity: [0, 0, -9.81 m/s2]
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.25, restitution: 0.4, friction: 0.5}}
contacts: {between: any, normal: hertz, tangential: mindlin}
shapes: {pebble: {ellipsoid: [2.5 mm, 1.5 mm, 1 mm]}}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}}
outlets: {edge: {region: {half_space: {point: [31 mm, 0, 0], normal: [1, 0, 0]}}}}
insertion:
  - {name: rain, diameter: 2 mm, material: glass, rate: 5000 1/s, velocity: [3, 0, 0], region: {box: {min: [10 mm, 0, 1 mm], max: [30 mm, 20 mm, 20 mm]}}}
  - {name: late, start: 2 ms, shape: pebble, material: glass, fill: dense, fraction: 0.62, region: {box: {min: [-20 mm, -20 mm, 0], max: [20 mm, 20 mm, 8 mm]}}}
output: {series: {every: 0.5 ms}, progress: 10 ms, plot: false}
E2
dense='shape: pebble, material: glass, fill: dense, fraction: 0.62, region: {box: {min: \[-20 mm, -20 mm, 0\]'
sed "s/$dense/diameter: {uniform: [0.6 mm, 3 mm]}, material: glass, fill: random, region: {box: {min: [-60 mm, -60 mm, 0]/" case.yaml >random.yaml
cat >early.yaml <<'E2'
time: {end: 3 ms, dt: 10 us}
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.25, restitution: 0.5, friction: 0.5}}
insertion:
  - {name: first, diameter: 2 mm, material: glass, fill: dense, region: {box: {min: [-30 mm, -30 mm, 0], max: [30 mm, 30 mm, 30 mm]}}}
output: {progress: 10 ms, plot: false}
E2
for fill in random lattice; do
    sed "s/diameter: 2 mm/diameter: 0.2 mm/; s/fill: dense/fill: $fill/" early.yaml >"early_$fill.yaml"
done
# stop PROCESS FILL NAME: sends a signal to it, or to its last child if it has some, while that insertion is made.
stop() {
    local process=$1 child
    for ((k = 0; k < 6000; k++)); do
        if grep -cE "$2 fill '$3': ([0-9]+ [a-z]+, step )?[1-9][0-9]* of " said >/dev/null; then break; fi
        kill -0 "$process" || { cat said; die "the run was over before it was stopped"; }
        sleep 0.01
    done
    child=$(pgrep -P "$process" | tail -n 1 || true)
    kill -TERM "${child:-$process}"
    code=0
    wait "$process" || code=$?
    ((code == 130)) || { cat said; die "exit code $code"; }
}
for fill in dense random lattice; do
    input=early_$fill.yaml
    [[ $fill != dense ]] || input=early.yaml
    "$SCREE" run "$input" --threads 1 --out early >state 2>said &
    stop $! "$fill" first
    grep -c "nothing is written, and there is nothing to resume" said >/dev/null || { cat said; die "another message"; }
    [[ ! -e early && ! -s state ]] || die "something was written"
done

for fill in dense random; do
    [[ $fill == dense ]] || cp random.yaml case.yaml
    rm -rf whole*
    run_whole
    grep -c "outlet 'edge': [1-9]" whole/run.json >/dev/null || die "the outlet took nothing"
    for ranks in 1 2; do
        start=()
        ((ranks == 1)) || start=("${mpirun[@]}" -n "$ranks")
        ((ranks == 1 || ${#mpirun[@]})) || continue
        out=$fill$ranks
        OMP_NUM_THREADS=1 "${start[@]}" "$SCREE" run case.yaml --out "$out" >state 2>said &
        stop $! "$fill" late
        grep -c "stopped at t = 0.002 s: step 200" said >/dev/null || { cat said; die "stopped at another time"; }
        [[ -s $out/checkpoint_000000000200.scree && -s state ]] || die "no checkpoint"
        run --threads 2 --resume --out "$out"
        same "$out"
    done
done
