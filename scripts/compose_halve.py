# SPDX-License-Identifier: BSD-3-Clause
"""Random composed cases at the step that `dt: auto` chooses and at a quarter of it: `./dev compose --halve` calls this.

The energy balance of a case is constant but for the error of the step, which falls at least in proportion to it: forces that jump, as where contacts with a
dashpot begin, bodies slide or bonds break, have errors of order 1, all others of order 2. Bodies that collide part from their ways of another step, so the
largest error of one run is a draw, and the runs of one case differ by more than their order says. So an error has to be half of what it was with a step four
times as long, and where it is not, a run with a sixteenth of the step decides, whose error has to be a quarter of the first one. What is booked wrongly at any
step is not less with a smaller one. Errors below FLOOR of the energies that are exchanged count as rounding: a balance is a difference of sums of some 1e5
numbers, each rounded to 1e-16 of them.

Columns that have the same meaning are compared in the same runs (twice_of): what is summed from the same numbers has to agree to rounding.
"""
import copy
import csv
import datetime
import math
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import compose

PAGE = compose.ROOT / "docs" / "validation" / "compose_halve.md"
REPORTED = "## Cases that were reported"
FLOOR = 1e-10 # of the energies that are exchanged
PRODUCTS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)) # xx yy zz xy xz yz
MOST = 0.1 # of them, with the step that dt: auto chooses; the alarm energy_balance warns from there on
SAME = 1e-9 # relative difference of what is summed from the same numbers in another order
EXCHANGED = re.compile(r"(viscous|plastic|friction)_\w+$|(damped|wall_work|load_work|cell_work|broken_energy|rupture_energy|free_walls_\w+)$")
LOST = re.compile(r"(viscous|plastic|friction)_\w+$|(broken_energy|rupture_energy)$")


class Wrong(Exception):
    pass


def table(path):
    """Columns of a CSV file by name, without units; numbers where all values are."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    columns = {}
    for k, name in enumerate(rows[0]):
        values = [row[k] for row in rows[1:]]
        try:
            values = [float(v) for v in values]
        except ValueError:
            pass
        columns[re.sub(r" \[[^\]]*\]$", "", name)] = values
    return columns


class Runs:
    def __init__(self, scree):
        self.scree = scree

    def step_of(self, folder):
        """The step that `dt: auto` chooses, or None where the case is refused."""
        done = subprocess.run([self.scree, "check", "case.yaml"], cwd=folder, capture_output=True, text=True, timeout=600)
        found = re.search(r"time step (\S+) s", done.stdout + done.stderr)
        return float(found.group(1)) if found and done.returncode == 0 else None

    def run(self, case, folder, dt, part):
        """The folder of a run with a part of the step, or None where an alarm stops it."""
        case.case["time"]["dt"] = dt / part
        case.write(folder)
        out = folder / ("part%d" % part)
        done = subprocess.run([self.scree, "run", "case.yaml", "--quiet", "--overwrite", "--threads", "1", "--out", out.name], cwd=folder,
                              capture_output=True, text=True, timeout=3600)
        if done.returncode not in (0, 2):
            raise Wrong("exit code %d with the step over %d: %s" % (done.returncode, part, done.stderr.strip().split("\n")[-1]))
        return out if done.returncode == 0 else None


def error_of(folder):
    """The largest change of the balance, over the energies that are exchanged."""
    c = table(folder / "series.csv")
    balance, energy = c["energy_balance"], max(map(sum, zip(c["kinetic"], c["rotational"])))
    energy += sum(max(v) - min(v) for name, v in c.items() if EXCHANGED.match(name))
    change = max(abs(x - balance[0]) for x in balance)
    return change / energy if energy > 0.0 else 0.0


def falls(errors):
    """Do errors with a step, a quarter of it and, if there is one, a sixteenth fall? None: a third run has to decide."""
    if errors[1] <= max(0.5 * errors[0], FLOOR):
        return True
    return None if len(errors) < 3 else errors[2] <= max(0.25 * errors[0], FLOOR)


# ---- columns that say the same in two ways ---------------------------------------------------------------------------
def near(what, one, other, scale, more=0.0):
    """Do both differ by rounding of numbers of this size, or by `more`?"""
    if not abs(one - other) <= SAME * scale + more:
        raise Wrong("%s: %.9g and %.9g differ by %.2g of %.3g" % (what, one, other, abs(one - other) / scale if scale else math.inf, scale))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def norm(a):
    return math.sqrt(dot(a, a))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def has_convex(case):
    return any(not {"members", "bonded"} & set(shape) for shape in case.case.get("shapes", {}).values())


def unit(a):
    return [x / math.sqrt(dot(a, a)) for x in a]


def written(value):
    """Numbers as the input file has them."""
    return [written(x) for x in value] if isinstance(value, (list, tuple)) else float("%.6g" % value)


def motion_of(wall, c, name, row):
    """Velocity of the reference point and spin of a wall, where the case says them without the time; or None."""
    at = lambda *keys: [c["%s %s" % (name, key)][row] for key in keys]
    if name + " wx" in c and name + " vx" in c:
        return at("vx", "vy", "vz"), at("wx", "wy", "wz")
    motion = wall.get("motion", [])
    if len(motion) == 1 and "translate" in motion[0]:
        return written(motion[0]["translate"]["velocity"]), [0.0, 0.0, 0.0]
    if len(motion) == 1 and "rotate" in motion[0]: # about its reference point
        return [0.0, 0.0, 0.0], [written(motion[0]["rotate"]["rate"]) * x for x in unit(written(motion[0]["rotate"]["axis"]))]
    if "surface_velocity" in wall:
        return wall["surface_velocity"], [0.0, 0.0, 0.0]
    return None


def powers(case, c, seen):
    """The power of a wall on the particles, against its force and torque times its motion."""
    for name, wall in case.walls.items():
        for row in range(len(c["time"])):
            moves = motion_of(wall, c, name, row) if name + " power" in c else None
            if not moves:
                break
            force, torque = ([c["%s %s" % (name, key)][row] for key in keys] for keys in (("fx", "fy", "fz"), ("tx", "ty", "tz")))
            size = sum(abs(x * y) for x, y in zip(force + torque, list(moves[0]) + list(moves[1])))
            near("power of %s at %g s, of force and torque" % (name, c["time"][row]), c[name + " power"][row], -dot(force, moves[0]) - dot(torque, moves[1]), size)
            seen["power"] += size > 0.0


def works(case, c, seen):
    """The work of all walls, against that of each of them; fixed and held particles do work too."""
    drives = "particles" in case.case or any("hold" in group for group in case.case.get("groups", {}).values())
    each = [name + " work" for name in case.walls if name + " work" in c]
    if drives or not each:
        return
    for row in range(len(c["time"])):
        size = sum(max(map(abs, c[name])) for name in each)
        near("wall_work at %g s, of the walls" % c["time"][row], c["wall_work"][row], sum(c[name][row] for name in each), size)
        seen["work"] += size > 0.0


def heats(case, c, seen):
    """The heat of losses, against the losses. A contact that ends with its body or wall makes none."""
    share = case.case.get("heat", {}).get("friction")
    ends = {"outlets", "groups", "phases"} & set(case.case) or any("stop" in wall for wall in case.walls.values()) or max(c["lost"]) > 0.0
    if share is None or ends or "heat_made" not in c:
        return
    lost = [sum(values) for values in zip(*(v for name, v in c.items() if LOST.match(name)))]
    size = sum(max(map(abs, v)) for name, v in c.items() if LOST.match(name))
    for row, made in enumerate(c["heat_made"]):
        near("heat_made at %g s, of the losses" % c["time"][row], made, written(share) * lost[row], share * size)
        seen["heat"] += size > 0.0


class Frame:
    """Particles and contacts that are written at one time, and the row of the series of that time."""

    def __init__(self, case, c, path):
        self.p, self.k = table(path), table(path.parent / path.name.replace("particles", "contacts"))
        step = float(path.stem.split("_")[1])
        rows = [r for r, t in enumerate(c["time"]) if abs(t / case.case["time"]["dt"] - step) < 0.25]
        self.row = rows[-1] if rows and self.p["mass"] else None
        self.time = c["time"][rows[-1]] if rows else None

    def vectors(self, rows, name):
        return list(zip(*(rows[name + "_" + axis] for axis in "xyz")))


def masses(case, c, f, seen):
    """Mass and kinetic energy, against those of the particles."""
    if {"shapes", "particles"} & set(case.case):
        return
    energy = sum(0.5 * m * dot(v, v) for m, v in zip(f.p["mass"], f.vectors(f.p, "velocity")))
    near("kinetic at %g s, of the particles" % f.time, c["kinetic"][f.row], energy, energy)
    near("mass at %g s, of the particles" % f.time, c["mass"][f.row], sum(f.p["mass"]), sum(f.p["mass"]))
    seen["frame"] += 1


def rolls(case):
    """Do contacts have moments, which the files of contacts leave out?"""
    laws = case.case["contacts"]
    return bool({"bonds", "liquid"} & set(case.case)) or any(law.get(slot, "none") != "none" for law in laws for slot in ("rolling", "twisting"))


def loads(case, c, f, seen):
    """Force and torque on each wall, against those of its contacts."""
    rows = list(zip(f.k["wall"], f.vectors(f.k, "point"), f.vectors(f.k, "force")))
    for name in case.walls:
        mine = [(point, force) for wall, point, force in rows if wall == name]
        for axis in range(3):
            near("f%s of %s at %g s, of its contacts" % ("xyz"[axis], name, f.time), c["%s f%s" % (name, "xyz"[axis])][f.row],
                 -sum(force[axis] for _, force in mine), sum(abs(force[axis]) for _, force in mine))
        seen["force"] += bool(mine)
        several = len({one for one, wall in zip(f.k["id1"], f.k["wall"]) if wall == name}) < len(mine) # faces share a force, with a moment
        if case.periodic or rolls(case) or has_convex(case) or several: # images, moments
            continue
        at = [c["%s %s" % (name, axis)][f.row] if name + " x" in c else 0.0 for axis in "xyz"] # its reference point
        torques = [cross([x - y for x, y in zip(point, at)], force) for point, force in mine]
        size = sum(math.sqrt(dot(point, point) * dot(force, force)) for point, force in mine)
        for axis in range(3):
            near("t%s of %s at %g s, of its contacts" % ("xyz"[axis], name, f.time), c["%s t%s" % (name, "xyz"[axis])][f.row],
                 -sum(torque[axis] for torque in torques), size)
        seen["torque"] += bool(mine)


def momenta(case, c, f, seen):
    """The sums of all forces and torques on particles, against those of the walls' contacts and the weight."""
    others = {"shapes", "particles", "groups", "force_fields", "damping", "liquid", "bonds", "phases", "cell"} & set(case.case)
    if others or "gravity" not in case.case:
        return
    walls = [(point, force) for wall, point, force in zip(f.k["wall"], f.vectors(f.k, "point"), f.vectors(f.k, "force")) if wall]
    weights = [[m * g for g in written(case.case["gravity"])] for m in f.p["mass"]]
    force, place = f.vectors(f.p, "force"), f.vectors(f.p, "position")
    for axis in range(3):
        near("sum of forces along %s at %g s, of walls and weight" % ("xyz"[axis], f.time), sum(x[axis] for x in force),
             sum(x[axis] for _, x in walls) + sum(x[axis] for x in weights), sum(abs(x[axis]) for x in force + weights) + sum(abs(x[axis]) for _, x in walls))
    seen["momentum"] += 1
    if case.periodic or rolls(case):
        return
    own = [[x + y for x, y in zip(cross(at, x), t)] for at, x, t in zip(place, force, f.vectors(f.p, "torque"))]
    outer = [cross(point, x) for point, x in walls] + [cross(at, x) for at, x in zip(place, weights)]
    for axis in range(3):
        near("sum of torques about %s at %g s, of walls and weight" % ("xyz"[axis], f.time), sum(x[axis] for x in own), sum(x[axis] for x in outer),
             sum(map(norm, own)) + sum(map(norm, outer)))
    seen["angular momentum"] += 1


def probes(case, c, f, seen):
    """Number, mass and stress of a probe, against its particles and their contacts."""
    held = any("hold" in group for group in case.case.get("groups", {}).values())
    if held or {"shapes", "particles", "bonds", "liquid", "cell"} & set(case.case):
        return
    for name, probe in case.case.get("probes", {}).items():
        low, high = (written(probe["region"]["box"][key]) for key in ("min", "max"))
        place, mass, speed = dict(zip(f.p["id"], f.vectors(f.p, "position"))), dict(zip(f.p["id"], f.p["mass"])), dict(zip(f.p["id"], f.vectors(f.p, "velocity")))
        inside = {i for i, x in place.items() if all(a <= y <= b for a, y, b in zip(low, x, high))}
        total = sum(mass[i] for i in inside)
        near("count of %s at %g s" % (name, f.time), c[name + " count"][f.row], len(inside), 1.0)
        near("mass of %s at %g s" % (name, f.time), c[name + " mass"][f.row], total, total)
        mean = [sum(mass[i] * speed[i][axis] for i in inside) / total if inside else 0.0 for axis in range(3)]
        stress, size = probe_stress(case, f, place, inside)
        volume = math.prod(y - x for x, y in zip(low, high))
        for k, (i, j) in enumerate(PRODUCTS):
            moving = sum(mass[n] * (speed[n][i] - mean[i]) * (speed[n][j] - mean[j]) for n in inside)
            most = sum(mass[n] * dot(speed[n], speed[n]) for n in inside)
            near("stress_%s of %s at %g s, of its contacts" % ("xyz"[i] + "xyz"[j], name, f.time), c["%s stress_%s" % (name, "xyz"[i] + "xyz"[j])][f.row],
                 (moving - stress[k]) / volume, (most + size) / volume)
        seen["probe"] += bool(inside)


def probe_stress(case, f, place, inside):
    """The sum of force times arm, symmetric, xx yy zz xy xz yz, of the contacts of these particles, and its size."""
    total, size = [0.0] * 6, 0.0
    for one, other, wall, point, force in zip(f.k["id1"], f.k["id2"], f.k["wall"], f.vectors(f.k, "point"), f.vectors(f.k, "force")):
        for number, sign in ((one, 1.0), (other, -1.0)):
            if number not in inside or (wall and sign < 0.0):
                continue
            arm = [x - y for x, y in zip(point, place[number])]
            for axis in range(3): # to the nearest image
                if "xyz"[axis] in case.periodic:
                    arm[axis] -= (compose.HIGH[axis] - compose.LOW[axis]) * round(arm[axis] / (compose.HIGH[axis] - compose.LOW[axis]))
            size += norm(arm) * norm(force)
            for k, (i, j) in enumerate(PRODUCTS):
                total[k] += 0.5 * sign * (force[i] * arm[j] + force[j] * arm[i])
    return total, size


def cells(case, c, seen):
    """The stress of a cell, against that of a probe that has all of it: the pressure of contacts from the same numbers; the components with velocities that
    differ by half a kick and by their mean. The shear stress of a probe is symmetric, that of a cell the force along the first axis on planes across the second
    one, so these are compared only where no force acts across a normal."""
    if "cell" not in case.case:
        return
    central = all(law.get("tangential", "none") == "none" and "bond" not in law for law in case.case["contacts"])
    for row, t in enumerate(c["time"]):
        whole = c["cell_x"][row] * c["cell_y"][row] * c["cell_z"][row]
        share = case.probed / math.prod(c["cell_" + axis][0] for axis in "xyz") # of the probe's region, at any time
        kinetic, speed = c["cell_kinetic_pressure"][row], [c["all v" + axis][row] for axis in "xyz"]
        pressure = share * sum(c["all stress_" + 2 * axis][row] for axis in "xyz") / 3.0 - c["all mass"][row] * c["all granular_temperature"][row] / whole
        size = sum(abs(c["cell_stress_" + 2 * axis][row]) for axis in "xyz") + kinetic
        near("pressure of contacts at %g s, of a probe" % t, c["cell_pressure"][row] - kinetic, pressure, size)
        for i, j in PRODUCTS if central else PRODUCTS[:3]:
            name = "stress_" + "xyz"[i] + "xyz"[j]
            mean = c["all mass"][row] * speed[i] * speed[j] / whole
            near("cell_%s at %g s, of a probe" % (name, t), c["cell_" + name][row], share * c["all " + name][row] + mean, size, 0.5 * kinetic)
        seen["cell"] += size > 4.0 * kinetic


def twice_of(case, folder, seen):
    c = table(folder / "series.csv")
    for check in (powers, works, heats, cells):
        check(case, c, seen)
    for path in sorted(folder.glob("particles_*.csv")):
        frame = Frame(case, c, path)
        for check in (masses, loads, momenta, probes):
            if frame.row is not None:
                check(case, c, frame, seen)


# ---- a cell that deforms ---------------------------------------------------------------------------------------------
class Cell(compose.Case):
    """Spheres with random laws in a cell that is sheared or compressed, from the start without contacts."""

    def __init__(self, seed, number):
        self.draw = random.Random("%d/%d/cell" % (seed, number))
        d, self.features, self.meshes, self.walls, self.periodic = self.draw, ["cell"], {}, {}, ["x", "y", "z"]
        self.end = d.uniform(0.01, 0.02)
        self.case = {"time": {"end": self.end, "velocity_scale": 1}}
        box = {"min": [0.0, 0.0, 0.0], "max": [0.02, 0.02, 0.02]}
        self.case["domain"] = dict(box, periodic=self.periodic)
        self.set_materials()
        self.set_heat()
        kind = d.choice(["isotropic", "oedometric", "simple_shear", "components"])
        self.features.append(kind)
        self.case["cell"] = {kind: {"isotropic": {"pressure": "2 kPa"}, "oedometric": {"axis": d.choice("xyz"), "axial": "20 1/s"},
                                    "simple_shear": {"rate": "40 1/s", "flow": "x", "gradient": d.choice("yz")},
                                    "components": {"xx": "10 1/s", "yy": "5 1/s", "zz": "2 kPa", "xz": "20 1/s"}}[kind]}
        self.case["insertion"] = [{"name": "bed", "material": d.choice(self.names), "fill": "dense", "count": d.randint(150, 190), "velocity": self.vector(0.2),
                                   "velocity_spread": [0.1, 0.1, 0.1], "diameter": {"uniform": ["2.5 mm", "3.5 mm"]}, "region": {"box": box}}]
        self.probed = 8.0 # m3
        self.case["probes"] = {"all": {"region": {"box": {"min": [-1.0, -1.0, -1.0], "max": [1.0, 1.0, 1.0]}}}}
        self.case["output"] = {"series": {"every": self.end / 40}, "plot": "false"}


# ---- what a case that does not fall needs for that -------------------------------------------------------------------
def simpler(case):
    """(what is taken away, the same case without it) for all that can be taken away."""
    def without(what, change):
        other = copy.deepcopy(case)
        change(other)
        other.walls = other.case.get("walls", {})
        return what, other
    for key in sorted(set(case.case) - {"time", "domain", "materials", "contacts", "output", "insertion", "heat"}):
        yield without(key, lambda o, key=key: o.case.pop(key))
    for kind in ("walls", "shapes", "groups", "outlets"):
        for name in case.case.get(kind, {}):
            yield without("%s.%s" % (kind, name), lambda o, kind=kind, name=name: o.case[kind].pop(name))
    for name, wall in case.walls.items():
        for key in sorted({"motion", "free", "servo", "heat", "stop", "displaced_by_wear", "surface_velocity", "liquid_film"} & set(wall)):
            yield without("walls.%s.%s" % (name, key), lambda o, name=name, key=key: o.case["walls"][name].pop(key))
    for k in range(len(case.case.get("insertion", []))):
        yield without("insertion.%d" % k, lambda o, k=k: o.case["insertion"].pop(k))
    for k, laws in enumerate(case.case["contacts"]):
        if k > 0:
            yield without("contacts.%d" % k, lambda o, k=k: o.case["contacts"].pop(k))
        for key in sorted(set(laws) - {"between", "normal"}):
            if laws[key] != "none":
                yield without("contacts.%d.%s" % (k, key), lambda o, k=k, key=key: o.case["contacts"][k].update({key: "none"}))
        if laws["normal"] != "hertz":
            yield without("contacts.%d.normal" % k, lambda o, k=k: o.case["contacts"][k].update({"normal": "hertz"}))
    for key in ("friction", "sources", "radiation", "convection", "ambient"):
        if key in case.case.get("heat", {}):
            yield without("heat.%s" % key, lambda o, key=key: o.case["heat"].pop(key))


def minimal(runs, case, folder, dt):
    """Takes away what the fault does not need, and returns the names of that, the case that is left, and its errors."""
    gone, errors, goes_on = [], None, True
    while goes_on:
        goes_on = False
        for what, other in simpler(case):
            try:
                found = [error_of(out) for out in (runs.run(other, folder, dt, part) for part in (1, 4, 16)) if out]
            except (Wrong, OSError, KeyError, ValueError):
                continue
            if len(found) == 3 and falls(found) is False:
                gone.append(what)
                case, errors, goes_on = other, found, True
                break
    return gone, case, errors


# ---- all cases -------------------------------------------------------------------------------------------------------
def try_case(runs, case, folder, seen):
    """("fell", "rounding", "stopped" or "refused", errors); raises Wrong."""
    case.case["output"].pop("checkpoint", None)
    case.case["output"]["csv"] = {"every": case.end / 8.0, "contacts": "true"}
    case.write(folder)
    dt = runs.step_of(folder)
    if dt is None:
        return "refused", []
    errors = []
    for part in (1, 4, 16):
        out = runs.run(case, folder, dt, part)
        if out is None and part > 1:
            raise Wrong("an alarm stops it with the step over %d, and not with a longer one" % part)
        if out is None:
            return "stopped", errors
        twice_of(case, out, seen)
        errors.append(error_of(out))
        if errors[0] > MOST:
            raise Wrong("the balance is off by %.2e of the energies with the step of dt: auto, %.3g s" % (errors[0], dt))
        if len(errors) > 1 and falls(errors):
            return "rounding" if errors[-1] <= FLOOR else "fell", errors
    raise Wrong("the balance is off by %s of the energies with steps of %s s" % (
        ", ".join("%.2e" % e for e in errors), ", ".join("%.3g" % (dt / part) for part in (1, 4, 16))))


class Results:
    def __init__(self):
        self.ends, self.seen, self.features, self.errors = Counter(), Counter(), Counter(), []

    def summary(self):
        e = self.ends
        return "%d cases: the balance of %d fell with the step, that of %d is rounding, %d were stopped by an alarm, %d were refused, %d are wrong" % (
            sum(e.values()), e["fell"], e["rounding"], e["stopped"], e["refused"], e["wrong"])

    def compared(self):
        return ", ".join("%s %d" % item for item in sorted(self.seen.items()))

    def page(self, o, seconds):
        ratios = sorted(errors[1] / errors[0] for _, errors in self.errors if errors[0] > FLOOR)
        largest = sorted(self.errors, key=lambda one: -one[1][0])[:5]
        lines = ["# Composed cases at two steps", "",
                 "Written by `./dev compose --halve --cases %d --first %d --seed %d --record` on %s; %s; %.0f minutes." % (
                     sum(self.ends.values()), o.first, o.seed, datetime.date.today().isoformat(), compose.machine(), seconds / 60.0), "",
                 "Each case of [random composed cases](compose.md), and cells that deform, runs with the step that `dt: auto` chooses and with a quarter of it.",
                 "The largest change of `energy_balance`, over the energies that are exchanged, has to be half of what it was or less; else a run with a sixteenth",
                 "decides, whose error has to be a quarter of the first one. Columns that have the same meaning are compared in all of these runs.", "",
                 self.summary() + ".", "", "Compared, in rows, frames and walls: " + self.compared() + ".", ""]
        if ratios:
            lines += ["Error with a quarter of the step, over that with the whole step: %.2g in the middle of all cases, %.2g and %.2g at a tenth and nine tenths of them." % tuple(
                ratios[int(share * (len(ratios) - 1))] for share in (0.5, 0.1, 0.9))]
            lines += ["The largest errors with the step of `dt: auto`: " + "; ".join("case %d, %.2g, then %.2g" % (n, e[0], e[1]) for n, e in largest) + ".", ""]
        lines += ["| feature | cases with it whose balance fell |", "|---|---|"]
        lines += ["| %s | %d |" % f for f in sorted(self.features.items(), key=lambda f: (-f[1], f[0]))]
        old = PAGE.read_text() if PAGE.exists() else ""
        kept = old[old.index(REPORTED):] if REPORTED in old else REPORTED + "\n\nNone.\n" # written by hand
        return "\n".join(lines) + "\n\n" + kept


def case_of(seed, number):
    """Every tenth is a cell, and in every third no contact has moments, so that torques are those of forces."""
    case = (compose.Case if number % 10 else Cell)(seed, number)
    for laws in case.case["contacts"] if number % 3 == 0 else []:
        laws.update(rolling="none", twisting="none")
    return case


def report_wrong(o, runs, case, folder, number, wrong):
    print("case %d of seed %d is WRONG: %s (%s); its files are in %s" % (number, o.seed, wrong, ", ".join(dict.fromkeys(case.features)), folder), flush=True)
    if o.minimal and "balance" in str(wrong):
        gone, left, errors = minimal(runs, case, folder, runs.step_of(folder))
        left.write(folder)
        print("  without %s it is off by %s; that case is in the folder now" % (", ".join(gone), ", ".join("%.2e" % e for e in errors or [])), flush=True)


def main(o, scree):
    """o: the options of compose."""
    runs, results, began = Runs(scree), Results(), time.monotonic()
    for number in range(o.first, o.first + o.cases):
        if time.monotonic() - began > 60.0 * o.minutes:
            break
        case, folder = case_of(o.seed, number), Path(tempfile.mkdtemp(prefix="halve-"))
        try:
            end, errors = try_case(runs, case, folder, results.seen)
        except (Wrong, subprocess.TimeoutExpired) as wrong:
            results.ends["wrong"] += 1
            report_wrong(o, runs, case, folder, number, wrong)
            continue
        results.ends[end] += 1
        if end == "fell":
            results.errors.append((number, errors))
            results.features.update(set(case.features))
        print("case %d: %s %s (%s)" % (number, end, " ".join("%.1e" % e for e in errors), ", ".join(dict.fromkeys(case.features))), file=sys.stderr, flush=True)
        shutil.rmtree(folder)
    seconds = time.monotonic() - began
    print("%s; %.0f s" % (results.summary(), seconds))
    print("compared: " + results.compared())
    if o.record:
        PAGE.write_text(results.page(o, seconds))
    return 1 if results.ends["wrong"] or not results.ends["fell"] else 0
