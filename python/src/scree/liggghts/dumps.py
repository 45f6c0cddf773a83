# SPDX-License-Identifier: BSD-3-Clause
"""scree import particles FILE: a particle file of a LAMMPS data file, or of a text dump of LIGGGHTS or LAMMPS."""
from __future__ import annotations

from pathlib import Path
from typing import Optional, Sequence

from .._terminal import say
from ..errors import Error, InputError
from .deck import Particle
from .emit import plain
from .particles import parse_data, parse_dump
from .script import read_text


def particle_lines(particles: Sequence[Particle], density: Optional[float] = None) -> str:
    """The particle file; materials are type1, type2 and so on."""
    dense = density is not None or all(p.density > 0 for p in particles)
    hot = all(p.temperature is not None for p in particles)
    lines = ["# id x y z radius" + (" density" if dense else "") + " vx vy vz wx wy wz material" + (" temperature" if hot else "")]
    for p in particles:
        numbers = [*p.x, p.diameter / 2, *([density or p.density] if dense else []), *p.velocity, *p.spin]
        lines.append(" ".join([str(p.id), *(plain(float(x)) for x in numbers), f"type{p.type}", *([plain(float(p.temperature or 0))] if hot else [])]))
    return "\n".join(lines) + "\n"


def command(words: Sequence[str]) -> int:
    """Exit code of scree import particles."""
    file: Optional[Path] = None
    out: Optional[Path] = None
    step: Optional[int] = None
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in ("--out", "--step"):
            if not rest:
                raise InputError(f"{word}: its value is missing")
            value = rest.pop(0)
            if word == "--out":
                out = Path(value)
            elif value.isdigit():
                step = int(value)
            else:
                raise InputError(f"--step {value}; accepted: a whole number")
        elif word.startswith("-") or file is not None:
            raise InputError(f"'{word}' is not known; accepted: scree import particles FILE [--step N] [--out FILE]")
        else:
            file = Path(word)
    if file is None:
        raise InputError("accepted: scree import particles FILE [--step N] [--out FILE]")
    text = read_text(file)
    particles = parse_dump(text, file.name, step) if "ITEM:" in text[:10000] else parse_data(text, file.name)[2]
    if not particles:
        raise Error(f"{file}: no particles")
    out = out or Path(file.stem + ".particles.txt")
    if out.exists():
        raise Error(f"{out} is there already; accepted: --out with another name")
    out.write_text(particle_lines(particles), encoding="utf-8")
    types = sorted({p.type for p in particles})
    say(f"{out}: {len(particles)} particles, materials {', '.join(f'type{t}' for t in types)}; a case takes them by particles: {{file: {out.name}}}")
    return 0
