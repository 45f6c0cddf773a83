#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Periodic boxes: positions given outside are wrapped, and a mesh that overhangs the box gives the same bits for any skin.
set -euo pipefail
rm -rf work && mkdir work && cd work
cat >base.yaml <<E
time: {end: 5 ms, dt: 10 us}
gravity: [0, 0, -9.81]
domain: {min: [0, 0, -1], max: [0.1, 0.1, 1], periodic: [x, y]}
materials: {glass: {density: 2500, young: 10 MPa, poisson: 0.2, restitution: 0.5, friction: 0.3}}
output: {plot: false}
E
state() { "$SCREE" run "$1" --quiet --threads 1 --out "$1.out" --overwrite; }
expect_same() { [[ $1 == "$2" ]] || { echo "$3: $1 and $2 differ"; exit 1; }; }

# id x y z radius density vx vy vz, the same world with x inside and outside the box
printf '# id x y z radius density vx vy vz\n1 0.045 0.05 0.05 0.005 2500 0.2 0 0\n2 0.0545 0.05 0.05 0.0045 2500 0 0 0\n3 0.02 0.02 0.05 0.0005 2500 0 0 0\n' >inside.txt
printf '# id x y z radius density vx vy vz\n1 0.145 0.05 0.05 0.005 2500 0.2 0 0\n2 0.2545 0.05 0.05 0.0045 2500 0 0 0\n3 -0.98 0.02 0.05 0.0005 2500 0 0 0\n' >outside.txt
for pack in inside outside; do
    { cat base.yaml; echo "particles: [{file: $pack.txt, material: glass}]"; } >$pack.yaml
    state $pack.yaml >$pack.state
done
"$SCREE" run outside.yaml --quiet --out out >/dev/null
tail -n 1 out/series.csv | cut -d, -f2 | grep -qx 3

# a floor of two triangles, wider than the box
cat >floor.stl <<E
solid floor
facet normal 0 0 1
outer loop
vertex -0.07 -0.03 0
vertex 0.16 -0.03 0
vertex 0.16 0.13 0
endloop
endfacet
facet normal 0 0 1
outer loop
vertex -0.07 -0.03 0
vertex 0.16 0.13 0
vertex -0.07 0.13 0
endloop
endfacet
endsolid floor
E
printf '1 0.0875 0.01 0.0049 0.005 2500 0.8 -0.5 0\n2 0.011 0.099 0.006 0.005 2500 -0.9 0.3 -0.2\n' >balls.txt
for skin in 0.5 10 25; do
    { cat base.yaml; echo "particles: [{file: balls.txt, material: glass}]"
      echo "walls: {floor: {mesh: {file: floor.stl}, material: glass}}"; echo "search: {skin: $skin mm}"; } >skin_$skin.yaml
    sed -i 's/end: 5 ms/end: 100 ms/' skin_$skin.yaml
done
expect_same "$(state skin_0.5.yaml)" "$(state skin_10.yaml)" "skin 0.5 and 10 mm on a floor wider than the box"
expect_same "$(state skin_0.5.yaml)" "$(state skin_25.yaml)" "skin 0.5 and 25 mm on a floor wider than the box"

# bumps much wider than the box: balls between their images touch a triangle more than once, here its face, there an edge
awk 'function z(i, j) { return 0.012 * sin(3 * i + 2 * j) }
function corner(i, j) { printf "vertex %.9g %.9g %.9g\n", 0.17 * i - 0.2, 0.17 * j - 0.2, z(i, j) }
function facet(a, b, c, d, e, f) {
    print "facet normal 0 0 1\nouter loop"; corner(a, b); corner(c, d); corner(e, f); print "endloop\nendfacet"
}
BEGIN {
    print "solid bumps"
    for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) {
        facet(i, j, i + 1, j, i + 1, j + 1); facet(i, j, i + 1, j + 1, i, j + 1)
    }
    print "endsolid bumps"
}' >bumps.stl
awk 'BEGIN { for (k = 0; k < 80; k++) printf "%d %g %g %g 0.004 2500 %g %g -1\n", k + 1, 0.01 + 0.01 * (k % 10), 0.01 + 0.01 * int(k / 10), 0.02, 0.8 - 0.02 * k, 0.3 }' >many.txt
for skin in 0.5 10 25; do
    sed "s/balls/many/; s/floor.stl/bumps.stl/; s/end: 100 ms/end: 30 ms/" skin_$skin.yaml >bumps_$skin.yaml
done
between=$(state bumps_0.5.yaml)
expect_same "$between" "$(state bumps_10.yaml)" "skin 0.5 and 10 mm between images of a mesh"
expect_same "$between" "$(state bumps_25.yaml)" "skin 0.5 and 25 mm between images of a mesh"
"$SCREE" run bumps_10.yaml --quiet --steps 1700 --out resumed >/dev/null
expect_same "$between" "$("$SCREE" run bumps_10.yaml --quiet --resume --out resumed)" "resumed between images of a mesh"

# a run must not delete the files that it starts from
"$SCREE" run inside.yaml --quiet --steps 10 --out own >/dev/null
{ cat base.yaml; echo "particles: [{checkpoint: own/checkpoint_000000000010.scree}]"; } >again.yaml
if "$SCREE" run again.yaml --quiet --out own --overwrite 2>said; then echo "ran over its own input"; exit 1; fi
grep -q "choose another with --out" said
[[ -s own/checkpoint_000000000010.scree ]]
