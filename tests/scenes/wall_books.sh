#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300 PROCESSORS 2
# Spheres, rice and pills that touch several faces of moving meshes, with wear and heat of friction, have the same bits with any threads, skins and ranks, and when the
# run is stopped and resumed.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E'
time: {dt: 10 us, end: 0.04 s, velocity_scale: 2 m/s}
gravity: [0, 0, -9.81]
materials: {m: {density: 2500, young: 3 MPa, poisson: 0.25, heat_capacity: 800}}
contacts: [{between: any, restitution: 0.4, friction: 0.5, rolling: epsd, rolling_friction: 0.02, wear: {law: archard, wear_coefficient: 1e-3, hardness: 1 GPa}}]
wear: {}
heat: {temperature: 300 K, friction: 1}
domain: {min: [-30 mm, -10 mm, -30 mm], max: [30 mm, 10 mm, 30 mm], periodic: [y]}
shapes:
  rice: {ellipsoid: [3 mm, 1.5 mm, 1.2 mm]}
  pill: {capsule: {radius: 1.2 mm, length: 4 mm}}
walls:
  drum: {cone: {point: [0, -10 mm, 0], axis: [0, 1, 0], radius: 20 mm, end_radius: 20 mm, length: 20 mm, segments: 48}, material: m,
         motion: {rotate: {axis: [0, 1, 0], point: [0, 0, 0], rate: 30 rad/s}}}
  sieve: {screen: {corner: [-15 mm, -10 mm, -11 mm], first: [30 mm, 0, 0], second: [0, 20 mm, 0], columns: 5, rows: 4, hole: 2.4 mm, segments: 8}, material: m,
          motion: {vibrate: {amplitude: [0, 0, 0.4 mm], frequency: 80 Hz}}}
insertion:
  - {name: balls, material: m, fill: random, count: 120, diameter: {uniform: [2 mm, 3 mm]}, region: {box: {min: [-11 mm, -9 mm, -9 mm], max: [11 mm, 9 mm, 12 mm]}}, velocity: [0, 0, -1]}
  - {name: low, material: m, fill: random, count: 25, diameter: 2.5 mm, region: {box: {min: [-7 mm, -9 mm, -17 mm], max: [7 mm, 9 mm, -13 mm]}}, velocity: [0.5, 0, -0.3]}
  - {name: grains, material: m, shape: rice, fill: random, count: 20, region: {box: {min: [-10 mm, -9 mm, -8 mm], max: [10 mm, 9 mm, 15 mm]}}, velocity: [0, 0, -1], spin: [50, 30, 0]}
  - {name: pills, material: m, shape: pill, fill: random, count: 20, region: {box: {min: [-10 mm, -9 mm, -8 mm], max: [10 mm, 9 mm, 15 mm]}}, velocity: [0, 0, -1], spin: [50, 30, 0]}
output: {series: {every: 1 ms}, csv: {every: 20 ms}, checkpoint: {every: 10 ms}, plot: false}
E
run_whole
python3 - <<'E' || die "the books"
import csv
rows = [{k.split(" [")[0]: float(v) for k, v in row.items()} for row in csv.DictReader(open("whole/series.csv"))]
most = max(abs(r["drum power"]) for r in rows)
for r in rows: # there is no torque about other axes with a rate, and no other motion
    assert abs(r["drum power"] + 30 * r["drum ty"]) < 1e-12 * most, (r["time"], r["drum power"], -30 * r["drum ty"])
last = rows[-1]
lost = sum(v for k, v in last.items() if k.startswith(("viscous_", "plastic_", "friction_")))
assert last["drum impacts"] > 10 and last["sieve wear_volume"] > 0, last
assert abs(last["heat_made"] - lost) < 1e-9 * lost, (last["heat_made"], lost)
E
same_on_threads
same_in_parts 1234 2001 3111
same_with_skins '0.1 mm' '1.5 mm'
same_on_ranks 2 3
