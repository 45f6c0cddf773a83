# SPDX-License-Identifier: BSD-3-Clause
"""Insertions, clumps and placed particles of a script in the words of scree."""
from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Optional, Sequence

from . import fixes
from .deck import Fix
from .emit import Expression, plain
from .errors import ScriptError
from .lines import Number
from .regions import as_case, clip, cone_keys, members, solid_volume
from .report import NEEDS
from .units import Quantity, quantity

if TYPE_CHECKING:
    from .case import Builder

Weighted = Sequence[tuple[fixes.Template, Number]]


def add_particles(b: "Builder") -> None:
    """Placed particles: a few stand in the case, more in a file beside it."""
    particles = b.deck.particles
    if not particles:
        return
    for p in particles:
        if p.diameter <= 0 or p.density <= 0:
            raise ScriptError(f"particle {p.id} has the diameter {p.diameter:g} and the density {p.density:g}")
    b.case["particles"] = {"file": "@particles"}
    b.particle_file = particle_text(b)


def particle_text(b: "Builder") -> str:
    """A particle file with a line for each; exact numbers."""
    u = b.units
    hot = any(p.temperature is not None for p in b.deck.particles)
    lines = ["# id x y z radius density vx vy vz wx wy wz material" + (" temperature" if hot else "")]
    for p in b.deck.particles:
        numbers = [*u.vector(list(p.x), "length"), u.si(p.diameter, "length", 0.5), u.si(p.density, "density"), *u.vector(list(p.velocity), "velocity"), *u.vector(list(p.spin), "rate")]
        heat = [plain(float(p.temperature if p.temperature is not None else 300))] if hot else []
        lines.append(" ".join([str(p.id), *(plain(float(x)) for x in numbers), b.grain(p.type, p.density), *heat]))
    return "\n".join(lines) + "\n"


def add_insertions(b: "Builder") -> None:
    from .case import unused
    made: list[dict[str, Any]] = []
    shapes: dict[str, Any] = {}
    names: dict[int, str] = {} # of the shapes, by the identity of their templates
    for fix, insertion in [(fix, part) for fix in b.timeline.of(fixes.Insertion) for part in _parts(b, fix)]:
        entries: Weighted = [(insertion.pour, Number(1))] if insertion.pour else insertion.distribution.entries  # type: ignore[union-attr]
        by = insertion.distribution.by if insertion.distribution else "mass"
        kinds = _kinds(b, entries)
        shares = _shares(b, kinds, by)
        for k, (kind, mass_share, number_share) in enumerate(zip(kinds, *shares)):
            keys = _insertion(b, fix, insertion, kind, by, mass_share, number_share, shapes, names, len(kinds))
            name = keys["name"] + (f"_{k + 1}" if len(kinds) > 1 else "")
            keys["name"] = unused(name, [other["name"] for other in made])
            made.append(keys)
            _times(b, fix, keys)
        b.exact(fix)
        for template_fix in b.deck.fixes.values():
            if isinstance(template_fix.data, (fixes.Template, fixes.Distribution)):
                b.exact(template_fix)
        if insertion.start > 0 and insertion.start > fix.step:
            later = b.seconds(insertion.start - fix.step)
            first = b.timeline.interval(fix)[0]
            for keys in made[-len(kinds):]:
                keys["start"] = later if first == 0 else "never"
                if first > 0:
                    b.sets[first][f"insertion.{keys['name']}.start"] = Expression(f"phase_start + {plain(float(later))} s")
    if made:
        b.case["insertion"] = made
    if shapes:
        b.case["shapes"] = shapes
        b.case["contact_mass"] = "body"
        b.clumps = True


def _kinds(b: "Builder", entries: Weighted) -> list[Weighted]:
    """Templates that can be one insertion: the same material, spheres."""
    found: dict[Any, list[tuple[fixes.Template, Number]]] = {}
    for template, weight in entries:
        key = (template.type, float(template.density), id(template) if template.clump or template.sizes else 0)
        found.setdefault(key, []).append((template, weight))
    return list(found.values())


def mean_mass(b: "Builder", template: fixes.Template) -> float:
    """Mass of a particle of a template, SI; spheres of a clump count in full."""
    density = float(b.units.si(template.density, "density"))
    if template.clump:
        if not template.spheres:
            return 1.0
        radii = [r for *_, r in template.spheres]
        volume = sum(4 / 3 * math.pi * r ** 3 for r in radii)
        return density * float(b.units.si(volume, "volume"))
    if template.sizes:
        low, high = (float(x) for x in template.sizes[1])
        cube = (low ** 3 + low ** 2 * high + low * high ** 2 + high ** 3) / 4 if template.sizes[0] == "uniform" else low ** 3 + 3 * low * high ** 2
    else:
        cube = float(template.radius or 0) ** 3
    return density * float(b.units.si(4 / 3 * math.pi * cube, "volume")) * b.deck.coarse ** 3


def _shares(b: "Builder", kinds: list[Weighted], by: str) -> tuple[list[float], list[float]]:
    """The shares of each kind by mass and by number."""
    mass, number = [], []
    for kind in kinds:
        weights = [(float(weight), mean_mass(b, template)) for template, weight in kind]
        mass.append(sum(w if by == "mass" else w * m for w, m in weights))
        number.append(sum(w / m if by == "mass" else w for w, m in weights))
    return [x / sum(mass) for x in mass], [x / sum(number) for x in number]


def _insertion(b: "Builder", fix: Fix, insertion: fixes.Insertion, kind: Weighted, by: str, mass_share: float, number_share: float, shapes: dict[str, Any], names: dict[int, str], kinds: int) -> dict[str, Any]:
    from .case import clean
    template = kind[0][0]
    keys: dict[str, Any] = {"name": clean(fix.id), "material": b.grain(template.type, template.density)}
    if template.clump:
        keys["shape"] = _shape(b, fix, template, shapes, names)
    _amount(b, fix, insertion, keys, kind, mass_share, number_share, kinds)
    keys["region"] = _region(b, fix, insertion)
    if not template.clump:
        keys |= _sizes(b, fix, kind, by)
    elif not insertion.random_turn:
        keys["orientation"] = {"axis": [0, 0, 1], "angle": 0}
    if any(insertion.velocity):
        keys["velocity"] = b.units.vector(list(insertion.velocity), "velocity")
    if any(insertion.spread):
        keys["velocity_spread"] = [b.units.si(float(f"{x:.12g}"), "velocity") for x in insertion.spread]
        if insertion.gaussian:
            b.approximate(fix, "velocities of a normal distribution are uniform here, with the same mean and standard deviation")
    if any(insertion.spin):
        keys["spin"] = b.units.vector(list(insertion.spin), "rate")
    return keys


def _parts(b: "Builder", fix: Fix) -> list[fixes.Insertion]:
    """The insertion, or one for each region of a union, with its share of the volume."""
    whole: fixes.Insertion = fix.data
    regions = members(whole.region) if whole.region is not None else []
    if len(regions) < 2:
        return [whole]
    for region in regions:
        clip(region, b.deck.box)
    volumes = [solid_volume(region) for region in regions]
    b.approximate(fix, f"the {len(regions)} regions of the union are filled one by one, each with its share of the volumes; a part that lies in two of them counts twice")
    left, parts = whole.count, []
    for k, region in enumerate(regions):
        share = volumes[k] / sum(volumes[k:])
        count = None if left is None else round(left * share)
        left = None if left is None or count is None else left - count
        share = volumes[k] / sum(volumes)
        scaled = {name: Number(value * share) for name in ("mass", "rate", "mass_rate") if (value := getattr(whole, name)) is not None}
        parts.append(replace(whole, region=region, count=count, **scaled))
    return parts


def _region(b: "Builder", fix: Fix, insertion: fixes.Insertion) -> dict[str, Any]:
    from .case import clean, unused
    from .walls import mesh_name
    if insertion.face is not None:
        return {"face": {"mesh": mesh_name(b, insertion.face)}}
    assert insertion.region is not None
    if insertion.region.style != "cone" or not insertion.region.inside:
        return as_case(insertion.region, b.units, b.deck.box)
    name = unused(clean(f"{fix.id}_region"), b.case["walls"])
    b.case["walls"][name] = {"cone": {**cone_keys(insertion.region, b.units, b.deck.box), "lids": "both"}, "material": next(iter(b.grain_density)), "start": "never"}
    b.approximate(fix, "the cone of the region has 128 sides, 0.04 % less volume")
    return {"mesh": name}


def _sizes(b: "Builder", fix: Fix, kind: Weighted, by: str) -> dict[str, Any]:
    template = kind[0][0]
    if template.sizes:
        name, (low, high) = template.sizes
        two = [b.units.si(x, "length", 2 * b.deck.coarse) for x in (low, high)]
        b.approximate(fix, f"radii of the distribution '{name}' are drawn by number")
        if name == "uniform":
            return {"diameter": {"uniform": two}}
        return {"diameter": {"normal" if name == "gaussian" else "lognormal": {"mean": two[0], "deviation": two[1]}}}
    sizes: dict[float, Any] = {}
    for member, weight in kind:
        diameter = b.units.si(member.radius or 0.0, "length", 2 * b.deck.coarse)
        if float(diameter) in sizes:
            sizes[float(diameter)][1] = Quantity(sizes[float(diameter)][1] + weight)
        else:
            sizes[float(diameter)] = [diameter, Quantity(float(weight))]
    if len(sizes) == 1:
        return {"diameter": next(iter(sizes.values()))[0]}
    return {"diameter": {"table": list(sizes.values())}, "distribution": by}


def _shape(b: "Builder", fix: Fix, template: fixes.Template, shapes: dict[str, Any], names: dict[int, str]) -> str:
    import os
    if id(template) in names:
        return names[id(template)]
    name = f"clump_{len(shapes) + 1}" if shapes else "clump"
    if template.file:
        path = b.script.files.find(template.file)
        if path is None:
            b.report.add(NEEDS, fix.place, fix.text, f"the file of spheres '{template.file}' is missing")
            path = b.script.files.places(template.file)[0]
        entry: dict[str, Any] = {"file": os.path.relpath(path, b.out_folder)}
        scale = b.units.si(template.scale, "length")
        if scale != 1:
            entry["scale"] = scale
    else:
        entry = {"members": [{"at": b.units.vector([x, y, z], "length"), "radius": b.units.si(r, "length")} for x, y, z, r in template.spheres]}
    shapes[name] = entry
    names[id(template)] = name
    b.approximate(fix, "the volume of a clump is exact here and by random points there; its forces use velocities of the full step")
    return name


def _amount(b: "Builder", fix: Fix, insertion: fixes.Insertion, keys: dict[str, Any], kind: Weighted, mass_share: float, number_share: float, kinds: int) -> None:
    """`fill` or `rate`, and the limits."""
    steps = sum(b.timeline.runs[k].steps for k in b.timeline.acts[fix])
    every = insertion.every
    density = float(b.units.si(kind[0][0].density, "density"))
    mass_limit = quantity_of(float(b.units.si(insertion.mass, "mass")) * mass_share, "mass") if insertion.mass is not None else None
    count = round(insertion.count * number_share) if insertion.count is not None else None
    if insertion.style == "pour":
        _pour(b, fix, insertion, keys, count)
        return
    if insertion.style == "pack":
        times = 1 if every == 0 else math.ceil(steps / every)
        fraction = insertion.fraction
        floor = _floor(b, fix) if times > 1 else None
        if floor is not None:
            b.approximate(fix, f"the region lies on {floor}, so its particles stay: it is filled once, up to its target; LIGGGHTS tries again every {every} steps, {times} times, where particles found no place")
        if times == 1 or floor is not None:
            keys["fill"] = "dense" if insertion.dense else "random"
            if count is not None:
                keys["count"] = count
            if mass_limit is not None:
                keys["mass"] = mass_limit
            if fraction is not None:
                keys["fraction"] = b.units.si(fraction, "none") if kinds == 1 else Quantity(float(f"{float(fraction) * mass_share:.12g}"))
            return
        _topping_up(b, fix, insertion, keys, count, mass_limit, mass_share, density, times)
        return
    if every <= 0 and insertion.style == "stream":
        every = _stream_every(b, fix)
    if insertion.rate is not None:
        keys["rate"] = quantity_of(float(b.units.si(insertion.rate, "rate")) * number_share, "rate")
    elif insertion.mass_rate is not None:
        keys["rate"] = quantity_of(float(b.units.si(insertion.mass_rate, "mass_rate")) * mass_share, "mass_rate")
    elif insertion.count is not None or insertion.mass is not None:
        interval = float(b.seconds(every or 1))
        if mass_limit is not None:
            keys["rate"] = quantity_of(mass_limit / interval, "mass_rate")
        else:
            keys["rate"] = quantity_of((count or 1) / interval, "rate")
    else:
        raise ScriptError(f"{fix.place.file}:{fix.place.line}: fix {fix.id} has no rate, number or mass")
    if every > 0:
        keys["every"] = b.seconds(every)
    if count is not None:
        keys["count"] = count
    if mass_limit is not None:
        keys["mass"] = mass_limit
    if insertion.style == "stream":
        b.approximate(fix, "particles of a stream do not feel gravity there until they have crossed the face; here they do from where they are inserted. Those that find no place are lost there and made up here")


def _stream_every(b: "Builder", fix: Fix) -> int:
    """Steps between the insertions of a stream: its length over the distance of a step along the normal of the face."""
    import numpy as np
    from .walls import mesh_points
    insertion: fixes.Insertion = fix.data
    if insertion.extrude is None:
        return 0
    v = np.array([float(x) for x in insertion.velocity])
    speed = float(np.linalg.norm(v))
    points = mesh_points(b, insertion.face) if insertion.face is not None else None
    if points is not None and len(points) >= 3:
        normal = np.cross(points[1] - points[0], points[2] - points[0])
        length = float(np.linalg.norm(normal))
        if length > 0:
            speed = abs(float(np.dot(v, normal / length)))
    if speed == 0:
        return 0
    return max(1, int(float(insertion.extrude) / (float(b.timeline.runs[b.timeline.acts[fix][0]].dt) * speed)))


def _floor(b: "Builder", fix: Fix) -> Optional[str]:
    """The plane on which the region of an insertion lies, seen along gravity."""
    insertion: fixes.Insertion = fix.data
    gravity: Any = next((f.data.vector for f in b.timeline.of(fixes.Gravity)), None)
    if gravity is None or insertion.region is None:
        return None
    axis = max(range(3), key=lambda k: abs(gravity[k]))
    low, high = (corner[axis] for corner in insertion.region.bounds())
    bottom, height = (low, high - low) if gravity[axis] < 0 else (high, low - high)
    for wall in b.timeline.of(fixes.Wall):
        position = wall.data.numbers[0] if wall.data.primitive == "xyz"[axis] + "plane" else None
        if position is not None and -0.1 <= (position - bottom) / height <= 0.9 and set(b.timeline.acts[fix]) <= set(b.timeline.acts[wall]):
            return wall.id
    return None


def _topping_up(b: "Builder", fix: Fix, insertion: fixes.Insertion, keys: dict[str, Any], count: Any, mass: Any, mass_share: float, density: float, times: int) -> None:
    """insert/pack every N: the region gets what is missing, again and again."""
    interval = float(b.seconds(insertion.every))
    if count is not None:
        keys["rate"] = quantity_of(count / interval, "rate")
        keys["count"] = count * times
    else:
        if mass is None:
            if insertion.fraction is None or insertion.region is None:
                raise ScriptError(f"{fix.place.file}:{fix.place.line}: fix {fix.id} has no number, mass or volume fraction")
            volume = float(b.units.si(solid_volume(insertion.region), "volume"))
            mass = quantity_of(float(insertion.fraction) * volume * density * mass_share, "mass")
        keys["rate"] = quantity_of(mass / interval, "mass_rate")
        keys["mass"] = quantity_of(mass * times, "mass")
    keys["every"] = b.seconds(insertion.every)
    b.approximate(fix, f"LIGGGHTS fills the region up to its target every {insertion.every} steps; here the target comes each time, {times} times, as if the region had been left. "
                  "Where particles stay in the region, take one fill instead: fill: random in place of rate")


def _pour(b: "Builder", fix: Fix, insertion: fixes.Insertion, keys: dict[str, Any], count: Any) -> None:
    """fix pour: as many as fit the region each time it has been left."""
    g = next((abs(v) for f in b.timeline.of(fixes.Gravity) for v in f.data.vector if v), 1.0)
    assert insertion.region is not None
    low, high = insertion.region.bounds()
    drop = high[2] - low[2]
    v = abs(float(insertion.velocity[2]))
    time = (math.sqrt(v * v + 2 * g * drop) - v) / g
    volume = float(b.units.si(solid_volume(insertion.region), "volume"))
    each = float(insertion.fraction if insertion.fraction is not None else 0.25) * volume * float(b.units.si(insertion.pour.density, "density"))  # type: ignore[union-attr]
    seconds = float(b.units.si(time, "time"))
    keys["rate"] = quantity_of(each / seconds, "mass_rate")
    keys["every"] = quantity_of(seconds, "time")
    keys["count"] = count
    b.approximate(fix, f"LAMMPS pours a layer each time the last one has left the region, here every {seconds:.4g} s the same volume fraction")


def _times(b: "Builder", fix: Fix, keys: dict[str, Any]) -> None:
    insertion: fixes.Insertion = fix.data
    first, last = b.timeline.interval(fix)
    name = keys["name"]
    b.start(keys, f"insertion.{name}", first)
    if "rate" in keys:
        b.stop(f"insertion.{name}", last)
    if insertion.centres and insertion.style in ("pack", "rate"):
        b.approximate(fix, "all_in is not yes: centres are in the region there, whole particles here")


def quantity_of(value: float, kind: str) -> Quantity:
    return quantity(float(f"{value:.12g}"), kind)
