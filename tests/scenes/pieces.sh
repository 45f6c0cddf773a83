#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# long: 60 s of processor time
# Bodies of several convex bodies from keys and from a mesh of several shells, of different sizes, dense, at random, over time and from a particle file, in a turning box of triangles with an outlet: the same bits and
# series with any threads, instruction sets and ranks, and when the run is stopped and resumed; the surfaces of all pieces are in the files, and a picture is drawn.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
python3 - <<'P'
def box(f, first, low, high):
    for k in range(8):
        f.write("v %g %g %g\n" % tuple((high if k >> a & 1 else low)[a] for a in range(3)))
    for face in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
        f.write("f %d %d %d %d\n" % tuple(first + v for v in face))
with open("tee.obj", "w") as f:
    f.write("o bar\n")
    box(f, 1, (-3, 0, 0), (3, 2, 2))
    f.write("o stem\n")
    box(f, 9, (-1, 2, 0), (1, 5, 2))
with open("bodies.txt", "w") as f:
    f.write("# x y z diameter vx vy vz wx wy wz qw qx qy qz\n")
    f.write("0 0 0.012 0.005 0 0 -0.5 1 2 3 1 0 0.5 0\n0.004 0.003 0.016 0.004 0 0 -0.5 0 0 0 0 1 0 0\n")
P
cat >case.yaml <<'E2'
time: {dt: 10 us}
gravity: [0, 0, -9.81 m/s2]
domain: {min: [-30 mm, -10 mm, -30 mm], max: [30 mm, 10 mm, 60 mm], periodic: [y]}
materials:
  glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25, restitution: 0.4, friction: 0.5, rolling_friction: 0.05}
contacts: {between: any, normal: hertz, tangential: mindlin, rolling: epsd}
shapes:
  jack: {pieces: [{capsule: {radius: 0.7 mm, length: 5 mm}}, {capsule: {radius: 0.7 mm, length: 5 mm}, orientation: {axis: [1, 0, 0], angle: 90 deg}}, {capsule: {radius: 0.7 mm, length: 5 mm}, orientation: {axis: [0, 1, 0], angle: 90 deg}}]}
  tee: {pieces: [{polyhedron: {file: tee.obj, scale: 1 mm}}]}
  pea: {ellipsoid: [1.2 mm, 1 mm, 1 mm]}
walls:
  trough:
    extrude: {line: [[-22 mm, -12 mm, 20 mm], [-14 mm, -12 mm, -2 mm], [14 mm, -12 mm, -2 mm], [22 mm, -12 mm, 20 mm]], along: [0, 24 mm, 0]}
    material: glass
    motion: {rotate: {axis: [0, 1, 0], point: [0, 0, 0], rate: 3 rad/s}}
particles:
  - {file: bodies.txt, shape: tee, material: glass}
insertion:
  - {name: jacks, shape: jack, material: glass, fill: dense, fraction: 0.25, region: {box: {min: [-12 mm, -10 mm, 20 mm], max: [12 mm, 10 mm, 36 mm]}}}
  - {name: tees, shape: tee, diameter: {uniform: [3 mm, 4 mm]}, spin: [0, 0, 100 rad/s], material: glass, fill: random, count: 25, region: {box: {min: [-12 mm, -10 mm, 0], max: [12 mm, 10 mm, 20 mm]}}}
  - {name: peas, shape: pea, material: glass, fill: random, count: 40, region: {box: {min: [-12 mm, -10 mm, 0], max: [12 mm, 10 mm, 20 mm]}}}
  - {name: balls, material: glass, fill: random, diameter: 3 mm, count: 20, region: {box: {min: [-12 mm, -10 mm, 0], max: [12 mm, 10 mm, 20 mm]}}}
  - {name: rain, shape: jack, material: glass, rate: 1000 1/s, stop: 20 ms, velocity: [0, 0, -1 m/s], region: {box: {min: [-20 mm, -10 mm, 46 mm], max: [-9 mm, 10 mm, 60 mm]}}}
outlets:
  edge: {region: {half_space: {point: [13 mm, 0, 0], normal: [1, 0, 0]}}}
phases:
  one: {until: 40 ms}
  two: {until: 20 ms, set: {materials.glass.friction: 0.2}}
output: {series: {every: 1 ms}, checkpoint: {every: 40 ms}, vtk: {every: 40 ms}, plot: false}
E2
run_whole
python3 - <<'P'
import csv, re
rows = list(csv.DictReader(open("whole/series.csv")))
col = lambda name: [float(r[name]) for r in rows]
assert col("rain inserted [1]")[-1] > 10 and col("wall_contacts [1]")[-1] > 20 and col("contacts [1]")[-1] > 40, rows[-1]
assert col("jacks inserted [1]")[0] > 20, rows[0]  # they were pushed apart: none touch at the start
assert col("max_overlap [1]")[0] < 1e-9, rows[0]
balance, scale = col("energy_balance [J]"), max(col("kinetic [J]")) + col("energy_inserted [J]")[-1]
assert max(balance) - min(balance) < 5e-3 * scale, (max(balance) - min(balance), scale)
head = open("whole/bodies_000000004000.vtp", "rb").read().split(b"<Piece", 1)[0]
assert re.findall(rb'Name="(surface_[0-9_]+)"', head) == [b"surface_0_0", b"surface_0_1", b"surface_0_2", b"surface_1_0", b"surface_1_1", b"surface_2"], head
data = open("whole/surfaces_000000004000.vtp", "rb").read()
triangles = int(re.search(rb'NumberOfPolys="(\d+)"', data)[1])
assert triangles > 288 * 150, triangles
P
"$SCREE" render whole --out picture.png --size 320x240 >/dev/null
[[ -s picture.png ]] || die "no picture"
"$SCREE" shape show case.yaml tee --picture tee.svg >said
grep -q "2 convex bodies, mass of their union" said || die "another description"
(($(grep -c polygon tee.svg) > 1000)) || die "a picture of a shape without surfaces"
same_on_threads
same_with_skins "0.2 mm"
same_in_parts 2 500 1001 2500 3999 4000 4001 5999
same_on_ranks 2 3
same_on_other_ranks 2 4321 3
