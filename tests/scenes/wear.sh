#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300 PROCESSORS 2
# The wear of walls and the impacts of particles are the same bits with any threads, skins and ranks, and when the run is stopped and resumed; files and columns
# agree with each other; what is wrong is refused.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
time: {dt: 20 us, end: 0.1 s, velocity_scale: 3 m/s}
gravity: [0, 0, -9.81]
materials:
  sand: {density: 2500, young: 5 MPa, poisson: 0.25, restitution: 0.5, friction: 0.4}
  ore: {density: 4000, young: 5 MPa, poisson: 0.25, restitution: 0.6, friction: 0.3}
  steel: {density: 7800, young: 20 MPa, poisson: 0.3, restitution: 0.5, friction: 0.3}
contacts:
  - {between: any, normal: hertz, tangential: mindlin}
  - {between: [sand, steel], wear: {law: archard, wear_coefficient: 1e-3, hardness: 2 GPa}}
  - {between: [ore, steel], wear: {law: finnie, flow_stress: 1 GPa}}
wear:
  speed_bins: [0.1, 0.3, 1]
  energy_bins: [1e-6, 1e-5]
  regions:
    left: {half_space: {point: [0, 0, 0], normal: [-1, 0, 0]}}
    right: {box: {min: [0, 0, 0], max: [20 mm, 30 mm, 20 mm]}}
    "deep, low": {sphere: {point: [0, 15 mm, 0], radius: 13 mm}}
shapes: {pebble: {ellipsoid: [1.8 mm, 1.2 mm, 1 mm]}}
walls:
  bowl: {extrude: {line: [[-20 mm, 0, 20 mm], [-8 mm, 0, 6 mm], [0, 0, 3 mm], [8 mm, 0, 6 mm], [20 mm, 0, 20 mm]], along: [0, 30 mm, 0]}, material: steel,
         motion: {vibrate: {amplitude: [0, 0, 0.5 mm], frequency: 60 Hz}}}
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: steel}
  front: {plane: {point: [0, 0, 0], normal: [0, 1, 0]}, material: sand}
insertion:
  - {name: fill, material: sand, fill: random, count: 150, diameter: {uniform: [2 mm, 3 mm]}, region: {box: {min: [-10 mm, 2 mm, 22 mm], max: [10 mm, 28 mm, 60 mm]}}, velocity: [0, 0, -1]}
  - {name: pebbles, material: ore, shape: pebble, fill: random, count: 8, region: {box: {min: [-10 mm, 2 mm, 40 mm], max: [10 mm, 28 mm, 80 mm]}}, velocity: [0, 0, -2], spin: [90, 50, 0]}
  - {name: more, material: ore, fill: random, count: 50, diameter: 3 mm, region: {box: {min: [-10 mm, 2 mm, 60 mm], max: [10 mm, 28 mm, 80 mm]}}, velocity: [0, 0, -2]}
output: {series: {every: 2 ms}, csv: {every: 50 ms}, vtk: {every: 50 ms}, checkpoint: {every: 20 ms}, plot: false}
E2
run_whole
python3 - <<'E2' || die "the table"
import csv
rows = [{k.split(" [")[0]: float(v) for k, v in row.items()} for row in csv.DictReader(open("whole/series.csv"))]
last = rows[-1]
wear = {(r["wall"], r["material"]): {k.split(" [")[0]: float(v) for k, v in r.items() if k not in ("wall", "material")} for r in csv.DictReader(open("whole/wear_000000005000.csv"))}
assert last["bowl impacts"] > 100 and last["bowl wear_volume"] > 0 and last["bowl deepest_wear"] > last["bowl wear_depth"] > 0, last
parts = {(r["region"], r["material"]): {k.split(" [")[0]: float(v) for k, v in r.items() if k not in ("region", "material")} for r in csv.DictReader(open("whole/wear_regions_000000005000.csv"))}
for key in ("impacts", "sliding_work", "normal_work", "wear_volume", "load_path", "impact_energy"):
    assert abs(last[f"left {key}"] + last[f"right {key}"] - last[f"bowl {key}"]) <= 1e-13 * last[f"bowl {key}"], key
    for region in ("left", "right", "deep, low"):
        assert 0 < last[f"{region} {key}"] < last[f"bowl {key}"], (region, key)
        all_of = sum(x[key] for (r, m), x in parts.items() if r == region)
        assert abs(all_of - last[f"{region} {key}"]) <= 1e-12 * abs(all_of), (region, key, all_of)
for material in ("sand", "ore"):
    for key, value in wear["bowl", material].items():
        assert abs(parts["left", material][key] + parts["right", material][key] - value) <= 1e-13 * abs(value), (material, key)
assert last["front wear_volume"] == 0 and last["front sliding_work"] > 0, last
for wall in ("bowl", "floor", "front"):
    own = [x for (w, m), x in wear.items() if w == wall]
    for key in ("impacts", "sliding_work", "normal_work", "wear_volume"):
        all_of = sum(x[key] for x in own)
        assert abs(all_of - last[f"{wall} {key}"]) <= 1e-12 * abs(all_of) + 1e-18, (wall, key, all_of, last[f"{wall} {key}"])
    for x in own + [x for (r, m), x in parts.items()]:
        assert sum(v for k, v in x.items() if k.startswith("speed ")) == sum(v for k, v in x.items() if k.startswith("energy ")) == x["impacts"], x
E2
python3 - <<'E2' || die "the triangles"
import re, struct
data = open("whole/wall_bowl_000000005000.vtp", "rb").read()
head, raw = data.split(b'<AppendedData encoding="raw">')
raw = raw[raw.index(b"_") + 1:]
def array(name):
    at = int(re.search(rb'Name="%s"[^>]*offset="(\d+)"' % name, head)[1])
    size = struct.unpack_from("<Q", raw, at)[0]
    return struct.unpack_from("<%d%s" % (size // 8, b"d".decode() if b'type="Float64" Name="%s"' % name in head else "q"), raw, at + 8)
last = dict(zip(*[line.strip().split(",") for line in (lambda l: (l[0], l[-1]))(open("whole/series.csv").readlines())]))
get = lambda name: float(next(v for k, v in last.items() if k.startswith(name)))
assert sum(array(b"impacts")) == get("bowl impacts") == sum(array(b"impacts_by_speed")), "impacts"
for name in (b"sliding_work", b"wear_volume", b"load_path"):
    assert abs(sum(array(name)) - get("bowl " + name.decode())) <= 1e-12 * abs(get("bowl " + name.decode())), name
assert max(array(b"wear_depth")) == get("bowl deepest_wear"), "depth"
E2
grep -aq 'Name="impact_energy"' whole/particles_000000005000.vtp || die "no impacts of particles"
"$SCREE" check case.yaml >/dev/null 2>said || die "check"
grep -q "note: wear.regions: regions sum over triangles, and 2 of the 3 walls have none" said || { cat said; die "no note of walls without triangles"; }
same_on_threads
same_with_skins "0.2 mm"
same_in_parts 1 1000 1001 3333
same_on_ranks 2 3

refused "is not above the one before it" --set "wear.speed_bins=[1, 0.5]"
refused "is not above the one before it" --set "wear.energy_bins=[1e-6, 1e-6]"
refused "limit 1, -1, is not above 0" --set "wear.speed_bins=[-1, 1]"
refused "a section 'wear'" --set "wear=null"
refused "verlet_half_step" --set "time.integrator=verlet_half_step"
refused "wear.regions.a: unknown key 'torus'" --set "wear.regions={a: {torus: {radius: 1}}}"
refused "wear.regions.a: the kind is missing; accepted: one of the keys box, cylinder, sphere, half_space, mesh" --set "wear.regions={a: {}}"
refused "wear.regions.a.sphere.radius" --set "wear.regions={a: {sphere: {point: [0, 0, 0], radius: -1}}}"
refused "wear.regions: the name 'bowl' is taken by a wall" --set "wear.regions={bowl: {sphere: {point: [0, 0, 0], radius: 1}}}"
refused "wear.regions: the name 'fill' is taken by particles or an insertion" --set "wear.regions={fill: {sphere: {point: [0, 0, 0], radius: 1}}}"
refused "wear.regions.a: the mesh 'bowl' has no inside: 10 of its edges" --set "wear.regions={a: {mesh: bowl}}"
refused "duplicate key 'a'" --set "wear.regions={a: {box: {min: [0, 0, 0], max: [1, 1, 1]}}, a: {sphere: {point: [0, 0, 0], radius: 1}}}"
run --out empty --steps 1 --set "wear.regions={far: {sphere: {point: [1, 0, 0], radius: 1 mm}}}"
grep -q "wear.regions.far: none of the 8 triangles of walls has its centre in it" said || { cat said; die "no warning of an empty region"; }
sed 's/hardness: 2 GPa/hardness: 0/' -i case.yaml
refused "hardness"
sed 's/hardness: 0/hardness: 2 GPa/; s/wear_coefficient: 1e-3/wear_coefficient: -1/' -i case.yaml
refused "wear_coefficient"
