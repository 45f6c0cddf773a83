# SPDX-License-Identifier: BSD-3-Clause
"""One or two balls under gravity: bounces, rest, a compressed stack, reversible paths."""
import math

from case import CODE, case

R, G = 0.005, 9.81
MASS = 2500 * 4 / 3 * math.pi * R ** 3
STIFF = 1e5


def text(end, walls, contacts, frames, rows, dt):
    return f"""
        time: {{end: {end!r}, dt: {dt}}}
        gravity: [0, 0, {-G}]
        materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3}}}}
        walls: {{{walls}}}
        particles: [{{file: ball.txt, material: m}}]
        contacts: {{between: any, normal: {{law: hooke, stiffness: {STIFF!r}, {contacts}}}, tangential: none}}
        output: {{series: {{every: {rows!r}}}, vtk: {{every: {frames!r}, contacts: true, meshes: false}}, plot: false}}
        """


FLOOR = "floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}"


@case("bounces", "A ball falls, bounces and comes to rest", wrong=("restitution: 0.8", "restitution: 0.81"))
def bounces(s):
    height = 0.1 - R
    s.balls("ball.txt", [(0.0, 0.0, 0.1, R, 0.0, 0.0, 0.0)])
    run = s.run(text(2.0, FLOOR, "restitution: 0.8", 2.0, 2e-4, "8 us"), name="ball")
    t, z = run.series["time"], [p / (MASS * G) for p in run.series["potential"]]
    contact = math.pi * math.sqrt(MASS / STIFF)
    touch = math.sqrt(2 * height / G)
    first = next(a for a, k in zip(t, run.series["wall_contacts"]) if k > 0)
    s.near("first touch [s]", first, touch, within=2e-4, source="sqrt(2 (h - R)/g)", reason="rows are 0.2 ms apart")
    start = touch
    for k in (1, 2, 3):
        flight = 2 * touch * 0.8 ** k
        top = max(h for a, h in zip(t, z) if start + contact < a < start + flight)
        s.near(f"top of bounce {k} [m]", top, height * 0.8 ** (2 * k) + R, rel=3e-3, source="(h - R) e^2k + R",
               reason="gravity acts during the contact: overlap/h = 1e-3 at the first, more later")
        start += flight + contact
    s.near("overlap at rest [m]", run.frame(-1, "contacts")["overlap"][0], MASS * G / STIFF, rel=1e-9, source="m g/k",
           reason="what is left of the swing after 2 s; rounding of R - z")


@case("compressed_stack", "Two different balls squeezed between floor and lid, set free",
      wrong=("restitution: 0.7", "restitution: 0.71"))
def compressed_stack(s):
    ra, rb, gap = 0.005, 0.004, 0.0176
    za, zb = ra - 1e-4, gap - rb + 1e-4
    s.balls("ball.txt", [(0.0, 0.0, za, ra), (0.0, 0.0, zb, rb)], "x y z radius")
    walls = FLOOR + f", lid: {{plane: {{point: [0, 0, {gap}], normal: [0, 0, -1]}}, material: m}}"
    frame = s.run(text(1e-3, walls, "restitution: 0.7", 1e-3, 1e-4, "0.1 us"), name="stack").frame(-1)
    ma, mb = (2500 * 4 / 3 * math.pi * r ** 3 for r in (ra, rb))
    zeta = -math.log(0.7) / math.sqrt(math.log(0.7) ** 2 + math.pi ** 2)

    def push(overlap, rate, mass):  # no pull: the contact ends at zero overlap
        return STIFF * overlap + 2 * zeta * math.sqrt(mass * STIFF) * rate if overlap > 0 else 0.0

    def rate(y):
        a, b, va, vb = y
        floor, lid = push(ra - a, -va, ma), push(b + rb - gap, vb, mb)
        middle = push(ra + rb - (b - a), va - vb, ma * mb / (ma + mb))
        return va, vb, (floor - middle) / ma - G, (middle - lid) / mb - G

    y, h = (za, zb, 0.0, 0.0), 1e-7
    for _ in range(10000):
        k1 = rate(y)
        k2 = rate([v + h / 2 * k for v, k in zip(y, k1)])
        k3 = rate([v + h / 2 * k for v, k in zip(y, k2)])
        k4 = rate([v + h * k for v, k in zip(y, k3)])
        y = [v + h / 6 * (a + 2 * b + 2 * c + d) for v, a, b, c, d in zip(y, k1, k2, k3, k4)]
    for k, name in enumerate(("lower", "upper")):
        s.near(f"{name} ball after 1 ms: height [m]", frame["Points"][k][2], y[k], within=1e-9, kind=CODE,
               source="our own Runge-Kutta of order 4",
               reason="a linear dashpot jumps where a contact opens: c v/m dt^2 = 1e-10")
        s.near(f"{name} ball after 1 ms: velocity [m/s]", frame["velocity"][k][2], y[k + 2], within=1e-5, kind=CODE,
               source="our own Runge-Kutta of order 4", reason="the same jump over a step: c v/m dt = 1e-5")


@case("thornton_ning", "Elastic, perfectly plastic balls: restitution over speed",
      wrong=("yield_stress: 1e6", "yield_stress: 1.01e6"))
def thornton_ning(s):
    e_star, r_star, mass = 1e8 / (2 * 0.91), 0.0025, 2500 * 4 / 3 * math.pi * 0.005 ** 3 / 2
    deep = (math.pi * 1e6 / (2 * e_star)) ** 2 * r_star
    yields = math.sqrt(2 * 8 / 15 * e_star * math.sqrt(r_star) * deep ** 2.5 / mass)
    for factor in (0.9, 1.5, 5.0, 20.0, 100.0):
        v = factor * yields
        out = s.collide(f"""
            materials: {{m: {{density: 2500, young: 100 MPa, poisson: 0.3}}}}
            contacts: {{between: any, normal: {{law: thornton_ning, yield_stress: 1e6}}, tangential: none}}
            lab: {{a: {{material: m, radius: 5 mm}}, b: {{material: m, radius: 5 mm}}, speed: {v!r}}}
            """, name=f"v{factor}")[0]
        u = 1 / factor
        e = 1.0 if factor < 1 else math.sqrt(6 * math.sqrt(3) / 5) * math.sqrt(1 - u * u / 6) * (
            u / (u + 2 * math.sqrt(6 / 5 - u * u / 5))) ** 0.25
        s.near(f"at {factor} yield speeds: e", out["e_n"], e, rel=1e-6, source="Thornton 1997, eq. 29",
               reason="20 000 steps a contact; the largest overlap is known to a step")


@case("luding_twist", "Twisting resistance of Luding's contact slips at its limit",
      wrong=("twisting_friction: 0.2", "twisting_friction: 0.21"))
def luding_twist(s):
    deep, n = 1e-5, 200
    path = {"t": [1e-3 * k for k in range(n)], "overlap": [deep] * n, "twist": [0.0] + [1.0] * (n - 1)}
    out = s.drive("""
        materials: {m: {density: 2500, young: 10 MPa, poisson: 0.3}}
        contacts: {between: any, normal: hertz, restitution: 1, tangential: none,
                   twisting: {law: luding, twisting_friction: 0.2, dynamic_ratio: 1}}
        lab: {a: {material: m, radius: 5 mm}, b: {material: m, radius: 5 mm}}
        """, path)
    force = 4 / 3 * 1e7 / (2 * 0.91) * math.sqrt(0.0025) * deep ** 1.5
    s.near("moment while it slips [N m]", abs(out["mw"][-1]), 0.2 * force * 0.005, rel=1e-9,
           source="mu_w N a12, a12 = 2 a1 a2/(a1 + a2), Luding 2008", reason="rounding")
