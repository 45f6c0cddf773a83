#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# long: 130 s of processor time
# Ellipsoids, superellipsoids, polyhedra, capsules, cylinders, spheres and clumps together, inserted at once and over time, between planes and in a turning drum, with a periodic axis, an outlet and
# phases: the same bits and series with any threads, instruction sets and ranks, and when the run is stopped and resumed.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {dt: 10 us}
gravity: [0, 0, -9.81 m/s2]
domain: {min: [-30 mm, -20 mm, -30 mm], max: [30 mm, 20 mm, 60 mm], periodic: [y]}
materials:
  glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25, restitution: 0.4, friction: 0.5, rolling_friction: 0.05}
contacts: {between: any, normal: hertz, tangential: mindlin, rolling: epsd}
shapes:
  grain: {ellipsoid: [2.5 mm, 1.2 mm, 1 mm]}
  die: {superellipsoid: {half_axes: [1.5 mm, 1.5 mm, 1.2 mm], exponent: 4}}
  rock: {polyhedron: {corners: [[0, 0, 0], [3 mm, 0, 0], [0, 2.5 mm, 0], [0.5 mm, 0.2 mm, 2 mm], [2.5 mm, 1 mm, 1 mm]], rounding: 0.1 mm}}
  pill: {capsule: {radius: 1 mm, length: 4 mm}}
  disc: {rounded_cylinder: {radius: 1.5 mm, length: 1.5 mm}}
  dimer: {members: [{at: [0, 0, -1 mm], radius: 1.5 mm}, {at: [0, 0, 1 mm], radius: 1.5 mm}]}
walls:
  drum: {cylinder: {point: [0, 0, 0], axis: [0, 1, 0], radius: 20 mm, side: inside}, material: glass, motion: {rotate: {axis: [0, 1, 0], point: [0, 0, 0], rate: 8 rad/s}}}
  floor: {plane: {point: [0, 0, -18 mm], normal: [0, 0, 1]}, material: glass}
insertion:
  - {name: grains, shape: grain, material: glass, fill: dense, count: 60, region: {box: {min: [-10 mm, -20 mm, -10 mm], max: [10 mm, 20 mm, 10 mm]}}}
  - {name: dice, shape: die, diameter: {uniform: [2 mm, 3 mm]}, spin: [0, 0, 100 rad/s], material: glass, fill: random, count: 40, region: {box: {min: [-10 mm, -20 mm, -10 mm], max: [10 mm, 20 mm, 10 mm]}}}
  - {name: rocks, shape: rock, material: glass, fill: random, count: 15, region: {box: {min: [-10 mm, -20 mm, -10 mm], max: [10 mm, 20 mm, 10 mm]}}}
  - {name: pills, shape: pill, material: glass, fill: random, count: 15, region: {box: {min: [-10 mm, -20 mm, -10 mm], max: [10 mm, 20 mm, 10 mm]}}}
  - {name: discs, shape: disc, material: glass, fill: random, count: 15, region: {box: {min: [-10 mm, -20 mm, -10 mm], max: [10 mm, 20 mm, 10 mm]}}}
  - {name: dimers, shape: dimer, material: glass, fill: random, count: 15, region: {box: {min: [-10 mm, -20 mm, -10 mm], max: [10 mm, 20 mm, 10 mm]}}}
  - {name: balls, material: glass, fill: random, diameter: 3 mm, count: 20, region: {box: {min: [-10 mm, -20 mm, -10 mm], max: [10 mm, 20 mm, 10 mm]}}}
  - {name: rain, shape: grain, material: glass, rate: 1000 1/s, stop: 20 ms, velocity: [0, 0, -1 m/s], region: {box: {min: [-8 mm, -20 mm, 8 mm], max: [8 mm, 20 mm, 14 mm]}}}
outlets:
  seen: {region: {half_space: {point: [0, 0, -10 mm], normal: [0, 0, -1]}}, action: count}
phases:
  one: {until: 40 ms}
  two: {until: 20 ms, set: {materials.glass.friction: 0.2}}
output: {series: {every: 1 ms}, checkpoint: {every: 40 ms}, vtk: {every: 40 ms}, plot: false}
E2
run_whole
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("whole/series.csv")))
col = lambda name: [float(r[name]) for r in rows]
assert col("rain inserted [1]")[-1] > 10 and col("wall_contacts [1]")[-1] > 20 and col("contacts [1]")[-1] > 35, rows[-1]
balance, scale = col("energy_balance [J]"), max(col("kinetic [J]")) + col("energy_inserted [J]")[-1]
assert max(balance) - min(balance) < 5e-3 * scale, (max(balance) - min(balance), scale)
P
grep -aq 'Name="half_axes"' whole/bodies_000000004000.vtp || die "no half axes in ParaView files"
# Each convex body has a closed surface, whose volume is a little below that of the body; of as many triangles as the case says, or there are none.
surfaces() { # surfaces FILE TRIANGLES
    python3 - "$@" <<'P'
import re, struct, sys
from collections import defaultdict
data = open(sys.argv[1], "rb").read()
head, raw = data.split(b'<AppendedData encoding="raw">\n_', 1)
def array(name, code):
    at = int(re.search(rb'Name="%s"[^>]*offset="(\d+)"' % name, head)[1])
    n = struct.unpack_from("<Q", raw, at)[0]
    return struct.unpack_from(f"<{n // struct.calcsize(code)}{code}", raw, at + 8)
x, corner, ids, size = array(b"Points", "f"), array(b"connectivity", "i"), array(b"id", "q"), array(b"size", "f")
volume, of_sphere, edges = defaultdict(float), {}, defaultdict(set)
cross = lambda a, b: (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
first = {}
for t, body in enumerate(ids):
    v = corner[3 * t:3 * t + 3]
    start = first.setdefault(body, x[3 * v[0]:3 * v[0] + 3])
    a, b, c = ([x[3 * i + k] - start[k] for k in range(3)] for i in v)
    n = cross(b, c)
    volume[body] += (a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / 6
    of_sphere[body] = 3.14159265 / 6 * size[t] ** 3
    for k in range(3):
        e = (v[k], v[(k + 1) % 3])
        assert e not in edges[body]
        edges[body].add(e)
assert len(volume) > 100 and len(ids) == int(sys.argv[2]) * len(volume), (len(volume), len(ids))
for body, v in volume.items():
    assert all((b, a) in edges[body] for a, b in edges[body])
    assert 0.75 * of_sphere[body] < v < of_sphere[body], (body, v, of_sphere[body])
P
}
surfaces whole/surfaces_000000004000.vtp 288
[[ $(grep -c '<DataSet' whole/surfaces.pvd) == $(grep -c '<DataSet' whole/bodies.pvd) ]] || die "not all times in surfaces.pvd"
run --out few --set output.vtk.surfaces=100 --steps 1
surfaces few/surfaces_000000000000.vtp 72
run --out none --set output.vtk.surfaces=0 --steps 1
[[ ! -e none/surfaces.pvd && -e none/bodies.pvd ]] || die "surfaces without having been asked for"
same_on_threads
same_with_skins "0.2 mm"
same_in_parts 2 500 1001 2500 3999 4000 4001 5999
same_on_ranks 2 3
same_on_other_ranks 2 4321 3

# Bodies that leave the domain take what their contacts store.
cat >case.yaml <<'E2'
time: {end: 12 ms, dt: 10 us}
gravity: [0, 0, -9.81]
domain: {min: [0, 0, 0], max: [20 mm, 20 mm, 40 mm], periodic: [x, y]}
materials: {a: {density: 2500, young: 1 MPa, poisson: 0.25, restitution: 0.5, friction: 0.3}}
contacts: [{between: any}]
shapes: {el: {ellipsoid: [1.2 mm, 0.9 mm, 0.8 mm]}}
walls: {floor: {plane: {point: [0, 0, 1 mm], normal: [0, 0, 1]}, material: a, stop: 6 ms}}
insertion: [{material: a, shape: el, fill: random, region: {box: {min: [0, 0, 1 mm], max: [20 mm, 20 mm, 30 mm]}}, count: 120, velocity: [0.2, 0, -1]}]
output: {series: {every: 1 ms}, plot: false}
E2
run --out leaving
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("leaving/series.csv")))
balance = [float(r["energy_balance [J]"]) for r in rows]
assert float(rows[-1]["lost [1]"]) > 5, rows[-1]
assert max(balance) - min(balance) < 3e-3 * float(rows[-1]["energy_removed [J]"]) + 1e-6, (max(balance) - min(balance), rows[-1])
P
