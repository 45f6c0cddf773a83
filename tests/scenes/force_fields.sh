#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300 PROCESSORS 2
# Charged and magnetised grains in a fluid that flows, with some that come, leave and are held: the same bits and series with any threads, skins and ranks, and when
# the run is stopped and resumed; the balance of energies closes, to order 2 in the time step. Forces of single pairs have the values of their formulas.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {dt: 10 us, end: 24 ms}
gravity: [0, 0, -9.81 m/s2]
domain: {min: [0, 0, -5 mm], max: [30 mm, 30 mm, 60 mm], periodic: [x, y]}
materials:
  plus: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25}
  minus: {density: 1500 kg/m3, young: 5 MPa, poisson: 0.25}
contacts: [{between: any, restitution: 0.7, friction: 0.4}]
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: plus}
  drain: {plane: {point: [0, 0, 58 mm], normal: [0, 0, -1]}, material: plus}
force_fields:
  fluid: {density: 1.2, viscosity: 18 uPa s, flow: {x: 2 m/s * sin(pi * z / 60 mm), z: 0.5 m/s * cos(2 * pi * 50 Hz * time)}}
  electric: {field: [0, 0, 20 kV/m], range: 6 mm, images: [floor], charges: [{material: plus, charge: 30 pC}, {material: minus, charge: -2 uC/kg}]}
  magnetic: {field: [0, 30 kA/m, 0], range: 5 mm, materials: [{material: plus, susceptibility: 3}]}
insertion:
  - {name: bed, material: plus, fill: random, region: {box: {min: [0, 0, 2 mm], max: [30 mm, 30 mm, 20 mm]}}, diameter: {uniform: [1.5 mm, 2.5 mm]}, count: 150}
  - {name: rain, material: minus, region: {box: {min: [0, 0, 40 mm], max: [30 mm, 30 mm, 45 mm]}}, diameter: 2 mm, rate: 3000 1/s, velocity: [0, 0, -1]}
outlets: {side: {region: {box: {min: [0, 0, 0], max: [5 mm, 30 mm, 12 mm]}}, start: 12 ms, stop: 14 ms}}
groups: {pushed: {ids: [1-5], hold: true, velocity: [0.2, 0, 0.1], start: 6 ms, stop: 18 ms}}
output: {series: {every: 1 ms}, checkpoint: {every: 10 ms}, vtk: {every: 12 ms}, plot: false}
E2
balance() { # balance FOLDER: prints the largest change of the energy balance
    python3 - "$1" <<'P'
import csv, sys
rows = [{k.split(" [")[0]: float(v) for k, v in row.items()} for row in csv.DictReader(open(sys.argv[1] + "/series.csv"))]
last = rows[-1]
assert last["side count"] >= 2 and last["inserted"] > 200 and last["field_energy"] != 0 and last["fluid_drag"] > 1e-7, last
print(max(abs(r["energy_balance"] - rows[0]["energy_balance"]) for r in rows) / (abs(last["field_work"]) + last["fluid_drag"]))
P
}
run_whole
same_on_threads
same_with_skins "0.2 mm"
same_in_parts 901 600
same_on_ranks 3 2
balance whole >coarse
run --threads 2 --out fine --set 'time.dt=5 us'
balance fine >fine.txt
python3 - "$(cat coarse)" "$(cat fine.txt)" <<'P' || die "the balance of energies"
import sys
coarse, fine = map(float, sys.argv[1:])
print(coarse, fine)
assert coarse < 3e-3 and fine < coarse / 3, (coarse, fine)
P

# Two grains that do not move, and one above a plane.
cat >case.yaml <<'E2'
time: {dt: 1 us, end: 1 us, velocity_scale: 1}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25}}
contacts: [{between: any, restitution: 0.7, friction: 0.4}]
particles: [{positions: [[0, 0, 0], [3 mm, 0, 0]], diameter: 2 mm, material: m}]
tracks: {a: {id: 1}, b: {id: 2}}
force_fields: {magnetic: {field: [100 kA/m, 0, 0], range: 10 mm, materials: [{material: m, susceptibility: 3}]}}
output: {series: {every: 1 us}, plot: false}
E2
forces() { # forces OPTION...: the forces on both
    run --out numbers --overwrite "$@"
    python3 -c '
import csv
row = next(csv.DictReader(open("numbers/series.csv")))
print(*(row[f"{k} f{axis} [N]"] for k in "ab" for axis in "xyz"), row["field_energy [J]"])' >numbers.txt
}
is() { # is EXPRESSION...: what python makes of these is the x, y, z force on grain a, and the energy
    python3 - "$@" <<'P' || die "forces: $(cat numbers.txt), not $*"
import sys
from math import *
got = [float(x) for x in open("numbers.txt").read().split()]
mu0, eps0, r, R = 1.25663706127e-6, 8.8541878188e-12, 3e-3, 10e-3
m = 4 / 3 * pi * 1e-9 * 3 * 3 / 6 * 1e5
f = 1 / r**3 - 1 / R**3 + 3 * (r - R) / R**4
slope = -3 / r**4 + 3 / R**4
k = 1 / (4 * pi * eps0)
want = [eval(x) for x in sys.argv[1:5]]
have = got[:3] + got[6:]
scale = max(abs(x) for x in want[:3])
assert all(abs(a - b) < 1e-12 * max(scale, abs(b)) for a, b in zip(have, want)), (have, want)
assert got[3:6] == [-x for x in got[:3]] or len(sys.argv) > 5, got
P
}
forces
is 'mu0 / (4 * pi) * m * m * -2 * slope' 0 0 'mu0 / (4 * pi) * m * m * -2 * f'
forces --set 'force_fields.magnetic.field=[0, 0, 100 kA/m]'
is 'mu0 / (4 * pi) * m * m * slope' 0 0 'mu0 / (4 * pi) * m * m * f'
forces --set 'force_fields.magnetic.field=[60 kA/m, 80 kA/m, 0]'
is 'mu0 / (4 * pi) * m * m * slope * (1 - 3 * 0.36)' 'mu0 / (4 * pi) * m * m * -6 * 0.6 * 0.8 * f / r' 0 'mu0 / (4 * pi) * m * m * (1 - 3 * 0.36) * f'
forces --set 'force_fields={electric: {range: 10 mm, permittivity: 2, charges: [{material: m, charge: 1 nC}]}}'
is 'k / 2 * 1e-18 * -(1 / r**2 - 1 / R**2)' 0 0 'k / 2 * 1e-18 * (1 / r - 1 / R + (r - R) / R**2)'
forces --set 'force_fields={electric: {images: [p], charges: [{material: m, charge: 1 nC}]}}' --set 'walls={p: {plane: {point: [-2 mm, 0, 0], normal: [1, 0, 0]}, material: m}}'
is '-k * 1e-18 / (4 * 4e-6)' 0 0 '-k * 1e-18 / 4 * (1 / 2e-3 + 1 / 5e-3)' other

# A list has to reach as far as the fields do, in a periodic box too.
refused "the range of force fields" --set 'domain={min: [-5 mm, -5 mm, -5 mm], max: [5 mm, 5 mm, 5 mm], periodic: [x]}' ||
    die "a range longer than the box"
cp case.yaml before.yaml
sed -i '/^time:/d' case.yaml
refused "in the range of force fields 0.0" --set 'domain={min: [-5 mm, -5 mm, -5 mm], max: [8 mm, 8 mm, 8 mm], periodic: [x]}' --set 'time={dt: 1 us}' \
    --set 'force_fields={electric: {range: 4 mm, charges: [{material: m, charge: 1 nC}]}}' --set 'phases={a: {until: 1 ms}, b: {until: 1 ms, set: {force_fields.electric.range: 40 mm}}}'
mv before.yaml case.yaml
# dt: auto provides for the stiffness of the forces between bodies at touch, here of 1 mm and 0.1 uC, and of images.
strong=(--set 'force_fields={electric: {range: 4 mm, charges: [{material: m, charge: 0.1 uC}]}}')
"$SCREE" check case.yaml --set 'time.dt=100 us' --set materials.m.young="1 kPa" "${strong[@]}" >said 2>&1 || true
python3 - "$(sed -n 's/.*is beyond the limit of force fields .* touches six others, \(.*\) s: if energy.*/\1/p' said)" <<'P' || { cat said; die "the limit of force fields"; }
import sys
from math import pi, sqrt
mass, stiffness = 4 / 3 * pi * 1e-9 * 2500, 2 / (4 * pi * 8.8541878188e-12) * 1e-14 / 8e-9
want = 2 / sqrt(6 * stiffness * 2 / mass)
assert abs(float(sys.argv[1]) / want - 1) < 1e-2, (sys.argv[1], want)
P
# Mistakes.
refused "force_fields.electric.images: 'p' is there twice" --set 'force_fields={electric: {images: [p, p]}}' --set 'walls={p: {plane: {point: [-2 mm, 0, 0], normal: [1, 0, 0]}, material: m}}'
refused "force_fields: there is no field; accepted: some of 'fluid', 'electric' and 'magnetic'" --set 'force_fields={}'
refused "'p' is no plane that is there at all times and does not move; accepted: the names of such planes" --set 'force_fields={electric: {images: [p]}}'
refused "the velocity is given more than once; accepted: one of 'velocity', 'flow' and 'profile'" --set 'force_fields={fluid: {density: 1, viscosity: 1, velocity: [1, 0, 0], flow: {x: 1 m/s}}}'
refused "it is a length, not in m/s; accepted: a formula of x, y, z and time, in m/s" --set 'force_fields={fluid: {density: 1, viscosity: 1, flow: {x: 2 * z}}}'
refused "there is no variable 'r'" --set 'force_fields={fluid: {density: 1, viscosity: 1, flow: {x: r / 1 s}}}'
refused "this law of drag knows no porosity; accepted: drag: di_felice, or no porosity" --set 'force_fields={fluid: {density: 1, viscosity: 1, porosity: 0.5}}'
refused "they do not ascend" --set 'force_fields={fluid: {density: 1, viscosity: 1, profile: {axis: z, places: [1, 0], velocities: [[0, 0, 0], [1, 0, 0]]}}}'
refused "2 places and 3 velocities; accepted: as many" --set 'force_fields={fluid: {density: 1, viscosity: 1, profile: {axis: z, places: [0, 1], velocities: [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}}}'
refused "clumps have no charges and magnetic moments" --set 'shapes={rod: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 mm}]}}'

# Particles of a checkpoint keep their charges; those of a run without charges get what the case gives to new ones.
cat >case.yaml <<'E2'
time: {dt: 1 us, end: 10 us, velocity_scale: 1}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25}}
contacts: [{between: any, restitution: 0.7, friction: 0.4}]
particles: [{positions: [[0, 0, 0], [3 mm, 0, 0]], diameter: 2 mm, material: m}]
output: {series: {every: 1 us}, checkpoint: {every: 10 us}, plot: false}
E2
run --out neutral
sed -i 's/^particles.*/particles: [{checkpoint: neutral\/checkpoint_000000000010.scree}]/' case.yaml
cat >>case.yaml <<'E2'
force_fields: {electric: {range: 10 mm, charges: [{material: m, charge: 1 nC}]}}
E2
stored() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { at = $i == "field_energy [J]" ? i : at } } NR == 2 { print $at }' "$1/series.csv"; }
run --out charged
grep -q "its particles have no field 'charge': it begins with the charges of 'force_fields', as that of new particles does" said || { cat said; die "no word about charges"; }
run --out again --set 'particles.0.checkpoint=charged/checkpoint_000000000010.scree' --set 'force_fields.electric.charges.0.charge=5 nC'
awk -v a="$(stored charged)" -v b="$(stored again)" 'BEGIN { k = 8.9875517862e9 * 1e-18 * (1 / 3e-3 - 1 / 10e-3 - 7e-3 / 1e-4); off = a / k - 1; change = b / a - 1
    exit !(off < 1e-6 && off > -1e-6 && change < 1e-4 && change > -1e-4) }' || { stored charged; stored again; die "charges of a checkpoint"; }

# A sphere that floats at rest while gravity changes: what the two half kicks of a step are off by is no alarm.
cat >case.yaml <<'E2'
time: {end: 20 ms, dt: 10 us}
gravity_of_time: {table: {times: [0, 10 ms, 20 ms], values: [[0, 0, -9.81], [0, 0, 3], [0, 0, -9.81]]}}
materials: {m: {density: 1000, young: 5 MPa, poisson: 0.3}}
contacts: [{between: any, restitution: 0.7, friction: 0.4}]
particles: [{positions: [[0, 0, 0]], diameter: 1 mm, material: m}]
force_fields: {fluid: {density: 1000, viscosity: 1 mPa s}}
output: {series: {every: 1 ms}, plot: false}
E2
run --out floats
! grep -q "energy" said || { cat said; die "an alarm for a sphere that floats"; }

# A range that reaches far fits in a later phase where nothing is periodic, also before there are particles.
cat >case.yaml <<'E2'
domain: {min: [0, 0, 0], max: [2 cm, 2 cm, 2 cm]}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}
contacts: [{between: any, restitution: 0.7, friction: 0.4}]
insertion: [{name: few, material: m, fill: random, count: 3, diameter: 2 mm, region: {box: {min: [0, 0, 0], max: [2 cm, 2 cm, 2 cm]}}}]
force_fields: {electric: {range: 6 mm, charges: [{material: m, charge: 0.1 nC}]}}
phases: {one: {until: 0.1 ms}, two: {until: 0.2 ms, set: {contacts.0.restitution: 0.6}}}
output: {series: {every: 0.1 ms}, plot: false}
E2
run --out phases
