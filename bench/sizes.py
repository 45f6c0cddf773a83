# SPDX-License-Identifier: BSD-3-Clause
"""`./dev bench --sizes`: cost of scree against the number of particles, the ratio of their sizes, the triangles of the mesh on
which they lie, and the pairs of materials.

Numbers: the settled beds of workload A, side by side. Ratios: 30 000 spheres of the same volume in all, in the same box,
number density ~ r^-4 between the smallest and the largest radius; so number and volume are the same, and only the ratio
differs. Triangles: the bed of A50 on a plate of ever more. Materials: the same bed of ever more of them, mixed, all alike."""
import math
import os
import tempfile

import beds
import figures
import machine
import programs
import report
import workloads
from scenes import make_meshes

NUMBERS = [("bed2k", 1, 4000), ("bed50k", 1, 200), ("bed50k", 2, 80), ("bed50k", 5, 30), ("bed50k", 10, 12)]  # steps
RATIOS = [1, 5, 20, 50, 100]
TRIANGLES = [2, 18, 200, 2048, 20000, 204800, 1000000]  # 2 n^2
MATERIALS = [1, 2, 4, 8, 11]  # 66 pairs
SIDE = 0.115  # m, of the box: more than five radii of the largest sphere of all, or it could meet another twice across the borders
FIELDS = [f for f in report.FIELDS if f not in ("ratio", "version")]
FIELDS[FIELDS.index("program"):FIELDS.index("program")] = ["size_ratio", "triangles", "material_pairs"]
FIELDS.insert(FIELDS.index("ns_contact"), "ns_list")
LISTS = 8  # steps that each make a list: with every eighth comes a sort of the storage


def bed_case(state, copies, dt):
    """Writes the case of a bed into a folder."""
    def write(folder):
        files = beds.write_scree(state, copies, None, folder)
        box = (copies * state.box[0], copies * state.box[1], 2 * state.top)
        return workloads.case_text(box, files, dt=dt)
    return write


def plate_case(state, triangles, dt):
    """On a plate of so many triangles instead of the plane."""
    def write(folder):
        n = round(math.sqrt(triangles / 2))
        plate = make_meshes.plate((0.0, 0.0, 0.0), (state.box[0], 0.0, 0.0), (0.0, state.box[1], 0.0), n, n)
        make_meshes.write(make_meshes.Path(folder) / "mesh.stl", plate)
        return bed_case(state, 1, dt)(folder).replace("{plane: {point: [0, 0, 0], normal: [0, 0, 1]}", "{mesh: {file: mesh.stl}")
    return write


def mixed_case(state, materials, dt):
    """Of so many materials, particle by particle."""
    def write(folder):
        files = [open(os.path.join(folder, f"free{k}.txt"), "w") for k in range(materials)]
        for f in files:
            f.write("# id x y z radius density vx vy vz\n")
        for number, x, y, word in state.rows():
            files[number % materials].write(f"{number} {x:.9f} {y:.9f} {' '.join(word[3:9])}\n")
        for f in files:
            f.close()
        text = workloads.case_text((*state.box, 2 * state.top), [(f"free{k}.txt", False) for k in range(materials)], dt=dt)
        grain = next(line for line in text.splitlines() if line.startswith("  grain: "))
        text = text.replace(grain, "\n".join([grain] + [grain.replace("grain", f"grain{k}") for k in range(1, materials)]))
        for k in range(1, materials):
            text = text.replace(f"free{k}.txt, material: grain", f"free{k}.txt, material: grain{k}")
        return text
    return write


def measure(o, about, label, write, steps, progress, **what):
    """Rows of one bed, by number of threads; write(folder) -> text of its case; what: columns."""
    rows, steps = [], max(5, steps // 10) if o.quick else steps
    with tempfile.TemporaryDirectory(dir=o.work) as folder:
        with open(os.path.join(folder, "case.yaml"), "w") as f:
            f.write(write(folder))
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
                rows.append(report.complete({**about, "workload": label, "program": "scree", **what,
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
            rows += measure(o, about, label, bed_case(state, copies, 5e-6), steps, progress, size_ratio=1)
    return rows


def by_ratio(o, about, maker, progress):
    count, rows = min(30000, o.most), []
    for ratio in RATIOS:
        state = maker.ratio(f"ratio{ratio}-{count}", count, SIDE if ratio <= 50 else 2 * SIDE, ratio)
        rows += measure(o, about, f"1:{ratio}", bed_case(state, 1, None), 200, progress, size_ratio=ratio)
    return rows


def by_triangles(o, about, state, progress):
    return [row for n in TRIANGLES for row in measure(o, about, f"{count_label(n) if n >= 1000 else n} triangles",
                                                      plate_case(state, n, 5e-6), 200, progress, triangles=n)]


def by_materials(o, about, state, progress):
    return [row for n in MATERIALS for row in measure(o, about, f"{n} material{'s' if n > 1 else ''}", mixed_case(state, n, 5e-6), 200,
                                                      progress, material_pairs=n * (n + 1) // 2)]


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


def plot(path, about, series_of):
    page = figures.Page("Cost of scree against what grows", f"{about['machine']}, {about['date']}, commit {about['commit']}")
    for rows, key, label, _ in series_of:
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
    bed = find(maker, "bed50k") if o.most >= 50000 else None
    series = [(by_number(o, about, find, maker, progress), "particles", "particles", "By number of particles (radii +-5 %)."),
              (by_ratio(o, about, maker, progress), "size_ratio", "largest radius over smallest", "By ratio of sizes."),
              (by_triangles(o, about, bed, progress) if bed else [], "triangles", "triangles of the plate below 50 000 particles",
               "By triangles of the plate below the bed."),
              (by_materials(o, about, bed, progress) if bed else [], "material_pairs", "pairs of materials in 50 000 particles",
               "By number of materials.")]
    rows = [row for of, *_ in series for row in of]
    if not rows:
        raise SystemExit("error: no bed was run")
    report.write_csv(os.path.join(o.out, "sizes.csv"), rows, FIELDS)
    for of, _, _, title in series:
        if of:
            tell(say, title, of)
    progress(f"written: {o.out}/sizes.csv, sizes.txt, " + plot(os.path.join(o.out, "sizes.svg"), about, series))
