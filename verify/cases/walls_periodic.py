# SPDX-License-Identifier: BSD-3-Clause
"""Walls in a periodic cell: their images act, and each part of them counts once."""
import math

from case import case

BED = """
    time: {end: 0.1 s}
    domain: {min: [0, 0, -1 cm], max: [2 cm, 2 cm, 3 cm], periodic: [x, y]}
    materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25, heat_capacity: 800, conductivity: 1}}
    contacts: [{between: any, restitution: 0.7, friction: 0.3, heat: conduction}]
    heat: {temperature: 300}
    damping: {local: 0.5}
    walls:
      floor: {rectangle: {corner: [-1 cm, -1 cm, 0], first: [4 cm, 0, 0], second: [0, 4 cm, 0]}, material: m, heat: {flux: 1 kW/m2}}
      lid: {rectangle: {corner: [-1 cm, -1 cm, 1 cm], first: [4 cm, 0, 0], second: [0, 4 cm, 0]}, material: m,
            servo: {slide: {along: [0, 0, -1], stress: 1 kPa, speed: 0.1}}}
    insertion: [{material: m, fill: dense, diameter: 2 mm, fraction: 0.6, region: {box: {min: [0, 0, 0], max: [2 cm, 2 cm, 1 cm]}}}]
    output: {series: {every: 5 ms}, plot: false}
    """


@case("lid_wider_than_cell", "A lid and a heated floor of 4 x 4 cm on a bed in a periodic cell of 2 x 2 cm: stress and flux are of the cell",
      wrong=("stress: 1 kPa", "stress: 1.01 kPa"))
def lid_wider_than_cell(s):
    run = s.run(BED, name="lid")
    s.near("force on the bed [N]", -run.column("floor fz")[-1], 0.4, rel=1e-6, source="stress times the cross-section of the cell",
           reason="what is left of the settling after 0.1 s")
    s.near("heat into the bed [W]", run.column("floor heat")[-1], 0.4, rel=1e-9, source="flux times the cross-section of the cell",
           reason="rounding")


SHAFT = """
    time: {{end: 0.06 s, dt: 2 us, velocity_scale: 1}}
    domain: {{min: [0, 0, -1], max: [0.1, 0.1, 1], periodic: [x, y]}}
    materials: {{m: {{density: 2500, young: 500 MPa, poisson: 0.3}}}}
    contacts: [{{between: any, restitution: 1, tangential: none}}]
    walls: {{shaft: {{cylinder: {{point: [{x}, 5 cm, 0], axis: [0, 0, 1], radius: 1 cm, side: outside}}, material: m}}}}
    particles: [{{file: ball.txt, material: m}}]
    output: {{series: {{every: 1 ms}}, vtk: {{every: 0.06 s}}, plot: false}}
    """


@case("shaft_at_the_border", "A ball hits the half of a shaft that is beyond the periodic border: it leaves as from a mirror",
      wrong=("radius: 1 cm", "radius: 1.1 cm"))
def shaft_at_the_border(s):
    r, radius, shift = 0.002, 0.01, -0.007
    n = (shift / (radius + r), -math.sqrt(1 - (shift / (radius + r)) ** 2), 0.0)
    for x in (0.002, 0.098, 0.05):
        s.balls("ball.txt", [((x + shift) % 0.1, 0.03, 0.0, r, 0.0, 1.0, 0.0)])
        v = s.run(SHAFT.format(x=x), name=f"at_{1000 * x:.0f}_mm").frame(-1)["velocity"][0]
        for axis in range(2):
            s.near(f"shaft at {1000 * x:.0f} mm: v{'xy'[axis]} after [m/s]", v[axis], (axis == 1) - 2 * n[1] * n[axis], within=1e-2,
                   source="v - 2 (v n) n, n from the axis to the ball at first touch",
                   reason="the normal turns during the contact")
