#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
# `./dev bench` on beds of a few hundred spheres, without peers: the columns of its tables, their consistency, and
# plots that are well-formed XML. Speeds are not checked.
set -euo pipefail
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
python3 -c 'import csv, ctypes, gzip, xml.sax' 2>/dev/null || { echo "python3 without its library"; exit 77; }
# The first one that has matplotlib; without it there are no plots to check.
for python in python3 /usr/bin/python3 none; do "$python" -c 'import csv, ctypes, gzip, matplotlib, xml.sax' 2>/dev/null && break; done
export PLOTS=1
[[ $python != none ]] || { python=python3 PLOTS=""; }
export CC=${CC:-gcc}
rm -rf made out work && mkdir -p made work
die() { echo "FAILED: $*"; exit 1; }

# A start state by the name of bed2k: 10 x 10 x 5 spheres. Those of a layer touch each other; the lowest layer rests on the
# floor, sunk in by its weight, and the others have not fallen onto each other yet when the steps are done.
python3 - <<'PY'
with open("made/bed2k.txt", "w") as f:
    f.write("# bed2k: a cubic lattice\n# periodic x [0,0.0199) y [0,0.0199); floor z=0; SI units\n"
            "# id x y z radius density vx vy vz\n")
    for n in range(500):
        x, y, z = n % 10, n // 10 % 10, n // 100
        f.write(f"{n + 1} {(x + .5) * 1.99e-3:.9f} {(y + .5) * 1.99e-3:.9f} {.00099942 + z * 2.5e-3:.9f} 0.001 2500 0 0 0\n")
PY
bench=("$python" "$SCREE_SOURCE/bench/bench.py" --quick --scree "$SCREE" --work work --states made --name here)
"${bench[@]}" --workloads A2 --programs scree --threads 1,2 --repetitions 2 --out out >said

cat >check.py <<'PY'
import csv
import os
import sys
import xml.sax
from collections import Counter

def rows(path, *wanted):
    with open(path) as f:
        table = list(csv.DictReader(f))
    missing = [c for c in wanted if c not in table[0]]
    assert not missing, f"{path}: no column {missing}"
    return table

# Without matplotlib there is none, and the run says so.
def figure(path, *texts):
    if not os.environ["PLOTS"]:
        assert not os.path.exists(path)
        return
    xml.sax.parse(path, xml.sax.ContentHandler())
    with open(path) as f:
        drawn = f.read()
    assert all(f">{text}<" in drawn for text in texts), [text for text in texts if f">{text}<" not in drawn]

found = rows("out/results.csv", "machine", "date", "commit", "workload", "program", "version", "threads", "repetition",
             "particles", "steps", "wall_seconds", "cpu_seconds", "cpu_per_wall", "ns_particle_step", "ns_contact", "ratio",
             "contacts", "contacts_per_particle", "pairs", "rebuilds", "peak_bytes", "bytes_per_particle", "stepping_bytes",
             "stage_integrate", "stage_search", "stage_contacts", "stage_sum")
assert Counter((r["threads"], r["repetition"]) for r in found) == {(t, n): 1 for t in "12" for n in "12"}, found
for r in found:
    number = {k: float(v) for k, v in r.items() if k not in ("machine", "date", "commit", "workload", "program", "version")
              and v != ""}
    assert (r["machine"], r["workload"], r["program"], r["particles"], r["steps"]) == ("here", "A2", "scree", "500", "400"), r
    assert number["contacts"] == 1000, r  # 200 in each of 5 layers: the 100 with the floor left out
    assert number["pairs"] >= 1100, r     # but listed
    seconds = number["wall_seconds"] if r["threads"] == "2" else min(number["wall_seconds"], number["cpu_seconds"])
    assert abs(number["ns_particle_step"] / (1e9 * seconds / 400 / 500) - 1) < 1e-4, r
    assert abs(number["ns_contact"] / number["ns_particle_step"] / (500 / 1000) - 1) < 1e-4, r
    assert 1e6 < number["stepping_bytes"] <= number["peak_bytes"] < 1e9, r
    stages = sum(v for k, v in number.items() if k.startswith("stage_")) * 1e-9 * 400 * 500
    assert 0.5 < stages / number["wall_seconds"] < 1.01, (stages, r)
limits = {(r["quantity"], r["threads"]): float(r["value"]) for r in rows("out/limits.csv", "quantity", "threads", "value")}
for quantity in ("triad_l2", "triad_dram", "muladd", "sqrt", "div"):
    for threads in "12":
        assert 1e7 < limits[quantity, threads] < 1e13, (quantity, limits)
figure("out/plot.svg", "Time on 2 threads", "Where the time of scree goes, 1 thread", "A2", "memory limit")

if len(sys.argv) > 1:
    found = rows("out/sizes.csv", "workload", "size_ratio", "particles", "threads", "ns_particle_step", "ns_list",
                 "bytes_per_particle", "stage_search")
    assert [r["size_ratio"] for r in found] == ["1", "5", "20", "50", "100"], found
    assert all(float(r["ns_list"]) > 1 for r in found), found
    assert all(290 <= int(r["particles"]) <= 300 for r in found), found
    figure("out/sizes.svg", "peak bytes per particle", "largest radius over smallest", "1 thread")
PY
python3 check.py
for line in "Speed." "Limits of this machine" "Roofline" "Stages of scree"; do
    grep -q "$line" said || die "the report has nothing on: $line"
    grep -q "$line" out/report.txt || die "report.txt has nothing on: $line"
done

cp made/bed2k.txt made/free.txt
python3 - "$SCREE_SOURCE" <<'PY'
import sys
sys.path.insert(0, sys.argv[1] + "/bench")
import workloads
with open("made/case.yaml", "w") as f:
    f.write(workloads.case_text((0.0199, 0.0199, 0.05), [("free.txt", False)], dt=5e-6))
PY
"$SCREE" bench made/case.yaml --warm 50 --steps 100 --repetitions 2 --threads 1 >said
python3 - <<'PY' || die "scree bench"
import csv
rows = list(csv.DictReader(open("said")))
assert [(r["repetition"], r["threads"], r["steps"], r["contacts"], r["particle_contacts"], r["rebuilds"]) for r in rows] == [
    (n, "1", "100", "1100", "1000", "0") for n in "12"], rows
PY
"$SCREE" bench made/case.yaml --warm 0 --steps 7 --repetitions 1 --threads 1 --list-every 3 >said
python3 - <<'PY' || die "scree bench --list-every"
import csv
assert [r["rebuilds"] for r in csv.DictReader(open("said"))] == ["3"]
PY

if [[ -e $(dirname "$SCREE")/libscree.so ]]; then # beds are made with the shared library
    "${bench[@]}" --sizes --most 300 --out out >said
    python3 check.py sizes
fi
if [[ -e $(dirname "$SCREE")/libscree.so && -n ${SCREE_TEST_LONG:-} ]]; then # a bed of bodies is made as it was kept; and beside programs that keep processors busy
    python3 - "$SCREE_SOURCE" "$(dirname "$SCREE")/libscree.so" <<'PY' || die "a bed of clumps"
import sys
sys.path.insert(0, sys.argv[1] + "/bench")
import beds
made, kept = beds.Maker(sys.argv[2], "made", 1).make("clumps"), beds.State(sys.argv[1] + "/bench/states/clumps.txt.gz")
assert made.count == kept.count == 400 and made.turned and kept.turned and made.box == kept.box, made.path
assert abs(made.top / kept.top - 1) < 0.05, (made.top, kept.top)
PY
    "${bench[@]}" --by-threads --most 300 --out out >said
    python3 - <<'PY' || die "--by-threads"
import csv
from collections import Counter
rows = list(csv.DictReader(open("out/threads.csv")))
cores = {r["threads"] for r in rows} - {"1", "auto"}
assert len(cores) <= 1 and {r["particles"] for r in rows} == {"300"}, rows
assert len(set(Counter((r["beside"], r["threads"]) for r in rows).values())) == 1 and float(rows[0]["ns_particle_step"]) > 1, rows
PY
    grep -q "auto over the better of the fixed numbers" out/threads.txt || die "threads.txt"
fi

# Every goal, on beds of a few particles: its workloads run for a few steps, its row of the table agrees with the rows of its runs, and what the goal asks for is
# judged the right way round.
if [[ -e $(dirname "$SCREE")/libscree.so ]]; then # steps one by one are taken in this process
    rm -rf few && mkdir few
    python3 - "$SCREE_SOURCE" <<'PY'
import sys
sys.path.insert(0, sys.argv[1] + "/bench")
import goals, published, workloads
with open("few/goals", "w") as f:  # without the second runs of bodies, some of which take seconds to begin
    f.write(",".join(g.name for g in goals.GOALS.values() if g.measure != "threads" or not workloads.WORKLOADS[g.of].shape))
for name in ({workloads.WORKLOADS[w].state for g in goals.GOALS.values() for w in (g.of, g.beside) if w}
             | {c.workload.state for c in published.CASES.values() if c.workload}):
    with open(f"few/{name}.txt", "w") as f:
        f.write(f"# {name}\n# periodic x [0,0.012) y [0,0.012); floor z=0; SI units\n# id x y z radius density vx vy vz\n")
        side, wide = (4, 0.003) if name in workloads.SHAPES else (6, 0.00195)  # bodies have corners
        for n in range(24 if name in workloads.SCENES else 2 * side ** 2):
            x, y, z = (n % side + 0.5) * wide, (n // side % side + 0.5) * wide, (n // side ** 2 + 0.45) * wide
            if name in workloads.SCENES:  # about the axis
                x, y, z = 0.00195 * (n % 3 - 1), 0.00195 * (n // 3 % 2 - 0.5), 0.01 + 0.00195 * (n // 6)
            f.write(f"{n + 1} {x:.9f} {y:.9f} {z:.9f} 0.001 2500 0 0 0{' 1 0 0 0' if name in workloads.SHAPES else ''}\n")
PY
    "$python" "$SCREE_SOURCE/bench/bench.py" --quick --scree "$SCREE" --work work --states few --name here --goals "$(cat few/goals)" --out out >said
    python3 - "$SCREE_SOURCE" <<'PY' || die "--goals"
import csv, re, sys
sys.path.insert(0, sys.argv[1] + "/bench")
import goals
asked = open("few/goals").read().split(",")
rows = list(csv.DictReader(open("out/goals.csv")))
table = {line.split()[0]: line for line in open("said") if line.startswith("  ")}
assert list(dict.fromkeys(r["goal"] for r in rows)) == asked, rows
for name in asked:
    goal = goals.GOALS[name]
    runs = [r for r in rows if r["goal"] == name]
    assert [r["workload"] for r in runs] == [goal.of] + ([goal.beside] if goal.beside else []), (name, runs)
    assert all(float(r["ns_particle_step"]) > 0 and int(r["steps"]) >= 5 for r in runs), (name, runs)
    if goal.measure == "time":
        ratio = float(runs[0]["ns_particle_step"]) / float(runs[1]["ns_particle_step"])
        assert abs(float(re.search(r"(\S+) x ", table[name])[1]) / ratio - 1) < 6e-3, (ratio, table[name])
    if goal.measure == "threads":
        assert [r["threads"] for r in runs] == ["2", "1"], runs
        gain = float(runs[1]["wall_seconds"]) / float(runs[0]["wall_seconds"])
        assert abs(float(re.search(r"(\S+) x ", table[name])[1]) / gain - 1) < 6e-3, (gain, table[name])
    if goal.goal is None:
        assert not table[name].rstrip().endswith(("yes", "no")), table[name]
    else:
        assert table[name].rstrip().endswith(("yes", "no")), table[name]
least, most = goals.GOALS["threads-A50"], goals.GOALS["luding"]
assert [goals.met(least, v) for v in (1.89, 1.91)] == ["no", "yes"] and [goals.met(most, v) for v in (1.79, 1.81)] == ["yes", "no"]
PY
    ! "${bench[@]}" --goals luding,haste --out no 2>stderr || die "an unknown goal was accepted"
    grep -q "luding,haste.*accepted: all, or some of luding,jkr" stderr || die "what goals are accepted is not said"

    # The published cases with few spheres, which fall for a moment.
    python3 - "$SCREE_SOURCE" "$SCREE" <<'PY' >said || die "--published"
import dataclasses, sys
source, program = sys.argv[1:]
sys.path.insert(0, source + "/bench")
import bench, published
for name, case in published.CASES.items():
    if case.scene:
        def few(scene):
            return scene and dataclasses.replace(scene, sources=tuple(dataclasses.replace(s, count=30) for s in scene.sources), settle=1e-3,
                                                 part=few(scene.part))
        published.CASES[name] = dataclasses.replace(case, scene=few(case.scene))
sys.argv = ["bench.py", "--quick", "--scree", program, "--work", "work", "--states", "few", "--name", "here", "--published", "--out", "out"]
bench.main()
PY
    python3 - "$SCREE_SOURCE" <<'PY' || die "table of --published"
import csv, re, sys
sys.path.insert(0, sys.argv[1] + "/bench")
import published
rows, said = list(csv.DictReader(open("out/published.csv"))), open("said").read().splitlines()
assert [r["case"] for r in rows] == list(published.CASES), rows
for r in rows:
    case = published.CASES[r["case"]]
    copies = 10 if case.name == "drum-1M" else 1
    assert not case.scene or int(r["particles"]) == 30 * copies * len(case.scene.sources), r
    lines = [line for line in said if line.startswith(f"  {case.name} ")]
    assert len(lines) == len(case.figures), said
    for line, figure in zip(lines, case.figures):
        speed = 1e3 / float(r["ns_particle_step"])
        cores = float(line.split(figure.how)[0].split()[-1])
        assert figure.who in line and abs(cores * speed / figure.speed - 1) < 0.06, (line, speed)
PY
    ! "${bench[@]}" --published moon --out no 2>stderr || die "an unknown published case was accepted"
    grep -q "moon.*accepted: all, or some of drum-1M" stderr || die "what published cases are accepted is not said"
fi

# The cases in meshes and of all laws are accepted.
python3 - "$SCREE_SOURCE" <<'PY'
import sys
sys.path.insert(0, sys.argv[1] + "/bench")
import scenes, sizes, workloads
for model in workloads.CONTACTS:
    with open(f"made/model_{model}.yaml", "w") as f:
        f.write(workloads.case_text((0.0199, 0.0199, 0.05), [("free.txt", False)], model, dt=5e-6))
for name, scene in scenes.SCENES.items():
    scenes.write_mesh(scene, "made")
    for turns in (False, True):
        with open(f"made/scene_{name}_{turns}.yaml", "w") as f:
            f.write(workloads.scene_text(scene, [], "hertz", scene.dt, turns, extra=scenes.fill_text(scene)))
    with open("made/mesh.stl", "rb") as mesh, open(f"made/{name}.stl", "wb") as copy:
        copy.write(mesh.read())
class Bed:
    box, top, name = (0.0199, 0.0199), 0.02, "bed2k"
    def rows(self, copies=1):
        for line in open("made/free.txt"):
            if line[0] != "#":
                word = line.split()
                yield int(word[0]), float(word[1]), float(word[2]), word
with open("made/mixed.yaml", "w") as f:
    f.write(sizes.mixed_case(Bed(), 3, 5e-6)("made"))
PY
for model in made/model_*.yaml made/mixed.yaml; do
    "$SCREE" check "$model" 2>stderr >/dev/null || { cat stderr; die "$model is not accepted"; }
done
for scene in silo6k drum60k drum6k; do
    mv "made/$scene.stl" made/mesh.stl
    for case in made/scene_${scene}_*.yaml; do
        sed -i 's/count: [0-9]*/count: 50/' "$case"
        "$SCREE" check "$case" 2>stderr >/dev/null || { cat stderr; die "$case is not accepted"; }
    done
done

! "${bench[@]}" --workloads A2,Z9 --out no 2>stderr || die "an unknown workload was accepted"
grep -q "A2,Z9.*accepted: all, or some of A2,A50" stderr || die "what is accepted is not said"
! "${bench[@]}" --scree nowhere/scree --out no 2>stderr || die "a missing program was accepted"
grep -q "nowhere/scree is not there" stderr || die "the missing program is not named"
[[ ! -e no ]] || die "a refused run wrote something"

# A user's results go to build/, and only --record writes over those that are kept with the source.
"$python" - <<'PY'
import os
import sys
sys.path.insert(0, os.environ["SCREE_SOURCE"] + "/bench")
import bench
def goes_to(*words):
    sys.argv = ["bench", "--name", "here", *words]
    return os.path.relpath(bench.options().out, bench.ROOT)
assert goes_to() == "build/bench/results/here", goes_to()
assert goes_to("--record") == "bench/results/here", goes_to("--record")
try:
    goes_to("--record", "--out", "no")
    raise SystemExit("FAILED: --record and --out were accepted together")
except SystemExit as refused:
    assert refused.code == 2, refused
PY
