#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
# A law that gives a moment or a power that is no number: the run notices before it writes anything of that state, and the
# last checkpoint is sound.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C OMP_NUM_THREADS=1 SCREE_ALLOW_LIBRARIES=1
die() { echo "FAILED: $*"; exit 1; }

cat >spoiler.h <<'C'
#include "laws/table.h"
// Nothing below an overlap. Beyond it a power that is no number, or in the last step of the contact such a moment: after that
// the particle spins so, and touches nothing to which its spin would matter.
#define SPOILER_PARAMS(P)                                              \
    P(limit, "m", NAN, 0.0, 1.0, MEAN, NULL, "Overlap that spoils it.") \
    P(power, "1", 0.0, 0.0, 1.0, MEAN, NULL, "1: the power, not the moment.")
SCREE_LAW_STRUCT(spoiler, SPOILER_PARAMS, double spare;)
enum { scree_spoiler_columns = 1 };
static const scree_history_desc scree_spoiler_history[] = {{"largest", "m", "Largest overlap so far."}};
static inline const char *scree_spoiler_derive(const double *param, const scree_pairing *pair, double *derived) {
    (void)pair;
    scree_spoiler *p = scree_spoiler_take(param, derived);
    p->spare = 0.0;
    return NULL;
}
SCREE_LAW void scree_spoiler_law(const scree_spoiler *p, scree_contact *c, double *h) {
    double largest = c->overlap > h[0] ? c->overlap : h[0];
    int last = largest > p->limit && c->overlap < 5e-6 * fabs(c->vn);
    h[0] = largest;
    c->mrx = p->power < 0.5 && last ? 0.0 * INFINITY : 0.0;
    c->mry = c->mrz = 0.0;
    c->energy_r = 0.0;
    c->viscous_r = p->power > 0.5 && c->overlap > p->limit ? 0.0 * INFINITY : 0.0;
}
static const scree_law scree_spoiler_table = {
    .name = "spoiler",
    .slot = SCREE_ROLLING,
    .title = "A law that fails.",
    .formula = "M = 0/0",
    .source = "none",
    .param = scree_spoiler_params,
    .nparam = SCREE_COUNT_OF(scree_spoiler_params),
    .history = scree_spoiler_history,
    .nhistory = scree_spoiler_columns,
    .derive = scree_spoiler_derive,
};
C
cat >spoiler.c <<'C'
#include "maths/math.c"
#include "laws/law_stage.inc"
#include "laws/user_laws.h"
#include "spoiler.h"
#define LAWS(PLAIN, SPLIT) PLAIN(spoiler, ROLLING)
SCREE_USER_LAWS(LAWS)
C
"$CC" -std=gnu17 -O2 -ffp-contract=off -fno-math-errno -fno-trapping-math -fopenmp-simd -fPIC -shared -I "$SCREE_SOURCE/src" \
    -I. spoiler.c -o libspoiler.so

# Two spheres that fall onto a floor: the one of id 2 from higher up, so that it is the one that presses too hard.
printf '%s\n' '# id x y z radius' '1 0 0 0.0021 0.002' '2 0.01 0 0.02 0.002' '3 0.02 0 0.0021 0.002' >three.txt
case_of() { # case_of POWER SERIES
    cat <<C
laws: [libspoiler.so]
time: {end: 100 ms, dt: 5 us}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.6}}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}}
contacts: [{between: any, normal: {law: hertz}, tangential: {law: none}, rolling: {law: spoiler, limit: 0.05 mm, power: $1}}]
particles: [{file: three.txt, material: glass}]
output: {plot: false, series: {every: $2}, vtk: {every: $2}, checkpoint: {every: 20 ms}}
C
}
spoiled() { # spoiled NAME TEXT command...: exit code 2
    local name=$1 text=$2 code=0
    shift 2
    "$@" --quiet --out "$name" >"$name.state" 2>"$name.said" || code=$?
    ((code == 2)) || { cat "$name.said"; die "$name: exit code $code"; }
    (($(grep -cE -- "$text" "$name.said") == 1)) || { cat "$name.said"; die "$name does not say once: $text"; }
    compgen -G "$name/failed_*.scree" >/dev/null || die "$name: no failed state"
    if grep -qi nan "$name/series.csv"; then die "$name: the series has rows of it"; fi
    [[ -e $name/checkpoint_000000008000.scree ]] || die "$name: the checkpoint before it is gone"
}
spin='error: t = 0\.06[0-9]* s, step 1[23][0-9]*: particle 2 has the omega \((-?nan|-?inf), .*not a usable number; it is at \(0\.01, 0, 0\.00.*try a smaller time\.dt'
power='error: t = 0\.06[0-9]* s, step 1[23][0-9]*: the work of the dashpots of contacts in the rolling mode \(spoiler\) is not a finite number; try'
for every in '5 ms' '30 ms'; do
    case_of 0 "$every" >spin.yaml
    case_of 1 "$every" >power.yaml
    spoiled "spin${every% ms}" "$spin" "$SCREE" run spin.yaml --threads 1
    spoiled "power${every% ms}" "$power" "$SCREE" run power.yaml --threads 2
done
if [[ $(ldd "$SCREE") == *libmpi.so* ]] && command -v mpirun.openmpi >/dev/null; then
    mpirun=(mpirun.openmpi -n 2 --oversubscribe --bind-to none --allow-run-as-root --mca mpi_yield_when_idle 1)
    spoiled spins "$spin" "${mpirun[@]}" "$SCREE" run spin.yaml
    spoiled powers "$power" "${mpirun[@]}" "$SCREE" run power.yaml
fi
# Without rows or pictures it shows at the end, before the last checkpoint is written; what is resumed from the one before
# fails again.
sed 's/^output: .*/output: {plot: false, series: {every: 0}, checkpoint: {every: 40 ms}}/' spin.yaml >bare.yaml
spoiled bare "${spin/0\\.06\[0-9\]\* s, step 1\[23\]/0\\.[0-9]* s, step }" "$SCREE" run bare.yaml --threads 1
