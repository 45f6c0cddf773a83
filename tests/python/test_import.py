# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300
"""scree import: the grammar and the formulas of LIGGGHTS, cases of our own scripts, refusals, damaged scripts.

The scripts are in liggghts/, what becomes of them in liggghts/expected/; SCREE_RECORD=1 writes these anew."""
import csv
import math
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scree.errors import Error
from scree.liggghts import ScriptError, import_script
from scree.liggghts.command import command, default_name
from scree.liggghts.dumps import command as dumps_command
from scree.liggghts.formulas import evaluate, parse
from scree.liggghts.lines import logical_lines, number, split_words, strip_comment, substitute, whole
from scree.liggghts.models import tsuji_restitution
from scree.liggghts.script import Script
from scree.liggghts.variables import Variables

HERE = Path(__file__).parent / "liggghts"
SCRIPTS = sorted(p.name for p in HERE.iterdir() if p.suffix in (".in", ".lmp"))
SCREE = os.environ.get("SCREE_BUILD", "build/release") + "/scree"


def value(text):
    return evaluate(parse(text), Variables({}))


@pytest.mark.parametrize("text, expected", [
    ("2^3^2", 64), ("-2^2", 4), ("log(100)", 2), ("ln(exp(1))", 1), ("round(-2.5)", -2), ("round(2.5)", 3), ("7%3", 1), ("-7%3", -1), ("1<2", 1), ("2<1||3>2", 1),
    ("PI", math.pi), ("floor(1e-2/1e-5)", 999), ("2-3-4", -5), ("2*3+4*5", 26), ("(1+2)*3", 9), ("!0", 1), ("1.e-3*1000", 1), ("5.e6", 5e6), (".5+.5", 1), ("+0.5", 0.5),
    ("atan2(1,1)*4", math.pi), ("sqrt(16)^0.5", 2), ("ceil(1.2)", 2), ("1 == 1 && 2 != 3", 1), ("1|^1", 0)])
def test_formulas(text, expected):
    assert value(text) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("text", ["1/0", "1%0", "0^-1", "sqrt(0-1)", "ln(0)", "1+", "(1", "nothing(1)", "1 2", "sin(1,2)", "exp(1e6)", "$", "(" * 100 + "1" + ")" * 100, "+".join("1" * 400), ""])
def test_formulas_without_a_value_are_refused(text):
    with pytest.raises(ScriptError):
        value(text)


def test_a_line_goes_on_before_comments_are_removed():
    lines = logical_lines("a &\nb # x &\nc\nd & # x\ne\n")
    assert [(line.number, strip_comment(line.text).split()) for line in lines if line.text] == [(1, ["a", "b"]), (4, ["d", "&"]), (5, ["e"])]


def test_words_quotes_and_numbers():
    assert split_words("print \"a # b\" 'c d'\te") == ["print", "a # b", "c d", "e"]
    assert strip_comment('print "a # b" # c') == 'print "a # b" '
    for wrong in ('print "a', 'print "a"b'):
        with pytest.raises(ScriptError):
            split_words(wrong)
    assert [whole(word) for word in ("300/100", "1e2", "10.7", "-3x", "x")] == [300, 1, 10, -3, 0]
    assert [float(number(word)) for word in ("--0.3", ".0.0", "1.e-3", "5.e6", ".5", "+0.5")] == [0, 0, 1e-3, 5e6, 0.5, 0.5]


def test_substitution():
    values = {"a": "1", "name": "cup"}
    assert substitute("$a ${name} $(x) '${name}'", values.__getitem__, lambda text: f"<{text}>") == "1 cup <x> '${name}'"


def script(tmp_path, text, **given):
    path = tmp_path / "in.test"
    path.write_text(text)
    made = Script(path, {name: words for name, words in given.items()}, "public")
    made.execute()
    return made


def test_variables_are_read_as_liggghts_reads_them(tmp_path):
    made = script(tmp_path, "variable a equal 2\nvariable frozen equal ${a}*10\nvariable live equal v_a*10\nvariable a equal 3\nvariable i index x y\nvariable i index z\n"
                            "variable l loop 2 4\nvariable p loop 10 pad\nvariable s string one\nvariable s string two\n")
    text = made.variables.text
    assert [text(name) for name in ("a", "frozen", "live", "i", "l", "p", "s")] == ["3", "20", "30", "x", "2", "01", "two"]
    assert script(tmp_path, "variable a index 5", a=["7"]).variables.text("a") == "7"
    for wrong in ("variable a equal 5", "variable b equal ${none}", "variable b equal v_b\nprint '$(v_b)'\nvariable c equal $(v_b)", "variable h getenv HOME", "variable q equal 1 + 2"):
        with pytest.raises(ScriptError, match="in.test:"):
            script(tmp_path, wrong, a=["7"])


def test_loops_and_branches(tmp_path):
    made = script(tmp_path, "variable n equal 0\nvariable i loop 5\nlabel top\nif \"$i > 3\" then \"jump SELF out\" elif \"$i == 2\" \"variable n equal $n+10\" else 'variable n equal $n+1'\n"
                            "next i\njump SELF top\nlabel out\nvariable word string yes\nif '${word} == yes' then 'variable n equal ${n}*2'\n")
    assert made.variables.text("n") == "24"
    assert made.variables.text("i") == "4"


@pytest.mark.parametrize("text, why", [
    ("label a\njump SELF a\n", "endless loop"), ("jump SELF nowhere\n", "no label"), ("include other.in\n", "is missing"), ("include ../other.in\n", "outside"), ("include in.test\n", "include each other"),
    ("variable i loop 1000000\nlabel a\nnext i\njump SELF a\n", "very many passes"), ("fi x all nve\n", "no command"), ("run 10\n", "before create_box"), ("python x input 1\n", "never executed"),
    ("partition yes 1 run 1\n", "several simulations"), ("atom_style superquadric\n", "superquadric"), ("run 1 \x00\n", "binary"), ("units furlong\n", "accepted"), ("jump gone.in\n", "is missing")])
def test_scripts_that_cannot_be_done_are_refused_with_their_line(tmp_path, text, why):
    with pytest.raises(ScriptError, match=why) as refused:
        script(tmp_path, text)
    assert "in.test" in str(refused.value)


@pytest.mark.parametrize("name", SCRIPTS)
def test_our_scripts_become_the_expected_cases(name, tmp_path):
    out = HERE / (Path(name).stem + ".yaml")
    text, report, particles, _ = import_script(HERE / name, {}, out=out)
    shown = report.text(with_exact=False).replace(str(HERE), "HERE")
    expected = HERE / "expected" / out.name
    if os.environ.get("SCREE_RECORD"):
        expected.write_text(text)
        expected.with_suffix(".txt").write_text(shown)
    assert text == expected.read_text()
    assert shown == expected.with_suffix(".txt").read_text()
    shutil.copytree(HERE, tmp_path, dirs_exist_ok=True)
    (tmp_path / out.name).write_text(text)
    if particles:
        (tmp_path / f"{out.stem}.particles.txt").write_text(particles)
    done = subprocess.run([SCREE, "check", "--quiet", out.name], cwd=tmp_path, capture_output=True, text=True)
    if "absent.stl" in text:
        assert done.returncode == 1 and "does not exist" in done.stderr
    else:
        assert done.returncode == 0, done.stderr


def test_the_docs_say_what_becomes_of_our_scripts():
    checked = subprocess.run([sys.executable, HERE.parents[2] / "scripts" / "import_table.py", "--check"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_cases_of_coming_from_are_whole(tmp_path):
    cases = re.findall(r"^```yaml (\S+)\n(.*?)^```$", (HERE.parents[2] / "docs" / "coming_from.md").read_text(), re.M | re.S)
    assert len(cases) == 2
    for name, text in cases:
        (tmp_path / name).write_text(text)
        done = subprocess.run([SCREE, "check", "--quiet", "--strict", name], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", sorted((HERE / "refused").iterdir()), ids=lambda path: path.name)
def test_what_cannot_be_done_is_refused_by_name(path, tmp_path):
    with pytest.raises(ScriptError) as refused:
        import_script(path, {}, out=tmp_path / "x.yaml")
    assert str(refused.value).startswith(path.name + ":") or "no run with steps" in str(refused.value)


def test_every_line_is_in_the_report():
    for name in SCRIPTS:
        _, report, _, _ = import_script(HERE / name, {}, out=HERE / "x.yaml")
        said = {entry.place.line for entry in report.entries if entry.place.file == name}
        control = ("variable", "next", "jump", "label", "if", "include")
        for line in logical_lines((HERE / name).read_text()):
            words = strip_comment(line.text).split()
            if words and words[0] not in control and not (name == "loop.in" and words[:2] == ["run", "1000000"]):
                assert line.number in said, f"{name}:{line.number}: {line.text}"


def test_the_command_writes_a_case_and_a_report_or_nothing(tmp_path, monkeypatch, capsys):
    shutil.copytree(HERE, tmp_path / "s")
    monkeypatch.chdir(tmp_path)
    assert command(["liggghts", "s/loop.in", "-var", "n", "5"]) == 0
    assert "count: 50" in (tmp_path / "loop.yaml").read_text()
    said = capsys.readouterr().out
    assert "left out" in said and "scree check: passed" in said
    assert "translated exactly" in (tmp_path / "loop.import.txt").read_text()
    with pytest.raises(Error, match="there already"):
        command(["liggghts", "s/loop.in"])
    before = sorted(p.name for p in tmp_path.iterdir())
    (tmp_path / "s" / "in.wrong").write_text("units si\nbogus 1\n")
    for words in (["s/in.wrong"], ["s/bucket.in", "--strict"], ["s/absent.in"], ["s/loop.in", "--dialect", "x"], []):
        with pytest.raises(Error):
            command(["liggghts", *words])
    assert sorted(p.name for p in tmp_path.iterdir()) == before
    assert [default_name(Path(name)) for name in ("in.drum", "drum.in", "drum")] == ["drum.yaml"] * 3


def test_the_program_refuses_with_exit_code_1(tmp_path):
    (tmp_path / "in.wrong").write_text("units si\nbogus 1\n")
    done = subprocess.run([SCREE, "import", "liggghts", "in.wrong"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1 and "in.wrong:2: 'bogus' is no command" in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["in.wrong"]


def test_the_shell_is_never_executed(tmp_path):
    made = script(tmp_path, f"shell touch {tmp_path}/made\nshell rm -rf /\n")
    assert not (tmp_path / "made").exists()
    assert len(made.report.of("left out")) == 2


def test_dumps_and_data_files_become_particle_files(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.dump").write_text("ITEM: TIMESTEP\n5\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\nITEM: ATOMS id type x y z radius vx vy vz\n7 2 0.1 0.2 0.3 0.01 1 2 3\n")
    assert dumps_command(["a.dump"]) == 0
    assert (tmp_path / "a.particles.txt").read_text() == "# id x y z radius vx vy vz wx wy wz material\n7 0.1 0.2 0.3 0.01 1 2 3 0 0 0 type2\n"
    assert dumps_command([str(HERE / "two.data")]) == 0
    assert "1 0.6 0 1 0.25 2.5 0 0 0 0 0 0 type1" in (tmp_path / "two.particles.txt").read_text()
    for words in (["a.dump", "--step", "9", "--out", "b"], ["a.dump"], []):
        with pytest.raises(Error):
            dumps_command(words)


@pytest.mark.skipif(not shutil.which("liggghts"), reason="no liggghts")
def test_both_programs_move_every_particle_alike():
    done = subprocess.run(["python3", HERE.parents[2] / "scripts" / "compare_import.py", SCREE, "conveyor", "hysteresis", "clods", "stream"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    for line in done.stdout.splitlines()[:2]:
        assert float(line.split("|")[7]) < 1e-8, line
    assert float(done.stdout.splitlines()[2].split("|")[6]) < 0.02  # the mean spin of a clod, 0.1 s after its impact
    counts = done.stdout.splitlines()[3].split("|")[3]
    assert counts.strip() == "60 (60), 180 (180), 300 (300), 420 (420)"


def test_the_restitution_of_tsuji_is_that_of_lammps():
    """LAMMPS takes the effective mass where the polynomial means that of a sphere: sqrt(2) less damping. A collision in LAMMPS of 29 Sep 2021 agrees to 5e-8."""
    for asked in (0.3, 0.5, 0.9):
        ratio = -math.log(asked) / math.sqrt(math.pi ** 2 + math.log(asked) ** 2) / math.sqrt(2)
        assert tsuji_restitution(asked) == pytest.approx(math.exp(-math.pi * ratio / math.sqrt(1 - ratio ** 2)), abs=0.01)


COLLISION = """units si
atom_style sphere
boundary f f f
newton off
comm_modify vel yes
region box block -0.02 0.02 -0.02 0.02 -0.02 0.02 units box
create_box 1 box
create_atoms 1 single -0.0046 0 0 units box
create_atoms 1 single 0.0046 0.001 0 units box
set atom 1 diameter 0.01
set atom 2 diameter 0.008
set group all density 2500
group first id 1
velocity first set 1 0.3 0 units box
pair_style granular
pair_coeff * * LAW
timestep 1e-6
fix 1 all nve/sphere
dump d all custom 600 out.dump id vx vy omegaz
dump_modify d format float %.12g sort id
run 600
"""


@pytest.mark.parametrize("law, why", [
    ("jkr 0 0.7 0.3 1 tangential mindlin 8e6 1 0.4", "Young's modulus is 0; accepted: a number above 0"), ("hooke -1 0.7", "stiffness .* is -1"), ("hertz/material 1e7 0.7 1", "Poisson's ratio is 1; accepted"),
    ("hertz/material 1e7 0.7 -1", "Poisson's ratio is -1"), ("hooke 1e4 0.7 tangential linear_history NULL 1 0.4", "NULL as k_t"), ("hooke 1e4 0.7 tangential linear_history 1e4 1", "has 2 numbers; accepted: 3"),
    ("hooke 1e4 0.7 tangential linear_history 1e4 1 0.4 rolling sds 1 2", "too few numbers")])
def test_granular_models_of_lammps_need_numbers_that_make_sense(law, why, tmp_path):
    path = tmp_path / "in.lmp"
    path.write_text(COLLISION.replace("LAW", law))
    with pytest.raises(ScriptError, match=why) as refused:
        import_script(path, {}, out=tmp_path / "case.yaml")
    assert "in.lmp:16:" in str(refused.value)


def test_a_restitution_of_zero_is_read(tmp_path):
    """The case says 0, which the program refuses in its own words."""
    path = tmp_path / "in.lmp"
    path.write_text(COLLISION.replace("LAW", "jkr 1e7 0 0.3 2 tangential mindlin NULL 0.5 0.4 damping coeff_restitution"))
    assert "restitution: 0" in import_script(path, {}, out=tmp_path / "case.yaml")[0]


@pytest.mark.skipif(not shutil.which("lmp"), reason="no lmp")
@pytest.mark.parametrize("law", [
    "hooke 2e4 0.6 tangential linear_history 6000 0.5 0.4 damping tsuji", "hertz 7e6 1000 tangential mindlin 9e6 0.5 0.4 damping mass_velocity",
    "hertz/material 1e7 3e6 0.3 tangential mindlin NULL 0.5 0.4 damping viscoelastic", "jkr 1e7 0.6 0.3 2 tangential mindlin NULL 0.5 0.4 damping tsuji",
    "jkr 1e7 0.8 0.3 2 tangential mindlin NULL 0.5 0.4 damping velocity"])
def test_oblique_collisions_are_those_of_lammps(law, tmp_path):
    """Velocities to 1e-3; spins to 4 %, as LAMMPS takes radii as lever arms and the overlap is 3 % of them. The sets of diameters come first: in LAMMPS they keep the mass."""
    path = tmp_path / "in.lmp"
    path.write_text(COLLISION.replace("LAW", law))
    subprocess.run(["lmp", "-in", "in.lmp", "-log", "none"], cwd=tmp_path, capture_output=True, check=True)
    there = [[float(word) for word in line.split()] for line in (tmp_path / "out.dump").read_text().splitlines()[-2:]]
    text, _, particles, _ = import_script(path, {}, out=tmp_path / "case.yaml")
    (tmp_path / "case.yaml").write_text(text)
    (tmp_path / "case.particles.txt").write_text(particles)
    subprocess.run([SCREE, "run", "--quiet", "case.yaml"], cwd=tmp_path, check=True)
    with open(tmp_path / "case.out" / "particles_000000000600.csv", newline="") as rows:
        here = [[float(row[name]) for name in ("id", "velocity_x [m/s]", "velocity_y [m/s]", "omega_z [rad/s]")] for row in csv.DictReader(rows)]
    for a, b in zip(here, there, strict=True):
        assert a[0] == b[0] and a[1:3] == pytest.approx(b[1:3], abs=1.2e-3) and a[3] == pytest.approx(b[3], rel=0.04) and abs(b[3]) > 10


def damaged(text, draw):
    """The text with a few bytes, words or lines changed."""
    for _ in range(draw.randint(1, 4)):
        lines = text.splitlines(keepends=True) or ["\n"]
        k = draw.randrange(len(lines))
        kind = draw.randrange(8)
        words = lines[k].split(" ")
        if kind == 0:
            del lines[k]
        elif kind == 1:
            lines.insert(k, draw.choice(lines))
        elif kind == 2:
            del words[draw.randrange(len(words))]
            lines[k] = " ".join(words)
        elif kind == 3:
            words[draw.randrange(len(words))] = draw.choice(["0", "-1", "1e999", "nan", "v_x", "${a}", "$(", "NULL", "all", "INF", "\"", "'", "&", "#", "SELF", "jump SELF again", "../../etc/passwd", "9" * 40])
            lines[k] = " ".join(words)
        elif kind == 4:
            letters = list(lines[k])
            letters[draw.randrange(len(letters))] = chr(draw.randrange(1, 400))
            lines[k] = "".join(letters)
        elif kind == 5:
            other = draw.randrange(len(lines))
            lines[k], lines[other] = lines[other], lines[k]
        elif kind == 6:
            words.insert(draw.randrange(len(words)), draw.choice(words).strip())
            lines[k] = " ".join(words)
        else:
            lines = lines[:k + 1]
        text = "".join(lines)
    return text


def test_damaged_scripts_are_refused_or_imported(tmp_path, monkeypatch):
    """No crash, no hang, no file outside of the folder."""
    folder = tmp_path / "s"
    shutil.copytree(HERE, folder)
    opened = []
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: (opened.append(path), read(path))[1])
    draw = random.Random(7)
    sources = [(folder / name).read_text() for name in SCRIPTS]
    imported = 0
    for _ in range(int(os.environ.get("SCREE_FUZZ", "1500"))):
        text = damaged(draw.choice(sources), draw)
        (folder / "in.damaged").write_text(text)
        try:
            import_script(folder / "in.damaged", {}, out=folder / "out.yaml")
            imported += 1
        except ScriptError:
            pass
        except Exception as problem:
            (tmp_path / "in.crash").write_text(text)
            raise AssertionError(f"{problem!r} of {tmp_path / 'in.crash'}:\n{text}") from problem
    assert imported > 100
    assert all(path.resolve().is_relative_to(folder.resolve()) for path in opened)
