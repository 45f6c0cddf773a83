# SPDX-License-Identifier: BSD-3-Clause
"""Yade in `./dev bench`: yade -n -x -jN yade.py SETTINGS.json, written by bench/programs.py. Its last line is a JSON record
that begins with `result`."""
import json
import math
import os
import resource
import sys
import time

from yade import utils

with open(sys.argv[1]) as settings_file:
    s = json.load(settings_file)
LIFT = 0.05 * s["height"]  # the floor may not lie on the border of the periodic cell

hertz = s["model"] == "hertz"
# CundallStrack takes kn = 2 young r1 r2 / (r1 + r2) and kt = poisson kn.
grain = O.materials.append(FrictMat(young=s["young"] if hertz else s["stiffness"] / s["radius"],
                                    poisson=s["poisson"] if hertz else 1.0, density=s["density"],
                                    frictionAngle=math.atan(s["friction"])))
O.periodic = True
O.cell.setBox(s["box"][0], s["box"][1], s["height"])
bodies = []
with open(s["particles"]) as particles:
    for line in particles:
        if line[0] != "#":
            _, x, y, z, r, _, vx, vy, vz = map(float, line.split())
            bodies.append(utils.sphere((x, y, z + LIFT), r, material=grain))
            bodies[-1].state.vel = (vx, vy, vz)
O.bodies.append(bodies)
floor = O.bodies.append(utils.wall(LIFT, axis=2, sense=1, material=grain))

if hertz:
    physics = [Ip2_FrictMat_FrictMat_MindlinPhys(en=s["restitution"], es=s["restitution"])]
    law = [Law2_ScGeom_MindlinPhys_Mindlin()]
else:
    physics, law = [Ip2_FrictMat_FrictMat_FrictPhys()], [Law2_ScGeom_FrictPhys_CundallStrack()]
O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], verletDist=s["skin"], allowBiggerThanPeriod=True),
    InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()], physics, law),
    # CundallStrack has no dashpot: damping of the motion takes its place
    NewtonIntegrator(damping=0 if hertz else 0.2, gravity=s["gravity"]),
]
O.dt = s["dt"]
O.run(s["warm"], True)
before, start = resource.getrusage(resource.RUSAGE_SELF), time.time()
O.run(s["steps"], True)
wall, after = time.time() - start, resource.getrusage(resource.RUSAGE_SELF)
with open("/proc/self/status") as status:
    peak = next(1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM"))
contacts = sum(1 for i in O.interactions if i.isReal and floor not in (i.id1, i.id2))
print("\nresult", json.dumps({
    "wall_seconds": wall, "contacts": contacts, "peak_bytes": peak, "pairs": len(O.interactions),
    "cpu_seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}), flush=True)
os._exit(0)  # tearing down takes long and may crash
