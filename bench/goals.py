# SPDX-License-Identifier: BSD-3-Clause
"""`./dev bench --goals [NAMES]`: what a feature costs, measured beside the same bed without it, and the cost that it should have
at most. The two runs of a goal take turns, so that other users of the machine affect them alike; the median over the turns counts."""
import ctypes
import os
import statistics
import tempfile
import time
from dataclasses import dataclass

import beds
import machine
import programs
import report
import workloads


@dataclass(frozen=True)
class Measure:
    what: str
    unit: str
    value: callable         # of a row and the row beside it
    least: bool = False     # the goal is a least value, not a largest one


MEASURES = {
    "time": Measure("time of a particle-step", "x", lambda a, b: a["ns_particle_step"] / b["ns_particle_step"]),
    "contact": Measure("time of a contact and step", "x", lambda a, b: a["ns_contact"] / b["ns_contact"]),
    "more": Measure("more time of a particle-step", "ns", lambda a, b: a["ns_particle_step"] - b["ns_particle_step"]),
    "threads": Measure("gain from two threads, in wall time", "x", lambda a, b: b["wall_seconds"] / a["wall_seconds"], True),
    "one by one": Measure("steps one by one, with a view of each, without energy", "x", lambda a, b: a["ns_particle_step"] / b["ns_particle_step"]),
    "energies": Measure("steps one by one, with a view and the energy of each", "x", lambda a, b: a["ns_particle_step"] / b["ns_particle_step"]),
    "speed": Measure("particle-steps per second", "M", lambda a, _: 1e3 / a["ns_particle_step"], True),
    "walls": Measure("walls and search of a particle-step", "ns", lambda a, _: sum(report.stages_of(a)[s] for s in ("walls", "search"))),
    "memory": Measure("largest memory of the run, per particle", "B", lambda a, _: a["bytes_per_particle"]),
}


@dataclass(frozen=True)
class Goal:
    name: str
    of: str       # workload
    beside: str   # the one that takes turns with it; itself, on one thread or in one call, or none, where the measure says so
    measure: str  # key of MEASURES
    goal: float   # None: only stated


GOALS = {g.name: g for g in (
    Goal("luding", "L50", "A50", "time", 1.8),
    Goal("jkr", "J50", "A50", "time", 1.4),
    Goal("epsd", "P50", "A50", "more", 20.0),
    Goal("bonds", "K50", "A50", "contact", 1.5),
    Goal("heat", "H50", "A50", "time", 1.2),
    Goal("bridges", "W50", "A50", "time", 1.5),
    Goal("wear-silo", "M6w", "M6", "time", 1.05),
    Goal("wear-drum", "U6w", "U6", "time", 1.05),
    Goal("silo", "M6", "", "walls", 10.0),
    Goal("memory", "A50", "", "memory", 450.0),
    Goal("one-by-one", "A18", "A18", "one by one", 1.03),
    *(Goal(f"one-by-one-{w}", w, w, "one by one", None) for w in ("K50", "W50")),
    *(Goal(f"energies-{w}", w, w, "energies", None) for w in ("A18", "K50", "W50")),
    Goal("clumps", "clumps", "spheres", "contact", None),
    Goal("ellipsoids", "ellipsoids", "spheres", "contact", 3.0),
    Goal("superellipsoids", "superellipsoids", "spheres", "contact", 5.0),
    Goal("capsules", "capsules", "spheres", "contact", None),
    Goal("cylinders", "cylinders", "spheres", "contact", None),
    Goal("boxes", "boxes", "spheres", "contact", None),
    Goal("dice", "dice", "spheres", "speed", 1.0),
    Goal("icosahedra", "icosahedra", "spheres", "speed", 1.0),
    *(Goal(f"threads-{w}", w, w, "threads", 1.9) for w in ("A50", "D50", "R50", "M6", "clumps")),
    *(Goal(f"threads-{w}", w, w, "threads", 1.8) for w in ("ellipsoids", "superellipsoids", "capsules", "boxes", "dice", "icosahedra")),
)}
FIELDS = ["machine", "date", "commit", "goal", *report.FIELDS[3:]]
WARM, FEW_WARM = 50, 5  # steps before timing; a fifth of the timed ones is enough where a step takes long


def in_process(library, case, steps, one_by_one, energy):
    """A row of steps in a world of this process, in one call or each in its own, with the velocities looked at after each. energy: that
    of contacts is known after each call."""
    world = beds.World(library, case, 1)
    view = ctypes.create_string_buffer(256)  # holds a scree_view
    world.steps(WARM)
    world.lib.scree_world_want_energy(world.world, int(energy))
    start = time.perf_counter(), time.process_time()
    if one_by_one:
        for _ in range(steps):
            world.steps(1)
            world.lib.scree_view_open(world.world, b"velocity", 0, view, world.report)
            world.lib.scree_view_close(world.world, view, world.report)
    else:
        world.steps(steps)
    row = {"wall_seconds": time.perf_counter() - start[0], "cpu_seconds": time.process_time() - start[1],
           "particles": world.count(), "contacts": 0, "peak_bytes": 0}
    world.close()
    return row


class Runs:
    """Runs workloads, each from a folder that is written once."""

    def __init__(self, o, find, maker, folder):
        self.o, self.find, self.maker, self.folder = o, find, maker, folder
        self.scree = programs.Scree(o.scree)
        self.prepared = {}

    def place(self, w):
        if w.name not in self.prepared:
            folder = os.path.join(self.folder, w.name)
            os.mkdir(folder)
            self.scree.prepare(w, self.find(self.maker, w.state), folder)
            self.prepared[w.name] = folder
        return self.prepared[w.name]

    def run(self, name, threads=1, way=None):
        """way: "one by one", "energies" or "many" for steps in this process."""
        w = workloads.WORKLOADS[name]
        folder, steps = self.place(w), max(5, w.steps // (10 if self.o.quick else 1))
        if way:
            row = in_process(self.maker.library, os.path.join(folder, "case.yaml"), steps, way != "many", way != "one by one")
        else:
            row = programs.bench(self.o.scree, folder, threads, min(WARM, max(FEW_WARM, steps // 5)), steps, 1)[0]
        return report.complete({"workload": name, "program": "scree", "version": self.scree.version, "threads": threads,
                                "steps": steps, **row})

    def turn(self, goal):
        """(the row of the goal, the one beside it or None)"""
        if goal.measure == "threads":
            beside, of = self.run(goal.of, 1), self.run(goal.of, 2)
            return of, beside
        if goal.measure in ("one by one", "energies"):
            beside = self.run(goal.beside, way="many")
            return self.run(goal.of, way=goal.measure), beside
        beside = self.run(goal.beside) if goal.beside else None
        return self.run(goal.of), beside


def met(goal, value):
    if goal.goal is None:
        return ""
    return "yes" if (value >= goal.goal if MEASURES[goal.measure].least else value <= goal.goal) else "no"


def line(goal, turns):
    """A row of the table from the turns of a goal."""
    measure = MEASURES[goal.measure]
    values = [measure.value(of, beside) for of, beside in turns]
    of = min((of for of, _ in turns), key=lambda r: r["ns_particle_step"])
    beside = min((b for _, b in turns if b), key=lambda r: r["ns_particle_step"], default=None)
    times = statistics.median(a["ns_particle_step"] / b["ns_particle_step"] for a, b in turns) if beside else ""
    other = beside and beside["workload"] != of["workload"] and beside["particles"] == of["particles"]
    more = f"{(of['stepping_bytes'] - beside['stepping_bytes']) / of['particles']:.0f}" if other else ""
    value = statistics.median(values)
    bound = "" if goal.goal is None else f"{'>=' if measure.least else '<='} {goal.goal:g}"
    return [goal.name, measure.what, of["ns_particle_step"], beside["ns_particle_step"] if beside else "", times,
            more, f"{value:.3g} {measure.unit}", f"{min(values):.3g}-{max(values):.3g}", bound, met(goal, value)]


def tell(say, lines):
    say("A goal's run and the one beside it take turns. ns/ps: ns per particle-step, the best of the turns; times: the median of their ratio;\n"
        "B more: bytes more per particle while stepping; measured: the median over the turns, and its range. Without a goal: only stated.")
    report.table(say, ["goal", "measured is", "ns/ps", "beside", "times", "B more", "measured", "range", "goal", "met"], lines)
    judged = [row for row in lines if row[-1]]
    say(f"met: {sum(row[-1] == 'yes' for row in judged)} of {len(judged)}")


def run(o, about, find, maker, progress, reporter):
    os.makedirs(o.out, exist_ok=True)
    say = reporter(o.out, "goals.txt")
    say(f"{about['machine']}, {about['date']}, commit {about['commit']}; {machine.cores()} cores, "
        f"load {os.getloadavg()[0]:.1f} at the start\n")
    for state in dict.fromkeys(workloads.WORKLOADS[GOALS[n].of].state for n in o.goals):
        find(maker, state)  # those that are missing are made before anything is timed
    rows, lines = [], []
    with tempfile.TemporaryDirectory(dir=o.work) as folder:
        runs = Runs(o, find, maker, folder)
        for name in o.goals:
            goal, turns = GOALS[name], []
            try:
                for repetition in range(1, o.repetitions + 1):
                    turns.append(runs.turn(goal))
                    rows += [{**about, "goal": name, "repetition": repetition, **row} for row in turns[-1] if row]
            except programs.Failed as why:
                raise SystemExit(f"error: {name}: {why}")
            lines.append(line(goal, turns))
            progress(f"  {name:22} {lines[-1][6]:>10}  {lines[-1][8]}")
            report.write_csv(os.path.join(o.out, "goals.csv"), rows, FIELDS)
    tell(say, lines)
    progress(f"written: {o.out}/goals.csv, goals.txt")
