#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# What measures remember of outlets has the same bits with any threads and ranks, and when the run is stopped in the middle of a window. Balls and clumps that fall
# from a known height at a known rate are there for a known time.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {end: 0.4 s, dt: 20 us}
gravity: [0, 0, -9.81 m/s2]
materials: {glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25}}
contacts: [{between: any, restitution: 0.2, friction: 0.5}]
shapes: {rod: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 mm}]}}
outlets:
  gate: {region: {box: {min: [-1, -1, 50 mm], max: [1, 1, 60 mm]}}, action: count}
  out: {region: {box: {min: [-1, -1, -1], max: [1, 1, 0]}}}
insertion:
  - {name: feed, material: glass, region: {box: {min: [-30 mm, -30 mm, 200 mm], max: [30 mm, 30 mm, 204 mm]}},
     diameter: 2 mm, rate: 0.02 kg/s, velocity: [0, 0, 0]}
  - {name: rods, material: glass, shape: rod, region: {box: {min: [40 mm, -30 mm, 200 mm], max: [70 mm, 30 mm, 204 mm]}},
     diameter: 2 mm, rate: 0.01 kg/s}
measures:
  flow: {mass_flow: {outlet: out, window: 100 ms, orifice: 2 cm}, region: {box: {min: [-30 mm, -30 mm, 100 mm], max: [30 mm, 30 mm, 150 mm]}}}
  stay: {residence_time: {outlet: out}}
  pass: {residence_time: {outlet: gate}}
output: {series: {every: 10 ms}, checkpoint: {every: 50 ms}, plot: false}
E2
run_whole
python3 - <<'P' || die "the numbers"
import csv, math
rows = list(csv.DictReader(open("whole/series.csv")))
last = {k: float(v) for k, v in rows[-1].items()}
assert rows[9]["flow mass_flow [kg/s]"] == "nan" and rows[0]["stay residence_time [s]"] == "nan"
assert abs(last["flow mass_flow [kg/s]"] - 0.03) < 0.0015, last
assert 0.028 < last["flow mass_flow_deviation [kg/s]"] < 0.033, last # insertion each 10 ms: every second part is empty
for name, height in (("stay", 0.2), ("pass", 0.14)):
    low, high = math.sqrt(2 * height / 9.81), math.sqrt(2 * (height + 4e-3) / 9.81) + 1e-3
    assert low < last[name + " residence_time [s]"] < high, (name, low, high, last)
    assert last[name + " residence_deviation [s]"] < 1e-3, (name, last)
assert last["stay residence_count [1]"] == last["out count [1]"] > 500, last
assert last["pass residence_count [1]"] == last["gate count [1]"] > last["out count [1]"], last
P
same_on_threads
same_in_parts 7001 5003 # at 0.14 s and at 0.24 s, in the middle of a part of the window
same_on_ranks 3 2
# Mistakes.
refused "there is no outlet 'away'; accepted: a name under 'outlets'" --set 'measures.bare={residence_time: {outlet: away}}'
refused "Beverloo's constant needs a bulk density" --set 'measures.bare={mass_flow: {outlet: out, window: 0.1 s, orifice: 1 cm}}'
refused "'bulk_density' is for Beverloo's constant" --set 'measures.bare={mass_flow: {outlet: out, window: 0.1 s, bulk_density: 1500}}'
refused "'region' has no meaning for particles that have left" --set 'measures.bare={residence_time: {outlet: out}, region: {sphere: {point: [0, 0, 0], radius: 1 cm}}}'
