# SPDX-License-Identifier: BSD-3-Clause
"""The tables of results in README.md and docs/performance.md show what one recorded run has measured: the best time of scree, and the median
of how many times longer the others took; and README.md beside that the same of a run beside busy programs. Usage: check_figures.py SOURCE"""
import csv
import re
import statistics
import sys
from pathlib import Path

RUN = "bench/results/amd-epyc-zen4-2-cores"
BUSY = RUN + "-busy2"
HEADER = "| | scree | LAMMPS | LIGGGHTS | beside two busy programs: scree | LAMMPS | LIGGGHTS |"
# rows of README.md: how they begin, and their workloads
ROWS = {"bed of 50 000 spheres, Hertz and Mindlin": ["A50"], "the same with rolling friction `epsd`": ["P50"], "the same with cohesion: `jkr`, `sjkr`": ["J50", "S50"],
        "50 000 spheres flowing down a slope": ["D50"], "40 000 spheres, radii 1:8": ["E40"], "small silo at rest": ["M6"], "drum of 1e5 triangles": ["T60"]}


def measured(source, run):
    """By (workload, program), on one thread: (best ns per particle-step, median ratio or None); and the commit that was run."""
    times, ratios, commits = {}, {}, set()
    with open(source / run / "results.csv", newline="") as f:
        for row in csv.DictReader(f):
            commits.add(row["commit"])
            if row["threads"] == "1":
                key = row["workload"], row["program"]
                times.setdefault(key, []).append(float(row["ns_particle_step"]))
                ratios.setdefault(key, []).extend([float(row["ratio"])] if row["ratio"] else [])
    return {k: (min(t), statistics.median(ratios[k]) if ratios[k] else None) for k, t in times.items()}, commits


def is_rounded(text, value):
    """Whether a figure with so many decimals shows this value."""
    decimals = len(text.split(".")[1]) if "." in text else 0
    return abs(float(text) - value) <= 0.5001 * 10.0 ** -decimals


def cells_of(line):
    return [c.strip() for c in line.strip().strip("|").split("|")]


def table(path, header):
    """The rows of the first table with this header."""
    lines = path.read_text().splitlines()
    at = lines.index(header) + 2
    while at < len(lines) and lines[at].startswith("|"):
        yield at + 1, cells_of(lines[at])
        at += 1


def wrong_figures(cells, workloads, results):
    """What the cells after the first show that was not measured: time of scree, others of LAMMPS and LIGGGHTS."""
    times = cells[0].split(", ")
    for text, workload in zip(times, workloads, strict=True):
        if not is_rounded(text, results[workload, "scree"][0]):
            yield f"scree takes {text} ns for {workload}, not {results[workload, 'scree'][0]:.3g}"
    for program, cell in zip(("lammps", "liggghts"), cells[1:]):
        found = [results[w, program][1] for w in workloads if (w, program) in results]
        shown = re.findall(r"([0-9.]+)x", cell)
        if len(shown) != len(found) or not all(is_rounded(s, v) for s, v in zip(shown, found)):
            yield f"{program} takes {cell or 'nothing'} for {', '.join(workloads)}, not {', '.join(f'{v:.3g}x' for v in found) or 'nothing'}"


def look(source):
    results, quiet = measured(source, RUN)
    busy_results, busy = measured(source, BUSY)
    for run, commits in ((RUN, quiet), (BUSY, busy)):
        if len(commits) != 1:
            yield f"{run}/results.csv: runs of several commits: {', '.join(sorted(commits))}"
    seen = 0
    for line, cells in table(source / "README.md", HEADER):
        workloads = next((w for begin, w in ROWS.items() if cells[0].startswith(begin)), None)
        seen += workloads is not None
        wrong = [f"which workload is '{cells[0]}'?"]
        if workloads:
            wrong = [*wrong_figures(cells[1:4], workloads, results),
                     *(f"beside busy programs: {w}" for w in wrong_figures(cells[4:7], workloads, busy_results))]
        yield from (f"README.md:{line}: {w}" for w in wrong)
    if seen != len(ROWS):
        yield "README.md: a row is missing"
    for line, cells in table(source / "docs/performance.md", "| one core | scree | LAMMPS | LIGGGHTS |"):
        yield from (f"docs/performance.md:{line}: {w}" for w in wrong_figures(cells[1:], [re.match(r"\w+", cells[0])[0]], results))


if __name__ == "__main__":
    mistakes = list(look(Path(sys.argv[1])))
    print("\n".join(mistakes) or "the tables show what was measured")
    sys.exit(len(mistakes) > 0)
