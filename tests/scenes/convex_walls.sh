#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# Convex bodies and spheres in a drum of flat sides with lifters, across a periodic border, with a turning blade, an open tube and balls in it: the same bits and series with any threads,
# instruction sets and ranks, with other lists of neighbours, and when the run is stopped and resumed.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {end: 40 ms, dt: 10 us}
gravity: [0, 0, -9.81 m/s2]
domain: {min: [-30 mm, -20 mm, -30 mm], max: [30 mm, 20 mm, 30 mm], periodic: [y]}
materials:
  glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25, restitution: 0.4, friction: 0.5, rolling_friction: 0.05}
contacts: {between: any, normal: hertz, tangential: mindlin, rolling: epsd}
shapes:
  grain: {ellipsoid: [2.5 mm, 1.2 mm, 1 mm]}
  die: {superellipsoid: {half_axes: [1.5 mm, 1.5 mm, 1.2 mm], exponent: 4}}
walls:
  drum: {cone: {point: [0, -20 mm, 0], axis: [0, 1, 0], length: 40 mm, radius: 20 mm, end_radius: 20 mm, segments: 40}, material: glass, motion: {rotate: {axis: [0, 1, 0], point: [0, 0, 0], rate: 8 rad/s}}}
  blade: {box: {min: [-11 mm, -12 mm, -1 mm], max: [11 mm, 12 mm, 1 mm]}, material: glass, motion: {rotate: {axis: [0, 1, 0], point: [0, 0, 0], rate: -15 rad/s}}}
  tube: {cylinder: {point: [5 mm, -6 mm, -15.5 mm], axis: [0, 1, 0], length: 12 mm, radius: 3 mm, side: outside}, material: glass}
  ball: {sphere: {point: [-6 mm, 15 mm, -15 mm], radius: 3 mm, side: outside}, material: glass}
insertion:
  - {shape: grain, velocity: [0, 0, -0.5], material: glass, fill: random, count: 120, region: {box: {min: [-12 mm, -20 mm, -13 mm], max: [12 mm, 20 mm, 13 mm]}}}
  - {shape: die, diameter: {uniform: [2 mm, 3 mm]}, spin: [0, 0, 100 rad/s], velocity: [0, 0, -0.5], material: glass, fill: random, count: 60, region: {box: {min: [-12 mm, -20 mm, -13 mm], max: [12 mm, 20 mm, 13 mm]}}}
  - {velocity: [0, 0, -0.5], material: glass, fill: random, diameter: 3 mm, count: 20, region: {box: {min: [-12 mm, -20 mm, -13 mm], max: [12 mm, 20 mm, 13 mm]}}}
output: {series: {every: 1 ms}, checkpoint: {every: 20 ms}, plot: false}
E2
run_whole
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("whole/series.csv")))
col = lambda name: [float(r[name]) for r in rows]
assert col("wall_contacts [1]")[-1] > 15 and any(col("tube fz [N]")), rows[-1]
balance, scale = col("energy_balance [J]"), max(col("kinetic [J]"))
assert max(balance) - min(balance) < 1e-2 * scale, (max(balance) - min(balance), scale)
P
same_on_threads
same_with_skins "0.2 mm" "2 mm"
same_in_parts 2 501 1999 2000 3001
same_on_ranks 2 3
