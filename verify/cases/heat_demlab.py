# SPDX-License-Identifier: BSD-3-Clause
"""The thermal examples of DEMLab whose positions are a rule: what it prints, ten decimals. Its particles do not move in them. The layer
of fluid between particles (`surrounding_layer`) is a constant conductance there, which is added to that of the contact."""
import math

from case import CODE, FULL, case
from heat import temperatures

SOURCE = "DEMLab 1.0.1, its own output"
DIGITS = "ten digits are given; positions and radii are rounded to 1e-16"


def pack(s, side, dt, capacity, top_heated, steps, name):
    """(mean after each of the steps); a square array of overlapping balls in the unit square."""
    radius, pitch = (0.026, 0.05) if side == 20 else (0.0065, 0.0125)
    s.balls("pack.txt", [(pitch * (i + 0.5), pitch * (j + 0.5), 0.0, radius) for j in range(side) for i in range(side)], "x y z radius")
    held = ", heat: {temperature: %d K}"
    sides = ["", "", held % 300] if top_heated else [held % 400] * 3
    places = ("left: {plane: {point: [0, 0, 0], normal: [1, 0, 0]}", "right: {plane: {point: [1, 0, 0], normal: [-1, 0, 0]}",
              "bottom: {plane: {point: [0, 0, 0], normal: [0, 1, 0]}")
    walls = ", ".join(f"{place}, material: m{heat}}}" for place, heat in zip(places, sides))
    # Nu = 2 in a fluid of 1 W/(m K) that rests, and 100 W into each ball of the upper row
    air = (f", ambient: 300 K, convection: {2 / (2 * radius)!r}, sources: [{{power: 100 W, ids: [{side * (side - 1) + 1}-{side * side}]}}]"
           if top_heated else "")
    run = s.run(f"""
        time: {{end: {max(steps) * dt!r}, dt: {dt!r}, velocity_scale: 1e-9}}
        materials: {{m: {{density: 1000, young: 1e-18, poisson: 0.3, restitution: 0.5, heat_capacity: {capacity}, conductivity: 2000}}}}
        contacts: [{{between: any, normal: hertz, tangential: none, heat: {{law: conduction, area: intersection}}}}]
        heat: {{temperature: 300 K{air}}}
        walls: {{{walls}}}
        particles: [{{file: pack.txt, material: m}}]
        output: {{plot: false, series: {{every: {dt!r}}}}}
        """, name=name)
    return [run.series["temperature"][k] for k in steps]


def compare(s, name, side, dt, capacity, top_heated, expected):
    for (step, mean), got in zip(expected, pack(s, side, dt, capacity, top_heated, [step for step, _ in expected], name)):
        s.near(f"{name}: mean temperature after step {step} [K]", got, mean, within=2e-10, source=SOURCE, reason=DIGITS, kind=CODE)


@case("heat_demlab_packs", "Square arrays of 400 balls between walls of 400 K, and heated from above in a fluid (DEMLab's pack1, pack2)",
      wrong=("conductivity: 2000", "conductivity: 2000.001"))
def heat_demlab_packs(s):
    compare(s, "pack1_regular_400", 20, 0.01, 50, False, [(1, 301.1640125986), (100, 336.5294435565), (1000, 392.1105816375)])
    compare(s, "pack2_regular_400", 20, 0.01, 10, True, [(1, 300.0679143191), (20, 301.3025178035), (100, 305.4552087270), (1000, 311.9047775751)])


@case("heat_demlab_large_packs", "The same of 6400 balls (DEMLab's pack1_regular_6400, pack2_regular_6400)", tier=FULL,
      wrong=("conductivity: 2000", "conductivity: 2000.001"))
def heat_demlab_large_packs(s):
    compare(s, "pack1_regular_6400", 80, 0.002, 50, False, [(1, 300.9312100789), (50, 312.7654181520), (500, 340.7504717838), (5000, 393.5427483310)])
    compare(s, "pack2_regular_6400", 80, 0.0005, 10, True, [(1, 300.0543314553), (200, 307.7894963935), (2000, 315.2861110016), (8000, 315.2977459460)])


LAYER, LEAST = 0.4, 2.75e-8  # thickness over the radius; smallest gap, m


def layer_to_wall(radius, d, k):
    """W/K through the fluid between a ball at the distance d of its centre from a wall and the wall: DEMLab's integral."""
    a = d / radius
    out = 1.0 if a <= math.sqrt((1 + LAYER) ** 2 - 1) else math.sqrt((1 + LAYER) ** 2 - a * a)
    b, c = math.sqrt(1 - out * out), abs(LEAST / radius - a)
    return 2 * math.pi * k * radius * (a * math.log(abs(b - a) / abs(a - c)) + b - c)


def layer_of_pair(radius, d, k):
    """W/K between two equal balls that overlap, in closed form: the gap is LEAST up to where it is wider."""
    outer = (1 + LAYER) * radius
    end = radius if d <= math.sqrt(outer ** 2 - radius ** 2) else math.sqrt(outer ** 2 - ((outer ** 2 - radius ** 2 + d * d) / (2 * d)) ** 2)
    last, turn = math.sqrt(radius ** 2 - end ** 2), (d - LEAST) / 2  # of sqrt(radius^2 - r^2), which begins at d/2
    narrow = (d * d / 4 - turn * turn) / (2 * LEAST)
    wide = (last - turn) / 2 + d / 4 * math.log((d - 2 * last) / LEAST)
    return 2 * math.pi * k * (narrow + wide)


def resting(s, name, balls, radius, density, capacity, conductivity, steps, spacing=None):
    """(temperatures before each of the steps, conductances to the wall, of a pair, to the fluid)."""
    d = balls[0][1]
    to_wall, of_pair = 2 * conductivity * math.sqrt(radius ** 2 - d * d) + layer_to_wall(radius, d, 10.0), 0.0
    wall_k, pair_k = to_wall / (2 * math.sqrt(radius ** 2 - d * d)), conductivity
    if spacing:
        of_pair = 2 * conductivity * math.sqrt(radius ** 2 - spacing ** 2 / 4) + layer_of_pair(radius, spacing, 10.0)
        pair_k = of_pair / (2 * math.sqrt(radius ** 2 - spacing ** 2 / 4))
    s.balls("balls.txt", [(x, y, 0.0, radius, t) for x, y, t in balls], "x y z radius temperature")
    h = 2 * 10.0 / (2 * radius)
    run = s.run(f"""
        time: {{end: {max(steps) * 1e-3!r}, dt: 1e-3, velocity_scale: 1e-9}}
        materials:
          m: {{density: {density}, young: 1e-18, poisson: 0.3, restitution: 0.5, heat_capacity: {capacity}}}
          w: {{density: 1000, young: 1e-18, poisson: 0.3, restitution: 0.5}}
        contacts:
          - {{between: any, normal: hertz, tangential: none, heat: {{law: conduction, area: intersection, conductivity: {pair_k!r}}}}}
          - {{between: [m, w], normal: hertz, tangential: none, heat: {{law: conduction, area: intersection, conductivity: {wall_k!r}}}}}
        heat: {{temperature: 300 K, ambient: 250 K, convection: {h!r}}}
        walls: {{floor: {{plane: {{point: [0, 0, 0], normal: [0, 1, 0]}}, material: w, heat: {{temperature: 400 K}}}}}}
        particles: [{{file: balls.txt, material: m}}]
        output: {{plot: false, series: {{every: 1 ms}}, csv: {{every: 1 s, fields: [id, temperature]}}}}
        """, name=name)
    return [temperatures(run, k) for k in (0, 1, -1)], to_wall, of_pair, h * 4 * math.pi * radius ** 2


@case("heat_demlab_resting", "A ball, and five in a row, on a wall of 400 K in a fluid of 250 K (DEMLab's resting_single, resting_multiple)",
      wrong=("ambient: 250 K", "ambient: 250.0001 K"))
def heat_demlab_resting(s):
    times, wall, _, air = resting(s, "single", [(0.0, 0.99, 300.0)], 1.0, 30, 20, 1000, (10000,))
    for t, what, printed in zip(times, ("0 s", "1 s", "10 s"), (123867.4340531072, 70189.4323640320, 422.7688995996)):
        s.near(f"resting_single: heat of the ball at {what} [W]", wall * (400 - t[1]) + air * (250 - t[1]), printed, rel=1e-10, source=SOURCE,
               reason=DIGITS, kind=CODE)
    x = [-0.8, -0.4, 0.0, 0.4, 0.8]
    start = [300.0, 300.0, 250.0, 350.0, 350.0]
    times, wall, pair, air = resting(s, "multiple", [(a, 0.2, t) for a, t in zip(x, start)], 0.205, 100, 300, 2000, (10000,), spacing=0.4)
    printed = {"0 s": (35309.7257171167, 21326.2463794355, 96847.1060706765, -12244.1752987618, 15722.7833766006),
               "1 s": (23721.4582218973, 24504.4408036991, 44740.5356945314, 7627.2846729505, 8705.4805812271),
               "10 s": (972.9323262083, 937.1927828446, 859.1898696527, 756.5290930024, 681.6831041118)}
    for t, what in zip(times, printed):
        for k in range(1, 6):
            heat = wall * (400 - t[k]) + air * (250 - t[k]) + sum(pair * (t[o] - t[k]) for o in (k - 1, k + 1) if o in t)
            s.near(f"resting_multiple: heat of ball {k} at {what} [W]", heat, printed[what][k - 1], rel=1e-7, source=SOURCE,
                   reason="its numerical integral over the layer is good to 1e-8", kind=CODE)
