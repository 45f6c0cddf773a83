#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# A measure in the series, and as what phases wait for, has the same bits with any threads and ranks, and when the run is stopped while the state lasts; what has no number is
# nan with one warning.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
gravity: [0, 0, -9.81 m/s2]
materials:
  glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25}
contacts:
  - {between: any, normal: hertz, tangential: mindlin, restitution: 0.2, friction: 0.5}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}
  cup:
    material: glass
    box: {min: [-9 mm, -9 mm, -1 mm], max: [9 mm, 9 mm, 60 mm], open: [z+, z-]}
insertion:
  name: feed
  material: glass
  fill: random
  region: {box: {min: [-9 mm, -9 mm, 1 mm], max: [9 mm, 9 mm, 32 mm]}}
  diameter: {uniform: [3 mm, 4 mm]}
  count: 90
measures:
  rest: {unbalanced_force: {}}
  net: {coordination: {}, region: {box: {min: [-7 mm, -7 mm, 1 mm], max: [7 mm, 7 mm, 10 mm]}}}
  held: {coordination: {least: 4}}
  core: {packing: {}, region: {box: {min: [-7 mm, -7 mm, 1 mm], max: [7 mm, 7 mm, 10 mm]}}}
  rod: {packing: {}, region: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 6 mm, length: 10 mm}}}
  mix: {mixing: {cell: 6 mm, larger_than: 3.5 mm}}
  slope: {angle_of_repose: {surface: plane}}
  top: {height: {up: [0, 0, 1]}}
phases:
  rest: # by the name of the measure, and for some time
    until: {value: rest unbalanced_force, below: 0.05, for: 8 ms, every: 1 ms, at_most: 1 s}
  still: # by the name of the number alone
    until: {value: unbalanced_force, below: 1e-3, at_most: 1 s}
  lift:
    until: {value: top highest, above: 20 mm, at_most: 1 s}
    set: {gravity: [0, 0, 1 m/s2]}
output: {series: {every: 2 ms}, checkpoint: {every: 50 ms}, plot: false}
E2
run_whole
mapfile -t steps < <(python3 - <<'P'
import csv, json
rows = list(csv.DictReader(open("whole/series.csv")))
run = json.load(open("whole/run.json"))
said = [m["text"] for m in run["messages"]]
dt = run["run"]["dt_s"]
assert sum("'rest' has no number at t = 0 s, nan in the series: no contact bears a force" in m for m in said) == 1, said
assert not any("at_most" in m for m in said), said
assert rows[0]["rest unbalanced_force [1]"] == "nan"
phase = [int(row["phase [1]"]) for row in rows]
ends = [k for k in range(len(rows)) if k + 1 == len(rows) or phase[k + 1] > phase[k]]
assert len(ends) == 3
rest, still, lift = (rows[k] for k in ends)
over = [float(row["time [s]"]) for row in (rest, still, lift)]
assert all(float(r["rest unbalanced_force [1]"]) < 0.05 for r in rows if over[0] - 0.0079 < float(r["time [s]"]) <= over[0])
assert float(still["rest unbalanced_force [1]"]) < 1e-3
assert float(lift["top highest [m]"]) > 0.020
assert 0.5 < float(still["core packing_fraction [1]"]) < 0.65 and 0.4 < float(still["rod packing_fraction [1]"]) < 0.65
assert 3 < float(still["net coordination [1]"]) < 6
assert 0.5 < float(still["mix lacey [1]"]) < 1.5 and float(still["mix share [1]"]) > 0.3
for t in over:
    print(round(t / dt))
print(round((over[0] - 0.004) / dt)) # while the state lasts
P
)
((${#steps[@]} == 4)) || die "there are no three phases"
same_on_threads
mapfile -t in_order < <(printf '%s\n' "${steps[@]}" | sort -n)
run --threads 1 --out parts --steps 100
done_steps=100
for step in "${in_order[@]:0:3}"; do
    run --threads 2 --out parts --resume --steps $((step - done_steps))
    done_steps=$step
done
run --threads 1 --out parts --resume
same parts
same_on_ranks 3 2
# Mistakes.
refused "missing key 'region', which 'packing' needs" --set 'measures.bare={packing: {}}'
refused "what the first component is is missing" --set 'measures.bare={mixing: {cell: 1 mm}}'
refused "there is no material 'gold'" --set 'measures.bare={mixing: {cell: 1 mm, of: [gold]}}'
refused "the name 'cup' is taken by a wall" --set 'measures.cup={height: {}}'
refused "the kind is missing" --set 'measures.bare={}'
refused "'unbalanced_force' is a value, not a key" --set 'phases.still.until={unbalanced_force: 0.01, at_most: 1 s}'
refused "there is no value 'packing_fraction'" --set 'phases.still.until={value: packing_fraction, above: 0.5, at_most: 1 s}'
refused "is in another unit" --set 'phases.still.until={value: top highest, above: 0.5 s, at_most: 1 s}'
