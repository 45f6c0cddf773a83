# SPDX-License-Identifier: BSD-3-Clause
"""`./dev bench --ranks 1,2,4,8`: scree on several MPI ranks of this machine, more of them than cores if need be, beside what
`scree plan` estimates. Where ranks share cores wall time says nothing: what counts is the processor time of the busiest rank
outside of messages, and what the ranks hold and send."""
import os
import re
import tempfile

import beds
import programs
import report
import workloads

# (bed, copies along x and y, timed steps, with how many ranks; None: those asked for)
STRONG = [("bed2k", 2, 1000, None), ("bed50k", 1, 200, None), ("bed50k", 2, 60, None)]
WEAK = [("bed2k", 4, 250, 4)]  # on four ranks as many for each as the first on one
FIELDS = ["machine", "date", "commit", "workload", "ranks", "threads", "repetition", "particles", "steps", "wall_seconds",
          "cpu_seconds", "busiest_seconds", "waited_seconds", "ns_busiest", "work", "contacts", "pairs", "rebuilds",
          "ghosts", "foretold_ghosts", "messages", "foretold_messages", "halo_bytes", "foretold_halo_bytes", "imbalance",
          "peak_bytes", "most_bytes", "foretold_bytes"]
PREFIX = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}


def launch(ranks):
    return ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca",
            "mpi_yield_when_idle", "1", "-n", str(ranks)]


def estimated(program, folder, ranks):
    """What `scree plan` says of all ranks, each step: ghosts, messages, bytes to ghosts; and of the memory of one, in bytes."""
    said = programs.call([program, "plan", "case.yaml", "--ranks", str(ranks), "--per-node", str(ranks), "--speed", "100"], folder)
    found = {m[1]: float(m[2]) * PREFIX[m[3]] for m in re.finditer(
        r"^(ghosts|messages per step|sent to ghosts per step|memory, stepping|memory, at the start) +(\S+) ([kMG]?)", said, re.M)}
    return {"foretold_ghosts": found["ghosts"] * ranks, "foretold_messages": found["messages per step"] * ranks,
            "foretold_halo_bytes": found["sent to ghosts per step"] * ranks,
            "foretold_bytes": max(found["memory, stepping"], found["memory, at the start"])}


def measure(o, about, label, folder, ranks, steps):
    rows = []
    said = programs.bench(launch(ranks) + [o.scree], folder, 1, max(5, steps // 4), steps, o.repetitions)
    estimate = estimated(o.scree, folder, ranks)
    for repetition, row in enumerate(said):
        row = {k: v for k, v in row.items() if not k.startswith("stage_")}
        each = 1e9 * row["busiest_seconds"] / steps / (row["particles"] / ranks)
        rows.append({**about, "workload": label, "threads": 1, "repetition": repetition + 1, "steps": steps,
                     "ns_busiest": each, **estimate, **row})
    return rows


def run_bed(o, about, state, copies, steps, ranks, progress):
    rows = []
    label = f"{state.name} x {copies}x{copies}"
    with tempfile.TemporaryDirectory(dir=o.work) as folder:
        files = beds.write_scree(state, copies, None, folder)
        box = (copies * state.box[0], copies * state.box[1], 2 * state.top)
        with open(os.path.join(folder, "case.yaml"), "w") as f:
            f.write(workloads.case_text(box, files, dt=5e-6))
        for n in ranks:
            rows += measure(o, about, label, folder, n, max(5, steps // 10) if o.quick else steps)
            b = least(rows, ranks=n)
            progress(f"  {label}, {n} rank{'s' if n > 1 else ''}: {b['ns_busiest']:.1f} ns of the busiest per particle-step, "
                     f"{b['ghosts']} ghosts")
    return rows


def least(rows, **keys):
    return min(report.chosen(rows, **keys), key=lambda r: r["ns_busiest"])


def tell(say, rows):
    say("busiest: processor time of the busiest rank outside of messages, per particle of a rank and step, the best of the\n"
        "repetitions; work: that of one rank over the sum of all if all were as busy (above 1: more fits into caches);\n"
        "ghosts, bytes, messages: of a rank, per step; estimated: by `scree plan`; memory: of the largest rank.")
    lines = []
    for label in report.unique(rows, "workload"):
        for n in report.unique(report.chosen(rows, workload=label), "ranks"):
            b = least(rows, workload=label, ranks=n)
            lines.append([label, n, b["particles"] // n, b["ns_busiest"], f"{b['work']:.2f}" if b["work"] else "",
                          round(b["ghosts"] / n), round(b["foretold_ghosts"] / n), f"{b['messages'] / n:.1f}",
                          f"{b['foretold_messages'] / n:.0f}", round(b["halo_bytes"] / n), round(b["foretold_halo_bytes"] / n),
                          f"{b['imbalance']:.3f}", f"{b['most_bytes'] / 1e6:.0f} MB",
                          f"{b['foretold_bytes'] / 1e6:.0f} MB"])
    report.table(say, ["bed", "ranks", "particles", "busiest ns", "work", "ghosts", "estimated", "messages", "estimated",
                       "bytes", "estimated", "imbalance", "memory", "estimated"], lines)


def run(o, about, find, maker, progress, reporter):
    os.makedirs(o.out, exist_ok=True)
    rows = []
    for name, copies, steps, ranks in STRONG + WEAK:
        if int(name[3:-1]) * 1000 * copies ** 2 > o.most:
            continue
        rows += run_bed(o, about, find(maker, name), copies, steps, [ranks] if ranks else o.ranks, progress)
    if not rows:
        raise SystemExit("error: no bed was run")
    one = {r["workload"]: least(rows, workload=r["workload"], ranks=1)["ns_busiest"] for r in rows if r["ranks"] == 1}
    for r in rows:
        r["work"] = one[r["workload"]] / r["ns_busiest"] if r["workload"] in one else ""
    report.write_csv(os.path.join(o.out, "ranks.csv"), rows, FIELDS)
    say = reporter(o.out, "ranks.txt")
    say(f"{about['machine']}, {about['date']}, commit {about['commit']}; ranks share the cores where there are more\n")
    tell(say, rows)
    progress(f"written: {o.out}/ranks.csv, ranks.txt")
