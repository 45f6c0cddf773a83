# SPDX-License-Identifier: BSD-3-Clause
"""Walls of a script in the words of scree: planes with the side on which particles are, cylinders, meshes, their motions and drives."""
from __future__ import annotations

import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import fixes, formulas
from .deck import Fix, Region
from .emit import Expression, plain
from .errors import ScriptError
from .lines import Number
from .meshes import Placement, corners
from .report import APPROXIMATE, LEFT_OUT, NEEDS
from .units import Quantity

if TYPE_CHECKING:
    from .case import Builder


def add_walls(b: "Builder", walls: dict[str, Any]) -> None:
    """All walls, and meshes that are only faces."""
    for fix in b.timeline.of(fixes.Wall):
        wall: fixes.Wall = fix.data
        if wall.shear is not None or wall.vibration is not None:
            b.report.add(LEFT_OUT, fix.place, fix.text, "physics: shear and wiggle of primitive walls")
        if wall.meshes:
            continue
        if wall.region is not None:
            _region_walls(b, walls, fix)
        else:
            _primitive(b, walls, fix)
        b.exact(fix)
    _mesh_walls(b, walls)
    _faces(b, walls)
    _not_used(b)


def _put(b: "Builder", walls: dict[str, Any], name: str, keys: dict[str, Any], fix: Fix, type_number: int) -> None:
    first, last = b.timeline.interval(fix)
    wall: fixes.Wall = fix.data
    keys["material"] = b.wall_material(type_number, wall.model)
    if wall.temperature is not None:
        keys["heat"] = {"temperature": _kelvin(wall.temperature)}
    while name in walls:
        name += "_2"
    walls[name] = keys
    b.start(keys, f"walls.{name}", first)
    b.stop(f"walls.{name}", last)


def _kelvin(value: Number) -> Quantity:
    found = Quantity(float(value))
    found.kind = "temperature"
    found.expression = value.variable
    return found


# ---- primitives

def sources(b: "Builder") -> list[tuple[np.ndarray, np.ndarray]]:
    """Boxes in which particles begin, in units of the script."""
    found = []
    for fix in b.timeline.of(fixes.Insertion):
        if fix.data.region is not None:
            from .regions import clip
            clip(fix.data.region, b.deck.box)
            try:
                low, high = fix.data.region.bounds()
                found.append((np.array(low, dtype=float), np.array(high, dtype=float)))
            except ScriptError:
                pass
        elif fix.data.face is not None:
            points = mesh_points(b, fix.data.face)
            if points is not None:
                found.append((points.min(axis=0), points.max(axis=0)))
    if b.deck.particles:
        x = np.array([p.x for p in b.deck.particles], dtype=float)
        found.append((x.min(axis=0), x.max(axis=0)))
    if not found and b.deck.box is not None:
        found.append(tuple(np.array(corner, dtype=float) for corner in b.deck.box.bounds()))  # type: ignore[arg-type]
    return found


def _plane_side(b: "Builder", axis: int, position: float) -> int:
    """1: particles are above the plane, -1: below, 0: on both sides."""
    sides = {1 if (low[axis] + high[axis]) / 2 >= position else -1 for low, high in sources(b)}
    return sides.pop() if len(sides) == 1 else 0


def _primitive(b: "Builder", walls: dict[str, Any], fix: Fix) -> None:
    wall: fixes.Wall = fix.data
    name = _name(b, fix)
    kind, v = wall.primitive, wall.numbers
    if wall.type == 0 and kind.endswith("plane"):  # LAMMPS: two planes
        for which, position, side in (("low", v[0], 1), ("high", v[1], -1)):
            if position is not None:
                _put(b, walls, f"{name}_{which}", _plane(b, "xyz".index(kind[0]), position, side), fix, 0)
        return
    if kind.endswith("plane") and kind != "general_plane":
        axis = "xyz".index(kind[0])
        assert v[0] is not None
        keys = _plane(b, axis, v[0], _plane_side(b, axis, float(v[0])))
    elif kind == "general_plane":
        point, normal = np.array(v[:3], dtype=float), np.array(v[3:], dtype=float)
        sides = {1 if np.dot((low + high) / 2 - point, normal) >= 0 else -1 for low, high in sources(b)}
        if len(sides) != 1:
            raise ScriptError(f"{fix.place.file}:{fix.place.line}: particles begin on both sides of this plane")
        keys = {"plane": {"point": b.units.vector(list(point), "length"), "normal": [float(x) * next(iter(sides)) for x in normal]}}
    elif kind == "general_cone":
        start, end = np.array(v[1:4], dtype=float), np.array(v[4:7], dtype=float)
        keys = {"cone": {"point": b.units.vector(list(start), "length"), "axis": [float(x) for x in end - start], "length": b.units.si(float(np.linalg.norm(end - start)), "length"),
                         "radius": b.units.si(v[0] or 0.0, "length"), "end_radius": b.units.si(v[7] or 0.0, "length")}}
        b.approximate(fix, "the cone has 128 flat sides with their corners on it, so it is narrower by up to 0.03 % of its radius")
    else:
        keys = _cylinder(b, fix, kind, [float(x or 0) for x in v])
        keys["cylinder"]["radius"] = b.units.si(v[0] if v[0] is not None else 0.0, "length")
    _put(b, walls, name, keys, fix, wall.type)


def _name(b: "Builder", fix: Fix) -> str:
    from .case import clean
    return clean(fix.id)


def _plane(b: "Builder", axis: int, position: Number, side: int) -> dict[str, Any]:
    if side:
        point: list[Any] = [0.0, 0.0, 0.0]
        point[axis] = position
        return {"plane": {"point": b.units.vector(point, "length"), "normal": [float(side) if k == axis else 0.0 for k in range(3)]}}
    assert b.deck.box is not None
    low, high = b.deck.box.bounds()
    corner: list[Any] = list(low)
    corner[axis] = position
    first, second = [0.0] * 3, [0.0] * 3
    one, two = (k for k in range(3) if k != axis)
    first[one], second[two] = high[one] - low[one], high[two] - low[two]
    return {"rectangle": {"corner": b.units.vector(corner, "length"), "first": b.units.vector(first, "length"), "second": b.units.vector(second, "length")}}


def _cylinder(b: "Builder", fix: Fix, kind: str, v: list[float]) -> dict[str, Any]:
    if kind == "general_cylinder":
        point, end = np.array(v[1:4]), np.array(v[4:7])
        axis = (end - point) / (np.linalg.norm(end - point) or 1.0)
    else:
        k = "xyz".index(kind[0])
        point, axis = np.zeros(3), np.zeros(3)
        axis[k] = 1.0
        if b.deck.dialect != "lammps" or len(v) >= 3:
            point[(k + 1) % 3], point[(k + 2) % 3] = v[1], v[2]
    inside = set()
    for low, high in sources(b):
        away = (low + high) / 2 - point
        away = away - axis * np.dot(away, axis)
        inside.add(np.linalg.norm(away) < v[0])
    if len(inside) != 1:
        raise ScriptError(f"{fix.place.file}:{fix.place.line}: particles begin on both sides of this cylinder")
    keys: dict[str, Any] = {"point": b.units.vector([float(x) for x in point], "length"), "axis": [float(x) for x in axis], "radius": b.units.si(v[0], "length")}
    if not inside.pop():
        keys["side"] = "outside"
    return {"cylinder": keys}


def _region_walls(b: "Builder", walls: dict[str, Any], fix: Fix) -> None:
    """wall/gran/region of LAMMPS: a block, a cylinder or a sphere."""
    region: Optional[Region] = fix.data.region
    assert region is not None
    from .regions import as_case, clip
    clip(region, b.deck.box)
    side, region_inside = ("inside" if region.inside else "outside"), region.inside
    region.inside = True
    keys = as_case(region, b.units, b.deck.box)
    region.inside = region_inside
    if "cylinder" in keys:
        keys["cylinder"] |= {"side": side} if side == "outside" else {"lids": "both"}
        if side == "outside":
            keys["cylinder"].pop("side")
            keys["cylinder"]["lids"] = "both"
    elif "sphere" in keys and side == "outside":
        keys["sphere"]["side"] = side
    _put(b, walls, _name(b, fix), keys, fix, 0)


# ---- meshes

def mesh_name(b: "Builder", fix: Fix) -> str:
    """The name of the wall of a mesh; meshes made again with other words have another one."""
    from .case import clean
    names = b.__dict__.setdefault("mesh_names", {})
    if fix not in names:
        name, number = clean(fix.id), 2
        while name in names.values():
            name, number = f"{clean(fix.id)}_{number}", number + 1
        names[fix] = name
    return names[fix]


def mesh_path(b: "Builder", fix: Fix) -> tuple[str, Optional[Path]]:
    """The path of a mesh as the case says it, and the file if it is there and may be read."""
    name = fix.data.file
    try:
        found = b.script.files.find(name)
    except ScriptError as problem:
        b.report.add(NEEDS, fix.place, fix.text, f"{problem}; its size is not looked at")
        found = None
        return os.path.relpath(b.script.files.places(name)[0], b.out_folder), None
    if found is None:
        b.report.add(NEEDS, fix.place, fix.text, f"the mesh '{name}' is missing; looked in " + ", ".join(str(p.parent) for p in b.script.files.places(name)))
        return os.path.relpath(b.script.files.places(name)[0], b.out_folder), None
    return os.path.relpath(found, b.out_folder), found


def mesh_points(b: "Builder", fix: Fix) -> Optional[np.ndarray]:
    """Corners of a mesh where it is at first, in units of the script; None if it cannot be read."""
    known = b.__dict__.setdefault("mesh_corners", {})
    if fix not in known:
        path = mesh_path(b, fix)[1]
        points = corners(path) if path is not None else None
        known[fix] = None if points is None else Placement(fix.data.steps).apply(points)
    return known[fix]


def _mesh_keys(b: "Builder", fix: Fix) -> dict[str, Any]:
    mesh: fixes.Mesh = fix.data
    placed, turn = Placement(mesh.steps).keys(b.units)
    keys: dict[str, Any] = {"mesh": {"file": mesh_path(b, fix)[0], **placed}}
    if turn is not None:
        keys["rotate"] = turn
    _compare_size(b, fix)
    return keys


def _compare_size(b: "Builder", fix: Fix) -> None:
    """A mesh in millimetres is a thousand times the box."""
    points = mesh_points(b, fix)
    if points is None or b.deck.box is None:
        return
    low, high = (np.array(corner, dtype=float) for corner in b.deck.box.bounds())
    ratio = float((points.max(axis=0) - points.min(axis=0)).max() / max((high - low).max(), 1e-300))
    if not 1e-3 < ratio < 50:
        b.report.add(NEEDS, fix.place, fix.text, f"the mesh is {ratio:.3g} times as large as the box: is its scale right?")


def _mesh_walls(b: "Builder", walls: dict[str, Any]) -> None:
    runs_of: dict[Fix, dict[int, Fix]] = {}
    for fix in b.timeline.of(fixes.Wall):
        for mesh in fix.data.meshes:
            for k in b.timeline.acts[fix]:
                runs_of.setdefault(mesh, {})[k] = fix
        if fix.data.meshes:
            b.exact(fix)
    for mesh, at in runs_of.items():
        name = mesh_name(b, mesh)
        keys = _mesh_keys(b, mesh)
        first_run = min(at)
        wall_fix = at[first_run]
        keys["material"] = b.wall_material(mesh.data.type, wall_fix.data.model)
        _motions(b, mesh, name, keys)
        _drives(b, mesh, name, keys)
        if mesh.data.surface_velocity is not None:
            keys["surface_velocity"] = b.units.vector(list(mesh.data.surface_velocity), "velocity")
            if _slopes(b, mesh):
                b.approximate(mesh, "surface_vel is stretched to its full size on each triangle there; here on a part that slopes its component along the surface acts")
        if mesh.data.surface_rotation is not None:
            b.report.add(LEFT_OUT, mesh.place, mesh.text, "physics: surface_ang_vel; a motion that rotates a round wall does the same")
        if mesh.data.temperature is not None or wall_fix.data.temperature is not None:
            keys["heat"] = {"temperature": _kelvin(mesh.data.temperature or wall_fix.data.temperature)}
        walls[name] = keys
        phases = sorted({b.timeline.phase_of(k) for k in at})
        b.start(keys, f"walls.{name}", phases[0])
        for k, after in zip(phases, phases[1:] + [len(b.timeline.phases)]):
            if after != k + 1 or after == len(b.timeline.phases):
                b.stop(f"walls.{name}", k)
                if after < len(b.timeline.phases):
                    b.sets[after][f"walls.{name}.start"] = Expression("phase_start")
                    b.sets[after][f"walls.{name}.stop"] = "never"
        b.exact(mesh)


def counter_face(b: "Builder", fix: Fix) -> dict[str, Any]:
    """The face of massflow/mesh: its mesh, or a disc around it if the normal of the mesh points against vec_side."""
    from .case import quantity
    flow: fixes.MassFlow = fix.data
    points, side = mesh_points(b, flow.mesh), np.array(flow.side, dtype=float)
    name = mesh_name(b, flow.mesh)
    if points is None or len(points) < 3 or not np.any(side) or np.dot(np.cross(points[1] - points[0], points[2] - points[0]), side) >= 0:
        return {"mesh": name}
    centre = (points.min(axis=0) + points.max(axis=0)) / 2
    radius = float(np.linalg.norm(points - centre, axis=1).max())
    b.approximate(fix, "the normal of the mesh points against vec_side, so a disc around it counts")
    return {"point": [quantity(float(f"{float(b.units.si(x, 'length')):.9g}"), "length") for x in centre], "normal": [float(x) for x in side],
            "radius": quantity(float(f"{float(b.units.si(radius, 'length')):.6g}"), "length")}


def _slopes(b: "Builder", mesh: Fix) -> bool:
    """Whether a triangle of a mesh is not parallel to the velocity of its surface."""
    points = mesh_points(b, mesh)
    v = np.array(mesh.data.surface_velocity, dtype=float)
    if points is None or len(points) % 3:
        return True
    corner = points.reshape(-1, 3, 3)
    normals = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    return bool(np.any(np.abs(normals @ v) > 1e-6 * np.linalg.norm(normals, axis=1) * np.linalg.norm(v)))


def _faces(b: "Builder", walls: dict[str, Any]) -> None:
    """Meshes that are faces of insertions or of counters."""
    for fix in [f.data.face for f in b.timeline.of(fixes.Insertion) if f.data.face] + [f.data.mesh for f in b.timeline.of(fixes.MassFlow)]:
        name = mesh_name(b, fix)
        if name not in walls:
            keys = _mesh_keys(b, fix)
            keys["material"] = next(iter(b.grain_density))
            keys["start"] = "never"
            walls[name] = keys
            b.exact(fix)


def _not_used(b: "Builder") -> None:
    walled = {mesh for fix in b.timeline.of(fixes.Wall) for mesh in fix.data.meshes}
    for fix in b.timeline.of(fixes.Mesh):
        if fix not in b.__dict__.get("mesh_names", {}):
            b.report.add(LEFT_OUT, fix.place, fix.text, "no wall/gran, insertion or counter names this mesh, so it has no influence there either")
    for fix in b.timeline.of(fixes.Move):
        if fix.data.mesh not in walled:
            b.report.add(LEFT_OUT, fix.place, fix.text, "the mesh is no wall, so the motion has no influence on particles")
        else:
            b.exact(fix)


# ---- motions and drives

def _motions(b: "Builder", mesh: Fix, name: str, keys: dict[str, Any]) -> None:
    """What moves the mesh in each phase; a change is set with the phase."""
    moves = [fix for fix in b.timeline.of(fixes.Move) if fix.data.mesh is mesh]
    if not moves:
        return
    before: list[Fix] = []
    for k, phase in enumerate(b.timeline.phases):
        now = [fix for fix in moves if phase.first in b.timeline.acts[fix]]
        if now == before:
            continue
        made = [part for fix in now for part in _motion(b, fix, k)]
        value: Any = made[0] if len(made) == 1 else made
        if k == 0:
            keys["motion"] = value
        else:
            b.sets[k][f"walls.{name}.motion"] = value
        before = now


def _motion(b: "Builder", fix: Fix, phase: int) -> list[dict[str, Any]]:
    """One move/mesh; the time of its waves counts from the fix, so a later phase begins with a phase."""
    move: fixes.Move = fix.data
    n = move.numbers
    elapsed = b.timeline.begins(b.timeline.phases[phase]) - b.timeline.begins(b.timeline.phases[b.timeline.interval(fix)[0]])
    elapsed = float(b.units.si(elapsed, "time"))
    if move.formulas:
        return _formula_motion(b, fix)
    if move.kind == "linear":
        return [{"translate": {"velocity": b.units.vector(list(n[""]), "velocity")}}]
    if move.kind == "rotate":
        return [{"rotate": {"axis": [float(x) for x in n["axis"]], "point": b.units.vector(list(n["origin"]), "length"), "rate": _rate(b, n["period"][0])}}]
    if move.kind in ("wiggle", "riggle", "viblin", "vibrot"):
        b.approximate(fix, f"LIGGGHTS sums the velocities of its steps: its wall is off by up to half a step's way, here by {math.pi * float(b.timeline.runs[0].dt) / min(float(p) for p in n['period']):.1e} of the amplitude")
    if move.kind == "wiggle":
        return [_wave(b, list(n["amplitude"]), float(n["period"][0]), 360 * elapsed / float(b.units.si(n["period"][0], "time")))]
    if move.kind == "viblin":
        axis = np.array(n["axis"], dtype=float)
        axis = axis / (np.linalg.norm(axis) or 1)
        return [_wave(b, [float(x) * float(a) for x in axis], float(p), math.degrees(float(phi)) + 90 + 360 * elapsed / float(b.units.si(p, "time")))
                for a, phi, p in zip(n["amplitude"], n["phase"], n["period"])]
    axis_list = [float(x) for x in n["axis"]]
    point = b.units.vector(list(n.get("origin", [Number(0)] * 3)), "length")
    duration = b.timeline.end
    since = f"(time + {plain(elapsed)} s)" if elapsed else "time"
    if move.kind == "riggle":
        period = plain(float(b.units.si(n["period"][0], "time")))
        text = f"{plain(float(n['amplitude'][0]))} deg * sin(2 * pi * {since} / ({period} s))"
    else:
        text = " + ".join(f"{plain(float(a))} * cos(2 * pi * {since} / ({plain(float(b.units.si(p, 'time')))} s) + {plain(float(phi))})"
                          for a, phi, p in zip(n["amplitude"], n["phase"], n["period"]))
    shortest = min(float(b.units.si(p, "time")) for p in n["period"])
    return [{"formula": {"angle": Expression(text), "axis": axis_list, "point": point, "duration": _seconds(float(b.units.si(duration, "time"))),
                         "every": _seconds(float(f"{shortest / 200:.6g}"))}}]


def _seconds(value: float) -> Quantity:
    found = Quantity(float(f"{value:.12g}"))
    found.kind = "time"
    return found


def _rate(b: "Builder", period: Number) -> Any:
    """2 pi over the period, in rpm where that is a short number."""
    seconds = b.units.si(period, "time")
    if seconds == 0:
        raise ScriptError("move/mesh rotate with a period of 0")
    if seconds.expression:
        found = Quantity(2 * math.pi / seconds)
        return Expression(f"2 * pi / {plain(float(seconds))}")
    rpm = 60 / float(seconds)
    found = Quantity(2 * math.pi / float(seconds))
    if float(f"{rpm:.6g}") == rpm:
        found.expression = None
        return Expression(f"{plain(rpm)} rpm")
    return Expression(f"2 * pi / {plain(float(seconds))}")


def _wave(b: "Builder", amplitude: list[Any], period: float, degrees: float) -> dict[str, Any]:
    seconds = float(b.units.si(period, "time"))
    if seconds <= 0:
        raise ScriptError("a wave with a period that is not above 0")
    frequency = 1 / seconds
    keys: dict[str, Any] = {"amplitude": b.units.vector(amplitude, "length"),
                            "frequency": Expression(f"{plain(frequency)} Hz") if float(f"{frequency:.6g}") == frequency else Expression(f"1 / {plain(seconds)}")}
    degrees = math.fmod(degrees, 360)
    if abs(degrees) > 1e-9 and abs(degrees - 360) > 1e-9:
        keys["phase"] = Expression(f"{plain(float(f'{degrees:.12g}'))} deg")
    return {"vibrate": keys}


def _formula_motion(b: "Builder", fix: Fix) -> list[dict[str, Any]]:
    """linear/variable and rotate/variable: velocities by formulas of time, integrated to a table."""
    move: fixes.Move = fix.data
    count = 1000
    found = b.sampled(fix, move.formulas, 2 * count, "the motion")
    if found is None:
        return []
    length, values = found
    v = np.array(values)
    h = length / count
    steps = h / 6 * (v[0:-2:2] + 4 * v[1:-1:2] + v[2::2])
    path = np.vstack([np.zeros(v.shape[1]), np.cumsum(steps, axis=0)])
    path[np.abs(path) < 1e-12 * np.abs(path).max(initial=0)] = 0.0
    table: dict[str, Any] = {"times": [_seconds(float(b.units.si(h * k, "time"))) for k in range(0, count + 1, 10)]}
    if move.kind == "linear/variable":
        table["positions"] = [[float(f"{float(b.units.si(x, 'length')):.10g}") for x in row] for row in path[::10]]
    else:
        table |= {"angles": [float(f"{row[0]:.10g}") for row in path[::10]], "axis": [float(x) for x in move.numbers["axis"]],
                  "point": b.units.vector(list(move.numbers["origin"]), "length")}
    table["smooth"] = True
    b.approximate(fix, "velocities by formula are integrated to a table of 101 positions, a cubic in between")
    return [{"table": table}]


def _stops(b: "Builder", mesh: Fix, name: str, keys: dict[str, Any]) -> None:
    """A servo that fix_modify stops has the speed 0 meanwhile."""
    moving = keys["servo"]
    kind = next(iter(moving))
    held = {kind: {**moving[kind], "speed": 0}}
    before = keys["servo"] = held if mesh.id in b.timeline.runs[0].stopped else moving
    for k, phase in enumerate(b.timeline.phases):
        now = held if mesh.id in b.timeline.runs[phase.first].stopped else moving
        if k and now is not before:
            b.sets[k][f"walls.{name}.servo"] = now
        before = now


def _drives(b: "Builder", mesh: Fix, name: str, keys: dict[str, Any]) -> None:
    servo, free = mesh.data.servo, mesh.data.free
    if servo is not None:
        if not {"axis", "target_val", "vel_max"} <= set(servo):
            raise ScriptError(f"{mesh.place.file}:{mesh.place.line}: axis, target_val and vel_max are needed")
        axis = [float(x) for x in servo["axis"]]
        target = float(servo["target_val"])
        if servo.get("ctrlPV", "force") == "force":
            keys["servo"] = {"slide": {"along": axis, "force": b.units.si(target, "force"), "speed": b.units.si(abs(float(servo["vel_max"])), "velocity")}}
        else:
            points = mesh_points(b, mesh)
            centre = np.array(servo.get("com", [0, 0, 0]), dtype=float)
            far = float(np.linalg.norm(points - centre, axis=1).max()) if points is not None else 1.0
            speed = Quantity(abs(float(servo["vel_max"])) / far)
            keys["servo"] = {"turn": {"about": axis, "point": b.units.vector(list(centre), "length"), "torque": b.units.si(target, "torque"), "speed": float(f"{speed:.6g}")}}
        _stops(b, mesh, name, keys)
        b.approximate(mesh, "the gains kp, ki, kd are left out: the servo of scree finds its speed from stiffness, masses and dashpots")
    if free is not None:
        keys["free"] = {"mass": b.units.si(free.get("mass", Number(1)), "mass")}
        if "com" in free:
            keys["free"]["centre"] = b.units.vector(free["com"], "length")
        if "moi" in free:
            keys["free"]["inertia"] = [float(b.units.si(x, "inertia")) for x in free["moi"]]
        if "vel" in free:
            keys["free"]["velocity"] = b.units.vector(free["vel"], "velocity")
        if "angmom" in free and "moi" in free:
            keys["free"]["spin"] = [float(a) / float(m) if m else 0.0 for a, m in zip(free["angmom"], free["moi"])]
        for flags, what in (("forceflags", "slide"), ("torqueflags", "turn")):
            if flags in free and not all(free[flags]):
                b.report.add(NEEDS, mesh.place, mesh.text, f"{flags}: give free.{what} the axes that are free")
        b.approximate(mesh, "a free wall; it has no contacts with other meshes")


