# SPDX-License-Identifier: BSD-3-Clause
"""Coarse-grained particles: a hopper and a drum with particles of 1, 2 and 3 times the diameter of the grains."""
import math
import os

from case import EXPERIMENT, FULL, case

FACTORS = (1, 2, 3)
G = 9.81
ORIFICE, GRAIN = 0.028, 0.002
EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "coarse_hopper.yaml")


def mean(values):
    values = [v for v in values if math.isfinite(v)]
    return sum(values) / len(values)


def beverloo(k, c=1.4):
    """Flow with particles k times as large over that of the grains."""
    return ((ORIFICE - c * k * GRAIN) / (ORIFICE - c * GRAIN)) ** 2.5


@case("coarse_hopper", "A hopper with an orifice of 14 grains, with particles of 1, 2 and 3 times their diameter: flow, load on the gate", tier=FULL,
      wrong=("coarse_graining: k", "coarse_graining: 1.5 * k"))
def coarse_hopper(s):
    with open(EXAMPLE) as f:
        text = f.read()
    flow, gate = {}, {}
    for k in FACTORS:
        run = s.run(text, name=f"hopper{k}", options=("--define", f"k={k}"))
        out = dict(zip(run.column("time"), run.column("out mass")))
        at = [min(out, key=lambda t: abs(t - when)) for when in (0.2, 0.3)]
        flow[k] = (out[at[1]] - out[at[0]]) / (at[1] - at[0])
        gate[k] = mean(-f for t, f in zip(run.column("time"), run.column("gate fz")) if 0.06 < t < 0.115)
        if k == 1:
            s.near("k = 1: Beverloo's constant with a bulk density of 1450 kg/m3", flow[k] / (1450 * math.sqrt(G) * (ORIFICE - 1.4 * GRAIN) ** 2.5), 0.58,
                   within=0.1, source="Beverloo, Leniger and van de Velde 1961: 0.58", kind=EXPERIMENT, reason="0.55 to 0.65 by the grains; a short cone above")
        else:
            s.report(f"k = {k}: load on the gate over that of the grains", gate[k] / gate[1], "one filling; arches over the orifice bear more where it is fewer diameters wide")
    s.near("k = 2: flow over that of the grains", flow[2] / flow[1], beverloo(2), within=0.08, kind=EXPERIMENT, source="Beverloo's (D - 1.4 k d)^2.5", reason="0.1 s of a short bed")
    s.report("k = 3: flow over that of the grains", flow[3] / flow[1], f"Beverloo {beverloo(3):.3f}; an orifice of 4.7 diameters, at which flows begin to stop")


@case("coarse_drum", "A drum of 30 grains across, with particles of 1, 2 and 3 times their diameter: torque, angle of the centre of mass", tier=FULL,
      wrong=("friction: 0.5", "friction: 0.5 / k^2"))
def coarse_drum(s):
    torque, angle = {}, {}
    for k in FACTORS:
        run = s.run("""
            variables: {k: 1}
            coarse_graining: k
            time: {end: 1.2 s}
            gravity: [0, -9.81, 0]
            domain: {min: [-0.04, -0.04, 0], max: [0.04, 0.04, 0.018], periodic: [z]}
            materials: {grain: {density: 2500, young: 2 MPa, poisson: 0.25, restitution: 0.5}}
            walls:
              drum: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 30 mm}, material: grain,
                     motion: {rotate: {axis: [0, 0, 1], point: [0, 0, 0], rate: 20 rpm}, start: 0.1 s}}
            insertion:
              - {fill: random, region: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 30 mm, length: 18 mm}},
                 diameter: {uniform: [1.8 mm, 2.2 mm]}, mass: 30 g, material: grain}
            contacts: [{between: any, normal: hertz, tangential: mindlin, friction: 0.5, rolling: {law: epsd, rolling_friction: 0.1}}]
            measures: {mill: {drum: {wall: drum}}}
            output: {series: {every: 10 ms}, vtk: {every: 50 ms, meshes: false}, plot: false}
            """, name=f"drum{k}", options=("--define", f"k={k}"))
        torque[k] = mean(run.column("mill drum_torque", 0.6))
        centres = []
        for frame in run.frames():
            if frame["TimeValue"] > 0.6:
                mass = [r ** 3 for r in frame["radius"]]
                x, y = (sum(m * p[axis] for m, p in zip(mass, frame["Points"])) / sum(mass) for axis in (0, 1))
                centres.append(math.degrees(math.atan2(x, -y)))
        angle[k] = mean(centres)
        s.report(f"k = {k}: angle of the centre of mass [deg]", angle[k], "mean of 0.6 s to 1.2 s")
        s.report(f"k = {k}: torque [N m]", torque[k], "mean of 0.6 s to 1.2 s")
    s.near("k = 2: angle of the centre of mass over that of the grains", angle[2] / angle[1], 1.0, within=0.12, source="friction and stresses are kept",
           reason="15 particles across the drum, and the surface flow is a few diameters deep")
    s.near("k = 2: torque over that of the grains", torque[2] / torque[1], 1.0, within=0.12, source="friction and stresses are kept", reason="the same")
    s.report("k = 3: angle of the centre of mass over that of the grains", angle[3] / angle[1], "106 particles, 10 across the drum")
    s.report("k = 3: torque over that of the grains", torque[3] / torque[1], "the same")
