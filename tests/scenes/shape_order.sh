#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A checkpoint in a case whose shapes stand in another order: the bodies keep their shapes by their names, polyhedra and pieces their corners.
# A shape of the same name with other lengths is refused.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
die() { echo "FAILED: $*"; exit 1; }
python3 - <<'P'
shapes = {
    "tetrahedron": "{polyhedron: {corners: [[0, 0, 0], [3 mm, 0, 0], [0, 3 mm, 0], [0, 0, 3 mm]], rounding: 0.1 mm}}",
    "rock": "{polyhedron: {corners: [[0, 0, 0], [3 mm, 0, 0], [0, 2.5 mm, 0], [0.5 mm, 0.2 mm, 2 mm], [2.5 mm, 1 mm, 1 mm]], rounding: 0.1 mm}}",
    "ell": "{pieces: [{rounded_box: {sides: [3 mm, 1 mm, 1 mm]}}, {polyhedron: {corners: [[0, 0, 0], [1 mm, 0, 0], [0, 2 mm, 0], [0, 0, 1 mm]], rounding: 0.1 mm}, at: [1 mm, 0.4 mm, 0]}], mass_of: sum}",
    "dimer": "{members: [{at: [0, 0, 0], radius: 1 mm}, {at: [0, 0, 1 mm], radius: 1 mm}]}",
}
def case(order, end, sources):
    walls = "".join(f"  w{k}: {{plane: {{point: [{-x * 6} mm, {-y * 6} mm, 0], normal: [{x}, {y}, {z}]}}, material: m}}\n"
                    for k, (x, y, z) in enumerate(((0, 0, 1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0))))
    return f"""time: {{end: {end}, dt: 10 us}}
gravity: [0, 0, -9.81]
materials: {{m: {{density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.5}}}}
shapes:
""" + "".join(f"  {k}: {shapes[k]}\n" for k in order) + f"walls:\n{walls}{sources}output: {{series: {{every: 1 ms}}, plot: false}}\n"
insertion = "insertion:\n" + "".join(
    f"  - {{name: {k}, shape: {k}, material: m, fill: random, count: 10, region: {{box: {{min: [-6 mm, -6 mm, 0], max: [6 mm, 6 mm, 18 mm]}}}}}}\n" for k in shapes)
again = "particles: [{checkpoint: one/checkpoint_000000006000.scree, keep_history: true}]\n"
orders = list(shapes), ["dimer", "ell", "tetrahedron", "rock"]
for k, order in enumerate(orders):
    open(f"run{k}.yaml", "w").write(case(order, "60 ms", insertion))
    open(f"next{k}.yaml", "w").write(case(order, "20 ms", again))
shapes["rock"] = shapes["rock"].replace("2.5 mm, 1 mm, 1 mm", "2.5 mm, 1 mm, 1.2 mm")
open("other.yaml", "w").write(case(orders[0], "20 ms", again))
P
run() { "$SCREE" run "$@" --threads 1 --quiet >state 2>said || { cat said; die "$*"; }; }
run run0.yaml --out one
run run0.yaml --out two --steps 4000
run run1.yaml --out two --resume
cmp one/series.csv two/series.csv || die "resumed with shapes in another order, another series"
run next0.yaml --out three
run next1.yaml --out four
cmp three/series.csv four/series.csv || die "begun with shapes in another order, another series"
if "$SCREE" check other.yaml >state 2>said; then die "another shape of that name was accepted"; fi
grep -c "is a member of a clump that is none of this case's shapes" said >/dev/null || { cat said; die "another message"; }
