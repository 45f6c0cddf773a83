# SPDX-License-Identifier: BSD-3-Clause
"""The case that a deck means: frame, materials, contacts, groups, heat, output, phases. Walls and insertions have files of their own."""
from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence

from . import fixes, formulas
from .bonds import add_bonds, bond_law
from .deck import Fix, Model, Run
from .emit import Expression, plain
from .errors import ScriptError
from .lines import Number, Place
from .models import contact
from .regions import FAR, as_case, cases_of
from .report import APPROXIMATE, EXACT, LEFT_OUT, NEEDS
from .timeline import Timeline
from .units import Quantity, Units, quantity

if TYPE_CHECKING:
    from .script import Script

Note = Callable[[str], None]
SPEED_TERMS = "restitution"


def clean(name: str) -> str:
    """A name of the script as one of scree."""
    cleaned = re.sub(r"\W", "_", name)
    return cleaned if cleaned[:1].isalpha() or cleaned[:1] == "_" else "n" + cleaned


def unused(name: str, taken: Any) -> str:
    """The name, with a number behind it if it is taken."""
    number = 1
    while (found := name if number == 1 else f"{name}_{number}") in taken:
        number += 1
    return found


class Builder:
    """Makes the case of a script that has been carried out."""

    def __init__(self, script: "Script", out_folder: Any):
        self.script, self.deck, self.report = script, script.deck, script.deck.report
        self.out_folder = out_folder
        self.units: Units = self.deck.units
        self.timeline = Timeline(self.deck)
        self.case: dict[str, Any] = {}
        self.sets: list[dict[str, Any]] = [{} for _ in self.timeline.phases]
        self.comments: dict[int, str] = {}
        self.particle_file: Optional[str] = None
        self.materials: dict[tuple, str] = {}  # (type, density) of particles; (type, model key) of walls
        self.wall_models: dict[str, tuple[int, Model]] = {}
        self.types_of: dict[str, int] = {}
        self.grain_density: dict[str, float] = {}
        self.clumps = False
        self.capacity = any(isinstance(fix.data, fixes.Heat) for fix in self.timeline.acts)

    # ---- time

    @property
    def phased(self) -> bool:
        return len(self.timeline.phases) > 1

    def start(self, keys: dict[str, Any], path: str, phase: int) -> None:
        """What begins with a phase after the first waits for it."""
        if phase > 0:
            keys["start"] = "never"
            self.sets[phase][f"{path}.start"] = Expression("phase_start")

    def stop(self, path: str, last: int) -> None:
        """What ends before the last phase stops when the next one begins."""
        if last + 1 < len(self.timeline.phases):
            self.sets[last + 1][f"{path}.stop"] = Expression("phase_start")

    def exact(self, fix: Fix) -> None:
        self.report.add(EXACT, fix.place, fix.text)

    def approximate(self, fix: Fix, why: str) -> None:
        self.report.add(APPROXIMATE, fix.place, fix.text, why)

    def seconds(self, steps: float) -> Quantity:
        return quantity(float(f"{float(self.units.si(float(self.timeline.runs[0].dt) * steps, 'time')):.12g}"), "time")

    # ---- the whole

    def build(self) -> dict[str, Any]:
        from .cells import add_cell
        from .insertions import add_insertions, add_particles
        from .walls import add_walls
        case = self.case
        case["title"] = f"Imported from {self.script.path.name}"
        case["variables"] = {}
        case["time"] = {}
        self.add_domain()
        add_cell(self)
        self.add_gravity()
        case["materials"], case["contacts"] = {}, []
        self.find_materials()
        walls: dict[str, Any] = {}
        case["walls"] = walls
        add_walls(self, walls)
        add_particles(self)
        add_insertions(self)
        add_bonds(self)
        self.add_outlets()
        self.add_groups()
        self.add_heat()
        self.add_damping()
        self.add_materials_and_contacts()
        self.add_time()
        self.add_output()
        self.add_variables()
        self.never_acting()
        self.expected()
        return {key: value for key, value in case.items() if value not in ({}, [])}

    def add_time(self) -> None:
        timeline = self.timeline
        steps = {float(run.dt) for run in timeline.runs}
        dt = min((run.dt for run in timeline.runs), key=float)
        self.case["time"] = time = {"dt": self.units.si(dt, "time"), "integrator": "verlet" if self.clumps or "cell" in self.case else "verlet_half_step"}
        if len(steps) > 1:
            for run in timeline.runs:
                if float(run.dt) != timeline.dt:
                    self.report.add(APPROXIMATE, run.place, f"run with timestep {float(run.dt):g}", f"one time step holds for the whole case, the shortest: {timeline.dt:g}; durations are kept")
        if not self.phased and timeline.phases[0].until is None:
            self.case["time"] = {"end": self.total(timeline.phases[0]), **time}
            return
        phases: dict[str, Any] = {}
        for k, phase in enumerate(timeline.phases):
            duration = self.total(phase)
            entry: dict[str, Any] = {"until": duration}
            if phase.until is not None:
                value, way, limit = phase.until
                every = quantity(timeline.runs[phase.first].steps * float(self.units.si(timeline.runs[phase.first].dt, "time")), "time")
                entry["until"] = {"value": value, way: limit, "every": every, "at_most": duration}
            if self.sets[k]:
                entry["set"] = self.sets[k]
            phases[phase.name] = entry
            first, last = timeline.runs[phase.first].place, timeline.runs[phase.last].place
            where = "" if first.file == self.script.path.name else f"{first.file}, "
            self.comments[id(entry)] = where + (f"line {first.line}" if first == last else f"lines {first.line} to {last.line}")
        self.case["phases"] = phases

    def total(self, phase: Any) -> Quantity:
        """Duration of a phase; steps times dt, rounded as a person would write it."""
        by_step = Counter()  # type: ignore[var-annotated]
        for run in self.timeline.runs[phase.first:phase.last + 1]:
            by_step[float(run.dt)] += run.steps
        value = sum(steps * float(self.units.si(dt, "time")) for dt, steps in by_step.items())
        short = float(f"{value:.12g}")
        return quantity(short, "time")

    # ---- box and gravity

    def add_domain(self) -> None:
        deck = self.deck
        if deck.box is None:
            raise ScriptError("there is no create_box: no simulation")
        if deck.box.style != "block":
            raise ScriptError(f"{deck.box.place.file}:{deck.box.place.line}: the box is no block")
        low, high = (list(corner) for corner in deck.box.bounds())
        if any(abs(x) >= FAR for x in low + high) or any(a >= b for a, b in zip(low, high)):
            raise ScriptError(f"{deck.box.place.file}:{deck.box.place.line}: the box has no bounds")
        words = [word if len(word) == 2 else word * 2 for word in deck.boundary]
        if deck.two_dimensional is not None:
            words[2] = "mm"  # spheres in a plane have no neighbours across it
        size = max(b - a for a, b in zip(low, high))
        periodic = [axis for axis, word in zip("xyz", words) if "p" in word]
        if not periodic and all(letter in "ms" for word in words for letter in word):
            return
        for k, word in enumerate(words):
            if word[0] in "ms":
                low[k] -= 100 * size
            if word[1] in "ms":
                high[k] += 100 * size
        domain: dict[str, Any] = {"min": self.units.vector(low, "length"), "max": self.units.vector(high, "length")}
        self.case["domain"] = domain
        if periodic:
            domain["periodic"] = periodic
        if deck.lost == "error" and len(periodic) < 3:
            domain["lost"] = "error"

    def add_gravity(self) -> None:
        found = list(self.timeline.of(fixes.Gravity))
        for fix in found:
            first, last = self.timeline.interval(fix)
            value = [quantity(float(self.units.si(x, "acceleration")), "acceleration") for x in fix.data.vector]
            value = [quantity(float(f"{x:.15g}"), "acceleration") for x in value]
            if fix.data.formula is not None or fix.data.parts:
                self._gravity_formula(fix, value, first)
            elif first == 0:
                self.case["gravity"] = value
            else:
                self.sets[first]["gravity"] = value
            others = [other for other in found if other is not fix and self.timeline.interval(other)[0] <= last + 1 <= self.timeline.interval(other)[1]]
            if last + 1 < len(self.timeline.phases) and not others and not fix.data.formula and not fix.data.parts:
                self.sets[last + 1]["gravity"] = [0, 0, 0]
            self.exact(fix)
        if not found:
            self.case.setdefault("gravity", [0, 0, 0])
        elif "gravity" not in self.case and "gravity_of_time" not in self.case:
            self.case["gravity"] = [0, 0, 0]

    def sampled(self, fix: Fix, words: Sequence[str], count: int, what: str) -> Optional[tuple[float, list[list[float]]]]:
        """The time over which a fix acts, in units of the script, and numbers or v_names at `count` + 1 equal times of it; None, and a line of the report, if only a run knows them."""
        variables = self.script.variables
        runs = [self.timeline.runs[k] for k in self.timeline.acts[fix]]
        start, dt = float(runs[0].time), float(runs[0].dt)
        length = sum(run.steps * float(run.dt) for run in runs)
        saved, now = variables.word_value, [start]
        variables.word_value = lambda name: {"time": now[0], "step": now[0] / dt, "dt": dt, "elapsed": now[0] / dt}[name]
        values = []
        try:
            for k in range(count + 1):
                now[0] = start + length * k / count
                values.append([variables.variable(word[2:]) if word.startswith("v_") else float(word) for word in words])
        except ScriptError:
            raise
        except Exception as problem:  # noqa: BLE001 - a value that only a run knows
            self.report.add(LEFT_OUT, fix.place, fix.text, f"physics: {what} follows a formula whose values only a run knows ({problem})")
            return None
        finally:
            variables.word_value = saved
        return length, values

    def _gravity_formula(self, fix: Fix, direction: list[Quantity], first: int) -> None:
        gravity: fixes.Gravity = fix.data
        trees = [formulas.parse(text) for text in gravity.parts] or [self.script.variables.formula((gravity.formula or "")[2:])] * 3
        if self.units.system != "si" or first > 0:
            self.report.add(LEFT_OUT, fix.place, fix.text, "physics: gravity by a formula; accepted in units si, from the start")
            return
        try:
            texts = [formulas.as_function_of_time(tree, self.script.variables, float(self.timeline.runs[0].dt)) for tree in trees]
        except formulas.NoFormula as problem:
            self.report.add(LEFT_OUT, fix.place, fix.text, f"physics: gravity by a formula with '{problem}'")
            return
        if not any("time" in text for text in texts):
            raise ScriptError(f"{fix.place.file}:{fix.place.line}: the size of gravity does not change with time")
        made = {axis: Expression(text if gravity.parts else f"{plain(x)} * {text}") for axis, x, text in zip("xyz", direction, texts) if x != 0 or gravity.parts and text != "0.0"}
        self.case["gravity_of_time"] = {"formula": {**made, "duration": quantity(float(f"{self.timeline.end:.12g}"), "time")}}

    # ---- materials and contacts

    def find_materials(self) -> None:
        """Names of the materials of particles: one for each pair of type and density."""
        kinds: dict[tuple[int, float], None] = {}
        for p in self.deck.particles:
            kinds[(p.type, float(self.units.si(p.density, "density")))] = None
        for fix in self.timeline.of(fixes.Insertion):
            templates = [fix.data.pour] if fix.data.pour else [t for t, _ in fix.data.distribution.entries]
            for template in templates:
                kinds[(template.type, float(self.units.si(template.density, "density")))] = None
        types = [kind[0] for kind in kinds]
        for kind in kinds:
            name = "grains" if len(kinds) == 1 else f"grains_{kind[0]}" if types.count(kind[0]) == 1 else f"grains_{kind[0]}_{kind[1]:g}".replace(".", "_").replace("+", "")
            self.materials[kind] = name
            self.types_of[name] = kind[0]
            self.grain_density[name] = kind[1]
        if not kinds:
            raise ScriptError("there are no particles: nothing is inserted, read or placed" + (", and couple/cfd decides the rest" if any("couple" in f.style for f in self.timeline.acts) else ""))

    def grain(self, type_number: int, density: float) -> str:
        return self.materials[(type_number, float(self.units.si(density, "density")))]

    def wall_material(self, type_number: int, model: Model) -> str:
        """The material of a wall: that of particles of its type if the contact model is the same, else one of its own."""
        pair = self.timeline.runs[0].pair
        same = pair is not None and pair.key() == model.key()
        if same:
            for name, kind in self.types_of.items():
                if kind == type_number and (name in self.grain_density or self.wall_models[name][1].key() == model.key()):
                    return name
        key = (type_number, model.key())
        if key not in self.materials:
            number = sum(1 for name in self.wall_models) + 1
            name = "walls" if number == 1 else f"walls_{number}"
            self.materials[key] = name
            self.types_of[name] = type_number
            self.wall_models[name] = (type_number, model)
        return self.materials[key]

    def add_materials_and_contacts(self) -> None:
        first = self._materials(self.timeline.runs[0], True), self._contacts(self.timeline.runs[0], True)
        self.case["materials"], self.case["contacts"] = first
        before = {"materials": first[0], "contacts": first[1]}
        for k, phase in enumerate(self.timeline.phases[1:], 1):
            run = self.timeline.runs[phase.first]
            now = {"materials": self._materials(run, False), "contacts": self._contacts(run, False)}
            self.sets[k].update(differences(before["materials"], now["materials"], "materials"))
            self.sets[k].update(differences(before["contacts"], now["contacts"], "contacts"))
            before = now

    def _property(self, run: Run, name: str, a: int, b: int, kind: str) -> Quantity:
        for candidate in name.split("|"):
            found = run.properties.get(candidate) or self.timeline.runs[-1].properties.get(candidate)
            if found is not None:
                value = found.of(a, b, self.deck.types)
                if found.kind == "peratomtypepair" and a != b and found.of(b, a, self.deck.types) != value:
                    raise ScriptError(f"{found.place.file}:{found.place.line}: {candidate} is not symmetrical: {value:g} and {found.of(b, a, self.deck.types):g}")
                return self.units.si(value, kind)
        raise ScriptError(f"the property {name.split('|')[0]} is not given, and the contact model needs it")

    def _materials(self, run: Run, first: bool) -> dict[str, Any]:
        made = {}
        for name, kind in self.types_of.items():
            entry: dict[str, Any] = {"density": quantity(self.grain_density.get(name) or next(iter(self.grain_density.values())), "density")}
            if name in self.grain_density:
                for fix_template in self.templates(kind):
                    if float(self.units.si(fix_template.density, "density")) == self.grain_density[name]:
                        entry["density"] = self.units.si(fix_template.density, "density")
            entry["young"], entry["poisson"] = self._moduli(run, name, kind, first)
            if self.capacity:
                entry["heat_capacity"] = self._property(run, "thermalCapacity", kind, kind, "capacity")
                entry["conductivity"] = self._property(run, "thermalConductivity", kind, kind, "conductivity")
            made[name] = entry
            if first:
                what = "particles" if name in self.grain_density else "walls; their density has no influence"
                self.comments[id(entry)] = f"type {kind}: {what}" if kind else what
        return made

    def templates(self, kind: int) -> list[fixes.Template]:
        found = []
        for fix in self.timeline.of(fixes.Insertion):
            found += [t for t in ([fix.data.pour] if fix.data.pour else [t for t, _ in fix.data.distribution.entries]) if t.type == kind]
        return found

    def _moduli(self, run: Run, name: str, kind: int, first: bool) -> tuple[Quantity, Quantity]:
        model = self.wall_models[name][1] if name in self.wall_models else run.pair
        if model is not None and model.lammps:
            model = model if "young" in model.numbers else next((m for pair, m in run.pair_numbers.items() if kind in pair), model)
            if "young" in model.numbers:
                return quantity(model.numbers["young"], "pressure"), quantity(model.numbers["poisson"], "none")
        elif "youngsModulus" in run.properties:
            return self._property(run, "youngsModulus", kind, kind, "pressure"), self._property(run, "poissonsRatio", kind, kind, "none")
        if first:
            self.report.facts.append(f"the laws of {name} have stiffnesses of their own: young and poisson of this material have no influence on contacts")
        return quantity(5e6, "pressure"), quantity(0.25, "none")

    def _model(self, run: Run, a: str, b: str) -> Model:
        for name in (a, b):
            if name in self.wall_models:
                return self.wall_models[name][1]
        if run.pair is None:
            raise ScriptError("there is no pair_style")
        if run.pair.lammps and not run.pair.numbers:
            types = tuple(sorted((self.types_of[a], self.types_of[b])))
            found = run.pair_numbers.get(types)  # type: ignore[arg-type]
            if found is None:
                raise ScriptError(f"pair_coeff is missing for the types {types[0]} and {types[1]}; LAMMPS mixes values, which has no translation")
            return found
        return run.pair

    def _noted(self, first: bool) -> Callable[[Place, str, str], None]:
        """Takes what is approximate, once."""
        return lambda place, text, why: self.report.add(APPROXIMATE, place, text, why) if first else None

    def _contacts(self, run: Run, first: bool) -> list[dict[str, Any]]:
        grains = list(self.grain_density)
        pairs = [(a, b) for k, a in enumerate(grains) for b in grains[k:]] + [(a, b) for a in grains for b in self.wall_models]
        entries: list[tuple[dict[str, Any], list[tuple[str, str]]]] = []
        for a, b in pairs:
            model = self._model(run, a, b)

            def note(why: str) -> None:
                self._noted(first)(model.place, model.text, why)

            def get(name: str, kind: str) -> Quantity:
                return self._property(run, name, self.types_of[a], self.types_of[b], kind)

            entry = contact(model, self.deck.dialect, get, note)
            bond = bond_law(self, (self.types_of[a], self.types_of[b]), self._noted(first)) if b in self.grain_density else None
            if bond is not None:
                entry["bond"] = bond
            self._heat_contact(run, entry)
            for known, members in entries:
                if known == entry:
                    members.append((a, b))
                    break
            else:
                entries.append((entry, [(a, b)]))
            if first:
                self.report.add(EXACT, model.place, model.text)
        most = max(range(len(entries)), key=lambda k: len(entries[k][1]))
        made: list[dict[str, Any]] = [{"between": "any", **entries[most][0]}]
        for k, (entry, members) in enumerate(entries):
            if k != most:
                made += [{"between": [a, b], **entry} for a, b in members]
        return made

    def _heat_contact(self, run: Run, entry: dict[str, Any]) -> None:
        for fix in self.timeline.of(fixes.Heat):
            law: dict[str, Any] = {"law": "liggghts_conduction"}
            if fix.data.area != "overlap":
                law["area"] = fix.data.area
            if fix.data.contact_area is not None:
                law["contact_area"] = self.units.si(fix.data.contact_area, "area")
            if fix.data.correction:
                law["real_young"] = self._property(run, "youngsModulusOriginal", 1, 1, "pressure")
            entry["heat"] = law if len(law) > 1 else "liggghts_conduction"

    # ---- groups, outlets, heat, damping

    def choose(self, group: str) -> Optional[dict[str, Any]]:
        """The keys that choose the particles of a group; None if scree has no such choice."""
        if self.deck.is_all(group):
            return {}
        found = self.deck.group(group)
        if found.how == "region":
            try:
                return {"region": as_case(self.deck.regions[found.words[0]], self.units, self.deck.box)}
            except (ScriptError, KeyError):
                pass
        if found.how == "type" and len(found.words) == 1:
            names = [name for name, kind in self.types_of.items() if name in self.grain_density and str(kind) == found.words[0]]
            if len(names) == 1:
                return {"material": names[0]}
        ids = [p.id for p in self.deck.particles if self.deck.has(p, group)]
        return {"ids": ranges(ids)} if ids else None

    def add_groups(self) -> None:
        groups: dict[str, Any] = {}
        for fix in self.timeline.of(fixes.Hold):
            first, last = self.timeline.interval(fix)
            keys = self.choose(fix.group)
            hold: fixes.Hold = fix.data
            if keys is None or hold.region is not None and "region" in keys:
                self.report.add(LEFT_OUT, fix.place, fix.text, f"physics: the particles of the group '{fix.group}' cannot be chosen here")
                continue
            if hold.region is not None:
                keys["region"] = as_case(hold.region, self.units, self.deck.box)
                keys["every"] = quantity(1e-3, "time")
            if hold.growth_factor is not None or hold.diameter is not None:
                rate = self._growth(fix, hold)
                if rate is None:
                    continue
                keys["growth"] = rate
            elif hold.force is not None:
                keys["force"] = self.units.vector(list(hold.force), "force")
            else:
                keys["hold"] = True
                if hold.velocity is not None:
                    keys["velocity"] = self.units.vector(list(hold.velocity), "velocity")
            name = unused(clean(fix.id), groups)
            groups[name] = keys
            self.start(keys, f"groups.{name}", first)
            self.stop(f"groups.{name}", last)
            self.exact(fix)
        if groups:
            self.case["groups"] = groups
        integrated = [fix for fix in self.timeline.acts if fix.data == "integrate"]
        if not integrated:
            self.report.add(NEEDS, self.timeline.runs[0].place, "run", "no fix integrates the particles, so they stay where they are there; here they move")
        held = [fix.group for fix in self.timeline.of(fixes.Hold) if fix.data.holds()]
        for fix in integrated:
            others = [p for p in self.deck.particles if not self.deck.has(p, fix.group)]
            if not self.deck.is_all(fix.group) and (not others or any(not any(self.deck.has(p, name) for name in held) for p in others)):
                self.report.add(NEEDS, fix.place, fix.text, f"only the group '{fix.group}' moves there; here all particles do that no group holds")
            else:
                self.exact(fix)

    def _growth(self, fix: Fix, hold: fixes.Hold) -> Optional[Quantity]:
        """The rate at which radii grow: of a factor every N steps, or of diameters by a formula of time, where their logarithm is taken as linear."""
        if hold.growth_factor is not None:
            return quantity(float(f"{math.log(hold.growth_factor) / float(self.seconds(hold.every)):.12g}"), "rate")
        found = self.sampled(fix, [str(hold.diameter)], 50, "the diameter")
        if found is None:
            return None
        length, sizes = found[0], [row[0] for row in found[1]]
        if min(sizes) <= 0:
            raise ScriptError(f"{fix.place.file}:{fix.place.line}: the diameter {hold.diameter} is {min(sizes):g} at some time")
        rate = math.log(sizes[-1] / sizes[0]) / length
        off = max(abs(size / (sizes[0] * math.exp(rate * length * k / 50)) - 1) for k, size in enumerate(sizes))
        self.approximate(fix, f"radii grow at a constant rate relative to the radius, from the size that they have, by the factor {sizes[-1] / sizes[0]:.6g} of the formula; it is at most {100 * off:.2g} % off between")
        return quantity(float(f"{float(self.units.si(rate, 'rate')):.12g}"), "rate")

    def add_outlets(self) -> None:
        from .walls import counter_face
        outlets: dict[str, Any] = {}
        for fix in self.timeline.of(fixes.MassFlow):
            first, last = self.timeline.interval(fix)
            depth = 4 * max([float(t.radius or 0) for f in self.timeline.of(fixes.Insertion) for t, _ in (f.data.distribution.entries if f.data.distribution else [])]
                            + [p.diameter / 2 for p in self.deck.particles] + [1e-12])
            keys: dict[str, Any] = {"region": {"face": {**counter_face(self, fix), "depth": self.units.si(depth, "length")}},
                                    "action": "delete" if fix.data.delete else "count"}
            if any(fix.data.side):
                keys["direction"] = [float(x) for x in fix.data.side]
            name = unused(clean(fix.id), outlets)
            outlets[name] = keys
            self.start(keys, f"outlets.{name}", first)
            self.stop(f"outlets.{name}", last)
            self.approximate(fix, "particles count that enter the space of two diameters beyond the face and move along vec_side, also from its sides; LIGGGHTS counts those that pass the face" if any(fix.data.side)
                             else "particles count that are within two diameters beyond the face; LIGGGHTS counts those that pass it")
        for k, phase in enumerate(self.timeline.phases):
            for place, name, region in self.timeline.runs[phase.first].deletions:
                try:
                    parts = cases_of(region, self.units, self.deck.box)
                except ScriptError as problem:
                    self.report.add(LEFT_OUT, place, f"delete_atoms region {name}", f"physics: {problem}")
                    continue
                for part in parts:
                    found = unused(clean(name), outlets)
                    outlets[found] = {"region": part, "once": True}
                    self.start(outlets[found], f"outlets.{found}", k)
        if outlets:
            self.case["outlets"] = outlets

    def add_heat(self) -> None:
        found = list(self.timeline.of(fixes.Heat))
        if not found:
            return
        self.case["heat"] = {"temperature": quantity(float(found[0].data.temperature), "temperature")}
        for fix in found:
            if self.timeline.interval(fix)[0] > 0:
                self.approximate(fix, "heat is conducted from the start here")
            self.exact(fix)
        self._sources(float(found[0].data.temperature))

    def _sources(self, first_temperature: float) -> None:
        """`set ... heatSource` and `set ... Temp` during the run: sources of heat, the second for one step."""
        sources: list[dict[str, Any]] = []
        for k, phase in enumerate(self.timeline.phases):
            for place, text, how, value, name, amount in self.timeline.runs[phase.first].heating:
                keys: Optional[dict[str, Any]] = None
                if how == "group" and (value == "all" or value in self.deck.groups):
                    keys = self.choose(value)
                elif how == "region" and value in self.deck.regions:
                    keys = {"region": as_case(self.deck.regions[value], self.units, self.deck.box)}
                elif how == "atom" and value.isdigit():
                    keys = {"ids": [int(value)]}
                elif how == "type":
                    keys = next(({"material": m} for m, kind in self.types_of.items() if m in self.grain_density and str(kind) == value), None)
                if keys is None:
                    self.report.add(LEFT_OUT, place, text, "physics: these particles cannot be chosen here")
                    continue
                path = f"heat.sources.{len(sources)}"
                if name == "heatSource":
                    keys["power"] = quantity(float(self.units.si(amount, "power")), "power")
                    self.report.add(EXACT, place, text)
                    if how == "region":
                        self.report.add(APPROXIMATE, place, text, "particles of the region at each moment are heated here, those that are in it now there")
                    self.start(keys, path, k)
                else:
                    self._set_temperature(keys, path, k, place, text, amount - first_temperature)
                sources.append(keys)
        if sources:
            self.case["heat"]["sources"] = sources

    def _set_temperature(self, keys: dict[str, Any], path: str, phase: int, place: Place, text: str, change: float) -> None:
        run = self.timeline.runs[self.timeline.phases[phase].first]
        name = next(iter(self.grain_density))
        capacity = float(self._property(run, "thermalCapacity", self.types_of[name], self.types_of[name], "capacity"))
        dt = self.timeline.dt * float(self.units.si(1.0, "time"))
        keys["power"] = Expression(f"{plain(float(f'{self.grain_density[name] * capacity * change / dt:.12g}'))} W/m3")
        self.report.add(APPROXIMATE, place, text, f"a source of one step warms them by {change:g} K, from the temperature at the start")
        self.start(keys, path, phase)
        if phase > 0:
            self.sets[phase][f"{path}.stop"] = Expression(f"phase_start + {plain(dt)} s")
        else:
            keys["stop"] = quantity(dt, "time")

    def add_damping(self) -> None:
        for fix in self.timeline.of(float):
            masses = [self.units.si(t.density, "density") * 4 / 3 * math.pi * self.units.si(t.radius, "length") ** 3
                      for f in self.timeline.of(fixes.Insertion) if f.data.distribution for t, _ in f.data.distribution.entries if t.radius]
            masses += [float(self.units.si(p.mass(), "mass")) for p in self.deck.particles]
            mass = sum(masses) / len(masses) if masses else 1.0
            self.case["damping"] = {"viscous": quantity(float(self.units.si(fix.data, "damping")) / mass, "rate")}
            self.approximate(fix, f"the drag is proportional to the mass here; it is the same for the mean mass, {mass:.3g} kg, and acts on spins too")

    # ---- output, variables

    def add_output(self) -> None:
        steps: dict[str, int] = {}
        for run in self.timeline.runs:
            for name, every in run.output.items():
                steps[name] = min(every, steps.get(name, every))
        output: dict[str, Any] = {}
        for name in ("series", "vtk", "csv", "checkpoint"):
            if name in steps:
                interval = float(f"{float(self.seconds(steps[name])):.12g}")
                if interval < self.timeline.end or name != "series":
                    output[name] = {"every": quantity(interval, "time")}
        if output:
            self.case["output"] = output

    def add_variables(self) -> None:
        """Variables of the script that numbers of the case came from, where they have one value only; else their values."""
        variables: dict[str, Any] = {}

        def visit(value: Any) -> None:
            if isinstance(value, dict):
                for item in value.values():
                    visit(item)
            elif isinstance(value, (list, tuple)):
                for item in value:
                    visit(item)
            elif isinstance(value, Quantity) and value.expression:
                name = value.expression.split(" * ")[-1]
                constant = self.script.variables.constant_value(name)
                factor = float(value.expression.split(" * ")[0]) if " * " in value.expression else 1.0
                if constant is None or factor * float("%.15g" % constant) != float(value) or name.lower() in RESERVED or len(name) == 1:
                    value.expression = None
                else:
                    variables[name] = float("%.15g" % constant)

        visit(self.case)
        if variables:
            self.case["variables"] = variables

    def expected(self) -> None:
        """What the case has, for a look at whether it is what the script means."""
        case, timeline = self.case, self.timeline
        counted = [i.get("count") for i in case.get("insertion", [])]
        placed = len(self.deck.particles)
        parts = [f"{placed} particles placed"] if placed else []
        if counted and None not in counted:
            parts.append(f"{sum(counted)} inserted at most")
        elif counted:
            parts.append(f"{len(counted)} insertions, as many particles as their mass or fraction asks for")
        mass = sum(float(self.units.si(p.mass(), "mass")) for p in self.deck.particles)
        if mass:
            parts.append(f"{mass:.4g} kg placed")
        parts += [f"{len(case['walls'])} walls", f"{len(timeline.phases)} phase{'s' * (len(timeline.phases) > 1)} of {len(timeline.runs)} run{'s' * (len(timeline.runs) > 1)}", f"{float(self.units.si(timeline.end, 'time')):.6g} s in steps of {float(case['time']['dt']):g} s"]
        self.report.facts.append("; ".join(parts))

    def never_acting(self) -> None:
        """Fixes with no run, and things that nothing uses, have no influence there either."""
        used = {entry.place for entry in self.report.entries}
        for fix in self.deck.made:
            if fix.place not in used and fix.data is not None:
                self.report.add(EXACT, fix.place, fix.text)


RESERVED = {"m", "mm", "cm", "um", "nm", "km", "g", "kg", "mg", "t", "s", "ms", "us", "ns", "min", "h", "hz", "khz", "mhz", "n", "mn", "kn", "pa", "kpa", "mpa", "gpa", "j", "mj", "kj", "w",
            "mw", "kw", "k", "c", "deg", "rad", "rpm", "l", "ml", "bar", "pi", "sqrt", "abs", "max", "sin", "cos", "tan", "atan", "exp", "log", "floor", "ceil", "round", "time",
            "phase_start", "y", "on", "off", "yes", "no", "true", "false", "null", "in", "day", "ton", "v", "e", "ev"}


def ranges(ids: list[int]) -> list[Any]:
    """Ids as single ones and ranges."""
    found: list[Any] = []
    start = previous = None
    for value in sorted(ids) + [-1]:
        if previous is not None and value != previous + 1:
            found.append(start if start == previous else Expression(f"{start}-{previous}"))
            start = value
        if start is None:
            start = value
        previous = value
    return found


def differences(old: Any, new: Any, path: str) -> dict[str, Any]:
    """Paths of values that changed."""
    if old == new:
        return {}
    if isinstance(old, dict) and isinstance(new, dict) and set(old) == set(new):
        found: dict[str, Any] = {}
        for key in new:
            found.update(differences(old[key], new[key], f"{path}.{key}"))
        return found
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and all(isinstance(item, dict) for item in new):
        found = {}
        for k, item in enumerate(new):
            found.update(differences(old[k], item, f"{path}.{k}"))
        return found
    return {path: new}


