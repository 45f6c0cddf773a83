#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300 PROCESSORS 2
# A wall whose triangles wear moves is the same bits with any threads, skins and ranks, and when the run is stopped and resumed; worn volume is displaced volume and
# what is carried; files show the moved mesh; what is wrong is refused.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {dt: 20 us, velocity_scale: 3 m/s}
gravity: [0, 0, -9.81]
materials:
  sand: {density: 2500, young: 1 MPa, poisson: 0.25, restitution: 0.5, friction: 0.4}
  steel: {density: 7800, young: 20 MPa, poisson: 0.3, restitution: 0.5, friction: 0.3}
contacts:
  - {between: any, normal: hertz, tangential: mindlin}
  - {between: [sand, steel], wear: {law: archard, wear_coefficient: 1e-3, hardness: 2 GPa}}
wear:
  regions: # wear moves the centres of triangles of the bowl from one to the other, and they stay in the one where they were given
    high: {half_space: {point: [0, 0, 3.66 mm], normal: [0, 0, 1]}}
    low: {half_space: {point: [0, 0, 3.66 mm], normal: [0, 0, -1]}}
walls:
  bowl: {extrude: {line: [[-20 mm, 0, 20 mm], [-14 mm, 0, 13 mm], [-8 mm, 0, 6 mm], [-4 mm, 0, 4 mm], [0, 0, 3 mm], [4 mm, 0, 4 mm], [8 mm, 0, 6 mm], [20 mm, 0, 20 mm]],
                   along: [0, 30 mm, 0]}, material: steel, motion: {vibrate: {amplitude: [0, 0, 0.5 mm], frequency: 60 Hz}},
         displaced_by_wear: {every: 7 ms, at_most: 0.2 mm, in_total: 0.5 mm, exaggerate: 2e9}}
  chest: {box: {min: [-10 mm, 20 mm, 3 mm], max: [10 mm, 28 mm, 10 mm]}, material: steel,
          displaced_by_wear: {every: 5 ms, at_most: 0.2 mm, in_total: 2 mm, exaggerate: 2e9}}
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: steel}
  front: {plane: {point: [0, 0, 0], normal: [0, 1, 0]}, material: sand}
insertion:
  - {name: fill, material: sand, fill: random, count: 150, diameter: {uniform: [2 mm, 3 mm]}, region: {box: {min: [-10 mm, 2 mm, 22 mm], max: [10 mm, 28 mm, 60 mm]}}, velocity: [0.5, 0, -1]}
phases:
  first: {until: 50 ms}
  second: {until: 100 ms, set: {contacts.1.wear.wear_coefficient: 2e-3}}
output: {series: {every: 2 ms}, csv: {every: 50 ms}, vtk: {every: 50 ms}, checkpoint: {every: 20 ms}, plot: false}
E2
run_whole
python3 - <<'E2' || die "the books"
import csv
rows = [{k.split(" [")[0]: float(v) for k, v in row.items()} for row in csv.DictReader(open("whole/series.csv"))]
last = rows[-1]
for wall, factor in (("bowl", 2e9), ("chest", 2e9)):
    for row in rows:
        worn, displaced, carried = factor * row[wall + " wear_volume"], row[wall + " displaced_volume"], row[wall + " carried_volume"]
        assert abs(worn - displaced - carried) <= 1e-13 * worn, (wall, row["time"], worn, displaced, carried)
    assert last[wall + " displaced_volume"] > 1e-12, last
    assert 0 < last[wall + " largest_displacement"] <= {"bowl": 0.5e-3, "chest": 2e-3}[wall] * (1 + 1e-12), last
for row in rows:
    for key in ("wear_volume", "sliding_work", "impacts"):
        assert abs(row["high " + key] + row["low " + key] - row["bowl " + key] - row["chest " + key]) <= 1e-13 * row["bowl " + key], (key, row)
assert all(a["high impacts"] <= b["high impacts"] for a, b in zip(rows, rows[1:])), "triangles have left their region"
assert last["low wear_volume"] > 0.01 * last["bowl wear_volume"] and last["high wear_volume"] > 0.01 * last["bowl wear_volume"], last
assert last["bowl limited_vertices"] > 0 and last["bowl largest_displacement"] > 0.4999e-3 and last["bowl carried_volume"] > 0.1 * last["bowl displaced_volume"], last
E2
cat said
grep -q "vertices have moved by displaced_by_wear.in_total, 0.0005 m" said || die "no warning at the limit"
grep -aq 'Name="displacement"' whole/wall_bowl_000000005000.vtp || die "no displacement of vertices"
! grep -aq 'Name="displacement"' whole/wall_floor_000000005000.vtp || die "a displacement of a plane"
same_on_threads
same_with_skins "0.2 mm"
same_in_parts 1 349 350 351 1000 3333
same_on_ranks 2 3

# A mesh that is large enough to be written while the run goes on, and moves in every step: the files have the mesh of their own time.
mkdir large && python3 - <<'E2'
line = ", ".join(f"[{0.2 * k / 1200:.17g}, 0, 0]" for k in range(1201))
open("large/case.yaml", "w").write(f"""
time: {{dt: 20 us, end: 4 ms, velocity_scale: 3 m/s}}
gravity: [0, 0, -9.81]
materials: {{sand: {{density: 2500, young: 1 MPa, poisson: 0.25}}, steel: {{density: 7800, young: 20 MPa, poisson: 0.3}}}}
contacts: [{{between: any, restitution: 0.5, friction: 0.4}}, {{between: [sand, steel], wear: {{law: archard, wear_coefficient: 1e-3, hardness: 2 GPa}}}}]
wear: {{}}
walls: {{plate: {{extrude: {{line: [{line}], along: [0, 20 mm, 0]}}, material: steel,
         displaced_by_wear: {{every: 20 us, at_most: 0.1 mm, in_total: 5 mm, exaggerate: 1e5}}}}}}
insertion: [{{name: fill, material: sand, fill: random, count: 150, diameter: 2 mm, region: {{box: {{min: [10 mm, 2 mm, 0 mm], max: [190 mm, 18 mm, 2.2 mm]}}}}, velocity: [2, 0, -1]}}]
output: {{series: {{every: 2 ms}}, vtk: {{every: 0.2 ms}}, plot: false}}
""")
E2
(cd large && run --threads 2 --out out)
python3 - <<'E2' || die "the frames of a moving mesh"
import glob, os, sys
sys.path.insert(0, os.environ["SCREE_SOURCE"] + "/verify")
from outputs import read_vtp
frames = [read_vtp(f) for f in sorted(glob.glob("large/out/wall_plate_*.vtp"))]
assert len(frames) == 21
for frame in frames:
    x, corner, below = frame["Points"], frame["connectivity"], 0.0
    for i in range(0, len(corner), 3):
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (x[corner[i + k]] for k in range(3))
        below += 0.5 * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) * (az + bz + cz) / 3
    worn = 1e5 * sum(frame["wear_volume"])
    assert abs(abs(below) - worn) <= 1e-3 * worn, (frame["TimeValue"], below, worn)
assert worn > 0
E2

refused "displaced_by_wear.at_most" --set "walls.bowl.displaced_by_wear.at_most=0"
refused "displaced_by_wear.in_total" --set "walls.bowl.displaced_by_wear.in_total=-1 mm"
refused "at_most: 0.001 m at once is more than in_total" --set "walls.bowl.displaced_by_wear.at_most=1 mm"
refused "wear.regions.a: wear moves the triangles of the mesh 'chest'" --set "wear.regions={a: {mesh: chest}}"
refused "displaced_by_wear.every" --set "walls.bowl.displaced_by_wear.every=0"
refused "displaced_by_wear.exaggerate" --set "walls.bowl.displaced_by_wear.exaggerate=0"
refused "missing key 'in_total'" --set "walls.bowl.displaced_by_wear={every: 1 ms, at_most: 1 mm}"
refused "accepted: a section 'wear'" --set "wear=null"
refused "no contact of its material, sand, has a law of wear" --set "walls.bowl.material=sand" --set "walls.chest.material=sand" --set "contacts=[{between: any}]"
refused "more than the radius of the smallest particle, 0.001 m" --set "walls.bowl.displaced_by_wear.in_total=3 mm" --set "walls.bowl.displaced_by_wear.at_most=2 mm"
refused "a wall that forces move" --set "walls.bowl.motion=null" --set "walls.bowl.servo={slide: {axis: [0, 0, 1], force: 1 N}}"
refused "to either side, the mesh turns its triangle 1 over; accepted: a smaller in_total" --set "walls.comb={extrude: {line: [[0, 0, 50 mm], [1 mm, 0, 50 mm], [1 mm, 0, 51 mm], [2 mm, 0, 51 mm], [2 mm, 0, 50 mm], [3 mm, 0, 50 mm], [3 mm, 0, 51 mm]], along: [0, 9 mm, 0]}, material: steel, displaced_by_wear: {every: 1 ms, at_most: 0.1 mm, in_total: 2 mm}}"
run --out warned --steps 1 --set "walls.chest.displaced_by_wear.in_total=8 mm"
grep -q "walls.chest.displaced_by_wear: moved evenly by in_total, 0.008 m, to its back" said || { cat said; die "no warning of a thin wall"; }
refused "displaced_by_wear" --set "walls.floor.displaced_by_wear={every: 1 ms, at_most: 0.1 mm, in_total: 1 mm}"
