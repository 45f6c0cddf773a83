# SPDX-License-Identifier: BSD-3-Clause
"""Rows of measurements as CSV, as tables for people, and as a plot."""
import csv
import statistics

import figures
import machine

FIELDS = ["machine", "date", "commit", "workload", "program", "version", "threads", "repetition", "particles", "steps",
          "wall_seconds", "cpu_seconds", "cpu_per_wall", "ns_particle_step", "ns_contact", "ratio", "contacts",
          "contacts_per_particle", "pairs", "rebuilds", "peak_bytes", "bytes_per_particle", "stepping_bytes"]


def complete(row):
    """Derives what the plain measurements say. On one thread the smaller of processor and wall time counts, as another
    program may have had the core meanwhile; on several it is wall time, to be believed where cpu_per_wall is near 1."""
    row["cpu_per_wall"] = row["cpu_seconds"] / (row["wall_seconds"] * row["threads"])
    seconds = min(row["wall_seconds"], row["cpu_seconds"]) if row["threads"] == 1 else row["wall_seconds"]
    row["ns_particle_step"] = 1e9 * seconds / row["steps"] / row["particles"]
    row["ns_contact"] = 1e9 * seconds / row["steps"] / max(1, row["contacts"])
    row["contacts_per_particle"] = row["contacts"] / row["particles"]
    row["bytes_per_particle"] = row["peak_bytes"] / row["particles"]
    return row


def write_csv(path, rows, fields=FIELDS):
    """Figures with 6 digits; the stages, which only scree tells, stand at the end."""
    stages = sorted({k for r in rows for k in r if k.startswith("stage_")},
                    key=lambda k: next(list(r).index(k) for r in rows if k in r))
    with open(path, "w", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(fields + stages)
        for row in rows:
            out.writerow([f"{v:.6g}" if isinstance(v, float) else v for v in (row.get(k, "") for k in fields + stages)])


def table(say, head, rows):
    cells = [head] + [[f"{c:.3g}" if isinstance(c, float) else str(c) for c in row] for row in rows]
    widths = [max(len(row[k]) for row in cells) for k in range(len(head))]
    for row in cells:
        say("  " + "  ".join(c.ljust(widths[k]) if k < 2 else c.rjust(widths[k]) for k, c in enumerate(row)).rstrip())
    say("")


def unique(rows, key):
    return list(dict.fromkeys(r[key] for r in rows))


def chosen(rows, **keys):
    return [r for r in rows if all(r[k] == v for k, v in keys.items())]


def best(rows, **keys):
    return min(chosen(rows, **keys), key=lambda r: r["ns_particle_step"], default=None)


def speeds(say, rows):
    say("Speed. ns/ps: nanoseconds per particle-step, the best and the median of the repetitions; ratio: the median\n"
        "of how many times longer than the run of scree just before; use: processor over wall time; contacts (walls left out) and\n"
        "listed pairs per particle; B/particle: peak memory of the whole run.")
    lines = []
    for w in unique(rows, "workload"):
        for t in unique(chosen(rows, workload=w), "threads"):
            for p in unique(chosen(rows, workload=w, threads=t), "program"):
                of = chosen(rows, workload=w, threads=t, program=p)
                ratios = [r["ratio"] for r in of if "ratio" in r]
                b = best(of)
                lines.append([w, p, t, b["ns_particle_step"], statistics.median(r["ns_particle_step"] for r in of),
                              b["ns_contact"], statistics.median(ratios) if ratios else "", len(of),
                              f"{100 * b['cpu_per_wall']:.0f}%", f"{b['contacts_per_particle']:.3f}",
                              f"{b['pairs'] / b['particles']:.2f}" if "pairs" in b else "", b.get("rebuilds", ""),
                              f"{b['bytes_per_particle']:.0f}"])
    table(say, ["workload", "program", "threads", "ns/ps", "median", "ns/contact", "ratio", "runs", "use",
                "contacts", "pairs", "rebuilds", "B/particle"], lines)


def memory(say, rows):
    lines = []
    for p in unique(rows, "program"):
        for family in unique([{"f": r["workload"][0]} for r in rows], "f"):
            of = sorted((r for r in rows if r["program"] == p and r["threads"] == 1 and r["workload"][0] == family),
                        key=lambda r: r["particles"])
            sizes = unique(of, "particles")
            for a, b in zip(sizes, sizes[1:]):
                small, large = best(of, particles=a), best(of, particles=b)
                more = (large["peak_bytes"] - small["peak_bytes"]) / (b - a)
                line = [p, f"{small['workload']} to {large['workload']}", f"{more:.0f}"]
                if "stepping_bytes" in small:
                    line.append(f"{(large['stepping_bytes'] - small['stepping_bytes']) / (b - a):.0f}")
                lines.append(line + [""] * (4 - len(line)))
    if lines:
        say("Memory, marginal: bytes for each particle more, at the peak (reading the case included), and while stepping.")
        table(say, ["program", "from", "peak", "stepping"], lines)


def scaling(rows):
    """[(workload, program, threads, speed-up against one thread)] of the best runs."""
    out = []
    for w in unique(rows, "workload"):
        for p in unique(rows, "program"):
            one = best(rows, workload=w, program=p, threads=1)
            for t in unique(rows, "threads"):
                many = best(rows, workload=w, program=p, threads=t)
                if t > 1 and one and many:
                    out.append((w, p, t, one["ns_particle_step"] / many["ns_particle_step"]))
    return out


def stages_of(row):
    """Stages of a row of scree in ns per particle-step. They are wall time; where the processor time counts, they share it
    as they shared the wall time."""
    part = row["ns_particle_step"] / (1e9 * row["wall_seconds"] / row["steps"] / row["particles"])
    return {k[6:]: part * row[k] for k in row if k.startswith("stage_")}


def stages(say, rows):
    ours = [best(rows, workload=w, program="scree", threads=t) for w in unique(rows, "workload")
            for t in unique(rows, "threads")]
    ours = [r for r in ours if r]
    say("Stages of scree, ns per particle-step.")
    table(say, ["workload", "threads", *stages_of(ours[0])],
          [[r["workload"], r["threads"], *stages_of(r).values()] for r in ours])


def limits(say, limit, rows):
    threads = sorted({t for _, t in limit})
    names = [q for q in dict.fromkeys(q for q, _ in limit) if not q.endswith("_size")]
    say("Limits of this machine, measured beside the runs (bench/limits.c).")
    unit = {"muladd": "Gflop/s", "sqrt": "G/s", "div": "G/s"}
    table(say, ["quantity", "unit", *[f"{t} thread{'s' if t > 1 else ''}" for t in threads]],
          [[q, unit.get(q, "GB/s"), *[1e-9 * limit[q, t] if (q, t) in limit else "" for t in threads]] for q in names])
    lines = []
    for r in hertz_rows(rows):
        roof = machine.roofline(r, limit, r["threads"])
        least = max(roof["memory"], roof["muladd"], roof["sqrt and div"])
        lines.append([r["workload"], r["threads"], f"{roof['bytes']:.0f}", f"{roof['flops']:.0f}", roof["level"],
                      roof["memory"], roof["muladd"], roof["sqrt and div"], r["ns_particle_step"],
                      f"{100 * least / r['ns_particle_step']:.0f}%"])
    say("Roofline: bytes and flops of one step per particle, counted from the layout (bench/machine.py), the time in ns that\n"
        "each takes at the limit, the time measured, and the largest limit's part of it.")
    table(say, ["workload", "threads", "bytes", "flops", "from", "memory", "muladd", "sqrt+div", "measured", "reached"], lines)


def hertz_rows(rows):
    ours = [best(rows, workload=w, program="scree", threads=t) for w in unique(rows, "workload") if w[0] in "ADE"
            for t in unique(rows, "threads")]
    return [r for r in ours if r]


def plot(path, rows, limit):
    page = figures.Page("scree and its peers", f"{rows[0]['machine']}, {rows[0]['date']}, commit {rows[0]['commit']}")
    names = unique(rows, "program")
    for t in unique(rows, "threads"):
        lines = []
        for w in unique(rows, "workload"):
            values = {p: best(rows, workload=w, program=p, threads=t) for p in names}
            values = {p: r["ns_particle_step"] for p, r in values.items() if r}
            if values:
                lines.append((w, values))
        figures.dots(page, f"Time on {t} thread{'s' if t > 1 else ''}", "ns per particle-step (further left is faster)", lines,
                 names)
    if any(s[3] for s in scaling(rows)):
        t = max(unique(rows, "threads"))
        lines = [(w, {p: x for v, p, n, x in scaling(rows) if v == w and n == t}) for w in unique(rows, "workload")]
        figures.dots(page, f"Gain from {t} threads", "times faster than on one thread (dashed: ideal)", [r for r in lines if r[1]],
                 names, log=False, ideal=float(t))
    first = min(unique(rows, "threads"))
    ours = [r for w in unique(rows, "workload") if (r := best(rows, workload=w, program="scree", threads=first))]
    marks = [("memory limit", "#000000"), ("sqrt and div limit", "#777777")]
    lines = []
    for r in ours:
        roof = machine.roofline(r, limit, first) if r in hertz_rows(rows) else {}
        lines.append((r["workload"], stages_of(r), {m: roof[m.replace(" limit", "")] for m, _ in marks if roof}))
    figures.stacks(page, f"Where the time of scree goes, {first} thread{'s' if first > 1 else ''}", "ns per particle-step", lines,
               list(stages_of(ours[0])), marks)
    return page.save(path)
