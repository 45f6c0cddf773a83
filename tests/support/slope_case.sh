# SPDX-License-Identifier: BSD-3-Clause
# slope_case [LINE]: writes case.yaml, 200 spheres that fall onto a floor and roll down a mesh, and slope.stl. The floor goes
# after 80 ms, particles are counted, and frames, series and checkpoints fall on different steps. LINE: one more of `output`.
slope_case() {
    cat >slope.stl <<S
solid slope
facet normal 0 0 1
outer loop
vertex -1 -1 -0.2
vertex 1 -1 0.2
vertex 1 1 0.2
endloop
endfacet
facet normal 0 0 1
outer loop
vertex -1 -1 -0.2
vertex 1 1 0.2
vertex -1 1 -0.2
endloop
endfacet
endsolid slope
S
    cat >case.yaml <<E
time: {end: 100 ms, dt: 20 us}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.2, restitution: 0.5, friction: 0.3}}
walls:
  floor: {plane: {point: [0, 0, 0.002], normal: [0, 0, 1]}, material: glass, stop: 80 ms}
  slope: {mesh: {file: slope.stl}, material: glass}
  plate: {box: {min: [0, 0, 5 mm], max: [2 cm, 2 cm, 8 mm]}, material: glass,
          motion: {vibrate: {amplitude: [0, 0, 2 mm], frequency: 20 Hz}}}
probes: {middle: {region: {box: {min: [0, 0, 0], max: [0.03, 0.03, 0.03]}}}}
insertion:
  - {material: glass, fill: random, region: {box: {min: [0, 0, 0.02], max: [0.04, 0.04, 0.06]}}, diameter: 5 mm, count: 200}
outlets: {gate: {region: {half_space: {point: [0, 0, 0.02], normal: [0, 0, -1]}}, action: count}}
output:
  vtk: {every: 14 ms, contacts: true}
  csv: {every: 10 ms, contacts: true, region: {box: {min: [0, 0, 0], max: [0.03, 0.03, 0.03]}}}
  series: {every: 6 ms}
  checkpoint: {every: 40 ms, keep: 3}
  ${1-}
E
}
