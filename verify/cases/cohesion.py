# SPDX-License-Identifier: BSD-3-Clause
"""Adhesion: JKR, DMT, the area law of LIGGGHTS, and chains that hang by it."""
import math

from case import case

R, GAMMA, YOUNG, NU = 50e-6, 0.02, 10e6, 0.3
E_STAR = YOUNG / (2 * (1 - NU ** 2))
R_STAR = R / 2
W = 2 * GAMMA
PULL_OFF = 1.5 * math.pi * W * R_STAR
TEAR = -0.75 * (math.pi ** 2 * W ** 2 * R_STAR / E_STAR ** 2) ** (1 / 3)
UNIT = (W ** 5 * R_STAR ** 4 / E_STAR ** 2) ** (1 / 3)
MASS = 2500 * 4 / 3 * math.pi * R ** 3


def pair(laws, bench="speed: 0.5 m/s"):
    return f"""
        materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3, surface_energy: 0.02, friction: 0}}}}
        contacts: {{between: any, {laws}, tangential: none}}
        lab: {{a: {{material: m, radius: 50 um}}, b: {{material: m, radius: 50 um}}, {bench}}}
        """


def press_and_pull(deep, end, steps, fine):
    """Overlaps from just beyond touch to `deep` and back to `end`, with `fine` steps at the smallest of them."""
    down = [deep * k / steps for k in range(1, steps + 1)]
    up = [deep + (end - deep) * k / fine for k in range(1, fine + 1)]
    overlap = [deep * 1e-9] + down + up
    return {"t": [float(k) for k in range(len(overlap))], "overlap": overlap}


@case("jkr", "JKR: touch, pull-off, tear, and the work of a closed loop",
      wrong=("surface_energy: 0.02", "surface_energy: 0.0201"))
def jkr(s):
    deep = 0.01 * R
    out = s.drive(pair("normal: {law: jkr, damping: none}"), press_and_pull(deep, 1.02 * TEAR, 2000, 30000))
    fn, overlap = out["fn"], out["overlap"]
    s.near("largest pull [N]", -min(fn), PULL_OFF, rel=1e-6, source="3/2 pi w R*, Johnson, Kendall and Roberts 1971",
           reason="a minimum between samples: square of their distance")
    s.near("pull at first touch [N]", -fn[0], 8 / 9 * PULL_OFF, rel=1e-3, source="8/9 of it",
           reason="the first row has an overlap")
    last = max(k for k, f in enumerate(fn) if f != 0)
    s.near("overlap at the tear [m]", overlap[last], TEAR, rel=1e-4, source="-3/4 (pi^2 w^2 R*/E*^2)^(1/3)",
           reason="distance of the samples")
    s.near("pull at the tear [N]", -fn[last], 5 / 9 * PULL_OFF, rel=2e-2, source="5/9 of it",
           reason="the force falls with a vertical tangent there, sampled")
    work = sum(0.5 * (fn[k] + fn[k + 1]) * (overlap[k + 1] - overlap[k]) for k in range(len(fn) - 1))
    s.near("work of the loop [J]", work, 7.092 * UNIT, rel=3e-4, source="7.092 (w^5 R*^4/E*^2)^(1/3)",
           reason="four digits are given; trapezoids over the vertical tangent")


@case("jkr_impact", "JKR: restitution, and the speed below which balls stick",
      wrong=("surface_energy: 0.02", "surface_energy: 0.0202"))
def jkr_impact(s):
    stick = math.sqrt(2 * 7.092 * UNIT / (MASS / 2))
    law = "normal: {law: jkr, damping: none}"
    for v in (1.05 * stick, 2 * stick, 4 * stick):
        out = s.collide(pair(law, f"speed: {v!r}, steps_per_contact: 40000"), name=f"v{v / stick:.2f}")[0]
        s.near(f"at {v / stick:.2f} v_s: e_n", out["e_n"], math.sqrt(1 - (stick / v) ** 2),
               rel=2e-3 if v < 1.1 * stick else 2e-4,
               source="sqrt(1 - (v_s/v)^2), v_s from the work of the loop",
               reason="the force jumps at touch and tear: first order in the step, most near v_s")
    out = s.collide(pair(law, f"speed: {0.97 * stick!r}"), name="sticks")[0]
    s.same("at 0.97 v_s: separated", out["separated"], 0.0, source="sticks", reason="yes or no")


@case("dmt", "DMT: pull, a loop without loss, an elastic impact", wrong=("surface_energy: 0.02", "surface_energy: 0.0201"))
def dmt(s):
    laws = "normal: hertz, restitution: 1, cohesion: dmt"
    out = s.drive(pair(laws), press_and_pull(0.01 * R, 1e-9 * R, 1000, 1000))
    s.near("pull at touch [N]", -out["fn"][-1], 2 * math.pi * W * R_STAR, rel=1e-5, source="2 pi w R*, Derjaguin et al. 1975",
           reason="the overlap of the last row")
    fn, overlap = out["fn"], out["overlap"]
    work = sum(0.5 * (fn[k] + fn[k + 1]) * (overlap[k + 1] - overlap[k]) for k in range(len(fn) - 1))
    s.near("work of the loop over the elastic energy", work / (0.4 * 4 / 3 * E_STAR * math.sqrt(R_STAR) * (0.01 * R) ** 2.5), 0.0,
           within=1e-6, source="a potential", reason="trapezoids: the same points down and up")
    out = s.collide(pair(laws, "speed: 0.5 m/s, steps_per_contact: 100000"), name="impact")[0]
    s.near("e_n", out["e_n"], 1.0, within=2e-4, source="nothing is lost", reason="the pull jumps at touch: order 1")


@case("sjkr", "Attraction in proportion to the area of intersection",
      wrong=("cohesion_energy_density: 1e4", "cohesion_energy_density: 1.001e4"))
def sjkr(s):
    deep = 1e-4
    path = {"t": [0.0, 1.0], "overlap": [deep / 2, deep]}
    text = """
        materials: {m: {density: 2500, young: 10 MPa, poisson: 0.3}}
        contacts: {between: any, normal: hertz, restitution: 1, tangential: none, cohesion: LAW}
        lab: {a: {material: m, radius: 5 mm}, WALL}
        """
    law = "{law: sjkr, cohesion_energy_density: 1e4}"
    hertz = 4 / 3 * 1e7 / (2 * 0.91) * math.sqrt(0.005) * deep ** 1.5
    out = s.drive(text.replace("LAW", law).replace("WALL", "wall: m"), path, name="wall")
    s.near("ball and wall [N]", hertz - out["fn"][-1], 1e4 * math.pi * deep * (2 * 0.005 - deep), rel=1e-9,
           source="k pi d (2R - d)", reason="rounding of a difference")
    out = s.drive(text.replace("LAW", law).replace("WALL", "b: {material: m, radius: 5 mm}"), path, name="pair")
    area = math.pi * (0.005 ** 2 - (0.005 - deep / 2) ** 2)
    s.near("two balls [N]", hertz / math.sqrt(2) - out["fn"][-1], 1e4 * area, rel=1e-9,
           source="k times the circle in which the spheres intersect", reason="rounding of a difference")


def resting_overlap(load):
    """Overlap at which a JKR contact carries a pull of `load`, on the stable branch; bisection in the contact radius."""
    low = (9 * math.pi * W * R_STAR ** 2 / (8 * E_STAR)) ** (1 / 3)  # where it pulls with 3/2 pi w R*
    high = 4 * low
    for _ in range(200):
        a = (low + high) / 2
        force = 4 * E_STAR * a ** 3 / (3 * R_STAR) - math.sqrt(8 * math.pi * W * E_STAR * a ** 3)
        low, high = (a, high) if force < -load else (low, a)
    return a * a / R_STAR - math.sqrt(2 * math.pi * W * a / E_STAR)


@case("hanging_chain", "Ten balls hang from a fixed one by JKR adhesion: they hold below the pull-off force and tear above",
      wrong=("surface_energy: 0.02", "surface_energy: 0.0192"))
def hanging_chain(s):
    for factor, expected in ((0.98, 10.0), (1.02, 9.0)):
        g = factor * PULL_OFF / (10 * MASS)
        z, balls = 0.0, []
        for k in range(10):  # the uppermost contact begins at touch: at rest it would be stretched beyond
            load = (10 - k) * MASS * g
            z -= 2 * R - (resting_overlap(load) if k else 1e-12)
            balls.append((0.0, 0.0, z, R))
        s.balls("fixed.txt", [(0.0, 0.0, 0.0, R)], "x y z radius")
        s.balls("chain.txt", balls, "x y z radius")
        run = s.run(f"""
            time: {{end: 10 ms, dt: 0.5 us}}
            gravity: [0, 0, {-g!r}]
            materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3, surface_energy: 0.02}}}}
            particles: [{{file: fixed.txt, material: m, fixed: true}}, {{file: chain.txt, material: m}}]
            contacts: {{between: any, normal: {{law: jkr, restitution: 0.1}}, friction: 0.5}}
            output: {{series: {{every: 1 ms}}, vtk: {{every: 10 ms}}, plot: false}}
            """, name=f"factor{factor}")
        s.near(f"weight {factor} of the pull-off force: contacts left", run.column("contacts")[-1], expected, within=0.5,
               source="3/2 pi w R*", reason="a number of contacts; the load is 2 % away")
        if expected == 10:
            bottom = run.frame(-1)["Points"][-1][2]
            rest = sum(resting_overlap((10 - k) * MASS * g) for k in range(10)) - 20 * R
            s.near("height of the lowest ball [m]", bottom, rest, rel=1e-6, source="JKR, each contact under its load",
                   reason="what is left of the swing after 10 ms")
