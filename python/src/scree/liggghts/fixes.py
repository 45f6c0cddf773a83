# SPDX-License-Identifier: BSD-3-Clause
"""The table of fixes: what the reader of each finds in its words, or why it does nothing. What becomes of it in a case is in walls.py, insertions.py and case.py."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Optional

from .bonds import BondCreate, bond_create
from .cells import Deform, berendsen, deform
from .deck import Fix
from .errors import ScriptError
from .fix_actions import Gravity, Heat, Hold, MassFlow, adapt, addforce, freeze, gravity, heat, massflow, move, property_atom, setforce, viscous
from .fix_particles import Distribution, Insertion, Template, distribution, insertion, pour, property_global, template
from .fix_walls import Mesh, Move, Wall, mesh, move_mesh, wall
from .fix_words import Words
from .report import EXACT, LEFT_OUT, NEEDS

if TYPE_CHECKING:
    from .script import Script

Reader = Callable[["Script", Fix], Any]


@dataclass(frozen=True)
class Row:
    """One style of fix."""
    read: Optional[Reader]
    kind: str = EXACT
    why: str = ""


def add(script: "Script", words: Words) -> None:
    """The command fix."""
    if len(words) < 3:
        raise ScriptError("fix: an id, a group and a style are expected")
    deck = script.deck
    name, group, style = str(words[0]), str(words[1]), str(words[2])
    if group != "all":
        deck.group(group)
    row = find_row(style)
    if row is None:
        raise ScriptError(f"fix {name}: the style '{style}' is not known to the import")
    old = deck.fixes.get(name)
    if old is not None and old.style != style:
        raise ScriptError(f"fix {name}: there is one of the style {old.style} with this id; LIGGGHTS refuses that")
    made = Fix(name, group, style, list(words[3:]), script.place, "fix " + " ".join(words), deck.step)
    if row.read is not None:
        made.data = row.read(script, made)
    if row.kind != EXACT or row.read is None:
        script.report.add(row.kind, script.place, made.text, row.why)
    deck.fixes[name] = made
    deck.made.append(made)


def find_row(style: str) -> Optional[Row]:
    if style in FIXES:
        return FIXES[style]
    for start, row in BY_START.items():
        if style.startswith(start):
            return row
    return None


def refuse(what: str) -> Row:
    def do(script: "Script", fix: Fix) -> None:
        raise ScriptError(f"fix {fix.id} {fix.style}: {what}")
    return Row(do)


def left_out(why: str) -> Row:
    return Row(None, LEFT_OUT, why)


INTEGRATE = Row(lambda script, fix: "integrate")
OUTPUT = left_out("output: series.csv, probes and measures have such numbers")

FIXES: dict[str, Row] = {
    "property/global": Row(property_global), "particletemplate/sphere": Row(template), "particletemplate/multisphere": Row(template),
    "particledistribution/discrete": Row(distribution),
    "particledistribution/discrete/numberbased": Row(distribution), "particledistribution/discrete/massbased": Row(distribution),
    "insert/pack": Row(insertion), "insert/pack/dense": Row(insertion), "insert/stream": Row(insertion), "insert/rate/region": Row(insertion), "pour": Row(pour),
    "mesh/surface": Row(mesh), "mesh/surface/planar": Row(mesh), "mesh/surface/stress": Row(mesh), "mesh/surface/stress/servo": Row(mesh),
    "mesh/surface/stress/6dof": Row(mesh), "mesh/gran": Row(mesh), "mesh/surface/heattransfer": Row(mesh),
    "move/mesh": Row(move_mesh), "move/mesh/gran": Row(move_mesh), "wall/gran": Row(wall), "wall/gran/region": Row(wall),
    "gravity": Row(gravity), "freeze": Row(freeze), "move": Row(move), "setforce": Row(setforce), "addforce": Row(addforce), "viscous": Row(viscous),
    "massflow/mesh": Row(massflow), "heat/gran": Row(heat), "heat/gran/conduction": Row(heat), "property/atom": Row(property_atom),
    "nve/sphere": INTEGRATE, "nve": INTEGRATE, "multisphere": INTEGRATE, "rigid": refuse("rigid bodies of particles; clumps are shapes here"),
    "rigid/small": refuse("rigid bodies of particles; clumps are shapes here"),
    "nve/limit": left_out("physics: a limit of displacements; the case has none, and starts from where particles are"),
    "enforce2d": Row(None, NEEDS, "particles stay in a plane by walls or groups here (docs/two_dimensions.md)"),
    "couple/cfd": left_out("physics: forces of a fluid; the flow solver also sets the duration of the run: give it by --until or time.end"),
    "buoyancy": left_out("physics: buoyancy; a lower gravity does the same where all densities are equal"),
    "wall/reflect": left_out("physics: reflecting borders; walls do that here"), "momentum": left_out("physics: momentum is taken out"),
    "adapt": Row(adapt), "spring": left_out("physics: springs on particles"),
    "drag": left_out("physics: drag"), "efield": left_out("physics: electric fields"), "heat/gran/radiation": left_out("physics: radiation between particles; heat.radiation is to the ambient"),
    "check/timestep/gran": Row(None, EXACT, "scree checks the time step itself"), "check/timestep/sph": OUTPUT,
    "print": OUTPUT, "deform": Row(deform), "deform/pressure": Row(deform), "press/berendsen": Row(berendsen), "breakparticle/force": refuse("particles that break have no translation"),
    "contacthistory/mesh": OUTPUT, "lb/fluid": refuse("a fluid"), "bond/create": Row(bond_create), "bond/create/gran": Row(bond_create), "bond/propagate/gran": Row(None, EXACT, "it has no influence on results"),
    "sph/density/continuity": refuse("SPH has no translation"), "sph/pressure": refuse("SPH has no translation"),
    "setforce/region": left_out("physics"), "massflow/mesh/sieve": refuse("sieves by chance have no translation"), "limit/vel": left_out("physics: a limit of velocities"),
    "limit/property/atom": left_out("physics: a limit of a property"), "deposit": refuse("accepted in place of it: pour, insertions"),
    "balance": Row(None, EXACT, "it has no influence on results"), "cfd/coupling/force": left_out("physics: forces of a fluid"),
}
BY_START = {"ave/": OUTPUT, "store/": OUTPUT, "couple/": FIXES["couple/cfd"], "wall/gran": Row(wall), "check/timestep": FIXES["check/timestep/gran"], "property/atom": FIXES["property/atom"],
            "sph": refuse("SPH has no translation"), "bond": refuse("accepted of bonds: bond/create, bond/create/gran; docs/bonds.md has those of scree"),
            "chem": left_out("physics: chemical reactions"), "scalar": left_out("physics: a scalar of particles"), "nve": refuse("particles of other shapes"),
            "break": refuse("particles that break have no translation"), "multisphere": INTEGRATE, "liquid": left_out("physics: liquid on particles"), "ttm": OUTPUT,
            "template/": refuse("its particles have no translation"), "particletemplate/": refuse("accepted: sphere, multisphere"), "insert/": refuse("accepted: pack, stream, rate/region"),
            "mesh/": refuse("accepted: mesh/surface, and the styles whose names begin so"), "forcecontrol": refuse("forces that control regions have no translation"), "dump": OUTPUT}

__all__ = ["BondCreate", "Deform", "Distribution", "Gravity", "Heat", "Hold", "Insertion", "MassFlow", "Mesh", "Move", "Template", "Wall"]
