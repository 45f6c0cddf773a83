#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# Clumps from dense and lattice fills, through a face, held, pulled and grown by groups, with numerical damping: nothing overlaps at the
# start, a clump is chosen as a whole, and threads, ranks, vector width, stops and resumes give the same bits and series.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {dt: 10 us}
gravity: [0, 0, -9.81 m/s2]
domain: {min: [-15 mm, -12 mm, -5 mm], max: [15 mm, 12 mm, 70 mm], periodic: [y]}
materials:
  glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25, restitution: 0.4, friction: 0.5}
contacts: {between: any, normal: hertz, tangential: mindlin}
damping: {local: 0.1, viscous: 0.5 1/s}
shapes:
  dimer: {members: [{at: [0, 0, -1 mm], radius: 1.5 mm}, {at: [0, 0, 1 mm], radius: 1.5 mm}]}
  angle: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [2 mm, 0, 0], radius: 1 mm}, {at: [0, 1.6 mm, 0], radius: 0.8 mm}]}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}
  left: {plane: {point: [-12 mm, 0, 0], normal: [1, 0, 0]}, material: glass}
  right: {plane: {point: [12 mm, 0, 0], normal: [-1, 0, 0]}, material: glass}
insertion:
  - {name: bed, shape: dimer, diameter: {uniform: [3 mm, 4.5 mm]}, material: glass, fill: dense, fraction: 0.6, region: {box: {min: [-12 mm, -12 mm, 0], max: [12 mm, 12 mm, 20 mm]}}}
  - {name: rows, shape: angle, material: glass, fill: lattice, region: {box: {min: [-12 mm, -12 mm, 22 mm], max: [12 mm, 12 mm, 32 mm]}}}
  - {name: poured, shape: angle, material: glass, rate: 600 1/s, stop: 40 ms, velocity: [0, 0, -1 m/s], region: {face: {point: [0, 0, 50 mm], normal: [0, 0, 1], radius: 8 mm, depth: 15 mm}}}
groups:
  core: {from: bed, region: {sphere: {point: [0, 0, 10 mm], radius: 5 mm}}, hold: true, velocity: [0, 0, 20 mm/s], spin: [0, 2 rad/s, 1 rad/s], start: 20 ms, stop: 60 ms}
  swells: {from: rows, growth: 1 1/s, growth_every: 2 ms, start: 30 ms, stop: 50 ms}
  pulled: {ids: [2-5, 11], force: [1 mN, 0, 0.5 mN], torque: [0, 1 uN m, 0], start: 10 ms}
output: {series: {every: 1 ms}, checkpoint: {every: 40 ms}, vtk: {every: 40 ms}, csv: {every: 20 ms}, plot: false}
phases:
  one: {until: 50 ms}
  two: {until: 30 ms, set: {groups.core.velocity: [0, 10 mm/s, 0], groups.pulled.force: [0, 0, 1 mN]}}
E2
run_whole
python3 - <<'P'
import csv, math
rows = list(csv.DictReader(open("whole/series.csv")))
at = lambda t: min(rows, key=lambda r: abs(float(r["time [s]"]) - t))
col = lambda name: [float(r[name]) for r in rows]
start = list(csv.DictReader(open("whole/bodies_000000000000.csv")))
bed = [r for r in start if r["shape"] == "dimer"]
solid = sum(math.pi / 6 * float(r["size [m]"])**3 for r in bed) / (0.024 * 0.024 * 0.02)
assert 0.59 < solid <= 0.6, solid
assert sum(r["shape"] == "angle" for r in start) > 40, len(start)
first = rows[0]
assert float(first["max_overlap [1]"]) == 0 and float(at(0.079)["poured inserted [1]"]) == 24, first
# A clump counts once: ids 2 to 5 and 11 are members of the clumps 1, 3, 5 and 11.
assert [int(at(t)["pulled members [1]"]) for t in (0.005, 0.02, 0.07)] == [0, 4, 4], at(0.02)
core = int(at(0.03)["core members [1]"])
assert core >= 4 and int(at(0.065)["core members [1]"]) == 0
for step, velocity in ((4000, (0, 0, 0.02)), (6000, (0, 0.01, 0))):
    held = [r for r in csv.DictReader(open(f"whole/bodies_{step:012}.csv"))
            if tuple(float(r[f"velocity_{k} [m/s]"]) for k in "xyz") == velocity]
    assert len(held) == core, (step, len(held), core)
    assert all(abs(float(r[f"omega_{k} [rad/s]"]) - w) < 1e-9 for r in held for k, w in (("x", 0), ("y", 2), ("z", 1)))
grown = {int(r["id"]): float(r["size [m]"]) for r in csv.DictReader(open("whole/bodies_000000006000.csv"))}
for r in start:
    if r["shape"] == "angle" and float(r["position_z [m]"]) < 0.04:
        assert abs(grown[int(r["id"])] / float(r["size [m]"]) / 1.002**10 - 1) < 1e-12, (r, grown[int(r["id"])])
balance = col("energy_balance [J]")
scale = sum(abs(float(rows[-1][k])) for k in ("energy_inserted [J]", "load_work [J]", "energy_changed [J]", "damped [J]"))
assert max(balance) - min(balance) < 5e-3 * scale, (max(balance) - min(balance), scale)
assert float(rows[-1]["damped [J]"]) > 0 and float(rows[-1]["load_work [J]"]) != 0 and float(rows[-1]["energy_changed [J]"]) != 0
P
same_on_threads
same_in_parts 999 1000 1001 2000 2001 3000 3999 4201 5000 5001 6000 6001 7500
same_on_ranks 2 3
