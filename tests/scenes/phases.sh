#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# A run with phases has the same bits and files with any threads and ranks, and when it is stopped and resumed anywhere.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >head.yaml <<'E2'
variables: {r: 2 mm}
gravity: [0, 0, -9.81 m/s2]
materials:
  glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25}
contacts:
  - {between: any, normal: hertz, tangential: mindlin, restitution: 0.4, friction: 0.5}
walls:
  cup:
    material: glass
    box: {min: [-9 mm, -9 mm, 0], max: [9 mm, 9 mm, 60 mm], open: [z+]}
  lid:
    material: glass
    start: never
    rectangle: {corner: [-9 mm, -9 mm, 30 mm], first: [0, 18 mm, 0], second: [18 mm, 0, 0]}
insertion:
  name: feed
  material: glass
  fill: random
  region: {box: {min: [-9 mm, -9 mm, 5 mm], max: [9 mm, 9 mm, 42 mm]}}
  diameter: 2 * r
  count: 60
output: {series: {every: 2 ms}, checkpoint: {every: 50 ms}, vtk: {every: 40 ms}, plot: false}
E2
cat head.yaml - >case.yaml <<'E2'
phases:
  fall:
    until: 0.1 s
  settle:
    until: {value: kinetic_per_particle, below: 1e-7 J, for: 5 ms, at_most: 1 s}
    set:
      contacts.0.friction: 0.1
  press:
    until: {value: lid fz, above: 5 N, at_most: 1 s}
    set:
      walls.lid.start: phase_start
      walls.lid.motion: {translate: [0, 0, -200 mm/s]}
  shake:
    until: 20 ms
    set:
      walls.lid.motion: {vibrate: {amplitude: [0, 0, 0.05 mm], frequency: 50 Hz}}
E2
run_whole
# Where phases end: a row of the series each.
mapfile -t ends < <(python3 - <<'P'
import csv, json
rows = list(csv.DictReader(open("whole/series.csv")))
messages = [m["text"] for m in json.load(open("whole/run.json"))["messages"]]
dt = json.load(open("whole/run.json"))["run"]["dt_s"]
phase = [int(row["phase [1]"]) for row in rows]
assert sorted(set(phase)) == [1, 2, 3, 4] and phase == sorted(phase), phase
ends = [rows[k] for k in range(len(rows)) if k + 1 == len(rows) or phase[k + 1] > phase[k]]
for name, row in zip(("fall", "settle", "press", "shake"), ends):
    assert any(f"phase '{name}' is over at t = {float(row['time [s]']):.9g} s" in m for m in messages), name
    print(round(float(row["time [s]"]) / dt))
assert abs(float(ends[0]["time [s]"]) - 0.1) < dt
count = float(ends[1]["particles [1]"])
assert float(ends[1]["kinetic [J]"]) + float(ends[1]["rotational [J]"]) < 1e-7 * count
assert float(ends[2]["lid fz [N]"]) > 5 and all(float(r["lid fz [N]"]) <= 5 for r, p in zip(rows, phase) if p < 3)
assert abs(float(ends[3]["time [s]"]) - float(ends[2]["time [s]"]) - 0.02) < 2 * dt
scale = max(float(row["energy_inserted [J]"]) + float(row["wall_work [J]"]) for row in rows)
worst = max(abs(float(row["energy_balance [J]"])) for row in rows)
assert worst < 2e-3 * scale, (worst, scale)
assert float(ends[2]["energy_changed [J]"]) != 0 and ends[2]["energy_changed [J]"] == ends[3]["energy_changed [J]"]
P
)
((${#ends[@]} == 4)) || die "there are no four phases"
same_on_threads
diff <(ls whole) <(ls two) || die "two: other files"
# Stopped in the middle of phases, one step before and at their ends, and after them.
run --threads 1 --out parts --steps 100
for end in "${ends[@]}"; do
    for step in $((end - 300)) $((end - 1)) "$end" $((end + 1)); do
        run --threads 1 --out parts --resume --steps "$step"
    done
done
same parts
diff <(ls whole) <(ls parts) || die "parts: other files"
same_on_ranks 2 3 5
if ((${#mpirun[@]})); then
    run --threads 1 --out mixed --steps $((ends[1] + 10))
    run_on 2 --out mixed --resume
    same mixed
fi
# Later phases may change before a run is resumed, what holds now may not.
run --threads 1 --out later --steps $((ends[1] + 10))
cp case.yaml first.yaml
sed -i 's/until: 20 ms/until: 30 ms/; s/50 Hz/60 Hz/' case.yaml
run --threads 1 --out later --resume
tail -n 1 later/series.csv | python3 -c "
t = float(input().split(',')[0])
assert abs(t - ${ends[2]} * $(python3 -c "import json; print(json.load(open('whole/run.json'))['run']['dt_s'])") - 0.03) < 1e-4, t"
sed -i 's/contacts.0.friction: 0.1/contacts.0.friction: 0.2/' case.yaml
if "$SCREE" run case.yaml --quiet --out later --resume 2>said >state; then die "another friction was accepted"; fi
grep -q 'was written by a case that differs' said || { cat said; die "another friction"; }
cp first.yaml case.yaml
# Phases that change nothing are one run.
cat head.yaml - >case.yaml <<<'time: {end: 0.12 s}'
run --threads 1 --out plain
mv state plain.state
cat head.yaml - >case.yaml <<'E2'
phases: {a: {until: 0.05 s}, b: {until: {value: kinetic, below: 0 J, at_most: 0.03 s}}, c: {until: 0.04 s, set: {output.series.every: 3 ms}}}
E2
run --threads 1 --out still
grep -q "warning: phase 'b' ends at t = .* the state that it waits for was not reached" said || { cat said; die "no warning"; }
diff plain.state state || die "phases that change nothing have another state"
