#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# Ellipsoids and spheres with a force before touch, and with liquid bridges: the same bits with any threads, skins and ranks, and when the run is stopped and resumed.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
write() { # write LAWS
    cat >case.yaml <<E2
time: {end: 4 ms, dt: 10 us, velocity_scale: 1}
gravity: [0, 0, -9.81 m/s2]
domain: {min: [-12 mm, -10 mm, -1 mm], max: [12 mm, 10 mm, 30 mm], periodic: [x, y]}
materials: {glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25}}
contacts: [{between: any, tangential: none, $1}]
shapes: {grain: {ellipsoid: [2.5 mm, 1.2 mm, 1 mm]}}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}}
insertion:
  - {name: grains, shape: grain, material: glass, fill: dense, fraction: 0.4, velocity_spread: [0.3, 0.3, 0.3], region: {box: {min: [-12 mm, -10 mm, 0], max: [12 mm, 10 mm, 9 mm]}}}
  - {name: balls, material: glass, fill: random, diameter: 3 mm, count: 10, velocity: [0, 0, -0.5 m/s], region: {box: {min: [-12 mm, -10 mm, 9 mm], max: [12 mm, 10 mm, 14 mm]}}}
output: {series: {every: 0.5 ms}, checkpoint: {every: 2 ms}, plot: false}
$2
E2
}
for laws in "normal: {law: hooke_hysteresis, elastic_stiffness: 500 N/m, max_stiffness_ratio: 2, adhesion_stiffness_ratio: 0.5, plasticity_depth: 0.1, pull_off_force: -0.02, restitution: 0.8}" \
    "normal: {law: hooke, stiffness: 500 N/m, restitution: 0.8}, liquid: {law: willett, surface_tension: 0.07, contact_angle: 10 deg}"; do
    more=""
    [[ $laws != *liquid* ]] || more="liquid: {moisture: 0.02}"
    write "$laws" "$more"
    rm -rf whole two skin parts ranks*
    run_whole
    grep -q liquid case.yaml || python3 - <<'P'
import csv
rows = list(csv.DictReader(open("whole/series.csv")))
assert float(rows[-1]["contacts [1]"]) > 20, rows[-1]
P
    same_on_threads
    same_with_skins "0.3 mm"
    same_in_parts 201
    same_on_ranks 2 3 5
done
