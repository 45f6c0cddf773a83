#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# Walls that forces move: a press that holds a stress through phases, a paddle that holds a torque, a flap on a hinge, a free block, a
# plate on a spring: the same bits and series with any threads and ranks, and when the run is stopped and resumed; and that the ledger
# closes.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >press.yaml <<'E2'
time: {dt: 10 us}
gravity: [0, 0, -9.81 m/s2]
materials: {glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25}}
contacts: {between: any, restitution: 0.4, friction: 0.5}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}
  left: {plane: {point: [-10 mm, 0, 0], normal: [1, 0, 0]}, material: glass}
  right: {plane: {point: [10 mm, 0, 0], normal: [-1, 0, 0]}, material: glass, servo: {slide: {along: [-1, 0, 0], stress: 2 kPa, area: 4 cm2, speed: 0}}}
  front: {plane: {point: [0, -10 mm, 0], normal: [0, 1, 0]}, material: glass}
  back: {plane: {point: [0, 10 mm, 0], normal: [0, -1, 0]}, material: glass}
  lid:
    material: glass
    rectangle: {corner: [-12 mm, -12 mm, 24 mm], first: [24 mm, 0, 0], second: [0, 24 mm, 0]}
    servo:
      slide: {along: [0, 0, -1], stress: 4 kPa, between: [left, right, front, back], speed: 0.3 m/s, limits: [-1 mm, 18 mm],
              factor: {table: {times: [0, 20 ms], values: [0.5, 1]}}}
insertion: {name: bed, material: glass, fill: random, region: {box: {min: [-10 mm, -10 mm, 0], max: [10 mm, 10 mm, 24 mm]}}, diameter: {uniform: [3 mm, 4 mm]}, count: 160}
phases:
  press: {until: 60 ms}
  squeeze: {until: 20 ms, set: {walls.right.servo.slide.speed: 0.2 m/s, walls.lid.servo.slide.factor: {formula: {value: 1 + 0.2 * sin(2 * pi * 100 Hz * time), duration: 20 ms}}}}
  shear: {until: 20 ms, set: {walls.lid.motion: {translate: [0.05 m/s, 0, 0]}, walls.lid.servo.slide.stress: 3 kPa}}
  unload: {until: 20 ms, set: {walls.lid.servo: null, walls.right.servo: null, walls.right.free: {mass: 5 g, slide: {along: [1, 0, 0], damper: 1 N s/m, limits: [-5 mm, 5 mm]}}}}
output: {series: {every: 1 ms}, checkpoint: {every: 50 ms}, vtk: {every: 60 ms}, plot: false}
E2
cat >free.yaml <<'E2'
time: {dt: 10 us, end: 0.12}
gravity: [0, 0, -9.81 m/s2]
materials: {glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25}}
contacts: {between: any, restitution: 0.4, friction: 0.5}
walls:
  cup: {box: {min: [-12 mm, -12 mm, 0], max: [12 mm, 12 mm, 60 mm], open: [z+]}, material: glass}
  ground: {plane: {point: [0, 0, -0.1 mm], normal: [0, 0, 1]}, material: glass} # what holds the block
  paddle:
    box: {min: [-8 mm, -1 mm, 4 mm], max: [8 mm, 1 mm, 10 mm]}
    material: glass
    servo: {turn: {about: [0, 0, 1], point: [0, 0, 0], torque: 0.1 mN m, speed: 20 rad/s, factor: {formula: {value: cos(2 * pi * 10 Hz * time), duration: 1 s}}}}
  flap:
    rectangle: {corner: [-11 mm, -5 mm, 40 mm], first: [0, 10 mm, 0], second: [20 mm, 0, 0]}
    material: glass
    free: {mass: 0.5 g, centre: [-1 mm, 0, 40 mm], inertia: [4e-9, 2e-8, 2.4e-8], turn: {about: [0, 1, 0], point: [-11 mm, 0, 40 mm], spring: 1 mN m/rad, damper: 0.5 uN m s/rad, limits: [-10 deg, 80 deg]}}
  block: {box: {min: [2 mm, 2 mm, 30 mm], max: [8 mm, 7 mm, 34 mm]}, material: glass, free: {spin: [3, 50, 2]}}
  plate:
    disc: {point: [0, 0, 16 mm], normal: [0, 0, 1], radius: 6 mm}
    material: glass
    free: {mass: 2 g, slide: [{along: [0, 0, 1], spring: 50 N/m, force: 1 mN}, {along: [1, 0, 0], spring: 20 N/m, damper: 0.01 N s/m}]}
insertion:
  - {name: bed, material: glass, fill: random, region: {box: {min: [-12 mm, -12 mm, 1 mm], max: [12 mm, 12 mm, 15 mm]}}, diameter: 3 mm, count: 120}
  - {name: rain, material: glass, rate: 2000 1/s, count: 100, region: {box: {min: [-12 mm, -12 mm, 45 mm], max: [12 mm, 12 mm, 58 mm]}}, diameter: 3 mm}
output: {series: {every: 1 ms}, checkpoint: {every: 50 ms}, vtk: {every: 60 ms}, plot: false}
E2
for case in press free; do
    cp $case.yaml case.yaml
    rm -rf two parts
    run_whole
    same_on_threads
    same_in_parts 2 2500 5999 6000 6001 7500 8000 9999 10400
    same_on_ranks 2 3
    mv whole $case
done
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("press/series.csv")))
col = lambda name: [float(r[name]) for r in rows]
at = lambda t: min(range(len(rows)), key=lambda k: abs(float(rows[k]["time [s]"]) - t))
stress, area, x = col("lid slide_stress [Pa]"), col("lid slide_area [m2]"), col("lid slide [m]")
# Pressed to 4 kPa over an area of 20 mm times 20 mm, and held.
assert abs(area[at(0.06)] / 4e-4 - 1) < 1e-12 and abs(stress[at(0.06)] / 4000 - 1) < 5e-3, stress[at(0.06)]
assert max(stress[at(0.055):at(0.06)]) < 4040 and min(stress[at(0.055):at(0.06)]) > 3960
# The right wall presses with 2 kPa on 4 cm2, which moves it inwards and makes the area smaller; the lid follows a sine of 20 %.
load, moved = col("right slide_load [N]"), col("right slide [m]")
assert moved[at(0.06)] == 0 and moved[at(0.08)] > 1e-5 and area[at(0.08)] < 4e-4 - 1e-7
assert abs(area[at(0.08)] / (0.02 * (0.02 - moved[at(0.08)])) - 1) < 1e-9
assert abs(load[at(0.08)] / 0.8 - 1) < 0.05, load[at(0.08)]
assert abs(max(col("lid slide_target [N]")[at(0.06):at(0.08)]) / (1.19 * 4000 * 4e-4) - 1) < 0.01
# Then it shears while it holds 3 kPa.
shear = col("lid x [m]")
assert abs(shear[at(0.1)] - shear[at(0.08)] - 1e-3) < 1e-9 and abs(stress[at(0.099)] / 3000 - 1) < 0.05
assert abs(col("lid fx [N]")[at(0.099)]) > 0.1
# Without its servo the lid stays; the right wall, now with a mass, is pushed out, or gives way up to its limit.
z = col("lid z [m]")
balance = col("energy_balance [J]")
assert abs(balance[-1] - balance[at(0.1)]) < 1e-6, balance[at(0.1):]
assert z[at(0.101)] == z[-1] and col("right x [m]")[-1] > col("right x [m]")[at(0.1)]
rows = list(csv.DictReader(open("free/series.csv")))
scale = max(col("potential [J]")) - min(col("potential [J]")) + max(col("energy_inserted [J]"))
balance = col("energy_balance [J]")
assert max(balance) - min(balance) < 2e-3 * scale, (max(balance) - min(balance), scale)
assert max(map(abs, col("paddle turn_load [N m]"))) > 5e-5 and max(map(abs, col("paddle turn [rad]"))) > 0.1
assert max(col("flap turn [rad]")) > 0.2 and min(col("flap turn [rad]")) > -0.1746
assert max(map(abs, col("plate slide [m]"))) > 1e-5 and max(map(abs, col("plate slide2 [m]"))) > 1e-6
assert 0.001 < min(col("block z [m]")) < 0.02 and max(map(abs, col("block wy [rad/s]"))) > 10
P
# Phases that narrow limits and change masses: nothing jumps, and velocities stay; another freedom begins at rest.
cat >change.yaml <<'E2'
time: {dt: 10 us}
materials: {glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25, restitution: 0.5, friction: 0.4}}
contacts: {between: any}
walls:
  lid: {plane: {point: [0, 0, 1], normal: [0, 0, -1]}, material: glass, servo: {slide: {along: [0, 0, -1], force: 1 N, speed: 0.1, limits: [0, 40 mm]}}}
  top: {box: {min: [-10 mm, -5 mm, -2 mm], max: [10 mm, 5 mm, 2 mm]}, material: glass, free: {mass: 10 g, inertia: [1e-7, 3e-7, 3.5e-7], velocity: [0.1, 0, 0], spin: [20, 1, 2]}}
  cart: {box: {min: [100 mm, 0, 0], max: [110 mm, 10 mm, 10 mm]}, material: glass, free: {velocity: [0.2, 0, 0], slide: {along: [1, 0, 0]}}}
phases:
  a: {until: 20 ms}
  b: {until: 10 ms, set: {walls.lid.servo.slide.limits: [0, 1 mm], walls.top.free.inertia: [3.5e-7, 3e-7, 1e-7], walls.top.free.mass: 20 g, walls.cart.free.slide: {along: [0, 1, 0]}}}
output: {series: {every: 1 ms}, plot: false}
E2
"$SCREE" run change.yaml --quiet --out change >state 2>said || { cat said; die "phases that change drives"; }
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("change/series.csv")))
col = lambda name: [float(r[name]) for r in rows]
k = max(i for i, r in enumerate(rows) if r["phase [1]"] == "1")  # the last row of the first phase
lid, top, spin, cart = col("lid slide [m]"), col("top vx [m/s]"), [col(f"top w{c} [rad/s]") for c in "xyz"], col("cart vx [m/s]")
assert abs(lid[k] - 2e-3) < 2e-6 and all(abs(x - lid[k]) < 2e-6 for x in lid[k:]), lid[k:]
assert all(abs(v - 0.1) < 1e-12 for v in top)
for w in spin:
    assert abs(w[k + 1] - w[k]) < 0.5, (w[k], w[k + 1])
assert abs(cart[k] - 0.2) < 1e-12 and cart[-1] == 0 and col("cart vy [m/s]")[-1] == 0
balance = col("energy_balance [J]")
assert max(balance) - min(balance) < 1e-6 * max(col("free_walls_energy [J]")), (min(balance), max(balance))
P
