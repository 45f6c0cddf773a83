# SPDX-License-Identifier: BSD-3-Clause
"""Bonds of the forks of LIGGGHTS as the bond law `parallel` and entries of `bonds`.

Two forms of bond_coeff are read: of LIGGGHTS-PFM and LIGGGHTS-WITH-BONDS, `N rb Sn St mode ...` with stiffnesses per area and the radius of a bond,
and of LIGGGHTS Flexible Fibers, `N ro ri E G damping number mode ...` with moduli and radii relative to the smaller particle."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence

from .deck import Fix
from .errors import ScriptError
from .fix_words import Options
from .lines import Place, Word, number, whole
from .report import APPROXIMATE, LEFT_OUT
from .units import Quantity, quantity

if TYPE_CHECKING:
    from .case import Builder
    from .script import Script

FORMS = "accepted: N rb Sn St 0 r_break, N rb Sn St 1 sigma tau, N rb Sn St 2 sigma tau T, and N ro ri E G damping number 0|1|2 with the same ends"
ENDS = {0: 1, 1: 2, 2: 3}  # numbers behind the mode of breaking


@dataclass(eq=False)
class Coefficients:
    """One type of bond, in units of the script."""
    place: Place
    text: str
    fibres: bool
    numbers: list[float]  # rb Sn St, or ro ri E G damping
    mode: int
    ends: list[float]


@dataclass(eq=False)
class BondCreate:
    """bond/create and bond/create/gran."""
    every: int
    types: tuple[int, int]
    distance: float
    kind: int


def bond_style(script: "Script", words: Sequence[Word]) -> None:
    if words and words[0] not in ("none", "gran"):
        raise ScriptError(f"bond_style {words[0]} has no translation; accepted: gran. docs/bonds.md has the bonds of scree")


def bond_coeff(script: "Script", words: Sequence[Word]) -> None:
    text = "bond_coeff " + " ".join(words)
    values = [float(number(word)) for word in words[1:]]
    for fibres, before in ((True, 6), (False, 3)):
        mode = int(values[before]) if len(values) > before else -1
        if mode in ENDS and len(values) == before + 1 + ENDS[mode]:
            break
    else:
        raise ScriptError(f"{text}: {FORMS}")
    numbers = values[:before] if not fibres else values[:4] + [values[5] if values[4] == 1 else 0.0]
    if numbers[0] <= 0 or min(numbers[2 if fibres else 1:4 if fibres else 3]) <= 0:
        raise ScriptError(f"{text}: a radius or a stiffness is not above 0")
    script.deck.bonds[whole(words[0])] = Coefficients(script.place, text, fibres, numbers, mode, values[before + 1:])


def bond_create(script: "Script", fix: Fix) -> BondCreate:
    o = Options(fix, fix.words)
    found = BondCreate(o.count(), (o.count(), o.count()), float(o.value()), o.count())
    o.count()
    while o.more():
        name = str(o.word())
        if name in ("iparam", "jparam"):
            o.word(), o.word()
            script.report.add(APPROXIMATE, script.place, fix.text, f"{name}: a particle may have any number of bonds here, and keeps its type")
        elif name == "prob":
            o.word(), o.word()
            script.report.add(APPROXIMATE, script.place, fix.text, "prob: all pairs that are near enough are bonded here; `bonds.file` names some")
        else:
            raise ScriptError(f"fix {fix.id} {fix.style}: '{name}' is not known to the import")
    if found.every < 1 or found.kind not in script.deck.bonds:
        raise ScriptError(f"fix {fix.id} {fix.style}: " + (f"bond_coeff of the type {found.kind} is missing" if found.every > 0 else "the number of steps is not above 0"))
    return found


def _radii(b: "Builder", kind: int) -> list[float]:
    """Radii of the particles of a type, in units of the script."""
    return [p.diameter / 2 for p in b.deck.particles if p.type == kind] + [float(t.radius) * b.deck.coarse for t in b.templates(kind) if t.radius]


def _pair_radii(b: "Builder", made: BondCreate) -> tuple[float, float, bool]:
    """The mean radii of both types, and whether all of them are the same."""
    radii = [_radii(b, kind) for kind in made.types]
    if not all(radii):
        raise ScriptError(f"bonds between the types {made.types[0]} and {made.types[1]}: the radii of their particles are not known")
    both = radii[0] + radii[1]
    return sum(radii[0]) / len(radii[0]), sum(radii[1]) / len(radii[1]), max(both) - min(both) < 1e-9 * max(both)


def bond_law(b: "Builder", types: Sequence[int], note: Callable[[Place, str, str], None]) -> Optional[dict[str, Any]]:
    """The entry `bond` of the contacts of two types of particles."""
    for fix in b.timeline.of(BondCreate):
        made: BondCreate = fix.data
        if sorted(made.types) != sorted(types):
            continue
        c = b.deck.bonds[made.kind]
        r1, r2, same = _pair_radii(b, made)

        def say(why: str) -> None:
            note(c.place, c.text, why)

        return {"law": "parallel", **(_fibre(b, c, say) if c.fibres else _spring(b, c, min(r1, r2), same, say)), **_strength(b, c, r1 + r2, say)}
    return None


def _spring(b: "Builder", c: Coefficients, radius: float, same: bool, say: Callable[[str], None]) -> dict[str, Any]:
    """Of LIGGGHTS-PFM and WITH-BONDS."""
    rb, normal, shear = c.numbers
    say("the load of a bond loses 0.5 % in each step there, so that bonds creep and come to rest; here they keep it, without a dashpot (bond_damping_normal and its like give one)")
    say("bending and twisting of touching spheres of one size are half as stiff there")
    if not same:
        say(f"bonds have one radius there; here one that is relative to the smaller particle, right for the mean radius {float(b.units.si(radius, 'length')):.4g} m")
    return {"bond_stiffness": Quantity(float(b.units.si(normal, "stiffness_per_area"))), "bond_ratio": Quantity(float(f"{normal / shear:.12g}")), "bond_radius": Quantity(float(f"{rb / radius:.12g}"))}


def _fibre(b: "Builder", c: Coefficients, say: Callable[[str], None]) -> dict[str, Any]:
    """Of Flexible Fibers."""
    outer, inner, young, shear, damping = c.numbers
    say("forces across a bond act at the radius of each particle there, here at the middle of the bond: the same for touching spheres")
    if inner > 0:
        say(f"bonds are tubes there; here solid with the same section, {(outer ** 2 + inner ** 2) / (outer ** 2 - inner ** 2):.4g} times softer in bending and twisting")
    law: dict[str, Any] = {"bond_young": b.units.si(young, "pressure"), "bond_ratio": Quantity(float(f"{young / shear:.12g}")), "bond_radius": Quantity(float(f"{math.sqrt(outer ** 2 - inner ** 2):.12g}"))}
    if damping > 0:
        law.update({f"bond_damping_{name}": Quantity(damping) for name in ("normal", "shear", "bending", "torsion")})
    return law


def _strength(b: "Builder", c: Coefficients, length: float, say: Callable[[str], None]) -> dict[str, Any]:
    if c.mode == 0:
        stretch = 2 * c.ends[0] - length
        if stretch <= 0:
            raise ScriptError(f"{c.place.file}:{c.place.line}: bonds break there at the distance {2 * c.ends[0]:g} of the centres, and particles that touch are {length:g} apart")
        say(f"bonds break by their length there; here by the tension that it gives, exact for bonds that begin with the length {float(b.units.si(length, 'length')):.4g} m")
        stress = (c.numbers[2] / length if c.fibres else c.numbers[1]) * stretch
        return {"bond_tension": quantity(float(f"{float(b.units.si(stress, 'pressure')):.9g}"), "pressure"), "bond_moment_share": 0}
    say("compression breaks a bond there " + ("later than bending alone would, as the force is subtracted" if b.deck.dialect == "pfm" and not c.fibres else "as tension does") + "; here tension does, and compression holds against bending")
    if c.mode == 2:
        say(f"bonds end above the temperature {c.ends[2]:g} there, here they do not")
    return {"bond_tension": b.units.si(c.ends[0], "pressure"), "bond_shear": b.units.si(c.ends[1], "pressure")}


def add_bonds(b: "Builder") -> None:
    """The entries of `bonds`."""
    from .case import clean, unused
    entries: list[dict[str, Any]] = []
    pairs: dict[tuple[int, ...], int] = {}
    for fix in b.timeline.of(BondCreate):
        made: BondCreate = fix.data
        if pairs.setdefault(tuple(sorted(made.types)), made.kind) != made.kind:
            raise ScriptError(f"{fix.place.file}:{fix.place.line}: two types of bonds between particles of the same types; a pair of materials has one bond law")
        r1, r2, same = _pair_radii(b, made)
        gap = made.distance - r1 - r2
        if not same or gap < 0:
            b.approximate(fix, f"pairs are bonded whose surfaces are {float(b.units.si(max(gap, 0.0), 'length')):.4g} m apart or less; there those whose centres are {made.distance:g} apart or less")
        first, last = b.timeline.interval(fix)
        chosen = b.choose(fix.group)
        if chosen is None:
            b.report.add(LEFT_OUT, fix.place, fix.text, f"physics: the particles of the group '{fix.group}' cannot be chosen here")
            continue
        steps = sum(b.timeline.runs[k].steps for k in b.timeline.acts[fix])
        names = [[name for name, kind in b.types_of.items() if name in b.grain_density and kind == wanted] for wanted in made.types]
        for materials in sorted({tuple(sorted((one, two))) for one in names[0] for two in names[1]}):
            keys: dict[str, Any] = {"name": unused(clean(fix.id), [entry["name"] for entry in entries])}
            if gap > 0:
                keys["gap"] = quantity(float(f"{float(b.units.si(gap, 'length')):.12g}"), "length")
            if len(b.grain_density) > 1:
                keys["materials"] = list(materials)
            keys |= {name: value for name, value in chosen.items() if name in ("region", "ids")}
            entries.append(keys)
            b.start(keys, f"bonds.{keys['name']}", first)
            if steps > made.every:
                keys["every"] = b.seconds(made.every)
                b.stop(f"bonds.{keys['name']}", last)
        b.exact(fix)
    if entries:
        b.case["bonds"] = entries
