# SPDX-License-Identifier: BSD-3-Clause
"""Wear of walls: Archard's groove, blasts of single grains over the angle after Finnie and Oka, and the works of the ledger."""
import math

import meshes
from case import case

R = 1e-4  # m, of the grains of a blast
M = 4 / 3 * math.pi * R ** 3 * 2500
ANGLES = (5, 10, 15, 18, 20, 25, 30, 45, 60, 75, 90)
HARD = "{m: {density: 2500, young: 1e10, poisson: 0.3}, wall: {density: 2500, young: 1e10, poisson: 0.3}}"


def blast(s, law, speed):
    """The volume, m3, that one grain takes at each angle from a disc of its own."""
    rows, walls = [], []
    for k, angle in enumerate(ANGLES):
        a, x = math.radians(angle), 0.01 * k
        rows.append((x, 0.0, R + 1e-7 * speed * math.sin(a), R, 0.0, speed * math.cos(a), -speed * math.sin(a)))
        walls.append(f"w{angle}: {{disc: {{point: [{x!r}, 0, 0], normal: [0, 0, 1], radius: 4 mm}}, material: wall}}")
    s.balls("balls.txt", rows, "x y z radius vx vy vz")
    run = s.run(f"""
        time: {{end: 6e-6, dt: 1e-8, velocity_scale: 1000}}
        materials: {HARD}
        contacts: [{{between: any, restitution: 0.5, friction: 0.3, wear: {law}}}]
        wear: {{}}
        walls: {{{", ".join(walls)}}}
        particles: [{{file: balls.txt, material: m}}]
        output: {{plot: false, series: {{every: 6e-6}}}}
        """, name=law.split(":")[1].split(",")[0].strip())
    return {angle: (run.series[f"w{angle} wear_volume"][-1], run.series[f"w{angle} impacts"][-1]) for angle in ANGLES}


def finnie(angle, speed, flow_stress=1e9):
    a = math.radians(angle)
    f = math.sin(2 * a) - 3 * math.sin(a) ** 2 if math.tan(a) <= 1 / 3 else math.cos(a) ** 2 / 3
    return M * speed ** 2 / (8 * flow_stress) * f


def oka(angle, speed, hv=1.8):
    sine = math.sin(math.radians(angle))
    e90 = 65 * hv ** -0.12 * (speed / 104) ** (2.3 * hv ** 0.038) * (2 * R / 326e-6) ** 0.19
    return 1e-9 * M * e90 * sine ** (0.71 * hv ** 0.14) * (1 + hv * (1 - sine)) ** (2.4 * hv ** -0.94)


@case("wear_finnie", "Single grains hit discs at eleven angles: Finnie", wrong=("flow_stress: 1e9", "flow_stress: 1.001e9"))
def wear_finnie(s):
    for angle, (volume, impacts) in blast(s, "{law: finnie, flow_stress: 1e9}", 50.0).items():
        s.near(f"{angle} degrees: volume [m3]", volume, finnie(angle, 50.0), within=1e-10 * M * 50 ** 2 / 8e9, source="Finnie 1960",
               reason="rounding of the speed of a grain that has touched nothing yet")
        s.same(f"{angle} degrees: impacts", impacts, 1, source="one grain")


@case("wear_oka", "The same: Oka", wrong=("hardness: 1.8e9", "hardness: 1.801e9"))
def wear_oka(s):
    for angle, (volume, _) in blast(s, "{law: oka, hardness: 1.8e9}", 80.0).items():
        s.near(f"{angle} degrees: volume [m3]", volume, oka(angle, 80.0), rel=1e-10, source="Oka, Okamura and Yoshida 2005",
               reason="rounding of the speed, and of powers")


@case("wear_groove", "A ball slides without friction over 80 strips of triangles: Archard", wrong=("hardness: 1e9", "hardness: 1.001e9"))
def wear_groove(s):
    r, v, end = 0.05, 2.0, 0.5
    weight = 4 / 3 * math.pi * r ** 3 * 2500 * 9.81
    line = ", ".join(f"[{-0.3 + 0.03 * k!r}, -0.3, 0]" for k in range(81))
    s.balls("balls.txt", [(0.0, 0.0013, r - weight / 2e5, r, v, 0.0, 0.0)], "x y z radius vx vy vz")
    run = s.run(f"""
        time: {{end: {end!r}, dt: 5e-5, velocity_scale: 3}}
        gravity: [0, 0, -9.81]
        materials: {{m: {{density: 2500, young: 1e7, poisson: 0.3}}, wall: {{density: 2500, young: 1e7, poisson: 0.3}}}}
        contacts: [{{between: any, normal: {{law: hooke, stiffness: 2e5, restitution: 1}}, tangential: none,
                    wear: {{law: archard, wear_coefficient: 1e-3, hardness: 1e9}}}}]
        wear: {{}}
        walls: {{w: {{extrude: {{line: [{line}], along: [0, 0.6, 0]}}, material: wall}}}}
        particles: [{{file: balls.txt, material: m}}]
        output: {{plot: false, series: {{every: {end!r}}}}}
        """, name="groove")
    s.near("volume [m3]", run.series["w wear_volume"][-1], 1e-3 * weight * v * end / 1e9, rel=1e-10, source="k F s / H",
           reason="the ball bobs by the rounding of its place in the file")
    s.near("load times distance [N m]", run.series["w load_path"][-1], weight * v * end, rel=1e-10, source="F s", reason="the same")


@case("wear_ledger", "Balls bounce and roll in a valley and touch nothing else: works of the triangles and of the ledger",
      wrong=("normal: none, tangential: none", "normal: hertz, tangential: mindlin"))
def wear_ledger(s):
    s.balls("balls.txt", [(-0.05 + 0.01 * k, -0.1 + 0.02 * k, 0.08, 0.012, 0.3, -0.2 + 0.05 * k, -0.4) for k in range(8)],
            "x y z radius vx vy vz")
    run = s.run("""
        time: {end: 0.4, dt: 2e-5, velocity_scale: 3}
        gravity: [0, 0, -9.81]
        materials: {m: {density: 2500, young: 1e7, poisson: 0.3}, wall: {density: 2500, young: 1e7, poisson: 0.3}}
        contacts:
          - {between: any, restitution: 0.5, friction: 0.3, normal: none, tangential: none}
          - {between: [m, wall], normal: hertz, tangential: mindlin}
        wear: {}
        walls: {w: {extrude: {line: [[-0.4, -0.6, 0.2], [-0.1, -0.6, 0.03], [0.05, -0.6, 0.01], [0.15, -0.6, 0.05], [0.5, -0.6, 0.2]], along: [0, 1.2, 0]}, material: wall}}
        particles: [{file: balls.txt, material: m}]
        output: {plot: false, series: {every: 0.1}}
        """, name="ledger")
    for k in range(1, len(run.series["time"])):
        for mode, work in (("tangential", "sliding_work"), ("normal", "normal_work")):
            lost = run.series["viscous_" + mode][k] + run.series[("friction_" if mode == "tangential" else "plastic_") + mode][k]
            s.near(f"{run.series['time'][k]:.1f} s: {work} [J]", run.series["w " + work][k], lost, within=1e-14, source="the ledger",
                   reason="rounding")


def volume_below(run, wall):
    """Volume, m3, between the plane z = 0 and the last mesh of a wall that began there."""
    frame = run.frame(-1, "wall_" + wall)
    x, corner, below = frame["Points"], frame["connectivity"], 0.0
    for i in range(0, len(corner), 3):
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (x[corner[i + k]] for k in range(3))
        below -= 0.5 * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) * (az + bz + cz) / 3  # folded triangles count negative
    return below


@case("wear_crater", "A ball slides over an irregular sheet whose triangles wear moves, and 400 grains hit one at 30 degrees: the volumes of groove and crater",
      wrong=("exaggerate: 1e4", "exaggerate: 1.01e4"))
def wear_crater(s):
    r, v, end = 0.05, 2.0, 0.5
    weight = 4 / 3 * math.pi * r ** 3 * 2500 * 9.81
    s.mesh("sheet.stl", meshes.irregular_sheet(-0.25, 1.25, -0.1875, 0.1875, 96, 24, 5))
    s.balls("balls.txt", [(0.0, 0.0013, r - weight / 2e5, r, v, 0.0, 0.0)], "x y z radius vx vy vz")
    run = s.run(f"""
        time: {{end: {end!r}, dt: 5e-5, velocity_scale: 3}}
        gravity: [0, 0, -9.81]
        materials: {{m: {{density: 2500, young: 1e7, poisson: 0.3}}, wall: {{density: 2500, young: 1e7, poisson: 0.3}}}}
        contacts: [{{between: any, normal: {{law: hooke, stiffness: 2e5, restitution: 1}}, tangential: none,
                    wear: {{law: archard, wear_coefficient: 1e-3, hardness: 1e9}}}}]
        wear: {{}}
        walls: {{w: {{mesh: sheet.stl, material: wall, displaced_by_wear: {{every: 5 ms, at_most: 1 mm, in_total: 10 mm, exaggerate: 1e4}}}}}}
        particles: [{{file: balls.txt, material: m}}]
        output: {{plot: false, series: {{every: {end!r}}}, vtk: {{every: {end!r}}}}}
        """, name="groove")
    last = {name: values[-1] for name, values in run.series.items()}
    groove = volume_below(run, "w")
    s.near("groove: volume [m3]", groove, 1e4 * 1e-3 * weight * v * end / 1e9, rel=1e-3, source="k F s / H, 10 000 times",
           reason="the ball glides into its groove and is not always pressed by its weight alone")
    s.near("groove: volume [m3]", groove, 1e4 * 1e-3 * last["w load_path"] / 1e9, rel=1e-10, source="the load path of the series", reason="rounding of places")
    s.near("groove: displaced and carried volume [m3]", last["w displaced_volume"] + last["w carried_volume"], 1e4 * last["w wear_volume"], rel=1e-12,
           source="the worn volume", reason="rounding")
    s.mesh("plate.stl", [t for i in range(48) for j in range(48) for t in meshes.sheet(*(k / 2048 for k in (i - 2, i - 1, j - 2, j - 1)))])
    a, rows = math.radians(30), []
    for k in range(400):
        height = 1e-4 + 4.93e-6 * (1 + k * 7 % 100)  # so that none begins to touch when the plate moves
        rows.append((0.0005 + 0.001 * (k % 20), 0.0005 + 0.001 * (k // 20), height, R, 50 * math.cos(a), 0.0, -50 * math.sin(a)))
    s.balls("grains.txt", rows, "x y z radius vx vy vz")
    run = s.run(f"""
        time: {{end: 3e-5, dt: 1e-8, velocity_scale: 1000}}
        materials: {HARD}
        contacts: [{{between: any, normal: none, tangential: none}}, {{between: [m, wall], normal: {{law: hertz, restitution: 0.5}},
                    tangential: {{law: mindlin, friction: 0.3}}, wear: {{law: finnie, flow_stress: 1e9}}}}]
        wear: {{}}
        walls: {{plate: {{mesh: plate.stl, material: wall, displaced_by_wear: {{every: 1e-6, at_most: 1e-5, in_total: 1e-4}}}}}}
        particles: [{{file: grains.txt, material: m}}]
        output: {{plot: false, series: {{every: 3e-5}}, vtk: {{every: 3e-5}}}}
        """, name="jet")
    last = {name: values[-1] for name, values in run.series.items()}
    s.near("crater: volume [m3]", volume_below(run, "plate"), 400 * finnie(30, 50.0), rel=1e-4, source="400 hits, Finnie 1960",
           reason="later grains hit triangles that have tilted, by 1e-5, at other angles")
    s.near("crater: displaced and carried volume [m3]", last["plate displaced_volume"] + last["plate carried_volume"], last["plate wear_volume"],
           rel=1e-12, source="the worn volume", reason="rounding")
