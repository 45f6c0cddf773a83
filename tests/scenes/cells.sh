#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: PROCESSORS 2
# A packing of spheres, clumps, bonds and heat in a cell that is compressed, sheared through many periods and pressed, phase after phase: the same bits with any
# number of threads and ranks, any skin, and however often it is stopped and resumed.
set -euo pipefail
. "${BASH_SOURCE%/*}/../support/same_bits.sh"
rm -rf work && mkdir work && cd work
cat >case.yaml <<E
time: {dt: 4 us, velocity_scale: 0.1 m/s}
domain: {min: [0, 0, 0], max: [20 mm, 18 mm, 16 mm], periodic: [x, y, z]}
materials: {g: {density: 2600, young: 1e8, poisson: 0.3, conductivity: 1, heat_capacity: 500}}
shapes: {pair: {members: [{at: [-0.5 mm, 0, 0], radius: 0.9 mm}, {at: [0.5 mm, 0, 0], radius: 0.8 mm}]}}
contacts: [{between: any, restitution: 0.5, friction: 0.3, rolling: {law: epsd, rolling_friction: 0.1}, bond: {law: parallel, bond_young: 10 MPa, bond_tension: 5 kPa, bond_shear: 5 kPa}, heat: conduction}]
heat: {temperature: 300 K, friction: 0.5}
bonds: [{name: early, start: 6 ms, gap: 0.02 mm, ids: [1-150]}]
insertion:
  - {name: grains, material: g, fill: random, region: {box: {min: [0, 0, 0], max: [20 mm, 18 mm, 16 mm]}}, diameter: {uniform: [1.6 mm, 2.4 mm]}, fraction: 0.25}
  - {name: pairs, material: g, shape: pair, fill: random, region: {box: {min: [0, 0, 0], max: [20 mm, 18 mm, 16 mm]}}, count: 150}
cell: {isotropic: {pressure: 10 kPa}, inertial_number: 0.2}
phases:
  press: {until: 4 ms}
  shear:
    until: {steady: [cell_stress_xy, coordination], within: 1, for: 2 ms, at_most: 6 ms, every: 40 us}
    set: {cell: {simple_shear: {rate: 400 1/s, flow: x, gradient: y, pressure: 5 kPa}, inertial_number: 0.3}}
  twist:
    until: 2 ms
    set: {cell: {components: {xz: 200 1/s, yz: -300 1/s, zz: 10 kPa}, inertial_number: 0.2, carried: false}}
  test:
    until: {value: cell_strain_zz, rises_by: 0.02, at_most: 10 ms, every: 40 us}
    set: {cell: {triaxial: {axis: z, axial: 20 1/s, pressure: 10 kPa}, inertial_number: 0.2}}
output: {series: {every: 1 ms}, vtk: {every: 4 ms}, plot: false}
E
run_whole
awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) { sub(/ .*/, "", $k); at[$k] = k } }
         END { if (!($at["cell_strain_xy"] > 1 && $at["cell_solid_fraction"] > 0.5 && $at["contacts"] > 150 && $at["energy_balance"] < 0.02 * $at["cell_work"])) exit 1 }' \
    whole/series.csv || { tail -1 whole/series.csv; die "not what it should be"; }
grep -q "phase 'shear' is over at t = .* s, with cell_stress_xy = -" whole/run.json || { cat said; die "no steady shear"; }
# The frames have the cell: its vectors are those of the last row.
python3 - whole <<'P'
import csv, glob, re, sys
text = open(sorted(glob.glob(sys.argv[1] + "/**/particles_*.vtp", recursive=True))[-1], "rb").read().decode("latin1")
fact = {k: [float(x) for x in re.search(f'Name="{k}"[^>]*>([^<]*)<', text)[1].split()] for k in ("cell_low", "cell_vectors", "cell_centre", "cell_rate")}
rows = list(csv.reader(open(sys.argv[1] + "/series.csv")))
at = {name.split()[0]: k for k, name in enumerate(rows[0])}
time = float(re.search('Name="TimeValue"[^>]*>([^<]*)<', text)[1])
row = min(rows[1:], key=lambda r: abs(float(r[0]) - time))
v = fact["cell_vectors"]
for name, value in zip(("x", "xy", "y", "xz", "yz", "z"), (v[0], v[3], v[4], v[6], v[7], v[8])):
    assert abs(float(row[at["cell_" + name]]) - value) <= 1e-12, (name, value, row[at["cell_" + name]])
assert [v[k] for k in (1, 2, 5)] == [0, 0, 0] and len(fact["cell_rate"]) == 9
assert all(abs(fact["cell_low"][k] + v[4 * k] / 2 - fact["cell_centre"][k]) < 1e-12 for k in range(3))
P
same_on_threads
same_with_skins "0.1 mm" "0.4 mm"
same_in_parts 700 1300 2111
same_on_ranks 2 3

# Stopped when the cell is less than half as wide as at the start: what room it has left is that of its present size.
cat >case.yaml <<'Y'
time: {end: 50 ms, velocity_scale: 1 m/s}
domain: {min: [0, 0, 0], max: [12 mm, 12 mm, 12 mm], periodic: [x, y, z]}
gravity: [0, 0, 0]
materials: {a: {density: 2500, young: 0.3 MPa, poisson: 0.25, restitution: 0.5, friction: 0.3}}
insertion: [{material: a, diameter: 1.6 mm, fill: random, region: {box: {min: [0, 0, 0], max: [12 mm, 12 mm, 12 mm]}}, count: 120}]
contacts: [{between: any}]
cell: {true_triaxial: {x: 10 1/s, y: 10 1/s, z: 10 1/s}}
output: {series: {every: 1 ms}, plot: false}
Y
rm -rf whole parts
run_whole
same_in_parts 1730
