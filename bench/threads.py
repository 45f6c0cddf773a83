# SPDX-License-Identifier: BSD-3-Clause
"""`./dev bench --by-threads`: scree on one thread, on all cores, and on as many threads as it finds best while it runs, in turns;
quietly and beside one or more programs that keep a core busy."""
import os
import statistics
import subprocess
import sys
import tempfile

import beds
import figures
import machine
import programs
import report
import workloads

# (name of the bed, particles, side in m or None for a known bed, copies along x and y)
BEDS = [("bed300", 300, 0.0078, 1), ("bed1k", 1000, 0.0142, 1), ("bed2k", 2000, None, 1), ("bed5k", 5000, 0.0316, 1),
        ("bed20k", 20000, 0.0632, 1), ("bed50k", 50000, None, 1), ("bed50k", 200000, None, 2)]
SECONDS = 4  # of each run on one thread
FIELDS = ["machine", "date", "commit", "particles", "beside", "threads", "repetition", "steps", "wall_seconds", "cpu_seconds",
          "ns_particle_step"]


class Busy:
    """So many programs that keep a core busy, each in a session of its own, as another user's would be."""

    def __init__(self, count):
        self.count = count

    def __enter__(self):
        self.running = [subprocess.Popen([sys.executable, "-c", "while True: pass"], start_new_session=True)
                        for _ in range(self.count)]

    def __exit__(self, *_):
        for p in self.running:
            p.kill()
            p.wait()


def time_one(o, folder, threads, steps):
    row = programs.bench(o.scree, folder, threads, 20, steps, 1)[0]
    return {"wall_seconds": row["wall_seconds"], "cpu_seconds": row["cpu_seconds"],
            "ns_particle_step": 1e9 * row["wall_seconds"] / steps / row["particles"]}


def measure(o, about, state, copies, beside, progress):
    rows = []
    ways = ["1", str(machine.cores()), "auto"]
    with tempfile.TemporaryDirectory(dir=o.work) as folder:
        files = beds.write_scree(state, copies, None, folder)
        box = (copies * state.box[0], copies * state.box[1], 2 * state.top)
        with open(os.path.join(folder, "case.yaml"), "w") as f:
            f.write(workloads.case_text(box, files, "hertz", 5e-6))
        count = state.count * copies ** 2
        steps = max(20, round(SECONDS / (1e-7 * count)) // (10 if o.quick else 1))
        for busy in beside:
            with Busy(busy):
                for repetition in range(1, o.repetitions + 1):
                    for way in ways:
                        row = {**about, "particles": count, "beside": busy, "threads": way, "repetition": repetition,
                               "steps": steps, **time_one(o, folder, way, steps)}
                        rows.append(row)
                        progress(f"  {count} particles beside {busy}: {way:>4} {row['ns_particle_step']:8.1f} ns per particle-step")
    return rows


def medians(rows, count, busy):
    """{way: median time}, and the median over the repetitions of auto over the best fixed number."""
    of = report.chosen(rows, particles=count, beside=busy)
    ways = report.unique(of, "threads")
    time = {w: statistics.median(r["ns_particle_step"] for r in report.chosen(of, threads=w)) for w in ways}
    best = min((w for w in ways if w != "auto"), key=time.get)
    ratios = []
    for repetition in report.unique(of, "repetition"):
        this = {r["threads"]: r["ns_particle_step"] for r in report.chosen(of, repetition=repetition)}
        ratios.append(this["auto"] / this[best])
    return time, statistics.median(ratios)


def tell(say, rows):
    say("Wall time, ns per particle-step, median of the repetitions; auto: as many threads as scree finds best while it runs; ratio:\n"
        "auto over the better of the fixed numbers, median over the turns. beside: programs that keep a core busy meanwhile.")
    lines = []
    for count in report.unique(rows, "particles"):
        for busy in report.unique(rows, "beside"):
            time, ratio = medians(rows, count, busy)
            lines.append([count, busy, *time.values(), ratio])
    report.table(say, ["particles", "beside", *[f"{w} thread{'s' if w != '1' else ''}" if w != "auto" else w
                                                 for w in report.unique(rows, "threads")], "ratio"], lines)


def plot(path, about, rows):
    page = figures.Page("As many threads as help", f"{about['machine']}, {about['date']}, commit {about['commit']}")
    for busy in report.unique(rows, "beside"):
        series = [(f"{w} thread{'s' if w != '1' else ''}" if w != "auto" else "auto",
                   [(n, medians(rows, n, busy)[0][w]) for n in report.unique(rows, "particles")])
                  for w in report.unique(rows, "threads")]
        beside = f"beside {busy} busy program{'s' if busy > 1 else ''}" if busy else "alone"
        figures.lines(page, f"ns per particle-step, {beside}", "particles", series)
    return page.save(path)


def run(o, about, find, maker, progress, reporter):
    os.makedirs(o.out, exist_ok=True)
    say = reporter(o.out, "threads.txt")
    say(f"{about['machine']}, {about['date']}, commit {about['commit']}\n")
    rows = []
    for name, count, side, copies in BEDS:
        if count <= o.most:
            state = find(maker, name) if side is None else maker.bed(name, count, side)
            rows += measure(o, about, state, copies, range(machine.cores() + 1), progress)
    if not rows:
        raise SystemExit("error: no bed was run")
    report.write_csv(os.path.join(o.out, "threads.csv"), rows, FIELDS)
    tell(say, rows)
    progress(f"written: {o.out}/threads.csv, threads.txt, " + plot(os.path.join(o.out, "threads.svg"), about, rows))
