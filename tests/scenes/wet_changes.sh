#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# long: 130 s of processor time
# Changes of a case with bridges: phases that change the laws of wet pairs, hold and release particles and end walls give the liquid of bridges back;
# growth keeps the balance of energies; dt: auto and the checks know the dashpots of bridges that may form; films that are too large for the
# unit are refused before the run; particles of checkpoints get the moisture of their entry.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cp "$SCREE_SOURCE/examples/mesh/drum.stl" .
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) { at = $i == name ? i : at } } NR > 1 { print $at }' "$1/series.csv"; }
last() { column "$1" "$2" | tail -1; }
balanced() { [[ $(column "$1" "liquid_balance [m3]" | sort -u) == 0 ]] || { column "$1" "liquid_balance [m3]"; die "$1: liquid came from nowhere or was lost"; }; }
cat >case.yaml <<'E2'
gravity: [0, -9.81, 0]
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}
shapes: {pair: {members: [{at: [0, 0, -0.5], radius: 1}, {at: [0, 0, 0.7], radius: 0.8}]}}
walls:
  drum: {mesh: {file: drum.stl, scale: 0.2}, material: m, liquid_film: 5 um}
  floor: {plane: {point: [0, -6 cm, 0], normal: [0, 1, 0]}, material: m}
insertion:
  - {name: spheres, material: m, fill: random, count: 60, region: {mesh: drum}, diameter: {uniform: [2 mm, 3 mm]}, velocity_spread: [0.3, 0.3, 0.3], moisture: 0.02}
  - {name: clumps, shape: pair, material: m, fill: random, count: 15, region: {mesh: drum}, diameter: 3 mm}
contacts: [{between: any, liquid: {law: willett, surface_tension: 0.073, contact_angle: 30 deg}}]
liquid: {moisture: 0.005}
groups: {all: {region: {sphere: {center: [0, 0, 0], radius: 1}}, hold: true, start: 55 ms, stop: 60 ms}}
time: {dt: 10 us}
phases:
  fall: {until: 40 ms}
  law: {until: 48 ms, set: {contacts.0.liquid.law: rabinovich}}
  back: {until: 66 ms, set: {contacts.0.liquid.law: willett}}
  open: {until: 74 ms, set: {walls.drum.stop: 68 ms}}
output: {series: {every: 0.1 ms}, csv: {every: 20 ms}, checkpoint: {every: 20 ms}, plot: false}
E2
sed -i 's/^groups:.*/groups: {all: {from: spheres, hold: true, start: 52 ms, stop: 60 ms}}/' case.yaml
run_whole
balanced whole
# ended: of the changes of laws, of held pairs and of the wall; nothing is lost, as nothing is deleted.
awk -v e="$(last whole "bridges_ended [1]")" -v f="$(last whole "bridges_formed [1]")" -v b="$(last whole "bridges [1]")" -v r="$(last whole "bridges_ruptured [1]")" -v lost="$(last whole "liquid_lost [m3]")" \
    'BEGIN { exit !(e > 100 && f == b + r + e && lost == 0) }' || { tail -1 whole/series.csv; die "numbers of bridges"; }
same_on_threads
same_in_parts 1500 4321 5555 6801
same_on_ranks 3 2
grep -q "contacts begin without their history, which is that of other laws ('mindlin willett', here 'mindlin rabinovich')" said || { cat said; die "a change of laws"; }

# Films that are too large for the unit are refused before the run, also those of particles that come late.
refused "'late': the film of its largest particles would have " \
    --set 'insertion.0={name: late, material: m, rate: 1 kg/s, start: 50 ms, region: {mesh: drum}, diameter: 2 mm, moisture: 100}' --set groups.all.from=late

# The balance of energies closes where bodies grow that bridges hold. Work of growth is booked as changed energy.
printf '%s\n' '# x y z r' '-0.9999e-3 0 0 1e-3' '0.9999e-3 0 0 1e-3' '2.99e-3 0 0 1e-3' >three.txt
cat >case.yaml <<'E2'
time: {end: 10 ms, dt: 2 us}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.7, friction: 0.4}}
contacts: [{between: any, liquid: {law: willett, surface_tension: 0.073, contact_angle: 30 deg}}]
liquid: {moisture: 0.01, share: 1, largest: 0.01}
particles: [{name: all, file: three.txt, material: m}]
groups: {swells: {from: all, growth: -1 1/s, growth_every: 1 ms}}
output: {series: {every: 0.2 ms}, plot: false}
E2
run --out grown
balanced grown
changed=$(last grown "energy_changed [J]")
awk -v b="$(last grown "energy_balance [J]")" -v first="$(column grown "energy_balance [J]" | sed -n 2p)" -v n="$(last grown "bridges [1]")" -v c="$changed" \
    'BEGIN { off = (b - first) / c; exit !(n > 0 && c != 0 && off < 1e-3 && off > -1e-3) }' || { tail -1 grown/series.csv; die "growth with bridges: changed $changed"; }

# Liquid of the particles of a checkpoint: theirs, or by the moisture of their entry; those of a dry run get liquid.moisture.
cat >case.yaml <<'E2'
time: {end: 0.1 ms, dt: 2 us}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.7, friction: 0.4}}
shapes: {pair: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [0, 0, 1 mm], radius: 1 mm}]}}
particles:
  - {name: balls, positions: [[0, 0, 0], [5 mm, 0, 0]], diameter: 2 mm, material: m}
  - {name: clump, positions: [[10 mm, 0, 0]], shape: pair, material: m}
output: {series: {every: 0.02 ms}, checkpoint: {every: 0.1 ms}, plot: false}
E2
run --out dry
sed -i '/^particles/,/^  - .*clump/d' case.yaml
cat >>case.yaml <<'E2'
contacts: [{between: any, liquid: {law: willett, surface_tension: 0.073}}]
liquid: {moisture: 0.01}
particles: [{name: old, checkpoint: dry/checkpoint_000000000050.scree}]
E2
films_are() { # films_are FOLDER MOISTURE
    awk -v m="$(last "$1" "mass [kg]")" -v l="$(last "$1" "liquid_films [m3]")" -v w="$2" \
        'BEGIN { off = l / (w * m / 1000) - 1; exit !(off < 1e-9 && off > -1e-9) }' || { tail -1 "$1/series.csv"; die "$1: films of the particles of a checkpoint"; }
}
run --out wetted
films_are wetted 0.01
grep -q "its particles have no field 'liquid': it begins with liquid.moisture" said || { cat said; die "no word about the field that the checkpoint lacks"; }
run --out given --set particles.0.moisture=0.03
films_are given 0.03
run --out kept --set particles.0.checkpoint=given/checkpoint_000000000050.scree
films_are kept 0.03
run --out other --set particles.0.checkpoint=given/checkpoint_000000000050.scree --set particles.0.moisture=0.02
films_are other 0.02

# Viscous bridges between spheres that meet: dt: auto provides for their dashpots before there are any, and a longer step is refused.
printf '%s\n' '# x y z r vx' '-1.0001e-3 0 0 1e-3 0.3' '1.0001e-3 0 0 1e-3 -0.3' >two.txt
cat >case.yaml <<'E2'
time: {end: 2 ms, dt: auto}
gravity: [0, 0, 0]
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.7, friction: 0.4}}
contacts: [{between: any, liquid: {law: willett, surface_tension: 0.073, contact_angle: 30 deg, viscosity: 1 Pa s}}]
liquid: {moisture: 0.01, share: 1, largest: 0.01}
particles: [{name: all, file: two.txt, material: m}]
output: {series: {every: 0.02 ms}, plot: false}
E2
run --out viscous
"$SCREE" check case.yaml >said 2>&1
grep -q "limit of the dashpots of liquid bridges between m and m" said || { cat said; die "no word about dashpots"; }
column viscous "kinetic [J]" | awk 'NR == 1 { first = $1 } NR > 2 && $1 > 1e-5 * first { more = 1 } END { exit !(NR > 50 && !more) }' || { column viscous "kinetic [J]"; die "viscous bridges create energy"; }
refused "one bridge at the smallest particle is unstable beyond 5.56e-06 s, six are beyond 9.26e-07 s" --set "time.dt=20 us"
"$SCREE" check case.yaml --set "time.dt=2 us" >said 2>&1
grep -q "where the smallest particle has six of them, 9.26e-07 s (alone 5.56e-06 s)" said || { cat said; die "no warning of dashpots"; }

# Bridges break between bodies that are apart and touch in the next step: the contact is a new one, with any skin and in a resumed run.
cat >case.yaml <<'E2'
time: {end: 1 ms, dt: 20 us}
domain: {min: [0, 0, 0], max: [10 mm, 10 mm, 10 mm], periodic: [x, y, z]}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.9, friction: 0.1}}
insertion:
  - {name: s, material: m, fill: {method: lattice, spacing: 1.001}, region: {box: {min: [0, 0, 0], max: [10 mm, 10 mm, 10 mm]}}, diameter: 1.9 mm, velocity_spread: [0.5, 0.5, 0.5], moisture: 1e-12}
contacts: [{between: any, liquid: {law: willett, surface_tension: 0.073, contact_angle: 30 deg}}]
liquid: {moisture: 1e-12, least: 1e-20, unit: 1e-31}
output: {plot: false}
E2
run --out whole --threads 1 --overwrite --set 'search={skin: 0.01 mm}'
cp state whole.state
run --out whole --threads 1 --overwrite --set 'search={skin: 1 mm}'
diff whole.state state || die "bridges: another state with another skin"
rm -rf parts
run --out parts --threads 1 --steps 22
for steps in 1 1 1 100; do
    run --out parts --threads 1 --resume --steps $steps
done
diff whole.state state || die "bridges: another state in a resumed run"
