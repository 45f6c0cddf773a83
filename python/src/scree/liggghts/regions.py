# SPDX-License-Identifier: BSD-3-Clause
"""Regions of a script, and the same regions in the words of scree."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Optional, Sequence

from .deck import Region
from .errors import ScriptError
from .lines import Word, number, whole
from .report import APPROXIMATE
from .units import Units

if TYPE_CHECKING:
    from .script import Script

COUNTS = {"block": 6, "cylinder": 6, "sphere": 4, "cone": 7, "prism": 9, "plane": 6}
FAR = 1e20


def read_region(script: "Script", words: Sequence[Word]) -> Region:
    """The command region."""
    style, rest = str(words[1]), list(words[2:])
    if style == "mesh/tet":
        return Region(style, [], script.place, file=str(rest[1]) if len(rest) > 1 else "")
    inside, frame = _options(script, rest)
    if style in ("union", "intersect"):
        count = whole(rest[0]) if rest else 0
        if count < 2 or len(rest) < count + 1:
            raise ScriptError(f"region {words[0]} {style}: a number and that many regions are expected")
        parts = []
        for name in rest[1:count + 1]:
            if name not in script.deck.regions:
                raise ScriptError(f"there is no region '{name}'")
            parts.append(script.deck.regions[str(name)])
        return Region(style, [], script.place, inside=inside, of=parts)
    if style == "wedge":
        return Region(style, [], script.place, inside=inside)
    if style not in COUNTS or len(rest) < COUNTS[style]:
        raise ScriptError(f"region {words[0]} {style}: accepted: block, cylinder, sphere, cone, union, intersect with their numbers")
    rest = rest[:COUNTS[style]]
    axis = ""
    if style in ("cylinder", "cone"):
        axis = str(rest.pop(0))
        if axis not in ("x", "y", "z"):
            raise ScriptError(f"region {words[0]} {style} {axis}: accepted: x, y, z")
    factor = _lattice_factor(script, str(words[0]), style) if frame == "lattice" else 1.0
    values: list[Any] = []
    for k, word in enumerate(rest):
        high = k % 2 == 1 if style == "block" else k == len(rest) - 1
        along = k // 2 if style == "block" else "xyz".index(axis) if axis else 0
        values.append(_bound(script, word, along, high, factor))
    if style == "block" and any(values[2 * k] > values[2 * k + 1] for k in range(3)) or style in ("cylinder", "cone") and values[-2] > values[-1]:
        raise ScriptError(f"region {words[0]} {style}: a lower bound is above the upper one")
    return Region(style, values, script.place, axis, inside)


def _options(script: "Script", rest: list[Word]) -> tuple[bool, str]:
    """Takes `side`, `units` and others off the words."""
    inside, frame = True, "box" if script.deck.dialect == "public" else "lattice"
    k = 0
    while k < len(rest) - 1:
        if rest[k] == "side" and rest[k + 1] in ("in", "out"):
            inside = rest[k + 1] == "in"
        elif rest[k] == "units" and rest[k + 1] in ("box", "lattice"):
            frame = str(rest[k + 1])
        elif rest[k] in ("move", "rotate", "open"):
            raise ScriptError(f"a region with the option '{rest[k]}' has no translation")
        elif rest[k] != "volume_limit":
            k += 1
            continue
        del rest[k:k + 2]
    return inside, frame


def _lattice_factor(script: "Script", name: str, style: str) -> float:
    if script.deck.lattice is None:
        if script.deck.dialect == "pfm":
            script.report.add(APPROXIMATE, script.place, f"region {name} {style}", "it says no units and there is no lattice, an error in LIGGGHTS-PFM: lengths of the box are taken")
            return 1.0
        raise ScriptError(f"region {name} {style}: it says no 'units box', and there is no lattice: an error in LAMMPS")
    style_name, scale = script.deck.lattice
    return scale


def _bound(script: "Script", word: Word, along: int, high: bool, factor: float) -> Any:
    if word in ("INF", "EDGE"):
        if script.deck.box is None:
            return FAR if high else -FAR
        low_corner, high_corner = script.deck.box.bounds()
        return (high_corner if high else low_corner)[along]
    value = number(word)
    return value if factor == 1 else float(value) * factor


def clip(region: Region, box: Optional[Region]) -> None:
    """Bounds that were INF before the box was made become those of the box."""
    if box is None or box is region:
        return
    for part in region.of:
        clip(part, box)
    if region.style == "block":
        low, high = box.bounds()
        for k in range(3):
            if region.values[2 * k] <= -FAR:
                region.values[2 * k] = low[k]
            if region.values[2 * k + 1] >= FAR:
                region.values[2 * k + 1] = high[k]
    elif region.style in ("cylinder", "cone"):
        low, high = box.bounds()
        along = "xyz".index(region.axis)
        if region.values[-2] <= -FAR:
            region.values[-2] = low[along]
        if region.values[-1] >= FAR:
            region.values[-1] = high[along]


def members(region: Region) -> list[Region]:
    """The regions of a union, or the region itself."""
    if region.style != "union" or not region.inside:
        return [region]
    return [part for of in region.of for part in members(of)]


def _along_axis(region: Region, units: Units, **radii: float) -> dict[str, Any]:
    """A cylinder or a cone, whose last two numbers are the ends."""
    v, along = region.values, "xyz".index(region.axis)
    across = iter(v[:2])
    return {"point": units.vector([v[-2] if k == along else next(across) for k in range(3)], "length"), "axis": [float(k == along) for k in range(3)],
            **{name: units.si(radius, "length") for name, radius in radii.items()}, "length": units.si(float(f"{v[-1] - v[-2]:.15g}"), "length")}


def cone_keys(region: Region, units: Units, box: Optional[Region]) -> dict[str, Any]:
    """A cone as a wall of scree."""
    clip(region, box)
    return _along_axis(region, units, radius=region.values[2], end_radius=region.values[3])


def outside_block(region: Region, units: Units, box: Optional[Region]) -> list[dict[str, Any]]:
    """The outside of a block as half spaces, those in which the box has a part."""
    found = []
    clip(region, box)
    inside = box.bounds() if box is not None else ((-FAR,) * 3, (FAR,) * 3)
    for k in range(3):
        for end, sign in ((2 * k, -1.0), (2 * k + 1, 1.0)):
            if inside[0][k] < region.values[end] < inside[1][k]:
                at = [region.values[end] if j == k else 0.0 for j in range(3)]
                found.append({"half_space": {"point": units.vector(at, "length"), "normal": [sign if j == k else 0.0 for j in range(3)]}})
    return found


def cases_of(region: Region, units: Units, box: Optional[Region]) -> list[dict[str, Any]]:
    """Regions of scree that together are this one."""
    if region.style == "block" and not region.inside:
        return outside_block(region, units, box)
    return [as_case(part, units, box) for part in members(region)]


def _common_block(region: Region) -> Optional[list[float]]:
    """The bounds of the block in which blocks intersect; None if they are no blocks."""
    if any(part.style != "block" or not part.inside for part in region.of):
        return None
    return [(min if k % 2 else max)(part.values[k] for part in region.of) for k in range(6)]


def as_case(region: Region, units: Units, box: Optional[Region]) -> dict[str, Any]:
    """A region of scree. ScriptError if it has none like this."""
    clip(region, box)
    v = region.values
    where = f"{region.place.file}:{region.place.line}: the region"
    if not region.inside:
        raise ScriptError(f"{where} is the outside of a {region.style}, which has no translation")
    if region.style == "intersect":
        v = _common_block(region) or v
    if region.style == "block" or v and region.style == "intersect":
        if any(v[2 * k] >= v[2 * k + 1] for k in range(3)):
            raise ScriptError(f"{where} is empty")
        if any(abs(x) >= FAR for x in v):
            raise ScriptError(f"{where} has no bounds")
        return {"box": {"min": units.vector(v[0::2], "length"), "max": units.vector(v[1::2], "length")}}
    if region.style == "sphere":
        return {"sphere": {"point": units.vector(v[:3], "length"), "radius": units.si(v[3], "length")}}
    if region.style == "cylinder":
        return {"cylinder": _along_axis(region, units, radius=v[2])}
    raise ScriptError(f"{where} is of the style {region.style}; accepted where particles are: block, cylinder, sphere, an intersection of blocks; where they are inserted also a cone and a union")


def solid_volume(region: Region) -> float:
    """Volume of a block, cylinder, cone or sphere in units of the script."""
    v = (_common_block(region) if region.style == "intersect" else None) or region.values
    if v and region.style in ("block", "intersect"):
        return (v[1] - v[0]) * (v[3] - v[2]) * (v[5] - v[4])
    if region.style == "sphere":
        return 4 / 3 * math.pi * v[3] ** 3
    if region.style == "cylinder":
        return math.pi * v[2] ** 2 * (v[4] - v[3])
    if region.style == "cone":
        return math.pi / 3 * (v[2] ** 2 + v[2] * v[3] + v[3] ** 2) * (v[5] - v[4])
    raise ScriptError(f"a region of the style {region.style} has no known volume")
