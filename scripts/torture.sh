#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# `./dev torture` kills a run at random moments and resumes it with other numbers of threads and ranks and other skins until it ends. Then
# its files must be those of a run that was not interrupted. This is repeated until the number of kills is reached.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
scree=${SCREE:-$root/build/release/scree}
source "$root/tests/support/stuck_mpirun.sh"

usage() {
    cat <<'HELP'
usage: ./dev torture [--kills N] [--seed N] [--record]
  --kills     default 200
  --seed      of moments, signals, threads and ranks; default 1
  --record    writes the counts to docs/validation/torture.md
HELP
}

kills=200 seed=1 record=0
while (($#)); do
    case $1 in
    --kills) kills=${2:?--kills needs a number} && shift ;;
    --seed) seed=${2:?--seed needs a number} && shift ;;
    --record) record=1 ;;
    -h | --help) usage && exit ;;
    *) usage >&2 && exit 1 ;;
    esac
    shift
done
RANDOM=$seed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The case has a turning vessel, spheres and clumps that fall into it, of which some leave and others are held for a while, and a paddle that they
# turn. So history, motion, the state of bodies and free walls, insertion, outlets and groups have to continue after a kill.
cat >vessel.stl <<'S'
solid vessel
facet normal 0 0 1
outer loop
vertex -0.2 -0.2 -0.02
vertex 0.2 -0.2 0.02
vertex 0.2 0.2 0.02
endloop
endfacet
facet normal 0 0 1
outer loop
vertex -0.2 -0.2 -0.02
vertex 0.2 0.2 0.02
vertex -0.2 0.2 -0.02
endloop
endfacet
endsolid vessel
S
cat >case.yaml <<'E'
time: {end: 0.15 s, dt: 20 us}
gravity: [0, 0, -9.81]
domain: {min: [-0.1, -0.05, -0.1], max: [0.1, 0.05, 0.2], periodic: [y]}
materials:
  glass: {density: 2500, young: 5 MPa, poisson: 0.2, restitution: 0.5, friction: 0.3, rolling_friction: 0.05}
contacts: [{between: any, normal: hertz, tangential: mindlin, rolling: epsd}]
shapes: {pair: {members: [{at: [0, 0, 0], radius: 2 mm}, {at: [0, 0, 2 mm], radius: 1.5 mm}]}}
walls:
  paddle: {rectangle: {corner: [-20 mm, -30 mm, 30 mm], first: [40 mm, 0, 0], second: [0, 60 mm, 0]}, material: glass,
           free: {mass: 5 g, centre: [0, 0, 30 mm], inertia: [2e-6, 1e-6, 3e-6], turn: {about: [0, 1, 0], point: [0, 0, 30 mm]}}}
  vessel: {mesh: {file: vessel.stl}, material: glass, motion: {rotate: {axis: [0, 0, 1], point: [0, 0, 0], rate: 5 rad/s}}}
insertion:
  - {name: bed, material: glass, fill: random, count: 1500, diameter: {uniform: [4 mm, 6 mm]},
     region: {box: {min: [-0.06, -0.04, 0.03], max: [0.06, 0.04, 0.12]}}}
  - {name: rain, shape: pair, material: glass, rate: 3000 1/s, diameter: 4 mm, velocity: [0, 0, -1],
     region: {box: {min: [-0.06, -0.04, 0.14], max: [0.06, 0.04, 0.18]}}}
groups:
  stuck: {region: {half_space: {point: [0, 0, 25 mm], normal: [0, 0, -1]}}, hold: true, start: 80 ms, stop: 130 ms}
  post: {ids: [1], hold: true}
outlets: {rim: {region: {half_space: {point: [-0.05, 0, 0], normal: [-1, 0, 0]}}}}
output:
  vtk: {every: 10 ms, contacts: true}
  series: {every: 1 ms}
  checkpoint: {every: 2 ms, keep: 3}
E

fail() {
    echo "torture: after $done_kills kills, $runs whole runs, seed $seed: $*" >&2
    cat message >&2 || true
    trap - EXIT
    echo "the files are in $work" >&2
    exit 1
}

done_kills=0 runs=0 terminated=0 on_ranks=0
"$scree" run case.yaml --quiet --threads 2 --out whole >whole.state
mpi=0
ldd "$scree" | grep -q libmpi && command -v mpirun.openmpi >/dev/null && mpi=1

# start [OPTIONS]: the run on some threads or ranks, with some skin, in the background.
start() {
    local skins=(auto "0.1 mm" "1 mm" "4 mm")
    set -- "$@" --set "search.skin=${skins[RANDOM % 4]}"
    ranks=1
    ((mpi)) && ranks=$((RANDOM % 3 == 0 ? 2 + RANDOM % 2 : 1))
    if ((ranks > 1)); then
        OMP_NUM_THREADS=1 mpirun.openmpi --allow-run-as-root --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -n $ranks \
            "$scree" run case.yaml --quiet --out killed "$@" >state 2>message &
        pid=$! on_ranks=$((on_ranks + 1))
        end_stuck_mpirun "$pid" >/dev/null 2>&1 &
    else
        "$scree" run case.yaml --quiet --threads $((1 + RANDOM % 3)) --out killed "$@" >state 2>message &
        pid=$!
    fi
}

# One process of the run ends by a signal, at a moment from before its first step to after its last.
strike() {
    sleep "$(printf '0.%03d' $((RANDOM % 1000)))"
    local victims=("$pid") signal=KILL
    ((ranks > 1)) && read -ra victims < <(cat "/proc/$pid/task/$pid/children" 2>/dev/null) || true
    ((RANDOM % 4 == 0)) && signal=TERM
    ((${#victims[@]})) || victims=("$pid")
    kill -$signal "${victims[RANDOM % ${#victims[@]}]}" 2>/dev/null || return 0
    done_kills=$((done_kills + 1))
    [[ $signal == KILL ]] || terminated=$((terminated + 1))
}

# Frames of several ranks are in pieces, FRAME.pvtp and FRAME_RANK.vtp; the others are the same bytes.
frames() {
    ls "$1" | sed -n 's/_[0-9]\{4\}\.vtp$//; s/\.p\?v[t]p$//; p' | sort -u
}

same_as_whole() {
    local file
    diff <(frames whole) <(frames killed) >message || fail "other files"
    for file in whole/*.vtp whole/*.scree whole/series.csv; do
        [[ $file == *.vtp && ! -e killed/${file#*/} ]] || cmp "$file" "killed/${file#*/}" >message || fail "other contents"
    done
    diff whole.state state >message || fail "another state"
}

# Until it ends: killed and resumed; --overwrite as long as there is no checkpoint.
run_to_the_end() {
    local how=() status
    rm -rf killed
    while :; do
        start "${how[@]}"
        ((done_kills < kills)) && strike
        status=0
        { wait "$pid"; } 2>/dev/null || status=$? # bash would tell of each kill
        ((status == 0)) && return
        ((status == 130 || status == 137 || status == 143 || ranks > 1)) || fail "exit code $status"
        how=(--resume)
        compgen -G 'killed/*.scree' >/dev/null || how=(--overwrite)
    done
}

while ((done_kills < kills)); do
    run_to_the_end
    same_as_whole
    runs=$((runs + 1))
done
said="$done_kills kills ($terminated by SIGTERM, the others by SIGKILL), $on_ranks starts on 2 or 3 ranks, the others on 1 to 3 threads; $runs runs
came to their end, each with the bytes of a run that was not interrupted"
echo "$said"
if ((record)); then
    {
        echo "# Runs that are killed"
        echo
        echo "Written by \`./dev torture --kills $kills --seed $seed --record\` on $(date -u +%Y-%m-%d)."
        echo
        echo "A run is killed at any moment and resumed with other numbers of threads and ranks and other skins until it ends: $said:"
        echo "frames, \`series.csv\`, checkpoints and final digest."
    } >"$root/docs/validation/torture.md"
fi
