#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random composed cases: each case combines features that are drawn at random from all features. `./dev compose` calls this.

Each case is run on one thread, then on other numbers of threads and ranks, then with other instruction sets, and then in parts that are
stopped and resumed on other numbers of threads and ranks. The state at the end, series.csv, checkpoints and CSV files must have the
same bytes; a run that stops must stop with the same exit code and message.
"""
import argparse
import datetime
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "validation" / "compose.md"
LOW, HIGH = (-0.02, -0.02, 0.0), (0.02, 0.02, 0.06) # m, the domain
MPIRUN = ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"]

JKR = {"law": "jkr", "surface_energy": "0.02"}
HYSTERESIS = {"law": "hooke_hysteresis", "characteristic_velocity": "1", "range_check": "none", "max_stiffness_ratio": "3",
              "adhesion_stiffness_ratio": "0.1", "plasticity_depth": "0.02"}
LUDING = {"law": "luding", "stiffness": "6e3", "normal_viscosity": "1e-3"}
EEPA = {"law": "eepa", "contact_plasticity_ratio": "0.5", "restitution": "0.5"}
CURVE = {"law": "contact_sphere_sphere", "contact_stiffness": "3e3", "contact_damping": "1e-3", "contact_plasticity_ratio": "0.4", "adhesion_coefficient": "500"}
PLASTIC = {"law": "thornton_ning", "yield_stress": "1e5", "damping_ratio": "0.05"}
NORMAL = ["hertz", "hertz", {"law": "hooke", "stiffness": "3e3"}, {"law": "hooke", "characteristic_velocity": "1"}, "viscoelastic_nonlinear",
          JKR, {"law": "walton_braun", "stiffness": "2e3"}, "lankarani_nikravesh", HYSTERESIS, LUDING, EEPA, CURVE, PLASTIC]
OWN_COHESION = (JKR, HYSTERESIS, LUDING, EEPA, CURVE)
TANGENTIAL = ["mindlin", {"law": "mindlin", "preset": "liggghts"}, "linear_spring", {"law": "linear_spring", "preset": "liggghts"},
              "coulomb", "none", {"law": "luding", "stiffness": "6e3"}]
ROLLING = ["none", "cdt", "epsd", "epsd2", {"law": "luding", "stiffness": "6e3"}]
TWISTING = ["none", "marshall"]
COHESION = ["none", "none", {"law": "dmt", "surface_energy": "0.01"}]
BOND = {"law": "parallel", "bond_young": "20 MPa", "bond_shear": "300 kPa"}


def text_of(value):
    """A value as the input file has it, in flow style."""
    if isinstance(value, dict):
        return "{%s}" % ", ".join("%s: %s" % (k, text_of(v)) for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return "[%s]" % ", ".join(text_of(v) for v in value)
    return "%.6g" % value if isinstance(value, float) else str(value)


class Case:
    """The case of a number, which fixes all that is drawn; `features` has the names of its features."""

    def __init__(self, seed, number):
        self.draw = random.Random("%d/%d" % (seed, number))
        self.later = random.Random("%d/%d/later" % (seed, number)) # for set_later, so that older features of a number stay
        self.newest = random.Random("%d/%d/newest" % (seed, number)) # for set_newest, likewise
        self.features, self.meshes, self.walls = [], {}, {}
        self.end = self.draw.uniform(0.02, 0.05)
        self.periodic = self.draw.choice([[], [], ["x"], ["y"], ["x", "y"], ["x", "y", "z"]])
        self.case = {"time": {"end": self.end, "velocity_scale": 1}, "gravity": self.vector(3.0, -9.81)}
        for part in (self.set_domain, self.set_materials, self.set_heat, self.set_walls, self.set_shapes, self.set_particles, self.set_bonds,
                     self.set_groups, self.set_outlets, self.set_rest, self.set_phases):
            part()
        self.case["output"] = {"series": {"every": self.end / 40}, "checkpoint": {"every": self.end / self.draw.randint(3, 9), "keep": 2},
                               "csv": {"every": self.end / 2, "contacts": "true"}, "plot": "false"}
        before = self.draw
        for self.draw, part in ((self.later, self.set_later), (self.newest, self.set_newest)):
            part()
        self.draw = before

    # ---- what is drawn -------------------------------------------------------------------------------------------------
    def has(self, feature, chance):
        if self.draw.random() < chance:
            self.features.append(feature)
            return True
        return False

    def vector(self, spread, z=0.0):
        return [self.draw.uniform(-spread, spread), self.draw.uniform(-spread, spread), z + self.draw.uniform(-spread, spread)]

    def direction(self):
        while True:
            v = self.vector(1.0)
            if 0.1 < sum(x * x for x in v) <= 1.0:
                return v

    def point(self, margin=0.0):
        return [self.draw.uniform(a + margin, b - margin) for a, b in zip(LOW, HIGH)]

    def moment(self):
        return self.draw.uniform(0.0, 0.9) * self.end

    def box(self, low=0.0, high=1.0):
        """A box in the domain, between these heights."""
        z = [LOW[2] + f * (HIGH[2] - LOW[2]) for f in (low, high)]
        return {"min": [LOW[0], LOW[1], z[0]], "max": [HIGH[0], HIGH[1], z[1]]}

    def region(self):
        kind = self.draw.choice(["box", "sphere", "cylinder", "half_space"])
        if kind == "box":
            a, b = self.point(), self.point()
            return {"box": {"min": [min(x, y) for x, y in zip(a, b)], "max": [max(x, y) + 1e-3 for x, y in zip(a, b)]}}
        if kind == "sphere":
            return {"sphere": {"point": self.point(), "radius": self.draw.uniform(0.005, 0.03)}}
        if kind == "cylinder":
            return {"cylinder": {"point": self.point(), "axis": self.direction(), "radius": self.draw.uniform(0.005, 0.02), "length": 0.04}}
        return {"half_space": {"point": self.point(), "normal": self.direction()}}

    # ---- the sections --------------------------------------------------------------------------------------------------
    def set_domain(self):
        self.case["domain"] = {"min": LOW, "max": HIGH, "periodic": self.periodic}
        if self.periodic:
            self.features.append("periodic " + "".join(self.periodic))

    def set_materials(self):
        names, d = ["m", "n", "o"][:self.draw.randint(1, 3)], self.draw
        self.heat = self.has("heat", 0.5)
        self.bonds = self.has("bonds", 0.5)
        materials = {}
        for name in names:
            m = {"density": d.uniform(1000, 3000), "young": d.uniform(1e6, 4e6), "poisson": d.uniform(0.1, 0.4), "restitution": d.uniform(0.2, 0.9),
                 "friction": d.uniform(0.1, 0.8), "rolling_friction": d.uniform(0.01, 0.2)}
            if self.heat:
                m.update(heat_capacity=d.uniform(2, 50), conductivity=d.uniform(0.1, 20), emissivity=d.uniform(0.1, 1))
            materials[name] = m
        if self.heat and self.has("tables by temperature", 0.3):
            first = materials["m"]
            first["temperature_tables"] = {"young": [["250 K", first.pop("young")], ["400 K", 1.5e6], ["900 K", 1e6]]}
        self.case["materials"] = materials
        self.names = names
        contacts = []
        for pair in ["any"] + [[a, b] for a in names for b in names if a <= b and d.random() < 0.3]:
            laws = {"between": pair, "normal": d.choice(NORMAL), "tangential": d.choice(TANGENTIAL), "rolling": d.choice(ROLLING),
                    "twisting": d.choice(TWISTING)}
            laws["cohesion"] = "none" if laws["normal"] in OWN_COHESION else d.choice(COHESION) # these have one of their own
            if self.heat:
                laws["heat"] = d.choice(["none", "conduction", "liggghts_conduction", "pipe"])
            if self.bonds and (pair == "any" or d.random() < 0.5):
                laws["bond"] = dict(BOND, bond_tension="%.3g" % d.uniform(2e4, 2e5), bond_damping_normal=0.1)
            contacts.append(laws)
        self.case["contacts"] = contacts

    def set_heat(self):
        if not self.heat:
            return
        heat = {"temperature": "300 K"}
        if self.has("ambient", 0.5):
            heat.update(ambient="350 K", convection=self.draw.uniform(1, 50), radiation=self.draw.choice(["true", "false"]))
        if self.has("heat of friction", 0.6):
            heat["friction"] = self.draw.uniform(0, 1)
        if self.has("heat source", 0.4):
            heat["sources"] = [{"power": "%.3g W" % self.draw.uniform(-1e-3, 1e-2), "region": self.region(), "start": self.moment()}]
        self.case["heat"] = heat

    def motion(self):
        kind = self.draw.choice(["translate", "rotate", "vibrate", "formula", "table"])
        axis = {"axis": self.direction(), "point": self.point()}
        return {kind: self.motion_of(kind, axis)}

    def motion_of(self, kind, axis):
        d = self.draw
        if kind == "translate":
            return {"velocity": self.vector(0.1)}
        if kind == "rotate":
            return dict(axis, rate=d.uniform(-10, 10))
        if kind == "vibrate":
            return {"amplitude": self.vector(1e-3), "frequency": d.uniform(20, 200)}
        if kind == "formula":
            return dict(axis, x="1 mm * sin(300 1/s * time)", angle="0.2 * sin(200 1/s * time)", duration=0.03)
        return {"times": [0, 0.01, 0.02], "positions": [[0, 0, 0], self.vector(2e-3), self.vector(2e-3)], "repeat": d.choice(["true", "false"])}

    def mesh(self, name, closed):
        """Writes a mesh: a block that is somewhat turned, or a folded sheet."""
        d, at = self.draw, self.point(0.008)
        side = [[d.uniform(4e-3, 9e-3) * (i == k) + d.uniform(-1e-3, 1e-3) for i in range(3)] for k in range(3)]
        corner = [[at[i] + sum(side[k][i] for k in range(3) if n >> k & 1) for i in range(3)] for n in range(8)]
        faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)][:6 if closed else 3]
        lines = ["solid s"]
        for a, b, c, e in faces:
            for triangle in ((a, b, c), (a, c, e)):
                lines += ["facet normal 0 0 0", "outer loop"] + ["vertex %.9g %.9g %.9g" % tuple(corner[k]) for k in triangle] + ["endloop", "endfacet"]
        self.meshes[name + ".stl"] = "\n".join(lines + ["endsolid s", ""])
        return {"mesh": {"file": name + ".stl"}}

    def shape_of_wall(self, name):
        d, kind = self.draw, self.draw.choice(["rectangle", "mesh", "disc", "cone", "extrude", "helix", "torus", "screen", "cylinder", "sphere", "block"])
        self.features.append("wall " + kind)
        if kind in ("mesh", "block"):
            return self.mesh(name, kind == "block"), kind == "block"
        at = self.point(0.004)
        if kind == "rectangle":
            return {kind: {"corner": at, "first": [0.015, 0, d.uniform(-5e-3, 5e-3)], "second": [0, 0.015, d.uniform(-5e-3, 5e-3)]}}, False
        if kind == "disc":
            return {kind: {"point": at, "normal": self.direction(), "radius": 0.01, "hole": d.choice([0, 0.004]), "segments": d.choice([8, 32])}}, False
        if kind == "cone":
            return {kind: {"point": at, "axis": self.direction(), "length": 0.012, "radius": 0.01, "end_radius": d.choice([0, 0.003]),
                           "segments": d.choice([6, 24])}}, False
        if kind == "extrude":
            return {kind: {"line": [at, [at[0] + 0.008, at[1], at[2] - 0.005], [at[0] + 0.015, at[1], at[2]]], "along": [0, 0.015, 0]}}, False
        if kind == "helix":
            return {kind: {"point": at, "axis": self.direction(), "length": 0.012, "radius": 0.008, "inner_radius": 0.003, "pitch": 0.008,
                           "thickness": d.choice([0, 0.001]), "hand": d.choice(["right", "left"]), "segments": 16}}, False
        if kind == "torus":
            return {kind: {"point": at, "axis": self.direction(), "radius": 0.006, "tube_radius": 0.002, "segments": 12}}, False
        if kind == "screen":
            return {kind: {"corner": at, "first": [0.015, 0, 0], "second": [0, 0.012, 0], "columns": 2, "rows": 2, "hole": 0.0025, "segments": 8}}, False
        if kind == "sphere":
            return {kind: {"point": at, "radius": d.uniform(2e-3, 4e-3), "side": "outside"}}, False
        axis = self.direction()
        if self.periodic: # where an oblique one is refused
            axis = [float(abs(x) == max(map(abs, axis))) for x in axis]
        return {kind: {"point": at, "axis": axis, "radius": d.uniform(2e-3, 4e-3), "length": 0.015, "side": "outside"}}, False

    def set_walls(self):
        d = self.draw
        if "z" not in self.periodic and self.has("floor", 0.9):
            self.walls["floor"] = {"plane": {"point": [0, 0, 0.001], "normal": [0, 0, 1]}, "material": d.choice(self.names)}
            if self.has("belt", 0.2):
                self.walls["floor"]["surface_velocity"] = [0.3, 0.1, 0]
        for k in range(d.randint(1, 4)):
            name = "w%d" % k
            shape, closed = self.shape_of_wall(name)
            wall = dict(shape, material=d.choice(self.names))
            how = d.choice(["still", "motion", "motion", "servo", "free", "free"])
            if "cylinder" in shape and how in ("free", "servo"):
                how = "motion"
            if how != "still":
                self.features.append(how)
            if how == "motion":
                wall["motion"] = [self.motion() for _ in range(d.randint(1, 2))]
                for about in [value for one in wall["motion"] for value in one.values() if "axis" in value]:
                    if "cylinder" in shape and self.periodic: # it may turn about its own axis
                        about["axis"] = shape["cylinder"]["axis"]
            elif how == "servo":
                wall["servo"] = {"slide": {"along": self.direction(), "force": d.uniform(0.01, 0.5), "speed": 0.2, "limits": [-0.005, 0.005]}}
            elif how == "free":
                wall["free"] = self.freedom(closed)
            if self.heat and self.has("wall with heat", 0.5):
                wall["heat"] = d.choice([{"temperature": "400 K"}, {"temperature": "350 K", "mass": 1e-3}, {"power": 0.01}])
            if how in ("still", "motion") and self.has("gate", 0.2):
                wall["stop"] = self.moment() + 1e-3
            self.walls[name] = wall
        self.case["walls"] = self.walls

    def freedom(self, closed):
        d, kind = self.draw, self.draw.choice(["all", "slide", "hinge"] if closed else ["slide", "hinge"])
        self.features.append("free " + kind)
        free = {"mass": d.uniform(2e-4, 3e-3)}
        if kind == "slide":
            free["slide"] = {"along": self.direction(), "spring": d.uniform(0, 20), "damper": d.uniform(0, 0.1), "limits": [-0.006, 0.006]}
        elif kind == "hinge":
            free["turn"] = {"about": self.direction(), "point": self.point(), "damper": d.uniform(0, 1e-6)}
            if not closed:
                free.update(centre=self.point(), inertia=[2e-7, 3e-7, 2.5e-7, 1e-8, -2e-8, 1.5e-8])
        else:
            free.update(velocity=self.vector(0.2), spin=self.vector(10))
        return free

    def set_shapes(self):
        shapes = {}
        if self.has("clumps", 0.6):
            for name in ["c", "d"][:self.draw.randint(1, 2)]:
                shapes[name] = {"members": [{"at": self.vector(1e-3), "radius": self.draw.uniform(1.2e-3, 2e-3)} for _ in range(self.draw.randint(1, 4))]}
        if self.bonds and self.has("agglomerates", 0.5):
            shapes["a"] = {"bonded": {"gap": "0.1 mm"}, "chain": {"count": self.draw.randint(2, 5), "radius": "1.3 mm"}}
        if shapes:
            self.case["shapes"] = shapes
        self.shapes = shapes

    def set_particles(self):
        d, sources = self.draw, []
        size = {"diameter": {"uniform": ["2.5 mm", "5 mm"]}}
        first = dict(name="bed", material=d.choice(self.names), fill="random", count=d.randint(20, 90), region={"box": self.box(0.05, 0.7)},
                     velocity=self.vector(0.3), spin=self.vector(20), **size)
        sources.append(first)
        for shape in self.shapes:
            sources.append({"name": "of_" + shape, "material": d.choice(self.names), "shape": shape, "fill": "random", "count": d.randint(3, 15),
                            "region": {"box": self.box(0.1, 0.95)}, "velocity": self.vector(0.3), "start": d.choice([0, self.moment()])})
        if self.has("rain", 0.5):
            rain = dict(name="rain", material=d.choice(self.names), rate="%d 1/s" % d.randint(200, 2000), region={"box": self.box(0.75, 0.95)},
                        velocity=[0, 0, -0.5], velocity_spread=self.vector(0.1), start=self.moment(), **size)
            rain["velocity_spread"] = [abs(v) for v in rain["velocity_spread"]]
            if self.shapes and d.random() < 0.5:
                rain.update(shape=d.choice(sorted(self.shapes)))
                del rain["diameter"]
            sources.append(rain)
        if self.heat:
            sources[-1]["temperature"] = "330 K"
        self.case["insertion"] = sources
        if self.has("fixed particles", 0.2):
            self.case["particles"] = [{"positions": [self.point(0.004) for _ in range(2)], "diameter": "4 mm", "material": d.choice(self.names),
                                       "fixed": "true", "velocity": d.choice([[0, 0, 0], self.vector(0.1)])}]

    def set_bonds(self):
        if not self.bonds:
            return
        d, events = self.draw, [{"name": "all", "gap": "%.3g mm" % self.draw.uniform(0, 0.5), "start": self.moment(), "weibull": self.draw.choice(["none", 4])}]
        if self.has("bonds again and again", 0.3):
            events[0]["every"] = self.end / 7
        walls = [name for name in self.walls]
        if walls and self.has("bonds with walls", 0.3):
            events.append({"name": "glue", "gap": "0.1 mm", "walls": [d.choice(walls)], "start": self.moment(), "region": self.region()})
        self.case["bonds"] = events

    def set_groups(self):
        d, groups = self.draw, {}
        for k in range(d.choice([0, 0, 1, 2])):
            group = {"start": self.moment(), "region": self.region()}
            what = d.choice(["hold", "force", "growth", "chosen again"])
            self.features.append("group: " + what)
            if what == "hold":
                group.update(hold="true", velocity=d.choice([[0, 0, 0], self.vector(0.1)]), spin=d.choice([[0, 0, 0], self.vector(5)]))
            elif what == "growth":
                group.update(growth="%.3g 1/s" % d.uniform(-5, 3))
            else:
                group.update(force=self.vector(1e-3), torque=self.vector(1e-6))
                if what == "chosen again":
                    group["every"] = self.end / 9
            if d.random() < 0.5:
                group["stop"] = group["start"] + self.moment() + 1e-3
            groups["g%d" % k] = group
        if groups:
            self.case["groups"] = groups

    def set_outlets(self):
        d, outlets = self.draw, {}
        for k in range(d.choice([0, 0, 1, 2])):
            action = d.choice(["delete", "delete", "count"])
            self.features.append("outlet: " + action)
            outlets["out%d" % k] = {"region": self.region(), "action": action, "start": self.moment()}
        if outlets:
            self.case["outlets"] = outlets
        if any(o["action"] == "delete" for o in outlets.values()) and self.has("refill", 0.4):
            self.case["insertion"].append({"name": "again", "material": d.choice(self.names), "refill": next(k for k, o in outlets.items() if o["action"] == "delete"),
                                           "diameter": "3 mm", "region": {"box": self.box(0.8, 0.97)}})

    def set_rest(self):
        d = self.draw
        if self.has("damping", 0.3):
            self.case["damping"] = {"local": d.choice([0, 0.1, 0.5]), "viscous": d.choice([0, 3])}
        clumps = any("bonded" not in shape for shape in self.shapes.values())
        if not clumps and "friction" not in self.case.get("heat", {}) and self.has("half step", 0.3): # it has no clumps
            self.case["time"]["integrator"] = "verlet_half_step"
        if self.has("given skin", 0.3):
            self.case["search"] = {"skin": d.choice(["0.2 mm", "1 mm"])}
        if self.has("contact mass", 0.2):
            self.case["contact_mass"] = d.choice(["body", "sphere"])
        if self.has("probe", 0.3):
            self.case["probes"] = {"p": {"region": {"box": self.box(0.0, 0.4)}}}
        if self.has("track", 0.3):
            self.case["tracks"] = {"t": d.randint(1, 10)}
        if self.has("gravity of time", 0.15):
            del self.case["gravity"]
            self.case["gravity_of_time"] = {"table": {"times": [0, 0.01, 0.02], "values": [self.vector(9.0) for _ in range(3)], "repeat": "true"}}

    def set_phases(self):
        if not self.has("phases", 0.3):
            return
        changes = {"damping.viscous": 5, "contacts.0.restitution": 0.6}
        if self.case["contacts"][0]["tangential"] != "none":
            changes["contacts.0.friction"] = 0.2
        if "gravity" in self.case:
            changes["gravity"] = self.vector(5.0)
        del self.case["time"]["end"]
        first, second = 0.4 * self.end, 0.6 * self.end
        key = self.draw.choice(sorted(changes))
        self.case["phases"] = {"one": {"until": first}, "two": {"until": second, "set": {key: changes[key]}}}

    def set_later(self):
        d, clumps = self.draw, any("bonded" not in shape for shape in self.shapes.values())
        if not self.bonds and self.has("liquid", 0.4):
            law = d.choice([{"law": "willett"}, {"law": "rabinovich"}, {"law": "young_laplace"}, {"law": "lambert"}])
            self.case["contacts"][0]["liquid"] = dict(law, surface_tension=0.05, contact_angle="20 deg", viscosity=d.choice([0, 0.001]))
            self.case["liquid"] = {"moisture": d.uniform(0.001, 0.05), "unit": "1e-21 m3"}
            for name in self.walls:
                if "mesh" in self.walls[name] and d.random() < 0.5:
                    self.walls[name]["liquid_film"] = "5 um"
        if "integrator" not in self.case["time"] and self.has("wear", 0.4): # it needs the power at the time of the forces
            self.case["wear"] = {"energy_bins": [1e-8, 1e-6]}
            self.case["contacts"][0]["wear"] = d.choice([{"law": "archard", "wear_coefficient": 1e-3, "hardness": 1e9}, {"law": "finnie", "flow_stress": 1e9},
                                                         {"law": "oka", "hardness": 1.8e9}])
        if self.has("fluid", 0.3):
            self.case["force_fields"] = {"fluid": {"density": 1000, "viscosity": 0.001, "velocity": self.vector(0.05)}}
        if not clumps and self.has("charges", 0.3):
            self.case.setdefault("force_fields", {})["electric"] = {"range": "6 mm", "charges": [{"material": "m", "charge": "0.1 nC"}], "field": self.vector(1e4)}
        spheres = not clumps and not self.bonds and "liquid" not in self.case
        if spheres and "outlets" in self.case and self.has("recycle", 0.4):
            for outlet in self.case["outlets"].values():
                if outlet["action"] == "delete":
                    outlet["recycle"] = {"region": {"box": self.box(0.7, 0.97)}}

    def set_newest(self):
        d, case = self.draw, self.case
        triangles = [wall for wall in self.walls.values() if not {"plane", "sphere", "cylinder"} & set(wall)]
        recycles = any("recycle" in outlet for outlet in case.get("outlets", {}).values())
        fits = not self.bonds and not recycles and "integrator" not in case["time"] and "electric" not in case.get("force_fields", {})
        if fits and not (triangles and "liquid" in case) and self.has("convex bodies", 0.6): # bridges of theirs at triangles are refused
            for name in ["e", "f"][:d.randint(1, 2)]:
                a, b, c = (d.uniform(1e-3, 2.2e-3) for _ in range(3))
                corners = [[x, y, z] for x in (-a, a) for y in (-b, b) for z in (-c, c)]
                kind, value = d.choice([("ellipsoid", [a, b, c]), ("superellipsoid", {"half_axes": [a, b, c], "exponent": 3}), ("rounded_box", {"sides": [2 * a, 2 * b, 2 * c], "rounding": 3e-4}),
                                        ("polyhedron", {"corners": corners, "rounding": 3e-4}), ("capsule", {"length": 2 * a, "radius": b}),
                                        ("rounded_cylinder", {"length": 2 * a, "radius": b, "rounding": 3e-4})])
                case.setdefault("shapes", {})[name] = {kind: value}
                self.features.append("convex " + kind)
                case["insertion"].append({"name": "of_" + name, "material": d.choice(self.names), "shape": name, "fill": "random", "count": d.randint(5, 20),
                                          "region": {"box": self.box(0.1, 0.95)}, "velocity": self.vector(0.3), "spin": self.vector(30), "start": d.choice([0, self.moment()])})
        still = [wall for wall in triangles if not {"servo", "free"} & set(wall)]
        if "wear" in case and still and self.has("walls displaced by wear", 0.7):
            for wall in still:
                wall["displaced_by_wear"] = {"every": self.end / d.randint(5, 30), "at_most": "0.05 mm", "in_total": "0.2 mm", "exaggerate": 1e7}
        if "particles" not in case and case.get("heat", {}).get("radiation") != "true" and self.has("coarse graining", 0.3):
            case["coarse_graining"] = {"factor": d.uniform(1.0, 1.6), "collisions": "restitution"}

    def write(self, folder):
        for name, text in self.meshes.items():
            (folder / name).write_text(text)
        (folder / "case.yaml").write_text("".join("%s: %s\n" % (key, text_of(value)) for key, value in self.case.items()))


# ---- running ---------------------------------------------------------------------------------------------------------
class Different(Exception):
    pass


class Bench:
    def __init__(self, scree, ranks):
        self.scree = scree
        linked = subprocess.run(["ldd", scree], capture_output=True, text=True).stdout
        self.ranks = ranks if "libmpi" in linked and shutil.which(MPIRUN[0]) else []
        flags = Path("/proc/cpuinfo").read_text() if os.uname().machine == "x86_64" else ""
        self.isas = [isa for isa, flag in (("v2", " sse4_2"), ("v3", " avx2"), ("v4", " avx512vl")) if flag in flags]

    def run(self, folder, out, *options, ranks=1):
        """(exit code, stdout, the first error) of a run of the case in the folder."""
        command = [self.scree, "run", "case.yaml", "--quiet", "--out", out, *options]
        env = dict(os.environ)
        if ranks > 1:
            command, env["OMP_NUM_THREADS"] = MPIRUN + ["-n", str(ranks)] + command, "1"
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, errors="replace", timeout=600)
        wrong = [re.sub(r"rank \d+ of \d+ on \S+: ", "", line) for line in done.stderr.split("\n") if "error:" in line]
        return done.returncode, done.stdout, wrong[0] if wrong else ""

    def files(self, folder):
        """Contents by name; of CSV files of particles, bodies and contacts, which ranks write in pieces, the sorted lines of all pieces."""
        found = {}
        for path in sorted(folder.glob("*.scree")) + sorted(folder.glob("*.csv")):
            piece = re.match(r"(\w+_\d{12})(_\d{4})?\.csv$", path.name)
            if piece:
                found[piece.group(1) + ".csv"] = found.get(piece.group(1) + ".csv", set()) | set(path.read_bytes().split(b"\n"))
            else:
                found[path.name] = path.read_bytes()
        return found

    def compare(self, folder, how, result, whole, out):
        if result != whole:
            raise Different("%s: ended with %r, one thread with %r" % (how, result, whole))
        one, other = self.files(folder / "whole"), self.files(folder / out)
        if one.keys() != other.keys():
            raise Different("%s: other files: %s" % (how, " ".join(sorted(one.keys() ^ other.keys()))))
        for name in one:
            if one[name] != other[name]:
                raise Different("%s: %s differs" % (how, name))
        shutil.rmtree(folder / out, ignore_errors=True)

    def parts(self, folder, steps, draw):
        """Runs a case that is stopped and resumed twice, on other numbers of threads and ranks."""
        cuts = sorted(draw.sample(range(1, max(steps, 4)), 2))
        how, result = "stopped at steps %d and %d" % tuple(cuts), None
        for k, until in enumerate(cuts + [None]):
            ranks = draw.choice([1] + self.ranks)
            options = (["--threads", str(1 + k % 2)] if ranks == 1 else []) + (["--resume"] if k else []) + (["--steps", str(until)] if until else [])
            how += ", %s" % ("%d ranks" % ranks if ranks > 1 else "%d threads" % (1 + k % 2))
            result = self.run(folder, "parts", *options, ranks=ranks)
            if result[0] != 0:
                break
        return how, result

    def try_case(self, folder, draw):
        """"ran", "stopped" or "refused"; raises Different."""
        whole = self.run(folder, "whole", "--threads", "1")
        if whole[0] not in (0, 2):
            if whole[0] != 1:
                raise Different("one thread: exit code %d" % whole[0])
            return "refused: " + re.sub(r"^\S+ ", "", whole[2])
        for threads in (2, 3):
            self.compare(folder, "%d threads" % threads, self.run(folder, "other", "--threads", str(threads)), whole, "other")
        for isa in self.isas:
            self.compare(folder, isa, self.run(folder, "other", "--threads", "1", "--isa", isa), whole, "other")
        for ranks in self.ranks:
            self.compare(folder, "%d ranks" % ranks, self.run(folder, "other", ranks=ranks), whole, "other")
        if whole[0] == 0:
            steps = max(int(m) for m in re.findall(r"(\d+)\.scree", " ".join(self.files(folder / "whole"))))
            how, result = self.parts(folder, steps, draw)
            self.compare(folder, how, result, whole, "parts")
        return "ran" if whole[0] == 0 else "stopped"


def options():
    p = argparse.ArgumentParser(prog="./dev compose", description="Runs cases in which all features are drawn together on other numbers of "
                                "threads and ranks, with other instruction sets, and in parts: the same bytes must come out.")
    p.add_argument("--cases", type=int, default=50, help="how many, default %(default)s")
    p.add_argument("--minutes", type=float, default=math.inf, help="begin no more cases after so many minutes")
    p.add_argument("--first", type=int, default=1, help="number of the first one, default %(default)s")
    p.add_argument("--seed", type=int, default=1, help="of all of them, default %(default)s")
    p.add_argument("--ranks", default="2,3,5", help="numbers of ranks, default %(default)s")
    p.add_argument("--write", metavar="DIR", help="write the input files there and run nothing")
    p.add_argument("--halve", action="store_true", help="run each with the step of dt: auto and with a quarter of it instead: the balance of energies must fall "
                   "with the step, and columns with the same meaning must agree (scripts/compose_halve.py)")
    p.add_argument("--minimal", action="store_true", help="with --halve: take away from a case whose balance does not fall what it does not need for that")
    p.add_argument("--record", action="store_true", help="write docs/validation/compose.md, or compose_halve.md")
    return p.parse_args()


def machine():
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return "%s, %d cores" % (model.group(1) if model else os.uname().machine, os.cpu_count())


def page(o, bench, ends, features, seconds):
    lines = ["# Random composed cases", "",
             "Written by `./dev compose --cases %d --first %d --seed %d --ranks %s --record` on %s; %s; %.0f minutes." % (
                 sum(ends.values()), o.first, o.seed, o.ranks, datetime.date.today().isoformat(), machine(), seconds / 60.0), "",
             "Each case combines features that are drawn at random from all features. It runs on 1 thread, and must give the same bytes (`series.csv`,",
             "checkpoints, CSV files, state at the end) on 2 and 3 threads, on %s ranks, with the instruction sets %s, and when it is stopped at two" % (
                 ", ".join(map(str, bench.ranks)), ", ".join(bench.isas)),
             "random steps and resumed on other numbers of threads and ranks.", "",
             "%d cases: %d ran to their end, %d were stopped by an alarm in the same way each time, %d were refused, %d differed." % (
                 sum(ends.values()), ends["ran"], ends["stopped"], ends["refused"], ends["differed"]), "",
             "| feature | cases with it that ran to their end |", "|---|---|"]
    lines += ["| %s | %d |" % f for f in sorted(features.items(), key=lambda f: (-f[1], f[0]))]
    return "\n".join(lines) + "\n"


def main():
    o, scree = options(), os.environ.get("SCREE", str(ROOT / "build/release/scree"))
    if o.halve:
        import compose_halve
        return compose_halve.main(o, scree)
    bench = Bench(scree, [int(n) for n in o.ranks.split(",") if n])
    ends, features, began = Counter(), Counter(), time.monotonic()
    for number in range(o.first, o.first + o.cases):
        if time.monotonic() - began > 60.0 * o.minutes:
            break
        case = Case(o.seed, number)
        if o.write:
            folder = Path(o.write) / ("case%d" % number)
            folder.mkdir(parents=True, exist_ok=True)
            case.write(folder)
            continue
        folder = Path(tempfile.mkdtemp(prefix="compose-"))
        case.write(folder)
        try:
            end = bench.try_case(folder, case.draw)
        except (Different, subprocess.TimeoutExpired) as wrong:
            ends["differed"] += 1
            print("case %d of seed %d DIFFERS: %s (%s); its files are in %s" % (number, o.seed, wrong, ", ".join(case.features), folder), flush=True)
            continue
        ends[end.split(":")[0]] += 1
        features.update(set(case.features) if end == "ran" else ())
        print("case %d: %s (%s)" % (number, end, ", ".join(dict.fromkeys(case.features))), file=sys.stderr, flush=True)
        shutil.rmtree(folder)
    if o.write:
        return 0
    print("%d cases: %d ran to their end, %d were stopped by an alarm, %d were refused, %d differed; %.0f s" % (
        sum(ends.values()), ends["ran"], ends["stopped"], ends["refused"], ends["differed"], time.monotonic() - began))
    if o.record:
        PAGE.write_text(page(o, bench, ends, features, time.monotonic() - began))
    return 1 if ends["differed"] or not ends["ran"] else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("compose: interrupted")
