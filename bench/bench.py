#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`./dev bench`: scree and the other programs installed here on the same start states, in turns within one run, with the
limits of this machine measured beside them. Reports; judges nothing. docs/performance.md tells what is measured and how."""
import argparse
import datetime
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap

import beds
import goals
import machine
import programs
import published
import ranks
import report
import sizes
import threads
import workloads

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def whole(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return value


def names_of(accepted, everything):
    def parse(text):
        given = list(accepted) if text == "all" else [n for n in text.split(",") if n]
        unknown = [n for n in given if n not in accepted]
        if unknown or not given:
            raise argparse.ArgumentTypeError(f"'{text}' is not understood; accepted: {everything}")
        return given
    return parse


def options():
    every = ",".join(workloads.WORKLOADS)
    p = argparse.ArgumentParser(prog="./dev bench", formatter_class=argparse.RawDescriptionHelpFormatter, description=(
        "Speed and memory of scree and its peers (LAMMPS, LIGGGHTS, Yade, where installed) on the same start\n"
        "states, in one run."),
        epilog="./dev bench CASE.yaml ...   speed by stage of a case alone (scree bench)\n"
               "./dev bench --install-peers   installs the Debian packages of the peers, then runs\n\nworkloads:\n"
               + "\n".join(f"  {w.name:15} {w.what}" for w in workloads.WORKLOADS.values())
               + "\n\ngoals:\n  " + "\n  ".join(textwrap.wrap(", ".join(goals.GOALS), 100, break_on_hyphens=False)))
    p.add_argument("--workloads", type=names_of(workloads.WORKLOADS, f"all, or some of {every}"), metavar="LIST",
                   help=f"default {','.join(workloads.USUAL)}; or all")
    p.add_argument("--programs", type=names_of(["scree", "lammps", "liggghts", "yade"], "some of scree,lammps,liggghts,yade"),
                   metavar="LIST", help="default: scree and all peers installed")
    p.add_argument("--repetitions", type=whole, metavar="N", help="default 3")
    p.add_argument("--threads", type=lambda t: sorted({whole(n) for n in t.split(",")}), metavar="LIST",
                   help="default 1 and the number of cores")
    p.add_argument("--beside", type=whole, default=0, metavar="N", help="the programs run beside N others that keep a core busy each; "
                   "NAME gets -busyN at its end")
    p.add_argument("--quick", action="store_true", help="a tenth of the steps, one repetition, one thread, A2 and A50 only")
    p.add_argument("--sizes", action="store_true", help="instead: cost of scree against number and size ratio of particles")
    p.add_argument("--ranks", type=lambda t: sorted({whole(n) for n in t.split(",")}), metavar="LIST",
                   help="instead: scree on so many MPI ranks, beside what `scree plan` estimates; 1,2,4,8, say")
    p.add_argument("--goals", nargs="?", const=list(goals.GOALS), type=names_of(goals.GOALS, f"all, or some of {','.join(goals.GOALS)}"),
                   metavar="NAMES", help="instead: what features of scree cost beside the same beds without them, and the goals for that")
    p.add_argument("--published", nargs="?", const=list(published.CASES),
                   type=names_of(published.CASES, f"all, or some of {','.join(published.CASES)}"), metavar="NAMES",
                   help="instead: scree on cases whose speed others have published, beside their figures")
    p.add_argument("--by-threads", action="store_true", help="instead: scree on one thread, on all cores and on as many as it finds "
                   "best, alone and beside busy programs")
    p.add_argument("--most", type=whole, default=10 ** 9, metavar="N",
                   help="with --sizes, --ranks and --by-threads: leave out beds of more particles")
    p.add_argument("--states", metavar="DIR", help="folder of start states (default ../shared/bench/states if there is one; "
                   "what is missing is made, once, in build/bench/states)")
    p.add_argument("--out", metavar="DIR", help="default build/bench/results/NAME")
    p.add_argument("--record", action="store_true", help="write to bench/results/NAME, over the results that are kept with the source")
    p.add_argument("--name", help="of this machine in the results; default from its processor")
    p.add_argument("--scree", default=os.path.join(ROOT, "build/release/scree"), metavar="PROGRAM", help=argparse.SUPPRESS)
    p.add_argument("--work", default=os.path.join(ROOT, "build/bench"), metavar="DIR", help=argparse.SUPPRESS)
    o = p.parse_args()
    o.threads = o.threads or ([1] if o.quick else sorted({1, machine.cores()}))
    o.repetitions = o.repetitions or (1 if o.quick else 3)
    o.workloads = o.workloads or (["A2", "A50"] if o.quick else workloads.USUAL)
    o.name = (o.name or machine.name()) + (f"-busy{o.beside}" if o.beside else "")
    if o.beside and (o.sizes or o.ranks or o.goals or o.published or o.by_threads):
        p.error("--beside: accepted: without --sizes, --ranks, --goals, --published and --by-threads")
    if o.out and o.record:
        p.error("--out and --record: accepted: one of them")
    o.out = o.out or os.path.join(ROOT, "bench/results" if o.record else "build/bench/results", o.name)
    o.scree = os.path.abspath(o.scree)
    return o


class Reporter:
    """What is said goes to standard output and into a file."""

    def __init__(self, folder, name):
        self.file = open(os.path.join(folder, name), "w")

    def __call__(self, words):
        print(words, flush=True)
        print(words, file=self.file, flush=True)


def progress(words):
    print(words, file=sys.stderr, flush=True)


def commit():
    if not shutil.which("git"):
        return "unknown"
    done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], text=True, capture_output=True)
    return done.stdout.strip() or "unknown"


def find_state(o, maker, name):
    for folder in [o.states] if o.states else [os.path.join(ROOT, "../shared/bench/states"), os.path.join(ROOT, "bench/states")]:
        for suffix in (".txt.gz", ".txt"):
            if os.path.exists(os.path.join(folder, name + suffix)):
                return beds.State(os.path.join(folder, name + suffix))
    return maker.make(name)


def turns(scree, peers, repetition):
    """Who runs in one repetition: every peer right after scree, so that both meet the same state of the machine."""
    due = [p for p in peers if repetition <= p.most_repetitions]
    return [x for p in due for x in (scree, p)] or [scree]


def run_workload(o, w, state, scree, peers, about):
    rows, failed = [], set()
    with tempfile.TemporaryDirectory(dir=o.work) as folder:
        able = [p for p in peers if not p.missing(w)]
        for program in [scree] + able:
            program.prepare(w, state, folder)
        for threads in o.threads:
            for repetition in range(1, o.repetitions + 1):
                last = None
                for program in turns(scree, able, repetition):
                    if program.name in failed:
                        continue
                    steps = min(max(5, w.steps // (10 if o.quick else 1)), program.most_steps or w.steps)
                    try:
                        row = program.run(w, state, folder, threads, steps)
                    except programs.Failed as why:
                        progress(f"  {w.name} {program.name}: {why}")
                        failed.add(program.name)
                        continue
                    row = report.complete({**about, "workload": w.name, "program": program.name,
                                           "version": program.version, "threads": threads, "repetition": repetition,
                                           "particles": state.count * w.copies ** 2, "steps": steps, **row})
                    if program is scree:
                        last = row
                    elif last:
                        row["ratio"] = row["ns_particle_step"] / last["ns_particle_step"]
                    rows.append(row)
                    progress(f"  {w.name} {program.name:8} {threads} thread{'s' if threads > 1 else ' '} "
                             f"{row['ns_particle_step']:7.1f} ns per particle-step, use {100 * row['cpu_per_wall']:.0f} %")
    return rows


def compare(o, about):
    os.makedirs(o.out, exist_ok=True)
    scree = programs.Scree(o.scree)
    peers, absent = programs.peers()
    peers = [p for p in peers if not o.programs or p.name in o.programs]
    maker = beds.Maker(os.path.join(os.path.dirname(o.scree), "libscree.so"), os.path.join(o.work, "states"),
                       machine.cores(), progress)
    say = Reporter(o.out, "report.txt")
    say(f"{about['machine']}, {about['date']}, commit {about['commit']}; " +
        ", ".join(f"{p.name} {p.version}".strip() for p in [scree] + peers))
    for name in absent:
        say(f"{name} is not installed here: left out (./dev bench --install-peers installs the peers)")
    states = {n: find_state(o, maker, n) for n in dict.fromkeys(workloads.WORKLOADS[n].state for n in o.workloads)}
    progress("limits of the machine")
    limit = machine.limits(o.work, o.threads)
    if o.beside:
        say(f"beside {o.beside} program{'s' if o.beside > 1 else ''} that keep{'' if o.beside > 1 else 's'} a core busy")
    rows = []
    with threads.Busy(o.beside):
        for name in o.workloads:
            w = workloads.WORKLOADS[name]
            for p in peers:
                if p.missing(w):
                    say(f"{w.name}: {p.name} {p.missing(w)}")
            rows += run_workload(o, w, states[w.state], scree, peers, about)
            if rows:
                report.write_csv(os.path.join(o.out, "results.csv"), rows)
    if not any(r["program"] == "scree" for r in rows):
        raise SystemExit("error: scree ran none of the workloads")
    with open(os.path.join(o.out, "limits.csv"), "w") as f:
        f.write("machine,date,quantity,threads,value\n")
        f.writelines(f"{about['machine']},{about['date']},{q},{t},{v:.6g}\n" for (q, t), v in limit.items())
    say("")
    report.speeds(say, rows)
    report.memory(say, rows)
    gains = report.scaling(rows)
    if gains:
        say("Gain from threads, times faster than on one.")
        report.table(say, ["workload", "program", "threads", "gain"], [[w, p, t, x] for w, p, t, x in gains])
    report.stages(say, rows)
    report.limits(say, limit, rows)
    progress(f"written: {o.out}/results.csv, limits.csv, report.txt, " + report.plot(os.path.join(o.out, "plot.svg"), rows, limit))


def main():
    o = options()
    if not os.access(o.scree, os.X_OK):
        raise SystemExit(f"error: {o.scree} is not there; ./dev build makes it")
    for tool in (os.environ.get("CC", "gcc"),):
        if not (o.sizes or o.ranks or o.by_threads or o.goals or o.published) and not shutil.which(tool):
            raise SystemExit(f"error: {tool} is not there; it compiles bench/limits.c")
    about = {"machine": o.name, "date": datetime.date.today().isoformat(), "commit": commit()}
    os.makedirs(o.work, exist_ok=True)
    if o.ranks or o.by_threads or o.goals or o.published:
        maker = beds.Maker(os.path.join(os.path.dirname(o.scree), "libscree.so"), os.path.join(o.work, "states"),
                           machine.cores(), progress)
        way = ranks if o.ranks else threads if o.by_threads else goals if o.goals else published
        way.run(o, about, lambda m, name: find_state(o, m, name), maker, progress, Reporter)
    elif o.sizes:
        sizes.run(o, about, lambda maker, name: find_state(o, maker, name), progress, Reporter)
    else:
        compare(o, about)


if __name__ == "__main__":
    main()
