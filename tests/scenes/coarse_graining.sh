#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Wet grains hit a wall that wears, and charged grains move in a fluid and a field: with coarse_graining: 2 an eighth of the particles have the same mass, liquid, wear,
# works and accelerations. `check` shows the numbers of grains and particles side by side, and names what has no rule.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
# keeps NAME TOLERANCE COLUMN...: the last values of these columns in the runs grains and particles agree.
keeps() {
    python3 - "$@" <<'P' || die "$1: coarse-graining does not keep a number"
import csv, sys
tolerance, names = float(sys.argv[2]), sys.argv[3:]
last = [list(csv.DictReader(open(f"{run}/series.csv")))[-1] for run in ("grains", "particles")]
last = [{key.split(" [")[0]: float(value) for key, value in row.items()} for row in last]
for name in names:
    a, b = (row[name] for row in last)
    print(name, a, b)
    assert a != 0 and abs(a - b) <= tolerance * abs(a), (name, a, b)
assert last[0]["particles"] == 8 * last[1]["particles"] > 0
P
}
both() {
    rm -rf grains particles
    "$SCREE" run case.yaml --quiet --out grains "$@" >said 2>&1 || { cat said; die "grains"; }
    "$SCREE" run case.yaml --quiet --out particles --set coarse_graining=2 "$@" >said 2>&1 || { cat said; die "particles"; }
}
cat >case.yaml <<'E1'
time: {end: 30 ms}
gravity: [0, 0, 0]
materials:
  ore: {density: 2500, young: 10 MPa, poisson: 0.25, restitution: 0.8, friction: 0.3}
  steel: {density: 7800, young: 50 MPa, poisson: 0.3, restitution: 0.8, friction: 0.3}
contacts:
  - {between: any, liquid: {law: willett, surface_tension: 0.073, contact_angle: 30 deg, viscosity: 5 mPa s}}
  - {between: [ore, steel], wear: {law: finnie, flow_stress: 1 GPa}}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: steel}}
insertion:
  - {name: grains, material: ore, fill: random, count: 64, diameter: 2 mm, velocity: [1, 0, -1], region: {box: {min: [0, 0, 10 mm], max: [0.6, 0.6, 20 mm]}}}
liquid: {moisture: 0.01}
wear: {energy_bins: [1 uJ, 3 uJ, 10 uJ]}
output: {series: {every: 30 ms}, csv: {every: 30 ms}, plot: false}
E1
both
keeps hits 1e-12 "floor wear_volume" liquid_supplied liquid_films
keeps hits 2e-3 "floor normal_work" "floor sliding_work" "floor impact_energy" "floor load_path" kinetic # up to the place of the touch in a step
for run in grains,64 particles,8; do
    hits=${run#*,} files=("${run%,*}"/wear_*.csv)
    [[ $(tail -n 1 "${files[-1]}") == *",$hits,0,0,$hits,0" ]] || { tail -n 1 "${files[-1]}"; die "bins of energy"; }
done
both --set 'contacts.1.wear={law: archard, wear_coefficient: 1e-3, hardness: 1 GPa}'
keeps archard 2e-3 "floor wear_volume"
both --set 'contacts.1.wear={law: oka, hardness: 1 GPa}'
keeps oka 1e-12 "floor wear_volume"

expect_note() {
    grep -F -q -e "$1" notes || { cat notes; die "check does not say: $1"; }
}
"$SCREE" check case.yaml --set coarse_graining=2 --set 'gravity=[0, 0, -9.81]' >notes 2>&1
expect_note "ore with ore: bridge of 0.001 R^3 at touch: capillary force over the section 126.44 Pa -> 126.44 Pa; over the weight (Bond number) 3.86666 -> 1.93333; gap at rupture over the radius 0.127442 -> 0.127442; largest viscous force at 1 m/s over the section 1500 Pa -> 1500 Pa"
expect_note "ore with steel: wear for load and distance 0 -> 0 m3/(N m); for work of friction 0 -> 0 m3/J; for the mass that hits at 1 m/s and 45 deg 2.08333e-11 -> 2.08333e-11 m3/kg"
expect_note "wear.energy_bins[2] 1e-05 -> 8e-05 J"
"$SCREE" check case.yaml --set 'coarse_graining={factor: 2, cohesion: bond_number}' --set 'gravity=[0, 0, -9.81]' >notes 2>&1
expect_note "capillary force over the section 126.44 Pa -> 252.879 Pa; over the weight (Bond number) 3.86666 -> 3.86666"

cat >case.yaml <<'E2'
time: {end: 20 ms, dt: 2 us}
gravity: [0, 0, -9.81]
materials: {m: {density: 1500, young: 10 MPa, poisson: 0.25, restitution: 0.8, friction: 0.3}}
contacts: [{between: any}]
domain: {min: [0, 0, 0], max: [0.5, 0.5, 0.5]}
insertion:
  - {name: grains, material: m, fill: random, count: 16, diameter: 1 mm, velocity: [1, 0, -0.5], region: {box: {min: [0.1, 0.1, 0.1], max: [0.4, 0.4, 0.4]}}}
force_fields:
  fluid: {density: 1000, viscosity: 1 mPa s, velocity: [0, 0.3, 0]}
  electric: {field: [0, 0, 100 kV/m], charges: [{material: m, charge: 20 pC}]}
output: {series: {every: 20 ms}, plot: false}
E2
both
keeps fields 1e-9 kinetic fluid_drag field_work
"$SCREE" check case.yaml --set coarse_graining=2 >notes 2>&1
expect_note "a particle has the drag of the 8 grains, with their Reynolds number"
expect_note "force_fields.electric.charges[0].charge 2e-11 -> 1.6e-10 C"
refused "no rule holds for force_fields.electric.images" --set coarse_graining=2 --set 'force_fields.electric.images=[floor]' \
    --set 'walls.floor={plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}'
refused "is below the diameter of the particles, 0.004 m" --set coarse_graining=4 --set 'force_fields.electric.range=3 mm'
refused "no rule holds for force_fields.magnetic with cohesion: bond_number" --set 'coarse_graining={factor: 2, cohesion: bond_number}' \
    --set 'force_fields.magnetic={field: [0, 30 kA/m, 0], range: 8 mm, materials: [{material: m, susceptibility: 5}]}'
"$SCREE" check case.yaml --set coarse_graining=2 --set 'force_fields.magnetic={field: [0, 30 kA/m, 0], range: 8 mm, materials: [{material: m, susceptibility: 5}]}' >notes 2>&1
expect_note "force_fields.magnetic.range 0.008 -> 0.016 m"
