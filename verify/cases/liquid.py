# SPDX-License-Identifier: BSD-3-Clause
"""Liquid bridges: pull over the gap beside the Young-Laplace equation, the energy of a rupture, and heaps of wet grains."""
import math

from case import case

R, TENSION = 1e-3, 0.073
SOURCE = "Young-Laplace equation, scripts/young_laplace.py --show"
# V / R^3, contact angle, pulls over gamma R at 1e-4, 0.1, 0.5, 0.9 of Lian's gap, gap at rupture over R, work over gamma R^2
SOLUTIONS = ((1e-4, 30, (5.195, 2.253, 0.2671, 0.1017), 0.05738, 0.04342), (1e-3, 30, (5.003, 2.972, 0.5385, 0.2171), 0.12444, 0.13416),
             (1e-2, 30, (4.652, 3.454, 1.0192, 0.4588), 0.27244, 0.40533), (1e-2, 60, (2.275, 1.779, 0.6399, 0.3776), 0.35923, 0.29105))


def stretched(s, law, v, angle, gaps, name):
    """Pulls over gamma R of a bridge at these gaps over R."""
    out = s.drive(f"""
        materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3}}}}
        contacts: {{between: any, restitution: 1, tangential: none, liquid: {{law: {law}, surface_tension: {TENSION}, contact_angle: {angle} deg}}}}
        lab: {{a: {{material: m, radius: 1 mm}}, b: {{material: m, radius: 1 mm}}, bonded: 0 mm, volume: {v * R**3!r}}}
        """, {"t": [float(k) for k in range(len(gaps))], "overlap": [-gap * R for gap in gaps]}, name=name)
    return [-f / (TENSION * R) for f in out["fn"]]


@case("liquid_bridge", "Pull and rupture of liquid bridges beside the solution of the Young-Laplace equation", wrong=("contact_angle: 30", "contact_angle: 31"))
def liquid_bridge(s):
    for v, angle, pulls, rupture, work in SOLUTIONS:
        lian = (1 + math.radians(angle) / 2) * v ** (1 / 3)
        places = [f * lian for f in (1e-4, 0.1, 0.5, 0.9)]
        for place, pull, got in zip(places, pulls, stretched(s, "young_laplace", v, angle, places, f"exact_{v:g}_{angle}")):
            s.near(f"V {v:g} R^3, {angle} deg, gap {place:.5f} R: pull [gamma R]", got, pull, rel=1e-3, source=SOURCE,
                   reason="digits of the solution, and the fit of the table")
        gaps = [rupture * k / 4000 for k in range(4041)]
        got = stretched(s, "young_laplace", v, angle, gaps, f"curve_{v:g}_{angle}")
        end = max(k for k, f in enumerate(got) if f > 0)
        s.near(f"V {v:g} R^3, {angle} deg: gap at rupture [R]", gaps[end], rupture, rel=8e-4, source=SOURCE, reason="distance of the samples")
        area = sum(0.5 * (got[k] + got[k + 1]) * (gaps[k + 1] - gaps[k]) for k in range(end))
        s.near(f"V {v:g} R^3, {angle} deg: work to rupture [gamma R^2]", area, work, rel=1e-3, source=SOURCE, reason="trapezoids, and the table")


@case("liquid_rupture", "Two grains that meet and part: what their bridge takes", wrong=("surface_tension: 0.073", "surface_tension: 0.074"))
def liquid_rupture(s):
    mass, speed = 2500 * 4 / 3 * math.pi * R**3, 0.05
    s.balls("two.txt", [(-1.0001 * R, 0.0, 0.0, R, speed), (1.0001 * R, 0.0, 0.0, R, -speed)], "x y z r vx")
    run = s.run("""
        time: {end: 6 ms, dt: 0.2 us}
        materials: {m: {density: 2500, young: 500 MPa, poisson: 0.3, restitution: 1, friction: 0}}
        contacts: [{between: any, liquid: {law: young_laplace, surface_tension: 0.073, contact_angle: 30 deg}}]
        liquid: {moisture: 0.01, share: 1, largest: 0.001}
        particles: [{file: two.txt, material: m}]
        output: {series: {every: 6 ms}, plot: false}
        """)
    left = run.column("kinetic")[-1]
    s.near("kinetic energy lost [gamma R^2]", (mass * speed**2 - left) / (0.073 * R**2), 0.13416, rel=5e-3, source=SOURCE,
           reason="the bridge forms one step after touch, while the grains overlap")
    s.same("liquid that came from nowhere [m3]", run.column("liquid_balance")[-1], 0.0, source="no liquid is made or lost")
