# SPDX-License-Identifier: BSD-3-Clause
"""The table of commands: what each does to the deck, or why it does nothing. `fix` has its own table in fixes.py."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Optional, Sequence

from . import fixes, particles
from .bonds import bond_coeff, bond_style
from .cells import change_box
from .deck import Group, Particle, Region
from .errors import ScriptError, Unknown
from .lines import Word, is_number, number, whole
from .models import read_pair_coeff, read_pair_style
from .regions import read_region
from .report import APPROXIMATE, EXACT, LEFT_OUT, NEEDS
from .units import DEFAULT_STEP, SYSTEMS, Units

if TYPE_CHECKING:
    from .script import Script

Words = Sequence[Word]


@dataclass(frozen=True)
class Row:
    """One command: the function that carries it out, and how it is reported."""
    do: Optional[Callable[["Script", Words], None]]
    kind: Optional[str] = EXACT
    why: str = ""

    def carry_out(self, script: "Script", words: Words, text: str) -> None:
        if self.do is not None:
            self.do(script, words)
        if self.kind is not None:
            script.report.add(self.kind, script.place, text, self.why)


def need(words: Words, count: int, what: str) -> None:
    """ScriptError if a command has too few words."""
    if len(words) < count:
        raise ScriptError(f"{what}: {count} words are expected after it, and there are {len(words)}")


# ---- the frame

def units(script: "Script", words: Words) -> None:
    need(words, 1, "units")
    if words[0] not in SYSTEMS:
        raise ScriptError(f"units {words[0]}; accepted: {', '.join(SYSTEMS)}")
    script.deck.units = Units(str(words[0]))
    script.deck.dt = number(repr(DEFAULT_STEP[words[0]]))
    if words[0] == "lj":
        script.report.add(APPROXIMATE, script.place, "units lj", "numbers without units are copied as if they were SI")


def atom_style(script: "Script", words: Words) -> None:
    need(words, 1, "atom_style")
    wrong = {"superquadric", "sph", "sph/var", "ellipsoid", "bond", "molecular", "full", "convexhull", "line", "tri", "body"} & set(words)
    if wrong:
        raise ScriptError(f"atom_style {' '.join(words)}: scree has spheres and clumps, and no particles of the style {wrong.pop()}")


def boundary(script: "Script", words: Words) -> None:
    need(words, 3, "boundary")
    script.deck.boundary = [str(word) for word in words[:3]]
    script.deck.boundary_given = True


def dimension(script: "Script", words: Words) -> None:
    need(words, 1, "dimension")
    if words[0] == "2":
        script.deck.two_dimensional = script.place
        script.report.add(NEEDS, script.place, "dimension 2", "particles are spheres here, and nothing holds them in a plane: docs/two_dimensions.md says how to do that")


def region(script: "Script", words: Words) -> None:
    need(words, 2, "region")
    if words[1] == "delete":
        script.deck.regions.pop(str(words[0]), None)
        return
    script.deck.regions[str(words[0])] = read_region(script, words)


def create_box(script: "Script", words: Words) -> None:
    need(words, 2, "create_box")
    script.deck.types = whole(words[0])
    box = find_region(script, words[1])
    if box.style == "prism":
        script.deck.lean = [float(value) for value in box.values[6:]]
        box = Region("block", box.values[:6], box.place)
    script.deck.box = box


def find_region(script: "Script", name: str) -> Region:
    found = script.deck.regions.get(name)
    if found is None:
        raise ScriptError(f"there is no region '{name}'")
    return found


def lattice(script: "Script", words: Words) -> None:
    need(words, 1, "lattice")
    script.deck.lattice = None if words[0] == "none" else (str(words[0]), number(words[1]) if len(words) > 1 else 1.0)


def timestep(script: "Script", words: Words) -> None:
    need(words, 1, "timestep")
    script.deck.dt = number(words[0])
    if script.deck.dt <= 0:
        raise ScriptError(f"timestep {words[0]}: it is not above 0")


def reset_timestep(script: "Script", words: Words) -> None:
    need(words, 1, "reset_timestep")
    script.deck.step = whole(words[0])


def coarsegraining(script: "Script", words: Words) -> None:
    need(words, 1, "coarsegraining")
    script.deck.coarse = number(words[0])
    script.report.add(APPROXIMATE, script.place, "coarsegraining", "radii are multiplied by the factor; what it changes in contact laws is left out")


def group(script: "Script", words: Words) -> None:
    need(words, 2, "group")
    name, how = str(words[0]), str(words[1])
    deck = script.deck
    new = Group(name, script.place, how, [str(word) for word in words[2:]])
    if how in ("delete", "clear"):
        deck.groups.pop(name, None)
        for p in deck.particles:
            p.groups.discard(name)
        return
    if how == "region":
        find_region(script, new.words[0] if new.words else "")
    for p in deck.particles:
        if in_new_group(script, p, new):
            p.groups.add(name)
    if name in deck.groups:
        new = Group(name, script.place, "union", [name] + new.words) if how == "union" else new
    deck.groups[name] = new


def in_new_group(script: "Script", p: Particle, group: Group) -> bool:
    deck, how, words = script.deck, group.how, group.words
    if how == "region":
        return deck.regions[words[0]].contains(p.x)
    if how == "type":
        return any(within(p.type, word) for word in words)
    if how == "id":
        return any(within(p.id, word) for word in words)
    if how == "union":
        return any(deck.has(p, word) for word in words)
    if how == "intersect":
        return all(deck.has(p, word) for word in words)
    if how == "subtract":
        return deck.has(p, words[0]) and not any(deck.has(p, word) for word in words[1:])
    if how == "empty":
        return False
    raise ScriptError(f"group {group.name} {how}: accepted: region, type, id, union, intersect, subtract")


def within(value: int, word: str) -> bool:
    """Whether a whole number is that of a word, or in its range 3:10 or 3*10."""
    for mark in (":", "*"):
        if mark in word:
            low, high = word.split(mark)[:2]
            return (whole(low) if low else 1) <= value <= (whole(high) if high else 10 ** 9)
    return value == whole(word)


# ---- runs

def run(script: "Script", words: Words) -> None:
    need(words, 1, "run")
    deck = script.deck
    if not deck.boundary_given and deck.box is None:
        raise ScriptError("run before create_box: there is no simulation")
    steps = whole(words[0])
    if not is_number(words[0]) or str(steps) != words[0].lstrip("+"):
        script.report.add(APPROXIMATE, script.place, f"run {words[0]}", f"LIGGGHTS reads the number of steps up to the first sign that is no digit: {steps}")
    if "upto" in words:
        steps -= deck.step
    if steps < 0:
        raise ScriptError(f"run {' '.join(words)}: {steps} steps")
    if "every" in words:
        at = [str(word) for word in words].index("every")
        every_commands(script, steps, whole(words[at + 1]), words[at + 2:])
        return
    deck.add_run(script.place, steps)
    deck.join_runs()


def every_commands(script: "Script", steps: int, every: int, commands: Sequence[Word]) -> None:
    """run N every M "commands": a run of M steps, then the commands, again and again."""
    if every <= 0:
        raise ScriptError("run every: the number of steps is not above 0")
    done = 0
    while done < steps:
        part = min(every, steps - done)
        script.deck.add_run(script.place, part)
        script.deck.join_runs()
        done += part
        for command in commands:
            if command != "NULL":
                script.one(command)


def fix(script: "Script", words: Words) -> None:
    fixes.add(script, words)


def unfix(script: "Script", words: Words) -> None:
    need(words, 1, "unfix")
    if script.deck.fixes.pop(str(words[0]), None) is None:
        raise ScriptError(f"unfix {words[0]}: there is no such fix")


# ---- output

def thermo(script: "Script", words: Words) -> None:
    need(words, 1, "thermo")
    if whole(words[0]) > 0:
        script.deck.output["series"] = whole(words[0])


def thermo_modify(script: "Script", words: Words) -> None:
    for name, value in zip(words, words[1:]):
        if name == "lost":
            script.deck.lost = str(value)


def dump(script: "Script", words: Words) -> None:
    need(words, 5, "dump")
    name, style, every = str(words[0]), str(words[2]), whole(words[3])
    kind = {"custom": "csv", "atom": "csv", "xyz": "csv", "local": "csv"}.get(style.split("/")[0], "vtk")
    if "vtk" in style or style.startswith(("mesh", "euler")):
        kind = "vtk"
    if every <= 0:
        return
    if style.split("/")[0] in ("image", "movie", "decomposition", "local"):
        script.report.add(LEFT_OUT, script.place, f"dump {name} {style}", "output: docs/pictures.md has pictures, output.csv.contacts contacts")
        return
    script.deck.dumps[name] = (kind, every)
    set_dumps(script)


def set_dumps(script: "Script") -> None:
    for kind in ("vtk", "csv"):
        steps = [every for found, every in script.deck.dumps.values() if found == kind]
        script.deck.output.pop(kind, None)
        if steps:
            script.deck.output[kind] = min(steps)


def undump(script: "Script", words: Words) -> None:
    script.deck.dumps.pop(str(words[0]) if words else "", None)
    if script.deck.dumps:
        set_dumps(script)


def restart(script: "Script", words: Words) -> None:
    if words and whole(words[0]) > 0:
        script.deck.output["checkpoint"] = whole(words[0])
        for name in words[1:]:
            script.deck.restarts[str(name)] = len(script.deck.runs) + 1


def write_restart(script: "Script", words: Words) -> None:
    need(words, 1, "write_restart")
    script.deck.restarts[str(words[0])] = len(script.deck.runs)


def compute(script: "Script", words: Words) -> None:
    need(words, 3, "compute")
    script.deck.computes[str(words[0])] = " ".join([str(words[2]), *map(str, words[3:])])


def fix_modify(script: "Script", words: Words) -> None:
    text = "fix_modify " + " ".join(words)
    if len(words) == 3 and words[1] == "integrate" and words[2] in ("start", "stop") and words[0] in script.deck.fixes:
        (script.deck.stopped.add if words[2] == "stop" else script.deck.stopped.discard)(str(words[0]))
        script.report.add(EXACT, script.place, text)
    elif len(words) == 3 and words[1:] == ["every", "0"] and str(words[0]) in script.deck.fixes:
        del script.deck.fixes[str(words[0])]
        script.report.add(EXACT, script.place, text)
    else:
        script.report.add(LEFT_OUT, script.place, text, "options of a fix")


def refuse(what: str) -> Row:
    def do(script: "Script", words: Words) -> None:
        raise ScriptError(what)
    return Row(do)


def pair_style(script: "Script", words: Words) -> None:
    script.deck.pair = read_pair_style(script, words)


def pair_coeff(script: "Script", words: Words) -> None:
    read_pair_coeff(script, words)


def partition(script: "Script", words: Words) -> None:
    raise ScriptError("partition: a script for several simulations at once; import each as a script of its own")


def set_unknown_guard(function: Callable[["Script", Words], None]) -> Callable[["Script", Words], None]:
    """Particles that a run has moved or inserted are not known here."""
    def do(script: "Script", words: Words) -> None:
        try:
            function(script, words)
        except Unknown as unknown:
            script.report.add(LEFT_OUT, script.place, function.__name__.replace("_", " ") + " " + " ".join(words), f"physics: only a run knows {unknown}")
    return do


NO_EFFECT = Row(None, EXACT, "it has no influence on results")
COMPUTED = Row(None, LEFT_OUT, "output: series.csv has energies and counts, probes have stresses")

COMMANDS: dict[str, Row] = {
    "units": Row(units), "atom_style": Row(atom_style), "boundary": Row(boundary), "dimension": Row(dimension), "region": Row(region),
    "create_box": Row(create_box), "lattice": Row(lattice), "timestep": Row(timestep), "reset_timestep": Row(reset_timestep),
    "coarsegraining": Row(coarsegraining), "group": Row(group), "run": Row(run), "fix": Row(fix, None), "unfix": Row(unfix),
    "pair_style": Row(pair_style), "pair_coeff": Row(pair_coeff), "bond_style": Row(bond_style), "bond_coeff": Row(bond_coeff),
    "special_bonds": Row(None, LEFT_OUT, "physics: contacts act between bonded particles that overlap; contact_while_bonded: no in the bond law leaves them out"),
    "create_atoms": Row(particles.create_atoms, None), "set": Row(particles.set_values, None), "velocity": Row(particles.velocity, None),
    "read_data": Row(particles.read_data), "delete_atoms": Row(particles.delete_atoms, None), "read_restart": Row(particles.read_restart),
    "displace_atoms": Row(particles.displace_atoms), "write_restart": Row(write_restart), "restart": Row(restart),
    "thermo": Row(thermo), "thermo_modify": Row(thermo_modify), "dump": Row(dump), "undump": Row(undump),
    "thermo_style": Row(None, LEFT_OUT, "output: series.csv has its own columns (scree help columns)"),
    "dump_modify": Row(None, LEFT_OUT, "output"), "compute": Row(compute, LEFT_OUT, COMPUTED.why), "uncompute": Row(None, LEFT_OUT, "output"),
    "compute_modify": Row(None, LEFT_OUT, "output"), "write_data": Row(None, LEFT_OUT, "output"), "write_dump": Row(None, LEFT_OUT, "output"),
    "fix_modify": Row(fix_modify, None), "log": Row(None, LEFT_OUT, "output"), "echo": Row(None, LEFT_OUT, "output"), "info": Row(None, LEFT_OUT, "output"),
    "atom_modify": NO_EFFECT, "communicate": NO_EFFECT, "comm_modify": NO_EFFECT, "comm_style": NO_EFFECT, "neighbor": NO_EFFECT, "neigh_modify": NO_EFFECT,
    "newton": NO_EFFECT, "processors": NO_EFFECT, "modify_timing": NO_EFFECT, "package": NO_EFFECT, "suffix": NO_EFFECT, "run_style": NO_EFFECT,
    "hard_particles": NO_EFFECT, "soft_particles": NO_EFFECT, "mass": Row(None, EXACT, "masses follow from densities and radii"),
    "thermo_log": Row(None, LEFT_OUT, "output"), "balance": NO_EFFECT, "timers": NO_EFFECT, "timer": NO_EFFECT,
    "partition": Row(partition), "change_box": Row(change_box),
    "replicate": refuse("replicate: copies of particles have no translation"), "rerun": refuse("rerun: dumps are not read again"),
    "minimize": refuse("minimize: scree has no minimisation"), "read_dump": refuse("read_dump: `scree import particles FILE` makes a particle file of a dump"),
    "molecule": refuse("molecule: molecules of LAMMPS have no translation"), "kspace_style": refuse("kspace_style: charges have no translation"),
}
