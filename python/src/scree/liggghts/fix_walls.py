# SPDX-License-Identifier: BSD-3-Clause
"""Readers of fixes: meshes, their motions, walls."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional

from .deck import Fix, Model, Region
from .errors import ScriptError
from .fix_words import Options, region_of
from .lines import Number, Word, is_number, number
from .models import lammps_numbers, read_granular, read_old, read_words
from .report import APPROXIMATE, LEFT_OUT

if TYPE_CHECKING:
    from .script import Script

@dataclass(eq=False)
class Mesh:
    """A mesh and what its fix does with it, in units of the script."""
    file: str
    type: int = 1
    steps: list[tuple[str, list[float]]] = field(default_factory=list)  # scale, move, rotate in order
    surface_velocity: Optional[list[Number]] = None
    surface_rotation: Optional[list[Number]] = None
    temperature: Optional[Number] = None
    servo: Optional[dict[str, Any]] = None
    free: Optional[dict[str, Any]] = None
    planar: bool = False


MESH_SKIPPED = {"curvature": 1, "precision": 1, "verbose": 1, "heal": 1, "element_exclusion_list": 2, "exclusion_list": 2, "min_feature_length": 1, "stress": 1,
                "curvature_tolerant": 1, "cg": 1, "reference_point": 3, "region": 1}


def mesh(script: "Script", fix: Fix) -> Mesh:
    """Reads mesh/surface and the styles whose names begin so."""
    o = Options(fix, fix.words)
    if o.word() != "file":
        raise ScriptError(f"fix {fix.id} {fix.style}: 'file' is expected first")
    found = Mesh(str(o.word()), planar=fix.style.endswith("planar"))
    while o.more():
        name = str(o.word())
        if name == "type":
            found.type = o.count()
        elif name == "scale":
            found.steps.append(("scale", [o.value()]))
        elif name == "move":
            found.steps.append(("move", list(o.vector())))
        elif name == "rotate":
            if o.word() != "axis":
                raise ScriptError(f"fix {fix.id}: rotate axis X Y Z angle A is expected")
            axis = o.vector()
            o.word()
            found.steps.append(("rotate", [*axis, o.value()]))
        elif name == "temperature":
            found.temperature = o.value()
        elif name == "surface_vel":
            found.surface_velocity = o.vector()
        elif name == "surface_ang_vel":
            _surface_rotation(o, found)
        elif name == "wear":
            if o.word() != "off":
                script.report.add(LEFT_OUT, script.place, fix.text, "physics: wear of walls")
        elif name in MESH_SKIPPED:
            for _ in range(MESH_SKIPPED[name]):
                o.word()
            if name in ("element_exclusion_list", "exclusion_list"):
                script.report.add(LEFT_OUT, script.place, fix.text, "physics: the triangles that an exclusion list takes out stay in the wall")
        elif "servo" in fix.style:
            _servo(script, o, name, found)
        elif "6dof" in fix.style:
            _free(o, name, found)
        else:
            raise ScriptError(f"fix {fix.id} {fix.style}: '{name}' is not known to the import")
    return found


def _surface_rotation(o: Options, found: Mesh) -> None:
    values: list[Number] = []
    for expected, count in (("origin", 3), ("axis", 3), ("omega", 1)):
        if o.word() != expected:
            raise ScriptError(f"fix {o.fix.id}: surface_ang_vel origin X Y Z axis X Y Z omega W is expected")
        values += [o.value() for _ in range(count)]
    found.surface_rotation = values


def _servo(script: "Script", o: Options, name: str, found: Mesh) -> None:
    servo = found.servo = found.servo if found.servo is not None else {}
    if name in ("com", "axis"):
        servo[name] = o.vector()
    elif name == "dim":
        axis = o.word()
        servo["axis"] = [Number(float(letter == axis)) for letter in "xyz"]
    elif name == "f_servo":
        servo["target_val"] = o.value()
    elif name == "ctrlPV":
        servo[name] = str(o.word())
    elif name in ("target_val", "vel_max"):
        word = o.word()
        servo[name] = str(word) if word.startswith("v_") else number(word)
        if word.startswith("v_"):
            servo[name] = number(script.variables.text(word[2:]))
            if script.variables.depends_on_time(word[2:]):
                script.report.add(APPROXIMATE, script.place, o.fix.text, f"{name} follows the formula of {word}; its value now is taken for the whole run")
    elif name in ("kp", "ki", "kd"):
        o.value()
    elif name in ("mode", "ratio"):
        o.word()
    else:
        raise ScriptError(f"fix {o.fix.id}: '{name}' is not known to the import")


def _free(o: Options, name: str, found: Mesh) -> None:
    free = found.free = found.free if found.free is not None else {}
    counts = {"com": 3, "vel": 3, "angmom": 3, "mass": 1, "moi": 6, "forceflags": 3, "torqueflags": 3}
    if name not in counts:
        raise ScriptError(f"fix {o.fix.id}: '{name}' is not known to the import")
    if name.endswith("flags"):
        free[name] = [o.word() in ("1", "yes", "on") for _ in range(3)]
    else:
        values = [o.value() for _ in range(counts[name])]
        free[name] = values[0] if len(values) == 1 else values


@dataclass(eq=False)
class Move:
    """move/mesh: how, with its numbers, and the mesh."""
    mesh: Fix
    kind: str
    numbers: dict[str, list[Number]]
    formulas: list[str] = field(default_factory=list)


MOVES = {"linear": {"": 3}, "rotate": {"origin": 3, "axis": 3, "period": 1}, "wiggle": {"amplitude": 3, "period": 1}, "riggle": {"origin": 3, "axis": 3, "period": 1, "amplitude": 1},
         "linear/variable": {"": 3}, "rotate/variable": {"origin": 3, "axis": 3, "omega": 1}}


def move_mesh(script: "Script", fix: Fix) -> Move:
    o = Options(fix, fix.words)
    if o.word() != "mesh":
        raise ScriptError(f"fix {fix.id} move/mesh: 'mesh ID' is expected first")
    target, kind = mesh_fix(script, str(o.word())), str(o.word())
    if kind in ("viblin", "vibrot"):
        return _orders(o, Move(target, kind, {}))
    if kind not in MOVES:
        raise ScriptError(f"fix {fix.id} move/mesh {kind}; accepted: {', '.join(MOVES)}, viblin, vibrot")
    found = Move(target, kind, {})
    needed = MOVES[kind]
    if "" in needed:
        words = [o.word() for _ in range(3)]
        _numbers(script, found, "", words)
    while o.more():
        name = str(o.word())
        if name not in needed:
            raise ScriptError(f"fix {fix.id} move/mesh {kind}: '{name}' is not known; accepted: {', '.join(needed)}")
        _numbers(script, found, name, [o.word() for _ in range(needed[name])])
    for name in needed:
        if name not in found.numbers:
            raise ScriptError(f"fix {fix.id} move/mesh {kind}: '{name}' is missing")
    if kind.endswith("/variable") != bool(found.formulas):
        raise ScriptError(f"fix {fix.id} move/mesh {kind}: accepted: " + ("names of variables, v_NAME" if kind.endswith("/variable") else "numbers"))
    return found


def _numbers(script: "Script", found: Move, name: str, words: list[Word]) -> None:
    """Numbers, or formulas of time."""
    if any(word.startswith("v_") for word in words):
        found.formulas = [str(word) for word in words]
        found.numbers[name] = [Number(0) for _ in words]
    else:
        found.numbers[name] = [number(word) for word in words]


def _orders(o: Options, found: Move) -> Move:
    """viblin and vibrot: sums of cosines."""
    order = 1
    while o.more():
        name = str(o.word())
        if name in ("axis", "origin"):
            found.numbers[name] = o.vector()
        elif name == "order":
            order = o.count()
        elif name in ("amplitude", "phase"):
            found.numbers[name] = [o.value() for _ in range(order)]
        elif name == "period":
            found.numbers[name] = [o.value() for _ in range(order)]
        else:
            raise ScriptError(f"fix {o.fix.id} move/mesh {found.kind}: '{name}' is not known")
    if not {"axis", "amplitude", "phase", "period"} <= set(found.numbers):
        raise ScriptError(f"fix {o.fix.id} move/mesh {found.kind}: axis, order, amplitude, phase and period are needed")
    return found


@dataclass(eq=False)
class Wall:
    """wall/gran: a contact model with meshes, or with a primitive or a region."""
    model: Model
    meshes: list[Fix] = field(default_factory=list)
    primitive: str = ""
    type: int = 0
    numbers: list[Optional[Number]] = field(default_factory=list)
    region: Optional[Region] = None
    temperature: Optional[Number] = None
    shear: Optional[tuple[str, Number]] = None
    vibration: Optional[tuple[str, Number, Number]] = None


PRIMITIVES = {"xplane": 1, "yplane": 1, "zplane": 1, "xcylinder": 3, "ycylinder": 3, "zcylinder": 3, "general_plane": 6, "general_cylinder": 7, "general_cone": 8}


def wall(script: "Script", fix: Fix) -> Wall:
    """wall/gran with its many forms, and wall/gran/region."""
    words = list(fix.words)
    marks = [k for k, word in enumerate(words) if word in ("mesh", "primitive") or word in PRIMITIVES or word == "region"]
    if not marks:
        raise ScriptError(f"fix {fix.id} {fix.style}: neither a mesh nor a primitive")
    head, tail = words[:marks[0]], words[marks[0]:]
    found = Wall(_wall_model(script, fix, head))
    if tail[0] == "region" or fix.style == "wall/gran/region":
        found.region = region_of(script, str(tail[1] if tail[0] == "region" else tail[0]))
        return found
    o = Options(fix, tail)
    kind = str(o.word())
    if kind == "mesh":
        if o.word() != "n_meshes":
            raise ScriptError(f"fix {fix.id} wall/gran mesh: n_meshes N meshes ... is expected")
        count = o.count()
        o.word()
        found.meshes = [mesh_fix(script, str(o.word())) for _ in range(count)]
    else:
        if kind == "primitive":
            if o.word() != "type":
                raise ScriptError(f"fix {fix.id} wall/gran primitive: type N is expected")
            found.type = o.count()
            kind = str(o.word())
        if kind not in PRIMITIVES:
            raise ScriptError(f"fix {fix.id} wall/gran primitive {kind}; accepted: {', '.join(PRIMITIVES)}")
        found.primitive = kind
        _primitive_numbers(found, o, lammps=found.type == 0)
    while o.more():
        _wall_option(script, fix, found, o, str(o.word()))
    return found


def _primitive_numbers(found: Wall, o: Options, lammps: bool) -> None:
    if lammps:  # two positions of planes, NULL: none; the radius of zcylinder
        count = 2 if found.primitive.endswith("plane") else 1
        found.numbers = [None if word == "NULL" else number(word) for word in (o.word() for _ in range(count))]
        return
    found.numbers = [o.value() for _ in range(PRIMITIVES[found.primitive])]


def _wall_model(script: "Script", fix: Fix, head: list[Word]) -> Model:
    text = "fix " + fix.id
    if head[:1] == ["model"]:
        return read_words(script, head, text)
    if head[:1] == ["granular"]:
        return read_granular(script, head[1:], text)
    old = fix.style[len("wall/gran"):].strip("/").removeprefix("region").strip("/")
    if not old and head and (head[0].startswith(("hertz", "hooke"))):
        old, head = str(head[0]), head[1:]
        return lammps_numbers(script, old, head, text)
    if old:
        return read_old(script, old, head, text)
    if head and is_number(head[0]) and script.deck.pair is not None and script.deck.pair.numbers:  # coefficients of the form that pair_style has
        return lammps_numbers(script, script.deck.pair.text.split()[1][len("gran/"):], head, text)
    if script.deck.pair is None:
        raise ScriptError(f"fix {fix.id} {fix.style}: no contact model")
    if head:
        return read_words(script, head, text)
    return script.deck.pair


def _wall_option(script: "Script", fix: Fix, found: Wall, o: Options, name: str) -> None:
    if name == "temperature":
        found.temperature = o.value()
    elif name == "shear":
        found.shear = (str(o.word()), o.value())
    elif name == "wiggle":
        found.vibration = (str(o.word()), o.value(), o.value())
    elif name in ("store_force", "store_force_contact", "track_energy", "area_correction", "heatmodel"):
        o.word()
    elif name == "contacts":
        return
    else:
        raise ScriptError(f"fix {fix.id} wall/gran: '{name}' is not known to the import")


def mesh_fix(script: "Script", name: str) -> Fix:
    found = script.deck.fixes.get(name)
    if found is None or not isinstance(found.data, Mesh):
        raise ScriptError(f"there is no mesh '{name}'")
    return found
