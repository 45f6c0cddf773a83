#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# Bonded agglomerates that break at a floor, and bonds that phases make: the same bits and the same files with any threads and ranks, and
# when a run is stopped and resumed.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
tables() { # tables FOLDER: bonds that broke and fragments as in the whole run
    local name
    for name in bonds_broken.csv fragments.csv; do
        cmp "whole/$name" "$1/$name" || die "$1: another $name"
    done
}
cat >case.yaml <<'E2'
time: {end: 20 ms, dt: 4 us}
gravity: [0, 0, -9.81]
domain: {min: [-25 mm, -25 mm, -10 mm], max: [25 mm, 25 mm, 0.2 m], periodic: [x, y]}
materials: {glass: {density: 2500, young: 10 MPa, poisson: 0.3, restitution: 0.5, friction: 0.5}}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}}
shapes:
  tetra:
    bonded: {gap: 0.1 mm, weibull: 6}
    members:
      - {at: [0, 0, 0], radius: 2 mm}
      - {at: [4 mm, 0, 0], radius: 2 mm}
      - {at: [0, 4.05 mm, 0], radius: 2 mm}
      - {at: [0, 0, 4 mm], radius: 2 mm}
insertion:
  - {material: glass, fill: random, shape: tetra, count: 20, velocity: [0, 0, -4],
     region: {box: {min: [-25 mm, -25 mm, 8 mm], max: [25 mm, 25 mm, 40 mm]}}}
  - {material: glass, rate: 1000 1/s, shape: tetra, diameter: {uniform: [6 mm, 8 mm]}, velocity: [0, 0, -4],
     velocity_spread: [0.5, 0.5, 0.5], spin: [100, 0, 30],
     region: {box: {min: [-25 mm, -25 mm, 60 mm], max: [25 mm, 25 mm, 90 mm]}}}
contacts: [{between: any, bond: {law: parallel, bond_young: 10 MPa, bond_tension: 0.1 MPa, bond_shear: 0.1 MPa}}]
bonds: [{walls: [floor], start: 5 ms, every: 3 ms}]
output: {series: {every: 1 ms}, vtk: {every: 5 ms}, csv: {every: 10 ms}, fragments: true, checkpoint: {every: 7 ms}, plot: true}
E2
run_whole
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("whole/series.csv")))
broken = list(csv.DictReader(open("whole/bonds_broken.csv")))
fragments = list(csv.DictReader(open("whole/fragments.csv")))
modes = ["tension", "shear", "bending", "torsion"]
first, last = rows[0], rows[-1]
assert int(first["bonds [1]"]) == 3 * 20 + 3 * int(first["insertion2 inserted [1]"]) and int(last["bonds [1]"]) > 10
for row in rows:
    t = float(row["time [s]"])
    so_far = [b for b in broken if float(b["time [s]"]) <= t * (1 + 1e-12)]
    for mode in modes:
        assert int(row[f"bonds_broken_{mode} [1]"]) == sum(b["mode"] == mode for b in so_far), (t, mode)
    energy = sum(float(b["energy [J]"]) for b in so_far)
    assert abs(float(row["broken_energy [J]"]) - energy) <= 1e-12 * energy
    gone = sum(int(row[f"bonds_broken_{mode} [1]"]) for mode in modes) + int(row["bonds_lost [1]"])
    assert int(row["bonds [1]"]) == int(row["bonds_made [1]"]) - gone
    now = [f for f in fragments if f["time [s]"] == row["time [s]"]]
    assert len(now) == int(row["fragments [1]"])
    assert sum(int(f["particles"]) for f in now) == int(row["particles [1]"])
    assert abs(sum(float(f["mass [kg]"]) for f in now) / float(row["mass [kg]"]) - 1) < 1e-12
    assert abs(max(float(f["mass [kg]"]) for f in now) / float(row["largest_fragment [kg]"]) - 1) < 1e-12
assert [float(b["time [s]"]) for b in broken] == sorted(float(b["time [s]"]) for b in broken) and len(broken) > 60
assert {b["mode"] for b in broken} >= {"shear", "bending"} and all(0 <= float(b["energy [J]"]) < 1e-3 for b in broken)
assert any(b["wall"] == "floor" and b["id2"] == "0" for b in broken)
scale = float(last["energy_inserted [J]"])
assert all(abs(float(row["energy_balance [J]"])) < 1e-2 * scale for row in rows)
# The particles' own numbers: fragments as in the table, and agglomerates of four.
frame = list(csv.DictReader(open("whole/particles_000000005000.csv")))
now = {f["fragment"]: int(f["particles"]) for f in fragments if f["time [s]"] == last["time [s]"]}
count = {}
for p in frame:
    count[p["fragment"]] = count.get(p["fragment"], 0) + 1
    assert (int(p["id"]) - int(p["agglomerate"])) in range(4) and int(p["fragment"]) <= int(p["id"])
assert count == now
P
[[ -s whole/bonds.pvd && -s whole/bonds_000000005000.vtp ]] || die "no bonds.vtp"
grep -q '>fragments<' whole/plot.svg || die "no bonds in plot.svg"
same_on_threads
tables two
same_in_parts 700 1750 1751 3500 4000
tables parts
diff <(ls whole) <(ls parts) || die "parts: other files"
cmp whole/bonds_000000005000.vtp parts/bonds_000000005000.vtp || die "another bonds.vtp"
for n in $(ranks_of 2 3 5); do
    same_on_ranks $n
    ((${#mpirun[@]} == 0)) || tables ranks
done
if ((${#mpirun[@]})); then
    run_on 3 --out mixed --steps 2600
    run --threads 1 --out mixed --resume
    same mixed
    tables mixed
fi
# A later stop of the same run keeps what came before and writes nothing twice.
run --threads 1 --out whole --overwrite
tables whole
ls whole | grep -c '^bonds_' | grep -qx 6 || { ls whole; die "old pictures are left"; }

# Phases make bonds, as their `start` says; a state that is set when the phase begins acts at once.
cat >case.yaml <<'E2'
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, young: 10 MPa, poisson: 0.3, restitution: 0.3, friction: 0.5}}
walls: {cup: {box: {min: [-9 mm, -9 mm, 0], max: [9 mm, 9 mm, 60 mm], open: [z+]}, material: glass}}
insertion: [{material: glass, fill: random, diameter: 4 mm, count: 60, region: {box: {min: [-9 mm, -9 mm, 0], max: [9 mm, 9 mm, 40 mm]}}}]
time: {dt: 5 us}
contacts: [{between: any, bond: {law: parallel, bond_young: 10 MPa, bond_tension: 20 kPa, bond_shear: 20 kPa}}]
bonds: [{name: glue, start: never, gap: 0.2 mm}, {name: heal, start: never, every: 4 ms}]
phases:
  settle: {until: 30 ms}
  glue: {until: 10 ms, set: {bonds.glue.start: phase_start}}
  heal: {until: 10 ms, set: {bonds.heal.start: phase_start + 2 ms}}
output: {series: {every: 2 ms}, fragments: true, checkpoint: {every: 7 ms}, plot: false}
E2
rm -rf whole two parts ranks mixed
run_whole
python3 - <<'P'
import csv
made = {round(float(r["time [s]"]) * 1e3): int(r["bonds_made [1]"]) for r in csv.DictReader(open("whole/series.csv"))}
assert made[30] == 0 and made[32] == made[40] > 20 and made[42] > made[40] and made[50] > made[42], made
P
same_on_threads
same_in_parts 5990 6000 6001 8000 8010
tables parts
same_on_ranks 2 3
((${#mpirun[@]} == 0)) || tables ranks

# The example: a cube that breaks at a plate.
sed 's/end: 3 ms/end: 1 ms/; s/vtk: {every: 0.1 ms}, //' "$SCREE_SOURCE/examples/bonds_cube.yaml" >case.yaml
grep -q 'end: 1 ms' case.yaml || die "the example has another duration"
rm -rf whole two parts ranks mixed
run_whole
(($(wc -l <whole/bonds_broken.csv) > 200)) || die "the cube does not break"
for threads in 2 3; do
    run --threads $threads --out two --overwrite
    same two
    tables two
done
same_in_parts 700 701 1100
tables parts
for n in $(ranks_of 2 3); do
    same_on_ranks $n
    ((${#mpirun[@]} == 0)) || tables ranks
done

# Spheres in shallow grooves, that swing beyond the foot of one of their two bonds: the bond that stays at the edge is in the state.
cat >case.yaml <<'E2'
time: {end: 40 ms, dt: 10 us}
gravity: [0, 0, -10]
materials: {glass: {density: 2500, young: 1 MPa, poisson: 0.2, restitution: 0.5, friction: 0.3}}
contacts: [{between: any, bond: {law: parallel, bond_young: 5 kPa}}]
walls: {groove: {extrude: {line: [[-50 mm, -50 mm, 1 mm], [0, -50 mm, 0], [50 mm, -50 mm, 1 mm]], along: [0, 100 mm, 0]}, material: glass}}
particles: [{positions: [[0, -40 mm, 4.96 mm], [0, -20 mm, 4.97 mm], [0, 20 mm, 5.02 mm], [0, 40 mm, 5 mm]], diameter: 10 mm, velocity: [0.08, 0.002, 0], material: glass}]
bonds: [{walls: [groove], gap: 0.1 mm}]
output: {series: {every: 5 ms}, checkpoint: {every: 7 ms}, plot: false}
E2
rm -rf whole two parts ranks mixed
run_whole
[[ $(python3 -c 'import csv; r = list(csv.DictReader(open("whole/series.csv")))[-1]; print(r["bonds [1]"], r["bonds_lost [1]"])') == "8 0" ]] || die "bonds are lost in an edge"
same_on_threads
same_in_parts 301 700 1500 1501 2222 3000
same_on_ranks 2 3

# A bond whose particle is deleted is lost, not broken: a warning says so at that moment, once.
cat >case.yaml <<'E2'
time: {end: 2 ms, dt: 5 us}
materials: {glass: {density: 2500, young: 10 MPa, poisson: 0.3, restitution: 0.3, friction: 0.5}}
contacts: [{between: any, bond: {law: parallel, bond_young: 10 MPa, bond_tension: 20 kPa, bond_shear: 20 kPa}}]
shapes: {fibre: {chain: {count: 5, radius: 1 mm}, bonded: true}}
particles: [{positions: [[0, 0, 0]], velocity: [1 m/s, 0, 0], shape: fibre, material: glass}]
outlets: {gate: {region: {box: {min: [4.5 mm, -1, -1], max: [1, 1, 1]}}}}
output: {series: {every: 1 ms}, plot: false}
E2
rm -rf whole
run --threads 1 --out whole
(($(grep -c "t = 0.00100[0-9]* s: 1 bonds have ended without breaking" said) == 1)) || { cat said; die "no warning of a lost bond"; }
(($(grep -c "1 bonds have ended" said) == 1)) || { cat said; die "the warning is repeated"; }

# A chain that hangs: the weakest three of its four bonds, by load, break as a phase makes all of them weaker. They count as broken, with
# their energy, and the ledger stays closed. Bonds to walls that end are lost; the warning of the phase before is not repeated.
cat >case.yaml <<'E2'
gravity: [0, 0, -9.81]
time: {dt: 5 us}
materials: {glass: {density: 2500, young: 10 MPa, poisson: 0.3, restitution: 0.3, friction: 0.5}}
contacts: [{between: any, bond: {law: parallel, bond_young: 10 MPa, bond_tension: 20 kPa, bond_damping_normal: 0.05}}]
walls:
  roof: {plane: {point: [0, 0, 0], normal: [0, 0, -1]}, material: glass}
  side: {plane: {point: [0.1, 0, 0], normal: [-1, 0, 0]}, material: glass, stop: 5 ms}
  floor: {plane: {point: [0, 0, -0.1], normal: [0, 0, 1]}, material: glass}
particles: [{positions: [[0, 0, -1 mm], [0, 0, -3 mm], [0, 0, -5 mm], [0, 0, -7 mm], [0.099, 0, -1 mm], [0.05, 0, -99 mm]], diameter: 2 mm, material: glass}]
bonds: [{ids: [1-4]}, {walls: [roof], ids: [1]}, {walls: [side, floor]}]
phases:
  hang: {until: 0.2 s}
  weak: {until: 1 ms, set: {contacts.0.bond.bond_tension: 50 Pa}}
  end: {until: 2 ms, set: {walls.floor.stop: phase_start + 1 ms}}
output: {series: {every: 0.5 ms}, plot: false}
E2
rm -rf whole
run --threads 1 --out whole
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("whole/series.csv")))
broken = list(csv.DictReader(open("whole/bonds_broken.csv")))
weak = [r for r in rows if r["phase [1]"] == "2"]
before = [r for r in rows if r["phase [1]"] == "1"][-1]
assert int(before["bonds [1]"]) == 5 and int(before["bonds_lost [1]"]) == 1, before
load = sorted(float(2500 * 9.81 * 4 / 3 * n * 1e-3) for n in (1, 2, 3, 4))  # Pa
expected = sum(x > 50 for x in load)
assert expected == 3 and len(broken) == 3, broken
assert [int(b["id1"]) for b in broken] == [1, 1, 2] and all(b["mode"] == "tension" for b in broken), broken
last = weak[-1]
assert int(last["bonds_broken_tension [1]"]) == 3 and int(last["bonds_lost [1]"]) == 1, last
energy = sum(float(b["energy [J]"]) for b in broken)
assert energy > 0 and abs(float(last["broken_energy [J]"]) - energy) < 1e-9 * energy
assert int(rows[-1]["bonds_lost [1]"]) == 2
jump = float(last["energy_balance [J]"]) - float(before["energy_balance [J]"])
assert abs(jump) < 0.01 * energy, (jump, energy)
P
(($(grep -c "have ended without breaking" said) == 1)) || { cat said; die "the warning is repeated"; }

# A bond breaks in the last step before a checkpoint, and the sphere touches the wall in the next one: a resumed run has the same bits.
cat >case.yaml <<'E2'
time: {end: 0.22 ms, dt: 10 us, velocity_scale: 1}
materials: {m: {density: 2500, young: 1 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}
contacts: [{between: any, bond: {law: parallel, bond_young: 1 MPa, bond_shear: 1 Pa}}]
bonds: [{walls: floor, gap: 0.05 mm}]
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}
particles: [{positions: [[0, 0, 1.015 mm]], diameter: 2 mm, material: m, velocity: [0.1, 0, -1]}]
output: {plot: false}
E2
rm -rf whole parts
run --threads 1 --out whole
grep -q '^state: ' state || die "no state"
cp state whole.state
run --threads 1 --out parts --steps 1
run --threads 1 --out parts --resume
[[ $(tail -n +2 parts/bonds_broken.csv | cut -d, -f1) == 1e-05 ]] || { cat parts/bonds_broken.csv; die "the bond does not break in the first step"; }
diff whole.state state || die "another state after a bond broke in the step of the checkpoint"

# A bond breaks while its bodies are apart: no heat passes any more, whatever the list has.
cat >case.yaml <<'E2'
time: {end: 20 ms, dt: 10 us, velocity_scale: 1}
materials: {m: {density: 2500, young: 1 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4, heat_capacity: 800 J/(kg K), conductivity: 1 W/(m K)}}
contacts: [{between: any, bond: {law: parallel, bond_young: 1 MPa, bond_shear: 1e9 Pa, bond_tension: 100 Pa}, heat: {law: liggghts_conduction, area: projection}}]
bonds: [{gap: 0.05 mm, walls: floor}, {gap: 0.05 mm}]
walls: {floor: {plane: {point: [0, 0, -1.01 mm], normal: [0, 0, 1]}, material: m, heat: {temperature: 350 K, mass: 1 g}}}
particles:
  - {positions: [[0, 0, 0]], diameter: 2 mm, material: m, velocity: [0, 0, 0.02], temperature: 300 K}
  - {positions: [[0, 0, 2.01 mm]], diameter: 2 mm, material: m, velocity: [0, 0, 0.05], temperature: 400 K}
heat: {temperature: 300 K}
output: {series: {every: 1 ms}, plot: false}
E2
for skin in auto '0.02 mm' '30 mm'; do
    run --threads 1 --out whole --overwrite --set "search={skin: $skin}"
    [[ $skin == auto ]] && cp state whole.state
    diff whole.state state || die "another state with the skin $skin"
    (($(wc -l <whole/bonds_broken.csv) == 3)) || die "two bonds do not break"
    python3 - <<'P'
import csv
r = list(csv.DictReader(open("whole/series.csv")))[-1]
assert abs(float(r["heat_balance [J]"])) < 1e-12, r
P
done
