# SPDX-License-Identifier: BSD-3-Clause
"""scree import liggghts SCRIPT: a case and a report."""
from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Optional, Sequence

from .._jobs import find_program
from .._terminal import say
from ..errors import Error, InputError
from .case import Builder
from .emit import case_text
from .errors import ScriptError
from .report import APPROXIMATE, LEFT_OUT, NEEDS, Report
from .script import Script, read_text

DIALECTS = ("public", "pfm", "lammps")


class Options:
    """The words of the command line."""

    def __init__(self, words: Sequence[str]):
        self.script: Optional[Path] = None
        self.out: Optional[Path] = None
        self.folder: Optional[Path] = None
        self.dialect: Optional[str] = None
        self.variables: dict[str, list[str]] = {}
        self.time = 0.0
        self.strict = self.overwrite = False
        self.check = True
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if word in ("-var", "-v", "--var"):
                self._variable(rest)
            elif word in ("--out", "--folder", "--dialect", "--time"):
                if not rest:
                    raise InputError(f"{word}: its value is missing")
                value = rest.pop(0)
                if word == "--out":
                    self.out = Path(value)
                elif word == "--folder":
                    self.folder = Path(value)
                elif word == "--time":
                    self.time = seconds(value)
                elif value in DIALECTS:
                    self.dialect = value
                else:
                    raise InputError(f"--dialect {value}; accepted: {', '.join(DIALECTS)}")
            elif word in ("--strict", "--overwrite", "--no-check"):
                setattr(self, {"--strict": "strict", "--overwrite": "overwrite", "--no-check": "check"}[word], word != "--no-check")
            elif word.startswith("-") or self.script is not None:
                raise InputError(f"'{word}' is not known; `scree import --help` lists the options")
            else:
                self.script = Path(word)
        if self.script is None:
            raise InputError("a script is missing: scree import liggghts in.script")

    def _variable(self, rest: list[str]) -> None:
        if len(rest) < 2:
            raise InputError("-var: a name and a value are missing")
        name = rest.pop(0)
        values: list[str] = []
        while rest and not rest[0].startswith("-var") and not rest[0].startswith("--") and not (values and Path(rest[0]).is_file() and self.script is None):
            values.append(rest.pop(0))
        self.variables[name] = values


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise InputError(f"--time {text}; accepted: seconds above 0")
    return value


def guess_dialect(text: str) -> str:
    """lammps, pfm or public by words that only one of them has."""
    if re.search(r"(?m)^[ \t]*pair_style[ \t]+(granular|gran/\w+(/\w+)?([ \t]+[-+.\deE]+|[ \t]+NULL|[ \t]+\$\S+){6})", text):
        return "lammps"
    if re.search(r"(?m)^\s*(partition|region\s.*\bunits\s+box)|general_(plane|cylinder|cone)|model\s+jkr|cohesion\s+(bond|capillary)|/massbased|/numberbased\b.*uniform|coarsegraining", text) and \
            re.search(r"general_(plane|cylinder|cone)|model\s+jkr|massbased|surface_ang_vel", text):
        return "pfm"
    return "public"


def import_script(path: Path, variables: dict[str, list[str]], dialect: Optional[str] = None, folder: Optional[Path] = None,
                  out: Optional[Path] = None, time: float = 0.0) -> tuple[str, Report, Optional[str], str]:
    """The text of the case, the report, the text of a particle file, and the dialect. ScriptError if the script cannot be imported."""
    chosen = dialect or guess_dialect(read_text(path))
    script = Script(path, variables, chosen, folder)
    script.execute()
    if time > 0:
        script.deck.add_run(script.place, max(1, round(time / script.deck.units.si(script.deck.dt, "time"))))
    target = out or Path(default_name(path))
    builder = Builder(script, target.resolve().parent)
    try:
        case = builder.build()
    except (OverflowError, ZeroDivisionError) as problem:  # of sizes that no command by itself shows to be wrong
        raise ScriptError(f"{path.name}: a size in the script is zero, infinite or too large: {problem}") from None
    if builder.particle_file is not None:
        case["particles"]["file"] = target.stem + ".particles.txt"
    report = script.deck.report
    if script.variables.random:
        report.facts.append("random numbers of formulas are not those of LIGGGHTS")
    head = [f"{path.name} of {dict(public='LIGGGHTS-PUBLIC', pfm='LIGGGHTS-PFM', lammps='LAMMPS')[chosen]}, by scree import; {target.stem}.import.txt says what became of each line.",
            f"Lines {', '.join(f'{kind} {len(report.of(kind))}' for kind in (APPROXIMATE, LEFT_OUT, NEEDS))}."]
    return case_text(case, head, builder.comments), report, builder.particle_file, chosen


def default_name(path: Path) -> str:
    """in.drum and drum.in become drum.yaml."""
    name = path.name
    for prefix in ("in.", "input."):
        if name.startswith(prefix) and len(name) > len(prefix):
            return name[len(prefix):] + ".yaml"
    return (path.stem or name) + ".yaml"


def command(words: Sequence[str]) -> int:
    """Exit code of scree import."""
    if words[:1] == ["particles"]:
        from .dumps import command as dumps
        return dumps(words[1:])
    if words[:1] != ["liggghts"] and words[:1] != ["lammps"]:
        raise InputError("accepted: scree import liggghts SCRIPT, scree import lammps SCRIPT, scree import particles FILE; `scree import --help`")
    options = Options(words[1:])
    if words[0] == "lammps" and options.dialect is None:
        options.dialect = "lammps"
    assert options.script is not None
    out = options.out or Path(default_name(options.script))
    notes = out.with_name(out.stem + ".import.txt")
    particles = out.with_name(out.stem + ".particles.txt")
    text, report, particle_text, dialect = import_script(options.script, options.variables, options.dialect, options.folder, out, options.time)
    if options.strict:
        for kind in (APPROXIMATE, NEEDS):
            for entry in report.of(kind):
                raise ScriptError(f"{entry.place.file}:{entry.place.line}: {kind}: {entry.command}: {entry.why}")
        for entry in report.of(LEFT_OUT):
            if entry.why.startswith("physics"):
                raise ScriptError(f"{entry.place.file}:{entry.place.line}: {LEFT_OUT}: {entry.command}: {entry.why}")
    targets: list[tuple[Path, str]] = [(out, text)] + ([(particles, particle_text)] if particle_text is not None else [])
    for path, _ in targets:
        if path.exists() and not options.overwrite:
            raise Error(f"{path} is there already; accepted: --out with another name, or --overwrite")
    for path, content in targets:
        path.write_text(content, encoding="utf-8")
    if options.check:
        report.facts.append(check(out))
    notes.write_text(report.text(), encoding="utf-8")
    say(report.text(with_exact=False))
    say(f"{options.script.name}: {report.summary()}")
    say(f"written: {out}, {notes}" + (f", {particles}" if particle_text is not None else ""))
    return 0


def check(case: Path) -> str:
    """What `scree check` says of the case, one sentence and its messages."""
    try:
        program = find_program()
    except Error:
        return "scree check was not run: the program was not found"
    done = subprocess.run([program, "check", os.fspath(case), "--quiet"], capture_output=True, text=True, timeout=600, check=False)
    said = done.stderr.strip().replace("\n", "\n    ")
    if done.returncode == 0:
        return "scree check: passed" + (", with these warnings:\n    " + said if said else "")
    why = ""
    if "time step" in said or "dt" in said:
        why = "\n    LIGGGHTS would run with this time step; with a lower time.dt, or dt: auto, the times of the case stay what they are"
    return f"scree check: refused, exit code {done.returncode}:\n    {said}{why}"


