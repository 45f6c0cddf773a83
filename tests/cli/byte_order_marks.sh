#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The byte order mark that some programs write before UTF-8 changes nothing, whichever file of a case begins with it.
set -euo pipefail
rm -rf work && mkdir -p work && cd work
export LC_ALL=C
die() { echo "FAILED: $*"; exit 1; }
mkdir plain marked
square='v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0'
printf '%s\nf 1 2 3 4\n' "$square" >plain/a.obj
printf 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 1\n1 0 1\n0 1 1\n3 0 1 2\n' >plain/b.ply
printf '# vtk DataFile Version 3.0\nby hand\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n0 0 2\n1 0 2\n0 1 2\nPOLYGONS 1 4\n3 0 1 2\n' >plain/c.vtk
printf 'solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 3\nvertex 1 0 3\nvertex 0 1 3\nendloop\nendfacet\nendsolid s\n' >plain/d.stl
printf 'id,x,y,z,diameter\n1,0.3,0.3,0.01,0.02\n2,0.32,0.3,0.01,0.02\n3,0.5,0.5,0.2,0.02\n' >plain/grains.csv
printf '1 2\n' >plain/pairs.txt
printf 'time,z\n0,0\n1,1e-3\n' >plain/motion.csv
cat >plain/case.yaml <<'E2'
time: {end: 1 ms, dt: 10 us}
gravity: [0, 0, -9.81]
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25}}
contacts: [{between: any, restitution: 0.5, friction: 0.5, bond: {law: parallel, bond_young: 1 MPa}}]
walls:
  a: {mesh: a.obj, material: m, motion: [{table: {file: motion.csv}}]}
  b: {mesh: b.ply, material: m}
  c: {mesh: c.vtk, material: m}
  d: {mesh: d.stl, material: m}
particles: [{file: grains.csv, material: m}]
bonds: [{file: pairs.txt}]
E2
for file in plain/*; do
    { printf '\xef\xbb\xbf'; cat "$file"; } >"marked/${file#plain/}"
done
digest() {
    rm -rf "$1.out"
    "$SCREE" run "$1/case.yaml" --out "$1.out" >said 2>&1 || die "$1: $(cat said)"
    grep -o '"digest": *"[^"]*"' "$1.out/run.json" || die "$1: no digest"
}
plain=$(digest plain)
for file in plain/*; do # one by one, so that a failure names the kind
    rm -rf one && cp -r plain one
    cp "marked/${file#plain/}" one/
    "$SCREE" check one/case.yaml --strict >said 2>&1 || die "${file#plain/}: $(cat said)"
    [ "$(digest one)" = "$plain" ] || die "${file#plain/} with a mark is another one"
done
[ "$(digest marked)" = "$plain" ] || die "all files with a mark are another case"
