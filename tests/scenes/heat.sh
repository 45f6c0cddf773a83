#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 900 PROCESSORS 2
# Heat in all its forms gives the same bits from any number of threads and ranks, and after any restart; the columns of the series
# close; temperatures are in the files for ParaView, in text files, and come from particle files.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >bed.txt <<'E'
# x y z radius temperature
0.004 0.004 0.03 0.0015 500
0.012 0.004 0.03 0.0015 250
E
cat >case.yaml <<'E'
time: {end: 0.06 s, dt: 20 us, velocity_scale: 2 m/s}
gravity: [0, 0, -9.81]
domain: {min: [-30 mm, -10 mm, -40 mm], max: [50 mm, 30 mm, 100 mm], periodic: [y]}
materials:
  sand: {density: 2500, young: 1 MPa, poisson: 0.25, restitution: 0.5, friction: 0.5, heat_capacity: 20, conductivity: 2 W/(m K), emissivity: 0.9}
  steel: {density: 7800, young: 2 MPa, poisson: 0.3, restitution: 0.7, friction: 0.3, heat_capacity: 40, conductivity: 40 W/(m K), emissivity: 0.4}
contacts:
  - {between: any, normal: hertz, tangential: mindlin, heat: conduction}
  - {between: [steel, any], rolling: {law: cdt, rolling_friction: 0.1}, heat: {law: conduction, area: intersection, area_correction: force, real_young: 60 GPa}}
shapes:
  dimer: {members: [{at: [-1 mm, 0, 0], radius: 1.3 mm}, {at: [1 mm, 0, 0], radius: 1.3 mm}]}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: steel, heat: {temperature: 600 K}}
  left: {plane: {point: [-2 mm, 0, 0], normal: [1, 0, 0]}, material: steel}
  right: {plane: {point: [22 mm, 0, 0], normal: [-1, 0, 0]}, material: sand, heat: {power: 0.3 W}}
  bowl: {extrude: {line: [[-2 mm, -10 mm, 9 mm], [4 mm, -10 mm, 4 mm], [10 mm, -10 mm, 2 mm], [16 mm, -10 mm, 4 mm], [22 mm, -10 mm, 9 mm]], along: [0, 40 mm, 0]},
         material: steel, heat: {mass: 5 g, temperature: 400 K, power: 1 W}, motion: {vibrate: {amplitude: [0, 0, 0.5 mm], frequency: 60 Hz}}}
particles:
  - {file: bed.txt, material: sand}
insertion:
  - {name: fill, material: sand, fill: random, count: 120, diameter: {uniform: [2 mm, 3 mm]}, region: {box: {min: [0, -10 mm, 12 mm], max: [20 mm, 30 mm, 40 mm]}}, temperature: 350 K}
  - {name: clumps, material: steel, shape: dimer, rate: 2000 1/s, count: 60, region: {box: {min: [0, -10 mm, 45 mm], max: [20 mm, 30 mm, 60 mm]}}, velocity: [0, 0, -0.5 m/s]}
outlets:
  exit: {region: {box: {min: [9 mm, 5 mm, 0], max: [11 mm, 9 mm, 6 mm]}}}
heat:
  temperature: 300 K
  ambient: 290 K
  convection: 40 W/(m2 K)
  radiation: true
  friction: 0.9
  sources:
    - {material: steel, power: 5 mW, start: 10 ms}
    - {region: {sphere: {point: [10 mm, 10 mm, 8 mm], radius: 5 mm}}, power: 10 MW/m3, stop: 40 ms}
output: {vtk: {every: 30 ms}, csv: {every: 30 ms, contacts: true}, series: {every: 1 ms}}
E
run_whole
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("whole/series.csv")))
get = lambda r, name: float(next(v for k, v in r.items() if k == name or k.startswith(name + " [")))
last = rows[-1]
parts = [get(last, f"heat_{n}") for n in ("made", "walls", "sources", "ambient", "exchanged")]
assert all(p != 0 for p in parts), parts
heat = {}
for r in csv.DictReader(open("whole/contacts_000000003000.csv")):
    heat.setdefault(r["wall"], []).append(float(r["heat [W]"]))
assert set(heat) == {"", "bowl"} and all(heat["bowl"]) and any(h > 0 for h in heat[""]) and any(h < 0 for h in heat[""]), heat
assert abs(get(last, "thermal") - sum(parts)) < 1e-11, (get(last, "thermal"), sum(parts))
assert all(abs(get(r, "heat_balance")) < 1e-11 for r in rows)
walls = sum(get(last, f"{n} heat_in") for n in ("floor", "left", "right", "bowl"))
assert abs(walls - get(last, "heat_walls")) < 1e-11, (walls, get(last, "heat_walls"))
assert all(abs(get(r, "right heat") + 0) < 100 for r in rows) and get(last, "floor temperature") == 600
assert 250 <= get(last, "min_temperature") < get(last, "temperature") < get(last, "max_temperature")
first = {r["id"]: r for r in csv.DictReader(open("whole/particles_000000000000.csv"))}
assert float(first["1"]["temperature [K]"]) == 500 and float(first["2"]["temperature [K]"]) == 250
assert sum(float(r["temperature [K]"]) == 350 for r in first.values()) == 120
P
grep -q 'Name="temperature"' whole/particles_000000003000.vtp || die "no temperature in ParaView files"
same_on_threads
same_in_parts 1 500 501 1500 2999
same_on_ranks 2 3 5
# Phases that change the ambient and what a wall does.
cat >case.yaml <<'E'
time: {dt: 20 us, velocity_scale: 1 m/s}
gravity: [0, 0, -9.81]
materials: {m: {density: 2500, young: 1 MPa, poisson: 0.25, restitution: 0.5, friction: 0.5, heat_capacity: 20, conductivity: 2 W/(m K)}}
contacts: [{between: any, heat: conduction}]
walls:
  plate: {rectangle: {corner: [-20 mm, -20 mm, 0], first: [40 mm, 0, 0], second: [0, 40 mm, 0]}, material: m, heat: {temperature: 400 K}}
particles: [{positions: [[0, 0, 1.999 mm], [3.999 mm, 0, 1.999 mm], [0, 0, 5.997 mm]], diameter: 4 mm, material: m}]
heat: {temperature: 300 K, friction: 1}
phases:
  hot: {until: 10 ms}
  powered: {until: 10 ms, set: {walls.plate.heat: {power: 2 W}, heat.ambient: 250 K, heat.convection: 300 W/(m2 K)}}
  heavy: {until: 10 ms, set: {walls.plate.heat: {mass: 1 g, temperature: 500 K}, heat.convection: 0}}
  insulated: {until: 10 ms, set: {walls.plate.heat: null}}
output: {series: {every: 1 ms}}
E
rm -rf whole parts two ranks
run_whole
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("whole/series.csv")))
get = lambda r, name: float(next(v for k, v in r.items() if k == name or k.startswith(name + " [")))
at = lambda ms: next(r for r in rows if abs(get(r, "time") - 1e-3 * ms) < 1e-9)
assert all(abs(get(r, "heat_balance")) < 1e-13 for r in rows)
assert get(at(9), "plate temperature") == 400 and get(at(9), "heat_ambient") == 0
gained = get(at(19), "plate heat_in") - get(at(11), "plate heat_in")
assert 0 < gained <= 2 * 8e-3 + 1e-9, gained
assert get(at(19), "heat_ambient") < 0 and get(at(29), "heat_ambient") == get(at(21), "heat_ambient")
assert 300 < get(at(29), "plate temperature") < get(at(21), "plate temperature") < 500
assert get(at(39), "plate heat") == 0 and get(at(39), "thermal") > 0
P
same_on_threads
same_in_parts 3 500 501 777 1000 1499 1500 1999
same_on_ranks 2 3
# Where hardly any heat is made the balance is the rounding of what the particles contain, and that too is the same on any number of ranks.
cat >case.yaml <<'E'
time: {end: 2 ms}
gravity: [0, 0, -9.81]
materials: {m: {density: 2500, young: 20 MPa, poisson: 0.25, restitution: 0.5, friction: 0.4, heat_capacity: 800, conductivity: 2}}
contacts: [{between: any, heat: conduction, bond: {law: parallel, bond_young: 20 MPa}}]
shapes: {cube: {grid: {count: [5, 5, 5], radius: 2 mm}, bonded: true}}
particles: [{positions: [[0, 0, 0], [3 cm, 1 mm, 3 mm]], shape: cube, material: m, velocity: [0.5, 0.2, 0], spin: [7, 2, 3]}]
heat: {temperature: 300 K, friction: 1}
output: {series: {every: 50 us}}
E
rm -rf whole parts two ranks
run_whole
same_on_threads
same_on_ranks 2 3 4
