# SPDX-License-Identifier: BSD-3-Clause
"""What is run: the material, the workloads, and scree's case for each. The input scripts of the other programs take the
same numbers from here, so that all do the same physics."""
import math
from dataclasses import dataclass

import scenes
from scenes import SCENES

# One material for all, walls too.
DENSITY, YOUNG, POISSON, RESTITUTION, FRICTION = 2500.0, 1e7, 0.3, 0.7, 0.5  # kg/m3, Pa
RADIUS = 1e-3           # m, typical, where a program wants constants that depend on it
HOOKE_STIFFNESS = 1087  # N/m, what LIGGGHTS makes of this material at its characteristic velocity of 1 m/s
ROLLING_FRICTION, COHESION, SURFACE_ENERGY = 0.1, 1e4, 0.005  # -, J/m3, J/m2: sticks with a part of a grain's weight
FROZEN_BELOW = 2.2e-3   # m, centres of the particles that hold the incline's base


@dataclass(frozen=True)
class Workload:
    name: str
    what: str
    state: str            # name of the start state, see beds.py
    copies: int           # of the state along x and along y
    model: str            # a key of CONTACTS
    dt: float             # s
    skin: float           # m, by which the other programs' lists reach beyond touch; scree chooses its own
    steps: int            # timed
    gravity: tuple = (0.0, 0.0, -9.81)
    frozen: bool = False

    @property
    def scene(self):
        """Where it is in a mesh, not on a floor."""
        return SCENES.get(self.state)

    @property
    def shape(self):
        """Of its particles, where they are no spheres."""
        return SHAPES.get(self.state)


# Bodies of the beds of these names, in sizes in which they have the volumes of the spheres of the bed "spheres".
POLYHEDRON = "{{polyhedron: {{corners: {}, rounding: 0.1}}}}"
GOLDEN = (1 + math.sqrt(5)) / 2
SHAPES = {
    "ellipsoids": "{ellipsoid: [1.25, 1, 0.8]}",
    "superellipsoids": "{superellipsoid: {half_axes: [1.25, 1, 0.8], exponent: 3}}",
    "capsules": "{capsule: {radius: 0.8, length: 2.6}}",
    "cylinders": "{rounded_cylinder: {radius: 1, length: 1.4}}",
    "boxes": "{rounded_box: {sides: [2, 1.6, 1.3]}}",
    "dice": POLYHEDRON.format([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]),
    "icosahedra": POLYHEDRON.format([c for a in (-1, 1) for b in (-GOLDEN, GOLDEN) for c in ([0, a, b], [a, b, 0], [b, 0, a])]),
    "octahedra": POLYHEDRON.format([[s * (k == axis) for k in range(3)] for axis in range(3) for s in (-1, 1)]),
    "clumps": "{members: [{at: [0, 0, 0], radius: 0.6}, {at: [1, 0, 0], radius: 0.6}, {at: [0.5, 0.85, 0], radius: 0.6}]}",
}


TEN_TIMES = (0.0, 0.0, -98.1)  # m/s2: beds of bodies settle sooner, and are measured under it

# Skins: the best for the other programs of 0.05, 0.15 and 0.3 mm.
WORKLOADS = {w.name: w for w in (
    Workload("A2", "bed, Hertz, 2 k", "bed2k", 1, "hertz", 5e-6, 0.05e-3, 4000),
    Workload("A50", "bed, Hertz, 50 k", "bed50k", 1, "hertz", 5e-6, 0.05e-3, 200),
    Workload("A200", "bed, Hertz, 200 k", "bed50k", 2, "hertz", 5e-6, 0.05e-3, 80),
    Workload("A1250", "bed, Hertz, 1.25 M", "bed50k", 5, "hertz", 5e-6, 0.05e-3, 30),
    Workload("B50", "bed, Hooke, 50 k", "bed50k", 1, "hooke", 5e-6, 0.05e-3, 200),
    Workload("B200", "bed, Hooke, 200 k", "bed50k", 2, "hooke", 5e-6, 0.05e-3, 80),
    Workload("C50", "bed, hysteresis, 50 k", "bed50k", 1, "hysteresis", 5e-6, 0.05e-3, 200),
    Workload("C200", "bed, hysteresis, 200 k", "bed50k", 2, "hysteresis", 5e-6, 0.05e-3, 80),
    Workload("O50", "bed, scree's own law, 50 k", "bed50k", 1, "own", 5e-6, 0.05e-3, 200),
    Workload("R50", "bed, Hertz and rolling cdt, 50 k", "bed50k", 1, "cdt", 5e-6, 0.05e-3, 200),
    Workload("P50", "bed, Hertz and rolling epsd, 50 k", "bed50k", 1, "epsd", 5e-6, 0.05e-3, 200),
    Workload("S50", "bed, Hertz and cohesion sjkr, 50 k", "bed50k", 1, "sjkr", 5e-6, 0.05e-3, 200),
    Workload("J50", "bed, jkr, 50 k", "bed50k", 1, "jkr", 5e-6, 0.05e-3, 200),
    Workload("L50", "bed, luding in four senses, 50 k", "bed50k", 1, "luding", 5e-6, 0.05e-3, 200),
    Workload("M6", "small silo at rest in a mesh, Hertz, 6 k", "silo6k", 1, "hertz", 1e-5, 0.1e-3, 1500),
    Workload("T60", "drum of 1e5 triangles turns, Hertz, 60 k", "drum60k", 1, "hertz", 5e-6, 0.2e-3, 200, (-9.81, 0.0, 0.0)),
    Workload("D50", "flow down 30 deg, 50 k", "flow50k", 1, "hertz", 5e-6, 0.3e-3, 300, (4.905, 0.0, -8.4957), True),
    Workload("E40", "radii 1:8, 40 k", "poly40k", 1, "hertz", 2e-6, 0.15e-3, 200),
    Workload("A18", "bed, Hertz, 18 k", "bed2k", 3, "hertz", 5e-6, 0.05e-3, 400),
    Workload("H50", "bed, Hertz, conduction and heat of friction, 50 k", "bed50k", 1, "heat", 5e-6, 0.05e-3, 200),
    Workload("K50", "bed, bonds instead of contacts, 50 k", "bed50k", 1, "bonds", 5e-6, 0.05e-3, 200),
    Workload("W50", "bed, Hertz and liquid bridges, 50 k", "bed50k", 1, "liquid", 5e-6, 0.05e-3, 200),
    Workload("M6w", "M6 with wear of the mesh", "silo6k", 1, "wear", 1e-5, 0.1e-3, 1500),
    Workload("U6", "drum of 2400 triangles turns, Hertz, 6 k", "drum6k", 1, "hertz", 1e-5, 0.2e-3, 1500, (-9.81, 0.0, 0.0)),
    Workload("U6w", "U6 with wear of the mesh", "drum6k", 1, "wear", 1e-5, 0.2e-3, 1500, (-9.81, 0.0, 0.0)),
    Workload("spheres", "bed, Hertz, 3.6 k, made as those of bodies", "spheres", 3, "hertz", 4e-6, 0.05e-3, 2000, TEN_TIMES),
    *(Workload(name, f"bed of {name}, Hertz, {0.4 * copies ** 2:g} k", name, copies, "hertz", 4e-6, 0.05e-3, steps, TEN_TIMES)
      for name, copies, steps in (("ellipsoids", 3, 400), ("superellipsoids", 3, 250), ("capsules", 2, 200), ("cylinders", 2, 100), ("boxes", 2, 100), ("dice", 2, 100),
                                  ("icosahedra", 2, 100), ("clumps", 3, 500))),
)}
USUAL = ["A2", "A50", "A200", "B50", "C50", "O50", "D50", "E40", "R50", "P50", "S50", "J50", "L50", "M6", "T60"]

# The tangential law is LIGGGHTS' but for "own": the spring that loses no energy to a changing stiffness, see laws/mindlin.md.
def hertz_with(more):
    return (f"contacts:\n  - {{between: any, normal: hertz, tangential: {{law: mindlin, preset: liggghts}}, {more}}}\n")


CONTACTS = {
    "heat": hertz_with("heat: conduction") + "heat: {temperature: 300 K, friction: 1}\n",
    "bonds": """contacts:
  - {between: any, normal: none, tangential: none, bond: {law: parallel, bond_young: 10 MPa, bond_ratio: 2.5}}
bonds: [{name: all}]
""",
    "liquid": hertz_with("liquid: {law: young_laplace, surface_tension: 0.073 N/m, contact_angle: 30 deg, viscosity: 1 mPa s}")
    + "liquid: {moisture: 0.02}\n",
    "wear": hertz_with("wear: {law: archard, wear_coefficient: 1e-3, hardness: 2 GPa}") + "wear: {}\n",
    "cdt": hertz_with(f"rolling: {{law: cdt, convention: original}}, rolling_friction: {ROLLING_FRICTION}"),
    "epsd": hertz_with(f"rolling: {{law: epsd, convention: original}}, rolling_friction: {ROLLING_FRICTION}"),
    "sjkr": hertz_with(f"cohesion: {{law: sjkr, cohesion_energy_density: {COHESION:g}}}"),
    "jkr": f"""contacts:
  - {{between: any, normal: jkr, surface_energy: {SURFACE_ENERGY}, tangential: {{law: mindlin, preset: lammps}}}}
""",
    "luding": f"""contacts:
  - {{between: any, normal: luding, tangential: luding, rolling: luding, twisting: luding, stiffness: {HOOKE_STIFFNESS} N/m,
     rolling_friction: {ROLLING_FRICTION}, twisting_friction: {ROLLING_FRICTION}}}
""",
    "hertz": "contacts:\n  - {between: any, normal: hertz, tangential: {law: mindlin, preset: liggghts}}\n",
    "own": "",
    "hooke": f"""contacts:
  - {{between: any, normal: {{law: hooke, stiffness: {HOOKE_STIFFNESS} N/m}},
     tangential: {{law: linear_spring, preset: liggghts}}}}
""",
    "hysteresis": """contacts:
  - {between: any, normal: {law: hooke_hysteresis, characteristic_velocity: 1 m/s, max_stiffness_ratio: 4,
     adhesion_stiffness_ratio: 0.1, plasticity_depth: 0.05}, tangential: {law: linear_spring, preset: liggghts}}
""",
}


FLOOR = "walls:\n  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: grain}\n"


def case_text(box, files, model="own", dt=None, gravity=(0.0, 0.0, -9.81), restitution=RESTITUTION, extra="", shape=None):
    """scree's case for particles in a box (x, y, height), periodic but for the floor; files: (name, is it fixed)."""
    domain = f"{{min: [0, 0, -0.01], max: [{box[0]:.9g}, {box[1]:.9g}, {box[2]:.9g}], periodic: [x, y]}}"
    return whole_text(domain, FLOOR, files, model, dt, gravity, restitution, extra, shape)


def scene_text(scene, files, model, dt, turns, restitution=RESTITUTION, extra=""):
    """The same in a mesh."""
    domain = f"{{min: {list(scene.low)}, max: {list(scene.high)}}}"
    return whole_text(domain, scenes.walls_text(scene, turns), files, model, dt, scene.gravity, restitution, extra)


def whole_text(domain, walls, files, model, dt, gravity, restitution, extra, shape=None):
    particles = "".join(f"  - {{file: {name}, material: grain{', fixed: true' if fixed else ''}{', shape: body' if shape else ''}}}\n"
                        for name, fixed in files)
    thermal = ", heat_capacity: 800, conductivity: 1" if model == "heat" else ""
    return (f"time: {{end: 1000 s, dt: {dt if dt else 'auto'}}}\n"
            f"gravity: [{', '.join(f'{g:.9g}' for g in gravity)}]\n"
            f"domain: {domain}\n"
            f"materials:\n  grain: {{density: {DENSITY:g}, young: {YOUNG:g}, poisson: {POISSON:g}, "
            f"restitution: {restitution:g}, friction: {FRICTION:g}{thermal}}}\n"
            + walls + (f"shapes:\n  body: {shape}\n" if shape else "") + (f"particles:\n{particles}" if files else "") + CONTACTS[model] + extra)


def lammps_model(model):
    """(pair style, coefficients, the words for a wall) of LAMMPS. Hertz and Hooke are its gran/*/history; what rolls or
    sticks is its granular, whose rolling sds is a spring of given stiffness with a dashpot and a slider, much as epsd."""
    if model in ("hertz", "hooke"):
        kn, kt, gamma = lammps_constants(model)
        words = f"{kn:.9g} {kt:.9g} {gamma:.9g} NULL {FRICTION} 1"
        return f"gran/{model}/history {words}", "", f"{model}/history {words}"
    tangential = f"tangential mindlin NULL 1.0 {FRICTION} damping tsuji"
    words = {"epsd": f"hertz/material {YOUNG} {RESTITUTION} {POISSON} {tangential} rolling sds 300 0.002 {ROLLING_FRICTION}",
             "jkr": f"jkr {YOUNG} {RESTITUTION} {POISSON} {2 * SURFACE_ENERGY} {tangential}"}[model]
    return "granular", words, f"granular {words}"


def lammps_constants(model):
    """kn, kt and gamma_n of pair_style gran/*/history. Its dashpots are simpler than those of the others; gamma_n makes
    them equal for two spheres of RADIUS (Hertz: at an overlap of 1e-6 m, that of the beds)."""
    e_star, g_star = YOUNG / (2 * (1 - POISSON ** 2)), YOUNG / (2 * (1 + POISSON)) / (2 * (2 - POISSON))
    mass = 0.5 * 4 / 3 * math.pi * RADIUS ** 3 * DENSITY  # of the pair
    zeta = -math.log(RESTITUTION) / math.hypot(math.log(RESTITUTION), math.pi)
    if model == "hooke":
        return HOOKE_STIFFNESS, HOOKE_STIFFNESS, 2 * zeta * math.sqrt(HOOKE_STIFFNESS / mass)
    contact_radius = math.sqrt(0.5 * RADIUS * 1e-6)
    tsuji = 2 * math.sqrt(5 / 6) * zeta * math.sqrt(mass * 2 * e_star * contact_radius)  # N s/m
    return 4 / 3 * e_star, 8 * g_star, tsuji / (mass * contact_radius)
