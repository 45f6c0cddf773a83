# SPDX-License-Identifier: BSD-3-Clause
"""This machine: its name, what it can do at best (limits.c), and from that how fast a step could be (roofline)."""
import csv
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def cores():
    return len(os.sched_getaffinity(0))


def name():
    """Processor, its widest vectors if virtual machines of one name differ, and number of cores, fit for a folder:
    amd-ryzen-9-7950x-16-cores."""
    model = os.uname().machine
    try:
        with open("/proc/cpuinfo") as f:
            told = f.read()
        found = re.search(r"^model name\s*:\s*(.*)$", told, re.M)
        model = found[1] if found else model
        if not re.search(r"\d", model) and "avx512f" in told:
            model += " avx512"
    except OSError:
        pass
    model = re.sub(r"\((R|TM|tm)\)|CPU|Processor|\d+-Core|@.*", " ", model)
    return re.sub(r"[^a-z0-9]+", "-", f"{model} {cores()} cores".lower()).strip("-")


def limits(folder, threads):
    """{(quantity, threads): value} as measured by limits.c, compiled into folder."""
    program = os.path.join(folder, "limits")
    compiler = os.environ.get("CC", "gcc")
    subprocess.run([compiler, "-std=c17", "-D_POSIX_C_SOURCE=200809L", "-O3", "-march=native", "-ffp-contract=off",
                    "-fno-math-errno", "-fno-trapping-math", "-fopenmp", "-Wno-psabi", os.path.join(HERE, "limits.c"),
                    "-o", program, "-lm"], check=True)
    out = subprocess.run([program, *map(str, threads)], check=True, text=True, capture_output=True).stdout
    return {(r["quantity"], int(r["threads"])): float(r["value"]) for r in csv.DictReader(out.splitlines())}


# ---- roofline --------------------------------------------------------------------------------------------------------
# What one step of scree moves and computes, counted from its records (src/state/world.h) and loops (src/kernels/kernels.c and
# its headers) for spheres with hertz and mindlin where nothing happens between steps; each array is counted once per pass
# that walks over it, as if nothing stayed in the cache between passes and everything within one.
# Bytes: (per particle, per listed pair, per contact).
#   x, v, w: 32 B of position and radius, velocity and mass, spin and material (v and w in one record); f: 48 B force and torque
TRAFFIC = {
    "contacts": (96, 138, 0),  # reads x v w, pair(8); touching(1), history(32) read and written; force(64) written past the caches
    "sum": (292, 72, 0),       # reads start(4), incident(2 x 4), force(64); reads and writes x v w f: both half kicks and the drift
}
# Resident: x v w f built(24) id dead start, cells of the slack(8); pair touching force history incident.
RESIDENT = (189, 113, 0)
# Operations. Additions and multiplications of a contact: differences, images, distance 20, geometry and motion 70, hertz 12,
# mindlin with preset: liggghts 53, store 15, ledger 32, sums of both bodies 18. Square roots 1 + 2 + 2, divisions 3 + 1.
# What is done for pairs that do not touch is left out.
FLOPS = (60, 0, 220)
ROOTS = (0, 0, 5)
DIVISIONS = (2, 0, 4)


def per_particle(count, row):
    pairs, contacts = row["pairs"] / row["particles"], row["contacts"] / row["particles"]
    return count[0] + count[1] * pairs + count[2] * contacts


def roofline(row, limit, threads):
    """For a row of scree: where its state lies, bytes and flops per particle-step, and the least time for each, ns."""
    moved = sum(per_particle(t, row) for t in TRAFFIC.values())
    flops = per_particle(FLOPS, row)
    held = per_particle(RESIDENT, row) * row["particles"]
    level = "l2" if held < limit["l2_size", 1] * threads else "l3" if held < limit["l3_size", 1] else "dram"
    if ("triad_" + level, threads) not in limit:
        level = "dram"
    pipes = per_particle(ROOTS, row) / limit["sqrt", threads] + per_particle(DIVISIONS, row) / limit["div", threads]
    return {"level": level, "bytes": moved, "flops": flops, "memory": 1e9 * moved / limit["triad_" + level, threads],
            "muladd": 1e9 * flops / limit["muladd", threads], "sqrt and div": 1e9 * pipes}
