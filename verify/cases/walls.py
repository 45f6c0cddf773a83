# SPDX-License-Identifier: BSD-3-Clause
"""Walls: meshes beside planes, edges, seams, belts, cylinders and what continues them."""
import math

import meshes
from case import CODE, case

R, G = 0.005, 9.81
MASS = 2500 * 4 / 3 * math.pi * R ** 3


def scene_text(walls, end, laws="restitution: 0.5, friction: 0.5", gravity=f"[0, 0, {-G}]", young="10 MPa", dt="auto",
               frames=None, rows=None):
    return f"""
        time: {{end: {end!r}, dt: {dt}}}
        gravity: {gravity}
        materials: {{m: {{density: 2500, young: {young}, poisson: 0.3}}}}
        walls: {{{walls}}}
        particles: [{{file: ball.txt, material: m}}]
        contacts: {{between: any, {laws}}}
        output: {{series: {{every: {rows or end / 100!r}}}, vtk: {{every: {frames or end!r}}}, plot: false}}
        """


FLOOR = "floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}"


@case("coplanar_triangles", "800 irregular coplanar triangles are a plane to the last bit: rolling, and falling on a vertex",
      wrong=("normal: [0, 0, 1]", "normal: [0, 0.0001, 1]"))
def coplanar_triangles(s):
    s.mesh("irregular.stl", meshes.irregular_sheet(-0.0625, 0.1875, -0.0625, 0.0625, 20, 20, 1))
    s.mesh("vertex.stl", meshes.sheet(-0.0625, 0, -0.0625, 0) + meshes.sheet(0, 0.0625, -0.0625, 0)
           + meshes.sheet(0, 0.0625, 0, 0.0625) + meshes.sheet(-0.0625, 0, 0, 0.0625))
    for name, mesh, ball in (("rolling", "irregular.stl", (0.0, 0.0, R - 1e-5, R, 0.5, 0.02, 0.0)),
                             ("falling on a vertex", "vertex.stl", (0.0, 0.0, 2 * R, R, 0.0, 0.0, 0.0))):
        s.balls("ball.txt", [ball])
        plane = s.run(scene_text(FLOOR, 0.3, dt="40 us"), name=name.split()[0] + "_plane")
        wall = f"floor: {{mesh: {{file: {mesh}}}, material: m}}"
        mesh = s.run(scene_text(wall, 0.3, dt="40 us"), name=name.split()[0] + "_mesh")
        s.same(f"{name}: series and last frame", "equal" if mesh.series == plane.series and mesh.frame(-1) == plane.frame(-1)
               else "other", "equal", source="the same run over a plane", reason="one patch, no inner edges")


@case("convex_edge", "A ball falls beside an edge, and beside a corner, of a box: it leaves as from a mirror",
      wrong=("gravity: [0, 0, 0]", "gravity: [0, 0, -20]"))
def convex_edge(s):
    s.mesh("box.stl", [tuple((x - 0.0625, y, z - 0.0625) for x, y, z in t) for t in meshes.box(0.125, 0.125, 0.0625)])
    deep = (1.25 * MASS / (4 / 3 * 1e9 / 1.82 * math.sqrt(R))) ** 0.4 / R
    for name, ball, point in (("edge", (0.0, -0.002, 0.01), (0.0, 0.0, 0.0)),
                              ("corner", (-0.0645, -0.001, 0.01), (-0.0625, 0.0, 0.0))):
        dx, dy = ball[0] - point[0], ball[1] - point[1]
        n = (dx / R, dy / R, math.sqrt(R * R - dx * dx - dy * dy) / R)
        s.balls("ball.txt", [(*ball, R, 0.0, 0.0, -1.0)])
        run = s.run(scene_text("box: {mesh: {file: box.stl}, material: m}", 0.01, "restitution: 1, friction: 0", "[0, 0, 0]",
                               "1 GPa", "0.2 us"), name=name)
        v = run.frame(-1)["velocity"][-1]
        for axis in range(3):
            s.near(f"{name}: v{'xyz'[axis]} after [m/s]", v[axis], 2 * n[2] * n[axis] - (axis == 2), within=3 * deep,
                   source="v - 2 (v n) n, n from the edge or corner to the centre at first touch",
                   reason=f"the normal turns during the contact: 3 overlap/R = {3 * deep:.1e}")


@case("belt", "A ball set down on a belt: surface velocity, moving mesh, moving plane", wrong=("0.7, 0, 0]", "0.701, 0, 0]"))
def belt(s):
    s.mesh("belt.stl", meshes.sheet(-1, 1, -1, 1))
    s.balls("ball.txt", [(0.0, 0.0, R - 8e-6, R, 0.0, 0.0, 0.0)])
    moving = "motion: {translate: {velocity: [0.7, 0, 0]}}"
    ways = {"surface velocity": FLOOR[:-1] + ", surface_velocity: [0.7, 0, 0]}",
            "moving plane": FLOOR[:-1] + f", {moving}}}",
            "moving mesh": f"floor: {{mesh: {{file: belt.stl}}, material: m, {moving}}}",
            "mesh with surface velocity": "floor: {mesh: {file: belt.stl}, material: m, surface_velocity: [0.7, 0, 0]}"}
    runs = {}
    for name, wall in ways.items():
        runs[name] = s.run(scene_text(wall, 0.3), name=name.replace(" ", "_"))
        s.near(f"{name}: velocity [m/s]", runs[name].frame(-1)["velocity"][0][0], 0.2, rel=2e-3,
               source="2/7 V: angular momentum about the contact", reason="the arm is R - overlap, overlap/R = 1.7e-3")
    first = runs["surface velocity"]
    for name in list(ways)[1:]:
        same = runs[name].series_of_particles() == first.series_of_particles() and runs[name].frame(-1) == first.frame(-1)
        if "moving" not in name:
            s.same(f"{name}: series and last frame", "equal" if same else "other", "equal", source="as with surface_velocity",
                   reason="one motion of the surface, said in other words")
        s.near(f"{name}: place at the end [m]", runs[name].frame(-1)["Points"][0][0], first.frame(-1)["Points"][0][0],
               rel=1e-12, source="as with surface_velocity", reason="where the wall is has the rounding of its place")


@case("belt_slope", "A ball on a belt of 30 degrees with gravity normal to it, and one below the lower strand: full speed, and back",
      wrong=("speed: 0.5", "speed: 0.501"))
def belt_slope(s):
    c, z = math.cos(math.pi / 6), 0.5
    loop = f"[[-1, -0.1, 0], [0, -0.1, 0], [{c!r}, -0.1, {z!r}], [{c!r}, -0.1, {z - 1!r}], [-1, -0.1, {-z - 1 / math.sqrt(3)!r}]]"
    wall = (f"belt: {{extrude: {{line: {loop}, closed: true, along: [0, 0.2, 0]}}, material: m, "
            "belt: {speed: 0.5, axis: [0, 1, 0], point: [0, 0, -0.3]}}")
    for name, side, middle in (("upper", 1, (0.4 * c, 0.2)), ("lower", -1, None)):
        if middle is None:
            a, b = (c, z - 1), (-1, -z - 1 / math.sqrt(3))
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            long = math.hypot(a[0] - b[0], a[1] - b[1])
            t = ((a[0] - b[0]) / long, (a[1] - b[1]) / long)
        else:
            t = (c, z)
        n = (-t[1] * side, t[0] * side)
        s.balls("ball.txt", [(middle[0] + n[0] * (R - 8e-6), 0.0, middle[1] + n[1] * (R - 8e-6), R, 0.0, 0.0, 0.0)])
        run = s.run(scene_text(wall, 0.4, "restitution: 0.3, friction: 0.8, rolling: {law: epsd, rolling_friction: 0.5}",
                               f"[{-G * n[0]!r}, 0, {-G * n[1]!r}]"), name=name)
        v = run.frame(-1)["velocity"][0]
        s.near(f"{name} strand: speed along it [m/s]", v[0] * t[0] + v[2] * t[1], side * 0.5, rel=1e-3,
               source="the speed of the belt, which rolling friction gives to the ball",
               reason="what is left of the spin after 0.4 s")


@case("rim", "A ball falls beside and on the rim of a tube, from inside and outside: it leaves as from a mirror",
      wrong=("radius: 20 mm", "radius: 20.1 mm"))
def rim(s):
    deep = (1.25 * MASS / (4 / 3 * 1e9 / 1.82 * math.sqrt(R))) ** 0.4 / R
    for side in ("inside", "outside"):
        tube = f"tube: {{cylinder: {{point: [0, 0, 0], axis: [0, 0, -1], radius: 20 mm, length: 30 mm, side: {side}}}, material: m}}"
        places = (0.0165, 0.018, 0.02, 0.0215, 0.0235)
        s.balls("ball.txt", [(x * math.cos(k), x * math.sin(k), 0.01, R, 0.0, 0.0, -1.0) for k, x in enumerate(places)])
        run = s.run(scene_text(tube, 0.01, "restitution: 1, friction: 0", "[0, 0, 0]", "1 GPa", "0.2 us"), name=side)
        for (k, x), v in zip(enumerate(places), run.frame(-1)["velocity"]):
            n = ((x - 0.02) / R, math.sqrt(1 - ((x - 0.02) / R) ** 2))
            out = v[0] * math.cos(k) + v[1] * math.sin(k)
            for name, got, wanted in (("radial", out, 2 * n[1] * n[0]), ("axial", v[2], 2 * n[1] * n[1] - 1)):
                s.near(f"{side}, from {x * 1000:g} mm: {name} velocity after [m/s]", got, wanted, within=3 * deep,
                       source="v - 2 (v n) n, n from the rim to the centre at first touch",
                       reason=f"the normal turns during the contact: 3 overlap/R = {3 * deep:.1e}")


def agm(a, b):
    while abs(a - b) > 1e-15 * a:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return a


def crossings(times, values):
    out = []
    for k in range(len(values) - 1):
        if values[k] < 0 <= values[k + 1] or values[k] > 0 >= values[k + 1]:
            out.append(times[k] + (times[k + 1] - times[k]) * values[k] / (values[k] - values[k + 1]))
    return out


TUBE = "tube: {cylinder: {point: [0, -1, 0], axis: [0, 1, 0], radius: 50 mm}, material: m}"


@case("rocking_period", "A ball rolls to and fro in a cylinder", wrong=("radius: 50 mm", "radius: 50.1 mm"))
def rocking_period(s):
    swing, length = 0.2, 0.05 - R
    s.balls("ball.txt", [(length * math.sin(swing), 0.0, -length * math.cos(swing), R, 0.0, 0.0, 0.0)])
    exact = 2 * math.pi * math.sqrt(7 * length / (5 * G)) / agm(1, math.cos(swing / 2))
    s.mesh("tube.stl", meshes.tube(0.05, 64, -0.0625, 0.0625))
    for name, wall in (("cylinder", TUBE), ("64 facets", "tube: {mesh: {file: tube.stl}, material: m}")):
        run = s.run(scene_text(wall, 1.6, "restitution: 0.9, friction: 0.8", young="500 MPa", frames=0.005), name=name[:2])
        frames = run.frames()
        at = crossings([f["TimeValue"] for f in frames], [f["Points"][0][0] for f in frames])
        period = (at[-1] - at[0]) / (len(at) - 1) * 2
        if name == "cylinder":
            s.near(f"{name}: period [s]", period, exact, rel=5e-4, source="2 pi sqrt(7 (R - r)/5g) / agm(1, cos(swing/2))",
                   reason="overlap/(R - r) = 1e-5; crossings interpolated between frames, 1e-4")
        else:
            s.report(f"{name}: period [s]", period, f"flats of 5.6 degrees are another shape; the cylinder's is {exact:.5f} s")


@case("rocking_energy", "A ball rocks without friction or loss in cylinders of 64, 256 and 1024 facets: energy stays",
      wrong=("restitution: 1,", "restitution: 0.5,"))
def rocking_energy(s):
    swing, length = math.radians(30), 0.05 - R
    laws = "restitution: 1, friction: 0"
    for facets, stiff in ((0, "5 MPa"), (64, "5 MPa"), (256, "5 MPa"), (1024, "5 MPa"), (256, "500 MPa")):
        inner = length if facets == 0 else length - 0.05 * (1 - math.cos(math.pi / facets))
        s.balls("ball.txt", [(inner * math.sin(swing), 0.0, -inner * math.cos(swing), R, 0.0, 0.0, 0.0)])
        if facets:
            s.mesh(f"tube{facets}.stl", meshes.tube(0.05, facets, -0.0625, 0.0625))
        wall = f"tube: {{mesh: {{file: tube{facets}.stl}}, material: m}}" if facets else TUBE
        run = s.run(scene_text(wall, 1.2, laws, young=stiff, dt="10 us" if stiff == "5 MPa" else "2 us"),
                    name=f"facets{facets}_{stiff.split()[0]}")
        energy = [sum(v) for v in zip(*(run.column(c) for c in ("kinetic", "rotational", "potential", "elastic_normal")))]
        scale = MASS * G * length * (1 - math.cos(swing))
        name = f"{facets} facets" if facets else "cylinder"
        s.near(f"{name}, {stiff}: change of energy over the swing's", max((e - energy[0] for e in energy), key=abs) / scale, 0.0,
               within=1e-4, source="nothing takes or gives any",
               reason="the cylinder shows what the integrator leaves, 3e-8; far below what a ball loses to anything else")


@case("endless_cylinder", "Balls in an endless cylinder, on both sides of its point",
      wrong=("radius: 25 mm", "radius: 25.1 mm"))
def endless_cylinder(s):
    places = (0.1, 0.01, -0.01, -0.1)
    s.balls("ball.txt", [(0.0, 0.0, z, R, 1.0, 0.0, 0.0) for z in places])
    run = s.run(scene_text("tube: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 25 mm}, material: m}", 0.03,
                           "restitution: 1, friction: 0", "[0, 0, 0]", "1 GPa", dt="0.5 us"), name="tube")
    deepest = (5 * MASS / (4 * 4 / 3 * 1e9 / 1.82 * math.sqrt(R))) ** 0.4
    back = 2 * 0.02 - (0.03 - 2.943275 * deepest)
    for z, x in zip(places, run.frame(-1)["Points"]):
        s.near(f"ball at z = {z}: place after one bounce [m]", x[0], back, rel=1e-4,
               source="there and back with the Hertz contact time between",
               reason="the cylinder counts as flat; 100 steps a contact")


@case("trough", "A ball rests in a trough of 90 degrees: two planes, and one mesh", wrong=("density: 2500", "density: 2501"))
def trough(s):
    d = 0.0625
    s.mesh("trough.stl", meshes.quad((0, -d, 0), (d, -d, d), (d, d, d), (0, d, 0))
           + meshes.quad((-d, -d, d), (0, -d, 0), (0, d, 0), (-d, d, d)))
    weight = MASS * G
    s.balls("ball.txt", [(0.0, 0.0, R * math.sqrt(2) + 1e-5, R, 0.0, 0.0, 0.0)])
    laws = "restitution: 0.3, friction: 0"
    planes = s.run(scene_text("left: {plane: {point: [0, 0, 0], normal: [1, 0, 1]}, material: m}, "
                              "right: {plane: {point: [0, 0, 0], normal: [-1, 0, 1]}, material: m}", 1.0, laws), name="planes")
    for wall in ("left", "right"):
        force = math.hypot(planes.column(f"{wall} fx")[-1], planes.column(f"{wall} fz")[-1])
        s.near(f"planes, {wall}: force over weight", force / weight, math.sqrt(0.5), rel=1e-6, source="1/sqrt(2)",
               reason="what is left of the bouncing after 1 s")
    mesh = s.run(scene_text("trough: {mesh: {file: trough.stl}, material: m}", 1.0, laws), name="mesh")
    force = mesh.frame(-1, "wall_trough")["force"]
    for side, name in ((force[:2], "right"), (force[2:], "left")):
        total = [sum(f[axis] for f in side) for axis in range(3)]
        s.near(f"mesh, {name}: force over weight", math.sqrt(sum(f * f for f in total)) / weight, math.sqrt(0.5), rel=1e-6,
               source="1/sqrt(2)", reason="what is left of the bouncing after 1 s")


@case("approaching_plane", "A plane hits a ball at rest, without loss", wrong=("[0, 0, 0.5]", "[0, 0, 0.501]"))
def approaching_plane(s):
    s.balls("ball.txt", [(0.0, 0.0, R + 1e-4, R, 0.0, 0.0, 0.0)])
    run = s.run(scene_text(FLOOR[:-1] + ", motion: {translate: {velocity: [0, 0, 0.5]}}}", 0.01,
                           "restitution: 1, friction: 0", "[0, 0, 0]", dt="0.2 us"), name="plane")
    s.near("velocity of the ball [m/s]", run.frame(-1)["velocity"][0][2], 1.0, rel=1e-6, source="2 V",
           reason="5000 steps a contact; velocities are written with 24 bits")
    s.near("work of the wall [J]", run.column("wall_work")[-1], 0.5 * MASS, rel=1e-6, source="kinetic energy of the ball",
           reason="as before")


@case("seam", "A ball rolls from one mesh to the next in the same plane", wrong=("file: left.stl", "file: right.stl"))
def seam(s):
    s.mesh("left.stl", meshes.sheet(-0.125, 0, -0.0625, 0.0625))
    s.mesh("right.stl", meshes.sheet(0, 0.125, -0.0625, 0.0625))
    s.balls("ball.txt", [(-0.05, 0.0, R - 8.5e-6, R, 0.36, 0.0, 0.0)])
    walls = "left: {mesh: {file: left.stl}, material: m}, right: {mesh: {file: right.stl}, material: m}"
    runs = [s.run(scene_text(w, 0.3, frames=0.001), name=n) for w, n in ((FLOOR, "plane"), (walls, "meshes"))]
    kick = [max(abs(f["velocity"][0][2]) for f in run.frames() if f["TimeValue"] > 0.1) for run in runs]
    s.near("largest velocity across the plane beyond that on one plane [m/s]", kick[1] - kick[0], 0.0, within=1e-6,
           source="one surface", reason="a ball that rests swings by less")
    s.near("way [m]", runs[1].frame(-1)["Points"][0][0], runs[0].frame(-1)["Points"][0][0], rel=1e-6, source="as over a plane",
           reason="pictures have 24 bits")


@case("walls_on_each_other", "A ball falls on the seam of two walls, on two walls in one place, and on a plane in a mesh: one wall",
      wrong=("restitution: 0.5", "restitution: 0.501"))
def walls_on_each_other(s):
    s.balls("ball.txt", [(0.0, 0.0, 1.1 * R, R, 0.0, 0.0, -0.5)])
    half = "{{rectangle: {{corner: [{}, -0.1, 0], first: [{}, 0, 0], second: [0, 0.2, 0]}}, material: m{}}}"
    ways = {"seam of a gate": f"left: {half.format(-0.1, 0.1, '')}, right: {half.format(0, 0.1, ', stop: 1 s')}",
            "the same place": f"one: {half.format(-0.1, 0.2, '')}, two: {half.format(-0.1, 0.2, ', movable: true')}",
            "plane in a mesh": f"{FLOOR}, sheet: {half.format(-0.1, 0.2, '')}"}
    for name, walls in ways.items():
        run = s.run(scene_text(walls, 0.02, "restitution: 0.5, friction: 0.3", "[0, 0, 0]", dt="2 us"), name=name.replace(" ", "_"))
        s.near(f"{name}: restitution", run.frame(-1)["velocity"][0][2] / 0.5, 0.5, rel=1e-3, source="the one asked for",
               reason="of the fit of the dashpot")


@case("fast_through_mesh", "Fast balls hit a plate of two triangles: they bounce, or the run stops with an alarm",
      wrong=("young: 10 MPa", "young: 10 kPa"))
def fast_through_mesh(s):
    s.mesh("plate.stl", meshes.sheet(-0.0625, 0.0625, -0.0625, 0.0625))
    for speed, code in ((2.0, 0), (60.0, 2)):
        s.balls("ball.txt", [(0.01, 0.02, 0.01, R, 0.0, 0.0, -speed)])
        run = s.run(scene_text("plate: {mesh: {file: plate.stl}, material: m}", 0.02 / speed * 2, gravity="[0, 0, 0]"),
                    name=f"speed{speed:.0f}", accept=(0, 2))
        s.same(f"{speed} m/s: exit code", str(run.code), str(code), source="0: it bounces; 2: the alarm, as for planes",
               reason="one of two")


def sinks(force, stiffness, radius, slope_of):
    """Overlap of one contact that carries a force along an axis; slope_of(overlap): cosine between the axis and its normal."""
    overlap = 0.0
    for _ in range(100):
        overlap = (force / stiffness / slope_of(overlap)) ** (2 / 3)
    return overlap


@case("ring_of_contacts", "A ball of 40 mm carries 20 N on a hole of 20 mm and in a cone, of 32 to 256 sides",
      wrong=("young: 10 MPa", "young: 5 MPa"))
def ring_of_contacts(s):
    r, hole, load, stiffness = 0.02, 0.01, 20.0, 4 / 3 * 1e7 / 1.82 * math.sqrt(0.02)
    force = load + 2500 * 4 / 3 * math.pi * r ** 3 * G
    places = [("hole", n, "disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 6 cm, hole: 1 cm, segments: %d}" % n,
               0.0173205, lambda z: r - math.hypot(z, hole), lambda o: math.sqrt(1 - (hole / (r - o)) ** 2)) for n in (32, 128, 256)]
    tip = math.sqrt(2) * r
    s.mesh("cone.stl", meshes.cone(0.05, 0.05, 128))
    places.append(("cone", 128, "mesh: {file: cone.stl}", tip, lambda z: (tip - z) / math.sqrt(2), lambda o: math.sqrt(0.5)))
    for name, n, shape, height, overlap_at, slope_of in places:
        run = s.run(f"""
            time: {{end: 0.05 s, dt: 10 us}}
            gravity: [0, 0, -{G}]
            materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3}}}}
            contacts: [{{between: any, restitution: 0.3, friction: 0.3}}]
            walls: {{plate: {{{shape}, material: m}}}}
            particles: [{{positions: [[0, 0, {height!r}]], diameter: 4 cm, material: m}}]
            groups: {{load: {{ids: [1], force: [0, 0, -{load}]}}}}
            damping: {{viscous: 200}}
            tracks: {{ball: 1}}
            output: {{series: {{every: 1 ms}}, plot: false}}
            """, name=f"{name}_{n}")
        one, got = sinks(force, stiffness, r, slope_of), overlap_at(run.column("ball z")[-1])
        s.at_most(f"{name} of {n} sides: overlap on the axis / R", got / r, one / r,
                  source="one contact with the slope of the rim, (F / (k cos))^(2/3)", reason="several contacts are stiffer")
        s.at_least(f"{name} of {n} sides: share of that", got / one, {32: 0.25, 128: 0.55, 256: 0.8}[n],
                   source="many sides are one region of contact", reason="R slope / n beside the axis", kind=CODE)


@case("free_corner", "A free box falls with one corner on a plane: it leaves with the restitution that the law asks for",
      wrong=("-0.2, -0.3]", "-0.2, -0.31]"))
def free_corner(s):
    for end in ("zero_overlap", "zero_force"):
        for e in (0.3, 0.6, 0.9):
            run = s.run(f"""
                time: {{end: 2e-4, dt: 1e-7, velocity_scale: 1}}
                materials: {{m: {{density: 1000, young: 5 MPa, poisson: 0.3}}}}
                contacts: [{{between: any, restitution: {e}, friction: 0, end: {end}}}]
                walls:
                  floor: {{plane: {{point: [0, 0, -1e-6], normal: [1, 2, 3]}}, material: m}}
                  b: {{box: {{min: [0, 0, 0], max: [4 cm, 3 cm, 2 cm]}}, material: m, free: {{velocity: [-0.1, -0.2, -0.3],
                      corner_stiffness: 1e8, slide: {{along: [1, 2, 3]}}}}}}
                output: {{series: {{every: 1e-4}}, plot: false}}
                """, name=f"{end}_{e}")
            s.near(f"{end}, {e}: speed after / before", run.column("b slide_speed")[-1] / (0.1 * math.sqrt(14)), e, within=2e-3,
                   source="the restitution asked for", reason="500 steps of 100 ns per contact")


@case("sphere_wall", "A ball rolls to and fro in a hollow sphere, and another one rests on top of a ball",
      wrong=("radius: 50 mm", "radius: 50.1 mm"))
def sphere_wall(s):
    swing, length = 0.2, 0.05 - R
    s.balls("ball.txt", [(length * math.sin(swing), 0.0, -length * math.cos(swing), R, 0.0, 0.0, 0.0)])
    run = s.run(scene_text("bowl: {sphere: {point: [0, 0, 0], radius: 50 mm}, material: m}", 1.6,
                           "restitution: 0.9, friction: 0.8", young="500 MPa", frames=0.005), name="inside")
    frames = run.frames()
    at = crossings([f["TimeValue"] for f in frames], [f["Points"][0][0] for f in frames])
    s.near("inside: period [s]", (at[-1] - at[0]) / (len(at) - 1) * 2,
           2 * math.pi * math.sqrt(7 * length / (5 * G)) / agm(1, math.cos(swing / 2)), rel=5e-4,
           source="2 pi sqrt(7 (R - r)/5g) / agm(1, cos(swing/2))",
           reason="overlap/(R - r) = 1e-5; crossings interpolated between frames, 1e-4")
    for side, sign in (("inside", -1), ("outside", 1)):
        s.balls("ball.txt", [(0.0, 0.0, sign * 0.05 + R, R, 0.0, 0.0, 0.0)])
        wall = f"wall: {{sphere: {{point: [0, 0, 0], radius: 50 mm, side: {side}}}, material: m}}"
        run = s.run(scene_text(wall, 1.0, "normal: {law: hooke, stiffness: 1 kN/m, restitution: 0.3}, friction: 0"),
                    name="rest_" + side)
        s.near(f"{side}: overlap at rest [m]", sign * 0.05 + R - run.frame(-1)["Points"][0][2], MASS * G / 1000, rel=1e-6,
               source="m g / k", reason="what is left of the bouncing after 1 s")
        s.near(f"{side}: force on the wall over the weight", run.column("wall fz")[-1] / (MASS * G), -1.0, rel=1e-6,
               source="-1", reason="what is left of the bouncing after 1 s")


@case("screw", "The blade of a screw pushes a ball up a groove without friction", wrong=("pitch: 40 mm", "pitch: 40.1 mm"))
def screw(s):
    slope, pitch, low = math.radians(20), 0.04, 0.018
    vertex = -low - R * math.sqrt(2)  # of a groove of 90 degrees
    groove = (f"groove: {{extrude: {{line: [[0, -30 mm, {vertex + 0.03!r}], [0, 0, {vertex!r}], [0, 30 mm, {vertex + 0.03!r}]], "
              "along: [0.4, 0, 0]}, material: m}")
    for hand, sign in (("right", -1), ("left", 1)):
        s.balls("ball.txt", [(0.2, 0.0, -low, R, 0.0, 0.0, 0.0)])
        blade = (f"blade: {{helix: {{point: [0, 0, 0], axis: [1, 0, 0], length: 0.4, radius: 30 mm, inner_radius: 5 mm, pitch: 40 mm, "
                 f"hand: {hand}, segments: 256}}, material: m, motion: {{rotate: {{axis: [1, 0, 0], point: [0, 0, 0], rate: 60 rpm}}}}}}")
        run = s.run(scene_text(f"{groove}, {blade}", 4.0, "normal: {law: hooke, stiffness: 10 kN/m, restitution: 0.1}, friction: 0",
                               f"[{-sign * G * math.sin(slope)!r}, 0, {-G * math.cos(slope)!r}]", frames=1.0, rows=1.0), name=hand)
        first, last = (run.frame(k)["Points"][0][0] for k in (1, -1))
        s.near(f"{hand} hand: way in three turns [m]", last - first, sign * 3 * pitch, rel=1e-3, source="3 pitches, against a right-handed axis",
               reason="the ball touches other points of flat faces")
        work = run.column("blade work")
        s.near(f"{hand} hand: work of three turns [J]", work[-1] - work[1], MASS * G * math.sin(slope) * 3 * pitch, rel=1e-2,
               source="m g sin(slope) 3 pitch", reason="the ball loses energy at each of the faces: 1.2 % with 128 in a turn, 0.6 % with 256")
