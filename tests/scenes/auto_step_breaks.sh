#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# Where bonds break, bodies that are in each other begin contacts at a very small speed, and the dashpot of lankarani_nikravesh divides by it. With the step of the
# start such contacts make energy, up to a fifth of all there is; dt: auto follows them, and the energy stays.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
seed: 4
time: {end: 20 ms}
materials: {m: {density: 2500, young: 10 MPa, poisson: 0.3}}
contacts:
  - {between: any, normal: {law: lankarani_nikravesh, speed_of_energy: 0}, restitution: 0.5, friction: 0.5,
     bond: {law: parallel, bond_young: 10 MPa, bond_tension: 0.1 MPa, bond_shear: 0.05 MPa, contact_while_bonded: "no"}}
domain: {min: [-5 cm, -5 cm, -1 cm], max: [5 cm, 5 cm, 10 cm], lost: delete}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}
shapes:
  four:
    bonded: {}
    members: [{at: [0, 0, 0], radius: 1 mm}, {at: [1.9 mm, 0, 0], radius: 1 mm}, {at: [0, 1.9 mm, 0], radius: 1 mm}, {at: [0, 0, 1.9 mm], radius: 1 mm}]
insertion: [{material: m, shape: four, fill: random, count: 60, velocity: [0, 0, -2], region: {box: {min: [-1.5 cm, -1.5 cm, 3 mm], max: [1.5 cm, 1.5 cm, 3 cm]}}}]
output: {series: {every: 0.2 ms}, plot: false}
E2
made() { # made FOLDER: the largest part of the first kinetic energy that comes or goes between two rows
    python3 - "$1" <<'P'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1] + "/series.csv")))
e = [float(r["energy_balance [J]"]) for r in rows]
assert sum(int(rows[-1][f"bonds_broken_{m} [1]"]) for m in ("tension", "shear", "bending", "torsion")) > 100
print(max(abs(b - a) for a, b in zip(e, e[1:])) / float(rows[0]["kinetic [J]"]))
P
}
run_whole
mapfile -t found < <(python3 - <<'P'
import json
run = json.load(open("whole/run.json"))["run"]
changes = run["dt_changes"]
assert len(changes) > 3 and run["dt_range_s"][0] < 0.5 * run["dt_range_s"][1], run["dt_range_s"]
print(run["dt_range_s"][1])
print(changes[0]["step"], changes[0]["step"] + 5, changes[-1]["step"])
P
)
python3 -c "import sys; assert float(sys.argv[1]) < 1e-3, sys.argv" "$(made whole)" # of order 2 in the step: 1e-6 at 0.2 us
same_on_threads
same_in_parts ${found[1]}
same_on_ranks 3 2
run --threads 1 --out given --set "time.dt=${found[0]} s"
python3 -c "import sys; assert float(sys.argv[1]) > 1e-2, sys.argv" "$(made given)" # what the step of the start does

# Most contacts that begin where a bond breaks end soon, before the next regular look: here those find only one, and looks after breaks find the others.
run --threads 2 --out other --set seed=5
python3 - <<'P'
import json
run = json.load(open("other/run.json"))["run"]
assert len(run["dt_changes"]) > 5 and run["dt_range_s"][0] < 0.3 * run["dt_range_s"][1], run["dt_range_s"]
P
