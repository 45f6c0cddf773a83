#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# scree shape: numbers of two overlapping spheres in closed form, spheres that fill a box, and what is refused.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
die() { echo "FAILED: $*"; exit 1; }
cat >case.yaml <<'E2'
time: {end: 1}
materials: {m: {density: 1000, young: 1e6, poisson: 0.3, restitution: 0.5, friction: 0.5}}
shapes:
  pair: {members: [{at: [1, 2, 3], radius: 1}, {at: [1, 2, 4.1], radius: 0.7}]}
  heavy: {members: [{at: [0, 0, 0], radius: 1}, {at: [0, 0, 1], radius: 1}], mass_of: sum}
E2
"$SCREE" shape show case.yaml pair --picture pair.svg >pair.txt
python3 - <<'P'
import re
import xml.etree.ElementTree as xml
text = open("pair.txt").read()
number = lambda name: [float(x) for x in re.search(name + r"\s+([-0-9.e+ ]+)", text).group(1).split()]
volume, centre, along, across = 5.224563782697, 0.247272727273, 1.902466610882, 3.134669184477
assert abs(number("volume")[0] / volume - 1) < 2e-5, text
assert abs(number("centre of mass")[2] - 3 - centre) < 2e-5, text
assert abs(number("inertia / mass 1")[0] * volume / along - 1) < 5e-5 and abs(number("inertia / mass 3")[0] * volume / across - 1) < 5e-5, text
svg = xml.parse("pair.svg").getroot()
assert len([e for e in svg.iter() if e.tag.endswith("circle")]) == 6
P
"$SCREE" shape show case.yaml | grep -q '^heavy: 2 spheres, mass of their sum' || die "no second shape"
# A convex body: an ellipsoid has the radii of curvature c^2/a and a^2/c at the ends of its axes; a die has flat faces.
cat >grains.yaml <<'E2'
time: {end: 1}
materials: {m: {density: 1000, young: 1e6, poisson: 0.3, restitution: 0.5, friction: 0.5}}
shapes:
  rice: {ellipsoid: [1 mm, 4 mm, 2 mm]}
  die: {superellipsoid: {half_axes: [1 mm, 1 mm, 1 mm], exponent: 4}}
E2
"$SCREE" shape show grains.yaml rice --picture rice.svg >rice.txt
"$SCREE" shape show grains.yaml die >die.txt
python3 - <<'P'
import re
import xml.etree.ElementTree as xml
text = open("rice.txt").read()
number = lambda name: [float(x) for x in re.search(name + r"\s+([-0-9.e+ ]+)", text).group(1).split()]
close = lambda a, b: all(abs(x / y - 1) < 1e-5 for x, y in zip(a, b, strict=True))
assert text.startswith("rice: a convex body\n"), text
assert close(number("volume"), [4 / 3 * 3.14159265358979 * 8e-9]) and close(number("size, diameter of that volume"), [4e-3]), text
assert close(number("width along x, y and z"), [2e-3, 8e-3, 4e-3]) and close(number("sphere around it"), [4e-3]), text
assert close(number("inertia / mass 1")[:1], [4e-6]) and close(number("inertia / mass 2")[:1], [1e-6]), text
assert close(number("smallest radius of curvature"), [0.25e-3]) and close(number("largest radius of curvature"), [16e-3]), text
assert "largest radius of curvature   more than" in open("die.txt").read() and "flat" in open("die.txt").read()
svg = xml.parse("rice.svg").getroot()
triangles = [[tuple(map(float, c.split(","))) for c in e.get("points").split()] for e in svg.iter() if e.tag.endswith("polygon")]
assert len(triangles) == 3 * 1024, len(triangles)  # half of them are seen in each view
area = [0.0, 0.0, 0.0]
for (ax, ay), (bx, by), (cx, cy) in triangles:
    area[int(min(ax, bx, cx) // 344)] += 0.5 * abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
pixels = 0.92 * 320 / 8e-3  # of a metre: three ellipses
wanted = [3.14159265 * a * b * 1e-6 * pixels**2 for a, b in ((1, 4), (1, 2), (4, 2))]
assert all(0.985 < a / b < 1.001 for a, b in zip(area, wanted)), (area, wanted)
P
# The default of `bulge` is the one that the help names.
for kind in "capsule: {radius: 1 mm, length: 4 mm" "rounded_cylinder: {radius: 1 mm, length: 2 mm" "rounded_box: {sides: [1 mm, 2 mm, 3 mm]" "polyhedron: {corners: [[0, 0, 0], [1 mm, 0, 0], [0, 1 mm, 0], [0, 0, 1 mm]]"; do
    usual=$("$SCREE" help "shapes.${kind%%:*}.bulge" | grep -o 'default: [0-9.]*' | head -1)
    [[ -n $usual ]] || die "no default of bulge"
    for given in "" ", bulge: ${usual#default: }"; do
        printf 'time: {end: 1}\nmaterials: {m: {density: 1000, young: 1e6, poisson: 0.3, restitution: 0.5, friction: 0.5}}\nshapes: {b: {%s%s}}\n' "$kind" "$given}" >bulge.yaml
        "$SCREE" shape show bulge.yaml b >"bulge${given:+.given}.txt"
    done
    cmp bulge.txt bulge.given.txt || die "$kind: another bulge than the default"
done
# A volume and a centre that are not those of the pieces: by how much they differ.
cat >given.yaml <<'E2'
time: {end: 1}
materials: {m: {density: 1000, young: 1e6, poisson: 0.3, restitution: 0.5, friction: 0.5}}
shapes:
  off: {pieces: [{ellipsoid: [1, 1, 1]}, {ellipsoid: [1, 1, 1], at: [2, 0, 0]}], volume: 25.13274, centre: [1.5, 0, 0]}
  near: {pieces: [{ellipsoid: [1, 1, 1]}, {ellipsoid: [1, 1, 1], at: [2, 0, 0]}], volume: 8.5, centre: [1.05, 0, 0]}
particles: [{positions: [[0, 0, 0]], shape: off, material: m}]
E2
"$SCREE" check given.yaml >/dev/null 2>said
grep -c "given.yaml:4:.*warning: shapes.off: 'volume' is 25.13 m3, and its pieces have 8.378 m3, so the given one is 3 times as large; check its unit" said >/dev/null || { cat said; die "no warning of the volume"; }
grep -c "given.yaml:4:.*warning: shapes.off: 'centre' is 1.5 0 0 m, and the centre of mass of its pieces is 1 0 0 m, which is 0.5 m away, 0.138 of its size" said >/dev/null || { cat said; die "no warning of the centre"; }
! grep "shapes.near" said || die "a warning of what is near"
cat >box.obj <<'E2'
v 0 0 0
v 2 0 0
v 2 1 0
v 0 1 0
v 0 0 1
v 2 0 1
v 2 1 1
v 0 1 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
E2
"$SCREE" shape make box.obj --spheres 60 --scale 0.001 --picture box.svg >made
"$SCREE" shape make box.obj --spheres 60 --scale 0.001 --out again.txt >/dev/null
cmp box.txt again.txt || die "another fill of the same mesh"
python3 - <<'P'
import re
rows = [list(map(float, line.split())) for line in open("box.txt") if line[0] != "#"]
assert len(rows) == 60
for x, y, z, r in rows:  # none is outside
    assert min(x, y, z, 2e-3 - x, 1e-3 - y, 1e-3 - z) >= r * (1 - 1e-12) > 0
text = open("made").read()
filled = float(re.search(r"they fill ([0-9.]+) %", text).group(1))
assert 75 < filled < 100, text
assert "volume: 2e-09 m3, centre: [0.001, 0.0005, 0.0005]" in text, text
gyration = [float(x) for x in re.search(r"gyration: \[([^]]*)\]", text).group(1).split(",")]
wanted = [(1e-6 + 1e-6) / 12, (4e-6 + 1e-6) / 12, (4e-6 + 1e-6) / 12, 0, 0, 0]  # of a box
assert all(abs(a - b) < 1e-15 for a, b in zip(gyration, wanted)), gyration
P
sed 's/NAME/stone/; s/^  //' <(tail -n 2 made) >shape.yaml # what it says is a part of a case
(sed '/^shapes:/,$d' case.yaml; cat shape.yaml) >stone.yaml
"$SCREE" shape show stone.yaml stone | grep -q 'volume  *2e-09 m3' || die "the printed lines do not make the shape"
refused() { # refused TEXT words...
    local text=$1
    shift
    if "$SCREE" shape "$@" >out 2>said; then die "accepted: $*"; fi
    grep -qF -- "$text" said || { cat said; die "no message says '$text'"; }
}
head -n 13 box.obj >open.obj
refused "the mesh is not closed" make open.obj --spheres 5
refused "there is such a file already" make box.obj --spheres 5
refused "there is such a file already" show case.yaml --picture pair.svg
refused "there is no shape 'pear'" show case.yaml pear
refused "--spheres is needed" make box.obj
refused "not a number in range after '--spheres'" make box.obj --spheres 0
refused "not a number in range after '--scale'" make box.obj --spheres 3 --scale x
refused "unknown option '--spheres'" show case.yaml --spheres 3
refused "'show' or 'make' is needed" draw
refused "a case is needed" show
refused "nothing.stl" make nothing.stl --spheres 3
sed '/^shapes:/,$d' case.yaml >none.yaml
refused "there are no shapes" show none.yaml
"$SCREE" shape --help | grep -q 'scree shape make MESH' || die "no help"
