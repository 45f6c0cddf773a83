# SPDX-License-Identifier: BSD-3-Clause
"""Feeds control characters through every reader of the program, at every kind of place, and looks at all that it prints.

A reader is a file and the commands that read it: words of the file are replaced, one at a time, by each of PAYLOADS. Whether the
program accepts or refuses the file does not matter here; a crash, or a control character in what it prints, does."""
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

SCREE = os.environ["SCREE"]
DRAWS = 4 if not os.environ.get("SCREE_TEST_LONG") else 30  # places in a file
PAYLOADS = [b"\x1b]0;mine\x07\x1b[31m", "\x9b2J\u202eb\x85".encode(), b"a\x9b2J\x08\x7f", b"1\r2"]
YAML_PAYLOADS = [*PAYLOADS, b'"\\e]0;mine\\a\\x9b2J\\u202e\\x7f"', b'"a\\r\\nb\\x85\\u2028"']
CONTROL = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
draw = random.Random(int(os.environ.get("SCREE_TEST_SEED", "11")))
count = 0


def look(where: str, data: bytes) -> None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        sys.exit(f"{where}: bytes that are no UTF-8: {data[max(0, wrong.start - 60):wrong.end + 20]!r}")
    found = CONTROL.search(text)
    if found:
        sys.exit(f"{where}: a control character: {text[max(0, found.start() - 60):found.end() + 20]!r}")


def command(*words: bytes | str) -> int:
    global count
    count += 1
    done = subprocess.run([SCREE, *words], env={**os.environ, "OMP_NUM_THREADS": "1"}, capture_output=True, stdin=subprocess.DEVNULL, timeout=60, check=False)
    shown = " ".join(map(repr, words))
    look(f"scree {shown}: standard error", done.stderr)
    if b"-" != words[-1] and b"--out=-" not in words:
        look(f"scree {shown}: standard output", done.stdout)
    if done.returncode < 0 or done.returncode not in (0, 1, 2):
        sys.exit(f"scree {shown}: exit code {done.returncode}")
    return done.returncode


def feed(path: str, content: bytes, *commands: list[str], payloads=PAYLOADS, words=rb"[^\s:{}\[\],\"<>=]+", after=None) -> None:
    """Writes changed versions of a file and runs the commands on each."""
    places = list(re.finditer(words, content))
    for place in draw.sample(places, min(DRAWS, len(places))):
        for payload in draw.sample(payloads, 3):
            Path(path).write_bytes(content[:place.start()] + payload + content[place.end():])
            for one in commands:
                command(*one)
            if after:
                after()
    Path(path).write_bytes(content)


CASE = """\
time: {end: 4e-5 s, dt: 1e-5 s}
gravity: [0, 0, -9.81]
variables: {wide: 2 cm}
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.2}, steel: {density: 7800, young: 5 MPa, poisson: 0.3}}
contacts: {between: any, normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.3}
domain: {min: [-1, -1, -1], max: [1, 1, 1]}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: steel}
  sheet: {mesh: {file: sheet.obj, scale: 1}, material: steel}
particles:
  - {name: heap, file: heap.txt, material: glass}
  - {name: grid, formula: {count: 3, x: "i * 3 mm", y: "wide", z: "2 mm + sin(i) * 1 mm", diameter: "2 mm"}, material: glass}
insertion:
  - {name: rain, region: {box: {min: [-5 mm, -5 mm, 3 cm], max: [5 mm, 5 mm, 4 cm]}}, material: glass, diameter: 1 mm, fill: {}, count: 4}
outlets: {hole: {region: {sphere: {point: [0, 0, -0.5], radius: 0.1}}}}
output: {vtk: {every: 2e-5 s, contacts: true}, series: {every: 1e-5 s}, csv: {every: 2e-5 s}, checkpoint: {every: 2e-5 s}}
"""
MESHES = {
    "sheet.obj": "# a sheet\no sheet\ng part\nv 0 0 -0.1\nv 0.1 0 -0.1\nv 0 0.1 -0.1\nusemtl red\nf 1 2 3\n",
    "sheet.stl": "solid sheet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 -0.1\nvertex 0.1 0 -0.1\nvertex 0 0.1 -0.1\nendloop\nendfacet\nendsolid sheet\n",
    "sheet.ply": "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
                 "property list uchar int vertex_indices\nend_header\n0 0 -0.1\n0.1 0 -0.1\n0 0.1 -0.1\n3 0 1 2\n",
    "sheet.vtk": "# vtk DataFile Version 3.0\nsheet\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n0 0 -0.1\n0.1 0 -0.1\n0 0.1 -0.1\nPOLYGONS 1 4\n3 0 1 2\n",
}
HEAP = "# id x y z radius vx vy vz material\n1 0 0 0.01 1e-3 0 0 0 glass\n2 5e-3 0 0.01 1e-3 0 0 0 steel\n"
MOTIONS = ("0 0 0 0\n1e-5 0 0 1e-6\n1 0 0 1e-5\n", "time,z\n0,0\n1,1e-5\n")
LAB = """\
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.2}}
time: {end: 1 ms}
lab: {a: {material: glass, radius: 3 mm}, wall: glass}
contacts: {between: any, restitution: 0.5, friction: 0.3}
"""


def write(name: str, text: str) -> bytes:
    data = text.encode()
    Path(name).write_bytes(data)
    return data


def cases_and_their_files() -> None:
    case = write("case.yaml", CASE)
    heap = write("heap.txt", HEAP)
    for name, text in MESHES.items():
        write(name, text)
    if command("check", "case.yaml"):
        sys.exit("the case is refused: " + subprocess.run([SCREE, "check", "case.yaml"], capture_output=True, text=True, check=False).stderr)
    feed("case.yaml", case, ["check", "case.yaml"], payloads=YAML_PAYLOADS, words=rb"[\w.]+")
    feed("case.yaml", case, ["plan", "case.yaml", "--ranks", "2", "--speed", "50"], ["shape", "show", "case.yaml"], payloads=YAML_PAYLOADS, words=rb"[\w.]+")
    feed("heap.txt", heap, ["check", "case.yaml"])
    for name, text in MESHES.items():
        write("case.yaml", CASE.replace("sheet.obj", name))
        feed(name, text.encode(), ["check", "case.yaml"], ["shape", "make", name, "--spheres", "2", "--out", "spheres.txt"])
    formula = CASE.replace("2 mm + sin(i) * 1 mm", "XXXX")
    for payload in ('\\e[31m', 'sin(\\e)', '1 \\x9b2J', '\\u202e', 'wide\\a', '1 mm\\x7f', 'x\\x1b(1)', '2 \\e[31mmm'):
        write("case.yaml", formula.replace("XXXX", payload))
        command("check", "case.yaml")
    write("case.yaml", CASE.replace("normal: [0, 0, 1]}", "normal: [0, 0, 1]}, motion: {table: {file: motion.txt}}"))
    for table in MOTIONS:
        feed("motion.txt", write("motion.txt", table), ["check", "case.yaml"])
    write("case.yaml", CASE)


def names_of_files() -> None:
    """The case, and the files that it names, under names with control characters."""
    for payload in (b"\x1b[31m", "\x9b2J\u202e".encode(), b"\x9b2J", b"a\nb", b"\x07"):
        name = b"n" + payload
        for old, ending in (("case.yaml", b".yaml"), ("heap.txt", b".txt"), ("sheet.stl", b".stl")):
            shutil.copy(old, name + ending)
        for words in (["check"], ["run"], ["run", "--steps", "1", "--out", b"out" + payload], ["plan", "--ranks", "2", "--speed", "50"], ["view"], ["render", "--quality", "draft", "--size", "40x30"], ["shape", "show"],
                      ["law", "collide"], ["bench", "--steps", "1", "--repetitions", "1"], ["fields", "--along", "z"]):
            at = 2 if words[0] in ("law", "shape") else 1
            command(*words[:at], name + (b".yaml" if words[0] != "view" else b".none"), *words[at:])
        command("shape", "make", name + b".stl", "--spheres", "2")
        command("shape", "make", name + b".none", "--spheres", "2")
        for line in (b"heap.txt", b"sheet.obj"):
            Path("named.yaml").write_bytes(CASE.encode().replace(line, b'"' + payload.replace(b"\n", b"\\n").replace(b"\x1b", b"\\e").replace(b"\x07", b"\\a") + b'"'))
            command("check", "named.yaml")
        Path("named.yaml").write_bytes(b'laws: ["' + payload.replace(b"\n", b"\\n").replace(b"\x1b", b"\\e").replace(b"\x07", b"\\a") + b'.so"]\n' + CASE.encode())
        command("check", "named.yaml")
        command("check", "named.yaml", "--allow-libraries")


def words_of_the_command_line() -> None:
    for payload in (b"\x1b]0;mine\x07", "\x9b2J\u202e".encode(), b"\x9b2J\r"):
        for words in ([], ["run"], ["run", "case.yaml", "--threads"], ["run", "case.yaml", "--until"], ["run", "case.yaml", "--steps"], ["run", "case.yaml", "--isa"], ["check", "case.yaml"],
                      ["check", "case.yaml", "--set"], ["check", "case.yaml", "--define"], ["help"], ["help", "walls"], ["law"], ["law", "show"], ["law", "page"], ["law", "drive", "lab.yaml", "--path"],
                      ["new"], ["new", "drum", "--diameter"], ["schema"], ["bench", "case.yaml", "--steps"], ["plan", "case.yaml", "--ranks"], ["render", "case.out", "--colour"],
                      ["render", "case.out", "--camera"], ["render", "case.out", "--cut"], ["render", "case.out", "--hide"], ["render", "case.out", "--range"], ["render", "case.out", "--size"],
                      ["fields", "case.out", "--cells"], ["fields", "case.out", "--box"], ["fields", "case.out", "--along"], ["shape"], ["shape", "show", "case.yaml"], ["view"],
                      ["shape", "make", "sheet.stl", "--spheres"]):
            command(*words, payload)
        for words in (["--set", b"walls." + payload + b"=1"], ["--set", b"time.end=" + payload], ["--set", b"materials.glass.young='" + payload + b"'"], ["--define", payload + b"=1"], ["--define", b"wide=" + payload],
                      ["--set", b'walls.floor.material="\\e[31m"']):
            command("check", "case.yaml", *words)


def files_of_a_run() -> None:
    """What a run has written, changed by someone, for the commands that read it again."""
    shutil.rmtree("case.out", ignore_errors=True)
    if command("run", "case.yaml", "--steps", "2", "--quiet"):
        sys.exit("the run failed")
    shutil.copytree("case.out", "kept")
    out = Path("case.out")
    names = sorted(str(p.relative_to(out)) for p in out.rglob("*") if p.is_file())
    text = [n for n in names if n.endswith((".json", ".csv", ".pvd", ".yaml", ".files", ".series", ".pvtp", ".txt"))]
    if not {"run.json", "series.csv"} <= set(text):
        sys.exit(f"files of a run are missing: {names}")

    def renew():
        shutil.rmtree("case.out")
        shutil.copytree("kept", "case.out")

    for name in text:
        feed(f"case.out/{name}", (out / name).read_bytes(), ["run", "case.yaml", "--resume", "--steps", "3"], ["render", "case.out", "--out", "p.png", "--overwrite", "--quality", "draft", "--size", "40x30"],
             ["fields", "case.out", "--along", "z", "--overwrite"], after=renew)
    for name in [n for n in names if n.endswith((".vtp", ".scree"))]:
        head = (out / name).read_bytes()
        feed(f"case.out/{name}", head, ["render", "case.out", "--out", "p.png", "--overwrite", "--quality", "draft", "--size", "40x30"], words=rb"(?<=[ \"])[A-Za-z_]{3,}(?=[ \"=])", after=renew)


def what_a_run_writes() -> None:
    """A terminal shows these files too."""
    folder = "d\x9b2J\u202e\x1b[31m"
    os.mkdir(folder)
    for name in ("heap.txt", "sheet.obj"):
        shutil.copy(name, folder)
    write(f"{folder}/written.yaml", CASE)
    if command("run", f"{folder}/written.yaml", "--steps", "1", "--define", "wide=2 cm", "--set", 'materials.steel.young="5 MPa"'):
        sys.exit("the run in a folder with control characters failed")
    for path in Path("written.out").rglob("*"):
        if path.suffix in (".json", ".csv", ".pvd", ".yaml", ".files", ".txt"):
            look(str(path), path.read_bytes())


def the_lab() -> None:
    lab = write("lab.yaml", LAB)
    path = write("path.csv", "time,overlap,slip_x\n0,0,0\n1e-5,1e-6,1e-7\n")
    states = write("states.csv", "ax,ay,az,bx,by,bz\n0,0,0,0,0,1e-3\n")
    feed("lab.yaml", lab, ["law", "collide", "lab.yaml"], payloads=YAML_PAYLOADS, words=rb"[\w.]+")
    feed("path.csv", path, ["law", "drive", "lab.yaml", "--path", "path.csv"])
    feed("states.csv", states, ["law", "eval", "lab.yaml", "--states", "states.csv"])


the_lab()
cases_and_their_files()
names_of_files()
words_of_the_command_line()
files_of_a_run()
what_a_run_writes()
print(f"{count} commands, seed {os.environ.get('SCREE_TEST_SEED', '11')}")
