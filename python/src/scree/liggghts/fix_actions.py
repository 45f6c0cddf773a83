# SPDX-License-Identifier: BSD-3-Clause
"""Readers of fixes: gravity, forces, counters, heat."""
from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Callable, Optional

from . import formulas
from .deck import Fix, Region
from .errors import ScriptError
from .fix_walls import mesh_fix
from .fix_words import Options, region_of
from .lines import Number, Word, is_number, number
from .report import APPROXIMATE, LEFT_OUT

if TYPE_CHECKING:
    from .script import Script

@dataclass(eq=False)
class Gravity:
    """A vector in units of the script, or formulas of its size and direction."""
    vector: list[float]
    formula: Optional[str] = None  # of the size
    parts: list[str] = field(default_factory=list)  # formulas of the three components


# the three components in formulas of the script, of a size 1
DIRECTIONS: dict[str, Callable[..., list[str]]] = {
    "vector": lambda x, y, z, length: [f"{x}/{length}", f"{y}/{length}", f"{z}/{length}"],
    "chute": lambda angle, _: [f"sin{angle}", "0", f"-cos{angle}"],
    "spherical": lambda phi, theta, _: [f"sin{theta}*cos{phi}", f"sin{theta}*sin{phi}", f"cos{theta}"],
}


def gravity(script: "Script", fix: Fix) -> Gravity:
    o = Options(fix, fix.words)
    size_word = o.word()
    formula = None
    if size_word.startswith("v_"):
        size = Number(1.0)
        formula = str(size_word)
        if not script.variables.depends_on_time(size_word[2:]):
            size, formula = Number(script.variables.variable(size_word[2:])), None
    else:
        size = number(size_word)
    style = o.word()
    if style not in DIRECTIONS:
        raise ScriptError(f"fix {fix.id} gravity {style}; accepted: {', '.join(DIRECTIONS)}")
    words = [o.word() for _ in range({"vector": 3, "chute": 1, "spherical": 2}[style])]
    if any(word.startswith("v_") for word in words):
        size_text = str(size_word) if formula else repr(float(size))
        names = [f"({word})" if style == "vector" else f"({word}*PI/180)" for word in words]
        length_of = "sqrt(" + "+".join(f"{name}*{name}" for name in names) + ")"
        parts = [f"{size_text}*{direction}" if direction != "0" else "0" for direction in DIRECTIONS[style](*names, length_of)]
        return Gravity([script.variables.immediate(part) for part in parts], formula, parts)
    numbers = [float(number(word)) for word in words]
    if style == "vector":
        length = math.sqrt(sum(v * v for v in numbers))
        if length == 0:
            raise ScriptError(f"fix {fix.id} gravity: the vector has no direction")
        vector = [float(size) * v / length if v != 0 else 0.0 for v in numbers]
    elif style == "chute":
        angle = math.radians(numbers[0])
        vector = [float(size) * math.sin(angle), 0.0, -float(size) * math.cos(angle)]
    else:
        phi, theta = math.radians(numbers[0]), math.radians(numbers[1])
        vector = [float(size) * math.sin(theta) * math.cos(phi), float(size) * math.sin(theta) * math.sin(phi), float(size) * math.cos(theta)]
    return Gravity(vector, formula)


@dataclass(eq=False)
class Hold:
    """Particles that are held, moved, pulled, or grow: by a factor each `every` steps, or with a diameter by a formula."""
    velocity: Optional[list[Number]] = None
    force: Optional[list[Number]] = None
    region: Optional[Region] = None
    growth_factor: Optional[float] = None
    every: int = 1
    diameter: Optional[str] = None

    def holds(self) -> bool:
        return self.force is None and self.growth_factor is None and self.diameter is None


def freeze(script: "Script", fix: Fix) -> Hold:
    return Hold()


def move(script: "Script", fix: Fix) -> Hold:
    o = Options(fix, fix.words)
    kind = o.word()
    if kind != "linear":
        raise ScriptError(f"fix {fix.id} move {kind}: accepted: linear")
    return Hold(velocity=[number("0") if word == "NULL" else number(word) for word in (o.word() for _ in range(3))])


def setforce(script: "Script", fix: Fix) -> Optional[Hold]:
    words = fix.words[:3]
    if all(is_number(word) and number(word) == 0 for word in words) and len(words) == 3:
        script.report.add(APPROXIMATE, script.place, fix.text, "particles without force keep their velocity there; they are held here, at rest")
        return Hold()
    script.report.add(LEFT_OUT, script.place, fix.text, "physics: forces that replace those of contacts")
    return None


def addforce(script: "Script", fix: Fix) -> Optional[Hold]:
    words = fix.words[:3]
    if len(words) < 3 or any(word.startswith("v_") for word in words):
        script.report.add(LEFT_OUT, script.place, fix.text, "physics: forces by formula; a hook in Python can add them (docs/python.md)")
        return None
    region = None
    if "region" in fix.words[3:-1]:
        region = region_of(script, str(fix.words[fix.words.index(Word("region")) + 1]))
    return Hold(force=[number(word) for word in words], region=region)


def adapt(script: "Script", fix: Fix) -> Optional[Hold]:
    """fix adapt N atom diameter v_name."""
    o = Options(fix, fix.words)
    every = o.count()
    words = [str(word) for word in o.words[o.at:]]
    name = words[2][2:] if len(words) > 2 else ""
    if words[:2] not in (["atom", "diameter"], ["atom", "radius"]) or not words[2].startswith("v_") or every < 1:
        script.report.add(LEFT_OUT, script.place, fix.text, f"physics: '{' '.join(words[:2])}' changes with time; diameters that grow have a translation, gravity and motions of walls by formulas of time in their own fixes")
        return None
    text = script.variables.all[name].values[0] if name in script.variables.all else ""
    if name in script.variables.all and script.variables.all[name].style == "atom":
        tree = formulas.parse(text)
        grown = {"diameter", "radius"}
        factor = next((tree.parts[1 - k] for k in (0, 1) if tree.kind == "operator" and tree.name == "*" and tree.parts[k].name in grown), None)
        if factor is None:
            script.report.add(LEFT_OUT, script.place, fix.text, f"physics: diameters of the formula '{text}'; accepted: diameter times a number, or a variable of the style equal")
            return None
        return Hold(growth_factor=formulas.evaluate(factor, script.variables), every=every)
    script.variables.formula(name)
    return Hold(diameter=words[2], every=every)


def viscous(script: "Script", fix: Fix) -> Number:
    return Options(fix, fix.words).value()


@dataclass(eq=False)
class MassFlow:
    """massflow/mesh."""
    mesh: Fix
    side: list[Number]
    delete: bool = False


def massflow(script: "Script", fix: Fix) -> MassFlow:
    o = Options(fix, fix.words)
    face: Optional[Fix] = None
    side = [Number(0)] * 3
    delete = False
    while o.more():
        name = str(o.word())
        if name == "mesh":
            face = mesh_fix(script, str(o.word()))
        elif name in ("vec_side", "vec_side_normal"):
            side = o.vector()
        elif name == "delete_atoms":
            delete = o.word() == "yes"
        elif name == "count":
            if o.word() != "once":
                script.report.add(APPROXIMATE, script.place, fix.text, "count multiple counts a particle each time that it passes, here once")
        elif name == "writeTime":
            continue
        elif name in ("append", "file", "screen", "check_property", "sum_property", "point_at_outlet", "inside_out"):
            if name in ("append", "file", "screen", "sum_property"):
                o.word()
            else:
                raise ScriptError(f"fix {fix.id} massflow/mesh: '{name}' has no translation")
        else:
            raise ScriptError(f"fix {fix.id} massflow/mesh: '{name}' is not known to the import")
    if face is None:
        raise ScriptError(f"fix {fix.id} massflow/mesh: a mesh is missing")
    return MassFlow(face, side, delete)


@dataclass(eq=False)
class Heat:
    """heat/gran."""
    temperature: Number
    area: str = "overlap"
    contact_area: Optional[Number] = None
    correction: bool = False


def heat(script: "Script", fix: Fix) -> Heat:
    o = Options(fix, fix.words)
    found = Heat(Number(0))
    while o.more():
        name = str(o.word())
        if name == "initial_temperature":
            found.temperature = o.value()
        elif name == "contact_area":
            found.area = str(o.word())
            if found.area == "constant":
                found.contact_area = o.value()
        elif name == "area_correction":
            found.correction = o.word() == "yes"
        elif is_number(Word(name)) and found.temperature == 0:
            found.temperature = number(name)
        else:
            raise ScriptError(f"fix {fix.id} {fix.style}: '{name}' is not known to the import")
    if found.temperature <= 0:
        raise ScriptError(f"fix {fix.id} {fix.style}: an initial_temperature above 0 is missing")
    return found


def property_atom(script: "Script", fix: Fix) -> None:
    name = str(fix.words[0]) if fix.words else ""
    script.report.add(LEFT_OUT, script.place, fix.text, f"a value '{name}' of each particle")
