# SPDX-License-Identifier: BSD-3-Clause
"""Readers of fixes: properties, templates of particles, insertions."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional

from .deck import Fix, Property, Region
from .errors import ScriptError
from .fix_words import Options, made_by, region_of
from .fix_walls import mesh_fix
from .lines import Number, is_number, number, whole
from .report import APPROXIMATE, EXACT, LEFT_OUT

if TYPE_CHECKING:
    from .script import Script

# ---- properties, templates, distributions

def property_global(script: "Script", fix: Fix) -> None:
    """A number of all materials, of each type, or of each pair."""
    o = Options(fix, fix.words)
    name, kind = str(o.word()), str(o.word())
    kinds = {"scalar": "scalar", "peratomtype": "peratomtype", "vector": "peratomtype", "atomtype": "peratomtype", "peratomtypepair": "peratomtypepair",
             "matrix": "peratomtypepair", "atomtypepair": "peratomtypepair"}
    if kind not in kinds:
        raise ScriptError(f"property/global {name} {kind}; accepted: scalar, peratomtype, peratomtypepair")
    if kinds[kind] == "peratomtypepair":
        o.word()
    values = []
    while o.more():
        word = o.word()
        if not is_number(word):
            script.report.add(APPROXIMATE, script.place, fix.text, f"LIGGGHTS reads '{word}' as {number(word):g}")
        values.append(number(word))
    if not values:
        raise ScriptError(f"property/global {name}: a value is missing")
    script.deck.properties[name] = Property(name, kinds[kind], values, script.place)
    script.report.add(EXACT, script.place, fix.text)


@dataclass(eq=False)
class Template:
    """Particles of one kind: type, radius and density in units of the script; the spheres of a clump."""
    type: int = 1
    density: Number = Number(0)
    radius: Optional[Number] = None
    sizes: Optional[tuple[str, list[Number]]] = None  # of a distribution of radii
    file: str = ""
    scale: float = 1.0
    spheres: list[tuple[float, float, float, float]] = field(default_factory=list)
    clump: bool = False
    body: dict[str, Any] = field(default_factory=dict)


def template(script: "Script", fix: Fix) -> Template:
    """particletemplate/sphere and particletemplate/multisphere."""
    o = Options(fix, fix.words[1:])
    found = Template(clump="multi" in fix.style)
    while o.more():
        name = o.word()
        if name == "atom_type" or name == "type" and not found.clump:
            found.type = o.count()
        elif name == "type":
            o.count()
        elif name == "density":
            found.density = _constant(o, name)
        elif name == "radius":
            kind = str(o.word())
            if kind == "constant":
                found.radius = o.value()
            elif kind in ("uniform", "gaussian", "lognormal"):
                if o.more() and o.words[o.at] in ("number", "mass"):
                    o.word()
                found.sizes = (kind, [o.value(), o.value()])
            else:
                raise ScriptError(f"fix {fix.id}: radius {kind}; accepted: constant, uniform, gaussian, lognormal")
        elif name == "volume_limit":
            o.value()
        elif name == "nspheres":
            o.count()
        elif name == "ntry":
            o.count()
        elif name == "spheres":
            _spheres(script, found, o)
        elif name in ("mass", "use_density", "use_volume", "inertia_tensor", "inertia", "fflag", "tflag", "velocity", "bonded", "relative"):
            raise ScriptError(f"fix {fix.id} {fix.style}: the option '{name}' has no translation")
        else:
            raise ScriptError(f"fix {fix.id} {fix.style}: '{name}' is not known; accepted: atom_type, density constant, radius, spheres")
    if found.density <= 0:
        raise ScriptError(f"fix {fix.id} {fix.style}: a density above 0 is missing")
    if found.clump and not found.spheres and not found.file:
        raise ScriptError(f"fix {fix.id} {fix.style}: its spheres are missing")
    if not found.clump and found.radius is None and found.sizes is None:
        raise ScriptError(f"fix {fix.id} {fix.style}: a radius is missing")
    return found


def _constant(o: Options, name: str) -> Number:
    kind = o.word()
    if kind == "constant":
        return o.value()
    if is_number(kind):
        return number(kind)
    raise ScriptError(f"fix {o.fix.id}: {name} {kind}; accepted: constant")


def _spheres(script: "Script", found: Template, o: Options) -> None:
    if o.more() and o.words[o.at] == "file":
        o.word()
        found.file = str(o.word())
        if o.more() and o.words[o.at] == "scale":
            o.word()
            found.scale = o.value()
        return
    while o.more() and is_number(o.words[o.at]):
        x, y, z, r = (o.value() for _ in range(4))
        found.spheres.append((x, y, z, r))


@dataclass(eq=False)
class Distribution:
    """Templates with their weights."""
    entries: list[tuple[Template, Number]]
    by: str  # mass or number
    group: str


def distribution(script: "Script", fix: Fix) -> Distribution:
    o = Options(fix, fix.words)
    o.count()
    number_of = o.count()
    entries = []
    for _ in range(number_of):
        name = str(o.word())
        entries.append((made_by(script, name, Template, "template"), o.value()))
    if not entries or any(weight <= 0 for _, weight in entries):
        raise ScriptError(f"fix {fix.id}: templates with weights above 0 are expected")
    by = "number" if "numberbased" in fix.style or "numberbased" in fix.words else "mass"
    return Distribution(entries, by, fix.group)


# ---- insertion

@dataclass(eq=False)
class Insertion:
    """One of the fixes that insert particles, in units of the script."""
    style: str  # pack, stream, rate
    distribution: Optional[Distribution] = None
    region: Optional[Region] = None
    face: Optional[Fix] = None
    every: int = 0  # steps; 0: once
    start: int = -1  # step
    count: Optional[int] = None
    mass: Optional[Number] = None
    fraction: Optional[Number] = None
    rate: Optional[Number] = None  # particles
    mass_rate: Optional[Number] = None
    extrude: Optional[Number] = None
    dense: bool = False
    velocity: list[Number] = field(default_factory=lambda: [Number(0)] * 3)
    spread: list[float] = field(default_factory=lambda: [0.0] * 3)
    gaussian: bool = False
    spin: list[Number] = field(default_factory=lambda: [Number(0)] * 3)
    random_turn: bool = False
    centres: bool = True  # all_in no, or not given: only centres are in the region
    pour: Optional[Template] = None


SKIPPED = {"seed": 1, "maxattempt": 1, "ntry_mc": 1, "verbose": 1, "random_distribute": 1, "check_dist_from_subdomain_border": 1, "parallel": 1, "duration": 1,
           "warn_region": 1, "print_stats_during_flag": 1, "max_attempt": 1}


def insertion(script: "Script", fix: Fix) -> Insertion:
    """insert/pack, insert/stream, insert/rate/region and insert/pack/dense."""
    found = Insertion({"insert/pack": "pack", "insert/pack/dense": "pack", "insert/rate/region": "rate"}.get(fix.style, "stream"), dense=fix.style.endswith("dense"))
    o = Options(fix, fix.words)
    while o.more():
        name = str(o.word())
        if name in ("distributiontemplate", "distribution_template"):
            found.distribution = made_by(script, str(o.word()), Distribution, "distribution")
        elif name in SKIPPED:
            o.word()
        elif name == "overlapcheck":
            if o.word() == "no":
                script.report.add(APPROXIMATE, script.place, fix.text, "overlapcheck no: particles are inserted without overlaps here")
        elif name == "all_in":
            found.centres = o.word() != "yes"
        elif name == "insert_every":
            word = o.word()
            found.every = 0 if word == "once" else whole(word)
        elif name == "start":
            found.start = o.count()
        elif name in ("region", "insertion_region"):
            found.region = region_of(script, str(o.word()))
        elif name == "insertion_face":
            found.face = mesh_fix(script, str(o.word()))
        elif name in ("particles_in_region", "nparticles"):
            word = o.word()
            found.count = None if word == "INF" else whole(word)
        elif name in ("mass_in_region", "mass"):
            word = o.word()
            found.mass = None if word == "INF" else number(word)
        elif name in ("volumefraction_region", "volumefraction"):
            found.fraction = o.value()
        elif name in ("particlerate", "nparticlerate"):
            found.rate = o.value()
        elif name == "massrate":
            found.mass_rate = o.value()
        elif name == "extrude_length":
            found.extrude = o.value()
        elif name in ("vel", "velocity"):
            _velocity(o, found)
        elif name == "omega":
            o.word()
            found.spin = o.vector()
        elif name == "orientation":
            kind = o.word()
            found.random_turn = kind == "random"
            if kind == "constant":
                raise ScriptError(f"fix {fix.id}: orientation constant has no translation")
        elif name == "quat":
            raise ScriptError(f"fix {fix.id}: orientation by a quaternion has no translation")
        elif name == "target_volumefraction":
            found.fraction = o.value()
        elif name == "set_property":
            script.report.add(LEFT_OUT, script.place, fix.text, f"physics: set_property {o.word()} {o.word()}")
        else:
            raise ScriptError(f"fix {fix.id} {fix.style}: '{name}' is not known to the import")
    if found.distribution is None:
        raise ScriptError(f"fix {fix.id} {fix.style}: a distributiontemplate is missing")
    if found.region is None and found.face is None:
        raise ScriptError(f"fix {fix.id} {fix.style}: a region or an insertion_face is missing")
    return found


def _velocity(o: Options, found: Insertion) -> None:
    kind = o.word()
    if is_number(kind):
        found.velocity = [number(kind), o.value(), o.value()]
    elif kind == "constant":
        found.velocity = o.vector()
    elif kind in ("uniform", "gaussian"):
        found.velocity, found.spread = o.vector(), [float(v) * (3 ** 0.5 if kind == "gaussian" else 1) for v in o.vector()]
        found.gaussian = kind == "gaussian"
    else:
        raise ScriptError(f"fix {o.fix.id}: vel {kind}; accepted: constant, uniform, gaussian")


def pour(script: "Script", fix: Fix) -> Insertion:
    """fix pour of LAMMPS: N type seed keywords."""
    o = Options(fix, fix.words)
    grain = Template()
    found = Insertion("pour", pour=grain)
    found.count = o.count()
    grain.type = o.count()
    o.count()
    found.every = 1
    while o.more():
        name = str(o.word())
        if name == "region":
            found.region = region_of(script, str(o.word()))
        elif name == "diam":
            kind = o.word()
            if is_number(kind):
                grain.sizes = ("uniform", [Number(number(kind) / 2), Number(o.value() / 2)])
                if grain.sizes[1][0] == grain.sizes[1][1]:
                    grain.radius, grain.sizes = grain.sizes[1][0], None
            elif kind == "one":
                grain.radius = Number(o.value() / 2)
            elif kind == "range":
                grain.sizes = ("uniform", [Number(o.value() / 2), Number(o.value() / 2)])
            else:
                raise ScriptError(f"fix pour: diam {kind}; accepted: one, range")
        elif name == "dens":
            low, high = o.value(), o.value()
            grain.density = low
            if low != high:
                grain.density = Number((low + high) / 2)
                script.report.add(APPROXIMATE, script.place, fix.text, "densities between two values become their mean")
        elif name == "vel":
            values = [o.value() for _ in range(5)]
            found.velocity = [Number((values[0] + values[1]) / 2), Number((values[2] + values[3]) / 2), values[4]]
            found.spread = [(values[1] - values[0]) / 2, (values[3] - values[2]) / 2, 0.0]
        elif name == "vol":
            found.fraction = o.value()
            o.count()
        elif name in ("rate", "id"):
            o.word()
        else:
            raise ScriptError(f"fix pour: '{name}' is not known to the import")
    if found.region is None or grain.radius is None and grain.sizes is None:
        raise ScriptError("fix pour: a region and 'diam' are needed")
    if grain.density <= 0:
        grain.density = Number(1.0)
    return found
