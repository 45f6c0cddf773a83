#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the scripts of verify/import in Debian's LIGGGHTS and, imported, in scree, and compares each particle at each dump.

    ./dev import-compare [NAME ...]           a table; `--record` writes it to docs/validation/import.md

All scripts are our own; they place their particles themselves, so both programs begin with the same numbers. Needs liggghts; under a minute."""
import csv
import glob
import math
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
SCRIPTS = os.path.join(ROOT, "verify", "import")
PAGE = os.path.join(ROOT, "docs", "validation", "import.md")


def run(command, folder, log):
    with open(os.path.join(folder, log), "w", encoding="utf-8") as out:
        done = subprocess.run(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        with open(os.path.join(folder, log), encoding="utf-8") as text:
            sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{text.read()[-2000:]}")


def dumped(path):
    """Particles of a dump by id: column -> number."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith("ITEM: ATOMS"))
    columns = lines[at].split()[2:]
    rows = [dict(zip(columns, map(float, line.split()))) for line in lines[at + 1:]]
    return {int(row["id"]): row for row in rows}


def written(path):
    """Particles of a CSV file of scree, with the names of LIGGGHTS."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    names = [name.split(" ")[0] for name in rows[0]]
    same = {"velocity_x": "vx", "velocity_y": "vy", "velocity_z": "vz", "temperature": "f_Temp[0]", "position_x": "x", "position_y": "y", "position_z": "z",
            "omega_x": "omegax", "omega_y": "omegay", "omega_z": "omegaz"}
    numbers = [{same.get(name, name): float(value) for name, value in zip(names, row) if name != "material"} for row in rows[1:]]
    return {int(row["id"]): row for row in numbers}


def energy(particles):
    """Kinetic and rotational energy over the density."""
    return sum(4 / 3 * math.pi * p["radius"] ** 3 * (0.5 * (p["vx"] ** 2 + p["vy"] ** 2 + p["vz"] ** 2) + 0.2 * p["radius"] ** 2 * (p["omegax"] ** 2 + p["omegay"] ** 2 + p["omegaz"] ** 2))
               for p in particles.values())


def difference(a, b, box):
    """Of two states: of positions over the largest diameter, of energies over the energy, of temperatures over their range."""
    if set(a) != set(b):
        return None
    def away(p, q):
        total = 0.0
        for name, length in zip(("x", "y", "z"), box):
            d = p[name] - q[name]
            total += (d - length * round(d / length) if length else d) ** 2
        return math.sqrt(total)
    shift = max(away(a[k], b[k]) for k in a) / max(2 * p["radius"] for p in a.values())
    heat = max(abs(a[k]["f_Temp[0]"] - b[k]["f_Temp[0]"]) for k in a) / 500 if "f_Temp[0]" in next(iter(a.values())) else None
    return shift, abs(energy(a) / (energy(b) or 1.0) - 1), heat


def compare(name, scree, base):
    """One row of the table."""
    folder = os.path.join(base, name)
    shutil.copytree(SCRIPTS, folder)
    os.mkdir(os.path.join(folder, "post"))
    script = f"in.{name}"
    run(["liggghts", "-in", script], folder, "liggghts.log")
    run([scree, "import", "liggghts", script], folder, "import.log")
    run([scree, "run", f"{name}.yaml", "--threads", "1", "--quiet"], folder, "scree.log")
    states = []
    with open(os.path.join(folder, f"{name}.yaml"), encoding="utf-8") as file:
        periodic = "periodic: [x, y, z]" in file.read()
    for path in sorted(glob.glob(os.path.join(folder, "post", "d*.txt")), key=lambda p: int(os.path.basename(p)[1:-4])):
        step = int(os.path.basename(path)[1:-4])
        other = os.path.join(folder, f"{name}.out", f"particles_{step:012d}.csv")
        if step and os.path.exists(other):
            a, b = written(other), dumped(path)
            states.append((step, a, b, difference(a, b, (0.05,) * 3 if periodic else (0, 0, 0))))
    with open(os.path.join(folder, script), encoding="utf-8") as file:
        what = file.readline()[1:].strip()
    return [what, states]


def digits(x):
    return "" if x is None else "equal" if x == 0 else f"{x:.0e}".replace("e-0", "e-").replace("e+00", "").replace("e+01", "0")


def spin(particles):
    """Root mean square of the spins."""
    return math.sqrt(sum(p["omegax"] ** 2 + p["omegay"] ** 2 + p["omegaz"] ** 2 for p in particles.values()) / len(particles))


def mean_height(particles):
    return sum(p["z"] for p in particles.values()) / len(particles)


def row(name, what, states):
    """A line of the table of particles, or of that of counts."""
    if what.startswith("counts: "):
        counts = ", ".join(f"{len(b)} ({len(a)})" for _, a, b, _ in states[::4])
        mass = [sum(p["radius"] ** 3 for p in x.values()) for x in states[-1][1:3]]
        return f"| {name} | {what[8:]} | {counts} | {100 * (mass[0] / mass[1] - 1):+.1f} % |"
    for step, a, b, found in states:
        if found is None:
            sys.exit(f"{name}: other particles in the two programs at step {step}: {len(a)} and {len(b)}")
    third, (step, a, b, last) = states[len(states) // 3], states[-1]
    spins = [spin(x) for x in third[1:3]]
    height = abs(mean_height(a) - mean_height(b)) / max(2 * p["radius"] for p in a.values())
    return f"| {name} | {what} | {len(b)} | {step} | {digits(third[3][0])} | {digits(abs(spins[0] / spins[1] - 1) if spins[1] else None)} | {digits(last[0])} | {digits(height)} | {digits(last[1])} | {digits(third[3][2])} |"


HEADS = (("Each particle", "| script | what | particles | steps | position after a third | mean spin after a third | position at the end | mean height at the end | energy at the end | temperature after a third |"),
         ("Counts", "| script | what | particles of LIGGGHTS (of scree) | mass at the end |"))


def main(words):
    record = "--record" in words
    words = [word for word in words if word != "--record"]
    scree = os.path.abspath(words[0])
    if not shutil.which("liggghts"):
        sys.exit("liggghts is not installed; Debian package: liggghts")
    names = words[1:] or sorted(os.path.basename(p)[3:] for p in glob.glob(os.path.join(SCRIPTS, "in.*")))
    tables = [[], []]
    with tempfile.TemporaryDirectory() as base:
        for name in names:
            what, states = compare(name, scree, base)
            line = row(name, what, states)
            tables[what.startswith("counts: ")].append(line)
            print(line, flush=True)
    if record:
        with open(PAGE, encoding="utf-8") as file:
            text = file.read().split("<!-- tables -->")[0] + "<!-- tables -->\n"
        for (title, head), lines in zip(HEADS, tables):
            text += f"\n## {title}\n\n{head}\n{'|---' * (head.count('|') - 1)}|\n" + "\n".join(lines) + "\n"
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
