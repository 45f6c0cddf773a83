# SPDX-License-Identifier: BSD-3-Clause
"""Start states: a text file (.txt.gz) with two comment lines and a line `id x y z radius density vx vy vz` per particle, SI
units, spins and contacts zero, for bodies that are no spheres followed by a quaternion; periodic in x and y, floor at z = 0:
    # NAME: what it is
    # periodic x [0,LX) y [0,LY); floor z=0; SI units        (or another line, in a scene of scenes.py)
Where there are none they are made with scree itself. Everything is streamed: a bed may be larger than memory."""
import csv
import ctypes
import glob
import gzip
import math
import os
import re
import subprocess
import tempfile

import scenes
import workloads


class State:
    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path).split(".")[0]
        self.count, self.top = 0, 0.0
        self.box, self.turned = None, False
        with self.open() as f:
            for line in f:
                if line[0] == "#":
                    found = re.search(r"x \[0,([^)]*)\) y \[0,([^)]*)\)", line)
                    self.box = (float(found[1]), float(found[2])) if found else self.box
                else:
                    word = line.split()
                    self.count += 1
                    self.turned = len(word) > 9
                    self.top = max(self.top, float(word[3]) + float(word[4]))
        if self.name in scenes.SCENES:
            self.box = (0.0, 0.0)  # is never copied
        if not self.count or not self.box:
            raise SystemExit(f"error: {path} is not a start state: no particles, or no line '# periodic x [0,LX) y [0,LY)'")

    def open(self):
        return gzip.open(self.path, "rt") if self.path.endswith(".gz") else open(self.path)

    def rows(self, copies=1):
        """(id, x, y, words of the line) of every particle of copies x copies beds side by side; ids count from 1."""
        number = 0
        for i in range(copies):
            for j in range(copies):
                with self.open() as f:
                    for line in f:
                        if line[0] != "#":
                            word = line.split()
                            number += 1
                            yield number, float(word[1]) + i * self.box[0], float(word[2]) + j * self.box[1], word


def write_scree(state, copies, frozen_below, folder):
    """Particle files for scree in folder; returns [(name, fixed)]."""
    names = [("free.txt", False)] + ([("base.txt", True)] if frozen_below else [])
    files = [open(os.path.join(folder, name), "w") for name, _ in names]
    for f in files:
        f.write("# x y z radius vx vy vz qw qx qy qz\n" if state.turned else "# id x y z radius density vx vy vz\n")
    for number, x, y, word in state.rows(copies):
        if state.turned:
            files[0].write(f"{x:.9f} {y:.9f} {word[3]} {word[4]} {' '.join(word[6:])}\n")
            continue
        base = frozen_below is not None and float(word[3]) < frozen_below
        velocity = "0 0 0" if base else " ".join(word[6:9])
        files[base].write(f"{number} {x:.9f} {y:.9f} {word[3]} {word[4]} {word[5]} {velocity}\n")
    for f in files:
        f.close()
    return names


def write_lammps(state, copies, frozen_below, path, low, high):
    """A data file for LAMMPS (atom_style sphere) and LIGGGHTS (granular); type 2 is frozen."""
    with open(path, "w") as f:
        f.write(f"# {state.name}\n\n{state.count * copies ** 2} atoms\n{2 if frozen_below else 1} atom types\n"
                + "".join(f"{a:.9g} {b:.9g} {c}lo {c}hi\n" for a, b, c in zip(low, high, "xyz")) + "\nAtoms\n\n")
        for number, x, y, word in state.rows(copies):
            base = frozen_below is not None and float(word[3]) < frozen_below
            f.write(f"{number} {1 + base} {2 * float(word[4]):.9g} {word[5]} {x:.9f} {y:.9f} {word[3]}\n")
        f.write("\nVelocities\n\n")
        for number, _, _, word in state.rows(copies):
            base = frozen_below is not None and float(word[3]) < frozen_below
            f.write(f"{number} {'0 0 0' if base else ' '.join(word[6:9])} 0 0 0\n")


# ---- making them -----------------------------------------------------------------------------------------------------
class World:
    """A world of libscree.so."""

    def __init__(self, library, case, threads):
        # Others may be at work here, so threads do not spin. OpenMP reads this when it is loaded; the programs that are measured must not get it.
        asked = os.environ.get("OMP_WAIT_POLICY")
        os.environ["OMP_WAIT_POLICY"] = asked or "passive"
        self.lib = lib = ctypes.CDLL(library)
        if not asked:
            del os.environ["OMP_WAIT_POLICY"]
        for name in ("scree_report_create", "scree_world_open"):
            getattr(lib, name).restype = ctypes.c_void_p
        lib.scree_report_text.restype = ctypes.c_char_p
        lib.scree_report_size.restype = lib.scree_world_count.restype = ctypes.c_size_t
        lib.scree_world_now.restype = lib.scree_world_dt.restype = ctypes.c_double
        self.report = ctypes.c_void_p(lib.scree_report_create())
        self.world = ctypes.c_void_p(lib.scree_world_open(case.encode(), None, threads, self.report))
        if not self.world:
            self.fail()

    def fail(self):
        raise SystemExit("\n".join(self.lib.scree_report_text(self.report, ctypes.c_size_t(k)).decode()
                                   for k in range(self.lib.scree_report_size(self.report))))

    def advance(self, seconds):
        self.steps(math.ceil(seconds / self.lib.scree_world_dt(self.world)))

    def steps(self, steps):
        if self.lib.scree_world_advance(self.world, ctypes.c_uint64(steps), self.report) != 0:
            self.fail()

    def close(self):
        self.lib.scree_world_close(self.world)
        self.lib.scree_report_destroy(self.report)

    def count(self):
        return self.lib.scree_world_count(self.world)

    def rows(self):
        """[x, y, z, r, vx, vy, vz] of every particle by id."""
        n = self.count()
        x, v, r = (ctypes.c_double * (3 * n))(), (ctypes.c_double * (3 * n))(), (ctypes.c_double * n)()
        self.lib.scree_world_positions(self.world, x)
        self.lib.scree_world_velocities(self.world, v)
        self.lib.scree_world_radii(self.world, r)
        for k in range(n):
            yield (*x[3 * k:3 * k + 3], r[k], *v[3 * k:3 * k + 3])


def write_state(path, about, box, rows, density=lambda r: workloads.DENSITY):
    where = f"periodic x [0,{box[0]:.9g}) y [0,{box[1]:.9g}); floor z=0" if box else "in a mesh, see bench/scenes.py"
    with gzip.open(path + ".part", "wt", compresslevel=3) as f:
        f.write(f"# {about}\n# {where}; SI units\n"
                "# id x y z radius density vx vy vz\n")
        for k, (x, y, z, r, vx, vy, vz, *turn) in enumerate(rows):
            f.write(f"{k + 1} {x:.9f} {y:.9f} {z:.9f} {r:.9g} {density(r):.6g} {vx:.4g} {vy:.4g} {vz:.4g}"
                    + "".join(f" {q:.9f}" for q in turn) + "\n")
    os.rename(path + ".part", path)


def power_law(least, most, exponent, classes=24):
    """Table of diameters whose number density falls as r^-exponent between these radii, in geometric classes."""
    if most <= least * 1.001:
        return f"{2 * least:.6g}"
    q = (most / least) ** (1.0 / classes)
    radii = [least * q ** (k + 0.5) for k in range(classes)]
    return "{table: [" + ", ".join(f"[{2 * r:.6g}, {(radii[0] / r) ** (exponent - 1):.6g}]" for r in radii) + "]}"


def power_law_mean_cube(ratio, exponent, classes=24):
    """Mean of (r/least)^3 over these classes."""
    if ratio <= 1.001:
        return 1.0
    radii = [ratio ** ((k + 0.5) / classes) for k in range(classes)]
    return sum(r ** (4 - exponent) for r in radii) / sum(r ** (1 - exponent) for r in radii)


class Maker:
    """Beds made by scree: thrown in at random, pressed by ten times gravity for a while, settled by gravity; kept in folder."""

    def __init__(self, library, folder, threads, say=print):
        self.library, self.folder, self.threads, self.say = library, folder, threads, say
        os.makedirs(folder, exist_ok=True)

    def stage(self, folder, seconds, **case):
        path = os.path.join(folder, "case.yaml")
        with open(path, "w") as f:
            f.write(workloads.case_text(**case))
        world = World(self.library, path, self.threads)
        world.advance(seconds)
        return world

    def settled(self, name, about, count, box, diameter, volume, largest, press=98.1, density=lambda r: workloads.DENSITY):
        """count spheres of this diameter (an input of scree), mean volume and largest radius on box = (lx, ly). press:
        the gravity that brings them down, m/s2."""
        path = os.path.join(self.folder, name + ".txt.gz")
        if os.path.exists(path):
            return State(path)
        self.say(f"making {name} ({about}); kept as {path}")
        height = max(count * volume / (box[0] * box[1]) / 0.25, 6 * largest)
        fill = ("insertion:\n  - {name: fill, material: grain, fill: random, "
                f"count: {count}, diameter: {diameter},\n     region: {{box: {{min: [0, 0, 0], "
                f"max: [{box[0]:.9g}, {box[1]:.9g}, {height:.9g}]}}}}}}\n")
        common = dict(box=(*box, 2 * height), dt="auto, dt_fraction: 0.4")
        fall = math.sqrt(height / press)  # s, until the uppermost lie at half their height
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            world = self.stage(folder, 0.0, files=[], extra=fill, **common)
            for seconds, gravity, restitution in ((1.3 * fall, press, 0.3), (0.06, 9.81, 0.2)):
                with open(os.path.join(folder, "spheres.txt"), "w") as f:
                    f.write("# x y z r density vx vy vz\n")
                    for x, y, z, r, vx, vy, vz in world.rows():
                        f.write(f"{x:.9g} {y:.9g} {z:.9g} {r:.9g} {density(r):.6g} {vx:.6g} {vy:.6g} {vz:.6g}\n")
                world.close()
                world = self.stage(folder, seconds, files=[("spheres.txt", False)], gravity=(0, 0, -gravity),
                                   restitution=restitution, **common)
            write_state(path, f"{name}: {about}", box, world.rows(), density)
            world.close()
        return State(path)

    def bed(self, name, count, side):
        about = f"{count} spheres of radius 1 mm +-5 %, settled"
        return self.settled(name, about, count, (side, side), "{uniform: [1.9 mm, 2.1 mm]}", 4 / 3 * math.pi * 1e-9,
                            1.05e-3)

    def poly(self, name, count, side, least, ratio, exponent, **more):
        """count spheres with radii from least to ratio times that, number density ~ r^-exponent."""
        volume = 4 / 3 * math.pi * least ** 3 * power_law_mean_cube(ratio, exponent)
        about = (f"{count} spheres, radii {1e3 * least:.3g} to {1e3 * ratio * least:.3g} mm, "
                 f"number density ~ r^-{exponent}, settled")
        return self.settled(name, about, count, (side, side), power_law(least, ratio * least, exponent), volume,
                            ratio * least, **more)

    def ratio(self, name, count, side, ratio):
        """count spheres of 1 mm mean volume, radii 1:ratio, number density ~ r^-4: the same volume in every class of log r, so
        that the small fill the gaps of the large and do not trickle to the floor. The density falls as r^-2 from that of the
        material for the smallest: then one time step suits all, and no large sphere crushes a small one while they
        settle. The cost of a step does not depend on it."""
        least = 1e-3 / power_law_mean_cube(ratio, 4) ** (1 / 3)
        return self.poly(name, count, side, least, ratio, 4, press=19.6,
                         density=lambda r: workloads.DENSITY * min(1.0, (least / r) ** 2))

    def flow(self, name, of):
        """The bed `of` after 0.1 s of flow down 30 degrees over its frozen lowest layer, from the profile of steady flow."""
        path = os.path.join(self.folder, name + ".txt.gz")
        if os.path.exists(path):
            return State(path)
        self.say(f"making {name} (flow of {of.name}); kept as {path}")
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            names = [("free.txt", False), ("base.txt", True)]
            files = [open(os.path.join(folder, n), "w") for n, _ in names]
            for f in files:
                f.write("# id x y z radius density vx vy vz\n")
            for number, x, y, word in of.rows():
                z, base = float(word[3]), float(word[3]) < workloads.FROZEN_BELOW
                speed = 0.0 if base else 1.6 * (1 - max(0.0, 1 - z / of.top) ** 1.5)  # m/s, Bagnold's profile
                files[base].write(f"{number} {x:.9f} {y:.9f} {word[3]} {word[4]} {word[5]} {speed:.6g} 0 0\n")
            for f in files:
                f.close()
            world = self.stage(folder, 0.1, box=(*of.box, 2 * of.top), files=names, dt=1e-5, gravity=(4.905, 0.0, -8.4957))
            write_state(path, f"{name}: flow down 30 degrees over a frozen base", of.box, world.rows())
            world.close()
        return State(path)

    def in_scene(self, name):
        """The particles of a scene, filled in at random and settled in the mesh at rest."""
        scene, path = scenes.SCENES[name], os.path.join(self.folder, name + ".txt.gz")
        if os.path.exists(path):
            return State(path)
        self.say(f"making {name} ({scene.count} spheres settle in a mesh); kept as {path}")
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            scenes.write_mesh(scene, folder)
            with open(os.path.join(folder, "case.yaml"), "w") as f:
                f.write(workloads.scene_text(scene, [], "hertz", scene.dt, turns=False, restitution=0.3,
                                             extra=scenes.fill_text(scene)))
            world = World(self.library, os.path.join(folder, "case.yaml"), self.threads)
            world.advance(scene.settle)
            write_state(path, f"{name}: {scene.count} spheres, settled", None, world.rows())
            world.close()
        return State(path)

    def bodies(self, name):
        """400 bodies of a shape, or spheres, fallen and settled at ten times gravity; so few, as polyhedra take long."""
        path = os.path.join(self.folder, name + ".txt.gz")
        if os.path.exists(path):
            return State(path)
        shape, count, side, height, end = workloads.SHAPES.get(name), 400, 0.012, 0.05, 0.045  # m, s
        self.say(f"making {name} ({count}, settled); kept as {path}")
        extra = ("insertion:\n  - {name: fill, material: grain, fill: random, "
                 f"count: {count}, diameter: {{uniform: [1.9 mm, 2.1 mm]}}, {'shape: body, ' if shape else ''}"
                 f"region: {{box: {{min: [0, 0, 0], max: [{side}, {side}, {height}]}}}}}}\n"
                 f"output: {{csv: {{every: {end} s}}, plot: false}}\n")
        text = workloads.case_text((side, side, 2 * height), [], "hertz", 4e-6, workloads.TEN_TIMES, 0.3, extra, shape)
        text = text.replace("end: 1000 s", f"end: {end} s")
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            with open(os.path.join(folder, "case.yaml"), "w") as f:
                f.write(text)
            program = os.path.join(os.path.dirname(self.library), "scree")
            done = subprocess.run([program, "run", "case.yaml", "--quiet", "--out", "out", "--threads", "1"], cwd=folder, text=True,
                                  capture_output=True)
            if done.returncode != 0:
                raise SystemExit(done.stderr)
            written = sorted(glob.glob(os.path.join(folder, "out", "bodies_*.csv" if shape else "particles_*.csv")))
            with open(written[-1]) as f:
                found = [{k.split(" ")[0]: v for k, v in row.items()} for row in csv.DictReader(f)]
        axes = [f"{q}_{k}" for q in ("position", "velocity") for k in "xyz"]
        rows = [[float(row[k]) for k in axes[:3]] + [0.5 * float(row["size"]) if shape else float(row["radius"])]
                + [float(row[k]) for k in axes[3:] + ([f"orientation_{k}" for k in "wxyz"] if shape else [])] for row in found]
        write_state(path, f"{name}: {len(rows)}, settled", (side, side), rows)
        return State(path)

    def make(self, name):
        if name in scenes.SCENES:
            return self.in_scene(name)
        if name == "spheres" or name in workloads.SHAPES:
            return self.bodies(name)
        if name == "bed2k":
            return self.bed(name, 2000, 0.02)
        if name == "bed50k":
            return self.bed(name, 50000, 0.06)
        if name == "flow50k":
            return self.flow(name, self.make("bed50k"))
        if name == "poly40k":
            return self.poly(name, 40000, 0.036, 0.25e-3, 8.0, 3)
        raise SystemExit(f"error: there is no start state '{name}'")
