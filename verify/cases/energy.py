# SPDX-License-Identifier: BSD-3-Clause
"""Energy, reversal and equal bits, of many balls and of every law."""
import math
import random

from case import FULL, case

R = 0.005


def box_of_balls(seed, per_side=5, spacing=0.0125, speed=0.3):
    lot = random.Random(seed)
    return [tuple(spacing * (c + 0.5) for c in (i, j, k)) + (R,) + tuple(speed * (2 * lot.random() - 1) for _ in range(3))
            for i in range(per_side) for j in range(per_side) for k in range(per_side)]


WALLS = ", ".join(f"{'xyz'[a]}{side}: {{plane: {{point: {[0.0625 * side] * 3}, normal: "
                  f"{[(1 - 2 * side) * (b == a) for b in range(3)]}}}, material: m}}" for a in range(3) for side in (0, 1))


def gas(end, more="", laws="restitution: 1, friction: 0", integrator="verlet", dt="4 us"):
    return f"""
        time: {{end: {end!r}, dt: {dt}, integrator: {integrator}}}
        materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3}}}}
        walls: {{{WALLS}}}
        particles: [{{file: balls.txt, material: m}}]
        contacts: {{between: any, {laws}}}
        output: {{series: {{every: {end / 50!r}}}, vtk: {{every: {end!r}, meshes: false}}, plot: false}}
        {more}"""


@case("reversal", "125 elastic balls in a box: all velocities turned round after 60 ms lead back",
      wrong=("restitution: 1,", "restitution: 0.999,"))
def reversal(s):
    start = box_of_balls(1)
    s.balls("balls.txt", start)
    there = s.run(gas(0.06), name="there")
    last = there.frame(-1)
    # The energy of the contacts that are open at this moment is carried by the places. Velocities have 24 bits in the file.
    s.balls("balls.txt", [(*x, R, *(-c for c in v)) for x, v in zip(last["Points"], last["velocity"])])
    back = s.run(gas(0.06), name="back").frame(-1)
    worst = max(math.dist(x, y[:3]) for x, y in zip(back["Points"], start))
    s.near("largest distance from the start [m]", worst, 0.0, within=2e-7, source="Newton's equations",
           reason="velocities of 24 bits: 3e-8 of 0.3 m/s over 60 ms are 5e-10 m, and each of some three collisions "
           "makes that a few times larger")
    moved = max(math.dist(x, y[:3]) for x, y in zip(last["Points"], start))
    s.at_least("largest way there [m]", moved, 0.01, source="", reason="the reversal would show nothing otherwise")
    energy = [sum(v) for v in zip(*(there.column(c) for c in ("kinetic", "rotational", "elastic_normal")))]
    s.near("largest change of energy over the energy", max(abs(e / energy[0] - 1) for e in energy), 0.0, within=1e-5,
           source="nothing is lost", reason="150 steps a contact: 2e-6 of the energy of a contact")


@case("ledger", "125 balls with friction and damping: the books of both integrators",
      wrong=("dt: 4 us", "dt: 12 us"))
def ledger(s):
    s.balls("balls.txt", box_of_balls(2))
    for integrator in ("verlet", "verlet_half_step"):
        run = s.run(gas(0.3, laws="restitution: 0.8, friction: 0.5", integrator=integrator), name=integrator)
        total = run.column("kinetic")[0]
        balance = run.column("energy_balance")
        s.near(f"{integrator}: change of energy_balance over the energy", (balance[-1] - balance[0]) / total, 0.0, within=3e-5,
               source="what is there, taken and lost adds up",
               reason="150 steps a contact, order 2: dashpots are booked with velocities ahead by (w dt)^2 / 2, 2e-5")
        least = min(min(run.column(f"{how}_{sense}")) for how, sense in (
            ("viscous", "normal"), ("plastic", "normal"), ("viscous", "tangential"), ("friction", "tangential")))
        s.at_least(f"{integrator}: least loss over the energy", least / total, -5e-5, source="no law gives energy",
                   reason="150 steps a contact: springs of friction begin and end within a step; hertz has no plastic loss")


@case("threads_one_digest", "500 balls fall: one, two and three threads, another instruction set, another skin, a resumed run",
      
      wrong=("search: {skin: 1 mm}", "outlets: {top: {region: {half_space: {point: [0, 0, 0.02], normal: [0, 0, 1]}}}}"))
def threads_one_digest(s):
    def text(more=""):
        return f"""
            time: {{end: 20 ms, dt: 20 us}}
            gravity: [0, 0, -9.81]
            seed: 3
            domain: {{min: [0, 0, -0.01], max: [0.06, 0.06, 0.3], periodic: [x, y]}}
            {more}
            materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3}}}}
            walls: {{floor: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m}}}}
            insertion: [{{fill: random, region: {{box: {{min: [0, 0, 0], max: [0.06, 0.06, 0.06]}}}}, material: m,
                        diameter: {{uniform: [3 mm, 5 mm]}}, count: 500, velocity: [0, 0, -1]}}]
            contacts: {{between: any, restitution: 0.6, friction: 0.5, rolling: epsd, rolling_friction: 0.05}}
            output: {{series: {{every: 0}}, checkpoint: {{every: 10 ms, keep: 0}}, plot: false}}
            """

    first = s.run(text(), name="threads1", threads=1)
    why = "no order of sums depends on it"
    for threads in (2, 3):
        s.same(f"{threads} threads: digest", s.run(text(), name=f"threads{threads}", threads=threads).digest, first.digest,
               source="one thread", reason=why)
    s.same("isa v2: digest", s.run(text(), name="v2", options=("--isa", "v2")).digest, first.digest, source="the widest here",
           reason="no contraction, no fast-math")
    s.same("skin 1 mm: digest", s.run(text("search: {skin: 1 mm}"), name="skin").digest, first.digest,
           source="skin: auto", reason=why)
    s.run(text(), name="resumed", options=("--until", "0.01"))
    s.same("resumed at 0.01 s: digest", s.run(text(), name="resumed", options=("--resume",)).digest, first.digest,
           source="run in one go", reason="a checkpoint holds all of the state")


# Laws by sense with values for what they need; the rest of the contact is mindlin and elastic hertz, which hides no gain. A
# law that `scree law list` names and this table does not makes the case fail.
VALUES = {
    "normal": {
        "hertz": "restitution: 0.8", "hooke": "stiffness: 2e4, restitution: 0.8",
        "viscoelastic_nonlinear": "damping_formula: TTI, restitution: 0.8",
        "luding": "stiffness: 1e5, loading_ratio: 0.3, adhesion_ratio: 0.1, normal_viscosity: 0.05",
        "hooke_hysteresis": "elastic_stiffness: 2e4, restitution: 0.9, max_stiffness_ratio: 3, adhesion_stiffness_ratio: 0.5, "
                            "plasticity_depth: 0.02",
        "contact_sphere_sphere": "contact_stiffness: 2e4, impact_model: hunt_crossley, restitution: 0.8",
        "eepa": "contact_plasticity_ratio: 0.5", "lankarani_nikravesh": "restitution: 0.8",
        "jkr": "surface_energy: 0.05, restitution: 0.8", "thornton_ning": "yield_stress: 3e5",
        "walton_braun": "stiffness: 2e4, restitution: 0.8", "lammps_hooke": "stiffness: 2e4, damping_rate: 200",
        "lammps_hertz": "stiffness: 7.3 MPa, damping_rate_per_length: 5e5"},
    "cohesion": {"sjkr": "cohesion_energy_density: 1e4", "sjkr2": "cohesion_energy_density: 1e4", "dmt": "surface_energy: 0.05"},
    "tangential": {
        "mindlin": "friction: 0.5", "linear_spring": "friction: 0.5", "coulomb": "friction: 0.5", "sds_linear": "friction: 0.5",
        "sds_nonlinear": "friction: 0.5, formula: LTH, tangential_damping_ratio: 0.1",
        "luding": "friction: 0.5", "regularised_coulomb": "friction: 0.5"},
    "rolling": {"cdt": "rolling_friction: 0.1", "epsd": "rolling_friction: 0.1", "epsd2": "rolling_friction: 0.1",
                "epsd3": "rolling_friction: 0.1",
                "sds": "rolling_friction: 0.1, rolling_stiffness: 2e4, rolling_damping_coefficient: 0.05",
                "luding": "rolling_friction: 0.1"},
    "twisting": {"luding": "twisting_friction: 0.1", "marshall": "friction: 0.5"}}


def laws_of(listing):
    sense = ""
    for line in listing.splitlines():
        if line.startswith("  "):
            # Impacts make no bonds (cases bond_...) and no bridges (liquid_...); heat and wear do no work (heat_..., wear_...).
            if sense not in ("bond", "liquid", "heat", "wear"):
                yield sense, line.split()[0]
        elif line:
            sense = line.split()[0]


def contact_with(sense, name):
    laws = {"normal": "{law: hertz, restitution: 1}", "tangential": "{law: mindlin, friction: 0.5}"}
    laws[sense] = f"{{law: {name}, {VALUES[sense][name]}}}"
    return ", ".join(f"{k}: {v}" for k, v in laws.items())


def direction(lot):
    z, phi = 2 * lot.random() - 1, 2 * math.pi * lot.random()
    return math.sqrt(1 - z * z) * math.cos(phi), math.sqrt(1 - z * z) * math.sin(phi), z


def pairs_of_balls(n, seed):
    """Pairs far from each other that are about to meet: radii 2 to 5 mm, 0.1 to 2 m/s, any angle up to 89 degrees."""
    lot, out = random.Random(seed), []
    side = math.ceil(n ** (1 / 3))
    for k in range(n):
        centre = [0.1 * c for c in (k % side, k // side % side, k // side ** 2)]
        ra, rb, v = 0.002 + 0.003 * lot.random(), 0.002 + 0.003 * lot.random(), 0.1 * 20 ** lot.random()
        normal, other = direction(lot), direction(lot)
        along = sum(a * b for a, b in zip(normal, other))
        across = [b - along * a for a, b in zip(normal, other)]
        across = [c / math.sqrt(sum(x * x for x in across)) for c in across]
        angle = math.radians(89) * lot.random()
        out.append((*centre, ra, *(v * (math.cos(angle) * a + math.sin(angle) * b) for a, b in zip(normal, across))))
        out.append((*(c + (ra + rb + 2e-6) * a for c, a in zip(centre, normal)), rb, 0.0, 0.0, 0.0))
    return out


def motion_energy(frame):
    """Kinetic and rotational energy of each ball."""
    return [0.5 * m * (sum(c * c for c in v) + 0.4 * r * r * sum(c * c for c in w))
            for m, r, v, w in zip(frame["mass"], frame["radius"], frame["velocity"], frame["omega"])]


def worst_pair(run):
    """Largest energy after over before of the pairs that have met and come apart, and how many there are."""
    first, last = motion_energy(run.frame(0)), motion_energy(run.frame(-1))
    contacts = run.frame(-1, "contacts")
    joined = set(contacts["id1"]) | set(contacts["id2"])
    ids = run.frame(-1)["id"]
    ratios = [(last[k] + last[k + 1]) / first[k] for k in range(0, len(ids), 2) if ids[k] not in joined and last[k + 1] > 0]
    return max(ratios, default=float("nan")), len(ratios)


def impacts(s, n):
    for sense, name in laws_of(s.call("law", "list").stdout):
        s.balls("balls.txt", pairs_of_balls(n, f"{sense} {name}"))
        run = s.run(f"""
            time: {{end: 6 ms, dt: 1 us}}
            materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3}}}}
            particles: [{{file: balls.txt, material: m}}]
            contacts: {{between: any, {contact_with(sense, name)}}}
            output: {{series: {{every: 0}}, vtk: {{every: 6 ms, contacts: true}}, plot: false}}
            """, name=f"{sense}_{name}")
        ratio, apart = worst_pair(run)
        # Where the force jumps at touch, a step leaves F v dt/2, which is 1e-4 of the energy of the slowest pairs.
        jumps = name in ("dmt", "jkr")
        s.at_most(f"{sense} {name}: most energy after/before", ratio, 1 + (2e-4 if jumps else 1e-6),
                  source=f"no law gives energy; {apart} of {n} pairs met and came apart",
                  reason="the pull jumps at touch: F v dt/2" if jumps else "1000 steps a contact: 1e-7, velocities of 24 bits: 1e-7")


@case("impacts_of_every_law", "Random impacts of pairs with every law that `scree law list` names: none gains energy",
      wrong=("dt: 1 us", "dt: 10 us"))
def impacts_of_every_law(s):
    impacts(s, 100)


@case("many_impacts", "Random impacts of 1000 pairs with every law: none gains energy", tier=FULL, wrong=("dt: 1 us", "dt: 10 us"))
def many_impacts(s):
    impacts(s, 1000)


@case("spinning_impacts", "Single impacts of spinning balls with every law", tier=FULL,
      wrong=("law: mindlin, friction: 0.5", "law: mindlin, friction: 5, preset: lammps"))
def spinning_impacts(s):
    for sense, name in laws_of(s.call("law", "list").stdout):
        lot, worst, apart = random.Random(f"{sense} {name}"), 0.0, 0
        for k in range(30):
            v, spin = 0.1 * 20 ** lot.random(), [[200 * (2 * lot.random() - 1) for _ in range(3)] for _ in range(2)]
            out = s.collide(f"""
                materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3}}}}
                contacts: {{between: any, {contact_with(sense, name)}}}
                lab: {{a: {{material: m, radius: {0.002 + 0.003 * lot.random()!r}}}, b: {{material: m, radius: 4 mm}},
                         speed: {v!r}, angle: {math.radians(85) * lot.random()!r}, spin_a: {spin[0]}, spin_b: {spin[1]},
                         steps_per_contact: 2000}}
                """, name=f"{sense}_{name}")[0]
            if out["separated"]:
                apart += 1
                worst = max(worst, out["kinetic_after"] / out["kinetic_before"])
        s.at_most(f"{sense} {name}: most energy after/before", worst, 1 + 1e-6,
                  source=f"no law gives energy; {apart} of 30 came apart", reason="2000 steps a contact: 1e-7 or less")
