#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# long: builds scree with clang, 50 s of processor time
# The same bits from gcc and clang and from every instruction set this processor has, on a scene with a turning mesh,
# friction, rolling, several sizes, an inlet and an outlet. The hot loops that clang has compiled are vectorised, according to its reports (wide.py).
# ctest: TIMEOUT 600
set -euo pipefail
command -v clang >/dev/null || { echo "no clang"; exit 77; }
cat >scene.yaml <<E
time: {end: 0.05 s, dt: 10 us}
gravity: [0, 0, -9.81]
domain: {min: [-0.1, -0.1, -0.1], max: [0.1, 0.1, 0.3]}
materials:
  glass: {density: 2500, young: 10 MPa, poisson: 0.2, restitution: 0.5, friction: 0.3, rolling_friction: 0.05}
  steel: {density: 7200, young: 210 GPa, poisson: 0.3, restitution: 0.4, friction: 0.2, rolling_friction: 0.02}
contacts: [{between: any, normal: hertz, tangential: mindlin, rolling: epsd}]
walls:
  silo:
    mesh: {file: $SCREE_SOURCE/examples/mesh/silo_large.stl, scale: 0.5 m}
    material: steel
    motion: {rotate: {axis: [0, 0, 1], point: [0, 0, 0], rate: 3 rad/s}}
insertion:
  - {name: bed, material: glass, fill: random, count: 400, diameter: {uniform: [3 mm, 8 mm]},
     region: {cylinder: {point: [0, 0, 0.002], axis: [0, 0, 1], radius: 48 mm, length: 80 mm}}}
  - {name: rain, material: glass, rate: 4000 1/s, diameter: 4 mm, velocity: [0, 0, -1],
     region: {cylinder: {point: [0, 0, 0.09], axis: [0, 0, 1], radius: 40 mm, length: 30 mm}}}
outlets:
  out: {region: {half_space: {point: [0, 0, -0.03], normal: [0, 0, -1]}}}
output: {plot: false}
E
options=$(python3 "$SCREE_SOURCE/tests/lint/wide.py" options)
cmake -S "$SCREE_SOURCE" -B clang -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang "-DCMAKE_C_FLAGS=$options" -DSCREE_TESTS=OFF >clang.log
cmake --build clang --target scree_cli >>clang.log || { tail -n 30 clang.log; exit 1; }
expected=$("$SCREE" run scene.yaml --quiet --threads 1 --out out)
echo "$SCREE $expected"
[[ $expected == "state: "* ]]
for program in "$SCREE" clang/scree; do
    for isa in v2 v3 v4; do
        if ! said=$("$program" run scene.yaml --quiet --threads 2 --isa $isa --overwrite --out out 2>message); then
            grep -q "this processor lacks it" message || { cat message; exit 1; }
            echo "$isa: not on this processor"
            continue
        fi
        echo "$program $isa $said"
        [[ $said == "$expected" ]] || { echo "differs"; exit 1; }
    done
done
[[ $(uname -m) != x86_64 ]] || python3 "$SCREE_SOURCE/tests/lint/wide.py" clang "$SCREE_SOURCE" clang
