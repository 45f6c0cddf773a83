#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# An insertion with `refill` keeps the mass in the domain: it puts in what an outlet takes out, with the same bits on any threads and
# ranks and when it is stopped and resumed; and what it refuses.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {end: 0.6 s}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, young: 0.5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}
walls:
  bin: {cone: {point: [0, 0, 0], axis: [0, 0, 1], radius: 15 mm, end_radius: 30 mm, length: 40 mm}, material: glass}
  tube: {cylinder: {point: [0, 0, 40 mm], axis: [0, 0, 1], radius: 30 mm, length: 100 mm}, material: glass}
insertion:
  - {name: first, fill: {}, region: {cylinder: {point: [0, 0, 20 mm], axis: [0, 0, 1], radius: 20 mm, length: 60 mm}}, count: 120, diameter: 8 mm, material: glass}
  - {name: back, refill: exit, start: 0.2 s, region: {cylinder: {point: [0, 0, 90 mm], axis: [0, 0, 1], radius: 25 mm, length: 40 mm}}, diameter: {uniform: [7 mm, 9 mm]}, velocity: [0, 0, -0.5], material: glass}
outlets:
  seen: {region: {half_space: {point: [0, 0, -10 mm], normal: [0, 0, -1]}}, action: count}
  exit: {region: {half_space: {point: [0, 0, -20 mm], normal: [0, 0, -1]}}}
output: {series: {every: 5 ms}, plot: false}
E2
run_whole
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("whole/series.csv")))
mass, taken = [[float(r[k]) for r in rows] for k in ("mass [kg]", "exit mass [kg]")]
t = [float(r["time [s]"]) for r in rows]
one = 2500 * 3.14159265358979 / 6 * 0.009**3
k = min(i for i in range(len(t)) if t[i] >= 0.2)
assert taken[k] > 5 * one and taken[-1] - taken[k] > 20 * one, (taken[k], taken[-1])  # before and after the start
assert all(int(r["back inserted [1]"]) == 0 for r in rows[:k])
# what is taken within one interval of 10 ms comes with the next; the last sizes are rounded to half a particle
flow = max(b - a for a, b in zip(taken, taken[2:]))
assert all(mass[k] - flow - one < m < mass[k] + one for m in mass[k:]), (min(mass[k:]), mass[k], max(mass[k:]))
P
same_on_threads
run --threads 1 --out parts --until 0.1
run --threads 1 --out parts --resume --until 0.333
run --threads 1 --out parts --resume
same parts
same_on_ranks 2 3
refused() { # refused TEXT BY: the outlet TEXT
    sed "s/refill: exit/refill: $1/" case.yaml >bad.yaml
    if "$SCREE" check bad.yaml >state 2>said; then die "$1 was accepted"; fi
    grep -q "$2" said || { cat said; die "$1: another message"; }
}
refused door "case.*\|bad.yaml:.*insertion 'back': there is no outlet 'door'; accepted: a name under 'outlets'"
refused seen "insertion 'back': the outlet 'seen' only counts; accepted: one with action: delete"
refused "exit, rate: 1 kg\/s" "both 'rate' and 'refill' are given\|both 'refill' and 'rate' are given"

# An outlet takes a particle that leaves the domain, on one rank alone: all ranks make a new list in that step.
rm -rf whole
cat >case.yaml <<'E2'
time: {end: 30 ms, dt: 20 us}
gravity: [0, 0, 0]
domain: {min: [-2 cm, -1 cm, -1 cm], max: [2 cm, 1 cm, 1 cm], lost: delete}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}
contacts: [{between: any}]
particles: [{positions: [[-15 mm, 0, 0], [-12 mm, 2 mm, 0], [12 mm, 0, 0], [9 mm, 1 mm, 0]], diameter: 2 mm, material: m, velocity: [0.5, 0, 0]}]
outlets: {out: {region: {half_space: {point: [15 mm, 0, 0], normal: [1, 0, 0]}}, every: 1 s}}
output: {series: {every: 1 ms}, plot: false}
E2
run_whole
same_on_ranks 2 3
