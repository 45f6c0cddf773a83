#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300 PROCESSORS 2
# Gas between near bodies, radiation and rough contacts, at planes, a mesh, and walls of a temperature, a power and a mass, in a periodic
# cell: the same bits and series with any threads, skins and ranks, and when the run is stopped and resumed; every joule is accounted for.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {end: 30 ms, dt: 20 us}
gravity: [0, 0, -9.81]
domain: {min: [-30 mm, -10 mm, -40 mm], max: [50 mm, 30 mm, 100 mm], periodic: [y]}
materials:
  sand: {density: 2500, young: 5 MPa, poisson: 0.25, restitution: 0.5, friction: 0.5, heat_capacity: 20, conductivity: 2 W/(m K), emissivity: 0.9, hardness: 2 GPa}
  steel: {density: 7800, young: 5 MPa, poisson: 0.3, restitution: 0.7, friction: 0.3, heat_capacity: 40, conductivity: 40 W/(m K), emissivity: 0.4, hardness: 3 GPa}
contacts:
  - {between: any, normal: hertz, tangential: mindlin, heat: {law: packed_bed, gas_conductivity: 0.05, radiation: on, radiation_range: 0.6, roughness: 1 um}}
  - {between: [steel, steel], normal: {law: jkr, surface_energy: 0.5}}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: steel, heat: {temperature: 1500 K}}
  left: {plane: {point: [-2 mm, 0, 0], normal: [1, 0, 0]}, material: steel}
  right: {plane: {point: [22 mm, 0, 0], normal: [-1, 0, 0]}, material: sand, heat: {power: 0.3 W}}
  bowl: {extrude: {line: [[-2 mm, -10 mm, 9 mm], [4 mm, -10 mm, 4 mm], [10 mm, -10 mm, 2 mm], [16 mm, -10 mm, 4 mm], [22 mm, -10 mm, 9 mm]], along: [0, 40 mm, 0]},
         material: steel, heat: {mass: 5 g, temperature: 1200 K, power: 1 W}, motion: {vibrate: {amplitude: [0, 0, 0.5 mm], frequency: 60 Hz}}}
insertion:
  - {name: fill, material: sand, fill: random, count: 150, diameter: {uniform: [2 mm, 3 mm]}, region: {box: {min: [0, -10 mm, 12 mm], max: [20 mm, 30 mm, 40 mm]}}, velocity: [0.6, 0, -1], temperature: 350 K}
  - {name: more, material: steel, fill: random, count: 30, diameter: 2 mm, region: {box: {min: [0, -10 mm, 12 mm], max: [20 mm, 30 mm, 40 mm]}}, velocity: [0, 0, -1], temperature: 900 K}
heat: {temperature: 300 K}
output: {series: {every: 1 ms}, checkpoint: {every: 10 ms}, vtk: {every: 10 ms}, plot: false}
E2
run_whole
same_on_threads
same_with_skins "0.2 mm"
same_in_parts 701
same_on_ranks 2 3
python3 - <<'P' || die "the table"
import csv
rows = list(csv.DictReader(open("whole/series.csv")))
get = lambda r, name: float(next(v for k, v in r.items() if k == name or k.startswith(name + " [")))
last = rows[-1]
assert get(last, "bowl heat_in") > 0 and get(last, "right heat_in") > 0.002, last
assert abs(get(last, "heat_balance")) < 1e-9, last
P
refused "both act before touch" --set 'contacts=[{between: any, normal: {law: hooke_hysteresis, elastic_stiffness: 1000, max_stiffness_ratio: 5, adhesion_stiffness_ratio: 0.1, plasticity_depth: 0.1, restitution: 0.5, pull_off_force: -1e-4}, tangential: linear_spring, heat: {law: packed_bed, radiation: on}}]'
refused "acts before touch, and heat.friction" --set heat.friction=1
