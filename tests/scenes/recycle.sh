#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# A stationary flow down an open chute: an outlet at its end puts the grains back at its top, as they are. Number and mass stay, the balance of
# energies closes with what leaves and what comes, and the bits are the same on any threads, ranks and skins and after stops.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {end: 0.4 s, dt: 20 us}
gravity: [4.9, 0, -8.5]
domain: {min: [-20 mm, -10 mm, -5 mm], max: [120 mm, 10 mm, 80 mm], periodic: [y]}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.3}}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}
contacts: [{between: any}]
insertion: [{name: grains, material: m, fill: random, count: 150, region: {box: {min: [0, -10 mm, 1 mm], max: [60 mm, 10 mm, 30 mm]}}, diameter: {uniform: [3 mm, 4 mm]}}]
outlets: {end: {region: {box: {min: [80 mm, -10 mm, -5 mm], max: [120 mm, 10 mm, 80 mm]}}, recycle: {region: {box: {min: [-15 mm, -10 mm, 2 mm], max: [5 mm, 10 mm, 60 mm]}}}}}
output: {series: {every: 5 ms}, csv: {every: 0.1 s}, checkpoint: {every: 0.1 s}, plot: false}
E2
run_whole
run --threads 2 --out fine --set 'time.dt=10 us'
python3 - <<'P' || { tail -1 whole/series.csv; die "the flow"; }
import csv
table = lambda folder: [{k.split(" [")[0]: float(v) for k, v in r.items()} for r in csv.DictReader(open(folder + "/series.csv"))]
rows, fine = table("whole"), table("fine")
first, last = rows[0], rows[-1]
assert all(r["particles"] == 150 and r["mass"] == first["mass"] for r in rows), "number and mass"
assert last["end count"] > 100 and abs(last["end mass"] / last["end count"] / (first["mass"] / 150) - 1) < 0.1, last["end count"]
drift = lambda rows: abs(rows[-1]["energy_balance"] - rows[0]["energy_balance"]) / rows[-1]["energy_removed"]
print(drift(rows), drift(fine)) # order 2 in the time step
assert drift(rows) < 6e-3 and drift(fine) < drift(rows) / 3, (drift(rows), drift(fine))
sizes = lambda step: sorted((int(r["id"]), r["radius [m]"] if "radius [m]" in r else r["diameter [m]"]) for r in csv.DictReader(open(f"whole/particles_{step:012}.csv")))
assert sizes(0) == sizes(20000), "sizes and ids"
P
same_on_threads
same_with_skins "1 mm" ${SCREE_TEST_LONG:+"0.1 mm"}
same_in_parts 5001 ${SCREE_TEST_LONG:+9000 15050}
same_on_ranks 3 2

# A velocity of their own on arrival, and a region that is too small, which is said once.
run --out slow --set outlets.end.recycle.velocity='[0.1, 0, 0]'
run --out narrow --set outlets.end.recycle.region='{box: {min: [-15 mm, -10 mm, 2 mm], max: [-10 mm, -5 mm, 7 mm]}}' --set domain.lost=delete
grep -q "outlet 'end': .* particles find no room in the region of 'recycle' and go on" said || { cat said; die "no word of a region without room"; }
refused "outlets.end: 'recycle' takes particles out and puts them back, again and again; accepted: no 'action: count' and no 'once' beside it" --set outlets.end.once=true
refused "outlets.end.recycle.region: it is one of walls; accepted: a box, a cylinder or a sphere" --set 'outlets.end.recycle.region={face: {point: [0, 0, 0], normal: [0, 0, 1], radius: 5 mm}}'
refused "'recycle' in a case with 'liquid'" --set 'liquid={moisture: 0.01}'
refused "outlets.end: 'recycle' would tear bonds" --set 'contacts=[{between: any, bond: {law: parallel, bond_young: 1 MPa, bond_tension: 1 kPa, bond_shear: 1 kPa}}]'
