#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300 PROCESSORS 2
# Held clumps and a held sphere that follow a formula and a table, among grains that they push: they are where these say, the work of what moves them closes the balance of
# energies to order 2 in the time step, and the bits are the same on any threads, ranks and skins and after stops.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {dt: 20 us, end: 60 ms}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25}}
contacts: {between: any, restitution: 0.4, friction: 0.5}
walls:
  cup: {material: glass, box: {min: [-9 mm, -9 mm, 0], max: [9 mm, 9 mm, 60 mm], open: [z+]}}
shapes: {rod: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 mm}]}}
insertion:
  - {name: low, material: glass, fill: random, region: {box: {min: [-9 mm, -9 mm, 1 mm], max: [9 mm, 9 mm, 25 mm]}}, diameter: 3 mm, count: 60}
particles:
  - {name: bars, formula: {count: 3, x: "-4 mm + 4 mm * i", y: -1 mm, z: 3 mm}, shape: rod, diameter: 3 mm, material: glass}
  - {name: ball, positions: [[0, 5 mm, 3 mm]], diameter: 4 mm, material: glass}
groups:
  bars: {ids: [1-6], hold: true, motion: {formula: {x: 2 mm * sin(2 * pi * 40 Hz * time), z: 1 mm * (1 - cos(2 * pi * 60 Hz * time)), duration: 100 ms, every: 0.1 ms}}, start: 10 ms, stop: 50 ms}
  ball: {ids: [7], hold: true, spin: [0, 0, 20], motion: {table: {times: [0, 20 ms, 40 ms], positions: [[0, 0, 0], [0, 0, 5 mm], [0, -6 mm, 5 mm]], smooth: true}}}
tracks: {bar: 1, ball: 7}
output: {series: {every: 1 ms}, checkpoint: {every: 10 ms}, plot: false}
E2
run_whole
same_on_threads
same_with_skins "0.2 mm"
same_in_parts 751 1000 # in the middle of the motions
same_on_ranks 3 2
run --threads 2 --out fine --set 'time.dt=10 us'
python3 - <<'P' || die "the motions"
import csv, math
table = lambda folder: [{k.split(" [")[0]: float(v) for k, v in r.items()} for r in csv.DictReader(open(folder + "/series.csv"))]
rows, fine = table("whole"), table("fine")
at = rows[10]
for row in rows[10:51]:
    t = row["time"] - 0.01
    assert abs(row["bar x"] - at["bar x"] - 2e-3 * math.sin(80 * math.pi * t)) < 1e-13, row
    assert abs(row["bar z"] - at["bar z"] - 1e-3 * (1 - math.cos(120 * math.pi * t))) < 1e-13, row
assert abs(rows[20]["ball z"] - 8e-3) < 1e-14 and abs(rows[40]["ball y"] + 1e-3) < 1e-14 and rows[60]["ball y"] == rows[45]["ball y"], rows[40]
assert abs(rows[0]["ball wz"] - 20) < 1e-12 and rows[60]["bar vz"] != rows[50]["bar vz"], "what is let go"
drift = lambda rows: abs(rows[50]["energy_balance"] - rows[0]["energy_balance"]) / rows[50]["wall_work"]
print(drift(rows), drift(fine))
assert rows[50]["wall_work"] > 1e-4 and drift(rows) < 1e-2 and drift(fine) < drift(rows) / 3.5
P
# A phase sets another motion, which starts with the phase from where the particles are.
cp case.yaml first.yaml
sed -i 's/^time: .*/time: {dt: 20 us}/' case.yaml
echo 'phases: {one: {until: 30 ms}, two: {until: 30 ms, set: {groups.ball.motion: {formula: {x: 1 mm * sin(2 * pi * 50 Hz * time), duration: 20 ms}}}}}' >>case.yaml
rm -rf whole parts two
run_whole
python3 - <<'P' || die "a motion that a phase sets"
import csv, math
rows = [{k.split(" [")[0]: float(v) for k, v in r.items()} for r in csv.DictReader(open("whole/series.csv"))]
for row in rows[30:51]:
    assert abs(row["ball x"] - 1e-3 * math.sin(100 * math.pi * (row["time"] - 0.03))) < 1e-13, row
    assert row["ball y"] == rows[30]["ball y"] and row["ball z"] == rows[30]["ball z"], row
P
same_on_threads
same_in_parts 1499 1501 2001
mv first.yaml case.yaml
# Mistakes.
refused "a motion needs \`hold: true\`, and there is no velocity beside it; accepted: that, or no motion" --set 'groups.ball.hold=false'
refused "a motion needs \`hold: true\`, and there is no velocity beside it; accepted: that, or no motion" --set 'groups.ball.velocity=[1, 0, 0]'
refused "particles are moved along x, y and z only; accepted: no angles; they turn about themselves with 'spin'" --set 'groups.ball.motion={table: {times: [0, 1], angles: [0, 1], axis: [0, 0, 1]}}'
refused "the times do not ascend from 0" --set 'groups.ball.motion.table.times=[0, 2, 1]'
