# SPDX-License-Identifier: BSD-3-Clause
"""Particles that a script places itself: create_atoms, read_data, set, velocity, delete_atoms, and restart files of other scripts."""
from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Optional, Sequence

from .deck import Particle, Region, Vector
from .errors import ScriptError
from .lines import Word, is_number, number, strip_comment, whole
from .regions import clip
from .report import EXACT, LEFT_OUT

if TYPE_CHECKING:
    from .script import Script

MOST = 2_000_000
CELLS: dict[str, list[tuple[float, float, float]]] = {"sc": [(0, 0, 0)], "bcc": [(0, 0, 0), (.5, .5, .5)], "fcc": [(0, 0, 0), (.5, .5, 0), (.5, 0, .5), (0, .5, .5)], "sq": [(0, 0, 0)], "sq2": [(0, 0, 0), (.5, .5, 0)]}


def create_atoms(script: "Script", words: Sequence[Word]) -> None:
    """create_atoms TYPE single x y z | region R | box; random positions have no translation."""
    deck = script.deck
    text = "create_atoms " + " ".join(words)
    if len(words) < 2:
        raise ScriptError("create_atoms: a type and a style are missing")
    kind, style = whole(words[0]), str(words[1])
    if deck.moved():
        script.report.add(LEFT_OUT, script.place, text, "physics: particles are placed after a run; an insertion with 'start' does that here")
        return
    if style == "single":
        in_lattice = deck.dialect == "lammps" and deck.lattice is not None and [str(word) for word in words[-2:]] != ["units", "box"]
        x, y, z = (float(number(word)) * deck.lattice[1] if in_lattice else number(word) for word in words[2:5])  # type: ignore[index]
        _add(script, kind, (x, y, z))
    elif style in ("box", "region"):
        if style == "region" and (len(words) < 3 or words[2] not in deck.regions):
            raise ScriptError(f"{text}: there is no such region")
        region = deck.regions[str(words[2])] if style == "region" else deck.box
        if region is None or deck.box is None or deck.lattice is None:
            raise ScriptError(f"{text}: a box and a lattice are needed before it")
        clip(region, deck.box)
        for point in lattice_points(deck.lattice, region, deck.units.system == "lj"):
            if _holds(script, point):
                _add(script, kind, point)
    else:
        script.report.add(LEFT_OUT, script.place, text, f"physics: positions of the style '{style}' are drawn by LIGGGHTS; use an insertion, or a particle file of a dump of its first step")
        return
    script.report.add(EXACT, script.place, text)


def _holds(script: "Script", x: Vector) -> bool:
    """Whether LIGGGHTS places a particle at a point of the lattice: in the box, and at one of two periodic borders only."""
    deck = script.deck
    assert deck.box is not None
    low, high = deck.box.bounds()
    return all(low[k] <= x[k] <= high[k] and not ("p" in deck.boundary[k] and x[k] > high[k] - 2e-6 * (high[k] - low[k])) for k in range(3))


def _add(script: "Script", kind: int, x: Vector) -> None:
    particles = script.deck.particles
    if len(particles) >= MOST:
        raise ScriptError(f"more than {MOST} particles are placed")
    if script.deck.types and not 1 <= kind <= script.deck.types:
        raise ScriptError(f"particles of type {kind}; the box has {script.deck.types} types")
    particles.append(Particle(len(particles) + 1, x, kind, diameter=1.0, density=1.0))


def lattice_points(lattice: tuple[str, float], region: Region, reduced: bool) -> list[Vector]:
    """The points of a lattice in a region."""
    style, scale = lattice
    if style not in CELLS:
        raise ScriptError(f"lattice {style}; accepted: {', '.join(CELLS)}")
    flat = style.startswith("sq")
    if reduced:  # the number is a density there
        scale = (len(CELLS[style]) / scale) ** (1 / 2 if flat else 1 / 3)
    if scale <= 0:
        raise ScriptError(f"lattice {style} {scale:g}: the length is not above 0")
    low, high = region.bounds()
    first = [math.floor(low[k] / scale) - 1 for k in range(3)]
    count = [math.ceil(high[k] / scale) - first[k] + 2 for k in range(3)]
    if flat:
        first[2], count[2] = 0, 1
    if math.prod(count) > MOST:
        raise ScriptError(f"a lattice with about {math.prod(count)} points")
    points = []
    for k in range(count[2]):
        for j in range(count[1]):
            for i in range(count[0]):
                for cell in CELLS[style]:
                    point = ((first[0] + i + cell[0]) * scale, (first[1] + j + cell[1]) * scale, (first[2] + k + cell[2]) * scale)
                    if region.contains(point):
                        points.append(point)
    return points


def chosen(script: "Script", how: str, value: str) -> list[Particle]:
    """The placed particles of group, atom (or particle), type or region."""
    from .commands import within
    deck = script.deck
    if how == "group":
        if value != "all":
            deck.group(value)
        return [p for p in deck.particles if deck.has(p, value)]
    if how in ("atom", "particle"):
        return [p for p in deck.particles if value == "*" or within(p.id, value)]
    if how == "type":
        return [p for p in deck.particles if value == "*" or within(p.type, value)]
    if how == "region":
        if value not in deck.regions:
            raise ScriptError(f"there is no region '{value}'")
        return [p for p in deck.particles if deck.regions[value].contains(p.x)]
    raise ScriptError(f"set {how}; accepted: group, atom, type, region")


VECTORS = {"x": ("x", 0), "y": ("x", 1), "z": ("x", 2), "vx": ("velocity", 0), "vy": ("velocity", 1), "vz": ("velocity", 2),
           "omegax": ("spin", 0), "omegay": ("spin", 1), "omegaz": ("spin", 2)}
SET_LENGTH = {"type": 1, "diameter": 1, "density": 1, "mass": 1, "mol": 1, "x": 1, "y": 1, "z": 1, "vx": 1, "vy": 1, "vz": 1, "omegax": 1, "omegay": 1, "omegaz": 1,
              "omega": 3, "Temp": 1, "property/atom": 2, "image": 3, "charge": 1, "type/fraction": 3, "diameter/fraction": 3}


def set_values(script: "Script", words: Sequence[Word]) -> None:
    """The command set."""
    text = "set " + " ".join(words)
    deck = script.deck
    if len(words) < 4:
        raise ScriptError("set: a choice, a keyword and a value are expected")
    if len(words) == 5 and words[2] == "property/atom" and words[3] in ("heatSource", "Temp") and (deck.moved() or words[3] == "heatSource"):
        deck.heating.append((script.place, text, str(words[0]), str(words[1]), str(words[3]), number(words[4])))
        return
    if deck.moved() or any(fix.style.startswith(("insert/", "pour")) for fix in deck.fixes.values()):
        script.report.add(LEFT_OUT, script.place, text, "physics: it changes particles that were inserted or have moved; phases change materials, groups and heat here")
        return
    particles = chosen(script, str(words[0]), str(words[1]))
    k = 2
    while k < len(words):
        name = str(words[k])
        length = SET_LENGTH.get(name)
        if length is None or k + length >= len(words):
            raise ScriptError(f"set {name}: no translation; accepted: {', '.join(SET_LENGTH)}")
        for p in particles:
            _set(script, p, name, words[k + 1:k + 1 + length])
        k += 1 + length
    script.report.add(EXACT, script.place, text)


def _set(script: "Script", p: Particle, name: str, words: Sequence[Word]) -> None:
    word = words[0]
    if name in VECTORS:
        field, at = VECTORS[name]
        old = list(getattr(p, field))
        old[at] = number(word)
        setattr(p, field, tuple(old))
    elif name == "omega":
        p.spin = (number(words[0]), number(words[1]), number(words[2]))
    elif name == "type":
        p.type = whole(word)
    elif name in ("diameter", "density"):
        if not is_number(word):
            raise ScriptError(f"set {name} {word}: a value for each particle has no translation")
        new = float(number(word))
        if name == "diameter" and script.deck.dialect == "lammps" and new > 0:
            p.density *= (p.diameter / new) ** 3  # the mass stays there
        setattr(p, name, new)
    elif name == "mass":
        p.density = number(word) / (math.pi / 6 * p.diameter ** 3)
    elif name == "Temp" or name == "property/atom" and words[0] == "Temp":
        p.temperature = number(words[-1])
    elif name not in ("mol", "image", "charge"):
        script.report.add(LEFT_OUT, script.place, f"set {name} {' '.join(words)}", "physics: it has no translation")


def velocity(script: "Script", words: Sequence[Word]) -> None:
    """velocity GROUP set x y z; random ones have no translation."""
    text = "velocity " + " ".join(words)
    deck = script.deck
    if len(words) < 2:
        raise ScriptError("velocity: a group and a style are missing")
    inserted = any(fix.style.startswith(("insert/", "pour")) for fix in deck.fixes.values())
    if words[1] not in ("set", "zero") or deck.moved() or inserted:
        script.report.add(LEFT_OUT, script.place, text, "physics: velocities that LIGGGHTS draws, or of particles that have been inserted or have moved")
        return
    for p in chosen(script, "group", str(words[0])):
        if words[1] == "zero":
            continue
        new = [old if word == "NULL" else number(word) for word, old in zip(words[2:5], p.velocity)]
        p.velocity = (new[0], new[1], new[2])
    script.report.add(EXACT, script.place, text)


def displace_atoms(script: "Script", words: Sequence[Word]) -> None:
    if len(words) < 5 or words[1] != "move" or script.deck.moved():
        raise ScriptError("displace_atoms: accepted: GROUP move x y z before the first run")
    step = [number(word) for word in words[2:5]]
    for p in chosen(script, "group", str(words[0])):
        p.x = (p.x[0] + step[0], p.x[1] + step[1], p.x[2] + step[2])


def delete_atoms(script: "Script", words: Sequence[Word]) -> None:
    """delete_atoms region R | group G."""
    text = "delete_atoms " + " ".join(words)
    deck = script.deck
    if len(words) < 2 or words[0] not in ("region", "group"):
        script.report.add(LEFT_OUT, script.place, text, "physics: accepted are particles of a region or a group")
        return
    if not deck.moved() and not any(fix.style.startswith(("insert/", "pour")) for fix in deck.fixes.values()):
        gone: Sequence[Particle] = chosen(script, str(words[0]), str(words[1]))
        deck.particles = [p for p in deck.particles if p not in gone]
        for k, p in enumerate(deck.particles, 1):
            p.id = k
        script.report.add(EXACT, script.place, text)
        return
    name = str(words[1])
    if words[0] == "group":
        group = deck.group(name)
        if group.how != "region":
            script.report.add(LEFT_OUT, script.place, text, "physics: only groups that a region made are deleted during a run")
            return
        name = group.words[0]
    if name not in deck.regions:
        raise ScriptError(f"there is no region '{name}'")
    deck.deletions.append((script.place, name, deck.regions[name]))
    script.report.add(EXACT, script.place, text)


# ---- data files

def read_data(script: "Script", words: Sequence[Word]) -> None:
    """The command read_data: box, types and particles of a LAMMPS data file of spheres."""
    if not words:
        raise ScriptError("read_data: a file is missing")
    text = script.files.text(str(words[0]))
    box, types, particles = parse_data(text, str(words[0]))
    deck = script.deck
    deck.box = deck.box or Region("block", box, script.place)
    deck.types = max(deck.types, types)
    for p in particles:
        p.id = len(deck.particles) + 1
        deck.particles.append(p)


SECTIONS = ("Atoms", "Velocities", "Masses", "Bonds", "Angles", "Pair Coeffs", "PairIJ Coeffs", "Bond Coeffs")


def parse_data(text: str, name: str) -> tuple[list[float], int, list[Particle]]:
    """A data file with `Atoms` of the style sphere (or granular): id type diameter density x y z."""
    bounds = [0.0, 1.0] * 3
    types = 1
    section = ""
    particles: dict[int, Particle] = {}
    for n, line in enumerate(text.splitlines()[1:], 2):
        bare = strip_comment(line).strip()
        words = bare.split()
        if not words:
            continue
        if bare in SECTIONS:
            section = bare
        elif section == "Atoms":
            if len(words) not in (7, 10) or not all(is_number(word) for word in words):
                raise ScriptError(f"{name}:{n}: accepted: id type diameter density x y z")
            v = [float(number(word)) for word in words]
            particles[int(v[0])] = Particle(int(v[0]), (v[4], v[5], v[6]), int(v[1]), v[2], v[3])
        elif section == "Velocities":
            v = [float(number(word)) for word in words]
            if len(v) < 4 or int(v[0]) not in particles:
                raise ScriptError(f"{name}:{n}: a velocity of no particle")
            particles[int(v[0])].velocity = (v[1], v[2], v[3])
            if len(v) >= 7:
                particles[int(v[0])].spin = (v[4], v[5], v[6])
        elif not section and words[-1] in ("xhi", "yhi", "zhi") and len(words) == 4:
            k = "xyz".index(words[-1][0])
            bounds[2 * k:2 * k + 2] = [float(number(words[0])), float(number(words[1]))]
        elif not section and words[1:] == ["atom", "types"]:
            types = whole(words[0])
    if len(particles) > MOST:
        raise ScriptError(f"{name}: more than {MOST} particles")
    return bounds, types, [replace(particles[key]) for key in sorted(particles)]


def parse_dump(text: str, name: str, at: Optional[int] = None) -> list[Particle]:
    """The last time, or that of step `at`, of a text dump with columns x y z radius (or diameter) and what else it has."""
    lines = text.splitlines()
    found: Optional[list[Particle]] = None
    step = 0
    k = 0
    count = 0
    while k < len(lines):
        if lines[k].startswith("ITEM: TIMESTEP"):
            step = whole(lines[k + 1].strip()) if k + 1 < len(lines) else 0
        elif lines[k].startswith("ITEM: NUMBER OF ATOMS"):
            count = whole(lines[k + 1].strip()) if k + 1 < len(lines) else 0
        elif lines[k].startswith("ITEM: ATOMS"):
            columns = lines[k].split()[2:]
            if at is None or step == at:
                found = [_dumped(columns, line, f"{name}:{k + 2 + n}", n + 1) for n, line in enumerate(lines[k + 1:k + 1 + count])]
            k += count
        k += 1
    if found is None:
        raise ScriptError(f"{name}: no 'ITEM: ATOMS'" + ("" if at is None else f" of step {at}"))
    return found


def _dumped(columns: list[str], line: str, where: str, at: int) -> Particle:
    words = line.split()
    if len(words) < len(columns):
        raise ScriptError(f"{where}: {len(words)} values, and the dump has {len(columns)} columns")
    value = {column: float(number(word)) for column, word in zip(columns, words)}
    if not {"x", "y", "z"} <= set(value) or not {"radius", "diameter"} & set(value):
        raise ScriptError(f"{where}: columns x y z and radius or diameter are needed; the dump has {' '.join(columns)}")
    diameter = value["diameter"] if "diameter" in value else 2 * value["radius"]
    density = value.get("density", value["mass"] / (math.pi / 6 * diameter ** 3) if value.get("mass") else 0.0)
    return Particle(int(value.get("id", at)), (value["x"], value["y"], value["z"]), int(value.get("type", 1)), diameter, density,
                    (value.get("vx", 0.0), value.get("vy", 0.0), value.get("vz", 0.0)), (value.get("omegax", 0.0), value.get("omegay", 0.0), value.get("omegaz", 0.0)),
                    temperature=value.get("f_Temp[0]", value.get("f_Temp")))


# ---- restart files

def read_restart(script: "Script", words: Sequence[Word]) -> None:
    """A restart file that another script of the folder writes: that script is read first, and both become one case."""
    if not words:
        raise ScriptError("read_restart: a file is missing")
    name = str(words[0])
    writers = [path for path in sorted(script.files.script_folder.iterdir()) if path.is_file() and path.resolve() != script.path.resolve() and _writes(path, name)]
    if len(writers) != 1:
        raise ScriptError(f"read_restart {name}: " + ("no script of this folder writes it" if not writers else "several scripts write it: " + ", ".join(p.name for p in writers))
                          + "; a binary restart file is not read: import the script that made it, and continue from its checkpoint by particles: {checkpoint: ...}")
    script.chain(writers[0], name)


def _writes(path: Any, name: str) -> bool:
    try:
        if path.stat().st_size > 1_000_000:
            return False
        data = path.read_bytes()
    except OSError:
        return False
    if b"\0" in data:
        return False
    return any(words[:1] == ["write_restart"] and words[1:2] == [name] for words in (line.split() for line in data.decode("utf-8", errors="replace").splitlines()))

