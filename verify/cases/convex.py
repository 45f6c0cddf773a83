# SPDX-License-Identifier: BSD-3-Clause
"""Convex bodies: impulses of rigid bodies, elastic impacts, mirror images, random packings, an ellipsoid made of spheres."""
import math
import os

from bodies import rows_of, vector
from case import CODE, FULL, case

DENSITY, SPEED = 2500, 1.0
K, D = 1e5, 2e-3 # of packings: stiffness, and diameter of the sphere of the same volume


def add(*vectors):
    return [sum(c) for c in zip(*vectors)]


def scaled(s, v):
    return [s * c for c in v]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(v):
    return scaled(1 / math.sqrt(dot(v, v)), v)


def turned(axis, angle, v):
    """v turned about an axis, by Rodrigues."""
    e, c, s = unit(axis), math.cos(angle), math.sin(angle)
    return add(scaled(c, v), scaled(s, cross(e, v)), scaled((1 - c) * dot(e, v), e))


class Ellipsoid:
    def __init__(self, half, axis, degrees):
        self.half, self.axis, self.angle = half, axis, math.radians(degrees)
        self.mass = DENSITY * 4 / 3 * math.pi * half[0] * half[1] * half[2]
        squares = [h * h for h in half]
        self.moments = [self.mass / 5 * (sum(squares) - q) for q in squares]

    def support(self, n):
        """The point farthest along n, from the centre."""
        own = turned(self.axis, -self.angle, n)
        far = math.sqrt(sum((h * c) ** 2 for h, c in zip(self.half, own)))
        return turned(self.axis, self.angle, [h * h * c / far for h, c in zip(self.half, own)])

    def spin_by(self, torque):
        """I^-1 torque."""
        own = turned(self.axis, -self.angle, torque)
        return turned(self.axis, self.angle, [c / m for c, m in zip(own, self.moments)])

    def written(self):
        return f"[{', '.join(repr(h) for h in self.half)}]", f"{{axis: {self.axis}, angle: {self.angle!r}}}"


def impact(s, stiffness, e, name):
    """Errors of the velocities over the speed, and of the spins times the size over it, of two unequal ellipsoids that hit obliquely."""
    a, b = Ellipsoid([9e-3, 6e-3, 4e-3], [1, 2, 3], 40), Ellipsoid([8e-3, 5e-3, 4.5e-3], [3, 1, 1], 70)
    n, v = unit([3, 1, 2]), scaled(SPEED, unit([-1, -0.2, -0.9])) # of the contact from a to b, and of b
    at_a, at_b = a.support(n), b.support(scaled(-1, n))
    arms = 1 / a.mass + 1 / b.mass + sum(dot(cross(r, n), x.spin_by(cross(r, n))) for x, r in ((a, at_a), (b, at_b)))
    impulse = -(1 + e) * dot(v, n) / arms
    expected = (scaled(-impulse / a.mass, n), add(v, scaled(impulse / b.mass, n)),
                a.spin_by(cross(at_a, scaled(-impulse, n))), b.spin_by(cross(at_b, scaled(impulse, n))))
    duration = math.pi / math.sqrt(stiffness * arms) # without damping
    place = add(at_a, scaled(-1, at_b), scaled(1e-9, n))
    (half_a, turn_a), (half_b, turn_b) = a.written(), b.written()
    run = s.run(f"""
        time: {{end: {2 * duration!r}, dt: {duration / 8000!r}, velocity_scale: {SPEED}}}
        gravity: [0, 0, 0]
        materials: {{m: {{density: {DENSITY}, young: 1 GPa, poisson: 0.3}}}}
        shapes: {{a: {{ellipsoid: {half_a}}}, b: {{ellipsoid: {half_b}}}}}
        particles:
          - {{positions: [[0, 0, 0]], shape: a, material: m, orientation: {turn_a}}}
          - {{positions: [{place}], shape: b, material: m, velocity: {v}, orientation: {turn_b}}}
        contacts: {{between: any, normal: {{law: hooke, stiffness: {stiffness!r}, restitution: {e}}}, tangential: none}}
        output: {{csv: {{every: {2 * duration!r}}}, series: {{every: 0}}, plot: false}}
        """, name=name)
    rows = rows_of(run, sorted(f for f in os.listdir(run.folder) if f.startswith("bodies_"))[-1])
    got = [vector(rows, "velocity", " [m/s]", 0), vector(rows, "velocity", " [m/s]", 1), vector(rows, "omega", " [rad/s]", 0),
           vector(rows, "omega", " [rad/s]", 1)]
    off = [math.dist(x, y) / SPEED for x, y in zip(got, expected)]
    return max(off[:2]), max(off[2:]) * 9e-3


STIFFNESSES = 1e5, 4e5, 1.6e6, 6.4e6


@case("convex_impact", "Two unequal ellipsoids hit obliquely: impulses of rigid bodies, e = 1 and 0.5, first order in the overlap",
      wrong=("shapes: {a: {ellipsoid: [0.009,", "shapes: {a: {ellipsoid: [0.0091,"))
def convex_impact(s):
    for e in (1.0, 0.5):
        off = [impact(s, k, e, f"e{e}_{k:g}") for k in STIFFNESSES]
        for what, part in (("velocities over the speed", 0), ("spins times half the length over the speed", 1)):
            s.near(f"e = {e}: error of the {what}, stiffest", off[-1][part], 0.0, within=6e-3, source="J = (1 + e) u / (1/m + (r x n).I^-1 (r x n))",
                   reason="the bodies turn during the contact")
            s.near(f"e = {e}: the error at a quarter of the stiffness over it", off[-2][part] / off[-1][part], 2.0, within=0.15, source="first order",
                   reason="the overlap doubles; with dashpots the step that ends the contact counts too")
        s.report(f"e = {e}: errors from the softest to the stiffest", " ".join(f"{x:.3g}/{y:.3g}" for x, y in off), "velocities/spins")


def gas(s):
    """(impacts, times, energies, balance) of 16 bodies in a box; an impact is counted where the number of contacts grows between two rows."""
    run = s.run(f"""
        time: {{end: 4 s, dt: 10 us, velocity_scale: 1}}
        gravity: [0, 0, 0]
        materials: {{m: {{density: {DENSITY}, young: 50 MPa, poisson: 0.3}}}}
        shapes: {{e: {{ellipsoid: [9 mm, 6 mm, 4 mm]}}, d: {{superellipsoid: {{half_axes: [6 mm, 6 mm, 5 mm], exponent: 3}}}}}}
        walls:
          x0: {{plane: {{point: [0, 0, 0], normal: [1, 0, 0]}}, material: m}}
          x1: {{plane: {{point: [40 mm, 0, 0], normal: [-1, 0, 0]}}, material: m}}
          y0: {{plane: {{point: [0, 0, 0], normal: [0, 1, 0]}}, material: m}}
          y1: {{plane: {{point: [0, 40 mm, 0], normal: [0, -1, 0]}}, material: m}}
          z0: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m}}
          z1: {{plane: {{point: [0, 0, 40 mm], normal: [0, 0, -1]}}, material: m}}
        insertion:
          - {{shape: e, fill: random, count: 10, material: m, velocity_spread: [1, 1, 1], region: {{box: {{min: [0, 0, 0], max: [40 mm, 40 mm, 40 mm]}}}}}}
          - {{shape: d, fill: random, count: 6, material: m, velocity_spread: [1, 1, 1], region: {{box: {{min: [0, 0, 0], max: [40 mm, 40 mm, 40 mm]}}}}}}
        contacts: {{between: any, normal: {{law: hertz, restitution: 1}}, tangential: none}}
        output: {{series: {{every: 200 us}}, plot: false}}
        """)
    touching = [a + b for a, b in zip(run.series["contacts"], run.series["wall_contacts"])]
    impacts = sum(max(0, b - a) for a, b in zip(touching, touching[1:]))
    energy = [sum(run.series[name][k] for name in ("kinetic", "rotational", "elastic_normal")) for k in range(len(touching))]
    return impacts, run.series["time"], energy, run.series["rotational"]


def drift(energy, parts=40):
    """The change of the energy over the run, over what a random walk with steps as large as those of `parts` parts of the run would have on average."""
    at = [energy[k * (len(energy) - 1) // parts] for k in range(parts + 1)]
    return (at[-1] - at[0]) / math.sqrt(sum((b - a) ** 2 for a, b in zip(at, at[1:])))


@case("convex_gas", "Sixteen ellipsoids and superellipsoids without losses in a box: no trend of the energy over 1e4 impacts", tier=FULL,
      wrong=("restitution: 1}", "restitution: 0.9999}"))
def convex_gas(s):
    impacts, times, energy, rotational = gas(s)
    s.at_least("impacts, counted between rows", impacts, 10000)
    s.near("change over the run, over that of a random walk", drift(energy), 0.0, within=3.0, source="no trend",
           reason="three times its mean square root")
    s.near("largest change of the energy over the energy", max(abs(e - energy[0]) for e in energy) / energy[0], 0.0, within=4e-3, source="constant",
           reason="errors of the order of the square of the step during contacts")
    half = rotational[len(rotational) // 4:]
    s.near("energy of rotation over all, mean", sum(half) / len(half) / energy[0], 0.5, within=0.06, source="equipartition: three degrees of freedom of six",
           reason="sixteen bodies fluctuate")


@case("convex_mirror", "Two pairs of superellipsoids and two bodies on a plane that are mirror images of each other, with friction",
      wrong=("normal: [0, 0, 1]}", "normal: [0.01, 0, 1]}"))
def convex_mirror(s):
    def group(sign):
        lines = ""
        for x, z, vx, angle in ((0.05, 0.02, 0.4, 30), (0.066, 0.021, -0.4, -50), (0.1, 0.008, 0.1, 20)):
            lines += (f"          - {{positions: [[{sign * x}, 0, {z}]], shape: b, material: m, velocity: [{sign * vx}, 0, -0.3], "
                      f"orientation: {{axis: [0, 1, 0], angle: {sign * angle} deg}}}}\n")
        return lines
    run = s.run(f"""
        time: {{end: 60 ms, dt: 5 us, velocity_scale: 1}}
        gravity: [0, 0, -9.81]
        materials: {{m: {{density: {DENSITY}, young: 20 MPa, poisson: 0.3, restitution: 0.7, friction: 0.3}}}}
        shapes: {{b: {{superellipsoid: {{half_axes: [9 mm, 6 mm, 5 mm], exponent: 3}}}}}}
        walls: {{w: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m}}}}
        particles:
{group(1)}{group(-1)}
        output: {{csv: {{every: 60 ms}}, series: {{every: 0}}, plot: false}}
        """)
    rows = rows_of(run, sorted(f for f in os.listdir(run.folder) if f.startswith("bodies_"))[-1])
    one, other = [], []
    for k in range(3):
        for name, unit_of, signs in (("velocity", " [m/s]", (-1, 1, 1)), ("omega", " [rad/s]", (1, -1, -1))):
            one += vector(rows, name, unit_of, k)
            other += [sign * c for sign, c in zip(signs, vector(rows, name, unit_of, k + 3))]
    s.at_least("spin of the first, rad/s", max(abs(c) for c in one), 1.0, source="they have hit", reason="")
    s.same("velocities and spins of mirror images that differ", sum(a != b for a, b in zip(one, other)), 0, source="symmetry")


ON_AXIS = 5, 9, 17, 33, 65


def fall(s, shape, e, name):
    """Velocity and spin, over the speed, of a body of half axes 20, 10, 10 mm that has hit a smooth plane with its axis at 20 degrees."""
    a, c, theta, stiffness = 0.02, 0.01, math.radians(20), 1e6
    mass = DENSITY * 4 / 3 * math.pi * a * c * c
    height = math.hypot(a * math.sin(theta), c * math.cos(theta))
    duration = math.pi * math.sqrt(mass / stiffness)
    run = s.run(f"""
        time: {{end: {20 * duration!r}, dt: {duration / 1000!r}, velocity_scale: 0.1}}
        gravity: [0, 0, 0]
        materials: {{m: {{density: {DENSITY}, young: 1 GPa, poisson: 0.3}}}}
        shapes: {{d: {shape}}}
        walls: {{w: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m}}}}
        particles: [{{positions: [[0, 0, {height + 1e-9!r}]], shape: d, material: m, velocity: [0, 0, -0.1], orientation: {{axis: [0, 1, 0], angle: {theta!r}}}}}]
        contacts: {{between: any, normal: {{law: hooke, stiffness: {stiffness!r}, restitution: {e}}}, tangential: none}}
        output: {{csv: {{every: {20 * duration!r}}}, series: {{every: 0}}, plot: false}}
        """, name=name)
    rows = rows_of(run, sorted(f for f in os.listdir(run.folder) if f.startswith("bodies_"))[-1])
    return vector(rows, "velocity", " [m/s]")[2] / 0.1, abs(vector(rows, "omega", " [rad/s]")[1]) * a / 0.1


def ellipsoid_of_spheres(count):
    """A shape: spheres along the long axis that touch the ellipsoid of half axes 20, 10, 10 mm from inside, with its volume and moments."""
    a, c = 0.02, 0.01
    focus = a * a - c * c
    members = []
    for k in range(count):
        x = (2 * k / (count - 1) - 1) * focus / a
        members.append(f"{{at: [{x!r}, 0, 0], radius: {c * math.sqrt(1 - x * x / focus)!r}}}")
    across, along = (a * a + c * c) / 5, 2 * c * c / 5
    return (f"{{members: [{', '.join(members)}], volume: {4 / 3 * math.pi * a * c * c!r}, centre: [0, 0, 0], "
            f"gyration: [{along!r}, {across!r}, {across!r}]}}")


@case("ellipsoid_of_spheres", "An ellipsoid falls on a plane, as a convex body and as a clump of 5 to 65 spheres along its axis",
      wrong=("ellipsoid: [0.02, 0.01, 0.01]", "ellipsoid: [0.0205, 0.01, 0.01]"))
def ellipsoid_of_many_spheres(s):
    a, c, theta = 0.02, 0.01, math.radians(20)
    lever = (c * c - a * a) * math.sin(theta) * math.cos(theta) / math.hypot(a * math.sin(theta), c * math.cos(theta))
    inertia = (a * a + c * c) / 5
    impulse = 2 / (1 + lever * lever / inertia)
    exact = impulse - 1, impulse * abs(lever) / inertia * a
    whole = fall(s, "{ellipsoid: [0.02, 0.01, 0.01]}", 1.0, "whole")
    s.near("convex body: velocity over the speed", whole[0], exact[0], within=2e-3, source="impulse of a rigid body", reason="it turns during the contact")
    s.near("convex body: spin times half its length over the speed", whole[1], exact[1], within=4e-3, source="impulse of a rigid body",
           reason="it turns during the contact")
    off = []
    for count in ON_AXIS:
        spin = fall(s, ellipsoid_of_spheres(count), 1.0, f"spheres{count}")[1]
        off.append(abs(spin - whole[1]))
        s.report(f"{count} spheres: spin less that of the convex body", spin - whole[1], "", kind=CODE)
    s.at_most("65 spheres: difference of the spin", off[-1], 0.02, source="the convex body", reason="a few spheres touch at once, each with a spring of its own",
              kind=CODE)
    s.at_least("5 spheres: difference of the spin", off[0], 3 * off[-1], source="bumps between the spheres", reason="", kind=CODE)


PRESSURES = (1e-3, 40), (3e-4, 30) # times diameter over stiffness, and how long, ms


def packing(s, half, name, fraction=0.3, box="19 mm", shape="ellipsoid: [{}]"):
    """(p d/k, solid fraction, contacts per body) at each pressure of a frictionless packing that was compressed from a loose one."""
    phases = "\n".join(f"          p{k}: {{until: {time} ms, set: {{cell.isotropic.pressure: {p * K / D}}}}}" for k, (p, time) in enumerate(PRESSURES))
    whole = f"min: [0, 0, 0], max: [{box}, {box}, {box}]"
    run = s.run(f"""
        time: {{dt: 2 us, velocity_scale: 0.1 m/s}}
        domain: {{{whole}, periodic: [x, y, z]}}
        materials: {{m: {{density: 2600, young: 100 MPa, poisson: 0.3}}}}
        shapes: {{e: {{{shape.format(half)}}}}}
        insertion: [{{shape: e, diameter: {D}, fill: random, fraction: {fraction}, region: {{box: {{{whole}}}}}, material: m}}]
        contacts: [{{between: any, normal: {{law: hooke, stiffness: 100 kN/m, damping_ratio: 0.1}}, tangential: none}}]
        damping: {{local: 0.2}}
        cell: {{isotropic: {{pressure: {PRESSURES[0][0] * K / D}}}, inertial_number: 0.03}}
        phases:
{phases}
        measures: {{m: {{unbalanced_force: {{}}}}, z: {{coordination: {{least: 4}}}}}}
        output: {{series: {{every: 1 ms}}, plot: false}}
        """, name=name)
    points = []
    for phase in range(1, len(PRESSURES) + 1):
        k = max(k for k, now in enumerate(run.series["phase"]) if now == phase)
        points.append((run.series["cell_pressure"][k] * D / K, run.series["cell_solid_fraction"][k], run.series["z coordination_mechanical"][k],
                       run.series["m unbalanced_force"][k], run.series["particles"][k]))
    return points


def at_jamming(points):
    """The solid fraction at a pressure of 0, along the straight line through the two lowest."""
    (p, phi, *_), (q, psi, *_) = points[-2:]
    return psi - q * (phi - psi) / (p - q)


PACKINGS = (("ellipsoids 1.25 : 1 : 0.8", "1.25 mm, 1 mm, 0.8 mm", 0.735, 0.01),
            ("ellipsoids 1.5 : 1 : 1", "1.5 mm, 1 mm, 1 mm", 0.715, 0.01))


@case("convex_packing", "Random packings of frictionless ellipsoids, compressed to a small pressure", tier=FULL,
      wrong=("ellipsoid: [1.25 mm, 1 mm, 0.8 mm]", "ellipsoid: [1 mm, 1 mm, 1 mm]"))
def convex_packing(s):
    for name, half, expected, within in PACKINGS:
        points = packing(s, half, name.replace(" ", "").replace(":", "_"))
        s.near(f"{name}: solid fraction at jamming", at_jamming(points), expected, within=within, kind=CODE,
               source="Donev et al., Science 303 (2004) 990, as quoted", reason="theirs are hard bodies that grow as they collide")
        for p, phi, z, unbalanced, count in points:
            s.report(f"{name}, {count:.0f} bodies, p d/k = {p:.2g}: solid fraction, Z without rattlers, unbalanced force",
                     f"{phi:.4f} {z:.2f} {unbalanced:.1g}", "")


@case("superball_packing", "A random packing of frictionless superellipsoids of exponent 3 with equal axes, compressed to a small pressure", tier=FULL,
      wrong=("exponent: 3", "exponent: 2"))
def superball_packing(s):
    points = packing(s, "1 mm, 1 mm, 1 mm", "superballs", box="15 mm", shape="superellipsoid: {{half_axes: [{}], exponent: 3}}")
    s.at_least("exponent 3: solid fraction at jamming less that of spheres", at_jamming(points) - 0.64, 0.01, kind=CODE,
               source="Jiao, Stillinger and Torquato 2010, arXiv 1001.0423: the density rises steeply on both sides of the sphere",
               reason="one packing of 228 bodies is known to about 0.007")
    s.at_least("contacts of a body, without rattlers, fewer than twice its degrees of freedom", 12 - points[-1][2], 0.0, kind=CODE,
               source="the same: packings of such bodies are hypostatic", reason="the sign only; the number is not published there")
    s.at_least("contacts of a body, without rattlers, more than the 6 of spheres", points[-1][2] - 6, 0.5, kind=CODE,
               source="the same: the contacts of such bodies are more than those of spheres", reason="one packing is known to about 0.2")
    for p, phi, z, unbalanced, count in points:
        s.report(f"exponent 3, {count:.0f} bodies, p d/k = {p:.2g}: solid fraction, Z without rattlers, unbalanced force", f"{phi:.4f} {z:.2f} {unbalanced:.1g}", "")
