# SPDX-License-Identifier: BSD-3-Clause
"""Liquid bridges: pull over the gap beside the Young-Laplace equation, the energy of a rupture, grains that are too wet for a bridge, and columns of wet grains."""
import math
import os

from case import EXPERIMENT, FULL, case

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


@case("liquid_wettest", "Two grains with more liquid than a bridge holds: the films keep the rest", wrong=("largest: 0.01", "largest: 0.0101"))
def liquid_wettest(s):
    v, angle, pulls, _, _ = SOLUTIONS[2]
    cube, young, density = R**3, 1e8, 2500
    s.balls("two.txt", [(-0.9999 * R, 0.0, 0.0, R), (0.9999 * R, 0.0, 0.0, R)], "x y z r")
    for moisture in (0.1, 0.3):
        run = s.run(f"""
            time: {{end: 20 ms, dt: 1 us}}
            materials: {{m: {{density: {density}, young: {young!r}, poisson: 0.3, restitution: 0.1, friction: 0}}}}
            contacts: [{{between: any, liquid: {{law: young_laplace, surface_tension: {TENSION}, contact_angle: {angle} deg}}}}]
            damping: {{viscous: 500}}
            liquid: {{moisture: {moisture}, share: 1, largest: 0.01}}
            particles: [{{file: two.txt, material: m}}]
            tracks: {{a: {{id: 1}}, b: {{id: 2}}}}
            output: {{series: {{every: 20 ms}}, plot: false}}
            """, name=f"moisture{moisture:g}")
        last = {name: values[-1] for name, values in run.series.items()}
        supplied = 2 * moisture * density / 1000 * 4 / 3 * math.pi * cube
        s.near(f"moisture {moisture:g}: volume of the bridge [R^3]", last["liquid_bridges"] / cube, v, rel=1e-6, source="largest", reason="the counted unit")
        s.near(f"moisture {moisture:g}: liquid in the films [R^3]", last["liquid_films"] / cube, supplied / cube - v, rel=1e-6, source="what the bridge leaves",
               reason="the counted unit")
        s.same(f"moisture {moisture:g}: liquid that came from nowhere [m3]", last["liquid_balance"], 0.0, source="no liquid is made or lost")
        overlap = 2 * R - (last["b x"] - last["a x"])
        force = 4 / 3 * young / (2 * (1 - 0.3**2)) * math.sqrt(R / 2) * overlap**1.5
        s.near(f"moisture {moisture:g}: force of Hertz at rest [gamma R]", force / (TENSION * R), pulls[0], rel=1e-3, source=SOURCE, reason="digits of the solution")


# m, of the column before its gate opens; its top is measured
COLUMN, DEEP, BEADS = 0.03, 0.008, 1500
DRY = (TENSION, 0.0)
BY_MOISTURE = (DRY, (TENSION, 0.001), (TENSION, 0.01), (TENSION, 0.03))
BY_TENSION = (DRY, (0.006, 0.01), (0.02, 0.01), (TENSION, 0.01))
LUBE = "Lube, Huppert, Sparks and Freundt, Phys. Rev. E 72 (2005) 041301"
ARTONI = "Artoni, Gabrieli, Tono, Santomaso and Cola, arXiv:1401.2028"


def column_of_beads(bridges, gate, more):
    return f"""
        gravity: [0, 0, -9.81]
        domain: {{min: [-2 mm, 0, -2 mm], max: [0.2, {DEEP}, 0.11], periodic: [y]}}
        materials: {{bead: {{density: 2500, young: 2 MPa, poisson: 0.25, restitution: 0.5, friction: 0.5}}}}
        walls:
          floor: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: bead}}
          back: {{plane: {{point: [0, 0, 0], normal: [1, 0, 0]}}, material: bead}}
          gate: {{plane: {{point: [{COLUMN}, 0, 0], normal: [-1, 0, 0]}}, material: bead{gate}}}
        contacts: [{{between: any, rolling: {{law: epsd, rolling_friction: 0.1}}{bridges}}}]
        {more}
        """


def front(frame):
    """The place, m, behind which 98 % of the mass lie."""
    beads = sorted((at[0], r**3) for at, r in zip(frame["Points"], frame["radius"]))
    left = 0.98 * sum(mass for _, mass in beads)
    for x, mass in beads:
        left -= mass
        if left <= 0:
            return x
    return math.nan


def height_at_wall(frame):
    """The highest top of a bead, m, in the first fifth of the column."""
    return max(at[2] + r for at, r in zip(frame["Points"], frame["radius"]) if at[0] < COLUMN / 5)


def collapse_name(tension, moisture):
    return f"tension{tension:g}_moisture{moisture:g}"


@case("liquid_column", "Columns of beads collapse on a floor: run-out over moisture and over surface tension", tier=FULL, wrong=("surface_tension: 0.073", "surface_tension: 0.001"))
def liquid_column(s):
    run = s.run(column_of_beads("", "", f"""time: {{end: 0.35 s, velocity_scale: 1 m/s}}
        insertion: [{{name: column, material: bead, fill: random, region: {{box: {{min: [0, 0, 0], max: [{COLUMN}, {DEEP}, 0.1]}}}}, diameter: {{uniform: [1.8 mm, 2.2 mm]}}, count: {BEADS}}}]
        output: {{series: {{every: 10 ms}}, checkpoint: {{every: 0.35 s}}, vtk: {{every: 0.35 s}}, plot: false}}"""), name="column")
    state = max(name for name in os.listdir(run.folder) if name.startswith("checkpoint_"))
    tops = sorted(at[2] + r for at, r in zip(run.frame(-1)["Points"], run.frame(-1)["radius"]))
    aspect = tops[int(0.98 * len(tops))] / COLUMN
    s.report("height over length of the column", aspect, "98 % of the beads are below")
    runout, height = {}, {}
    for tension, moisture in dict.fromkeys(BY_MOISTURE + BY_TENSION):
        bridges = f", liquid: {{law: young_laplace, surface_tension: {tension:g}, contact_angle: 20 deg}}" if moisture else ""
        run = s.run(column_of_beads(bridges, ", stop: 0.05 s", f"""time: {{end: 0.5 s, velocity_scale: 1 m/s}}
        {f"liquid: {{moisture: {moisture:g}}}" if moisture else ""}
        particles: [{{name: column, checkpoint: column/{state}}}]
        output: {{series: {{every: 10 ms}}, vtk: {{every: 0.05 s}}, plot: false}}"""), name=collapse_name(tension, moisture))
        last = run.frame(-1)
        runout[tension, moisture] = (front(last) - COLUMN) / COLUMN
        height[tension, moisture] = height_at_wall(last) / (aspect * COLUMN)
        what = f"{tension:g} N/m, moisture {moisture:g}" if moisture else "dry"
        s.report(f"{what}: run-out over the length of the column", runout[tension, moisture], "98 % of the mass are behind the front")
        s.report(f"{what}: height at the wall over that of the column", height[tension, moisture], "highest bead")
    s.near("dry: run-out over the length and the aspect ratio", runout[DRY] / aspect, 1.2, rel=0.4, kind=EXPERIMENT, source=LUBE,
           reason="a column of 15 beads, which have no walls at their sides and roll easier than sand")
    for kind, order in (("moisture", BY_MOISTURE), ("surface tension", BY_TENSION)):
        for before, after in zip(order, order[1:]):
            words = [f"{tension:g} N/m, moisture {moisture:g}" if moisture else "dry" for tension, moisture in (after, before)]
            s.at_most(f"more {kind}, {words[0]}: run-out over that of {words[1]}", runout[after] / runout[before], 0.97, kind=EXPERIMENT, source=ARTONI)
    s.at_most("fall of the run-out from 1 % to 3 % of moisture over that from 0 to 1 %", (runout[TENSION, 0.01] - runout[TENSION, 0.03]) / (runout[DRY] - runout[TENSION, 0.01]),
              0.25, kind=EXPERIMENT, source=ARTONI + ": a plateau above 1 %")
    s.at_least("height at the wall, wet over dry", height[TENSION, 0.01] / height[DRY], 1.2, kind=EXPERIMENT, source=ARTONI)
    s.at_most("the same of 0.006 N/m over 0.073 N/m", height[0.006, 0.01] / height[TENSION, 0.01], 0.9, kind=EXPERIMENT, source=ARTONI)
