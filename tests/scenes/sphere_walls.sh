#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300 PROCESSORS 2
# A hollow sphere that turns and shakes, with particles, a heated ball and bonds to it inside, and balls in a periodic cell: the same bits and
# series with any threads, skins and ranks, and when the run is stopped and resumed.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {dt: 10 us, end: 32 ms}
gravity: [0, 0, -9.81 m/s2]
materials: {glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25, heat_capacity: 800, conductivity: 1}, wet: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25, heat_capacity: 800, conductivity: 1}}
contacts:
  - {between: any, restitution: 0.5, friction: 0.4, rolling: cdt, rolling_friction: 0.05, heat: conduction}
  - between: [glass, wet]
    bond: {law: parallel, bond_young: 1 MPa, bond_tension: 100 kPa, bond_damping_normal: 0.1, bond_damping_shear: 0.1, bond_damping_bending: 0.1}
bonds: [{walls: [shell], start: 22 ms, gap: 0.3 mm}]
heat: {temperature: 300 K, friction: 1}
walls:
  shell: {sphere: {point: [0, 0, 0], radius: 25 mm}, material: wet, heat: {temperature: 350 K},
          motion: [{rotate: {axis: [1, 1, 0], point: [0, 0, 0], rate: 20}}, {vibrate: {amplitude: [1 mm, 0, 2 mm], frequency: 30 Hz}}]}
  core: {sphere: {center: [2 mm, 0, -8 mm], radius: 6 mm, side: outside}, material: glass, heat: {flux: 1 kW/m2}}
insertion:
  - {name: bed, material: glass, fill: random, region: {sphere: {point: [0, 0, 0], radius: 25 mm}},
     diameter: {uniform: [3 mm, 5 mm]}, count: 250, velocity: [0, 0, -0.5]}
output: {series: {every: 1 ms}, checkpoint: {every: 10 ms}, vtk: {every: 20 ms, meshes: true}, plot: false}
E2
run_whole
same_on_threads
same_with_skins "0.2 mm"
same_in_parts 1501
same_on_ranks 2 3

python3 - <<'E2' || die "the table"
import csv, math
rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(open("whole/series.csv"))]
last = rows[-1]
name = lambda start: next(k for k in last if k.startswith(start))
assert last[name("particles")] == 250, last
assert any(row[name("shell fz")] < -0.05 for row in rows), "no weight on the shell"
assert any(row[name("core fz")] < -1e-3 for row in rows), "nothing on the core"
assert last[name("bonds_made")] >= 10 and last["bonds [1]"] >= 5, "no bonds to the shell"
assert last[name("shell heat_in")] > 0 and last[name("core heat_in")] > 0, "no heat from the walls"
E2

cat >case.yaml <<'E2'
time: {dt: 10 us, end: 20 ms}
domain: {min: [0, 0, 0], max: [40 mm, 40 mm, 40 mm], periodic: [x, y, z]}
materials: {glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25}}
contacts: [{between: any, restitution: 0.7, friction: 0.4}]
walls:
  across: {sphere: {point: [39 mm, 1 mm, 20 mm], radius: 8 mm, side: outside}, material: glass,
           motion: [{rotate: {axis: [0, 1, 1], point: [39 mm, 5 mm, 20 mm], rate: 30}}, {translate: {velocity: [0.3, -0.2, 0.1]}}]}
insertion:
  - {name: gas, material: glass, fill: random, region: {box: {min: [0, 0, 0], max: [40 mm, 40 mm, 40 mm]}},
     diameter: 3 mm, count: 300, velocity: [0.2, 0.5, -0.7]}
output: {series: {every: 1 ms}, checkpoint: {every: 10 ms}, plot: false}
E2
rm -rf whole two skin parts ranks
run_whole
same_on_threads
same_with_skins "0.1 mm" "1 mm"
same_in_parts 1200
