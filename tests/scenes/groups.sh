#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# Groups of particles that are held, moved, pulled and grow, and tracks of single ones, under a gravity and with walls that
# follow formulas of time: the same bits and files with any threads and ranks, and when the run is
# stopped and resumed around their starts and stops; and what a phase may change of them.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {dt: 10 us}
gravity_of_time: {formula: {x: 2 m/s2 * sin(2 * pi * 40 Hz * time), z: -9.81 m/s2, duration: 25 ms, repeat: true}}
materials:
  glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25}
  steel: {density: 7800 kg/m3, young: 5 MPa, poisson: 0.25}
contacts: {between: any, restitution: 0.4, friction: 0.5}
walls:
  cup:
    material: glass
    box: {min: [-9 mm, -9 mm, 0], max: [9 mm, 9 mm, 60 mm], open: [z+]}
    motion: {formula: {y: 0.2 mm * sin(2 * pi * 50 Hz * time), duration: 20 ms, repeat: true}}
insertion:
  - {name: low, material: glass, fill: random, region: {box: {min: [-9 mm, -9 mm, 1 mm], max: [9 mm, 9 mm, 20 mm]}}, diameter: 4 mm, count: 40}
  - {name: high, material: steel, fill: random, region: {box: {min: [-9 mm, -9 mm, 30 mm], max: [9 mm, 9 mm, 40 mm]}}, diameter: 4 mm, count: 10}
groups:
  above: {from: high, hold: true, stop: 30 ms}
  piston: {material: steel, region: {half_space: {point: [0, 0, 35 mm], normal: [0, 0, 1]}}, hold: true, velocity: [0, 0, -0.2 m/s], spin: [0, 0, 5 rad/s], start: 20 ms, stop: 70 ms}
  pulled: {ids: [1, 5-9], force: [1 mN, 0, 0.5 mN], torque: [0, 1 uN m, 0], start: 25 ms, stop: never}
  swells: {from: low, growth: 0.6 1/s, growth_every: 2 ms, start: 40 ms, stop: 60 ms}
  passes: {region: {box: {min: [-9 mm, -9 mm, 8 mm], max: [9 mm, 9 mm, 12 mm]}}, every: 3 ms, force: [0, 0, 1 uN]}
  freezes: {region: {box: {min: [-9 mm, -9 mm, 0], max: [9 mm, 9 mm, 4 mm]}}, every: 3 ms, hold: true, start: 75 ms, stop: 95 ms}
tracks: {one: 1, late: 45, none: 1000}
phases:
  one: {until: 50 ms}
  two: {until: 60 ms, set: {groups.piston.velocity: [0, 0, -0.1 m/s], groups.pulled.force: [0, 2 mN, 0], groups.swells.growth: 0.3 1/s}}
  wait: {until: {value: late vz, above: 100 m/s, at_most: 1 ms}}
output: {series: {every: 1 ms}, checkpoint: {every: 50 ms}, vtk: {every: 40 ms}, csv: {every: 20 ms, fields: [id, position, velocity, force]}, plot: false}
E2
run_whole
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("whole/series.csv")))
for step, vz in ((4000, -0.2), (6000, -0.1)):  # the second phase changes what is held
    speeds = [float(r["velocity_z [m/s]"]) for r in csv.DictReader(open(f"whole/particles_{step:012}.csv")) if int(r["id"]) > 40]
    assert speeds.count(vz) == 5, (step, speeds)
for step, row in ((4000, rows[40]), (6000, rows[60])):  # tracks
    particle = {int(r["id"]): r for r in csv.DictReader(open(f"whole/particles_{step:012}.csv"))}
    for name, number in (("one", 1), ("late", 45)):
        for column, field in (("x [m]", "position_x [m]"), ("vz [m/s]", "velocity_z [m/s]"), ("fy [N]", "force_y [N]")):
            assert float(row[f"{name} {column}"]) == float(particle[number][field]), (step, name, column)
    assert row["none z [m]"] == "nan"
at = lambda t: min(rows, key=lambda r: abs(float(r["time [s]"]) - t))
members = lambda t: [int(at(t)[f"{g} members [1]"]) for g in ("above", "piston", "pulled", "swells", "freezes")]
assert members(0.01) == [10, 0, 0, 0, 0], members(0.01)
piston = members(0.025)[1]
assert 0 < piston < 10 and members(0.035) == [0, piston, 6, 0, 0] and members(0.05) == [0, piston, 6, 40, 0], members(0.05)
assert members(0.065) == [0, piston, 6, 0, 0] and members(0.1)[:4] == [0, 0, 6, 0]
assert members(0.08)[4] > 5
assert len({int(r["passes members [1]"]) for r in rows}) > 3  # chosen anew
# The mass of held particles does not count; growth adds mass by its closed form: radii times 1.0012 four times, then 1.0006 six times.
glass, steel = (40 * 2500 * 4 / 3 * 3.14159265358979 * 0.002**3, 10 * 7800 * 4 / 3 * 3.14159265358979 * 0.002**3)
mass = lambda t: float(at(t)["mass [kg]"])
assert abs(mass(0.01) / glass - 1) < 1e-12 and abs(mass(0.071) / (glass * (1.0012**4 * 1.0006**6)**3 + steel) - 1) < 1e-12, mass(0.071) / glass
scale = sum(float(rows[-1][k]) for k in ("energy_inserted [J]", "load_work [J]", "energy_changed [J]", "wall_work [J]"))
balance = [float(r["energy_balance [J]"]) for r in rows]
assert max(balance) - min(balance) < 5e-3 * scale, (max(balance) - min(balance), scale)
assert abs(float(rows[-1]["load_work [J]"])) > 1e-6 and float(rows[-1]["load_work [J]"]) != 0
assert float(rows[-1]["energy_changed [J]"]) != 0
P
for name in source groups sources group_names; do
    grep -q "Name=\"$name\"" whole/particles_000000000000.vtp || die "no $name in ParaView files"
done
same_on_threads
same_with_skins '0.05 mm' '2 mm'
same_in_parts 1999 2000 2001 2500 3000 3999 4201 5000 5001 6000 7000 7500 7801 9500
same_on_ranks 2 3
# Who is chosen stays; what is done may change.
sed 's/groups.swells.growth: 0.3 1\/s/groups.swells.hold: true/' case.yaml >hold.yaml
if "$SCREE" check hold.yaml >state 2>said; then die "a phase may change hold"; fi
grep -q 'groups.swells.hold' said || { cat said; die "no message for hold"; }
sed 's/ids: \[1, 5-9\]/ids: [1000]/' case.yaml >empty.yaml
"$SCREE" run empty.yaml --quiet --steps 2600 >state 2>said || { cat said; die "empty group"; }
grep -q "group 'pulled', t = 0.025 s: no particle fits" said || { cat said; die "no warning for an empty group"; }
# A run from the checkpoint begins with free particles.
"$SCREE" run case.yaml --quiet --steps 1000 --out held >state 2>said
cat >anew.yaml <<E2
time: {end: 1 ms, dt: 10 us}
gravity: [0, 0, -9.81 m/s2]
materials:
  glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25}
  steel: {density: 7800 kg/m3, young: 5 MPa, poisson: 0.25}
contacts: {between: any, restitution: 0.4, friction: 0.5}
particles: [{checkpoint: $(ls held/checkpoint_*)}]
E2
"$SCREE" run anew.yaml --quiet --out anew >state 2>said || { cat said; die "anew"; }
python3 - <<'P'
import csv
row = list(csv.DictReader(open("anew/series.csv")))[-1]
wanted = (40 * 2500 + 10 * 7800) * 4 / 3 * 3.14159265358979 * 0.002**3
assert abs(float(row["mass [kg]"]) / wanted - 1) < 1e-12
P
# Formulas depend on variables: with another value it is another case.
cat >formula.yaml <<'E2'
variables: {a: 1 mm}
time: {end: 10 ms, dt: 10 us}
materials: {glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25, restitution: 0.5, friction: 0.5}}
particles: {positions: [[0, 0, 1 cm]], diameter: 4 mm, material: glass}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass, motion: {formula: {z: a * sin(time * 100 rad/s), duration: 10 ms}}}}
output: {plot: false}
E2
"$SCREE" run formula.yaml --quiet --out formula --steps 100 >state 2>said || { cat said; die "formula"; }
if "$SCREE" run formula.yaml --define 'a=2 mm' --quiet --out formula --resume >state 2>said; then die "another formula was accepted"; fi
grep -q 'was written by a case that differs' said || { cat said; die "no message for another formula"; }
"$SCREE" run formula.yaml --quiet --out formula --resume >state 2>said || { cat said; die "formula resumed"; }
# A run does not delete the table that it reads.
mkdir keep && echo '0 0 0 0
1 0 0 1' >keep/series.csv && echo series.csv >keep/run.files
sed 's/{formula: .* 10 ms}}/{table: {file: keep\/series.csv}}/' formula.yaml >table.yaml
if "$SCREE" run table.yaml --quiet --out keep --overwrite >state 2>said; then die "the table was overwritten"; fi
[[ -s keep/series.csv ]] || die "the table is gone"
# Wet particles that grow on one rank only, or on none: the forces of all ranks are computed again.
cat >case.yaml <<'E2'
time: {end: 30 ms, dt: 10 us}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25, restitution: 0.4, friction: 0.5}}
contacts: [{between: any, liquid: {law: willett, surface_tension: 0.07, contact_angle: 30 deg}}]
liquid: {moisture: 0.01}
walls: {cup: {material: glass, box: {min: [-9 mm, -9 mm, 0], max: [9 mm, 9 mm, 60 mm], open: [z+]}}}
insertion:
  - {name: bed, material: glass, fill: random, region: {box: {min: [-9 mm, -9 mm, 1 mm], max: [9 mm, 9 mm, 20 mm]}}, diameter: 3 mm, count: 60}
groups:
  empty: {region: {box: {min: [-9 mm, -9 mm, 50 mm], max: [-7 mm, -7 mm, 59 mm]}}, growth: 0.5 1/s, growth_every: 0.1 ms, start: 1 ms}
  corner: {region: {box: {min: [-9 mm, -9 mm, 0], max: [-4 mm, -4 mm, 9 mm]}}, growth: 0.5 1/s, growth_every: 0.35 ms, start: 1 ms}
output: {series: {every: 1 ms}, plot: false}
E2
rm -rf whole && run_whole
same_on_ranks 2 3 5
