# SPDX-License-Identifier: BSD-3-Clause
"""Beds of ellipsoids over their shape: flow out of a silo with a flat bottom."""
import math

from beds import fit, plate_with_hole
from case import EXPERIMENT, FULL, case

D, ORIFICE, TUBE, FRICTION = 4e-3, 7, 28e-3, 0.3 # m, diameter of the sphere of the same volume; of the orifice in D; m, radius; of all contacts
# Half axes 1, 1, q: what lies along the axis of symmetry over what lies across it.
ASPECTS = 0.6, 1.0, 1.5


def ellipsoid(q):
    return f"ellipsoid: [1, 1, {q}]"


def silo(s, shape, name, friction=FRICTION, count=1800):
    """(bodies per second out of the silo, solid fraction at rest before the gate opens)."""
    s.mesh("hole.stl", plate_with_hole(ORIFICE * D / 2, TUBE + 2e-3, 32))
    run = s.run(f"""
        time: {{end: 0.85 s, velocity_scale: 0.7 m/s}}
        gravity: [0, 0, -9.81]
        domain: {{min: [-0.03, -0.03, -0.06], max: [0.03, 0.03, 0.2]}}
        materials: {{m: {{density: 2500, young: 4 MPa, poisson: 0.3}}}}
        shapes: {{b: {{{shape}}}}}
        walls:
          tube: {{cylinder: {{point: [0, 0, -1], axis: [0, 0, 1], radius: {TUBE}}}, material: m}}
          bottom: {{mesh: {{file: hole.stl}}, material: m}}
          gate: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m, stop: 0.25 s}}
        outlets: {{below: {{region: {{half_space: {{point: [0, 0, -0.01], normal: [0, 0, -1]}}}}}}}}
        contacts: {{between: any, restitution: 0.5, friction: {friction}}}
        insertion: [{{shape: b, fill: random, diameter: {D}, count: {count}, material: m,
                    region: {{cylinder: {{point: [0, 0, 0], axis: [0, 0, 1], radius: {TUBE}, length: 0.1}}}}}}]
        measures: {{core: {{packing: {{}}, region: {{box: {{min: [-14 mm, -14 mm, 8 mm], max: [14 mm, 14 mm, 30 mm]}}}}}}}}
        output: {{series: {{every: 5 ms}}, plot: false}}
        """, name=name)
    rest = max(k for k, t in enumerate(run.series["time"]) if t < 0.249)
    flowing = [(t, n) for t, n in zip(run.series["time"], run.series["particles"]) if t > 0.33 and n > 0.4 * count]
    return -fit(*zip(*flowing)), run.series["core packing_fraction"][rest]


@case("ellipsoid_silo", "Ellipsoids of three aspect ratios flow out of a silo with a flat bottom: the flow beside that of spheres", tier=FULL,
      wrong=("ellipsoid: [1, 1, 0.6]", "ellipsoid: [1, 1, 1]"))
def ellipsoid_silo(s):
    out = {q: silo(s, ellipsoid(q), f"aspect{q}") for q in ASPECTS}
    flow = {q: rate / out[1.0][0] for q, (rate, _) in out.items()}
    paper, other = "Fan, Pongo, Cruz Hidalgo and Borzsonyi 2024, arXiv 2407.21685", "their silo and friction differ; rates of 900 bodies scatter by 4 %"
    s.near("flow of aspect 0.6 over that of spheres", flow[0.6], 1.15, within=0.12, kind=EXPERIMENT, source=paper + ": about 15 % more", reason=other)
    s.at_least("flow of aspect 1.5 over that of spheres", flow[1.5], 1.0, kind=EXPERIMENT, source=paper + ": a maximum near 1.5")
    for q in (0.6, 1.5):
        s.at_least(f"solid fraction at rest of aspect {q} less that of spheres", out[q][1] - out[1.0][1], 0.0, kind=EXPERIMENT,
                   source=paper + ": such grains pack more densely in the silo")
    c = out[1.0][0] * math.pi / 6 * D ** 3 / (out[1.0][1] * math.sqrt(9.81) * ((ORIFICE - 1.4) * D) ** 2.5)
    s.near("spheres: Beverloo's C", c, 0.55, within=0.12, kind=EXPERIMENT, source="0.55 to 0.65 measured, with the density of the flow",
           reason="here with that at rest, which is up to a tenth more")
    for q in ASPECTS:
        s.report(f"aspect {q}: flow over that of spheres, solid fraction at rest", f"{flow[q]:.3f} {out[q][1]:.3f}", "")
