# SPDX-License-Identifier: BSD-3-Clause
"""The triaxial test of `./dev verify cell_triaxial` in YADE: writes yade_triaxial_packing.txt, compressed without friction, and yade_triaxial.csv.

    OMP_NUM_THREADS=1 yade -x -n -j1 scripts/yade_triaxial.py
With the environment variable STEPS=N it only times N steps of the test, from the packing in the folder (docs/validation has one).

Runs in YADE of Debian (2023.02a)."""
import math
import os
import time

from yade import pack

count, pressure, rate, strain = 1000, 1e5, 2, 0.2
steps = int(os.environ.get("STEPS", 0))


def edges():
    return [O.cell.hSize[k, k] for k in range(3)]


def solid():
    return sum(4 / 3 * math.pi * b.shape.radius ** 3 for b in O.bodies)


side = (count * 4 / 3 * math.pi * 1e-9 / 0.28) ** (1 / 3)
O.periodic = True
O.cell.hSize = Matrix3(side, 0, 0, 0, side, 0, 0, 0, side)
O.materials.append(FrictMat(young=1e8, poisson=0.5, frictionAngle=0, density=2600))
if steps: # from the packing that is there
    with open("yade_triaxial_packing.txt") as f:
        h = [float(x) for x in f.readline()[1:].split()]
        O.cell.hSize = Matrix3(h[0], 0, 0, 0, h[1], 0, 0, 0, h[2])
        for row in f:
            x, y, z, r = (float(x) for x in row.split())
            O.bodies.append(sphere((x, y, z), r))
    O.materials[0].frictionAngle = math.atan(0.5)
else:
    balls = pack.SpherePack()
    balls.makeCloud((0, 0, 0), (side, side, side), rMean=1e-3, rRelFuzz=0.2, num=count, periodic=True, seed=1)
    balls.toSimulation()
mass = sum(b.state.mass for b in O.bodies)
# The mass of the cell is its bulk density times the square of its edge: with that in kg the controller has the units of Pa s2.
control = PeriTriaxController(dynCell=True, mass=mass / O.cell.volume * edges()[0] ** 2, growDamping=0.25, stressMask=7, goal=(-pressure,) * 3,
                              maxStrainRate=(10, 10, 10), globUpdate=1, maxUnbalanced=1e-4, relStressTol=1e-3, doneHook="pressed.append(1)")
pressed = []
O.engines = [ForceResetter(), InsertionSortCollider([Bo1_Sphere_Aabb()], verletDist=-0.1),
             InteractionLoop([Ig2_Sphere_Sphere_ScGeom()], [Ip2_FrictMat_FrictMat_FrictPhys()], [Law2_ScGeom_FrictPhys_CundallStrack()]),
             control, NewtonIntegrator(damping=0.2)]
O.dt = 2.04e-6
if not steps:
    while not pressed and O.iter < 100000:
        O.run(500, True)
    with open("yade_triaxial_packing.txt", "w") as f:
        f.write("# %r %r %r\n" % tuple(edges()))
        for b in O.bodies:
            f.write("%.10g %.10g %.10g %.10g\n" % (*O.cell.wrap(b.state.pos), b.shape.radius))

O.materials[0].frictionAngle = math.atan(0.5)
for i in O.interactions:
    i.phys.tangensOfFrictionAngle = 0.5
for b in O.bodies:
    b.state.vel = Vector3.Zero
O.cell.velGrad, O.cell.trsf = Matrix3.Zero, Matrix3.Identity
start, volume = edges(), O.cell.volume
control.stressMask, control.goal, control.maxStrainRate, control.doneHook = 3, (-pressure, -pressure, -strain - 0.01), (10, 10, rate), ""
control.mass = mass / volume * start[0] ** 2
if steps:
    O.run(1, True)
    begin = time.process_time()
    O.run(steps, True)
    print("%d steps, %.3f us of processor time per particle-step" % (steps, 1e6 * (time.process_time() - begin) / steps / len(O.bodies)))
else:
    with open("yade_triaxial.csv", "w") as f:
        f.write("strain_z,strain_volume,stress_x,stress_y,stress_z,solid_fraction,Z\n")
        while True:
            stress = getStress()
            axial = math.log(start[2] / edges()[2])
            f.write("%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n" % (axial, math.log(volume / O.cell.volume), *(-stress[k, k] for k in range(3)),
                                                              solid() / O.cell.volume, 2 * O.interactions.countReal() / len(O.bodies)))
            if axial >= strain:
                break
            O.run(123, True)
