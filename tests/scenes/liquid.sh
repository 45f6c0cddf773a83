#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# Wet spheres and clumps in a turning drum with a film on its wall: bridges form, stretch and rupture, and an outlet takes some particles.
# The sum of the liquid is the same to the counted unit, and the bits are the same on threads and ranks, with other skins and in a run that is
# stopped and resumed.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cp "$SCREE_SOURCE/examples/mesh/drum.stl" .
cat >case.yaml <<'E'
time: {end: 60 ms, dt: 10 us}
gravity: [0, -9.81, 0]
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}
shapes: {pair: {members: [{at: [0, 0, -0.5], radius: 1}, {at: [0, 0, 0.7], radius: 0.8}]}}
walls:
  drum:
    mesh: {file: drum.stl, scale: 0.2}
    material: m
    liquid_film: 5 um
    motion: {rotate: {axis: [0, 0, 1], point: [0, 0, 0], rate: 60 rad/s}}
insertion:
  - {name: spheres, material: m, fill: random, count: 60, region: {mesh: drum}, diameter: {uniform: [2 mm, 3 mm]}, velocity_spread: [0.3, 0.3, 0.3], moisture: 0.02}
  - {name: clumps, shape: pair, material: m, fill: random, count: 15, region: {mesh: drum}, diameter: 3 mm}
contacts:
  - {between: any, liquid: {law: willett, surface_tension: 0.073, contact_angle: 30 deg}}
liquid: {moisture: 0.005}
outlets: {hole: {start: 30 ms, region: {sphere: {center: [0, -16 mm, 0], radius: 4 mm}}}}
output: {series: {every: 1 ms}, csv: {every: 20 ms}, vtk: {every: 20 ms}, checkpoint: {every: 20 ms}, plot: false}
E
run_whole
column() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) { at = $i == name ? i : at } } NR > 1 { print $at }' whole/series.csv; }
last() { column "$1" | tail -1; }
[[ $(column "liquid_balance [m3]" | sort -u) == 0 ]] || { column "liquid_balance [m3]"; die "liquid came from nowhere or was lost"; }
awk -v b="$(last "bridges [1]")" -v r="$(last "bridges_ruptured [1]")" -v f="$(last "bridges_formed [1]")" -v e="$(last "bridges_ended [1]")" \
    -v lost="$(last "liquid_lost [m3]")" -v walls="$(last "liquid_walls [m3]")" -v all="$(last "liquid_supplied [m3]")" \
    'BEGIN { exit !(b > 50 && r > 50 && e > 0 && f == b + r + e && lost > 0 && walls > 0 && lost < 0.3 * all) }' ||
    { tail -1 whole/series.csv; die "numbers of bridges"; }
grep -q 'Name="liquid"' whole/particles_000000002000.vtp || die "no liquid in the picture"
same_on_threads
same_with_skins "20 um" "0.5 mm" # the list reaches as far as bridges do, whatever its skin is
same_in_parts 1500 3333 4600
same_on_ranks 2 3

# Mistakes are named with their remedy.
refused "liquid.moisture" --set liquid.moisture=-0.1
refused "contact_angle" --set 'contacts=[{between: any, liquid: {law: young_laplace, surface_tension: 0.073, contact_angle: 80 deg}}]'
refused "surface_tension" --set 'contacts=[{between: any, liquid: {law: willett, surface_tension: 0}}]'
refused "there is a law of liquid bridges, and particles have no liquid; accepted: a section 'liquid'" --set liquid=null --set walls.drum.liquid_film=0 --set insertion.0.moisture=auto
refused "least = 0.04 is above largest = 0.01, so no bridge could form; accepted: a smaller least" --set 'liquid={least: 0.04, largest: 0.01}'
refused "a film has a volume by the wall's area, and a plane has none" --set 'walls.floor={plane: {point: [0, -5 cm, 0], normal: [0, 1, 0]}, material: m, liquid_film: 1 um}'
refused "a pair is held by a bond or by a liquid bridge; accepted: one of the two laws" --set 'contacts=[{between: any, liquid: {law: willett, surface_tension: 0.073}, bond: {law: parallel, bond_young: 1 MPa, bond_tension: 1 kPa, bond_shear: 1 kPa}}]'
! "$SCREE" run case.yaml --quiet --out large --set liquid.unit=1e-30 >state 2>said || die "films of too many units"
grep -q "more than 2^52 times liquid.unit, .* accepted: a liquid.unit of " said || { cat said; die "films of too many units"; }

# Two spheres meet at 0.05 m/s, and their bridge takes its work up to rupture, 0.13416 gamma R^2, from their energy; at 0.03 m/s they stick.
printf '%s\n' '# x y z r vx' '-1.0001e-3 0 0 1e-3 0.05' '1.0001e-3 0 0 1e-3 -0.05' >two.txt
cat >case.yaml <<'E'
time: {end: 8 ms, dt: 0.5 us}
gravity: [0, 0, 0]
materials: {m: {density: 2500, young: 50 MPa, poisson: 0.3, restitution: 1, friction: 0.4}}
contacts: [{between: any, liquid: {law: young_laplace, surface_tension: 0.073, contact_angle: 30 deg}}]
liquid: {moisture: 0.01, share: 1, largest: 0.001}
particles: [{file: two.txt, material: m}]
output: {series: {every: 0.1 ms}, plot: false}
E
run --out pair
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { k = $i == "kinetic [J]" ? i : k; r = $i == "rupture_energy [J]" ? i : r; b = $i == "energy_balance [J]" ? i : b } }
    NR == 2 { first = $k; balance = $b }
    END { work = 0.13416 * 0.073e-6; off = $r / work - 1; lost = (first - $k) / $r - 1; drift = ($b - balance) / first
          exit drift > 2e-6 || drift < -2e-6 || off > 5e-3 || off < -1e-3 || lost > 1e-4 || lost < -1e-4 }' pair/series.csv || { tail -1 pair/series.csv; die "work of a rupture"; }
sed -i 's/0.05$/0.03/' two.txt
run --out stuck
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { n = $i == "bridges [1]" ? i : n; r = $i == "bridges_ruptured [1]" ? i : r } } END { exit !($n == 1 && $r == 0) }' stuck/series.csv ||
    { tail -1 stuck/series.csv; die "they do not stick"; }

# One of two balls that stick together is deleted, and half of their bridge stays.
cat >case.yaml <<'E2'
time: {end: 40 us, dt: 2 us}
gravity: [0, 0, 0]
domain: {min: [-5 mm, -2 mm, -2 mm], max: [5 mm, 2 mm, 2 mm]}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.7, friction: 0.4}}
contacts: [{between: any, liquid: {law: willett, surface_tension: 0.073, contact_angle: 30 deg}}]
liquid: {moisture: 0.01}
particles: [{positions: [[-0.9999 mm, 0, 0], [0.9999 mm, 0, 0]], diameter: 2 mm, material: m}]
outlets: {out: {region: {half_space: {point: [0, 0, 0], normal: [1, 0, 0]}}, start: 20 us, every: 2 us}}
output: {series: {every: 2 us}, checkpoint: {every: 10 us}, plot: false}
E2
rm -rf whole parts
run_whole
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { f = $i == "liquid_films [m3]" ? i : f; b = $i == "liquid_bridges [m3]" ? i : b; l = $i == "liquid_lost [m3]" ? i : l; e = $i == "bridges_ended [1]" ? i : e } }
    NR == 5 { half = ($f + $b) / 2; bridge = $b } END { off = $f / half - 1; lost = $l / half - 1; exit !(bridge > 0 && $e == 1 && $b == 0 && off < 1e-9 && off > -1e-9 && lost < 1e-9 && lost > -1e-9) }' whole/series.csv ||
    { cat whole/series.csv; die "the bridge of a ball that is deleted"; }
same_in_parts 5 11
same_on_ranks 2 3

# Moisture is a share of the mass of a clump, in which overlaps count once.
cat >case.yaml <<'E2'
time: {end: 10 us, dt: 1 us}
materials: {m: {density: 2500, young: 50 MPa, poisson: 0.3, restitution: 1, friction: 0.4}}
contacts: [{between: any, liquid: {law: willett, surface_tension: 0.073}}]
shapes: {pair: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [0, 0, 1 mm], radius: 1 mm}]}}
liquid: {moisture: 0.02}
particles: [{positions: [[0, 0, 0]], shape: pair, material: m}]
output: {series: {every: 1 us}, plot: false}
E2
run --out clump
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { m = $i == "mass [kg]" ? i : m; l = $i == "liquid_films [m3]" ? i : l } }
    END { off = $l / (0.02 * $m / 1000) - 1; exit off > 1e-9 || off < -1e-9 }' clump/series.csv || { tail -1 clump/series.csv; die "moisture of a clump"; }
! "$SCREE" run case.yaml --quiet --out coarse --set "liquid.unit=1e-9" >state 2>said || die "films smaller than their unit"
grep -q "all films are smaller than liquid.unit" said || { cat said; die "films smaller than their unit"; }

# Bridges that are longer than the periodic box has room for stop the run, which says what shortens them.
cat >case.yaml <<'E2'
time: {end: 10 ms, dt: 2 us}
gravity: [0, 0, 0]
domain: {min: [-2.3 mm, -2.3 mm, -2.3 mm], max: [2.3 mm, 2.3 mm, 2.3 mm], periodic: [x, y, z]}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.7, friction: 0.4}}
contacts: [{between: any, liquid: {law: willett, surface_tension: 0.073, contact_angle: 30 deg}}]
liquid: {moisture: 0.2, share: 1, largest: 0.05}
particles:
  - {positions: [[-0.9999 mm, 0, 0]], diameter: 2 mm, material: m, velocity: [-0.3, 0, 0]}
  - {positions: [[0.9999 mm, 0, 0]], diameter: 2 mm, material: m, velocity: [0.3, 0, 0]}
output: {plot: false}
E2
! "$SCREE" run case.yaml --quiet --out long >state 2>said || die "bridges that are longer than the list reaches"
grep -q "the periodic box has room for .* or a smaller liquid.largest" said || { cat said; die "bridges that are longer than the list reaches"; }
