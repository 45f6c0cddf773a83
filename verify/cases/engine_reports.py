# SPDX-License-Identifier: BSD-3-Clause
"""Scenes that users of engines for rigid bodies have reported as wrong, each with what is right in closed form: floors with seams, slopes, stacks, blocks
that rock and tip over, slots, depths, and bodies that bounce. The source of a row is the report."""
import math
import os

import meshes
from bodies import rows_of, vector
from case import FULL, case

G = 9.81


def corners(a, b, c):
    """Of a box of these half sides."""
    return [[x, y, z] for x in (-a, a) for y in (-b, b) for z in (-c, c)]


DIE = 4.5e-3 * 4**(1 / 128) + 0.5e-3 # the middle of a face, which is domed (docs/shapes.md)
# Each body with the height of its centre at rest, its half width along x, and how it is turned at rest.
SHAPES = {
    "ball": ("{ellipsoid: [5 mm, 5 mm, 5 mm]}", 5e-3, 5e-3, ""),
    "egg": ("{ellipsoid: [7 mm, 5 mm, 4 mm]}", 4e-3, 7e-3, ""),
    "soap": ("{superellipsoid: {half_axes: [6 mm, 5 mm, 4 mm], exponent: 4}}", 4e-3, 6e-3, ""),
    "pill": ("{capsule: {radius: 4 mm, length: 16 mm}}", 4e-3, 4e-3, "orientation: {axis: [1, 0, 0], angle: 90 deg}, "),
    "disc": ("{rounded_cylinder: {radius: 6 mm, length: 8 mm, rounding: 0.5 mm}}", 4e-3, 6e-3, ""),
    "brick": ("{rounded_box: {sides: [12 mm, 10 mm, 8 mm], rounding: 0.5 mm}}", 4e-3, 6e-3, ""),
    "die": (f"{{polyhedron: {{corners: {corners(4.5e-3, 4.5e-3, 4.5e-3)}, rounding: 0.5 mm}}}}", DIE, DIE, ""),
}
PLANE = "f: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}"


def scene(s, name, walls, bodies, *, end, friction=0.3, restitution=0.5, gravity=(0, 0, -G), shapes=None, dt="5 us", young="20 MPa", every=None, frames=None):
    """One run, with frames and rows of the series at `every` and `frames`, or at the end. `bodies` are texts of the section `particles`."""
    known = {name: text[0] for name, text in SHAPES.items()} | (shapes or {})
    used = [f"{key}: {text}" for key, text in known.items() if any(f"shape: {key}," in b for b in bodies)]
    return s.run(f"""
        time: {{end: {end!r}, dt: {dt}, velocity_scale: 1}}
        gravity: [{gravity[0]!r}, {gravity[1]!r}, {gravity[2]!r}]
        materials: {{m: {{density: 2500, young: {young}, poisson: 0.25}}, heavy: {{density: 50000, young: {young}, poisson: 0.25}}}}
        contacts: {{between: any, restitution: {restitution}, friction: {friction}}}
        shapes: {{{", ".join(used)}}}
        walls: {{{walls}}}
        particles: [{", ".join("{" + b + "}" for b in bodies)}]
        output: {{csv: {{every: {frames or end!r}, contacts: true}}, series: {{every: {every or end!r}}}, plot: false}}
        """, name=name)


def last(run, what="bodies"):
    return rows_of(run, sorted(f for f in os.listdir(run.folder) if f.startswith(what + "_") and f.endswith(".csv"))[-1])


def place(rows, k=0):
    return vector(rows, "position", " [m]", k)


def tilt(rows, k=0):
    """Angle between the body's own z axis and the vertical."""
    x, y = float(rows["orientation_x"][k]), float(rows["orientation_y"][k])
    return math.acos(max(-1.0, min(1.0, 1 - 2 * (x * x + y * y))))


SEAMS = {
    "one rectangle": ("f: {rectangle: {corner: [-0.05, -0.1, 0], first: [0.25, 0, 0], second: [0, 0.2, 0]}, material: m}",
                      "https://github.com/kripken/ammo.js/issues/383"),
    "irregular triangles": ("f: {mesh: {file: floor.stl}, material: m}", "https://github.com/dimforge/rapier/issues/95"),
    "boxes side by side": (", ".join(f"f{k}: {{box: {{min: [{-0.05 + 0.01 * k!r}, -0.05, -0.01], max: [{-0.04 + 0.01 * k!r}, 0.05, 0]}}, material: m}}"
                                     for k in range(20)), "https://github.com/dimforge/nphysics/issues/262"),
}


@case("report_seams", "Bodies that slide and roll over floors with seams move as on a plane", wrong=("corner: [-0.05, -0.1, 0]", "corner: [-0.05, -0.1, 1e-6]"))
def report_seams(s):
    s.mesh("floor.stl", meshes.irregular_sheet(-0.0625, 0.1875, -0.0625, 0.0625, 20, 10, 3))
    for name, (_, rest, _, turn) in SHAPES.items():
        body = f"positions: [[0, 0.0013, {rest!r}]], shape: {name}, {turn}material: m, velocity: [1, 0.2, 0]"
        smooth = place(last(scene(s, f"{name}_plane", PLANE, [body], end=0.1, dt="10 us")))
        for floor, (walls, url) in SEAMS.items():
            there = place(last(scene(s, f"{name}_{floor.split()[0]}", walls, [body], end=0.1, dt="10 us")))
            s.near(f"{name}, {floor}: distance from its place on a plane [m]", math.dist(smooth, there), 0.0, within=1e-9, source=url,
                   reason="rounding, which grows where a body tumbles")


@case("report_slopes", "Blocks on slopes slide where the slope is steeper than their friction, straight and with the acceleration of a point, and rest otherwise",
      wrong=("friction: 0.5", "friction: 0.48"))
def report_slopes(s):
    for name in ("disc", "brick", "die"):
        body = f"positions: [[0, 0, {SHAPES[name][1]!r}]], shape: {name}, material: m"
        for slope, url in ((0.45, "https://github.com/liabru/matter-js/issues/752"), (0.55, "https://github.com/jrouwe/JoltPhysics/issues/983")):
            angle, end = math.atan(slope), 0.4
            rows = last(scene(s, f"{name}_{slope}", PLANE, [body], end=end, friction=0.5, gravity=(G * math.sin(angle), 0, -G * math.cos(angle)), dt="10 us"))
            (x, y, _), v = place(rows), vector(rows, "velocity", " [m/s]")
            s.near(f"{name}, slope {slope}: speed [m/s]", v[0], max(0.0, slope - 0.5) * G * math.cos(angle) * end, within=0.01, source=url,
                   reason="the body rocks on its domed face while it starts, and its lower face goes back")
            s.near(f"{name}, slope {slope}: way across the slope [m]", y, 0.0, within=1e-9, source=url, reason="symmetry")
            if slope < 0.5:
                s.near(f"{name}, slope {slope}: way down [m]", x, 0.0, within=2e-4, source=url, reason="a domed face leans until it carries the moment")


@case("report_stacks", "Five blocks on each other, each a little beside the next, stay; also a heavy one on light ones", wrong=("friction: 0.6", "friction: 0.001"))
def report_stacks(s):
    for name in ("disc", "brick", "die"):
        height = 2 * SHAPES[name][1]
        for top, url in (("m", "https://github.com/schteppe/cannon.js/issues/348"), ("heavy", "https://github.com/notgiven688/jitterphysics/issues/10")):
            bodies = [f"positions: [[{0.0001 * (-1) ** k!r}, {0.0001 * (k % 3 - 1)!r}, {(k + 0.5) * height!r}]], shape: {name}, material: {top if k == 4 else 'm'}"
                      for k in range(5)]
            run = scene(s, f"{name}_{top}", PLANE, bodies, end=0.5, friction=0.6, restitution=0.2, dt="10 us")
            rows = last(run)
            way = max(math.hypot(place(rows, k)[0] - 0.0001 * (-1) ** k, place(rows, k)[1] - 0.0001 * (k % 3 - 1)) for k in range(5))
            s.near(f"{name}, top of {top}: largest way sideways [m]", way, 0.0, within=2e-4, source=url, reason="domed faces lean by up to 1 %")
            s.near(f"{name}, top of {top}: largest tilt [rad]", max(tilt(rows, k) for k in range(5)), 0.0, within=0.02, source=url, reason="domed faces lean by up to 1 %")


BLOCKS = {"rounded box": "{rounded_box: {sides: [10 mm, 10 mm, 20 mm], rounding: 0.1 mm, bulge: 0.002}}",
          "rounded cylinder": "{rounded_cylinder: {radius: 5 mm, length: 20 mm, rounding: 0.1 mm, bulge: 0.002}}",
          "polyhedron": f"{{polyhedron: {{corners: {corners(4.99e-3, 4.99e-3, 9.99e-3)}, rounding: 0.01 mm, bulge: 0.002}}}}"}
HALF, TALL = 5e-3, 10e-3
LEAN = math.atan(HALF / TALL)


def leaning(angle):
    return (f"positions: [[0, 0, {TALL * math.cos(angle) + HALF * math.sin(angle)!r}]], shape: block, material: m, "
            f"orientation: {{axis: [0, 1, 0], angle: {angle!r}}}")


@case("report_tipping", "Blocks twice as tall as wide come back or tip over where their diagonal says so, on a floor and on a slope",
      wrong=("sides: [10 mm, 10 mm, 20 mm]", "sides: [10 mm, 10 mm, 30 mm]"))
def report_tipping(s):
    for name, shape in BLOCKS.items():
        for part, url in ((0.85, "https://github.com/dimforge/rapier/issues/934"), (1.15, "https://github.com/schteppe/cannon.js/issues/310")):
            rows = last(scene(s, f"{name.split()[-1]}_{part}", PLANE, [leaning(part * LEAN)], end=0.25, friction=1, restitution=0.1, shapes={"block": shape}, young="50 MPa"))
            what = f"{name}, leans by {part} of the diagonal: tilt after 0.25 s [rad]"
            if part < 1:
                s.at_most(what, tilt(rows), 0.5 * LEAN, source=url, reason="it has gone through its upright position and lost energy in the impact")
            else:
                s.near(what, tilt(rows), 0.5 * math.pi, within=0.3, source=url, reason="it lies and may still rock")
        for part, url in ((0.85, "https://github.com/liabru/matter-js/issues/752"), (1.15, "https://github.com/Genesis-Embodied-AI/genesis-world/issues/3115")):
            angle = part * LEAN
            rows = last(scene(s, f"{name.split()[-1]}_slope{part}", PLANE, [leaning(0.0)], end=0.4, friction=1, restitution=0.1, shapes={"block": shape}, young="50 MPa",
                              gravity=(G * math.sin(angle), 0, -G * math.cos(angle))))
            what = f"{name} on a slope of {part} of the diagonal: tilt after 0.4 s [rad]"
            if part < 1:
                s.at_most(what, tilt(rows), 0.02, source=url, reason="a face domed by 0.2 % leans")
            else:
                s.at_least(what, tilt(rows), 0.5, source=url, reason="it has tipped over, and may roll on")


def quarter_period(start):
    """Time until a rigid block of these sides that is let go at a tilt stands upright: theta'' = -p^2 sin(lean - theta), p^2 = 3 g / (4 R)."""
    p2, steps = 3 * G / (4 * math.hypot(HALF, TALL)), 2000
    total = 0.0
    for k in range(steps): # theta = start (1 - u^2) takes the root out of the end
        u = (k + 0.5) / steps
        theta = start * (1 - u * u)
        total += 2 * start * u / math.sqrt(2 * p2 * (math.cos(LEAN - start) - math.cos(LEAN - theta)))
    return total / steps


@case("report_rocking", "A block that is let go at a tilt is upright after a quarter of its period", tier=FULL, wrong=("sides: [10 mm, 10 mm, 20 mm]", "sides: [10 mm, 10 mm, 24 mm]"))
def report_rocking(s):
    for name in ("rounded box", "polyhedron"):
        for part in (0.3, 0.6):
            run = scene(s, f"{name.split()[-1]}_{part}", PLANE, [leaning(part * LEAN)], end=0.08, friction=1, restitution=0.1, shapes={"block": BLOCKS[name]},
                        young="100 MPa", dt="2 us", frames=0.0002)
            frames = sorted(f for f in os.listdir(run.folder) if f.startswith("bodies_"))
            spins = [abs(vector(rows_of(run, f), "omega", " [rad/s]")[1]) for f in frames]
            first = max(range(len(spins)), key=lambda k: spins[k]) # an impact takes part of the spin
            s.near(f"{name}, let go at {part} of its diagonal: time until it hits the floor [s]", 0.0002 * first, quarter_period(part * LEAN), rel=0.04,
                   source="Housner, Bull. Seism. Soc. Am. 53 (1963) 403; https://github.com/tsoding/nothing/issues/675", reason="round edges and frames of 0.2 ms")


@case("report_slots", "Bodies fall through a slot that is wider than they are, and not through a narrower one", wrong=("max: [0.05, 0.05, 0]", "max: [0.05, 0.05, 1]"))
def report_slots(s):
    for name, (_, rest, half, turn) in SHAPES.items():
        for part, url in ((1.03, "https://github.com/godotengine/godot/issues/27427"), (0.9, "https://github.com/schteppe/cannon.js/issues/324")):
            side = part * half
            walls = (f"left: {{box: {{min: [-0.05, -0.05, -0.01], max: [{-side!r}, 0.05, 0]}}, material: m}}, "
                     f"right: {{box: {{min: [{side!r}, -0.05, -0.01], max: [0.05, 0.05, 0]}}, material: m}}")
            body = f"positions: [[0, 0, {rest + 1e-3!r}]], shape: {name}, {turn}material: m"
            z = place(last(scene(s, f"{name}_{part}", walls, [body], end=0.12, friction=0.1, young="100 MPa")))[2]
            if part > 1:
                s.near(f"{name}, slot {part} times as wide: height after free fall [m]", z, rest + 1e-3 - 0.5 * G * 0.12**2, within=1e-6, source=url, reason="the step ends a little later")
            else:
                s.at_least(f"{name}, slot {part} times as wide: height [m]", z, -0.5 * rest, source=url, reason="it rests on both edges")


def depth(run):
    """The overlap of the only contact, 0 without one."""
    rows = last(run, "contacts")
    overlaps = [float(v) for v in rows.get("overlap [m]", [])]
    return overlaps[0] if len(overlaps) == 1 else (0.0 if not overlaps else math.nan)


TURN_Y = "orientation: {axis: [0, 1, 0], angle: 90 deg}, "


def depths():
    """(what, walls, bodies, depth, report) of places that are known in closed form; a negative depth is a gap."""
    r, roof = 4e-3, math.sqrt(0.5)
    block = "b: {box: {min: [-0.02, -0.02, -0.02], max: [0, 0.02, 0]}, material: m}"
    sheet = "t: {triangle: {corners: [[10, 0, -5], [10, 0, 5], [-10, 0, 5]]}, material: m}"
    for d in (1e-5, -1e-5):
        yield ("pill along the edge of a box", block, [f"positions: [[{(r - d) * roof!r}, 0, {(r - d) * roof!r}]], shape: pill, {SHAPES['pill'][3]}material: m"], d,
               "https://github.com/DanielChappuis/reactphysics3d/issues/347")
        yield ("pill that stands on a sheet", "f: {rectangle: {corner: [-0.1, -0.1, 0], first: [0.2, 0, 0], second: [0, 0.2, 0]}, material: m}",
               [f"positions: [[0.01, 0.03, {8e-3 - d!r}]], shape: pill, material: m"], d, "https://github.com/bepu/bepuphysics2/issues/101")
        yield ("brick on a brick", "", [f"positions: [[0, 0, {z!r}]], shape: brick, material: m" for z in (0.0, 8e-3 - d)], d, "https://github.com/defold/defold/issues/8433")
        yield ("die beside a die", "", [f"positions: [[{x!r}, 0, 0]], shape: die, material: m" for x in (0.0, 2 * DIE - d)], d, "https://github.com/godotengine/godot/issues/27427")
        yield ("brick half beyond the edge of a sheet", "f: {rectangle: {corner: [0, -0.1, 0], first: [0.2, 0, 0], second: [0, 0.2, 0]}, material: m}",
               [f"positions: [[0.003, 0, {4e-3 - d!r}]], shape: brick, material: m"], d, "https://github.com/bepu/bepuphysics2/issues/378")
        yield ("disc that touches a pill", "", ["positions: [[0, 0, 0]], shape: disc, material: m",
                                                f"positions: [[{6e-3 + r - d!r}, 0, 0]], shape: pill, {SHAPES['pill'][3]}material: m"], d,
               "https://github.com/jrouwe/JoltPhysics/pull/2109")
        yield ("brick on a lying pill", "", ["positions: [[0, 0, 0]], shape: pill, " + SHAPES["pill"][3] + "material: heavy",
                                             f"positions: [[0, 0, {r + 4e-3 - d!r}]], shape: brick, material: m"], d,
               "https://github.com/DanielChappuis/reactphysics3d/issues/196")
        yield ("disc beside a disc", "", [f"positions: [[{x!r}, 0, 0]], shape: disc, material: m" for x in (0.0, 12e-3 - d)], d,
               "https://github.com/coal-library/coal/issues/779")


@case("report_depths", "Bodies that just touch or just do not: depths of pairs, edges and sheets in closed form", wrong=("rounding: 0.5 mm", "rounding: 0.51 mm"))
def report_depths(s):
    for number, (what, walls, bodies, d, url) in enumerate(depths()):
        got = depth(scene(s, f"depth{number}", walls, bodies, end=1e-9, dt="1e-9", gravity=(0, 0, 0)))
        s.near(f"{what}, {'deep' if d > 0 else 'apart'} by 10 um: overlap [m]", got, max(d, 0.0), within=1e-9, source=url, reason="the step moves bodies by 1e-12 m")


@case("report_bounces", "Bodies that fall on a face bounce to the height that their restitution says, again and again where it is 1", tier=FULL,
      wrong=("restitution: 0.5", "restitution: 0.52"))
def report_bounces(s):
    for name, (_, rest, _, turn) in SHAPES.items():
        drop = 10e-3
        body = f"positions: [[0, 0, {rest + drop!r}]], shape: {name}, {turn}material: m"
        for e, end, url in ((1, 0.23, "https://github.com/jrouwe/JoltPhysics/issues/1286"), (0.5, 0.09, "https://github.com/bulletphysics/bullet3/issues/4341")):
            run = scene(s, f"{name}_{e}", PLANE, [body], end=end, friction=0, restitution=e, young="100 MPa", dt="2 us", every=0.0005)
            mass, fall = run.series["mass"][0], math.sqrt(2 * drop / G)
            after = fall * (1 + 2 * 1) if e == 1 else fall # of the second flight, or the first
            top = max(run.column("potential", after)) / (mass * G) - rest
            s.near(f"{name}, restitution {e}: height of bounce {2 if e == 1 else 1} over that of the fall", top / drop, e * e, within=0.002 if e == 1 else 0.006, source=url,
                   reason="the time of contact, rows of the series of 0.5 ms, and for 0.5 the speed, as the restitution is that at 1 m/s")
