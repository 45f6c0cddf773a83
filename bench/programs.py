# SPDX-License-Identifier: BSD-3-Clause
"""The programs compared. Each runs one workload once and returns a row: wall_seconds and cpu_seconds of the timed steps,
particle contacts and pairs at their end, peak memory, rebuilds of the pair list. What is timed is the loop over the steps
after a warm-up, never start-up and reading."""
import csv
import json
import math
import os
import re
import shutil
import subprocess

import beds
import scenes
import workloads
from workloads import DENSITY, FRICTION, HOOKE_STIFFNESS, POISSON, RADIUS, RESTITUTION, YOUNG

HERE = os.path.dirname(os.path.abspath(__file__))


class Failed(Exception):
    pass


def call(command, folder, **more_environment):
    """Output of a command; Failed with its last lines if it fails."""
    done = subprocess.run(command, cwd=folder, env={**os.environ, **more_environment}, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        said = [line for line in done.stdout.splitlines() if line.strip()]
        raise Failed(f"exit code {done.returncode}: " + " | ".join(said[-3:]))
    return done.stdout


def version(package):
    if not shutil.which("dpkg-query"):
        return ""
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], text=True, capture_output=True)
    return done.stdout if done.returncode == 0 else ""


def lacks(w):
    if w.shape:
        return "left out: its particles are no spheres"
    return "does not have the law" if w.model == "own" else f"has no {w.model} law"


def box_of(w, state):
    """(low, high) corners of the domain for LAMMPS and LIGGGHTS."""
    if w.scene:
        return w.scene.low, w.scene.high
    return (0.0, 0.0, 0.0), (w.copies * state.box[0], w.copies * state.box[1], 1.1 * state.top)


class Scree:
    name, warm, most_steps = "scree", 50, None

    def __init__(self, program):
        self.program = program
        self.version = subprocess.run([program, "--version"], text=True, capture_output=True).stdout.strip()

    def missing(self, _):
        return None

    def prepare(self, w, state, folder):
        frozen = workloads.FROZEN_BELOW if w.frozen else None
        files = beds.write_scree(state, w.copies, frozen, folder)
        if w.scene:
            scenes.write_mesh(w.scene, folder)
            text = workloads.scene_text(w.scene, files, w.model, w.dt, turns=True)
        else:
            box = (w.copies * state.box[0], w.copies * state.box[1], 2 * state.top)
            text = workloads.case_text(box, files, w.model, w.dt, w.gravity, shape=w.shape)
        with open(os.path.join(folder, "case.yaml"), "w") as f:
            f.write(text)

    def run(self, w, state, folder, threads, steps):
        return bench(self.program, folder, threads, self.warm, steps, 1)[0]


def bench(program, folder, threads, warm, steps, repetitions, *more):
    """Rows that `scree bench` prints for case.yaml in folder; program: its path, or a list of words that start it; threads: a
    number, or "auto" for as many as scree finds best."""
    words = [program] if isinstance(program, str) else program
    given = [] if threads == "auto" else ["--threads", str(threads)]
    out = call([*words, "bench", "case.yaml", *more, *given, "--warm", str(warm), "--steps", str(steps),
                "--repetitions", str(repetitions)], folder)
    return [scree_row(r) for r in csv.DictReader(line for line in out.splitlines() if line.count(",") > 12)]


def scree_row(said):
    """A row of `scree bench` by the names used here; the stages are the columns ns_NAME at its end."""
    row = {"stage_" + k[3:]: float(said[k]) for k in said if k.startswith("ns_") and not k.startswith("ns_per_")}
    for k in ("particles", "pairs", "rebuilds", "peak_bytes", "stepping_bytes", "ranks", "ghosts", "messages", "halo_bytes",
              "most_bytes"):
        row[k] = int(said[k])
    for k in ("wall_seconds", "cpu_seconds", "waited_seconds", "busiest_seconds", "imbalance"):
        row[k] = float(said[k])
    row["contacts"] = int(said["particle_contacts"])
    return row


class LammpsKin:
    """LAMMPS and LIGGGHTS take the same data file and print alike. Several threads are as many MPI processes."""
    warm, most_steps, most_repetitions = 50, None, 1000

    def missing(self, w):
        return None if w.model in self.models and not w.shape else lacks(w)

    def prepare(self, w, state, folder):
        path = os.path.join(folder, "particles.data")
        if not os.path.exists(path):
            beds.write_lammps(state, w.copies, workloads.FROZEN_BELOW if w.frozen else None, path, *box_of(w, state))

    def run(self, w, state, folder, threads, steps):
        g = math.sqrt(sum(c * c for c in w.gravity))
        variables = dict(data="particles.data", skin=w.skin, dt=w.dt, warm=self.warm, steps=steps, gx=w.gravity[0],
                         gz=w.gravity[2], g=g, frozen=int(w.frozen), **self.constants(w))
        command = [self.executable, "-in", os.path.join(HERE, self.script), "-log", "none"]
        for name, value in variables.items():
            command += ["-var", name, *(value if isinstance(value, list) else [f"{value}"])]
        if threads > 1:
            command = ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "-n", str(threads)] + command
        row = self.row(call(command, folder, OMP_NUM_THREADS="1"))
        for k in ("cpu_seconds", "peak_bytes"):
            row[k] *= threads  # the first process tells its own; all do alike
        return row

    @staticmethod
    def row(out):
        loops = re.findall(r"^Loop time of (\S+) on", out, re.M)
        sched = re.findall(r"^sched (\d+) .*VmHWM:\s*(\d+) kB", out, re.M)
        builds = re.findall(r"^Neighbor list builds = (\d+)", out, re.M)
        pairs = re.findall(r"^Total # of neighbors = (\d+)", out, re.M)
        table = re.findall(r"^ *Step +c?_?sides.*\n *\d+ +(\S+)", out, re.M)
        if len(loops) < 2 or len(sched) != 2 or not table:
            raise Failed("its output has no timed loop: " + " | ".join(out.splitlines()[-3:]))
        return dict(wall_seconds=float(loops[1]), cpu_seconds=1e-9 * (int(sched[1][0]) - int(sched[0][0])),
                    contacts=round(float(table[-1]) / 2), peak_bytes=1024 * int(sched[1][1]),
                    rebuilds=int(builds[1]), pairs=int(pairs[1]))


class Lammps(LammpsKin):
    name, executable, script, models = "lammps", "lmp", "lammps.in", ("hertz", "hooke", "epsd", "jkr")

    def __init__(self):
        self.version = version("lammps")

    @staticmethod
    def constants(w):
        return dict(zip(("pair", "coefficients", "wall"), workloads.lammps_model(w.model)))

    def missing(self, w):
        return "has no contacts with meshes" if w.scene else super().missing(w)


class Liggghts(LammpsKin):
    name, executable, script = "liggghts", "liggghts", "liggghts.in"
    models = {"hertz": "hertz tangential history", "hooke": "hooke tangential history",
              "hysteresis": "hooke/hysteresis tangential history",
              "cdt": "hertz tangential history rolling_friction cdt",
              "epsd": "hertz tangential history rolling_friction epsd",
              "sjkr": "hertz tangential history cohesion sjkr"}

    def __init__(self):
        self.version = version("liggghts")

    def prepare(self, w, state, folder):
        super().prepare(w, state, folder)
        model = self.models[w.model]
        lines = [f"fix floor all wall/gran model {model} primitive type 1 zplane 0.0"]
        if w.scene:
            scenes.write_mesh(w.scene, folder)
            lines = scenes.liggghts_lines(w.scene, model)
        with open(os.path.join(folder, "walls.in"), "w") as f:
            f.write("\n".join(lines) + "\n")

    def constants(self, w):
        types = 2 if w.frozen else 1  # a table of a value per type, or per pair of types
        per = {"young": (YOUNG, types), "poisson": (POISSON, types), "restitution": (RESTITUTION, types ** 2),
               "friction": (FRICTION, types ** 2), "rolling": (workloads.ROLLING_FRICTION, types ** 2), "damping": (0.3, types ** 2),
               "cohesion": (workloads.COHESION, types ** 2)}
        return dict(model=self.models[w.model], walls="walls.in", boundary="f f f" if w.scene else "p p f", plastic=int(w.model == "hysteresis"), types=types,
                    **{k: " ".join([f"{v:g}"] * n) for k, (v, n) in per.items()})


class Yade:
    name, warm, most_steps, most_repetitions = "yade", 10, 40, 1  # it is slow; its figure is of a kind where 10 % are nothing

    def __init__(self):
        self.version = version("yade")

    def missing(self, w):
        if w.frozen or w.copies > 1 or w.scene:
            return "left out: its set-up takes minutes"
        return None if w.model in ("hertz", "hooke") and not w.shape else lacks(w)

    def prepare(self, w, state, folder):
        with open(os.path.join(folder, "yade.json"), "w") as f:
            json.dump(dict(model=w.model, particles="free.txt", box=[w.copies * b for b in state.box],
                           height=1.3 * state.top, young=YOUNG, poisson=POISSON, density=DENSITY, friction=FRICTION,
                           restitution=RESTITUTION, stiffness=HOOKE_STIFFNESS, radius=RADIUS, gravity=w.gravity,
                           skin=0.02e-3, dt=w.dt), f)

    def run(self, w, state, folder, threads, steps):
        path = os.path.join(folder, "yade.json")
        with open(path) as f:
            settings = json.load(f)
        with open(path, "w") as f:
            json.dump({**settings, "warm": self.warm, "steps": steps}, f)
        out = call(["yade", "-n", "-x", f"-j{threads}", os.path.join(HERE, "yade.py"), "yade.json"], folder)
        found = re.findall(r"^result (.*)$", out, re.M)
        if not found:
            raise Failed("its output has no result: " + " | ".join(out.splitlines()[-3:]))
        return json.loads(found[-1])


def peers():
    """(those installed, names of those absent)."""
    known = [(Lammps, "lmp"), (Liggghts, "liggghts"), (Yade, "yade")]
    return [p() for p, e in known if shutil.which(e)], [p.name for p, e in known if not shutil.which(e)]
