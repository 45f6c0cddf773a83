#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 240 PROCESSORS 3
# Ranks that live on after their mpirun and their rank 0 were killed hold the folder: another run is refused until they have ended, and goes on then with
# the same bits. A run whose folder was removed and made anew by another one stops, and writes no table, record or checkpoint into it; a picture of which
# a part was written when it was stopped may come to its end there.
set -euo pipefail
[[ $(ldd "$SCREE") == *libmpi.so* ]] && command -v mpirun.openmpi >/dev/null || { echo "no MPI"; exit 77; }
rm -rf work && mkdir work && cd work
export LC_ALL=C OMP_NUM_THREADS=1
mpirun=(mpirun.openmpi --oversubscribe --bind-to none --allow-run-as-root --mca mpi_yield_when_idle 1)
pids=()
die() { echo "FAILED: $*"; exit 1; }
end_all() { ((${#pids[@]} == 0)) || kill -KILL "${pids[@]}" 2>/dev/null || true; }
trap end_all EXIT
cat >case.yaml <<'Y'
time: {end: 40 ms, dt: 10 us}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.2, restitution: 0.5, friction: 0.3}}
contacts: {between: any}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}}
particles: [{formula: {count: 100, x: "(i - 20 * floor(i / 20)) * 3 mm", y: "floor(i / 20) * 3 mm", z: "2 mm + 0.1 mm * sin(i)", diameter: "2 mm"}, material: glass}]
output: {plot: false, series: {every: 1 ms}, vtk: {every: 2 ms}, checkpoint: {every: 5 ms}}
Y
"$SCREE" run case.yaml --quiet --out whole >whole.state
# start FOLDER: three ranks run there; sets job and rank[]
start() {
    # In sessions of their own: the system ends stopped processes of a group that loses its parent.
    "${mpirun[@]}" -n 3 setsid --wait "$SCREE" run case.yaml --quiet --out "$1" >state 2>said & job=$!
    for ((k = 0; k < 3000; k++)); do
        compgen -G "$1/checkpoint_*.scree" >/dev/null && break
        kill -0 $job 2>/dev/null || { cat said; die "the run has ended"; }
        sleep 0.01
    done
    mapfile -t rank < <(for p in $(pgrep -P "$(pgrep -d, -P $job)"); do printf '%s %s\n' "$(tr '\0' '\n' <"/proc/$p/environ" | sed -n 's/^OMPI_COMM_WORLD_RANK=//p')" "$p"; done | sort -n | cut -d' ' -f2)
    ((${#rank[@]} == 3)) || die "${#rank[@]} ranks"
    pids+=($job "${rank[@]}")
}
stamp() { (cd "$1" && stat -c '%n %s %Y %i' -- * | grep -v '^run.files '); }

start out
kill -STOP "${rank[1]}" "${rank[2]}"
kill -KILL $job "${rank[0]}"
wait $job 2>/dev/null || true
stamp out >before
for how in --resume --overwrite; do
    code=0
    "$SCREE" run case.yaml --quiet --out out $how >state 2>said || code=$?
    ((code == 1)) || die "exit code $code: $how"
    grep -q 'out: ranks of an earlier run are still alive .*(process [0-9]* on ' said || { cat said; die "it does not say so"; }
    stamp out | diff before - || die "a run that is refused has changed files"
done
kill -KILL "${rank[1]}"
code=0
"${mpirun[@]}" -n 2 "$SCREE" run case.yaml --quiet --out out --resume >state 2>said || code=$?
((code == 1)) || die "one rank still lives: exit code $code"
kill -KILL "${rank[2]}"
"${mpirun[@]}" -n 2 "$SCREE" run case.yaml --quiet --out out --resume >state 2>said || { cat said; die "all have ended"; }
cmp state whole.state
cmp whole/series.csv out/series.csv

# The folder is removed while the ranks wait, and another run makes it anew.
start gone
kill -STOP "${rank[@]}"
rm -r gone
"$SCREE" run case.yaml --quiet --out gone >state 2>said || { cat said; die "the new run"; }
lasting() { stamp gone | grep -v '^[a-z_]*[.0-9_]*\(pvd\|pvtp\|vtp\) '; }
lasting >before
grep -q '^series.csv ' before && grep -q '^checkpoint_' before || die "nothing to compare"
kill -CONT "${rank[@]}"
code=0
wait $job || code=$?
((code != 0)) || die "the run whose folder is gone has exit code 0"
lasting | diff before - || die "it has written into the folder of another run"
