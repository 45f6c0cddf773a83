# SPDX-License-Identifier: BSD-3-Clause
"""Heat: conduction between particles, through bonds and clumps, from walls, to the ambient, and what friction makes. Balls that
only conduct are so soft (1e-18 Pa) that they stay where they are put; time steps are then those of the temperatures."""
import math
import os
import random

from case import FULL, case
from outputs import read_rows

R, K, DENSITY, CAPACITY = 0.005, 100.0, 2500.0, 500.0
C = 4 / 3 * math.pi * R ** 3 * DENSITY * CAPACITY  # J/K
OVERLAP = 4e-6  # of two balls: Hertz's radius sqrt(R/2 overlap) is 0.1 mm; of ball and wall half of it
G = 2 * K * 1e-4  # W/K
SPACING = 2 * R - OVERLAP
SIGMA = 5.670374419e-8
EXACT = "explicit Euler steps in closed form"
ROUNDING = "rounding of temperatures and overlaps"


def still(balls, end, dt, heat="temperature: 300 K", walls="", laws="heat: conduction", more="", material="", every=None):
    """Balls that stay where they are; their temperatures are written with all digits."""
    return f"""
        time: {{end: {end!r}, dt: {dt!r}, velocity_scale: 1e-9}}
        materials: {{m: {{density: {DENSITY}, young: 1e-18, poisson: 0.3, restitution: 0.5, friction: 0.4,
                        heat_capacity: {CAPACITY}, conductivity: {K}, emissivity: 0.8 {material}}}}}
        contacts: [{{between: any, normal: hertz, tangential: none, {laws}}}]
        heat: {{{heat}}}
        {f"walls: {{{walls}}}" if walls else ""}
        particles: [{balls}]
        output: {{plot: false, series: {{every: {every or end!r}}}, csv: {{every: {every or end!r}, fields: [id, position, temperature]}}}}
        {more}
        """


FILE = "{file: balls.txt, material: m}"
WARM = "x y z radius temperature"


def temperatures(run, k=-1):
    """By id, of the k-th text file."""
    names = sorted(f for f in os.listdir(run.folder) if f.startswith("particles_") and f.endswith(".csv"))
    with open(os.path.join(run.folder, names[k])) as f:
        return {int(row["id"]): row["temperature"] for row in read_rows(f.read())}


def power(factor, n):
    """factor^n as the engine's steps round: n products."""
    out = 1.0
    for _ in range(n):
        out *= factor
    return out


@case("heat_pair", "Two balls of 400 K and 300 K touch", wrong=("conductivity: 100.0", "conductivity: 100.001"))
def heat_pair(s):
    s.balls("balls.txt", [(0.0, 0.0, 0.0, R, 400.0), (SPACING, 0.0, 0.0, R, 300.0)], WARM)
    got = {}
    for steps in (1000, 2000):
        t = temperatures(s.run(still(FILE, 10.0, 10.0 / steps), name=f"steps{steps}"))
        got[steps] = t[1]
        s.near(f"{steps} steps: temperature of the first [K]", t[1], 350 + 50 * power(1 - 2 * G / C * 10.0 / steps, steps), within=1e-9,
               source=EXACT, reason="G = 2 k a; rounding of the overlap, 4e-13 of it")
        s.near(f"{steps} steps: sum of both over 700 K", (t[1] + t[2]) / 700, 1.0, within=1e-14, source="heat is kept", reason="rounding")
    s.near("extrapolated to no step [K]", 2 * got[2000] - got[1000], 350 + 50 * math.exp(-2 * G / C * 10), within=5e-6,
           source="350 + 50 exp(-G (1/C1 + 1/C2) t)", reason="the next order")


N = 10
CHAIN_WALLS = (f"hot: {{plane: {{point: [0, 0, 0], normal: [1, 0, 0]}}, material: m, heat: {{temperature: 400 K}}}}, "
               f"cold: {{plane: {{point: [{2 * (R - OVERLAP / 2) + (N - 1) * SPACING!r}, 0, 0], normal: [-1, 0, 0]}}, material: m, "
               "heat: {temperature: 300 K}}")


def chain():
    return [(R - OVERLAP / 2 + j * SPACING, 0.0, 0.0, R, 300.0) for j in range(N)]


def in_chain(j, decay):
    """Temperature of ball j of the chain, where decay(rate) is what is left of a mode."""
    t = 400 - 100 * j / (N + 1)
    for k in range(1, N + 1):
        angle = k * math.pi / (N + 1)
        rate = 4 * G / C * math.sin(angle / 2) ** 2
        t -= 100 / (N + 1) / math.tan(angle / 2) * math.sin(j * angle) * decay(rate)
    return t


@case("heat_chain", "A chain of ten balls between walls of 400 K and 300 K", wrong=("heat: {temperature: 400 K}", "heat: {temperature: 400.001 K}"))
def heat_chain(s):
    s.balls("balls.txt", chain(), WARM)
    for dt, within in ((1.0, 2e-9), (0.1, 2e-8)):
        steps = round(100 / dt)
        t = temperatures(s.run(still(FILE, 100.0, dt, walls=CHAIN_WALLS), name=f"transient{steps}"))
        worst = max(abs(t[j] - in_chain(j, lambda rate: (1 - rate * dt) ** steps)) for j in range(1, N + 1))
        s.near(f"after 100 s in steps of {dt:g} s: largest error [K]", worst, 0.0, within=within, source="sum of modes, " + EXACT, reason=ROUNDING)
        if dt == 0.1:
            for j in (1, 2, 5, 10):
                s.near(f"ball {j} after 100 s [K]", t[j], in_chain(j, lambda rate: math.exp(-100 * rate)), within=0.014,
                       source="Fourier series", reason="order 1: a tenth of the 0.107 K of steps of 1 s")
    run = s.run(still(FILE, 24000.0, 12.0, walls=CHAIN_WALLS), name="steady")
    t = temperatures(run)
    worst = max(abs(t[j] - (400 - 100 * j / (N + 1))) for j in range(1, N + 1))
    s.near("steady: largest distance from the straight line [K]", worst, 0.0, within=1e-10, source="linear", reason="rounding of the overlaps: 1e-12 of 100 K")
    flux = G * 100 / (N + 1)
    for wall, sign in (("hot", 1), ("cold", -1)):
        s.near(f"steady: heat from wall {wall} [W]", run.series[f"{wall} heat"][-1], sign * flux, within=1e-12, source="G 100 K / 11", reason=ROUNDING)
    s.near("balance of heat over what flowed", run.series["heat_balance"][-1] / run.series["hot heat_in"][-1], 0.0, within=1e-13,
           source="every joule is booked", reason="temperatures are rounded 2000 times")


@case("heat_time_step", "The same chain with steps beside the limit, C/2G = 16.36 s", wrong=("conductivity: 100.0", "conductivity: 105.0"))
def heat_time_step(s):
    limit = C / (2 * G)
    s.balls("balls.txt", chain(), WARM)
    run = s.run(still(FILE, 0.9999 * limit * 400, 0.9999 * limit, walls=CHAIN_WALLS, every=0.9999 * limit), name="below", accept=(0, 1, 2))
    s.same("step of 0.9999 of the limit: exit code", run.code, 0, source="it is stable", reason="yes or no")
    if run.code == 0:
        lowest, highest = min(run.series["min_temperature"]), max(run.series["max_temperature"])
        s.near("no temperature is below the coldest [K]", min(lowest, 300.0), 300.0, within=1e-10, source="a mean of neighbours", reason="rounding")
        s.near("none is above the hottest [K]", max(highest, 400.0), 400.0, within=1e-10, source="a mean of neighbours", reason="rounding")
    run = s.run(still(FILE, 100 * limit, 1.0001 * limit, walls=CHAIN_WALLS), name="above", accept=(0, 1, 2))
    s.at_least("step of 1.0001 of the limit: exit code", run.code, 1, source="stopped at a look, every 64 steps", reason="yes or no")
    named = "too long for the heat of particle" in run.said and f"in {limit:.4g} s" in run.said
    s.same("the message names the particle and the limit", named, True, source="", reason="text")


def lattice(kind, across, up):
    """(balls, size in x and y, layers by id, area of a layer's cell over its balls, distance of the layers); overlap 4e-6."""
    step = {"sc": SPACING, "bcc": 2 / math.sqrt(3) * SPACING, "fcc": math.sqrt(2) * SPACING}[kind]
    corner = {"sc": [(0, 0, 0)], "bcc": [(0, 0, 0), (0.5, 0.5, 0.5)], "fcc": [(0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5)]}[kind]
    layer = step if kind == "sc" else step / 2
    balls, layers = [], []
    for k in range(up):
        for i in range(across):
            for j in range(across):
                for x, y, z in corner:
                    height = (k + z) * step
                    balls.append((step * (i + x + 0.25), step * (j + y + 0.25), height + R - OVERLAP / 2, R, 300.0))
                    layers.append(round(height / layer))
    return balls, step * across, layers, layer


@case("heat_packings", "Steady heat through simple cubic, body-centred and face-centred cubic packings", wrong=("conductivity: 100.0", "conductivity: 100.1"))
def heat_packings(s):
    for kind, factor, title in (("sc", 1.0, "k a / R"), ("bcc", math.sqrt(3), "sqrt 3 k a / R"), ("fcc", 2 * math.sqrt(2), "2 sqrt 2 k a / R")):
        balls, size, layers, distance = lattice(kind, 4, 4)
        s.balls("balls.txt", balls, WARM)
        top = max(layers) * distance + 2 * (R - OVERLAP / 2)
        walls = ("cold: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, heat: {temperature: 300 K}}, "
                 f"hot: {{plane: {{point: [0, 0, {top!r}], normal: [0, 0, -1]}}, material: m, heat: {{temperature: 400 K}}}}")
        domain = f"domain: {{min: [0, 0, -0.01], max: [{size!r}, {size!r}, {top + 0.01!r}], periodic: [x, y]}}"
        dt = 0.9 * C / (12 * G)
        run = s.run(still(FILE, 1500 * dt, dt, walls=walls, more=domain), name=kind)
        t = temperatures(run)
        mean = [[t[i + 1] for i in range(len(layers)) if layers[i] == layer] for layer in range(max(layers) + 1)]
        mean = [sum(m) / len(m) for m in mean]
        gradient = (mean[-2] - mean[1]) / ((len(mean) - 3) * distance)
        got = run.series["hot heat"][-1] / size ** 2 / gradient
        s.near(f"{kind}: conductivity [W/(m K)]", got, factor * K * 1e-4 / (SPACING / 2), rel=1e-9, source=title,
               reason="steady to 1e-12; overlaps after the wrap across the box are rounded")


@case("heat_insulated", "300 balls of 250 K to 450 K collide and conduct in insulated walls", wrong=("material: m}, x1", "material: m, heat: {temperature: 300 K}}, x1"))
def heat_insulated(s):
    lot = random.Random(4)
    balls = [(0.0125 * (i + 0.5), 0.0125 * (j + 0.5), 0.0125 * (k + 0.5), R) + tuple(lot.uniform(-1, 1) for _ in range(3)) + (lot.uniform(250, 450),)
             for i in range(5) for j in range(5) for k in range(12)]
    s.balls("balls.txt", balls, "x y z radius vx vy vz temperature")
    walls = ", ".join(f"{'xyz'[a]}{side}: {{plane: {{point: {[0.0625 * side, 0.0625 * side, 0.15 * side]}, normal: "
                      f"{[(1 - 2 * side) * (b == a) for b in range(3)]}}}, material: m}}" for a in range(3) for side in (0, 1))
    run = s.run(f"""
        time: {{end: 0.4 s, dt: 10 us}}
        gravity: [0, 0, -9.81]
        materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3, restitution: 0.8, friction: 0.4, heat_capacity: 0.5, conductivity: 100}}}}
        contacts: [{{between: any, heat: conduction}}]
        walls: {{{walls}}}
        heat: {{temperature: 300 K}}
        particles: [{FILE}]
        output: {{plot: false, series: {{every: 10 ms}}, vtk: {{every: 1 s}}}}
        """)
    whole = sum(C / CAPACITY * 0.5 * b[7] for b in balls)
    s.near("largest change of the thermal energy over it", max(abs(v) for v in run.series["thermal"]) / whole, 0.0, within=1e-13,
           source="heat is kept", reason="rounding of temperatures in 40 000 steps")
    spread = run.series["temperature_deviation"]
    s.at_most("spread of the temperatures at the end over that at the start", spread[-1] / spread[0], 0.5, source="they even out", reason="the test would show nothing otherwise")
    s.same("extremes only come nearer", sorted(run.series["max_temperature"], reverse=True) == list(run.series["max_temperature"])
           and sorted(run.series["min_temperature"]) == list(run.series["min_temperature"]), True, source="a mean of neighbours", reason="yes or no")


def sheared(walls, heat, dt, end, more=""):
    return f"""
        time: {{end: {end!r}, dt: {dt!r}}}
        gravity: [0, 0, -9.81]
        domain: {{min: [0, 0, -0.02], max: [0.05, 0.05, 0.1], periodic: [x, y]}}
        materials: {{m: {{density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.6, friction: 0.5, heat_capacity: 500, conductivity: 1}}}}
        contacts: [{{between: any, rolling: {{law: epsd2, rolling_friction: 0.1}}, heat: conduction}}]
        walls: {{{walls}}}
        heat: {{temperature: 300 K, {heat}}}
        particles: [{FILE}]
        output: {{plot: false, series: {{every: {end / 40!r}}}, vtk: {{every: {end!r}}}}}
        {more}
        """


LOSSES = ("viscous_normal", "plastic_normal", "viscous_tangential", "friction_tangential", "viscous_rolling", "friction_rolling",
          "viscous_twisting", "friction_twisting")
STORED = ("kinetic", "rotational", "potential", "elastic_normal", "elastic_tangential", "elastic_rolling", "elastic_twisting", "thermal")


@case("heat_of_friction", "An insulated bed is sheared by its floor: it warms by what contacts lose, friction: 1", wrong=("friction: 1}", "friction: 0.999}"))
def heat_of_friction(s):
    lot = random.Random(7)
    s.balls("balls.txt", [(0.01 * (i + 0.5) + 1e-4 * lot.random(), 0.01 * (j + 0.5) + 1e-4 * lot.random(), 0.0101 * (k + 0.5), lot.uniform(0.0042, 0.005))
                          for i in range(5) for j in range(5) for k in range(6)], "x y z radius")
    moves = []
    for dt in (2e-5, 1e-5):
        run = s.run(sheared("floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, motion: {translate: [0.8, 0, 0]}}", "friction: 1", dt, 0.4),
                    name=f"dt{dt:g}")
        made, thermal = run.series["heat_made"], run.series["thermal"]
        lost = [sum(v) for v in zip(*(run.series[name] for name in LOSSES))]
        most = max(abs(v) for v in lost)
        s.near(f"dt {dt:g}: largest heat made less losses, over the losses", max(abs(a - b) for a, b in zip(made, lost)) / most, 0.0, within=1e-12,
               source="what the ledger says is lost", reason="rounding of sums")
        s.near(f"dt {dt:g}: largest thermal energy less heat made, over it", max(abs(a - b) for a, b in zip(thermal, made)) / most, 0.0, within=1e-8,
               source="insulated", reason="temperatures of 300 K are rounded to 6e-14 K: 20 000 steps of 150 balls of 0.3 J/K")
        total = [sum(v) - w for v, w in zip(zip(*(run.series[name] for name in STORED)), run.series["wall_work"])]
        moves.append(max(abs(e - total[0]) for e in total) / most)
        s.near(f"dt {dt:g}: change of kinetic, potential, stored and thermal energy less wall work, over the losses", moves[-1], 0.0,
               within=4e-4 if dt == 2e-5 else 1e-4, source="energy is kept", reason="the motion and what dashpots take are of order 2 in the step")
        s.at_least(f"dt {dt:g}: mean temperature has risen [K]", run.series["temperature"][-1] - 300, 1e-5, source="", reason="the test would show nothing otherwise")
    s.at_most("the same at half the step over that at the step", moves[1] / moves[0], 0.5, source="order 2: 1/4", reason="contacts that begin within a step leave more")


@case("heat_ambient", "Convection and radiation of single balls", wrong=("ambient: 400 K", "ambient: 400.01 K"))
def heat_ambient(s):
    s.balls("balls.txt", [(0.0, 0.0, 0.0, R, 300.0), (1.0, 0.0, 0.0, R, 450.0)], WARM)
    area = 4 * math.pi * R * R
    t = temperatures(s.run(still(FILE, 100.0, 0.1, heat="temperature: 300 K, ambient: 400 K, convection: 25 W/(m2 K)", laws="heat: none"), name="convection"))
    part = power(1 - 0.1 * 25 * area / C, 1000)
    for k, start in ((1, 300.0), (2, 450.0)):
        s.near(f"convection from {start:g} K, 100 s [K]", t[k], 400 + (start - 400) * part, within=1e-10, source=EXACT, reason="rounding of temperatures")
        s.near("the same against the exponential [K]", t[k], 400 + (start - 400) * math.exp(-100 * 25 * area / C), within=0.05 * abs(start - 400) / 100,
               source="exp(-h A t / C)", reason="order 1: 1.2e-3 dt / 2 of what is left")
    rate = 0.8 * SIGMA * area / C

    def time_to(temperature, start, around):
        """Of dT/dt = rate (around^4 - T^4), in closed form."""
        def primitive(v):
            return (math.log(abs((around + v) / (around - v))) + 2 * math.atan(v / around)) / (4 * around ** 3)
        return (primitive(temperature) - primitive(start)) / rate

    got = {}
    for dt in (0.2, 0.1):
        t = temperatures(s.run(still(FILE, 200.0, dt, heat="temperature: 300 K, ambient: 400 K, radiation: true", laws="heat: none"), name=f"radiation{dt:g}"))
        got[dt] = t
    for k, start in ((1, 300.0), (2, 450.0)):
        t = 2 * got[0.1][k] - got[0.2][k]
        s.near(f"radiation from {start:g} K: time at which this temperature is reached [s]", time_to(t, start, 400.0), 200.0, within=2e-4,
               source="integral of dT/(Tf^4 - T^4)", reason="extrapolated: the next order")


def on_wall(wall, end=20.0, dt=0.1, name="case"):
    return still(FILE, end, dt, walls=f"w: {{{wall}}}", every=1.0)


@case("heat_walls", "Two balls on a wall of a given power, of a flux, with a mass, and insulated", wrong=("power: 0.5 W", "power: 0.501 W"))
def heat_walls(s):
    s.balls("balls.txt", [(0.05, 0.05, R - 2e-6, R, 300.0), (0.07, 0.05, R - 8e-6, R, 350.0)], WARM)
    plane = "plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m"
    plate = "rectangle: {corner: [0, 0, 0], first: [0.1, 0, 0], second: [0, 0.1, 0]}, material: m"
    g = [2 * K * math.sqrt(R * overlap) for overlap in (2e-6, 8e-6)]
    for name, wall in (("power", plane + ", heat: {power: 0.5 W}"), ("flux", plate + ", heat: {flux: 50 W/m2}")):
        run = s.run(on_wall(wall), name=name)
        t, u = temperatures(run), [300.0, 350.0]
        for _ in range(200):
            wall_temperature = (0.5 + g[0] * u[0] + g[1] * u[1]) / sum(g)  # of the start of the step
            u = [v + 0.1 * h * (wall_temperature - v) / C for v, h in zip(u, g)]
        s.near(f"{name}: heat of the balls after 20 s [J]", run.series["thermal"][-1], 10.0, within=1e-9, source="0.5 W", reason=ROUNDING)
        s.near(f"{name}: first ball [K]", t[1], u[0], within=1e-9, source=EXACT, reason=ROUNDING)
        s.near(f"{name}: wall [K]", run.series["w temperature"][-1], wall_temperature, within=1e-9, source="(P + sum G T) / sum G", reason=ROUNDING)
    run = s.run(on_wall(plane + ", heat: {mass: 2 g, temperature: 500 K, power: 0.1 W}"), name="mass")
    wall = run.series["w temperature"][-1]
    s.near("mass: heat of balls and wall after 20 s [J]", run.series["thermal"][-1] + 0.002 * CAPACITY * (wall - 500), 2.0, within=1e-9, source="0.1 W", reason=ROUNDING)
    u = [300.0, 350.0, 500.0]
    for _ in range(200):
        flow = [h * (u[2] - v) for v, h in zip(u, g)]
        u = [u[0] + 0.1 * flow[0] / C, u[1] + 0.1 * flow[1] / C, u[2] + 0.1 * (0.1 - sum(flow)) / (0.002 * CAPACITY)]
    s.near("mass: wall [K]", wall, u[2], within=1e-9, source=EXACT, reason=ROUNDING)
    run = s.run(on_wall(plane), name="insulated")
    s.same("insulated: temperatures [K]", temperatures(run), {1: 300.0, 2: 350.0}, source="as at the start", reason="exact")


@case("heat_of_bonds", "A bar of ten bonded balls between two fixed ends of 400 K and 300 K", wrong=("bond_radius: 0.8", "bond_radius: 0.801"))
def heat_of_bonds(s):
    apart = 2 * R + 1e-4
    inner = [(apart * (j + 1), 0.0, 0.0, R, 300.0) for j in range(N)]
    s.balls("balls.txt", inner, WARM)
    g = K * math.pi * (0.8 * R) ** 2 / apart
    ends = (f"{{positions: [[0, 0, 0]], diameter: {2 * R!r}, material: m, temperature: 400 K, fixed: true}}, "
            f"{{positions: [[{(N + 1) * apart!r}, 0, 0]], diameter: {2 * R!r}, material: m, temperature: 300 K, fixed: true}}, ")
    for law in ("conduction", "pipe"):
        text = still(ends + FILE, 30.0, 0.2, laws=f"bond: {{law: parallel, bond_young: 1, bond_radius: 0.8}}, heat: {law}", more="bonds: [{gap: 0.2 mm}]")
        t = temperatures(s.run(text, name=law))
        inner_ids = [i for i in sorted(t) if i > 2]
        worst = 0.0
        for j, i in enumerate(inner_ids, 1):
            exact = 400 - 100 * j / (N + 1)
            for k in range(1, N + 1):
                angle = k * math.pi / (N + 1)
                exact -= 100 / (N + 1) / math.tan(angle / 2) * math.sin(j * angle) * (1 - 0.2 * 4 * g / C * math.sin(angle / 2) ** 2) ** 150
            worst = max(worst, abs(t[i] - exact))
        s.near(f"{law}: largest error after 30 s [K]", worst, 0.0, within=1e-8, source=f"G = k A / l = {g:.6g} W/K, sum of modes", reason=ROUNDING)


@case("heat_of_clumps", "A clump of two balls of 320 K touches a ball of 400 K", wrong=("temperature: 320 K", "temperature: 320.01 K"))
def heat_of_clumps(s):
    s.balls("balls.txt", [(3 * R - OVERLAP, 0.0, 0.0, R, 400.0)], WARM)
    clump = "{positions: [[0, 0, 0]], shape: d, material: m, temperature: 320 K}, "
    shapes = "shapes: {d: {mass_of: sum, members: [{at: [-5 mm, 0, 0], radius: 5 mm}, {at: [5 mm, 0, 0], radius: 5 mm}]}}"
    t = temperatures(s.run(still(clump + FILE, 20.0, 0.1, more=shapes)))
    part = power(1 - 0.1 * G * (1 / C + 1 / (2 * C)), 200)
    mean, apart = (400 + 2 * 320) / 3, 80.0
    values = sorted(t.values())
    s.same("members have one temperature", values[0] == values[1], True, source="one body", reason="yes or no")
    s.near("clump [K]", values[0], mean - apart / 3 * part, within=1e-9, source=EXACT + ", capacity of both members", reason=ROUNDING)
    s.near("ball [K]", values[2], mean + apart * 2 / 3 * part, within=1e-9, source=EXACT, reason=ROUNDING)


YOUNG = ((300.0, 2e6), (320.0, 1e6), (360.0, 0.4e6))  # Pa, of a plate by temperature
FRICTION = ((300.0, 0.5), (350.0, 0.2))


def table(rows, t):
    """Linear between the rows, constant beyond."""
    t = min(max(t, rows[0][0]), rows[-1][0])
    for (a, x), (b, y) in zip(rows, rows[1:]):
        if t <= b:
            return x + (y - x) * (t - a) / (b - a)


def rows_of(rows, unit):
    return "[" + ", ".join(f"[{t:g} K, {x:g} {unit}]" for t, x in rows) + "]"


@case("heat_soft_plate", "A ball rests on a plate that softens as it warms", wrong=("400000 Pa", "410000 Pa"))
def heat_soft_plate(s):
    weight = 4 / 3 * math.pi * R ** 3 * DENSITY * 9.81

    def text(heat, end):
        return f"""
        time: {{end: {end!r}, dt: 2e-5}}
        gravity: [0, 0, -9.81]
        materials:
          m: {{density: {DENSITY}, young: 5e6, poisson: 0.3, restitution: 0.1, friction: 0.4, heat_capacity: {CAPACITY}}}
          plate: {{density: {DENSITY}, poisson: 0.3, restitution: 0.1, friction: 0.4, heat_capacity: {CAPACITY},
                  temperature_tables: {{step: 5 K, young: {rows_of(YOUNG, 'Pa')}}}}}
        contacts: [{{between: any, normal: hertz}}]
        heat: {{temperature: 300 K}}
        walls: {{plate: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: plate, heat: {{{heat}}}}}}}
        particles: [{{positions: [[0, 0, {R - 3e-5!r}]], diameter: {2 * R!r}, material: m}}]
        output: {{plot: false, series: {{every: 0.01}}}}
        """

    def overlap(young):
        soft = 0.91 / young + 0.91 / 5e6
        return (weight * 0.75 * soft / math.sqrt(R)) ** (2 / 3)

    for t in (290.0, 300.0, 310.0, 322.0, 340.0, 500.0):
        at = min(max(300.0, 5.0 * round(t / 5)), 360.0)
        run = s.run(text(f"temperature: {t!r} K", 1.0), name=f"held{t:g}")
        s.near(f"plate of {t:g} K: overlap at rest [m]", run.series["max_overlap"][-1] * R, overlap(table(YOUNG, at)), rel=1e-9,
               source=f"(3 F / (4 E* sqrt R))^(2/3) with the modulus at {at:g} K, the nearest class", reason="it comes to rest")
    run = s.run(text("mass: 1 g, temperature: 300 K, power: 60 W", 1.0), name="warming")
    s.near("plate that warms to 420 K: overlap at the end [m]", run.series["max_overlap"][-1] * R, overlap(YOUNG[-1][1]), rel=1e-6,
           source="the same law, the modulus beyond the table", reason="it comes to rest, 0.5 s after the last change")
    e = run.series
    s.near("largest balance of energy over the work of the weight", max(abs(x - e["energy_balance"][0]) for x in e["energy_balance"]) /
           (weight * (overlap(YOUNG[-1][1]) - overlap(YOUNG[0][1]))), 0.0, within=2e-3, source="what changes of the modulus take or give is booked",
           reason="order 2 of the steps in which the ball settles")


@case("heat_friction_falls", "A block of four balls slides while it warms, and its friction falls", wrong=("0.5 ]", "0.49 ]"))
def heat_friction_falls(s):
    rate, end, g = 100.0, 0.2, 9.81  # K/s, s, m/s2
    weight = 4 / 3 * math.pi * R ** 3 * DENSITY * g
    depth = (weight * 0.75 * 2 * 0.91 / 5e6 / math.sqrt(R)) ** (2 / 3)  # of a foot
    feet = ", ".join(f"{{at: [{x} cm, {y} cm, 0], radius: 5 mm}}" for x in (-3, 3) for y in (-3, 3))
    velocity = {}
    for step in (4.0, 2.0, 1.0):
        run = s.run(f"""
        time: {{end: {end!r}, dt: 1e-5}}
        gravity: [0, 0, {-g!r}]
        materials:
          m: {{density: {DENSITY}, young: 5e6, poisson: 0.3, restitution: 0.2, heat_capacity: {CAPACITY},
              temperature_tables: {{step: {step!r} K, friction: {rows_of(FRICTION, '')}}}}}
        contacts: [{{between: any, normal: hertz}}]
        heat: {{temperature: 300 K, sources: {{power: {4 * C * rate!r} W}}}}
        shapes: {{block: {{mass_of: sum, members: [{feet}]}}}}
        walls: {{floor: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m, heat: {{mass: 1 kg, temperature: 300 K, power: {CAPACITY * rate!r} W}}}}}}
        particles: [{{positions: [[0, 0, {R - depth!r}]], shape: block, material: m, velocity: [1, 0, 0]}}]
        tracks: {{foot: {{id: 1}}}}
        output: {{plot: false, series: {{every: 0.01}}}}
        """, name=f"step{step:g}")
        velocity[step] = run.series["foot vx"][-1]
        # A class ends 0.1 of its width beyond its edge: on the way up bodies are that much behind.
        exact = 1 - g * sum(table(FRICTION, 300 + rate * t) for t in [(k + 0.5) * end / 1000 for k in range(1000)]) * end / 1000
        behind = g * end * 0.1 * step * (FRICTION[0][1] - FRICTION[-1][1]) / 50
        s.near(f"classes {step:g} K apart: velocity after 0.2 s [m/s]", velocity[step], exact - behind, within=1e-3,
               source="1 m/s - g times the integral of the friction", reason="the feet rock a little; temperatures are looked at every 0.64 ms")
