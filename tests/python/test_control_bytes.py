# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300
"""No control character of a script, a table, a name or a word of the command line reaches the terminal or a text file that is
shown there. The readers of the program itself are in tests/cli/control_bytes.py."""
import logging
import os
import random
import re
import shutil
import sys
import warnings
from pathlib import Path

import pytest

from scree import errors, results
from scree.__main__ import main
from scree._terminal import escape, escape_lines
from scree._library import ffi, lib, text_of

HERE = Path(__file__).parent / "liggghts"
SCRIPTS = sorted(p.name for p in HERE.iterdir() if p.suffix in (".in", ".lmp"))
PAYLOADS = ["\x1b]0;mine\x07\x1b[31m", "\x9b2J\u202eb\x85", "\x08\x7f\x0c\u2028", "a\udc9b2J"]
CONTROL = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
DRAWS = 150 if not os.environ.get("SCREE_TEST_LONG") else 2000

ATTACK = """\
atom_style granular
units si
boundary f f f
region reg block -0.05 0.05 -0.05 0.05 0 0.1 units box
create_box 1 reg
fix m1 all property/global youngsModulus peratomtype 5e6
fix m2 all property/global poissonsRatio peratomtype 0.45
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.9
fix m4 all property/global coefficientFriction peratomtypepair 1 0.05
pair_style gran model hertz tangential history
pair_coeff * *
timestep 1e-5
fix z{0}w all wall/gran model hertz tangential history primitive type 1 zplane 0
fix integ all nve/sphere
create_atoms 1 single 0 0 0.02
group g{0} type 1
region r{0} sphere 0 0 0 1
variable v{0} equal 1
set group all diameter 0.005 density 2500
print "{0}"
{1}
run 10
"""


def safe(text, where):
    found = CONTROL.search(text)
    assert not found, f"{where}: {text[max(0, found.start() - 80):found.end() + 20]!r}"


def same_as_library(text):
    return text_of(lib.scree_text_escaped(ffi.new("char[]", text.encode("utf-8", "surrogateescape"))))


def test_it_is_the_escape_of_the_library():
    letters = [chr(c) for c in range(1, 0x110000) if not 0xD800 <= c < 0xE000]
    text = "x".join(letters)
    assert escape(text) == same_as_library(text)
    draw = random.Random(5)
    for _ in range(2000):
        raw = bytes(draw.randrange(1, 256) for _ in range(12)).decode("utf-8", "surrogateescape")
        assert escape(raw) == same_as_library(raw), ascii(raw)
    assert escape("\ud800") == "\\ud800" and escape_lines("a\nb\r") == "a\nb\\r"


def run_command(words, capsys):
    """Exit code, and what was printed, which has to be safe."""
    try:
        code = main(words)
    except SystemExit as end:
        code = end.code
    printed = capsys.readouterr()
    for name, text in (("output", printed.out), ("error", printed.err)):
        safe(text, f"{words!r}: standard {name}")
    return code, printed.out + printed.err


def imported(text, name, capsys, more=()):
    Path(name).write_bytes(text.encode("utf-8", "surrogateescape"))
    code, said = run_command(["import", "liggghts", name, "--no-check", "--overwrite", "--out", "case.yaml", *more], capsys)
    for path in Path(".").glob("case*"):
        safe(path.read_text("utf-8"), path.name)
        path.unlink()
    return code, said


def test_scripts(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    accepted = 0
    for payload in PAYLOADS:
        for command in ("", f"foo{payload} bar", f"fix {payload} all {payload}", f"variable {payload} equal {payload}", f"include {payload}", f"compute {payload} all {payload}", f"dump {payload} all custom 10 {payload} x",
                        f"fix m all mesh/surface file {payload}.stl type 1", f"read_data {payload}", f"unfix {payload}", f"thermo_style custom {payload}", f"jump SELF {payload}", f"if '{payload}' then 'print {payload}'",
                        f"shell {payload}", f"python {payload}", f"label {payload}", f"set group all {payload}", f"region a {payload} 1", f"log {payload}", f"$({payload})", f"print ${{{payload}}}"):
            for where in (payload, ""):
                code, _ = imported(ATTACK.replace("{0}", where).replace("{1}", command), "in.attack", capsys)
                accepted += code == 0
    assert accepted > 20  # their reports were looked at too


def test_words_of_our_scripts(tmp_path, monkeypatch, capsys):
    for path in HERE.iterdir():
        if path.is_file():
            shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    draw = random.Random(int(os.environ.get("SCREE_TEST_SEED", "3")))
    short = [name for name in SCRIPTS if len((HERE / name).read_text()) < 8000]
    for _ in range(DRAWS):
        text = (HERE / draw.choice(short)).read_text()
        place = draw.choice(list(re.finditer(r"\S+", text)))
        payload = draw.choice(PAYLOADS)
        word = draw.choice((payload, place[0] + payload, payload + place[0]))
        imported(text[:place.start()] + word + text[place.end():], "changed.in", capsys)


def test_names_of_scripts_and_dumps(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for payload in [*PAYLOADS, "a\nb: {x"]:
        imported(ATTACK.replace("{0}", "").replace("{1}", ""), f"in.{payload}", capsys)
        imported(ATTACK.replace("{0}", "").replace("{1}", "variable x index 1"), "in.attack", capsys, ["-var", payload, payload])
        run_command(["import", "liggghts", f"{payload}.none"], capsys)
        run_command(["import", payload], capsys)
        run_command(["import", "liggghts", "in.attack", payload], capsys)
        run_command(["import", "liggghts", "in.attack", "--dialect", payload], capsys)
        run_command(["import", "liggghts", "in.attack", "--time", payload], capsys)
        Path(f"dump{payload}").write_text("ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\nITEM: ATOMS id type x y z radius\n1 1 0 0 0 0.1\n")
        code, _ = run_command(["import", "particles", f"dump{payload}", "--out", f"out{payload}"], capsys)
        assert code == 0
        for word in ("TIMESTEP", "id", "radius", "0.1"):
            text = Path(f"dump{payload}").read_text().replace(word, ascii(payload)[1:-1].encode().decode("unicode_escape", "replace"), 1)
            Path("dump").write_text(text, errors="surrogateescape")
            run_command(["import", "particles", "dump", "--out", "other"], capsys)
            Path("other").unlink(missing_ok=True)


CASE = """\
time: {end: 1 ms, dt: 1e-5 s}
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.2}}
contacts: {between: any, restitution: 0.5, friction: 0.3}
particles: [{formula: {count: 2, x: "i * 1 cm", diameter: "1 mm"}, material: glass}]
"""


def test_sweeps_and_calibrations(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCREE", os.environ.get("SCREE_BUILD", "build/release") + "/scree")
    Path("c.yaml").write_text(CASE)
    for payload in PAYLOADS[:3]:
        run_command(["sweep", "c.yaml", "--set", f"time.{payload}=1,2", "--list"], capsys)
        run_command(["sweep", "c.yaml", payload], capsys)
        run_command(["sweep", "c.yaml", "--set", payload], capsys)
        run_command(["sweep", "c.yaml", "--seeds", payload], capsys)
        run_command(["sweep", f"{payload}.yaml", "--set", "time.end=1 ms"], capsys)
        run_command(["sweep", "c.yaml", "--set", f"time.end={payload}", "--out", f"o{payload}"], capsys)
        Path("t.csv").write_text(f"time.end,{payload}\n1 ms,{payload}\n")
        run_command(["sweep", "c.yaml", "--table", "t.csv"], capsys)
        Path("targets.yaml").write_text('parameters: {"a%s": {min: 1, max: 2}}\ntargets: {"b%s": {}}\n' % (("\\e[31m\\x9b2J",) * 2))
        run_command(["calibrate", "c.yaml", "targets.yaml"], capsys)
        run_command(["calibrate", "c.yaml", f"{payload}.yaml"], capsys)
        run_command([payload], capsys)


def test_exceptions_warnings_and_notes(caplog):
    for payload in PAYLOADS:
        for kind in (errors.Error, errors.InputError, errors.BadNumbers, errors.Interrupted, errors.StaleView, results.DamagedFile):
            error = kind(f"x{payload}")
            safe(str(error) + "".join(getattr(error, "messages", ())), kind.__name__)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            warnings.warn(f"x{payload}", errors.ScreeWarning, stacklevel=1)
        safe(str(caught[0].message), "warning")
        with caplog.at_level(logging.INFO, "scree"):
            logging.getLogger("scree").info("%s", payload)
        safe(caplog.records[-1].getMessage(), "note")


def test_all_output_goes_through_one_place():
    package = Path(sys.modules["scree"].__file__).parent
    for path in package.rglob("*.py"):
        if path.name != "_terminal.py":
            found = re.search(r"^.*(?<![.\w])print\(|sys\.std(out|err)\.write.*$", path.read_text(), re.M)
            assert not found or "def print" in found[0] or '"""' in found[0], f"{path}: {found[0]}"
