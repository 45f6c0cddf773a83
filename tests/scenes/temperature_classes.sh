#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 900 PROCESSORS 2
# Parameters that depend on temperature give the same bits from any number of threads and ranks, and after any restart; the energy closes;
# files know particles by the materials of the case; other cases, phases, `plan` and `law` take such a case.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E'
time: {end: 0.05 s, dt: 20 us, velocity_scale: 2 m/s}
gravity: [0, 0, -9.81]
domain: {min: [-30 mm, -10 mm, -40 mm], max: [50 mm, 30 mm, 100 mm], periodic: [y]}
materials:
  steel: {density: 7800, young: 2 MPa, poisson: 0.3, restitution: 0.7, friction: 0.3, heat_capacity: 4, conductivity: 40 W/(m K)}
  wax:
    {density: 2500, poisson: 0.25, restitution: 0.5, heat_capacity: 2, conductivity: 2 W/(m K),
     temperature_tables: {step: 8 K, young: [[320 K, 1 MPa], [420 K, 0.2 MPa]], friction: [[300 K, 0.6], [350 K, 0.1]]}}
contacts:
  - {between: any, normal: hertz, tangential: mindlin, heat: conduction}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: wax, heat: {temperature: 500 K}}
  left: {plane: {point: [-2 mm, 0, 0], normal: [1, 0, 0]}, material: steel}
  right: {plane: {point: [22 mm, 0, 0], normal: [-1, 0, 0]}, material: wax, heat: {mass: 1 g, temperature: 300 K}}
insertion:
  - {name: fill, material: wax, fill: random, count: 120, diameter: {uniform: [2 mm, 3 mm]}, region: {box: {min: [0, -10 mm, 2 mm], max: [20 mm, 30 mm, 30 mm]}}, temperature: 350 K}
  - {name: more, material: steel, rate: 2000 1/s, count: 60, diameter: 2.5 mm, region: {box: {min: [0, -10 mm, 45 mm], max: [20 mm, 30 mm, 60 mm]}}, velocity: [0, 0, -0.5 m/s]}
groups:
  pushed: {material: wax, force: [1 mN, 0, 0], start: 5 ms, stop: 20 ms}
heat: {temperature: 300 K, friction: 1, sources: [{material: wax, power: 10 mW, start: 20 ms}]}
output: {vtk: {every: 25 ms}, csv: {every: 25 ms}, series: {every: 1 ms}}
E
run_whole
python3 - <<'P'
import csv, re
rows = list(csv.DictReader(open("whole/series.csv")))
get = lambda r, name: float(next(v for k, v in r.items() if k == name or k.startswith(name + " [")))
assert all(abs(get(r, "heat_balance")) < 1e-13 for r in rows)
most = max(get(r, "kinetic") + get(r, "potential") for r in rows)
assert all(abs(get(r, "energy_balance")) < 3e-3 * most for r in rows), [get(r, "energy_balance") / most for r in rows]
names = {r["material"] for r in csv.DictReader(open("whole/particles_000000002500.csv"))}
assert names == {"steel", "wax"}, names
vtp = open("whole/particles_000000002500.vtp", "rb").read()
assert b'Name="temperature_class"' in vtp and b"wax at" not in vtp
json = open("whole/run.json").read()
assert "temperature_tables" in json and not re.search("(materials|contacts)[.].*wax at", json)
P
same_on_threads
same_in_parts 1 63 64 65 640 1000 1601 2499
same_on_ranks 2 3
# The particles of its end in cases with other tables and with none: nothing is asked of the names of classes.
last=$(ls whole/*.scree | tail -1)
for tables in 'young: 1 MPa, friction: 0.4' 'friction: 0.4, temperature_tables: {young: [[300 K, 2 MPa], [600 K, 1 MPa]]}'; do
    sed -e '/^  wax:/,/temperature_tables/d' -e "s|^materials:|&\n  wax: {density: 2500, poisson: 0.25, restitution: 0.5, heat_capacity: 2, conductivity: 2, $tables}|" \
        -e '/^insertion:/,/^groups:/d' -e '/pushed:/d' -e "s|^heat:|particles: [{checkpoint: $last, keep_history: true}]\n&|" -e 's/end: 0.05/end: 0.002/' case.yaml >after.yaml
    "$SCREE" run after.yaml --out after --overwrite >said 2>&1 || { cat said; die "after, $tables"; }
    ! grep -q 'contacts begin without\|has no field\|have no field' said || { cat said; die "warnings after, $tables"; }
    [[ $(head -1 after/series.csv | grep -c energy_changed) = $(grep -c temperature_tables <<<"$tables") ]] || die "energy_changed after, $tables"
done
"$SCREE" plan case.yaml --ranks 2 >said 2>&1 || { cat said; die plan; }
# The contact lab has the parameters at heat.temperature.
cat >lab.yaml <<'E'
materials:
  wax: {density: 2500, poisson: 0.25, restitution: 1, heat_capacity: 2, friction: 0.1, temperature_tables: {step: 10 K, young: [[300 K, 1 MPa], [400 K, 0.2 MPa]]}}
contacts: [{between: any}]
heat: {temperature: 351 K}
lab: {a: {material: wax, radius: 2 mm}, b: {material: wax, radius: 2 mm}, speed: 0.1 m/s}
E
"$SCREE" law collide lab.yaml >warm.csv
sed -e 's/temperature_tables: .*}}/young: 0.6 MPa}/' lab.yaml >plain.yaml
"$SCREE" law collide plain.yaml >plain.csv
cmp warm.csv plain.csv || die "the lab at a temperature"
# A table that nothing uses.
sed -e 's/friction: \[\[300 K, 0.6/rolling_&/' -e 's/restitution: 0.5/&, friction: 0.5/' case.yaml >unused.yaml
"$SCREE" run unused.yaml --out unused --steps 1 >said 2>&1
grep -q 'materials.wax.temperature_tables.rolling_friction changes nothing' said || { cat said; die "no warning of an unused table"; }
# Phases that change tables, their step and a wall's temperature.
cat >case.yaml <<'E'
time: {dt: 20 us, velocity_scale: 1 m/s}
gravity: [0, 0, -9.81]
materials: {m: {density: 2500, poisson: 0.25, restitution: 0.5, friction: 0.5, heat_capacity: 2, conductivity: 2 W/(m K), temperature_tables: {young: [[300 K, 1 MPa], [400 K, 0.3 MPa]]}}}
contacts: [{between: any, heat: conduction}]
walls:
  plate: {rectangle: {corner: [-20 mm, -20 mm, 0], first: [40 mm, 0, 0], second: [0, 40 mm, 0]}, material: m, heat: {temperature: 350 K}}
particles: [{positions: [[0, 0, 1.999 mm], [3.999 mm, 0, 1.999 mm], [0, 0, 5.997 mm]], diameter: 4 mm, material: m}]
heat: {temperature: 300 K, friction: 1}
phases:
  first: {until: 10 ms}
  coarse: {until: 10 ms, set: {materials.m.temperature_tables.step: 50 K}}
  other: {until: 10 ms, set: {materials.m.temperature_tables: {young: [[290 K, 2 MPa], [330 K, 1 MPa]], step: 1 K}}}
  hot: {until: 10 ms, set: {walls.plate.heat.temperature: 300 K}}
  plain: {until: 10 ms, set: {materials.m.temperature_tables: null, materials.m.young: 1 MPa}}
output: {series: {every: 1 ms}}
E
rm -rf whole parts two ranks
run_whole
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("whole/series.csv")))
get = lambda r, name: float(next(v for k, v in r.items() if k == name or k.startswith(name + " [")))
start = get(rows[0], "energy_balance")
most = max(abs(get(r, "elastic_normal")) for r in rows)
assert all(abs(get(r, "energy_balance") - start) < 2e-3 * most for r in rows), [get(r, "energy_balance") / most for r in rows]
P
same_on_threads
same_in_parts 3 500 501 777 1000 1499 1500 1999 2000 2301
same_on_ranks 2 3
