# SPDX-License-Identifier: BSD-3-Clause
"""A small bed of spheres that falls on a floor, and what the tests do with it."""
import subprocess
import sys

BED = """
time: {end: 1e-2, dt: 1e-5, velocity_scale: 1}
materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}
contacts: [{between: any, normal: hertz, tangential: mindlin}]
gravity: [0, 0, -9.81]
domain: {min: [0, 0, -1 cm], max: [2 cm, 2 cm, 5 cm], periodic: [x, y]}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}
insertion:
- {material: m, name: i, fill: random, count: 100, diameter: {uniform: [2 mm, 3 mm]}, region: {box: {min: [0, 0, 0], max: [2 cm, 2 cm, 2 cm]}}}
"""


def python(program, *args, **options):
    """Runs a program in another Python; its output as text."""
    return subprocess.run([sys.executable, "-c", program, *map(str, args)], capture_output=True, text=True, **options)
