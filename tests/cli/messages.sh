#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Messages name the file and the key, have no unit behind a count, and call a value by words that users know.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C OMP_NUM_THREADS=1
die() { echo "FAILED: $*"; exit 1; }
says() { # says TEXT: in what the last command said
    grep -qF -- "$1" said || { cat said; die "it does not say: $1"; }
}
refused() { ! "$SCREE" "$@" >state 2>said || die "accepted: $*"; }
case_with() { # case_with WALL: a case with this wall
    cat >case.yaml <<Y
time: {end: 1 ms, dt: 10 us}
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.2, restitution: 0.5, friction: 0.3}}
contacts: {between: any}
walls:
  first: {plane: {point: [0, 0, -1], normal: [0, 0, 1]}, material: glass}
  sheet: {$1, material: glass}
particles: [{formula: {count: 2, x: "i * 1 cm", z: "1 cm", diameter: "1 mm"}, material: glass}]
Y
}

# All that is said of the triangles of a wall names the case, the wall and the file.
case_with 'mesh: {file: sheet.obj}'
corners='v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1e70 0 0\n'
for row in 'f 1 1 1|none of the 1 triangles' 'f 1 2 4|triangle 1 of the mesh has the corner'; do
    printf "$corners${row%%|*}\n" >sheet.obj
    refused check case.yaml
    says "case.yaml:6:3: error: walls.sheet: sheet.obj: ${row#*|}"
    sed 's/^/x/' said | grep -E '^x(error|warning)' && die "a message without a file"
done
printf "${corners}f 1 2 3\nf 1 2 3\nf 2 1 1\n" >sheet.obj
"$SCREE" check case.yaml >state 2>said || { cat said; die "the mesh is refused"; }
says 'case.yaml:6:3: warning: walls.sheet: sheet.obj: 1 of 3 triangles of the mesh are there twice'
says 'case.yaml:6:3: warning: walls.sheet: sheet.obj: 1 of 3 triangles of the mesh have no area'
case_with 'box: {min: [0, 0, 0], max: [1e70, 1, 1]}'
refused check case.yaml
says 'case.yaml:6:3: error: walls.sheet'

# A count has no unit, neither in what a phase has reached nor in what is accepted.
case_with 'plane: {point: [0, 0, -2], normal: [0, 0, 1]}'
phases='phases: {wait: {until: {value: contacts, above: LIMIT, at_most: 0.1 ms}}, rest: {until: 0.1 ms}}'
sed -i 's/end: 1 ms, //' case.yaml
{ cat case.yaml; echo "${phases/LIMIT/100}"; } >phases.yaml
"$SCREE" run phases.yaml --quiet >state 2>said || { cat said; die "the phases are refused"; }
says 'with contacts = 0: the state'
{ cat case.yaml; echo "${phases/LIMIT/100 mm}"; } >phases.yaml
refused check phases.yaml
says "the limit of 'contacts' is in another unit; accepted: a number without a unit"

# A value of a checkpoint that users never see is told by what it is.
sed -i 's/dt: /end: 1 ms, dt: /' case.yaml
{ cat case.yaml; echo 'gravity: [1, 0, 0]
domain: {min: [-1, -1, -3], max: [1, 1, 1], periodic: [x]}'; } >falls.yaml
"$SCREE" run falls.yaml --quiet --out falls >state 2>said || { cat said; die "the run"; }
sed -i '/^particles:/d' case.yaml
{ cat case.yaml; echo 'particles: [{checkpoint: CHECKPOINT}]'; } | sed "s|CHECKPOINT|$(echo falls/checkpoint_*.scree)|" >from.yaml
"$SCREE" check from.yaml >state 2>said || { cat said; die "the checkpoint is refused"; }
says 'the value "Periods that it has gone through along x, y, z; of a clump in the first member" of its particles is left out'
