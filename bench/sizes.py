# SPDX-License-Identifier: BSD-3-Clause
"""`./dev bench --sizes`: cost of scree against the number of particles, and against the ratio of their sizes.

Numbers: the settled beds of workload A, side by side. Ratios: 30 000 spheres of the same volume in all, in the same box,
number density ~ r^-4 between the smallest and the largest radius; so number and volume are the same, and only the ratio
differs."""
import os
import tempfile

import beds
import figures
import machine
import programs
import report
import workloads

NUMBERS = [("bed2k", 1, 4000), ("bed50k", 1, 200), ("bed50k", 2, 80), ("bed50k", 5, 30), ("bed50k", 10, 12)]  # steps
RATIOS = [1, 5, 20, 50]
SIDE = 0.115  # m, of the box: five radii of the largest sphere of all, or it could meet another twice across the borders
FIELDS = [f for f in report.FIELDS if f not in ("ratio", "version")]
FIELDS.insert(FIELDS.index("program"), "size_ratio")
FIELDS.insert(FIELDS.index("ns_contact"), "ns_list")
LISTS = 8  # steps that each make a list: with every eighth comes a sort of the storage


def measure(o, about, label, state, copies, steps, ratio, dt, progress):
    """Rows of one bed, by number of threads."""
    rows, steps = [], max(5, steps // 10) if o.quick else steps
    with tempfile.TemporaryDirectory(dir=o.work) as folder:
        files = beds.write_scree(state, copies, None, folder)
        box = (copies * state.box[0], copies * state.box[1], 2 * state.top)
        with open(os.path.join(folder, "case.yaml"), "w") as f:
            f.write(workloads.case_text(box, files, dt=dt))
        for threads in o.threads:
            try:
                said = programs.bench(o.scree, folder, threads, max(5, steps // 4), steps, o.repetitions)
                lists = programs.bench(o.scree, folder, threads, 1, LISTS, 1, "--list-every", "1")[0]
            except programs.Failed as why:
                progress(f"  {label}: {why}")
                break
            lists = report.complete({"threads": threads, "steps": LISTS, **lists})
            each = report.stages_of(lists)["search"] * LISTS / max(1, lists["rebuilds"])
            for repetition, row in enumerate(said):
                rows.append(report.complete({**about, "workload": label, "program": "scree", "size_ratio": ratio,
                                             "threads": threads, "repetition": repetition + 1, "steps": steps,
                                             "ns_list": each, **row}))
            b = report.best(rows, threads=threads)
            progress(f"  {label} {threads} thread{'s' if threads > 1 else ' '} {b['ns_particle_step']:7.1f} ns per "
                     f"particle-step, {b['bytes_per_particle']:.0f} B per particle")
    return rows


def count_label(n):
    return f"{n / 1e6:g}M" if n >= 1e6 else f"{n / 1e3:g}k"


def by_number(o, about, find, maker, progress):
    rows = []
    for name, copies, steps in NUMBERS:
        if int(name[3:-1]) * 1000 * copies ** 2 <= o.most:
            state = find(maker, name)
            label = count_label(state.count * copies ** 2)
            rows += measure(o, about, label, state, copies, steps, 1, 5e-6, progress)
    return rows


def by_ratio(o, about, maker, progress):
    count, rows = min(30000, o.most), []
    for ratio in RATIOS:
        state = maker.ratio(f"ratio{ratio}-{count}", count, SIDE, ratio)
        rows += measure(o, about, f"1:{ratio}", state, 1, 200, ratio, None, progress)
    return rows


def tell(say, title, rows):
    lines = []
    for label in report.unique(rows, "workload"):
        for threads in report.unique(rows, "threads"):
            b = report.best(rows, workload=label, threads=threads)
            if b:
                lines.append([label, b["particles"], threads, b["ns_particle_step"], b["ns_contact"],
                              f"{b['contacts_per_particle']:.2f}", f"{b['pairs'] / b['particles']:.2f}", b["rebuilds"],
                              f"{100 * b['cpu_per_wall']:.0f}%", f"{b['bytes_per_particle']:.0f}",
                              f"{b['stepping_bytes'] / b['particles']:.0f}", b["ns_list"]])
    say(title + " ns/list: to make the pair list once, per particle.")
    report.table(say, ["bed", "particles", "threads", "ns/ps", "ns/contact", "contacts", "pairs", "rebuilds", "use",
                       "peak B", "stepping B", "ns/list"], lines)


def plot(path, about, numbers, ratios):
    page = figures.Page("Cost of scree against number and size ratio",
                    f"{about['machine']}, {about['date']}, commit {about['commit']}")
    for rows, key, label in ((numbers, "particles", "particles"), (ratios, "size_ratio", "largest radius over smallest")):
        if not rows:
            continue
        for what, value in (("ns per particle-step", "ns_particle_step"), ("ns per particle to make the pair list", "ns_list"),
                            ("peak bytes per particle", "bytes_per_particle")):
            series = []
            for threads in report.unique(rows, "threads"):
                bests = [report.best(rows, workload=w, threads=threads) for w in report.unique(rows, "workload")]
                series.append((f"{threads} thread{'s' if threads > 1 else ''}", [(b[key], b[value]) for b in bests if b]))
            figures.lines(page, what, label, series)
    return page.save(path)


def run(o, about, find, progress, reporter):
    os.makedirs(o.out, exist_ok=True)
    say = reporter(o.out, "sizes.txt")
    maker = beds.Maker(os.path.join(os.path.dirname(o.scree), "libscree.so"), os.path.join(o.work, "states"),
                       machine.cores(), progress)
    say(f"{about['machine']}, {about['date']}, commit {about['commit']}\n")
    numbers = by_number(o, about, find, maker, progress)
    ratios = by_ratio(o, about, maker, progress)
    if not numbers + ratios:
        raise SystemExit("error: no bed was run")
    report.write_csv(os.path.join(o.out, "sizes.csv"), numbers + ratios, FIELDS)
    if numbers:
        tell(say, "By number of particles (radii +-5 %).", numbers)
    if ratios:
        tell(say, "By ratio of sizes.", ratios)
    progress(f"written: {o.out}/sizes.csv, sizes.txt, " + plot(os.path.join(o.out, "sizes.svg"), about, numbers, ratios))
