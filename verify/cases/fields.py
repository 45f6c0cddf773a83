# SPDX-License-Identifier: BSD-3-Clause
"""Continuum fields of runs (`scree fields`): the weight of a bed at each height, forces of walls, a silo after Janssen, the granular temperature of a gas."""
import math
import os

from case import FULL, case
from outputs import read_csv

G = 9.81


def fields(s, run, name, *words):
    """The columns of a profile along z of the frames of a run."""
    s.call("fields", os.path.basename(run.folder), "--along", "z", *words, "--out", name + ".csv", "--overwrite", "--quiet")
    with open(os.path.join(s.folder, name + ".csv")) as f:
        return read_csv(f.read())


def over(heights, values, from_, to):
    """The values at the heights between two of them."""
    return [v for z, v in zip(heights, values) if from_ < z < to]


def mean(values):
    return sum(values) / len(values)


@case("fields_bed", "A bed at rest on a floor: stress and weight at each height, force of the floor", wrong=("gravity: [0, 0, -9.81]", "gravity: [0, 0, -9.7]"))
def fields_bed(s):
    run = s.run(f"""
        time: {{end: 0.7 s}}
        gravity: [0, 0, {-G}]
        damping: {{viscous: 60 1/s}}
        domain: {{min: [0, 0, -6 mm], max: [20 mm, 20 mm, 44 mm], periodic: [x, y]}}
        materials: {{m: {{density: 2500, young: 2 MPa, poisson: 0.3}}}}
        walls: {{floor: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m}}}}
        insertion: [{{fill: random, region: {{box: {{min: [0, 0, 0], max: [20 mm, 20 mm, 40 mm]}}}}, material: m,
                    diameter: {{uniform: [2 mm, 3 mm]}}, count: 700}}]
        contacts: {{between: any, restitution: 0.3, friction: 0.4}}
        output: {{series: {{every: 5 ms}}, vtk: {{every: 50 ms, meshes: false, contacts: true}}, plot: false}}
        """)
    area, radius, bins = 0.02 ** 2, 4e-3, 100
    width = 0.05 / bins
    f = fields(s, run, "bed", "--from", "0.6", "--to", "0.7", "--bins", str(bins), "--radius", repr(radius))
    z, density, stress, wall = f["z"], f["density"], f["stress_zz"], f["wall_force_z"]
    mass = run.column("mass")[-1]
    s.near("mass of the profile over that of the particles", sum(density) * width * area / mass, 1.0, rel=1e-12, source="exact integrals over slices", reason="rounding")
    above = [(sum(density[k + 1:]) + 0.5 * density[k]) * width * G for k in range(bins)]
    worst = max(abs(p - w) / above[0] for p, w, h in zip(stress, above, z) if h > radius)
    s.near("stress_zz over weight above: largest difference over the whole weight", worst, 0.0, within=1e-3, source="equilibrium of the column above", reason="weight is taken as even in slices of 0.5 mm")
    borne = [p + (sum(wall[k + 1:]) + 0.5 * wall[k]) * width for k, p in enumerate(stress)]
    worst = max(abs(p - w) / above[0] for p, w in zip(borne, above))
    s.near("the same with the force of the floor above, at all heights", worst, 0.0, within=5e-3, source="balance of momentum with the wall", reason="the same of the wall force, which changes faster")
    floor = -mean(run.column("floor fz", 0.5975))
    s.near("wall force over the profile, over the force on the floor", sum(wall) * width * area / floor, 1.0, rel=1e-9, source="exact integrals over slices", reason="forces are written in double precision")
    k = next(k for k in range(bins) if z[k] > radius)
    below = (sum(density[:k]) + 0.5 * density[k]) * width * G
    s.near("stress above the kernel of the floor, with the weight below, over floor force / area", (stress[k] + below) * area / floor, 1.0, rel=1e-3, source="boundary stress", reason="slices of 0.5 mm")


@case("fields_gas", "A gas of balls in a periodic box: granular temperature of fields and of particles, its pressure", wrong=("velocity_spread: [1, 1, 1]", "velocity_spread: [1, 1, 0.2]"))
def fields_gas(s):
    run = s.run("""
        time: {end: 20 ms, dt: 10 us}
        domain: {min: [0, 0, 0], max: [20 mm, 20 mm, 20 mm], periodic: [x, y, z]}
        materials: {m: {density: 2500, young: 10 MPa, poisson: 0.3}}
        insertion: [{fill: random, region: {box: {min: [0, 0, 0], max: [20 mm, 20 mm, 20 mm]}}, material: m,
                    diameter: 1 mm, fraction: 0.1, velocity: [0.5, 0, 0], velocity_spread: [1, 1, 1]}]
        contacts: {between: any, restitution: 1, friction: 0}
        measures: {load: {stress: {part: kinetic}}}
        output: {series: {every: 10 ms}, vtk: {every: 20 ms, meshes: false, contacts: true}, plot: false}
        """)
    frame = run.frame(-1)
    m, v = frame["mass"], frame["velocity"]
    drift = [sum(a * b[k] for a, b in zip(m, v)) / sum(m) for k in range(3)]
    temperature = sum(a * sum((b[k] - drift[k]) ** 2 for k in range(3)) for a, b in zip(m, v)) / (3 * sum(m))
    f = fields(s, run, "gas", "--bins", "1", "--radius", "4 mm")
    s.near("granular temperature of the field over that of the particles", f["granular_temperature"][0] / temperature, 1.0, rel=1e-12, source="definition", reason="rounding")
    s.near("its scale [m2/s2]", temperature, 1 / 3, rel=0.2, source="uniform velocities to +-1 m/s: a third of a square metre per square second each way", reason="1500 balls; collisions keep the energy")
    s.near("kinetic stress zz of the field over the measure", f["kinetic_stress_zz"][0] / run.column("load stress_zz")[-1], 1.0, rel=1e-6, source="definition", reason="velocities in frames have single precision")
    s.near("momentum of the field over density, along x [m/s]", f["velocity_x"][0], drift[0], rel=1e-12, source="definition", reason="rounding")


def wall_pressure(contacts, radius, low, high):
    """Normal force of the wall number 0, a tube along z, over its area between two heights."""
    ends, sum_ = contacts["Points"], 0.0
    for k, (wall, force) in enumerate(zip(contacts["wall"], contacts["force"])):
        x, y, z = ends[2 * k + 1]
        if wall == 0 and low < z < high:
            sum_ -= (force[0] * x + force[1] * y) / math.hypot(x, y)
    return sum_ / (2 * math.pi * radius * (high - low))


def janssen_profile(depth, line, length):
    """Mean stress at a depth: weight per height over area times the length of Janssen (1 - exp(-depth / length))."""
    return line * length * (1 - math.exp(-depth / length))


@case("fields_silo", "A tube whose floor sinks: the profile of the stress and Janssen's, friction of the wall", tier=FULL,
      wrong=("friction: 0.5", "friction: 0.05"))
def fields_silo(s):
    R, mu = 0.016, 0.5
    run = s.run(f"""
        time: {{end: 0.9 s}}
        gravity: [0, 0, {-G}]
        materials: {{m: {{density: 2500, young: 5 MPa, poisson: 0.3}}}}
        walls:
          tube: {{cylinder: {{point: [0, 0, -1], axis: [0, 0, 1], radius: {R}}}, material: m}}
          floor: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m,
                  motion: {{translate: {{velocity: [0, 0, -0.01]}}, start: 0.5 s}}}}
        insertion: [{{fill: random, region: {{cylinder: {{point: [0, 0, 0], axis: [0, 0, 1], radius: {R}, length: 0.3}}}},
                    material: m, diameter: {{uniform: [2.8 mm, 3.2 mm]}}, count: 5600}}]
        contacts: {{between: any, restitution: 0.3, friction: 0.5}}
        output: {{series: {{every: 2 ms}}, vtk: {{every: 20 ms, contacts: true}}, plot: false}}
        """)
    half, step, bottom = 0.5 * math.sqrt(math.pi) * R, 2e-3, -0.012
    bins = 100
    box = f"{-half!r},{-half!r},{bottom!r}:{half!r},{half!r},{bottom + bins * step!r}"
    f = fields(s, run, "silo", "--from", "0.7", "--to", "0.9", "--bins", str(bins), "--radius", "6 mm", "--box", box)
    z, density, stress, wall = f["z"], f["density"], f["stress_zz"], f["wall_force_z"]
    weight = run.column("mass")[-1] * G
    area = math.pi * R * R
    s.near("mass of the profile over that of the particles", sum(density) * step * area * G / weight, 1.0, rel=1e-9, source="exact integrals over slices", reason="rounding")
    borne = [p + (sum(wall[k + 1:]) + 0.5 * wall[k]) * step for k, p in enumerate(stress)]
    above = [(sum(density[k + 1:]) + 0.5 * density[k]) * step * G for k in range(bins)]
    worst = max(abs(p - w) for p, w in zip(borne, above)) / above[0]
    s.near("stress and friction of the wall above over the weight above: largest difference over the whole weight", worst, 0.0, within=2e-2, source="the floor sinks at constant speed", reason="stick and slip accelerate the column, mean of 11 frames")
    sides = [0.5 * (a + b) for a, b in zip(f["stress_xx"], f["stress_yy"])]
    top = max(h for h, p in zip(z, density) if p > 0.5 * max(density))
    low, high = 0.02, top - 0.03
    pushed = sum(wall_pressure(frame, R, low, high) for frame in run.frames("contacts")[-11:]) / 11
    s.near("mean of stress_xx and stress_yy over the pressure on the tube, 20 mm to 30 mm under the top", mean(over(z, sides, low, high)) / pushed, 1.0, within=0.05,
           source="the force of the wall times the radius is the moment of all forces", reason="the ends of the part of the tube, 1.5 R from each other at the floor")
    K, length = mean(over(z, sides, low, high)) / mean(over(z, stress, low, high)), mean(over(z, stress, low, high)) / mean(over(z, wall, low, high))
    line = mean(over(z, density, low, high)) * G
    worst = max(abs(p - janssen_profile(top - h, line, length)) for h, p in zip(z, stress) if low < h < top)
    s.near("largest distance from Janssen's curve with the length stress / friction of the wall, over the plateau", worst / (line * length), 0.0, within=0.2,
           source="Janssen 1895: lambda = R/(2 mu K), constant", reason="K grows a little with depth; 10 d across")
    s.at_most("stress at 20 to 40 mm over the weight above", mean(over(z, stress, low, 0.04)) / mean(over(z, above, low, 0.04)), 0.4, source="the wall bears the rest", reason="1/6 at 6 lambda")
    s.report("lambda over R", length / R, "R/(2 mu K) with all of the friction would be %.3g" % (1 / (2 * mu * K)))
    s.report("K, mean stress across over along", K, "where a column sinks slowly")
    s.report("friction of the tube over its pressure", mean(over(z, wall, low, high)) * R / 2 / pushed, "0.5 where all contacts slide")
