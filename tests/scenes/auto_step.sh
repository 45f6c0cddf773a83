#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# dt: auto follows the contacts: a bed of low restitution that is pressed after the start gets a shorter step before it boils, and a longer one when the load is
# gone. What is due at times stays there, and the bits are the same with any threads and ranks, and in parts.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
domain: {min: [0, 0, -1 cm], max: [1 cm, 1 cm, 2 cm], periodic: [x, y]}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25}}
contacts: [{between: any, restitution: 0.3, friction: 0.3}]
damping: {local: 0.5}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}
  lid:
    plane: {point: [0, 0, 7 mm], normal: [0, 0, -1]}
    material: m
    servo: {slide: {along: [0, 0, -1], stress: 0.5 kPa, area: 1 cm2, speed: 0.1}}
  side: {plane: {point: [0, 0, -5 mm], normal: [0, 0, 1]}, material: m, motion: {vibrate: {amplitude: [0, 0, 1 mm], frequency: 40 Hz}}}
insertion: [{material: m, fill: dense, diameter: 2 mm, fraction: 0.5, region: {box: {min: [0, 0, 0], max: [1 cm, 1 cm, 7 mm]}}}]
phases:
  rest: {until: {time: 30 ms}}
  press: {until: {time: 40 ms}, set: {walls.lid.servo.slide.stress: 16 kPa}}
  ease: {until: {time: 60 ms}, set: {walls.lid.servo.slide.stress: 0.2 kPa}}
output: {series: {every: 1.7 ms}, csv: {every: 10 ms}, checkpoint: {every: 9 ms, keep: 0}, plot: false}
E2
run_whole
mapfile -t steps < <(python3 - <<'P'
import csv, json, math, os, re, sys
rows = list(csv.DictReader(open("whole/series.csv")))
record = json.load(open("whole/run.json"))
run, said = record["run"], [m for m in record["messages"] if m["severity"] == "warning"]
assert not said, said
changes = run["dt_changes"]
lengths = [c["dt_before_s"] for c in changes] + [run["dt_s"]]
assert run["dt_range_s"] == [min(lengths), max(lengths)] and lengths[0] == max(lengths), lengths
assert any(b > a for a, b in zip(lengths, lengths[1:])), "never up"
assert min(lengths) < 0.9 * lengths[0]

def time_of(step):
    begin, since = 0, 0.0
    for c in changes:
        if step <= c["step"]:
            return since + (step - begin) * c["dt_before_s"]
        begin, since = c["step"], c["time_s"]
    return since + (step - begin) * run["dt_s"]

def length_at(t):  # of the step that ends at t
    return next((c["dt_before_s"] for c in changes if t <= c["time_s"] * (1 + 1e-12)), run["dt_s"])

for k, c in enumerate(changes):
    assert abs(time_of(c["step"]) - c["time_s"]) <= 1e-15, (k, c)
# rows: the first step at or after each multiple, and the ends of phases
ends, t = [0.03, 0.07, 0.13], [float(r["time [s]"]) for r in rows]
wanted = sorted([1.7e-3 * k for k in range(int(0.13 / 1.7e-3) + 1)] + ends)
assert len(t) == len(wanted), (len(t), len(wanted))
for at, w in zip(t, wanted):
    assert -1e-5 * lengths[0] <= at - w < 1.01 * length_at(at) * (3 if w > ends[0] else 1), (at, w)  # each phase begins with the step that ends the last
assert all(float(r["dt [s]"]) in lengths for r in rows)
frames = sorted(int(m[1]) for m in (re.match(r"particles_(\d+)\.csv", f) for f in os.listdir("whole")) if m)
assert len(frames) == 14, frames
for k, s in enumerate(frames[:-1]):
    assert 0 <= time_of(s) - 0.01 * k + 1e-11 < 1.01 * length_at(time_of(s)), (k, s)
# the floor carries what the lid presses, as a mean over the second half of the pressed phase, where the lid has come to rest
force = [-float(r["floor fz [N]"]) for r in rows if 0.05 < float(r["time [s]"]) < 0.07]
mean = sum(force) / len(force)
assert abs(mean - 1.6) < 0.02 * 1.6, mean
# the energy: nothing comes from nothing
work = [float(r["wall_work [J]"]) for r in rows]
balance = [float(r["energy_balance [J]"]) for r in rows]
assert max(balance) - min(balance) < 0.02 * max(map(abs, work)), (min(balance), max(balance), max(work))
down = next(c for c, (a, b) in zip(changes, zip(lengths, lengths[1:])) if b < a)["step"]
up = next(c for c, (a, b) in zip(changes, zip(lengths, lengths[1:])) if b > a)["step"]
for s in (down, down + 3, (down + up) // 2, up, up + 1):
    print(s)
P
)
((${#steps[@]} == 5)) || die "no steps to stop at"
same_on_threads
same_in_parts "${steps[@]}"
same_on_ranks 2 3
same_on_other_ranks 2 "${steps[1]}" 1

# A given step stays, and the alarm says that it is too long.
dt=$(python3 -c 'import json; print(json.load(open("whole/run.json"))["run"]["dt_range_s"][1])')
"$SCREE" run case.yaml --quiet --out given --set "time.dt=$dt s" >state 2>said
python3 - <<'P'
import csv, json
record = json.load(open("given/run.json"))
run = record["run"]
assert run["dt_changes"] == [] and run["dt_range_s"] == [run["dt_s"]] * 2
assert "dt [s]" not in csv.DictReader(open("given/series.csv")).fieldnames
assert any("is too long for" in m["text"] for m in record["messages"]), record["messages"]
P
